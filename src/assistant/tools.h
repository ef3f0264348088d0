/* The tools: what assistants may call. Each is a row: the command behind it, which of the command's options a caller
 * may set, and what of the command's document it answers; schemas follow from that. */
#ifndef KIBITZER_ASSISTANT_TOOLS_H
#define KIBITZER_ASSISTANT_TOOLS_H

#include <json-c/json.h>
#include <stdbool.h>

#include "assistant/errand.h"

/* What a tool takes beside options of its command. */
enum tool_takes {
    TAKES_POSITION = 1,
    TAKES_MATCH = 2, /* a file or a text */
    TAKES_COLLECTION = 4, /* there is no such tool without one */
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
    void (*schema_of_more)(json_object *properties); /* what is added to it in other ways; or NULL */
    bool varies; /* none of its members is there in every answer */
    bool (*run)(struct errand *t, const struct tool *tool); /* NULL = as the row says */
};

extern const struct tool tools[]; /* ends with a nameless one */

/* NULL where there is none for this server. */
const struct tool *tool_named(const struct assistant_options *o, const char *name);
/* Fills in the answer; false after errand_fail(). */
bool tool_run(struct errand *t, const struct tool *tool);

/* ---- for tools of their own way ---- */

/* The rows of `lists` that are asked for stay in the document; *more: how many are behind them. */
void tool_page(const struct errand *t, const struct tool *tool, json_object *document, int *more);
/* Puts what is kept of the document into the answer, and how to get more. */
void tool_answer(struct errand *t, const struct tool *tool, json_object *document, int more);
bool tool_analyze(struct errand *t, const struct tool *tool);
/* Adds the list `worst`, which tool_analyze() makes. */
void analyze_schema_of_more(json_object *properties);

#endif
