/* See socket.h. Windows' sockets are Berkeley's with other names for some things, and errors apart from errno. */
#include "base/socket.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>
#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#define poll WSAPoll
#define SHUT_RDWR SD_BOTH
#define SOCK_CLOEXEC 0
#define MSG_NOSIGNAL 0
enum { BIND_AGAIN = SO_EXCLUSIVEADDRUSE }; /* Windows' SO_REUSEADDR lets others take the port away */
typedef char option_value;
#else
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
enum { BIND_AGAIN = SO_REUSEADDR };
typedef int option_value;
#endif

enum { BACKLOG = 128 };

#ifdef _WIN32
static void start(void)
{
    WSADATA data;
    (void)WSAStartup(MAKEWORD(2, 2), &data); /* without it getaddrinfo() fails, which is reported */
}

static void begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

static bool again(void)
{
    return WSAGetLastError() == WSAEWOULDBLOCK;
}

static bool never_wait(int socket)
{
    u_long yes = 1;
    return ioctlsocket((SOCKET)socket, FIONBIO, &yes) == 0;
}

void socket_close(int socket)
{
    closesocket((SOCKET)socket);
}
#else
static void begin(void)
{
}

static bool again(void)
{
    return errno == EAGAIN || errno == EINTR;
}

static bool never_wait(int socket)
{
    return fcntl(socket, F_SETFL, O_NONBLOCK) == 0;
}

void socket_close(int socket)
{
    close(socket);
}
#endif

static void nap(int milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
}

/* True once it can be read from or written to, or is over; -1: waits as long as it takes. */
static bool wait_for(int socket, short event, int milliseconds)
{
    struct pollfd p = {.fd = socket, .events = event};
    int n;
    do
        n = poll(&p, 1, milliseconds);
    while (n < 0 && milliseconds < 0 && again());
    return n > 0;
}

static bool serves(int fd, const struct addrinfo *a)
{
    const int yes = 1;
    setsockopt(fd, SOL_SOCKET, BIND_AGAIN, (const option_value *)&yes, sizeof yes);
    return bind(fd, a->ai_addr, (socklen_t)a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0;
}

static bool reaches(int fd, const struct addrinfo *a)
{
    return connect(fd, a->ai_addr, (socklen_t)a->ai_addrlen) == 0;
}

/* A socket at the first address that `use` is content with. */
static int open_at(const char *host, const char *port, int flags, bool (*use)(int fd, const struct addrinfo *a))
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags}, *found;
    begin();
    if (getaddrinfo(host[0] != '\0' ? host : NULL, port, &hints, &found) != 0)
        return -1;
    int fd = -1;
    for (struct addrinfo *a = found; a != NULL && fd < 0; a = a->ai_next) {
        fd = (int)socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (fd >= 0 && !(use(fd, a) && never_wait(fd))) {
            socket_close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

int socket_listen(const char *host, const char *port)
{
    return open_at(host, port, AI_PASSIVE, serves);
}

int socket_connect(const char *host, const char *port)
{
    return open_at(host, port, 0, reaches);
}

int socket_accept(int listening, int milliseconds)
{
    if (!wait_for(listening, POLLIN, milliseconds))
        return -1;
    const int client = (int)accept(listening, NULL, NULL);
    if (client >= 0 && never_wait(client))
        return client;
    if (client >= 0)
        socket_close(client);
    nap(milliseconds);
    return -1;
}

ssize_t socket_receive(int socket, char *to, size_t room, int milliseconds)
{
    if (!wait_for(socket, POLLIN, milliseconds))
        return -1;
    const ssize_t n = recv(socket, to, (int)room, 0);
    return n >= 0 ? n : again() ? -1 : 0;
}

bool socket_send_line(int socket, struct strbuf *line, int seconds)
{
    strbuf_putc(line, '\n');
    for (size_t done = 0; done < line->length;) {
        const ssize_t n = send(socket, line->at + done, (int)(line->length - done), MSG_NOSIGNAL);
        if (n < 0 && again() && wait_for(socket, POLLOUT, seconds > 0 ? seconds * 1000 : -1))
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

void socket_hang_up(int socket)
{
    shutdown(socket, SHUT_RDWR);
}
