/* Who may send requests: the names under which the service is reached, the origins of pages, tokens. It also rejects
 * malformed heads of requests: libmicrohttpd accepts some that proxies read differently. */
#ifndef KIBITZER_SERVICE_ACCESS_H
#define KIBITZER_SERVICE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/option.h"
#include "service/httpd.h"

struct token { /* "NAME TOKEN" of the file */
    const char *name, *secret;
};

struct access {
    const struct option_texts *hosts, *origins; /* besides this machine's own names */
    struct token *tokens;
    size_t n_tokens;
    char *text; /* of the file */
};

/* Reads the file of tokens (or NULL); false after a message. */
bool access_begin(struct access *a, const char *tokens, const struct option_texts *hosts,
                  const struct option_texts *origins);
void access_end(struct access *a);

enum access_fault { ACCESS_FINE, ACCESS_FRAMING, ACCESS_CODING, ACCESS_HOST, ACCESS_ORIGIN };
/* Is the head unambiguous, and does it name us? *origin: the page's, if its pages may read the answer; else NULL.
 * *length: of the body, -1 = not given. */
enum access_fault access_check(const struct access *a, struct MHD_Connection *c, const char **origin,
                               long long *length);

/* The name that belongs to the request's token; NULL = it has no valid token. */
const char *access_token(const struct access *a, struct MHD_Connection *c);

#endif
