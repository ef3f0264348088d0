/* The match on paper, as PDF and as PostScript: overview, statistics, then every decision as a small block, two columns
 * of eight to a page; an outline leads to the games, the list of errors to its decisions. The one idea: a block is
 * measured before it is placed; paper.h hides which kind of file it becomes. docs/formats/pdf.md, ps.md. */
#include "export/print/printed.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/xmalloc.h"
#include "match/loss.h"

const uint32_t printed_skill_colour[4] = {SOFT, 0xa16207, 0xc2410c, 0xb91c1c};
const struct paper_style printed_text = {7.8f, PAPER_PLAIN, INK, PAPER_LEFT},
                         printed_soft = {7.4f, PAPER_PLAIN, SOFT, PAPER_LEFT};

/* ---- the flow ---- */

static const struct paper_style style_head = {7, PAPER_PLAIN, SOFT, PAPER_LEFT},
                                style_page = {7, PAPER_PLAIN, SOFT, PAPER_RIGHT};

void printed_new_page(struct document *d)
{
    char number[16];
    paper_page(d->paper, PAGE_WIDTH, PAGE_HEIGHT);
    d->n_pages++;
    d->column = 0;
    d->y = TOP;
    if (d->n_pages == 1)
        return;
    snprintf(number, sizeof number, "%d", d->n_pages);
    paper_text(d->paper, MARGIN, 32, CONTENT - 30, &style_head, strbuf_text(&d->title));
    paper_text(d->paper, MARGIN, 32, CONTENT, &style_page, number);
    paper_rule(d->paper, MARGIN, 37, MARGIN + CONTENT, 37, 0.5f, HAIR);
}

float printed_column_x(const struct document *d)
{
    return MARGIN + (float)d->column * (COLUMN + GAP);
}

/* Makes sure that `height` is free in the column at hand. */
void printed_need(struct document *d, float height)
{
    if (d->y + height <= FLOOR)
        return;
    if (d->column == 0 && d->n_pages > 0) {
        d->column = 1;
        d->y = TOP;
    } else {
        printed_new_page(d);
    }
}

/* The same over the whole width. */
void printed_need_wide(struct document *d, float height)
{
    if (d->y + height > FLOOR)
        printed_new_page(d);
}

void printed_disc(struct document *d, int who, float x, float y, float radius)
{
    const struct theme_paint *t = &theme_colour.paint[who == 0 ? PAINT_CHEQUER_0 : PAINT_CHEQUER_1];
    paper_dot(d->paper, x, y, radius, t->fill, t->edge);
}

/* ---- a game ---- */

static void game(struct document *d, const struct game *g)
{
    struct strbuf text = {0};
    printed_need(d, 120);
    float x = printed_column_x(d);
    struct paper_style head = {10, PAPER_BOLD, INK, PAPER_LEFT};
    strbuf_printf(&text, "Game %d", g->number);
    paper_outline(d->paper, d->games, strbuf_text(&text), paper_here(d->paper, d->y - 10));
    paper_text(d->paper, x, d->y + 10, COLUMN, &head, strbuf_text(&text));
    strbuf_clear(&text);
    strbuf_printf(&text, "%d\xe2\x80\x93%d%s", g->score[0], g->score[1], g->crawford_game ? ", Crawford game" : "");
    paper_text(d->paper, x + 56, d->y + 10, COLUMN - 56, &printed_soft, strbuf_text(&text));
    strbuf_clear(&text);
    d->y += 18;
    printed_comment(d, g->comment);
    size_t nth = 0;
    for (const struct decision *at = NULL; (at = report_next(d->r, g, at)) != NULL;)
        printed_decision(d, at, nth++);
    printed_need(d, 18);
    report_result(&text, d->r->match, g);
    struct paper_style result = {8, PAPER_BOLD, INK, PAPER_LEFT};
    paper_text(d->paper, printed_column_x(d), d->y + 8, COLUMN, &result, strbuf_text(&text));
    d->y += 24;
    strbuf_done(&text);
}

static void games(struct document *d)
{
    const struct match *m = d->r->match;
    if (m->n_games == 0)
        return;
    printed_new_page(d);
    d->games = paper_outline(d->paper, 0, "Games", paper_here(d->paper, 0));
    for (size_t i = 0; i < m->n_games; i++)
        game(d, &m->games[i]);
}

static void link_errors(struct document *d)
{
    for (size_t i = 0; i < d->n_targets; i++) {
        const struct target *t = &d->targets[i];
        paper_link(d->paper, t->page, t->area, d->places[t->decision - d->r->decisions]);
    }
}

static bool write_document(struct document *d, struct strbuf *out)
{
    struct strbuf subject = {0};
    const struct match *m = d->r->match;
    report_length(&subject, m);
    paper_describe(d->paper, strbuf_text(&d->title), strbuf_text(&subject), m->info.date);
    strbuf_done(&subject);
    printed_overview(d);
    printed_statistics(d);
    games(d);
    link_errors(d);
    return paper_save(d->paper, out);
}

static void tell_missing(const struct paper *p, struct diags *diags)
{
    if (!p->unicode)
        diag_at(diags, SEVERITY_NOTE, 0, 0, "no DejaVu font was found: letters beyond Latin print as ?");
    if (p->n_missing > 0)
        diag_at(diags, SEVERITY_NOTE, 0, 0, "lost: %zu characters that the font has no sign for", p->n_missing);
}

static bool print(const struct match *m, const struct export_options *o, struct sink *out, struct diags *diags,
                  struct paper *paper)
{
    struct report r;
    report_init_for(&r, m, o);
    struct document d = {.r = &r, .o = o, .paper = paper};
    d.places = xcalloc(r.n_decisions + 1, sizeof *d.places);
    report_title_for(&d.title, m, o);
    bool ok = paper != NULL && write_document(&d, sink_main(out));
    if (!ok)
        diag_at(diags, SEVERITY_ERROR, 0, 0, "the PDF library failed (error %lx)",
                paper != NULL ? (unsigned long)paper->error : 0);
    else
        tell_missing(paper, diags);
    strbuf_done(&d.title);
    xfree(d.places);
    xfree(d.targets);
    report_done(&r);
    loss_report(m, CARRIED_BY_REPORTS, NULL, diags);
    return ok;
}

static bool write_on(struct paper *(*open)(void), const struct match *m, const struct export_options *o,
                     struct sink *out, struct diags *diags)
{
    if (o->style != NULL && theme_find(o->style) == NULL) {
        diag_at(diags, SEVERITY_ERROR, 0, 0, "no theme \"%s\", expected colour or print", o->style);
        return false;
    }
    struct paper *paper = open();
    bool ok = print(m, o, out, diags, paper);
    paper_close(paper);
    return ok;
}

static bool write_pdf(const struct match *m, const struct export_options *o, struct sink *out, struct diags *diags)
{
    return write_on(paper_open_pdf, m, o, out, diags);
}

static bool write_ps(const struct match *m, const struct export_options *o, struct sink *out, struct diags *diags)
{
    return write_on(paper_open_ps, m, o, out, diags);
}

const struct exporter exporter_pdf = {
    .name = "pdf",
    .title = "PDF report",
    .extension = "pdf",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .styles = theme_names,
    .write = write_pdf,
};

const struct exporter exporter_ps = {
    .name = "ps",
    .title = "PostScript report",
    .extension = "ps",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .styles = theme_names,
    .write = write_ps,
};
