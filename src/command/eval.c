/* `eval`: what a position is worth to the player on roll, before rolling. */
#include <math.h>

#include "command/positions.h"
#include "base/command.h"
#include "base/figure.h"

struct eval_options {
    struct positions_options positions;
    bool header;
    struct level_option level;
    struct jobs_option jobs;
    struct engine_files files;
};

static void write_tsv(struct strbuf *out, const struct asked *q, const struct evaluation *e)
{
    const float columns[] = {
        e->outcome.win,
        e->outcome.win_gammon,
        e->outcome.win_backgammon,
        e->outcome.lose_gammon,
        e->outcome.lose_backgammon,
        e->cubeless,
        e->cubeful,
    };
    strbuf_puts(out, q->id);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        strbuf_putc(out, '\t');
        number_write(out, columns[i], 6, "-");
    }
    strbuf_putc(out, '\n');
}

static void write_json(struct strbuf *out, const struct asked *q, const struct eval_options *o,
                       const struct engine *engine, const struct evaluation *e)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_string(&j, "level", o->level.level.name);
    outcome_json(&j, &e->outcome);
    jsonw_number(&j, "cubeless", e->cubeless, 6);
    jsonw_number(&j, "cubeful", e->cubeful, 6);
    if (isnan(e->cubeful))
        jsonw_string(&j, "reason", "nothing at stake");
    race_json(&j, engine, &q->position);
    jsonw_end(&j);
}

static void write_text(struct strbuf *out, const struct asked *q, const struct eval_options *o,
                       const struct engine *engine, const struct evaluation *e)
{
    const struct outcome *p = &e->outcome;
    strbuf_printf(out, "%s  (%s)\n", q->id, o->level.level.name);
    strbuf_printf(out, "  wins  %6.2f %%   gammons %6.2f %%   backgammons %6.2f %%\n", 100 * p->win,
                  100 * p->win_gammon, 100 * p->win_backgammon);
    strbuf_printf(out, "  loses %6.2f %%   gammons %6.2f %%   backgammons %6.2f %%\n", 100 * (1 - p->win),
                  100 * p->lose_gammon, 100 * p->lose_backgammon);
    if (isnan(e->cubeful))
        strbuf_puts(out, "  nothing at stake\n");
    else
        strbuf_printf(out, "  equity %s cubeless, %s cubeful\n", SIGNED(e->cubeless, 4), SIGNED(e->cubeful, 4));
    race_text(out, engine, &q->position);
}

static const char *write_answer(const struct engine_pool *pool, struct worker *w, const void *options,
                                const struct asked *q, enum positions_form form, struct strbuf *out)
{
    const struct eval_options *o = options;
    const struct position p = position_undoubled(&q->position); /* before rolling, whatever the ID says */
    struct evaluation e;
    engine_eval(pool->engine, w, &p, &o->level.level, &e);
    if (form == POSITIONS_TSV)
        write_tsv(out, q, &e);
    else if (form == POSITIONS_JSON)
        write_json(out, q, o, pool->engine, &e);
    else
        write_text(out, q, o, pool->engine, &e);
    return NULL;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct eval_options *o = options;
    const struct positions_kind kind = {
        .header = o->header ? "id\twin\twin_g\twin_bg\tlose_g\tlose_bg\tcubeless\tcubeful" : NULL,
        .write = write_answer,
    };
    return positions_answer(&o->positions, &o->files, o->jobs.jobs, &kind, o, input, n);
}

static const struct option_row rows[] = {
    OPTION("header", struct eval_options, header, .help = "with --tsv: begin with a line that names the columns"),
    {0},
};

static const struct option_group own_group = {.title = "Columns", .rows = rows};

static const struct option_part parts[] = {
    {&positions_group, offsetof(struct eval_options, positions)},
    {&variation_group, offsetof(struct eval_options, positions.variation)},
    {&own_group, 0},
    {&level_group, offsetof(struct eval_options, level)},
    {&jobs_group, offsetof(struct eval_options, jobs)},
    {&engine_group, offsetof(struct eval_options, files)},
    {0},
};

const struct command eval_command = {{"eval", sizeof(struct eval_options), parts, NULL}, .run = run};
