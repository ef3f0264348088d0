/* GammonView's .gva: JSON with the plies, clock and analysis of OGXM under other names. The bytes of an OGXM file are
 * made of it, which the reader of these reads. Format and decisions: docs/formats/gva.md. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/json_in.h"
#include "base/language.h"
#include "format/ogxm_play.h"
#include "format/ogxm_times.h"
#include "import/ogxm/ogxm.h"
#include "import/readers.h"

enum { GAMES_MAX = 1000, PLIES_MAX = 100000, ROOM_OF_STEPS = 4, NONE = 255, VERDICT_WORDS = 7 };

struct gva {
    json_object *root;
    struct arena *arena;
    struct diags *d;
    struct strbuf notes, clock, video;
    struct strbuf decisions[OGXM_BLOCKS_MAX];
    size_t n_plies;
    uint64_t *reading; /* before each ply; UINT64_MAX = none */
    size_t n_marks;
    struct ogxm_mark *mark;
    long drawings, words; /* that are lost */
};

/* ---- values ---- */

static bool number(json_object *o, const char *key, double *out)
{
    json_object *v = json_member(o, key);
    if (!json_object_is_type(v, json_type_int) && !json_object_is_type(v, json_type_double))
        return false;
    *out = json_object_get_double(v);
    return isfinite(*out);
}

/* A whole number in a range, else `otherwise`. */
static int64_t whole(json_object *o, const char *key, int64_t most, int64_t otherwise)
{
    json_object *v = json_member(o, key);
    if (!json_object_is_type(v, json_type_int))
        return otherwise;
    const int64_t n = json_object_get_int64(v);
    return n >= 0 && n <= most ? n : otherwise;
}

static bool truth(json_object *o, const char *key)
{
    json_object *v = json_member(o, key);
    return json_object_is_type(v, json_type_boolean) && json_object_get_boolean(v);
}

/* A list, and how long it is; NULL and 0 where it is none. */
static json_object *list_of(json_object *o, const char *key, size_t *n)
{
    json_object *v = json_member(o, key);
    const bool is = json_object_is_type(v, json_type_array);
    *n = is ? json_object_array_length(v) : 0;
    return is ? v : NULL;
}

static json_object *item(json_object *list, size_t i)
{
    return json_object_array_get_idx(list, i);
}

/* ---- fields of records ---- */

static void put_text(struct ogxm_out *r, int bit, const char *text)
{
    if (text != NULL && text[0] != '\0')
        ogxm_put_string(ogxm_bit(r, bit), span_of(text));
}

static void put_whole(struct ogxm_out *r, int bit, int64_t value, int64_t usual)
{
    if (value != usual)
        ogxm_put_varint(ogxm_bit(r, bit), (uint64_t)value);
}

static void put_flag(struct ogxm_out *r, int bit, bool is)
{
    if (is)
        (void)ogxm_bit(r, bit);
}

static bool put_equity(struct ogxm_out *r, int bit, json_object *o, const char *key)
{
    double value;
    if (!number(o, key, &value))
        return false;
    ogxm_put_equity(ogxm_bit(r, bit), (float)value);
    return true;
}

static void put_probabilities(struct ogxm_out *r, int bit, json_object *eval)
{
    static const char *const keys[] = {"win", "gammon_win", "bg_win", "gammon_loss", "bg_loss"};
    double p[5];
    for (int i = 0; i < 5; i++)
        if (!number(eval, keys[i], &p[i]) || p[i] < 0 || p[i] > 1)
            return;
    for (int i = 0; i < 5; i++)
        ogxm_put_bytes(ogxm_bit(r, bit), (uint64_t)lround(p[i] * 1e4), 2);
}

/* ---- annotations ---- */

enum scope { SCOPE_MATCH, SCOPE_GAME, SCOPE_PLY, SCOPE_DECISION, SCOPE_ALTERNATIVE };

static void put_note(struct gva *g, enum scope scope, size_t ref, const char *key, const char *value)
{
    struct ogxm_out r = {0};
    ogxm_put_varint(&r.must, scope);
    ogxm_put_varint(&r.must, ref);
    ogxm_put_string(&r.must, span_of(value));
    put_text(&r, NOTE_KEY, key);
    ogxm_put_record(&g->notes, &r);
}

static void put_annotation(struct gva *g, enum scope scope, size_t ref, int kind, json_object *a)
{
    const char *value = json_text(a, "value");
    struct ogxm_out r = {0};
    ogxm_put_varint(&r.must, scope);
    ogxm_put_varint(&r.must, ref);
    ogxm_put_string(&r.must, span_of(value != NULL ? value : ""));
    put_text(&r, NOTE_KEY, json_text(a, "key"));
    if (kind >= 0 && scope >= SCOPE_DECISION)
        ogxm_put_varint(ogxm_bit(&r, NOTE_KIND), (uint64_t)kind);
    put_text(&r, NOTE_LANG, json_text(a, "lang"));
    put_text(&r, NOTE_AUTHOR, json_text(a, "author"));
    put_whole(&r, NOTE_AT, whole(a, "at", INT64_MAX, -1), -1);
    g->drawings += json_member(a, "drawings") != NULL;
    ogxm_put_record(&g->notes, &r);
}

static void put_annotations(struct gva *g, enum scope scope, size_t ref, int kind, json_object *of)
{
    size_t n;
    json_object *list = list_of(of, "annotations", &n);
    for (size_t i = 0; i < n; i++)
        put_annotation(g, scope, ref, kind, item(list, i));
}

static bool is_among(const char *key, const char *const *known)
{
    for (; *known != NULL; known++)
        if (strcmp(*known, key) == 0)
            return true;
    return false;
}

/* Words that nobody here knows stay beside what they speak of. */
static void keep_unknown(struct gva *g, enum scope scope, size_t ref, json_object *of, const char *const *known)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        struct strbuf name = {0};
        strbuf_printf(&name, "x-gva-%s", key);
        if (!is_among(key, known) && value != NULL)
            put_note(g, scope, ref, strbuf_text(&name), json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
        strbuf_done(&name);
    }
}

/* Those of analyses have no place to stay. */
static void count_unknown(struct gva *g, json_object *of, const char *const *known)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        g->words += value != NULL && !is_among(key, known);
    }
}

/* ---- the head of the match ---- */

static const char *const match_known[] = {"match_length",
                                          "player_white",
                                          "player_black",
                                          "white_score",
                                          "black_score",
                                          "result",
                                          "source",
                                          "timestamp",
                                          "crawford",
                                          "jacoby",
                                          "beaver",
                                          "raccoon",
                                          "cube_limit",
                                          "event",
                                          "site",
                                          "variant",
                                          "score_start",
                                          "completed_at",
                                          "date_precision",
                                          "auto_doubles",
                                          "crawford_before_start",
                                          "player_seat",
                                          "event_year",
                                          "stage",
                                          "round",
                                          "table",
                                          "city",
                                          "country",
                                          "event_url",
                                          "platform",
                                          "match_ref",
                                          "rated",
                                          "white_profile",
                                          "black_profile",
                                          "clock_info",
                                          "video_info",
                                          "annotations",
                                          "analysis_info",
                                          "analyses_info",
                                          "games",
                                          NULL};

static int64_t variant_of(json_object *o)
{
    static const char *const names[] = {"backgammon", "nackgammon", "hypergammon", "longgammon"};
    const char *name = json_text(o, "variant");
    for (int i = 0; name != NULL && i < 4; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return whole(o, "variant", UINT32_MAX, name != NULL ? UINT32_MAX : 0);
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
    enum { USER_ID, RATING, SYSTEM, COUNTRY, KIND };
    struct ogxm_out p = {0};
    double rating;
    if (profile == NULL)
        return;
    put_text(&p, USER_ID, json_text(profile, "user_id"));
    if (number(profile, "rating", &rating) && rating >= 0 && rating < 1e6) /* in hundredths, as in OGXM */
        ogxm_put_varint(ogxm_bit(&p, RATING), (uint64_t)lround(rating));
    put_text(&p, SYSTEM, json_text(profile, "rating_system"));
    put_text(&p, COUNTRY, json_text(profile, "country"));
    put_whole(&p, KIND, whole(profile, "kind", UINT32_MAX, -1), -1);
    if (p.mask != 0)
        ogxm_put_record(ogxm_bit(r, bit), &p);
}

static void put_rules(struct ogxm_out *r, json_object *o)
{
    static const char *const keys[] = {"crawford", "jacoby", "beaver", "raccoon", "auto_doubles"};
    uint64_t rules = 0;
    for (int i = 0; i < 5; i++)
        rules |= (uint64_t)truth(o, keys[i]) << i;
    put_whole(r, MTCH_RULES, (int64_t)rules, 0);
}

static void put_times(struct ogxm_out *r, json_object *o)
{
    put_whole(r, MTCH_STARTED_AT, whole(o, "timestamp", INT32_MAX, 0) * 1000, 0);
    put_whole(r, MTCH_COMPLETED_AT, whole(o, "completed_at", INT64_MAX, -1), -1);
    put_whole(r, MTCH_PLAYER_SEAT, whole(o, "player_seat", 2, -1), -1);
    put_flag(r, MTCH_CRAWFORD_BEFORE_START, truth(o, "crawford_before_start"));
}

/* Fields of the event and behind it are of version 2.1. */
static bool put_match(struct gva *g, struct strbuf *to)
{
    json_object *o = g->root;
    size_t n;
    json_object *start = list_of(o, "score_start", &n);
    struct ogxm_out r = {0};
    ogxm_put_varint(&r.must, (uint64_t)whole(o, "match_length", UINT32_MAX, 0));
    ogxm_put_varint(&r.must, (uint64_t)variant_of(o));
    put_text(&r, MTCH_WHITE_NAME, json_text(o, "player_white"));
    put_text(&r, MTCH_BLACK_NAME, json_text(o, "player_black"));
    put_rules(&r, o);
    put_whole(&r, MTCH_CUBE_LIMIT, whole(o, "cube_limit", UINT32_MAX, 0), 0);
    if (n == 2)
        put_pair(&r, MTCH_SCORE_START, json_object_get_int(item(start, 0)) & INT16_MAX,
                 json_object_get_int(item(start, 1)) & INT16_MAX);
    put_pair(&r, MTCH_SCORE_FINAL, whole(o, "white_score", INT32_MAX, 0), whole(o, "black_score", INT32_MAX, 0));
    put_whole(&r, MTCH_RESULT, whole(o, "result", UINT32_MAX, 0), 0);
    put_whole(&r, MTCH_SOURCE, whole(o, "source", UINT32_MAX, 0), 0);
    put_times(&r, o);
    put_text(&r, MTCH_EVENT, json_text(o, "event"));
    put_whole(&r, MTCH_EVENT_YEAR, whole(o, "event_year", UINT32_MAX, -1), -1);
    put_whole(&r, MTCH_DATE_PRECISION, whole(o, "date_precision", 2, 0), 0);
    put_text(&r, MTCH_STAGE, json_text(o, "stage"));
    put_whole(&r, MTCH_ROUND, whole(o, "round", UINT32_MAX, -1), -1);
    put_text(&r, MTCH_TABLE, json_text(o, "table"));
    put_text(&r, MTCH_CITY, json_text(o, "city"));
    put_text(&r, MTCH_COUNTRY, json_text(o, "country"));
    put_text(&r, MTCH_EVENT_URL, json_text(o, "event_url"));
    put_text(&r, MTCH_SITE, json_text(o, "platform"));
    put_text(&r, MTCH_MATCH_REF, json_text(o, "match_ref"));
    put_profile(&r, MTCH_WHITE_PLAYER, json_member(o, "white_profile"));
    put_profile(&r, MTCH_BLACK_PLAYER, json_member(o, "black_profile"));
    put_flag(&r, MTCH_RATED, truth(o, "rated"));
    const bool later = r.mask >> MTCH_EVENT != 0;
    ogxm_put_record(to, &r);
    if (json_text(o, "site") != NULL) {
        struct strbuf site = {0};
        strbuf_printf(&site, "1:%s", json_text(o, "site"));
        put_note(g, SCOPE_MATCH, 0, "x-gammonview-site", strbuf_text(&site));
        strbuf_done(&site);
    }
    put_annotations(g, SCOPE_MATCH, 0, -1, o);
    keep_unknown(g, SCOPE_MATCH, 0, o, match_known);
    return later;
}

/* ---- plies ---- */

static size_t steps_of(json_object *of, const char *key, unsigned char step[ROOM_OF_STEPS])
{
    enum { PIPS_AT = 5, FROM_MAX = 25 };
    size_t n;
    json_object *moves = list_of(of, key, &n);
    if (n > ROOM_OF_STEPS)
        n = ROOM_OF_STEPS;
    for (size_t i = 0; i < n; i++)
        step[i] = (unsigned char)(whole(item(moves, i), "pips", 6, 0) << PIPS_AT |
                                  whole(item(moves, i), "from", FROM_MAX, 0));
    return n;
}

static void put_extras(struct ogxm_out *x, json_object *ply, int64_t action)
{
    size_t n;
    json_object *board = list_of(ply, "set_position", &n);
    const int64_t d1 = whole(ply, "d1", 6, 0), d2 = whole(ply, "d2", 6, 0);
    double settled;
    if (action == OGXM_SET && d1 > 0 && d2 > 0)
        ogxm_put_bytes(ogxm_bit(x, EXTRA_DICE), (uint64_t)(d1 | d2 << 8), 2);
    put_whole(x, EXTRA_RESIGN_VALUE, whole(ply, "resign_value", 3, 0), 0);
    put_whole(x, EXTRA_CUBE_VALUE, action == OGXM_SET_CUBE ? whole(ply, "cube_value", UINT32_MAX, 0) : 0, 0);
    if (number(ply, "settle_value", &settled))
        ogxm_put_equity(ogxm_bit(x, EXTRA_SETTLE_VALUE), (float)settled);
    if (n == 26)
        for (size_t i = 0; i < n; i++)
            ogxm_put_bytes(ogxm_bit(x, EXTRA_BOARD), (uint64_t)json_object_get_int(item(board, i)), 1);
    const int64_t owner = whole(ply, "cube_owner", 2, 2);
    put_whole(x, EXTRA_CUBE_OWNER, action == OGXM_SET_CUBE ? owner : 2, 2);
}

static bool put_ply(struct strbuf *to, json_object *ply)
{
    enum { ACTION_MAX = 62, SEAT_AT = 6, EXTRAS = 128 };
    const int64_t action = whole(ply, "action_id", ACTION_MAX, -1), color = whole(ply, "color", 1, -1);
    unsigned char step[ROOM_OF_STEPS];
    struct ogxm_out x = {0};
    if (action < 0 || color < 0)
        return false;
    put_extras(&x, ply, action);
    ogxm_put_bytes(to, (uint64_t)(action | (color == 0) << SEAT_AT | (x.mask != 0 ? EXTRAS : 0)), 1);
    if (action < OGXM_ROLLS) {
        const size_t most = whole(ply, "d1", 6, 0) == whole(ply, "d2", 6, -1) ? 4 : 2, n = steps_of(ply, "moves", step);
        for (size_t i = 0; i < n && i < most; i++)
            ogxm_put_bytes(to, step[i], 1);
        if (n < most)
            ogxm_put_bytes(to, 0, 1);
    }
    if (x.mask != 0)
        ogxm_put_record(to, &x);
    return true;
}

/* ---- time ---- */

static void note_time(struct gva *g, size_t game, size_t ply, json_object *o)
{
    enum { MS_MAX = INT32_MAX };
    const int64_t reading = whole(o, "timestamp_ms", MS_MAX, -1), video = whole(o, "video_ms", MS_MAX, -1);
    const int64_t lag = whole(o, "behind_live_ms", INT32_MAX, -1);
    g->reading[g->n_plies] = reading >= 0 ? (uint64_t)reading : UINT64_MAX;
    if (video >= 0 && game < NONE)
        g->mark[g->n_marks++] = (struct ogxm_mark){
            .game = (unsigned)game,
            .ply = (unsigned)ply,
            .by_hand = truth(o, "video_hand_anchored"),
            .video = (uint32_t)video,
            .wall = OGXM_WALL_UNKNOWN,
            .lag = lag >= 0 && lag / 1000 < OGXM_LAG_NONE - 1 ? (unsigned)(lag / 1000) : OGXM_LAG_NONE};
}

/* How many readings there are from the start without a gap; 0 where they go back or do not begin at 0. */
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
    json_object *info = json_member(g->root, "clock_info");
    bool refused;
    const size_t n = readings_in_order(g, &refused);
    if (refused)
        diag_at(g->d, SEVERITY_WARNING, 0, 0,
                "clock readings have a gap, go back or do not begin at 0: they are left out");
    if (info == NULL && n == 0)
        return;
    ogxm_put_clock(&g->clock,
                   &(struct ogxm_clock){.reserve = (uint32_t)whole(info, "reserve_ms", UINT32_MAX, 0),
                                        .delay = (uint32_t)whole(info, "delay_ms", UINT32_MAX, 0),
                                        .increment = (uint32_t)whole(info, "increment_ms", UINT32_MAX, 0),
                                        .start = (uint32_t)whole(info, "start_timestamp", UINT32_MAX, 0),
                                        .berserk = (unsigned)whole(info, "flags", 3, 0),
                                        .unit = (uint32_t)whole(info, "precision", INT32_MAX, OGXM_CLOCK_UNIT),
                                        .reading = g->reading + 1,
                                        .n = n});
}

static void put_video(struct gva *g)
{
    json_object *info = json_member(g->root, "video_info");
    const char *url = json_text(info, "url");
    double offset = 0;
    if (info == NULL && g->n_marks == 0)
        return;
    (void)number(info, "offset_ms", &offset);
    if (url != NULL && strlen(url) > OGXM_URL_MAX) {
        diag_at(g->d, SEVERITY_WARNING, 0, 0, "found an address of %zu bytes, expected at most %d: left out",
                strlen(url), OGXM_URL_MAX);
        url = NULL;
    }
    ogxm_put_video(&g->video, &(struct ogxm_video){.kind = (unsigned)whole(info, "kind", 3, 0),
                                                   .flags = truth(info, "is_live"),
                                                   .offset = (int32_t)fmax(-1e9, fmin(1e9, offset)),
                                                   .url = span_of(url != NULL ? url : ""),
                                                   .mark = g->mark,
                                                   .n = g->n_marks});
}

/* ---- analysis ---- */

static void put_level(struct ogxm_out *r, int bit, const char *name)
{
    struct ogxm_out level = {0};
    char *end = NULL;
    if (name == NULL)
        return;
    const long plies = strtol(name, &end, 10);
    put_text(&level, LEVEL_PRESET, name);
    if (end != name && strcmp(end, "ply") == 0 && plies >= 1 && plies <= 20) /* "1ply" searches nothing */
        ogxm_put_varint(ogxm_bit(&level, LEVEL_CHECKER_PLY), (uint64_t)plies - 1);
    else if (strcmp(name, "rollout") == 0) {
        struct ogxm_out rollout = {0};
        ogxm_put_record(ogxm_bit(&level, LEVEL_ROLLOUT), &rollout);
    }
    ogxm_put_record(ogxm_bit(r, bit), &level);
}

/* What is read of an analysis, and what follows from it. */
static const char *const analysis_known[] = {"eval",
                                             "best_equity",
                                             "played_equity",
                                             "equity_loss",
                                             "decision",
                                             "alternatives",
                                             "luck",
                                             "missed_double",
                                             "cube_decision",
                                             "alternatives_total",
                                             "annotations",
                                             "no_double_equity",
                                             "double_take_equity",
                                             "double_pass_equity",
                                             "correct_action",
                                             "played_action",
                                             "should_double",
                                             "action",
                                             "eval_level",
                                             "ply",
                                             "resign_error",
                                             "take_resign_error",
                                             "correct_value",
                                             "illegal_move",
                                             "analysis_index",
                                             "move",
                                             "equity",
                                             "is_played",
                                             "rollout_se",
                                             "cubeless_equity",
                                             "notation",
                                             "diff",
                                             NULL};

static bool put_alternative(struct strbuf *to, json_object *a)
{
    unsigned char step[ROOM_OF_STEPS];
    const size_t n = steps_of(a, "move", step);
    struct ogxm_out r = {0};
    double equity;
    if (!number(a, "equity", &equity))
        return false;
    ogxm_put_varint(&r.must, n);
    strbuf_add(&r.must, (const char *)step, n);
    ogxm_put_equity(&r.must, (float)equity);
    put_probabilities(&r, ALTERNATIVE_PROBS, json_member(a, "eval"));
    put_level(&r, ALTERNATIVE_LEVEL, json_text(a, "eval_level"));
    put_flag(&r, ALTERNATIVE_PLAYED, truth(a, "is_played"));
    put_equity(&r, ALTERNATIVE_SE, a, "rollout_se");
    put_equity(&r, ALTERNATIVE_CUBELESS, a, "cubeless_equity");
    ogxm_put_record(to, &r);
    return true;
}

static void begin_decision(struct ogxm_out *r, size_t ply, enum ogxm_decision_kind kind)
{
    ogxm_put_varint(&r->must, ply);
    ogxm_put_varint(&r->must, kind);
}

static void put_chequer(struct gva *g, struct strbuf *to, size_t ply, json_object *a)
{
    struct ogxm_out r = {0};
    struct strbuf alternatives = {0};
    size_t n, n_taken = 0;
    json_object *list = list_of(a, "alternatives", &n);
    double best;
    bool played = false;
    for (size_t i = 0; i < n; i++) {
        n_taken += put_alternative(&alternatives, item(list, i));
        count_unknown(g, item(list, i), analysis_known);
        played = played || truth(item(list, i), "is_played");
        put_annotations(g, SCOPE_ALTERNATIVE, ply, OGXM_CHECKER, item(list, i));
    }
    begin_decision(&r, ply, OGXM_CHECKER);
    if (n_taken > 0) {
        struct strbuf *field = ogxm_bit(&r, CHECKER_ALTERNATIVES);
        ogxm_put_varint(field, n_taken);
        strbuf_add(field, alternatives.at, alternatives.length);
        put_whole(&r, CHECKER_TOTAL, whole(a, "alternatives_total", UINT32_MAX, -1), -1);
    } else if (number(a, "best_equity", &best))
        put_equity(&r, CHECKER_BEST, a, "best_equity");
    if (!played)
        put_equity(&r, CHECKER_LOSS, a, "equity_loss");
    if (n_taken > 0 || (r.mask & (UINT64_C(1) << CHECKER_BEST)))
        ogxm_put_record(to, &r);
    strbuf_done(&alternatives);
    strbuf_done(&r.must);
    strbuf_done(&r.may);
}

static int verdict_named(const char *word)
{
    static const char *const words[VERDICT_WORDS] = {"no_double", "double", "take",   "pass",
                                                     "too_good",  "beaver", "raccoon"};
    for (int i = 0; word != NULL && i < VERDICT_WORDS; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

/* Of a roll, that of not having doubled before it: two records may speak of it. */
static void put_cube(struct strbuf *to, size_t ply, json_object *a, json_object *loss)
{
    static const char *const keys[] = {"no_double_equity", "double_take_equity", "double_pass_equity"};
    struct ogxm_out r = {0};
    double nd = 0, dt = 0;
    const bool known = number(a, keys[0], &nd) && number(a, keys[1], &dt);
    int verdict = verdict_named(json_text(a, "correct_action"));
    if (verdict < 0)
        verdict = verdict_named(json_text(a, "action"));
    if (verdict < 0)
        verdict = known && fmin(dt, 1) > nd ? 1 : known && nd > 1 ? 4 : 0;
    begin_decision(&r, ply, OGXM_CUBE);
    ogxm_put_varint(&r.must, (uint64_t)verdict);
    for (int i = 0; i < 3; i++)
        put_equity(&r, CUBE_NO_DOUBLE + i, a, keys[i]);
    put_probabilities(&r, CUBE_PROBS, json_member(a, "eval"));
    put_equity(&r, CUBE_LOSS, loss, "equity_loss");
    put_level(&r, CUBE_LEVEL, json_text(a, "eval_level"));
    if (known)
        ogxm_put_record(to, &r);
    strbuf_done(&r.must);
    strbuf_done(&r.may);
}

static void put_resignation(struct strbuf *to, size_t ply, json_object *a)
{
    enum { CORRECT, RESIGN_ERROR, TAKE_ERROR, PROBS, LOSS };
    struct ogxm_out r = {0};
    begin_decision(&r, ply, OGXM_RESIGN);
    put_whole(&r, CORRECT, whole(a, "correct_value", UINT32_MAX, -1), -1);
    put_equity(&r, RESIGN_ERROR, a, "resign_error");
    put_equity(&r, TAKE_ERROR, a, "take_resign_error");
    put_probabilities(&r, PROBS, json_member(a, "eval"));
    put_equity(&r, LOSS, a, "equity_loss");
    ogxm_put_record(to, &r);
}

static void put_luck(struct strbuf *to, size_t ply, json_object *a)
{
    struct ogxm_out r = {0};
    double luck;
    if (!number(a, "luck", &luck))
        return;
    begin_decision(&r, ply, OGXM_LUCK);
    ogxm_put_equity(&r.must, (float)luck);
    ogxm_put_record(to, &r);
}

static void put_analysis(struct gva *g, struct strbuf *to, size_t ply, json_object *o, json_object *a)
{
    const int64_t action = whole(o, "action_id", 63, 63);
    json_object *missed = json_member(a, "missed_double"), *cube = json_member(a, "cube_decision");
    if (!json_object_is_type(a, json_type_object))
        return;
    count_unknown(g, a, analysis_known);
    count_unknown(g, missed, analysis_known);
    count_unknown(g, cube, analysis_known);
    if (action < OGXM_ROLLS) {
        put_chequer(g, to, ply, a);
        if (missed != NULL || cube != NULL)
            put_cube(to, ply, cube != NULL ? cube : missed, missed != NULL ? missed : cube);
        put_luck(to, ply, a);
    } else if (action == OGXM_RESIGN_GAME || action == OGXM_RESIGN_MATCH)
        put_resignation(to, ply, a);
    else
        put_cube(to, ply, a, a);
    put_annotations(g, SCOPE_DECISION, ply, action < OGXM_ROLLS ? OGXM_CHECKER : OGXM_CUBE, a);
}

/* ---- games ---- */

static const char *const ply_known[] = {"color",
                                        "action_id",
                                        "d1",
                                        "d2",
                                        "moves",
                                        "set_position",
                                        "settle_value",
                                        "cube_value",
                                        "cube_owner",
                                        "resign_value",
                                        "timestamp_ms",
                                        "video_ms",
                                        "behind_live_ms",
                                        "video_hand_anchored",
                                        "analysis",
                                        "analyses",
                                        "annotations",
                                        /* what follows from the rest: */ "ogid_before",
                                        "ogid_after",
                                        "notation",
                                        NULL};
static const char *const game_known[] = {"winner",
                                         "points_won",
                                         "is_lastgame",
                                         "plies",
                                         "termination",
                                         "initial_cube_value",
                                         "initial_cube_owner",
                                         "auto_doubles",
                                         "annotations",
                                         /* what follows from the rest: */ "game_index",
                                         "is_crawford",
                                         "first_to_move",
                                         "initial_board",
                                         NULL};

/* Where all blocks are listed, the first is there a second time, by itself. */
static void take_analyses(struct gva *g, size_t ply, json_object *o)
{
    size_t n_blocks, n;
    json_object *blocks = list_of(g->root, "analyses_info", &n_blocks), *list = list_of(o, "analyses", &n);
    if (blocks == NULL)
        put_analysis(g, &g->decisions[0], ply, o, json_member(o, "analysis"));
    for (size_t i = 0; blocks != NULL && i < n; i++) {
        const int64_t at = whole(item(list, i), "analysis_index", OGXM_BLOCKS_MAX - 1, 0);
        put_analysis(g, &g->decisions[at], ply, o, item(list, i));
    }
}

static void put_game_head(struct strbuf *to, json_object *o)
{
    struct ogxm_out r = {0};
    const int64_t winner = whole(o, "winner", 1, -1);
    put_whole(&r, GAME_WINNER, winner, -1);
    put_whole(&r, GAME_POINTS_WON, winner >= 0 ? whole(o, "points_won", UINT32_MAX, 0) : -1, -1);
    put_flag(&r, GAME_IS_LAST, truth(o, "is_lastgame"));
    put_whole(&r, GAME_INITIAL_CUBE, whole(o, "initial_cube_value", UINT32_MAX, 1), 1);
    put_whole(&r, GAME_INITIAL_OWNER, whole(o, "initial_cube_owner", 1, 2), 2);
    put_whole(&r, GAME_AUTO_DOUBLES, whole(o, "auto_doubles", UINT32_MAX, 0), 0);
    put_whole(&r, GAME_TERMINATION, whole(o, "termination", UINT32_MAX, 0), 0);
    ogxm_put_record(to, &r);
}

static bool put_game(struct gva *g, size_t game, json_object *o, struct strbuf *to)
{
    size_t n;
    json_object *plies = list_of(o, "plies", &n);
    put_game_head(to, o);
    put_annotations(g, SCOPE_GAME, game, -1, o);
    keep_unknown(g, SCOPE_GAME, game, o, game_known);
    for (size_t i = 0; i < n; i++) {
        json_object *ply = item(plies, i);
        if (!put_ply(to, ply)) {
            diag_at(g->d, SEVERITY_ERROR, 0, 0,
                    "game %zu, ply %zu: found no \"color\" of 0 or 1 with an \"action_id\" of 0 to 62", game + 1,
                    i + 1);
            return false;
        }
        note_time(g, game, i, ply);
        take_analyses(g, g->n_plies, ply);
        put_annotations(g, SCOPE_PLY, g->n_plies, -1, ply);
        keep_unknown(g, SCOPE_PLY, g->n_plies, ply, ply_known);
        g->n_plies++;
    }
    return true;
}

/* ---- the whole ---- */

static const char *const info_known[] = {"ply",          "eval_level", "complete",  "model_id", "model_name",
                                         "engine_build", "met_id",     "timestamp", "preset",   NULL};

static void put_block(struct gva *g, size_t i, json_object *info, struct strbuf *to)
{
    struct ogxm_out r = {0}, level = {0};
    struct strbuf payload = {0};
    char digest[OGXM_DIGEST + 1];
    const struct strbuf *decisions = &g->decisions[i];
    const struct span held = {strbuf_text(decisions), decisions->length};
    ogxm_digest(held, (struct span){(const char *)&i, 1}, digest); /* the id is that of the same content */
    for (int k = 0; k < 16; k++)
        ogxm_put_bytes(&r.must, (uint64_t)(hex_digit(digest[2 * k]) << 4 | hex_digit(digest[2 * k + 1])), 1);
    put_text(&level, LEVEL_PRESET, json_text(info, "eval_level"));
    put_whole(&level, LEVEL_CHECKER_PLY, whole(info, "ply", 1000, -1), -1);
    put_whole(&r, ANAL_PRODUCER, 2, -1);
    ogxm_put_record(ogxm_bit(&r, ANAL_LEVEL), &level);
    put_flag(&r, ANAL_COMPLETE, truth(info, "complete"));
    put_text(&r, ANAL_MODEL_ID, json_text(info, "model_id"));
    put_text(&r, ANAL_MODEL_NAME, json_text(info, "model_name"));
    put_text(&r, ANAL_ENGINE_BUILD, json_text(info, "engine_build"));
    put_text(&r, ANAL_MET_ID, json_text(info, "met_id"));
    count_unknown(g, info, info_known);
    ogxm_put_record(&payload, &r);
    ogxm_put_section(to, "ANAL", 0, (struct span){payload.at, payload.length});
    ogxm_put_section(to, "DECS", 0, held);
    strbuf_done(&payload);
}

static void put_blocks(struct gva *g, struct strbuf *to)
{
    size_t n;
    json_object *infos = list_of(g->root, "analyses_info", &n);
    for (size_t i = 0; i < OGXM_BLOCKS_MAX; i++) {
        json_object *info = infos != NULL ? item(infos, i) : i == 0 ? json_member(g->root, "analysis_info") : NULL;
        if (g->decisions[i].length > 0 || info != NULL)
            put_block(g, i, info, to);
    }
}

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
    json_object *games = list_of(g->root, "games", &n);
    for (size_t i = 0; i < n; i++) {
        struct strbuf payload = {0};
        const bool good = put_game(g, i, item(games, i), &payload);
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
    struct strbuf match = {0};
    strbuf_add(to, "OGXM\2\0\0\0\2\0\0\0\0\0\0\0", 16);
    to->at[6] = put_match(g, &match);
    ogxm_put_section(to, "MTCH", 1, (struct span){match.at, match.length});
    strbuf_done(&match);
    if (!put_games(g, to))
        return false;
    put_clock(g);
    put_video(g);
    put_blocks(g, to);
    put_part(to, "CLCK", &g->clock);
    put_part(to, "VIDO", &g->video);
    put_part(to, "ANNO", &g->notes);
    put_end(to);
    return true;
}

/* Room for what each ply may have. */
static bool measure(struct gva *g)
{
    size_t n, plies = 0, of_game;
    json_object *games = list_of(g->root, "games", &n);
    for (size_t i = 0; i < n; i++) {
        (void)list_of(item(games, i), "plies", &of_game);
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

int gva_sniff(struct span head)
{
    const bool object = span_starts_nocase(span_trim(head), "{");
    return object && span_has(head, "\"match_length\"") && span_has(head, "\"player_white\"") &&
                   span_has(head, "\"action_id\"")
               ? 95
               : 0;
}

bool gva_read(struct span text, struct receiver *out, struct diags *d)
{
    struct gva g = {.d = d, .arena = arena_new()};
    struct strbuf why = {0}, file = {0};
    g.root = json_in(text, &why);
    if (g.root == NULL)
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s", strbuf_text(&why));
    const bool read = g.root != NULL && measure(&g) && put_file(&g, &file) &&
                      ogxm_read_made((struct span){file.at, file.length}, out, d);
    if (g.drawings > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: drawings of %ld annotations", g.drawings);
    if (g.words > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: %ld words of analyses", g.words);
    json_in_done(g.root);
    for (size_t i = 0; i < OGXM_BLOCKS_MAX; i++)
        strbuf_done(&g.decisions[i]);
    strbuf_done(&g.notes);
    strbuf_done(&g.clock);
    strbuf_done(&g.video);
    strbuf_done(&why);
    strbuf_done(&file);
    arena_free(g.arena);
    return read;
}
