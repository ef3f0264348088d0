/* `cube`: the cube decision of a position at every score. */
#include <math.h>
#include <stdio.h>

#include "analyze/maps.h"
#include "command/maps.h"
#include "base/command.h"
#include "base/figure.h"
#include "base/xmalloc.h"

struct cube_options {
    struct map_options map;
    struct positions_options positions;
    bool header;
    struct level_option level;
    struct jobs_option jobs;
    struct engine_files files;
};

/* How a verdict is shown. ORDER VERDICT */
static const struct {
    const char *sign;
    uint32_t fill;
} signs[VERDICTS] = {
    [VERDICT_NONE] = {"-", 0xd9dbde},
    [VERDICT_NO_DOUBLE_TAKE] = {".", 0xf5f1e8},
    [VERDICT_NO_DOUBLE_BEAVER] = {"b", 0xcfe0f1},
    [VERDICT_DOUBLE_TAKE] = {"D/T", 0x7fb77e},
    [VERDICT_DOUBLE_PASS] = {"D/P", 0xcf5c4e},
    [VERDICT_DOUBLE_BEAVER] = {"D/B", 0x5b8fc4},
    [VERDICT_TOO_GOOD_TAKE] = {"TG", 0x8a5fb0},
    [VERDICT_TOO_GOOD_PASS] = {"TG", 0x8a5fb0},
    [VERDICT_OPTIONAL_TAKE] = {"d/t", 0xb9dab8},
    [VERDICT_OPTIONAL_PASS] = {"d/p", 0xe8b1a9},
    [VERDICT_OPTIONAL_BEAVER] = {"d/b", 0xa9c6e3},
    [VERDICT_NEVER_DOUBLE] = {"-", 0xd9dbde},
    [VERDICT_NOTHING_AT_STAKE] = {"-", 0xd9dbde},
};

static const struct {
    enum cube_verdict verdict;
    const char *words;
} legend[] = {
    {VERDICT_NO_DOUBLE_TAKE, "no double, take"},
    {VERDICT_DOUBLE_TAKE, "double, take"},
    {VERDICT_DOUBLE_PASS, "double, pass"},
    {VERDICT_TOO_GOOD_PASS, "too good to double"},
    {VERDICT_OPTIONAL_TAKE, "as good doubled or not (d/p: and passed)"},
    {VERDICT_NONE, "the cube may not be turned, or is dead"},
};
enum { LEGEND = sizeof legend / sizeof *legend };

static enum cube_verdict verdict_at(const struct cube_map_cell *c)
{
    return c->live ? c->answer.verdict : VERDICT_NONE;
}

static const char *words(const struct cube_map_cell *c, const struct asked *q)
{
    return c->live ? verdict_text(c->answer.verdict, q->position.cube_owner != CUBE_CENTRED) : "no double";
}

static const char *fill(const struct cube_options *o, const struct engine *e, struct worker *w, const struct asked *q,
                        struct cube_map *m)
{
    const struct position undoubled = position_undoubled(&q->position), *p = &undoubled;
    if (board_won(&p->board) != 0 || board_lost(&p->board) != 0)
        return "the game is over in this position";
    if (p->cube_owner == 1 - p->on_roll)
        return "the player on roll may not double: the opponent owns the cube";
    const struct level level = level_of_cube(&o->level.level); /* as hint has it */
    cube_map_fill(m, e, w, p, &level);
    return NULL;
}

/* ---- text, TSV, JSON ---- */

static void map_text(struct strbuf *out, const struct cube_options *o, const struct asked *q, const struct cube_map *m)
{
    const struct cube_answer *c = &m->money.answer;
    strbuf_printf(out, "%s  cube decisions (%s)\n  money: %s  (no double %s", q->id,
                  level_of_cube(&o->level.level).name, words(&m->money, q), SIGNED(c->nd, 4));
    if (m->money.live)
        strbuf_printf(out, ", double and take %s", SIGNED(c->dt, 4));
    strbuf_puts(out, ")\n\n  away: the player on roll down, the opponent across; 1 = after the Crawford game\n      ");
    for (int k = 0; k < CUBE_MAP_AWAY; k++)
        strbuf_printf(out, "%4d", k + 1);
    strbuf_putc(out, '\n');
    for (int i = 0; i < CUBE_MAP_AWAY; i++) {
        strbuf_printf(out, "  %3d ", i + 1);
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            strbuf_printf(out, "%4s", signs[verdict_at(&m->at[i][k])].sign);
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, "\n  ");
    for (int i = 0; i < LEGEND; i++)
        strbuf_printf(out, "%s %s%s", signs[legend[i].verdict].sign, legend[i].words,
                      i + 1 == LEGEND ? "\n"
                      : i % 3 == 2    ? "\n  "
                                      : "   ");
}

static void cell_figures(struct strbuf *out, const struct cube_map_cell *c)
{
    const float list[] = {c->answer.nd, c->live ? c->answer.dt : NAN, c->live ? c->answer.dp : NAN};
    for (int i = 0; i < 3; i++) {
        strbuf_putc(out, '\t');
        number_write(out, (double)list[i], 6, "-");
    }
}

static void cell_tsv(struct strbuf *out, const struct asked *q, const struct cube_map_cell *c, int away, int other)
{
    strbuf_printf(out, "%s\t%d\t%d\t%s", q->id, away, other, words(c, q));
    cell_figures(out, c);
    strbuf_putc(out, '\n');
}

static void map_tsv(struct strbuf *out, const struct asked *q, const struct cube_map *m)
{
    cell_tsv(out, q, &m->money, 0, 0);
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            cell_tsv(out, q, &m->at[i][k], i + 1, k + 1);
}

static void cell_json(struct jsonw *j, const char *key, const struct asked *q, const struct cube_map_cell *c, int away,
                      int other)
{
    jsonw_object_flat(j, key);
    if (away > 0) {
        jsonw_int(j, "away", away);
        jsonw_int(j, "opponent_away", other);
    }
    jsonw_string(j, "verdict", words(c, q));
    jsonw_number(j, "no_double", (double)c->answer.nd, 6);
    jsonw_number(j, "double_take", c->live ? (double)c->answer.dt : NAN, 6);
    jsonw_number(j, "double_pass", c->live ? (double)c->answer.dp : NAN, 6);
    jsonw_end(j);
}

static void map_json(struct strbuf *out, const struct cube_options *o, const struct asked *q, const struct cube_map *m)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_string(&j, "level", level_of_cube(&o->level.level).name);
    cell_json(&j, "money", q, &m->money, 0, 0);
    jsonw_array(&j, "scores");
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            cell_json(&j, NULL, q, &m->at[i][k], i + 1, k + 1);
    jsonw_end(&j);
    jsonw_end(&j);
}

static const char *write_answer(const struct engine_pool *pool, struct worker *w, const void *options,
                                const struct asked *q, enum positions_form form, struct strbuf *out)
{
    const struct cube_options *o = options;
    struct cube_map m;
    const char *problem = fill(o, pool->engine, w, q, &m);
    if (problem != NULL)
        return problem;
    if (form == POSITIONS_TSV)
        map_tsv(out, q, &m);
    else if (form == POSITIONS_JSON)
        map_json(out, o, q, &m);
    else
        map_text(out, o, q, &m);
    return NULL;
}

/* ---- pictures ---- */

static void set_cell(struct map_cell *out, const struct asked *q, const struct cube_map_cell *c, const char *where)
{
    const enum cube_verdict v = verdict_at(c);
    snprintf(out->text, sizeof out->text, "%s", signs[v].sign);
    out->fill = signs[v].fill;
    if (c->live)
        snprintf(out->hint, sizeof out->hint, "%s: %s (no double %s, double and take %s)", where, words(c, q),
                 SIGNED(c->answer.nd, 3), SIGNED(c->answer.dt, 3));
    else
        snprintf(out->hint, sizeof out->hint, "%s: %s (%s)", where, words(c, q), SIGNED(c->answer.nd, 3));
}

static void set_legend(struct map *m)
{
    for (int i = 0; i < LEGEND; i++) {
        m->key[i].fill = signs[legend[i].verdict].fill;
        snprintf(m->key[i].text, MAP_TEXT, "%s", signs[legend[i].verdict].sign);
        snprintf(m->key[i].hint, MAP_HINT, "%s", legend[i].words);
    }
}

static void set_map(struct map *m, const struct asked *q, const struct cube_map *c)
{
    struct map_cell money = {.fill = 0};
    *m = (struct map){.title = "The cube at every score",
                      .across = "across: points that the opponent needs; 1 = after the Crawford game",
                      .down = "on roll",
                      .columns = CUBE_MAP_AWAY,
                      .rows = CUBE_MAP_AWAY,
                      .keys = LEGEND};
    for (int i = 0; i < CUBE_MAP_AWAY; i++) {
        snprintf(m->row[i], MAP_TEXT, "%d", i + 1);
        snprintf(m->column[i], MAP_TEXT, "%d", i + 1);
        for (int k = 0; k < CUBE_MAP_AWAY; k++) {
            char where[40];
            snprintf(where, sizeof where, "%d-away, %d-away", i + 1, k + 1);
            set_cell(&m->cell[i][k], q, &c->at[i][k], where);
        }
    }
    set_legend(m);
    set_cell(&money, q, &c->money, "money");
    snprintf(m->note, MAP_HINT, "%s", money.hint);
}

static const char *draw(const struct engine_pool *pool, const void *options, const struct asked *q, struct map *m)
{
    struct cube_map *c = xmalloc(sizeof *c);
    const char *problem = fill(options, pool->engine, pool->worker[0], q, c);
    if (problem == NULL)
        set_map(m, q, c);
    xfree(c);
    return problem;
}

/* ---- the command ---- */

static int run(const void *options, const char *const *input, size_t n)
{
    const struct cube_options *o = options;
    const struct positions_kind kind = {.header = o->header ? "id\taway\topponent_away\tverdict\tnd\tdt\tdp" : NULL,
                                     .write = write_answer};
    if (o->map.file == NULL)
        return positions_answer(&o->positions, &o->files, o->jobs.jobs, &kind, o, input, n);
    const struct map_request map = {
        .file = o->map.file, .positions = &o->positions, .files = &o->files, .draw = draw, .options = o};
    return map_write(&map, o->jobs.jobs, input, n);
}

static const struct option_row rows[] = {
    OPTION("header", struct cube_options, header, .help = "with --tsv: begin with a line that names the columns"),
    {0},
};

static const struct option_group own_group = {.title = "Columns", .rows = rows};

static const struct option_part parts[] = {
    {&map_group, offsetof(struct cube_options, map)},
    {&positions_group, offsetof(struct cube_options, positions)},
    {&variation_group, offsetof(struct cube_options, positions.variation)},
    {&own_group, 0},
    {&level_group, offsetof(struct cube_options, level)},
    {&jobs_group, offsetof(struct cube_options, jobs)},
    {&engine_group, offsetof(struct cube_options, files)},
    {0},
};

const struct command cube_command = {{"cube", sizeof(struct cube_options), parts, NULL}, .run = run};
