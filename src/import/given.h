/* What a user says of a record against its source: the rules, and corrections. */
#ifndef KIBITZER_IMPORT_GIVEN_H
#define KIBITZER_IMPORT_GIVEN_H

#include "import/import.h"

/* Changes the record as `how` says, with a note for each change that is one. Always true. To be called before
 * match_check(). */
bool take_given(const struct import_options *how, struct match *m, struct diags *d);

#endif
