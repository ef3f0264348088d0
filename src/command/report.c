/* `report`: the pages of a collection, written again without analysing anything. */
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/call.h"
#include "base/command.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "command/report.h"
#include "collection/said.h"
#include "pages/pages.h"
#include "engine/met.h"
#include "engine/engine_options.h"

extern const struct command report_command;

struct report_command_options {
    struct pages_options pages;
    struct report_options reports;
    struct match_said said;
    struct collection_options collection;
    struct jobs_option jobs;
    struct match_part part;
    struct answers_options answer;
    const char *given; /* see pages_given() */
};

struct views {
    const struct report_command_options *options;
    struct pages pages;
    struct collection collection;
    struct page_list list;
    const char *const *name; /* of the pages that are to be written; n_names 0 = all, and the index */
    size_t n_names;
    size_t n_done, n_failed; /* of the lock of the collection */
    bool quiet; /* nobody has asked for them */
};

static bool add_view(void *context, const struct match_held *h)
{
    struct views *v = context;
    page_list_add(&v->list, h);
    return true;
}

/* "final", "final.html" and "reports/final.html" are the pages "final". */
static bool names_page(const char *path, const char *stem)
{
    const size_t n = strlen(stem);
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return strncmp(name, stem, n) == 0 && (name[n] == '\0' || strcmp(name + n, ".html") == 0);
}

/* Leaves the pages that were named. False, after a message, if a name is none. */
static bool only_named(struct page_list *l, const char *const *name, size_t n)
{
    struct stored_pages *kept = l->at;
    bool all = true;
    for (size_t k = 0; k < n; k++) {
        struct stored_pages *const before = kept;
        for (struct stored_pages *s = before; s < l->at + l->n; s++)
            if (names_page(name[k], s->stem)) {
                const struct stored_pages named = *s;
                *s = *kept;
                *kept++ = named;
            }
        if (kept == before) {
            say_error("%s: the collection has no such page; expected the name of one in the folder of reports, as in "
                      "final.html",
                      name[k]);
            all = false;
        }
    }
    l->n = (size_t)(kept - l->at);
    return all;
}

static void write_one(void *context, int hand, size_t index)
{
    (void)hand;
    struct views *v = context;
    struct collection *c = &v->collection;
    const struct page_list *l = &v->list;
    const struct stored_pages *page = &l->at[l->first[index]];
    const bool ok = pages_renew(&v->pages, c, page, l->first[index + 1] - l->first[index]);
    pthread_mutex_lock(&c->lock);
    v->n_done++;
    v->n_failed += !ok;
    call_progress((double)v->n_done / (double)l->n_pages, page->stem);
    pthread_mutex_unlock(&c->lock);
}

struct written {
    const char *folder;
    int64_t pages, failed;
};

static const struct answer_field written_fields[] = {ANSWER(struct written, folder, "Folder"),
                                                     ANSWER(struct written, pages, "Pages"),
                                                     ANSWER(struct written, failed, "Failed"),
                                                     {0}};
static const struct answer_rows written_rows = {"Written", NULL, sizeof(struct written), written_fields};
static const struct answer_document report_document = {
    "report", 1, "What was written", "The pages that `report` has written.", .rows = &written_rows, .whole = true};

static int write_all(struct views *v)
{
    struct page_list *l = &v->list;
    if (!store_matches_held(v->collection.store, NULL, NULL, add_view, v)) {
        say_error("%s: %s", store_name(v->collection.store), store_error(v->collection.store));
        return CALL_NOTHING;
    }
    const bool found = v->n_names == 0 || only_named(l, v->name, v->n_names);
    page_list_group(l);
    threads_for(v->options->jobs.jobs, l->n_pages, write_one, v, call_cancel_flag());
    const bool listed = v->n_names > 0 || v->pages.part.game != 0
                            ? l->n_pages > 0
                            : !call_cancelled() && pages_index(&v->pages, &v->collection, NULL, 0);
    call_progress_end();
    if (call_cancelled())
        return CALL_CANCELLED;
    const size_t written_pages = l->n_pages - v->n_failed;
    const struct written written = {v->options->pages.folder, (int64_t)v->list.n_pages, (int64_t)v->n_failed};
    bool answered = true;
    if (listed && v->options->answer.form != ANSWERS_TEXT)
        answered = answers_put(&v->options->answer, &report_document, &written) == CALL_CLEAN;
    else if (listed && v->quiet)
        say("the pages in %s are up to date", v->options->pages.folder);
    else if (listed)
        say(v->n_names > 0 || v->pages.part.game != 0
                ? tr_counted("%zu page in %s", "%zu pages in %s", (long)written_pages)
                : tr_counted("%zu page; open %s/index.html", "%zu pages; open %s/index.html", (long)written_pages),
            written_pages, v->options->pages.folder);
    return !listed || !answered ? CALL_NOTHING : v->n_failed != 0 || !found ? CALL_SOME_FAILED : CALL_CLEAN;
}

static int write_pages(const struct report_command_options *o, const char *const *name, size_t n, bool quiet)
{
    const char *folder = o->pages.folder;
    struct named_players named;
    struct views v = {.options = o, .name = name, .n_names = n, .quiet = quiet};
    if (!folder_make(folder) || !collection_open_to_note(&v.collection, &o->collection, folder))
        return CALL_NOTHING;
    named_begin(&named);
    named_add(&named, "bottom", o->said.bottom);
    named_must(&named, "player", o->reports.only_player);
    v.pages = (struct pages){.where = &o->pages,
                             .reports = &o->reports,
                             .said = &o->said,
                             .given = o->given,
                             .named = &named,
                             .certify = true,
                             .met = met_default(),
                             .part = o->part,
                             .collection = &v.collection};
    if (o->reports.candidates != 0)
        collection_say_kept(&v.collection, KEPT_ALL, "--candidates may show");
    const int result = named_in(&named, v.collection.store) ? write_all(&v) : CALL_MISUSE;
    collection_close(&v.collection);
    page_list_done(&v.list);
    return named_end(&named, false, result);
}

static int report_run(const void *options, const char *const *input, size_t n)
{
    return write_pages(options, input, n, false);
}

/* ---- again, after a change ---- */

struct folders {
    const char *store; /* of the collection that has changed: a file, a URL */
    char **how;
    size_t n, capacity;
};

/* Options of `analyze` that are none of `report` change nothing here. */
static void set_line(struct options *o, struct span line)
{
    struct option_fault fault = {0};
    struct strbuf name = {0}, value = {0};
    const char *is = memchr(line.at, '=', line.length);
    if (is != NULL) {
        strbuf_add(&name, line.at, (size_t)(is - line.at));
        strbuf_add(&value, is + 1, line.length - (size_t)(is - line.at) - 1);
        (void)options_set(o, strbuf_text(&name), strbuf_text(&value), &fault);
    }
    strbuf_done(&name);
    strbuf_done(&value);
    option_fault_done(&fault);
}

static const char *behind_lines(const char *text, int n)
{
    while (n-- > 0 && *text != '\0') {
        text += strcspn(text, "\n");
        text += *text != '\0';
    }
    return text;
}

static void refresh(const struct collection_options *where, const char *how)
{
    struct options *o = options_new(&report_command.options);
    struct option_fault fault = {0};
    for (const char *at = how; *at != '\0'; at = behind_lines(at, 1))
        set_line(o, (struct span){at, strcspn(at, "\n")});
    if (where->db_file != NULL)
        (void)options_set(o, "db-file", where->db_file, &fault);
    else
        (void)options_set(o, "db", where->db != NULL ? where->db : where->out, &fault);
    const struct report_command_options *settled = options_settle(o, &fault);
    if (settled != NULL) {
        struct report_command_options again = *settled;
        again.given =
            behind_lines(how, 2); /* the pages' keys are those of the run that wrote them, as is their language */
        const char *language = again.reports.language != NULL ? again.reports.language : "en";
        const struct language *ours = language_enter(language_named(language));
        (void)write_pages(&again, NULL, 0, true);
        (void)language_enter(ours);
    }
    option_fault_done(&fault);
    options_free(o);
}

static bool has(struct span folder, const char *name, struct strbuf *real)
{
    struct strbuf path = {0};
    strbuf_printf(&path, "%.*s/%s", (int)folder.length, folder.at, name);
    const bool is = os_path_real(strbuf_text(&path), real);
    strbuf_done(&path);
    return is;
}

/* A copied folder still names the original, whose pages are those of its own collection: then the copy's are meant. */
static struct span folder_meant(const char *store, struct span folder, struct strbuf *ours)
{
    static const char name[] = "/collection.db";
    const size_t length = strlen(name);
    struct strbuf theirs = {0};
    if (has(folder, name + 1, &theirs) && os_path_real(store, ours) && ours->length > length &&
        strcmp(ours->at + ours->length - length, name) == 0 && strcmp(ours->at, theirs.at) != 0)
        folder = (struct span){ours->at, ours->length - length};
    strbuf_done(&theirs);
    return folder;
}

/* Folders of this machine alone, and only if there are pages in them. */
static bool keep_folder(void *context, const char *what, const char *text)
{
    struct folders *f = context;
    struct strbuf ours = {0}, index = {0}, how = {0};
    (void)what;
    if (strncmp(text, "out=", strlen("out=")) != 0)
        return true;
    text += strlen("out=");
    const struct span folder = folder_meant(f->store, (struct span){text, strcspn(text, "\n")}, &ours);
    if (has(folder, "index.html", &index)) {
        strbuf_printf(&how, "out=%.*s%s", (int)folder.length, folder.at, text + strcspn(text, "\n"));
        f->how = grow(f->how, f->n, &f->capacity, sizeof *f->how);
        f->how[f->n++] = xstrdup(strbuf_text(&how));
    }
    strbuf_done(&ours);
    strbuf_done(&index);
    strbuf_done(&how);
    return true;
}

void report_again(const struct collection_options *where)
{
    struct collection c;
    struct folders f = {.n = 0};
    if (!collection_open(&c, where, NULL, SQL_READ))
        return;
    f.store = store_name(c.store);
    (void)said_of_pages(c.store, keep_folder, &f);
    collection_close(&c);
    for (size_t i = 0; i < f.n; i++) {
        if (!call_cancelled())
            refresh(where, f.how[i]);
        xfree(f.how[i]);
    }
    xfree(f.how);
}

/* ---- options ---- */

static const struct option_part parts[] = {
    {&collection_group, offsetof(struct report_command_options, collection)},
    {&pages_group, offsetof(struct report_command_options, pages)},
    {&answers_printed_group, offsetof(struct report_command_options, answer)},
    {&bottom_group, offsetof(struct report_command_options, said)},
    {&jobs_group, offsetof(struct report_command_options, jobs)},
    {&report_group, offsetof(struct report_command_options, reports)},
    {&part_group, offsetof(struct report_command_options, part)},
    {0},
};

static bool report_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct report_command_options *o = all;
    struct strbuf text = {0};
    if (o->pages.report[0] == NULL)
        return option_refuse(f, NULL, NULL, "--report none leaves nothing to write");
    pages_given(given, (const char *const[]){"bottom", "me", NULL}, &text);
    pages_given_of(given, &report_group, &text);
    o->given = arena_strdup(options_arena(given), strbuf_text(&text));
    strbuf_done(&text);
    return pages_know_style(&o->pages, &o->reports, f);
}

static const struct answer_document *const answers[] = {&report_document, NULL};

const struct command report_command = {{"report", sizeof(struct report_command_options), parts, report_settle},
                                       .run = report_run,
                                       .answers = answers,
                                       .finishes = true};
