/* Decisions of OGXM and the annotations of a record that they are: what its reader and its writer share. */
#ifndef KIBITZER_OGXM_FIGURES_H
#define KIBITZER_OGXM_FIGURES_H

#include "format/ogxm.h"
#include "match/position.h"
#include "match/record.h"

enum ogxm_currency { CURRENCY_CUBELESS, CURRENCY_EQUITY, CURRENCY_MWC };

/* What holds for all decisions of a block. */
struct ogxm_block {
    int currency;
    int checker_ply, cube_ply; /* -1 = not given */
    struct ogxm_record rollout; /* layout NULL = none */
    bool equities; /* no cube decision in chances of winning the match */
    bool doublers; /* chances of answers are seen by the doubler, as GammonView writes them */
};

void ogxm_block_level(struct ogxm_block *b, struct span level);
/* The label of a level, or nothing. */
struct span ogxm_label(struct span level);

/* Where a decision stands: the event, and the position that its player sees before it. */
struct ogxm_spot {
    const struct match *m;
    struct arena *arena; /* of what is read */
    const struct event *e;
    const struct position *before;
    const struct ogxm_block *block;
};

/* Adds to `a` what the record says; memory is the arena's. False: it says nothing that an annotation has a word for. */
bool ogxm_read_decision(const struct ogxm_spot *s, int kind, const struct ogxm_record *r, struct annotation *a);

/* Appends the record of `kind` for ply `ref`, without its length; false if `a` has nothing of that kind. */
bool ogxm_put_decision(struct strbuf *to, const struct ogxm_spot *s, int kind, uint64_t ref,
                       const struct annotation *a);

/* Does `a` say what `kept`, read from a record of `kind`, said? */
bool ogxm_agrees(int kind, const struct annotation *kept, const struct annotation *a);

/* What of an annotation does not come back. */
struct ogxm_lost {
    bool levels, rollouts, figures, analysis;
};
void ogxm_count_lost(const struct ogxm_spot *s, const struct annotation *a, struct ogxm_lost *lost);

/* Does GammonView's key stand among the properties of the match? */
bool ogxm_is_gammonview(const struct match *m);

#endif
