/* The tools that assistants may call. Each is a row: its command, the options of the command that a caller may set,
 * and the part of the command's document that it answers with; schemas follow from that. */
#ifndef KIBITZER_ASSISTANT_TOOLS_H
#define KIBITZER_ASSISTANT_TOOLS_H

#include <json-c/json.h>
#include <stdbool.h>

#include "assistant/errand.h"

/* The arguments of a tool besides options of its command. */
enum tool_takes {
    TAKES_POSITION = 1,
    TAKES_MATCH = 2, /* a file or a text */
    TAKES_COLLECTION = 4, /* the tool is offered only with one */
    TAKES_COMMENTS = 8 /* it shows texts that others wrote */
};

struct tool {
    const char *name, *title, *description;
    const char *command;
    const char *asks; /* options of the command that are arguments, with blanks between */
    const char *requires; /* arguments that must be given */
    unsigned takes; /* enum tool_takes */
    const char *keep; /* see trim.h */
    const char *lists; /* members of which `limit` rows are given, from `offset` on; NULL = none */
    int limit; /* that many unless more are asked for */
    const char *most; /* the option that says how many rows the command finds; NULL = always all */
    const char *total; /* the member that counts all rows, or those beyond (`more`); NULL = the list has all */
    const char *more; /* JSON: further arguments, as properties of a schema; or NULL */
    const char *also; /* the same of the answer */
    void (*schema_of_more)(json_object *properties); /* adds properties that are made in other ways; or NULL */
    bool varies; /* none of its members is in every answer */
    bool (*run)(struct errand *t, const struct tool *tool); /* NULL = as the row says */
};

extern const struct tool tools[]; /* ends with a nameless one */

/* NULL if this server has no such tool. */
const struct tool *tool_named(const struct assistant_options *o, const char *name);
/* Fills in the answer; false after errand_fail(). */
bool tool_run(struct errand *t, const struct tool *tool);

/* ---- for tools of their own way ---- */

/* Keeps only the requested rows of `lists` in the document; *more: how many follow them. */
void tool_page(const struct errand *t, const struct tool *tool, json_object *document, int *more);
/* Adds the kept part of the document to the answer, and how to get more. */
void tool_answer(struct errand *t, const struct tool *tool, json_object *document, int more);
bool tool_analyze(struct errand *t, const struct tool *tool);
/* Adds the list `worst`, which tool_analyze() makes. */
void analyze_schema_of_more(json_object *properties);

#endif
