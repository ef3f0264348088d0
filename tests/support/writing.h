/* Writers in tests: one call gives the text, another the losses that were reported. */
#ifndef KIBITZER_TEST_WRITING_H
#define KIBITZER_TEST_WRITING_H

#include "export/export.h"

/* What the writer called `name` makes of the match with default options and `style` (may be NULL). Free the text. */
char *written(const struct match *m, const char *name, const char *style);

/* The same with all options given. */
char *written_with(const struct match *m, const char *name, const struct export_options *o);

/* The "lost: ..." note of that writer, "" if nothing is lost. Free the text. */
char *lost(const struct match *m, const char *name);

/* The parts stand in what the writer makes of the match, in this order. NULL ends the list. Frees the match. */
void expect_parts(struct match *m, const char *name, const char *const parts[]);

/* What a writer makes of the match, bytes and all; options NULL = the default ones. Nothing it says is an error. */
void write_bytes(const struct exporter *e, const struct match *m, const struct export_options *o, struct strbuf *out);

/* The same, and what it says is added to `d`. */
void write_reporting(const struct exporter *e, const struct match *m, const struct export_options *o,
                     struct strbuf *out, struct diags *d);

/* How often `what` stands in bytes. */
int count_in(const struct strbuf *b, const char *what);

#endif
