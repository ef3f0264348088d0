/* Pieces of HTML that its modules share. Everything is well-formed XML too. */
#ifndef KIBITZER_HTML_H
#define KIBITZER_HTML_H

#include "base/strbuf.h"
#include "export/board/svg.h"
#include "export/html/page.h"
#include "document/node.h"
#include "report/report_options.h"

struct html {
    struct node_receiver receiver;
    struct strbuf *out;
    struct sink *sink;
    const struct export_options *o;
    struct theme theme; /* of boards */
    struct svg_symbols symbols; /* of the boards of this page */
    size_t parts; /* pages begun */
    size_t head_end, start; /* of what the body of this page shows */
    int level; /* of the sections that are open */
    bool in_main, boards, filtered; /* <main> is open; there were boards; the filter stands */
    bool tables; /* there were some to sort and filter */
    bool positions; /* of a document of decisions: it may be a quiz */
    bool quiz; /* there are questions that a script asks */
    bool paged; /* the page is one of several; its script looks into all of them */
    const char *rows; /* not a page but rows for that script, of the list so called; or NULL */
    int rows_page;
    bool replay; /* the script that steps through the decisions goes with it */
    bool live; /* the engine goes with it */
    bool alone; /* no page is beside it: it leads to places in itself only */
    bool bound; /* a part of a book, of several files */
    html_page_of *page_of; /* of a book: the file of an anchor */
    void *book;
    bool apart; /* not a page but a piece for pages of others, without our style sheet and script */
    const struct match *certified; /* whose certificate ends the page; NULL = there is none */
    bool comments; /* quotes are somebody's comments on the match, not messages */
    bool bare; /* in a folded decision without an error: of these there are many, cells have no class */
    int side; /* of the decision or card that is being written, or NOBODY */
    enum role table; /* of the table that is being written */
    int row; /* of that table */
    bool in_body; /* its <tbody> is open */
    struct strbuf name[2]; /* the players', for the filter */
};

/* shell.c: all that stands around the content. */
void html_head(struct html *w, const struct node *document);
void html_foot(struct html *w);
/* Controls that the style sheet reads; `themes`: the navigation of that role, or NULL. */
void html_filters(struct html *w, const struct node *themes);
/* The classes " t t3 t12" of what has themes: `t`, and the number of each. */
void html_themes(struct strbuf *out, theme_set themes);
void html_search(struct html *w); /* a box that the script reads; both once on a page */

/* block.c */
void html_block(struct html *w, const struct node *n);
void html_inside(struct html *w, const struct node *n); /* its children */
void html_inline(struct html *w, const struct node *n); /* a leaf, a span or a link */

/* table.c: a table up to its rows, and its end. */
void html_table_begin(struct html *w, const struct node *n);
void html_table_end(struct html *w, const struct node *n);
void html_row(struct html *w, const struct node *n);
void html_group(struct html *w, const struct node *n);

/* rows.c: rows for the script of paged lists, which it gets from a file: the table's begin, a row, its end. */
void html_rows_begin(struct html *w, const struct node *table);
void html_rows_add(struct html *w, const struct node *row);
void html_rows_end(struct html *w);

/* repeated.c: words that stand on the page more than once go into a style sheet of their own; `from`: where its body
 * begins. */
void html_say_once(struct strbuf *page, size_t head_end, size_t from);

/* plot.c */
void html_plot(struct html *w, const struct node *n);
void html_bar(struct html *w, const struct number *n);

/* The value of an attribute, with the blank before it; nothing for NULL. */
void html_attribute(struct strbuf *out, const char *name, const char *value);
void html_href(struct strbuf *out, const char *page, const char *anchor);
/* "<svg" with its class and size; its tag is open. */
void html_svg(struct html *w, const char *class, int width, int height);
/* Where a page leads to: "<a" with its address, or `otherwise` without one; the tag is open, and its name comes back.
 */
const char *html_link(struct html *w, struct strbuf *out, const char *page, const char *anchor, const char *otherwise);

/* Words of ours between tags; in attributes too. */
void html_words(struct strbuf *out, const char *before, const char *id, const char *after);

#endif
