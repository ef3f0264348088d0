/* The match as PDF: overview, statistics, then every decision as a small block, two columns of eight to a page; an
 * outline leads to the games, the list of errors to its decisions. The one idea: a block is measured before it is
 * placed. A record of one position becomes a page with its board. docs/formats/pdf.md. */
#include "export/pdf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "base/xmalloc.h"
#include "export/picture.h"
#include "export/report.h"
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
    HPDF_Page page;
    HPDF_Rect area;
    const struct decision *decision;
};

struct document {
    struct pdf pdf;
    const struct report *r;
    const struct export_options *o;
    struct strbuf title;
    int column; /* 0, 1 */
    float y; /* next free line of the column */
    int n_pages;
    HPDF_Destination *places; /* of each decision */
    struct target *targets;
    size_t n_targets, target_capacity;
    HPDF_Outline games;
};

/* ---- the flow ---- */

static const struct pdf_style style_head = {7, PDF_PLAIN, 0x6b6f76, PDF_LEFT},
                              style_page = {7, PDF_PLAIN, 0x6b6f76, PDF_RIGHT},
                              style_title = {19, PDF_BOLD, 0x22252a, PDF_LEFT},
                              style_section = {12, PDF_BOLD, 0x22252a, PDF_LEFT},
                              style_text = {7.8f, PDF_PLAIN, 0x22252a, PDF_LEFT},
                              style_soft = {7.4f, PDF_PLAIN, 0x6b6f76, PDF_LEFT},
                              style_figure = {7.8f, PDF_PLAIN, 0x22252a, PDF_RIGHT},
                              style_small = {5.8f, PDF_PLAIN, 0x22252a, PDF_LEFT};

static void new_page(struct document *d)
{
    char number[16];
    pdf_page(&d->pdf, PAGE_WIDTH, PAGE_HEIGHT);
    d->n_pages++;
    d->column = 0;
    d->y = TOP;
    if (d->n_pages == 1)
        return;
    snprintf(number, sizeof number, "%d", d->n_pages);
    pdf_text(&d->pdf, MARGIN, 32, CONTENT - 30, &style_head, strbuf_text(&d->title));
    pdf_text(&d->pdf, MARGIN, 32, CONTENT, &style_page, number);
    pdf_rule(&d->pdf, MARGIN, 37, MARGIN + CONTENT, 37, 0.5f, hair);
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

static void put_phrase(struct document *d, float x, float width, const struct pdf_style *s, struct strbuf *phrase)
{
    pdf_text(&d->pdf, x, d->y, width, s, strbuf_text(phrase));
    strbuf_clear(phrase);
}

static void fact(struct document *d, const char *label, const char *value)
{
    if (value == NULL || *value == '\0')
        return;
    pdf_text(&d->pdf, MARGIN, d->y, 70, &style_soft, label);
    pdf_text(&d->pdf, MARGIN + 75, d->y, CONTENT - 75, &style_text, value);
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
    pdf_dot(&d->pdf, x, y, radius, t->fill, t->edge);
}

static void rate(struct document *d, float x, float y, const char *label, double value, int decimals, int count)
{
    struct strbuf text = {0};
    pdf_text(&d->pdf, x, y, 78, &style_soft, label);
    report_plain(&text, value, decimals);
    struct pdf_style big = {13, PDF_BOLD, ink, PDF_LEFT};
    pdf_text(&d->pdf, x, y + 15, 78, &big, strbuf_text(&text));
    strbuf_clear(&text);
    strbuf_printf(&text, "of %d", count);
    pdf_text(&d->pdf, x, y + 25, 78, &style_soft, strbuf_text(&text));
    strbuf_done(&text);
}

static void card(struct document *d, int who, float x, int score)
{
    const struct match *m = d->r->match;
    struct stat_table t;
    char points[16];
    snprintf(points, sizeof points, "%d", score);
    pdf_box(&d->pdf, x, d->y, COLUMN, 92, 0xf7f4ee);
    disc(d, who, x + 14, d->y + 17, 5);
    struct pdf_style name = {12, PDF_BOLD, ink, PDF_LEFT}, big = {22, PDF_BOLD, ink, PDF_RIGHT};
    pdf_text(&d->pdf, x + 25, d->y + 21, COLUMN - 80, &name, report_name(m, who));
    pdf_text(&d->pdf, x, d->y + 25, COLUMN - 10, &big, points);
    if (!d->o->statistics || !stat_table_of(m, NULL, d->r->set, &t) || !t.s->moves_analysed) {
        pdf_text(&d->pdf, x + 10, d->y + 40, COLUMN - 20, &style_soft, d->r->set < 0 ? "not analysed" : "");
        return;
    }
    const struct side_statistics *s = &t.s->side[who];
    const struct side_rates *r = &t.rates.side[who];
    pdf_text(&d->pdf, x + 25, d->y + 36, COLUMN - 80, &style_soft, r->rating != NULL ? r->rating : "no decisions");
    rate(d, x + 10, d->y + 56, "Error rate, mEMG", 1000 * r->rate.emg, 1, s->unforced_moves + s->close_or_actual);
    rate(d, x + 92, d->y + 56, "PR, our counting", r->pr, 2, s->pr_decisions);
    rate(d, x + 174, d->y + 56, "Snowie rate", 1000 * r->snowie_rate, 1,
         t.s->side[0].total_moves + t.s->side[1].total_moves);
}

static void section(struct document *d, const char *title)
{
    need_wide(d, 40);
    d->y += 22;
    pdf_text(&d->pdf, MARGIN, d->y, CONTENT, &style_section, title);
    d->y += 6;
    pdf_rule(&d->pdf, MARGIN, d->y, MARGIN + CONTENT, d->y, 0.5f, hair);
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

/* ---- the errors ---- */

static void remember_target(struct document *d, const struct decision *at)
{
    d->targets = grow(d->targets, d->n_targets, &d->target_capacity, sizeof *d->targets);
    d->targets[d->n_targets++] = (struct target){
        .page = d->pdf.page,
        .area = {MARGIN, PAGE_HEIGHT - d->y - 3, MARGIN + CONTENT, PAGE_HEIGHT - d->y + 9},
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
    struct pdf_style where = {7.8f, PDF_PLAIN, link, PDF_LEFT},
                     cost = {7.8f, PDF_BOLD, skill_colour[e->skill], PDF_RIGHT};
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
        pdf_text(&d->pdf, MARGIN, d->y, CONTENT, &style_soft, more);
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
    errors(d);
    pdf_outline(&d->pdf, NULL, "Overview", pdf_place(&d->pdf, 0));
    strbuf_done(&text);
}

/* ---- statistics ---- */

static void stat_line(struct document *d, const struct stat_row *row, const struct stat_table *t)
{
    struct pdf_style bold = {7.8f, PDF_BOLD, ink, PDF_LEFT};
    bool heading = row->value == NULL;
    need_wide(d, heading ? 40 : 11);
    if (heading)
        d->y += 7;
    pdf_text(&d->pdf, MARGIN, d->y, 240, heading ? &bold : &style_text, stat_label(row, t));
    for (int who = 0; who < 2 && !heading; who++) {
        struct strbuf value = {0};
        row->value(&value, t, who);
        pdf_text(&d->pdf, MARGIN + 245 + (float)who * 135, d->y, 130, &style_figure, strbuf_text(&value));
        strbuf_done(&value);
    }
    d->y += 3;
    pdf_rule(&d->pdf, MARGIN, d->y, MARGIN + CONTENT, d->y, 0.25f, hair);
    d->y += 9;
}

static void statistics(struct document *d)
{
    struct stat_table t;
    if (!d->o->statistics || !stat_table_of(d->r->match, NULL, d->r->set, &t))
        return;
    new_page(d);
    pdf_outline(&d->pdf, NULL, "Statistics", pdf_place(&d->pdf, 0));
    pdf_text(&d->pdf, MARGIN, d->y + 4, 240, &style_section, "Statistics");
    struct pdf_style name = {7.8f, PDF_BOLD, ink, PDF_RIGHT};
    for (int who = 0; who < 2; who++)
        pdf_text(&d->pdf, MARGIN + 245 + (float)who * 135, d->y + 4, 130, &name, report_name(d->r->match, who));
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
    struct pdf_style bold = {6.6f, PDF_BOLD, ink, PDF_LEFT}, number = {6, PDF_PLAIN, soft, PDF_RIGHT};
    if (b->d->number > 0) {
        strbuf_printf(&text, "%d", b->d->number);
        pdf_text(&d->pdf, x, y, 14, &number, strbuf_text(&text));
        strbuf_clear(&text);
    }
    disc(d, e->player, x + 21, y - 2.4f, 2.6f);
    if (e->dice[0] > 0)
        strbuf_printf(&text, "%d%d: ", e->dice[0], e->dice[1]);
    report_action(&text, d->r, b->d);
    if (b->d->note != NULL && e->kind == EVENT_PLAY)
        strbuf_printf(&text, " %s", skill_mark(b->d->note->play_skill));
    pdf_text(&d->pdf, x + 28, y, COLUMN - 28, &bold, strbuf_text(&text));
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
    pdf_board(&d->pdf, x, y, BOARD, &b->d->before, &o, d->o->style != NULL ? theme_find(d->o->style) : &theme_colour);
}

static void block_lines(struct document *d, const struct block *b, float x, float y, float width)
{
    for (int i = 0; i < b->n; i++, y += 8.4f) {
        const struct block_line *l = &b->line[i];
        struct pdf_style s = {5.9f, l->bold ? PDF_BOLD : PDF_PLAIN, l->colour, PDF_LEFT}, right = s;
        right.align = PDF_RIGHT;
        if (l->marked && b->skill != SKILL_NONE)
            pdf_box(&d->pdf, x - 1, y - 6.6f, width + 2, 8.2f, skill_ground[b->skill]);
        if (l->marked)
            s.font = PDF_BOLD;
        pdf_text(&d->pdf, x, y, width - (l->right[0] != '\0' ? 30 : 0), &s, l->text);
        pdf_text(&d->pdf, x, y, width, &right, l->right);
    }
}

static void comment(struct document *d, const char *text)
{
    if (text == NULL || !d->o->annotations)
        return;
    while (*text != '\0') {
        size_t n = pdf_break(&d->pdf, &style_small, text, COLUMN - 12);
        struct strbuf line = {0};
        need(d, 9);
        strbuf_add(&line, text, n);
        pdf_text(&d->pdf, column_x(d) + 8, d->y + 6, 0, &style_small, strbuf_text(&line));
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
    d->places[at - d->r->decisions] = pdf_place(&d->pdf, d->y - 10);
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
    struct pdf_style head = {10, PDF_BOLD, ink, PDF_LEFT};
    strbuf_printf(&text, "Game %d", g->number);
    pdf_outline(&d->pdf, d->games, strbuf_text(&text), pdf_place(&d->pdf, d->y - 10));
    pdf_text(&d->pdf, x, d->y + 10, COLUMN, &head, strbuf_text(&text));
    strbuf_clear(&text);
    strbuf_printf(&text, "%d\xe2\x80\x93%d%s", g->score[0], g->score[1], g->crawford_game ? ", Crawford game" : "");
    pdf_text(&d->pdf, x + 56, d->y + 10, COLUMN - 56, &style_soft, strbuf_text(&text));
    strbuf_clear(&text);
    d->y += 18;
    comment(d, g->comment);
    size_t nth = 0;
    for (size_t i = 0; i < d->r->n_decisions; i++)
        if (d->r->decisions[i].game == g && d->r->decisions[i].shown)
            decision(d, &d->r->decisions[i], nth++);
    need(d, 18);
    report_result(&text, d->r->match, g);
    struct pdf_style result = {8, PDF_BOLD, ink, PDF_LEFT};
    pdf_text(&d->pdf, column_x(d), d->y + 8, COLUMN, &result, strbuf_text(&text));
    d->y += 24;
    strbuf_done(&text);
}

static void games(struct document *d)
{
    const struct match *m = d->r->match;
    if (m->n_games == 0)
        return;
    new_page(d);
    d->games = pdf_outline(&d->pdf, NULL, "Games", pdf_place(&d->pdf, 0));
    for (size_t i = 0; i < m->n_games; i++)
        game(d, &m->games[i]);
}

static void link_errors(struct document *d)
{
    for (size_t i = 0; i < d->n_targets && d->pdf.error == 0; i++) {
        const struct target *t = &d->targets[i];
        HPDF_Destination to = d->places[t->decision - d->r->decisions];
        if (to == NULL)
            continue;
        HPDF_Annotation a = HPDF_Page_CreateLinkAnnot(t->page, t->area, to);
        HPDF_LinkAnnot_SetBorderStyle(a, 0, 0, 0);
    }
}

static bool write_document(struct document *d, struct strbuf *out)
{
    struct strbuf subject = {0};
    const struct match *m = d->r->match;
    report_length(&subject, m);
    pdf_describe(&d->pdf, strbuf_text(&d->title), strbuf_text(&subject), m->info.date);
    strbuf_done(&subject);
    HPDF_SetPageMode(d->pdf.doc, HPDF_PAGE_MODE_USE_OUTLINE);
    overview(d);
    statistics(d);
    games(d);
    link_errors(d);
    return pdf_save(&d->pdf, out);
}

static bool pdf_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *diags)
{
    struct report r;
    if (o->style != NULL && theme_find(o->style) == NULL) {
        diag_at(diags, SEVERITY_ERROR, 0, 0, "no theme \"%s\", expected colour or print", o->style);
        return false;
    }
    report_init_for(&r, m, o);
    struct document d = {.r = &r, .o = o};
    d.places = xcalloc(r.n_decisions + 1, sizeof(HPDF_Destination));
    if (o->title != NULL)
        strbuf_puts(&d.title, o->title);
    else
        report_title(&d.title, m);
    bool ok = pdf_open(&d.pdf) && write_document(&d, sink_main(out));
    if (!ok)
        diag_at(diags, SEVERITY_ERROR, 0, 0, "the PDF library failed (error %lx)", (unsigned long)d.pdf.error);
    else if (!d.pdf.unicode)
        diag_at(diags, SEVERITY_NOTE, 0, 0, "no DejaVu font was found: letters beyond Latin print as ?");
    pdf_done(&d.pdf);
    strbuf_done(&d.title);
    free(d.places);
    free(d.targets);
    report_done(&r);
    return ok;
}

const struct exporter exporter_pdf = {
    .name = "pdf",
    .title = "PDF report",
    .extension = "pdf",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .write = pdf_write,
};
