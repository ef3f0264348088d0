/* Using the bearoff databases. Two distributions of rolls against each other give the winning chance, no
 * search needed. Formulas: docs/engine.md, "Bearoff databases". */
#include "engine/bearoff.h"

#include <errno.h>
#include <string.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/attempt.h"
#include "base/os.h"
#include "base/sink.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "engine/race.h"
#include "engine/worker.h"

enum { POINTS = 6, FAR_POINTS = 8, TWO_CHEQUERS = 6, CHUNK = 256 };

struct bearoff {
    struct attempt_once made; /* the two tables below are final */
    struct bearoff_one *one;
    struct bearoff_two *two;
    /* So are these, which only races ask for that are not yet bear-offs: what somebody has put into the folder, and
     * where there is nothing, 15x8. */
    struct attempt_once larger_looked, far_made;
    struct bearoff_one *larger, *far;
    char *dir; /* where tables are kept, or NULL */
    int threads;
    bool none;
};

/* ---- tables as files ---- */

static struct bearoff_one *one_of_points(struct bearoff_one *t, int points, struct diags *d)
{
    if (!t || (t->points == points && t->form.gammons && !t->form.normal))
        return t;
    diag_at(d, SEVERITY_ERROR, 0, 0, "found a one-sided database of another kind or size, expected 15x%d", points);
    bearoff_one_free(t);
    return NULL;
}

static void *open_one(const char *path, struct diags *d)
{
    return one_of_points(bearoff_one_open(path, d), POINTS, d);
}

static void *open_far(const char *path, struct diags *d)
{
    return one_of_points(bearoff_one_open(path, d), FAR_POINTS, d);
}

static void *open_two(const char *path, struct diags *d)
{
    struct bearoff_two *t = bearoff_two_open(path, d);
    if (!t || (t->points == POINTS && t->chequers == TWO_CHEQUERS && t->cubeful))
        return t;
    diag_at(d, SEVERITY_ERROR, 0, 0, "found a two-sided database of another size or without the cube, expected 6x6");
    bearoff_two_free(t);
    return NULL;
}

static void *make_one(const struct bearoff *b)
{
    (void)b;
    return bearoff_one_make(POINTS, 1);
}

static void *make_far(const struct bearoff *b)
{
    return bearoff_one_make(FAR_POINTS, b->threads);
}

static void *make_two(const struct bearoff *b)
{
    (void)b;
    return bearoff_two_make(TWO_CHEQUERS, POINTS);
}

static void write_one(const void *table, struct strbuf *out)
{
    bearoff_one_text(table, (struct bearoff_form){.gammons = true, .compressed = true}, out);
}

static void write_two(const void *table, struct strbuf *out)
{
    bearoff_two_text(table, true, out);
}

static void free_one(void *table)
{
    bearoff_one_free(table);
}

static void free_two(void *table)
{
    bearoff_two_free(table);
}

struct table_kind {
    const char *name; /* of the file */
    void *(*open)(const char *path, struct diags *d);
    void *(*make)(const struct bearoff *b);
    void (*write)(const void *table, struct strbuf *out);
    void (*free)(void *table);
};

static const struct table_kind one_sided = {"os-15x6.bd", open_one, make_one, write_one, free_one},
                               far_sided = {"os-15x8.bd", open_far, make_far, write_one, free_one},
                               two_sided = {"ts-06x06.bd", open_two, make_two, write_two, free_two};

/* The table in a file, if that is there; a damaged one is a warning, since it can be made again. */
static void *open_table(const char *path, const struct table_kind *kind, struct diags *d)
{
    struct diags problems;
    diags_init(&problems, path);
    void *table = os_access(path, F_OK) ? kind->open(path, &problems) : NULL;
    if (problems.n != 0)
        diag_at(d, SEVERITY_WARNING, 0, 0, "%s: %s; making it again", path, problems.at[0].message);
    diags_done(&problems);
    return table;
}

/* Leaves a table in the folder and looks at it there from now on, which takes less memory. */
static void *leave_table(void *table, const char *path, const struct table_kind *kind, struct diags *d)
{
    struct strbuf bytes = {0};
    kind->write(table, &bytes);
    const int problem = file_write_atomic(path, bytes.at, bytes.length) ? 0 : errno;
    strbuf_done(&bytes);
    if (problem != 0) {
        diag_at(d, SEVERITY_WARNING, 0, 0, "%s: cannot be written: %s", path, file_problem(problem));
        return table;
    }
    void *mapped = kind->open(path, d);
    if (!mapped)
        return table;
    kind->free(table);
    return mapped;
}

/* The table as it is kept in the folder, else made and left there; NULL without memory. */
static void *table_of(const struct bearoff *b, const struct table_kind *kind, struct diags *d)
{
    if (!b->dir)
        return kind->make(b);
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", b->dir, kind->name);
    void *table = open_table(path.at, kind, d);
    if (!table && (table = kind->make(b)) != NULL)
        table = leave_table(table, path.at, kind, d);
    strbuf_done(&path);
    return table;
}

/* In the middle of an evaluation there is nobody to report to: a damaged file is made again, one that cannot be written
 * is not kept. */
static void *kept_or_made(const struct bearoff *b, const struct table_kind *kind)
{
    struct diags unheard;
    diags_init(&unheard, "bearoff database");
    void *table = table_of(b, kind, &unheard);
    diags_done(&unheard);
    return table;
}

/* ---- opening ---- */

enum { ONE_SIDED, TWO_SIDED, SIDES };

static void make_side(void *bearoff, int hand, size_t side)
{
    struct bearoff *b = bearoff;
    (void)hand;
    if (side == TWO_SIDED && !b->two)
        b->two = kept_or_made(b, &two_sided);
    if (side == ONE_SIDED && !b->one)
        b->one = kept_or_made(b, &one_sided);
}

/* Makes what is missing. `b` is shared, and gets it in the last step. */
static void make_missing(void *bearoff)
{
    struct bearoff *b = bearoff, made = {.one = b->one, .two = b->two, .dir = b->dir};
    threads_for(SIDES, SIDES, make_side, &made, NULL);
    b->one = made.one;
    b->two = made.two;
}

/* The tables, made by the first thread that needs them. */
static const struct bearoff *made(const struct bearoff *shared)
{
    struct bearoff *b = (struct bearoff *)shared;
    if (!b->none)
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

/* The largest one beyond 15x8 that somebody has put into the folder. */
static void open_larger(void *bearoff)
{
    struct bearoff *b = bearoff;
    struct bearoff_one *found = NULL;
    for (int points = BEAROFF_MAX_POINTS; b->dir && points > FAR_POINTS && !found; points--) {
        struct strbuf path = {0};
        struct diags unheard;
        strbuf_printf(&path, "%s/os-15x%d.bd", b->dir, points);
        diags_init(&unheard, path.at);
        if (os_access(path.at, F_OK))
            found = one_of_points(bearoff_one_open(path.at, &unheard), points, &unheard);
        diags_done(&unheard);
        strbuf_done(&path);
    }
    b->larger = found;
}

static void make_far_table(void *bearoff)
{
    struct bearoff *b = bearoff;
    b->far = kept_or_made(b, &far_sided);
}

/* The table for chequers up to the `highest` point, beyond those that bear off; NULL if there is none. */
static const struct bearoff_one *far_table(const struct bearoff *shared, int highest)
{
    struct bearoff *b = (struct bearoff *)shared;
    if (b->none)
        return NULL;
    attempt_once(&b->larger_looked, open_larger, b);
    if (b->larger || highest > FAR_POINTS)
        return b->larger;
    attempt_once(&b->far_made, make_far_table, b);
    return b->far;
}

bool bearoff_side(const struct bearoff *b, const int8_t own[BEAROFF_MAX_POINTS], int highest,
                  struct bearoff_distribution *out)
{
    const struct bearoff_one *t = highest <= POINTS ? bearoff_one_sided(b) : far_table(b, highest);
    if (!t || highest > t->points)
        return false;
    bearoff_one_get(t, bearoff_id(own, t->points), out);
    return true;
}

struct bearoff *bearoff_open(const struct bearoff_options *o, struct diags *d)
{
    struct bearoff *b = xcalloc(1, sizeof *b);
    const char *dir = o->dir ? o->dir : o->cache;
    pthread_mutex_init(&b->made.lock, NULL);
    pthread_mutex_init(&b->larger_looked.lock, NULL);
    pthread_mutex_init(&b->far_made.lock, NULL);
    b->threads = o->threads > 0 ? o->threads : 1;
    b->dir = dir ? xstrdup(dir) : NULL;
    b->none = o->none;
    if (o->dir && !o->none) {
        b->one = table_of(b, &one_sided, d);
        b->two = table_of(b, &two_sided, d);
    }
    return b;
}

void bearoff_close(struct bearoff *b)
{
    if (!b)
        return;
    bearoff_one_free(b->one);
    bearoff_two_free(b->two);
    bearoff_one_free(b->larger);
    bearoff_one_free(b->far);
    xfree(b->dir);
    pthread_mutex_destroy(&b->made.lock);
    pthread_mutex_destroy(&b->larger_looked.lock);
    pthread_mutex_destroy(&b->far_made.lock);
    xfree(b);
}

/* ---- looking up ---- */

struct bearoff_race bearoff_race_of(const struct bearoff_distribution *d)
{
    const double mean_pips_of_a_roll = 49.0 / 6;
    double sum = 0, squares = 0;
    for (int i = 1; i < BEAROFF_ROLLS; i++) {
        const double p = d->all[i] / (double)BEAROFF_CERTAIN;
        sum += i * p;
        squares += i * i * p;
    }
    return (struct bearoff_race){sum, sqrt(fmax(0, squares - sum * sum)), sum * mean_pips_of_a_roll};
}

/* Chance that a side whose rolls are distributed as `mine` is done before the other has made its own roll number
 * (mine + later): later = 0 for the side on roll, 1 for the other. Products of 65535ths: exact in 64 bits. */
static float finishes_first(const uint16_t mine[BEAROFF_ROLLS], const uint16_t theirs[BEAROFF_ROLLS], int later)
{
    uint64_t sum = 0, rest = BEAROFF_CERTAIN; /* chance that the opponent needs at least i (+ later) rolls */
    if (later)
        rest -= theirs[0];
    for (int i = 0; i < BEAROFF_ROLLS; i++) {
        sum += mine[i] * rest;
        rest -= i + later < BEAROFF_ROLLS ? theirs[i + later] : 0;
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
        equity[c] = (float)(bearoff_two_get(t, (size_t)us, (size_t)them, c) / 32767.5 - 1);
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

struct outcome bearoff_race_outcome(const struct bearoff_distribution *mover, const struct bearoff_distribution *roller,
                                    bool mover_whole, bool roller_whole)
{
    struct outcome o = {.win = finishes_first(mover->all, roller->all, 1)};
    if (roller_whole)
        o.win_gammon = fminf(o.win, finishes_first(mover->all, roller->first, 1));
    if (mover_whole)
        o.lose_gammon = fminf(1 - o.win, finishes_first(roller->all, mover->first, 0));
    return o;
}

static bool two_sided_outcome(const struct bearoff *b, const struct board *after, struct outcome *out)
{
    if (after->off[0] == 0 || after->off[1] == 0)
        return false;
    const struct bearoff_two *t = bearoff_two_sided(b);
    const long mover = t ? bearoff_side_id(after, 0, t->chequers, t->points) : -1;
    const long roller = mover >= 0 ? bearoff_side_id(after, 1, t->chequers, t->points) : -1;
    if (roller < 0)
        return false;
    const float roller_wins = (float)(bearoff_two_get(t, (size_t)roller, (size_t)mover, BEAROFF_CUBELESS) / 65535.0);
    *out = (struct outcome){.win = 1 - roller_wins};
    return true;
}

static bool one_sided_outcome(const struct bearoff *b, const struct board *after, struct outcome *out)
{
    const long mover = bearoff_side_id(after, 0, BOARD_CHEQUERS, POINTS);
    if (mover < 0)
        return false;
    const long roller = bearoff_side_id(after, 1, BOARD_CHEQUERS, POINTS);
    if (roller < 0)
        return false;
    const struct bearoff_one *one = bearoff_one_sided(b);
    if (!one || !gammon_is_known(board_in_play(after), after->off[0]) ||
        !gammon_is_known(board_opponent_in_play(after), after->off[1]))
        return false;
    struct bearoff_distribution of[2];
    bearoff_one_get(one, (size_t)mover, &of[0]);
    bearoff_one_get(one, (size_t)roller, &of[1]);
    *out = bearoff_race_outcome(&of[0], &of[1], after->off[0] == 0, after->off[1] == 0);
    return true;
}

bool bearoff_outcome(const struct bearoff *b, const struct board *after, struct outcome *out)
{
    return outcome_if_over(after, out) || two_sided_outcome(b, after, out) || one_sided_outcome(b, after, out);
}

/* ---- the evaluator ---- */

/* What the tables and the net of races know. The latter gives bear-offs their exact distributions too, and remembers
 * them. */
static bool is_known(const struct bearoff_evaluator *e, const struct board *after, struct race_memo memo[2],
                     struct outcome *out)
{
    return outcome_if_over(after, out) || two_sided_outcome(e->tables, after, out) ||
           race_outcome(e->race, e->tables, after, memo, out) || one_sided_outcome(e->tables, after, out);
}

/* Evaluates up to CHUNK boards: the tables' own at once, the others together. */
static void eval_chunk(const struct bearoff_evaluator *e, struct worker *w, const struct board *boards, size_t n,
                       struct outcome *out)
{
    struct board open[CHUNK];
    struct outcome answers[CHUNK];
    uint16_t place[CHUNK];
    struct race_memo memo[2] = {0};
    size_t n_open = 0;
    memo[0].kept = memo[1].kept = w ? w->sides : NULL;
    for (size_t i = 0; i < n; i++)
        if (!is_known(e, &boards[i], memo, &out[i])) {
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
    *e = (struct bearoff_evaluator){.base = {.name = "bearoff", .eval = eval},
                                    .tables = tables,
                                    .race = race_net_builtin(),
                                    .otherwise = otherwise};
}
