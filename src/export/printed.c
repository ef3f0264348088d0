/* The match on paper, as PDF and as PostScript: overview, statistics, then every decision as a small block, two columns
 * of eight to a page; an outline leads to the games, the list of errors to its decisions. The one idea: a block is
 * measured before it is placed; paper.h hides which kind of file it becomes. docs/formats/pdf.md, ps.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/curve.h"
#include "export/paper.h"
#include "export/report.h"
#include "export/loss.h"
#include "match/notation.h"
#include "match/posid.h"

enum {
    PAGE_WIDTH = 595,
    PAGE_HEIGHT = 842, /* A4 */
    MARGIN = 40,
    CONTENT = PAGE_WIDTH - 2 * MARGIN,
    COLUMN = 250,
    GAP = CONTENT - 2 * COLUMN,
    TOP = 54,
    FLOOR = PAGE_HEIGHT - 36,
    BOARD = 106, /* width of a diagram */
    LINES_MAX = 24
};

static const uint32_t ink = 0x22252a, soft = 0x6b6f76, hair = 0xd9d4ca, link = 0x1d5f8a;
static const uint32_t skill_colour[4] = {0x6b6f76, 0xa16207, 0xc2410c, 0xb91c1c};
static const uint32_t skill_ground[4] = {0xffffff, 0xfdf3d7, 0xfde5d3, 0xfbdcdc};

struct target { /* an error in the list, waiting for the page of its decision */
    int page;
    struct paper_area area;
    const struct decision *decision;
};

struct document {
    struct paper *paper;
    const struct report *r;
    const struct export_options *o;
    struct strbuf title;
    int column; /* 0, 1 */
    float y; /* next free line of the column */
    int n_pages;
    struct paper_place *places; /* of each decision */
    struct target *targets;
    size_t n_targets, target_capacity;
    int games;
};

/* ---- the flow ---- */

static const struct paper_style style_head = {7, PAPER_PLAIN, 0x6b6f76, PAPER_LEFT},
                                style_page = {7, PAPER_PLAIN, 0x6b6f76, PAPER_RIGHT},
                                style_title = {19, PAPER_BOLD, 0x22252a, PAPER_LEFT},
                                style_section = {12, PAPER_BOLD, 0x22252a, PAPER_LEFT},
                                style_text = {7.8f, PAPER_PLAIN, 0x22252a, PAPER_LEFT},
                                style_soft = {7.4f, PAPER_PLAIN, 0x6b6f76, PAPER_LEFT},
                                style_figure = {7.8f, PAPER_PLAIN, 0x22252a, PAPER_RIGHT},
                                style_small = {5.8f, PAPER_PLAIN, 0x22252a, PAPER_LEFT};

static void new_page(struct document *d)
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
    paper_rule(d->paper, MARGIN, 37, MARGIN + CONTENT, 37, 0.5f, hair);
}

static float column_x(const struct document *d)
{
    return MARGIN + (float)d->column * (COLUMN + GAP);
}

/* Makes sure that `height` is free in the column at hand. */
static void need(struct document *d, float height)
{
    if (d->y + height <= FLOOR)
        return;
    if (d->column == 0 && d->n_pages > 0) {
        d->column = 1;
        d->y = TOP;
    } else {
        new_page(d);
    }
}

/* The same over the whole width. */
static void need_wide(struct document *d, float height)
{
    if (d->y + height > FLOOR)
        new_page(d);
}

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
    paper_text(d->paper, MARGIN, d->y, 70, &style_soft, label);
    paper_text(d->paper, MARGIN + 75, d->y, CONTENT - 75, &style_text, value);
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

static void disc(struct document *d, int who, float x, float y, float radius)
{
    const struct theme_paint *t = &theme_colour.paint[who == 0 ? PAINT_CHEQUER_0 : PAINT_CHEQUER_1];
    paper_dot(d->paper, x, y, radius, t->fill, t->edge);
}

static void rate(struct document *d, float x, float y, const char *label, double value, int decimals, int count)
{
    struct strbuf text = {0};
    paper_text(d->paper, x, y, 78, &style_soft, label);
    report_plain(&text, value, decimals);
    struct paper_style big = {13, PAPER_BOLD, ink, PAPER_LEFT};
    paper_text(d->paper, x, y + 15, 78, &big, strbuf_text(&text));
    strbuf_clear(&text);
    strbuf_printf(&text, "of %d", count);
    paper_text(d->paper, x, y + 25, 78, &style_soft, strbuf_text(&text));
    strbuf_done(&text);
}

static void card(struct document *d, int who, float x, int score)
{
    const struct match *m = d->r->match;
    struct stat_table t;
    char points[16];
    snprintf(points, sizeof points, "%d", score);
    paper_box(d->paper, x, d->y, COLUMN, 92, 0xf7f4ee);
    disc(d, who, x + 14, d->y + 17, 5);
    struct paper_style name = {12, PAPER_BOLD, ink, PAPER_LEFT}, big = {22, PAPER_BOLD, ink, PAPER_RIGHT};
    paper_text(d->paper, x + 25, d->y + 21, COLUMN - 80, &name, report_name(m, who));
    paper_text(d->paper, x, d->y + 25, COLUMN - 10, &big, points);
    if (!d->o->statistics || !stat_table_of(m, NULL, d->r->set, &t) || !t.s->moves_analysed) {
        paper_text(d->paper, x + 10, d->y + 40, COLUMN - 20, &style_soft, d->r->set < 0 ? "not analysed" : "");
        return;
    }
    const struct side_statistics *s = &t.s->side[who];
    const struct side_rates *r = &t.rates.side[who];
    paper_text(d->paper, x + 25, d->y + 36, COLUMN - 80, &style_soft, r->rating != NULL ? r->rating : "no decisions");
    rate(d, x + 10, d->y + 56, "Error rate, mEMG", 1000 * r->rate.emg, 1, s->unforced_moves + s->close_or_actual);
    rate(d, x + 92, d->y + 56, "PR, our counting", r->pr, 2, s->pr_decisions);
    rate(d, x + 174, d->y + 56, "Snowie rate", 1000 * r->snowie_rate, 1,
         t.s->side[0].total_moves + t.s->side[1].total_moves);
}

static void section(struct document *d, const char *title)
{
    need_wide(d, 40);
    d->y += 22;
    paper_text(d->paper, MARGIN, d->y, CONTENT, &style_section, title);
    d->y += 6;
    paper_rule(d->paper, MARGIN, d->y, MARGIN + CONTENT, d->y, 0.5f, hair);
    d->y += 12;
}

static void games_table(struct document *d)
{
    const struct match *m = d->r->match;
    section(d, "Games");
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        struct strbuf text = {0};
        need_wide(d, 12);
        strbuf_printf(&text, "%d", g->number);
        put_phrase(d, MARGIN, 30, &style_text, &text);
        strbuf_printf(&text, "%d\xe2\x80\x93%d%s", g->score[0], g->score[1], g->crawford_game ? " Crawford" : "");
        put_phrase(d, MARGIN + 35, 90, &style_text, &text);
        report_result(&text, m, g);
        put_phrase(d, MARGIN + 130, CONTENT - 130, &style_text, &text);
        d->y += 12;
        strbuf_done(&text);
    }
}

/* ---- the curve ---- */

static void curve_axis(struct document *d, const struct curve *c)
{
    const struct curve_frame *f = &c->frame;
    struct paper_style label = {6, PAPER_PLAIN, soft, PAPER_RIGHT};
    const bool money = d->r->match->length == 0;
    bool even;
    for (int i = 0; i < curve_lines(c); i++) {
        struct strbuf text = {0};
        double v = curve_line(c, i, &even);
        float y = curve_y(c, v);
        paper_rule(d->paper, f->left, y, f->right, y, even ? 0.7f : 0.35f, even ? soft : hair);
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
    struct paper_style label = {6, PAPER_PLAIN, soft, PAPER_LEFT};
    float free_from = 0;
    for (size_t i = 0; i < d->r->n_decisions; i++) {
        char number[16];
        float x = curve_x(c, i);
        if (!curve_begins_game(c, i))
            continue;
        if (i > 0)
            paper_rule(d->paper, x, c->frame.top, x, c->frame.bottom, 0.35f, soft);
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
            paper_rule(d->paper, x0, y0, x, y, 1, link);
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
            paper_dot(d->paper, curve_x(c, i), curve_y(c, v), 1.8f, skill_colour[skill], 0xffffff);
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
    need_wide(d, 40 + HEIGHT + 20);
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
    need_wide(d, 12);
    struct paper_style where = {7.8f, PAPER_PLAIN, link, PAPER_LEFT},
                       cost = {7.8f, PAPER_BOLD, skill_colour[e->skill], PAPER_RIGHT};
    strbuf_printf(&text, "Game %d, move %d", at->game->number, at->number);
    put_phrase(d, MARGIN, 80, &where, &text);
    disc(d, at->event->player, MARGIN + 88, d->y - 3, 3);
    if (e->cube)
        strbuf_puts(&text, "cube");
    else
        strbuf_printf(&text, "%d%d", at->event->dice[0], at->event->dice[1]);
    put_phrase(d, MARGIN + 98, 28, &style_text, &text);
    strbuf_printf(&text, "%s %s", strbuf_text(&done), skill_mark(e->skill));
    put_phrase(d, MARGIN + 130, 150, &style_text, &text);
    put_phrase(d, MARGIN + 285, 130, &style_text, &better);
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
        need_wide(d, 12);
        paper_text(d->paper, MARGIN, d->y, CONTENT, &style_soft, more);
        d->y += 12;
    }
}

static void overview(struct document *d)
{
    const struct match *m = d->r->match;
    int score[2];
    struct strbuf text = {0};
    new_page(d);
    d->y = 60;
    strbuf_printf(&text, "%s vs %s", report_name(m, 0), report_name(m, 1));
    put_phrase(d, MARGIN, CONTENT, &style_title, &text);
    d->y += 16;
    report_length(&text, m);
    put_phrase(d, MARGIN, CONTENT, &style_soft, &text);
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
    struct paper_style bold = {7.8f, PAPER_BOLD, ink, PAPER_LEFT};
    bool heading = row->value == NULL;
    need_wide(d, heading ? 40 : 11);
    if (heading)
        d->y += 7;
    paper_text(d->paper, MARGIN, d->y, 240, heading ? &bold : &style_text, stat_label(row, t));
    for (int who = 0; who < 2 && !heading; who++) {
        struct strbuf value = {0};
        row->value(&value, t, who);
        paper_text(d->paper, MARGIN + 245 + (float)who * 135, d->y, 130, &style_figure, strbuf_text(&value));
        strbuf_done(&value);
    }
    d->y += 3;
    paper_rule(d->paper, MARGIN, d->y, MARGIN + CONTENT, d->y, 0.25f, hair);
    d->y += 9;
}

static void statistics(struct document *d)
{
    struct stat_table t;
    if (!d->o->statistics || !stat_table_of(d->r->match, NULL, d->r->set, &t))
        return;
    new_page(d);
    paper_outline(d->paper, 0, "Statistics", paper_here(d->paper, 0));
    paper_text(d->paper, MARGIN, d->y + 4, 240, &style_section, "Statistics");
    struct paper_style name = {7.8f, PAPER_BOLD, ink, PAPER_RIGHT};
    for (int who = 0; who < 2; who++)
        paper_text(d->paper, MARGIN + 245 + (float)who * 135, d->y + 4, 130, &name, report_name(d->r->match, who));
    d->y += 14;
    for (const struct stat_row *row = report_stat_rows; row->label != NULL; row++)
        if (row->applies == NULL || row->applies(&t))
            stat_line(d, row, &t);
}

/* ---- a decision: its lines first, then their height is known ---- */

struct block_line {
    char text[96], right[24];
    uint32_t colour;
    bool bold, marked; /* marked: the play made, on a ground of the mark's colour */
};

struct block {
    struct block_line line[LINES_MAX];
    int n;
    const struct decision *d;
    enum skill skill;
};

static struct block_line *add_line(struct block *b, const char *text, uint32_t colour)
{
    struct block_line *l = &b->line[b->n < LINES_MAX - 1 ? b->n++ : LINES_MAX - 1];
    *l = (struct block_line){.colour = colour};
    snprintf(l->text, sizeof l->text, "%s", text);
    return l;
}

static void alert_lines(struct block *b)
{
    struct alert alerts[ALERTS_MAX];
    int n = report_alerts(b->d, alerts);
    for (int i = 0; i < n; i++) {
        struct strbuf text = {0};
        const struct alert *a = &alerts[i];
        strbuf_puts(&text, a->what);
        if (!isnan(a->amount)) {
            strbuf_putc(&text, ' ');
            report_signed(&text, a->amount, 3);
        }
        uint32_t colour = a->kind == ALERT_ILLEGAL ? skill_colour[SKILL_VERY_BAD]
                          : a->kind == ALERT_LUCK  ? a->luck > 0 ? 0x0f766e : 0x7e22ce
                                                   : skill_colour[a->skill];
        add_line(b, strbuf_text(&text), colour)->bold = a->kind != ALERT_LUCK;
        strbuf_done(&text);
    }
}

static void candidate_lines(struct document *d, struct block *b)
{
    const struct play_analysis *a = b->d->note->play;
    enum { MOST = 12 }; /* what a column has room for beside alerts and a cube */
    int index[MOST + 1], n = report_candidates(a, d->o->candidates < MOST ? d->o->candidates : MOST, index);
    for (int i = 0; i < n; i++) {
        const struct candidate *c = &a->candidates[index[i]];
        struct strbuf text = {0};
        strbuf_printf(&text, "%d  ", index[i] + 1);
        notation_write(&text, &b->d->before.board, &c->play, NOTATION_MERGED);
        struct block_line *l = add_line(b, strbuf_text(&text), ink);
        l->marked = index[i] == a->played;
        strbuf_clear(&text);
        report_signed(&text, index[i] == 0 ? c->equity : c->equity - a->candidates[0].equity, 3);
        snprintf(l->right, sizeof l->right, "%s", strbuf_text(&text));
        strbuf_done(&text);
    }
}

static void cube_lines(struct block *b)
{
    const struct decision *d = b->d;
    struct cube_table t;
    struct strbuf text = {0};
    cube_table_of(d->note->cube, d->before.cube_owner != CUBE_CENTRED, &t);
    strbuf_printf(&text, "Cube: %s", t.verdict);
    add_line(b, strbuf_text(&text), soft);
    if (d->note->cube_skill != SKILL_NONE || decision_is_cube_action(d))
        for (int i = 0; i < 3; i++) {
            struct block_line *l = add_line(b, t.row[i].label, ink);
            strbuf_clear(&text);
            report_signed(&text, t.row[i].equity, 3);
            snprintf(l->right, sizeof l->right, "%s", strbuf_text(&text));
        }
    strbuf_done(&text);
}

static void id_lines(struct block *b)
{
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], both[40];
    position_id(&b->d->before.board, id);
    match_id(&b->d->before, match);
    snprintf(both, sizeof both, "%s:%s", id, match);
    add_line(b, both, soft);
}

static void block_fill(struct document *d, struct block *b, const struct decision *at)
{
    *b = (struct block){.d = at, .skill = decision_skill(at)};
    alert_lines(b);
    bool cube = report_shows_cube(d->o, at) && at->note->cube->verdict != VERDICT_NONE;
    if (cube && at->note->cube_skill != SKILL_NONE)
        cube_lines(b);
    if (report_shows_play(d->o, at) && at->note->play->n > 0)
        candidate_lines(d, b);
    if (cube && at->note->cube_skill == SKILL_NONE)
        cube_lines(b);
    id_lines(b);
}

static void block_heading(struct document *d, const struct block *b, float x, float y)
{
    struct strbuf text = {0};
    const struct event *e = b->d->event;
    struct paper_style bold = {6.6f, PAPER_BOLD, ink, PAPER_LEFT}, number = {6, PAPER_PLAIN, soft, PAPER_RIGHT};
    if (b->d->number > 0) {
        strbuf_printf(&text, "%d", b->d->number);
        paper_text(d->paper, x, y, 14, &number, strbuf_text(&text));
        strbuf_clear(&text);
    }
    disc(d, e->player, x + 21, y - 2.4f, 2.6f);
    if (e->dice[0] > 0)
        strbuf_printf(&text, "%d%d: ", e->dice[0], e->dice[1]);
    report_action(&text, d->r, b->d);
    if (b->d->note != NULL && e->kind == EVENT_PLAY)
        strbuf_printf(&text, " %s", skill_mark(b->d->note->play_skill));
    paper_text(d->paper, x + 28, y, COLUMN - 28, &bold, strbuf_text(&text));
    strbuf_done(&text);
}

static void block_board(struct document *d, const struct block *b, float x, float y)
{
    struct draw_options o = {.bottom = -1, .numbers = -1};
    const struct play_analysis *play = b->d->note != NULL ? b->d->note->play : NULL;
    if (b->d->event->kind == EVENT_PLAY && b->d->problem == NULL)
        o.arrows[0] = (struct draw_arrows){&b->d->event->play, PAINT_ARROW_PLAYED};
    if (play != NULL && b->d->note->play_skill != SKILL_NONE && play->n > 0 && play->played != 0)
        o.arrows[1] = (struct draw_arrows){&play->candidates[0].play, PAINT_ARROW_BEST};
    else
        o.arrows[0].paint = PAINT_ARROW_BEST;
    paper_board(d->paper, x, y, BOARD, &b->d->before, &o,
                d->o->style != NULL ? theme_find(d->o->style) : &theme_colour);
}

static void block_lines(struct document *d, const struct block *b, float x, float y, float width)
{
    for (int i = 0; i < b->n; i++, y += 8.4f) {
        const struct block_line *l = &b->line[i];
        struct paper_style s = {5.9f, l->bold ? PAPER_BOLD : PAPER_PLAIN, l->colour, PAPER_LEFT}, right = s;
        right.align = PAPER_RIGHT;
        if (l->marked && b->skill != SKILL_NONE)
            paper_box(d->paper, x - 1, y - 6.6f, width + 2, 8.2f, skill_ground[b->skill]);
        if (l->marked)
            s.font = PAPER_BOLD;
        paper_text(d->paper, x, y, width - (l->right[0] != '\0' ? 30 : 0), &s, l->text);
        paper_text(d->paper, x, y, width, &right, l->right);
    }
}

static void comment(struct document *d, const char *text)
{
    if (text == NULL || !d->o->annotations)
        return;
    while (*text != '\0') {
        size_t n = paper_break(d->paper, &style_small, text, COLUMN - 12);
        struct strbuf line = {0};
        need(d, 9);
        strbuf_add(&line, text, n);
        paper_text(d->paper, column_x(d) + 8, d->y + 6, 0, &style_small, strbuf_text(&line));
        strbuf_done(&line);
        d->y += 8;
        text += n;
        while (*text == '\n' || *text == ' ')
            text++;
    }
    d->y += 3;
}

static void decision(struct document *d, const struct decision *at, size_t nth)
{
    if (at->event->kind > EVENT_RESIGN_REFUSE) {
        comment(d, at->event->comment != NULL ? at->event->comment : at->event->text);
        return;
    }
    struct block b;
    bool board = at->event->kind <= EVENT_DROP && report_shows_board(d->o, at, (int)nth);
    block_fill(d, &b, at);
    float lines = board || b.skill != SKILL_NONE || at->problem != NULL ? (float)b.n * 8.4f : 0;
    float picture = board ? (float)BOARD * DRAW_HEIGHT / DRAW_WIDTH : 0;
    float height = 10 + fmaxf(lines, picture) + 4;
    need(d, height);
    float x = column_x(d);
    d->places[at - d->r->decisions] = paper_here(d->paper, d->y - 10);
    block_heading(d, &b, x, d->y + 7);
    if (board)
        block_board(d, &b, x, d->y + 10);
    if (lines > 0)
        block_lines(d, &b, x + (board ? BOARD + 7 : 28), d->y + 16, COLUMN - (board ? BOARD + 7 : 28));
    d->y += height;
    comment(d, at->event->comment);
}

/* ---- a game ---- */

static void game(struct document *d, const struct game *g)
{
    struct strbuf text = {0};
    need(d, 120);
    float x = column_x(d);
    struct paper_style head = {10, PAPER_BOLD, ink, PAPER_LEFT};
    strbuf_printf(&text, "Game %d", g->number);
    paper_outline(d->paper, d->games, strbuf_text(&text), paper_here(d->paper, d->y - 10));
    paper_text(d->paper, x, d->y + 10, COLUMN, &head, strbuf_text(&text));
    strbuf_clear(&text);
    strbuf_printf(&text, "%d\xe2\x80\x93%d%s", g->score[0], g->score[1], g->crawford_game ? ", Crawford game" : "");
    paper_text(d->paper, x + 56, d->y + 10, COLUMN - 56, &style_soft, strbuf_text(&text));
    strbuf_clear(&text);
    d->y += 18;
    comment(d, g->comment);
    size_t nth = 0;
    for (size_t i = 0; i < d->r->n_decisions; i++)
        if (d->r->decisions[i].game == g && d->r->decisions[i].shown)
            decision(d, &d->r->decisions[i], nth++);
    need(d, 18);
    report_result(&text, d->r->match, g);
    struct paper_style result = {8, PAPER_BOLD, ink, PAPER_LEFT};
    paper_text(d->paper, column_x(d), d->y + 8, COLUMN, &result, strbuf_text(&text));
    d->y += 24;
    strbuf_done(&text);
}

static void games(struct document *d)
{
    const struct match *m = d->r->match;
    if (m->n_games == 0)
        return;
    new_page(d);
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
    overview(d);
    statistics(d);
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
    if (o->title != NULL)
        strbuf_puts(&d.title, o->title);
    else
        report_title(&d.title, m);
    bool ok = paper != NULL && write_document(&d, sink_main(out));
    if (!ok)
        diag_at(diags, SEVERITY_ERROR, 0, 0, "the PDF library failed (error %lx)",
                paper != NULL ? (unsigned long)paper->error : 0);
    else
        tell_missing(paper, diags);
    strbuf_done(&d.title);
    free(d.places);
    free(d.targets);
    report_done(&r);
    loss_report(m, CARRIES_EVERYTHING & ~(CARRIES(OTHER_SETS) | CARRIES(PROPERTIES)), NULL, diags);
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
