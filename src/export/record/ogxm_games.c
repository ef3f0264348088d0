/* OGXM: games and their plies. */
#include <string.h>

#include "export/record/ogxm_write.h"
#include "format/ogxm_head.h"
#include "format/ogxm_play.h"

struct game_writer {
    struct ogxm_writer *w;
    const struct game *g;
    struct ogxm_ref *refs;
    struct replay now;
    struct strbuf *out;
    bool any; /* ply yet */
};

/* What had no event, behind the one it stood behind. */
static void put_others(struct game_writer *c, const struct property *list)
{
    for (const struct property *p = ogxm_kept(list, "plies"); p != NULL; p = ogxm_kept(p->next, "plies"))
        if (p->n_values > 0 && ogxm_hex(p->values[0], c->out)) {
            c->w->n_plies++;
            c->any = true;
        }
}

/* The ply as it was read, if the events are still what it says. */
static size_t put_kept(struct game_writer *c, size_t i)
{
    const char *text = ogxm_kept_text(c->g->events[i].properties, "ply");
    struct strbuf bytes = {0};
    struct ogxm_ply p;
    struct ogxm_turn t;
    size_t n = 0;
    if (text != NULL && ogxm_hex(text, &bytes)) {
        struct ogxm_in in = ogxm_in((struct span){strbuf_text(&bytes), bytes.length});
        if (ogxm_read_ply(&in, &p) && in.b.at == bytes.length) {
            ogxm_turn(&p, c->w->m, &c->now, &t);
            n = ogxm_same_turn(&t, &c->now, c->g, i);
        }
    }
    if (n > 0)
        strbuf_add(c->out, bytes.at, bytes.length);
    strbuf_done(&bytes);
    return n;
}

static unsigned action_at(const struct strbuf *out, size_t from)
{
    enum { ACTION = 63 };
    return from < out->length ? (unsigned char)out->at[from] & ACTION : ACTION;
}

static void put_events(struct game_writer *c, size_t first, size_t n, size_t from, bool own)
{
    if (own) {
        c->w->n_plies++;
        c->any = true;
    }
    for (size_t i = first; i < first + n; i++) {
        c->refs[i] = (struct ogxm_ref){.ply = c->w->n_plies - (c->any ? 1 : 0),
                                       .own = own && i == first,
                                       .any = c->any,
                                       .action = action_at(c->out, from)};
        replay_apply(&c->now, &c->g->events[i], NULL);
    }
    if (n == 1 && ogxm_put_beavered_cube(c->out, &c->now, c->g, first))
        c->w->n_plies++;
    for (size_t i = first; i < first + n; i++)
        put_others(c, c->g->events[i].properties);
}

void ogxm_game_payload(struct ogxm_writer *w, size_t game, struct strbuf *out)
{
    struct game_writer c = {.w = w, .g = &w->m->games[game], .refs = w->refs[game], .out = out};
    const size_t set_ups = ogxm_set_ups(w->m, c.g);
    uint64_t mask;
    ogxm_head_record(w, c.g, out, &mask);
    replay_begin(&c.now, w->m, c.g);
    put_others(&c, c.g->properties);
    for (size_t i = 0; i < c.g->n_events;) {
        const size_t from = out->length;
        size_t n = i < set_ups ? 0 : put_kept(&c, i);
        if (n == 0 && i >= set_ups)
            n = ogxm_put_turn(out, &c.now, c.g, i);
        put_events(&c, i, n > 0 ? n : 1, from, n > 0);
        i += n > 0 ? n : 1;
    }
}
