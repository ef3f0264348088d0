/* RTF reduced to its text: what eXtreme Gammon keeps comments in. */
#ifndef KIBITZER_RTF_H
#define KIBITZER_RTF_H

#include "base/span.h"
#include "base/strbuf.h"

/* Appends the text of `rtf` as UTF-8: paragraphs and line breaks as newlines, tables of fonts, colours and the like
 * left out, 8-bit characters read as Windows-1252. Text that is no RTF is appended as it stands. Never fails. */
void rtf_to_text(struct strbuf *out, struct span rtf);

#endif
