/* Positions as text: eXtreme Gammon's export, BGBlitz's, lists of IDs; one trait a test. */
#include "support/reading.h"

#include <math.h>
#include <string.h>

#include "support/figures.h"

#define START_31 "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n"

TEST(an_id_alone_is_a_position)
{
    struct reading r;
    const struct match *m = read_text(&r, START_31);
    assert_int_equal(m->length, 7);
    assert_int_equal(m->games[0].events[0].kind, EVENT_SET_BOARD);
    assert_int_equal(last_event(m)->kind, EVENT_SET_DICE);
    assert_int_equal(last_event(m)->dice[0], 3);
    assert_int_equal(m->n_sets, 0);
    reading_done(&r);
}

TEST(prose_with_an_id_in_it_is_no_list_of_positions)
{
    static const char *const pages[] = {
        "My club met again on Monday.\n\nI was asked what I would play with a 31 in "
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31"
        ":0:0:0:7:10 and did\nnot know. Nobody else did either, so we rolled it out.\n",
        "We met on Monday.\nEverybody had brought a position.\nThis was the first one:\n" START_31
        "Nobody knew what to play.\nWe rolled it out.\nThen there was cake.\nSee you next week.\nWe begin at eight.\n"
        "Bring a board.\nAnd a friend.\n",
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        assert_null(import_choose(span_of(pages[i]), "report.txt"));
    assert_non_null(import_choose(span_of("1. " START_31 "a remark about it\n2. " START_31 "and one more\n"), NULL));
}

TEST(a_turned_cube_is_set_up)
{
    struct reading r;
    const struct match *m = read_text(&r, "XGID=-b----E-C---eE---c-e----B-:2:-1:1:00:3:2:0:7:10\n");
    assert_non_null(m);
    assert_int_equal(last_event(m)->kind, EVENT_SET_CUBE);
    assert_int_equal(last_event(m)->value, 4);
    assert_int_equal(last_event(m)->owner, 0);
    assert_no_diags(&r.d, SEVERITY_WARNING);
    reading_done(&r);
}

TEST(an_offered_double_is_an_event)
{
    struct reading r;
    const struct match *m = read_text(&r, "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:3:2:0:7:10\n");
    assert_int_equal(last_event(m)->kind, EVENT_DOUBLE);
    assert_int_equal(last_event(m)->player, 1);
    assert_int_equal(last_event(m)->value, 2);
    reading_done(&r);
}

TEST(several_ids_are_several_records)
{
    struct reading r;
    read_text(&r, START_31 "\nXGID=-b----E-C---eE---c-e----B-:0:0:-1:52:0:0:0:7:10\r\n\n" START_31);
    assert_int_equal(r.out.n, 3);
    assert_int_equal(last_event(r.out.at[1])->player, 0);
    reading_done(&r);
}

TEST(a_bad_id_costs_only_its_own_position)
{
    struct reading r;
    read_text(&r, START_31 "    1. 3-ply  8/5 6/5   eq:+0.100\nXGID=-b----E-C---eE---c-e----Z-:0:0:1:52:0:0:0:7:10\n"
                           "    1. 3-ply  13/8 24/22   eq:+0.020\n" START_31);
    assert_int_equal(r.out.n, 2);
    assert_int_equal(r.d.n_errors, 1);
    assert_diag(&r.d, SEVERITY_ERROR, 3, 30, "XGID");
    assert_int_equal(event_annotation(last_event(r.out.at[0]), 0)->play->n, 1);
    assert_int_equal(r.out.at[1]->n_sets, 0);
    reading_done(&r);
}

TEST(candidates_carry_level_equity_and_both_sides_chances)
{
    struct reading r;
    const struct match *m = read_text(&r, START_31 "X:Ann   O:Bo Berg\nX to play 31\n\n"
                                                   "    1. 4-ply       8/5 6/5                      eq:+0.160\n"
                                                   "      Player:   55.00% (G:17.00% B:0.80%)\n"
                                                   "      Opponent: 45.00% (G:12.00% B:0.50%)\n\n"
                                                   "    2. XG Roller+  24/23 13/10   eq:-0,010 (-0,170)\n\n"
                                                   "eXtreme Gammon Version: 2.10, MET: Kazaross XG2\n");
    const struct play_analysis *p = event_annotation(last_event(m), 0)->play;
    assert_int_equal(p->n, 2);
    assert_figure(p->candidates[0].equity, 0.16, 1e-6);
    assert_figure(p->candidates[0].outcome.win_gammon, 0.17, 1e-6);
    assert_figure(p->candidates[0].outcome.lose_backgammon, 0.005, 1e-6);
    assert_int_equal(p->candidates[0].level.plies, 3);
    assert_figure(p->candidates[1].equity, -0.01, 1e-6);
    assert_string_equal(p->candidates[1].level.name, "XG Roller+");
    assert_string_equal(m->player[1].name, "Ann"); /* X is on roll: XGID's player 1, the record's second */
    assert_string_equal(m->player[0].name, "Bo Berg");
    assert_string_equal(m->sets[0].engine, "eXtreme Gammon Version: 2.10, MET: Kazaross XG2");
    reading_done(&r);
}

TEST(a_candidate_that_is_no_play_is_left_out)
{
    struct reading r;
    const struct match *m =
        read_text(&r, START_31 "    1. 4-ply  8/5 6/2  eq:+0.160\n    2. 4-ply  8/5 6/5  eq:+0.100\n");
    assert_int_equal(event_annotation(last_event(m), 0)->play->n, 1);
    assert_diag(&r.d, SEVERITY_WARNING, 2, 0, "8/5 6/2");
    reading_done(&r);
}

TEST(cube_tables_are_read_in_any_language)
{
    static const char *const labels[][3] = {
        {"No double:   ", "Double/Take: ", "Double/Pass: "},
        {"Pas de double:    ", "Double/Prend:     ", "Double/Passe:     "},
        {"Nicht Doppeln:    ", "Doppeln/Annehmen: ", "Doppeln/Ablehnen: "},
        {"\u30ce\u30fc\u30c0\u30d6\u30eb:  ", "\u30c0\u30d6\u30eb/\u30c6\u30a4\u30af:  ",
         "\u30c0\u30d6\u30eb/\u30d1\u30b9:  "},
    };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        char text[600];
        struct reading r;
        snprintf(text, sizeof text,
                 "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:9:10\n"
                 "XG Roller++\n 61.40%% (G:24.50%% B:1.90%%)\n 38.60%% (G:13.10%% B:0.50%%)\n"
                 "  %s +0.580 (-0.110)\n  %s +0.690\n  %s +1.000 (+0.310)\n",
                 labels[i][0], labels[i][1], labels[i][2]);
        const struct cube_analysis *c = event_annotation(last_event(read_text(&r, text)), 0)->cube;
        assert_figure(c->nd, 0.58, 1e-6);
        assert_figure(c->dt, 0.69, 1e-6);
        assert_figure(c->dp, 1, 0);
        assert_figure(c->branch[0].outcome.win, 0.614, 1e-6);
        assert_string_equal(c->level.name, "XG Roller++");
        reading_done(&r);
    }
}

TEST(figures_in_no_known_shape_are_kept_as_words)
{
    struct reading r;
    const struct match *m = read_text(&r, START_31 "Cubeless equity 0.123 and 0.456\n");
    assert_string_equal(m->comment, "Cubeless equity 0.123 and 0.456");
    reading_done(&r);
}

TEST(without_a_usable_position_the_file_is_refused)
{
    struct reading r;
    assert_null(read_text(&r, "XGID=\nXGID=-b\n"));
    assert_true(r.d.n_errors >= 2);
    reading_done(&r);
}

TEST_MAIN(NULL, NULL)
