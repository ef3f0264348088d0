/* Exchanging the players; see swap.h. Only what names a player by number changes,
 * because everything else in a record is given by the player who acts. */
#include "match/swap.h"

#include <string.h>

/* ---- numbers ---- */

static void swap_ints(int pair[2])
{
    const int first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static void swap_doubles(double pair[2])
{
    const double first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
}

static int other(int player)
{
    return player == 0 || player == 1 ? 1 - player : player; /* NOBODY, CUBE_CENTRED */
}

static void swap_statistics(struct statistics *s, size_t n)
{
    for (size_t i = 0; s != NULL && i < n; i++) {
        const struct side_statistics side = s[i].side[0];
        s[i].side[0] = s[i].side[1];
        s[i].side[1] = side;
        swap_doubles(s[i].actual);
        swap_doubles(s[i].hidden);
        swap_doubles(s[i].ahead);
    }
}

/* ---- plays in SGF's letters, which count from one side for both players ---- */

static size_t play_letters(const char *text)
{
    const size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    return n % 2 == 0 && (text[n] == '\0' || text[n] == ' ') ? n : 0;
}

static const char *mirrored(struct match *m, const char *text)
{
    const size_t n = text != NULL ? play_letters(text) : 0;
    if (n == 0)
        return text;
    char *copy = arena_strdup(m->arena, text);
    for (size_t i = 0; i < n; i++)
        if (copy[i] <= 'x') /* y is the bar, z off */
            copy[i] = (char)('a' + 'x' - copy[i]);
    return copy;
}

/* A copy, because candidates may share the property with their annotation. */
static const struct property *mirrored_property(struct match *m, const struct property *p)
{
    if (p == NULL || p->format == NULL || strcmp(p->format, "sgf") != 0)
        return p;
    const char **values = arena_alloc(m->arena, (p->n_values + 1) * sizeof *values);
    struct property *copy = arena_alloc(m->arena, sizeof *copy);
    *copy = *p;
    copy->values = values;
    for (size_t i = 0; i < p->n_values; i++)
        values[i] = strcmp(p->name, "A") == 0 ? mirrored(m, p->values[i]) : p->values[i];
    copy->next = (struct property *)(size_t)mirrored_property(m, p->next);
    return copy;
}

static void swap_annotation(struct match *m, struct annotation *a)
{
    a->raw = mirrored_property(m, a->raw);
    for (int i = 0; a->play != NULL && i < a->play->n; i++)
        a->play->candidates[i].raw = mirrored_property(m, a->play->candidates[i].raw);
}

/* ---- the record ---- */

static void swap_event(struct match *m, struct event *e)
{
    e->player = (signed char)other(e->player);
    if (e->kind == EVENT_SET_CUBE)
        e->owner = (signed char)other(e->owner);
    swap_ints(e->score);
    if (e->timing != NULL) {
        struct timing *own = event_time(m, e);
        const int64_t first = own->left[0];
        own->left[0] = own->left[1];
        own->left[1] = first;
    }
    if (strcmp(m->format, "sgf") == 0)
        e->text = mirrored(m, e->text);
    for (struct annotation *a = e->annotations; a != NULL; a = a->next)
        swap_annotation(m, a);
}

static void swap_game(struct match *m, struct game *g)
{
    swap_ints(g->score);
    g->winner = other(g->winner);
    swap_statistics(g->statistics, m->n_sets);
    for (size_t i = 0; i < g->n_events; i++)
        swap_event(m, &g->events[i]);
}

void match_swap_players(struct match *m)
{
    const struct player_info first = m->player[0];
    m->player[0] = m->player[1];
    m->player[1] = first;
    swap_statistics(m->statistics, m->n_sets);
    if (m->clock != NULL) {
        struct clock *own = arena_alloc(m->arena, sizeof *own);
        *own = *m->clock;
        own->berserk = (own->berserk & 1) << 1 | own->berserk >> 1;
        m->clock = own;
    }
    for (size_t i = 0; i < m->n_games; i++)
        swap_game(m, &m->games[i]);
}

static bool is_named(const char *name, const char *names)
{
    while (*names != '\0') {
        const size_t n = strcspn(names, ";");
        const struct span alias = span_trim((struct span){names, n});
        if (alias.length != 0 && span_equal_nocase(alias, name))
            return true;
        names += n + (names[n] == ';');
    }
    return false;
}

int player_named(const char *const name[2], const char *names)
{
    if (is_named(name[1], names))
        return 1;
    return is_named(name[0], names) ? 0 : NOBODY;
}

bool match_names_fit_both(const struct match *m, const char *names)
{
    return m->player[0].name != NULL && m->player[1].name != NULL && is_named(m->player[0].name, names) &&
           is_named(m->player[1].name, names);
}

int match_player_named(const struct match *m, const char *names)
{
    return player_named((const char *const[]){m->player[0].name, m->player[1].name}, names);
}

bool match_put_below(struct match *m, const char *names)
{
    const int who = match_player_named(m, names);
    if (who == 0)
        match_swap_players(m);
    return who != NOBODY;
}

void match_fill_info(struct match *m, const struct match_info *info)
{
    const struct {
        const char **have;
        const char *stated;
    } rows[] = {
        {&m->info.date, info->date},   {&m->info.event, info->event},         {&m->info.round, info->round},
        {&m->info.place, info->place}, {&m->info.annotator, info->annotator}, {&m->info.site, info->site},
        {&m->info.time, info->time},   {&m->info.match_id, info->match_id},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].stated != NULL && (*rows[i].have == NULL || (*rows[i].have)[0] == '\0'))
            *rows[i].have = arena_strdup(m->arena, rows[i].stated);
}
