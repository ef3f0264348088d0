/* The doors of the service: paths, their commands, and the forms of their answers. The server looks paths up in this
 * table, and the OpenAPI description is made from it. */
#ifndef KIBITZER_SERVICE_DOORS_H
#define KIBITZER_SERVICE_DOORS_H

#include <stdbool.h>
#include <stddef.h>

#include "service/order.h"

enum door_body {
    DOOR_ASKS, /* positions and options, as JSON */
    DOOR_READS, /* bytes of a file; options are in the query */
    DOOR_LOOKS /* nothing: options in the query, about the server's collection */
};

struct door_form {
    const char *type; /* of media */
    const char *value; /* of the command's option for forms; "shares": order_share() */
};

struct door {
    const char *path, *command;
    enum door_body body;
    bool is_long; /* whatever is asked */
    const char *form; /* the name of that option */
    const struct door_form *forms; /* the first is for clients that accept anything; one without a type ends the list */
    const char *always; /* an option that the door sets, or NULL */
    const char *operand; /* the member of the query that is an input of the command, or NULL */
    const char *document; /* the names of its JSON documents (docs/NAME.schema.json), one a line */
    const char *summary;
};

extern const struct door doors[]; /* one without a path ends them */
const struct door *door_named(const char *path);
/* That of /readyz: is the engine there, and the collection, if there is one? */
const struct door *door_ready(bool has_collection);
bool door_is_ready(const struct door *d);

/* The form that an Accept header (or NULL) likes best; NULL: none of them. */
const struct door_form *door_form_for(const struct door *d, const char *accept);

/* A member of a query. `torn`: there is a NUL in it, behind what name and value are. */
typedef bool door_taker(void *context, const char *name, const char *value, bool torn);

struct door_request {
    const struct door *door;
    const struct door_form *form;
    const struct strbuf *body; /* it outlives the order */
    const char *collection, *collection_name; /* as order_collection() takes them, or NULL */
    const char *languages; /* an Accept-Language header, or NULL */
    /* Members of the query: take() is called until it gives false. */
    void (*each)(const void *query, door_taker *take, void *context);
    const void *query;
};

enum { DOOR_INPUTS_MAX = 1000, DOOR_WORDS = 256 };

struct door_order {
    struct order *order; /* belongs to the caller, also if it is refused: it has the fault */
    bool is_long;
    double wait; /* seconds that the client waits for the answer; below 0 = it does not say */
    char words[DOOR_WORDS]; /* why there is no order, if none could be made at all */
    int line, column; /* where the body is not JSON; 0 = it is */
    int input; /* which position is wrong, from 1; 0 = none is */
};
/* False: it is refused. */
bool door_make_order(const struct door_request *r, struct door_order *out);

#endif
