/* Players that options name. A run in which no match has such a player says whom the matches had instead. */
#ifndef KIBITZER_BATCH_NAMED_H
#define KIBITZER_BATCH_NAMED_H

#include <pthread.h>

#include "match/record.h"

enum { NAMED_OPTIONS = 4, NAMED_SHOWN = 4, NAMED_ROOM = 80 };

struct named_players {
    pthread_mutex_t lock;
    struct named_player {
        const char *option, *names; /* "bottom", "Ann;ann_s" */
        bool found; /* in one of the matches */
        char met[NAMED_SHOWN][NAMED_ROOM]; /* first in the alphabet: whatever the order of the matches */
    } at[NAMED_OPTIONS];
    int n;
};

void named_begin(struct named_players *p);
void named_add(struct named_players *p, const char *option, const char *names); /* NULL: the option was not given */
/* Looks at the players of a match; for any thread. */
void named_look(struct named_players *p, const struct match *m);
/* Warns of those that were not found, and ends the list. */
void named_end(struct named_players *p);

#endif
