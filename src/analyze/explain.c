/* Reasons of all errors of a set; see lesson.h. Decisions are listed in the order of the match, two places for each
 * event; the errors among them are looked at by any worker, each in its own place; then what was found goes into the
 * record. */
#include "analyze/lesson.h"

#include <math.h>
#include <string.h>

#include "analyze/about.h"
#include "analyze/decisions.h"
#include "base/fnv.h"
#include "base/helpers.h"
#include "base/xmalloc.h"
#include "engine/cube.h"

struct wrong {
    struct annotation *note; /* NULL = no error */
    struct position before; /* with its dice; of the cube: the doubler on roll */
    bool cube;
    enum cube_done done; /* of the cube */
    struct cube_lesson found; /* of plays: the reasons alone */
};

struct explaining {
    struct match *match;
    const struct engine *engine;
    struct worker *const *workers;
    const struct level *level;
    uint64_t about; /* about_set() */
    struct wrong *at;
    size_t n, capacity;
};

static struct wrong *next_place(struct explaining *x)
{
    x->at = grow(x->at, x->n, &x->capacity, sizeof *x->at);
    x->at[x->n] = (struct wrong){.note = NULL};
    return &x->at[x->n++];
}

static void list_play(struct wrong *to, const struct decisions *d, struct annotation *a)
{
    struct play_analysis *p = a->play;
    if (p == NULL)
        return;
    p->lesson = NULL;
    if (d->roll && a->play_skill != SKILL_NONE && p->played > 0 && p->played < p->n)
        *to = (struct wrong){.note = a, .before = d->before};
}

/* As dumps hold it. */
static double in_millionths(double x)
{
    return (double)(float)(round(x * 1e6) / 1e6);
}

static void record_stakes(const struct explaining *x, const struct position *doubler, struct cube_analysis *c)
{
    const struct outcome *o = &c->branch[0].outcome;
    struct cube_stakes s, *kept = arena_alloc(x->match->arena, sizeof *kept);
    if (!(o->win > 0)) /* not known */
        return;
    cube_stakes_at(doubler, engine_met(x->engine), o, &s);
    *kept = (struct cube_stakes){(double)NAN, in_millionths(s.gammon_value), in_millionths(s.opponent_gammon_value),
                                 in_millionths(s.take_point_dead), in_millionths(s.take_point_live)};
    c->stakes = kept;
}

static void list_cube(const struct explaining *x, struct wrong *to, const struct decisions *d, struct annotation *a)
{
    const enum event_kind kind = d->walk.event->kind;
    if (a->cube == NULL)
        return;
    a->cube->lesson = NULL;
    a->cube->market = 0;
    a->cube->stakes = NULL;
    if ((a->cube_skill == SKILL_NONE && !d->asks) || !(d->answers_double || d->doubles || d->may_double || d->asks))
        return;
    record_stakes(x, &d->undoubled, a->cube);
    if (a->cube_skill == SKILL_NONE || !position_cube_is_live(&d->undoubled, d->undoubled.on_roll))
        return;
    *to = (struct wrong){.note = a,
                         .before = d->undoubled,
                         .cube = true,
                         .done = !d->answers_double   ? d->doubles ? CUBE_DOUBLED : CUBE_ROLLED
                                 : kind == EVENT_TAKE ? CUBE_TAKEN
                                 : kind == EVENT_DROP ? CUBE_PASSED
                                                      : CUBE_BEAVERED};
}

static void list_errors(struct explaining *x, int set)
{
    for (size_t g = 0; g < x->match->n_games; g++) {
        struct game *game = &x->match->games[g];
        struct decisions d;
        for (decisions_begin(&d, x->match, game); decisions_next(&d);) {
            struct event *e = &game->events[d.walk.index];
            const bool judged = event_annotation(e, set) != NULL;
            struct wrong *to = next_place(x);
            if (judged)
                list_play(to, &d, event_annotate(x->match, e, set));
            to = next_place(x);
            if (judged)
                list_cube(x, to, &d, event_annotate(x->match, e, set));
        }
    }
}

static void explain_one(void *context, int hand, size_t i)
{
    const struct explaining *x = context;
    struct wrong *w = &x->at[i];
    struct worker *worker = x->workers[hand];
    if (w->cube)
        lesson_of_cube(x->engine, worker, &w->before, w->note->cube, w->done, x->level, &w->found);
    else
        lesson_of_play(x->engine, worker, &w->before, &w->note->play->candidates[0],
                       &w->note->play->candidates[w->note->play->played], &w->found.why);
}

/* ---- by helpers (helpers.h): each explains the errors that it has found ---- */

static bool is_wrong(const void *context, size_t i)
{
    return ((const struct explaining *)context)->at[i].note != NULL;
}

static uint64_t about_wrong(const void *context, size_t i)
{
    const struct explaining *x = context;
    const struct wrong *w = &x->at[i];
    if (w->cube)
        return about_position(x->about, &w->before, 1 + (int64_t)w->done);
    const struct candidate *played = &w->note->play->candidates[w->note->play->played];
    return fnv(about_position(x->about, &w->before, 0), &played->after, sizeof played->after);
}

static void put_found(const void *context, size_t i, struct strbuf *out)
{
    strbuf_add(out, (const char *)&((const struct explaining *)context)->at[i].found, sizeof(struct cube_lesson));
}

static bool take_found(void *context, size_t i, struct span came)
{
    struct wrong *w = &((struct explaining *)context)->at[i];
    if (came.length != sizeof w->found)
        return false;
    memcpy(&w->found, came.at, sizeof w->found);
    return true;
}

/* ---- into the record ---- */

/* Nothing was found: none. */
static void record_lesson(struct arena *arena, const struct lesson *found, const struct lesson **to)
{
    if (found->n == 0)
        return;
    struct lesson *l = arena_alloc(arena, sizeof *l);
    *l = *found;
    *to = l;
}

bool explain_errors(struct match *m, int set, const struct engine *e, struct worker *const *workers, int n_workers,
                    const struct level *level, const volatile sig_atomic_t *cancel)
{
    struct explaining x = {.match = m, .engine = e, .workers = workers, .level = level};
    x.about = about_set(&m->sets[set]);
    list_errors(&x, set);
    shares_for(n_workers, x.n, &(struct shares_turn){explain_one, put_found, take_found, is_wrong, about_wrong}, &x,
               cancel);
    const bool whole = cancel == NULL || !*cancel;
    for (size_t i = 0; whole && i < x.n; i++) {
        const struct wrong *w = &x.at[i];
        if (w->note == NULL)
            continue;
        record_lesson(m->arena, &w->found.why, w->cube ? &w->note->cube->lesson : &w->note->play->lesson);
        if (w->cube)
            w->note->cube->market = w->found.market;
    }
    xfree(x.at);
    return whole;
}
