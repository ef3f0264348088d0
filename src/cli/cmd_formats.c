/* `kibitzer formats`: what can be read and written, straight from the two tables. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "export/export.h"
#include "import/import.h"

static void print_row(const char *name, bool reads, bool writes, const char *scope, const char *extensions,
                      const char *title)
{
    printf("%-10s %-5s %-6s %-10s %-14s %s\n", name, reads ? "read" : "-", writes ? "write" : "-", scope, extensions,
           title);
}

static const char *scope_text(const struct exporter *e)
{
    if (e == NULL)
        return "-";
    if (e->scope & EXPORT_MATCHES)
        return "matches";
    if (e->scope & EXPORT_MATCH)
        return "match";
    return e->scope & EXPORT_GAME ? "game" : "position";
}

static void join(char *out, size_t size, const char *const *extensions)
{
    size_t n = 0;
    out[0] = '\0';
    for (; extensions != NULL && *extensions != NULL && n < size; extensions++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", n != 0 ? "," : "", *extensions);
}

static void print_importer(const struct importer *i)
{
    char extensions[64];
    const struct exporter *e = exporter_find(i->name);
    join(extensions, sizeof extensions, i->extensions);
    print_row(i->name, true, e != NULL, scope_text(e), extensions, i->title);
}

static int run(const struct args *a)
{
    if (a->n_operands != 0)
        return usage_error(a->command, "what is `%s` for? `formats` takes no operands", a->operand[0]);
    print_row("NAME", true, true, "HOLDS", "EXTENSION", "TITLE");
    for (int i = 0; importers[i] != NULL; i++)
        print_importer(importers[i]);
    for (int i = 0; exporters[i] != NULL; i++)
        if (importer_find(exporters[i]->name) == NULL)
            print_row(exporters[i]->name, false, true, scope_text(exporters[i]), exporters[i]->extension,
                      exporters[i]->title);
    return EXIT_CLEAN;
}

const struct command command_formats = {
    .name = "formats",
    .usage = "",
    .summary = "list the formats that are read and written",
    .description = "Files are recognised by what they hold, whatever their extension. HOLDS says how much one written\n"
                   "file can carry: a position, a game, a match, or several matches.\n",
    .run = run,
};
