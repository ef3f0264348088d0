/* Placings and plays of hypergammon; see hyper_plays.h. */
#include "engine/hyper_plays.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

enum { HOME = 6 };

/* ---- placings ---- */

static void describe(struct hyper_placing *p)
{
    for (int point = 1; point <= HYPER_BAR; point++) {
        const int count = p->own[point - 1];
        p->pips = (uint8_t)(p->pips + count * point);
        p->on_board = (uint8_t)(p->on_board + count);
        if (count == 0 || point == HYPER_BAR)
            continue;
        p->points |= 1u << point;
        if (count == 1)
            p->blots |= 1u << point;
        else
            p->made = (uint8_t)point;
    }
}

/* By pips, then by id: a count for each number of pips, and ids go where theirs begin. */
static void number_placings(struct hyper_game *g)
{
    enum { PIPS = HYPER_BAR * 3 + 2 };
    size_t begin[PIPS] = {0};
    struct hyper_placing *by_id = xcalloc(g->n, sizeof *by_id);
    for (size_t id = 0; id < g->n; id++) {
        bearoff_placing(id, g->chequers, HYPER_BAR, by_id[id].own);
        describe(&by_id[id]);
        begin[by_id[id].pips + 1]++;
    }
    for (int i = 1; i < PIPS; i++)
        begin[i] += begin[i - 1];
    for (size_t id = 0; id < g->n; id++) {
        const size_t number = begin[by_id[id].pips]++;
        g->placing[number] = by_id[id];
        g->number[id] = (uint16_t)number;
        g->id[number] = (uint16_t)id;
    }
    xfree(by_id);
}

static uint16_t number_of(const struct hyper_game *g, const int8_t own[HYPER_BAR])
{
    return g->number[bearoff_id(own, HYPER_BAR)];
}

/* The opponent lands on the own point `point`. */
static uint16_t hit(const struct hyper_game *g, size_t number, int point)
{
    int8_t own[HYPER_BAR];
    memcpy(own, g->placing[number].own, sizeof own);
    if (own[point - 1] != 1)
        return (uint16_t)number;
    own[point - 1]--, own[HYPER_BAR - 1]++;
    return number_of(g, own);
}

static void list_hits(struct hyper_game *g)
{
    for (int theirs = 1; theirs < HYPER_BAR; theirs++)
        for (size_t i = 0; i < g->n; i++)
            g->hit[theirs][i] = hit(g, i, HYPER_BAR - theirs);
}

int hyper_points_won(const struct hyper_game *g, size_t loser)
{
    const struct hyper_placing *p = &g->placing[loser];
    if (p->on_board < g->chequers)
        return 1;
    const uint32_t in_their_home = p->points >> (HYPER_BAR - HOME);
    return in_their_home != 0 || p->own[HYPER_BAR - 1] > 0 ? 3 : 2;
}

/* ---- plays ---- */

/* The plays of one throw while they are found. */
struct finding {
    const struct hyper_game *g;
    int8_t own[HYPER_BAR];
    int barred;
    int dice[HYPER_STEPS]; /* 0 = no more */
    bool is_double;
    uint8_t land[HYPER_STEPS];
    struct hyper_play *plays;
    size_t n;
    int steps, pips; /* of what is kept: only the longest plays and, of these, those with the larger die survive */
};

static bool can_step(const struct finding *f, int from, int die)
{
    if (f->own[from - 1] == 0 || (from < HYPER_BAR && f->own[HYPER_BAR - 1] > 0))
        return false;
    if (from > die)
        return from - die != f->barred;
    for (int p = die == from ? HOME + 1 : from + 1; p <= HYPER_BAR; p++)
        if (f->own[p - 1] > 0)
            return false;
    return true;
}

static void keep(struct finding *f, int steps, int pips)
{
    if (steps < f->steps || pips < f->pips)
        return;
    if (steps > f->steps || pips > f->pips)
        f->n = 0;
    f->steps = steps, f->pips = pips;
    struct hyper_play p = {.next = number_of(f->g, f->own)};
    memcpy(p.land, f->land, (size_t)steps);
    for (int i = 1; i < HYPER_STEPS; i++) /* in order: the same places in another order are the same play */
        for (int j = i; j > 0 && p.land[j] > p.land[j - 1]; j--) {
            const uint8_t higher = p.land[j];
            p.land[j] = p.land[j - 1], p.land[j - 1] = higher;
        }
    for (size_t i = 0; i < f->n; i++)
        if (memcmp(&f->plays[i], &p, sizeof p) == 0)
            return;
    if (f->n < HYPER_PLAYS_MAX)
        f->plays[f->n++] = p;
}

/* Tries every step of the next die from `highest` down. Steps of a double never start behind the step before. */
static void extend(struct finding *f, int depth, int highest, int pips)
{
    const int die = depth < HYPER_STEPS ? f->dice[depth] : 0;
    bool stuck = true;
    for (int from = highest; die > 0 && from >= 1; from--) {
        if (!can_step(f, from, die))
            continue;
        stuck = false;
        f->own[from - 1]--;
        if (from > die)
            f->own[from - die - 1]++;
        f->land[depth] = (uint8_t)(from > die ? from - die : 0);
        extend(f, depth + 1, f->is_double ? from : HYPER_BAR, pips + die);
        if (from > die)
            f->own[from - die - 1]--;
        f->own[from - 1]++;
    }
    if (stuck)
        keep(f, depth, pips);
}

static void find(struct finding *f, const struct bearoff_throw *t)
{
    f->n = 0, f->steps = 0, f->pips = 0;
    f->is_double = t->high == t->low;
    f->dice[0] = t->high, f->dice[1] = t->low;
    f->dice[2] = f->dice[3] = f->is_double ? t->high : 0;
    extend(f, 0, HYPER_BAR, 0);
    if (f->is_double)
        return;
    f->dice[0] = t->low, f->dice[1] = t->high;
    extend(f, 0, HYPER_BAR, 0);
}

/* A placing that stands on the barred point itself never comes up; its plays are listed all the same. */
static void list_plays(struct hyper_game *g)
{
    size_t used = 0, capacity = 0;
    struct finding f = {.g = g};
    for (size_t us = 0; us < g->n; us++)
        for (int barred = 0; barred < HYPER_BARS; barred++)
            for (int t = 0; t < BEAROFF_THROWS; t++) {
                while (used + HYPER_PLAYS_MAX > capacity)
                    g->plays = grow(g->plays, capacity, &capacity, sizeof *g->plays);
                memcpy(f.own, g->placing[us].own, sizeof f.own);
                f.barred = barred, f.plays = g->plays + used;
                find(&f, &bearoff_throws[t]);
                g->begin[(us * HYPER_BARS + (size_t)barred) * BEAROFF_THROWS + (size_t)t] = (uint32_t)used;
                used += f.n;
            }
    g->begin[g->n * HYPER_BARS * BEAROFF_THROWS] = (uint32_t)used;
}

void hyper_game_init(struct hyper_game *g, int chequers)
{
    const size_t n = bearoff_positions(chequers, HYPER_BAR);
    *g = (struct hyper_game){.chequers = chequers, .n = n};
    g->placing = xcalloc(n, sizeof *g->placing);
    g->number = xcalloc(n, sizeof *g->number);
    g->id = xcalloc(n, sizeof *g->id);
    for (int p = 0; p < HYPER_BAR; p++)
        g->hit[p] = xcalloc(n, sizeof *g->hit[p]);
    g->begin = xcalloc(n * HYPER_BARS * BEAROFF_THROWS + 1, sizeof *g->begin);
    number_placings(g);
    list_hits(g);
    list_plays(g);
}

void hyper_game_done(struct hyper_game *g)
{
    xfree(g->placing), xfree(g->number), xfree(g->id);
    for (int p = 0; p < HYPER_BAR; p++)
        xfree(g->hit[p]);
    xfree(g->plays), xfree(g->begin);
}
