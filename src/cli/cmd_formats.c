/* `kibitzer formats`: what can be read and written, straight from the two tables. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "export/export.h"
#include "import/import.h"

static void print_row(const char *name, bool reads, const struct exporter *e, const char *scope, const char *extensions,
                      const char *title)
{
    printf("%-10s %-5s %-6s %-10s %-14s %s", name, reads ? "read" : "-", e != NULL ? "write" : "-", scope, extensions,
           title);
    for (size_t i = 0; e != NULL && e->styles != NULL && e->styles[i] != NULL; i++)
        printf("%s%s", i == 0 ? "; styles " : ", ", e->styles[i]);
    putchar('\n');
}

static const char *scope_text(const struct exporter *e)
{
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
    print_row(i->name, true, e, e != NULL ? scope_text(e) : i->holds, extensions, i->title);
}

static int run(const struct args *a)
{
    if (a->n_operands != 0)
        return usage_error(a->command, "what is `%s` for? `formats` takes no operands", a->operand[0]);
    printf("%-10s %-5s %-6s %-10s %-14s %s\n", "NAME", "READ", "WRITE", "HOLDS", "EXTENSION", "TITLE");
    for (int i = 0; importers[i] != NULL; i++)
        print_importer(importers[i]);
    for (int i = 0; exporters[i] != NULL; i++)
        if (importer_find(exporters[i]->name) == NULL)
            print_row(exporters[i]->name, false, exporters[i], scope_text(exporters[i]), exporters[i]->extension,
                      exporters[i]->title);
    return EXIT_CLEAN;
}

const struct command command_formats = {
    .name = "formats",
    .usage = "",
    .summary = "list the formats that are read and written",
    .description =
        "Files are recognised by what they hold, whatever their extension. HOLDS says how much one file can\n"
        "carry as it is written, or else as it is read: positions, a game, a match, or several matches.\n",
    .run = run,
};
