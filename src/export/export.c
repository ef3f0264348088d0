/* The table of writers and what they share: defaults, choice by name or by extension. */
#include "export/export.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "export/board/draw.h"

/* In the order in which `formats` prints them. */
/* clang-format off */
#define WRITER(id, extension_, scope_, title_, ...)                                                                    \
    &(const struct exporter){.name = #id, .title = title_, .extension = extension_, .scope = scope_, .write = id##_write, __VA_ARGS__}
const struct exporter *const exporters[] = {
#ifndef ANSWERS_ALONE /* the engine inside a report: mk/web.mk */
    WRITER(mat, "mat", EXPORT_GAME | EXPORT_MATCH, "Jellyfish match", .styles = mat_styles),
    WRITER(sgf, "sgf", EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES, "Smart Game Format as GNU Backgammon writes it",
           .annotations = true, .figures = FIGURES_EXCHANGED),
    WRITER(dump, "dump", EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES, "kibitzer's own readable form of the whole record",
           .annotations = true, .every_set = true, .figures = FIGURES_AS_READ),
    WRITER(ogxm, "ogxm", EXPORT_MATCH | EXPORT_MATCHES, "OGXM (HedgeHog, GammonView)",
           .annotations = true, .every_set = true, .figures = FIGURES_RETURNED),
    WRITER(gva, "gva", EXPORT_MATCH, "GammonView match with its analysis, as JSON",
           .annotations = true, .every_set = true, .figures = FIGURES_RETURNED),
    WRITER(bgammon, "match", EXPORT_GAME | EXPORT_MATCH, "bgammon.org replay"),
#endif
    WRITER(json, "json", EXPORT_GAME | EXPORT_MATCH, "JSON: match, plies, analysis and statistics",
           .annotations = true),
#ifndef ANSWERS_ALONE
    WRITER(ndjson, "ndjson", EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES, "NDJSON: the JSON of each match on a line",
           .annotations = true, .follow = true),
    WRITER(csv, "csv", EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES, "CSV, one row per decision", .annotations = true),
    WRITER(text, "txt", EXPORT_POSITION | EXPORT_GAME | EXPORT_MATCH, "Plain text report with boards in letters",
           .annotations = true, .positions = true, .splits = true),
#endif
    WRITER(html, "html", EXPORT_POSITION | EXPORT_GAME | EXPORT_MATCH, "HTML report, one self-contained page",
           .annotations = true, .positions = true, .styles = theme_names, .splits = true),
#ifndef ANSWERS_ALONE
    WRITER(pdf, "pdf", EXPORT_GAME | EXPORT_MATCH, "PDF report",
           .annotations = true, .positions = true, .styles = theme_names),
    WRITER(latex, "tex", EXPORT_GAME | EXPORT_MATCH, "LaTeX report",
           .annotations = true, .positions = true, .styles = theme_names),
    WRITER(svg, "svg", EXPORT_POSITION, "SVG picture of a board", .annotations = true, .styles = theme_names),
    WRITER(png, "png", EXPORT_POSITION, "PNG picture of a board", .annotations = true, .styles = theme_names),
    WRITER(eps, "eps", EXPORT_POSITION, "Encapsulated PostScript picture of a board",
           .annotations = true, .styles = theme_names),
    WRITER(gam, "gam", EXPORT_GAME, "Jellyfish single game", .splits = true),
    WRITER(snowietxt, "snowie.txt", EXPORT_GAME | EXPORT_MATCH, "Snowie text match (read as mat)"),
    WRITER(transcript, "kbt", EXPORT_GAME | EXPORT_MATCH, "Transcript, as typed at the board"),
    WRITER(pos, "pos", EXPORT_POSITION, "Jellyfish position"),
    WRITER(snowiepos, "snowiepos", EXPORT_POSITION, "Snowie text position (one line)"),
    WRITER(xgid, "xgid", EXPORT_POSITION | EXPORT_MATCHES, "XGID of a position (read as xgtext)"),
    WRITER(ogid, "ogid", EXPORT_POSITION | EXPORT_MATCHES, "OpenGammon's OGID of a position (read as idlist)"),
    WRITER(ps, "ps", EXPORT_GAME | EXPORT_MATCH, "PostScript report",
           .annotations = true, .positions = true, .styles = theme_names),
    WRITER(tree, "tree", EXPORT_GAME | EXPORT_MATCH, "What a report says, as a tree of nodes",
           .annotations = true, .positions = true, .splits = true),
    WRITER(md, "md", EXPORT_POSITION | EXPORT_GAME | EXPORT_MATCH, "Markdown report, for forges and wikis",
           .annotations = true, .positions = true, .splits = true),
    WRITER(forum, "forum.txt", EXPORT_POSITION, "One decision as text for a forum, in eXtreme Gammon's layout (read as xgtext)",
           .annotations = true),
    WRITER(snippet, "snippet.html", EXPORT_POSITION, "One decision as a piece of HTML, for pages of others",
           .annotations = true, .styles = theme_names),
#endif
    NULL,
};
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
