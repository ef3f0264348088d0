/* What the command line says about each command; what the command can do stands in the library's tables. */
#ifndef KIBITZER_MANUAL_H
#define KIBITZER_MANUAL_H

#include <stdbool.h>
#include <stddef.h>

struct manual {
    const char *name, *alias; /* alias: a second name, or NULL */
    const char *usage, *summary;
    const char *description; /* for --help: paragraphs and examples; ends with a newline; or NULL */
    bool reads_stdin; /* without operands */
    bool bold; /* see terminal_bold_is_ours() */
    /* Of what the command line does without the library, given the operands; returns an enum exit_code. */
    int (*own)(const char *const *operand, size_t n);
    bool mends_settings; /* so that it takes none of them, and no offence at them */
};

/* Of `kibitzer --help`, behind the commands; of `kibitzer` alone. */
extern const char overview_end[], beginnings[];

extern const struct manual manuals[]; /* ends with a nameless one; in the order of `kibitzer --help` */

#endif
