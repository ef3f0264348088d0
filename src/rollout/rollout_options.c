/* Options of rollouts; see options.h. */
#include "rollout/rollout_options.h"

#include <string.h>

#include "engine/engine_options.h"

enum { HALF_ROLLS_MAX = 1000 };

/* ---- values ---- */

static bool parse_part(const struct option_value *v, const char *text, size_t length, struct level *out)
{
    const struct option_value part = {.option = v->option,
                                      .text = arena_strndup(v->arena, text, length),
                                      .field = out,
                                      .group = v->group,
                                      .arena = v->arena,
                                      .fault = v->fault};
    return level_option_parse(&part);
}

/* "L" or "L/L": of the player on roll, of the opponent. */
static bool parse_levels(const struct option_value *v)
{
    struct level *out = v->field;
    const size_t first = strcspn(v->text, "/");
    const char *second = v->text[first] == '/' ? v->text + first + 1 : v->text;
    return parse_part(v, v->text, first, &out[0]) && parse_part(v, second, strlen(second), &out[1]);
}

static bool parse_likeness(const struct option_value *v)
{
    const char *name = rollout_likeness(v->text);
    if (name == NULL)
        return option_wrong(v, "expected roller, roller+ or roller++");
    *(const char **)v->field = name;
    return true;
}

/* ---- what they say together ---- */

/* What is not given follows what is: the cube the plays, late half-rolls the early ones. */
static void settle_levels(const struct options *o, const struct rollout_request *r, struct rollout_options *how)
{
    const bool plays = options_given(o, "level"), cube = options_given(o, "cube-level");
    for (int k = 0; k < 2; k++) {
        if (plays)
            how->early[k] = (struct rollout_deciders){.chequer = r->level[k], .cube = r->level[k]};
        if (cube)
            how->early[k].cube = r->cube_level[k];
        if (plays || cube)
            how->late[k] = how->early[k];
        if (options_given(o, "late-level"))
            how->late[k].chequer = r->late_level[k];
        if (options_given(o, "late-cube-level"))
            how->late[k].cube = r->late_cube_level[k];
    }
    if (plays)
        how->last = r->level[0];
    if (options_given(o, "truncate-level"))
        how->last = r->last;
}

/* Filters are for the levels that look ahead; there must be one. */
static bool change_levels(const struct options *o, const struct level_changes *c, struct rollout_options *how,
                          struct option_fault *f)
{
    struct level *const all[] = {&how->early[0].chequer, &how->early[1].chequer, &how->early[0].cube,
                                 &how->early[1].cube,    &how->late[0].chequer,  &how->late[1].chequer,
                                 &how->late[0].cube,     &how->late[1].cube,     &how->last};
    bool filtered = c->filter == NULL, noise = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct level_changes mine = *c;
        if (all[i]->plies == 0)
            mine.filter = NULL;
        filtered = filtered || mine.filter != NULL;
        if (!level_change(all[i], &mine, f))
            return false;
        noise = noise || all[i]->noise > 0;
    }
    if (!level_seed_has_noise(o, noise, f))
        return false;
    return filtered || option_refuse(f, "filter", c->filter, "has no effect: no level here looks ahead");
}

static void settle_numbers(const struct rollout_request *r, struct rollout_options *how)
{
    how->trials = r->trials > 0 ? r->trials : how->trials;
    how->truncate = r->truncate > 0 ? r->truncate : how->truncate;
    how->priced_from = r->priced_from;
    how->late_from = r->late_from > 0 ? r->late_from : how->late_from;
    how->seed = (uint64_t)r->seed;
    how->cubeful = !r->cubeless;
}

static bool goes_with(const struct options *o, const char *option, const char *other, struct option_fault *f)
{
    return !options_given(o, option) || option_refuse(f, NULL, NULL, "--%s has no effect without --%s", option, other);
}

static void default_rollout(void *group)
{
    rollout_defaults(&((struct rollout_request *)group)->how);
}

static bool settle_rollout(const struct options *o, void *group, struct option_fault *f)
{
    struct rollout_request *r = group;
    struct rollout_options *how = &r->how;
    if (r->like != NULL)
        (void)rollout_like(how, r->like);
    settle_levels(o, r, how);
    settle_numbers(r, how);
    r->seed_given = options_given(o, "seed");
    if (how->late_from == 0 &&
        !(goes_with(o, "late-level", "late-from", f) && goes_with(o, "late-cube-level", "late-from", f)))
        return false;
    if (how->truncate == 0 && !goes_with(o, "truncate-level", "truncate", f))
        return false;
    r->changes.cubeless = false; /* an option of its own here: nobody doubles */
    if (!change_levels(o, &r->changes, how, f))
        return false;
    const char *problem = rollout_problem(how);
    return problem == NULL || option_refuse(f, NULL, NULL, "%s", problem);
}

/* ---- rows ---- */

#define REQUEST(field) OPTION_FIELD(struct rollout_request, field)
#define LEVELS(field_)                                                                                                 \
    .argument = "LEVEL", REQUEST(field_), .parse = parse_levels, .listed = level_option_listed,                        \
    .flags = OPTION_CHANGES_RESULT

static const struct option_word dice_kinds[] = {{"stratified", false}, {"random", true}, {0}};

static const struct option_row rollout_rows[] = {
    OPTION("like", struct rollout_request, like, .argument = "NAME", .parse = parse_likeness,
           .listed = rollout_likeness_name, .flags = OPTION_CHANGES_RESULT,
           .help = "as XG's roller (42 trials of 5 half-rolls), roller+ (360 of 7) or roller++ (360 of\n"
                   "5, looking deeper); options beside it change single settings"),
    OPTION("trials", struct rollout_request, trials, .letter = 'n', .argument = "N", .least = 1,
           .most = ROLLOUT_TRIALS_MAX, .flags = OPTION_CHANGES_RESULT,
           .help = "games played for each candidate [1296]"),
    OPTION("seed", struct rollout_request, seed, .letter = 's', .argument = "N", .initial = "1", .least = 0,
           .most = ROLLOUT_SEED_MAX, .flags = OPTION_CHANGES_RESULT,
           .help = "seed of the dice: the same one gives the same result, with any number of threads"),
    {.name = "level",
     .letter = 'l',
     LEVELS(level),
     .help = "level of play [0ply]; LEVEL/LEVEL: the second is for the opponent of the player on roll;\n"
             "levels as in `kibitzer hint`"},
    {.name = "cube-level", LEVELS(cube_level), .help = "level of cube decisions, given the same way [as --level]"},
    OPTION("late-from", struct rollout_request, late_from, .argument = "N", .least = 1, .most = HALF_ROLLS_MAX,
           .flags = OPTION_CHANGES_RESULT, .help = "from this half-roll on the next two options apply"),
    {.name = "late-level", LEVELS(late_level), .help = "level of play from then on [as --level]"},
    {.name = "late-cube-level",
     LEVELS(late_cube_level),
     .help = "level of cube decisions from then on [as --cube-level]"},
    OPTION("truncate", struct rollout_request, truncate, .argument = "N", .least = 1, .most = HALF_ROLLS_MAX,
           .flags = OPTION_CHANGES_RESULT, .help = "evaluate after N half-rolls instead of playing on"),
    OPTION("price-cube", struct rollout_request, priced_from, .argument = "N", .least = 1, .most = HALF_ROLLS_MAX,
           .flags = OPTION_CHANGES_RESULT,
           .help = "from this half-roll on nobody doubles: what the cube is worth there follows from the\n"
                   "chances that are played out; for the difference of plays, not for takes"),
    OPTION("truncate-level", struct rollout_request, last, .argument = "LEVEL", .parse = level_option_parse,
           .listed = level_option_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "level of the evaluation at that point [as --level]"),
    LEVEL_FILTER_ROW(struct rollout_request, changes),
    LEVEL_NOISE_ROWS(struct rollout_request, changes),
    OPTION("cubeless", struct rollout_request, cubeless, .flags = OPTION_CHANGES_RESULT, .help = "nobody doubles"),
    OPTION("to-the-end", struct rollout_request, how.to_the_end, .flags = OPTION_CHANGES_RESULT,
           .help = "play on even if a database has the exact value; it still chooses the plays"),
    OPTION("opening", struct rollout_request, how.opening, .flags = OPTION_CHANGES_RESULT,
           .help = "the position begins a game: nobody doubles before the first roll, which is no\n"
                   "double (the usual starting positions are recognised without it)"),
    OPTION("luck-level", struct rollout_request, how.luck, .argument = "LEVEL", .initial = "0ply",
           .parse = level_option_parse, .listed = level_option_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "level used to measure luck: 0ply or 1ply"),
    OPTION("dice", struct rollout_request, how.independent, .argument = "KIND", .initial = "stratified",
           .words = dice_kinds, .flags = OPTION_CHANGES_RESULT,
           .help = "stratified: every first throw, and every later one, comes equally often; random: each\n"
                   "throw is drawn by itself (the generator of both is SplitMix64)"),
    OPTION("variance-reduction", struct rollout_request, how.variance_reduction, .initial = "yes",
           .flags = OPTION_CHANGES_RESULT, .help = "do not take luck out of the results"),
    OPTION("stop-se", struct rollout_request, how.stop_error, .argument = "EMG", .least = 1e-6, .most = 10,
           .flags = OPTION_CHANGES_RESULT,
           .help = "stop when every standard error is this small (after 144 trials at least)"),
    OPTION("stop-jsd", struct rollout_request, how.drop, .argument = "X", .least = ROLLOUT_DROP_LEAST, .most = 100,
           .flags = OPTION_CHANGES_RESULT,
           .help = "drop plays that are X joint standard errors worse, X at least 2.33; stop when\n"
                   "the best play, or the cube decision, is clear by as much"),
    {0},
};

const struct option_group rollout_group = {
    .title = "How the games are played", .rows = rollout_rows, .defaults = default_rollout, .settle = settle_rollout};

/* ---- inside an analysis ---- */

static void default_rolled(void *group)
{
    rollout_defaults(&((struct rolled_options *)group)->how);
}

static bool settle_rolled(const struct options *o, void *group, struct option_fault *f)
{
    struct rolled_options *r = group;
    (void)o, (void)f;
    rollout_level(&r->how, &r->level, &r->level);
    r->how.trials = r->trials;
    r->how.seed = (uint64_t)r->seed;
    return true;
}

#define ROLLED(field_)                                                                                                 \
    OPTION_FIELD(struct rolled_options, field_), .needs = "rollout-errors", .flags = OPTION_CHANGES_RESULT

static const struct option_row rolled_rows[] = {
    OPTION("rollout-errors", struct rolled_options, errors, .argument = "EMG", .least = 1e-6, .most = 10,
           .flags = OPTION_CHANGES_RESULT, .help = "roll out decisions that cost at least this much"),
    {.name = "rollout-close",
     .argument = "EMG",
     .initial = "0.04",
     ROLLED(close),
     .least = 0,
     .most = 10,
     .help = "and also the plays this close to the best"},
    {.name = "rollout-trials",
     .argument = "N",
     .initial = "1296",
     ROLLED(trials),
     .least = 1,
     .most = ROLLOUT_TRIALS_MAX,
     .help = "games for each candidate"},
    {.name = "rollout-level",
     .argument = "LEVEL",
     .initial = "0ply",
     ROLLED(level),
     .parse = level_option_parse,
     .listed = level_option_listed,
     .help = "the level that plays them and decides about the cube"},
    {.name = "rollout-seed",
     .argument = "N",
     .initial = "1",
     ROLLED(seed),
     .least = 0,
     .most = ROLLOUT_SEED_MAX,
     .help = "seed for the dice"},
    {0},
};

const struct option_group rolled_group = {
    .title = "Rollouts of costly decisions", .rows = rolled_rows, .defaults = default_rolled, .settle = settle_rolled};
