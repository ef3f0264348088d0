/* `convert`: any readable file into any writable format. */
#include "command/convert.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "command/name_pattern.h"
#include "source/format_names.h"
#include "storage/named.h"
#include "source/input_options.h"
#include "source/stems.h"
#include "export/shown_options.h"
#include "match/same.h"

struct job {
    const struct convert_options *options;
    const struct exporter *to;
    const char *out; /* a path or "-"; not used where there is a folder */
    struct named_players *named;
    struct file_out *file; /* that takes the documents of many inputs; NULL = each has its own */
    struct stems *stems; /* of names made by a pattern; else NULL */
};

static bool refuse_output(const char *out, struct strbuf *why)
{
    (void)call_misuse("%s: %s", out, strbuf_text(why));
    strbuf_done(why);
    return false;
}

/* By --to, else by the extension of the output; what is printed is a dump. */
static bool choose_exporter(struct job *j)
{
    struct strbuf why = {0};
    const char *name = path_name(j->out);
    j->to = j->options->to;
    if (j->to != NULL)
        return true;
    if (strcmp(j->out, "-") == 0)
        j->to = exporter_find("dump");
    else if (strrchr(name, '.') == NULL)
        (void)call_misuse("%s has no extension that names a format; add --to FORMAT", j->out);
    else if ((j->to = format_of_output(j->out, &why)) == NULL)
        return refuse_output(j->out, &why);
    return j->to != NULL;
}

static bool style_is_known(const struct job *j)
{
    const struct exporter *const among[] = {j->to, NULL};
    struct option_fault f = {0};
    const bool ok = report_style_known(&j->options->report, among, &f);
    if (!ok)
        (void)call_misuse("--%s %s: %s", f.option, strbuf_text(&f.value), strbuf_text(&f.words));
    option_fault_done(&f);
    return ok;
}

/* The match, or what is selected of it, as it will be written to `path`. */
/* `notes`: of the file, by its reader. */
static bool write_match(const struct job *j, const struct match *m, const char *path, const struct diags *notes,
                        struct sink *out, struct diags *d)
{
    struct export_options o;
    const char *slash = strrchr(path, '/');
    if (!report_options_for(&j->options->report, m, -1, &o, d))
        return false;
    o.file = slash != NULL ? slash + 1 : path;
    o.warnings = notes;
    if (j->options->selection.text == NULL)
        return export_write(j->to, m, &o, out, d);
    struct selected at;
    if (!selection_find(&j->options->selection, m, &at, d))
        return false;
    const struct match game = export_game_alone(m, at.game);
    o.position = at.has_position ? &at.position : NULL;
    o.place = at.place[0] != '\0' ? at.place : NULL;
    return export_write(j->to, &game, &o, out, d);
}

/* ---- one file ---- */

/* What a file's records become, one by one as they are read. */
struct conversion {
    struct receiver receiver;
    const struct job *job;
    const char *out; /* a path or "-" */
    struct loaded *joined; /* the files of --join */
    bool together; /* several matches in one document; else each has its own, numbered where there are several */
    struct sink document; /* together: so far */
    struct match *held; /* until another one comes, or the end */
    size_t number; /* of that one in its file */
    const struct diags *reading; /* what the reader says; of the match that is held: */
    size_t from, to;
    size_t heard; /* of all matches that have come */
    size_t n_refused; /* matches, each with an error among the losses */
    struct diags notes; /* about the records, after what their reader had to say */
    struct diags losses;
    bool ok; /* false: nothing more can be written */
};

/* The suffix stands before the extension, also before one of two parts (.snowie.txt). */
static char *named_apart(const struct conversion *c, const char *suffix)
{
    const size_t whole = strlen(c->out), ending = strlen(c->job->to->extension) + 1;
    if (whole <= ending || c->out[whole - ending] != '.' ||
        strcasecmp(c->out + whole - ending + 1, c->job->to->extension) != 0)
        return path_with_suffix(c->out, suffix);
    struct strbuf name = {0};
    strbuf_printf(&name, "%.*s%s%s", (int)(whole - ending), c->out, suffix, c->out + whole - ending);
    return name.at;
}

/* FOLDER/NAME.EXTENSION, by the pattern. */
static char *named_by_pattern(const struct conversion *c, const struct match *m)
{
    struct strbuf text = {0}, path = {0};
    const char *own = path_name(c->out);
    char *stem = xstrndup(own, path_stem_length(own));
    name_pattern_fill(c->job->options->name, m, stem, &text);
    strbuf_puts(&text, ".x"); /* stems_name() takes an extension off */
    strbuf_printf(&path, "%s/%s.%s", c->job->options->folder, stems_name(c->job->stems, strbuf_text(&text)),
                  c->job->to->extension);
    strbuf_done(&text);
    xfree(stem);
    return path.at;
}

static bool write_apart(struct conversion *c, const struct match *m, size_t number, const struct diags *notes)
{
    struct sink s;
    char suffix[32] = "";
    sink_init(&s);
    if (number != 0)
        snprintf(suffix, sizeof suffix, ".m%zu", number);
    char *name = c->job->stems != NULL ? named_by_pattern(c, m) : named_apart(c, suffix);
    bool written = write_match(c->job, m, name, notes, &s, &c->losses) && output_write(&s, name);
    xfree(name);
    sink_done(&s);
    return written;
}

static bool fits_nowhere(const struct conversion *c)
{
    return !c->together && c->receiver.n > 1 && strcmp(c->out, "-") == 0;
}

/* It costs no other match of its file. */
static void refuse(struct conversion *c, size_t number, size_t before)
{
    diags_about_match(&c->losses, before, number);
    c->n_refused++;
}

/* Behind those that stand there. */
static bool write_together(struct conversion *c, const struct match *m, const struct diags *notes)
{
    const size_t before = sink_main(&c->document)->length;
    const bool ok = write_match(c->job, m, c->out, notes, &c->document, &c->losses);
    if (!ok)
        strbuf_cut(sink_main(&c->document), before);
    return ok;
}

/* The match that is held, with what was said while it was read. Together one after the other: writers see what stands
 * there and write their head once. `number` 0: the only one of the file. */
static void write_held(struct conversion *c, size_t number)
{
    struct match *m = c->held;
    struct diags notes = *c->reading;
    if (notes.at != NULL)
        notes.at += c->from;
    notes.n = c->to - c->from;
    const size_t before = c->losses.n, errors = c->losses.n_errors;
    c->held = NULL;
    if (m == NULL || fits_nowhere(c)) { /* which is refused in the end */
        match_free(m);
        return;
    }
    const bool ok = c->together ? write_together(c, m, &notes) : write_apart(c, m, number, &notes);
    if (!ok && c->losses.n_errors > errors)
        refuse(c, c->number, before);
    else
        c->ok = c->ok && ok;
    match_free(m);
}

static void hold(struct conversion *c, struct match *m, size_t from)
{
    if (c->held != NULL)
        write_held(c, c->number);
    c->held = m;
    c->number = c->receiver.n;
    c->from = from;
    c->to = c->heard;
}

static bool put_document(const struct conversion *c)
{
    const struct strbuf *text = &c->document.parts[0].text;
    if (c->job->file == NULL)
        return output_write(&c->document, c->out);
    file_out_add(c->job->file, strbuf_text(text), text->length);
    return true;
}

/* ---- joining ---- */

/* Adds the analyses that the other files have of the match, which is the one at the same place in all of them. */
static bool join_others(struct conversion *c, struct match *m)
{
    const struct option_texts *join = &c->job->options->join;
    for (size_t i = 0; i < join->n; i++) {
        const struct matches *others = &c->joined[i].matches;
        const size_t place = c->receiver.n;
        struct strbuf why = {0};
        const bool ok = place <= others->n && match_join(m, others->at[place - 1], &why);
        if (!ok)
            diag_at(&c->losses, SEVERITY_ERROR, 0, 0, "%s is not the same match: %s", input_name(join->at[i]),
                    place > others->n ? W_("it holds fewer") : strbuf_text(&why));
        strbuf_done(&why);
        if (!ok)
            return false;
    }
    return true;
}

static void say_which_set(struct conversion *c, const struct match *m)
{
    if (m->n_sets < 2 || !c->job->to->annotations || c->job->to->every_set)
        return;
    const struct annotation_set *last = &m->sets[m->n_sets - 1];
    diag_at(&c->losses, SEVERITY_NOTE, 0, 0, "of %zu analyses the last is written, that of %s%s%s", m->n_sets,
            last->engine != NULL ? last->engine : W_("an unknown engine"), last->level != NULL ? " " : "",
            last->level != NULL ? last->level : "");
}

static void convert_match(struct receiver *self, struct match *m)
{
    struct conversion *c = (struct conversion *)self;
    const size_t from = c->heard, before = c->losses.n;
    c->heard = c->reading->n;
    if (!join_others(c, m) || !match_take_comments(&c->job->options->said, m, false, &c->losses)) {
        refuse(c, c->receiver.n, before);
        match_free(m);
        return;
    }
    say_which_set(c, m);
    const struct match_said *said = &c->job->options->said;
    named_look(c->job->named, m);
    (void)match_turn_said(said, m);
    match_fill_said(said, m);
    if (c->job->to->annotations)
        restate_for(m, c->job->to->figures, c->job->to->name, met_default());
    hold(c, m, from);
}

/* It gives bytes, and names no files. */
static bool is_asked_by_program(void)
{
    return call_current() != NULL && call_current()->input != NULL;
}

static bool finish(struct conversion *c)
{
    c->to = c->reading->n;
    write_held(c, c->receiver.n > 1 ? c->number : 0);
    if (fits_nowhere(c) && is_asked_by_program())
        diag_at(&c->losses, SEVERITY_ERROR, 0, 0, "%zu matches do not fit one document; use --to ndjson",
                c->receiver.n);
    else if (fits_nowhere(c))
        diag_at(&c->losses, SEVERITY_ERROR, 0, 0,
                "%zu matches do not fit one document of format %s; name an output file and they are numbered",
                c->receiver.n, c->job->to->name);
    return c->ok && !fits_nowhere(c) && c->n_refused < c->receiver.n && (!c->together || put_document(c));
}

static bool load_joined(struct conversion *c)
{
    const struct option_texts *join = &c->job->options->join;
    bool good = true;
    c->joined = xcalloc(join->n, sizeof *c->joined);
    for (size_t i = 0; i < join->n; i++) {
        const struct input in = {.path = (char *)(uintptr_t)join->at[i]};
        good = load(&c->joined[i], &in, &c->job->options->input.how) && good;
        call_diags(&c->joined[i].diags);
    }
    return good;
}

/* Matches behind those that the first file has. */
static void say_left_over(struct conversion *c)
{
    const struct option_texts *join = &c->job->options->join;
    for (size_t i = 0; i < join->n; i++)
        if (c->joined[i].matches.n > c->receiver.n)
            diag_at(&c->losses, SEVERITY_WARNING, 0, 0, "%s holds %zu matches, of which %zu are joined",
                    input_name(join->at[i]), c->joined[i].matches.n, c->receiver.n);
}

static void release_joined(struct conversion *c)
{
    for (size_t i = 0; i < c->job->options->join.n; i++)
        loaded_done(&c->joined[i]);
    xfree(c->joined);
}

static enum fate convert_all_of(const struct job *j, const struct input *in, const char *out)
{
    struct loaded l;
    struct conversion c = {.receiver = {.take = convert_match}, .job = j, .out = out, .ok = true};
    c.reading = &l.diags;
    c.together = (j->to->scope & EXPORT_MATCHES) != 0 && !j->options->report.export.split_games && j->stems == NULL;
    sink_init(&c.document);
    diags_init(&c.losses, input_name(in->path));
    const bool others = load_joined(&c);
    bool ok = load_each(&l, in, &j->options->input.how, &c.receiver) && others;
    const bool skipped = !ok && others && input_may_be_skipped(in, &l);
    say_left_over(&c);
    if (ok)
        ok = finish(&c);
    match_free(c.held);
    diags_append(&l.diags, &c.notes);
    const enum fate losing = fate_of_matches(&c.losses, c.receiver.n, c.n_refused);
    const enum fate fate = skipped               ? FATE_SKIPPED
                           : !ok                 ? FATE_FAILED
                           : losing != FATE_GOOD ? losing
                                                 : fate_of_used(&l.diags);
    if (!skipped)
        call_diags(&l.diags);
    call_losses(&c.losses);
    diags_done(&c.losses);
    sink_done(&c.document);
    loaded_done(&l);
    release_joined(&c);
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
    if (!attempt_within(&j->options->input.work, convert_attempted, &f))
        say_why_ended(in->path);
    return f.fate;
}

/* ---- all into a folder ---- */

/* Met in the folder that outputs go into, of the wanted format: an output of an earlier run, or not in need of one. */
static bool is_there_already(const struct job *j, const char *path)
{
    const size_t length = strlen(path), ending = strlen(j->to->extension);
    struct strbuf folder = {0};
    struct os_facts in, out;
    strbuf_add(&folder, path, (size_t)(path_name(path) - path));
    const bool there = length > ending && path[length - ending - 1] == '.' &&
                       strcasecmp(path + length - ending, j->to->extension) == 0 &&
                       os_facts(folder.length > 0 ? folder.at : ".", &in) && os_facts(j->options->folder, &out) &&
                       in.device == out.device && in.number == out.number;
    strbuf_done(&folder);
    return there;
}

/* Of an input that lies beside its outputs: was it converted before? What stands there was found as an input itself. */
static bool is_converted_already(const struct job *j, const struct input *in, const char *stem)
{
    static const char *const numbers[] = {"", ".m1"}; /* write_apart() */
    bool there = false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !there; i++) {
        struct strbuf out = {0};
        strbuf_printf(&out, "%s/%s%s.%s", j->options->folder, stem, numbers[i], j->to->extension);
        there = os_access(out.at, F_OK) && is_there_already(j, out.at) && output_is_input(out.at);
        if (there)
            say("%s: not converted: %s already exists, and inputs that were found are never replaced", in->path,
                out.at);
        strbuf_done(&out);
    }
    return there;
}

/* The name that an input has if no other has it: x.sgf beside x.json, which took it the first time. */
static const char *name_alone(const struct input *in, struct arena *names)
{
    struct stems alone;
    stems_begin(&alone, names, NULL);
    const char *stem = stems_name(&alone, in->path);
    stems_end(&alone);
    return stem;
}

/* `stems`: for names of what is converted alone; NULL = no outputs lie beside inputs. */
static enum fate convert_beside(const struct job *j, const struct input *in, struct stems *stems)
{
    struct strbuf out = {0};
    if (in->found && is_there_already(j, in->path)) {
        say_note("%s: already in %s as %s, left unchanged", in->path, j->options->folder, j->to->name);
        return FATE_SKIPPED;
    }
    const char *stem = stems != NULL ? stems_name(stems, in->path) : in->stem;
    if (stems != NULL &&
        (is_converted_already(j, in, name_alone(in, stems->arena)) || is_converted_already(j, in, stem)))
        return FATE_GOOD;
    strbuf_printf(&out, "%s/%s.%s", j->options->folder, stem, j->to->extension);
    const enum fate fate = convert_file(j, in, out.at);
    strbuf_done(&out);
    return fate;
}

static int convert_into_folder(struct job *j, const char *const *input, size_t n)
{
    struct inputs list;
    struct fates fates = {0};
    struct stems stems;
    struct stems alone;
    struct input_options how = j->options->input;
    how.except = j->options->folder;
    inputs_collect(&list, input, n, &how);
    stems_begin(&stems, list.arena, NULL);
    if (j->options->name != NULL)
        j->stems = &stems;
    const int ready = named_look_ahead(j->named, &list, &how) != CALL_CLEAN ? CALL_MISUSE
                      : folder_make(j->options->folder)                     ? CALL_CLEAN
                                                                            : CALL_NOTHING;
    bool beside = false;
    stems_begin(&alone, list.arena, NULL);
    for (size_t i = 0; ready == CALL_CLEAN && i < list.n; i++)
        beside = beside || (j->options->name == NULL && list.at[i].found && is_there_already(j, list.at[i].path));
    for (size_t i = 0; ready == CALL_CLEAN && i < list.n; i++)
        fates.n[convert_beside(j, &list.at[i], beside ? &alone : NULL)]++;
    stems_end(&alone);
    fates.n[FATE_FAILED] += list.n_failed;
    const int result = ready == CALL_CLEAN ? fates_ending(&fates, &list) : ready;
    j->stems = NULL;
    stems_end(&stems);
    inputs_done(&list);
    return result;
}

/* ---- one into another, or many into one ---- */

static void convert_files(const struct job *j, const struct inputs *list, struct fates *fates)
{
    for (size_t i = 0; i < list->n && !call_cancelled(); i++)
        fates->n[convert_file(j, &list->at[i], j->out)]++;
}

/* False after a message: the file with all of them is not there. */
static bool convert_into_one(struct job *j, const struct inputs *list, struct fates *fates)
{
    struct file_out file;
    file_out_begin(&file, j->out);
    j->file = &file;
    convert_files(j, list, fates);
    j->file = NULL;
    const bool whole = file_out_end(&file, !call_cancelled());
    if (!whole && !call_cancelled())
        say_error("%s: cannot be written: %s", j->out, file_problem(errno));
    return whole;
}

static int convert_one(struct job *j, const char *const *in, size_t n)
{
    struct inputs list;
    struct fates fates = {0};
    bool written = true;
    inputs_collect(&list, in, n, &j->options->input);
    if (list.n > 1 && !j->to->follow) {
        n = list.n;
        inputs_done(&list);
        return call_misuse("%s holds %zu files; give --out FOLDER", in[0], n);
    }
    if (named_look_ahead(j->named, &list, &j->options->input) != CALL_CLEAN) {
        inputs_done(&list);
        return CALL_MISUSE;
    }
    if (strcmp(j->out, "-") != 0)
        output_sweep(j->out);
    if (list.n > 1 && strcmp(j->out, "-") != 0)
        written = convert_into_one(j, &list, &fates);
    else
        convert_files(j, &list, &fates);
    fates.n[FATE_FAILED] += list.n_failed;
    const int result = call_cancelled() ? CALL_CANCELLED : written ? fates_ending(&fates, &list) : CALL_NOTHING;
    inputs_done(&list);
    return result;
}

/* ---- the command ---- */

/* Is --out the name of a file, as people who know -o from other programs write it? It ends like a format, and there is
 * no folder of that name. False with `why` where it ends like nothing, and no format is given. */
static bool out_is_file(const struct convert_options *o, struct strbuf *why)
{
    struct os_facts facts;
    const char *name = o->folder != NULL ? path_name(o->folder) : "";
    if (strchr(name, '.') == NULL || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || o->name != NULL ||
        (os_facts(o->folder, &facts) && facts.kind == OS_FOLDER))
        return false;
    const bool named = format_of_output(o->folder, why) != NULL;
    if (named || o->to != NULL)
        strbuf_clear(why);
    return named;
}

/* CALL_CLEAN, or what is wrong with the number of names. */
static int check_names(const struct convert_options *o, const char *const *input, size_t n)
{
    if (n == 0 && o->input.list == NULL)
        return call_misuse("no input is named (- is standard input)");
    if (o->folder != NULL && strcmp(o->folder, "-") == 0)
        return call_misuse("--out names a folder; standard output is the second name: convert IN -");
    if (o->folder == NULL && o->input.list != NULL && (o->to == NULL || !o->to->follow))
        return call_misuse("--files-from names many inputs: use --out FOLDER");
    if (o->folder == NULL && n > 2 && (o->to == NULL || !o->to->follow))
        return call_misuse("one input and one output are expected; for many inputs use --out FOLDER");
    return inputs_make_sense(&o->input, input, n) ? CALL_CLEAN : CALL_MISUSE;
}

int convert_run(const void *options, const char *const *input, size_t n)
{
    struct convert_options own = *(const struct convert_options *)options, *o = &own;
    struct named_players named;
    struct strbuf why = {0};
    const char *file = out_is_file(o, &why) ? o->folder : NULL;
    if (why.length > 0) {
        (void)call_misuse("%s: %s; --to FORMAT names the format of the files in that folder", o->folder,
                          strbuf_text(&why));
        strbuf_done(&why);
        return CALL_MISUSE;
    }
    strbuf_done(&why);
    if (file != NULL && (n > 1 || o->input.list != NULL))
        return call_misuse("%s: many inputs go into a folder: --out %s/", file, file);
    if (file != NULL)
        o->folder = NULL;
    const bool has_out = file == NULL && o->folder == NULL && n > (o->input.list == NULL ? 1 : 0);
    struct job j = {.options = o, .out = file != NULL ? file : has_out ? input[n - 1] : "-", .named = &named};
    if (check_names(o, input, n) != CALL_CLEAN || !choose_exporter(&j) || !style_is_known(&j))
        return CALL_MISUSE;
    named_begin(&named);
    named_add(&named, "bottom", o->said.bottom);
    named_must(&named, "player", o->report.only_player);
    const int result =
        o->folder != NULL ? convert_into_folder(&j, input, n) : convert_one(&j, input, has_out ? n - 1 : n);
    return named_end(&named, true, result);
}

/* ---- options ---- */

static bool convert_settle(const struct options *options, void *group, struct option_fault *f)
{
    struct convert_options *o = group;
    (void)options, (void)f;
    if (o->json)
        o->to = exporter_find("json");
    return true;
}

static const struct option_row rows[] = {
    OPTION("to", struct convert_options, to, .letter = 't', .argument = "FORMAT", .parse = format_to_parse,
           .listed = format_to_listed,
           .help = "the format to write; by default OUT's extension decides, and stdout gets dump"),
    OPTION("json", struct convert_options, json, .excludes = "to", .help = "the same as --to json"),
    OPTION("out", struct convert_options, folder, .letter = 'o', .argument = "FOLDER", .flags = OPTION_WRITES_FILE,
           .help = "convert every file in IN, which may be folders, to a file in FOLDER; a name that ends\n"
                   "like a format (out.mat) is a file, unless there is such a folder"),
    OPTION("name", struct convert_options, name, .argument = "PATTERN", .needs = "out", .parse = name_pattern_parse,
           .help = "names of the files there, made of {date}, {player0}, {player1}, {length}, {event},\n"
                   "{round}, {place}, {site} and {name}, the input's own [{name}]"),
    OPTION("join", struct convert_options, join, .argument = "FILE", .excludes = "out", .flags = OPTION_READS_FILE,
           .help = "also the analyses in FILE, another program's file of the same match; more than once for\n"
                   "several. Formats that hold one analysis get the last"),
    {0},
};

static const struct option_group own_group = {.title = "What is written", .rows = rows, .settle = convert_settle};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&select_group, offsetof(struct convert_options, selection)},
    {&files_group, offsetof(struct convert_options, input)},
    READING_PARTS(struct convert_options, input),
    {&said_group, offsetof(struct convert_options, said)},
    {&report_group, offsetof(struct convert_options, report)},
    {0},
};

static const struct answer_document *const answers[] = {&match_document, NULL};

const struct command convert_command = {
    {"convert", sizeof(struct convert_options), parts, NULL}, .run = convert_run, .answers = answers};
