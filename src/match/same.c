/* Two records of one match: whether they are, and what the analyses of both say in one. */
#include "match/same.h"

#include <stdlib.h>
#include <string.h>

#include "match/swap.h"
#include "base/format.h"
#include "match/walk.h"

static bool differ(struct strbuf *why, size_t game, size_t event, const char *what)
{
    if (why == NULL)
        return false;
    if (game != 0)
        strbuf_say(why, "game %zu", game);
    if (event != 0)
        strbuf_say(why, ", event %zu", event);
    strbuf_say(why, "%s%s differs", game != 0 ? ": " : "", what);
    return false;
}

/* Takes are compared by what they do to the cube, since some formats leave them out where they are clear. */
static bool next_compared(struct walk *w)
{
    while (walk_next(w))
        if (w->event->kind != EVENT_COMMENT && w->event->kind != EVENT_TAKE)
            return true;
    return false;
}

/* What both must have in common where one adds to the other. */
static const char *event_difference(const struct walk *a, const struct walk *b)
{
    const struct event *x = a->event, *y = b->event;
    if (x->kind != y->kind)
        return W_("the kind of event");
    if (x->player != y->player)
        return W_("the player");
    if (x->dice[0] + x->dice[1] != y->dice[0] + y->dice[1] ||
        abs(x->dice[0] - x->dice[1]) != abs(y->dice[0] - y->dice[1]))
        return W_("the roll");
    if (!board_equal(&a->after.board, &b->after.board))
        return x->kind == EVENT_PLAY ? W_("the play") : W_("the board");
    if (a->after.cube != b->after.cube || a->after.cube_owner != b->after.cube_owner ||
        a->after.offer != b->after.offer)
        return W_("the cube");
    if (a->after.resigned != b->after.resigned)
        return W_("the resignation");
    if (a->after.score[0] != b->after.score[0] || a->after.score[1] != b->after.score[1])
        return W_("the score");
    return NULL;
}

static bool events_equal(const struct match *a, const struct match *b, size_t i, struct strbuf *why)
{
    struct walk x, y;
    walk_begin(&x, a, &a->games[i]);
    walk_begin(&y, b, &b->games[i]);
    for (;;) {
        const bool more_x = next_compared(&x), more_y = next_compared(&y);
        if (more_x != more_y)
            return differ(why, i + 1, 0, W_("the number of events"));
        if (!more_x)
            break;
        const char *what = event_difference(&x, &y);
        if (what != NULL)
            return differ(why, i + 1, x.index + 1, what);
    }
    if (x.after.cube != y.after.cube || x.after.cube_owner != y.after.cube_owner)
        return differ(why, i + 1, 0, W_("the last cube"));
    return true;
}

static bool games_equal(const struct match *a, const struct match *b, size_t i, struct strbuf *why)
{
    const struct game *x = &a->games[i], *y = &b->games[i];
    if (x->score[0] != y->score[0] || x->score[1] != y->score[1])
        return differ(why, i + 1, 0, "the score");
    if (x->crawford_game != y->crawford_game)
        return differ(why, i + 1, 0, W_("the Crawford game"));
    if (x->automatic_doubles != y->automatic_doubles)
        return differ(why, i + 1, 0, W_("the number of automatic doubles"));
    if (x->winner != y->winner || x->points != y->points)
        return differ(why, i + 1, 0, W_("the result"));
    return events_equal(a, b, i, why);
}

/* Only rules that can matter: the Crawford rule in matches, the others in money play. */
static bool rules_equal(const struct match *a, const struct match *b)
{
    const struct rules *x = &a->rules, *y = &b->rules;
    if (x->variant != y->variant || x->cube != y->cube || x->cube_limit != y->cube_limit)
        return false;
    if (a->length > 0)
        return x->crawford == y->crawford;
    return x->jacoby == y->jacoby && x->beavers == y->beavers && x->automatic == y->automatic;
}

bool match_equal(const struct match *a, const struct match *b, struct strbuf *why)
{
    for (int i = 0; i < 2; i++)
        if (!same_text(a->player[i].name, b->player[i].name))
            return differ(why, 0, 0, i == 0 ? W_("the name of the first player") : W_("the name of the second player"));
    if (a->length != b->length)
        return differ(why, 0, 0, W_("the match length"));
    if (!rules_equal(a, b))
        return differ(why, 0, 0, "a rule");
    if (a->n_games != b->n_games)
        return differ(why, 0, 0, W_("the number of games"));
    for (size_t i = 0; i < a->n_games; i++)
        if (!games_equal(a, b, i, why))
            return false;
    return true;
}

/* ---- joining ---- */

/* What every format says of a game: not takes, nor resignations, which some leave out; nor a last roll that nobody
 * played. */
static bool next_common(struct walk *w)
{
    while (walk_next(w)) {
        const enum event_kind kind = w->event->kind;
        const bool open = (kind == EVENT_ROLL || kind == EVENT_SET_DICE) && w->index + 1 == w->game->n_events;
        const bool resignation = kind == EVENT_RESIGN || kind == EVENT_RESIGN_ACCEPT || kind == EVENT_RESIGN_REFUSE;
        if (kind != EVENT_COMMENT && kind != EVENT_TAKE && !resignation && !(open && w->event->annotations == NULL))
            return true;
    }
    return false;
}

struct joining {
    struct match *m;
    const struct match *other;
    int first_set; /* of the sets that are new */
    bool only_looks; /* nothing is added yet */
};

static void add_comment(struct match *m, const char **to, const char *comment)
{
    if (comment != NULL && (*to == NULL || strcmp(*to, comment) != 0))
        comment_append(m, to, span_of(comment));
}

static void add_annotations(const struct joining *j, struct event *to, const struct event *from)
{
    add_comment(j->m, &to->comment, from->comment);
    if (to->mark == MARK_NONE)
        to->mark = from->mark;
    if (to->undoubled_mark == MARK_NONE)
        to->undoubled_mark = from->undoubled_mark;
    for (const struct annotation *a = from->annotations; a != NULL; a = a->next) {
        struct annotation *added = event_annotate(j->m, to, j->first_set + a->set), *next = added->next;
        *added = *a;
        added->set += j->first_set;
        added->next = next;
    }
}

/* The take behind a double goes with it: one of the two may have left it out, and its analysis is the doubler's. */
static void add_event(const struct joining *j, const struct walk *x, const struct walk *y)
{
    struct game *g = &j->m->games[x->game - j->m->games];
    if (j->only_looks)
        return;
    add_annotations(j, &g->events[x->index], y->event);
    const bool takes = x->index + 1 < g->n_events && g->events[x->index + 1].kind == EVENT_TAKE &&
                       y->index + 1 < y->game->n_events && y->event[1].kind == EVENT_TAKE;
    if (takes)
        add_annotations(j, &g->events[x->index + 1], &y->event[1]);
}

static bool join_game(const struct joining *j, size_t i, struct strbuf *why)
{
    struct walk x, y;
    walk_begin(&x, j->m, &j->m->games[i]);
    walk_begin(&y, j->other, &j->other->games[i]);
    for (;;) {
        const bool more_x = next_common(&x), more_y = next_common(&y);
        if (more_x != more_y)
            return differ(why, i + 1, 0, W_("the number of events"));
        if (!more_x)
            return true;
        const char *what = event_difference(&x, &y);
        if (what != NULL)
            return differ(why, i + 1, x.index + 1, what);
        add_event(j, &x, &y);
    }
}

static bool join_games(const struct joining *j, struct strbuf *why)
{
    const struct match *m = j->m, *other = j->other;
    if (m->length != other->length)
        return differ(why, 0, 0, W_("the match length"));
    if (m->rules.variant != other->rules.variant)
        return differ(why, 0, 0, W_("the variant"));
    if (m->n_games != other->n_games)
        return differ(why, 0, 0, W_("the number of games"));
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *x = &m->games[i], *y = &other->games[i];
        if (x->score[0] != y->score[0] || x->score[1] != y->score[1])
            return differ(why, i + 1, 0, "the score");
        if (x->winner != y->winner || x->points != y->points)
            return differ(why, i + 1, 0, W_("the result"));
        if (!join_game(j, i, why))
            return false;
    }
    return true;
}

/* Programs do not agree on who is the first player. */
static bool fits(struct joining *j, struct match *other, struct strbuf *why)
{
    j->only_looks = true;
    if (join_games(j, why))
        return true;
    match_swap_players(other);
    if (join_games(j, NULL))
        return true;
    match_swap_players(other);
    return false;
}

bool match_join(struct match *m, struct match *other, struct strbuf *why)
{
    struct joining j = {.m = m, .other = other, .first_set = (int)m->n_sets};
    if (!fits(&j, other, why))
        return false;
    strbuf_clear(why);
    for (size_t i = 0; i < other->n_sets; i++)
        (void)match_add_set(m, &other->sets[i]);
    j.only_looks = false;
    (void)join_games(&j, why);
    for (size_t i = 0; i < m->n_games; i++)
        add_comment(m, &m->games[i].comment, other->games[i].comment);
    add_comment(m, &m->comment, other->comment);
    match_fill_info(m, &other->info);
    m->format = "";
    return true;
}
