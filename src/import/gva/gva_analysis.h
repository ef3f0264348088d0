/* The analyses of a .gva file: decisions are collected ply by ply, and written as blocks of OGXM at the end. */
#ifndef KIBITZER_GVA_ANALYSIS_H
#define KIBITZER_GVA_ANALYSIS_H

#include "import/gva/gva_course.h"
#include "import/gva/gva_notes.h"
#include "import/ogxm/ogxm.h"

struct gva_analysis { /* zero-initialised, but for: */
    struct gva_notes *notes; /* get the annotations of decisions */
    const struct gva_course *course; /* behind the ply that is analysed */
    struct strbuf decisions[OGXM_BLOCKS_MAX];
    json_object *infos, *info; /* of all blocks, else of the only one */
    size_t n_infos;
};

void gva_analysis_begin(struct gva_analysis *a, json_object *root);

/* The analyses of ply `o`, which is turn `t` and has the number `ply` over all games. */
void gva_analysis_take(struct gva_analysis *a, size_t ply, json_object *o, const struct gva_turn *t);
/* Sections with the head and the decisions of each block. */
void gva_analysis_put(struct gva_analysis *a, struct strbuf *to);
void gva_analysis_done(struct gva_analysis *a);

#endif
