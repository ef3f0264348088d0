/* The games of the HTML report: each decision one line (a <details>) that opens to board, candidates and cube. */
#include "export/html/html.h"

#include <math.h>
#include <string.h>

#include "export/board/svg.h"
#include "match/notation.h"
#include "match/posid.h"

static void put(const struct page *p, const char *s)
{
    strbuf_puts(p->out, s);
}

/* ---- the line ---- */

static void badge(const struct page *p, const struct alert *a)
{
    switch (a->kind) {
    case ALERT_ILLEGAL:
        put(p, "<span class=\"t ill\">");
        break;
    case ALERT_LUCK:
        put(p, a->luck > 0 ? "<span class=\"t lu\">" : "<span class=\"t un\">");
        break;
    case ALERT_MOVE:
    case ALERT_CUBE:
        strbuf_printf(p->out, "<span class=\"t t%d\">", (int)a->skill);
        break;
    }
    html_text(p->out, a->what);
    if (!isnan(a->amount)) {
        strbuf_putc(p->out, ' ');
        html_signed(p->out, a->amount, 3);
    }
    put(p, "</span>");
}

static void badges(const struct page *p, const struct decision *d)
{
    struct alert alerts[ALERTS_MAX];
    int n = report_alerts(d, alerts);
    const struct annotation *a = d->note;
    bool slip = a != NULL && a->play != NULL && a->play_skill == SKILL_NONE && a->play->error >= 0.0005f;
    if (n == 0 && !slip)
        return;
    put(p, "<span class=\"al\">");
    if (slip) {
        put(p, "<span class=\"t t0\">");
        html_signed(p->out, -a->play->error, 3);
        put(p, "</span>");
    }
    for (int i = 0; i < n; i++)
        badge(p, &alerts[i]);
    put(p, "</span>");
}

static void line(const struct page *p, const struct decision *d)
{
    const struct event *e = d->event;
    struct strbuf action = {0};
    report_action(&action, p->r, d);
    put(p, "<summary><span class=\"no\">");
    if (d->number > 0)
        strbuf_int(p->out, d->number);
    else
        put(p, "\xc2\xb7");
    put(p, "</span>");
    html_name(p->out, p->r->match, e->player);
    if (e->dice[0] > 0)
        strbuf_printf(p->out, "<span class=\"roll\">%d%d</span>", e->dice[0], e->dice[1]);
    put(p, decision_is_cube_action(d) ? "<span class=\"act cu\">" : "<span class=\"act\">");
    html_text(p->out, strbuf_text(&action));
    if (e->kind == EVENT_PLAY && d->note != NULL && d->note->play_skill != SKILL_NONE)
        strbuf_printf(p->out, " <b class=\"m%d\">%s</b>", (int)d->note->play_skill, skill_mark(d->note->play_skill));
    put(p, "</span>");
    badges(p, d);
    put(p, "</summary>\n");
    strbuf_done(&action);
}

/* ---- the diagram ---- */

static void diagram(const struct page *p, const struct decision *d)
{
    struct draw_options o = {.bottom = -1, .numbers = -1};
    const struct play_analysis *play = d->note != NULL ? d->note->play : NULL;
    if (d->event->kind == EVENT_PLAY && d->problem == NULL)
        o.arrows[0] = (struct draw_arrows){&d->event->play, PAINT_ARROW_PLAYED};
    if (play != NULL && d->note->play_skill != SKILL_NONE && play->n > 0 && play->played != 0)
        o.arrows[1] = (struct draw_arrows){&play->candidates[0].play, PAINT_ARROW_BEST};
    else
        o.arrows[0].paint = PAINT_ARROW_BEST;
    struct strbuf label = {0};
    strbuf_puts(&label, "Board: ");
    draw_describe(&label, &d->before);
    svg_board_inline(p->out, &d->before, &o, strbuf_text(&label));
    strbuf_done(&label);
}

static void id_line(const struct page *p, const char *before, const struct position_ids *ids)
{
    strbuf_printf(p->out,
                  "<p class=\"ids\">%sPosition ID <code>%s</code> Match ID <code>%s</code><br><code>%s</code></p>\n",
                  before, ids->position, ids->match, ids->xgid);
}

static void identities(const struct page *p, const struct decision *d)
{
    struct position_ids ids;
    const struct position *at = &d->before;
    decision_ids(d, &ids);
    put(p, "<p class=\"pips\">Pips ");
    html_name(p->out, p->r->match, at->on_roll);
    strbuf_printf(p->out, " %d, ", board_pips(&at->board));
    html_name(p->out, p->r->match, 1 - at->on_roll);
    strbuf_printf(p->out, " %d; ", board_opponent_pips(&at->board));
    struct strbuf cube = {0};
    report_cube_state(&cube, p->r->match, at);
    html_text(p->out, strbuf_text(&cube));
    strbuf_done(&cube);
    put(p, "</p>\n");
    id_line(p, "", &ids);
    if (decision_cube_ids(p->o, d, &ids))
        id_line(p, "Before the roll: ", &ids);
}

/* ---- tables ---- */

static void probabilities(const struct page *p, struct outcome o)
{
    const float values[6] = {o.win, o.win_gammon, o.win_backgammon, 1 - o.win, o.lose_gammon, o.lose_backgammon};
    for (int i = 0; i < 6; i++) {
        put(p, i == 3 ? "<td class=\"lo\">" : "<td>");
        report_probability(p->out, values[i]);
        put(p, "</td>");
    }
}

static void probability_heads(const struct page *p)
{
    put(p, "<th scope=\"col\">Win\xc2\xa0%</th><th scope=\"col\">g</th><th scope=\"col\">bg</th>"
           "<th scope=\"col\" class=\"lo\">Lose\xc2\xa0%</th><th scope=\"col\">g</th><th scope=\"col\">bg</th>");
}

/* Where the options ask for parameters. */
static void rollout_words(const struct page *p, const struct rollout_settings *s)
{
    struct strbuf text = {0};
    if (s == NULL || !p->o->parameters)
        return;
    report_rollout(&text, s);
    put(p, " <small>");
    html_text(p->out, strbuf_text(&text));
    put(p, "</small>");
    strbuf_done(&text);
}

static void level_cell(const struct page *p, const struct candidate *c)
{
    struct strbuf text = {0};
    report_level_for(&text, &c->level, p->o);
    put(p, "<td class=\"lv\">");
    html_text(p->out, strbuf_text(&text));
    rollout_words(p, c->rollout);
    put(p, "</td>");
    strbuf_done(&text);
}

/* Of a rollout. */
static void standard_error(const struct page *p, const struct candidate *c)
{
    if (c->stderror == NULL)
        return;
    float e = c->level.cubeful ? c->stderror->cubeful : c->stderror->cubeless;
    if (!isnan(e))
        strbuf_printf(p->out, " <small>\xc2\xb1%.3f</small>", (double)e);
}

static void candidate_row(const struct page *p, const struct decision *d, int i)
{
    const struct play_analysis *a = d->note->play;
    const struct candidate *c = &a->candidates[i];
    struct board before = d->before.board;
    struct strbuf play = {0};
    notation_write(&play, &before, &c->play, NOTATION_MERGED);
    if (i == a->played)
        strbuf_printf(p->out, "<tr class=\"pl m%d\">", (int)d->note->play_skill);
    else
        put(p, "<tr>");
    strbuf_printf(p->out, "<td>%d</td><th scope=\"row\">", i + 1);
    html_text(p->out, strbuf_text(&play));
    if (i == a->played)
        strbuf_printf(p->out, " <span class=\"pm\">played%s</span>", skill_mark(d->note->play_skill));
    put(p, "</th><td>");
    html_signed(p->out, c->equity, 3);
    standard_error(p, c);
    put(p, "</td><td>");
    if (!isnan(report_difference(a, i)))
        html_signed(p->out, report_difference(a, i), 3);
    put(p, "</td>");
    if (p->o->probabilities)
        probabilities(p, c->outcome);
    level_cell(p, c);
    put(p, "</tr>\n");
    strbuf_done(&play);
}

/* Cost of an error in the units of the match: "-0.190 (-3.4% MWC)". */
static void cost(const struct page *p, float error, float mwc)
{
    html_signed(p->out, -error, 3);
    if (isnan(mwc))
        return;
    struct strbuf text = {0};
    strbuf_puts(&text, " (");
    if (p->r->match->length > 0) {
        report_percent(&text, -mwc, 2);
        strbuf_puts(&text, " MWC)");
    } else {
        report_signed(&text, -mwc, 3);
        strbuf_puts(&text, " points)");
    }
    html_words(p->out, strbuf_text(&text));
    strbuf_done(&text);
}

static void candidates(const struct page *p, const struct decision *d)
{
    const struct play_analysis *a = d->note->play;
    enum { SHOWN = 64 };
    int index[SHOWN + 1];
    if (a->n == 0) {
        put(p, a->n_legal == 0 ? "<p class=\"nt\">No legal move.</p>\n" : "<p class=\"nt\">Play not analysed.</p>\n");
        return;
    }
    int n = report_candidates(a, p->o->candidates < SHOWN ? p->o->candidates : SHOWN, index);
    put(p, "<table class=\"cand\"><caption>Candidates</caption><thead><tr><th scope=\"col\">#</th>"
           "<th scope=\"col\">Play</th><th scope=\"col\">Equity</th><th scope=\"col\">Diff.</th>");
    if (p->o->probabilities)
        probability_heads(p);
    put(p, "<th scope=\"col\" class=\"lv\">Level</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < n; i++) {
        if (report_rule_above(a, index, i))
            put(p, "</tbody><tbody class=\"lower\">\n");
        candidate_row(p, d, index[i]);
    }
    put(p, "</tbody></table>\n");
    if (a->error > 0 && a->error_mwc > 0) {
        put(p, "<p class=\"nt\">Cost of the play: ");
        cost(p, a->error, a->error_mwc);
        put(p, "</p>\n");
    }
}

static void cube_rows(const struct page *p, const struct cube_table *t)
{
    for (int i = 0; i < 3; i++) {
        strbuf_printf(p->out, "<tr><td>%d</td><th scope=\"row\">%s</th><td>", i + 1, t->row[i].label);
        html_signed(p->out, t->row[i].equity, 3);
        put(p, "</td><td>");
        if (i > 0)
            html_signed(p->out, t->row[i].difference, 3);
        put(p, "</td></tr>\n");
    }
}

static void cube_verdict(const struct page *p, const struct decision *d, const struct cube_table *t)
{
    put(p, "<p class=\"nt\">Proper cube action: <b>");
    html_text(p->out, t->verdict);
    put(p, "</b>");
    if (!isnan(t->percent))
        strbuf_printf(p->out, " (%.1f%%)", 100 * (double)t->percent);
    float error = decision_cube_error(d);
    if (error >= 0.0005f) {
        put(p, "; cost: ");
        cost(p, error, decision_cube_error_mwc(d));
    }
    put(p, "</p>\n");
}

/* Chances without the cube, which explain the verdict. */
static void cube_chances(const struct page *p, const struct cube_analysis *c)
{
    struct outcome o = c->branch[0].outcome;
    if (!p->o->probabilities || isnan(o.win) || (o.win == 0 && o.lose_gammon == 0 && o.win_gammon == 0))
        return;
    put(p, "<p class=\"nt\">Cubeless");
    if (!isnan(c->branch[0].cubeless)) {
        strbuf_putc(p->out, ' ');
        html_signed(p->out, c->branch[0].cubeless, 3);
        strbuf_putc(p->out, ';');
    }
    strbuf_printf(p->out, " wins %.1f%% (g %.1f, bg %.1f), loses %.1f%% (g %.1f, bg %.1f)</p>\n", 100 * (double)o.win,
                  100 * (double)o.win_gammon, 100 * (double)o.win_backgammon, 100 * (1 - (double)o.win),
                  100 * (double)o.lose_gammon, 100 * (double)o.lose_backgammon);
}

static void cube(const struct page *p, const struct decision *d)
{
    const struct cube_analysis *c = d->note->cube;
    struct cube_table t;
    cube_table_of(c, d->before.cube_owner != CUBE_CENTRED, &t);
    put(p, "<table class=\"cand cube\"><caption>Cube, seen by ");
    html_name(p->out, p->r->match, d->before.on_roll);
    put(p, " <span class=\"lv\">");
    struct strbuf level = {0};
    report_level_for(&level, &c->level, p->o);
    html_text(p->out, strbuf_text(&level));
    rollout_words(p, c->rollout);
    strbuf_done(&level);
    put(p, "</span></caption><thead><tr><th scope=\"col\">#</th><th scope=\"col\">Action</th>"
           "<th scope=\"col\">Equity</th><th scope=\"col\">Diff.</th></tr></thead>\n<tbody>\n");
    cube_rows(p, &t);
    put(p, "</tbody></table>\n");
    cube_verdict(p, d, &t);
    cube_chances(p, c);
}

static void luck(const struct page *p, const struct decision *d)
{
    const struct annotation *a = d->note;
    if (a == NULL || isnan(a->luck) || d->event->dice[0] == 0)
        return;
    strbuf_printf(p->out, "<p class=\"nt\">Luck of %d%d: ", d->event->dice[0], d->event->dice[1]);
    html_signed(p->out, a->luck, 3);
    if (a->luck_mark != LUCK_NONE)
        strbuf_printf(p->out, " (%s)", luck_name(a->luck_mark));
    put(p, "</p>\n");
}

static void comment(const struct page *p, const char *text)
{
    if (text == NULL || !p->o->annotations)
        return;
    put(p, "<blockquote class=\"com\">");
    html_text(p->out, text);
    put(p, "</blockquote>\n");
}

/* ---- a decision ---- */

static void analysis(const struct page *p, const struct decision *d)
{
    put(p, "<div class=\"an\">\n");
    struct strbuf heading = {0};
    report_heading(&heading, p->r, d);
    put(p, "<h4>");
    html_text(p->out, strbuf_text(&heading));
    put(p, "</h4>\n");
    strbuf_done(&heading);
    comment(p, d->event->comment);
    bool cube_first = d->note != NULL && d->note->cube_skill != SKILL_NONE; /* as it happened: cube, roll, play */
    bool shows_cube = report_shows_cube(p->o, d) && d->note->cube->verdict != VERDICT_NONE;
    if (shows_cube && (cube_first || decision_is_cube_action(d)))
        cube(p, d);
    if (report_shows_play(p->o, d))
        candidates(p, d);
    else if (p->o->analysis && d->event->kind == EVENT_PLAY && (d->note == NULL || d->note->play == NULL))
        put(p, "<p class=\"nt\">Play not analysed.</p>\n");
    if (shows_cube && !cube_first && !decision_is_cube_action(d))
        cube(p, d);
    luck(p, d);
    put(p, "</div>\n");
}

/* Comments and set-ups between the moves: a paragraph. */
static void aside(const struct page *p, const struct decision *d)
{
    const struct event *e = d->event;
    strbuf_printf(p->out, "<div class=\"as\" id=\"%s\">", d->anchor);
    if (e->kind != EVENT_COMMENT) {
        strbuf_printf(p->out, "<p class=\"nt\">In the file: %s", event_kind_name(e->kind));
        if (e->kind == EVENT_SET_DICE)
            strbuf_printf(p->out, " %d%d", e->dice[0], e->dice[1]);
        else if (e->kind == EVENT_SET_CUBE)
            strbuf_printf(p->out, " %d", e->value);
        else if (e->kind == EVENT_SET_SCORE)
            strbuf_printf(p->out, " %d\xe2\x80\x93%d", e->score[0], e->score[1]);
        put(p, "</p>");
    }
    comment(p, e->text);
    comment(p, e->comment);
    put(p, "</div>\n");
}

static void decision(const struct page *p, const struct decision *d, size_t nth)
{
    if (d->event->kind > EVENT_RESIGN_REFUSE && !decision_is_position(d)) {
        aside(p, d);
        return;
    }
    enum skill skill = decision_skill(d);
    bool marked = skill != SKILL_NONE || d->problem != NULL;
    strbuf_printf(p->out, "<details class=\"d%s w%d\" id=\"%s\"%s>", marked ? " err" : "", d->event->player, d->anchor,
                  marked || decision_is_position(d) ? " open" : "");
    line(p, d);
    put(p, "<div class=\"bd\">\n<div class=\"dg\">");
    if (report_shows_board(p->o, d, (int)nth))
        diagram(p, d);
    identities(p, d);
    put(p, "</div>\n");
    analysis(p, d);
    put(p, "</div></details>\n");
}

/* ---- a game ---- */

void html_game(const struct page *p, const struct game *g)
{
    struct strbuf text = {0};
    strbuf_printf(p->out, "<section class=\"game\" id=\"g%d\">\n<h2>Game %d <small>", g->number, g->number);
    report_score(&text, p->r->match, g);
    html_text(p->out, strbuf_text(&text));
    put(p, "</small></h2>\n");
    comment(p, g->comment);
    size_t nth = 0;
    for (const struct decision *d = NULL; (d = report_next(p->r, g, d)) != NULL;)
        decision(p, d, nth++);
    strbuf_clear(&text);
    report_result(&text, p->r->match, g);
    put(p, "<p class=\"res\">");
    html_text(p->out, strbuf_text(&text));
    put(p, "</p>\n");
    if (p->o->statistics)
        html_statistics(p, g);
    put(p, "</section>\n");
    strbuf_done(&text);
}
