/* `kibitzer bearoff make`: exact bearoff databases as files, byte for byte the ones GNU Backgammon makes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/positions.h"
#include "cli/terminal.h"
#include "cli/thinking.h"
#include "engine/bearoff.h"

struct order {
    bool two_sided;
    int chequers, points, threads;
    const char *file;
};

static bool parse_size(const struct args *a, const char *option, struct order *o)
{
    const char *text = args_text(a, option);
    int used = 0;
    bool well = sscanf(text, "%2dx%2d%n", &o->chequers, &o->points, &used) == 2 && text[used] == '\0';
    int most_points = o->two_sided ? 6 : BEAROFF_MAX_POINTS;
    if (well && o->points >= 1 && o->points <= most_points && o->chequers >= 1 &&
        (o->two_sided ? o->chequers <= BOARD_CHEQUERS : o->chequers == BOARD_CHEQUERS))
        return true;
    usage_error(a->command, "--%s %s: CHEQUERSxPOINTS is expected, %s chequers, 1 to %d points", option, text,
                o->two_sided ? "1 to 15" : "15", most_points);
    return false;
}

static bool make_two_sided(const struct order *o, const struct args *a, struct strbuf *out)
{
    struct bearoff_two *t = bearoff_two_make(o->chequers, o->points);
    if (t != NULL)
        bearoff_two_write(t, !args_has(a, "cubeless"), out);
    bearoff_two_free(t);
    return t != NULL;
}

static bool make_one_sided(const struct order *o, const struct args *a, struct strbuf *out)
{
    struct bearoff_one *t = bearoff_one_make(o->points, o->threads);
    if (t != NULL)
        bearoff_one_write(t, !args_has(a, "no-gammons"), !args_has(a, "uncompressed"), out);
    bearoff_one_free(t);
    return t != NULL;
}

static int make(const struct args *a, const struct order *o)
{
    struct strbuf bytes = {0};
    int result = EXIT_NOTHING;
    if (!(o->two_sided ? make_two_sided(o, a, &bytes) : make_one_sided(o, a, &bytes)))
        say_error("%dx%d: there is not enough memory for this database", o->chequers, o->points);
    else if (strcmp(o->file, "-") == 0)
        result = fwrite(bytes.at, 1, bytes.length, stdout) == bytes.length ? EXIT_CLEAN : EXIT_NOTHING;
    else if (!file_write_atomic(o->file, bytes.at, bytes.length))
        say_error("%s: cannot be written: %s", o->file, strerror(errno));
    else
        result = EXIT_CLEAN;
    strbuf_done(&bytes);
    return result;
}

/* Options of the other kind of database are a misunderstanding. */
static bool options_fit(const struct args *a, bool two_sided)
{
    static const char *const of_one[] = {"no-gammons", "uncompressed", NULL}, *const of_two[] = {"cubeless", NULL};
    for (const char *const *name = two_sided ? of_one : of_two; *name != NULL; name++)
        if (args_has(a, *name)) {
            usage_error(a->command, "found --%s, which --%s-sided databases know nothing of", *name,
                        two_sided ? "two" : "one");
            return false;
        }
    return true;
}

/* ---- show ---- */

static void put_rolls(struct strbuf *out, const struct race_side *side[2])
{
    strbuf_puts(out, "  rolls     on roll            opponent\n"
                     "            exactly  so far    exactly  so far\n");
    double so_far[2] = {0, 0};
    for (int i = 1; i < BEAROFF_ROLLS; i++) {
        double p[2];
        for (int s = 0; s < 2; s++) {
            p[s] = 100.0 * side[s]->rolls.all[i] / BEAROFF_CERTAIN;
            so_far[s] += p[s];
        }
        if (side[0]->rolls.all[i] != 0 || side[1]->rolls.all[i] != 0)
            strbuf_printf(out, "  %5d    %7.3f%% %7.3f%%   %7.3f%% %7.3f%%\n", i, p[0], so_far[0], p[1], so_far[1]);
    }
}

static void put_equities(struct strbuf *out, const struct race_answer *r)
{
    static const struct {
        enum bearoff_cube column;
        const char *name;
    } of[] = {{BEAROFF_CUBELESS, "cubeless"},
              {BEAROFF_OWNED, "owned"},
              {BEAROFF_CENTRED, "centred"},
              {BEAROFF_OPPONENT_OWNS, "opponent's"}};
    strbuf_puts(out, "  equity   ");
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        strbuf_printf(out, " %s %+.5f", of[i].name, r->equity[of[i].column]);
    strbuf_puts(out, "   (money, before rolling, by who owns the cube)\n");
}

static void put_distribution(struct jsonw *j, const char *key, const struct race_side *s)
{
    jsonw_array_flat(j, key);
    for (int i = 0; i < BEAROFF_ROLLS; i++)
        jsonw_number(j, NULL, s->rolls.all[i] / (double)BEAROFF_CERTAIN, 6);
    jsonw_end(j);
}

static void show_json(struct strbuf *out, const struct thinking *t, const struct question *q,
                      const struct race_answer *r)
{
    static const char *const names[BEAROFF_CUBES] = {[BEAROFF_CUBELESS] = "cubeless",
                                                     [BEAROFF_OWNED] = "owned",
                                                     [BEAROFF_CENTRED] = "centred",
                                                     [BEAROFF_OPPONENT_OWNS] = "opponent_owns"};
    const int who = q->position.on_roll;
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    race_json(&j, t->engine, &q->position);
    put_distribution(&j, "rolls", &r->side[who]);
    put_distribution(&j, "opponent_rolls", &r->side[1 - who]);
    for (int c = 0; r->two_sided && c < BEAROFF_CUBES; c++)
        jsonw_number(&j, names[c], r->equity[c], 6);
    jsonw_end(&j);
}

static const char *show_one(const struct thinking *t, struct worker *w, const struct question *q, enum answer_form form,
                            struct strbuf *out)
{
    struct race_answer r;
    (void)w;
    if (!engine_race(t->engine, &q->position, &r))
        return "found contact, a finished game or a chequer beyond the 10 point; expected a race";
    const struct race_side *side[2] = {&r.side[q->position.on_roll], &r.side[1 - q->position.on_roll]};
    if (form == ANSWER_JSON) {
        show_json(out, t, q, &r);
    } else if (form == ANSWER_TSV) {
        strbuf_printf(out, "%s", q->id);
        for (int s = 0; s < 2; s++)
            strbuf_printf(out, "\t%d\t%.4f\t%.4f\t%.5f\t%.5f", side[s]->pips, side[s]->race.epc, side[s]->wastage,
                          side[s]->race.mean, side[s]->race.deviation);
        strbuf_putc(out, '\n');
    } else {
        strbuf_printf(out, "%s\n", q->id);
        race_text(out, t->engine, &q->position);
        if (r.two_sided)
            put_equities(out, &r);
        put_rolls(out, side);
    }
    return NULL;
}

static int show(const struct args *a)
{
    struct args rest = *a;
    rest.operand++;
    rest.n_operands--;
    return positions_answer(&rest, NULL, show_one);
}

static int run(const struct args *a)
{
    struct order o = {.two_sided = args_has(a, "two-sided")};
    if (a->n_operands > 0 && strcmp(a->operand[0], "show") == 0)
        return show(a);
    if (a->n_operands == 0 || strcmp(a->operand[0], "make") != 0)
        return usage_error(a->command, "`make` or `show` is expected");
    if (args_has(a, "one-sided") == o.two_sided)
        return usage_error(a->command, "--one-sided or --two-sided, one of them, with its size");
    if (a->n_operands != 2)
        return usage_error(a->command, "one file to write is expected after `make`");
    o.file = a->operand[1];
    if (!options_fit(a, o.two_sided) || !parse_size(a, o.two_sided ? "two-sided" : "one-sided", &o))
        return EXIT_USAGE;
    if (!args_number(a, "jobs", 1, JOBS_MAX, jobs_available(), &o.threads))
        return EXIT_USAGE;
    return make(a, &o);
}

static const struct option_row options[] = {
    {"one-sided", 0, "15xP", NULL, "distributions of 15 chequers on P points"},
    {"two-sided", 0, "NxP", NULL, "exact money equities, up to N chequers a side on P points"},
    {"no-gammons", 0, NULL, NULL, "one-sided: without the rolls to save the gammon"},
    {"uncompressed", 0, NULL, NULL, "one-sided: all 32 entries of each distribution"},
    {"cubeless", 0, NULL, NULL, "two-sided: one equity a position instead of four"},
    POSITIONS_OPTIONS,
    JOBS_OPTION,
    ENGINE_OPTIONS,
    {0},
};

const struct command command_bearoff = {
    .name = "bearoff",
    .usage = "make (--one-sided 15xP | --two-sided NxP) FILE | show ID...",
    .summary = "make exact bearoff databases; show what a race needs",
    .description = "Sizes are chequers x points; FILE may be - for standard output. The files are those of GNU "
                   "Backgammon's makebearoff.\n\n"
                   "examples:\n  kibitzer bearoff make --one-sided 15x6 gnubg_os0.bd\n"
                   "  kibitzer bearoff make --two-sided 6x6 gnubg_ts0.bd\n",
    .options = options,
    .run = run,
};
