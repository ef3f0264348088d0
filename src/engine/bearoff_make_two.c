/* Generating the two-sided databases. Every move leads to a smaller id, so one pass in ascending order finds all
 * successors ready. Integer arithmetic throughout, as docs/engine.md, "Bearoff databases", gives it: the bytes are the
 * same everywhere. */
#include "engine/bearoff.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "engine/bearoff_moves.h"

enum { THROWS = 36 };

/* ---- two-sided ---- */

enum { WON = 32767, LOST = -32768, C = BEAROFF_CUBES };

/* The successors of every placing, throw by throw, in one block. */
struct successor_lists {
    uint32_t *ids;
    uint32_t (*begin)[BEAROFF_THROWS + 1]; /* by placing: where a throw's successors begin in ids */
};

struct two_maker {
    size_t n;
    /* What the mover to j gets where the other side stands at them, by cube position: reply[j * n + them] */
    int16_t (*reply)[C];
    int16_t (*column)[C]; /* reply[j * n + k] of the k at work, by j: close together */
    int16_t (*best)[C]; /* scratch by them */
    int32_t (*sum)[C];
    struct successor_lists lists;
};

/* Drops what came before; the number left. */
static int distinct(uint32_t *ids, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < kept && ids[j] != ids[i])
            j++;
        if (j == kept)
            ids[kept++] = ids[i];
    }
    return kept;
}

static void list_successors(struct successor_lists *l, int chequers, int points, size_t n)
{
    size_t used = 0, capacity = 256 * n + BEAROFF_PLAYS_MAX;
    l->begin = xmalloc(n * sizeof *l->begin);
    l->ids = xmalloc(capacity * sizeof *l->ids);
    for (size_t id = 0; id < n; id++) {
        int8_t own[BEAROFF_MAX_POINTS];
        bearoff_placing(id, chequers, points, own);
        for (int i = 0; i <= BEAROFF_THROWS; i++) {
            l->begin[id][i] = (uint32_t)used;
            if (id == 0 || i == BEAROFF_THROWS)
                continue;
            if (used + BEAROFF_PLAYS_MAX > capacity)
                l->ids = xrealloc(l->ids, (capacity *= 2) * sizeof *l->ids);
            const int found = bearoff_successors(own, points, &bearoff_throws[i], l->ids + used);
            used += (size_t)distinct(l->ids + used, found);
        }
    }
}

/* The opponent's best cube action: nd without doubling, dt after double and take. */
static int with_cube_action(int nd, int dt)
{
    if (dt < nd / 2 || WON < nd)
        return nd;
    return dt >= WON / 2 ? WON : 2 * dt;
}

/* What is left to us when the opponent is on roll with the equities `his`; ~x is -x-1. */
static void reply_to(const int16_t his[C], int16_t reply[C])
{
    const int taken = his[BEAROFF_OPPONENT_OWNS];
    reply[BEAROFF_CUBELESS] = (int16_t)~his[BEAROFF_CUBELESS];
    reply[BEAROFF_OWNED] = (int16_t)~taken;
    reply[BEAROFF_CENTRED] = (int16_t)~with_cube_action(his[BEAROFF_CENTRED], taken);
    reply[BEAROFF_OPPONENT_OWNS] = (int16_t)~with_cube_action(his[BEAROFF_OWNED], taken);
}

static void take_maximum(int16_t *best, const int16_t *other, size_t n)
{
    for (size_t i = 0; i < n; i++)
        best[i] = other[i] > best[i] ? other[i] : best[i];
}

static void add_weighted(int32_t *sum, const int16_t *best, int weight, size_t n)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += weight * best[i];
}

static void store(struct bearoff_two *t, struct two_maker *m, size_t us, size_t them, const int16_t equity[C])
{
    for (int c = 0; c < C; c++)
        t->at[us * m->n + them][c] = (uint16_t)(equity[c] + 32768);
    reply_to(equity, m->reply[them * m->n + us]);
}

/* Entries (k, them) for all them < k at once: their successors' replies lie side by side. */
static void make_row(struct bearoff_two *t, struct two_maker *m, size_t k)
{
    const struct successor_lists *l = &m->lists;
    memset(m->sum, 0, k * sizeof *m->sum);
    for (int i = 0; i < BEAROFF_THROWS; i++) {
        const uint32_t *j = l->ids + l->begin[k][i], *end = l->ids + l->begin[k][i + 1];
        memcpy(m->best, m->reply[*j++ * m->n], k * sizeof *m->best);
        for (; j < end; j++)
            take_maximum(m->best[0], m->reply[*j * m->n], k * C);
        add_weighted(m->sum[0], m->best[0], bearoff_throws[i].weight, k * C);
    }
    for (size_t them = 1; them < k; them++) {
        int16_t equity[C];
        for (int c = 0; c < C; c++)
            equity[c] = (int16_t)(m->sum[them][c] / THROWS);
        store(t, m, k, them, equity);
    }
}

/* Entry (us, k) for one us <= k, from the replies of column k. */
static void make_entry(struct bearoff_two *t, struct two_maker *m, size_t us, size_t k)
{
    const struct successor_lists *l = &m->lists;
    int32_t sum[C] = {0};
    for (int i = 0; i < BEAROFF_THROWS; i++) {
        const uint32_t *j = l->ids + l->begin[us][i], *end = l->ids + l->begin[us][i + 1];
        int16_t best[C];
        memcpy(best, m->column[*j++], sizeof best);
        for (; j < end; j++)
            take_maximum(best, m->column[*j], C);
        add_weighted(sum, best, bearoff_throws[i].weight, C);
    }
    int16_t equity[C];
    for (int c = 0; c < C; c++)
        equity[c] = (int16_t)(sum[c] / THROWS);
    store(t, m, us, k, equity);
}

/* All entries whose larger id is k; those with smaller ids are there. */
static void make_shell(struct bearoff_two *t, struct two_maker *m, size_t k)
{
    static const int16_t won[C] = {WON, WON, WON, WON}, lost[C] = {LOST, LOST, LOST, LOST};
    store(t, m, 0, k, won);
    if (k == 0)
        return;
    store(t, m, k, 0, lost);
    make_row(t, m, k);
    for (size_t j = 0; j < k; j++)
        memcpy(m->column[j], m->reply[j * m->n + k], sizeof *m->column);
    for (size_t us = 1; us <= k; us++)
        make_entry(t, m, us, k);
}

static void two_maker_init(struct two_maker *m, int chequers, int points, size_t n)
{
    *m = (struct two_maker){.n = n};
    m->reply = xmalloc(n * n * sizeof *m->reply);
    m->column = xmalloc(n * sizeof *m->column);
    m->best = xmalloc(n * sizeof *m->best);
    m->sum = xmalloc(n * sizeof *m->sum);
    list_successors(&m->lists, chequers, points, n);
}

static void two_maker_done(struct two_maker *m)
{
    xfree(m->reply), xfree(m->column), xfree(m->best), xfree(m->sum);
    xfree(m->lists.ids), xfree(m->lists.begin);
}

struct bearoff_two *bearoff_two_make(int chequers, int points)
{
    const size_t n = bearoff_positions(chequers, points);
    if (n > BEAROFF_MEMORY_MAX / (2 * C * sizeof(uint16_t)) / n)
        return NULL;
    struct bearoff_two *t = xcalloc(1, sizeof *t);
    struct two_maker m;
    two_maker_init(&m, chequers, points, n);
    uint16_t(*at)[C] = xmalloc(n * n * sizeof *at);
    *t = (struct bearoff_two){.chequers = chequers, .points = points, .cubeful = true, .n = n, .at = at};
    for (size_t k = 0; k < n; k++)
        make_shell(t, &m, k);
    two_maker_done(&m);
    return t;
}

void bearoff_two_free(struct bearoff_two *t)
{
    if (!t)
        return;
    xfree(t->at);
    xfree(t);
}
