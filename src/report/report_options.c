/* Defaults of reports; see options.h. */
#include "report/report_options.h"

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
        .candidates_fine = 3,
        .probabilities = true,
        .show_move = {true, true, true, true},
        .show_cube = {true, true, true, true},
        .show_actual_cube = true,
        .show_missed_cube = true,
        .show_close_cube = true,
        .only_player = -1,
        .errors_above = -1,
    };
}

int export_set(const struct match *m, const struct export_options *o)
{
    int last = (int)m->n_sets - 1;
    return o->set >= 0 && o->set < last ? o->set : last;
}
