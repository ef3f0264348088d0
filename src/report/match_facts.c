/* Who played what where: the title, the players, and further down all facts about the match. */
#include <math.h>
#include <string.h>

#include "base/version.h"
#include "base/language.h"
#include "match/difficulty.h"
#include "match/range.h"
#include "report/match_report.h"
#include "report/settings_words.h"

/* ---- title ---- */

static void title(struct match_report *r)
{
    struct draft *b = &r->draft;
    const struct game *only = r->part > 0 ? &r->m->games[r->part] : NULL;
    if (r->o->title != NULL) {
        put_text(b, r->o->title);
    } else if (r->o->n_more > 0) {
        put_counted(b, "{0} positions", NULL, (long)r->o->n_more + 1);
    } else {
        words_begin(b, "{0} vs {1}, ", NULL, 0);
        put_player(b, 0);
        put_player(b, 1);
        node_end(b);
        phrase_length(b);
    }
    if (only != NULL) {
        put_counted(b, ", game {0}", NULL, only->number);
    }
}

void head_title(struct match_report *r)
{
    heading_begin(&r->draft, 1);
    title(r);
    node_end(&r->draft);
}

/* ---- the line under it ---- */

static void next_part(struct draft *b)
{
    if (b->at->first != NULL)
        put_words(b, " \xc2\xb7 ");
}

/* eXtreme Gammon counts the static look as a ply: what it calls our levels, or NULL. */
static const char *in_other_plies(const struct annotation_set *s)
{
    static const char *const calls[][2] = {{"0ply", "1-ply"}, {"1ply", "2-ply"},
                                           {"2ply", "3-ply"}, {"3ply", "4-ply"},
                                           {"4ply", "5-ply"}, {"smart", N_("3-ply, 4-ply where close")}};
    for (size_t i = 0; s->own && s->level != NULL && i < sizeof calls / sizeof *calls; i++)
        if (strcmp(s->level, calls[i][0]) == 0)
            return calls[i][1];
    return NULL;
}

static void engine(struct draft *b, const struct annotation_set *s)
{
    const char *other = in_other_plies(s);
    words_begin(b,
                other != NULL      ? N_("analysed by {0}, {1} (XG: {2})")
                : s->level != NULL ? N_("analysed by {0}, {1}")
                                   : N_("analysed by {0}"),
                NULL, 0);
    put_text(b, s->engine != NULL ? s->engine : tr("an unnamed engine"));
    put_text(b, s->level);
    put_text(b, other);
    node_end(b);
}

static void brief(struct match_report *r)
{
    struct draft *b = &r->draft;
    const struct match_info *i = &r->m->info;
    node_begin(b, NODE_PARAGRAPH, ROLE_BRIEF);
    if (r->o->n_more == 0)
        phrase_length(b);
    if (i->date != NULL && r->o->match_information) {
        next_part(b);
        put_date(b, i->date);
    }
    if (r->set >= 0 && r->o->analysis) {
        next_part(b);
        engine(b, &r->m->sets[r->set]);
    } else if (r->o->analysis) {
        next_part(b);
        put_words(b, "not analysed");
    }
    if (r->only.game != 0) {
        const struct match_part *p = &r->only;
        next_part(b);
        words_begin(b,
                    p->first == 0         ? N_("only game {0}")
                    : p->first == p->last ? N_("only game {0}, move {1}")
                                          : N_("only game {0}, moves {1} to {2}"),
                    NULL, 0);
        put_count(b, p->game);
        put_count(b, p->first);
        put_count(b, p->last);
        node_end(b);
    }
    node_begin(b, NODE_SPAN, ROLE_ABOUT);
    put_words(b, " \xc2\xb7 ");
    link_begin(b, NULL, "about");
    put_words(b, "all facts");
    node_end(b);
    node_end(b);
    node_end(b);
}

/* ---- the players ---- */

static void figure(struct draft *b, const char *name, struct number n, const char *one, const char *many, long divisor)
{
    fact_begin(b, name);
    put_ranged(b, n);
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    put_counted(b, one, many, divisor);
    node_end(b);
    node_end(b);
}

static void rate_figures(struct match_report *r, const struct stat_table *t, int who)
{
    struct draft *b = &r->draft;
    const struct side_rates *k = &t->rates.side[who];
    double range = rating_range(r->m, r->set, who);
    node_begin(b, NODE_FACTS, ROLE_FIGURES)->side = who;
    figure(b, "PR", (struct number){.value = k->pr, .range = isnan(range) ? 0 : range, .decimals = 2, .unit = UNIT_PR},
           NN_("of {0} decision", "of {0} decisions"), k->pr_decisions);
    node_end(b);
}

static void marks(struct match_report *r, int who)
{
    struct draft *b = &r->draft;
    node_begin(b, NODE_PARAGRAPH, ROLE_MARKS);
    for (int s = SKILL_VERY_BAD; s >= SKILL_DOUBTFUL; s--) {
        if (s < SKILL_VERY_BAD)
            put_words(b, " ");
        node_begin(b, NODE_SPAN, ROLE_BADGE)->mark = (enum skill)s;
        words_begin(b, "{0} {1}", NULL, 0);
        put_count(b, survey_count(r, NULL, who, (enum skill)s));
        put_mark(b, (enum skill)s);
        node_end(b);
        node_end(b);
    }
    node_end(b);
}

/* What beavers and raccoons cost, in points; neither GNU Backgammon's rates nor the performance rating count them. */
static double lost_by_raising(const struct match_report *r, int who)
{
    double sum = 0;
    for (size_t g = 0; g < r->m->n_games; g++)
        for (size_t i = 0; i < r->m->games[g].n_events; i++) {
            const struct event *e = &r->m->games[g].events[i];
            const struct annotation *a = e->player == who ? event_annotation(e, r->set) : NULL;
            const bool counted = e->kind == EVENT_TAKE || e->kind == EVENT_DROP;
            if (a != NULL && a->cube != NULL && !counted && a->cube->answer_error > 0)
                sum += (double)a->cube->answer_error_mwc;
        }
    return sum;
}

static void rating_and_luck(struct match_report *r, const struct stat_table *t, int who)
{
    struct draft *b = &r->draft;
    const struct side_rates *k = &t->rates.side[who];
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    const char *grade = grade_of(k->pr, rating_range(r->m, r->set, who), t->s->side[who].pr_decisions);
    put_words(b, grade != NULL ? grade : "no decisions");
    if (t->s->luck_analysed) {
        const double own = t->s->side[who].luck_total.mwc;
        words_begin(b, r->m->length > 0 ? N_(" \xc2\xb7 luck {0}, net {1}") : N_(" \xc2\xb7 luck {0} points, net {1}"),
                    NULL, 0);
        put_value(b, own, 1);
        put_value(b, own - t->s->side[!who].luck_total.mwc, 1);
        node_end(b);
    }
    const double raising = r->m->length == 0 ? lost_by_raising(r, who) : 0;
    if (raising > 0) {
        words_begin(b, " \xc2\xb7 not counted: beavers {0} points", NULL, 0);
        put_value(b, -raising, 1);
        node_end(b);
    }
    node_end(b);
    if (!t->s->luck_analysed || isnan(k->luck_adjusted))
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_LUCK);
    words_begin(b,
                !k->luck_adjusted_held ? N_("Result less luck {0} (even = 0)")
                : k->luck_adjusted > 0 ? N_("Result less luck {0} (no more than a won match)")
                                       : N_("Result less luck {0} (no less than a lost match)"),
                NULL, 0);
    put_value(b, k->luck_adjusted, 1);
    node_end(b);
    node_end(b);
}

/* The name, a link where there is a page about the player. */
static void linked_player(struct match_report *r, int who)
{
    const char *page = r->o->player_page[who];
    if (page != NULL)
        link_begin(&r->draft, page, NULL);
    put_player(&r->draft, who);
    if (page != NULL)
        node_end(&r->draft);
}

static void player_card(struct match_report *r, int who, int score)
{
    struct draft *b = &r->draft;
    struct stat_table t;
    bool known = stat_table_of(r->m, NULL, r->set, &t) && t.s->moves_analysed;
    node_begin(b, NODE_CARD, ROLE_PLAYERS)->side = who;
    heading_begin(b, 2);
    linked_player(r, who);
    node_begin(b, NODE_SPAN, ROLE_POINTS);
    put_counted(b, " {0}", NULL, score);
    node_end(b);
    node_end(b);
    if (known && r->o->statistics)
        rate_figures(r, &t, who);
    if (r->set >= 0 && r->o->analysis)
        marks(r, who);
    if (known && r->o->statistics)
        rating_and_luck(r, &t, who);
    if (!known && r->o->analysis)
        note(b, ROLE_NOTE, "not analysed");
    node_end(b);
}

/* Sections of the page and its games. */
static void contents_link(struct match_report *r, const char *anchor, const char *word)
{
    link_begin(&r->draft, NULL, anchor);
    put_words(&r->draft, word);
    node_end(&r->draft);
}

static void contents(struct match_report *r)
{
    struct draft *b = &r->draft;
    node_begin(b, NODE_NAV, ROLE_CONTENTS);
    if (r->n_costly > 0)
        contents_link(r, "errors", "Errors");
    if (progress_is_known(r))
        contents_link(r, "progress", N_("Curve"));
    if (r->m->n_games > 1 && r->only.game == 0)
        contents_link(r, "games", "Games");
    for (size_t g = 0; g < r->m->n_games; g++) {
        if (!report_has_game(r, &r->m->games[g]))
            continue;
        link_begin(b, page_of_game(r, g), draft_string(b, "g%d", r->m->games[g].number))->role = ROLE_GAME;
        put_counted(b, "Game {0}", NULL, r->m->games[g].number);
        node_end(b);
    }
    if (r->o->statistics && r->m->statistics != NULL && r->set >= 0)
        contents_link(r, "statistics", N_("Statistics"));
    if (time_is_known(r))
        contents_link(r, "time", C_("taken by decisions", "Time"));
    contents_link(r, "about", N_("Facts"));
    if (r->o->legend)
        contents_link(r, "legend", N_("Help"));
    node_end(b);
}

static void put_pr(struct draft *b, double value)
{
    put_number(b, (struct number){.value = value, .decimals = 1, .unit = UNIT_PR});
}

/* Who had the harder decisions; nothing where that may be chance. */
static void difficulty(struct match_report *r)
{
    struct draft *b = &r->draft;
    struct difficulty_of_both d;
    if (!r->o->statistics || !r->o->analysis || r->only.game != 0)
        return;
    difficulty_of_both(r->m, NULL, r->set, &d);
    if (d.harder == NOBODY)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(b,
                N_("{0} had the harder decisions: players with a PR of {1} have {2} in them, and {3} in those of {4}."),
                NULL, 0);
    put_player(b, d.harder);
    put_pr(b, d.level);
    put_pr(b, difficulty_pr(&d.of[d.harder], d.level));
    put_pr(b, difficulty_pr(&d.of[!d.harder], d.level));
    put_player(b, !d.harder);
    node_end(b);
    node_end(b);
}

static void players(struct match_report *r)
{
    int score[2];
    match_final_score(r->m, score);
    draft_open(&r->draft, NODE_SECTION, ROLE_PLAYERS, "players")->level = 2;
    draft_ready(&r->draft);
    player_card(r, 0, score[0]);
    player_card(r, 1, score[1]);
    draft_close(&r->draft);
    difficulty(r);
}

/* The players stand below it: the event is what distinguishes one match from another. */
static bool has_event(const struct match_report *r)
{
    return r->o->match_information && r->o->title == NULL && r->part == 0 && r->m->info.event != NULL;
}

static void event(struct match_report *r)
{
    struct draft *b = &r->draft;
    const struct match_info *i = &r->m->info;
    words_begin(b, i->round != NULL ? "{0}, {1}" : "{0}", NULL, 0);
    put_text(b, i->event);
    put_text(b, i->round);
    node_end(b);
}

static void headline(struct match_report *r)
{
    if (!has_event(r)) {
        head_title(r);
        return;
    }
    heading_begin(&r->draft, 1);
    event(r);
    node_end(&r->draft);
}

void head_trail(struct match_report *r)
{
    struct draft *b = &r->draft;
    if (r->o->index == NULL)
        return;
    node_begin(b, NODE_NAV, ROLE_TRAIL);
    link_begin(b, r->o->index, NULL);
    put_words(b, "All matches");
    node_end(b);
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    if (has_event(r))
        event(r);
    else
        title(r);
    node_end(b);
    node_end(b);
}

void head_section(struct match_report *r)
{
    draft_open(&r->draft, NODE_SECTION, ROLE_HEAD, NULL)->level = 1;
    headline(r);
    draft_ready(&r->draft);
    if (r->part == 0) {
        brief(r);
        if (!r->position)
            players(r);
        comment(r, r->m->comment, LOSS_MATCH_COMMENT);
    }
    draft_close(&r->draft);
    if (r->part == 0 && !r->position)
        contents(r);
}

/* ---- all facts ---- */

static void player_facts(struct match_report *r)
{
    struct draft *b = &r->draft;
    for (int who = 0; who < 2; who++) {
        const struct player_info *p = &r->m->player[who];
        fact_begin(b, who == 0 ? N_("First player") : N_("Second player"));
        put_player(b, who);
        if (p->rating != NULL) {
            words_begin(b, ", rating {0}", NULL, 0);
            put_text(b, p->rating);
            node_end(b);
        }
        if (p->experience != NULL) {
            words_begin(b, ", experience {0}", NULL, 0);
            put_text(b, p->experience);
            node_end(b);
        }
        node_end(b);
    }
}

static const char *duration(struct draft *b, int64_t ms)
{
    const int64_t seconds = ms / 1000;
    return draft_string(b, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}

static void clock_facts(struct match_report *r)
{
    static const char *const words[CLOCK_KINDS] = {
        [CLOCK_DELAY] = N_("{0} for the match, delay of {1} s"),
        [CLOCK_BRONSTEIN] = N_("{0} for the match, delay of {1} s (Bronstein)"),
        [CLOCK_FISCHER] = N_("{0} for the match, {1} s added for each move (Fischer)"),
        [CLOCK_UNSAID] = N_("{0} for the match, {1} s for a move")};
    struct draft *b = &r->draft;
    const struct clock *c = r->m->clock;
    if (c != NULL && words[c->kind] != NULL) {
        fact_begin(b, "Clock");
        put_text(b, c->name);
        words_begin(b, words[c->kind], NULL, 0);
        put_text(b, duration(b, c->reserve));
        put_count(b, (c->kind == CLOCK_FISCHER ? c->increment : c->delay) / 1000);
        node_end(b);
        node_end(b);
    }
    if (r->m->video != NULL)
        fact_text(b, "Recording", r->m->video->url);
}

static void place_facts(struct match_report *r)
{
    struct draft *b = &r->draft;
    const struct match_info *i = &r->m->info;
    fact_text(b, "Event", i->event);
    fact_text(b, "Round", i->round);
    if (i->date != NULL) {
        fact_begin(b, "Date");
        put_date(b, i->date);
        node_end(b);
    }
    fact_text(b, C_("of day", "Time"), i->time);
    clock_facts(r);
    fact_text(b, "Place", i->place);
    fact_text(b, "Site", i->site);
    fact_text(b, "Match ID", i->match_id);
    fact_text(b, "Annotator", i->annotator);
}

static void rule_facts(struct match_report *r)
{
    static const char *const variants[] = {N_("backgammon"), N_("Nackgammon"), N_("hypergammon with one chequer"),
                                           N_("hypergammon with two chequers"), N_("hypergammon with three chequers")};
    struct draft *b = &r->draft;
    const struct rules *k = &r->m->rules;
    const bool money = r->m->length == 0, assumed = money && !r->m->jacoby_known && !k->jacoby;
    const struct {
        bool holds;
        const char *words;
    } rules[] = {
        {!k->cube, N_("no cube")},
        {!money && k->crawford, N_("Crawford rule")},
        {!money && !k->crawford, N_("no Crawford rule")},
        {assumed, N_("no Jacoby rule (assumed: the source does not say)")},
        {money && k->jacoby, N_("Jacoby rule")},
        {money && !k->jacoby && !assumed, N_("no Jacoby rule")},
        {money && k->beavers, N_("beavers")},
        {money && k->one_beaver, N_("no raccoons")},
        {money && !k->beavers, N_("no beavers")},
        {money && k->automatic, N_("automatic doubles")},
    };
    fact_begin(b, "Played");
    phrase_length(b);
    node_end(b);
    fact_begin(b, "Rules");
    put_words(b, variants[k->variant]);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].holds) {
            put_words(b, ", ");
            put_words(b, rules[i].words);
        }
    if (k->cube_limit > 0) {
        put_counted(b, ", cube limit {0}", NULL, k->cube_limit);
    }
    node_end(b);
}

static void set_fact(struct match_report *r, const struct annotation_set *s, bool shown)
{
    struct draft *b = &r->draft;
    const struct {
        const char *pattern, *text;
    } parts[] = {{" {0}", s->version},
                 {", {0}", s->level},
                 {N_(", equity table {0}"), s->met},
                 {", {0}", settings_of_draft(b, s->settings)}};
    fact_begin(b, shown ? N_("Analysis") : N_("Analysis not shown"));
    put_text(b, s->engine != NULL ? s->engine : tr("an unnamed engine"));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].text != NULL && parts[i].text[0] != '\0') {
            words_begin(b, parts[i].pattern, NULL, 0);
            put_text(b, parts[i].text);
            node_end(b);
        }
    if (s->threshold[0] > 0) {
        words_begin(b, ", errors from {0} ?!, {1} ?, {2} ??", NULL, 0);
        for (int i = 0; i < 3; i++)
            put_number(b, (struct number){.value = (double)s->threshold[i], .decimals = 3});
        node_end(b);
    }
    node_end(b);
}

static void source_facts(struct match_report *r)
{
    struct draft *b = &r->draft;
    fact_text(b, "Read from", r->m->format);
    fact_text(b, "Written by", r->m->generator);
    for (size_t i = 0; i < r->m->n_sets; i++)
        set_fact(r, &r->m->sets[i], (int)i == r->set);
    if (r->m->n_sets == 0)
        fact_words(b, "Analysis", N_("none"));
    fact_text(b, "Report by", "kibitzer " KIBITZER_VERSION);
}

void about_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    draft_section(b, ROLE_ABOUT, 2, "about", r->m->length > 0 ? N_("About this match") : N_("About this session"));
    node_begin(b, NODE_FACTS, ROLE_ABOUT);
    player_facts(r);
    if (r->o->match_information)
        place_facts(r);
    else
        r->left.count[LOSS_PLACE] = 1;
    rule_facts(r);
    source_facts(r);
    node_end(b);
    kept_facts(b, r->m->properties, 0);
    for (size_t i = 0; i < r->m->n_games; i++)
        kept_facts(b, r->m->games[i].properties, r->m->games[i].number);
    draft_close(b);
}
