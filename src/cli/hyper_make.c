/* Making hypergammon databases; the contract stands in hyper_make.h. */
#include "cli/hyper_make.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/terminal.h"
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
    progress_show((fmin(1, fmax(0, part)) + (p->chances ? 1 : 0)) / 2, text);
}

static void say_made(const struct hyper_order *o, const struct hyper_made *m)
{
    static const char *const what[2] = {"equities", "chances"};
    if (m->continued_from > 0)
        say("%s: went on after %d sweeps", o->file, m->continued_from);
    for (int i = 0; i < 2; i++)
        say("%s: %s after %d sweeps are expected to be within %.1e (last change %.1e, %.2f times the one before)",
            o->file, what[i], m->sweeps[i], m->error[i], m->change[i], m->rate[i]);
}

static int result_of(const struct hyper_order *o, enum hyper_end end, int problem)
{
    switch (end) {
    case HYPER_DONE:
        return EXIT_CLEAN;
    case HYPER_STOPPED:
        say("%s: interrupted; the same command goes on from %s.state", o->file, o->file);
        return EXIT_INTERRUPTED;
    case HYPER_NO_MEMORY:
        say_error("%d chequers: there is not enough memory for this database", o->chequers);
        return EXIT_NOTHING;
    default:
        say_error("%s: cannot be written: %s", o->file, strerror(problem));
        return EXIT_NOTHING;
    }
}

int hyper_make_run(const struct args *a, const char *file, int threads)
{
    struct hyper_order o = {.file = file, .threads = threads, .progress = on_progress, .context = &o};
    struct hyper_made made;
    struct diags d;
    if (!args_number(a, "hyper", 1, HYPER_CHEQUERS_MAX, 0, &o.chequers) ||
        !args_real(a, "converge", HYPER_FINEST, 1, HYPER_FINEST, &o.converge) ||
        !args_number(a, "save", 0, SAVE_MOST, 0, &o.save_every))
        return EXIT_USAGE;
    if (strcmp(file, "-") == 0)
        return usage_error(a->command, "a hypergammon database needs a file, found -");
    diags_init(&d, file);
    interrupts_catch();
    o.stop = interrupt_flag();
    const enum hyper_end end = hyper_make(&o, &made, &d);
    const int problem = errno;
    progress_clear();
    terminal_diags(&d);
    diags_done(&d);
    if (end == HYPER_DONE)
        say_made(&o, &made);
    return result_of(&o, end, problem);
}
