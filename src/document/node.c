/* The tree's names and its walk; see node.h. */
#include "document/node.h"

#include <string.h>

#include "base/strbuf.h"
#include "document/leaf.h"

/* ---- names ---- */

static const char *const kind_names[NODE_KINDS] = {
    /* ORDER NODE */
    "document", "section", "heading", "paragraph", "quote", "nav",     "facts", "fact", "card", "decision",
    "line",     "table",   "group",   "row",       "cell",  "diagram", "plot",  "span", "link", "words",
    "text",     "number",  "player",  "roll",      "play",  "score",   "date",  "mark", "id",
};

static const char *const role_names[ROLES] = {
    /* ORDER ROLE */
    "",         "match",        "positions", "index",    "person",   "book",        "head",       "chapter",
    "errors",   "more",         "progress",  "games",    "matches",  "game",        "question",   "statistics",
    "study",    "bars",         "about",     "legend",   "glossary", "trail",       "neighbours", "pages",
    "contents", "players",      "error",     "chequer",  "cube",     "resignation", "aside",      "candidates",
    "shallow",  "cube-actions", "score-map", "roll-map", "played",   "best",        "fine",       "top",
    "brief",    "score-line",   "result",    "verdict",  "cost",     "why",         "themes",     "chances",
    "race",     "luck",         "note",      "figures",  "marks",    "ids",         "choices",    "answers",
    "kept",     "setup",        "count",     "action",   "badge",    "lucky",       "unlucky",    "illegal",
    "strong",   "small",        "faint",     "level",    "points",   "equity",      "difference", "length",
    "date",     "event",        "dt",        "dp",       "tg",       "hot",         "warm",       "cool",
    "cold",
};

static const char *const unit_names[UNITS] = {"",      "emg", "memg", "mwc",  "points", "chance",
                                              "share", "pr",  "fibs", "pips", "seconds"}; /* ORDER UNIT */

const char *node_name(enum node_kind kind)
{
    return kind_names[kind];
}

const char *role_name(enum role role)
{
    return role_names[role];
}

const char *unit_name(enum unit unit)
{
    return unit_names[unit];
}

bool node_is_leaf(const struct node *n)
{
    return n->kind >= NODE_WORDS;
}

const struct node *node_child(const struct node *n, enum node_kind kind, enum role role)
{
    for (const struct node *c = n->first; c != NULL; c = c->next)
        if (c->kind == kind && (role == ROLE_NONE || c->role == role))
            return c;
    return NULL;
}

bool node_is_badge(const struct node *n)
{
    return n->kind == NODE_SPAN &&
           (n->role == ROLE_BADGE || n->role == ROLE_LUCKY || n->role == ROLE_UNLUCKY || n->role == ROLE_ILLEGAL);
}

bool node_is_apart(const struct node *n)
{
    const struct node *p = n->parent;
    if (p == NULL || p->first == n)
        return false;
    return p->kind == NODE_LINE || (n->kind == NODE_SPAN && (p->kind == NODE_FACT || p->kind == NODE_CELL));
}

static bool is_inline(const struct node *n)
{
    return n != NULL && (n->kind == NODE_WORDS || n->kind == NODE_SPAN || n->kind == NODE_LINK);
}

const struct node *node_whole(const struct node *n)
{
    while (is_inline(n->parent))
        n = n->parent;
    return n;
}

/* ---- the walk ---- */

static void walk_leaf(const struct node *leaf, const struct node_writer *w, void *self)
{
    struct strbuf text = {0};
    leaf_text(leaf, w->signs, &text);
    if (text.length > 0)
        w->text(self, leaf, (struct span){text.at, text.length});
    strbuf_done(&text);
}

struct walking {
    const struct node_writer *w;
    void *self;
};

static void piece_of_words(void *context, const struct node *words, struct span text)
{
    const struct walking *k = context;
    k->w->text(k->self, words, text);
}

static void leaf_in_hole(void *context, const struct node *leaf)
{
    const struct walking *k = context;
    node_walk(leaf, k->w, k->self);
}

void node_walk(const struct node *n, const struct node_writer *w, void *self)
{
    if (n->kind == NODE_WORDS && n->first != NULL) {
        struct walking k = {w, self};
        leaf_fill(n, piece_of_words, leaf_in_hole, &k);
    } else if (node_is_leaf(n)) {
        walk_leaf(n, w, self);
    } else {
        w->enter(self, n);
        node_walk_inside(n, w, self);
        w->leave(self, n);
    }
}

void node_walk_inside(const struct node *n, const struct node_writer *w, void *self)
{
    for (const struct node *c = n->first; c != NULL; c = c->next)
        node_walk(c, w, self);
}

/* ---- a document as one stream ---- */

static void stream_open(struct node_receiver *r, const struct node *n)
{
    struct node_stream *s = (struct node_stream *)r;
    s->writer->enter(s->self, n);
    node_walk_inside(n, s->writer, s->self);
}

static void stream_take(struct node_receiver *r, const struct node *n)
{
    struct node_stream *s = (struct node_stream *)r;
    node_walk(n, s->writer, s->self);
}

static void stream_close(struct node_receiver *r, const struct node *n)
{
    struct node_stream *s = (struct node_stream *)r;
    s->writer->leave(s->self, n);
}

struct node_stream node_stream_of(const struct node_writer *w, void *self)
{
    return (struct node_stream){{stream_open, stream_take, stream_close}, w, self};
}

int column_side(const struct column *c)
{
    return c->title != NULL && c->title->kind != NODE_PLAYER ? c->side : NOBODY;
}

const char *column_letter(const struct column *c)
{
    const int side = column_side(c);
    return side == NOBODY ? "" : side == 0 ? " (O)" : " (X)";
}
