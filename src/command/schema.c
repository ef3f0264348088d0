/* `schema`: what the documents of commands are, as JSON Schema, from the rows that write them. */
#include <assert.h>
#include <string.h>

#include "base/call.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "command/commands.h"
#include "command/options_answer.h"

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

/* The first of that name; a number behind the last: there is none. */
static size_t document_named(const char *name)
{
    size_t i = 0;
    while (document_at(i) != NULL && strcmp(document_at(i)->name, name) != 0)
        i++;
    return i;
}

struct schemas {
    struct answer_list documents;
};

static const struct answer_field one_fields[] = {
    ANSWER(struct answer_document, name, "Name", .example = "match", .flags = ANSWER_KEY),
    ANSWER(struct answer_document, version, "Version", .help = "increases if programs have to change"),
    ANSWER(struct answer_document, help, "What it is"),
    {0}};
static const struct answer_rows one_rows = {"Document", NULL, sizeof(struct answer_document), one_fields};
static const struct answer_field fields[] = {ANSWER_LIST(struct schemas, documents, NULL, &one_rows), {0}};
static const struct answer_rows rows = {"Schemas", NULL, sizeof(struct schemas), fields};
static const struct answer_document schemas_document = {"schemas", 1, "Documents", "The documents that commands print.",
                                                        .rows = &rows};

static int list_documents(const struct answers_options *o)
{
    struct answer_document *each = NULL;
    size_t n = 0, room = 0;
    for (size_t i = 0; document_at(i) != NULL; i++) {
        if (document_named(document_at(i)->name) != i)
            continue;
        each = grow(each, n, &room, sizeof *each);
        each[n++] = *document_at(i);
    }
    const int ending = answers_put(o, &schemas_document, &(struct schemas){{each, n}});
    xfree(each);
    return ending;
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
    const struct answers_options *o = options;
    struct strbuf out = {0};
    if (n == 0)
        return list_documents(o);
    if (n > 1)
        return call_misuse("unexpected `%s`: `schema` takes the name of one document", input[1]);
    const struct answer_document *a = document_at(document_named(input[0]));
    if (a == NULL)
        return call_misuse("`%s`: there is no document of that name; `kibitzer schema` lists them", input[0]);
    if (o->format != NULL && o->form != ANSWER_JSON)
        return call_misuse("--format %s: a schema is JSON", o->format);
    put_schema(a->name, &out);
    const int ending = answers_put_text(o, &out);
    strbuf_done(&out);
    return ending;
}

static const struct option_part parts[] = {{&answers_group, 0}, {0}};
static const struct answer_document *const answers[] = {&schemas_document, &options_document,
                                                        NULL}; /* the second: of no command */

const struct command schema_command = {
    {"schema", sizeof(struct answers_options), parts, NULL}, .run = schema_run, .answers = answers};
