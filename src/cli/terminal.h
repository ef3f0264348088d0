/* What the user sees on stderr: diagnostics, one-line messages, a progress bar. Data goes to stdout, never here.
 * A message never tears the bar apart, whichever thread it comes from. */
#ifndef KIBITZER_TERMINAL_H
#define KIBITZER_TERMINAL_H

#include <stdbool.h>

struct kibitzer_call;

/* What a call of the library says, prints and reports goes to standard error and output from here on. */
void terminal_begin(struct kibitzer_call *c, bool quiet, bool verbose, bool no_colour);

/* Says so where standard input is a terminal and positions are read from it: nothing would show that it waits. */
void terminal_say_what_is_read(void);

/* Is standard output a terminal, and may it be coloured? */
bool terminal_is_stdout(void);
bool terminal_may_colour_stdout(void);

#endif
