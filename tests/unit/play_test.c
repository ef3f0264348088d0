/* Tests of src/play: fair dice, mirrored games, the external-player protocol. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

#include "match/moves.h"
#include "match/dice.h"
#include "play/duel.h"
#include "play/external.h"

/* ---- dice ---- */

TEST(every_throw_comes_about_equally_often)
{
    enum { ROLLS = 36000 };
    int seen[7][7] = {{0}};
    struct dice d = dice_of_game(7, 3);
    for (int i = 0; i < ROLLS; i++) {
        int roll[2];
        dice_roll(&d, roll);
        assert_in_range(roll[1], 1, 6);
        assert_in_range(roll[0], roll[1], 6);
        seen[roll[0]][roll[1]]++;
    }
    for (int a = 1; a <= 6; a++) /* five standard deviations around 1000 and 2000 */
        for (int b = 1; b <= a; b++)
            assert_in_range(seen[a][b], a == b ? 843 : 1782, a == b ? 1157 : 2218);
}

TEST(the_same_game_has_the_same_dice)
{
    struct dice a = dice_of_game(1, 5), b = dice_of_game(1, 5), other = dice_of_game(1, 6);
    int differences = 0;
    for (int i = 0; i < 100; i++) {
        int x[2], y[2], z[2];
        dice_roll(&a, x);
        dice_roll(&b, y);
        dice_roll(&other, z);
        assert_memory_equal(x, y, sizeof x);
        differences += memcmp(x, z, sizeof x) != 0;
    }
    assert_true(differences > 50);
}

/* ---- duels of players that need no engine ---- */

/* Plays the first legal play; doubles and answers as specified. */
struct puppet {
    struct player base;
    bool doubles;
    enum answer answer;
    int asked;
};

static bool puppet_doubles(struct player *self, const struct position *p, bool *yes)
{
    struct puppet *u = (struct puppet *)self;
    assert_true(position_may_double(p, p->on_roll));
    *yes = u->doubles;
    return true;
}

static bool puppet_answers(struct player *self, const struct position *p, enum answer *out)
{
    struct puppet *u = (struct puppet *)self;
    assert_int_equal(p->turn, 1 - p->on_roll);
    u->asked++;
    *out = u->answer;
    return true;
}

static bool puppet_plays(struct player *self, const struct position *p, struct board *after)
{
    (void)self;
    struct move_list list = {0};
    moves_list(&p->board, p->dice[0], p->dice[1], &list);
    *after = list.at[0].after;
    moves_free(&list);
    return true;
}

static struct puppet puppet(bool doubles, enum answer answer)
{
    return (struct puppet){
        .base = {.name = "puppet", .doubles = puppet_doubles, .answers = puppet_answers, .plays = puppet_plays},
        .doubles = doubles,
        .answer = answer};
}

TEST(equal_players_with_mirrored_dice_come_out_even)
{
    struct duel_options o = {.seed = 11};
    struct puppet a = puppet(false, ANSWER_TAKE), b = puppet(false, ANSWER_TAKE);
    struct duel_result r[40];
    for (size_t i = 0; i < 40; i++) {
        r[i] = duel_play(&o, &a.base, &b.base, NULL, i);
        assert_false(r[i].failed);
    }
    for (size_t i = 0; i < 40; i += 2)
        assert_true(fabs(r[i].result + r[i + 1].result) <= 0.0);
    struct duel_sum sum = duel_sum(r, 40);
    assert_int_equal(sum.n, 40);
    assert_true(fabs(sum.mean) <= 1e-12);
    assert_true(fabs(sum.error) <= 1e-12);
    assert_true(isnan(sum.adjusted));
}

TEST(who_doubles_a_dropper_wins_a_point_every_time)
{
    struct duel_options o = {.seed = 3, .cube = true};
    struct puppet a = puppet(true, ANSWER_TAKE), b = puppet(false, ANSWER_DROP);
    for (uint64_t i = 0; i < 10; i++) {
        struct duel_result r = duel_play(&o, &a.base, &b.base, NULL, i);
        assert_false(r.failed);
        assert_true(fabs(r.result - 1.0) <= 0.0);
    }
    assert_int_equal(b.asked, 10);
}

TEST(a_match_is_won_or_lost)
{
    struct duel_options o = {.seed = 5, .cube = true, .length = 3};
    struct puppet a = puppet(true, ANSWER_TAKE), b = puppet(true, ANSWER_TAKE);
    for (uint64_t i = 0; i < 10; i++) {
        struct duel_result r = duel_play(&o, &a.base, &b.base, NULL, i);
        assert_false(r.failed);
        assert_true(r.result == 0.0 || r.result == 1.0);
        assert_in_range(r.games, 1, 5);
    }
}

static bool gives_up(struct player *self, const struct position *p, struct board *after)
{
    (void)p;
    (void)after;
    strcpy(self->problem, "no more");
    return false;
}

TEST(a_player_who_gives_up_is_named)
{
    struct duel_options o = {.seed = 5};
    struct puppet a = puppet(false, ANSWER_TAKE), b = puppet(false, ANSWER_TAKE);
    b.base.plays = gives_up;
    struct duel_result r = duel_play(&o, &a.base, &b.base, NULL, 0);
    assert_true(r.failed);
    assert_string_equal(r.problem, "no more");
}

static bool cheats(struct player *self, const struct position *p, struct board *after)
{
    (void)self;
    *after = p->board;
    after->point[24]--;
    after->off[0]++;
    return true;
}

TEST(an_illegal_play_ends_the_duel)
{
    struct duel_options o = {.seed = 5};
    struct puppet a = puppet(false, ANSWER_TAKE), b = puppet(false, ANSWER_TAKE);
    a.base.plays = cheats;
    struct duel_result r = duel_play(&o, &a.base, &b.base, NULL, 0);
    assert_true(r.failed);
    assert_string_equal(r.problem, "a player made an illegal play");
}

/* ---- the protocol ---- */

#define START ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"

static struct position read_request(const char *line)
{
    struct position p = {.rules = {.cube = true, .crawford = true}};
    const char *problem = NULL;
    if (!external_read(span_of(line), &p, &problem))
        fail_msg("%s", problem);
    return p;
}

TEST(a_roll_to_play_is_read)
{
    struct position p = read_request("board:Me:You:5:1:2" START ":1:6:2:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0");
    struct board start;
    board_start(&start, VARIANT_BACKGAMMON);
    assert_true(board_equal(&p.board, &start));
    assert_int_equal(p.length, 5);
    assert_int_equal(p.score[0], 1);
    assert_int_equal(p.score[1], 2);
    assert_int_equal(p.dice[0], 6);
    assert_int_equal(p.dice[1], 2);
    assert_int_equal(p.cube_owner, CUBE_CENTRED);
    assert_int_equal(p.offer, OFFER_NONE);
}

TEST(an_offered_double_turns_the_board_to_the_doubler)
{
    const char *line = "board:Me:You:7:0:0:-1:-1:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
                       ":-1:0:0:0:0:2:0:1:-1:1:-1:0:25:0:0:0:0:0:0:0:0";
    struct position p = read_request(line);
    assert_int_equal(p.offer, OFFER_DOUBLE);
    assert_int_equal(p.on_roll, 1);
    assert_int_equal(p.turn, 0);
    assert_int_equal(p.cube, 2);
    assert_int_equal(p.cube_owner, 1);
    assert_int_equal(p.board.point[BOARD_BAR], 1); /* the doubler's own bar now */
}

TEST(what_is_written_is_read_again)
{
    struct rules rules = {.cube = true, .crawford = true};
    struct position p, back;
    position_start(&p, &rules, 7, (const int[2]){3, 2}, false);
    p.state = GAME_PLAYING;
    p.cube = 4;
    p.cube_owner = 0;
    p.dice[0] = 5;
    p.dice[1] = 3;
    struct strbuf line = {0};
    external_write(&line, &p, 0);
    back = read_request(line.at);
    assert_true(position_equal(&p, &back));
    strbuf_done(&line);
}

TEST(nonsense_is_refused_with_a_reason)
{
    static const char *const lines[] = {
        "",
        "hello",
        "board:Me:You:5:1:2:0:0",
        "board:Me:You:5:1:2" START ":1:7:2:7:2:1:1:1:0:1:-1:0:25:0:0",
        "board:Me:You:5:1:2" START ":1:6:0:6:0:1:1:1:0:1:-1:0:25:0:0", /* one die */
        "board:Me:You:5:1:2" START ":1:six:2:6:2:1:1:1:0:1:-1:0:25:0:0", /* no number */
        "board:Me:You:5:1:2" START ":1::2:6:2:1:1:1:0:1:-1:0:25:0:0", /* none at all */
        "board:Me:You:5:1:5" START ":1:6:2:6:2:1:1:1:0:1:-1:0:25:0:0", /* the match is over */
        "board:Me:You:-5:1:2" START ":1:6:2:6:2:1:1:1:0:1:-1:0:25:0:0", /* length */
        "board:Me:You:5:1:2" START ":1:6:2:6:2:3:1:1:0:1:-1:0:25:0:0", /* cube */
        "board:Me:You:5:1:2" START ":1:6:2:6:2:1:1:1:0:-1:1:25:0:0:0", /* colour and direction */
        "board:Me:You:5:1:2:0:2"
        ":0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:6:2:6:2:1:1:1:0:1:-1:0:25:13:15",
        "board:Me:You:5:1:2:0:15:15:15:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:6:2:1:1:1:0:1:-1:0:25:0:0"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct position p = {0};
        const char *problem = NULL;
        assert_false(external_read(span_of(lines[i]), &p, &problem));
        assert_non_null(problem);
    }
}

TEST(the_cube_is_played_as_it_is_judged)
{
    const struct position match = {.length = 5, .rules = {.beavers = true}}, money = {.rules = {.beavers = true}};
    const struct position tame = {.length = 0};
    const struct cube_answer weak = {.nd = 0.1f, .dt = -0.1f, .dp = 1, .verdict = VERDICT_NO_DOUBLE_BEAVER};
    const struct cube_answer strong = {.nd = 0.9f, .dt = 1.1f, .dp = 1, .verdict = VERDICT_DOUBLE_PASS};
    const struct cube_answer brave = {.nd = -0.5f, .dt = -0.2f, .dp = 1, .verdict = VERDICT_DOUBLE_BEAVER};
    assert_false(judged_to_double(&weak));
    assert_true(judged_to_double(&strong));
    assert_true(judged_to_double(&brave)); /* though it will be beavered */
    assert_int_equal(judged_answer(&weak, true, &money), ANSWER_BEAVER);
    assert_int_equal(judged_answer(&weak, true, &tame), ANSWER_TAKE);
    assert_int_equal(judged_answer(&weak, true, &match), ANSWER_TAKE);
    assert_int_equal(judged_answer(&strong, true, &match), ANSWER_DROP);
    assert_int_equal(judged_answer(&strong, false, &match), ANSWER_TAKE);
}

TEST(plays_are_spelled_step_by_step)
{
    struct play play = {.n = 3, .step = {{25, 20}, {13, 11}, {4, 0}}};
    struct strbuf out = {0};
    struct board b = {.point = {[25] = 1, [20] = -1, [13] = 2, [4] = 1}};
    external_play(&out, &play, NULL, false);
    assert_string_equal(out.at, "bar/20 13/11 4/off");
    strbuf_clear(&out);
    external_play(&out, &play, &b, true);
    assert_string_equal(out.at, "25/20* 13/11 4/0");
    strbuf_done(&out);
}

TEST_MAIN(NULL, NULL)
