/* The table of writers and what they share: defaults, choice by name or by extension. */
#include "export/export.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* One row a line. */
/* clang-format off */
#ifdef ANSWERS_ALONE /* the engine inside a report: mk/web.mk */
const struct exporter *const exporters[] = {&exporter_json, &exporter_html, NULL};
#else
const struct exporter *const exporters[] = {
    &exporter_mat,
    &exporter_sgf,
    &exporter_dump,
    &exporter_ogxm,
    &exporter_bgammon,
    &exporter_json,
    &exporter_ndjson,
    &exporter_csv,
    &exporter_text,
    &exporter_html,
    &exporter_pdf,
    &exporter_latex,
    &exporter_svg,
    &exporter_png,
    &exporter_eps,
    &exporter_gam,
    &exporter_snowie,
    &exporter_transcript,
    &exporter_pos,
    &exporter_snowie_position,
    &exporter_xgid,
    &exporter_ogid,
    &exporter_ps,
    &exporter_tree,
    &exporter_md,
    &exporter_forum,
    &exporter_snippet,
    NULL,
};
#endif
/* clang-format on */

struct match export_game_alone(const struct match *m, size_t index)
{
    struct match alone = *m;
    alone.games = &m->games[index];
    alone.n_games = alone.capacity = 1;
    alone.statistics = m->games[index].statistics;
    return alone;
}

static bool write_game_apart(const struct exporter *e, const struct match *m, size_t index,
                             const struct export_options *o, struct sink *out, struct diags *d)
{
    const struct match alone = export_game_alone(m, index);
    struct strbuf *to = sink_main(out);
    char suffix[32];
    struct sink s;
    snprintf(suffix, sizeof suffix, "_%03zu", index + 1);
    sink_init(&s);
    bool ok = e->write(&alone, o, &s, d);
    if (ok && index > 0)
        to = sink_add_part(out, suffix);
    if (ok)
        strbuf_add(to, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    sink_done(&s);
    return ok;
}

bool export_write(const struct exporter *e, const struct match *m, const struct export_options *o, struct sink *out,
                  struct diags *d)
{
    bool of_games = (e->scope & (EXPORT_GAME | EXPORT_MATCH)) != 0;
    if (!o->split_games || e->splits || !of_games || m->n_games < 2)
        return e->write(m, o, out, d);
    bool ok = true;
    for (size_t i = 0; ok && i < m->n_games; i++)
        ok = write_game_apart(e, m, i, o, out, d);
    return ok;
}

const struct exporter *exporter_find(const char *name)
{
    for (const struct exporter *const *e = exporters; *e != NULL; e++)
        if (strcasecmp((*e)->name, name) == 0)
            return *e;
    return NULL;
}

bool exporter_has_style(const struct exporter *e, const char *style)
{
    for (size_t i = 0; style != NULL && e->styles != NULL && e->styles[i] != NULL; i++)
        if (strcasecmp(e->styles[i], style) == 0)
            return true;
    return style == NULL;
}
