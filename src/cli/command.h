/* The seam of the command line: one file per command, one row in main.c.
 * Only this folder touches argv, paths, the terminal and exit codes. */
#ifndef KIBITZER_COMMAND_H
#define KIBITZER_COMMAND_H

#include "cli/options.h"

/* How a run ended; the same meaning in every command. */
enum exit_code {
    EXIT_CLEAN = 0, /* everything asked for was done */
    EXIT_SOME_FAILED = 1, /* some inputs failed or were refused in part, and that was reported; the rest was done */
    EXIT_USAGE = 2, /* the command line makes no sense; nothing was done */
    EXIT_NOTHING = 3, /* nothing usable among the inputs, or nothing could be written */
    EXIT_INTERRUPTED = 130 /* SIGINT; files written before it are whole */
};

struct command {
    const char *name, *alias, *usage, *summary; /* alias: a second name, or NULL */
    const char *description; /* for --help: paragraphs and examples; ends with a newline */
    const struct option_row *options; /* name, argument, default, help: also prints --help; ends with a nameless row */
    int (*run)(const struct args *a); /* returns an enum exit_code */
};

extern const struct command command_analyze, command_bearoff, command_bench, command_board, command_convert,
    command_eval, command_duel, command_external, command_formats, command_hint, command_info, command_met,
    command_completion, command_cube, command_rollout, command_stats, command_errors, command_find, command_db,
    command_report;

extern const struct command *const commands[]; /* NULL-terminated; in main.c */

#endif
