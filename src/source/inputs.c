/* Inputs; see inputs.h. Every command takes its files in through inputs_collect() and load(), so that all agree on what
 * a path means: that is collecting.h, and load() is in loading.c. */
#include "source/inputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/by_text.h"
#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "source/collecting.h"
#include "source/file_list.h"
#include "source/stems.h"

/* ---- each once ---- */

static void input_done(struct input *in)
{
    xfree(in->path);
    xfree(in->address);
    strbuf_done(&in->bytes);
}

static int by_path(const void *a, const void *b)
{
    const struct input *x = *(const struct input *const *)a, *y = *(const struct input *const *)b;
    const int order = strcmp(input_address(x), input_address(y));
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
        repeated[sorted[i] - list->at] = strcmp(input_address(sorted[i - 1]), input_address(sorted[i])) == 0;
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

/* ---- names ---- */

struct naming {
    struct stems stems;
    struct strbuf common; /* what all paths so far begin with, up to a slash */
    bool any;
};

/* Reports shall not say where on whose machine the files lay. */
static void note_common(struct naming *n, const char *path)
{
    size_t same = 0;
    if (!n->any)
        strbuf_add(&n->common, path, (size_t)(path_name(path) - path));
    n->any = true;
    while (same < n->common.length && path[same] == n->common.at[same])
        same++;
    while (same != 0 && n->common.at[same - 1] != '/')
        same--;
    n->common.length = same;
}

static char *name_next(struct naming *n, const char *path)
{
    note_common(n, path);
    return stems_name(&n->stems, path);
}

/* ---- lists ---- */

enum { LIST_MEBIBYTES_MAX = 1 << 12 };

/* True if there is a list, and it could be read. */
static bool load_list(struct collecting *c, struct strbuf *text)
{
    const char *path = c->options->list;
    if (path == NULL)
        return false;
    input_guard(path);
    const bool good = collect_whole(c, path, mebibytes(LIST_MEBIBYTES_MAX), text);
    if (good)
        bytes_hash((struct span){strbuf_text(text), text->length}, c->list->list_hash);
    return good;
}

/* A line with a hash: only what is of this share becomes an input, but all take part in the choice of names, so that
 * these are the same whichever the share. */
static void take_listed(struct collecting *c, struct naming *n, const struct listed *file)
{
    struct inputs *list = c->list;
    char *stem = name_next(n, file->name);
    if (!shard_takes(c->options->shard, file->hash)) {
        list->stem_elsewhere = grow(list->stem_elsewhere, list->n_elsewhere, &list->elsewhere_room, sizeof(char *));
        list->stem_elsewhere[list->n_elsewhere++] = stem;
        return;
    }
    struct input *in = inputs_add(list, file->name, true);
    in->size = file->size;
    in->listed = true;
    in->web = url_is_one(file->name) ? c->list->web : NULL;
    memcpy(in->hash, file->hash, sizeof in->hash);
    in->stem = stem;
    input_guard(file->name);
}

/* A name alone is like one on the command line, but what is not a match may be left out. */
static void take_name(struct collecting *c, const char *path, const struct folder *way)
{
    const size_t first = c->list->n;
    collect_path(c, path, false, way);
    for (size_t i = first; i < c->list->n; i++)
        c->list->at[i].found = true;
}

/* Lines with hashes go to take_listed() if `n` is not NULL, those without to take_name() if it is. */
static void read_list(struct collecting *c, const struct strbuf *text, struct naming *n, const struct folder *way)
{
    struct file_list lines;
    struct listed file;
    const char *why;
    int found;
    file_list_begin(&lines, (struct span){strbuf_text(text), text->length});
    while (lines.has_hashes == (n != NULL) && (found = file_list_next(&lines, &file, &why)) != 0)
        if (found < 0) {
            say_error("%s:%d: %s", input_name(c->options->list), lines.line, why);
            c->list->n_failed++;
        } else if (n != NULL) {
            take_listed(c, n, &file);
        } else {
            take_name(c, file.name, way);
        }
    file_list_end(&lines);
}

/* The archive on the way to "archive.tar/name"; "" if there is none. Freed by the caller. */
static char *archive_of(const char *member)
{
    struct os_facts f;
    char *path = xstrdup(member);
    if (url_is_one(member)) {
        const size_t n = url_archive(member);
        path[path[n] == '/' ? n : 0] = '\0';
        return path;
    }
    bool found = os_facts(path, &f) || errno != ENOTDIR;
    bool archive = false;
    for (char *slash = strrchr(path, '/'); !found && slash != NULL; slash = strrchr(path, '/')) {
        *slash = '\0';
        found = os_facts(path, &f);
        archive = found && f.kind == OS_FILE;
    }
    if (!archive)
        path[0] = '\0';
    return path;
}

static struct members *listed_archive(struct collecting *c, const char *path)
{
    struct strbuf bytes = {0};
    if (!url_is_one(path))
        return members_new(path, NULL, path, &c->archives);
    (void)collect_fetched(c, path, &bytes); /* where that fails its members will say that they are not there */
    return members_new(NULL, &bytes, path, &c->archives);
}

/* What lies in an archive by what the list says is unpacked when it is worked on: only then the archive is opened. */
static void find_listed_archives(struct collecting *c)
{
    struct inputs *list = c->list;
    struct by_text archives = {0};
    for (size_t i = 0; i < list->n; i++) {
        struct input *in = &list->at[i];
        char *path = in->listed ? archive_of(input_address(in)) : NULL;
        if (path != NULL && path[0] != '\0') {
            in->number = NUMBER_UNKNOWN;
            in->archive = by_text_find(&archives, path);
        }
        if (in->number == NUMBER_UNKNOWN && in->archive == NULL) {
            in->archive = listed_archive(c, path);
            inputs_own_archive(list, in->archive);
            by_text_add(&archives, arena_strdup(list->arena, path), in->archive);
        }
        xfree(path);
    }
    by_text_free(&archives);
}

/* ---- all of it ---- */

static void name_all(struct collecting *c, const struct strbuf *text)
{
    struct inputs *list = c->list;
    struct naming n = {.any = false};
    stems_begin(&n.stems, list->arena, c->options->reserved);
    for (size_t i = 0; i < list->n; i++)
        list->at[i].stem = name_next(&n, list->at[i].path);
    read_list(c, text, &n, NULL);
    drop_repeated(list);
    find_listed_archives(c);
    for (size_t i = 0; i < list->n; i++)
        list->at[i].shown = list->at[i].path + n.common.length;
    strbuf_done(&n.common);
    stems_end(&n.stems);
}

bool inputs_make_sense(const struct input_options *o, const char *const *paths, size_t n)
{
    bool twice = false;
    for (size_t i = 0; o->list != NULL && strcmp(o->list, "-") == 0 && i < n; i++)
        twice = twice || strcmp(paths[i], "-") == 0;
    if (n == 0 && o->list == NULL)
        (void)call_misuse("no file or folder is named");
    if (twice)
        (void)call_misuse("standard input cannot be both an input and the list of --files-from");
    return !twice && (n != 0 || o->list != NULL);
}

/* What servers and archives are read within, until the current call is cancelled. */
static void set_limits(struct collecting *c)
{
    struct inputs *list = c->list;
    c->archives = c->options->archives;
    c->archives.stop = call_cancel_flag();
    list->web = arena_alloc(list->arena, sizeof *list->web);
    *list->web = c->options->web;
    list->web->stop = call_cancel_flag();
}

/* A folder that is named is searched, also where outputs go into it. */
static bool is_named(const char *const *paths, size_t n, const struct os_facts *folder)
{
    struct os_facts f;
    for (size_t i = 0; i < n; i++)
        if (!url_is_one(paths[i]) && os_facts(paths[i], &f) && f.device == folder->device && f.number == folder->number)
            return true;
    return false;
}

void inputs_collect(struct inputs *list, const char *const *paths, size_t n, const struct input_options *o)
{
    *list = (struct inputs){.arena = arena_new(), .guarded_before = inputs_guarded()};
    struct collecting c = {.list = list, .options = o};
    set_limits(&c);
    struct os_facts f;
    struct folder reports = {0};
    const struct folder *way = NULL;
    if (o->except != NULL && os_facts(o->except, &f) && !is_named(paths, n, &f)) {
        reports = (struct folder){f.device, f.number, NULL}; /* "already on the way": never entered */
        way = &reports;
    }
    for (size_t i = 0; i < n && !call_cancelled(); i++) {
        if (strcmp(paths[i], "-") == 0)
            collect_stream(&c, "-", 0);
        else
            collect_path(&c, paths[i], false, way);
    }
    struct strbuf text = {0};
    if (load_list(&c, &text))
        read_list(&c, &text, NULL, way);
    drop_repeated(list);
    name_all(&c, &text);
    strbuf_done(&text);
}

void inputs_of_bytes(struct inputs *list, struct span bytes, const char *name, const struct input_options *o)
{
    *list = (struct inputs){.arena = arena_new(), .guarded_before = inputs_guarded()};
    struct collecting c = {.list = list, .options = o};
    struct strbuf mine = {0}, no_list = {0};
    set_limits(&c);
    strbuf_add(&mine, bytes.at, bytes.length);
    collect_bytes(&c, name, &mine);
    name_all(&c, &no_list);
}

void inputs_done(struct inputs *list)
{
    for (size_t i = 0; i < list->n; i++)
        input_done(&list->at[i]);
    for (size_t i = 0; i < list->n_archives; i++)
        members_free(list->archives[i]);
    xfree(list->archives);
    xfree(list->at);
    xfree(list->stem_elsewhere);
    arena_free(list->arena);
    strbuf_done(&list->searched);
    inputs_unguard(list->guarded_before);
    *list = (struct inputs){0};
}

enum fate fate_of_used(const struct diags *d)
{
    return d->n_errors != 0 ? FATE_IN_PART : FATE_GOOD;
}

enum fate fate_of_matches(struct diags *d, size_t n, size_t n_refused)
{
    if (n > 1)
        diags_name_matches(d);
    return n_refused == 0 ? fate_of_used(d) : n_refused < n ? FATE_IN_PART : FATE_FAILED;
}

/* What was looked at, where that was folders. */
static void say_nothing_found(const struct inputs *list)
{
    struct strbuf looked = {0};
    if (list != NULL && list->n_folders != 0) {
        const size_t n = list->n + list->n_left_out;
        strbuf_say(&looked, tr_counted("%zu file", "%zu files", (long)n), n);
        strbuf_say(&looked, tr_counted(" in %zu folder", " in %zu folders", (long)list->n_folders), list->n_folders);
    }
    if (list == NULL || list->n_folders == 0)
        say_error("no match files found");
    else
        say_error("no match files found%s%s: %s looked at, hidden ones left out",
                  list->searched.length != 0 ? W_(" in ") : "", strbuf_text(&list->searched), strbuf_text(&looked));
    strbuf_done(&looked);
}

int fates_ending(const struct fates *t, const struct inputs *list)
{
    const size_t used = t->n[FATE_GOOD] + t->n[FATE_IN_PART];
    if (used == 0 && t->n[FATE_FAILED] == 0)
        say_nothing_found(list);
    if (used == 0)
        return CALL_NOTHING;
    return t->n[FATE_FAILED] != 0 || t->n[FATE_IN_PART] != 0 ? CALL_SOME_FAILED : CALL_CLEAN;
}
