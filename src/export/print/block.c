/* How each kind of block looks on paper. Decisions that are marked have a board of the size that print.c chose; the
 * others are a line with their plays, or without an analysis a small board. */
#include <math.h>
#include <string.h>

#include "base/language.h"
#include "base/strbuf.h"
#include "export/brief.h"
#include "export/print/print.h"

static float put_children(struct printer *p, const struct node *n, struct area at);

static const float board_width[BOARD_SIZES] = {0, 140, 100}; /* points: the printer's, 4.9 cm, 3.5 cm */

const uint32_t print_mark_colour[4] = {SOFT, 0x8a5a00, 0xb8400f, 0xb01c1c};
const uint32_t print_mark_ground[4] = {0xddf3e3, 0xfdf1cf, 0xfde4d3, 0xfbdada};

static const struct line_style style_list = {{7.5f, PAPER_PLAIN, INK, PAPER_LEFT}, 8.8f, true},
                               style_line = {{8.2f, PAPER_PLAIN, INK, PAPER_LEFT}, 10.4f, false},
                               style_under = {{7.5f, PAPER_PLAIN, INK, PAPER_LEFT}, 8.8f, false},
                               style_ids = {{7.5f, PAPER_PLAIN, SOFT, PAPER_LEFT}, 8.8f, false},
                               style_run_in = {{7.5f, PAPER_PLAIN, INK, PAPER_LEFT}, 8.8f, false},
                               style_note = {{7.5f, PAPER_PLAIN, SOFT, PAPER_LEFT}, 9, false};

bool block_is_block(const struct node *n)
{
    return n->kind < NODE_SPAN;
}

/* ---- facts ---- */

/* Two of the IDs, which all name the same position, one behind the other. */
static float ids(struct printer *p, const struct node *facts, struct area at)
{
    enum { SHOWN = 2 };
    struct strbuf text = {0};
    int n = 0;
    for (const struct node *f = facts->first; f != NULL && n < SHOWN; f = f->next, n++) {
        strbuf_puts(&text, n > 0 ? "   " : "");
        node_text(f->last, &typography_plain, &text);
    }
    float height = words_put_text(p, strbuf_text(&text), at, &style_ids);
    strbuf_done(&text);
    return height;
}

static float widest_word(const struct printer *p, const struct node *label)
{
    struct strbuf text = {0};
    float widest = 0;
    node_text(label, &typography_paper, &text);
    strbuf_putc(&text, '\0');
    for (char *rest, *word = strtok_r(text.at, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        widest = fmaxf(widest, paper_width(p->paper, &style_note.font, word));
    strbuf_done(&text);
    return widest;
}

/* Of all labels of these facts: no word of them is cut while the values keep half of the room. */
static float label_width(struct printer *p, const struct node *facts, float room)
{
    if (p->labels.of == facts && p->labels.room == room)
        return p->labels.width;
    float width = room > 200 ? 66 : 34;
    for (const struct node *f = facts->first; f != NULL; f = f->next)
        width = f->first != NULL ? fmaxf(width, widest_word(p, f->first)) : width;
    p->labels.of = facts;
    p->labels.room = room;
    return p->labels.width = fminf(width, room / 2);
}

static float fact(struct printer *p, const struct node *n, struct area at)
{
    const float label = label_width(p, n->parent, at.width);
    struct node value = *n;
    if (n->first == NULL)
        return 0;
    value.first = n->first->next;
    float left = words_put(p, n->first, (struct area){at.x, at.y, label}, &style_note);
    float right = words_put(p, &value, (struct area){at.x + label + 6, at.y, at.width - label - 6}, &style_small);
    return fmaxf(left, right);
}

/* ---- diagrams ---- */

static enum paint arrow_paint(enum role role)
{
    return role == ROLE_BEST ? PAINT_ARROW_BEST : role == ROLE_FINE ? PAINT_ARROW_FINE : PAINT_ARROW_PLAYED;
}

/* Of a board in a book: what makes nine points, as far as there is room. */
static int least_figures(const struct printer *p, float width)
{
    const float least = 9.0f / p->paper->scale * DRAW_WIDTH / width;
    return !p->book ? 0 : least < LARGEST_FIGURES ? (int)ceilf(least) : LARGEST_FIGURES;
}

static float board(struct printer *p, const struct node *n, struct area at, float width)
{
    const struct position *position = n->diagram.position;
    const bool small = width < (p->least_board); /* its numbers could not be read */
    struct draw_options o = {.bottom = position->turn,
                             .no_numbers = small,
                             .no_pips = small || p->book, /* the score below says them, apart from the points */
                             .home_left = p->home_left,
                             .least_figures = least_figures(p, width)};
    draw_numbering(&o, p->numbers, position->turn);
    for (int i = 0; i < NODE_ARROWS; i++)
        if (n->diagram.arrows[i].play != NULL)
            o.arrows[i] = (struct draw_arrows){n->diagram.arrows[i].play, arrow_paint(n->diagram.arrows[i].role)};
    if (!p->measuring)
        paper_board(p->paper, at.x, at.y, width, position, &o, &p->theme);
    return width * DRAW_HEIGHT / DRAW_WIDTH;
}

/* What a diagram says: its score, its IDs. */
static float score(struct printer *p, const struct node *n, struct area at)
{
    float start = at.y;
    for (const struct node *c = n->first; c != NULL; c = c->next)
        at.y += c->kind != NODE_FACTS ? words_put(p, c, at, &style_under) : 0;
    return at.y - start;
}

static float names(struct printer *p, const struct node *n, struct area at)
{
    const struct node *facts = node_child(n, NODE_FACTS, ROLE_NONE);
    return facts != NULL ? ids(p, facts, at) : 0;
}

static float large_board(const struct printer *p, const struct node *diagram)
{
    const bool shares = p->asking || (diagram->parent != NULL && diagram->parent->kind == NODE_CARD);
    return shares ? p->least_board : p->board_width;
}

static float diagram(struct printer *p, const struct node *n, struct area at)
{
    float start = at.y, width = p->wide_board ? at.width : fminf(large_board(p, n), at.width);
    at.y += board(p, n, at, width) + 1;
    at.y += score(p, n, at);
    return at.y + names(p, n, at) - start;
}

/* ---- decisions ---- */

static bool is_short(const struct node *n)
{
    return n->kind == NODE_PARAGRAPH &&
           (n->role == ROLE_COST || n->role == ROLE_LUCK || n->role == ROLE_CHANCES || n->role == ROLE_VERDICT);
}

/* Paragraphs of a few words behind one another. */
static float run_in(struct printer *p, const struct node **at_node, struct area at)
{
    struct strbuf text = {0};
    const struct node *c = *at_node;
    for (; c != NULL && is_short(c); c = c->next) {
        strbuf_puts(&text, text.length > 0 ? "  " : "");
        node_text(c, &typography_paper, &text);
        *at_node = c;
    }
    float height = words_put_text(p, strbuf_text(&text), at, &style_run_in);
    strbuf_done(&text);
    return height;
}

static float decision_parts(struct printer *p, const struct node *n, struct area at)
{
    float start = at.y;
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        if (c->kind == NODE_LINE)
            at.y += words_put(p, c, at, p->brief ? &style_list : &style_line);
        else if (is_short(c))
            at.y += run_in(p, &c, at);
        else
            at.y += block_put(p, c, at);
    }
    return at.y - start;
}

/* A line, and what people wrote. */
static float listed(struct printer *p, const struct node *n, struct area at)
{
    struct area inside = {at.x, at.y, at.width};
    const struct node *line = node_child(n, NODE_LINE, ROLE_NONE);
    if (line != NULL)
        inside.y += words_put(p, line, at, &style_list);
    inside.x += 11, inside.width -= 11;
    for (const struct node *c = n->first; c != NULL; c = c->next)
        if (brief_keeps(c))
            inside.y += block_put(p, c, inside);
    return inside.y - at.y + 0.2f;
}

/* Not words alone: it has one width. */
static float other_beside(struct printer *p, const struct node *n, struct area at)
{
    const float by = p->around.by;
    if (at.y >= p->around.until)
        at.x -= by, at.width += by;
    p->around.by = 0;
    const float height = block_put(p, n, at);
    p->around.by = by;
    return height;
}

/* A smaller board, beside it all but IDs and tables: these have the whole width below, as has what of the words is
 * longer than the board. */
static float beside_board(struct printer *p, const struct node *n, struct area at, float width)
{
    struct area beside = {at.x + width + 7, at.y, at.width - width - 7};
    const struct node *diagram = node_child(n, NODE_DIAGRAM, ROLE_NONE);
    float start = at.y, height = board(p, diagram, at, width);
    p->around.by = width + 7, p->around.until = start + height;
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        if (c->kind == NODE_LINE)
            beside.y += words_put(p, c, beside, &style_list);
        else if (is_short(c))
            beside.y += run_in(p, &c, beside);
        else if (c->kind == NODE_DIAGRAM)
            beside.y += score(p, c, beside);
        else if (c->kind == NODE_PARAGRAPH)
            beside.y += block_put(p, c, beside);
        else if (c->kind != NODE_TABLE)
            beside.y += other_beside(p, c, beside);
    }
    p->around.by = 0;
    at.y = fmaxf(at.y + height, beside.y) + 1;
    at.y += names(p, diagram, at);
    for (const struct node *c = n->first; c != NULL; c = c->next)
        at.y += c->kind == NODE_TABLE ? table_put(p, c, at) : 0;
    return at.y - start + 4;
}

enum board_size block_board(const struct printer *p, const struct node *n)
{
    if (n->folded)
        return p->analysed && !(p->whole && node_child(n, NODE_DIAGRAM, ROLE_NONE) != NULL) ? BOARD_NONE : BOARD_SMALL;
    return n->rank <= p->with_board ? p->size : BOARD_NONE;
}

static float decision(struct printer *p, const struct node *n, struct area at)
{
    enum board_size size = block_board(p, n);
    if (p->beside && size == BOARD_LARGE && node_child(n, NODE_DIAGRAM, ROLE_NONE) != NULL)
        return beside_board(p, n, at, p->board_width);
    if (size == BOARD_NONE && !p->whole)
        return listed(p, n, at);
    if (size != BOARD_LARGE && size != BOARD_NONE && node_child(n, NODE_DIAGRAM, ROLE_NONE) != NULL)
        return beside_board(p, n, at, board_width[size]);
    if (!n->folded)
        return decision_parts(p, n, at) + 3.5f;
    p->brief = true;
    float height = decision_parts(p, n, at) + 2;
    p->brief = false;
    return height;
}

/* ---- cards ---- */

static float card(struct printer *p, const struct node *n, struct area at)
{
    struct area inside = {at.x + 9, at.y + 6, at.width - 18};
    if (!p->measuring) {
        p->measuring = true;
        float height = put_children(p, n, inside) + 10;
        p->measuring = false;
        paper_box(p->paper, at.x, at.y, at.width, height, GROUND);
    }
    return put_children(p, n, inside) + 12;
}

/* ---- contents ---- */

/* A line for each link, with its page at the right end. */
static float contents(struct printer *p, const struct node *nav, struct area at)
{
    enum { NUMBER = 30 };
    const float start = at.y;
    const struct paper_style right = {style_small.font.size, PAPER_PLAIN, INK, PAPER_RIGHT};
    at.y += 14 + words_put_text(p, tr("Contents"), (struct area){at.x, at.y + 14, at.width}, &style_section);
    for (const struct node *link = nav->first; link != NULL; link = link->next) {
        char number[16];
        const int page = link->kind == NODE_LINK ? print_page_of(p, link->link.anchor) : 0;
        snprintf(number, sizeof number, "%d", page);
        if (!p->measuring && page > 0)
            paper_text(p->paper, at.x, at.y + style_small.leading * 0.8f, at.width, &right, number);
        struct node alone = *link;
        const struct node one = {.kind = NODE_PARAGRAPH, .side = NOBODY, .first = &alone, .last = &alone};
        alone.next = NULL;
        at.y += words_put(p, &one, (struct area){at.x, at.y, at.width - NUMBER}, &style_small) + 2;
    }
    return at.y - start;
}

/* ---- all ---- */

static float heading(struct printer *p, const struct node *n, struct area at)
{
    static const struct line_style *const styles[] = {&style_small, &style_title, &style_section, &style_head};
    return words_put(p, n, at, styles[n->level >= 0 && n->level <= 3 ? n->level : 0]);
}

static float quote(struct printer *p, const struct node *n, struct area at)
{
    float height = words_put(p, n, (struct area){at.x + 8, at.y, at.width - 8}, &style_note);
    if (!p->measuring && !p->flowing)
        paper_rule(p->paper, at.x + 3, at.y, at.x + 3, at.y + height, 1, HAIR);
    return height + 2;
}

static float put_children(struct printer *p, const struct node *n, struct area at)
{
    float start = at.y;
    for (const struct node *c = n->first; c != NULL; c = c->next)
        if (block_is_block(c))
            at.y += block_put(p, c, at);
    return at.y - start;
}

float block_put(struct printer *p, const struct node *n, struct area at)
{
    switch (n->kind) {
    case NODE_HEADING:
        return heading(p, n, at);
    case NODE_QUOTE:
        return quote(p, n, at);
    case NODE_FACTS:
        return n->role == ROLE_IDS ? ids(p, n, at) : put_children(p, n, at) + 2;
    case NODE_FACT:
        return fact(p, n, at);
    case NODE_CARD:
        return card(p, n, at);
    case NODE_DECISION:
        return decision(p, n, at);
    case NODE_TABLE:
        return table_put(p, n, at);
    case NODE_DIAGRAM:
        return diagram(p, n, at);
    case NODE_PLOT:
        return plot_put(p, n, at);
    case NODE_NAV: /* pages have an outline; a book its pages too */
        return p->book ? contents(p, n, at) : 0;
    default:
        if (n->role == ROLE_THEMES && p->whole_match) /* they are to choose by, and paper is short */
            return 0;
        return words_put(p, n, at, n->role == ROLE_NOTE ? &style_note : &style_small) + 1.5f;
    }
}
