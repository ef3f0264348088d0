/* The replies to a double, a beaver or a raccoon, from the point of view of the player who has to reply. Plain
 * arithmetic. */
#ifndef KIBITZER_REPLIES_H
#define KIBITZER_REPLIES_H

#include <stdbool.h>

#include "match/annotation.h"
#include "match/position.h"

enum reply { REPLY_TAKE, REPLY_PASS, REPLY_RAISE, REPLIES }; /* ORDER REPLY */

struct replies {
    enum reply best;
    bool may_raise; /* beaver a double, raccoon a beaver */
    float equity[REPLIES]; /* the answerer's, per cube before the double; of a raise that is not allowed: NAN */
    float cost[REPLIES]; /* what it loses against the best one, >= 0; NAN likewise */
};

/* `dt` and `dp` are the doubler's equities of a take and a pass of the double, before any beaver. Each raise doubles
 * what is at stake: a beaver what the take is worth, and passing it costs two cubes; near the limit of the cube `r`
 * says what it is worth (NULL: no limit is near). `p`: where OFFER_DOUBLE, OFFER_BEAVER or OFFER_RACCOON waits; raises
 * are for money play with beavers, and a raccoon is the last. */
void replies_to(const struct position *p, float dt, float dp, const struct cube_raises *r, struct replies *out);

/* "take", "pass", "beaver"; to a beaver "raccoon". */
const char *reply_name(const struct position *p, enum reply r);

/* What has been done to the one who replies: "doubled", "beavered", "raccooned". */
const char *offer_made(const struct position *p);
/* The question in words: "take or pass?", "take, pass or beaver?" */
const char *reply_choice(const struct position *p);

#endif
