/* `schema`: what the documents of commands are, as JSON Schema, from the rows that write them. */
#include <assert.h>
#include <string.h>

#include "base/call.h"
#include "command/commands.h"
#include "command/options_answer.h"
#include "document/answer.h"

/* The i-th document of all commands, NULL behind the last. One that several commands print, or that may be several
 * things, is named once. */
static const struct answer_document *document_at(size_t i)
{
    for (size_t c = 0; commands[c] != NULL; c++)
        for (size_t k = 0; commands[c]->answers != NULL && commands[c]->answers[k] != NULL; k++)
            if (i-- == 0)
                return commands[c]->answers[k];
    return NULL;
}

static const struct answer_document *document_named(const char *name)
{
    for (size_t i = 0; document_at(i) != NULL; i++)
        if (strcmp(document_at(i)->name, name) == 0)
            return document_at(i);
    return NULL;
}

static void list_documents(struct strbuf *out)
{
    for (size_t i = 0; document_at(i) != NULL; i++)
        if (document_named(document_at(i)->name) == document_at(i))
            strbuf_printf(out, "%-12s %s\n", document_at(i)->name, document_at(i)->help);
}

enum { ALTERNATIVES = 32 };

static void put_schema(const char *name, struct strbuf *out)
{
    const struct answer_document *all[ALTERNATIVES];
    size_t n = 0;
    for (size_t i = 0; document_at(i) != NULL; i++) {
        bool known = strcmp(document_at(i)->name, name) != 0;
        for (size_t k = 0; k < n; k++)
            known |= all[k] == document_at(i);
        assert(n < ALTERNATIVES);
        if (!known)
            all[n++] = document_at(i);
    }
    answer_schema(all, n, out);
}

static int schema_run(const void *options, const char *const *input, size_t n)
{
    struct strbuf out = {0};
    (void)options;
    if (n > 1)
        return call_misuse("unexpected `%s`: `schema` takes the name of one document", input[1]);
    const struct answer_document *a = n != 0 ? document_named(input[0]) : NULL;
    if (n != 0 && a == NULL)
        return call_misuse("`%s`: no document is called so; `kibitzer schema` lists them", input[0]);
    if (a != NULL)
        put_schema(a->name, &out);
    else
        list_documents(&out);
    call_write(out.at, out.length);
    strbuf_done(&out);
    return CALL_CLEAN;
}

static const struct option_part parts[] = {{0}};
static const struct answer_document *const answers[] = {&options_document, NULL}; /* which no command prints */

const struct command schema_command = {{"schema", 0, parts, NULL}, .run = schema_run, .answers = answers};
