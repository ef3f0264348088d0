/* `formats`: what can be read and written, straight from the two tables. */
#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/jsonw.h"
#include "export/export.h"
#include "import/import.h"

struct formats_options {
    bool json;
};

/* A format, whether it is read, written or both. */
struct format {
    const char *name, *title, *holds; /* how much one file can carry */
    const char *const *extensions;
    bool reads;
    const struct exporter *writer; /* NULL = it is not written */
};

static const char *scope_text(const struct exporter *e)
{
    if (e->scope & EXPORT_MATCHES)
        return "matches";
    if (e->scope & EXPORT_MATCH)
        return "match";
    return e->scope & EXPORT_GAME ? "game" : "position";
}

/* Calls visit() for each format, those that are read first. */
static void each_format(void (*visit)(void *context, const struct format *f), void *context)
{
    for (size_t i = 0; importers[i] != NULL; i++) {
        const struct importer *r = importers[i];
        const struct exporter *w = exporter_find(r->name);
        visit(context,
              &(struct format){r->name, r->title, w != NULL ? scope_text(w) : r->holds, r->extensions, true, w});
    }
    for (size_t i = 0; exporters[i] != NULL; i++) {
        const struct exporter *w = exporters[i];
        const char *const extensions[] = {w->extension, NULL};
        if (importer_find(w->name) == NULL)
            visit(context, &(struct format){w->name, w->title, scope_text(w), extensions, false, w});
    }
}

static void row_text(void *out, const struct format *f)
{
    struct strbuf extensions = {0};
    for (size_t i = 0; f->extensions != NULL && f->extensions[i] != NULL; i++)
        strbuf_printf(&extensions, "%s%s", i != 0 ? "," : "", f->extensions[i]);
    strbuf_printf(out, "%-10s %-5s %-6s %-10s %-14s %s", f->name, f->reads ? "read" : "-",
                  f->writer != NULL ? "write" : "-", f->holds, strbuf_text(&extensions), f->title);
    for (size_t i = 0; f->writer != NULL && f->writer->styles != NULL && f->writer->styles[i] != NULL; i++)
        strbuf_printf(out, "%s%s", i == 0 ? "; styles " : ", ", f->writer->styles[i]);
    strbuf_putc(out, '\n');
    strbuf_done(&extensions);
}

static void words_json(struct jsonw *j, const char *key, const char *const *words)
{
    jsonw_array_flat(j, key);
    for (size_t i = 0; words != NULL && words[i] != NULL; i++)
        jsonw_string(j, NULL, words[i]);
    jsonw_end(j);
}

static void row_json(void *writer, const struct format *f)
{
    struct jsonw *j = writer;
    jsonw_object(j, NULL);
    jsonw_string(j, "name", f->name);
    jsonw_string(j, "title", f->title);
    jsonw_bool(j, "reads", f->reads);
    jsonw_bool(j, "writes", f->writer != NULL);
    jsonw_string(j, "holds", f->holds);
    words_json(j, "extensions", f->extensions);
    words_json(j, "styles", f->writer != NULL ? f->writer->styles : NULL);
    jsonw_end(j);
}

static void write_json(struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/formats/1");
    jsonw_array(&j, "formats");
    each_format(row_json, &j);
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct formats_options *o = options;
    struct strbuf out = {0};
    if (n != 0)
        return call_misuse("unexpected `%s`: `formats` takes no operands", input[0]);
    if (o->json) {
        write_json(&out);
    } else {
        strbuf_printf(&out, "%-10s %-5s %-6s %-10s %-14s %s\n", "NAME", "READ", "WRITE", "HOLDS", "EXTENSION", "TITLE");
        each_format(row_text, &out);
    }
    call_write(out.at, out.length);
    strbuf_done(&out);
    return CALL_CLEAN;
}

static const struct option_row rows[] = {
    OPTION("json", struct formats_options, json, .help = "print a JSON document"),
    {0},
};

static const struct option_group group = {.title = "Answers", .rows = rows};

static const struct option_part parts[] = {{&group, 0}, {0}};

const struct command formats_command = {{"formats", sizeof(struct formats_options), parts, NULL}, .run = run};
