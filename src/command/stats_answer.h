/* What `stats` answers, as rows. */
#ifndef KIBITZER_STATS_ANSWER_H
#define KIBITZER_STATS_ANSWER_H

#include "collection/league.h"
#include "command/answers.h"

extern const struct answer_document stats_document, league_document;
extern const struct answer_rows stats_player_rows; /* of players' figures: */
struct answer_list stats_players(const struct stats *st); /* its array is freed by the caller */

/* Either returns an enum call_ending. */
int stats_put(const struct answers_options *o, const struct stats *st, enum stats_by by);
int league_put(const struct answers_options *o, const struct league *l);

#endif
