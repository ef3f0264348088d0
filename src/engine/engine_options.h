/* Options of those who ask the engine: how deep, with how many threads, with which net and tables. */
#ifndef KIBITZER_ENGINE_OPTIONS_H
#define KIBITZER_ENGINE_OPTIONS_H

#include "base/option.h"
#include "engine/engine.h"

/* What is asked to be otherwise than at the levels themselves. */
struct level_changes {
    const char *filter;
    double noise; /* 0 = as the level has it */
    unsigned noise_seed;
    bool cubeless;
};

/* Rows for them, in the table of a group whose struct `s` has them as `field`. */
#define LEVEL_FILTER_ROW(s, field)                                                                                     \
    OPTION("filter", s, field.filter, .argument = "FILTERS", .flags = OPTION_CHANGES_RESULT,                           \
           .help = "which plays are searched more deeply, for each depth from 0 on:\n"                                 \
                   "EXTRA,THRESHOLD keeps up to EXTRA that lose at most THRESHOLD (EMG);\n"                            \
                   "ACCEPT,EXTRA,THRESHOLD always keeps the first ACCEPT as well;\n"                                   \
                   "- passes all on; \"/\" between depths. 2ply has 12,0.24/5,0.06.\n"                                 \
                   "GNU Backgammon's tiny, narrow, normal, large, huge by name")
#define LEVEL_NOISE_ROWS(s, field)                                                                                     \
    OPTION("noise", s, field.noise, .argument = "X", .least = 1e-6, .most = 1, .flags = OPTION_CHANGES_RESULT,         \
           .help = "misjudge each position by chance: the standard deviation of the error in\n"                        \
                   "the winning chance [as the level has it]"),                                                        \
        OPTION("noise-seed", s, field.noise_seed, .argument = "N|random", .parse = noise_seed_option_parse,            \
               .flags = OPTION_CHANGES_RESULT,                                                                         \
               .help = "another number, other errors; random draws one and says which [0]")
#define LEVEL_CUBELESS_ROW(s, field)                                                                                   \
    OPTION("cubeless", s, field.cubeless, .flags = OPTION_CHANGES_RESULT, .help = "judge plays without the cube")

bool noise_seed_option_parse(const struct option_value *v);

/* Makes the changes; false after a refusal of filters that the level has no room for. */
bool level_change(struct level *l, const struct level_changes *c, struct option_fault *f);
/* False after a refusal: a seed was given and there is no noise. */
bool level_seed_has_noise(const struct options *o, bool noise, struct option_fault *f);
/* The noise alone, for levels without filters of their own. */
void level_change_noise(struct level *l, const struct level_changes *c);

struct level_option {
    struct level level; /* once settled with the changes */
    struct level_changes changes;
};

struct jobs_option {
    int jobs; /* threads; once settled at least 1 */
};

struct engine_files {
    const char *net, *met, *hyper; /* as in struct engine_options */
    const char *bearoff; /* folder of databases, NULL = the cache folder, "no" = none at all */
    bool cache; /* keep databases that are made */
};

/* Who is the better player of a match equity table for unlike ones, in a position without names. */
enum stronger { STRONGER_UNSAID, STRONGER_ON_ROLL, STRONGER_OPPONENT, STRONGER_X, STRONGER_O };

struct stronger_option {
    int stronger; /* enum stronger */
};

extern const struct option_group level_group, jobs_group, engine_group, stronger_group;

/* What there is to say where --stronger has no effect. */
extern const char stronger_alike[];
/* Where nobody can say who is the better one. */
extern const char stronger_unsaid[];

/* The word for one of them ("on-roll"), NULL for STRONGER_UNSAID; and the way back, STRONGER_UNSAID for other words. */
const char *stronger_word(int stronger);
int stronger_of_word(const char *word);

/* The engine for `p`: NULL with a problem (static text) where its table needs to know who is the better player, or says
 * that nobody is. */
const struct engine *engine_of_stronger(const struct engine *e, int stronger, const struct position *p,
                                        const char **problem);

/* For rows that take a level: parses into a struct level. */
bool level_option_parse(const struct option_value *v);
/* For rows that take a match equity table, by its name or as a file: parses into a const char *. */
bool met_option_parse(const struct option_value *v);
/* The names of levels one by one, for completion. */
const char *level_option_listed(size_t i);

#endif
