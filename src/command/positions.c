/* Positions by ID, answered in the order asked, many at a time. Whatever is there to be read is answered
 * before more is waited for, so that a program can talk to us line by line and a file still keeps all cores busy. */
#include "command/positions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analyze/units.h"
#include "base/call.h"
#include "base/columns.h"
#include "base/language.h"
#include "base/sink.h"
#include "base/threads.h"
#include "base/width.h"
#include "base/xmalloc.h"
#include "engine/cube.h"
#include "format/posid.h"
#include "report/settings_words.h"

enum { READ_CHUNK = 64 << 10, LINE_LIMIT = 1 << 20 };

struct item {
    struct id_line id;
    struct position_answer answer; /* without a record: left out by an interrupt */
    const char *problem;
    size_t fault; /* offset of the problem in the ID */
    struct position position; /* where there is an answer */
};

struct dialogue {
    const struct engine_pool *pool;
    const struct positions_options *o;
    const struct positions_kind *kind;
    const void *options;
    struct arena **memory; /* of each worker, for a batch */
    struct diags diags;
    struct item *items;
    size_t n, capacity;
    size_t n_answered, n_failed;
    bool said_interpolated;
    struct answer_writer *writer; /* of forms that are written record by record, else NULL */
    struct strbuf out; /* what is to be printed */
    struct strbuf rows; /* records of other forms, one behind the other */
};

/* ---- writing answers ---- */

static void put_note(struct strbuf *out, const char *id, const char *filling)
{
    strbuf_puts(out, "  ");
    tr_put(out, tr(id), &filling, 1);
    strbuf_putc(out, '\n');
}

void stronger_text(struct strbuf *out, int stronger)
{
    if (stronger != STRONGER_UNSAID)
        put_note(out, "stronger by the equity table: {0}", stronger_word(stronger));
}

static bool is_text(const struct dialogue *d)
{
    return d->o->answer.form == ANSWERS_TEXT;
}

/* Whole documents: tables and pages. Their records, and what these point at, are kept until the end. */
static bool is_kept(const struct dialogue *d)
{
    const int form = d->o->answer.form;
    return form == ANSWER_TABLE || (form >= ANSWER_MARKDOWN && !is_text(d));
}

static bool is_page(const struct dialogue *d)
{
    return d->o->answer.form > ANSWERS_TEXT;
}

static const struct answer_document *document_of(const struct dialogue *d)
{
    const bool lines = d->o->answer.form != ANSWER_JSON && d->o->answer.form != ANSWER_NDJSON && !is_page(d);
    return lines && d->kind->lines != NULL ? d->kind->lines : d->kind->document;
}

static void begin_answers(struct dialogue *d)
{
    const struct answers_options *o = &d->o->answer;
    if (is_text(d) || is_kept(d))
        return;
    d->writer =
        answer_begin(document_of(d), NULL,
                     &(struct answer_form){
                         .style = (enum answer_style)o->form, .safe = o->safe, .goes_on = d->o->tsv && !d->o->header},
                     &d->out);
}

static void put_records(struct dialogue *d, const struct position_answer *a)
{
    const struct answer_document *document = document_of(d);
    const struct answer_list list = document == d->kind->document ? (struct answer_list){a->record, 1} : a->lines;
    const size_t size = document->rows->size;
    if (d->writer == NULL)
        strbuf_add(&d->rows, list.at, list.n * size);
    for (size_t i = 0; d->writer != NULL && i < list.n; i++)
        answer_row(d->writer, (const char *)list.at + i * size);
}

static void put_answer(struct dialogue *d, const struct item *item)
{
    if (item->problem != NULL) {
        d->n_failed++;
        id_refuse(&d->diags, &item->id, item->fault, item->problem);
        return;
    }
    if (item->answer.record == NULL)
        return;
    id_note(&d->diags, &item->id);
    id_note_interpolated(&d->diags, &item->id, d->pool->engine, &item->position, &d->said_interpolated);
    d->n_answered++;
    if (is_text(d)) {
        const size_t from = d->out.length;
        d->kind->text(d->options, item->answer.record, &d->out);
        stronger_text(&d->out, d->o->said.better.stronger);
        answers_fold(&d->o->answer, &d->out, from);
    } else
        put_records(d, &item->answer);
}

/* A file is written at the end, and whole. */
static void flush_answers(struct dialogue *d)
{
    if (strcmp(d->o->answer.output, "-") == 0) {
        call_write(strbuf_text(&d->out), d->out.length);
        strbuf_clear(&d->out);
    }
    call_flush();
}

/* False after a message. */
static bool end_answers(struct dialogue *d)
{
    const struct answers_options *o = &d->o->answer;
    const struct answer_document *document = document_of(d);
    const bool to_file = strcmp(o->output, "-") != 0;
    if (d->writer != NULL)
        answer_end(d->writer, NULL);
    if (to_file && call_cancelled())
        return true;
    const size_t n = d->rows.length / document->rows->size;
    if (is_page(d))
        return n == 0 ||
               (d->kind->page(d->options, d->rows.at, n, &d->out) && answers_put_text(o, &d->out) == CALL_CLEAN);
    if (is_kept(d))
        return answers_put(o, document, &(struct answer_list){d->rows.at, n}) == CALL_CLEAN;
    if (to_file)
        return answers_put_text(o, &d->out) == CALL_CLEAN;
    flush_answers(d);
    return true;
}

/* ---- answering a batch ---- */

static void answer(void *context, int worker, size_t i)
{
    struct dialogue *d = context;
    struct item *item = &d->items[i];
    char *id = id_text(&item->id);
    struct asked q = {.id = arena_strdup(d->memory[worker], id)};
    xfree(id);
    const struct engine *e = d->pool->engine;
    item->problem = id_position(&item->id, &d->o->said, &e, &q.position, &item->fault);
    if (item->problem == NULL) {
        q.xgid = xgid_kept(d->memory[worker], &q.position);
        const struct answering a = {e, d->pool->worker[worker], d->options, d->memory[worker]};
        item->problem = d->kind->fill(&a, &q, &item->answer);
        item->position = q.position;
    }
}

static void answer_batch(struct dialogue *d)
{
    threads_for(d->pool->jobs, d->n, answer, d, call_cancel_flag());
    for (size_t i = 0; i < d->n; i++)
        put_answer(d, &d->items[i]);
    for (int i = 0; i < d->pool->jobs && !is_kept(d); i++)
        arena_clear(d->memory[i]);
    d->n = 0;
    flush_answers(d);
    call_losses(&d->diags); /* notes are shown: one says that an ID was not taken by its word */
    char *file = xstrdup(d->diags.file);
    diags_done(&d->diags);
    diags_init(&d->diags, file);
    xfree(file);
}

static void ask(void *dialogue, struct id_line id)
{
    struct dialogue *d = dialogue;
    d->items = grow(d->items, d->n, &d->capacity, sizeof *d->items);
    d->items[d->n++] = (struct item){.id = id};
}

/* ---- where the IDs come from ---- */

static void ask_arguments(struct dialogue *d, const char *const *input, size_t n)
{
    diags_init(&d->diags, ARGUMENTS);
    for (size_t i = 0; i < n; i++)
        ids_of_text(span_of(input[i]), (int)i + 1, d, ask);
    answer_batch(d);
}

/* Asks all whole lines of `text`; returns the bytes used. */
static size_t ask_lines(struct dialogue *d, const char *text, size_t length, int *line)
{
    size_t used = 0;
    for (const char *end; (end = memchr(text + used, '\n', length - used)) != NULL;) {
        ids_of_line((struct span){text + used, (size_t)(end - text) - used}, ++*line, d, ask);
        used = (size_t)(end - text) + 1;
    }
    return used;
}

static void ask_stdin(struct dialogue *d)
{
    char *buffer = xmalloc(LINE_LIMIT + READ_CHUNK);
    size_t held = 0;
    int line = 0;
    ssize_t n;
    diags_init(&d->diags, "<stdin>");
    while (!call_cancelled() && (n = stdin_read(buffer + held, READ_CHUNK)) > 0) {
        held += (size_t)n;
        size_t used = ask_lines(d, buffer, held, &line);
        answer_batch(d);
        held -= used;
        memmove(buffer, buffer + used, held);
        if (held >= LINE_LIMIT) {
            diag_at(&d->diags, SEVERITY_ERROR, line + 1, 1, "a line of more than %d bytes is not a position",
                    LINE_LIMIT);
            d->n_failed++;
            held = 0;
            break;
        }
    }
    ids_of_line((struct span){buffer, held}, line + 1, d, ask);
    answer_batch(d);
    xfree(buffer);
}

static int result_of(const struct dialogue *d)
{
    if (call_cancelled())
        return CALL_CANCELLED;
    if (d->n_failed == 0 && d->n_answered == 0)
        say_error("no position is named");
    if (d->n_failed == 0 && d->n_answered != 0)
        return CALL_CLEAN;
    return d->n_answered == 0 ? CALL_NOTHING : CALL_SOME_FAILED;
}

static void hold_dialogue(struct dialogue *d, const char *const *input, size_t n)
{
    begin_answers(d);
    if (ids_are_on_stdin(input, n))
        ask_stdin(d);
    else
        ask_arguments(d, input, n);
}

static int run_dialogue(struct dialogue *d, const char *const *input, size_t n)
{
    d->memory = xcalloc((size_t)d->pool->jobs, sizeof *d->memory);
    for (int i = 0; i < d->pool->jobs; i++)
        d->memory[i] = arena_new();
    hold_dialogue(d, input, n);
    const bool written = end_answers(d);
    const int result = written ? result_of(d) : CALL_NOTHING;
    for (int i = 0; i < d->pool->jobs; i++)
        arena_free(d->memory[i]);
    diags_done(&d->diags);
    strbuf_done(&d->out);
    strbuf_done(&d->rows);
    xfree(d->memory);
    xfree(d->items);
    return result;
}

int positions_answer(const struct positions_options *o, const struct engine_files *files, int jobs,
                     const struct positions_kind *kind, const void *options, const char *const *input, size_t n)
{
    struct engine_pool pool;
    if (n == 0)
        return call_misuse("no position is given");
    if (!engine_pool_open(&pool, files, jobs))
        return CALL_NOTHING;
    const int result =
        run_dialogue(&(struct dialogue){.pool = &pool, .o = o, .kind = kind, .options = options}, input, n);
    engine_pool_close(&pool);
    return result;
}

/* ---- options ---- */

static const struct option_row rows[] = {
    OPTION("format", struct positions_options, answer.format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "text, table, json, ndjson, csv, tsv, markdown, html or latex [as FILE ends; else text]"),
    OPTION("tsv", struct positions_options, tsv, .excludes = "json",
           .help = "the same as --format tsv, without the line that names the columns"),
    OPTION("header", struct positions_options, header, .help = "with --tsv: with that line"),
    {0},
};

static const struct option_row mwc_rows[] = {
    OPTION("mwc", struct positions_options, mwc,
           .help = "the text shows match winning chances, not equities, at match scores"),
    {0},
};

const struct option_group mwc_group = {.title = "Units", .rows = mwc_rows};

/* What is said of positions, where the command does not ask. */
static void defaults(void *group)
{
    ((struct positions_options *)group)->said = (struct id_said){0};
}

const struct option_group positions_group = {.title = "Forms", .rows = rows, .defaults = defaults};

bool positions_settle(struct positions_options *o, const struct own_form *own, struct option_fault *f)
{
    static const struct own_form text[] = {{"text", "txt"}, {0}};
    if (o->tsv && o->answer.format != NULL && strcasecmp(o->answer.format, "tsv") != 0)
        return option_refuse(f, NULL, NULL, "--tsv or --format %s, not both", o->answer.format);
    if (o->tsv)
        o->answer.format = "tsv";
    return answers_settle(&o->answer, own != NULL ? own : text, ANSWERS_TEXT, f);
}

/* ---- what records have in common ---- */

#define CHANCE(key, f, title, words)                                                                                   \
    ANSWER_NAMED(key, struct outcome, f, title, .unit = UNIT_CHANCE, .decimals = 6, .shown = 1, .help = words)
static const struct answer_field chances_fields[] = {
    CHANCE("win", win, "Win %", "chance to win"),
    CHANCE("win_g", win_gammon, "G %", "to win a gammon or a backgammon"),
    CHANCE("win_bg", win_backgammon, "BG %", "to win a backgammon"),
    CHANCE("lose_g", lose_gammon, "Lose G %", "to lose a gammon or a backgammon"),
    CHANCE("lose_bg", lose_backgammon, "Lose BG %", "to lose a backgammon"),
    {0}};
#undef CHANCE
const struct answer_rows chances_rows = {"Chances", NULL, sizeof(struct outcome), chances_fields};

struct mwc_line mwc_line_of(const struct answering *a, const struct positions_options *o, const struct position *p,
                            int who)
{
    const struct met *met = engine_met(a->engine);
    if (p->length == 0)
        return (struct mwc_line){.match = false};
    return (struct mwc_line){true, o->mwc, units_mwc(met, p, who, 0), units_per_emg(met, p, who)};
}

double mwc_at(const struct mwc_line *m, double equity)
{
    return m->match ? m->even + m->one * equity : NAN;
}

const char *equity_shown(struct signed_figure *f, const struct mwc_line *m, double equity, int decimals)
{
    if (!m->shown)
        return figure_signed(f, equity, decimals);
    snprintf(f->text, sizeof f->text, "%s", TR_SHARE(mwc_at(m, equity), 2));
    return f->text;
}

const char *difference_shown(struct signed_figure *f, const struct mwc_line *m, double difference, int decimals)
{
    struct strbuf text = {0};
    strbuf_puts(&text, figure_signed(f, m->shown ? 100 * m->one * difference : difference, m->shown ? 2 : decimals));
    if (m->shown)
        tr_percent(&text, 0);
    snprintf(f->text, sizeof f->text, "%s", strbuf_text(&text));
    strbuf_done(&text);
    return f->text;
}

const char *loss_shown(struct signed_figure *f, const struct mwc_line *m, double loss, int decimals)
{
    snprintf(f->text, sizeof f->text, "%s", m->shown ? TR_SHARE(m->one * loss, 2) : TR_REAL(loss, decimals));
    return f->text;
}

const struct cube_stakes *stakes_of(const struct answering *a, const struct position *p, const struct outcome *o)
{
    struct cube_stakes *out = arena_alloc(a->memory, sizeof *out);
    cube_stakes_at(p, engine_met(a->engine), o, out);
    return out;
}

static void put_chances(struct strbuf *out, const char *label, const float chance[3], int decimals)
{
    const size_t wins = width_of_text(tr("wins")), loses = width_of_text(tr("loses"));
    const int width = decimals + 4;
    strbuf_puts(out, "  ");
    put_left(out, tr(label), (wins > loses ? wins : loses) + 1);
    tr_add(out, "{0}%   gammons {1}%   backgammons {2}%", TR_FORMAT("%*.*f", width, decimals, 100 * (double)chance[0]),
           TR_FORMAT("%*.*f", width, decimals, 100 * (double)chance[1]),
           TR_FORMAT("%*.*f", width, decimals, 100 * (double)chance[2]));
    strbuf_putc(out, '\n');
}

void chances_text(struct strbuf *out, const struct outcome *o, int decimals)
{
    put_chances(out, N_("wins"), (const float[]){o->win, o->win_gammon, o->win_backgammon}, decimals);
    put_chances(out, N_("loses"), (const float[]){1 - o->win, o->lose_gammon, o->lose_backgammon}, decimals);
}

void stakes_text(struct strbuf *out, const char *indent, const struct cube_stakes *h)
{
    const char *own = TR_REAL(h->gammon_value, 3), *opponents = TR_REAL(h->opponent_gammon_value, 3);
    strbuf_puts(out, indent);
    if (isnan(h->take_point_live))
        tr_add(out, "gammon value {0}, opponent's {1}", own, opponents);
    else
        tr_add(out, "gammon value {0}, opponent's {1}; take point {2} with a live cube, {3} with a dead one", own,
               opponents, TR_SHARE(h->take_point_live, 2), TR_SHARE(h->take_point_dead, 2));
    strbuf_putc(out, '\n');
}

#define ACTION(key, i, title, ...)                                                                                     \
    POSITION_EQUITY(key, struct cube_figures, equity[i], title, .missing = ANSWER_NULL, .flags = ANSWER_SIGNED,        \
                    __VA_ARGS__)
#define LESS(key, i, title, ...)                                                                                       \
    POSITION_EQUITY(key "_difference", struct cube_figures, difference[i], title " diff.", .missing = ANSWER_NULL,     \
                    .flags = ANSWER_SIGNED | ANSWER_WIDE, __VA_ARGS__)
#define AS_MWC(key, i, title) POSITION_MWC(key "_mwc", struct cube_figures, mwc[i], title " MWC", .help = NULL)
static const struct answer_field figures_fields[] = {
    ANSWER(struct cube_figures, verdict, "Proper cube action", .example = "Double, take",
           .help = "of an ID without dice, for the cube decision before the roll"),
    ACTION("no_double", 0, "No double"),
    ACTION("double_take", 1, "Double, take", .help = "null where there may be no double, or it does not matter"),
    ACTION("double_pass", 2, "Double, pass"),
    LESS("no_double", 0, "No double",
         .help = "to the best action; above zero what only a wrong answer of the opponent would give"),
    LESS("double_take", 1, "Double, take"),
    LESS("double_pass", 2, "Double, pass"),
    AS_MWC("no_double", 0, "No double"),
    AS_MWC("double_take", 1, "Double, take"),
    AS_MWC("double_pass", 2, "Double, pass"),
    POSITION_EQUITY("cubeless", struct cube_figures, cubeless, "Cubeless", .missing = ANSWER_NULL,
                    .flags = ANSWER_SIGNED | ANSWER_WIDE, .help = "equity without the cube"),
    ANSWER(struct cube_figures, bluff, "Bluff", .unit = UNIT_SHARE, .decimals = 6, .shown = 1, .missing = ANSWER_NULL,
           .flags = ANSWER_WIDE,
           .help = "share of wrong answers that would make a double, or playing on, as good as the proper action"),
    {0}};
#undef ACTION
#undef LESS
#undef AS_MWC
const struct answer_rows cube_figures_rows = {"CubeFigures", NULL, sizeof(struct cube_figures), figures_fields};

void cube_figures_of(struct cube_figures *out, const struct position *p, const struct cube_answer *c,
                     const struct mwc_line *line)
{
    const float equity[3] = {c->nd, c->dt, c->dp};
    *out = (struct cube_figures){.line = *line, .cubeless = (double)c->cubeless[0]};
    cube_table_of(equity, c->verdict, p->cube_owner != CUBE_CENTRED, &out->table);
    for (int i = 0; i < 3; i++) {
        out->equity[i] = (double)equity[i];
        out->difference[i] = (double)(equity[i] - equity[out->table.merit[0]]);
        out->mwc[i] = mwc_at(line, out->equity[i]);
    }
    out->bluff = (double)out->table.percent;
    out->redouble = p->cube_owner != CUBE_CENTRED;
    out->too_good = c->verdict == VERDICT_TOO_GOOD_PASS;
    out->verdict = out->table.verdict;
    if (c->verdict == VERDICT_NONE) {
        out->problem = position_no_double(p, p->on_roll);
        out->verdict = N_("No double");
        out->table.row[0].label = N_("Roll");
    }
}

static void cubeless_text(struct strbuf *out, const struct mwc_line *line, double cubeless, const struct cube_stakes *h)
{
    strbuf_puts(out, "  ");
    if (line->match)
        tr_add(out, "cubeless {0}, for money {1}", EQUITY(line, cubeless, 4), SIGNED(h->cubeless_money, 4));
    else
        tr_add(out, "cubeless {0}", EQUITY(line, cubeless, 4));
    strbuf_putc(out, '\n');
}

static const char *const bluffs[2][2] = {
    {N_("doubling would be right against {0} wrong passes"), N_("doubling would be right against {0} wrong takes")},
    {N_("redoubling would be right against {0} wrong passes"),
     N_("redoubling would be right against {0} wrong takes")}};

void cube_figures_text(struct strbuf *out, const char *heading, const struct cube_figures *f,
                       const struct cube_stakes *h)
{
    struct strbuf none = {0};
    if (f->problem != NULL)
        tr_add(&none, "none ({0})", tr(f->problem));
    tr_put(out, heading, TR_FILLING(f->problem != NULL ? strbuf_text(&none) : tr(f->verdict)));
    strbuf_putc(out, '\n');
    strbuf_done(&none);
    if (!isnan(f->bluff))
        put_note(out, bluffs[f->redouble][f->too_good], TR_SHARE(f->bluff, 1));
    if (!isnan(f->cubeless))
        cubeless_text(out, &f->line, f->cubeless, h);
}

#define FIGURE(key, f, title, digits, ...)                                                                             \
    ANSWER_NAMED(key, struct race_side, f, title, .decimals = digits, .shown = 2, __VA_ARGS__)
#define SIDE(whose)                                                                                                    \
    {                                                                                                                  \
        ANSWER(struct race_side, pips, whose "Pips", .unit = UNIT_PIPS, .help = "pip count"),                          \
            FIGURE("epc", race.epc, whose "EPC", 4, .unit = UNIT_PIPS, .help = "effective pip count"),                 \
            FIGURE("wastage", wastage, whose "Wastage", 4, .unit = UNIT_PIPS, .help = "EPC less pips"),                \
            FIGURE("mean_rolls", race.mean, whose "Rolls", 5, .help = "mean number of rolls"),                         \
            FIGURE("deviation", race.deviation, whose "Deviation", 5, .flags = ANSWER_WIDE,                            \
                   .help = "standard deviation of the number of rolls"),                                               \
            ANSWER(struct race_side, exact, whose "Exact", .flags = ANSWER_WIDE,                                       \
                   .help = "from a database; else by the net of races"),                                               \
        {                                                                                                              \
            0                                                                                                          \
        }                                                                                                              \
    }
static const struct answer_field on_roll_fields[] = SIDE(""), opponent_fields[] = SIDE("Opp. ");
#undef FIGURE
#undef SIDE
static const struct answer_rows on_roll_rows = {"RaceSide", NULL, sizeof(struct race_side), on_roll_fields},
                                opponent_rows = {"RaceSide", NULL, sizeof(struct race_side), opponent_fields};

static const struct answer_field race_fields[] = {ANSWER_TO(struct race_record, on_roll, NULL, &on_roll_rows),
                                                  ANSWER_TO(struct race_record, opponent, NULL, &opponent_rows),
                                                  {0}};
const struct answer_rows race_rows = {"Race", NULL, sizeof(struct race_record), race_fields};

const struct race_record *race_fill(const struct answering *a, const struct position *p)
{
    struct race_answer *r = arena_alloc(a->memory, sizeof *r);
    struct race_record *out = arena_alloc(a->memory, sizeof *out);
    if (!engine_race(a->engine, p, r))
        return NULL;
    *out = (struct race_record){&r->side[p->on_roll], &r->side[1 - p->on_roll]};
    return out;
}

const char *settings_of(const struct answering *a, const struct level *l, bool cube)
{
    struct strbuf text = {0};
    level_describe_unusual(l, cube, &text);
    const char *kept = text.length != 0 ? arena_strdup(a->memory, text.at) : NULL;
    strbuf_done(&text);
    return kept;
}

void settings_text(struct strbuf *out, const char *settings)
{
    struct strbuf words = {0};
    if (settings == NULL)
        return;
    settings_words(settings, &words);
    put_note(out, "settings: {0}", strbuf_text(&words));
    strbuf_done(&words);
}

void race_text(struct strbuf *out, const struct race_record *r)
{
    for (int i = 0; r != NULL && i < 2; i++) {
        const struct race_side *s = i == 0 ? r->on_roll : r->opponent;
        strbuf_puts(out, "  ");
        put_left(out, tr(i == 0 ? N_("on roll") : N_("opponent")), 10);
        tr_add(out, "{0} pips   EPC {1}   wastage {2}   rolls {3}", TR_FORMAT("%3d", s->pips),
               TR_FORMAT("%6.2f", s->race.epc), TR_FORMAT("%5.2f", s->wastage), TR_FORMAT("%5.2f", s->race.mean));
        strbuf_printf(out, " +- %s", TR_REAL(s->race.deviation, 2));
        if (!s->exact)
            strbuf_printf(out, "   %s", tr("estimated"));
        strbuf_putc(out, '\n');
    }
}
