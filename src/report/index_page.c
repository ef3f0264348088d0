/* The index page: a row for each match; players met in several are summed up by person. Structure:
 * docs/formats/html.md. */
#include "report/index_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "match/rates.h"
#include "report/draft.h"

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
        const char *const owned[] = {r->file,      r->report,   r->name[0],      r->name[1], r->person[0],
                                     r->person[1], r->page[0],  r->page[1],      r->event,   r->date,
                                     r->level,     r->messages, r->worst_anchor, r->anchor};
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
    r->of.anchor = copy(row->anchor);
    for (int who = 0; who < 2; who++) {
        const char *person = row->person[who];
        r->of.name[who] = copy(name_of(row, who));
        r->of.page[who] = copy(row->page[who]);
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

#define HEAD(text)                                                                                                     \
    {                                                                                                                  \
        .kind = NODE_WORDS, .side = NOBODY, .words = { text, NULL, 0 }                                                 \
    }
#define WORDS(i, role)                                                                                                 \
    {                                                                                                                  \
        &heads[i], UNIT_NONE, role, NOBODY, 1, false, false                                                            \
    }
#define FIGURE(i, whose)                                                                                               \
    {                                                                                                                  \
        &heads[i], UNIT_NONE, ROLE_NONE, whose, 1, false, true                                                         \
    }

static void number_cell(struct draft *b, int column, double value, int decimals)
{
    enum absence why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT;
    cell_begin(b, column);
    put_number(b, (struct number){.value = value, .decimals = decimals, .why = why});
    node_end(b);
}

static void text_cell(struct draft *b, int column, const char *text)
{
    cell_begin(b, column);
    if (text != NULL)
        put_text(b, text);
    node_end(b);
}

/* ---- matches ---- */

enum {
    MATCH,
    LENGTH,
    SCORE,
    DATE,
    EVENT,
    RATE,
    PR = RATE + 2,
    ERRORS = PR + 2,
    WORST = ERRORS + 2,
    WARNINGS,
    MATCH_COLUMNS
};

static const struct node heads[] = {HEAD("Match"), HEAD("Length"), HEAD("Score"),  HEAD("Date"),      HEAD("Event"),
                                    HEAD("Rate"),  HEAD("PR"),     HEAD("Errors"), HEAD("Costliest"), HEAD("Warnings")};

static const struct column match_columns[MATCH_COLUMNS] = {
    {&heads[0], UNIT_NONE, ROLE_PLAYERS, NOBODY, 1, true, false},
    {&heads[1], UNIT_NONE, ROLE_LENGTH, NOBODY, 1, false, true},
    WORDS(2, ROLE_NONE),
    WORDS(3, ROLE_DATE),
    WORDS(4, ROLE_EVENT),
    FIGURE(5, 0),
    FIGURE(5, 1),
    FIGURE(6, 0),
    FIGURE(6, 1),
    FIGURE(7, 0),
    FIGURE(7, 1),
    FIGURE(8, NOBODY),
    FIGURE(9, NOBODY),
};

/* The players, and the file in small print. */
static void match_cell(struct draft *b, const struct row *r)
{
    cell_begin(b, MATCH);
    if (r->of.report != NULL)
        link_begin(b, r->of.report, r->of.anchor);
    words_begin(b, "{0} vs {1}", NULL, 0);
    put_name(b, 0, r->of.name[0]);
    put_name(b, 1, r->of.name[1]);
    node_end(b);
    if (r->of.report != NULL)
        node_end(b);
    put_words(b, " ");
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    put_text(b, r->of.file);
    node_end(b);
    node_end(b);
}

static void length_cell(struct draft *b, const struct row *r)
{
    cell_begin(b, LENGTH);
    if (r->of.length > 0)
        put_count(b, r->of.length);
    else
        put_words(b, "money");
    node_end(b);
}

static void when_and_where(struct draft *b, const struct row *r)
{
    cell_begin(b, SCORE);
    put_score(b, r->of.score);
    node_end(b);
    cell_begin(b, DATE);
    if (r->of.date != NULL)
        put_date(b, r->of.date);
    node_end(b);
    text_cell(b, EVENT, r->of.event);
}

static void worst_cell(struct draft *b, const struct row *r)
{
    bool linked = r->of.report != NULL && r->of.worst_anchor[0] != '\0';
    cell_begin(b, WORST);
    if (linked)
        link_begin(b, r->of.report, r->of.worst_anchor);
    if (!isnan(r->of.worst))
        put_emg(b, -r->of.worst);
    if (linked)
        node_end(b);
    node_end(b);
}

static int errors_of(const struct row *r, int who)
{
    return r->of.skills[who][SKILL_BAD] + r->of.skills[who][SKILL_VERY_BAD];
}

static void match_row(struct draft *b, const struct row *r)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    match_cell(b, r);
    length_cell(b, r);
    when_and_where(b, r);
    for (int who = 0; who < 2; who++)
        number_cell(b, RATE + who, r->of.analysed ? 1000 * r->rates[who].rate.emg : NAN, 1);
    for (int who = 0; who < 2; who++)
        number_cell(b, PR + who, r->of.analysed ? r->rates[who].pr : NAN, 2);
    for (int who = 0; who < 2; who++)
        number_cell(b, ERRORS + who, r->of.analysed ? (double)errors_of(r, who) : (double)NAN, 0);
    worst_cell(b, r);
    number_cell(b, WARNINGS, (double)r->of.n_warnings, 0);
    node_end(b);
}

static void match_table(struct draft *b, struct row *const *rows, size_t n)
{
    draft_section(b, ROLE_MATCHES, 2, "matches", "Matches");
    note(
        b, ROLE_NOTE,
        "Rate: mEMG per decision; PR: eXtreme Gammon's performance rating; errors: decisions marked bad or very bad. A "
        "column's head sorts.");
    draft_table(b, ROLE_MATCHES, match_columns, MATCH_COLUMNS);
    for (size_t i = 0; i < n; i++)
        if (rows[i]->of.read)
            match_row(b, rows[i]);
    draft_close(b);
    draft_close(b);
}

/* ---- players ---- */

struct player {
    const char *name, *page;
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
            list[total] = (struct player){.name = rows[i]->of.person[who], .page = rows[i]->of.page[who]};
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
        to->page = to->page != NULL ? to->page : from->page;
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

enum {
    PLAYER,
    MATCHES,
    WON,
    LOST,
    GAMES,
    PLAYER_RATE,
    PLAYER_PR,
    RATING,
    VERY_BAD,
    BAD,
    DOUBTFUL,
    LUCK,
    PLAYER_COLUMNS
};

static const struct node player_heads[] = {HEAD("Player"),   HEAD("Matches"), HEAD("Won"),      HEAD("Lost"),
                                           HEAD("Games"),    HEAD("Rate"),    HEAD("PR"),       HEAD("Rating"),
                                           HEAD("Very bad"), HEAD("Bad"),     HEAD("Doubtful"), HEAD("Luck rate")};

#define PLAYER_FIGURE(i)                                                                                               \
    {                                                                                                                  \
        &player_heads[i], UNIT_NONE, ROLE_NONE, NOBODY, 1, false, true                                                 \
    }

static const struct column player_columns[PLAYER_COLUMNS] = {
    {&player_heads[0], UNIT_NONE, ROLE_PLAYERS, NOBODY, 1, true, false},
    PLAYER_FIGURE(1),
    PLAYER_FIGURE(2),
    PLAYER_FIGURE(3),
    PLAYER_FIGURE(4),
    PLAYER_FIGURE(5),
    PLAYER_FIGURE(6),
    {&player_heads[7], UNIT_NONE, ROLE_NONE, NOBODY, 1, false, false},
    PLAYER_FIGURE(8),
    PLAYER_FIGURE(9),
    PLAYER_FIGURE(10),
    PLAYER_FIGURE(11),
};

static void player_row(struct draft *b, const struct player *p)
{
    const char *rating = rating_of(p->error / p->decisions, p->decisions);
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, PLAYER);
    if (p->page != NULL)
        link_begin(b, p->page, NULL);
    put_name(b, NOBODY, p->name);
    if (p->page != NULL)
        node_end(b);
    node_end(b);
    number_cell(b, MATCHES, p->matches, 0);
    number_cell(b, WON, p->won, 0);
    number_cell(b, LOST, p->lost, 0);
    number_cell(b, GAMES, p->games, 0);
    number_cell(b, PLAYER_RATE, ratio(1000, p->error, p->decisions), 1);
    number_cell(b, PLAYER_PR, ratio(500, p->pr_error, p->pr_decisions), 2);
    cell_begin(b, RATING);
    if (rating != NULL)
        put_words(b, rating);
    node_end(b);
    for (int k = SKILL_VERY_BAD; k >= SKILL_DOUBTFUL; k--)
        number_cell(b, VERY_BAD + SKILL_VERY_BAD - k, p->analysed > 0 ? (double)p->marked[k] : (double)NAN, 0);
    number_cell(b, LUCK, ratio(1000, p->luck, p->luck_moves), 1);
    node_end(b);
}

static void player_table(struct draft *b, struct row *const *rows, size_t n)
{
    size_t count;
    struct player *players = players_of(rows, n, &count);
    if (count > 0) {
        draft_section(b, ROLE_STATISTICS, 2, "players", "Players");
        note(b, ROLE_NOTE, "Sums over all matches; rates in mEMG per decision, luck in mEMG per move.");
        draft_table(b, ROLE_MATCHES, player_columns, PLAYER_COLUMNS);
        for (size_t i = 0; i < count; i++)
            player_row(b, &players[i]);
        draft_close(b);
        draft_close(b);
    }
    xfree(players);
}

/* ---- what went wrong ---- */

static void messages(struct draft *b, const struct row *r)
{
    draft_fold(b, 3, NULL);
    put_text(b, r->of.file);
    node_end(b);
    draft_ready(b);
    quote(b, r->of.messages != NULL ? r->of.messages : "could not be read");
    draft_close(b);
}

static void failures(struct draft *b, struct row *const *rows, size_t n, bool read, const char *id, const char *title)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const struct row *r = rows[i];
        if (r->of.read != read || (read && r->of.messages == NULL))
            continue;
        if (!any)
            draft_section(b, ROLE_ABOUT, 2, id, title);
        any = true;
        messages(b, r);
    }
    if (any)
        draft_close(b);
}

/* ---- the page ---- */

static void total(struct draft *b, const char *name, size_t n, const char *anchor)
{
    fact_begin(b, name);
    if (anchor != NULL)
        link_begin(b, NULL, anchor);
    put_count(b, (long)n);
    if (anchor != NULL)
        node_end(b);
    node_end(b);
}

static void totals(struct draft *b, struct row *const *rows, size_t n)
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
    node_begin(b, NODE_FACTS, ROLE_FIGURES);
    total(b, "Matches", read, NULL);
    total(b, "Games", games, NULL);
    if (moves > 0)
        total(b, "Moves analysed", moves, NULL);
    if (warnings > 0)
        total(b, "Warnings", warnings, "warnings");
    if (failed > 0)
        total(b, "Not read", failed, "failures");
    node_end(b);
}

static int by_file(const void *a, const void *b)
{
    const struct row *x = *(struct row *const *)a, *y = *(struct row *const *)b;
    int order = strcmp(x->of.file, y->of.file);
    if (order != 0)
        return order;
    return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

void index_page_build(const struct index_page *ix, const char *title, struct node_receiver *to)
{
    const char *name = title != NULL ? title : "Backgammon matches";
    struct row **rows = xcalloc(ix->n + 1, sizeof *rows);
    struct draft b;
    for (size_t i = 0; i < ix->n; i++)
        rows[i] = &ix->rows[i];
    qsort(rows, ix->n, sizeof *rows, by_file);
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_INDEX, name);
    totals(&b, rows, ix->n);
    draft_close(&b);
    match_table(&b, rows, ix->n);
    player_table(&b, rows, ix->n);
    failures(&b, rows, ix->n, false, "failures", "Not read");
    failures(&b, rows, ix->n, true, "warnings", "Warnings");
    draft_close(&b);
    draft_end(&b);
    xfree(rows);
}
