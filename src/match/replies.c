/* Replies; see replies.h. */
#include "base/language.h"
#include "match/replies.h"

#include <math.h>
#include <stddef.h>

/* A raccoon only counts where the beaver would be right without it: what is wrong anyway costs what it does if taken.
 */
float cube_beavered(float dt, const struct cube_raises *r)
{
    if (!r->limited)
        return 2 * dt;
    const float taken = fmaxf(r->beaver, -2);
    return taken < dt && !isnan(r->raccoon) ? fmaxf(taken, fminf(r->raccoon, 4)) : taken;
}

/* Beyond two cubes nobody is supposed to be serious. */
bool cube_beaver_is_right(float dt, const struct cube_raises *r)
{
    return r->limited ? cube_beavered(dt, r) < dt : dt <= 0 && dt >= -2;
}

static bool raise_is_right(const struct position *p, float dt, const struct cube_raises *r, const float equity[REPLIES])
{
    if (r->limited)
        return equity[REPLY_RAISE] > fmaxf(equity[REPLY_TAKE], equity[REPLY_PASS]);
    return p->offer == OFFER_BEAVER ? dt >= 0 && dt <= 2 : cube_beaver_is_right(dt, r);
}

void replies_to(const struct position *p, float dt, float dp, const struct cube_raises *r, struct replies *out)
{
    static const struct cube_raises none;
    const int raised = p->offer == OFFER_RACCOON ? 2 : p->offer == OFFER_BEAVER ? 1 : 0;
    const float stake = (float)(1 << raised), sign = raised == 1 ? 1 : -1; /* the doubler himself answers a beaver */
    r = r != NULL ? r : &none;
    const float taken[] = {dt, r->limited ? r->beaver : 2 * dt, r->limited ? r->raccoon : 4 * dt};
    *out = (struct replies){.may_raise = position_may_raise(p)};
    out->equity[REPLY_TAKE] = sign * taken[raised];
    out->equity[REPLY_PASS] = -stake * dp;
    out->equity[REPLY_RAISE] = !out->may_raise ? (float)NAN
                               : raised == 0   ? -cube_beavered(dt, r)
                               : r->limited    ? fminf(r->raccoon, 4)
                                               : 4 * dt;
    if (out->may_raise && raise_is_right(p, dt, r, out->equity))
        out->best = REPLY_RAISE;
    else
        out->best = out->equity[REPLY_TAKE] <= out->equity[REPLY_PASS] ? REPLY_PASS : REPLY_TAKE;
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        out->cost[i] = isnan(out->equity[i]) ? (float)NAN : fmaxf(0, out->equity[out->best] - out->equity[i]);
}

const char *reply_name(const struct position *p, enum reply r)
{
    static const char *const names[REPLIES] = {N_("take"), N_("pass"), N_("beaver")};
    return r == REPLY_RAISE && p->offer == OFFER_BEAVER ? N_("raccoon") : names[r];
}

const char *offer_made(const struct position *p)
{
    return p->offer == OFFER_RACCOON ? N_("raccooned") : p->offer == OFFER_BEAVER ? N_("beavered") : N_("doubled");
}

const char *reply_choice(const struct position *p)
{
    if (!position_may_raise(p))
        return N_("take or pass?");
    return p->offer == OFFER_BEAVER ? N_("take, pass or raccoon?") : N_("take, pass or beaver?");
}
