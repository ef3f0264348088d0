/* `external`: plays for other programs. The server side of GNU Backgammon's external-player protocol. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/socket.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "engine/met.h"
#include "engine/pool.h"
#include "play/external.h"
#include "play/ubgi.h"

enum { REQUEST_MAX = 4096, POLL_MS = 200, HOST_MAX = 256, CHUNK = 4096 };

struct external_options {
    const char *listen;
    bool jacoby, beavers, allow_remote, ubgi;
    int idle, clients;
    struct level_option level;
    struct engine_files files;
    struct answers_options answer; /* when it ends; as text: nothing */
};

struct service {
    const struct external_options *options;
    struct engine_pool pool;
    struct call *call; /* for which the threads of clients work */
    struct rules rules;
    struct strbuf address; /* at which it listens */
    atomic_int clients; /* connected now */
    atomic_long connections, answered, refused; /* so far; requests */
    pthread_mutex_t lock; /* of what follows */
    int *fd; /* [options->clients], -1 = free */
};

struct client {
    struct service *service;
    int fd, place; /* in the service's list */
    char chunk[CHUNK]; /* received and not yet looked at: from `at` to `end` */
    size_t at, end;
    bool over; /* the other side sends no more */
};

/* Fills the empty chunk. False if nothing came: the other side has finished, is gone, or was silent for too long. */
static bool receive(struct client *c)
{
    const int rounds = c->service->options->idle * (1000 / POLL_MS);
    for (int i = 0; i < rounds && !call_cancelled(); i++) {
        const ssize_t n = socket_receive(c->fd, c->chunk, sizeof c->chunk, POLL_MS);
        if (n < 0)
            continue;
        c->at = 0;
        c->end = (size_t)n;
        return n > 0;
    }
    return false;
}

/* One request without its end; GNU Backgammon ends lines with a newline and a NUL, and the last one may end with the
 * connection. False if there is none. Of a line that is too long only so much is kept that it can be refused. */
static bool receive_line(struct client *c, struct strbuf *line)
{
    strbuf_clear(line);
    while (!c->over) {
        while (c->at < c->end) {
            const char next = c->chunk[c->at++];
            if (next == '\n')
                return true;
            if (next != '\0' && next != '\r' && line->length <= REQUEST_MAX)
                strbuf_putc(line, next);
        }
        c->over = !receive(c);
    }
    return line->length != 0;
}

static void answer_line(struct service *s, struct worker *w, struct span line, struct strbuf *out)
{
    const char *problem = W_("longer than any request");
    strbuf_clear(out);
    if (line.length <= REQUEST_MAX &&
        external_answer(s->pool.engine, w, &s->options->level.level, line, &s->rules, out, &problem)) {
        atomic_fetch_add(&s->answered, 1);
        return;
    }
    atomic_fetch_add(&s->refused, 1);
    strbuf_clear(out);
    strbuf_printf(out, "Error: %s", problem);
    say_note("refused a request: %s", problem);
}

static void converse(void *client)
{
    struct client *c = client;
    struct worker *w = worker_new(c->service->pool.engine);
    struct strbuf line = {0}, out = {0};
    while (receive_line(c, &line)) {
        const struct span request = span_trim((struct span){strbuf_text(&line), line.length});
        if (request.length == 0)
            continue;
        if (span_equal_nocase(request, "exit"))
            break;
        answer_line(c->service, w, (struct span){line.at, line.length}, &out);
        if (!socket_send_line(c->fd, &out, c->service->options->idle))
            break;
    }
    strbuf_done(&line);
    strbuf_done(&out);
    worker_free(w);
}

static void *serve(void *client)
{
    struct client *c = client;
    struct service *s = c->service;
    call_enter(s->call);
    if (!attempt_until_cancelled(converse, c) && !attempt_was_cancelled())
        say_error("a connection was closed: %s", attempt_why_text());
    pthread_mutex_lock(&s->lock);
    s->fd[c->place] = -1;
    socket_close(c->fd);
    pthread_mutex_unlock(&s->lock);
    xfree(c);
    atomic_fetch_sub(&s->clients, 1); /* the last step: the service goes when there are none */
    return NULL;
}

static void turn_away(int fd, const char *why)
{
    say_error("a connection was refused: %s", why);
    socket_close(fd);
}

/* A place in the list; there is one for each client that is let in. */
static int place_of(struct service *s, int fd)
{
    int place = 0;
    pthread_mutex_lock(&s->lock);
    while (s->fd[place] >= 0)
        place++;
    s->fd[place] = fd;
    pthread_mutex_unlock(&s->lock);
    return place;
}

static void free_place(struct service *s, int place)
{
    pthread_mutex_lock(&s->lock);
    s->fd[place] = -1;
    pthread_mutex_unlock(&s->lock);
}

static void welcome(struct service *s, int fd)
{
    pthread_t thread;
    if (atomic_fetch_add(&s->clients, 1) >= s->options->clients) {
        atomic_fetch_sub(&s->clients, 1);
        turn_away(fd, "there are as many clients as --clients allows");
        return;
    }
    struct client *c = xmalloc_or_null(sizeof *c);
    const int place = place_of(s, fd);
    if (c != NULL)
        *c = (struct client){.service = s, .fd = fd, .place = place};
    if (c != NULL && pthread_create(&thread, NULL, serve, c) == 0) {
        atomic_fetch_add(&s->connections, 1);
        pthread_detach(thread);
        return;
    }
    free_place(s, place);
    atomic_fetch_sub(&s->clients, 1);
    xfree(c);
    turn_away(fd, c == NULL ? "out of memory" : "no thread could be created");
}

static void accept_clients(struct service *s, int fd)
{
    while (!call_cancelled()) {
        const int client = socket_accept(fd, POLL_MS);
        if (client >= 0)
            welcome(s, client);
    }
}

/* Hangs up on all clients and waits until the last thread has gone. */
static void send_away(struct service *s)
{
    pthread_mutex_lock(&s->lock);
    for (int i = 0; i < s->options->clients; i++)
        if (s->fd[i] >= 0)
            socket_hang_up(s->fd[i]);
    pthread_mutex_unlock(&s->lock);
    while (atomic_load(&s->clients) > 0)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void serve_until_cancelled(struct service *s, int fd)
{
    s->fd = xcalloc((size_t)s->options->clients, sizeof *s->fd);
    for (int i = 0; i < s->options->clients; i++)
        s->fd[i] = -1;
    pthread_mutex_init(&s->lock, NULL);
    accept_clients(s, fd);
    send_away(s);
    pthread_mutex_destroy(&s->lock);
    xfree(s->fd);
}

struct served {
    const char *listen, *level;
    long connections, answered, refused;
};

static const struct answer_field served_fields[] = {
    ANSWER(struct served, listen, "Address", .example = "127.0.0.1:4321"),
    ANSWER(struct served, level, "Level", .example = "2ply"),
    ANSWER(struct served, connections, "Connections"),
    ANSWER(struct served, answered, "Answered", .help = "requests"),
    ANSWER(struct served, refused, "Refused", .help = "requests that could not be answered"),
    {0}};
static const struct answer_rows served_rows = {"Served", NULL, sizeof(struct served), served_fields};
static const struct answer_document external_document = {
    "external", 1, "What was served", "What `external` has served, when it ends.", .rows = &served_rows, .whole = true};

static void print_served(struct service *s)
{
    if (s->options->answer.form == ANSWERS_TEXT)
        return;
    (void)answers_put(&s->options->answer, &external_document,
                      &(struct served){strbuf_text(&s->address), s->options->level.level.name,
                                       atomic_load(&s->connections), atomic_load(&s->answered),
                                       atomic_load(&s->refused)});
}

/* --listen, with the port that was found where it is 0. */
static void put_address(int fd, const char *listen, struct strbuf *out)
{
    const char *port = strrchr(listen, ':') + 1;
    if (strtol(port, NULL, 10) == 0)
        strbuf_printf(out, "%.*s%d", (int)(port - listen), listen, socket_port(fd));
    else
        strbuf_puts(out, listen);
}

static int open_service(struct service *s, const char *host, const char *port)
{
    const struct external_options *o = s->options;
    const int fd = socket_listen(host, port);
    if (fd < 0) {
        say_error("cannot listen on %s: expected an address of this machine, not in use", o->listen);
        return CALL_NOTHING;
    }
    if (!socket_is_loopback(host))
        say_warning("any machine that can reach %s can use this one; clients are not authenticated", o->listen);
    put_address(fd, o->listen, &s->address);
    say("listening on %s, level %s", strbuf_text(&s->address), o->level.level.name);
    serve_until_cancelled(s, fd);
    socket_close(fd);
    print_served(s);
    strbuf_done(&s->address);
    return CALL_CANCELLED;
}

/* ---- UBGI: the other side has started this program, and writes to its standard input ---- */

static int speak_ubgi(struct service *s)
{
    struct worker *w = worker_new(s->pool.engine);
    struct ubgi u = {.level = s->options->level.level, .rules = s->rules};
    struct strbuf out = {0};
    char *line = NULL;
    size_t room = 0;
    bool goes_on = true;
    for (ssize_t n = 0; goes_on && !call_cancelled() && (n = getline(&line, &room, stdin)) >= 0;) {
        strbuf_clear(&out);
        goes_on = ubgi_answer(&u, s->pool.engine, w, (struct span){line, (size_t)n}, &out);
        call_write(strbuf_text(&out), out.length);
        call_flush();
    }
    free(line);
    strbuf_done(&out);
    worker_free(w);
    return call_cancelled() ? CALL_CANCELLED : CALL_CLEAN;
}

static int external_run(const void *options, const char *const *input, size_t n)
{
    const struct external_options *o = options;
    const char *port;
    char host[HOST_MAX];
    struct service s = {.options = o, .call = call_current()};
    s.rules = (struct rules){.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true};
    s.rules.jacoby = o->jacoby;
    s.rules.beavers = o->beavers;
    if (n != 0)
        return call_misuse("found \"%s\", expected options only", input[0]);
    if (!external_address(o->listen, true, host, sizeof host, &port))
        return call_misuse("--listen %s: HOST:PORT is expected, the port from 0 (any that is free) to 65535",
                           o->listen);
    if (!socket_is_loopback(host) && !o->allow_remote)
        return call_misuse("--listen %s: other machines could connect; say --allow-remote if they may", o->listen);
    if (!engine_pool_open(&s.pool, &o->files, 1))
        return CALL_NOTHING;
    if (met_players_differ(engine_met(s.pool.engine))) {
        engine_pool_close(&s.pool);
        return call_misuse("%s", stronger_unsaid);
    }
    const int result = o->ubgi ? speak_ubgi(&s) : open_service(&s, host, port);
    engine_pool_close(&s.pool);
    return result;
}

static const struct option_row rows[] = {
    OPTION("listen", struct external_options, listen, .argument = "HOST:PORT", .initial = "127.0.0.1:1234",
           .help = "where to wait for connections; with port 0 at a port that is free, which is printed"),
    OPTION("jacoby", struct external_options, jacoby,
           .help = "the Jacoby rule is in force in money play (requests do not specify it)"),
    OPTION("beavers", struct external_options, beavers, .help = "beavers are allowed in money play"),
    OPTION("idle", struct external_options, idle, .argument = "SECONDS", .initial = "600", .least = 1, .most = 1000000,
           .help = "close a connection that has been silent, or has not read, for this long"),
    OPTION("clients", struct external_options, clients, .argument = "N", .initial = "64", .least = 1,
           .most = THREADS_MAX, .help = "connections at a time; others are refused"),
    OPTION("ubgi", struct external_options, ubgi,
           .help = "speak UBGI with the program that started this one, on standard input and output"),
    OPTION("allow-remote", struct external_options, allow_remote,
           .help = "listen at an address that other machines can reach"),
    {0},
};

static const struct option_group own_group = {.title = "Connections", .rows = rows};

static const struct option_part parts[] = {{&own_group, 0},
                                           {&answers_text_group, offsetof(struct external_options, answer)},
                                           {&level_group, offsetof(struct external_options, level)},
                                           {&engine_group, offsetof(struct external_options, files)},
                                           {0}};

static bool external_settle(const struct options *given, void *all, struct option_fault *f)
{
    const struct external_options *o = all;
    (void)given;
    return !o->ubgi || o->answer.form == ANSWERS_TEXT ||
           option_refuse(f, NULL, NULL,
                         "--ubgi uses standard output for its protocol: the answer needs a file of its own");
}

static const struct answer_document *const answers[] = {&external_document, NULL};

const struct command external_command = {{"external", sizeof(struct external_options), parts, external_settle},
                                         .run = external_run,
                                         .answers = answers,
                                         .finishes = true};
