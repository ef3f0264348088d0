/* What forums, mails and word processors do to a .mat on its way is undone, so that its lines can be known by what they
 * say. */
#ifndef KIBITZER_MAT_TEXT_H
#define KIBITZER_MAT_TEXT_H

#include "base/span.h"
#include "base/strbuf.h"

/* `text` as it was meant, line by line: without characters that have no width; in lines of games blanks of every kind
 * as blanks, U+2044 as /, "1." and "1:" as "1)", "31 8/5", "3-1: 8/5" and "3-1 8/5" as "31: 8/5". The text itself where
 * nothing is to be done, else in `room`. Names keep their characters. */
struct span mat_text(struct span text, struct strbuf *room);

#endif
