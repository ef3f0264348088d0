/* Shots, counted against the list of legal plays; themes: a position for each rule, and one where it is silent. */
#include "support/assertions.h"

#include <string.h>

#include "base/strbuf.h"
#include "match/moves.h"
#include "match/notation.h"
#include "match/shots.h"
#include "match/themes.h"
#include "support/engine_things.h"

/* ---- shots ---- */

static int most_hits(const struct board *b, int a, int c, struct move_list *list)
{
    int most = 0;
    moves_list(b, a, c, list);
    for (int i = 0; i < list->n; i++) {
        const int hits = b->point[BOARD_OPPONENT_BAR] - list->at[i].after.point[BOARD_OPPONENT_BAR];
        most = hits > most ? hits : most;
    }
    return most;
}

TEST(shots_are_those_of_the_legal_plays)
{
    static const char *const ids[] = {
        "-CCBABA------------a-bcac-", "-AABBBBA---------cbcCbbAc-", "-b----E-EA--cC---bbcc---A-",
        "-bBA-BB-----eC-a-cBbAAb-A-", "-BAbD-B---------a-abcabba-", "-B-aBaB-----eCAB-cCb--c---",
        "a--B--C-EAAacA---bbdb-A-A-", "----a-DAC---fD---c-bAA-abA", "-bAB-BB---aaeC---cBcA-A-A-",
        "--C-BaC-B----C---Acdcba-aA", "--aBbbECB---bCa--b-e------", "ab---BCaB---eC-A-c-c-AA-B-",
        "a-C-B-C-B----C---AddcbA-a-", "-CCCC-B------------cbAcbc-"};
    struct move_list list = {0};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct strbuf id = {0};
        strbuf_printf(&id, "XGID=%.26s:0:0:1:00:0:0:0:0:10", ids[i]);
        const struct board b = position_of(strbuf_text(&id)).board;
        struct board after;
        struct shots s, counted = {0};
        for (int a = 1; a <= 6; a++)
            for (int c = 1; c <= a; c++) {
                const int hits = most_hits(&b, a, c, &list), weight = a == c ? 1 : 2;
                assert_int_equal(shots_any(&b, a, c), hits > 0);
                counted.rolls += hits > 0 ? weight : 0;
                counted.twice += hits > 1 ? weight : 0;
            }
        board_flip(&b, &after);
        shots_at(&after, &s);
        assert_int_equal(s.rolls, counted.rolls);
        assert_int_equal(s.twice, counted.twice);
        strbuf_done(&id);
    }
    moves_free(&list);
}

TEST(shots_are_weighted_and_named)
{
    struct shots s;
    struct board b = {.point = {[1] = -2, [7] = 1, [6] = 2, [24] = 2}};
    shots_at(&b, &s); /* six pips away, the 6 point closed: 6s, 5-1, 4-2, 3-3 and 2-2 */
    assert_int_equal(s.rolls, 11 + 2 + 2 + 1 + 1);
    assert_true(s.which >> roll_index(6, 1) & 1);
    assert_false(s.which >> roll_index(4, 1) & 1);
    b.point[7] = 2;
    shots_at(&b, &s);
    assert_int_equal(s.rolls, 0);
}

/* ---- themes ---- */

static struct board after(const struct position *p, const char *text)
{
    struct play play;
    struct board b;
    const char *problem = NULL;
    if (!notation_read(span_of(text), &p->board, p->dice[0], p->dice[1], &play, &problem, NULL))
        fail_msg("%s: %s", text, problem);
    assert_true(board_play(&p->board, &play, &b));
    return b;
}

static bool has_theme(theme_set all, const char *name)
{
    for (enum decision_theme t = 0; t < THEMES; t++)
        if (strcmp(theme_name(t), name) == 0)
            return all >> t & 1;
    fail_msg("%s is no theme", name);
    return false;
}

static theme_set themes_for(const char *id, const char *played, const char *best)
{
    const struct position p = position_of(id);
    const struct board boards[2] = {after(&p, played), after(&p, best)};
    return themes_of_play(&p, &boards[0], &boards[1]);
}

TEST(each_rule_about_plays_holds_where_it_should)
{
    static const char opening31[] = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    static const char reply[] = "XGID=-b----E-C---dE---c-ea---B-:0:0:1:64:0:0:0:0:10";
    static const char race[] = "XGID=-CCCBB-A----------a-bcccc-:0:0:1:41:0:0:0:0:10";
    static const char home[] = "XGID=-CCCCBA------------bbcccb-:0:0:1:41:0:0:0:0:10";
    static const struct {
        const char *id, *played, *best, *theme;
        bool holds;
    } cases[] = {
        {opening31, "24/20", "8/5 6/5", "opening", true},
        {opening31, "24/20", "8/5 6/5", "missed-point", true},
        {opening31, "24/20", "8/5 6/5", "key-point", true},
        {opening31, "24/20", "8/5 6/5", "escape", false},
        {opening31, "8/5 6/5", "8/5 6/5", "missed-point", false},
        {opening31, "8/5 6/5", "8/5 6/5", "point-making", true},
        {opening31, "8/5 6/5", "8/5 6/5", "safe-v-bold", false},
        {reply, "24/14", "8/2 6/2", "reply", true},
        {reply, "24/14", "8/2 6/2", "opening", false},
        {reply, "24/14", "8/2 6/2", "escape", true},
        {"XGID=-b----E-C---dE---c-ea---B-:0:0:1:41:0:0:0:0:10", "13/9 6/5", "24/20* 24/23", "missed-hit", true},
        {"XGID=-b----E-C---dE---c-ea---B-:0:0:1:41:0:0:0:0:10", "24/20* 24/23", "13/9 6/5", "needless-hit", true},
        {"XGID=-b----E-C---dE---c-ea---B-:0:0:1:41:0:0:0:0:10", "24/20* 24/23", "24/20* 6/5", "missed-hit", false},
        {"XGID=-a---aE-C---eE---c-d----B-:0:0:1:31:0:0:0:0:10", "13/9", "8/5* 6/5", "missed-hit", true},
        {"XGID=-a---aE-C---eE---c-d----B-:0:0:1:31:0:0:0:0:10", "8/5* 24/23", "8/5* 6/5", "loose-hit", true},
        {"XGID=-a---aE-C---eE---c-d----B-:0:0:1:31:0:0:0:0:10", "13/9", "8/5* 6/5", "loose-hit", false},
        {"XGID=-BAbD-B---------a-abcabba-:1:-1:1:61:0:0:0:5:10", "6/off 1/off", "6/5 6/off", "bear-off-contact", true},
        {"XGID=-BAbD-B---------a-abcabba-:1:-1:1:61:0:0:0:5:10", "6/off 1/off", "6/5 6/off", "key-point", false},
        {"XGID=--C-BaC-B----C---Acdcba-aA:2:1:1:52:2:0:0:0:10", "bar/23 17/12", "bar/23 13/8", "entering", true},
        {"XGID=--C-BaC-B----C---Acdcba-aA:2:1:1:52:2:0:0:0:10", "bar/23 17/12", "bar/23 13/8", "blitz", true},
        {"XGID=----a-DAC---fD---c-bAA-abA:0:0:1:32:0:2:1:3:10", "bar/23* 8/5", "bar/23* 7/4*", "double-hit", true},
        {"XGID=---bBBBBC--AbB---bbcAb--b-:0:0:1:41:0:0:0:3:10", "11/7 8/7", "20/15", "safe-v-bold", true},
        {"XGID=---bBBBBC--AbB---bbcAb--b-:0:0:1:41:0:0:0:3:10", "11/7 8/7", "20/15", "stacking", true},
        {"XGID=---AABD-B---gC---b-cbBa---:0:0:1:65:3:0:0:7:10", "13/7 6/1", "13/7 8/3", "holding", true},
        {"XGID=---AABD-B---gC---b-cbBa---:0:0:1:65:3:0:0:7:10", "13/7 6/1", "13/7 8/3", "hit", false},
        {"XGID=--B-bBCBB-A-b--B-cbe--Aa--:0:0:1:42:0:0:0:16:10", "22/20 10/6", "22/16", "duplication", true},
        {"XGID=--B-bBCBB-A-b--B-cbe--Aa--:0:0:1:42:0:0:0:16:10", "22/16", "22/20 10/6", "duplication", false},
        {"XGID=-c---bDAC--BbC---acd-B----:0:0:-1:41:60:0:0:0:10", "24/23 13/9", "24/20 6/5", "blot-count", true},
        {"XGID=--B-bBCBB-A-b--B-cbe--Aa--:0:0:1:42:0:0:0:16:10", "22/20 10/6", "22/16", "blot-count", false},
        {"XGID=-a-B--DaC--AdCa--c-e----B-:0:0:-1:53:6:10:0:13:10", "18/13 11/8", "18/10", "diversification", true},
        {"XGID=-a-B--DaC--AdCa--c-e----B-:0:0:-1:53:6:10:0:13:10", "18/10", "18/13 11/8", "diversification", false},
        {race, "7/6 5/1", "7/2", "race", true},
        {race, "7/6 5/1", "7/2", "bear-off", false},
        {home, "4/off 4/3", "4/off 1/off", "bear-off", true},
        {home, "4/off 4/3", "4/off 1/off", "race", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (has_theme(themes_for(cases[i].id, cases[i].played, cases[i].best), cases[i].theme) != cases[i].holds)
            fail_msg("%s: %s", cases[i].theme, cases[i].id);
}

TEST(plans_and_scores_are_themes_too)
{
    const theme_set ace = themes_for("XGID=-EDC--A----------bbbccb-B-:0:0:1:21:3:4:0:5:10", "6/3", "3/1 6/5");
    assert_true(has_theme(ace, "crunch"));
    assert_true(has_theme(ace, "timing"));
    assert_false(has_theme(ace, "anchor"));
    const theme_set dmp = themes_for("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:4:4:0:5:10", "8/5 6/5", "8/5 6/5");
    assert_true(has_theme(dmp, "double-match-point"));
    assert_false(has_theme(dmp, "post-crawford"));
    const theme_set post = themes_for("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:4:3:0:5:10", "8/5 6/5", "8/5 6/5");
    assert_true(has_theme(post, "post-crawford"));
    const theme_set crawford = themes_for("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:4:3:1:5:10", "8/5 6/5", "8/5 6/5");
    assert_true(has_theme(crawford, "crawford"));
}

static theme_set cube_themes(const char *id, const struct cube_analysis *c)
{
    const struct position p = position_of(id);
    return themes_of_cube(&p, c);
}

TEST(cubes_have_themes_of_their_own)
{
    struct cube_analysis c = {.nd = 1.1f, .dt = 1.3f, .dp = 1, .verdict = VERDICT_TOO_GOOD_PASS};
    c.branch[0].outcome = (struct outcome){.win = 0.8f, .win_gammon = 0.4f};
    static const char contact[] = "XGID=-a-BBBCA-A--cB---c-dba----:0:0:1:00:0:0:0:0:10";
    assert_true(has_theme(cube_themes(contact, &c), "too-good"));
    assert_true(has_theme(cube_themes(contact, &c), "gammonish"));
    assert_false(has_theme(cube_themes(contact, NULL), "gammonish"));
    c.branch[0].outcome.win_gammon = 0.2f;
    c.nd = 0.9f;
    assert_false(has_theme(cube_themes(contact, &c), "gammonish"));
    assert_false(has_theme(cube_themes(contact, &c), "too-good"));
    static const char race[] = "XGID=-CCCCBA------------bbcccb-:1:1:1:00:3:3:0:7:10";
    assert_true(has_theme(cube_themes(race, NULL), "race-cube"));
    assert_true(has_theme(cube_themes(race, NULL), "recube"));
    assert_true(has_theme(cube_themes(race, NULL), "dead-cube"));
    assert_false(has_theme(cube_themes(race, NULL), "last-roll"));
    assert_true(has_theme(cube_themes("XGID=-----AA----------------AA-:0:0:1:00:0:0:0:0:10", NULL), "last-roll"));
    assert_false(has_theme(cube_themes(contact, NULL), "race-cube"));
    assert_false(has_theme(cube_themes(contact, &c), "market-losers"));
    c.market = MARKET_URGENT;
    assert_true(has_theme(cube_themes(contact, &c), "market-losers"));
}

TEST(waste_is_a_theme_where_it_was_found)
{
    const struct position p = position_of("XGID=-C-BA-A--------------cbba-:1:-1:1:54:0:1:0:3:10");
    struct candidate kept[2] = {{.after = after(&p, "6/2 4/off")}, {.after = after(&p, "6/1 4/off")}};
    struct lesson why = {.n = 1, .at = {{.kind = REASON_BORNE_OFF}}};
    struct play_analysis plays = {.candidates = kept, .n = 2, .n_legal = 9, .played = 1, .lesson = &why};
    const struct annotation note = {.play = &plays};
    assert_false(has_theme(themes_of_event(&note, &p, &kept[1].after, false), "wastage"));
    why.at[0].kind = REASON_WASTE;
    assert_true(has_theme(themes_of_event(&note, &p, &kept[1].after, false), "wastage"));
}

TEST(every_theme_has_a_name_and_words_of_its_own)
{
    for (enum decision_theme t = 0; t < THEMES; t++) {
        assert_true(theme_name(t)[0] != '\0' && theme_words(t)[0] != '\0');
        assert_null(strchr(theme_name(t), ' '));
        for (enum decision_theme other = 0; other < t; other++)
            assert_string_not_equal(theme_words(t), theme_words(other));
    }
}

TEST_MAIN(NULL, NULL)
