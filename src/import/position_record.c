/* Positions as records; see position_record.h. */
#include "import/position_record.h"

static void add_cube(struct match *m, struct game *g, const struct position *p, struct place place)
{
    struct event *e = game_add_event(m, g, EVENT_SET_CUBE, p->on_roll);
    e->value = p->cube;
    e->owner = (signed char)p->cube_owner;
    e->place = place;
}

/* `cube`: before the double that waits. */
static void add_decision(struct match *m, struct game *g, const struct position *p, int cube, struct place place)
{
    static const enum event_kind offers[] = {
        [OFFER_DOUBLE] = EVENT_DOUBLE, [OFFER_BEAVER] = EVENT_BEAVER, [OFFER_RACCOON] = EVENT_RACCOON};
    if (p->dice[0] != 0) {
        struct event *e = game_add_event(m, g, EVENT_SET_DICE, p->on_roll);
        event_set_dice(e, p->dice[0], p->dice[1]);
        e->place = place;
    }
    const enum offer last = p->offer == OFFER_RESIGNATION ? p->under : p->offer;
    for (enum offer o = OFFER_DOUBLE; o <= last; o++) {
        int player = o == OFFER_BEAVER ? 1 - p->on_roll : p->on_roll;
        struct event *e = game_add_event(m, g, offers[o], player);
        e->value = cube << o;
        e->place = place;
    }
    if (p->resigned != 0) {
        struct event *e = game_add_event(m, g, EVENT_RESIGN, 1 - p->turn);
        e->value = p->resigned;
        e->place = place;
    }
}

struct match *position_record(const struct position *p, struct place place)
{
    struct match *m = match_new();
    m->length = p->length;
    m->rules = p->rules;
    m->jacoby_known = true;
    struct game *g = match_add_game(m);
    g->score[0] = p->score[0];
    g->score[1] = p->score[1];
    g->crawford_game = p->crawford_game;
    g->place = place;
    struct event *e = game_add_event(m, g, EVENT_SET_BOARD, p->on_roll);
    event_set_board(m, e, &p->board);
    e->place = place;
    const struct position before = position_undoubled(p);
    if (before.cube != 1 || before.cube_owner != CUBE_CENTRED)
        add_cube(m, g, &before, place);
    add_decision(m, g, p, before.cube, place);
    return m;
}

struct event *position_record_decision(struct match *m)
{
    struct game *g = &m->games[m->n_games - 1];
    return &g->events[g->n_events - 1];
}
