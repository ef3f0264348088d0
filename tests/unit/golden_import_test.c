/* Every reader against its fixtures. fixtures/<format>/<case>.<ext> must give the record in <case>.dump and the
 * diagnostics in <case>.err (no such file: none above a note); fixtures/bad/<format>/<case>.<ext> must give those in
 * <case>.err. GOLDEN=accept writes what is found instead of comparing: look at the difference before you commit it. */
#include "support/test.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/sink.h"
#include "base/xmalloc.h"
#include "export/export.h"
#include "import/import.h"

struct names {
    char **at;
    size_t n, capacity;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static struct names list(const char *folder)
{
    struct names names = {0};
    DIR *dir = opendir(folder);
    for (struct dirent *e = dir != NULL ? readdir(dir) : NULL; e != NULL; e = readdir(dir))
        if (e->d_name[0] != '.') {
            names.at = grow(names.at, names.n, &names.capacity, sizeof *names.at);
            names.at[names.n++] = xstrdup(e->d_name);
        }
    if (dir != NULL)
        closedir(dir);
    if (names.n > 0)
        qsort(names.at, names.n, sizeof *names.at, by_name);
    return names;
}

static void names_done(struct names *names)
{
    for (size_t i = 0; i < names->n; i++)
        free(names->at[i]);
    free(names->at);
}

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static bool exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* folder/case.ext -> folder/case + `extension` */
static char *beside(const char *path, const char *extension)
{
    const char *slash = strrchr(path, '/'), *dot = strchr(slash, '.');
    char *out = NULL;
    assert_true(asprintf(&out, "%.*s%s", (int)(dot - path), path, extension) > 0);
    return out;
}

static bool accepting(void)
{
    const char *golden = getenv("GOLDEN");
    return golden != NULL && strcmp(golden, "accept") == 0;
}

/* Shows the first line that differs. */
static int compare(const char *path, const char *found, size_t length)
{
    struct strbuf expected = {0};
    if (accepting())
        return length > 0 ? !file_write_atomic(path, found, length) : exists(path) && remove(path) != 0;
    if (exists(path))
        assert_true(file_read(path, 0, &expected));
    const char *want = strbuf_text(&expected);
    bool same = expected.length == length && memcmp(want, found, length) == 0;
    if (!same) {
        size_t at = 0, from = 0;
        int line = 1;
        for (; at < length && at < expected.length && want[at] == found[at]; at++)
            if (want[at] == '\n') {
                from = at + 1;
                line++;
            }
        print_error("%s:%d:\n  expected: %.*s\n  found:    %.*s\n", path, line, (int)strcspn(want + from, "\n"),
                    want + from, (int)strcspn(found + from, "\n"), found + from);
    }
    strbuf_done(&expected);
    return !same;
}

/* What a fixture's records come to. None lives longer than its call, so that a reader that looks back at a record it
 * has handed on is found. */
struct dumping {
    struct receiver receiver;
    struct strbuf text;
    const char *format; /* the reader's name */
    int n_others; /* records of another reader */
};

static void dump_and_forget(struct receiver *self, struct match *m)
{
    struct dumping *all = (struct dumping *)self;
    struct export_options options;
    struct sink sink;
    struct diags d;
    export_defaults(&options);
    sink_init(&sink);
    diags_init(&d, NULL);
    assert_true(exporter_find("dump")->write(m, &options, &sink, &d));
    strbuf_add(&all->text, strbuf_text(sink_main(&sink)), sink_main(&sink)->length);
    if (strcmp(m->format, all->format) != 0 && strcmp(all->format, "dump") != 0)
        all->n_others++;
    diags_done(&d);
    sink_done(&sink);
    match_free(m);
}

static void add_line(void *text, const struct diag *g, const char *shown)
{
    (void)g;
    strbuf_printf(text, "%s\n", shown);
}

static char *printed(const struct diags *d, enum severity least, size_t *length)
{
    struct strbuf text = {0};
    diags_show(d, least, add_line, &text);
    *length = text.length;
    return text.length != 0 ? text.at : xstrdup("");
}

/* `folder` of a good fixture is also the name of the reader that must choose it. */
static int check_file(const char *path, const char *name, const char *folder, bool good)
{
    struct strbuf bytes = {0};
    struct dumping out = {.receiver = {.take = dump_and_forget}, .format = folder};
    struct diags d;
    int failures = 0;
    assert_true(file_read(path, 0, &bytes));
    diags_init(&d, name);
    import_each((struct span){strbuf_text(&bytes), bytes.length}, name, NULL, &out.receiver, &d);
    size_t length;
    char *said = printed(&d, good ? SEVERITY_WARNING : SEVERITY_NOTE, &length);
    char *err = beside(path, ".err"), *dump = beside(path, ".dump");
    failures += compare(err, said, length);
    if (good) /* a dump is its own expectation */
        failures += compare(ends_in(path, ".dump") ? path : dump, strbuf_text(&out.text), out.text.length);
    if (good && out.n_others != 0) {
        print_error("%s: %d records are not of \"%s\"\n", path, out.n_others, folder);
        failures++;
    }
    free(said);
    free(err);
    free(dump);
    strbuf_done(&out.text);
    diags_done(&d);
    strbuf_done(&bytes);
    return failures;
}

static bool is_input(const char *name, const char *folder)
{
    return !ends_in(name, ".err") && !ends_in(name, ".md") && (!ends_in(name, ".dump") || strcmp(folder, "dump") == 0);
}

/* Returns the number of files; adds failures. */
static int check_folder(const char *root, const char *folder, bool good, int *failures)
{
    char *path = NULL, *file = NULL;
    int n = 0;
    assert_true(asprintf(&path, "%s/%s", root, folder) > 0);
    struct names names = list(path);
    for (size_t i = 0; i < names.n; i++) {
        if (!is_input(names.at[i], folder))
            continue;
        assert_true(asprintf(&file, "%s/%s", path, names.at[i]) > 0);
        *failures += check_file(file, names.at[i], folder, good);
        free(file);
        n++;
    }
    names_done(&names);
    free(path);
    return n;
}

static bool is_format(const char *folder)
{
    for (size_t i = 0; importers[i] != NULL; i++)
        if (strcmp(importers[i]->name, folder) == 0)
            return true;
    return false;
}

TEST(every_reader_gives_the_expected_records)
{
    int n = 0, failures = 0;
    struct names folders = list("fixtures");
    for (size_t i = 0; i < folders.n; i++)
        if (is_format(folders.at[i]))
            n += check_folder("fixtures", folders.at[i], true, &failures);
    names_done(&folders);
    assert_int_equal(failures, 0);
    assert_true(n > 20);
}

TEST(bad_files_are_reported_as_expected)
{
    int n = 0, failures = 0;
    struct names folders = list("fixtures/bad");
    for (size_t i = 0; i < folders.n; i++)
        n += check_folder("fixtures/bad", folders.at[i], false, &failures);
    names_done(&folders);
    assert_int_equal(failures, 0);
    assert_true(n > 10);
}

TEST_MAIN(NULL, NULL)
