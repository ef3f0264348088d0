/* Going over all positions of hypergammon; see hyper_maker.h.
 *
 * Placings of the player on roll are worked on in batches of equal pips, from few to many, and each batch is stored
 * before the next one begins: most of what a play leads to is then new already. Batches do not depend on the number of
 * threads, so neither do the figures. */
#include "engine/hyper_maker.h"

#include <math.h>
#include <string.h>

#include "base/threads.h"
#include "base/xmalloc.h"
#include "engine/hyper_limit.h"

enum { TILE = 256, ALL_THROWS = 36, COMMIT = 64, AT_ONCE = 16 };

/* What a thread works on: up to TILE placings of the opponent at a time. */
struct hyper_hand {
    _Alignas(64) double sum[TILE][LEFT_LANES];
    uint16_t them[TILE]; /* the placings */
    uint32_t after[HYPER_PLAYS_MAX][TILE]; /* where the positions after each play stand in m->left */
    double change; /* the largest that it has stored */
};

bool hyper_fits(const struct hyper_game *g, size_t us, size_t them)
{
    return (hyper_mirrored(g->placing[us].points) & g->placing[them].points) == 0;
}

/* ---- one row ---- */

/* Where the positions after a play stand: the opponent's placings, those that it hits in their new ones. */
static void list_after(const struct hyper_game *g, const struct hyper_hand *h, const struct hyper_play *p, int n,
                       uint32_t *restrict after)
{
    const uint32_t row = (uint32_t)(p->next * g->n);
    const uint16_t *h1 = g->hit[p->land[0]], *h2 = g->hit[p->land[1]], *h3 = g->hit[p->land[2]];
    if (p->land[0] == 0)
        for (int k = 0; k < n; k++)
            after[k] = row + h->them[k];
    else if (p->land[1] == 0)
        for (int k = 0; k < n; k++)
            after[k] = row + h1[h->them[k]];
    else if (p->land[2] == 0)
        for (int k = 0; k < n; k++)
            after[k] = row + h2[h1[h->them[k]]];
    else
        for (int k = 0; k < n; k++) {
            const uint16_t hit = h3[h2[h1[h->them[k]]]];
            after[k] = row + (p->land[3] != 0 ? g->hit[p->land[3]][hit] : hit);
        }
}

/* All lanes at once: the compiler makes of them what the processor has. */
typedef float lanes __attribute__((vector_size(LEFT_LANES * sizeof(float))));
typedef int32_t lane_masks __attribute__((vector_size(LEFT_LANES * sizeof(float))));
typedef double lane_sums __attribute__((vector_size(LEFT_LANES * sizeof(double))));

/* Adds the best of `plays` to the sums of n placings: of equities every lane for itself, of chances all lanes of the
 * one with the highest rank, the first among equals. */
static inline __attribute__((always_inline)) void add_best_lanes(const float (*from)[LEFT_LANES], struct hyper_hand *h,
                                                                 int kind, int plays, double weight, int n)
{
    for (int k = 0; k < n; k++) {
        lanes most = *(const lanes *)(const void *)from[h->after[0][k]];
        lane_sums *sum = (lane_sums *)(void *)h->sum[k];
        for (int i = 1; i < plays; i++) {
            const lanes next = *(const lanes *)(const void *)from[h->after[i][k]];
            const lane_masks larger = next > most;
            const lane_masks better =
                kind == SWEEP_EQUITIES ? larger : __builtin_shufflevector(larger, larger, 0, 0, 0, 0, 0, 0, 0, 0);
            most = (lanes)((better & (lane_masks)next) | (~better & (lane_masks)most));
        }
        *sum += weight * __builtin_convertvector(most, lane_sums);
    }
}

static inline __attribute__((always_inline)) void add_best_of(const struct hyper_maker *m, struct hyper_hand *h,
                                                              int kind, int plays, double weight, int n)
{
    if (kind == SWEEP_EQUITIES)
        add_best_lanes(m->left, h, SWEEP_EQUITIES, plays, weight, n);
    else
        add_best_lanes(m->chance, h, SWEEP_CHANCES, plays, weight, n);
}

static void add_best_plain(const struct hyper_maker *m, struct hyper_hand *h, int kind, int plays, double weight, int n)
{
    add_best_of(m, h, kind, plays, weight, n);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void add_best_avx2(const struct hyper_maker *m, struct hyper_hand *h, int kind,
                                                          int plays, double weight, int n)
{
    add_best_of(m, h, kind, plays, weight, n);
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}
#else
#define add_best_avx2 add_best_plain

static bool has_avx2(void)
{
    return false;
}
#endif

/* Values of `us` on roll against n placings of the opponent, all barring the same point. */
static void make_values(const struct hyper_maker *m, struct hyper_hand *h, int kind, size_t us, int barred, int n,
                        float (*out)[LEFT_LANES])
{
    const struct hyper_game *g = &m->game;
    memset(h->sum, 0, (size_t)n * sizeof *h->sum);
    for (int t = 0; t < BEAROFF_THROWS; t++) {
        const struct hyper_play *p = hyper_plays_of(g, us, barred, t), *end = hyper_plays_end(g, us, barred, t);
        int plays = 0;
        for (; p < end; p++)
            list_after(g, h, p, n, h->after[plays++]);
        if (has_avx2())
            add_best_avx2(m, h, kind, plays, bearoff_throws[t].weight, n);
        else
            add_best_plain(m, h, kind, plays, bearoff_throws[t].weight, n);
    }
    for (int k = 0; k < n; k++)
        for (int l = 0; l < LEFT_LANES; l++)
            out[h->them[k]][l] = (float)(h->sum[k][l] / ALL_THROWS);
}

/* `row` of m->value or m->outcome: us on roll against everybody. */
static void make_row(struct hyper_maker *m, struct hyper_hand *h, int kind, size_t us, size_t row)
{
    const struct hyper_game *g = &m->game;
    const uint32_t mine = hyper_mirrored(g->placing[us].points);
    for (int barred = 0; barred < HYPER_BARS; barred++)
        for (size_t i = m->bar_begin[barred], end = m->bar_begin[barred + 1]; i < end;) {
            int n = 0;
            for (; i < end && n < TILE; i++)
                if (m->by_bar[i] != 0 && (g->placing[m->by_bar[i]].points & mine) == 0)
                    h->them[n++] = m->by_bar[i];
            make_values(m, h, kind, us, barred, n, (kind == SWEEP_EQUITIES ? m->value : m->outcome) + row * g->n);
        }
}

struct rows {
    struct hyper_maker *m;
    int kind;
    const uint16_t *us;
};

static void work_on_row(void *context, int hand, size_t i)
{
    const struct rows *r = context;
    make_row(r->m, &r->m->hands[hand], r->kind, r->us[i], i);
}

void hyper_rows(struct hyper_maker *m, int kind, const uint16_t *us, size_t count)
{
    struct rows r = {m, kind, us};
    threads_for(m->threads, count, work_on_row, &r, NULL);
}

/* ---- storing ---- */

/* What the player on roll has who may double first: `taken` = what comes of a take. */
static float with_cube(float waiting, float taken)
{
    const float doubled = taken < 1 ? taken : 1;
    return doubled > waiting ? doubled : waiting;
}

/* What is left to the mover where the opponent is on roll with `theirs`. */
static void leave(const float theirs[LEFT_LANES], float left[LEFT_LANES])
{
    const float taken = 2 * theirs[LEFT_OPPONENT_OWNS];
    left[LEFT_CUBELESS] = -theirs[LEFT_CUBELESS];
    left[LEFT_OWNED] = -theirs[LEFT_OPPONENT_OWNS];
    left[LEFT_CENTRED] = -with_cube(theirs[LEFT_CENTRED], taken);
    left[LEFT_JACOBY] = -with_cube(theirs[LEFT_JACOBY], taken);
    left[LEFT_OPPONENT_OWNS] = -with_cube(theirs[LEFT_OWNED], taken);
}

/* What comes of a take where `plain` does without a beaver and the cube can be turned `turns` times before it. */
static float taken_near_limit(const struct hyper_limit *l, int turns, float plain, size_t position)
{
    const enum hyper_raises raises = hyper_limit_raises(l);
    const bool raccoons = turns > 2 && raises == HYPER_BEAVERS;
    if (turns < 2 || raises == HYPER_NO_BEAVERS)
        return plain;
    const struct cube_raises r = {.limited = true,
                                  .beaver = 4 * hyper_limit_his(l, turns - 2, position),
                                  .raccoon = raccoons ? 8 * hyper_limit_his(l, turns - 3, position) : (float)NAN};
    return fminf(plain, cube_beavered(plain, &r));
}

/* `turns` left: they have what they wait for in `theirs`, and `plain` after a double that is taken. */
static void leave_near_limit(const struct hyper_limit *l, int turns, float plain, size_t position, const float *theirs,
                             float *left)
{
    const float taken = taken_near_limit(l, turns, plain, position);
    left[HYPER_OWNED] = -theirs[HYPER_OPPONENT_OWNS];
    left[HYPER_CENTRED] = -with_cube(theirs[HYPER_CENTRED], taken);
    left[HYPER_JACOBY] = -with_cube(theirs[HYPER_JACOBY], taken);
    left[HYPER_OPPONENT_OWNS] = -with_cube(theirs[HYPER_OWNED], taken);
}

static void leave_limited(const struct hyper_limit *l, size_t position, const float theirs[LEFT_LANES],
                          float left[LEFT_LANES])
{
    const int turns = hyper_limit_turns(l);
    leave_near_limit(l, turns, 2 * hyper_limit_his(l, turns - 1, position), position, theirs, left);
    leave_near_limit(l, turns + 1, 2 * theirs[HYPER_OPPONENT_OWNS], position, theirs + HYPER_CUBES, left + HYPER_CUBES);
}

void hyper_begin_with(struct hyper_maker *m, const float (*value)[LEFT_LANES])
{
    const size_t n = m->game.n;
    for (size_t us = 1; us < n; us++)
        for (size_t them = 1; them < n; them++)
            if (hyper_fits(&m->game, us, them))
                leave_limited(m->limit, us * n + them, value[us * n + them], m->left[them * n + us]);
}

static void leave_chances(const float theirs[LEFT_LANES], float mine[LEFT_LANES])
{
    mine[CHANCE_WIN] = 1 - theirs[CHANCE_WIN];
    mine[CHANCE_GAMMON] = theirs[CHANCE_LOSE_GAMMON];
    mine[CHANCE_BACKGAMMON] = theirs[CHANCE_LOSE_BACKGAMMON];
    mine[CHANCE_LOSE_GAMMON] = theirs[CHANCE_GAMMON];
    mine[CHANCE_LOSE_BACKGAMMON] = theirs[CHANCE_BACKGAMMON];
}

static void store(struct hyper_hand *h, const float *made, float *kept, int n)
{
    for (int i = 0; i < n; i++) {
        const double change = fabs((double)made[i] - (double)kept[i]);
        h->change = change > h->change ? change : h->change;
        kept[i] = made[i];
    }
}

/* A batch: placings of equal pips, us .. us + count - 1. */
struct batch {
    struct hyper_maker *m;
    int kind;
    size_t us, count;
};

static void store_one(const struct batch *b, struct hyper_hand *h, size_t row, size_t them)
{
    const struct hyper_maker *m = b->m;
    const size_t from = row * m->game.n + them, to = them * m->game.n + b->us + row;
    float left[LEFT_LANES] = {0};
    if (m->limit != NULL) {
        leave_limited(m->limit, (b->us + row) * m->game.n + them, m->value[from], left);
        store(h, left, m->left[to], LEFT_LANES);
    } else if (b->kind == SWEEP_EQUITIES) {
        leave(m->value[from], left);
        store(h, left, m->left[to], LEFT_USED);
    } else {
        left[CHANCE_RANK] = m->chance[to][CHANCE_RANK];
        leave_chances(m->outcome[from], left);
        store(h, left, m->chance[to], CHANCE_USED);
    }
}

/* Some placings of the opponent, who has moved and waits; the batch is on roll. */
static void store_some(void *context, int hand, size_t part)
{
    const struct batch *b = context;
    const struct hyper_game *g = &b->m->game;
    const size_t first = part * COMMIT, end = first + COMMIT < g->n ? first + COMMIT : g->n;
    for (size_t them = first > 0 ? first : 1; them < end; them++) {
        const uint32_t theirs = hyper_mirrored(g->placing[them].points);
        for (size_t row = 0; row < b->count; row++)
            if ((g->placing[b->us + row].points & theirs) == 0)
                store_one(b, &b->m->hands[hand], row, them);
    }
}

static size_t same_pips(const struct hyper_game *g, size_t us)
{
    size_t end = us;
    while (end < g->n && g->placing[end].pips == g->placing[us].pips)
        end++;
    return end - us;
}

double hyper_sweep(struct hyper_maker *m, int kind, void (*progress)(void *context, double part), void *context)
{
    const struct hyper_game *g = &m->game;
    uint16_t list[UINT8_MAX];
    double change = 0;
    for (int i = 0; i < m->threads; i++)
        m->hands[i].change = 0;
    for (size_t us = 1, count; us < g->n; us += count) {
        count = same_pips(g, us);
        struct batch b = {m, kind, us, count};
        for (size_t i = 0; i < count; i++)
            list[i] = (uint16_t)(us + i);
        hyper_rows(m, kind, list, count);
        threads_for(m->threads, (g->n + COMMIT - 1) / COMMIT, store_some, &b, NULL);
        if (progress != NULL)
            progress(context, (double)(us + count) / (double)g->n);
    }
    for (int i = 0; i < m->threads; i++)
        change = fmax(change, m->hands[i].change);
    return change;
}

void hyper_rank(struct hyper_maker *m)
{
    for (size_t i = 0; i < m->game.n * m->game.n; i++)
        m->chance[i][CHANCE_RANK] = m->left[i][LEFT_CUBELESS];
}

/* ---- the maker ---- */

static void sort_by_bar(struct hyper_maker *m)
{
    const struct hyper_game *g = &m->game;
    size_t used = 0;
    for (int barred = 0; barred < HYPER_BARS; barred++) {
        m->bar_begin[barred] = used;
        for (size_t i = 0; i < g->n; i++)
            if (g->placing[i].made == (barred > 0 ? HYPER_BAR - barred : 0))
                m->by_bar[used++] = (uint16_t)i;
    }
    m->bar_begin[HYPER_BARS] = used;
}

/* The mover has all chequers off. */
void hyper_set_ends(struct hyper_maker *m)
{
    const int jacoby = m->limit != NULL ? HYPER_JACOBY : LEFT_JACOBY,
              again = m->limit != NULL ? HYPER_CUBES : LEFT_LANES;

    for (size_t them = 1; them < m->game.n; them++) {
        const int won = hyper_points_won(&m->game, them);
        for (int l = 0; l < LEFT_LANES; l++)
            m->left[them][l] = l % again == jacoby ? 1 : (float)won;
        if (m->chance == NULL)
            continue;
        m->chance[them][CHANCE_WIN] = 1;
        m->chance[them][CHANCE_GAMMON] = won > 1;
        m->chance[them][CHANCE_BACKGAMMON] = won > 2;
    }
}

static void *zeroed(size_t positions)
{
    const size_t size = positions * LEFT_LANES * sizeof(float);
    return memset(xaligned(size), 0, size);
}

void hyper_maker_init(struct hyper_maker *m, int chequers, int threads, bool chances)
{
    *m = (struct hyper_maker){.threads = threads};
    hyper_game_init(&m->game, chequers);
    const struct hyper_game *g = &m->game;
    const size_t n = g->n;
    m->rows = AT_ONCE;
    for (size_t us = 0, count; us < n; us += count)
        if ((count = same_pips(g, us)) > m->rows)
            m->rows = count;
    m->left = zeroed(n * n);
    m->chance = chances ? zeroed(n * n) : NULL;
    m->by_bar = xcalloc(n, sizeof *m->by_bar);
    m->value = zeroed(m->rows * n);
    m->outcome = chances ? zeroed(m->rows * n) : NULL;
    m->hands = xaligned((size_t)threads * sizeof *m->hands);
    sort_by_bar(m);
    hyper_set_ends(m);
}

void hyper_maker_done(struct hyper_maker *m)
{
    hyper_game_done(&m->game);
    xaligned_free(m->left), xaligned_free(m->chance), xfree(m->by_bar);
    xaligned_free(m->value), xaligned_free(m->outcome), xaligned_free(m->hands);
}
