/* The index page: a row for each match; players met in several are summed up by person. Structure:
 * docs/formats/html.md. */
#include "base/language.h"
#include "report/index_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/xmalloc.h"
#include "report/career_page.h"
#include "report/page_links.h"
#include "match/ratio.h"
#include "collection/spool.h"
#include "match/rates.h"
#include "document/columns.h"
#include "document/draft.h"

/* Rows are sorted outside memory (collection/spool.h): a collection may have a million matches, a page has a thousand
 * rows. The texts of a record follow it; rows are ordered by day, then by the first text. */
enum row_text {
    TEXT_NAME, /* of the file or the player */
    TEXT_PAGE, /* of the match or the player */
    TEXT_ANCHOR, /* of a position on it */
    TEXT_WORST, /* the anchor of the costliest decision */
    TEXT_EVENT,
    TEXT_DATE,
    TEXT_DAY,
    TEXT_PLAYERS,
    TEXT_WHOLE = TEXT_PLAYERS + 2, /* the file that has all of a match that was cut short */
    TEXT_WHOLE_PAGE,
    TEXT_MESSAGES,
    TEXTS
};

struct record {
    unsigned text[TEXTS]; /* where it begins, from the record's beginning; 0 = not given */
};

struct row {
    struct record is;
    double pr[2], worst;
    int decisions[2], errors[2], length, score[2], winner;
    unsigned n_warnings;
    bool analysed, guessed, mine; /* mine: the first player is the user */
};

struct player {
    struct record is;
    int matches, analysed, won, lost, games, pr_decisions, moves, lucky,
        marked[4]; /* lucky: matches whose luck is known */
    double pr_error, luck;
    struct ratio pr, of_games; /* of the rating's errors: over matches; over the games of the first */
};

enum { FAILED = INDEX_LISTS, WARNED, LISTS, SIDES = LISTS /* players, once for each match */ };

struct list {
    size_t count;
    const void *at[INDEX_ROWS]; /* those on the page that was built last */
    size_t n;
};

struct index_page {
    struct list list[LISTS];
    struct spool *rows;
    struct arena *arena; /* of the rows on the page */
    struct strbuf scratch;
    const struct career *you; /* NULL = not known */
    const char *extension; /* of reports */
    int page; /* built last; 0 = none yet */
    bool complete;
    size_t read, positions, cut, failed, games, moves, warnings; /* totals */
};

static const char *text(const void *record, int which)
{
    const unsigned at = ((const struct record *)record)->text[which];
    return at != 0 ? (const char *)record + at : NULL;
}

struct index_page *index_page_new(void)
{
    struct index_page *ix = xcalloc(1, sizeof *ix);
    ix->arena = arena_new();
    ix->rows = spool_new();
    return ix;
}

void index_page_free(struct index_page *ix)
{
    if (ix == NULL)
        return;
    spool_free(ix->rows);
    arena_free(ix->arena);
    strbuf_done(&ix->scratch);
    xfree(ix);
}

const char *index_page_problem(const struct index_page *ix)
{
    return spool_problem(ix->rows);
}

static const char *text_or(const char *text, const char *otherwise)
{
    return text != NULL && *text != '\0' ? text : otherwise;
}

/* `size` bytes of a record and its texts (NULL = not given). `day` (may be NULL): the newest first. */
static void put(struct index_page *ix, int list, const char *day, struct record *r, size_t size,
                const char *const texts[TEXTS])
{
    struct strbuf *s = &ix->scratch;
    unsigned at = (unsigned)size;
    for (int i = 0; i < TEXTS; i++) {
        r->text[i] = texts[i] != NULL ? at : 0;
        at += texts[i] != NULL ? (unsigned)strlen(texts[i]) + 1 : 0;
    }
    strbuf_clear(s);
    strbuf_add(s, (const char *)r, size);
    for (int i = 0; i < TEXTS; i++)
        if (texts[i] != NULL)
            strbuf_add(s, texts[i], strlen(texts[i]) + 1);
    spool_add(ix->rows, list, day != NULL ? day : "", texts[0], s->at, s->length);
    if (list < LISTS)
        ix->list[list].count++;
}

/* As who is counted. */
static const char *person_of(const struct index_row *r, int who)
{
    return text_or(r->person[who], text_or(r->name[who], who == 0 ? tr("Player 1") : tr("Player 2")));
}

/* ---- players ---- */

static void add_side(struct index_page *ix, const struct index_row *r, int who)
{
    const struct side_statistics *s = &r->statistics.side[who];
    const char *const texts[TEXTS] = {[TEXT_NAME] = person_of(r, who), [TEXT_PAGE] = r->page[who]};
    struct player p = {.matches = 1, .games = r->n_games};
    if (r->length > 0) {
        p.won = r->score[who] >= r->length;
        p.lost = r->score[1 - who] >= r->length;
    }
    if (r->analysed) {
        p.analysed = 1;
        p.moves = s->total_moves;
        p.pr_decisions = s->pr_decisions;
        p.pr_error = s->pr_error.emg;
        ratio_add(&p.pr, p.pr_error, p.pr_decisions);
        p.of_games = r->rating[who];
        memcpy(p.marked, r->skills[who], sizeof p.marked);
    }
    if (r->analysed && !isnan(r->net_luck[who])) {
        p.luck = r->net_luck[who];
        p.lucky = 1;
    }
    put(ix, SIDES, NULL, &p.is, sizeof p, texts);
}

static void add_up(struct player *p, const struct player *q)
{
    p->matches += q->matches;
    p->analysed += q->analysed;
    p->won += q->won;
    p->lost += q->lost;
    p->games += q->games;
    p->pr_decisions += q->pr_decisions;
    p->moves += q->moves;
    p->lucky += q->lucky;
    for (int k = 0; k < 4; k++)
        p->marked[k] += q->marked[k];
    p->pr_error += q->pr_error;
    ratio_add(&p->pr, q->pr_error, q->pr_decisions);
    p->luck += q->luck;
}

/* Sums in the order in which matches came. */
static void add_players_up(struct index_page *ix)
{
    struct player sum = {0};
    struct strbuf name = {0}, page = {0};
    const struct player *p;
    size_t length;
    bool any = false;
    do {
        p = spool_next(ix->rows, SIDES, &length);
        if (p != NULL && any && strcmp(text(p, TEXT_NAME), strbuf_text(&name)) == 0) {
            add_up(&sum, p);
        } else {
            if (any)
                put(ix, INDEX_PLAYERS, NULL, &sum.is, sizeof sum,
                    (const char *const[TEXTS]){
                        [TEXT_NAME] = strbuf_text(&name), [TEXT_PAGE] = text_or(strbuf_text(&page), NULL)});
            any = p != NULL;
            strbuf_clear(&name);
            strbuf_clear(&page);
            strbuf_puts(&name, any ? text(p, TEXT_NAME) : "");
            sum = any ? *p : sum;
        }
        if (any && page.length == 0)
            strbuf_puts(&page, text_or(text(p, TEXT_PAGE), ""));
    } while (p != NULL);
    strbuf_done(&name);
    strbuf_done(&page);
}

/* ---- rows ---- */

static void add_totals(struct index_page *ix, const struct index_row *row)
{
    if (row->whole != NULL) {
        ix->cut++;
        return;
    }
    ix->read += row->read && !row->position;
    ix->positions += row->read && row->position;
    ix->failed += !row->read;
    ix->games += row->position ? 0 : (size_t)row->n_games;
    ix->warnings += row->n_warnings;
    for (int who = 0; who < 2 && !row->position; who++)
        ix->moves += (size_t)row->statistics.side[who].total_moves;
}

static bool is_you(const struct index_page *ix, const struct index_row *row, int who)
{
    const char *name = text_or(row->person[who], text_or(row->name[who], NULL));
    return ix->you != NULL && name != NULL && strcmp(name, ix->you->name) == 0;
}

/* The user's side comes first. */
static void add_match(struct index_page *ix, const struct index_row *row, const struct rates *rates)
{
    const bool swapped = !is_you(ix, row, 0) && is_you(ix, row, 1);
    const bool one = strcmp(person_of(row, 0), person_of(row, 1)) == 0; /* who is counted as one against itself */
    const char *const names[2] = {one ? text_or(row->name[0], tr("Player 1")) : person_of(row, 0),
                                  one ? text_or(row->name[1], tr("Player 2")) : person_of(row, 1)};
    const char *const texts[TEXTS] = {[TEXT_NAME] = row->file,
                                      [TEXT_PAGE] = row->report,
                                      [TEXT_ANCHOR] = row->anchor,
                                      [TEXT_WORST] = text_or(row->worst_anchor, NULL),
                                      [TEXT_EVENT] = row->event,
                                      [TEXT_DATE] = row->date,
                                      [TEXT_DAY] = row->day,
                                      [TEXT_PLAYERS] = names[swapped],
                                      [TEXT_PLAYERS + 1] = names[!swapped]};
    struct row r = {.worst = row->worst,
                    .length = row->length,
                    .winner = row->winner >= 0 && swapped ? !row->winner : row->winner,
                    .n_warnings = (unsigned)row->n_warnings,
                    .analysed = row->analysed,
                    .guessed = row->guessed,
                    .mine = swapped || is_you(ix, row, 0)};
    for (int side = 0; side < 2; side++) {
        const int who = swapped ? !side : side;
        r.decisions[side] = row->statistics.side[who].pr_decisions;
        r.pr[side] = row->analysed ? rates->side[who].pr : (double)NAN;
        r.errors[side] = row->skills[who][SKILL_BAD] + row->skills[who][SKILL_VERY_BAD];
        r.score[side] = row->score[who];
    }
    put(ix, row->position ? INDEX_POSITIONS : INDEX_MATCHES, row->day, &r.is, sizeof r, texts);
}

void index_page_add(struct index_page *ix, const struct index_row *row)
{
    struct rates rates;
    struct record message;
    memset(&rates, 0, sizeof rates);
    memset(&message, 0, sizeof message);
    add_totals(ix, row);
    if (row->whole != NULL) {
        put(ix, INDEX_CUT, NULL, &message, sizeof message,
            (const char *const[TEXTS]){[TEXT_NAME] = row->file,
                                       [TEXT_PAGE] = row->report,
                                       [TEXT_WHOLE] = row->whole,
                                       [TEXT_WHOLE_PAGE] = row->whole_report});
        return;
    }
    if (row->analysed)
        rates_of(&row->statistics, row->length, &rates);
    if (row->read)
        add_match(ix, row, &rates);
    for (int who = 0; who < 2 && row->read && !row->position; who++)
        add_side(ix, row, who);
    if (!row->read || row->messages != NULL)
        put(ix, row->read ? WARNED : FAILED, NULL, &message, sizeof message,
            (const char *const[TEXTS]){[TEXT_NAME] = row->file, [TEXT_MESSAGES] = row->messages});
}

/* ---- pieces of the page ---- */

static void number_cell(struct draft *b, int column, double value, int decimals)
{
    enum absence why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT;
    cell_begin(b, column);
    put_number(b, (struct number){.value = value, .decimals = decimals, .why = why});
    node_end(b);
}

static void rate_cell(struct draft *b, int column, double pr, int decisions)
{
    cell_begin(b, column);
    put_number(b, (struct number){.value = pr,
                                  .decimals = 2,
                                  .faint = !isnan(pr) && decisions < DECISIONS_LEAST,
                                  .why = isnan(pr) ? ABSENT_NOTHING : ABSENT_NOT});
    node_end(b);
}

/* The last column, of tables that have it: where nothing was warned of at all it is left out. */
static void warnings_cell(struct draft *b, int column, const struct row *r)
{
    if (column < b->opened[b->n_opened - 1].table.n)
        number_cell(b, column, r->n_warnings > 0 ? (double)r->n_warnings : (double)NAN, 0);
}

/* ---- matches ---- */

enum { MATCH, LENGTH, SCORE, DATE, EVENT, PR, ERRORS = PR + 2, WORST = ERRORS + 2, WARNINGS, MATCH_COLUMNS };

static const struct column match_columns[MATCH_COLUMNS] = {
    {COLUMN_WORDS("Match"), UNIT_NONE, ROLE_PLAYERS, NOBODY, 1, true, false},
    {COLUMN_WORDS("Length"), UNIT_NONE, ROLE_LENGTH, NOBODY, 1, false, true},
    FIGURE("Score"),
    {COLUMN_WORDS("Date"), UNIT_NONE, ROLE_DATE, NOBODY, 1, false, false},
    {COLUMN_WORDS("Event"), UNIT_NONE, ROLE_EVENT, NOBODY, 1, false, false},
    FIGURE_PAIR("PR", UNIT_NONE, ROLE_NONE),
    FIGURE_PAIR("Errors", UNIT_NONE, ROLE_NONE),
    FIGURE("Costliest"),
    FIGURE("Warnings"),
};

/* The winner's in bold. */
static void player_name(struct draft *b, const struct row *r, int who)
{
    if (r->winner == who)
        node_begin(b, NODE_SPAN, ROLE_STRONG);
    put_name(b, who, text(r, TEXT_PLAYERS + who));
    if (r->winner == who)
        node_end(b);
}

/* The players, and the file in small print. */
static void match_cell(struct draft *b, const struct row *r)
{
    cell_begin(b, MATCH);
    if (text(r, TEXT_PAGE) != NULL)
        link_begin(b, text(r, TEXT_PAGE), text(r, TEXT_ANCHOR));
    words_begin(b, "{0} vs {1}", NULL, 0);
    player_name(b, r, 0);
    player_name(b, r, 1);
    node_end(b);
    if (text(r, TEXT_PAGE) != NULL)
        node_end(b);
    put_words(b, " ");
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    put_text(b, text(r, TEXT_NAME));
    node_end(b);
    node_end(b);
}

static void length_cell(struct draft *b, int column, const struct row *r)
{
    cell_begin(b, column);
    if (r->length > 0)
        put_count(b, r->length);
    else
        put_words(b, "money");
    node_end(b);
}

/* A guess is marked as one. */
static void put_day(struct draft *b, const struct row *r)
{
    if (text(r, TEXT_DATE) != NULL) {
        put_date(b, text(r, TEXT_DATE));
    } else if (r->guessed && text(r, TEXT_DAY) != NULL) {
        node_begin(b, NODE_SPAN, ROLE_FAINT);
        put_words(b, "\xe2\x89\x88\xc2\xa0"); /* not parted from the date */
        put_date(b, text(r, TEXT_DAY));
        node_end(b);
    }
}

static void when_and_where(struct draft *b, const struct row *r)
{
    cell_begin(b, SCORE);
    put_score(b, r->score);
    if (r->mine && r->winner >= 0) {
        node_begin(b, NODE_SPAN, ROLE_SMALL);
        put_words(b, r->winner == 0 ? N_(" won") : N_(" lost"));
        node_end(b);
    }
    node_end(b);
    cell_begin(b, DATE);
    put_day(b, r);
    node_end(b);
    cell_text(b, EVENT, text(r, TEXT_EVENT));
}

static void worst_cell(struct draft *b, const struct row *r)
{
    const bool linked = text(r, TEXT_PAGE) != NULL && text(r, TEXT_WORST) != NULL;
    cell_begin(b, WORST);
    if (linked)
        link_begin(b, text(r, TEXT_PAGE), text(r, TEXT_WORST));
    if (!isnan(r->worst))
        put_emg(b, r->worst)->number.sign = false;
    if (linked)
        node_end(b);
    node_end(b);
}

static void match_row(struct draft *b, const void *record)
{
    const struct row *r = record;
    node_begin(b, NODE_ROW, ROLE_NONE);
    match_cell(b, r);
    length_cell(b, LENGTH, r);
    when_and_where(b, r);
    for (int who = 0; who < 2; who++)
        rate_cell(b, PR + who, r->pr[who], r->decisions[who]);
    for (int who = 0; who < 2; who++)
        number_cell(b, ERRORS + who, r->analysed ? (double)r->errors[who] : (double)NAN, 0);
    worst_cell(b, r);
    warnings_cell(b, WARNINGS, r);
    node_end(b);
}

/* ---- the table of players ---- */

static double ratio(double factor, double sum, int count)
{
    return count > 0 ? factor * sum / count : NAN;
}

enum { PLAYER, MATCHES, WON, LOST, GAMES, PLAYER_PR, RATING, VERY_BAD, BAD, DOUBTFUL, LUCK, PLAYER_COLUMNS };

static const struct column player_columns[PLAYER_COLUMNS] = {
    {COLUMN_WORDS("Player"), UNIT_NONE, ROLE_PLAYERS, NOBODY, 1, true, false},
    FIGURE("Matches"),
    FIGURE("Won"),
    FIGURE("Lost"),
    FIGURE("Games"),
    FIGURE("PR"),
    COLUMN("Grade"),
    FIGURE("Very bad"),
    FIGURE("Bad"),
    FIGURE("Doubtful"),
    FIGURE("Net luck")};

static void player_row(struct draft *b, const void *record)
{
    const struct player *p = record;
    const double pr = ratio(500, p->pr_error, p->pr_decisions);
    const char *grade = ratio_grade(p->analysed > 1 ? &p->pr : &p->of_games); /* as tally.h has it */
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, PLAYER);
    if (text(p, TEXT_PAGE) != NULL)
        link_begin(b, text(p, TEXT_PAGE), NULL);
    put_name(b, NOBODY, text(p, 0));
    if (text(p, TEXT_PAGE) != NULL)
        node_end(b);
    node_end(b);
    number_cell(b, MATCHES, p->matches, 0);
    number_cell(b, WON, p->won, 0);
    number_cell(b, LOST, p->lost, 0);
    number_cell(b, GAMES, p->games, 0);
    rate_cell(b, PLAYER_PR, pr, p->pr_decisions);
    cell_begin(b, RATING);
    if (grade != NULL) {
        if (grade == grade_unsure)
            node_begin(b, NODE_SPAN, ROLE_FAINT);
        put_words(b, grade);
        if (grade == grade_unsure)
            node_end(b);
    }
    node_end(b);
    for (int k = SKILL_VERY_BAD; k >= SKILL_DOUBTFUL; k--)
        number_cell(b, VERY_BAD + SKILL_VERY_BAD - k, p->analysed > 0 ? (double)p->marked[k] : (double)NAN, 0);
    cell_ranged(b, LUCK,
                (struct number){.value = ratio(1, p->luck, p->lucky),
                                .decimals = 1,
                                .unit = UNIT_MWC,
                                .sign = true,
                                .why = p->lucky > 0 ? ABSENT_NOT : ABSENT_NOTHING});
    node_end(b);
}

/* ---- single positions ---- */

enum { POSITION, POSITION_LENGTH, POSITION_SCORE, POSITION_WORST, POSITION_WARNINGS, POSITION_COLUMNS };

static const struct column position_columns[POSITION_COLUMNS] = {
    {COLUMN_WORDS("Position"), UNIT_NONE, ROLE_NONE, NOBODY, 1, true, false},
    FIGURE("Length"),
    COLUMN("Score"),
    FIGURE("Costs"),
    FIGURE("Warnings"),
};

static void position_row(struct draft *b, const void *record)
{
    const struct row *r = record;
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, POSITION);
    if (text(r, TEXT_PAGE) != NULL)
        link_begin(b, text(r, TEXT_PAGE), text(r, TEXT_ANCHOR));
    put_text(b, text(r, TEXT_NAME));
    if (text(r, TEXT_ANCHOR) != NULL) { /* "g3": the third on its page */
        put_words(b, ", ");
        put_count(b, atol(text(r, TEXT_ANCHOR) + 1));
    }
    if (text(r, TEXT_PAGE) != NULL)
        node_end(b);
    node_end(b);
    length_cell(b, POSITION_LENGTH, r);
    cell_score(b, POSITION_SCORE, r->score);
    number_cell(b, POSITION_WORST, r->worst, 3);
    warnings_cell(b, POSITION_WARNINGS, r);
    node_end(b);
}

/* ---- copies that were cut short ---- */

static const struct column cut_columns[] = {{COLUMN_WORDS(N_("File")), UNIT_NONE, ROLE_NONE, NOBODY, 1, true, false},
                                            COLUMN("Is the beginning of")};

static void file_cell(struct draft *b, int column, const char *file, const char *report)
{
    cell_begin(b, column);
    if (report != NULL)
        link_begin(b, report, NULL);
    put_text(b, file);
    if (report != NULL)
        node_end(b);
    node_end(b);
}

static void cut_row(struct draft *b, const void *record)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    file_cell(b, 0, text(record, TEXT_NAME), text(record, TEXT_PAGE));
    file_cell(b, 1, text(record, TEXT_WHOLE), text(record, TEXT_WHOLE_PAGE));
    node_end(b);
}

/* ---- lists ---- */

static const char players_note[] =
    N_("Sums over all matches. Very bad, bad, doubtful: the marked errors, by what each lost. Net luck: one's own less "
       "the opponent's, in winning chances a finished match. A rate of fewer than 30 decisions is "
       "grey and sorts last. Grade: by the PR, where its range over matches is narrow enough.");

static const struct {
    const char *name, *title, *note;
    enum role section;
    const struct column *columns;
    int n_columns;
    void (*row)(struct draft *b, const void *record);
} lists[LISTS] = {
    /* ORDER INDEX_LIST */
    [INDEX_MATCHES] =
        {"matches", "Matches",
         N_("PR: the performance rating, 500 times what the average decision cost; grey: of fewer than 30 "
            "decisions; errors: decisions marked bad or very bad; \xe2\x89\x88: a date guessed from the "
            "file's name (or its time). Click a heading to sort."),
         ROLE_MATCHES, match_columns, MATCH_COLUMNS, match_row},
    [INDEX_PLAYERS] = {"players", "Players", players_note, ROLE_STATISTICS, player_columns, PLAYER_COLUMNS, player_row},
    [INDEX_POSITIONS] = {"positions", N_("Positions"),
                         N_("Single positions are not matches: no count and no rate above includes them."),
                         ROLE_MATCHES, position_columns, POSITION_COLUMNS, position_row},
    [INDEX_CUT] =
        {"cut", N_("Cut short"),
         N_("Copies of a match that end before it does are held out: only the whole is in the counts and rates above."),
         ROLE_MATCHES, cut_columns, 2, cut_row},
    [FAILED] = {.name = "failures", .title = N_("Not read"), .section = ROLE_ABOUT},
    [WARNED] = {.name = "warnings", .title = "Warnings", .section = ROLE_ABOUT},
};

const char *index_list_name(enum index_list list)
{
    return lists[list].name;
}

static int pages_of(const struct list *l)
{
    return (int)((l->count + INDEX_ROWS - 1) / INDEX_ROWS);
}

static void messages(struct draft *b, const void *message)
{
    draft_fold(b, 3, NULL);
    put_text(b, text(message, TEXT_NAME));
    node_end(b);
    draft_ready(b);
    quote(b, text_or(text(message, TEXT_MESSAGES), tr("could not be read")));
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
    if (ix->positions > 0)
        total(b, N_("Positions"), ix->positions, "positions");
    if (ix->cut > 0)
        total(b, N_("Cut short"), ix->cut, "cut");
    if (ix->moves > 0)
        total(b, N_("Moves analysed"), ix->moves, NULL);
    if (ix->warnings > 0)
        total(b, "Warnings", ix->warnings, "warnings");
    if (ix->failed > 0)
        total(b, N_("Not read"), ix->failed, "failures");
    node_end(b);
}

/* Above a list and, folded, below it. */
static void page_links(const struct index_page *ix, struct draft *b, int list, bool below)
{
    const struct list *l = &ix->list[list];
    const long before = (long)(ix->page - 1) * INDEX_ROWS;
    const struct page_links links = {.name = lists[list].name,
                                     .page = ix->page,
                                     .pages = pages_of(l),
                                     .first = before + 1,
                                     .last = before + (long)l->n,
                                     .count = (long)l->count};
    put_page_links(b, &links, below);
}

static void list_table(const struct index_page *ix, struct draft *b, const struct list *l, int list)
{
    const bool warned = ix->warnings > 0 || (list != INDEX_MATCHES && list != INDEX_POSITIONS);
    const int pages = pages_of(l), n = lists[list].n_columns - !warned;
    draft_list(b, ROLE_MATCHES, lists[list].columns, n, pages > 1 ? lists[list].name : NULL, pages);
    for (size_t i = 0; i < l->n; i++)
        lists[list].row(b, l->at[i]);
    draft_close(b);
}

/* Of matches there is always a table. */
static void section(const struct index_page *ix, struct draft *b, int list)
{
    const struct list *l = &ix->list[list];
    if (l->n == 0 && (list != INDEX_MATCHES || ix->page > 1 || (ix->read == 0 && ix->positions > 0)))
        return;
    draft_section(b, lists[list].section, 2, lists[list].name, lists[list].title);
    if (lists[list].note != NULL)
        note(b, ROLE_NOTE, lists[list].note);
    page_links(ix, b, list, false);
    if (lists[list].row != NULL)
        list_table(ix, b, l, list);
    for (size_t i = 0; lists[list].row == NULL && i < l->n; i++)
        messages(b, l->at[i]);
    page_links(ix, b, list, true);
    draft_close(b);
}

/* All rows are in. */
static void complete(struct index_page *ix)
{
    if (ix->complete)
        return;
    ix->complete = true;
    add_players_up(ix);
}

int index_page_count(struct index_page *ix)
{
    int most = 1;
    complete(ix);
    for (int i = 0; i < LISTS; i++)
        most = pages_of(&ix->list[i]) > most ? pages_of(&ix->list[i]) : most;
    return most;
}

int index_list_pages(struct index_page *ix, enum index_list list)
{
    complete(ix);
    return pages_of(&ix->list[list]);
}

static void turn_page(struct index_page *ix)
{
    size_t length;
    complete(ix);
    arena_clear(ix->arena);
    ix->page++;
    for (int i = 0; i < LISTS; i++) {
        struct list *l = &ix->list[i];
        const void *record;
        for (l->n = 0; l->n < INDEX_ROWS && (record = spool_next(ix->rows, i, &length)) != NULL; l->n++)
            l->at[l->n] = memcpy(arena_alloc(ix->arena, length), record, length);
    }
}

void index_page_about(struct index_page *ix, const struct career *you, const char *extension)
{
    ix->you = you;
    ix->extension = extension;
}

void index_page_build(struct index_page *ix, const char *title, struct node_receiver *to)
{
    const char *name = title != NULL ? title : tr("Backgammon matches");
    struct strbuf numbered = {0};
    struct draft b;
    turn_page(ix);
    strbuf_puts(&numbered, name);
    if (ix->page > 1)
        tr_add(&numbered, ", page {0} of {1}", TR_INT(ix->page), TR_INT(index_page_count(ix)));
    draft_begin(&b, NULL, to);
    draft_page(&b, ROLE_INDEX, strbuf_text(&numbered), index_page_count(ix));
    if (ix->page == 1)
        totals(&b, ix);
    draft_close(&b);
    if (ix->page == 1 && ix->you != NULL)
        career_section(ix->you, ix->extension, to);
    for (int i = 0; i < LISTS; i++)
        section(ix, &b, i);
    draft_close(&b);
    draft_end(&b);
    strbuf_done(&numbered);
}

void index_list_build(const struct index_page *ix, enum index_list list, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    list_table(ix, &b, &ix->list[list], (int)list);
    draft_end(&b);
}
