/* `kibitzer external`: plays for other programs. The server side of GNU Backgammon's external-player protocol. */
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/attempt.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/terminal.h"
#include "cli/thinking.h"
#include "play/external.h"

enum { REQUEST_MAX = 4096, POLL_MS = 200, HOST_MAX = 256, BACKLOG = 128, CHUNK = 4096 };

struct service {
    struct thinking t;
    struct rules rules;
    int idle_seconds, clients_max;
    atomic_int clients; /* connected now */
};

struct client {
    struct service *service;
    int fd;
    char chunk[CHUNK]; /* received and not yet looked at: from `at` to `end` */
    size_t at, end;
    bool over; /* the other side sends no more */
};

/* Fills the empty chunk. False if nothing came: the other side has finished, is gone, or was silent for too long. */
static bool receive(struct client *c)
{
    const int rounds = c->service->idle_seconds * (1000 / POLL_MS);
    for (int i = 0; i < rounds && !interrupted(); i++) {
        struct pollfd waiting = {.fd = c->fd, .events = POLLIN};
        if (poll(&waiting, 1, POLL_MS) <= 0)
            continue;
        const ssize_t n = recv(c->fd, c->chunk, sizeof c->chunk, 0);
        if (n < 0 && errno == EINTR)
            continue;
        c->at = 0;
        c->end = n > 0 ? (size_t)n : 0;
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

static void answer_line(const struct service *s, struct worker *w, struct span line, struct strbuf *out)
{
    const char *problem = "longer than any request";
    strbuf_clear(out);
    if (line.length <= REQUEST_MAX && external_answer(s->t.engine, w, &s->t.level, line, &s->rules, out, &problem))
        return;
    strbuf_clear(out);
    strbuf_printf(out, "Error (%s)", problem);
    say_note("refused a request: %s", problem);
}

static void converse(void *client)
{
    struct client *c = client;
    struct worker *w = worker_new(c->service->t.engine);
    struct strbuf line = {0}, out = {0};
    while (receive_line(c, &line)) {
        if (span_trim((struct span){strbuf_text(&line), line.length}).length == 0)
            continue;
        answer_line(c->service, w, (struct span){line.at, line.length}, &out);
        if (!external_send(c->fd, &out))
            break;
    }
    strbuf_done(&line);
    strbuf_done(&out);
    worker_free(w);
}

static void *serve(void *client)
{
    struct client *c = client;
    if (!attempt(converse, c))
        say_error("a connection was closed: %s", attempt_why_text());
    close(c->fd);
    atomic_fetch_sub(&c->service->clients, 1);
    xfree(c);
    return NULL;
}

static int listen_at(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    if (getaddrinfo(host[0] != '\0' ? host : NULL, port, &hints, &found) != 0)
        return -1;
    int fd = -1, yes = 1;
    for (struct addrinfo *a = found; a != NULL && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd < 0)
            continue;
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(fd, a->ai_addr, a->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

static void turn_away(int fd, const char *why)
{
    say_error("a connection was refused: %s", why);
    close(fd);
}

static void welcome(struct service *s, int fd)
{
    pthread_t thread;
    if (atomic_fetch_add(&s->clients, 1) >= s->clients_max) {
        atomic_fetch_sub(&s->clients, 1);
        turn_away(fd, "there are as many clients as --clients allows");
        return;
    }
    struct client *c = xmalloc_or_null(sizeof *c);
    if (c != NULL)
        *c = (struct client){.service = s, .fd = fd};
    if (c != NULL && pthread_create(&thread, NULL, serve, c) == 0) {
        pthread_detach(thread);
        return;
    }
    atomic_fetch_sub(&s->clients, 1);
    xfree(c);
    turn_away(fd, c == NULL ? "out of memory" : "no thread could be created");
}

static void accept_clients(struct service *s, int fd)
{
    while (!interrupted()) {
        struct pollfd waiting = {.fd = fd, .events = POLLIN};
        if (poll(&waiting, 1, POLL_MS) <= 0)
            continue;
        int client = accept(fd, NULL, NULL);
        if (client >= 0)
            welcome(s, client);
        else
            poll(NULL, 0, POLL_MS); /* out of descriptors, it may be: whoever waits is asked again */
    }
}

/* An address of this machine that no other can reach. */
static bool is_loopback(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 || strcmp(host, "[::1]") == 0 ||
           (strncmp(host, "127.", 4) == 0 && host[strspn(host, "0123456789.")] == '\0');
}

static int run(const struct args *a)
{
    const char *address = args_text(a, "listen"), *port;
    char host[HOST_MAX];
    struct service s = {.rules = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true}};
    s.rules.jacoby = args_has(a, "jacoby");
    s.rules.beavers = args_has(a, "beavers");
    if (a->n_operands != 0)
        return usage_error(a->command, "found \"%s\", expected options only", a->operand[0]);
    if (!external_address(address, host, sizeof host, &port))
        return usage_error(a->command, "--listen %s: HOST:PORT is expected, the port from 1 to 65535", address);
    int result;
    if (!args_number(a, "idle", 1, 1000000, 600, &s.idle_seconds) ||
        !args_number(a, "clients", 1, THREADS_MAX, 64, &s.clients_max))
        return EXIT_USAGE;
    if (!is_loopback(host) && !args_has(a, "allow-remote"))
        return usage_error(a->command, "--listen %s: other machines could connect; say --allow-remote if they may",
                           address);
    if (!thinking_begin(&s.t, a, &result))
        return result;
    interrupts_catch();
    int fd = listen_at(host, port);
    if (fd < 0) {
        say_error("%s: cannot be listened at: expected an address of this machine, not in use", address);
        thinking_done(&s.t);
        return EXIT_NOTHING;
    }
    if (!is_loopback(host))
        say_warning("any machine that reaches %s can make this one think; nobody is asked who they are", address);
    say("listening at %s, level %s", address, s.t.level.name);
    accept_clients(&s, fd);
    close(fd);
    /* Threads of clients may still be answering: the engine stays until the process ends. */
    return EXIT_INTERRUPTED;
}

static const struct option_row options[] = {
    {"listen", 0, "HOST:PORT", "127.0.0.1:1234", "where to wait for connections"},
    {"jacoby", 0, NULL, NULL, "the Jacoby rule is in force in money play (requests do not specify it)"},
    {"beavers", 0, NULL, NULL, "beavers are allowed in money play"},
    {"idle", 0, "SECONDS", "600", "close a connection that has been silent for this long"},
    {"clients", 0, "N", "64", "connections at a time; others are refused"},
    {"allow-remote", 0, NULL, NULL, "listen at an address that other machines can reach"},
    LEVEL_OPTION,
    ENGINE_OPTIONS,
    {0},
};

const struct command command_external = {
    .name = "external",
    .usage = "[--listen HOST:PORT] [--level L]",
    .summary = "play for other programs through GNU Backgammon's external-player protocol",
    .description =
        "Waits for connections and answers each request line with `roll`, `double`, `take`, `drop`, `beaver`\n"
        "or a play, until it is interrupted. In GNU Backgammon: `new session`, then\n"
        "`set player 1 external 127.0.0.1:1234`, then `play`.\n\n"
        "example:\n  kibitzer external --level 2ply --listen 127.0.0.1:1234\n",
    .options = options,
    .run = run,
};
