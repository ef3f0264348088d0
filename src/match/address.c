/* Addresses of decisions; see address.h. */
#include "match/address.h"

#include <stdlib.h>
#include <string.h>

#include "match/walk.h"

/* "26", or "26b" where two have the same number. */
static struct event *event_at(const struct match *m, struct game *g, const char *place)
{
    struct walk w;
    char *end;
    const long number = strtol(place, &end, 10);
    int skip = strcmp(end, "b") == 0;
    if (end == place || (*end != '\0' && skip == 0))
        return NULL;
    walk_begin(&w, m, g);
    while (walk_next(&w))
        if (w.event->kind <= EVENT_DROP && w.move_number == number && !roll_has_its_play(g, w.index) && skip-- == 0)
            return &g->events[w.index];
    return NULL;
}

struct event *match_event_at(const struct match *m, const char *address)
{
    char *end;
    const long game = *address == 'g' ? strtol(address + 1, &end, 10) : 0;
    if (game <= 0 || *end != 'm')
        return NULL;
    for (size_t i = 0; i < m->n_games; i++)
        if (m->games[i].number == game)
            return event_at(m, &m->games[i], end + 1);
    return NULL;
}
