/* Databases of hypergammon: made whole, interrupted and by several threads, checked against the plays of the board, and
 * refused where they are damaged. One chequer a side takes a few hundredths of a second; two are the business of
 * `make check-hyper`. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/assertions.h"

#include "base/sink.h"
#include "engine/bearoff.h"
#include "engine/engine.h"
#include "engine/hyper.h"
#include "engine/hyper_file.h"
#include "engine/hyper_limit.h"
#include "engine/hyper_plays.h"
#include "match/moves.h"

static char folder[] = "/tmp/kibitzer-hyper-XXXXXX";
static char whole[64]; /* the database of one chequer, made in one go */

static void path_of(char out[64], const char *name)
{
    snprintf(out, 64, "%s/%s", folder, name);
}

static enum hyper_end make(const char *file, double converge, int threads, const volatile sig_atomic_t *stop,
                           void (*progress)(void *, const struct hyper_progress *), struct hyper_made *made)
{
    const struct hyper_order o = {.chequers = 1,
                                  .threads = threads,
                                  .converge = converge,
                                  .file = file,
                                  .save_every = 0,
                                  .progress = progress,
                                  .stop = stop};
    struct diags d;
    diags_init(&d, "test");
    const enum hyper_end end = hyper_make(&o, made, &d);
    expect_no_diags(&d, SEVERITY_NOTE, __FILE__, __LINE__);
    diags_done(&d);
    return end;
}

static void expect_same_files(const char *a, const char *b)
{
    struct strbuf x = {0}, y = {0};
    assert_true(file_read(a, 0, &x) && file_read(b, 0, &y));
    assert_int_equal(x.length, y.length);
    assert_memory_equal(x.at, y.at, x.length);
    strbuf_done(&x), strbuf_done(&y);
}

/* ---- placings and plays ---- */

TEST(every_placing_on_the_whole_board_has_its_own_id)
{
    const size_t n = bearoff_positions(3, BEAROFF_WHOLE_BOARD);
    assert_int_equal(n, 3276);
    for (size_t id = 0; id < n; id++) {
        int8_t own[BEAROFF_WHOLE_BOARD];
        int chequers = 0;
        bearoff_placing(id, 3, BEAROFF_WHOLE_BOARD, own);
        for (int p = 0; p < BEAROFF_WHOLE_BOARD; p++)
            chequers += own[p];
        assert_in_range(chequers, 0, 3);
        assert_int_equal(bearoff_id(own, BEAROFF_WHOLE_BOARD), id);
    }
}

static void set_side(struct board *b, int side, const int8_t own[HYPER_BAR], int chequers)
{
    int left = chequers;
    for (int p = 1; p <= HYPER_BAR; p++) {
        b->point[side == 0 ? p : 25 - p] =
            (int8_t)(b->point[side == 0 ? p : 25 - p] + (side == 0 ? own[p - 1] : -own[p - 1]));
        left -= own[p - 1];
    }
    b->off[side] = (int8_t)left;
}

static bool board_of(const struct hyper_game *g, size_t us, size_t them, struct board *b)
{
    *b = (struct board){0};
    if ((hyper_mirrored(g->placing[us].points) & g->placing[them].points) != 0)
        return false;
    set_side(b, 0, g->placing[us].own, g->chequers);
    set_side(b, 1, g->placing[them].own, g->chequers);
    return true;
}

static size_t number_of_side(const struct hyper_game *g, const struct board *b, int side)
{
    return g->number[bearoff_side_id(b, side, g->chequers, HYPER_BAR)];
}

/* The boards that the list of plays leads to are those of the generator of plays, no more and no fewer. */
static void expect_plays(const struct hyper_game *g, size_t us, size_t them, const struct board *b, int throw)
{
    static struct board expected[MOVES_MAX];
    bool seen[64] = {false};
    const int made = g->placing[them].made, barred = made > 0 ? HYPER_BAR - made : 0;
    int n = moves_boards(b, bearoff_throws[throw].high, bearoff_throws[throw].low, expected);
    if (n == 0)
        expected[n++] = *b;
    assert_in_range(n, 1, 63);
    const struct hyper_play *p = hyper_plays_of(g, us, barred, throw), *end = hyper_plays_end(g, us, barred, throw);
    assert_true(p < end);
    for (; p < end; p++) {
        size_t after = them;
        int at = 0;
        for (int i = 0; i < HYPER_STEPS && p->land[i] != 0; i++)
            after = g->hit[p->land[i]][after];
        while (at < n &&
               (number_of_side(g, &expected[at], 0) != p->next || number_of_side(g, &expected[at], 1) != after))
            at++;
        assert_in_range(at, 0, n - 1);
        seen[at] = true;
    }
    for (int i = 0; i < n; i++)
        assert_true(seen[i]);
}

TEST(plays_are_those_of_the_board)
{
    for (int chequers = 1; chequers <= 3; chequers++) {
        struct hyper_game g;
        hyper_game_init(&g, chequers);
        const size_t step = chequers == 1 ? 1 : chequers == 2 ? 7 : 211;
        for (size_t i = g.n; i < g.n * g.n; i += step) {
            struct board b;
            const size_t us = i / g.n, them = i % g.n;
            if (them != 0 && board_of(&g, us, them, &b))
                expect_plays(&g, us, them, &b, (int)(i / step % BEAROFF_THROWS));
        }
        hyper_game_done(&g);
    }
}

/* ---- values ---- */

static struct hyper_value value_of(const struct hyper *h, const struct board *b)
{
    struct hyper_value v;
    assert_true(hyper_value(h, b, &v));
    return v;
}

TEST(the_start_has_the_known_values)
{
    struct diags d;
    struct board b;
    diags_init(&d, "test");
    struct hyper *h = hyper_open(whole, 1, &d);
    assert_non_null(h);
    board_start(&b, VARIANT_HYPERGAMMON_1);
    const struct hyper_value v = value_of(h, &b);
    assert_float_equal(v.equity[HYPER_OWNED], .5883, 5e-5);
    assert_float_equal(v.equity[HYPER_CENTRED], .5393, 5e-5);
    assert_float_equal(v.equity[HYPER_JACOBY], .4557, 5e-5);
    assert_float_equal(v.equity[HYPER_OPPONENT_OWNS], .3864, 5e-5);
    assert_float_equal(v.outcome.win_gammon, v.outcome.win, 1e-6); /* with one chequer every win is a gammon */
    board_start(&b, VARIANT_HYPERGAMMON_2);
    struct hyper_value none;
    assert_false(hyper_value(h, &b, &none));
    hyper_close(h);
    diags_done(&d);
}

/* What is left to the mover where the opponent is on roll with `v`: cubeless, then by enum hyper_cube. */
static void left_by(const struct hyper_value *v, double left[1 + HYPER_CUBES])
{
    const double taken = fmin(1, 2 * (double)v->equity[HYPER_OPPONENT_OWNS]);
    left[0] = -(double)outcome_equity(v->outcome);
    left[1 + HYPER_OWNED] = -(double)v->equity[HYPER_OPPONENT_OWNS];
    left[1 + HYPER_CENTRED] = -fmax(v->equity[HYPER_CENTRED], taken);
    left[1 + HYPER_JACOBY] = -fmax(v->equity[HYPER_JACOBY], taken);
    left[1 + HYPER_OPPONENT_OWNS] = -fmax(v->equity[HYPER_OWNED], taken);
}

static void add_throw(const struct hyper *h, const struct board *b, const struct bearoff_throw *t,
                      double sum[1 + HYPER_CUBES])
{
    static struct board after[MOVES_MAX];
    double best[1 + HYPER_CUBES] = {-9, -9, -9, -9, -9};
    int n = moves_boards(b, t->high, t->low, after);
    if (n == 0)
        after[n++] = *b;
    for (int i = 0; i < n; i++) {
        struct board next;
        double left[1 + HYPER_CUBES];
        board_flip(&after[i], &next);
        const struct hyper_value v = value_of(h, &next);
        left_by(&v, left);
        for (int c = 0; c <= HYPER_CUBES; c++)
            best[c] = fmax(best[c], left[c]);
    }
    for (int c = 0; c <= HYPER_CUBES; c++)
        sum[c] += t->weight * best[c] / 36;
}

TEST(every_value_is_the_mean_of_the_best_replies)
{
    struct diags d;
    struct hyper_game g;
    diags_init(&d, "test");
    hyper_game_init(&g, 1);
    struct hyper *h = hyper_open(whole, 1, &d);
    int n = 0;
    for (size_t us = 1; us < g.n; us++)
        for (size_t them = 1; them < g.n; them++) {
            struct board b;
            double mean[1 + HYPER_CUBES] = {0};
            if (!board_of(&g, us, them, &b))
                continue;
            for (int t = 0; t < BEAROFF_THROWS; t++)
                add_throw(h, &b, &bearoff_throws[t], mean);
            const struct hyper_value v = value_of(h, &b);
            assert_float_equal(mean[0], outcome_equity(v.outcome), 3e-6);
            for (int c = 0; c < HYPER_CUBES; c++)
                assert_float_equal(mean[1 + c], v.equity[c], 3e-6);
            n++;
        }
    assert_int_equal(n, 25 * 25 - 24);
    hyper_close(h);
    hyper_game_done(&g);
    diags_done(&d);
}

/* ---- near the limit of the cube ---- */

/* The states of a cube that can be turned three times more, and their values; as a search has them. */
struct limited {
    struct hyper_limit *low, *high;
    struct cube_model model;
};

static void limited_begin(struct limited *l, const struct hyper *h, bool jacoby, enum hyper_raises raises)
{
    struct position p;
    const struct rules rules = {.variant = VARIANT_HYPERGAMMON_1,
                                .cube = true,
                                .cube_limit = 8,
                                .jacoby = jacoby,
                                .beavers = raises != HYPER_NO_BEAVERS,
                                .one_beaver = raises == HYPER_ONE_BEAVER};
    position_start(&p, &rules, 0, (const int[2]){0, 0}, false);
    struct hyper_settling how = {.threads = 1, .converge = HYPER_FINEST};
    l->low = hyper_limit_make(h, NULL, 1, raises, &how);
    l->high = hyper_limit_make(h, l->low, 1, raises, &how);
    assert_true(how.error < 1e-6 && how.sweeps > 3);
    cube_model_init(&l->model, &p, met_default());
}

/* What a play leaves its player, who is player 0, in every state: the other one takes the best cube action. */
static void left_near_limit(const struct limited *l, const struct board *after, float left[CUBE_STATES_MAX])
{
    float value[CUBE_STATES_MAX];
    struct board next;
    board_flip(after, &next);
    const bool over = after->off[0] == 1;
    if (!over)
        assert_true(hyper_limit_values(l->high, &l->model, &next, 1, ~0u, value));
    for (int i = 0; i < l->model.n_states; i++)
        left[i] = over ? cube_final(&l->model, 0, i, board_won(after))
                       : cube_turned(&l->model, cube_best(&l->model, 1, i, value));
}

static void add_throw_near_limit(const struct limited *l, const struct board *b, const struct bearoff_throw *t,
                                 double sum[CUBE_STATES_MAX])
{
    static struct board after[MOVES_MAX];
    float best[CUBE_STATES_MAX], left[CUBE_STATES_MAX];
    int n = moves_boards(b, t->high, t->low, after);
    if (n == 0)
        after[n++] = *b;
    for (int i = 0; i < n; i++) {
        left_near_limit(l, &after[i], i == 0 ? best : left);
        for (int s = 0; i > 0 && s < l->model.n_states; s++)
            best[s] = fmaxf(best[s], left[s]);
    }
    for (int s = 0; s < l->model.n_states; s++)
        sum[s] += t->weight * (double)best[s] / 36;
}

static void expect_means_near_limit(const struct hyper *h, const struct hyper_game *g, bool jacoby,
                                    enum hyper_raises raises)
{
    struct limited l;
    int n = 0;
    limited_begin(&l, h, jacoby, raises);
    for (size_t us = 1; us < g->n; us++)
        for (size_t them = 1; them < g->n; them++) {
            struct board b;
            double mean[CUBE_STATES_MAX] = {0};
            float value[CUBE_STATES_MAX];
            if (!board_of(g, us, them, &b))
                continue;
            for (int t = 0; t < BEAROFF_THROWS; t++)
                add_throw_near_limit(&l, &b, &bearoff_throws[t], mean);
            assert_true(hyper_limit_values(l.high, &l.model, &b, 0, ~0u, value));
            for (int s = 0; s < l.model.n_states; s++, n++)
                assert_float_equal(mean[s] / (1 << l.model.state[s].level),
                                   value[s] / (float)(1 << l.model.state[s].level), 6e-6);
        }
    assert_int_equal(n, (25 * 25 - 24) * l.model.n_states);
    hyper_limit_free(l.high), hyper_limit_free(l.low);
}

/* In every state, by plays and cube actions of the board and the cube model, which the maker knows nothing of. */
TEST(near_the_limit_every_value_is_the_mean_of_the_best_replies)
{
    struct diags d;
    struct hyper_game g;
    diags_init(&d, "test");
    hyper_game_init(&g, 1);
    struct hyper *h = hyper_open(whole, 1, &d);
    for (int rules = 0; rules < 2 * HYPER_RAISES; rules++)
        expect_means_near_limit(h, &g, (rules & 1) != 0, (enum hyper_raises)(rules / 2));
    hyper_close(h);
    hyper_game_done(&g);
    diags_done(&d);
}

static enum hyper_end make_limits(const struct hyper *h, const char *file, int turns, int threads)
{
    struct hyper_limit_order o = {.database = h,
                                  .chequers = 1,
                                  .turns = turns,
                                  .file = file,
                                  .how = {.threads = threads, .converge = HYPER_FINEST}};
    const enum hyper_end end = hyper_limits_make(&o);
    assert_true(end != HYPER_DONE || (o.how.sweeps > 3 && o.how.error < 1e-6));
    return end;
}

/* In all states of every position, as the tables of a run have them. */
static void expect_like_tables(const struct limited *l, const struct hyper_limit *file, const struct hyper_game *g)
{
    for (size_t us = 1; us < g->n; us++)
        for (size_t them = 1; them < g->n; them++) {
            struct board b;
            float value[CUBE_STATES_MAX], expected[CUBE_STATES_MAX];
            if (!board_of(g, us, them, &b))
                continue;
            assert_true(hyper_limit_values(l->high, &l->model, &b, 0, ~0u, expected));
            assert_true(hyper_limit_values(file, &l->model, &b, 0, ~0u, value));
            for (int s = 0; s < l->model.n_states; s++)
                assert_float_equal(value[s] / (float)(1 << l->model.state[s].level),
                                   expected[s] / (float)(1 << l->model.state[s].level), 3e-7);
        }
}

TEST(a_file_near_the_limit_has_the_values_of_the_tables)
{
    char file[64];
    struct diags d;
    struct hyper_game g;
    diags_init(&d, "test");
    hyper_game_init(&g, 1);
    path_of(file, "limit16.bd");
    struct hyper *h = hyper_open(whole, 1, &d);
    assert_int_equal(make_limits(h, file, 4, 1), HYPER_DONE); /* one turn more than is asked for */
    assert_true(hyper_limits_are(file) && !hyper_limits_are(whole));
    struct hyper_limits *limits = hyper_limits_open(file, 1, &d);
    assert_int_equal(hyper_limits_turns(limits), 4);
    for (int rules = 0; rules < 2 * HYPER_RAISES; rules++) {
        struct limited l;
        const enum hyper_raises raises = (enum hyper_raises)(rules / 2);
        struct hyper_limit *of_file = hyper_limit_of_file(limits, h, raises);
        limited_begin(&l, h, (rules & 1) != 0, raises);
        expect_like_tables(&l, of_file, &g);
        hyper_limit_free(of_file), hyper_limit_free(l.high), hyper_limit_free(l.low);
    }
    hyper_limits_close(limits);
    hyper_close(h);
    hyper_game_done(&g);
    diags_done(&d);
}

TEST(threads_do_not_change_a_file_near_the_limit)
{
    char one[64], three[64];
    struct diags d;
    diags_init(&d, "test");
    path_of(one, "one.bd"), path_of(three, "three.bd");
    struct hyper *h = hyper_open(whole, 1, &d);
    assert_int_equal(make_limits(h, one, 2, 1), HYPER_DONE);
    assert_int_equal(make_limits(h, three, 2, 3), HYPER_DONE);
    expect_same_files(one, three);
    assert_int_equal(make_limits(h, "/nonexistent/limit.bd", 1, 1), HYPER_NOT_WRITTEN);
    hyper_close(h);
    diags_done(&d);
}

static void expect_limits_refused(const char *file, int chequers, const char *why)
{
    struct diags d;
    diags_init(&d, "test");
    assert_null(hyper_limits_open(file, chequers, &d));
    expect_diag(&d, SEVERITY_ERROR, 0, 0, why, __FILE__, __LINE__);
    diags_done(&d);
}

TEST(a_file_near_the_limit_that_is_damaged_is_refused)
{
    char file[64], other[64];
    struct strbuf bytes = {0};
    path_of(file, "one.bd"), path_of(other, "other.bd");
    expect_limits_refused(file, 2, "found 1 chequers, expected 2");
    expect_limits_refused(whole, 1, "found no header line");
    expect_limits_refused("/nonexistent", 1, "No such file");
    assert_true(file_read(file, 0, &bytes));
    assert_true(file_write_atomic(other, bytes.at, bytes.length - 1));
    expect_limits_refused(other, 1, "bytes, expected");
    bytes.at[bytes.length / 2] ^= 1;
    assert_true(file_write_atomic(other, bytes.at, bytes.length));
    expect_limits_refused(other, 1, "the hash does not fit");
    strbuf_done(&bytes);
}

TEST(the_error_that_is_given_is_not_too_small)
{
    char rough[64];
    struct hyper_made made;
    struct diags d;
    path_of(rough, "rough.bd");
    assert_int_equal(make(rough, 1e-2, 1, NULL, NULL, &made), HYPER_DONE);
    diags_init(&d, "test");
    struct hyper *a = hyper_open(rough, 1, &d), *b = hyper_open(whole, 1, &d);
    struct hyper_game g;
    hyper_game_init(&g, 1);
    double equities = 0, chances = 0;
    for (size_t i = g.n; i < g.n * g.n; i++) {
        struct board board;
        if (i % g.n == 0 || !board_of(&g, i / g.n, i % g.n, &board))
            continue;
        const struct hyper_value x = value_of(a, &board), y = value_of(b, &board);
        chances = fmax(chances, fabs((double)x.outcome.win - (double)y.outcome.win));
        for (int c = 0; c < HYPER_CUBES; c++)
            equities = fmax(equities, fabs((double)x.equity[c] - (double)y.equity[c]));
    }
    assert_true(equities > 1e-6 && chances > 1e-6); /* it stopped early, indeed */
    assert_true(equities <= made.error[0] && chances <= made.error[1]);
    hyper_game_done(&g);
    hyper_close(a), hyper_close(b);
    diags_done(&d);
}

/* ---- the same bytes ---- */

TEST(threads_do_not_change_the_file)
{
    char file[64];
    struct hyper_made made;
    path_of(file, "threads.bd");
    assert_int_equal(make(file, 1e-6, 3, NULL, NULL, &made), HYPER_DONE);
    expect_same_files(file, whole);
}

static volatile sig_atomic_t stop;
static int stop_at; /* this many calls later */

static void stop_soon(void *context, const struct hyper_progress *p)
{
    (void)context, (void)p;
    if (--stop_at <= 0)
        stop = 1;
}

/* Stopped again and again, among the equities and among the chances. */
TEST(an_interrupted_run_ends_with_the_same_file)
{
    char file[64], kept[72];
    struct hyper_made made;
    path_of(file, "parts.bd");
    snprintf(kept, sizeof kept, "%s.state", file);
    enum hyper_end end;
    int runs = 0;
    do {
        stop = 0, stop_at = 150; /* some six sweeps */
        end = make(file, 1e-6, 1, &stop, stop_soon, &made);
        assert_int_equal(end == HYPER_STOPPED, access(kept, F_OK) == 0);
        assert_int_equal(made.continued_from > 0, runs > 0);
        runs++;
    } while (end == HYPER_STOPPED);
    assert_int_equal(end, HYPER_DONE);
    assert_in_range(runs, 4, 9);
    expect_same_files(file, whole);
}

static void expect_begun_anew(const char *file, double converge, const char *why)
{
    const struct hyper_order o = {.chequers = 1, .threads = 1, .converge = converge, .file = file, .save_every = 3600};
    struct hyper_made made;
    struct diags d;
    diags_init(&d, "test");
    assert_int_equal(hyper_make(&o, &made, &d), HYPER_DONE);
    assert_int_equal(made.continued_from, 0);
    expect_diag(&d, SEVERITY_WARNING, 0, 0, why, __FILE__, __LINE__);
    diags_done(&d);
}

TEST(a_state_that_is_of_no_use_is_replaced)
{
    char file[64], kept[72];
    struct hyper_made made;
    struct strbuf bytes = {0};
    path_of(file, "damaged.bd");
    snprintf(kept, sizeof kept, "%s.state", file);
    stop = 1;
    assert_int_equal(make(file, 1e-6, 1, &stop, NULL, &made), HYPER_STOPPED);
    assert_true(file_read(kept, 0, &bytes));
    expect_begun_anew(file, 1e-3, "another --converge");
    assert_true(file_write_atomic(kept, bytes.at, bytes.length - 1));
    expect_begun_anew(file, 1e-6, "cut off");
    bytes.at[bytes.length / 2] ^= 1;
    assert_true(file_write_atomic(kept, bytes.at, bytes.length));
    expect_begun_anew(file, 1e-6, "damaged");
    assert_true(file_write_atomic(kept, "something else", 14));
    expect_begun_anew(file, 1e-6, "something else");
    expect_same_files(file, whole);
    strbuf_done(&bytes);
}

TEST(a_file_that_cannot_be_written_is_an_error)
{
    char file[64];
    struct hyper_made made;
    path_of(file, "no/where.bd");
    assert_int_equal(make(file, 1e-2, 1, NULL, NULL, &made), HYPER_NOT_WRITTEN);
    assert_int_equal(errno, FOLDER_IS_MISSING);
}

/* ---- reading ---- */

static void expect_refused(const char *bytes, size_t length, const char *why)
{
    char file[64];
    struct diags d;
    path_of(file, "bad.bd");
    assert_true(file_write_atomic(file, bytes, length));
    diags_init(&d, file);
    assert_null(hyper_open(file, 1, &d));
    expect_diag(&d, SEVERITY_ERROR, 0, 0, why, __FILE__, __LINE__);
    diags_done(&d);
}

TEST(what_is_no_database_is_refused)
{
    struct strbuf b = {0};
    assert_true(file_read(whole, 0, &b));
    expect_refused(b.at, 0, "no header line");
    expect_refused(b.at, 39, "no header line");
    expect_refused(b.at, b.length - 1, "found 18967 bytes, expected 18968");
    expect_refused("gnubg-OS-06-15-1-1-0xxxxxxxxxxxxxxxxxxx\n", 40, "no header line");
    b.at[7] = '2';
    expect_refused(b.at, b.length, "found 2 chequers, expected 1");
    b.at[7] = '4';
    expect_refused(b.at, b.length, "no header line");
    b.at[7] = '1';
    b.at[HYPER_HEADER + (24 * 26 + 24) * HYPER_ENTRY + 2] = 0; /* wins fewer games than gammons */
    expect_refused(b.at, b.length, "values that no position has");
    strbuf_done(&b);
    struct diags d;
    diags_init(&d, "test");
    assert_null(hyper_open(folder, 1, &d));
    expect_diag(&d, SEVERITY_ERROR, 0, 0, "Is a directory", __FILE__, __LINE__);
    diags_done(&d);
}

TEST(entries_keep_what_they_are_given)
{
    const struct hyper_value v = {{.5f, .25f, .125f, .2f, .01f}, {2.5f, 1, .75f, -1.5f}};
    struct hyper_value back;
    unsigned char entry[HYPER_ENTRY];
    hyper_encode(&v, entry);
    assert_true(hyper_decode(entry, &back));
    assert_float_equal(back.outcome.lose_backgammon, .01, 1e-7);
    assert_float_equal(back.outcome.win, .5, 1e-7);
    for (int c = 0; c < HYPER_CUBES; c++)
        assert_float_equal(back.equity[c], v.equity[c], 4e-7);
}

/* ---- the engine ---- */

static struct engine *engine_with(const char *file, const char *cache)
{
    const struct engine_options o = {.hyper = file, .bearoff = {.cache = cache}};
    struct diags d;
    diags_init(&d, "test");
    struct engine *e = engine_open(&o, &d);
    assert_non_null(e);
    diags_done(&d);
    return e;
}

static void expect_unknown(const char *file, const char *cache, enum variant variant, const char *why)
{
    struct engine *e = engine_with(file, cache);
    const char *problem = NULL;
    assert_true(engine_knows(e, VARIANT_NACKGAMMON, &problem));
    assert_null(problem);
    assert_false(engine_knows(e, variant, &problem));
    assert_non_null(strstr(problem, why));
    engine_close(e);
}

TEST(what_is_missing_is_said)
{
    char bad[64];
    path_of(bad, "foreign.bd");
    assert_true(file_write_atomic(bad, "foreign", 7));
    expect_unknown(NULL, NULL, VARIANT_HYPERGAMMON_3, "`kibitzer bearoff make --hyper 3 FILE`");
    expect_unknown(NULL, folder, VARIANT_HYPERGAMMON_3, "--hyper-database FILE");
    expect_unknown(whole, NULL, VARIANT_HYPERGAMMON_3, "found 1 chequers, expected 3");
    expect_unknown(bad, NULL, VARIANT_HYPERGAMMON_1, "foreign.bd: hypergammon database: found no header line");
    expect_unknown("/nowhere.bd", NULL, VARIANT_HYPERGAMMON_1, "/nowhere.bd: hypergammon database: No such file");
}

/* Made in memory; made and left in a folder; damaged there and made again. */
TEST(a_small_database_is_made_when_it_is_needed)
{
    char kept[64];
    const char *problem = NULL;
    path_of(kept, "hyper1.bd");
    struct engine *e = engine_with(NULL, NULL);
    assert_true(engine_knows(e, VARIANT_HYPERGAMMON_1, &problem));
    engine_close(e);
    assert_int_not_equal(access(kept, F_OK), 0);
    for (int i = 0; i < 2; i++) {
        e = engine_with(NULL, folder);
        assert_true(engine_knows(e, VARIANT_HYPERGAMMON_1, &problem));
        engine_close(e);
        expect_same_files(kept, whole);
        assert_true(i == 1 || file_write_atomic(kept, "damaged", 7));
    }
}

struct asked {
    struct engine *e;
    struct worker *w;
    struct position p;
    struct level level;
};

static void ask_begin(struct asked *a, const char *level, int length)
{
    const struct rules rules = {.variant = VARIANT_HYPERGAMMON_1, .cube = true, .crawford = length > 0};
    a->e = engine_with(whole, NULL);
    a->w = worker_new(a->e);
    assert_true(level_parse(level, &a->level));
    position_start(&a->p, &rules, length, (const int[2]){0, 0}, false);
}

static void ask_end(struct asked *a)
{
    worker_free(a->w);
    engine_close(a->e);
}

static void expect_money(struct asked *a, int owner, bool jacoby, double equity)
{
    struct evaluation e;
    a->p.cube_owner = owner, a->p.rules.jacoby = jacoby;
    engine_eval(a->e, a->w, &a->p, &a->level, &e);
    assert_float_equal(e.cubeful, equity, 1e-6);
    assert_float_equal(e.outcome.win, .601583, 2e-6);
}

TEST(money_is_exact_at_any_depth)
{
    static const char *const levels[] = {"0ply", "2ply"};
    for (int i = 0; i < 2; i++) {
        struct asked a;
        struct hyper_value v;
        struct cube_answer c;
        ask_begin(&a, levels[i], 0);
        assert_true(engine_hyper(a.e, &a.p, &v));
        expect_money(&a, 0, false, v.equity[HYPER_OWNED]);
        expect_money(&a, CUBE_CENTRED, false, v.equity[HYPER_CENTRED]);
        expect_money(&a, CUBE_CENTRED, true, v.equity[HYPER_JACOBY]);
        expect_money(&a, 1, false, v.equity[HYPER_OPPONENT_OWNS]);
        a.p.cube_owner = CUBE_CENTRED, a.p.rules.jacoby = false;
        assert_true(engine_cube(a.e, a.w, &a.p, &a.level, &c));
        assert_float_equal(c.nd, v.equity[HYPER_CENTRED], 1e-6);
        assert_float_equal(c.dt, 2 * v.equity[HYPER_OPPONENT_OWNS], 2e-6);
        ask_end(&a);
    }
}

/* The value before the throw is the mean over what the best plays leave, which are found among all. */
TEST(plays_are_ranked_by_the_database)
{
    struct asked a;
    struct evaluation e;
    double mean = 0;
    ask_begin(&a, "0ply", 0);
    a.p.cube_owner = 0;
    engine_eval(a.e, a.w, &a.p, &a.level, &e);
    for (int t = 0; t < BEAROFF_THROWS; t++) {
        struct ranked_plays r = {0};
        a.p.dice[0] = bearoff_throws[t].high, a.p.dice[1] = bearoff_throws[t].low;
        assert_true(engine_plays(a.e, a.w, &a.p, &a.level, NULL, &r) > 0);
        mean += bearoff_throws[t].weight * (double)r.at[0].cubeful / 36;
        ranked_plays_done(&r);
    }
    assert_float_equal(mean, e.cubeful, 1e-5);
    ask_end(&a);
}

/* One point to go for both: the chance of winning is all that counts, and there is no cube. */
TEST(a_match_uses_the_chances)
{
    struct asked a;
    struct evaluation e;
    ask_begin(&a, "0ply", 1);
    engine_eval(a.e, a.w, &a.p, &a.level, &e);
    assert_float_equal(e.cubeful, 2 * e.outcome.win - 1, 1e-5);
    ask_end(&a);
    ask_begin(&a, "0ply", 5);
    engine_eval(a.e, a.w, &a.p, &a.level, &e);
    assert_true(e.cubeful > e.cubeless - .2f && e.cubeful < e.cubeless + .2f);
    assert_float_equal(e.outcome.win, .601583, 2e-6);
    ask_end(&a);
}

static int set_up(void **state)
{
    struct hyper_made made;
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    path_of(whole, "whole.bd");
    return make(whole, 1e-6, 1, NULL, NULL, &made) != HYPER_DONE;
}

static int tear_down(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

TEST_MAIN(set_up, tear_down)
