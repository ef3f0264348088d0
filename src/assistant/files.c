/* The files in the server's folder; see files.h. */
#include "assistant/files.h"

#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/os.h"
#include "base/xmalloc.h"

enum { NAMES_MAX = 20000, DEPTH_MAX = 64 };

struct folder { /* the way down to here, so that a link cannot lead in circles */
    uint64_t device, number;
    int depth;
    const struct folder *up;
};

struct walk {
    struct errand *errand;
    json_object *out;
    int names; /* looked at so far */
    double until; /* as of clock_seconds() */
    bool cut;
};

struct names {
    struct walk *walk;
    char **at;
    size_t n, room;
};

static void note_visible(void *names, const char *name)
{
    struct names *l = names;
    if (name[0] == '.')
        return;
    if (l->walk->names >= NAMES_MAX) {
        l->walk->cut = true;
        return;
    }
    l->walk->names++;
    l->at = grow(l->at, l->n, &l->room, sizeof *l->at);
    l->at[l->n++] = xstrdup(name);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_on_the_way(const struct folder *f, const struct os_facts *s)
{
    for (; f != NULL; f = f->up)
        if (f->device == s->device && f->number == s->number)
            return true;
    return false;
}

static void add_file(struct walk *w, const char *name, const struct os_facts *facts)
{
    json_object *row = json_object_new_object();
    json_object_object_add(row, "file", json_object_new_string(name));
    json_object_object_add(row, "bytes", json_object_new_int64(facts->size));
    json_object_array_add(w->out, row);
}

static void list_folder(struct walk *w, const char *path, const char *name, const struct folder *way);

/* Only after its true path is known to be in the folder anything is asked about it. */
static void list_one(struct walk *w, const char *name, const struct folder *way)
{
    const char *root = w->errand->options->root;
    struct strbuf path = {0}, real = {0};
    struct os_facts facts;
    w->cut = w->cut || clock_seconds() >= w->until;
    if (w->cut)
        return;
    strbuf_printf(&path, "%s/%s", strcmp(root, "/") == 0 ? "" : root, name);
    const bool inside = os_path_real(strbuf_text(&path), &real) && os_path_is_below(root, strbuf_text(&real));
    if (inside && os_facts(strbuf_text(&real), &facts)) {
        const struct folder here = {facts.device, facts.number, way->depth + 1, way};
        if (facts.kind == OS_FILE)
            add_file(w, name, &facts);
        else if (facts.kind == OS_FOLDER && !is_on_the_way(way, &facts))
            list_folder(w, strbuf_text(&real), name, &here);
    }
    strbuf_done(&path);
    strbuf_done(&real);
}

/* `name`: the folder's, relative to the server's; empty: that itself. */
static void list_folder(struct walk *w, const char *path, const char *name, const struct folder *way)
{
    struct names below = {.walk = w};
    w->cut = w->cut || way->depth >= DEPTH_MAX;
    if (way->depth < DEPTH_MAX)
        (void)os_each_name(path, note_visible, &below);
    if (below.n > 0)
        qsort(below.at, below.n, sizeof *below.at, by_bytes);
    for (size_t i = 0; i < below.n; i++) {
        struct strbuf inner = {0};
        strbuf_printf(&inner, "%s%s%s", name, name[0] != '\0' ? "/" : "", below.at[i]);
        list_one(w, strbuf_text(&inner), way);
        strbuf_done(&inner);
        xfree(below.at[i]);
    }
    xfree(below.at);
}

void files_list(struct errand *t, json_object *out)
{
    struct walk w = {.errand = t, .out = out, .until = clock_seconds() + t->options->seconds};
    struct os_facts facts;
    if (!os_facts(t->options->root, &facts))
        (void)errand_fail(t, "the server's folder is no longer there");
    else
        list_folder(&w, t->options->root, "", &(struct folder){facts.device, facts.number, 0, NULL});
    if (w.cut)
        json_object_array_add(t->messages, json_object_new_string("there are too many files: some are not listed"));
}
