/* Is a collection sound, and what is in it twice? */
#include <errno.h>
#include <string.h>

#include "base/call.h"
#include "base/os.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "batch/db.h"
#include "collection/classes.h"
#include "collection/upkeep.h"
#include "match/same.h"

/* ---- soundness ---- */

struct checking {
    struct jsonw *json; /* within the array of faults; or NULL */
    struct strbuf gone; /* paths of files that are, with NUL bytes between them, for the document */
    size_t faults, n_gone;
};

static void report_fault(struct checking *k, const char *what, const char *subject)
{
    struct strbuf line = {0};
    k->faults++;
    strbuf_printf(&line, "%s%s", what, subject);
    if (k->json != NULL) {
        jsonw_string(k->json, NULL, strbuf_text(&line));
    } else {
        print_plain(strbuf_text(&line));
        call_puts("\n");
    }
    strbuf_done(&line);
}

static void print_fault(void *checking, const char *line)
{
    report_fault(checking, "", line);
}

/* A file in an archive is there with the archive. */
static bool is_there(const char *path)
{
    struct os_facts f;
    if (os_facts(path, &f) || strcmp(path, "-") == 0 || errno == EACCES)
        return true;
    char *above = xstrdup(path);
    bool there = false;
    for (char *slash; !there && (slash = strrchr(above, '/')) != NULL && slash != above;) {
        *slash = '\0';
        there = os_facts(above, &f) && f.kind == OS_FILE;
    }
    xfree(above);
    return there;
}

enum { GONE_SHOWN = 10 };

static void note_gone(struct checking *k, const char *path)
{
    if (k->n_gone++ < GONE_SHOWN)
        say("gone since it was analysed: %s", path);
    if (k->json != NULL)
        strbuf_add(&k->gone, path, strlen(path) + 1);
}

static bool check_file(void *context, const struct source_file *f)
{
    struct checking *k = context;
    struct strbuf bytes = {0};
    char hash[HASH_LENGTH + 1];
    if (os_access(f->path, F_OK) && file_read(f->path, 0, &bytes)) {
        bytes_hash((struct span){strbuf_text(&bytes), bytes.length}, hash);
        if (strcmp(hash, f->hash) != 0)
            report_fault(k, "changed since it was analysed: ", f->path);
    }
    strbuf_done(&bytes);
    if (!is_there(f->path))
        note_gone(k, f->path);
    return !call_cancelled();
}

static void gone_json(struct jsonw *j, const struct strbuf *gone)
{
    jsonw_array(j, "gone");
    for (size_t at = 0; at < gone->length; at += strlen(gone->at + at) + 1)
        jsonw_string(j, NULL, gone->at + at);
    jsonw_end(j);
}

static int check(struct doing *d, struct checking *k)
{
    struct store *s = d->store;
    if (k->json != NULL)
        jsonw_array(k->json, "faults");
    const bool ok = store_check(s, print_fault, k) && store_files(s, check_file, k);
    if (k->json != NULL) {
        jsonw_end(k->json);
        gone_json(k->json, &k->gone);
    }
    if (!ok)
        return db_failed(s);
    if (call_cancelled())
        return CALL_CANCELLED;
    if (k->n_gone > GONE_SHOWN)
        say("gone since they were analysed: %zu more", k->n_gone - GONE_SHOWN);
    if (k->faults == 0)
        say("%s: sound%s", store_name(s), k->n_gone != 0 ? "; files that are gone can be left, or forgotten" : "");
    return k->faults == 0 ? CALL_CLEAN : CALL_SOME_FAILED;
}

int db_check(struct doing *d)
{
    struct checking k = {.json = d->json};
    const int ending = check(d, &k);
    strbuf_done(&k.gone);
    return ending;
}

static struct match *read_record(const struct strbuf *record, const char *name)
{
    return record_of_text(record, met_default(), name);
}

int db_classify(struct doing *d)
{
    size_t done;
    if (!store_classify(d->store, read_record, &done))
        return db_failed(d->store);
    if (d->json != NULL)
        jsonw_int(d->json, "matches", (int64_t)done);
    say("%s: phases, plans and themes of %zu matches made again", store_name(d->store), done);
    return CALL_CLEAN;
}

/* ---- duplicates ---- */

struct pair {
    struct suspects of; /* with texts of its own */
};

struct pairs {
    struct pair *at;
    size_t n, capacity;
};

static char *copy(const char *text)
{
    return xstrdup(text != NULL ? text : "?");
}

static bool add_pair(void *context, const struct suspects *p)
{
    struct pairs *l = context;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    l->at[l->n].of = *p;
    l->at[l->n].of.path[0] = copy(p->path[0]);
    l->at[l->n].of.path[1] = copy(p->path[1]);
    l->at[l->n].of.hash[0] = copy(p->hash[0]);
    l->at[l->n].of.hash[1] = copy(p->hash[1]);
    l->at[l->n++].of.why = copy(p->why);
    return true;
}

struct match *db_record(struct store *s, int64_t analysis, const char *name)
{
    struct strbuf text = {0};
    struct match *m = store_record(s, analysis, &text) ? record_of_text(&text, met_default(), name) : NULL;
    strbuf_done(&text);
    return m;
}

static void print_pair(const struct suspects *p, const char *difference)
{
    for (int i = 0; i < 2; i++)
        if (strcmp(p->path[0], p->path[1]) == 0) /* what `forget --content` takes */
            call_printf("%s (sha256 %.12s)\n", p->path[i], p->hash[i]);
        else
            call_printf("%s\n", p->path[i]);
    call_printf("  %s; %s\n", p->why, difference);
}

static void pair_json(struct jsonw *j, const struct suspects *p, const char *difference)
{
    jsonw_object(j, NULL);
    jsonw_array(j, "files");
    for (int i = 0; i < 2; i++) {
        jsonw_object_flat(j, NULL);
        jsonw_path(j, "path", p->path[i]);
        jsonw_string(j, "sha256", p->hash[i]);
        jsonw_end(j);
    }
    jsonw_end(j);
    jsonw_string(j, "why", p->why);
    jsonw_string(j, "difference", difference);
    jsonw_end(j);
}

static void report_pair(struct doing *d, const struct suspects *p)
{
    struct match *x = db_record(d->store, p->analysis[0], p->path[0]);
    struct match *y = db_record(d->store, p->analysis[1], p->path[1]);
    struct strbuf why = {0};
    if (x != NULL && y != NULL)
        (void)match_equal(x, y, &why);
    if (d->json != NULL)
        pair_json(d->json, p, strbuf_text(&why));
    else
        print_pair(p, strbuf_text(&why));
    strbuf_done(&why);
    match_free(x);
    match_free(y);
}

int db_duplicates(struct doing *d)
{
    struct pairs l = {.n = 0};
    const bool ok = store_duplicates(d->store, add_pair, &l);
    if (d->json != NULL)
        jsonw_array(d->json, "pairs");
    for (size_t i = 0; i < l.n; i++) {
        report_pair(d, &l.at[i].of);
        xfree((char *)l.at[i].of.path[0]);
        xfree((char *)l.at[i].of.path[1]);
        xfree((char *)l.at[i].of.hash[0]);
        xfree((char *)l.at[i].of.hash[1]);
        xfree((char *)l.at[i].of.why);
    }
    if (d->json != NULL)
        jsonw_end(d->json);
    else if (ok && l.n == 0)
        say("%s: no match seems to be stored twice", store_name(d->store));
    xfree(l.at);
    return ok ? CALL_CLEAN : db_failed(d->store);
}
