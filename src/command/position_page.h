/* Answers about positions as a document: board with arrows and figures, as reports on positions have them. */
#ifndef KIBITZER_POSITION_PAGE_H
#define KIBITZER_POSITION_PAGE_H

#include "base/strbuf.h"
#include "document/draft.h"
#include "export/documents.h"
#include "match/annotation.h"
#include "match/position.h"

struct paged_position {
    const struct position *position;
    const struct annotation *note; /* what was found out; `set` is not asked for */
    const char *settings; /* how, or NULL */
    const char *remark; /* on the answer: sentences; or NULL */
};

struct position_page {
    const char *title;
    const struct paged_position *at;
    size_t n;
    int candidates; /* shown of each */
    void (*facts)(const void *context, struct draft *b); /* of all of them, or NULL */
    const void *context;
};

/* Appended to `out`; messages are put out. */
bool position_page(const struct position_page *p, enum document_form form, struct strbuf *out);

#endif
