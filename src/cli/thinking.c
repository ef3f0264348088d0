/* Opens the engine by the command line's options; the contract stands in thinking.h. */
#include "cli/thinking.h"

#include <stdlib.h>

#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/terminal.h"

static bool read_level(struct thinking *t, const struct args *a)
{
    const char *level = args_text(a, "level");
    if (level_parse(level, &t->level))
        return true;
    struct strbuf known = {0};
    for (const char *const *name = level_names(); *name != NULL; name++)
        strbuf_printf(&known, "%s%s", known.length > 0 ? ", " : "", *name);
    usage_error(a->command, "--level %s: no such level; expected one of %s", level, strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

static bool read_options(struct thinking *t, const struct args *a)
{
    t->jobs = 1;
    return (!args_knows(a, "level") || read_level(t, a)) &&
           (!args_knows(a, "jobs") || args_number(a, "jobs", 1, JOBS_MAX, jobs_available(), &t->jobs));
}

static bool open_engine(struct thinking *t, const struct args *a)
{
    struct engine_options o = {args_text(a, "net"), args_text(a, "met"), args_text(a, "bearoff")};
    struct diags d;
    diags_init(&d, "kibitzer");
    t->engine = engine_open(&o, &d);
    terminal_diags(&d);
    diags_done(&d);
    return t->engine != NULL;
}

bool thinking_begin(struct thinking *t, const struct args *a, int *result)
{
    *t = (struct thinking){0};
    if (!read_options(t, a)) {
        *result = EXIT_USAGE;
        return false;
    }
    if (!open_engine(t, a)) {
        *result = EXIT_NOTHING;
        return false;
    }
    t->worker = xcalloc((size_t)t->jobs, sizeof *t->worker);
    for (int i = 0; i < t->jobs; i++)
        t->worker[i] = worker_new(t->engine);
    return true;
}

void thinking_done(struct thinking *t)
{
    for (int i = 0; i < t->jobs; i++)
        worker_free(t->worker[i]);
    free(t->worker);
    engine_close(t->engine);
}
