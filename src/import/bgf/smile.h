/* SMILE, the binary form of JSON that BGBlitz keeps its matches in, decoded into a tree. Nothing of backgammon here.
 * Specification: github.com/FasterXML/smile-format-specification. */
#ifndef KIBITZER_SMILE_H
#define KIBITZER_SMILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum smile_kind { SMILE_NULL, SMILE_BOOL, SMILE_INTEGER, SMILE_REAL, SMILE_STRING, SMILE_ARRAY, SMILE_OBJECT };

struct smile_node {
    enum smile_kind kind;
    const char *name; /* within an object, else NULL */
    int64_t integer; /* also of booleans */
    double real;
    const char *text; /* terminated; of strings */
    struct smile_node *first, *next; /* members; next sibling */
};

/* The document at the start of `bytes`, or NULL with *problem (static text) and *fault = offset. Everything lives in
 * the arena. */
const struct smile_node *smile_read(struct span bytes, struct arena *a, const char **problem, size_t *fault);

/* The member of an object with that name; NULL also if `n` is NULL or no object. */
const struct smile_node *smile_member(const struct smile_node *n, const char *name);

/* Its value as an integer or a text; `otherwise` if there is none or of another kind. */
int64_t smile_integer(const struct smile_node *n, const char *name, int64_t otherwise);
const char *smile_text(const struct smile_node *n, const char *name, const char *otherwise);

#endif
