/* Inputs; see inputs.h. Every command takes its files in through inputs_collect() and load(), so that all agree on what
 * a path means. */
#include "source/inputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/by_text.h"
#include "base/call.h"
#include "base/charset.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/secrets.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "source/file_list.h"
#include "source/stems.h"

/* ---- collecting ---- */

struct folder { /* the way down to here, so that a link cannot lead in circles */
    uint64_t device, number;
    const struct folder *up;
};

static bool is_on_the_way(const struct folder *f, const struct os_facts *s)
{
    for (; f != NULL; f = f->up)
        if (f->device == s->device && f->number == s->number)
            return true;
    return false;
}

struct collecting {
    struct inputs *list;
    const struct input_options *options;
    struct archive_limits archives; /* with the flag of the call that stops them */
    struct archive_spent spent; /* by all archives */
};

static struct input *add_input(struct inputs *list, const char *path, bool found)
{
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    struct input *in = &list->at[list->n++];
    *in = (struct input){.path = xstrdup(path), .found = found};
    if (url_is_one(path))
        secrets_mask(in->path);
    if (strcmp(in->path, path) != 0)
        in->address = xstrdup(path);
    return in;
}

static void complain(struct inputs *list, const char *path, const char *why)
{
    say_error("%s: %s", path, why);
    list->n_failed++;
}

/* ---- what is not a match ---- */

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

static void say_left_out(const char *path)
{
    say_note("%s: not a match file, left out", path);
}

/* ---- archives ---- */

struct opening {
    struct archive_taker taker;
    struct inputs *list;
    const struct importer *from; /* that the user has named, or NULL */
    struct members *archive;
    size_t n; /* members so far */
    bool kept; /* was the last one taken, or one that says the same? */
};

/* Mails have words around matches, the same as HTML, and pictures. */
static bool may_be_read(const struct opening *o, const struct archive_member *m, struct span bytes)
{
    return !m->is_part || o->from != NULL || claims_to_be_a_match(m->name) || import_choose(bytes, m->name) != NULL;
}

/* What is not read yet is unpacked again when it is worked on: nothing is kept but its name and its hash. */
static void note_member(struct archive_taker *self, const struct archive_member *m, struct strbuf *bytes)
{
    struct opening *o = (struct opening *)self;
    const struct span text = {strbuf_text(bytes), bytes->length};
    const size_t number = o->n++;
    const bool again = m->is_alternative && o->kept;
    o->kept = again || may_be_read(o, m, text);
    if (again || !o->kept) {
        say_left_out(m->name);
        return;
    }
    struct input *in = add_input(o->list, m->name, true);
    in->size = (long long)bytes->length;
    in->archive = o->archive;
    in->number = number;
    bytes_hash(text, in->hash);
}

static void own_archive(struct inputs *list, struct members *m)
{
    list->archives = grow(list->archives, list->n_archives, &list->archives_room, sizeof(struct members *));
    list->archives[list->n_archives++] = m;
}

/* Takes in the members of an archive; false if it is none. */
static bool open_archive(struct collecting *c, const char *path, const struct archive_source *from,
                         struct members *members)
{
    struct opening o = {
        .taker = {.take = note_member}, .list = c->list, .from = c->options->how.from, .archive = members};
    struct diags d;
    diags_init(&d, NULL);
    const enum archive_found found = archive_each(from, input_name(path), &c->archives, &c->spent, &o.taker, &d);
    for (size_t i = 0; i < d.n; i++)
        say_error("%s", diag_words(&d.at[i]));
    diags_done(&d);
    c->list->n_failed += found == ARCHIVE_IN_PART;
    c->list->n_damaged += found == ARCHIVE_IN_PART;
    c->list->n_folders += found != ARCHIVE_NONE;
    if (found != ARCHIVE_NONE)
        own_archive(c->list, members);
    else
        members_free(members);
    return found != ARCHIVE_NONE;
}

/* Only the first bytes of files that are not archives are read here. */
static bool begins_like_an_archive(const char *path)
{
    char head[ARCHIVE_HEAD];
    const size_t length = file_head(path, head, sizeof head);
    return archive_begins((struct span){head, length});
}

static void collect_file(struct collecting *c, const char *path, bool found, const struct os_facts *s)
{
    const struct archive_source from = {path, {"", 0}};
    input_guard(path);
    if (!begins_like_an_archive(path) || !open_archive(c, path, &from, members_new(path, NULL, path, &c->archives)))
        add_input(c->list, path, found)->size = (long long)s->size;
}

/* `bytes` is moved away. */
static void collect_bytes(struct collecting *c, const char *path, struct strbuf *bytes)
{
    const struct archive_source from = {NULL, {strbuf_text(bytes), bytes->length}};
    struct strbuf copy = {0};
    if (archive_begins(from.bytes)) {
        strbuf_add(&copy, bytes->at, bytes->length);
        if (open_archive(c, path, &from, members_new(NULL, &copy, input_name(path), &c->archives))) {
            strbuf_done(bytes);
            return;
        }
    }
    struct input *in = add_input(c->list, path, false);
    in->in_memory = true;
    in->bytes = *bytes;
}

struct reading { /* what is read here, within what an input may take */
    const char *path;
    size_t limit;
    struct strbuf *bytes;
    int problem;
};

static void read_attempted(void *reading)
{
    struct reading *r = reading;
    r->problem = file_read(r->path, r->limit, r->bytes) ? 0 : errno;
}

static bool read_whole(struct collecting *c, const char *path, size_t limit, struct strbuf *bytes)
{
    struct reading r = {.path = path, .limit = limit, .bytes = bytes};
    const bool whole = attempt_within(&c->options->work, read_attempted, &r);
    if (!whole)
        *bytes = (struct strbuf){0};
    if (!whole || r.problem != 0)
        complain(c->list, input_name(path), whole ? file_problem(r.problem) : attempt_why_text());
    return whole && r.problem == 0;
}

/* What can be read only once is kept. `path`: "-" for standard input, a pipe, a device. */
static void collect_stream(struct collecting *c, const char *path, size_t limit)
{
    struct strbuf bytes = {0};
    input_guard(path);
    if (read_whole(c, path, limit, &bytes))
        collect_bytes(c, path, &bytes);
    else
        strbuf_done(&bytes);
}

/* ---- folders ---- */

struct names {
    char **at;
    size_t n, capacity;
};

static void note_visible(void *names, const char *name)
{
    struct names *l = names;
    if (name[0] == '.')
        return;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    l->at[l->n++] = xstrdup(name);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void collect_path(struct collecting *c, const char *path, bool found, const struct folder *way);

static void collect_folder(struct collecting *c, const char *path, const struct folder *way)
{
    struct names below = {0};
    if (c->options->on_folder != NULL)
        c->options->on_folder(c->options->context, path);
    if (!os_each_name(path, note_visible, &below)) {
        complain(c->list, path, file_problem(errno));
        return;
    }
    if (below.n > 0)
        qsort(below.at, below.n, sizeof *below.at, by_bytes);
    c->list->n_folders++;
    const char *slash = path[0] != '\0' && path[strlen(path) - 1] == '/' ? "" : "/";
    for (size_t i = 0; i < below.n; i++) {
        struct strbuf name = {0};
        strbuf_printf(&name, "%s%s%s", path, slash, below.at[i]);
        if (!call_cancelled())
            collect_path(c, name.at, true, way);
        strbuf_done(&name);
        xfree(below.at[i]);
    }
    xfree(below.at);
}

/* ---- URLs ---- */

/* An archive has to be here before anybody knows what is in it. */
static bool fetch(struct collecting *c, const char *url, struct strbuf *bytes)
{
    struct diags d;
    diags_init(&d, url);
    const bool good = url_read(url, c->list->web, bytes, &d);
    call_diags(&d);
    diags_done(&d);
    c->list->n_failed += !good;
    return good;
}

static void add_document(struct collecting *c, const char *url, bool found, long long size)
{
    struct input *in = add_input(c->list, url, found);
    in->web = c->list->web;
    in->size = size;
}

static void collect_document(struct collecting *c, const char *url, bool found, long long size)
{
    const size_t archive = url_archive(url);
    struct strbuf bytes = {0}, copy = {0};
    if (archive == 0 || url[archive] == '/') {
        add_document(c, url, found, size);
    } else if (fetch(c, url, &bytes)) {
        const struct archive_source from = {NULL, {strbuf_text(&bytes), bytes.length}};
        strbuf_add(&copy, from.bytes.at, from.bytes.length);
        char *shown = xstrdup(url);
        secrets_mask(shown);
        if (!open_archive(c, shown, &from, members_new(NULL, &copy, shown, &c->archives)))
            add_document(c, url, found, size);
        xfree(shown);
    }
    strbuf_done(&bytes);
}

struct storing {
    struct url_taker taker;
    struct collecting *c;
};

static void take_object(struct url_taker *self, const char *url, long long size)
{
    const struct storing *s = (const struct storing *)self;
    collect_document(s->c, url, true, size);
}

/* ---- whatever is named ---- */

/* A name on the way to becoming inputs. */
struct named {
    const char *path;
    bool found; /* below something else that was named */
    const struct folder *way;
    bool there; /* `facts` are of it */
    struct os_facts facts;
};

static void note_searched(struct collecting *c, const struct named *n)
{
    if (!n->found)
        strbuf_printf(&c->list->searched, "%s%s", c->list->searched.length != 0 ? ", " : "", n->path);
}

static bool is_store_folder(const struct named *n)
{
    return url_is_one(n->path) && url_is_folder(n->path);
}

static void take_store_folder(struct collecting *c, const struct named *n)
{
    struct storing s = {.taker = {.take = take_object}, .c = c};
    struct diags d;
    note_searched(c, n);
    c->list->n_folders++;
    diags_init(&d, n->path);
    c->list->n_failed += !url_each(n->path, c->list->web, &s.taker, &d);
    call_diags(&d);
    diags_done(&d);
}

static bool is_url(const struct named *n)
{
    return url_is_one(n->path);
}

static void take_url(struct collecting *c, const struct named *n)
{
    collect_document(c, n->path, n->found, 0);
}

static bool is_folder(const struct named *n)
{
    return n->there && n->facts.kind == OS_FOLDER;
}

static void take_folder(struct collecting *c, const struct named *n)
{
    struct folder here = {n->facts.device, n->facts.number, n->way};
    note_searched(c, n);
    if (!is_on_the_way(n->way, &n->facts))
        collect_folder(c, n->path, &here);
}

static bool is_file(const struct named *n)
{
    return n->there;
}

/* Named pipes and devices only when asked for by name. */
static void take_file(struct collecting *c, const struct named *n)
{
    if (n->facts.kind == OS_FILE)
        collect_file(c, n->path, n->found, &n->facts);
    else if (!n->found)
        collect_stream(c, n->path, c->options->how.bytes_max);
}

/* What a name may mean; the first row that fits is taken. */
static const struct source {
    bool (*is)(const struct named *n);
    void (*take)(struct collecting *c, const struct named *n);
} sources[] = {
    {is_store_folder, take_store_folder},
    {is_url, take_url},
    {is_folder, take_folder},
    {is_file, take_file}, /* an archive, too */
};

static void collect_path(struct collecting *c, const char *path, bool found, const struct folder *way)
{
    struct named n = {.path = path, .found = found, .way = way};
    const bool local = !url_is_one(path);
    n.there = local && os_facts(path, &n.facts);
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (sources[i].is(&n)) {
            sources[i].take(c, &n);
            return;
        }
    complain(c->list, path, file_problem(errno));
}

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
    const bool good = read_whole(c, path, mebibytes(LIST_MEBIBYTES_MAX), text);
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
    struct input *in = add_input(list, file->name, true);
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
    (void)fetch(c, path, &bytes); /* where that fails its members will say that they are not there */
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
            own_archive(list, in->archive);
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

bool input_may_be_skipped(const struct input *in, const struct loaded *l)
{
    if (!in->found || l->lost || claims_to_be_a_match(in->path))
        return false;
    say_left_out(in->path);
    return true;
}

enum fate fate_of_used(const struct diags *d)
{
    return d->n_errors != 0 ? FATE_IN_PART : FATE_GOOD;
}

/* What was looked at, where that was folders. */
static void say_nothing_found(const struct inputs *list)
{
    struct strbuf looked = {0};
    if (list != NULL && list->n_folders != 0) {
        strbuf_say(&looked, tr_counted("%zu file", "%zu files", (long)list->n), list->n);
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

/* ---- loading ---- */

const char *input_address(const struct input *in)
{
    return in->address != NULL ? in->address : in->path;
}

const char *input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static bool file_bytes(const struct input *in, size_t limit, struct strbuf *room, const char **why)
{
    const bool good = file_read(in->path, limit, room);
    *why = good ? NULL : file_problem(errno);
    return good;
}

bool input_bytes(const struct input *in, size_t limit, struct member_found *room, struct span *bytes, struct diags *d)
{
    const struct strbuf *from = in->in_memory ? &in->bytes : &room->bytes;
    const char *why = NULL;
    bool good = true;
    if (in->archive != NULL && in->number == NUMBER_UNKNOWN)
        good = members_find(in->archive, in->path, room, &why);
    else if (in->archive != NULL)
        good = members_take(in->archive, in->number, in->path, room, &why);
    else if (in->web != NULL)
        good = url_read(input_address(in), in->web, &room->bytes, d);
    else if (!in->in_memory)
        good = file_bytes(in, limit, &room->bytes, &why);
    const int problem = errno;
    if (!good && why != NULL)
        diag_at(d, SEVERITY_ERROR, 0, 0, "cannot be read: %s", why);
    errno = problem;
    *bytes = (struct span){strbuf_text(from), from->length};
    return good;
}

/* Are these the bytes that the list spoke of? */
static bool is_as_listed(const struct input *in, struct span bytes, struct diags *d)
{
    char hash[HASH_LENGTH + 1];
    if (!in->listed)
        return true;
    bytes_hash(bytes, hash);
    if (strcmp(hash, in->hash) == 0)
        return true;
    diag_at(d, SEVERITY_ERROR, 0, 0,
            "not the file of the list: found %zu bytes, SHA-256 %.12s..., expected %lld, %.12s...", bytes.length, hash,
            in->size, in->hash);
    return false;
}

/* Does a mail say which charset its text has, one that the text does not show by itself? */
static bool says_charset(const struct member_found *m)
{
    const struct span name = span_of(m->charset);
    return name.length != 0 && !span_starts_nocase(name, "UTF") && !span_equal_nocase(name, "US-ASCII") &&
           charset_known(m->charset);
}

bool load_each(struct loaded *l, const struct input *in, const struct import_options *how, struct receiver *out)
{
    *l = (struct loaded){0};
    diags_init(&l->diags, input_name(in->path));
    struct span bytes;
    if (!input_bytes(in, how->bytes_max, &l->from, &bytes, &l->diags)) {
        l->lost = in->listed || in->web != NULL;
        l->unreadable = l->lost || (in->archive == NULL && errno != EFBIG);
        return false;
    }
    l->lost = l->unreadable = !is_as_listed(in, bytes, &l->diags);
    struct import_options said = *how;
    if (how->encoding == NULL && says_charset(&l->from))
        said.encoding = l->from.charset;
    return !l->lost && import_with(bytes, strcmp(in->path, "-") == 0 ? NULL : in->path, &said, out, &l->diags);
}

bool input_is_as_listed(const struct input *in)
{
    struct member_found room = {.written = 0};
    struct span bytes;
    struct diags d;
    diags_init(&d, NULL);
    const bool same = input_bytes(in, 0, &room, &bytes, &d) && is_as_listed(in, bytes, &d);
    diags_done(&d);
    strbuf_done(&room.bytes);
    return same;
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
    strbuf_done(&l->from.bytes);
}
