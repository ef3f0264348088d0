/* `kibitzer convert`: any readable file into any writable format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/format_names.h"
#include "cli/match_options.h"
#include "cli/report_options.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "export/export.h"

struct job {
    struct input_options input;
    const struct exporter *to;
    const struct args *args;
    struct report_options report;
    struct selection selection;
    const char *folder; /* --out: one output per input goes here; NULL = `out` */
    const char *out; /* a path or "-" */
};

/* By --to, else by the extension of the output; what goes to stdout is a dump. */
static bool choose_exporter(const struct args *a, struct job *j)
{
    const char *name = args_text(a, "to"), *dot = strrchr(j->out, '.');
    struct strbuf said = {0};
    if (name != NULL) {
        strbuf_printf(&said, "--to %s", name);
    } else if (strcmp(j->out, "-") == 0) {
        name = "dump";
    } else if (dot != NULL && strchr(dot, '/') == NULL) {
        name = dot + 1;
        strbuf_puts(&said, j->out);
    }
    if (name != NULL)
        j->to = format_to_write(a, strbuf_text(&said), name);
    else
        usage_error(a->command, "%s has no extension that names a format; add --to FORMAT", j->out);
    strbuf_done(&said);
    return j->to != NULL;
}

/* The match, or what is selected of it, as it will stand in `path`. */
static bool write_match(const struct job *j, const struct match *m, const char *path, struct sink *out, struct diags *d)
{
    struct export_options o;
    const char *slash = strrchr(path, '/');
    if (!report_options_for(&j->report, m, -1, &o, d))
        return false;
    o.file = slash != NULL ? slash + 1 : path;
    if (j->selection.text == NULL)
        return export_write(j->to, m, &o, out, d);
    struct selected at;
    if (!selection_find(&j->selection, m, &at, d))
        return false;
    const struct match game = export_game_alone(m, at.game);
    o.position = at.has_position ? &at.position : NULL;
    return export_write(j->to, &game, &o, out, d);
}

/* ---- one file ---- */

/* What a file's records become, one by one as they are read. */
struct conversion {
    struct receiver receiver;
    const struct job *job;
    const char *out; /* a path or "-" */
    bool together; /* several matches in one document; else each has its own, numbered where there are several */
    struct sink document; /* together: so far */
    struct match *first; /* apart: until another one comes */
    struct diags said; /* about the records, after what their reader had to say */
    struct diags losses;
    bool ok;
};

/* `number` 0: the only one of the file. */
static bool write_apart(struct conversion *c, struct match *m, size_t number)
{
    struct sink s;
    char suffix[32] = "";
    sink_init(&s);
    if (number != 0)
        snprintf(suffix, sizeof suffix, ".m%zu", number);
    char *name = number != 0 ? path_with_suffix(c->out, suffix) : xstrdup(c->out);
    bool written = write_match(c->job, m, name, &s, &c->losses) && output_write(&s, name);
    xfree(name);
    sink_done(&s);
    match_free(m);
    return written;
}

static void take_apart(struct conversion *c, struct match *m)
{
    if (c->receiver.n == 1) {
        c->first = m;
    } else if (strcmp(c->out, "-") == 0) {
        match_free(m); /* counted, and refused in the end */
    } else {
        if (c->first != NULL)
            c->ok = write_apart(c, c->first, 1);
        c->first = NULL;
        c->ok = write_apart(c, m, c->receiver.n) && c->ok;
    }
}

/* One after the other: writers see what stands there and write their head once. */
static void take_together(struct conversion *c, struct match *m)
{
    c->ok = c->ok && write_match(c->job, m, c->out, &c->document, &c->losses);
    match_free(m);
}

static void convert_match(struct receiver *self, struct match *m)
{
    struct conversion *c = (struct conversion *)self;
    match_options_apply(c->job->args, m);
    if (c->job->to->annotations)
        restate_for(m, c->job->to->figures, c->job->to->name, met_default());
    if (c->together)
        take_together(c, m);
    else
        take_apart(c, m);
}

static bool finish_apart(struct conversion *c)
{
    struct match *only = c->first;
    c->first = NULL;
    if (c->receiver.n == 1)
        return write_apart(c, only, 0);
    if (strcmp(c->out, "-") != 0)
        return c->ok;
    diag_at(&c->losses, SEVERITY_ERROR, 0, 0,
            "%zu matches do not fit one document of format %s; name an output file and they are numbered",
            c->receiver.n, c->job->to->name);
    match_free(only);
    return false;
}

static enum fate convert_all_of(const struct job *j, const struct input *in, const char *out)
{
    struct loaded l;
    struct conversion c = {.receiver = {.take = convert_match}, .job = j, .out = out, .ok = true};
    c.together = (j->to->scope & EXPORT_MATCHES) != 0 && !j->report.export.split_games;
    sink_init(&c.document);
    diags_init(&c.losses, input_name(in->path));
    bool ok = load_each(&l, in, &j->input.how, &c.receiver), skipped = !ok && input_may_be_skipped(in);
    if (ok)
        ok = c.together ? c.ok && output_write(&c.document, out) : finish_apart(&c);
    diags_append(&l.diags, &c.said);
    if (!skipped)
        terminal_diags(&l.diags);
    terminal_losses(&c.losses);
    const enum fate fate = skipped ? FATE_SKIPPED : ok ? fate_of_used(&l.diags) : FATE_FAILED;
    diags_done(&c.losses);
    sink_done(&c.document);
    loaded_done(&l);
    return fate;
}

struct file_at_work {
    const struct job *job;
    const struct input *in;
    const char *out;
    enum fate fate;
};

static void convert_attempted(void *file)
{
    struct file_at_work *f = file;
    f->fate = convert_all_of(f->job, f->in, f->out);
}

static enum fate convert_file(const struct job *j, const struct input *in, const char *out)
{
    struct file_at_work f = {j, in, out, FATE_FAILED};
    if (!attempt(convert_attempted, &f))
        say_error("%s: %s", in->path, attempt_why_text());
    return f.fate;
}

/* ---- all into a folder ---- */

static int convert_into_folder(const struct args *a, const struct job *j)
{
    struct inputs list;
    struct tally tally = {0};
    if (!folder_make(j->folder))
        return EXIT_NOTHING;
    inputs_collect(&list, a->operand, a->n_operands, &j->input);
    for (size_t i = 0; i < list.n; i++) {
        struct strbuf out = {0};
        strbuf_printf(&out, "%s/%s.%s", j->folder, list.at[i].stem, j->to->extension);
        tally.n[convert_file(j, &list.at[i], out.at)]++;
        strbuf_done(&out);
    }
    tally.n[FATE_FAILED] += list.n_failed;
    const int result = tally_result(&tally, &list);
    inputs_done(&list);
    return result;
}

/* ---- one into another ---- */

static int convert_one(const struct args *a, const struct job *j)
{
    struct inputs list;
    struct tally tally = {0};
    inputs_collect(&list, a->operand, 1, &j->input);
    if (list.n > 1) {
        const size_t n = list.n;
        inputs_done(&list);
        return usage_error(a->command, "%s holds %zu files; give --out FOLDER", a->operand[0], n);
    }
    if (strcmp(j->out, "-") != 0)
        output_sweep(j->out);
    if (list.n == 1)
        tally.n[convert_file(j, &list.at[0], j->out)]++;
    tally.n[FATE_FAILED] += list.n_failed;
    const int result = tally_result(&tally, &list);
    inputs_done(&list);
    return result;
}

static int convert(const struct args *a, struct job *j)
{
    if (!input_options_read(&j->input, a) || !choose_exporter(a, j) || !report_options_read(&j->report, a) ||
        !style_is_known(a, (const struct exporter *const[]){j->to, NULL}) || !selection_read(&j->selection, a))
        return EXIT_USAGE;
    j->input.except = j->folder;
    return j->folder != NULL ? convert_into_folder(a, j) : convert_one(a, j);
}

static int run(const struct args *a)
{
    struct job j = {.args = a, .folder = args_text(a, "out")};
    if (a->n_operands == 0)
        return usage_error(a->command, "no input is named (- is standard input)");
    if (j.folder == NULL && a->n_operands > 2)
        return usage_error(a->command, "one input and one output are expected; for many inputs say --out FOLDER");
    j.out = j.folder == NULL && a->n_operands == 2 ? a->operand[1] : "-";
    int result = convert(a, &j);
    report_options_done(&j.report);
    return result;
}

static const struct option_row options[] = {
    {"to", 't', "FORMAT", NULL, "write this format; otherwise OUT's extension decides; stdout gets dump"},
    {"out", 'o', "FOLDER", NULL, "convert all of IN (folders too), each to a file in FOLDER"},
    {"select", 0, "PLACE", NULL,
     "only \"game 2\", \"ply 37\", \"game 2 ply 5\" or the place of an ID: formats of\n"
     "positions get the position, the others its game"},
    INPUT_OPTIONS,
    MATCH_OPTIONS,
    REPORT_OPTIONS,
    {0},
};

const struct command command_convert = {
    .name = "convert",
    .usage = "[--from FORMAT] [--to FORMAT] IN [OUT]\n       kibitzer convert --to FORMAT --out FOLDER IN...",
    .summary = "turn a file of one format into another",
    .description =
        "IN and OUT may be - for standard input and output. Several matches in one input become one document\n"
        "where the format allows it, else numbered files. What a format cannot carry is reported: \"lost: ...\".\n\n"
        "examples:\n  kibitzer convert final.mat final.sgf\n  kibitzer convert --to json final.mat\n"
        "  kibitzer convert --to mat --out converted matches/\n"
        "  kibitzer convert --select \"game 2 ply 5\" final.mat diagram.svg\n"
        "  kibitzer convert --boards errors --show-moves bad,very-bad final.sgf final.pdf\n"
        "  kibitzer convert final.sgf final.md\n",
    .options = options,
    .run = run,
};
