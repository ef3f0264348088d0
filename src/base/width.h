/* How much room text takes on a terminal, by Unicode's tables (utf8proc): two columns for an ideograph, none for an
 * accent that combines. A target without terminals counts characters (width_plain.c). */
#ifndef KIBITZER_WIDTH_H
#define KIBITZER_WIDTH_H

#include <stddef.h>

/* Columns of a text, and of its first `length` bytes. A byte that is not UTF-8 takes one. */
size_t width_of_text(const char *text);
size_t width_of(const char *text, size_t length);

/* Bytes of the first character as a reader sees it, with all that combines with it; 0 at the end of the text. */
size_t width_character(const char *text);

#endif
