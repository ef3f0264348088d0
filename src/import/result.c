/* Ends of games; the contract stands in result.h. */
#include "import/result.h"

int resignation_size(int points, int cube, int away)
{
    for (int size = 1; size <= 3; size++) {
        int scored = size * cube;
        if (points == scored || (points < scored && points == away))
            return size;
    }
    return 0;
}

/* Only for kinds that need nothing but the player. */
struct event *event_append(struct match *m, struct game *g, struct replay *r, enum event_kind kind, int player,
                           struct place place)
{
    struct event *e = game_add_event(m, g, kind, player);
    e->place = place;
    replay_apply(r, e, NULL);
    return e;
}

static bool anything_rolled(const struct game *g)
{
    for (size_t i = 0; i < g->n_events; i++)
        if (g->events[i].dice[0] != 0)
            return true;
    return false;
}

static bool is_implied_drop(const struct replay *r, const struct told_result *told)
{
    return r->now.offer >= OFFER_DOUBLE && r->now.offer <= OFFER_RACCOON && r->now.turn != told->winner &&
           told->points == r->now.cube;
}

static void imply_resignation(struct match *m, struct game *g, struct replay *r, const struct told_result *told)
{
    struct event *e = game_add_event(m, g, EVENT_RESIGN, 1 - told->winner);
    e->place = told->place;
    e->value = resignation_size(told->points, r->now.cube, position_away(&r->now, told->winner));
    replay_apply(r, e, NULL);
    event_append(m, g, r, EVENT_RESIGN_ACCEPT, told->winner, told->place);
}

/* The source says who won a game that replay finds open. */
static enum ending close_open(struct match *m, struct game *g, struct replay *r, const struct told_result *told)
{
    if (is_implied_drop(r, told)) {
        int loser = r->now.turn;
        event_append(m, g, r, EVENT_DROP, loser, told->place)->flags |= EVENT_IMPLIED;
        return ENDING_DROP;
    }
    bool possible = resignation_size(told->points, r->now.cube, position_away(&r->now, told->winner)) != 0;
    if (r->now.offer == OFFER_RESIGNATION && r->now.turn == told->winner) {
        event_append(m, g, r, EVENT_RESIGN_ACCEPT, told->winner, told->place);
        return ENDING_RESIGNED;
    }
    if (!possible || !anything_rolled(g))
        return ENDING_FORFEIT;
    imply_resignation(m, g, r, told);
    return ENDING_RESIGNED;
}

void result_close(struct match *m, struct game *g, struct replay *r, const struct told_result *told)
{
    bool decided = r->winner != NOBODY;
    if (told->winner == NOBODY) {
        g->winner = r->winner;
        g->points = r->points;
        g->ending = r->ending;
        return;
    }
    g->winner = told->winner;
    g->points = told->points;
    if (!decided)
        g->ending = close_open(m, g, r, told);
    else
        g->ending = r->winner == told->winner ? r->ending : ENDING_SETTLED;
}
