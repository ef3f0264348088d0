/* UBGI, a protocol for engines that their user has started: lines on standard input and output. Two drafts are spoken
 * (docs/formats/external.md): 0.01, in which a line that is a position is answered by what to do; and 0.2, in which
 * `position`, `dice` and `go` are words of their own. They differ by their first words. */
#ifndef KIBITZER_UBGI_H
#define KIBITZER_UBGI_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"
#include "engine/engine.h"
#include "match/position.h"

struct ubgi { /* a conversation; begin with level and rules, the rest 0 */
    struct level level;
    struct rules rules; /* that a position does not say */
    struct position p;
    bool placed; /* there is a position */
    bool ready_said; /* with `ubgiok`, so that the `isready` behind it is answered already */
    bool by_words; /* a word of 0.2 was used: what is not understood is an error, not a `sorry` */
};

/* Appends the answer to a line, with its line ends, to `out`; false at the end of the conversation. */
bool ubgi_answer(struct ubgi *u, const struct engine *e, struct worker *w, struct span line, struct strbuf *out);

#endif
