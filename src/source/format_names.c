/* Formats by name or extension, and what is said about a name that is not one; see format_names.h. */
#include "source/format_names.h"

#include <string.h>
#include <strings.h>

#include "base/suggest.h"

static const char *without_dot(const char *name)
{
    return name[0] == '.' ? name + 1 : name;
}

static bool reads_extension(const struct importer *i, const char *extension)
{
    for (const char *const *e = i->extensions; *e != NULL; e++)
        if (strcasecmp(*e, extension) == 0)
            return true;
    return false;
}

/* The reader of that name, or the only one with that extension; else NULL with all that have it in `several`. */
static const struct importer *reader(const char *name, struct strbuf *several)
{
    const struct importer *found = NULL;
    size_t n = 0;
    for (size_t i = 0; importers[i] != NULL; i++)
        if (strcasecmp(importers[i]->name, name) == 0)
            return importers[i];
    for (size_t i = 0; importers[i] != NULL; i++)
        if (reads_extension(importers[i], without_dot(name))) {
            found = importers[i];
            strbuf_printf(several, "%s%s", n++ != 0 ? ", " : "", found->name);
        }
    return n == 1 ? found : NULL;
}

/* Of that name or extension; also of another extension that its reader has (.gvab). */
static const struct exporter *writer(const char *name)
{
    const struct exporter *e = exporter_find(strcasecmp(name, "markdown") == 0 ? "md" : name);
    for (size_t i = 0; e == NULL && exporters[i] != NULL; i++)
        if (strcasecmp(exporters[i]->extension, without_dot(name)) == 0)
            e = exporters[i];
    for (size_t i = 0; e == NULL && importers[i] != NULL; i++)
        if (reads_extension(importers[i], without_dot(name)))
            e = exporter_find(importers[i]->name);
    return e;
}

/* NULL with *why. */
static const struct importer *format_reader(const char *name, struct strbuf *why)
{
    struct strbuf several = {0};
    const struct importer *from = reader(name, &several);
    if (from == NULL && several.length != 0) {
        strbuf_say(why, "several formats have this extension (%s); name one, or leave --from out", several.at);
    } else if (from == NULL && writer(name) != NULL) {
        strbuf_say(why, "%s can be written, not read", writer(name)->name);
    } else if (from == NULL) {
        struct suggestion s = {.word = name};
        for (size_t i = 0; importers[i] != NULL; i++)
            suggest(&s, importers[i]->name);
        strbuf_say(why, "not a format that can be read%s (`kibitzer formats` lists them)", suggestion_text(&s, ""));
    }
    strbuf_done(&several);
    return from;
}

const struct exporter *format_writer(const char *name, struct strbuf *why)
{
    struct strbuf several = {0};
    const struct exporter *to = writer(name);
    const struct importer *from = to == NULL ? reader(name, &several) : NULL;
    if (from != NULL) {
        strbuf_say(why, "%s can be read, not written; try %s", from->name,
                   importer_holds_positions(from) ? "xgid or pos" : "sgf or mat");
    } else if (to == NULL) {
        struct suggestion s = {.word = name};
        for (size_t i = 0; exporters[i] != NULL; i++)
            suggest(&s, exporters[i]->name);
        strbuf_say(why, "not a format that can be written%s (`kibitzer formats` lists them)", suggestion_text(&s, ""));
    }
    strbuf_done(&several);
    return to;
}

/* "snowie.txt", or "snowiepos.txt": the name of a format, and an extension that it has among others. */
static bool is_called(const struct exporter *ex, const char *parts)
{
    const size_t n = strlen(ex->name);
    const struct importer *im = importer_find(ex->name);
    if (strcasecmp(ex->extension, parts) == 0)
        return true;
    if (im == NULL || strncasecmp(ex->name, parts, n) != 0 || parts[n] != '.')
        return false;
    for (size_t i = 0; im->extensions[i] != NULL; i++)
        if (strcasecmp(im->extensions[i], parts + n + 1) == 0)
            return true;
    return false;
}

const struct exporter *format_of_output(const char *path, struct strbuf *why)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path, *last = strrchr(name, '.');
    if (last == NULL) {
        strbuf_say(why, "no extension that names a format");
        return NULL;
    }
    for (const char *dot = strchr(name, '.'); dot != last; dot = strchr(dot + 1, '.')) /* .snowie.txt */
        for (size_t i = 0; exporters[i] != NULL; i++)
            if (is_called(exporters[i], dot + 1))
                return exporters[i];
    return format_writer(last + 1, why);
}

/* ---- options ---- */

static bool refuse_unless(bool known, const struct option_value *v, struct strbuf *why)
{
    const bool ok = known || option_wrong(v, "%s", strbuf_text(why));
    strbuf_done(why);
    return ok;
}

bool format_from_parse(const struct option_value *v)
{
    const struct importer **out = v->field;
    struct strbuf why = {0};
    *out = format_reader(v->text, &why);
    return refuse_unless(*out != NULL, v, &why);
}

bool format_to_parse(const struct option_value *v)
{
    const struct exporter **out = v->field;
    struct strbuf why = {0};
    *out = format_writer(v->text, &why);
    return refuse_unless(*out != NULL, v, &why);
}

const char *format_from_listed(size_t i)
{
    return importers[i] != NULL ? importers[i]->name : NULL;
}

const char *format_to_listed(size_t i)
{
    return exporters[i] != NULL ? exporters[i]->name : NULL;
}
