/* The facts and words shared by all reports. */
#include <math.h>
#include <string.h>

#include "export/export.h"
#include "report/decision.h"
#include "support/reported.h"
#include "support/assertions.h"
#include "support/script.h"

#define assert_text(buffer, expected)                                                                                  \
    do {                                                                                                               \
        assert_string_equal(strbuf_text(&(buffer)), (expected));                                                       \
        strbuf_done(&(buffer));                                                                                        \
    } while (0)

static void every_event_is_a_decision_with_an_anchor_of_its_own(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct report r;
    report_init(&r, m, 0);
    size_t events = 0;
    for (size_t i = 0; i < m->n_games; i++)
        events += m->games[i].n_events;
    assert_int_equal(r.n_decisions, events);
    for (size_t i = 0; i < r.n_decisions; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(r.decisions[i].anchor, r.decisions[k].anchor);
    assert_string_equal(r.decisions[0].anchor, "g1m1");
    report_done(&r);
    match_free(m);
}

static void a_rollout_is_told_in_words(void **state)
{
    (void)state;
    struct rollout_settings s = {.variance_reduction = true,
                                 .quasi_random = true,
                                 .truncation = 11,
                                 .late_from = 5,
                                 .seed = 7,
                                 .early = {{EVAL_PLY, .plies = 2, .cubeful = true}, {EVAL_OTHER, .name = "XG Roller"}},
                                 .late = {{EVAL_PLY, .plies = 1, .cubeful = true}, {EVAL_NONE}}};
    struct strbuf text = {0};
    report_rollout(&text, &s);
    assert_text(text, "truncated after 11 half-rolls, variance reduction, quasi-random dice, chequers 2-ply, "
                      "cube XG Roller, from half-roll 5, chequers 1-ply, seed 7");
    report_rollout(&text, &(struct rollout_settings){.seed = 1});
    assert_text(text, "played out, seed 1");
    report_rollout(&text, NULL);
    assert_text(text, "");
}

static void a_roll_and_its_play_are_one_decision(void **state)
{
    (void)state;
    struct match *m = match_new();
    script_game(m, "0 roll 31; 0 31: 8/5 6/5; 1 62:");
    struct report r;
    report_init(&r, m, -1);
    assert_int_equal(r.n_decisions, 2);
    assert_string_equal(r.decisions[0].anchor, "g1m1");
    assert_string_equal(r.decisions[1].anchor, "g1m2");
    report_done(&r);
    match_free(m);
}

static void a_game_has_its_shown_decisions_and_no_others(void **state)
{
    (void)state;
    struct match *m = match_new();
    script_game(m, "0 31: 8/5 6/5; 1 62: 24/18 13/11");
    script_game(m, "");
    script_game(m, "1 31: 8/5 6/5; 0 62: 24/18 13/11; 1 41: 24/23 13/9");
    struct report r;
    report_init(&r, m, -1);
    r.decisions[0].shown = r.decisions[3].shown = false;
    const struct decision *d = report_next(&r, &m->games[0], NULL);
    assert_ptr_equal(d, &r.decisions[1]);
    assert_null(report_next(&r, &m->games[0], d));
    assert_null(report_next(&r, &m->games[1], NULL));
    d = report_next(&r, &m->games[2], NULL);
    assert_ptr_equal(d, &r.decisions[2]);
    assert_ptr_equal(report_next(&r, &m->games[2], d), &r.decisions[4]);
    report_done(&r);
    match_free(m);
}

static void errors_come_worst_first(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct report r;
    report_init(&r, m, 0);
    assert_int_equal(r.n_errors, 5);
    for (size_t i = 1; i < r.n_errors; i++)
        assert_true(r.errors[i - 1].error >= r.errors[i].error);
    assert_false(r.errors[0].cube);
    assert_true(r.errors[1].cube);
    assert_ptr_equal(r.errors[0].decision, r.errors[1].decision); /* no double, then a bad play */
    assert_int_equal(r.errors[0].skill, SKILL_VERY_BAD);
    report_done(&r);
    match_free(m);
}

static void errors_say_what_was_done_and_what_was_better(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct annotation *take = event_annotate(m, &m->games[0].events[5], 0);
    take->cube->dt = 1.2f;
    take->cube->answer_error = 0.9f;
    take->cube_skill = SKILL_VERY_BAD;
    struct report r;
    report_init(&r, m, 0);
    struct strbuf t = {0};
    report_error_done(&t, &r, &r.errors[0]);
    assert_text(t, "takes");
    report_error_better(&t, &r, &r.errors[0]);
    assert_text(t, "pass");
    report_error_done(&t, &r, &r.errors[2]);
    assert_text(t, "no double");
    report_error_better(&t, &r, &r.errors[2]);
    assert_text(t, "Double, take");
    report_done(&r);
    match_free(m);
}

static void alerts_name_what_went_wrong(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct report r;
    report_init(&r, m, 0);
    struct alert a[ALERTS_MAX];
    assert_int_equal(report_alerts(&r.decisions[0], a), 0);
    assert_int_equal(report_alerts(&r.decisions[2], a), 3);
    assert_string_equal(a[0].what, "very bad move");
    assert_float_equal(a[0].amount, -0.21, 1e-4);
    assert_string_equal(a[1].what, "missed double");
    assert_float_equal(a[1].amount_mwc, -0.03, 1e-4);
    assert_string_equal(a[2].what, "very lucky roll");
    assert_int_equal(report_alerts(&r.decisions[4], a), 1);
    assert_string_equal(a[0].what, "wrong double");
    assert_int_equal(report_alerts(&r.decisions[5], a), 0); /* a right take */
    assert_int_equal(report_alerts(&r.decisions[7], a), 1);
    assert_int_equal(a[0].kind, ALERT_ILLEGAL);
    report_done(&r);
    match_free(m);
}

static void headings_and_actions_say_who_does_what(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct report r;
    report_init(&r, m, 0);
    struct strbuf t = {0};
    report_heading(&t, &r, &r.decisions[1]);
    assert_text(t, "B to play 64");
    report_action(&t, &r, &r.decisions[4]);
    assert_text(t, "doubles to 2");
    report_heading(&t, &r, &r.decisions[5]);
    assert_text(t, "A doubles to 2, B to answer");
    report_action(&t, &r, &r.decisions[7]);
    assert_text(t, "13/4<"); /* illegal: as the source wrote it */
    report_result(&t, m, &m->games[0]);
    assert_text(t, "A wins 2 points (resigned)");
    report_result(&t, m, &m->games[1]);
    assert_text(t, "B wins 1 point (double passed)");
    report_score(&t, m, &m->games[1]);
    assert_text(t, "A 2, B 0 (match to 5 points)");
    report_done(&r);
    match_free(m);
}

static void a_dance_cannot_move_and_nameless_players_get_numbers(void **state)
{
    (void)state;
    struct match *m = match_new();
    script_game(m, "1 62:");
    struct report r;
    report_init(&r, m, -1);
    struct strbuf t = {0};
    report_action(&t, &r, &r.decisions[0]);
    assert_text(t, "cannot move");
    report_title(&t, m);
    assert_text(t, "Player 1 vs Player 2, money session");
    report_done(&r);
    match_free(m);
}

static void figures_are_rounded_without_negative_zero(void **state)
{
    (void)state;
    struct strbuf t = {0};
    report_signed(&t, -0.0004, 3);
    assert_text(t, "+0.000");
    report_signed(&t, -0.137, 3);
    assert_text(t, "-0.137");
    report_percent(&t, 0.01038, 3);
    assert_text(t, "+1.038%");
    report_plain(&t, NAN, 2);
    assert_text(t, "n/a");
    report_probability(&t, 0.4958);
    assert_text(t, "49.6");
}

static void cube_rows_begin_with_the_best_action(void **state)
{
    (void)state;
    struct cube_table t;
    struct cube_analysis c = {.nd = 0.5f, .dt = 0.242f, .dp = 1, .verdict = VERDICT_NO_DOUBLE_TAKE};
    cube_table_of(&c, false, &t);
    assert_string_equal(t.row[0].label, "No double");
    assert_string_equal(t.row[1].label, "Double, pass");
    assert_float_equal(t.row[2].difference, -0.258, 1e-5);
    assert_float_equal(t.percent, 0.258f / 0.758f, 1e-5);
    c = (struct cube_analysis){.nd = 0.9f, .dt = 1.1f, .dp = 1, .verdict = VERDICT_DOUBLE_PASS};
    cube_table_of(&c, true, &t);
    assert_string_equal(t.row[0].label, "Redouble, pass");
    assert_string_equal(t.row[2].label, "No redouble");
    assert_true(isnan(t.percent));
    assert_string_equal(t.verdict, "Redouble, pass");
    c = (struct cube_analysis){.nd = 1.1f, .dt = 1.4f, .dp = 1, .verdict = VERDICT_TOO_GOOD_PASS};
    cube_table_of(&c, false, &t);
    assert_string_equal(t.row[1].label, "Double, take");
    assert_float_equal(t.percent, 0.25, 1e-5);
}

static void the_played_candidate_is_always_shown(void **state)
{
    (void)state;
    struct candidate alike[12] = {{.equity = 0}};
    struct play_analysis p = {.candidates = alike, .n = 12, .played = 9};
    int index[16];
    assert_int_equal(report_candidates(&p, 5, index), 6);
    assert_int_equal(index[4], 4);
    assert_int_equal(index[5], 9);
    p.played = 2;
    assert_int_equal(report_candidates(&p, 5, index), 5);
}

static void candidates_looked_at_less_deeply_stand_apart_and_without_a_difference(void **state)
{
    (void)state;
    const struct eval_level deep = {.kind = EVAL_PLY, .plies = 2, .cubeful = true},
                            less = {.kind = EVAL_PLY, .cubeful = true};
    struct candidate c[] = {
        {.level = deep, .equity = 0.5f}, {.level = less, .equity = 0.75f}, {.level = deep, .equity = 0.25f}};
    struct play_analysis p = {.candidates = c, .n = 3};
    int index[4];
    assert_int_equal(report_candidates(&p, 5, index), 3);
    assert_int_equal(index[1], 2);
    assert_int_equal(index[2], 1);
    assert_false(report_rule_above(&p, index, 1));
    assert_true(report_rule_above(&p, index, 2));
    assert_true(isnan(report_difference(&p, 0)));
    assert_true(isnan(report_difference(&p, 1)));
    assert_float_equal(report_difference(&p, 2), -0.25, 1e-6);
    c[0].level = c[2].level = (struct eval_level){.kind = EVAL_ROLLOUT, .trials = 1296, .cubeful = true};
    c[2].level.trials = 144; /* rollouts can be compared, whatever their lengths */
    assert_false(isnan(report_difference(&p, 2)));
}

static const struct stat_row *row_labelled(const char *section, const char *label)
{
    const char *now = "";
    for (const struct stat_row *row = report_stat_rows; row->label != NULL; row++) {
        if (row->value == NULL)
            now = row->label;
        else if (strcmp(now, section) == 0 && strncmp(row->label, label, strlen(label)) == 0)
            return row;
    }
    fail_msg("no row %s / %s", section, label);
    return NULL;
}

static void assert_cell(const struct stat_table *t, const char *section, const char *label, int who, const char *text)
{
    struct strbuf value = {0};
    row_labelled(section, label)->value(&value, t, who);
    assert_string_equal(strbuf_text(&value), text);
    strbuf_done(&value);
}

static void statistics_rows_print_what_rates_say(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct stat_table t;
    assert_true(stat_table_of(m, NULL, 0, &t));
    assert_cell(&t, "Chequer play", "Total moves", 0, "10");
    assert_cell(&t, "Chequer play", "Error total", 0, "-0.314 (-6.280%)");
    assert_cell(&t, "Luck", "Luck total", 1, "-0.500 (-10.000%)");
    assert_cell(&t, "Cube", "Missed doubles below", 0, "1 (-0.150, -3.000%)");
    assert_cell(&t, "Cube", "Wrong takes", 0, "0");
    assert_cell(&t, "Chequer play", "Chequer play rating", 0, t.rates.side[0].move_rating);
    struct strbuf pr = {0};
    report_plain(&pr, t.rates.side[1].pr, 2);
    assert_cell(&t, "Overall", "PR", 1, strbuf_text(&pr));
    strbuf_clear(&pr);
    report_signed(&pr, -1000 * t.rates.side[0].snowie_rate, 1);
    assert_cell(&t, "Overall", "Snowie error rate", 0, strbuf_text(&pr));
    strbuf_done(&pr);
    match_free(m);
}

static void what_was_not_analysed_is_said_to_be_so(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    m->statistics[0].luck_analysed = false;
    m->statistics[0].cube_analysed = false;
    struct stat_table t;
    stat_table_of(m, NULL, 0, &t);
    assert_cell(&t, "Luck", "Luck total", 0, "not analysed");
    assert_cell(&t, "Cube", "Total cube decisions", 0, "not analysed");
    assert_cell(&t, "Cube", "Doubles", 1, "2"); /* needs no engine */
    assert_false(stat_table_of(m, NULL, -1, &t));
    match_free(m);
}

static void money_sessions_speak_of_points(void **state)
{
    (void)state;
    struct match *m = reported_match(0, "A", "B");
    struct stat_table t;
    stat_table_of(m, NULL, 0, &t);
    assert_cell(&t, "Chequer play", "Error total", 0, "-0.314 (-0.063)");
    assert_string_equal(stat_label(row_labelled("Chequer play", "Error total"), &t), "Error total, EMG (points)");
    assert_false(row_labelled("Overall", "Error based")->applies(&t));
    match_free(m);
}

static void the_curve_is_always_of_the_first_player(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct report r;
    report_init(&r, m, 0);
    assert_float_equal((float)decision_value(r.match, &r.decisions[2]), 0.62f, 1e-5); /* his cube decision */
    assert_int_equal(r.decisions[1].event->player, 1);
    assert_float_equal((float)decision_value(r.match, &r.decisions[1]), 0.48f, 1e-5); /* the opponent's roll */
    assert_true(isnan(decision_value(r.match, &r.decisions[8]))); /* a resignation */
    report_done(&r);
    match_free(m);
}

/* ---- which decisions appear ---- */

static struct export_options only(enum skill moves, enum skill cubes)
{
    struct export_options o;
    export_defaults(&o);
    for (int s = SKILL_NONE; s <= SKILL_VERY_BAD; s++) {
        o.show_move[s] = s == (int)moves;
        o.show_cube[s] = s == (int)cubes;
    }
    o.show_actual_cube = o.show_missed_cube = o.show_close_cube = false;
    return o;
}

/* The anchors of what is shown in game 1, "m2 m6 ": asides and illegal plays included. */
static void assert_shown(const struct match *m, const struct export_options *o, const char *expected)
{
    struct report r;
    struct strbuf list = {0};
    report_init_for(&r, m, o);
    for (size_t i = 0; i < r.n_decisions; i++)
        if (r.decisions[i].shown)
            strbuf_printf(&list, "%s ", r.decisions[i].anchor);
    assert_string_equal(strbuf_text(&list), expected);
    strbuf_done(&list);
    report_done(&r);
}

static void only_the_decisions_asked_for_are_shown(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct export_options o = only(SKILL_BAD, SKILL_VERY_BAD);
    /* g1m8 is the illegal play: it stays; the resignation, g1e9 and g1e10, is no error */
    assert_shown(m, &o, "g1m2 g1m3 g1m7 g1m8 ");
    o = only(SKILL_VERY_BAD, SKILL_DOUBTFUL);
    assert_shown(m, &o, "g1m3 g1m5 g1m8 ");
    export_defaults(&o);
    assert_shown(m, &o, "g1m1 g1m2 g1m3 g1m4 g1m5 g1m6 g1m7 g1m8 g1e9 g1e10 g2m1 g2m2 g2m3 ");
    match_free(m);
}

static void a_cube_decision_appears_if_any_word_fits_it(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct export_options none = only(SKILL_DOUBTFUL, SKILL_BAD), o = none; /* no play is doubtful, no cube bad */
    assert_shown(m, &o, "g1m8 ");
    o.show_actual_cube = true;
    assert_shown(m, &o, "g1m5 g1m6 g1m8 g2m2 g2m3 ");
    o = none;
    o.show_missed_cube = true;
    assert_shown(m, &o, "g1m3 g1m8 ");
    o = none;
    o.show_close_cube = true; /* within 0.16 of doubling */
    assert_shown(m, &o, "g1m3 g1m5 g1m6 g1m8 g2m2 g2m3 ");
    match_free(m);
}

static void a_resignation_of_which_something_is_said_appears(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct export_options o = only(SKILL_VERY_BAD, SKILL_DOUBTFUL);
    m->games[0].events[8].comment = "Too early";
    assert_int_equal(m->games[0].events[8].kind, EVENT_RESIGN);
    assert_shown(m, &o, "g1m3 g1m5 g1m8 g1e9 ");
    match_free(m);
}

static void marks_that_the_author_set_are_shown_as_his(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct report r;
    struct alert alerts[ALERTS_MAX];
    const int theirs = match_add_set(m, &(struct annotation_set){.engine = "somebody"});
    struct annotation *a = event_annotate(m, &m->games[0].events[0], theirs);
    a->play_skill = SKILL_BAD;
    a->luck_mark = LUCK_LUCKY;
    report_init(&r, m, 0);
    assert_int_equal(report_alerts(&r.decisions[0], alerts), 2);
    assert_string_equal(alerts[0].what, "move marked bad by the author");
    assert_string_equal(alerts[1].what, "roll marked lucky by the author");
    assert_true(isnan(alerts[0].amount));
    report_done(&r);
    match_free(m);
}

static void a_quiz_shows_errors_without_their_analysis(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    struct export_options o = only(SKILL_VERY_BAD, SKILL_VERY_BAD);
    struct report r;
    o.analysis = false;
    o.boards_on_errors = true;
    report_init_for(&r, m, &o);
    const struct decision *d = &r.decisions[2];
    assert_true(d->shown);
    assert_true(report_shows_board(&o, d, 0));
    assert_null(d->note);
    assert_int_equal(r.n_errors, 0);
    report_done(&r);
    match_free(m);
}

static void boards_come_every_nth_time_and_where_something_is_marked(void **state)
{
    (void)state;
    struct export_options o;
    const struct decision plain = {.marked = false}, marked = {.marked = true};
    export_defaults(&o);
    o.board_every = 3;
    assert_true(report_shows_board(&o, &plain, 0));
    assert_false(report_shows_board(&o, &plain, 2));
    assert_true(report_shows_board(&o, &plain, 3));
    assert_true(report_shows_board(&o, &marked, 2));
    o.board_every = 0;
    assert_false(report_shows_board(&o, &marked, 0));
}

static void parameters_are_told_when_asked_for(void **state)
{
    (void)state;
    const struct eval_level level = {.kind = EVAL_PLY, .plies = 2, .cubeful = true, .noise = 0.005f};
    const struct eval_level cubeless = {.kind = EVAL_PLY, .plies = 0};
    struct export_options o;
    struct strbuf text = {0};
    export_defaults(&o);
    report_level_for(&text, &level, &o);
    assert_text(text, "2-ply");
    o.parameters = true;
    report_level_for(&text, &level, &o);
    assert_text(text, "2-ply, cubeful, noise 0.005");
    report_level_for(&text, &cubeless, &o);
    assert_text(text, "0-ply cubeless");
}

/* ---- a part for each game ---- */

static void every_report_can_be_split_by_games(void **state)
{
    (void)state;
    struct match *m = reported_match(5, "A", "B");
    for (const struct exporter *const *e = exporters; *e != NULL; e++) {
        struct export_options o;
        struct sink s;
        struct diags d;
        export_defaults(&o);
        o.split_games = true;
        sink_init(&s);
        diags_init(&d, NULL);
        assert_true(export_write(*e, m, &o, &s, &d));
        assert_int_equal(s.n, ((*e)->scope & (EXPORT_GAME | EXPORT_MATCH)) != 0 ? 2 : 1);
        for (size_t i = 0; i < s.n; i++)
            assert_true(s.parts[i].text.length > 0);
        assert_string_equal(s.parts[s.n - 1].suffix, s.n == 2 ? "_002" : "");
        diags_done(&d);
        sink_done(&s);
    }
    match_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_a_decision_with_an_anchor_of_its_own),
        cmocka_unit_test(a_rollout_is_told_in_words),
        cmocka_unit_test(a_roll_and_its_play_are_one_decision),
        cmocka_unit_test(a_game_has_its_shown_decisions_and_no_others),
        cmocka_unit_test(errors_come_worst_first),
        cmocka_unit_test(errors_say_what_was_done_and_what_was_better),
        cmocka_unit_test(alerts_name_what_went_wrong),
        cmocka_unit_test(headings_and_actions_say_who_does_what),
        cmocka_unit_test(a_dance_cannot_move_and_nameless_players_get_numbers),
        cmocka_unit_test(figures_are_rounded_without_negative_zero),
        cmocka_unit_test(cube_rows_begin_with_the_best_action),
        cmocka_unit_test(the_played_candidate_is_always_shown),
        cmocka_unit_test(candidates_looked_at_less_deeply_stand_apart_and_without_a_difference),
        cmocka_unit_test(statistics_rows_print_what_rates_say),
        cmocka_unit_test(what_was_not_analysed_is_said_to_be_so),
        cmocka_unit_test(money_sessions_speak_of_points),
        cmocka_unit_test(the_curve_is_always_of_the_first_player),
        cmocka_unit_test(only_the_decisions_asked_for_are_shown),
        cmocka_unit_test(a_resignation_of_which_something_is_said_appears),
        cmocka_unit_test(marks_that_the_author_set_are_shown_as_his),
        cmocka_unit_test(a_cube_decision_appears_if_any_word_fits_it),
        cmocka_unit_test(a_quiz_shows_errors_without_their_analysis),
        cmocka_unit_test(boards_come_every_nth_time_and_where_something_is_marked),
        cmocka_unit_test(parameters_are_told_when_asked_for),
        cmocka_unit_test(every_report_can_be_split_by_games),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
