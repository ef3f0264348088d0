/* Is a collection sound, and what is in it twice? */
#include <errno.h>
#include <string.h>

#include "base/call.h"
#include "base/os.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "command/db.h"
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

struct match *db_record(struct store *s, int64_t analysis, const char *name)
{
    struct strbuf text = {0};
    struct match *m = store_record(s, analysis, &text) ? record_of_text(&text, met_default(), name) : NULL;
    strbuf_done(&text);
    return m;
}

/* How a match differs from the first of its group, appended. */
static void put_difference(struct strbuf *out, struct doing *d, const struct match *first, const struct suspect *of)
{
    struct match *m = db_record(d->store, of->analysis, of->path);
    if (first != NULL && m != NULL)
        (void)match_equal(first, m, out);
    match_free(m);
}

static void suspect_json(struct jsonw *j, const struct suspect *of, const char *difference)
{
    jsonw_object(j, NULL);
    jsonw_path(j, "path", of->path);
    jsonw_string(j, "sha256", of->hash);
    jsonw_string(j, "difference", difference);
    jsonw_end(j);
}

static bool has_same_path(const struct suspects *group, size_t i, size_t k)
{
    return k < group->n && strcmp(group->at[i].path, group->at[k].path) == 0;
}

static void print_suspect(const struct suspects *group, size_t i, const char *difference)
{
    call_printf("  %s", group->at[i].path);
    if (has_same_path(group, i, i - 1) || has_same_path(group, i, i + 1)) /* what `forget --content` takes */
        call_printf(" (sha256 %.12s)", group->at[i].hash);
    call_printf("%s%s\n", *difference != '\0' ? ": " : "", difference);
}

struct shown_groups {
    struct doing *d;
    size_t n;
};

static bool report_group(void *context, const struct suspects *group)
{
    struct shown_groups *shown = context;
    struct doing *d = shown->d;
    struct match *first = db_record(d->store, group->at[0].analysis, group->at[0].path);
    struct strbuf difference = {0};
    shown->n++;
    if (d->json != NULL) {
        jsonw_object(d->json, NULL);
        jsonw_string(d->json, "why", group->why);
        jsonw_array(d->json, "files");
    } else {
        call_printf("%s:\n", group->why);
    }
    for (size_t i = 0; i < group->n && !call_cancelled(); i++) {
        strbuf_clear(&difference);
        if (i > 0)
            put_difference(&difference, d, first, &group->at[i]);
        if (d->json != NULL)
            suspect_json(d->json, &group->at[i], strbuf_text(&difference));
        else
            print_suspect(group, i, strbuf_text(&difference));
    }
    if (d->json != NULL)
        jsonw_end(d->json), jsonw_end(d->json);
    strbuf_done(&difference);
    match_free(first);
    return !call_cancelled();
}

int db_duplicates(struct doing *d)
{
    struct shown_groups shown = {.d = d};
    if (d->json != NULL)
        jsonw_array(d->json, "groups");
    const bool ok = store_duplicates(d->store, report_group, &shown);
    if (d->json != NULL)
        jsonw_end(d->json);
    else if (ok && shown.n == 0)
        say("%s: no match seems to be stored twice", store_name(d->store));
    return ok ? CALL_CLEAN : db_failed(d->store);
}
