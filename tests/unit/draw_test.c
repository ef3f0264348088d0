/* The drawing of the board, looked at through a canvas that only counts and remembers. */
#include <math.h>
#include <string.h>

#include "export/board/draw.h"
#include "export/board/svg.h"
#include "format/posid.h"
#include "support/assertions.h"
#include "support/script.h"

/* ---- a canvas that remembers ---- */

enum { SEEN = 512 };

struct seen {
    struct canvas canvas;
    struct {
        struct part part;
        struct draw_point at;
    } parts[SEEN];
    struct {
        enum paint paint;
        struct draw_point at;
        char text[16];
    } words[SEEN];
    int n_parts, n_words;
    int discs[PAINTS], polygons[PAINTS];
    float left, right, top, bottom; /* of all shapes */
    bool wants_parts;
};

static void stretch(struct seen *s, float x, float y)
{
    s->left = fminf(s->left, x), s->right = fmaxf(s->right, x);
    s->top = fminf(s->top, y), s->bottom = fmaxf(s->bottom, y);
}

static void seen_polygon(struct canvas *c, enum paint p, const struct draw_point *at, size_t n)
{
    struct seen *s = (struct seen *)c;
    s->polygons[p]++;
    for (size_t i = 0; i < n; i++)
        stretch(s, at[i].x, at[i].y);
}

static void seen_disc(struct canvas *c, enum paint p, struct draw_point centre, float radius)
{
    struct seen *s = (struct seen *)c;
    s->discs[p]++;
    stretch(s, centre.x - radius, centre.y - radius);
    stretch(s, centre.x + radius, centre.y + radius);
}

static void seen_text(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct seen *s = (struct seen *)c;
    (void)size;
    assert_true(s->n_words < SEEN);
    s->words[s->n_words].paint = p;
    s->words[s->n_words].at = middle;
    strncpy(s->words[s->n_words++].text, text, 15);
}

static bool seen_part(struct canvas *c, const struct part *part, struct draw_point at)
{
    struct seen *s = (struct seen *)c;
    if (!s->wants_parts)
        return false;
    assert_true(s->n_parts < SEEN);
    s->parts[s->n_parts].part = *part;
    s->parts[s->n_parts++].at = at;
    return true;
}

static struct seen look(const struct position *p, const struct draw_options *o, bool parts)
{
    struct seen s = {.canvas = {seen_polygon, seen_disc, seen_text, seen_part}, .wants_parts = parts};
    draw_board(&s.canvas, p, o);
    return s;
}

static struct position position_of(const char *id)
{
    struct position p;
    const char *problem;
    size_t fault;
    assert_true(any_id_read(span_of(id), &p, &problem, &fault));
    return p;
}

static const struct draw_options usual = {.bottom = -1, .numbers = -1};

static int chequers_drawn(const struct seen *s, int player)
{
    int n = 0;
    for (int i = 0; i < s->n_parts; i++)
        if (s->parts[i].part.kind == PART_STACK && s->parts[i].part.player == player)
            n += s->parts[i].part.count;
    return n;
}

static const char *word_at(const struct seen *s, float x, float y)
{
    for (int i = 0; i < s->n_words; i++)
        if (fabsf(s->words[i].at.x - x) < 1 && fabsf(s->words[i].at.y - y) < 1)
            return s->words[i].text;
    return "";
}

static bool has_word(const struct seen *s, enum paint p, const char *text)
{
    for (int i = 0; i < s->n_words; i++)
        if (s->words[i].paint == p && strcmp(s->words[i].text, text) == 0)
            return true;
    return false;
}

#define START "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"

/* ---- tests ---- */

TEST(the_start_position_shows_all_chequers)
{
    struct position p = position_of(START);
    struct seen s = look(&p, &usual, true);
    assert_int_equal(chequers_drawn(&s, 0), 15);
    assert_int_equal(chequers_drawn(&s, 1), 15);
    struct seen shapes = look(&p, &usual, false);
    assert_int_equal(shapes.discs[PAINT_CHEQUER_0], 15);
    assert_int_equal(shapes.discs[PAINT_CHEQUER_1], 15);
    assert_int_equal(shapes.polygons[PAINT_POINT_DARK] + shapes.polygons[PAINT_POINT_LIGHT], 24);
    assert_int_equal(shapes.discs[PAINT_COUNT_1], 5 + 2); /* the spots of 5 and 2 on player 1's dice */
}

TEST(nothing_is_drawn_outside_the_board)
{
    struct position p = position_of("XGID=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7:10");
    struct seen s = look(&p, &usual, false);
    assert_true(s.left >= 0 && s.top >= 0 && s.right <= DRAW_WIDTH && s.bottom <= DRAW_HEIGHT);
}

TEST(more_than_five_get_a_number)
{
    struct position p = position_of("XGID=-b----E-----cG---c-e----C-:0:0:1:00:0:0:0:7:10");
    struct seen s = look(&p, &usual, true);
    assert_true(has_word(&s, PAINT_COUNT_1, "7"));
    assert_int_equal(chequers_drawn(&s, 1), 15 - 2);
}

TEST(numbers_follow_the_side_of_the_viewer)
{
    struct position p = position_of(START);
    struct seen s = look(&p, &usual, false);
    const float bottom_right = 44 + 16 + 240 + 44 + 220;
    assert_string_equal(word_at(&s, bottom_right, DRAW_HEIGHT - 11), "1");
    assert_string_equal(word_at(&s, bottom_right, 11), "24");
    struct draw_options other = {.bottom = -1, .numbers = 0};
    struct seen t = look(&p, &other, false);
    assert_string_equal(word_at(&t, bottom_right, DRAW_HEIGHT - 11), "24");
    struct draw_options left = {.bottom = -1, .numbers = -1, .home_left = true};
    struct seen u = look(&p, &left, false);
    assert_string_equal(word_at(&u, DRAW_WIDTH - bottom_right, DRAW_HEIGHT - 11), "1");
}

TEST(a_fixed_bottom_turns_the_board)
{
    struct position p = position_of("XGID=-B----E-C---eE---c-e--b---:0:0:-1:31:0:0:0:7:10");
    struct draw_options fixed = {.bottom = 1, .numbers = 1};
    struct seen a = look(&p, &fixed, true);
    /* player 1 has two chequers on the own ace point: a stack at the bottom right */
    bool found = false;
    for (int i = 0; i < a.n_parts; i++)
        found |= a.parts[i].part.kind == PART_STACK && a.parts[i].part.player == 1 && a.parts[i].part.count == 2 &&
                 a.parts[i].at.x > 560 && a.parts[i].at.y > DRAW_HEIGHT / 2.0f;
    assert_true(found);
}

TEST(the_cube_lies_with_its_owner)
{
    struct position p = position_of(START);
    struct seen centred = look(&p, &usual, true);
    assert_true(has_word(&centred, PAINT_CUBE_FIGURE, "64"));
    p.cube = 4;
    p.cube_owner = p.on_roll;
    struct seen own = look(&p, &usual, true);
    p.cube_owner = 1 - p.on_roll;
    struct seen theirs = look(&p, &usual, true);
    float y_own = 0, y_theirs = 0;
    for (int i = 0; i < own.n_words; i++)
        if (own.words[i].paint == PAINT_CUBE_FIGURE)
            y_own = own.words[i].at.y, assert_string_equal(own.words[i].text, "4");
    for (int i = 0; i < theirs.n_words; i++)
        if (theirs.words[i].paint == PAINT_CUBE_FIGURE)
            y_theirs = theirs.words[i].at.y;
    assert_true(y_own > 400 && y_theirs < 80);
    p.crawford_game = true;
    struct seen none = look(&p, &usual, true);
    for (int i = 0; i < none.n_words; i++)
        assert_int_not_equal(none.words[i].paint, PAINT_CUBE_FIGURE);
}

TEST(an_offered_cube_shows_its_new_value)
{
    struct position p = position_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10");
    struct seen s = look(&p, &usual, true);
    assert_true(has_word(&s, PAINT_CUBE_FIGURE, "2"));
}

TEST(pip_counts_stand_on_both_sides)
{
    struct position p = position_of("XGID=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7:10");
    char own[8], theirs[8];
    snprintf(own, sizeof own, "%d", board_pips(&p.board));
    snprintf(theirs, sizeof theirs, "%d", board_opponent_pips(&p.board));
    struct seen s = look(&p, &usual, true);
    assert_string_equal(word_at(&s, 30, DRAW_HEIGHT - 11), own);
    assert_string_equal(word_at(&s, 30, 11), theirs);
    struct draw_options silent = {.bottom = -1, .numbers = -1, .no_pips = true};
    struct seen t = look(&p, &silent, true);
    assert_string_equal(word_at(&t, 30, 11), "");
}

TEST(arrows_join_the_steps_of_one_chequer)
{
    struct position p = position_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:7:10");
    struct play lover = {.n = 2, .step = {{24, 18}, {18, 13}}}, split = {.n = 2, .step = {{24, 18}, {13, 8}}};
    struct draw_options o = {.bottom = -1, .numbers = -1, .arrows = {{&lover, PAINT_ARROW_BEST}}};
    assert_int_equal(look(&p, &o, true).polygons[PAINT_ARROW_BEST], 1);
    o.arrows[0].play = &split;
    o.arrows[1] = (struct draw_arrows){&lover, PAINT_ARROW_PLAYED};
    struct seen both = look(&p, &o, true);
    assert_int_equal(both.polygons[PAINT_ARROW_BEST], 2);
    assert_in_range(both.polygons[PAINT_ARROW_PLAYED], 10, 30); /* dashes, to be distinguished without a colour */
}

TEST(a_hit_on_the_way_keeps_its_own_arrow)
{
    struct position p = position_of("XGID=-b----E-C---dE---c-ea---B-:0:0:1:64:0:0:0:7:10");
    assert_int_equal(p.board.point[20], -1);
    struct play hit = {.n = 2, .step = {{24, 20}, {20, 14}}};
    struct draw_options o = {.bottom = -1, .numbers = -1, .arrows = {{&hit, PAINT_ARROW_BEST}}};
    assert_int_equal(look(&p, &o, true).polygons[PAINT_ARROW_BEST], 2);
}

TEST(chequers_borne_off_lie_in_the_tray)
{
    struct position p = {.board = {.point = {[1] = 2, [24] = -3}, .off = {13, 12}}, .cube = 1, .cube_owner = -1};
    struct seen s = look(&p, &usual, true);
    int slabs[2] = {0};
    for (int i = 0; i < s.n_parts; i++)
        if (s.parts[i].part.kind == PART_SLABS)
            slabs[s.parts[i].part.player] += s.parts[i].part.count;
    assert_int_equal(slabs[0], 13);
    assert_int_equal(slabs[1], 12);
}

TEST(an_inline_board_stays_small)
{
    struct position p = position_of("XGID=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7:10");
    struct svg_symbols symbols = {0};
    struct strbuf out = {0};
    svg_board_inline(&out, &symbols, &p, &usual);
    assert_true(out.length < 512);
    svg_symbols_define(&out, &symbols);
    strbuf_done(&out);
}

TEST(every_symbol_used_is_defined_once)
{
    struct svg_symbols symbols = {0};
    struct strbuf page = {0};
    struct position p = position_of("XGID=aa--BBCBA-B--aA---bcbc-b-A:1:1:1:43:3:2:0:7:10");
    svg_board_inline(&page, &symbols, &p, &usual);
    svg_board_inline(&page, &symbols, &p, &usual);
    svg_symbols_define(&page, &symbols);
    int n = 0;
    for (const char *s = strbuf_text(&page); (s = strstr(s, "href=\"#")) != NULL; n++) {
        char id[24] = "id=\"";
        s += 7;
        strncat(id, s, strcspn(s, "\""));
        strcat(id, "\"");
        const char *defined = strstr(strbuf_text(&page), id);
        assert_non_null(defined);
        assert_null(strstr(defined + 1, id));
    }
    assert_true(n > 20);
    strbuf_done(&page);
}

TEST(both_plays_on_one_way_have_arrows_beside_each_other)
{
    struct position p = position_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10");
    const struct play play = {1, {{8, 5}}};
    struct draw_options o = usual;
    struct svg_symbols symbols = {0};
    struct strbuf out = {0};
    o.arrows[0] = (struct draw_arrows){&play, PAINT_ARROW_PLAYED};
    o.arrows[1] = (struct draw_arrows){&play, PAINT_ARROW_BEST};
    svg_board_inline(&out, &symbols, &p, &o);
    const char *played = strstr(out.at, "<path class=\"ap\" d=\""), *best = strstr(out.at, "<path class=\"ab\" d=\"");
    assert_true(played != NULL && best != NULL);
    assert_int_not_equal(strncmp(played + 20, best + 20, 12), 0);
    svg_symbols_define(&out, &symbols);
    strbuf_done(&out);
}

TEST(a_whole_svg_holds_its_ids_and_escapes_its_title)
{
    struct position p = position_of(START);
    struct strbuf out = {0};
    svg_board(&out, &p, &usual, &theme_print, 300, "A <&> \"B\" \xff\x01");
    const char *text = strbuf_text(&out);
    assert_non_null(strstr(text, "<title>A &lt;&amp;&gt; &quot;B&quot; \xef\xbf\xbd\xef\xbf\xbd</title>"));
    assert_non_null(strstr(text, "4HPwATDgc/ABMA:"));
    assert_non_null(strstr(text, "XGID=-b----E-C---eE---c-e----B-:0:0:1:52"));
    assert_non_null(strstr(text, "width=\"300\" height=\"225\""));
    assert_null(strstr(text, "<use"));
    strbuf_done(&out);
}

TEST(the_print_theme_has_no_colours)
{
    for (int i = 0; i < PAINTS; i++) {
        uint32_t both[2] = {theme_print.paint[i].fill, theme_print.paint[i].edge};
        for (int k = 0; k < 2; k++) {
            assert_int_equal(both[k] >> 16 & 255, both[k] & 255);
            assert_int_equal(both[k] >> 8 & 255, both[k] & 255);
        }
    }
    assert_ptr_equal(theme_find("print"), &theme_print);
    assert_null(theme_find("no such theme"));
}

TEST(words_describe_the_board)
{
    struct position p = {.board = {.point = {[25] = 1, [6] = 2, [24] = -3}, .off = {12, 12}}};
    struct strbuf out = {0};
    draw_describe(&out, &p);
    assert_string_equal(strbuf_text(&out), "on roll bar 2x"
                                           "6 off 12; opponent 3x"
                                           "1 off 12");
    strbuf_clear(&out);
    draw_describe_briefly(&out, &p);
    assert_string_equal(strbuf_text(&out), "bar 2x6 off 12 against 3x1 off 12");
    strbuf_done(&out);
}

TEST_MAIN(NULL, NULL)
