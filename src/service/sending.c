/* Answers over HTTP; see sending.h. */
#include "service/sending.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/xmalloc.h"
#include "kibitzer.h"
#include "service/service.h"

enum { EVENTS_SILENCE = 15, EVENTS_BLOCK = 4096, RETRY_SECONDS = 1 };

/* ---- the documents ---- */

struct problem_record {
    const char *type, *title, *detail, *option, *value;
    int status, line, column, input;
};

static const struct answer_field problem_fields[] = {
    ANSWER(struct problem_record, type, NULL, .example = "urn:kibitzer:problem:bad-option"),
    ANSWER(struct problem_record, title, NULL, .example = "Bad Request"),
    ANSWER(struct problem_record, status, NULL, .help = "of HTTP"),
    ANSWER(struct problem_record, detail, NULL, .help = "what was found, what was expected"),
    ANSWER(struct problem_record, option, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT,
           .help = "that it is about"),
    ANSWER(struct problem_record, value, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT, .help = "that it had"),
    ANSWER(struct problem_record, line, NULL, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
           .help = "of the body, from 1"),
    ANSWER(struct problem_record, column, NULL, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT, .help = "from 1"),
    ANSWER(struct problem_record, input, NULL, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
           .help = "which position it is about, from 1"),
    {0}};
static const struct answer_rows problem_rows = {"Problem", NULL, sizeof(struct problem_record), problem_fields};
const struct answer_document problem_document = {
    "problem",
    1,
    "A problem",
    "Why `serve` refuses a request, or why it failed: application/problem+json (RFC 9457).",
    .rows = &problem_rows,
    .whole = true};

struct job_record {
    const char *key, *state, *doing, *result, *events, *problem;
    double done;
    struct answer_list messages;
};

static const struct answer_field job_fields[] = {
    ANSWER(struct job_record, key, NULL, .help = "of the content and the settings: the same ones have the same key"),
    ANSWER(struct job_record, state, NULL, .words = job_state_names, .n_words = JOB_STATES),
    ANSWER(struct job_record, done, NULL, .decimals = 3, .help = "from 0 to 1"),
    ANSWER(struct job_record, doing, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT),
    ANSWER(struct job_record, result, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT,
           .help = "where the answer is"),
    ANSWER(struct job_record, events, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT,
           .help = "the address of its changes: text/event-stream, each event a document like this one"),
    ANSWER(struct job_record, problem, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT, .help = "why it failed"),
    ANSWER_LIST_OF(const char *, struct job_record, messages, NULL, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
                   .help = "what was said about the input, once it is over"),
    {0}};
static const struct answer_rows job_rows = {"Job", NULL, sizeof(struct job_record), job_fields};
const struct answer_document job_document = {
    "job",        1, "A job", "How work of `serve` stands that takes longer than the client waits.", .rows = &job_rows,
    .whole = true};

/* ---- heads ---- */

static atomic_ulong counted[6]; /* by the first digit of the status */

void replies_counted(unsigned long counts[6])
{
    for (int i = 0; i < 6; i++)
        counts[i] = atomic_load(&counted[i]);
}

static void add(struct MHD_Response *r, const char *name, const char *value)
{
    if (value != NULL)
        (void)http.add_response_header(r, name, value);
}

static enum MHD_Result queue(const struct addressee *r, unsigned status, const char *type,
                             struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    add(response, "Content-Type", type);
    add(response, "X-Content-Type-Options", "nosniff");
    add(response, "Vary", "Accept, Accept-Encoding, Accept-Language, Origin");
    if (type != NULL && strncmp(type, "text/html", 9) == 0)
        add(response, "Referrer-Policy", "no-referrer");
    add(response, "Access-Control-Allow-Origin", r->origin);
    if (r->origin != NULL)
        add(response, "Access-Control-Expose-Headers", "ETag, Location, Retry-After");
    atomic_fetch_add(&counted[status / 100 < 6 ? status / 100 : 0], 1);
    const enum MHD_Result queued = http.queue_response(r->connection, status, response);
    http.destroy_response(response);
    return queued;
}

static void add_tag(struct MHD_Response *r, const char *tag, bool packed)
{
    char quoted[JOB_KEY + 16];
    snprintf(quoted, sizeof quoted, "\"%s%s\"", tag, packed ? "-gzip" : "");
    add(r, "ETag", quoted);
    add(r, "Cache-Control", "no-cache");
}

bool reply_is_known(struct MHD_Connection *c, const char *tag)
{
    const char *known = http.lookup_connection_value(c, MHD_HEADER_KIND, "If-None-Match");
    return known != NULL && (strcmp(known, "*") == 0 || strstr(known, tag) != NULL);
}

/* ---- texts ---- */

static void free_bytes(void *bytes)
{
    xfree(bytes);
}

static struct MHD_Response *response_of(struct strbuf *bytes)
{
    strbuf_add(bytes, "", 0); /* so that there is something to point at */
    struct MHD_Response *response =
        http.create_response_from_buffer_with_free_callback_cls(bytes->length, bytes->at, free_bytes, bytes->at);
    if (response == NULL)
        strbuf_done(bytes);
    *bytes = (struct strbuf){0};
    return response;
}

enum MHD_Result reply_text(const struct addressee *r, unsigned status, const char *type, struct strbuf *bytes)
{
    return queue(r, status, type, response_of(bytes));
}

static const char *title_of(unsigned status)
{
    static const struct {
        unsigned status;
        const char *title;
    } known[] = {{400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {406, "Not Acceptable"},
                 {409, "Conflict"},
                 {413, "Content Too Large"},
                 {415, "Unsupported Media Type"},
                 {421, "Misdirected Request"},
                 {422, "Unprocessable Content"},
                 {429, "Too Many Requests"},
                 {501, "Not Implemented"},
                 {503, "Service Unavailable"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status)
            return known[i].title;
    return "Error";
}

enum MHD_Result reply_problem(const struct addressee *r, const struct problem *p)
{
    struct strbuf type = {0}, text = {0};
    char seconds[16];
    strbuf_printf(&type, "urn:kibitzer:problem:%s", p->type);
    const struct problem_record record = {.type = strbuf_text(&type),
                                          .title = title_of(p->status),
                                          .detail = p->detail,
                                          .option = p->option,
                                          .value = p->value,
                                          .status = (int)p->status,
                                          .line = p->line,
                                          .column = p->column,
                                          .input = p->input};
    answer_print(&problem_document, &record, &(struct answer_form){.style = ANSWER_JSON}, &text);
    strbuf_done(&type);
    struct MHD_Response *response = response_of(&text);
    if (response == NULL)
        return MHD_NO;
    add(response, "Allow", p->allow);
    add(response, "Connection", p->parts ? "close" : NULL);
    if (p->status == 401)
        add(response, "WWW-Authenticate", "Bearer");
    snprintf(seconds, sizeof seconds, "%u", p->retry);
    if (p->retry != 0)
        add(response, "Retry-After", seconds);
    return queue(r, p->status, "application/problem+json", response);
}

/* ---- faults ---- */

/* What commands advise, as clients can do it, or those who run the service. */
static void put_advice(const char *text, struct strbuf *out)
{
    static const struct {
        const char *option, *instead;
    } known[] = {{"--to ndjson", "Accept: application/x-ndjson"},
                 {"--hyper-database FILE", "`kibitzer serve --hyper-database FILE`"}};
    while (*text != '\0') {
        size_t i = 0;
        while (i < sizeof known / sizeof *known && strncmp(text, known[i].option, strlen(known[i].option)) != 0)
            i++;
        const bool is = i < sizeof known / sizeof *known;
        if (is)
            strbuf_puts(out, known[i].instead);
        else
            strbuf_putc(out, *text);
        text += is ? strlen(known[i].option) : 1;
    }
}

enum MHD_Result reply_fault(const struct addressee *r, const struct order_fault *f)
{
    static const struct {
        int code;
        unsigned status;
        const char *type;
    } known[] = {{KIBITZER_BAD_OPTION, 400, "bad-option"}, {KIBITZER_UNKNOWN, 400, "unknown-option"},
                 {KIBITZER_MISUSE, 422, "misuse"},         {KIBITZER_NO_MEMORY, 503, "no-memory"},
                 {KIBITZER_LIMIT, 422, "limit"},           {KIBITZER_CANCELLED, 409, "cancelled"},
                 {KIBITZER_UNREADABLE, 503, "collection"}};
    struct problem p = {.status = 400, .type = "unreadable"};
    struct strbuf words = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].code == f->code) {
            p.status = known[i].status;
            p.type = known[i].type;
        }
    if (f->nothing_fits) {
        p.status = 404;
        p.type = "nothing-fits";
    }
    put_advice(f->words != NULL && f->words[0] != '\0' ? f->words : "it was cancelled", &words);
    p.detail = strbuf_text(&words);
    p.option = f->option;
    p.value = f->value;
    p.line = f->line;
    p.column = f->column;
    p.input = f->input;
    p.retry = p.status == 503 ? RETRY_SECONDS : 0;
    const enum MHD_Result result = reply_problem(r, &p);
    strbuf_done(&words);
    return result;
}

/* ---- jobs ---- */

static struct answer_list lines_of(char *text, const char ***at)
{
    size_t n = 0, room = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        *at = grow(*at, n, &room, sizeof **at);
        (*at)[n++] = line;
    }
    return (struct answer_list){*at, n};
}

void job_state_json(struct job *job, struct strbuf *out)
{
    struct job_view v;
    char result[128], events[128];
    const char **lines = NULL;
    job_look(job, &v);
    snprintf(result, sizeof result, "/v1/jobs/%s/result", v.key);
    snprintf(events, sizeof events, "/v1/jobs/%s/events", v.key);
    struct job_record record = {.key = v.key, .state = job_state_names[v.state], .done = v.done};
    struct strbuf messages = {0}, problem = {0};
    if (v.state >= JOB_DONE) {
        put_advice(job_messages(job), &messages);
        strbuf_puts(&messages, "");
        record.messages = lines_of(messages.at, &lines);
    }
    record.doing = v.doing[0] != '\0' ? v.doing : NULL;
    record.result = v.state == JOB_DONE ? result : NULL;
    record.events = v.state < JOB_DONE ? events : NULL;
    if (v.state == JOB_FAILED)
        put_advice(job_fault(job)->words, &problem);
    record.problem = problem.at;
    answer_print(&job_document, &record, &(struct answer_form){.style = ANSWER_JSON}, out);
    xfree(lines);
    strbuf_done(&messages);
    strbuf_done(&problem);
}

enum MHD_Result reply_job(const struct addressee *r, struct job *job, bool accepted)
{
    struct strbuf text = {0};
    struct job_view v;
    char place[128];
    job_look(job, &v);
    job_state_json(job, &text);
    struct MHD_Response *response = response_of(&text);
    if (response == NULL)
        return MHD_NO;
    snprintf(place, sizeof place, "/v1/jobs/%s", v.key);
    add(response, "Cache-Control", "no-store");
    add(response, "Location", accepted ? place : NULL);
    add(response, "Retry-After", accepted ? "1" : NULL);
    return queue(r, accepted ? MHD_HTTP_ACCEPTED : MHD_HTTP_OK, "application/json", response);
}

static void let_job_go(void *job)
{
    job_release(job);
}

/* Where to find the messages about the input. */
static void add_link(struct MHD_Response *r, struct job *job)
{
    struct job_view v;
    char link[160];
    job_look(job, &v);
    snprintf(link, sizeof link, "</v1/jobs/%s>; rel=\"describedby\"", v.key);
    add(r, "Link", link);
}

/* Pages made from other people's files must not have access to anything else. */
static const char page_policy[] = "sandbox allow-scripts allow-downloads allow-popups allow-modals allow-forms";

enum MHD_Result reply_result(const struct addressee *r, struct job *job)
{
    const struct strbuf *packed = job_packed(job);
    const bool is_packed = r->packed && packed->length != 0;
    const struct strbuf *bytes = is_packed ? packed : job_bytes(job);
    if (reply_is_known(r->connection, job_tag(job)))
        return reply_unchanged(r, job_tag(job));
    struct job *held = job_hold(job);
    struct MHD_Response *response = http.create_response_from_buffer_with_free_callback_cls(
        bytes->length, (void *)strbuf_text(bytes), let_job_go, held);
    if (response == NULL) {
        job_release(held);
        return MHD_NO;
    }
    add_tag(response, job_tag(job), is_packed);
    add(response, "Content-Encoding", is_packed ? "gzip" : NULL);
    if (strcmp(job_type(job), "text/html") == 0)
        add(response, "Content-Security-Policy", page_policy);
    add_link(response, job);
    add(response, "Kibitzer-Result", job_fault(job)->code == KIBITZER_SOME_FAILED ? "some-failed" : NULL);
    char type[128];
    snprintf(type, sizeof type, "%s%s", job_type(job),
             strncmp(job_type(job), "text/", 5) == 0 ? "; charset=utf-8" : "");
    return queue(r, MHD_HTTP_OK, type, response);
}

enum MHD_Result reply_unchanged(const struct addressee *r, const char *tag)
{
    struct MHD_Response *response = http.create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    if (response == NULL)
        return MHD_NO;
    add_tag(response, tag, false);
    return queue(r, MHD_HTTP_NOT_MODIFIED, NULL, response);
}

/* ---- events ---- */

struct stream {
    struct MHD_Connection *connection;
    struct jobs *jobs;
    struct job *job;
    struct waiter wait;
    struct strbuf text; /* being sent */
    size_t sent;
    unsigned told; /* version + 1; 0 = nothing yet */
    bool over;
    double silent_since;
};

static void sleep_connection(void *connection)
{
    http.suspend_connection(connection);
}

static void wake_connection(void *connection)
{
    http.resume_connection(connection);
}

/* An event: each line of the document after a "data:". */
static void write_event(struct stream *s, const struct job_view *v)
{
    struct strbuf document = {0};
    job_state_json(s->job, &document);
    strbuf_printf(&s->text, "event: %s\nid: %u\n", v->state >= JOB_DONE ? job_state_names[v->state] : "progress",
                  v->version);
    for (char *line = document.at, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        strbuf_printf(&s->text, "data: %s\n", line);
    }
    strbuf_putc(&s->text, '\n');
    strbuf_done(&document);
}

static void prepare(struct stream *s)
{
    struct job_view v;
    const double now = service_now();
    job_look(s->job, &v);
    strbuf_clear(&s->text);
    s->sent = 0;
    s->over = v.state >= JOB_DONE;
    if (s->told != v.version + 1) {
        write_event(s, &v);
        s->told = v.version + 1;
        s->silent_since = now;
    } else if (now - s->silent_since >= EVENTS_SILENCE) {
        strbuf_puts(&s->text, ":\n\n");
        s->silent_since = now;
    }
}

static ssize_t read_events(void *stream, uint64_t at, char *to, size_t room)
{
    struct stream *s = stream;
    (void)at;
    if (s->sent == s->text.length && s->over)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (s->sent == s->text.length)
        prepare(s);
    if (s->text.length == 0) {
        s->wait = (struct waiter){.sleep = sleep_connection, .wake = wake_connection, .of = s->connection};
        s->wait.until = s->silent_since + EVENTS_SILENCE;
        s->wait.any_change = true;
        s->wait.seen = s->told - 1;
        if (!job_wait(s->job, &s->wait) && jobs_stopping(s->jobs))
            return MHD_CONTENT_READER_END_WITH_ERROR;
        return 0;
    }
    const size_t left = s->text.length - s->sent, n = left < room ? left : room;
    memcpy(to, s->text.at + s->sent, n);
    s->sent += n;
    return (ssize_t)n;
}

static void end_events(void *stream)
{
    struct stream *s = stream;
    job_wait_no_more(s->jobs, &s->wait);
    job_release(s->job);
    strbuf_done(&s->text);
    xfree(s);
}

enum MHD_Result reply_events(const struct addressee *r, struct jobs *jobs, struct job *job)
{
    struct stream *s = xcalloc(1, sizeof *s);
    *s = (struct stream){.connection = r->connection, .jobs = jobs, .job = job_hold(job)};
    struct MHD_Response *response =
        http.create_response_from_callback(MHD_SIZE_UNKNOWN, EVENTS_BLOCK, read_events, s, end_events);
    if (response == NULL) {
        end_events(s);
        return MHD_NO;
    }
    add(response, "Cache-Control", "no-store");
    add(response, "X-Accel-Buffering", "no"); /* nginx passes each event on at once */
    return queue(r, MHD_HTTP_OK, "text/event-stream", response);
}

/* ---- files ---- */

enum MHD_Result reply_read(const struct addressee *r, const char *type, const char *tag, struct strbuf *bytes)
{
    struct MHD_Response *response = response_of(bytes);
    if (response == NULL)
        return MHD_NO;
    add_tag(response, tag, false);
    return queue(r, MHD_HTTP_OK, type, response);
}

enum MHD_Result reply_file(const struct addressee *r, int fd, size_t size, const char *type, const char *tag)
{
    struct MHD_Response *response = http.create_response_from_fd64(size, fd);
    if (response == NULL) {
        close(fd);
        return MHD_NO;
    }
    if (tag != NULL)
        add_tag(response, tag, false);
    return queue(r, MHD_HTTP_OK, type, response);
}
