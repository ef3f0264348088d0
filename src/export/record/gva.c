/* GammonView's .gva; see import/gva. A match is written as OGXM, the bytes of which become JSON: the reader goes the
 * same way back. Members, and what is lost: docs/formats/gva.md. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base64.h"
#include "export/export.h"
#include "export/record/gva_write.h"
#include "export/record/ogxm_write.h"
#include "format/ogxm_times.h"

struct file {
    struct gva_writer w;
    const struct match *m;
    struct ogxm_record match;
    struct span *game;
    size_t n_games;
    struct ogxm_clock clock;
    bool timed;
    struct ogxm_video video;
    bool filmed;
    size_t next_mark;
};

/* ---- members of records ---- */

const char *gva_string(struct gva_writer *w, struct span text)
{
    return arena_span(w->arena, text);
}

void gva_put_steps(struct gva_writer *w, const char *key, const unsigned char *step, size_t n)
{
    enum { PIPS_AT = 5, FROM = 31 };
    jsonw_array_flat(&w->j, key);
    for (size_t i = 0; i < n; i++) {
        jsonw_object_flat(&w->j, NULL);
        jsonw_int(&w->j, "from", step[i] & FROM);
        jsonw_int(&w->j, "pips", step[i] >> PIPS_AT);
        jsonw_end(&w->j);
    }
    jsonw_end(&w->j);
}

/* Rounded, as everything that was given with four decimals. */
static void put_chances(struct gva_writer *w, const char *key, struct span field)
{
    struct bytes b = {.data = field};
    double p[GVA_CHANCES_EACH];
    bool possible = true;
    for (int i = 0; i < GVA_CHANCES_EACH; i++) {
        p[i] = bytes_u16(&b) / 1e4;
        possible = possible && p[i] <= 1;
    }
    w->losses->count[LOSS_ANALYSIS_WORDS] += !possible;
    if (!possible)
        return;
    jsonw_object_flat(&w->j, key);
    for (int i = 0; i < GVA_CHANCES_EACH; i++)
        jsonw_number(&w->j, gva_chances[i], p[i], GVA_DECIMALS);
    jsonw_end(&w->j);
}

static void put_object(struct gva_writer *w, const char *key, const struct ogxm_record *r,
                       const struct gva_field *fields)
{
    jsonw_object_flat(&w->j, key);
    gva_put_members(w, r, fields);
    jsonw_end(&w->j);
}

/* A word where it says everything, else an object beside it. */
static void put_level(struct gva_writer *w, const char *key, struct span field)
{
    struct ogxm_in in = ogxm_in(field);
    struct ogxm_record level;
    struct ogxm_out again = {0};
    struct strbuf word = {0}, bytes = {0};
    const bool worded = strcmp(key, "level") == 0;
    if (!ogxm_record(&in, &ogxm_level, &level))
        return;
    if (worded && gva_word_of_level(&level, &word)) {
        jsonw_string(&w->j, "eval_level", strbuf_text(&word));
        gva_level_of_word(&again, strbuf_text(&word));
    }
    ogxm_put_record(&bytes, &again);
    if (word.length == 0 || bytes.length != field.length || memcmp(bytes.at, field.at, field.length) != 0)
        put_object(w, key, &level, gva_level_fields);
    w->losses->count[LOSS_ANALYSIS_WORDS] += level.mask >> level.layout->n_may != 0;
    strbuf_done(&word);
    strbuf_done(&bytes);
}

static void put_rollout(struct gva_writer *w, const char *key, struct span field)
{
    struct ogxm_in in = ogxm_in(field);
    struct ogxm_record rollout;
    if (!ogxm_record(&in, &ogxm_rollout, &rollout))
        return;
    put_object(w, key, &rollout, gva_rollout_fields);
    w->losses->count[LOSS_ANALYSIS_WORDS] += rollout.mask >> rollout.layout->n_may != 0;
}

static void put_seed(struct gva_writer *w, const char *key, struct span field)
{
    struct bytes b = {.data = field};
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)bytes_u64(&b));
    jsonw_string(&w->j, key, digits);
}

static void put_member(struct gva_writer *w, const struct gva_field *f, struct span field)
{
    switch (f->form) {
    case GVA_A_TEXT: /* an empty one says nothing */
        if (ogxm_words(field).length > 0)
            jsonw_string(&w->j, f->key, gva_string(w, ogxm_words(field)));
        break;
    case GVA_A_CURRENCY:
        if (ogxm_number(field) == 0)
            jsonw_int(&w->j, f->key, 0);
        break;
    case GVA_A_NUMBER:
        if (ogxm_number(field) <= (uint64_t)f->most)
            jsonw_int(&w->j, f->key, (int64_t)ogxm_number(field));
        else
            w->losses->count[LOSS_PROPERTIES]++;
        break;
    case GVA_A_FLAG:
        jsonw_bool(&w->j, f->key, true);
        break;
    case GVA_AN_EQUITY:
        jsonw_number(&w->j, f->key, (double)ogxm_equity(field), GVA_DECIMALS);
        break;
    case GVA_CHANCES:
        put_chances(w, f->key, field);
        break;
    case GVA_A_LEVEL:
        put_level(w, f->key, field);
        break;
    case GVA_A_ROLLOUT:
        put_rollout(w, f->key, field);
        break;
    case GVA_A_SEED:
        put_seed(w, f->key, field);
        break;
    }
}

void gva_put_members(struct gva_writer *w, const struct ogxm_record *r, const struct gva_field *fields)
{
    for (const struct gva_field *f = fields; f->key != NULL; f++)
        if (ogxm_has(r, f->bit))
            put_member(w, f, r->may[f->bit]);
}

/* Not if they are empty texts. */
static bool says_anything(const struct ogxm_record *r, const struct gva_field *fields)
{
    for (const struct gva_field *f = fields; f->key != NULL; f++)
        if (ogxm_has(r, f->bit) && (f->form != GVA_A_TEXT || ogxm_words(r->may[f->bit]).length > 0))
            return true;
    return false;
}

/* ---- the head ---- */

static int64_t number_at(const struct ogxm_record *r, int bit, int64_t otherwise)
{
    return ogxm_has(r, bit) ? (int64_t)ogxm_number(r->may[bit]) : otherwise;
}

static struct ogxm_in pair_at(const struct ogxm_record *r, int bit)
{
    return ogxm_in(ogxm_has(r, bit) ? r->may[bit] : (struct span){"\0\0", 2});
}

static void put_name(struct file *f, const char *key, int bit)
{
    const bool is = ogxm_has(&f->match, bit);
    jsonw_string(&f->w.j, key, is ? gva_string(&f->w, ogxm_words(f->match.may[bit])) : "");
}

/* A field that says what a missing one says is not there when the file is read. */
static void count_usual(struct file *f, const struct ogxm_record *r, int bit, int64_t usual)
{
    f->w.losses->count[LOSS_PROPERTIES] += ogxm_has(r, bit) && number_at(r, bit, 0) == usual;
}

static void count_usual_of_match(struct file *f)
{
    const struct ogxm_record *r = &f->match;
    count_usual(f, r, MTCH_RULES, 0);
    count_usual(f, r, MTCH_CUBE_LIMIT, 0);
    for (int bit = 0; bit < ogxm_match.n_may; bit++) /* texts without letters */
        if (ogxm_match.may[bit].form == OGXM_STRING)
            count_usual(f, r, bit, 0);
    struct ogxm_in in = pair_at(r, MTCH_SCORE_START);
    const bool none = ogxm_varint(&in, 32) == 0 && ogxm_varint(&in, 32) == 0;
    f->w.losses->count[LOSS_PROPERTIES] += ogxm_has(r, MTCH_SCORE_START) && none;
}

/* As whoever reads the file adds them up. */
static void add_scores(const struct file *f, int64_t length, int64_t score[2])
{
    struct ogxm_in start = pair_at(&f->match, MTCH_SCORE_START);
    for (int i = 0; i < 2; i++)
        score[i] = (int64_t)ogxm_varint(&start, 32);
    for (size_t i = 0; i < f->n_games; i++) {
        struct ogxm_in in = ogxm_in(f->game[i]);
        struct ogxm_record r;
        if (!ogxm_record(&in, &ogxm_game, &r) || number_at(&r, GAME_WINNER, 2) > 1)
            continue;
        int64_t *winner = &score[number_at(&r, GAME_WINNER, 0)];
        *winner += ogxm_small_number(&r, GAME_POINTS_WON, 0);
        *winner = length > 0 && *winner > length ? length : *winner;
    }
}

/* What the file has, or what the games give. */
static void put_scores(struct file *f)
{
    const int64_t length = (int64_t)ogxm_number(f->match.must[0]);
    int64_t score[2];
    add_scores(f, length, score);
    const int64_t won = length > 0 && score[0] >= length ? 1 : length > 0 && score[1] >= length ? 2 : 0;
    const bool stated = ogxm_has(&f->match, MTCH_SCORE_FINAL);
    struct ogxm_in in = pair_at(&f->match, MTCH_SCORE_FINAL);
    bool same = true;
    for (int i = 0; i < 2 && stated; i++) {
        const int64_t n = (int64_t)ogxm_varint(&in, 32);
        same = same && n == score[i];
        score[i] = n;
    }
    f->w.losses->count[LOSS_PROPERTIES] += stated && same;
    count_usual(f, &f->match, MTCH_RESULT, won);
    jsonw_int(&f->w.j, "white_score", score[0]);
    jsonw_int(&f->w.j, "black_score", score[1]);
    jsonw_int(&f->w.j, "result", number_at(&f->match, MTCH_RESULT, won));
}

static void put_start(struct file *f)
{
    struct ogxm_in in = pair_at(&f->match, MTCH_SCORE_START);
    const int64_t white = (int64_t)ogxm_varint(&in, 32), black = (int64_t)ogxm_varint(&in, 32);
    if (white == 0 && black == 0)
        return;
    jsonw_array_flat(&f->w.j, "score_start");
    jsonw_int(&f->w.j, NULL, white);
    jsonw_int(&f->w.j, NULL, black);
    jsonw_end(&f->w.j);
}

static void put_rules(struct file *f)
{
    static const char *const keys[] = {"crawford", "jacoby", "beaver", "raccoon", "auto_doubles"};
    enum { KNOWN = 5 };
    const int64_t rules = number_at(&f->match, MTCH_RULES, 0);
    for (int i = 0; i < KNOWN; i++)
        jsonw_bool(&f->w.j, keys[i], rules >> i & 1);
    jsonw_int(&f->w.j, "cube_limit", number_at(&f->match, MTCH_CUBE_LIMIT, 0));
    f->w.losses->count[LOSS_PROPERTIES] += rules >> KNOWN != 0;
}

static void put_dates(struct file *f)
{
    enum { MS = 1000 };
    const int64_t started = number_at(&f->match, MTCH_STARTED_AT, 0);
    jsonw_int(&f->w.j, "timestamp", started / MS);
    f->w.losses->count[LOSS_PLACE] += ogxm_has(&f->match, MTCH_STARTED_AT) && started < MS;
    f->w.losses->count[LOSS_PROPERTIES] += started % MS != 0;
    for (int i = 0; i < 2; i++) {
        static const char *const keys[] = {"completed_at", "player_seat"};
        if (ogxm_has(&f->match, MTCH_COMPLETED_AT + i))
            jsonw_int(&f->w.j, keys[i], number_at(&f->match, MTCH_COMPLETED_AT + i, 0));
    }
}

static void put_profile(struct file *f, const char *key, int bit)
{
    const struct ogxm_field *field = &ogxm_match.may[bit];
    struct ogxm_record r;
    struct ogxm_in in = ogxm_in(ogxm_has(&f->match, bit) ? f->match.may[bit] : (struct span){"", 0});
    if (!ogxm_has(&f->match, bit) || !ogxm_record(&in, field->of, &r))
        return;
    if (says_anything(&r, gva_profile_fields))
        put_object(&f->w, key, &r, gva_profile_fields);
    f->w.losses->count[LOSS_PROPERTIES] += r.mask >> r.layout->n_may != 0;
}

static void put_head(struct file *f)
{
    struct jsonw *j = &f->w.j;
    const uint64_t variant = ogxm_number(f->match.must[1]);
    jsonw_int(j, "match_length", (int64_t)ogxm_number(f->match.must[0]));
    put_name(f, "player_white", MTCH_WHITE_NAME);
    put_name(f, "player_black", MTCH_BLACK_NAME);
    put_scores(f);
    jsonw_int(j, "source", number_at(&f->match, MTCH_SOURCE, 0));
    put_dates(f);
    put_rules(f);
    if (!ogxm_has(&f->match, MTCH_EVENT) || ogxm_words(f->match.may[MTCH_EVENT]).length == 0)
        jsonw_null(j, "event");
    jsonw_string(j, "site", gva_site(&f->w));
    jsonw_string(j, "variant", variant < GVA_VARIANTS ? gva_variants[variant] : gva_variants[0]);
    put_start(f);
    if (ogxm_has(&f->match, MTCH_CRAWFORD_BEFORE_START))
        jsonw_bool(j, "crawford_before_start", true);
    gva_put_members(&f->w, &f->match, gva_event_fields);
    if (ogxm_has(&f->match, MTCH_RATED))
        jsonw_bool(j, "rated", true);
    put_profile(f, "white_profile", MTCH_WHITE_PLAYER);
    put_profile(f, "black_profile", MTCH_BLACK_PLAYER);
    count_usual_of_match(f);
    f->w.losses->count[LOSS_PROPERTIES] += f->match.mask >> f->match.layout->n_may != 0;
}

/* ---- times ---- */

static void put_clock_info(struct file *f)
{
    struct jsonw *j = &f->w.j;
    const struct ogxm_clock *c = &f->clock;
    if (!f->timed)
        return;
    jsonw_object_flat(j, "clock_info");
    jsonw_int(j, "reserve_ms", c->reserve);
    jsonw_int(j, "delay_ms", c->delay);
    jsonw_int(j, "increment_ms", c->increment);
    jsonw_int(j, "start_timestamp", c->start);
    if (c->berserk != 0)
        jsonw_int(j, "flags", c->berserk);
    if (c->unit != OGXM_CLOCK_UNIT)
        jsonw_int(j, "precision", c->unit);
    jsonw_end(j);
}

static void put_video_info(struct file *f)
{
    struct jsonw *j = &f->w.j;
    const struct ogxm_video *v = &f->video;
    if (!f->filmed)
        return;
    jsonw_object_flat(j, "video_info");
    jsonw_int(j, "kind", v->kind);
    jsonw_bool(j, "is_live", v->flags & 1);
    jsonw_int(j, "offset_ms", v->offset);
    if (v->url.length > 0)
        jsonw_string(j, "url", gva_string(&f->w, v->url));
    bool wall = v->wall != 0;
    for (size_t i = 0; i < v->n; i++)
        wall = wall || v->mark[i].wall != OGXM_WALL_UNKNOWN;
    if (wall) /* else it would be that of the first mark */
        jsonw_int(j, "wall_ms", (int64_t)v->wall);
    jsonw_end(j);
    f->w.losses->count[LOSS_PROPERTIES] += v->flags > 1;
}

static void put_mark(struct file *f, const struct ogxm_mark *m)
{
    struct jsonw *j = &f->w.j;
    jsonw_int(j, "video_ms", m->video);
    if (m->by_hand)
        jsonw_bool(j, "video_hand_anchored", true);
    if (m->wall != OGXM_WALL_UNKNOWN)
        jsonw_int(j, "wall_ms", (int64_t)(f->video.wall + m->wall));
    if (m->lag != OGXM_LAG_NONE)
        jsonw_int(j, "behind_live_ms", (int64_t)m->lag * 1000);
}

static void put_times(struct file *f, size_t game, size_t ply)
{
    const uint64_t at = f->w.ply;
    if (f->timed && f->clock.n > 0 && at <= f->clock.n)
        jsonw_int(&f->w.j, "timestamp_ms", at == 0 ? 0 : (int64_t)f->clock.reading[at - 1]);
    bool marked = false;
    for (; f->next_mark < f->video.n; f->next_mark++) {
        const struct ogxm_mark *m = &f->video.mark[f->next_mark];
        if (m->game > game || (m->game == game && m->ply > ply))
            break;
        const bool here = m->game == game && m->ply == ply && !marked;
        if (here)
            put_mark(f, m);
        marked = marked || here;
        f->w.losses->count[LOSS_PROPERTIES] += !here; /* what has no ply, or is there twice */
    }
}

/* ---- plies ---- */

static void put_board(struct file *f, const char *key, struct span field)
{
    jsonw_array_flat(&f->w.j, key);
    for (size_t i = 0; i < field.length; i++)
        jsonw_int(&f->w.j, NULL, (signed char)field.at[i]);
    jsonw_end(&f->w.j);
}

/* Can the reader take it? */
static bool is_board(struct span field)
{
    for (size_t i = 0; i < field.length; i++)
        if ((signed char)field.at[i] < -BOARD_CHEQUERS || (signed char)field.at[i] > BOARD_CHEQUERS)
            return false;
    return true;
}

/* Fields that no member is there for go in base64. */
static void put_raw(struct file *f, const struct ogxm_record *x, uint64_t known)
{
    struct ogxm_out rest = {0};
    struct strbuf bytes = {0}, text = {0};
    for (int bit = 0; bit < x->layout->n_may; bit++)
        if (ogxm_has(x, bit) && !(known >> bit & 1))
            strbuf_add(ogxm_bit(&rest, bit), x->may[bit].at, x->may[bit].length);
    rest.mask |= x->mask >> x->layout->n_may << x->layout->n_may;
    strbuf_add(&rest.may, x->rest.at, x->rest.length);
    if (rest.mask != 0 || x->mask == 0) { /* even none say something: a roll was not played */
        ogxm_put_varint(&bytes, rest.mask);
        strbuf_add(&bytes, strbuf_text(&rest.may), rest.may.length);
        base64_write((struct span){bytes.at, bytes.length}, &text);
        jsonw_string(&f->w.j, "extras_raw", strbuf_text(&text));
    }
    strbuf_done(&rest.may);
    strbuf_done(&bytes);
    strbuf_done(&text);
}

/* Does the reader take this member for the field of this ply? */
static bool is_told(const struct ogxm_ply *p, int bit)
{
    const struct ogxm_record *x = &p->extras;
    const int64_t number =
        bit == EXTRA_RESIGN_VALUE || bit == EXTRA_CUBE_VALUE || bit == EXTRA_CUBE_OWNER ? number_at(x, bit, 0) : 0;
    switch (bit) {
    case EXTRA_DICE:
        return p->action == OGXM_SET && x->may[bit].at[0] >= 1 && x->may[bit].at[0] <= 6 && x->may[bit].at[1] >= 1 &&
               x->may[bit].at[1] <= 6;
    case EXTRA_RESIGN_VALUE:
        return number >= 1 && number <= 3;
    case EXTRA_CUBE_VALUE:
        return p->action == OGXM_SET_CUBE && number > 0;
    case EXTRA_CUBE_OWNER:
        return p->action == OGXM_SET_CUBE && number < 2;
    case EXTRA_BOARD:
        return is_board(x->may[bit]);
    default:
        return false; /* a settlement may have more decimals than four */
    }
}

static void put_extras(struct file *f, const struct ogxm_ply *p)
{
    const struct ogxm_record *x = &p->extras;
    uint64_t known = 0;
    for (int bit = 0; bit < ogxm_extras.n_may; bit++)
        if (ogxm_has(x, bit) && is_told(p, bit))
            known |= (uint64_t)1 << bit;
    if (known >> EXTRA_DICE & 1) {
        jsonw_int(&f->w.j, "d1", x->may[EXTRA_DICE].at[0]);
        jsonw_int(&f->w.j, "d2", x->may[EXTRA_DICE].at[1]);
    }
    if (known >> EXTRA_RESIGN_VALUE & 1)
        jsonw_int(&f->w.j, "resign_value", number_at(x, EXTRA_RESIGN_VALUE, 0));
    if (known >> EXTRA_CUBE_VALUE & 1)
        jsonw_int(&f->w.j, "cube_value", number_at(x, EXTRA_CUBE_VALUE, 0));
    if (known >> EXTRA_CUBE_OWNER & 1)
        jsonw_int(&f->w.j, "cube_owner", number_at(x, EXTRA_CUBE_OWNER, 0));
    if (known >> EXTRA_BOARD & 1)
        put_board(f, "set_position", x->may[EXTRA_BOARD]);
    if (ogxm_has(x, EXTRA_SETTLE_VALUE)) {
        jsonw_number(&f->w.j, "settle_value", (double)ogxm_equity(x->may[EXTRA_SETTLE_VALUE]), 6);
        known |= (uint64_t)1 << EXTRA_SETTLE_VALUE;
    }
    if (x->layout != NULL)
        put_raw(f, x, known);
}

static void put_ply(struct file *f, size_t game, size_t number, const struct ogxm_ply *p)
{
    enum { ACTION = 63 }; /* a larger one is among the extras */
    struct jsonw *j = &f->w.j;
    const int action = p->bytes.at[0] & ACTION;
    jsonw_object_flat(j, NULL);
    jsonw_int(j, "color", !p->seat);
    jsonw_int(j, "action_id", action);
    if (action < OGXM_ROLLS) {
        jsonw_int(j, "d1", p->dice[0]);
        jsonw_int(j, "d2", p->dice[1]);
        gva_put_steps(&f->w, "moves", p->step, (size_t)p->n_steps);
    }
    put_extras(f, p);
    put_times(f, game, number);
    gva_put_decisions(&f->w, p->action);
    gva_put_notes(&f->w, GVA_OF_PLY, f->w.ply, gva_of_ply);
    jsonw_end(j);
    f->w.ply++;
}

/* ---- games ---- */

static void put_game_head(struct file *f, const struct ogxm_record *r, bool begins)
{
    static const struct {
        const char *key;
        int bit, usual;
    } rows[] = {{"initial_cube_value", GAME_INITIAL_CUBE, 1},
                {"initial_cube_owner", GAME_INITIAL_OWNER, 2},
                {"auto_doubles", GAME_AUTO_DOUBLES, 0},
                {"termination", GAME_TERMINATION, -1}};
    enum { NONE = 255 };
    struct jsonw *j = &f->w.j;
    const int64_t winner = number_at(r, GAME_WINNER, NONE);
    const bool known = winner == 0 || winner == 1;
    jsonw_int(j, "winner", known ? winner : NONE);
    jsonw_int(j, "points_won", known ? number_at(r, GAME_POINTS_WON, 0) : 0);
    f->w.losses->count[LOSS_PROPERTIES] += !known && winner != NONE;
    jsonw_bool(j, "is_lastgame", ogxm_has(r, GAME_IS_LAST));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int64_t number = number_at(r, rows[i].bit, rows[i].usual);
        if (number != rows[i].usual)
            jsonw_int(j, rows[i].key, number);
        count_usual(f, r, rows[i].bit, rows[i].usual);
    }
    if (begins)
        put_board(f, "initial_board", r->may[GAME_INITIAL_BOARD]);
    f->w.losses->count[LOSS_PROPERTIES] += r->mask >> r->layout->n_may != 0;
}

/* The position that a game begins with is a ply here, of who is on roll. */
static void put_first_board(struct file *f, const struct ogxm_record *r, int seat)
{
    jsonw_object_flat(&f->w.j, NULL);
    jsonw_int(&f->w.j, "color", !seat);
    jsonw_int(&f->w.j, "action_id", OGXM_SET);
    put_board(f, "set_position", r->may[GAME_INITIAL_BOARD]);
    jsonw_end(&f->w.j);
}

/* Does the reader find out from the first ply who is on roll in the position that the game begins with? */
static bool says_who_begins(struct ogxm_in plies)
{
    struct ogxm_ply p;
    return ogxm_more(&plies) && ogxm_read_ply(&plies, &p) &&
           (p.action <= OGXM_DOUBLE ||
            (p.action == OGXM_SET && ogxm_has(&p.extras, EXTRA_DICE) && is_told(&p, EXTRA_DICE)));
}

static void put_plies(struct file *f, size_t game, const struct ogxm_record *head, struct ogxm_in *in)
{
    struct ogxm_ply p;
    bool board = ogxm_has(head, GAME_INITIAL_BOARD);
    jsonw_array(&f->w.j, "plies");
    for (size_t i = 0; ogxm_more(in) && ogxm_read_ply(in, &p); i++) {
        if (board && is_board(head->may[GAME_INITIAL_BOARD]))
            put_first_board(f, head, p.seat), board = false;
        put_ply(f, game, i, &p);
    }
    f->w.losses->count[LOSS_PROPERTIES] += board; /* which is impossible, or there are no plies */
    jsonw_end(&f->w.j);
}

static void put_game(struct file *f, size_t game)
{
    struct ogxm_in in = ogxm_in(f->game[game]);
    struct ogxm_record r;
    jsonw_object(&f->w.j, NULL);
    if (ogxm_record(&in, &ogxm_game, &r)) {
        put_game_head(f, &r,
                      ogxm_has(&r, GAME_INITIAL_BOARD) && is_board(r.may[GAME_INITIAL_BOARD]) && says_who_begins(in));
        gva_put_notes(&f->w, GVA_OF_GAME, game, gva_of_game);
        put_plies(f, game, &r, &in);
    }
    jsonw_end(&f->w.j);
}

/* ---- the whole ---- */

/* A ply has a byte at least. */
static void take_clock(struct file *f, struct span payload)
{
    size_t most = 0;
    for (size_t i = 0; i < f->n_games; i++)
        most += f->game[i].length;
    f->timed = ogxm_read_clock(payload, most, f->w.arena, &f->clock) == NULL;
    f->w.losses->count[LOSS_PROPERTIES] += !f->timed;
}

static void take_video(struct file *f, struct span payload)
{
    f->filmed = ogxm_read_video(payload, f->n_games, f->w.arena, &f->video) == NULL;
    f->w.losses->count[LOSS_PROPERTIES] += !f->filmed;
    f->video.n = f->filmed ? f->video.n : 0;
    if (f->filmed && f->video.wall > INT64_MAX / 2) { /* no time of any day */
        f->video.wall = 0;
        f->w.losses->count[LOSS_PROPERTIES]++;
    }
}

static void take_section(struct file *f, struct span type, struct span payload)
{
    struct ogxm_in in = ogxm_in(payload);
    if (span_equal(type, "MTCH"))
        ogxm_record(&in, &ogxm_match, &f->match);
    else if (span_equal(type, "GAME"))
        f->game[f->n_games++] = payload;
    else if (span_equal(type, "ANAL"))
        gva_take_analysis(&f->w, payload);
    else if (span_equal(type, "DECS"))
        gva_take_decisions(&f->w, payload);
    else if (span_equal(type, "ANNO"))
        gva_take_notes(&f->w, payload);
    else if (span_equal(type, "CLCK"))
        take_clock(f, payload);
    else if (span_equal(type, "VIDO"))
        take_video(f, payload);
}

/* Sections that are nobody's, and those that cannot be read, are lost. */
static void take_file(struct file *f, struct span bytes)
{
    enum { HEADER = 16, HEAD = 9, END = 4 };
    struct bytes b = {.data = span_sub(bytes, HEADER, bytes.length - HEADER - END)};
    f->game = arena_alloc(f->w.arena, f->m->n_games * sizeof *f->game);
    while (b.at + HEAD <= b.data.length) {
        const struct span type = bytes_take(&b, 4);
        const uint32_t length = bytes_u32(&b);
        (void)bytes_u8(&b);
        take_section(f, type, bytes_take(&b, length));
    }
}

static void count_kept(struct file *f)
{
    static const char *const names[] = {"version", "checksum", "section"};
    for (const struct property *p = f->m->properties; p != NULL; p = p->next)
        for (int i = 0; i < 3; i++)
            f->w.losses->count[LOSS_PROPERTIES] +=
                p->format != NULL && strcmp(p->format, "ogxm") == 0 && strcmp(p->name, names[i]) == 0;
}

static void put_file(struct file *f)
{
    struct jsonw *j = &f->w.j;
    jsonw_object(j, NULL);
    put_head(f);
    put_clock_info(f);
    put_video_info(f);
    gva_put_heads(&f->w);
    jsonw_array(j, "games");
    for (size_t i = 0; i < f->n_games; i++)
        put_game(f, i);
    jsonw_end(j);
    gva_put_notes(&f->w, GVA_OF_MATCH, 0, gva_of_match);
    jsonw_end(j);
    jsonw_finish(j);
}

bool gva_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    struct losses losses;
    struct strbuf bytes = {0};
    struct file f = {.m = m};
    (void)o;
    const bool good = ogxm_make(m, true, &bytes, &losses, d);
    if (good) {
        f.w.arena = arena_new();
        f.w.losses = &losses;
        take_file(&f, (struct span){bytes.at, bytes.length});
        jsonw_begin(&f.w.j, sink_main(out));
        count_kept(&f);
        put_file(&f);
        arena_free(f.w.arena);
        losses_report(&losses, OGXM_CARRIES, d);
    }
    strbuf_done(&bytes);
    return good;
}
