/* Cells of CSV (RFC 4180), each with the comma before it. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front. */
#ifndef KIBITZER_CSV_H
#define KIBITZER_CSV_H

#include "base/strbuf.h"

void csv_text(struct strbuf *out, const char *text); /* in quotes, without the comma; NULL = nothing */
void csv_cell(struct strbuf *out, const char *text);
void csv_figure(struct strbuf *out, double x, int decimals); /* NAN = an empty cell */

#endif
