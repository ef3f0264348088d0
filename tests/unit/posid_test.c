/* Position ID, Match ID and XGID: the pairs of docs/formats/ids.md, what is refused, and round trips. */
#include <string.h>

#include "support/assertions.h"
#include "support/script.h"

#include "format/posid.h"
#include "format/id_text.h"
#include "match/walk.h"

static const char asymmetric[] = "25:1 4:2 5:2 6:3 7:2 8:1 10:2 14:1 -23:2 -21:3 -20:2 -19:3 -18:2 -13:1 -1:1 -0:1";

static struct position read_any(const char *id)
{
    struct position p;
    const char *problem = NULL;
    size_t fault = 0;
    const bool ok = any_id_read(span_of(id), &p, &problem, &fault);
    if (!ok)
        print_error("%s: %s at %zu\n", id, problem, fault);
    assert_true(ok);
    return p;
}

static void assert_pair(const struct position *p, const char *pair)
{
    char position[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1];
    struct strbuf both = {0};
    position_id(&p->board, position);
    match_id(p, match);
    strbuf_printf(&both, "%s:%s", position, match);
    assert_string_equal(both.at, pair);
    strbuf_done(&both);
}

static void assert_xgid(const struct position *p, const char *expected)
{
    char written[XGID_MAX];
    xgid(p, written);
    assert_string_equal(written, expected);
}

static void assert_refused(const char *id, const char *part, size_t fault_expected)
{
    struct position p;
    const char *problem = NULL;
    size_t fault = 999;
    const bool ok = any_id_read(span_of(id), &p, &problem, &fault);
    if (ok || strstr(problem, part) == NULL || fault != fault_expected)
        print_error("%s: %s at %zu\n", id, ok ? "accepted" : problem, fault);
    assert_false(ok);
    assert_non_null(strstr(problem, part));
    assert_int_equal(fault, fault_expected);
}

/* ---- Position ID ---- */

static void assert_position_id(const struct board *b, const char *id)
{
    char written[POSITION_ID_LENGTH + 1];
    struct board back;
    const char *problem;
    size_t fault;
    position_id(b, written);
    assert_string_equal(written, id);
    assert_true(position_id_read(span_of(id), &back, &problem, &fault));
    assert_boards_equal(&back, b);
}

TEST(boards_have_the_position_ids_of_gnu_backgammon)
{
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    assert_position_id(&b, "4HPwATDgc/ABMA");
    b = script_board(asymmetric);
    assert_position_id(&b, "5naDAFDYbhkCIA");
    board_flip(&b, &b);
    assert_position_id(&b, "2G4ZAiBzu0EAKA");
}

TEST(a_position_id_alone_is_money_play_with_player_1_on_roll)
{
    const struct position p = read_any(" 5naDAFDYbhkCIA\n");
    const struct board b = script_board(asymmetric);
    assert_boards_equal(&p.board, &b);
    assert_int_equal(p.on_roll, 1);
    assert_int_equal(p.length, 0);
    assert_int_equal(p.cube_owner, CUBE_CENTRED);
    assert_false(p.rules.jacoby);
    assert_true(p.rules.cube);
}

TEST(the_old_twenty_letters_are_read)
{
    const struct position p = read_any("OAHDPAABDAOAHDPAABDA"); /* key E0 73 F0 01 30 E0 73 F0 01 30 */
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    assert_boards_equal(&p.board, &b);
}

TEST(impossible_position_ids_are_refused)
{
    assert_refused("4HPwATDgc/ABM", "neither", 0);
    assert_refused("4HPwATDgc/ABMB", "last character", 13);
    assert_refused("4HPwAT!gc/ABMA", "letters, digits", 6);
    assert_refused("//8AAAAAAAAAAA", "more than fifteen", 0);
    assert_refused("/////////////w", "more than fifteen", 0);
    assert_refused("AAAAAAAAAAAAgA", "left over", 13);
    assert_refused("", "neither", 0);
    struct board b = script_board("6:2 -19:2");
    char id[POSITION_ID_LENGTH + 1];
    position_id(&b, id);
    assert_string_equal(read_any(id).board.off[0] == 13 ? "" : "off", "");
}

/* Both sides on one point cannot be held in a board, so the key is made by hand. */
TEST(two_sides_on_a_point_are_refused)
{
    /* their ace point: bit 0; my 24 point: 25 zeros after their side, 23 more, then the bit */
    unsigned char key[10] = {0};
    key[0] = 1;
    key[49 / 8] = (unsigned char)(key[49 / 8] | 1u << 49 % 8);
    char letters[21] = {0};
    for (int i = 0; i < 10; i++) {
        letters[2 * i] = (char)('A' + (key[i] >> 4));
        letters[2 * i + 1] = (char)('A' + (key[i] & 15));
    }
    assert_refused(letters, "same point", 0);
}

TEST(closed_boards_with_both_on_the_bar_are_refused)
{
    const struct board b = script_board("25:1 6:2 5:2 4:2 3:2 2:2 1:2 -24:2 -23:2 -22:2 -21:2 -20:2 -19:2 -0:1");
    char id[POSITION_ID_LENGTH + 1];
    position_id(&b, id);
    assert_refused(id, "closed boards", 0);
}

/* ---- Match ID ---- */

static struct position in_match(int length, int score0, int score1, int on_roll)
{
    struct position p;
    const struct rules rules = {.cube = true, .crawford = true, .jacoby = length == 0};
    const int score[2] = {score0, score1};
    position_start(&p, &rules, length, score, false);
    p.on_roll = p.turn = on_roll;
    return p;
}

static void assert_match_id(const struct position *p, const char *id)
{
    char written[MATCH_ID_LENGTH + 1];
    struct position back = {.board = p->board};
    const char *problem;
    size_t fault;
    match_id(p, written);
    assert_string_equal(written, id);
    assert_true(match_id_read(span_of(id), &back, &problem, &fault));
    assert_positions_equal(&back, p);
}

TEST(positions_have_the_match_ids_of_gnu_backgammon)
{
    struct position p = in_match(7, 2, 3, 1);
    p.cube = 2, p.cube_owner = 1, p.dice[0] = 4, p.dice[1] = 3;
    assert_match_id(&p, "UQnuACAAGAAE");
    p = in_match(0, 0, 0, 1);
    assert_match_id(&p, "cAkAAAAAAAAA");
    p = in_match(5, 0, 0, 1);
    assert_match_id(&p, "cAmgAAAAAAAE");
    p.offer = OFFER_DOUBLE, p.turn = 0;
    assert_match_id(&p, "cBGgAAAAAAAE");
}

TEST(beavers_and_raccoons_have_the_match_ids_of_gnu_backgammon)
{
    const char *const ids[] = {"cBEAAAAAAAAA", "QRkAAAAAAAAA", "QhEAAAAAAAAA", "QwkAAAAAAAAA"};
    struct match *m = match_new();
    char id[MATCH_ID_LENGTH + 1];
    m->rules.jacoby = m->rules.beavers = true;
    const struct game *g = script_game(m, "1 double 2; 0 beaver 4; 1 raccoon 8; 0 take");
    struct walk w;
    walk_begin(&w, m, g);
    for (int i = 0; walk_next(&w); i++) {
        match_id(&w.after, id);
        assert_string_equal(id, ids[i]);
    }
    match_free(m);
}

TEST(a_resignation_is_written_with_its_size)
{
    struct position p = in_match(7, 0, 0, 1), back = {.board = p.board};
    char id[MATCH_ID_LENGTH + 1];
    const char *problem;
    size_t fault;
    p.offer = OFFER_RESIGNATION, p.resigned = 2, p.turn = 0;
    match_id(&p, id);
    assert_true(match_id_read(span_of(id), &back, &problem, &fault));
    assert_positions_equal(&back, &p);
}

/* Whoever resigns and whatever it interrupts: the ID is written again as it was read, and refused it is a double. */
TEST(a_double_waits_beneath_a_resignation)
{
    static const char *const ids[] = {"4HPwATDgc/ABMA:cDkAAAAAAAAE", "4HPwATDgc/ABMA:cFkAAAAAAAAE",
                                      "4HPwATDgc/ABMA:cHkAAAAAAAAE", "4HPwATDgc/ABMA:cDEAAAAAAAAE"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const struct position p = read_any(ids[i]);
        assert_int_equal(p.offer, OFFER_RESIGNATION);
        assert_int_equal(p.under, OFFER_DOUBLE);
        assert_int_equal(p.resigned, i < 3 ? i + 1 : 1);
        assert_pair(&p, ids[i]);
        assert_xgid(&p, "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10");
        const struct position refused = position_refused(&p);
        assert_true(position_is_doubled(&refused) && refused.resigned == 0 && refused.turn == 0);
    }
    const struct position p = read_any("4HPwATDgc/ABMA:cCEAAAAAAAAE");
    assert_int_equal(p.under, OFFER_NONE);
    assert_pair(&p, "4HPwATDgc/ABMA:cCEAAAAAAAAE");
}

TEST(old_match_ids_without_the_jacoby_bit_are_read)
{
    const struct position p = read_any("4HPwATDgc/ABMA:QYkqASAAIAAA");
    assert_int_equal(p.length, 9);
    assert_int_equal(p.score[0], 2);
    assert_int_equal(p.score[1], 4);
    assert_int_equal(p.cube, 2);
    assert_int_equal(p.cube_owner, 0);
    assert_int_equal(p.on_roll, 1);
    assert_int_equal(p.dice[0], 5);
    assert_int_equal(p.dice[1], 2);
    assert_false(p.rules.jacoby);
    assert_pair(&p, "4HPwATDgc/ABMA:QYkqASAAIAAE");
}

TEST(either_order_of_a_pair_and_of_the_dice_is_read)
{
    const struct position p = read_any("UQnuACAAGAAE:5naDAFDYbhkCIA"), q = read_any("b9sBCIC5bYDQAA:QYnoAGAAGAAE");
    assert_pair(&p, "5naDAFDYbhkCIA:UQnuACAAGAAE");
    assert_int_equal(q.dice[0], 1);
    assert_int_equal(q.dice[1], 2);
    assert_pair(&q, "b9sBCIC5bYDQAA:QQnlAGAAGAAE");
}

TEST(a_label_may_stand_before_a_pair)
{
    struct position p = read_any("GNUID=4HPwATDgc/ABMA:cAkAAAAAAAAA");
    assert_pair(&p, "4HPwATDgc/ABMA:cAkAAAAAAAAA");
    p = read_any("gnubgid=4HPwATDgc/ABMA");
    assert_int_equal(p.length, 0);
    assert_refused("GNUID=4HPwATDgc/ABMB", "last character", 19);
}

TEST(impossible_match_ids_are_refused)
{
    struct position p = in_match(7, 2, 3, 1);
    struct strbuf pair = {0};
    char id[MATCH_ID_LENGTH + 1];
    const struct {
        int die1, die2, score, length;
        bool crawford_game;
        const char *part;
    } cases[] = {{7, 1, 3, 7, false, "dice"},
                 {3, 0, 3, 7, false, "dice"},
                 {3, 1, 8, 7, false, "score"},
                 {3, 1, 3, 0, true, "Crawford"}};
    for (int i = 0; i < 4; i++) {
        p.dice[0] = cases[i].die1, p.dice[1] = cases[i].die2;
        p.score[1] = cases[i].score, p.length = cases[i].length, p.crawford_game = cases[i].crawford_game;
        match_id(&p, id);
        strbuf_clear(&pair);
        strbuf_printf(&pair, "4HPwATDgc/ABMA:%s", id);
        assert_refused(pair.at, cases[i].part, 15);
    }
    strbuf_done(&pair);
    assert_refused("4HPwATDgc/ABMA:cAkAAAAAAA", "12 characters", 25);
    assert_refused("cAkAAAAAAA:4HPwATDgc/ABMA", "12 characters", 10);
    assert_refused("4HPwATDgc/ABMA:cAkAAAA_AAAA", "letters, digits", 22);
}

/* ---- XGID ---- */

TEST(xgids_and_pairs_of_ids_name_the_same_positions)
{
    const struct {
        const char *xgid, *pair;
    } cases[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10", "4HPwATDgc/ABMA:cInqACAAGAAE"},
        {"XGID=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7:10", "5naDAFDYbhkCIA:UQnuACAAGAAE"},
        {"XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10", "b9sBCIC5bYDQAA:QQnlAGAAGAAE"},
        {"XGID=aa--BBCBA-B--aA---bcbc-b-A:0:0:-1:31:1:0:3:0:10", "2G4ZAiBzu0EAKA:MIEFAAAACAAA"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct position p = read_any(cases[i].xgid);
        struct position q = read_any(cases[i].pair);
        assert_pair(&p, cases[i].pair);
        assert_xgid(&p, cases[i].xgid);
        q.rules.beavers = p.rules.beavers; /* which only the XGID holds */
        assert_positions_equal(&p, &q);
        assert_xgid(&q, cases[i].xgid);
    }
}

TEST(the_prefix_and_the_tenth_field_may_be_missing)
{
    const struct position p = read_any("XGID=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7:10");
    struct position q = read_any("aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7:10");
    assert_positions_equal(&p, &q);
    q = read_any("xgid=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7");
    assert_positions_equal(&p, &q);
}

TEST(in_the_crawford_game_the_cube_is_out_of_play)
{
    const struct position p = read_any("XGID=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:6:2:1:7:10");
    assert_true(p.crawford_game);
    assert_int_equal(p.cube, 1);
    assert_int_equal(p.cube_owner, CUBE_CENTRED);
    assert_int_equal(p.score[1], 6);
    assert_xgid(&p, "XGID=aa--BBCBA-B--aA---bcbc-b-A:0:0:1:43:6:2:1:7:10");
}

/* The last field: a limit is kept. 0, and what leaves no room for the cube, is none, with a note where it stands. */
TEST(limits_of_the_cube_are_kept)
{
    static const struct {
        const char *id, *written;
        int limit;
        size_t noted; /* 0 = there is nothing to say */
    } rows[] = {
        {"-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:1", "-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:1", 2, 0},
        {"-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:1", "-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:1", 2, 0},
        {"-b----E-C---eE---c-e----B-:1:1:1:52:3:2:0:7:8", "-b----E-C---eE---c-e----B-:1:1:1:52:3:2:0:7:8", 256, 0},
        {"-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:10", "-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:10", 0, 0},
        {"-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0", "-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:10", 0, 0},
        {"-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:", "-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:10", 0, 44},
        {"-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:0", "-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10", 0, 44},
        {"-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:0", "-b----E-C---eE---c-e----B-:1:1:1:52:0:0:0:0:10", 0, 44},
        {"-b----E-C---eE---c-e----B-:3:1:1:52:3:2:0:9:2", "-b----E-C---eE---c-e----B-:3:1:1:52:3:2:0:9:10", 0, 44},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct position p = read_any(rows[i].id);
        char written[XGID_MAX], at_limit = p.rules.cube_limit > 0 && p.cube >= p.rules.cube_limit;
        size_t at = 0;
        const char *note = id_note_on(span_of(rows[i].id), &at);
        xgid(&p, written);
        assert_string_equal(written + strlen("XGID="), rows[i].written);
        assert_int_equal(p.rules.cube_limit, rows[i].limit);
        assert_true(p.rules.cube);
        assert_int_equal(at, rows[i].noted);
        assert_int_equal(note != NULL, rows[i].noted != 0);
        struct position before = position_before_roll(&p);
        assert_int_equal(position_may_double(&before, 1), !at_limit);
    }
}

/* A limit that no cube of a record can reach is none; what is written is read as the same. */
TEST(limits_of_the_largest_cubes_are_the_same_when_read_again)
{
    static const struct {
        const char *numbers, *written;
        int limit;
    } rows[] = {
        {":15:1:-1:D:0:0:0:0:16", ":15:1:-1:D:0:0:0:0:16", 0},
        {":15:1:1:52:0:0:0:0:16", ":15:1:1:52:0:0:0:0:16", 0},
        {":15:1:1:52:0:0:0:0:30", ":15:1:1:52:0:0:0:0:16", 0},
        {":14:1:-1:D:0:0:0:0:15", ":14:1:-1:D:0:0:0:0:15", 1 << 15},
        {":0:0:1:52:0:0:0:0:16", ":0:0:1:52:0:0:0:0:10", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char id[XGID_MAX], written[XGID_MAX];
        size_t at;
        snprintf(id, sizeof id, "XGID=-b----E-C---eE---c-e----B-%s", rows[i].numbers);
        const struct position p = read_any(id);
        xgid(&p, written);
        assert_string_equal(strchr(written, ':'), rows[i].written);
        assert_int_equal(p.rules.cube_limit, rows[i].limit);
        assert_null(id_note_on(span_of(id), &at));
    }
}

TEST(a_crawford_game_that_cannot_be_is_noted)
{
    static const struct {
        const char *id;
        size_t noted; /* 0 = there is nothing to say */
    } rows[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:1:7:10", 45},
        {"-b----E-C---eE---c-e----B-:0:0:1:52:3:5:1:7:10", 40},
        {"-b----E-C---eE---c-e----B-:0:0:1:52:6:5:1:7:10", 0},
        {"-b----E-C---eE---c-e----B-:0:0:1:52:0:0:1:1:10", 0},
        {"-b----E-C---eE---c-e----B-:0:0:1:52:0:0:1:0:10", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t at = 0;
        (void)read_any(rows[i].id);
        const char *note = id_note_on(span_of(rows[i].id), &at);
        assert_int_equal(at, rows[i].noted);
        assert_int_equal(note != NULL && strstr(note, "Crawford") != NULL, rows[i].noted != 0);
    }
}

TEST(a_match_id_alone_is_the_start_of_a_game)
{
    size_t at = 1;
    const struct position p = read_any("QYkqASAAIAAA");
    struct board start;
    board_start(&start, VARIANT_BACKGAMMON);
    assert_true(board_equal(&p.board, &start));
    assert_int_equal(p.length, 9);
    assert_int_equal(p.score[0] + p.score[1], 6);
    assert_string_equal(id_note_on(span_of("QYkqASAAIAAA"), &at),
                        "a Match ID without a Position ID: the starting position is taken");
    assert_int_equal(at, 0);
}

TEST(letters_for_dice_are_offers)
{
    struct position p = read_any("XGID=aa--BBCBA-B--aA---bcbc-b-A:0:0:1:D:0:0:3:0:10");
    assert_int_equal(p.offer, OFFER_DOUBLE);
    assert_int_equal(p.on_roll, 1);
    assert_int_equal(p.turn, 0);
    assert_true(p.rules.jacoby && p.rules.beavers);
    assert_xgid(&p, "XGID=aa--BBCBA-B--aA---bcbc-b-A:0:0:1:D:0:0:3:0:10");
    p.offer = OFFER_NONE, p.turn = 1;
    assert_pair(&p, "5naDAFDYbhkCIA:cAkAAAAAAAAA");
    p = read_any("XGID=aa--BBCBA-B--aA---bcbc-b-A:1:-1:1:bb:0:0:3:0:10");
    assert_int_equal(p.offer, OFFER_BEAVER);
    assert_int_equal(p.turn, 1);
    assert_xgid(&p, "XGID=aa--BBCBA-B--aA---bcbc-b-A:1:-1:1:B:0:0:3:0:10");
    p = read_any("XGID=aa--BBCBA-B--aA---bcbc-b-A:2:1:-1:RR:0:0:2:0:10");
    assert_int_equal(p.offer, OFFER_RACCOON);
    assert_int_equal(p.on_roll, 0);
    assert_int_equal(p.turn, 1);
    assert_false(p.rules.jacoby);
}

TEST(impossible_xgids_are_refused_at_their_field)
{
    assert_refused("XGID=-b----E-C---eE---c-e----B:0:0:1:52:3:2:0:7:10", "26 characters", 30);
    assert_refused("XGID=Ab----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10", "first bar", 5);
    assert_refused("XGID=-b----E-C---eE---c-e----Ba:0:0:1:52:3:2:0:7:10", "first bar", 30);
    assert_refused("XGID=-b----E-C---eE---c-e----P-:0:0:1:52:3:2:0:7:10", "A to O", 29);
    assert_refused("XGID=-b----O-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10", "more than fifteen", 13);
    assert_refused("-b----E-C---eE---c-e----B-:16:0:1:52:3:2:0:7:10", "cube of an XGID", 27);
    assert_refused("-b----E-C---eE---c-e----B-:0:2:1:52:3:2:0:7:10", "owner", 29);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:0:52:3:2:0:7:10", "turn", 31);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:57:3:2:0:7:10", "dice", 33);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:50:3:2:0:7:10", "dice", 33);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:5:3:2:0:7:10", "dice", 33);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:DB:3:2:0:7:10", "dice", 33);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:52:8:2:0:7:10", "score is higher", 36);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:52:3:x:0:7:10", "a score", 38);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:52:3:2:2:7:10", "rules", 40);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:-7:10", "length", 42);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0", "ten fields", 41);
    assert_refused("-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10:1", "ten fields", 48);
}

/* ---- properties ---- */

static void assert_ids_go_round(const struct position *p)
{
    char position[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
    struct strbuf pair = {0};
    position_id(&p->board, position);
    match_id(p, match);
    strbuf_printf(&pair, "%s:%s", position, match);
    assert_int_equal(pair.length, 27);
    const struct position q = read_any(pair.at);
    assert_pair(&q, pair.at);
    assert_boards_equal(&q.board, &p->board);
    assert_int_equal(q.turn, p->turn);
    strbuf_done(&pair);
    xgid(p, xg);
    const struct position r = read_any(xg);
    assert_xgid(&r, xg);
    assert_boards_equal(&r.board, &p->board);
    if (p->offer == OFFER_NONE && p->state == GAME_PLAYING)
        assert_int_equal(r.on_roll, q.on_roll);
    if (p->offer != OFFER_RESIGNATION && p->state == GAME_PLAYING) {
        struct position expected = *p;
        expected.dice[0] = p->offer == OFFER_NONE ? p->dice[0] : 0;
        expected.dice[1] = p->offer == OFFER_NONE ? p->dice[1] : 0;
        assert_positions_equal(&r, &expected);
    }
}

TEST(ids_of_random_matches_go_round)
{
    for (int i = 0; i < 20; i++) {
        struct match *m = random_match((uint64_t)i + 100, i % 2 ? 7 : 0, 3, VARIANT_BACKGAMMON);
        for (size_t k = 0; k < m->n_games; k++) {
            struct walk w;
            for (walk_begin(&w, m, &m->games[k]); walk_next(&w);) {
                assert_ids_go_round(&w.before);
                if (w.winner == NOBODY)
                    assert_ids_go_round(&w.after);
            }
        }
        match_free(m);
    }
}

TEST(any_bytes_are_read_or_refused)
{
    static const char letters[] = "ABCDEFGPQgw/+:-abco0123456789XGID= ";
    struct random random = {7};
    int read = 0;
    for (int i = 0; i < 20000; i++) {
        char id[64];
        const int length = i % 3 == 0 ? random_below(&random, 63) : i % 3 == 1 ? 27 : 14;
        for (int k = 0; k < length; k++)
            id[k] = letters[random_below(&random, (int)sizeof letters - 1)];
        if (i % 3 == 1)
            id[14] = ':';
        struct position p;
        const char *problem = NULL;
        size_t fault = 999;
        if (any_id_read((struct span){id, (size_t)length}, &p, &problem, &fault)) {
            assert_null(board_problem(&p.board, 15));
            read++;
            continue;
        }
        assert_non_null(problem);
        assert_true(fault <= (size_t)length);
    }
    assert_true(read < 20000);
}

TEST(a_position_id_that_begins_with_signs_has_no_match_id_behind_them)
{
    assert_int_equal(id_find_match(span_of("/+4AQAC7bwMAAA")).length, 0);
    assert_int_equal(id_find_match(span_of("(cAkXAAAAAAAA)")).length, MATCH_ID_LENGTH);
}

TEST_MAIN(NULL, NULL)
