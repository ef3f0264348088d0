/* What the parts of the OGXM reader share. */
#ifndef KIBITZER_IMPORT_OGXM_H
#define KIBITZER_IMPORT_OGXM_H

#include "base/diag.h"
#include "format/ogxm.h"
#include "match/record.h"
#include "match/walk.h"

enum { OGXM_BLOCKS_MAX = 64, OGXM_NOWHERE = -1 };

/* The event of a ply, by its number over all games; markers and the like have none. */
struct ogxm_place {
    size_t game, event;
    bool any; /* false: no event; `event` is how many there were before it */
    struct span bytes;
};

struct ogxm_reader {
    struct match *m;
    struct diags *d;
    struct ogxm_place *plies;
    size_t n_plies, capacity; /* in the arena of the match */
    long base; /* of the file in a stream: offsets below count from it; OGXM_NOWHERE = it is no file */
    long offset; /* of the section that is read */
    int score[2]; /* before the first game */
    bool crawford_seen;
    bool gammonview; /* has written the file */
    struct span ids[OGXM_BLOCKS_MAX]; /* of the analyses: a set each */
};

void ogxm_remark(struct ogxm_reader *r, long offset, const char *format, ...) __attribute__((format(printf, 3, 4)));
void ogxm_warn(struct ogxm_reader *r, long offset, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool ogxm_refuse(struct ogxm_reader *r, long offset, const char *format, ...) __attribute__((format(printf, 3, 4)));
struct property *ogxm_keep(struct ogxm_reader *r, struct property **list, const char *name, struct span bytes);

/* Sections; false: refused. */
bool ogxm_read_match(struct ogxm_reader *r, struct span payload);
bool ogxm_read_game(struct ogxm_reader *r, struct span payload);
void ogxm_keep_heads(struct ogxm_reader *r, struct span match, const struct span *games); /* once all is read */
void ogxm_read_analysis(struct ogxm_reader *r, struct span head, struct span decisions, struct span digest);
bool ogxm_notes_of_gammonview(struct span payload);
void ogxm_read_notes(struct ogxm_reader *r, struct span payload);
void ogxm_read_times(struct ogxm_reader *r, struct span clock, struct span video); /* of no length: not there */

/* The bytes of a file that the reader of .gva has made: messages have no place. */
bool ogxm_read_made(struct span file, struct receiver *out, struct diags *d);

/* Version 1. */
bool ogxm_read_v1(struct span file, long base, struct receiver *out, struct diags *d);

#endif
