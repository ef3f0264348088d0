/* Requests and answers; see exchange.h. All of this runs in libmicrohttpd's thread, and nothing takes long. */
#include "service/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/listening.h"
#include "base/xmalloc.h"
#include "kibitzer.h"
#include "service/doors.h"
#include "service/metrics.h"
#include "service/sending.h"
#include "service/folder.h"
#include "service/inflating.h"

enum { WAIT_USUAL = 2, WAIT_MOST = 25, PATIENCE = 4 /* times the limit a body may have before it is cut off */ };

struct exchange {
    struct service *service;
    struct visitor *visitor;
    struct addressee reply;
    const struct door *door; /* the door that is asked for; NULL = something else, which has been answered */
    const struct door_form *form;
    struct strbuf body;
    size_t came; /* bytes of the body */
    struct inflating *inflating; /* of a body that is compressed, or NULL */
    char client[JOB_CLIENT];
    struct job *job;
    struct waiter wait;
    bool answered, has_begun, is_seen;
    bool torn; /* a path with a NUL in it, which names nothing */
};

static enum MHD_Result answered(struct exchange *x, enum MHD_Result result)
{
    x->answered = true;
    visitor_turn(&x->service->visitors, x->visitor, VISITOR_READS);
    return result;
}

static enum MHD_Result refuse(struct exchange *x, unsigned status, const char *type, const char *detail)
{
    return answered(x, reply_problem(&x->reply, &(struct problem){.status = status, .type = type, .detail = detail}));
}

static enum MHD_Result refuse_making(struct exchange *x, const struct door_order *made)
{
    const bool unread = made->line != 0 || made->input != 0;
    return answered(x, reply_problem(&x->reply, &(struct problem){.status = unread ? 400 : 422,
                                                                  .type = unread ? "unreadable" : "misuse",
                                                                  .detail = made->words,
                                                                  .line = made->line,
                                                                  .column = made->column,
                                                                  .input = made->input}));
}

static enum MHD_Result refuse_path(struct exchange *x)
{
    return refuse(x, 404, "not-found", "there is nothing of this name: /openapi.json names all there is");
}

static size_t body_most(const struct exchange *x)
{
    return (size_t)x->service->options->body_megabytes << 20;
}

static const char *header(const struct exchange *x, const char *name)
{
    return http.lookup_connection_value(x->reply.connection, MHD_HEADER_KIND, name);
}

/* ---- texts ---- */

static enum MHD_Result say(struct exchange *x, const char *type, const char *text)
{
    struct strbuf bytes = {0};
    strbuf_puts(&bytes, text);
    return answered(x, reply_text(&x->reply, MHD_HTTP_OK, type, &bytes));
}

static enum MHD_Result tell_metrics(struct exchange *x)
{
    struct strbuf text = {0};
    metrics_write(x->service, &text);
    return answered(x, reply_text(&x->reply, MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8", &text));
}

/* ---- jobs by their key ---- */

static enum MHD_Result answer_about(struct exchange *x, struct job *job, const char *what, const char *method)
{
    struct job_view v;
    job_look(job, &v);
    if (strcmp(method, "DELETE") == 0) {
        job_withdraw(job, x->client);
        return answered(x, reply_job(&x->reply, job, false));
    }
    if (strcmp(what, "/events") == 0) {
        const enum MHD_Result result = answered(x, reply_events(&x->reply, x->service->jobs, job));
        visitor_turn(&x->service->visitors, x->visitor, VISITOR_LISTENS);
        return result;
    }
    if (what[0] == '\0')
        return answered(x, reply_job(&x->reply, job, false));
    if (v.state == JOB_DONE)
        return answered(x, reply_result(&x->reply, job));
    if (v.state == JOB_FAILED)
        return answered(x, reply_fault(&x->reply, job_fault(job)));
    return answered(x,
                    reply_problem(&x->reply, &(struct problem){.status = 409,
                                                               .type = "not-done",
                                                               .detail = "there is no answer yet, or it was cancelled",
                                                               .retry = v.state < JOB_DONE ? 1 : 0}));
}

static const char jobs_path[] = "/v1/jobs/";

/* What is behind the key of a job's path; NULL = it is the path of none. */
static const char *behind_key(const char *path)
{
    const char *key = path + sizeof jobs_path - 1;
    if (strncmp(path, jobs_path, sizeof jobs_path - 1) != 0 || strspn(key, "0123456789abcdef") != JOB_KEY - 1)
        return NULL;
    const char *what = key + JOB_KEY - 1;
    return strcmp(what, "") == 0 || strcmp(what, "/result") == 0 || strcmp(what, "/events") == 0 ? what : NULL;
}

static enum MHD_Result answer_job(struct exchange *x, const char *path, const char *method)
{
    char key[JOB_KEY];
    const char *what = behind_key(path);
    snprintf(key, sizeof key, "%s", path + sizeof jobs_path - 1);
    struct job *job = what != NULL ? jobs_find(x->service->jobs, key) : NULL;
    if (job == NULL)
        return refuse(x, 404, "not-found", "there is no such job, or it is forgotten");
    const enum MHD_Result result = answer_about(x, job, what, method);
    job_release(job);
    return result;
}

/* ---- the head of a request ---- */

static enum MHD_Result part(struct exchange *x, unsigned status, const char *type, const char *detail)
{
    const struct problem p = {.status = status, .type = type, .detail = detail, .parts = true};
    return answered(x, reply_problem(&x->reply, &p));
}

static enum MHD_Result refuse_access(struct exchange *x, enum access_fault fault)
{
    switch (fault) {
    case ACCESS_CODING:
        return part(x, 501, "coding", "a transfer coding other than chunked");
    case ACCESS_HOST:
        return refuse(x, 421, "host", "this service is not reached under that name: --host names others");
    case ACCESS_ORIGIN:
        return refuse(x, 403, "origin", "pages of that origin may not ask: --origin names those that may");
    default:
        return part(x, 400, "malformed", "a head that may be read in several ways, or without Host");
    }
}

static bool is_plain(const struct service_options *o, const char *path)
{
    static const char *const own[] = {"/healthz", "/readyz", "/metrics", "/openapi.json"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(path, own[i]) == 0)
            return true;
    return o->web != NULL && folder_has(o->web, path);
}

/* The methods of a path; NULL = there is nothing. */
static const char *allowed_at(const struct exchange *x, const char *path)
{
    const struct door *d = door_named(path);
    const char *what = behind_key(path);
    if (x->torn)
        return NULL;
    if (what != NULL)
        return what[0] == '\0' ? "GET, HEAD, DELETE, OPTIONS" : "GET, HEAD, OPTIONS";
    if (d == NULL)
        return is_plain(x->service->options, path) ? "GET, HEAD, OPTIONS" : NULL;
    return d->body == DOOR_READS   ? "POST, OPTIONS"
           : d->body == DOOR_LOOKS ? "GET, HEAD, OPTIONS"
                                   : "GET, HEAD, POST, OPTIONS";
}

static bool is_allowed(const char *allowed, const char *method)
{
    const size_t n = strlen(method);
    for (const char *at = allowed; *at != '\0'; at += strspn(at, ", ")) {
        if (strcspn(at, ",") == n && strncmp(at, method, n) == 0)
            return true;
        at += strcspn(at, ",");
    }
    return false;
}

/* The question that a browser sends before it lets a page of another origin send a request. */
static enum MHD_Result answer_preflight(struct exchange *x, const char *allowed)
{
    struct MHD_Response *r = http.create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    if (r == NULL)
        return MHD_NO;
    const bool named = x->reply.origin != NULL;
    (void)http.add_response_header(r, "Allow", allowed);
    if (named) {
        (void)http.add_response_header(r, "Access-Control-Allow-Origin", x->reply.origin);
        (void)http.add_response_header(r, "Access-Control-Allow-Methods", allowed);
        (void)http.add_response_header(r, "Access-Control-Allow-Headers",
                                       "Authorization, Content-Encoding, Content-Type, If-None-Match");
        (void)http.add_response_header(r, "Access-Control-Max-Age", "600");
        (void)http.add_response_header(r, "Vary", "Origin");
    }
    const enum MHD_Result queued = http.queue_response(x->reply.connection, MHD_HTTP_NO_CONTENT, r);
    http.destroy_response(r);
    return answered(x, queued);
}

/* Paths that are not doors. */
static enum MHD_Result answer_other(struct exchange *x, const char *path)
{
    enum MHD_Result result;
    if (strcmp(path, "/openapi.json") == 0)
        return say(x, "application/json", x->service->openapi);
    if (strcmp(path, "/metrics") == 0)
        return tell_metrics(x);
    const char *web = x->service->options->web;
    return web != NULL && folder_answer(&x->reply, web, path, &result) ? answered(x, result) : refuse_path(x);
}

static bool is_json(const char *type)
{
    static const char json[] = "application/json";
    return type != NULL && strncasecmp(type, json, sizeof json - 1) == 0 &&
           (type[sizeof json - 1] == '\0' || strchr("; \t", type[sizeof json - 1]) != NULL);
}

/* A body as it is, or compressed by gzip. */
static bool take_coding(struct exchange *x)
{
    const char *coding = header(x, "Content-Encoding");
    if (coding == NULL || strcasecmp(coding, "identity") == 0)
        return true;
    if (strcasecmp(coding, "gzip") == 0 || strcasecmp(coding, "x-gzip") == 0)
        x->inflating = inflating_new(body_most(x));
    return x->inflating != NULL;
}

/* May the request go on to its body? */
static enum MHD_Result open_door(struct exchange *x, bool reads, long long length)
{
    const struct door *d = x->door;
    if (d->body == DOOR_LOOKS && x->service->options->collection == NULL && !door_is_ready(d))
        return refuse(x, 404, "no-collection", "this service has no collection: --db names one");
    if (length > (long long)body_most(x))
        return refuse(x, 413, "too-large", "the body is larger than this service reads");
    if (!reads && d->body == DOOR_ASKS && length != 0 && !is_json(header(x, "Content-Type")))
        return refuse(x, 415, "media-type", "application/json is expected");
    if (!take_coding(x))
        return refuse(x, 415, "content-encoding", "the body is expected as it is, or compressed by gzip");
    x->form = door_is_ready(d) ? d->forms : door_form_for(d, header(x, "Accept"));
    if (x->form == NULL)
        return refuse(x, 406, "not-acceptable", "none of the forms that this door has: /openapi.json names them");
    return MHD_YES;
}

static void know_client(struct exchange *x, const char *token)
{
    const union MHD_ConnectionInfo *info =
        http.get_connection_info(x->reply.connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (token != NULL)
        snprintf(x->client, sizeof x->client, "%s", token);
    else
        listening_client(info != NULL ? info->client_addr : NULL, x->client, sizeof x->client);
}

/* To what it asks for, in one of the methods that are allowed there. */
static enum MHD_Result pass(struct exchange *x, const char *path, const char *method, const char *allowed,
                            long long length)
{
    if (!x->torn && strncmp(path, jobs_path, sizeof jobs_path - 1) == 0 &&
        (allowed == NULL || is_allowed(allowed, method)))
        return answer_job(x, path, method);
    if (allowed == NULL)
        return refuse_path(x);
    if (!is_allowed(allowed, method))
        return answered(x, reply_problem(&x->reply, &(struct problem){.status = 405,
                                                                      .type = "method",
                                                                      .detail = "another method is expected",
                                                                      .allow = allowed}));
    x->door = strcmp(path, "/readyz") == 0 ? door_ready(x->service->options->collection != NULL) : door_named(path);
    return x->door != NULL ? open_door(x, strcmp(method, "POST") != 0, length) : answer_other(x, path);
}

/* The first call for a request: everything that its head decides. */
static enum MHD_Result begin(struct exchange *x, const char *path, const char *method)
{
    struct service *s = x->service;
    const bool reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    long long length;
    const char *allowed = allowed_at(x, path);
    const enum access_fault fault = access_check(&s->access, x->reply.connection, &x->reply.origin, &length);
    if (fault != ACCESS_FINE)
        return refuse_access(x, fault);
    if (reads && !x->torn && strcmp(path, "/healthz") == 0)
        return say(x, "text/plain", "ok\n");
    if (jobs_stopping(s->jobs))
        return answered(x, reply_problem(&x->reply, &(struct problem){.status = 503,
                                                                      .type = "stopping",
                                                                      .detail = "the service is being stopped",
                                                                      .retry = 5}));
    if (strcmp(method, "OPTIONS") == 0)
        return allowed != NULL ? answer_preflight(x, allowed) : refuse_path(x);
    const bool is_page = reads && strncmp(path, "/v1/", 4) != 0 && strcmp(path, "/metrics") != 0;
    const char *token = access_token(&s->access, x->reply.connection);
    if (s->access.n_tokens != 0 && token == NULL && !is_page)
        return refuse(x, 401, "token", "a token is expected: Authorization: Bearer ...");
    know_client(x, token);
    const char *packed = header(x, "Accept-Encoding");
    x->reply.packed = packed != NULL && strstr(packed, "gzip") != NULL && strstr(packed, "gzip;q=0") == NULL;
    return pass(x, path, method, allowed, length);
}

/* ---- its body ---- */

static enum MHD_Result take_body(struct exchange *x, const char *body, size_t length)
{
    x->came += length;
    if (x->came > body_most(x))
        strbuf_done(&x->body);
    else if (x->inflating != NULL)
        inflating_take(x->inflating, body, length, &x->body);
    else
        strbuf_add(&x->body, body, length);
    return x->came <= PATIENCE * body_most(x) ? MHD_YES : MHD_NO;
}

/* ---- its answer ---- */

struct query {
    door_taker *take;
    void *context;
    bool good;
};

static enum MHD_Result take_pair(void *query, enum MHD_ValueKind kind, const char *key, size_t key_size,
                                 const char *value, size_t value_size)
{
    struct query *q = query;
    (void)kind;
    const bool torn = strlen(key) != key_size || (value != NULL && strlen(value) != value_size);
    q->good = q->good && q->take(q->context, key, value, torn);
    return q->good ? MHD_YES : MHD_NO;
}

static void each_pair(const void *connection, door_taker *take, void *context)
{
    struct query q = {take, context, true};
    http.get_connection_values_n((struct MHD_Connection *)connection, MHD_GET_ARGUMENT_KIND, take_pair, &q);
}

static double patience_of(const struct door_order *made)
{
    return made->wait < 0 ? WAIT_USUAL : made->wait < WAIT_MOST ? made->wait : WAIT_MOST;
}

static void sleep_connection(void *connection)
{
    http.suspend_connection(connection);
}

static void wake_connection(void *connection)
{
    http.resume_connection(connection);
}

/* The job's answer, now or later: then the connection sleeps until it is asked again. */
static enum MHD_Result go_on(struct exchange *x)
{
    struct job_view v;
    if (x->wait.until > 0 && job_wait(x->job, &x->wait))
        return MHD_YES;
    job_look(x->job, &v);
    if (v.state == JOB_DONE && door_is_ready(x->door))
        return say(x, "text/plain", "ready\n");
    if (v.state == JOB_DONE)
        return answered(x, reply_result(&x->reply, x->job));
    if (v.state == JOB_FAILED && door_is_ready(x->door))
        return refuse(x, 503, "not-ready", job_fault(x->job)->words);
    if (v.state == JOB_FAILED)
        return answered(x, reply_fault(&x->reply, job_fault(x->job)));
    if (v.state == JOB_CANCELLED || jobs_stopping(x->service->jobs))
        return refuse(x, jobs_stopping(x->service->jobs) ? 503 : 409, "cancelled", "it was cancelled");
    return answered(x, reply_job(&x->reply, x->job, true));
}

static enum MHD_Result refuse_job(struct exchange *x, enum jobs_verdict verdict)
{
    const bool mine = verdict == JOBS_CLIENT_FULL;
    return answered(
        x, reply_problem(&x->reply, &(struct problem){.status = mine ? 429 : 503,
                                                      .type = mine ? "client-limit" : "busy",
                                                      .detail = mine ? "this client has as many jobs as it may"
                                                                     : "the service has as much to do as it takes on",
                                                      .retry = mine ? 5 : 2}));
}

static enum MHD_Result submit(struct exchange *x, struct door_order *made)
{
    char key[JOB_KEY];
    const bool fresh = x->door->body == DOOR_LOOKS;
    order_key(made->order, key);
    if (!fresh && reply_is_known(x->reply.connection, key)) {
        order_free(made->order);
        return answered(x, reply_unchanged(&x->reply, key));
    }
    const struct job_request r = {.order = made->order,
                                  .body = &x->body,
                                  .type = x->form->type,
                                  .client = x->client,
                                  .is_long = made->is_long,
                                  .fresh = fresh,
                                  .packed = x->reply.packed};
    const enum jobs_verdict verdict = jobs_take(x->service->jobs, &r, &x->job);
    if (verdict != JOBS_TAKEN)
        return refuse_job(x, verdict);
    x->wait = (struct waiter){.sleep = sleep_connection, .wake = wake_connection, .of = x->reply.connection};
    x->wait.until = service_now() + patience_of(made);
    visitor_turn(&x->service->visitors, x->visitor, VISITOR_WAITS);
    return go_on(x);
}

static enum MHD_Result complete(struct exchange *x)
{
    struct door_order made;
    const enum inflating_state body = x->inflating != NULL ? inflating_state(x->inflating) : INFLATING_WHOLE;
    if (x->came > body_most(x) || body == INFLATING_TOO_LARGE)
        return refuse(x, 413, "too-large", "the body is larger than this service reads");
    if (body != INFLATING_WHOLE)
        return refuse(x, 400, "unreadable", "found a body that is not whole, expected one compressed by gzip");
    const struct door_request r = {.door = x->door,
                                   .form = x->form,
                                   .body = &x->body,
                                   .collection = x->service->options->collection,
                                   .collection_name = x->service->collection,
                                   .languages = header(x, "Accept-Language"),
                                   .each = each_pair,
                                   .query = x->reply.connection};
    if (door_make_order(&r, &made))
        return submit(x, &made);
    const enum MHD_Result result = made.words[0] != '\0' ? refuse_making(x, &made)
                                   : made.order == NULL  ? refuse(x, 503, "no-memory", "out of memory")
                                                         : answered(x, reply_fault(&x->reply, order_fault(made.order)));
    order_free(made.order);
    return result;
}

/* ---- for libmicrohttpd ---- */

static struct exchange *exchange_new(struct service *s, struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info = http.get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct exchange *x = xcalloc(1, sizeof *x);
    x->service = s;
    x->visitor = info->socket_context;
    x->reply.connection = c;
    return x;
}

/* libmicrohttpd gives a path that ends at the first NUL, however it was written. */
void *exchange_begin(void *service, const char *uri, struct MHD_Connection *c)
{
    struct exchange *x = exchange_new(service, c);
    const char *nul = strstr(uri, "%00");
    x->torn = nul != NULL && nul < uri + strcspn(uri, "?");
    return x;
}

static bool has_no_body(const struct exchange *x)
{
    return header(x, "Content-Length") == NULL && header(x, "Transfer-Encoding") == NULL;
}

enum MHD_Result exchange_handle(void *service, struct MHD_Connection *c, const char *path, const char *method,
                                const char *version, const char *body, size_t *length, void **exchange)
{
    struct exchange *x = *exchange;
    (void)service, (void)c, (void)version;
    if (!x->is_seen) {
        x->is_seen = true;
        /* An answer to the first call closes the connection; a request without a body is answered at the second. */
        if (has_no_body(x))
            return MHD_YES;
    }
    if (*length != 0) {
        const size_t n = *length;
        *length = 0;
        return take_body(x, body, n);
    }
    if (!x->has_begun) {
        x->has_begun = true;
        const enum MHD_Result result = begin(x, path, method);
        if (result != MHD_YES || x->answered || !has_no_body(x))
            return result;
    }
    if (x->answered)
        return MHD_YES;
    return x->job == NULL ? complete(x) : go_on(x);
}

void exchange_done(void *service, struct MHD_Connection *c, void **exchange, enum MHD_RequestTerminationCode why)
{
    struct service *s = service;
    struct exchange *x = *exchange;
    (void)c, (void)why;
    if (x == NULL)
        return;
    job_wait_no_more(s->jobs, &x->wait);
    if (x->job != NULL)
        job_release(x->job);
    visitor_turn(&s->visitors, x->visitor, VISITOR_ASKS);
    strbuf_done(&x->body);
    inflating_free(x->inflating);
    xfree(x);
    *exchange = NULL;
}

void exchange_visitor(void *service, struct MHD_Connection *c, void **visitor, enum MHD_ConnectionNotificationCode what)
{
    struct service *s = service;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = http.get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
        *visitor = visitor_come(&s->visitors, (int)info->connect_fd);
    } else if (*visitor != NULL) {
        visitor_go(&s->visitors, *visitor);
        *visitor = NULL;
    }
}
