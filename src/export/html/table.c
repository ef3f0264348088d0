/* Tables. Cells of kinds that GNU Backgammon's pages have a class for carry it. */
#include "base/language.h"
#include "export/html/html.h"

#include "export/escape.h"

/* ---- classes ---- */

static const char *table_class(enum role role)
{
    switch (role) {
    case ROLE_CANDIDATES:
        return "movetable";
    case ROLE_CUBE_ACTIONS:
        return "cubedecision";
    case ROLE_STATISTICS:
        return "stattable";
    case ROLE_ERRORS:
        return "errtable";
    case ROLE_MATCHES:
        return "matches sortable";
    default:
        return role_name(role);
    }
}

static const char *head_class(enum role table, bool bare)
{
    return table == ROLE_CANDIDATES     ? bare ? NULL : "moveheader"
           : table == ROLE_CUBE_ACTIONS ? "cubedecisionheader"
           : table == ROLE_STATISTICS   ? "stattableheader"
                                        : NULL;
}

static const char *cell_class(enum role table, bool bare, const struct column *c)
{
    if (table == ROLE_CANDIDATES)
        return bare                      ? NULL
               : c->role == ROLE_ACTION  ? "movemove"
               : c->role == ROLE_EQUITY  ? "moveequity"
               : c->role == ROLE_CHANCES ? "percent"
                                         : NULL;
    if (table == ROLE_CUBE_ACTIONS)
        return c->role == ROLE_ACTION    ? "cubeaction"
               : c->role == ROLE_EQUITY  ? "cubeequity"
               : c->role == ROLE_CHANCES ? "cubeprobs"
                                         : NULL;
    return c->number && table != ROLE_STATISTICS && table != ROLE_ERRORS ? "n" : NULL; /* many rows: by their place */
}

static bool is_map(enum role table)
{
    return table == ROLE_SCORE_MAP || table == ROLE_ROLL_MAP;
}

/* Tables inside a decision are close to their board; the others are in a frame that scrolls. */
static bool has_pane(enum role table)
{
    return table != ROLE_CANDIDATES && table != ROLE_CUBE_ACTIONS && !is_map(table);
}

/* ---- head ---- */

static bool is_named(const struct column *c)
{
    return c->title != NULL && (c->title->kind != NODE_WORDS || c->title->words.id[0] != '\0');
}

static void head_cell(struct html *w, const struct column *c)
{
    const char *class = has_pane(w->table) && c->number ? "n" : NULL;
    if (!is_named(c)) {
        strbuf_puts(w->out, "<td></td>");
        return;
    }
    strbuf_puts(w->out, "<th");
    html_attribute(w->out, "class", class);
    if (w->table == ROLE_MATCHES && c->role != ROLE_NONE)
        html_attribute(w->out, "data-f", role_name(c->role)); /* the script makes a filter of it */
    strbuf_puts(w->out, has_pane(w->table) ? " scope=\"col\">" : ">");
    html_inline(w, c->title);
    if (column_side(c) != NOBODY)
        strbuf_printf(w->out, " <span class=\"p%d\"><span class=\"vh\">%s</span></span>", c->side,
                      c->side == 0 ? tr("first player") : tr("second player"));
    strbuf_puts(w->out, "</th>");
}

/* "5 of 14 plays, 2-ply" says more than "Play". */
static void caption_cell(struct html *w, const struct node *caption)
{
    struct strbuf text = {0};
    node_text(caption, &typography_fine, &text);
    strbuf_puts(w->out, w->bare ? "<th>" : "<th class=\"moveply\">");
    escape_xml_text(w->out, strbuf_text(&text));
    strbuf_puts(w->out, "</th>");
    strbuf_done(&text);
}

void html_table_begin(struct html *w, const struct node *n)
{
    const struct node *caption = node_child(n, NODE_HEADING, ROLE_NONE);
    w->table = n->role;
    w->row = 0;
    w->in_body = false;
    if (n->role == ROLE_MATCHES)
        html_search(w);
    strbuf_puts(w->out, has_pane(n->role) ? "<div class=\"pane\"><table" : "<table");
    html_attribute(w->out, "class", table_class(n->role));
    if (n->pages > 1)
        strbuf_printf(w->out, " data-list=\"%s\" data-pages=\"%d\"", n->anchor, n->pages);
    strbuf_puts(w->out, ">");
    if (caption != NULL && n->role != ROLE_CANDIDATES) {
        struct strbuf text = {0};
        node_text(caption, &typography_fine, &text);
        strbuf_puts(w->out, n->role == ROLE_CUBE_ACTIONS ? "<caption class=\"cubeply\">" : "<caption>");
        escape_xml_text(w->out, strbuf_text(&text));
        strbuf_puts(w->out, "</caption>");
        strbuf_done(&text);
    }
    strbuf_puts(w->out, has_pane(n->role) ? "<thead><tr" : "<tr");
    html_attribute(w->out, "class", head_class(n->role, w->bare));
    strbuf_putc(w->out, '>');
    for (int i = 0; i < n->table.n; i++)
        if (i == 0 && caption != NULL && n->role == ROLE_CANDIDATES)
            caption_cell(w, caption);
        else
            head_cell(w, &n->table.at[i]);
    strbuf_puts(w->out, has_pane(n->role) ? "</tr></thead>\n" : "</tr>");
}

/* Rows before the first group have a body of their own, but for tables inside decisions, of which there are many. */
static void body(struct html *w, bool open)
{
    if (!has_pane(w->table))
        return;
    if (open != w->in_body)
        strbuf_puts(w->out, open ? "<tbody>" : "</tbody>");
    w->in_body = open;
}

void html_table_end(struct html *w, const struct node *n)
{
    body(w, false);
    strbuf_puts(w->out, has_pane(n->role) ? "</table></div>\n" : "</table>");
}

/* ---- rows ---- */

/* What the script sorts by, where it is not the text. */
static void sort_key(struct html *w, const struct node *cell)
{
    const struct node *n = cell->first;
    while (n != NULL && !node_is_leaf(n))
        n = n->first;
    if (n == NULL || (n->kind != NODE_NUMBER && n->kind != NODE_SCORE))
        return;
    strbuf_puts(w->out, " data-v=\"");
    if (n->kind == NODE_NUMBER && n->number.faint)
        ; /* behind all others */
    else if (n->kind == NODE_SCORE)
        strbuf_int(w->out, 100000L * n->pair[0] + n->pair[1]);
    else if (n->number.why == ABSENT_NOT)
        strbuf_printf(w->out, "%g", n->number.value);
    strbuf_putc(w->out, '"');
}

static void cell(struct html *w, const struct node *n)
{
    const struct column *c = n->column;
    const char *tag = c->head ? "th" : "td";
    strbuf_printf(w->out, "<%s", tag);
    if (is_map(w->table))
        html_attribute(w->out, "class", n->role != ROLE_NONE ? role_name(n->role) : NULL);
    else
        html_attribute(w->out, "class",
                       n->first != NULL || has_pane(w->table) ? cell_class(w->table, w->bare, c) : NULL);
    if (w->table == ROLE_MATCHES)
        sort_key(w, n);
    strbuf_putc(w->out, '>');
    if (n->first != NULL && n->first->kind == NODE_NUMBER && n->first->number.full > 0)
        html_bar(w, &n->first->number);
    html_inside(w, n);
    strbuf_printf(w->out, "</%s>", tag);
}

static void row_class(struct html *w, const struct node *n)
{
    struct strbuf class = {0};
    if (n->role == ROLE_PLAYED)
        strbuf_puts(&class, w->table == ROLE_CANDIDATES && !w->bare ? " movethemove" : " played");
    if (n->role == ROLE_BEST)
        strbuf_puts(&class, " best");
    if (n->role == ROLE_PLAYED && n->mark != SKILL_NONE)
        strbuf_printf(&class, " m%d", (int)n->mark);
    if (n->side != NOBODY)
        strbuf_printf(&class, " a%d", n->side);
    if (w->table == ROLE_CANDIDATES && w->row % 2 != 0 && !w->bare)
        strbuf_puts(&class, " moveodd");
    html_themes(&class, n->themes);
    if (class.length > 0)
        html_attribute(w->out, "class", class.at + 1);
    strbuf_done(&class);
}

void html_row(struct html *w, const struct node *n)
{
    if (n->parent == NULL || n->parent->kind == NODE_TABLE)
        body(w, true);
    strbuf_puts(w->out, "<tr");
    row_class(w, n);
    strbuf_putc(w->out, '>');
    for (const struct node *c = n->first; c != NULL; c = c->next)
        cell(w, c);
    strbuf_puts(w->out, has_pane(w->table) && w->table != ROLE_STATISTICS ? "</tr>\n" : "</tr>");
    w->row++;
}

static int columns_of(const struct node *group)
{
    return group->parent->table.n;
}

/* In a table of candidates a row like the others: "Looked at less deeply". Of folded ones there are many, and each row
 * below it says so by its sign and its level. */
static void shallow(struct html *w, const struct node *group)
{
    struct strbuf text = {0};
    for (const struct node *c = group->first; c != NULL; c = c->next) {
        if (c->kind == NODE_ROW) {
            html_row(w, c);
            continue;
        }
        if (w->bare)
            continue;
        node_text(c, &typography_fine, &text);
        strbuf_printf(w->out, "<tr class=\"shallow moveply\"><th colspan=\"%d\">", columns_of(group));
        escape_xml_text(w->out, strbuf_text(&text));
        strbuf_puts(w->out, "</th></tr>");
    }
    strbuf_done(&text);
}

void html_group(struct html *w, const struct node *n)
{
    if (!has_pane(w->table)) {
        shallow(w, n);
        return;
    }
    body(w, false);
    strbuf_puts(w->out, "<tbody");
    html_attribute(w->out, "class", n->role != ROLE_NONE ? role_name(n->role) : "group");
    strbuf_puts(w->out, ">");
    for (const struct node *c = n->first; c != NULL; c = c->next) {
        if (c->kind == NODE_ROW) {
            html_row(w, c);
            continue;
        }
        strbuf_printf(w->out, "<tr><th colspan=\"%d\" scope=\"rowgroup\">", columns_of(n));
        html_inside(w, c);
        strbuf_puts(w->out, "</th></tr>");
    }
    strbuf_puts(w->out, "</tbody>\n");
}
