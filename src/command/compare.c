/* `compare`: what two analyses of the same matches say: those that a file brought, and ours. */
#include "command/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "analyze/compare.h"
#include "analyze/analysis_options.h"
#include "analyze/restate.h"
#include "analyze/settle.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/xmalloc.h"
#include "command/ask.h"
#include "source/input_options.h"
#include "engine/pool.h"
#include "export/documents.h"
#include "export/shown_options.h"
#include "match/rates.h"
#include "match/swap.h"
#include "report/compare_page.h"

enum { SETS = 2, EVERY_PLAY = 4000, PRICED_FROM = 8 };

enum settling { SETTLE_NOTHING, SETTLE_QUICKLY, SETTLE_FULLY };
enum {
    QUICK_TRIALS = 648,
    QUICK_MOST = 30,
    FULL_TRIALS = 5184,
    FORETOLD_FROM = 36
}; /* the first two: help of --settle */

/* One of the two: an analysis that a file brought, or ours at a level, perhaps with another net. */
struct side {
    const char *text; /* as it was asked for; NULL = what there is */
    const char *net; /* of ours; NULL = that of --net */
    bool ours;
    struct analysis_options how; /* of ours */
};

struct compare_options {
    const char *levels; /* L or L,L */
    struct option_texts sets;
    struct side side[SETS]; /* once settled; the second is what the first is not where it is not named */
    struct level_changes changes; /* of our levels */
    const char *stronger; /* names, or NULL */
    struct side second; /* ours at --level: where a file brought one analysis */
    double limit;
    int settling; /* enum settling */
    int trials, seed;
    struct level rollout_level;
    double even;
    struct compare_page_options page;
    struct board_look look;
    struct answers_options answer;
    struct input_options input;
    struct jobs_option jobs;
    struct engine_files files;
};

struct session {
    const struct compare_options *options;
    struct engine_pool pool[SETS + 1]; /* of the sides; the last is that of --net, which rolls out */
    struct comparison result;
    struct rollout_options rollout;
    size_t n_files, n_done; /* for progress */
    bool cancelled;
};

/* ---- which sets ---- */

static bool is_engine(const struct annotation_set *s, struct span name)
{
    static const char *const others[][2] = {
        {"xg", "eXtreme Gammon"}, {"gnubg", "GNU Backgammon"}, {"ours", "kibitzer"}};
    const char *engine = s->engine != NULL ? s->engine : "";
    if (strlen(engine) == name.length && strncasecmp(engine, name.at, name.length) == 0)
        return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen(others[i][0]) == name.length && strncasecmp(others[i][0], name.at, name.length) == 0)
            return strcasecmp(engine, others[i][1]) == 0;
    return false;
}

/* "xg", "gnubg:2ply", or the number of a set. */
static bool is_named(const struct match *m, size_t set, const char *name)
{
    const struct annotation_set *s = &m->sets[set];
    const char *colon = strchr(name, ':'), *level = colon != NULL ? colon + 1 : NULL;
    const size_t length = colon != NULL ? (size_t)(colon - name) : strlen(name);
    if (name[strspn(name, "0123456789")] == '\0')
        return set + 1 == strtoul(name, NULL, 10);
    return is_engine(s, (struct span){name, length}) &&
           (level == NULL || (s->level != NULL && strcasecmp(s->level, level) == 0));
}

static int find_set(const struct match *m, size_t n_brought, const char *name, int but)
{
    for (size_t i = 0; i < n_brought; i++)
        if ((int)i != but && (name == NULL || is_named(m, i, name)))
            return (int)i;
    return -1;
}

static const char *name_of_set(const struct session *s, const struct match *m, int set, const struct side *side)
{
    const struct annotation_set *a = &m->sets[set];
    struct strbuf text = {0};
    strbuf_puts(&text, a->engine != NULL ? a->engine : "unknown engine");
    if (a->level != NULL)
        strbuf_printf(&text, " %s", a->level);
    if (side != NULL && side->net != NULL)
        strbuf_printf(&text, " @ %s", side->net);
    const char *kept = arena_strdup(s->result.arena, strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

/* ---- one match ---- */

struct comparing {
    struct receiver receiver;
    struct session *session;
    const struct input *in;
    struct diags messages;
    size_t n_refused; /* matches, each with an error among the messages */
};

static void on_progress(void *context, size_t done, size_t total)
{
    const struct session *s = context;
    const double part = total != 0 ? (double)done / (double)total : 0, all = s->n_files != 0 ? (double)s->n_files : 1;
    call_progress(((double)s->n_done + part) / all / (s->options->settling != SETTLE_NOTHING ? 2 : 1), "comparing");
}

/* -1 after a message or when it was cancelled. */
static int make_set(struct comparing *c, struct match *m, int which, const struct side *side)
{
    struct session *s = c->session;
    const struct engine_pool *pool = &s->pool[side->net != NULL ? which : SETS];
    const struct analysis_hooks hooks = {on_progress, s, call_cancel_flag(), NULL};
    const char *problem = NULL;
    const struct engine *e = analysis_engine(pool->engine, m, &side->how, &problem);
    if (e == NULL || !engine_knows(e, m->rules.variant, &problem)) {
        diag_at(&c->messages, SEVERITY_ERROR, 0, 0, "%s", problem);
        return -1;
    }
    if (which == 0)
        analysis_warn_interpolated(e, m, &c->messages);
    const int set = analyze_match(m, e, pool->worker, pool->jobs, &side->how, &hooks);
    s->cancelled = s->cancelled || set < 0;
    return set;
}

static void refuse_missing(struct comparing *c, const struct match *m, size_t n, const char *name)
{
    struct strbuf there = {0};
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&there, "%s%s", i > 0 ? ", " : "",
                      m->sets[i].engine != NULL ? m->sets[i].engine : "unknown engine");
    if (n == 0)
        diag_at(&c->messages, SEVERITY_ERROR, 0, 0,
                "the match has no analysis%s%s; name two levels, as in --level 1ply,2ply",
                name != NULL ? W_(" by ") : "", name != NULL ? name : "");
    else
        diag_at(&c->messages, SEVERITY_ERROR, 0, 0, "no analysis \"%s\"; the match has: %s", name, strbuf_text(&there));
    strbuf_done(&there);
}

/* Which set is one of the two, made if it is ours; -1 after a message. */
static int set_of(struct comparing *c, struct match *m, size_t n_brought, int which, int other,
                  const struct side **used)
{
    const struct compare_options *o = c->session->options;
    const struct side *side = &o->side[which];
    int set = side->ours ? -1 : find_set(m, n_brought, side->text, other);
    *used = NULL;
    if (set >= 0)
        return set;
    if (!side->ours && side->text == NULL && which == 1)
        side = &o->second;
    if (side->ours) {
        *used = side;
        return make_set(c, m, which, side);
    }
    refuse_missing(c, m, n_brought, side->text);
    return -1;
}

static void note_rates(const struct match *m, const int set[SETS], struct compared_match *out)
{
    for (int i = 0; i < SETS; i++) {
        struct rates r;
        rates_of(&m->statistics[set[i]], m->length, &r);
        for (int side = 0; side < 2; side++)
            out->pr[i][side] = r.side[side].pr;
    }
}

/* False where it cannot be compared. */
static bool compare_match(struct comparing *c, struct match *m)
{
    struct session *s = c->session;
    const size_t n_brought = m->n_sets;
    const struct side *used[SETS];
    int set[SETS] = {-1, -1};
    const char *problem;
    const struct engine *e = analysis_engine(s->pool[SETS].engine, m, &s->options->second.how, &problem);
    if (e == NULL) {
        diag_at(&c->messages, SEVERITY_ERROR, 0, 0, "%s", problem);
        return false;
    }
    restate_match(m, engine_met(e), NULL);
    for (int i = 0; i < SETS; i++)
        if ((set[i] = set_of(c, m, n_brought, i, set[0], &used[i])) < 0)
            return false;
    struct compared_match *added = comparison_add_match(&s->result, input_name(c->in->path), m);
    added->number = (int)c->receiver.n;
    added->stronger = s->result.stronger != NULL ? match_player_named(m, s->result.stronger) : NOBODY;
    for (int i = 0; i < SETS; i++)
        added->set[i] = name_of_set(s, m, set[i], used[i]);
    note_rates(m, set, added);
    compare_sets(&s->result, m, set[0], set[1]);
    return true;
}

static void take_match(struct receiver *self, struct match *m)
{
    struct comparing *c = (struct comparing *)self;
    const size_t before = c->messages.n;
    if (!c->session->cancelled && !call_cancelled() && !compare_match(c, m)) {
        diags_about_match(&c->messages, before, c->receiver.n);
        c->n_refused++;
    }
    match_free(m);
}

/* ---- one file ---- */

struct file_at_work {
    struct session *session;
    const struct input *in;
    enum fate fate;
};

static void compare_attempted(void *file)
{
    struct file_at_work *f = file;
    struct comparing c = {.receiver = {.take = take_match}, .session = f->session, .in = f->in};
    struct loaded l;
    diags_init(&c.messages, input_name(f->in->path));
    const bool ok = load_each(&l, f->in, &f->session->options->input.how, &c.receiver);
    const bool skipped = !ok && input_may_be_skipped(f->in, &l);
    diags_append(&l.diags, &c.messages);
    f->fate = skipped ? FATE_SKIPPED : ok ? fate_of_matches(&l.diags, c.receiver.n, c.n_refused) : FATE_FAILED;
    if (!skipped)
        call_diags(&l.diags);
    loaded_done(&l);
}

/* A file that takes more than there is, or than it may, leaves nothing behind. */
static enum fate compare_file(struct session *s, const struct input *in)
{
    struct file_at_work f = {s, in, FATE_FAILED};
    const size_t n = s->result.n, n_matches = s->result.n_matches;
    if (!attempt_within(&s->options->input.work, compare_attempted, &f)) {
        say_why_ended(in->path);
        s->result.n = n, s->result.n_matches = n_matches;
    }
    return f.fate;
}

/* ---- settling ---- */

static void describe_rollouts(struct session *s)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "up to %d trials, seed %llu, ", s->rollout.trials, (unsigned long long)s->rollout.seed);
    rollout_describe(&s->rollout, &text);
    strbuf_puts(&text, "; of cube actions with the cube played");
    if (s->result.most_settled != 0)
        strbuf_printf(&text, "; the %zu largest disagreements", s->result.most_settled);
    s->result.settled_by = arena_strdup(s->result.arena, strbuf_text(&text));
    strbuf_done(&text);
}

/* What it cost: for the laboratory. */
static void note_settled(const struct session *s, const struct compared_decision *d, double seconds)
{
    const struct compared_match *m = &s->result.matches[d->match];
    say_note("%s: game %d, move %d: %s after %d games each, %.2f s of the processor", m->file, d->game, d->number,
             settlement_name(d->settled.how), d->settled.trials, seconds);
}

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double wall_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* How long it will take at most, from the first one's first games. False if it was cancelled. */
static bool foretell(const struct settle_setup *setup, const struct compared_decision *first, size_t n, size_t of)
{
    struct rollout_options few = *setup->options;
    struct settle_setup trial = *setup;
    struct compared_decision d = *first;
    few.trials = FORETOLD_FROM;
    trial.options = &few;
    const double began = wall_seconds();
    if (!settle(&trial, &d))
        return false;
    const double each = (wall_seconds() - began) / few.trials, seconds = each * setup->options->trials * (double)n;
    if (seconds >= 100)
        say("rolling out %zu of %zu disagreements, the largest first: at most about %.0f minutes", n, of,
            ceil(seconds / 60));
    else
        say("rolling out %zu of %zu disagreements, the largest first: at most about %.0f seconds", n, of,
            ceil(seconds / 5) * 5);
    return true;
}

static void say_settled(const struct session *s, const struct compared_decision *d, size_t number, size_t n)
{
    const struct compared_match *m = &s->result.matches[d->match];
    const struct settled *r = &d->settled;
    struct strbuf words = {0};
    if (r->how == SETTLED_FIRST || r->how == SETTLED_SECOND)
        strbuf_printf(&words, "%s is right", s->result.shown[r->how == SETTLED_SECOND]);
    else
        strbuf_puts(&words, r->how == SETTLED_EVEN   ? "equally good"
                            : r->how == SETTLED_OPEN ? "open"
                                                     : "no rollout can show it");
    if (r->how >= SETTLED_FIRST)
        strbuf_printf(&words, ", %.3f +- %.3f EMG after %d games each", fabs((double)r->difference), (double)r->sure,
                      r->trials);
    say("%zu of %zu: %s%sgame %d, move %d: %s", number, n, s->result.n_matches > 1 ? m->file : "",
        s->result.n_matches > 1 ? ", " : "", d->game, d->number, strbuf_text(&words));
    strbuf_done(&words);
}

static bool settle_each(struct session *s, const struct compared_decision *const *list, size_t n, size_t of)
{
    const struct engine_pool *pool = &s->pool[SETS];
    struct settle_setup setup = {.engine = pool->engine,
                                 .workers = pool->worker,
                                 .n_workers = pool->jobs,
                                 .options = &s->rollout,
                                 .even = s->options->even,
                                 .cancel = call_cancel_flag()};
    for (size_t i = 0; i < n; i++) {
        struct compared_decision *d = &s->result.at[list[i] - s->result.at];
        setup.engine = engine_with_stronger(pool->engine, s->result.matches[d->match].stronger);
        call_progress(0.5 + 0.5 * (double)i / (double)n, "settling");
        if (i == 0 && !foretell(&setup, d, n, of))
            return false;
        const double began = processor_seconds();
        if (!settle(&setup, d))
            return false;
        say_settled(s, d, i + 1, n);
        note_settled(s, d, processor_seconds() - began);
    }
    return true;
}

/* The largest first. False if it was cancelled. */
static bool settle_all(struct session *s)
{
    size_t of;
    const struct compared_decision **list = comparison_disagreements(&s->result, &of);
    const bool quickly = s->options->settling == SETTLE_QUICKLY;
    s->result.most_settled = quickly ? QUICK_MOST : 0;
    describe_rollouts(s);
    const bool finished = settle_each(s, list, quickly && of > QUICK_MOST ? QUICK_MOST : of, of);
    xfree(list);
    return finished;
}

/* ---- the answer ---- */

static const struct own_form own_forms[] = {PAGE_FORMS, {0}};

static void build(void *context, struct node_receiver *to, struct diags *d)
{
    const struct session *s = context;
    (void)d;
    compare_page(&s->result, &s->options->page, to);
}

static bool write_page(struct session *s, struct strbuf *out, struct diags *d)
{
    struct export_options o;
    export_defaults(&o);
    o.look = s->options->look;
    return document_write(
        &(struct printed_document){.build = build, .context = s, .columns = answers_text_width(&s->options->answer)},
        (enum document_form)(s->options->answer.form - PAGE_HTML), &o, out, d);
}

static int answer(struct session *s)
{
    struct strbuf text = {0};
    struct diags d;
    if (s->options->answer.form < ANSWER_STYLES)
        return comparison_put(&s->options->answer, &s->result);
    diags_init(&d, s->options->answer.output);
    const bool ok = write_page(s, &text, &d);
    call_diags(&d);
    diags_done(&d);
    const int ending = ok ? answers_put_text(&s->options->answer, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
}

/* ---- the command ---- */

static int compare_all(struct session *s, const char *const *input, size_t n)
{
    struct inputs list;
    struct fates fates = {0};
    inputs_collect(&list, input, n, &s->options->input);
    s->n_files = list.n;
    for (size_t i = 0; i < list.n && !s->cancelled && !call_cancelled(); i++, s->n_done++)
        fates.n[compare_file(s, &list.at[i])]++;
    fates.n[FATE_FAILED] += list.n_failed;
    comparison_name_sides(&s->result);
    const bool finished = !s->cancelled && !call_cancelled() &&
                          (s->options->settling == SETTLE_NOTHING || s->result.n_matches == 0 || settle_all(s));
    call_progress_end();
    int ending = finished ? fates_ending(&fates, &list) : CALL_CANCELLED;
    if (finished && (s->result.n_matches > 0 || answers_are_data(&s->options->answer))) {
        const int written = answer(s);
        ending = written == CALL_CLEAN ? ending : written;
    }
    inputs_done(&list);
    return ending;
}

static bool open_pools(struct session *s)
{
    const struct compare_options *o = s->options;
    for (int i = 0; i < SETS; i++) {
        struct engine_files files = o->files;
        files.net = o->side[i].net;
        if (files.net != NULL && !engine_pool_open(&s->pool[i], &files, o->jobs.jobs))
            return false;
    }
    return engine_pool_open(&s->pool[SETS], &o->files, o->jobs.jobs);
}

static int compare_run(const void *options, const char *const *input, size_t n)
{
    const struct compare_options *o = options;
    struct session s = {.options = o};
    if (!inputs_make_sense(&o->input, input, n))
        return CALL_MISUSE;
    rollout_defaults(&s.rollout);
    rollout_level(&s.rollout, &o->rollout_level, &o->rollout_level);
    s.rollout.priced_from = PRICED_FROM;
    s.rollout.trials = o->trials, s.rollout.seed = (uint64_t)o->seed;
    comparison_begin(&s.result, (float)o->limit);
    s.result.stronger = o->stronger;
    const int ending = open_pools(&s) ? compare_all(&s, input, n) : CALL_NOTHING;
    for (int i = 0; i <= SETS; i++)
        if (s.pool[i].engine != NULL)
            engine_pool_close(&s.pool[i]);
    comparison_done(&s.result);
    return ending;
}

/* ---- options ---- */

static const struct option_row rows[] = {
    OPTION("set", struct compare_options, sets, .argument = "SET", .flags = OPTION_CHANGES_RESULT,
           .help = "what is compared, given twice: an analysis that the file brought (xg, gnubg, bgblitz,\n"
                   "the engine's full name, gnubg:2ply or its number), or a level of ours, LEVEL@FILE with\n"
                   "another net [the two that the file has, or the one and ours at --level]"),
    OPTION("level", struct compare_options, levels, .letter = 'l', .argument = "LEVEL", .initial = "2ply",
           .listed = level_option_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "kibitzer's level, if a file has one analysis; LEVEL,LEVEL: two levels,\n"
                   "whatever is in the file"),
    LEVEL_FILTER_ROW(struct compare_options, changes),
    LEVEL_NOISE_ROWS(struct compare_options, changes),
    LEVEL_CUBELESS_ROW(struct compare_options, changes),
    OPTION("stronger", struct compare_options, stronger, .argument = "NAME", .flags = OPTION_CHANGES_RESULT,
           .help = "the stronger player (\"Ann;ann_s\"), if --met is a table for unequal players"),
    OPTION("above", struct compare_options, limit, .argument = "EMG", .initial = "0.02", .most = 100,
           .flags = OPTION_CHANGES_RESULT,
           .help = "losses that differ by more than this are a disagreement, as different choices always are"),
    {0},
};

static const struct option_group own_group = {.title = "What is compared", .rows = rows};

static const struct option_word settling_words[] = {
    {"no", SETTLE_NOTHING}, {"yes", SETTLE_QUICKLY}, {"quick", SETTLE_QUICKLY}, {"full", SETTLE_FULLY}, {0}};

static const struct option_row settle_rows[] = {
    OPTION("settle", struct compare_options, settling, .argument = "[=quick|full]", .initial = "no",
           .words = settling_words, .flags = OPTION_CHANGES_RESULT,
           .help = "roll out until it is clear who is right (95%): the 30 largest disagreements,\n"
                   "up to 648 games each (quick), or all, up to 5184 (full)"),
    OPTION("trials", struct compare_options, trials, .letter = 'n', .argument = "N", .least = ROLLOUT_LEAST,
           .most = ROLLOUT_TRIALS_MAX, .flags = OPTION_CHANGES_RESULT,
           .help = "up to this many games for each candidate [648; full: 5184]"),
    OPTION("even", struct compare_options, even, .argument = "EMG", .initial = "0.01", .most = 100,
           .flags = OPTION_CHANGES_RESULT,
           .help = "or until they certainly differ by less than this and count as equal;\n"
                   "0 = never"),
    OPTION("rollout-level", struct compare_options, rollout_level, .argument = "LEVEL", .initial = "0ply",
           .parse = level_option_parse, .listed = level_option_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "the level that plays these games"),
    OPTION("seed", struct compare_options, seed, .letter = 's', .argument = "N", .initial = "1", .least = 0,
           .most = ROLLOUT_SEED_MAX, .flags = OPTION_CHANGES_RESULT, .help = "seed for the dice"),
    {0},
};

static const struct option_group settle_group = {.title = "Who is right", .rows = settle_rows};

static const struct option_row page_rows[] = {
    OPTION("worst", struct compare_options, page.worst, .argument = "N", .initial = "50", .least = 0, .most = 100000,
           .help = "show the N largest disagreements with boards, the others in a table"),
    OPTION("decisions", struct compare_options, page.decisions, .initial = "yes",
           .help = "leave out the table of all decisions; only disagreements are listed"),
    OPTION(
        "format", struct compare_options, answer.format, .letter = 't', .argument = "FORMAT", .alias = "to",
        .help =
            "text, table, json, ndjson, csv, tsv; the page as html, pdf, markdown or latex\n[as FILE ends; else text]"),
    {0},
};

static const struct option_group page_group = {.title = "The page", .rows = page_rows};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&settle_group, 0},
    {&page_group, 0},
    {&look_group, offsetof(struct compare_options, look)},
    {&answers_more_group, offsetof(struct compare_options, answer)},
    {&files_group, offsetof(struct compare_options, input)},
    READING_PARTS(struct compare_options, input),
    {&jobs_group, offsetof(struct compare_options, jobs)},
    {&engine_group, offsetof(struct compare_options, files)},
    {0},
};

static bool set_level(struct side *s, const char *name)
{
    analysis_defaults(&s->how);
    s->how.luck = false;
    s->how.candidates = EVERY_PLAY;
    return s->ours = analysis_level_named(&s->how, name);
}

/* A level of ours, with a net behind an @; else what a file calls it. */
static bool settle_side(const struct options *all, struct side *s, const char *text, struct option_fault *f)
{
    const char *at = strchr(text, '@');
    const char *level = at != NULL ? arena_strndup(options_arena(all), text, (size_t)(at - text)) : text;
    *s = (struct side){.text = text, .net = at != NULL ? at + 1 : NULL};
    return set_level(s, level) || at == NULL || option_refuse(f, "set", text, "no such level");
}

static bool settle_levels(const struct options *all, struct compare_options *o, struct option_fault *f)
{
    const char *comma = strchr(o->levels, ',');
    const char *first =
        comma != NULL ? arena_strndup(options_arena(all), o->levels, (size_t)(comma - o->levels)) : o->levels;
    if (!set_level(&o->second, comma != NULL ? comma + 1 : first) || (comma != NULL && !set_level(&o->side[0], first)))
        return option_refuse(f, "level", o->levels, "no such level; `kibitzer levels` lists them");
    if (comma != NULL && o->sets.n > 0)
        return option_refuse(f, NULL, NULL, "--level with two levels or --set, not both");
    if (comma != NULL)
        o->side[1] = o->second;
    return true;
}

/* Our levels with what is asked to be otherwise; filters are for those that look ahead. */
static bool change_levels(const struct options *given, struct compare_options *o, struct option_fault *f)
{
    struct side *const all[] = {&o->side[0], &o->side[1], &o->second};
    bool noise = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct level_changes mine = o->changes;
        if (!all[i]->ours)
            continue;
        if (all[i]->how.level.plies == 0)
            mine.filter = NULL;
        level_change_noise(&all[i]->how.cube_level, &mine);
        if (!level_change(&all[i]->how.level, &mine, f))
            return false;
        noise = noise || all[i]->how.level.noise > 0;
    }
    return level_seed_has_noise(given, noise, f);
}

static bool settle_options(const struct options *all, void *options, struct option_fault *f)
{
    struct compare_options *o = options;
    o->side[0] = o->side[1] = o->second = (struct side){.text = NULL};
    if (!settle_levels(all, o, f))
        return false;
    if (o->sets.n > SETS)
        return option_refuse(f, NULL, NULL, "--set: two are compared");
    for (size_t i = 0; i < o->sets.n; i++)
        if (!settle_side(all, &o->side[i], o->sets.at[i], f))
            return false;
    if (!change_levels(all, o, f))
        return false;
    for (const char *const *name = (const char *const[]){"trials", "even", "rollout-level", "seed", NULL};
         *name != NULL; name++)
        if (options_given(all, *name) && o->settling == SETTLE_NOTHING)
            return option_refuse(f, NULL, NULL, "--%s has no effect without --settle", *name);
    if (!options_given(all, "trials"))
        o->trials = o->settling == SETTLE_FULLY ? FULL_TRIALS : QUICK_TRIALS;
    o->side[0].how.stronger = o->side[1].how.stronger = o->second.how.stronger = o->stronger;
    return answers_settle(&o->answer, own_forms, PAGE_TEXT, f);
}

static const struct answer_document *const answers[] = {&compare_document, NULL};

const struct command compare_command = {{"compare", sizeof(struct compare_options), parts, settle_options},
                                        .run = compare_run,
                                        .answers = answers,
                                        .finishes = true};
