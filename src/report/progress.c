/* The course of the match: chances over all decisions with the errors on them, luck below; a table of the games. */
#include <math.h>
#include <string.h>

#include "document/columns.h"
#include "report/match_report.h"

/* ---- the curve ---- */

bool progress_is_known(const struct match_report *r)
{
    int known = 0;
    for (size_t i = 0; i < r->n_decisions && known < 2; i++)
        known += !isnan(r->value[i]);
    return known >= 2 && r->o->analysis && r->only.game == 0;
}

/* A round step that parts the range into at most `parts`. */
static double round_step(double range, double parts)
{
    static const double steps[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps && range / steps[i] > parts)
        i++;
    return steps[i];
}

/* To whole steps around all values, zero among them. */
static void fit(struct series *s, size_t n, double least, double parts)
{
    s->low = s->high = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(s->at[i])) {
            s->low = fmin(s->low, (double)s->at[i]);
            s->high = fmax(s->high, (double)s->at[i]);
        }
    s->step = fmax(round_step(s->high - s->low, parts), least);
    s->low = floor(s->low / s->step) * s->step;
    s->high = ceil(s->high / s->step) * s->step;
}

static struct series value_series(const struct match_report *r)
{
    bool money = r->m->length == 0;
    struct series s = {ROLE_PROGRESS, money ? UNIT_POINTS : UNIT_CHANCE, 0, 0, 1, 0.25, r->value, NULL, NULL};
    if (money)
        fit(&s, r->n_decisions, 1, 6);
    return s;
}

static struct series luck_series(const struct match_report *r)
{
    bool money = r->m->length == 0;
    struct series s = {ROLE_LUCK, money ? UNIT_POINTS : UNIT_MWC, 0, 0, 0, 0, r->luck, NULL, NULL};
    fit(&s, r->n_decisions, money ? 1 : 0.05, 3);
    return s;
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

static const struct curve_mark *marks_of(struct match_report *r)
{
    struct curve_mark *marks = arena_alloc(r->draft.arena, (r->n_costly + 1) * sizeof *marks);
    for (size_t i = 0; i < r->n_costly; i++) {
        const struct costly_decision *c = &r->costly[i];
        const char *to = page_of_game(r, c->game) == NULL ? c->anchor : NULL;
        marks[i] = (struct curve_mark){index_of(r, c), c->side, c->skill, to};
    }
    return marks;
}

static const struct curve_part *parts_of(struct match_report *r)
{
    struct curve_part *parts = arena_alloc(r->draft.arena, (r->m->n_games + 1) * sizeof *parts);
    for (size_t g = 0; g < r->m->n_games; g++)
        parts[g] = (struct curve_part){r->first[g], r->m->games[g].number, page_of_game(r, g),
                                       draft_string(&r->draft, "g%d", r->m->games[g].number)};
    return parts;
}

static void captions(struct match_report *r)
{
    struct draft *b = &r->draft;
    if (r->luck_known) {
        node_begin(b, NODE_PARAGRAPH, ROLE_LUCK);
        words_begin(b, "Luck so far: above the line {0} has had more of it", NULL, 0);
        put_player(b, 0);
        node_end(b);
        node_end(b);
    }
    note(b, ROLE_NOTE, "Dots are errors: the larger, the costlier.");
}

void progress_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    if (!progress_is_known(r))
        return;
    draft_open(b, NODE_SECTION, ROLE_PROGRESS, "progress")->level = 2;
    heading_begin(b, 2);
    words_begin(b, r->m->length > 0 ? "Winning chances of {0}" : "Points expected by {0}", NULL, 0);
    put_player(b, 0);
    node_end(b);
    node_end(b);
    draft_ready(b);
    const struct series series[2] = {value_series(r), luck_series(r)};
    struct node *n = node_begin(b, NODE_CURVE, ROLE_PROGRESS);
    n->curve.series = series;
    n->curve.n_series = r->luck_known ? 2 : 1;
    n->curve.n = (int)r->n_decisions;
    n->curve.marks = marks_of(r);
    n->curve.n_marks = (int)r->n_costly;
    n->curve.parts = parts_of(r);
    n->curve.n_parts = (int)r->m->n_games;
    captions(r);
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
