/* Any document as a page of HTML: for builders that are no writers of matches. */
#ifndef KIBITZER_HTML_PAGE_H
#define KIBITZER_HTML_PAGE_H

#include "base/sink.h"
#include "report/node.h"
#include "report/options.h"

struct html_page {
    struct html *private;
    struct node_receiver *receiver; /* takes the document */
};

/* What is taken until html_page_done() becomes HTML in the sink: a part for each document. */
void html_page_begin(struct html_page *p, const struct export_options *o, struct sink *out);
void html_page_picture(struct html_page *p, const char *svg); /* a picture that no node stands for, as it is */
void html_page_done(struct html_page *p);

#endif
