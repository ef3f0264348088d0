/* Texts in columns of a terminal, by the room that they take there (width.h). */
#ifndef KIBITZER_BASE_COLUMNS_H
#define KIBITZER_BASE_COLUMNS_H

#include "base/strbuf.h"

/* The text and blanks up to that width, or blanks and the text; what is longer is whole. */
void put_left(struct strbuf *out, const char *text, size_t width);
void put_right(struct strbuf *out, const char *text, size_t width);

#endif
