/* Decisions in a few bytes; see brief.h. */
#include "collection/packed.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "collection/codes.h"

/* The first byte: kind, counted, close, does something of the decisions before change. The second: phase, plan, is
 * there an error with the cube. */
enum {
    COUNTED_AT = 3,
    CLOSE_AT = 5,
    CHANGED = 1 << 7,
    PLAN_AT = 3,
    WRONG_CUBE = 1 << 7,
    STEP_MOST = 15,
    EARLY = 2 /* moves of a game whose plays are kept */
};
_Static_assert(DECISION_FORCED < 8 && COUNTED_CUBE < 4 && PHASES < 8 && PLANS < 16, "what two bytes have room for");

/* ---- numbers: seven bits a byte, the lowest first; small ones of either sign are short ---- */

static void put_number(struct strbuf *out, int64_t n)
{
    uint64_t left = (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0);
    for (; left > 0x7f; left >>= 7)
        strbuf_putc(out, (char)(0x80 | (left & 0x7f)));
    strbuf_putc(out, (char)left);
}

static bool get_byte(struct span *rest, int *out)
{
    if (rest->length == 0)
        return false;
    *out = (unsigned char)*rest->at++;
    rest->length--;
    return true;
}

static bool get_number(struct span *rest, int64_t *out)
{
    uint64_t n = 0;
    int byte = 0x80;
    for (int shift = 0; (byte & 0x80) != 0; shift += 7) {
        if (shift > 63 || !get_byte(rest, &byte))
            return false;
        n |= (uint64_t)(byte & 0x7f) << shift;
    }
    *out = (int64_t)(n >> 1 ^ ((n & 1) != 0 ? UINT64_MAX : 0));
    return true;
}

/* No number of a decision is anywhere near the limits. */
static bool get_int(struct span *rest, int *out)
{
    int64_t n = 0;
    if (!get_number(rest, &n) || n < INT_MIN / 2 || n > INT_MAX / 2)
        return false;
    *out = (int)n;
    return true;
}

/* ---- writing ---- */

static bool is_early(const struct decision_row *d)
{
    return d->kind == DECISION_PLAY && d->number <= EARLY;
}

static bool is_step(int from, int to)
{
    return to >= from && to - from <= STEP_MOST;
}

static bool has_changed(const struct brief *last, const struct decision_row *d)
{
    return d->game != last->game || d->away[0] != last->away[0] || d->away[1] != last->away[1] ||
           d->cube != last->cube || d->cube_side != last->cube_side || !is_step(last->n, d->n) ||
           !is_step(last->number, d->number);
}

static void put_place(struct brief *last, const struct decision_row *d, bool changed, struct strbuf *out)
{
    const struct brief now = {d->n, d->game, d->number, {d->away[0], d->away[1]}, d->cube, d->cube_side};
    if (changed) {
        const int all[] = {now.n, now.game, now.number, now.away[0], now.away[1], now.cube, now.cube_side};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            put_number(out, all[i]);
    } else {
        strbuf_putc(out, (char)((now.n - last->n) | (now.number - last->number) << 4));
    }
    *last = now;
}

/* 0 = not known. */
static void put_error(double error, struct strbuf *out)
{
    const int64_t amount = isnan(error) ? 0 : llround(error * BILLION);
    put_number(out, isnan(error) ? 0 : amount < 0 ? amount : amount + 1);
}

void brief_add(struct brief *last, const struct decision_row *d, struct strbuf *out)
{
    const bool changed = has_changed(last, d);
    strbuf_putc(out, (char)((int)d->kind | (int)d->counted << COUNTED_AT | (d->close + 1) << CLOSE_AT |
                            (changed ? CHANGED : 0)));
    strbuf_putc(out, (char)((d->phase + 1) | (d->plan + 1) << PLAN_AT | (d->cube_error >= 0 ? WRONG_CUBE : 0)));
    put_place(last, d, changed, out);
    if (d->cube_error >= 0)
        put_number(out, d->cube_error);
    put_error(d->error, out);
    put_number(out, (int64_t)d->themes);
    if (!is_early(d))
        return;
    put_number(out, strcmp(d->position, POSITION_ID_START) == 0);
    put_number(out, d->dice);
    put_number(out, d->play);
}

/* ---- reading ---- */

static bool get_place(struct brief *last, struct span *rest, bool changed)
{
    int step = 0;
    if (changed)
        return get_int(rest, &last->n) && get_int(rest, &last->game) && get_int(rest, &last->number) &&
               get_int(rest, &last->away[0]) && get_int(rest, &last->away[1]) && get_int(rest, &last->cube) &&
               get_int(rest, &last->cube_side);
    if (!get_byte(rest, &step))
        return false;
    last->n += step & STEP_MOST;
    last->number += step >> 4;
    return true;
}

static bool get_error(struct span *rest, double *out)
{
    int64_t n = 0;
    if (!get_number(rest, &n))
        return false;
    *out = n == 0 ? (double)NAN : (double)(n < 0 ? n : n - 1) / BILLION;
    return true;
}

static bool get_play(struct span *rest, struct decision_row *d)
{
    int starts = 0;
    if (!get_int(rest, &starts) || !get_int(rest, &d->dice) || !get_number(rest, &d->play))
        return false;
    if (starts != 0)
        memcpy(d->position, POSITION_ID_START, sizeof d->position);
    return true;
}

bool brief_next(struct brief *last, struct span *rest, struct decision_row *out)
{
    struct span at = *rest;
    int head = 0, class = 0, wrong = -1;
    int64_t themes = 0;
    double error = NAN;
    if (!get_byte(&at, &head) || !get_byte(&at, &class) || !get_place(last, &at, (head & CHANGED) != 0) ||
        ((class & WRONG_CUBE) != 0 && !get_int(&at, &wrong)) || !get_error(&at, &error) || !get_number(&at, &themes))
        return false;
    *out = (struct decision_row){.n = last->n,
                                 .game = last->game,
                                 .number = last->number,
                                 .kind = (enum decision_kind)(head & 7),
                                 .action = "",
                                 .best_code = BEST_UNKNOWN,
                                 .n_legal = -1,
                                 .away = {last->away[0], last->away[1]},
                                 .phase = (class & 7) - 1,
                                 .plan = (class >> PLAN_AT & 15) - 1,
                                 .cube = last->cube,
                                 .cube_side = last->cube_side,
                                 .counted = (enum counted)(head >> COUNTED_AT & 3),
                                 .error = error,
                                 .error_mwc = NAN,
                                 .luck = NAN,
                                 .luck_mwc = NAN,
                                 .themes = (theme_set)themes,
                                 .close = (head >> CLOSE_AT & 3) - 1,
                                 .cube_error = wrong};
    if ((is_early(out) && !get_play(&at, out)) || !row_is_sound(out))
        return false;
    *rest = at;
    return true;
}
