/* `cube`: the cube decision of a position at every score. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/maps.h"
#include "command/hint_terminal.h"
#include "command/maps.h"
#include "base/command.h"
#include "base/figure.h"
#include "base/language.h"

struct cube_options {
    struct map_options map;
    struct positions_options positions;
    struct level_option level;
    struct jobs_option jobs;
    struct engine_files files;
};

/* How a verdict is shown. ORDER VERDICT */
#define OUT_OF_USE N_("the cube may not be turned, or is dead")
static const struct {
    const char *sign;
    uint32_t fill;
    const char *words[2]; /* of a double, of a redouble */
} signs[VERDICTS] = {
    [VERDICT_NONE] = {"-", 0xd9dbde, {OUT_OF_USE, OUT_OF_USE}},
    [VERDICT_NO_DOUBLE_TAKE] = {".", 0xf5f1e8, {N_("no double, take"), N_("no redouble, take")}},
    [VERDICT_NO_DOUBLE_BEAVER] = {"b", 0xcfe0f1, {N_("no double, beaver"), N_("no redouble, beaver")}},
    [VERDICT_DOUBLE_TAKE] = {"D/T", 0x7fb77e, {N_("double, take"), N_("redouble, take")}},
    [VERDICT_DOUBLE_PASS] = {"D/P", 0xcf5c4e, {N_("double, pass"), N_("redouble, pass")}},
    [VERDICT_DOUBLE_BEAVER] = {"D/B", 0x5b8fc4, {N_("double, beaver"), N_("redouble, beaver")}},
    [VERDICT_TOO_GOOD_TAKE] = {"TG", 0x8a5fb0, {N_("too good to double"), N_("too good to redouble")}},
    [VERDICT_TOO_GOOD_PASS] = {"TG", 0x8a5fb0, {N_("too good to double"), N_("too good to redouble")}},
    [VERDICT_OPTIONAL_TAKE] = {"d/t", 0xb9dab8, {N_("optional double, take"), N_("optional redouble, take")}},
    [VERDICT_OPTIONAL_PASS] = {"d/p", 0xe8b1a9, {N_("optional double, pass"), N_("optional redouble, pass")}},
    [VERDICT_OPTIONAL_BEAVER] = {"d/b", 0xa9c6e3, {N_("optional double, beaver"), N_("optional redouble, beaver")}},
    [VERDICT_NEVER_DOUBLE] = {"-", 0xd9dbde, {OUT_OF_USE, OUT_OF_USE}},
    [VERDICT_NOTHING_AT_STAKE] = {"-", 0xd9dbde, {OUT_OF_USE, OUT_OF_USE}},
};

static enum cube_verdict verdict_at(const struct cube_map_cell *c)
{
    return c->live ? c->answer.verdict : VERDICT_NONE;
}

/* One verdict for each sign that the map has; returns their number. */
static int signs_of(const struct cube_map *m, enum cube_verdict list[VERDICTS])
{
    bool seen[VERDICTS] = {false};
    int n = 0;
    for (int i = 0; i < CUBE_MAP_AWAY * CUBE_MAP_AWAY; i++)
        seen[verdict_at(&m->at[i / CUBE_MAP_AWAY][i % CUBE_MAP_AWAY])] = true;
    for (enum cube_verdict v = 0; v < VERDICTS; v++) {
        bool first = seen[v];
        for (int i = 0; i < n; i++)
            first = first && strcmp(signs[list[i]].sign, signs[v].sign) != 0;
        if (first)
            list[n++] = v;
    }
    return n;
}

static const char *sign_words(enum cube_verdict v, const struct asked *q)
{
    return tr(signs[v].words[q->position.cube_owner != CUBE_CENTRED]);
}

static const char *words(const struct cube_map_cell *c, const struct asked *q)
{
    return c->live ? verdict_text(c->answer.verdict, q->position.cube_owner != CUBE_CENTRED) : N_("No double");
}

static const char *fill(const struct answering *a, const struct asked *q, struct cube_map *m)
{
    const struct cube_options *o = a->options;
    const struct position undoubled = position_undoubled(&q->position), *p = &undoubled;
    struct position at_scores = *p;
    const char *problem;
    at_scores.length = 1; /* as every score is asked about, money or not */
    if (engine_of_stronger(a->engine, o->positions.said.better.stronger, &at_scores, &problem) == NULL)
        return problem;
    if (board_won(&p->board) != 0 || board_lost(&p->board) != 0)
        return W_("the game is over in this position");
    if (p->cube_owner == 1 - p->on_roll)
        return W_("the player on roll may not double: the opponent owns the cube");
    const struct level level = level_of_cube(&o->level.level); /* as hint has it */
    cube_map_fill(m, a->engine, a->worker, p, &level);
    return NULL;
}

/* ---- the answer ---- */

struct cube_cell {
    const char *id;
    int away, opponent_away; /* 0 = money */
    struct cube_figures figures;
    const struct cube_stakes *here;
};

enum { CELLS = CUBE_MAP_AWAY * CUBE_MAP_AWAY };

struct cube_record {
    const char *id, *xgid, *level;
    const struct asked *asked;
    const struct cube_cell *money;
    struct answer_list scores;
    const struct cube_map *map;
    const char *stronger;
};

#define AWAY                                                                                                           \
    ANSWER(struct cube_cell, away, "Away", .flags = ANSWER_KEY,                                                        \
           .help = "points that the player on roll needs; 1 = after the Crawford game"),                               \
        ANSWER(struct cube_cell, opponent_away, "Opponent", .flags = ANSWER_KEY)
#define ACTION                                                                                                         \
    ANSWER_IN(struct cube_cell, figures, NULL, &cube_figures_rows, .flags = ANSWER_INLINE),                            \
        ANSWER_TO(struct cube_cell, here, NULL, &stakes_rows, .flags = ANSWER_INLINE)
static const struct answer_field action_fields[] = {ACTION, {0}}, score_fields[] = {AWAY, ACTION, {0}},
                                 line_fields[] = {POSITION_ID(struct cube_cell), AWAY, ACTION, {0}};
#undef AWAY
#undef ACTION
static const struct answer_rows action_rows = {"CubeAction", NULL, sizeof(struct cube_cell), action_fields},
                                score_rows = {"CubeScore", NULL, sizeof(struct cube_cell), score_fields},
                                line_rows = {"CubeScore", NULL, sizeof(struct cube_cell), line_fields};

static const struct answer_field cube_fields[] = {
    POSITION_ID(struct cube_record),
    POSITION_XGID(struct cube_record),
    ANSWER(struct cube_record, level, "Level", .example = "2ply"),
    ANSWER_TO(struct cube_record, money, NULL, &action_rows, .flags = ANSWER_FLAT),
    ANSWER_LIST(struct cube_record, scores, NULL, &score_rows, .flags = ANSWER_FLAT,
                .help = "every score from 1 to 15 away"),
    POSITION_STRONGER(struct cube_record),
    {0}};
static const struct answer_rows cube_rows = {"CubeAtScores", NULL, sizeof(struct cube_record), cube_fields};

static const struct answer_document cube_document = {
    .name = "cube",
    .version = 1,
    .title = "The cube at every score",
    .help = "Cube decisions at every score, of positions in the order given. Seen by the player on roll; equities are "
            "normalised to the cube (EMG at scores).",
    .rows = &cube_rows,
    .several = ANSWER_ANSWERED,
    .lines = &line_rows};
static const struct answer_document cube_lines = {
    .name = "cube", .version = 1, .title = "The cube at every score", .rows = &line_rows, .several = ANSWER_SEVERAL};

static struct cube_cell cell_of(const struct answering *a, const struct asked *q, const struct cube_map_cell *c,
                                int away, int other)
{
    const struct cube_options *o = a->options;
    struct cube_cell cell = {.id = q->id, .away = away, .opponent_away = other};
    const struct position undoubled = position_undoubled(&q->position), p = cube_map_position(&undoubled, away, other);
    struct cube_answer answer = c->answer;
    const struct mwc_line line = mwc_line_of(a, &o->positions, &p, p.on_roll);
    if (!c->live)
        answer.dt = answer.dp = NAN, answer.verdict = VERDICT_NONE;
    cube_figures_of(&cell.figures, &p, &answer, &line);
    cell.here = stakes_of(a, &p, &answer.outcome[0]);
    return cell;
}

static const char *answer(const struct answering *a, const struct asked *q, struct position_answer *out)
{
    const struct cube_options *o = a->options;
    struct cube_map *m = arena_alloc(a->memory, sizeof *m);
    const char *problem = fill(a, q, m);
    if (problem != NULL)
        return problem;
    struct cube_cell *cells = arena_alloc(a->memory, (1 + CELLS) * sizeof *cells), *at = cells + 1;
    struct cube_record *r = arena_alloc(a->memory, sizeof *r);
    struct asked *asked = arena_alloc(a->memory, sizeof *asked);
    cells[0] = cell_of(a, q, &m->money, 0, 0);
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            *at++ = cell_of(a, q, &m->at[i][k], i + 1, k + 1);
    *asked = *q;
    *r = (struct cube_record){q->id,
                              q->xgid,
                              level_of_cube(&o->level.level).name,
                              asked,
                              cells,
                              {cells + 1, CELLS},
                              m,
                              stronger_word(o->positions.said.better.stronger)};
    *out = (struct position_answer){r, {cells, 1 + CELLS}};
    return NULL;
}

static void figures_text(struct strbuf *out, const char *heading, const struct cube_cell *c, bool in_colour)
{
    cube_figures_text(out, heading, &c->figures, c->here);
    stakes_text(out, "  ", c->here);
    hint_show_actions(out, &c->figures, in_colour, false);
    strbuf_putc(out, '\n');
}

/* The position's own score is in brackets. */
static void map_text(struct strbuf *out, const struct cube_map *m, const int own[2])
{
    strbuf_printf(out, "%s\n      ", tr(map_axes));
    for (int k = 0; k < CUBE_MAP_AWAY; k++)
        strbuf_printf(out, "%4d", k + 1);
    for (int i = 0; i < CUBE_MAP_AWAY; i++) {
        char before = ' ';
        strbuf_printf(out, "\n  %3d ", i + 1);
        for (int k = 0; k < CUBE_MAP_AWAY; k++) {
            const bool here = i + 1 == own[0] && k + 1 == own[1];
            const char *sign = signs[verdict_at(&m->at[i][k])].sign;
            strbuf_printf(out, "%c", here && strlen(sign) == 3 ? '[' : before);
            strbuf_printf(out, "%*s%s", 3 - (int)strlen(sign), here && strlen(sign) < 3 ? "[" : "", sign);
            before = here ? ']' : ' ';
        }
        strbuf_puts(out, before == ']' ? "]" : "");
    }
    strbuf_puts(out, "\n\n");
}

static const char before_the_double[] =
    N_("Before the double on offer: equities are those of the player who doubled, at the bottom.");

static void write_text(const void *options, const void *record, struct strbuf *out)
{
    const struct answers_options *o = &((const struct cube_options *)options)->positions.answer;
    const struct cube_record *r = record;
    const bool shown = o->terminal != 0 && strcmp(o->output, "-") == 0,
               colour = shown && o->terminal == TERMINAL_COLOUR;
    enum cube_verdict list[VERDICTS] = {VERDICT_NONE};
    const int n = signs_of(r->map, list);
    int own[2];
    const bool at_score = map_has_score(&r->asked->position, CUBE_MAP_AWAY, own);
    const bool offered = r->asked->position.turn != r->asked->position.on_roll;
    const struct position p = offered ? position_undoubled(&r->asked->position) : r->asked->position;
    if (shown)
        hint_show_position(out, &p);
    strbuf_printf(out, "%s  ", r->id);
    tr_add(out, "cube decisions ({0})", r->level);
    strbuf_printf(out, "\n%s%s\n", offered ? tr(before_the_double) : "", offered ? "\n" : "");
    if (at_score) {
        const struct cube_cell *cells = r->scores.at;
        struct strbuf heading = {0};
        tr_add(&heading, "At this score, {1}-away {2}-away: {0}", "{0}", TR_INT(own[0]), TR_INT(own[1]));
        figures_text(out, strbuf_text(&heading), &cells[(own[0] - 1) * CUBE_MAP_AWAY + own[1] - 1], colour);
        strbuf_done(&heading);
    }
    figures_text(out, tr("For money: {0}"), r->money, colour);
    map_text(out, r->map, at_score ? own : (int[2]){0, 0});
    if (at_score)
        strbuf_printf(out, "  [ ]  %s\n", tr("this score"));
    for (int i = 0; i < n; i++)
        strbuf_printf(out, "  %3s  %s\n", signs[list[i]].sign, sign_words(list[i], r->asked));
}

/* ---- pictures ---- */

static void set_cell(struct map_cell *out, const struct asked *q, const struct cube_map_cell *c, const char *where)
{
    const enum cube_verdict v = verdict_at(c);
    struct strbuf hint = {0};
    snprintf(out->text, sizeof out->text, "%s", signs[v].sign);
    out->fill = signs[v].fill;
    if (c->live)
        tr_add(&hint, "{0}: {1} (no double {2}, double and take {3})", where, tr(words(c, q)), SIGNED(c->answer.nd, 3),
               SIGNED(c->answer.dt, 3));
    else
        strbuf_printf(&hint, "%s: %s (%s)", where, tr(words(c, q)), SIGNED(c->answer.nd, 3));
    map_say(out->hint, &hint);
}

static void set_legend(struct map *m, const struct asked *q, const struct cube_map *c)
{
    enum cube_verdict list[VERDICTS] = {VERDICT_NONE};
    m->keys = signs_of(c, list);
    for (int i = 0; i < m->keys; i++) {
        m->key[i].fill = signs[list[i]].fill;
        snprintf(m->key[i].text, MAP_TEXT, "%s", signs[list[i]].sign);
        snprintf(m->key[i].hint, MAP_HINT, "%s", sign_words(list[i], q));
    }
}

static void set_map(struct map *m, const struct asked *q, const struct cube_map *c)
{
    struct map_cell money = {.fill = 0};
    int own[2];
    const bool at_score = map_has_score(&q->position, CUBE_MAP_AWAY, own);
    *m = (struct map){.title = N_("The cube at every score"),
                      .across = N_("across: points that the opponent needs; 1 = after the Crawford game"),
                      .down = N_("on roll"),
                      .of_doubler = true,
                      .columns = CUBE_MAP_AWAY,
                      .rows = CUBE_MAP_AWAY};
    for (int i = 0; i < CUBE_MAP_AWAY; i++) {
        snprintf(m->row[i], MAP_TEXT, "%d", i + 1);
        snprintf(m->column[i], MAP_TEXT, "%d", i + 1);
        for (int k = 0; k < CUBE_MAP_AWAY; k++) {
            struct strbuf where = {0};
            tr_add(&where, "{0}-away, {1}-away", TR_INT(i + 1), TR_INT(k + 1));
            set_cell(&m->cell[i][k], q, &c->at[i][k], strbuf_text(&where));
            strbuf_done(&where);
            m->cell[i][k].marked = at_score && own[0] == i + 1 && own[1] == k + 1;
        }
    }
    set_legend(m, q, c);
    set_cell(&money, q, &c->money, tr("money"));
    snprintf(m->note[0], MAP_HINT, "%s", money.hint);
    if (at_score)
        snprintf(m->note[1], MAP_HINT, "%s", m->cell[own[0] - 1][own[1] - 1].hint);
    if (q->position.turn != q->position.on_roll)
        snprintf(m->note[at_score ? 2 : 1], MAP_HINT, "%s", tr(before_the_double));
}

static const char *draw(const struct answering *a, const struct asked *q, struct map *m)
{
    struct cube_map *c = arena_alloc(a->memory, sizeof *c);
    const char *problem = fill(a, q, c);
    if (problem == NULL)
        set_map(m, q, c);
    return problem;
}

/* ---- the command ---- */

static int cube_run(const void *options, const char *const *input, size_t n)
{
    const struct cube_options *o = options;
    static const struct positions_kind kind = {&cube_document, &cube_lines, answer, write_text, NULL};
    const struct map_request map = {&o->positions, &o->files, draw, o};
    if (map_is_asked(&o->positions))
        return map_write(&map, o->jobs.jobs, input, n);
    return positions_answer(&o->positions, &o->files, o->jobs.jobs, &kind, o, input, n);
}

static bool cube_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct cube_options *o = all;
    (void)given;
    if (o->level.changes.cubeless)
        return option_refuse(f, NULL, NULL, "--cubeless has no effect: cube decisions are judged with the cube");
    return map_settle(map_forms, &o->map, &o->positions, f);
}

static const struct option_part parts[] = {
    {&positions_group, offsetof(struct cube_options, positions)},
    {&answers_more_group, offsetof(struct cube_options, positions.answer)},
    {&map_group, offsetof(struct cube_options, map)},
    {&rules_group, offsetof(struct cube_options, positions.said.rules)},
    {&stronger_group, offsetof(struct cube_options, positions.said.better)},
    {&level_group, offsetof(struct cube_options, level)},
    {&jobs_group, offsetof(struct cube_options, jobs)},
    {&engine_group, offsetof(struct cube_options, files)},
    {0},
};
static const struct answer_document *const answers[] = {&cube_document, NULL};

const struct command cube_command = {
    {"cube", sizeof(struct cube_options), parts, cube_settle}, .run = cube_run, .answers = answers};
