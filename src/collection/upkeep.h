/* Looking after a collection: is it sound, what is in it twice, what shall go, what another one holds. */
#ifndef KIBITZER_UPKEEP_H
#define KIBITZER_UPKEEP_H

#include "collection/store.h"

/* How many there are of each thing. */
struct stored_counts {
    int64_t version, matches, cut_short, positions, games, decisions, players, aliases, files, different_files,
        analyses;
    int64_t keep_errors, keep_none; /* of candidates: KEPT_ERRORS, KEPT_LEAST */
};
bool store_counts(struct store *s, struct stored_counts *out);
int64_t store_count_matches(struct store *s); /* the same as `matches` */

struct stored_engine {
    const char *name, *version, *level; /* or NULL */
    int64_t analyses;
};
bool store_engines(struct store *s, void (*visit)(void *context, const struct stored_engine *e), void *context);

/* Receives what is wrong, one line each. */
typedef void (*complaint)(void *context, const char *line);

/* Looks at the database's own structure, at digests (seal.h), at references that lead nowhere, at what is kept beside
 * what it follows from, at records that cannot be unpacked. A call that is cancelled (call.h) ends it early. False on
 * an error of the database. */
bool store_check(struct store *s, complaint report, void *context);

/* Matches that may be one: each stands beside the first. */
struct suspects {
    const char *why; /* "the same dice", "the same first rolls", "a game with the same dice", "the same place" ... */
    struct suspect {
        int64_t match, analysis;
        const char *path; /* of the file it belongs to */
        const char *hash; /* of that file's content */
    } * at; /* by path; a whole comes before its beginnings */
    size_t n; /* two at least */
};
typedef bool (*suspects_visitor)(void *context, const struct suspects *group);
bool store_duplicates(struct store *s, suspects_visitor visit, void *context); /* visitors may ask the store */

/* Forgets what was read from this place; with the last place of a match the match. `hash`: only of the contents whose
 * hash begins so ("" = of all that lay there). *found: anything was. */
bool store_forget(struct store *s, const char *path, const char *hash, bool *found);

struct source_file {
    const char *path, *hash;
};
typedef bool (*file_visitor)(void *context, const struct source_file *f);
bool store_files(struct store *s, file_visitor visit, void *context);

/* Brings in all that `from` holds, as if its files had been analysed here: matches that are known are linked, further
 * analyses stand beside those that are there. Each match in one transaction. Between the begin and the end of one or
 * many merges an empty collection on a server has no index that is made faster afterwards; the end makes them, and so
 * does the next program that writes. */
struct merged {
    size_t matches, known; /* brought in; of those there already */
    size_t otherwise; /* left out: of bytes that this collection has read in another way */
};
bool store_merge_begin(struct store *s);
bool store_merge_end(struct store *s);
bool store_merge(struct store *s, struct store *from, struct merged *out);
/* The same with what a run kept in `from` while `s` was away, as if it had been stored here: also which pages were
 * written, and files that have grown give way. */
bool store_bring_home(struct store *s, struct store *from, struct merged *out);

#endif
