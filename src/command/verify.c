/* `verify`: the analyses of reports made again, and compared (verify_report.h). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/xmalloc.h"
#include "command/ask.h"
#include "command/reading.h"
#include "source/input_options.h"
#include "command/verify_answer.h"
#include "export/certificate.h"

struct verify_options {
    double sample; /* of the decisions, 0..1 */
    int seed; /* 0 = drawn by the system */
    const char *made; /* file for the report as it was written again; NULL = none */
    struct answers_options answer;
    struct input_options input;
    struct jobs_option jobs;
    struct engine_files files;
    const char *read_with; /* reading.h */
};

struct session {
    const struct verify_options *options;
    struct verify_setting setting;
    struct verified *at;
    size_t n, capacity;
    const char **bare; /* reports without a certificate */
    size_t n_bare, bare_capacity;
};

/* ---- the inputs ---- */

struct file_at_work {
    struct session *session;
    const struct input *in;
    bool is_report, is_bare; /* with a certificate; a page or document of ours without: */
    bool is_page; /* which holds no match either */
    enum fate fate;
};

static bool file_bytes(const struct input *in, struct member_found *room, struct span *bytes)
{
    struct diags d;
    diags_init(&d, input_name(in->path));
    const bool ok = input_bytes(in, 0, room, bytes, &d);
    call_diags(&d);
    diags_done(&d);
    return ok;
}

static void keep_matches(struct session *s, struct matches *found)
{
    for (size_t i = 0; i < found->n; i++) {
        s->setting.given.at =
            grow(s->setting.given.at, s->setting.given.n, &s->setting.given.capacity, sizeof *s->setting.given.at);
        s->setting.given.at[s->setting.given.n++] = found->at[i];
    }
    found->n = 0;
}

/* A match that reports must be about. */
static void read_match(void *file)
{
    struct file_at_work *f = file;
    struct loaded l;
    const bool ok = load(&l, f->in, &f->session->options->input.how);
    const bool skipped = !ok && input_may_be_skipped(f->in, &l);
    if (ok)
        keep_matches(f->session, &l.matches);
    if (!skipped)
        call_diags(&l.diags);
    f->fate = skipped ? FATE_SKIPPED : ok ? fate_of_used(&l.diags) : FATE_FAILED;
    loaded_done(&l);
}

static void look_at(void *file)
{
    struct file_at_work *f = file;
    struct member_found room = {.written = 0};
    struct span bytes;
    f->fate = FATE_FAILED;
    if (file_bytes(f->in, &room, &bytes)) {
        const enum report_kind kind = certificate_look(bytes);
        f->is_report = kind == REPORT_CERTIFIED;
        f->is_bare = kind == REPORT_BARE;
        f->is_page = f->is_bare && span_trim(bytes).at[0] == '<';
        f->fate = !f->is_page ? FATE_GOOD : f->in->found ? FATE_SKIPPED : FATE_FAILED;
        if (!f->is_report && !f->is_page)
            read_match(file);
    }
    strbuf_done(&room.bytes);
}

static void verify_file(void *file)
{
    struct file_at_work *f = file;
    struct session *s = f->session;
    struct verified *out = &s->at[s->n - 1];
    struct member_found room = {.written = 0};
    struct span report;
    f->fate = FATE_FAILED;
    if (file_bytes(f->in, &room, &report)) {
        const bool finished = verify_report(&s->setting, report, out);
        f->fate = !finished ? FATE_LEFT : out->verdict == VERDICT_EQUAL ? FATE_GOOD : FATE_FAILED;
    }
    strbuf_done(&room.bytes);
}

/* A file that takes more than there is, or than it may, ends alone. */
static bool within_limits(struct file_at_work *f, void (*work)(void *))
{
    if (attempt_within(&f->session->options->input.work, work, f))
        return true;
    say_why_ended(f->in->path);
    f->fate = FATE_FAILED;
    return false;
}

/* What reports must be about is not known in part. */
static void look_within_limits(struct file_at_work *f)
{
    struct session *s = f->session;
    if (!within_limits(f, look_at))
        s->setting.given = (struct matches){.n = 0}; /* it may have gone with the attempt */
    s->setting.given_lost = s->setting.given_lost || (!f->is_report && !f->is_page && f->fate == FATE_FAILED);
    if (f->is_page || (f->is_bare && f->fate == FATE_SKIPPED)) {
        s->bare = grow(s->bare, s->n_bare, &s->bare_capacity, sizeof *s->bare);
        s->bare[s->n_bare++] = input_name(f->in->path);
    }
}

static struct verified *add_verified(struct session *s, const char *file)
{
    s->at = grow(s->at, s->n, &s->capacity, sizeof *s->at);
    s->at[s->n] = (struct verified){.file = file, .verdict = VERDICT_IMPOSSIBLE};
    return &s->at[s->n++];
}

/* What an attempt that ends has noted is gone with it. */
static void verify_within_limits(struct file_at_work *f)
{
    struct verified *v = add_verified(f->session, input_name(f->in->path));
    if (!within_limits(f, verify_file))
        *v = (struct verified){.file = v->file, .verdict = VERDICT_IMPOSSIBLE};
}

/* ---- the command ---- */

/* Matches first: reports are compared with them. */
static int verify_all(struct session *s, const struct inputs *list)
{
    struct file_at_work *f = xcalloc(list->n + 1, sizeof *f);
    struct fates fates = {0};
    for (size_t i = 0; i < list->n; i++) {
        f[i] = (struct file_at_work){.session = s, .in = &list->at[i]};
        look_within_limits(&f[i]);
    }
    for (size_t i = 0; i < list->n && !call_cancelled(); i++) {
        if (f[i].is_report)
            verify_within_limits(&f[i]);
        call_progress((double)(i + 1) / (double)list->n, f[i].in->shown);
        fates.n[f[i].fate]++;
    }
    call_progress_end();
    xfree(f);
    fates.n[FATE_FAILED] += list->n_failed;
    if (call_cancelled())
        return CALL_CANCELLED;
    if (s->n == 0)
        say_error("no report with a certificate: expected a page or a JSON document of `kibitzer analyze`");
    const int written =
        s->n == 0 && !answers_are_data(&s->options->answer)
            ? CALL_NOTHING
            : verify_answer(&s->options->answer, &(struct verify_found){&s->setting, s->at, s->n, s->bare, s->n_bare});
    return s->n == 0               ? CALL_NOTHING
           : written == CALL_CLEAN ? fates.n[FATE_FAILED] > 0 ? CALL_SOME_FAILED : CALL_CLEAN
                                   : written;
}

static void session_done(struct session *s)
{
    for (size_t i = 0; i < s->n; i++) {
        xfree(s->at[i].why);
        xfree(s->at[i].place);
    }
    xfree(s->at);
    xfree(s->bare);
    matches_done(&s->setting.given);
    engine_pool_close(&s->setting.pool);
}

/* A sample that is known beforehand can be got round. */
static uint64_t seed_of(const struct verify_options *o)
{
    uint32_t drawn = (uint32_t)o->seed;
    while (drawn == 0)
        if (getentropy(&drawn, sizeof drawn) != 0 || (drawn &= 0x7fffffff) == 0)
            drawn = 0;
    return drawn;
}

static int verify_run(const void *options, const char *const *input, size_t n)
{
    const struct verify_options *o = options;
    struct session s = {
        .options = o, .setting = {.sample = o->sample, .seed = seed_of(o), .made = o->made, .read_with = o->read_with}};
    struct inputs list;
    if (!inputs_make_sense(&o->input, input, n))
        return CALL_MISUSE;
    if (!engine_pool_open(&s.setting.pool, &o->files, o->jobs.jobs))
        return CALL_NOTHING;
    inputs_collect(&list, input, n, &o->input);
    const int result = verify_all(&s, &list);
    inputs_done(&list);
    session_done(&s);
    return result;
}

/* ---- options ---- */

static bool parse_sample(const struct option_value *v)
{
    char *end;
    const double percent = strtod(v->text, &end);
    if (strcmp(v->text, "all") == 0)
        *(double *)v->field = 1;
    else if (end == v->text || (strcmp(end, "%") != 0 && *end != '\0') || !(percent > 0) || percent > 100)
        return option_wrong(v, "expected all or a share, for example 5%%");
    else
        *(double *)v->field = percent / 100;
    return true;
}

static const struct option_row rows[] = {
    OPTION("sample", struct verify_options, sample, .argument = "SHARE", .initial = "all", .parse = parse_sample,
           .flags = OPTION_CHANGES_RESULT,
           .help = "recompute only this share of the decisions, drawn at random: 5%, for example"),
    OPTION("seed", struct verify_options, seed, .letter = 's', .argument = "N", .least = 1, .most = 2147483647,
           .needs = "sample", .flags = OPTION_CHANGES_RESULT,
           .help = "seed of the sample, to draw the same one again [a new one each time]"),
    OPTION("made", struct verify_options, made, .argument = "FILE", .flags = OPTION_WRITES_FILE,
           .help = "save the rewritten report (of several, the last one)"),
    {0},
};

static const struct option_group own_group = {.title = "What is verified", .rows = rows};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&answers_text_group, offsetof(struct verify_options, answer)},
    {&files_group, offsetof(struct verify_options, input)},
    READING_PARTS(struct verify_options, input),
    {&jobs_group, offsetof(struct verify_options, jobs)},
    {&engine_group, offsetof(struct verify_options, files)},
    {0},
};

static bool verify_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct verify_options *o = all;
    (void)f;
    o->read_with = reading_words(given);
    return true;
}

const struct command verify_command = {{"verify", sizeof(struct verify_options), parts, verify_settle},
                                       .run = verify_run,
                                       .answers = verify_answers,
                                       .finishes = true};
