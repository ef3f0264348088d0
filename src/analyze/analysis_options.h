/* What is analysed, and how deeply, as options. */
#ifndef KIBITZER_ANALYSIS_OPTIONS_H
#define KIBITZER_ANALYSIS_OPTIONS_H

#include "analyze/analyze.h"
#include "base/option.h"
#include "engine/engine_options.h"

struct analysis_choice {
    struct analysis_options options; /* complete once settled */
    const char *player; /* only this one's plays and cube actions; NULL = of both */
    struct level cube_level, luck_level; /* where they are given */
    struct level_changes changes;
};

extern const struct option_group analysis_group;

/* Of player `who` alone; NOBODY = of neither. */
void analysis_only(struct analysis_options *o, int who);

/* The options for a match: `player` means one of its players, or nobody. */
struct analysis_options analysis_options_for(const struct analysis_choice *c, const struct match *m);

#endif
