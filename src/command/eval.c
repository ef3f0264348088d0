/* `eval`: what a position is worth to the player on roll, before rolling. */
#include <math.h>

#include "base/command.h"
#include "base/figure.h"
#include "base/language.h"
#include "command/positions.h"

struct eval_options {
    struct positions_options positions;
    struct level_option level;
    struct jobs_option jobs;
    struct engine_files files;
};

struct eval_record {
    const char *id, *xgid, *level;
    struct evaluation worth;
    const char *reason;
    double mwc, cubeless_mwc;
    struct mwc_line line;
    const struct cube_stakes *here;
    const struct race_record *race;
    const char *settings, *stronger;
};

static const struct answer_field worth_fields[] = {
    ANSWER_IN(struct evaluation, outcome, NULL, &chances_rows, .flags = ANSWER_INLINE),
    POSITION_EQUITY("cubeless", struct evaluation, cubeless, "Cubeless", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED,
                    .help = "equity without a cube"),
    POSITION_EQUITY("cubeful", struct evaluation, cubeful, "Cubeful", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED,
                    .help = "equity with it"),
    {0}};
static const struct answer_rows worth_rows = {"Worth", NULL, sizeof(struct evaluation), worth_fields};

#define WORTH ANSWER_IN(struct eval_record, worth, NULL, &worth_rows, .flags = ANSWER_INLINE)
#define HERE                                                                                                           \
    POSITION_MWC("mwc", struct eval_record, mwc, "MWC",                                                                \
                 .help = "match winning chance with the cube; in matches only"),                                       \
        POSITION_MWC("cubeless_mwc", struct eval_record, cubeless_mwc, "Cubeless MWC", .help = "likewise without it"), \
        ANSWER_TO(struct eval_record, here, NULL, &stakes_rows, .flags = ANSWER_INLINE)
static const struct answer_field eval_fields[] = {
    POSITION_ID(struct eval_record),
    POSITION_XGID(struct eval_record),
    ANSWER(struct eval_record, level, "Level", .example = "2ply"),
    WORTH,
    HERE,
    ANSWER(
        struct eval_record, reason, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT,
        .help =
            "why there are no equities: nothing is at stake, as winning and losing are worth the same at this score"),
    POSITION_RACE(struct eval_record),
    POSITION_SETTINGS(struct eval_record),
    POSITION_STRONGER(struct eval_record),
    {0}};
static const struct answer_rows eval_rows = {"Evaluation", NULL, sizeof(struct eval_record), eval_fields};
static const struct answer_field line_fields[] = {POSITION_ID(struct eval_record), WORTH, HERE, {0}};
static const struct answer_rows line_rows = {"Evaluation", NULL, sizeof(struct eval_record), line_fields};
#undef WORTH
#undef HERE

static const struct answer_document eval_document = {
    "eval",
    1,
    "Positions",
    "What positions are worth, in the order given. Seen by the player on roll, before rolling; equities are "
    "normalised to the cube.",
    .rows = &eval_rows,
    .several = ANSWER_LINES,
    .lines = &line_rows};
static const struct answer_document eval_lines = {
    "eval", 1, "Positions", NULL, .rows = &line_rows, .several = ANSWER_SEVERAL};

static void write_text(const void *options, const void *record, struct strbuf *out)
{
    const struct eval_record *r = record;
    const struct evaluation *e = &r->worth;
    const struct outcome *p = &e->outcome;
    (void)options;
    strbuf_printf(out, "%s  (%s)\n", r->id, r->level);
    chances_text(out, p, 2);
    strbuf_puts(out, "  ");
    if (r->reason != NULL)
        strbuf_puts(out, tr(r->reason));
    else
        tr_put(out, tr(r->line.shown ? N_("MWC {0} cubeless, {1} cubeful") : N_("equity {0} cubeless, {1} cubeful")),
               TR_FILLING(EQUITY(&r->line, e->cubeless, 4), EQUITY(&r->line, e->cubeful, 4)));
    strbuf_puts(out, r->line.match ? "\n  " : "\n");
    if (r->line.match) {
        tr_add(out, "cubeless for money {0}", SIGNED(r->here->cubeless_money, 4));
        strbuf_putc(out, '\n');
    }
    stakes_text(out, "  ", r->here);
    settings_text(out, r->settings);
    race_text(out, r->race);
}

static const char *fill(const struct answering *a, const struct asked *q, struct position_answer *out)
{
    const struct eval_options *o = a->options;
    const struct position p = position_undoubled(&q->position); /* before rolling, whatever the ID says */
    struct eval_record *r = arena_alloc(a->memory, sizeof *r);
    engine_eval(a->engine, a->worker, &p, &o->level.level, &r->worth);
    r->id = q->id;
    r->xgid = q->xgid;
    r->level = o->level.level.name;
    r->reason = isnan(r->worth.cubeful) ? N_("nothing at stake") : NULL;
    r->line = mwc_line_of(a, &o->positions, &p, p.on_roll);
    r->mwc = mwc_at(&r->line, (double)r->worth.cubeful);
    r->cubeless_mwc = mwc_at(&r->line, (double)r->worth.cubeless);
    r->here = stakes_of(a, &p, &r->worth.outcome);
    r->race = race_fill(a, &q->position);
    r->settings = settings_of(a, &o->level.level, false);
    r->stronger = stronger_word(o->positions.said.better.stronger);
    *out = (struct position_answer){r, {r, 1}};
    return NULL;
}

static int eval_run(const void *options, const char *const *input, size_t n)
{
    const struct eval_options *o = options;
    static const struct positions_kind kind = {&eval_document, &eval_lines, fill, write_text, NULL};
    return positions_answer(&o->positions, &o->files, o->jobs.jobs, &kind, o, input, n);
}

static bool eval_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct eval_options *o = all;
    (void)given;
    return positions_settle(&o->positions, NULL, f);
}

static const struct option_part parts[] = {
    {&positions_group, offsetof(struct eval_options, positions)},
    {&answers_more_group, offsetof(struct eval_options, positions.answer)},
    {&rules_group, offsetof(struct eval_options, positions.said.rules)},
    {&stronger_group, offsetof(struct eval_options, positions.said.better)},
    {&mwc_group, offsetof(struct eval_options, positions)},
    {&level_group, offsetof(struct eval_options, level)},
    {&jobs_group, offsetof(struct eval_options, jobs)},
    {&engine_group, offsetof(struct eval_options, files)},
    {0},
};
static const struct answer_document *const answers[] = {&eval_document, NULL};

const struct command eval_command = {
    {"eval", sizeof(struct eval_options), parts, eval_settle}, .run = eval_run, .answers = answers};
