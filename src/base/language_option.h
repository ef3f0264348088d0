/* The reader's language as an option of commands. */
#ifndef KIBITZER_LANGUAGE_OPTION_H
#define KIBITZER_LANGUAGE_OPTION_H

#include "base/language.h"
#include "base/option.h"

void languages_list(struct strbuf *out, const char *or_); /* the codes; before the last the word `or_` */
bool parse_language(const struct option_value *v);

#define LANGUAGE_ROW(type, field)                                                                                      \
    OPTION("language", type, field, .argument = "LANG", .parse = parse_language, .listed = language_code,              \
           .help = "of reports, tables, help and messages, for example de [the environment's, else en]")

/* Makes the language that the options name the current call's. */
void language_asked(const struct options *o);

#endif
