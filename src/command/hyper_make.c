/* Making hypergammon databases; see hyper_make.h. */
#include "command/hyper_make.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/sink.h"
#include "engine/hyper.h"
#include "engine/hyper_limit.h"
#include "engine/pool.h"

enum { SAVE_MOST = 86400 };

/* Errors fall by about the same factor from sweep to sweep, from the 3 points of a game to what is asked for; equities
 * and chances are half of the way each. */
static double part_done(const struct hyper_progress *p, double converge)
{
    if (!isfinite(p->error))
        return 0;
    return fmin(1, fmax(0, p->error > 0 ? log(3 / p->error) / log(3 / converge) : 1));
}

static void on_progress(void *context, const struct hyper_progress *p)
{
    const struct hyper_order *o = context;
    char text[64];
    const double part = part_done(p, o->converge);
    if (isfinite(p->error))
        snprintf(text, sizeof text, "%s, sweep %d, off by %.1e", p->chances ? "chances" : "equities", p->sweep,
                 p->error);
    else
        snprintf(text, sizeof text, "%s, sweep %d", p->chances ? "chances" : "equities", p->sweep);
    call_progress((part + (p->chances ? 1 : 0)) / 2, text);
}

static const char *const what[2] = {"equities", "chances"}; /* of struct hyper_made */

static const struct answer_field two_fields[] = {
    ANSWER(struct made_two, cubeful, "Cubeful", .help = "of a two-sided one: four equities a position, not one"), {0}};
static const struct answer_rows two_rows = {"TwoSided", NULL, sizeof(struct made_two), two_fields};

static const struct answer_field one_fields[] = {
    ANSWER(struct made_one, gammons, "Gammons", .help = "of a one-sided one: with the rolls to save the gammon"),
    ANSWER(struct made_one, compressed, "Compressed"),
    ANSWER(struct made_one, normal, "Normal", .help = "means and deviations instead of distributions"),
    {0}};
static const struct answer_rows one_rows = {"OneSided", NULL, sizeof(struct made_one), one_fields};

static const struct answer_field sweeps_fields[] = {
    ANSWER(struct made_sweeps, sweeps, NULL),
    ANSWER(struct made_sweeps, expected_error, NULL, .decimals = 9, .shown = 9,
           .help = "expected limit of the error of any value"),
    ANSWER(struct made_sweeps, last_change, NULL, .decimals = 9, .shown = 9),
    ANSWER(struct made_sweeps, rate, NULL, .decimals = 2, .shown = 2, .missing = ANSWER_NULL,
           .help = "the last change divided by the one before"),
    {0}};
static const struct answer_rows sweeps_rows = {"Sweeps", NULL, sizeof(struct made_sweeps), sweeps_fields};

static const struct answer_field hyper_fields[] = {
    ANSWER(struct made_hyper, continued_from, "Continued from", .help = "sweeps already made in the saved state"),
    ANSWER_IN(struct made_hyper, equities, NULL, &sweeps_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct made_hyper, chances, NULL, &sweeps_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows hyper_rows = {"Hypergammon", NULL, sizeof(struct made_hyper), hyper_fields};

static const struct answer_field limit_fields[] = {
    ANSWER(struct made_limit, cube_limit, "Cube limit", .help = "values up to this limit of the cube"),
    ANSWER(struct made_limit, sweeps, NULL, .help = "over all positions"),
    ANSWER(struct made_limit, expected_error, NULL, .decimals = 9, .shown = 9,
           .help = "expected limit of the error of any value"),
    {0}};
static const struct answer_rows limit_rows = {"NearLimit", NULL, sizeof(struct made_limit), limit_fields};

static const char *const kinds[] = {"one-sided", "two-sided", "hyper"};

#define INLINE(name, rows)                                                                                             \
    ANSWER_TO(struct made_record, name, NULL, rows, .missing = ANSWER_ZERO, .flags = ANSWER_INLINE)
static const struct answer_field made_fields[] = {
    ANSWER(struct made_record, file, "File", .flags = ANSWER_KEY | ANSWER_PATH),
    ANSWER(struct made_record, kind, "Kind", ANSWER_WORDS(kinds)),
    ANSWER(struct made_record, chequers, "Chequers"),
    ANSWER_NAMED("board_points", struct made_record, points, "Points", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
                 .help = "of races"),
    INLINE(two, &two_rows),
    INLINE(one, &one_rows),
    INLINE(hyper, &hyper_rows),
    INLINE(limit, &limit_rows),
    {0}};
#undef INLINE
static const struct answer_rows made_rows = {"BearoffMade", NULL, sizeof(struct made_record), made_fields};
const struct answer_document made_document = {"bearoff-made", 1, "A database",
                                              "A database that bearoff make has written.", .rows = &made_rows};

static struct made_sweeps sweeps_of(const struct hyper_made *m, int i)
{
    return (struct made_sweeps){m->sweeps[i], m->error[i], m->change[i], m->rate[i]};
}

static int put_made(const struct answers_options *to, const struct hyper_order *o, const struct hyper_made *m)
{
    const struct made_hyper hyper = {m->continued_from, sweeps_of(m, 0), sweeps_of(m, 1)};
    const struct made_record made = {.file = o->file, .kind = "hyper", .chequers = o->chequers, .hyper = &hyper};
    return answers_put(to, &made_document, &made);
}

static void say_made(const struct hyper_order *o, const struct hyper_made *m)
{
    if (m->continued_from > 0)
        say("%s: continued after %d sweeps", o->file, m->continued_from);
    for (int i = 0; i < 2; i++)
        say("%s: %s after %d sweeps are expected to be within %.1e (last change %.1e, %.2f times the one before)",
            o->file, what[i], m->sweeps[i], m->error[i], m->change[i], m->rate[i]);
}

static int result_of(const char *file, int chequers, enum hyper_end end, int problem)
{
    switch (end) {
    case HYPER_DONE:
        return CALL_CLEAN;
    case HYPER_STOPPED:
        return CALL_CANCELLED;
    case HYPER_NO_MEMORY:
        say_error("%d chequers: there is not enough memory for this database", chequers);
        return CALL_NOTHING;
    default:
        say_error("%s: cannot be written: %s", file, file_problem(problem));
        return CALL_NOTHING;
    }
}

int hyper_make_run(const struct hyper_choice *c, const char *file, int threads, const struct answers_options *answer)
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
    if (end == HYPER_DONE && answer->form != ANSWERS_TEXT)
        return put_made(answer, &o, &made);
    if (end == HYPER_DONE)
        say_made(&o, &made);
    if (end == HYPER_STOPPED)
        say("%s: interrupted; the same command continues from %s.state", o.file, o.file);
    return result_of(file, o.chequers, end, problem);
}

/* ---- near a limit of the cube ---- */

static void on_limit_progress(void *context, const struct hyper_progress *p)
{
    const struct hyper_settling *how = context;
    char text[64];
    snprintf(text, sizeof text, "table %d of %d, sweep %d", p->table, p->tables, p->sweep);
    call_progress((p->table - 1 + part_done(p, how->converge)) / p->tables, text);
}

static int make_limits(struct hyper_limit_order *o, const struct answers_options *answer)
{
    o->how.progress = on_limit_progress, o->how.context = &o->how;
    const enum hyper_end end = hyper_limits_make(o);
    const int problem = errno;
    const struct made_limit limit = {1 << o->turns, o->how.sweeps, o->how.error};
    const struct made_record made = {.file = o->file, .kind = "hyper", .chequers = o->chequers, .limit = &limit};
    call_progress_end();
    if (end == HYPER_DONE && answer->form != ANSWERS_TEXT)
        return answers_put(answer, &made_document, &made);
    if (end == HYPER_DONE)
        say("%s: equities up to cube limit %d are expected to be within %.1e, after %d sweeps", o->file,
            limit.cube_limit, limit.expected_error, limit.sweeps);
    if (end == HYPER_STOPPED)
        say("%s: interrupted; nothing was saved", o->file);
    return result_of(o->file, o->chequers, end, problem);
}

int hyper_limits_make_run(const struct hyper_choice *c, int cube_limit, const struct engine_files *files,
                          const char *file, int threads, const struct answers_options *answer)
{
    static const enum variant variants[] = {VARIANT_HYPERGAMMON_1, VARIANT_HYPERGAMMON_2, VARIANT_HYPERGAMMON_3};
    struct hyper_limit_order o = {
        .chequers = c->chequers, .file = file, .how = {.threads = threads, .converge = c->converge}};
    struct engine_pool pool;
    const char *problem;
    if (strcmp(file, "-") == 0)
        return call_misuse("a hypergammon database needs a file, found -");
    while (1 << (o.turns + 1) <= cube_limit && o.turns + 1 < CUBE_LEVELS)
        o.turns++;
    if (cube_limit < 2 || 1 << o.turns != cube_limit)
        return call_misuse("--cube-limit: expected 2 to %d, a power of two", 1 << (CUBE_LEVELS - 1));
    if (!engine_pool_open(&pool, files, threads))
        return CALL_NOTHING;
    o.database = engine_hyper_database(pool.engine, variants[c->chequers - 1], &problem);
    const int result = o.database != NULL ? make_limits(&o, answer) : CALL_NOTHING;
    if (o.database == NULL)
        say_error("%s", problem);
    engine_pool_close(&pool);
    return result;
}

/* ---- options ---- */

static const struct option_row rows[] = {
    OPTION("hyper", struct hyper_choice, chequers, .argument = "N", .least = 1, .most = HYPER_CHEQUERS_MAX,
           .help = "hypergammon with N chequers a side, 1 to 3: exact chances and money equities"),
    OPTION("converge", struct hyper_choice, converge, .argument = "ERROR", .initial = "1e-6", .least = HYPER_FINEST,
           .most = 1, .help = "hyper: stop when no value is expected to be off by more than this"),
    OPTION("save", struct hyper_choice, save, .argument = "SECONDS", .initial = "300", .least = 0, .most = SAVE_MOST,
           .help = "hyper: save the state of the run as FILE.state this often; 0 = always"),
    {0},
};

const struct option_group hyper_group = {.title = "Hypergammon", .rows = rows};
