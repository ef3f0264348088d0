/* The search. A node's 21 best replies are found first, all candidates of all throws in one batch, and
 * only these are looked at deeper; what a reply was worth statically is then at hand for the leaves for nothing.
 * docs/engine.md, "Search", describes the filters and what was measured. */
#include "engine/search.h"

#include <string.h>

#include "base/attempt.h"

const struct search_throw search_throws[WORKER_THROWS] = {
    {1, 1, 1}, {2, 1, 2}, {2, 2, 1}, {3, 1, 2}, {3, 2, 2}, {3, 3, 1}, {4, 1, 2},
    {4, 2, 2}, {4, 3, 2}, {4, 4, 1}, {5, 1, 2}, {5, 2, 2}, {5, 3, 2}, {5, 4, 2},
    {5, 5, 1}, {6, 1, 2}, {6, 2, 2}, {6, 3, 2}, {6, 4, 2}, {6, 5, 2}, {6, 6, 1}};

/* ---- best replies ---- */

struct reply {
    struct board after; /* seen by the player who has thrown */
    struct outcome outcome; /* the replier's, static */
    float weight; /* chance of the throws that lead here */
};

struct replies {
    int n;
    int8_t to_throw[WORKER_THROWS]; /* index of its reply, in the order of search_throws[] */
    struct reply at[WORKER_THROWS];
};

size_t search_replies_size(void)
{
    return sizeof(struct replies);
}

/* The legal boards of one throw inside the worker's buffers. */
struct candidates {
    size_t begin, n; /* in worker->boards */
    size_t picked, n_picked; /* in worker->picked */
};

static bool finished(const struct board *b)
{
    return (b->off[0] > 0 && board_won(b) > 0) || (b->off[1] > 0 && board_lost(b) > 0);
}

static size_t generate(struct worker *w, const struct board *b, const struct search_throw *t, size_t begin)
{
    const int n = moves_boards(b, t->high, t->low, w->boards + begin);
    if (n > 0)
        return (size_t)n;
    w->boards[begin] = *b; /* a dance */
    return 1;
}

/* The `keep`th largest of n >= 1 rough equities, 1 <= keep <= 64. */
static float rough_limit(const float *rough, size_t n, int keep)
{
    float best[64] = {rough[0]};
    int held = 1;
    for (size_t i = 1; i < n; i++) {
        if (held == keep && rough[i] <= best[keep - 1])
            continue;
        int at = held < keep ? held++ : keep - 1;
        for (; at > 0 && best[at - 1] < rough[i]; at--)
            best[at] = best[at - 1];
        best[at] = rough[i];
    }
    return best[held - 1];
}

/* Copies the candidates that are worth evaluating to the end of the picked ones, in their order: neighbours are alike,
 * which the evaluator likes. A finished game is all that is worth looking at; in a race the evaluator is better at
 * telling plays apart than the ranking net, and quick. */
static void pick(struct search *s, struct candidates *c)
{
    struct worker *w = s->worker;
    const struct board *boards = w->boards + c->begin;
    float limit = 0;
    const bool ranked =
        s->rank && c->n > (size_t)s->keep && !finished(&boards[0]) && (s->rank_races || board_has_contact(&boards[0]));
    if (ranked) {
        s->rank(s->ranker, boards, c->n, w->rough);
        limit = rough_limit(w->rough, c->n, s->keep);
    }
    c->n_picked = 0;
    for (size_t i = 0; i < c->n; i++)
        if (!ranked || w->rough[i] >= limit)
            w->picked[c->picked + c->n_picked++] = boards[i];
}

static size_t best_picked(const struct search *s, const struct candidates *c, int roller)
{
    const struct outcome *o = s->worker->outcomes + c->picked;
    size_t best = 0;
    float most = cube_cubeless(&s->model, roller, &o[0]);
    for (size_t i = 1; i < c->n_picked; i++) {
        const float e = cube_cubeless(&s->model, roller, &o[i]);
        if (e > most)
            most = e, best = i;
    }
    return c->picked + best;
}

/* Throws that lead to the same board are one reply. Returns its index. */
static int add_reply(struct replies *r, const struct board *after, const struct outcome *o, float weight)
{
    for (int i = 0; i < r->n; i++)
        if (board_equal(&r->at[i].after, after)) {
            r->at[i].weight += weight;
            return i;
        }
    r->at[r->n] = (struct reply){*after, *o, weight};
    return r->n++;
}

static void find_replies(struct search *s, const struct board *on_roll, int roller, struct replies *out)
{
    struct worker *w = s->worker;
    struct candidates list[WORKER_THROWS];
    size_t n_picked = 0;
    attempt_goes_on();
    for (int i = 0; i < WORKER_THROWS; i++) {
        list[i] = (struct candidates){.begin = 0, .picked = n_picked};
        list[i].n = generate(w, on_roll, &search_throws[i], 0);
        pick(s, &list[i]);
        n_picked += list[i].n_picked;
    }
    s->evaluator->eval(s->evaluator, w, w->picked, n_picked, w->outcomes);
    out->n = 0;
    for (int i = 0; i < WORKER_THROWS; i++) {
        const size_t best = best_picked(s, &list[i], roller);
        out->to_throw[i] =
            (int8_t)add_reply(out, &w->picked[best], &w->outcomes[best], (float)search_throws[i].weight / 36);
    }
}

static void replies_to(struct search *s, const struct board *on_roll, int roller, struct replies *out)
{
    const struct cache_key key = {*on_roll, s->reply_context * 2 + (uint64_t)roller};
    if (cache_find(s->worker->caches.replies, &key, out))
        return;
    memset(out, 0, sizeof *out);
    find_replies(s, on_roll, roller, out);
    cache_put(s->worker->caches.replies, &key, out);
}

/* ---- values ---- */

static void efficiency_of(const struct search *s, const struct board *on_roll, struct cube_efficiency *out)
{
    struct hyper_value v;
    if (s->hyper && hyper_value(s->hyper, on_roll, &v))
        cube_efficiency_of_hyper(&v, s->model.jacoby, out);
    else
        cube_efficiency_of(s->tables, on_roll, out);
}

static void leaf(struct search *s, const struct board *on_roll, int roller, const struct outcome *o, unsigned wanted,
                 struct search_value *out)
{
    struct cube_efficiency e;
    out->outcome = *o;
    if (s->endgame && endgame_values(s->endgame, on_roll, roller, wanted, out->value))
        return;
    if (s->limit && hyper_limit_values(s->limit, &s->model, on_roll, roller, wanted, out->value))
        return;
    efficiency_of(s, on_roll, &e);
    cube_values(&s->model, roller, o, &e, wanted, out->value);
}

static void add_outcome(struct outcome *sum, const struct outcome *o, float weight)
{
    sum->win += weight * o->win;
    sum->win_gammon += weight * o->win_gammon;
    sum->win_backgammon += weight * o->win_backgammon;
    sum->lose_gammon += weight * o->lose_gammon;
    sum->lose_backgammon += weight * o->lose_backgammon;
}

bool search_settled(const struct search *s, const struct board *on_roll)
{
    struct cube_efficiency e;
    if (finished(on_roll) || s->endgame || s->limit) /* what follows such an end is in its table */
        return true;
    if (s->model.by_level || (!s->hyper && (!s->tables || on_roll->off[0] == 0 || on_roll->off[1] == 0)))
        return false;
    efficiency_of(s, on_roll, &e);
    return e.exact;
}

static void look_deeper(struct search *s, const struct board *on_roll, int roller, int plies, unsigned wanted,
                        struct search_value *out);

/* A position whose static outcome is known already. */
static void known_position(struct search *s, const struct board *on_roll, int roller, const struct outcome *o,
                           int plies, unsigned wanted, struct search_value *out)
{
    if (plies == 0 || search_settled(s, on_roll))
        leaf(s, on_roll, roller, o, wanted, out);
    else
        look_deeper(s, on_roll, roller, plies, wanted, out);
}

/* What a reply leaves its player, the opponent taking the best cube action in every state. */
static void reply_value(struct search *s, const struct reply *r, int roller, int plies, unsigned wanted,
                        struct search_value *out)
{
    const int other = 1 - roller;
    const unsigned needed = cube_states_needed(&s->model, other, wanted);
    const struct outcome theirs = outcome_flip(r->outcome);
    struct board next;
    struct search_value v;
    board_flip(&r->after, &next);
    known_position(s, &next, other, &theirs, plies, needed, &v);
    out->outcome = outcome_flip(v.outcome);
    for (int i = 0; i < s->model.n_states; i++)
        if (wanted >> i & 1)
            out->value[i] = cube_turned(&s->model, cube_best(&s->model, other, i, v.value));
}

static void add_value(const struct search *s, const struct search_value *v, float weight, unsigned wanted,
                      struct search_value *sum)
{
    add_outcome(&sum->outcome, &v->outcome, weight);
    for (int i = 0; i < s->model.n_states; i++)
        if (wanted >> i & 1)
            sum->value[i] += weight * v->value[i];
}

static void look_deeper(struct search *s, const struct board *on_roll, int roller, int plies, unsigned wanted,
                        struct search_value *out)
{
    const uint64_t which[2] = {(uint64_t)roller << 32 | (uint64_t)plies, wanted};
    const struct cache_key key = {*on_roll, cache_hash(s->context, which, sizeof which)};
    if (cache_find(s->worker->caches.values, &key, out))
        return;
    struct replies r;
    replies_to(s, on_roll, roller, &r);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < r.n; i++) {
        struct search_value v;
        reply_value(s, &r.at[i], roller, plies - 1, wanted, &v);
        add_value(s, &v, r.at[i].weight, wanted, out);
    }
    cache_put(s->worker->caches.values, &key, out);
}

void search_position(struct search *s, const struct board *on_roll, int roller, int plies, unsigned wanted,
                     struct search_value *out)
{
    struct board after;
    struct outcome o;
    board_flip(on_roll, &after); /* as if the opponent had just played */
    s->evaluator->eval(s->evaluator, s->worker, &after, 1, &o);
    o = outcome_flip(o);
    known_position(s, on_roll, roller, &o, plies, wanted, out);
}

void search_known(struct search *s, const struct board *on_roll, int roller, const struct outcome *o, unsigned wanted,
                  struct search_value *out)
{
    leaf(s, on_roll, roller, o, wanted, out);
}

/* ---- the values of all throws ---- */

void search_all_throws(struct search *s, const struct board *on_roll, int roller, int plies, unsigned wanted,
                       struct search_value thrown[WORKER_THROWS])
{
    struct replies r;
    struct search_value v[WORKER_THROWS];
    replies_to(s, on_roll, roller, &r);
    for (int i = 0; i < r.n; i++)
        reply_value(s, &r.at[i], roller, plies, wanted, &v[i]);
    for (int i = 0; i < WORKER_THROWS; i++)
        thrown[i] = v[r.to_throw[i]];
}

/* ---- plays ---- */

static void of_play(const struct search *s, int mover, const struct search_value *theirs, struct search_play *out)
{
    out->outcome = outcome_flip(theirs->outcome);
    out->value = cube_turned(&s->model, cube_best(&s->model, 1 - mover, 0, theirs->value));
    out->cubeless = cube_cubeless(&s->model, mover, &out->outcome);
    out->cubeful = s->cubeful ? cube_equity(&s->model, mover, out->value) : out->cubeless;
}

/* A play whose static outcome is known already, for its mover. */
static void known_play(struct search *s, const struct board *after, const struct outcome *o, int mover,
                       struct search_play *out)
{
    const struct outcome theirs = outcome_flip(*o);
    struct board next;
    struct search_value v;
    board_flip(after, &next);
    leaf(s, &next, 1 - mover, &theirs, cube_states_needed(&s->model, 1 - mover, 1), &v);
    of_play(s, mover, &v, out);
}

void search_thrown(struct search *s, const struct board *on_roll, int roller, struct thrown out[WORKER_THROWS])
{
    struct replies r;
    replies_to(s, on_roll, roller, &r);
    for (int i = 0; i < WORKER_THROWS; i++) {
        const struct reply *reply = &r.at[r.to_throw[i]];
        struct search_play v;
        known_play(s, &reply->after, &reply->outcome, roller, &v);
        out[i] = (struct thrown){.after = reply->after, .outcome = v.outcome, .cubeful = v.cubeful, .value = v.value};
        out[i].dances = board_equal(&reply->after, on_roll);
    }
}

void search_after(struct search *s, const struct board *after, int mover, int plies, struct search_play *out)
{
    struct board next;
    struct search_value v;
    board_flip(after, &next);
    search_position(s, &next, 1 - mover, plies, cube_states_needed(&s->model, 1 - mover, 1), &v);
    of_play(s, mover, &v, out);
}

void search_after_all(struct search *s, const struct board *after, size_t n, int mover, struct search_play *out)
{
    struct worker *w = s->worker;
    s->evaluator->eval(s->evaluator, w, after, n, w->outcomes);
    for (size_t i = 0; i < n; i++)
        known_play(s, &after[i], &w->outcomes[i], mover, &out[i]);
}

void search_ready(struct search *s, uint64_t salt)
{
    const uint64_t settings[] = {salt,
                                 s->rank ? 2 * (uint64_t)s->keep + s->rank_races : 0,
                                 s->tables != NULL,
                                 s->endgame != NULL,
                                 s->hyper != NULL,
                                 s->limit != NULL};
    s->context = cache_hash(cache_hash(1, &s->model, sizeof s->model), settings, sizeof settings);
    s->reply_context = cache_hash(cache_hash(2, s->model.price, sizeof s->model.price), settings, sizeof settings);
}
