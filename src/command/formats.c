/* `formats`: what can be read and written, straight from the two tables. */
#include "base/call.h"
#include "base/command.h"
#include "base/language.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "export/export.h"
#include "import/import.h"

/* A format, whether it is read, written or both. */
struct format {
    const char *name, *title;
    bool reads, writes;
    const char *holds;
    struct answer_list extensions, styles;
};

struct formats {
    struct answer_list formats;
};

static const struct answer_field format_fields[] = {
    ANSWER(struct format, name, "Name", .example = "mat", .flags = ANSWER_KEY | ANSWER_OWN,
           .help = "what --from, --to and --report take"),
    ANSWER(struct format, title, NULL, .flags = ANSWER_DATA),
    ANSWER(struct format, reads, "Read"),
    ANSWER(struct format, writes, "Write"),
    ANSWER(struct format, holds, "Holds", .help = "how much one file can hold: position, game, match or matches"),
    ANSWER_LIST_OF(const char *, struct format, extensions, "Extension", .flags = ANSWER_OWN,
                   .help = "of its files, without the dot"),
    ANSWER_NAMED("title", struct format, title, "Title", .flags = ANSWER_PEOPLE),
    ANSWER_LIST_OF(const char *, struct format, styles, "Styles", .flags = ANSWER_WIDE | ANSWER_OWN,
                   .help = "what --style takes"),
    {0}};
static const struct answer_rows format_rows = {"Format", NULL, sizeof(struct format), format_fields};

static const struct answer_field formats_fields[] = {ANSWER_LIST(struct formats, formats, NULL, &format_rows), {0}};
static const struct answer_rows formats_rows = {"Formats", NULL, sizeof(struct formats), formats_fields};

static const struct answer_document formats_answer = {"formats", 1, "Formats", "What kibitzer reads and writes.",
                                                      .rows = &formats_rows};

static const char *scope_text(const struct exporter *e)
{
    if (e->scope & EXPORT_MATCHES)
        return N_("matches");
    if (e->scope & EXPORT_MATCH)
        return N_("match");
    return e->scope & EXPORT_GAME ? N_("game") : N_("position");
}

static struct answer_list words(const char *const *list)
{
    size_t n = 0;
    while (list != NULL && list[n] != NULL)
        n++;
    return (struct answer_list){list, n};
}

static void fill(struct format *f, const struct importer *r, const struct exporter *w)
{
    *f = (struct format){.name = r != NULL ? r->name : w->name,
                         .title = r != NULL ? r->title : w->title,
                         .reads = r != NULL,
                         .writes = w != NULL,
                         .holds = r == NULL || w != NULL ? scope_text(w) : holds_names[r->holds],
                         .styles = words(w != NULL ? w->styles : NULL)};
    if (r != NULL)
        f->extensions = words(r->extensions);
    else
        f->extensions = (struct answer_list){&w->extension, 1};
}

static int formats_run(const void *options, const char *const *input, size_t n)
{
    struct format *rows = NULL;
    size_t count = 0, room = 0;
    if (n != 0)
        return call_misuse("unexpected `%s`: `formats` takes no operands", input[0]);
    for (size_t i = 0; importers[i] != NULL; i++) {
        rows = grow(rows, count, &room, sizeof *rows);
        fill(&rows[count++], importers[i], exporter_find(importers[i]->name));
    }
    for (size_t i = 0; exporters[i] != NULL; i++) {
        if (importer_find(exporters[i]->name) != NULL)
            continue;
        rows = grow(rows, count, &room, sizeof *rows);
        fill(&rows[count++], NULL, exporters[i]);
    }
    const int ending = answers_put(options, &formats_answer, &(struct formats){{rows, count}});
    xfree(rows);
    return ending;
}

static const struct option_part parts[] = {{&answers_group, 0}, {0}};
static const struct answer_document *const answers[] = {&formats_answer, NULL};

const struct command formats_command = {
    {"formats", sizeof(struct answers_options), parts, NULL}, .run = formats_run, .answers = answers};
