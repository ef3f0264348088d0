/* Match equity tables: figures of the compiled-in tables, extension, models, lookups, prices, and what is refused. */
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

#include "engine/met.h"
#include "support/engine_things.h"

static struct met *table(const char *xml, const char **problem)
{
    static char message[300];
    struct diags d;
    diags_init(&d, "test.xml");
    struct met *m = met_read(span_of(xml), &d);
    snprintf(message, sizeof message, "%d: %s", d.n > 0 ? d.at[0].line : -1, d.n > 0 ? d.at[0].message : "");
    assert_int_equal(m == NULL, d.n_errors > 0);
    diags_done(&d);
    *problem = message;
    return m;
}

/* Before a game at a-away v b-away with no Crawford game in sight or, with `crawford`, in it. */
static double pre(const struct met *m, int a, int b)
{
    const struct met_score s = {.away = {a, b}, .crawford_game = a == 1 || b == 1, .crawford_rule = true};
    return met_before(m, &s, 0);
}

static double post(const struct met *m, int a)
{
    const struct met_score s = {.away = {a, 1}, .crawford_rule = true};
    return met_before(m, &s, 0);
}

/* ---- tables ---- */

TEST(the_default_is_kazaross_with_its_figures)
{
    const struct met *m = met_default();
    assert_string_equal(met_name(m), "Kazaross XG2");
    assert_near(pre(m, 1, 2), 0.67736, 1e-9);
    assert_near(pre(m, 2, 1), 0.32264, 1e-9);
    assert_near(pre(m, 5, 3), 0.35205, 1e-9);
    assert_near(post(m, 2), 0.48803, 1e-9);
    assert_near(pre(m, 25, 25), 0.5, 1e-9);
}

TEST(woolsey_is_compiled_in_as_well)
{
    struct met *m = woolsey();
    assert_string_equal(met_name(m), "Woolsey");
    assert_near(pre(m, 2, 4), 0.68, 1e-9);
    assert_near(pre(m, 15, 1), 0.01, 1e-9);
    assert_near(post(m, 4), 0.296, 1e-9);
    met_free(m);
}

TEST(the_sides_of_a_score_add_up)
{
    const struct met *m = met_default();
    for (int a = 1; a <= 70; a++)
        for (int b = 1; b <= 70; b++)
            for (int crawford = 0; crawford < 2; crawford++) {
                const struct met_score s = {.away = {a, b}, .crawford_game = crawford, .crawford_rule = true};
                assert_near(met_before(m, &s, 0) + met_before(m, &s, 1), 1, 1e-12);
            }
}

/* ---- extension ---- */

TEST(beyond_the_table_the_normal_approximation_goes_on)
{
    struct met *m = woolsey();
    assert_near(pre(m, 16, 1), 0.00864, 0.000005);
    assert_near(pre(m, 1, 16), 1 - 0.00864, 0.000005);
    assert_near(pre(m, 40, 40), 0.5, 1e-6);
    assert_true(pre(m, 64, 60) < 0.5 && pre(m, 100, 60) < pre(m, 64, 60));
    met_free(m);
}

TEST(post_crawford_figures_that_are_given_stay)
{
    const char *problem;
    struct met *m = woolsey();
    assert_near(post(m, 14), 0.02, 1e-9);
    assert_near(post(m, 15), 0.01, 1e-9);
    assert_near(post(m, 17), 0.00625, 1e-9);
    met_free(m);
    m = table("<met><info><name>three</name><length>3</length></info><pre-crawford-table>"
              "<row><me>0.5</me><me>0.68</me><me>0.75</me></row><row><me>0.32</me><me>0.5</me><me>0.6</me></row>"
              "<row><me>0.25</me><me>0.4</me><me>0.5</me></row></pre-crawford-table><post-crawford-table>"
              "<row><me>0.5</me><me>0.48</me><me>0.31</me></row></post-crawford-table></met>",
              &problem);
    assert_non_null(m);
    assert_near(post(m, 3), 0.31, 1e-9);
    assert_near(post(m, 4), 0.301, 1e-9); /* as GNU Backgammon shows for this table */
    met_free(m);
}

/* Shows the formula itself: nothing but 1-away against 1-away is given. The figures are those of GNU Backgammon. */
TEST(a_table_of_one_score_is_all_extension)
{
    const char *problem;
    struct met *m = table("<met><info><name>one</name><length>1</length></info>"
                          "<pre-crawford-table><row><me>0.5</me></row></pre-crawford-table>"
                          "<post-crawford-table><row><me>0.5</me></row></post-crawford-table></met>",
                          &problem);
    assert_non_null(m);
    assert_near(pre(m, 2, 1), 0.322756, 5e-7);
    assert_near(pre(m, 2, 5), 0.783772, 5e-7);
    static const double after_crawford[] = {0.5, 0.485, 0.3125, 0.302875, 0.179688, 0.174203};
    for (int away = 1; away <= 6; away++)
        assert_near(post(m, away), after_crawford[away - 1], 5e-7);
    met_free(m);
}

/* ---- models ---- */

#define MODEL(type, player)                                                                                            \
    "<?xml version='1.0'?><met><info><name>" type "</name><length>-1</length></info>"                                  \
    "<pre-crawford-table type='" type "'><parameters/></pre-crawford-table>"                                           \
    "<post-crawford-table type='" type "' player='" player "'><parameters/></post-crawford-table></met>"

TEST(zadeh_has_its_known_figures)
{
    static const double expected[] = {0.5, 0.485, 0.3125, 0.302875, 0.179688, 0.174203, 0.106445};
    const char *problem;
    struct met *m = table(MODEL("zadeh", "both"), &problem);
    assert_non_null(m);
    for (int a = 1; a <= 7; a++)
        assert_near(post(m, a), expected[a - 1], 6e-7);
    assert_near(pre(m, 2, 3), 0.603017, 6e-7);
    assert_near(pre(m, 2, 5), 0.747389, 6e-7);
    assert_true(pre(m, 64, 64) > 0.499 && pre(m, 64, 64) < 0.501 && pre(m, 64, 63) < 0.5);
    met_free(m);
}

TEST(mec_has_its_known_figures)
{
    static const double expected[] = {0.5, 0.485, 0.315, 0.319, 0.18155, 0.18155, 0.108124};
    const char *problem;
    struct met *m = table(MODEL("mec", "both"), &problem);
    assert_non_null(m);
    for (int a = 1; a <= 7; a++)
        assert_near(post(m, a), expected[a - 1], 1e-6);
    assert_near(pre(m, 2, 3), 0.5953, 5e-5);
    assert_near(pre(m, 5, 3), 0.3548, 5e-5);
    met_free(m);
}

TEST(parameters_are_read_by_name)
{
    const char *problem;
    struct met *m = table("<met><info><name>p</name><length>-1</length></info>"
                          "<pre-crawford-table type='mec'/><post-crawford-table type='mec'><parameters>"
                          "<parameter name='gammon-rate'>0.20</parameter>"
                          "<parameter name='free-drop-2-away'> .010 </parameter></parameters>"
                          "</post-crawford-table></met>",
                          &problem);
    assert_non_null(m);
    assert_near(post(m, 2), 0.49, 1e-9);
    assert_near(post(m, 3), 0.5 * (0.8 * 0.5 + 0.2), 1e-9);
    met_free(m);
}

TEST(players_may_differ)
{
    const char *problem;
    struct met *m = table("<met><info><length>2</length></info><pre-crawford-table>"
                          "<row><me>0.6</me><me>0.8</me></row><row><me>0.4</me><me>0.55</me></row>"
                          "</pre-crawford-table>"
                          "<post-crawford-table player='0'><row><me>0.6</me><me>0.58</me><me>0.3</me></row>"
                          "</post-crawford-table><post-crawford-table player='1'>"
                          "<row><me>0.4</me><me>0.38</me><me>0.3</me></row></post-crawford-table></met>",
                          &problem);
    assert_non_null(m);
    const struct met_score second = {.away = {1, 2}, .crawford_rule = true};
    assert_near(pre(m, 2, 2), 0.55, 1e-12);
    assert_near(post(m, 2), 0.58, 1e-12);
    assert_near(met_before(m, &second, 1), 0.38, 1e-12);
    met_free(m);
}

TEST(a_turned_table_is_the_other_player_s)
{
    struct diags d;
    diags_init(&d, "jacobs-100");
    struct met *m = met_open("jacobs-100", &d), *turned = met_turned(m);
    assert_true(met_players_differ(m));
    assert_false(met_players_differ(met_default()));
    for (int a = 1; a <= 30; a++)
        for (int b = 1; b <= 30; b++) {
            const struct met_score s = {.away = {a, b}, .crawford_rule = true},
                                   t = {.away = {b, a}, .crawford_rule = true};
            assert_near(met_before(m, &s, 0), met_before(turned, &t, 1), 1e-12);
        }
    met_free(turned);
    met_free(m);
    diags_done(&d);
}

/* ---- lookups ---- */

TEST(a_won_match_is_one_and_a_lost_one_zero)
{
    const struct met_score s = {.away = {2, 5}, .crawford_rule = true};
    assert_near(met_after(met_default(), &s, 0, 0, 2), 1, 0);
    assert_near(met_after(met_default(), &s, 0, 1, 6), 0, 0);
    assert_near(met_after(met_default(), &s, 1, 1, 8), 1, 0);
}

TEST(the_game_that_brings_to_1_away_leads_to_the_crawford_game)
{
    const struct met *m = met_default();
    const struct met_score before = {.away = {2, 2}, .crawford_rule = true};
    const struct met_score crawford = {.away = {3, 1}, .crawford_game = true, .crawford_rule = true};
    const struct met_score later = {.away = {3, 1}, .crawford_rule = true};
    assert_near(met_after(m, &before, 0, 0, 1), 0.67736, 1e-9);
    assert_near(met_after(m, &crawford, 0, 0, 1), 0.48803, 1e-9);
    assert_near(met_after(m, &later, 0, 0, 1), 0.48803, 1e-9);
    assert_near(met_before(m, &crawford, 0), pre(m, 3, 1), 1e-12);
}

TEST(without_the_crawford_rule_the_trailer_may_always_double)
{
    const struct met_score s = {.away = {2, 2}};
    assert_near(met_after(met_default(), &s, 1, 0, 1), 0.48803, 1e-9);
}

/* 3-1 to 5 (2-away v 4-away, Woolsey 68 %), the cube on 2: the winner of 2 points has won, the loser of 2 points is at
 * 2-away v 2-away. */
TEST(normalised_equity_is_a_straight_line_between_losing_and_winning_the_cube)
{
    struct met *m = woolsey();
    const struct met_score s = {.away = {2, 4}, .crawford_rule = true};
    const double mwc[] = {0.5, 0.75, 1}, equity[] = {-1, 0, 1};
    for (int i = 0; i < 3; i++) {
        assert_near(met_equity(m, &s, 0, 2, mwc[i]), equity[i], 1e-12);
        assert_near(met_mwc(m, &s, 0, 2, equity[i]), mwc[i], 1e-12);
    }
    met_free(m);
}

/* The trailer's view of the same game: 0 % = -1, 25 % = 0, 50 % = +1, 75 % = +2, 100 % = +3. */
TEST(the_trailer_at_3_1_to_5_can_win_more_than_the_cube)
{
    struct met *m = woolsey();
    const struct met_score s = {.away = {2, 4}, .crawford_rule = true};
    for (int i = 0; i <= 4; i++)
        assert_near(met_equity(m, &s, 1, 2, 0.25 * i), i - 1, 1e-12);
    met_free(m);
}

TEST(gammon_prices_follow_from_the_table)
{
    struct met *m = woolsey();
    const struct met_score s = {.away = {2, 4}, .crawford_rule = true};
    double price[4];
    met_prices(m, &s, 0, 2, price); /* the leader's gammons are worth nothing, the trailer's win the match */
    assert_near(price[0], 0, 1e-12);
    assert_near(price[1], (0.75 - 0) / 0.25 - 1, 1e-12);
    assert_near(price[2], 0, 1e-12);
    assert_near(price[3], 0, 1e-12);
    met_prices(m, &s, 1, 2, price);
    assert_near(price[0], 2, 1e-12);
    assert_near(price[1], 0, 1e-12);
    met_free(m);
}

TEST(prices_are_zero_where_nothing_is_at_stake)
{
    const struct met_score s = {.away = {1, 1}, .crawford_rule = true};
    double price[4];
    met_prices(met_default(), &s, 0, 1, price);
    for (int i = 0; i < 4; i++)
        assert_near(price[i], 0, 0);
}

/* ---- what is refused ---- */

TEST(faulty_tables_are_refused_with_line_and_reason)
{
    static const struct {
        const char *xml, *reason;
    } faulty[] = {
        {"<met>\n<info>", "2: match equity table: not well-formed"},
        {"<html/>", "1: match equity table: found html, expected <met>"},
        {"<met><info><length>65</length></info></met>", "found 65, expected a length"},
        {"<met><info><length>1</length></info></met>", "no post-Crawford table"},
        {"<met><info><length>1</length></info><post-crawford-table><row><me>0.5</me></row></post-crawford-table></met>",
         "no pre-Crawford table"},
        {"<met><post-crawford-table type='magic'/></met>", "found magic, expected a type"},
        {"<met><post-crawford-table player='2'><row><me>0.5</me></row></post-crawford-table></met>", "found 2"},
        {"<met>\n<post-crawford-table>\n<row>\n<me>1.5</me></row></post-crawford-table></met>", "4: match"},
        {"<met><post-crawford-table><row><me>0,5</me></row></post-crawford-table></met>", "found 0,5"},
        {"<met><post-crawford-table><row/></post-crawford-table></met>", "too few <me>"},
        {"<met><post-crawford-table/></met>", "no <row>"},
        {"<!DOCTYPE met [<!ENTITY a 'b'>]><met>&a;</met>", "entity"},
        {"", "not well-formed"},
        {"<met><post-crawford-table><row><me>1</me></row></post-crawford-table></met>", "above 0 and below 1"},
        {"<met><info><length>2</length></info><post-crawford-table><row><me>0.5</me></row></post-crawford-table>"
         "<pre-crawford-table><row><me>0.5</me><me>0.4</me></row><row><me>0.6</me><me>0.5</me></row>"
         "</pre-crawford-table></met>",
         "0.400000 at 1-away, 2-away, expected more of a chance"},
        {"<met><info><length>2</length></info><post-crawford-table><row><me>0.5</me></row></post-crawford-table>"
         "<pre-crawford-table><row><me>0.5</me><me>0.6</me></row><row><me>0.55</me><me>0.7</me></row>"
         "</pre-crawford-table></met>",
         "at 2-away, 1-away, expected less of a chance"},
        {"<met><info><length>5</length></info><post-crawford-table><row><me>0.5</me><me>0.1</me><me>0.4</me></row>"
         "</post-crawford-table><pre-crawford-table type='mec'/></met>",
         "3-away after the Crawford game"},
    };
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        const char *problem;
        assert_null(table(faulty[i].xml, &problem));
        if (!strstr(problem, faulty[i].reason))
            fail_msg("%s: said %s", faulty[i].xml, problem);
    }
}

TEST(rows_must_be_as_long_and_as_many_as_said)
{
    static const char *const rows[] = {"<row><me>0.5</me></row>", "<row><me>0.5</me><me>0.5</me></row>",
                                       "<row><me>0.5</me><me>0.5</me><me>0.5</me></row>"};
    static const int taken[][3] = {{0, 0, -1}, {1, -1, -1}, {1, 1, 1}, {1, 2, -1}};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        char xml[600] = "<met><info><length>2</length></info><post-crawford-table><row><me>0.5</me></row>"
                        "</post-crawford-table><pre-crawford-table>";
        const char *problem;
        for (int k = 0; k < 3 && taken[i][k] >= 0; k++)
            strcat(xml, rows[taken[i][k]]);
        strcat(xml, "</pre-crawford-table></met>");
        assert_null(table(xml, &problem));
    }
}

TEST(every_table_that_is_compiled_in_can_be_read)
{
    size_t n = 0;
    for (; met_builtin_name(n); n++) {
        struct diags d;
        diags_init(&d, NULL);
        struct met *m = met_open(met_builtin_name(n), &d);
        assert_non_null(m);
        assert_int_equal(d.n, 0);
        assert_true(met_length(m) >= 15);
        assert_true(met_description(m)[0] != '\0');
        met_free(m);
        diags_done(&d);
    }
    assert_int_equal(n, 12);
    assert_string_equal(met_name(met_default()), "Kazaross XG2");
}

/* 2-away v 1-away, 2 v 3, 5 v 3 of the tables of the trade, in percent, as published. */
TEST(the_tables_of_the_trade_have_their_figures)
{
    static const struct {
        const char *name;
        double at[3], tolerance;
    } known[] = {
        {"kazaross-xg2", {32.264, 59.947, 35.205}, 0.0005},
        {"rockwell-kazaross", {32.311, 59.899, 35.229}, 0.0005},
        {"g11", {31.855, 59.964, 34.974}, 0.0005},
        {"snowie", {31.5, 59.4, 35.5}, 0.05},
        {"woolsey", {30, 60, 34}, 0.5},
        {"jacobs", {31.0, 60.3, 34.6}, 0.05},
        {"jacobs-50", {32.3, 62.4, 37.0}, 0.05},
        {"jacobs-100", {33.5, 64.6, 39.3}, 0.05},
        {"ortega", {30.0, 59.8, 34.2}, 0.05},
        {"mec26", {31.5, 59.5, 35.4}, 0.05},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct diags d;
        diags_init(&d, NULL);
        struct met *m = met_open(known[i].name, &d);
        assert_non_null(m);
        assert_near(100 * pre(m, 2, 1), known[i].at[0], known[i].tolerance);
        assert_near(100 * pre(m, 2, 3), known[i].at[1], known[i].tolerance);
        assert_near(100 * pre(m, 5, 3), known[i].at[2], known[i].tolerance);
        met_free(m);
        diags_done(&d);
    }
}

TEST(a_missing_file_is_an_error)
{
    struct diags d;
    diags_init(&d, NULL);
    assert_null(met_open("/nonexistent/met.xml", &d));
    assert_int_equal(d.n_errors, 1);
    diags_done(&d);
}

TEST_MAIN(NULL, NULL)
