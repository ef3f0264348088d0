/* The words and figures of every report: names, scores, actions, levels of analysis, numbers. What is
 * worded or rounded here reads the same in all formats. Wording follows GNU Backgammon's exports
 * (docs/formats/html.md). */
#include "report/decision.h"

#include <math.h>
#include <string.h>

#include "match/notation.h"
#include "match/walk.h"

/* ---- names and scores ---- */

const char *report_name(const struct match *m, int who)
{
    const char *name = m->player[who].name;
    if (name != NULL && name[strspn(name, " \t\r\n")] != '\0')
        return name;
    return who == 0 ? "Player 1" : "Player 2";
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
    case EVENT_SET_BOARD:
    case EVENT_SET_CUBE:
    case EVENT_SET_DICE:
        strbuf_puts(out, name);
        if (decision_is_position(d))
            strbuf_puts(out, e->kind == EVENT_SET_DICE ? " to play" : " on roll, cube decision");
        if (decision_is_position(d) && e->kind == EVENT_SET_DICE)
            strbuf_printf(out, " %d%d", e->dice[0], e->dice[1]);
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

static void play_text(struct strbuf *out, const struct decision *d)
{
    const struct event *e = d->event;
    struct board b = position_board(&d->before, d->event->player);
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
        strbuf_puts(out, !decision_is_position(d)    ? event_kind_name(e->kind)
                         : e->kind == EVENT_SET_DICE ? "to play"
                                                     : "cube decision");
    }
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
