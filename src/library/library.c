/* The public library: a thin layer that joins readers, analysis and writers as the command line does, and turns
 * diagnostics into text. Every function that can fail goes through pass(): an attempt of its own, after which its code
 * and message are there for kibitzer_error(). Contract: kibitzer.h. */
#include "kibitzer.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/threads.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "engine/engine.h"
#include "export/export.h"
#include "import/import.h"
#include "source/archive.h"

struct kibitzer_file {
    struct matches matches;
};

struct kibitzer_engine {
    struct engine *engine;
};

const char *kibitzer_version(void)
{
    return KIBITZER_VERSION;
}

void kibitzer_free(void *p)
{
    xfree(p);
}

/* ---- errors ---- */

enum { MESSAGE_MAX = 512 };

static _Thread_local struct {
    int code;
    char message[MESSAGE_MAX];
} last;

int kibitzer_error(void)
{
    return last.code;
}

const char *kibitzer_error_message(void)
{
    return last.message;
}

/* ---- calls ---- */

/* One call from outside. What it is about stands behind this in a struct of its own. */
struct call {
    void (*work)(struct call *self, struct diags *said);
    const char *about; /* the file that diagnostics name */
    char **messages; /* of the caller, or NULL */
    int code;
};

/* The call cannot be done; NULL for functions that return pointers. */
static void *fail(struct call *c, struct diags *said, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void *fail(struct call *c, struct diags *said, int code, const char *format, ...)
{
    char text[MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_at(said, SEVERITY_ERROR, 0, 0, "%s", text);
    c->code = code;
    return NULL;
}

/* The first error of the worst kind that there is. */
static void keep_message(const struct diags *said)
{
    enum severity worst = SEVERITY_NOTE;
    for (size_t i = 0; i < said->n; i++)
        if (said->at[i].severity > worst) {
            worst = said->at[i].severity;
            snprintf(last.message, sizeof last.message, "%s: %s", said->file, said->at[i].message);
        }
}

static void print_messages(const struct diags *said, char **messages)
{
    size_t length = 0;
    FILE *memory = open_memstream(messages, &length);
    if (memory == NULL)
        attempt_fail();
    diags_print(said, SEVERITY_NOTE, memory);
    if (fclose(memory) == 0)
        return;
    free(*messages);
    *messages = NULL;
    attempt_fail();
}

static void work_attempted(void *call)
{
    struct call *c = call;
    struct diags said;
    diags_init(&said, c->about);
    c->work(c, &said);
    if (c->code != KIBITZER_OK)
        keep_message(&said);
    if (c->messages != NULL && said.n != 0)
        print_messages(&said, c->messages);
    diags_done(&said);
}

static int pass(struct call *c)
{
    last.code = KIBITZER_OK;
    last.message[0] = '\0';
    if (c->messages != NULL)
        *c->messages = NULL;
    if (!attempt(work_attempted, c)) {
        c->code = attempt_why() == NULL ? KIBITZER_NO_MEMORY : KIBITZER_FAILED;
        snprintf(last.message, sizeof last.message, "%s: %s", c->about, attempt_why_text());
    }
    return last.code = c->code;
}

/* ---- files ---- */

struct reading {
    struct call call;
    const char *path; /* what the content is chosen by, besides itself; or NULL */
    const char *format;
    struct span bytes;
    struct kibitzer_file *file;
};

struct unpacking {
    struct archive_taker taker;
    struct matches *matches;
    const struct importer *from;
    struct diags *said;
};

static void take_member(struct archive_taker *self, const char *name, struct strbuf *bytes)
{
    struct unpacking *u = (struct unpacking *)self;
    const struct span member = {strbuf_text(bytes), bytes->length};
    struct diags said;
    diags_init(&said, name);
    if (import_bytes(member, name, u->from, u->matches, &said) || import_choose(member, name) != NULL)
        diags_quote(u->said, &said);
    else
        diags_done(&said); /* a read-me, a picture: archives hold more than matches */
}

/* The matches of a file, or of an archive's files. */
static bool read_matches(const struct reading *r, const struct importer *from, struct matches *out, struct diags *said)
{
    static const struct archive_limits limits = {ARCHIVE_MEMBERS_USUAL, (size_t)ARCHIVE_MEBIBYTES_USUAL << 20,
                                                 ARCHIVE_DEPTH_USUAL};
    struct unpacking u = {{take_member}, out, from, said};
    const char *name = r->path != NULL ? r->path : "<memory>";
    if (!archive_begins(r->bytes) || archive_each(r->bytes, name, &limits, &u.taker, said) == ARCHIVE_NONE)
        return import_bytes(r->bytes, r->path, from, out, said);
    if (out->n == 0 && said->n_errors == 0)
        diag_at(said, SEVERITY_ERROR, 0, 0, "found an archive without a match file");
    return out->n != 0;
}

static void read_bytes(struct call *self, struct diags *said)
{
    struct reading *r = (struct reading *)self;
    const struct importer *from = r->format != NULL ? importer_find(r->format) : NULL;
    if (r->format != NULL && from == NULL) {
        fail(self, said, KIBITZER_UNKNOWN, "no format \"%s\" to read", r->format);
        return;
    }
    struct kibitzer_file *f = xcalloc(1, sizeof *f);
    if (read_matches(r, from, &f->matches, said)) {
        r->file = f;
        return;
    }
    kibitzer_close(f);
    self->code = KIBITZER_FAILED;
}

static void read_path(struct call *self, struct diags *said)
{
    struct reading *r = (struct reading *)self;
    struct strbuf bytes = {0};
    if (file_read(r->path, 0, &bytes)) {
        r->bytes = (struct span){strbuf_text(&bytes), bytes.length};
        read_bytes(self, said);
    } else
        fail(self, said, KIBITZER_UNREADABLE, "cannot be read: %s", strerror(errno));
    strbuf_done(&bytes);
}

static void refuse_argument(struct call *self, struct diags *said)
{
    fail(self, said, KIBITZER_MISUSE,
         "found NULL, or a number out of range, expected an argument as kibitzer.h has it");
}

struct kibitzer_file *kibitzer_open(const char *path, const char *format, char **messages)
{
    struct reading r = {
        .call = {path != NULL ? read_path : refuse_argument, path, messages, 0}, .path = path, .format = format};
    r.call.about = path != NULL ? path : "kibitzer";
    return pass(&r.call) == KIBITZER_OK ? r.file : NULL;
}

struct kibitzer_file *kibitzer_read(const void *bytes, size_t length, const char *name, const char *format,
                                    char **messages)
{
    const bool good = bytes != NULL || length == 0;
    struct reading r = {.call = {good ? read_bytes : refuse_argument, name != NULL ? name : "<memory>", messages, 0},
                        .path = name,
                        .format = format,
                        .bytes = {bytes != NULL ? bytes : "", length}};
    return pass(&r.call) == KIBITZER_OK ? r.file : NULL;
}

void kibitzer_close(struct kibitzer_file *f)
{
    if (f == NULL)
        return;
    matches_done(&f->matches);
    xfree(f);
}

size_t kibitzer_matches(const struct kibitzer_file *f)
{
    return f != NULL ? f->matches.n : 0;
}

/* The match that a call is about, or NULL with an error. */
static struct match *match_of(const struct kibitzer_file *f, size_t number, struct call *c, struct diags *said)
{
    if (f == NULL)
        return fail(c, said, KIBITZER_MISUSE, "found NULL, expected a file");
    if (number >= f->matches.n)
        return fail(c, said, KIBITZER_UNKNOWN, "no match number %zu, there are %zu", number, f->matches.n);
    return f->matches.at[number];
}

struct asking {
    struct call call;
    const struct kibitzer_file *file;
    size_t match;
    struct kibitzer_info *out;
};

static void fill_info(struct call *self, struct diags *said)
{
    struct asking *a = (struct asking *)self;
    const struct match *m = match_of(a->file, a->match, self, said);
    if (m == NULL || a->out == NULL) {
        if (m != NULL)
            refuse_argument(self, said);
        return;
    }
    *a->out = (struct kibitzer_info){
        .format = m->format,
        .player = {m->player[0].name, m->player[1].name},
        .date = m->info.date,
        .event = m->info.event,
        .length = m->length,
        .games = m->n_games,
        .annotation_sets = m->n_sets,
    };
    match_final_score(m, a->out->score);
}

int kibitzer_info(const struct kibitzer_file *f, size_t match, struct kibitzer_info *out)
{
    struct asking a = {.call = {fill_info, "kibitzer", NULL, 0}, .file = f, .match = match, .out = out};
    return pass(&a.call);
}

/* ---- the engine ---- */

struct opening {
    struct call call;
    struct engine_options options;
    struct kibitzer_engine *engine;
};

static void open_engine(struct call *self, struct diags *said)
{
    struct opening *o = (struct opening *)self;
    struct kibitzer_engine *e = xcalloc(1, sizeof *e);
    e->engine = engine_open(&o->options, said);
    if (e->engine != NULL) {
        o->engine = e;
        return;
    }
    xfree(e);
    self->code = KIBITZER_FAILED;
}

struct kibitzer_engine *kibitzer_engine_new(const char *net, const char *met, const char *bearoff_folder,
                                            char **messages)
{
    struct opening o = {.call = {open_engine, "kibitzer", messages, 0},
                        .options = {.net = net, .met = met, .bearoff = {.dir = bearoff_folder}}};
    return pass(&o.call) == KIBITZER_OK ? o.engine : NULL;
}

void kibitzer_engine_free(struct kibitzer_engine *e)
{
    if (e == NULL)
        return;
    engine_close(e->engine);
    xfree(e);
}

/* ---- analysing ---- */

struct analysing {
    struct call call;
    struct kibitzer_file *file;
    size_t match;
    const struct kibitzer_engine *engine;
    const char *level;
    int threads;
};

/* More threads than decisions would only stand about. */
static int useful_threads(const struct match *m, int wanted)
{
    const size_t decisions = analyze_work(m);
    const int most = wanted < THREADS_MAX ? wanted : THREADS_MAX;
    return decisions == 0 ? 1 : decisions < (size_t)most ? (int)decisions : most;
}

static void analyze_with(struct match *m, const struct engine *e, const struct analysis_options *o, int threads)
{
    struct worker **worker = xcalloc((size_t)threads, sizeof *worker);
    for (int i = 0; i < threads; i++)
        worker[i] = worker_new(e);
    restate_match(m, engine_met(e), NULL);
    analyze_match(m, e, worker, threads, o, NULL);
    for (int i = 0; i < threads; i++)
        worker_free(worker[i]);
    xfree(worker);
}

static void analyze_one(struct call *self, struct diags *said)
{
    struct analysing *a = (struct analysing *)self;
    struct analysis_options o;
    const char *problem = NULL;
    struct match *m = match_of(a->file, a->match, self, said);
    analysis_defaults(&o);
    if (m == NULL)
        return;
    if (a->engine == NULL)
        fail(self, said, KIBITZER_MISUSE, "found NULL, expected an engine");
    else if (a->level != NULL && !analysis_level_named(&o, a->level))
        fail(self, said, KIBITZER_UNKNOWN, "no level \"%s\"", a->level);
    else if (a->threads < 1)
        fail(self, said, KIBITZER_MISUSE, "found %d threads, expected at least one", a->threads);
    else if (!engine_knows(a->engine->engine, m->rules.variant, &problem))
        fail(self, said, KIBITZER_UNKNOWN, "%s", problem);
    else {
        analyze_with(m, a->engine->engine, &o, useful_threads(m, a->threads));
    }
}

int kibitzer_analyze(struct kibitzer_file *f, size_t match, const struct kibitzer_engine *e, const char *level,
                     int threads, char **messages)
{
    struct analysing a = {{analyze_one, "kibitzer", messages, 0}, f, match, e, level, threads};
    struct match *m = f != NULL && match < f->matches.n ? f->matches.at[match] : NULL;
    const size_t sets = m != NULL ? m->n_sets : 0;
    if (pass(&a.call) != KIBITZER_OK && m != NULL)
        match_drop_sets(m, sets); /* of what was not finished nothing stays */
    return a.call.code;
}

/* ---- writing ---- */

struct writing {
    struct call call;
    const struct kibitzer_file *file;
    size_t match;
    const char *format;
    struct strbuf text;
};

static bool write_with(const struct exporter *to, struct match *m, struct sink *s, struct diags *said)
{
    struct export_options o;
    export_defaults(&o);
    if (to->annotations)
        restate_for(m, to->figures, to->name, met_default());
    return to->write(m, &o, s, said);
}

static void write_one(struct call *self, struct diags *said)
{
    struct writing *w = (struct writing *)self;
    struct match *m = match_of(w->file, w->match, self, said);
    const struct exporter *to = w->format != NULL ? exporter_find(w->format) : NULL;
    struct sink s;
    if (m == NULL)
        return;
    if (to == NULL) {
        fail(self, said, w->format != NULL ? KIBITZER_UNKNOWN : KIBITZER_MISUSE, "no format \"%s\" to write",
             w->format != NULL ? w->format : "");
        return;
    }
    sink_init(&s);
    struct strbuf *text = sink_main(&s);
    if (write_with(to, m, &s, said)) {
        strbuf_add(text, "", 0);
        w->text = *text;
        *text = (struct strbuf){0};
    } else
        self->code = KIBITZER_FAILED;
    sink_done(&s);
}

char *kibitzer_write(const struct kibitzer_file *f, size_t match, const char *format, size_t *length, char **messages)
{
    struct writing w = {.call = {write_one, "kibitzer", messages, 0}, .file = f, .match = match, .format = format};
    if (length != NULL)
        *length = 0;
    if (pass(&w.call) != KIBITZER_OK)
        return NULL;
    if (length != NULL)
        *length = w.text.length;
    return w.text.at;
}
