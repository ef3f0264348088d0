/* The overview of the HTML report: masthead, players, the curve over the match, the worst errors, statistics. */
#include "export/html/html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "export/curve.h"
#include "match/notation.h"

static void put(const struct page *p, const char *s)
{
    strbuf_puts(p->out, s);
}

static void put_title(const struct page *p, void (*write)(struct strbuf *, const struct match *))
{
    struct strbuf text = {0};
    write(&text, p->r->match);
    html_text(p->out, strbuf_text(&text));
    strbuf_done(&text);
}

/* ---- masthead ---- */

static void fact(const struct page *p, const char *label, const char *value)
{
    if (value == NULL || *value == '\0')
        return;
    strbuf_printf(p->out, "<li><span class=\"k\">%s</span> ", label);
    html_text(p->out, value);
    put(p, "</li>\n");
}

/* Tags that the page shows in their own place. */
static bool is_told_elsewhere(const struct property *k)
{
    static const char *const names[] = {"Event",        "EventDate", "EventTime", "Site",     "Round",
                                        "Transcriber",  "Match ID",  "Player 1",  "Player 2", "Player 1 Elo",
                                        "Player 2 Elo", "Crawford",  "Jacoby",    "Beaver",   "Variation"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(k->name, names[i]) == 0)
            return true;
    return false;
}

/* Tags of the file that found no place of their own; what SGF keeps there is no reading for people. */
static void kept_facts(const struct page *p)
{
    for (const struct property *k = p->r->match->properties; k != NULL; k = k->next) {
        if (k->n_values == 0 || (k->format != NULL && strcmp(k->format, "sgf") == 0) || is_told_elsewhere(k))
            continue;
        put(p, "<li><span class=\"k\">");
        html_text(p->out, k->name);
        put(p, "</span> ");
        for (size_t i = 0; i < k->n_values; i++) {
            put(p, i > 0 ? ", " : "");
            html_text(p->out, k->values[i]);
        }
        put(p, "</li>\n");
    }
}

static void analysis_facts(const struct page *p)
{
    if (p->r->set < 0) {
        fact(p, "Analysis", "not analysed");
        return;
    }
    const struct annotation_set *s = &p->r->match->sets[p->r->set];
    struct strbuf who = {0};
    strbuf_printf(&who, "%s%s%s%s%s", s->engine != NULL ? s->engine : "", s->version != NULL ? " " : "",
                  s->version != NULL ? s->version : "", s->level != NULL ? ", " : "", s->level != NULL ? s->level : "");
    fact(p, "Analysis", strbuf_text(&who));
    fact(p, "Equity table", p->r->match->length > 0 ? s->met : NULL);
    fact(p, "Settings", s->settings);
    strbuf_done(&who);
}

static void facts(const struct page *p)
{
    const struct match_info *i = &p->r->match->info;
    const struct rules *rules = &p->r->match->rules;
    put(p, "<ul class=\"facts\">\n");
    if (p->o->match_information) {
        fact(p, "Event", i->event);
        fact(p, "Round", i->round);
        fact(p, "Date", i->date);
        fact(p, "Time", i->time);
        fact(p, "Place", i->place);
        fact(p, "Site", i->site);
        fact(p, "Annotator", i->annotator);
        kept_facts(p);
    }
    if (p->r->match->length == 0)
        fact(p, "Rules",
             rules->jacoby    ? rules->beavers ? "Jacoby, beavers" : "Jacoby"
             : rules->beavers ? "beavers"
                              : "");
    if (p->r->match->length > 1 && !rules->crawford)
        fact(p, "Rules", "no Crawford game");
    analysis_facts(p);
    put(p, "</ul>\n");
}

static void section_link(const struct page *p, const char *anchor, const char *word)
{
    put(p, "<a href=\"");
    html_href(p, NULL, anchor);
    strbuf_printf(p->out, "\">%s</a>", word);
}

/* The opening tag of a link to a game. */
static void game_href(const struct page *p, const struct game *g)
{
    char anchor[16];
    snprintf(anchor, sizeof anchor, "g%d", g->number);
    put(p, "<a href=\"");
    html_href(p, g, anchor);
    put(p, "\">");
}

static void game_links(const struct page *p)
{
    const struct match *m = p->r->match;
    put(p, "<nav class=\"games\" aria-label=\"Sections and games\">");
    section_link(p, "summary", "Summary");
    if (p->r->n_errors > 0)
        section_link(p, "errors", "Errors");
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        game_href(p, g);
        strbuf_printf(p->out, "Game %d <small>%d\xe2\x80\x93%d</small></a>", g->number, g->score[0], g->score[1]);
    }
    put(p, "</nav>\n");
}

/* Radio buttons that the style sheet reads: no script needed to see the errors alone. */
static void filters(const struct page *p)
{
    if (p->r->n_errors == 0)
        return;
    put(p, "<fieldset class=\"flt\"><legend>Show</legend>"
           "<label><input type=\"radio\" name=\"f\" id=\"f-all\" checked> all</label>"
           "<label><input type=\"radio\" name=\"f\" id=\"f-err\"> errors</label>");
    for (int who = 0; who < 2; who++) {
        strbuf_printf(p->out, "<label><input type=\"radio\" name=\"f\" id=\"f-p%d\"> of ", who);
        html_name(p->out, p->r->match, who);
        put(p, "</label>");
    }
    put(p, "<span class=\"keys\"><kbd>n</kbd> next error, <kbd>p</kbd> previous, <kbd>o</kbd> open or close all"
           "</span></fieldset>\n");
}

void html_masthead(const struct page *p)
{
    const struct match *m = p->r->match;
    put(p, "<header class=\"top\">\n<p class=\"kind\">");
    put_title(p, report_length);
    put(p, "</p>\n<h1>");
    html_name(p->out, m, 0);
    put(p, " <span class=\"vs\">vs</span> ");
    html_name(p->out, m, 1);
    put(p, "</h1>\n");
    facts(p);
    put(p, "</header>\n<div class=\"bar\">\n");
    game_links(p);
    filters(p);
    put(p, "</div>\n");
}

/* ---- the players ---- */

/* Its rule shows where one points. */
static void rate_cell(const struct page *p, enum rate_kind kind, const char *name, double value, int decimals,
                      int count)
{
    strbuf_printf(p->out, "<li title=\"%s\"><span class=\"k\">%s</span> ", rate_rule(kind), name);
    if (isnan(value)) {
        put(p, "<b>\xe2\x80\x93</b>");
    } else {
        struct strbuf text = {0};
        report_plain(&text, value, decimals);
        strbuf_printf(p->out, "<b>%s</b><small>%d %s</small>", strbuf_text(&text), count,
                      kind == RATE_SNOWIE ? "moves of both" : "decisions");
        strbuf_done(&text);
    }
    put(p, "</li>\n");
}

static void rates_of_player(const struct page *p, const struct stat_table *t, int who)
{
    const struct side_rates *r = &t->rates.side[who];
    put(p, "<ul class=\"rates\">\n");
    rate_cell(p, RATE_PR, "PR", r->pr, 2, r->pr_decisions);
    rate_cell(p, RATE_PER_DECISION, "Error rate, mEMG", 1000 * r->rate.emg, 1, r->decisions);
    rate_cell(p, RATE_SNOWIE, "Snowie rate", 1000 * r->snowie_rate, 1, r->snowie_moves);
    put(p, "</ul>\n");
}

static void mark_counts(const struct page *p, int who)
{
    int count[4] = {0};
    for (size_t i = 0; i < p->r->n_errors; i++)
        if (p->r->errors[i].decision->event->player == who)
            count[p->r->errors[i].skill]++;
    put(p, "<p class=\"marks\">");
    for (int s = SKILL_VERY_BAD; s >= SKILL_DOUBTFUL; s--)
        strbuf_printf(p->out, "<span class=\"t t%d\">%d %s</span>", s, count[s], skill_name((enum skill)s));
    put(p, "</p>\n");
}

static void luck_line(const struct page *p, const struct stat_table *t, int who)
{
    const struct side_rates *r = &t->rates.side[who];
    if (!t->s->luck_analysed)
        return;
    struct strbuf text = {0};
    strbuf_puts(&text, "Luck ");
    if (p->r->match->length > 0)
        report_percent(&text, t->s->side[who].luck_total.mwc, 2);
    else
        report_signed(&text, t->s->side[who].luck_total.mwc, 3);
    strbuf_puts(&text, p->r->match->length > 0 ? " MWC" : " points");
    if (!isnan(r->luck_adjusted)) {
        strbuf_puts(&text, ", result adjusted for luck ");
        if (p->r->match->length > 0)
            report_percent(&text, r->luck_adjusted, 2);
        else
            report_signed(&text, r->luck_adjusted, 3);
    }
    put(p, "<p class=\"nt\">");
    html_words(p->out, strbuf_text(&text));
    put(p, "</p>\n");
    strbuf_done(&text);
}

static void player_card(const struct page *p, int who, const int score[2])
{
    const struct match *m = p->r->match;
    struct stat_table t;
    strbuf_printf(p->out, "<div class=\"card\"><h3>");
    html_name(p->out, m, who);
    strbuf_printf(p->out, "<span class=\"pts\">%d</span></h3>\n", score[who]);
    if (m->player[who].rating != NULL) {
        put(p, "<p class=\"nt\">Rating ");
        html_text(p->out, m->player[who].rating);
        put(p, "</p>\n");
    }
    bool known = stat_table_of(m, NULL, p->r->set, &t) && t.s->moves_analysed;
    if (p->o->statistics && known) {
        const char *rating = t.rates.side[who].rating;
        strbuf_printf(p->out, "<p class=\"%s\">%s</p>\n", rating == rating_too_few ? "nt" : "rating",
                      rating != NULL ? rating : "no decisions");
        rates_of_player(p, &t, who);
        if (p->o->analysis)
            mark_counts(p, who);
        luck_line(p, &t, who);
    } else {
        if (!known)
            put(p, "<p class=\"nt\">not analysed</p>\n");
        if (p->r->n_errors > 0)
            mark_counts(p, who);
    }
    put(p, "</div>\n");
}

static void games_table(const struct page *p)
{
    const struct match *m = p->r->match;
    put(p, "<div class=\"scroll\"><table class=\"gt\"><caption>Games</caption><thead><tr><th scope=\"col\">Game</th>"
           "<th scope=\"col\">Score before</th><th scope=\"col\">Result</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        struct strbuf text = {0};
        report_result(&text, m, g);
        put(p, "<tr><th scope=\"row\">");
        game_href(p, g);
        strbuf_printf(p->out, "%d</a></th><td>%d\xe2\x80\x93%d%s</td><td>", g->number, g->score[0], g->score[1],
                      g->crawford_game ? " Crawford" : "");
        html_text(p->out, strbuf_text(&text));
        put(p, "</td></tr>\n");
        strbuf_done(&text);
    }
    put(p, "</tbody></table></div>\n");
}

void html_summary(const struct page *p)
{
    const struct match *m = p->r->match;
    int score[2];
    report_final_score(m, score);
    put(p, "<section id=\"summary\">\n<h2 class=\"vh\">Summary</h2>\n<div class=\"cards\">\n");
    player_card(p, 0, score);
    player_card(p, 1, score);
    put(p, "</div>\n");
    if (m->comment != NULL && p->o->annotations) {
        put(p, "<blockquote class=\"com\">");
        html_text(p->out, m->comment);
        put(p, "</blockquote>\n");
    }
    games_table(p);
    put(p, "</section>\n");
}

/* ---- the curve ---- */

enum { CURVE_WIDTH = 1000, CURVE_HEIGHT = 220, CURVE_LEFT = 44, CURVE_RIGHT = 14, CURVE_TOP = 16, CURVE_BOTTOM = 200 };

static void curve_axis(const struct page *p, const struct curve *c)
{
    struct strbuf *out = p->out;
    bool money = p->r->match->length == 0, even;
    for (int i = 0; i < curve_lines(c); i++) {
        double v = curve_line(c, i, &even), y = (double)curve_y(c, v);
        strbuf_printf(out, "<path class=\"ax%s\" d=\"M%d %.1fH%d\"/>", even ? " ev" : "", CURVE_LEFT, y,
                      CURVE_WIDTH - CURVE_RIGHT);
        strbuf_printf(out, "<text class=\"yl\" x=\"%d\" y=\"%.1f\">", CURVE_LEFT - 6, y + 4);
        if (money && !even)
            html_signed(out, v, 0);
        else if (money)
            strbuf_putc(out, '0');
        else
            strbuf_printf(out, "%.0f%%", 100 * v);
        strbuf_puts(out, "</text>");
    }
}

static void curve_games(const struct page *p, const struct curve *c)
{
    for (size_t i = 1; i < p->r->n_decisions; i++)
        if (curve_begins_game(c, i))
            strbuf_printf(p->out, "<path class=\"gm\" d=\"M%.1f %dV%d\"/>", (double)curve_x(c, i), CURVE_TOP,
                          CURVE_BOTTOM);
}

/* Links lie above the picture as ordinary anchors, placed in per cent: each can be tabbed to and read out. */
static void curve_link(const struct page *p, const char *class, const struct game *g, const char *anchor, float x,
                       float y)
{
    strbuf_printf(p->out, "<a class=\"%s\" style=\"left:%.2f%%;top:%.2f%%\" href=\"", class,
                  100 * (double)x / CURVE_WIDTH, 100 * (double)y / CURVE_HEIGHT);
    html_href(p, g, anchor);
    put(p, "\"");
}

static void curve_game_links(const struct page *p, const struct curve *c)
{
    for (size_t i = 0; i < p->r->n_decisions; i++) {
        const struct game *g = p->r->decisions[i].game;
        char anchor[16];
        if (!curve_begins_game(c, i))
            continue;
        snprintf(anchor, sizeof anchor, "g%d", g->number);
        curve_link(p, "cg", g, anchor, curve_x(c, i), CURVE_BOTTOM + 2);
        strbuf_printf(p->out, ">%d</a>\n", g->number);
    }
}

/* The line breaks between games and where nothing is known. */
static void curve_path(const struct page *p, const struct curve *c)
{
    bool down = false;
    put(p, "<path class=\"ln\" d=\"");
    for (size_t i = 0; i < p->r->n_decisions; i++) {
        double v = curve_value(c, i);
        down = down && !curve_begins_game(c, i);
        if (isnan(v))
            continue;
        strbuf_printf(p->out, "%c%.1f %.1f", down ? 'L' : 'M', (double)curve_x(c, i), (double)curve_y(c, v));
        down = true;
    }
    put(p, "\"/>\n");
}

static void curve_errors(const struct page *p, const struct curve *c)
{
    const struct report *r = p->r;
    for (size_t i = 0; i < r->n_decisions; i++) {
        const struct decision *d = &r->decisions[i];
        enum skill skill = decision_skill(d);
        double v = curve_value_near(c, i);
        if (skill == SKILL_NONE || isnan(v) || !d->shown)
            continue;
        struct strbuf words = {0};
        char class[16];
        snprintf(class, sizeof class, "cp c%d", (int)skill);
        strbuf_printf(&words, "Game %d, move %d: ", d->game->number, d->number);
        report_heading(&words, r, d);
        strbuf_printf(&words, ", %s", skill_name(skill));
        curve_link(p, class, d->game, d->anchor, curve_x(c, i), curve_y(c, v));
        put(p, " title=\"");
        html_text(p->out, strbuf_text(&words));
        put(p, "\"><span class=\"vh\">");
        html_text(p->out, strbuf_text(&words));
        put(p, "</span></a>\n");
        strbuf_done(&words);
    }
}

void html_curve(const struct page *p)
{
    struct curve c;
    curve_init(&c, p->r, (struct curve_frame){CURVE_LEFT, CURVE_WIDTH - CURVE_RIGHT, CURVE_TOP, CURVE_BOTTOM});
    if (!p->o->analysis || c.known < 2)
        return;
    bool money = p->r->match->length == 0;
    put(p, "<section id=\"curve\">\n<h2>");
    put(p, money ? "Points expected by " : "Match winning chances of ");
    html_name(p->out, p->r->match, 0);
    put(p, "</h2>\n<div class=\"scroll\"><div class=\"cv\">");
    strbuf_printf(p->out, "<svg class=\"curve\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s over the match\">\n",
                  CURVE_WIDTH, CURVE_HEIGHT, money ? "Points expected" : "Match winning chances");
    curve_axis(p, &c);
    curve_games(p, &c);
    curve_path(p, &c);
    put(p, "</svg>\n");
    curve_game_links(p, &c);
    curve_errors(p, &c);
    put(p, "</div></div>\n</section>\n");
}

/* ---- the worst errors ---- */

static void put_words(const struct page *p, const struct costly *e,
                      void (*write)(struct strbuf *, const struct report *, const struct costly *))
{
    struct strbuf text = {0};
    write(&text, p->r, e);
    html_text(p->out, strbuf_text(&text));
    strbuf_done(&text);
}

/* Who comes to the first page for a decision of another one (from an index of reports) finds its row. */
static bool is_first_of_other_page(const struct page *p, size_t rank)
{
    const struct decision *d = p->r->errors[rank].decision;
    if (p->n_parts <= 1 || d->game == &p->r->match->games[p->part])
        return false;
    for (size_t i = 0; i < rank; i++)
        if (p->r->errors[i].decision == d)
            return false;
    return true;
}

static void error_row(const struct page *p, size_t rank)
{
    const struct costly *e = &p->r->errors[rank];
    const struct decision *d = e->decision;
    strbuf_printf(p->out, "<tr class=\"w%d\"", d->event->player);
    if (is_first_of_other_page(p, rank))
        strbuf_printf(p->out, " id=\"%s\"", d->anchor);
    strbuf_printf(p->out, "><td>%zu</td><th scope=\"row\"><a href=\"", rank + 1);
    html_href(p, d->game, d->anchor);
    strbuf_printf(p->out, "\">Game %d, move %d</a></th><td>", d->game->number, d->number);
    html_name(p->out, p->r->match, d->event->player);
    put(p, "</td><td class=\"r\">");
    if (!e->cube)
        strbuf_printf(p->out, "%d%d", d->event->dice[0], d->event->dice[1]);
    else
        put(p, "cube");
    put(p, "</td><td>");
    put_words(p, e, report_error_done);
    strbuf_printf(p->out, " <b class=\"m%d\">%s</b></td><td>", (int)e->skill, skill_mark(e->skill));
    put_words(p, e, report_error_better);
    put(p, "</td><td class=\"r\">");
    html_signed(p->out, -e->error, 3);
    put(p, "</td><td class=\"r\">");
    struct strbuf text = {0};
    if (isnan(e->error_mwc))
        strbuf_puts(&text, "\xe2\x80\x93");
    else if (p->r->match->length > 0)
        report_percent(&text, -e->error_mwc, 2);
    else
        report_signed(&text, -e->error_mwc, 3);
    html_words(p->out, strbuf_text(&text));
    put(p, "</td></tr>\n");
    strbuf_done(&text);
}

static void error_table(const struct page *p, size_t from, size_t to, const char *caption)
{
    put(p, "<div class=\"scroll\"><table class=\"errs\"><caption>");
    put(p, caption);
    put(p, "</caption><thead><tr><th scope=\"col\">#</th><th scope=\"col\">Where</th><th scope=\"col\">Player</th>"
           "<th scope=\"col\" class=\"r\">Roll</th><th scope=\"col\">Done</th><th scope=\"col\">Better</th>"
           "<th scope=\"col\" class=\"r\">EMG</th><th scope=\"col\" class=\"r\">");
    put(p, p->r->match->length > 0 ? "MWC" : "Points");
    put(p, "</th></tr></thead>\n<tbody>\n");
    for (size_t i = from; i < to; i++)
        error_row(p, i);
    put(p, "</tbody></table></div>\n");
}

void html_errors(const struct page *p)
{
    enum { FIRST = 10 };
    size_t n = p->r->n_errors;
    if (p->r->set < 0 || !p->o->analysis || match_is_position(p->r->match))
        return;
    put(p, "<section id=\"errors\">\n<h2>Biggest errors</h2>\n");
    if (n == 0) {
        put(p, "<p class=\"nt\">No decision is marked as an error.</p>\n</section>\n");
        return;
    }
    error_table(p, 0, n < FIRST ? n : FIRST, "The costliest decisions first");
    if (n > FIRST) {
        strbuf_printf(p->out, "<details class=\"more\"><summary>%zu smaller ones</summary>\n", n - FIRST);
        error_table(p, FIRST, n, "All other marked decisions");
        put(p, "</details>\n");
    }
    put(p, "</section>\n");
}

/* ---- statistics ---- */

static void stat_body(const struct page *p, const struct stat_table *t)
{
    for (const struct stat_row *row = report_stat_rows; row->label != NULL; row++) {
        if (row->applies != NULL && !row->applies(t))
            continue;
        if (row->value == NULL) {
            strbuf_printf(p->out, "<tr class=\"sh\"><th scope=\"rowgroup\" colspan=\"3\">%s</th></tr>\n", row->label);
            continue;
        }
        strbuf_printf(p->out, "<tr><th scope=\"row\">%s</th>", stat_label(row, t));
        for (int who = 0; who < 2; who++) {
            struct strbuf value = {0};
            row->value(&value, t, who);
            put(p, "<td>");
            html_words(p->out, strbuf_text(&value));
            put(p, "</td>");
            strbuf_done(&value);
        }
        put(p, "</tr>\n");
    }
}

void html_statistics(const struct page *p, const struct game *g)
{
    struct stat_table t;
    if (!stat_table_of(p->r->match, g, p->r->set, &t))
        return;
    if (g == NULL)
        put(p, "<section id=\"statistics\">\n<h2>Statistics</h2>\n");
    strbuf_printf(p->out, "<details class=\"more\"%s><summary>", g == NULL ? " open" : "");
    if (g == NULL)
        put(p, p->r->match->length > 0 ? "Statistics of the match" : "Statistics of the session");
    else
        strbuf_printf(p->out, "Statistics of game %d", g->number);
    put(p, "</summary>\n<div class=\"scroll\"><table class=\"stat\"><thead><tr><td></td>");
    for (int who = 0; who < 2; who++) {
        put(p, "<th scope=\"col\">");
        html_name(p->out, p->r->match, who);
        put(p, "</th>");
    }
    put(p, "</tr></thead>\n<tbody>\n");
    stat_body(p, &t);
    put(p, "</tbody></table></div></details>\n");
    if (g == NULL)
        put(p, "</section>\n");
}

/* ---- legend ---- */

static void thresholds(const struct page *p)
{
    if (p->r->set < 0)
        return;
    const float *t = p->r->match->sets[p->r->set].threshold;
    if (!(t[0] > 0))
        return;
    strbuf_printf(p->out, "<p>An error costs more than %.3f (doubtful <b class=\"m1\">?!</b>), ", (double)t[0]);
    strbuf_printf(p->out,
                  "%.3f (bad <b class=\"m2\">?</b>) or %.3f (very bad <b class=\"m3\">?\?</b>) of equity.</p>\n",
                  (double)t[1], (double)t[2]);
}

void html_legend(const struct page *p)
{
    put(p, "<section id=\"legend\">\n<details class=\"more\"><summary>How to read this report</summary>\n");
    put(p, "<p>Boards show the player on roll at the bottom, moving towards the lower right; points are numbered from "
           "his side. Arrows show what was played; where that was an error, the best play is green. Pip counts stand "
           "in the left corners. A cube nobody has turned shows 64.</p>\n"
           "<p>Equity (EMG) is normalised to the cube: \xe2\x88\x92"
           "1 is losing, +1 winning its value; in money play it is points per cube. Probabilities are percentages "
           "without the cube; gammons (g) include backgammons (bg). mEMG is a thousandth.</p>\n"
           "<p>Three rates divide by three counts. The error rate divides by unforced moves and close or actual cube "
           "decisions; PR is 500 times the equity lost per decision, counted as in our manual; the Snowie rate divides "
           "by the moves of both players.</p>\n");
    thresholds(p);
    put(p, "</details>\n</section>\n");
}
