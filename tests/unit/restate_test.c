/* Restating annotations that came with a file: match winning chances become equities, equities errors. */
#include "support/assertions.h"

#include <stdlib.h>

#include "analyze/restate.h"
#include "analyze/units.h"
#include "base/sink.h"
#include "import/import.h"
#include "support/figures.h"
#include "support/script.h"

static const char *const GAME = "0 31: 8/5 6/5; 1 42: 8/4 6/4; 0 double 2; 1 take; 0 65: 24/18 18/13; 1 21: 13/11 6/5; "
                                "0 11: 6/5 6/5 8/7 8/7; 1 double 4; 0 drop";

/* A match of one game with one set, as a reader leaves it. */
static struct match *foreign(int length, const char *script)
{
    struct match *m = match_new();
    struct annotation_set set = {.engine = "GNU Backgammon"};
    m->length = length;
    script_game(m, script);
    match_add_set(m, &set);
    return m;
}

static struct event *event(struct match *m, size_t i)
{
    return &m->games[0].events[i];
}

static struct annotation *note(struct match *m, size_t i)
{
    struct annotation *a = event_annotate(m, event(m, i), 0);
    a->luck = a->luck_mwc = NAN;
    return a;
}

/* As SGF has it in matches: nothing but the MWC of both branches. */
static struct cube_analysis *note_mwc(struct match *m, size_t i, float no_double, float double_take)
{
    struct annotation *a = note(m, i);
    a->cube = arena_alloc(m->arena, sizeof *a->cube);
    cube_analysis_begin(a->cube);
    a->cube->branch[0].mwc = no_double, a->cube->branch[0].outcome.win_gammon = 0.2f;
    a->cube->branch[1].mwc = double_take, a->cube->branch[1].outcome.win_gammon = 0.2f;
    return a->cube;
}

static struct play_analysis *note_play(struct match *m, size_t i, float best, float played)
{
    struct annotation *a = note(m, i);
    a->play = arena_alloc(m->arena, sizeof *a->play);
    *a->play = (struct play_analysis){.n = 2, .n_legal = 2, .played = 1, .error = NAN, .error_mwc = NAN};
    a->play->candidates = arena_alloc(m->arena, 2 * sizeof *a->play->candidates);
    a->play->candidates[0].equity = best, a->play->candidates[1].equity = played;
    return a->play;
}

/* MWC of player `who` after winning or losing one point at 0-0 to `length`. */
static double after_one_point(int length, bool won)
{
    struct met_score s = {.away = {length, length}, .crawford_rule = true};
    return met_after(met_default(), &s, 0, won ? 0 : 1, 1);
}

TEST(mwc_becomes_equity_at_the_undoubled_cube)
{
    struct match *m = foreign(7, GAME);
    double won = after_one_point(7, true), lost = after_one_point(7, false);
    struct cube_analysis *c = note_mwc(m, 2, (float)won, (float)((won + lost) / 2));
    restate_set(m, 0, met_default(), NULL);
    assert_figure(c->nd, 1, 1e-5);
    assert_figure(c->dt, 0, 1e-5);
    assert_figure(c->dp, 1, 0);
    assert_figure(c->double_error, 1, 1e-5); /* doubled at ND 1, DT 0 */
    assert_figure(c->double_error_mwc, (won - lost) / 2, 1e-6);
    match_free(m);
}

TEST(equity_becomes_mwc_where_that_is_missing)
{
    struct match *m = foreign(7, GAME);
    struct cube_analysis *c = note_mwc(m, 1, NAN, NAN);
    c->nd = 0.3f, c->dt = 0.2f;
    restate_set(m, 0, met_default(), NULL);
    double won = after_one_point(7, true), lost = after_one_point(7, false);
    assert_figure(c->branch[0].mwc, (won + lost) / 2 + 0.3 * (won - lost) / 2, 1e-6);
    assert_int_equal(c->verdict, VERDICT_NO_DOUBLE_TAKE);
    match_free(m);
}

TEST(rollouts_get_their_value_and_errors_in_both_units)
{
    struct match *m = foreign(7, GAME);
    struct play_analysis *p = note_play(m, 0, 0.3f, 0.2f);
    struct rollout_error of_gnubg = {.cubeful = NAN, .mwc = 0.01f}, of_xg = {.cubeful = 0.02f, .mwc = NAN};
    p->candidates[0].level.kind = p->candidates[1].level.kind = EVAL_ROLLOUT;
    p->candidates[0].mwc = 0.75f, p->candidates[1].mwc = NAN;
    p->candidates[0].stderror = &of_gnubg, p->candidates[1].stderror = &of_xg;
    struct cube_analysis *c = note_mwc(m, 1, NAN, NAN);
    c->nd = 0.3f, c->dt = 0.2f;
    restate_values(m, met_default());
    double won = after_one_point(7, true), lost = after_one_point(7, false);
    assert_figure(p->candidates[0].mwc, 0.75, 0);
    assert_figure(p->candidates[1].mwc, (won + lost) / 2 + 0.2 * (won - lost) / 2, 1e-6);
    assert_figure(of_gnubg.cubeful, 0.01 / ((won - lost) / 2), 1e-6);
    assert_figure(of_xg.mwc, 0.02 * (won - lost) / 2, 1e-6);
    assert_figure(c->branch[0].mwc, (won + lost) / 2 + 0.3 * (won - lost) / 2, 1e-6);
    assert_int_equal(c->verdict, VERDICT_NONE); /* values only */
    assert_true(isnan(p->error));
    match_free(m);
}

TEST(money_values_are_points)
{
    struct match *m = foreign(0, GAME);
    struct cube_analysis *c = note_mwc(m, 7, 1.0f, 1.6f); /* player 1 redoubles from 2 to 4 */
    restate_set(m, 0, met_default(), NULL);
    assert_figure(c->nd, 0.5, 1e-6);
    assert_figure(c->dt, 0.8, 1e-6);
    assert_figure(c->double_error, 0, 0);
    assert_int_equal(c->verdict, VERDICT_DOUBLE_TAKE);
    match_free(m);
}

TEST(a_play_gets_its_error_from_the_candidates)
{
    struct match *m = foreign(0, GAME);
    struct play_analysis *p = note_play(m, 6, 0.25f, 0.05f); /* the cube stands on 2 */
    restate_set(m, 0, met_default(), NULL);
    assert_figure(p->error, 0.2, 1e-6);
    assert_figure(p->error_mwc, 0.4, 1e-6);
    assert_figure(m->statistics[0].side[0].move_error.mwc, 0.4, 1e-6);
    match_free(m);
}

TEST(answers_without_an_analysis_get_the_doublers)
{
    struct match *m = foreign(0, GAME);
    note_mwc(m, 7, 1.0f, 1.6f);
    restate_set(m, 0, met_default(), NULL);
    const struct annotation *a = event_annotation(event(m, 8), 0);
    assert_non_null(a);
    assert_figure(a->cube->answer_error, 0.2, 1e-6); /* passed at DT 0.8 */
    assert_figure(a->cube->answer_error_mwc, 0.4, 1e-6);
    assert_true(isnan(a->cube->double_error));
    assert_int_equal(m->statistics[0].side[0].cube_errors[CUBE_WRONG_PASS], 1);
    assert_null(event_annotation(event(m, 3), 0)); /* the first double was not analysed */
    match_free(m);
}

TEST(marks_stay_unless_thresholds_are_given)
{
    const float strict[3] = {0.01f, 0.02f, 0.03f};
    struct match *m = foreign(0, GAME);
    note_play(m, 4, 0.1f, 0.05f);
    struct annotation *a = event_annotate(m, event(m, 4), 0);
    a->play_skill = SKILL_DOUBTFUL;
    a->luck = 0.7f;
    restate_set(m, 0, met_default(), NULL);
    assert_int_equal(a->play_skill, SKILL_DOUBTFUL);
    assert_int_equal(a->luck_mark, LUCK_NONE);
    restate_set(m, 0, met_default(), strict);
    assert_int_equal(a->play_skill, SKILL_VERY_BAD);
    assert_int_equal(a->luck_mark, LUCK_VERY_LUCKY);
    assert_int_equal(m->statistics[0].side[0].skill[SKILL_VERY_BAD], 1);
    match_free(m);
}

TEST(luck_that_is_no_number_is_unknown)
{
    struct match *m = foreign(7, GAME);
    note(m, 0)->luck = -INFINITY;
    note(m, 1)->luck = 0.5f;
    restate_set(m, 0, met_default(), NULL);
    assert_true(isnan(event_annotation(event(m, 0), 0)->luck));
    assert_int_equal(m->statistics[0].side[0].luck_rolls, 0);
    double swing = after_one_point(7, true) - after_one_point(7, false);
    assert_figure(m->statistics[0].side[1].luck_total.mwc, 0.5 * swing / 2, 1e-6);
    match_free(m);
}

TEST(our_own_sets_are_left_alone)
{
    struct match *m = foreign(0, GAME);
    struct play_analysis *p = note_play(m, 4, 0.1f, 0.05f);
    m->sets[0].own = true;
    restate_match(m, met_default(), NULL);
    assert_true(isnan(p->error));
    match_free(m);
}

TEST(a_set_without_marks_is_marked_by_its_own_limits)
{
    struct match *m = foreign(0, GAME);
    m->sets[0].threshold[0] = m->sets[0].threshold[1] = 0.02f, m->sets[0].threshold[2] = 0.08f;
    note_play(m, 4, 0.1f, 0.05f);
    note_play(m, 5, 0.2f, 0.1f);
    note(m, 0)->luck = 0.4f;
    restate_set(m, 0, met_default(), NULL);
    assert_int_equal(event_annotation(event(m, 4), 0)->play_skill, SKILL_BAD);
    assert_int_equal(event_annotation(event(m, 5), 0)->play_skill, SKILL_VERY_BAD);
    assert_int_equal(event_annotation(event(m, 0), 0)->luck_mark, LUCK_LUCKY);
    assert_int_equal(m->statistics[0].side[0].skill[SKILL_BAD], 1);
    match_free(m);
}

TEST(a_set_without_marks_and_limits_is_marked_as_gnu_backgammon_would)
{
    struct match *m = foreign(0, GAME);
    note_play(m, 4, 0.1f, 0.05f);
    restate_set(m, 0, met_default(), NULL);
    assert_int_equal(event_annotation(event(m, 4), 0)->play_skill, SKILL_DOUBTFUL);
    assert_figure(m->sets[0].threshold[1], 0.06, 1e-6);
    match_free(m);
}

TEST(a_mark_without_a_figure_is_its_authors_and_stays)
{
    static const float limits[3] = {0.01f, 0.02f, 0.03f};
    struct match *m = foreign(0, GAME);
    note(m, 0)->play_skill = SKILL_VERY_BAD;
    note_play(m, 4, 0.1f, 0.075f);
    restate_set(m, 0, met_default(), limits);
    assert_int_equal(event_annotation(event(m, 0), 0)->play_skill, SKILL_VERY_BAD);
    assert_int_equal(event_annotation(event(m, 4), 0)->play_skill, SKILL_BAD);
    match_free(m);
}

TEST(legal_plays_are_counted_not_those_that_the_file_names)
{
    struct match *m = foreign(0, GAME);
    struct play_analysis *p = note_play(m, 0, 0.1f, 0.05f);
    restate_set(m, 0, met_default(), NULL);
    assert_int_equal(p->n_legal, 16);
    assert_false(p->irrelevant);
    match_free(m);
}

TEST(nothing_hangs_on_plays_that_are_equal)
{
    struct match *m = foreign(0, GAME);
    struct play_analysis *p = note_play(m, 0, 0.1f, 0.1f);
    restate_set(m, 0, met_default(), NULL);
    assert_true(p->irrelevant);
    assert_int_equal(m->statistics[0].side[0].pr_decisions, 0);
    match_free(m);
}

TEST(what_a_writer_needs_is_completed_and_no_more)
{
    struct match *m = foreign(0, GAME);
    struct play_analysis *p = note_play(m, 4, 0.1f, 0.05f);
    m->format = "sgf";
    restate_for(m, FIGURES_AS_READ, "dump", met_default());
    restate_for(m, FIGURES_EXCHANGED, "sgf", met_default());
    assert_true(isnan(p->error));
    assert_int_equal(m->statistics[0].games, 0);
    restate_for(m, FIGURES_EXCHANGED, "other", met_default());
    assert_figure(p->error, 0.05, 1e-6);
    assert_int_equal(m->statistics[0].side[0].doubles, 1);
    match_free(m);
}

TEST(a_set_of_our_own_gets_the_sums_that_a_dump_leaves_out)
{
    struct match *m = foreign(0, GAME);
    m->sets[0].own = true;
    restate_match(m, met_default(), NULL);
    assert_int_equal(m->statistics[0].side[0].doubles, 1);
    match_free(m);
}

TEST(units_turn_back_and_forth)
{
    struct position p;
    const int score[2] = {1, 3};
    const struct rules rules = {.cube = true, .crawford = true};
    position_start(&p, &rules, 7, score, false);
    p.cube = 2;
    for (int who = 0; who < 2; who++) {
        double mwc = units_mwc(met_default(), &p, who, 0.37);
        assert_figure(units_equity(met_default(), &p, who, mwc), 0.37, 1e-9);
        assert_true(units_per_emg(met_default(), &p, who) > 0.05);
    }
    assert_figure(units_mwc(met_default(), &p, 0, 0.37) + units_mwc(met_default(), &p, 1, -0.37), 1, 1e-9);
}

/* ---- what GNU Backgammon saved, and the sums it stored beside it ---- */

/* The numbers of "M:1 2 3 ..." in a value of the property GS. */
static int numbers(const struct game *g, char block, double out[44])
{
    const struct property *gs = property_find(g->properties, "GS");
    int n = 0;
    for (size_t i = 0; gs && i < gs->n_values; i++) {
        const char *at = gs->values[i];
        if (at[0] != block)
            continue;
        char *end;
        for (at += 2; n < 44; at = end) {
            double x = strtod(at, &end);
            if (end == at)
                break;
            out[n++] = x;
        }
    }
    return n;
}

static void assert_stored_moves(const struct game *g)
{
    double f[44];
    assert_int_equal(numbers(g, 'M', f), 16);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *s = &g->statistics[0].side[who];
        assert_figure(s->unforced_moves, f[who], 0);
        assert_figure(s->total_moves, f[2 + who], 0);
        for (int mark = 0; mark < 4; mark++)
            assert_figure(s->skill[SKILL_VERY_BAD - mark], f[4 + 2 * mark + who], 0);
        assert_figure(s->move_error.emg, f[12 + 2 * who], 1e-5);
        assert_figure(s->move_error.mwc, f[13 + 2 * who], 1e-5);
    }
}

static void assert_stored_cube(const struct game *g)
{
    double f[44];
    assert_int_equal(numbers(g, 'C', f), 44);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *s = &g->statistics[0].side[who];
        assert_figure(s->cube_decisions, f[who], 0);
        assert_figure(s->doubles, f[2 + who], 0);
        assert_figure(s->takes, f[4 + who], 0);
        assert_figure(s->passes, f[6 + who], 0);
        for (int kind = 0; kind < CUBE_ERRORS; kind++) {
            assert_figure(s->cube_errors[kind], f[8 + 2 * kind + who], 0);
            assert_figure(s->cube_error[kind].emg, f[20 + 12 * who + 2 * kind], 2e-5);
            assert_figure(s->cube_error[kind].mwc, f[21 + 12 * who + 2 * kind], 1e-5);
        }
    }
}

static void assert_stored_luck(const struct game *g)
{
    double f[44];
    assert_int_equal(numbers(g, 'D', f), 14);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *s = &g->statistics[0].side[who];
        for (int mark = 0; mark < 5; mark++)
            assert_figure(s->luck[mark], f[2 * mark + who], 0);
        assert_figure(s->luck_total.emg, f[10 + 2 * who], 5e-5);
        assert_figure(s->luck_total.mwc, f[11 + 2 * who], 5e-5);
    }
}

static void compare_with_stored(const char *path, size_t n_games)
{
    struct matches read = {.n = 0};
    struct strbuf bytes = {.at = NULL};
    struct diags d;
    diags_init(&d, path);
    assert_true(file_read(path, 0, &bytes));
    assert_true(import_bytes((struct span){bytes.at, bytes.length}, path, NULL, &read, &d));
    struct match *m = read.at[0];
    assert_int_equal(m->n_games, n_games);
    restate_match(m, met_default(), NULL);
    for (size_t i = 0; i < m->n_games; i++) {
        assert_stored_moves(&m->games[i]);
        assert_stored_cube(&m->games[i]);
        assert_stored_luck(&m->games[i]);
    }
    matches_done(&read);
    strbuf_done(&bytes);
    diags_done(&d);
}

TEST(a_match_sums_up_as_gnu_backgammon_did)
{
    compare_with_stored("fixtures/sgf/gnubg-match.sgf", 4);
}

TEST(a_money_session_with_a_beaver_sums_up_as_gnu_backgammon_did)
{
    compare_with_stored("fixtures/sgf/gnubg-money.sgf", 2);
}

TEST_MAIN(NULL, NULL)
