/* Hypergammon near the limit of the cube; see hyper_limit.h. A table has two turns of the cube, four lanes each in the
 * order of enum hyper_cube: what the sweeps of the maker work on at once. */
#include "engine/hyper_limit.h"

#include <string.h>

#include "base/attempt.h"
#include "base/xmalloc.h"
#include "engine/hyper_maker.h"

struct hyper_limit {
    const struct hyper_limits *file; /* instead of all below but `raises`; or NULL */
    const struct hyper *database; /* likewise */
    const struct hyper_limit *below;
    int chequers, turns; /* in the first four lanes */
    enum hyper_raises raises;
    size_t n; /* placings of a side */
    uint16_t *number; /* by id */
    float *dead; /* of the first table: equities without a cube; by us * n + them, numbers of hyper_plays.h */
    float (*value)[LEFT_LANES]; /* likewise */
};

enum hyper_raises hyper_limit_raises(const struct hyper_limit *l)
{
    return l->raises;
}

int hyper_limit_turns(const struct hyper_limit *l)
{
    return l->turns;
}

const float *hyper_limit_row(const struct hyper_limit *l, int turns, size_t position)
{
    return &l->value[position][(turns - l->turns) * HYPER_CUBES];
}

/* Of the player on roll, the cube being turned `turns` times at most and on the given side. */
static float value_at(const struct hyper_limit *l, int turns, enum hyper_cube cube, size_t position)
{
    while (l->below != NULL && l->turns > turns)
        l = l->below;
    return turns == 0 ? l->dead[position] : hyper_limit_row(l, turns, position)[cube];
}

float hyper_limit_his(const struct hyper_limit *l, int turns, size_t position)
{
    return value_at(l, turns, HYPER_OPPONENT_OWNS, position);
}

/* ---- making ---- */

static float *dead_values(const struct hyper *database, const struct hyper_game *g)
{
    float *dead = xcalloc(g->n * g->n, sizeof *dead);
    for (size_t us = 0; us < g->n; us++)
        for (size_t them = 0; them < g->n; them++) {
            struct hyper_value v;
            hyper_value_of_ids(database, g->id[us], g->id[them], &v);
            dead[us * g->n + them] = outcome_equity(v.outcome);
        }
    return dead;
}

/* A last look at every position gives its value: what is kept is what it leaves to the other player. */
static void keep_values(struct hyper_limit *l, struct hyper_maker *m)
{
    uint16_t us[UINT8_MAX];
    for (size_t first = 0, count; first < l->n; first += count) {
        count = l->n - first < m->rows ? l->n - first : m->rows;
        for (size_t i = 0; i < count; i++)
            us[i] = (uint16_t)(first + i);
        hyper_rows(m, SWEEP_EQUITIES, us, count);
        memcpy(l->value[first * l->n], m->value, count * l->n * sizeof *m->value);
    }
}

/* Where the sweeps begin: with the values of cubes that can be turned less often. */
static void guess_values(struct hyper_limit *l)
{
    for (size_t i = 0; i < l->n * l->n; i++)
        for (int lane = 0; lane < LEFT_LANES; lane++)
            l->value[i][lane] = l->below != NULL ? l->below->value[i][HYPER_CUBES + lane % HYPER_CUBES] : l->dead[i];
}

struct hyper_limit *hyper_limit_make(const struct hyper *database, const struct hyper_limit *below, int chequers,
                                     enum hyper_raises raises, struct hyper_settling *how)
{
    struct hyper_limit *l = xcalloc(1, sizeof *l);
    struct hyper_maker m;
    *l = (struct hyper_limit){.below = below,
                              .chequers = chequers,
                              .turns = below != NULL ? below->turns + HYPER_LIMIT_TURNS : 1,
                              .raises = raises};
    hyper_maker_init(&m, chequers, how->threads, false);
    const struct hyper_game *g = &m.game;
    l->n = g->n;
    l->number = xcalloc(l->n, sizeof *l->number);
    memcpy(l->number, g->number, l->n * sizeof *l->number);
    l->dead = below == NULL ? dead_values(database, g) : NULL;
    l->value = xcalloc(l->n * l->n, sizeof *l->value);
    m.limit = l;
    hyper_set_ends(&m);
    guess_values(l);
    hyper_begin_with(&m, l->value);
    hyper_settle(&m, how);
    keep_values(l, &m);
    hyper_maker_done(&m);
    return l;
}

struct hyper_limit *hyper_limit_of_file(const struct hyper_limits *f, const struct hyper *database,
                                        enum hyper_raises raises)
{
    struct hyper_limit *l = xcalloc(1, sizeof *l);
    *l = (struct hyper_limit){.file = f, .database = database, .raises = raises};
    return l;
}

void hyper_limit_free(struct hyper_limit *l)
{
    if (l == NULL)
        return;
    xfree(l->number), xfree(l->dead), xfree(l->value);
    xfree(l);
}

/* ---- looking up ---- */

static enum hyper_cube cube_of(const struct cube_model *m, const struct cube_state *s, int roller)
{
    if (s->owner == CUBE_CENTRED)
        return m->jacoby ? HYPER_JACOBY : HYPER_CENTRED;
    return s->owner == roller ? HYPER_OWNED : HYPER_OPPONENT_OWNS;
}

/* The same as value_at(), by the ids of the placings. */
static float value_of(const struct hyper_limit *l, int turns, enum hyper_cube cube, size_t us, size_t them)
{
    if (l->file == NULL)
        return value_at(l, turns, cube, l->number[us] * l->n + l->number[them]);
    if (turns > 0)
        return hyper_limits_value(l->file, turns, l->raises, cube, us, them);
    struct hyper_value v;
    hyper_value_of_ids(l->database, us, them, &v);
    return outcome_equity(v.outcome);
}

bool hyper_limit_values(const struct hyper_limit *l, const struct cube_model *m, const struct board *on_roll,
                        int roller, unsigned wanted, float value[CUBE_STATES_MAX])
{
    const int chequers = l->file != NULL ? hyper_limits_chequers(l->file) : l->chequers;
    const long us = bearoff_side_id(on_roll, 0, chequers, BEAROFF_WHOLE_BOARD);
    const long them = bearoff_side_id(on_roll, 1, chequers, BEAROFF_WHOLE_BOARD);
    if (us <= 0 || them <= 0)
        return false;
    for (int i = 0; i < m->n_states; i++)
        if (wanted >> i & 1) {
            const struct cube_state *s = &m->state[i];
            const int turns = m->n_levels - 1 - s->level;
            value[i] = (float)(1 << s->level) * value_of(l, turns, cube_of(m, s, roller), (size_t)us, (size_t)them);
        }
    return true;
}
