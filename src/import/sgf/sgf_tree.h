/* The syntax of SGF: game trees, nodes, properties. Nothing of backgammon here. One tree at a time is taken apart; only
 * its main line (the first sequence, then the first sub-tree, and so on) becomes nodes, other variations are kept as
 * text. Syntax: docs/formats/sgf.md. */
#ifndef KIBITZER_SGF_TREE_H
#define KIBITZER_SGF_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "match/record.h"

enum { SGF_NAME_MAX = 8 };

struct sgf_property {
    char name[SGF_NAME_MAX]; /* its capital letters */
    size_t first, n; /* values */
    struct place place;
    bool repeated; /* its node has one of that name before it; not given of names beyond two letters */
};

struct sgf_node {
    size_t first, n; /* properties */
    struct place place;
};

struct sgf_variation {
    size_t node; /* the node of the main line that it branches off from */
    struct span raw; /* from '(' to ')' */
    size_t open; /* how many '(' the end of the file left open, */
    bool open_value; /* and whether a '[' too */
};

enum { SGF_NAMES = 26 * 27 }; /* of one or two letters */

struct sgf_tree {
    struct sgf_node *nodes;
    size_t n_nodes, nodes_capacity;
    struct sgf_property *properties;
    size_t n_properties, properties_capacity;
    struct span *values; /* raw: escapes as they stand */
    size_t n_values, values_capacity;
    struct sgf_variation *variations; /* by node, else in the file's order */
    size_t n_variations, variations_capacity;
    size_t *branches; /* private: the node before the open '(' of each depth */
    size_t branches_capacity;
    uint64_t seen[(SGF_NAMES + 63) / 64]; /* private: the names of the last node */
};

struct sgf_source {
    struct span text;
    size_t at;
    int line;
    size_t line_start;
    struct span before; /* the words before the tree that was taken last, or behind the last one */
    struct diags *d;
};

void sgf_open(struct sgf_source *s, struct span text, struct diags *d);

/* Does a tree start at the beginning of this text: "(;GM[", or an old "(GM["? A smiley is none. */
bool sgf_starts_tree(struct span text);

/* Takes the next tree of the collection apart; `tree` is zeroed before its first use and can be used again. False when
 * there is none left. Words between trees are in s->before. */
bool sgf_next_tree(struct sgf_source *s, struct sgf_tree *tree);
void sgf_tree_done(struct sgf_tree *tree);

/* The first property of that name in a node, or NULL. */
const struct sgf_property *sgf_find(const struct sgf_tree *t, const struct sgf_node *n, const char *name);

/* The first value of that property, "" if there is no such property or it has no value. */
struct span sgf_value(const struct sgf_tree *t, const struct sgf_node *n, const char *name);

/* A value's text: escapes resolved, soft line breaks gone, blanks for other white space. Lives in the arena. */
const char *sgf_text(struct arena *a, struct span raw);

/* Our own words, "format:name:value": white space stays as it is. False if there are no three parts. */
struct sgf_own_word {
    const char *format, *name, *value;
};
bool sgf_own_word(struct arena *a, struct span raw, struct sgf_own_word *out);

#endif
