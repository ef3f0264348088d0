/* Observations of a machine: what the likeliest match behind them is, and how sure. Whole files with their records are
 * in fixtures/bgobs/; many misread matches are in tools/watched. */
#include "support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "match/notation.h"
#include "watched/watched.h"

struct session {
    struct watched *w;
    struct diags d;
    struct board now[2]; /* as each player sees it */
    struct match *m;
};

static void begin(struct session *s, const char *head)
{
    memset(s, 0, sizeof *s);
    s->w = watched_new();
    diags_init(&s->d, "test.bgobs");
    for (int i = 0; i < 2; i++)
        board_start(&s->now[i], VARIANT_BACKGAMMON);
    watched_line(s->w, span_of(head), &s->d);
}

static void end(struct session *s)
{
    match_free(s->m);
    watched_free(s->w);
    diags_done(&s->d);
}

#define HEAD "{\"k\":\"head\",\"v\":1,\"length\":5,\"players\":[\"Ann\",\"Bob\"],\"calibrated\":false}"

static void line(struct session *s, const char *text)
{
    watched_line(s->w, span_of(text), &s->d);
}

static void dice(struct session *s, int by, const char *p)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "{\"k\":\"dice\",\"by\":%d,\"p\":%s}", by, p);
    line(s, text.at);
    strbuf_done(&text);
}

/* A play on the true board. */
static void play(struct session *s, int player, int die1, int die2, const char *text)
{
    struct play p;
    const char *problem;
    struct board after;
    (void)notation_read(span_of(text), &s->now[player], die1, die2, &p, &problem, NULL);
    assert_true(board_play(&s->now[player], &p, &after));
    s->now[player] = after;
    board_flip(&after, &s->now[!player]);
}

/* The true board, each count with `sure`; the one at `wrong` (-1: none) is off by one. */
static void board(struct session *s, double sure, int wrong)
{
    struct strbuf text = {0};
    strbuf_puts(&text, "{\"k\":\"board\",\"m\":[");
    for (int i = 0; i < BOARD_POINTS; i++)
        strbuf_printf(&text, "%s[[%d,%.3f]]", i > 0 ? "," : "", s->now[0].point[BOARD_BAR - i] + (i == wrong), sure);
    strbuf_puts(&text, "]}");
    line(s, text.at);
    strbuf_done(&text);
}

static const struct event *event_at(struct session *s, size_t game, size_t index)
{
    match_free(s->m);
    s->m = watched_match(s->w, 0);
    assert_non_null(s->m);
    assert_true(game < s->m->n_games && index < s->m->games[game].n_events);
    return &s->m->games[game].events[index];
}

static const struct watched_ply *ply(struct session *s, size_t index)
{
    size_t n;
    const struct watched_ply *plies = watched_plies(s->w, &n);
    assert_true(index < n);
    return &plies[index];
}

static void assert_roll(const struct event *e, int player, int die1, int die2)
{
    assert_int_equal(e->kind, EVENT_PLAY);
    assert_int_equal(e->player, player);
    assert_int_equal(e->dice[0] + e->dice[1], die1 + die2);
    assert_int_equal(e->dice[0] * e->dice[1], die1 * die2);
}

TEST(dice_that_were_misread_follow_from_the_board)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,2,0.9]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    assert_roll(event_at(&s, 0, 0), 0, 3, 1);
    assert_true(ply(&s, 0)->certainty > 0.9);
    end(&s);
}

TEST(a_chequer_that_was_lost_comes_back)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.9]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.9, 5); /* of the other player's: one is missing */
    dice(&s, 1, "[[6,4,0.9]]");
    play(&s, 1, 6, 4, "24/18 13/9");
    board(&s, 0.9, 12);
    const struct event *e = event_at(&s, 0, 0);
    assert_roll(e, 0, 3, 1);
    assert_roll(e + 1, 1, 6, 4);
    assert_int_equal(e[1].play.n, 2);
    assert_true(ply(&s, 1)->certainty > 0.9);
    end(&s);
}

TEST(what_two_rolls_explain_is_doubtful_and_the_other_is_named)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    play(&s, 1, 6, 2, "24/16"); /* its dice were not seen */
    board(&s, 0.95, -1);
    const struct event *e = event_at(&s, 0, 1);
    assert_int_equal(e->dice[0] + e->dice[1], 8);
    assert_true(ply(&s, 1)->certainty < 0.8);
    assert_int_equal(ply(&s, 1)->other[0].dice[0] + ply(&s, 1)->other[0].dice[1], 8);
    assert_true(ply(&s, 1)->other[0].share > 0.1);
    assert_true(ply(&s, 0)->certainty > 0.95);
    end(&s);
}

/* Nobody but this judge plays 24/16 with anything but 53. */
static float wants_53(void *context, const struct board *before, const int dice[2], const struct board *after)
{
    int *asked = context;
    (void)before, (void)after;
    ++*asked;
    return dice[0] + dice[1] == 8 && dice[0] * dice[1] == 15 ? 2.0F : -2.0F;
}

TEST(who_knows_how_rolls_are_played_decides_between_them_and_is_asked_once)
{
    struct session s;
    int asked = 0;
    begin(&s, HEAD);
    watched_judge_by(s.w, wants_53, &asked);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    play(&s, 1, 6, 2, "24/16"); /* its dice were not seen */
    board(&s, 0.95, -1);
    assert_roll(event_at(&s, 0, 1), 1, 5, 3);
    assert_true(ply(&s, 1)->certainty > 0.9);
    const int before = asked;
    assert_true(before > 0);
    event_at(&s, 0, 1);
    assert_int_equal(asked, before);
    end(&s);
}

TEST(a_ply_that_was_not_seen_is_found)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    play(&s, 1, 6, 1, "13/7 8/7"); /* nothing of this */
    dice(&s, 0, "[[4,2,0.95]]");
    play(&s, 0, 4, 2, "8/4 6/4");
    board(&s, 0.95, -1);
    const struct event *e = event_at(&s, 0, 1);
    assert_int_equal(s.m->games[0].n_events, 3);
    assert_roll(e, 1, 6, 1);
    assert_roll(e + 1, 0, 4, 2);
    end(&s);
}

TEST(two_readings_of_the_same_dice_are_one_roll)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.5],[3,2,0.4]]");
    dice(&s, 0, "[[3,1,0.8]]");
    event_at(&s, 0, 0);
    assert_int_equal(s.m->games[0].n_events, 1);
    assert_int_equal(s.m->games[0].events[0].kind, EVENT_ROLL);
    end(&s);
}

TEST(what_is_certain_is_never_changed)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[2,1]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.99, -1); /* which 21 cannot be played to */
    const struct board after = s.now[0];
    dice(&s, 1, "[[6,4,0.9]]");
    play(&s, 1, 6, 4, "24/18 13/9");
    board(&s, 0.99, -1);
    const struct event *e = event_at(&s, 0, 0);
    assert_roll(e, 0, 2, 1);
    assert_true(e->flags & EVENT_ILLEGAL);
    assert_true(board_equal(e->board, &after));
    end(&s);
}

TEST(a_person_has_the_last_word)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    dice(&s, 1, "[[6,2,0.9]]");
    play(&s, 1, 6, 2, "24/16");
    board(&s, 0.95, -1);
    assert_roll(event_at(&s, 0, 1), 1, 6, 2);
    line(&s, "{\"k\":\"fix\",\"of\":3,\"dice\":[5,3]}");
    assert_roll(event_at(&s, 0, 1), 1, 5, 3);
    assert_true(ply(&s, 1)->certainty > 0.999);
    line(&s, "{\"k\":\"fix\",\"of\":3,\"dice\":[6,2]}");
    assert_roll(event_at(&s, 0, 1), 1, 6, 2);
    line(&s, "{\"k\":\"fix\",\"of\":3,\"dice\":[5,4],\"play\":\"24/15\"}");
    assert_roll(event_at(&s, 0, 1), 1, 5, 4);
    assert_true(event_at(&s, 0, 1)->flags & EVENT_ILLEGAL); /* over a point that is made */
    assert_int_equal(s.m->games[0].events[1].board->point[15], 1);
    end(&s);
}

TEST(a_person_gives_the_play_of_dice_that_no_board_follows)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    dice(&s, 1, "[[6,5,0.95]]");
    line(&s, "{\"k\":\"fix\",\"of\":1,\"play\":\"24/23 13/10\"}");
    assert_roll(event_at(&s, 0, 0), 0, 3, 1);
    assert_false(event_at(&s, 0, 0)->flags & EVENT_ILLEGAL);
    assert_int_equal(event_at(&s, 0, 0)->play.n, 2);
    assert_true(ply(&s, 0)->certainty > 0.99);
    line(&s, "{\"k\":\"fix\",\"of\":1,\"play\":\"8/5 6/5\"}"); /* on second thoughts */
    assert_int_equal(event_at(&s, 0, 0)->play.step[0].from, 8);
    end(&s);
}

TEST(a_take_tells_that_a_double_was_missed_and_a_new_board_that_a_game_ended)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    line(&s, "{\"k\":\"cube\",\"by\":0,\"p\":[[\"take\",0.9]]}");
    dice(&s, 1, "[[6,4,0.95]]");
    play(&s, 1, 6, 4, "24/18 13/9");
    board(&s, 0.95, -1);
    line(&s, "{\"k\":\"cube\",\"by\":0,\"p\":[[\"double\",0.9]]}");
    line(&s, "{\"k\":\"cube\",\"by\":1,\"p\":[[\"drop\",0.9]]}");
    for (int i = 0; i < 2; i++)
        board_start(&s.now[i], VARIANT_BACKGAMMON);
    board(&s, 0.95, -1);
    dice(&s, 1, "[[2,1,0.95]]");
    const struct event *e = event_at(&s, 0, 1);
    assert_int_equal(e[0].kind, EVENT_DOUBLE);
    assert_int_equal(e[1].kind, EVENT_TAKE);
    assert_int_equal(e[3].kind, EVENT_DOUBLE);
    assert_int_equal(e[3].value, 4);
    assert_int_equal(e[4].kind, EVENT_DROP);
    assert_int_equal(s.m->n_games, 2);
    assert_int_equal(s.m->games[1].score[0], 2);
    end(&s);
}

TEST(dice_without_boards_are_plies_that_nobody_knows_the_play_of)
{
    static const char *const rolls[] = {"[[3,1]]", "[[6,4]]", "[[5,2]]", "[[6,1]]", "[[4,2,0.9]]", "[[5,3,0.9]]"};
    struct session s;
    begin(&s, HEAD);
    for (int i = 0; i < 6; i++)
        dice(&s, i % 2, rolls[i]);
    const struct event *e = event_at(&s, 0, 5);
    assert_int_equal(s.m->games[0].n_events, 6);
    assert_int_equal(e->kind, EVENT_ROLL);
    assert_roll(e - 5, 0, 3, 1);
    assert_roll(e - 1, 0, 4, 2);
    for (int i = 1; i < 6; i++) {
        assert_int_equal(e[-i].play.n, 0);
        assert_int_equal(e[-i].flags, EVENT_ILLEGAL);
        assert_int_equal(e[-i].place.line, 7 - i);
    }
    assert_true(watched_report(s.w, &s.d));
    assert_int_equal(s.d.n, 0);
    end(&s);
}

TEST(a_board_after_rolls_without_any_is_where_the_game_goes_on)
{
    static const char *const plays[] = {"24/18 13/9", "13/8 6/4", "24/23 13/7", "24/20 6/4", "13/8 13/10"};
    static const int rolls[][2] = {{6, 4}, {5, 2}, {6, 1}, {4, 2}, {5, 3}};
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.9]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    for (int i = 0; i < 5; i++) {
        char text[32];
        snprintf(text, sizeof text, "[[%d,%d,0.95]]", rolls[i][0], rolls[i][1]);
        dice(&s, !(i % 2), text);
        play(&s, !(i % 2), rolls[i][0], rolls[i][1], plays[i]);
    }
    board(&s, 0.95, -1);
    const struct board there = s.now[1];
    dice(&s, 0, "[[4,4,0.95]]");
    play(&s, 0, 4, 4, "24/16 13/5");
    board(&s, 0.95, -1);
    const struct event *e = event_at(&s, 0, 6);
    assert_int_equal(s.m->games[0].n_events, 7);
    assert_true(e[-1].flags & EVENT_AFTER_GIVEN);
    board_flip(&there, &s.now[1]);
    assert_roll(e, 0, 4, 4);
    assert_int_equal(e->flags, 0);
    assert_true(watched_report(s.w, &s.d));
    end(&s);
}

TEST(what_is_left_out_is_counted_with_its_first_line)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    line(&s, "{\"k\":\"cube\",\"by\":0,\"p\":[[\"drop\"]]}");
    line(&s, "{\"k\":\"end\",\"winner\":1,\"points\":3}");
    dice(&s, 1, "[[6,4]]");
    event_at(&s, 0, 0);
    assert_false(watched_report(s.w, &s.d));
    assert_int_equal(s.d.n_warnings, 1);
    assert_int_equal(s.d.at[0].line, 5);
    end(&s);
}

TEST(a_reading_that_another_one_overrules_is_left_out)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.9]]");
    dice(&s, 0, "[[5,2,0.9]]");
    dice(&s, 0, "[[3,1,0.7],[3,2,0.2]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    assert_roll(event_at(&s, 0, 0), 0, 3, 1);
    assert_int_equal(s.m->games[0].n_events, 1);
    assert_false(watched_report(s.w, &s.d));
    assert_int_equal(s.d.at[0].line, 3);
    assert_string_equal(s.d.at[0].message, "1 observation fits no ply and is left out: this one");
    end(&s);
}

TEST(a_play_that_cannot_be_read_is_said_and_its_dice_are_used)
{
    struct session s;
    begin(&s, HEAD);
    line(&s, "{\"k\":\"turn\",\"by\":0,\"plays\":[[\"99/1\",3,1,0.9]]}");
    assert_int_equal(s.d.n_errors, 1);
    assert_int_equal(s.d.at[0].line, 2);
    assert_string_equal(s.d.at[0].message, "found \"99/1\": a move like 13/7 was expected; this candidate is left out");
    dice(&s, 1, "[[6,4,0.9]]");
    const struct event *e = event_at(&s, 0, 0);
    assert_roll(e, 0, 3, 1);
    assert_int_equal(e->play.n, 0); /* nobody knows it */
    assert_int_equal(e->flags, EVENT_ILLEGAL);
    end(&s);
}

TEST(a_play_that_no_chequer_can_make_is_counted_and_its_dice_are_used)
{
    struct session s;
    begin(&s, HEAD);
    line(&s, "{\"k\":\"turn\",\"by\":0,\"plays\":[[\"23/19\",3,1,0.9]]}");
    play(&s, 0, 3, 1, "24/20");
    board(&s, 0.6, 8);
    assert_roll(event_at(&s, 0, 0), 0, 3, 1);
    assert_int_equal(event_at(&s, 0, 0)->play.step[0].from, 24);
    assert_true(ply(&s, 0)->certainty > 0.9);
    assert_false(watched_report(s.w, &s.d));
    assert_int_equal(s.d.at[0].line, 2);
    end(&s);
}

TEST(a_play_that_a_turn_does_not_name_is_written_with_a_word)
{
    struct session s;
    begin(&s, HEAD);
    line(&s, "{\"k\":\"turn\",\"by\":0,\"plays\":[[\"8/5 6/5\",3,1,0.6]]}");
    play(&s, 0, 4, 2, "8/4 6/4");
    board(&s, 0.95, -1);
    assert_roll(event_at(&s, 0, 0), 0, 4, 2);
    assert_false(watched_report(s.w, &s.d));
    assert_int_equal(s.d.at[0].line, 2);
    end(&s);
}

/* Nobody but this judge prefers to run past the bar point. */
static float wants_to_run(void *context, const struct board *before, const int dice[2], const struct board *after)
{
    (void)context, (void)dice;
    return before->point[24] > after->point[24] && after->point[18] == 0 ? 2.0F : -1.0F;
}

TEST(what_a_turn_says_is_a_result_and_nobody_is_asked_about_it_again)
{
    struct session s;
    begin(&s, HEAD);
    watched_judge_by(s.w, wants_to_run, NULL);
    line(&s, "{\"k\":\"turn\",\"by\":0,\"plays\":[[\"24/18 13/9\",6,4,0.5],[\"24/14\",6,4,0.4]]}");
    const struct event *e = event_at(&s, 0, 0);
    assert_int_equal(e->play.step[1].from, 13);
    assert_true(ply(&s, 0)->certainty >= ply(&s, 0)->other[0].share);
    end(&s);
}

TEST(the_cube_is_not_turned_before_the_first_roll_and_a_double_is_one)
{
    struct session s;
    begin(&s, HEAD);
    line(&s, "{\"k\":\"cube\",\"by\":0,\"p\":[[\"double\",0.9],[\"none\",0.1]]}");
    dice(&s, 0, "[[6,6]]");
    assert_int_equal(event_at(&s, 0, 0)->kind, EVENT_ROLL);
    assert_false(watched_report(s.w, &s.d));
    assert_int_equal(s.d.n, 1);
    assert_int_equal(s.d.at[0].line, 2);
    play(&s, 0, 6, 6, "24/18(2) 13/7(2)");
    board(&s, 0.95, -1);
    assert_roll(event_at(&s, 0, 0), 0, 6, 6);
    assert_int_equal(event_at(&s, 0, 0)->place.line, 4);
    end(&s);
}

TEST(a_drop_that_was_seen_is_where_the_game_ended)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    line(&s, "{\"k\":\"cube\",\"by\":1,\"p\":[[\"double\",0.96],[\"none\",0.03]]}");
    line(&s, "{\"k\":\"cube\",\"by\":0,\"p\":[[\"drop\",0.79],[\"none\",0.17]]}");
    line(&s, "{\"k\":\"end\",\"winner\":1,\"points\":1,\"prob\":0.99}");
    const struct event *e = event_at(&s, 0, 2);
    assert_int_equal(e->kind, EVENT_DROP);
    assert_int_equal(e->place.line, 5);
    assert_true(watched_report(s.w, &s.d));
    end(&s);
}

TEST(one_die_is_misread_more_often_than_both)
{
    struct session s;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    dice(&s, 1, "[[5,1,0.8]]"); /* not 62, which shares no die */
    play(&s, 1, 5, 3, "24/16");
    board(&s, 0.95, -1);
    assert_roll(event_at(&s, 0, 1), 1, 5, 3);
    assert_true(ply(&s, 1)->certainty > 0.75);
    assert_true(ply(&s, 1)->other[0].share < 0.2);
    end(&s);
}

TEST(a_dance_that_two_boards_show_is_as_sure_as_its_dice)
{
    struct session s;
    size_t n;
    begin(&s, HEAD);
    dice(&s, 0, "[[3,1,0.95]]");
    play(&s, 0, 3, 1, "8/5 6/5");
    board(&s, 0.95, -1);
    dice(&s, 1, "[[6,2,0.95]]");
    play(&s, 1, 6, 2, "24/18 13/11");
    board(&s, 0.95, -1);
    dice(&s, 0, "[[6,1,0.95]]");
    play(&s, 0, 6, 1, "13/7* 8/7");
    board(&s, 0.95, -1);
    dice(&s, 1, "[[6,5,0.98]]");
    board(&s, 0.95, -1);
    board(&s, 0.95, -1); /* before the dance, or after it? */
    dice(&s, 0, "[[4,2,0.95]]");
    assert_roll(event_at(&s, 0, 3), 1, 6, 5);
    (void)watched_plies(s.w, &n);
    assert_int_equal(n, 4);
    assert_true(ply(&s, 3)->certainty > 0.95);
    end(&s);
}

TEST(lines_that_go_back_in_time_are_counted)
{
    struct session s;
    begin(&s, HEAD);
    line(&s, "{\"k\":\"dice\",\"t\":9000,\"by\":0,\"p\":[[3,1]]}");
    line(&s, "{\"k\":\"dice\",\"t\":7000,\"by\":1,\"p\":[[6,1]]}");
    line(&s, "{\"k\":\"dice\",\"by\":0,\"p\":[[5,1]]}");
    line(&s, "{\"k\":\"dice\",\"t\":6000,\"by\":1,\"p\":[[6,4]]}");
    event_at(&s, 0, 0);
    assert_true(watched_report(s.w, &s.d));
    assert_int_equal(s.d.n_warnings, 1);
    assert_int_equal(s.d.at[0].line, 3);
    assert_string_equal(s.d.at[0].message, "2 lines are earlier than the ones before them, first this one");
    end(&s);
}

TEST(lines_that_are_wrong_are_reported_and_left_out)
{
    struct session s;
    begin(&s, HEAD);
    line(&s, "{\"k\":\"dice\",\"by\":0,\"p\":[[3,7,0.9]]}");
    assert_int_equal(s.d.n_errors, 1);
    assert_int_equal(s.d.at[0].line, 2);
    assert_int_equal(s.d.at[0].column, 20);
    line(&s, "{\"k\":\"dice\",\"by\":0,\"p\":[[3,1,0.9]]} x");
    assert_int_equal(s.d.n_errors, 2);
    assert_null(watched_match(s.w, 0));
    end(&s);
}

TEST(lines_one_by_one_give_what_all_of_them_give)
{
    struct session one, all;
    begin(&one, HEAD);
    begin(&all, HEAD);
    static const struct {
        int player, die1, die2;
        const char *play, *seen;
    } turns[] = {{0, 3, 1, "8/5 6/5", "[[3,1,0.7],[2,1,0.2]]"},
                 {1, 6, 4, "24/18 13/9", "[[6,3,0.8]]"},
                 {0, 5, 2, "13/8 24/22", "[[5,2,0.6]]"}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        struct session *each[] = {&one, &all};
        for (int k = 0; k < 2; k++) {
            dice(each[k], turns[i].player, turns[i].seen);
            if (k == 0)
                event_at(each[k], 0, 0);
            play(each[k], turns[i].player, turns[i].die1, turns[i].die2, turns[i].play);
            board(each[k], 0.9, 3);
            if (k == 0)
                event_at(each[k], 0, 0);
        }
    }
    event_at(&all, 0, 2);
    for (size_t i = 0; i < 3; i++) {
        assert_memory_equal(&ply(&one, i)->after, &ply(&all, i)->after, sizeof(struct board));
        assert_true(ply(&one, i)->certainty == ply(&all, i)->certainty);
    }
    end(&one);
    end(&all);
}

TEST_MAIN(NULL, NULL)
