/* Converts the engine's cube evaluation to an action. */
#ifndef KIBITZER_ENGINE_JUDGED_H
#define KIBITZER_ENGINE_JUDGED_H

#include <stdbool.h>

#include "engine/engine.h"

enum answer { ANSWER_TAKE, ANSWER_DROP, ANSWER_BEAVER };

/* Does the player on roll double? */
bool judged_to_double(const struct cube_answer *c);

/* What is answered to a double in `p`, which is seen by the doubler. `live`: the double matters at all; what does not
 * is taken. */
enum answer judged_answer(const struct cube_answer *c, bool live, const struct position *p);

#endif
