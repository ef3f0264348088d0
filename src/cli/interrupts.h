/* The user's wish to stop: the first interrupt asks, where a command has something to finish, and the next one ends. */
#ifndef KIBITZER_INTERRUPTS_H
#define KIBITZER_INTERRUPTS_H

#include <stdbool.h>

/* Opens /dev/null in place of those of standard input, output and error that are closed, so that no file that is opened
 * later gets what is meant for them. False, after a message, if that fails. */
bool descriptors_hold(void);

/* From here on the first SIGINT (or SIGTERM, SIGHUP) cancels the call, a second one ends the program. NULL: the first
 * one ends it at once, with the exit status of an interrupt; no half-written file stays behind. */
struct kibitzer_call;
void interrupts_are_for(struct kibitzer_call *c);

#endif
