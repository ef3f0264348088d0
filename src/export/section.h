/* Sections of plots (ROLE_PROGRESS) in formats that draw none: where nothing but the heading was said, it goes, too. */
#ifndef KIBITZER_SECTION_H
#define KIBITZER_SECTION_H

#include <stddef.h>

#include "base/strbuf.h"
#include "document/node.h"

struct section_trace {
    size_t before, after; /* its heading, without line feeds */
};

void section_begun(struct section_trace *t, const struct node *section, const struct strbuf *out);
void section_headed(struct section_trace *t, const struct strbuf *out);
void section_ended(const struct section_trace *t, const struct node *section, struct strbuf *out);

#endif
