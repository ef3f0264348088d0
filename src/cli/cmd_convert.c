/* `kibitzer convert`: any readable file into any writable format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/restate.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/match_options.h"
#include "cli/report_options.h"
#include "cli/select.h"
#include "cli/terminal.h"
#include "export/export.h"

struct job {
    const struct importer *from;
    const struct exporter *to;
    const struct args *args;
    struct report_options report;
    struct selection selection;
    const char *folder; /* --out: one output per input goes here; NULL = `out` */
    const char *out; /* a path or "-" */
};

static bool choose_importer(const struct args *a, struct job *j)
{
    const char *name = args_text(a, "from");
    j->from = name != NULL ? importer_find(name) : NULL;
    if (name != NULL && j->from == NULL)
        usage_error(a->command, "--from %s: no such format to read; see `kibitzer formats`", name);
    return name == NULL || j->from != NULL;
}

static bool choose_exporter(const struct args *a, struct job *j)
{
    const char *name = args_text(a, "to");
    if (name != NULL)
        j->to = exporter_find(name);
    else if (j->out != NULL && strcmp(j->out, "-") != 0)
        j->to = exporter_for_path(j->out);
    else
        j->to = exporter_find("dump");
    if (j->to == NULL && name != NULL)
        usage_error(a->command, "--to %s: no such format to write; see `kibitzer formats`", name);
    else if (j->to == NULL)
        usage_error(a->command, "%s does not tell a format; say --to FORMAT", j->out != NULL ? j->out : "the output");
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

/* One match alone, or one of several in a format that holds only one: those are numbered. Freed by the caller. */
static char *numbered_path(const char *path, size_t index, size_t n)
{
    char suffix[32] = "";
    if (n > 1)
        snprintf(suffix, sizeof suffix, ".m%zu", index + 1);
    return n > 1 ? path_with_suffix(path, suffix) : xstrdup(path);
}

static bool write_apart(const struct job *j, const struct loaded *l, const char *path, struct diags *d)
{
    bool ok = true;
    if (l->matches.n > 1 && strcmp(path, "-") == 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0,
                "%zu matches do not fit one document of format %s; name an output file and they are numbered",
                l->matches.n, j->to->name);
        return false;
    }
    for (size_t i = 0; i < l->matches.n; i++) {
        struct sink s;
        sink_init(&s);
        char *name = numbered_path(path, i, l->matches.n);
        bool written = write_match(j, l->matches.at[i], name, &s, d) && output_write(&s, name);
        free(name);
        sink_done(&s);
        ok = ok && written;
    }
    return ok;
}

/* Several matches in one document, one after the other: writers see what stands there and write their head once. */
static bool write_together(const struct job *j, const struct loaded *l, const char *path, struct diags *d)
{
    struct sink all;
    bool ok = true;
    sink_init(&all);
    for (size_t i = 0; ok && i < l->matches.n; i++)
        ok = write_match(j, l->matches.at[i], path, &all, d);
    ok = ok && output_write(&all, path);
    sink_done(&all);
    return ok;
}

static enum fate convert_file(const struct job *j, const struct input *in, const char *out)
{
    struct loaded l;
    struct diags losses;
    bool ok = load(&l, in->path, j->from), skipped = !ok && input_may_be_skipped(in);
    bool together = ok && (j->to->scope & EXPORT_MATCHES) != 0 && l.matches.n > 1 && !j->report.export.split_games;
    for (size_t i = 0; ok && i < l.matches.n; i++) {
        match_options_apply(j->args, l.matches.at[i], &l.diags);
        if (j->to->values)
            restate_values(l.matches.at[i], met_default());
    }
    diags_init(&losses, l.diags.file);
    if (ok)
        ok = together ? write_together(j, &l, out, &losses) : write_apart(j, &l, out, &losses);
    if (!skipped)
        terminal_diags(&l.diags);
    terminal_losses(&losses);
    diags_done(&losses);
    loaded_done(&l);
    return skipped ? FATE_SKIPPED : ok ? FATE_GOOD : FATE_FAILED;
}

/* ---- one file, or all into a folder ---- */

static int convert_into_folder(const struct args *a, const struct job *j)
{
    struct inputs list;
    struct tally tally = {0};
    if (!folder_make(j->folder))
        return EXIT_NOTHING;
    inputs_collect(&list, a->operand, a->n_operands, j->folder);
    for (size_t i = 0; i < list.n; i++) {
        struct strbuf out = {0};
        strbuf_printf(&out, "%s/%s.%s", j->folder, list.at[i].stem, j->to->extension);
        tally.n[convert_file(j, &list.at[i], out.at)]++;
        strbuf_done(&out);
    }
    tally.n[FATE_FAILED] += list.n_failed;
    inputs_done(&list);
    return tally_result(&tally);
}

static int run(const struct args *a)
{
    struct job j = {.args = a, .folder = args_text(a, "out")};
    if (a->n_operands == 0)
        return usage_error(a->command, "no input is named (- is standard input)");
    if (j.folder == NULL && a->n_operands > 2)
        return usage_error(a->command, "one input and one output are expected; for many inputs say --out FOLDER");
    j.out = j.folder == NULL && a->n_operands == 2 ? a->operand[1] : "-";
    if (!choose_importer(a, &j) || !choose_exporter(a, &j) || !report_options_read(&j.report, a) ||
        !style_is_known(a, (const struct exporter *const[]){j.to, NULL}) || !selection_read(&j.selection, a))
        return EXIT_USAGE;
    if (j.folder != NULL)
        return convert_into_folder(a, &j);
    struct input in = {.path = (char *)a->operand[0]};
    return convert_file(&j, &in, j.out) == FATE_GOOD ? EXIT_CLEAN : EXIT_NOTHING;
}

static const struct option_row options[] = {
    {"from", 'f', "FORMAT", NULL, "read as this format instead of looking at the content"},
    {"to", 't', "FORMAT", NULL, "write this format; else OUT's extension tells, and stdout gets dump"},
    {"out", 'o', "FOLDER", NULL, "convert all of IN (folders too), each to a file in FOLDER"},
    {"select", 0, "PLACE", NULL,
     "only \"game 2\", \"ply 37\", \"game 2 ply 5\" or the place of an ID: formats of\n"
     "positions get the position, the others its game"},
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
        "where the format allows it, else numbered files. What a format cannot carry is told: \"lost: ...\".\n\n"
        "examples:\n  kibitzer convert final.mat final.sgf\n  kibitzer convert --to json final.mat\n"
        "  kibitzer convert --to mat --out converted matches/\n"
        "  kibitzer convert --select \"game 2 ply 5\" final.mat diagram.svg\n"
        "  kibitzer convert --boards errors --show-moves bad,very-bad final.sgf final.pdf\n",
    .options = options,
    .run = run,
};
