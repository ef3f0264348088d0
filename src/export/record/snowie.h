/* Snowie's position line of 40 fields, shared by the writers of Snowie text and of .mat (illegal plays).
 * Fields: docs/formats/snowie.md. */
#ifndef KIBITZER_SNOWIE_H
#define KIBITZER_SNOWIE_H

#include "match/record.h"

/* Appends the line of `p` (p->on_roll says who; no line feed). `index` is field 4: in a stand-alone position the player
 * on roll, inside `Illegal play (...)` the player who made that play. */
void snowie_line(struct strbuf *out, const struct match *m, const struct position *p, int index);

#endif
