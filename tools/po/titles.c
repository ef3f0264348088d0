/* What tables have in words to translate: help of commands and options, titles of answers that people see, of formats,
 * what settings are. A line of C for each, for xgettext (tools/po/pot.sh).
 */
#include <stdio.h>
#include <string.h>

#include "base/settings.h"
#include "cli/completion.h"
#include "cli/manual.h"
#include "cli/reader.h"
#include "command/commands.h"
#include "document/answer_private.h"
#include "export/export.h"
#include "import/import.h"

static void put(const char *title)
{
    if (title == NULL || *title == '\0')
        return;
    printf("N_(\"");
    for (; *title != '\0'; title++)
        printf(*title == '"' || *title == '\\' ? "\\%c" : "%c", *title);
    printf("\")\n");
}

static void put_rows(const struct answer_rows *rows, int depth)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL && depth < ANSWER_DEPTH; f++) {
        if (!answer_seen(f, true))
            continue;
        put(f->title);
        if (f->rows != NULL)
            put_rows(f->rows, depth + 1);
    }
}

/* ---- help ---- */

int completion_print(const char *const *operand, size_t n)
{
    (void)operand, (void)n;
    return 0;
}

static void put_from(const char *place, const char *words)
{
    static int line; /* so that they stay in their order */
    printf("#line %d \"help/%s\"\n", ++line, place);
    put(words);
}

static void put_pieces(const char *place, const char *text)
{
    struct piece p = {0};
    while (piece_next(&text, &p))
        if (p.words.length != 0)
            put_from(place, strbuf_text(&p.words));
    piece_done(&p);
}

static void put_option(const char *command, const struct option_row *r)
{
    struct strbuf line = {0};
    strbuf_puts(&line, r->help != NULL && (r->flags & OPTION_HIDDEN) == 0 ? r->help : "");
    for (char *at = line.at; at != NULL && (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
    put_from(command, strbuf_text(&line));
    strbuf_done(&line);
}

/* What systems say of files, in English as the program runs in it. */
static const char *const system_words[] = {"No such file or directory",
                                           "Permission denied",
                                           "Is a directory",
                                           "Not a directory",
                                           "File exists",
                                           "No space left on device",
                                           "Read-only file system",
                                           "Input/output error",
                                           "File name too long",
                                           "Too many open files",
                                           "Connection refused",
                                           "Broken pipe",
                                           "out of memory"};

static void put_system(void)
{
    printf("#line 1 \"src/base/system.c\"\n");
    for (size_t i = 0; i < sizeof system_words / sizeof *system_words; i++)
        printf("W_(\"%s\")\n", system_words[i]);
}

static void put_help(void)
{
    put_pieces("1-overview", beginnings);
    put_pieces("1-overview", overview_end);
    for (const struct manual *m = manuals; m->name != NULL; m++)
        put_from("1-overview", m->summary);
    for (const struct manual *m = manuals; m->name != NULL; m++)
        put_pieces(m->name, m->description != NULL ? m->description : "");
    for (size_t c = 0; commands[c] != NULL; c++)
        for (const struct option_part *part = commands[c]->options.parts; part->group != NULL; part++)
            for (const struct option_row *r = part->group->rows; r->name != NULL; r++)
                put_option(commands[c]->options.command, r);
    for (const struct setting *s = settings; s->name != NULL; s++)
        put_from("config", s->help);
    for (size_t i = 0; importers[i] != NULL; i++)
        put_from("formats", importers[i]->title);
    for (size_t i = 0; exporters[i] != NULL; i++)
        put_from("formats", exporters[i]->title);
}

int main(void)
{
    put_help();
    put_system();
    printf("#line 1 \"titles.c\"\n");
    for (size_t c = 0; commands[c] != NULL; c++)
        for (size_t a = 0; commands[c]->answers != NULL && commands[c]->answers[a] != NULL; a++) {
            if (strcmp(commands[c]->answers[a]->name, "match") == 0)
                continue; /* JSON alone */
            put(commands[c]->answers[a]->title);
            put_rows(commands[c]->answers[a]->rows, 0);
        }
    return 0;
}
