/* Figures of players as a document: the tables of `kibitzer stats`. */
#include <math.h>

#include "base/language.h"
#include "collection/career.h"
#include "collection/field.h"
#include "collection/groups.h"
#include "report/bar_plot.h"
#include "report/stats_page.h"
#include "document/columns.h"
#include "document/draft.h"
#include "match/rates.h"

static void guessed_text(const struct left_out *l, struct strbuf *out)
{
    const int n = l->guessed + l->undated;
    if (l->guessed == 0)
        return;
    tr_add_counted(out, "{0} match has no date. ", "{0} matches have no date. ", n, TR_INT(n));
    tr_add_counted(out, "{0} is dated by the name or the time of its file (\xe2\x89\x88). ",
                   "{0} are dated by the names or the times of their files (\xe2\x89\x88). ", l->guessed,
                   TR_INT(l->guessed));
    out->at[out->length - 1] = '\n';
}

void left_out_text(const struct left_out *l, struct strbuf *out)
{
    const struct {
        int n;
        const char *one, *many;
    } parts[] = {
        {l->not_analysed,
         NN_("1 match is not analysed: it is in no figure", "{0} matches are not analysed: they are in no figure")},
        {l->unnamed, NN_("1 player is not named; the decisions of that player are in no figure",
                         "{0} players are not named: their decisions are in no figure")},
        {l->stand_apart ? 0 : l->undated, NN_("1 match has no date: it is in no figure that asks for one",
                                              "{0} matches have no date: they are in no figure that asks for one")},
        {l->stand_apart ? l->undated : 0, NN_("1 match has no date: it is listed under \"undated\"",
                                              "{0} matches have no date: they are listed under \"undated\"")},
        {l->abandoned,
         NN_("1 match was not finished: its decisions count, its result, luck and loss per match do not",
             "{0} matches were not finished: their decisions count, their results, luck and losses per match do not")},
        {l->given_away,
         NN_("1 game was left or resigned though it was not lost, or has a gap in its record: its decisions count, its "
             "result and luck do not",
             "{0} games were left or resigned though they were not lost, or have gaps in their records: their "
             "decisions "
             "count, their results and luck do not")},
        {l->sessions,
         NN_("1 money session is in no figure: a league ranks matches (--length money ranks sessions)",
             "{0} money sessions are in no figure: a league ranks matches (--length money ranks sessions)")},
        {l->other_variants,
         NN_("1 match is of another game than backgammon (nackgammon, hypergammon): it is counted too",
             "{0} matches are of other games than backgammon (nackgammon, hypergammon): they are counted too")},
    };
    guessed_text(l, out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].n <= 0)
            continue;
        tr_add_counted(out, parts[i].one, parts[i].many, parts[i].n, TR_INT(parts[i].n));
        strbuf_putc(out, '\n');
    }
}

void few_text(const struct stats *st, struct strbuf *out)
{
    int few = 0;
    for (size_t i = 0; i < st->players.n; i++)
        few += st->players.at[i]->tally.decisions < DECISIONS_LEAST;
    if (few == 0 || st->players.n == 1)
        return;
    tr_add_counted(out, "1 player has fewer than {1} decisions: rates of so few say little",
                   "{0} players have fewer than {1} decisions: rates of so few say little", few, TR_INT(few),
                   TR_INT(DECISIONS_LEAST));
    strbuf_putc(out, '\n');
}

static const struct column columns[] = {ROW_HEAD(""),
                                        FIGURE("Matches"),
                                        FIGURE("Decisions"),
                                        FIGURE("PR"),
                                        FIGURE("Chequer"),
                                        FIGURE("Cube"),
                                        FIGURE("Error rate"),
                                        FIGURE("Snowie rate"),
                                        FIGURE("Net luck"),
                                        FIGURE("Result"),
                                        FIGURE("Result less luck"),
                                        FIGURE("Cube bias"),
                                        FIGURE("Evaluator \xc2\xb1")};

enum { COLUMNS = sizeof columns / sizeof *columns };

static const struct {
    enum figure figure;
    double scale;
    int decimals;
    enum unit unit;
    bool sign;
} forms[] = {{FIGURE_PR, 500, 2, UNIT_PR, false},          {FIGURE_CHECKER_PR, 500, 2, UNIT_PR, false},
             {FIGURE_CUBE_PR, 500, 2, UNIT_PR, false},     {FIGURE_ERROR_RATE, 1, 1, UNIT_MEMG, false},
             {FIGURE_SNOWIE_RATE, 1, 1, UNIT_MEMG, false}, {FIGURE_LUCK, 1, 1, UNIT_MWC, true},
             {FIGURE_RESULT, 1, 1, UNIT_MWC, true},        {FIGURE_ADJUSTED, 1, 1, UNIT_MWC, true},
             {FIGURE_CUBE_BIAS, 1, 3, UNIT_NONE, true}};

static void judged_cell(struct draft *b, int column, double error)
{
    cell_begin(b, column);
    put_number(b,
               (struct number){
                   .value = error, .decimals = 2, .unit = UNIT_PR, .why = isnan(error) ? ABSENT_NOTHING : ABSENT_NOT});
    node_end(b);
}

/* What players of the same level have there, small under the figure as its range is. */
static void put_level(struct draft *b, double level)
{
    if (!(level > 0))
        return;
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    words_begin(b, " level {0}", NULL, 0);
    put_number(b, (struct number){.value = level, .decimals = 1, .unit = UNIT_PR});
    node_end(b);
    node_end(b);
}

const char *group_words(struct draft *b, const struct figures *f)
{
    char shown[GROUP_ROOM];
    group_shown(f, shown);
    return draft_string(b, "%s", shown);
}

static void player_name(struct draft *b, const char *name, bool linked)
{
    char page[PAGE_NAME_ROOM];
    if (linked) {
        career_page_name(name, page);
        link_begin(b, draft_string(b, "players/%s.html", page), NULL);
    }
    put_text(b, name);
    if (linked)
        node_end(b);
}

enum whose { OF_PLAYER, OF_GROUP, OF_BOTH };

/* The player, the group, or the player with the group below. */
static void row_head(struct draft *b, const struct figures *f, enum whose whose, bool linked)
{
    cell_begin(b, 0);
    if (whose != OF_GROUP)
        player_name(b, f->name, linked);
    if (whose == OF_BOTH) {
        node_begin(b, NODE_SPAN, ROLE_SMALL);
        put_text(b, " ");
    }
    if (whose != OF_PLAYER)
        put_text(b, group_words(b, f));
    if (whose == OF_BOTH)
        node_end(b);
    node_end(b);
}

static void row(struct draft *b, const struct figures *f, enum whose whose, bool linked)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    row_head(b, f, whose, linked);
    cell_count(b, 1, f->tally.matches);
    cell_count(b, 2, f->tally.decisions);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const struct ratio *r = tally_ratio(&f->tally, forms[i].figure);
        const double range = forms[i].scale * ratio_interval(r);
        cell_begin(b, 3 + (int)i);
        const struct number n = {.value = forms[i].scale * ratio_value(r),
                                 .range = isnan(range) ? 0 : range,
                                 .decimals = forms[i].decimals,
                                 .unit = forms[i].unit,
                                 .sign = forms[i].sign,
                                 .faint = f->tally.decisions<DECISIONS_LEAST, .why = r->units> 0 ? ABSENT_NOT
                                                                                                 : ABSENT_NOTHING};
        put_ranged(b, n);
        if (n.why == ABSENT_NOT && i < sizeof f->level / sizeof *f->level) /* ORDER of struct figures.level */
            put_level(b, f->level[i]);
        node_end(b);
    }
    judged_cell(b, 3 + (int)(sizeof forms / sizeof *forms), error_of_judges(f));
    node_end(b);
}

/* ---- errors by kind: shares of one rating ---- */

static const struct column kind_columns[] = {ROW_HEAD(""), FIGURE("Errors"), FIGURE("PR lost"),
                                             FIGURE("Share of the PR")};

static void kind_row(struct draft *b, const struct stats *st, const struct figures *f)
{
    const struct ratio *r = tally_ratio(&f->tally, FIGURE_PR);
    const double range = 500 * ratio_interval(r);
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_text(b, 0, group_words(b, f));
    cell_count(b, 1, f->tally.errors);
    cell_begin(b, 2);
    put_ranged(b,
               (struct number){
                   .value = 500 * ratio_value(r), .range = isnan(range) ? 0 : range, .decimals = 2, .unit = UNIT_PR});
    node_end(b);
    cell_begin(b, 3);
    put_number(b, (struct number){.value = share_of_rating(st, f), .unit = UNIT_SHARE});
    node_end(b);
    node_end(b);
}

static void players(struct draft *b, const struct stats *st, bool linked)
{
    draft_section(b, ROLE_STATISTICS, 2, "players", "Players");
    draft_table(b, ROLE_MATCHES, columns, COLUMNS);
    for (size_t i = 0; i < st->players.n; i++)
        row(b, st->players.at[i], OF_PLAYER, linked);
    draft_close(b);
    draft_close(b);
}

/* ---- over time ---- */

/* The PR of each month, or whatever comes in order of time, as bars with their ranges; the table below has the same. */
static void bars(struct draft *b, const struct figures_list *list, size_t from, int n)
{
    struct bar at[BARS_MOST];
    const char *labels[BARS_MOST];
    for (int i = 0; i < n; i++) {
        const struct figures *f = list->at[from + (size_t)i];
        const struct ratio *r = tally_ratio(&f->tally, FIGURE_PR);
        const double value = 500 * ratio_value(r), range = 500 * ratio_interval(r);
        at[i] =
            (struct bar){.value = value, .low = isnan(range) ? range : fmax(0, value - range), .high = value + range};
        labels[i] = group_words(b, f);
    }
    bar_plot_begin(b, &(struct bar_panel){ROLE_BARS, UNIT_PR, 1, false, at}, 1, n, labels, NULL);
}

static bool is_time(enum stats_by by)
{
    return by == BY_MONTH || by == BY_YEAR;
}

static const char *const by_words[STATS_BY] = {/* ORDER STATS_BY */
                                               "",           N_("year"),       N_("month"),        N_("opponent"),
                                               N_("length"), N_("event"),      N_("phase"),        N_("plan"),
                                               N_("score"),  N_("cube"),       N_("cube action"),  N_("opening"),
                                               N_("theme"),  N_("time spent"), N_("kind of error")};

/* The first of the next player. */
static size_t end_of(const struct figures_list *list, size_t i)
{
    const int64_t player = list->at[i]->player;
    while (i < list->n && list->at[i]->player == player)
        i++;
    return i;
}

/* Players of a single group each share a table: a heading and titles for every line would be hard to look through. */
static size_t count_lone(const struct figures_list *list)
{
    size_t n = 0;
    for (size_t i = 0, end; i < list->n; i = end) {
        end = end_of(list, i);
        n += end - i == 1;
    }
    return n;
}

static void lone_groups(struct draft *b, const struct figures_list *list, bool linked)
{
    draft_section(b, ROLE_STATISTICS, 2, "groups", "By player and group");
    draft_table(b, ROLE_MATCHES, columns, COLUMNS);
    for (size_t i = 0, end; i < list->n; i = end) {
        end = end_of(list, i);
        if (end - i == 1)
            row(b, list->at[i], OF_BOTH, linked);
    }
    draft_close(b);
    draft_close(b);
}

static void group_table(struct draft *b, const struct stats *st, enum stats_by by, size_t i, size_t end)
{
    if (by == BY_ERROR_KIND)
        draft_table(b, ROLE_MATCHES, kind_columns, 4);
    else
        draft_table(b, ROLE_MATCHES, columns, COLUMNS);
    for (; i < end; i++)
        if (by == BY_ERROR_KIND)
            kind_row(b, st, st->groups.at[i]);
        else
            row(b, st->groups.at[i], OF_GROUP, false);
    draft_close(b);
}

/* One player's, from `i` to `end`. */
static void groups_of(struct draft *b, const struct stats *st, enum stats_by by, size_t i, size_t end)
{
    const struct figures_list *list = &st->groups;
    draft_open(b, NODE_SECTION, ROLE_STATISTICS, NULL)->level = 2;
    heading_begin(b, 2);
    words_begin(b, "{0}, by {1}", NULL, 0);
    put_name(b, NOBODY, list->at[i]->name);
    put_words(b, by_words[by]);
    node_end(b);
    node_end(b);
    draft_ready(b);
    if (is_time(by) && end - i >= 2 && end - i <= BARS_MOST) {
        bars(b, list, i, (int)(end - i));
        note(b, ROLE_NOTE, "PR, with the range that holds 95% where there are matches enough; lower is better.");
        node_end(b);
    }
    if (by == BY_TIME)
        time_table(b, list, i, end, ROLE_MATCHES);
    else
        group_table(b, st, by, i, end);
    if (by == BY_TIME && end == list->n) /* once, below the last */
        time_notes(b);
    draft_close(b);
}

static void groups(struct draft *b, const struct stats *st, enum stats_by by, bool linked)
{
    const struct figures_list *list = &st->groups;
    const bool together = by != BY_ERROR_KIND && by != BY_TIME && count_lone(list) > 1;
    for (size_t i = 0, end; i < list->n; i = end) {
        end = end_of(list, i);
        if (!together || end - i > 1)
            groups_of(b, st, by, i, end);
    }
    if (together)
        lone_groups(b, list, linked);
}

const char themes_note[] =
    N_("Themes of the play, such as hitting or a missed point, are met mostly where another play than the best one was "
       "made: their PR is what such decisions cost, not how often they go wrong.");

static void what_it_means(struct draft *b, const struct stats *st, enum stats_by by)
{
    struct strbuf out = {0};
    draft_section(b, ROLE_LEGEND, 2, "legend", "How to read it");
    note(b, ROLE_NOTE,
         "Sums over decisions, never means of rates. The range behind a figure, or \xc2\xb1, holds 95%, from how "
         "matches "
         "scatter (games, of a single match); with fewer than three there is none. Net luck (one's "
         "own less the opponent's) and result: winning chances per finished match. Rates: mEMG per decision. "
         "Evaluator: how far the PR may be off because the evaluator is.");
    note(b, ROLE_NOTE, level_note);
    if (by == BY_THEME)
        note(b, ROLE_NOTE, themes_note);
    left_out_text(&st->left_out, &out);
    few_text(st, &out);
    quote(b, out.length > 0 ? strbuf_text(&out) : NULL);
    draft_close(b);
    strbuf_done(&out);
}

void stats_page(const struct stats *st, enum stats_by by, bool linked, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_INDEX, "Figures of players");
    draft_close(&b);
    players(&b, st, linked);
    groups(&b, st, by, linked);
    what_it_means(&b, st, by);
    draft_close(&b);
    draft_end(&b);
}
