/* Decisions: see decisions.h. Rules: docs/analysis.md, "Which decisions count". */
#include "analyze/decisions.h"

void decisions_begin(struct decisions *d, const struct match *m, const struct game *g)
{
    *d = (struct decisions){.opened = false};
    walk_begin(&d->walk, m, g);
}

static bool is_die(int n)
{
    return n >= 1 && n <= 6;
}

/* A position that can be evaluated: the event's player to roll, the game not over. */
static bool is_sound(const struct position *p, int player)
{
    return p->on_roll == player && p->state <= GAME_PLAYING && board_won(&p->board) == 0 &&
           board_lost(&p->board) == 0 && board_in_play(&p->board) > 0 && board_opponent_in_play(&p->board) > 0;
}

static void before_the_roll(struct decisions *d)
{
    d->undoubled = d->before;
    d->undoubled.dice[0] = d->undoubled.dice[1] = 0;
    d->undoubled.offer = OFFER_NONE;
    d->undoubled.resigned = 0;
    d->undoubled.turn = d->undoubled.on_roll;
}

/* A play out of turn follows where the record could not keep the one before; it is judged like any other. */
static bool is_legal_play(const struct decisions *d)
{
    const struct event *e = d->walk.event;
    return d->roll && e->kind == EVENT_PLAY &&
           (d->walk.legal || moves_is_legal(&d->before.board, e->dice[0], e->dice[1], &d->walk.played));
}

static void at_roll(struct decisions *d)
{
    const struct event *e = d->walk.event;
    d->roll = is_die(e->dice[0]) && is_die(e->dice[1]) && is_sound(&d->before, e->player);
    d->legal = is_legal_play(d);
    d->before.dice[0] = e->dice[0], d->before.dice[1] = e->dice[1];
    before_the_roll(d);
    d->may_double = d->roll && d->opened && !d->doubled && position_cube_is_live(&d->undoubled, e->player);
    d->opened = true;
    d->doubled = false;
}

/* A position where a double waits: what to reply is the question, and nobody has decided yet. */
static void at_question(struct decisions *d)
{
    d->before = d->undoubled = position_undoubled(&d->walk.after);
    d->asks = d->walk.index + 1 == d->walk.game->n_events && is_sound(&d->undoubled, d->undoubled.on_roll);
}

static void at_double(struct decisions *d)
{
    bool raises = d->before.offer != OFFER_NONE && d->before.turn == d->walk.event->player;
    before_the_roll(d);
    if (raises) {
        d->answers_double = d->doubled && !d->answered;
        d->answered = true;
        return;
    }
    d->doubles = is_sound(&d->undoubled, d->walk.event->player);
    d->doubled = true, d->answered = false;
}

/* A position that was set up, and nothing happened in it: a file of positions wants to know what to do there. */
static void at_position(struct decisions *d)
{
    const struct walk *w = &d->walk;
    const struct game *g = w->game;
    const struct event *e = w->event;
    if (w->index + 1 != g->n_events || g->events[0].kind != EVENT_SET_BOARD)
        return;
    for (size_t i = 1; i < w->index; i++)
        if (g->events[i].kind < EVENT_SET_BOARD)
            return;
    const bool rolled = e->kind == EVENT_SET_DICE && is_die(e->dice[0]) && is_die(e->dice[1]);
    d->before = w->after;
    d->before.dice[0] = rolled ? e->dice[0] : 0;
    d->before.dice[1] = rolled ? e->dice[1] : 0;
    d->asks = is_sound(&d->before, d->before.on_roll);
    before_the_roll(d);
}

/* The walk forgets a throw that was only set. */
static void at_resignation(struct decisions *d)
{
    d->before = d->walk.after;
    for (size_t i = 0; i < d->walk.index; i++)
        if (d->walk.game->events[i].kind == EVENT_SET_DICE)
            d->before.dice[0] = d->walk.game->events[i].dice[0], d->before.dice[1] = d->walk.game->events[i].dice[1];
    d->asks_acceptance =
        d->before.offer == OFFER_RESIGNATION && d->before.resigned > 0 && is_sound(&d->before, d->before.on_roll);
}

bool decisions_next(struct decisions *d)
{
    if (!walk_next(&d->walk))
        return false;
    const struct event *e = d->walk.event;
    d->before = d->walk.before;
    d->roll = d->legal = d->may_double = d->doubles = d->asks = d->asks_acceptance = d->answers_double = false;
    if (e->kind < EVENT_SET_BOARD && game_asks_reply(d->walk.game)) {
        at_question(d);
        return true;
    }
    switch (e->kind) {
    case EVENT_RESIGN:
        if (d->walk.index + 1 == d->walk.game->n_events && game_asks_acceptance(d->walk.game))
            at_resignation(d);
        break;
    case EVENT_PLAY:
    case EVENT_ROLL:
        at_roll(d);
        break;
    case EVENT_DOUBLE:
        at_double(d);
        break;
    case EVENT_TAKE:
    case EVENT_DROP:
    case EVENT_BEAVER:
        before_the_roll(d);
        d->answers_double = d->doubled && !d->answered;
        d->answered = true;
        break;
    case EVENT_SET_BOARD:
        d->opened = true, d->doubled = false;
        at_position(d);
        break;
    case EVENT_SET_CUBE:
    case EVENT_SET_DICE:
        at_position(d);
        break;
    default:
        break;
    }
    return true;
}
