/* Formats as users name them: by the name that `kibitzer formats` lists, or by an extension, with or without its dot.
 */
#ifndef KIBITZER_FORMAT_NAMES_H
#define KIBITZER_FORMAT_NAMES_H

#include "base/option.h"
#include "base/strbuf.h"
#include "export/export.h"
#include "import/import.h"

/* For rows that name a reader, into a const struct importer *. */
bool format_from_parse(const struct option_value *v);
/* For rows that name a writer, into a const struct exporter *. */
bool format_to_parse(const struct option_value *v);
/* The names of either one by one, for completion. */
const char *format_from_listed(size_t i);
const char *format_to_listed(size_t i);

/* The writer with this name or extension. NULL with *why: what the format can do instead, or which name is near. */
const struct exporter *format_writer(const char *name, struct strbuf *why);

/* The writer of a file of that name, by its extension; NULL with *why. */
const struct exporter *format_of_output(const char *path, struct strbuf *why);

#endif
