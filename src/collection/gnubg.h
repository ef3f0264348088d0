/* GNU Backgammon's record keeping: a file of its relational schema (docs/collection.md), which that program
 * opens as its own. Figures are those of reports, from statistics and match/rates.h. */
#ifndef KIBITZER_STORE_GNUBG_H
#define KIBITZER_STORE_GNUBG_H

#include "collection/database_file.h"
#include "match/record.h"

struct gnubg_file {
    struct database_file file;
    struct sql *db; /* of the file */
    int64_t matchstats, games, gamestats; /* highest numbers given */
};

/* A match as the collection counts it. */
struct gnubg_match {
    int64_t id; /* of the session; unique */
    const char *checksum; /* 32 hexadecimal digits */
    int64_t player[2];
    const char *date; /* "yyyy-mm-dd", or NULL */
};

/* The file appears with gnubg_end(..., true), whole or not at all. False with an error in `d`. */
bool gnubg_begin(struct gnubg_file *g, const char *path, struct diags *d);
bool gnubg_player(struct gnubg_file *g, int64_t id, const char *name);
/* Annotation set `set` of a match whose statistics are there; its players have been added. */
bool gnubg_add(struct gnubg_file *g, const struct match *m, int set, const struct gnubg_match *facts);
bool gnubg_end(struct gnubg_file *g, bool keep, struct diags *d);

#endif
