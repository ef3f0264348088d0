/* From the equities of a cube decision to what is done. */
#include "engine/cube_judged.h"

bool judged_to_double(const struct cube_answer *c)
{
    return c->verdict == VERDICT_DOUBLE_TAKE || c->verdict == VERDICT_DOUBLE_PASS ||
           c->verdict == VERDICT_DOUBLE_BEAVER;
}

enum answer judged_answer(const struct cube_answer *c, bool live, const struct position *p)
{
    if (!live) /* whatever it is at */
        return ANSWER_TAKE;
    if (position_may_raise(p) && (c->raises.limited ? cube_beaver_is_right(c->dt, &c->raises) : c->dt < 0.0f))
        return ANSWER_BEAVER;
    return c->dt > c->dp ? ANSWER_DROP : ANSWER_TAKE;
}
