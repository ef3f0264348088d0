/* A program's order (a command and options by their names, inputs) and its result. Doors of every kind (HTTP,
 * assistants) take orders through this and nothing else; it uses only the public headers and base. An order
 * belongs to one thread at a time, but any thread may call order_cancel(). */
#ifndef KIBITZER_SERVICE_ORDER_H
#define KIBITZER_SERVICE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

struct json_object;
struct order;

/* Why something was refused, or failed. Texts live as long as the order. */
struct order_fault {
    int code; /* enum kibitzer_code; KIBITZER_OK = nothing has failed */
    const char *words; /* a line: what was found, what was expected */
    const char *option, *value; /* that it is about, or NULL */
    int line, column; /* of the input, from 1; 0 = not known */
    int input; /* which position it is about, from 1; 0 = none, or not known */
    bool nothing_fits; /* in the collection, and the form of the answer has nothing for that */
};

/* NULL: there is no such command, or it is not for programs. */
struct order *order_new(const char *command);
void order_free(struct order *o);

/* An option that the server itself wants: a file, the form of the answer. */
bool order_set(struct order *o, const char *name, const char *value);
/* Where the command has a collection: this one, by its `name` (kibitzer_collection_name()). Words do not name it:
 * clients do not see paths. That nothing in it fits is an answer as any other one, if the form has one for it; a
 * collection that cannot be opened any more is KIBITZER_UNREADABLE. Both texts outlive the order. */
bool order_collection(struct order *o, const char *place, const char *name);
/* One that a client asks for. Refused are those that read or write files, unless the value is one of their known
 * words, and those that the server decides. */
bool order_ask(struct order *o, const char *name, const char *value);
/* Was it asked for, and may be once? */
bool order_has_one(const struct order *o, const char *name);
/* The same for each member of an object: texts, numbers, true and false, arrays for what may be repeated. */
bool order_ask_json(struct order *o, struct json_object *options);

/* Refuses it for the door that takes it. Always false. */
bool order_refuse(struct order *o, int code, const char *option, const char *value, const char *words);

/* An input: an ID. */
void order_input(struct order *o, const char *text);
/* The input is these bytes, which are not copied: a file, an archive. */
void order_bytes(struct order *o, const void *bytes, size_t length);

/* Orders with the same key give the same bytes: a hash of the command, its version, its inputs, and all options that
 * differ from their defaults. 64 digits and a NUL. */
void order_key(const struct order *o, char key[65]);

/* Called now and then while it runs; false: stop. */
typedef bool order_progress(void *context, double done, const char *what);
void order_on_progress(struct order *o, order_progress *progress, void *context);
/* Limits, as kibitzer_call_limit(). */
void order_limit(struct order *o, size_t megabytes, double seconds);
/* Its output are the shares of its work (base/helpers.h), for a page that then does the rest by itself. */
void order_share(struct order *o);
/* Which engine answers, unless an option names another; it outlives the order. */
struct kibitzer_engine;
void order_engine(struct order *o, struct kibitzer_engine *e);
/* The code of a language: of messages, and of reports unless an option says otherwise. False: there is none. */
bool order_language(struct order *o, const char *code);

/* Does it, on so many threads (0 = as many as there are processors); an enum kibitzer_code. */
int order_run(struct order *o, int threads);
void order_cancel(struct order *o);

/* Its output: empty or complete. */
const struct strbuf *order_output(const struct order *o);
/* Messages as the command line shows them, a line each. */
const struct strbuf *order_messages(const struct order *o);
const struct order_fault *order_fault(const struct order *o);

#endif
