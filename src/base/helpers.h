/* Loops whose turns are shared out among helpers that have no memory in common, as the workers of a page: each helper
 * does its turns and hands on what they came to; who is given all that goes through the same loops and works only what
 * is missing. All of them do the same command with the same input, so loops come in the same order everywhere. Where
 * nobody has said shares_set(), as in the program, which has threads, a loop is threads_for(). */
#ifndef KIBITZER_HELPERS_H
#define KIBITZER_HELPERS_H

#include <signal.h>
#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"

struct shares {
    int index, of; /* this is helper `index`, from 0; of = 0: no helper */
    struct span given; /* what helpers have handed on, one behind the other, made by the same build; must stay */
    void (*hand_on)(const void *bytes, size_t length); /* of a helper; called after each loop */
};

/* What is done from now on, in the whole process; NULL = loops are no longer shared. */
void shares_set(const struct shares *s);

/* Are turns left to others? Then no result means anything. */
bool shares_helping(void);

struct shares_turn {
    void (*work)(void *context, int hand, size_t i); /* as of threads_for() */
    void (*put)(const void *context, size_t i, struct strbuf *out); /* what turn `i` came to */
    bool (*take)(void *context, size_t i, struct span came); /* the same, by a helper; false: it does not fit */
    /* NULL: turns are dealt out to helpers. Else each works those that it has, which come of turns that were dealt out
     * before; what nobody has is left out. */
    bool (*has)(const void *context, size_t i);
};

/* As threads_for(); by a helper, with some turns left out. */
void shares_for(int threads, size_t n, const struct shares_turn *turn, void *context,
                const volatile sig_atomic_t *stop);

#endif
