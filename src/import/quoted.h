/* Texts that were quoted in a mail or a forum. */
#ifndef KIBITZER_QUOTED_H
#define KIBITZER_QUOTED_H

#include "base/strbuf.h"

/* Removes "> " and "> > " at the beginning of lines from byte `from` on, if most lines that are not blank have it. The
 * number of lines stays. */
void quoted_undo(struct strbuf *text, size_t from);

#endif
