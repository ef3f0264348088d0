/* SIGINT as a question instead of an end; see interrupts.h. */
#include "cli/interrupts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/sink.h"
#include "cli/client.h"
#include "kibitzer.h"

/* ---- interrupts ---- */

static struct kibitzer_call *listening; /* may be cancelled */

static void handle(void (*handler)(int number))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction present;
    if (sigaction(SIGHUP, NULL, &present) == 0 && present.sa_handler != SIG_IGN) /* else nohup wants us to go on */
        sigaction(SIGHUP, &action, NULL);
}

static void end_now(int number)
{
    (void)number;
    file_write_abandon();
    _exit(EXIT_INTERRUPTED);
}

static void ask_to_stop(int number)
{
    (void)number;
    kibitzer_call_cancel(listening);
    handle(end_now); /* the next one is meant */
}

bool descriptors_hold(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) >= 0)
            continue;
        const int in_place = open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR); /* prints find out */
        if (in_place != fd) {
            fprintf(stderr, "kibitzer: descriptor %d is closed, and /dev/null cannot be opened in its place: %s\n", fd,
                    strerror(errno));
            return false;
        }
    }
    return true;
}

void interrupts_are_for(struct kibitzer_call *c)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    listening = c;
    handle(c != NULL ? ask_to_stop : end_now);
}
