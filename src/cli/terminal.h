/* What the user sees on stderr: diagnostics, one-line messages, a progress bar. Data goes to stdout, never here.
 * All calls may come from any thread; a message never tears the bar apart. */
#ifndef KIBITZER_TERMINAL_H
#define KIBITZER_TERMINAL_H

#include <stdbool.h>

#include "base/diag.h"
#include "cli/options.h"

/* Reads -q, -v, --no-color and NO_COLOR once; before any other call. */
void terminal_setup(const struct args *a);

/* Prints what the level of talk lets through: errors always, warnings unless quiet, notes if verbose. */
void terminal_diags(const struct diags *d);
/* The same of what writing a file said: its notes say what is lost, and are let through unless quiet. */
void terminal_losses(const struct diags *d);

/* One line, `kibitzer: ` before it. say_error always, say unless quiet, say_note if verbose. */
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Is standard output a terminal, and may it be coloured? */
bool terminal_is_stdout(void);
bool terminal_may_colour_stdout(void);

/* The bar: shown only if stderr is a terminal and not quiet. `done` from 0 to 1; `what` is a short text. */
void progress_show(double done, const char *what);
void progress_clear(void);

#endif
