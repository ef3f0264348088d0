/* Decisions in brief: what figures and rankings need of each, some five bytes, one after the other. docs/collection.md
 * describes the format; nothing but src/collection reads or writes it. */
#ifndef KIBITZER_BRIEF_H
#define KIBITZER_BRIEF_H

#include "base/strbuf.h"
#include "collection/rows.h"

/* What a decision shares with the one before it, of the same player, is left out. */
struct brief {
    int n, game, number, away[2], cube, cube_side;
};

#define BRIEF_BEGIN ((struct brief){.game = -1})

/* Appends a decision; they come in the order of a match, those of one player. */
void brief_add(struct brief *last, const struct decision_row *d, struct strbuf *out);

/* Takes the next decision off `rest`. Unset in it: the position, except that it is the start of a game (of the first
 * two plays of a game), dice and play of later ones, Match ID, words, `best_code`, level, `n_legal`, `error_mwc` and
 * luck. False at the end, and where the bytes are damaged; then some are left. */
bool brief_next(struct brief *last, struct span *rest, struct decision_row *out);

#endif
