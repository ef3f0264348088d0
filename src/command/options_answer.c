/* Options as rows; see options_answer.h. */
#include "command/options_answer.h"

#include <math.h>

#include "base/arena.h"

struct option_answer {
    const char *name, *group, *type, *argument, *initial, *help;
    char letter[2];
    double least, most;
    struct answer_list values;
    bool reads_file, writes_file;
};

struct options_answer {
    const char *command;
    struct answer_list options;
};

static const char *const types[] = {"array", "boolean", "integer", "number", "string"};

static const struct answer_field option_fields[] = {
    ANSWER(struct option_answer, name, "Name", .flags = ANSWER_KEY),
    ANSWER(struct option_answer, letter, NULL, .missing = ANSWER_NULL, .example = "o", .help = "null: none"),
    ANSWER(struct option_answer, group, NULL, .help = "the title under which help lists it"),
    ANSWER(struct option_answer, type, NULL, ANSWER_WORDS(types), .help = "array: it may be repeated"),
    ANSWER(struct option_answer, argument, NULL, .missing = ANSWER_NULL, .help = "its name in the help; null: none"),
    ANSWER_NAMED("default", struct option_answer, initial, NULL, .missing = ANSWER_NULL),
    ANSWER(struct option_answer, least, NULL, .missing = ANSWER_NULL, .decimals = 9, .flags = ANSWER_OMIT),
    ANSWER(struct option_answer, most, NULL, .missing = ANSWER_NULL, .decimals = 9, .flags = ANSWER_OMIT),
    ANSWER_LIST_OF(const char *, struct option_answer, values, NULL, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
                   .help = "known values; many options also take others"),
    ANSWER(struct option_answer, reads_file, NULL),
    ANSWER(struct option_answer, writes_file, NULL),
    ANSWER(struct option_answer, help, "Help"),
    {0}};
static const struct answer_rows option_rows = {"Option", NULL, sizeof(struct option_answer), option_fields};
static const struct answer_field options_fields[] = {ANSWER(struct options_answer, command, "Command"),
                                                     ANSWER_LIST(struct options_answer, options, NULL, &option_rows),
                                                     {0}};
static const struct answer_rows options_rows = {"Options", NULL, sizeof(struct options_answer), options_fields};

const struct answer_document options_document = {
    "options",
    1,
    "Options of a command",
    "The options of a command, as its command line and the library take them.",
    .rows = &options_rows,
    .whole = true};

static struct answer_list values_of(const struct option_row *r, struct arena *a)
{
    const char **at = NULL;
    size_t n = 0, room = 0;
    for (const struct option_word *w = r->words; w != NULL && w->text != NULL; w++) {
        at = arena_grow(a, at, n, &room, sizeof *at);
        at[n++] = w->text;
    }
    for (; r->words == NULL && r->listed != NULL && r->listed(n) != NULL; n++) {
        at = arena_grow(a, at, n, &room, sizeof *at);
        at[n] = r->listed(n);
    }
    return (struct answer_list){at, n};
}

static const char *type_of(const struct option_row *r)
{
    if (r->kind == OPTION_TEXTS)
        return "array";
    if (r->kind == OPTION_SWITCH && r->parse == NULL && r->words == NULL)
        return "boolean";
    if (r->parse != NULL || r->words != NULL || r->kind == OPTION_TEXT || r->kind == OPTION_OWN)
        return "string";
    return r->kind == OPTION_NUMBER ? "integer" : "number";
}

static struct option_answer answer_of(const struct option_row *r, const struct option_group *group, struct arena *a)
{
    const bool ranges = r->least < r->most;
    return (struct option_answer){.name = r->name,
                                  .letter = {r->letter, '\0'},
                                  .group = group->title,
                                  .type = type_of(r),
                                  .argument = r->argument,
                                  .initial = r->initial,
                                  .least = ranges ? r->least : (double)NAN,
                                  .most = ranges ? r->most : (double)NAN,
                                  .values = values_of(r, a),
                                  .reads_file = (r->flags & OPTION_READS_FILE) != 0,
                                  .writes_file = (r->flags & OPTION_WRITES_FILE) != 0,
                                  .help = r->help};
}

void options_json(const char *command, const struct options *o, struct strbuf *out)
{
    struct arena *a = arena_new();
    struct option_answer *at = NULL;
    const struct option_group *group;
    const struct option_row *r;
    size_t n = 0, room = 0;
    for (size_t i = 0; (r = options_row(o, i, &group)) != NULL; i++) {
        if (r->flags & OPTION_HIDDEN)
            continue;
        at = arena_grow(a, at, n, &room, sizeof *at);
        at[n++] = answer_of(r, group, a);
    }
    answer_print(&options_document, &(struct options_answer){command, {at, n}},
                 &(struct answer_form){.style = ANSWER_JSON}, out);
    arena_free(a);
}
