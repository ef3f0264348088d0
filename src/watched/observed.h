/* A line of observations while it is read: what is said of it, the values in it, and those of dice and boards, which
 * corrections and turns need too. Functions whose names begin with line_ look at members by their keys. */
#ifndef KIBITZER_OBSERVED_H
#define KIBITZER_OBSERVED_H

#include <json-c/json.h>

#include "watched/observation.h"

struct line {
    struct span text;
    int number;
    json_object *all;
    struct arena *arena;
    struct diags *d;
    float doubt;
    bool ok;
};

/* ---- messages ---- */

/* Of a key in the line, from 1: JSON that was read has no places any more. */
int line_column(const struct line *l, const char *key);
/* The line cannot be used: false, after a message if it is the first. */
bool line_refuse(struct line *l, const char *key, const char *expected);
/* The same of a member that says nothing about the others: the line stays. */
void line_leave_out(const struct line *l, const char *key, const char *expected);

/* ---- values ---- */

json_object *line_value(const struct line *l, const char *key); /* NULL = missing, or null */
bool line_has(const struct line *l, const char *key);
const char *line_text(const struct line *l, json_object *o); /* in the arena; NULL = it is no text */
/* An array of at most SEEN_CANDIDATES arrays; NULL after a message. */
json_object *line_candidates(struct line *l, const char *key, const char *expected);
/* The probability left for values that are not named; false after a message. */
bool line_rest(struct line *l, const char *key, float sum, float *rest);
bool json_is_int(json_object *o, int least, int most);
bool json_is_share(json_object *o); /* a probability */
/* A probability at the end of the entry, or nothing where it ends before: then the value is certain. */
bool json_share(json_object *entry, size_t index, float *share, bool *certain);
float log_of_share(float share); /* of next to nothing where that is 0 */

/* ---- dice and boards ---- */

bool json_roll(json_object *entry, size_t from, int dice[2]); /* two numbers in a list, from there */
void seen_only_roll(struct seen *s, int index); /* certain: no other one */
/* `share` of each roll; those that are not named have the rest. */
void seen_spread_rolls(const struct line *l, struct seen *s, const float share[ROLLS], float rest);
/* What a line of that kind says; false: it cannot be used. */
bool seen_read_dice(struct line *l, struct seen *s);
bool seen_read_board(struct line *l, struct seen *s);

#endif
