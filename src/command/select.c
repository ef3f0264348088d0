/* Finding a place in a match; see select.h. A ply is counted by the same replay that numbers the moves of reports, an
 * ID is compared with the position before every event. */
#include "command/select.h"

#include <stdio.h>
#include <string.h>

#include "format/id_text.h"
#include "match/address.h"
#include "match/walk.h"

/* ---- reading ---- */

/* A ply over all games. */
static bool read_ply(struct selection *s, const char *text)
{
    int end = 0;
    return sscanf(text, " ply %5d %n", &s->ply, &end) == 1 && end > 0 && text[end] == '\0' && s->ply > 0;
}

/* The address of a card, "g2m14", or "2.14"; "g2m14c" is the double missed before it. */
static bool read_part(struct selection *s, const char *text)
{
    struct match_part part;
    if (!match_part_read(text, &part))
        return false;
    s->game = part.game, s->ply = part.first, s->several = part.last > part.first;
    s->by_address = strchr(text, 'm') != NULL && text[0] == 'g' && text[1] != 'a';
    return true;
}

static bool parse_place(const struct option_value *v)
{
    struct selection *s = v->group;
    const char *problem;
    size_t fault;
    *s = (struct selection){.text = arena_strdup(v->arena, v->text)};
    if (read_part(s, s->text) && s->several)
        return option_wrong(v, "one move is expected; `analyze` and `report` select several");
    if (s->game != 0 || read_ply(s, s->text))
        return true;
    *s = (struct selection){.text = s->text};
    struct span id = span_trim(span_of(s->text));
    s->by_id = id_read_in_text(id, &s->position, &problem, &fault);
    s->board_only = memchr(id.at, ':', id.length) == NULL;
    return s->by_id || option_wrong(v, "a game (3), a move (3.14), \"ply N\" or an ID is expected");
}

static const struct option_row rows[] = {
    OPTION("select", struct selection, text, .argument = "PLACE", .parse = parse_place,
           .help = "only this game (3), move (3.14, or as cards have it g3m14), \"ply 37\" or the place of\n"
                   "an ID: formats of positions get the position, the others its game"),
    {0},
};

static void defaults(void *group)
{
    memset(group, 0, sizeof(struct selection));
}

const struct option_group select_group = {.title = "A part of a match", .rows = rows, .defaults = defaults};

/* ---- finding ---- */

static bool same_dice(const int a[2], const int b[2])
{
    return (a[0] == b[0] && a[1] == b[1]) || (a[0] == b[1] && a[1] == b[0]);
}

/* An ID without dice is met before the roll. */
static bool is_meant(const struct selection *s, const struct position *p)
{
    const struct position *id = &s->position;
    if (!board_equal(&p->board, &id->board))
        return false;
    if (s->board_only)
        return true;
    return p->on_roll == id->on_roll && p->cube == id->cube && p->cube_owner == id->cube_owner &&
           p->length == id->length && p->score[0] == id->score[0] && p->score[1] == id->score[1] &&
           (id->dice[0] == 0 || same_dice(p->dice, id->dice));
}

static bool find_id(const struct selection *s, const struct match *m, struct selected *out)
{
    for (size_t i = 0; i < m->n_games; i++) {
        struct walk w;
        for (walk_begin(&w, m, &m->games[i]); walk_next(&w);)
            if (w.event->kind <= EVENT_DROP && is_meant(s, &w.before)) {
                *out = (struct selected){.game = i, .has_position = true, .position = w.before};
                if (!s->board_only)
                    memcpy(out->position.dice, s->position.dice, sizeof out->position.dice);
                return true;
            }
    }
    return false;
}

/* True if the game has the ply; else *n_plies is how many it has. */
static bool find_ply(const struct match *m, size_t game, int ply, struct selected *out, int *n_plies)
{
    struct walk w;
    *n_plies = 0;
    for (walk_begin(&w, m, &m->games[game]); walk_next(&w);) {
        if (w.event->kind > EVENT_DROP)
            continue;
        *n_plies = w.move_number;
        if (w.move_number == ply) {
            *out = (struct selected){.game = game, .has_position = true, .position = w.before};
            snprintf(out->place, sizeof out->place, "g%dm%d", m->games[game].number, ply);
            return true;
        }
    }
    return false;
}

static bool find_place(const struct selection *s, const struct match *m, struct selected *out)
{
    int ply = s->ply, passed;
    for (size_t i = 0; i < m->n_games; i++) {
        if (s->game != 0 && m->games[i].number != s->game)
            continue;
        *out = (struct selected){.game = i};
        if (s->ply == 0 || find_ply(m, i, ply, out, &passed))
            return true;
        ply -= passed;
        if (s->game != 0)
            return false;
    }
    return false;
}

bool selection_find(const struct selection *s, const struct match *m, struct selected *out, struct diags *d)
{
    if (s->by_id ? find_id(s, m, out) : find_place(s, m, out)) {
        if (s->by_address)
            snprintf(out->place, sizeof out->place, "%.20s", s->text);
        if (s->by_address && s->text[strlen(s->text) - 1] == 'c')
            memset(out->position.dice, 0, sizeof out->position.dice); /* decided before the roll */
        return true;
    }
    diag_at(d, SEVERITY_ERROR, 0, 0, "--select %s: the match has no such place", s->text);
    return false;
}
