/* What shells complete after `kibitzer`. */
#ifndef KIBITZER_COMPLETION_H
#define KIBITZER_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

/* Prints the script for the shell that is named; an enum exit_code. */
int completion_print(const char *const *shell, size_t n);

#endif
