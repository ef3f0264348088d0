/* What tests of the engine begin with: a position from its ID, a table by name. Ends the test if there is none. */
#ifndef KIBITZER_TEST_ENGINE_THINGS_H
#define KIBITZER_TEST_ENGINE_THINGS_H

#include "engine/met.h"
#include "format/posid.h"

struct position position_of(const char *id);
/* The folder TEST_CACHE, where tests/run.sh has the bearoff databases kept: to make them takes longer than most tests.
 * NULL where there is none: they are made in memory. */
const char *kept_tables(void);
struct met *woolsey(void); /* Woolsey's table; the caller frees it */

#endif
