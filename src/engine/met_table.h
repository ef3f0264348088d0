/* The internals of a match equity table, shared only by the reader, the models and the lookups. */
#ifndef KIBITZER_MET_TABLE_H
#define KIBITZER_MET_TABLE_H

#include "engine/met.h"

enum { MET_FILE_LIMIT = 1 << 20 };

struct met {
    char *name, *description;
    int length;
    /* [a-1][b-1]: MWC of player 0 who is a-away, player 1 being b-away; row and column 0 are the Crawford game. */
    double pre[MET_MAX_AWAY][MET_MAX_AWAY];
    /* [player][a-1]: MWC of the trailing player who is a-away, the opponent 1-away, after the Crawford game. */
    double post[2][MET_MAX_AWAY];
};

/* Fills what lies beyond a given table of `length` scores. */
void met_extend_pre(struct met *m, int length);
void met_extend_post(double post[MET_MAX_AWAY], int length);

/* Models: parameters by name. `crawford` below is the row of the Crawford game that follows from `post`. */
struct met_zadeh {
    double gammon_rate_leader, gammon_rate_trailer, delta, delta_bar;
};
struct met_zadeh_post {
    double gammon_rate_trailer, free_drop_2_away, free_drop_4_away;
};
struct met_mec {
    double gammon_rate, win_rate;
};
struct met_mec_post {
    double gammon_rate, win_rate, free_drop_2_away, free_drop_4_away;
};

void met_zadeh_post(const struct met_zadeh_post *p, double post[MET_MAX_AWAY]);
void met_zadeh_pre(const struct met_zadeh *p, struct met *m); /* needs m->post[0] */
void met_mec_post(const struct met_mec_post *p, double post[MET_MAX_AWAY]);
void met_mec_pre(const struct met_mec *p, struct met *m); /* needs m->post[0] */

#endif
