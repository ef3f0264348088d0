/* Bearing off at a match score; see endgame.h. What is kept is what a play LEAVES its player in every state, the
 * opponent taking the best cube action. The value of a placing is then the mean over the throws of the best that a play
 * leaves, and every play leads to a smaller id: two loops in ascending order find everything ready.
 *
 * A state depends on those that a double leads to and on no others. So states are worked on by fours, the largest cubes
 * first, and a four needs nothing but the one before it: 27 MB each for six chequers a side on the 6 point, whatever
 * the score. The last four is kept; it has the present state and what a double makes of it. Where beavers raise the
 * cube by up to three levels at once, there are eights instead. */
#include "engine/endgame.h"

#include <string.h>

#include "base/attempt.h"
#include "base/xmalloc.h"
#include "engine/bearoff_moves.h"

enum { CHEQUERS = 6, POINTS = 6, PLACINGS = 924, LANES = ENDGAME_RAISED, THROWS = 36 };

/* What a side can still become, in ascending order of ids; 0, all off, comes first. */
struct side {
    int n;
    uint16_t id[PLACINGS];
    int16_t index[PLACINGS]; /* by id; -1 = cannot come up */
    uint16_t *next; /* indices after a play, throw by throw */
    uint32_t (*begin)[BEAROFF_THROWS + 1]; /* by index: where a throw's plays begin in next */
};

/* Four or eight states. By player who has just moved: [(index of side 0 * placings of side 1 + index of side 1) * lanes
 * + state], so that what is looked at together lies together, whoever is on roll. */
struct table {
    int first; /* the states first .. first + lanes - 1 */
    float *left[2];
};

struct endgame {
    struct cube_model model;
    struct side side[2];
    int lanes; /* ENDGAME_STATES or ENDGAME_RAISED */
    struct table table; /* of the first states */
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

static float *left_of(const struct endgame *e, const struct table *t, int mover, int theirs, int other)
{
    const size_t a = (size_t)(mover == 0 ? theirs : other), b = (size_t)(mover == 0 ? other : theirs);
    return t->left[mover] + (a * (size_t)e->side[1].n + b) * (size_t)e->lanes;
}

static inline void take_better(int lanes, float best[LANES], const float other[LANES])
{
    for (int i = 0; i < lanes; i++)
        best[i] = other[i] > best[i] ? other[i] : best[i];
}

/* The states of the table for `roller`, at `us` against `them`, before the throw. The sum is a double: what is equal
 * after every throw is equal before, to the last bit. */
static inline void mean_of_lanes(int lanes, const struct endgame *e, const struct table *now, int roller, int us,
                                 int them, float value[LANES])
{
    const struct side *s = &e->side[roller];
    double sum[LANES] = {0};
    for (int t = 0; t < BEAROFF_THROWS; t++) {
        const uint16_t *next = s->next + s->begin[us][t], *end = s->next + s->begin[us][t + 1];
        float best[LANES];
        memcpy(best, left_of(e, now, roller, *next++, them), (size_t)lanes * sizeof *best);
        for (; next < end; next++)
            take_better(lanes, best, left_of(e, now, roller, *next, them));
        for (int i = 0; i < lanes; i++)
            sum[i] += bearoff_throws[t].weight * (double)best[i];
    }
    for (int i = 0; i < lanes; i++)
        value[i] = (float)(sum[i] / THROWS);
}

/* The number of lanes is a constant where it matters. */
static void mean_of_throws(const struct endgame *e, const struct table *now, int roller, int us, int them,
                           float value[LANES])
{
    if (e->lanes == ENDGAME_STATES)
        mean_of_lanes(ENDGAME_STATES, e, now, roller, us, them, value);
    else
        mean_of_lanes(ENDGAME_RAISED, e, now, roller, us, them, value);
}

/* The value of a doubled state for the roller, who cannot double there, from what that leaves `mover`. */
static void know_above(const struct endgame *e, const struct table *above, int doubled, int mover, int theirs,
                       int other, float value[CUBE_STATES_MAX + LANES])
{
    if (above->left[0] && doubled >= above->first)
        value[doubled] = cube_turned(&e->model, left_of(e, above, mover, theirs, other)[doubled - above->first]);
}

static void know_doubled(const struct endgame *e, const struct table *above, int state, int mover, int theirs,
                         int other, float value[CUBE_STATES_MAX + LANES])
{
    const struct cube_state *s = &e->model.state[state];
    know_above(e, above, s->doubled[1 - mover], mover, theirs, other, value);
    for (int raise = 0; raise < 2; raise++)
        know_above(e, above, s->raised[1 - mover][raise], mover, theirs, other, value);
}

/* What `mover` is left with at `theirs`, the other to roll at `other`. */
static void make_entry(const struct endgame *e, const struct table *now, const struct table *above, int mover,
                       int theirs, int other)
{
    const struct cube_model *m = &e->model;
    float value[CUBE_STATES_MAX + LANES], *out = left_of(e, now, mover, theirs, other);
    if (theirs != 0 && other != 0)
        mean_of_throws(e, now, 1 - mover, other, theirs, value + now->first);
    for (int i = now->first; i < now->first + e->lanes && i < m->n_states; i++) {
        know_doubled(e, above, i, mover, theirs, other, value);
        out[i - now->first] = theirs == 0  ? cube_final(m, mover, i, 1)
                              : other == 0 ? cube_final(m, mover, i, -1)
                                           : cube_turned(m, cube_best(m, 1 - mover, i, value));
    }
}

static void make_table(const struct endgame *e, const struct table *now, const struct table *above)
{
    for (int a = 0; a < e->side[0].n; a++)
        for (int b = 0; b < e->side[1].n; b++) {
            make_entry(e, now, above, 0, a, b);
            make_entry(e, now, above, 1, b, a);
        }
}

/* ---- making ---- */

struct making {
    const struct cube_model *model;
    size_t from[2]; /* ids by player */
    struct endgame *made;
};

static void table_free(struct table *t)
{
    xfree(t->left[0]), xfree(t->left[1]);
    t->left[0] = t->left[1] = NULL;
}

static int lanes_of(const struct cube_model *m)
{
    for (int who = 0; who < 2; who++)
        if (m->state[0].raised[who][0] >= 0)
            return ENDGAME_RAISED;
    return ENDGAME_STATES;
}

static void make(void *making)
{
    struct making *k = making;
    struct endgame *e = xcalloc(1, sizeof *e);
    e->model = *k->model;
    e->lanes = lanes_of(k->model);
    for (int who = 0; who < 2; who++) {
        find_placings(&e->side[who], k->from[who]);
        list_plays(&e->side[who]);
    }
    const size_t n = (size_t)e->side[0].n * (size_t)e->side[1].n;
    for (int first = (e->model.n_states - 1) / e->lanes * e->lanes; first >= 0; first -= e->lanes) {
        struct table above = e->table;
        e->table = (struct table){.first = first};
        for (int who = 0; who < 2; who++)
            e->table.left[who] = xcalloc(n * (size_t)e->lanes, sizeof *e->table.left[who]);
        make_table(e, &e->table, &above);
        table_free(&above);
    }
    k->made = e;
}

void endgame_free(struct endgame *e)
{
    if (!e)
        return;
    for (int who = 0; who < 2; who++)
        xfree(e->side[who].next), xfree(e->side[who].begin);
    table_free(&e->table);
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
    if (!m->by_level || !ids_of(on_roll, roller, k.from))
        return NULL;
    /* Bytes between the fields that differ only have the values computed again. */
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    if (*kept && memcmp(&(*kept)->model, m, sizeof *m) == 0 && holds(*kept, k.from))
        return *kept;
    endgame_free(*kept);
    *kept = NULL;
    if (!attempt_apart(make, &k)) /* it outlives the question */
        attempt_end_too();
    return *kept = k.made;
}

bool endgame_values(const struct endgame *e, const struct board *on_roll, int roller, unsigned wanted,
                    float value[CUBE_STATES_MAX])
{
    size_t id[2];
    float known[LANES];
    if (wanted >> e->lanes != 0 || !ids_of(on_roll, roller, id) || !holds(e, id))
        return false;
    mean_of_throws(e, &e->table, roller, e->side[roller].index[id[roller]], e->side[1 - roller].index[id[1 - roller]],
                   known);
    for (int i = 0; i < e->lanes; i++)
        if (wanted >> i & 1)
            value[i] = known[i];
    return true;
}
