/* Text made safe for a format's syntax. Input is any terminated string; what is not UTF-8 becomes U+FFFD. */
#ifndef KIBITZER_ESCAPE_H
#define KIBITZER_ESCAPE_H

#include "base/strbuf.h"

/* For HTML, SVG and XML, in text and in double-quoted attributes: & < > " ' as references; control characters other
 * than tab and newline, and what XML does not allow, become U+FFFD. */
void escape_xml(struct strbuf *out, const char *text);
void escape_xml_text(struct strbuf *out, const char *text); /* not in attributes: quotes stay */

#endif
