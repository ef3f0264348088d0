/* Inputs and outputs of the command line; the contract stands in files.h. The one idea: every command takes its files
 * in through inputs_collect() and load(), and lets them out through output_write(), so that all agree on what a path
 * means.
 */
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/terminal.h"

enum { STEM_MAX = 100, STEM_NUMBER = 24 /* room for a number and the end */ };

/* ---- what is never replaced ---- */

static struct {
    struct place_on_disk {
        dev_t device;
        ino_t inode;
    } * at;
    size_t n, capacity;
} guarded;

void input_guard(const char *path)
{
    struct stat s;
    if (strcmp(path, "-") == 0 || stat(path, &s) != 0 || !S_ISREG(s.st_mode))
        return;
    guarded.at = grow(guarded.at, guarded.n, &guarded.capacity, sizeof *guarded.at);
    guarded.at[guarded.n++] = (struct place_on_disk){s.st_dev, s.st_ino};
}

/* Writing replaces a link, not what it leads to. */
static bool is_guarded(const char *path)
{
    struct stat s;
    if (lstat(path, &s) != 0)
        return false;
    for (size_t i = 0; i < guarded.n; i++)
        if (guarded.at[i].device == s.st_dev && guarded.at[i].inode == s.st_ino)
            return true;
    return false;
}

/* ---- names ---- */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static size_t stem_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
}

static bool is_harmless(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

static char *safe_stem(const char *path)
{
    const char *name = last_part(path);
    size_t length = stem_length(name);
    char *stem = xmalloc(STEM_MAX + STEM_NUMBER);
    size_t n = 0;
    for (; n < length && n < STEM_MAX; n++) {
        char c = name[n];
        stem[n] = is_harmless(c) && !(c == '-' && n == 0) ? c : '_';
    }
    if (n == 0)
        stem[n++] = '_';
    stem[n] = '\0';
    return stem;
}

static int by_stem(const void *a, const void *b)
{
    const struct input *x = *(const struct input *const *)a, *y = *(const struct input *const *)b;
    int order = strcasecmp(x->stem, y->stem);
    return order != 0 ? order : (x > y) - (x < y);
}

/* Stems hold no dot of their own, so a number behind a dot cannot meet another stem. */
static void number_stems(struct inputs *list)
{
    struct input **sorted = xcalloc(list->n + 1, sizeof *sorted);
    for (size_t i = 0; i < list->n; i++) {
        list->at[i].stem = safe_stem(strcmp(list->at[i].path, "-") == 0 ? "stdin" : list->at[i].path);
        sorted[i] = &list->at[i];
    }
    qsort(sorted, list->n, sizeof *sorted, by_stem);
    for (size_t first = 0, next; first < list->n; first = next) {
        for (next = first + 1; next < list->n && strcasecmp(sorted[first]->stem, sorted[next]->stem) == 0; next++) {
            size_t length = strlen(sorted[next]->stem);
            snprintf(sorted[next]->stem + length, STEM_MAX + STEM_NUMBER - length, ".%zu", next - first + 1);
        }
    }
    free(sorted);
}

/* ---- collecting ---- */

struct folder { /* the way down to here, so that a link cannot lead in circles */
    dev_t device;
    ino_t inode;
    const struct folder *up;
};

static bool is_on_the_way(const struct folder *f, const struct stat *s)
{
    for (; f != NULL; f = f->up)
        if (f->device == s->st_dev && f->inode == s->st_ino)
            return true;
    return false;
}

static void add_input(struct inputs *list, const char *path, bool found, const struct stat *s)
{
    input_guard(path);
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    list->at[list->n++] =
        (struct input){.path = xstrdup(path), .found = found, .size = s != NULL ? (long long)s->st_size : 0};
}

static void complain(struct inputs *list, const char *path, const char *why)
{
    say_error("%s: %s", path, why);
    list->n_failed++;
}

static int is_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void collect_path(struct inputs *list, const char *path, bool found, const struct folder *way);

static void collect_folder(struct inputs *list, const char *path, const struct folder *way)
{
    struct dirent **entries;
    int n = scandir(path, &entries, is_visible, by_bytes);
    if (n < 0) {
        complain(list, path, strerror(errno));
        return;
    }
    for (int i = 0; i < n; i++) {
        size_t end = strlen(path);
        struct strbuf below = {0};
        strbuf_printf(&below, "%s%s%s", path, end != 0 && path[end - 1] == '/' ? "" : "/", entries[i]->d_name);
        collect_path(list, below.at, true, way);
        strbuf_done(&below);
        free(entries[i]);
    }
    free(entries);
}

static void collect_path(struct inputs *list, const char *path, bool found, const struct folder *way)
{
    struct stat s;
    if (stat(path, &s) != 0) {
        complain(list, path, strerror(errno));
    } else if (S_ISDIR(s.st_mode)) {
        if (!is_on_the_way(way, &s)) {
            struct folder here = {s.st_dev, s.st_ino, way};
            collect_folder(list, path, &here);
        }
    } else if (S_ISREG(s.st_mode) || !found) { /* named pipes and devices only when asked for by name */
        add_input(list, path, found, &s);
    }
}

static int by_path(const void *a, const void *b)
{
    const struct input *x = *(const struct input *const *)a, *y = *(const struct input *const *)b;
    int order = strcmp(x->path, y->path);
    return order != 0 ? order : (x > y) - (x < y);
}

/* Keeps the first of equal paths, in the order they stand. */
static void drop_repeated(struct inputs *list)
{
    struct input **sorted = xcalloc(list->n + 1, sizeof *sorted);
    bool *repeated = xcalloc(list->n + 1, sizeof *repeated);
    for (size_t i = 0; i < list->n; i++)
        sorted[i] = &list->at[i];
    qsort(sorted, list->n, sizeof *sorted, by_path);
    for (size_t i = 1; i < list->n; i++)
        repeated[sorted[i] - list->at] = strcmp(sorted[i - 1]->path, sorted[i]->path) == 0;
    size_t kept = 0;
    for (size_t i = 0; i < list->n; i++) {
        if (repeated[i])
            free(list->at[i].path);
        else
            list->at[kept++] = list->at[i];
    }
    list->n = kept;
    free(repeated);
    free(sorted);
}

/* Reports shall not tell where on whose machine the files lay. */
static void shorten(struct inputs *list)
{
    size_t common = list->n != 0 ? (size_t)(last_part(list->at[0].path) - list->at[0].path) : 0;
    for (size_t i = 1; i < list->n; i++) {
        const char *path = list->at[i].path;
        while (common != 0 && strncmp(path, list->at[0].path, common) != 0)
            do
                common--;
            while (common != 0 && list->at[0].path[common - 1] != '/');
    }
    for (size_t i = 0; i < list->n; i++)
        list->at[i].shown = list->at[i].path + common;
}

void inputs_collect(struct inputs *list, const char *const *paths, int n, const char *except)
{
    *list = (struct inputs){0};
    struct stat s;
    struct folder reports = {0};
    const struct folder *way = NULL;
    if (except != NULL && stat(except, &s) == 0) { /* "already on the way": never entered */
        reports = (struct folder){s.st_dev, s.st_ino, NULL};
        way = &reports;
    }
    for (int i = 0; i < n; i++) {
        if (strcmp(paths[i], "-") == 0)
            add_input(list, "-", false, NULL);
        else
            collect_path(list, paths[i], false, way);
    }
    drop_repeated(list);
    number_stems(list);
    shorten(list);
}

void inputs_done(struct inputs *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->at[i].path);
        free(list->at[i].stem);
    }
    free(list->at);
    *list = (struct inputs){0};
}

/* In a folder things lie about that never were matches; only a file with a match's extension must be one. */
static bool claims_to_be_a_match(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strchr(dot, '/') != NULL)
        return true;
    for (int i = 0; importers[i] != NULL; i++)
        for (const char *const *e = importers[i]->extensions; *e != NULL; e++)
            if (span_equal_nocase(span_of(dot + 1), *e))
                return true;
    return false;
}

bool input_may_be_skipped(const struct input *in)
{
    if (!in->found || claims_to_be_a_match(in->path))
        return false;
    say_note("%s: not a match file, left out", in->path);
    return true;
}

enum fate fate_of_used(const struct diags *said)
{
    return said->n_errors != 0 ? FATE_IN_PART : FATE_GOOD;
}

int tally_result(const struct tally *t)
{
    const size_t used = t->n[FATE_GOOD] + t->n[FATE_IN_PART];
    if (used == 0 && t->n[FATE_FAILED] == 0)
        say_error("found no match file, expected one at least");
    if (used == 0)
        return EXIT_NOTHING;
    return t->n[FATE_FAILED] != 0 || t->n[FATE_IN_PART] != 0 ? EXIT_SOME_FAILED : EXIT_CLEAN;
}

/* ---- loading ---- */

const char *input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

bool load_each(struct loaded *l, const char *path, const struct importer *from, struct receiver *out)
{
    *l = (struct loaded){0};
    diags_init(&l->diags, input_name(path));
    if (!file_read(path, 0, &l->bytes)) {
        diag_at(&l->diags, SEVERITY_ERROR, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    struct span bytes = {strbuf_text(&l->bytes), l->bytes.length};
    return import_each(bytes, strcmp(path, "-") == 0 ? NULL : path, from, out, &l->diags);
}

bool load(struct loaded *l, const char *path, const struct importer *from)
{
    struct matches all = {.n = 0};
    const bool good = load_each(l, path, from, matches_receiver(&all));
    l->matches = all;
    return good;
}

void loaded_done(struct loaded *l)
{
    diags_done(&l->diags);
    matches_done(&l->matches);
    strbuf_done(&l->bytes);
}

/* ---- writing ---- */

char *path_with_suffix(const char *path, const char *suffix)
{
    const char *name = last_part(path);
    size_t before = (size_t)(name - path) + stem_length(name);
    struct strbuf b = {0};
    strbuf_add(&b, path, before);
    strbuf_puts(&b, suffix);
    strbuf_puts(&b, path + before);
    return b.at;
}

static bool write_file(const char *path, const struct strbuf *text)
{
    if (is_guarded(path)) {
        say_error("%s: is an input, and inputs are never replaced", path);
        return false;
    }
    if (file_write_atomic(path, strbuf_text(text), text->length))
        return true;
    say_error("%s: cannot be written: %s", path, strerror(errno));
    return false;
}

bool output_write(const struct sink *s, const char *path)
{
    if (strcmp(path, "-") == 0) {
        if (s->n > 1) {
            say_error("%zu pages do not fit standard output; name a file", s->n);
            return false;
        }
        const struct strbuf *text = &s->parts[0].text;
        return fwrite(strbuf_text(text), 1, text->length, stdout) == text->length;
    }
    bool ok = true;
    for (size_t i = 0; ok && i < s->n; i++) {
        char *name = path_with_suffix(path, s->parts[i].suffix);
        ok = write_file(name, &s->parts[i].text);
        free(name);
    }
    return ok;
}

bool folder_make(const char *path)
{
    struct strbuf b = {0};
    strbuf_puts(&b, path);
    for (char *at = b.at + 1; b.length != 0 && *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(b.at, 0777); /* the last one tells */
            *at = '/';
        }
    struct stat s;
    (void)mkdir(strbuf_text(&b), 0777);
    bool ok = stat(path, &s) == 0 && S_ISDIR(s.st_mode);
    if (!ok)
        say_error("%s: the folder cannot be made: %s", path,
                  errno == EEXIST ? "a file has that name" : strerror(errno));
    strbuf_done(&b);
    return ok;
}
