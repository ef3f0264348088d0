/* The socket that a service listens at, also if systemd has opened it. */
#ifndef KIBITZER_SERVICE_LISTENING_H
#define KIBITZER_SERVICE_LISTENING_H

#include <stddef.h>

enum { LISTENING_NAME = 128 };

/* The socket that systemd has opened for this process (LISTEN_FDS); -1: there is none. */
int listening_given(void);
/* A socket file, which replaces one that nobody listens at any more; -1 with errno. */
int listening_at_path(const char *path);
/* Its address as a client would name it: "127.0.0.1:8080", a path. */
void listening_name(int fd, char name[LISTENING_NAME]);
/* The address of a client without a port; "local" for a socket file. `address`: struct sockaddr or NULL. */
void listening_client(const void *address, char *name, size_t room);
/* Reports the state to systemd ("READY=1") if it wants to know (NOTIFY_SOCKET). */
void listening_notify(const char *state);

#endif
