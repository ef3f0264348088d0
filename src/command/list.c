/* `list`: the files that a command would read, each with its size and the hash of its bytes, for --files-from.
 */
#include <string.h>
#include <strings.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/jsonw.h"
#include "base/outputs.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "source/file_list.h"
#include "source/input_options.h"
#include "engine/engine_options.h"

struct list_options {
    struct input_options input;
    struct jobs_option jobs;
    const char *output; /* "-" = what the command prints */
    bool json; /* once settled also where the output's name says so */
};

struct listing {
    const struct inputs *inputs;
    const struct input_options *options;
    struct listed_input {
        char hash[HASH_LENGTH + 1];
        long long size;
        bool failed, skipped;
    } * at; /* by input */
};

struct file_at_work {
    struct listing *listing;
    size_t index;
};

static void hash_input(void *file)
{
    const struct file_at_work *f = file;
    const struct input *in = &f->listing->inputs->at[f->index];
    struct listed_input *out = &f->listing->at[f->index];
    struct member_found room = {.written = 0};
    struct span bytes = {"", 0};
    struct diags said;
    diags_init(&said, in->path);
    const bool ok = in->hash[0] != '\0' || input_bytes(in, f->listing->options->how.bytes_max, &room, &bytes, &said);
    if (in->hash[0] != '\0')
        memcpy(out->hash, in->hash, sizeof out->hash);
    else
        bytes_hash(bytes, out->hash);
    out->size = in->hash[0] != '\0' ? in->size : (long long)bytes.length;
    out->skipped = !ok && in->web == NULL && input_may_be_skipped(in, &(struct loaded){.lost = false});
    out->failed = !ok && !out->skipped;
    if (out->failed)
        call_diags(&said);
    diags_done(&said);
    strbuf_done(&room.bytes);
}

static void hash_attempted(void *listing, int worker, size_t index)
{
    (void)worker;
    struct file_at_work f = {listing, index};
    f.listing->at[index].failed = true;
    if (!attempt_until_cancelled(hash_input, &f))
        say_why_ended(f.listing->inputs->at[index].path);
}

static enum fate fate_of(const struct listed_input *in)
{
    return in->failed ? FATE_FAILED : in->skipped ? FATE_SKIPPED : FATE_GOOD;
}

static void put_json(const struct listing *l, struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/list/1");
    jsonw_array(&j, "files");
    for (size_t i = 0; i < l->inputs->n; i++) {
        if (fate_of(&l->at[i]) != FATE_GOOD)
            continue;
        jsonw_object_flat(&j, NULL);
        jsonw_path(&j, "path", l->inputs->at[i].path);
        jsonw_int(&j, "bytes", (int64_t)l->at[i].size);
        jsonw_string(&j, "sha256", l->at[i].hash);
        jsonw_end(&j);
    }
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
}

static void put_lines(const struct listing *l, struct strbuf *out)
{
    for (size_t i = 0; i < l->inputs->n; i++)
        if (fate_of(&l->at[i]) == FATE_GOOD)
            file_list_put(out, input_address(&l->inputs->at[i]), l->at[i].size, l->at[i].hash);
}

static bool write_list(const struct listing *l, const struct list_options *o)
{
    struct sink out;
    sink_init(&out);
    (o->json ? put_json : put_lines)(l, sink_main(&out));
    const bool ok = output_write(&out, o->output);
    sink_done(&out);
    return ok;
}

static int list_all(const struct list_options *o, const char *const *input, size_t n)
{
    struct inputs list;
    struct fates fates = {0};
    inputs_collect(&list, input, n, &o->input);
    struct listing l = {&list, &o->input, xcalloc(list.n + 1, sizeof *l.at)};
    threads_for(o->jobs.jobs, list.n, hash_attempted, &l, NULL);
    for (size_t i = 0; i < list.n; i++)
        fates.n[fate_of(&l.at[i])]++;
    fates.n[FATE_FAILED] += list.n_failed;
    const bool written = write_list(&l, o);
    const int result = written ? fates_ending(&fates, &list) : CALL_NOTHING;
    xfree(l.at);
    inputs_done(&list);
    return result;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct list_options *o = options;
    if (!inputs_make_sense(&o->input, input, n))
        return CALL_MISUSE;
    for (size_t i = 0; i < n; i++)
        if (strcmp(input[i], "-") == 0)
            return call_misuse("standard input has no name to list");
    return list_all(o, input, n);
}

/* ---- options ---- */

static bool settle(const struct options *options, void *group, struct option_fault *f)
{
    struct list_options *o = group;
    const char *dot = strrchr(o->output, '.');
    (void)options, (void)f;
    o->json = o->json || (dot != NULL && strcasecmp(dot, ".json") == 0);
    return true;
}

static const struct option_row rows[] = {
    OPTION("json", struct list_options, json,
           .help = "a JSON document instead, for other programs: --files-from does not read it"),
    OPTION("output", struct list_options, output, .letter = 'o', .argument = "FILE", .initial = "-",
           .flags = OPTION_WRITES_FILE, .help = "where the list goes; - is standard output; .json = as --json"),
    {0},
};

static const struct option_group own_group = {.title = "The list", .rows = rows, .settle = settle};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&jobs_group, offsetof(struct list_options, jobs)},
    {&source_group, offsetof(struct list_options, input)},
    {0},
};

const struct command list_command = {{"list", sizeof(struct list_options), parts, NULL}, .run = run};
