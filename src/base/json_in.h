/* Reading JSON: json-c, with what it holds given back by the attempt. */
#ifndef KIBITZER_JSON_IN_H
#define KIBITZER_JSON_IN_H

#include <json-c/json.h>

#include "base/span.h"
#include "base/strbuf.h"

/* What is wrong with a text: `cut`: it breaks off; NULL and not cut: there is too much of it. */
struct json_fault {
    size_t at;
    bool cut;
    const char *what;
};
/* What json-c found wrong, in words of ours that fill a %s of messages. */
const char *json_fault_words(enum json_tokener_error error);
json_object *json_parse(struct span text, struct json_fault *fault); /* held by the attempt; NULL and the fault */

/* Held by the attempt, until json_in_done(). NULL, and why, if this is not JSON. */
json_object *json_in(struct span text, struct strbuf *why);
void json_in_done(json_object *json);

/* A member, or NULL where it is missing or null. */
json_object *json_member(json_object *o, const char *key);
const char *json_text(json_object *o, const char *key); /* of a member that is a text, else NULL */

#endif
