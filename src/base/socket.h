/* TCP connections. A socket is a number, -1 none. */
#ifndef KIBITZER_SOCKET_H
#define KIBITZER_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/strbuf.h"

/* At the first of the addresses of `host` that can be had; an empty one is all of this machine. */
int socket_listen(const char *host, const char *port);
/* The port at which it listens; 0 = not known. */
int socket_port(int listening);
/* The next client within so long; -1 if none comes. Where one has come and cannot be let in (no descriptors are left,
 * it may be), it waits as long, too. */
int socket_accept(int listening, int milliseconds);
int socket_connect(const char *host, const char *port);

/* What has come: its length; 0 = the other side has finished or is gone, -1 = nothing came for so long. */
ssize_t socket_receive(int socket, char *to, size_t room, int milliseconds);

/* Sends a line, its end put behind it. False if the other side is gone, or has not read for `seconds` (0 = it may take
 * its time). */
bool socket_send_line(int socket, struct strbuf *line, int seconds);

/* Is that an address of this machine that no other can reach? */
bool socket_is_loopback(const char *host);

void socket_hang_up(int socket); /* whoever waits for it wakes up */
void socket_close(int socket);

#endif
