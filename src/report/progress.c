/* The course of the match: chances over all decisions with the errors on them, luck below; a table of the games. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/language.h"
#include "document/columns.h"
#include "report/axis.h"
#include "report/match_report.h"

/* ---- the curve ---- */

bool progress_is_known(const struct match_report *r)
{
    int known = 0;
    for (size_t i = 0; i < r->n_decisions && known < 2; i++)
        known += !isnan(r->course[i].value);
    return known >= 2 && r->o->analysis && r->only.game == 0;
}

/* Of all decisions the float at that place of struct course. */
static const float *course_of(struct match_report *r, size_t place)
{
    float *at = arena_alloc(r->draft.arena, (r->n_decisions + 1) * sizeof *at);
    for (size_t i = 0; i < r->n_decisions; i++)
        memcpy(&at[i], (const char *)&r->course[i] + place, sizeof *at);
    return at;
}

static void fit(const struct match_report *r, struct series *s, int n, double least, double parts)
{
    const struct axis_data all = {.series = s, .n_series = n, .n = (int)r->n_decisions};
    axis_fit(s, &all, least, parts);
}

static void value_series(struct match_report *r, struct series *s)
{
    const bool money = r->m->length == 0;
    *s = (struct series){.role = ROLE_PROGRESS,
                         .unit = money ? UNIT_POINTS : UNIT_CHANCE,
                         .high = 1,
                         .step = 0.25,
                         .at = course_of(r, offsetof(struct course, value))};
    if (money)
        fit(r, s, 1, 1, 6);
}

/* Two lines, a player's each. */
static void sums_series(struct match_report *r, struct series s[2], enum role role, size_t place)
{
    const bool money = r->m->length == 0;
    for (int who = 0; who < 2; who++)
        s[who] = (struct series){.role = role,
                                 .unit = money ? UNIT_POINTS : UNIT_MWC,
                                 .side = who,
                                 .over = who > 0,
                                 .at = course_of(r, place + (size_t)who * sizeof(float))};
    fit(r, s, 2, money ? 1 : 0.05, 3);
}

/* Where a decision stands on the curve: counted on from its game's first. */
static int index_of(const struct match_report *r, const struct costly_decision *c)
{
    struct report_walk ds;
    struct decision d;
    int at = r->first[c->game];
    for (report_walk_begin(&ds, r->m, &r->m->games[c->game], r->set, r->o); report_walk_next(&ds, &d); at++)
        if (strcmp(d.anchor, c->place) == 0)
            break;
    return at;
}

static const struct plot_mark *marks_of(struct match_report *r)
{
    struct plot_mark *marks = arena_alloc(r->draft.arena, (r->n_costly + 1) * sizeof *marks);
    for (size_t i = 0; i < r->n_costly; i++) {
        const struct costly_decision *c = &r->costly[i];
        const char *to = page_of_game(r, c->game) == NULL ? c->anchor : NULL;
        marks[i] = (struct plot_mark){index_of(r, c), c->side, c->skill, to};
    }
    return marks;
}

static const struct plot_part *parts_of(struct match_report *r)
{
    struct plot_part *parts = arena_alloc(r->draft.arena, (r->m->n_games + 1) * sizeof *parts);
    for (size_t g = 0; g < r->m->n_games; g++)
        parts[g] = (struct plot_part){r->first[g], r->m->games[g].number, page_of_game(r, g),
                                      draft_string(&r->draft, "g%d", r->m->games[g].number)};
    return parts;
}

void progress_plot(struct match_report *r, struct node *plot)
{
    plot->plot.n = (int)r->n_decisions;
    plot->plot.marks = marks_of(r);
    plot->plot.n_marks = (int)r->n_costly;
    plot->plot.parts = parts_of(r);
    plot->plot.n_parts = (int)r->m->n_games;
}

void progress_caption(struct match_report *r, enum role role, int first, const char *words)
{
    struct draft *b = &r->draft;
    node_begin(b, NODE_PARAGRAPH, role);
    words_begin(b, words, NULL, 0);
    put_player(b, first);
    put_player(b, 1 - first);
    node_end(b);
    node_end(b);
}

void progress_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    if (!progress_is_known(r))
        return;
    draft_open(b, NODE_SECTION, ROLE_PROGRESS, "progress")->level = 2;
    heading_begin(b, 2);
    words_begin(b, r->m->length > 0 ? N_("Winning chances of {0}") : N_("Points expected by {0}"), NULL, 0);
    put_player(b, 0);
    node_end(b);
    node_end(b);
    draft_ready(b);
    struct series series[5];
    struct node *n = node_begin(b, NODE_PLOT, ROLE_PROGRESS);
    value_series(r, &series[0]);
    sums_series(r, &series[1], ROLE_COST, offsetof(struct course, lost));
    if (r->luck_known)
        sums_series(r, &series[3], ROLE_LUCK, offsetof(struct course, luck));
    n->plot.series = series;
    n->plot.n_series = r->luck_known ? 5 : 3;
    progress_plot(r, n);
    n->plot.table = r->m->n_games > 1 ? "games" : NULL;
    progress_caption(r, ROLE_COST, 0, N_("Lost by errors so far: {0} the thick line, {1} the thin one"));
    if (r->luck_known)
        progress_caption(r, ROLE_LUCK, 0, N_("Luck so far, likewise"));
    note(b, ROLE_NOTE, "Dots are errors: the larger, the costlier.");
    node_end(b);
    draft_close(b);
}

/* ---- the games ---- */

enum { GAME, SCORE, RESULT, FIGURES, GAME_COLUMNS = FIGURES + 6 };

static const struct column columns[GAME_COLUMNS] = {
    ROW_HEAD("Game"),
    COLUMN("Score"),
    {COLUMN_WORDS("Result"), UNIT_NONE, ROLE_RESULT, NOBODY, 1, false, false},
    FIGURE_PAIR("PR", UNIT_PR, ROLE_NONE),
    FIGURE_PAIR("Errors", UNIT_NONE, ROLE_NONE),
    FIGURE_PAIR("Luck", UNIT_MWC, ROLE_LUCK),
};

static void game_figures(struct match_report *r, const struct game *g)
{
    struct draft *b = &r->draft;
    struct stat_table t;
    bool known = stat_table_of(r->m, g, r->set, &t);
    for (int who = 0; who < 2; who++) {
        cell_begin(b, FIGURES + who);
        double pr = known && t.s->moves_analysed ? t.rates.side[who].pr : NAN;
        put_number(b, (struct number){.value = pr, .decimals = 1, .unit = UNIT_PR});
        node_end(b);
    }
    for (int who = 0; who < 2; who++)
        cell_count(b, FIGURES + 2 + who, survey_count(r, g, who, SKILL_NONE));
    for (int who = 0; who < 2; who++) {
        cell_begin(b, FIGURES + 4 + who);
        put_value(b, known && t.s->luck_analysed ? t.s->side[who].luck_total.mwc : NAN, 1);
        node_end(b);
    }
}

static void game_row(struct match_report *r, size_t index)
{
    struct draft *b = &r->draft;
    const struct game *g = &r->m->games[index];
    node_begin(b, NODE_ROW, ROLE_GAME);
    cell_begin(b, GAME);
    link_begin(b, page_of_game(r, index), draft_string(b, "g%d", g->number));
    put_counted(b, "Game {0}", NULL, g->number);
    node_end(b);
    node_end(b);
    cell_begin(b, SCORE);
    put_score(b, g->score);
    if (g->crawford_game)
        put_words(b, " Crawford");
    node_end(b);
    cell_begin(b, RESULT);
    phrase_result(b, g);
    node_end(b);
    if (r->set >= 0 && r->o->analysis)
        game_figures(r, g);
    node_end(b);
}

void games_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    if (r->m->n_games < 2)
        return;
    draft_section(b, ROLE_GAMES, 2, "games", "Games");
    draft_table(b, ROLE_GAMES, columns, r->set >= 0 && r->o->analysis ? GAME_COLUMNS : FIGURES);
    for (size_t i = 0; i < r->m->n_games; i++)
        game_row(r, i);
    draft_close(b);
    draft_close(b);
}
