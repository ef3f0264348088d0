/* What systems call differently, for socket.c alone: socket_posix.c or socket_windows.c is behind it. No socket waits
 * in any of these functions but in socket_wait(). */
#ifndef KIBITZER_SOCKET_CALLS_H
#define KIBITZER_SOCKET_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* At the first of the host's addresses that can be served, or reached; -1 if there is none. */
int socket_open(const char *host, const char *port, bool to_serve);
int socket_next_client(int listening);
/* See socket_port(). */
int socket_own_port(int listening);

/* True once it can be read from or written to, or is over; milliseconds -1: waits as long as it takes. */
bool socket_wait(int socket, bool to_write, int milliseconds);

/* How many bytes went; 0 = the other side has finished or is gone, -1 = it would have to wait. */
ssize_t socket_read(int socket, void *to, size_t room);
ssize_t socket_write(int socket, const void *from, size_t length);

#endif
