/* inotify behind watch.h. Which file an event is about does not matter: what is new is found by looking over all. */
#include "run/watch.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/call.h"
#include "base/xmalloc.h"

enum { LOOK_MS = 200 /* for an interrupt, which may come just before poll() */, QUIET_MS = 500, EVENTS_ROOM = 16384 };

static const unsigned events_wanted = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR;

struct watch {
    int fd;
};

struct watch *watch_begin(void)
{
    const int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (fd < 0) {
        say_error("--watch: folders cannot be watched: %s", strerror(errno));
        return NULL;
    }
    struct watch *w = xmalloc(sizeof *w);
    w->fd = fd;
    return w;
}

void watch_end(struct watch *w)
{
    close(w->fd);
    xfree(w);
}

void watch_folder(void *watch, const char *path)
{
    const struct watch *w = watch;
    if (inotify_add_watch(w->fd, path, events_wanted) < 0)
        say_error("%s: cannot be watched: %s", path, strerror(errno));
}

/* True if there were events. */
static bool take_events(const struct watch *w)
{
    char room[EVENTS_ROOM];
    bool any = false;
    while (read(w->fd, room, sizeof room) > 0)
        any = true;
    return any;
}

bool watch_wait(struct watch *w)
{
    struct pollfd p = {.fd = w->fd, .events = POLLIN};
    bool stirred = false;
    while (!call_cancelled()) {
        const int n = poll(&p, 1, stirred ? QUIET_MS : LOOK_MS);
        if (n > 0)
            stirred = take_events(w) || stirred;
        else if (n == 0 && stirred)
            return true;
    }
    return false;
}
