/* SIGINT as a question instead of an end; see interrupts.h. */
#include "cli/interrupts.h"

#include <fcntl.h>
#include <signal.h>
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

/* What is printed on a closed standard output is lost, and finds out. */
static int open_in_place(void)
{
    const int fd = open("/dev/null", O_RDWR);
    if (fd != STDOUT_FILENO)
        return fd;
    close(fd);
    return open("/dev/null", O_RDONLY);
}

bool descriptors_hold(void)
{
    int fd;
    do
        fd = open_in_place();
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

void interrupts_are_for(struct kibitzer_call *c)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    listening = c;
    handle(c != NULL ? ask_to_stop : end_now);
}
