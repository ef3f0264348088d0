/* Opens the engine by the command line's options; the contract stands in thinking.h. */
#include "cli/thinking.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/parallel.h"
#include "cli/suggest.h"
#include "cli/terminal.h"
#include "engine/met.h"
#include "rollout/rollout.h"

bool level_read(const struct args *a, const char *option, const char *name, struct level *out)
{
    if (level_parse(name, out))
        return true;
    struct strbuf known = {0};
    for (const char *const *at = level_names(); *at != NULL; at++)
        strbuf_printf(&known, "%s%s", known.length > 0 ? ", " : "", *at);
    if (rollout_likeness(name) != NULL)
        strbuf_puts(&known, "; that one is for `analyze`, and for `rollout --like`");
    usage_error(a->command, "--%s %s: no such level; expected one of %s", option, name, strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

/* A word that is no table and no file was meant as the name of a table; what looks like a path is left to those who
 * open it. */
bool met_is_known(const struct args *a)
{
    const char *name = args_knows(a, "met") ? args_text(a, "met") : NULL;
    if (name == NULL || met_builtin(name).length > 0 || strpbrk(name, "/.") != NULL || access(name, F_OK) == 0)
        return true;
    struct suggestion s = {.word = name};
    for (size_t i = 0; met_builtin_name(i) != NULL; i++)
        suggest(&s, met_builtin_name(i));
    usage_error(a->command,
                "--met %s: neither a match equity table nor a file%s (`kibitzer met list` lists the tables)", name,
                suggestion_text(&s, ""));
    return false;
}

/* kibitzer's folder among the user's caches (XDG Base Directory Specification); false if there is none. */
static bool cache_folder(struct strbuf *out)
{
    const char *caches = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (caches != NULL && caches[0] == '/')
        strbuf_printf(out, "%s/kibitzer", caches);
    else if (home != NULL && home[0] == '/')
        strbuf_printf(out, "%s/.cache/kibitzer", home);
    return out->length > 0;
}

static bool open_engine(struct thinking *t, const struct args *a)
{
    struct strbuf cache = {0};
    struct engine_options o = {
        .net = args_text(a, "net"), .met = args_text(a, "met"), .hyper = args_text(a, "hyper-database")};
    o.bearoff = (struct bearoff_options){.dir = args_text(a, "bearoff"), .threads = t->jobs};
    if (o.bearoff.dir == NULL && !args_has(a, "no-cache") && cache_folder(&cache) && folder_ensure(strbuf_text(&cache)))
        o.bearoff.cache = strbuf_text(&cache);
    struct diags d;
    diags_init(&d, "kibitzer");
    t->engine = engine_open(&o, &d);
    terminal_diags(&d);
    diags_done(&d);
    strbuf_done(&cache);
    return t->engine != NULL;
}

/* Other models have been tried and left (docs/rollouts.md): the name is here for those who look for it. */
static bool cube_model_is_known(const struct args *a)
{
    const char *name = args_knows(a, "cube-model") ? args_text(a, "cube-model") : NULL;
    if (name == NULL || strcmp(name, "janowski") == 0)
        return true;
    usage_error(a->command, "--cube-model %s: no such model; expected janowski", name);
    return false;
}

bool thinking_open(struct thinking *t, const struct args *a, int *result)
{
    t->jobs = 1;
    if (!cube_model_is_known(a) || !met_is_known(a) ||
        (args_knows(a, "jobs") && !args_number(a, "jobs", 1, JOBS_MAX, jobs_available(), &t->jobs))) {
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

bool thinking_begin(struct thinking *t, const struct args *a, int *result)
{
    *t = (struct thinking){0};
    if (args_knows(a, "level") && !level_read(a, "level", args_text(a, "level"), &t->level)) {
        *result = EXIT_USAGE;
        return false;
    }
    return thinking_open(t, a, result);
}

void thinking_done(struct thinking *t)
{
    for (int i = 0; i < t->jobs; i++)
        worker_free(t->worker[i]);
    xfree(t->worker);
    engine_close(t->engine);
}
