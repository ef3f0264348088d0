/* See section.h. */
#include "export/section.h"

static size_t said(const struct strbuf *out)
{
    size_t n = out->length;
    while (n > 0 && out->at[n - 1] == '\n')
        n--;
    return n;
}

void section_begun(struct section_trace *t, const struct node *section, const struct strbuf *out)
{
    if (section->role == ROLE_PROGRESS)
        t->before = out->length;
}

void section_headed(struct section_trace *t, const struct strbuf *out)
{
    t->after = said(out);
}

void section_ended(const struct section_trace *t, const struct node *section, struct strbuf *out)
{
    if (section->role == ROLE_PROGRESS && said(out) == t->after)
        out->length = t->before;
}
