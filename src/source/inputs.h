/* The inputs of a run: the files that its arguments refer to, how each is turned into records, and the outcome. */
#ifndef KIBITZER_BATCH_INPUTS_H
#define KIBITZER_BATCH_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/attempt.h"
#include "base/diag.h"
#include "source/shard.h"
#include "format/keys.h"
#include "import/import.h"
#include "match/record.h"
#include "source/archive.h"
#include "source/members.h"
#include "source/url.h"

/* ---- the inputs ---- */

struct input {
    char *path; /* of a URL without its secrets, see secrets.h */
    char *address; /* the URL with them; NULL where `path` has all */
    const char *shown; /* for reports: the path without the folders that all inputs have in common */
    char *stem; /* for the names of what is made from it: harmless, and unique in the list whatever the case */
    bool found; /* met in a folder rather than named */
    long long size; /* bytes; 0 for stdin */
    char hash[HASH_LENGTH + 1]; /* of its bytes, where it is known; else "" */
    bool listed; /* by a list, file_list.h: it may have changed */
    struct members *archive; /* that it is in: its path is "archive.zip/name.mat"; or NULL */
    size_t number; /* in that archive; NUMBER_UNKNOWN: the name decides */
    bool in_memory; /* `bytes` holds it: stdin */
    const struct http_limits *web; /* `path` is a URL, which is read within these; or NULL */
    struct strbuf bytes;
};

#define NUMBER_UNKNOWN SIZE_MAX /* see struct input */

struct inputs {
    struct input *at;
    size_t n, capacity;
    size_t n_failed; /* paths that could not be looked at; reported on stderr */
    size_t n_damaged; /* of those: archives of which a part was refused */
    size_t n_left_out; /* parts of mails that are no matches */
    size_t n_folders; /* that were searched, archives counted in */
    struct members **archives; /* that inputs are in */
    size_t n_archives, archives_room;
    struct strbuf searched; /* the folders that were given, ", " between them */
    char **stem_elsewhere; /* of a list: the files of other shares, which have names and are no inputs */
    size_t n_elsewhere, elsewhere_room;
    char list_hash[HASH_LENGTH + 1]; /* of the list itself; "" = there is none */
    struct http_limits *web; /* of all that are URLs */
    struct arena *arena; /* stems, limits */
    size_t guarded_before; /* files of the call, see input_guard() */
};

/* How inputs are found and read: what options say (options.h), and what a command adds. */
struct input_options {
    struct import_options how;
    struct attempt_limits work; /* on an input */
    struct archive_limits archives;
    struct http_limits web;
    const char *list; /* of --files-from, "-" = stdin; NULL = none */
    int max_input, max_unpacked, max_memory, max_members, max_plies, max_seconds; /* as options say it; settled into
 the above */

    const char *except; /* a folder that is passed over, where reports go; may be NULL or not exist */
    struct shard shard; /* of a list with hashes only the files of this share are taken; zeros = all */
    const char *reserved; /* a stem that no input gets, nor that with - and a number behind it; or NULL */
    void (*on_folder)(void *context, const char *path); /* each that is searched, before it is; or NULL */
    void *context;
};

/* False after a message: there must be an input, and standard input cannot be read as one and as a list. */
bool inputs_make_sense(const struct input_options *o, const char *const *paths, size_t n);

/* Files as named ("-" = stdin), URLs (url.h), folders and archives with all below them, in an order that does not
 * depend on the file system (by bytes of the path within a folder, as they come in an archive). Hidden entries are
 * left out; a file that comes twice counts once. Then those of the list. For stems see stems.h. */
void inputs_collect(struct inputs *list, const char *const *paths, size_t n, const struct input_options *o);
/* The same of bytes in memory, which stay the caller's, under that name: one input, or what an archive holds. */
void inputs_of_bytes(struct inputs *list, struct span bytes, const char *name, const struct input_options *o);
void inputs_done(struct inputs *list);

const char *input_address(const struct input *in); /* where it is read: `path` with what is secret */
const char *input_name(const char *path); /* as messages show it: "<stdin>" for "-" */

/* True (and a note is printed) if an input that could not be read may be passed over: it was met in a folder and does
 * not claim to be a match by its extension. */
struct loaded;
bool input_may_be_skipped(const struct input *in, const struct loaded *l);

/* What became of an input, and of all of them. In part: something in it was refused with an error, the rest was used.
 */
enum fate { FATE_LEFT, FATE_GOOD, FATE_IN_PART, FATE_FAILED, FATE_SKIPPED, FATES };

struct fates {
    size_t n[FATES];
};

/* The fate of an input that was used, given what was reported of it. */
enum fate fate_of_used(const struct diags *d);
/* The same of one with `n` matches of which some were refused, each with an error (diags_about_match()): the others
 * were used. The errors say which match they are about, where there are several. */
enum fate fate_of_matches(struct diags *d, size_t n, size_t n_refused);

/* How a run ended (enum call_ending) in which inputs fared so; where there was nothing to do, a message too: what was
 * looked at, if `list` is not NULL. */
int fates_ending(const struct fates *t, const struct inputs *list);

/* ---- one input as bytes ---- */

/* Reads it from where it is: the disk, an archive, a server, memory. `room` holds the bytes where the input does not,
 * and when they were written where an archive says so. False after an error in `d`; errno is set where it is a file.
 * For any number of threads. */
bool input_bytes(const struct input *in, size_t limit, struct member_found *room, struct span *bytes, struct diags *d);

/* ---- one input as records ---- */

struct loaded {
    struct member_found from;
    struct matches matches; /* of load() */
    struct diags diags;
    bool unreadable; /* the bytes could not be read: a later attempt may succeed */
    bool lost; /* so is what a list or a URL promised */
};

/* Reads and understands one file. Its records go to `out` one by one, see import_with(). False: nothing usable, the
 * reason is in `diags`. Release with loaded_done() in either case. Nothing is printed. */
bool load_each(struct loaded *l, const struct input *in, const struct import_options *how, struct receiver *out);
/* The same with all records in l->matches. */
bool load(struct loaded *l, const struct input *in, const struct import_options *how);
void loaded_done(struct loaded *l);

/* Does the file have the bytes that its list promises? True where there is no such list. */
bool input_is_as_listed(const struct input *in);

#endif
