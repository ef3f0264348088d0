/* One file for each error of a match; the contract stands in error_positions.h. */
#include "cli/error_positions.h"

#include <string.h>

#include "cli/files.h"
#include "report/decision.h"

bool holds_one_position(const struct exporter *e)
{
    return e->scope == EXPORT_POSITION;
}

/* "Ann to play 53: 11/3, better 13/8 11/8 (-0.119)" */
static void write_title(struct strbuf *out, const struct report *r, const struct costly *e)
{
    report_heading(out, r, e->decision);
    strbuf_puts(out, ": ");
    report_error_done(out, r, e);
    strbuf_puts(out, ", better ");
    report_error_better(out, r, e);
    strbuf_puts(out, " (");
    report_signed(out, -e->error, 3);
    strbuf_putc(out, ')');
}

static bool write_error(const struct exporter *e, const struct report *r, const struct costly *error,
                        struct export_options o, const char *stem, struct diags *d)
{
    const struct decision *at = error->decision;
    const struct play_analysis *play = at->note->play;
    struct strbuf title = {0}, path = {0};
    struct position before = at->before;
    struct sink s;
    if (error->cube)
        memset(before.dice, 0, sizeof before.dice); /* decided before the roll */
    write_title(&title, r, error);
    o.position = &before;
    o.title = o.title != NULL ? o.title : strbuf_text(&title);
    o.arrow_played = error->cube ? NULL : &at->event->play;
    o.arrow_best = error->cube || play->n == 0 ? NULL : &play->candidates[0].play;
    strbuf_printf(&path, "%s_%s%s.%s", stem, at->anchor, error->cube && !decision_is_cube_action(at) ? "_cube" : "",
                  e->extension);
    sink_init(&s);
    const bool ok = e->write(r->match, &o, &s, d) && output_write(&s, path.at);
    sink_done(&s);
    strbuf_done(&path);
    strbuf_done(&title);
    return ok;
}

bool error_positions_write(const struct exporter *e, const struct match *m, const struct export_options *o,
                           const char *stem, struct diags *d)
{
    struct report r;
    bool ok = true;
    report_init_for(&r, m, o);
    for (size_t i = 0; ok && i < r.n_errors; i++)
        ok = write_error(e, &r, &r.errors[i], *o, stem, d);
    report_done(&r);
    return ok;
}
