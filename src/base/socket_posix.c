/* Sockets of POSIX; see socket_calls.h. */
#include "base/socket_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/socket.h"

enum { BACKLOG = 128 };

static bool again(void)
{
    return errno == EAGAIN || errno == EINTR;
}

static bool never_wait(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

static bool serves(int fd, const struct addrinfo *a)
{
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    return bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0;
}

static bool reaches(int fd, const struct addrinfo *a)
{
    return connect(fd, a->ai_addr, a->ai_addrlen) == 0;
}

int socket_open(const char *host, const char *port, bool to_serve)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = to_serve ? AI_PASSIVE : 0}, *found;
    if (getaddrinfo(host[0] != '\0' ? host : NULL, port, &hints, &found) != 0)
        return -1;
    int fd = -1;
    for (struct addrinfo *a = found; a != NULL && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd >= 0 && !((to_serve ? serves : reaches)(fd, a) && never_wait(fd))) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

int socket_own_port(int listening)
{
    struct sockaddr_storage at = {0};
    socklen_t length = sizeof at;
    char port[8] = "";
    if (getsockname(listening, (struct sockaddr *)&at, &length) != 0 ||
        getnameinfo((struct sockaddr *)&at, length, NULL, 0, port, sizeof port, NI_NUMERICSERV) != 0)
        return 0;
    return (int)strtol(port, NULL, 10);
}

int socket_next_client(int listening)
{
    const int fd = accept(listening, NULL, NULL);
    if (fd < 0 || never_wait(fd))
        return fd;
    close(fd);
    return -1;
}

bool socket_wait(int socket, bool to_write, int milliseconds)
{
    struct pollfd p = {.fd = socket, .events = to_write ? POLLOUT : POLLIN};
    int n;
    do
        n = poll(&p, 1, milliseconds);
    while (n < 0 && milliseconds < 0 && again());
    return n > 0;
}

ssize_t socket_read(int socket, void *to, size_t room)
{
    const ssize_t n = recv(socket, to, room, 0);
    return n >= 0 || again() ? n : 0;
}

ssize_t socket_write(int socket, const void *from, size_t length)
{
    const ssize_t n = send(socket, from, length, MSG_NOSIGNAL);
    return n >= 0 || again() ? n : 0;
}

void socket_hang_up(int socket)
{
    shutdown(socket, SHUT_RDWR);
}

void socket_close(int socket)
{
    close(socket);
}
