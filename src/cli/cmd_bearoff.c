/* `kibitzer bearoff make`: exact bearoff databases as files, byte for byte the ones GNU Backgammon makes; those of
 * hypergammon (hyper_make.h). `kibitzer bearoff show`: what they say of a position. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/figure.h"
#include "base/sink.h"
#include "cli/command.h"
#include "cli/hyper_make.h"
#include "cli/parallel.h"
#include "cli/positions.h"
#include "cli/terminal.h"
#include "cli/thinking.h"
#include "engine/bearoff.h"
#include "engine/hyper.h"

enum { MEMORY_USUAL = 2048 /* as the options say */ };

struct order {
    bool two_sided;
    struct bearoff_order how;
    struct bearoff_form form;
    bool cubeless;
    const char *file;
};

static bool parse_size(const struct args *a, const char *option, struct order *o)
{
    const char *text = args_text(a, option);
    int used = 0;
    bool well = sscanf(text, "%2dx%2d%n", &o->how.chequers, &o->how.points, &used) == 2 && text[used] == '\0';
    int most_points = o->two_sided ? 6 : BEAROFF_MAX_POINTS;
    if (well && o->how.points >= 1 && o->how.points <= most_points && o->how.chequers >= 1 &&
        (o->two_sided ? o->how.chequers <= BOARD_CHEQUERS : o->how.chequers == BOARD_CHEQUERS))
        return true;
    usage_error(a->command, "--%s %s: CHEQUERSxPOINTS is expected, %s chequers, 1 to %d points", option, text,
                o->two_sided ? "1 to 15" : "15", most_points);
    return false;
}

/* ---- make ---- */

static void add_to_file(void *file, const void *bytes, size_t length)
{
    file_out_add(file, bytes, length);
}

static void add_to_stdout(void *context, const void *bytes, size_t length)
{
    (void)context;
    fwrite(bytes, 1, length, stdout);
}

struct made { /* one of them */
    struct bearoff_one *one;
    struct bearoff_two *two;
};

static void write_to(const struct order *o, const struct made *m, struct bearoff_out out)
{
    if (m->two)
        bearoff_two_write(m->two, !o->cubeless, out);
    else
        bearoff_one_write(m->one, o->form, out);
}

/* Writes the database; a run that cannot keeps its state. */
static bool write_database(const struct order *o, struct made *m)
{
    bool ok;
    if (strcmp(o->file, "-") == 0) {
        write_to(o, m, (struct bearoff_out){add_to_stdout, NULL});
        ok = fflush(stdout) == 0 && !ferror(stdout);
    } else {
        struct file_out f;
        file_out_begin(&f, o->file);
        write_to(o, m, (struct bearoff_out){add_to_file, &f});
        ok = file_out_end(&f, true);
    }
    if (!ok)
        say_error("%s: cannot be written: %s", o->file, strerror(errno));
    if (m->two)
        m->two->keep = !ok;
    else
        m->one->keep = !ok;
    return ok;
}

static int explain(const struct order *o, enum bearoff_end end)
{
    const char *state = o->how.state;
    if (end == BEAROFF_STOPPED && state)
        say("interrupted; the same command goes on from %s", state);
    else if (end == BEAROFF_STOPPED)
        say("interrupted; nothing was kept, --state FILE would");
    else if (end == BEAROFF_NO_MEMORY)
        say_error("%dx%d: there is not enough memory for this database; --state FILE works on the disk",
                  o->how.chequers, o->how.points);
    else if (errno == EWOULDBLOCK)
        say_error("%s: another run is at work there", state);
    else
        say_error("%s: cannot be written: %s", state, strerror(errno));
    return end == BEAROFF_STOPPED ? EXIT_INTERRUPTED : EXIT_NOTHING;
}

static void on_progress(void *context, double part)
{
    progress_show(part, context);
}

static int make(struct order *o)
{
    struct made m = {0};
    int result;
    o->how.progress = on_progress;
    o->how.context = (void *)(uintptr_t)o->file;
    o->how.stop = interrupt_flag();
    interrupts_catch();
    const enum bearoff_end end = o->two_sided ? bearoff_two_order(&o->how, &m.two) : bearoff_one_order(&o->how, &m.one);
    progress_clear();
    if (end == BEAROFF_DONE)
        result = write_database(o, &m) ? EXIT_CLEAN : EXIT_NOTHING;
    else
        result = explain(o, end);
    bearoff_one_free(m.one);
    bearoff_two_free(m.two);
    return result;
}

/* --from: a smaller one-sided database; false after a message. */
static bool open_from(struct order *o, const struct args *a, struct bearoff_one **from)
{
    const char *path = args_text(a, "from");
    struct diags d;
    *from = NULL;
    if (!path)
        return true;
    diags_init(&d, path);
    *from = bearoff_one_open(path, &d);
    terminal_diags(&d);
    diags_done(&d);
    if (!*from)
        return false;
    const bool fits = (*from)->points < o->how.points && (*from)->form.gammons && !(*from)->form.normal;
    if (!fits)
        say_error("%s: expected a database for fewer than %d points, with gammons, not the normal one", path,
                  o->how.points);
    o->how.from = *from;
    return fits;
}

/* What does not fit into memory is made in a file beside the one that is wanted. */
static void choose_state(struct order *o, const struct args *a, struct strbuf *path)
{
    o->how.state = args_text(a, "state");
    if (o->how.state || strcmp(o->file, "-") == 0)
        return;
    const size_t need =
        o->two_sided ? bearoff_two_room(o->how.chequers, o->how.points) : bearoff_one_room(o->how.points);
    strbuf_printf(path, "%s.work", o->file);
    if (need > o->how.memory || access(path->at, F_OK) == 0)
        o->how.state = path->at;
}

static int make_ordered(struct order *o, const struct args *a)
{
    struct bearoff_one *from;
    struct strbuf state = {0};
    choose_state(o, a, &state);
    const int result = open_from(o, a, &from) ? make(o) : EXIT_NOTHING;
    bearoff_one_free(from);
    strbuf_done(&state);
    return result;
}

/* The kinds of databases, by the option that asks for one. */
static const char *const kinds[] = {"one-sided", "two-sided", "hyper", NULL};

static const struct {
    const char *option, *kinds;
} own_options[] = {{"no-gammon", "one-sided"}, {"no-compress", "one-sided"},      {"normal", "one-sided"},
                   {"from", "one-sided"},      {"cubeless", "two-sided"},         {"converge", "hyper"},
                   {"save", "hyper"},          {"memory", "one-sided two-sided"}, {"state", "one-sided two-sided"}};

/* Options of another kind of database are a misunderstanding. */
static bool options_fit(const struct args *a, const char *kind)
{
    for (size_t i = 0; i < sizeof own_options / sizeof *own_options; i++)
        if (strstr(own_options[i].kinds, kind) == NULL && args_has(a, own_options[i].option)) {
            usage_error(a->command, "found --%s, which --%s databases know nothing of", own_options[i].option, kind);
            return false;
        }
    return true;
}

/* The kind that is asked for; NULL if none or several are. */
static const char *kind_of(const struct args *a)
{
    const char *found = NULL;
    for (const char *const *kind = kinds; *kind != NULL; kind++) {
        if (args_has(a, *kind) && found != NULL)
            return NULL;
        found = args_has(a, *kind) ? *kind : found;
    }
    return found;
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
        strbuf_printf(out, " %s %s", of[i].name, SIGNED(r->equity[of[i].column], 5));
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

/* ---- hypergammon ---- */

static const struct {
    enum hyper_cube column;
    const char *name, *key;
} hyper_columns[] = {{HYPER_OWNED, "owned", "owned"},
                     {HYPER_CENTRED, "centred", "centred"},
                     {HYPER_JACOBY, "centred with Jacoby", "jacoby"},
                     {HYPER_OPPONENT_OWNS, "opponent's", "opponent_owns"}};
enum { HYPER_COLUMNS = sizeof hyper_columns / sizeof *hyper_columns };

static void hyper_text(struct strbuf *out, const struct hyper_value *v)
{
    const struct outcome *o = &v->outcome;
    strbuf_printf(out, "  wins  %7.3f %%   gammons %7.3f %%   backgammons %7.3f %%\n", 100 * o->win,
                  100 * o->win_gammon, 100 * o->win_backgammon);
    strbuf_printf(out, "  loses %7.3f %%   gammons %7.3f %%   backgammons %7.3f %%\n", 100 * (1 - o->win),
                  100 * o->lose_gammon, 100 * o->lose_backgammon);
    strbuf_printf(out, "  equity    cubeless %s", SIGNED(outcome_equity(*o), 5));
    for (int i = 0; i < HYPER_COLUMNS; i++)
        strbuf_printf(out, " %s %s", hyper_columns[i].name, SIGNED(v->equity[hyper_columns[i].column], 5));
    strbuf_puts(out, "   (money, before rolling, by who owns the cube)\n");
}

static void hyper_json(struct strbuf *out, const struct question *q, const struct hyper_value *v)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object_flat(&j, NULL);
    jsonw_string(&j, "id", q->id);
    outcome_json(&j, &v->outcome);
    jsonw_number(&j, "cubeless", outcome_equity(v->outcome), 6);
    for (int i = 0; i < HYPER_COLUMNS; i++)
        jsonw_number(&j, hyper_columns[i].key, v->equity[hyper_columns[i].column], 6);
    jsonw_end(&j);
}

static void show_hyper(const struct question *q, const struct hyper_value *v, enum answer_form form, struct strbuf *out)
{
    const struct outcome *o = &v->outcome;
    if (form == ANSWER_JSON) {
        hyper_json(out, q, v);
    } else if (form == ANSWER_TSV) {
        strbuf_printf(out, "%s\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f", q->id, o->win, o->win_gammon, o->win_backgammon,
                      o->lose_gammon, o->lose_backgammon, outcome_equity(*o));
        for (int i = 0; i < HYPER_COLUMNS; i++) {
            strbuf_putc(out, '\t');
            strbuf_fixed(out, v->equity[hyper_columns[i].column], 6);
        }
        strbuf_putc(out, '\n');
    } else {
        strbuf_printf(out, "%s\n", q->id);
        hyper_text(out, v);
    }
}

static const char *show_one(const struct thinking *t, struct worker *w, const struct question *q, enum answer_form form,
                            struct strbuf *out)
{
    struct race_answer r;
    struct hyper_value v;
    (void)w;
    if (engine_hyper(t->engine, &q->position, &v)) {
        show_hyper(q, &v, form, out);
        return NULL;
    }
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
    const char *kind = kind_of(a);
    struct order o = {0};
    if (a->n_operands > 0 && strcmp(a->operand[0], "show") == 0)
        return show(a);
    if (a->n_operands == 0 || strcmp(a->operand[0], "make") != 0)
        return usage_error(a->command, "`make` or `show` is expected");
    if (kind == NULL)
        return usage_error(a->command, "--one-sided, --two-sided or --hyper, one of them, with its size");
    if (a->n_operands != 2)
        return usage_error(a->command, "one file to write is expected after `make`");
    o.file = a->operand[1], o.two_sided = strcmp(kind, "two-sided") == 0;
    if (!options_fit(a, kind) || !args_number(a, "jobs", 1, JOBS_MAX, jobs_available(), &o.how.threads))
        return EXIT_USAGE;
    if (strcmp(kind, "hyper") == 0)
        return hyper_make_run(a, o.file, o.how.threads);
    if (!parse_size(a, kind, &o))
        return EXIT_USAGE;
    o.form = (struct bearoff_form){.gammons = !args_has(a, "no-gammon"),
                                   .compressed = !args_has(a, "no-compress"),
                                   .normal = args_has(a, "normal")};
    o.cubeless = args_has(a, "cubeless");
    int mebibytes;
    if (!args_number(a, "memory", 16, 1 << 20, MEMORY_USUAL, &mebibytes))
        return EXIT_USAGE;
    o.how.memory = (size_t)mebibytes << 20;
    return make_ordered(&o, a);
}

static const struct option_row options[] = {
    {"one-sided", 0, "15xP", NULL, "distributions of 15 chequers on P points"},
    {"two-sided", 0, "NxP", NULL, "exact money equities, up to N chequers a side on P points"},
    {"no-gammon", 0, NULL, NULL, "one-sided: without the rolls to save the gammon"},
    {"no-compress", 0, NULL, NULL, "one-sided: all 32 entries of each distribution"},
    {"normal", 0, NULL, NULL, "one-sided: means and deviations instead of distributions"},
    {"from", 0, "FILE", NULL, "one-sided: take over what a database for fewer points has"},
    {"cubeless", 0, NULL, NULL, "two-sided: one equity per position instead of four"},
    {"memory", 0, "MIB", "2048", "megabytes to work in; what needs more is made in FILE.work on the disk"},
    {"state", 0, "FILE", NULL, "work in this file, and continue from it after an interrupt"},
    HYPER_OPTIONS,
    POSITIONS_OPTIONS,
    JOBS_OPTION,
    ENGINE_OPTIONS,
    {0},
};

const struct command command_bearoff = {
    .name = "bearoff",
    .usage = "make (--one-sided 15xP | --two-sided NxP | --hyper N) FILE | show ID...",
    .summary = "make exact databases of bear-offs and of hypergammon; show what a race needs",
    .description = "Sizes are chequers x points; FILE may be - for standard output. The files are those of GNU\n"
                   "Backgammon's makebearoff and makehyper. --hyper 1 and 2 take seconds, 3 some minutes and 1 GB of\n"
                   "memory; the same command continues where an interrupted one stopped.\n\n"
                   "examples:\n  kibitzer bearoff make --one-sided 15x6 gnubg_os0.bd\n"
                   "  kibitzer bearoff make --two-sided 6x6 gnubg_ts0.bd\n"
                   "  kibitzer bearoff make --hyper 3 hyper3.bd\n",
    .options = options,
    .run = run,
};
