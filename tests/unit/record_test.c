/* The record: building, words, annotations, and what makes two records equal. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/assertions.h"
#include "support/script.h"
#include "match/same.h"

TEST(a_new_match_is_a_money_session_of_backgammon)
{
    struct match *m = match_new();
    assert_int_equal(m->length, 0);
    assert_int_equal(m->rules.variant, VARIANT_BACKGAMMON);
    assert_true(m->rules.cube && m->rules.crawford);
    assert_string_equal(m->player[1].name, "");
    assert_string_equal(m->format, "");
    match_free(m);
    match_free(NULL);
}

TEST(games_and_events_keep_their_order_while_growing)
{
    struct match *m = match_new();
    for (int i = 0; i < 20; i++) {
        struct game *g = match_add_game(m);
        assert_int_equal(g->number, i + 1);
        assert_int_equal(g->winner, NOBODY);
        for (int k = 0; k < 100; k++)
            game_add_event(m, g, EVENT_DOUBLE, k % 2)->value = k;
    }
    assert_int_equal(m->n_games, 20);
    for (int k = 0; k < 100; k++)
        assert_int_equal(m->games[19].events[k].value, k);
    match_free(m);
}

TEST(an_earlier_game_and_a_complete_record_can_still_grow)
{
    struct matches list = {0};
    struct match *m = match_new();
    for (int i = 0; i < 3; i++)
        game_add_event(m, match_add_game(m), EVENT_DOUBLE, 0)->value = i;
    for (int k = 0; k < 20; k++)
        game_add_event(m, &m->games[1], EVENT_TAKE, 1)->value = 100 + k;
    matches_add(&list, m);
    for (int k = 0; k < 20; k++)
        game_add_event(m, &m->games[2], EVENT_DROP, 1)->value = 200 + k;
    game_add_event(m, match_add_game(m), EVENT_ROLL, 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(m->games[i].events[0].value, i);
    assert_int_equal(m->games[1].events[20].value, 119);
    assert_int_equal(m->games[2].events[20].value, 219);
    assert_int_equal(m->games[3].n_events, 1);
    matches_done(&list);
}

TEST(an_event_keeps_its_own_copy_of_a_board)
{
    struct match *m = match_new();
    struct event *e = game_add_event(m, match_add_game(m), EVENT_SET_BOARD, 0);
    assert_boards_equal(event_board(e), &(struct board){0});
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    event_set_board(m, e, &b);
    b.point[6] = 0;
    assert_int_equal(event_board(e)->point[6], 5);
    match_free(m);
}

TEST(dice_that_are_none_stay_none)
{
    struct match *m = match_new();
    struct event *e = game_add_event(m, match_add_game(m), EVENT_ROLL, 0);
    event_set_dice(e, 257, -300);
    assert_int_equal(e->dice[0], INT8_MAX);
    assert_int_equal(e->dice[1], INT8_MIN);
    match_free(m);
}

TEST(properties_keep_their_values_in_order)
{
    struct match *m = match_new();
    char value[8];
    struct property *p = property_add(m, &m->properties, "sgf", "AB", NULL);
    assert_int_equal(p->n_values, 0);
    property_add(m, &m->properties, NULL, "Event", "Open");
    for (int i = 0; i < 9; i++) {
        snprintf(value, sizeof value, "%d", i);
        property_add_value(m, p, value);
    }
    assert_int_equal(p->n_values, 9);
    assert_string_equal(p->values[8], "8");
    assert_string_equal(p->values[0], "0");
    assert_ptr_equal(property_find(m->properties, "AB"), p);
    assert_string_equal(property_find(m->properties, "Event")->values[0], "Open");
    assert_null(property_find(m->properties, "Event")->format);
    assert_null(property_find(m->properties, "event"));
    match_free(m);
}

TEST(comments_are_joined_by_new_lines)
{
    struct match *m = match_new();
    comment_append(m, &m->comment, span_of("one"));
    assert_string_equal(m->comment, "one");
    comment_append(m, &m->comment, span_of(""));
    comment_append(m, &m->comment, span_of("three"));
    assert_string_equal(m->comment, "one\n\nthree");
    struct game *g = match_add_game(m);
    comment_append(m, &g->comment, span_of("game"));
    comment_append(m, &g->comment, span_of("two"));
    comment_append(m, &m->comment, span_of("four"));
    assert_string_equal(m->comment, "one\n\nthree\nfour");
    assert_string_equal(g->comment, "game\ntwo");
    match_free(m);
}

/* Ended by the alarm if every line or tag costs the length of all before it. */
TEST(long_comments_and_lists_grow_cheaply)
{
    struct match *m = match_new();
    alarm(10);
    for (int i = 0; i < 200000; i++) {
        comment_append(m, &m->comment, span_of("x"));
        property_add(m, &m->properties, NULL, "Tag", NULL);
    }
    alarm(0);
    assert_int_equal(strlen(m->comment), 399999);
    size_t n = 0;
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        n++;
    assert_int_equal(n, 200000);
    match_free(m);
}

TEST(lists_are_kept_apart)
{
    struct match *m = match_new();
    for (int i = 0; i < 2; i++) {
        struct property *list = NULL;
        property_add(m, &m->properties, NULL, "A", NULL);
        property_add(m, &list, NULL, "B", NULL);
        property_add(m, &list, NULL, "C", NULL);
        assert_string_equal(list->name, "B");
        assert_string_equal(list->next->name, "C");
        assert_null(list->next->next);
    }
    assert_string_equal(m->properties->next->name, "A");
    assert_null(m->properties->next->next);
    match_free(m);
}

TEST(annotation_sets_stand_side_by_side)
{
    struct match *m = match_new();
    struct game *g = script_game(m, "0 31: 8/5 6/5");
    const struct annotation_set theirs = {.engine = "GNU Backgammon"}, ours = {.engine = "kibitzer", .own = true};
    assert_int_equal(match_add_set(m, &theirs), 0);
    g->statistics[0].games = 7;
    assert_int_equal(match_add_set(m, &ours), 1);
    assert_int_equal(g->statistics[0].games, 7);
    assert_int_equal(g->statistics[1].games, 0);
    assert_string_equal(m->sets[0].engine, "GNU Backgammon");
    assert_non_null(match_add_game(m)->statistics);
    g = &m->games[0];
    struct annotation *a = event_annotate(m, &g->events[0], 1);
    assert_true(isnan(a->luck));
    assert_ptr_equal(event_annotate(m, &g->events[0], 1), a);
    assert_ptr_equal(event_annotation(&g->events[0], 1), a);
    assert_null(event_annotation(&g->events[0], 0));
    match_free(m);
}

TEST(words_are_those_of_the_dump_and_the_reports)
{
    assert_string_equal(event_kind_name(EVENT_PLAY), "play");
    assert_string_equal(event_kind_name(EVENT_RESIGN_REFUSE), "refuse");
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        assert_true(event_kind_name((enum event_kind)kind)[0] != '\0');
    for (int v = VERDICT_NONE + 1; v < VERDICTS; v++)
        assert_string_not_equal(verdict_text((enum cube_verdict)v, true), verdict_text((enum cube_verdict)v, false));
    assert_string_equal(verdict_text(VERDICT_DOUBLE_PASS, true), "Redouble, pass");
    assert_string_equal(skill_mark(SKILL_VERY_BAD), "??");
    assert_string_equal(skill_name(SKILL_DOUBTFUL), "doubtful");
    assert_string_equal(luck_name(LUCK_VERY_UNLUCKY), "very unlucky");
    assert_string_equal(luck_name(LUCK_NONE), "");
}

static struct match *one_game(const char *script)
{
    struct match *m = match_new();
    m->length = 7;
    script_game(m, script);
    return m;
}

/* Whether the two games make equal records; both are released. */
static bool scripts_are_equal(const char *a, const char *b)
{
    struct match *x = one_game(a), *y = one_game(b);
    struct strbuf why = {0};
    const bool equal = match_equal(x, y, &why);
    assert_int_equal(equal, why.length == 0);
    strbuf_done(&why);
    match_free(x);
    match_free(y);
    return equal;
}

TEST(equal_records_may_hold_the_same_play_in_other_steps)
{
    assert_true(scripts_are_equal("0 64: 24/18 18/14", "0 64: 24/20 20/14"));
    assert_true(scripts_are_equal("0 64: 24/18 13/9", "0 46: 13/9 24/18"));
    assert_false(scripts_are_equal("0 64: 24/18 13/9", "0 64: 24/18 18/14"));
}

TEST(equal_records_may_leave_out_a_clear_take)
{
    assert_true(scripts_are_equal("0 31: 8/5 6/5; 1 double 2; 0 take; 1 21: 6/4 6/5",
                                  "0 31: 8/5 6/5; 1 double 2; 1 21: 6/4 6/5"));
    assert_false(scripts_are_equal("0 31: 8/5 6/5; 1 double 2; 0 take", "0 31: 8/5 6/5; 1 double 2"));
    assert_false(scripts_are_equal("0 31: 8/5 6/5; 1 double 2; 0 take", "0 31: 8/5 6/5; 1 double 2; 0 drop"));
}

TEST(a_difference_is_named)
{
    struct match *a = one_game("0 31: 8/5 6/5; 1 21: 6/4 6/5"), *b = one_game("0 31: 8/5 6/5; 1 21: 13/11 6/5");
    struct strbuf why = {0};
    assert_false(match_equal(a, b, &why));
    assert_string_equal(why.at, "game 1, event 2: the play differs");
    strbuf_clear(&why);
    b->player[1].name = "Bob";
    assert_false(match_equal(a, b, &why));
    assert_string_equal(why.at, "the name of the second player differs");
    assert_false(match_equal(a, b, NULL));
    strbuf_done(&why);
    match_free(a);
    match_free(b);
}

TEST(results_scores_and_rules_count)
{
    struct match *a = one_game("0 31: 8/5 6/5"), *b = one_game("0 31: 8/5 6/5");
    assert_matches_equal(a, b);
    b->games[0].winner = 1;
    assert_false(match_equal(a, b, NULL));
    b->games[0].winner = NOBODY, b->games[0].score[0] = 1;
    assert_false(match_equal(a, b, NULL));
    b->games[0].score[0] = 0, b->rules.crawford = false;
    assert_false(match_equal(a, b, NULL));
    b->rules.crawford = true, b->rules.jacoby = true; /* without meaning in a match */
    assert_true(match_equal(a, b, NULL));
    match_free(a);
    match_free(b);
}

TEST_MAIN(NULL, NULL)
