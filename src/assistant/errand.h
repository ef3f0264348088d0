/* One call of a tool: its arguments and its answer. Commands run through the library (kibitzer.h), and answer with
 * their documents. */
#ifndef KIBITZER_ASSISTANT_ERRAND_H
#define KIBITZER_ASSISTANT_ERRAND_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#include "assistant/shelf.h"
#include "base/strbuf.h"
#include "service/order.h"

struct assistant_options { /* of the server */
    const char *root; /* below which files may be read; NULL = none may */
    const char *db; /* the collection; NULL = none */
    int jobs; /* threads of a command */
    int seconds; /* that a tool may take */
};

struct errand {
    const struct assistant_options *options;
    struct shelf *shelf;
    struct kibitzer_engine *engine; /* that answers; NULL = commands open their own */
    /* The order that is carried out now, so that it can be cancelled; NULL = none. */
    void (*works_on)(void *context, struct order *o);
    order_progress *progress; /* or NULL */
    void *context; /* of both */
    json_object *arguments; /* the caller's; an object */
    json_object *answer; /* this and the members below belong to the errand: an object */
    json_object *pictures; /* more parts of content, or NULL */
    json_object *messages; /* an array: messages of commands that are not errors */
    struct strbuf problem; /* why there is no answer, in words that help the caller to do better */
    struct strbuf path; /* of the file that is read */
};

void errand_begin(struct errand *t);
void errand_done(struct errand *t);

/* Always false. */
bool errand_fail(struct errand *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Arguments; NULL, false or `otherwise` where they are not given. */
json_object *errand_argument(const struct errand *t, const char *name);
const char *errand_text(const struct errand *t, const char *name);
bool errand_flag(const struct errand *t, const char *name);
int errand_number(const struct errand *t, const char *name, int otherwise);

/* ---- commands ---- */

/* A command about to run; errand_run() or errand_document() ends it. */
struct order *errand_order(struct errand *t, const char *command);
/* Sets options to the arguments of their names (blanks between), where these are given. False after errand_fail(). */
bool errand_ask(struct errand *t, struct order *o, const char *names);
/* The order's output, or its document; false and NULL after errand_fail(). Both end it. */
bool errand_run(struct errand *t, struct order *o, struct strbuf *out);
json_object *errand_document(struct errand *t, struct order *o);

/* ---- inputs ---- */

/* Sets the order's input: the argument `file`, in the folder, or `text`. False after errand_fail(). */
bool errand_reads(struct errand *t, struct order *o);

#endif
