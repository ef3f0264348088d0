/* The Model Context Protocol over lines: JSON-RPC 2.0, one object a line. Two eras are spoken: revisions until
 * 2025-11-25 begin with `initialize`; since 2026-07-28 there is none, and every request says its revision. */
#ifndef KIBITZER_ASSISTANT_PROTOCOL_H
#define KIBITZER_ASSISTANT_PROTOCOL_H

#include <json-c/json.h>
#include <stdbool.h>

#include "base/span.h"

enum rpc_code {
    RPC_NOT_JSON = -32700,
    RPC_NOT_A_REQUEST = -32600,
    RPC_NO_METHOD = -32601,
    RPC_BAD_PARAMS = -32602,
    RPC_INTERNAL = -32603,
    RPC_NO_VERSION = -32022 /* a revision that is not spoken */
};

struct request { /* a line */
    json_object *line; /* the caller's, by protocol_done(); the others are parts of it, NULL = absent */
    json_object *id; /* written as it was sent; NULL: a notification */
    const char *method;
    json_object *params;
    bool modern; /* it says its revision */
};

/* Does a line hold several requests, in a list? Each is read as a line of its own then (json_source_next()). */
bool protocol_is_batch(struct span line);
/* Parses a line. NULL, or an answer to be sent (an error), or `protocol_nothing` if no answer is due. */
json_object *protocol_read(struct span line, struct request *r);
void protocol_done(struct request *r);

/* New objects. `data` (or NULL) and `result` belong to the answer then. */
json_object *protocol_error(json_object *id, enum rpc_code code, const char *message, json_object *data);
json_object *protocol_result(const struct request *r, json_object *result);
json_object *protocol_progress(json_object *token, double done, const char *what);

/* The results of `initialize` and `server/discover`; NULL: there must be a revision. */
json_object *protocol_hello(json_object *params);
json_object *protocol_discovery(void);
/* Adds how long a list is valid, as every list of the later era must say. */
void protocol_lasts(const struct request *r, json_object *result);

/* A member of an object, or NULL. */
json_object *protocol_member(json_object *o, const char *name);

#endif
