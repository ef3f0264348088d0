/* Rows and groups; see groups.h. */
#include "base/language.h"
#include "collection/groups.h"
#include "collection/paces.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "match/phase.h"

/* ---- groups ---- */

static void name_group(struct group *g, const char *name, const char *order)
{
    size_t length = strlen(name);
    if (length >= sizeof g->name) { /* between letters */
        for (length = sizeof g->name - 1; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    }
    memcpy(g->name, name, length);
    g->name[length] = '\0';
    snprintf(g->order, sizeof g->order, "%s", order);
}

static void number_group(struct group *g, const char *name, int order)
{
    char text[16];
    snprintf(text, sizeof text, "%06d", order);
    name_group(g, name, text);
}

static void group_of_date(const char *date, size_t length, struct group *out)
{
    char part[16] = "";
    if (date == NULL) {
        name_group(out, N_("undated"), "~"); /* behind all dates */
        return;
    }
    const size_t given = strlen(date); /* of a date that is less exact all there is */
    memcpy(part, date, given < length ? given : length);
    name_group(out, part, part);
}

static void group_of_length(int length, struct group *out)
{
    char text[16];
    snprintf(text, sizeof text, "%d", length);
    number_group(out, length > 0 ? text : N_("money"), length);
}

void group_of_match(enum stats_by by, const struct known_match *m, int side, struct group *out)
{
    out->name[0] = '\0';
    if (by == BY_YEAR || by == BY_MONTH)
        group_of_date(m->date != NULL ? m->date : m->guess, by == BY_YEAR ? 4 : 7, out);
    else if (by == BY_OPPONENT)
        name_group(out, m->person[1 - side], m->person[1 - side]);
    else if (by == BY_EVENT && m->event != NULL)
        name_group(out, m->event, m->event);
    else if (by == BY_LENGTH)
        group_of_length(m->length, out);
}

static void group_of_score(const struct decision_row *d, struct group *out)
{
    char name[32];
    snprintf(name, sizeof name, "%d-%d", d->away[0], d->away[1]);
    number_group(out, d->away[0] > 0 ? name : N_("money"), 1000 * d->away[0] + d->away[1]);
}

static void group_of_cube(const struct decision_row *d, struct group *out)
{
    char name[32];
    snprintf(name, sizeof name, "%d %s", d->cube,
             d->cube_side == 0  ? "centred"
             : d->cube_side > 0 ? "own"
                                : "opponent's");
    number_group(out, name, 10 * (d->cube < 100000 ? d->cube : 99999) + 1 - d->cube_side);
}

bool is_opening_play(const struct decision_row *d)
{
    return d->number == 1 && d->kind == DECISION_PLAY && strcmp(d->position, POSITION_ID_START) == 0;
}

/* The second play, where nobody doubled before it. */
static bool is_opening_reply(const struct decision_row *d)
{
    return d->number == 2 && d->kind == DECISION_PLAY && d->phase == PHASE_OPENING;
}

/* A row for each choice that a player has about the cube; redoubles stand apart. */
static int action_number(const struct decision_row *d)
{
    const bool own = d->cube_side > 0, doubles = d->kind == DECISION_DOUBLE;
    return d->counted != COUNTED_CUBE ? -1
           : d->kind == DECISION_TAKE ? 4
           : d->kind == DECISION_PASS ? 5
                                      : 2 * doubles + own;
}

static const char *const action_names[CUBE_ACTIONS] = {N_("no double"), N_("no redouble"), N_("double"),
                                                       N_("redouble"),  N_("take"),        N_("pass")};

static const char opening_words[] = "opening %d", reply_words[] = "reply to it %d";

/* The first two plays of a game, by their rolls; games from a position that was set up have none. */
static void group_of_opening(const struct decision_row *d, struct group *out)
{
    char name[32];
    if (!is_opening_play(d) && !is_opening_reply(d))
        return;
    snprintf(name, sizeof name, is_opening_play(d) ? opening_words : reply_words, d->dice);
    number_group(out, name, (is_opening_play(d) ? 0 : 100) + d->dice);
}

/* In English by the name that options take. */
static const char *theme_shown(const char *name)
{
    for (int t = 0; t < THEMES && language_current()->catalogue != NULL; t++)
        if (strcmp(theme_name((enum decision_theme)t), name) == 0)
            return tr(theme_words((enum decision_theme)t));
    return name;
}

void group_shown(const struct figures *f, char shown[GROUP_ROOM])
{
    const enum stats_by by = f->by;
    const char *group = f->group;
    struct strbuf text = {0};
    int dice;
    shown[0] = '\0';
    if (group == NULL)
        return;
    strbuf_puts(&text, f->guessed > 0 ? "\xe2\x89\x88\xc2\xa0" : ""); /* not parted from the date */
    if (by == BY_OPPONENT || by == BY_EVENT)
        strbuf_puts(&text, group);
    else if (by == BY_THEME)
        strbuf_puts(&text, theme_shown(group));
    else if (by == BY_OPENING && sscanf(group, opening_words, &dice) == 1)
        tr_add(&text, "opening {0}", TR_INT(dice));
    else if (by == BY_OPENING && sscanf(group, reply_words, &dice) == 1)
        tr_add(&text, "reply to it {0}", TR_INT(dice));
    else
        strbuf_puts(&text, tr(group));
    snprintf(shown, GROUP_ROOM, "%s", strbuf_text(&text));
    strbuf_done(&text);
}

void group_of_number(enum stats_by by, int number, struct group *out)
{
    out->name[0] = '\0';
    if (number < 0)
        return;
    if (by == BY_PHASE && number < PHASES)
        number_group(out, phase_name((enum phase)number), number);
    else if (by == BY_PLAN && number < PLANS)
        number_group(out, plan_name((enum plan)number), number);
    else if (by == BY_CUBE_ACTION && number < CUBE_ACTIONS)
        number_group(out, action_names[number], number);
    else if (by == BY_THEME && number < THEMES)
        number_group(out, theme_name((enum decision_theme)number), number);
    else if (by == BY_TIME && number < PACE_GROUPS)
        number_group(out, pace_group_name((enum pace_group)number), number);
}

void group_of_decision(enum stats_by by, const struct decision_row *d, int64_t number, struct group *out)
{
    out->name[0] = '\0';
    if (by == BY_SCORE)
        group_of_score(d, out);
    else if (by == BY_CUBE)
        group_of_cube(d, out);
    else if (by == BY_OPENING)
        group_of_opening(d, out);
    else
        group_of_number(by, (int)number, out);
}

static int64_t only_number(enum stats_by by, const struct decision_row *d)
{
    switch (by) {
    case BY_PHASE:
        return d->phase;
    case BY_PLAN:
        return d->plan;
    case BY_SCORE:
        return ((int64_t)d->away[0] << 24) + d->away[1];
    case BY_CUBE:
        return (int64_t)d->cube * 4 + d->cube_side + 1;
    case BY_CUBE_ACTION:
        return action_number(d);
    case BY_OPENING:
        return is_opening_play(d) ? d->dice : is_opening_reply(d) ? 100 + d->dice : -1;
    default:
        return -1;
    }
}

int64_t group_number(enum stats_by by, const struct decision_row *d, int64_t from)
{
    if (by != BY_THEME) {
        const int64_t only = only_number(by, d);
        return only >= from ? only : -1;
    }
    while (from < THEMES && (d->themes >> from & 1) == 0)
        from++;
    return from < THEMES ? from : -1;
}

/* ---- rows ---- */

static bool is_finished(const struct known_match *m)
{
    return m->length > 0 && m->winner != NOBODY;
}

static void errors_of(const struct stored_sums *own, const struct stored_sums *other, struct row_figures *out)
{
    const double counted = own->counted_play_error + own->counted_cube_error;
    const double error = own->play_error + own->cube_error;
    out->decisions = own->counted_plays + own->counted_cubes;
    out->share[FIGURE_PR] = (struct addend){counted, out->decisions};
    out->share[FIGURE_CHECKER_PR] = (struct addend){own->counted_play_error, own->counted_plays};
    out->share[FIGURE_CUBE_PR] = (struct addend){own->counted_cube_error, own->counted_cubes};
    out->share[FIGURE_CUBE_BIAS] = (struct addend){own->bold - own->timid, own->counted_cubes};
    out->share[FIGURE_ERROR_RATE] = (struct addend){error, own->plays + own->close};
    if (own->plays > 0 || own->judged > 0)
        out->share[FIGURE_SNOWIE_RATE] = (struct addend){error, own->moves + (other != NULL ? other->moves : 0)};
}

/* Of finished matches: sums over their games, divided by matches, so that one game of each match counts as 1. */
static void count_once(enum figure f, bool seen[FIGURES], double sum, struct row_figures *out)
{
    out->share[f] = (struct addend){sum, !seen[f]};
    seen[f] = true;
}

static void match_figures(const struct known_match *m, const struct stored_sums *own, double luck, bool seen[FIGURES],
                          struct row_figures *out)
{
    const double lost = (own->play_error_mwc + own->cube_error_mwc) * sqrt(7.0 / m->length);
    count_once(FIGURE_MWC_LOST, seen, lost, out);
    if (!isnan(own->gain))
        count_once(FIGURE_RESULT, seen, own->gain, out);
    if (!isnan(luck) && !own->given_away)
        count_once(FIGURE_LUCK, seen, luck, out);
    if (!isnan(own->gain) && !isnan(luck))
        count_once(FIGURE_ADJUSTED, seen, own->gain - luck - own->hidden, out);
}

static void money_figures(const struct stored_sums *own, double luck, struct row_figures *out)
{
    if (isnan(own->gain))
        return;
    out->share[FIGURE_MONEY_RESULT] = (struct addend){own->gain, 1};
    if (!isnan(luck))
        out->share[FIGURE_MONEY_LUCK] = (struct addend){luck, 1};
}

double adjusted_within(double adjusted, double ahead)
{
    return isnan(ahead) ? adjusted : fmin(0.5 - ahead, fmax(-0.5 - ahead, adjusted));
}

void row_of_sums(const struct known_match *m, const struct stored_sums *own, const struct stored_sums *other,
                 bool seen[FIGURES], struct row_figures *out)
{
    *out = (struct row_figures){.difficulty = own->difficulty};
    errors_of(own, other, out);
    const bool lucky = (own->lucks > 0 || own->moves == 0) && (other == NULL || other->lucks > 0 || other->moves == 0);
    const double luck = lucky ? own->luck_mwc - (other != NULL ? other->luck_mwc : 0) : (double)NAN;
    if (is_finished(m))
        match_figures(m, own, luck, seen, out);
    else if (m->length == 0)
        money_figures(own, luck, out);
}

bool is_bold(enum cube_error kind)
{
    return kind == CUBE_MISSED_DOUBLE_ABOVE_CP || kind == CUBE_WRONG_DOUBLE_BELOW_DP || kind == CUBE_WRONG_TAKE;
}

void row_of_decision(const struct decision_row *d, struct row_figures *out)
{
    *out = (struct row_figures){.decisions = d->counted != COUNTED_NOT};
    const struct addend all = {d->error, 1};
    if (isnan(d->error))
        return;
    if (d->counted != COUNTED_NOT) {
        out->errors = d->error > 0;
        out->share[FIGURE_PR] = all;
        out->share[d->counted == COUNTED_PLAY ? FIGURE_CHECKER_PR : FIGURE_CUBE_PR] = all;
    }
    if (d->kind == DECISION_PLAY)
        out->share[FIGURE_ERROR_RATE] = all;
    else if (d->close == 1)
        out->share[FIGURE_ERROR_RATE] = (struct addend){d->cube_error >= 0 ? d->error : 0, 1};
    if (d->counted == COUNTED_CUBE)
        out->share[FIGURE_CUBE_BIAS] = (struct addend){d->cube_error < 0                         ? 0
                                                       : is_bold((enum cube_error)d->cube_error) ? 1
                                                                                                 : -1,
                                                       1};
}

void row_without_error(struct row_figures *row)
{
    row->errors = 0;
    for (enum figure f = 0; f < FIGURES; f++)
        row->share[f].e = 0;
}

/* ---- errors by kind ---- */

const char *error_kind_name(int kind)
{
    /* ORDER CUBE_ERROR */
    static const char *const names[ERROR_KINDS] = {
        N_("chequer play"),     N_("missed double"),        N_("missed cash (played on)"),
        N_("double too early"), N_("double when too good"), N_("wrong take"),
        N_("wrong pass")};
    return kind >= 0 && kind < ERROR_KINDS ? names[kind] : "";
}

int error_kind_of(const struct decision_row *d)
{
    if (d->counted == COUNTED_NOT || !(d->error > 0))
        return -1;
    return d->counted == COUNTED_PLAY ? 0 : d->cube_error >= 0 ? 1 + d->cube_error : -1;
}

void group_of_error(int kind, struct group *out)
{
    number_group(out, error_kind_name(kind), kind);
}

void row_of_errors(int decisions, int errors, double lost, struct row_figures *out)
{
    *out = (struct row_figures){.decisions = decisions, .errors = errors};
    out->share[FIGURE_PR] = (struct addend){lost, decisions};
}
