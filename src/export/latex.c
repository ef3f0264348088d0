/* LaTeX report: one article for the match, compiled by pdflatex with the packages of Debian's texlive-latex-recommended
 * and texlive-pictures. The drawing of the board (draw.h) becomes pict2e commands; parts that come again are boxes that
 * are set once. Words and rounding come from report.h. Layout and escaping: docs/formats/latex.md. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "base/utf8.h"
#include "base/version.h"
#include "export/board/draw.h"
#include "export/export.h"
#include "match/loss.h"
#include "report/decision.h"
#include "match/notation.h"
#include "match/posid.h"

enum { CANDIDATES_MAX = 64, UNBROKEN_MAX = 24, CODE_POINTS = 0x110000 };

struct writer {
    struct strbuf *out;
    const struct match *m;
    const struct export_options *o;
    struct report report;
    struct strbuf phrase; /* before it is escaped */
    struct strbuf body; /* the document without its preamble */
};

/* ---- text ---- */

static const char *escape_of(char c)
{
    static const char *const special[128] = {
        ['\\'] = "\\textbackslash{}",
        ['{'] = "\\{",
        ['}'] = "\\}",
        ['$'] = "\\$",
        ['&'] = "\\&",
        ['#'] = "\\#",
        ['^'] = "\\textasciicircum{}",
        ['_'] = "\\_",
        ['~'] = "\\textasciitilde{}",
        ['%'] = "\\%",
        ['<'] = "\\textless{}",
        ['>'] = "\\textgreater{}",
        ['|'] = "\\textbar{}",
        ['"'] = "{''}",
        ['`'] = "\\textasciigrave{}",
        ['-'] = "-{}",
        ['['] = "{[}",
        [']'] = "{]}",
        ['?'] = "?{}",
        ['!'] = "!{}",
    };
    return (unsigned char)c < 128 ? special[(unsigned char)c] : NULL;
}

/* Appends text as LaTeX prints it. Long words may break anywhere, so that no line grows beyond what TeX can measure. */
static void put_text(struct strbuf *out, const char *text)
{
    struct strbuf clean = {0};
    utf8_clean(&clean, text);
    struct span rest = {strbuf_text(&clean), clean.length};
    for (int unbroken = 0; rest.length != 0; unbroken++) {
        size_t n = utf8_length(rest);
        const char *escape = escape_of(rest.at[0]);
        bool blank = (unsigned char)rest.at[0] <= 0x20 || rest.at[0] == 0x7F;
        if (blank)
            strbuf_putc(out, ' ');
        else if (escape != NULL)
            strbuf_puts(out, escape);
        else
            strbuf_add(out, rest.at, n);
        if (blank || unbroken >= UNBROKEN_MAX) {
            strbuf_puts(out, blank ? "" : "\\hspace{0pt}");
            unbroken = 0;
        }
        rest = (struct span){rest.at + n, rest.length - n};
    }
    strbuf_done(&clean);
}

static void flush_phrase(struct writer *w)
{
    put_text(&w->body, strbuf_text(&w->phrase));
    strbuf_clear(&w->phrase);
}

/* Paragraphs of a comment: an empty line would end a macro's argument, a line feed is a line. */
static void put_lines(struct strbuf *out, const char *text)
{
    while (*text != '\0') {
        size_t n = strcspn(text, "\n");
        struct strbuf line = {0};
        strbuf_add(&line, text, n);
        put_text(out, line.at);
        strbuf_done(&line);
        text += n + (text[n] == '\n');
        strbuf_puts(out, *text != '\0' ? "\\newline{}" : "");
    }
}

/* Characters that the installed fonts do not have print as their number; LaTeX itself finds out which. */
static void declare_characters(struct strbuf *out, const struct strbuf *body)
{
    unsigned char *seen = xcalloc(1, CODE_POINTS / 8);
    struct span rest = {strbuf_text(body), body->length};
    while (rest.length != 0) {
        size_t n = utf8_length(rest);
        const unsigned char *c = (const unsigned char *)rest.at;
        if (n > 1) {
            static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
            unsigned long code = c[0] & first_bits[n];
            for (size_t i = 1; i < n; i++)
                code = code << 6 | (c[i] & 0x3F);
            if ((seen[code / 8] >> code % 8 & 1) == 0)
                strbuf_printf(out, "\\kbzchar{%.*s}{%04lX}\n", (int)n, rest.at, code);
            seen[code / 8] |= (unsigned char)(1 << code % 8);
        }
        n = n != 0 ? n : 1;
        rest = (struct span){rest.at + n, rest.length - n};
    }
    xfree(seen);
}

/* ---- the board ---- */

struct latex_canvas {
    struct canvas canvas;
    struct strbuf *out;
    float height; /* y of the drawing's upper edge: y grows upwards here */
    bool boxes; /* parts are boxes already set */
};

static void coordinate(struct latex_canvas *c, struct draw_point at)
{
    strbuf_putc(c->out, '(');
    strbuf_fixed(c->out, at.x, 2);
    strbuf_putc(c->out, ',');
    strbuf_fixed(c->out, c->height - at.y, 2);
    strbuf_putc(c->out, ')');
}

static void colour(struct latex_canvas *c, char layer, enum paint p)
{
    strbuf_puts(c->out, "\\color{k");
    strbuf_putc(c->out, layer);
    strbuf_int(c->out, p);
    strbuf_putc(c->out, '}');
}

static void latex_polygon(struct canvas *canvas, enum paint p, const struct draw_point *at, size_t n)
{
    struct latex_canvas *c = (struct latex_canvas *)canvas;
    const struct theme_paint *t = &theme_print.paint[p];
    for (int edge = 0; edge < (t->edge_width > 0 ? 2 : 1); edge++) {
        colour(c, edge ? 'e' : 'f', p);
        strbuf_puts(c->out, edge ? "\\polygon" : "\\polygon*");
        for (size_t i = 0; i < n; i++)
            coordinate(c, at[i]);
        strbuf_puts(c->out, "%\n");
    }
}

static void latex_disc(struct canvas *canvas, enum paint p, struct draw_point centre, float radius)
{
    struct latex_canvas *c = (struct latex_canvas *)canvas;
    const struct theme_paint *t = &theme_print.paint[p];
    for (int edge = 0; edge < (t->edge_width > 0 ? 2 : 1); edge++) {
        colour(c, edge ? 'e' : 'f', p);
        strbuf_puts(c->out, "\\put");
        coordinate(c, centre);
        strbuf_puts(c->out, edge ? "{\\circle{" : "{\\circle*{");
        strbuf_fixed(c->out, 2 * radius, 2);
        strbuf_puts(c->out, "}}%\n");
    }
}

static void latex_text(struct canvas *canvas, enum paint p, struct draw_point middle, float size, const char *text)
{
    struct latex_canvas *c = (struct latex_canvas *)canvas;
    colour(c, 'f', p);
    strbuf_puts(c->out, "\\put");
    coordinate(c, middle);
    strbuf_puts(c->out, size > 18 ? "{\\makebox(0,0){\\kbzlarge{}" : "{\\makebox(0,0){\\kbzsmall{}");
    put_text(c->out, text);
    strbuf_puts(c->out, "}}%\n");
}

/* "\kbzSBC": letters only, as TeX wants. */
static void put_box_name(struct strbuf *out, const struct part *p)
{
    strbuf_puts(out, "\\kbz");
    strbuf_putc(out, "BNSLDC"[p->kind]);
    strbuf_putc(out, (char)('A' + p->player));
    strbuf_putc(out, (char)('A' + p->count));
    strbuf_putc(out, p->home_left ? 'L' : 'R');
}

static bool latex_part(struct canvas *canvas, const struct part *part, struct draw_point at)
{
    struct latex_canvas *c = (struct latex_canvas *)canvas;
    if (!c->boxes)
        return false;
    strbuf_puts(c->out, "\\put");
    coordinate(c, at);
    strbuf_puts(c->out, "{\\usebox{");
    put_box_name(c->out, part);
    strbuf_puts(c->out, "}}%\n");
    return true;
}

static struct latex_canvas canvas_begin(struct strbuf *out, float height, bool boxes)
{
    return (struct latex_canvas){
        .canvas = {.polygon = latex_polygon, .disc = latex_disc, .text = latex_text, .part = latex_part},
        .out = out,
        .height = height,
        .boxes = boxes,
    };
}

static void define_box(struct strbuf *out, struct part part)
{
    struct latex_canvas c = canvas_begin(out, 0, false);
    strbuf_puts(out, "\\newsavebox{");
    put_box_name(out, &part);
    strbuf_puts(out, "}\\sbox{");
    put_box_name(out, &part);
    strbuf_puts(out, "}{\\begin{picture}(0,0)%\n");
    draw_part(&c.canvas, &part, (struct draw_point){0, 0});
    strbuf_puts(out, "\\end{picture}}\n");
}

static void define_boxes(struct strbuf *out)
{
    define_box(out, (struct part){.kind = PART_BOARD});
    define_box(out, (struct part){.kind = PART_CUBE});
    for (int player = 0; player < 2; player++) {
        define_box(out, (struct part){.kind = PART_NUMBERS, .player = player});
        for (int n = 1; n <= 5; n++) {
            define_box(out, (struct part){.kind = PART_STACK, .player = player, .count = n});
            define_box(out, (struct part){.kind = PART_SLABS, .player = player, .count = n});
        }
        for (int n = 1; n <= 6; n++)
            define_box(out, (struct part){.kind = PART_DIE, .player = player, .count = n});
    }
}

static void define_colours(struct strbuf *out)
{
    for (int p = 0; p < PAINTS; p++)
        for (int edge = 0; edge < 2; edge++) {
            uint32_t rgb = edge ? theme_print.paint[p].edge : theme_print.paint[p].fill;
            strbuf_printf(out, "\\definecolor{k%c%d}{rgb}{%.3f,%.3f,%.3f}\n", edge ? 'e' : 'f', p,
                          (double)(rgb >> 16 & 255) / 255, (double)(rgb >> 8 & 255) / 255, (double)(rgb & 255) / 255);
        }
}

static void board(struct writer *w, const struct position *p)
{
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
    struct latex_canvas c = canvas_begin(&w->body, DRAW_HEIGHT, true);
    strbuf_printf(&w->body, "\\begin{picture}(%d,%d)%%\n", DRAW_WIDTH, DRAW_HEIGHT);
    draw_board(&c.canvas, p, &(struct draw_options){.bottom = 1, .numbers = -1});
    position_id(&p->board, id);
    match_id(p, match);
    xgid(p, xg);
    strbuf_printf(&w->body, "\\end{picture}\\\\\n{\\tiny\\ttfamily %s:%s\\\\", id, match);
    put_text(&w->body, xg + strlen("XGID="));
    strbuf_puts(&w->body, "}");
}

/* ---- a decision ---- */

static void alerts(struct writer *w, const struct decision *d)
{
    struct alert alert[ALERTS_MAX];
    int n = report_alerts(d, alert);
    for (int i = 0; i < n; i++) {
        strbuf_puts(&w->phrase, alert[i].what);
        if (!isnan(alert[i].amount)) {
            strbuf_puts(&w->phrase, " (");
            report_signed(&w->phrase, alert[i].amount, 3);
            strbuf_puts(&w->phrase, ")");
        }
        strbuf_puts(&w->body, "\\textbf{");
        flush_phrase(w);
        strbuf_puts(&w->body, "}\\par\n");
    }
}

static void signed_cell(struct writer *w, double x)
{
    strbuf_puts(&w->body, "&$");
    report_signed(&w->body, x, 3);
    strbuf_puts(&w->body, "$");
}

static void probabilities(struct writer *w, const struct outcome *o, int columns)
{
    if (!w->o->probabilities || isnan(o->win))
        return;
    const float figures[] = {o->win, o->win_gammon, o->win_backgammon, 1 - o->win, o->lose_gammon, o->lose_backgammon};
    strbuf_printf(&w->body, "&\\multicolumn{%d}{l}{\\tiny ", columns);
    for (int i = 0; i < 6; i++) {
        strbuf_puts(&w->body, i == 3 ? " -- " : i == 0 ? "" : " ");
        strbuf_fixed(&w->body, figures[i], 3);
    }
    strbuf_puts(&w->body, "}\\\\\n");
}

static void cube_analysis(struct writer *w, const struct decision *d)
{
    if (!report_shows_cube(w->o, d))
        return;
    const struct cube_analysis *c = d->note->cube;
    struct cube_table t;
    cube_table_of(c, d->before.cube_owner != CUBE_CENTRED, &t);
    strbuf_puts(&w->body, "\\begin{tabular}{@{}rlrr@{}}\n\\multicolumn{4}{@{}l}{Cube, ");
    report_level_for(&w->phrase, &c->level, w->o);
    flush_phrase(w);
    strbuf_puts(&w->body, ", cubeless $");
    report_signed(&w->body, c->branch[0].cubeless, 3);
    strbuf_puts(&w->body, "$}\\\\\n");
    for (int i = 0; i < 3; i++) {
        strbuf_printf(&w->body, "%d.&", i + 1);
        put_text(&w->body, t.row[i].label);
        signed_cell(w, t.row[i].equity);
        if (isnan(t.row[i].difference))
            strbuf_puts(&w->body, "&");
        else
            signed_cell(w, t.row[i].difference);
        strbuf_puts(&w->body, "\\\\\n");
    }
    probabilities(w, &c->branch[0].outcome, 3);
    strbuf_puts(&w->body, "\\end{tabular}\\par\n");
    struct position_ids ids;
    if (decision_cube_ids(w->o, d, &ids)) {
        strbuf_printf(&w->body, "{\\tiny\\ttfamily before the roll: %s:%s}\\par\n", ids.position, ids.match);
    }
    if (t.verdict != NULL && t.verdict[0] != '\0') {
        strbuf_puts(&w->body, "Proper cube action: ");
        put_text(&w->body, t.verdict);
        if (!isnan(t.percent))
            strbuf_printf(&w->body, " (%.1f\\%%)", 100 * (double)t.percent);
        strbuf_puts(&w->body, "\\par\n");
    }
}

static void candidate(struct writer *w, const struct decision *d, int i)
{
    const struct play_analysis *p = d->note->play;
    const struct candidate *c = &p->candidates[i];
    strbuf_printf(&w->body, "%s%d.&", i == p->played ? "\\textbullet{} " : "", i + 1);
    notation_write(&w->phrase, &d->before.board, &c->play, NOTATION_MERGED);
    flush_phrase(w);
    strbuf_puts(&w->body, "&");
    report_level_for(&w->phrase, &c->level, w->o);
    flush_phrase(w);
    signed_cell(w, c->equity);
    if (isnan(report_difference(p, i)))
        strbuf_puts(&w->body, "&");
    else
        signed_cell(w, report_difference(p, i));
    strbuf_puts(&w->body, "\\\\\n");
    probabilities(w, &c->outcome, 4);
}

static void play_analysis(struct writer *w, const struct decision *d)
{
    if (!report_shows_play(w->o, d) || d->note->play->n == 0)
        return;
    const struct play_analysis *p = d->note->play;
    int index[CANDIDATES_MAX + 1];
    int n = report_candidates(p, w->o->candidates < CANDIDATES_MAX ? w->o->candidates : CANDIDATES_MAX, index);
    strbuf_puts(&w->body, "\\begin{tabular}{@{}rllrr@{}}\n");
    for (int i = 0; i < n; i++) {
        if (report_rule_above(p, index, i))
            strbuf_puts(&w->body, "\\hline\n");
        candidate(w, d, index[i]);
    }
    strbuf_puts(&w->body, "\\end{tabular}\\par\n");
}

static void luck_line(struct writer *w, const struct decision *d)
{
    if (d->note == NULL || isnan(d->note->luck) || !w->o->analysis)
        return;
    strbuf_printf(&w->body, "Rolled %d%d ($", d->event->dice[0], d->event->dice[1]);
    report_signed(&w->body, d->note->luck, 3);
    strbuf_puts(&w->body, "$)\\par\n");
}

static void words(struct writer *w, const struct decision *d)
{
    put_text(&w->body, report_name(w->m, d->event->player == 1));
    strbuf_puts(&w->body, d->event->kind == EVENT_PLAY && d->event->play.n > 0 ? " moves \\textbf{" : " \\textbf{");
    report_action(&w->phrase, &w->report, d);
    flush_phrase(w);
    strbuf_puts(&w->body, "}\\par\n");
    alerts(w, d);
    cube_analysis(w, d);
    luck_line(w, d);
    play_analysis(w, d);
    if (w->o->annotations && d->event->comment != NULL) {
        strbuf_puts(&w->body, "\\textit{");
        put_lines(&w->body, d->event->comment);
        strbuf_puts(&w->body, "}\\par\n");
    }
}

static void decision(struct writer *w, const struct decision *d, int nth)
{
    bool drawn = report_shows_board(w->o, d, nth);
    strbuf_puts(&w->body, "\\kbzhead{");
    if (d->number > 0)
        strbuf_printf(&w->body, "%d. ", d->number);
    report_heading(&w->phrase, &w->report, d);
    flush_phrase(w);
    strbuf_puts(&w->body, "}\n");
    if (drawn) {
        strbuf_puts(&w->body, "\\begin{minipage}[t]{0.41\\textwidth}\\vspace{0pt}\n");
        board(w, &d->before);
        strbuf_puts(&w->body, "\\end{minipage}\\hfill\n");
    }
    strbuf_printf(&w->body, "\\begin{minipage}[t]{%s\\textwidth}\\vspace{0pt}\\kbzwords\n", drawn ? "0.57" : "");
    words(w, d);
    strbuf_puts(&w->body, "\\end{minipage}\n\n");
}

/* ---- games and statistics ---- */

static void fact(struct writer *w, const char *label, const char *value)
{
    if (value == NULL || value[0] == '\0')
        return;
    strbuf_puts(&w->body, label);
    strbuf_puts(&w->body, "&");
    put_lines(&w->body, value);
    strbuf_puts(&w->body, "\\\\\n");
}

static void match_information(struct writer *w)
{
    const struct match_info *i = &w->m->info;
    if (!w->o->match_information)
        return;
    strbuf_puts(&w->body, "\\noindent\\begin{tabular}{@{}lp{0.8\\textwidth}@{}}\n");
    fact(w, "First player", report_name(w->m, 0));
    fact(w, "Second player", report_name(w->m, 1));
    fact(w, "Ratings", w->m->player[0].rating);
    fact(w, "", w->m->player[1].rating);
    fact(w, "Date", i->date);
    fact(w, "Event", i->event);
    fact(w, "Round", i->round);
    fact(w, "Place", i->place != NULL ? i->place : i->site);
    fact(w, "Annotator", i->annotator);
    if (w->o->annotations)
        fact(w, "Comment", w->m->comment);
    if (w->report.set >= 0 && w->o->analysis) {
        struct strbuf engine = {0};
        report_engine(&engine, &w->report, w->o);
        fact(w, "Analysis", strbuf_text(&engine));
        strbuf_done(&engine);
    }
    strbuf_puts(&w->body, "\\end{tabular}\n");
}

static void statistics(struct writer *w, const struct game *g)
{
    struct stat_table t;
    if (!w->o->statistics || !stat_table_of(w->m, g, w->report.set, &t))
        return;
    strbuf_puts(&w->body, "\\clearpage\\section*{");
    if (g != NULL)
        strbuf_printf(&w->body, "Statistics of game %d", g->number);
    else
        strbuf_puts(&w->body, w->m->length > 0 ? "Match statistics" : "Session statistics");
    strbuf_puts(&w->body, "}\n\\noindent{\\small\\begin{tabular}{@{}lp{0.27\\textwidth}p{0.27\\textwidth}@{}}\n");
    for (int who = 0; who < 2; who++) {
        strbuf_puts(&w->body, "&");
        put_text(&w->body, report_name(w->m, who));
    }
    strbuf_puts(&w->body, "\\\\\n");
    for (const struct stat_row *row = report_stat_rows; row->label != NULL; row++) {
        if (row->applies != NULL && !row->applies(&t))
            continue;
        strbuf_puts(&w->body, row->value == NULL ? "\\hline\\textbf{" : "");
        put_text(&w->body, stat_label(row, &t));
        strbuf_puts(&w->body, row->value == NULL ? "}&" : "");
        for (int who = 0; who < 2 && row->value != NULL; who++) {
            strbuf_puts(&w->body, "&");
            row->value(&w->phrase, &t, who);
            flush_phrase(w);
        }
        strbuf_puts(&w->body, "\\\\\n");
    }
    strbuf_puts(&w->body, "\\end{tabular}}\n");
}

static void game(struct writer *w, const struct game *g, bool first)
{
    strbuf_printf(&w->body, "%s\\section*{Game %d: ", first ? "" : "\\clearpage", g->number);
    report_score(&w->phrase, w->m, g);
    flush_phrase(w);
    strbuf_puts(&w->body, "}\n");
    if (first)
        match_information(w);
    int nth = 0;
    for (const struct decision *d = NULL; (d = report_next(&w->report, g, d)) != NULL;)
        decision(w, d, nth++);
    strbuf_puts(&w->body, "\\kbzhead{");
    report_result(&w->phrase, w->m, g);
    flush_phrase(w);
    strbuf_puts(&w->body, "}\n");
    statistics(w, g);
}

/* ---- the document ---- */

static const char preamble[] =
    "\\documentclass[10pt,a4paper]{article}\n"
    "\\usepackage[T1]{fontenc}\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\\usepackage[utf8]{inputenc}"
    "\n\\usepackage{textcomp,color,pict2e}\n"
    "\\usepackage[margin=18mm]{geometry}\n"
    "\\setlength{\\parindent}{0pt}\\setlength{\\unitlength}{0.3pt}\\sloppy\\raggedbottom\n"
    "\\newcommand{\\kbzsmall}{\\fontsize{5}{5}\\selectfont\\sffamily}\n"
    "\\newcommand{\\kbzlarge}{\\fontsize{8}{8}\\selectfont\\sffamily}\n"
    "\\newcommand{\\kbzhead}[1]{\\par\\bigskip\\pagebreak[1]\\textbf{#1}\\nopagebreak\\par\\smallskip\\nopagebreak}\n"
    "\\newcommand{\\kbzwords}{\\small\\setlength{\\tabcolsep}{3pt}\\setlength{\\parskip}{2pt}\\raggedright}\n"
    "% characters that no font at hand has are printed as their numbers\n"
    "\\newcommand{\\kbzchar}[2]{\\ifcsname u8:\\detokenize{#1}\\endcsname\\else"
    "\\DeclareUnicodeCharacter{#2}{{\\tiny[U+#2]}}\\fi}\n";

static void put_document(struct writer *w)
{
    strbuf_puts(w->out, "% kibitzer " KIBITZER_VERSION "\n");
    strbuf_puts(w->out, preamble);
    define_colours(w->out);
    declare_characters(w->out, &w->body);
    strbuf_puts(w->out, "\\begin{document}\n");
    define_boxes(w->out);
    strbuf_add(w->out, strbuf_text(&w->body), w->body.length);
    strbuf_puts(w->out, "\\end{document}\n");
}

static bool write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct writer w = {.out = sink_main(sink), .m = m, .o = o};
    report_init_for(&w.report, m, o);
    strbuf_puts(&w.body, "{\\Large\\bfseries ");
    report_title_for(&w.phrase, m, o);
    flush_phrase(&w);
    strbuf_puts(&w.body, "}\\par\n");
    for (size_t g = 0; g < m->n_games; g++)
        game(&w, &m->games[g], g == 0);
    statistics(&w, NULL);
    put_document(&w);
    report_done(&w.report);
    strbuf_done(&w.phrase);
    strbuf_done(&w.body);
    loss_report(m, CARRIED_BY_REPORTS, NULL, d);
    return true;
}

const struct exporter exporter_latex = {
    .name = "latex",
    .title = "LaTeX report",
    .extension = "tex",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .write = write,
};
