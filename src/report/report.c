/* The outline of the report on a match; see report.h. */
#include "base/language.h"
#include "report/report.h"

#include <string.h>

#include "report/match_report.h"

bool report_has_game(const struct match_report *r, const struct game *g)
{
    return r->only.game == 0 || r->only.game == g->number;
}

/* ---- pages ---- */

/* "final.html" -> "final_002.html" for the second page. */
static const char *page_name(struct match_report *r, size_t part)
{
    const char *file = r->o->file != NULL ? r->o->file : "report.html", *dot = strrchr(file, '.');
    int stem = dot != NULL && dot != file ? (int)(dot - file) : (int)strlen(file);
    if (part == 0)
        return file;
    return draft_string(&r->draft, "%.*s_%03zu%s", stem, file, part + 1, file + stem);
}

const char *page_of_game(struct match_report *r, size_t game)
{
    size_t part = r->n_parts > 1 ? game : 0;
    return part != r->part ? page_name(r, part) : NULL;
}

static void neighbour(struct match_report *r, size_t part, const char *word)
{
    link_begin(&r->draft, page_name(r, part), NULL);
    put_words(&r->draft, word);
    node_end(&r->draft);
}

static void neighbours(struct match_report *r)
{
    if (r->n_parts < 2)
        return;
    node_begin(&r->draft, NODE_NAV, ROLE_NEIGHBOURS);
    if (r->part > 0) {
        neighbour(r, 0, N_("First"));
        neighbour(r, r->part - 1, N_("Previous"));
    }
    if (r->part + 1 < r->n_parts) {
        neighbour(r, r->part + 1, N_("Next"));
        neighbour(r, r->n_parts - 1, N_("Last"));
    }
    node_end(&r->draft);
}

/* ---- a game ---- */

static void game_head(struct match_report *r, const struct game *g)
{
    struct draft *b = &r->draft;
    draft_open(b, NODE_SECTION, ROLE_GAME, draft_string(b, "g%d", g->number))->level = 2;
    heading_begin(b, 2);
    put_counted(b, r->position ? N_("Position {0} ") : N_("Game {0} "), NULL, g->number);
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    phrase_score(b, g);
    if (g->automatic_doubles > 0) {
        put_counted(b, ", {0} automatic double", ", {0} automatic doubles", g->automatic_doubles);
    }
    node_end(b);
    node_end(b);
    draft_ready(b);
    comment(r, g->comment, LOSS_COMMENTS);
}

/* What its loser gave up by leaving or resigning a game that was not lost; or gaps of the record. */
static void what_was_not_played(struct match_report *r, const struct game *g)
{
    struct draft *b = &r->draft;
    struct stat_table t;
    if (g->winner == NOBODY || !r->o->statistics || !stat_table_of(r->m, g, r->set, &t))
        return;
    const bool abandoned = t.s->side[!g->winner].abandoned > 0, gaps = t.s->side[0].unread + t.s->side[1].unread > 0;
    if (!abandoned && !gaps)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    if (!abandoned) {
        put_words(b, "What happened where the record has no legal play is not known: it is neither luck nor an error "
                     "of play, and not in the result less luck.");
        node_end(b);
        return;
    }
    const struct amount *lost = &t.s->side[!g->winner].given_up;
    words_begin(
        b,
        gaps ? N_("The record breaks off before the game was lost: the result takes {1} EMG ({2}) from {0}. That "
                  "is neither luck nor an error of play.")
             : N_("The game was not lost: {0} gave up {1} EMG ({2}) by leaving or resigning it. That is neither "
                  "luck nor an error of play."),
        NULL, 0);
    put_player(b, !g->winner);
    put_emg(b, lost->emg)->number.sign = false;
    put_value(b, lost->mwc, 2)->number.sign = false;
    node_end(b);
    node_end(b);
}

static void game_end(struct match_report *r, const struct game *g)
{
    struct draft *b = &r->draft;
    if (!r->position) {
        node_begin(b, NODE_PARAGRAPH, ROLE_RESULT);
        phrase_result(b, g);
        node_end(b);
        what_was_not_played(r, g);
    }
    struct stat_table t;
    if (r->o->statistics && r->m->n_games > 1 && r->only.game == 0 && stat_table_of(r->m, g, r->set, &t)) {
        draft_open(b, NODE_SECTION, ROLE_STATISTICS, NULL)->level = 3;
        b->at->folded = true;
        heading_begin(b, 3);
        put_counted(b, "Statistics of game {0}", NULL, g->number);
        node_end(b);
        draft_ready(b);
        statistics_table(r, g);
        draft_close(b);
    }
    draft_close(b);
}

/* With `blocks` of each decision. Which are not shown is counted once. */
static void decisions_of(struct match_report *r, const struct game *g)
{
    struct report_walk walk;
    struct decision d;
    int nth = 0;
    for (report_walk_begin(&walk, r->m, g, r->set, r->o); report_walk_next(&walk, &d);) {
        if (d.shown)
            decision_blocks(r, &d, nth++);
        else
            r->left.count[LOSS_DECISIONS] += r->blocks != BLOCKS_FINE;
    }
}

static bool is_fine_apart(const struct match_report *r)
{
    return r->o->fine_apart && r->o->analysis && r->set >= 0 && !r->position;
}

static void game_section(struct match_report *r, const struct game *g)
{
    if (!report_has_game(r, g)) {
        decisions_of(r, g); /* which only counts them */
        return;
    }
    game_head(r, g);
    r->blocks = is_fine_apart(r) ? BLOCKS_MARKED : BLOCKS_ALL;
    decisions_of(r, g);
    r->blocks = BLOCKS_ALL;
    game_end(r, g);
}

/* What was played well, game by game. */
static void fine_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    if (!is_fine_apart(r))
        return;
    draft_section(b, ROLE_FINE, 2, "fine", "Without an error");
    r->blocks = BLOCKS_FINE;
    for (size_t g = 0; g < r->m->n_games; g++) {
        if ((r->n_parts > 1 && g != r->part) || !report_has_game(r, &r->m->games[g]))
            continue;
        draft_open(b, NODE_SECTION, ROLE_FINE, NULL)->level = 3;
        heading_begin(b, 3);
        put_counted(b, "Game {0}", NULL, r->m->games[g].number);
        node_end(b);
        draft_ready(b);
        decisions_of(r, &r->m->games[g]);
        draft_close(b);
    }
    r->blocks = BLOCKS_ALL;
    draft_close(b);
}

/* ---- a position ---- */

/* What was decided at o->position, or the position as such. */
static void position_section(struct match_report *r)
{
    struct report_walk walk;
    struct decision d;
    bool found = false;
    draft_section(&r->draft, ROLE_GAME, 2, "position", "Position");
    for (size_t g = 0; g < r->m->n_games && !found; g++)
        for (report_walk_begin(&walk, r->m, &r->m->games[g], r->set, r->o); !found && report_walk_next(&walk, &d);)
            if (d.event->kind <= EVENT_DROP && decision_stands_at(&d, r->o->position)) {
                decision_blocks(r, &d, 0);
                found = true;
            }
    if (!found)
        whole_diagram(&r->draft, r->o->position);
    draft_close(&r->draft);
}

/* Positions that share the page with the first. */
static void more_positions(struct match_report *r)
{
    const struct match *first = r->m;
    const int set = r->set;
    for (size_t i = 0; i < r->o->n_more; i++) {
        r->m = r->draft.match = r->o->more[i];
        r->set = export_set(r->m, r->o);
        for (size_t g = 0; g < r->m->n_games; g++)
            game_section(r, &r->m->games[g]);
    }
    r->m = r->draft.match = first;
    r->set = set;
}

/* ---- the match ---- */

static void overview(struct match_report *r)
{
    errors_section(r);
    if (r->only.game != 0)
        return;
    progress_section(r);
    games_section(r);
}

static void facts_and_figures(struct match_report *r)
{
    struct draft *b = &r->draft;
    struct stat_table t;
    if (r->o->statistics && !r->position && stat_table_of(r->m, NULL, r->set, &t)) {
        draft_section(b, ROLE_STATISTICS, 2, "statistics",
                      r->only.game != 0  ? "Statistics of this part"
                      : r->m->length > 0 ? N_("Statistics of the match")
                                         : N_("Statistics of the session"));
        statistics_table(r, NULL);
        draft_close(b);
    }
    pace_section(r);
    about_section(r);
    if (r->o->legend)
        legend_section(r);
}

static void document(struct match_report *r)
{
    struct draft *b = &r->draft;
    draft_open(b, NODE_DOCUMENT, ROLE_MATCH, NULL);
    head_title(r);
    draft_ready(b);
    head_trail(r);
    neighbours(r);
    head_section(r);
    if (r->part == 0 && !r->position)
        overview(r);
    if (r->o->position != NULL)
        position_section(r);
    for (size_t g = 0; g < r->m->n_games && r->o->position == NULL; g++)
        if (r->n_parts <= 1 || g == r->part)
            game_section(r, &r->m->games[g]);
    more_positions(r);
    if (r->part == 0)
        facts_and_figures(r);
    fine_section(r);
    draft_close(b);
}

/* ---- what is left out ---- */

static bool has_analysis(const struct event *e, int set)
{
    const struct annotation *a = set >= 0 ? event_annotation(e, set) : NULL;
    return a != NULL && (a->play != NULL || a->cube != NULL || a->luck == a->luck);
}

/* The line of a decision says how long it took, and leads to the recording. */
static bool time_is_not_shown(const struct match *m, const struct event *e)
{
    const struct timing *t = event_timing(e);
    struct strbuf link = {0};
    const bool linked = t->video < 0 || video_link(m, e, &link);
    strbuf_done(&link);
    return !linked || t->rolled >= 0 || t->left[0] >= 0 || t->left[1] >= 0 ||
           (t->taken >= 0 && (e->kind >= EVENT_SET_BOARD || (e->flags & EVENT_IMPLIED)));
}

/* Other sets are named among the facts; their figures are not shown. */
static void count_what_is_not_shown(struct match_report *r)
{
    for (size_t g = 0; g < r->m->n_games; g++)
        for (size_t e = 0; e < r->m->games[g].n_events; e++)
            r->left.count[LOSS_TIMES] += time_is_not_shown(r->m, &r->m->games[g].events[e]);
    r->left.count[LOSS_OTHER_SETS] = r->m->n_sets > 1 ? (int)r->m->n_sets - 1 : 0;
    for (size_t g = 0; g < r->m->n_games && !r->o->analysis; g++)
        for (size_t e = 0; e < r->m->games[g].n_events; e++)
            r->left.count[LOSS_ANALYSIS] += has_analysis(&r->m->games[g].events[e], r->set);
}

void report_build(const struct match *m, const struct export_options *o, struct node_receiver *to, struct diags *d)
{
    struct match_report r = {.m = m, .o = o, .set = export_set(m, o)};
    r.position = o->position != NULL || match_is_position(m);
    if (r.set >= 0)
        r.only = match_part_of(m->sets[r.set].settings);
    r.n_parts = o->split_games && o->position == NULL && r.only.game == 0 ? m->n_games : 1;
    draft_begin(&r.draft, m, to);
    r.draft.unexplained = !o->legend;
    survey(&r);
    r.draft.themes = themes_counted(&r.themes);
    do
        document(&r);
    while (++r.part < r.n_parts);
    count_what_is_not_shown(&r);
    survey_done(&r);
    draft_end(&r.draft);
    losses_report(&r.left, 0, d);
}
