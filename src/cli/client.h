/* The command line as a client of the library: words into options, a run, its ending into an exit status. */
#ifndef KIBITZER_CLIENT_H
#define KIBITZER_CLIENT_H

#include <stdio.h>

#include "cli/manual.h"

/* How the program ended; the same meaning in every command. */
enum exit_code {
    EXIT_CLEAN = 0, /* everything asked for was done */
    EXIT_SOME_FAILED = 1, /* some inputs failed or were refused in part, and that was reported; the rest was done */
    EXIT_USAGE = 2, /* the command line makes no sense; nothing was done */
    EXIT_NOTHING = 3, /* nothing usable among the inputs, or nothing could be written */
    EXIT_INTERRUPTED = 130 /* SIGINT; files written before it are whole */
};

/* What follows the command's name. Returns an enum exit_code. */
int client_run(const struct manual *m, int argc, char **argv);

/* The text of --help; false if memory ran out. */
bool client_help(const struct manual *m, FILE *to);

/* An option as --help lists it; the texts live while it is visited. */
struct client_option {
    const char *name;
    char letter; /* or 0 */
    const char *argument; /* NULL = a switch */
    const char *help;
    const char *values; /* those that there are, a line each; or NULL */
};

typedef void client_visitor(void *context, const struct client_option *o);
void client_options(const struct manual *m, client_visitor *visit, void *context);

#endif
