/* The loop of the server: one thread reads and answers at once what takes no time; tools work in threads of their own,
 * so that a cancellation is read while they do. See assistant.h. */
#include "assistant/assistant.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assistant/describe.h"
#include "assistant/protocol.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/json_source.h"
#include "kibitzer.h"

enum { WORKERS = 4, WAITING_MAX = 64, LINE_ROOM = 32 << 20, POLL_NS = 50000000, PROGRESS_MS = 500 };

struct job { /* a call of a tool, of calloc(): it belongs to no thread */
    struct job *next;
    struct request request;
    const struct tool *tool;
    struct server *server;
    struct order *order; /* at work; NULL = none */
    bool at_work;
    atomic_bool cancelled;
    double done; /* reported last */
    struct timespec reported;
};

struct server {
    const struct assistant_options *options;
    struct shelf *shelf;
    struct call *call; /* whose output the answers are */
    json_object *described; /* of the tools, by name; for the reading thread alone */
    bool greeted; /* by `initialize` */
    pthread_mutex_t engine_lock; /* while the first call opens it: databases may be made for it */
    struct kibitzer_engine *engine;
    bool engine_tried;
    pthread_t worker[WORKERS];
    int n_workers;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    struct job *first; /* in the order of arrival; those at work too */
    int n_jobs;
    bool over;
};

/* ---- output ---- */

/* Writes a line, and takes over the answer. */
static void put(struct server *s, json_object *answer)
{
    size_t length = 0;
    const char *text =
        json_object_to_json_string_length(answer, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &length);
    char *line = malloc(length + 1);
    struct call *before = call_enter(s->call);
    if (line != NULL) {
        memcpy(line, text, length);
        line[length] = '\n';
        call_write(line, length + 1); /* in one go, so that lines of several threads do not mix */
        call_flush();
    }
    call_enter(before);
    free(line);
    json_object_put(answer);
}

static bool is_heard(struct server *s)
{
    struct call *before = call_enter(s->call);
    const bool whole = call_output_is_whole() && !call_cancelled();
    call_enter(before);
    return whole;
}

/* ---- results of tools ---- */

static json_object *text_part(const char *text)
{
    json_object *part = json_object_new_object();
    json_object_object_add(part, "type", json_object_new_string("text"));
    json_object_object_add(part, "text", json_object_new_string(text));
    return part;
}

static json_object *refusal(const char *words)
{
    json_object *out = json_object_new_object(), *content = json_object_new_array();
    json_object_array_add(content, text_part(words));
    json_object_object_add(out, "content", content);
    json_object_object_add(out, "isError", json_object_new_boolean(true));
    return out;
}

static json_object *answer_of(const struct errand *t)
{
    json_object *out = json_object_new_object(), *content = json_object_new_array();
    json_object_array_add(content, text_part(json_object_to_json_string_ext(
                                       t->answer, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE)));
    for (size_t i = 0; t->pictures != NULL && i < json_object_array_length(t->pictures); i++)
        json_object_array_add(content, json_object_get(json_object_array_get_idx(t->pictures, i)));
    json_object_object_add(out, "content", content);
    json_object_object_add(out, "structuredContent", json_object_get(t->answer));
    json_object_object_add(out, "isError", json_object_new_boolean(false));
    return out;
}

/* ---- at work ---- */

static void works_on(void *job, struct order *o)
{
    struct job *j = job;
    pthread_mutex_lock(&j->server->lock);
    j->order = o;
    if (o != NULL && j->cancelled)
        order_cancel(o);
    pthread_mutex_unlock(&j->server->lock);
}

static double ms_since(const struct timespec *from)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - from->tv_sec) * 1e3 + (double)(now.tv_nsec - from->tv_nsec) / 1e6;
}

/* Progress messages are few, and always rise. */
static bool tell_progress(void *job, double done, const char *what)
{
    struct job *j = job;
    json_object *token = protocol_member(protocol_member(j->request.params, "_meta"), "progressToken");
    done = floor(done * 1e4) / 1e4; /* as it is shown */
    if (token == NULL || done <= j->done || ms_since(&j->reported) < PROGRESS_MS || j->cancelled)
        return true;
    j->done = done;
    clock_gettime(CLOCK_MONOTONIC, &j->reported);
    put(j->server, protocol_progress(token, done, what));
    return true;
}

static void open_engine(void *server)
{
    struct server *s = server;
    struct kibitzer_options *o = kibitzer_options_new("analyze", NULL);
    s->engine = o != NULL ? kibitzer_engine_new(o, NULL) : NULL;
    kibitzer_options_free(o);
}

/* Opened once, by the first call, as clients do not wait long for their first answer. It outlives the call. */
static struct kibitzer_engine *engine_of(struct server *s)
{
    pthread_mutex_lock(&s->engine_lock);
    if (!s->engine_tried)
        (void)attempt_apart(open_engine, s);
    s->engine_tried = true;
    pthread_mutex_unlock(&s->engine_lock);
    return s->engine;
}

static void work(void *job)
{
    struct job *j = job;
    json_object *params = j->request.params, *given = protocol_member(params, "arguments");
    struct errand t = {.options = j->server->options,
                       .shelf = j->server->shelf,
                       .engine = engine_of(j->server),
                       .works_on = works_on,
                       .progress = tell_progress,
                       .context = j,
                       .arguments = given != NULL ? json_object_get(given) : json_object_new_object()};
    errand_begin(&t);
    json_object *result = tool_run(&t, j->tool) ? answer_of(&t) : refusal(strbuf_text(&t.problem));
    json_object *answer = protocol_result(&j->request, result);
    json_object_put(t.arguments);
    errand_done(&t);
    if (j->cancelled)
        json_object_put(answer); /* nobody waits for it */
    else
        put(j->server, answer);
}

static void free_job(struct job *j)
{
    protocol_done(&j->request);
    free(j);
}

/* The lock is held. */
static void take_out(struct server *s, struct job *j)
{
    struct job **at = &s->first;
    while (*at != j)
        at = &(*at)->next;
    *at = j->next;
    s->n_jobs--;
    pthread_cond_broadcast(&s->changed);
}

static struct job *next_job(struct server *s)
{
    struct job *j = NULL;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        for (j = s->first; j != NULL && j->at_work;)
            j = j->next;
        if (j != NULL || s->over)
            break;
        pthread_cond_wait(&s->changed, &s->lock);
    }
    if (j != NULL)
        j->at_work = true;
    pthread_mutex_unlock(&s->lock);
    return j;
}

static void *worker(void *server)
{
    struct server *s = server;
    for (struct job *j; (j = next_job(s)) != NULL;) {
        const bool done = attempt(work, j);
        if (!done)
            works_on(j, NULL); /* the order is freed with the attempt */
        if (!done)
            put(s, protocol_error(j->request.id, RPC_INTERNAL, "out of memory", NULL));
        pthread_mutex_lock(&s->lock);
        take_out(s, j);
        pthread_mutex_unlock(&s->lock);
        free_job(j);
    }
    return NULL;
}

/* ---- requests ---- */

/* It gets no answer, whether it is running or waiting. */
static void cancel_job(struct job *j)
{
    j->cancelled = true;
    if (j->order != NULL)
        order_cancel(j->order);
}

static bool is_same_id(json_object *a, json_object *b)
{
    return strcmp(json_object_to_json_string(a), json_object_to_json_string(b)) == 0;
}

static void cancel(struct server *s, json_object *id)
{
    pthread_mutex_lock(&s->lock);
    for (struct job *j = s->first; j != NULL; j = j->next)
        if (id == NULL || is_same_id(j->request.id, id))
            cancel_job(j);
    pthread_mutex_unlock(&s->lock);
}

/* Takes the request. False: there are too many. */
static bool begin_job(struct server *s, struct request *r, const struct tool *tool)
{
    struct job *j = calloc(1, sizeof *j);
    if (j == NULL)
        return false;
    *j = (struct job){.request = *r, .tool = tool, .server = s};
    clock_gettime(CLOCK_MONOTONIC, &j->reported);
    pthread_mutex_lock(&s->lock);
    struct job **last = &s->first;
    while (*last != NULL)
        last = &(*last)->next;
    const bool room = s->n_jobs < WAITING_MAX;
    if (room) {
        *last = j;
        s->n_jobs++;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    if (room)
        *r = (struct request){0};
    else
        free(j);
    return room;
}

static json_object *call_tool(struct server *s, struct request *r)
{
    json_object *named = protocol_member(r->params, "name"), *given = protocol_member(r->params, "arguments");
    const struct tool *tool =
        json_object_is_type(named, json_type_string) ? tool_named(s->options, json_object_get_string(named)) : NULL;
    struct strbuf why = {0};
    if (tool == NULL)
        return protocol_error(r->id, RPC_BAD_PARAMS, "there is no tool of this name", NULL);
    if (given != NULL && !json_object_is_type(given, json_type_object))
        return protocol_error(r->id, RPC_BAD_PARAMS, "arguments: expected an object", NULL);
    json_object *empty = json_object_new_object(), *answer = NULL;
    if (!describe_fits(protocol_member(s->described, tool->name), given != NULL ? given : empty, &why))
        answer = protocol_result(r, refusal(strbuf_text(&why)));
    else if (!begin_job(s, r, tool))
        answer = protocol_result(r, refusal("too many calls are waiting: try again when some are answered"));
    strbuf_done(&why);
    json_object_put(empty);
    return answer;
}

static json_object *list_tools(struct server *s, const struct request *r)
{
    json_object *out = json_object_new_object(), *list = json_object_new_array();
    if (protocol_member(r->params, "cursor") != NULL) {
        json_object_put(out);
        json_object_put(list);
        return protocol_error(r->id, RPC_BAD_PARAMS, "there is no such cursor: the list has one page", NULL);
    }
    for (const struct tool *tool = tools; tool->name != NULL; tool++)
        if (tool_named(s->options, tool->name) != NULL)
            json_object_array_add(list, json_object_get(protocol_member(s->described, tool->name)));
    json_object_object_add(out, "tools", list);
    protocol_lasts(r, out);
    return protocol_result(r, out);
}

static json_object *greet(struct server *s, const struct request *r)
{
    json_object *hello = protocol_hello(r->params);
    struct request old = *r;
    old.modern = false;
    s->greeted = hello != NULL;
    return hello != NULL ? protocol_result(&old, hello)
                         : protocol_error(r->id, RPC_BAD_PARAMS, "initialize lacks protocolVersion", NULL);
}

static json_object *discover(const struct request *r)
{
    json_object *out = protocol_discovery();
    protocol_lasts(r, out);
    return protocol_result(r, out);
}

/* The answer, or NULL: there is none, or not yet. */
static json_object *answer(struct server *s, struct request *r)
{
    const char *method = r->method;
    if (r->id == NULL) {
        json_object *id = protocol_member(r->params, "requestId");
        if (strcmp(method, "notifications/cancelled") == 0 && id != NULL)
            cancel(s, id);
        return NULL;
    }
    if (strcmp(method, "initialize") == 0)
        return greet(s, r);
    if (strcmp(method, "ping") == 0 && !r->modern)
        return protocol_result(r, json_object_new_object());
    const bool lists = strcmp(method, "tools/list") == 0, calls = strcmp(method, "tools/call") == 0;
    const bool discovers = strcmp(method, "server/discover") == 0;
    if (!lists && !calls && !discovers)
        return protocol_error(r->id, RPC_NO_METHOD, "there is no such method", NULL);
    if (!r->modern && (discovers || !s->greeted))
        return protocol_error(r->id, RPC_BAD_PARAMS,
                              "_meta lacks io.modelcontextprotocol/protocolVersion, and there was no initialize", NULL);
    return lists ? list_tools(s, r) : calls ? call_tool(s, r) : discover(r);
}

struct reading {
    struct server *server;
    struct span line;
    bool cut; /* longer than any request */
};

static void take_request(struct server *s, struct span text)
{
    struct request r = {0};
    json_object *out = protocol_read(text, &r);
    if (out == NULL && r.method != NULL)
        out = answer(s, &r);
    if (out != NULL)
        put(s, out);
    protocol_done(&r);
}

/* Of several requests each is answered by a line of its own, as its answer comes. */
static void take_line(void *reading)
{
    struct reading *l = reading;
    size_t at = 0;
    if (l->cut)
        put(l->server, protocol_error(NULL, RPC_NOT_A_REQUEST, "the line is too long", NULL));
    else if (!protocol_is_batch(l->line))
        take_request(l->server, l->line);
    else
        for (struct span one; (one = json_source_next(l->line, &at)).length != 0;)
            take_request(l->server, one);
}

/* ---- lines ---- */

/* The next line without its end; empty if it is too long. False at the end of the input. */
static bool next_line(struct strbuf *line, bool *cut)
{
    int c;
    strbuf_clear(line);
    *cut = false;
    while ((c = getc(stdin)) != EOF && c != '\n') {
        *cut = *cut || line->length >= LINE_ROOM;
        if (!*cut)
            strbuf_putc(line, (char)c);
    }
    return c != EOF || line->length != 0;
}

static void read_lines(struct server *s)
{
    struct reading l = {.server = s};
    struct strbuf line = {0};
    while (is_heard(s) && next_line(&line, &l.cut)) {
        l.line = span_trim((struct span){strbuf_text(&line), line.length});
        if (l.line.length == 0 && !l.cut)
            continue;
        if (!attempt(take_line, &l))
            put(s, protocol_error(NULL, RPC_INTERNAL, "out of memory", NULL));
    }
    strbuf_done(&line);
}

/* All requests so far are answered, unless nobody is listening any more. */
static void finish(struct server *s)
{
    struct timespec until;
    pthread_mutex_lock(&s->lock);
    while (s->n_jobs > 0) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += POLL_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        (void)pthread_cond_timedwait(&s->changed, &s->lock, &until);
        pthread_mutex_unlock(&s->lock);
        if (!is_heard(s))
            cancel(s, NULL);
        pthread_mutex_lock(&s->lock);
    }
    s->over = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < s->n_workers; i++)
        pthread_join(s->worker[i], NULL);
}

static void describe_all(struct server *s)
{
    s->described = json_object_new_object();
    for (const struct tool *tool = tools; tool->name != NULL; tool++)
        json_object_object_add(s->described, tool->name, describe_tool(tool));
}

bool assistant_serve(const struct assistant_options *o)
{
    struct server s = {.options = o, .call = call_current(), .shelf = shelf_new()};
    pthread_mutex_init(&s.lock, NULL);
    pthread_mutex_init(&s.engine_lock, NULL);
    pthread_cond_init(&s.changed, NULL);
    while (s.n_workers < WORKERS && pthread_create(&s.worker[s.n_workers], NULL, worker, &s) == 0)
        s.n_workers++;
    const bool ready = s.shelf != NULL && s.n_workers > 0;
    if (ready) {
        describe_all(&s);
        read_lines(&s);
    }
    finish(&s);
    json_object_put(s.described);
    shelf_free(s.shelf);
    kibitzer_engine_free(s.engine);
    pthread_cond_destroy(&s.changed);
    pthread_mutex_destroy(&s.engine_lock);
    pthread_mutex_destroy(&s.lock);
    return ready;
}
