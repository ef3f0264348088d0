/* Parameters in heads of mails, and names of files among them (RFC 2045, 2047, 2231). Nothing here asks for memory of
 * the current attempt. */
#ifndef KIBITZER_MIME_NAME_H
#define KIBITZER_MIME_NAME_H

#include <stdbool.h>

#include "base/charset.h"
#include "base/span.h"

enum { MIME_NAME_MAX = 256 };

/* The value of a parameter in "multipart/mixed; boundary=xyz"; "" = there is none. */
struct span mime_parameter(struct span field, const char *name);

/* The same as the name of a file, in UTF-8 and without folders and control characters; "" = there is none. False
 * without memory. */
bool mime_file_name(struct span field, const char *name, char to[MIME_NAME_MAX]);

/* A name of a charset as iconv may be asked for it, else "". */
void mime_charset(struct span name, char to[CHARSET_NAME_MAX]);

#endif
