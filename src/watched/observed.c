/* Messages about lines of observations, and the values in them; see observed.h. */
#include "watched/observed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "match/annotation.h"

#define SMALLEST 1e-9F
#define BOTH_MISREAD 0.1F /* of the dice, to one way of misreading one of them */

/* ---- messages ---- */

int line_column(const struct line *l, const char *key)
{
    const size_t n = strlen(key);
    for (size_t i = 0; i + n + 2 <= l->text.length; i++)
        if (l->text.at[i] == '"' && memcmp(l->text.at + i + 1, key, n) == 0 && l->text.at[i + n + 1] == '"')
            return (int)i + 1;
    return 1;
}

/* A member as it was found, for a message. */
static const char *found_at(const struct line *l, const char *key)
{
    json_object *value = NULL;
    (void)json_object_object_get_ex(l->all, key, &value);
    return json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
}

bool line_refuse(struct line *l, const char *key, const char *expected)
{
    if (l->ok && !json_object_object_get_ex(l->all, key, NULL))
        diag_at(l->d, SEVERITY_ERROR, l->number, 1, "there is no \"%s\", expected %s: the line is left out", key,
                expected);
    else if (l->ok)
        diag_at(l->d, SEVERITY_ERROR, l->number, line_column(l, key),
                "found \"%s\": %.*s, expected %s: the line is left out", key, span_shown(span_of(found_at(l, key))),
                found_at(l, key), expected);
    return l->ok = false;
}

void line_leave_out(const struct line *l, const char *key, const char *expected)
{
    diag_at(l->d, SEVERITY_ERROR, l->number, line_column(l, key), "found \"%s\": %.*s, expected %s: it is left out",
            key, span_shown(span_of(found_at(l, key))), found_at(l, key), expected);
}

/* ---- values ---- */

json_object *line_value(const struct line *l, const char *key)
{
    json_object *value = NULL;
    (void)json_object_object_get_ex(l->all, key, &value);
    return value;
}

bool json_is_int(json_object *o, int least, int most)
{
    return json_object_is_type(o, json_type_int) && json_object_get_int64(o) >= least &&
           json_object_get_int64(o) <= most;
}

const char *line_text(const struct line *l, json_object *o)
{
    return json_object_is_type(o, json_type_string) &&
                   strlen(json_object_get_string(o)) == (size_t)json_object_get_string_len(o)
               ? arena_strdup(l->arena, json_object_get_string(o))
               : NULL;
}

bool line_has(const struct line *l, const char *key)
{
    return json_object_object_get_ex(l->all, key, NULL);
}

bool json_is_share(json_object *o)
{
    return (json_object_is_type(o, json_type_double) || json_object_is_type(o, json_type_int)) &&
           json_object_get_double(o) >= 0 && json_object_get_double(o) <= 1;
}

bool json_share(json_object *entry, size_t index, float *share, bool *certain)
{
    const size_t n = json_object_array_length(entry);
    json_object *o = index < n ? json_object_array_get_idx(entry, index) : NULL;
    *certain = n <= index;
    *share = json_is_share(o) ? (float)json_object_get_double(o) : 1;
    return *certain || (n == index + 1 && json_is_share(o));
}

json_object *line_candidates(struct line *l, const char *key, const char *expected)
{
    json_object *list = line_value(l, key);
    bool good = json_object_is_type(list, json_type_array) && json_object_array_length(list) <= SEEN_CANDIDATES;
    for (size_t i = 0; good && i < json_object_array_length(list); i++)
        good = json_object_is_type(json_object_array_get_idx(list, i), json_type_array);
    if (!good)
        (void)line_refuse(l, key, expected);
    return good ? list : NULL;
}

float log_of_share(float share)
{
    return logf(share > SMALLEST ? share : SMALLEST);
}

bool line_rest(struct line *l, const char *key, float sum, float *rest)
{
    if (sum > 1 + 1e-6F)
        return line_refuse(l, key, W_("probabilities whose sum is at most 1"));
    *rest = sum < 1 ? 1 - sum : 0;
    return true;
}

/* ---- dice ---- */

bool json_roll(json_object *entry, size_t from, int dice[2])
{
    for (size_t i = 0; i < 2; i++) {
        json_object *o = from + i < json_object_array_length(entry) ? json_object_array_get_idx(entry, from + i) : NULL;
        if (!json_is_int(o, 1, 6))
            return false;
        dice[i] = json_object_get_int(o);
    }
    return true;
}

void seen_only_roll(struct seen *s, int index)
{
    for (int i = 0; i < ROLLS; i++)
        s->roll[i] = LOG_RULED_OUT;
    s->roll[index] = 0;
    s->named[index] = true;
}

/* In how many ways one die of the roll `thrown` can be misread so that `read` is seen. */
static int ways_to_misread(int thrown, int read)
{
    int dice[2], seen[2], n = 0;
    roll_dice(thrown, dice);
    roll_dice(read, seen);
    for (int i = 0; i < 2; i++)
        n += dice[i] == seen[0] || dice[i] == seen[1];
    return n;
}

/* How likely each roll that is not named is: nearly always one die was misread, not both. */
static float weigh_unnamed(const float share[ROLLS], float sum, float weight[ROLLS])
{
    float total = 0;
    for (int i = 0; i < ROLLS; i++) {
        weight[i] = share[i] == 0 ? BOTH_MISREAD : 0;
        for (int k = 0; k < ROLLS && share[i] == 0 && sum > 0; k++)
            weight[i] += share[k] / sum * (float)ways_to_misread(i, k);
        total += weight[i];
    }
    return total;
}

void seen_spread_rolls(const struct line *l, struct seen *s, const float share[ROLLS], float rest)
{
    float sum = 0, weight[ROLLS];
    for (int i = 0; i < ROLLS; i++)
        sum += share[i];
    const float total = weigh_unnamed(share, sum, weight);
    for (int i = 0; i < ROLLS; i++) {
        const float p = share[i] == 0 ? rest * weight[i] / total : share[i];
        s->roll[i] = log_of_share((1 - l->doubt) * p + l->doubt / ROLLS);
        s->named[i] = share[i] > 0 || sum == 0;
    }
}

bool seen_read_dice(struct line *l, struct seen *s)
{
    static const char expected[] = "[[3, 1, 0.9], ...]";
    float share[ROLLS] = {0}, sum = 0, rest = 0;
    if (s->unseen)
        return true;
    json_object *list = line_candidates(l, "p", expected);
    for (size_t i = 0; list != NULL && i < json_object_array_length(list); i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        int dice[2];
        float p;
        bool certain;
        if (!json_roll(entry, 0, dice) || !json_share(entry, 2, &p, &certain))
            return line_refuse(l, "p", expected);
        if (certain && json_object_array_length(list) == 1) {
            s->certain = true;
            seen_only_roll(s, roll_index(dice[0], dice[1]));
            return true;
        }
        share[roll_index(dice[0], dice[1])] += p;
        sum += p;
    }
    if (list == NULL || !line_rest(l, "p", sum, &rest))
        return false;
    seen_spread_rolls(l, s, share, rest);
    return true;
}

/* ---- boards ---- */

/* `share` of each count; counts that are not named are likelier near those that are. */
static void spread_counts(const struct line *l, float share[COUNTS], float rest, float out[COUNTS])
{
    float weight[COUNTS], total = 0;
    int top = BOARD_CHEQUERS;
    for (int v = 0; v < COUNTS; v++)
        top = share[v] > share[top] ? v : top;
    for (int v = 0; v < COUNTS; v++)
        total += weight[v] = share[v] > 0 ? 0 : 1 / (float)(1 << abs(v - top)) + 1e-4F;
    for (int v = 0; v < COUNTS; v++) {
        const float p = share[v] > 0 ? share[v] : rest * weight[v] / total;
        const float near = (abs(v - top) == 1 ? 0.25F : 0.5F / COUNTS);
        out[v] = log_of_share((1 - l->doubt) * p + l->doubt * near);
    }
}

static bool read_point(struct line *l, json_object *list, float out[COUNTS])
{
    float share[COUNTS] = {0}, sum = 0, rest = 0;
    if (!json_object_is_type(list, json_type_array) || json_object_array_length(list) > COUNTS)
        return false;
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        float p;
        bool certain;
        if (!json_object_is_type(entry, json_type_array) || json_object_array_length(entry) < 1 ||
            !json_is_int(json_object_array_get_idx(entry, 0), -BOARD_CHEQUERS, BOARD_CHEQUERS) ||
            !json_share(entry, 1, &p, &certain))
            return false;
        const int at = json_object_get_int(json_object_array_get_idx(entry, 0)) + BOARD_CHEQUERS;
        if (certain) {
            for (int v = 0; v < COUNTS; v++)
                out[v] = v == at ? 0 : LOG_RULED_OUT;
            return true;
        }
        share[at] += p;
        sum += p;
    }
    if (sum > 1 + 1e-6F)
        return false;
    rest = sum < 1 ? 1 - sum : 0;
    spread_counts(l, share, rest, out);
    return true;
}

static bool read_points(struct line *l, struct seen *s)
{
    static const char expected[] = W_("26 lists [[count, probability], ...], each with a sum of at most 1");
    json_object *list = line_value(l, "m");
    if (!json_object_is_type(list, json_type_array) || json_object_array_length(list) != BOARD_POINTS)
        return line_refuse(l, "m", expected);
    for (int i = 0; i < BOARD_POINTS; i++)
        if (!read_point(l, json_object_array_get_idx(list, (size_t)i), s->count[i]))
            return line_refuse(l, "m", expected);
    return true;
}

/* 26 numbers in a list of their own, or at the beginning of the entry; `next`: where the probability is. */
static bool board_at(json_object *entry, struct board *b, size_t *next)
{
    json_object *first = json_object_array_length(entry) > 0 ? json_object_array_get_idx(entry, 0) : NULL;
    const bool apart = json_object_is_type(first, json_type_array);
    json_object *list = apart ? first : entry;
    int left[2] = {BOARD_CHEQUERS, BOARD_CHEQUERS};
    *b = (struct board){0};
    *next = apart ? 1 : BOARD_POINTS;
    if (json_object_array_length(list) < BOARD_POINTS || (apart && json_object_array_length(list) > BOARD_POINTS))
        return false;
    for (int i = 0; i < BOARD_POINTS; i++) {
        json_object *o = json_object_array_get_idx(list, (size_t)i);
        if (!json_is_int(o, -BOARD_CHEQUERS, BOARD_CHEQUERS))
            return false;
        const int n = json_object_get_int(o);
        b->point[BOARD_BAR - i] = (int8_t)n;
        left[n < 0] -= abs(n);
    }
    for (int side = 0; side < 2; side++)
        b->off[side] = (int8_t)(left[side] > 0 ? left[side] : 0);
    return true;
}

/* The shares of each point, made of whole boards. */
static void counts_of_boards(const struct line *l, struct seen *s, const float *share)
{
    for (int i = 0; i < BOARD_POINTS; i++) {
        float of[COUNTS] = {0};
        for (int k = 0; k < s->n_boards; k++)
            of[s->boards[k].point[BOARD_BAR - i] + BOARD_CHEQUERS] += share[k];
        spread_counts(l, of, s->board_rest, s->count[i]);
        for (int v = 0; v < COUNTS && s->certain; v++)
            s->count[i][v] = of[v] > 0 ? 0 : LOG_RULED_OUT;
    }
}

static bool read_boards(struct line *l, struct seen *s)
{
    static const char expected[] = W_("[[[26 counts], probability], ...]");
    json_object *list = line_candidates(l, "c", expected);
    const size_t n = list != NULL ? json_object_array_length(list) : 0;
    float sum = 0, share[SEEN_CANDIDATES];
    s->boards = arena_alloc(l->arena, (n + 1) * sizeof *s->boards);
    s->board_likely = arena_alloc(l->arena, (n + 1) * sizeof *s->board_likely);
    for (size_t i = 0; list != NULL && i < n; i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        size_t next;
        bool certain;
        if (!board_at(entry, &s->boards[i], &next) || !json_share(entry, next, &share[i], &certain))
            return line_refuse(l, "c", expected);
        s->certain = certain && n == 1;
        sum += share[i];
    }
    if (list == NULL || !line_rest(l, "c", sum, &s->board_rest))
        return false;
    s->n_boards = (int)n;
    s->board_rest += l->doubt;
    for (size_t i = 0; i < n; i++)
        s->board_likely[i] = log_of_share(share[i] * (1 - l->doubt));
    counts_of_boards(l, s, share);
    return true;
}

bool seen_read_board(struct line *l, struct seen *s)
{
    if (s->unseen)
        return true;
    if (!(line_has(l, "m") ? read_points(l, s) : read_boards(l, s)))
        return false;
    if (line_has(l, "m") && line_has(l, "c"))
        line_leave_out(l, "c", "\"m\"");
    for (int i = 0; i < BOARD_POINTS && s->n_boards == 0; i++) {
        float best = s->count[i][0];
        for (int v = 1; v < COUNTS; v++)
            best = s->count[i][v] > best ? s->count[i][v] : best;
        s->top += best;
    }
    for (int i = 0; i < s->n_boards; i++)
        s->top = i == 0 || s->board_likely[i] > s->top ? s->board_likely[i] : s->top;
    return true;
}
