/* The engine as a player; see player.h. */
#include "play/player.h"

#include <stdlib.h>

#include "base/xmalloc.h"

struct engine_player {
    struct player base;
    const struct engine *engine;
    struct worker *worker;
    struct level level;
};

static bool engine_doubles(struct player *self, const struct position *p, bool *yes)
{
    struct engine_player *e = (struct engine_player *)self;
    struct cube_answer c;
    *yes = engine_cube(e->engine, e->worker, p, &e->level, &c) && judged_to_double(&c);
    return true;
}

static bool engine_answers(struct player *self, const struct position *p, enum answer *out)
{
    struct engine_player *e = (struct engine_player *)self;
    struct position before = *p;
    struct cube_answer c;
    before.offer = OFFER_NONE;
    before.turn = p->on_roll;
    bool live = engine_cube(e->engine, e->worker, &before, &e->level, &c);
    *out = judged_answer(&c, live, p);
    return true;
}

static bool engine_play(struct player *self, const struct position *p, struct board *after)
{
    struct engine_player *e = (struct engine_player *)self;
    struct ranked_plays plays = {0};
    *after = engine_plays(e->engine, e->worker, p, &e->level, NULL, &plays) > 0 ? plays.at[0].after : p->board;
    ranked_plays_done(&plays);
    return true;
}

static void engine_free(struct player *self)
{
    struct engine_player *e = (struct engine_player *)self;
    worker_free(e->worker);
    xfree(e);
}

struct player *player_engine(const struct engine *e, const struct level *l)
{
    struct engine_player *p = xcalloc(1, sizeof *p);
    p->base = (struct player){.name = l->name,
                              .doubles = engine_doubles,
                              .answers = engine_answers,
                              .plays = engine_play,
                              .free = engine_free};
    p->engine = e;
    p->level = *l;
    p->worker = worker_new(e);
    return &p->base;
}

void player_free(struct player *p)
{
    if (p != NULL)
        p->free(p);
}
