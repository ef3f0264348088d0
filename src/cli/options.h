/* Options: a table per command is the only place where an option is spelled; it drives the parsing and --help. */
#ifndef KIBITZER_OPTIONS_H
#define KIBITZER_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

struct command;

struct option_row {
    const char *name; /* without the dashes; NULL ends the table */
    char letter; /* one-letter form, or 0 */
    const char *argument; /* what it takes, "FILE"; NULL = a plain switch */
    const char *initial; /* the value when not given, shown by --help; NULL = none */
    const char *help;
};

/* A parsed command line. Values are looked up by the option's name as spelled in its row. */
struct args {
    const struct command *command;
    const char **values; /* private: one per option of the command, then of the common ones; NULL = not given */
    const char **operand; /* what is not an option, in order */
    int n_operands;
};

/* Parses what follows the command's name. Options may stand anywhere, as --name value, --name=value, -x value or
 * -xvalue; -- ends them; a lone - is an operand. False after a message on stderr. */
bool args_parse(struct args *a, const struct command *c, int argc, char **argv);
void args_done(struct args *a);

/* The value of an option, its initial value when not given (NULL if there is none). */
const char *args_text(const struct args *a, const char *name);
/* Has the command such an option at all? */
bool args_knows(const struct args *a, const char *name);
/* Was the option given? */
bool args_has(const struct args *a, const char *name);
/* A whole number between least and most. Absent without an initial value: `absent`. False after a message. */
bool args_number(const struct args *a, const char *name, int least, int most, int absent, int *out);

/* The same for a number with decimals. */
bool args_real(const struct args *a, const char *name, double least, double most, double absent, double *out);

/* Prints a usage problem with a hint at --help; returns EXIT_USAGE. */
int usage_error(const struct command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The options of a command one after the other, its own and then the common ones; NULL behind the last. */
const struct option_row *command_option(const struct command *c, int index);

void help_print(const struct command *c, FILE *to);

#endif
