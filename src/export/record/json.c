/* JSON: the document of `kibitzer analyze --json`: match, games with their plies, statistics. Keys, units and signs are
 * described in docs/formats/json.md and docs/match.schema.json. Null means "not analysed". */
#include <math.h>
#include <string.h>

#include "base/date.h"
#include "base/jsonw.h"
#include "export/certificate.h"
#include "export/export.h"
#include "match/loss.h"
#include "report/decision.h"
#include "report/lessons.h"
#include "match/notation.h"
#include "format/posid.h"
#include "match/rates.h"
#include "match/replies.h"
#include "match/themes.h"
#include "match/walk.h"

enum { EQUITY_DECIMALS = 6, RATE_DECIMALS = 3 };

struct writer {
    struct jsonw j;
    const struct match *m;
    int set; /* -1 = none */
    struct strbuf scratch;
};

static void equity(struct jsonw *j, const char *key, double x)
{
    jsonw_number(j, key, x, EQUITY_DECIMALS);
}

static void player(struct jsonw *j, const char *key, int who)
{
    if (who == 0 || who == 1)
        jsonw_int(j, key, who);
    else
        jsonw_null(j, key);
}

static const char *text_or_null(const char *s)
{
    return s != NULL && s[0] != '\0' ? s : NULL;
}

/* ---- the match ---- */

static void players(struct jsonw *j, const struct match *m)
{
    jsonw_array(j, "players");
    for (int who = 0; who < 2; who++) {
        jsonw_object_flat(j, NULL);
        jsonw_string(j, "name", m->player[who].name);
        jsonw_string(j, "rating", m->player[who].rating);
        jsonw_string(j, "experience", m->player[who].experience);
        jsonw_end(j);
    }
    jsonw_end(j);
}

static void rules(struct jsonw *j, const struct match *m)
{
    const struct rules *r = &m->rules;
    jsonw_object_flat(j, "rules");
    jsonw_string(j, "variant", variant_names[r->variant]);
    jsonw_bool(j, "cube", r->cube);
    if (r->cube_limit > 0)
        jsonw_int(j, "cube_limit", r->cube_limit);
    jsonw_bool(j, "crawford", r->crawford && m->length > 0);
    if (m->length == 0 && !m->jacoby_known)
        jsonw_null(j, "jacoby");
    else
        jsonw_bool(j, "jacoby", r->jacoby);
    jsonw_bool(j, "beavers", r->beavers);
    jsonw_bool(j, "automatic_doubles", r->automatic);
    jsonw_end(j);
}

static void metadata(struct jsonw *j, const struct match *m)
{
    const struct match_info *i = &m->info;
    const bool dated = i->date != NULL && date_is_iso(i->date);
    jsonw_string(j, "date", dated ? i->date : NULL);
    jsonw_string(j, "date_text", dated ? NULL : i->date);
    jsonw_string(j, "time", i->time);
    jsonw_string(j, "event", i->event);
    jsonw_string(j, "round", i->round);
    jsonw_string(j, "place", i->place);
    jsonw_string(j, "site", i->site);
    jsonw_string(j, "match_id", i->match_id);
    jsonw_string(j, "annotator", i->annotator);
    jsonw_string(j, "comment", m->comment);
}

static void tags(struct jsonw *j, const char *key, const struct property *p)
{
    jsonw_array(j, key);
    for (; p != NULL; p = p->next) {
        jsonw_object_flat(j, NULL);
        jsonw_string(j, "format", p->format);
        jsonw_string(j, "name", p->name);
        jsonw_array(j, "values");
        for (size_t i = 0; i < p->n_values; i++)
            jsonw_string(j, NULL, p->values[i]);
        jsonw_end(j);
        jsonw_end(j);
    }
    jsonw_end(j);
}

static void annotation_set(struct jsonw *j, const struct annotation_set *s)
{
    if (s == NULL) {
        jsonw_null(j, "analysis");
        return;
    }
    jsonw_object(j, "analysis");
    jsonw_string(j, "engine", s->engine);
    jsonw_string(j, "version", s->version);
    jsonw_string(j, "level", s->level);
    jsonw_string(j, "settings", s->settings);
    jsonw_string(j, "met", s->met);
    jsonw_array_flat(j, "thresholds");
    for (int i = 0; i < 3; i++)
        equity(j, NULL, s->threshold[i]);
    jsonw_end(j);
    jsonw_end(j);
}

static void warnings(struct jsonw *j, const struct diags *d)
{
    jsonw_array(j, "warnings");
    for (size_t i = 0; d != NULL && i < d->n; i++) {
        if (d->at[i].severity == SEVERITY_NOTE)
            continue;
        jsonw_object_flat(j, NULL);
        jsonw_string(j, "severity", severity_name(d->at[i].severity));
        jsonw_int(j, "line", d->at[i].line);
        jsonw_int(j, "column", d->at[i].column);
        jsonw_string(j, "message", d->at[i].message);
        jsonw_end(j);
    }
    jsonw_end(j);
}

static void match_object(struct writer *w, const struct export_options *o)
{
    struct jsonw *j = &w->j;
    const struct match *m = w->m;
    jsonw_object(j, "match");
    jsonw_string(j, "format", text_or_null(m->format));
    jsonw_string(j, "generator", m->generator);
    players(j, m);
    jsonw_int(j, "length", m->length);
    jsonw_int(j, "games", (long)m->n_games);
    rules(j, m);
    metadata(j, m);
    tags(j, "tags", m->properties);
    annotation_set(j, w->set >= 0 ? &m->sets[w->set] : NULL);
    warnings(j, o->warnings);
    jsonw_end(j);
}

/* ---- a ply ---- */

/* "plies" counts like GNU Backgammon (0 = the bare net), "xg_plies" like eXtreme Gammon. */
static void level(struct jsonw *j, const struct eval_level *l)
{
    static const char *const kinds[] = {"none", "ply", "rollout", "book", "exact", "other"};
    jsonw_object(j, "level");
    jsonw_string(j, "kind", kinds[l->kind]);
    jsonw_int(j, "plies", l->plies);
    jsonw_int(j, "xg_plies", l->plies + 1);
    jsonw_bool(j, "cubeful", l->cubeful);
    if (l->trials > 0)
        jsonw_int(j, "trials", l->trials);
    if (l->name != NULL)
        jsonw_string(j, "name", l->name);
    jsonw_end(j);
}

static void six_chances(struct jsonw *j, const char *key, const struct outcome *o, double lose)
{
    if (isnan(o->win)) {
        jsonw_null(j, key);
        return;
    }
    jsonw_object_flat(j, key);
    equity(j, "win", o->win);
    equity(j, "win_g", o->win_gammon);
    equity(j, "win_bg", o->win_backgammon);
    equity(j, "lose", lose);
    equity(j, "lose_g", o->lose_gammon);
    equity(j, "lose_bg", o->lose_backgammon);
    jsonw_end(j);
}

static void probabilities(struct jsonw *j, const char *key, const struct outcome *o)
{
    six_chances(j, key, o, 1 - (double)o->win);
}

/* Losing is as uncertain as winning. */
static void errors_of_chances(struct jsonw *j, const char *key, const struct outcome *o)
{
    six_chances(j, key, o, o->win);
}

static void deciders(struct jsonw *j, const char *when, const struct rollout_players *p)
{
    if (p->chequer.kind == EVAL_NONE && p->cube.kind == EVAL_NONE)
        return;
    jsonw_object(j, when);
    jsonw_object(j, "chequer");
    level(j, &p->chequer);
    jsonw_end(j);
    jsonw_object(j, "cube");
    level(j, &p->cube);
    jsonw_end(j);
    jsonw_end(j);
}

/* Numbers that were not given are left out. */
static void rollout(struct jsonw *j, const struct rollout_settings *s)
{
    if (s == NULL)
        return;
    jsonw_object(j, "rollout");
    jsonw_bool(j, "variance_reduction", s->variance_reduction);
    jsonw_bool(j, "quasi_random", s->quasi_random);
    jsonw_bool(j, "opening", s->opening);
    jsonw_bool(j, "stop_two_sided", s->stop_two_sided);
    jsonw_bool(j, "stop_one_sided", s->stop_one_sided);
    jsonw_int(j, "truncation", s->truncation);
    jsonw_int(j, "late_from", s->late_from);
    if (s->min_trials > 0)
        jsonw_int(j, "min_trials", s->min_trials);
    if (s->max_trials > 0)
        jsonw_int(j, "max_trials", s->max_trials);
    jsonw_int(j, "seed", s->seed);
    if (s->dice != NULL)
        jsonw_string(j, "dice", s->dice);
    deciders(j, "early", &s->early);
    deciders(j, "late", &s->late);
    deciders(j, "last", &s->last);
    jsonw_end(j);
}

static void standard_error(struct jsonw *j, const struct rollout_error *e)
{
    if (e == NULL)
        return;
    jsonw_object(j, "standard_error");
    errors_of_chances(j, "probabilities", &e->outcome);
    equity(j, "equity", e->cubeful);
    equity(j, "cubeless_equity", e->cubeless);
    jsonw_end(j);
}

static const char *play_text(struct writer *w, const struct board *b, const struct play *p)
{
    if (p->n <= 0)
        return NULL;
    strbuf_clear(&w->scratch);
    notation_write(&w->scratch, b, p, NOTATION_MERGED);
    return strbuf_text(&w->scratch);
}

/* Difference: equity lost against the best candidate, 0 or negative; null where it was looked at less deeply. */
static void candidate(struct writer *w, const struct board *b, const struct play_analysis *p, int i)
{
    struct jsonw *j = &w->j;
    const struct candidate *c = &p->candidates[i];
    jsonw_object_flat(j, NULL);
    jsonw_int(j, "rank", i + 1);
    jsonw_string(j, "play", play_text(w, b, &c->play));
    jsonw_bool(j, "played", i == p->played);
    equity(j, "equity", c->equity);
    equity(j, "difference", candidate_is_comparable(c, &p->candidates[0]) ? c->equity - p->candidates[0].equity : NAN);
    equity(j, "cubeless_equity", c->cubeless);
    probabilities(j, "probabilities", &c->outcome);
    level(j, &c->level);
    standard_error(j, c->stderror);
    rollout(j, c->rollout);
    jsonw_end(j);
}

static void why(struct writer *w, const struct decision *d, bool cube)
{
    strbuf_clear(&w->scratch);
    jsonw_string(&w->j, "why", lesson_text(d, cube, &w->scratch) ? strbuf_text(&w->scratch) : NULL);
}

static void play_analysis(struct writer *w, const struct decision *d, const struct play_analysis *p, int limit)
{
    const struct board *b = &d->before.board;
    struct jsonw *j = &w->j;
    if (p == NULL) {
        jsonw_null(j, "moves");
        return;
    }
    jsonw_object(j, "moves");
    jsonw_int(j, "legal", p->n_legal);
    if (p->played >= 0)
        jsonw_int(j, "played", p->played + 1);
    else
        jsonw_null(j, "played");
    equity(j, "error", p->error);
    equity(j, w->m->length > 0 ? "error_mwc" : "error_points", p->error_mwc);
    why(w, d, false);
    themes_json(decision_themes(d, false), j, "themes");
    jsonw_int(j, "candidates_total", p->n);
    jsonw_array(j, "candidates");
    for (int i = 0; i < p->n; i++)
        if (i < limit || i == p->played)
            candidate(w, b, p, i);
    jsonw_end(j);
    jsonw_end(j);
}

static void branch(struct writer *w, const char *key, const struct cube_branch *b)
{
    struct jsonw *j = &w->j;
    jsonw_object_flat(j, key);
    equity(j, "cubeless_equity", b->cubeless);
    equity(j, w->m->length > 0 ? "mwc" : "points", b->mwc);
    probabilities(j, "probabilities", &b->outcome);
    standard_error(j, b->stderror);
    jsonw_end(j);
}

/* Only where there are any: what the file's author marked by hand. */
static void author_marks(struct jsonw *j, const struct event *e)
{
    const struct author_marks m = event_author_marks(e);
    if (m.play == SKILL_NONE && m.cube == SKILL_NONE && m.luck == LUCK_NONE)
        return;
    jsonw_object_flat(j, "author_marks");
    jsonw_string(j, "move", text_or_null(skill_name(m.play)));
    jsonw_string(j, "cube", text_or_null(skill_name(m.cube)));
    jsonw_string(j, "luck", text_or_null(luck_name(m.luck)));
    jsonw_end(j);
}

static void ids(struct jsonw *j, const struct position *p)
{
    char id[XGID_MAX], gnubg[POSITION_ID_LENGTH + MATCH_ID_LENGTH + 2];
    xgid(p, id);
    position_id(&p->board, gnubg);
    gnubg[POSITION_ID_LENGTH] = ':';
    match_id(p, gnubg + POSITION_ID_LENGTH + 1);
    jsonw_string(j, "xgid", id);
    jsonw_string(j, "gnubg_id", gnubg);
}

static void maps(struct jsonw *j, const struct cube_maps *m)
{
    if (m == NULL)
        return;
    jsonw_object(j, "by_score");
    jsonw_string(j, "money", (const char[]){verdict_letters[m->money], '\0'});
    jsonw_array(j, "away");
    for (int i = 0; i < CUBE_MAP_AWAY; i++) {
        char row[CUBE_MAP_AWAY + 1] = "";
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            row[k] = verdict_letters[m->at[i][k]];
        jsonw_string(j, NULL, row);
    }
    jsonw_end(j);
    jsonw_end(j);
    jsonw_array(j, "by_roll");
    for (int a = 1; a <= 6; a++) {
        jsonw_array_flat(j, NULL);
        for (int b = 1; b <= 6; b++)
            equity(j, NULL, m->roll[roll_index(a, b)]);
        jsonw_end(j);
    }
    jsonw_end(j);
}

/* `p`: with the dice that were rolled afterwards, which its IDs leave out. */
static void cube_analysis(struct writer *w, const struct decision *d, const struct cube_analysis *c)
{
    const struct position *p = &d->before;
    struct jsonw *j = &w->j;
    bool match = w->m->length > 0;
    if (c == NULL) {
        jsonw_null(j, "cube");
        return;
    }
    const struct position before = position_before_roll(p);
    jsonw_object(j, "cube");
    ids(j, &before);
    equity(j, "no_double", c->nd);
    equity(j, "double_take", c->dt);
    equity(j, "double_pass", c->dp);
    jsonw_string(j, "verdict",
                 c->verdict != VERDICT_NONE ? verdict_text(c->verdict, p->cube_owner != CUBE_CENTRED) : NULL);
    equity(j, "double_error", c->double_error);
    equity(j, match ? "double_error_mwc" : "double_error_points", c->double_error_mwc);
    equity(j, "answer_error", c->answer_error);
    equity(j, match ? "answer_error_mwc" : "answer_error_points", c->answer_error_mwc);
    why(w, d, true);
    themes_json(decision_themes(d, true), j, "themes");
    branch(w, "no_double_evaluation", &c->branch[0]);
    branch(w, "double_take_evaluation", &c->branch[1]);
    level(j, &c->level);
    rollout(j, c->rollout);
    maps(j, c->maps);
    jsonw_end(j);
}

/* Where a position asks what to reply to a double. */
static void replies(struct writer *w, const struct cube_analysis *c, const struct decision *d)
{
    struct jsonw *j = &w->j;
    struct replies a;
    if (c == NULL || !decision_asks_reply(d))
        return;
    replies_to(&d->before, c->dt, c->dp, &a);
    jsonw_object(j, "replies");
    player(j, "player", d->before.turn);
    jsonw_string(j, "best", reply_name(&d->before, a.best));
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++) {
        if (i == REPLY_RAISE && !a.may_raise)
            continue;
        jsonw_object_flat(j, reply_name(&d->before, i));
        equity(j, "equity", a.equity[i]);
        equity(j, "cost", a.cost[i]);
        jsonw_end(j);
    }
    jsonw_end(j);
}

static void luck(struct writer *w, const struct annotation *a)
{
    struct jsonw *j = &w->j;
    if (a == NULL || isnan(a->luck)) {
        jsonw_null(j, "luck");
        return;
    }
    jsonw_object_flat(j, "luck");
    equity(j, "equity", a->luck);
    equity(j, w->m->length > 0 ? "mwc" : "points", a->luck_mwc);
    jsonw_end(j);
}

static void race(struct jsonw *j, const struct annotation *a)
{
    static const char *const sides[] = {"on_roll", "opponent"};
    if (a == NULL || a->race == NULL)
        return;
    jsonw_object(j, "race");
    for (int i = 0; i < 2; i++) {
        jsonw_object_flat(j, sides[i]);
        jsonw_number(j, "epc", (double)a->race->epc[i], 3);
        jsonw_number(j, "wastage", (double)a->race->wastage[i], 3);
        jsonw_end(j);
    }
    jsonw_bool(j, "exact", a->race->exact);
    jsonw_end(j);
}

static void marks(struct jsonw *j, const struct annotation *a)
{
    jsonw_object_flat(j, "marks");
    jsonw_string(j, "move", a != NULL ? text_or_null(skill_name(a->play_skill)) : NULL);
    jsonw_string(j, "cube", a != NULL ? text_or_null(skill_name(a->cube_skill)) : NULL);
    jsonw_string(j, "luck", a != NULL ? text_or_null(luck_name(a->luck_mark)) : NULL);
    jsonw_end(j);
}

static void position(struct jsonw *j, const struct position *p)
{
    int pips[2] = {board_pips(&p->board), board_opponent_pips(&p->board)};
    ids(j, p);
    jsonw_array_flat(j, "pips");
    jsonw_int(j, NULL, pips[p->on_roll == 0 ? 0 : 1]);
    jsonw_int(j, NULL, pips[p->on_roll == 0 ? 1 : 0]);
    jsonw_end(j);
}

static void roll(struct jsonw *j, const int8_t dice[2])
{
    char text[3] = {(char)('0' + dice[0]), (char)('0' + dice[1]), '\0'};
    jsonw_string(j, "roll", dice[0] > 0 ? text : NULL);
}

static void action(struct writer *w, const struct walk *walk)
{
    struct jsonw *j = &w->j;
    const struct event *e = walk->event;
    bool has_value = e->kind == EVENT_DOUBLE || e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON ||
                     e->kind == EVENT_SET_CUBE || e->kind == EVENT_RESIGN;
    jsonw_string(j, "action", event_kind_name(e->kind));
    player(j, "player", e->player);
    roll(j, e->dice);
    jsonw_string(j, "play", e->kind == EVENT_PLAY ? play_text(w, &walk->before.board, &e->play) : NULL);
    if (has_value)
        jsonw_int(j, "value", e->value);
    else
        jsonw_null(j, "value");
    jsonw_bool(j, "illegal", (e->flags & EVENT_ILLEGAL) != 0);
    if (e->text != NULL)
        jsonw_string(j, "source_text", e->text);
}

/* A ply that the options do not ask for is left out; of one that is shown for its play or its cube alone, the other is
 * null. */
static void ply(struct writer *w, const struct walk *walk, const struct export_options *o)
{
    struct jsonw *j = &w->j;
    const struct event *e = walk->event;
    struct decision d;
    decision_of(&d, walk, w->set);
    if (!report_wants(o, &d))
        return;
    const struct annotation *a = o->analysis ? d.note : NULL;
    jsonw_object(j, NULL);
    jsonw_int(j, "number", walk->move_number);
    action(w, walk);
    position(j, &d.before);
    play_analysis(w, &d, a != NULL && report_shows_play(o, &d) ? a->play : NULL, o->candidates);
    cube_analysis(w, &d, a != NULL && report_shows_cube(o, &d) ? a->cube : NULL);
    replies(w, a != NULL && report_shows_cube(o, &d) ? a->cube : NULL, &d);
    luck(w, a);
    race(j, a);
    marks(j, a);
    author_marks(j, e);
    jsonw_string(j, "comment", o->annotations ? e->comment : NULL);
    if (e->properties != NULL)
        tags(j, "properties", e->properties);
    jsonw_end(j);
}

static void game(struct writer *w, const struct game *g, const struct export_options *o)
{
    struct jsonw *j = &w->j;
    jsonw_object(j, NULL);
    jsonw_int(j, "number", g->number);
    jsonw_array_flat(j, "score");
    jsonw_int(j, NULL, g->score[0]);
    jsonw_int(j, NULL, g->score[1]);
    jsonw_end(j);
    jsonw_bool(j, "crawford_game", g->crawford_game);
    jsonw_int(j, "automatic_doubles", g->automatic_doubles);
    player(j, "winner", g->winner);
    jsonw_int(j, "points", g->points);
    jsonw_string(j, "ending", ending_names[g->ending]);
    jsonw_string(j, "comment", o->annotations ? g->comment : NULL);
    jsonw_array(j, "plies");
    struct walk walk;
    for (walk_begin(&walk, w->m, g); walk_next(&walk);)
        ply(w, &walk, o);
    jsonw_end(j);
    jsonw_end(j);
}

/* ---- statistics ---- */

/* What the figures of one player are printed from. */
struct figures {
    const struct side_statistics *side; /* NULL = there are no statistics */
    const struct side_rates *rates;
    bool counted, moves, cube, luck; /* engine-free counts; analysed parts */
    bool match; /* MWC; else points */
};

static void count(struct jsonw *j, const char *key, bool known, int n)
{
    if (known)
        jsonw_int(j, key, n);
    else
        jsonw_null(j, key);
}

static void rate(struct jsonw *j, const char *key, double emg)
{
    jsonw_number(j, key, 1000 * emg, RATE_DECIMALS);
}

/* Both totals under their names; the second is "..._mwc" in matches, "..._points" in money play. */
static void amounts(struct jsonw *j, const struct figures *f, const char *const names[3], bool known, struct amount a)
{
    equity(j, names[0], known ? a.emg : NAN);
    equity(j, names[f->match ? 1 : 2], known ? a.mwc : NAN);
}

static const char *const error_names[] = {"error_emg", "error_mwc", "error_points"};
static const char *const given_up_names[] = {"given_up_emg", "given_up_mwc", "given_up_points"};
static const char *const luck_names[] = {"luck_emg", "luck_mwc", "luck_points"};

static void checker_figures(struct jsonw *j, const struct figures *f)
{
    const struct side_statistics *s = f->side;
    jsonw_object(j, "checker");
    count(j, "total_moves", f->counted, s->total_moves);
    count(j, "unforced_moves", f->counted, s->unforced_moves);
    count(j, "doubtful", f->moves, s->skill[SKILL_DOUBTFUL]);
    count(j, "bad", f->moves, s->skill[SKILL_BAD]);
    count(j, "very_bad", f->moves, s->skill[SKILL_VERY_BAD]);
    amounts(j, f, error_names, f->moves, s->move_error);
    rate(j, "error_rate_memg", f->rates->move_rate.emg);
    jsonw_string(j, "rating", f->rates->move_rating);
    jsonw_end(j);
}

static void luck_figures(struct jsonw *j, const struct figures *f)
{
    const struct side_statistics *s = f->side;
    jsonw_object(j, "luck");
    count(j, "very_lucky", f->luck, s->luck[LUCK_VERY_LUCKY + 2]);
    count(j, "lucky", f->luck, s->luck[LUCK_LUCKY + 2]);
    count(j, "unlucky", f->luck, s->luck[LUCK_UNLUCKY + 2]);
    count(j, "very_unlucky", f->luck, s->luck[LUCK_VERY_UNLUCKY + 2]);
    amounts(j, f, luck_names, f->luck, s->luck_total);
    rate(j, "luck_rate_memg", f->rates->luck_rate.emg);
    jsonw_string(j, "rating", f->rates->luck_rating);
    jsonw_end(j);
}

static void cube_figures(struct jsonw *j, const struct figures *f)
{
    static const char *const kinds[CUBE_ERRORS] = {/* ORDER CUBE_ERROR */
                                                   "missed_double_below_cp",
                                                   "missed_double_above_cp",
                                                   "wrong_double_below_dp",
                                                   "wrong_double_above_tg",
                                                   "wrong_take",
                                                   "wrong_pass"};
    const struct side_statistics *s = f->side;
    jsonw_object(j, "cube");
    count(j, "total_decisions", f->counted, s->cube_decisions);
    count(j, "close_or_actual", f->cube, s->close_or_actual);
    count(j, "doubles", f->counted, s->doubles);
    count(j, "takes", f->counted, s->takes);
    count(j, "passes", f->counted, s->passes);
    for (int k = 0; k < CUBE_ERRORS; k++) {
        jsonw_object_flat(j, kinds[k]);
        count(j, "count", f->cube, s->cube_errors[k]);
        amounts(j, f, error_names, f->cube, s->cube_error[k]);
        jsonw_end(j);
    }
    amounts(j, f, error_names, f->cube, f->rates->cube_error);
    rate(j, "error_rate_memg", f->rates->cube_rate.emg);
    jsonw_string(j, "rating", f->rates->cube_rating);
    jsonw_end(j);
}

static void overall_figures(struct jsonw *j, const struct figures *f)
{
    const struct side_rates *r = f->rates;
    jsonw_object(j, "overall");
    amounts(j, f, error_names, true, r->error);
    rate(j, "error_rate_memg", r->rate.emg);
    count(j, "decisions", f->moves || f->cube, r->decisions);
    rate(j, "snowie_error_rate", r->snowie_rate);
    count(j, "snowie_moves", f->moves || f->cube, r->snowie_moves);
    jsonw_number(j, "pr", r->pr, RATE_DECIMALS);
    count(j, "pr_decisions", f->moves || f->cube, r->pr_decisions);
    jsonw_string(j, "rating", r->rating);
    equity(j, "actual_result", r->actual);
    equity(j, "luck_adjusted_result", r->luck_adjusted);
    count(j, "unread_plays", f->counted, f->side->unread);
    count(j, "abandoned_games", f->moves, f->side->abandoned);
    amounts(j, f, given_up_names, f->moves, f->side->given_up);
    equity(j, "mwc_against_current_opponent", r->mwc_against_opponent);
    jsonw_number(j, "luck_based_fibs_difference", r->fibs_difference, RATE_DECIMALS);
    jsonw_number(j, "error_based_fibs_rating", r->fibs_rating, RATE_DECIMALS);
    jsonw_number(j, "checker_rating_loss", r->fibs_move_loss, RATE_DECIMALS);
    jsonw_number(j, "cube_rating_loss", r->fibs_cube_loss, RATE_DECIMALS);
    jsonw_end(j);
}

/* The two players' figures; `s` NULL = nothing was counted. */
static void players_figures(struct writer *w, const struct statistics *s)
{
    const struct statistics none = {.actual = {NAN, NAN}, .finished = true};
    struct rates rates;
    rates_of(s != NULL ? s : &none, w->m->length, &rates);
    jsonw_array(&w->j, "players");
    for (int who = 0; who < 2; who++) {
        struct figures f = {
            .side = s != NULL ? &s->side[who] : &none.side[who],
            .rates = &rates.side[who],
            .counted = s != NULL,
            .moves = s != NULL && s->moves_analysed,
            .cube = s != NULL && s->cube_analysed,
            .luck = s != NULL && s->luck_analysed,
            .match = w->m->length > 0,
        };
        jsonw_object(&w->j, NULL);
        jsonw_string(&w->j, "name", w->m->player[who].name);
        checker_figures(&w->j, &f);
        luck_figures(&w->j, &f);
        cube_figures(&w->j, &f);
        overall_figures(&w->j, &f);
        jsonw_end(&w->j);
    }
    jsonw_end(&w->j);
}

static void statistics_object(struct writer *w)
{
    bool any = w->set >= 0 && w->m->statistics != NULL;
    jsonw_object(&w->j, "statistics");
    players_figures(w, any ? &w->m->statistics[w->set] : NULL);
    jsonw_array(&w->j, "games");
    for (size_t g = 0; g < w->m->n_games; g++) {
        const struct game *game = &w->m->games[g];
        jsonw_object(&w->j, NULL);
        jsonw_int(&w->j, "number", game->number);
        players_figures(w, w->set >= 0 && game->statistics != NULL ? &game->statistics[w->set] : NULL);
        jsonw_end(&w->j);
    }
    jsonw_end(&w->j);
    jsonw_end(&w->j);
}

static void put_document(const struct match *m, const struct export_options *o, bool line, struct strbuf *out)
{
    struct writer w = {.m = m, .set = export_set(m, o)};
    jsonw_begin(&w.j, out);
    if (line)
        jsonw_object_flat(&w.j, NULL);
    else
        jsonw_object(&w.j, NULL);
    jsonw_string(&w.j, "schema", "kibitzer/match/1");
    match_object(&w, o);
    jsonw_array(&w.j, "games");
    for (size_t g = 0; g < m->n_games; g++)
        game(&w, &m->games[g], o);
    jsonw_end(&w.j);
    statistics_object(&w);
    if (certificate_fits(m, o))
        certificate_put(&w.j, "certificate", m, o, false);
    else
        jsonw_null(&w.j, "certificate");
    jsonw_end(&w.j);
    jsonw_finish(&w.j);
    strbuf_done(&w.scratch);
}

static bool write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    put_document(m, o, false, sink_main(sink));
    loss_report(m, CARRIES_EVERYTHING & ~CARRIES(OTHER_SETS), NULL, d);
    return true;
}

static bool write_line(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    put_document(m, o, true, sink_main(sink));
    loss_report(m, CARRIES_EVERYTHING & ~CARRIES(OTHER_SETS), NULL, d);
    return true;
}

const struct exporter exporter_json = {
    .name = "json",
    .title = "JSON: match, plies, analysis and statistics",
    .extension = "json",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .write = write,
};

const struct exporter exporter_ndjson = {
    .name = "ndjson",
    .title = "NDJSON: the JSON of each match on a line",
    .extension = "ndjson",
    .scope = EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES,
    .annotations = true,
    .follow = true,
    .write = write_line,
};
