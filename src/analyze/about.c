/* What turns are about; see about.h. */
#include "analyze/about.h"

#include "base/fnv.h"
#include "base/helpers.h"
#include "base/version.h"

uint64_t about_set(const struct annotation_set *s)
{
    static const uint16_t order_of_bytes = 1;
    uint64_t mark = fnv(0, &order_of_bytes, sizeof order_of_bytes);
    const char *const texts[] = {KIBITZER_VERSION, s->engine, s->version, s->level, s->settings, s->met};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        mark = shares_mark_text(mark, texts[i]);
    return mark;
}

uint64_t about_position(uint64_t set, const struct position *p, int64_t what)
{
    const struct rules *r = &p->rules;
    const int64_t figures[] = {what,          p->on_roll,       p->turn,    p->dice[0],    p->dice[1],  p->cube,
                               p->cube_owner, p->offer,         p->under,   p->resigned,   p->score[0], p->score[1],
                               p->length,     p->crawford_game, p->state,   r->variant,    r->cube,     r->cube_limit,
                               r->crawford,   r->jacoby,        r->beavers, r->one_beaver, r->automatic};
    uint64_t mark = fnv(set, &p->board, sizeof p->board);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        mark = shares_mark_number(mark, figures[i]);
    return mark;
}
