/* The HTTP service: one thread of libmicrohttpd reads requests and writes answers, a pool does the work (jobs.h).
 * docs/service.md says what its clients see. */
#ifndef KIBITZER_SERVICE_SERVICE_H
#define KIBITZER_SERVICE_SERVICE_H

#include <stdbool.h>

#include "document/answer.h"
#include "base/option.h"

struct service_options {
    const char *listen; /* HOST:PORT, or unix:PATH */
    bool allow_remote;
    struct option_texts hosts, origins;
    const char *tokens, *web, *collection; /* files; or NULL */
    int threads, connections, queue, client_jobs;
    int body_megabytes, answer_megabytes,
        job_megabytes; /* at most: of a body, of all answers kept, of a job's memory */
    double request_seconds, job_seconds, kept_seconds;
};

struct kibitzer_engine;
/* Serves until the current call is cancelled; an enum call_ending. `collection`: the name of o->collection as messages
 * have it, without a password; or NULL. */
int service_run(const struct service_options *o, const char *collection, struct kibitzer_engine *engine);

/* The documents that it writes itself. */
extern const struct answer_document problem_document, job_document;

#endif
