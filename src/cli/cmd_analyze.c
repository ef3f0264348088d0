/* `kibitzer analyze`: files and folders in, one set of reports per match and an index page out. The one idea: a file is
 * a task of its own from reading to writing, so that a bad one harms no other; what all tasks need is read-only. Many
 * files run beside each other, a few share all threads inside each match; either way the bytes are the same. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "analyze/analyze.h"
#include "analyze/restate.h"
#include "analyze/skill.h"
#include "base/xmalloc.h"
#include "cli/analysing.h"
#include "cli/command.h"
#include "cli/error_positions.h"
#include "cli/files.h"
#include "cli/format_names.h"
#include "cli/match_options.h"
#include "cli/parallel.h"
#include "cli/report_options.h"
#include "cli/rolling.h"
#include "cli/terminal.h"
#include "cli/thinking.h"
#include "export/export.h"
#include "export/index.h"

enum { REPORTS_MAX = 16, FILES_PER_JOB = 3 };

struct batch {
    struct thinking thinking;
    struct analysis_options analysis;
    const struct args *args;
    struct report_options reports;
    struct input_options input;
    const struct exporter *report[REPORTS_MAX + 1];
    const char *folder; /* where reports go */
    bool keep; /* report on the annotations a file brought */
    struct inputs inputs;
    enum fate *fate; /* by input */
    pthread_mutex_t lock; /* of what follows */
    struct index_page *page;
    double bytes_total, bytes_done; /* for the progress bar */
    size_t n_done; /* files */
    double *fraction; /* of the file in work, by worker, weighted by its bytes */
    size_t n_brought; /* matches that came with an analysis */
    char *brought_by; /* its engine; empty = of several engines */
};

/* ---- progress ---- */

struct task { /* one file in work */
    struct batch *batch;
    size_t index;
    int slot; /* in batch->fraction */
    struct worker *const *workers;
    int n_workers;
};

static void progress_begin(struct batch *b)
{
    b->fraction = xcalloc((size_t)b->thinking.jobs, sizeof *b->fraction);
    for (size_t i = 0; i < b->inputs.n; i++)
        b->bytes_total += (double)b->inputs.at[i].size;
}

/* "4/10 final.mat" */
static void show_progress(struct batch *b, const char *file)
{
    struct strbuf what = {0};
    double done = b->bytes_done;
    for (int i = 0; i < b->thinking.jobs; i++)
        done += b->fraction[i];
    const size_t at = b->n_done < b->inputs.n ? b->n_done + 1 : b->n_done;
    if (b->inputs.n > 1)
        strbuf_printf(&what, "%zu/%zu ", at, b->inputs.n);
    strbuf_puts(&what, file);
    progress_show(b->bytes_total > 0 ? done / b->bytes_total : 0, what.at);
    strbuf_done(&what);
}

static void on_progress(void *context, size_t done, size_t total)
{
    struct task *t = context;
    const struct input *in = &t->batch->inputs.at[t->index];
    pthread_mutex_lock(&t->batch->lock);
    t->batch->fraction[t->slot] = total != 0 ? (double)in->size * (double)done / (double)total : 0;
    show_progress(t->batch, in->shown);
    pthread_mutex_unlock(&t->batch->lock);
}

static void end_progress(struct task *t)
{
    const struct input *in = &t->batch->inputs.at[t->index];
    pthread_mutex_lock(&t->batch->lock);
    t->batch->fraction[t->slot] = 0;
    t->batch->bytes_done += (double)in->size;
    t->batch->n_done++;
    show_progress(t->batch, in->shown);
    pthread_mutex_unlock(&t->batch->lock);
}

/* ---- one match ---- */

/* Remembers that the match came with an analysis, and whose. */
static void note_brought(struct batch *b, const struct match *m)
{
    const struct annotation_set *last = &m->sets[m->n_sets - 1];
    const char *engine = last->engine != NULL ? last->engine : "";
    pthread_mutex_lock(&b->lock);
    if (b->n_brought++ == 0)
        b->brought_by = xstrdup(engine);
    else if (strcmp(b->brought_by, engine) != 0)
        b->brought_by[0] = '\0';
    pthread_mutex_unlock(&b->lock);
}

static void announce_brought(const struct batch *b)
{
    struct strbuf by = {0};
    if (b->n_brought == 0)
        return;
    if (b->brought_by[0] != '\0')
        strbuf_printf(&by, " (%s)", b->brought_by);
    say("%zu match%s came with an analysis%s%s", b->n_brought, b->n_brought == 1 ? "" : "es", strbuf_text(&by),
        b->keep ? ", which is reported" : "; --keep reports it instead of a new one");
    strbuf_done(&by);
}

/* The set to report on, or -1 if interrupted. */
static int annotate(struct task *t, struct match *m, struct diags *d)
{
    struct batch *b = t->batch;
    const struct met *met = engine_met(b->thinking.engine);
    restate_match(m, met, args_has(b->args, "thresholds") ? b->analysis.threshold : NULL);
    if (m->n_sets != 0)
        note_brought(b, m);
    if (b->keep && m->n_sets != 0)
        return (int)m->n_sets - 1;
    struct analysis_hooks hooks = {on_progress, t, interrupt_flag()};
    const struct analysis_options options = analysing_for(&b->analysis, b->args, m, d);
    return analyze_match(m, b->thinking.engine, t->workers, t->n_workers, &options, &hooks);
}

/* `path` as a whole, or for formats of single positions without its extension. */
static bool write_report(const struct batch *b, const struct match *m, const struct exporter *e, const char *path,
                         int set, struct diags *d)
{
    struct export_options o;
    struct sink s;
    const char *slash = strrchr(path, '/');
    if (!report_options_for(&b->reports, m, set, &o, d))
        return false;
    o.file = slash != NULL ? slash + 1 : path;
    o.statistics = o.statistics && !match_is_position(m);
    o.style = exporter_has_style(e, o.style) ? o.style : NULL; /* one of the reports knows it */
    if (holds_one_position(e))
        return error_positions_write(e, m, &o, path, d);
    sink_init(&s);
    bool ok = export_write(e, m, &o, &s, d) && output_write(&s, path);
    sink_done(&s);
    return ok;
}

static bool write_reports(const struct batch *b, const struct match *m, const char *stem, int set, struct diags *d)
{
    bool ok = true;
    for (int i = 0; ok && b->report[i] != NULL; i++) {
        const struct exporter *e = b->report[i];
        struct strbuf path = {0};
        strbuf_printf(&path, "%s/%s", b->folder, stem);
        if (!holds_one_position(e))
            strbuf_printf(&path, ".%s", e->extension);
        ok = write_report(b, m, e, path.at, set, d);
        strbuf_done(&path);
    }
    return ok;
}

/* ---- one file ---- */

/* A file's matches, each analysed, reported and forgotten before the next one is read. */
struct reporting {
    struct receiver receiver;
    struct task *task;
    size_t row; /* of the first match in the index page, if it is `listed` there */
    bool listed;
    struct diags said[2]; /* about the first match, about the others: after what the reader had to say */
    bool ok;
};

/* `stem` NULL: the file could not be used. Returns the row. */
static size_t list_match(struct task *t, const struct match *m, int set, const char *stem, const struct diags *d)
{
    struct batch *b = t->batch;
    struct strbuf path = {0};
    for (int i = 0; stem != NULL && b->report[i] != NULL; i++)
        if (strcmp(b->report[i]->name, "html") == 0)
            strbuf_printf(&path, "%s.%s", stem, b->report[i]->extension);
    struct export_options o = b->reports.export;
    o.set = set;
    pthread_mutex_lock(&b->lock);
    const size_t row = index_page_add(b->page, b->inputs.at[t->index].shown, path.at, m, &o, d);
    pthread_mutex_unlock(&b->lock);
    strbuf_done(&path);
    return row;
}

static void tell_in_list(struct task *t, size_t row, const struct diags *d)
{
    pthread_mutex_lock(&t->batch->lock);
    index_page_tell(t->batch->page, row, d);
    pthread_mutex_unlock(&t->batch->lock);
}

static bool report_match(struct reporting *r, struct match *m)
{
    struct batch *b = r->task->batch;
    const bool first = r->receiver.n == 1;
    struct diags *said = &r->said[!first];
    match_options_apply(b->args, m, said);
    int set = annotate(r->task, m, said);
    if (set < 0)
        return false;
    struct strbuf stem = {0};
    strbuf_puts(&stem, b->inputs.at[r->task->index].stem);
    if (!first)
        strbuf_printf(&stem, ".m%zu", r->receiver.n);
    bool ok = write_reports(b, m, stem.at, set, said);
    if (ok && first)
        r->row = list_match(r->task, m, set, stem.at, NULL);
    else if (ok)
        list_match(r->task, m, set, stem.at, NULL);
    r->listed = r->listed || ok;
    strbuf_done(&stem);
    return ok;
}

static void take_match(struct receiver *self, struct match *m)
{
    struct reporting *r = (struct reporting *)self;
    r->ok = r->ok && report_match(r, m);
    match_free(m);
}

static enum fate process(struct task *t)
{
    struct batch *b = t->batch;
    const struct input *in = &b->inputs.at[t->index];
    struct loaded l;
    struct reporting r = {.receiver = {.take = take_match}, .task = t, .ok = true};
    bool read = load_each(&l, in, &b->input.how, &r.receiver);
    enum fate fate = read ? fate_of_used(&l.diags) : input_may_be_skipped(in) ? FATE_SKIPPED : FATE_FAILED;
    if (read && !r.ok)
        fate = interrupted() ? FATE_LEFT : FATE_FAILED;
    diags_append(&l.diags, &r.said[0]);
    if (r.listed)
        tell_in_list(t, r.row, &l.diags);
    diags_append(&l.diags, &r.said[1]);
    if (fate == FATE_FAILED)
        list_match(t, NULL, -1, NULL, &l.diags);
    if (fate != FATE_SKIPPED)
        terminal_diags(&l.diags);
    loaded_done(&l);
    return fate;
}

static void work_on(void *context, int worker, size_t index)
{
    struct batch *b = context;
    struct task t = {b, index, worker, &b->thinking.worker[worker], 1};
    b->fate[index] = process(&t);
    end_progress(&t);
}

static void process_all(struct batch *b)
{
    int jobs = b->thinking.jobs;
    if (b->inputs.n >= (size_t)jobs * FILES_PER_JOB) {
        threads_for(jobs, b->inputs.n, work_on, b, interrupt_flag());
        return;
    }
    for (size_t i = 0; i < b->inputs.n && !interrupted(); i++) {
        struct task t = {b, i, 0, b->thinking.worker, jobs};
        b->fate[i] = process(&t);
        end_progress(&t);
    }
}

/* ---- the batch ---- */

static bool write_index(struct batch *b)
{
    struct strbuf path = {0};
    struct sink s;
    sink_init(&s);
    index_page_write(b->page, NULL, sink_main(&s));
    strbuf_printf(&path, "%s/index.html", b->folder);
    bool ok = output_write(&s, path.at);
    sink_done(&s);
    strbuf_done(&path);
    return ok;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void note_cost(void)
{
    struct rusage u;
    if (getrusage(RUSAGE_SELF, &u) != 0)
        return;
    double seconds =
        (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    say_note("%.2f s of processor time, at most %ld MB of memory", seconds, u.ru_maxrss / 1024);
}

static int conclude(struct batch *b)
{
    struct tally tally = {0};
    for (size_t i = 0; i < b->inputs.n; i++)
        tally.n[b->fate[i]]++;
    tally.n[FATE_FAILED] += b->inputs.n_failed;
    bool written = write_index(b);
    progress_clear();
    const size_t used = tally.n[FATE_GOOD] + tally.n[FATE_IN_PART];
    if (used != 0 && written)
        say("%zu file%s analysed; open %s/index.html", used, plural(used), b->folder);
    announce_brought(b);
    if (tally.n[FATE_IN_PART] != 0)
        say("of %zu file%s a part was refused", tally.n[FATE_IN_PART], plural(tally.n[FATE_IN_PART]));
    if (tally.n[FATE_FAILED] != 0)
        say("%zu file%s could not be used", tally.n[FATE_FAILED], plural(tally.n[FATE_FAILED]));
    note_cost();
    if (interrupted())
        say("interrupted with %zu file%s left", tally.n[FATE_LEFT], plural(tally.n[FATE_LEFT]));
    return interrupted() ? EXIT_INTERRUPTED : written ? tally_result(&tally, &b->inputs) : EXIT_NOTHING;
}

static int analyze_files(struct batch *b)
{
    if (!folder_make(b->folder))
        return EXIT_NOTHING;
    b->fate = xcalloc(b->inputs.n + 1, sizeof *b->fate);
    b->page = index_page_new();
    process_all(b);
    int result = conclude(b);
    index_page_free(b->page);
    free(b->fate);
    return result;
}

/* ---- one document on stdout ---- */

static int print_json(struct batch *b)
{
    if (b->inputs.n != 1) {
        if (b->inputs.n_failed == 0)
            say_error("--json prints one document: there are %zu files", b->inputs.n);
        return EXIT_NOTHING;
    }
    struct task t = {b, 0, 0, b->thinking.worker, b->thinking.jobs};
    struct loaded l;
    bool ok = load(&l, &b->inputs.at[0], &b->input.how);
    if (ok && l.matches.n > 1) {
        diag_at(&l.diags, SEVERITY_ERROR, 0, 0, "%zu matches do not fit one JSON document; use --report json",
                l.matches.n);
        ok = false;
    }
    if (ok) {
        match_options_apply(b->args, l.matches.at[0], &l.diags);
        int set = annotate(&t, l.matches.at[0], &l.diags);
        progress_clear();
        ok = set >= 0 && write_report(b, l.matches.at[0], exporter_find("json"), "-", set, &l.diags);
    }
    terminal_diags(&l.diags);
    announce_brought(b);
    loaded_done(&l);
    return interrupted() ? EXIT_INTERRUPTED : ok ? EXIT_CLEAN : EXIT_NOTHING;
}

/* ---- the command line ---- */

static bool add_report(struct batch *b, const struct args *a, struct span name, int *n)
{
    struct strbuf said = {0};
    strbuf_printf(&said, "--report %.*s", (int)name.length, name.at);
    const struct exporter *e = format_to_write(a, said.at, said.at + strlen("--report "));
    strbuf_done(&said);
    if (e == NULL)
        return false;
    for (int i = 0; i < *n; i++)
        if (b->report[i] == e)
            return true;
    if (*n < REPORTS_MAX)
        b->report[(*n)++] = e;
    return true;
}

static bool read_reports(struct batch *b, const struct args *a)
{
    int n = 0;
    for (const char *at = args_text(a, "report"); at != NULL && *at != '\0';) {
        size_t length = strcspn(at, ",");
        if (length != 0 && !add_report(b, a, span_trim((struct span){at, length}), &n))
            return false;
        at += length + (at[length] != '\0');
    }
    if (n == 0)
        usage_error(a->command, "--report: name at least one format");
    return n != 0;
}

static bool read_settings(struct batch *b, const struct args *a)
{
    b->folder = args_text(a, "out");
    b->keep = args_has(a, "keep");
    if (!analysing_read(&b->analysis, a))
        return false;
    if (!args_number(a, "candidates", 1, 1000, b->analysis.candidates, &b->analysis.candidates))
        return false;
    if (!rolled_read(&b->analysis.rollout_errors, &b->analysis.rollout_close, &b->analysis.rollout, a))
        return false;
    if (!input_options_read(&b->input, a))
        return false;
    b->input.except = b->folder;
    b->input.reserved = "index";
    return report_options_read(&b->reports, a) && read_reports(b, a) && style_is_known(a, b->report);
}

static int run(const struct args *a)
{
    struct batch b = {.args = a, .lock = PTHREAD_MUTEX_INITIALIZER};
    int result;
    if (a->n_operands == 0)
        return usage_error(a->command, "no file or folder is named");
    if (args_has(a, "json") && a->n_operands != 1)
        return usage_error(a->command, "--json prints one document: name one file");
    if (args_has(a, "json") && (args_has(a, "out") || args_has(a, "report")))
        return usage_error(a->command, "--json prints on standard output; --out and --report write into a folder");
    if (!read_settings(&b, a))
        return EXIT_USAGE;
    if (!thinking_begin(&b.thinking, a, &result))
        return result;
    interrupts_catch();
    inputs_collect(&b.inputs, a->operand, a->n_operands, &b.input);
    progress_begin(&b);
    result = args_has(a, "json") ? print_json(&b) : analyze_files(&b);
    free(b.fraction);
    free(b.brought_by);
    inputs_done(&b.inputs);
    thinking_done(&b.thinking);
    return result;
}

static const struct option_row options[] = {
    {"out", 'o', "FOLDER", "./kibitzer-report", "where the reports and index.html go"},
    {"report", 'r', "FORMATS", "html,json", "which reports each match gets: any of `kibitzer formats`, with commas"},
    {"json", 0, NULL, NULL, "print one JSON document about one file on stdout instead"},
    ANALYSING_OPTIONS,
    {"keep", 0, NULL, NULL, "report on the analysis a file brought, where it brought one"},
    INPUT_OPTIONS,
    ROLLED_OPTIONS,
    MATCH_OPTIONS,
    REPORT_OPTIONS,
    THINKING_OPTIONS,
    {0},
};

const struct command command_analyze = {
    .name = "analyze",
    .alias = "analyse",
    .usage = "[--level L] [--jobs N] [--out FOLDER] [--report FORMATS] PATH...\n"
             "       kibitzer analyze --json FILE",
    .summary = "analyse matches and write reports",
    .description =
        "PATHs are match files, or folders that are searched through. Each match gets its reports in FOLDER,\n"
        "with index.html over all of them. A file that cannot be read is told and the rest goes on.\n\n"
        "examples:\n  kibitzer analyze final.mat\n  kibitzer analyze --level 1ply --out reports matches/\n"
        "  kibitzer analyze --json final.mat | jq .statistics.players[0].overall\n",
    .options = options,
    .run = run,
};
