/* The public library: a thin layer that joins readers, analysis and writers as the command line does, and turns
 * diagnostics into text. Contract: kibitzer.h. */
#include "kibitzer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/restate.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "engine/engine.h"
#include "export/export.h"
#include "import/import.h"

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
    free(p);
}

/* ---- messages ---- */

/* Hands the diagnostics over as text and releases them. */
static void hand_over(struct diags *d, char **messages)
{
    if (messages != NULL) {
        size_t length = 0;
        *messages = NULL;
        FILE *memory = d->n != 0 ? open_memstream(messages, &length) : NULL;
        if (memory != NULL) {
            diags_print(d, SEVERITY_NOTE, memory);
            fclose(memory);
        }
    }
    diags_done(d);
}

static void *fail(struct diags *d, char **messages)
{
    hand_over(d, messages);
    return NULL;
}

/* ---- files ---- */

static struct kibitzer_file *read_bytes(struct span bytes, const char *path, const char *format, struct diags *d,
                                        char **messages)
{
    const struct importer *from = format != NULL ? importer_find(format) : NULL;
    if (format != NULL && from == NULL) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "no format \"%s\" to read", format);
        return fail(d, messages);
    }
    struct kibitzer_file *f = xcalloc(1, sizeof *f);
    bool ok = import_bytes(bytes, path, from, &f->matches, d);
    hand_over(d, messages);
    if (!ok) {
        kibitzer_close(f);
        f = NULL;
    }
    return f;
}

struct kibitzer_file *kibitzer_open(const char *path, const char *format, char **messages)
{
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    if (!file_read(path, 0, &bytes)) {
        diag_at(&d, SEVERITY_ERROR, 0, 0, "cannot be read: %s", strerror(errno));
        strbuf_done(&bytes);
        return fail(&d, messages);
    }
    struct kibitzer_file *f = read_bytes((struct span){strbuf_text(&bytes), bytes.length}, path, format, &d, messages);
    strbuf_done(&bytes);
    return f;
}

struct kibitzer_file *kibitzer_read(const void *bytes, size_t length, const char *name, const char *format,
                                    char **messages)
{
    struct diags d;
    diags_init(&d, name != NULL ? name : "<memory>");
    return read_bytes((struct span){bytes, length}, name, format, &d, messages);
}

void kibitzer_close(struct kibitzer_file *f)
{
    if (f == NULL)
        return;
    matches_done(&f->matches);
    free(f);
}

size_t kibitzer_matches(const struct kibitzer_file *f)
{
    return f->matches.n;
}

int kibitzer_info(const struct kibitzer_file *f, size_t match, struct kibitzer_info *out)
{
    if (match >= f->matches.n)
        return KIBITZER_FAILED;
    const struct match *m = f->matches.at[match];
    *out = (struct kibitzer_info){
        .format = m->format,
        .player = {m->player[0].name, m->player[1].name},
        .date = m->info.date,
        .event = m->info.event,
        .length = m->length,
        .games = m->n_games,
        .annotation_sets = m->n_sets,
    };
    match_final_score(m, out->score);
    return KIBITZER_OK;
}

/* ---- the engine ---- */

struct kibitzer_engine *kibitzer_engine_new(const char *net, const char *met, const char *bearoff_folder,
                                            char **messages)
{
    struct engine_options o = {.net = net, .met = met, .bearoff_dir = bearoff_folder};
    struct diags d;
    diags_init(&d, "kibitzer");
    struct engine *engine = engine_open(&o, &d);
    hand_over(&d, messages);
    if (engine == NULL)
        return NULL;
    struct kibitzer_engine *e = xcalloc(1, sizeof *e);
    e->engine = engine;
    return e;
}

void kibitzer_engine_free(struct kibitzer_engine *e)
{
    if (e == NULL)
        return;
    engine_close(e->engine);
    free(e);
}

static int analyze_with(struct match *m, const struct engine *e, const struct analysis_options *o, int threads)
{
    struct worker **worker = xcalloc((size_t)threads, sizeof *worker);
    for (int i = 0; i < threads; i++)
        worker[i] = worker_new(e);
    restate_match(m, engine_met(e), NULL);
    int set = analyze_match(m, e, worker, threads, o, NULL);
    for (int i = 0; i < threads; i++)
        worker_free(worker[i]);
    free(worker);
    return set >= 0 ? KIBITZER_OK : KIBITZER_FAILED;
}

int kibitzer_analyze(struct kibitzer_file *f, size_t match, const struct kibitzer_engine *e, const char *level,
                     int threads, char **messages)
{
    struct analysis_options o;
    struct diags d;
    int result = KIBITZER_FAILED;
    diags_init(&d, "kibitzer");
    analysis_defaults(&o);
    if (match >= f->matches.n) {
        diag_at(&d, SEVERITY_ERROR, 0, 0, "no match number %zu, there are %zu", match, f->matches.n);
    } else if (!level_parse(level, &o.level)) {
        diag_at(&d, SEVERITY_ERROR, 0, 0, "no level \"%s\"", level);
    } else if (threads < 1) {
        diag_at(&d, SEVERITY_ERROR, 0, 0, "%d threads, at least one is expected", threads);
    } else {
        analysis_set_level(&o, &o.level);
        result = analyze_with(f->matches.at[match], e->engine, &o, threads);
    }
    hand_over(&d, messages);
    return result;
}

/* ---- writing ---- */

static bool write_with(const struct exporter *to, struct match *m, const struct export_options *o, struct sink *s,
                       struct diags *d)
{
    if (to->annotations)
        restate_for(m, to->figures, to->name, met_default());
    return to->write(m, o, s, d);
}

char *kibitzer_write(const struct kibitzer_file *f, size_t match, const char *format, size_t *length, char **messages)
{
    const struct exporter *to = exporter_find(format);
    struct export_options o;
    struct diags d;
    struct sink s;
    char *bytes = NULL;
    diags_init(&d, "kibitzer");
    sink_init(&s);
    export_defaults(&o);
    if (to == NULL) {
        diag_at(&d, SEVERITY_ERROR, 0, 0, "no format \"%s\" to write", format);
    } else if (match >= f->matches.n) {
        diag_at(&d, SEVERITY_ERROR, 0, 0, "no match number %zu, there are %zu", match, f->matches.n);
    } else if (write_with(to, f->matches.at[match], &o, &s, &d)) {
        struct strbuf *text = sink_main(&s);
        if (length != NULL)
            *length = text->length;
        strbuf_add(text, "", 0);
        bytes = text->at;
        *text = (struct strbuf){0};
    }
    sink_done(&s);
    hand_over(&d, messages);
    return bytes;
}
