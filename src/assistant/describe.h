/* Tools as `tools/list` gives them, and arguments held against that. */
#ifndef KIBITZER_ASSISTANT_DESCRIBE_H
#define KIBITZER_ASSISTANT_DESCRIBE_H

#include "assistant/tools.h"

/* A new object. */
json_object *describe_tool(const struct tool *tool);

/* Do the arguments fit the tool so described? If not, *why says what does not. */
bool describe_fits(json_object *described, json_object *arguments, struct strbuf *why);

#endif
