/* Where the match stands; see gva_course.h. */
#include "import/gva/gva_course.h"

#include <string.h>

#include "format/ogid.h"
#include "format/ogxm_head.h"
#include "format/ogxm_play.h"
#include "import/gva/gva_values.h"
#include "match/notation.h"

/* ---- games ---- */

void gva_course_begin(struct gva_course *c, int64_t length, int64_t variant)
{
    static const enum variant variants[] = {VARIANT_BACKGAMMON, VARIANT_NACKGAMMON, VARIANT_HYPERGAMMON_3};
    c->longgammon = variant == 3;
    c->match.rules.variant = variant >= 0 && variant < 3 ? variants[variant] : VARIANT_BACKGAMMON;
    c->match.length = (int)length;
}

void gva_course_score(struct gva_course *c, const int64_t score[2])
{
    for (int i = 0; i < 2; i++)
        c->game.score[i] = (int)score[i];
}

static void put_points(struct strbuf *to, json_object *list)
{
    for (size_t i = 0; i < json_object_array_length(list); i++)
        ogxm_put_bytes(to, (uint64_t)json_object_get_int64(json_object_array_get_idx(list, i)), 1);
}

/* The position that the first ply sets up, else the usual one. */
static void expect_board(const struct gva_course *c, json_object *game, json_object *first)
{
    struct strbuf stated = {0}, begins = {0}, words = {0};
    size_t n;
    json_object *board = gva_list(game, "initial_board", &n), *set = json_member(first, "set_position");
    if (board == NULL)
        return;
    put_points(&stated, board);
    if (json_object_is_type(set, json_type_array) && json_member(first, "d1") == NULL)
        put_points(&begins, set);
    else
        ogxm_put_board(&begins, &c->board, 0);
    for (size_t i = 0; i < begins.length; i++)
        strbuf_printf(&words, "%s%d", i > 0 ? "," : "[", (signed char)begins.at[i]);
    strbuf_puts(&words, "]");
    if (stated.length != begins.length || memcmp(strbuf_text(&stated), strbuf_text(&begins), begins.length) != 0)
        gva_warn(game, "initial_board", strbuf_text(&words));
    strbuf_done(&stated);
    strbuf_done(&begins);
    strbuf_done(&words);
}

void gva_course_game(struct gva_course *c, size_t number, json_object *game)
{
    json_object *plies = json_member(game, "plies");
    json_object *first = json_object_is_type(plies, json_type_array) ? json_object_array_get_idx(plies, 0) : NULL;
    ogxm_opening(&c->board, c->longgammon, c->match.rules.variant);
    c->known = true;
    gva_expect_whole(game, "game_index", (int64_t)number);
    gva_expect_truth(game, "is_crawford", ogxm_is_crawford(&c->match, &c->game, &c->crawford_seen));
    if (json_object_is_type(json_member(first, "color"), json_type_int))
        gva_expect_whole(game, "first_to_move", json_object_get_int64(json_member(first, "color")));
    expect_board(c, game, first);
}

void gva_course_end(struct gva_course *c, int64_t winner, int64_t points)
{
    const int length = c->match.length;
    if (winner > 1)
        return;
    int *score = &c->game.score[winner];
    *score += (int)(points < OGXM_SMALL ? points : OGXM_SMALL);
    if (length > 0 && *score > length)
        *score = length;
}

/* ---- plies ---- */

/* The first two fields are where the chequers are. */
static size_t board_field(const char *id)
{
    const char *colon = strchr(id, ':');
    colon = colon != NULL ? strchr(colon + 1, ':') : NULL;
    return colon != NULL ? (size_t)(colon - id) : strlen(id);
}

static void expect_ogid(const struct gva_course *c, json_object *ply, const char *key)
{
    struct position p = {.board = c->board}, read;
    char words[OGID_MAX];
    const char *problem, *text = gva_text(ply, key);
    size_t fault;
    if (text == NULL || !c->known)
        return;
    ogid(&p, words);
    const bool good = ogid_read(span_of(text), &read, &problem, &fault);
    const struct board seen = good ? position_board(&read, 0) : c->board;
    if (good && memcmp(seen.point, c->board.point, sizeof seen.point) == 0)
        return;
    words[board_field(words)] = '\0';
    gva_warn(ply, key, words);
}

void gva_course_notation(const struct gva_course *c, json_object *o, const struct gva_turn *t)
{
    const char *text = gva_text(o, "notation"), *problem;
    const struct play play = ogxm_play(t->step, (int)t->n, t->seat);
    struct play read = {.n = -1};
    struct board after, stated;
    struct strbuf words = {0};
    if (text == NULL || !c->known || !board_play(&c->before, &play, &after))
        return;
    (void)notation_read(span_of(text), &c->before, (int)t->dice[0], (int)t->dice[1], &read, &problem, NULL);
    if (read.n < 0 || !board_play(&c->before, &read, &stated) || !board_equal(&stated, &after)) {
        notation_write(&words, &c->before, &play, NOTATION_MERGED);
        gva_warn(o, "notation", strbuf_text(&words));
    }
    strbuf_done(&words);
}

bool gva_course_is_played(const struct gva_course *c, json_object *alternative, const struct gva_turn *t)
{
    unsigned char step[GVA_STEPS_MAX];
    size_t n;
    struct board played, stated;
    const struct play done = ogxm_play(t->step, (int)t->n, t->seat);
    if (!c->known || !gva_steps(&(struct gva_steps){"move", GVA_STEPS_MAX, SEVERITY_NOTE}, alternative, step, &n))
        return true;
    const struct play other = ogxm_play(step, (int)n, t->seat);
    return !board_play(&c->before, &done, &played) || !board_play(&c->before, &other, &stated) ||
           board_equal(&played, &stated);
}

/* Words for a board have room for no more. */
static bool is_possible(const struct board *b)
{
    return board_in_play(b) <= BOARD_CHEQUERS && board_opponent_in_play(b) <= BOARD_CHEQUERS;
}

static void take_board(struct gva_course *c, json_object *ply)
{
    json_object *set = json_member(ply, "set_position");
    struct strbuf points = {0};
    if (json_object_is_type(set, json_type_array)) {
        put_points(&points, set);
        c->board = ogxm_board((struct span){strbuf_text(&points), points.length}, 0, c->match.rules.variant);
        c->known = is_possible(&c->board);
    }
    strbuf_done(&points);
}

void gva_course_ply(struct gva_course *c, json_object *ply, const struct gva_turn *t)
{
    const struct play play = ogxm_play(t->step, (int)t->n, t->seat);
    struct board after;
    expect_ogid(c, ply, "ogid_before");
    c->before = c->board;
    if (t->seat != 0)
        board_flip(&c->board, &c->before);
    if (t->action < OGXM_ROLLS) {
        gva_course_notation(c, ply, t);
        c->known = c->known && board_play(&c->before, &play, &after);
        if (c->known && t->seat != 0)
            board_flip(&after, &c->board);
        else if (c->known)
            c->board = after;
    } else {
        (void)gva_text(ply, "notation");
        take_board(c, ply);
    }
    expect_ogid(c, ply, "ogid_after");
}
