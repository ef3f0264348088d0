/* See socket.h. */
#include "base/socket.h"

#include <string.h>
#include <time.h>

#include "base/socket_calls.h"

int socket_listen(const char *host, const char *port)
{
    return socket_open(host, port, true);
}

bool socket_is_loopback(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "::1") == 0 || strcmp(host, "[::1]") == 0 ||
           (strncmp(host, "127.", 4) == 0 && host[strspn(host, "0123456789.")] == '\0');
}

int socket_connect(const char *host, const char *port)
{
    return socket_open(host, port, false);
}

int socket_port(int listening)
{
    return socket_own_port(listening);
}

int socket_accept(int listening, int milliseconds)
{
    if (!socket_wait(listening, false, milliseconds))
        return -1;
    const int client = socket_next_client(listening);
    if (client < 0)
        nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
    return client;
}

ssize_t socket_receive(int socket, char *to, size_t room, int milliseconds)
{
    return socket_wait(socket, false, milliseconds) ? socket_read(socket, to, room) : -1;
}

bool socket_send_line(int socket, struct strbuf *line, int seconds)
{
    strbuf_putc(line, '\n');
    for (size_t done = 0; done < line->length;) {
        const ssize_t n = socket_write(socket, line->at + done, line->length - done);
        if (n == 0 || (n < 0 && !socket_wait(socket, true, seconds > 0 ? seconds * 1000 : -1)))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}
