/* Pieces that the pages of HTML share: private to html.c, html_page.c, html_decision.c and index.c. */
#ifndef KIBITZER_HTML_H
#define KIBITZER_HTML_H

#include "export/export.h"
#include "report/decision.h"

struct page {
    struct strbuf *out;
    const struct report *r;
    const struct export_options *o;
    size_t part, n_parts; /* which page, the games being split over so many; 0 of 1 = everything on one page */
};

/* The value of an href to `anchor`, which stands on the page of that game (NULL = on the first page). */
void html_href(const struct page *p, const struct game *g, const char *anchor);
/* Percent-encoded, a path that begins with "./". */
void html_url(struct strbuf *out, const char *path);
/* First, Previous, Next, Last: those that make sense; nothing where all is on one page. */
void html_part_links(const struct page *p);

/* Text of the record: escaped. Text of ours that holds figures: escaped, hyphens that are minus signs made such. */
void html_text(struct strbuf *out, const char *text);
void html_words(struct strbuf *out, const char *text);
void html_name(struct strbuf *out, const struct match *m, int who); /* with the disc of his colour */
void html_signed(struct strbuf *out, double value, int decimals);

/* From the doctype to <body>, both style sheets and the board's parts included. */
void html_head(struct strbuf *out, const char *title, const char *description, bool boards);
void html_foot(struct strbuf *out, const char *script);

/* html_page.c: all that stands before the games. */
void html_masthead(const struct page *p);
void html_summary(const struct page *p);
void html_curve(const struct page *p);
void html_errors(const struct page *p);
void html_statistics(const struct page *p, const struct game *g); /* NULL = of the match */
void html_legend(const struct page *p);

/* html_decision.c */
void html_game(const struct page *p, const struct game *g);

/* html_css.c */
extern const char html_style[], html_report_script[], html_index_script[];

#endif
