/* Rollouts: what is exact must come out exactly, and neither threads nor interruptions may change a digit. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/helpers.h"
#include "engine/bearoff.h"
#include "rollout/rollout.h"
#include "engine/cache.h"
#include "rollout/state.h"
#include "rollout/means.h"
#include "rollout/throws.h"
#include "support/assertions.h"
#include "support/engine_things.h"

static struct engine *engine;
static struct worker *worker;

static int open_engine(void **state)
{
    (void)state;
    struct diags d;
    diags_init(&d, "test");
    engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    diags_done(&d);
    worker = worker_new(engine);
    return engine == NULL;
}

static int close_engine(void **state)
{
    (void)state;
    worker_free(worker);
    engine_close(engine);
    return 0;
}

#define BLITZ "XGID=b---BBD-B---dC---c-ea---B-:0:0:1:00:0:0:0:0:10"
#define RACE "XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:0:0:0:0:10"
/* Six chequers a side and less: the two-sided table knows them with the cube and all. */
#define BEAROFF "XGID=-ABB---------------aa-b---:0:0:1:00:0:0:0:0:10"
#define OPENING "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"

static void begin(struct rollout *r, const char *id, const struct rollout_options *o)
{
    const struct position p = position_of(id);
    rollout_begin(r, engine, &p, o);
}

static struct rollout_options options(int trials)
{
    struct rollout_options o;
    rollout_defaults(&o);
    o.trials = trials;
    return o;
}

static void roll_out(struct rollout *r, const char *id, const struct rollout_options *o)
{
    begin(r, id, o);
    assert_true(rollout_run(r, &worker, 1, NULL));
}

static void assert_same(const struct rollout *a, const struct rollout *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->done, b->done);
    assert_int_equal(a->n_seeds, b->n_seeds);
    for (int i = 0; i < a->n; i++) {
        const struct rollout_candidate *x = &a->candidates[i], *y = &b->candidates[i];
        for (size_t k = 0; k < a->n_seeds; k++) {
            assert_int_equal(x->series[k].n, y->series[k].n);
            assert_memory_equal(x->series[k].at, y->series[k].at, x->series[k].n * sizeof *x->series[k].at);
        }
        assert_int_equal(x->dropped, y->dropped);
        assert_memory_equal(&x->now, &y->now, sizeof x->now);
    }
}

/* ---- what is known exactly ---- */

static double exact_equity(const char *id, enum bearoff_cube cube);

TEST(an_exact_evaluator_leaves_no_luck_over)
{
    struct rollout_options o = options(36);
    struct rollout r;
    o.to_the_end = true;
    roll_out(&r, BEAROFF, &o);
    assert_near(r.candidates[0].now.equity, exact_equity(BEAROFF, BEAROFF_CENTRED), 2e-4);
    assert_near(r.candidates[1].now.equity, 2 * exact_equity(BEAROFF, BEAROFF_OPPONENT_OWNS), 4e-4);
    assert_true(r.candidates[0].now.equity_error < 1e-4);
    rollout_end(&r);
}

TEST(games_without_variance_reduction_come_to_the_exact_equity)
{
    struct rollout_options o = options(1296);
    struct rollout r;
    o.to_the_end = true, o.variance_reduction = false;
    roll_out(&r, BEAROFF, &o);
    const struct rollout_estimate *nd = &r.candidates[0].now, *dt = &r.candidates[1].now;
    assert_true(nd->equity_error > 0.001);
    assert_near(nd->equity, exact_equity(BEAROFF, BEAROFF_CENTRED), 4 * nd->equity_error);
    assert_near(dt->equity, 2 * exact_equity(BEAROFF, BEAROFF_OPPONENT_OWNS), 4 * dt->equity_error);
    assert_near(nd->mean[FIGURE_CUBELESS], exact_equity(BEAROFF, BEAROFF_CUBELESS), 4 * nd->error[FIGURE_CUBELESS]);
    rollout_end(&r);
}

static double exact_equity(const char *id, enum bearoff_cube cube)
{
    const struct position p = position_of(id);
    static struct bearoff_two *table;
    float equity[BEAROFF_CUBES];
    if (table == NULL)
        table = bearoff_two_make(6, 6);
    assert_true(bearoff_two_equities(table, &p.board, equity));
    return (double)equity[cube];
}

TEST(a_position_that_a_database_knows_needs_no_play)
{
    const struct rollout_options o = options(36);
    struct rollout r;
    roll_out(&r, BEAROFF, &o);
    assert_near(r.candidates[0].now.equity, exact_equity(BEAROFF, BEAROFF_CENTRED), 1e-6);
    assert_near(r.candidates[0].now.error[FIGURE_WIN], 0, 1e-9);
    rollout_end(&r);
}

LONG_TEST(games_are_played_on_after_a_pass_for_the_chances)
{
    struct rollout_options o = options(36);
    struct rollout r;
    struct position p = position_of(BLITZ), before;
    board_flip(&p.board, &before.board); /* as if the side that is blitzed had just played */
    begin(&r, "XGID=b---BBD-B---dC---c-ea---B-:0:0:-1:31:0:0:0:0:10", &o);
    rollout_add_play(&r, &(struct play){0}, &before.board);
    o.variance_reduction = false;
    assert_true(rollout_run(&r, &worker, 1, NULL));
    const struct rollout_estimate *e = &r.candidates[0].now;
    assert_near(e->mean[FIGURE_WIN], 0.21, 0.1);
    assert_near(e->mean[FIGURE_LOSE_GAMMON], 0.54, 0.15);
    assert_true(e->equity < -0.99); /* it is doubled out, or played for the gammon */
    rollout_end(&r);
}

/* ---- the same result ---- */

LONG_TEST(the_number_of_threads_does_not_matter)
{
    const struct rollout_options o = options(50);
    struct worker *workers[3] = {worker, worker_new(engine), worker_new(engine)};
    struct rollout a, b;
    roll_out(&a, BLITZ, &o);
    begin(&b, BLITZ, &o);
    assert_true(rollout_run(&b, workers, 3, NULL));
    assert_same(&a, &b);
    rollout_end(&a);
    rollout_end(&b);
    worker_free(workers[1]);
    worker_free(workers[2]);
}

static struct strbuf handed_on;
static void note_handed_on(void *context, const void *bytes, size_t length)
{
    (void)context;
    strbuf_add(&handed_on, bytes, length);
}

static void count_played(void *context, const struct rollout *r, size_t done, size_t total)
{
    (void)r, (void)done, (void)total;
    ++*(int *)context;
}

LONG_TEST(helpers_share_out_the_trials)
{
    const struct rollout_options o = options(200);
    int played = 0;
    const struct rollout_hooks counting = {.progress = count_played, .context = &played};
    struct rollout a, b;
    struct call call;
    roll_out(&a, BLITZ, &o);
    call_init(&call);
    call_enter(&call);
    for (int i = 0; i < 2; i++) { /* of three: the third share is missing */
        call.shares = &(struct shares){.index = i, .of = 3, .hand_on = note_handed_on};
        roll_out(&b, BLITZ, &o);
        rollout_end(&b);
    }
    assert_true(handed_on.length > 0);
    call.shares = &(struct shares){.given = {handed_on.at, handed_on.length}};
    begin(&b, BLITZ, &o);
    assert_true(rollout_run(&b, &worker, 1, &counting));
    call_enter(NULL);
    call_done(&call);
    assert_int_equal(played, 2 * (48 + 18)); /* both candidates; every third trial of 144 and of 56 */
    assert_same(&a, &b);
    rollout_end(&a);
    rollout_end(&b);
    strbuf_done(&handed_on);
}

TEST(a_rollout_that_is_continued_equals_one_that_was_not_interrupted)
{
    const struct rollout_options o = options(200);
    struct rollout a, b;
    roll_out(&a, RACE, &o);
    begin(&b, RACE, &o);
    for (int trials = 50; trials <= 200; trials += 50) {
        b.options.trials = trials;
        assert_true(rollout_run(&b, &worker, 1, NULL));
        assert_int_equal(b.done, trials);
    }
    assert_same(&a, &b);
    rollout_end(&a);
    rollout_end(&b);
}

static volatile sig_atomic_t stop;

static void stop_after_90(void *context, const struct rollout *r, size_t done, size_t total)
{
    (void)context, (void)r, (void)total;
    stop = done >= 90 * 2;
}

TEST(a_cancelled_rollout_keeps_its_whole_blocks_and_can_go_on)
{
    const struct rollout_options o = options(160);
    const struct rollout_hooks hooks = {.progress = stop_after_90, .cancel = &stop};
    struct rollout a, b;
    roll_out(&a, RACE, &o);
    begin(&b, RACE, &o);
    stop = 0;
    assert_false(rollout_run(&b, &worker, 1, &hooks));
    assert_int_equal(b.done, 72);
    assert_int_equal(b.candidates[0].now.trials, 72);
    assert_true(rollout_run(&b, &worker, 1, NULL));
    assert_same(&a, &b);
    rollout_end(&a);
    rollout_end(&b);
}

TEST(another_seed_gives_another_result)
{
    struct rollout_options o = options(36);
    struct rollout a, b;
    roll_out(&a, BLITZ, &o);
    o.seed = 2;
    roll_out(&b, BLITZ, &o);
    assert_true(a.candidates[0].now.equity != b.candidates[0].now.equity);
    assert_near(a.candidates[0].now.equity, b.candidates[0].now.equity, 0.3);
    rollout_end(&a);
    rollout_end(&b);
}

/* ---- states ---- */

static void write_state(const struct rollout *r, struct strbuf *out)
{
    state_write(&r, 1, out);
}

/* Reads the state `text` for a new rollout of RACE; true if that went well. `d` gets the diagnostics. */
static bool read_state(const struct strbuf *text, bool merge, struct rollout *r, struct diags *d)
{
    struct state s;
    const struct position p = position_of(RACE);
    diags_init(d, "state");
    const bool open = state_open(&s, (struct span){text->at, text->length}, d);
    const long section = open ? state_find(&s, &p) : -1;
    const bool ok = section >= 0 && state_read(&s, (size_t)section, merge, r, d);
    state_close(&s);
    return ok;
}

TEST(a_state_is_gone_on_from_as_if_nothing_had_happened)
{
    const struct rollout_options o = options(100), more = options(160);
    struct rollout a, b, c;
    struct strbuf text = {0}, again = {0};
    struct diags d;
    roll_out(&a, RACE, &o);
    write_state(&a, &text);
    begin(&b, RACE, &more);
    assert_true(read_state(&text, false, &b, &d));
    diags_done(&d);
    write_state(&b, &again);
    assert_string_equal(text.at, again.at);
    assert_true(rollout_run(&b, &worker, 1, NULL));
    roll_out(&c, RACE, &more);
    assert_same(&b, &c);
    rollout_end(&a), rollout_end(&b), rollout_end(&c);
    strbuf_done(&text), strbuf_done(&again);
}

TEST(states_of_different_seeds_are_merged_into_one_mean)
{
    struct rollout_options o = options(144);
    struct rollout a, b;
    struct strbuf text = {0};
    struct diags d;
    roll_out(&a, RACE, &o);
    const struct rollout_estimate first = a.candidates[0].now;
    o.seed = 2, o.trials = 72;
    roll_out(&b, RACE, &o);
    const struct rollout_estimate second = b.candidates[0].now;
    write_state(&b, &text);
    assert_true(read_state(&text, true, &a, &d));
    diags_done(&d);
    const struct rollout_estimate *both = &a.candidates[0].now;
    assert_int_equal(both->trials, 216);
    assert_near(both->equity, (144 * first.equity + 72 * second.equity) / 216, 1e-9);
    assert_false(read_state(&text, true, &a, &d)); /* once is enough */
    assert_diag(&d, SEVERITY_ERROR, 0, 0, "there already");
    assert_int_equal(a.candidates[0].now.trials, 216);
    diags_done(&d);
    rollout_end(&a), rollout_end(&b);
    strbuf_done(&text);
}

/* Puts `to` in the place of `from`, and a right check sum under the state. */
static void forge(struct strbuf *text, const char *from, const char *to)
{
    struct strbuf forged = {0};
    char *at = strstr(text->at, from), *check = strstr(text->at, "check ");
    assert_non_null(at);
    strbuf_add(&forged, text->at, (size_t)(at - text->at));
    strbuf_puts(&forged, to);
    strbuf_add(&forged, at + strlen(from), (size_t)(check - at) - strlen(from));
    strbuf_printf(&forged, "check %016llx\n", (unsigned long long)cache_hash(0, forged.at, forged.length));
    strbuf_done(text);
    *text = forged;
}

TEST(seeds_and_trials_that_no_rollout_has_are_refused_behind_a_right_check_sum)
{
    static const char *const lines[] = {"seed 2147483648 36",
                                        "seed 18446744073709551617 36",
                                        "seed -1 36",
                                        "seed 1 100000001",
                                        "seed 1 4294967332",
                                        "seed 1 -36",
                                        "seed 1",
                                        "seed 1 36 7",
                                        "seed  1 36"};
    const struct rollout_options o = options(36);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct rollout a, b;
        struct strbuf text = {0};
        struct diags d;
        roll_out(&a, RACE, &o);
        write_state(&a, &text);
        forge(&text, "seed 1 36", lines[i]);
        begin(&b, RACE, &o);
        assert_false(read_state(&text, false, &b, &d));
        assert_int_equal(b.done, 0);
        assert_diag(&d, SEVERITY_ERROR, 8, 1, lines[i]);
        assert_diag(&d, SEVERITY_ERROR, 8, 1, "a seed of 0 to 2147483647 and 0 to 100000000 trials");
        diags_done(&d);
        rollout_end(&a), rollout_end(&b);
        strbuf_done(&text);
    }
}

TEST(a_state_without_a_candidate_that_remains_is_refused)
{
    const struct rollout_options o = options(36);
    struct rollout a, b;
    struct strbuf text = {0};
    struct diags d;
    roll_out(&a, RACE, &o);
    write_state(&a, &text);
    forge(&text, "series 1 0", "series 1 1");
    forge(&text, "series 1 0", "series 1 1");
    begin(&b, RACE, &o);
    assert_false(read_state(&text, false, &b, &d));
    assert_diag(&d, SEVERITY_ERROR, 0, 0, "do not have the 36 trials");
    diags_done(&d);
    rollout_end(&a), rollout_end(&b);
    strbuf_done(&text);
}

TEST(a_state_that_does_not_fit_is_refused_and_changes_nothing)
{
    struct rollout_options o = options(36);
    struct rollout a, b;
    struct strbuf text = {0};
    struct diags d;
    roll_out(&a, RACE, &o);
    write_state(&a, &text);
    o.truncate = 7;
    begin(&b, RACE, &o);
    assert_false(read_state(&text, false, &b, &d));
    assert_diag(&d, SEVERITY_ERROR, 4, 1, "the settings of this state differ");
    diags_done(&d);
    rollout_end(&b);
    o = options(36), o.seed = 9;
    begin(&b, RACE, &o);
    assert_false(read_state(&text, false, &b, &d));
    assert_diag(&d, SEVERITY_ERROR, 0, 0, "a state of seed 1, not 9");
    assert_int_equal(b.done, 0);
    diags_done(&d);
    for (size_t i = 0; i < text.length; i += 7) { /* any byte changed or all from there missing */
        struct strbuf damaged = {0};
        strbuf_add(&damaged, text.at, text.length);
        damaged.at[i] ^= 1;
        assert_false(read_state(&damaged, true, &b, &d));
        assert_int_equal(d.n_errors, 1);
        diags_done(&d);
        damaged.length = i;
        assert_false(read_state(&damaged, true, &b, &d));
        diags_done(&d);
        strbuf_done(&damaged);
    }
    assert_int_equal(b.n_seeds, 1);
    rollout_end(&a), rollout_end(&b);
    strbuf_done(&text);
}

/* ---- settings ---- */

LONG_TEST(variance_reduction_makes_the_error_five_times_smaller)
{
    struct rollout_options o = options(288);
    struct rollout with, without;
    roll_out(&with, BLITZ, &o);
    o.variance_reduction = false;
    roll_out(&without, BLITZ, &o);
    for (int i = 0; i < 2; i++) {
        const struct rollout_estimate *a = &with.candidates[i].now, *b = &without.candidates[i].now;
        assert_true(b->equity_error > 5 * a->equity_error);
        assert_near(a->equity, b->equity, 4 * b->equity_error);
        for (int k = FIGURE_WIN; k <= FIGURE_LOSE_GAMMON; k++)
            assert_near(a->mean[k], b->mean[k], 4 * b->error[k] + 0.01);
    }
    rollout_end(&with);
    rollout_end(&without);
}

TEST(an_opening_roll_is_never_a_double)
{
    const struct rollout_options o = options(150);
    struct rollout r;
    roll_out(&r, OPENING, &o);
    assert_int_equal(r.n, 1); /* nobody doubles before it */
    assert_int_equal(r.candidates[0].series[0].at[0].n, OPENING_THROWS);
    assert_near(r.candidates[0].now.mean[FIGURE_CUBELESS], 0.04, 0.06); /* without doubles: less than on roll */
    rollout_end(&r);
}

TEST(any_position_can_be_an_opening)
{
    struct rollout_options o = options(150);
    struct rollout r, later;
    o.opening = true;
    roll_out(&r, RACE, &o);
    assert_true(r.opening);
    assert_int_equal(r.n, 1);
    assert_int_equal(r.candidates[0].series[0].at[0].n, OPENING_THROWS);
    o.opening = false;
    roll_out(&later, RACE, &o);
    assert_false(later.opening);
    assert_int_equal(later.n, 2);
    const double less = later.candidates[0].now.mean[FIGURE_CUBELESS] - r.candidates[0].now.mean[FIGURE_CUBELESS];
    assert_true(less > 0.01 && less < 0.2); /* no doubles for whoever is on roll */
    rollout_end(&r), rollout_end(&later);
}

TEST(nobody_doubles_in_a_cubeless_rollout)
{
    struct rollout_options o = options(36);
    struct rollout r;
    o.cubeful = false;
    roll_out(&r, BLITZ, &o);
    assert_int_equal(r.n, 1);
    assert_near(r.candidates[0].now.equity, r.candidates[0].now.mean[FIGURE_CUBELESS], 1e-5);
    rollout_end(&r);
}

/* The spread of "no double" with the cube priced from the second half-roll on, beside that without. Equities differ by
 * `apart` times what noise and model explain at most. */
static double spread_when_priced(const char *id, double apart)
{
    struct rollout_options o = options(144);
    struct rollout r, with;
    roll_out(&r, id, &o);
    o.priced_from = 2;
    roll_out(&with, id, &o);
    assert_int_equal(with.n, r.n);
    for (int i = 0; i < r.n; i++) {
        const struct rollout_estimate *a = &r.candidates[i].now, *b = &with.candidates[i].now;
        assert_near(b->equity, a->equity, apart * (4 * a->equity_error + 0.1));
    }
    const double spread = with.candidates[0].now.equity_error / r.candidates[0].now.equity_error;
    rollout_end(&r), rollout_end(&with);
    return spread;
}

/* On the whole: the spread of 144 games is itself uncertain. Where the cube is dead there is nothing to price. */
LONG_TEST(a_priced_cube_spreads_results_less_and_a_dead_one_not_at_all)
{
    static const char *const live[] = {BLITZ, RACE, OPENING, "XGID=-a--BBD-B---cC---c-e-a--B-:0:0:1:00:0:0:0:0:10",
                                       "XGID=--B-BBC-A---cC---c-e-a-b--:0:0:1:00:0:0:0:0:10"};
    static const char dead[] = "XGID=b---BBD-B---dC---c-ea---B-:1:1:1:00:5:0:0:7:10";
    enum { N = sizeof live / sizeof *live };
    double logs = 0;
    for (int i = 0; i < N; i++)
        logs += log(spread_when_priced(live[i], 1));
    assert_true(exp(logs / N) < 0.9); /* docs/rollouts.md */
    assert_near(spread_when_priced(dead, 0), 1, 0);
}

TEST(a_truncated_game_is_evaluated_where_it_stands)
{
    struct rollout_options o = options(36);
    struct rollout r;
    struct level level;
    struct evaluation one_ply;
    const struct position p = position_of(BLITZ);
    o.truncate = 1, o.variance_reduction = false, o.cubeful = false;
    roll_out(&r, BLITZ, &o);
    level_parse("1ply", &level);
    engine_eval(engine, worker, &p, &level, &one_ply); /* all 36 throws, played and evaluated */
    assert_near(r.candidates[0].now.mean[FIGURE_WIN], (double)one_ply.outcome.win, 1e-3);
    assert_near(r.candidates[0].now.equity, (double)one_ply.cubeless, 2e-3);
    rollout_end(&r);
}

TEST(a_match_is_averaged_in_winning_chances)
{
    const struct rollout_options o = options(36);
    struct rollout r;
    struct cube_answer c;
    roll_out(&r, "XGID=b---BBD-B---dC---c-ea---B-:0:0:1:00:2:4:0:7:10", &o);
    const struct rollout_estimate *e = &r.candidates[0].now;
    assert_true(e->mean[FIGURE_VALUE] > 0.3 && e->mean[FIGURE_VALUE] < 0.8);
    assert_near(e->equity, 1.2, 0.3);
    assert_true(rollout_cube(&r, &c));
    assert_near((double)c.mwc_nd, e->mean[FIGURE_VALUE], 1e-6);
    assert_near((double)c.nd, e->equity, 1e-4);
    assert_near((double)c.dp, 1, 1e-5);
    rollout_end(&r);
}

TEST(settings_without_sense_are_refused)
{
    struct rollout_options o = options(0);
    assert_non_null(rollout_problem(&o));
    o = options(36);
    assert_null(rollout_problem(&o));
    o.drop = 2;
    assert_non_null(rollout_problem(&o));
    o = options(36);
    level_parse("2ply", &o.luck);
    assert_non_null(rollout_problem(&o));
}

LONG_TEST(a_play_that_is_clearly_worse_is_dropped_but_never_before_144_trials)
{
    struct rollout_options o = options(1000);
    struct rollout r;
    struct position p = position_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10");
    struct move_list list = {0};
    const int n = moves_list(&p.board, 3, 1, &list);
    o.drop = 3;
    rollout_begin(&r, engine, &p, &o);
    for (int i = 0; i < n; i += n / 3)
        rollout_add_play(&r, &list.at[i].play, &list.at[i].after);
    assert_true(rollout_run(&r, &worker, 1, NULL));
    int dropped = 0;
    for (int i = 0; i < r.n; i++) {
        dropped += r.candidates[i].dropped;
        assert_true(r.candidates[i].now.trials >= ROLLOUT_LEAST);
    }
    assert_true(dropped > 0);
    assert_int_equal(r.candidates[rollout_best(&r)].dropped, false);
    moves_free(&list);
    rollout_end(&r);
}

/* ---- sums ---- */

TEST(the_error_of_the_mean_is_that_of_the_spread_of_blocks)
{
    struct rollout_series series[2] = {0};
    struct rollout_candidate c[2] = {{.series = &series[0]}, {.series = &series[1]}};
    struct rollout r = {.engine = engine, .position = position_of(RACE), .candidates = c, .n = 2, .n_seeds = 1};
    const double mean_of_block[] = {1, 3, 2, 2}; /* within a block 36 trials differ a lot, their means little */
    for (int t = 0; t < 144; t++) {
        double figure[ROLLOUT_FIGURES] = {0};
        figure[FIGURE_VALUE] = mean_of_block[t / 36] + (t % 2 != 0 ? 10 : -10);
        sums_add(&series[0], t, 36, figure);
        figure[FIGURE_VALUE] -= t / 36 % 2 != 0 ? 0.5 : 0.7;
        sums_add(&series[1], t, 36, figure);
    }
    sums_estimate(&r);
    assert_near(c[0].now.mean[FIGURE_VALUE], 2, 1e-12);
    assert_near(c[0].now.error[FIGURE_VALUE], sqrt(2.0 / 3 / 4), 1e-12);
    assert_near(c[1].now.behind, 0.6, 1e-12);
    assert_near(c[1].now.behind_error, sqrt(0.04 / 3 / 4), 1e-12); /* common dice: far less than either's own */
    free(series[0].at);
    free(series[1].at);
}

TEST_MAIN(open_engine, close_engine)
