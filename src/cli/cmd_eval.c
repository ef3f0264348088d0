/* `kibitzer eval`: what a position is worth to the player on roll, before rolling. */
#include "base/figure.h"
#include "cli/command.h"
#include "cli/positions.h"

static void write_tsv(struct strbuf *out, const struct question *q, const struct evaluation *e)
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

static void write_json(struct strbuf *out, const struct question *q, const struct thinking *t,
                       const struct evaluation *e)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    jsonw_string(&j, "level", t->level.name);
    outcome_json(&j, &e->outcome);
    jsonw_number(&j, "cubeless", e->cubeless, 6);
    jsonw_number(&j, "cubeful", e->cubeful, 6);
    race_json(&j, t->engine, &q->position);
    jsonw_end(&j);
}

static void write_text(struct strbuf *out, const struct question *q, const struct thinking *t,
                       const struct evaluation *e)
{
    const struct outcome *o = &e->outcome;
    strbuf_printf(out, "%s  (%s)\n", q->id, t->level.name);
    strbuf_printf(out, "  wins  %6.2f %%   gammons %6.2f %%   backgammons %6.2f %%\n", 100 * o->win,
                  100 * o->win_gammon, 100 * o->win_backgammon);
    strbuf_printf(out, "  loses %6.2f %%   gammons %6.2f %%   backgammons %6.2f %%\n", 100 * (1 - o->win),
                  100 * o->lose_gammon, 100 * o->lose_backgammon);
    strbuf_printf(out, "  equity %s cubeless, %s cubeful\n", SIGNED(e->cubeless, 4), SIGNED(e->cubeful, 4));
    race_text(out, t->engine, &q->position);
}

static const char *write_answer(const struct thinking *t, struct worker *w, const struct question *q,
                                enum answer_form form, struct strbuf *out)
{
    struct position p = q->position;
    struct evaluation e;
    p.dice[0] = p.dice[1] = 0; /* before rolling, whatever the ID says */
    engine_eval(t->engine, w, &p, &t->level, &e);
    if (form == ANSWER_TSV)
        write_tsv(out, q, &e);
    else if (form == ANSWER_JSON)
        write_json(out, q, t, &e);
    else
        write_text(out, q, t, &e);
    return NULL;
}

static int run(const struct args *a)
{
    const char *header = "id\twin\twin_g\twin_bg\tlose_g\tlose_bg\tcubeless\tcubeful";
    return positions_answer(a, args_has(a, "header") ? header : NULL, write_answer);
}

static const struct option_row options[] = {
    POSITIONS_OPTIONS,
    {"header", 0, NULL, NULL, "with --tsv: begin with a line that names the columns"},
    THINKING_OPTIONS,
    {0},
};

const struct command command_eval = {
    .name = "eval",
    .usage = "[--level L] [--tsv|--json] [ID...]",
    .summary = "evaluate positions for the player on roll, before rolling",
    .description =
        "ID is a GNU Backgammon Position ID (money play, cube in the middle), a pair PositionID:MatchID, or an XGID.\n"
        "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
        "TSV columns: id win win_g win_bg lose_g lose_bg cubeless cubeful (probabilities, normalised equities).\n\n"
        "example:\n  kibitzer eval --level 1ply 4HPwATDgc/ABMA\n",
    .options = options,
    .run = run,
};
