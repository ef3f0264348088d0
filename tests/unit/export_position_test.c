/* Writers of one position, and the relatives of .mat. */
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <stdlib.h>
#include <string.h>

#include "export/record/snowie.h"

/* The position of the formats' description: Bot on roll owning a 2-cube, bars on both sides. */
static struct position known_position(void)
{
    struct position p;
    const struct rules rules = {.cube = true, .crawford = true};
    const int score[2] = {2, 3};
    position_start(&p, &rules, 7, score, false);
    p.on_roll = p.turn = 1;
    p.state = GAME_PLAYING;
    p.cube = 2;
    p.cube_owner = 1;
    p.dice[0] = 4, p.dice[1] = 3;
    p.board = script_board("25:2 3:2 4:2 5:3 6:2 7:1 9:2 13:1 -0:1 -12:1 -17:2 -18:3 -19:2 -20:3 -22:2");
    return p;
}

static struct match *named_match(void)
{
    struct match *m = match_new();
    m->player[0].name = "Top";
    m->player[1].name = "Bot";
    m->length = 7;
    return m;
}

TEST(the_snowie_line_has_forty_fields)
{
    struct match *m = named_match();
    struct position p = known_position();
    struct strbuf out = {0};
    snowie_line(&out, m, &p, 1);
    assert_string_equal(out.at,
                        "7;0;0;0;1;Bot;Top;0;3;2;2;1;-1;0;0;2;2;3;2;1;0;2;0;0;-1;1;0;0;0;-2;-3;-2;-3;0;-2;0;0;2;4;3;");
    strbuf_done(&out);
    match_free(m);
}

TEST(semicolons_in_names_do_not_shift_the_fields)
{
    struct match *m = named_match();
    struct position p = known_position();
    struct strbuf out = {0};
    m->player[0].name = "T;\n\xFFp";
    snowie_line(&out, m, &p, 1);
    assert_non_null(strstr(out.at, ";Bot;T  \xEF\xBF\xBDp;0;3;2;"));
    strbuf_done(&out);
    match_free(m);
}

TEST(blanks_around_a_name_are_reported)
{
    struct match *m = named_match();
    m->length = 0;
    m->player[1].name = "\x1C Bo\x7F";
    script_game(m, "");
    char *note = lost(m, "snowiepos");
    assert_non_null(strstr(note, "1 name"));
    free(note);
    match_free(m);
}

static int number_at(const struct strbuf *b, size_t index)
{
    return (unsigned char)b->at[2 * index] | (unsigned char)b->at[2 * index + 1] << 8;
}

TEST(a_jellyfish_position_has_its_numbers_in_order)
{
    struct match *m = named_match();
    struct position p = known_position();
    struct export_options o;
    struct sink sink;
    struct diags d;
    export_defaults(&o);
    o.position = &p;
    sink_init(&sink);
    diags_init(&d, NULL);
    assert_true(pos_write(m, &o, &sink, &d));
    struct strbuf *out = sink_main(&sink);
    const int head[] = {126, 0, 0, 1, 0, 0, 2, 2, 2, 0, 0, 0, 1, 1, 7, 7, 2, 3};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        assert_int_equal(number_at(out, i), head[i]);
    assert_memory_equal(out->at + 36, "\3Top\3Bot\0\0\1\0\0\0\0\4\0\3\0", 19);
    assert_int_equal(out->length, 36 + 19 + 104);
    struct strbuf board = {.at = out->at + 55};
    const int stacks[26] = {20 + 2, [25] = 20 - 1, [13] = 20 - 1, [3] = 20 - 2, [22] = 20 + 2};
    for (size_t i = 0; i < 26; i++)
        if (stacks[i] != 0)
            assert_int_equal(number_at(&board, 2 * i), stacks[i]);
    sink_done(&sink);
    diags_done(&d);
    match_free(m);
}

TEST(without_a_choice_the_last_position_is_written)
{
    struct match *m = named_match();
    script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 take; 1 roll 62");
    char *text = written(m, "xgid", NULL), *note = lost(m, "xgid");
    assert_string_equal(text, "XGID=-b----E-C---eE---b-db---B-:1:-1:1:62:0:0:0:7:10\n");
    assert_string_equal(note, "lost: all but one position (4 events)");
    free(text);
    free(note);
    match_free(m);
}

TEST(snowie_text_holds_the_position_after_an_illegal_play)
{
    struct match *m = named_match();
    struct game *g = script_game(m, "0 31: 8/4; 1 62: 24/18 13/11");
    g->events[0].flags = EVENT_ILLEGAL;
    g->events[0].comment = "kept out";
    char *text = written(m, "snowietxt", NULL);
    assert_string_equal(text,
                        " 7 point match\n\n Game 1\n Top : 0                        Bot : 0\n"
                        "  1) 31: Illegal play (7;0;0;0;0;Bot;Top;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-2;0;"
                        "-5;0;-1;0;0;2;0;6;2;) 62: 24/18 13/11 \n\n");
    free(text);
    match_free(m);
}

TEST(a_single_game_has_names_but_no_scores)
{
    struct match *m = named_match();
    script_game(m, "0 31: 8/5 6/5; 1 62: 24/18 13/11");
    char *text = written(m, "gam", NULL);
    assert_string_equal(text, " Top                            Bot\n"
                              "  1) 31: 8/5 6/5                 62: 24/18 13/11 \n\n");
    free(text);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
