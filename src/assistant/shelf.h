/* The analyses made last, by the key of their match, so that details need no second analysis. */
#ifndef KIBITZER_ASSISTANT_SHELF_H
#define KIBITZER_ASSISTANT_SHELF_H

#include <json-c/json.h>

struct shelf;

struct shelf *shelf_new(void);
void shelf_free(struct shelf *s);

/* Takes the place of one with this id, or of the oldest. */
void shelf_put(struct shelf *s, const char *id, json_object *document);
/* A document of the caller's own; NULL if it is not, or no longer, there. */
json_object *shelf_get(struct shelf *s, const char *id);

#endif
