/* Documents from web servers, by libcurl, which is loaded when the first one is asked for. */
#ifndef KIBITZER_HTTP_H
#define KIBITZER_HTTP_H

#include <signal.h>
#include <stddef.h>

#include "base/strbuf.h"

struct http_limits {
    size_t bytes; /* of a document */
    int seconds; /* without an answer, or with less than HTTP_SLOW bytes a second */
    const volatile sig_atomic_t *stop; /* becomes non-zero when all shall end within a moment; or NULL */
};

enum { HTTP_SLOW = 100, HTTP_REDIRECTS_MAX = 5 };

/* How requests to an object store are signed; libcurl does it (AWS signature, version 4). */
struct http_signing {
    const char *region, *key, *secret;
    const char *token; /* NULL = none */
};

enum http_found {
    HTTP_READ, /* `body` is the document */
    HTTP_REFUSED, /* the server said no: `status`, and `body` is what it had to say */
    HTTP_FAILED /* there was no usable answer: `why` */
};

struct http_reply {
    struct strbuf body;
    long status;
    char why[320];
};

/* GET. What may be better in a moment (no connection, a server that is overloaded) is tried three times. Redirections
 * are followed where `signing` is NULL, never from https to http and never to another protocol. */
enum http_found http_get(const char *url, const struct http_signing *signing, const struct http_limits *limits,
                         struct http_reply *out);

#endif
