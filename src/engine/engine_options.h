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

extern const struct option_group level_group, jobs_group, engine_group;

/* For rows that take a level: parses into a struct level. */
bool level_option_parse(const struct option_value *v);
/* For rows that take a match equity table, by its name or as a file: parses into a const char *. */
bool met_option_parse(const struct option_value *v);
/* The names of levels one by one, for completion. */
const char *level_option_listed(size_t i);

#endif
