/* `bearoff make`: exact bearoff databases as files, byte for byte the ones GNU Backgammon makes; those of
 * hypergammon (hyper_make.h). `bearoff show`: what they say of a position. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/hyper_make.h"
#include "command/positions.h"
#include "base/call.h"
#include "base/columns.h"
#include "base/language.h"
#include "base/command.h"
#include "base/figure.h"
#include "base/os.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "engine/bearoff.h"
#include "engine/hyper.h"

struct bearoff_size { /* chequers 0 = none */
    int chequers, points;
};

struct bearoff_choice {
    struct bearoff_size one_sided, two_sided;
    bool gammon, compress, normal, cubeless;
    const char *from, *state;
    int memory; /* MiB */
    struct hyper_choice hyper;
    struct positions_options positions;
    struct jobs_option jobs;
    struct engine_files files;
};

struct order {
    bool two_sided;
    struct bearoff_order how;
    struct bearoff_form form;
    bool cubeless;
    const struct answers_options *answer;
    const char *file;
};

/* Each kind of database has its sizes. */
static bool parse_size(const struct option_value *v)
{
    const bool two_sided = strcmp(v->option, "two-sided") == 0;
    const int most_points = two_sided ? 6 : BEAROFF_MAX_POINTS;
    int used = 0, chequers, points;
    const bool well = sscanf(v->text, "%2dx%2d%n", &chequers, &points, &used) == 2 && v->text[used] == '\0';
    if (!well || points < 1 || points > most_points || chequers < 1 || chequers > BOARD_CHEQUERS ||
        (!two_sided && chequers != BOARD_CHEQUERS))
        return option_wrong(v, "CHEQUERSxPOINTS is expected, %s chequers, 1 to %d points",
                            two_sided ? W_("1 to 15") : "15", most_points);
    *(struct bearoff_size *)v->field = (struct bearoff_size){chequers, points};
    return true;
}

/* ---- make ---- */

static void add_to_file(void *file, const void *bytes, size_t length)
{
    file_out_add(file, bytes, length);
}

static void add_to_output(void *context, const void *bytes, size_t length)
{
    (void)context;
    call_write(bytes, length);
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
        write_to(o, m, (struct bearoff_out){add_to_output, NULL});
        ok = call_output_is_whole();
    } else {
        struct file_out f;
        file_out_begin(&f, o->file);
        write_to(o, m, (struct bearoff_out){add_to_file, &f});
        ok = file_out_end(&f, true);
    }
    if (!ok)
        say_error("%s: cannot be written: %s", o->file, file_problem(errno));
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
        say("interrupted; the same command continues from %s", state);
    else if (end == BEAROFF_STOPPED)
        say("interrupted; nothing was saved; --state FILE would save it");
    else if (end == BEAROFF_NO_MEMORY)
        say_error("%dx%d: there is not enough memory for this database; --state FILE works on the disk",
                  o->how.chequers, o->how.points);
    else if (errno == EWOULDBLOCK)
        say_error("%s: another run is using it", state);
    else
        say_error("%s: cannot be written: %s", state, file_problem(errno));
    return end == BEAROFF_STOPPED ? CALL_CANCELLED : CALL_NOTHING;
}

static void on_progress(void *context, double part)
{
    call_progress(part, context);
}

static int put_made(const struct order *o)
{
    const struct made_two two = {!o->cubeless};
    const struct made_one one = {o->form.gammons, o->form.compressed, o->form.normal};
    const struct made_record made = {.file = o->file,
                                     .kind = o->two_sided ? "two-sided" : "one-sided",
                                     .chequers = o->how.chequers,
                                     .points = o->how.points,
                                     .two = o->two_sided ? &two : NULL,
                                     .one = o->two_sided ? NULL : &one};
    return answers_put(o->answer, &made_document, &made);
}

static int make(struct order *o)
{
    struct made m = {0};
    int result;
    o->how.progress = on_progress;
    o->how.context = (void *)(uintptr_t)o->file;
    o->how.stop = call_cancel_flag();
    const enum bearoff_end end = o->two_sided ? bearoff_two_order(&o->how, &m.two) : bearoff_one_order(&o->how, &m.one);
    call_progress_end();
    if (end == BEAROFF_DONE)
        result = write_database(o, &m) ? CALL_CLEAN : CALL_NOTHING;
    else
        result = explain(o, end);
    bearoff_one_free(m.one);
    bearoff_two_free(m.two);
    return result == CALL_CLEAN && o->answer->form != ANSWERS_TEXT ? put_made(o) : result;
}

/* --from: a smaller one-sided database; false after a message. */
static bool open_from(struct order *o, const char *path, struct bearoff_one **from)
{
    struct diags d;
    *from = NULL;
    if (!path)
        return true;
    diags_init(&d, path);
    *from = bearoff_one_open(path, &d);
    call_diags(&d);
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
static void choose_state(struct order *o, const char *state, struct strbuf *path)
{
    o->how.state = state;
    if (o->how.state || strcmp(o->file, "-") == 0)
        return;
    const size_t need =
        o->two_sided ? bearoff_two_room(o->how.chequers, o->how.points) : bearoff_one_room(o->how.points);
    strbuf_printf(path, "%s.work", o->file);
    if (need > o->how.memory || os_access(path->at, F_OK))
        o->how.state = path->at;
}

static int make_ordered(struct order *o, const struct bearoff_choice *c)
{
    struct bearoff_one *from;
    struct strbuf state = {0};
    choose_state(o, c->state, &state);
    const int result = open_from(o, c->from, &from) ? make(o) : CALL_NOTHING;
    bearoff_one_free(from);
    strbuf_done(&state);
    return result;
}

/* Options of another kind of database are a misunderstanding. */
static bool bearoff_settle(const struct options *o, void *all, struct option_fault *f)
{
    static const struct {
        const char *option, *kinds;
    } own[] = {{"no-gammon", "one-sided"}, {"no-compress", "one-sided"},      {"normal", "one-sided"},
               {"from", "one-sided"},      {"cubeless", "two-sided"},         {"converge", "hyper"},
               {"save", "hyper"},          {"memory", "one-sided two-sided"}, {"state", "one-sided two-sided"},
               {"cube-limit", "hyper"}};
    static const char *const kinds[] = {"one-sided", "two-sided", "hyper"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; options_given(o, kinds[k]) && i < sizeof own / sizeof *own; i++) {
            const char *option = own[i].option, *name = strncmp(option, "no-", 3) == 0 ? option + 3 : option;
            if (strstr(own[i].kinds, kinds[k]) == NULL && options_given(o, name))
                return option_refuse(f, NULL, NULL, "--%s has no effect on --%s databases", option, kinds[k]);
        }
    if (options_given(o, "hyper") && options_given(o, "cube-limit") && options_given(o, "save"))
        return option_refuse(f, NULL, NULL, "--save has no effect with --cube-limit");
    return positions_settle(&((struct bearoff_choice *)all)->positions, NULL, f);
}

/* ---- show ---- */

static void put_rolls(struct strbuf *out, const struct race_record *r)
{
    const struct race_side *side[2] = {r->on_roll, r->opponent};
    const char *exactly = tr(C_("at most 8 letters", "exactly")), *until = tr(C_("at most 7 letters", "so far"));
    strbuf_puts(out, "  ");
    put_left(out, tr(C_("at most 9 letters", "rolls")), 10);
    put_left(out, tr("on roll"), 19);
    strbuf_printf(out, "%s\n", tr("opponent"));
    for (int i = 0; i < 2; i++) {
        put_right(out, exactly, i == 0 ? 19 : 11);
        put_right(out, until, 8);
    }
    strbuf_putc(out, '\n');
    double so_far[2] = {0, 0};
    for (int i = 1; i < BEAROFF_ROLLS; i++) {
        double p[2];
        for (int s = 0; s < 2; s++) {
            p[s] = 100.0 * side[s]->rolls.all[i] / BEAROFF_CERTAIN;
            so_far[s] += p[s];
        }
        if (side[0]->rolls.all[i] != 0 || side[1]->rolls.all[i] != 0)
            strbuf_printf(out, "  %5d    %s%% %s%%   %s%% %s%%\n", i, TR_FORMAT("%7.3f", p[0]),
                          TR_FORMAT("%7.3f", so_far[0]), TR_FORMAT("%7.3f", p[1]), TR_FORMAT("%7.3f", so_far[1]));
    }
}

struct show_record {
    const char *id, *xgid;
    const struct outcome *chances; /* of hypergammon, else NULL */
    const struct race_record *race; /* else */
    struct answer_list rolls, opponent_rolls; /* of double */
    double cubeless, owned, centred, jacoby, opponent_owns; /* NAN = not known */
};

#define MONEY(name, title)                                                                                             \
    POSITION_EQUITY(#name, struct show_record, name, title, .missing = ANSWER_NULL,                                    \
                    .flags = ANSWER_OMIT | ANSWER_SIGNED, .help = "money equity of the player on roll before rolling")
static const struct answer_field show_fields[] = {
    POSITION_ID(struct show_record),
    ANSWER_TO(struct show_record, chances, NULL, &chances_rows, .missing = ANSWER_ZERO, .flags = ANSWER_INLINE),
    ANSWER_TO(struct show_record, race, NULL, &race_rows, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT),
    ANSWER_LIST_OF(double, struct show_record, rolls, NULL, .decimals = 6, .missing = ANSWER_ZERO,
                   .flags = ANSWER_OMIT | ANSWER_DATA,
                   .help = "chance of needing 0, 1, 2 ... rolls, of the player on roll"),
    ANSWER_LIST_OF(double, struct show_record, opponent_rolls, NULL, .decimals = 6, .missing = ANSWER_ZERO,
                   .flags = ANSWER_OMIT | ANSWER_DATA),
    MONEY(cubeless, "Cubeless"),
    MONEY(owned, "Owned"),
    MONEY(centred, "Centred"),
    MONEY(jacoby, "Jacoby"),
    MONEY(opponent_owns, "Opponent's"),
    POSITION_XGID(struct show_record),
    {0}};
#undef MONEY
static const struct answer_rows show_rows = {"BearoffPosition", NULL, sizeof(struct show_record), show_fields};
static const struct answer_document show_document = {
    "bearoff",
    1,
    "Positions by their databases",
    "What databases say of positions (bearoff show), in the order given: of a race its rolls, of hypergammon its "
    "chances.",
    .rows = &show_rows,
    .several = ANSWER_LINES};

static struct answer_list distribution(const struct answering *a, const struct race_side *s)
{
    double *out = arena_alloc(a->memory, BEAROFF_ROLLS * sizeof *out);
    for (int i = 0; i < BEAROFF_ROLLS; i++)
        out[i] = s->rolls.all[i] / (double)BEAROFF_CERTAIN;
    return (struct answer_list){out, BEAROFF_ROLLS};
}

static void fill_race(const struct answering *a, const struct position *p, const struct race_answer *race,
                      struct show_record *r)
{
    r->race = race_fill(a, p);
    r->rolls = distribution(a, &race->side[p->on_roll]);
    r->opponent_rolls = distribution(a, &race->side[1 - p->on_roll]);
    if (!race->two_sided)
        return;
    r->cubeless = (double)race->equity[BEAROFF_CUBELESS];
    r->owned = (double)race->equity[BEAROFF_OWNED];
    r->centred = (double)race->equity[BEAROFF_CENTRED];
    r->opponent_owns = (double)race->equity[BEAROFF_OPPONENT_OWNS];
}

static void fill_hyper(const struct hyper_value *v, struct show_record *r)
{
    r->chances = &v->outcome;
    r->cubeless = (double)outcome_equity(v->outcome);
    r->owned = (double)v->equity[HYPER_OWNED];
    r->centred = (double)v->equity[HYPER_CENTRED];
    r->jacoby = (double)v->equity[HYPER_JACOBY];
    r->opponent_owns = (double)v->equity[HYPER_OPPONENT_OWNS];
}

static void put_equities(struct strbuf *out, const struct show_record *r)
{
    strbuf_puts(out, "  ");
    if (isnan(r->jacoby))
        tr_add(out, "equity    cubeless {0} owned {1} centred {2} opponent's {3}", SIGNED(r->cubeless, 5),
               SIGNED(r->owned, 5), SIGNED(r->centred, 5), SIGNED(r->opponent_owns, 5));
    else
        tr_add(out, "equity    cubeless {0} owned {1} centred {2} centred with Jacoby {3} opponent's {4}",
               SIGNED(r->cubeless, 5), SIGNED(r->owned, 5), SIGNED(r->centred, 5), SIGNED(r->jacoby, 5),
               SIGNED(r->opponent_owns, 5));
    strbuf_printf(out, "   %s\n", tr("(money, before rolling, by who owns the cube)"));
}

static void hyper_text(struct strbuf *out, const struct show_record *r)
{
    chances_text(out, r->chances, 3);
    put_equities(out, r);
}

static void show_text(const void *options, const void *record, struct strbuf *out)
{
    const struct show_record *r = record;
    (void)options;
    strbuf_printf(out, "%s\n", r->id);
    if (r->chances != NULL) {
        hyper_text(out, r);
        return;
    }
    race_text(out, r->race);
    if (!isnan(r->cubeless))
        put_equities(out, r);
    put_rolls(out, r->race);
}

static const char *show_one(const struct answering *a, const struct asked *q, struct position_answer *out)
{
    struct show_record *r = arena_alloc(a->memory, sizeof *r);
    struct hyper_value *v = arena_alloc(a->memory, sizeof *v);
    *r = (struct show_record){.id = q->id,
                              .xgid = q->xgid,
                              .cubeless = NAN,
                              .owned = NAN,
                              .centred = NAN,
                              .jacoby = NAN,
                              .opponent_owns = NAN};
    struct race_answer race;
    if (engine_hyper(a->engine, &q->position, v))
        fill_hyper(v, r);
    else if (engine_race(a->engine, &q->position, &race))
        fill_race(a, &q->position, &race, r);
    else
        return W_("found contact, a finished game or a chequer beyond the 10 point; expected a race");
    *out = (struct position_answer){r, {r, 1}};
    return NULL;
}

static const struct positions_kind race_kind = {&show_document, NULL, show_one, show_text, NULL};

static int make_kind(const struct bearoff_choice *c, const char *file)
{
    struct order o = {.file = file, .two_sided = c->two_sided.chequers != 0};
    const struct bearoff_size *size = o.two_sided ? &c->two_sided : &c->one_sided;
    if (c->hyper.chequers != 0 && c->positions.said.rules.cube_limit != 0)
        return hyper_limits_make_run(&c->hyper, c->positions.said.rules.cube_limit, &c->files, file, c->jobs.jobs,
                                     &c->positions.answer);
    if (c->hyper.chequers != 0)
        return hyper_make_run(&c->hyper, file, c->jobs.jobs, &c->positions.answer);
    o.how.chequers = size->chequers;
    o.how.points = size->points;
    o.how.threads = c->jobs.jobs;
    o.how.memory = mebibytes((size_t)c->memory);
    o.form = (struct bearoff_form){.gammons = c->gammon, .compressed = c->compress, .normal = c->normal};
    o.cubeless = c->cubeless;
    o.answer = &c->positions.answer;
    return make_ordered(&o, c);
}

static int bearoff_run(const void *options, const char *const *input, size_t n)
{
    const struct bearoff_choice *c = options;
    const int kinds = (c->one_sided.chequers != 0) + (c->two_sided.chequers != 0) + (c->hyper.chequers != 0);
    static const char *const from_stdin[] = {"-"};
    if (n > 0 && strcmp(input[0], "show") == 0)
        return positions_answer(&c->positions, &c->files, c->jobs.jobs, &race_kind, c, n > 1 ? input + 1 : from_stdin,
                                n > 1 ? n - 1 : 1);
    if (n == 0 || strcmp(input[0], "make") != 0)
        return call_misuse("`make` or `show` is expected");
    if (kinds != 1)
        return call_misuse("one of --one-sided, --two-sided and --hyper is expected, with its size");
    if (n != 2)
        return call_misuse("one file to write is expected after `make`");
    if (c->positions.answer.form != ANSWERS_TEXT && strcmp(input[1], c->positions.answer.output) == 0)
        return call_misuse("the answer goes to %s; name another file for the database",
                           strcmp(input[1], "-") == 0 ? W_("standard output") : input[1]);
    return make_kind(c, input[1]);
}

static const struct option_row rows[] = {
    OPTION("one-sided", struct bearoff_choice, one_sided, .argument = "15xP", .parse = parse_size,
           .help = "distributions of 15 chequers on P points"),
    OPTION("two-sided", struct bearoff_choice, two_sided, .argument = "NxP", .parse = parse_size,
           .help = "exact money equities, up to N chequers a side on P points"),
    OPTION("gammon", struct bearoff_choice, gammon, .initial = "yes",
           .help = "one-sided: without the rolls to save the gammon"),
    OPTION("compress", struct bearoff_choice, compress, .initial = "yes",
           .help = "one-sided: all 32 entries of each distribution"),
    OPTION("normal", struct bearoff_choice, normal, .help = "one-sided: means and deviations instead of distributions"),
    OPTION("from", struct bearoff_choice, from, .argument = "FILE", .flags = OPTION_READS_FILE,
           .help = "one-sided: reuse the contents of a database for fewer points"),
    OPTION("cubeless", struct bearoff_choice, cubeless, .help = "two-sided: one equity per position instead of four"),
    OPTION("memory", struct bearoff_choice, memory, .argument = "MIB", .initial = "2048", .least = 16, .most = 1 << 20,
           .help = "memory limit in megabytes; larger databases are built on disk, in FILE.work"),
    OPTION("state", struct bearoff_choice, state, .argument = "FILE", .flags = OPTION_READS_FILE | OPTION_WRITES_FILE,
           .help = "work in this file, and continue from it after an interrupt"),
    {0},
};

static const struct option_group own_group = {.title = "Databases", .rows = rows};

static const struct option_part parts[] = {{&own_group, 0},
                                           {&hyper_group, offsetof(struct bearoff_choice, hyper)},
                                           {&positions_group, offsetof(struct bearoff_choice, positions)},
                                           {&answers_more_group, offsetof(struct bearoff_choice, positions.answer)},
                                           {&rules_group, offsetof(struct bearoff_choice, positions.said.rules)},
                                           {&jobs_group, offsetof(struct bearoff_choice, jobs)},
                                           {&engine_group, offsetof(struct bearoff_choice, files)},
                                           {0}};

static const struct answer_document *const answers[] = {&show_document, &made_document, NULL};

const struct command bearoff_command = {{"bearoff", sizeof(struct bearoff_choice), parts, bearoff_settle},
                                        .run = bearoff_run,
                                        .finishes = true,
                                        .answers = answers};
