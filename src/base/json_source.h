/* Where the values of a JSON text are, for messages about them. */
#ifndef KIBITZER_JSON_SOURCE_H
#define KIBITZER_JSON_SOURCE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/json_in.h"

struct json_source { /* outlives the tree */
    struct span text;
    struct diags *d;
    struct arena *arena;
    int torn; /* how many containers the place is in where it breaks off; 0 = it is whole */
};

/* The tree, held by the attempt until json_in_done(); its objects and lists know where they begin. NULL: it is not
 * JSON, and that was said. Warns of names that an object has twice. Of a text that breaks off, which is said as an
 * error, the tree ends behind the last whole item of a list of one of these names (NULL behind them). */
json_object *json_source_read(struct json_source *s, const char *const *lists);

/* One that such a tree is made of, or NULL. */
struct json_source *json_source_of(json_object *container);

/* Member `key` with its name, or item `i` where that is NULL; the beginning of the container where it is missing. */
struct span json_source_text(json_object *container, const char *key, size_t i);

/* Of the text of an object that was parsed before: that of its last member of this name, if the name has no escapes. */
struct span json_source_member(struct span object, const char *name);

/* Of the text of a list that was parsed before: the next item, `at` being 0 for the first one. Empty behind the last.
 */
struct span json_source_next(struct span list, size_t *at);

/* Line and column of a place in the text. */
struct json_place {
    int line, column;
};
struct json_place json_source_place(const struct json_source *s, const char *at);

#endif
