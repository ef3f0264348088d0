/* BackGammonRoom .bgf (text; BGBlitz uses the same extension for another format). `Game k - a (X) vs. b (0)`, then
 * `n.X:(3 1) 8/5 6/5`; X is the record's player 0. An empty line behind a double means that it was passed.
 * Format: docs/formats/bgroom.md. */
#include "import/builder.h"
#include "import/readers.h"
#include "import/lines.h"

#include <string.h>

struct bgroom {
    struct builder b;
    struct lines lines;
    struct match *m;
    int x; /* who is X in this game: the record's player 0, but for games that name the players the other way round */
};

int bgroom_sniff(struct span head)
{
    struct lines l;
    lines_begin(&l, head);
    while (lines_next(&l) && l.number <= 20)
        if (span_starts_nocase(span_trim(l.line), "BGF version"))
            return 95;
    return 0;
}

/* "name (X)": the mark says which player it is. */
static bool name_of(struct span half, struct span *name, int *player)
{
    half = span_trim(half);
    if (half.length < 3 || half.at[half.length - 1] != ')' || half.at[half.length - 3] != '(')
        return false;
    char mark = half.at[half.length - 2];
    *player = mark == 'X' || mark == 'x' ? 0 : mark == '0' || mark == 'O' || mark == 'o' ? 1 : NOBODY;
    *name = span_trim(span_sub(half, 0, half.length - 3));
    return *player != NOBODY;
}

/* The marks may be exchanged between games. */
static void compare_names(struct bgroom *g, const struct span name[2], const int player[2])
{
    const char *first = g->m->player[0].name, *second = g->m->player[1].name;
    struct span x = name[player[0] == 0 ? 0 : 1], other = name[player[0] == 0 ? 1 : 0];
    g->x = span_equal(x, second) && span_equal(other, first) && !span_equal(x, first) ? 1 : 0;
    if (g->x == 0 && !(span_equal(x, first) && span_equal(other, second)))
        diag_at(g->b.d, SEVERITY_WARNING, g->lines.number, 1,
                "players \"%.*s\" and \"%.*s\", expected \"%s\" and \"%s\"", span_shown(x), x.at, span_shown(other),
                other.at, first, second);
}

static bool game_line(struct bgroom *g, struct span line)
{
    struct scan scan = scan_of(line);
    long number;
    if (!scan_word_nocase(&scan, "Game") || !(scan_blanks(&scan), scan_int(&scan, &number)))
        return false;
    scan_blanks(&scan);
    if (!scan_char(&scan, '-'))
        return false;
    struct span rest = scan_rest(&scan), name[2];
    const char *vs = memmem(rest.at, rest.length, " vs. ", 5);
    int player[2];
    if (vs == NULL || !name_of((struct span){rest.at, (size_t)(vs - rest.at)}, &name[0], &player[0]) ||
        !name_of(span_sub(rest, (size_t)(vs - rest.at) + 5, rest.length), &name[1], &player[1]) ||
        player[0] == player[1])
        return false;
    int score[2] = {0, 0};
    if (g->m->n_games != 0) {
        builder_end(&g->b, NOBODY, 0, lines_place(&g->lines, line.at));
        const struct game *last = &g->m->games[g->m->n_games - 1];
        for (int i = 0; i < 2; i++)
            score[i] = last->score[i] + (last->winner == i ? last->points : 0);
        compare_names(g, name, player);
    } else
        for (int i = 0; i < 2; i++)
            g->m->player[player[i]].name = arena_span(g->m->arena, name[i]);
    builder_game(&g->b, score[0], score[1], lines_place(&g->lines, line.at));
    return true;
}

/* An empty line: the double that stands is passed, or the game is over. */
static void empty_line(struct bgroom *g)
{
    if (g->b.g != NULL && g->b.r.now.offer == OFFER_DOUBLE)
        builder_cube(&g->b, EVENT_DROP, g->b.r.now.turn, lines_place(&g->lines, g->lines.line.at));
}

static void action(struct bgroom *g, int player, struct span text)
{
    struct scan scan = scan_of(text);
    long die[2];
    if (scan_char(&scan, '(') && scan_int(&scan, &die[0]) && (scan_blanks(&scan), scan_int(&scan, &die[1])) &&
        scan_char(&scan, ')') && die[0] >= 1 && die[0] <= 6 && die[1] >= 1 && die[1] <= 6) {
        struct span play = span_trim(scan_rest(&scan));
        bool dance = span_starts_nocase(play, "can't move") || span_starts_nocase(play, "cannot move");
        if (dance)
            builder_no_play(&g->b, player, (int)die[0], (int)die[1], lines_place(&g->lines, text.at));
        else
            builder_play(&g->b, player, (int)die[0], (int)die[1], play, lines_place(&g->lines, text.at));
        return;
    }
    if (span_starts_nocase(text, "Double") || span_starts_nocase(text, "Redouble")) {
        builder_cube(&g->b, EVENT_DOUBLE, player, lines_place(&g->lines, text.at));
        return;
    }
    diag_at(g->b.d, SEVERITY_WARNING, g->lines.number, lines_place(&g->lines, text.at).column,
            "found \"%.*s\", expected \"(3 1) 8/5 6/5\" or \"Double\": kept as a comment", span_shown(text), text.at);
    builder_comment(&g->b, text);
}

static bool record_line(struct bgroom *g, struct span line)
{
    struct scan scan = scan_of(line);
    long number;
    if (g->b.g == NULL || !scan_int(&scan, &number) || !scan_char(&scan, '.'))
        return false;
    int player = scan_char(&scan, 'X') ? g->x : scan_char(&scan, '0') || scan_char(&scan, 'O') ? 1 - g->x : NOBODY;
    if (player == NOBODY || !scan_char(&scan, ':'))
        return false;
    action(g, player, span_trim(scan_rest(&scan)));
    return true;
}

static void other_line(struct bgroom *g, struct span line)
{
    if (g->b.g != NULL && span_starts_nocase(line, "Single"))
        return; /* follows every game line */
    if (g->m->n_games == 0)
        property_add(g->m, &g->m->properties, "bgroom", "header", arena_span(g->m->arena, line));
    else
        builder_comment(&g->b, line);
}

bool bgroom_read(struct span text, struct receiver *out, struct diags *d)
{
    struct bgroom g = {.m = match_new()};
    builder_begin(&g.b, g.m, d);
    lines_begin(&g.lines, text);
    g.m->format = "bgroom";
    g.m->rules.variant = out->variant;
    while (lines_next(&g.lines)) {
        struct span line = span_trim(g.lines.line);
        if (memmem(line.at, line.length, "Win the Match", 13) != NULL)
            break;
        if (line.length == 0)
            empty_line(&g);
        else if (!game_line(&g, line) && !record_line(&g, line))
            other_line(&g, line);
    }
    return builder_finish(&g.b, out, g.lines.number, "a line \"Game 1 - a (X) vs. b (0)\"");
}
