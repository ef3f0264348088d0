/* The index page: a row for each match; players met in several are summed up by person. Structure:
 * docs/formats/html.md. */
#include "export/index.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "export/html/html.h"
#include "match/rates.h"

struct row {
    struct index_row of; /* with texts of its own */
    struct side_rates rates[2];
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
        const struct index_row *r = &ix->rows[i].of;
        const char *const owned[] = {r->file,  r->report, r->name[0], r->name[1],  r->person[0],   r->person[1],
                                     r->event, r->date,   r->level,   r->messages, r->worst_anchor};
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
            xfree((char *)owned[k]);
    }
    xfree(ix->rows);
    xfree(ix);
}

static char *copy(const char *s)
{
    return s != NULL ? xstrdup(s) : NULL;
}

static const char *name_of(const struct index_row *r, int who)
{
    if (r->name[who] != NULL && r->name[who][0] != '\0')
        return r->name[who];
    return who == 0 ? "Player 1" : "Player 2";
}

void index_page_add(struct index_page *ix, const struct index_row *row)
{
    struct rates rates;
    ix->rows = grow(ix->rows, ix->n, &ix->capacity, sizeof *ix->rows);
    struct row *r = &ix->rows[ix->n];
    *r = (struct row){.of = *row, .sequence = ix->n++};
    r->of.file = copy(row->file);
    r->of.report = copy(row->report);
    for (int who = 0; who < 2; who++) {
        const char *person = row->person[who];
        r->of.name[who] = copy(name_of(row, who));
        r->of.person[who] = copy(person != NULL && *person != '\0' ? person : r->of.name[who]);
    }
    r->of.event = copy(row->event);
    r->of.date = copy(row->date);
    r->of.level = copy(row->level);
    r->of.messages = copy(row->messages);
    r->of.worst_anchor = copy(row->worst_anchor != NULL ? row->worst_anchor : "");
    if (row->analysed) {
        rates_of(&row->statistics, row->length, &rates);
        memcpy(r->rates, rates.side, sizeof r->rates);
    }
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
    bool won = r->of.length > 0 && r->of.score[who] >= r->of.length;
    strbuf_printf(out, "<bdi class=\"p%d%s\">", who, won ? " won" : "");
    html_text(out, r->of.name[who]);
    strbuf_puts(out, "</bdi></td>");
}

static void match_cell(struct strbuf *out, const struct row *r)
{
    strbuf_puts(out, "<th scope=\"row\">");
    if (r->of.report != NULL) {
        strbuf_puts(out, "<a href=\"");
        html_url(out, r->of.report);
        strbuf_puts(out, "\">");
    }
    html_text(out, r->of.file);
    strbuf_puts(out, r->of.report != NULL ? "</a></th>" : "</th>");
}

static void worst_cell(struct strbuf *out, const struct row *r)
{
    if (isnan(r->of.worst)) {
        strbuf_puts(out, "<td class=\"r\" data-v=\"\">\xe2\x80\x93</td>");
        return;
    }
    strbuf_printf(out, "<td class=\"r\" data-v=\"%.6f\">", (double)r->of.worst);
    bool linked = r->of.report != NULL && r->of.worst_anchor[0] != '\0';
    if (linked) {
        strbuf_puts(out, "<a href=\"");
        html_url(out, r->of.report);
        strbuf_printf(out, "#%s\">", r->of.worst_anchor);
    }
    html_signed(out, -r->of.worst, 3);
    strbuf_puts(out, linked ? "</a></td>" : "</td>");
}

static double rate_of(const struct row *r, int who)
{
    return r->of.analysed ? 1000 * r->rates[who].rate.emg : NAN;
}

static void match_row(struct strbuf *out, const struct row *r)
{
    strbuf_puts(out, "<tr>");
    match_cell(out, r);
    player_cell(out, r, 0);
    player_cell(out, r, 1);
    strbuf_printf(out, "<td class=\"r\" data-v=\"%d\">", r->of.length);
    if (r->of.length > 0)
        strbuf_int(out, r->of.length);
    else
        strbuf_puts(out, "money");
    strbuf_printf(out, "</td><td>%d\xe2\x80\x93%d</td><td>", r->of.score[0], r->of.score[1]);
    html_text(out, r->of.date);
    strbuf_puts(out, "</td>");
    for (int who = 0; who < 2; who++)
        number_cell(out, rate_of(r, who), 1);
    for (int who = 0; who < 2; who++)
        number_cell(out, r->of.analysed ? r->rates[who].pr : NAN, 2);
    for (int who = 0; who < 2; who++)
        number_cell(out,
                    r->of.analysed ? (double)(r->of.skills[who][SKILL_BAD] + r->of.skills[who][SKILL_VERY_BAD])
                                   : (double)NAN,
                    0);
    worst_cell(out, r);
    strbuf_printf(out, "<td class=\"r\">%zu</td></tr>\n", r->of.n_warnings);
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
        if (rows[i]->of.read)
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
    p->games += r->of.n_games;
    if (r->of.length > 0) {
        p->won += r->of.score[who] >= r->of.length;
        p->lost += r->of.score[1 - who] >= r->of.length;
    }
    if (!r->of.analysed)
        return;
    const struct side_statistics *s = &r->of.statistics.side[who];
    p->analysed++;
    p->moves += s->total_moves;
    p->decisions += s->unforced_moves + s->close_or_actual;
    p->error += isnan(r->rates[who].error.emg) ? 0 : r->rates[who].error.emg;
    p->pr_decisions += s->pr_decisions;
    p->pr_error += s->pr_error.emg;
    if (r->of.statistics.luck_analysed) {
        p->luck += s->luck_total.emg;
        p->luck_moves += s->total_moves;
    }
    for (int k = 0; k < 4; k++)
        p->marked[k] += r->of.skills[who][k];
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
        for (int who = 0; who < 2 && rows[i]->of.read; who++) {
            list[total] = (struct player){.name = rows[i]->of.person[who]};
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
    xfree(players);
}

/* ---- what went wrong ---- */

static void failures(struct strbuf *out, struct row *const *rows, size_t n, bool read, const char *id,
                     const char *title)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const struct row *r = rows[i];
        if (r->of.read != read || (read && r->of.messages == NULL))
            continue;
        if (!any)
            strbuf_printf(out, "<section id=\"%s\"><h2>%s</h2>\n", id, title);
        any = true;
        strbuf_printf(out, "<details class=\"more\"%s><summary>", read ? "" : " open");
        html_text(out, r->of.file);
        strbuf_puts(out, "</summary><p class=\"diag\">");
        html_text(out, r->of.messages != NULL ? r->of.messages : "could not be read");
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
        read += rows[i]->of.read;
        failed += !rows[i]->of.read;
        games += (size_t)rows[i]->of.n_games;
        warnings += rows[i]->of.n_warnings;
        for (int who = 0; who < 2; who++)
            moves += (size_t)rows[i]->of.statistics.side[who].total_moves;
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
    int order = strcmp(x->of.file, y->of.file);
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
    xfree(rows);
}
