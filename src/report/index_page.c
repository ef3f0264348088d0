/* The index page: a row for each match; players met in several are summed up by person. Structure:
 * docs/formats/html.md. */
#include "report/index_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/by_text.h"
#include "base/xmalloc.h"
#include "match/rates.h"
#include "report/draft.h"

/* What stands on the page of a match. A page may have a hundred thousand: texts that come again and again are kept
 * once, and sums over players are made as rows come. */
struct row {
    const char *file, *report, *anchor, *worst_anchor, *event, *date, *messages; /* NULL = not given */
    const char *name[2];
    double rate[2], pr[2], worst;
    int errors[2], length, score[2];
    unsigned sequence; /* of matches in one file */
    unsigned n_warnings;
    bool read, analysed;
};

struct player {
    const char *name, *page;
    int matches, analysed, won, lost, games, decisions, pr_decisions, moves, luck_moves, marked[4];
    double error, pr_error, luck;
};

struct index_page {
    struct row *rows;
    size_t n, capacity;
    struct player **player;
    size_t n_players, player_capacity;
    struct by_text people, texts; /* players by name; texts */
    struct arena *arena;
    size_t read, failed, games, moves, warnings; /* totals */
};

struct index_page *index_page_new(void)
{
    struct index_page *ix = xcalloc(1, sizeof *ix);
    ix->arena = arena_new();
    return ix;
}

void index_page_free(struct index_page *ix)
{
    if (ix == NULL)
        return;
    by_text_free(&ix->people);
    by_text_free(&ix->texts);
    arena_free(ix->arena);
    xfree(ix->player);
    xfree(ix->rows);
    xfree(ix);
}

static const char *copy(struct index_page *ix, const char *s)
{
    return s != NULL ? arena_strdup(ix->arena, s) : NULL;
}

/* The one copy of a text. */
static const char *shared(struct index_page *ix, const char *s)
{
    if (s == NULL)
        return NULL;
    const char *found = by_text_find(&ix->texts, s);
    if (found != NULL)
        return found;
    char *text = arena_strdup(ix->arena, s);
    by_text_add(&ix->texts, text, text);
    return text;
}

static const char *text_or(const char *text, const char *otherwise)
{
    return text != NULL && *text != '\0' ? text : otherwise;
}

/* ---- players ---- */

static struct player *player_called(struct index_page *ix, const char *name)
{
    struct player *found = by_text_find(&ix->people, name);
    if (found != NULL)
        return found;
    struct player *p = arena_alloc(ix->arena, sizeof *p);
    *p = (struct player){.name = shared(ix, name)};
    ix->player = grow(ix->player, ix->n_players, &ix->player_capacity, sizeof(struct player *));
    ix->player[ix->n_players++] = p;
    by_text_add(&ix->people, p->name, p);
    return p;
}

static void add_to_player(struct player *p, const struct index_row *r, const struct side_rates *rates, int who)
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
    p->error += isnan(rates->error.emg) ? 0 : rates->error.emg;
    p->pr_decisions += s->pr_decisions;
    p->pr_error += s->pr_error.emg;
    if (r->statistics.luck_analysed) {
        p->luck += s->luck_total.emg;
        p->luck_moves += s->total_moves;
    }
    for (int k = 0; k < 4; k++)
        p->marked[k] += r->skills[who][k];
}

/* ---- rows ---- */

static void add_totals(struct index_page *ix, const struct index_row *row)
{
    ix->read += row->read;
    ix->failed += !row->read;
    ix->games += (size_t)row->n_games;
    ix->warnings += row->n_warnings;
    for (int who = 0; who < 2; who++)
        ix->moves += (size_t)row->statistics.side[who].total_moves;
}

static void add_side(struct index_page *ix, struct row *r, const struct index_row *row, const struct side_rates *rates,
                     int who)
{
    const char *name = text_or(row->name[who], who == 0 ? "Player 1" : "Player 2");
    r->name[who] = shared(ix, name);
    r->rate[who] = row->analysed ? 1000 * rates->rate.emg : (double)NAN;
    r->pr[who] = row->analysed ? rates->pr : (double)NAN;
    r->errors[who] = row->skills[who][SKILL_BAD] + row->skills[who][SKILL_VERY_BAD];
    r->score[who] = row->score[who];
    if (!row->read)
        return;
    struct player *p = player_called(ix, text_or(row->person[who], name));
    p->page = p->page != NULL ? p->page : copy(ix, row->page[who]);
    add_to_player(p, row, rates, who);
}

void index_page_add(struct index_page *ix, const struct index_row *row)
{
    struct rates rates;
    memset(&rates, 0, sizeof rates);
    ix->rows = grow(ix->rows, ix->n, &ix->capacity, sizeof *ix->rows);
    struct row *r = &ix->rows[ix->n];
    *r = (struct row){.file = copy(ix, row->file),
                      .report = copy(ix, row->report),
                      .anchor = shared(ix, row->anchor),
                      .worst_anchor = shared(ix, text_or(row->worst_anchor, NULL)),
                      .event = shared(ix, row->event),
                      .date = shared(ix, row->date),
                      .messages = shared(ix, row->messages),
                      .worst = row->worst,
                      .length = row->length,
                      .sequence = (unsigned)ix->n++,
                      .n_warnings = (unsigned)row->n_warnings,
                      .read = row->read,
                      .analysed = row->analysed};
    if (row->analysed)
        rates_of(&row->statistics, row->length, &rates);
    for (int who = 0; who < 2; who++)
        add_side(ix, r, row, &rates.side[who], who);
    add_totals(ix, row);
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
    if (r->report != NULL)
        link_begin(b, r->report, r->anchor);
    words_begin(b, "{0} vs {1}", NULL, 0);
    put_name(b, 0, r->name[0]);
    put_name(b, 1, r->name[1]);
    node_end(b);
    if (r->report != NULL)
        node_end(b);
    put_words(b, " ");
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    put_text(b, r->file);
    node_end(b);
    node_end(b);
}

static void length_cell(struct draft *b, const struct row *r)
{
    cell_begin(b, LENGTH);
    if (r->length > 0)
        put_count(b, r->length);
    else
        put_words(b, "money");
    node_end(b);
}

static void when_and_where(struct draft *b, const struct row *r)
{
    cell_begin(b, SCORE);
    put_score(b, r->score);
    node_end(b);
    cell_begin(b, DATE);
    if (r->date != NULL)
        put_date(b, r->date);
    node_end(b);
    text_cell(b, EVENT, r->event);
}

static void worst_cell(struct draft *b, const struct row *r)
{
    const bool linked = r->report != NULL && r->worst_anchor != NULL;
    cell_begin(b, WORST);
    if (linked)
        link_begin(b, r->report, r->worst_anchor);
    if (!isnan(r->worst))
        put_emg(b, -r->worst);
    if (linked)
        node_end(b);
    node_end(b);
}

static void match_row(struct draft *b, const struct row *r)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    match_cell(b, r);
    length_cell(b, r);
    when_and_where(b, r);
    for (int who = 0; who < 2; who++)
        number_cell(b, RATE + who, r->rate[who], 1);
    for (int who = 0; who < 2; who++)
        number_cell(b, PR + who, r->pr[who], 2);
    for (int who = 0; who < 2; who++)
        number_cell(b, ERRORS + who, r->analysed ? (double)r->errors[who] : (double)NAN, 0);
    worst_cell(b, r);
    number_cell(b, WARNINGS, (double)r->n_warnings, 0);
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
        if (rows[i]->read)
            match_row(b, rows[i]);
    draft_close(b);
    draft_close(b);
}

/* ---- the table of players ---- */

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

static int by_player(const void *a, const void *b)
{
    return strcmp((*(struct player *const *)a)->name, (*(struct player *const *)b)->name);
}

static void player_table(struct draft *b, struct player **players, size_t n)
{
    if (n == 0)
        return;
    qsort(players, n, sizeof *players, by_player);
    draft_section(b, ROLE_STATISTICS, 2, "players", "Players");
    note(b, ROLE_NOTE, "Sums over all matches; rates in mEMG per decision, luck in mEMG per move.");
    draft_table(b, ROLE_MATCHES, player_columns, PLAYER_COLUMNS);
    for (size_t i = 0; i < n; i++)
        player_row(b, players[i]);
    draft_close(b);
    draft_close(b);
}

/* ---- what went wrong ---- */

static void messages(struct draft *b, const struct row *r)
{
    draft_fold(b, 3, NULL);
    put_text(b, r->file);
    node_end(b);
    draft_ready(b);
    quote(b, r->messages != NULL ? r->messages : "could not be read");
    draft_close(b);
}

static void failures(struct draft *b, struct row *const *rows, size_t n, bool read, const char *id, const char *title)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const struct row *r = rows[i];
        if (r->read != read || (read && r->messages == NULL))
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

static void totals(struct draft *b, const struct index_page *ix)
{
    node_begin(b, NODE_FACTS, ROLE_FIGURES);
    total(b, "Matches", ix->read, NULL);
    total(b, "Games", ix->games, NULL);
    if (ix->moves > 0)
        total(b, "Moves analysed", ix->moves, NULL);
    if (ix->warnings > 0)
        total(b, "Warnings", ix->warnings, "warnings");
    if (ix->failed > 0)
        total(b, "Not read", ix->failed, "failures");
    node_end(b);
}

static int by_file(const void *a, const void *b)
{
    const struct row *x = *(struct row *const *)a, *y = *(struct row *const *)b;
    int order = strcmp(x->file, y->file);
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
    totals(&b, ix);
    draft_close(&b);
    match_table(&b, rows, ix->n);
    player_table(&b, ix->player, ix->n_players);
    failures(&b, rows, ix->n, false, "failures", "Not read");
    failures(&b, rows, ix->n, true, "warnings", "Warnings");
    draft_close(&b);
    draft_end(&b);
    xfree(rows);
}
