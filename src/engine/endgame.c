/* Bearing off at a match score; see endgame.h. What is kept is what a play LEAVES its player in every state, the
 * opponent taking his best cube action. The value of a placing is then the mean over the throws of the best that a play
 * leaves, and every play leads to a smaller id: two loops in ascending order find everything ready. */
#include "engine/endgame.h"

#include <string.h>

#include "base/attempt.h"
#include "base/xmalloc.h"
#include "engine/bearoff_moves.h"

enum { CHEQUERS = 6, POINTS = 6, PLACINGS = 924, LANE = 4 /* states are padded to so many */, THROWS = 36 };
enum { BYTES_MAX = 64 << 20 };

/* What a side can still become, in ascending order of ids; 0, all off, comes first. */
struct side {
    int n;
    uint16_t id[PLACINGS];
    int16_t index[PLACINGS]; /* by id; -1 = cannot come up */
    uint16_t *next; /* indices after a play, throw by throw */
    uint32_t (*begin)[BEAROFF_THROWS + 1]; /* by index: where a throw's plays begin in next */
};

struct endgame {
    struct cube_model model;
    struct side side[2];
    int lanes; /* floats of an entry: the states, rounded up */
    /* By player who has just moved: [(index of side 0 * placings of side 1 + index of side 1) * lanes + state], so that
     * what is looked at together lies together, whoever is on roll. */
    float *left[2];
};

/* ---- the placings of a side ---- */

static void note(bool seen[PLACINGS], size_t id, int *waiting, uint16_t stack[PLACINGS])
{
    if (seen[id])
        return;
    seen[id] = true;
    stack[(*waiting)++] = (uint16_t)id;
}

static void find_placings(struct side *s, size_t from)
{
    bool seen[PLACINGS] = {false};
    uint16_t stack[PLACINGS];
    int waiting = 0;
    note(seen, from, &waiting, stack);
    note(seen, 0, &waiting, stack);
    while (waiting > 0) {
        int8_t own[POINTS];
        uint32_t ids[BEAROFF_MAX_POINTS];
        bearoff_placing(stack[--waiting], CHEQUERS, POINTS, own);
        for (int die = 1; die <= 6; die++) {
            const int n = bearoff_steps(own, POINTS, die, ids);
            for (int i = 0; i < n; i++)
                note(seen, ids[i], &waiting, stack);
        }
    }
    for (int id = 0; id < PLACINGS; id++) {
        s->index[id] = (int16_t)(seen[id] ? s->n : -1);
        if (seen[id])
            s->id[s->n++] = (uint16_t)id;
    }
}

static void list_plays(struct side *s)
{
    size_t used = 0, capacity = 0;
    uint32_t ids[BEAROFF_PLAYS_MAX];
    s->begin = xcalloc((size_t)s->n, sizeof *s->begin);
    for (int i = 1; i < s->n; i++) {
        int8_t own[POINTS];
        bearoff_placing(s->id[i], CHEQUERS, POINTS, own);
        for (int t = 0; t < BEAROFF_THROWS; t++) {
            const int n = bearoff_distinct(ids, bearoff_successors(own, POINTS, &bearoff_throws[t], ids));
            s->begin[i][t] = (uint32_t)used;
            for (int k = 0; k < n; k++) {
                s->next = grow(s->next, used, &capacity, sizeof *s->next);
                s->next[used++] = (uint16_t)s->index[ids[k]];
            }
        }
        s->begin[i][BEAROFF_THROWS] = (uint32_t)used;
    }
}

/* ---- values ---- */

static float *left_of(const struct endgame *e, int mover, int his, int other)
{
    const size_t a = (size_t)(mover == 0 ? his : other), b = (size_t)(mover == 0 ? other : his);
    return e->left[mover] + (a * (size_t)e->side[1].n + b) * (size_t)e->lanes;
}

static void take_better(float *best, const float *other, int lanes)
{
    for (int i = 0; i < lanes; i++)
        best[i] = other[i] > best[i] ? other[i] : best[i];
}

/* Every state of `roller`, at `us` against `them`, before the throw. The sum is a double: what is equal after every
 * throw is equal before, to the last bit. */
static void mean_of_throws(const struct endgame *e, int roller, int us, int them, float value[CUBE_STATES_MAX + LANE])
{
    const struct side *s = &e->side[roller];
    float best[CUBE_STATES_MAX + LANE];
    double sum[CUBE_STATES_MAX + LANE] = {0};
    for (int t = 0; t < BEAROFF_THROWS; t++) {
        const uint16_t *next = s->next + s->begin[us][t], *end = s->next + s->begin[us][t + 1];
        memcpy(best, left_of(e, roller, *next++, them), (size_t)e->lanes * sizeof *best);
        for (; next < end; next++)
            take_better(best, left_of(e, roller, *next, them), e->lanes);
        for (int i = 0; i < e->lanes; i++)
            sum[i] += bearoff_throws[t].weight * (double)best[i];
    }
    for (int i = 0; i < e->lanes; i++)
        value[i] = (float)(sum[i] / THROWS);
}

/* What `mover` is left with at `his`, the other to roll at `other`. */
static void make_entry(struct endgame *e, int mover, int his, int other)
{
    const struct cube_model *m = &e->model;
    float value[CUBE_STATES_MAX + LANE], *out = left_of(e, mover, his, other);
    if (his != 0 && other != 0)
        mean_of_throws(e, 1 - mover, other, his, value);
    for (int i = 0; i < m->n_states; i++)
        out[i] = his == 0     ? cube_final(m, mover, i, 1)
                 : other == 0 ? cube_final(m, mover, i, -1)
                              : cube_turned(m, cube_best(m, 1 - mover, i, value));
}

static void make_all(struct endgame *e)
{
    for (int a = 0; a < e->side[0].n; a++)
        for (int b = 0; b < e->side[1].n; b++) {
            make_entry(e, 0, a, b);
            make_entry(e, 1, b, a);
        }
}

/* ---- making ---- */

struct making {
    const struct cube_model *model;
    size_t from[2]; /* ids by player */
    struct endgame *made; /* NULL = too large */
};

static void make(void *making)
{
    struct making *k = making;
    struct endgame *e = xcalloc(1, sizeof *e);
    e->model = *k->model;
    e->lanes = (e->model.n_states + LANE - 1) / LANE * LANE;
    for (int who = 0; who < 2; who++)
        find_placings(&e->side[who], k->from[who]);
    const size_t n = (size_t)e->side[0].n * (size_t)e->side[1].n * (size_t)e->lanes;
    if (2 * n * sizeof(float) > BYTES_MAX) {
        xfree(e);
        return;
    }
    for (int who = 0; who < 2; who++) {
        list_plays(&e->side[who]);
        e->left[who] = xcalloc(n, sizeof(float));
    }
    make_all(e);
    k->made = e;
}

void endgame_free(struct endgame *e)
{
    if (!e)
        return;
    for (int who = 0; who < 2; who++)
        xfree(e->side[who].next), xfree(e->side[who].begin), xfree(e->left[who]);
    xfree(e);
}

/* ---- using ---- */

/* The ids by player; false if a side has more chequers, or stands outside, or has borne off all or none. */
static bool ids_of(const struct board *on_roll, int roller, size_t id[2])
{
    if (on_roll->off[0] == 0 || on_roll->off[1] == 0)
        return false;
    const long us = bearoff_side_id(on_roll, 0, CHEQUERS, POINTS), them = bearoff_side_id(on_roll, 1, CHEQUERS, POINTS);
    id[roller] = (size_t)us;
    id[1 - roller] = (size_t)them;
    return us > 0 && them > 0;
}

static bool holds(const struct endgame *e, const size_t id[2])
{
    return e->side[0].index[id[0]] >= 0 && e->side[1].index[id[1]] >= 0;
}

const struct endgame *endgame_at(struct endgame **kept, const struct cube_model *m, const struct board *on_roll,
                                 int roller)
{
    struct making k = {.model = m};
    if (m->money || !ids_of(on_roll, roller, k.from))
        return NULL;
    if (*kept && memcmp(&(*kept)->model, m, sizeof *m) == 0 && holds(*kept, k.from))
        return *kept;
    endgame_free(*kept);
    *kept = NULL;
    if (!attempt_apart(make, &k)) /* it outlives the question */
        attempt_fail();
    return *kept = k.made;
}

bool endgame_values(const struct endgame *e, const struct board *on_roll, int roller, unsigned wanted,
                    float value[CUBE_STATES_MAX])
{
    size_t id[2];
    float all[CUBE_STATES_MAX + LANE];
    if (!ids_of(on_roll, roller, id) || !holds(e, id))
        return false;
    mean_of_throws(e, roller, e->side[roller].index[id[roller]], e->side[1 - roller].index[id[1 - roller]], all);
    for (int i = 0; i < e->model.n_states; i++)
        if (wanted >> i & 1)
            value[i] = all[i];
    return true;
}
