/* Shares of the work; see shard.h. */
#include "source/shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/strbuf.h"

enum { SHARDS_MAX = 1000000 };

/* How a scheduler lets a job of an array know which one it is: the number, the first number, how many there are; a step
 * other than 1 makes fewer jobs than there are numbers from first to last. `usual`: the share as --shard would name it,
 * where the numbers begin as they usually do. Sources: the manuals of sbatch, qsub, AWS Batch's array jobs, Kubernetes'
 * indexed jobs. */
static const struct scheduler {
    const char *name, *index, *first, *last, *step, *count;
    const char *usual;
} schedulers[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP",
     "SLURM_ARRAY_TASK_COUNT", "$SLURM_ARRAY_TASK_ID"},
    {"Grid Engine", "SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", NULL, "$SGE_TASK_ID"},
    {"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", NULL, NULL, NULL, "AWS_BATCH_JOB_ARRAY_SIZE",
     "$((AWS_BATCH_JOB_ARRAY_INDEX + 1))"},
    /* Kubernetes gives the index; the manifest passes .spec.completions on under this name (docs/scale.md) */
    {"Kubernetes", "JOB_COMPLETION_INDEX", NULL, NULL, NULL, "JOB_COMPLETIONS", "$((JOB_COMPLETION_INDEX + 1))"},
};

struct array { /* of jobs, as the environment describes it */
    long index, first, last, step, count;
};

/* False if the variable is not there, or holds no number. A scheduler that has no such variable (NULL) leaves *out. */
static bool number(const char *name, long *out)
{
    const char *text = name != NULL ? getenv(name) : NULL;
    char *end;
    if (name == NULL)
        return true;
    if (text == NULL || *text == '\0')
        return false;
    *out = strtol(text, &end, 10);
    return *end == '\0';
}

static bool is_in_array(const struct scheduler *s)
{
    const char *index = getenv(s->index);
    return index != NULL && *index != '\0' &&
           strcmp(index, "undefined") != 0; /* Grid Engine says so outside of arrays */
}

/* NULL, or why the variables do not say which share it is. */
static const char *read_array(const struct scheduler *s, struct array *a, struct strbuf *room)
{
    const struct {
        const char *name;
        long *value;
    } all[] = {
        {s->index, &a->index}, {s->first, &a->first}, {s->last, &a->last}, {s->step, &a->step}, {s->count, &a->count}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!number(all[i].name, all[i].value)) {
            const char *text = getenv(all[i].name);
            strbuf_say(room, text != NULL && *text != '\0' ? F_("%s is not a number: \"%s\"") : F_("%s is not set"),
                       all[i].name, text);
            return strbuf_text(room);
        }
    return NULL;
}

/* Likewise: a part of an array is run again (--array=3 after --array=1-5) as if it were all of it. */
static const char *check_array(const struct scheduler *s, struct array *a, struct strbuf *room)
{
    const long numbers = a->step > 0 && a->last >= a->first ? (a->last - a->first) / a->step + 1 : 0;
    if (s->count == NULL)
        a->count = numbers;
    if (s->last != NULL && a->count != numbers)
        strbuf_say(room, "the array has gaps: %ld jobs between %ld and %ld", a->count, a->first, a->last);
    else if (s->last != NULL && a->first > 1)
        strbuf_say(room, "the array begins with %ld: others may have come before", a->first);
    else if (a->count < 1 || a->count > SHARDS_MAX || a->step < 1 || a->index < a->first ||
             (a->index - a->first) / a->step >= a->count || (a->index - a->first) % a->step != 0)
        strbuf_say(room, "job %ld of %ld is none of the array's", a->index, a->count);
    return room->length != 0 ? strbuf_text(room) : NULL;
}

/* False after a message. */
static bool ask_scheduler(const struct scheduler *s, struct shard *out)
{
    struct array a = {.first = 0, .step = 1};
    struct strbuf room = {0};
    const char *why = read_array(s, &a, &room);
    if (why == NULL)
        why = check_array(s, &a, &room);
    if (why != NULL)
        (void)call_misuse(
            "%s does not say which share of the files this is: %s; name it, with N shares in all: --shard "
            "\"%s/N\"%s",
            s->name, why, s->usual, s->first != NULL ? W_(" if they are numbered from 1") : "");
    strbuf_done(&room);
    if (why != NULL)
        return false;
    *out = (struct shard){(int)((a.index - a.first) / a.step) + 1, (int)a.count};
    say("share %d of %d, as %s has it", out->index, out->of, s->name);
    return true;
}

bool shard_settle(struct shard *s)
{
    if (s->of != 0)
        return true;
    *s = (struct shard){1, 1};
    for (size_t i = 0; i < sizeof schedulers / sizeof *schedulers; i++)
        if (is_in_array(&schedulers[i]))
            return ask_scheduler(&schedulers[i], s);
    return true;
}

static void defaults(void *group)
{
    *(struct shard *)group = (struct shard){0};
}

static bool parse_shard(const struct option_value *v)
{
    struct shard *s = v->field;
    char end;
    return (sscanf(v->text, "%d/%d%c", &s->index, &s->of, &end) == 2 && s->of >= 1 && s->of <= SHARDS_MAX &&
            s->index >= 1 && s->index <= s->of) ||
           option_wrong(v, "a share and their number are expected, for example 3/8");
}

static const struct option_row rows[] = {
    OPTION("shard", struct shard, index, .argument = "I/N", .parse = parse_shard,
           .help = "process only the Ith of N shares of the files; by default the\n"
                   "variables of Slurm, Grid Engine, AWS Batch and Kubernetes are read"),
    {0},
};

const struct option_group shard_group = {.title = "Shares of the work", .rows = rows, .defaults = defaults};

bool shard_takes(struct shard s, const char *hash)
{
    char digits[9] = {0};
    memcpy(digits, hash, 8);
    return s.of <= 1 || (int)(strtoul(digits, NULL, 16) % (unsigned long)s.of) == s.index - 1;
}
