/* Sockets of a service; see listening.h. */
#include "service/listening.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_GIVEN = 3, BACKLOG = 512 };

int listening_given(void)
{
    const char *process = getenv("LISTEN_PID"), *n = getenv("LISTEN_FDS");
    if (process == NULL || n == NULL || strtol(process, NULL, 10) != (long)getpid() || strcmp(n, "1") != 0)
        return -1;
    fcntl(FIRST_GIVEN, F_SETFD, FD_CLOEXEC);
    return fcntl(FIRST_GIVEN, F_SETFL, O_NONBLOCK) == 0 ? FIRST_GIVEN : -1;
}

static int bound(const struct sockaddr_un *at)
{
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0 || (bind(fd, (const struct sockaddr *)at, sizeof *at) == 0 && listen(fd, BACKLOG) == 0))
        return fd;
    const int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

static int is_alone(const struct sockaddr_un *at)
{
    struct stat s;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int alone = lstat(at->sun_path, &s) == 0 && S_ISSOCK(s.st_mode) &&
                      connect(fd, (const struct sockaddr *)at, sizeof *at) != 0 && errno == ECONNREFUSED;
    close(fd);
    return alone;
}

int listening_at_path(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof at.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(at.sun_path, path);
    int fd = bound(&at);
    if (fd < 0 && errno == EADDRINUSE && is_alone(&at) && unlink(path) == 0)
        fd = bound(&at);
    return fd;
}

static int put_name(const struct sockaddr *a, socklen_t size, char *host, size_t room, char *port, size_t port_room)
{
    return getnameinfo(a, size, host, (socklen_t)room, port, (socklen_t)port_room, NI_NUMERICHOST | NI_NUMERICSERV);
}

void listening_name(int fd, char name[LISTENING_NAME])
{
    struct sockaddr_storage a = {0};
    socklen_t size = sizeof a;
    char host[64], port[16];
    snprintf(name, LISTENING_NAME, "?");
    if (getsockname(fd, (struct sockaddr *)&a, &size) != 0)
        return;
    if (a.ss_family == AF_UNIX)
        snprintf(name, LISTENING_NAME, "%s", ((const struct sockaddr_un *)&a)->sun_path);
    else if (put_name((const struct sockaddr *)&a, size, host, sizeof host, port, sizeof port) == 0)
        snprintf(name, LISTENING_NAME, strchr(host, ':') != NULL ? "[%s]:%s" : "%s:%s", host, port);
}

void listening_client(const void *address, char *name, size_t room)
{
    const struct sockaddr *a = address;
    const socklen_t size =
        a != NULL && a->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (a == NULL || (a->sa_family != AF_INET && a->sa_family != AF_INET6) ||
        put_name(a, size, name, room, NULL, 0) != 0)
        snprintf(name, room, "local");
}

void listening_notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    if (path == NULL || path[0] == '\0' || strlen(path) >= sizeof at.sun_path)
        return;
    strcpy(at.sun_path, path);
    if (path[0] == '@') /* a name that is not a file */
        at.sun_path[0] = '\0';
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const size_t size = offsetof(struct sockaddr_un, sun_path) + strlen(path);
    if (fd >= 0)
        (void)sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&at, (socklen_t)size);
    close(fd);
}
