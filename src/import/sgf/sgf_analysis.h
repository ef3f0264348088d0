/* What an SGF node says about its move or cube action: evaluations (A, DA), luck (LU, GW, GB) and marks. */
#ifndef KIBITZER_SGF_ANALYSIS_H
#define KIBITZER_SGF_ANALYSIS_H

#include "import/sgf/sgf_tree.h"
#include "match/moves.h"
#include "match/position.h"

struct sgf_notes {
    struct match *m;
    struct diags *d;
    const char *engine, *version; /* from AP */
    bool own; /* written by kibitzer */
    struct annotation_set facts; /* of the set, from KT where kibitzer wrote the file; engine NULL = not given */
    int set; /* annotation set, -1 = none yet: made when the first annotation is met */
    struct move_list moves; /* scratch */
};

/* A fact about the annotation set given by KT ("set-engine", "set-level" ...); others are passed over. */
void sgf_set_fact(struct sgf_notes *s, const char *name, const char *value);

/* True if the property is one that sgf_annotate() deals with. */
bool sgf_is_annotation(const char *name);

/* True if the property, TE or IT, is the mark of `e`. */
bool sgf_is_good_mark(const struct sgf_tree *t, const struct sgf_property *p, const struct event *e);

/* Annotates `e` from its node. `before` is the position in which the player acted (board seen from there; for take and
 * drop by the doubler or anybody: only the cube counts). What cannot be understood is kept in `raw`. */
void sgf_annotate(struct sgf_notes *s, const struct sgf_tree *t, const struct sgf_node *n, struct event *e,
                  const struct position *before);

#endif
