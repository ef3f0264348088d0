/* The analysis asks an engine; here a scripted one answers, so that every figure is known beforehand. */
#include "support/assertions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/rolled.h"
#include "analyze/luck.h"
#include "analyze/skill.h"
#include "engine/met.h"
#include "base/call.h"
#include "base/helpers.h"
#include "base/strbuf.h"
#include "base/xmalloc.h"
#include "support/figures.h"
#include "support/script.h"

/* ---- the scripted engine ---- */

struct engine {
    int unused;
};
struct worker {
    int questions; /* asked of this worker */
};

static const struct engine ENGINE = {0};

const struct met *engine_met(const struct engine *e)
{
    (void)e;
    return met_default();
}

const char *engine_version(const struct engine *e)
{
    (void)e;
    return "scripted";
}

/* Rollouts, scripted: what is rolled out turns the order round. */
static int n_rolled;

void rolled_defaults(struct rollout_options *o)
{
    *o = (struct rollout_options){.trials = 36};
}

const char *rolled_like(struct rollout_options *o, const char *name)
{
    (void)o;
    return strcmp(name, "roller") == 0 ? "roller" : NULL;
}

void rolled_describe(const struct rollout_options *o, struct strbuf *out)
{
    (void)o;
    strbuf_puts(out, "scripted rollouts");
}

bool rolled_play(const struct rolled_setup *s, const struct position *before, double close, struct candidate *at, int n,
                 int *played)
{
    (void)s, (void)before, (void)close, (void)n;
    const struct candidate best = at[0];
    n_rolled++;
    at[0] = at[*played], at[*played] = best;
    at[0].level.kind = at[*played].level.kind = EVAL_ROLLOUT;
    at[0].equity = 2, at[*played].equity = 1.5f;
    *played = 0;
    return true;
}

bool rolled_cube(const struct rolled_setup *s, const struct position *undoubled, struct cube_answer *answer,
                 struct rolled_cube *out)
{
    (void)s, (void)undoubled;
    n_rolled++;
    *out = (struct rolled_cube){.level = {.kind = EVAL_ROLLOUT, .trials = 36}};
    answer->nd = 0.5f, answer->dt = 0.25f, answer->dp = 1;
    return true;
}

/* A figure for a board after a play that has nothing to do with backgammon but distinguishes boards. */
static float score(const struct board *after)
{
    unsigned h = 17;
    for (int i = 0; i < BOARD_POINTS; i++)
        h = 31 * h + (unsigned)(after->point[i] + 20);
    return (float)(h % 1000) / 1000;
}

static int by_score(const void *a, const void *b)
{
    float x = ((const struct ranked_play *)a)->cubeful, y = ((const struct ranked_play *)b)->cubeful;
    return (x < y) - (x > y);
}

/* What 2 plies find in a throw that its luck has not seen. */
static float found_deeper = -0.0018f;

static float best_score(const struct position *p)
{
    struct move_list list = {.n = 0};
    float best = 0;
    moves_list(&p->board, p->dice[0], p->dice[1], &list);
    for (int i = 0; i < list.n; i++)
        best = fmaxf(best, score(&list.at[i].after));
    moves_free(&list);
    return best;
}

int engine_plays(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 const struct board *must, struct ranked_plays *out)
{
    (void)e, (void)must;
    struct move_list list = {.n = 0};
    w->questions++;
    out->n = moves_list(&p->board, p->dice[0], p->dice[1], &list);
    out->at = xcalloc((size_t)out->n + 1, sizeof *out->at);
    for (int i = 0; i < out->n; i++)
        out->at[i] = (struct ranked_play){
            .play = list.at[i].play, .after = list.at[i].after, .cubeful = score(&list.at[i].after), .plies = l->plies};
    qsort(out->at, (size_t)out->n, sizeof *out->at, by_score);
    moves_free(&list);
    return out->n;
}

void ranked_plays_done(struct ranked_plays *r)
{
    free(r->at);
}

/* Doubling loses 0.3 for player 0 and gains 0.1 for player 1; any double is a take. With beavers it would gain 0.1 if
 * there were none. */
bool engine_cube(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct cube_answer *out)
{
    (void)e, (void)l;
    w->questions++;
    *out = (struct cube_answer){.nd = 0.4f, .dt = p->on_roll == 0 ? 0.1f : 0.5f, .dp = 1, .plies = l->plies};
    out->verdict = p->on_roll == 0 ? VERDICT_NO_DOUBLE_TAKE : VERDICT_DOUBLE_TAKE;
    if (p->rules.beavers)
        out->nd = -0.3f, out->dt = -0.2f, out->verdict = VERDICT_NO_DOUBLE_BEAVER;
    return position_cube_is_live(p, p->on_roll);
}

void engine_eval(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct evaluation *out)
{
    (void)e, (void)w, (void)l;
    *out = (struct evaluation){.cubeful = p->cube == 1 ? 0.2f : 0.1f};
}

void engine_luck(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct luck *out)
{
    (void)e, (void)w, (void)l;
    out->emg = (float)(p->dice[0] + p->dice[1] - 8) / 5;
    out->mwc = out->emg / 4;
    out->worth = best_score(p) - found_deeper;
}

void engine_thrown(const struct engine *e, struct worker *w, const struct position *p, struct thrown out[ALL_THROWS])
{
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++) {
            struct ranked_plays r;
            struct position q = *p;
            q.dice[0] = high, q.dice[1] = low;
            const bool plays = engine_plays(e, w, &q, &(struct level){.plies = 0}, NULL, &r) > 0;
            out[roll_index(high, low)] = (struct thrown){
                .after = plays ? r.at[0].after : p->board, .cubeful = plays ? r.at[0].cubeful : 0, .dances = !plays};
            ranked_plays_done(&r);
        }
}

void engine_market(const struct engine *e, struct worker *w, const struct position *p, struct market *out)
{
    (void)e, (void)w, (void)p;
    *out = (struct market){.share = 0.25f, .beyond = 0.1f};
}

/* A race whenever player 1 is on roll; the sides differ. */
bool engine_race(const struct engine *e, const struct position *p, struct race_answer *out)
{
    (void)e;
    *out = (struct race_answer){.side = {{.exact = true, .wastage = 7, .race = {.epc = 47}},
                                         {.exact = true, .wastage = 9, .race = {.epc = 59}}}};
    return p->on_roll == 1;
}

bool engine_hyper(const struct engine *e, const struct position *p, struct hyper_value *out)
{
    (void)e, (void)p, (void)out;
    return false;
}

bool engine_interpolates(const struct engine *e, const struct position *p, struct strbuf *note)
{
    (void)e, (void)p, (void)note;
    return false;
}

const struct engine *engine_with_stronger(const struct engine *e, int who)
{
    (void)who;
    return e;
}

/* ---- tests ---- */

static const char *const GAME = "0 31: 8/5 6/5; 1 42: 8/4 6/4; 0 double 2; 1 take; 0 65: 24/18 18/13; 1 66: 13/7 13/7 "
                                "8/2 8/2; 0 11: 6/5 6/5 8/7 8/7; 1 double 4; 0 drop";

static struct match *analysed(int length, const char *script, struct analysis_options *o)
{
    struct match *m = match_new();
    struct worker w = {0}, *workers[] = {&w};
    m->length = length;
    script_game(m, script);
    assert_int_equal(analyze_match(m, &ENGINE, workers, 1, o, NULL), 0);
    return m;
}

static struct analysis_options defaults(void)
{
    struct analysis_options o;
    analysis_defaults(&o);
    return o;
}

static const struct annotation *on(const struct match *m, size_t event)
{
    return event_annotation(&m->games[0].events[event], 0);
}

TEST(the_error_of_a_play_is_its_distance_from_the_best)
{
    struct analysis_options o = defaults();
    struct match *m = analysed(5, GAME, &o);
    const struct play_analysis *p = on(m, 0)->play;
    struct board start, after;
    board_start(&start, VARIANT_BACKGAMMON);
    assert_true(board_play(&start, &m->games[0].events[0].play, &after));
    assert_boards_equal(&p->candidates[p->played].after, &after);
    assert_int_equal(p->n_legal, 16);
    assert_int_equal(p->n, 5);
    assert_in_range(p->played, 0, 4);
    assert_figure(p->error, p->candidates[0].equity - score(&after), 1e-6);
    assert_figure(p->error_mwc, p->error * 0.094, p->error * 0.02 + 1e-6); /* a point at 0-0 to 5: about 9.4% */
    assert_int_equal(p->candidates[0].level.kind, EVAL_PLY);
    assert_int_equal(p->candidates[0].level.plies, 2);
    match_free(m);
}

TEST(few_candidates_still_hold_the_play_made)
{
    struct analysis_options o = defaults();
    o.candidates = 1;
    struct match *m = analysed(5, GAME, &o);
    for (size_t i = 0; i < m->games[0].n_events; i++) {
        const struct event *e = &m->games[0].events[i];
        if (e->kind != EVENT_PLAY)
            continue;
        const struct play_analysis *p = on(m, i)->play;
        assert_int_equal(p->played, p->error > 0 ? 1 : 0);
        assert_int_equal(p->n, p->played + 1);
    }
    match_free(m);
}

TEST(another_way_to_the_same_position_is_no_other_play)
{
    struct analysis_options o = defaults();
    struct match *a = analysed(5, "0 31: 8/5 6/5", &o), *b = analysed(5, "0 31: 6/5 8/5", &o);
    assert_int_equal(on(a, 0)->play->played, on(b, 0)->play->played);
    match_free(a);
    match_free(b);
}

TEST(a_cube_decision_stands_before_each_roll_where_the_cube_may_be_turned)
{
    struct analysis_options o = defaults();
    struct match *m = analysed(5, GAME, &o);
    assert_null(on(m, 0)->cube); /* the opening roll */
    assert_non_null(on(m, 1)->cube);
    assert_figure(on(m, 1)->cube->double_error, 0.1, 1e-6);
    assert_int_equal(on(m, 1)->cube_skill, SKILL_BAD);
    assert_non_null(on(m, 2)->cube); /* the double */
    assert_figure(on(m, 2)->cube->double_error, 0.3, 1e-6);
    assert_int_equal(on(m, 2)->cube_skill, SKILL_VERY_BAD);
    assert_null(on(m, 4)->cube); /* the cube was given away */
    assert_non_null(on(m, 5)->cube);
    assert_null(on(m, 6)->cube);
    match_free(m);
}

TEST(the_answer_is_judged_by_the_analysis_of_the_double)
{
    struct analysis_options o = defaults();
    struct match *m = analysed(5, GAME, &o);
    const struct cube_analysis *take = on(m, 3)->cube, *drop = on(m, 8)->cube;
    assert_figure(take->dt, on(m, 2)->cube->dt, 0);
    assert_figure(take->answer_error, 0, 0);
    assert_true(isnan(take->double_error));
    assert_figure(drop->answer_error, 0.5, 1e-6); /* passed at DT 0.5 */
    assert_int_equal(on(m, 8)->cube_skill, SKILL_VERY_BAD);
    const struct side_statistics *s = m->statistics[0].side;
    assert_int_equal(s[0].cube_errors[CUBE_WRONG_PASS], 1);
    assert_figure(s[0].cube_error[CUBE_WRONG_PASS].mwc, drop->answer_error_mwc, 1e-6);
    match_free(m);
}

TEST(what_was_dear_is_rolled_out_and_judged_by_the_rollout)
{
    struct analysis_options o = defaults();
    struct match *m = analysed(5, GAME, &o);
    const float error = on(m, 2)->cube->double_error;
    const int plays = m->statistics[0].side[0].unforced_moves + m->statistics[0].side[1].unforced_moves;
    assert_int_equal(n_rolled, 0);
    match_free(m);
    o.rollout_errors = (double)error - 0.01;
    m = analysed(5, GAME, &o);
    assert_true(n_rolled > 0 && n_rolled < plays + 4);
    assert_int_equal(on(m, 2)->cube->level.kind, EVAL_ROLLOUT);
    assert_figure(on(m, 2)->cube->double_error, 0.25, 1e-6); /* by the scripted rollout */
    assert_non_null(strstr(m->sets[0].settings, "scripted rollouts"));
    for (size_t i = 0; i < m->games[0].n_events; i++) {
        const struct annotation *a = m->games[0].events[i].annotations;
        if (a != NULL && a->play != NULL && a->play->n > 0 && a->play->candidates[0].level.kind == EVAL_ROLLOUT)
            assert_figure(a->play->error, 0, 0); /* the play made turned out to be the best */
    }
    match_free(m);
    n_rolled = 0;
}

TEST(luck_is_noted_and_marked_for_every_roll)
{
    struct analysis_options o = defaults();
    struct match *m = analysed(5, GAME, &o);
    assert_figure(on(m, 0)->luck, -0.8, 1e-6);
    assert_int_equal(on(m, 0)->luck_mark, LUCK_VERY_UNLUCKY);
    assert_int_equal(on(m, 5)->luck_mark, LUCK_VERY_LUCKY);
    assert_figure(on(m, 5)->luck_mwc, 0.2, 1e-6);
    assert_true(isnan(on(m, 2)->luck)); /* a double has no dice */
    assert_figure(m->statistics[0].side[1].luck_total.emg, -0.4 + 0.8, 1e-6);
    match_free(m);
}

TEST(an_illegal_play_has_candidates_but_no_error)
{
    struct analysis_options o = defaults();
    struct match *m = analysed(5, "0 31: 6/1 8/5; 1 42: 8/4 6/4", &o);
    const struct play_analysis *p = on(m, 0)->play;
    assert_int_equal(p->n_legal, 16);
    assert_int_equal(p->n, 5);
    assert_int_equal(p->played, -1);
    assert_true(isnan(p->error));
    assert_int_equal(on(m, 0)->play_skill, SKILL_NONE);
    assert_int_equal(m->statistics[0].side[0].analysed_moves, 0);
    assert_int_equal(m->statistics[0].side[0].total_moves, 0);
    assert_int_equal(m->statistics[0].side[1].analysed_moves, 1);
    match_free(m);
}

TEST(a_double_in_the_crawford_game_is_still_judged)
{
    struct analysis_options o = defaults();
    struct match *m = match_new();
    struct worker w = {0}, *workers[] = {&w};
    m->length = 3;
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 42: 8/4 6/4; 0 double 2; 1 drop");
    g->score[1] = 2, g->crawford_game = true;
    analyze_match(m, &ENGINE, workers, 1, &o, NULL);
    assert_null(on(m, 1)->cube);
    assert_int_equal(on(m, 2)->cube->verdict, VERDICT_NEVER_DOUBLE);
    assert_figure(on(m, 2)->cube->nd, 0.2, 1e-6);
    /* 0.1 of a 2-cube at 2-0 to 3 in the Crawford game: half the match hangs on two points, a quarter on one */
    assert_true(on(m, 2)->cube->dt > 0.1f && on(m, 2)->cube->dt < 1.5f);
    assert_figure(on(m, 3)->cube->answer_error, fmaxf(0, 1 - on(m, 3)->cube->dt), 1e-6);
    match_free(m);
}

/* Without beavers it would be a missed double; doubled, it is worth 2 x -0.2 to the doubler. */
TEST(a_double_that_would_be_beavered_is_not_missed)
{
    struct analysis_options o = defaults();
    struct match *m = match_new();
    struct worker w = {0}, *workers[] = {&w};
    m->rules.beavers = true;
    script_game(m, "0 31: 8/5 6/5; 1 42: 8/4 6/4");
    analyze_match(m, &ENGINE, workers, 1, &o, NULL);
    assert_figure(on(m, 1)->cube->double_error, 0, 0);
    assert_int_equal(on(m, 1)->cube_skill, SKILL_NONE);
    assert_int_equal(m->statistics[0].side[1].cube_errors[CUBE_MISSED_DOUBLE_BELOW_CP], 0);
    match_free(m);
}

/* Equities nearer than 0.00001 are equal: the choice is optional, and rounding makes no error of it. */
TEST(an_optional_double_is_no_error_either_way)
{
    const struct cube_circumstances live = {.live = true, .gammons = true};
    struct cube_judgement j;
    cube_judge(0.999995f, 1.3f, 1, live, &j);
    assert_figure(j.roll_error, 0, 0);
    cube_judge(1.000005f, 1.3f, 1, live, &j);
    assert_figure(j.double_error, 0, 0);
    cube_judge(0.5f, 1.000005f, 1, live, &j);
    assert_figure(j.take_error, 0, 0);
    cube_judge(0.5f, 0.999995f, 1, live, &j);
    assert_figure(j.pass_error, 0, 0);
    cube_judge(0.99998f, 1.3f, 1, live, &j);
    assert_figure(j.roll_error, 0.00002, 1e-6);
}

TEST(a_part_that_is_switched_off_stays_unknown)
{
    struct analysis_options o = defaults();
    o.moves = false, o.luck = false;
    struct match *m = analysed(5, GAME, &o);
    assert_null(on(m, 0));
    assert_null(on(m, 1)->play);
    assert_true(isnan(on(m, 1)->luck));
    assert_false(m->statistics[0].moves_analysed);
    assert_false(m->statistics[0].luck_analysed);
    assert_true(m->statistics[0].cube_analysed);
    match_free(m);
}

TEST(nothing_analysed_still_counts)
{
    struct analysis_options o = defaults();
    o.moves = o.cube = o.luck = false;
    struct match *m = analysed(5, GAME, &o);
    assert_int_equal(m->statistics[0].side[0].unforced_moves, 3);
    assert_int_equal(m->statistics[0].side[1].takes, 1);
    assert_false(m->statistics[0].cube_analysed);
    match_free(m);
}

TEST(decisions_of_one_player_alone_are_analysed_if_so_wished)
{
    struct analysis_options o = defaults();
    o.leave_out[0] = true; /* event 2: a double; 3: the answer to it; 7: the other's redouble */
    struct match *m = analysed(0, GAME, &o);
    assert_null(on(m, 0)->play);
    assert_false(isnan(on(m, 0)->luck)); /* luck of both: results are adjusted for it */
    assert_non_null(on(m, 1)->play);
    assert_null(event_annotation(&m->games[0].events[2], 0));
    assert_non_null(on(m, 3)->cube);
    assert_non_null(on(m, 7)->cube);
    assert_null(event_annotation(&m->games[0].events[8], 0));
    assert_int_equal(m->statistics[0].side[0].analysed_moves, 0);
    match_free(m);
}

TEST(half_of_what_a_deeper_look_finds_is_luck)
{
    struct analysis_options o = defaults();
    found_deeper = 0.2f - 0.0018f;
    struct match *m = analysed(0, GAME, &o);
    assert_figure(on(m, 0)->luck, -0.8 + 0.1, 1e-6);
    assert_figure(on(m, 0)->luck_mwc, -0.2 + 0.1, 1e-6); /* points */
    match_free(m);
    o.moves = false; /* nobody has looked deeper */
    m = analysed(0, GAME, &o);
    assert_figure(on(m, 0)->luck, -0.8, 1e-6);
    match_free(m);
    found_deeper = -0.0018f;
}

TEST(limits_of_luck_can_be_chosen)
{
    float limit[2] = {0, 0};
    assert_true(luck_limits_parse("0.1,0.25", limit));
    assert_int_equal(luck_mark_of(0.2f, limit), LUCK_LUCKY);
    assert_int_equal(luck_mark_of(-0.26f, limit), LUCK_VERY_UNLUCKY);
    assert_false(luck_limits_parse("0.2,0.1", limit));
    assert_false(luck_limits_parse("0,0.1", limit));
    assert_false(luck_limits_parse("0.1,0.2,0.3", limit));
}

TEST(the_set_says_how_it_was_made)
{
    struct analysis_options o = defaults();
    struct match *m = analysed(5, GAME, &o);
    assert_true(m->sets[0].own);
    assert_string_equal(m->sets[0].engine, "kibitzer");
    assert_string_equal(m->sets[0].level, "2ply");
    assert_non_null(strstr(m->sets[0].settings, "luck 2-ply cubeful; half of what 2-ply plays find"));
    assert_figure(m->sets[0].threshold[2], 0.12, 1e-6);
    match_free(m);
}

/* ---- several workers ---- */

static int questions; /* asked of all workers of the last one */

static struct match *by_workers(int n)
{
    struct match *m = random_match(5, 5, 0, VARIANT_BACKGAMMON);
    struct worker w[4] = {{0}}, *workers[] = {&w[0], &w[1], &w[2], &w[3]};
    struct analysis_options o = defaults();
    assert_int_equal(analyze_match(m, &ENGINE, workers, n, &o, NULL), 0);
    questions = w[0].questions + w[1].questions + w[2].questions + w[3].questions;
    return m;
}

static void assert_same_play(const struct play_analysis *a, const struct play_analysis *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->played, b->played);
    assert_memory_equal(&a->error, &b->error, sizeof a->error);
    for (int i = 0; i < a->n; i++)
        assert_boards_equal(&a->candidates[i].after, &b->candidates[i].after);
    assert_int_equal(a->lesson != NULL, b->lesson != NULL);
    if (a->lesson != NULL)
        assert_memory_equal(a->lesson, b->lesson, sizeof *a->lesson);
}

static struct strbuf handed_on;
static void note_handed_on(void *context, const void *bytes, size_t length)
{
    (void)context;
    strbuf_add(&handed_on, bytes, length);
}

/* Of three helpers, some fail. *asked: what was left for who puts it together. */
static struct match *by_helpers(int n_well, int *asked)
{
    struct worker w = {0}, *workers[] = {&w};
    struct analysis_options o = defaults();
    struct call call;
    call_init(&call);
    call_enter(&call);
    for (int i = 0; i < n_well; i++) {
        struct match *m = random_match(5, 5, 0, VARIANT_BACKGAMMON);
        call.shares = &(struct shares){.index = i, .of = 3, .hand_on = note_handed_on};
        assert_int_equal(analyze_match(m, &ENGINE, workers, 1, &o, NULL), -1);
        match_free(m);
    }
    call.shares = &(struct shares){.given = {handed_on.at, handed_on.length}};
    struct match *m = by_workers(1);
    *asked = questions;
    questions += w.questions;
    call_enter(NULL);
    call_done(&call);
    strbuf_done(&handed_on);
    return m;
}

static void assert_same_analysis(struct match *a, struct match *b)
{
    size_t plays = 0, reasons = 0;
    for (size_t g = 0; g < a->n_games; g++) {
        for (size_t i = 0; i < a->games[g].n_events; i++) {
            const struct annotation *x = event_annotation(&a->games[g].events[i], 0);
            const struct annotation *y = event_annotation(&b->games[g].events[i], 0);
            assert_int_equal(x != NULL, y != NULL);
            if (x && x->play) {
                assert_same_play(x->play, y->play);
                plays++;
                reasons += x->play->lesson != NULL;
            }
        }
    }
    assert_true(plays > 20);
    assert_true(reasons > 5);
    assert_memory_equal(a->statistics, b->statistics, sizeof *a->statistics);
}

TEST(the_result_does_not_depend_on_the_number_of_workers)
{
    struct match *one = by_workers(1), *four = by_workers(4);
    assert_same_analysis(one, four);
    match_free(one);
    match_free(four);
}

TEST(helpers_share_out_the_decisions)
{
    struct match *alone = by_workers(1);
    const int all = questions;
    for (int n = 2; n <= 3; n++) {
        int asked;
        struct match *shared = by_helpers(n, &asked);
        assert_true(n < 3 ? asked > 100 : asked == 0); /* even of the reasons of errors */
        assert_int_equal(questions, all); /* nothing twice */
        assert_same_analysis(alone, shared);
        match_free(shared);
    }
    match_free(alone);
}

/* A helper with other settings, or with another match: what it found answers nothing that is asked here. */
static void assert_nothing_is_taken(unsigned seed, int candidates)
{
    struct worker w = {0}, *workers[] = {&w};
    struct analysis_options o = defaults();
    struct call call;
    o.candidates = candidates;
    struct match *alone = by_workers(1), *m = random_match(seed, 5, 0, VARIANT_BACKGAMMON);
    const int all = questions;
    call_init(&call);
    call_enter(&call);
    call.shares = &(struct shares){.of = 1, .hand_on = note_handed_on};
    assert_int_equal(analyze_match(m, &ENGINE, workers, 1, &o, NULL), -1);
    assert_true(handed_on.length > 1000);
    call.shares = &(struct shares){.given = {handed_on.at, handed_on.length}};
    struct match *mine = by_workers(1);
    assert_int_equal(questions, all);
    call_enter(NULL);
    call_done(&call);
    assert_same_analysis(alone, mine);
    match_free(alone);
    match_free(mine);
    match_free(m);
    strbuf_done(&handed_on);
}

TEST(what_was_found_with_other_settings_is_not_taken)
{
    assert_nothing_is_taken(5, 4);
}

TEST(what_was_found_in_another_match_is_not_taken)
{
    assert_nothing_is_taken(6, 5);
}

struct stated {
    size_t done, total;
};

static void note_progress(void *context, size_t done, size_t total)
{
    struct stated *t = context;
    assert_int_equal(done, t->done + 1);
    *t = (struct stated){done, total};
}

TEST(progress_counts_up_to_the_work_announced)
{
    struct match *m = match_new();
    struct worker w[2] = {{0}}, *workers[] = {&w[0], &w[1]};
    struct stated stated = {0, 0};
    struct analysis_hooks hooks = {.progress = note_progress, .context = &stated};
    struct analysis_options o = defaults();
    m->length = 5;
    script_game(m, GAME);
    size_t work = analyze_work(m);
    analyze_match(m, &ENGINE, workers, 2, &o, &hooks);
    assert_int_equal(stated.done, 3 * work); /* the cube, the play, the rest */
    assert_int_equal(stated.total, 3 * work);
    assert_int_equal(work, 7); /* five rolls and two doubles */
    match_free(m);
}

TEST(a_cancelled_analysis_leaves_the_record_as_it_was)
{
    struct match *m = match_new();
    struct worker w = {0}, *workers[] = {&w};
    volatile sig_atomic_t stop = 1;
    struct analysis_hooks hooks = {.cancel = &stop};
    struct analysis_options o = defaults();
    script_game(m, GAME);
    assert_int_equal(analyze_match(m, &ENGINE, workers, 1, &o, &hooks), -1);
    assert_int_equal(m->n_sets, 0);
    assert_int_equal(w.questions, 0);
    assert_null(m->games[0].events[0].annotations);
    match_free(m);
}

/* ---- marks ---- */

TEST(thresholds_are_presets_or_three_rising_numbers)
{
    float t[3];
    for (const char *const *name = thresholds_names(); *name; name++)
        assert_true(thresholds_parse(*name, t));
    assert_true(thresholds_parse("gnubg-classic", t));
    assert_figure(t[1], 0.08, 1e-7);
    assert_true(thresholds_parse("0.01,0.05,0.1", t));
    assert_figure(t[0], 0.01, 1e-7);
    static const char *const bad[] = {"", "gnu", "0.1,0.05,0.2", "0.1,0.2", "0.1,0.2,0.3,0.4", "0,0,0", "0.1,0.2,inf"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(thresholds_parse(bad[i], t));
}

TEST(a_mark_needs_more_than_the_threshold)
{
    const float t[3] = {0.03f, 0.06f, 0.12f};
    assert_int_equal(skill_of_error(0.03f, t), SKILL_NONE);
    assert_int_equal(skill_of_error(0.031f, t), SKILL_DOUBTFUL);
    assert_int_equal(skill_of_error(0.061f, t), SKILL_BAD);
    assert_int_equal(skill_of_error(0.121f, t), SKILL_VERY_BAD);
    assert_int_equal(skill_of_error(NAN, t), SKILL_NONE);
    assert_int_equal(luck_mark_of(0.3f, luck_limits), LUCK_NONE);
    assert_int_equal(luck_mark_of(-0.31f, luck_limits), LUCK_UNLUCKY);
    assert_int_equal(luck_mark_of(0.61f, luck_limits), LUCK_VERY_LUCKY);
    assert_int_equal(luck_mark_of(NAN, luck_limits), LUCK_NONE);
}

TEST(the_verdict_follows_from_three_equities)
{
    static const struct {
        float nd, dt;
        struct cube_circumstances how;
        enum cube_verdict verdict;
        float optimal;
    } cases[] = {
        {0.5f, 0.3f, {true, false, true, {0}}, VERDICT_NO_DOUBLE_TAKE, 0.5f},
        {0.5f, 0.7f, {true, false, true, {0}}, VERDICT_DOUBLE_TAKE, 0.7f},
        {0.5f, 1.2f, {true, false, true, {0}}, VERDICT_DOUBLE_PASS, 1},
        {1.2f, 1.4f, {true, false, true, {0}}, VERDICT_TOO_GOOD_PASS, 1.2f},
        {1.2f, 0.9f, {true, false, true, {0}}, VERDICT_TOO_GOOD_TAKE, 1.2f},
        {1.2f, 1.4f, {true, false, false, {0}}, VERDICT_DOUBLE_PASS, 1.2f},
        {0.5f, 0.5f, {true, false, true, {0}}, VERDICT_OPTIONAL_TAKE, 0.5f},
        {1, 1.3f, {true, false, true, {0}}, VERDICT_OPTIONAL_PASS, 1},
        {-0.1f, -0.3f, {true, true, true, {0}}, VERDICT_NO_DOUBLE_BEAVER, -0.1f},
        {-0.5f, -0.2f, {true, true, true, {0}}, VERDICT_DOUBLE_BEAVER, -0.2f},
        {-0.3f, -0.2f, {true, true, true, {0}}, VERDICT_NO_DOUBLE_BEAVER, -0.3f},
        {0.5f, 0.5f, {false, false, true, {0}}, VERDICT_NEVER_DOUBLE, 0.5f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cube_judgement j;
        cube_judge(cases[i].nd, cases[i].dt, 1, cases[i].how, &j);
        assert_int_equal(j.verdict, cases[i].verdict);
        assert_figure(j.optimal, cases[i].optimal, 1e-6);
    }
}

TEST(races_are_counted_for_the_player_on_roll_first)
{
    struct analysis_options o;
    analysis_defaults(&o);
    struct match *m = analysed(7, GAME, &o);
    for (struct event *e = m->games[0].events; e < m->games[0].events + m->games[0].n_events; e++) {
        const struct annotation *a = e->annotations;
        if (e->kind != EVENT_PLAY)
            continue;
        assert_int_equal(a->race != NULL, e->player == 1);
        if (a->race != NULL) {
            assert_true(a->race->exact && a->race->epc[0] == 59 && a->race->wastage[0] == 9);
            assert_true(a->race->epc[1] == 47 && a->race->wastage[1] == 7);
        }
    }
    match_free(m);
}

TEST_MAIN(NULL, NULL)
