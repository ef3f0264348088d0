/* A cursor over the lines of a text, and a small scanner within a line. Both only look: nothing is copied. */
#ifndef KIBITZER_LINES_H
#define KIBITZER_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "match/record.h"

struct lines {
    struct span text;
    size_t next; /* offset of the line after the current one */
    struct span line; /* the current line without its end */
    int number; /* of the current line, from 1; 0 before the first */
};

void lines_begin(struct lines *l, struct span text);
bool lines_next(struct lines *l); /* false at the end of the text */
struct place lines_place(const struct lines *l, const char *at); /* of `at`, which points into the current line */

/* Scans `text` from the left. `at` never passes `end`. Only scan_word() and scan_done() look past blanks; where others
 * may meet some, call scan_blanks() first. */
struct scan {
    const char *at, *end;
};

struct scan scan_of(struct span text);
struct span scan_rest(const struct scan *s);
bool scan_done(const struct scan *s); /* nothing but blanks left; blanks are skipped */
void scan_blanks(struct scan *s); /* blanks and tabs */
bool scan_char(struct scan *s, char c); /* steps over `c` if it is the next character */
bool scan_word_nocase(struct scan *s, const char *word); /* steps over `word`; it must end where letters end */
struct span scan_word(struct scan *s); /* skips blanks, then takes everything up to the next blank; may be empty */
bool scan_int(struct scan *s, long *out); /* optional sign, digits; false and unmoved if none, or beyond +-10^9 */

/* The whole of `text` as an integer or a float (C locale; "nan" and "inf" in any spelling are refused). */
bool span_int(struct span text, long *out);
bool span_double(struct span text, double *out);
bool span_float(struct span text, float *out); /* below 1e15, beyond which no figure of the game goes */

#endif
