/* Options of commands that read files; see options.h. */
#include "source/input_options.h"

#include "base/charset.h"
#include "import/seven_bit.h"
#include "base/xmalloc.h"
#include "source/format_names.h"

enum { MEBIBYTES_MAX = 1 << 20, MANY = 100000000 };

/* ---- lists ---- */

static const struct option_row files_rows[] = {
    OPTION("files-from", struct input_options, list, .argument = "FILE", .flags = OPTION_READS_FILE,
           .help = "also read the files in this list (- is standard input): the output of `kibitzer list`,\n"
                   "or paths, one per line or separated by zero bytes"),
    {0},
};

const struct option_group files_group = {.title = "Inputs", .rows = files_rows};

/* ---- records ---- */

static const struct option_row from_rows[] = {
    OPTION("from", struct input_options, how.from, .letter = 'f', .argument = "FORMAT", .parse = format_from_parse,
           .listed = format_from_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "read files as this format instead of detecting it"),
    {0},
};

const struct option_group from_group = {.title = "How inputs are read", .rows = from_rows};

static bool parse_encoding(const struct option_value *v)
{
    *(const char **)v->field = arena_strdup(v->arena, v->text);
    return charset_known(v->text) || seven_bit_is_ours(v->text) ||
           option_wrong(v, "no such encoding; `iconv -l` lists them");
}

/* Of an input that is packed the unpacking counts, too. */
static bool settle_reading(const struct options *options, void *group, struct option_fault *f)
{
    struct input_options *o = group;
    (void)f;
    o->how.plies_max = (size_t)o->max_plies;
    o->work.bytes = mebibytes(o->max_memory);
    o->archives.memory = options_given(options, "max-memory") ? o->work.bytes : 0;
    o->archives.seconds = o->work.seconds = o->max_seconds;
    return true;
}

static const struct option_row reading_rows[] = {
    OPTION("encoding", struct input_options, how.encoding, .argument = "NAME", .parse = parse_encoding,
           .flags = OPTION_CHANGES_RESULT,
           .help = "the encoding of text that is not UTF-8 (cp1251, shift-jis ...) [guessed]"),
    OPTION("max-plies", struct input_options, max_plies, .argument = "N", .initial = "1000000", .least = 1,
           .most = 1000000000, .help = "maximum number of plies in a match"),
    OPTION("max-memory", struct input_options, max_memory, .argument = "MIB", .initial = "4096", .least = 1,
           .most = MEBIBYTES_MAX, .help = "maximum memory for one input, in megabytes"),
    OPTION("max-seconds", struct input_options, max_seconds, .argument = "S", .least = 0, .most = MANY,
           .help = "maximum time for one input, in seconds [no limit]"),
    {0},
};

const struct option_group reading_group = {
    .title = "How inputs are read", .rows = reading_rows, .settle = settle_reading};

/* ---- bytes ---- */

static bool settle_source(const struct options *options, void *group, struct option_fault *f)
{
    struct input_options *o = group;
    (void)options, (void)f;
    o->how.bytes_max = o->archives.input = o->web.bytes = mebibytes(o->max_input);
    o->archives.bytes = mebibytes(o->max_unpacked);
    o->archives.members = (size_t)o->max_members;
    return true;
}

static const struct option_row source_rows[] = {
    OPTION("max-input", struct input_options, max_input, .argument = "MIB", .initial = "256", .least = 1,
           .most = MEBIBYTES_MAX, .help = "maximum size of an input in megabytes, also when unpacked"),
    OPTION("max-members", struct input_options, max_members, .argument = "N", .initial = "100000", .least = 1,
           .most = MANY, .help = "maximum number of files read from archives"),
    OPTION("max-unpacked", struct input_options, max_unpacked, .argument = "MIB", .initial = "4096", .least = 1,
           .most = MEBIBYTES_MAX, .help = "maximum size of all unpacked archives together, in megabytes"),
    OPTION("max-depth", struct input_options, archives.depth, .argument = "N", .initial = "6", .least = 1, .most = 100,
           .help = "maximum depth of archives inside archives"),
    OPTION("max-wait", struct input_options, web.seconds, .argument = "SECONDS", .initial = "30", .least = 1,
           .most = 86400, .help = "how long to wait for a web server that sends nothing"),
    {0},
};

/* Of the fields that the run fills. */
static void defaults(void *group)
{
    *(struct input_options *)group = (struct input_options){0};
}

const struct option_group source_group = {
    .title = "How inputs are found", .rows = source_rows, .defaults = defaults, .settle = settle_source};
