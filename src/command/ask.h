/* What commands that ask a collection have in common: which one, what is asked for, and where the answer goes. */
#ifndef KIBITZER_COMMAND_ASK_H
#define KIBITZER_COMMAND_ASK_H

#include "base/strbuf.h"
#include "command/answers.h"
#include "storage/collection.h"
#include "collection/query.h"

struct ask_options {
    struct collection_options where;
    struct collection_query query;
    struct answers_options answer;
};

/* Parts of a command whose struct `s` has these options as its member `ask`. */
#define ASK_PARTS(s)                                                                                                   \
    {&reports_group, offsetof(s, ask.where)}, {&query_group, offsetof(s, ask.query)},                                  \
    {                                                                                                                  \
        &answers_more_group, offsetof(s, ask.answer)                                                                   \
    }

/* Opens the collection, finds the players of the query (an operand is a player's name), and has the answer made by
 * `answer`, which gets them all. `options`: of the command. An enum call_ending. */
int collection_ask(const struct ask_options *o, const char *const *input, size_t n,
                   int (*answer)(struct store *s, const struct collection_query *q, const void *options),
                   const void *options);

/* Whom an answer about one player is about: who is named, else the user by the names of `me`. Appends the name; false
 * after a message. */
bool ask_person(struct store *s, const char *named, const char *me, int64_t *person, struct strbuf *name);

/* CALL_NOTHING, after a message about what the database did not do. */
int collection_unread(struct store *s);

#endif
