/* The exact end of a race at a match score: against the same values found by plain recursion over boards. */
#include <math.h>

#include "support/test.h"

#include "engine/endgame.h"
#include "engine/engine.h"
#include "match/moves.h"
#include "match/replies.h"
#include "support/engine_things.h"

/* XGIDs: cube, owner, who is on roll, -, score, score, Crawford, length. */
static const char *const small[] = {
    "-AA-------------------a-a-:0:0:1:00:0:0:0:5:10",  "-A-A-----------------a--a-:0:0:1:00:3:1:0:5:10",
    "--B-------------------b---:1:1:1:00:2:4:0:7:10",  "--AA-------------------b--:1:-1:1:00:5:3:0:9:10",
    "-A--A----------------a--a-:0:0:-1:00:4:3:1:5:10", "-AA-------------------ab--:0:0:1:00:3:3:0:5:10",
};
enum { N_SMALL = sizeof small / sizeof *small };

/* ---- the same by plain recursion ---- */

/* Values that have been found: the same boards come again and again. */
struct found {
    struct board board;
    int state[3];
    double value;
};
enum { FOUND_MOST = 20000 };
static struct found found[FOUND_MOST];
static int n_found;

static const struct found *find(const struct board *b, int x, int y, int z)
{
    for (int i = 0; i < n_found; i++)
        if (board_equal(&found[i].board, b) && found[i].state[0] == x && found[i].state[1] == y &&
            found[i].state[2] == z)
            return &found[i];
    return NULL;
}

static double note(const struct board *b, int x, int y, int z, double value)
{
    assert_true(n_found < FOUND_MOST);
    found[n_found++] = (struct found){*b, {x, y, z}, value};
    return value;
}

static double before_the_throw(const struct cube_model *m, const struct board *on_roll, int roller, int state);

/* What `who` can get on roll: a double is allowed, and the other takes or passes. */
static double with_the_action(const struct cube_model *m, const struct board *on_roll, int who, int state)
{
    const double waiting = before_the_throw(m, on_roll, who, state);
    const int doubled = m->state[state].doubled[who];
    if (doubled < 0)
        return waiting;
    const double taken = before_the_throw(m, on_roll, who, doubled), passed = m->win[who][m->state[state].level][0];
    return fmax(waiting, fmin(taken, passed));
}

static double before_the_throw(const struct cube_model *m, const struct board *on_roll, int roller, int state)
{
    const struct found *known = find(on_roll, roller, state, 0);
    if (known != NULL)
        return known->value;
    double sum = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++) {
            struct board after[MOVES_MAX], next;
            const int n = moves_boards(on_roll, high, low, after);
            double best = 0;
            for (int i = 0; i < n; i++) {
                board_flip(&after[i], &next);
                best = fmax(best, after[i].off[0] == 15 ? m->win[roller][m->state[state].level][0]
                                                        : 1 - with_the_action(m, &next, 1 - roller, state));
            }
            sum += (high == low ? 1 : 2) * best / 36;
        }
    return note(on_roll, roller, state, 0, sum);
}

TEST(every_state_has_the_value_of_plain_recursion)
{
    for (size_t i = 0; i < N_SMALL; i++) {
        struct position p;
        struct cube_model m;
        struct endgame *kept = NULL;
        float value[CUBE_STATES_MAX];
        n_found = 0;
        p = position_of(small[i]);
        cube_model_init(&m, &p, met_default());
        const struct endgame *e = endgame_at(&kept, &m, &p.board, p.on_roll);
        assert_non_null(e);
        const unsigned wanted = cube_states_needed(&m, 0, 1) | cube_states_needed(&m, 1, 1);
        assert_true(endgame_values(e, &p.board, p.on_roll, wanted, value));
        assert_false(endgame_values(e, &p.board, p.on_roll, 1u << ENDGAME_STATES, value));
        for (int s = 0; wanted >> s != 0; s++)
            assert_near(value[s], before_the_throw(&m, &p.board, p.on_roll, s), 1e-6);
        endgame_free(kept);
    }
}

/* ---- money with a limit of the cube, by a recursion that knows no model ---- */

enum owner { NOBODYS, ROLLERS, OTHERS };

/* `raises`: of a double in a row: none, a beaver, a raccoon too. */
static double limited(const struct board *on_roll, enum owner owner, int turns_left, int raises);

/* Per cube, once the one who was doubled beavers: that is taken, passed, or raccooned where the limit leaves room. */
static double limited_beaver(const struct board *on_roll, int turns_left, int raises)
{
    const double best = fmax(-2, 4 * limited(on_roll, OTHERS, turns_left - 2, raises));
    return turns_left < 3 || raises < 2 ? best
                                        : fmax(best, fmin(4, 8 * limited(on_roll, OTHERS, turns_left - 3, raises)));
}

/* Per cube, the player on roll doing what is best. */
static double limited_best(const struct board *on_roll, enum owner owner, int turns_left, int raises)
{
    const double waiting = limited(on_roll, owner, turns_left, raises);
    if (turns_left == 0 || owner == OTHERS)
        return waiting;
    double answered = fmin(1, 2 * limited(on_roll, OTHERS, turns_left - 1, raises));
    if (raises > 0 && turns_left >= 2)
        answered = fmin(answered, limited_beaver(on_roll, turns_left, raises));
    return fmax(waiting, answered);
}

static double limited(const struct board *on_roll, enum owner owner, int turns_left, int raises)
{
    static const enum owner turned[] = {NOBODYS, OTHERS, ROLLERS};
    const struct found *known = find(on_roll, (int)owner, turns_left, raises);
    if (known != NULL)
        return known->value;
    double sum = 0;
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++) {
            struct board after[MOVES_MAX], next;
            const int n = moves_boards(on_roll, high, low, after);
            double best = -1;
            for (int i = 0; i < n; i++) {
                board_flip(&after[i], &next);
                best = fmax(best, after[i].off[0] == 15 ? 1 : -limited_best(&next, turned[owner], turns_left, raises));
            }
            sum += (high == low ? 1 : 2) * best / 36;
        }
    return note(on_roll, (int)owner, turns_left, raises, sum);
}

/* XGIDs whose last field is a limit; the cube in the middle, mine, the opponent's, and at its limit. */
static const char *const near_the_limit[] = {
    "-AA-------------------a-a-:0:0:1:00:0:0:0:0:1",
    "-AA-------------------a-a-:0:0:1:00:0:0:0:0:2",
    "-A-A------------------a-a-:0:0:1:00:0:0:0:0:3",
    "--B-------------------b---:1:1:1:00:0:0:0:0:2",
    "--AA-------------------b--:1:-1:1:00:0:0:0:0:2",
    "--AA-------------------b--:1:1:1:00:0:0:0:0:3",
    "--AA-------------------b--:1:-1:1:00:0:0:0:0:1",
    "--AA-------------------b--:3:1:1:00:0:0:0:0:3",
    "-A--A----------------a--a-:2:0:-1:00:0:0:1:0:3",
    /* with beavers: right at 1.08 without a limit, they cost 0.18 with it; a raccoon to the limit makes one cost 1.58
     */
    "-A----B----------------ba-:0:0:1:00:0:0:2:0:2",
    "-A----A---------------aa--:0:0:1:00:0:0:2:0:3",
    "-A----A--------------a--a-:0:0:1:00:0:0:2:0:3",
    "--BA----------------aa----:0:0:1:00:0:0:2:0:2",
    "--AA-------------------b--:1:-1:1:00:0:0:2:0:3",
    "--AA-------------------b--:1:1:1:00:0:0:2:0:4",
    "---AA-----------------aa--:0:0:-1:00:0:0:2:0:2",
    "-AA-------------------a-a-:0:0:1:00:0:0:2:0:1",
};

static void expect_limited_values(const struct engine *e, struct worker *w, struct position p, const char *level)
{
    struct cube_answer c;
    struct level l;
    int turns = 0;
    while (p.cube << turns < p.rules.cube_limit)
        turns++;
    const enum owner owner = p.cube_owner == CUBE_CENTRED ? NOBODYS : p.cube_owner == p.on_roll ? ROLLERS : OTHERS;
    assert_true(level_parse(level, &l));
    const bool may = engine_cube(e, w, &p, &l, &c);
    assert_int_equal(may, turns > 0 && owner != OTHERS);
    const int beavers = !p.rules.beavers ? 0 : p.rules.one_beaver ? 1 : 2;
    assert_near(c.nd, limited(&p.board, owner, turns, beavers), 1e-6);
    if (!may)
        return;
    assert_near(c.dt, 2 * limited(&p.board, OTHERS, turns - 1, beavers), 1e-6);
    assert_near(c.optimal, limited_best(&p.board, owner, turns, beavers), 2e-6);
    assert_int_equal(c.raises.limited, beavers > 0 && turns >= 2);
    if (c.raises.limited)
        assert_near(c.raises.beaver, 4 * limited(&p.board, OTHERS, turns - 2, beavers), 2e-6);
    assert_true(isnan(c.raises.raccoon) == (beavers < 2 || turns < 3));
    if (!isnan(c.raises.raccoon))
        assert_near(c.raises.raccoon, 8 * limited(&p.board, OTHERS, turns - 3, beavers), 4e-6);
}

TEST(near_its_limit_a_cube_has_the_values_of_plain_recursion)
{
    struct diags d;
    diags_init(&d, NULL);
    struct engine *engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    struct worker *w = worker_new(engine);
    for (size_t i = 0; i < sizeof near_the_limit / sizeof *near_the_limit; i++) {
        n_found = 0;
        expect_limited_values(engine, w, position_of(near_the_limit[i]), "0ply");
        expect_limited_values(engine, w, position_of(near_the_limit[i]), "2ply");
        struct position p = position_of(near_the_limit[i]);
        if (!p.rules.beavers)
            continue;
        p.rules.one_beaver = true;
        expect_limited_values(engine, w, p, "0ply");
    }
    worker_free(w);
    engine_close(engine);
    diags_done(&d);
}

/* As reported: with the limit a double, without it none. */
TEST(a_limit_can_make_a_double_of_no_double)
{
    struct cube_answer limit, none;
    struct level l;
    struct diags d;
    diags_init(&d, NULL);
    struct engine *engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    struct worker *w = worker_new(engine);
    const struct position p = position_of("---A-AA-------------aa--a-:0:0:1:00:0:0:0:0:1"),
                          q = position_of("---A-AA-------------aa--a-:0:0:1:00:0:0:0:0:10");
    assert_true(level_parse("0ply", &l));
    assert_true(engine_cube(engine, w, &p, &l, &limit) && engine_cube(engine, w, &q, &l, &none));
    assert_near(limit.nd, 0.1078, 5e-5);
    assert_near(limit.dt, 0.3043, 5e-5);
    assert_int_equal(limit.verdict, VERDICT_DOUBLE_TAKE);
    assert_near(none.nd, 0.1206, 5e-5);
    assert_near(none.dt, 0.0444, 5e-5);
    assert_int_equal(none.verdict, VERDICT_NO_DOUBLE_TAKE);
    worker_free(w);
    engine_close(engine);
    diags_done(&d);
}

/* Twice the take, no limit being near, would be 1.08 and right. */
TEST(a_beaver_to_the_limit_is_not_twice_the_take)
{
    struct cube_answer c;
    struct replies r;
    struct level l;
    struct diags d;
    diags_init(&d, NULL);
    struct engine *engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    struct worker *w = worker_new(engine);
    struct position p = position_of("-A----B----------------ba-:0:0:1:D:0:0:2:0:2");
    const struct position undoubled = position_undoubled(&p);
    assert_true(level_parse("0ply", &l) && engine_cube(engine, w, &undoubled, &l, &c));
    assert_int_equal(c.verdict, VERDICT_NO_DOUBLE_TAKE);
    replies_to(&p, c.dt, c.dp, &c.raises, &r);
    assert_true(r.may_raise && r.best == REPLY_TAKE);
    assert_near(r.equity[REPLY_TAKE], 0.5399, 5e-5);
    assert_near(r.equity[REPLY_RAISE], 0.3599, 5e-5);
    assert_near(r.cost[REPLY_RAISE], 0.1800, 5e-5);
    worker_free(w);
    engine_close(engine);
    diags_done(&d);
}

/* ---- where it applies ---- */

static const struct endgame *endgame_of(const char *id, struct endgame **kept)
{
    struct position p;
    struct cube_model m;
    p = position_of(id);
    cube_model_init(&m, &p, met_default());
    return endgame_at(kept, &m, &p.board, p.on_roll);
}

TEST(money_more_chequers_and_other_points_have_none)
{
    struct endgame *kept = NULL;
    assert_non_null(endgame_of("-BBA------------------bab-:0:0:1:00:3:3:0:7:10", &kept));
    assert_null(endgame_of("-BBA------------------bab-:0:0:1:00:3:3:0:0:10", &kept));
    assert_null(endgame_of("-BBC------------------bab-:0:0:1:00:3:3:0:7:10", &kept));
    assert_null(endgame_of("-BB----A--------------bab-:0:0:1:00:3:3:0:7:10", &kept));
    assert_null(endgame_of("-BBA--------------bab-----:0:0:1:00:3:3:0:7:10", &kept));
    endgame_free(kept);
}

/* A table that begins further back gives the same bits. */
TEST(what_is_kept_changes_nothing)
{
    struct endgame *large = NULL, *own = NULL;
    struct position p;
    struct cube_model m;
    float a[CUBE_STATES_MAX], b[CUBE_STATES_MAX];
    const struct endgame *first = endgame_of("---B--D-------------bbb---:0:0:1:00:3:3:0:7:10", &large);
    assert_non_null(first);
    p = position_of("-BA-A----------------a-bb-:0:0:-1:00:3:3:0:7:10");
    cube_model_init(&m, &p, met_default());
    const struct endgame *e = endgame_at(&large, &m, &p.board, p.on_roll);
    assert_ptr_equal(e, first);
    assert_true(endgame_values(e, &p.board, p.on_roll, 7, a));
    assert_true(endgame_values(endgame_at(&own, &m, &p.board, p.on_roll), &p.board, p.on_roll, 7, b));
    for (int s = 0; s < 3; s++)
        assert_true(a[s] == b[s]);
    endgame_free(large);
    endgame_free(own);
}

/* ---- in the engine ---- */

/* Six chequers a side on the 6 point, both 25-away: the largest table there is. */
TEST(far_from_the_end_of_a_long_match_it_is_exact_too)
{
    struct endgame *kept = NULL;
    struct position p;
    struct cube_model m;
    float first[CUBE_STATES_MAX], second[CUBE_STATES_MAX];
    p = position_of("------F------------f------:0:0:1:00:0:0:0:25:10");
    cube_model_init(&m, &p, met_default());
    assert_true(m.n_states > 8);
    const struct endgame *e = endgame_at(&kept, &m, &p.board, p.on_roll);
    assert_non_null(e);
    assert_true(endgame_values(e, &p.board, 0, 7, first) && endgame_values(e, &p.board, 1, 7, second));
    for (int s = 0; s < 3; s++) { /* the same score and board for both */
        const int turned = s == 0 ? 0 : 3 - s;
        assert_true(first[s] == second[turned]);
    }
    endgame_free(kept);
}

static const char *const exact[] = {"-BABA------------------ba-:0:0:1:00:3:3:0:7:10",
                                    "-BABA------------------ba-:0:0:1:00:0:0:0:25:10",
                                    "-BABA------------------ba-:1:1:1:00:3:8:0:25:10"};

static void expect_no_ply_to_matter(const struct engine *engine, struct worker *w, struct position p)
{
    struct evaluation at_once, deep;
    struct level shallow, two;
    struct luck luck[2];
    assert_true(level_parse("0ply", &shallow) && level_parse("2ply", &two));
    engine_eval(engine, w, &p, &shallow, &at_once);
    engine_eval(engine, w, &p, &two, &deep);
    assert_true(at_once.cubeful == deep.cubeful);
    p.dice[0] = 2, p.dice[1] = 1;
    engine_luck(engine, w, &p, &shallow, &luck[0]);
    engine_luck(engine, w, &p, &two, &luck[1]);
    assert_near(luck[1].emg, luck[0].emg, 1e-5);
}

TEST(no_ply_changes_an_exact_value)
{
    struct diags d;
    diags_init(&d, NULL);
    struct engine *engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    struct worker *w = worker_new(engine);
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        expect_no_ply_to_matter(engine, w, position_of(exact[i]));
    worker_free(w);
    engine_close(engine);
    diags_done(&d);
}

TEST_MAIN(NULL, NULL)
