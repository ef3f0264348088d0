/* Positions by ID, answered in the order asked, many at a time. Whatever is there to be read is answered
 * before more is waited for, so that a program can talk to us line by line and a file still keeps all cores busy. */
#include "command/positions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/sink.h"
#include "base/threads.h"
#include "base/xmalloc.h"

enum { READ_CHUNK = 64 << 10, LINE_LIMIT = 1 << 20 };

struct item {
    struct id_line id;
    struct strbuf answer;
    const char *problem;
    size_t fault; /* offset of the problem in the ID */
};

struct dialogue {
    const struct engine_pool *pool;
    const struct positions_kind *kind;
    const void *options;
    enum variant variant;
    enum positions_form form;
    struct diags diags;
    struct item *items;
    size_t n, capacity;
    size_t n_answered, n_failed;
};

void number_write(struct strbuf *out, double x, int digits, const char *missing)
{
    if (isnan(x)) {
        strbuf_puts(out, missing);
        return;
    }
    double half_unit = 0.5 * pow(10, -digits);
    strbuf_printf(out, "%.*f", digits, fabs(x) < half_unit ? 0.0 : x);
}

void outcome_json(struct jsonw *j, const struct outcome *o)
{
    jsonw_number(j, "win", o->win, 6);
    jsonw_number(j, "win_g", o->win_gammon, 6);
    jsonw_number(j, "win_bg", o->win_backgammon, 6);
    jsonw_number(j, "lose_g", o->lose_gammon, 6);
    jsonw_number(j, "lose_bg", o->lose_backgammon, 6);
}

/* ---- answering a batch ---- */

static void answer(void *context, int worker, size_t i)
{
    struct dialogue *d = context;
    struct item *item = &d->items[i];
    char *copy = id_text(&item->id);
    struct asked q = {.id = copy};
    item->problem = id_position(&item->id, d->pool->engine, d->variant, &q.position, &item->fault);
    if (item->problem == NULL)
        item->problem = d->kind->write(d->pool, d->pool->worker[worker], d->options, &q, d->form, &item->answer);
    xfree(copy);
}

static void print_answer(struct dialogue *d, const struct item *item)
{
    if (item->problem != NULL) {
        d->n_failed++;
        id_refuse(&d->diags, &item->id, item->fault, item->problem);
        return;
    }
    if (item->answer.length == 0) /* left out by an interrupt */
        return;
    id_note(&d->diags, &item->id);
    if (d->form == POSITIONS_JSON)
        call_puts(d->n_answered != 0 ? ",\n " : "[");
    d->n_answered++;
    call_write(item->answer.at, item->answer.length);
}

static void answer_batch(struct dialogue *d)
{
    threads_for(d->pool->jobs, d->n, answer, d, call_cancel_flag());
    for (size_t i = 0; i < d->n; i++) {
        print_answer(d, &d->items[i]);
        strbuf_done(&d->items[i].answer);
    }
    d->n = 0;
    call_flush();
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
    diags_init(&d->diags, "<arguments>");
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
    if (d->n_failed == 0)
        return CALL_CLEAN;
    return d->n_answered == 0 ? CALL_NOTHING : CALL_SOME_FAILED;
}

static void hold_dialogue(struct dialogue *d, const char *const *input, size_t n)
{
    if (d->form == POSITIONS_TSV && d->kind->header != NULL)
        call_printf("%s\n", d->kind->header);
    if (ids_are_on_stdin(input, n))
        ask_stdin(d);
    else
        ask_arguments(d, input, n);
    if (d->form == POSITIONS_JSON)
        call_puts(d->n_answered != 0 ? "]\n" : "[]\n");
}

int positions_answer(const struct positions_options *o, const struct engine_files *files, int jobs,
                     const struct positions_kind *kind, const void *options, const char *const *input, size_t n)
{
    struct engine_pool pool;
    if (n == 0)
        return call_misuse("no position is given");
    if (!engine_pool_open(&pool, files, jobs))
        return CALL_NOTHING;
    struct dialogue d = {.pool = &pool, .kind = kind, .options = options, .variant = o->variation.variant};
    d.form = o->json ? POSITIONS_JSON : o->tsv ? POSITIONS_TSV : o->terminal != 0 ? POSITIONS_TERMINAL : POSITIONS_TEXT;
    hold_dialogue(&d, input, n);
    const int result = result_of(&d);
    diags_done(&d.diags);
    xfree(d.items);
    engine_pool_close(&pool);
    return result;
}

/* ---- options ---- */

static const struct option_word terminals[] = {{"no", 0}, {"plain", TERMINAL_PLAIN}, {"colour", TERMINAL_COLOUR}, {0}};

static const struct option_row rows[] = {
    OPTION("tsv", struct positions_options, tsv, .excludes = "json",
           .help = "one line per position, columns separated by tabs"),
    OPTION("json", struct positions_options, json, .help = "one JSON array with an object for each position"),
    OPTION("for-terminal", struct positions_options, terminal, .argument = "HOW", .initial = "no", .words = terminals,
           .flags = OPTION_HIDDEN, .help = "for a person at a terminal: no, plain or colour"),
    {0},
};

const struct option_group positions_group = {.title = "Answers", .rows = rows};

/* ---- races ---- */

void race_text(struct strbuf *out, const struct engine *e, const struct position *p)
{
    struct race_answer r;
    if (!engine_race(e, p, &r))
        return;
    for (int i = 0; i < 2; i++) {
        const struct race_side *s = &r.side[i == 0 ? p->on_roll : 1 - p->on_roll];
        strbuf_printf(out, "  %-9s %3d pips   EPC %6.2f   wastage %5.2f   rolls %5.2f +- %.2f%s\n",
                      i == 0 ? "on roll" : "opponent", s->pips, s->race.epc, s->wastage, s->race.mean,
                      s->race.deviation, s->exact ? "" : "   estimated");
    }
}

static void race_side_json(struct jsonw *j, const char *key, const struct race_side *s)
{
    jsonw_object(j, key);
    jsonw_int(j, "pips", s->pips);
    jsonw_number(j, "epc", s->race.epc, 4);
    jsonw_number(j, "wastage", s->wastage, 4);
    jsonw_number(j, "mean_rolls", s->race.mean, 5);
    jsonw_number(j, "deviation", s->race.deviation, 5);
    jsonw_bool(j, "exact", s->exact);
    jsonw_end(j);
}

void race_json(struct jsonw *j, const struct engine *e, const struct position *p)
{
    struct race_answer r;
    if (!engine_race(e, p, &r))
        return;
    jsonw_object(j, "race");
    race_side_json(j, "on_roll", &r.side[p->on_roll]);
    race_side_json(j, "opponent", &r.side[1 - p->on_roll]);
    jsonw_end(j);
}
