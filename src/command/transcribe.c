/* `transcribe`: a match as it is typed at the board, in a dialogue or from a file, or as a machine saw it, into any
 * format. */
#include "command/transcribe.h"

#include <string.h>
#include <strings.h>

#include "command/doubts.h"
#include "command/live_state.h"

#include "base/call.h"
#include "base/outputs.h"
#include "source/format_names.h"
#include "source/input_options.h"
#include "export/shown_options.h"

struct transcribe_options {
    struct convert_options convert;
    const char *out; /* NULL: a dialogue, unless a format is asked for */
    struct machine_options machine;
};

static int transcribe_run(const void *options, const char *const *input, size_t n)
{
    const struct transcribe_options *o = options;
    const struct machine_options *m = &o->machine;
    if (m->file != NULL && n > 0)
        return call_misuse("--from-machine names the observations; no other file is expected");
    if (m->file != NULL)
        return transcribe_machine(
            m, &o->convert,
            o->out == NULL && (o->convert.to != NULL || (m->doubts == NULL && m->page == NULL && m->state == NULL))
                ? "-"
                : o->out);
    if (n != 1)
        return call_misuse("one file is expected, which keeps the transcript, as in `transcribe final.kbt`");
    if (o->out == NULL && o->convert.to == NULL)
        return transcribe_dialogue(input[0], &o->convert);
    return convert_run(&o->convert, (const char *const[2]){input[0], o->out != NULL ? o->out : "-"}, 2);
}

/* ---- options ---- */

/* The ending of a name says what is written: one of two, or the only one. */
static bool ends_well(const char *option, const char *path, const char *one, const char *other, struct option_fault *f)
{
    struct strbuf known = {0};
    const char *dot = path != NULL ? strrchr(path_name(path), '.') : NULL;
    if (dot == NULL || strcasecmp(dot, one) == 0 || (other != NULL && strcasecmp(dot, other) == 0))
        return true;
    strbuf_printf(&known, "%s%s%s", one, other != NULL ? tr(" or ") : "", other != NULL ? other : "");
    (void)option_refuse(f, option, path, "%s is expected", strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

static bool transcribe_settle(const struct options *options, void *all, struct option_fault *f)
{
    struct transcribe_options *o = all;
    const struct machine_options *m = &o->machine;
    (void)options;
    o->convert.folder = o->convert.name = NULL;
    o->convert.join = (struct option_texts){0};
    o->convert.input.list = NULL;
    o->convert.input.how.from = importer_find("transcript");
    if (o->convert.json)
        o->convert.to = exporter_find("json");
    return ends_well("board", m->board, ".svg", ".png", f) && ends_well("doubts", m->doubts, ".html", ".json", f) &&
           ends_well("watch", m->page, ".html", ".htm", f);
}

static const struct option_row rows[] = {
    OPTION("out", struct transcribe_options, out, .letter = 'o', .argument = "OUT", .flags = OPTION_WRITES_FILE,
           .help = "no dialogue: read FILE, report errors, and write the match to OUT"),
    OPTION("to", struct transcribe_options, convert.to, .letter = 't', .argument = "FORMAT", .parse = format_to_parse,
           .listed = format_to_listed,
           .help = "write this format; otherwise OUT's extension decides; without OUT to stdout"),
    OPTION("json", struct transcribe_options, convert.json, .excludes = "to", .help = "the same as --to json"),
    OPTION("from-machine", struct transcribe_options, machine.file, .argument = "FILE", .flags = OPTION_READS_FILE,
           .help = "read what a machine saw, a line of JSON each; - is standard input"),
    OPTION("doubts", struct transcribe_options, machine.doubts, .argument = "FILE", .needs = "from-machine",
           .flags = OPTION_WRITES_FILE,
           .help = "the plies that are not sure, with their alternatives: FILE.html is a page with both\n"
                   "boards, anything else JSON"),
    OPTION("sure", struct transcribe_options, machine.sure, .argument = "SHARE", .initial = "0.99", .least = 0,
           .most = 1, .needs = "from-machine", .help = "ask about plies that are less certain"),
    OPTION("watch", struct transcribe_options, machine.page, .argument = "PAGE", .needs = "from-machine",
           .flags = OPTION_WRITES_FILE,
           .help = "live: read lines as they come, and write the report on the match so far to PAGE, which\n"
                   "is replaced as the match goes on"),
    OPTION("state", struct transcribe_options, machine.state, .argument = "FILE", .needs = "from-machine",
           .flags = OPTION_WRITES_FILE,
           .help = "live: write where the match stands to FILE after each line, as JSON for an overlay"),
    OPTION("board", struct transcribe_options, machine.board, .argument = "FILE", .needs = "from-machine",
           .flags = OPTION_WRITES_FILE, .help = "live: write the board to FILE.svg or FILE.png, to lay over a video"),
    {0},
};

static const struct option_group own_group = {.title = "What is written", .rows = rows};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&select_group, offsetof(struct transcribe_options, convert.selection)},
    {&rules_group, offsetof(struct transcribe_options, convert.input.how.rules)},
    {&corrections_group, offsetof(struct transcribe_options, convert.input.how.corrections)},
    {&reading_group, offsetof(struct transcribe_options, convert.input)},
    {&source_group, offsetof(struct transcribe_options, convert.input)},
    {&said_group, offsetof(struct transcribe_options, convert.said)},
    {&report_group, offsetof(struct transcribe_options, convert.report)},
    {0},
};

static const struct answer_document *const answers[] = {&match_document, &doubts_document, &watched_document, NULL};

const struct command transcribe_command = {{"transcribe", sizeof(struct transcribe_options), parts, transcribe_settle},
                                           .run = transcribe_run,
                                           .finishes = true,
                                           .answers = answers};
