/* `bearoff make --hyper`: databases of hypergammon, which take minutes and can be interrupted. */
#ifndef KIBITZER_HYPER_MAKE_H
#define KIBITZER_HYPER_MAKE_H

#include "command/answers.h"
#include "engine/engine_options.h"

struct hyper_choice {
    int chequers; /* 0 = not wanted */
    double converge;
    int save; /* seconds */
};

extern const struct option_group hyper_group;

struct made_two {
    bool cubeful;
};
struct made_one {
    bool gammons, compressed, normal;
};
struct made_sweeps {
    int sweeps;
    double expected_error, last_change, rate;
};
struct made_hyper {
    int continued_from;
    struct made_sweeps equities, chances;
};
struct made_limit {
    int cube_limit, sweeps;
    double expected_error;
};
/* What `bearoff make` answers; one of the four is not NULL. */
struct made_record {
    const char *file, *kind;
    int chequers, points;
    const struct made_two *two;
    const struct made_one *one;
    const struct made_hyper *hyper;
    const struct made_limit *limit;
};
extern const struct answer_document made_document;

/* Makes the database as `file`, and answers about it where a form is asked for; an enum call_ending. */
int hyper_make_run(const struct hyper_choice *c, const char *file, int threads, const struct answers_options *answer);

/* The same near a limit of the cube, from the database of the game. */
int hyper_limits_make_run(const struct hyper_choice *c, int cube_limit, const struct engine_files *files,
                          const char *file, int threads, const struct answers_options *answer);

#endif
