/* Answers over HTTP: documents, problems (RFC 9457), the state of jobs. */
#ifndef KIBITZER_SERVICE_SENDING_H
#define KIBITZER_SERVICE_SENDING_H

#include <stdbool.h>
#include <stddef.h>

#include "document/answer.h"
#include "service/httpd.h"
#include "service/jobs.h"

struct addressee { /* to whom */
    struct MHD_Connection *connection;
    const char *origin; /* whose pages may read it, or NULL */
    bool packed; /* the client reads gzip */
};

struct problem {
    unsigned status;
    const char *type; /* "bad-option": urn:kibitzer:problem:bad-option */
    const char *detail;
    const char *option, *value; /* that it is about, or NULL */
    int line, column; /* 0 = not known */
    int input; /* which position, from 1; 0 = none, or not known */
    const char *allow; /* methods, with 405 */
    unsigned retry; /* seconds; 0 = not said */
    bool parts; /* nothing after it on this connection is read */
};
enum MHD_Result reply_problem(const struct addressee *r, const struct problem *p);
/* The same about an order that was refused or has failed. */
enum MHD_Result reply_fault(const struct addressee *r, const struct order_fault *f);

/* Text of ours: `bytes` is emptied. */
enum MHD_Result reply_text(const struct addressee *r, unsigned status, const char *type, struct strbuf *bytes);
/* The answer of a job that is over; the reply holds the job as long as it is sent. */
enum MHD_Result reply_result(const struct addressee *r, struct job *job);
enum MHD_Result reply_unchanged(const struct addressee *r, const char *tag);
/* The state of a job; `accepted`: 202 and where to look. */
enum MHD_Result reply_job(const struct addressee *r, struct job *job, bool accepted);
void job_state_json(struct job *job, struct strbuf *out);
/* The state now and after each change, as server-sent events, until it is over. Holds the job. */
enum MHD_Result reply_events(const struct addressee *r, struct jobs *jobs, struct job *job);
/* What was read of a file: `bytes` is emptied. */
enum MHD_Result reply_read(const struct addressee *r, const char *type, const char *tag, struct strbuf *bytes);
/* A file, which is closed; `tag` may be NULL. */
enum MHD_Result reply_file(const struct addressee *r, int fd, size_t size, const char *type, const char *tag);

/* Of any of the above, before it goes out: answers by status, for the metrics. */
void replies_counted(unsigned long counts[6]);

/* Does If-None-Match name this tag? */
bool reply_is_known(struct MHD_Connection *c, const char *tag);

#endif
