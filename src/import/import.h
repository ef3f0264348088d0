/* The seam of readers: one file per format, one row in import.c. Text in, records out; no paths, no stdio.
 * The text handed to read() is UTF-8 with LF line ends for text formats (import.c decodes gzip, BOM, UTF-16, Latin-1,
 * CRLF and CR first) and the raw bytes for binary ones. */
#ifndef KIBITZER_IMPORT_H
#define KIBITZER_IMPORT_H

#include "base/diag.h"
#include "match/record.h"

/* How much a file can hold. A row that forgets it is found by tests/unit/formats_test.c. */
enum holds { HOLDS_UNSAID, HOLDS_POSITION, HOLDS_POSITIONS, HOLDS_GAME, HOLDS_MATCH, HOLDS_MATCHES };
extern const char *const holds_names[]; /* "position", "positions" ... */

struct importer {
    const char *name; /* "mat": typed after --from, shown by `formats` */
    const char *title; /* "Jellyfish match" */
    enum holds holds;
    const char *const *extensions; /* NULL-terminated; a hint that breaks ties, never the decision */
    bool binary; /* read() wants the raw bytes */
    bool is_unicode; /* where its text is UTF-8 it is nothing else: a name may look like letters in HZ or UTF-7 */
    bool infers; /* works out what is missing, so that plays do not tell the game */
    int (*sniff)(
        struct span head); /* 0 not mine ... 100 certain; reads only `head`, the first 64 KiB or more (decoded) */
    /* Hands one record per match on to `out`, as soon as it is complete: it may be gone afterwards. False: nothing
     * usable, an error was reported. Partial results with warnings are true. */
    bool (*read)(struct span text, struct receiver *out, struct diags *d);
};

extern const struct importer *const importers[]; /* NULL-terminated; cheap and certain ones first */
const struct importer *importer_find(const char *name);
bool importer_holds_positions(const struct importer *im); /* not games or matches */

/* The reader that import_each() would choose by content, or NULL. */
const struct importer *import_choose(struct span bytes, const char *path);

/* What a user may say about an input. */
struct import_options {
    const struct importer *from; /* NULL = by content */
    const char *encoding; /* of text that is not UTF-8, a name that charset_known() has; NULL = guessed */
    struct rules_given rules; /* a source that says another variation is refused; where neither says one it is as read,
                               * or as plays tell that backgammon's start makes impossible */
    struct corrections corrections;
    size_t bytes_max; /* of an input, packed or unpacked; 0 = 256 MiB */
    size_t plies_max; /* of a match: plays, rolls and cube actions; one that is longer is refused; 0 = a million */
};

/* Decodes, chooses by content or by name, reads, checks (match_check) every record and hands it on before the next one
 * is read, so that a list of a million positions is never in memory as a whole. `path` is only for its extension and
 * for dates in file names; may be NULL. What the reader says comes first in `d`, then what the checks say. True if at
 * least one record came out. */
bool import_with(struct span bytes, const char *path, const struct import_options *how, struct receiver *out,
                 struct diags *d);

/* The same with a reader alone (NULL = by content). */
bool import_each(struct span bytes, const char *path, const struct importer *from, struct receiver *out,
                 struct diags *d);

/* The same with all records in a list. */
bool import_bytes(struct span bytes, const char *path, const struct importer *from, struct matches *out,
                  struct diags *d);

#endif
