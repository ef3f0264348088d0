/* What is analysed, and how deeply, as options; see options.h. */
#include "analyze/analysis_options.h"

#include <string.h>

#include "analyze/luck.h"
#include "analyze/skill.h"
#include "base/span.h"
#include "engine/engine_options.h"
#include "match/swap.h"
#include "rollout/rollout.h"

/* ---- values ---- */

static bool parse_thresholds(const struct option_value *v)
{
    return thresholds_parse(v->text, v->field) ||
           option_wrong(v, "gnubg, gnubg-classic, xg or three rising numbers a,b,c");
}

static const char *listed_thresholds(size_t i)
{
    return thresholds_names()[i];
}

static bool parse_luck_thresholds(const struct option_value *v)
{
    return luck_limits_parse(v->text, v->field) || option_wrong(v, "expected two rising numbers a,b above 0");
}

static bool *part_named(struct analysis_options *o, struct span word)
{
    return span_equal(word, "plays")  ? &o->moves
           : span_equal(word, "cube") ? &o->cube
           : span_equal(word, "luck") ? &o->luck
                                      : NULL;
}

static bool parse_parts(const struct option_value *v)
{
    struct analysis_options *o = &((struct analysis_choice *)v->group)->options;
    o->moves = o->cube = o->luck = false;
    for (const char *at = v->text;; at++) {
        const size_t length = strcspn(at, ",");
        bool *part = part_named(o, span_trim((struct span){at, length}));
        if (part == NULL)
            return option_wrong(v, "expected some of plays, cube and luck, separated by commas");
        *part = true;
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* A name of an analysis, or else the message about a level. */
static bool parse_level(const struct option_value *v)
{
    struct level unused;
    struct option_value level = *v;
    level.field = &unused;
    return analysis_level_named(&((struct analysis_choice *)v->group)->options, v->text) || level_option_parse(&level);
}

static bool parse_own_level(const struct option_value *v)
{
    return level_parse(v->text, v->field) || option_wrong(v, "no such level; --level lists them");
}

/* Names of levels, and those of XG's that are analyses. */
static const char *list_levels(size_t i)
{
    const char *name = level_option_listed(i);
    size_t levels = 0;
    while (level_option_listed(levels) != NULL)
        levels++;
    return name == NULL && i >= levels ? rollout_likeness_name(i - levels) : name;
}

/* ---- together ---- */

static bool analysis_settle(const struct options *o, void *group, struct option_fault *f)
{
    struct analysis_choice *c = group;
    if (options_given(o, "cube-level"))
        c->options.cube_level = c->cube_level;
    c->options.luck_level = options_given(o, "luck-level") ? c->luck_level : c->options.cube_level;
    level_change_noise(&c->options.cube_level, &c->changes);
    level_change_noise(&c->options.luck_level, &c->changes);
    if (c->changes.cubeless && !c->options.moves)
        return option_refuse(f, NULL, NULL, "--cubeless has no effect: no plays are analysed");
    return level_change(&c->options.level, &c->changes, f) &&
           level_seed_has_noise(
               o, c->options.level.noise > 0 || c->options.cube_level.noise > 0 || c->options.luck_level.noise > 0, f);
}

static const struct option_row rows[] = {
    OPTION("thresholds", struct analysis_choice, options.threshold, .argument = "WHICH", .initial = "gnubg",
           .parse = parse_thresholds, .listed = listed_thresholds, .flags = OPTION_CHANGES_RESULT,
           .help = "when errors are marked doubtful, bad, very bad (EMG): gnubg\n"
                   "0.03,0.06,0.12; gnubg-classic 0.04,0.08,0.16; xg 0.02,0.08;\n"
                   "or three numbers a,b,c"),
    OPTION("luck-thresholds", struct analysis_choice, options.luck_threshold, .argument = "A,B", .initial = "0.3,0.6",
           .parse = parse_luck_thresholds, .flags = OPTION_CHANGES_RESULT,
           .help = "when rolls are marked lucky, very lucky (EMG)"),
    OPTION("parts", struct analysis_choice, options.moves, .argument = "PARTS", .initial = "plays,cube,luck",
           .parse = parse_parts, .flags = OPTION_CHANGES_RESULT, .help = "analyse only these"),
    OPTION("analyze-player", struct analysis_choice, player, .argument = "NAME", .flags = OPTION_CHANGES_RESULT,
           .help = "analyse only this player's plays and cube actions"),
    OPTION("stronger", struct analysis_choice, options.stronger, .argument = "NAME", .flags = OPTION_CHANGES_RESULT,
           .help = "the stronger player (\"Ann;ann_s\"), if --met is a table for unequal players"),
    OPTION("level", struct analysis_choice, options.level, .letter = 'l', .argument = "LEVEL", .initial = "2ply",
           .parse = parse_level, .listed = list_levels, .flags = OPTION_CHANGES_RESULT,
           .help = "how deep: 0ply 1ply 2ply 3ply 4ply, or GNU Backgammon's names\n"
                   "(expert, worldclass, supremo, grandmaster ...), or smart: 2ply, and a ply more\n"
                   "where it is close, or roller, roller+, roller++: 2ply, and short rollouts\n"
                   "of what is close; eXtreme Gammon counts one ply more"),
    OPTION("cube-level", struct analysis_choice, cube_level, .argument = "LEVEL", .parse = parse_own_level,
           .listed = level_option_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "level for cube decisions, and for luck [--level; 2ply with 1ply]"),
    OPTION("luck-level", struct analysis_choice, luck_level, .argument = "LEVEL", .parse = parse_own_level,
           .listed = level_option_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "level for luck; one ply more than the rest takes 7 to 9 times\n"
                   "as long altogether [--cube-level]"),
    LEVEL_FILTER_ROW(struct analysis_choice, changes),
    LEVEL_NOISE_ROWS(struct analysis_choice, changes),
    LEVEL_CUBELESS_ROW(struct analysis_choice, changes),
    OPTION("cube-maps", struct analysis_choice, options.cube_maps, .flags = OPTION_CHANGES_RESULT,
           .help = "for each cube error, show the verdict at every score and the equity after each roll"),
    OPTION("play-maps", struct analysis_choice, options.play_maps, .flags = OPTION_CHANGES_RESULT,
           .help = "for each error of play, show the best play at every score to 7-away"),
    {0},
};

static void defaults(void *group)
{
    analysis_defaults(&((struct analysis_choice *)group)->options);
}

const struct option_group analysis_group = {
    .title = "What is analysed, and how deeply", .rows = rows, .defaults = defaults, .settle = analysis_settle};

/* ---- for a match ---- */

void analysis_only(struct analysis_options *o, int who)
{
    o->leave_out[0] = who != 0, o->leave_out[1] = who != 1;
}

struct analysis_options analysis_options_for(const struct analysis_choice *c, const struct match *m)
{
    struct analysis_options mine = c->options;
    if (c->player != NULL)
        analysis_only(&mine, match_player_named(m, c->player));
    return mine;
}
