/* Replies; see replies.h. */
#include "match/replies.h"

#include <math.h>

/* `take`: the answerer's equity of a take before any raise. Beyond two cubes nobody is supposed to be serious. */
static enum reply best_reply(const struct position *p, float take, float pass)
{
    if (position_may_raise(p) && take >= 0 && take <= 2)
        return REPLY_RAISE;
    return take <= pass ? REPLY_PASS : REPLY_TAKE;
}

void replies_to(const struct position *p, float dt, float dp, struct replies *out)
{
    const float stake = p->offer == OFFER_RACCOON ? 4 : p->offer == OFFER_BEAVER ? 2 : 1;
    const float take = p->offer == OFFER_BEAVER ? dt : -dt; /* the doubler himself answers a beaver */
    *out = (struct replies){.best = best_reply(p, take, -dp), .may_raise = position_may_raise(p)};
    out->equity[REPLY_TAKE] = stake * take;
    out->equity[REPLY_PASS] = -stake * dp;
    out->equity[REPLY_RAISE] = out->may_raise ? 2 * stake * take : (float)NAN;
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        out->cost[i] = isnan(out->equity[i]) ? (float)NAN : fmaxf(0, out->equity[out->best] - out->equity[i]);
}

const char *reply_name(const struct position *p, enum reply r)
{
    static const char *const names[REPLIES] = {"take", "pass", "beaver"};
    return r == REPLY_RAISE && p->offer == OFFER_BEAVER ? "raccoon" : names[r];
}

const char *offer_made(const struct position *p)
{
    return p->offer == OFFER_RACCOON ? "raccooned" : p->offer == OFFER_BEAVER ? "beavered" : "doubled";
}

const char *reply_choice(const struct position *p)
{
    if (!position_may_raise(p))
        return "take or pass?";
    return p->offer == OFFER_BEAVER ? "take, pass or raccoon?" : "take, pass or beaver?";
}
