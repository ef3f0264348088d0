/* Windows' sockets are Berkeley's, with numbers of another type and errors apart from errno; see socket_calls.h. */
#include "base/socket_calls.h"

#include <pthread.h>
#include <stdlib.h>
#include <winsock2.h>
#include <ws2tcpip.h>

#include "base/socket.h"

enum { BACKLOG = 128, AT_ONCE = 1 << 30 };

static void begin(void)
{
    WSADATA data;
    (void)WSAStartup(MAKEWORD(2, 2), &data); /* without it getaddrinfo() fails, which is reported */
}

static bool again(void)
{
    return WSAGetLastError() == WSAEWOULDBLOCK;
}

static bool never_wait(SOCKET s)
{
    return ioctlsocket(s, FIONBIO, &(u_long){1}) == 0;
}

/* Windows' SO_REUSEADDR would let others take the port away. */
static bool serves(SOCKET s, const struct addrinfo *a)
{
    setsockopt(s, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&(int){1}, sizeof(int));
    return bind(s, a->ai_addr, (int)a->ai_addrlen) == 0 && listen(s, BACKLOG) == 0;
}

static bool reaches(SOCKET s, const struct addrinfo *a)
{
    return connect(s, a->ai_addr, (int)a->ai_addrlen) == 0;
}

int socket_open(const char *host, const char *port, bool to_serve)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = to_serve ? AI_PASSIVE : 0}, *found;
    pthread_once(&once, begin);
    if (getaddrinfo(host[0] != '\0' ? host : NULL, port, &hints, &found) != 0)
        return -1;
    SOCKET s = INVALID_SOCKET;
    for (struct addrinfo *a = found; a != NULL && s == INVALID_SOCKET; a = a->ai_next) {
        s = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (s != INVALID_SOCKET && !((to_serve ? serves : reaches)(s, a) && never_wait(s))) {
            closesocket(s);
            s = INVALID_SOCKET;
        }
    }
    freeaddrinfo(found);
    return (int)s;
}

int socket_own_port(int listening)
{
    struct sockaddr_storage at = {0};
    socklen_t length = sizeof at;
    char port[8] = "";
    if (getsockname((SOCKET)listening, (struct sockaddr *)&at, &length) != 0 ||
        getnameinfo((struct sockaddr *)&at, length, NULL, 0, port, sizeof port, NI_NUMERICSERV) != 0)
        return 0;
    return (int)strtol(port, NULL, 10);
}

int socket_next_client(int listening)
{
    const SOCKET s = accept((SOCKET)listening, NULL, NULL);
    if (s == INVALID_SOCKET || never_wait(s))
        return (int)s;
    closesocket(s);
    return -1;
}

bool socket_wait(int socket, bool to_write, int milliseconds)
{
    struct pollfd p = {.fd = (SOCKET)socket, .events = to_write ? POLLOUT : POLLIN};
    return WSAPoll(&p, 1, milliseconds) > 0;
}

ssize_t socket_read(int socket, void *to, size_t room)
{
    const int n = recv((SOCKET)socket, to, room < AT_ONCE ? (int)room : AT_ONCE, 0);
    return n >= 0 || again() ? n : 0;
}

ssize_t socket_write(int socket, const void *from, size_t length)
{
    const int n = send((SOCKET)socket, from, length < AT_ONCE ? (int)length : AT_ONCE, 0);
    return n >= 0 || again() ? n : 0;
}

void socket_hang_up(int socket)
{
    shutdown((SOCKET)socket, SD_BOTH);
}

void socket_close(int socket)
{
    closesocket((SOCKET)socket);
}
