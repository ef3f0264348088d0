/* Tools as `tools/list` gives them, and checks of arguments against these schemas. */
#ifndef KIBITZER_ASSISTANT_DESCRIBE_H
#define KIBITZER_ASSISTANT_DESCRIBE_H

#include "assistant/tools.h"

/* A new object. */
json_object *describe_tool(const struct tool *tool);

/* Do the arguments fit the description of the tool? If not, *why says which one does not. */
bool describe_fits(json_object *described, json_object *arguments, struct strbuf *why);

#endif
