/* Shares of the work; see shard.h. */
#include "cli/shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/terminal.h"

enum { SHARDS_MAX = 1000000 };

/* How a scheduler lets a job of an array know which one it is: the number, the first number, how many there are. A step
 * other than 1 (`last` instead of `count`) makes as many jobs as numbers. Sources: the manuals of sbatch, qsub, AWS
 * Batch's array jobs, Kubernetes' indexed jobs. */
static const struct scheduler {
    const char *name, *index, *first, *last, *step, *count;
    int base; /* of numbers where `first` is not given */
} schedulers[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP", NULL, 0},
    {"Grid Engine", "SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", NULL, 1},
    {"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", NULL, NULL, NULL, "AWS_BATCH_JOB_ARRAY_SIZE", 0},
    /* Kubernetes gives the index; the manifest passes .spec.completions on under this name (docs/scale.md) */
    {"Kubernetes", "JOB_COMPLETION_INDEX", NULL, NULL, NULL, "JOB_COMPLETIONS", 0},
};

static bool number(const char *name, long *out)
{
    const char *text = name != NULL ? getenv(name) : NULL;
    char *end;
    if (text == NULL || *text == '\0')
        return false;
    *out = strtol(text, &end, 10);
    return *end == '\0'; /* Grid Engine says "undefined" outside of arrays */
}

/* True if the job is one of an array. */
static bool ask_scheduler(const struct scheduler *s, struct shard *out)
{
    long index, first = s->base, last, step = 1, count;
    if (!number(s->index, &index))
        return false;
    (void)number(s->first, &first);
    (void)number(s->step, &step);
    if (number(s->last, &last))
        count = step > 0 ? (last - first) / step + 1 : 0;
    else if (!number(s->count, &count))
        return false;
    const long at = step > 0 ? (index - first) / step + 1 : 0;
    if (at < 1 || at > count || count > SHARDS_MAX)
        return false;
    *out = (struct shard){(int)at, (int)count};
    say("share %ld of %ld, as %s has it", at, count, s->name);
    return true;
}

bool shard_read(struct shard *s, const struct args *a)
{
    const char *text = args_text(a, "shard");
    char end;
    *s = (struct shard){1, 1};
    if (text == NULL) {
        for (size_t i = 0; i < sizeof schedulers / sizeof *schedulers; i++)
            if (ask_scheduler(&schedulers[i], s))
                break;
        return true;
    }
    if (sscanf(text, "%d/%d%c", &s->index, &s->of, &end) == 2 && s->of >= 1 && s->of <= SHARDS_MAX && s->index >= 1 &&
        s->index <= s->of)
        return true;
    usage_error(a->command, "--shard %s: a share and their number are expected, for example 3/8", text);
    return false;
}
