/* Blocks and what is in them. Roles become classes; where GNU Backgammon's pages have a class for a thing, it
 * carries that one too, so that style sheets written for them fit. */
#include "base/language.h"
#include "export/html/html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document/glossary.h"
#include "export/escape.h"

static void put(struct html *w, const char *s)
{
    strbuf_puts(w->out, s);
}

/* ---- inline ---- */

static bool in_score_line(const struct node *n)
{
    for (; n != NULL; n = n->parent)
        if (n->kind == NODE_PARAGRAPH)
            return n->role == ROLE_SCORE_LINE;
    return false;
}

static void tagged(struct html *w, const char *before, const char *text, const char *after)
{
    put(w, before);
    escape_xml_text(w->out, text);
    put(w, after);
}

/* As the language writes it; what scripts compare stands beside it then. */
static void date(struct html *w, const struct node *leaf, const char *text)
{
    put(w, "<span class=\"nw\"");
    if (strcmp(text, leaf->text) != 0)
        html_attribute(w->out, "data-v", leaf->text);
    tagged(w, ">", text, "</span>");
}

static bool is_game_link(const struct node *leaf)
{
    return leaf->kind == NODE_WORDS && leaf->parent != NULL && leaf->parent->role == ROLE_GAME &&
           leaf->parent->kind == NODE_LINK;
}

/* The line of a decision, or a cell of a row, which say themselves whose they are. */
static bool is_owner(const struct node *leaf)
{
    const struct node *around = leaf->parent, *owner = around != NULL ? around->parent : NULL;
    return owner != NULL && (around->kind == NODE_LINE || around->kind == NODE_CELL) && owner->side == leaf->side;
}

/* Of a text that continues a line, in whichever language. */
static const char *after_comma(const char *text)
{
    static const char *const comma[] = {", ", "\u3001", "\uff0c"};
    for (int i = 0; i < 3; i++)
        if (strncmp(text, comma[i], strlen(comma[i])) == 0)
            return text + strlen(comma[i]);
    return text;
}

/* Under a board the disc of the score is name enough; a word that phones leave out stands apart. */
static void on_text(void *self, const struct node *leaf, struct span utf8)
{
    struct html *w = self;
    struct strbuf copy = {0};
    strbuf_add(&copy, utf8.at, utf8.length);
    const char *text = strbuf_text(&copy);
    if (leaf->kind == NODE_PLAYER && leaf->side != NOBODY) {
        if (is_owner(leaf))
            tagged(w, "<bdi>", text, "</bdi>");
        else if (w->apart)
            tagged(w, "<bdi>", text, "</bdi>");
        else if (!in_score_line(leaf->parent))
            tagged(w, leaf->side == 0 ? "<bdi class=\"p0\">" : "<bdi class=\"p1\">", text, "</bdi>");
    } else if (leaf->kind == NODE_TEXT || leaf->kind == NODE_PLAYER) {
        tagged(w, "<bdi>", text, "</bdi>");
    } else if (leaf->kind == NODE_DATE) {
        date(w, leaf, text);
    } else if (leaf->kind == NODE_ID) {
        tagged(w, "<code>", text, "</code>");
    } else if (leaf->kind == NODE_ROLL && leaf->parent != NULL && leaf->parent->kind == NODE_LINE) {
        tagged(w, "<b>", text, "</b>");
    } else if (is_game_link(leaf)) {
        tagged(w, "<span class=\"ww\">", text, "</span>");
    } else {
        const bool apart = in_score_line(leaf) && leaf->parent != NULL && leaf->parent->role == ROLE_SMALL && !w->apart;
        if (apart) /* it stands at the other end of the line */
            text = after_comma(text);
        bool after_disc = !w->apart && *text == ' ' && leaf->parent != NULL && leaf->parent->role == ROLE_POINTS;
        tagged(w, "", text + after_disc, "");
    }
    strbuf_done(&copy);
}

/* Below a board whoever decides comes first, and the decision says who that is. */
static void side_class(struct html *w, const struct node *n)
{
    const bool first = n->parent->first == n;
    if (w->bound || w->side == NOBODY || !in_score_line(n) || first != (n->side == w->side))
        strbuf_printf(w->out, " class=\"p%d\"", n->side);
}

static void span_class(struct html *w, const struct node *n)
{
    const char *gnubg =
        n->role == ROLE_LUCKY || n->role == ROLE_UNLUCKY ? " joker"
        : n->role == ROLE_BADGE && n->mark != SKILL_NONE && n->parent != NULL && n->parent->kind == NODE_LINE
            ? " blunder"
            : "";
    if (n->role == ROLE_COUNT)
        strbuf_puts(w->out, " class=\"movenumber\"");
    else if (n->role == ROLE_LEVEL && w->table == ROLE_CANDIDATES)
        strbuf_puts(w->out, " class=\"level moveply\"");
    else if (n->role == ROLE_POINTS && n->side != NOBODY)
        side_class(w, n);
    else if (n->mark != SKILL_NONE)
        strbuf_printf(w->out, " class=\"%s m%d%s\"", role_name(n->role), (int)n->mark, gnubg);
    else
        strbuf_printf(w->out, " class=\"%s%s\"", role_name(n->role), gnubg);
}

static bool in_line(const struct node *n)
{
    return n->parent != NULL && n->parent->kind == NODE_LINE;
}

/* In folded decisions, of which there are many; the head of a row has others below it. */
static bool is_small_level(const struct node *n, bool bare)
{
    return bare && n->role == ROLE_LEVEL && n->parent->kind == NODE_CELL && !n->parent->column->head;
}

static const char *span_tag(const struct node *n, bool bare)
{
    switch (n->role) {
    case ROLE_STRONG:
    case ROLE_COST:
        return "b";
    case ROLE_POINTS:
        return n->side != NOBODY ? "b" : "span";
    case ROLE_SMALL:
        return "small";
    case ROLE_LEVEL:
        return is_small_level(n, bare) ? "small" : "span";
    case ROLE_COUNT:
        return "i";
    default:
        return "span";
    }
}

/* Elements of a line that every decision has are distinguished by their tag: <i> number, <bdi> player, <b> roll, <span>
 * action. */
static bool has_class(const struct node *n, bool bare)
{
    return !is_small_level(n, bare) && n->role != ROLE_STRONG && n->role != ROLE_SMALL &&
           !(in_line(n) && (n->role == ROLE_ACTION || n->role == ROLE_COUNT));
}

static void on_enter(void *self, const struct node *n)
{
    struct html *w = self;
    if (n->kind == NODE_LINK) {
        (void)html_link(w, w->out, n->link.page, n->link.anchor, "span");
        put(w, ">");
        return;
    }
    strbuf_printf(w->out, "<%s", span_tag(n, w->bare));
    if (has_class(n, w->bare))
        span_class(w, n);
    put(w, ">");
}

static void on_leave(void *self, const struct node *n)
{
    struct html *w = self;
    const char *link = w->alone && n->kind == NODE_LINK && n->link.page != NULL ? "span" : "a";
    strbuf_printf(w->out, "</%s>", n->kind == NODE_LINK ? link : span_tag(n, w->bare));
}

void html_inline(struct html *w, const struct node *n)
{
    static const struct node_writer writer = {&typography_fine, on_enter, on_leave, on_text};
    node_walk(n, &writer, w);
}

void html_inside(struct html *w, const struct node *n)
{
    for (const struct node *c = n->first; c != NULL; c = c->next)
        if (c->kind >= NODE_SPAN)
            html_inline(w, c);
        else
            html_block(w, c);
}

static void element(struct html *w, const struct node *n, const char *tag, const char *class)
{
    strbuf_printf(w->out, "<%s", tag);
    html_attribute(w->out, "class", class != NULL && *class != '\0' ? class : NULL);
    html_attribute(w->out, "id", n->anchor);
    put(w, ">");
    html_inside(w, n);
    strbuf_printf(w->out, n->parent != NULL ? "</%s>" : "</%s>\n", tag);
}

/* ---- facts ---- */

/* A line each; the script adds buttons. */
static void ids(struct html *w, const struct node *n)
{
    put(w, "<p class=\"positionid\">");
    for (const struct node *f = n->first; f != NULL; f = f->next)
        tagged(w, f == n->first ? "" : "\n", f->last->text, "");
    put(w, "</p>");
}

/* A line each, for quiz.js. */
static void answers(struct html *w, const struct node *n)
{
    struct strbuf text = {0};
    put(w, "<p class=\"answers\" hidden=\"\">");
    for (const struct node *f = n->first; f != NULL; f = f->next) {
        strbuf_clear(&text);
        strbuf_puts(&text, f->first->words.id); /* not for readers */
        tagged(w, f == n->first ? "" : "\n", strbuf_text(&text), "=");
        tagged(w, "", f->last->text, "");
    }
    put(w, "</p>\n");
    w->quiz = true;
    strbuf_done(&text);
}

static void facts(struct html *w, const struct node *n)
{
    if (n->role == ROLE_IDS)
        ids(w, n);
    else if (n->role == ROLE_ANSWERS)
        answers(w, n);
    else if (n->role == ROLE_FIGURES)
        element(w, n, "ul", "figures");
    else
        element(w, n, "dl", n->role == ROLE_ACTION ? "how" : n->role == ROLE_CHOICES ? "choices" : "facts");
}

static void value_of(struct html *w, const struct node *fact)
{
    for (const struct node *c = fact->first->next; c != NULL; c = c->next)
        html_inline(w, c);
}

/* For the script, which finds the term on the page. */
static void forms(struct html *w, const struct node *fact)
{
    const struct glossary_term *t = glossary_named(fact->first->words.id);
    for (int i = 0; t->forms[i] != NULL; i++) {
        strbuf_puts(w->out, i == 0 ? " data-f=\"" : "|");
        escape_xml(w->out, tr(t->forms[i]));
    }
    put(w, t->forms[0] != NULL ? "\"" : "");
}

static void fact(struct html *w, const struct node *n)
{
    bool figure = n->parent->role == ROLE_FIGURES;
    put(w, figure ? "<li><small>" : "<dt");
    html_attribute(w->out, "class", n->role != ROLE_NONE ? role_name(n->role) : NULL);
    if (n->parent->role == ROLE_GLOSSARY)
        forms(w, n);
    put(w, figure ? "" : ">");
    html_inline(w, n->first);
    put(w, figure ? "</small> " : "</dt><dd>");
    value_of(w, n);
    put(w, figure ? "</li>" : "</dd>\n");
}

/* ---- diagrams ---- */

static enum paint arrow_paint(enum role role)
{
    return role == ROLE_PLAYED ? PAINT_ARROW_PLAYED : role == ROLE_BEST ? PAINT_ARROW_BEST : PAINT_ARROW_FINE;
}

/* A picture that needs nothing around it; its <?xml ... ?> is for files. */
static void board_apart(struct html *w, const struct position *p, const struct draw_options *o)
{
    enum { WIDTH = 420 };
    struct strbuf svg = {0}, title = {0};
    draw_describe_score(&title, p);
    if (title.length > 2)
        title.at[title.length -= 2] = '\0'; /* the "; " before what follows in a description */
    svg_board(&svg, p, o, &w->theme, WIDTH, title.length > 0 ? strbuf_text(&title) : NULL);
    const char *at = strstr(strbuf_text(&svg), "<svg");
    put(w, at != NULL ? at : "");
    strbuf_done(&svg);
    strbuf_done(&title);
}

/* In XHTML a caption is the last in its figure. */
static void caption(struct html *w, const struct node *n)
{
    const struct node *c = n->first;
    if (c != NULL && c->role == ROLE_SCORE_LINE) {
        html_block(w, c);
        c = c->next;
    }
    put(w, "</figure>");
    for (; c != NULL; c = c->next)
        html_block(w, c);
}

static void diagram(struct html *w, const struct node *n)
{
    const struct position *p = n->diagram.position;
    struct draw_options o = {.bottom = p->turn, .no_pips = true, .home_left = w->o->look.home_left};
    draw_numbering(&o, w->o->look.numbers, p->turn);
    for (int i = 0; i < NODE_ARROWS; i++)
        o.arrows[i] = (struct draw_arrows){n->diagram.arrows[i].play, arrow_paint(n->diagram.arrows[i].role)};
    put(w, "<figure>");
    if (w->apart) {
        board_apart(w, p, &o);
        html_inside(w, n);
        put(w, "</figure>");
        return;
    }
    html_svg(w, "board", DRAW_WIDTH, DRAW_HEIGHT);
    put(w, " role=\"img\" aria-label=\"");
    draw_describe_briefly(w->out, p);
    put(w, "\">");
    if (w->bound) {
        svg_shapes(w->out, p, &o);
    } else {
        w->boards = true;
        svg_board_inline(w->out, &w->symbols, p, &o);
    }
    put(w, "</svg>");
    if (w->bound)
        caption(w, n);
    else
        html_inside(w, n);
    put(w, w->bound ? "" : "</figure>");
}

/* ---- decisions ---- */

static bool is_illegal(const struct node *decision)
{
    const struct node *line = node_child(decision, NODE_LINE, ROLE_NONE);
    return line != NULL && node_child(line, NODE_SPAN, ROLE_ILLEGAL) != NULL;
}

/* For the script: data-v in per cent, data-p in points. */
static void value(struct html *w, const struct node *n)
{
    if (n->value_unit == UNIT_NONE || isnan(n->value) || w->apart)
        return;
    const bool chance = n->value_unit == UNIT_CHANCE;
    strbuf_puts(w->out, chance ? " data-v=\"" : " data-p=\"");
    strbuf_fixed(w->out, (double)n->value * (chance ? 100 : 1), chance ? 1 : 2);
    strbuf_putc(w->out, '"');
}

static void decision(struct html *w, const struct node *n)
{
    bool aside = n->role == ROLE_ASIDE, error = n->mark != SKILL_NONE || is_illegal(n);
    w->bare = !aside && !error && n->folded && !w->apart;
    w->side = w->apart ? NOBODY : n->side;
    const char *tag = aside ? "div" : "details";
    strbuf_printf(w->out, "<%s class=\"%s a%d", tag, aside ? "aside" : "d", n->side == 1);
    if (!aside && error)
        strbuf_printf(w->out, " err s%d", (int)n->mark);
    html_themes(w->out, n->themes);
    put(w, "\"");
    html_attribute(w->out, "id", n->anchor);
    put(w, !aside && !n->folded ? " open=\"\"" : "");
    value(w, n);
    put(w, ">");
    html_inside(w, n);
    strbuf_printf(w->out, aside ? "</%s>" : "</div></%s>", tag);
    w->bare = false;
    w->side = NOBODY;
}

/* What follows the line is in a <div> that decision() closes. Several badges are one cell of the line, as a single one
 * is: the second <span>. */
static void line(struct html *w, const struct node *n)
{
    const struct node *badge = NULL; /* the first */
    put(w, "<summary>");
    if (node_child(n, NODE_SPAN, ROLE_COUNT) == NULL)
        put(w, "<i></i>"); /* its column */
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        if (badge != NULL)
            put(w, " ");
        else if (node_is_badge(c)) {
            badge = c;
            put(w, c->next != NULL ? "<span>" : "");
        }
        html_inline(w, c);
    }
    put(w, badge != NULL && badge->next != NULL ? "</span></summary><div>" : "</summary><div>");
}

/* ---- cards ---- */

static void keep_name(struct html *w, const struct node *card)
{
    const struct node *heading = node_child(card, NODE_HEADING, ROLE_NONE);
    const struct node *link = heading != NULL ? node_child(heading, NODE_LINK, ROLE_NONE) : NULL;
    const struct node *player =
        heading != NULL ? node_child(link != NULL ? link : heading, NODE_PLAYER, ROLE_NONE) : NULL;
    if (player == NULL || player->side == NOBODY)
        return;
    strbuf_clear(&w->name[player->side]);
    strbuf_puts(&w->name[player->side], player->text);
}

static void card(struct html *w, const struct node *n)
{
    struct strbuf class = {0};
    if (n->role == ROLE_PLAYERS) {
        keep_name(w, n);
        element(w, n, "div", "player");
        return;
    }
    if (w->name[0].length + w->name[1].length > 0)
        html_filters(w, NULL);
    strbuf_printf(&class, "card%s a%d", n->role == ROLE_TOP ? " top" : "", n->side == 1);
    html_themes(&class, n->themes);
    w->side = w->apart ? NOBODY : n->side;
    element(w, n, "article", class.at);
    w->side = NOBODY;
    strbuf_done(&class);
}

/* ---- the others ---- */

static void heading(struct html *w, const struct node *n)
{
    char tag[4];
    snprintf(tag, sizeof tag, "h%d", n->level >= 1 && n->level <= 6 ? n->level : 3);
    if (n->level == 1)
        strbuf_printf(w->out, "<a id=\"content\"></a>");
    element(w, n, tag, NULL);
}

static void nav(struct html *w, const struct node *n)
{
    if (n->role == ROLE_THEMES) {
        html_filters(w, n);
        return;
    }
    strbuf_printf(w->out, "<nav class=\"%s\" aria-label=\"", role_name(n->role));
    if (n->role == ROLE_PAGES)
        tr_add(w->out, n->folded ? N_("Pages of {0}, below them") : N_("Pages of {0}"), tr(n->anchor));
    else
        html_words(w->out, "", n->role == ROLE_CONTENTS ? N_("On this page") : N_("Breadcrumb"), "");
    put(w, "\">");
    html_inside(w, n);
    put(w, "</nav>\n");
}

static void table(struct html *w, const struct node *n)
{
    html_table_begin(w, n);
    for (const struct node *c = n->first; c != NULL; c = c->next)
        if (c->kind != NODE_HEADING)
            html_block(w, c);
    html_table_end(w, n);
}

static void paragraph(struct html *w, const struct node *n)
{
    bool caption = n->role == ROLE_SCORE_LINE && n->parent != NULL;
    element(w, n, caption ? "figcaption" : "p", caption ? NULL : role_name(n->role));
}

void html_block(struct html *w, const struct node *n)
{
    switch (n->kind) {
    case NODE_HEADING:
        heading(w, n);
        break;
    case NODE_PARAGRAPH:
        paragraph(w, n);
        break;
    case NODE_QUOTE:
        if (w->comments)
            html_words(w->out, "<p class=\"commentheader\">", N_("Comment"), "</p>");
        element(w, n, "blockquote", "comment");
        break;
    case NODE_NAV:
        nav(w, n);
        break;
    case NODE_FACTS:
        facts(w, n);
        break;
    case NODE_FACT:
        fact(w, n);
        break;
    case NODE_CARD:
        card(w, n);
        break;
    case NODE_DECISION:
        decision(w, n);
        break;
    case NODE_LINE:
        line(w, n);
        break;
    case NODE_TABLE:
        table(w, n);
        break;
    case NODE_GROUP:
        html_group(w, n);
        break;
    case NODE_ROW:
        html_row(w, n);
        break;
    case NODE_DIAGRAM:
        diagram(w, n);
        break;
    case NODE_PLOT:
        html_plot(w, n);
        break;
    default:
        html_inside(w, n);
    }
}
