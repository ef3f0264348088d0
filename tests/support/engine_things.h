/* What tests of the engine begin with: a position from its ID, a table by name. Ends the test if there is none. */
#ifndef KIBITZER_TEST_ENGINE_THINGS_H
#define KIBITZER_TEST_ENGINE_THINGS_H

#include "engine/met.h"
#include "format/posid.h"

struct position position_of(const char *id);
struct met *woolsey(void); /* Woolsey's table; the caller frees it */

#endif
