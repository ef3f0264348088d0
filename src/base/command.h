/* What can be done, one row each: a name, its options, a function. src/command/commands.c lists them all; the command
 * line and every other door call them by name. */
#ifndef KIBITZER_BASE_COMMAND_H
#define KIBITZER_BASE_COMMAND_H

#include "base/option.h"

struct answer_document;

struct command {
    struct option_set options;
    /* `options` points at the filled struct of the command. What is printed goes to the current call (call.h), as does
     * its messages. Returns an enum call_ending. */
    int (*run)(const void *options, const char *const *input, size_t n);
    /* Once it is cancelled it has something to finish: what was found, a collection. Else it ends where it stands
     * (attempt_until_cancelled()). */
    bool finishes;
    const struct answer_document *const
        *answers; /* the documents that it prints (document/answer.h), NULL-terminated; or NULL */
};

#endif
