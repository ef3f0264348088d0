/* Formats by name or extension, and what is said about a name that is not one; the contract stands in format_names.h.
 */
#include "cli/format_names.h"

#include <string.h>
#include <strings.h>

#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/suggest.h"

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

static const struct exporter *writer(const char *name)
{
    const struct exporter *e = exporter_find(name);
    for (size_t i = 0; e == NULL && exporters[i] != NULL; i++)
        if (strcasecmp(exporters[i]->extension, without_dot(name)) == 0)
            e = exporters[i];
    return e;
}

bool format_from(const struct args *a, const struct importer **from)
{
    const char *name = args_text(a, "from");
    struct strbuf several = {0};
    *from = name != NULL ? reader(name, &several) : NULL;
    const bool ok = name == NULL || *from != NULL;
    if (!ok && several.length != 0) {
        usage_error(a->command, "--from %s: several formats have this extension (%s); name one, or leave --from out",
                    name, several.at);
    } else if (!ok && writer(name) != NULL) {
        usage_error(a->command, "--from %s: %s can be written, not read", name, writer(name)->name);
    } else if (!ok) {
        struct suggestion s = {.word = name};
        for (size_t i = 0; importers[i] != NULL; i++)
            suggest(&s, importers[i]->name);
        usage_error(a->command, "--from %s: not a format that can be read%s (`kibitzer formats` lists them)", name,
                    suggestion_text(&s, ""));
    }
    strbuf_done(&several);
    return ok;
}

bool variation_read(const struct args *a, enum variant *out)
{
    const struct span text = span_of(args_text(a, "variation"));
    *out = VARIANT_HYPERGAMMON_3;
    if (span_equal_nocase(text, "hypergammon"))
        return true;
    for (int v = 0; v < VARIANTS; v++)
        if (span_equal_nocase(text, variant_names[v])) {
            *out = (enum variant)v;
            return true;
        }
    usage_error(a->command,
                "--variation %s: expected backgammon, nackgammon, hypergammon1, hypergammon2 or hypergammon3", text.at);
    return false;
}

const struct exporter *format_to_write(const struct args *a, const char *said, const char *name)
{
    struct strbuf several = {0};
    const struct exporter *to = writer(name);
    const struct importer *from = to == NULL ? reader(name, &several) : NULL;
    if (from != NULL) {
        usage_error(a->command, "%s: %s can be read, not written; try %s", said, from->name,
                    strncmp(from->holds, "position", 8) == 0 ? "xgid or pos" : "sgf or mat");
    } else if (to == NULL) {
        struct suggestion s = {.word = name};
        for (size_t i = 0; exporters[i] != NULL; i++)
            suggest(&s, exporters[i]->name);
        usage_error(a->command, "%s: not a format that can be written%s (`kibitzer formats` lists them)", said,
                    suggestion_text(&s, ""));
    }
    strbuf_done(&several);
    return to;
}
