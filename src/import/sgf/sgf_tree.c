/* SGF syntax; see sgf_tree.h. Everything is a loop: files may nest as deep as they like. */
#include "import/sgf/sgf_tree.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

enum { AHEAD = 64 }; /* as far as the first value of a tree is looked for */

void sgf_open(struct sgf_source *s, struct span text, struct diags *d)
{
    *s = (struct sgf_source){.text = text, .line = 1, .d = d};
}

void sgf_tree_done(struct sgf_tree *t)
{
    xfree(t->nodes);
    xfree(t->properties);
    xfree(t->values);
    xfree(t->variations);
    xfree(t->branches);
    *t = (struct sgf_tree){0};
}

/* ---- characters ---- */

static bool at_end(const struct sgf_source *s)
{
    return s->at >= s->text.length;
}

static void step(struct sgf_source *s)
{
    if (s->text.at[s->at++] == '\n') {
        s->line++;
        s->line_start = s->at;
    }
}

static struct place here(const struct sgf_source *s)
{
    return (struct place){.line = s->line, .column = (int)(s->at - s->line_start) + 1, .offset = -1};
}

static void skip_space(struct sgf_source *s)
{
    while (!at_end(s) && isspace((unsigned char)s->text.at[s->at]))
        step(s);
}

static void complain(const struct sgf_source *s, struct place p, const char *what)
{
    diag_at(s->d, SEVERITY_WARNING, p.line, p.column, "%s", what);
}

/* From after '[' to after the closing ']'. False if it is not closed. */
static bool read_value(struct sgf_source *s, struct span *value)
{
    size_t from = s->at;
    while (!at_end(s) && s->text.at[s->at] != ']') {
        if (s->text.at[s->at] == '\\')
            step(s);
        if (!at_end(s))
            step(s);
    }
    *value = (struct span){s->text.at + from, s->at - from};
    if (at_end(s))
        return false;
    step(s);
    return true;
}

/* ---- trees ---- */

static void add_value(struct sgf_tree *t, struct span value)
{
    t->values = grow(t->values, t->n_values, &t->values_capacity, sizeof *t->values);
    t->values[t->n_values++] = value;
    t->properties[t->n_properties - 1].n++;
}

static struct sgf_node *add_node(struct sgf_tree *t, struct place place)
{
    t->nodes = grow(t->nodes, t->n_nodes, &t->nodes_capacity, sizeof *t->nodes);
    struct sgf_node *n = &t->nodes[t->n_nodes++];
    *n = (struct sgf_node){.first = t->n_properties, .place = place};
    memset(t->seen, 0, sizeof t->seen);
    return n;
}

/* Has the last node this name already? Now it has. */
static bool see_name(struct sgf_tree *t, const char *name)
{
    if (name[0] == '\0' || (name[1] != '\0' && name[2] != '\0'))
        return false;
    size_t which = (size_t)(name[0] - 'A') * 27 + (name[1] != '\0' ? (size_t)(name[1] - 'A') + 1 : 0);
    uint64_t bit = (uint64_t)1 << which % 64, *word = &t->seen[which / 64];
    bool seen = (*word & bit) != 0;
    *word |= bit;
    return seen;
}

/* Letters, then values. Small letters only fill up old long names. */
static void read_property(struct sgf_source *s, struct sgf_tree *t)
{
    struct sgf_property p = {.first = t->n_values, .place = here(s)};
    size_t length = 0;
    for (; !at_end(s) && isalpha((unsigned char)s->text.at[s->at]); step(s))
        if (isupper((unsigned char)s->text.at[s->at]) && length < SGF_NAME_MAX - 1)
            p.name[length++] = s->text.at[s->at];
    if (t->n_nodes == 0)
        add_node(t, p.place);
    p.repeated = see_name(t, p.name);
    t->properties = grow(t->properties, t->n_properties, &t->properties_capacity, sizeof *t->properties);
    t->properties[t->n_properties++] = p;
    t->nodes[t->n_nodes - 1].n++;
    skip_space(s);
    if (at_end(s) || s->text.at[s->at] != '[')
        complain(s, here(s), W_("a property without value, expected '['"));
    while (!at_end(s) && s->text.at[s->at] == '[') {
        struct span value;
        struct place open = here(s);
        step(s);
        if (!read_value(s, &value)) {
            complain(s, open, W_("the file ends inside this value, expected ']': the value is not read"));
            return;
        }
        add_value(t, value);
        skip_space(s);
    }
}

/* A variation as it stands, from '(' to its ')'. */
static void skip_variation(struct sgf_source *s, struct sgf_tree *t, size_t branch)
{
    size_t from = s->at, depth = 0;
    struct span value;
    bool closed = true;
    do {
        char c = s->text.at[s->at];
        step(s);
        depth += c == '(';
        depth -= c == ')';
        if (c == '[')
            closed = read_value(s, &value);
    } while (depth > 0 && !at_end(s));
    t->variations = grow(t->variations, t->n_variations, &t->variations_capacity, sizeof *t->variations);
    t->variations[t->n_variations++] = (struct sgf_variation){
        .node = branch, .raw = {s->text.at + from, s->at - from}, .open = depth, .open_value = !closed};
}

/* One character that is neither white space nor part of a property. `depth` counts the open '(' of the main line;
 * `closed` says that a sub-tree has ended, so that any further one is a variation. */
static void read_mark(struct sgf_source *s, struct sgf_tree *t, size_t *depth, bool *closed)
{
    char c = s->text.at[s->at];
    struct place place = here(s);
    if (c == '(' && *closed) { /* beside the sub-tree of the main line that was opened at this depth */
        skip_variation(s, t, t->branches[*depth]);
        return;
    }
    step(s);
    if (c == '(') {
        t->branches = grow(t->branches, *depth, &t->branches_capacity, sizeof *t->branches);
        t->branches[(*depth)++] = t->n_nodes > 0 ? t->n_nodes - 1 : 0;
    } else if (c == ')') {
        --*depth;
        *closed = true;
    } else if (c == ';') {
        add_node(t, place);
        if (*closed)
            complain(s, place, W_("a node after a variation, expected '(' or ')'"));
    } else if (c == '[') {
        struct span value;
        read_value(s, &value);
        complain(s, place, W_("a value without property name, not read"));
    } else {
        diag_at(s->d, SEVERITY_WARNING, place.line, place.column,
                "byte 0x%02x in a game tree, expected ';', '(', ')' or a property", (unsigned char)c);
        while (!at_end(s) && !isspace((unsigned char)s->text.at[s->at]) && strchr("();[", s->text.at[s->at]) == NULL &&
               !isalpha((unsigned char)s->text.at[s->at]))
            step(s);
    }
}

static size_t skip_blanks(struct span text, size_t i)
{
    while (i < text.length && isspace((unsigned char)text.at[i]))
        i++;
    return i;
}

bool sgf_starts_tree(struct span text)
{
    size_t i = 0, name;
    text = span_sub(text, 0, AHEAD);
    while (i < text.length && text.at[i] == '(')
        i = skip_blanks(text, i + 1);
    const bool open = i > 0;
    while (i < text.length && text.at[i] == ';')
        i = skip_blanks(text, i + 1);
    for (name = i; i < text.length && isalpha((unsigned char)text.at[i]);)
        i++;
    i = skip_blanks(text, i);
    return open && i < text.length && isupper((unsigned char)text.at[name]) && text.at[i] == '[';
}

static bool find_tree(struct sgf_source *s)
{
    skip_space(s);
    const struct place place = here(s);
    const size_t from = s->at;
    while (!at_end(s) && !sgf_starts_tree(span_sub(s->text, s->at, s->text.length)))
        step(s);
    s->before = span_trim(span_sub(s->text, from, s->at - from));
    if (s->before.length > 0)
        diag_at(s->d, SEVERITY_NOTE, place.line, place.column, "found text outside a game tree: kept as a comment");
    return !at_end(s);
}

static int by_branch(const void *a, const void *b)
{
    const struct sgf_variation *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return x->raw.at < y->raw.at ? -1 : x->raw.at > y->raw.at;
}

static void sort_variations(struct sgf_tree *t)
{
    if (t->n_variations > 1)
        qsort(t->variations, t->n_variations, sizeof *t->variations, by_branch);
}

bool sgf_next_tree(struct sgf_source *s, struct sgf_tree *t)
{
    t->n_nodes = t->n_properties = t->n_values = t->n_variations = 0;
    if (!find_tree(s))
        return false;
    step(s);
    bool closed = false;
    size_t depth = 1;
    while (depth > 0) {
        skip_space(s);
        if (at_end(s)) {
            complain(s, here(s), W_("the file ends inside a game tree, expected ')'"));
            break;
        }
        if (isalpha((unsigned char)s->text.at[s->at]))
            read_property(s, t);
        else
            read_mark(s, t, &depth, &closed);
    }
    sort_variations(t);
    return true;
}

/* ---- looking ---- */

const struct sgf_property *sgf_find(const struct sgf_tree *t, const struct sgf_node *n, const char *name)
{
    for (size_t i = 0; i < n->n; i++)
        if (strcmp(t->properties[n->first + i].name, name) == 0)
            return &t->properties[n->first + i];
    return NULL;
}

struct span sgf_value(const struct sgf_tree *t, const struct sgf_node *n, const char *name)
{
    const struct sgf_property *p = sgf_find(t, n, name);
    return p != NULL && p->n > 0 ? t->values[p->first] : (struct span){"", 0};
}

const char *sgf_text(struct arena *a, struct span raw)
{
    char *text = arena_span(a, raw);
    size_t to = 0;
    for (size_t i = 0; i < raw.length; i++) {
        char c = raw.at[i];
        if (c == '\\' && i + 1 < raw.length) {
            c = raw.at[++i];
            if (c == '\n')
                continue;
        }
        text[to++] = c != '\n' && isspace((unsigned char)c) ? ' ' : c;
    }
    text[to] = '\0';
    return text;
}

/* Escapes resolved, nothing else. */
static const char *unescaped(struct arena *a, struct span raw)
{
    char *text = arena_span(a, raw);
    size_t to = 0;
    for (size_t i = 0; i < raw.length; i++) {
        i += raw.at[i] == '\\' && i + 1 < raw.length;
        text[to++] = raw.at[i];
    }
    text[to] = '\0';
    return text;
}

/* Where the first colon stands that is not escaped; the length if there is none. */
static size_t find_colon(struct span raw)
{
    size_t i = 0;
    while (i < raw.length && raw.at[i] != ':')
        i += raw.at[i] == '\\' ? 2 : 1;
    return i < raw.length ? i : raw.length;
}

bool sgf_own_word(struct arena *a, struct span raw, struct sgf_own_word *out)
{
    const size_t first = find_colon(raw);
    const struct span rest = span_sub(raw, first + 1, raw.length);
    const size_t second = first < raw.length ? find_colon(rest) : rest.length;
    if (first >= raw.length || second >= rest.length)
        return false;
    out->format = unescaped(a, span_sub(raw, 0, first));
    out->name = unescaped(a, span_sub(rest, 0, second));
    out->value = unescaped(a, span_sub(rest, second + 1, rest.length));
    return true;
}
