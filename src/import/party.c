/* PartyGammon .gam. `KEY=value` lines; a game's records are one value, joined by '#': player digit, then either two
 * tokens to skip, dice and a play, or a cube word. Scores stand after the game. Format: docs/formats/party.md. */
#include "import/builder.h"
#include "import/readers.h"
#include "import/lines.h"

#include <stdlib.h>
#include <string.h>

struct party {
    struct builder b;
    struct lines lines;
    struct match *m;
    int score[2]; /* before the game whose records were last read */
    long after[2];
    struct span names[2]; /* of the game to come */
    bool swapped; /* this game numbers the players the other way round than the first one */
};

int party_sniff(struct span head)
{
    struct lines l;
    lines_begin(&l, head);
    bool board = false;
    while (lines_next(&l) && l.number <= 30) {
        struct span line = span_trim(l.line);
        board = board || span_starts_nocase(line, "boardid=");
        if (board && span_starts_nocase(line, "creator="))
            return 95;
    }
    return 0;
}

static bool is_dice(struct span word)
{
    return word.length == 2 && word.at[0] >= '1' && word.at[0] <= '6' && word.at[1] >= '1' && word.at[1] <= '6';
}

static bool cube_record(struct party *p, int player, struct span text)
{
    static const struct {
        const char *word;
        enum event_kind kind;
    } words[] = {{"Double", EVENT_DOUBLE}, {"Redouble", EVENT_DOUBLE}, {"Beaver", EVENT_BEAVER}, {"Take", EVENT_TAKE},
                 {"Accept", EVENT_TAKE},   {"Drop", EVENT_DROP},       {"Pass", EVENT_DROP}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_starts_nocase(text, words[i].word)) {
            builder_cube(&p->b, words[i].kind, player, lines_place(&p->lines, text.at));
            return true;
        }
    return false;
}

/* "x y 31 8/5 6/5" behind the player; true if the third word (or any of the first three) is dice. */
static bool roll_record(struct party *p, int player, struct span text)
{
    struct scan scan = scan_of(text);
    struct span word = {text.at, 0};
    for (int i = 0; i < 3 && !is_dice(word); i++)
        word = scan_word(&scan);
    if (!is_dice(word))
        return false;
    builder_play(&p->b, player, word.at[0] - '0', word.at[1] - '0', span_trim(scan_rest(&scan)),
                 lines_place(&p->lines, word.at));
    return true;
}

static void record(struct party *p, struct span text)
{
    text = span_trim(text);
    if (text.length == 0)
        return;
    int player = text.at[0] == '1' ? 0 : text.at[0] == '2' ? 1 : NOBODY;
    if (player != NOBODY && p->swapped)
        player = 1 - player;
    struct span rest = span_trim(span_sub(text, 1, text.length));
    if (player != NOBODY && (cube_record(p, player, rest) || roll_record(p, player, rest)))
        return;
    diag_at(p->b.d, SEVERITY_WARNING, p->lines.number, lines_place(&p->lines, text.at).column,
            "found \"%.*s\", expected player, dice and play, or a cube action: kept as a comment", span_shown(text),
            text.at);
    builder_comment(&p->b, text);
}

/* The players' numbers may be exchanged between games. */
static void compare_names(struct party *p, const char *at)
{
    const char *first = p->m->player[0].name, *second = p->m->player[1].name;
    const struct span *n = p->names;
    bool same = span_equal(n[0], first) && span_equal(n[1], second);
    p->swapped = !same && span_equal(n[0], second) && span_equal(n[1], first);
    if (!same && !p->swapped)
        diag_at(p->b.d, SEVERITY_WARNING, p->lines.number, lines_place(&p->lines, at).column,
                "game of players \"%.*s\" and \"%.*s\", expected \"%s\" and \"%s\"", span_shown(n[0]), n[0].at,
                span_shown(n[1]), n[1].at, first, second);
}

static void gameplay(struct party *p, struct span value)
{
    compare_names(p, value.at);
    builder_game(&p->b, p->score[0], p->score[1], lines_place(&p->lines, value.at));
    int length = p->m->length;
    builder_crawford(&p->b, length > 1 && (p->score[0] == length - 1 || p->score[1] == length - 1));
    while (value.length != 0) {
        const char *mark = memchr(value.at, '#', value.length);
        size_t n = mark != NULL ? (size_t)(mark - value.at) : value.length;
        record(p, span_sub(value, 0, n));
        value = span_sub(value, n + 1, value.length);
    }
}

static void close_game(struct party *p, const char *at)
{
    int won[2] = {(int)p->after[0] - p->score[0], (int)p->after[1] - p->score[1]};
    int winner = won[0] > 0 && won[1] <= 0 ? 0 : won[1] > 0 && won[0] <= 0 ? 1 : NOBODY;
    builder_end(&p->b, winner, winner == NOBODY ? 0 : won[winner], lines_place(&p->lines, at));
    p->score[0] = (int)p->after[0];
    p->score[1] = (int)p->after[1];
}

static bool number_of(struct party *p, struct span key, struct span value, long *out)
{
    if (span_int(value, out) && *out >= 0 && *out <= MATCH_LENGTH_MAX)
        return true;
    diag_at(p->b.d, SEVERITY_WARNING, p->lines.number, lines_place(&p->lines, value.at).column,
            "found %.*s=\"%.*s\", expected a number from 0 to %d", (int)key.length, key.at, (int)value.length, value.at,
            MATCH_LENGTH_MAX);
    return false;
}

static bool ends_with(struct span key, const char *end)
{
    size_t n = strlen(end);
    return key.length >= n && span_equal_nocase(span_sub(key, key.length - n, n), end);
}

static void set(struct party *p, struct span key, struct span value)
{
    long n;
    bool of_game = span_starts_nocase(key, "GAME_");
    if (span_equal_nocase(key, "MATCHLENGTH")) {
        if (number_of(p, key, value, &n))
            p->m->length = (int)n;
    } else if (of_game && (ends_with(key, "_PLAYER_1") || ends_with(key, "_PLAYER_2"))) {
        int player = key.at[key.length - 1] - '1';
        p->names[player] = value;
        if (p->m->player[player].name[0] == '\0')
            p->m->player[player].name = arena_span(p->m->arena, value);
    } else if (of_game && ends_with(key, "_GAMEPLAY"))
        gameplay(p, value);
    else if (of_game && (ends_with(key, "_SCORE1") || ends_with(key, "_SCORE2"))) {
        int player = key.at[key.length - 1] - '1';
        if (number_of(p, key, value, &n))
            p->after[p->swapped ? 1 - player : player] = n;
        if (player == 1)
            close_game(p, value.at);
    } else
        property_add(p->m, &p->m->properties, "party", arena_span(p->m->arena, key), arena_span(p->m->arena, value));
}

bool party_read(struct span text, struct receiver *out, struct diags *d)
{
    struct party p = {.m = match_new(), .names = {span_of(""), span_of("")}};
    builder_begin(&p.b, p.m, d);
    lines_begin(&p.lines, text);
    p.m->format = "party";
    p.m->rules.variant = out->variant;
    while (lines_next(&p.lines)) {
        struct span line = span_trim(p.lines.line);
        const char *sign = line.length != 0 ? memchr(line.at, '=', line.length) : NULL;
        if (sign != NULL)
            set(&p, span_trim((struct span){line.at, (size_t)(sign - line.at)}),
                span_trim(span_sub(line, (size_t)(sign - line.at) + 1, line.length)));
        else if (line.length != 0)
            diag_at(d, SEVERITY_WARNING, p.lines.number, 1, "found \"%.*s\", expected KEY=value: left out",
                    span_shown(line), line.at);
    }
    return builder_finish(&p.b, out, p.lines.number, "a line GAME_1_GAMEPLAY=...");
}
