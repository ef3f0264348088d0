/* Reasons of errors: for each kind a position where it is the one, and so none of the others; and positions where
 * nothing may be said. Plays are judged by the bare net, whose verdicts are those of deeper looks here. */
#include "support/assertions.h"

#include <math.h>
#include <string.h>

#include "analyze/double.h"
#include "analyze/lesson.h"
#include "base/strbuf.h"
#include "match/notation.h"
#include "report/lessons.h"
#include "support/engine_things.h"

static struct engine *engine;
static struct worker *worker;

static int open_engine(void **state)
{
    struct diags d;
    (void)state;
    diags_init(&d, "engine");
    engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    worker = engine != NULL ? worker_new(engine) : NULL;
    diags_done(&d);
    return engine == NULL;
}

static int close_engine(void **state)
{
    (void)state;
    worker_free(worker);
    engine_close(engine);
    return 0;
}

/* ---- what is found ---- */

struct found {
    struct lesson lesson;
    struct play best; /* of a play; and what it and the play made come to */
    struct outcome right, made;
};

static struct candidate candidate_of(const struct ranked_play *r)
{
    return (struct candidate){.play = r->play,
                              .after = r->after,
                              .level = {.kind = EVAL_PLY, .plies = r->plies, .cubeful = true},
                              .outcome = r->outcome,
                              .equity = r->cubeful};
}

static void look_at_play(const struct position *p, const char *action, struct found *out)
{
    struct ranked_plays r = {0};
    struct play play;
    struct board after;
    struct level l;
    const char *problem = NULL;
    level_parse("0ply", &l);
    if (!notation_read(span_of(action), &p->board, p->dice[0], p->dice[1], &play, &problem, NULL))
        fail_msg("%s: %s", action, problem);
    board_play(&p->board, &play, &after);
    engine_plays(engine, worker, p, &l, &after, &r);
    struct candidate first = candidate_of(&r.at[0]), played = first;
    for (int i = 0; i < r.n; i++)
        if (board_equal(&r.at[i].after, &after))
            played = candidate_of(&r.at[i]);
    ranked_plays_done(&r);
    out->best = first.play;
    out->right = first.outcome;
    out->made = played.outcome;
    lesson_of_play(engine, worker, p, &first, &played, &out->lesson);
}

static void look_at_cube(const struct position *p, enum cube_done done, struct lesson *out)
{
    const struct position before = position_undoubled(p);
    struct cube_answer c;
    struct cube_lesson found;
    struct level l;
    level_parse("0ply", &l);
    assert_true(double_value(engine, worker, &before, &l, &c));
    const struct cube_analysis a = {
        .level = {.kind = EVAL_PLY}, .branch = {{.outcome = c.outcome[0]}}, .nd = c.nd, .dt = c.dt, .dp = c.dp};
    lesson_of_cube(engine, worker, &before, &a, done, &l, &found);
    *out = found.why;
}

/* `action`: a play, or what was done about the cube. */
static void look_at(const char *id, const char *action, struct found *out, struct strbuf *words)
{
    static const char *const cubes[] = {"no double", "double", "take", "pass"}; /* ORDER cube_done */
    const struct position p = position_of(id);
    size_t done = 0;
    *out = (struct found){.best.n = 0};
    while (done < 4 && strcmp(action, cubes[done]) != 0)
        done++;
    if (done < 4)
        look_at_cube(&p, (enum cube_done)done, &out->lesson);
    else
        look_at_play(&p, action, out);
    strbuf_clear(words);
    lesson_words(&out->lesson, &p.board, &out->best, words);
}

/* ---- what is expected ---- */

/* The chance that a letter stands for: wins, gammons won, gammons and backgammons lost (W G M N). */
static double chance(struct outcome o, char letter)
{
    switch (letter) {
    case 'W':
        return (double)o.win;
    case 'G':
        return (double)o.win_gammon;
    case 'M':
        return (double)o.lose_gammon;
    case 'N':
        return (double)o.lose_backgammon;
    default:
        fail_msg("no chance is called %c", letter);
        return 0;
    }
}

/* "[W]" is filled in with what the best play wins, "(W)" with what the play made does: these belong to the net. */
static const char *filled(const char *words, const struct found *f, struct strbuf *out)
{
    strbuf_clear(out);
    for (const char *at = words; *at != '\0'; at++) {
        const bool right = at[0] == '[' && at[1] != '\0' && at[2] == ']';
        const bool made = at[0] == '(' && at[1] >= 'A' && at[1] <= 'Z' && at[2] == ')';
        if (!right && !made) {
            strbuf_putc(out, *at);
            continue;
        }
        strbuf_printf(out, "%.1f%%", 100 * chance(right ? f->right : f->made, at[1]));
        at += 2;
    }
    return strbuf_text(out);
}

/* ---- tests ---- */

TEST(each_kind_has_its_position)
{
    static const struct {
        const char *id, *action, *kind, *words;
    } cases[] = {
        {"XGID=----bBC--Ab-bC-c-bBbbC--A-:0:0:-1:33:0:0:0:5:10", "8/2(2)", "gammons-won",
         "Wins more gammons ((G) against [G]), but fewer games ((W) against [W])."},
        {"XGID=----C-CDB----B-----Ab-bgc-:0:0:-1:22:0:0:0:0:10", "5/1 3/1 2/off", "mostly-won",
         "Most of it is gammons: (G) won instead of [G]."},
        {"XGID=-a-BBBBB----eC-----bB-acc-:0:0:-1:21:152:0:0:0:10", "6/3", "my-escape",
         "After 24/23 3/1 9 rolls escape next turn; now none does."},
        {"XGID=-BBB-cD-B--------bbbAcabAA:0:0:-1:32:138:7:0:0:10", "4/1* 3/1", "few-anchor",
         "The difference is in 6-5, 5-4, 5-3 and 5-2, which make an anchor; after 8/5*/3 they do not."},
        {"XGID=--A--A------------------a-:0:0:1:00:0:0:0:0:10", "no double", "last-roll",
         "The last roll: 19 of 36 win."},
        {"XGID=abBBBBCA-A--cA----bfa-A---:0:0:-1:11:79:0:0:0:10", "bar/24 13/12 13/12*/11", "shots",
         "Leaves 22 shots; bar/24 13/12* 6/5(2) leaves 1."},
        {"XGID=-BBBAaCA----bAbBac-db--A--:0:0:-1:D:11:8:0:13:10", "pass", "pass",
         "A take needs 32.9% wins with a dead cube, and has 39.6%."},
        {"XGID=-fCEA-------a-----a-aaa-d-:0:0:-1:43:173:0:0:0:10", "5/1 4/1", "missed-hit",
         "24/21* 7/3 hits: [M] gammons lost instead of (M)."},
        {"XGID=abaaB-EAB---dC--aAAd-a----:0:0:-1:31:360:0:0:0:10", "bar/24 4/1", "my-point",
         "After bar/22 24/23 24 rolls make the 4 point next turn; now none does."},
        {"XGID=-BE-CAAA------a---bbdBbbb-:0:0:-1:D:5:2:0:7:10", "take", "take",
         "A take needs 19.2% wins with a dead cube, and has 9.9%, with 3.0% gammons lost."},
        {"XGID=-b-BBBCBB--------bAcbbbb-A:0:0:1:D:1:2:0:7:10", "take", "take",
         "A take needs 29.6% wins with a cube this live, and has 8.7%, with 19.7% gammons lost."},
        {"XGID=-BaBa-DaB---eB---c-cBa--A-:0:0:-1:63:103:0:0:0:10", "23/20 13/7", "missed-point",
         "13/4 makes the 4 point: [W] wins instead of (W)."},
        {"XGID=-bBA---a-------aaa---aadc-:0:0:-1:64:349:0:0:0:10", "9/3 8/4", "backgammons",
         "Loses a backgammon in (N) of the games instead of [N]."},
        {"XGID=-BB-cCCB----cB---c-acAaa--:0:0:-1:64:13:0:0:0:10", "21/15 8/4*", "needless-hit",
         "The hit does not pay: (M) gammons lost, [M] without it. Leaves 35 shots; 13/3 leaves 11."},
        {"XGID=-CA-------a--------a-be-f-:0:0:-1:41:106:0:0:0:10", "15/14 6/2", "mostly-lost",
         "Most of it is gammons: (M) lost instead of [M]."},
        {"XGID=-----BDbBC---B--aaabbAbbbA:0:0:-1:00:0:0:0:7:10", "double", "too-good",
         "Too good to double: playing on is worth 1.518, a pass 1.000; 73.0% of the games are gammons."},
        {"XGID=-aabB-C-CBA-A----a-ccbbAB-:0:0:-1:00:0:3:0:5:10", "double", "early",
         "Too early: only 1.2% of the next exchanges lose the market. For money this would be right; at 2-away 5-away "
         "it is not."},
        {"XGID=--BCBa-b-----------b-bec-A:0:0:-1:21:207:0:0:0:10", "6/5 6/4", "broken-point",
         "Gives up the 6 point: (W) wins instead of [W]."},
        {"XGID=-b--B-C-C--BdC---cad---aB-:0:0:-1:56:500:0:0:0:10", "24/18 8/3", "cashed",
         "The opponent can double, and it would be a pass; not so after 24/18 7/2."},
        {"XGID=-EbbFC-A-a---------bb-cba-:0:0:-1:52:63:1:0:0:10", "16/11 6/4", "dances",
         "23/18* 3/1 hits, and 25 rolls dance."},
        {"XGID=bBdBABB-BAA-d----a-aAAaaa-:0:0:-1:22:42:0:0:0:10", "bar/23(2) 6/4* 3/1", "his-point",
         "The opponent makes the 4 point with 17 rolls, with none after bar/21*(2)."},
        {"XGID=-C-DB------------------jb-:0:0:1:11:1:2:1:3:10", "4/2(2)", "borne-off",
         "Bears off nothing; 3/2 1/off(3) bears off 3. Wastes 8.2 pips: effective pip count 36.7, 28.5 after 3/2 "
         "1/off(3)."},
        {"XGID=-C-BA-A--------------cbba-:1:-1:1:54:0:1:0:3:10", "6/1 4/off", "waste",
         "Wastes 1.6 pips: effective pip count 24.5, 22.9 after 6/2 4/off."},
        {"XGID=-gCDAA------a-----a-aaa-c-:0:0:-1:55:173:0:0:0:10", "24/19(3) 7/2", "backgammons",
         "Loses a backgammon in 49.3% of the games instead of 41.5%."},
        {"XGID=---CBDBb--a--C-aa-bbaabbA-:1:-1:1:52:1:4:0:5:10", "13/11 13/8", "blots",
         "Leaves 4 blots that may be hit; 13/6 leaves 1."},
        {"XGID=--B-bBCBB-A-b--B-cbe--Aa--:0:0:1:52:0:0:0:16:10", "22/20 10/5", "shots",
         "Leaves 28 shots; 22/15 leaves 13. 22/15 duplicates 6s: the opponent has two uses for them."},
        /* no block is left to escape from; points do not save a gammon */
        {"XGID=bcDB-BBA----dC--A--b-b-b--:0:0:1:45:11:0:0:0:10", "16/11 7/3", "chances",
         "Wins (W) of the games instead of [W], and (G) gammons instead of [G]."},
        {"XGID=-bCBB-a-----d-a--a---a-bc-:0:0:-1:55:163:0:0:0:10", "24/19(2) 13/8 11/6", "mostly-lost",
         "Most of it is gammons: (M) lost instead of [M]."},
        {"XGID=aADBC-B-AA-A-----a-cbbbbb-:0:0:-1:00:10:4:0:13:10", "no double", "market",
         "47.2% of the next exchanges lose the market, by 1.502 on average. For money this would be right; at 9-away "
         "3-away it is not."},
        {"XGID=-B--CbD-B-a--C-----cbbbabA:0:0:-1:43:0:0:0:7:10", "6/3 6/2", "his-escape",
         "The opponent escapes with 11 rolls, with 4 after 15/8."},
        {"XGID=-CbC-DC-B-----------bbccc-:0:0:1:51:15:11:0:17:10", "6/1 5/4", "my-shots",
         "Next turn 18 rolls leave a shot; 4 after 8/7 8/3."},
        {"XGID=-ab--CE-CAA-d-----Bbbbb---:0:0:-1:56:144:0:0:0:10", "13/2", "my-hit",
         "Next turn 11 rolls hit; 22 after 24/18 13/8."},
        {"XGID=-aaB-BCAC----Bbb-bbc-b--B-:1:-1:1:41:0:6:0:9:10", "13/8", "my-anchor",
         "Next turn 1 roll makes an anchor; 13 after 24/20 8/7."},
        {"XGID=-ABbBBB-B---bB---B-ccbab--:0:0:-1:43:16:8:0:25:10", "6/3 6/2", "gammons-lost",
         "Loses fewer gammons ((M) against [M]), but wins fewer games ((W) against [W])."},
        {"XGID=aABBBBB------BA---Aecb-bb-:1:1:1:00:3:2:0:7:10", "no double", "cash",
         "The opponent would have to pass: cashing is worth 1.000, playing on 0.854."},
        {"XGID=---bBBCBA--AeB---b-cba--B-:0:0:-1:62:0:2:0:5:10", "13/5", "few-hit",
         "The difference is in 5-3, 4-3, 3-3, 3-1 and 2-1, which hit; after 13/7 6/4 they do not."},
        {"XGID=abABCBBB---Ab--AbbbbbA----:1:1:1:00:17:13:0:25:10", "double", "score",
         "For money this would be right; at 8-away 12-away it is not."},
        {"XGID=-b----EAB--AeD---c-e----B-:0:0:1:13:0:0:0:7:10", "8/5 6/5", "close",
         "Close: the difference is within twice the noise of the evaluation; a rollout would show."},
        {"XGID=-b-C--D-D---cBb--c-c-b--B-:0:0:-1:00:0:0:0:7:10", "double", "worth",
         "With 61.2% wins, 20.3% gammons, not doubling is worth 0.074 more."},
        {"XGID=-a--a-E-C-a-eD---AadAb--A-:0:0:-1:64:6:7:0:9:10", "15/5*", "in-cube",
         "The difference is mostly in the cube: -0.006 without it, 0.059 with it. The opponent's best third of rolls "
         "leaves -0.363, -0.236 after 24/20 13/7."},
        {"XGID=-b-B-BD--A--dD---abcB-b-a-:0:0:-1:55:0:1:0:7:10", "13/8 13/3 6/1", "chances",
         "Wins (W) of the games instead of [W], and (G) gammons instead of [G]."},
        {"XGID=-a-B-BBB----A---bB-bbBddB-:0:0:1:23:0:0:0:5:10", "12/7", "chances",
         "Wins (W) of the games instead of [W], and loses (M) gammons instead of [M]. The opponent's best third of "
         "rolls leaves -0.177, 0.194 after 17/15 17/14."},
        /* not 6-1, 4-3, 4-2, 4-1 and 2-1: four other rolls gain as much, and more take it back */
        {"XGID=-----bE-CBAaeB---c-d-B----:0:0:1:66:16:12:0:17:10", "21/15(2) 10/4 8/2", "chances",
         "Wins (W) of the games instead of [W], and loses (M) gammons instead of [M]. The opponent's worst third of "
         "rolls leaves 0.316, 0.619 after 21/9(2)."},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "8/5 6/5", "", ""},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "no double", "", ""},
    };
    struct strbuf words = {0}, expected = {0};
    bool wrong = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct found f;
        look_at(cases[i].id, cases[i].action, &f, &words);
        const char *kind = f.lesson.n > 0 ? reason_words[f.lesson.at[0].kind] : "";
        if (strcmp(strbuf_text(&words), filled(cases[i].words, &f, &expected)) == 0 && strcmp(kind, cases[i].kind) == 0)
            continue;
        print_error("%s %s: found %s, expected %s: %s\nexpected: %s\n", cases[i].id, cases[i].action, kind,
                    cases[i].kind, strbuf_text(&words), strbuf_text(&expected));
        wrong = true;
    }
    strbuf_done(&words);
    strbuf_done(&expected);
    assert_false(wrong);
}

/* What the figures of a file say, which nobody looks at once more. */
static const char *words_of(const struct lesson *l, struct strbuf *out)
{
    const struct position p = position_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10");
    strbuf_clear(out);
    return lesson_words(l, &p.board, &(struct play){.n = 0}, out) ? strbuf_text(out) : "";
}

TEST(figures_say_why_by_themselves)
{
    struct candidate c[2] = {{.outcome = {.win = 0.55f, .win_gammon = 0.2f, .lose_gammon = 0.1f}, .equity = 0.3f},
                             {.outcome = {.win = 0.5f, .win_gammon = 0.2f, .lose_gammon = 0.15f}, .equity = 0.1f}};
    const struct play_analysis play = {.candidates = c, .n = 2, .played = 1, .error = 0.2f};
    struct cube_analysis cube = {
        .nd = 0.5f, .dt = 0.6f, .dp = 1, .branch[0].outcome = {.win = 0.6f, .win_gammon = 0.2f}};
    struct lesson l;
    struct strbuf words = {0};
    reasons_of_chances(&play, &l);
    assert_string_equal(words_of(&l, &words),
                        "Wins 50.0% of the games instead of 55.0%, and loses 15.0% gammons instead of 10.0%.");
    c[1].outcome.lose_gammon = 0.1f;
    reasons_of_chances(&play, &l);
    assert_string_equal(words_of(&l, &words), "Wins 50.0% of the games instead of 55.0%, which costs 0.100.");
    const struct play_analysis small = {
        .candidates = c, .n = 2, .played = 1, .error = 0.07f}; /* the cube took some back */
    reasons_of_chances(&small, &l);
    assert_string_equal(words_of(&l, &words), "Wins 50.0% of the games instead of 55.0%.");
    c[1].outcome.win = 0.7f; /* the chances contradict the verdict */
    reasons_of_chances(&play, &l);
    assert_int_equal(l.n, 0);
    reasons_of_cube(&cube, WORTH_DOUBLE, &l);
    assert_string_equal(words_of(&l, &words), "With 60.0% wins, 20.0% gammons, doubling is worth 0.100 more.");
    reasons_of_cube(&cube, WORTH_PASS, &l); /* the take was right */
    assert_int_equal(l.n, 0);
    cube.dt = 1.2f;
    reasons_of_cube(&cube, WORTH_DOUBLE, &l);
    assert_string_equal(words_of(&l, &words),
                        "The opponent would have to pass: cashing is worth 1.000, playing on 0.500.");
    reasons_of_beaver(&cube, &l);
    assert_string_equal(words_of(&l, &words), "A beaver is worth -2.400, a take -1.200, a pass -1.000.");
    cube.raises = (struct cube_raises){true, 1.9f, NAN}; /* near the limit of the cube */
    reasons_of_beaver(&cube, &l);
    assert_string_equal(words_of(&l, &words), "A beaver is worth -1.900, a take -1.200, a pass -1.000.");
    cube.raises.limited = false, cube.dt = -0.2f; /* it was right */
    reasons_of_beaver(&cube, &l);
    assert_int_equal(l.n, 0);
    l = (struct lesson){1, {{.kind = REASON_NEEDLESS_HIT, .count = {0, 1}, .figure = {0.6f, 0.65f}}}};
    assert_string_equal(words_of(&l, &words), "The second hit does not pay: 60.0% wins, 65.0% without it.");
    strbuf_done(&words);
}

/* The same positions: of one kind nothing is said of the others, and nothing of the best play. */
TEST(nothing_is_said_of_what_is_right)
{
    static const char *const right[][2] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:7:10", "8/4 6/4"},
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:7:10", "13/7 8/7"},
        {"XGID=aABBBBB------BA---Aecb-bb-:1:1:1:00:3:2:0:7:10", "double"},
        {"XGID=-BBBAaCA----bAbBac-db--A--:0:0:-1:D:11:8:0:13:10", "take"},
    };
    struct strbuf words = {0};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        struct found f;
        look_at(right[i][0], right[i][1], &f, &words);
        assert_int_equal(f.lesson.n, 0);
        assert_string_equal(strbuf_text(&words), "");
    }
    strbuf_done(&words);
}

/* 2 rolls more are no reason, nor are shots that carry little. */
TEST(small_differences_are_no_reason)
{
    struct strbuf words = {0};
    struct found f;
    look_at("XGID=-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:0:10", "13/7 8/3", &f, &words);
    for (int i = 0; i < f.lesson.n; i++)
        assert_int_not_equal(f.lesson.at[i].kind, REASON_SHOTS);
    strbuf_done(&words);
}

TEST(nobody_keeps_points_while_bearing_off)
{
    struct strbuf words = {0};
    struct found f;
    look_at("XGID=--ABCBC-A----------eAbddB-:0:0:-1:42:1:4:0:5:10", "4/2 4/off", &f, &words);
    for (int i = 0; i < f.lesson.n; i++)
        assert_int_not_equal(f.lesson.at[i].kind, REASON_BROKEN_POINT);
    strbuf_done(&words);
}

TEST_MAIN(open_engine, close_engine)
