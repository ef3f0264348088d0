/* JSON of a match: what an analysis says about a ply. Viewpoints: docs/formats/json.md. */
#include <math.h>
#include <string.h>

#include "export/record/json_write.h"
#include "match/notation.h"
#include "match/replies.h"
#include "match/themes.h"
#include "report/lessons.h"
#include "report/stakes.h"

/* ---- what was analysed ---- */

static const char *const level_kinds[] = {"none", "ply", "rollout", "book", "exact", "other"}; /* ORDER EVAL_KIND */

struct level_record {
    unsigned kind;
    int plies, xg_plies, trials;
    bool cubeful;
    const char *name;
};
static const struct answer_field level_fields[] = {
    ANSWER(struct level_record, kind, "Kind", ANSWER_WORDS(level_kinds)),
    ANSWER(struct level_record, plies, "Plies", .help = "as GNU Backgammon counts: 0 = the bare net"),
    ANSWER(struct level_record, xg_plies, "XG's plies", .help = "as eXtreme Gammon counts: one more"),
    ANSWER(struct level_record, cubeful, "Cubeful"),
    ANSWER(struct level_record, trials, "Trials", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT, .help = "of rollouts"),
    ANSWER(struct level_record, name, "Name", JSON_LEFT_OUT, .example = "XG Roller++",
           .help = "as the source calls it"),
    {0}};
static const struct answer_rows level_rows = {"MatchLevel", "How it was evaluated.", sizeof(struct level_record),
                                              level_fields};

struct six_chances {
    double win, win_g, win_bg, lose, lose_g, lose_bg;
};
#define CHANCE(f, title, ...)                                                                                          \
    ANSWER(struct six_chances, f, title, .unit = UNIT_CHANCE, .decimals = EQUITY_DECIMALS, __VA_ARGS__)
static const struct answer_field chances_fields[] = {CHANCE(win, "Win"),
                                                     CHANCE(win_g, "Win gammon", .help = "or backgammon"),
                                                     CHANCE(win_bg, "Win backgammon"),
                                                     CHANCE(lose, "Lose"),
                                                     CHANCE(lose_g, "Lose gammon", .help = "or backgammon"),
                                                     CHANCE(lose_bg, "Lose backgammon"),
                                                     {0}};
#undef CHANCE
static const struct answer_rows chances_rows = {"Probabilities", "Cubeless probabilities, or their standard errors.",
                                                sizeof(struct six_chances), chances_fields};

struct error_record {
    const struct six_chances *probabilities;
    float equity, cubeless_equity;
};
static const struct answer_field error_fields[] = {
    ANSWER_TO(struct error_record, probabilities, "Of the probabilities", &chances_rows, JSON_FLAT_OR_NULL),
    JSON_FIGURE(struct error_record, equity, "Of the equity", UNIT_EMG),
    JSON_FIGURE(struct error_record, cubeless_equity, "Of the cubeless equity", UNIT_EMG),
    {0}};
static const struct answer_rows error_rows = {"StandardError", NULL, sizeof(struct error_record), error_fields};

struct decider {
    struct level_record level;
};
struct deciders {
    struct decider chequer, cube;
};
struct rollout_record {
    const struct rollout_settings *settings;
    const struct deciders *early, *late, *last;
};
static const struct answer_field decider_fields[] = {ANSWER_IN(struct decider, level, "Level", &level_rows), {0}};
static const struct answer_rows decider_rows = {"Decider", NULL, sizeof(struct decider), decider_fields};
static const struct answer_field deciders_fields[] = {ANSWER_IN(struct deciders, chequer, "Plays", &decider_rows),
                                                      ANSWER_IN(struct deciders, cube, "Cube actions", &decider_rows),
                                                      {0}};
static const struct answer_rows deciders_rows = {"RolloutPlayers", "Who decides.", sizeof(struct deciders),
                                                 deciders_fields};

#define SETTING(f, title, ...) ANSWER(struct rollout_settings, f, title, __VA_ARGS__)
static const struct answer_field settings_fields[] = {
    SETTING(variance_reduction, "Variance reduction"),
    SETTING(quasi_random, "Quasi-random dice", .help = "each first roll equally often"),
    SETTING(opening, "From the opening", .help = "no doublet as first roll"),
    SETTING(stop_two_sided, "Stop at two-sided races", .help = "where a database knows the cube too"),
    SETTING(stop_one_sided, "Stop at one-sided races"),
    SETTING(truncation, "Truncation", .help = "half-rolls; 0 = games are played out"),
    SETTING(late_from, "Late from", .help = "half-roll from which `late` applies; 0 = never"),
    SETTING(min_trials, "At least", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT),
    SETTING(max_trials, "At most", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT),
    SETTING(seed, "Seed"),
    SETTING(dice, "Dice", JSON_LEFT_OUT, .help = "their generator, as the source calls it"),
    {0}};
static const struct answer_rows settings_rows = {"Settings", NULL, sizeof(struct rollout_settings), settings_fields};
static const struct answer_field rollout_fields[] = {
    ANSWER_TO(struct rollout_record, settings, NULL, &settings_rows, .flags = ANSWER_INLINE),
    ANSWER_TO(struct rollout_record, early, "Early", &deciders_rows, JSON_LEFT_OUT),
    ANSWER_TO(struct rollout_record, late, "Late", &deciders_rows, JSON_LEFT_OUT),
    ANSWER_TO(struct rollout_record, last, "At the truncation", &deciders_rows, JSON_LEFT_OUT),
    {0}};
static const struct answer_rows rollout_rows = {"Rollout", NULL, sizeof(struct rollout_record), rollout_fields};

/* ---- plays ---- */

struct candidate_record {
    int rank;
    const char *play;
    bool played;
    float equity, difference, cubeless_equity;
    const struct six_chances *probabilities;
    struct level_record level;
    const struct error_record *standard_error;
    const struct rollout_record *rollout;
};
static const struct answer_field candidate_fields[] = {
    ANSWER(struct candidate_record, rank, "Rank", .help = "from 1"),
    JSON_TEXT(struct candidate_record, play, "Play", .example = "24/18 13/11", .help = "null = nothing is moved"),
    ANSWER(struct candidate_record, played, "Played"),
    JSON_FIGURE(struct candidate_record, equity, "Equity", UNIT_EMG),
    JSON_FIGURE(struct candidate_record, difference, "Difference", UNIT_EMG,
                .help = "compared with the best: 0 or negative; null if evaluated less deeply"),
    JSON_FIGURE(struct candidate_record, cubeless_equity, "Cubeless", UNIT_EMG),
    ANSWER_TO(struct candidate_record, probabilities, "Probabilities", &chances_rows, JSON_FLAT_OR_NULL),
    ANSWER_IN(struct candidate_record, level, "Level", &level_rows),
    ANSWER_TO(struct candidate_record, standard_error, "Standard errors", &error_rows, JSON_LEFT_OUT),
    ANSWER_TO(struct candidate_record, rollout, "Rollout", &rollout_rows, JSON_LEFT_OUT),
    {0}};
static const struct answer_rows candidate_rows = {"Candidate", NULL, sizeof(struct candidate_record), candidate_fields};

struct reasons { /* what a decision is about */
    const char *why;
    struct answer_list themes;
};
static const struct answer_field reasons_fields[] = {
    JSON_TEXT(struct reasons, why, "Why",
              .help =
                  "why it was an error, in a sentence or two; null = no error, or no reason found (docs/lessons.md)"),
    ANSWER_LIST_OF(const char *, struct reasons, themes, "Themes", ANSWER_WORDS(decision_theme_names),
                   .help = "its themes (docs/lessons.md)"),
    {0}};
static const struct answer_rows reasons_rows = {"Reasons", NULL, sizeof(struct reasons), reasons_fields};

struct scores_of_play {
    char money[2], away[PLAY_MAP_AWAY][PLAY_MAP_AWAY + 1];
    struct answer_list plays;
};
static const struct answer_field scores_of_play_fields[] = {
    ANSWER(struct scores_of_play, money, "For money", .help = "a letter, as below"),
    ANSWER_ARRAY(struct scores_of_play, away, "In matches", .flags = ANSWER_TALL,
                 .help = "one text for each score of the player on roll, from 1-away, with a letter for each score of "
                         "the opponent: A is the first of `plays`; a small letter: the next play is within 0.01; -: "
                         "nothing is at stake; ?: none of these"),
    ANSWER_LIST_OF(const char *, struct scores_of_play, plays, "Plays", .help = "that are best at some score"),
    {0}};
static const struct answer_rows scores_of_play_rows = {"PlayByScore", NULL, sizeof(struct scores_of_play),
                                                       scores_of_play_fields};

struct moves_record {
    int legal, played, candidates_total;
    float error;
    struct worth worth;
    struct reasons reasons;
    const struct scores_of_play *by_score;
    struct answer_series candidates;
};
static const struct answer_field moves_fields[] = {
    ANSWER(struct moves_record, legal, "Legal plays"),
    ANSWER(struct moves_record, played, "Played", .missing = ANSWER_ZERO,
           .help = "its rank, from 1; null = not evaluated"),
    JSON_FIGURE(struct moves_record, error, "Lost", UNIT_EMG, .help = "0 or more"),
    WORTH(struct moves_record, worth, "error_", "Lost"),
    ANSWER_IN(struct moves_record, reasons, NULL, &reasons_rows, .flags = ANSWER_INLINE),
    ANSWER_TO(struct moves_record, by_score, "Best play at each score", &scores_of_play_rows, JSON_LEFT_OUT),
    ANSWER(struct moves_record, candidates_total, "Evaluated plays",
           .help = "stored; `candidates` has the best of them and the play made"),
    ANSWER_ONE_BY_ONE(struct moves_record, candidates, "Candidates", &candidate_rows, .flags = ANSWER_FLAT,
                      .help = "best first"),
    {0}};
const struct answer_rows json_moves_rows = {"Moves", "Seen by the player who moves.", sizeof(struct moves_record),
                                            moves_fields};

/* ---- the cube ---- */

static const struct answer_field ids_fields[] = {
    ANSWER(struct ids, xgid, "XGID", .example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"),
    ANSWER(struct ids, gnubg_id, "GNU Backgammon's ID", .example = "4HPwATDgc/ABMA:cAkAAAAAAAAA",
           .help = "Position ID:Match ID"),
    {0}};
const struct answer_rows json_ids_rows = {"Ids", NULL, sizeof(struct ids), ids_fields};

struct branch_record {
    float cubeless_equity;
    struct worth worth;
    const struct six_chances *probabilities;
    const struct error_record *standard_error;
};
static const struct answer_field branch_fields[] = {
    JSON_FIGURE(struct branch_record, cubeless_equity, "Cubeless", UNIT_EMG),
    WORTH(struct branch_record, worth, "", "Worth"),
    ANSWER_TO(struct branch_record, probabilities, "Probabilities", &chances_rows, JSON_FLAT_OR_NULL),
    ANSWER_TO(struct branch_record, standard_error, "Standard errors", &error_rows, JSON_LEFT_OUT),
    {0}};
static const struct answer_rows branch_rows = {"Branch", NULL, sizeof(struct branch_record), branch_fields};

struct by_score {
    char money[2], away[CUBE_MAP_AWAY][CUBE_MAP_AWAY + 1];
};
struct maps_record {
    struct by_score by_score;
    float by_roll[6][6];
};
static const struct answer_field by_score_fields[] = {
    ANSWER(struct by_score, money, "For money", .help = "a letter, as below"),
    ANSWER_ARRAY(struct by_score, away, "In matches", .flags = ANSWER_TALL,
                 .help = "one text for each score of the player on roll, from 1-away, with a letter for each score of "
                         "the opponent (docs/formats/dump.md)"),
    {0}};
static const struct answer_rows by_score_rows = {"CubeByScore", NULL, sizeof(struct by_score), by_score_fields};
static const struct answer_field maps_fields[] = {
    ANSWER_IN(struct maps_record, by_score, "Verdict at each score", &by_score_rows),
    ANSWER_MATRIX(struct maps_record, by_roll, "Equity after each roll", .unit = UNIT_EMG, .decimals = EQUITY_DECIMALS,
                  .missing = ANSWER_NULL, .help = "without a double"),
    {0}};
static const struct answer_rows maps_rows = {"Maps", NULL, sizeof(struct maps_record), maps_fields};

struct cube_record {
    struct ids ids;
    float no_double, double_take, double_pass, double_error, answer_error;
    const char *verdict;
    struct worth double_worth, answer_worth;
    struct reasons reasons;
    struct branch_record no_double_evaluation, double_take_evaluation;
    const struct cube_stakes *stakes;
    struct level_record level;
    const struct rollout_record *rollout;
    const struct maps_record *maps;
};
static const struct answer_field cube_fields[] = {
    ANSWER_IN(struct cube_record, ids, NULL, &json_ids_rows, .flags = ANSWER_INLINE),
    JSON_FIGURE(struct cube_record, no_double, "No double", UNIT_EMG),
    JSON_FIGURE(struct cube_record, double_take, "Double, take", UNIT_EMG),
    JSON_FIGURE(struct cube_record, double_pass, "Double, pass", UNIT_EMG),
    JSON_TEXT(struct cube_record, verdict, "Verdict", .example = "Double, take", .help = "the proper cube action"),
    JSON_FIGURE(struct cube_record, double_error, "Lost by the doubler", UNIT_EMG, .help = "by doubling or not"),
    WORTH(struct cube_record, double_worth, "double_error_", "Lost by the doubler"),
    JSON_FIGURE(struct cube_record, answer_error, "Lost by the answerer", UNIT_EMG),
    WORTH(struct cube_record, answer_worth, "answer_error_", "Lost by the answerer"),
    ANSWER_IN(struct cube_record, reasons, NULL, &reasons_rows, .flags = ANSWER_INLINE),
    ANSWER_IN(struct cube_record, no_double_evaluation, "Without a double", &branch_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct cube_record, double_take_evaluation, "After a take", &branch_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct cube_record, stakes, "Here", &stakes_rows, JSON_LEFT_OUT,
              .help = "of errors and single positions"),
    ANSWER_IN(struct cube_record, level, "Level", &level_rows),
    ANSWER_TO(struct cube_record, rollout, "Rollout", &rollout_rows, JSON_LEFT_OUT),
    ANSWER_TO(struct cube_record, maps, NULL, &maps_rows, .missing = ANSWER_NULL, .flags = ANSWER_INLINE),
    {0}};
const struct answer_rows json_cube_rows = {
    "Cube", "Before the roll: IDs without dice. Seen by the player on roll, but for errors of the answerer.",
    sizeof(struct cube_record), cube_fields};

struct reply_record {
    float equity, cost;
};
struct replies_record {
    int player;
    const char *best;
    struct reply_record take, pass;
    const struct reply_record *beaver, *raccoon;
};
static const struct answer_field reply_fields[] = {
    JSON_FIGURE(struct reply_record, equity, "Equity", UNIT_EMG, .help = "per cube before any double"),
    JSON_FIGURE(struct reply_record, cost, "Cost", UNIT_EMG, .help = "against the best reply"),
    {0}};
static const struct answer_rows reply_rows = {"MatchReply", NULL, sizeof(struct reply_record), reply_fields};
static const struct answer_field replies_fields[] = {
    JSON_PLAYER(struct replies_record, player, "Player", "who replies: 0 or 1"),
    ANSWER(struct replies_record, best, "Best reply", .example = "take"),
    ANSWER_IN(struct replies_record, take, "Take", &reply_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct replies_record, pass, "Pass", &reply_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct replies_record, beaver, "Beaver", &reply_rows, JSON_FLAT_OR_LEFT_OUT),
    ANSWER_TO(struct replies_record, raccoon, "Raccoon", &reply_rows, JSON_FLAT_OR_LEFT_OUT),
    {0}};
struct acceptance_record {
    int player;
    const char *best;
    struct reply_record accept, refuse; /* at the cube as it stands */
};

static const struct answer_field acceptance_fields[] = {
    JSON_PLAYER(struct acceptance_record, player, "Player", "who answers: 0 or 1"),
    ANSWER(struct acceptance_record, best, "Best answer", .example = "accept"),
    ANSWER_IN(struct acceptance_record, accept, "Accept", &reply_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct acceptance_record, refuse, "Refuse", &reply_rows, .flags = ANSWER_FLAT),
    {0}};
const struct answer_rows json_acceptance_rows = {
    "Acceptance", "Of the resignation that waits, seen by who answers, at the cube as it stands.",
    sizeof(struct acceptance_record), acceptance_fields};

const struct answer_rows json_replies_rows = {
    "Replies", "To the double that was beavered, or to the double, beaver or raccoon that waits; seen by who replies.",
    sizeof(struct replies_record), replies_fields};

/* ---- filling them ---- */

struct candidates {
    struct plies *w;
    const struct play_analysis *analysis;
    int next;
    struct candidate_record record;
};

static struct level_record level_of(const struct eval_level *l)
{
    return (struct level_record){l->kind, l->plies, l->plies + 1, l->trials > 0 ? l->trials : 0, l->cubeful, l->name};
}

/* Losing is as uncertain as winning. */
static const struct six_chances *chances_of(const struct plies *w, const struct outcome *o, bool errors)
{
    if (isnan(o->win))
        return NULL;
    const double win = (double)o->win;
    struct six_chances *c = arena_alloc(w->arena, sizeof *c);
    *c = (struct six_chances){win,
                              (double)o->win_gammon,
                              (double)o->win_backgammon,
                              errors ? win : 1 - win,
                              (double)o->lose_gammon,
                              (double)o->lose_backgammon};
    return c;
}

static const struct error_record *errors_of(const struct plies *w, const struct rollout_error *e)
{
    if (e == NULL)
        return NULL;
    struct error_record *r = arena_alloc(w->arena, sizeof *r);
    *r = (struct error_record){chances_of(w, &e->outcome, true), e->cubeful, e->cubeless};
    return r;
}

static const struct deciders *deciders_of(const struct plies *w, const struct rollout_players *p)
{
    if (p->chequer.kind == EVAL_NONE && p->cube.kind == EVAL_NONE)
        return NULL;
    struct deciders *d = arena_alloc(w->arena, sizeof *d);
    *d = (struct deciders){{level_of(&p->chequer)}, {level_of(&p->cube)}};
    return d;
}

static const struct rollout_record *rollout_of(const struct plies *w, const struct rollout_settings *s)
{
    if (s == NULL)
        return NULL;
    struct rollout_record *r = arena_alloc(w->arena, sizeof *r);
    *r = (struct rollout_record){s, deciders_of(w, &s->early), deciders_of(w, &s->late), deciders_of(w, &s->last)};
    return r;
}

const char *json_play_text(struct plies *w, const struct play *p)
{
    if (p->n <= 0)
        return NULL;
    strbuf_clear(&w->text);
    notation_write(&w->text, &w->decision.before.board, p, NOTATION_MERGED);
    return arena_strdup(w->arena, strbuf_text(&w->text));
}

static const void *next_candidate(void *source)
{
    struct candidates *all = source;
    const struct play_analysis *p = all->analysis;
    while (all->next < p->n && all->next >= all->w->o->candidates && all->next != p->played)
        all->next++;
    if (all->next >= p->n)
        return NULL;
    const int i = all->next++;
    const struct candidate *c = &p->candidates[i];
    const bool comparable = candidate_is_comparable(c, &p->candidates[0]);
    all->record = (struct candidate_record){i + 1,
                                            json_play_text(all->w, &c->play),
                                            i == p->played,
                                            c->equity,
                                            comparable ? c->equity - p->candidates[0].equity : NAN,
                                            c->cubeless,
                                            chances_of(all->w, &c->outcome, false),
                                            level_of(&c->level),
                                            errors_of(all->w, c->stderror),
                                            rollout_of(all->w, c->rollout)};
    return &all->record;
}

static struct reasons reasons_of(struct plies *w, bool cube)
{
    const char **names = arena_alloc(w->arena, THEMES * sizeof *names);
    const size_t n = themes_named(decision_themes(&w->decision, cube), names);
    strbuf_clear(&w->text);
    const bool found = lesson_text(&w->decision, cube, &w->text);
    return (struct reasons){found ? arena_strdup(w->arena, strbuf_text(&w->text)) : NULL, {names, n}};
}

static const struct scores_of_play *scores_of(const struct plies *w, const struct score_plays *s)
{
    if (s == NULL)
        return NULL;
    struct scores_of_play *r = arena_alloc(w->arena, sizeof *r);
    const char **plays = arena_alloc(w->arena, SCORE_PLAYS * sizeof *plays);
    struct strbuf text = {0};
    r->money[0] = s->money;
    for (int i = 0; i < PLAY_MAP_AWAY; i++)
        memcpy(r->away[i], s->at[i], PLAY_MAP_AWAY);
    for (int i = 0; i < s->n; i++) {
        strbuf_clear(&text);
        notation_write(&text, &w->decision.before.board, &s->play[i], NOTATION_MERGED);
        plays[i] = arena_strdup(w->arena, strbuf_text(&text));
    }
    strbuf_done(&text);
    r->plays = (struct answer_list){plays, (size_t)s->n};
    return r;
}

const struct moves_record *json_moves_of(struct plies *w, const struct play_analysis *p)
{
    if (p == NULL)
        return NULL;
    struct moves_record *r = arena_alloc(w->arena, sizeof *r);
    struct candidates *candidates = arena_alloc(w->arena, sizeof *candidates);
    *candidates = (struct candidates){.w = w, .analysis = p};
    *r = (struct moves_record){p->n_legal,
                               p->played >= 0 ? p->played + 1 : 0,
                               p->n,
                               p->error,
                               worth_of(w->m, (double)p->error_mwc),
                               reasons_of(w, false),
                               scores_of(w, p->scores),
                               {next_candidate, candidates}};
    return r;
}

static struct branch_record branch_of(const struct plies *w, const struct cube_branch *b)
{
    return (struct branch_record){b->cubeless, worth_of(w->m, (double)b->mwc), chances_of(w, &b->outcome, false),
                                  errors_of(w, b->stderror)};
}

struct ids json_ids_of(const struct position *p)
{
    struct ids ids;
    xgid(p, ids.xgid);
    position_id(&p->board, ids.gnubg_id);
    ids.gnubg_id[POSITION_ID_LENGTH] = ':';
    match_id(p, ids.gnubg_id + POSITION_ID_LENGTH + 1);
    return ids;
}

static const struct maps_record *maps_of(const struct plies *w, const struct cube_maps *m)
{
    if (m == NULL)
        return NULL;
    struct maps_record *r = arena_alloc(w->arena, sizeof *r);
    r->by_score.money[0] = verdict_letters[m->money];
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            r->by_score.away[i][k] = verdict_letters[m->at[i][k]];
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            r->by_roll[a][b] = m->roll[roll_index(a + 1, b + 1)];
    return r;
}

static const struct cube_stakes *stakes_of(const struct plies *w, const struct cube_analysis *c)
{
    struct cube_stakes *s = arena_alloc(w->arena, sizeof *s);
    return cube_stakes_of(c, s) ? s : NULL;
}

const struct cube_record *json_cube_of(struct plies *w, const struct cube_analysis *c)
{
    if (c == NULL)
        return NULL;
    const struct position before = position_before_roll(&w->decision.before);
    const bool redouble = before.cube_owner != CUBE_CENTRED;
    struct cube_record *r = arena_alloc(w->arena, sizeof *r);
    *r = (struct cube_record){.ids = json_ids_of(&before),
                              .no_double = c->nd,
                              .double_take = c->dt,
                              .double_pass = c->dp,
                              .verdict = c->verdict != VERDICT_NONE ? verdict_text(c->verdict, redouble) : NULL,
                              .double_error = c->double_error,
                              .double_worth = worth_of(w->m, (double)c->double_error_mwc),
                              .answer_error = c->answer_error,
                              .answer_worth = worth_of(w->m, (double)c->answer_error_mwc),
                              .reasons = reasons_of(w, true),
                              .no_double_evaluation = branch_of(w, &c->branch[0]),
                              .double_take_evaluation = branch_of(w, &c->branch[1]),
                              .stakes = stakes_of(w, c),
                              .level = level_of(&c->level),
                              .rollout = rollout_of(w, c->rollout),
                              .maps = maps_of(w, c->maps)};
    return r;
}

const struct replies_record *json_replies_of(const struct plies *w, const struct cube_analysis *c)
{
    const struct position *p = &w->decision.before;
    struct replies a;
    if (c == NULL || !(decision_asks_reply(&w->decision) || w->decision.event->kind == EVENT_BEAVER))
        return NULL;
    replies_to(p, c->dt, c->dp, &c->raises, &a);
    struct replies_record *r = arena_alloc(w->arena, sizeof *r);
    struct reply_record *raise = arena_alloc(w->arena, sizeof *raise);
    const bool raccoon = strcmp(reply_name(p, REPLY_RAISE), "raccoon") == 0;
    *raise = (struct reply_record){a.equity[REPLY_RAISE], a.cost[REPLY_RAISE]};
    *r = (struct replies_record){p->turn,
                                 reply_name(p, a.best),
                                 {a.equity[REPLY_TAKE], a.cost[REPLY_TAKE]},
                                 {a.equity[REPLY_PASS], a.cost[REPLY_PASS]},
                                 a.may_raise && !raccoon ? raise : NULL,
                                 a.may_raise && raccoon ? raise : NULL};
    return r;
}

const struct acceptance_record *json_acceptance_of(const struct plies *w, const struct annotation *a)
{
    if (a == NULL || a->resigned == NULL)
        return NULL;
    struct acceptance_record *r = arena_alloc(w->arena, sizeof *r);
    const float accept = a->resigned->accept, refuse = a->resigned->refuse;
    *r = (struct acceptance_record){w->decision.before.turn,
                                    resigned_is_accepted(a->resigned) ? "accept" : "refuse",
                                    {accept, fmaxf(0, refuse - accept)},
                                    {refuse, fmaxf(0, accept - refuse)}};
    return r;
}
