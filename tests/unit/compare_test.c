/* Two analyses side by side: what counts as a disagreement, who is right, and how sure that is. */
#include <math.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/compare.h"
#include "analyze/settle.h"
#include "analyze/skill.h"
#include "base/student.h"
#include "base/xmalloc.h"
#include "match/compared.h"
#include "match/notation.h"
#include "support/assertions.h"
#include "support/engine_things.h"
#include "support/script.h"

static struct engine *engine;
static struct worker *worker[2];

static int open_engine(void **state)
{
    struct diags d;
    (void)state;
    diags_init(&d, "test");
    engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    diags_done(&d);
    for (int i = 0; i < 2; i++)
        worker[i] = worker_new(engine);
    return engine == NULL;
}

static int close_engine(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
        worker_free(worker[i]);
    engine_close(engine);
    return 0;
}

/* ---- two sets made by hand ---- */

enum { ROLL = 0, DOUBLE = 2, TAKE = 3, LATER = 4 };

/* Two sets, A and B, that say nothing yet. */
static struct match *two_sets(void)
{
    struct match *m = match_new();
    m->rules.jacoby = false;
    script_game(m, "0 31: 8/5 6/5; 1 42: 8/4 6/4; 0 double 2; 1 take; 0 65: 24/18 18/13; 1 21: 13/11 6/5");
    match_add_set(m, &(struct annotation_set){.engine = "A"});
    match_add_set(m, &(struct annotation_set){.engine = "B"});
    return m;
}

static struct annotation *note(struct match *m, size_t event, int set)
{
    struct annotation *a = event_annotate(m, &m->games[0].events[event], set);
    a->luck = a->luck_mwc = NAN;
    return a;
}

/* Two candidates for the first roll: the play made, or 24/23 13/10, at the better equity first. */
static struct play_analysis *say_play(struct match *m, int set, float made, float other)
{
    static const char *const texts[] = {"8/5 6/5", "24/23 13/10"};
    const float equity[] = {made, other};
    struct board start;
    struct play_analysis *p = arena_alloc(m->arena, sizeof *p);
    const int best = other > made;
    board_start(&start, VARIANT_BACKGAMMON);
    *p = (struct play_analysis){.n = 2, .n_legal = 16, .played = best, .error = fmaxf(0, other - made)};
    p->candidates = arena_alloc(m->arena, 2 * sizeof *p->candidates);
    for (int i = 0; i < 2; i++) {
        struct candidate *c = &p->candidates[i];
        const int which = i == 0 ? best : !best;
        const char *problem;
        *c = (struct candidate){.equity = equity[which], .level = {.kind = EVAL_PLY, .plies = 2, .cubeful = true}};
        assert_true(notation_read(span_of(texts[which]), &start, 3, 1, &c->play, &problem, NULL));
        assert_true(board_play(&start, &c->play, &c->after));
    }
    note(m, ROLL, set)->play = p;
    return p;
}

static void say_cube(struct match *m, size_t event, int set, float nd, float dt)
{
    struct cube_analysis *c = arena_alloc(m->arena, sizeof *c);
    *c = (struct cube_analysis){.nd = nd, .dt = dt, .dp = 1};
    note(m, event, set)->cube = c;
}

static void compare(struct comparison *c, const struct match *m)
{
    comparison_begin(c, 0.02f);
    comparison_add_match(c, "test", m);
    compare_sets(c, m, 0, 1);
}

/* The only decision that was compared. */
static struct compared_decision only(const struct match *m)
{
    struct comparison c;
    compare(&c, m);
    assert_int_equal(c.n, 1);
    const struct compared_decision d = c.at[0];
    comparison_done(&c);
    return d;
}

TEST(different_choices_are_a_disagreement)
{
    struct match *m = two_sets();
    say_play(m, 0, 0.20f, 0.15f);
    say_play(m, 1, 0.10f, 0.19f);
    const struct compared_decision d = only(m);
    assert_true(d.kind == COMPARED_PLAY && d.elsewhere && d.listed);
    assert_near((double)d.view[0].over, 0.05, 1e-6);
    assert_near((double)d.view[1].over, 0.09, 1e-6);
    assert_near((double)d.view[0].lost, 0, 1e-6);
    assert_near((double)d.view[1].lost, 0.09, 1e-6);
    assert_near((double)d.difference, 0.09, 1e-6); /* what B says of A's choice */
    assert_int_equal(d.phase, PHASE_OPENING);
    match_free(m);
}

TEST(so_are_losses_that_differ_by_more_than_the_limit)
{
    for (int above = 0; above < 2; above++) {
        struct match *m = two_sets();
        say_play(m, 0, 0.10f, 0.15f);
        say_play(m, 1, 0.10f, above ? 0.175f : 0.165f);
        const struct compared_decision d = only(m);
        assert_false(d.elsewhere);
        assert_int_equal(d.listed, above);
        assert_near((double)d.difference, above ? 0.025 : 0.015, 1e-6);
        match_free(m);
    }
}

TEST(who_finds_both_plays_equal_does_not_disagree)
{
    struct match *m = two_sets();
    say_play(m, 0, 0.10f, 0.10f);
    say_play(m, 1, 0.10f, 0.11f);
    const struct compared_decision d = only(m);
    assert_false(d.elsewhere || d.listed);
    match_free(m);
}

TEST(a_play_looked_at_less_deeply_says_nothing)
{
    struct match *m = two_sets();
    say_play(m, 0, 0.20f, 0.15f)->candidates[1].level.plies = 0;
    say_play(m, 1, 0.10f, 0.14f);
    const struct compared_decision d = only(m);
    assert_true(d.elsewhere && isnan(d.view[0].over));
    assert_near((double)d.difference, 0.04, 1e-6);
    match_free(m);
}

TEST(cube_actions_are_compared_by_who_decides)
{
    struct match *m = two_sets();
    struct comparison c;
    say_cube(m, DOUBLE, 0, 0.5f, 0.6f); /* A: double, take */
    say_cube(m, DOUBLE, 1, 0.6f, 0.5f); /* B: no double */
    say_cube(m, TAKE, 0, 0.5f, 0.6f);
    say_cube(m, TAKE, 1, 0.9f, 1.1f); /* B: pass */
    compare(&c, m);
    assert_int_equal(c.n, 2);
    assert_int_equal(c.at[0].kind, COMPARED_DOUBLE);
    assert_int_equal(c.at[0].side, 0);
    assert_int_equal(c.at[0].view[0].best.action, ACTION_DOUBLE);
    assert_int_equal(c.at[0].view[1].best.action, ACTION_NO_DOUBLE);
    assert_near((double)c.at[0].view[1].lost, 0.1, 1e-6);
    assert_int_equal(c.at[1].kind, COMPARED_ANSWER);
    assert_int_equal(c.at[1].side, 1);
    assert_int_equal(c.at[1].view[0].best.action, ACTION_TAKE);
    assert_int_equal(c.at[1].view[1].best.action, ACTION_PASS);
    assert_near((double)c.at[1].difference, 0.4, 1e-6); /* A of a pass */
    comparison_done(&c);
    match_free(m);
}

TEST(what_only_one_has_looked_at_is_not_compared)
{
    struct match *m = two_sets();
    struct comparison c;
    say_play(m, 0, 0.20f, 0.15f);
    say_cube(m, DOUBLE, 1, 0.5f, 0.6f);
    compare(&c, m);
    assert_int_equal(c.n, 0);
    comparison_done(&c);
    match_free(m);
}

/* ---- the list and the totals ---- */

TEST(the_greatest_disagreements_come_first_and_totals_add_up)
{
    struct match *m = two_sets();
    struct comparison c;
    size_t n;
    comparison_begin(&c, 0.02f);
    comparison_add_match(&c, "test", m);
    for (int i = 0; i < 4; i++) {
        struct compared_decision *d = comparison_add(&c);
        d->listed = i > 0, d->elsewhere = i > 0;
        d->difference = 0.01f * (float)(i == 3 ? 2 : i);
        d->view[0].level = "3-ply", d->view[1].level = "2-ply";
    }
    c.at[1].settled = (struct settled){.how = SETTLED_FIRST, .difference = 0.03f};
    c.at[2].settled = (struct settled){.how = SETTLED_SECOND, .difference = -0.01f};
    c.at[3].settled = (struct settled){.how = SETTLED_OPEN, .difference = 0.01f};
    const struct compared_decision **list = comparison_disagreements(&c, &n);
    assert_int_equal(n, 3);
    assert_true(list[0] == &c.at[2] && list[1] == &c.at[3] && list[2] == &c.at[1]);
    struct compared_total *t = comparison_totals(&c, COMPARED_BY_LEVEL, &n);
    assert_int_equal(n, 1);
    assert_string_equal(t->group, "3-ply, 2-ply");
    assert_true(t->decisions == 4 && t->listed == 3 && t->rolled == 3 && t->open == 1);
    assert_true(t->right[0] == 1 && t->right[1] == 1);
    assert_near(t->lost[0], 0.01, 1e-6); /* A's choice where B was right */
    assert_near(t->lost[1], 0.03, 1e-6);
    assert_near(compared_gain(t), 1.0, 1e-5); /* (0.03 - 0.01 + 0.01) / 3, per 100 */
    assert_near(compared_gain_interval(t), 100 * 0.02 / sqrt(3) * student_t(2, 0.95), 1e-4);
    xfree(t);
    xfree(list);
    comparison_done(&c);
    match_free(m);
}

TEST(the_usual_level_is_that_of_most_decisions_not_of_the_first)
{
    static const char *const levels[] = {"Opening book", NULL, "3-ply", "2-ply", "3-ply"};
    struct match *m = two_sets();
    struct comparison c;
    comparison_begin(&c, 0.02f);
    struct compared_match *own = comparison_add_match(&c, "test", m);
    own->set[0] = "first", own->set[1] = "second";
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        comparison_add(&c)->view[0].level = levels[i];
    comparison_name_sides(&c);
    assert_string_equal(c.usual[0][1], "3-ply");
    assert_null(c.usual[0][0]);
    assert_null(c.usual[1][1]);
    comparison_done(&c);
    match_free(m);
}

/* ---- settling ---- */

/* A position from an ID with two plays, of which A has chosen the first and B the second. */
static struct compared_decision dispute(const char *id, const char *first, const char *second)
{
    const char *const texts[] = {first, second};
    struct compared_decision d = {
        .kind = COMPARED_PLAY, .position = position_of(id), .elsewhere = true, .listed = true};
    for (int i = 0; i < 2; i++) {
        struct compared_choice *c = &d.view[i].best;
        const char *problem;
        c->action = ACTION_PLAY;
        assert_true(notation_read(span_of(texts[i]), &d.position.board, d.position.dice[0], d.position.dice[1],
                                  &c->play, &problem, NULL));
        assert_true(board_play(&d.position.board, &c->play, &c->after));
    }
    d.side = d.position.on_roll;
    d.played = d.view[0].best;
    return d;
}

static struct settled settled_by(struct compared_decision d, int trials, int n_workers, double even)
{
    struct rollout_options o;
    rollout_defaults(&o);
    o.trials = trials;
    const struct settle_setup s = {
        .engine = engine, .workers = worker, .n_workers = n_workers, .options = &o, .even = even};
    assert_true(settle(&s, &d));
    return d.settled;
}

#define RACE "XGID=----BCCBB------bbccb----:0:0:1:31:0:0:0:0:10"
#define OPENING "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"

LONG_TEST(a_blunder_is_settled_before_the_last_trial_whoever_makes_it)
{
    const struct compared_decision d = dispute(OPENING, "8/5 6/5", "24/21 24/23");
    const struct settled a = settled_by(d, 1296, 1, 0),
                         b = settled_by(dispute(OPENING, "24/21 24/23", "8/5 6/5"), 1296, 1, 0);
    assert_int_equal(a.how, SETTLED_FIRST);
    assert_int_equal(b.how, SETTLED_SECOND);
    assert_true(a.trials < 1296 && a.trials == b.trials);
    assert_near((double)a.difference, -(double)b.difference, 1e-6);
    assert_true(a.difference > a.sure && a.sure > 2 * a.error);
}

LONG_TEST(threads_change_no_digit)
{
    const struct compared_decision d = dispute(OPENING, "24/23 13/10", "13/10 6/5");
    const struct settled one = settled_by(d, 288, 1, 0), two = settled_by(d, 288, 2, 0);
    assert_memory_equal(&one, &two, sizeof one);
}

/* The same plays twice: nothing to decide, and 0.02 is far more than nothing. */
LONG_TEST(equal_plays_are_even_where_that_is_asked_for_and_else_open)
{
    const struct compared_decision d = dispute(OPENING, "8/5 6/5", "8/5 6/5");
    assert_int_equal(settled_by(d, 144, 1, 0.02).how, SETTLED_EVEN);
    assert_int_equal(settled_by(d, 144, 1, 0).how, SETTLED_OPEN);
}

/* Both choose 8/5 6/5; the other play loses about 0.25. */
LONG_TEST(the_loss_nearer_to_the_truth_is_right)
{
    struct compared_decision d = dispute(OPENING, "8/5 6/5", "24/21 24/23");
    d.played = d.view[1].best;
    d.view[1].best = d.view[0].best;
    d.elsewhere = false;
    d.view[0].lost = 0.02f, d.view[1].lost = 0.19f;
    assert_int_equal(settled_by(d, 1296, 2, 0).how, SETTLED_SECOND);
    d.view[0].lost = 0.2f, d.view[1].lost = 0.9f;
    assert_int_equal(settled_by(d, 1296, 2, 0).how, SETTLED_FIRST);
}

static struct compared_decision cube_dispute(const char *id, enum compared_kind kind, enum compared_action first,
                                             enum compared_action second)
{
    struct compared_decision d = {.kind = kind, .position = position_of(id), .elsewhere = true, .listed = true};
    d.view[0].best.action = first, d.view[1].best.action = second;
    return d;
}

/* Nobody takes this, and the double wins a point at once; without it the bear-off goes on. */
#define TWO_ROLLS "XGID=-ABB---------------bba----:0:0:1:00:0:0:0:0:10"

LONG_TEST(cube_actions_are_settled_for_who_decides)
{
    struct compared_decision d = cube_dispute(TWO_ROLLS, COMPARED_DOUBLE, ACTION_NO_DOUBLE, ACTION_DOUBLE);
    const struct settled doubles = settled_by(d, 144, 1, 0);
    assert_int_equal(doubles.how, SETTLED_SECOND);
    assert_true(doubles.difference < 0);
    d = cube_dispute(TWO_ROLLS, COMPARED_ANSWER, ACTION_PASS, ACTION_TAKE);
    d.position.offer = OFFER_DOUBLE, d.position.turn = 1 - d.position.on_roll;
    const struct settled answers = settled_by(d, 144, 1, 0);
    assert_int_equal(answers.how, SETTLED_FIRST);
    assert_true(answers.difference > 0);
}

/* A cube that is dead: there is one candidate. */
LONG_TEST(what_no_rollout_can_tell_says_so)
{
    const struct compared_decision d = cube_dispute("XGID=-ABB---------------bba----:1:1:1:00:5:0:0:7:10",
                                                    COMPARED_DOUBLE, ACTION_NO_DOUBLE, ACTION_DOUBLE);
    assert_int_equal(settled_by(d, 144, 1, 0).how, SETTLED_IMPOSSIBLE);
}

/* ---- the rule that stops ---- */

TEST(limits_are_those_of_the_tables)
{
    assert_near(settle_limit(1, 1, 100000), 1.960, 2e-3);
    assert_near(settle_limit(9, 9, 100000), 2.080, 2e-3);
    assert_near(settle_limit(1, 9, 100000), 6.240, 6e-3);
    assert_true(settle_limit(9, 9, 36) > settle_limit(9, 9, 100000)); /* an error from few blocks is less certain */
    for (int k = 1; k < 9; k++)
        assert_true(settle_limit(k, 9, 4 * k) > settle_limit(k + 1, 9, 4 * (k + 1)));
}

/* Uniform sums have nearly the normal's tails: twelve of them less six. */
static double normal(struct random *r)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += (random_below(r, 1000000) + 0.5) / 1000000;
    return sum;
}

/* Two candidates that are equal, looked at after every fourth of 36 blocks as settle() does: how often is one called
 * better? 5 % are allowed; one look at 95 % after another would err three times as often. */
LONG_TEST(repeated_looks_err_no_more_often_than_they_say)
{
    enum { RUNS = 20000, LOOKS = 9, BLOCKS = 4 };
    struct random r = {.state = 27};
    int wrong = 0, naive = 0;
    for (int run = 0; run < RUNS; run++) {
        double sum = 0, squares = 0;
        bool called = false, called_naively = false;
        for (int k = 1; k <= LOOKS; k++) {
            for (int i = 0; i < BLOCKS; i++) {
                const double x = normal(&r);
                sum += x, squares += x * x;
            }
            const int n = k * BLOCKS;
            const double mean = sum / n, error = sqrt((squares / n - mean * mean) / (n - 1));
            called = called || fabs(mean) > settle_limit(k, LOOKS, n) * error;
            called_naively = called_naively || fabs(mean) > 1.96 * error;
        }
        wrong += called, naive += called_naively;
    }
    assert_in_range(wrong, RUNS * 4 / 100, RUNS * 53 / 1000);
    assert_true(naive > 3 * wrong);
}

TEST_MAIN(open_engine, close_engine)
