/* The short names of positions: GNU Backgammon's Position ID and Match ID, and XGID. Sources: GNU Backgammon manual,
 * eXtreme Gammon's documentation; field by field in docs/formats/ids.md. */
#ifndef KIBITZER_POSID_H
#define KIBITZER_POSID_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"
#include "base/strbuf.h"
#include "match/position.h"

enum { POSITION_ID_LENGTH = 14, MATCH_ID_LENGTH = 12, XGID_MAX = 128 };
enum { POSITION_BYTES = 10, MATCH_BYTES = 9 }; /* the bits behind either ID */

/* The start of a game of backgammon. */
#define POSITION_ID_START "4HPwATDgc/ABMA"

/* 14 characters + NUL. `b` is seen by the player on roll. */
void position_id(const struct board *b, char out[POSITION_ID_LENGTH + 1]);
/* 12 characters + NUL: cube, score, dice, turn and the Jacoby bit of `p`. Larger die first, as GNU Backgammon. */
void match_id(const struct position *p, char out[MATCH_ID_LENGTH + 1]);
/* "XGID=...": ten fields, always from player 1's side (the bottom player, uppercase). Player 1 of XGID = our player 1,
 * player 2 (lowercase) = our player 0. An offered resignation has no field and is left out. */
void xgid(const struct position *p, char out[XGID_MAX]);
const char *xgid_kept(struct arena *a, const struct position *p); /* the same, in the arena */

/* Between a Position ID or Match ID and its bits, for callers that keep many: `n` is POSITION_BYTES or MATCH_BYTES.
 * False if the text is no ID of that length; what the bits mean is not asked. */
bool id_to_bytes(const char *id, uint8_t *out, int n);
void id_of_bytes(const uint8_t *bytes, int n, char *out); /* terminated */

/* Readers: false with *problem (static text) and *fault = offset into `id`; nothing else is written then. Boards are
 * seen by the player on roll; what stands and is not on the board has been borne off, fifteen a side (IDs do not hold
 * the variant). What an ID does not hold: rules.variant backgammon, the cube in use, the Crawford rule on in matches,
 * no beavers, no automatic doubles. */
bool position_id_read(struct span id, struct board *b, const char **problem, size_t *fault);
/* The board of `p` is left alone. Jacoby is read in money play only; owner 2 is read as centred. */
bool match_id_read(struct span id, struct position *p, const char **problem, size_t *fault);
/* With or without prefix, ten or nine fields. In the Crawford game the cube is read as centred on 1. */
bool xgid_read(struct span id, struct position *p, const char **problem, size_t *fault);
/* What is to be said about an ID that was read: an XGID's cube limit that cannot be meant, or its Crawford game at a
 * score that has none; a Match ID without a position. NULL for others, or the note (static text) and where its cause
 * is. */
const char *id_note_on(struct span id, size_t *at);

/* Any of: Position ID alone, also in the old 20 letters (money, centred cube, player 1 on roll, Jacoby off),
 * "Position:Match" in either order, XGID with or without prefix, OGID (ogid.h). Detected by shape; blanks around do not
 * matter. */
bool any_id_read(struct span id, struct position *p, const char **problem, size_t *fault);

#endif
