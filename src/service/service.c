/* A service from its beginning to its end; see service.h. */
#include "service/service.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/call.h"
#include "base/os.h"
#include "base/socket.h"
#include "base/xmalloc.h"
#include "service/exchange.h"
#include "service/listening.h"
#include "service/openapi.h"

enum {
    TICK_MS = 50,
    SWEEP_TICKS = 20,
    SILENCE_SECONDS = 30,
    HEAD_BYTES = 32 << 10,
    FAREWELL_SECONDS = 5, /* for answers that are on their way */
    HOST_MAX = 256
};

/* ---- listening ---- */

static const char unix_prefix[] = "unix:";

static int listen_at(const struct service_options *o)
{
    char host[HOST_MAX];
    const char *colon = strrchr(o->listen, ':');
    if (strncmp(o->listen, unix_prefix, sizeof unix_prefix - 1) == 0)
        return listening_at_path(o->listen + sizeof unix_prefix - 1);
    snprintf(host, sizeof host, "%.*s", (int)(colon - o->listen), o->listen);
    if (host[0] == '[') { /* IPv6, as in URLs */
        host[strcspn(host, "]")] = '\0';
        memmove(host, host + 1, strlen(host));
    }
    return socket_listen(host, colon + 1);
}

static int open_socket(const struct service_options *o)
{
    const int given = listening_given();
    const int fd = given >= 0 ? given : listen_at(o);
    if (fd < 0)
        say_error("cannot listen on %s: expected an address of this machine, not in use", o->listen);
    return fd;
}

/* ---- the daemon ---- */

static void drop_line(void *context, const char *format, va_list args)
{
    (void)context, (void)format, (void)args;
}

static struct MHD_Daemon *start(struct service *s, int fd)
{
    return http.start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, exchange_handle, s,
        MHD_OPTION_EXTERNAL_LOGGER, drop_line, NULL, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)s->options->connections, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SILENCE_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, exchange_begin, s, MHD_OPTION_NOTIFY_COMPLETED, exchange_done, s,
        MHD_OPTION_NOTIFY_CONNECTION, exchange_visitor, s, MHD_OPTION_END);
}

static void tick(void)
{
    nanosleep(&(struct timespec){.tv_nsec = TICK_MS * 1000000L}, NULL);
}

static void serve_until_cancelled(struct service *s)
{
    for (unsigned n = 1; !call_cancelled(); n++) {
        tick();
        jobs_tick(s->jobs);
        if (n % SWEEP_TICKS == 0)
            visitors_sweep(&s->visitors, s->options->request_seconds);
    }
}

/* No new connections, work ends, and waiting clients are informed; answers that are being sent may be completed. */
static void stop(struct service *s, struct MHD_Daemon *daemon)
{
    const MHD_socket fd = http.quiesce_daemon(daemon);
    jobs_stop(s->jobs);
    const double until = service_now() + FAREWELL_SECONDS;
    while (visitors_count(&s->visitors) > 0) {
        visitors_sweep(&s->visitors, service_now() < until ? 0 : -1);
        tick();
    }
    http.stop_daemon(daemon);
    if (fd >= 0)
        socket_close(fd);
}

/* The file of a socket that we made: who connects to it later would find nobody. */
static void remove_socket(const struct service_options *o)
{
    if (strncmp(o->listen, unix_prefix, sizeof unix_prefix - 1) == 0)
        (void)os_remove(o->listen + sizeof unix_prefix - 1);
}

static int serve_at(struct service *s, int fd)
{
    char name[LISTENING_NAME];
    const bool own = fd != listening_given();
    struct MHD_Daemon *daemon = start(s, fd);
    if (daemon == NULL) {
        say_error("libmicrohttpd cannot serve on %s", s->options->listen);
        socket_close(fd);
        return CALL_NOTHING;
    }
    listening_name(fd, name);
    say("listening on %s", name);
    listening_notify("READY=1");
    serve_until_cancelled(s);
    listening_notify("STOPPING=1");
    stop(s, daemon);
    if (own)
        remove_socket(s->options);
    call_ended_as_usual();
    return CALL_CLEAN;
}

/* ---- the whole ---- */

static struct jobs *new_jobs(const struct service_options *o, struct kibitzer_engine *engine)
{
    return jobs_new(&(struct jobs_limits){.threads = o->threads,
                                          .queue = o->queue,
                                          .client = o->client_jobs,
                                          .bytes = (size_t)o->answer_megabytes << 20,
                                          .kept = o->kept_seconds,
                                          .megabytes = (size_t)o->job_megabytes,
                                          .seconds = o->job_seconds,
                                          .engine = engine});
}

int service_run(const struct service_options *o, const char *collection, struct kibitzer_engine *engine)
{
    struct service s = {.options = o, .collection = collection, .began = service_now()};
    const char *why;
    int result = CALL_NOTHING;
    if (!httpd_load(&why)) {
        say_error("libmicrohttpd cannot be loaded: %s", why);
        return CALL_NOTHING;
    }
    if (access_begin(&s.access, o->tokens, &o->hosts, &o->origins)) {
        const int fd = open_socket(o);
        if (fd >= 0) {
            visitors_begin(&s.visitors);
            s.openapi = openapi_text(o->collection != NULL);
            s.jobs = new_jobs(o, engine);
            result = serve_at(&s, fd);
            jobs_free(s.jobs);
            xfree(s.openapi);
            visitors_end(&s.visitors);
        }
    }
    access_end(&s.access);
    return result;
}
