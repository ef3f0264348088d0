/* The socket of a conversation; see external.h. */
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#include "play/external.h"

/* True once more can be sent. */
static bool wait_for_reader(int socket, int seconds)
{
    struct pollfd p = {.fd = socket, .events = POLLOUT};
    int n;
    do
        n = poll(&p, 1, seconds > 0 ? seconds * 1000 : -1);
    while (n < 0 && errno == EINTR);
    return n > 0;
}

bool external_send(int socket, struct strbuf *line, int seconds)
{
    strbuf_putc(line, '\n');
    for (size_t done = 0; done < line->length;) {
        ssize_t n = send(socket, line->at + done, line->length - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || (errno == EAGAIN && wait_for_reader(socket, seconds))))
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}
