/* Players that options name. A run in which no match has such a player says whom the matches had instead. */
#ifndef KIBITZER_BATCH_NAMED_H
#define KIBITZER_BATCH_NAMED_H

#include <pthread.h>

#include "source/inputs.h"
#include "collection/store.h"
#include "match/record.h"

enum { NAMED_OPTIONS = 4, NAMED_SHOWN = 4, NAMED_ROOM = 80 };

struct named_players {
    pthread_mutex_t lock;
    struct named_player {
        const char *option, *names; /* "bottom", "Ann;ann_s" */
        bool found; /* in one of the matches */
        bool must; /* without such a player what is asked for makes no sense */
        char met[NAMED_SHOWN][NAMED_ROOM]; /* first in the alphabet: whatever the order of the matches */
    } at[NAMED_OPTIONS];
    int n;
};

void named_begin(struct named_players *p);
void named_add(struct named_players *p, const char *option, const char *names); /* NULL: the option was not given */
/* The same of an option that chooses whose decisions are meant. */
void named_must(struct named_players *p, const char *option, const char *names);
/* Reads the inputs until all of these are met. CALL_MISUSE after a message if one is in none of them; what lies in an
 * archive or on a server is not read twice, there named_end() finds out. */
int named_look_ahead(struct named_players *p, const struct inputs *list, const struct input_options *how);
/* The same in a collection: false after a message if one that must be there is not. */
bool named_in(struct named_players *p, struct store *s);
/* Looks at the players of a match; for any thread. */
void named_look(struct named_players *p, const struct match *m);
/* Warns of those that were not found, and ends the list. CALL_MISUSE if one of them had to be there and `whole`, which
 * says that every match was looked at; else `result`. */
int named_end(struct named_players *p, bool whole, int result);

#endif
