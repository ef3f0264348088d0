/* The options and answers of commands, for descriptions that programs read: OpenAPI, tools. Made from the tables of
 * options and the rows of answers, through the public headers. */
#ifndef KIBITZER_SERVICE_CATALOGUE_H
#define KIBITZER_SERVICE_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

struct json_object;

/* The row of an option in the command's options document, or NULL; read only. */
struct json_object *catalogue_option(const char *command, const char *name);
/* May a client ask for it, with this value (NULL: with any)? */
bool catalogue_may_ask(const struct json_object *option, const char *value);

/* May it be given several times? */
bool catalogue_is_list(const struct json_object *option);

/* JSON Schema of an option's value, and of an object of all that a client may ask for; the caller's. NULL: there is
 * none. */
struct json_object *catalogue_option_schema(const char *command, const char *name);
struct json_object *catalogue_options_schema(const char *command);
/* The schema of a command's answer (a document); it belongs to the caller. */
struct json_object *catalogue_answer_schema(const char *document);

#endif
