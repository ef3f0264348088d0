/* Ranking plays. Everything is evaluated statically, then each stage keeps what is close to the best and
 * looks at that more deeply; the list stays sorted by depth first, so better informed plays come first. */
#include "engine/plays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

/* ---- order ---- */

/* Deeper first, then the higher equity; plays after which the opponent cashes all lose the cube alike, and the cubeless
 * equity decides. Then by board, so that the order never depends on how it came about. */
static int by_rank(const void *left, const void *right)
{
    const struct ranked_play *a = left, *b = right;
    if (a->plies != b->plies)
        return b->plies - a->plies;
    if (a->cubeful != b->cubeful)
        return a->cubeful < b->cubeful ? 1 : -1;
    if (a->cubeless != b->cubeless)
        return a->cubeless < b->cubeless ? 1 : -1;
    return memcmp(&a->after, &b->after, sizeof a->after);
}

static void sort(struct ranked_play *at, int n)
{
    if (n > 1)
        qsort(at, (size_t)n, sizeof *at, by_rank);
}

/* ---- stages ---- */

static void set_values(struct ranked_play *r, const struct search_play *v, int plies)
{
    r->outcome = v->outcome;
    r->cubeless = v->cubeless;
    r->cubeful = v->cubeful;
    r->plies = plies;
}

static void look_at(struct search *s, int mover, int plies, struct ranked_play *at, int n)
{
    for (int i = 0; i < n; i++) {
        struct search_play v;
        search_after(s, &at[i].after, mover, plies, &v);
        set_values(&at[i], &v, plies);
    }
    sort(at, n);
}

/* How many of the first n pass: `accept` in any case, then up to `extra` within the threshold of the best. */
static int passing(const struct move_filter *f, const struct ranked_play *at, int n)
{
    int kept = f->accept < n ? f->accept : n;
    for (int extra = 0; kept < n && extra < f->extra && at[kept].cubeful >= at[0].cubeful - f->threshold; extra++)
        kept++;
    return kept > 0 ? kept : 1;
}

static int next_depth(const struct level *l, int depth)
{
    for (depth++; depth < l->plies && l->filter[depth].accept < 0;)
        depth++;
    return depth;
}

/* Takes a play that was made or chosen along to full depth, wherever it was left behind. Returns the number at full
 * depth. */
static int take_along(struct search *s, int mover, int plies, const struct board *must, struct ranked_play *at, int n,
                      int kept)
{
    for (int i = kept; i < n; i++)
        if (board_equal(&at[i].after, must)) {
            const struct ranked_play made = at[i];
            memmove(&at[kept + 1], &at[kept], (size_t)(i - kept) * sizeof *at);
            at[kept] = made;
            look_at(s, mover, plies, &at[kept], 1);
            return kept + 1;
        }
    return kept;
}

static void deepen(struct search *s, int mover, const struct level *l, const struct board *must, size_t n_must,
                   struct ranked_play *at, int n)
{
    int kept = n, depth = 0;
    while (depth < l->plies) {
        const int passed = passing(&l->filter[depth], at, kept);
        if (l->close > 0 && depth == l->plies - 1 && passed == 1)
            break; /* one ply more would not change the choice */
        kept = passed, depth = next_depth(l, depth);
        look_at(s, mover, depth, at, kept);
    }
    for (size_t i = 0; depth > 0 && i < n_must; i++)
        kept = take_along(s, mover, depth, &must[i], at, n, kept);
    sort(at, depth > 0 ? kept : n);
}

/* ---- lists ---- */

static void reserve(struct ranked_plays *r, int n)
{
    if (r->at != NULL && n <= r->capacity)
        return;
    r->at = xrealloc(r->at, (size_t)n * sizeof *r->at);
    r->capacity = n;
}

/* All boards of a throw with their static values, unsorted; boards copied side by side for the evaluator. */
static void evaluate_all(struct search *s, int mover, const struct legal_play *legal, int n, struct ranked_play *at)
{
    struct worker *w = s->worker;
    struct search_play *v = xmalloc((size_t)n * sizeof *v);
    for (int i = 0; i < n; i++)
        w->picked[i] = legal[i].after;
    search_after_all(s, w->picked, (size_t)n, mover, v);
    for (int i = 0; i < n; i++) {
        at[i] = (struct ranked_play){.play = legal[i].play, .after = legal[i].after};
        set_values(&at[i], &v[i], 0);
    }
    xfree(v);
}

int plays_rank(struct search *s, const struct board *on_roll, int mover, const int dice[2], const struct level *l,
               const struct board *must, size_t n_must, struct ranked_plays *out)
{
    const int n = moves_list(on_roll, dice[0], dice[1], &s->worker->moves);
    out->n = n;
    if (n == 0)
        return 0;
    reserve(out, n);
    evaluate_all(s, mover, s->worker->moves.at, n, out->at);
    sort(out->at, n);
    deepen(s, mover, l, must, n_must, out->at, n);
    return n;
}

void ranked_plays_done(struct ranked_plays *r)
{
    xfree(r->at);
    *r = (struct ranked_plays){0};
}

/* ---- the best play and the values of throws ---- */

/* Evaluates all boards of a throw, which then stand in worker->picked; a dance counts as a play. Freed by the caller.
 */
static struct search_play *all_static(struct search *s, const struct board *on_roll, int mover, int die1, int die2,
                                      int *n)
{
    struct worker *w = s->worker;
    *n = moves_boards(on_roll, die1, die2, w->picked);
    if (*n == 0)
        w->picked[(*n)++] = *on_roll;
    struct search_play *v = xmalloc((size_t)*n * sizeof *v);
    search_after_all(s, w->picked, (size_t)*n, mover, v);
    return v;
}

static void best_static(struct search *s, const struct board *on_roll, int mover, int die1, int die2,
                        struct thrown *out)
{
    const struct board *boards = s->worker->picked;
    struct ranked_play best = {0};
    int n;
    struct search_play *v = all_static(s, on_roll, mover, die1, die2, &n);
    float most = v[0].value;
    for (int i = 0; i < n; i++) {
        struct ranked_play next = {.after = boards[i]};
        set_values(&next, &v[i], 0);
        most = fmaxf(most, v[i].value);
        if (i == 0 || by_rank(&next, &best) < 0)
            best = next;
    }
    xfree(v);
    *out = (struct thrown){.after = best.after, .outcome = best.outcome, .cubeful = best.cubeful, .value = most};
    out->dances = n == 1 && board_equal(&best.after, on_roll);
}

void plays_thrown(struct search *s, const struct board *on_roll, int mover, struct thrown out[WORKER_THROWS])
{
    const struct cache_key key = {*on_roll, cache_hash(s->context, &mover, sizeof mover) + s->cubeful};
    if (cache_find(s->worker->caches.thrown, &key, out))
        return;
    memset(out, 0, WORKER_THROWS * sizeof *out);
    for (int i = 0; i < WORKER_THROWS; i++)
        best_static(s, on_roll, mover, search_throws[i].high, search_throws[i].low, &out[i]);
    cache_put(s->worker->caches.thrown, &key, out);
}

void plays_best(struct search *s, const struct board *on_roll, int mover, const int dice[2], const struct level *l,
                struct board *after)
{
    if (l->plies == 0) {
        struct thrown best;
        best_static(s, on_roll, mover, dice[0], dice[1], &best);
        *after = best.after;
        return;
    }
    struct ranked_plays r = {0};
    *after = plays_rank(s, on_roll, mover, dice, l, NULL, 0, &r) > 0 ? r.at[0].after : *on_roll;
    ranked_plays_done(&r);
}

/* The values of all throws for `mover`, in the order of search_throws[]. Deeper than 0 plies they are those that a
 * search from here takes the mean of: for a player who could double they are in the cache. The end of a bear-off is in
 * a table of few states instead, and only the present one is asked for. */
static void values_of_throws(struct search *s, const struct board *on_roll, int mover, int plies,
                             float value[WORKER_THROWS])
{
    struct search_value deep[WORKER_THROWS];
    struct thrown bare[WORKER_THROWS];
    const unsigned wanted = s->endgame ? 1 : cube_states_needed(&s->model, mover, 1);
    if (plies > 0)
        search_all_throws(s, on_roll, mover, plies - 1, wanted, deep);
    else
        plays_thrown(s, on_roll, mover, bare);
    for (int i = 0; i < WORKER_THROWS; i++)
        value[i] = plies > 0 ? deep[i].value[0] : bare[i].value;
}

/* ---- luck ---- */

static double mean_of_all_throws(const float value[WORKER_THROWS])
{
    double sum = 0;
    for (int i = 0; i < WORKER_THROWS; i++)
        sum += search_throws[i].weight * (double)value[i];
    return sum / 36;
}

/* The throws that decide who begins: 15 where the mover has the larger die, 15 where the opponent has it and plays. */
static double mean_of_decided_throws(const struct search *s, const float mine[WORKER_THROWS],
                                     const float theirs[WORKER_THROWS])
{
    double sum = 0;
    for (int i = 0; i < WORKER_THROWS; i++)
        if (search_throws[i].high != search_throws[i].low)
            sum += (double)mine[i] + (double)cube_turned(&s->model, theirs[i]);
    return sum / 30;
}

static int index_of_throw(const int dice[2])
{
    const int high = dice[0] > dice[1] ? dice[0] : dice[1], low = dice[0] + dice[1] - high;
    return high * (high - 1) / 2 + low - 1; /* ORDER search_throws */
}

float plays_luck(struct search *s, const struct board *on_roll, int mover, const int dice[2], int plies, bool start,
                 float *worth)
{
    float mine[WORKER_THROWS], theirs[WORKER_THROWS];
    values_of_throws(s, on_roll, mover, plies, mine);
    if (start)
        values_of_throws(s, on_roll, 1 - mover, plies, theirs);
    const double mean = start ? mean_of_decided_throws(s, mine, theirs) : mean_of_all_throws(mine);
    *worth = mine[index_of_throw(dice)];
    return (float)((double)*worth - mean);
}
