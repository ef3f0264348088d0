/* Restating the annotations of a file: see restate.h. A replay knows score and cube at each event, and
 * with them every stored figure can be turned into every other. Formulas: docs/analysis.md, "Units" and "Cube
 * decisions"; how GNU Backgammon stores them: docs/formats/sgf.md. */
#include "analyze/restate.h"

#include <math.h>
#include <string.h>

#include "analyze/decisions.h"
#include "analyze/luck.h"
#include "analyze/skill.h"
#include "analyze/stats.h"
#include "analyze/units.h"

struct restating {
    struct match *match;
    const struct met *met;
    const float *threshold; /* NULL = marks stay as they came */
    int set;
    struct cube_analysis *doubled; /* of the double that waits for its answer */
    struct move_list moves; /* scratch */
};

static void remark(const struct restating *r, enum skill *skill, float error)
{
    if (r->threshold)
        *skill = skill_of_error(error, r->threshold);
}

/* ---- rollouts: their value and standard errors in both units ---- */

static void restate_stderror(struct rollout_error *e, double per_emg)
{
    if (e == NULL)
        return;
    if (isnan(e->mwc))
        e->mwc = (float)(e->cubeful * per_emg);
    else if (isnan(e->cubeful) && per_emg > 0)
        e->cubeful = (float)(e->mwc / per_emg);
}

static void restate_rollouts(const struct restating *r, const struct decisions *d, struct play_analysis *p)
{
    int who = d->walk.event->player;
    for (int i = 0; p && i < p->n; i++) {
        struct candidate *c = &p->candidates[i];
        if (c->level.kind != EVAL_ROLLOUT)
            continue;
        if (isnan(c->mwc))
            c->mwc = (float)units_mwc(r->met, &d->before, who, c->equity);
        restate_stderror(c->stderror, units_per_emg(r->met, &d->before, who));
    }
}

/* ---- chequer play and luck ---- */

/* Files may hold winning chances alone. */
static void restate_candidates(const struct restating *r, const struct decisions *d, struct play_analysis *p)
{
    for (int i = 0; i < p->n; i++)
        if (isnan(p->candidates[i].equity) && !isnan(p->candidates[i].mwc))
            p->candidates[i].equity =
                (float)units_equity(r->met, &d->before, d->walk.event->player, p->candidates[i].mwc);
}

/* Files name the plays that they analysed, not how many there were. */
static void count_plays(struct restating *r, const struct decisions *d, struct play_analysis *p)
{
    int legal = moves_list(&d->before.board, d->before.dice[0], d->before.dice[1], &r->moves);
    p->n_legal = legal > p->n ? legal : p->n;
    bool equal = !r->match->sets[r->set].own; /* our own says so itself, and may keep no more than one */
    for (int i = 1; i < p->n; i++)
        equal = equal && p->candidates[i].equity == p->candidates[0].equity;
    p->irrelevant = p->irrelevant || equal;
}

static void restate_play(struct restating *r, const struct decisions *d, struct annotation *a)
{
    struct play_analysis *p = a->play;
    if (!p || p->n == 0)
        return;
    restate_candidates(r, d, p);
    count_plays(r, d, p);
    restate_rollouts(r, d, p);
    if (!(p->mwc > 0))
        p->mwc = (float)units_mwc(r->met, &d->before, d->walk.event->player, p->candidates[0].equity);
    if (p->played < 0 || p->played >= p->n)
        return;
    if (isnan(p->error))
        p->error = fmaxf(0, p->candidates[0].equity - p->candidates[p->played].equity);
    if (isnan(p->error_mwc))
        p->error_mwc = (float)(p->error * units_per_emg(r->met, &d->before, d->walk.event->player));
    remark(r, &a->play_skill, p->n_legal > 1 ? p->error : 0);
}

static void restate_luck(const struct restating *r, const struct decisions *d, struct annotation *a)
{
    const double per_emg = units_per_emg(r->met, &d->before, d->walk.event->player);
    if (isnan(a->luck) && isfinite(a->luck_mwc) && per_emg > 0)
        a->luck = (float)(a->luck_mwc / per_emg);
    if (!isfinite(a->luck))
        a->luck = a->luck_mwc = NAN;
    if (isnan(a->luck))
        return;
    if (isnan(a->luck_mwc))
        a->luck_mwc = (float)(a->luck * per_emg);
    if (r->threshold)
        a->luck_mark = luck_mark_of(a->luck, luck_limits);
}

/* ---- cube ---- */

static void restate_equity(const struct restating *r, const struct position *p, float *equity, float *mwc)
{
    if (isnan(*equity) && !isnan(*mwc))
        *equity = (float)units_equity(r->met, p, p->on_roll, *mwc);
    else if (isnan(*mwc) && !isnan(*equity))
        *mwc = (float)units_mwc(r->met, p, p->on_roll, *equity);
}

static bool gammons_count(const struct cube_analysis *c, const struct position *p)
{
    const bool jacoby = p->length == 0 && p->rules.jacoby && p->cube_owner == CUBE_CENTRED;
    return !jacoby && !(c->branch[0].outcome.win_gammon <= 0);
}

static void restate_branches(const struct restating *r, const struct decisions *d, struct cube_analysis *c)
{
    const struct position *p = &d->undoubled;
    restate_equity(r, p, &c->nd, &c->branch[0].mwc);
    restate_equity(r, p, &c->dt, &c->branch[1].mwc);
    for (int i = 0; i < 2; i++)
        restate_stderror(c->branch[i].stderror, units_per_emg(r->met, p, p->on_roll));
}

static struct cube_judgement restate_cube(const struct restating *r, const struct decisions *d, struct cube_analysis *c)
{
    const struct position *p = &d->undoubled;
    restate_branches(r, d, c);
    if (isnan(c->dp))
        c->dp = 1;
    struct cube_circumstances how = {.live = position_cube_is_live(p, p->on_roll),
                                     .beavers = position_may_raise(p),
                                     .gammons = gammons_count(c, p),
                                     .raises = c->raises};
    struct cube_judgement j;
    cube_judge(c->nd, c->dt, c->dp, how, &j);
    if (c->verdict == VERDICT_NONE && !isnan(c->nd) && !isnan(c->dt))
        c->verdict = j.verdict;
    return j;
}

static void set_error(const struct restating *r, const struct decisions *d, float error, float *emg, float *mwc)
{
    if (isnan(*emg))
        *emg = error;
    if (isnan(*mwc))
        *mwc = (float)(*emg * units_per_emg(r->met, &d->undoubled, d->undoubled.on_roll));
}

static bool is_known(const struct cube_analysis *c)
{
    return c && (!isnan(c->nd) || !isnan(c->branch[0].mwc)) && (!isnan(c->dt) || !isnan(c->branch[1].mwc));
}

static void restate_doubler(struct restating *r, const struct decisions *d, struct annotation *a)
{
    bool doubled = d->doubles;
    if (!is_known(a->cube))
        return;
    struct cube_judgement j = restate_cube(r, d, a->cube);
    set_error(r, d, doubled ? j.double_error : j.roll_error, &a->cube->double_error, &a->cube->double_error_mwc);
    remark(r, &a->cube_skill, a->cube->double_error);
    if (doubled)
        r->doubled = a->cube;
}

/* The answer is judged by the doubler's analysis, stored with it or not. */
static void restate_answer(struct restating *r, const struct decisions *d, struct event *e)
{
    struct annotation *a = event_annotate(r->match, e, r->set);
    if (!a->cube && r->doubled) {
        a->cube = arena_alloc(r->match->arena, sizeof *a->cube);
        *a->cube = *r->doubled;
        a->cube->answer_error = a->cube->answer_error_mwc = NAN;
        a->cube->raw = NULL;
    }
    if (a->cube == NULL || !is_known(a->cube))
        return;
    struct cube_judgement j = restate_cube(r, d, a->cube);
    float error = e->kind == EVENT_TAKE ? j.take_error : e->kind == EVENT_DROP ? j.pass_error : j.beaver_error;
    a->cube->double_error = a->cube->double_error_mwc = NAN;
    set_error(r, d, error, &a->cube->answer_error, &a->cube->answer_error_mwc);
    remark(r, &a->cube_skill, a->cube->answer_error);
}

/* ---- the match ---- */

static void restate_event(struct restating *r, const struct decisions *d, struct event *e)
{
    struct annotation *a = (struct annotation *)event_annotation(e, r->set);
    if (d->answers_double && (a || r->doubled))
        restate_answer(r, d, e);
    if (!a)
        return;
    if (d->doubles || d->may_double)
        restate_doubler(r, d, a);
    if (d->asks && is_known(a->cube))
        restate_cube(r, d, a->cube); /* nobody has decided: there is a proper action, and no error */
    if (d->roll) {
        restate_play(r, d, a);
        restate_luck(r, d, a);
    }
}

static void restate_game(struct restating *r, struct game *g)
{
    struct decisions d;
    for (decisions_begin(&d, r->match, g); decisions_next(&d);) {
        struct event *e = &g->events[d.walk.index];
        if (d.doubles)
            r->doubled = NULL;
        restate_event(r, &d, e);
    }
    r->doubled = NULL;
}

/* Whether anything analysed carries a mark. Marks without a figure behind them are an author's own: they say nothing
 * of the others. */
static bool is_marked(const struct match *m, int set)
{
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct annotation *a = event_annotation(&m->games[g].events[i], set);
            if (a != NULL && ((a->play && a->play_skill != SKILL_NONE) || (a->cube && a->cube_skill != SKILL_NONE) ||
                              (!isnan(a->luck) && a->luck_mark != LUCK_NONE)))
                return true;
        }
    return false;
}

/* The limits to draw marks by: those asked for; else, where the file has no marks, its program's or the usual ones. */
static const float *limits_of(const struct annotation_set *set, bool marked, const float *asked, float usual[3])
{
    if (asked || marked)
        return asked;
    if (set->threshold[2] > 0)
        return set->threshold;
    thresholds_parse("gnubg", usual);
    return usual;
}

void restate_set(struct match *m, int set, const struct met *met, const float *threshold)
{
    float usual[3];
    struct restating r = {
        .match = m, .met = met, .threshold = limits_of(&m->sets[set], is_marked(m, set), threshold, usual), .set = set};
    for (size_t i = 0; i < m->n_games; i++)
        restate_game(&r, &m->games[i]);
    moves_free(&r.moves);
    if (r.threshold)
        memmove(m->sets[set].threshold, r.threshold, sizeof m->sets[set].threshold);
    statistics_fill(m, set, met);
}

static void restate_values_of_game(const struct restating *r, struct game *g)
{
    struct decisions d;
    for (decisions_begin(&d, r->match, g); decisions_next(&d);) {
        struct annotation *a = (struct annotation *)event_annotation(&g->events[d.walk.index], r->set);
        if (a && a->cube && (d.doubles || d.may_double || d.answers_double))
            restate_branches(r, &d, a->cube);
        if (a && d.roll)
            restate_rollouts(r, &d, a->play);
    }
}

void restate_values(struct match *m, const struct met *met)
{
    for (size_t set = 0; set < m->n_sets; set++)
        for (size_t i = 0; i < m->n_games; i++)
            restate_values_of_game(&(struct restating){.match = m, .met = met, .set = (int)set}, &m->games[i]);
}

/* A set of ours that came back out of another program's format: cube decisions in match winning chances, no errors. */
static bool is_incomplete(const struct match *m, int set)
{
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct annotation *a = event_annotation(&m->games[g].events[i], set);
            const struct cube_analysis *c = a != NULL ? a->cube : NULL;
            if (c != NULL && !isnan(c->branch[0].mwc) &&
                (isnan(c->nd) || (isnan(c->double_error) && isnan(c->answer_error))))
                return true;
        }
    return false;
}

void restate_match(struct match *m, const struct met *met, const float *threshold)
{
    for (size_t i = 0; i < m->n_sets; i++)
        if (!m->sets[i].own || is_incomplete(m, (int)i))
            restate_set(m, (int)i, met, threshold);
        else if (m->statistics[i].games == 0) /* of our own, from a dump: it holds no sums */
            statistics_fill(m, (int)i, met);
}

void restate_for(struct match *m, enum figures_wanted figures, const char *format, const struct met *met)
{
    const bool own = strcmp(m->format, format) == 0;
    if (figures == FIGURES_AS_READ || (figures == FIGURES_RETURNED && own))
        return;
    if (figures == FIGURES_EXCHANGED && own)
        restate_values(m, met);
    else
        restate_match(m, met, NULL);
}
