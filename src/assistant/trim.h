/* Documents of commands made small for assistants, and their schemas with them: what is kept is said once, so that an
 * answer and the schema that it promises cannot disagree.
 *
 *     "xgid plays{rank play equity} player~ comment!"
 *
 * names members that are kept, those of what is inside in braces (of arrays: of each item); without braces all of it.
 * "~": a name from a file, cut at TRIM_NAME bytes. "!": a comment; kept as `untrusted_comment` where it was asked for,
 * cut at TRIM_COMMENT bytes. Figures have four decimals. No text keeps characters that control a terminal, turn its
 * direction or have no width. */
#ifndef KIBITZER_ASSISTANT_TRIM_H
#define KIBITZER_ASSISTANT_TRIM_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

enum { TRIM_NAME = 64, TRIM_COMMENT = 500, TRIM_TEXT = 2000 };

/* A new reference, as all below. */
json_object *trim_document(json_object *document, const char *keep, bool comments);
/* `root` has the definitions that `schema` names. */
json_object *trim_schema(json_object *schema, json_object *root, const char *keep);
/* A text without invisible characters, of at most so many bytes; line feeds stay if `lines`. */
json_object *trim_text(const char *text, size_t most, bool lines);

#endif
