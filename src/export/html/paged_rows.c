/* Rows of a list in several pages as paged.js loads them: a call with what is in each cell, as in the table. */
#include "export/html/html.h"

#include "base/strbuf.h"

void html_rows_begin(struct html *w, const struct node *table)
{
    w->table = table->role;
    w->row = 0;
    strbuf_printf(w->out, "kibitzerRows('%s',%d,[", w->rows, w->rows_page);
}

/* In single quotes, for the text has double ones. No control character is left in what html_inside() writes. */
static void put_quoted(struct strbuf *out, const struct strbuf *html)
{
    strbuf_putc(out, '\'');
    for (size_t i = 0; i < html->length; i++) {
        if (html->at[i] == '\n') {
            strbuf_puts(out, "\\n");
            continue;
        }
        if (html->at[i] == '\'' || html->at[i] == '\\')
            strbuf_putc(out, '\\');
        strbuf_putc(out, html->at[i]);
    }
    strbuf_putc(out, '\'');
}

void html_rows_add(struct html *w, const struct node *row)
{
    struct strbuf cell = {0}, *out = w->out;
    strbuf_puts(out, w->row++ > 0 ? ",\n[" : "\n[");
    for (const struct node *c = row->first; c != NULL; c = c->next) {
        strbuf_clear(&cell);
        w->out = &cell;
        html_inside(w, c);
        w->out = out;
        strbuf_puts(out, c != row->first ? "," : "");
        put_quoted(out, &cell);
    }
    strbuf_putc(out, ']');
    strbuf_done(&cell);
}

void html_rows_end(struct html *w)
{
    strbuf_puts(w->out, "]);\n");
}
