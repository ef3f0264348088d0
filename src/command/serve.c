/* `serve`: an HTTP service of the commands (src/service, docs/service.md). */
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/os.h"
#include "base/socket.h"
#include "base/xmalloc.h"
#include "engine/engine_options.h"
#include "kibitzer.h"
#include "service/service.h"
#include "storage/collection.h"

struct serve_options {
    struct service_options service;
    struct jobs_option jobs;
    struct engine_files files;
};

/* ---- options ---- */

enum { HOST_ROOM = 256, PORT_MAX = 65535 };

/* A host and a port, 0 = any that is free; or a socket file. */
static bool parse_address(const struct option_value *v)
{
    const char *colon = strrchr(v->text, ':');
    char *end;
    *(const char **)v->field = arena_strdup(v->arena, v->text);
    if (strncmp(v->text, "unix:", 5) == 0)
        return v->text[5] == '/' || option_wrong(v, "after unix: the whole path of a socket file is expected");
    if (colon == NULL || colon - v->text >= HOST_ROOM || colon[1] < '0' || colon[1] > '9')
        return option_wrong(v, "HOST:PORT is expected, or unix:PATH");
    const unsigned long port = strtoul(colon + 1, &end, 10);
    return (*end == '\0' && port <= PORT_MAX) || option_wrong(v, "a port from 0 to %d is expected", PORT_MAX);
}

static const struct option_row rows[] = {
    OPTION("listen", struct service_options, listen, .argument = "HOST:PORT", .initial = "127.0.0.1:8080",
           .parse = parse_address,
           .help = "where to wait for connections: port 0 is any that is free, unix:PATH a socket file.\n"
                   "A socket that systemd hands over comes first"),
    OPTION("allow-remote", struct service_options, allow_remote,
           .help = "listen at an address that other machines can reach"),
    OPTION("host", struct service_options, hosts, .argument = "NAME",
           .help = "a name under which clients reach this service, besides localhost; may be repeated"),
    OPTION("origin", struct service_options, origins, .argument = "URL",
           .help = "pages of this origin (https://example.org) may ask, too; may be repeated"),
    OPTION("tokens", struct service_options, tokens, .argument = "FILE", .flags = OPTION_READS_FILE,
           .help = "only clients with a token of this file are answered: lines of a name and a token"),
    OPTION("web", struct service_options, web, .argument = "FOLDER", .flags = OPTION_READS_FILE,
           .help = "also serve the files of this folder, such as kibitzer's page for browsers"),
    OPTION("db", struct service_options, collection, .argument = "PLACE",
           .help = "answer questions about this collection, too: a file, or a server's URL"),
    {0},
};
static const struct option_group own_group = {.title = "Connections", .rows = rows};

static const struct option_row limit_rows[] = {
    OPTION("connections", struct service_options, connections, .argument = "N", .initial = "500", .least = 1,
           .most = 100000, .help = "connections at a time; others wait"),
    OPTION("request-seconds", struct service_options, request_seconds, .argument = "S", .initial = "30", .least = 1,
           .most = 86400, .help = "how long a client may take to send a request"),
    OPTION("max-body", struct service_options, body_megabytes, .argument = "MIB", .initial = "16", .least = 1,
           .most = 1024, .help = "maximum size of what a client sends, in megabytes"),
    OPTION("queue", struct service_options, queue, .argument = "N", .initial = "1000", .least = 1, .most = 1000000,
           .help = "requests that wait for a thread; others are sent away"),
    OPTION("client-jobs", struct service_options, client_jobs, .argument = "N", .initial = "32", .least = 1,
           .most = 1000000, .help = "long requests of one client at a time, by its token or else its address"),
    OPTION("job-seconds", struct service_options, job_seconds, .argument = "S", .initial = "3600", .least = 1,
           .most = 1e6, .help = "how long one request may work"),
    OPTION("job-memory", struct service_options, job_megabytes, .argument = "MIB", .initial = "1024", .least = 16,
           .most = 1048576, .help = "how much memory one request may take, in megabytes"),
    OPTION("keep-seconds", struct service_options, kept_seconds, .argument = "S", .initial = "3600", .least = 1,
           .most = 1e6, .help = "how long answers are kept for those who ask the same"),
    OPTION("keep-memory", struct service_options, answer_megabytes, .argument = "MIB", .initial = "256", .least = 1,
           .most = 1048576, .help = "how much memory these answers may take, in megabytes"),
    {0},
};
static const struct option_group limits_group = {.title = "Limits", .rows = limit_rows};

/* ---- the engine that all answers share ---- */

static void set(struct kibitzer_options *o, const char *name, const char *value, bool *good)
{
    *good = *good && (value == NULL || kibitzer_options_set(o, name, value, NULL) == KIBITZER_OK);
}

static struct kibitzer_engine *open_engine(const struct serve_options *s)
{
    struct kibitzer_options *o = kibitzer_options_new("hint", NULL);
    bool good = o != NULL;
    set(o, "net", s->files.net, &good);
    set(o, "met", s->files.met, &good);
    set(o, "bearoff", s->files.bearoff, &good);
    set(o, "hyper-database", s->files.hyper, &good);
    set(o, "cache", s->files.cache ? "yes" : "no", &good);
    struct kibitzer_engine *e = good ? kibitzer_engine_new(o, NULL) : NULL;
    kibitzer_options_free(o);
    return e;
}

static int serve_with(const struct serve_options *o, const char *collection)
{
    struct kibitzer_engine *engine = open_engine(o);
    if (engine == NULL) {
        say_error("the engine cannot be opened with these files");
        return CALL_NOTHING;
    }
    const int result = service_run(&o->service, collection, engine);
    kibitzer_engine_free(engine);
    return result;
}

static int serve_run(const void *options, const char *const *input, size_t n)
{
    const struct serve_options *o = options;
    struct store *s = NULL;
    struct os_facts facts;
    if (n != 0)
        return call_misuse("found \"%s\", expected options only", input[0]);
    if (o->service.web != NULL && (!os_facts(o->service.web, &facts) || facts.kind != OS_FOLDER))
        return call_misuse("--%s %s: expected a folder that exists", "web", o->service.web);
    if (o->service.collection != NULL && (s = collection_open_store(o->service.collection, SQL_READ)) == NULL)
        return CALL_NOTHING;
    char *name = s != NULL ? xstrdup(store_name(s)) : NULL;
    store_close(s);
    const int result = serve_with(o, name);
    xfree(name);
    return result;
}

/* ---- the command ---- */

static bool serve_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct service_options *o = &((struct serve_options *)all)->service;
    o->threads = ((const struct serve_options *)all)->jobs.jobs;
    char host[HOST_ROOM];
    const size_t n = (size_t)(strrchr(o->listen, ':') - o->listen);
    (void)given;
    memcpy(host, o->listen, n);
    host[n] = '\0';
    return strncmp(o->listen, "unix:", 5) == 0 || socket_is_loopback(host) || o->allow_remote ||
           option_refuse(f, "listen", o->listen, "other machines could connect; say --allow-remote if they may");
}

static const struct option_part parts[] = {{&own_group, offsetof(struct serve_options, service)},
                                           {&limits_group, offsetof(struct serve_options, service)},
                                           {&jobs_group, offsetof(struct serve_options, jobs)},
                                           {&engine_group, offsetof(struct serve_options, files)},
                                           {0}};

static const struct answer_document *const answers[] = {&problem_document, &job_document, NULL};

const struct command serve_command = {{"serve", sizeof(struct serve_options), parts, serve_settle},
                                      .run = serve_run,
                                      .answers = answers,
                                      .finishes = true};
