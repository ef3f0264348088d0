/* Making hypergammon databases; see hyper_make.h. */
#include "command/hyper_make.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/jsonw.h"
#include "base/sink.h"
#include "engine/hyper.h"

enum { SAVE_MOST = 86400 };

/* Errors fall by about the same factor from sweep to sweep, from the 3 points of a game to what is asked for; equities
 * and chances are half of the way each. */
static void on_progress(void *context, const struct hyper_progress *p)
{
    const struct hyper_order *o = context;
    char text[64];
    double part = 0;
    if (isfinite(p->error)) {
        part = p->error > 0 ? log(3 / p->error) / log(3 / o->converge) : 1;
        snprintf(text, sizeof text, "%s, sweep %d, off by %.1e", p->chances ? "chances" : "equities", p->sweep,
                 p->error);
    } else {
        snprintf(text, sizeof text, "%s, sweep %d", p->chances ? "chances" : "equities", p->sweep);
    }
    call_progress((fmin(1, fmax(0, part)) + (p->chances ? 1 : 0)) / 2, text);
}

static const char *const what[2] = {"equities", "chances"}; /* of struct hyper_made */

void made_json_begin(struct jsonw *j, struct strbuf *out, const char *file, const char *kind, int chequers)
{
    jsonw_begin(j, out);
    jsonw_object(j, NULL);
    jsonw_string(j, "schema", "kibitzer/bearoff-made/1");
    jsonw_path(j, "file", file);
    jsonw_string(j, "kind", kind);
    jsonw_int(j, "chequers", chequers);
}

static void print_made(const struct hyper_order *o, const struct hyper_made *m)
{
    struct strbuf out = {0};
    struct jsonw j;
    made_json_begin(&j, &out, o->file, "hyper", o->chequers);
    jsonw_int(&j, "continued_from", m->continued_from);
    for (int i = 0; i < 2; i++) {
        jsonw_object_flat(&j, what[i]);
        jsonw_int(&j, "sweeps", m->sweeps[i]);
        jsonw_number(&j, "expected_error", m->error[i], 9);
        jsonw_number(&j, "last_change", m->change[i], 9);
        jsonw_number(&j, "rate", m->rate[i], 2);
        jsonw_end(&j);
    }
    jsonw_end(&j);
    jsonw_finish(&j);
    call_write(out.at, out.length);
    strbuf_done(&out);
}

static void say_made(const struct hyper_order *o, const struct hyper_made *m)
{
    if (m->continued_from > 0)
        say("%s: continued after %d sweeps", o->file, m->continued_from);
    for (int i = 0; i < 2; i++)
        say("%s: %s after %d sweeps are expected to be within %.1e (last change %.1e, %.2f times the one before)",
            o->file, what[i], m->sweeps[i], m->error[i], m->change[i], m->rate[i]);
}

static int result_of(const struct hyper_order *o, enum hyper_end end, int problem)
{
    switch (end) {
    case HYPER_DONE:
        return CALL_CLEAN;
    case HYPER_STOPPED:
        say("%s: interrupted; the same command continues from %s.state", o->file, o->file);
        return CALL_CANCELLED;
    case HYPER_NO_MEMORY:
        say_error("%d chequers: there is not enough memory for this database", o->chequers);
        return CALL_NOTHING;
    default:
        say_error("%s: cannot be written: %s", o->file, file_problem(problem));
        return CALL_NOTHING;
    }
}

int hyper_make_run(const struct hyper_choice *c, const char *file, int threads, bool json)
{
    struct hyper_order o = {.file = file, .threads = threads, .progress = on_progress, .context = &o};
    struct hyper_made made;
    struct diags d;
    o.chequers = c->chequers;
    o.converge = c->converge;
    o.save_every = c->save;
    if (strcmp(file, "-") == 0)
        return call_misuse("a hypergammon database needs a file, found -");
    diags_init(&d, file);
    o.stop = call_cancel_flag();
    const enum hyper_end end = hyper_make(&o, &made, &d);
    const int problem = errno;
    call_progress_end();
    call_diags(&d);
    diags_done(&d);
    if (end == HYPER_DONE && json)
        print_made(&o, &made);
    else if (end == HYPER_DONE)
        say_made(&o, &made);
    return result_of(&o, end, problem);
}

/* ---- options ---- */

static const struct option_row rows[] = {
    OPTION("hyper", struct hyper_choice, chequers, .argument = "N", .least = 1, .most = HYPER_CHEQUERS_MAX,
           .help = "hypergammon with N chequers a side, 1 to 3: exact chances and money equities"),
    OPTION("converge", struct hyper_choice, converge, .argument = "ERROR", .initial = "1e-6", .least = HYPER_FINEST,
           .most = 1, .help = "hyper: until no value is expected to be farther off than this"),
    OPTION("save", struct hyper_choice, save, .argument = "SECONDS", .initial = "300", .least = 0, .most = SAVE_MOST,
           .help = "hyper: save the state of the run as FILE.state this often; 0 = always"),
    {0},
};

const struct option_group hyper_group = {.title = "Hypergammon", .rows = rows};
