/* Names of outputs made of what is known about a match: "{date} {player0}-{player1} {length}p". */
#ifndef KIBITZER_NAME_PATTERN_H
#define KIBITZER_NAME_PATTERN_H

#include "base/option.h"
#include "base/strbuf.h"
#include "match/record.h"

/* For rows that take a pattern into a const char *: refuses fields that there are not. */
bool name_pattern_parse(const struct option_value *v);

/* Writes the name for match `m` of an input called `stem`. What is not known is left out, and so are blanks, hyphens
 * and underscores at both ends then; a / becomes a hyphen. */
void name_pattern_fill(const char *pattern, const struct match *m, const char *stem, struct strbuf *out);

#endif
