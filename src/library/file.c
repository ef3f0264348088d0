/* Files of the public library: what is read, analysed and written match by match. See kibitzer.h. */
#include "base/language_option.h"
#include "kibitzer.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/xmalloc.h"
#include "storage/collection.h"
#include "source/input_options.h"
#include "run/run.h"
#include "export/shown_options.h"
#include "library/library.h"

/* ---- the matches ---- */

struct kibitzer_file {
    struct matches matches;
    char *name; /* for messages */
    bool borrowed; /* while a hook looks at it */
};

void kibitzer_close(struct kibitzer_file *f)
{
    if (f == NULL || f->borrowed)
        return;
    matches_done(&f->matches);
    xfree(f->name);
    xfree(f);
}

size_t kibitzer_matches(const struct kibitzer_file *f)
{
    return f != NULL ? f->matches.n : 0;
}

static const struct match *match_at(const struct kibitzer_file *f, size_t match)
{
    return f != NULL && match < f->matches.n ? f->matches.at[match] : NULL;
}

const char *kibitzer_match_text(const struct kibitzer_file *f, size_t match, enum kibitzer_match_text which)
{
    const struct match *m = match_at(f, match);
    if (m == NULL)
        return NULL;
    const char *const texts[] = {
        [KIBITZER_MATCH_FORMAT] = m->format,           [KIBITZER_MATCH_PLAYER_0] = m->player[0].name,
        [KIBITZER_MATCH_PLAYER_1] = m->player[1].name, [KIBITZER_MATCH_DATE] = m->info.date,
        [KIBITZER_MATCH_EVENT] = m->info.event,        [KIBITZER_MATCH_ROUND] = m->info.round,
        [KIBITZER_MATCH_PLACE] = m->info.place,        [KIBITZER_MATCH_ANNOTATOR] = m->info.annotator};
    return (size_t)which < sizeof texts / sizeof *texts ? texts[which] : NULL;
}

int kibitzer_match_number(const struct kibitzer_file *f, size_t match, enum kibitzer_match_number which)
{
    const struct match *m = match_at(f, match);
    int score[2];
    if (m == NULL)
        return -1;
    match_final_score(m, score);
    switch (which) {
    case KIBITZER_MATCH_LENGTH:
        return m->length;
    case KIBITZER_MATCH_SCORE_0:
        return score[0];
    case KIBITZER_MATCH_SCORE_1:
        return score[1];
    case KIBITZER_MATCH_GAMES:
        return (int)m->n_games;
    case KIBITZER_MATCH_SETS:
        return (int)m->n_sets;
    }
    return -1;
}

/* The match that a call is about, or NULL after a message. */
static struct match *find_match(const struct kibitzer_file *f, size_t number, int *code)
{
    if (f == NULL)
        *code = library_refuse(KIBITZER_MISUSE, "found NULL, expected a file");
    else if (number >= f->matches.n)
        *code = library_refuse(KIBITZER_UNKNOWN, "no match number %zu, there are %zu", number, f->matches.n);
    return f != NULL && number < f->matches.n ? f->matches.at[number] : NULL;
}

/* ---- reading ---- */

struct reading {
    struct kibitzer_call *call;
    struct kibitzer_options *options;
    const char *path; /* NULL: `bytes`, */
    struct span bytes;
    const char *name; /* which are called so */
    kibitzer_match_hook *hook; /* gets each match as it is read; NULL: all go into `file` */
    void *context;
    bool stopped; /* by the hook */
    size_t n; /* matches */
    struct kibitzer_file *file;
};

static struct kibitzer_file *file_new(const char *name)
{
    struct kibitzer_file *f = xcalloc(1, sizeof *f);
    f->name = xstrdup(name);
    return f;
}

/* What the options say about reading; false after a message. */
static bool read_options(const struct reading *r, struct input_options *how, int *code)
{
    static const struct option_part usual[] = {
        {&from_group, 0},
        {&rules_group, offsetof(struct input_options, how.rules)},
        {&corrections_group, offsetof(struct input_options, how.corrections)},
        {&reading_group, 0},
        {&source_group, 0},
        {0},
    };
    static const struct option_set set = {"open", sizeof(struct input_options), usual, NULL};
    struct option_fault f = {0};
    if (r->options == NULL) {
        struct options *o = options_new(&set);
        *how = *(const struct input_options *)options_settle(o, &f);
        options_free(o);
        return true;
    }
    if (library_settle(r->call, r->options, code) == NULL)
        return false;
    const struct input_options *given = options_part(r->options->options, &reading_group);
    if (given != NULL)
        *how = *given;
    else
        *code = library_refuse(KIBITZER_MISUSE, "expected options of a command that reads files, as \"info\" is");
    how->list = NULL;
    return given != NULL;
}

/* ---- one match after the other ---- */

struct showing {
    struct reading *reading;
    struct kibitzer_file *file;
    int answer;
};

/* What the program makes of the match meanwhile is its own, whatever becomes of the rest of the file. */
static void show(void *showing)
{
    struct showing *s = showing;
    s->answer = s->reading->hook(s->reading->context, s->file);
}

struct streaming {
    struct receiver receiver;
    struct reading *reading;
};

static void take_match(struct receiver *self, struct match *m)
{
    struct reading *r = ((struct streaming *)self)->reading;
    struct kibitzer_file f = {.matches = {.at = &m, .n = 1}, .name = (char *)r->name, .borrowed = true};
    struct showing s = {.reading = r, .file = &f};
    if (!r->stopped && !call_cancelled()) {
        struct call *mine = call_current();
        if (!attempt_apart(show, &s))
            attempt_end_too();
        call_enter(mine);
        r->n++;
        r->stopped = s.answer != 0;
    }
    match_free(m);
}

/* ---- inputs ---- */

struct input_at_work {
    struct reading *reading;
    const struct input_options *how;
    const struct input *in;
    struct matches matches;
    enum fate fate;
    bool unreadable;
};

static void read_input(void *input)
{
    struct input_at_work *w = input;
    struct streaming stream = {.receiver = {.take = take_match}, .reading = w->reading};
    struct loaded l;
    const bool streams = w->reading->hook != NULL;
    const bool ok = streams ? load_each(&l, w->in, &w->how->how, &stream.receiver) : load(&l, w->in, &w->how->how);
    const bool skipped = !ok && input_may_be_skipped(w->in, &l);
    if (!skipped)
        call_diags(&l.diags);
    w->fate = skipped ? FATE_SKIPPED : ok ? fate_of_used(&l.diags) : FATE_FAILED;
    w->unreadable = l.unreadable;
    w->matches = l.matches;
    l.matches = (struct matches){.n = 0};
    loaded_done(&l);
}

/* Of an input that takes more than it may nothing stays. */
static void read_attempted(struct input_at_work *w)
{
    if (attempt_within(&w->how->work, read_input, w))
        return;
    if (attempt_why() == NULL || attempt_hit_limit_of_call() || attempt_was_cancelled())
        attempt_end_too(); /* that is about the call as a whole */
    say_error("%s: %s", input_name(w->in->path), attempt_why_text());
    w->matches = (struct matches){.n = 0};
    w->fate = FATE_FAILED;
}

static void keep_matches(struct reading *r, struct matches *found)
{
    for (size_t i = 0; i < found->n; i++)
        matches_add(&r->file->matches, found->at[i]);
    r->n += found->n;
    found->n = 0;
    matches_done(found);
}

static int code_of(const struct reading *r, const struct fates *fates, bool unreadable)
{
    if (call_cancelled() || r->stopped)
        return KIBITZER_CANCELLED;
    if (r->n != 0)
        return fates->n[FATE_FAILED] + fates->n[FATE_IN_PART] != 0 ? KIBITZER_SOME_FAILED : KIBITZER_OK;
    if (fates->n[FATE_FAILED] == 0)
        say_error("%s: no match files found", r->name);
    return unreadable ? KIBITZER_UNREADABLE : KIBITZER_FAILED;
}

static int read_all(struct reading *r, const struct inputs *list, const struct input_options *how)
{
    struct fates fates = {.n = {[FATE_FAILED] = list->n_failed}};
    bool unreadable = list->n_failed > list->n_damaged;
    for (size_t i = 0; i < list->n && !call_cancelled() && !r->stopped; i++) {
        struct input_at_work w = {.reading = r, .how = how, .in = &list->at[i], .fate = FATE_FAILED};
        read_attempted(&w);
        fates.n[w.fate]++;
        unreadable = unreadable || w.unreadable;
        keep_matches(r, &w.matches);
    }
    return code_of(r, &fates, unreadable);
}

static int read_file(void *reading)
{
    struct reading *r = reading;
    struct input_options how;
    struct inputs list;
    int code = KIBITZER_OK;
    if (r->path == NULL && r->bytes.at == NULL)
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected a file or bytes as kibitzer.h has it");
    if (!read_options(r, &how, &code))
        return code;
    r->file = r->hook == NULL ? file_new(r->name) : NULL;
    if (r->path != NULL)
        inputs_collect(&list, &r->path, 1, &how);
    else
        inputs_of_bytes(&list, r->bytes, r->name, &how);
    code = read_all(r, &list, &how);
    inputs_done(&list);
    if (code < 0) {
        kibitzer_close(r->file);
        r->file = NULL;
    }
    return code;
}

struct kibitzer_file *kibitzer_open(const char *path, struct kibitzer_options *o, struct kibitzer_call *c)
{
    struct reading r = {.call = c, .options = o, .path = path, .name = path};
    return library_call(c, read_file, &r) >= 0 ? r.file : NULL;
}

struct kibitzer_file *kibitzer_read(const void *bytes, size_t length, const char *name, struct kibitzer_options *o,
                                    struct kibitzer_call *c)
{
    struct reading r = {.call = c, .options = o, .name = name != NULL ? name : "<memory>"};
    r.bytes = (struct span){bytes == NULL && length == 0 ? "" : bytes, length};
    return library_call(c, read_file, &r) >= 0 ? r.file : NULL;
}

int kibitzer_each(const char *path, kibitzer_match_hook *hook, void *context, struct kibitzer_options *o,
                  struct kibitzer_call *c)
{
    struct reading r = {
        .call = c, .options = o, .path = hook != NULL ? path : NULL, .name = path, .hook = hook, .context = context};
    return library_call(c, read_file, &r);
}

/* ---- analysing ---- */

struct analysing {
    struct kibitzer_call *call;
    struct kibitzer_options *options;
    struct match *match;
    const struct kibitzer_engine *engine;
    struct analysis_options how;
    const float *marks;
    int threads;
};

/* More threads than decisions would only stand about. */
static int useful_threads(const struct match *m, int wanted)
{
    const size_t decisions = analyze_work(m);
    const int most = wanted < THREADS_MAX ? wanted : THREADS_MAX;
    return decisions == 0 ? 1 : decisions < (size_t)most ? (int)decisions : most;
}

static void on_progress(void *context, size_t done, size_t total)
{
    (void)context;
    call_progress(total != 0 ? (double)done / (double)total : 0, "analysing");
}

static int analyze_with(const struct analysing *a, const struct engine *e)
{
    const struct analysis_hooks hooks = {on_progress, NULL, call_cancel_flag(), NULL};
    const int threads = useful_threads(a->match, a->threads);
    struct worker **worker = xcalloc((size_t)threads, sizeof *worker);
    for (int i = 0; i < threads; i++)
        worker[i] = worker_new(e);
    restate_match(a->match, engine_met(e), a->marks);
    const int set = analyze_match(a->match, e, worker, threads, &a->how, &hooks);
    call_progress_end();
    for (int i = 0; i < threads; i++)
        worker_free(worker[i]);
    xfree(worker);
    return set >= 0 ? KIBITZER_OK : KIBITZER_CANCELLED;
}

/* False after a message. */
static bool read_analysis(struct analysing *a, int *code)
{
    analysis_defaults(&a->how);
    a->threads = threads_available();
    if (a->options == NULL)
        return true;
    const struct analyze_options *o = library_settle(a->call, a->options, code);
    if (o == NULL)
        return false;
    if (strcmp(a->options->command->options.command, "analyze") != 0) {
        *code = library_refuse(KIBITZER_MISUSE, "expected options of \"analyze\"");
        return false;
    }
    a->how = analysis_options_for(&o->analysis, a->match);
    a->marks = o->marks;
    a->threads = o->jobs.jobs;
    return true;
}

static int analyze_one(void *analysing)
{
    struct analysing *a = analysing;
    const char *problem = NULL;
    int code = KIBITZER_OK;
    if (a->engine == NULL)
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected an engine");
    if (!read_analysis(a, &code))
        return code;
    if (!engine_knows(a->engine->stock.engine, a->match->rules.variant, &problem))
        return library_refuse(KIBITZER_UNKNOWN, "%s", problem);
    struct diags d;
    diags_init(&d, NULL);
    const bool has = match_has_part(a->match, &a->how.part, &d);
    if (!has)
        code = library_refuse(KIBITZER_UNKNOWN, "%s", d.at[0].message);
    diags_done(&d);
    if (!has)
        return code;
    const struct engine *e = analysis_engine(a->engine->stock.engine, a->match, &a->how, &problem);
    return e != NULL ? analyze_with(a, e) : library_refuse(KIBITZER_UNKNOWN, "%s", problem);
}

struct finding {
    const struct kibitzer_file *file;
    size_t match;
};

static int refuse_match(void *finding)
{
    const struct finding *f = finding;
    int code = KIBITZER_OK;
    (void)find_match(f->file, f->match, &code);
    return code;
}

int kibitzer_analyze(struct kibitzer_file *f, size_t match, const struct kibitzer_engine *e, struct kibitzer_options *o,
                     struct kibitzer_call *c)
{
    struct match *m = f != NULL && match < f->matches.n ? f->matches.at[match] : NULL;
    struct analysing a = {.call = c, .options = o, .match = m, .engine = e};
    if (m == NULL)
        return library_call(c, refuse_match, &(struct finding){f, match});
    const size_t sets = m->n_sets;
    const int code = library_ask(c, analyze_one, &a);
    if (code < 0)
        match_drop_sets(m, sets); /* of what was not finished nothing stays */
    return code;
}

/* ---- a match of one's own ---- */

/* A copy with all that it says of itself. */
static struct match *match_copy(const struct match *m)
{
    struct strbuf text = {0};
    struct matches all = {.n = 0};
    struct diags unheard;
    diags_init(&unheard, NULL);
    record_text(m, &text);
    (void)import_bytes((struct span){text.at, text.length}, NULL, importer_find("dump"), &all, &unheard);
    struct match *copy = all.n == 1 ? all.at[0] : NULL;
    all.n = copy != NULL ? 0 : all.n;
    matches_done(&all);
    diags_done(&unheard);
    strbuf_done(&text);
    return copy;
}

struct match *library_match(const struct kibitzer_file *f, size_t match, int *code)
{
    const struct match *m = find_match(f, match, code);
    struct match *copy = m != NULL ? match_copy(m) : NULL;
    if (m != NULL && copy == NULL)
        *code = library_refuse(KIBITZER_FAILED, "%s: the match cannot be copied", f->name);
    return copy;
}

/* ---- writing ---- */

struct writing {
    struct kibitzer_call *call;
    struct kibitzer_options *options;
    const struct kibitzer_file *file;
    size_t match;
    const char *format;
    struct strbuf text;
};

/* What reports show; NULL after a message. */
static const struct report_options *read_report(struct writing *w, const struct exporter *to, int *code)
{
    const struct exporter *const among[] = {to, NULL};
    struct option_fault f = {0};
    if (library_settle(w->call, w->options, code) == NULL)
        return NULL;
    const struct report_options *r = options_part(w->options->options, &report_group);
    if (r == NULL) {
        *code = library_refuse(KIBITZER_MISUSE, "expected options of \"convert\" or \"analyze\"");
    } else if (r->export.split_games) {
        *code = library_refuse(KIBITZER_MISUSE, "--split makes several files, but one is returned");
        r = NULL;
    } else if (!report_style_known(r, among, &f)) {
        *code = library_refuse_option(w->call, &f);
        r = NULL;
    }
    option_fault_done(&f);
    return r;
}

/* Takes what the writer has made. */
static int take_text(struct writing *w, struct sink *s, bool written)
{
    struct strbuf *text = sink_main(s);
    if (!written)
        return KIBITZER_FAILED;
    strbuf_add(text, "", 0);
    w->text = *text;
    *text = (struct strbuf){0};
    return KIBITZER_OK;
}

static int write_with(struct writing *w, const struct exporter *to, struct match *m,
                      const struct report_options *report)
{
    const struct match_said *said = w->options != NULL ? options_part(w->options->options, &said_group) : NULL;
    struct export_options o;
    struct sink s;
    struct diags d;
    if (said != NULL) {
        (void)match_turn_said(said, m);
        match_fill_said(said, m);
    }
    if (to->annotations)
        restate_for(m, to->figures, to->name, met_default());
    diags_init(&d, w->file->name);
    sink_init(&s);
    export_defaults(&o);
    const bool fits = said == NULL || match_take_comments(said, m, false, &d);
    const bool good = fits && (report == NULL || report_options_for(report, m, -1, &o, &d));
    if (report != NULL)
        language_asked(w->options->options);
    const int code = take_text(w, &s, good && export_write(to, m, &o, &s, &d));
    call_losses(&d);
    sink_done(&s);
    diags_done(&d);
    return code;
}

static int write_one(void *writing)
{
    struct writing *w = writing;
    const struct report_options *report = NULL;
    int code = KIBITZER_OK;
    if (find_match(w->file, w->match, &code) == NULL)
        return code;
    const struct exporter *to = w->format != NULL ? exporter_find(w->format) : NULL;
    if (to == NULL)
        return library_refuse(w->format != NULL ? KIBITZER_UNKNOWN : KIBITZER_MISUSE, "no format \"%s\" to write",
                              w->format != NULL ? w->format : "");
    if (w->options != NULL && (report = read_report(w, to, &code)) == NULL)
        return code;
    struct match *m = library_match(w->file, w->match, &code);
    if (m == NULL)
        return code;
    code = write_with(w, to, m, report);
    match_free(m);
    return code;
}

char *kibitzer_write(const struct kibitzer_file *f, size_t match, const char *format, struct kibitzer_options *o,
                     size_t *length, struct kibitzer_call *c)
{
    struct writing w = {.call = c, .options = o, .file = f, .match = match, .format = format};
    const bool good = library_ask(c, write_one, &w) == KIBITZER_OK;
    if (length != NULL)
        *length = good ? w.text.length : 0;
    return good ? w.text.at : NULL;
}
