/* Generating the two-sided databases. Every move leads to a smaller id, so one pass in ascending order finds all
 * successors ready. Integer arithmetic throughout, as docs/engine.md, "Bearoff databases", gives it: the bytes are the
 * same everywhere. */
#include "engine/bearoff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/threads.h"
#include "base/xmalloc.h"
#include "engine/bearoff_moves.h"
#include "engine/bearoff_work.h"

/* Entries of a shell that a thread takes at a time; a shorter shell is not worth a thread. */
enum { THROWS = 36, STRETCH = 512, LOOK_EVERY = 64 /* shells between looks at memory and clock */ };

enum { WON = 32767, LOST = -32768, C = BEAROFF_CUBES };

/* The successors of every placing, throw by throw, in one block. */
struct successor_lists {
    uint32_t *ids;
    uint32_t (*begin)[BEAROFF_THROWS + 1]; /* by placing: where a throw's successors begin in ids */
};

struct two_maker {
    const struct bearoff_order *order;
    struct bearoff_work *work;
    size_t n;
    size_t k; /* the shell at work */
    uint16_t (*at)[C]; /* the table: [id on roll * n + id of the other] */
    /* What the mover to j gets where the other side stands at them, by cube position: reply[j * n + them] */
    int16_t (*reply)[C];
    int16_t (*column)[C]; /* reply[j * n + k] of the k at work, by j: close together */
    int16_t (*best)[C]; /* scratch by them */
    int32_t (*sum)[C];
    struct successor_lists lists;
};

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
            used += (size_t)bearoff_distinct(l->ids + used, found);
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

/* What is left to us when the opponent is on roll with the equities `theirs`; ~x is -x-1. */
static void reply_to(const int16_t theirs[C], int16_t reply[C])
{
    const int taken = theirs[BEAROFF_OPPONENT_OWNS];
    reply[BEAROFF_CUBELESS] = (int16_t)~theirs[BEAROFF_CUBELESS];
    reply[BEAROFF_OWNED] = (int16_t)~taken;
    reply[BEAROFF_CENTRED] = (int16_t)~with_cube_action(theirs[BEAROFF_CENTRED], taken);
    reply[BEAROFF_OPPONENT_OWNS] = (int16_t)~with_cube_action(theirs[BEAROFF_OWNED], taken);
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

static void store(struct two_maker *m, size_t us, size_t them, const int16_t equity[C])
{
    for (int c = 0; c < C; c++)
        m->at[us * m->n + them][c] = (uint16_t)(equity[c] + 32768);
    reply_to(equity, m->reply[them * m->n + us]);
}

/* Entries (k, them) for a stretch of `them` at once: their successors' replies lie side by side. */
static void make_row(struct two_maker *m, size_t k, size_t from, size_t end)
{
    const struct successor_lists *l = &m->lists;
    const size_t length = end - from;
    int16_t(*best)[C] = m->best + from;
    int32_t(*sum)[C] = m->sum + from;
    memset(sum, 0, length * sizeof *sum);
    for (int i = 0; i < BEAROFF_THROWS; i++) {
        const uint32_t *j = l->ids + l->begin[k][i], *last = l->ids + l->begin[k][i + 1];
        memcpy(best, m->reply[*j++ * m->n + from], length * sizeof *best);
        for (; j < last; j++)
            take_maximum(best[0], m->reply[*j * m->n + from], length * C);
        add_weighted(sum[0], best[0], bearoff_throws[i].weight, length * C);
    }
    for (size_t them = from > 0 ? from : 1; them < end; them++) {
        int16_t equity[C];
        for (int c = 0; c < C; c++)
            equity[c] = (int16_t)(m->sum[them][c] / THROWS);
        store(m, k, them, equity);
    }
}

/* Entry (us, k) for one us <= k, from the replies of column k. */
static void make_entry(struct two_maker *m, size_t us, size_t k)
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
    store(m, us, k, equity);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void make_stretch_of_row(void *maker, int hand, size_t i)
{
    struct two_maker *m = maker;
    (void)hand;
    make_row(m, m->k, i * STRETCH, least((i + 1) * STRETCH, m->k));
}

static void make_stretch_of_column(void *maker, int hand, size_t i)
{
    struct two_maker *m = maker;
    (void)hand;
    for (size_t us = i * STRETCH; us < least((i + 1) * STRETCH, m->k + 1); us++)
        if (us != 0)
            make_entry(m, us, m->k);
}

/* All entries whose larger id is k; those with smaller ids are there. */
static void make_shell(struct two_maker *m, size_t k)
{
    static const int16_t won[C] = {WON, WON, WON, WON}, lost[C] = {LOST, LOST, LOST, LOST};
    m->k = k;
    store(m, 0, k, won);
    if (k == 0)
        return;
    store(m, k, 0, lost);
    threads_for(m->order->threads, (k + STRETCH - 1) / STRETCH, make_stretch_of_row, m, NULL);
    for (size_t j = 0; j < k; j++)
        memcpy(m->column[j], m->reply[j * m->n + k], sizeof *m->column);
    threads_for(m->order->threads, (k + STRETCH) / STRETCH, make_stretch_of_column, m, NULL);
}

static void look_around(struct two_maker *m)
{
    bearoff_work_trim(m->work);
    bearoff_work_mark(m->work, m->k);
    if (m->order->progress)
        m->order->progress(m->order->context, (double)m->k * (double)m->k / ((double)m->n * (double)m->n));
}

/* Every shell is a step. False if stopped. */
static bool make_all(struct two_maker *m)
{
    const struct bearoff_order *o = m->order;
    for (size_t k = (size_t)m->work->done; k < m->n; k++) {
        if (o->stop && *o->stop) {
            bearoff_work_save(m->work, k);
            return false;
        }
        make_shell(m, k);
        if (k % LOOK_EVERY == LOOK_EVERY - 1)
            look_around(m);
    }
    return true;
}

static void two_maker_init(struct two_maker *m, const struct bearoff_order *o, struct bearoff_work *w, size_t n)
{
    *m = (struct two_maker){.order = o, .work = w, .n = n, .at = w->at};
    m->reply = (int16_t(*)[C])(m->at + n * n);
    m->column = xmalloc(n * sizeof *m->column);
    m->best = xmalloc(n * sizeof *m->best);
    m->sum = xmalloc(n * sizeof *m->sum);
    list_successors(&m->lists, o->chequers, o->points, n);
}

static void two_maker_done(struct two_maker *m)
{
    xfree(m->column), xfree(m->best), xfree(m->sum);
    xfree(m->lists.ids), xfree(m->lists.begin);
}

size_t bearoff_two_room(int chequers, int points)
{
    const size_t n = bearoff_positions(chequers, points), each = sizeof(uint16_t[C]) + sizeof(int16_t[C]);
    return n > SIZE_MAX / each / n ? SIZE_MAX : n * n * each;
}

enum bearoff_end bearoff_two_order(const struct bearoff_order *o, struct bearoff_two **out)
{
    enum bearoff_end end = BEAROFF_NO_MEMORY;
    char kind[32];
    struct two_maker m;
    const size_t n = bearoff_positions(o->chequers, o->points), room = bearoff_two_room(o->chequers, o->points);
    if (room == SIZE_MAX)
        return end;
    snprintf(kind, sizeof kind, "two-sided %dx%d", o->chequers, o->points);
    struct bearoff_work *w = bearoff_work_open(kind, room, o, &end);
    if (!w)
        return end;
    two_maker_init(&m, o, w, n);
    const bool made = make_all(&m);
    two_maker_done(&m);
    if (!made) {
        bearoff_work_close(w, true);
        return BEAROFF_STOPPED;
    }
    *out = xmalloc(sizeof **out);
    **out = (struct bearoff_two){.chequers = o->chequers,
                                 .points = o->points,
                                 .cubeful = true,
                                 .n = n,
                                 .bytes = {w->at, n * n * sizeof *m.at},
                                 .work = w};
    return BEAROFF_DONE;
}

struct bearoff_two *bearoff_two_make(int chequers, int points)
{
    struct bearoff_two *t = NULL;
    const struct bearoff_order o = {.chequers = chequers, .points = points, .threads = 1, .memory = BEAROFF_MEMORY_MAX};
    return bearoff_two_order(&o, &t) == BEAROFF_DONE ? t : NULL;
}
