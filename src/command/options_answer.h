/* The options of a command as a document: kibitzer_options_json(). */
#ifndef KIBITZER_COMMAND_OPTIONS_ANSWER_H
#define KIBITZER_COMMAND_OPTIONS_ANSWER_H

#include "base/option.h"
#include "document/answer.h"

extern const struct answer_document options_document;

/* All rows but the hidden ones, as JSON. */
void options_json(const char *command, const struct options *o, struct strbuf *out);

#endif
