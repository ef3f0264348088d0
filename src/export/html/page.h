/* Any document as a page of HTML: for builders that are not writers of matches. */
#ifndef KIBITZER_HTML_PAGE_H
#define KIBITZER_HTML_PAGE_H

#include <stdbool.h>

#include "base/sink.h"
#include "base/span.h"
#include "document/node.h"
#include "report/report_options.h"

struct html_page {
    struct html *private;
    struct node_receiver *receiver; /* takes the document */
};

/* What is taken until html_page_done() becomes HTML in the sink: a part for each document. */
void html_page_begin(struct html_page *p, const struct export_options *o, struct sink *out);
/* Not a page but what the script of a list in several pages loads: what is taken is a table alone. `list` must last. */
void html_rows(struct html_page *p, const char *list, int page);
/* Not a page but a piece to be put into pages of others, who have neither our style sheet nor our script: names stand
 * in words, boards have their colours with them. */
void html_fragment(struct html_page *p);
/* What is taken from here on, up to the picture that follows, is beside it where there is room. */
void html_page_beside(struct html_page *p);
/* Not a page but a part of a book of XHTML: as a fragment, but with our classes. `page_of`: the file that an anchor is
 * in, NULL = this one; it may put the name into `out`. */
enum { HTML_PAGE_ROOM = 32 };
typedef const char *html_page_of(void *context, const char *anchor, char out[HTML_PAGE_ROOM]);
void html_bound(struct html_page *p, html_page_of *page_of, void *context);
void html_page_picture(struct html_page *p, const char *svg); /* a picture that no node stands for, as it is */
void html_page_done(struct html_page *p);

/* Puts links to the pages before and after (paths from there, '/' between folders, not encoded; NULL = there is none)
 * into the breadcrumb of a page that has been written, or of its beginning, in place of others. False: they stood there
 * already, or the page has no breadcrumb. */
bool html_set_neighbours(struct strbuf *page, const char *before, const char *after);
/* Where these links stand on a page that has none; its length where it has no breadcrumb. */
size_t html_neighbours_place(struct span page);
/* How many bytes at the beginning of `text` are such links to the letter, wherever they lead to in a folder. */
size_t html_neighbours_length(struct span text);

/* What the last script element of this id holds; at NULL: there is none. */
struct span html_script(struct span page, const char *id);
/* The last anchor of a decision (`g2m14`) or game that stands before a place of the page; at NULL: there is none. */
struct span html_anchor(struct span page, size_t at);

#endif
