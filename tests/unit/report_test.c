/* The decisions, facts and words that all reports share. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/export.h"
#include "document/leaf.h"
#include "match/cube_table.h"
#include "report/match_report.h"
#include "report/report.h"
#include "support/assertions.h"
#include "support/reported.h"
#include "support/script.h"
#include "support/writing.h"

#define assert_text(buffer, expected)                                                                                  \
    do {                                                                                                               \
        assert_string_equal(strbuf_text(&(buffer)), (expected));                                                       \
        strbuf_done(&(buffer));                                                                                        \
    } while (0)

/* The decisions of a match, shown or not. */
struct listed {
    struct decision at[32];
    int n;
};

static struct listed list(const struct match *m, int set, const struct export_options *o)
{
    struct listed l = {.n = 0};
    for (size_t g = 0; g < m->n_games; g++) {
        struct report_walk ds;
        for (report_walk_begin(&ds, m, &m->games[g], set, o); report_walk_next(&ds, &l.at[l.n]);)
            assert_in_range(++l.n, 1, 31);
    }
    return l;
}

/* What a builder puts, in words. */
struct said {
    struct node_receiver receiver;
    struct draft draft;
    struct strbuf text;
};

static void hear(struct node_receiver *r, const struct node *n)
{
    node_text(n, &typography_plain, &((struct said *)r)->text);
}

static struct draft *say(struct said *s, const struct match *m)
{
    *s = (struct said){.receiver = {.take = hear}};
    draft_begin(&s->draft, m, &s->receiver);
    node_begin(&s->draft, NODE_PARAGRAPH, ROLE_NONE);
    return &s->draft;
}

static void assert_said(struct said *s, const char *expected)
{
    node_end(&s->draft);
    draft_end(&s->draft);
    assert_text(s->text, expected);
}

TEST(every_event_is_a_decision_with_an_anchor_of_its_own)
{
    struct match *m = reported_match(5, "A", "B");
    struct listed l = list(m, 0, NULL);
    size_t events = 0;
    for (size_t i = 0; i < m->n_games; i++)
        events += m->games[i].n_events;
    assert_int_equal(l.n, events);
    for (int i = 0; i < l.n; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(l.at[i].anchor, l.at[k].anchor);
    assert_string_equal(l.at[0].anchor, "g1m1");
    match_free(m);
}

TEST(a_rollout_is_given_in_words)
{
    struct rollout_settings s = {.variance_reduction = true,
                                 .quasi_random = true,
                                 .truncation = 11,
                                 .late_from = 5,
                                 .seed = 7,
                                 .early = {{EVAL_PLY, .plies = 2, .cubeful = true}, {EVAL_OTHER, .name = "XG Roller"}},
                                 .late = {{EVAL_PLY, .plies = 1, .cubeful = true}, {EVAL_NONE}}};
    struct said said;
    phrase_rollout(say(&said, NULL), &s);
    assert_said(&said, "truncated after 11 half-rolls, variance reduction, quasi-random dice, chequers 2-ply, "
                       "cube XG Roller, from half-roll 5, chequers 1-ply, seed 7");
    phrase_rollout(say(&said, NULL), &(struct rollout_settings){.seed = 1});
    assert_said(&said, "played out, seed 1");
}

TEST(a_roll_and_its_play_are_one_decision)
{
    struct match *m = match_new();
    script_game(m, "0 roll 31; 0 31: 8/5 6/5; 1 62:");
    struct listed l = list(m, -1, NULL);
    assert_int_equal(l.n, 2);
    assert_string_equal(l.at[0].anchor, "g1m1");
    assert_string_equal(l.at[1].anchor, "g1m2");
    match_free(m);
}

struct errors {
    struct error_receiver receiver;
    struct strbuf text;
    int left; /* how many are wanted */
};

static bool note_error(struct error_receiver *r, const struct reported_error *e)
{
    struct errors *errors = (struct errors *)r;
    strbuf_printf(&errors->text, "%s %s\n", e->decision->anchor, e->title);
    return --errors->left > 0;
}

/* The first `most` errors, a line each. */
static void assert_errors(const struct match *m, const struct export_options *o, int most, const char *expected)
{
    struct errors errors = {.receiver = {note_error}, .left = most};
    struct export_options all;
    export_defaults(&all);
    bool to_the_end = report_each_error(m, o != NULL ? o : &all, &errors.receiver);
    assert_int_equal(to_the_end, errors.left > 0);
    assert_text(errors.text, expected);
}

TEST(errors_come_worst_first_with_what_was_better)
{
    struct match *m = reported_match(5, "A", "B");
    assert_errors(m, NULL, 2, /* no double, then a bad play */
                  "g1m3 A to play 55: 23/13 21/16 6/1*, better 23/13 21/11* (-0.210)\n"
                  "g1m3 A on roll, cube decision: no double, better double, take (-0.150)\n");
    assert_errors(m, NULL, 100,
                  "g1m3 A to play 55: 23/13 21/16 6/1*, better 23/13 21/11* (-0.210)\n"
                  "g1m3 A on roll, cube decision: no double, better double, take (-0.150)\n"
                  "g1m2 B to play 64: 24/14, better 24/20 24/18 (-0.070)\n"
                  "g1m7 A to play 61: 16/10 8/7, better 16/9 (-0.070)\n"
                  "g1m5 A on roll, cube decision: doubles to 2, better no double, take (-0.050)\n");
    match_free(m);
}

TEST(a_wrong_take_should_have_been_a_pass)
{
    struct match *m = reported_match(5, "A", "B");
    struct annotation *take = event_annotate(m, &m->games[0].events[5], 0);
    take->cube->dt = 1.2f;
    take->cube->answer_error = 0.9f;
    take->cube_skill = SKILL_VERY_BAD;
    assert_errors(m, NULL, 1, "g1m6 B to answer a double to 2: takes, better pass (-0.900)\n");
    match_free(m);
}

TEST(actions_say_what_is_done)
{
    struct match *m = reported_match(5, "A", "B");
    struct listed l = list(m, 0, NULL);
    struct said s;
    phrase_task(say(&s, m), &l.at[1], false);
    assert_said(&s, "B to play 64");
    phrase_action(say(&s, m), &l.at[4]);
    assert_said(&s, "doubles to 2");
    phrase_task(say(&s, m), &l.at[5], true);
    assert_said(&s, "B to answer a double to 2");
    phrase_action(say(&s, m), &l.at[7]);
    assert_said(&s, "13/4<"); /* illegal: as the source wrote it */
    phrase_result(say(&s, m), &m->games[0]);
    assert_said(&s, "A wins 2 points (resigned)");
    phrase_result(say(&s, m), &m->games[1]);
    assert_said(&s, "B wins 1 point (double passed)");
    phrase_score(say(&s, m), &m->games[1]);
    assert_said(&s, "A 2, B 0 to 5");
    match_free(m);
}

TEST(a_dance_cannot_move_and_nameless_players_get_numbers)
{
    struct match *m = match_new();
    script_game(m, "1 62:");
    struct listed l = list(m, -1, NULL);
    struct said s;
    phrase_action(say(&s, m), &l.at[0]);
    assert_said(&s, "cannot move");
    phrase_task(say(&s, m), &l.at[0], false);
    assert_said(&s, "Player 2 to play 62");
    phrase_length(say(&s, m));
    assert_said(&s, "money session");
    match_free(m);
}

static void assert_number(struct number n, const char *expected)
{
    struct said s;
    put_number(say(&s, NULL), n);
    assert_said(&s, expected);
}

TEST(figures_that_round_to_zero_have_no_sign)
{
    assert_number((struct number){.value = -0.0004, .decimals = 3, .sign = true}, "0.000");
    assert_number((struct number){.value = 0.0004, .decimals = 3, .sign = true}, "0.000");
    assert_number((struct number){.value = -0.0004, .decimals = 3}, "0.000");
    assert_number((struct number){.value = -0.0006, .decimals = 3, .sign = true}, "-0.001");
    assert_number((struct number){.value = -0.137, .decimals = 3, .sign = true}, "-0.137");
    assert_number((struct number){.value = 0.01038, .decimals = 3, .unit = UNIT_MWC, .sign = true}, "+1.038%");
    assert_number((struct number){.value = NAN, .decimals = 2}, "n/a");
    assert_number((struct number){.value = 0.4958, .decimals = 1, .unit = UNIT_CHANCE}, "49.6");
}

TEST(cube_rows_have_a_fixed_order_and_losses_without_a_sign)
{
    struct cube_table t;
    struct cube_analysis c = {.nd = 0.5f, .dt = 0.242f, .dp = 1, .verdict = VERDICT_NO_DOUBLE_TAKE};
    cube_table_of((const float[3]){c.nd, c.dt, c.dp}, c.verdict, false, &t);
    assert_string_equal(t.row[0].label, "No double");
    assert_string_equal(t.row[1].label, "Double, take");
    assert_string_equal(t.row[2].label, "Double, pass");
    assert_true(isnan(t.row[0].loss));
    assert_float_equal(t.row[1].loss, 0.258, 1e-5);
    assert_false(t.row[1].opponents);
    assert_float_equal(t.row[2].loss, 0.758, 1e-5); /* the pass: 1 less 0.242 */
    assert_true(t.row[2].opponents);
    assert_int_equal(t.merit[0], 0);
    assert_int_equal(t.merit[1], 2);
    assert_float_equal(t.percent, 0.258f / 0.758f, 1e-5);
    c = (struct cube_analysis){.nd = 0.9f, .dt = 1.1f, .dp = 1, .verdict = VERDICT_DOUBLE_PASS};
    cube_table_of((const float[3]){c.nd, c.dt, c.dp}, c.verdict, true, &t);
    assert_string_equal(t.row[2].label, "Redouble, pass");
    assert_string_equal(t.row[0].label, "No redouble");
    assert_int_equal(t.merit[0], 2);
    assert_float_equal(t.row[0].loss, 0.1, 1e-5);
    assert_true(isnan(t.percent));
    assert_string_equal(t.verdict, "Redouble, pass");
    c = (struct cube_analysis){.nd = 1.1f, .dt = 1.4f, .dp = 1, .verdict = VERDICT_TOO_GOOD_PASS};
    cube_table_of((const float[3]){c.nd, c.dt, c.dp}, c.verdict, false, &t);
    assert_string_equal(t.row[1].label, "Double, take");
    assert_float_equal(t.row[1].loss, 0.4, 1e-5); /* the take; the double alone loses 0.1 */
    assert_true(t.row[1].opponents);
    assert_float_equal(t.row[2].loss, 0.1, 1e-5);
    assert_false(t.row[2].opponents);
    assert_float_equal(t.percent, 0.25, 1e-5);
}

TEST(the_played_candidate_is_always_shown)
{
    struct candidate alike[12] = {{.equity = 0}};
    struct play_analysis p = {.candidates = alike, .n = 12, .played = 9};
    int index[16];
    assert_int_equal(report_candidates(&p, 5, index), 6);
    assert_int_equal(index[4], 4);
    assert_int_equal(index[5], 9);
    p.played = 2;
    assert_int_equal(report_candidates(&p, 5, index), 5);
}

TEST(candidates_looked_at_less_deeply_stand_apart_and_without_a_difference)
{
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

/* The statistics of a match, a line for each row: "Luck | Luck total, EMG (MWC) | +0.500 (+10.000%) | ..." */
struct rows {
    struct node_receiver receiver;
    struct strbuf text;
};

static void add_rows(struct rows *out, const struct node *n, const struct node *group)
{
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        if (c->kind == NODE_GROUP)
            add_rows(out, c, c->first);
        if (c->kind != NODE_ROW)
            continue;
        node_text(group, &typography_plain, &out->text);
        for (const struct node *cell = c->first; cell != NULL; cell = cell->next) {
            strbuf_puts(&out->text, " | ");
            node_text(cell, &typography_plain, &out->text);
        }
        strbuf_putc(&out->text, '\n');
    }
}

static void take_rows(struct node_receiver *r, const struct node *n)
{
    struct rows *rows = (struct rows *)r;
    if (n->kind == NODE_TABLE)
        add_rows(rows, n, NULL);
    else
        node_text(n, &typography_plain, &rows->text);
}

static char *statistics_of(const struct match *m, int set)
{
    struct export_options o;
    struct match_report r = {.m = m, .o = &o, .set = set};
    struct rows rows = {.receiver = {.take = take_rows}};
    export_defaults(&o);
    draft_begin(&r.draft, m, &rows.receiver);
    statistics_table(&r, NULL);
    draft_end(&r.draft);
    strbuf_puts(&rows.text, "");
    return rows.text.at;
}

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("no \"%s\" in:\n%s", part, text);
}

TEST(statistics_rows_print_what_rates_say)
{
    struct match *m = reported_match(5, "A", "B");
    struct rates rates;
    struct strbuf line = {0};
    char *text = statistics_of(m, 0);
    rates_of(&m->statistics[0], m->length, &rates);
    assert_has(text, "Chequer play | Total moves | 10 | ");
    assert_has(text, "Chequer play | Error total, EMG (MWC) | -0.314 (-6.280%) | ");
    assert_has(text, " | -0.500 (-10.000%)\nLuck | Luck rate");
    assert_has(text, "Cube | Missed doubles below CP (EMG, MWC) | 1 (-0.150, -3.000%) | ");
    assert_has(text, "Cube | Wrong takes (EMG, MWC) | 0 | ");
    strbuf_printf(&line, "Chequer play | GNU Backgammon's word for this rate | %s | ", rates.side[0].move_rating);
    assert_has(text, line.at);
    strbuf_clear(&line);
    strbuf_printf(&line, "Overall | PR (our counting), 500 \xc3\x97 EMG per decision | %.2f | %.2f\n", rates.side[0].pr,
                  rates.side[1].pr);
    assert_has(text, line.at);
    strbuf_clear(&line);
    strbuf_printf(&line, "Overall | Snowie error rate, mEMG per move of both | %.1f | ",
                  -1000 * rates.side[0].snowie_rate);
    assert_has(text, line.at);
    strbuf_done(&line);
    xfree(text);
    match_free(m);
}

TEST(what_was_not_analysed_is_said_to_be_so)
{
    struct match *m = reported_match(5, "A", "B");
    m->statistics[0].luck_analysed = false;
    m->statistics[0].cube_analysed = false;
    char *text = statistics_of(m, 0);
    assert_has(text, "Not analysed: cube, luck.");
    assert_null(strstr(text, "Luck total"));
    assert_null(strstr(text, "Total cube decisions"));
    assert_has(text, "Cube | Doubles | 1 | 2\n"); /* needs no engine */
    xfree(text);
    struct stat_table t;
    assert_false(stat_table_of(m, NULL, -1, &t));
    match_free(m);
}

TEST(money_sessions_speak_of_points)
{
    struct match *m = reported_match(0, "A", "B");
    char *text = statistics_of(m, 0);
    assert_has(text, "Chequer play | Error total, EMG (points) | -0.314 (-0.063) | ");
    assert_null(strstr(text, "Error based"));
    xfree(text);
    match_free(m);
}

TEST(the_curve_is_always_of_the_first_player)
{
    struct match *m = reported_match(5, "A", "B");
    struct listed l = list(m, 0, NULL);
    assert_float_equal((float)decision_value(m, &l.at[2]), 0.62f, 1e-5); /* the doubler's decision */
    assert_int_equal(l.at[1].event->player, 1);
    assert_float_equal((float)decision_value(m, &l.at[1]), 0.48f, 1e-5); /* the opponent's roll */
    assert_true(isnan(decision_value(m, &l.at[8]))); /* a resignation */
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
    struct listed l = list(m, export_set(m, o), o);
    struct strbuf shown = {0};
    for (int i = 0; i < l.n; i++)
        if (l.at[i].shown)
            strbuf_printf(&shown, "%s ", l.at[i].anchor);
    assert_text(shown, expected);
}

TEST(only_the_decisions_asked_for_are_shown)
{
    struct match *m = reported_match(5, "A", "B");
    struct export_options o = only(SKILL_BAD, SKILL_VERY_BAD);
    /* g1m8 is the illegal play: it stays; the resignation, g1e9 and g1e10, is not an error */
    assert_shown(m, &o, "g1m2 g1m3 g1m7 g1m8 ");
    o = only(SKILL_VERY_BAD, SKILL_DOUBTFUL);
    assert_shown(m, &o, "g1m3 g1m5 g1m8 ");
    export_defaults(&o);
    assert_shown(m, &o, "g1m1 g1m2 g1m3 g1m4 g1m5 g1m6 g1m7 g1m8 g1e9 g1e10 g2m1 g2m2 g2m3 ");
    match_free(m);
}

TEST(a_cube_decision_appears_if_any_word_fits_it)
{
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

TEST(a_resignation_of_which_something_is_said_appears)
{
    struct match *m = reported_match(5, "A", "B");
    struct export_options o = only(SKILL_VERY_BAD, SKILL_DOUBTFUL);
    m->games[0].events[8].comment = "Too early";
    assert_int_equal(m->games[0].events[8].kind, EVENT_RESIGN);
    assert_shown(m, &o, "g1m3 g1m5 g1m8 g1e9 ");
    match_free(m);
}

TEST(a_line_names_what_went_wrong)
{
    struct match *m = reported_match(5, "A", "B");
    char *text = written(m, "text", NULL);
    assert_has(text, "3. A: does not double [-0.150 ??]");
    assert_has(text, "[-0.210 ??] [very lucky +0.710]");
    assert_has(text, "13/4< [the play does not fit the roll]");
    free(text);
    match_free(m);
}

TEST(marks_that_the_author_set_are_shown_as_such)
{
    struct match *m = reported_match(5, "A", "B");
    const int theirs = match_add_set(m, &(struct annotation_set){.engine = "somebody"});
    struct annotation *a = event_annotate(m, &m->games[0].events[0], theirs);
    struct export_options o;
    a->play_skill = SKILL_BAD;
    a->luck_mark = LUCK_LUCKY;
    export_defaults(&o);
    o.set = 0;
    char *text = written_with(m, "text", &o);
    assert_has(text, " [bad, says the author] [lucky, says the author]");
    free(text);
    match_free(m);
}

TEST(a_quiz_shows_errors_without_their_analysis)
{
    struct match *m = reported_match(5, "A", "B");
    struct export_options o = only(SKILL_VERY_BAD, SKILL_VERY_BAD);
    o.analysis = false;
    o.boards_on_errors = true;
    struct listed l = list(m, export_set(m, &o), &o);
    const struct decision *d = &l.at[2];
    assert_true(d->shown);
    assert_true(report_shows_board(&o, d, 0));
    assert_null(d->note);
    assert_errors(m, &o, 1, "");
    match_free(m);
}

TEST(boards_come_every_nth_time_and_where_something_is_marked)
{
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

TEST(parameters_are_given_when_asked_for)
{
    const struct eval_level level = {.kind = EVAL_PLY, .plies = 2, .cubeful = true, .noise = 0.005f};
    const struct eval_level cubeless = {.kind = EVAL_PLY, .plies = 0};
    struct export_options o;
    struct said s;
    export_defaults(&o);
    phrase_level(say(&s, NULL), &level, &o);
    assert_said(&s, "2-ply");
    o.parameters = true;
    phrase_level(say(&s, NULL), &level, &o);
    assert_said(&s, "2-ply, cubeful, noise 0.0050");
    phrase_level(say(&s, NULL), &cubeless, &o);
    assert_said(&s, "0-ply cubeless");
}

/* ---- a part for each game ---- */

TEST(every_report_can_be_split_by_games)
{
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

TEST_MAIN(NULL, NULL)
