/* What a path means: a file, a folder, an archive, a URL, a stream; see collecting.h. */
#include "source/collecting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/secrets.h"
#include "base/sink.h"
#include "base/xmalloc.h"

/* ---- collecting ---- */

static bool is_on_the_way(const struct folder *f, const struct os_facts *s)
{
    for (; f != NULL; f = f->up)
        if (f->device == s->device && f->number == s->number)
            return true;
    return false;
}

struct input *inputs_add(struct inputs *list, const char *path, bool found)
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

/* In a folder things lie about that never were matches; only a file with a match's extension must be one, compressed or
 * not, or a damaged archive. */
static bool claims_to_be_a_match(const char *path)
{
    const struct span name = archive_name_inside(span_of(path));
    size_t dot = name.length;
    while (dot > 0 && name.at[dot - 1] != '.')
        dot--;
    const struct span extension = span_sub(name, dot, name.length);
    if (dot == 0 || span_equal_nocase(extension, "tar"))
        return true;
    for (int i = 0; importers[i] != NULL; i++)
        for (const char *const *e = importers[i]->extensions; *e != NULL; e++)
            if (span_equal_nocase(extension, *e))
                return true;
    return false;
}

static void say_left_out(const char *path)
{
    say_note("%s: not a match file, left out", path);
}

bool input_may_be_skipped(const struct input *in, const struct loaded *l)
{
    if (!in->found || l->lost || claims_to_be_a_match(in->path))
        return false;
    say_left_out(in->path);
    return true;
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
        o->list->n_left_out++;
        say_left_out(m->name);
        return;
    }
    struct input *in = inputs_add(o->list, m->name, true);
    in->size = (long long)bytes->length;
    in->archive = o->archive;
    in->number = number;
    bytes_hash(text, in->hash);
}

void inputs_own_archive(struct inputs *list, struct members *m)
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
        inputs_own_archive(c->list, members);
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
        inputs_add(c->list, path, found)->size = (long long)s->size;
}

void collect_bytes(struct collecting *c, const char *path, struct strbuf *bytes)
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
    struct input *in = inputs_add(c->list, path, false);
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

bool collect_whole(struct collecting *c, const char *path, size_t limit, struct strbuf *bytes)
{
    struct reading r = {.path = path, .limit = limit, .bytes = bytes};
    const bool whole = attempt_within(&c->options->work, read_attempted, &r);
    if (!whole)
        *bytes = (struct strbuf){0};
    if (!whole || r.problem != 0)
        complain(c->list, input_name(path), whole ? file_problem(r.problem) : attempt_why_text());
    return whole && r.problem == 0;
}

void collect_stream(struct collecting *c, const char *path, size_t limit)
{
    struct strbuf bytes = {0};
    input_guard(path);
    if (collect_whole(c, path, limit, &bytes))
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

bool collect_fetched(struct collecting *c, const char *url, struct strbuf *bytes)
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
    struct input *in = inputs_add(c->list, url, found);
    in->web = c->list->web;
    in->size = size;
}

static void collect_document(struct collecting *c, const char *url, bool found, long long size)
{
    const size_t archive = url_archive(url);
    struct strbuf bytes = {0}, copy = {0};
    if (archive == 0 || url[archive] == '/') {
        add_document(c, url, found, size);
    } else if (collect_fetched(c, url, &bytes)) {
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

void collect_path(struct collecting *c, const char *path, bool found, const struct folder *way)
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
