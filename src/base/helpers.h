/* Loops whose turns several copies of the program do between them. A page in a browser has no threads. It starts
 * several workers, each of them a whole kibitzer with memory of its own, and gives them the same command and inputs. In
 * such a loop each helper does only its share of the turns, and hands on what they came to as bytes. The page gives all
 * these bytes to one more worker, which takes those turns as done and does what is missing. As all go through the same
 * loops in the same order, the number of a loop and of a turn say what is meant.
 *
 * A service is a helper, too: alone, on another machine, perhaps with another version or other files. So each turn may
 * carry a mark of what it is about, and one that does not fit is done again.
 *
 * Who helps is a thing of the call (call.h). In a call that says nothing of helpers, as all of the program are, such a
 * loop is threads_for(). */
#ifndef KIBITZER_HELPERS_H
#define KIBITZER_HELPERS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "base/strbuf.h"

struct shares { /* for one run, as `shares` of its call */
    int index, of; /* this is helper `index`, from 0; of = 0: no helper */
    struct span given; /* what helpers have handed on, one behind the other, must stay */
    void (*hand_on)(void *context, const void *bytes, size_t length); /* of a helper; called after each loop */
    void *context;
    uint32_t loops; /* private: that have been gone through */
};

/* Are turns left to others? Then no result means anything. */
bool shares_helping(void);

struct shares_turn {
    void (*work)(void *context, int hand, size_t i); /* as of threads_for() */
    void (*put)(const void *context, size_t i, struct strbuf *out); /* what turn `i` came to */
    bool (*take)(void *context, size_t i, struct span came); /* the same, by a helper; false: it does not fit */
    /* NULL: turns are dealt out to helpers. Else each works those that it has, which come of turns that were dealt out
     * before; what nobody has is left out. */
    bool (*has)(const void *context, size_t i);
    uint64_t (*about)(const void *context, size_t i); /* fnv() of all that turn `i` depends on; NULL: nothing */
};

/* A mark (fnv.h) with a text, its end included, or a number in it: the same in any order of bytes. */
uint64_t shares_mark_text(uint64_t mark, const char *text);
uint64_t shares_mark_number(uint64_t mark, int64_t number);

/* As threads_for(); by a helper, with some turns left out. */
void shares_for(int threads, size_t n, const struct shares_turn *turn, void *context,
                const volatile sig_atomic_t *stop);

#endif
