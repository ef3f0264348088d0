/* Any document in a format; see documents.h. */
#include "export/documents.h"

#include "export/epub/epub.h"
#include "export/html/page.h"

static bool write(const struct printed_document *doc, enum document_form form, const struct export_options *o,
                  struct sink *s, struct diags *d)
{
    struct html_page page;
    switch (form) {
    case DOCUMENT_PDF:
        return print_pdf(doc, o, s, d);
    case DOCUMENT_TEXT:
        text_document(doc, s, d);
        return true;
    case DOCUMENT_MARKDOWN:
        markdown_document(doc, s, d);
        return true;
    case DOCUMENT_LATEX:
        latex_document(doc, o, s, d);
        return true;
    case DOCUMENT_EPUB:
        return epub_document(doc, o, s, d);
    case DOCUMENT_HTML:
        break;
    }
    html_page_begin(&page, o, s);
    doc->build(doc->context, page.receiver, d);
    html_page_done(&page);
    return true;
}

bool document_write(const struct printed_document *doc, enum document_form form, const struct export_options *o,
                    struct strbuf *out, struct diags *d)
{
    struct sink s;
    sink_init(&s);
    const bool ok = write(doc, form, o, &s, d);
    strbuf_add(out, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    sink_done(&s);
    return ok;
}
