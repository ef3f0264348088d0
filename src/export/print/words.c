/* Lines on paper: what a node contains becomes pieces (a word in one look), pieces are set one after the other and
 * wrapped. Neighbours of one look go to the paper as one text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/language.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "export/print/print.h"

const struct line_style style_small = {{7.5f, PAPER_PLAIN, INK, PAPER_LEFT}, 9, false},
                        style_title = {{17, PAPER_BOLD, INK, PAPER_LEFT}, 21, false},
                        style_section = {{11, PAPER_BOLD, INK, PAPER_LEFT}, 14, false},
                        style_head = {{9, PAPER_BOLD, INK, PAPER_LEFT}, 11, false};

enum gap { GLUED, TIED, SEAM, BLANK, LINE }; /* tied: a blank, but no line breaks; a seam: the other way round */

struct piece {
    size_t at, length; /* in the text */
    struct paper_style look;
    enum gap gap; /* before it */
    int disc; /* a player's chequer; NOBODY */
    const char *to; /* anchor it leads to, or NULL */
    float width;
};

struct words {
    struct printer *p;
    const struct line_style *style;
    struct paper_style look[16]; /* of the spans around the piece */
    int depth;
    const char *to;
    const struct node *part; /* whose text is being collected */
    struct strbuf text;
    struct piece *pieces;
    size_t n, capacity;
    enum gap gap;
};

/* ---- collecting ---- */

static const char *text_of(const struct words *w, const struct piece *k)
{
    return strbuf_text(&w->text) + k->at;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

/* In columns of figures what says what a figure is stays with it: "± 48.4%", "level 14.8". */
static enum gap tied(const struct words *w, const char *text)
{
    const struct piece *before = w->n > 0 ? &w->pieces[w->n - 1] : NULL;
    return w->gap == BLANK && before != NULL && before->length > 0 && w->style->font.align == PAPER_RIGHT &&
                   text[0] >= '0' && text[0] <= '9' && is_letter(text_of(w, before)[before->length - 1])
               ? TIED
               : w->gap;
}

static struct piece *add(struct words *w, const char *text, size_t length, struct paper_style look)
{
    const enum gap gap = tied(w, text);
    w->pieces = grow(w->pieces, w->n, &w->capacity, sizeof *w->pieces);
    struct piece *k = &w->pieces[w->n++];
    *k = (struct piece){.at = w->text.length, .length = length, .look = look, .gap = gap, .disc = NOBODY, .to = w->to};
    strbuf_add(&w->text, text, length);
    strbuf_putc(&w->text, '\0');
    k->width = paper_width(w->p->paper, &look, text_of(w, k));
    w->gap = GLUED;
    return k;
}

static void add_disc(struct words *w, int who)
{
    struct paper_style look = w->look[w->depth];
    struct piece *k = add(w, "", 0, look);
    k->disc = who;
    k->width = look.size * 0.95f;
}

static bool is_gap(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

/* May a line break where another piece follows at once? Holes of sentences have no blanks around them in Japanese. */
static bool is_seam(const struct words *w, struct span word)
{
    const struct piece *k = w->n > 0 ? &w->pieces[w->n - 1] : NULL;
    if (k == NULL || k->length == 0 || w->gap != GLUED)
        return false;
    struct span last = {text_of(w, k), k->length};
    for (size_t n; (n = utf8_length(last)) > 0 && n < last.length;)
        last = span_sub(last, n, last.length);
    struct strbuf both = {0};
    strbuf_add(&both, last.at, last.length);
    strbuf_add(&both, word.at, utf8_length(word));
    const bool seam = utf8_unbroken((struct span){both.at, both.length}) < both.length;
    strbuf_done(&both);
    return seam;
}

static void add_word(struct words *w, struct span word, struct paper_style look)
{
    if (is_seam(w, word))
        w->gap = SEAM;
    while (word.length > 0) {
        const size_t n = utf8_unbroken(word);
        add(w, word.at, n, look);
        word = span_sub(word, n, word.length);
        w->gap = word.length > 0 ? SEAM : GLUED;
    }
}

static void add_text(struct words *w, const char *text, size_t length, struct paper_style look)
{
    for (size_t i = 0; i < length;) {
        size_t n = 0;
        for (; i < length && is_gap(text[i]); i++)
            w->gap = text[i] == '\n' || w->gap == LINE ? LINE : BLANK;
        while (i + n < length && !is_gap(text[i + n]))
            n++;
        add_word(w, (struct span){text + i, n}, look);
        i += n;
    }
}

/* ORDER ROLE is not used: what has no row looks as what is around it. */
static void restyle(const struct printer *p, struct paper_style *s, const struct node *n)
{
    const float least = p->book ? style_small.font.size : 0;
    switch (n->role) {
    case ROLE_STRONG:
    case ROLE_ACTION:
        s->font = PAPER_BOLD;
        break;
    case ROLE_BADGE:
    case ROLE_COST:
        if (n->kind == NODE_PARAGRAPH) /* what a plot is of */
            break;
        s->font = PAPER_BOLD;
        s->colour = print_mark_colour[n->mark];
        break;
    case ROLE_ILLEGAL:
        s->colour = print_mark_colour[SKILL_VERY_BAD];
        break;
    case ROLE_LUCKY:
        s->colour = 0x166534;
        break;
    case ROLE_SMALL:
        s->font = PAPER_PLAIN;
        s->size = fmaxf(s->size * (s->size > 8 ? 0.72f : 1), least);
        s->colour = SOFT;
        break;
    case ROLE_LEVEL:
    case ROLE_COUNT:
    case ROLE_UNLUCKY:
        s->colour = SOFT;
        break;
    default:
        break;
    }
}

/* The parts of a line have no blanks of their own between them, nor have spans of facts and cells. A leaf may come in
 * pieces. */
static void part_from_neighbour(struct words *w, const struct node *n)
{
    n = node_whole(n);
    if (n == w->part)
        return;
    w->part = n;
    if (node_is_apart(n) && w->gap == GLUED)
        w->gap = BLANK;
}

static void enter(void *self, const struct node *n)
{
    struct words *w = self;
    part_from_neighbour(w, n);
    if (w->depth + 1 < (int)(sizeof w->look / sizeof *w->look)) {
        w->look[w->depth + 1] = w->look[w->depth];
        w->depth++;
    }
    restyle(w->p, &w->look[w->depth], n);
    if (n->kind == NODE_LINK && n->link.page == NULL && n->link.anchor != NULL) {
        w->to = n->link.anchor;
        w->look[w->depth].colour = LINK;
    }
}

/* In a book a link says on which page the place is. */
static void refer(struct words *w, const struct node *link)
{
    struct strbuf text = {0};
    const int page = print_page_of(w->p, link->link.anchor);
    w->gap = BLANK;
    tr_add(&text, "(page {0})", TR_INT(page > 0 ? page : 100));
    add_text(w, strbuf_text(&text), text.length, w->look[w->depth]);
    strbuf_done(&text);
}

static void leave(void *self, const struct node *n)
{
    struct words *w = self;
    if (n->kind == NODE_LINK && n->role == ROLE_PAGES && w->p->book)
        refer(w, n);
    if (w->depth > 0)
        w->depth--;
    if (n->kind == NODE_LINK)
        w->to = NULL;
}

static void leaf(void *self, const struct node *n, struct span utf8)
{
    struct words *w = self;
    struct paper_style look = w->look[w->depth];
    part_from_neighbour(w, n);
    if (n->kind == NODE_PLAYER && n->side != NOBODY) {
        add_disc(w, n->side);
        if (w->style->discs)
            return;
        w->gap = GLUED;
    }
    if (n->kind == NODE_MARK && n->mark != SKILL_NONE) {
        w->gap = w->gap == BLANK ? TIED : w->gap; /* to the loss before it */
        look.font = PAPER_BOLD;
        look.colour = print_mark_colour[n->mark];
    }
    add_text(w, utf8.at, utf8.length, look);
}

static const struct node_writer collector = {&typography_paper, enter, leave, leaf};

/* ---- setting ---- */

static float blank(const struct words *w, const struct piece *k)
{
    return k->gap == BLANK || k->gap == TIED ? paper_width(w->p->paper, &k->look, " ") : 0;
}

/* Pieces from `i` on that cannot be parted; no more than are wider than a line. */
static size_t unit_end(const struct words *w, size_t i, float line, float *width)
{
    *width = 0;
    do {
        *width += w->pieces[i].width + (*width > 0 ? blank(w, &w->pieces[i]) : 0);
        i++;
    } while (i < w->n && w->pieces[i].gap <= TIED && *width <= line);
    return i;
}

/* Behind a slash, if there is one behind the first third: of the names of a pair, and of addresses. */
static size_t behind_slash(const char *text, size_t n)
{
    size_t at = n;
    while (at > n / 3 && text[at - 1] != '/')
        at--;
    return at > n / 3 ? at : n;
}

/* Cuts off as much of the first piece of a line as fits, and puts it before that piece: what stood there is set
 * already, so nothing needs to be moved, however long a word is. Returns its number. */
static size_t split(struct words *w, size_t i, float width)
{
    const size_t most = paper_break(w->p->paper, &w->pieces[i].look, text_of(w, &w->pieces[i]), width);
    const size_t n = behind_slash(text_of(w, &w->pieces[i]), most);
    if (most >= w->pieces[i].length)
        return i;
    if (i == 0) {
        w->pieces = grow(w->pieces, w->n, &w->capacity, sizeof *w->pieces);
        memmove(w->pieces + 1, w->pieces, w->n++ * sizeof *w->pieces);
        i = 1;
    }
    struct piece *front = &w->pieces[i - 1], *rest = &w->pieces[i];
    struct strbuf text = {0};
    strbuf_add(&text, text_of(w, rest), n);
    strbuf_putc(&text, '\0');
    *front = *rest;
    front->at = w->text.length;
    front->length = n;
    strbuf_add(&w->text, text.at, text.length);
    strbuf_done(&text);
    rest->at += n;
    rest->length -= n;
    rest->gap = LINE;
    front->width = paper_width(w->p->paper, &front->look, text_of(w, front));
    rest->width = paper_width(w->p->paper, &rest->look, text_of(w, rest));
    return i - 1;
}

/* Of a unit that is wider than a line as much as fits, at least a part of its first piece. */
static size_t part_end(struct words *w, size_t *from, float width, float *used)
{
    size_t end = *from;
    *used = 0;
    while (end < w->n && (end == *from || w->pieces[end].gap == GLUED) && *used + w->pieces[end].width <= width)
        *used += w->pieces[end++].width;
    if (end == *from) {
        *from = split(w, *from, width);
        *used = w->pieces[*from].width;
        end = *from + 1;
    }
    return end;
}

/* Where the line ends that begins with piece *from, and how wide it is. *from is another one where that is cut. */
static size_t line_end(struct words *w, size_t *from, float width, float *used)
{
    size_t i = *from;
    *used = 0;
    while (i < w->n) {
        float unit, before = i > *from ? blank(w, &w->pieces[i]) : 0;
        const size_t end = unit_end(w, i, width, &unit);
        if (i > *from && (w->pieces[i].gap == LINE || *used + before + unit > width))
            break;
        if (i == *from && unit > width)
            return part_end(w, from, width, used);
        *used += before + unit;
        i = end;
    }
    return i;
}

static bool same_look(const struct piece *a, const struct piece *b)
{
    return a->look.font == b->look.font && a->look.colour == b->look.colour && a->to == b->to && a->disc == NOBODY &&
           b->disc == NOBODY;
}

static void remember_link(struct printer *p, const char *to, float x, float base, float width, float size)
{
    p->targets = grow(p->targets, p->n_targets, &p->target_capacity, sizeof *p->targets);
    p->targets[p->n_targets++] =
        (struct target){p->paper->n_pages, {x, base - size, width, size * 1.3f}, arena_strdup(p->kept, to)};
}

/* Neighbours of one look, from `from` on, as one text. */
static size_t draw_run(struct words *w, size_t from, size_t to, float *x, float base)
{
    struct printer *p = w->p;
    const struct piece *first = &w->pieces[from];
    struct strbuf text = {0};
    float width = 0;
    size_t i = from;
    if (first->disc != NOBODY) {
        const struct theme_paint *t = &p->theme.paint[first->disc == 0 ? PAINT_CHEQUER_0 : PAINT_CHEQUER_1];
        float radius = first->look.size * 0.34f;
        paper_dot(p->paper, *x + radius + 0.3f, base - first->look.size * 0.36f, radius, t->fill, t->edge);
        *x += first->width;
        return from + 1;
    }
    do {
        if (i > from && (w->pieces[i].gap == BLANK || w->pieces[i].gap == TIED))
            strbuf_putc(&text, ' ');
        strbuf_puts(&text, text_of(w, &w->pieces[i]));
        width += w->pieces[i].width + (i > from ? blank(w, &w->pieces[i]) : 0);
        i++;
    } while (i < to && same_look(first, &w->pieces[i]) && text.length < PAPER_TEXT_MAX / 4);
    paper_text(p->paper, *x, base, 0, &first->look, strbuf_text(&text));
    if (first->to != NULL)
        remember_link(p, first->to, *x, base, width, first->look.size);
    strbuf_done(&text);
    *x += width;
    return i;
}

static void draw_line(struct words *w, size_t from, size_t to, struct area at, float used)
{
    enum paper_align align = w->style->font.align;
    float x = at.x, base = at.y + w->style->leading * 0.8f;
    if (align != PAPER_LEFT)
        x += (at.width - used) / (align == PAPER_RIGHT ? 1 : 2);
    for (size_t i = from; i < to;) {
        x += i > from ? blank(w, &w->pieces[i]) : 0;
        i = draw_run(w, i, to, &x, base);
    }
}

/* Below what they are beside lines have the whole width. */
static struct area line_area(const struct printer *p, struct area at)
{
    const bool below = p->around.by > 0 && at.y >= p->around.until;
    return below ? (struct area){at.x - p->around.by, at.y, at.width + p->around.by} : at;
}

static float set(struct words *w, struct area in)
{
    float start = in.y, used;
    for (size_t i = 0; i < w->n;) {
        struct area at = line_area(w->p, in);
        const size_t end = line_end(w, &i, at.width, &used);
        if (w->p->flowing && !w->p->measuring) {
            float indent = at.x - print_area(w->p).x;
            print_need(w->p, w->style->leading);
            at = (struct area){print_area(w->p).x + (indent > 0 && indent < 60 ? indent : 0), w->p->y, at.width};
        }
        if (!w->p->measuring)
            draw_line(w, i, end, at, used);
        in.y = at.y + w->style->leading;
        if (w->p->flowing && !w->p->measuring)
            w->p->y = in.y;
        i = end;
    }
    return w->p->flowing && !w->p->measuring ? 0 : in.y - start;
}

static struct words begin(struct printer *p, const struct line_style *s)
{
    struct words w = {.p = p, .style = s, .look = {s->font}};
    w.look[0].align = PAPER_LEFT; /* lines are aligned, not pieces */
    return w;
}

static void done(struct words *w)
{
    strbuf_done(&w->text);
    xfree(w->pieces);
}

float words_put(struct printer *p, const struct node *n, struct area at, const struct line_style *s)
{
    struct words w = begin(p, s);
    restyle(p, &w.look[0], n);
    if (node_is_leaf(n))
        node_walk(n, &collector, &w);
    else
        for (const struct node *c = n->first; c != NULL; c = c->next)
            if (!block_is_block(c))
                node_walk(c, &collector, &w);
    float height = set(&w, at);
    done(&w);
    return height;
}

float words_put_text(struct printer *p, const char *text, struct area at, const struct line_style *s)
{
    struct words w = begin(p, s);
    add_text(&w, text, strlen(text), w.look[0]);
    float height = set(&w, at);
    done(&w);
    return height;
}

float words_width(struct printer *p, const struct node *n, const struct line_style *s)
{
    struct words w = begin(p, s);
    float used = 0;
    node_walk_inside(n, &collector, &w);
    for (size_t i = 0; i < w.n; i++)
        used += w.pieces[i].width + (i > 0 ? blank(&w, &w.pieces[i]) : 0);
    done(&w);
    return used;
}

float words_widest(struct printer *p, const struct node *n, const struct line_style *s)
{
    struct words w = begin(p, s);
    float widest = 0, word = 0;
    node_walk_inside(n, &collector, &w);
    for (size_t i = 0; i < w.n; i++) {
        const bool begins = w.pieces[i].gap == BLANK || w.pieces[i].gap == LINE;
        word = w.pieces[i].width + (begins ? 0 : word + blank(&w, &w.pieces[i]));
        widest = fmaxf(widest, word);
    }
    done(&w);
    return widest;
}
