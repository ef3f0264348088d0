/* Looking after a collection: is it sound, what is in it twice, what shall go, what another one holds. */
#ifndef KIBITZER_UPKEEP_H
#define KIBITZER_UPKEEP_H

#include "store/store.h"

/* Receives what is wrong, one line each. */
typedef void (*complaint)(void *context, const char *line);

/* Looks at the database's own structure, at references that lead nowhere, at sums that are not sums, at records that
 * cannot be unpacked. False on an error of the database. */
bool store_check(struct store *s, complaint report, void *context);

/* Makes phases and plans again where an earlier version of the rules made them, each match in one transaction; *n:
 * matches. */
bool store_classify(struct store *s, size_t *n);

/* Two matches that may be one. */
struct suspects {
    int64_t match[2], analysis[2];
    const char *path[2]; /* of the files they belong to */
    const char *why; /* "the same dice", "the same first rolls", "a game with the same dice", "the same place" */
};
typedef bool (*suspects_visitor)(void *context, const struct suspects *p);
bool store_duplicates(struct store *s, suspects_visitor visit, void *context);

/* Forgets what was read from this place; with the last place of a match the match. *found: anything was. */
bool store_forget(struct store *s, const char *path, bool *found);

struct source_file {
    const char *path, *hash;
};
typedef bool (*file_visitor)(void *context, const struct source_file *f);
bool store_files(struct store *s, file_visitor visit, void *context);

/* Brings in all that `from` holds, as if its files had been analysed here: matches that are known are linked, further
 * analyses stand beside those that are there. Each match in one transaction. */
struct merged {
    size_t matches, known; /* brought in; of those there already */
};
bool store_merge(struct store *s, struct store *from, struct merged *out);

#endif
