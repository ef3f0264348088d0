/* Reasons of all errors of a set; see lesson.h. Errors are listed in the order of the match and looked at by any
 * worker, each in its own place; then what was found goes into the record. */
#include "analyze/lesson.h"

#include "analyze/decisions.h"
#include "base/threads.h"
#include "base/xmalloc.h"

struct wrong {
    struct annotation *note;
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
    struct wrong *at;
    size_t n, capacity;
};

static void add_wrong(struct explaining *x, struct wrong w)
{
    x->at = grow(x->at, x->n, &x->capacity, sizeof *x->at);
    x->at[x->n++] = w;
}

static void list_play(struct explaining *x, const struct decisions *d, struct annotation *a)
{
    struct play_analysis *p = a->play;
    if (p == NULL)
        return;
    p->lesson = NULL;
    if (d->roll && a->play_skill != SKILL_NONE && p->played > 0 && p->played < p->n)
        add_wrong(x, (struct wrong){.note = a, .before = d->before});
}

static void list_cube(struct explaining *x, const struct decisions *d, struct annotation *a)
{
    const enum event_kind kind = d->walk.event->kind;
    const bool answers = d->answers_double && (kind == EVENT_TAKE || kind == EVENT_DROP);
    if (a->cube == NULL)
        return;
    a->cube->lesson = NULL;
    a->cube->market = 0;
    if (a->cube_skill == SKILL_NONE || !(answers || d->doubles || d->may_double) ||
        !position_cube_is_live(&d->undoubled, d->undoubled.on_roll))
        return;
    add_wrong(x, (struct wrong){.note = a,
                                .before = d->undoubled,
                                .cube = true,
                                .done = !answers             ? d->doubles ? CUBE_DOUBLED : CUBE_ROLLED
                                        : kind == EVENT_TAKE ? CUBE_TAKEN
                                                             : CUBE_PASSED});
}

static void list_errors(struct explaining *x, int set)
{
    for (size_t g = 0; g < x->match->n_games; g++) {
        struct game *game = &x->match->games[g];
        struct decisions d;
        for (decisions_begin(&d, x->match, game); decisions_next(&d);) {
            struct event *e = &game->events[d.walk.index];
            if (event_annotation(e, set) == NULL)
                continue;
            list_play(x, &d, event_annotate(x->match, e, set));
            list_cube(x, &d, event_annotate(x->match, e, set));
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

/* Nothing was found: none. */
static void record_lesson(struct arena *arena, const struct lesson *found, const struct lesson **to)
{
    if (found->n == 0)
        return;
    struct lesson *l = arena_alloc(arena, sizeof *l);
    *l = *found;
    *to = l;
}

void explain_errors(struct match *m, int set, const struct engine *e, struct worker *const *workers, int n_workers,
                    const struct level *level)
{
    struct explaining x = {.match = m, .engine = e, .workers = workers, .level = level};
    list_errors(&x, set);
    threads_for(n_workers, x.n, explain_one, &x, NULL);
    for (size_t i = 0; i < x.n; i++) {
        const struct wrong *w = &x.at[i];
        record_lesson(m->arena, &w->found.why, w->cube ? &w->note->cube->lesson : &w->note->play->lesson);
        if (w->cube)
            w->note->cube->market = w->found.market;
    }
    xfree(x.at);
}
