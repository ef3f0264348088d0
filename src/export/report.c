/* What every report says. The one idea: a report is a list of decisions made by one replay; everything a writer prints
 * is asked of a decision. Wording follows GNU Backgammon's exports (docs/formats/html.md). */
#include "export/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "match/notation.h"
#include "match/walk.h"

/* ---- collecting ---- */

static const struct annotation *note_of(const struct event *e, int set)
{
    return set >= 0 ? event_annotation(e, set) : NULL;
}

static void set_anchor(struct report *r, struct decision *d, size_t index)
{
    const char *again = "";
    if (r->n_decisions > 0) {
        const struct decision *last = d - 1;
        again = last->game == d->game && last->number == d->number ? "b" : "";
    }
    if (d->number > 0 && d->event->kind <= EVENT_DROP)
        snprintf(d->anchor, sizeof d->anchor, "g%dm%d%s", d->game->number, d->number, again);
    else
        snprintf(d->anchor, sizeof d->anchor, "g%de%zu", d->game->number, index + 1);
}

void decision_of(struct decision *d, const struct walk *w, int set)
{
    *d = (struct decision){
        .game = w->game,
        .event = w->event,
        .note = note_of(w->event, set),
        .before = w->before,
        .played = w->played,
        .problem = w->problem,
        .number = w->event->kind <= EVENT_DROP ? w->move_number : 0,
        .shown = true,
    };
    d->marked = d->problem != NULL || decision_skill(d) != SKILL_NONE;
}

/* `o` NULL = everything is wanted. */
static void add_decision(struct report *r, const struct walk *w, const struct export_options *o)
{
    r->decisions = grow(r->decisions, r->n_decisions, &r->capacity, sizeof *r->decisions);
    struct decision *d = &r->decisions[r->n_decisions];
    decision_of(d, w, r->set);
    if (o != NULL) {
        d->shown = report_wants(o, d);
        d->note = o->analysis ? d->note : NULL;
    }
    set_anchor(r, d, w->index);
    r->n_decisions++;
}

static void add_error(struct report *r, const struct decision *d, bool cube, float error, float mwc, enum skill skill)
{
    if (skill == SKILL_NONE || isnan(error))
        return;
    r->errors = grow(r->errors, r->n_errors, &r->error_capacity, sizeof *r->errors);
    r->errors[r->n_errors++] = (struct costly){d, cube, error, mwc, skill};
}

static int compare_errors(const void *a, const void *b)
{
    const struct costly *x = a, *y = b;
    if (x->error != y->error)
        return x->error < y->error ? 1 : -1;
    if (x->decision != y->decision)
        return x->decision < y->decision ? -1 : 1;
    return x->cube - y->cube;
}

static void collect_errors(struct report *r)
{
    for (size_t i = 0; i < r->n_decisions; i++) {
        const struct decision *d = &r->decisions[i];
        if (d->note == NULL || !d->shown)
            continue;
        add_error(r, d, true, decision_cube_error(d), decision_cube_error_mwc(d), d->note->cube_skill);
        if (d->note->play != NULL)
            add_error(r, d, false, d->note->play->error, d->note->play->error_mwc, d->note->play_skill);
    }
    if (r->n_errors > 1)
        qsort(r->errors, r->n_errors, sizeof *r->errors, compare_errors);
}

/* A roll told apart from its play is one decision: the play's, unless the roll carries notes of its own. */
static bool is_half_a_roll(const struct game *g, size_t index, int set)
{
    const struct event *e = &g->events[index];
    return e->kind == EVENT_ROLL && index + 1 < g->n_events && e[1].kind == EVENT_PLAY && e[1].player == e->player &&
           note_of(e, set) == NULL && e->comment == NULL;
}

static void collect(struct report *r, const struct match *m, int set, const struct export_options *o)
{
    *r = (struct report){.match = m, .set = set < (int)m->n_sets ? set : -1};
    for (size_t i = 0; i < m->n_games; i++) {
        struct walk w;
        for (walk_begin(&w, m, &m->games[i]); walk_next(&w);)
            if (!is_half_a_roll(w.game, w.index, r->set))
                add_decision(r, &w, o);
    }
    collect_errors(r);
}

void report_init(struct report *r, const struct match *m, int set)
{
    collect(r, m, set, NULL);
}

void report_init_for(struct report *r, const struct match *m, const struct export_options *o)
{
    collect(r, m, export_set(m, o), o);
}

void report_done(struct report *r)
{
    free(r->decisions);
    free(r->errors);
    *r = (struct report){0};
}

/* ---- the curve ---- */

static double money_value(const struct decision *d, double equity, int who)
{
    double points = equity * d->before.cube;
    return d->game->score[0] - d->game->score[1] + (who == 0 ? points : -points);
}

/* What the player who decides may expect with the best he can do. */
static float best_equity(const struct annotation *a)
{
    if (a->cube != NULL && !isnan(a->cube->nd)) {
        const struct cube_analysis *c = a->cube;
        float doubled = c->dt < c->dp ? c->dt : c->dp;
        return doubled > c->nd ? doubled : c->nd;
    }
    if (a->play != NULL && a->play->n > 0)
        return a->play->candidates[0].equity;
    return NAN;
}

double report_value(const struct report *r, const struct decision *d)
{
    if (d->note == NULL)
        return NAN;
    int who = d->before.on_roll;
    if (r->match->length == 0)
        return money_value(d, best_equity(d->note), who);
    double mwc = d->note->cube != NULL ? d->note->cube->branch[0].mwc : 0;
    if (!(mwc > 0 && mwc <= 1) && d->note->play != NULL)
        mwc = d->note->play->mwc;
    if (!(mwc > 0 && mwc <= 1))
        return NAN;
    return who == 0 ? mwc : 1 - mwc;
}

/* ---- names and scores ---- */

const char *report_name(const struct match *m, int who)
{
    const char *name = m->player[who].name;
    if (name != NULL && name[strspn(name, " \t\r\n")] != '\0')
        return name;
    return who == 0 ? "Player 1" : "Player 2";
}

const char *report_colour(int who)
{
    return who == 0 ? "light" : "dark";
}

void report_length(struct strbuf *out, const struct match *m)
{
    if (m->length == 0)
        strbuf_puts(out, "money session");
    else
        strbuf_printf(out, "%d-point match", m->length);
}

void report_title(struct strbuf *out, const struct match *m)
{
    strbuf_printf(out, "%s vs %s, ", report_name(m, 0), report_name(m, 1));
    report_length(out, m);
}

void report_score(struct strbuf *out, const struct match *m, const struct game *g)
{
    strbuf_printf(out, "%s %d, %s %d", report_name(m, 0), g->score[0], report_name(m, 1), g->score[1]);
    if (m->length > 0)
        strbuf_printf(out, " (match to %d point%s%s)", m->length, m->length == 1 ? "" : "s",
                      g->crawford_game ? ", Crawford game" : "");
}

/* Cube at the end of the game, which turns points into single, gammon, backgammon; 0 = not known. */
static int last_cube(const struct match *m, const struct game *g)
{
    struct walk w;
    walk_begin(&w, m, g);
    int cube = w.before.cube;
    while (walk_next(&w))
        cube = w.after.cube;
    return cube;
}

static const char *manner(const struct match *m, const struct game *g)
{
    switch (g->ending) {
    case ENDING_DROP:
        return " (double passed)";
    case ENDING_FORFEIT:
        return " (forfeit)";
    case ENDING_SETTLED:
        return " (settled)";
    case ENDING_NONE:
    case ENDING_BORNE_OFF:
    case ENDING_RESIGNED:
        break;
    }
    int cube = last_cube(m, g);
    bool resigned = g->ending == ENDING_RESIGNED;
    if (cube > 0 && g->points == 2 * cube)
        return resigned ? " (gammon, resigned)" : " (gammon)";
    if (cube > 0 && g->points == 3 * cube)
        return resigned ? " (backgammon, resigned)" : " (backgammon)";
    return resigned ? " (resigned)" : "";
}

void report_result(struct strbuf *out, const struct match *m, const struct game *g)
{
    if (g->winner == NOBODY) {
        strbuf_puts(out, "not finished");
        return;
    }
    strbuf_printf(out, "%s wins %d point%s%s", report_name(m, g->winner), g->points, g->points == 1 ? "" : "s",
                  manner(m, g));
}

void report_final_score(const struct match *m, int score[2])
{
    score[0] = score[1] = 0;
    if (m->n_games == 0)
        return;
    const struct game *g = &m->games[m->n_games - 1];
    score[0] = g->score[0];
    score[1] = g->score[1];
    if (g->winner != NOBODY)
        score[g->winner] += g->points;
}

/* ---- headings and actions ---- */

void report_heading(struct strbuf *out, const struct report *r, const struct decision *d)
{
    const struct event *e = d->event;
    const char *name = report_name(r->match, e->player), *other = report_name(r->match, 1 - e->player);
    switch (e->kind) {
    case EVENT_PLAY:
    case EVENT_ROLL:
        strbuf_printf(out, "%s to play %d%d", name, e->dice[0], e->dice[1]);
        break;
    case EVENT_DOUBLE:
        strbuf_printf(out, "%s on roll, cube decision", name);
        break;
    case EVENT_BEAVER:
    case EVENT_RACCOON:
    case EVENT_TAKE:
    case EVENT_DROP:
        strbuf_printf(out, "%s doubles to %d, %s to answer", other, d->before.cube * 2, name);
        break;
    case EVENT_RESIGN:
        strbuf_printf(out, "%s offers to resign", name);
        break;
    case EVENT_RESIGN_ACCEPT:
    case EVENT_RESIGN_REFUSE:
        strbuf_printf(out, "%s to answer the resignation", name);
        break;
    default:
        strbuf_puts(out, name);
    }
}

static const char *resignation(int cubes)
{
    static const char *const names[] = {"the game", "a single game", "a gammon", "a backgammon"};
    return names[cubes >= 0 && cubes <= 3 ? cubes : 0];
}

/* The board before a play seen by the one who moves, whatever the record says about who is on roll. */
static struct board mover_board(const struct decision *d)
{
    struct board b = d->before.board;
    if (d->before.on_roll != d->event->player)
        board_flip(&b, &b);
    return b;
}

static void play_text(struct strbuf *out, const struct decision *d)
{
    const struct event *e = d->event;
    struct board b = mover_board(d);
    if (e->text != NULL && d->problem != NULL)
        strbuf_puts(out, e->text); /* an illegal play in its own words */
    else
        notation_write(out, &b, &e->play, NOTATION_MERGED);
}

void report_action(struct strbuf *out, const struct report *r, const struct decision *d)
{
    const struct event *e = d->event;
    (void)r;
    switch (e->kind) {
    case EVENT_PLAY:
        play_text(out, d);
        break;
    case EVENT_ROLL:
        strbuf_puts(out, "no play recorded");
        break;
    case EVENT_DOUBLE:
        strbuf_printf(out, "%s to %d", e->value > 2 && d->before.cube_owner != CUBE_CENTRED ? "redoubles" : "doubles",
                      e->value);
        break;
    case EVENT_BEAVER:
        strbuf_printf(out, "beavers to %d", e->value);
        break;
    case EVENT_RACCOON:
        strbuf_printf(out, "raccoons to %d", e->value);
        break;
    case EVENT_TAKE:
        strbuf_puts(out, "takes");
        break;
    case EVENT_DROP:
        strbuf_puts(out, "passes");
        break;
    case EVENT_RESIGN:
        strbuf_printf(out, "resigns %s", resignation(e->value));
        break;
    case EVENT_RESIGN_ACCEPT:
        strbuf_puts(out, "accepts the resignation");
        break;
    case EVENT_RESIGN_REFUSE:
        strbuf_puts(out, "refuses the resignation");
        break;
    default:
        strbuf_puts(out, event_kind_name(e->kind));
    }
}

void report_cube_state(struct strbuf *out, const struct match *m, const struct position *p)
{
    if (!p->rules.cube)
        strbuf_puts(out, "no cube");
    else if (p->crawford_game)
        strbuf_puts(out, "Crawford game");
    else if (p->cube_owner == CUBE_CENTRED)
        strbuf_printf(out, "cube centred at %d", p->cube);
    else
        strbuf_printf(out, "%s owns the cube at %d", report_name(m, p->cube_owner), p->cube);
}

void report_level(struct strbuf *out, const struct eval_level *level)
{
    if (level->name != NULL) {
        strbuf_puts(out, level->name);
        return;
    }
    switch (level->kind) {
    case EVAL_PLY:
        strbuf_printf(out, "%d-ply%s", level->plies, level->cubeful ? "" : " cubeless");
        break;
    case EVAL_ROLLOUT:
        strbuf_printf(out, "rollout %d", level->trials);
        break;
    case EVAL_BOOK:
        strbuf_puts(out, "book");
        break;
    case EVAL_EXACT:
        strbuf_puts(out, "exact");
        break;
    case EVAL_NONE:
    case EVAL_OTHER:
        strbuf_puts(out, "other");
        break;
    }
}

void report_level_for(struct strbuf *out, const struct eval_level *level, const struct export_options *o)
{
    report_level(out, level);
    if (!o->parameters || level->kind == EVAL_NONE)
        return;
    if (level->cubeful || level->kind != EVAL_PLY || level->name != NULL) /* else it has been said */
        strbuf_puts(out, level->cubeful ? ", cubeful" : ", cubeless");
    if (level->noise > 0)
        strbuf_printf(out, ", noise %.4g", (double)level->noise);
    if (level->kind == EVAL_ROLLOUT && level->name != NULL)
        strbuf_printf(out, ", %d games", level->trials);
}

static void rollout_players(struct strbuf *out, const struct rollout_players *p)
{
    if (p->chequer.kind != EVAL_NONE) {
        strbuf_puts(out, ", chequers ");
        report_level(out, &p->chequer);
    }
    if (p->cube.kind != EVAL_NONE) {
        strbuf_puts(out, ", cube ");
        report_level(out, &p->cube);
    }
}

void report_rollout(struct strbuf *out, const struct rollout_settings *s)
{
    if (s == NULL)
        return;
    if (s->truncation > 0)
        strbuf_printf(out, "truncated after %d half-rolls", s->truncation);
    else
        strbuf_puts(out, "played out");
    strbuf_puts(out, s->variance_reduction ? ", variance reduction" : "");
    strbuf_puts(out, s->quasi_random ? ", quasi-random dice" : "");
    rollout_players(out, &s->early);
    if (s->late_from > 0) {
        strbuf_printf(out, ", from half-roll %d", s->late_from);
        rollout_players(out, &s->late);
    }
    strbuf_printf(out, ", seed %ld", s->seed);
}

void report_engine(struct strbuf *out, const struct report *r, const struct export_options *o)
{
    if (r->set < 0)
        return;
    const struct annotation_set *s = &r->match->sets[r->set];
    const char *const words[] = {s->version, s->level, s->met, o->parameters ? s->settings : NULL};
    strbuf_puts(out, s->engine != NULL ? s->engine : "an unnamed engine");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i] != NULL && words[i][0] != '\0')
            strbuf_printf(out, "%s%s", i == 0 ? " " : ", ", words[i]);
}

/* ---- figures ---- */

static void figure(struct strbuf *out, double value, int decimals, const char *format, const char *unit)
{
    if (isnan(value) || isinf(value)) {
        strbuf_puts(out, "n/a");
        return;
    }
    double half = 0.5 * pow(10, -decimals);
    if (fabs(value) < half)
        value = 0; /* no negative zero */
    strbuf_printf(out, format, decimals, value);
    strbuf_puts(out, unit);
}

void report_signed(struct strbuf *out, double value, int decimals)
{
    figure(out, value, decimals, "%+.*f", "");
}

void report_plain(struct strbuf *out, double value, int decimals)
{
    figure(out, value, decimals, "%.*f", "");
}

void report_percent(struct strbuf *out, double fraction, int decimals)
{
    figure(out, 100 * fraction, decimals, "%+.*f", "%");
}

void report_probability(struct strbuf *out, double p)
{
    figure(out, 100 * p, 1, "%.*f", "");
}

/* ---- alerts ---- */

bool decision_is_cube_action(const struct decision *d)
{
    return d->event->kind >= EVENT_DOUBLE && d->event->kind <= EVENT_DROP;
}

static bool is_answer(const struct decision *d)
{
    return d->event->kind >= EVENT_BEAVER && d->event->kind <= EVENT_DROP;
}

float decision_cube_error(const struct decision *d)
{
    const struct cube_analysis *c = d->note != NULL ? d->note->cube : NULL;
    if (c == NULL)
        return NAN;
    return is_answer(d) ? c->answer_error : c->double_error;
}

float decision_cube_error_mwc(const struct decision *d)
{
    const struct cube_analysis *c = d->note != NULL ? d->note->cube : NULL;
    if (c == NULL)
        return NAN;
    return is_answer(d) ? c->answer_error_mwc : c->double_error_mwc;
}

enum skill decision_skill(const struct decision *d)
{
    if (d->note == NULL)
        return SKILL_NONE;
    return d->note->play_skill > d->note->cube_skill ? d->note->play_skill : d->note->cube_skill;
}

static const char *cube_mistake(enum event_kind kind)
{
    switch (kind) {
    case EVENT_DOUBLE:
        return "wrong double";
    case EVENT_TAKE:
        return "wrong take";
    case EVENT_BEAVER:
        return "wrong beaver";
    case EVENT_RACCOON:
        return "wrong raccoon";
    case EVENT_DROP:
        return "wrong pass";
    default:
        return "missed double";
    }
}

static const char *play_mistake(enum skill s)
{
    static const char *const names[] = {"inaccurate move", "doubtful move", "bad move", "very bad move"};
    return names[s];
}

static const char *luck_alert(enum luck_mark l)
{
    static const char *const names[] = {"very unlucky roll", "unlucky roll", "", "lucky roll", "very lucky roll"};
    return names[l + 2];
}

int report_alerts(const struct decision *d, struct alert out[ALERTS_MAX])
{
    const float visible = 0.0005f; /* what three decimals can show */
    int n = 0;
    if (d->problem != NULL)
        out[n++] = (struct alert){.kind = ALERT_ILLEGAL, .what = d->problem, .amount = NAN, .amount_mwc = NAN};
    const struct annotation *a = d->note;
    if (a == NULL)
        return n;
    if (a->play != NULL && a->play_skill != SKILL_NONE)
        out[n++] = (struct alert){.kind = ALERT_MOVE,
                                  .what = play_mistake(a->play_skill),
                                  .skill = a->play_skill,
                                  .amount = -a->play->error,
                                  .amount_mwc = -a->play->error_mwc};
    float cube = decision_cube_error(d);
    if (cube >= visible)
        out[n++] = (struct alert){.kind = ALERT_CUBE,
                                  .what = cube_mistake(d->event->kind),
                                  .skill = a->cube_skill,
                                  .amount = -cube,
                                  .amount_mwc = -decision_cube_error_mwc(d)};
    if (a->luck_mark != LUCK_NONE)
        out[n++] = (struct alert){.kind = ALERT_LUCK,
                                  .what = luck_alert(a->luck_mark),
                                  .luck = a->luck_mark,
                                  .amount = a->luck,
                                  .amount_mwc = a->luck_mwc};
    return n;
}

/* ---- errors in words ---- */

void report_error_done(struct strbuf *out, const struct report *r, const struct costly *e)
{
    if (e->cube && !decision_is_cube_action(e->decision))
        strbuf_puts(out, "no double");
    else
        report_action(out, r, e->decision);
}

void report_error_better(struct strbuf *out, const struct report *r, const struct costly *e)
{
    const struct decision *d = e->decision;
    (void)r;
    if (!e->cube) {
        if (d->note->play->n > 0)
            notation_write(out, &d->before.board, &d->note->play->candidates[0].play, NOTATION_MERGED);
    } else if (is_answer(d)) {
        strbuf_puts(out, d->note->cube->dt > d->note->cube->dp ? "pass" : "take");
    } else {
        strbuf_puts(out, verdict_text(d->note->cube->verdict, d->before.cube_owner != CUBE_CENTRED));
    }
}

/* ---- what the options ask for ---- */

static bool is_close(const struct cube_analysis *c)
{
    const float window = 0.16f; /* as GNU Backgammon counts close decisions */
    float doubled = fminf(c->dt, c->dp);
    return fmaxf(c->nd, doubled) - doubled < window;
}

bool report_wants_cube(const struct export_options *o, const struct decision *d)
{
    const struct cube_analysis *c = d->note != NULL ? d->note->cube : NULL;
    bool actual = decision_is_cube_action(d);
    if (actual && o->show_actual_cube)
        return true;
    if (c == NULL)
        return actual && o->show_cube[SKILL_NONE];
    return o->show_cube[d->note->cube_skill] || (o->show_missed_cube && !actual && c->double_error > 0) ||
           (o->show_close_cube && is_close(c));
}

bool report_wants_play(const struct export_options *o, const struct decision *d)
{
    return d->problem != NULL || o->show_move[d->note != NULL ? d->note->play_skill : SKILL_NONE];
}

bool report_wants(const struct export_options *o, const struct decision *d)
{
    if (d->event->kind > EVENT_DROP || d->problem != NULL)
        return true;
    if (decision_is_cube_action(d))
        return report_wants_cube(o, d);
    bool cube = d->note != NULL && d->note->cube != NULL && d->note->cube->verdict != VERDICT_NONE;
    return report_wants_play(o, d) || (cube && report_wants_cube(o, d));
}

bool report_shows_play(const struct export_options *o, const struct decision *d)
{
    return o->analysis && d->note != NULL && d->note->play != NULL && report_wants_play(o, d);
}

bool report_shows_cube(const struct export_options *o, const struct decision *d)
{
    return o->analysis && d->note != NULL && d->note->cube != NULL && report_wants_cube(o, d);
}

/* ---- cube tables ---- */

enum { ROW_ND, ROW_DT, ROW_DP };

/* Best action first: gnubg's order by family of verdicts. */
static void row_order(enum cube_verdict v, int order[3])
{
    static const int no_double[3] = {ROW_ND, ROW_DP, ROW_DT}, take[3] = {ROW_DT, ROW_DP, ROW_ND},
                     pass[3] = {ROW_DP, ROW_DT, ROW_ND}, too_good[3] = {ROW_ND, ROW_DT, ROW_DP};
    const int *from = no_double;
    switch (v) {
    case VERDICT_DOUBLE_TAKE:
    case VERDICT_DOUBLE_BEAVER:
    case VERDICT_OPTIONAL_TAKE:
    case VERDICT_OPTIONAL_BEAVER:
        from = take;
        break;
    case VERDICT_DOUBLE_PASS:
    case VERDICT_OPTIONAL_PASS:
        from = pass;
        break;
    case VERDICT_TOO_GOOD_TAKE:
    case VERDICT_TOO_GOOD_PASS:
        from = too_good;
        break;
    default:
        break;
    }
    memcpy(order, from, 3 * sizeof *order);
}

/* Share of wrong answers that would justify the other action; docs/formats/html.md gives the two formulas. */
static float break_even(const struct cube_analysis *c)
{
    float p = NAN;
    if (c->verdict == VERDICT_NO_DOUBLE_TAKE || c->verdict == VERDICT_NO_DOUBLE_BEAVER)
        p = (c->nd - c->dt) / (c->dp - c->dt);
    else if (c->verdict == VERDICT_TOO_GOOD_PASS)
        p = (c->nd - c->dp) / (c->dt - c->dp);
    return p > 0 && p < 1 ? p : NAN;
}

void cube_table_of(const struct cube_analysis *c, bool redouble, struct cube_table *out)
{
    static const char *const labels[2][3] = {{"No double", "Double, take", "Double, pass"},
                                             {"No redouble", "Redouble, take", "Redouble, pass"}};
    const float equity[3] = {c->nd, c->dt, c->dp};
    int order[3];
    row_order(c->verdict, order);
    for (int i = 0; i < 3; i++)
        out->row[i] = (struct cube_row){
            .label = labels[redouble][order[i]],
            .equity = equity[order[i]],
            .difference = i == 0 ? NAN : equity[order[i]] - equity[order[0]],
        };
    out->verdict = verdict_text(c->verdict, redouble);
    out->percent = break_even(c);
}

int report_candidates(const struct play_analysis *p, int most, int *index)
{
    int n = 0;
    for (int i = 0; i < p->n; i++)
        if (i < most || i == p->played)
            index[n++] = i;
    return n;
}

bool report_shows_board(const struct export_options *o, const struct decision *d, int nth)
{
    if (o->boards_on_errors)
        return d->marked;
    return o->board_every > 0 && (d->marked || nth % o->board_every == 0);
}
