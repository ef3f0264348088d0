/* `kibitzer bearoff make`: exact bearoff databases as files, byte for byte the ones GNU Backgammon makes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/bearoff.h"

struct order {
    bool two_sided;
    int chequers, points;
    const char *file;
};

static bool parse_size(const struct args *a, const char *option, struct order *o)
{
    const char *text = args_text(a, option);
    int used = 0;
    bool well = sscanf(text, "%2dx%2d%n", &o->chequers, &o->points, &used) == 2 && text[used] == '\0';
    int most_points = o->two_sided ? 6 : BEAROFF_MAX_POINTS;
    if (well && o->points >= 1 && o->points <= most_points && o->chequers >= 1 &&
        (o->two_sided ? o->chequers <= BOARD_CHEQUERS : o->chequers == BOARD_CHEQUERS))
        return true;
    usage_error(a->command, "--%s %s: CHEQUERSxPOINTS is expected, %s chequers, 1 to %d points", option, text,
                o->two_sided ? "1 to 15" : "15", most_points);
    return false;
}

static bool make_two_sided(const struct order *o, const struct args *a, struct strbuf *out)
{
    struct bearoff_two *t = bearoff_two_make(o->chequers, o->points);
    if (t != NULL)
        bearoff_two_write(t, !args_has(a, "cubeless"), out);
    bearoff_two_free(t);
    return t != NULL;
}

static bool make_one_sided(const struct order *o, const struct args *a, struct strbuf *out)
{
    struct bearoff_one *t = bearoff_one_make(o->points);
    if (t != NULL)
        bearoff_one_write(t, !args_has(a, "no-gammons"), !args_has(a, "uncompressed"), out);
    bearoff_one_free(t);
    return t != NULL;
}

static int make(const struct args *a, const struct order *o)
{
    struct strbuf bytes = {0};
    int result = EXIT_NOTHING;
    if (!(o->two_sided ? make_two_sided(o, a, &bytes) : make_one_sided(o, a, &bytes)))
        say_error("%dx%d: there is not enough memory for this database", o->chequers, o->points);
    else if (strcmp(o->file, "-") == 0)
        result = fwrite(bytes.at, 1, bytes.length, stdout) == bytes.length ? EXIT_CLEAN : EXIT_NOTHING;
    else if (!file_write_atomic(o->file, bytes.at, bytes.length))
        say_error("%s: cannot be written: %s", o->file, strerror(errno));
    else
        result = EXIT_CLEAN;
    strbuf_done(&bytes);
    return result;
}

/* Options of the other kind of database are a misunderstanding. */
static bool options_fit(const struct args *a, bool two_sided)
{
    static const char *const of_one[] = {"no-gammons", "uncompressed", NULL}, *const of_two[] = {"cubeless", NULL};
    for (const char *const *name = two_sided ? of_one : of_two; *name != NULL; name++)
        if (args_has(a, *name)) {
            usage_error(a->command, "found --%s, which --%s-sided databases know nothing of", *name,
                        two_sided ? "two" : "one");
            return false;
        }
    return true;
}

static int run(const struct args *a)
{
    struct order o = {.two_sided = args_has(a, "two-sided")};
    if (a->n_operands == 0 || strcmp(a->operand[0], "make") != 0)
        return usage_error(a->command, "say what to do: make");
    if (args_has(a, "one-sided") == o.two_sided)
        return usage_error(a->command, "--one-sided or --two-sided, one of them, with its size");
    if (a->n_operands != 2)
        return usage_error(a->command, "one file to write is expected after `make`");
    o.file = a->operand[1];
    if (!options_fit(a, o.two_sided) || !parse_size(a, o.two_sided ? "two-sided" : "one-sided", &o))
        return EXIT_USAGE;
    return make(a, &o);
}

static const struct option_row options[] = {
    {"one-sided", 0, "15xP", NULL, "distributions of 15 chequers on P points"},
    {"two-sided", 0, "NxP", NULL, "exact money equities, up to N chequers a side on P points"},
    {"no-gammons", 0, NULL, NULL, "one-sided: without the rolls to save the gammon"},
    {"uncompressed", 0, NULL, NULL, "one-sided: all 32 entries of each distribution"},
    {"cubeless", 0, NULL, NULL, "two-sided: one equity a position instead of four"},
    {0},
};

const struct command command_bearoff = {
    .name = "bearoff",
    .usage = "make (--one-sided 15xP | --two-sided NxP) FILE",
    .summary = "make exact bearoff databases",
    .description = "Sizes are chequers x points; FILE may be - for standard output. The files are those of GNU "
                   "Backgammon's makebearoff.\n\n"
                   "examples:\n  kibitzer bearoff make --one-sided 15x6 gnubg_os0.bd\n"
                   "  kibitzer bearoff make --two-sided 6x6 gnubg_ts0.bd\n",
    .options = options,
    .run = run,
};
