/* Ends of games; see result.h. */
#include "import/result.h"

/* 1 single, 2 gammon, 3 backgammon: the resignation that gives `points` with the cube at `cube`, when the winner
 * needs `away` points (a large number in money play) and more may not be counted; 0 = none does. */
static int resignation_size(int points, int cube, int away)
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

static bool is_implied_drop(const struct replay *r, const struct stated_result *stated)
{
    return r->now.offer >= OFFER_DOUBLE && r->now.offer <= OFFER_RACCOON && r->now.turn != stated->winner &&
           stated->points == r->now.cube;
}

static void imply_resignation(struct match *m, struct game *g, struct replay *r, const struct stated_result *stated)
{
    struct event *e = game_add_event(m, g, EVENT_RESIGN, 1 - stated->winner);
    e->place = stated->place;
    e->value = resignation_size(stated->points, r->now.cube, position_away(&r->now, stated->winner));
    replay_apply(r, e, NULL);
    event_append(m, g, r, EVENT_RESIGN_ACCEPT, stated->winner, stated->place);
}

/* The source says who won a game that replay finds open. */
static enum ending close_open(struct match *m, struct game *g, struct replay *r, const struct stated_result *stated)
{
    if (is_implied_drop(r, stated)) {
        int loser = r->now.turn;
        event_append(m, g, r, EVENT_DROP, loser, stated->place)->flags |= EVENT_IMPLIED;
        return ENDING_DROP;
    }
    bool possible = resignation_size(stated->points, r->now.cube, position_away(&r->now, stated->winner)) != 0;
    if (r->now.offer == OFFER_RESIGNATION && r->now.turn == stated->winner) {
        event_append(m, g, r, EVENT_RESIGN_ACCEPT, stated->winner, stated->place);
        return ENDING_RESIGNED;
    }
    if (!possible || !anything_rolled(g))
        return ENDING_FORFEIT;
    imply_resignation(m, g, r, stated);
    return ENDING_RESIGNED;
}

void result_close(struct match *m, struct game *g, struct replay *r, const struct stated_result *stated)
{
    bool decided = r->winner != NOBODY;
    if (stated->winner == NOBODY) {
        g->winner = r->winner;
        g->points = r->points;
        g->ending = r->ending;
        return;
    }
    g->winner = stated->winner;
    g->points = stated->points;
    if (!decided)
        g->ending = close_open(m, g, r, stated);
    else
        g->ending = r->winner == stated->winner ? r->ending : ENDING_SETTLED;
}
