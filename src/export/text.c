/* Plain text report: for each game the score, a block for each decision (heading, board, action, alerts, analysis,
 * comment) and statistics. Words and rounding come from report.h; this file only lays them out. docs/formats/text.md */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "base/version.h"
#include "export/board/ascii.h"
#include "export/export.h"
#include "match/loss.h"
#include "report/decision.h"
#include "match/notation.h"
#include "match/posid.h"

enum { LABEL_WIDTH = 40, VALUE_WIDTH = 23, PLAY_WIDTH = 28, LEVEL_WIDTH = 14, CANDIDATES_MAX = 64 };

struct writer {
    struct strbuf *out;
    const struct match *m;
    const struct export_options *o;
    struct report report;
    struct strbuf scratch; /* a phrase before it is cleaned */
    struct strbuf names[2];
};

/* ---- phrases ---- */

/* Appends valid UTF-8 without what steers terminals; line feeds stay if `lines`. */
static void put_clean(struct strbuf *out, const char *text, bool lines)
{
    size_t start = out->length;
    utf8_clean(out, text);
    utf8_disarm(out, start, ' ', lines);
}

static void flush_phrase(struct writer *w)
{
    put_clean(w->out, strbuf_text(&w->scratch), false);
    strbuf_clear(&w->scratch);
}

/* Pads what was written since `start` to `width` characters. */
static void pad(struct strbuf *out, size_t start, size_t width)
{
    size_t length = out->length > start ? utf8_count(out->at + start) : 0;
    strbuf_fill(out, ' ', length < width ? width - length : 0);
}

static void fact(struct writer *w, const char *label, const char *value)
{
    if (value == NULL || value[0] == '\0')
        return;
    strbuf_puts(w->out, label);
    strbuf_puts(w->out, ": ");
    put_clean(w->out, value, true);
    strbuf_putc(w->out, '\n');
}

/* ---- the head of a game ---- */

static void match_information(struct writer *w)
{
    const struct match *m = w->m;
    const struct match_info *i = &m->info;
    const struct {
        const char *label, *value;
    } facts[] = {
        {"Rating of O", m->player[0].rating},
        {"Rating of X", m->player[1].rating},
        {"Date", i->date},
        {"Event", i->event},
        {"Round", i->round},
        {"Place", i->place != NULL ? i->place : i->site},
        {"Annotator", i->annotator},
        {"Comment", w->o->annotations ? m->comment : NULL},
    };
    size_t before = w->out->length;
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        fact(w, facts[k].label, facts[k].value);
    if (w->out->length != before)
        strbuf_putc(w->out, '\n');
}

static void engine_line(struct writer *w)
{
    if (w->report.set < 0 || !w->o->analysis)
        return;
    strbuf_puts(&w->scratch, "Analysed by ");
    report_engine(&w->scratch, &w->report, w->o);
    flush_phrase(w);
    strbuf_puts(w->out, "\n\n");
}

static void game_head(struct writer *w, const struct game *g, bool first)
{
    strbuf_printf(w->out, "Game %d: ", g->number);
    report_score(&w->scratch, w->m, g);
    flush_phrase(w);
    strbuf_puts(w->out, "\n\n");
    if (!first)
        return;
    if (w->o->match_information)
        match_information(w);
    engine_line(w);
}

/* ---- a decision ---- */

static void board(struct writer *w, const struct decision *d)
{
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
    const char *const names[2] = {strbuf_text(&w->names[0]), strbuf_text(&w->names[1])};
    position_id(&d->before.board, id);
    match_id(&d->before, match);
    xgid(&d->before, xg);
    strbuf_printf(w->out, " GNUbg ID: %s:%s\n %s\n", id, match, xg);
    ascii_board(w->out, &d->before, names);
    int pips[2] = {board_pips(&d->before.board), board_opponent_pips(&d->before.board)};
    bool zero = d->before.on_roll == 0;
    strbuf_printf(w->out, "Pip counts: O %d, X %d\n\n", pips[zero ? 0 : 1], pips[zero ? 1 : 0]);
}

static void alerts(struct writer *w, const struct decision *d)
{
    struct alert alert[ALERTS_MAX];
    int n = report_alerts(d, alert);
    for (int i = 0; i < n; i++) {
        strbuf_puts(&w->scratch, "Alert: ");
        strbuf_puts(&w->scratch, alert[i].what);
        if (!isnan(alert[i].amount)) {
            strbuf_puts(&w->scratch, " (");
            report_signed(&w->scratch, alert[i].amount, 3);
            strbuf_putc(&w->scratch, ')');
        }
        if (alert[i].kind == ALERT_CUBE && alert[i].skill != SKILL_NONE) {
            strbuf_puts(&w->scratch, " [");
            strbuf_puts(&w->scratch, skill_name(alert[i].skill));
            strbuf_putc(&w->scratch, ']');
        }
        flush_phrase(w);
        strbuf_putc(w->out, '\n');
    }
    if (n > 0)
        strbuf_putc(w->out, '\n');
}

static void probabilities(struct writer *w, const struct outcome *o)
{
    if (!w->o->probabilities || isnan(o->win))
        return;
    strbuf_puts(w->out, "       ");
    const float figures[] = {o->win, o->win_gammon, o->win_backgammon, 1 - o->win, o->lose_gammon, o->lose_backgammon};
    for (int i = 0; i < 6; i++) {
        strbuf_puts(w->out, i == 3 ? " - " : i == 0 ? "" : " ");
        strbuf_fixed(w->out, figures[i], 3);
    }
    strbuf_putc(w->out, '\n');
}

static void cube_rows(struct writer *w, const struct cube_table *t)
{
    for (int i = 0; i < 3; i++) {
        strbuf_printf(w->out, "%d. ", i + 1);
        size_t start = w->out->length;
        strbuf_puts(w->out, t->row[i].label);
        pad(w->out, start, 20);
        report_signed(w->out, t->row[i].equity, 3);
        if (!isnan(t->row[i].difference)) {
            strbuf_puts(w->out, "  (");
            report_signed(w->out, t->row[i].difference, 3);
            strbuf_putc(w->out, ')');
        }
        strbuf_putc(w->out, '\n');
    }
}

/* A rollout's standard error, and its settings where the options ask for parameters. */
static void rollout_line(struct writer *w, const struct rollout_settings *s, const struct rollout_error *e,
                         const struct eval_level *level)
{
    float error = e == NULL ? NAN : level->cubeful ? e->cubeful : e->cubeless;
    bool settings = s != NULL && w->o->parameters;
    if (isnan(error) && !settings)
        return;
    strbuf_puts(w->out, "       ");
    if (!isnan(error))
        strbuf_printf(w->out, "standard error %.3f%s", (double)error, settings ? ", " : "");
    if (settings)
        report_rollout(w->out, s);
    strbuf_putc(w->out, '\n');
}

static void cube_analysis(struct writer *w, const struct decision *d)
{
    if (!report_shows_cube(w->o, d))
        return;
    const struct cube_analysis *c = d->note->cube;
    struct cube_table t;
    struct position_ids ids;
    cube_table_of(c, d->before.cube_owner != CUBE_CENTRED, &t);
    strbuf_puts(w->out, "Cube analysis\n");
    if (decision_cube_ids(w->o, d, &ids))
        strbuf_printf(w->out, "Before the roll: %s:%s %s\n", ids.position, ids.match, ids.xgid);
    report_level_for(w->out, &c->level, w->o);
    strbuf_puts(w->out, ": cubeless equity ");
    report_signed(w->out, c->branch[0].cubeless, 3);
    if (w->m->length > 0 && !isnan(c->branch[0].outcome.win)) {
        strbuf_puts(w->out, " (money: ");
        report_signed(w->out, outcome_equity(c->branch[0].outcome), 3);
        strbuf_putc(w->out, ')');
    }
    strbuf_putc(w->out, '\n');
    rollout_line(w, c->rollout, c->branch[0].stderror, &c->level);
    probabilities(w, &c->branch[0].outcome);
    strbuf_puts(w->out, "Cubeful equities:\n");
    cube_rows(w, &t);
    if (t.verdict != NULL && t.verdict[0] != '\0') {
        strbuf_puts(w->out, "Proper cube action: ");
        strbuf_puts(w->out, t.verdict);
        if (!isnan(t.percent))
            strbuf_printf(w->out, " (%.1f%%)", 100 * (double)t.percent);
        strbuf_putc(w->out, '\n');
    }
    strbuf_putc(w->out, '\n');
}

static void luck_line(struct writer *w, const struct decision *d)
{
    if (d->note == NULL || isnan(d->note->luck) || !w->o->analysis)
        return;
    strbuf_printf(w->out, "Rolled %d%d (", d->event->dice[0], d->event->dice[1]);
    report_signed(w->out, d->note->luck, 3);
    strbuf_puts(w->out, "):\n");
}

static void candidate(struct writer *w, const struct decision *d, int i)
{
    const struct play_analysis *p = d->note->play;
    const struct candidate *c = &p->candidates[i];
    strbuf_printf(w->out, "%c%4d. ", i == p->played ? '*' : ' ', i + 1);
    report_level_for(&w->scratch, &c->level, w->o);
    size_t start = w->out->length;
    flush_phrase(w);
    pad(w->out, start, LEVEL_WIDTH);
    strbuf_putc(w->out, ' ');
    start = w->out->length;
    notation_write(w->out, &d->before.board, &c->play, NOTATION_MERGED);
    pad(w->out, start, PLAY_WIDTH);
    strbuf_puts(w->out, " Eq.: ");
    report_signed(w->out, c->equity, 3);
    if (!isnan(report_difference(p, i))) {
        strbuf_puts(w->out, " (");
        report_signed(w->out, report_difference(p, i), 3);
        strbuf_putc(w->out, ')');
    }
    strbuf_putc(w->out, '\n');
    probabilities(w, &c->outcome);
    rollout_line(w, c->rollout, c->stderror, &c->level);
}

static void play_analysis(struct writer *w, const struct decision *d)
{
    if (!report_shows_play(w->o, d) || d->note->play->n == 0)
        return;
    const struct play_analysis *p = d->note->play;
    int index[CANDIDATES_MAX + 1];
    int most = w->o->candidates < CANDIDATES_MAX ? w->o->candidates : CANDIDATES_MAX;
    int n = report_candidates(p, most, index);
    for (int i = 0; i < n; i++) {
        if (report_rule_above(p, index, i))
            strbuf_puts(w->out, "       ---- looked at less deeply:\n");
        candidate(w, d, index[i]);
    }
    strbuf_putc(w->out, '\n');
}

static void action_line(struct writer *w, const struct decision *d)
{
    strbuf_puts(w->out, "* ");
    put_clean(w->out, strbuf_text(&w->names[d->event->player == 1]), false);
    strbuf_puts(w->out, d->event->kind == EVENT_PLAY && d->event->play.n > 0 ? " moves " : " ");
    report_action(&w->scratch, &w->report, d);
    flush_phrase(w);
    strbuf_puts(w->out, "\n\n");
}

static void decision(struct writer *w, const struct decision *d, int nth)
{
    if (d->number > 0)
        strbuf_printf(w->out, "Move number %d: ", d->number);
    report_heading(&w->scratch, &w->report, d);
    flush_phrase(w);
    strbuf_puts(w->out, "\n\n");
    if (report_shows_board(w->o, d, nth))
        board(w, d);
    action_line(w, d);
    alerts(w, d);
    cube_analysis(w, d);
    luck_line(w, d);
    play_analysis(w, d);
    if (w->o->annotations && d->event->comment != NULL) {
        strbuf_puts(w->out, "Comment: ");
        put_clean(w->out, d->event->comment, true);
        strbuf_puts(w->out, "\n\n");
    }
    strbuf_putc(w->out, '\n');
}

/* ---- statistics ---- */

static void stat_line(struct writer *w, const struct stat_row *row, const struct stat_table *t)
{
    if (row->value == NULL) {
        strbuf_putc(w->out, '\n');
        strbuf_puts(w->out, stat_label(row, t));
        strbuf_puts(w->out, "\n\n");
        return;
    }
    size_t start = w->out->length;
    strbuf_puts(w->out, stat_label(row, t));
    pad(w->out, start, LABEL_WIDTH);
    for (int who = 0; who < 2; who++) {
        strbuf_putc(w->out, ' ');
        start = w->out->length;
        row->value(&w->scratch, t, who);
        flush_phrase(w);
        if (who == 0)
            pad(w->out, start, VALUE_WIDTH);
    }
    strbuf_putc(w->out, '\n');
}

static void statistics(struct writer *w, const struct game *g)
{
    struct stat_table t;
    if (!w->o->statistics || !stat_table_of(w->m, g, w->report.set, &t))
        return;
    if (g != NULL)
        strbuf_printf(w->out, "Statistics of game %d\n\n", g->number);
    else
        strbuf_puts(w->out, w->m->length > 0 ? "Match statistics\n\n" : "Session statistics\n\n");
    size_t start = w->out->length;
    strbuf_puts(w->out, "Player");
    pad(w->out, start, LABEL_WIDTH);
    strbuf_putc(w->out, ' ');
    start = w->out->length;
    strbuf_puts(w->out, strbuf_text(&w->names[0]));
    pad(w->out, start, VALUE_WIDTH);
    strbuf_putc(w->out, ' ');
    strbuf_puts(w->out, strbuf_text(&w->names[1]));
    strbuf_putc(w->out, '\n');
    for (const struct stat_row *row = report_stat_rows; row->label != NULL; row++)
        if (row->applies == NULL || row->applies(&t))
            stat_line(w, row, &t);
    strbuf_puts(w->out, "\n\n");
}

/* ---- the document ---- */

static void footer(struct writer *w)
{
    strbuf_puts(w->out, "Written by kibitzer " KIBITZER_VERSION "\n");
}

/* A part of its own for every game after the first, with --split games. */
static void next_part(struct writer *w, struct sink *sink, size_t game)
{
    char suffix[32];
    snprintf(suffix, sizeof suffix, "_%03zu", game + 1);
    footer(w);
    w->out = sink_add_part(sink, suffix);
}

static void game(struct writer *w, const struct game *g, bool first)
{
    game_head(w, g, first);
    int nth = 0;
    for (const struct decision *d = NULL; (d = report_next(&w->report, g, d)) != NULL;)
        decision(w, d, nth++);
    report_result(&w->scratch, w->m, g);
    flush_phrase(w);
    strbuf_puts(w->out, "\n\n");
    statistics(w, g);
}

static bool write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct writer w = {.out = sink_main(sink), .m = m, .o = o};
    report_init_for(&w.report, m, o);
    if (o->title != NULL) {
        put_clean(w.out, o->title, false);
        strbuf_puts(w.out, "\n\n");
    }
    for (int who = 0; who < 2; who++)
        put_clean(&w.names[who], report_name(m, who), false);
    for (size_t g = 0; g < m->n_games; g++) {
        if (o->split_games && g > 0)
            next_part(&w, sink, g);
        game(&w, &m->games[g], g == 0);
    }
    statistics(&w, NULL);
    footer(&w);
    report_done(&w.report);
    strbuf_done(&w.scratch);
    strbuf_done(&w.names[0]);
    strbuf_done(&w.names[1]);
    loss_report(m, CARRIED_BY_REPORTS, NULL, d);
    return true;
}

const struct exporter exporter_text = {
    .name = "text",
    .title = "Plain text report with boards in letters",
    .extension = "txt",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .write = write,
    .splits = true,
};
