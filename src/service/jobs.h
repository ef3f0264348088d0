/* Work that clients have asked for, and its results. Each piece has a key (order_key()): a client that asks for the
 * same joins it, and its answer is kept for a while. There are two lanes of threads, so that short questions never
 * wait for analyses; in a lane the client for whom the least is being done is next. */
#ifndef KIBITZER_SERVICE_JOBS_H
#define KIBITZER_SERVICE_JOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "service/order.h"

enum { JOB_KEY = 65, JOB_CLIENT = 64, JOB_TEXT = 200 };

struct job;
struct jobs;

struct jobs_limits {
    int threads; /* of each lane */
    int queue; /* jobs that wait in a lane */
    int client; /* long jobs a client may have, waiting or at work */
    size_t bytes; /* of answers that are kept */
    double kept; /* seconds */
    size_t megabytes; /* of memory, a job */
    double seconds; /* of time, a job */
    struct kibitzer_engine *engine;
};

struct jobs *jobs_new(const struct jobs_limits *limits);
/* Cancels all work, and wakes all who wait; nothing is taken from now on. */
void jobs_stop(struct jobs *j);
bool jobs_stopping(struct jobs *j);
void jobs_free(struct jobs *j); /* when nobody holds a job any more */

enum job_state { JOB_WAITING, JOB_RUNNING, JOB_DONE, JOB_FAILED, JOB_CANCELLED, JOB_STATES };
extern const char *const job_state_names[JOB_STATES];

struct job_request {
    struct order *order; /* taken over, as is: */
    struct strbuf *body; /* order_bytes() points into it */
    const char *type; /* of its answer; static text */
    const char *client;
    bool is_long, fresh; /* fresh: the answer depends on more than the key, so that nobody joins it */
    bool packed; /* the client reads gzip */
};

enum jobs_verdict { JOBS_TAKEN, JOBS_CLIENT_FULL, JOBS_FULL, JOBS_STOPPING };
/* A job that is held until job_release(), in *out; the order is freed unless it was taken. */
enum jobs_verdict jobs_take(struct jobs *j, const struct job_request *r, struct job **out);
/* The one with this key, held; NULL = there is none. */
struct job *jobs_find(struct jobs *j, const char *key);
void job_release(struct job *job);
struct job *job_hold(struct job *job); /* once more */
/* This client no longer wants it; it ends when nobody does. */
void job_withdraw(struct job *job, const char *client);

struct job_view { /* its state */
    char key[JOB_KEY];
    enum job_state state;
    double done; /* 0 to 1 */
    char doing[JOB_TEXT];
    unsigned version; /* another number, another state */
};
void job_look(struct job *job, struct job_view *view);

/* Of one that is done or has failed. */
const struct strbuf *job_bytes(const struct job *job);
const struct strbuf *job_packed(const struct job *job); /* by gzip; empty = it was not wanted */
const char *job_type(const struct job *job);
const char *job_tag(const struct job *job); /* of its content */
const char *job_messages(const struct job *job); /* lines */
const struct order_fault *job_fault(const struct job *job);

/* Someone who waits for a job: sleep(of) now, wake(of) when it is over, when its state has changed (`any_change`),
 * at `until` or when the service stops. */
struct waiter {
    void (*sleep)(void *of), (*wake)(void *of);
    void *of;
    double until; /* seconds, as of service_now() */
    bool any_change;
    unsigned seen; /* version */
    struct waiter *next;
    struct job *job; /* it waits for; NULL = it does not */
};
/* False: there is nothing to wait for. */
bool job_wait(struct job *job, struct waiter *w);
void job_wait_no_more(struct jobs *j, struct waiter *w);
/* Wakes those whose time is over and forgets old answers: to be called several times a second. */
void jobs_tick(struct jobs *j);

struct jobs_counts {
    int waiting[2], running[2]; /* short, long */
    unsigned long taken, joined, done, failed, cancelled, refused;
    size_t kept, bytes;
};
void jobs_count(struct jobs *j, struct jobs_counts *c);

double service_now(void); /* seconds since some moment */

#endif
