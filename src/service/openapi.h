/* The service described: OpenAPI 3.1, from the doors, the tables of options and the rows of answers. */
#ifndef KIBITZER_SERVICE_OPENAPI_H
#define KIBITZER_SERVICE_OPENAPI_H

#include <stdbool.h>

/* The document; the caller's. */
char *openapi_text(bool has_collection);

#endif
