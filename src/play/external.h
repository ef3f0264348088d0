/* GNU Backgammon's external-player protocol: one line asks, one line answers.
 *
 * A request is a FIBS-like board line, `board:me:you:length:...`, always seen by the one who is asked. Dice 0:0 ask
 * for `roll` or `double`, a pending double for `take`, `drop` or `beaver`, dice for a play such as `24/18 13/11`.
 * Field by field in docs/formats/external.md. `me` is player 0 of the positions here. */
#ifndef KIBITZER_EXTERNAL_H
#define KIBITZER_EXTERNAL_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"
#include "engine/engine.h"
#include "match/position.h"

/* Reads a request. A pending double stands in p->offer, player 1 having doubled. Rules that the line does not give
 * (Jacoby, beavers) are left as they are in *p. False with *problem. */
bool external_read(struct span line, struct position *p, const char **problem);

/* Is it the opponent's turn in a request that can be read? Evaluations are of who is on roll. */
bool external_is_yours(struct span line);

/* Writes the request that asks `me` (0 or 1) about `p`; no line end. */
void external_write(struct strbuf *out, const struct position *p, int me);

/* A play step by step, empty for a dance. Hits are marked on the board before it (NULL: they are not); bar and off are
 * named, or `numbers`: 25 and 0, as GNU Backgammon answers. */
void external_play(struct strbuf *out, const struct play *play, const struct board *hits, bool numbers);

/* What who decides in the position does: "roll", "double"; "take", "drop", "beaver"; a play in numbers. */
void external_decide(const struct engine *e, struct worker *w, const struct level *l, const struct position *p,
                     bool hits, struct strbuf *out);

/* The engine's answer to a request, without its last line end: about a board, or about words (external_words.h). False
 * with *problem if the request makes no sense. */
bool external_answer(const struct engine *e, struct worker *w, const struct level *l, struct span request,
                     const struct rules *rules, struct strbuf *out, const char **problem);

/* Parts "HOST:PORT" (the last colon counts; the host may be empty). False unless the port is 1 to 65535, or 0 where
 * that stands for any that is free, and the host fits into `room` bytes. `port` points into `address`. */
bool external_address(const char *address, bool any_port, char *host, size_t room, const char **port);

#endif
