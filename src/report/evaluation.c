/* What was found out about a decision: the table of plays, the cube in a table or a sentence, what an error cost. */
#include <math.h>
#include <string.h>

#include "base/language.h"
#include "document/columns.h"
#include "match/cube_table.h"
#include "match/replies.h"
#include "report/lessons.h"
#include "report/match_report.h"

enum { SHOWN_MAX = 64 };

static bool has_cube(const struct match_report *r, const struct decision *d)
{
    return report_shows_cube(r->o, d) && d->note->cube->verdict != VERDICT_NONE;
}

static bool has_chances(const struct cube_branch *b)
{
    const struct outcome *o = &b->outcome;
    return !isnan(o->win) && (o->win != 0 || o->win_gammon != 0 || o->lose_gammon != 0);
}

/* ---- the plays ---- */

enum { COLUMN_PLAY, COLUMN_EQUITY, COLUMN_DIFFERENCE, COLUMN_CHANCES, COLUMNS };

#define ACTION(text)                                                                                                   \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_NONE, ROLE_ACTION, NOBODY, 1, true, false                                             \
    }
#define EQUITY                                                                                                         \
    {                                                                                                                  \
        COLUMN_WORDS(N_("Equity")), UNIT_EMG, ROLE_EQUITY, NOBODY, 1, false, true                                      \
    }
#define DIFFERENCE                                                                                                     \
    {                                                                                                                  \
        COLUMN_WORDS(N_("Diff.")), UNIT_EMG, ROLE_DIFFERENCE, NOBODY, 1, false, true                                   \
    }
#define LOSS                                                                                                           \
    {                                                                                                                  \
        COLUMN_WORDS(N_("Loss")), UNIT_EMG, ROLE_DIFFERENCE, NOBODY, 1, false, true                                    \
    }
#define CHANCES                                                                                                        \
    {                                                                                                                  \
        COLUMN_WORDS(N_("Win g bg \xe2\x80\x93 lose g bg, %")), UNIT_CHANCE, ROLE_CHANCES, NOBODY, 2, false, true      \
    }

static const struct column candidate_columns[COLUMNS] = {ACTION(N_("Play")), EQUITY, DIFFERENCE, CHANCES};

static bool same_level(const struct eval_level *a, const struct eval_level *b)
{
    bool names = a->name == b->name || (a->name != NULL && b->name != NULL && strcmp(a->name, b->name) == 0);
    return names && a->kind == b->kind && a->plies == b->plies && a->cubeful == b->cubeful && a->trials == b->trials;
}

/* An equity and, of a rollout, its standard error. */
static void equity_cell(struct draft *b, float equity, const struct eval_level *level, const struct rollout_error *e)
{
    float error = e == NULL ? 0 : level->cubeful ? e->cubeful : e->cubeless;
    cell_begin(b, COLUMN_EQUITY);
    put_emg(b, (double)equity)->number.range = isnan(error) ? 0 : (double)error;
    node_end(b);
}

static void difference_cell(struct draft *b, float difference, bool first)
{
    cell_begin(b, COLUMN_DIFFERENCE);
    if (!first && !isnan(difference))
        put_emg(b, (double)difference);
    node_end(b);
}

/* Of a play that was not looked at as deeply as the best one the difference is a guess: "≈ -0.021 (1-ply)". */
static void candidate_difference(struct match_report *r, const struct play_analysis *a, int i)
{
    struct draft *b = &r->draft;
    const struct candidate *c = &a->candidates[i], *best = &a->candidates[0];
    if (i == 0 || candidate_is_comparable(c, best)) {
        difference_cell(b, report_difference(a, i), i == 0);
        return;
    }
    cell_begin(b, COLUMN_DIFFERENCE);
    words_begin(b, "\xe2\x89\x88 {0}", NULL, 0);
    put_emg(b, (double)(c->equity - best->equity));
    node_end(b);
    node_begin(b, NODE_SPAN, ROLE_LEVEL);
    put_words(b, " (");
    phrase_level(b, &c->level, r->o);
    put_words(b, ")");
    node_end(b);
    node_end(b);
}

static void next_detail(struct draft *b)
{
    if (b->at->first != NULL)
        put_words(b, ", ");
}

/* What else is known of an evaluation: where the options ask for parameters, else it is counted as left out. */
static void evaluation_details(struct match_report *r, float cubeless, const struct rollout_settings *s,
                               const struct rollout_error *e)
{
    struct draft *b = &r->draft;
    if (!r->o->parameters) {
        r->left.count[LOSS_ROLLOUTS] += s != NULL || e != NULL;
        return;
    }
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    if (!isnan(cubeless)) {
        words_begin(b, "cubeless {0}", NULL, 0);
        put_emg(b, (double)cubeless);
        node_end(b);
    }
    if (s != NULL) {
        next_detail(b);
        phrase_rollout(b, s);
    }
    if (e != NULL) {
        next_detail(b);
        phrase_standard_errors(b, e);
    }
    node_end(b);
}

static void rank(struct draft *b, int number)
{
    node_begin(b, NODE_SPAN, ROLE_COUNT);
    put_counted(b, "{0}. ", NULL, number);
    node_end(b);
}

/* Of a row: what was done; of a position, where nobody has decided, what is best. */
static enum role row_role(const struct decision *d, bool done, bool best)
{
    return decision_is_position(d) ? (best ? ROLE_BEST : ROLE_NONE) : done ? ROLE_PLAYED : ROLE_NONE;
}

/* The candidate of rank `i`, in that row; where plays between were left out, its rank is given. */
static void candidate_row(struct match_report *r, const struct decision *d, int i, int in_row)
{
    struct draft *b = &r->draft;
    const struct play_analysis *a = d->note->play;
    const struct candidate *c = &a->candidates[i];
    struct node *row = node_begin(b, NODE_ROW, row_role(d, i == a->played, i == 0));
    row->mark = i == a->played ? d->note->play_skill : SKILL_NONE;
    cell_begin(b, COLUMN_PLAY);
    if (i != in_row)
        rank(b, i + 1);
    put_play(b, &d->before.board, &c->play);
    if (candidate_is_comparable(c, &a->candidates[0]) && !same_level(&c->level, &a->candidates[0].level)) {
        node_begin(b, NODE_SPAN, ROLE_LEVEL);
        phrase_level(b, &c->level, r->o);
        node_end(b);
    }
    evaluation_details(r, c->cubeless, c->rollout, c->stderror);
    node_end(b);
    equity_cell(b, c->equity, &c->level, c->stderror);
    candidate_difference(r, a, i);
    if (r->o->probabilities) {
        cell_begin(b, COLUMN_CHANCES);
        phrase_chances(b, c->outcome);
        node_end(b);
    }
    node_end(b);
}

static void candidates_caption(struct match_report *r, const struct play_analysis *a, int shown)
{
    struct draft *b = &r->draft;
    node_begin(b, NODE_HEADING, ROLE_NONE);
    bool all = shown >= a->n_legal;
    words_begin(b, all ? N_("Plays, {0}") : N_("{1} of {2} plays, {0}"), NULL, 0);
    node_begin(b, NODE_SPAN, ROLE_LEVEL);
    phrase_level(b, &a->candidates[0].level, r->o);
    node_end(b);
    put_count(b, shown);
    put_count(b, a->n_legal);
    node_end(b);
    node_end(b);
}

/* What cannot be compared with the best stands below it. */
static void rule(struct draft *b)
{
    node_begin(b, NODE_GROUP, ROLE_SHALLOW);
    heading_begin(b, 0);
    put_words(b, "Looked at less deeply");
    node_end(b);
}

static void candidates(struct match_report *r, const struct decision *d)
{
    const struct play_analysis *a = d->note->play;
    int index[SHOWN_MAX + 1];
    const bool all = d->note->play_skill != SKILL_NONE || r->position || r->card;
    int most = all ? r->o->candidates : r->o->candidates_fine;
    int n = report_candidates(a, most < SHOWN_MAX ? most : SHOWN_MAX, index);
    table_begin(&r->draft, ROLE_CANDIDATES, candidate_columns, r->o->probabilities ? COLUMNS : COLUMN_CHANCES);
    candidates_caption(r, a, n);
    bool below = false;
    for (int i = 0; i < n; i++) {
        if (report_rule_above(a, index, i)) {
            rule(&r->draft);
            below = true;
        }
        candidate_row(r, d, index[i], i);
    }
    if (below)
        node_end(&r->draft);
    node_end(&r->draft);
}

static void cost(struct draft *b, float error, float mwc)
{
    if (!(error >= VISIBLE_ERROR))
        return;
    bool money = b->match->length == 0, both = !isnan(mwc);
    node_begin(b, NODE_PARAGRAPH, ROLE_COST);
    words_begin(b,
                !both   ? N_("Costs {0} of equity.")
                : money ? N_("Costs {0} of equity, {1} points.")
                        : N_("Costs {0} of equity, {1} MWC."),
                NULL, 0);
    put_emg(b, (double)error)->number.sign = false;
    put_value(b, (double)mwc, 2)->number.sign = false;
    node_end(b);
    node_end(b);
}

void evaluation_of_play(struct match_report *r, const struct decision *d)
{
    const struct play_analysis *a = d->note != NULL ? d->note->play : NULL;
    bool position = decision_is_position(d);
    if ((d->event->kind != EVENT_PLAY && !position) || !r->o->analysis || (position && a == NULL))
        return;
    if (a == NULL)
        note(&r->draft, ROLE_NOTE, "Not analysed.");
    else if (!report_shows_play(r->o, d))
        return;
    else if (a->n == 0)
        note(&r->draft, ROLE_NOTE, a->n_legal == 0 ? "No legal play." : "Not analysed.");
    else
        candidates(r, d);
    if (a != NULL)
        cost(&r->draft, a->error, a->error_mwc);
    lesson_paragraph(&r->draft, d, false);
    if (a != NULL)
        map_of_play(r, d);
}

/* ---- the cube ---- */

enum { CUBE_ACTION, CUBE_EQUITY, CUBE_LOSS, CUBE_MWC, CUBE_CHANCES, CUBE_COLUMNS };

static const struct column cube_columns[2][CUBE_COLUMNS] = {
    {ACTION(N_("Action")),
     EQUITY,
     LOSS,
     {COLUMN_WORDS(N_("MWC")), UNIT_MWC, ROLE_NONE, NOBODY, 1, false, true},
     CHANCES},
    {ACTION(N_("Action")),
     EQUITY,
     LOSS,
     {COLUMN_WORDS("Points"), UNIT_POINTS, ROLE_NONE, NOBODY, 1, false, true},
     CHANCES},
};

/* 0 = no double, 1 = double and take, 2 = double and pass: which rows are what was done. */
static bool was_done(const struct decision *d, int row)
{
    switch (d->event->kind) {
    case EVENT_DOUBLE:
        return row != 0;
    case EVENT_DROP:
        return row == 2;
    case EVENT_TAKE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
        return row == 1;
    default:
        return row == 0;
    }
}

/* What a pass is worth, on the line through the other two: equity and MWC, or points, are in proportion. NAN where
 * these lie so near to each other that rounding would show. */
static double worth_of_pass(const struct cube_analysis *c)
{
    const double span = (double)c->dt - (double)c->nd, far = (double)c->dp - (double)c->nd,
                 nd = (double)c->branch[0].mwc, dt = (double)c->branch[1].mwc;
    return fabs(span) > 0.003 * fabs(far) ? nd + (dt - nd) * far / span : (double)NAN;
}

static void branch_cells(struct match_report *r, const struct cube_analysis *c, int row)
{
    struct draft *b = &r->draft;
    const struct cube_branch *branch = row < 2 ? &c->branch[row] : NULL;
    const double worth = branch != NULL ? (double)branch->mwc : worth_of_pass(c);
    cell_begin(b, CUBE_MWC);
    if (!isnan(worth))
        put_number(b, (struct number){.value = worth,
                                      .decimals = r->m->length > 0 ? 2 : 3,
                                      .unit = r->m->length > 0 ? UNIT_SHARE : UNIT_POINTS});
    node_end(b);
    if (!r->o->probabilities)
        return;
    cell_begin(b, CUBE_CHANCES);
    if (branch != NULL && has_chances(branch))
        phrase_chances(b, branch->outcome);
    node_end(b);
}

static void cube_loss_cell(struct draft *b, const struct cube_row *row)
{
    cell_begin(b, CUBE_LOSS);
    if (!isnan(row->loss)) {
        words_begin(b, row->opponents ? N_("opp. {0}") : "{0}", NULL, 0);
        put_emg(b, (double)row->loss)->number.sign = false;
        node_end(b);
    }
    node_end(b);
}

static void cube_row(struct match_report *r, const struct decision *d, const struct cube_table *t, int action)
{
    struct draft *b = &r->draft;
    const struct cube_analysis *c = d->note->cube;
    const struct cube_branch *branch = action < 2 ? &c->branch[action] : NULL;
    const struct cube_row *row = &t->row[action];
    bool done = was_done(d, action);
    node_begin(b, NODE_ROW, row_role(d, done, action == t->merit[0]))->mark = done ? d->note->cube_skill : SKILL_NONE;
    cell_begin(b, CUBE_ACTION);
    put_words(b, row->label);
    if (branch != NULL && branch->stderror != NULL)
        evaluation_details(r, branch->cubeless, c->rollout, branch->stderror);
    node_end(b);
    equity_cell(b, row->equity, &c->level, branch != NULL ? branch->stderror : NULL);
    cube_loss_cell(b, row);
    branch_cells(r, c, action);
    node_end(b);
}

/* `who`: whose equities they are. */
static void cube_caption(struct match_report *r, const struct decision *d, int who)
{
    struct draft *b = &r->draft;
    node_begin(b, NODE_HEADING, ROLE_NONE);
    words_begin(b, "Cube, {0}, {1}", NULL, 0);
    put_player(b, who);
    node_begin(b, NODE_SPAN, ROLE_LEVEL);
    phrase_level(b, &d->note->cube->level, r->o);
    node_end(b);
    node_end(b);
    node_end(b);
}

static void cube_actions(struct match_report *r, const struct decision *d, const struct cube_table *t)
{
    struct draft *b = &r->draft;
    table_begin(b, ROLE_CUBE_ACTIONS, cube_columns[r->m->length == 0],
                r->o->probabilities ? CUBE_COLUMNS : CUBE_CHANCES);
    cube_caption(r, d, d->before.on_roll);
    for (int i = 0; i < 3; i++)
        cube_row(r, d, t, i);
    node_end(b);
}

static void proper_action(struct draft *b, const struct cube_table *t)
{
    bool share = !isnan(t->percent);
    words_begin(b, share ? N_("Cube: {0} ({1})") : N_("Cube: {0}"), NULL, 0);
    node_begin(b, NODE_SPAN, ROLE_STRONG);
    put_words(b, t->verdict);
    node_end(b);
    put_number(b, (struct number){.value = (double)t->percent, .decimals = 1, .unit = UNIT_SHARE});
    node_end(b);
}

/* The three equities in a sentence. */
static void plain_cube(struct draft *b, const struct cube_analysis *c)
{
    put_words(b, ". ");
    words_begin(b, "No double {0}, take {1}, pass {2}.", NULL, 0);
    put_emg(b, (double)c->nd);
    put_emg(b, (double)c->dt);
    put_emg(b, (double)c->dp);
    node_end(b);
}

static void cubeless(struct match_report *r, const struct cube_analysis *c, bool chances)
{
    struct draft *b = &r->draft;
    struct cube_stakes s;
    const bool equity = !isnan(c->branch[0].cubeless);
    if (equity) {
        words_begin(b, " Cubeless {0}", NULL, 0);
        put_emg(b, (double)c->branch[0].cubeless);
        node_end(b);
    }
    if (equity && r->m->length > 0 && cube_stakes_of(c, &s)) {
        words_begin(b, ", for money {0}", NULL, 0);
        put_emg(b, s.cubeless_money);
        node_end(b);
    }
    if (chances) {
        put_words(b, equity ? ", " : N_(" Cubeless "));
        phrase_chances(b, c->branch[0].outcome);
    }
    if (equity || chances)
        put_words(b, ".");
}

/* What gammons and a take need at the score and with the cube; seen by the player on roll. */
static void stakes(struct draft *b, const struct cube_analysis *c)
{
    const struct cube_stakes *s = c->stakes;
    if (s == NULL)
        return;
    const bool take = !isnan(s->take_point_live);
    const double values[] = {s->gammon_value, s->opponent_gammon_value, s->take_point_live, s->take_point_dead};
    words_begin(b,
                take ? N_(" Gammon value {0}, opponent\xe2\x80\x99s {1}; take point {2} live, {3} dead cube.")
                     : N_(" Gammon value {0}, opponent\xe2\x80\x99s {1}."),
                NULL, 0);
    for (int i = 0; i < (take ? 4 : 2); i++)
        put_number(
            b, (struct number){.value = values[i], .decimals = i < 2 ? 2 : 1, .unit = i < 2 ? UNIT_NONE : UNIT_SHARE});
    node_end(b);
}

/* ---- the replies to a double, from the seat of the player who has to give one ---- */

/* In a match raising has no branch of its own. */
static void reply_value(struct match_report *r, const struct decision *d, const struct replies *a, enum reply reply)
{
    const struct cube_analysis *c = d->note->cube;
    const double mwc = reply == REPLY_TAKE ? (double)c->branch[1].mwc : worth_of_pass(c);
    const struct position before = position_undoubled(&d->before);
    cell_begin(&r->draft, CUBE_MWC);
    if (r->m->length == 0)
        put_number(&r->draft, (struct number){
                                  .value = (double)a->equity[reply] * before.cube, .decimals = 3, .unit = UNIT_POINTS});
    else if (reply != REPLY_RAISE && !isnan(mwc))
        put_number(&r->draft, (struct number){.value = 1 - mwc, .decimals = 2, .unit = UNIT_SHARE});
    node_end(&r->draft);
}

static void reply_row(struct match_report *r, const struct decision *d, const struct replies *a, enum reply reply)
{
    struct draft *b = &r->draft;
    const struct cube_analysis *c = d->note->cube;
    const bool turned = d->before.offer != OFFER_BEAVER; /* a beaver is answered by the doubler himself */
    const bool done = reply == REPLY_RAISE && d->event->kind == EVENT_BEAVER;
    node_begin(b, NODE_ROW, row_role(d, done, reply == a->best))->mark = done ? d->note->cube_skill : SKILL_NONE;
    cell_begin(b, CUBE_ACTION);
    put_words(b, reply_name(&d->before, reply));
    node_end(b);
    equity_cell(b, a->equity[reply], &c->level, reply == REPLY_TAKE ? c->branch[1].stderror : NULL);
    cube_loss_cell(b, &(struct cube_row){.loss = reply == a->best ? NAN : a->cost[reply]});
    reply_value(r, d, a, reply);
    if (r->o->probabilities) {
        cell_begin(b, CUBE_CHANCES);
        if (reply == REPLY_TAKE && has_chances(&c->branch[1]))
            phrase_chances(b, turned ? outcome_flip(c->branch[1].outcome) : c->branch[1].outcome);
        node_end(b);
    }
    node_end(b);
}

/* The best one first, the others by what they are worth. */
static void sort_replies(const struct replies *a, enum reply order[REPLIES])
{
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++) {
        int at = (int)i;
        for (; at > 0 && (i == a->best || (order[at - 1] != a->best && a->cost[i] < a->cost[order[at - 1]])); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void evaluation_of_replies(struct match_report *r, const struct decision *d)
{
    struct draft *b = &r->draft;
    struct replies a;
    enum reply order[REPLIES];
    replies_to(&d->before, d->note->cube->dt, d->note->cube->dp, &d->note->cube->raises, &a);
    sort_replies(&a, order);
    table_begin(b, ROLE_CUBE_ACTIONS, cube_columns[r->m->length == 0],
                r->o->probabilities ? CUBE_COLUMNS : CUBE_CHANCES);
    cube_caption(r, d, d->before.turn);
    for (int i = 0; i < REPLIES; i++)
        if (order[i] != REPLY_RAISE || a.may_raise)
            reply_row(r, d, &a, order[i]);
    node_end(b);
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, "Reply: {0}", NULL, 0);
    node_begin(b, NODE_SPAN, ROLE_STRONG);
    put_words(b, reply_name(&d->before, a.best));
    node_end(b);
    node_end(b);
    put_words(b, ".");
    stakes(b, d->note->cube);
    node_end(b);
}

/* In words: who is asked has two figures to compare. */
static void evaluation_of_resignation(struct draft *b, const struct resigned_analysis *a)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, "Accepting gives {0}, refusing {1}. Proper answer: {2}", NULL, 0);
    put_emg(b, (double)a->accept);
    put_emg(b, (double)a->refuse);
    node_begin(b, NODE_SPAN, ROLE_STRONG);
    put_words(b, resigned_is_accepted(a) ? N_("accept") : N_("refuse"));
    node_end(b);
    node_end(b);
    put_words(b, ".");
    node_end(b);
}

static void cost_and_reason(struct match_report *r, const struct decision *d)
{
    cost(&r->draft, decision_cube_error(d), decision_cube_error_mwc(d));
    lesson_paragraph(&r->draft, d, true);
    maps_of_cube(r, d);
}

void evaluation_of_cube(struct match_report *r, const struct decision *d)
{
    struct draft *b = &r->draft;
    if (d->note != NULL && d->note->resigned != NULL) {
        evaluation_of_resignation(b, d->note->resigned);
        return;
    }
    if (decision_asks_reply(d) && report_shows_cube(r->o, d)) {
        evaluation_of_replies(r, d);
        return;
    }
    if (!has_cube(r, d))
        return;
    if (d->event->kind == EVENT_BEAVER && cube_has_equities(d->note->cube)) {
        evaluation_of_replies(r, d);
        cost_and_reason(r, d);
        return;
    }
    const struct cube_analysis *c = d->note->cube;
    struct cube_table t;
    cube_table_of((const float[3]){c->nd, c->dt, c->dp}, c->verdict, d->before.cube_owner != CUBE_CENTRED, &t);
    bool table =
        r->position || r->card || decision_is_cube_action(d) || d->note->cube_skill != SKILL_NONE || cube_is_close(c);
    if (table)
        cube_actions(r, d, &t);
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    proper_action(b, &t);
    if (!table)
        plain_cube(b, c);
    else
        put_words(b, ".");
    cubeless(r, c, !table && r->o->probabilities && has_chances(&c->branch[0]));
    stakes(b, c);
    node_end(b);
    cost_and_reason(r, d);
}
