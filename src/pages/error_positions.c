/* One file for each error of a match; see error_positions.h. */
#include "pages/error_positions.h"

#include <string.h>

#include "base/outputs.h"
#include "report/report.h"

bool holds_one_position(const struct exporter *e)
{
    return e->scope == EXPORT_POSITION;
}

struct errors {
    struct error_receiver receiver;
    const struct exporter *e;
    const struct match *m;
    const struct export_options *o;
    const char *stem;
    struct diags *d;
};

static bool write_error(struct error_receiver *receiver, const struct reported_error *error)
{
    struct errors *w = (struct errors *)receiver;
    const struct decision *at = error->decision;
    const struct play_analysis *play = at->note->play;
    struct export_options o = *w->o;
    struct strbuf path = {0}, place = {0};
    struct position before = at->before;
    struct sink s;
    if (error->cube)
        memset(before.dice, 0, sizeof before.dice); /* decided before the roll */
    o.position = &before;
    o.title = o.title != NULL ? o.title : error->title;
    o.arrow_played = error->cube ? NULL : &at->event->play;
    o.arrow_best = error->cube || play->n == 0 ? NULL : &play->candidates[0].play;
    strbuf_printf(&place, "%s%s", at->anchor, error->cube && !decision_is_cube_action(at) ? "c" : "");
    o.place = strbuf_text(&place);
    strbuf_printf(&path, "%s_%s%s.%s", w->stem, at->anchor, error->cube && !decision_is_cube_action(at) ? "_cube" : "",
                  w->e->extension);
    sink_init(&s);
    const bool ok = w->e->write(w->m, &o, &s, w->d) && output_write(&s, path.at);
    sink_done(&s);
    strbuf_done(&path);
    strbuf_done(&place);
    return ok;
}

bool error_positions_write(const struct exporter *e, const struct match *m, const struct export_options *o,
                           const char *stem, struct diags *d)
{
    struct errors w = {{write_error}, e, m, o, stem, d};
    return report_each_error(m, o, &w.receiver);
}
