/* The index page over all matches of a batch: one sortable table, totals for each player, and what went wrong.
 * It takes what it needs from each match as it comes, so matches can be freed; the page does not depend on the order
 * in which they came (rows stand by file name). Not a format in the table of writers: it speaks of many files. */
#ifndef KIBITZER_INDEX_H
#define KIBITZER_INDEX_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "export/export.h"
#include "match/record.h"

struct index_page;

struct index_page *index_page_new(void);
void index_page_free(struct index_page *ix); /* NULL is fine */

/* One match of one file. `file`: as shown to the user. `report`: path of its HTML report from the index page's folder,
 * with '/', not yet encoded for URLs; NULL = none was written. `m` NULL: the file could not be read, `d` says why.
 * `o`: what the report was written with, so that links lead to what it shows; o->set is summed up. NULL = the
 * defaults. `d` NULL = nothing to tell. Call for each match of a file
 * (the diagnostics with the first only). Returns the number of the row. */
size_t index_page_add(struct index_page *ix, const char *file, const char *report, const struct match *m,
                      const struct export_options *o, const struct diags *d);

/* The diagnostics of a row whose file went on being read after its first match was added. */
void index_page_tell(struct index_page *ix, size_t row, const struct diags *d);

/* Writes the page. `title` NULL = "Backgammon matches". */
void index_page_write(const struct index_page *ix, const char *title, struct strbuf *out);

#endif
