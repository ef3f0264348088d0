/* OGIDs: the examples of docs/formats/ids.md, and random positions beside their XGIDs. */
#include "format/ogid.h"

#include <stdint.h>
#include <string.h>

#include "format/posid.h"
#include "support/assertions.h"
#include "support/random.h"

static struct position position_of(const char *id)
{
    struct position p;
    const char *problem = NULL;
    size_t fault = 0;
    if (!any_id_read(span_of(id), &p, &problem, &fault))
        fail_msg("%s: %s at %zu", id, problem, fault);
    return p;
}

static void expect_xgid(const char *id, const char *expected)
{
    char out[XGID_MAX];
    const struct position p = position_of(id);
    xgid(&p, out);
    assert_string_equal(strchr(out, '=') + 1, expected);
}

TEST(with_a_state_the_colour_has_acted_last)
{
    expect_xgid("11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0",
                "-b----E-C---eE---c-e----B-:0:0:-1:64:0:0:0:3:10");
    expect_xgid("17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1", "-a----EaC---dE--ac-e----B-:0:0:1:64:0:0:0:3:10");
    expect_xgid("cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11", "-BBB--CC----eA--bc-e-B----:0:0:1:D:0:0:0:3:10");
    expect_xgid("00cccchhhhjjjjj:16666888dddddoo:N0N:36:B:R:0:1:3:2",
                "bA----D-C---dE---d-e----B-:0:0:-1:63:1:0:0:3:10");
    expect_xgid("lllmmmnnnnooo:1112255666688jp:N0N:44:W:R:0:1:3:43", "-CB--BD-B----------A-ccdcA:0:0:1:44:1:0:0:3:10");
    expect_xgid("moo:111223555566666:N0N:34:B:R:0:1:3:54", "-CBA-DE---------------a-b-:0:0:-1:43:1:0:0:3:10");
}

TEST(without_a_state_the_colour_is_on_roll)
{
    expect_xgid("12cccchhhhjjjjj:66666888dddddoo:N0N::B::0:0:7:", "-aa---E-C---dE---d-e----B-:0:0:1:00:0:0:0:7:10");
    expect_xgid("024cchhjjjjjkkk:355666788dddeoo:W1N:63:B::0:1:7:", "a-aAaBCAB---bCA--b-ec---B-:1:-1:1:63:1:0:0:7:10");
    expect_xgid("11ccccchhhjjjjj:66666888dddddoo:N0N:43:W::6:1:9:", "-b----E-C---eE---c-e----B-:0:0:-1:43:1:6:0:9:10");
    expect_xgid("beehhhiijjllmmn:2233333445566kk:N0N:54:B::0:0:7:", "--BEBBB----a--b--cbbBbba--:0:0:1:54:0:0:0:7:10");
}

TEST(labels_quotes_and_addresses_are_read)
{
    const struct position p = position_of("17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1");
    static const char *const forms[] = {"OGID=17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1",
                                        "ogid:17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1",
                                        "\"17ccccghhhjjjjj:66666888dddddoo:N0N:46:W:R:0:0:3:1\"",
                                        "17ccccghhhjjjjj%3A66666888dddddoo%3aN0N%3A46%3AW%3AR%3A0%3A0%3A3%3A1"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const struct position q = position_of(forms[i]);
        assert_true(position_equal(&p, &q));
    }
}

TEST(hypergammon_says_how_many_chequers_there_are)
{
    char out[OGID_MAX];
    const struct position p = position_of("123:mno:N0N:13:B:IB:0:0:3:0:3");
    assert_int_equal(p.rules.variant, VARIANT_HYPERGAMMON_3);
    assert_int_equal(p.board.off[0] + p.board.off[1], 0);
    ogid(&p, out);
    assert_string_equal(out, "123:mno:N0N:13:B:R:0:0:3:0:3");
}

TEST(a_cube_that_was_turned_and_the_crawford_game_come_back)
{
    char out[OGID_MAX];
    static const char *const ids[] = {"11ccccchhhjjjjj:66666888dddddoo:B3T:16:W:R:0:0:7:2",
                                      "11ccccchhhjjjjj:66666888dddddoo:D0N:16:W:R:6:2:7C:0",
                                      "11ccccchhhjjjjj:66666888dddddoo:N0N:16:W:R:6:2:7L:0"};
    static const char *const again[] = {"11ccccchhhjjjjj:66666888dddddoo:B3N:16:W:R:0:0:7:0",
                                        "11ccccchhhjjjjj:66666888dddddoo:D0N:16:W:R:6:2:7C:0",
                                        "11ccccchhhjjjjj:66666888dddddoo:N0N:16:W:R:6:2:7L:0"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const struct position p = position_of(ids[i]);
        assert_int_equal(p.crawford_game, i == 1);
        ogid(&p, out);
        assert_string_equal(out, again[i]);
    }
}

TEST(what_is_wrong_is_named_with_its_place)
{
    static const struct {
        const char *id, *says;
        size_t at;
    } wrong[] = {{"OGID=11x:66:N0N", "a chequer of an OGID is", 5},
                 {"11:66:Z0N", "an XGID has ten fields", 0},
                 {"OGID=11:66:Z0N", "the cube of an OGID", 11},
                 {"16:66:N0N", "both sides occupy one point", 3},
                 {"11:66:N0N:77", "the dice of an OGID", 10},
                 {"11:66:N0N::X", "the colour of an OGID", 11},
                 {"11:66:N0N::B:Q", "the state of an OGID", 13},
                 {"11:66:N0N::B:R:9:0:7", "a score is higher", 0},
                 {"11:66:N0N::B:R:0:0:7X", "the length of an OGID", 19},
                 {"11:66:N0N::B:R:0:0:0C", "no Crawford game in money play", 0},
                 {"111:66:N0N:::::::0:2", "a side has more chequers", 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct position p;
        const char *problem = NULL;
        size_t fault = 0;
        if (any_id_read(span_of(wrong[i].id), &p, &problem, &fault))
            fail_msg("%s is read", wrong[i].id);
        if (strstr(problem, wrong[i].says) == NULL)
            fail_msg("%s: %s", wrong[i].id, problem);
        if (wrong[i].at != 0)
            assert_int_equal(fault, wrong[i].at);
    }
}

/* ---- random positions ---- */

static void scatter(struct position *p, int side, uint64_t *seed)
{
    const int sign = side == 0 ? 1 : -1;
    p->board.off[side] = (int8_t)(random_next(seed) % 12);
    for (int n = BOARD_CHEQUERS - p->board.off[side]; n > 0;) {
        const int at = (int)(random_next(seed) % 25) + (side == 0);
        if (p->board.point[at] * sign < 0)
            continue;
        p->board.point[at] = (int8_t)(p->board.point[at] + sign);
        n--;
    }
}

/* Cube, score, dice: whatever both kinds of IDs can say. */
static struct position random_position(uint64_t *seed)
{
    struct position p = {.rules = {.cube = true, .crawford = true}, .cube = 1, .state = GAME_PLAYING};
    scatter(&p, 0, seed);
    scatter(&p, 1, seed);
    p.on_roll = p.turn = (int)(random_next(seed) % 2);
    p.cube_owner = (int)(random_next(seed) % 3) - 1;
    p.cube = 1 << random_next(seed) % 6;
    p.length = (int)(random_next(seed) % 12);
    for (int i = 0; i < 2 && p.length > 0; i++)
        p.score[i] = (int)(random_next(seed) % (uint64_t)p.length);
    p.crawford_game =
        p.length > 1 && p.score[0] == p.length - 1 && p.score[1] < p.score[0] && random_next(seed) % 2 == 0;
    if (p.crawford_game)
        p.cube = 1, p.cube_owner = CUBE_CENTRED;
    if (random_next(seed) % 3 != 0) {
        p.dice[0] = 1 + (int)(random_next(seed) % 6);
        p.dice[1] = 1 + (int)(random_next(seed) % (uint64_t)p.dice[0]);
    } else if (!p.crawford_game && random_next(seed) % 3 == 0) {
        p.offer = OFFER_DOUBLE;
        p.turn = 1 - p.on_roll;
    }
    return p;
}

TEST(a_hundred_thousand_positions_are_the_same_by_ogid_and_by_xgid)
{
    uint64_t seed = 20261;
    for (int i = 0; i < 100000; i++) {
        char og[OGID_MAX], again[OGID_MAX], xg[XGID_MAX], xg_again[XGID_MAX];
        const struct position p = random_position(&seed);
        if (board_problem(&p.board, BOARD_CHEQUERS) != NULL)
            continue;
        ogid(&p, og);
        xgid(&p, xg);
        const struct position by_og = position_of(og), by_xg = position_of(xg);
        ogid(&by_xg, again);
        xgid(&by_og, xg_again);
        assert_string_equal(again, og);
        assert_string_equal(xg_again, xg);
        if (!position_equal(&by_og, &by_xg))
            fail_msg("%s and %s are not the same position", og, xg);
    }
}

TEST_MAIN(NULL, NULL)
