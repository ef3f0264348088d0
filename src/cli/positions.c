/* Positions by ID, answered in the order asked, many at a time. Whatever is there to be read is answered
 * before more is waited for, so that a program can talk to us line by line and a file still keeps all cores busy. */
#include "cli/positions.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/terminal.h"
#include "match/posid.h"

enum { READ_CHUNK = 64 << 10, LINE_LIMIT = 1 << 20 };

struct item {
    struct span text; /* the line as it came */
    int line;
    struct strbuf answer;
    const char *problem;
    size_t fault; /* offset of the problem in `text` */
};

struct dialogue {
    const struct thinking *thinking;
    enum variant variant;
    answer_writer write;
    enum answer_form form;
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

/* ---- variants ---- */

const char *variation_set(const struct engine *e, enum variant variant, struct position *p)
{
    const char *problem = NULL;
    const int chequers = variant_chequers(variant);
    p->rules.variant = variant;
    if (chequers == BOARD_CHEQUERS)
        return NULL;
    if (board_in_play(&p->board) > chequers || board_opponent_in_play(&p->board) > chequers)
        return "a side has more chequers than this variation";
    p->board.off[0] = (int8_t)(chequers - board_in_play(&p->board));
    p->board.off[1] = (int8_t)(chequers - board_opponent_in_play(&p->board));
    if (p->board.off[0] == chequers && p->board.off[1] == chequers)
        return "both sides have borne off all their chequers";
    return engine_knows(e, variant, &problem) ? NULL : problem;
}

/* ---- answering a batch ---- */

static void answer(void *context, int worker, size_t i)
{
    struct dialogue *d = context;
    struct item *item = &d->items[i];
    struct span id = span_trim(item->text);
    char *copy = xcalloc(id.length + 1, 1);
    memcpy(copy, id.at, id.length);
    struct question q = {.id = copy};
    size_t fault = 0;
    if (!any_id_read(id, &q.position, &item->problem, &fault))
        item->fault = (size_t)(id.at - item->text.at) + fault;
    else if ((item->problem = variation_set(d->thinking->engine, d->variant, &q.position)) == NULL)
        item->problem = d->write(d->thinking, d->thinking->worker[worker], &q, d->form, &item->answer);
    xfree(copy);
}

static void print_answer(struct dialogue *d, const struct item *item)
{
    if (item->problem != NULL) {
        d->n_failed++;
        diag_at(&d->diags, SEVERITY_ERROR, item->line, (int)item->fault + 1, "%s", item->problem);
        return;
    }
    if (item->answer.length == 0) /* left out by an interrupt */
        return;
    if (d->form == ANSWER_JSON)
        fputs(d->n_answered != 0 ? ",\n " : "[", stdout);
    d->n_answered++;
    fwrite(item->answer.at, 1, item->answer.length, stdout);
}

static void answer_batch(struct dialogue *d)
{
    threads_for(d->thinking->jobs, d->n, answer, d, interrupt_flag());
    for (size_t i = 0; i < d->n; i++) {
        print_answer(d, &d->items[i]);
        strbuf_done(&d->items[i].answer);
    }
    d->n = 0;
    fflush(stdout);
    terminal_diags(&d->diags);
    char *file = xstrdup(d->diags.file);
    diags_done(&d->diags);
    diags_init(&d->diags, file);
    xfree(file);
}

static void ask(struct dialogue *d, struct span text, int line)
{
    d->items = grow(d->items, d->n, &d->capacity, sizeof *d->items);
    d->items[d->n++] = (struct item){.text = text, .line = line};
}

/* Empty lines and remarks ask nothing. */
static void ask_line(struct dialogue *d, struct span text, int line)
{
    if (line == 1)
        text = utf8_skip_mark(text);
    struct span id = span_trim(text);
    if (id.length != 0 && id.at[0] != '#')
        ask(d, text, line);
}

/* ---- where the IDs come from ---- */

static void ask_arguments(struct dialogue *d, const struct args *a)
{
    diags_init(&d->diags, "<arguments>");
    for (int i = 0; i < a->n_operands; i++)
        ask(d, span_of(a->operand[i]), i + 1);
    answer_batch(d);
}

/* Asks all whole lines of `text`; returns the bytes used. */
static size_t ask_lines(struct dialogue *d, const char *text, size_t length, int *line)
{
    size_t used = 0;
    for (const char *end; (end = memchr(text + used, '\n', length - used)) != NULL;) {
        ask_line(d, (struct span){text + used, (size_t)(end - text) - used}, ++*line);
        used = (size_t)(end - text) + 1;
    }
    return used;
}

static ssize_t read_some(char *to, size_t room)
{
    ssize_t n;
    do
        n = read(STDIN_FILENO, to, room);
    while (n < 0 && errno == EINTR && !interrupted());
    return n;
}

static void ask_stdin(struct dialogue *d)
{
    char *buffer = xmalloc(LINE_LIMIT + READ_CHUNK);
    size_t held = 0;
    int line = 0;
    ssize_t n;
    diags_init(&d->diags, "<stdin>");
    while (!interrupted() && (n = read_some(buffer + held, READ_CHUNK)) > 0) {
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
    ask_line(d, (struct span){buffer, held}, line + 1);
    answer_batch(d);
    xfree(buffer);
}

static int result_of(const struct dialogue *d)
{
    if (interrupted())
        return EXIT_INTERRUPTED;
    if (d->n_failed == 0)
        return EXIT_CLEAN;
    return d->n_answered == 0 ? EXIT_NOTHING : EXIT_SOME_FAILED;
}

static enum answer_form form_of(const struct args *a)
{
    return args_has(a, "json")    ? ANSWER_JSON
           : args_has(a, "tsv")   ? ANSWER_TSV
           : terminal_is_stdout() ? ANSWER_TERMINAL
                                  : ANSWER_TEXT;
}

int positions_answer(const struct args *a, const char *header, answer_writer write)
{
    struct thinking t;
    enum variant variant;
    int result;
    if (!variation_read(a, &variant))
        return EXIT_USAGE;
    if (args_has(a, "tsv") && args_has(a, "json"))
        return usage_error(a->command, "--tsv or --json, not both");
    if (!thinking_begin(&t, a, &result))
        return result;
    interrupts_catch();
    struct dialogue d = {.thinking = &t, .variant = variant, .write = write, .form = form_of(a)};
    if (d.form == ANSWER_TSV && header != NULL)
        puts(header);
    if (a->n_operands != 0)
        ask_arguments(&d, a);
    else
        ask_stdin(&d);
    if (d.form == ANSWER_JSON)
        puts(d.n_answered != 0 ? "]" : "[]");
    result = result_of(&d);
    diags_done(&d.diags);
    xfree(d.items);
    thinking_done(&t);
    return result;
}

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
