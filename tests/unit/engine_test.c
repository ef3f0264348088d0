/* The front door with the real net and tables: what holds whatever the weights are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/test.h"

#include "engine/engine.h"
#include "engine/met.h"
#include "format/posid.h"
#include "support/engine_things.h"

struct desk {
    struct engine *e;
    struct worker *w;
};

static int open_engine(void **state)
{
    static struct desk desk;
    struct diags d;
    const struct engine_options o = {.bearoff.cache = kept_tables()};
    diags_init(&d, NULL);
    desk.e = engine_open(&o, &d);
    assert_non_null(desk.e);
    desk.w = worker_new(desk.e);
    diags_done(&d);
    *state = &desk;
    return 0;
}

static int close_engine(void **state)
{
    struct desk *desk = *state;
    worker_free(desk->w);
    engine_close(desk->e);
    return 0;
}

static struct level level_of(const char *name)
{
    struct level l;
    assert_true(level_parse(name, &l));
    return l;
}

TEST(the_opening_throws_have_the_plays_everybody_makes)
{
    const struct desk *desk = *state;
    static const struct {
        int dice[2], from[2], to[2];
    } known[] = {{{3, 1}, {8, 6}, {5, 5}}, {{4, 2}, {8, 6}, {4, 4}}, {{6, 1}, {13, 8}, {7, 7}}};
    const struct level l = level_of("1ply");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct position p = position_of("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
        struct ranked_plays r = {0};
        struct board expected = p.board;
        p.dice[0] = known[i].dice[0], p.dice[1] = known[i].dice[1];
        for (int k = 0; k < 2; k++)
            expected.point[known[i].from[k]]--, expected.point[known[i].to[k]]++;
        engine_plays(desk->e, desk->w, &p, &l, NULL, &r);
        assert_true(board_equal(&r.at[0].after, &expected));
        ranked_plays_done(&r);
    }
}

TEST(an_evaluation_is_the_no_double_of_the_cube_decision)
{
    const struct desk *desk = *state;
    static const char *const ids[] = {"-a-BBBBBB-b-----A-b-ddb-A-:0:0:1:00:3:3:0:5:10",
                                      "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
                                      "bBBC-CC-----------b-ccd-A-:1:1:-1:00:0:4:0:9:10"};
    for (int plies = 0; plies < 2; plies++) {
        const struct level l = level_of(plies == 0 ? "0ply" : "1ply");
        for (int i = 0; i < 3; i++) {
            const struct position p = position_of(ids[i]);
            struct evaluation v;
            struct cube_answer c;
            engine_eval(desk->e, desk->w, &p, &l, &v);
            engine_cube(desk->e, desk->w, &p, &l, &c);
            assert_near(v.cubeful, c.nd, 1e-6);
            assert_near(v.cubeless, c.cubeless[0], 1e-6);
        }
    }
}

TEST(a_cube_answer_holds_match_winning_chances)
{
    const struct desk *desk = *state;
    const struct position p = position_of("-a-BBBBBB-b-----A-b-ddb-A-:0:0:1:00:1:2:0:5:10");
    const struct met_score score = {.away = {position_away(&p, 0), position_away(&p, 1)}, .crawford_rule = true};
    const struct level l = level_of("0ply");
    struct cube_answer c;
    assert_true(engine_cube(desk->e, desk->w, &p, &l, &c));
    assert_near(c.dp, 1, 1e-6);
    assert_near(c.mwc_dp, met_after(engine_met(desk->e), &score, p.on_roll, p.on_roll, 1), 1e-6);
    assert_near(c.mwc_nd, met_mwc(engine_met(desk->e), &score, p.on_roll, 1, c.nd), 1e-5);
    assert_near(c.mwc_dt, met_mwc(engine_met(desk->e), &score, p.on_roll, 1, c.dt), 1e-5);
}

TEST(in_money_play_the_same_fields_are_points)
{
    const struct desk *desk = *state;
    const struct position p = position_of("-a-BBBBBB-b-----A-b-ddb-A-:2:1:1:00:0:0:0:0:10");
    const struct level l = level_of("0ply");
    struct cube_answer c;
    assert_true(engine_cube(desk->e, desk->w, &p, &l, &c));
    assert_near(c.mwc_nd, 4 * c.nd, 1e-6);
    assert_near(c.mwc_dp, 4, 1e-6);
}

/* A double that has been offered is judged as it was before it. */
TEST(a_pending_double_does_not_hide_the_decision)
{
    const struct desk *desk = *state;
    struct position p = position_of("-a-BBBBBB-b-----A-b-ddb-A-:0:0:1:00:0:0:0:0:10");
    const struct level l = level_of("0ply");
    struct cube_answer before, pending;
    assert_true(engine_cube(desk->e, desk->w, &p, &l, &before));
    p.offer = OFFER_DOUBLE, p.turn = 1 - p.on_roll;
    assert_true(engine_cube(desk->e, desk->w, &p, &l, &pending));
    assert_near(before.dt, pending.dt, 0);
    assert_int_equal(before.verdict, pending.verdict);
}

TEST(a_dead_cube_is_never_a_decision)
{
    const struct desk *desk = *state;
    const struct position dead = position_of("-a-BBBBBB-b-----A-b-ddb-A-:1:1:1:00:3:3:0:5:10");
    const struct position theirs = position_of("-a-BBBBBB-b-----A-b-ddb-A-:1:-1:1:00:3:3:0:5:10");
    const struct level l = level_of("0ply");
    struct cube_answer c;
    assert_false(engine_cube(desk->e, desk->w, &dead, &l, &c));
    assert_int_equal(c.verdict, VERDICT_NEVER_DOUBLE);
    assert_false(engine_cube(desk->e, desk->w, &theirs, &l, &c));
    assert_int_equal(c.verdict, VERDICT_NONE);
    assert_true(!isnan(c.nd));
}

/* Two chequers each on the ace point: whoever rolls wins, at every depth, with every cube. */
TEST(certain_bearoffs_are_certain)
{
    const struct desk *desk = *state;
    for (int plies = 0; plies < 3; plies++) {
        const struct level l = level_of((const char *[]){"0ply", "1ply", "2ply"}[plies]);
        const struct position p = position_of("-B----------------------b-:0:0:1:00:0:0:0:0:10");
        struct evaluation v;
        struct cube_answer c;
        engine_eval(desk->e, desk->w, &p, &l, &v);
        assert_near(v.outcome.win, 1, 1e-4);
        assert_true(v.outcome.win_gammon == 0);
        assert_true(engine_cube(desk->e, desk->w, &p, &l, &c));
        assert_int_equal(c.verdict, VERDICT_DOUBLE_PASS);
    }
}

/* Neither rounding nor the smallness of what is at stake may make a missed double of a game that is won already. */
TEST(a_won_game_is_worth_the_cube_at_every_score)
{
    const struct desk *desk = *state;
    const struct level l = level_of("0ply");
    for (int mine = 0; mine <= 62; mine++)
        for (int theirs = 0; theirs <= 63; theirs++) {
            struct position p = position_of("-B----------------------b-:0:0:1:00:0:0:0:64:10");
            struct cube_answer c;
            p.score[1] = mine, p.score[0] = theirs;
            assert_true(engine_cube(desk->e, desk->w, &p, &l, &c));
            assert_near(c.nd, 1, 0);
            assert_near(c.dp, 1, 0);
            assert_int_equal(c.verdict, VERDICT_DOUBLE_PASS);
        }
}

static struct ranked_plays smart_plays(const struct desk *desk, const char *id, float within, int must)
{
    struct level l = level_of("smart");
    const struct position p = position_of(id);
    struct ranked_plays r = {0}, all = {0};
    const struct level shallow = level_of("0ply");
    assert_true(engine_plays(desk->e, desk->w, &p, &shallow, NULL, &all) > must);
    l.filter[l.plies - 1].threshold = within;
    engine_plays(desk->e, desk->w, &p, &l, &all.at[must].after, &r);
    for (int i = 0; i < r.n; i++)
        if (board_equal(&r.at[i].after, &all.at[must].after))
            assert_int_equal(r.at[i].plies, r.at[0].plies); /* the play made can be compared with the best */
    ranked_plays_done(&all);
    return r;
}

TEST(smart_looks_a_ply_deeper_where_plays_are_close)
{
    const struct desk *desk = *state;
    static const char opening[] = "-b----E-C---eE---c-e----B-:0:0:1:21:0:0:0:0:10"; /* 24/23 13/11 or 13/11 6/5 */
    struct ranked_plays r = smart_plays(desk, opening, 0.05f, 9);
    assert_int_equal(r.at[0].plies, 3);
    assert_int_equal(r.at[1].plies, 3);
    ranked_plays_done(&r);
    r = smart_plays(desk, opening, 1e-6f, 9);
    assert_int_equal(r.at[0].plies, 2); /* one is left: there is nothing to find out */
    ranked_plays_done(&r);
}

static int plies_of_cube(const struct desk *desk, const char *id, float close)
{
    struct level l = level_of("smart");
    const struct level two = level_of("2ply"), three = level_of("3ply");
    const struct position p = position_of(id);
    struct cube_answer c, same;
    l.close = close;
    assert_true(engine_cube(desk->e, desk->w, &p, &l, &c));
    engine_cube(desk->e, desk->w, &p, c.plies == 2 ? &two : &three, &same);
    assert_near(c.nd, same.nd, 0);
    assert_near(c.dt, same.dt, 0);
    return c.plies;
}

TEST(smart_looks_a_ply_deeper_where_a_cube_decision_is_close)
{
    const struct desk *desk = *state;
    static const char hardly[] = "-b----E-C---dE---c-e----B-:0:0:1:00:0:0:0:0:10";
    assert_int_equal(plies_of_cube(desk, hardly, 1e-6f), 2);
    assert_int_equal(plies_of_cube(desk, hardly, 2), 3);
}

TEST(luck_comes_in_both_units)
{
    const struct desk *desk = *state;
    struct position p = position_of("-b---BE-B---dD--ac-d-a--B-:0:0:1:66:2:1:0:5:10");
    const struct met_score score = {.away = {position_away(&p, 0), position_away(&p, 1)}, .crawford_rule = true};
    const struct level l = level_of("0ply");
    struct luck luck;
    engine_luck(desk->e, desk->w, &p, &l, &luck);
    const double unit =
        met_mwc(engine_met(desk->e), &score, p.on_roll, 1, 1) - met_mwc(engine_met(desk->e), &score, p.on_roll, 1, 0);
    assert_near(luck.mwc, luck.emg * unit, 1e-6);
    assert_true(fabsf(luck.emg) > 1e-4f);
}

/* ---- the market ---- */

struct late {
    double share, beyond;
};

/* The player on roll again after an exchange, as one asks about it alone. */
static void add_late_double(const struct desk *desk, const struct position *again, double weight, struct late *sum)
{
    const struct level l = level_of("0ply");
    struct cube_answer c;
    if (board_won(&again->board) > 0 || board_lost(&again->board) > 0 ||
        !engine_cube(desk->e, desk->w, again, &l, &c) || c.dt <= c.dp)
        return;
    sum->share += weight;
    sum->beyond += weight * (c.dt - fmaxf(c.dp, c.nd));
}

/* Throw by throw, from lists of all plays; engine_market() looks at the two best by the ranking net. */
static void add_throws(const struct desk *desk, const struct position *p, int depth, double weight, struct late *sum)
{
    const struct level l = level_of("0ply");
    for (int i = 0; i < 36; i++) {
        struct ranked_plays r = {0};
        struct position next = *p;
        next.dice[0] = 1 + i / 6, next.dice[1] = 1 + i % 6;
        if (engine_plays(desk->e, desk->w, &next, &l, NULL, &r) > 0)
            next.board = r.at[0].after;
        ranked_plays_done(&r);
        const bool over = board_won(&next.board) > 0;
        position_pass_turn(&next);
        if (depth == 1)
            add_late_double(desk, &next, weight / 36, sum);
        else if (!over)
            add_throws(desk, &next, depth - 1, weight / 36, sum);
    }
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

TEST(the_market_is_that_of_all_exchanges_and_is_remembered)
{
    static const char *const ids[] = {
        "-b----E-C---dE---c-e----B-:0:0:1:00:0:0:0:0:10", "-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:5:10",
        "-aaBBCC-----------bccbb-a-:0:0:1:00:0:0:0:0:10", "-BBB----------------bbb---:0:0:1:00:1:2:0:7:10",
        "-CCCCC-------------ccccc--:1:1:1:00:0:0:0:0:10"};
    const struct desk *desk = *state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const struct position p = position_of(ids[i]);
        struct market found, again;
        struct late expected = {0};
        const double begun = processor_time();
        engine_market(desk->e, desk->w, &p, &found);
        const double first = processor_time() - begun;
        for (int k = 0; k < 20; k++)
            engine_market(desk->e, desk->w, &p, &again);
        assert_true(processor_time() - begun - first < first);
        assert_memory_equal(&found, &again, sizeof found);
        add_throws(desk, &p, 2, 1, &expected);
        assert_near(found.share, expected.share, 0.03);
        assert_near(found.beyond * found.share, expected.beyond, 0.03);
    }
}

TEST(the_version_names_net_and_table)
{
    const struct desk *desk = *state;
    assert_non_null(strstr(engine_version(desk->e), "net "));
}

TEST(what_cannot_be_loaded_is_an_error)
{
    const struct engine_options no_net = {.net = "/nonexistent.net"}, no_met = {.met = "/nonexistent.xml"};
    struct diags d;
    diags_init(&d, NULL);
    assert_null(engine_open(&no_net, &d));
    assert_int_equal(d.n_errors, 1);
    assert_null(engine_open(&no_met, &d));
    assert_int_equal(d.n_errors, 2);
    diags_done(&d);
}

TEST_MAIN(open_engine, close_engine)
