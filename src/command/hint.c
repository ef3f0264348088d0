/* `hint`: what to do in a position: the answer to a resignation that waits, the plays in order of merit when dice are
 * set, the answer to a double that was offered, else the cube decision. */
#include <math.h>
#include <stdio.h>

#include "analyze/double.h"
#include "analyze/maps.h"
#include "analyze/resignation.h"
#include "command/hint_terminal.h"
#include "command/maps.h"
#include "base/command.h"
#include "base/figure.h"
#include "match/notation.h"
#include "format/posid.h"
#include "match/replies.h"

struct hint_options {
    struct positions_options positions;
    bool temperature;
    struct map_options map;
    struct level_option level;
    struct jobs_option jobs;
    struct engine_files files;
};

/* Who answers, and how. */
struct answering {
    const struct hint_options *options;
    const struct engine *engine;
    struct worker *worker;
    enum positions_form form;
};

/* ---- plays ---- */

static void write_id_after(struct strbuf *out, const struct board *after)
{
    char id[POSITION_ID_LENGTH + 1];
    struct board opponent;
    board_flip(after, &opponent);
    position_id(&opponent, id);
    strbuf_puts(out, id);
}

static void plays_tsv(struct strbuf *out, const struct asked *q, const struct ranked_plays *r)
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

static void plays_json(struct strbuf *out, const struct engine *e, const struct asked *q, const struct ranked_plays *r)
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

static void print_play(struct strbuf *out, void *context, const struct listed_play *l)
{
    (void)context;
    const struct outcome *o = &l->play->outcome;
    strbuf_printf(out, "  %2d. %-28s %dply %7s", l->rank, l->text, l->play->plies, SIGNED(l->play->cubeful, 4));
    if (!isnan(l->difference))
        strbuf_printf(out, " (%s%s)", l->as_deep ? "" : "\xe2\x89\x88 ", SIGNED(l->difference, 4));
    strbuf_printf(out, "\n      %.3f %.3f %.3f - %.3f %.3f %.3f\n", o->win, o->win_gammon, o->win_backgammon,
                  1 - o->win, o->lose_gammon, o->lose_backgammon);
}

static void plays_text(struct strbuf *out, const struct asked *q, const struct ranked_plays *r)
{
    strbuf_printf(out, "%s  to play %d%d", q->id, q->position.dice[0], q->position.dice[1]);
    if (r->n > 0)
        strbuf_printf(out, ", %dply (XG: %d-ply)", r->at[0].plies, r->at[0].plies + 1);
    strbuf_putc(out, '\n');
    hint_list_plays(out, q, r, print_play, NULL);
    if (r->n == 0)
        strbuf_puts(out, "      cannot move\n");
}

static bool in_colour(const struct answering *a)
{
    return a->options->positions.terminal == TERMINAL_COLOUR;
}

static void answer_plays(const struct answering *a, const struct asked *q, struct strbuf *out)
{
    struct ranked_plays r = {0};
    engine_plays(a->engine, a->worker, &q->position, &a->options->level.level, NULL, &r);
    if (a->form == POSITIONS_TSV)
        plays_tsv(out, q, &r);
    else if (a->form == POSITIONS_JSON)
        plays_json(out, a->engine, q, &r);
    else if (a->form == POSITIONS_TERMINAL)
        hint_show_plays(out, in_colour(a), q, &r);
    else
        plays_text(out, q, &r);
    ranked_plays_done(&r);
}

/* ---- cube ---- */

static const char *proper_action(const struct asked *q, const struct cube_answer *c)
{
    return c->verdict == VERDICT_NONE ? "No double" : verdict_text(c->verdict, q->position.cube_owner != CUBE_CENTRED);
}

static void cube_tsv(struct strbuf *out, const struct asked *q, const struct cube_answer *c)
{
    strbuf_printf(out, "%s\t%s\t-\t", q->id, proper_action(q, c));
    number_write(out, c->nd, 6, "-");
    strbuf_putc(out, '\t');
    number_write(out, c->dt, 6, "-");
    strbuf_putc(out, '\n');
}

static void cube_json(struct strbuf *out, const struct engine *e, const struct asked *q, const struct cube_answer *c)
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

static void cube_text(struct strbuf *out, const struct asked *q, const struct cube_answer *c, bool may_double)
{
    const struct outcome *o = &c->outcome[0];
    strbuf_printf(out, "%s  cube decision, %dply (XG: %d-ply)\n      %.3f %.3f %.3f - %.3f %.3f %.3f\n", q->id,
                  c->plies, c->plies + 1, o->win, o->win_gammon, o->win_backgammon, 1 - o->win, o->lose_gammon,
                  o->lose_backgammon);
    if (c->verdict != VERDICT_NOTHING_AT_STAKE)
        strbuf_printf(out, "  no double    %7s\n", SIGNED(c->nd, 4));
    if (may_double)
        strbuf_printf(out, "  double, take %7s\n  double, pass %7s\n", SIGNED(c->dt, 4), SIGNED(c->dp, 4));
    strbuf_printf(out, "  proper action: %s\n", proper_action(q, c));
}

static void answer_cube(const struct answering *a, const struct asked *q, struct strbuf *out)
{
    struct position p = q->position;
    struct cube_answer c = {.nd = NAN, .dt = NAN, .dp = NAN};
    p.offer = OFFER_NONE; /* the whole decision, also when a double is already on the table */
    p.turn = p.on_roll;
    const struct level level = level_of_cube(&a->options->level.level);
    const bool may_double = engine_cube(a->engine, a->worker, &p, &level, &c);
    if (!may_double)
        c.dt = c.dp = NAN;
    if (a->form == POSITIONS_TSV)
        cube_tsv(out, q, &c);
    else if (a->form == POSITIONS_JSON)
        cube_json(out, a->engine, q, &c);
    else if (a->form == POSITIONS_TERMINAL)
        hint_show_cube(out, in_colour(a), q, &c, proper_action(q, &c));
    else
        cube_text(out, q, &c, may_double);
}

/* ---- the answer to a double ---- */

static void answers_tsv(struct strbuf *out, const struct asked *q, const struct replies *a)
{
    strbuf_printf(out, "%s\t%s\t-\t", q->id, reply_name(&q->position, a->best));
    number_write(out, a->equity[REPLY_TAKE], 6, "-");
    strbuf_putc(out, '\t');
    number_write(out, a->equity[REPLY_PASS], 6, "-");
    strbuf_putc(out, '\n');
}

static void answers_json(struct strbuf *out, const struct engine *e, const struct asked *q, const struct replies *a,
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

static void answers_text(struct strbuf *out, const struct asked *q, const struct replies *a, const struct outcome *o,
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
static void answer_double(const struct answering *a, const struct asked *q, struct strbuf *out)
{
    const struct position p = position_undoubled(&q->position);
    struct cube_answer c;
    struct replies replies;
    const struct level level = level_of_cube(&a->options->level.level);
    double_value(a->engine, a->worker, &p, &level, &c);
    replies_to(&q->position, c.dt, c.dp, &replies);
    const bool beavered = q->position.offer == OFFER_BEAVER; /* the doubler himself answers */
    const struct outcome theirs = beavered ? c.outcome[1] : outcome_flip(c.outcome[1]);
    if (a->form == POSITIONS_TSV)
        answers_tsv(out, q, &replies);
    else if (a->form == POSITIONS_JSON)
        answers_json(out, a->engine, q, &replies, &theirs, c.plies);
    else if (a->form == POSITIONS_TERMINAL)
        hint_show_answers(out, in_colour(a), q, &replies, &theirs, c.plies);
    else
        answers_text(out, q, &replies, &theirs, c.plies);
}

/* ---- the answer to a resignation ---- */

static void resignation_json(struct strbuf *out, const struct engine *e, const struct asked *q,
                             const struct resignation *r)
{
    static const char *const names[] = {"accept", "refuse"};
    const float equity[] = {r->accept, r->refuse}, best = fmaxf(r->accept, r->refuse);
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_int(&j, "resigned", q->position.resigned);
    jsonw_string(&j, "answer", names[!r->right]);
    for (int i = 0; i < 2; i++) {
        jsonw_object_flat(&j, names[i]);
        jsonw_number(&j, "equity", (double)equity[i], 6);
        jsonw_number(&j, "cost", (double)(best - equity[i]), 6);
        jsonw_end(&j);
    }
    outcome_json(&j, &r->outcome);
    jsonw_int(&j, "plies", r->plies);
    race_json(&j, e, &q->position);
    jsonw_end(&j);
}

static void resignation_text(struct strbuf *out, const struct asked *q, const struct resignation *r)
{
    static const char *const games[] = {"", "a single game", "a gammon", "a backgammon"};
    const struct position *p = &q->position;
    const struct outcome *o = &r->outcome;
    strbuf_printf(out, "%s  %s resigned%s: accept or refuse? %dply (XG: %d-ply)\n", q->id, games[p->resigned],
                  p->under != OFFER_NONE ? ", a double waits" : "", r->plies, r->plies + 1);
    strbuf_printf(out, "      %.3f %.3f %.3f - %.3f %.3f %.3f\n", o->win, o->win_gammon, o->win_backgammon, 1 - o->win,
                  o->lose_gammon, o->lose_backgammon);
    strbuf_printf(out, "  accept       %7s\n  refuse       %7s\n", SIGNED(r->accept, 4), SIGNED(r->refuse, 4));
    strbuf_printf(out, "  proper answer: %s\n", r->right ? "accept" : "refuse");
}

static void resignation_tsv(struct strbuf *out, const struct asked *q, const struct resignation *r)
{
    strbuf_printf(out, "%s\t%s\t-\t", q->id, r->right ? "accept" : "refuse");
    number_write(out, (double)r->accept, 6, "-");
    strbuf_putc(out, '\t');
    number_write(out, (double)r->refuse, 6, "-");
    strbuf_putc(out, '\n');
}

/* From the seat of the player to whom it is offered. */
static void answer_resignation(const struct answering *a, const struct asked *q, struct strbuf *out)
{
    struct resignation r;
    resignation_judge(a->engine, a->worker, &q->position, &a->options->level.level, &r);
    if (a->form == POSITIONS_TSV)
        resignation_tsv(out, q, &r);
    else if (a->form == POSITIONS_JSON)
        resignation_json(out, a->engine, q, &r);
    else
        resignation_text(out, q, &r);
}

/* ---- temperature ---- */

static const char *measure(const struct hint_options *o, const struct engine *e, struct worker *w,
                           const struct asked *q, struct temperature *m)
{
    const char *problem = position_over(&q->position);
    if (problem == NULL)
        temperature_fill(m, e, w, &q->position, &o->level.level);
    return problem;
}

static void temperature_json(struct strbuf *out, const struct asked *q, const struct temperature *m)
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

static void temperature_text(struct strbuf *out, const struct hint_options *o, const struct asked *q,
                             const struct temperature *m)
{
    strbuf_printf(out, "%s  equity after each roll (%s), mean %s\n  ", q->id, o->level.level.name, SIGNED(m->mean, 4));
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

static void temperature_tsv(struct strbuf *out, const struct asked *q, const struct temperature *m)
{
    for (int a = 0; a < 6; a++)
        for (int b = 0; b <= a; b++) {
            strbuf_printf(out, "%s\t%d%d\t", q->id, a + 1, b + 1);
            number_write(out, (double)m->equity[a][b], 6, "-");
            strbuf_putc(out, '\n');
        }
}

static const char *write_temperature(const struct engine_pool *pool, struct worker *w, const void *options,
                                     const struct asked *q, enum positions_form form, struct strbuf *out)
{
    const struct hint_options *o = options;
    struct temperature m;
    const char *problem = measure(o, pool->engine, w, q, &m);
    if (problem != NULL)
        return problem;
    if (form == POSITIONS_TSV)
        temperature_tsv(out, q, &m);
    else if (form == POSITIONS_JSON)
        temperature_json(out, q, &m);
    else
        temperature_text(out, o, q, &m);
    return NULL;
}

static void temperature_cell(struct map_cell *c, const struct asked *q, const struct temperature *m, int a, int b,
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
static const char *draw_temperature(const struct engine_pool *pool, const void *options, const struct asked *q,
                                    struct map *out)
{
    struct temperature m;
    const char *problem = measure(options, pool->engine, pool->worker[0], q, &m);
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

static const char *write_answer(const struct engine_pool *pool, struct worker *w, const void *options,
                                const struct asked *q, enum positions_form form, struct strbuf *out)
{
    const struct answering a = {.options = options, .engine = pool->engine, .worker = w, .form = form};
    const struct position *p = &q->position;
    const char *problem = position_over(p);
    if (problem != NULL)
        return problem;
    if (p->offer == OFFER_RESIGNATION)
        answer_resignation(&a, q, out);
    else if (p->dice[0] != 0)
        answer_plays(&a, q, out);
    else if (position_is_doubled(p))
        answer_double(&a, q, out);
    else
        answer_cube(&a, q, out);
    if (form == POSITIONS_TEXT || form == POSITIONS_TERMINAL)
        race_text(out, pool->engine, p);
    return NULL;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct hint_options *o = options;
    const struct positions_kind kind = {.write = o->temperature ? write_temperature : write_answer};
    if (o->map.file == NULL)
        return positions_answer(&o->positions, &o->files, o->jobs.jobs, &kind, o, input, n);
    const struct map_request map = {
        .file = o->map.file, .positions = &o->positions, .files = &o->files, .draw = draw_temperature, .options = o};
    return map_write(&map, o->jobs.jobs, input, n);
}

static const struct option_row rows[] = {
    OPTION("temperature", struct hint_options, temperature,
           .help = "show the equity after each of the 21 rolls, as a 6x6 map"),
    {0},
};

static const struct option_group own_group = {.title = "What is asked", .rows = rows};

static const struct option_part parts[] = {
    {&positions_group, offsetof(struct hint_options, positions)},
    {&variation_group, offsetof(struct hint_options, positions.variation)},
    {&own_group, 0},
    {&map_group, offsetof(struct hint_options, map)},
    {&level_group, offsetof(struct hint_options, level)},
    {&jobs_group, offsetof(struct hint_options, jobs)},
    {&engine_group, offsetof(struct hint_options, files)},
    {0},
};

/* Only the temperature is drawn. */
static bool settle(const struct options *given, void *all, struct option_fault *f)
{
    const struct hint_options *o = all;
    (void)given;
    return o->map.file == NULL || o->temperature ||
           option_refuse(f, NULL, NULL, "--output has no effect without --temperature");
}

const struct command hint_command = {{"hint", sizeof(struct hint_options), parts, settle}, .run = run};
