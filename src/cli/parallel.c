/* SIGINT as a question instead of an end. The contract stands in parallel.h. */
#include "cli/parallel.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include "base/sink.h"
#include "cli/command.h"

int jobs_available(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : n > JOBS_MAX ? JOBS_MAX : n;
}

/* ---- interrupts ---- */

static volatile sig_atomic_t stop_wanted;

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
    stop_wanted = 1;
    interrupts_end(); /* the next one is meant */
}

bool descriptors_hold(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

void interrupts_end(void)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    handle(end_now);
}

void interrupts_catch(void)
{
    handle(ask_to_stop);
}

bool interrupted(void)
{
    return stop_wanted != 0;
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &stop_wanted;
}
