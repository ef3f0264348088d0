/* Decisions as the tables `turns`, `assessments` and `levels` keep them: what a player did before a roll and with it is
 * one row, what an analysis says about each of both decisions another. */
#ifndef KIBITZER_TURNS_H
#define KIBITZER_TURNS_H

#include "collection/codes.h"

struct game_facts {
    int number;
    struct circumstances circumstances;
};

/* Every decision of a match, in the order of rows_of(). */
bool turns_put(struct sql *db, int64_t match, const struct decision_row *rows, size_t n, const struct game_facts *games,
               size_t n_games);
bool assessments_put(struct sql *db, int64_t analysis, const struct decision_row *rows, size_t n);
/* Writes the themes again. */
/* How hard the decisions of each player in each game were; rows of rows_of() alone. */
/* The times of those that have one. */
bool times_put(struct sql *db, int64_t match, const struct decision_row *rows, size_t n);
bool difficulties_put(struct sql *db, int64_t analysis, const struct decision_row *rows, size_t n);
bool themes_put(struct sql *db, int64_t analysis, const struct decision_row *rows, size_t n);

/* The number of a level's name, which becomes known. */
bool level_id(struct sql *db, const char *name, int64_t *out);

#endif
