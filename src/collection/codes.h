/* How the columns of a collection hold what is long as text: plays as numbers, IDs as their bits, amounts as whole
 * billionths. docs/collection.md says what each column means. */
#ifndef KIBITZER_CODES_H
#define KIBITZER_CODES_H

#include "match/moves.h"
#include "collection/rows.h"
#include "sql/sql.h"

/* Ten bits for each step, the first one lowest: 32 x from + to (bar = 25, off = 0). 0 = nothing was moved. */
int64_t play_pack(const struct play *play);

/* Amounts: whole numbers add up to the same sum in any order. NAN = NULL. */
#define BILLION 1e9
struct sql_value sql_amount(double x);
double sql_get_amount(const struct sql_rows *r, int column);

/* Where a decision fell: what, with the columns of its turn, says which Match ID it has. */
struct circumstances {
    int length; /* 0 = money */
    bool jacoby;
    int beavers; /* the column `beavers`: rules_code(); the Match ID does not depend on it */
    int score[2]; /* before the game */
    bool crawford_game;
};

/* What the column `beavers` holds: whether they are allowed, 2 x the doublings that a limit of the cube allows, and
 * 64 where raccoons are not. */
int rules_code(const struct rules *r, int length);

/* The Match ID that follows from the circumstances and the side, kind, dice and cube of `r`. */
void state_of(const struct circumstances *c, const struct decision_row *r, char out[MATCH_ID_LENGTH + 1]);

/* ORDER BEST: what the column `best` holds. Of plays the play, of doubles enum cube_verdict, of answers DECISION_TAKE
 * or DECISION_PASS. */
enum { BEST_UNKNOWN = -1, BEST_AS_PLAYED = 0 };

/* The words for a play by its code, on the board of a Position ID; NULL if the code means none. `scratch` holds them.
 */
const char *play_words(const char *position, int64_t code, struct strbuf *scratch);
/* The words for `best`; `action` are those for what was done. NULL = not known. */
const char *best_words(const struct decision_row *r, const char *action, struct strbuf *scratch);
/* The words for a cube action. */
const char *action_words(enum decision_kind kind, int cube_side);

#endif
