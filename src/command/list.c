/* `list`: the files that a command would read, each with its size and the hash of its bytes, for --files-from.
 */
#include <string.h>
#include <strings.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/outputs.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "source/file_list.h"
#include "source/input_options.h"
#include "engine/engine_options.h"

struct list_options {
    struct input_options input;
    struct jobs_option jobs;
    struct answers_options answer;
};

enum { OWN_LINES = ANSWER_STYLES };

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
    struct diags d;
    diags_init(&d, in->path);
    const bool ok = in->hash[0] != '\0' || input_bytes(in, f->listing->options->how.bytes_max, &room, &bytes, &d);
    if (in->hash[0] != '\0')
        memcpy(out->hash, in->hash, sizeof out->hash);
    else
        bytes_hash(bytes, out->hash);
    out->size = in->hash[0] != '\0' ? in->size : (long long)bytes.length;
    out->skipped = !ok && in->web == NULL && input_may_be_skipped(in, &(struct loaded){.lost = false});
    out->failed = !ok && !out->skipped;
    if (out->failed)
        call_diags(&d);
    diags_done(&d);
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

struct list_row {
    const char *path;
    int64_t bytes;
    const char *sha256;
};

struct list_answer {
    struct answer_list files;
};

static const struct answer_field row_fields[] = {
    ANSWER(struct list_row, path, "Path", .flags = ANSWER_KEY | ANSWER_PATH,
           .help = "as analyze takes it; of a member of an archive ARCHIVE/MEMBER"),
    ANSWER(struct list_row, bytes, "Bytes"),
    ANSWER(struct list_row, sha256, "SHA-256",
           .example = "2312f78e646dde951ead063a8a2a491c890ac4716ff80512ed3d5de6cbd36eae", .flags = ANSWER_WIDE),
    {0}};
static const struct answer_rows row_rows = {"ListedFile", NULL, sizeof(struct list_row), row_fields};
static const struct answer_field list_fields[] = {
    ANSWER_LIST(struct list_answer, files, NULL, &row_rows, .flags = ANSWER_FLAT), {0}};
static const struct answer_rows list_rows = {"Files", NULL, sizeof(struct list_answer), list_fields};
static const struct answer_document list_document = {
    "list", 1, "Files", "Match files with their SHA-256, for many tasks to share.", .rows = &list_rows};

static int put_answer(const struct listing *l, const struct answers_options *to)
{
    struct list_row *rows = xcalloc(l->inputs->n + 1, sizeof *rows);
    size_t n = 0;
    for (size_t i = 0; i < l->inputs->n; i++)
        if (fate_of(&l->at[i]) == FATE_GOOD)
            rows[n++] = (struct list_row){l->inputs->at[i].path, (int64_t)l->at[i].size, l->at[i].hash};
    const int ending = n == 0 && !answers_are_data(to)
                           ? CALL_CLEAN
                           : answers_put(to, &list_document, &(struct list_answer){{rows, n}});
    xfree(rows);
    return ending;
}

static void put_lines(const struct listing *l, struct strbuf *out)
{
    for (size_t i = 0; i < l->inputs->n; i++)
        if (fate_of(&l->at[i]) == FATE_GOOD)
            file_list_put(out, input_address(&l->inputs->at[i]), l->at[i].size, l->at[i].hash);
}

static int write_list(const struct listing *l, const struct answers_options *to)
{
    struct strbuf lines = {0};
    if (to->form != OWN_LINES)
        return put_answer(l, to);
    put_lines(l, &lines);
    const int ending = answers_put_text(to, &lines);
    strbuf_done(&lines);
    return ending;
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
    const int written = write_list(&l, &o->answer);
    const int result = written == CALL_CLEAN ? fates_ending(&fates, &list) : written;
    xfree(l.at);
    inputs_done(&list);
    return result;
}

static int list_run(const void *options, const char *const *input, size_t n)
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

/* Whatever the file is called: it is for --files-from, unless a name says otherwise. */
static bool list_settle(const struct options *options, void *group, struct option_fault *f)
{
    static const struct own_form own[] = {{"list", "txt"}, {0}};
    struct list_options *o = group;
    const char *name = path_name(o->answer.output), *dot = strrchr(name, '.');
    (void)options;
    o->answer.form = OWN_LINES, o->answer.list = NULL;
    return (o->answer.format == NULL && !o->answer.json && (dot == NULL || strcasecmp(dot, ".json") != 0)) ||
           answers_settle(&o->answer, own, OWN_LINES, f);
}

static const struct option_row rows[] = {
    OPTION("format", struct list_options, answer.format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "list, which --files-from reads; table, json, ndjson, csv, tsv, markdown, html or latex\n"
                   "[json as FILE ends; else list]"),
    {0},
};

static const struct option_group own_group = {.title = "The list", .rows = rows};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&answers_more_group, offsetof(struct list_options, answer)},
    {&jobs_group, offsetof(struct list_options, jobs)},
    {&source_group, offsetof(struct list_options, input)},
    {0},
};

static const struct answer_document *const answers[] = {&list_document, NULL};

const struct command list_command = {
    {"list", sizeof(struct list_options), parts, list_settle}, .run = list_run, .answers = answers};
