/* The table of writers and what they share: defaults, choice by name or by extension. */
#include "export/export.h"

#include <string.h>
#include <strings.h>

const struct exporter *const exporters[] = {
    &exporter_mat,   &exporter_sgf,
    &exporter_dump,  &exporter_json,
    &exporter_csv,   &exporter_text,
    &exporter_html,  &exporter_pdf,
    &exporter_latex, &exporter_svg,
    &exporter_png,   &exporter_eps,
    &exporter_gam,   &exporter_snowie,
    &exporter_pos,   &exporter_snowie_position,
    &exporter_xgid,  NULL,
};

void export_defaults(struct export_options *o)
{
    *o = (struct export_options){
        .set = -1,
        .annotations = true,
        .analysis = true,
        .statistics = true,
        .legend = true,
        .match_information = true,
        .board_every = 1,
        .candidates = 5,
        .probabilities = true,
        .show_move = {true, true, true, true},
        .show_cube = {true, true, true, true},
        .show_actual_cube = true,
        .show_missed_cube = true,
        .show_close_cube = true,
    };
}

int export_set(const struct match *m, const struct export_options *o)
{
    int last = (int)m->n_sets - 1;
    return o->set >= 0 && o->set < last ? o->set : last;
}

const struct exporter *exporter_find(const char *name)
{
    for (const struct exporter *const *e = exporters; *e != NULL; e++)
        if (strcasecmp((*e)->name, name) == 0)
            return *e;
    return NULL;
}

const struct exporter *exporter_for_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash != NULL ? slash : path, '.');
    if (dot == NULL)
        return NULL;
    for (const struct exporter *const *e = exporters; *e != NULL; e++)
        if (strcasecmp((*e)->extension, dot + 1) == 0)
            return *e;
    return NULL;
}
