/* `levels`: the names of the levels and the depth of each. */

#include "base/call.h"
#include "base/command.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "engine/engine.h"
#include "engine/engine_options.h"

enum { FILTERS_MAX = 8, FILTER_TEXT = 128 };

struct filter {
    int accept, extra;
    double threshold;
};

struct level_row {
    const char *name;
    int plies;
    bool cubeful;
    double noise, close;
    struct answer_list filters;
    struct filter filter[FILTERS_MAX];
    char shown[FILTER_TEXT];
};

struct levels {
    struct answer_list levels;
};

static const struct answer_field filter_fields[] = {
    ANSWER(struct filter, accept, NULL, .missing = ANSWER_BELOW_ZERO,
           .help = "best plays that are always searched further; null: all"),
    ANSWER(struct filter, extra, NULL, .help = "other plays that are searched further if close enough"),
    ANSWER(struct filter, threshold, NULL, .unit = UNIT_EMG, .decimals = 4, .help = "how close to the best: EMG"),
    {0}};
static const struct answer_rows filter_rows = {"Filter", NULL, sizeof(struct filter), filter_fields};

static const struct answer_field level_fields[] = {
    ANSWER(struct level_row, name, "Level", .example = "2ply", .flags = ANSWER_KEY, .help = "what --level takes"),
    ANSWER(struct level_row, plies, "Plies", .help = "as GNU Backgammon counts: 0 is the net alone"),
    ANSWER(struct level_row, cubeful, "Cube"),
    ANSWER(struct level_row, noise, "Noise", .decimals = 4, .shown = 3,
           .help = "standard deviation of the error that is added to the winning chance"),
    ANSWER(struct level_row, close, NULL, .unit = UNIT_EMG, .decimals = 4, .flags = ANSWER_DATA,
           .help = "the last ply is searched only if a choice is this close; 0 = always"),
    ANSWER_LIST(struct level_row, filters, NULL, &filter_rows, .flags = ANSWER_DATA | ANSWER_FLAT,
                .help = "for each depth from 0, which plays are searched one ply deeper"),
    ANSWER(struct level_row, shown, "Filters", .flags = ANSWER_PEOPLE),
    {0}};
static const struct answer_rows level_rows = {"Level", NULL, sizeof(struct level_row), level_fields};

static const struct answer_field levels_fields[] = {ANSWER_LIST(struct levels, levels, NULL, &level_rows), {0}};
static const struct answer_rows levels_rows = {"Levels", NULL, sizeof(struct levels), levels_fields};

static const struct answer_document levels_answer = {
    "levels", 1, "Levels", "The levels that --level accepts: the search depth, and where it applies.",
    .rows = &levels_rows};

static void show_filters(struct level_row *row)
{
    size_t at = 0;
    for (int i = 0; i < row->plies; i++) {
        const struct filter *f = &row->filter[i];
        const char *between = i != 0 ? "/" : "";
        const int n = f->accept < 0 ? snprintf(row->shown + at, FILTER_TEXT - at, "%s-", between)
                                    : snprintf(row->shown + at, FILTER_TEXT - at, "%s%d,%d,%g", between, f->accept,
                                               f->extra, f->threshold);
        at += (size_t)n;
    }
}

static void fill_row(struct level_row *row, const struct level *l)
{
    *row = (struct level_row){l->name, l->plies, l->cubeful, (double)l->noise, (double)l->close, {0}, {{0}}, ""};
    for (int i = 0; i < l->plies; i++)
        row->filter[i] = (struct filter){l->filter[i].accept, l->filter[i].extra, (double)l->filter[i].threshold};
    show_filters(row);
}

static int levels_run(const void *options, const char *const *input, size_t n)
{
    struct level_row *rows = NULL;
    size_t count = 0, room = 0;
    struct level l;
    if (n != 0)
        return call_misuse("unexpected `%s`: `levels` takes no operands", input[0]);
    for (size_t i = 0; level_option_listed(i) != NULL; i++) {
        if (!level_parse(level_option_listed(i), &l))
            continue;
        rows = grow(rows, count, &room, sizeof *rows);
        fill_row(&rows[count++], &l);
    }
    for (size_t i = 0; i < count; i++)
        rows[i].filters = (struct answer_list){rows[i].filter, (size_t)rows[i].plies};
    const int ending = answers_put(options, &levels_answer, &(struct levels){{rows, count}});
    xfree(rows);
    return ending;
}

static const struct option_part parts[] = {{&answers_group, 0}, {0}};
static const struct answer_document *const answers[] = {&levels_answer, NULL};

const struct command levels_command = {
    {"levels", sizeof(struct answers_options), parts, NULL}, .run = levels_run, .answers = answers};
