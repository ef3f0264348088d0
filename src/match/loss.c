/* Counting what a record holds and a format does not; see loss.h. */
#include "match/loss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "match/walk.h"

/* ORDER LOSS: what is counted; many NULL = there is only one. */
static const struct words {
    const char *one, *many;
} words[LOSS_KINDS] = {
    [LOSS_NAMES] = {NN_("{0} name", "{0} names")},
    [LOSS_LENGTH] = {N_("match length"), NULL},
    [LOSS_SCORES] = {NN_("{0} score", "{0} scores")},
    [LOSS_CRAWFORD] = {NN_("{0} mark of the Crawford game", "{0} marks of the Crawford game")},
    [LOSS_COMMENTS] = {NN_("{0} comment", "{0} comments")},
    [LOSS_MATCH_COMMENT] = {NN_("{0} match comment", "{0} match comments")},
    [LOSS_ANALYSIS] = {NN_("{0} analysed decision", "{0} analysed decisions")},
    [LOSS_LEVELS] = {NN_("{0} level's name", "{0} levels' names")},
    [LOSS_ROLLOUTS] = {NN_("{0} rollout's details", "{0} rollouts' details")},
    [LOSS_LESSONS] = {NN_("{0} reason of an error", "{0} reasons of errors")},
    [LOSS_MAPS] = {NN_("{0} set of maps", "{0} sets of maps")},
    [LOSS_ANALYSIS_WORDS] = {NN_("the source's words on {0} evaluation", "the source's words on {0} evaluations")},
    [LOSS_FIGURES] = {NN_("figures of {0} decision in part", "figures of {0} decisions in part")},
    [LOSS_LUCK] = {NN_("luck of {0} roll", "luck of {0} rolls")},
    [LOSS_MARKS] = {NN_("{0} mark", "{0} marks")},
    [LOSS_OTHER_SETS] = {NN_("{0} further annotation set", "{0} further annotation sets")},
    [LOSS_ILLEGAL_BOARDS] = {NN_("{0} position after an illegal play", "{0} positions after illegal plays")},
    [LOSS_WORDS] = {NN_("{0} wording of an illegal play", "{0} wordings of illegal plays")},
    [LOSS_START_POSITIONS] = {NN_("{0} starting position", "{0} starting positions")},
    [LOSS_POSITIONS] = {NN_("{0} set-up within a game", "{0} set-ups within games")},
    [LOSS_SET_DICE] = {NN_("{0} roll set by hand", "{0} rolls set by hand")},
    [LOSS_OFFERS] = {NN_("{0} offer", "{0} offers")},
    [LOSS_REFUSALS] = {NN_("{0} refused resignation", "{0} refused resignations")},
    [LOSS_RESIGNATIONS] = {NN_("{0} resignation", "{0} resignations")},
    [LOSS_RESULTS] = {NN_("{0} result by resignation", "{0} results by resignation")},
    [LOSS_AUTOMATIC_DOUBLES] = {NN_("{0} automatic double", "{0} automatic doubles")},
    [LOSS_ENDINGS] = {NN_("{0} way a game ended", "{0} ways games ended")},
    [LOSS_RATINGS] = {NN_("{0} rating", "{0} ratings")},
    [LOSS_PLACE] = {NN_("{0} fact about the match", "{0} facts about the match")},
    [LOSS_RULES] = {NN_("{0} rule", "{0} rules")},
    [LOSS_PROPERTIES] = {NN_("{0} property of another format", "{0} properties of other formats")},
    [LOSS_SIGNATURES] = {NN_("{0} signature", "{0} signatures")},
    [LOSS_DECISIONS] = {NN_("{0} decision that was not asked for", "{0} decisions that were not asked for")},
    [LOSS_TIMES] = {NN_("time of {0} decision", "times of {0} decisions")},
    [LOSS_CLOCK] = {NN_("{0} fact about clock or recording", "{0} facts about clock or recording")},
};

static int count_properties(const struct property *p, const char *own)
{
    int n = 0;
    for (; p != NULL; p = p->next)
        n += !property_is_signature(p) && (own == NULL || p->format == NULL || strcmp(p->format, own) != 0);
    return n;
}

static int count_signatures(const struct property *p)
{
    int n = 0;
    for (; p != NULL; p = p->next)
        n += property_is_signature(p);
    return n;
}

/* ---- annotations ---- */

static bool is_rolled(const struct eval_level *l)
{
    return l->kind == EVAL_ROLLOUT || l->trials != 0;
}

static bool is_named(const struct eval_level *l)
{
    return l->name != NULL || l->kind == EVAL_BOOK || l->kind == EVAL_EXACT || l->kind == EVAL_OTHER;
}

void loss_of_candidate(struct losses *l, const struct candidate *c)
{
    l->count[LOSS_LEVELS] += is_named(&c->level);
    l->count[LOSS_ROLLOUTS] += is_rolled(&c->level) || c->stderror != NULL;
    l->count[LOSS_ANALYSIS_WORDS] += c->raw != NULL;
}

void loss_of_cube(struct losses *l, const struct cube_analysis *c)
{
    l->count[LOSS_LEVELS] += is_named(&c->level);
    l->count[LOSS_ROLLOUTS] += is_rolled(&c->level) || c->branch[0].stderror != NULL || c->branch[1].stderror != NULL;
    l->count[LOSS_MAPS] += c->maps != NULL;
    l->count[LOSS_LESSONS] += c->lesson != NULL;
    l->count[LOSS_ANALYSIS_WORDS] += c->raw != NULL;
}

static void count_details(struct losses *l, const struct annotation *a)
{
    for (int i = 0; a->play != NULL && i < a->play->n; i++)
        loss_of_candidate(l, &a->play->candidates[i]);
    l->count[LOSS_LESSONS] += a->play != NULL && a->play->lesson != NULL;
    l->count[LOSS_MAPS] += a->play != NULL && a->play->scores != NULL;
    if (a->cube != NULL)
        loss_of_cube(l, a->cube);
    l->count[LOSS_ANALYSIS_WORDS] += a->raw != NULL;
}

static void count_annotations(struct losses *l, const struct event *e, int set)
{
    int *count = l->count;
    const struct annotation *a = event_annotation(e, set);
    if (a == NULL)
        return;
    count[LOSS_ANALYSIS] += a->play != NULL || a->cube != NULL || a->resigned != NULL;
    count[LOSS_LUCK] += !isnan(a->luck);
    count[LOSS_MARKS] += (a->luck_mark != LUCK_NONE) + (a->play_skill != SKILL_NONE) + (a->cube_skill != SKILL_NONE);
    count_details(l, a);
}

/* ---- events and games ---- */

/* Dice at the end of a game are where it stands, however they came there. */
static void count_set_up(const struct game *g, const struct event *e, bool begun, int count[LOSS_KINDS])
{
    if (e->kind != EVENT_SET_DICE)
        count[begun ? LOSS_POSITIONS : LOSS_START_POSITIONS]++;
    else if (e != &g->events[g->n_events - 1])
        count[LOSS_SET_DICE]++;
}

static void count_resignation(const struct game *g, const struct event *e, int count[LOSS_KINDS])
{
    bool answered =
        e + 1 < g->events + g->n_events && (e[1].kind == EVENT_RESIGN_ACCEPT || e[1].kind == EVENT_RESIGN_REFUSE);
    count[LOSS_REFUSALS] += e->kind == EVENT_RESIGN_REFUSE;
    count[LOSS_RESIGNATIONS] += e->kind == EVENT_RESIGN && !answered;
}

static bool is_setting(enum event_kind kind)
{
    return kind == EVENT_SET_BOARD || kind == EVENT_SET_CUBE || kind == EVENT_SET_SCORE || kind == EVENT_SET_DICE;
}

/* `begun` becomes true with the first event that is not set-up. */
static void count_event(const struct game *g, const struct event *e, bool *begun, int count[LOSS_KINDS])
{
    if (is_setting(e->kind))
        count_set_up(g, e, *begun, count);
    else if (e->kind == EVENT_RESIGN || e->kind == EVENT_RESIGN_REFUSE)
        count_resignation(g, e, count);
    *begun = *begun || (e->kind != EVENT_COMMENT && !is_setting(e->kind));
    bool given = (e->flags & EVENT_AFTER_GIVEN) != 0;
    count[LOSS_COMMENTS] += e->comment != NULL;
    count[LOSS_TIMES] += e->timing != NULL;
    count[LOSS_MARKS] += (e->mark != MARK_NONE) + (e->undoubled_mark != MARK_NONE);
    count[LOSS_ILLEGAL_BOARDS] += given;
    count[LOSS_WORDS] += e->kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) && e->play.n <= 0 && !given;
}

static void count_game(struct losses *l, const struct match *m, const struct game *g, const char *own)
{
    int *count = l->count;
    bool begun = false;
    count[LOSS_SCORES] += g->score[0] != 0 || g->score[1] != 0 || g->number != 1;
    count[LOSS_COMMENTS] += g->comment != NULL;
    count[LOSS_AUTOMATIC_DOUBLES] += g->automatic_doubles;
    count[LOSS_RESULTS] += g->winner != NOBODY && g->ending == ENDING_RESIGNED;
    count[LOSS_ENDINGS] += g->ending == ENDING_FORFEIT || g->ending == ENDING_SETTLED;
    count[LOSS_PROPERTIES] += count_properties(g->properties, own);
    for (size_t e = 0; e < g->n_events; e++) {
        count_event(g, &g->events[e], &begun, count);
        count_annotations(l, &g->events[e], (int)m->n_sets - 1);
        count[LOSS_PROPERTIES] += count_properties(g->events[e].properties, own);
    }
}

/* ---- ends of games ---- */

/* How a reader supposes that a game ended who finds `points`; `size` that of the resignation, else 0. */
static enum ending suppose(const struct match *m, const struct game *g, int points, bool scores, int *size)
{
    struct replay r;
    bool rolled = false, match = scores && m->length > 0;
    replay_begin(&r, m, g);
    for (size_t i = 0; i < g->n_events; i++) {
        enum event_kind kind = g->events[i].kind;
        rolled = rolled || g->events[i].dice[0] != 0;
        if (kind != EVENT_RESIGN && kind != EVENT_RESIGN_ACCEPT && kind != EVENT_RESIGN_REFUSE)
            replay_apply(&r, &g->events[i], NULL);
    }
    *size = 0;
    if (r.winner != NOBODY)
        return r.winner == g->winner ? r.ending : ENDING_SETTLED;
    bool offered = r.now.offer >= OFFER_DOUBLE && r.now.offer <= OFFER_RACCOON;
    if (offered && r.now.turn != g->winner && points == r.now.cube)
        return ENDING_DROP;
    for (int n = 1; n <= 3 && rolled; n++)
        if (points == n * r.now.cube ||
            (match && points < n * r.now.cube && points == position_away(&r.now, g->winner))) {
            *size = n;
            return ENDING_RESIGNED;
        }
    return ENDING_FORFEIT;
}

enum ending loss_ending_by_result(const struct match *m, const struct game *g, bool scores)
{
    int size;
    return suppose(m, g, g->points, scores, &size);
}

bool loss_of_resignation(const struct match *m, const struct game *g, const struct event *e, int points, bool scores)
{
    int size;
    (void)suppose(m, g, points, scores, &size);
    return size == 0 || (e->value != 0 && e->value != size);
}

/* The resignation that ended the game, else NULL. */
static const struct event *accepted_resignation(const struct game *g)
{
    for (size_t i = g->n_events; g->ending == ENDING_RESIGNED && i > 1; i--)
        if (g->events[i - 1].kind == EVENT_RESIGN_ACCEPT && g->events[i - 2].kind == EVENT_RESIGN)
            return &g->events[i - 2];
    return NULL;
}

static bool ends_otherwise(const struct match *m, const struct game *g, bool scores)
{
    const struct event *e = accepted_resignation(g);
    return g->ending != loss_ending_by_result(m, g, scores) ||
           (e != NULL && loss_of_resignation(m, g, e, g->points, scores));
}

int loss_of_endings(const struct match *m, bool scores)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++)
        n += m->games[g].winner != NOBODY && ends_otherwise(m, &m->games[g], scores);
    return n;
}

/* ---- the match ---- */

static bool one_away(const struct match *m, const struct game *g)
{
    return (g->score[0] == m->length - 1) != (g->score[1] == m->length - 1);
}

/* The Crawford game is the first with exactly one player one away. */
int loss_of_crawford(const struct match *m, bool crawford)
{
    bool seen = false;
    int n = 0;
    for (size_t g = 0; g < m->n_games && m->length > 0; g++) {
        bool expected = crawford && !seen && one_away(m, &m->games[g]);
        seen = seen || expected;
        n += m->games[g].crawford_game != expected;
    }
    return n;
}

static void count_match(const struct match *m, int count[LOSS_KINDS])
{
    const struct match_info *i = &m->info;
    count[LOSS_LENGTH] = m->length > 0;
    count[LOSS_CLOCK] = (m->clock != NULL) + (m->video != NULL);
    count[LOSS_MATCH_COMMENT] = m->comment != NULL;
    count[LOSS_OTHER_SETS] = m->n_sets > 1 ? (int)m->n_sets - 1 : 0;
    count[LOSS_PLACE] = (i->date != NULL) + (i->event != NULL) + (i->round != NULL) + (i->place != NULL) +
                        (i->annotator != NULL) + (i->site != NULL) + (i->match_id != NULL) + (i->time != NULL);
    for (int who = 0; who < 2; who++) {
        count[LOSS_NAMES] += m->player[who].name[0] != '\0';
        count[LOSS_RATINGS] += (m->player[who].rating != NULL) + (m->player[who].experience != NULL);
    }
    count[LOSS_RULES] = loss_of_rules(m, &(struct rules){.cube = true, .crawford = true});
}

int loss_of_rules(const struct match *m, const struct rules *supposed)
{
    const struct rules *r = &m->rules, *s = supposed;
    int n = (r->variant != s->variant) + (r->cube != s->cube || r->cube_limit != s->cube_limit);
    if (m->length > 0)
        return n + (r->crawford != s->crawford);
    return n + (r->jacoby != s->jacoby) + (r->beavers != s->beavers || r->one_beaver != s->one_beaver) +
           (r->automatic != s->automatic);
}

void loss_count(struct losses *l, const struct match *m, const char *own_format)
{
    *l = (struct losses){0};
    count_match(m, l->count);
    l->count[LOSS_CRAWFORD] = loss_of_crawford(m, m->rules.crawford);
    l->count[LOSS_PROPERTIES] = count_properties(m->properties, own_format);
    l->count[LOSS_SIGNATURES] = count_signatures(m->properties);
    for (size_t g = 0; g < m->n_games; g++)
        count_game(l, m, &m->games[g], own_format);
}

bool loss_is_single_position(const struct match *m)
{
    for (size_t i = 0; m->n_games == 1 && i < m->games[0].n_events; i++) {
        enum event_kind kind = m->games[0].events[i].kind;
        if (kind == EVENT_PLAY || kind == EVENT_ROLL || kind == EVENT_TAKE || kind == EVENT_DROP ||
            kind == EVENT_RESIGN_ACCEPT || kind == EVENT_RESIGN_REFUSE)
            return false;
    }
    return m->n_games == 1 && m->games[0].winner == NOBODY;
}

/* ---- words ---- */

static void put_list(struct strbuf *out, const struct language *in, const struct losses *l, uint64_t carried)
{
    for (int i = 0; i < LOSS_KINDS; i++) {
        const struct words *w = &words[i];
        if (l->count[i] == 0 || (carried & (UINT64_C(1) << i)))
            continue;
        strbuf_puts(out, out->length == 0 ? "" : ", ");
        if (w->many == NULL)
            strbuf_puts(out, language_words(in, w->one));
        else
            tr_put(out, language_counted(in, w->one, w->many, l->count[i]), TR_FILLING(TR_INT(l->count[i])));
    }
}

void losses_report(const struct losses *l, uint64_t carried, struct diags *d)
{
    struct strbuf english = {0}, own = {0};
    put_list(&english, language_named("en"), l, carried);
    put_list(&own, language_current(), l, carried);
    if (english.length != 0)
        diag_pair(d, SEVERITY_NOTE, F_("lost: %s"), strbuf_text(&english), strbuf_text(&own));
    strbuf_done(&english);
    strbuf_done(&own);
}

void loss_report(const struct match *m, uint64_t carried, const char *own_format, struct diags *d)
{
    struct losses l;
    loss_count(&l, m, own_format);
    losses_report(&l, carried, d);
}
