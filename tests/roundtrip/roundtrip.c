/* Round trips over a folder of match files: whatever is read is written in a chain of formats, read again after each
 * step, and must be the same record at the end; the dumps, which tell everything, are compared as well.
 *
 *     roundtrip [-v] FOLDER_OR_FILE...
 *
 * Prints a table: chain by chain the records tried, equal, with equal dumps. Exit 1 if a record came back different. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "import/import.h"

enum { STEPS_MAX = 3 };

static struct chain {
    const char *name;
    const char *steps[STEPS_MAX];
    int tried, equal, same_dump;
} chains[] = {
    {"dump", {"dump"}, 0, 0, 0},
    {"sgf", {"sgf"}, 0, 0, 0},
    {"mat", {"mat"}, 0, 0, 0},
    {"sgf, mat", {"sgf", "mat"}, 0, 0, 0},
    {"mat, sgf, dump", {"mat", "sgf", "dump"}, 0, 0, 0},
    {"snowietxt", {"snowietxt"}, 0, 0, 0},
};
enum { CHAINS = sizeof chains / sizeof *chains };

static bool verbose;
static int files, refused, records;

static void write_text(const struct match *m, const char *format, struct strbuf *out)
{
    struct sink sink;
    struct diags d;
    struct export_options o;
    export_defaults(&o);
    sink_init(&sink);
    diags_init(&d, NULL);
    exporter_find(format)->write(m, &o, &sink, &d);
    strbuf_clear(out);
    strbuf_add(out, strbuf_text(sink_main(&sink)), sink_main(&sink)->length);
    sink_done(&sink);
    diags_done(&d);
}

/* The one record in `text`, or NULL. */
static struct match *read_text(const struct strbuf *text, const char *format)
{
    struct matches list = {0};
    struct diags d;
    struct match *m = NULL;
    diags_init(&d, format);
    import_bytes((struct span){text->at, text->length}, NULL, importer_find(format), &list, &d);
    if (list.n == 1) {
        m = list.at[0];
        list.n = 0;
    } else if (verbose) {
        diags_print(&d, SEVERITY_ERROR, stdout);
    }
    matches_done(&list);
    diags_done(&d);
    return m;
}

/* The reader that takes a writer's text. */
static const char *reader_of(const char *format)
{
    return strcmp(format, "snowietxt") == 0 ? "mat" : format;
}

/* Dumps without the two lines that tell where the record came from. */
static void dump_body(const struct match *m, struct strbuf *out)
{
    struct match copy = *m;
    copy.format = "";
    copy.generator = NULL;
    write_text(&copy, "dump", out);
}

static void show_difference(const char *path, const struct chain *c, const struct strbuf *a, const struct strbuf *b)
{
    const char *x = strbuf_text(a), *y = strbuf_text(b);
    while (*x != '\0' && *x == *y)
        x++, y++;
    while (x > a->at && x[-1] != '\n')
        x--, y--;
    printf("%s: %s: dump has\n  %.*s\n  %.*s\n", path, c->name, (int)strcspn(x, "\n"), x, (int)strcspn(y, "\n"), y);
}

static void run_chain(const char *path, struct chain *c, const struct match *first)
{
    struct strbuf text = {0}, before = {0}, after = {0}, why = {0};
    struct match *now = NULL;
    bool good = true;
    for (int i = 0; i < STEPS_MAX && c->steps[i] != NULL && good; i++) {
        write_text(now != NULL ? now : first, c->steps[i], &text);
        match_free(now);
        now = read_text(&text, reader_of(c->steps[i]));
        good = now != NULL;
    }
    c->tried++;
    if (good && match_equal(first, now, &why)) {
        c->equal++;
        dump_body(first, &before);
        dump_body(now, &after);
        bool same = before.length == after.length && memcmp(before.at, after.at, before.length) == 0;
        c->same_dump += same;
        if (!same && verbose)
            show_difference(path, c, &before, &after);
    } else {
        printf("%s: %s: %s\n", path, c->name, good ? strbuf_text(&why) : "is not read again");
    }
    match_free(now);
    strbuf_done(&text);
    strbuf_done(&before);
    strbuf_done(&after);
    strbuf_done(&why);
}

static int visit(const char *path, const struct stat *st, int type, struct FTW *where)
{
    struct matches list = {0};
    struct strbuf bytes = {0};
    struct diags d;
    (void)st, (void)where;
    if (type != FTW_F || !file_read(path, 0, &bytes))
        return 0;
    files++;
    diags_init(&d, path);
    if (!import_bytes((struct span){bytes.at, bytes.length}, path, NULL, &list, &d))
        refused++;
    records += (int)list.n;
    for (size_t i = 0; i < list.n; i++)
        for (size_t c = 0; c < CHAINS; c++)
            run_chain(path, &chains[c], list.at[i]);
    matches_done(&list);
    strbuf_done(&bytes);
    diags_done(&d);
    return 0;
}

int main(int argc, char **argv)
{
    bool equal = true;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0)
            verbose = true;
        else
            nftw(argv[i], visit, 16, FTW_PHYS);
    printf("%d files, %d refused, %d records\n%-16s %8s %8s %10s\n", files, refused, records, "written as", "tried",
           "equal", "same dump");
    for (size_t c = 0; c < CHAINS; c++) {
        printf("%-16s %8d %8d %10d\n", chains[c].name, chains[c].tried, chains[c].equal, chains[c].same_dump);
        equal = equal && (chains[c].equal == chains[c].tried || strcmp(chains[c].name, "snowietxt") == 0);
    }
    return equal && records > 0 ? 0 : 1;
}
