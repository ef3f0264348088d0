/* Inputs of the command line: every command takes its files in through inputs_collect() and load(), so that all agree
 * on what a path means. The contract stands in files.h. */
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/charset.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/format_names.h"
#include "cli/terminal.h"

enum { STEM_MAX = 100, STEM_NUMBER = 24 /* room for a number and the end */ };

/* ---- names ---- */

static bool is_harmless(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

static char *safe_stem(const char *path)
{
    const char *name = path_name(path);
    size_t length = path_stem_length(name);
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

static void number_stem(char *stem, size_t number)
{
    size_t length = strlen(stem);
    snprintf(stem + length, STEM_MAX + STEM_NUMBER - length, ".%zu", number);
}

/* Stems hold no dot of their own, so a number behind a dot cannot meet another stem. */
static void number_stems(struct inputs *list, const char *reserved)
{
    struct input **sorted = xcalloc(list->n + 1, sizeof *sorted);
    for (size_t i = 0; i < list->n; i++) {
        list->at[i].stem = safe_stem(strcmp(list->at[i].path, "-") == 0 ? "stdin" : list->at[i].path);
        sorted[i] = &list->at[i];
    }
    qsort(sorted, list->n, sizeof *sorted, by_stem);
    for (size_t first = 0, next; first < list->n; first = next) {
        const bool taken = reserved != NULL && strcasecmp(sorted[first]->stem, reserved) == 0;
        for (next = first + 1; next < list->n && strcasecmp(sorted[first]->stem, sorted[next]->stem) == 0; next++)
            number_stem(sorted[next]->stem, next - first + 1 + taken);
        if (taken)
            number_stem(sorted[first]->stem, 2);
    }
    xfree(sorted);
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

struct collection {
    struct inputs *list;
    const struct input_options *options;
};

static struct input *add_input(struct inputs *list, const char *path, bool found)
{
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    list->at[list->n] = (struct input){.path = xstrdup(path), .found = found};
    return &list->at[list->n++];
}

static void complain(struct inputs *list, const char *path, const char *why)
{
    say_error("%s: %s", path, why);
    list->n_failed++;
}

/* ---- archives ---- */

struct opening {
    struct archive_taker taker;
    struct inputs *list;
};

static void take_member(struct archive_taker *self, const char *name, struct strbuf *bytes)
{
    struct opening *o = (struct opening *)self;
    struct input *in = add_input(o->list, name, true);
    in->in_memory = true;
    in->size = (long long)bytes->length;
    in->bytes = *bytes;
    *bytes = (struct strbuf){0};
}

/* Takes in the members of a file; false if it is none that holds files. */
static bool open_archive(const struct collection *c, const char *path, struct strbuf *bytes)
{
    struct opening o = {.taker = {.take = take_member}, .list = c->list};
    struct diags said;
    diags_init(&said, NULL);
    const enum archive_found found = archive_each((struct span){strbuf_text(bytes), bytes->length}, input_name(path),
                                                  &c->options->archives, &o.taker, &said);
    for (size_t i = 0; i < said.n; i++)
        say_error("%s", said.at[i].message);
    diags_done(&said);
    c->list->n_failed += found == ARCHIVE_IN_PART;
    c->list->n_folders += found != ARCHIVE_NONE;
    return found != ARCHIVE_NONE;
}

/* Only the first bytes of files that are not archives are read here. */
static bool begins_like_an_archive(const char *path)
{
    char head[ARCHIVE_HEAD];
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return false;
    const size_t n = fread(head, 1, sizeof head, f);
    fclose(f);
    return archive_begins((struct span){head, n});
}

static void collect_file(const struct collection *c, const char *path, bool found, const struct stat *s)
{
    struct strbuf bytes = {0};
    input_guard(path);
    const bool opened = S_ISREG(s->st_mode) && begins_like_an_archive(path) && file_read(path, 0, &bytes) &&
                        open_archive(c, path, &bytes);
    if (!opened)
        add_input(c->list, path, found)->size = (long long)s->st_size;
    strbuf_done(&bytes);
}

/* Standard input can be read only once: what was read to see whether it is an archive is kept. */
static void collect_stdin(const struct collection *c)
{
    struct strbuf bytes = {0};
    if (!file_read("-", 0, &bytes)) {
        complain(c->list, input_name("-"), strerror(errno));
    } else if (!open_archive(c, "-", &bytes)) {
        struct input *in = add_input(c->list, "-", false);
        in->in_memory = true;
        in->bytes = bytes;
        return;
    }
    strbuf_done(&bytes);
}

/* ---- folders ---- */

static int is_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void collect_path(const struct collection *c, const char *path, bool found, const struct folder *way);

static void collect_folder(const struct collection *c, const char *path, const struct folder *way)
{
    struct dirent **entries;
    if (c->options->on_folder != NULL)
        c->options->on_folder(c->options->context, path);
    int n = scandir(path, &entries, is_visible, by_bytes);
    if (n < 0) {
        complain(c->list, path, strerror(errno));
        return;
    }
    c->list->n_folders++;
    for (int i = 0; i < n; i++) {
        size_t end = strlen(path);
        struct strbuf below = {0};
        strbuf_printf(&below, "%s%s%s", path, end != 0 && path[end - 1] == '/' ? "" : "/", entries[i]->d_name);
        collect_path(c, below.at, true, way);
        strbuf_done(&below);
        free(entries[i]);
    }
    free(entries);
}

static void collect_path(const struct collection *c, const char *path, bool found, const struct folder *way)
{
    struct stat s;
    if (stat(path, &s) != 0) {
        complain(c->list, path, strerror(errno));
    } else if (S_ISDIR(s.st_mode)) {
        if (!found)
            strbuf_printf(&c->list->searched, "%s%s", c->list->searched.length != 0 ? ", " : "", path);
        if (!is_on_the_way(way, &s)) {
            struct folder here = {s.st_dev, s.st_ino, way};
            collect_folder(c, path, &here);
        }
    } else if (S_ISREG(s.st_mode) || !found) { /* named pipes and devices only when asked for by name */
        collect_file(c, path, found, &s);
    }
}

static void input_done(struct input *in)
{
    xfree(in->path);
    strbuf_done(&in->bytes);
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
            input_done(&list->at[i]);
        else
            list->at[kept++] = list->at[i];
    }
    list->n = kept;
    xfree(repeated);
    xfree(sorted);
}

/* Reports shall not say where on whose machine the files lay. */
static void shorten(struct inputs *list)
{
    size_t common = list->n != 0 ? (size_t)(path_name(list->at[0].path) - list->at[0].path) : 0;
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

void inputs_collect(struct inputs *list, const char *const *paths, int n, const struct input_options *o)
{
    *list = (struct inputs){0};
    const struct collection c = {list, o};
    struct stat s;
    struct folder reports = {0};
    const struct folder *way = NULL;
    if (o->except != NULL && stat(o->except, &s) == 0) { /* "already on the way": never entered */
        reports = (struct folder){s.st_dev, s.st_ino, NULL};
        way = &reports;
    }
    for (int i = 0; i < n; i++) {
        if (strcmp(paths[i], "-") == 0)
            collect_stdin(&c);
        else
            collect_path(&c, paths[i], false, way);
    }
    drop_repeated(list);
    number_stems(list, o->reserved);
    shorten(list);
}

void inputs_done(struct inputs *list)
{
    for (size_t i = 0; i < list->n; i++) {
        xfree(list->at[i].stem);
        input_done(&list->at[i]);
    }
    xfree(list->at);
    strbuf_done(&list->searched);
    inputs_unguard();
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

/* What was looked at, where that was folders. */
static void say_nothing_found(const struct inputs *list)
{
    if (list == NULL || list->n_folders == 0)
        say_error("found no match file, expected one at least");
    else
        say_error("found no match file%s%s: %zu file%s in %zu folder%s looked at, hidden ones left out",
                  list->searched.length != 0 ? " in " : "", strbuf_text(&list->searched), list->n,
                  list->n == 1 ? "" : "s", list->n_folders, list->n_folders == 1 ? "" : "s");
}

int tally_result(const struct tally *t, const struct inputs *list)
{
    const size_t used = t->n[FATE_GOOD] + t->n[FATE_IN_PART];
    if (used == 0 && t->n[FATE_FAILED] == 0)
        say_nothing_found(list);
    if (used == 0)
        return EXIT_NOTHING;
    return t->n[FATE_FAILED] != 0 || t->n[FATE_IN_PART] != 0 ? EXIT_SOME_FAILED : EXIT_CLEAN;
}

/* ---- options ---- */

enum { INPUT_USUAL = 256, PLIES_USUAL = 1000000 }; /* as INPUT_OPTIONS says */

static bool read_limits(struct archive_limits *l, const struct args *a)
{
    int members, mebibytes;
    if (!args_number(a, "max-members", 1, 100000000, ARCHIVE_MEMBERS_USUAL, &members) ||
        !args_number(a, "max-unpacked", 1, 1 << 20, ARCHIVE_MEBIBYTES_USUAL, &mebibytes) ||
        !args_number(a, "max-depth", 1, 100, ARCHIVE_DEPTH_USUAL, &l->depth))
        return false;
    l->members = (size_t)members;
    l->bytes = (size_t)mebibytes << 20;
    return true;
}

bool input_options_read(struct input_options *o, const struct args *a)
{
    *o = (struct input_options){.how = {.encoding = args_text(a, "encoding")}};
    if (!format_from(a, &o->how.from) || !variation_read(a, &o->how.variant))
        return false;
    if (o->how.encoding != NULL && !charset_known(o->how.encoding)) {
        usage_error(a->command, "--encoding %s: no such encoding; `iconv -l` lists them", o->how.encoding);
        return false;
    }
    int mebibytes, plies;
    if (!args_number(a, "max-input", 1, 1 << 20, INPUT_USUAL, &mebibytes) ||
        !args_number(a, "max-plies", 1, 1000000000, PLIES_USUAL, &plies))
        return false;
    o->how.bytes_max = (size_t)mebibytes << 20;
    o->how.plies_max = (size_t)plies;
    return read_limits(&o->archives, a);
}

/* ---- loading ---- */

const char *input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

bool load_each(struct loaded *l, const struct input *in, const struct import_options *how, struct receiver *out)
{
    *l = (struct loaded){0};
    diags_init(&l->diags, input_name(in->path));
    if (!in->in_memory && !file_read(in->path, how->bytes_max, &l->bytes)) {
        diag_at(&l->diags, SEVERITY_ERROR, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    const struct strbuf *bytes = in->in_memory ? &in->bytes : &l->bytes;
    return import_with((struct span){strbuf_text(bytes), bytes->length}, strcmp(in->path, "-") == 0 ? NULL : in->path,
                       how, out, &l->diags);
}

bool load(struct loaded *l, const struct input *in, const struct import_options *how)
{
    struct matches all = {.n = 0};
    const bool good = load_each(l, in, how, matches_receiver(&all));
    l->matches = all;
    return good;
}

void loaded_done(struct loaded *l)
{
    diags_done(&l->diags);
    matches_done(&l->matches);
    strbuf_done(&l->bytes);
}
