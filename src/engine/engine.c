/* The engine's front door: sets up a search for each question. What is loaded is constant and shared,
 * what changes lives in the worker or on the stack. */
#include "engine/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "base/strbuf.h"
#include "base/xmalloc.h"
#include "engine/bearoff.h"
#include "engine/hyper.h"
#include "engine/met.h"
#include "engine/net.h"
#include "engine/plays.h"
#include "engine/race.h"
#include "engine/question.h"

enum { KEEP = 8 }; /* of a throw inside the tree, after the ranking net: see docs/engine.md, "Search" */
enum { GLANCED = 2 }; /* the same where only reasons depend on it: docs/lessons.md */

struct engine {
    struct net *own_net; /* NULL = the one compiled in */
    struct met *own_met;
    const struct met *met;
    struct bearoff *tables;
    struct hyper_shelf *hyper;
    struct net_evaluator net;
    struct bearoff_evaluator evaluator;
    struct search_caches caches; /* of all workers */
    struct strbuf version;
    struct engine *turned; /* the same with the second player the better one: a copy that owns its table; or NULL */
};

static const struct net *load_net(struct engine *e, const char *path, struct diags *d)
{
    struct diags own;
    if (!path)
        return net_builtin();
    diags_init(&own, path);
    e->own_net = net_load(path, &own);
    diags_quote(d, &own);
    return e->own_net;
}

static const struct met *load_met(struct engine *e, const char *path, struct diags *d)
{
    struct diags own;
    if (!path)
        return met_default();
    diags_init(&own, path);
    e->own_met = met_open(path, &own);
    diags_quote(d, &own);
    return e->own_met;
}

struct engine *engine_open(const struct engine_options *o, struct diags *d)
{
    struct engine *e = xcalloc(1, sizeof *e);
    const struct net *net = load_net(e, o->net, d);
    e->met = load_met(e, o->met, d);
    if (!net || !e->met) {
        engine_close(e);
        return NULL;
    }
    e->tables = bearoff_open(&o->bearoff, d);
    e->hyper = hyper_shelf_new(o->hyper, o->bearoff.dir ? o->bearoff.dir : o->bearoff.cache, o->bearoff.threads);
    net_evaluator_init(&e->net, net);
    bearoff_evaluator_init(&e->evaluator, e->tables, &e->net.base);
    search_caches_init(&e->caches);
    strbuf_printf(&e->version, "%s, net %016llx, races %016llx", KIBITZER_VERSION,
                  (unsigned long long)(e->own_net ? net_checksum(net) : net_builtin_checksum),
                  (unsigned long long)race_net_checksum(e->evaluator.race));
    if (o->bearoff.none)
        strbuf_puts(&e->version, ", no bearoff databases");
    if (met_players_differ(e->met)) {
        e->turned = xmalloc(sizeof *e->turned);
        *e->turned = *e;
        e->turned->met = e->turned->own_met = met_turned(e->met);
    }
    return e;
}

const struct engine *engine_with_stronger(const struct engine *e, int who)
{
    return who == 1 && e->turned != NULL ? e->turned : e;
}

void engine_close(struct engine *e)
{
    if (!e)
        return;
    if (e->turned != NULL)
        met_free(e->turned->own_met);
    xfree(e->turned);
    net_free(e->own_net);
    met_free(e->own_met);
    bearoff_close(e->tables);
    hyper_shelf_free(e->hyper);
    search_caches_done(&e->caches);
    strbuf_done(&e->version);
    xfree(e);
}

struct worker *worker_new(const struct engine *e)
{
    return worker_make(e, &e->caches);
}

const char *engine_version(const struct engine *e)
{
    return strbuf_text(&e->version);
}

const struct met *engine_met(const struct engine *e)
{
    return e->met;
}

/* ---- hypergammon ---- */

const struct hyper *engine_hyper_database(const struct engine *e, enum variant variant, const char **problem)
{
    const int chequers = variant_chequers(variant);
    return chequers <= HYPER_CHEQUERS_MAX ? hyper_shelf_get(e->hyper, chequers, problem) : NULL;
}

bool engine_knows(const struct engine *e, enum variant variant, const char **problem)
{
    return variant_chequers(variant) > HYPER_CHEQUERS_MAX || engine_hyper_database(e, variant, problem) != NULL;
}

bool engine_hyper(const struct engine *e, const struct position *p, struct hyper_value *out)
{
    const char *unheard;
    const struct hyper *h = engine_hyper_database(e, p->rules.variant, &unheard);
    return h != NULL && hyper_value(h, &p->board, out);
}

static enum hyper_raises raises_of(const struct cube_model *m)
{
    return !m->beavers ? HYPER_NO_BEAVERS : m->one_beaver ? HYPER_ONE_BEAVER : HYPER_BEAVERS;
}

/* Money play with so few turns of the cube left that its limit counts. */
static bool near_limit(const struct cube_model *m)
{
    return m->money && m->by_level && m->in_use;
}

bool engine_interpolates(const struct engine *e, const struct position *p, struct strbuf *note)
{
    struct cube_model m;
    const char *unheard;
    const int chequers = variant_chequers(p->rules.variant), limit = p->rules.cube_limit;
    if (engine_hyper_database(e, p->rules.variant, &unheard) == NULL)
        return false;
    cube_model_init(&m, p, e->met);
    if (!near_limit(&m) || hyper_shelf_limit(e->hyper, chequers, m.n_levels - 1, raises_of(&m)) != NULL)
        return false;
    const char *problem = hyper_shelf_limit_problem(e->hyper, chequers);
    strbuf_printf(note,
                  "%s%shypergammon with %d chequers near cube limit %d: interpolated; `kibitzer bearoff make --hyper "
                  "%d --cube-limit %d hyper%d-limit%d.bd` makes it exact, in the folder of bearoff databases or named "
                  "by --hyper-database",
                  problem, *problem != '\0' ? "; " : "", chequers, limit, chequers, limit, chequers, limit);
    return true;
}

/* The exact values near the limit of the cube, where they are wanted and known. */
static const struct hyper_limit *limit_of(const struct engine *e, const struct position *p, const struct search *s,
                                          const struct level *l)
{
    const struct cube_model *m = &s->model;
    if (s->hyper == NULL || !near_limit(m) || l->noise > 0)
        return NULL;
    return hyper_shelf_limit(e->hyper, variant_chequers(p->rules.variant), m->n_levels - 1, raises_of(m));
}

/* ---- one question ---- */

static void rank_by_net(const void *self, const struct board *boards, size_t n, float *equity)
{
    net_rank(self, boards, n, equity);
}

uint64_t question_salt(const struct level *l)
{
    return l->noise > 0 ? (uint64_t)l->noise_seed << 32 | (uint64_t)lrintf(l->noise * 1e6f) : 0;
}

void question_ask(struct question *q, const struct engine *e, struct worker *w, const struct position *p,
                  const struct level *l, int keep)
{
    q->search = (struct search){.evaluator = &e->evaluator.base,
                                .rank = rank_by_net,
                                .ranker = &e->net,
                                .keep = keep > 0 ? keep : KEEP,
                                .rank_races = keep > 0,
                                .tables = e->tables,
                                .worker = w,
                                .cubeful = l->cubeful};
    const char *unheard;
    q->search.hyper = engine_hyper_database(e, p->rules.variant, &unheard);
    if (q->search.hyper) { /* the ranking net knows nothing of it */
        hyper_evaluator_init(&q->hyper, q->search.hyper);
        q->search.evaluator = &q->hyper.base, q->search.rank = NULL;
    }
    if (l->noise > 0) {
        noise_evaluator_init(&q->noise, q->search.evaluator, l->noise, l->noise_seed);
        q->search.evaluator = &q->noise.base;
    }
    cube_model_init(&q->search.model, p, e->met);
    q->search.limit = limit_of(e, p, &q->search, l);
    search_ready(&q->search, question_salt(l));
}

/* The same for a question of its own, which is worth a table of the end of the game; a rollout, which asks of many
 * positions, would make too many. */
static void ask(struct question *q, const struct engine *e, struct worker *w, const struct position *p,
                const struct level *l)
{
    question_ask(q, e, w, p, l, 0);
    cube_model_widen(&q->search.model, p, e->met);
    search_ready(&q->search, question_salt(l));
    if (l->noise > 0)
        return;
    q->search.endgame = endgame_at(&w->endgame, &q->search.model, &p->board, p->on_roll);
    search_ready(&q->search, 0);
}

/* An equity of player `who` as MWC, in money play as points. */
static float mwc_or_points(const struct cube_model *m, int who, float equity)
{
    return m->money ? equity * (float)m->cube : cube_from_equity(m, who, equity);
}

void engine_eval(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct evaluation *out)
{
    struct question q;
    struct search_value v;
    ask(&q, e, w, p, l);
    search_position(&q.search, &p->board, p->on_roll, level_sure_plies(l), 1, &v);
    out->outcome = v.outcome;
    const bool stake = cube_has_stake(&q.search.model);
    out->cubeless = stake ? cube_cubeless(&q.search.model, p->on_roll, &v.outcome) : NAN;
    out->cubeful = stake ? cube_equity(&q.search.model, p->on_roll, v.value[0]) : NAN;
}

void engine_outcomes(const struct engine *e, struct worker *w, const struct board *boards, size_t n,
                     struct outcome *out)
{
    enum { BATCH = 256 };
    struct board after[BATCH];
    for (size_t from = 0; from < n; from += BATCH) {
        const size_t some = n - from < BATCH ? n - from : BATCH;
        for (size_t i = 0; i < some; i++)
            board_flip(&boards[from + i], &after[i]);
        e->evaluator.base.eval(&e->evaluator.base, w, after, some, out + from);
        for (size_t i = 0; i < some; i++)
            out[from + i] = outcome_flip(out[from + i]);
    }
}

int engine_plays(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 const struct board *must, struct ranked_plays *out)
{
    return engine_plays_with(e, w, p, l, must, must != NULL, out);
}

int engine_plays_with(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                      const struct board *must, size_t n_must, struct ranked_plays *out)
{
    struct question q;
    ask(&q, e, w, p, l);
    return plays_rank(&q.search, &p->board, p->on_roll, p->dice, l, must, n_must, out);
}

static const struct level bare = {.name = "0ply", .cubeful = true};

/* A search that leaves more of the plays to the ranking net than one whose values count. */
static void glance(struct question *q, const struct engine *e, struct worker *w, const struct position *p)
{
    ask(q, e, w, p, &bare);
    q->search.keep = GLANCED;
    q->search.rank_races = true;
    search_ready(&q->search, 0);
}

void engine_thrown(const struct engine *e, struct worker *w, const struct position *p, struct thrown out[ALL_THROWS])
{
    struct question q;
    glance(&q, e, w, p);
    search_thrown(&q.search, &p->board, p->on_roll, out);
}

/* The position before the player on roll has done anything. */
static struct position before_doubling(const struct position *p)
{
    struct position before = *p;
    before.dice[0] = before.dice[1] = 0;
    before.offer = OFFER_NONE;
    before.turn = before.on_roll;
    return before;
}

/* Whether both to double and to take are beyond doubt. */
static bool is_clear(const struct cube_choice *c, float close)
{
    return fabsf(fminf(c->dt, c->dp) - c->nd) > close && fabsf(c->dt - c->dp) > close;
}

bool engine_cube(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct cube_answer *out)
{
    const struct position before = before_doubling(p);
    const int who = p->on_roll;
    struct question q;
    struct search_value v;
    struct cube_choice c;
    const struct cube_model *m = &q.search.model;
    int plies = level_sure_plies(l);
    ask(&q, e, w, &before, l);
    search_position(&q.search, &p->board, who, plies, cube_states_needed(m, who, 1), &v);
    bool live = cube_decide(m, who, v.value, v.outcome.win_gammon > 0, &c);
    if (live && plies < l->plies && !is_clear(&c, l->close)) {
        plies = l->plies;
        search_position(&q.search, &p->board, who, plies, cube_states_needed(m, who, 1), &v);
        live = cube_decide(m, who, v.value, v.outcome.win_gammon > 0, &c);
    }
    *out = (struct cube_answer){
        .outcome = {v.outcome, v.outcome}, .nd = c.nd, .dt = c.dt, .dp = c.dp, .raises = c.raises, .plies = plies};
    out->cubeless[0] = out->cubeless[1] = cube_cubeless(m, who, &v.outcome);
    out->mwc_nd = mwc_or_points(m, who, c.nd);
    out->mwc_dt = mwc_or_points(m, who, c.dt);
    out->mwc_dp = mwc_or_points(m, who, c.dp);
    out->optimal = c.optimal;
    if (!cube_has_stake(m)) {
        out->nd = out->dt = out->dp = out->optimal = out->cubeless[0] = out->cubeless[1] = NAN;
        out->verdict = VERDICT_NOTHING_AT_STAKE;
        return false;
    }
    out->verdict = live ? c.verdict : position_may_double(&before, who) ? VERDICT_NEVER_DOUBLE : VERDICT_NONE;
    return live;
}

/* ---- the market ---- */

/* The doubler on roll at `again`, after an exchange: is the double too late? */
static void add_exchange(struct search *s, const struct outcome *o, const struct board *again, int who, float weight,
                         struct market *sum)
{
    struct search_value v;
    struct cube_choice c;
    if (board_won(again) > 0 || board_lost(again) > 0)
        return;
    search_known(s, again, who, o, cube_states_needed(&s->model, who, 1), &v);
    if (!cube_decide(&s->model, who, v.value, o->win_gammon > 0, &c) || c.dt <= c.dp)
        return;
    sum->share += weight;
    sum->beyond += weight * (c.dt - fmaxf(c.dp, c.nd));
}

/* Then the boards after the throws, of whoever comes next. */
static void thrown_at(struct search *s, const struct board *on_roll, int who, struct thrown out[ALL_THROWS],
                      struct board next[ALL_THROWS])
{
    search_thrown(s, on_roll, who, out);
    for (int i = 0; i < ALL_THROWS; i++)
        board_flip(&out[i].after, &next[i]);
}

static void find_market(struct search *s, const struct board *on_roll, int who, struct market *out)
{
    struct thrown first[ALL_THROWS], reply[ALL_THROWS];
    struct board next[ALL_THROWS], again[ALL_THROWS];
    thrown_at(s, on_roll, who, first, next);
    *out = (struct market){0};
    for (int i = 0; i < ALL_THROWS; i++) {
        if (board_won(&first[i].after) > 0)
            continue;
        thrown_at(s, &next[i], 1 - who, reply, again);
        for (int k = 0; k < ALL_THROWS; k++) {
            const struct outcome o = outcome_flip(reply[k].outcome);
            add_exchange(s, &o, &again[k], who,
                         (float)search_throws[i].weight / 36 * (float)search_throws[k].weight / 36, out);
        }
    }
    if (out->share > 0)
        out->beyond /= out->share;
}

void engine_market(const struct engine *e, struct worker *w, const struct position *p, struct market *out)
{
    const struct position before = before_doubling(p);
    struct question q;
    glance(&q, e, w, &before);
    const struct cache_key key = {before.board, cache_hash(q.search.context, &before.on_roll, sizeof before.on_roll)};
    if (cache_find(w->caches.markets, &key, out))
        return;
    find_market(&q.search, &before.board, before.on_roll, out);
    cache_put(w->caches.markets, &key, out);
}

/* The 30 throws that can open a game, instead of 36. */
static bool is_opening(const struct position *p)
{
    struct board start;
    board_start(&start, p->rules.variant);
    return p->dice[0] != p->dice[1] && board_equal(&p->board, &start);
}

void engine_luck(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct luck *out)
{
    const int who = p->on_roll;
    struct question q;
    ask(&q, e, w, p, l);
    const struct cube_model *m = &q.search.model;
    float worth;
    const int plies = search_settled(&q.search, &p->board) ? 0 : level_sure_plies(l);
    const float value = plays_luck(&q.search, &p->board, who, p->dice, plies, is_opening(p), &worth);
    out->emg = cube_equity(m, who, value) - cube_equity(m, who, 0);
    out->mwc = m->money ? value * (float)m->cube : m->wide > 0 ? (float)(value / m->wide) : value;
    out->worth = cube_equity(m, who, worth);
}

/* ---- races ---- */

bool engine_race(const struct engine *e, const struct position *p, struct race_answer *out)
{
    struct race_memo memo[2] = {0};
    struct outcome unused;
    *out = (struct race_answer){0};
    if (!race_outcome(e->evaluator.race, e->tables, &p->board, memo, &unused))
        return false;
    for (int side = 0; side < 2; side++) {
        struct race_side *s = &out->side[side == 0 ? p->on_roll : 1 - p->on_roll];
        s->exact = memo[side].exact;
        s->rolls = memo[side].d;
        s->race = bearoff_race_of(&s->rolls);
        for (int i = 0; i < BEAROFF_MAX_POINTS; i++)
            s->pips += memo[side].own[i] * (i + 1);
        s->wastage = s->race.epc - s->pips;
    }
    const struct bearoff_two *two = bearoff_two_sided(e->tables);
    out->two_sided =
        p->board.off[0] > 0 && p->board.off[1] > 0 && two && bearoff_two_equities(two, &p->board, out->equity);
    return true;
}
