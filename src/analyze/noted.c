/* Answers as annotations; see noted.h. */
#include "analyze/noted.h"

struct candidate noted_play(const struct ranked_play *r, const struct level *l)
{
    return (struct candidate){
        .play = r->play,
        .after = r->after,
        .level = {.kind = EVAL_PLY, .plies = r->plies, .cubeful = l->cubeful, .noise = l->noise},
        .outcome = r->outcome,
        .equity = l->cubeful ? r->cubeful : r->cubeless,
        .cubeless = r->cubeless,
    };
}

static struct cube_branch branch_of(const struct cube_answer *c, int i)
{
    return (struct cube_branch){
        .outcome = c->outcome[i], .cubeless = c->cubeless[i], .mwc = i == 0 ? c->mwc_nd : c->mwc_dt};
}

void noted_cube(struct cube_analysis *out, const struct cube_answer *c, const struct level *l)
{
    cube_analysis_begin(out);
    out->level = (struct eval_level){.kind = EVAL_PLY, .plies = c->plies, .cubeful = l->cubeful, .noise = l->noise};
    for (int i = 0; i < 2; i++)
        out->branch[i] = branch_of(c, i);
    out->nd = c->nd, out->dt = c->dt, out->dp = c->dp;
    out->raises = c->raises;
    out->verdict = c->verdict;
}

struct race_count *noted_race(const struct engine *e, const struct position *p, struct arena *a)
{
    struct race_answer r;
    if (!engine_race(e, p, &r))
        return NULL;
    struct race_count *out = arena_alloc(a, sizeof *out);
    out->exact = r.side[0].exact && r.side[1].exact;
    for (int i = 0; i < 2; i++) {
        const struct race_side *s = &r.side[i == 0 ? p->on_roll : 1 - p->on_roll];
        out->epc[i] = (float)s->race.epc;
        out->wastage[i] = (float)s->wastage;
    }
    return out;
}
