/* One request and its answer, from libmicrohttpd's first call for it to the last. */
#ifndef KIBITZER_SERVICE_EXCHANGE_H
#define KIBITZER_SERVICE_EXCHANGE_H

#include "service/access.h"
#include "service/httpd.h"
#include "service/jobs.h"
#include "service/service.h"
#include "service/visitors.h"

struct service { /* while it runs; constant but for what has a lock */
    const struct service_options *options;
    const char *collection; /* its name as messages have it, or NULL */
    struct access access;
    struct visitors visitors;
    struct jobs *jobs;
    char *openapi; /* the document */
    double began;
};

/* For MHD_start_daemon(); their first argument is a struct service. */
void *exchange_begin(void *service, const char *uri, struct MHD_Connection *c); /* `uri` as it was sent */
enum MHD_Result exchange_handle(void *service, struct MHD_Connection *c, const char *path, const char *method,
                                const char *version, const char *body, size_t *length, void **exchange);
void exchange_done(void *service, struct MHD_Connection *c, void **exchange, enum MHD_RequestTerminationCode why);
void exchange_visitor(void *service, struct MHD_Connection *c, void **visitor,
                      enum MHD_ConnectionNotificationCode what);

#endif
