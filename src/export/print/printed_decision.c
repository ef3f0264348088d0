/* A decision on paper, a small block in a column: its lines first, then their height is known. Structure:
 * docs/formats/pdf.md. */
#include "export/print/printed.h"

#include <math.h>
#include <stdio.h>

#include "match/notation.h"
#include "match/posid.h"

enum {
    BOARD = 106, /* width of a diagram */
    LINES_MAX = 24
};

static const uint32_t skill_ground[4] = {0xffffff, 0xfdf3d7, 0xfde5d3, 0xfbdcdc};
static const struct paper_style style_small = {5.8f, PAPER_PLAIN, INK, PAPER_LEFT};

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
        uint32_t colour = a->kind == ALERT_ILLEGAL ? printed_skill_colour[SKILL_VERY_BAD]
                          : a->kind == ALERT_LUCK  ? a->luck > 0 ? 0x0f766e : 0x7e22ce
                                                   : printed_skill_colour[a->skill];
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
        struct block_line *l = add_line(b, strbuf_text(&text), INK);
        l->marked = index[i] == a->played;
        strbuf_clear(&text);
        const float difference = report_difference(a, index[i]);
        if (index[i] != 0 && isnan(difference))
            report_level(&text, &c->level); /* looked at less deeply: nothing to compare */
        else
            report_signed(&text, isnan(difference) ? c->equity : difference, 3);
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
    add_line(b, strbuf_text(&text), SOFT);
    if (d->note->cube_skill != SKILL_NONE || decision_is_cube_action(d))
        for (int i = 0; i < 3; i++) {
            struct block_line *l = add_line(b, t.row[i].label, INK);
            strbuf_clear(&text);
            report_signed(&text, t.row[i].equity, 3);
            snprintf(l->right, sizeof l->right, "%s", strbuf_text(&text));
        }
    strbuf_done(&text);
}

static void id_lines(const struct document *d, struct block *b)
{
    struct position_ids ids;
    struct strbuf text = {0};
    decision_ids(b->d, &ids);
    strbuf_printf(&text, "%s:%s", ids.position, ids.match);
    add_line(b, strbuf_text(&text), SOFT);
    strbuf_clear(&text);
    if (decision_cube_ids(d->o, b->d, &ids)) {
        strbuf_printf(&text, "before the roll %s:%s", ids.position, ids.match);
        add_line(b, strbuf_text(&text), SOFT);
    }
    strbuf_done(&text);
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
    id_lines(d, b);
}

static void block_heading(struct document *d, const struct block *b, float x, float y)
{
    struct strbuf text = {0};
    const struct event *e = b->d->event;
    struct paper_style bold = {6.6f, PAPER_BOLD, INK, PAPER_LEFT}, number = {6, PAPER_PLAIN, SOFT, PAPER_RIGHT};
    if (b->d->number > 0) {
        strbuf_printf(&text, "%d", b->d->number);
        paper_text(d->paper, x, y, 14, &number, strbuf_text(&text));
        strbuf_clear(&text);
    }
    printed_disc(d, e->player, x + 21, y - 2.4f, 2.6f);
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

void printed_comment(struct document *d, const char *text)
{
    if (text == NULL || !d->o->annotations)
        return;
    while (*text != '\0') {
        size_t n = paper_break(d->paper, &style_small, text, COLUMN - 12);
        struct strbuf line = {0};
        printed_need(d, 9);
        strbuf_add(&line, text, n);
        paper_text(d->paper, printed_column_x(d) + 8, d->y + 6, 0, &style_small, strbuf_text(&line));
        strbuf_done(&line);
        d->y += 8;
        text += n;
        while (*text == '\n' || *text == ' ')
            text++;
    }
    d->y += 3;
}

void printed_decision(struct document *d, const struct decision *at, size_t nth)
{
    if (at->event->kind > EVENT_RESIGN_REFUSE) {
        printed_comment(d, at->event->comment != NULL ? at->event->comment : at->event->text);
        return;
    }
    struct block b;
    bool board = at->event->kind <= EVENT_DROP && report_shows_board(d->o, at, (int)nth);
    block_fill(d, &b, at);
    float lines = board || b.skill != SKILL_NONE || at->problem != NULL ? (float)b.n * 8.4f : 0;
    float picture = board ? (float)BOARD * DRAW_HEIGHT / DRAW_WIDTH : 0;
    float height = 10 + fmaxf(lines, picture) + 4;
    printed_need(d, height);
    float x = printed_column_x(d);
    d->places[at - d->r->decisions] = paper_here(d->paper, d->y - 10);
    block_heading(d, &b, x, d->y + 7);
    if (board)
        block_board(d, &b, x, d->y + 10);
    if (lines > 0)
        block_lines(d, &b, x + (board ? BOARD + 7 : 28), d->y + 16, COLUMN - (board ? BOARD + 7 : 28));
    d->y += height;
    printed_comment(d, at->event->comment);
}
