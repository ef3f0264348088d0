/* SGF (FF[4] GM[6]) as GNU Backgammon writes and reads it: one game tree per game, one node per event, our annotations
 * in A, DA, LU and their marks, statistics in GS. Unknown properties that came from an SGF file are written back as
 * they stood; what SGF has no word for goes into the private property KT, which other programs skip. Format:
 * docs/formats/sgf.md. Colours: W = player 0, B = player 1. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "base/version.h"
#include "export/export.h"
#include "export/loss.h"
#include "match/walk.h"

struct writer {
    struct strbuf *out;
    const struct match *m;
    int set; /* of annotations to write; -1 = none */
    int *plain_rollouts, *cut_rollouts; /* counted: written as evaluations; written without all that was told */
    struct replay replay; /* before the event that is written */
};

static char colour(int who)
{
    return who == 0 ? 'W' : 'B';
}

/* ---- values ---- */

/* Text between brackets: `\` and `]` are escaped. */
static void put_text(struct strbuf *out, const char *text)
{
    size_t start = out->length, special = 0;
    utf8_clean(out, text);
    for (size_t i = start; i < out->length; i++)
        special += out->at[i] == '\\' || out->at[i] == ']';
    size_t from = out->length, to = from + special;
    strbuf_fill(out, ' ', special);
    while (special != 0) { /* shift right, escaping from the end */
        char c = out->at[--from];
        out->at[--to] = c;
        if (c == '\\' || c == ']') {
            out->at[--to] = '\\';
            special--;
        }
    }
}

static void text_property(struct strbuf *out, const char *name, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;
    strbuf_puts(out, name);
    strbuf_putc(out, '[');
    put_text(out, text);
    strbuf_putc(out, ']');
}

static void int_property(struct strbuf *out, const char *name, long value)
{
    strbuf_puts(out, name);
    strbuf_putc(out, '[');
    strbuf_int(out, value);
    strbuf_putc(out, ']');
}

/* A place on the board as a letter: fixed places, a = White's ace point. */
static char point_letter(int who, int point)
{
    if (point == BOARD_BAR)
        return 'y';
    if (point == 0)
        return 'z';
    return (char)(who == 0 ? 'a' + point - 1 : 'x' - (point - 1));
}

static void put_steps(struct strbuf *out, int who, const struct play *play)
{
    for (int i = 0; i < play->n; i++) {
        strbuf_putc(out, point_letter(who, play->step[i].from));
        strbuf_putc(out, point_letter(who, play->step[i].to));
    }
}

static void put_dice(struct strbuf *out, const int8_t dice[2])
{
    strbuf_int(out, dice[0]);
    strbuf_int(out, dice[1]);
}

/* ---- properties that came along ---- */

/* Words of our own annotations: an older file's are not repeated beside them. */
static bool is_analysis_word(const char *name)
{
    static const char *const words[] = {"A", "DA", "MR", "CR", "LU", "GB", "GW", "BM", "DO", "BC", "DC", "GS"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

/* A value as it stood between the brackets, escapes and all; nothing in it may end it early. */
static void raw_value(struct strbuf *out, const char *value)
{
    bool escaped = false;
    strbuf_putc(out, '[');
    for (; *value != '\0'; value++) {
        if (*value == ']' && !escaped)
            strbuf_putc(out, '\\');
        escaped = *value == '\\' && !escaped;
        strbuf_putc(out, *value);
    }
    strbuf_puts(out, escaped ? "\\]" : "]");
}

static void raw_property(struct strbuf *out, const struct property *p)
{
    strbuf_puts(out, p->name);
    for (size_t i = 0; i < p->n_values; i++)
        raw_value(out, p->values[i]);
    if (p->n_values == 0)
        strbuf_puts(out, "[]");
}

static bool is_sgf(const struct property *p)
{
    return p->format != NULL && strcmp(p->format, "sgf") == 0;
}

/* A whole sub-tree beside the main line, from parenthesis to parenthesis. */
static bool is_variation(const struct property *p)
{
    return p->format != NULL && strcmp(p->format, "sgf-variation") == 0;
}

static void kept_properties(struct strbuf *out, const struct property *p, bool analysis_too)
{
    for (; p != NULL; p = p->next)
        if (is_sgf(p) && strcmp(p->name, "MI") != 0 && (analysis_too || !is_analysis_word(p->name)))
            raw_property(out, p);
}

static const struct property *find_sgf(const struct property *p, const char *name)
{
    while (p != NULL && !(is_sgf(p) && strcmp(p->name, name) == 0))
        p = p->next;
    return p;
}

/* ---- evaluations ---- */

static void put_number(struct strbuf *out, double x)
{
    strbuf_putc(out, ' ');
    strbuf_fixed(out, x, 6);
}

static void put_outcome(struct strbuf *out, const struct outcome *o)
{
    put_number(out, o->win);
    put_number(out, o->win_gammon);
    put_number(out, o->win_backgammon);
    put_number(out, o->lose_gammon);
    put_number(out, o->lose_backgammon);
}

static void put_plies(struct strbuf *out, const struct eval_level *l)
{
    strbuf_putc(out, ' ');
    strbuf_int(out, l->plies);
    strbuf_puts(out, l->cubeful ? "C" : "");
}

static bool is_known(const struct outcome *o)
{
    return !isnan(o->win) && !isnan(o->win_gammon) && !isnan(o->win_backgammon) && !isnan(o->lose_gammon) &&
           !isnan(o->lose_backgammon);
}

/* Five probabilities, cubeless equity, cubeful value. */
static void put_seven(struct strbuf *out, const struct outcome *o, double cubeless, double cubeful)
{
    put_outcome(out, o);
    put_number(out, cubeless);
    put_number(out, cubeful);
}

/* GNU Backgammon's flag "with pruning nets", which its evaluations carry and ours do not. */
static bool prunes(const struct writer *w)
{
    return !w->m->sets[w->set].own;
}

/* ---- rollouts: X, read by GNU Backgammon 1.07. What is not known is 0 ---- */

static void put_exactly(struct strbuf *out, double x)
{
    strbuf_printf(out, " %.10g", isnan(x) ? 0 : x);
}

static void put_exact_seven(struct strbuf *out, const struct outcome *o, double cubeless, double cubeful)
{
    put_exactly(out, o->win);
    put_exactly(out, o->win_gammon);
    put_exactly(out, o->win_backgammon);
    put_exactly(out, o->lose_gammon);
    put_exactly(out, o->lose_backgammon);
    put_exactly(out, cubeless);
    put_exactly(out, cubeful);
}

/* Output and StdDev. In a match the seventh figures are MWC, in money play equities. */
static void put_rolled(const struct writer *w, const struct outcome *o, double cubeless, double cubeful,
                       const struct rollout_error *e)
{
    static const struct rollout_error unknown;
    const struct rollout_error *known = e != NULL ? e : &unknown;
    strbuf_puts(w->out, " Output");
    put_exact_seven(w->out, o, isnan(cubeless) ? outcome_equity(*o) : cubeless, cubeful);
    strbuf_puts(w->out, " StdDev");
    put_exact_seven(w->out, &known->outcome, known->cubeless, w->m->length > 0 ? known->mwc : known->cubeful);
}

static void put_context(const struct writer *w, const char *word, const struct eval_level *l)
{
    strbuf_putc(w->out, ' ');
    strbuf_puts(w->out, word);
    strbuf_puts(w->out, " ver 3");
    put_plies(w->out, l);
    strbuf_puts(w->out, " 1");
    put_number(w->out, l->noise);
    strbuf_puts(w->out, prunes(w) ? " 1" : " 0");
}

/* Both players think alike: a record's settings know no difference. */
static void put_contexts(const struct writer *w, const struct rollout_settings *s)
{
    put_context(w, "cube0", &s->early.cube);
    put_context(w, "cheq0", &s->early.chequer);
    put_context(w, "cube1", &s->early.cube);
    put_context(w, "cheq1", &s->early.chequer);
    put_context(w, "latecube0", &s->late.cube);
    put_context(w, "latecheq0", &s->late.chequer);
    put_context(w, "latecube1", &s->late.cube);
    put_context(w, "latecheq1", &s->late.chequer);
    put_context(w, "cubetrunc", &s->last.cube);
    put_context(w, "cheqtrunc", &s->last.chequer);
}

static bool has_more_words(const struct rollout_settings *s)
{
    return s->min_trials > 0 || s->max_trials > 0 || s->early.chequer.name != NULL || s->early.cube.name != NULL ||
           s->late.chequer.name != NULL || s->last.chequer.name != NULL;
}

/* RC: docs/formats/sgf.md. The generator must be one that GNU Backgammon knows. */
static void put_settings(const struct writer *w, const struct rollout_settings *told, bool cubeful,
                         const struct property *raw)
{
    static const struct rollout_settings unknown;
    const struct rollout_settings *s = told != NULL ? told : &unknown;
    strbuf_printf(w->out, " SK 0 RC %d %d %d %d %d %d %d %d %d %d \"", cubeful, s->variance_reduction, s->opening,
                  s->quasi_random, s->late_from > 0, s->truncation > 0, s->truncation, s->stop_two_sided,
                  s->stop_one_sided, s->late_from);
    put_text(w->out, s->dice != NULL ? s->dice : "Mersenne Twister");
    strbuf_printf(w->out, "\" %ld", s->seed);
    put_contexts(w, s);
    *w->cut_rollouts += raw != NULL || has_more_words(s);
}

/* False if the record does not know enough for X: then it is written as an evaluation, and that is told. */
static bool is_rollout(const struct writer *w, const struct eval_level *l, bool known)
{
    if (l->kind != EVAL_ROLLOUT)
        return false;
    *w->plain_rollouts += !known;
    return known;
}

static void rolled_candidate(const struct writer *w, const struct candidate *c)
{
    strbuf_puts(w->out, " X ver 3 Score");
    put_exactly(w->out, c->equity);
    put_exactly(w->out, isnan(c->cubeless) ? outcome_equity(c->outcome) : c->cubeless);
    strbuf_printf(w->out, " Trials %d", c->level.trials);
    put_rolled(w, &c->outcome, c->cubeless, w->m->length > 0 ? c->mwc : c->equity, c->stderror);
    put_settings(w, c->rollout, c->level.cubeful, c->raw);
}

static void rolled_cube(const struct writer *w, const struct cube_analysis *c, const double value[2])
{
    static const char *const names[2] = {" NoDouble", " DoubleTake"};
    strbuf_printf(w->out, "DA[X ver 3 Eq Trials %d", c->level.trials);
    for (int i = 0; i < 2; i++) {
        strbuf_puts(w->out, names[i]);
        put_rolled(w, &c->branch[i].outcome, c->branch[i].cubeless, value[i], c->branch[i].stderror);
    }
    put_settings(w, c->rollout, c->level.cubeful, c->raw);
    strbuf_putc(w->out, ']');
}

/* ---- evaluations of plays and cubes ---- */

static void evaluated_candidate(const struct writer *w, const struct candidate *c)
{
    strbuf_puts(w->out, " E ver 3");
    put_outcome(w->out, &c->outcome);
    put_number(w->out, c->equity);
    put_plies(w->out, &c->level);
    strbuf_puts(w->out, " 0 1");
    put_number(w->out, c->level.noise);
    strbuf_puts(w->out, prunes(w) ? " 1" : " 0");
}

static void candidate_value(const struct writer *w, int who, const struct candidate *c)
{
    struct strbuf *out = w->out;
    const struct property *raw = c->raw != NULL && is_sgf(c->raw) && c->raw->n_values > 0 ? c->raw : NULL;
    strbuf_putc(out, '[');
    if (raw != NULL) {
        strbuf_puts(out, raw->values[0]);
    } else {
        put_steps(out, who, &c->play);
        bool known = is_known(&c->outcome) && !isnan(c->equity);
        if (is_rollout(w, &c->level, known && (w->m->length == 0 || !isnan(c->mwc))))
            rolled_candidate(w, c);
        else if (known)
            evaluated_candidate(w, c);
    }
    strbuf_putc(out, ']');
}

static void play_property(const struct writer *w, int who, const struct play_analysis *p)
{
    if (p == NULL || p->n == 0)
        return;
    int_property(w->out, "A", p->played >= 0 ? p->played : p->n);
    for (int i = 0; i < p->n; i++)
        candidate_value(w, who, &p->candidates[i]);
}

/* In a match the seventh figure is MWC, in money play equity per unit of the cube before doubling. */
static void cube_property(const struct writer *w, const struct cube_analysis *c)
{
    if (c == NULL)
        return;
    if (c->raw != NULL && is_sgf(c->raw)) {
        raw_property(w->out, c->raw);
        return;
    }
    bool match = w->m->length > 0;
    double value[2] = {match ? c->branch[0].mwc : c->nd, match ? c->branch[1].mwc : c->dt};
    if (!is_known(&c->branch[0].outcome) || isnan(value[0]) || isnan(value[1]))
        return;
    if (is_rollout(w, &c->level, is_known(&c->branch[1].outcome))) {
        rolled_cube(w, c, value);
        return;
    }
    strbuf_puts(w->out, "DA[E ver 3");
    put_plies(w->out, &c->level);
    strbuf_puts(w->out, " 1");
    put_number(w->out, c->level.noise);
    strbuf_puts(w->out, prunes(w) ? " 1" : " 0");
    for (int i = 0; i < 2; i++) {
        const struct cube_branch *b = &c->branch[is_known(&c->branch[i].outcome) ? i : 0];
        put_seven(w->out, &b->outcome, isnan(b->cubeless) ? outcome_equity(b->outcome) : b->cubeless, value[i]);
    }
    strbuf_putc(w->out, ']');
}

static void luck_properties(const struct writer *w, int who, const struct annotation *a)
{
    if (!isnan(a->luck)) {
        strbuf_puts(w->out, "LU[");
        strbuf_fixed(w->out, a->luck, 5);
        strbuf_putc(w->out, ']');
    }
    int lucky = a->luck_mark > 0 ? who : !who; /* good for whom */
    if (a->luck_mark != LUCK_NONE)
        int_property(w->out, lucky == 0 ? "GW" : "GB",
                     a->luck_mark == LUCK_LUCKY || a->luck_mark == LUCK_UNLUCKY ? 1 : 2);
}

static void skill_property(const struct writer *w, enum skill s, const char *doubtful, const char *bad)
{
    if (s == SKILL_DOUBTFUL) {
        strbuf_puts(w->out, doubtful);
        strbuf_puts(w->out, "[]");
    } else if (s != SKILL_NONE) {
        int_property(w->out, bad, s == SKILL_BAD ? 1 : 2);
    }
}

/* The annotation in GNU Backgammon's order. Words that the source wrote and that stand in `raw` go first. */
static void annotation_properties(const struct writer *w, const struct event *e)
{
    const struct annotation *a = w->set >= 0 ? event_annotation(e, w->set) : NULL;
    if (a == NULL)
        return;
    bool roll = e->kind == EVENT_PLAY || e->kind == EVENT_ROLL || e->kind == EVENT_SET_DICE;
    kept_properties(w->out, a->raw, true);
    if (find_sgf(a->raw, "DA") == NULL)
        cube_property(w, a->cube);
    if (find_sgf(a->raw, "A") == NULL)
        play_property(w, e->player, a->play);
    if (roll && find_sgf(a->raw, "LU") == NULL)
        luck_properties(w, e->player, a);
    skill_property(w, roll ? a->play_skill : a->cube_skill, "DO", "BM");
    if (roll)
        skill_property(w, a->cube_skill, "DC", "BC");
}

/* ---- what SGF has no word for ---- */

/* KT holds what SGF has no property for, as [format:name:value]; our own facts have an empty format. */
static void private_value(const struct writer *w, bool *any, const char *format, const char *name, const char *value)
{
    if (value == NULL)
        return;
    strbuf_puts(w->out, *any ? "[" : "KT[");
    put_text(w->out, format != NULL ? format : "*");
    strbuf_putc(w->out, ':');
    put_text(w->out, name);
    strbuf_putc(w->out, ':');
    put_text(w->out, value);
    strbuf_putc(w->out, ']');
    *any = true;
}

/* Words of other formats: the first value, and the others behind it as [+::value]. Those of a game are marked with @,
 * for the root speaks of the match as well. */
static void private_properties(const struct writer *w, bool *any, const char *mark, const struct property *p)
{
    for (; p != NULL; p = p->next) {
        char format[64];
        if (is_sgf(p) || is_variation(p))
            continue;
        snprintf(format, sizeof format, "%s%s", mark, p->format != NULL ? p->format : "*");
        private_value(w, any, format, p->name, p->n_values > 0 ? p->values[0] : "");
        for (size_t i = 1; i < p->n_values; i++)
            private_value(w, any, "+", "", p->values[i]);
    }
}

/* SGF does not say how high a double goes; readers take it from the cube. */
static bool tells_cube(const struct writer *w, const struct event *e)
{
    const struct position *p = &w->replay.now;
    bool raises = e->kind == EVENT_DOUBLE || e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON;
    return raises && e->value != p->cube * (p->offer == OFFER_NONE ? 2 : 4);
}

/* KT of an event: the source's words of an illegal play, and words of other formats. */
static void private_event_values(const struct writer *w, const struct event *e, bool any)
{
    char cube[16];
    snprintf(cube, sizeof cube, "%d", e->value);
    private_value(w, &any, "", "cube", tells_cube(w, e) ? cube : NULL);
    if (e->flags & EVENT_AFTER_GIVEN)
        private_value(w, &any, "", "after", "next node");
    private_value(w, &any, "", "text", e->text);
    private_value(w, &any, "", "unplayable", e->play.n < 0 ? "yes" : NULL);
    private_properties(w, &any, "", e->properties);
}

/* ---- nodes ---- */

static void begin_node(const struct writer *w)
{
    strbuf_puts(w->out, "\n;");
}

/* Dice that are none, as read in a damaged file, cannot stand in a move. */
static bool has_impossible_dice(const struct event *e)
{
    return e->kind == EVENT_PLAY && (e->dice[0] == 0 || e->dice[1] == 0);
}

/* Everything that can follow a node's own word. */
static void end_node(const struct writer *w, const struct event *e)
{
    bool private_kind = e->kind == EVENT_RESIGN || e->kind == EVENT_RESIGN_REFUSE || has_impossible_dice(e);
    if (private_kind) /* goes on with the values of KT that say what it is */
        private_event_values(w, e, true);
    annotation_properties(w, e);
    text_property(w->out, "C", e->comment);
    if (!private_kind)
        private_event_values(w, e, false);
    kept_properties(w->out, e->properties, w->set < 0 || event_annotation(e, w->set) == NULL);
}

static void impossible_node(const struct writer *w, const struct event *e)
{
    char what[] = {colour(e->player), (char)('0' + e->dice[0]), (char)('0' + e->dice[1]), '\0'};
    bool any = false;
    private_value(w, &any, "", "dice", what);
}

static void move_node(const struct writer *w, const struct event *e)
{
    strbuf_putc(w->out, colour(e->player));
    strbuf_putc(w->out, '[');
    put_dice(w->out, e->dice);
    put_steps(w->out, e->player, &e->play);
    strbuf_putc(w->out, ']');
}

static void dice_node(const struct writer *w, const struct event *e)
{
    strbuf_puts(w->out, "PL[");
    strbuf_putc(w->out, colour(e->player));
    strbuf_puts(w->out, "]DI[");
    put_dice(w->out, e->dice);
    strbuf_putc(w->out, ']');
}

static void cube_action_node(const struct writer *w, const struct event *e)
{
    strbuf_putc(w->out, colour(e->player));
    strbuf_puts(w->out, e->kind == EVENT_TAKE ? "[take]" : e->kind == EVENT_DROP ? "[drop]" : "[double]");
}

/* One value for each chequer of player `who` on `b`, which is seen by `viewer`. */
static void chequer_property(const struct writer *w, const struct board *b, int viewer, int who)
{
    bool any = false;
    for (int i = BOARD_OPPONENT_BAR; i <= BOARD_BAR; i++) {
        int count = who == viewer ? b->point[i] : -b->point[i];
        char letter = point_letter(who, who == viewer ? i : BOARD_BAR - i);
        for (; count > 0; count--, any = true) {
            if (!any)
                strbuf_puts(w->out, who == 0 ? "AW" : "AB");
            strbuf_putc(w->out, '[');
            strbuf_putc(w->out, letter);
            strbuf_putc(w->out, ']');
        }
    }
}

static void board_node(const struct writer *w, const struct board *b, int viewer, int on_roll)
{
    strbuf_puts(w->out, "PL[");
    strbuf_putc(w->out, colour(on_roll));
    strbuf_puts(w->out, "]AE[a:y]");
    chequer_property(w, b, viewer, 0);
    chequer_property(w, b, viewer, 1);
}

static void cube_node(const struct writer *w, const struct event *e)
{
    int_property(w->out, "CV", e->value);
    begin_node(w);
    strbuf_puts(w->out, e->owner == 0 ? "CP[w]" : e->owner == 1 ? "CP[b]" : "CP[c]");
}

/* The board after a play that cannot be told by letters, in a node of its own. */
static void after_node(const struct writer *w, const struct event *e)
{
    begin_node(w);
    board_node(w, event_board(e), e->player, !e->player);
}

/* Offers to resign that were not accepted: the others follow from the root's RE. */
static void resignation_node(const struct writer *w, const struct event *e)
{
    char what[] = {colour(e->player), (char)('0' + (e->value >= 0 && e->value <= 3 ? e->value : 0)), '\0'};
    bool any = false;
    private_value(w, &any, "", e->kind == EVENT_RESIGN ? "resign" : "refuse", what);
}

static void event_node(const struct writer *w, const struct event *e)
{
    begin_node(w);
    switch (e->kind) {
    case EVENT_PLAY:
        (has_impossible_dice(e) ? impossible_node : move_node)(w, e);
        break;
    case EVENT_ROLL:
    case EVENT_SET_DICE:
        dice_node(w, e);
        break;
    case EVENT_SET_BOARD:
        board_node(w, event_board(e), e->player, e->player);
        break;
    case EVENT_SET_CUBE:
        cube_node(w, e);
        break;
    case EVENT_RESIGN:
    case EVENT_RESIGN_REFUSE:
        resignation_node(w, e);
        break;
    case EVENT_COMMENT:
        break;
    default:
        cube_action_node(w, e);
    }
    end_node(w, e);
    if (e->kind == EVENT_PLAY && (e->flags & EVENT_AFTER_GIVEN))
        after_node(w, e);
}

/* Resignations that ended the game live in the root's RE; scores in its MI. */
static bool has_node(const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    bool accepted = i + 1 < g->n_events && e[1].kind == EVENT_RESIGN_ACCEPT;
    return e->kind != EVENT_RESIGN_ACCEPT && e->kind != EVENT_SET_SCORE && (e->kind != EVENT_RESIGN || !accepted);
}

/* ---- statistics ---- */

#define PAIR(field) put_pair(out, s->side[0].field, s->side[1].field)

/* The first pair follows the block's letter and colon at once. */
static void put_pair(struct strbuf *out, int a, int b)
{
    if (out->at[out->length - 1] != ':')
        strbuf_putc(out, ' ');
    strbuf_int(out, a);
    strbuf_putc(out, ' ');
    strbuf_int(out, b);
}

static void put_amount(struct strbuf *out, struct amount a)
{
    put_number(out, a.emg);
    put_number(out, a.mwc);
}

static void move_statistics(struct strbuf *out, const struct statistics *s)
{
    strbuf_puts(out, "[M:");
    PAIR(unforced_moves);
    PAIR(total_moves);
    for (int k = SKILL_VERY_BAD; k >= SKILL_NONE; k--)
        PAIR(skill[k]);
    put_amount(out, s->side[0].move_error);
    put_amount(out, s->side[1].move_error);
    strbuf_putc(out, ']');
}

static void cube_statistics(struct strbuf *out, const struct statistics *s)
{
    strbuf_puts(out, "[C:");
    PAIR(cube_decisions);
    PAIR(doubles);
    PAIR(takes);
    PAIR(passes);
    for (int k = 0; k < CUBE_ERRORS; k++)
        PAIR(cube_errors[k]);
    for (int who = 0; who < 2; who++)
        for (int k = 0; k < CUBE_ERRORS; k++)
            put_amount(out, s->side[who].cube_error[k]);
    strbuf_putc(out, ']');
}

static void luck_statistics(struct strbuf *out, const struct statistics *s)
{
    strbuf_puts(out, "[D:");
    for (int k = 0; k < 5; k++)
        PAIR(luck[k]);
    put_amount(out, s->side[0].luck_total);
    put_amount(out, s->side[1].luck_total);
    strbuf_putc(out, ']');
}

/* False if there are none of our own to write. */
static bool statistics_property(const struct writer *w, const struct game *g)
{
    const struct statistics *s = w->set >= 0 && g->statistics != NULL ? &g->statistics[w->set] : NULL;
    if (s == NULL || !(s->moves_analysed || s->cube_analysed || s->luck_analysed))
        return false;
    strbuf_puts(w->out, "GS");
    if (s->moves_analysed)
        move_statistics(w->out, s);
    if (s->cube_analysed)
        cube_statistics(w->out, s);
    if (s->luck_analysed)
        luck_statistics(w->out, s);
    return true;
}

/* ---- the root ---- */

/* Who made the annotations: SGF itself knows only the program that wrote the file. */
static void private_set_values(const struct writer *w, bool *any)
{
    if (w->set < 0)
        return;
    const struct annotation_set *s = &w->m->sets[w->set];
    char thresholds[64];
    snprintf(thresholds, sizeof thresholds, "%.9g %.9g %.9g", (double)s->threshold[0], (double)s->threshold[1],
             (double)s->threshold[2]);
    private_value(w, any, "", "set-engine", s->engine);
    private_value(w, any, "", "set-version", s->version);
    private_value(w, any, "", "set-level", s->level);
    private_value(w, any, "", "set-settings", s->settings);
    private_value(w, any, "", "set-met", s->met);
    private_value(w, any, "", "set-own", s->own ? "yes" : NULL);
    private_value(w, any, "", "set-thresholds", thresholds);
}

static void private_match_values(const struct writer *w, bool *any)
{
    const struct match *m = w->m;
    bool money = m->length == 0;
    private_value(w, any, "", "site", m->info.site);
    private_value(w, any, "", "place", m->info.site != NULL ? m->info.place : NULL); /* else PC is the site */
    private_value(w, any, "", "match-id", m->info.match_id);
    private_value(w, any, "", "time", m->info.time);
    private_value(w, any, "", "experience0", m->player[0].experience);
    private_value(w, any, "", "experience1", m->player[1].experience);
    private_value(w, any, "", "jacoby", money && !m->jacoby_known ? "unknown" : NULL);
    private_value(w, any, "", "beavers", !money ? NULL : m->rules.beavers ? "on" : "off");
    private_value(w, any, "", "automatic", m->rules.automatic ? "on" : NULL);
    private_properties(w, any, "", m->properties);
}

static void rules_property(const struct writer *w, const struct game *g)
{
    static const char *const variants[] = {NULL, "Nackgammon", "Hypergammon1", "Hypergammon2", "Hypergammon3"};
    const struct rules *r = &w->m->rules;
    const char *const words[] = {
        r->cube ? NULL : "NoCube",
        r->crawford && w->m->length > 0 ? "Crawford" : NULL,
        g->crawford_game ? "CrawfordGame" : NULL,
        r->jacoby && w->m->length == 0 ? "Jacoby" : NULL,
        variants[r->variant],
    };
    bool any = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && find_sgf(g->properties, "RU") == NULL; i++) {
        if (words[i] == NULL)
            continue;
        strbuf_puts(w->out, any ? ":" : "RU[");
        strbuf_puts(w->out, words[i]);
        any = true;
    }
    if (any)
        strbuf_putc(w->out, ']');
}

static void result_property(const struct writer *w, const struct game *g)
{
    if (g->winner == NOBODY)
        return;
    bool given_up = g->ending == ENDING_RESIGNED || g->ending == ENDING_FORFEIT || g->ending == ENDING_SETTLED;
    strbuf_puts(w->out, "RE[");
    strbuf_putc(w->out, colour(g->winner));
    strbuf_putc(w->out, '+');
    strbuf_int(w->out, g->points);
    strbuf_puts(w->out, given_up ? "R]" : "]");
}

static void first_game_properties(const struct writer *w)
{
    const struct match_info *i = &w->m->info;
    text_property(w->out, "WR", w->m->player[0].rating);
    text_property(w->out, "BR", w->m->player[1].rating);
    text_property(w->out, "DT", i->date);
    text_property(w->out, "EV", i->event);
    text_property(w->out, "RO", i->round);
    text_property(w->out, "PC", i->place != NULL ? i->place : i->site);
    text_property(w->out, "AN", i->annotator);
    text_property(w->out, "GC", w->m->comment);
}

static void match_property(const struct writer *w, const struct game *g)
{
    strbuf_puts(w->out, "MI[length:");
    strbuf_int(w->out, w->m->length);
    strbuf_puts(w->out, "][game:");
    strbuf_int(w->out, g->number - 1);
    strbuf_puts(w->out, "][ws:");
    strbuf_int(w->out, g->score[0]);
    strbuf_puts(w->out, "][bs:");
    strbuf_int(w->out, g->score[1]);
    strbuf_putc(w->out, ']');
    const struct property *others = find_sgf(g->properties, "MI");
    for (size_t i = 0; others != NULL && i < others->n_values; i++)
        raw_value(w->out, others->values[i]);
}

static void root_node(const struct writer *w, const struct game *g, bool first)
{
    strbuf_puts(w->out, "(;FF[4]GM[6]CA[UTF-8]AP[kibitzer:" KIBITZER_VERSION "]");
    match_property(w, g);
    strbuf_puts(w->out, "PW[");
    put_text(w->out, w->m->player[0].name);
    strbuf_puts(w->out, "]PB[");
    put_text(w->out, w->m->player[1].name);
    strbuf_putc(w->out, ']');
    if (first)
        first_game_properties(w);
    rules_property(w, g);
    if (g->automatic_doubles > 0 && g->automatic_doubles <= CUBE_MAX_LOG2)
        int_property(w->out, "CV", 1L << g->automatic_doubles);
    result_property(w, g);
    bool own_statistics = statistics_property(w, g), any = false;
    if (first) {
        private_match_values(w, &any);
        private_set_values(w, &any);
    }
    private_value(w, &any, "", "ending",
                  g->ending == ENDING_FORFEIT   ? "forfeit"
                  : g->ending == ENDING_SETTLED ? "settled"
                                                : NULL);
    private_properties(w, &any, "@", g->properties);
    text_property(w->out, "C", g->comment);
    if (first)
        kept_properties(w->out, w->m->properties, false);
    kept_properties(w->out, g->properties, !own_statistics);
}

static const struct property *variations_of(const struct game *g, size_t i)
{
    const struct property *p = i == 0 ? g->properties : g->events[i - 1].properties;
    while (p != NULL && !is_variation(p))
        p = p->next;
    return p;
}

/* Variations follow, as trees of their own, the tree that the main line goes on in; nested ones the inner first. */
static void end_variations(const struct writer *w, const struct game *g, size_t last)
{
    for (size_t i = last + 1; i-- > 0;) {
        const struct property *p = variations_of(g, i);
        if (p != NULL)
            strbuf_puts(w->out, "\n)");
        for (; p != NULL; p = p->next)
            for (size_t v = 0; is_variation(p) && v < p->n_values; v++) {
                strbuf_putc(w->out, '\n');
                strbuf_puts(w->out, p->values[v]);
            }
    }
}

/* Place i in a game is before its event i; variations of place i branch off there. */
static void game_tree(struct writer *w, const struct game *g, bool first)
{
    root_node(w, g, first);
    replay_begin(&w->replay, w->m, g);
    for (size_t i = 0; i <= g->n_events; i++) {
        if (variations_of(g, i) != NULL)
            strbuf_puts(w->out, "\n(");
        if (i < g->n_events && has_node(g, i))
            event_node(w, &g->events[i]);
        if (i < g->n_events)
            replay_apply(&w->replay, &g->events[i], NULL);
    }
    end_variations(w, g, g->n_events);
    strbuf_puts(w->out, "\n)\n");
}

/* ---- what is lost ---- */

/* What a rollout leaves out is counted where it is written. */
static bool fits(const struct eval_level *l, bool has_errors, const struct property *raw)
{
    if (raw != NULL && is_sgf(raw))
        return true;
    if (l->kind == EVAL_ROLLOUT)
        return l->name == NULL;
    return l->kind == EVAL_PLY && l->name == NULL && l->trials == 0 && !has_errors && raw == NULL;
}

static bool candidate_fits(const struct candidate *c)
{
    bool nothing = !is_known(&c->outcome) && isnan(c->equity);
    return fits(&c->level, c->stderror != NULL, c->raw) || (nothing && c->level.kind == EVAL_NONE);
}

static bool cube_fits(const struct cube_analysis *c)
{
    return fits(&c->level, c->branch[0].stderror != NULL || c->branch[1].stderror != NULL, c->raw);
}

/* What A and DA leave out of an annotation. */
static void count_annotation(const struct writer *w, const struct event *e, struct losses *l)
{
    const struct annotation *a = w->set >= 0 ? event_annotation(e, w->set) : NULL;
    if (a == NULL)
        return;
    bool figures = true, match = w->m->length > 0;
    for (int i = 0; a->play != NULL && i < a->play->n; i++) {
        const struct candidate *c = &a->play->candidates[i];
        l->count[LOSS_DETAILS] += !candidate_fits(c);
        figures = figures && is_known(&c->outcome) == !isnan(c->equity);
    }
    for (int i = 0; a->cube != NULL && i < 2; i++) {
        const struct cube_branch *b = &a->cube->branch[i];
        figures = figures && is_known(&b->outcome) && !isnan(match ? b->mwc : i == 0 ? a->cube->nd : a->cube->dt);
    }
    l->count[LOSS_DETAILS] += a->cube != NULL && !cube_fits(a->cube);
    for (const struct property *p = a->raw; p != NULL; p = p->next)
        l->count[LOSS_DETAILS] += !is_sgf(p);
    l->count[LOSS_ANALYSIS] += !figures;
}

static void tell_losses(const struct writer *w, struct diags *d)
{
    const struct match *m = w->m;
    struct losses l;
    loss_count(&l, m, NULL);
    l.count[LOSS_DETAILS] = l.count[LOSS_ANALYSIS] = l.count[LOSS_POSITIONS] = l.count[LOSS_START_POSITIONS] = 0;
    for (size_t g = 0; g < m->n_games; g++) {
        bool begun = false;
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct event *e = &m->games[g].events[i];
            count_annotation(w, e, &l);
            begun = begun || e->kind < EVENT_SET_BOARD;
            l.count[begun ? LOSS_POSITIONS : LOSS_START_POSITIONS] += e->kind == EVENT_SET_SCORE;
        }
    }
    unsigned told =
        CARRIES(OTHER_SETS) | CARRIES(DETAILS) | CARRIES(ANALYSIS) | CARRIES(POSITIONS) | CARRIES(START_POSITIONS);
    loss_tell(&l, CARRIES_EVERYTHING & ~told, d);
}

static bool write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    int plain = 0, cut = 0;
    struct writer w = {.out = sink_main(sink),
                       .m = m,
                       .set = o->analysis ? export_set(m, o) : -1,
                       .plain_rollouts = &plain,
                       .cut_rollouts = &cut};
    if (m->n_games == 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "the record holds no game, which SGF cannot tell");
        return false;
    }
    for (size_t g = 0; g < m->n_games; g++)
        game_tree(&w, &m->games[g], g == 0);
    if (plain > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: %d rollouts became evaluations, their match winning chances are unknown",
                plain);
    if (cut > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0,
                "lost: names of levels, limits and further words in the settings of %d rollouts", cut);
    tell_losses(&w, d);
    return true;
}

const struct exporter exporter_sgf = {
    .name = "sgf",
    .title = "Smart Game Format as GNU Backgammon writes it",
    .extension = "sgf",
    .scope = EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES,
    .annotations = true,
    .values = true,
    .write = write,
};
