/* SIGINT as a question instead of an end; see interrupts.h. */
#include "cli/interrupts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/sink.h"
#include "cli/client.h"
#include "cli/terminal.h"
#include "kibitzer.h"

/* ---- interrupts ---- */

static struct kibitzer_call *listening; /* may be cancelled */

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
    os_on_interrupt(end_now); /* the next one is meant */
}

bool descriptors_hold(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (os_is_open(fd))
            continue;
        const int in_place = os_open(os_null_device, fd == STDOUT_FILENO ? O_RDONLY : O_RDWR); /* prints find out */
        if (in_place != fd) {
            terminal_printf(stderr, "kibitzer: descriptor %d is closed, and %s cannot be opened in its place: %s\n", fd,
                            os_null_device, strerror(errno));
            return false;
        }
    }
    return true;
}

void interrupts_are_for(struct kibitzer_call *c)
{
    listening = c;
    os_on_interrupt(c != NULL ? ask_to_stop : end_now);
}
