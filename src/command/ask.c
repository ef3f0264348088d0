/* Asking a collection; see ask.h. */
#include "command/ask.h"

#include <string.h>
#include <strings.h>

#include "base/call.h"
#include "base/outputs.h"

/* ---- the form of the answer ---- */

static bool ends_as_before(const struct form *forms, const struct form *f)
{
    for (const struct form *b = forms; b < f; b++)
        if (strcmp(b->extension, f->extension) == 0)
            return true;
    return false;
}

/* "table, csv or json" */
static void list_forms(const struct form *forms, bool endings, struct strbuf *out)
{
    for (const struct form *f = forms; f->name != NULL; f++)
        if (!endings || !ends_as_before(forms, f))
            strbuf_printf(out, "%s%s%s",
                          f == forms          ? ""
                          : f[1].name != NULL ? ", "
                                              : " or ",
                          endings ? "." : "", endings ? f->extension : f->name);
}

static bool form_named(const char *name, const struct form *forms, int *form, struct option_fault *f)
{
    struct strbuf known = {0};
    for (*form = 0; forms[*form].name != NULL; ++*form)
        if (strcasecmp(name, forms[*form].name) == 0)
            return true;
    list_forms(forms, false, &known);
    (void)option_refuse(f, "format", name, "%s is expected", strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

static bool form_of_file(const char *path, const struct form *forms, int *form, struct option_fault *f)
{
    struct strbuf known = {0};
    const char *name = path_name(path), *ending = strrchr(name, '.');
    if (ending == NULL || ending == name)
        return true;
    for (int i = 0; forms[i].name != NULL; i++)
        if (strcasecmp(ending + 1, forms[i].extension) == 0) {
            *form = i;
            return true;
        }
    list_forms(forms, true, &known);
    (void)option_refuse(f, "output", path, "no format has this name; expected one that ends in %s, or --format",
                        strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

bool answer_form_settle(const struct answers_options *o, const struct form *forms, int otherwise, int *form,
                        struct option_fault *f)
{
    if (path_is_folder(o->output))
        return option_refuse(f, "output", o->output, "is a folder: name a file; --out names the folder of reports");
    if (o->json && o->format != NULL && strcasecmp(o->format, "json") != 0)
        return option_refuse(f, NULL, NULL, "--json or --format %s, not both", o->format);
    if (o->json || o->format != NULL)
        return form_named(o->json ? "json" : o->format, forms, form, f);
    *form = otherwise;
    return strcmp(o->output, "-") == 0 || form_of_file(o->output, forms, form, f);
}

/* ---- asking ---- */

int collection_unread(struct store *s)
{
    say_error("%s: the collection cannot be read: %s", store_name(s), store_error(s));
    return CALL_NOTHING;
}

int collection_ask(const struct ask_options *o, const char *const *input, size_t n,
                   int (*answer)(struct store *s, const struct collection_query *q, const void *options),
                   const void *options)
{
    struct collection c;
    struct collection_query q = o->query;
    if (n > 0)
        return call_misuse("`%s`: %s takes no operands; --db names the collection", input[0], call_current()->about);
    if (!collection_open(&c, &o->where, NULL, SQL_READ))
        return CALL_NOTHING;
    const int ending = query_people(&q, c.store) ? answer(c.store, &q, options) : CALL_NOTHING;
    collection_close(&c);
    return ending;
}
