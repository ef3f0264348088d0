/* Texts that were quoted in a mail or a forum. */
#ifndef KIBITZER_QUOTED_H
#define KIBITZER_QUOTED_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"

/* Removes "> " and "> > " at the beginning of lines from byte `from` on, if most lines that are not blank have it. The
 * number of lines stays, and Smart Game Format, whose comments may quote, as it is. */
void quoted_undo(struct strbuf *text, size_t from);

/* The same where fewer lines have it, if these are a record (which `known` tells of a text), or the rest alone is none
 * but the whole is. True if something was removed. `known` may note what the text is: if it was removed, the last text
 * that was known tells it. */
bool quoted_undo_record(struct strbuf *text, bool (*known)(struct span text, void *context), void *context);

#endif
