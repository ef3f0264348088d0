/* Reads the settings of rollouts; the contract is in rolling.h. */
#include "cli/rolling.h"

#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/thinking.h"

enum { NAME_MAX_LENGTH = 64 };

/* "L" or "L/L": of the player on roll, of the opponent. Not given: `out` is left as it is. */
static bool read_pair(const struct args *a, const char *option, struct level *out[2])
{
    const char *text = args_text(a, option), *slash = text != NULL ? strchr(text, '/') : NULL;
    char first[NAME_MAX_LENGTH];
    if (text == NULL)
        return true;
    snprintf(first, sizeof first, "%.*s", slash != NULL ? (int)(slash - text) : (int)strlen(text), text);
    return level_read(a, option, first, out[0]) && level_read(a, option, slash != NULL ? slash + 1 : first, out[1]);
}

/* What is not given follows what is: the cube the plays, late half-rolls the early ones. */
static bool read_levels(struct rollout_options *o, const struct args *a)
{
    struct rollout_deciders *e = o->early, *l = o->late;
    const bool early = args_has(a, "level") || args_has(a, "cube-level");
    if (!read_pair(a, "level", (struct level *[2]){&e[0].chequer, &e[1].chequer}))
        return false;
    if (args_has(a, "level"))
        e[0].cube = e[0].chequer, e[1].cube = e[1].chequer, o->last = e[0].chequer;
    if (!read_pair(a, "cube-level", (struct level *[2]){&e[0].cube, &e[1].cube}))
        return false;
    if (early)
        l[0] = e[0], l[1] = e[1];
    const char *last = args_text(a, "truncate-level");
    return read_pair(a, "late-level", (struct level *[2]){&l[0].chequer, &l[1].chequer}) &&
           read_pair(a, "late-cube-level", (struct level *[2]){&l[0].cube, &l[1].cube}) &&
           (last == NULL || level_read(a, "truncate-level", last, &o->last)) &&
           level_read(a, "luck-level", args_text(a, "luck-level"), &o->luck);
}

static bool read_likeness(struct rollout_options *o, const struct args *a)
{
    const char *name = args_text(a, "like");
    if (name == NULL || rollout_like(o, name))
        return true;
    usage_error(a->command, "--like %s: expected roller, roller+ or roller++", name);
    return false;
}

static bool goes_with(const struct args *a, const char *option, const char *other)
{
    if (!args_has(a, option) || args_has(a, other))
        return true;
    usage_error(a->command, "--%s has no effect without --%s", option, other);
    return false;
}

static bool read_numbers(struct rollout_options *o, const struct args *a)
{
    enum { HALF_ROLLS_MAX = 1000 };
    int seed = 1;
    if (!args_number(a, "trials", 1, ROLLOUT_TRIALS_MAX, o->trials, &o->trials) ||
        !args_number(a, "seed", 0, 2147483647, 1, &seed) ||
        !args_number(a, "truncate", 1, HALF_ROLLS_MAX, o->truncate, &o->truncate) ||
        !args_number(a, "late-from", 1, HALF_ROLLS_MAX, o->late_from, &o->late_from) ||
        !args_real(a, "stop-se", 1e-6, 10, 0, &o->stop_error) ||
        !args_real(a, "stop-jsd", ROLLOUT_DROP_LEAST, 100, 0, &o->drop))
        return false;
    o->seed = (uint64_t)seed;
    return (o->late_from > 0 ||
            (goes_with(a, "late-level", "late-from") && goes_with(a, "late-cube-level", "late-from"))) &&
           (o->truncate > 0 || goes_with(a, "truncate-level", "truncate"));
}

bool rolling_read(struct rollout_options *o, const struct args *a)
{
    rollout_defaults(o);
    o->cubeful = !args_has(a, "cubeless");
    o->to_the_end = args_has(a, "to-the-end");
    o->opening = args_has(a, "opening");
    o->variance_reduction = !args_has(a, "no-variance-reduction");
    if (!read_likeness(o, a) || !read_levels(o, a) || !read_numbers(o, a))
        return false;
    const char *problem = rollout_problem(o);
    if (problem != NULL)
        usage_error(a->command, "%s", problem);
    return problem == NULL;
}

bool rolled_read(double *errors, double *close, struct rollout_options *o, const struct args *a)
{
    static const char *const details[] = {"rollout-close", "rollout-trials", "rollout-level", "rollout-seed"};
    const char *level = args_text(a, "rollout-level");
    struct level l;
    int seed;
    rollout_defaults(o);
    for (size_t i = 0; i < sizeof details / sizeof *details; i++)
        if (!goes_with(a, details[i], "rollout-errors"))
            return false;
    if (level != NULL && !level_read(a, "rollout-level", level, &l))
        return false;
    if (level != NULL)
        rollout_level(o, &l, &l);
    if (!args_real(a, "rollout-errors", 1e-6, 10, 0, errors) || !args_real(a, "rollout-close", 0, 10, 0.04, close) ||
        !args_number(a, "rollout-trials", 1, ROLLOUT_TRIALS_MAX, o->trials, &o->trials) ||
        !args_number(a, "rollout-seed", 0, 2147483647, 1, &seed))
        return false;
    o->seed = (uint64_t)seed;
    return true;
}
