/* The text that identifies a match: two records with the same text are the same match. It is hashed so that a
 * collection recognises a match. */
#ifndef KIBITZER_IDENTITY_H
#define KIBITZER_IDENTITY_H

#include "match/record.h"

/* Appends all that match_equal() compares: two records have the same text if and only if they are equal. */
void match_identity(const struct match *m, struct strbuf *out);

/* Appends the length of the match and the dice of all games in order, without names, plays or cubes: the same for one
 * match in another format, with names spelled otherwise or with an edited play. Of a roll the larger die comes first.
 */
void match_dice(const struct match *m, struct strbuf *out);

/* The same for one game, without the length. Returns how many rolls it holds. */
int game_dice(const struct game *g, struct strbuf *out);

#endif
