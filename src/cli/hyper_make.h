/* `kibitzer bearoff make --hyper`: databases of hypergammon, which take minutes and can be interrupted. */
#ifndef KIBITZER_HYPER_MAKE_H
#define KIBITZER_HYPER_MAKE_H

#include "cli/options.h"

/* Rows for its options. */
/* clang-format off */
#define HYPER_OPTIONS \
    {"hyper", 0, "N", NULL, "hypergammon with N chequers a side, 1 to 3: exact chances and money equities"}, \
    {"converge", 0, "ERROR", "1e-6", "hyper: until no value is expected to be farther off than this"}, \
    {"save", 0, "SECONDS", "300", "hyper: save the state of the run as FILE.state this often; 0 = always"}
/* clang-format on */

/* Makes the database as `file`; an enum exit_code. */
int hyper_make_run(const struct args *a, const char *file, int threads);

#endif
