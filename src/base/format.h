/* Formats of printf() in the reader's language, for messages. */
#ifndef KIBITZER_FORMAT_H
#define KIBITZER_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

#include "base/language.h"

/* Marks words that are put into messages: translated where they fill a %s without quotes around it. */
#define W_(text) text
#define FF_(one, many) one, many /* two of which a number chooses */
#define F_(format) format /* and a format that is chosen */

/* Such words where no message has them, in the current language. Static text; what is not in its catalogue as it is. */
const char *format_words(const char *text);

/* As vsnprintf(), in that language. The catalogue may change the order (%2$s); what a directive means is the original's
 * alone, so that no catalogue can do harm. Takes no memory. */
int format_in(const struct language *l, char *to, size_t room, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

/* The same at the end of a text, in the current language. */
void strbuf_vsay(struct strbuf *b, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
void strbuf_say(struct strbuf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
