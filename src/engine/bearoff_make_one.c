/* Generating the one-sided databases. Every move takes pips away, so placings are made in the order of their pips, and
 * all of one pip count side by side. Integer arithmetic throughout, as docs/engine.md, "Bearoff databases", gives it:
 * the bytes are the same everywhere, for any number of threads. */
#include "engine/bearoff.h"

#include <stdio.h>
#include <string.h>

#include "base/threads.h"
#include "base/xmalloc.h"
#include "engine/bearoff_moves.h"
#include "engine/bearoff_work.h"

enum {
    THROWS = 36,
    DIE = 6,
    BLOCK = 64,
    LOOK_EVERY = 8,
    /* blocks between looks at memory and clock */ PIPS_MAX = BOARD_CHEQUERS * BEAROFF_MAX_POINTS
};

/* What a play shall make small: the mean number of rolls until all are off, or until the first is. */
enum aim { AIM_ALL, AIM_FIRST, AIMS };

struct maker {
    const struct bearoff_order *order;
    struct bearoff_work *work;
    int points;
    size_t n;
    struct bearoff_distribution *at; /* by id */
    uint32_t *mean[AIMS]; /* by id: sum of i * distribution[i] */
    /* [die - 1] by id: where the best part-move with this die leads; of equally good ones the farthest chequer's. */
    uint32_t *step[AIMS][DIE];
    uint32_t *by_pips; /* ids */
    size_t begin[PIPS_MAX + 2]; /* by pips: where they begin in `by_pips` */
    int pips; /* being made */
};

static uint32_t integer_mean(const uint16_t d[BEAROFF_ROLLS])
{
    uint32_t sum = 0;
    for (uint32_t i = 1; i < BEAROFF_ROLLS; i++)
        sum += i * d[i];
    return sum;
}

/* ---- the best play ---- */

/* The first of n successors with the smallest mean; `best` is one that came before them, or -1. */
static int64_t better(const uint32_t *mean, int64_t best, const uint32_t *ids, int n)
{
    for (int i = 0; i < n; i++)
        if (best < 0 || mean[ids[i]] < mean[best])
            best = ids[i];
    return best;
}

/* The first with the smallest mean after n first part-moves and the best second one with `die`. */
static int64_t better_by_step(const struct maker *m, int aim, int64_t best, const uint32_t *ids, int n, int die)
{
    const uint32_t *mean = m->mean[aim], *step = m->step[aim][die - 1];
    for (int i = 0; i < n; i++)
        if (best < 0 || mean[step[ids[i]]] < mean[best])
            best = step[ids[i]];
    return best;
}

/* The part-moves of a placing with each die. */
struct steps {
    int n[DIE];
    uint32_t ids[DIE][BEAROFF_MAX_POINTS];
};

/* Where throw `t` leads, for the first `aims` aims; in generation order: the higher die first, then the lower one
 * first. */
static void best_plays(const struct maker *m, const int8_t *own, int chequers, int aims, const struct steps *s,
                       const struct bearoff_throw *t, uint32_t best[AIMS])
{
    uint32_t ids[BEAROFF_PLAYS_MAX];
    const bool whole = t->high == t->low || chequers == 1; /* one chequer may be off with the first die */
    const int n = whole ? bearoff_successors(own, m->points, t, ids) : 0;
    for (int aim = 0; aim < aims; aim++) {
        int64_t at = -1;
        if (whole) {
            at = better(m->mean[aim], at, ids, n);
        } else {
            at = better_by_step(m, aim, at, s->ids[t->high - 1], s->n[t->high - 1], t->low);
            at = better_by_step(m, aim, at, s->ids[t->low - 1], s->n[t->low - 1], t->high);
        }
        best[aim] = (uint32_t)at;
    }
}

/* ---- one placing ---- */

static void add_one_roll_later(uint32_t sum[BEAROFF_ROLLS], const uint16_t d[BEAROFF_ROLLS], uint32_t weight)
{
    for (int i = 0; i + 1 < BEAROFF_ROLLS; i++)
        sum[i + 1] += weight * d[i];
}

/* Divides by 36, then lets the largest entry take the rounding, so that the sum is certain. */
static void normalise(const uint32_t sum[BEAROFF_ROLLS], uint16_t out[BEAROFF_ROLLS])
{
    int total = 0, largest = 0;
    for (int i = 0; i < BEAROFF_ROLLS; i++) {
        out[i] = (uint16_t)((sum[i] + THROWS / 2) / THROWS);
        total += out[i];
        if (out[i] > out[largest])
            largest = i;
    }
    out[largest] = (uint16_t)(out[largest] - (total - BEAROFF_CERTAIN));
}

/* Once a chequer is off nothing is left to aim at for the first one: any step does. */
static void find_steps(struct maker *m, size_t id, const int8_t *own, int aims, struct steps *s)
{
    for (int die = 1; die <= DIE; die++) {
        s->n[die - 1] = bearoff_steps(own, m->points, die, s->ids[die - 1]);
        for (int aim = 0; aim < AIMS; aim++)
            m->step[aim][die - 1][id] =
                aim < aims ? (uint32_t)better(m->mean[aim], -1, s->ids[die - 1], s->n[die - 1]) : s->ids[die - 1][0];
    }
}

static void keep(struct maker *m, size_t id, const struct bearoff_distribution *d)
{
    m->at[id] = *d;
    m->mean[AIM_ALL][id] = integer_mean(d->all);
    m->mean[AIM_FIRST][id] = integer_mean(d->first);
}

/* Takes a placing from the table for fewer points; false if a chequer stands beyond that. */
static bool copy_placing(struct maker *m, size_t id, const int8_t *own)
{
    const struct bearoff_one *from = m->order->from;
    struct bearoff_distribution d;
    if (!from)
        return false;
    for (int p = from->points; p < m->points; p++)
        if (own[p] != 0)
            return false;
    bearoff_one_get(from, bearoff_id(own, from->points), &d);
    keep(m, id, &d);
    return true;
}

static void make_distributions(struct maker *m, size_t id, const int8_t *own, int chequers, const struct steps *steps)
{
    uint32_t all[BEAROFF_ROLLS] = {0}, first[BEAROFF_ROLLS] = {0}, best[AIMS];
    struct bearoff_distribution d;
    const int aims = chequers == BOARD_CHEQUERS ? AIMS : AIM_FIRST;
    if (aims == AIM_FIRST)
        first[0] = THROWS * BEAROFF_CERTAIN; /* one is off already */
    for (int i = 0; i < BEAROFF_THROWS; i++) {
        const struct bearoff_throw *throw = &bearoff_throws[i];
        const uint32_t weight = (uint32_t) throw->weight;
        best_plays(m, own, chequers, aims, steps, throw, best);
        add_one_roll_later(all, m->at[best[AIM_ALL]].all, weight);
        if (aims == AIMS)
            add_one_roll_later(first, m->at[best[AIM_FIRST]].first, weight);
    }
    normalise(all, d.all);
    normalise(first, d.first);
    keep(m, id, &d);
}

static void make_placing(struct maker *m, size_t id)
{
    int8_t own[BEAROFF_MAX_POINTS];
    struct steps steps;
    int chequers = 0;
    bearoff_placing(id, BOARD_CHEQUERS, m->points, own);
    for (int p = 0; p < m->points; p++)
        chequers += own[p];
    find_steps(m, id, own, chequers == BOARD_CHEQUERS ? AIMS : AIM_FIRST, &steps);
    if (!copy_placing(m, id, own))
        make_distributions(m, id, own, chequers, &steps);
}

/* ---- all of them ---- */

static int pips_of(size_t id, int points)
{
    int8_t own[BEAROFF_MAX_POINTS];
    int pips = 0;
    bearoff_placing(id, BOARD_CHEQUERS, points, own);
    for (int p = 0; p < points; p++)
        pips += own[p] * (p + 1);
    return pips;
}

static void sort_by_pips(struct maker *m)
{
    size_t next[PIPS_MAX + 2];
    for (size_t id = 0; id < m->n; id++)
        m->begin[pips_of(id, m->points) + 1]++;
    for (int pips = 0; pips <= PIPS_MAX; pips++)
        m->begin[pips + 1] += m->begin[pips];
    memcpy(next, m->begin, sizeof next);
    for (size_t id = 0; id < m->n; id++)
        m->by_pips[next[pips_of(id, m->points)]++] = (uint32_t)id;
}

static void make_block(void *context, int hand, size_t block)
{
    struct maker *m = context;
    const size_t end = m->begin[m->pips + 1], from = m->begin[m->pips] + block * BLOCK;
    for (size_t i = from; i < end && i < from + BLOCK; i++)
        make_placing(m, m->by_pips[i]);
    if (block % LOOK_EVERY != 0)
        return;
    bearoff_work_trim(m->work);
    if (hand == 0 && m->order->progress)
        m->order->progress(m->order->context, (double)from / (double)m->n);
}

/* Every pip count is a step. False if stopped. */
static bool make_all(struct maker *m)
{
    const struct bearoff_order *o = m->order;
    if (m->work->done == 0) {
        const struct bearoff_distribution off = {{BEAROFF_CERTAIN}, {BEAROFF_CERTAIN}};
        sort_by_pips(m);
        keep(m, 0, &off);
    } else {
        for (size_t i = 0; i < m->n; i++)
            m->begin[pips_of(m->by_pips[i], m->points) + 1] = i + 1;
    }
    for (m->pips = (int)m->work->done + 1; m->pips <= BOARD_CHEQUERS * m->points; m->pips++) {
        threads_for(o->threads, (m->begin[m->pips + 1] - m->begin[m->pips] + BLOCK - 1) / BLOCK, make_block, m,
                    o->stop);
        if (o->stop && *o->stop) {
            bearoff_work_save(m->work, (uint64_t)m->pips - 1);
            return false;
        }
        bearoff_work_mark(m->work, (uint64_t)m->pips);
    }
    return true;
}

enum { WORDS = AIMS * (1 + DIE) + 1 }; /* of a placing: means, steps, its number by pips */

static void maker_init(struct maker *m, const struct bearoff_order *o, struct bearoff_work *w, size_t n)
{
    *m = (struct maker){.order = o, .work = w, .points = o->points, .n = n, .at = w->at};
    uint32_t *block = m->by_pips = (uint32_t *)(m->at + n);
    for (enum aim aim = 0; aim < AIMS; aim++) {
        m->mean[aim] = block += n;
        for (int die = 0; die < DIE; die++)
            m->step[aim][die] = block += n;
    }
}

size_t bearoff_one_room(int points)
{
    return bearoff_positions(BOARD_CHEQUERS, points) * (sizeof(struct bearoff_distribution) + WORDS * sizeof(uint32_t));
}

enum bearoff_end bearoff_one_order(const struct bearoff_order *o, struct bearoff_one **out)
{
    enum bearoff_end end;
    char kind[32];
    const size_t n = bearoff_positions(BOARD_CHEQUERS, o->points), each = sizeof(struct bearoff_distribution);
    snprintf(kind, sizeof kind, "one-sided 15x%d", o->points);
    struct bearoff_work *w = bearoff_work_open(kind, bearoff_one_room(o->points), o, &end);
    struct maker m;
    if (!w)
        return end;
    maker_init(&m, o, w, n);
    if (!make_all(&m)) {
        bearoff_work_close(w, true);
        return BEAROFF_STOPPED;
    }
    *out = xmalloc(sizeof **out);
    **out = (struct bearoff_one){
        .points = o->points, .form = {.gammons = true}, .n = n, .bytes = {w->at, n * each}, .work = w};
    return BEAROFF_DONE;
}

struct bearoff_one *bearoff_one_make(int points, int threads)
{
    struct bearoff_one *t = NULL;
    const struct bearoff_order o = {
        .chequers = BOARD_CHEQUERS, .points = points, .threads = threads, .memory = BEAROFF_MEMORY_MAX};
    return bearoff_one_order(&o, &t) == BEAROFF_DONE ? t : NULL;
}
