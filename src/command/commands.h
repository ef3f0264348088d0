/* All commands, NULL-terminated, in the order of `kibitzer --help`. */
#ifndef KIBITZER_COMMANDS_H
#define KIBITZER_COMMANDS_H

#include "base/command.h"

extern const struct command *const commands[];

#endif
