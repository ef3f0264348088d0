/* GammonView's .gva: JSON with the plies, clock and analysis of OGXM under other names. It is turned into the bytes of
 * an OGXM file, and these go to the reader of that format. Format and decisions: docs/formats/gva.md. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/base64.h"
#include "format/ogxm_play.h"
#include "format/ogxm_times.h"
#include "import/gva/gva_analysis.h"
#include "import/gva/gva_course.h"
#include "import/gva/gva_values.h"
#include "import/ogxm/ogxm.h"
#include "import/readers.h"

enum { GAMES_MAX = 1000, PLIES_MAX = 100000, NONE = 255 };

struct gva {
    json_object *root;
    struct arena *arena;
    struct diags *d;
    struct strbuf clock, video;
    struct gva_notes notes;
    struct gva_analysis analysis;
    struct gva_course course;
    int64_t length, variant, rules, start[2]; /* of the match; the score at its start */
    bool before_start; /* the Crawford game was played */
    size_t n_plies;
    uint64_t *reading; /* before each ply; UINT64_MAX = none */
    int64_t wall; /* of the recording, ms since 1970; below 0 = not known yet */
    size_t n_marks;
    struct ogxm_mark *mark;
};

/* ---- the head of the match ---- */

static int64_t variant_of(json_object *o)
{
    const char *name = gva_text(o, "variant");
    for (int i = 0; name != NULL && i < GVA_VARIANTS; i++)
        if (strcmp(name, gva_variants[i]) == 0)
            return i;
    return gva_whole(o, "variant", UINT32_MAX, name != NULL ? UINT32_MAX : 0);
}

static void put_pair(struct ogxm_out *r, int bit, int64_t white, int64_t black)
{
    struct strbuf *to = white != 0 || black != 0 ? ogxm_bit(r, bit) : NULL;
    if (to != NULL) {
        ogxm_put_varint(to, (uint64_t)white);
        ogxm_put_varint(to, (uint64_t)black);
    }
}

static void put_profile(struct ogxm_out *r, int bit, json_object *profile)
{
    struct ogxm_out p = {0};
    if (profile == NULL)
        return;
    gva_put_fields(&p, profile, gva_profile_fields);
    if (p.mask != 0)
        ogxm_put_record(ogxm_bit(r, bit), &p);
}

static int64_t rules_of(json_object *o)
{
    static const char *const keys[] = {"crawford", "jacoby", "beaver", "raccoon", "auto_doubles"};
    int64_t rules = 0;
    for (int i = 0; i < 5; i++)
        rules |= (int64_t)gva_truth(o, keys[i]) << i;
    return rules;
}

static void put_times(const struct gva *g, struct ogxm_out *r, json_object *o)
{
    enum { MS = 1000 };
    gva_put_whole(r, MTCH_STARTED_AT, gva_whole(o, "timestamp", INT64_MAX / MS - 1, 0) * MS, 0);
    gva_put_whole(r, MTCH_COMPLETED_AT, gva_whole(o, "completed_at", INT64_MAX - 1, -1), -1);
    gva_put_whole(r, MTCH_PLAYER_SEAT, gva_whole(o, "player_seat", 2, -1), -1);
    gva_put_flag(r, MTCH_CRAWFORD_BEFORE_START, g->before_start);
}

static void note_site(struct gva *g, const char *name)
{
    struct strbuf site = {0};
    strbuf_printf(&site, "1:%s", name != NULL ? name : "");
    if (name != NULL)
        gva_note(&g->notes, GVA_OF_MATCH, 0, "x-gammonview-site", strbuf_text(&site));
    strbuf_done(&site);
}

/* Unknown members of objects that belong to the head. */
static void keep_parts(struct gva *g, json_object *white, json_object *black)
{
    const struct {
        const char *part;
        json_object *of;
        const struct gva_member *members;
    } parts[] = {{"white_profile.", white, gva_of_profile},
                 {"black_profile.", black, gva_of_profile},
                 {"clock_info.", json_member(g->root, "clock_info"), gva_of_clock},
                 {"video_info.", json_member(g->root, "video_info"), gva_of_video}};
    for (int i = 0; i < 4; i++)
        gva_keep_members(&g->notes, &(struct gva_subject){GVA_OF_MATCH, 0, parts[i].part}, parts[i].of,
                         parts[i].members);
}

/* What is needed to follow the games. */
static void begin_match(struct gva *g)
{
    json_object *o = g->root;
    size_t n;
    int64_t score[2];
    json_object *start = gva_list(o, "score_start", &n);
    g->variant = variant_of(o);
    gva_course_begin(&g->course, g->length, g->variant);
    g->rules = rules_of(o);
    g->course.match.rules.crawford = g->rules & 1;
    g->before_start = gva_truth(o, "crawford_before_start");
    g->course.crawford_seen = g->before_start;
    if (start != NULL && n != 2)
        gva_complain(o, "score_start", SEVERITY_ERROR, W_("a list of two numbers"));
    else if (n == 2 && gva_whole_item(start, 0, 0, INT16_MAX, &score[0]) &&
             gva_whole_item(start, 1, 0, INT16_MAX, &score[1])) {
        gva_course_score(&g->course, score);
        memcpy(g->start, score, sizeof score);
    }
}

/* Score and result that are those of the games are not said a second time. */
static void put_outcome(struct gva *g, struct ogxm_out *r)
{
    const int *score = g->course.game.score;
    const int64_t white = gva_whole(g->root, "white_score", INT32_MAX, 0),
                  black = gva_whole(g->root, "black_score", INT32_MAX, 0),
                  result = gva_whole(g->root, "result", UINT32_MAX, 0);
    const int64_t won = g->length > 0 && score[0] >= g->length ? 1 : g->length > 0 && score[1] >= g->length ? 2 : 0;
    if (white != score[0] || black != score[1])
        put_pair(r, MTCH_SCORE_FINAL, white, black);
    if (won != 0 && result == 0)
        gva_expect_whole(g->root, "result", won);
    gva_put_whole(r, MTCH_RESULT, result == won ? 0 : result, 0);
}

/* True if it uses fields of version 2.1. */
static bool put_match(struct gva *g, struct strbuf *to)
{
    json_object *o = g->root, *white = gva_object(o, "white_profile"), *black = gva_object(o, "black_profile");
    struct ogxm_out r = {0};
    ogxm_put_varint(&r.must, (uint64_t)g->length);
    ogxm_put_varint(&r.must, (uint64_t)g->variant);
    gva_put_text(&r, MTCH_WHITE_NAME, gva_name(o, "player_white"));
    gva_put_text(&r, MTCH_BLACK_NAME, gva_name(o, "player_black"));
    gva_put_whole(&r, MTCH_RULES, g->rules, 0);
    gva_put_whole(&r, MTCH_CUBE_LIMIT, gva_whole(o, "cube_limit", UINT32_MAX, 0), 0);
    put_pair(&r, MTCH_SCORE_START, g->start[0], g->start[1]);
    put_outcome(g, &r);
    gva_put_whole(&r, MTCH_SOURCE, gva_whole(o, "source", UINT32_MAX, 0), 0);
    put_times(g, &r, o);
    gva_put_fields(&r, o, gva_event_fields); /* these and those after them are new in version 2.1 */
    put_profile(&r, MTCH_WHITE_PLAYER, white);
    put_profile(&r, MTCH_BLACK_PLAYER, black);
    gva_put_flag(&r, MTCH_RATED, gva_truth(o, "rated"));
    const bool later = r.mask >> MTCH_EVENT != 0;
    ogxm_put_record(to, &r);
    note_site(g, gva_text(o, "site"));
    keep_parts(g, white, black);
    gva_annotations(&g->notes, &(struct gva_target){GVA_OF_MATCH, 0, -1, 0}, o);
    gva_keep_members(&g->notes, &(struct gva_subject){GVA_OF_MATCH, 0, ""}, o, gva_of_match);
    return later;
}

/* ---- plies ---- */

static void put_board(struct ogxm_out *x, json_object *ply)
{
    enum { POINTS = 26, CHEQUERS = 15 };
    size_t n;
    json_object *board = gva_list(ply, "set_position", &n);
    struct strbuf points = {0};
    int64_t point;
    if (board != NULL && n != POINTS)
        gva_complain(ply, "set_position", SEVERITY_ERROR, W_("a list of 26 numbers"));
    for (size_t i = 0; n == POINTS && i < n && gva_whole_item(board, i, -CHEQUERS, CHEQUERS, &point); i++)
        ogxm_put_bytes(&points, (uint64_t)point, 1);
    if (points.length == POINTS)
        strbuf_add(ogxm_bit(x, EXTRA_BOARD), points.at, points.length);
    strbuf_done(&points);
}

/* Of a roll, the action has them as well. */
static void take_dice(json_object *ply, int64_t action, int64_t dice[2])
{
    static const char *const keys[] = {"d1", "d2"};
    for (int i = 0; i < 2; i++)
        dice[i] = gva_whole(ply, keys[i], 6, 0);
    if (action >= OGXM_ROLLS)
        return;
    const bool turned = dice[0] > dice[1];
    const signed char *roll = ogxm_roll((int)action);
    for (int i = 0; i < 2; i++) {
        if (dice[turned ? !i : i] != 0 && dice[turned ? !i : i] != roll[i])
            gva_warn(ply, keys[turned ? !i : i], W_("the roll of the action"));
    }
    for (int i = 0; i < 2; i++)
        dice[i] = roll[i];
}

/* Fields that no member is there for, in base64. True: there are extras, if only none. */
static bool add_raw(struct ogxm_out *x, json_object *ply)
{
    const char *text = gva_text(ply, "extras_raw"), *problem;
    struct strbuf bytes = {0}, own = {0};
    struct ogxm_record raw, read;
    struct ogxm_out both = {0};
    if (text == NULL)
        return false;
    const bool good =
        base64_read(span_of(text), &bytes) &&
        ogxm_record_within((struct span){strbuf_text(&bytes), bytes.length}, &ogxm_extras, &raw, &problem);
    ogxm_put_record(&own, x);
    struct ogxm_in in = ogxm_in((struct span){own.at, own.length});
    (void)ogxm_record(&in, &ogxm_extras, &read);
    if (good)
        ogxm_merge(&both, &read, &raw);
    else
        gva_warn(ply, "extras_raw", W_("a value"));
    if (!good) {
        const struct ogxm_record none = {.layout = &ogxm_extras};
        ogxm_merge(&both, &read, &none);
    }
    *x = both;
    strbuf_done(&bytes);
    strbuf_done(&own);
    return good;
}

static bool put_extras(struct ogxm_out *x, json_object *ply, int64_t action, const int64_t dice[2])
{
    double settled;
    if (action == OGXM_SET && dice[0] > 0 && dice[1] > 0)
        ogxm_put_bytes(ogxm_bit(x, EXTRA_DICE), (uint64_t)(dice[0] | dice[1] << 8), 2);
    gva_put_whole(x, EXTRA_RESIGN_VALUE, gva_whole(ply, "resign_value", 3, 0), 0);
    const int64_t value = gva_whole(ply, "cube_value", UINT32_MAX, 0), owner = gva_whole(ply, "cube_owner", 2, 2);
    gva_put_whole(x, EXTRA_CUBE_VALUE, action == OGXM_SET_CUBE ? value : 0, 0);
    if (gva_equity(ply, "settle_value", &settled))
        ogxm_put_equity(ogxm_bit(x, EXTRA_SETTLE_VALUE), (float)settled);
    put_board(x, ply);
    gva_put_whole(x, EXTRA_CUBE_OWNER, action == OGXM_SET_CUBE ? owner : 2, 2);
    return add_raw(x, ply) || x->mask != 0;
}

/* Members that the action has no use for say something nevertheless. */
static void keep_strays(struct gva *g, json_object *ply, int64_t action)
{
    enum { OWNER = 4 }; /* the only one that says something where it is 0 */
    static const struct {
        const char *name;
        bool roll, set, set_cube; /* used by */
    } rows[] = {{"d1", true, true, false},
                {"d2", true, true, false},
                {"moves", true, false, false},
                {"cube_value", false, false, true},
                {"cube_owner", false, false, true}};
    const bool roll = action < OGXM_ROLLS, set = action == OGXM_SET, set_cube = action == OGXM_SET_CUBE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_object *value = json_member(ply, rows[i].name);
        const char *text = json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
        char name[32];
        if (value == NULL || (rows[i].roll && roll) || (rows[i].set && set) || (rows[i].set_cube && set_cube) ||
            (i < OWNER && (strcmp(text, "0") == 0 || strcmp(text, "[]") == 0)))
            continue;
        snprintf(name, sizeof name, "x-gva-%s", rows[i].name);
        gva_note(&g->notes, GVA_OF_PLY, g->n_plies, name, text);
    }
}

static bool take_play(json_object *ply, struct gva_turn *t, unsigned char step[GVA_STEPS_MAX])
{
    const size_t most = t->dice[0] == t->dice[1] ? 4 : 2;
    t->step = step;
    return t->action >= OGXM_ROLLS || gva_steps(&(struct gva_steps){"moves", most, SEVERITY_ERROR}, ply, step, &t->n);
}

static void put_play(struct strbuf *to, const struct gva_turn *t)
{
    for (size_t i = 0; i < t->n; i++)
        ogxm_put_bytes(to, t->step[i], 1);
    if (t->n < (t->dice[0] == t->dice[1] ? 4 : 2))
        ogxm_put_bytes(to, 0, 1);
}

static bool put_ply(struct gva *g, struct strbuf *to, json_object *ply)
{
    enum { SEAT_AT = 6, EXTRAS = 128 };
    int64_t color, dice[2];
    unsigned char step[GVA_STEPS_MAX];
    struct gva_turn t = {.dice = dice};
    struct ogxm_out x = {0};
    const int64_t most = json_member(ply, "extras_raw") != NULL ? OGXM_EXTENDED : OGXM_EXTENDED - 1;
    if (!gva_must_whole(ply, "action_id", most, &t.action) || !gva_must_whole(ply, "color", 1, &color))
        return false;
    t.seat = color == 0;
    take_dice(ply, t.action, dice);
    const bool extras = put_extras(&x, ply, t.action, dice);
    ogxm_put_bytes(to, (uint64_t)(t.action | t.seat << SEAT_AT | (extras ? EXTRAS : 0)), 1);
    const bool good = take_play(ply, &t, step);
    if (good && t.action < OGXM_ROLLS)
        put_play(to, &t);
    if (extras)
        ogxm_put_record(to, &x);
    if (good) {
        gva_course_ply(&g->course, ply, &t);
        keep_strays(g, ply, t.action);
        gva_analysis_take(&g->analysis, g->n_plies, ply, &t);
    }
    return good;
}

/* ---- time ---- */

/* The time of the day in ms since 1970 is counted from that of the recording, or of the first mark. */
static uint32_t wall_of(struct gva *g, int64_t wall)
{
    if (wall >= 0 && g->wall < 0)
        g->wall = wall;
    return wall >= g->wall && wall - g->wall < OGXM_WALL_UNKNOWN ? (uint32_t)(wall - g->wall) : OGXM_WALL_UNKNOWN;
}

static void note_mark(struct gva *g, size_t game, size_t ply, json_object *o, int64_t video)
{
    const int64_t lag = gva_whole(o, "behind_live_ms", OGXM_LAG_NONE * 1000 - 1, -1),
                  wall = gva_whole(o, "wall_ms", INT64_MAX - 1, -1);
    const bool by_hand = gva_truth(o, "video_hand_anchored");
    const uint32_t at = video >= 0 && wall >= 0 ? wall_of(g, wall) : OGXM_WALL_UNKNOWN;
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)wall);
    if (wall >= 0 && at == OGXM_WALL_UNKNOWN)
        gva_note(&g->notes, GVA_OF_PLY, g->n_plies, "x-gva-wall_ms", text);
    if (video >= 0 && game >= NONE)
        gva_warn(o, "video_ms", W_("a place in one of the first 255 games"));
    else if (video >= 0)
        g->mark[g->n_marks++] = (struct ogxm_mark){.game = (unsigned)game,
                                                   .ply = (unsigned)ply,
                                                   .by_hand = by_hand,
                                                   .video = (uint32_t)video,
                                                   .wall = at,
                                                   .lag = lag >= 0 ? (unsigned)(lag / 1000) : OGXM_LAG_NONE};
}

static void note_time(struct gva *g, size_t game, size_t ply, json_object *o)
{
    const int64_t reading = gva_whole(o, "timestamp_ms", INT64_MAX - 1, -1);
    g->reading[g->n_plies] = reading >= 0 ? (uint64_t)reading : UINT64_MAX;
    note_mark(g, game, ply, o, gva_whole(o, "video_ms", UINT32_MAX, -1));
}

/* The number of readings from the start without a gap; 0 if they go back or do not begin at 0. */
static size_t readings_in_order(const struct gva *g, bool *refused)
{
    size_t n = 0;
    *refused = false;
    while (n < g->n_plies && g->reading[n] != UINT64_MAX)
        n++;
    for (size_t i = 0; i < n; i++)
        *refused = *refused || (i == 0 ? g->reading[i] != 0 : g->reading[i] < g->reading[i - 1]);
    for (size_t i = n; i < g->n_plies; i++)
        *refused = *refused || g->reading[i] != UINT64_MAX;
    return *refused || n == 0 ? 0 : n - 1;
}

static void put_clock(struct gva *g)
{
    json_object *info = gva_object(g->root, "clock_info");
    bool refused;
    const size_t n = readings_in_order(g, &refused);
    if (refused)
        diag_at(g->d, SEVERITY_WARNING, 0, 0,
                "clock readings have a gap, go back or do not begin at 0: they are left out");
    if (info == NULL && n == 0)
        return;
    ogxm_put_clock(&g->clock, &(struct ogxm_clock){
                                  .reserve = (uint32_t)gva_whole(info, "reserve_ms", UINT32_MAX, 0),
                                  .delay = (uint32_t)gva_whole(info, "delay_ms", UINT32_MAX, 0),
                                  .increment = (uint32_t)gva_whole(info, "increment_ms", UINT32_MAX, 0),
                                  .start = (uint32_t)gva_whole(info, "start_timestamp", UINT32_MAX, 0),
                                  .berserk = (unsigned)gva_whole(info, "flags", 3, 0),
                                  .unit = (uint32_t)gva_whole_from(info, "precision", 1, UINT32_MAX, OGXM_CLOCK_UNIT),
                                  .reading = g->reading + 1,
                                  .n = n});
}

static void put_video(struct gva *g)
{
    enum { OFFSET_MAX = INT32_MAX };
    json_object *info = gva_object(g->root, "video_info");
    const char *url = gva_text(info, "url");
    double offset = 0;
    if (info == NULL && g->n_marks == 0)
        return;
    (void)gva_number(info, "offset_ms", -OFFSET_MAX, OFFSET_MAX, &offset);
    if (url != NULL && strlen(url) > OGXM_URL_MAX) {
        diag_at(g->d, SEVERITY_WARNING, 0, 0, "found an address of %zu bytes, expected at most %d: left out",
                strlen(url), OGXM_URL_MAX);
        url = NULL;
    }
    ogxm_put_video(&g->video, &(struct ogxm_video){.kind = (unsigned)gva_whole(info, "kind", 3, 0),
                                                   .flags = gva_truth(info, "is_live"),
                                                   .offset = (int32_t)lround(offset),
                                                   .wall = g->wall > 0 ? (uint64_t)g->wall : 0,
                                                   .url = span_of(url != NULL ? url : ""),
                                                   .mark = g->mark,
                                                   .n = g->n_marks});
}

/* ---- games ---- */

static void put_game_head(struct gva *g, struct strbuf *to, json_object *o, const struct strbuf *board)
{
    struct ogxm_out r = {0};
    const int64_t winner = gva_whole(o, "winner", 1, NONE), points = gva_whole(o, "points_won", UINT32_MAX, 0);
    gva_put_whole(&r, GAME_WINNER, winner, NONE);
    if (winner == NONE)
        gva_expect_whole(o, "points_won", 0);
    gva_put_whole(&r, GAME_POINTS_WON, winner != NONE ? points : -1, -1);
    gva_put_flag(&r, GAME_IS_LAST, gva_truth(o, "is_lastgame"));
    if (board != NULL)
        strbuf_add(ogxm_bit(&r, GAME_INITIAL_BOARD), board->at, board->length);
    gva_put_whole(&r, GAME_INITIAL_CUBE, gva_whole(o, "initial_cube_value", UINT32_MAX, 1), 1);
    gva_put_whole(&r, GAME_INITIAL_OWNER, gva_whole(o, "initial_cube_owner", 1, 2), 2);
    gva_put_whole(&r, GAME_AUTO_DOUBLES, gva_whole(o, "auto_doubles", UINT32_MAX, 0), 0);
    gva_put_whole(&r, GAME_TERMINATION, gva_whole(o, "termination", UINT32_MAX, -1), -1);
    ogxm_put_record(to, &r);
    gva_course_end(&g->course, winner, points);
}

/* A position that `initial_board` names too belongs to the head of the game, if who is on roll follows from the next
 * ply. */
static bool begins_game(json_object *game, json_object *plies)
{
    json_object *first = json_object_array_get_idx(plies, 0), *next = json_object_array_get_idx(plies, 1);
    json_object *color = json_member(next, "color"), *action = json_member(next, "action_id");
    size_t others = 0;
    if (!json_object_is_type(first, json_type_object) || !json_object_is_type(color, json_type_int) ||
        json_object_get_int(json_member(first, "action_id")) != OGXM_SET || json_member(game, "initial_board") == NULL)
        return false;
    json_object_object_foreach(first, name, value)
    {
        (void)value;
        others += strcmp(name, "color") != 0 && strcmp(name, "action_id") != 0 && strcmp(name, "set_position") != 0;
    }
    const int acts = json_object_is_type(action, json_type_int) ? json_object_get_int(action) : OGXM_RESERVED;
    return others == 0 && json_object_equal(color, json_member(first, "color")) &&
           (acts <= OGXM_DOUBLE || (acts == OGXM_SET && json_member(next, "d1") != NULL));
}

static bool take_ply(struct gva *g, size_t game, size_t number, json_object *ply, struct strbuf *to)
{
    if (ply == NULL || !put_ply(g, to, ply))
        return false;
    note_time(g, game, number, ply);
    gva_annotations(&g->notes, &(struct gva_target){GVA_OF_PLY, g->n_plies, -1, 0}, ply);
    gva_keep_members(&g->notes, &(struct gva_subject){GVA_OF_PLY, g->n_plies, ""}, ply, gva_of_ply);
    g->n_plies++;
    return true;
}

/* Leaves `board` empty where there is none. */
static bool take_first_board(struct gva *g, json_object *ply, struct strbuf *board)
{
    struct ogxm_out x = {0};
    put_board(&x, ply);
    strbuf_add(board, strbuf_text(&x.may), x.may.length);
    strbuf_done(&x.may);
    gva_course_ply(&g->course, ply, &(struct gva_turn){.action = OGXM_SET});
    return board->length > 0;
}

static bool put_game(struct gva *g, size_t game, json_object *o, struct strbuf *to)
{
    size_t n;
    struct strbuf board = {0};
    json_object *plies = gva_list(o, "plies", &n);
    gva_course_game(&g->course, game, o);
    const size_t from =
        n > 0 && begins_game(o, plies) && take_first_board(g, json_object_array_get_idx(plies, 0), &board) ? 1 : 0;
    put_game_head(g, to, o, from > 0 ? &board : NULL);
    strbuf_done(&board);
    gva_annotations(&g->notes, &(struct gva_target){GVA_OF_GAME, game, -1, 0}, o);
    gva_keep_members(&g->notes, &(struct gva_subject){GVA_OF_GAME, game, ""}, o, gva_of_game);
    for (size_t i = from; i < n; i++)
        if (!take_ply(g, game, i - from, gva_must_item(plies, i), to))
            return false;
    return true;
}

/* ---- the whole ---- */

static void put_part(struct strbuf *to, const char *type, const struct strbuf *payload)
{
    if (payload->length > 0)
        ogxm_put_section(to, type, 0, (struct span){payload->at, payload->length});
}

static void put_end(struct strbuf *to)
{
    enum { SIZE_AT = 12, REST = 21 };
    struct ogxm_out r = {0};
    struct strbuf sum = {0}, size = {0};
    ogxm_put_bytes(&size, to->length + REST, 4);
    memcpy(to->at + SIZE_AT, size.at, 4);
    ogxm_put_varint(&r.must, 0);
    ogxm_put_varint(&r.must, 4);
    ogxm_put_bytes(&r.must, crc32(crc32(0, NULL, 0), (const Bytef *)to->at, (uInt)to->length), 4);
    ogxm_put_record(&sum, &r);
    ogxm_put_section(to, "CSUM", 1, (struct span){sum.at, sum.length});
    strbuf_puts(to, "END!");
    strbuf_done(&sum);
    strbuf_done(&size);
}

static bool put_games(struct gva *g, struct strbuf *to)
{
    size_t n;
    json_object *games = gva_list(g->root, "games", &n);
    for (size_t i = 0; i < n; i++) {
        struct strbuf payload = {0};
        json_object *game = gva_must_item(games, i);
        const bool good = game != NULL && put_game(g, i, game, &payload);
        if (good)
            ogxm_put_section(to, "GAME", 1, (struct span){payload.at, payload.length});
        strbuf_done(&payload);
        if (!good)
            return false;
    }
    return true;
}

static bool put_file(struct gva *g, struct strbuf *to)
{
    struct strbuf match = {0}, games = {0};
    const size_t before = g->d->n_errors;
    if (!gva_must_whole(g->root, "match_length", MATCH_LENGTH_MAX, &g->length))
        return false;
    begin_match(g);
    const bool good = put_games(g, &games);
    strbuf_add(to, "OGXM\2\0\0\0\2\0\0\0\0\0\0\0", 16);
    to->at[6] = put_match(g, &match);
    ogxm_put_section(to, "MTCH", 1, (struct span){match.at, match.length});
    strbuf_add(to, strbuf_text(&games), games.length);
    strbuf_done(&match);
    strbuf_done(&games);
    if (!good || g->d->n_errors > before)
        return false;
    put_clock(g);
    put_video(g);
    gva_analysis_put(&g->analysis, to);
    put_part(to, "CLCK", &g->clock);
    put_part(to, "VIDO", &g->video);
    put_part(to, "ANNO", &g->notes.records);
    put_end(to);
    return true;
}

/* Allocates for each ply. */
static bool measure(struct gva *g)
{
    size_t n, plies = 0, of_game;
    json_object *games = gva_list(g->root, "games", &n);
    for (size_t i = 0; i < n; i++) {
        json_object *list = json_member(json_object_array_get_idx(games, i), "plies");
        of_game = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
        plies += of_game;
    }
    if (n == 0 || n > GAMES_MAX || plies > PLIES_MAX) {
        diag_at(g->d, SEVERITY_ERROR, 0, 0, "found %zu games with %zu plies, expected 1 to %d with at most %d", n,
                plies, GAMES_MAX, PLIES_MAX);
        return false;
    }
    g->reading = arena_alloc(g->arena, (plies + 1) * sizeof *g->reading);
    g->mark = arena_alloc(g->arena, (plies + 1) * sizeof *g->mark);
    return true;
}

/* What a game that breaks off says of its end is not so of what is left of it. */
static void forget_end(json_object *root)
{
    static const char *const end[] = {"winner", "points_won", "termination", "is_lastgame"};
    size_t n;
    json_object *games = gva_list(root, "games", &n), *last = n > 0 ? json_object_array_get_idx(games, n - 1) : NULL;
    for (size_t i = 0; json_object_is_type(last, json_type_object) && i < sizeof end / sizeof *end; i++)
        json_object_object_del(last, end[i]);
}

int gva_sniff(struct span head)
{
    const bool object = span_starts_nocase(span_trim(head), "{");
    return object && span_has(head, "\"match_length\"") && span_has(head, "\"player_white\"") &&
                   (span_has(head, "\"action_id\"") || span_has(head, "\"plies\""))
               ? 95
               : 0;
}

bool gva_read(struct span text, struct receiver *out, struct diags *d)
{
    struct gva g = {.d = d, .arena = arena_new()};
    struct json_source source = {.text = text, .d = d, .arena = g.arena};
    enum { IN_GAMES = 2 };
    struct strbuf file = {0};
    g.root = json_source_read(&source, (const char *const[]){"plies", "games", NULL});
    if (source.torn > IN_GAMES)
        forget_end(g.root);
    g.wall = gva_whole(json_member(g.root, "video_info"), "wall_ms", INT64_MAX - 1, -1);
    g.notes.arena = g.arena;
    g.analysis.notes = &g.notes;
    g.analysis.course = &g.course;
    gva_analysis_begin(&g.analysis, g.root);
    const bool read = g.root != NULL && measure(&g) && put_file(&g, &file) &&
                      ogxm_read_made((struct span){file.at, file.length}, out, d);
    if (g.notes.drawings > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: drawings of %ld annotations", g.notes.drawings);
    if (g.notes.words > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: %ld words of analyses", g.notes.words);
    json_in_done(g.root);
    gva_analysis_done(&g.analysis);
    strbuf_done(&g.notes.records);
    strbuf_done(&g.clock);
    strbuf_done(&g.video);
    strbuf_done(&file);
    arena_free(g.arena);
    return read;
}
