/* Annotations in SGF: A and DA with evaluations (E) and rollouts (X), luck and marks. Format: docs/formats/sgf.md. */
#include <math.h>

#include "export/record/sgf_write.h"

/* ---- evaluations ---- */

typedef void put_figure(struct strbuf *out, double x);

static void put_outcome(struct strbuf *out, const struct outcome *o, put_figure *put)
{
    put(out, o->win);
    put(out, o->win_gammon);
    put(out, o->win_backgammon);
    put(out, o->lose_gammon);
    put(out, o->lose_backgammon);
}

static void put_plies(struct strbuf *out, const struct eval_level *l)
{
    strbuf_putc(out, ' ');
    strbuf_int(out, l->plies);
    strbuf_puts(out, l->cubeful ? "C" : "");
}

static bool is_known(const struct outcome *o)
{
    return !isnan(o->win) && !isnan(o->win_gammon) && !isnan(o->win_backgammon) && !isnan(o->lose_gammon) &&
           !isnan(o->lose_backgammon);
}

/* Five probabilities, cubeless equity, cubeful value. */
static void put_seven(struct strbuf *out, const struct outcome *o, double cubeless, double cubeful, put_figure *put)
{
    put_outcome(out, o, put);
    put(out, cubeless);
    put(out, cubeful);
}

/* GNU Backgammon's flag "with pruning nets", which its evaluations carry and ours do not. */
static bool prunes(const struct sgf_writer *w)
{
    return !w->m->sets[w->set].own;
}

/* ---- rollouts: X, read by GNU Backgammon 1.07. What is not known is 0 ---- */

static void put_exactly(struct strbuf *out, double x)
{
    strbuf_printf(out, " %.10g", isnan(x) ? 0 : x);
}

/* Output and StdDev. In a match the seventh figures are MWC, in money play equities. */
static void put_rolled(const struct sgf_writer *w, const struct outcome *o, double cubeless, double cubeful,
                       const struct rollout_error *e)
{
    static const struct rollout_error unknown;
    const struct rollout_error *known = e != NULL ? e : &unknown;
    strbuf_puts(w->out, " Output");
    put_seven(w->out, o, isnan(cubeless) ? outcome_equity(*o) : cubeless, cubeful, put_exactly);
    strbuf_puts(w->out, " StdDev");
    put_seven(w->out, &known->outcome, known->cubeless, w->m->length > 0 ? known->mwc : known->cubeful, put_exactly);
}

static void put_context(const struct sgf_writer *w, const char *word, const struct eval_level *l)
{
    strbuf_putc(w->out, ' ');
    strbuf_puts(w->out, word);
    strbuf_puts(w->out, " ver 3");
    put_plies(w->out, l);
    strbuf_puts(w->out, " 1");
    sgf_put_number(w->out, l->noise);
    strbuf_puts(w->out, prunes(w) ? " 1" : " 0");
}

/* Both players think alike: a record's settings know no difference. */
static void put_contexts(const struct sgf_writer *w, const struct rollout_settings *s)
{
    put_context(w, "cube0", &s->early.cube);
    put_context(w, "cheq0", &s->early.chequer);
    put_context(w, "cube1", &s->early.cube);
    put_context(w, "cheq1", &s->early.chequer);
    put_context(w, "latecube0", &s->late.cube);
    put_context(w, "latecheq0", &s->late.chequer);
    put_context(w, "latecube1", &s->late.cube);
    put_context(w, "latecheq1", &s->late.chequer);
    put_context(w, "cubetrunc", &s->last.cube);
    put_context(w, "cheqtrunc", &s->last.chequer);
}

static bool has_more_words(const struct rollout_settings *s)
{
    return s->min_trials > 0 || s->max_trials > 0 || s->early.chequer.name != NULL || s->early.cube.name != NULL ||
           s->late.chequer.name != NULL || s->last.chequer.name != NULL;
}

/* RC: docs/formats/sgf.md. The generator must be one that GNU Backgammon knows. */
static void put_settings(const struct sgf_writer *w, const struct rollout_settings *stated, bool cubeful,
                         const struct property *raw)
{
    static const struct rollout_settings unknown;
    const struct rollout_settings *s = stated != NULL ? stated : &unknown;
    strbuf_printf(w->out, " SK 0 RC %d %d %d %d %d %d %d %d %d %d \"", cubeful, s->variance_reduction, s->opening,
                  s->quasi_random, s->late_from > 0, s->truncation > 0, s->truncation, s->stop_two_sided,
                  s->stop_one_sided, s->late_from);
    sgf_put_text(w->out, s->dice != NULL ? s->dice : "Mersenne Twister");
    strbuf_puts(w->out, "\" ");
    strbuf_int(w->out, s->seed);
    put_contexts(w, s);
    *w->cut_rollouts += raw != NULL || has_more_words(s);
}

/* False if the record does not know enough for X: then it is written as an evaluation, and that is reported. */
static bool is_rollout(const struct sgf_writer *w, const struct eval_level *l, bool known)
{
    if (l->kind != EVAL_ROLLOUT)
        return false;
    *w->plain_rollouts += !known;
    return known;
}

static void rolled_candidate(const struct sgf_writer *w, const struct candidate *c)
{
    strbuf_puts(w->out, " X ver 3 Score");
    put_exactly(w->out, c->equity);
    put_exactly(w->out, isnan(c->cubeless) ? outcome_equity(c->outcome) : c->cubeless);
    strbuf_printf(w->out, " Trials %d", c->level.trials);
    put_rolled(w, &c->outcome, c->cubeless, w->m->length > 0 ? c->mwc : c->equity, c->stderror);
    put_settings(w, c->rollout, c->level.cubeful, c->raw);
}

static void rolled_cube(const struct sgf_writer *w, const struct cube_analysis *c, const double value[2])
{
    static const char *const names[2] = {" NoDouble", " DoubleTake"};
    strbuf_printf(w->out, "DA[X ver 3 Eq Trials %d", c->level.trials);
    for (int i = 0; i < 2; i++) {
        strbuf_puts(w->out, names[i]);
        put_rolled(w, &c->branch[i].outcome, c->branch[i].cubeless, value[i], c->branch[i].stderror);
    }
    put_settings(w, c->rollout, c->level.cubeful, c->raw);
    strbuf_putc(w->out, ']');
}

/* ---- evaluations of plays and cubes ---- */

static void evaluated_candidate(const struct sgf_writer *w, const struct candidate *c)
{
    strbuf_puts(w->out, " E ver 3");
    put_outcome(w->out, &c->outcome, sgf_put_number);
    sgf_put_number(w->out, c->equity);
    put_plies(w->out, &c->level);
    strbuf_puts(w->out, " 0 1");
    sgf_put_number(w->out, c->level.noise);
    strbuf_puts(w->out, prunes(w) ? " 1" : " 0");
}

static void candidate_value(const struct sgf_writer *w, int who, const struct candidate *c)
{
    struct strbuf *out = w->out;
    const struct property *raw = c->raw != NULL && sgf_is_own(c->raw) && c->raw->n_values > 0 ? c->raw : NULL;
    strbuf_putc(out, '[');
    if (raw != NULL) {
        strbuf_puts(out, raw->values[0]);
    } else {
        sgf_put_steps(out, who, &c->play);
        bool known = is_known(&c->outcome) && !isnan(c->equity);
        if (is_rollout(w, &c->level, known && (w->m->length == 0 || !isnan(c->mwc))))
            rolled_candidate(w, c);
        else if (known)
            evaluated_candidate(w, c);
    }
    strbuf_putc(out, ']');
}

static void play_property(const struct sgf_writer *w, int who, const struct play_analysis *p)
{
    if (p == NULL || p->n == 0)
        return;
    sgf_int_property(w->out, "A", p->played >= 0 ? p->played : p->n);
    for (int i = 0; i < p->n; i++)
        candidate_value(w, who, &p->candidates[i]);
}

/* In a match the seventh figure is MWC, in money play equity per unit of the cube before doubling. */
static void cube_property(const struct sgf_writer *w, const struct cube_analysis *c)
{
    if (c == NULL)
        return;
    if (c->raw != NULL && sgf_is_own(c->raw)) {
        sgf_raw_property(w->out, c->raw);
        return;
    }
    bool match = w->m->length > 0;
    double value[2] = {match ? c->branch[0].mwc : c->nd, match ? c->branch[1].mwc : c->dt};
    if (!is_known(&c->branch[0].outcome) || isnan(value[0]) || isnan(value[1]))
        return;
    if (is_rollout(w, &c->level, is_known(&c->branch[1].outcome))) {
        rolled_cube(w, c, value);
        return;
    }
    strbuf_puts(w->out, "DA[E ver 3");
    put_plies(w->out, &c->level);
    strbuf_puts(w->out, " 1");
    sgf_put_number(w->out, c->level.noise);
    strbuf_puts(w->out, prunes(w) ? " 1" : " 0");
    for (int i = 0; i < 2; i++) {
        const struct cube_branch *b = &c->branch[is_known(&c->branch[i].outcome) ? i : 0];
        put_seven(w->out, &b->outcome, isnan(b->cubeless) ? outcome_equity(b->outcome) : b->cubeless, value[i],
                  sgf_put_number);
    }
    strbuf_putc(w->out, ']');
}

static void luck_properties(const struct sgf_writer *w, int who, const struct annotation *a)
{
    if (!isnan(a->luck)) {
        strbuf_puts(w->out, "LU[");
        strbuf_fixed(w->out, a->luck, 5);
        strbuf_putc(w->out, ']');
    }
    int lucky = a->luck_mark > 0 ? who : !who; /* good for whom */
    if (a->luck_mark != LUCK_NONE)
        sgf_int_property(w->out, lucky == 0 ? "GW" : "GB",
                         a->luck_mark == LUCK_LUCKY || a->luck_mark == LUCK_UNLUCKY ? 1 : 2);
}

static void skill_property(const struct sgf_writer *w, enum skill s, const char *doubtful, const char *bad)
{
    if (s == SKILL_DOUBTFUL) {
        strbuf_puts(w->out, doubtful);
        strbuf_puts(w->out, "[]");
    } else if (s != SKILL_NONE) {
        sgf_int_property(w->out, bad, s == SKILL_BAD ? 1 : 2);
    }
}

/* The annotation in GNU Backgammon's order. Words of the source that are in `raw` go first. */
void sgf_annotation_properties(const struct sgf_writer *w, const struct event *e)
{
    const struct annotation *a = w->set >= 0 ? event_annotation(e, w->set) : NULL;
    if (a == NULL)
        return;
    static const char *const nothing[] = {NULL};
    bool roll = e->kind == EVENT_PLAY || e->kind == EVENT_ROLL || e->kind == EVENT_SET_DICE;
    sgf_kept_properties(w->out, a->raw, nothing);
    if (sgf_kept(a->raw, "DA") == NULL)
        cube_property(w, a->cube);
    if (sgf_kept(a->raw, "A") == NULL)
        play_property(w, e->player, a->play);
    if (roll && sgf_kept(a->raw, "LU") == NULL)
        luck_properties(w, e->player, a);
    skill_property(w, roll ? a->play_skill : a->cube_skill, "DO", "BM");
    if (roll)
        skill_property(w, a->cube_skill, "DC", "BC");
}

/* The author's mark has a word of SGF's own where that is not taken, nor would be read as a figure's. */
bool sgf_has_mark_word(const struct sgf_writer *w, const struct event *e)
{
    const struct annotation *a = w->set >= 0 ? event_annotation(e, w->set) : NULL;
    const bool roll = e->kind == EVENT_PLAY;
    if (!event_can_be_marked(e) || e->mark == MARK_NONE)
        return false;
    if (e->mark >= MARK_INTERESTING)
        return sgf_kept(e->properties, e->mark == MARK_INTERESTING ? "IT" : "TE") == NULL;
    return a == NULL || (a->raw == NULL && (roll ? a->play == NULL && a->play_skill == SKILL_NONE
                                                 : a->cube == NULL && a->cube_skill == SKILL_NONE));
}

void sgf_mark_property(const struct sgf_writer *w, const struct event *e)
{
    if (e->mark == MARK_INTERESTING)
        strbuf_puts(w->out, "IT[]");
    else if (e->mark >= MARK_GOOD)
        sgf_int_property(w->out, "TE", e->mark == MARK_GOOD ? 1 : 2);
    else
        skill_property(w, (enum skill)e->mark, "DO", "BM");
}

bool sgf_has_undoubled_word(const struct sgf_writer *w, const struct event *e)
{
    const struct annotation *a = w->set >= 0 ? event_annotation(e, w->set) : NULL;
    return e->kind == EVENT_PLAY && e->undoubled_mark != MARK_NONE && e->undoubled_mark <= MARK_VERY_BAD &&
           (a == NULL || (a->raw == NULL && a->cube == NULL && a->cube_skill == SKILL_NONE));
}

void sgf_undoubled_property(const struct sgf_writer *w, const struct event *e)
{
    skill_property(w, (enum skill)e->undoubled_mark, "DC", "BC");
}

/* ---- what is left out ---- */

static bool is_unknown(const struct rollout_players *p)
{
    return p->chequer.kind == EVAL_NONE || p->cube.kind == EVAL_NONE;
}

/* RC states every setting: what is not known reads as if it had been nought. */
static bool is_settled(const struct rollout_settings *s)
{
    return s != NULL && !is_unknown(&s->early) && (s->late_from == 0 || !is_unknown(&s->late)) &&
           (s->truncation == 0 || !is_unknown(&s->last));
}

/* What has no level reads as 0 plies: as much a loss as a name. */
static void count_level(struct losses *l, const struct eval_level *level, const struct rollout_settings *settings)
{
    const bool rolled = level->kind == EVAL_ROLLOUT;
    l->count[LOSS_LEVELS] += level->kind == EVAL_NONE || (rolled && level->name != NULL);
    l->count[LOSS_ROLLOUTS] += rolled && !is_settled(settings);
}

static bool is_as_read(const struct property *raw)
{
    return raw != NULL && sgf_is_own(raw);
}

/* What X leaves out of a rollout is counted where it is written. */
static void count_candidate(struct losses *l, const struct candidate *c)
{
    const bool nothing = !is_known(&c->outcome) && isnan(c->equity);
    if (is_as_read(c->raw) || (nothing && c->level.kind == EVAL_NONE))
        return;
    count_level(l, &c->level, c->rollout);
    if (c->level.kind != EVAL_ROLLOUT)
        loss_of_candidate(l, c);
}

static void count_cube(struct losses *l, const struct cube_analysis *c)
{
    const bool as_read = is_as_read(c->raw);
    if (!as_read)
        count_level(l, &c->level, c->rollout);
    if (as_read || c->level.kind == EVAL_ROLLOUT) {
        l->count[LOSS_MAPS] += c->maps != NULL;
        l->count[LOSS_LESSONS] += c->lesson != NULL;
    } else {
        loss_of_cube(l, c);
    }
}

/* What A and DA leave out of an annotation. */
void sgf_count_annotation(const struct sgf_writer *w, const struct event *e, struct losses *l)
{
    const struct annotation *a = w->set >= 0 ? event_annotation(e, w->set) : NULL;
    if (a == NULL)
        return;
    bool figures = true, match = w->m->length > 0;
    for (int i = 0; a->play != NULL && i < a->play->n; i++) {
        const struct candidate *c = &a->play->candidates[i];
        count_candidate(l, c);
        figures = figures && is_known(&c->outcome) == !isnan(c->equity);
    }
    l->count[LOSS_LESSONS] += a->play != NULL && a->play->lesson != NULL;
    l->count[LOSS_MAPS] += a->play != NULL && a->play->scores != NULL;
    for (int i = 0; a->cube != NULL && i < 2; i++) {
        const struct cube_branch *b = &a->cube->branch[i];
        figures = figures && is_known(&b->outcome) && !isnan(match ? b->mwc : i == 0 ? a->cube->nd : a->cube->dt);
    }
    if (a->cube != NULL)
        count_cube(l, a->cube);
    for (const struct property *p = a->raw; p != NULL; p = p->next)
        l->count[LOSS_ANALYSIS_WORDS] += !sgf_is_own(p);
    l->count[LOSS_ANALYSIS] += !figures || a->resigned != NULL;
}
