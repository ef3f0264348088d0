/* The body of a request as it was before the client compressed it by gzip. */
#ifndef KIBITZER_SERVICE_INFLATING_H
#define KIBITZER_SERVICE_INFLATING_H

#include <stddef.h>

#include "base/strbuf.h"

enum inflating_state { INFLATING_GOES_ON, INFLATING_WHOLE, INFLATING_TOO_LARGE, INFLATING_BROKEN };

struct inflating;
/* `most`: bytes that it may become. NULL: there is no memory for it. */
struct inflating *inflating_new(size_t most);
void inflating_free(struct inflating *u); /* NULL is fine */
/* The next bytes, as they come; `out` never gets longer than `most`. */
void inflating_take(struct inflating *u, const char *bytes, size_t length, struct strbuf *out);
enum inflating_state inflating_state(const struct inflating *u);

#endif
