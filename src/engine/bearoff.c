/* Using the bearoff databases. The one idea: two distributions of rolls against each other give the winning chance, no
 * search needed. Formulas: docs/engine.md, "Bearoff databases". */
#include "engine/bearoff.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/attempt.h"
#include "base/sink.h"
#include "base/threads.h"
#include "base/xmalloc.h"

enum { POINTS = 6, TWO_CHEQUERS = 6, CHUNK = 256 };

struct bearoff {
    struct attempt_once made; /* the tables below are final */
    struct bearoff_one *one;
    struct bearoff_two *two;
};

/* ---- opening ---- */

enum { ONE_SIDED, TWO_SIDED, SIDES };

static void make_side(void *bearoff, int hand, size_t side)
{
    struct bearoff *b = bearoff;
    (void)hand;
    if (side == TWO_SIDED && !b->two)
        b->two = bearoff_two_make(TWO_CHEQUERS, POINTS);
    if (side == ONE_SIDED && !b->one)
        b->one = bearoff_one_make(POINTS);
}

/* Makes what is missing. `b` is shared, and gets it in the last step. */
static void make_missing(void *bearoff)
{
    struct bearoff *b = bearoff, made = {.one = b->one, .two = b->two};
    threads_for(SIDES, SIDES, make_side, &made, NULL);
    b->one = made.one;
    b->two = made.two;
}

/* The tables, made by whoever comes first. */
static const struct bearoff *made(const struct bearoff *shared)
{
    struct bearoff *b = (struct bearoff *)shared;
    attempt_once(&b->made, make_missing, b);
    return b;
}

const struct bearoff_one *bearoff_one_sided(const struct bearoff *b)
{
    return made(b)->one;
}

const struct bearoff_two *bearoff_two_sided(const struct bearoff *b)
{
    return made(b)->two;
}

/* Reads dir/name with `read` if it is there; a damaged file is a warning, since it can be made again. */
static void *read_table(const char *path, void *(*read)(struct span, struct diags *), struct diags *d)
{
    struct strbuf bytes = {0};
    struct diags problems;
    void *table = NULL;
    diags_init(&problems, path);
    if (file_read(path, 0, &bytes)) {
        table = read((struct span){bytes.at, bytes.length}, &problems);
        if (!table)
            diag_at(d, SEVERITY_WARNING, 0, 0, "%s: %s; making it again", path,
                    problems.n > 0 ? problems.at[0].message : "cannot be read");
    }
    diags_done(&problems);
    strbuf_done(&bytes);
    return table;
}

static void *read_one(struct span f, struct diags *d)
{
    struct bearoff_one *t = bearoff_one_read(f, d);
    if (!t || (t->points == POINTS && t->gammons))
        return t;
    diag_at(d, SEVERITY_ERROR, 0, 0, "found a one-sided database of another size or without gammons, expected 15x6");
    bearoff_one_free(t);
    return NULL;
}

static void *read_two(struct span f, struct diags *d)
{
    struct bearoff_two *t = bearoff_two_read(f, d);
    if (!t || (t->points == POINTS && t->chequers == TWO_CHEQUERS && t->cubeful))
        return t;
    diag_at(d, SEVERITY_ERROR, 0, 0, "found a two-sided database of another size or without the cube, expected 6x6");
    bearoff_two_free(t);
    return NULL;
}

static void save(const char *path, struct strbuf *bytes, struct diags *d)
{
    if (!file_write_atomic(path, bytes->at, bytes->length))
        diag_at(d, SEVERITY_WARNING, 0, 0, "%s: cannot be written", path);
    strbuf_done(bytes);
}

static void open_in(struct bearoff *b, const char *dir, struct diags *d)
{
    struct strbuf one = {0}, two = {0}, bytes = {0};
    strbuf_printf(&one, "%s/os-15x%d.bd", dir, POINTS);
    strbuf_printf(&two, "%s/ts-%02dx%02d.bd", dir, TWO_CHEQUERS, POINTS);
    b->one = read_table(one.at, read_one, d);
    b->two = read_table(two.at, read_two, d);
    const bool new_one = !b->one, new_two = !b->two;
    make_missing(b);
    atomic_store(&b->made.done, true);
    if (new_one) {
        bearoff_one_write(b->one, true, true, &bytes);
        save(one.at, &bytes, d);
    }
    if (new_two) {
        bearoff_two_write(b->two, true, &bytes);
        save(two.at, &bytes, d);
    }
    strbuf_done(&one);
    strbuf_done(&two);
}

struct bearoff *bearoff_open(const char *dir, struct diags *d)
{
    struct bearoff *b = xcalloc(1, sizeof *b);
    pthread_mutex_init(&b->made.lock, NULL);
    if (dir)
        open_in(b, dir, d);
    return b;
}

void bearoff_close(struct bearoff *b)
{
    if (!b)
        return;
    bearoff_one_free(b->one);
    bearoff_two_free(b->two);
    pthread_mutex_destroy(&b->made.lock);
    xfree(b);
}

/* ---- looking up ---- */

struct bearoff_race bearoff_one_race(const struct bearoff_one *t, size_t id)
{
    const double mean_pips_of_a_roll = 49.0 / 6;
    double sum = 0, squares = 0;
    for (int i = 1; i < BEAROFF_ROLLS; i++) {
        const double p = t->at[id].all[i] / (double)BEAROFF_CERTAIN;
        sum += i * p;
        squares += i * i * p;
    }
    return (struct bearoff_race){sum, sqrt(fmax(0, squares - sum * sum)), sum * mean_pips_of_a_roll};
}

/* Chance that a side whose rolls are distributed as `mine` is done before the other has made its own roll number
 * (mine + later): later = 0 for the side on roll, 1 for the other. Products of 65535ths: exact in 64 bits. */
static float finishes_first(const uint16_t mine[BEAROFF_ROLLS], const uint16_t his[BEAROFF_ROLLS], int later)
{
    uint64_t sum = 0, rest = BEAROFF_CERTAIN; /* chance that he needs at least i (+ later) rolls */
    if (later)
        rest -= his[0];
    for (int i = 0; i < BEAROFF_ROLLS; i++) {
        sum += mine[i] * rest;
        rest -= i + later < BEAROFF_ROLLS ? his[i + later] : 0;
    }
    return (float)((double)sum / ((double)BEAROFF_CERTAIN * BEAROFF_CERTAIN));
}

bool bearoff_two_equities(const struct bearoff_two *t, const struct board *on_roll, float equity[BEAROFF_CUBES])
{
    const long us = bearoff_side_id(on_roll, 0, t->chequers, t->points);
    if (us < 0)
        return false;
    const long them = bearoff_side_id(on_roll, 1, t->chequers, t->points);
    if (them < 0)
        return false;
    for (int c = 0; c < BEAROFF_CUBES; c++)
        equity[c] = (float)(t->at[(size_t)us * t->n + (size_t)them][c] / 32767.5 - 1);
    return true;
}

bool outcome_if_over(const struct board *after, struct outcome *out)
{
    const int won = after->off[0] > 0 ? board_won(after) : 0;
    const int lost = won == 0 && after->off[1] > 0 ? board_lost(after) : 0;
    if (won == 0 && lost == 0)
        return false;
    *out = (struct outcome){.win = won > 0,
                            .win_gammon = won > 1,
                            .win_backgammon = won > 2,
                            .lose_gammon = lost > 1,
                            .lose_backgammon = lost > 2};
    return true;
}

/* A gammon is possible only while all 15 are there; with fewer from the start (hypergammon) the tables know nothing. */
static bool gammon_is_known(int in_play, int off)
{
    return off > 0 || in_play == BOARD_CHEQUERS;
}

/* Both sides by the one-sided table: the opponent of the mover is on roll. */
static struct outcome race_outcome(const struct bearoff_one *t, const struct board *after, long mover, long roller)
{
    const struct bearoff_distribution *m = &t->at[mover], *r = &t->at[roller];
    struct outcome o = {.win = finishes_first(m->all, r->all, 1)};
    if (after->off[1] == 0)
        o.win_gammon = fminf(o.win, finishes_first(m->all, r->first, 1));
    if (after->off[0] == 0)
        o.lose_gammon = fminf(1 - o.win, finishes_first(r->all, m->first, 0));
    return o;
}

static bool two_sided_outcome(const struct bearoff_two *t, const struct board *after, long mover, long roller,
                              struct outcome *out)
{
    if (!t || after->off[0] == 0 || after->off[1] == 0 || mover >= (long)t->n || roller >= (long)t->n)
        return false;
    const float roller_wins = (float)(t->at[(size_t)roller * t->n + (size_t)mover][BEAROFF_CUBELESS] / 65535.0);
    *out = (struct outcome){.win = 1 - roller_wins};
    return true;
}

bool bearoff_outcome(const struct bearoff *b, const struct board *after, struct outcome *out)
{
    if (outcome_if_over(after, out))
        return true;
    const long mover = bearoff_side_id(after, 0, BOARD_CHEQUERS, POINTS);
    if (mover < 0)
        return false;
    const long roller = bearoff_side_id(after, 1, BOARD_CHEQUERS, POINTS);
    if (roller < 0)
        return false;
    if (two_sided_outcome(bearoff_two_sided(b), after, mover, roller, out))
        return true;
    const struct bearoff_one *one = bearoff_one_sided(b);
    if (!one || !gammon_is_known(board_in_play(after), after->off[0]) ||
        !gammon_is_known(board_opponent_in_play(after), after->off[1]))
        return false;
    *out = race_outcome(one, after, mover, roller);
    return true;
}

/* ---- the evaluator ---- */

/* Evaluates up to CHUNK boards: the tables' own at once, the others together. */
static void eval_chunk(const struct bearoff_evaluator *e, struct worker *w, const struct board *boards, size_t n,
                       struct outcome *out)
{
    struct board open[CHUNK];
    struct outcome answers[CHUNK];
    uint16_t place[CHUNK];
    size_t n_open = 0;
    for (size_t i = 0; i < n; i++)
        if (!bearoff_outcome(e->tables, &boards[i], &out[i])) {
            open[n_open] = boards[i];
            place[n_open++] = (uint16_t)i;
        }
    if (n_open == 0)
        return;
    e->otherwise->eval(e->otherwise, w, open, n_open, answers);
    for (size_t i = 0; i < n_open; i++)
        out[place[i]] = answers[i];
}

static void eval(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                 struct outcome *out)
{
    for (size_t i = 0; i < n; i += CHUNK)
        eval_chunk((const struct bearoff_evaluator *)self, w, boards + i, n - i < CHUNK ? n - i : CHUNK, out + i);
}

void bearoff_evaluator_init(struct bearoff_evaluator *e, const struct bearoff *tables,
                            const struct evaluator *otherwise)
{
    *e =
        (struct bearoff_evaluator){.base = {.name = "bearoff", .eval = eval}, .tables = tables, .otherwise = otherwise};
}
