/* The tables in front of the games on paper: both players, the games, the curve, the errors, the statistics. Structure:
 * docs/formats/pdf.md. */
#include "export/print/printed.h"

#include <math.h>
#include <stdio.h>

#include "base/xmalloc.h"
#include "export/curve.h"

static const struct paper_style style_title = {19, PAPER_BOLD, INK, PAPER_LEFT},
                                style_section = {12, PAPER_BOLD, INK, PAPER_LEFT},
                                style_figure = {7.8f, PAPER_PLAIN, INK, PAPER_RIGHT};

/* ---- overview ---- */

static void put_phrase(struct document *d, float x, float width, const struct paper_style *s, struct strbuf *phrase)
{
    paper_text(d->paper, x, d->y, width, s, strbuf_text(phrase));
    strbuf_clear(phrase);
}

static void fact(struct document *d, const char *label, const char *value)
{
    if (value == NULL || *value == '\0')
        return;
    paper_text(d->paper, MARGIN, d->y, 70, &printed_soft, label);
    paper_text(d->paper, MARGIN + 75, d->y, CONTENT - 75, &printed_text, value);
    d->y += 12;
}

static void facts(struct document *d)
{
    const struct match_info *i = &d->r->match->info;
    if (d->o->match_information) {
        fact(d, "Event", i->event);
        fact(d, "Round", i->round);
        fact(d, "Date", i->date);
        fact(d, "Place", i->place);
        fact(d, "Annotator", i->annotator);
    }
    if (d->r->set < 0) {
        fact(d, "Analysis", "not analysed");
        return;
    }
    struct strbuf who = {0};
    report_engine(&who, d->r, d->o);
    fact(d, "Analysis", strbuf_text(&who));
    strbuf_done(&who);
}

static void rate(struct document *d, float x, float y, const char *label, double value, int decimals, int count)
{
    struct strbuf text = {0};
    paper_text(d->paper, x, y, 78, &printed_soft, label);
    report_plain(&text, value, decimals);
    struct paper_style big = {13, PAPER_BOLD, INK, PAPER_LEFT};
    paper_text(d->paper, x, y + 15, 78, &big, strbuf_text(&text));
    strbuf_clear(&text);
    strbuf_printf(&text, "of %d", count);
    paper_text(d->paper, x, y + 25, 78, &printed_soft, strbuf_text(&text));
    strbuf_done(&text);
}

static void card(struct document *d, int who, float x, int score)
{
    const struct match *m = d->r->match;
    struct stat_table t;
    char points[16];
    snprintf(points, sizeof points, "%d", score);
    paper_box(d->paper, x, d->y, COLUMN, 92, 0xf7f4ee);
    printed_disc(d, who, x + 14, d->y + 17, 5);
    struct paper_style name = {12, PAPER_BOLD, INK, PAPER_LEFT}, big = {22, PAPER_BOLD, INK, PAPER_RIGHT};
    paper_text(d->paper, x + 25, d->y + 21, COLUMN - 80, &name, report_name(m, who));
    paper_text(d->paper, x, d->y + 25, COLUMN - 10, &big, points);
    if (!d->o->statistics || !stat_table_of(m, NULL, d->r->set, &t) || !t.s->moves_analysed) {
        paper_text(d->paper, x + 10, d->y + 40, COLUMN - 20, &printed_soft, d->r->set < 0 ? "not analysed" : "");
        return;
    }
    const struct side_statistics *s = &t.s->side[who];
    const struct side_rates *r = &t.rates.side[who];
    paper_text(d->paper, x + 25, d->y + 36, COLUMN - 80, &printed_soft, r->rating != NULL ? r->rating : "no decisions");
    rate(d, x + 10, d->y + 56, "Error rate, mEMG", 1000 * r->rate.emg, 1, s->unforced_moves + s->close_or_actual);
    rate(d, x + 92, d->y + 56, "PR", r->pr, 2, s->pr_decisions);
    rate(d, x + 174, d->y + 56, "Snowie rate", 1000 * r->snowie_rate, 1,
         t.s->side[0].total_moves + t.s->side[1].total_moves);
}

static void section(struct document *d, const char *title)
{
    printed_need_wide(d, 40);
    d->y += 22;
    paper_text(d->paper, MARGIN, d->y, CONTENT, &style_section, title);
    d->y += 6;
    paper_rule(d->paper, MARGIN, d->y, MARGIN + CONTENT, d->y, 0.5f, HAIR);
    d->y += 12;
}

static void games_table(struct document *d)
{
    const struct match *m = d->r->match;
    section(d, "Games");
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        struct strbuf text = {0};
        printed_need_wide(d, 12);
        strbuf_printf(&text, "%d", g->number);
        put_phrase(d, MARGIN, 30, &printed_text, &text);
        strbuf_printf(&text, "%d\xe2\x80\x93%d%s", g->score[0], g->score[1], g->crawford_game ? " Crawford" : "");
        put_phrase(d, MARGIN + 35, 90, &printed_text, &text);
        report_result(&text, m, g);
        put_phrase(d, MARGIN + 130, CONTENT - 130, &printed_text, &text);
        d->y += 12;
        strbuf_done(&text);
    }
}

/* ---- the curve ---- */

static void curve_axis(struct document *d, const struct curve *c)
{
    const struct curve_frame *f = &c->frame;
    struct paper_style label = {6, PAPER_PLAIN, SOFT, PAPER_RIGHT};
    const bool money = d->r->match->length == 0;
    bool even;
    for (int i = 0; i < curve_lines(c); i++) {
        struct strbuf text = {0};
        double v = curve_line(c, i, &even);
        float y = curve_y(c, v);
        paper_rule(d->paper, f->left, y, f->right, y, even ? 0.7f : 0.35f, even ? SOFT : HAIR);
        if (!money)
            strbuf_printf(&text, "%.0f%%", 100 * v);
        else if (even)
            strbuf_putc(&text, '0');
        else
            report_signed(&text, v, 0);
        paper_text(d->paper, MARGIN, y + 2, f->left - MARGIN - 4, &label, strbuf_text(&text));
        strbuf_done(&text);
    }
}

/* Where games begin, with their numbers below. */
static void curve_games(struct document *d, const struct curve *c)
{
    struct paper_style label = {6, PAPER_PLAIN, SOFT, PAPER_LEFT};
    float free_from = 0;
    for (size_t i = 0; i < d->r->n_decisions; i++) {
        char number[16];
        float x = curve_x(c, i);
        if (!curve_begins_game(c, i))
            continue;
        if (i > 0)
            paper_rule(d->paper, x, c->frame.top, x, c->frame.bottom, 0.35f, SOFT);
        snprintf(number, sizeof number, "%d", d->r->decisions[i].game->number);
        if (x >= free_from) /* games of a few moves stand too close for all numbers */
            paper_text(d->paper, x + 1, c->frame.bottom + 8, 0, &label, number);
        free_from = fmaxf(free_from, x + paper_width(d->paper, &label, number) + 3);
    }
}

/* The line breaks between games and where nothing is known. */
static void curve_path(struct document *d, const struct curve *c)
{
    bool down = false;
    float x0 = 0, y0 = 0;
    for (size_t i = 0; i < d->r->n_decisions; i++) {
        double v = curve_value(c, i);
        down = down && !curve_begins_game(c, i);
        if (isnan(v))
            continue;
        float x = curve_x(c, i), y = curve_y(c, v);
        if (down)
            paper_rule(d->paper, x0, y0, x, y, 1, LINK);
        down = true, x0 = x, y0 = y;
    }
}

static void curve_errors(struct document *d, const struct curve *c)
{
    for (size_t i = 0; i < d->r->n_decisions; i++) {
        const struct decision *at = &d->r->decisions[i];
        enum skill skill = decision_skill(at);
        double v = curve_value_near(c, i);
        if (skill != SKILL_NONE && at->shown && !isnan(v))
            paper_dot(d->paper, curve_x(c, i), curve_y(c, v), 1.8f, printed_skill_colour[skill], 0xffffff);
    }
}

static void curve(struct document *d)
{
    enum { HEIGHT = 92, LABELS = 32 };
    struct curve c;
    struct strbuf title = {0};
    curve_init(&c, d->r, (struct curve_frame){0});
    if (!d->o->analysis || c.known < 2)
        return;
    printed_need_wide(d, 40 + HEIGHT + 20);
    strbuf_printf(&title, "%s %s", d->r->match->length == 0 ? "Points expected by" : "Match winning chances of",
                  report_name(d->r->match, 0));
    section(d, strbuf_text(&title));
    strbuf_done(&title);
    c.frame = (struct curve_frame){MARGIN + LABELS, MARGIN + CONTENT, d->y, d->y + HEIGHT};
    curve_axis(d, &c);
    curve_games(d, &c);
    curve_path(d, &c);
    curve_errors(d, &c);
    d->y += HEIGHT + 14;
}

/* ---- the errors ---- */

static void remember_target(struct document *d, const struct decision *at)
{
    d->targets = grow(d->targets, d->n_targets, &d->target_capacity, sizeof *d->targets);
    d->targets[d->n_targets++] = (struct target){
        .page = d->n_pages,
        .area = {MARGIN, d->y - 9, CONTENT, 12},
        .decision = at,
    };
}

static void error_line(struct document *d, const struct costly *e)
{
    struct strbuf text = {0}, done = {0}, better = {0};
    const struct decision *at = e->decision;
    report_error_done(&done, d->r, e);
    report_error_better(&better, d->r, e);
    printed_need_wide(d, 12);
    struct paper_style where = {7.8f, PAPER_PLAIN, LINK, PAPER_LEFT},
                       cost = {7.8f, PAPER_BOLD, printed_skill_colour[e->skill], PAPER_RIGHT};
    strbuf_printf(&text, "Game %d, move %d", at->game->number, at->number);
    put_phrase(d, MARGIN, 80, &where, &text);
    printed_disc(d, at->event->player, MARGIN + 88, d->y - 3, 3);
    if (e->cube)
        strbuf_puts(&text, "cube");
    else
        strbuf_printf(&text, "%d%d", at->event->dice[0], at->event->dice[1]);
    put_phrase(d, MARGIN + 98, 28, &printed_text, &text);
    strbuf_printf(&text, "%s %s", strbuf_text(&done), skill_mark(e->skill));
    put_phrase(d, MARGIN + 130, 150, &printed_text, &text);
    put_phrase(d, MARGIN + 285, 130, &printed_text, &better);
    report_signed(&text, -e->error, 3);
    put_phrase(d, MARGIN + 415, 40, &cost, &text);
    if (d->r->match->length > 0)
        report_percent(&text, -e->error_mwc, 2);
    else
        report_signed(&text, -e->error_mwc, 3);
    put_phrase(d, MARGIN + 460, 55, &style_figure, &text);
    remember_target(d, at);
    d->y += 12;
    strbuf_done(&text);
    strbuf_done(&done);
    strbuf_done(&better);
}

static void errors(struct document *d)
{
    enum { MOST = 40 };
    size_t n = d->r->n_errors < MOST ? d->r->n_errors : MOST;
    if (d->r->set < 0 || !d->o->analysis || n == 0)
        return;
    section(d, d->r->match->length > 0 ? "Biggest errors (done, better, EMG, MWC)"
                                       : "Biggest errors (done, better, EMG, points)");
    for (size_t i = 0; i < n; i++)
        error_line(d, &d->r->errors[i]);
    if (n < d->r->n_errors) {
        char more[48];
        snprintf(more, sizeof more, "and %zu smaller ones", d->r->n_errors - n);
        printed_need_wide(d, 12);
        paper_text(d->paper, MARGIN, d->y, CONTENT, &printed_soft, more);
        d->y += 12;
    }
}

void printed_overview(struct document *d)
{
    const struct match *m = d->r->match;
    int score[2];
    struct strbuf text = {0};
    printed_new_page(d);
    d->y = 60;
    strbuf_printf(&text, "%s vs %s", report_name(m, 0), report_name(m, 1));
    put_phrase(d, MARGIN, CONTENT, &style_title, &text);
    d->y += 16;
    report_length(&text, m);
    put_phrase(d, MARGIN, CONTENT, &printed_soft, &text);
    d->y += 18;
    facts(d);
    report_final_score(m, score);
    card(d, 0, MARGIN, score[0]);
    card(d, 1, MARGIN + COLUMN + GAP, score[1]);
    d->y += 92;
    games_table(d);
    curve(d);
    errors(d);
    paper_outline(d->paper, 0, "Overview", paper_here(d->paper, 0));
    strbuf_done(&text);
}

/* ---- statistics ---- */

static void stat_line(struct document *d, const struct stat_row *row, const struct stat_table *t)
{
    struct paper_style bold = {7.8f, PAPER_BOLD, INK, PAPER_LEFT};
    bool heading = row->value == NULL;
    printed_need_wide(d, heading ? 40 : 11);
    if (heading)
        d->y += 7;
    paper_text(d->paper, MARGIN, d->y, 240, heading ? &bold : &printed_text, stat_label(row, t));
    for (int who = 0; who < 2 && !heading; who++) {
        struct strbuf value = {0};
        row->value(&value, t, who);
        paper_text(d->paper, MARGIN + 245 + (float)who * 135, d->y, 130, &style_figure, strbuf_text(&value));
        strbuf_done(&value);
    }
    d->y += 3;
    paper_rule(d->paper, MARGIN, d->y, MARGIN + CONTENT, d->y, 0.25f, HAIR);
    d->y += 9;
}

void printed_statistics(struct document *d)
{
    struct stat_table t;
    if (!d->o->statistics || !stat_table_of(d->r->match, NULL, d->r->set, &t))
        return;
    printed_new_page(d);
    paper_outline(d->paper, 0, "Statistics", paper_here(d->paper, 0));
    paper_text(d->paper, MARGIN, d->y + 4, 240, &style_section, "Statistics");
    struct paper_style name = {7.8f, PAPER_BOLD, INK, PAPER_RIGHT};
    for (int who = 0; who < 2; who++)
        paper_text(d->paper, MARGIN + 245 + (float)who * 135, d->y + 4, 130, &name, report_name(d->r->match, who));
    d->y += 14;
    for (const struct stat_row *row = report_stat_rows; row->label != NULL; row++)
        if (row->applies == NULL || row->applies(&t))
            stat_line(d, row, &t);
}
