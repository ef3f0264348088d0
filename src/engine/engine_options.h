/* Options of those who ask the engine: how deep, with how many threads, with which net and tables. */
#ifndef KIBITZER_ENGINE_OPTIONS_H
#define KIBITZER_ENGINE_OPTIONS_H

#include "base/option.h"
#include "engine/engine.h"

struct level_option {
    struct level level;
};

struct jobs_option {
    int jobs; /* threads; once settled at least 1 */
};

struct engine_files {
    const char *net, *met, *hyper; /* as in struct engine_options */
    const char *bearoff; /* folder of databases, NULL = the cache folder */
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
