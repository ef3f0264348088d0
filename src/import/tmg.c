/* TrueMoneyGames .tmg. `Key: value` header lines, `Game k: s0-s1`, then records of signed number, code, text; a minus
 * sign = the second player. Format: docs/formats/tmg.md. */
#include "import/builder.h"
#include "import/readers.h"
#include "import/lines.h"

#include <string.h>

enum tmg_code { /* as in the files */
                CODE_ROLL = 1,
                CODE_AUTOMATIC = 2,
                CODE_PLAY = 4,
                CODE_DOUBLE = 5,
                CODE_TAKE = 7,
                CODE_BEAVER = 8,
                CODE_PASS = 10,
                CODE_WIN = 14,
                CODE_WIN_BACKGAMMON = 16,
                CODE_TIME = 17,
                CODE_SETTLED = 19,
                CODE_TIME_OUT = 22
};

struct tmg {
    struct builder b;
    struct lines lines;
    struct match *m;
    int roller, dice[2]; /* a roll that waits for its play; 0 0 = none */
    struct place rolled_at;
};

int tmg_sniff(struct span head)
{
    struct lines l;
    lines_begin(&l, head);
    bool id = false, player = false;
    while (lines_next(&l) && l.number <= 60) {
        struct span line = span_trim(l.line);
        id = id || span_starts_nocase(line, "MatchID:");
        player = player || span_starts_nocase(line, "Player1:");
        if (id && player)
            return 95;
    }
    return 0;
}

/* "id name rating": the name may contain blanks, the rating is the last word if it is a number. */
static void read_player(struct tmg *t, int player, struct span value)
{
    struct scan scan = scan_of(value);
    struct span id = scan_word(&scan), rest = span_trim(scan_rest(&scan));
    struct span name = rest.length != 0 ? rest : id;
    size_t blank = rest.length;
    while (blank > 0 && rest.at[blank - 1] != ' ')
        blank--;
    double rating;
    struct span last = span_sub(rest, blank, rest.length);
    if (blank > 0 && span_double(last, &rating)) {
        t->m->player[player].rating = arena_span(t->m->arena, last);
        name = span_trim(span_sub(rest, 0, blank));
    }
    t->m->player[player].name = arena_span(t->m->arena, name);
    property_add(t->m, &t->m->properties, "tmg", player == 0 ? "Player1-id" : "Player2-id",
                 arena_span(t->m->arena, id));
}

static bool set_flag(struct tmg *t, struct span key, struct span value)
{
    struct rules *rules = &t->m->rules;
    struct {
        const char *key;
        bool *flag;
    } flags[] = {{"Jacoby", &rules->jacoby},
                 {"Beavers", &rules->beavers},
                 {"Crawford", &rules->crawford},
                 {"Cube", &rules->cube},
                 {"AutoDistrib", &rules->automatic}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (span_equal_nocase(key, flags[i].key)) {
            *flags[i].flag = span_equal(value, "1");
            t->m->jacoby_known = t->m->jacoby_known || i == 0;
            return true;
        }
    return false;
}

static void set_number(struct tmg *t, struct span key, struct span value)
{
    long n;
    bool is_length = span_equal_nocase(key, "Length"), is_variant = span_equal_nocase(key, "Variant");
    bool number = span_int(value, &n);
    if (is_length && number && n >= 0 && n <= MATCH_LENGTH_MAX)
        t->m->length = (int)n;
    else if (is_variant && number && (n == 1 || n == 2))
        t->m->rules.variant = n == 2 ? VARIANT_NACKGAMMON : VARIANT_BACKGAMMON;
    else {
        if (is_length || is_variant)
            diag_at(t->b.d, SEVERITY_WARNING, t->lines.number, lines_place(&t->lines, value.at).column,
                    "found %.*s \"%.*s\", expected %s", (int)key.length, key.at, (int)value.length, value.at,
                    is_length ? W_("0 to 32767") : W_("1 or 2"));
        property_add(t->m, &t->m->properties, "tmg", arena_span(t->m->arena, key), arena_span(t->m->arena, value));
    }
}

static bool header_line(struct tmg *t, struct span line)
{
    const char *colon = memchr(line.at, ':', line.length);
    if (colon == NULL || line.at[0] == '-' || line.at[0] == '+' || (line.at[0] >= '0' && line.at[0] <= '9'))
        return false;
    struct span key = span_trim((struct span){line.at, (size_t)(colon - line.at)});
    struct span value = span_trim(span_sub(line, (size_t)(colon - line.at) + 1, line.length));
    if (span_equal_nocase(key, "Player1") || span_equal_nocase(key, "Player2"))
        read_player(t, key.at[key.length - 1] - '1', value);
    else if (span_equal_nocase(key, "MatchID"))
        t->m->info.match_id = arena_span(t->m->arena, value);
    else if (span_equal_nocase(key, "Startdate"))
        t->m->info.date = arena_span(t->m->arena, value);
    else if (!set_flag(t, key, value))
        set_number(t, key, value);
    return true;
}

static bool game_line(struct tmg *t, struct span line)
{
    struct scan scan = scan_of(line);
    long number, score[2];
    if (!scan_word_nocase(&scan, "Game") || !(scan_blanks(&scan), scan_int(&scan, &number)) || !scan_char(&scan, ':'))
        return false;
    scan_blanks(&scan);
    if (!scan_int(&scan, &score[0]) || !scan_char(&scan, '-') || !scan_int(&scan, &score[1]))
        score[0] = score[1] = 0;
    builder_game(&t->b, (int)score[0], (int)score[1], lines_place(&t->lines, line.at));
    int length = t->m->length;
    builder_crawford(&t->b, length > 1 && t->m->rules.crawford && (score[0] == length - 1 || score[1] == length - 1));
    t->dice[0] = 0;
    return true;
}

static void flush_roll(struct tmg *t)
{
    if (t->dice[0] != 0)
        builder_roll(&t->b, t->roller, t->dice[0], t->dice[1], t->rolled_at);
    t->dice[0] = 0;
}

static void roll(struct tmg *t, int player, struct span text)
{
    flush_roll(t);
    if (text.length >= 2 && text.at[0] >= '1' && text.at[0] <= '6' && text.at[1] >= '1' && text.at[1] <= '6') {
        t->roller = player;
        t->dice[0] = text.at[0] - '0';
        t->dice[1] = text.at[1] - '0';
        t->rolled_at = lines_place(&t->lines, text.at);
    } else if (text.length == 0 || text.at[0] != '?')
        diag_at(t->b.d, SEVERITY_WARNING, t->lines.number, lines_place(&t->lines, text.at).column,
                "found \"%.*s\", expected two dice or '?'", (int)text.length, text.at);
}

static void play(struct tmg *t, int player, struct span text)
{
    if (t->dice[0] == 0) {
        diag_at(t->b.d, SEVERITY_WARNING, t->lines.number, lines_place(&t->lines, text.at).column,
                "found a play without a roll before it: kept as a comment");
        builder_comment(&t->b, text);
        return;
    }
    if (span_equal(text, "0/0"))
        builder_no_play(&t->b, player, t->dice[0], t->dice[1], lines_place(&t->lines, text.at));
    else
        builder_play(&t->b, player, t->dice[0], t->dice[1], text, lines_place(&t->lines, text.at));
    t->dice[0] = 0;
}

/* "2 name wins 2 points": the points are the number before "points". */
static void win(struct tmg *t, int player, struct span text, enum tmg_code code)
{
    flush_roll(t);
    const char *wins = memmem(text.at, text.length, "wins ", 5);
    long points = 0;
    if (wins != NULL) {
        struct scan scan = scan_of((struct span){wins + 5, text.length - (size_t)(wins + 5 - text.at)});
        scan_int(&scan, &points);
    }
    if (points <= 0 || points > MATCH_LENGTH_MAX)
        points = t->b.r.now.cube * ((int)code - CODE_WIN + 1);
    builder_end(&t->b, player, (int)points, lines_place(&t->lines, text.at));
}

static void cube(struct tmg *t, int player, enum event_kind kind, const char *at)
{
    flush_roll(t);
    builder_cube(&t->b, kind, player, lines_place(&t->lines, at));
}

static void do_record(struct tmg *t, int player, long code, struct span text)
{
    switch (code) {
    case CODE_ROLL:
        roll(t, player, text);
        break;
    case CODE_AUTOMATIC:
        builder_automatic_double(&t->b);
        break;
    case CODE_PLAY:
        play(t, player, text);
        break;
    case CODE_DOUBLE:
        cube(t, player, EVENT_DOUBLE, text.at);
        break;
    case CODE_TAKE:
        cube(t, player, EVENT_TAKE, text.at);
        break;
    case CODE_BEAVER:
        cube(t, player, EVENT_BEAVER, text.at);
        break;
    case CODE_PASS:
        cube(t, player, EVENT_DROP, text.at);
        break;
    case CODE_WIN:
    case CODE_WIN + 1:
    case CODE_WIN_BACKGAMMON:
        win(t, player, text, (enum tmg_code)code);
        break;
    case CODE_TIME:
    case CODE_TIME_OUT:
    case CODE_SETTLED:
        builder_comment(&t->b, text);
        break;
    default:
        diag_at(t->b.d, SEVERITY_WARNING, t->lines.number, 1,
                "found a record of code %ld, expected one of the known codes: kept as a comment", code);
        builder_comment(&t->b, text);
    }
}

static bool record_line(struct tmg *t, struct span line)
{
    struct scan scan = scan_of(line);
    int player = scan_char(&scan, '-') ? 1 : 0;
    if (player == 0)
        scan_char(&scan, '+');
    long number, code;
    if (t->b.g == NULL || !scan_int(&scan, &number) || !(scan_blanks(&scan), scan_int(&scan, &code)))
        return false;
    do_record(t, player, code, span_trim(scan_rest(&scan)));
    return true;
}

static void unknown_line(struct tmg *t, struct span line)
{
    diag_at(t->b.d, SEVERITY_WARNING, t->lines.number, 1,
            "found \"%.*s\", expected \"Key: value\", \"Game k:\" or a record: kept as a comment", span_shown(line),
            line.at);
    if (t->b.g != NULL)
        builder_comment(&t->b, line);
    else
        comment_append(t->m, &t->m->comment, line);
}

bool tmg_read(struct span text, struct receiver *out, struct diags *d)
{
    struct tmg t = {.m = match_new()};
    builder_begin(&t.b, t.m, d);
    lines_begin(&t.lines, text);
    t.m->format = "tmg";
    while (lines_next(&t.lines)) {
        struct span line = span_trim(t.lines.line);
        if (line.length != 0 && !game_line(&t, line) && !record_line(&t, line) && !header_line(&t, line))
            unknown_line(&t, line);
    }
    if (t.b.g != NULL)
        flush_roll(&t);
    return builder_finish(&t.b, out, t.lines.number, "a line \"Game 1: 0-0\"");
}
