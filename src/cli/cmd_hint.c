/* `kibitzer hint`: what to do in a position: the plays in order of merit when dice are set, the answer to a double that
 * was offered, else the cube decision. */
#include <math.h>
#include <stdio.h>

#include "analyze/double.h"
#include "analyze/maps.h"
#include "base/figure.h"
#include "cli/command.h"
#include "cli/hint_terminal.h"
#include "cli/maps.h"
#include "match/notation.h"
#include "match/posid.h"
#include "match/replies.h"

/* ---- plays ---- */

static void write_id_after(struct strbuf *out, const struct board *after)
{
    char id[POSITION_ID_LENGTH + 1];
    struct board opponent;
    board_flip(after, &opponent);
    position_id(&opponent, id);
    strbuf_puts(out, id);
}

static void plays_tsv(struct strbuf *out, const struct question *q, const struct ranked_plays *r)
{
    const bool dance = r->n == 0;
    const struct play none = {0};
    strbuf_printf(out, "%s\t", q->id);
    notation_write(out, &q->position.board, dance ? &none : &r->at[0].play, NOTATION_MERGED);
    strbuf_putc(out, '\t');
    write_id_after(out, dance ? &q->position.board : &r->at[0].after);
    strbuf_putc(out, '\t');
    number_write(out, dance ? NAN : r->at[0].cubeful, 6, "-");
    strbuf_putc(out, '\n');
}

static void play_json(struct jsonw *j, const struct board *b, const struct ranked_play *r)
{
    struct strbuf text = {0}, after = {0};
    notation_write(&text, b, &r->play, NOTATION_MERGED);
    write_id_after(&after, &r->after);
    jsonw_object(j, NULL);
    jsonw_string(j, "play", text.at);
    jsonw_string(j, "position_id_after", after.at);
    jsonw_int(j, "plies", r->plies);
    jsonw_number(j, "equity", r->cubeful, 6);
    jsonw_number(j, "cubeless", r->cubeless, 6);
    outcome_json(j, &r->outcome);
    jsonw_end(j);
    strbuf_done(&text);
    strbuf_done(&after);
}

static void plays_json(struct strbuf *out, const struct engine *e, const struct question *q,
                       const struct ranked_plays *r)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_array(&j, "dice");
    jsonw_int(&j, NULL, q->position.dice[0]);
    jsonw_int(&j, NULL, q->position.dice[1]);
    jsonw_end(&j);
    jsonw_array(&j, "plays");
    for (int i = 0; i < r->n; i++)
        play_json(&j, &q->position.board, &r->at[i]);
    jsonw_end(&j);
    race_json(&j, e, &q->position);
    jsonw_end(&j);
}

static void plays_text(struct strbuf *out, const struct question *q, const struct ranked_plays *r)
{
    strbuf_printf(out, "%s  to play %d%d", q->id, q->position.dice[0], q->position.dice[1]);
    if (r->n > 0)
        strbuf_printf(out, ", %dply (XG: %d-ply)", r->at[0].plies, r->at[0].plies + 1);
    strbuf_putc(out, '\n');
    for (int i = 0; i < r->n && i < HINT_PLAYS; i++) {
        const struct ranked_play *p = &r->at[i];
        struct strbuf text = {0};
        if (hint_rule_above(r, i))
            strbuf_puts(out, "      ---- looked at less deeply:\n");
        notation_write(&text, &q->position.board, &p->play, NOTATION_MERGED);
        strbuf_printf(out, "  %2d. %-28s %dply %7s", i + 1, strbuf_text(&text), p->plies, SIGNED(p->cubeful, 4));
        if (!isnan(hint_difference(r, i)))
            strbuf_printf(out, " (%s)", SIGNED(hint_difference(r, i), 4));
        strbuf_printf(out, "\n      %.3f %.3f %.3f - %.3f %.3f %.3f\n", p->outcome.win, p->outcome.win_gammon,
                      p->outcome.win_backgammon, 1 - p->outcome.win, p->outcome.lose_gammon,
                      p->outcome.lose_backgammon);
        strbuf_done(&text);
    }
    if (r->n == 0)
        strbuf_puts(out, "      cannot move\n");
    if (r->n > HINT_PLAYS)
        strbuf_printf(out, "      ... and %d more\n", r->n - HINT_PLAYS);
}

static void answer_plays(const struct thinking *t, struct worker *w, const struct question *q, enum answer_form form,
                         struct strbuf *out)
{
    struct ranked_plays r = {0};
    engine_plays(t->engine, w, &q->position, &t->level, NULL, &r);
    if (form == ANSWER_TSV)
        plays_tsv(out, q, &r);
    else if (form == ANSWER_JSON)
        plays_json(out, t->engine, q, &r);
    else if (form == ANSWER_TERMINAL)
        hint_show_plays(out, q, &r);
    else
        plays_text(out, q, &r);
    ranked_plays_done(&r);
}

/* ---- cube ---- */

static const char *proper_action(const struct question *q, const struct cube_answer *c)
{
    return c->verdict == VERDICT_NONE ? "No double" : verdict_text(c->verdict, q->position.cube_owner != CUBE_CENTRED);
}

static void cube_tsv(struct strbuf *out, const struct question *q, const struct cube_answer *c)
{
    strbuf_printf(out, "%s\t%s\t-\t", q->id, proper_action(q, c));
    number_write(out, c->nd, 6, "-");
    strbuf_putc(out, '\t');
    number_write(out, c->dt, 6, "-");
    strbuf_putc(out, '\n');
}

static void cube_json(struct strbuf *out, const struct engine *e, const struct question *q, const struct cube_answer *c)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_string(&j, "verdict", proper_action(q, c));
    jsonw_number(&j, "no_double", c->nd, 6);
    jsonw_number(&j, "double_take", c->dt, 6);
    jsonw_number(&j, "double_pass", c->dp, 6);
    outcome_json(&j, &c->outcome[0]);
    jsonw_int(&j, "plies", c->plies);
    race_json(&j, e, &q->position);
    jsonw_end(&j);
}

static void cube_text(struct strbuf *out, const struct question *q, const struct cube_answer *c, bool may_double)
{
    const struct outcome *o = &c->outcome[0];
    strbuf_printf(out, "%s  cube decision, %dply (XG: %d-ply)\n      %.3f %.3f %.3f - %.3f %.3f %.3f\n", q->id,
                  c->plies, c->plies + 1, o->win, o->win_gammon, o->win_backgammon, 1 - o->win, o->lose_gammon,
                  o->lose_backgammon);
    strbuf_printf(out, "  no double    %7s\n", SIGNED(c->nd, 4));
    if (may_double)
        strbuf_printf(out, "  double, take %7s\n  double, pass %7s\n", SIGNED(c->dt, 4), SIGNED(c->dp, 4));
    strbuf_printf(out, "  proper action: %s\n", proper_action(q, c));
}

static void answer_cube(const struct thinking *t, struct worker *w, const struct question *q, enum answer_form form,
                        struct strbuf *out)
{
    struct position p = q->position;
    struct cube_answer c = {.nd = NAN, .dt = NAN, .dp = NAN};
    p.offer = OFFER_NONE; /* the whole decision, also when a double is already on the table */
    p.turn = p.on_roll;
    const struct level level = level_of_cube(&t->level);
    bool may_double = engine_cube(t->engine, w, &p, &level, &c);
    if (!may_double)
        c.dt = c.dp = NAN;
    if (form == ANSWER_TSV)
        cube_tsv(out, q, &c);
    else if (form == ANSWER_JSON)
        cube_json(out, t->engine, q, &c);
    else if (form == ANSWER_TERMINAL)
        hint_show_cube(out, q, &c, proper_action(q, &c));
    else
        cube_text(out, q, &c, may_double);
}

/* ---- the answer to a double ---- */

static void answers_tsv(struct strbuf *out, const struct question *q, const struct replies *a)
{
    strbuf_printf(out, "%s\t%s\t-\t", q->id, reply_name(&q->position, a->best));
    number_write(out, a->equity[REPLY_TAKE], 6, "-");
    strbuf_putc(out, '\t');
    number_write(out, a->equity[REPLY_PASS], 6, "-");
    strbuf_putc(out, '\n');
}

static void answers_json(struct strbuf *out, const struct engine *e, const struct question *q, const struct replies *a,
                         const struct outcome *o, int plies)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_string(&j, "answer", reply_name(&q->position, a->best));
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++) {
        if (i == REPLY_RAISE && !a->may_raise)
            continue;
        jsonw_object_flat(&j, reply_name(&q->position, i));
        jsonw_number(&j, "equity", a->equity[i], 6);
        jsonw_number(&j, "cost", a->cost[i], 6);
        jsonw_end(&j);
    }
    outcome_json(&j, o);
    jsonw_int(&j, "plies", plies);
    race_json(&j, e, &q->position);
    jsonw_end(&j);
}

static void answers_text(struct strbuf *out, const struct question *q, const struct replies *a, const struct outcome *o,
                         int plies)
{
    strbuf_printf(out, "%s  %s to %d: %s %dply (XG: %d-ply)\n      %.3f %.3f %.3f - %.3f %.3f %.3f\n", q->id,
                  offer_made(&q->position), 2 * q->position.cube, reply_choice(&q->position), plies, plies + 1, o->win,
                  o->win_gammon, o->win_backgammon, 1 - o->win, o->lose_gammon, o->lose_backgammon);
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++) {
        if (i == REPLY_RAISE && !a->may_raise)
            continue;
        strbuf_printf(out, "  %-12s %7s", reply_name(&q->position, i), SIGNED(a->equity[i], 4));
        if (a->cost[i] > 0)
            strbuf_printf(out, " (%s)", SIGNED(-a->cost[i], 4));
        strbuf_putc(out, '\n');
    }
    strbuf_printf(out, "  proper answer: %s\n", reply_name(&q->position, a->best));
}

/* Everything from the seat of the player who was doubled, in cubes before the double. */
static void answer_double(const struct thinking *t, struct worker *w, const struct question *q, enum answer_form form,
                          struct strbuf *out)
{
    const struct position p = position_undoubled(&q->position);
    struct cube_answer c;
    struct replies a;
    const struct level level = level_of_cube(&t->level);
    double_value(t->engine, w, &p, &level, &c);
    replies_to(&q->position, c.dt, c.dp, &a);
    const bool beavered = q->position.offer == OFFER_BEAVER; /* the doubler himself answers */
    const struct outcome theirs = beavered ? c.outcome[1] : outcome_flip(c.outcome[1]);
    if (form == ANSWER_TSV)
        answers_tsv(out, q, &a);
    else if (form == ANSWER_JSON)
        answers_json(out, t->engine, q, &a, &theirs, c.plies);
    else if (form == ANSWER_TERMINAL)
        hint_show_answers(out, q, &a, &theirs, c.plies);
    else
        answers_text(out, q, &a, &theirs, c.plies);
}

/* ---- temperature ---- */

static const char *measure(const struct thinking *t, struct worker *w, const struct question *q, struct temperature *m)
{
    const char *problem = position_over(&q->position);
    if (problem == NULL)
        temperature_fill(m, t->engine, w, &q->position, &t->level);
    return problem;
}

static void temperature_json(struct strbuf *out, const struct question *q, const struct temperature *m)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_number(&j, "mean", (double)m->mean, 6);
    jsonw_array(&j, "rolls");
    for (int a = 0; a < 6; a++) {
        jsonw_array_flat(&j, NULL);
        for (int b = 0; b < 6; b++)
            jsonw_number(&j, NULL, (double)m->equity[a][b], 6);
        jsonw_end(&j);
    }
    jsonw_end(&j);
    jsonw_end(&j);
}

static void temperature_text(struct strbuf *out, const struct thinking *t, const struct question *q,
                             const struct temperature *m)
{
    strbuf_printf(out, "%s  equity after each roll (%s), mean %s\n  ", q->id, t->level.name, SIGNED(m->mean, 4));
    for (int b = 0; b < 6; b++)
        strbuf_printf(out, "%9d", b + 1);
    strbuf_putc(out, '\n');
    for (int a = 0; a < 6; a++) {
        strbuf_printf(out, "  %d", a + 1);
        for (int b = 0; b < 6; b++)
            strbuf_printf(out, "  %7s", SIGNED(m->equity[a][b], 4));
        strbuf_putc(out, '\n');
    }
}

static void temperature_tsv(struct strbuf *out, const struct question *q, const struct temperature *m)
{
    for (int a = 0; a < 6; a++)
        for (int b = 0; b <= a; b++) {
            strbuf_printf(out, "%s\t%d%d\t", q->id, a + 1, b + 1);
            number_write(out, (double)m->equity[a][b], 6, "-");
            strbuf_putc(out, '\n');
        }
}

static const char *write_temperature(const struct thinking *t, struct worker *w, const struct question *q,
                                     enum answer_form form, struct strbuf *out)
{
    struct temperature m;
    const char *problem = measure(t, w, q, &m);
    if (problem != NULL)
        return problem;
    if (form == ANSWER_TSV)
        temperature_tsv(out, q, &m);
    else if (form == ANSWER_JSON)
        temperature_json(out, q, &m);
    else
        temperature_text(out, t, q, &m);
    return NULL;
}

static void temperature_cell(struct map_cell *c, const struct question *q, const struct temperature *m, int a, int b,
                             double most)
{
    struct strbuf play = {0};
    notation_write(&play, &q->position.board, &m->play[a][b], NOTATION_MERGED);
    snprintf(c->text, sizeof c->text, "%s", SIGNED(m->equity[a][b], 3));
    snprintf(c->hint, sizeof c->hint, "%d%d: %s, %s", a + 1, b + 1, strbuf_text(&play), SIGNED(m->equity[a][b], 4));
    c->fill = map_heat((double)(m->equity[a][b] - m->mean) / most);
    strbuf_done(&play);
}

/* Colours by the distance from the mean: the roll that is farthest from it has the strongest. */
static const char *draw_temperature(const struct thinking *t, struct worker *w, const struct question *q,
                                    struct map *out)
{
    struct temperature m;
    const char *problem = measure(t, w, q, &m);
    double most = 1e-6;
    if (problem != NULL)
        return problem;
    *out = (struct map){.title = "Equity after each roll",
                        .across = "red: better than the mean, blue: worse",
                        .down = "",
                        .columns = 6,
                        .rows = 6};
    for (int i = 0; i < 36; i++)
        most = fmax(most, fabs((double)(m.equity[i / 6][i % 6] - m.mean)));
    for (int a = 0; a < 6; a++) {
        snprintf(out->row[a], MAP_TEXT, "%d", a + 1);
        snprintf(out->column[a], MAP_TEXT, "%d", a + 1);
        for (int b = 0; b < 6; b++)
            temperature_cell(&out->cell[a][b], q, &m, a, b, most);
    }
    snprintf(out->note, MAP_HINT, "mean %s", SIGNED(m.mean, 4));
    return NULL;
}

/* ---- the command ---- */

static const char *write_answer(const struct thinking *t, struct worker *w, const struct question *q,
                                enum answer_form form, struct strbuf *out)
{
    const struct position *p = &q->position;
    const char *problem = position_over(p);
    if (problem != NULL)
        return problem;
    if (p->dice[0] != 0)
        answer_plays(t, w, q, form, out);
    else if (position_is_doubled(p))
        answer_double(t, w, q, form, out);
    else
        answer_cube(t, w, q, form, out);
    if (form == ANSWER_TEXT || form == ANSWER_TERMINAL)
        race_text(out, t->engine, p);
    return NULL;
}

static int run(const struct args *a)
{
    if (args_has(a, "out") && !args_has(a, "temperature"))
        return usage_error(a->command, "--out has no effect without --temperature");
    if (args_has(a, "out"))
        return map_write(a, draw_temperature);
    return positions_answer(a, NULL, args_has(a, "temperature") ? write_temperature : write_answer);
}

static const struct option_row options[] = {
    POSITIONS_OPTIONS,
    {"temperature", 0, NULL, NULL, "show the equity after each of the 21 rolls, as a 6x6 map"},
    MAP_OPTION,
    THINKING_OPTIONS,
    {0},
};

const struct command command_hint = {
    .name = "hint",
    .usage = "[--level L] [--temperature] [--tsv|--json] [ID...]",
    .summary = "rank the plays of a roll, or judge the cube before it",
    .description =
        "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle). With dice\n"
        "in it the plays are ranked, without them the cube decision is judged. Where a double is offered (dice \"D\";\n"
        "a beaver \"B\", a raccoon \"R\") the answers are judged: equities are those of the player who has to answer,\n"
        "with the cost of each wrong answer.\n"
        "On a terminal a board and a table with percentages are printed; elsewhere a plain table.\n"
        "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
        "TSV columns: id best_play position_id_after equity (the opponent on roll after the play; where no play is\n"
        "legal: cannot move, and - for the equity); for cubes id verdict - equity_no_double equity_double_take.\n\n"
        "example:\n  kibitzer hint XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n",
    .options = options,
    .run = run,
};
