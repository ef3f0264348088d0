/* Rounds of trials, spread over threads and summed up in a fixed order; rules that drop candidates and stop. Rounds end
 * at fixed numbers of trials, so what is seen there does not depend on threads, nor on interruptions. */
#include "rollout/rollout.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/helpers.h"
#include "base/xmalloc.h"
#include "engine/cube.h"
#include "match/dice.h"
#include "rollout/means.h"
#include "rollout/throws.h"
#include "rollout/trial.h"

/* ---- settings ---- */

void rollout_level(struct rollout_options *o, const struct level *chequer, const struct level *cube)
{
    for (int i = 0; i < 2; i++)
        o->early[i] = o->late[i] = (struct rollout_deciders){.chequer = *chequer, .cube = *cube};
    o->last = *chequer;
}

void rollout_defaults(struct rollout_options *o)
{
    *o = (struct rollout_options){.trials = 1296, .seed = 1, .cubeful = true, .variance_reduction = true};
    level_parse("0ply", &o->luck);
    rollout_level(o, &o->luck, &o->luck);
}

/* XG's plies are one more than ours; its luck is measured more deeply than ours can be, which changes no mean. */
static const struct likeness {
    const char *name;
    int trials, truncate;
    const char *early, *late; /* late from the third half-roll */
} likenesses[] = {
    {"roller", 42, 5, "0ply", NULL},
    {"roller+", 360, 7, "1ply", "0ply"},
    {"roller++", 360, 5, "2ply", "1ply"},
};

static const struct likeness *find_likeness(const char *name)
{
    for (size_t i = 0; i < sizeof likenesses / sizeof *likenesses; i++)
        if (strcasecmp(name, likenesses[i].name) == 0)
            return &likenesses[i];
    return NULL;
}

const char *rollout_likeness(const char *name)
{
    const struct likeness *l = find_likeness(name);
    return l != NULL ? l->name : NULL;
}

const char *rollout_likeness_name(size_t i)
{
    return i < sizeof likenesses / sizeof *likenesses ? likenesses[i].name : NULL;
}

bool rollout_like(struct rollout_options *o, const char *name)
{
    const struct likeness *l = find_likeness(name);
    struct level early, late;
    if (l == NULL)
        return false;
    level_parse(l->early, &early);
    level_parse(l->late != NULL ? l->late : l->early, &late);
    rollout_level(o, &early, &early);
    for (int k = 0; k < 2; k++)
        o->late[k] = (struct rollout_deciders){.chequer = late, .cube = late};
    o->late_from = l->late != NULL ? 2 : 0;
    o->trials = l->trials, o->truncate = l->truncate;
    return true;
}

const char *rollout_problem(const struct rollout_options *o)
{
    if (o->trials < 1 || o->trials > ROLLOUT_TRIALS_MAX)
        return W_("the number of trials must be from 1 to 100,000,000");
    if (o->truncate < 0 || o->late_from < 0 || o->priced_from < 0)
        return W_("a number of half-rolls cannot be negative");
    if (o->luck.plies > 1)
        return W_("luck is measured at 0 or 1 ply");
    if (!(o->stop_error >= 0) || !(o->drop >= 0))
        return W_("a limit cannot be negative");
    if (o->drop > 0 && o->drop < ROLLOUT_DROP_LEAST)
        return "candidates are dropped at 2.33 joint standard errors or more: looking again and again errs more often "
               "than one look";
    return NULL;
}

static bool same_deciders(const struct rollout_deciders *a, const struct rollout_deciders *b)
{
    return strcmp(a->chequer.name, b->chequer.name) == 0 && strcmp(a->cube.name, b->cube.name) == 0;
}

static void describe_deciders(const struct rollout_deciders *d, bool cubeful, struct strbuf *out)
{
    strbuf_puts(out, "play ");
    level_describe(&d->chequer, out);
    if (!cubeful)
        return;
    strbuf_puts(out, ", cube ");
    level_describe(&d->cube, out);
}

static void describe_both(const struct rollout_deciders d[2], bool cubeful, struct strbuf *out)
{
    describe_deciders(&d[0], cubeful, out);
    if (same_deciders(&d[0], &d[1]))
        return;
    strbuf_puts(out, " (opponent ");
    describe_deciders(&d[1], cubeful, out);
    strbuf_puts(out, ")");
}

void rollout_describe_games(const struct rollout_options *o, struct strbuf *out)
{
    strbuf_puts(out, o->cubeful ? "cubeful, " : "cubeless, ");
    if (o->truncate > 0)
        strbuf_printf(out, "truncated after %d half-rolls and evaluated at %s, ", o->truncate, o->last.name);
    else
        strbuf_puts(out, o->to_the_end ? "played to the end, " : "played out to the bearoff databases, ");
    if (o->cubeful && o->priced_from > 0)
        strbuf_printf(out, "the cube priced after %d half-rolls, ", o->priced_from);
    describe_both(o->early, o->cubeful, out);
    if (o->late_from > 0) {
        strbuf_printf(out, ", from half-roll %d ", o->late_from);
        describe_both(o->late, o->cubeful, out);
    }
    if (o->variance_reduction)
        strbuf_printf(out, ", variance reduction at %s", o->luck.name);
    strbuf_puts(out, o->independent ? ", random dice (" DICE_GENERATOR ")" : ", stratified dice");
    if (o->opening)
        strbuf_puts(out, ", the first throw without doubles");
}

void rollout_describe(const struct rollout_options *o, struct strbuf *out)
{
    rollout_describe_games(o, out);
    strbuf_puts(out, " (XG counts one ply more)");
    if (o->drop > 0)
        strbuf_printf(out, ", candidates dropped at %g joint standard errors", o->drop);
    if (o->stop_error > 0)
        strbuf_printf(out, ", stopped at a standard error of %g", o->stop_error);
}

/* ---- candidates ---- */

static void add_candidate(struct rollout *r, const struct rollout_candidate *c)
{
    r->candidates = xrealloc(r->candidates, (size_t)(r->n + 1) * sizeof *r->candidates);
    r->candidates[r->n] = *c;
    r->candidates[r->n++].series = xcalloc(r->n_seeds, sizeof(struct rollout_series));
}

void rollout_add_play(struct rollout *r, const struct play *play, const struct board *after)
{
    add_candidate(r, &(struct rollout_candidate){.kind = CANDIDATE_PLAY, .play = *play, .after = *after});
}

static bool is_opening(const struct position *p, const struct rollout_options *o)
{
    struct board start;
    board_start(&start, p->rules.variant);
    return p->dice[0] == 0 && p->cube == 1 && p->cube_owner == CUBE_CENTRED &&
           (o->opening || board_equal(&p->board, &start));
}

void rollout_begin(struct rollout *r, const struct engine *e, const struct position *p, const struct rollout_options *o)
{
    *r = (struct rollout){.engine = e,
                          .options = *o,
                          .position = p->dice[0] != 0 ? *p : position_undoubled(p),
                          .dice = {p->dice[0], p->dice[1]},
                          .pass = NAN};
    struct position *mine = &r->position;
    mine->offer = OFFER_NONE;
    mine->turn = mine->on_roll;
    mine->state = GAME_PLAYING;
    r->seeds = xmalloc(sizeof *r->seeds);
    r->seeds[0] = o->seed;
    r->n_seeds = 1;
    const bool rolled = p->dice[0] != 0;
    r->opening = is_opening(mine, o);
    if (!rolled)
        add_candidate(r, &(struct rollout_candidate){.kind = CANDIDATE_NO_DOUBLE});
    const bool doubled = position_is_doubled(p); /* also a double that is worth nothing has to be answered */
    if (!rolled && o->cubeful && (doubled || (!r->opening && position_cube_is_live(mine, mine->on_roll)))) {
        add_candidate(r, &(struct rollout_candidate){.kind = CANDIDATE_DOUBLE_TAKE});
        struct cube_model m;
        rollout_scale(r, &m);
        r->pass = (double)cube_final(&m, mine->on_roll, 0, 1);
    }
    mine->dice[0] = mine->dice[1] = 0; /* candidates stand after the throw */
}

size_t rollout_add_seed(struct rollout *r, uint64_t seed)
{
    r->seeds = xrealloc(r->seeds, (r->n_seeds + 1) * sizeof *r->seeds);
    r->seeds[r->n_seeds] = seed;
    for (int i = 0; i < r->n; i++) {
        struct rollout_candidate *c = &r->candidates[i];
        c->series = xrealloc(c->series, (r->n_seeds + 1) * sizeof *c->series);
        c->series[r->n_seeds] = (struct rollout_series){0};
    }
    return r->n_seeds++;
}

void rollout_end(struct rollout *r)
{
    for (int i = 0; i < r->n; i++) {
        for (size_t k = 0; k < r->n_seeds; k++)
            xfree(r->candidates[i].series[k].at);
        xfree(r->candidates[i].series);
    }
    xfree(r->candidates);
    xfree(r->seeds);
    *r = (struct rollout){0};
}

/* ---- a round ---- */

struct round {
    struct rollout *r;
    struct worker *const *workers;
    const struct rollout_hooks *hooks;
    struct throws *series[2]; /* the dice; a round reaches into two series at most */
    uint64_t first_series;
    int *live; /* candidates in it */
    int n_live, from, to; /* trials */
    double (*figure)[ROLLOUT_FIGURES]; /* [(trial - from) * n_live + candidate] */
    atomic_bool *played; /* [trial - from], by all candidates */
    size_t done_before, total; /* for progress */
    atomic_size_t done;
};

static int series_length(const struct rollout *r)
{
    return throws_block(r->opening) * THROWS_BLOCKS;
}

static int round_length(const struct rollout *r)
{
    const int block = throws_block(r->opening);
    return (ROLLOUT_LEAST + block - 1) / block * block;
}

static void play_one(struct round *round, int worker, int trial, int live)
{
    struct rollout *r = round->r;
    const int length = series_length(r);
    const struct throws *t = round->series[(uint64_t)(trial / length) - round->first_series];
    double *figure = round->figure[(trial - round->from) * round->n_live + live];
    trial_play(r, &r->candidates[round->live[live]], t, trial % length, round->workers[worker], figure);
    figure[FIGURE_CUBELESS] = sums_cubeless(r, figure);
    const size_t done = atomic_fetch_add(&round->done, 1) + 1;
    if (round->hooks->progress != NULL)
        round->hooks->progress(round->hooks->context, r, round->done_before + done, round->total);
}

/* All candidates one after the other: with the same dice they come to the same positions, whose best replies are then
 * in the cache. */
static void play_trial(void *context, int worker, size_t i)
{
    struct round *round = context;
    for (int live = 0; live < round->n_live; live++)
        play_one(round, worker, round->from + (int)i, live);
    atomic_store(&round->played[i], true);
}

static size_t figures_size(const struct round *round)
{
    return (size_t)round->n_live * sizeof *round->figure;
}

/* Which candidates took part, and their figures. */
static void put_trial(const void *context, size_t i, struct strbuf *out)
{
    const struct round *round = context;
    strbuf_add(out, (const char *)round->live, (size_t)round->n_live * sizeof *round->live);
    strbuf_add(out, (const char *)round->figure[i * (size_t)round->n_live], figures_size(round));
}

static bool take_trial(void *context, size_t i, struct span came)
{
    struct round *round = context;
    const size_t live = (size_t)round->n_live * sizeof *round->live;
    if (came.length != live + figures_size(round) || memcmp(came.at, round->live, live) != 0)
        return false;
    memcpy(round->figure[i * (size_t)round->n_live], came.at + live, figures_size(round));
    atomic_store(&round->played[i], true);
    return true;
}

static void set_dice(struct round *round)
{
    const struct rollout *r = round->r;
    const int length = series_length(r);
    round->first_series = (uint64_t)(round->from / length);
    for (int i = 0; i < 2; i++) {
        struct throws *t = round->series[i];
        const uint64_t wanted = round->first_series + (uint64_t)i;
        if (t->block == 0 || t->series != wanted)
            throws_init(t, r->options.seed, wanted, r->opening, r->options.independent);
    }
}

/* Trials of whole blocks that all candidates have played; at the end of the round the last block may be shorter. */
static int complete_trials(const struct round *round)
{
    const int block = throws_block(round->r->opening);
    int complete = round->from;
    for (int t = round->from; t < round->to; t++) {
        if (!atomic_load(&round->played[t - round->from]))
            return complete;
        if ((t + 1) % block == 0 || t + 1 == round->to)
            complete = t + 1;
    }
    return complete;
}

static void sum_up(struct round *round, int complete)
{
    struct rollout *r = round->r;
    for (int i = 0; i < round->n_live; i++)
        for (int t = round->from; t < complete; t++)
            sums_add(&r->candidates[round->live[i]].series[0], t, throws_block(r->opening),
                     round->figure[(t - round->from) * round->n_live + i]);
    r->done = complete;
    sums_estimate(r);
}

/* Returns false if the round was not finished. */
static bool play_round(struct round *round, int n_workers)
{
    const size_t n = (size_t)(round->to - round->from);
    set_dice(round);
    for (size_t i = 0; i < n; i++)
        atomic_init(&round->played[i], false);
    atomic_store(&round->done, 0);
    shares_for(n_workers, n, &(struct shares_turn){play_trial, put_trial, take_trial, NULL, NULL}, round,
               round->hooks->cancel);
    for (size_t i = 0; shares_helping() && i < n; i++)
        atomic_store(&round->played[i], true);
    const int complete = complete_trials(round);
    sum_up(round, complete);
    round->done_before += n * (size_t)round->n_live;
    return complete == round->to;
}

/* ---- rules ---- */

static bool at_a_look(const struct rollout *r)
{
    return r->done >= ROLLOUT_LEAST && r->done % round_length(r) == 0;
}

static int count_live(const struct rollout *r)
{
    int n = 0;
    for (int i = 0; i < r->n; i++)
        n += !r->candidates[i].dropped;
    return n;
}

static bool is_exact_enough(const struct rollout *r)
{
    for (int i = 0; i < r->n; i++)
        if (!r->candidates[i].dropped && !(r->candidates[i].now.equity_error <= r->options.stop_error))
            return false;
    return true;
}

static bool is_clear(double difference, double error, double limit)
{
    return fabs(difference) >= limit * error;
}

/* Double or not, take or pass: both beyond doubt? */
static bool cube_is_clear(const struct rollout *r)
{
    const struct rollout_candidate *nd = &r->candidates[0], *dt = &r->candidates[1];
    const double limit = r->options.drop, nd_mean = nd->now.mean[FIGURE_VALUE], dt_mean = dt->now.mean[FIGURE_VALUE];
    const bool taken = dt_mean < r->pass;
    const struct sums_difference both = sums_difference(r, 0, 1);
    return is_clear(dt_mean - r->pass, dt->now.error[FIGURE_VALUE], limit) &&
           is_clear(nd_mean - (taken ? dt_mean : r->pass), taken ? both.error : nd->now.error[FIGURE_VALUE], limit);
}

static void drop_candidates(struct rollout *r)
{
    for (int i = 0; i < r->n; i++) {
        struct rollout_candidate *c = &r->candidates[i];
        if (c->kind == CANDIDATE_PLAY && c->now.behind > 0 && c->now.behind >= r->options.drop * c->now.behind_error)
            c->dropped = true;
    }
}

/* Whether a rule says that this is enough, where the rules are looked at. */
static bool is_stopped(const struct rollout *r)
{
    if (!at_a_look(r))
        return false;
    if (r->options.stop_error > 0 && is_exact_enough(r))
        return true;
    if (r->options.drop <= 0 || r->n < 2)
        return false;
    return r->candidates[0].kind == CANDIDATE_PLAY ? count_live(r) == 1 : cube_is_clear(r);
}

bool rollout_is_done(const struct rollout *r)
{
    return r->done >= r->options.trials || is_stopped(r);
}

/* ---- all rounds ---- */

static void round_begin(struct round *round, struct rollout *r, struct worker *const *workers,
                        const struct rollout_hooks *hooks)
{
    const size_t most = (size_t)round_length(r) * (size_t)r->n;
    *round = (struct round){.r = r, .workers = workers, .hooks = hooks};
    for (int i = 0; i < 2; i++)
        round->series[i] = xcalloc(1, sizeof *round->series[i]);
    round->live = xcalloc((size_t)r->n, sizeof *round->live);
    round->figure = xcalloc(most, sizeof *round->figure);
    round->played = xcalloc((size_t)round_length(r), sizeof *round->played);
    round->done_before = (size_t)r->done * (size_t)count_live(r);
}

static void round_end(struct round *round)
{
    xfree(round->series[0]), xfree(round->series[1]);
    xfree(round->live), xfree(round->figure), xfree(round->played);
}

static void set_round(struct round *round)
{
    struct rollout *r = round->r;
    const int length = round_length(r), next = (r->done / length + 1) * length;
    round->from = r->done;
    round->to = next < r->options.trials ? next : r->options.trials;
    round->n_live = 0;
    for (int i = 0; i < r->n; i++)
        if (!r->candidates[i].dropped)
            round->live[round->n_live++] = i;
    round->total = round->done_before + (size_t)(r->options.trials - r->done) * (size_t)round->n_live;
}

static bool is_enough(const struct rollout *r, const struct rollout_hooks *h)
{
    return r->done >= ROLLOUT_LEAST && h->enough != NULL && h->enough(h->context, r);
}

bool rollout_run(struct rollout *r, struct worker *const *workers, int n_workers, const struct rollout_hooks *hooks)
{
    static const struct rollout_hooks none;
    struct round round;
    bool finished = true;
    sums_drop_short_block(r, throws_block(r->opening));
    sums_estimate(r);
    round_begin(&round, r, workers, hooks != NULL ? hooks : &none);
    while (finished && !rollout_is_done(r) && !is_enough(r, round.hooks)) {
        set_round(&round);
        finished = play_round(&round, n_workers);
        if (finished && r->options.drop > 0 && at_a_look(r))
            drop_candidates(r);
    }
    round_end(&round);
    return finished;
}

/* ---- answers ---- */

int rollout_best(const struct rollout *r)
{
    int best = 0;
    for (int i = 1; i < r->n; i++) {
        const struct rollout_candidate *c = &r->candidates[i], *b = &r->candidates[best];
        if (b->dropped || (!c->dropped && c->now.mean[FIGURE_VALUE] > b->now.mean[FIGURE_VALUE]))
            best = i;
    }
    return best;
}

/* Near the limit of the cube: beavers are not rolled out, so what they make of the take is the model's guess, by the
 * chances that were. */
static void guess_raised(const struct cube_model *m, const struct rollout *r, const struct outcome *o,
                         float value[CUBE_STATES_MAX])
{
    const int who = r->position.on_roll;
    const struct cube_state *s = &m->state[0];
    float guess[CUBE_STATES_MAX];
    struct cube_efficiency e;
    if (s->raised[who][0] < 0)
        return;
    cube_efficiency_of(NULL, &r->position.board, &e);
    cube_values(m, who, o, &e, cube_states_needed(m, who, 1), guess);
    const float off = value[s->doubled[who]] - guess[s->doubled[who]];
    for (int raise = 0; raise < 2; raise++)
        if (s->raised[who][raise] >= 0)
            value[s->raised[who][raise]] = guess[s->raised[who][raise]] + (float)(2 << raise) * off;
}

bool rollout_cube(const struct rollout *r, struct cube_answer *out)
{
    const int who = r->position.on_roll;
    struct cube_model m;
    struct cube_choice choice;
    float value[CUBE_STATES_MAX] = {0};
    if (r->n != 2 || r->candidates[1].kind != CANDIDATE_DOUBLE_TAKE)
        return false;
    rollout_scale(r, &m);
    if (m.state[0].doubled[who] < 0 || !cube_has_stake(&m))
        return false;
    *out = (struct cube_answer){0};
    for (int i = 0; i < 2; i++) {
        const struct rollout_estimate *e = &r->candidates[i].now;
        out->outcome[i] = rollout_outcome(e, false);
        out->cubeless[i] = (float)e->mean[FIGURE_CUBELESS];
    }
    const double cubes = m.money ? r->position.cube : 1, nd = r->candidates[0].now.mean[FIGURE_VALUE],
                 dt = r->candidates[1].now.mean[FIGURE_VALUE];
    out->mwc_nd = (float)(cube_mwc(&m, who, nd) * cubes), out->mwc_dt = (float)(cube_mwc(&m, who, dt) * cubes);
    out->mwc_dp = (float)(cube_mwc(&m, who, r->pass) * cubes);
    value[0] = (float)nd;
    value[m.state[0].doubled[who]] = (float)(m.by_level ? dt : dt / 2);
    guess_raised(&m, r, &out->outcome[1], value);
    const bool live = cube_decide(&m, who, value, out->outcome[0].win_gammon > 0, &choice);
    out->nd = choice.nd, out->dt = choice.dt, out->dp = choice.dp, out->raises = choice.raises;
    out->verdict = choice.verdict, out->optimal = choice.optimal;
    return live;
}

static float clamped(double x, double most)
{
    return (float)fmin(fmax(x, 0), most);
}

struct outcome rollout_outcome(const struct rollout_estimate *e, bool printed)
{
    const double *m = e->mean;
    if (!printed)
        return (struct outcome){(float)m[FIGURE_WIN], (float)m[FIGURE_WIN_GAMMON], (float)m[FIGURE_WIN_BACKGAMMON],
                                (float)m[FIGURE_LOSE_GAMMON], (float)m[FIGURE_LOSE_BACKGAMMON]};
    struct outcome o = {.win = clamped(m[FIGURE_WIN], 1)};
    o.win_gammon = clamped(m[FIGURE_WIN_GAMMON], (double)o.win);
    o.win_backgammon = clamped(m[FIGURE_WIN_BACKGAMMON], (double)o.win_gammon);
    o.lose_gammon = clamped(m[FIGURE_LOSE_GAMMON], 1 - (double)o.win);
    o.lose_backgammon = clamped(m[FIGURE_LOSE_BACKGAMMON], (double)o.lose_gammon);
    return o;
}
