/* What the user sees: on stderr diagnostics, one-line messages, a progress bar, none of them torn apart by another,
 * whichever thread it comes from; on stdout data. All that may hold words of a file or of the command line passes
 * through here: on a terminal, and on stderr everywhere, a question mark stands for each character that steers a
 * terminal or turns the direction of text, and for each byte that is not UTF-8. Data for a file or a pipe stays as it
 * is. */
#ifndef KIBITZER_TERMINAL_H
#define KIBITZER_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

struct kibitzer_call;

/* What a call of the library says, prints and reports goes to standard error and output from here on. */
void terminal_begin(struct kibitzer_call *c, bool quiet, bool verbose, bool no_colour);

/* To stdout or stderr. */
void terminal_printf(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns whether standard output could be written (`good`), else with the reason in errno. Where nobody reads it any
 * more the program ends, as others do in a pipeline. */
bool terminal_is_heard(bool good);
/* At the end of the program. */
void terminal_end(void);

/* Answers have their best line in bold, and nothing in them is of others. */
void terminal_bold_is_ours(void);

/* Says so where standard input is a terminal and positions are read from it: nothing would show that it waits. */
void terminal_say_what_is_read(void);

/* Is standard output a terminal, and may it be coloured? */
bool terminal_is_stdout(void);
int terminal_columns(void); /* of its lines; 80 where it does not say */
bool terminal_may_colour_stdout(void);

#endif
