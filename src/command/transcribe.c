/* `transcribe`: a match as it is typed at the board, in a dialogue or from a file, into any format. */
#include "command/transcribe.h"

#include "base/call.h"
#include "source/format_names.h"
#include "source/input_options.h"
#include "export/shown_options.h"

struct transcribe_options {
    struct convert_options convert;
    const char *out; /* NULL: a dialogue, unless a format is asked for */
};

static int transcribe_run(const void *options, const char *const *input, size_t n)
{
    const struct transcribe_options *o = options;
    if (n != 1)
        return call_misuse("one file is expected, which keeps the transcript, as in `transcribe final.kbt`");
    if (o->out == NULL && o->convert.to == NULL)
        return transcribe_dialogue(input[0], &o->convert);
    return convert_run(&o->convert, (const char *const[2]){input[0], o->out != NULL ? o->out : "-"}, 2);
}

/* ---- options ---- */

static bool transcribe_settle(const struct options *options, void *all, struct option_fault *f)
{
    struct transcribe_options *o = all;
    (void)options, (void)f;
    o->convert.folder = o->convert.name = NULL;
    o->convert.join = (struct option_texts){0};
    o->convert.input.list = NULL;
    o->convert.input.how.from = importer_find("transcript");
    if (o->convert.json)
        o->convert.to = exporter_find("json");
    return true;
}

static const struct option_row rows[] = {
    OPTION("out", struct transcribe_options, out, .letter = 'o', .argument = "OUT", .flags = OPTION_WRITES_FILE,
           .help = "no dialogue: read FILE, report errors, and write the match to OUT"),
    OPTION("to", struct transcribe_options, convert.to, .letter = 't', .argument = "FORMAT", .parse = format_to_parse,
           .listed = format_to_listed,
           .help = "write this format; otherwise OUT's extension decides; without OUT to stdout"),
    OPTION("json", struct transcribe_options, convert.json, .excludes = "to", .help = "the same as --to json"),
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

const struct command transcribe_command = {{"transcribe", sizeof(struct transcribe_options), parts, transcribe_settle},
                                           .run = transcribe_run,
                                           .finishes = true};
