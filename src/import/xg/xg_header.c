/* eXtreme Gammon: texts, comments and the match header, the first record of temp.xg. */
#include "import/xg/xg.h"

#include <math.h>
#include <string.h>

#include "base/charset.h"
#include "import/xg/rtf.h"

enum {
    MAGIC = 0x494C4D44,
    UNLIMITED = 99999,
    WIDE_UNITS = 129,
    WIDE_SINCE = 24 /* version that has UTF-16 names */
};

static const char *ansi(struct xg_source *r, struct span s)
{
    struct strbuf text = {0};
    charset_to_utf8(&text, s, "WINDOWS-1252", 1);
    const char *kept = arena_strndup(r->m->arena, strbuf_text(&text), text.length);
    strbuf_done(&text);
    return kept;
}

static const char *read_ansi(struct xg_source *r, struct bytes *b, size_t room)
{
    return ansi(r, bytes_short_string(b, room));
}

static const char *read_wide(struct xg_source *r, struct bytes *b)
{
    bytes_align(b, 2);
    struct span all = bytes_take(b, 2 * WIDE_UNITS);
    size_t length = 0;
    while (length + 1 < all.length && (all.at[length] != 0 || all.at[length + 1] != 0))
        length += 2;
    struct strbuf text = {0};
    charset_to_utf8(&text, span_sub(all, 0, length), "UTF-16LE", 2);
    const char *kept = arena_strndup(r->m->arena, strbuf_text(&text), text.length);
    strbuf_done(&text);
    return kept;
}

static const char *better(const char *wide, const char *narrow)
{
    return wide[0] != '\0' ? wide : narrow;
}

static const char *stated(const char *text)
{
    return text[0] != '\0' ? text : NULL;
}

/* The comments of the file: pieces separated by CR LF. */
void xg_find_comments(struct xg_source *r, struct span left)
{
    struct span *list = NULL;
    size_t capacity = 0;
    while (left.length != 0) {
        const char *end = memmem(left.at, left.length, "\r\n", 2);
        struct span piece = {left.at, end != NULL ? (size_t)(end - left.at) : left.length};
        list = arena_grow(r->m->arena, list, r->n_comments, &capacity, sizeof *list);
        list[r->n_comments++] = piece;
        left = span_sub(left, piece.length + 2, left.length);
    }
    r->comments = list;
}

void xg_add_comment(struct xg_source *r, const char **comment, int index)
{
    if (index < 0 || (size_t)index >= r->n_comments)
        return;
    struct strbuf text = {0};
    rtf_to_text(&text, r->comments[index]);
    if (text.length != 0)
        comment_append(r->m, comment, (struct span){text.at, text.length});
    strbuf_done(&text);
}

static const char *date_of(struct xg_source *r, double days_since_1899_12_30)
{
    if (!(days_since_1899_12_30 > 1.0 && days_since_1899_12_30 < 200000.0))
        return NULL;
    long z = (long)days_since_1899_12_30 - 25569 + 719468; /* days since 0000-03-01, proleptic Gregorian */
    long era = z / 146097, doe = z - era * 146097;
    long yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    long doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    long day = doy - (153 * mp + 2) / 5 + 1, month = mp < 10 ? mp + 3 : mp - 9, year = yoe + era * 400 + (month <= 2);
    struct strbuf text = {0};
    strbuf_printf(&text, "%04ld-%02ld-%02ld", year, month, day);
    const char *kept = arena_strndup(r->m->arena, text.at, text.length);
    strbuf_done(&text);
    return kept;
}

/* The time of day is the fraction; none at midnight. */
static const char *time_of(struct xg_source *r, double days)
{
    enum { DAY = 24 * 60 * 60 };
    const long seconds = days > 1.0 && days < 200000.0 ? lround((days - floor(days)) * DAY) % DAY : 0;
    struct strbuf text = {0};
    if (seconds == 0)
        return NULL;
    strbuf_printf(&text, "%02ld:%02ld", seconds / 3600, seconds / 60 % 60);
    if (seconds % 60 != 0)
        strbuf_printf(&text, ":%02ld", seconds % 60);
    const char *kept = arena_strndup(r->m->arena, text.at, text.length);
    strbuf_done(&text);
    return kept;
}

static void keep_number(struct xg_source *r, const char *name, double value)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "%.10g", value);
    property_add(r->m, &r->m->properties, "xg", name, text.at);
    strbuf_done(&text);
}

/* A rating or experience in words; NULL if it is none. */
static const char *number_text(struct xg_source *r, double value, int decimals)
{
    enum { BEYOND_ANY = 1000000000 };
    if (!(fabs(value) < BEYOND_ANY)) /* nor NAN */
        return NULL;
    struct strbuf text = {0};
    strbuf_fixed(&text, value, decimals);
    const char *kept = arena_strndup(r->m->arena, text.at, text.length);
    strbuf_done(&text);
    return kept;
}

static void read_rules(struct xg_source *r, struct bytes *b)
{
    static const enum variant variants[] = {VARIANT_BACKGAMMON, VARIANT_NACKGAMMON, VARIANT_HYPERGAMMON_3};
    struct match *m = r->m;
    int length = bytes_i32(b), variation = bytes_i32(b);
    m->length = length == UNLIMITED ? 0 : length;
    if (variation >= 0 && variation < 3)
        m->rules.variant = variants[variation];
    else
        diag_offset(r->d, SEVERITY_WARNING, (long)r->offset, "found variation %d, expected 0 to 2: read as backgammon",
                    variation);
    m->rules.crawford = bytes_i8(b) != 0;
    m->rules.jacoby = bytes_i8(b) != 0 && m->length == 0;
    m->rules.beavers = bytes_i8(b) != 0 && m->length == 0;
    m->rules.automatic = bytes_i8(b) != 0 && m->length == 0;
    m->jacoby_known = true;
}

static void read_match_comments(struct xg_source *r, struct bytes *b)
{
    int header = bytes_i32(b), footer = bytes_i32(b);
    xg_add_comment(r, &r->m->comment, header);
    xg_add_comment(r, &r->m->comment, footer);
}

static void read_names(struct xg_source *r, struct bytes *b, const char *const ansi_text[5])
{
    struct match *m = r->m;
    const char *wide[5];
    for (int i = 0; i < 5; i++)
        wide[i] = r->version >= WIDE_SINCE ? read_wide(r, b) : "";
    m->info.event = stated(better(wide[0], ansi_text[0]));
    m->player[0].name = better(wide[1], ansi_text[1]);
    m->player[1].name = better(wide[2], ansi_text[2]);
    m->info.place = stated(better(wide[3], ansi_text[3]));
    m->info.round = stated(better(wide[4], ansi_text[4]));
}

static void read_transcriber(struct xg_source *r, struct bytes *b)
{
    enum { CLOCK_SINCE = 25, A_SECOND = 1000 };
    static const enum clock_kind kinds[] = {CLOCK_NONE, CLOCK_FISCHER, CLOCK_BRONSTEIN};
    static const char *const others[] = {"clock-penalty", "clock-left-1", "clock-left-2", "clock-money-penalty"};
    const int kind = bytes_i32(b);
    const bool per_game = bytes_i8(b) != 0;
    const int64_t reserve = bytes_i32(b), move = bytes_i32(b);
    if (r->version >= CLOCK_SINCE && per_game)
        keep_number(r, "clock-per-game", 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const int value = bytes_i32(b);
        if (r->version >= CLOCK_SINCE && value != 0)
            keep_number(r, others[i], value);
    }
    for (int i = 0; i < 4; i++)
        bytes_i32(b); /* what was put off until later */
    if (r->version >= CLOCK_SINCE && (kind == 1 || kind == 2) && reserve > 0 && move >= 0) {
        struct clock *clock = arena_alloc(r->m->arena, sizeof *clock);
        *clock = (struct clock){.kind = kinds[kind], .reserve = reserve * A_SECOND};
        *(kind == 1 ? &clock->increment : &clock->delay) = move * A_SECOND;
        r->m->clock = clock;
    }
    if (r->version >= WIDE_SINCE)
        r->m->info.annotator = stated(read_wide(r, b));
}

bool xg_match_header(struct xg_source *r, struct bytes *b)
{
    struct match *m = r->m;
    const char *text[5]; /* event, player 1, player 2, place, round: ANSI forms */
    text[1] = read_ansi(r, b, 40);
    text[2] = read_ansi(r, b, 40);
    read_rules(r, b);
    for (int i = 0; i < 2; i++)
        m->player[i].rating = number_text(r, bytes_f64(b), 2);
    for (int i = 0; i < 2; i++)
        m->player[i].experience = number_text(r, bytes_i32(b), 0);
    const double began = bytes_f64(b);
    m->info.date = date_of(r, began);
    m->info.time = time_of(r, began);
    text[0] = read_ansi(r, b, 128);
    const int id = bytes_i32(b); /* "Match ID" of its .mat */
    if (id != 0)
        m->info.match_id = number_text(r, id, 0);
    bytes_i32(b), bytes_i32(b); /* levels of the players, if bots */
    bytes_skip(b, 3);
    text[3] = read_ansi(r, b, 128);
    bytes_i32(b); /* game mode */
    bytes_i8(b); /* imported */
    text[4] = read_ansi(r, b, 128);
    bytes_i32(b); /* board turned */
    r->version = bytes_i32(b);
    int magic = bytes_i32(b);
    if (magic != MAGIC || b->overrun) {
        diag_offset(r->d, SEVERITY_ERROR, (long)r->offset, "found a match header with mark %08x, expected %08x",
                    (unsigned)magic, (unsigned)MAGIC);
        return false;
    }
    bytes_i32(b), bytes_i32(b), bytes_i32(b); /* money session: games, scores at its start */
    bytes_skip(b, 3);
    read_match_comments(r, b);
    bytes_i8(b); /* money match */
    bytes_f32(b), bytes_f32(b); /* win, lose */
    bytes_i32(b); /* currency */
    bytes_f32(b), bytes_f32(b); /* fee, stake */
    bytes_i32(b); /* site */
    int cube_limit = bytes_i32(b);
    bytes_i32(b); /* largest automatic double */
    bytes_i8(b); /* transcribed */
    read_names(r, b, text);
    read_transcriber(r, b);
    keep_number(r, "file-version", r->version);
    if (cube_limit >= 0 && cube_limit <= CUBE_MAX_LOG2)
        rules_set_cube_limit(&m->rules, 1L << cube_limit);
    else
        keep_number(r, "cube-limit", cube_limit);
    if (m->length < 0 || m->length > MATCH_LENGTH_MAX) {
        diag_offset(r->d, SEVERITY_ERROR, (long)r->offset, "found match length %d, expected 0 to %d", m->length,
                    MATCH_LENGTH_MAX);
        return false;
    }
    return true;
}
