/* Addresses of decisions; see address.h. */
#include "match/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/walk.h"

static bool may_have_doubled(const struct walk *w)
{
    const struct position before = position_before_roll(&w->before);
    return w->event->kind <= EVENT_ROLL && w->move_number > 1 && position_cube_is_live(&before, w->event->player);
}

/* "26", or "26b" where two have the same number; c: the double before it. */
static struct event *event_at(const struct match *m, struct game *g, const char *place, bool *undoubled)
{
    struct walk w;
    char *end;
    const long number = strtol(place, &end, 10);
    int skip = end != place && *end == 'b';
    end += skip;
    *undoubled = *end == 'c';
    if (end == place || end[*undoubled] != '\0')
        return NULL;
    walk_begin(&w, m, g);
    while (walk_next(&w))
        if (w.event->kind <= EVENT_DROP && w.move_number == number && !roll_has_its_play(g, w.index) && skip-- == 0)
            return !*undoubled || may_have_doubled(&w) ? &g->events[w.index] : NULL;
    return NULL;
}

struct event *match_event_at(const struct match *m, const char *address)
{
    bool undoubled;
    return match_decision_at(m, address, &undoubled);
}

struct event *match_decision_at(const struct match *m, const char *address, bool *undoubled)
{
    char *end;
    const long game = *address == 'g' ? strtol(address + 1, &end, 10) : 0;
    if (game <= 0 || *end != 'm')
        return NULL;
    for (size_t i = 0; i < m->n_games; i++)
        if (m->games[i].number == game)
            return event_at(m, &m->games[i], end + 1, undoubled);
    return NULL;
}

/* ---- a game, or some of its moves ---- */

const char match_part_words[] = "; only ";

/* How many numbers it has; *end: what follows them. */
static int read_numbers(const char *t, int n[3], int *end)
{
    if (sscanf(t, " %5d.%5d-%5d%n", n, n + 1, n + 2, end) == 3)
        return 3;
    if (sscanf(t, " g%5dm%5d%n", n, n + 1, end) == 2) {
        *end += t[*end] == 'b' || t[*end] == 'c'; /* the second of that number; the double missed before it */
        return 2;
    }
    if (sscanf(t, " %5d.%5d%n", n, n + 1, end) == 2 || sscanf(t, " game %5d ply %5d%n", n, n + 1, end) == 2)
        return 2;
    return sscanf(t, " %5d%n", n, end) == 1 || sscanf(t, " game %5d%n", n, end) == 1;
}

bool match_part_read(const char *text, struct match_part *out)
{
    int n[3] = {0}, end = 0;
    const int numbers = read_numbers(text, n, &end);
    if (numbers == 0 || text[end + (int)strspn(text + end, " ")] != '\0')
        return false;
    *out = (struct match_part){n[0], numbers > 1 ? n[1] : 0, numbers > 1 ? n[numbers - 1] : 0};
    return n[0] > 0 && (numbers == 1 || (out->first > 0 && out->last >= out->first));
}

void match_part_put(const struct match_part *p, struct strbuf *out)
{
    strbuf_printf(out, "%d", p->game);
    if (p->first != 0)
        strbuf_printf(out, ".%d", p->first);
    if (p->last != p->first)
        strbuf_printf(out, "-%d", p->last);
}

void match_part_say(const struct match_part *p, struct strbuf *out)
{
    strbuf_say(out,
               p->first == 0         ? F_("game %d")
               : p->first == p->last ? F_("game %d, move %d")
                                     : F_("game %d, moves %d to %d"),
               p->game, p->first, p->last);
}

bool match_part_holds(const struct match_part *p, const struct game *g, int move_number)
{
    return p->game == 0 ||
           (g->number == p->game && (p->first == 0 || (move_number >= p->first && move_number <= p->last)));
}

static int moves_of(const struct match *m, const struct game *g)
{
    struct walk w;
    walk_begin(&w, m, g);
    while (walk_next(&w))
        ;
    return w.move_number;
}

bool match_has_part(const struct match *m, const struct match_part *p, struct diags *d)
{
    struct strbuf part = {0};
    const struct game *g = m->games, *end = g + m->n_games;
    while (g < end && p->game != 0 && g->number != p->game)
        g++;
    const int moves = g < end && p->first != 0 ? moves_of(m, g) : 0;
    const bool has = p->game == 0 || (g < end && moves >= p->last);
    match_part_put(p, &part);
    if (!has && g < end)
        diag_at(d, SEVERITY_ERROR, 0, 0,
                moves == 1 ? F_("--select %s: game %d has %d move") : F_("--select %s: game %d has %d moves"),
                strbuf_text(&part), g->number, moves);
    else if (!has)
        diag_at(d, SEVERITY_ERROR, 0, 0,
                m->n_games == 1 ? F_("--select %s: there are %zu game") : F_("--select %s: there are %zu games"),
                strbuf_text(&part), m->n_games);
    strbuf_done(&part);
    return has;
}

struct match_part match_part_of(const char *settings)
{
    struct match_part part = {0};
    char text[32];
    const char *at = settings != NULL ? strstr(settings, match_part_words) : NULL;
    if (at == NULL)
        return part;
    at += strlen(match_part_words);
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at, ";"), at);
    return match_part_read(text, &part) ? part : (struct match_part){0};
}

static bool parse_part(const struct option_value *v)
{
    return match_part_read(v->text, v->group) ||
           option_wrong(v, "a game (3), a move (3.14) or moves (3.14-20) are expected");
}

static const struct option_row part_rows[] = {
    OPTION("select", struct match_part, game, .argument = "PLACE", .parse = parse_part, .flags = OPTION_CHANGES_RESULT,
           .help = "only this game (3), move (3.14) or these moves (3.14-20), by the numbers in reports;\n"
                   "of a part there is a page of its own, which no index lists"),
    {0},
};

static void whole(void *group)
{
    *(struct match_part *)group = (struct match_part){0};
}

const struct option_group part_group = {.title = "A part of a match", .rows = part_rows, .defaults = whole};
