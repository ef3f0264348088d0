/* Bearing in and off without an opponent. The order is part of the file format, since equally good plays
 * have different distributions and the first one met is kept (docs/engine.md, "Bearoff databases"). */
#include "engine/bearoff_moves.h"

#include <stdbool.h>

#include "engine/bearoff.h"

enum { HOME = 6, DICE_MAX = 4 };

const struct bearoff_throw bearoff_throws[BEAROFF_THROWS] = {
    {1, 1, 1}, {2, 1, 2}, {2, 2, 1}, {3, 1, 2}, {3, 2, 2}, {3, 3, 1}, {4, 1, 2},
    {4, 2, 2}, {4, 3, 2}, {4, 4, 1}, {5, 1, 2}, {5, 2, 2}, {5, 3, 2}, {5, 4, 2},
    {5, 5, 1}, {6, 1, 2}, {6, 2, 2}, {6, 3, 2}, {6, 4, 2}, {6, 5, 2}, {6, 6, 1}};

/* A placing as it is numbered: `upto[k]` chequers stand on the k farthest points. A part-move takes one away from every
 * k between the two points and lowers the id by that many binomials. */
struct search {
    int upto[BEAROFF_MAX_POINTS + 1];
    uint32_t id;
    int points;
    int dice[DICE_MAX], n_dice;
    bool is_double;
    uint32_t *ids;
    int n;
    int steps, pips; /* of the plays kept so far: only the longest, and of these the largest, survive */
};

static inline int count_at(const struct search *s, int point)
{
    const int k = s->points + 1 - point;
    return s->upto[k] - s->upto[k - 1];
}

static inline bool can_move(const struct search *s, int from, int die)
{
    if (count_at(s, from) == 0)
        return false;
    if (from > die)
        return true;
    const bool all_home = s->points <= HOME || s->upto[s->points - HOME] == 0;
    return all_home && (from == die || s->upto[s->points - from] == 0);
}

static void take_step(struct search *s, int from, int die)
{
    const int last = from > die ? s->points - from + die : s->points;
    for (int k = s->points + 1 - from; k <= last; k++) {
        s->upto[k]--;
        s->id -= bearoff_binomial[s->upto[k] + k - 1][k - 1];
    }
}

static void undo_step(struct search *s, int from, int die, uint32_t id)
{
    const int last = from > die ? s->points - from + die : s->points;
    for (int k = s->points + 1 - from; k <= last; k++)
        s->upto[k]++;
    s->id = id;
}

/* Records a placing reached by `steps` part-moves with dice of `pips` in all. */
static inline void record(struct search *s, uint32_t id, int steps, int pips)
{
    if (steps < s->steps || pips < s->pips)
        return;
    if (steps > s->steps || pips > s->pips)
        s->n = 0;
    s->steps = steps, s->pips = pips;
    s->ids[s->n++] = id;
}

/* Every part-move of the last die, without making it: the ids follow from one running sum. */
static bool extend_last(struct search *s, int highest, int pips)
{
    const int die = s->dice[s->n_dice - 1], points = s->points;
    uint32_t less[BEAROFF_MAX_POINTS + 1] = {0}; /* [k]: what one chequer less in upto[1..k] takes from the id */
    bool stuck = true;
    for (int k = 1; k <= points; k++)
        less[k] = less[k - 1] + (s->upto[k] > 0 ? bearoff_binomial[s->upto[k] + k - 2][k - 1] : 0);
    for (int from = highest; from >= 1; from--) {
        if (!can_move(s, from, die))
            continue;
        stuck = false;
        const int last = from > die ? points - from + die : points;
        record(s, s->id - (less[last] - less[points - from]), s->n_dice, pips + die);
    }
    return stuck;
}

/* Tries every part-move of the next die from `highest` down; true if none was possible. */
static bool extend(struct search *s, int depth, int highest, int pips)
{
    if (depth == s->n_dice - 1)
        return extend_last(s, highest, pips);
    const int die = s->dice[depth];
    const uint32_t id = s->id;
    bool stuck = true;
    for (int from = highest; from >= 1; from--) {
        if (!can_move(s, from, die))
            continue;
        stuck = false;
        take_step(s, from, die);
        if (extend(s, depth + 1, s->is_double ? from : s->points, pips + die))
            record(s, s->id, depth + 1, pips + die);
        undo_step(s, from, die, id);
    }
    return stuck;
}

static void set_placing(struct search *s, const int8_t *own, int points)
{
    s->points = points;
    s->id = (uint32_t)bearoff_id(own, points);
    for (int k = 1; k <= points; k++)
        s->upto[k] = s->upto[k - 1] + own[points - k];
}

int bearoff_steps(const int8_t *own, int points, int die, uint32_t ids[BEAROFF_MAX_POINTS])
{
    struct search s = {.dice = {die}, .n_dice = 1, .ids = ids};
    set_placing(&s, own, points);
    extend_last(&s, points, 0);
    return s.n;
}

int bearoff_successors(const int8_t *own, int points, const struct bearoff_throw *t, uint32_t ids[BEAROFF_PLAYS_MAX])
{
    struct search s = {.dice = {t->high, t->low, t->high, t->high}, .n_dice = 2, .ids = ids};
    set_placing(&s, own, points);
    s.is_double = t->high == t->low;
    if (s.is_double)
        s.n_dice = 4;
    extend(&s, 0, points, 0);
    if (!s.is_double) {
        s.dice[0] = t->low, s.dice[1] = t->high;
        extend(&s, 0, points, 0);
    }
    return s.n;
}

int bearoff_distinct(uint32_t *ids, int n)
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
