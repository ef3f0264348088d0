/* HTML: one self-contained page for a document, readable without a script. Containers are opened and closed here,
 * blocks are written in block.c. Structure and classes: docs/formats/html.md. */
#include "export/html/html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/certificate.h"
#include "export/escape.h"
#include "export/export.h"
#include "export/board/picture.h"
#include "report/report.h"

void html_attribute(struct strbuf *out, const char *name, const char *value)
{
    if (value == NULL)
        return;
    strbuf_printf(out, " %s=\"", name);
    escape_xml(out, value);
    strbuf_putc(out, '"');
}

/* A path as a URL: everything but unreserved characters and '/' in per cent form; "./" keeps a colon harmless. */
static void url(struct strbuf *out, const char *path)
{
    if (*path != '/')
        strbuf_puts(out, "./");
    for (const unsigned char *s = (const unsigned char *)path; *s != '\0'; s++) {
        bool plain = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
                     strchr("-._~/", *s) != NULL;
        if (plain)
            strbuf_putc(out, (char)*s);
        else
            strbuf_printf(out, "%%%02X", *s);
    }
}

void html_href(struct strbuf *out, const char *page, const char *anchor)
{
    strbuf_puts(out, " href=\"");
    if (page != NULL && strncmp(page, "http", 4) == 0 && strstr(page, "://") != NULL) /* of a recording: as it stands */
        escape_xml(out, page);
    else if (page != NULL)
        url(out, page);
    if (anchor != NULL)
        strbuf_printf(out, "#%s", anchor);
    strbuf_putc(out, '"');
}

void html_svg(struct html *w, const char *class, int width, int height)
{
    strbuf_puts(w->out, w->bound ? "<svg xmlns=\"http://www.w3.org/2000/svg\"" : "<svg");
    html_attribute(w->out, "class", class);
    strbuf_printf(w->out, " viewBox=\"0 0 %d %d\"", width, height);
}

const char *html_link(struct html *w, struct strbuf *out, const char *page, const char *anchor, const char *otherwise)
{
    char room[HTML_PAGE_ROOM];
    if (w->alone && page != NULL) {
        strbuf_printf(out, "<%s", otherwise);
        return otherwise;
    }
    strbuf_puts(out, "<a");
    html_href(out, page == NULL && w->page_of != NULL ? w->page_of(w->book, anchor, room) : page, anchor);
    return "a";
}

/* ---- sections ---- */

static const char *section_tag(const struct node *n)
{
    if (n->folded)
        return "details";
    return n->role == ROLE_HEAD ? "header" : n->role == ROLE_PLAYERS ? "div" : "section";
}

static void open_section(struct html *w, const struct node *n)
{
    if (w->level == 0 && n->role != ROLE_HEAD && !w->in_main && !w->apart && !w->bound) {
        strbuf_puts(w->out, "<main>\n");
        w->in_main = true;
    }
    w->level++;
    strbuf_printf(w->out, "<%s", section_tag(n));
    html_attribute(w->out, "class", n->folded ? "more" : role_name(n->role));
    html_attribute(w->out, "id", n->anchor);
    strbuf_puts(w->out, n->folded ? "><summary>" : ">\n");
    html_inside(w, n->folded ? n->first : n); /* a <summary> holds no heading in XHTML's older judges */
    if (n->folded)
        strbuf_puts(w->out, "</summary>\n");
}

static void close_section(struct html *w, const struct node *n)
{
    w->level--;
    strbuf_printf(w->out, "</%s>\n", section_tag(n));
}

/* ---- pages ---- */

static void open_document(struct html *w, const struct node *n)
{
    char suffix[32];
    if (w->parts++ > 0) {
        snprintf(suffix, sizeof suffix, "_%03zu", w->parts);
        w->out = sink_add_part(w->sink, suffix);
    }
    w->filtered = n->role == ROLE_BOOK; /* there is nothing to filter */
    w->in_main = w->tables = w->quiz = false;
    w->paged = n->pages > 1;
    w->alone = n->role == ROLE_BOOK;
    w->comments = n->role == ROLE_MATCH || n->role == ROLE_POSITIONS;
    w->replay = n->role == ROLE_MATCH;
    w->live = w->comments && w->o->live != NULL;
    w->positions = n->role == ROLE_POSITIONS;
    if (!w->apart)
        html_head(w, n);
}

static void close_document(struct html *w)
{
    if (!w->apart)
        html_foot(w);
}

static void on_open(struct node_receiver *r, const struct node *n)
{
    struct html *w = (struct html *)r;
    if (n->kind == NODE_DOCUMENT)
        open_document(w, n);
    else if (n->kind == NODE_TABLE)
        (w->rows != NULL ? html_rows_begin : html_table_begin)(w, n);
    else
        open_section(w, n);
}

static void on_take(struct node_receiver *r, const struct node *n)
{
    struct html *w = (struct html *)r;
    (w->rows != NULL ? html_rows_add : html_block)(w, n);
}

static void on_close(struct node_receiver *r, const struct node *n)
{
    struct html *w = (struct html *)r;
    if (n->kind == NODE_DOCUMENT)
        close_document(w);
    else if (n->kind == NODE_TABLE && w->rows != NULL)
        html_rows_end(w);
    else if (n->kind == NODE_TABLE)
        html_table_end(w, n);
    else
        close_section(w, n);
}

void html_page_begin(struct html_page *p, const struct export_options *o, struct sink *out)
{
    struct html *w = xcalloc(1, sizeof *w);
    *w = (struct html){
        .receiver = {on_open, on_take, on_close}, .out = sink_main(out), .sink = out, .o = o, .side = NOBODY};
    if (!picture_theme_of(o, &w->theme))
        w->theme = theme_colour; /* another format's style */
    *p = (struct html_page){w, &w->receiver};
}

void html_rows(struct html_page *p, const char *list, int page)
{
    p->private->rows = list;
    p->private->rows_page = page;
}

void html_fragment(struct html_page *p)
{
    p->private->apart = true;
}

void html_bound(struct html_page *p, html_page_of *page_of, void *context)
{
    p->private->bound = p->private->alone = p->private->filtered = true;
    p->private->page_of = page_of;
    p->private->book = context;
}

void html_page_beside(struct html_page *p)
{
    strbuf_puts(p->private->out, "<div style=\"display:flex;flex-wrap:wrap;gap:1rem;align-items:start\">\n"
                                 "<div style=\"flex:1 1 18rem;max-width:28rem\">\n");
}

void html_page_picture(struct html_page *p, const char *svg)
{
    strbuf_puts(p->private->out, "</div><div class=\"pane\" style=\"min-width:0\">\n");
    strbuf_puts(p->private->out, svg);
    strbuf_puts(p->private->out, "</div></div>\n");
}

void html_page_done(struct html_page *p)
{
    strbuf_done(&p->private->name[0]);
    strbuf_done(&p->private->name[1]);
    xfree(p->private);
}

bool html_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    struct html_page page;
    html_page_begin(&page, o, out);
    page.private->certified = certificate_fits(m, o) ? m : NULL;
    report_build(m, o, page.receiver, d);
    html_page_done(&page);
    return true;
}
