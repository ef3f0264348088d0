/* OGID, the ID of OpenGammon: a board with cube, dice, score and what is going on, in one line. Field by field in
 * docs/formats/ids.md. White is our player 0, Black our player 1. */
#ifndef KIBITZER_OGID_H
#define KIBITZER_OGID_H

#include "base/span.h"
#include "match/position.h"

enum { OGID_MAX = 128 };

/* Without a label. What an OGID has no place for: Jacoby, beavers that are allowed, a beaver or raccoon that waits for
 * its answer (written as a double), a resignation. */
void ogid(const struct position *p, char out[OGID_MAX]);

/* Does it look like one? Fields after the cube may be missing. */
bool ogid_looks(struct span id);

/* With or without the label "OGID=" or "OGID:". False with *problem (static text) and *fault = offset into `id`;
 * nothing else is written then. Without a state the colour is that of the player on roll, else of the one who acted
 * last. */
bool ogid_read(struct span id, struct position *p, const char **problem, size_t *fault);

#endif
