/* Columns; see codes.h. */
#include "collection/codes.h"

#include <math.h>
#include <string.h>

#include "match/notation.h"

/* ---- plays ---- */

enum { STEP_BITS = 10, POINT_BITS = 5 };

int64_t play_pack(const struct play *play)
{
    int64_t code = 0;
    for (int i = play->n; i-- > 0;)
        code = code << STEP_BITS | play->step[i].from << POINT_BITS | play->step[i].to;
    return code;
}

/* False: no code of a play. */
static bool play_unpack(int64_t code, struct play *out)
{
    *out = (struct play){0};
    for (; code > 0 && out->n < PLAY_STEPS; code >>= STEP_BITS) {
        const int from = (int)(code >> POINT_BITS) & ((1 << POINT_BITS) - 1), to = (int)code & ((1 << POINT_BITS) - 1);
        if (from < 1 || from > BOARD_BAR || to >= BOARD_BAR)
            return false;
        out->step[out->n++] = (struct step){(int8_t)from, (int8_t)to};
    }
    return code == 0;
}

/* ---- amounts ---- */

struct sql_value sql_amount(double x)
{
    return isnan(x) ? sql_null() : sql_int(llround(x * BILLION));
}

double sql_get_amount(const struct sql_rows *r, int column)
{
    return sql_is_null(r, column) ? (double)NAN : (double)sql_get_int(r, column) / BILLION;
}

/* ---- rules ---- */

int rules_code(const struct rules *r, int length)
{
    int doublings = 0;
    while (r->cube_limit >> (doublings + 1) > 0)
        doublings++;
    enum { ONE_BEAVER = 64 }; /* above all doublings */
    return (length == 0 && r->beavers) + 2 * doublings + (length == 0 && r->one_beaver ? ONE_BEAVER : 0);
}

/* ---- Match IDs ---- */

void state_of(const struct circumstances *c, const struct decision_row *r, char out[MATCH_ID_LENGTH + 1])
{
    const bool answers = r->kind == DECISION_TAKE || r->kind == DECISION_PASS;
    const struct position p = {
        .on_roll = answers ? 1 - r->side : r->side,
        .turn = r->side,
        .dice = {r->dice / 10, r->dice % 10},
        .cube = r->cube,
        .cube_owner = r->cube_side == 0  ? CUBE_CENTRED
                      : r->cube_side > 0 ? r->side
                                         : 1 - r->side,
        .offer = answers ? OFFER_DOUBLE : OFFER_NONE,
        .score = {c->score[0], c->score[1]},
        .length = c->length,
        .crawford_game = c->crawford_game,
        .rules = {.jacoby = c->jacoby},
        .state = GAME_PLAYING,
    };
    match_id(&p, out);
}

/* ---- words ---- */

const char *play_words(const char *position, int64_t code, struct strbuf *scratch)
{
    struct board b;
    struct play play;
    const char *problem;
    size_t fault;
    if (!play_unpack(code, &play))
        return NULL;
    if (!position_id_read(span_of(position), &b, &problem, &fault))
        b = (struct board){0}; /* what cannot stand so is written without its hits */
    strbuf_clear(scratch);
    notation_write(scratch, &b, &play, NOTATION_MERGED);
    return strbuf_text(scratch);
}

const char *best_words(const struct decision_row *r, const char *action, struct strbuf *scratch)
{
    if (r->best_code == BEST_UNKNOWN)
        return NULL;
    switch (r->kind) {
    case DECISION_PLAY:
    case DECISION_FORCED:
        return r->best_code == BEST_AS_PLAYED ? action : play_words(r->position, r->best_code, scratch);
    case DECISION_NO_DOUBLE:
    case DECISION_DOUBLE:
        return verdict_text((enum cube_verdict)r->best_code, r->cube_side != 0);
    case DECISION_TAKE:
    case DECISION_PASS:
        return r->best_code == DECISION_TAKE || r->best_code == DECISION_PASS
                   ? decision_kind_name((enum decision_kind)r->best_code)
                   : NULL;
    }
    return NULL;
}

const char *action_words(enum decision_kind kind, int cube_side)
{
    return kind == DECISION_DOUBLE && cube_side != 0 ? "redouble" : decision_kind_name(kind);
}
