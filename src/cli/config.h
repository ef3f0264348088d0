/* The user's settings: `kibitzer config`, and what every command takes from them. */
#ifndef KIBITZER_CONFIG_H
#define KIBITZER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/client.h"

/* The settings that are options of this command, in the order of the file; false as soon as take() is, or after a
 * message about a value that cannot be. */
bool config_each(const char *command, bool (*take)(void *context, const char *option, const char *value),
                 void *context);
/* The command itself; an enum exit_code. `json`: it prints a document (docs/config.schema.json). */
int config_run(const char *const *operand, size_t n, bool json);

#endif
