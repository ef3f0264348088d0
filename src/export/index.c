/* The index page. The one idea: every match is boiled down to one row as soon as it is done; players met in several
 * matches are summed up by name. Structure: docs/formats/html.md. */
#include "export/index.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/html/html.h"

struct row {
    char *file, *report; /* report NULL = none */
    char *name[2];
    char *event, *date, *level;
    char *messages; /* diagnostics as text, one a line */
    bool read, analysed;
    int length, n_games, score[2];
    struct statistics statistics; /* only if analysed */
    struct side_rates rates[2];
    int skills[2][4]; /* marked decisions, cubes included */
    float worst; /* NAN = no error */
    char worst_anchor[32]; /* "" = the report does not show it */
    size_t n_errors, n_warnings; /* diagnostics */
    size_t sequence; /* of matches in one file */
};

struct index_page {
    struct row *rows;
    size_t n, capacity;
};

struct index_page *index_page_new(void)
{
    return xcalloc(1, sizeof(struct index_page));
}

void index_page_free(struct index_page *ix)
{
    if (ix == NULL)
        return;
    for (size_t i = 0; i < ix->n; i++) {
        struct row *r = &ix->rows[i];
        char *const owned[] = {r->file, r->report, r->name[0], r->name[1], r->event, r->date, r->level, r->messages};
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
            free(owned[k]);
    }
    free(ix->rows);
    free(ix);
}

/* ---- boiling down ---- */

static char *copy(const char *s)
{
    return s != NULL ? xstrdup(s) : NULL;
}

static char *messages_of(const struct diags *d)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < d->n; i++) {
        const struct diag *at = &d->at[i];
        if (at->severity == SEVERITY_NOTE)
            continue;
        if (at->line > 0)
            strbuf_printf(&text, "%d:%d: ", at->line, at->column);
        else if (at->offset >= 0)
            strbuf_printf(&text, "offset %ld: ", at->offset);
        strbuf_printf(&text, "%s: %s\n", severity_name(at->severity), at->message);
    }
    if (d->n_dropped > 0)
        strbuf_printf(&text, "and %zu more\n", d->n_dropped);
    char *result = text.length > 0 ? xstrdup(strbuf_text(&text)) : NULL;
    strbuf_done(&text);
    return result;
}

/* Does the report's first page have a place for the decision? With a page for each game, those of other games stand
 * in its table of errors. */
static bool can_be_reached(const struct match *m, const struct report *r, const struct decision *d,
                           const struct export_options *o)
{
    struct report shown;
    report_init_for(&shown, m, o);
    bool there = shown.decisions[d - r->decisions].shown;
    report_done(&shown);
    return there && (!o->split_games || m->n_games < 2 || d->game == m->games || o->analysis);
}

static void sum_up_errors(struct row *row, const struct match *m, const struct report *r,
                          const struct export_options *o)
{
    for (size_t i = 0; i < r->n_errors; i++)
        row->skills[r->errors[i].decision->event->player][r->errors[i].skill]++;
    if (r->n_errors > 0) {
        row->worst = r->errors[0].error;
        if (can_be_reached(m, r, r->errors[0].decision, o))
            memcpy(row->worst_anchor, r->errors[0].decision->anchor, sizeof row->worst_anchor);
    }
}

static void sum_up(struct row *row, const struct match *m, const struct export_options *o)
{
    struct report r;
    struct stat_table t;
    report_init(&r, m, export_set(m, o));
    for (int who = 0; who < 2; who++)
        row->name[who] = xstrdup(report_name(m, who));
    row->event = copy(m->info.event);
    row->date = copy(m->info.date);
    row->length = m->length;
    row->n_games = (int)m->n_games;
    report_final_score(m, row->score);
    sum_up_errors(row, m, &r, o);
    if (r.set >= 0)
        row->level = copy(m->sets[r.set].level);
    if (stat_table_of(m, NULL, r.set, &t)) {
        row->analysed = t.s->moves_analysed;
        row->statistics = *t.s;
        memcpy(row->rates, t.rates.side, sizeof row->rates);
    }
    report_done(&r);
}

size_t index_page_add(struct index_page *ix, const char *file, const char *report, const struct match *m,
                      const struct export_options *o, const struct diags *d)
{
    struct export_options defaults;
    export_defaults(&defaults);
    ix->rows = grow(ix->rows, ix->n, &ix->capacity, sizeof *ix->rows);
    struct row *row = &ix->rows[ix->n];
    *row = (struct row){.file = xstrdup(file), .report = copy(report), .worst = NAN, .sequence = ix->n};
    if (d != NULL)
        index_page_tell(ix, ix->n, d);
    if (m != NULL) {
        row->read = true;
        sum_up(row, m, o != NULL ? o : &defaults);
    }
    return ix->n++;
}

void index_page_tell(struct index_page *ix, size_t row, const struct diags *d)
{
    struct row *r = &ix->rows[row];
    free(r->messages);
    r->messages = messages_of(d);
    r->n_errors = d->n_errors;
    r->n_warnings = d->n_warnings;
}

/* ---- pieces of the page ---- */

static void number_cell(struct strbuf *out, double value, int decimals)
{
    if (isnan(value)) {
        strbuf_puts(out, "<td class=\"r\" data-v=\"\">\xe2\x80\x93</td>");
        return;
    }
    strbuf_puts(out, "<td class=\"r\" data-v=\"");
    report_plain(out, value, decimals);
    strbuf_puts(out, "\">");
    struct strbuf text = {0};
    report_plain(&text, value, decimals);
    html_words(out, strbuf_text(&text));
    strbuf_puts(out, "</td>");
    strbuf_done(&text);
}

static void head_cells(struct strbuf *out, const char *const *names, const char *right)
{
    strbuf_puts(out, "<thead><tr>");
    for (; *names != NULL; names++, right++)
        strbuf_printf(out, "<th scope=\"col\"%s><button type=\"button\">%s</button></th>",
                      *right == 'r' ? " class=\"r\"" : "", *names);
    strbuf_puts(out, "</tr></thead>\n<tbody>\n");
}

static void player_cell(struct strbuf *out, const struct row *r, int who)
{
    strbuf_puts(out, "<td>");
    bool won = r->length > 0 && r->score[who] >= r->length;
    strbuf_printf(out, "<bdi class=\"p%d%s\">", who, won ? " won" : "");
    html_text(out, r->name[who]);
    strbuf_puts(out, "</bdi></td>");
}

static void match_cell(struct strbuf *out, const struct row *r)
{
    strbuf_puts(out, "<th scope=\"row\">");
    if (r->report != NULL) {
        strbuf_puts(out, "<a href=\"");
        html_url(out, r->report);
        strbuf_puts(out, "\">");
    }
    html_text(out, r->file);
    strbuf_puts(out, r->report != NULL ? "</a></th>" : "</th>");
}

static void worst_cell(struct strbuf *out, const struct row *r)
{
    if (isnan(r->worst)) {
        strbuf_puts(out, "<td class=\"r\" data-v=\"\">\xe2\x80\x93</td>");
        return;
    }
    strbuf_printf(out, "<td class=\"r\" data-v=\"%.6f\">", (double)r->worst);
    bool linked = r->report != NULL && r->worst_anchor[0] != '\0';
    if (linked) {
        strbuf_puts(out, "<a href=\"");
        html_url(out, r->report);
        strbuf_printf(out, "#%s\">", r->worst_anchor);
    }
    html_signed(out, -r->worst, 3);
    strbuf_puts(out, linked ? "</a></td>" : "</td>");
}

static double rate_of(const struct row *r, int who)
{
    return r->analysed ? 1000 * r->rates[who].rate.emg : NAN;
}

static void match_row(struct strbuf *out, const struct row *r)
{
    strbuf_puts(out, "<tr>");
    match_cell(out, r);
    player_cell(out, r, 0);
    player_cell(out, r, 1);
    strbuf_printf(out, "<td class=\"r\" data-v=\"%d\">", r->length);
    if (r->length > 0)
        strbuf_int(out, r->length);
    else
        strbuf_puts(out, "money");
    strbuf_printf(out, "</td><td>%d\xe2\x80\x93%d</td><td>", r->score[0], r->score[1]);
    html_text(out, r->date);
    strbuf_puts(out, "</td>");
    for (int who = 0; who < 2; who++)
        number_cell(out, rate_of(r, who), 1);
    for (int who = 0; who < 2; who++)
        number_cell(out, r->analysed ? r->rates[who].pr : NAN, 2);
    for (int who = 0; who < 2; who++)
        number_cell(
            out, r->analysed ? (double)(r->skills[who][SKILL_BAD] + r->skills[who][SKILL_VERY_BAD]) : (double)NAN, 0);
    worst_cell(out, r);
    strbuf_printf(out, "<td class=\"r\">%zu</td></tr>\n", r->n_warnings);
}

static void match_table(struct strbuf *out, struct row *const *rows, size_t n)
{
    static const char *const names[] = {"File",     "Player 1", "Player 2",        "Length",   "Score",
                                        "Date",     "Rate 1",   "Rate 2",          "PR 1",     "PR 2",
                                        "Errors 1", "Errors 2", "Costliest error", "Warnings", NULL};
    strbuf_puts(
        out,
        "<section id=\"matches\"><h2>Matches</h2>\n<div class=\"scroll\"><table class=\"ix\"><caption>"
        "Rate: mEMG per decision; PR: eXtreme Gammon's performance rating; errors: decisions marked bad or very bad. "
        "A column's head sorts.</caption>");
    head_cells(out, names, "---r--rrrrrrrr");
    for (size_t i = 0; i < n; i++)
        if (rows[i]->read)
            match_row(out, rows[i]);
    strbuf_puts(out, "</tbody></table></div></section>\n");
}

/* ---- players ---- */

struct player {
    const char *name;
    int matches, analysed, won, lost, games, decisions, pr_decisions, moves, luck_moves, marked[4];
    double error, pr_error, luck;
};

static void add_to_player(struct player *p, const struct row *r, int who)
{
    p->matches++;
    p->games += r->n_games;
    if (r->length > 0) {
        p->won += r->score[who] >= r->length;
        p->lost += r->score[1 - who] >= r->length;
    }
    if (!r->analysed)
        return;
    const struct side_statistics *s = &r->statistics.side[who];
    p->analysed++;
    p->moves += s->total_moves;
    p->decisions += s->unforced_moves + s->close_or_actual;
    p->error += isnan(r->rates[who].error.emg) ? 0 : r->rates[who].error.emg;
    p->pr_decisions += s->pr_decisions;
    p->pr_error += s->pr_error.emg;
    if (r->statistics.luck_analysed) {
        p->luck += s->luck_total.emg;
        p->luck_moves += s->total_moves;
    }
    for (int k = 0; k < 4; k++)
        p->marked[k] += r->skills[who][k];
}

static int by_name(const void *a, const void *b)
{
    const struct player *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* One entry for each name, sorted by name. */
static struct player *players_of(struct row *const *rows, size_t n, size_t *count)
{
    struct player *list = xcalloc(2 * n + 1, sizeof *list);
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        for (int who = 0; who < 2 && rows[i]->read; who++) {
            list[total] = (struct player){.name = rows[i]->name[who]};
            add_to_player(&list[total++], rows[i], who);
        }
    qsort(list, total, sizeof *list, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < total; i++) {
        if (kept == 0 || strcmp(list[kept - 1].name, list[i].name) != 0) {
            list[kept++] = list[i];
            continue;
        }
        struct player *to = &list[kept - 1];
        const struct player *from = &list[i];
        to->matches += from->matches, to->analysed += from->analysed, to->won += from->won, to->lost += from->lost;
        to->games += from->games, to->decisions += from->decisions, to->pr_decisions += from->pr_decisions;
        to->moves += from->moves, to->luck_moves += from->luck_moves;
        to->error += from->error, to->pr_error += from->pr_error, to->luck += from->luck;
        for (int k = 0; k < 4; k++)
            to->marked[k] += from->marked[k];
    }
    *count = kept;
    return list;
}

static double ratio(double factor, double sum, int count)
{
    return count > 0 ? factor * sum / count : NAN;
}

static void player_row(struct strbuf *out, const struct player *p)
{
    strbuf_puts(out, "<tr><th scope=\"row\"><bdi class=\"who\">");
    html_text(out, p->name);
    strbuf_printf(out, "</bdi></th><td class=\"r\">%d</td><td class=\"r\">%d</td><td class=\"r\">%d</td>", p->matches,
                  p->won, p->lost);
    strbuf_printf(out, "<td class=\"r\">%d</td>", p->games);
    number_cell(out, ratio(1000, p->error, p->decisions), 1);
    number_cell(out, ratio(500, p->pr_error, p->pr_decisions), 2);
    const char *rating = rating_of(p->error / p->decisions, p->decisions);
    strbuf_printf(out, "<td>%s</td>", rating != NULL ? rating : "\xe2\x80\x93");
    for (int k = SKILL_VERY_BAD; k >= SKILL_DOUBTFUL; k--)
        number_cell(out, p->analysed > 0 ? (double)p->marked[k] : (double)NAN, 0);
    number_cell(out, ratio(1000, p->luck, p->luck_moves), 1);
    strbuf_puts(out, "</tr>\n");
}

static void player_table(struct strbuf *out, struct row *const *rows, size_t n)
{
    static const char *const names[] = {"Player", "Matches",  "Won", "Lost",     "Games",     "Error rate", "PR",
                                        "Rating", "Very bad", "Bad", "Doubtful", "Luck rate", NULL};
    size_t count;
    struct player *players = players_of(rows, n, &count);
    if (count > 0) {
        strbuf_puts(out, "<section id=\"players\"><h2>Players</h2>\n<div class=\"scroll\"><table class=\"ix\"><caption>"
                         "Sums over all matches; rates in mEMG per decision, luck in mEMG per move.</caption>");
        head_cells(out, names, "-rrrrrr-rrrr");
        for (size_t i = 0; i < count; i++)
            player_row(out, &players[i]);
        strbuf_puts(out, "</tbody></table></div></section>\n");
    }
    free(players);
}

/* ---- what went wrong ---- */

static void failures(struct strbuf *out, struct row *const *rows, size_t n, bool read, const char *id,
                     const char *title)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const struct row *r = rows[i];
        if (r->read != read || (read && r->messages == NULL))
            continue;
        if (!any)
            strbuf_printf(out, "<section id=\"%s\"><h2>%s</h2>\n", id, title);
        any = true;
        strbuf_printf(out, "<details class=\"more\"%s><summary>", read ? "" : " open");
        html_text(out, r->file);
        strbuf_puts(out, "</summary><p class=\"diag\">");
        html_text(out, r->messages != NULL ? r->messages : "could not be read");
        strbuf_puts(out, "</p></details>\n");
    }
    if (any)
        strbuf_puts(out, "</section>\n");
}

/* ---- the page ---- */

static void totals(struct strbuf *out, struct row *const *rows, size_t n)
{
    size_t read = 0, failed = 0, games = 0, moves = 0, warnings = 0;
    for (size_t i = 0; i < n; i++) {
        read += rows[i]->read;
        failed += !rows[i]->read;
        games += (size_t)rows[i]->n_games;
        warnings += rows[i]->n_warnings;
        for (int who = 0; who < 2; who++)
            moves += (size_t)rows[i]->statistics.side[who].total_moves;
    }
    strbuf_printf(out,
                  "<ul class=\"facts\"><li><span class=\"k\">Matches</span> %zu</li><li><span class=\"k\">Games"
                  "</span> %zu</li>",
                  read, games);
    if (moves > 0)
        strbuf_printf(out, "<li><span class=\"k\">Moves analysed</span> %zu</li>", moves);
    if (warnings > 0)
        strbuf_printf(out, "<li><span class=\"k\">Warnings</span> <a href=\"#warnings\">%zu</a></li>", warnings);
    if (failed > 0)
        strbuf_printf(out, "<li><span class=\"k\">Not read</span> <a href=\"#failures\">%zu</a></li>", failed);
    strbuf_puts(out, "</ul>\n");
}

static int by_file(const void *a, const void *b)
{
    const struct row *x = *(struct row *const *)a, *y = *(struct row *const *)b;
    int order = strcmp(x->file, y->file);
    if (order != 0)
        return order;
    return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

void index_page_write(const struct index_page *ix, const char *title, struct strbuf *out)
{
    const char *name = title != NULL ? title : "Backgammon matches";
    struct row **rows = xcalloc(ix->n + 1, sizeof *rows);
    for (size_t i = 0; i < ix->n; i++)
        rows[i] = &ix->rows[i];
    qsort(rows, ix->n, sizeof *rows, by_file);
    html_head(out, name, "Analysed backgammon matches", false);
    strbuf_puts(out, "<header class=\"top\"><p class=\"kind\">Index</p>\n<h1>");
    html_text(out, name);
    strbuf_puts(out, "</h1>\n");
    totals(out, rows, ix->n);
    strbuf_puts(out, "</header>\n<main>\n");
    match_table(out, rows, ix->n);
    player_table(out, rows, ix->n);
    failures(out, rows, ix->n, false, "failures", "Not read");
    failures(out, rows, ix->n, true, "warnings", "Warnings");
    strbuf_puts(out, "</main>\n");
    html_foot(out, html_index_script);
    free(rows);
}
