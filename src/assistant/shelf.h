/* The latest analyses, by the key of their match, so that details need no second analysis. */
#ifndef KIBITZER_ASSISTANT_SHELF_H
#define KIBITZER_ASSISTANT_SHELF_H

#include <json-c/json.h>

struct shelf;

struct shelf *shelf_new(void);
void shelf_free(struct shelf *s);

/* Replaces the one with this ID, or the oldest. */
void shelf_put(struct shelf *s, const char *id, json_object *document);
/* A document that belongs to the caller; NULL if it is not there any more, or never was. */
json_object *shelf_get(struct shelf *s, const char *id);

#endif
