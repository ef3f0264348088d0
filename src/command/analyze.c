/* `analyze`: what is asked for, and round after round of it where folders are watched. The run is run.c's. */
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "command/reading.h"
#include "base/command.h"
#include "base/outputs.h"
#include "run/run.h"
#include "run/watch.h"
#include "source/format_names.h"

/* ---- the run ---- */

static bool all_are_folders(const struct run_request *r)
{
    for (size_t i = 0; i < r->n_names; i++)
        if (!path_is_folder(r->name[i]))
            return false;
    return true;
}

/* Without a collection: documents, or pages of parts. */
static bool prints(const struct analyze_options *o)
{
    return o->printed != NULL || o->analysis.options.part.game != 0;
}

/* False after a message. */
static bool makes_sense(const struct run_request *r)
{
    const struct analyze_options *o = r->options;
    if (!inputs_make_sense(&r->input, r->name, r->n_names))
        return false;
    if (o->printed != NULL && !o->printed->follow && (r->n_names != 1 || r->input.list != NULL))
        (void)call_misuse("one document is printed: name one file, or use --to ndjson");
    else if (o->watch && (prints(o) || o->fresh || r->input.list != NULL || !all_are_folders(r)))
        (void)call_misuse("--watch waits for files in folders: name only folders, without --json, --select, "
                          "--fresh and --files-from");
    else
        return true;
    return false;
}

/* One look over all the inputs. */
static int run_round(const struct run *settings)
{
    struct run run = *settings;
    const struct run_request *r = &run.request;
    struct inputs *inputs = &run.work.inputs;
    run_tally_begin(&run.tally, run.pool.jobs);
    inputs_collect(inputs, r->name, r->n_names, &r->input);
    const int named = r->options->watch ? CALL_CLEAN : named_look_ahead(run.named, inputs, &r->input);
    const int result = named != CALL_CLEAN ? named : prints(r->options) ? run_print(&run) : run_all(&run);
    inputs_done(inputs);
    run_tally_done(&run.tally);
    return result;
}

/* Round after round until a signal comes. That is the usual end: a run is cancelled only if it had work in hand. */
static int run_watching(struct run *settings)
{
    struct input_options *input = &settings->request.input;
    struct refusals refusals = {0};
    struct watch *watch = watch_begin();
    int result;
    if (watch == NULL)
        return CALL_NOTHING;
    settings->work.refusals = &refusals;
    input->on_folder = watch_folder;
    input->context = watch;
    do
        result = run_round(settings);
    while (!call_cancelled() && watch_wait(watch));
    if (result != CALL_CANCELLED)
        call_ended_as_usual();
    settings->work.refusals = NULL;
    input->context = NULL;
    refusals_done(&refusals);
    watch_end(watch);
    return result;
}

static void begin(struct run *run, struct named_players *named)
{
    const struct analyze_options *o = run->request.options;
    struct input_options *input = &run->request.input;
    input->shard = run->request.shard;
    input->except = o->pages.folder;
    input->reserved = "index";
    run->named = named;
    run->pages = (struct pages){.where = &o->pages,
                                .reports = &o->reports,
                                .said = &o->said,
                                .given = o->given,
                                .named = named,
                                .part = o->analysis.options.part,
                                .certify = !o->keep};
    named_begin(named);
    named_add(named, "bottom", o->said.bottom);
    named_must(named, "player", o->reports.only_player);
    named_must(named, "analyze-player", o->analysis.player);
}

static int analyze_run(const void *options, const char *const *input, size_t n)
{
    const struct analyze_options *o = options;
    struct named_players named;
    struct run run = {.request = {o, o->input, input, n, o->shard}};
    if (!makes_sense(&run.request) || (o->printed == NULL && !shard_settle(&run.request.shard)))
        return CALL_MISUSE;
    if (!engine_pool_open(&run.pool, &o->files, o->jobs.jobs))
        return CALL_NOTHING;
    begin(&run, &named);
    const int result = o->watch ? run_watching(&run) : run_round(&run);
    engine_pool_close(&run.pool);
    return named_end(&named, !o->watch && run.request.shard.of == 1, result);
}

/* ---- options ---- */

static const struct option_word bad_inputs[] = {{"ok", 1}, {"fail", 0}, {0}};

static const struct option_word date_sources[] = {{"name", DATE_FROM_NAME}, {"mtime", DATE_FROM_MTIME}, {0}};

static const struct option_word kept_words[] = {
    {"none", KEPT_LEAST}, {"errors", KEPT_ERRORS}, {"all", KEPT_ALL}, {"as-before", KEPT_AS_BEFORE}, {0}};

static const struct option_row rows[] = {
    OPTION("to", struct analyze_options, printed, .argument = "FORMAT", .parse = format_to_parse,
           .listed = format_to_listed,
           .help = "print the match of one file in this format (json, html, pdf, sgf ...) instead of writing\n"
                   "reports; or ndjson, a line for each match of all files"),
    OPTION("json", struct analyze_options, json, .excludes = "to", .help = "the same as --to json"),
    OPTION("bad-inputs", struct analyze_options, bad_is_ok, .argument = "ok|fail", .initial = "fail",
           .words = bad_inputs,
           .help = "ok: files that are not matches, or damaged, are reported and logged but do not change\n"
                   "the exit status; what cannot be read or written still does"),
    OPTION("keep-candidates", struct analyze_options, kept, .argument = "WHICH", .initial = "as-before",
           .words = kept_words,
           .help = "which of the plays considered are stored and shown: all; errors: all of them where\n"
                   "the play is marked as an error, otherwise the best one and the one made; none: only these two;\n"
                   "as-before: as in the last run into this collection, initially all"),
    OPTION("date-from", struct analyze_options, date_from, .argument = "name|mtime", .initial = "name",
           .words = date_sources,
           .help = "how to date a match whose file has no date (shown as a guess): by the file's name, or\n"
                   "mtime: if that fails, by the day on which the file was last written"),
    OPTION("log", struct analyze_options, log, .argument = "FILE", .flags = OPTION_WRITES_FILE,
           .help = "append a line of JSON to this file for each file processed"),
    OPTION("watch", struct analyze_options, watch,
           .help = "keep running and analyse files as they appear in the folders, until interrupted"),
    OPTION("fresh", struct analyze_options, fresh, .help = "analyse again matches that the collection already has"),
    OPTION("keep", struct analyze_options, keep, .flags = OPTION_CHANGES_RESULT,
           .help = "report on the analysis in the file, if it has one"),
    {0},
};

static const struct option_group own_group = {.title = "The run", .rows = rows};

static const struct option_part parts[] = {
    {&pages_group, offsetof(struct analyze_options, pages)},
    {&own_group, 0},
    {&analysis_group, offsetof(struct analyze_options, analysis)},
    {&part_group, offsetof(struct analyze_options, analysis.options.part)},
    {&rolled_group, offsetof(struct analyze_options, rolled)},
    {&collection_group, offsetof(struct analyze_options, collection)},
    {&reconnect_group, offsetof(struct analyze_options, reconnect)},
    {&shard_group, offsetof(struct analyze_options, shard)},
    {&files_group, offsetof(struct analyze_options, input)},
    READING_PARTS(struct analyze_options, input),
    {&said_group, offsetof(struct analyze_options, said)},
    {&report_group, offsetof(struct analyze_options, reports)},
    {&jobs_group, offsetof(struct analyze_options, jobs)},
    {&engine_group, offsetof(struct analyze_options, files)},
    {0},
};

static bool settle_rollouts(struct analyze_options *o, struct option_fault *f)
{
    struct analysis_options *a = &o->analysis.options;
    if (a->rolled_like != NULL)
        return o->rolled.errors == 0 ||
               option_refuse(f, NULL, NULL, "--rollout-errors and --level %s both say what is rolled out",
                             a->rolled_like);
    a->rollout_errors = o->rolled.errors;
    a->rollout_close = o->rolled.close;
    a->rollout = o->rolled.how;
    return true;
}

static bool settle_printed(const struct options *given, struct analyze_options *o, struct option_fault *f)
{
    if (o->json)
        o->printed = exporter_find("json");
    if (o->printed != NULL && (o->printed->scope & EXPORT_MATCH) == 0)
        return option_refuse(f, "to", o->printed->name, "a format that holds a match is expected");
    if (o->printed != NULL && (options_given(given, "out") || options_given(given, "report")))
        return option_refuse(f, NULL, NULL,
                             "--to and --json print on standard output; --out and --report write into a folder");
    if (o->printed != NULL && (o->collection.db != NULL || o->collection.db_file != NULL))
        return option_refuse(f, NULL, NULL,
                             "--to and --json print on standard output and leave the collection alone; --db names one");
    return true;
}

/* A store holds whole analyses: what is made of a part neither replaces one nor counts as one. */
static bool settle_part(const struct options *given, struct analyze_options *o, struct option_fault *f)
{
    if (o->analysis.options.part.game == 0 || o->printed != NULL)
        return true;
    if (o->collection.db != NULL || o->collection.db_file != NULL || options_given(given, "shard"))
        return option_refuse(f, NULL, NULL,
                             "a part of a match is not kept in a collection: --select goes without "
                             "--db, --db-file and --shard");
    return o->pages.report[0] != NULL || option_refuse(f, NULL, NULL, "--report none leaves nothing to write");
}

static const char *text_of_given(const struct options *given)
{
    static const char *const others[] = {"thresholds", "luck-thresholds", "cube-maps", "play-maps",
                                         "keep",       "bottom",          "me",        NULL};
    struct strbuf text = {0};
    pages_given(given, others, &text);
    pages_given_of(given, &report_group, &text);
    const char *kept = arena_strdup(options_arena(given), strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

static bool any_given(const struct options *given, const char *const *names)
{
    while (*names != NULL && !options_given(given, *names))
        names++;
    return *names != NULL;
}

static bool analyze_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct analyze_options *o = all;
    if (o->reports.candidates != 0)
        o->analysis.options.candidates = o->reports.candidates;
    o->marks = options_given(given, "thresholds") ? o->analysis.options.threshold : NULL;
    o->given = text_of_given(given);
    o->fresh = o->fresh || o->said.comments.n != 0; /* whether they fit is known of what is read */
    o->analysis.options.read_with = reading_words(given);
    o->reads_otherwise = o->analysis.options.read_with != NULL ||
                         any_given(given, (const char *const[]){"max-plies", "max-input", "met", "stronger", NULL});
    return settle_rollouts(o, f) && settle_printed(given, o, f) && settle_part(given, o, f) &&
           pages_know_style(&o->pages, &o->reports, f);
}

static const struct answer_document *const answers[] = {&match_document, NULL};

const struct command analyze_command = {{"analyze", sizeof(struct analyze_options), parts, analyze_settle},
                                        .run = analyze_run,
                                        .finishes = true,
                                        .answers = answers};
