/* `kibitzer errors`: the costliest decisions of a collection, to be looked at, learned from, asked again. */
#include <string.h>

#include "cli/asking.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/met.h"
#include "export/cards.h"
#include "export/html/page.h"
#include "export/print/document.h"
#include "insight/errors.h"
#include "match/phase.h"

enum form { FORM_HTML, FORM_CSV, FORM_JSON, FORM_ANKI, FORM_PDF, FORM_TABLE, FORMS };

static const char *const form_names[FORMS] = {"html", "csv", "json", "anki", "pdf", "table"}; /* ORDER FORM */

/* What is asked for; else as the file to be written ends; else a table for a terminal and a page for a pipe. */
static const char *wanted_form(const struct args *a)
{
    const char *asked = args_text(a, "format"), *output = args_text(a, "output"), *dot = strrchr(output, '.');
    if (asked != NULL || args_has(a, "quiz"))
        return asked != NULL ? asked : "html";
    for (enum form f = FORM_HTML; dot != NULL && f < FORMS; f++)
        if (strcmp(dot + 1, form_names[f]) == 0)
            return form_names[f];
    if (dot != NULL && strcmp(dot, ".apkg") == 0)
        return "anki";
    return strcmp(output, "-") == 0 && terminal_is_stdout() ? "table" : "html";
}

static bool read_form(const struct args *a, enum form *out)
{
    const char *wanted = wanted_form(a);
    for (*out = FORM_HTML; *out < FORMS; (*out)++)
        if (strcmp(wanted, form_names[*out]) == 0)
            return true;
    usage_error(a->command, "--format %s: html, pdf, csv, json, anki or table is expected", wanted);
    return false;
}

static bool read_phase(const struct args *a, int *out)
{
    const char *name = args_text(a, "phase");
    for (*out = name == NULL ? -1 : 0; *out < PHASES; (*out)++)
        if (name == NULL || strcmp(name, phase_name((enum phase) * out)) == 0)
            return true;
    usage_error(a->command, "--phase %s: opening, middle, race or bear-off is expected", name);
    return false;
}

static bool read_query(const struct args *a, struct error_query *q)
{
    *q = (struct error_query){.phase = -1};
    if (!error_kinds_named(args_text(a, "kind"), q->kind)) {
        usage_error(a->command,
                    "--kind %s: any, chequer, cube, missed-double, wrong-double, wrong-take or wrong-pass is expected",
                    args_text(a, "kind"));
        return false;
    }
    return read_phase(a, &q->phase) && args_number(a, "worst", 1, 100000, 20, &q->worst) &&
           args_real(a, "error-above", 0, 10, 0, &q->above);
}

/* ---- alternatives ---- */

/* Each question's first place, from the record of its match. */
static void explain(struct asking *k, struct costly_list *list)
{
    const struct met *met = met_default();
    for (size_t i = 0; i < list->n; i++) {
        struct costly_question *c = &list->at[i];
        struct strbuf text = {0};
        struct match *m = store_record(k->collection.store, c->place[0].analysis, &text)
                              ? record_of_text(&text, met, c->place[0].stem)
                              : NULL;
        if (m == NULL || !errors_explain(list, c, m))
            say_error("%s: the collection's record of game %d, move %d has no alternatives", c->place[0].stem,
                      c->place[0].game, c->place[0].number);
        match_free(m);
        strbuf_done(&text);
    }
}

/* ---- the answer ---- */

struct listed {
    const struct costly_list *list;
    const struct errors_page_options *options;
};

static void build_listed(void *listed, struct node_receiver *to, struct diags *d)
{
    const struct listed *l = listed;
    (void)d;
    errors_page(l->list, l->options, to);
}

static bool write_page(const struct costly_list *list, const struct errors_page_options *page, enum form form,
                       struct strbuf *out, struct diags *d)
{
    struct listed l = {list, page};
    struct export_options o;
    struct html_page html;
    struct sink s;
    bool ok = true;
    export_defaults(&o);
    sink_init(&s);
    if (form == FORM_PDF) {
        ok = print_pdf(&(struct printed_document){build_listed, &l, NULL}, &o, &s, d);
    } else {
        html_page_begin(&html, &o, &s);
        build_listed(&l, html.receiver, d);
        html_page_done(&html);
    }
    strbuf_add(out, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    sink_done(&s);
    return ok;
}

static bool write_form(struct asking *k, const struct args *a, enum form form, const struct costly_list *list,
                       struct strbuf *out)
{
    struct diags d;
    const char *output = args_text(a, "output"), *who = args_text(a, "player");
    struct strbuf title = {0};
    strbuf_printf(&title, who != NULL ? "Backgammon: costly decisions of %s" : "Backgammon: costly decisions", who);
    const struct card_options o = {
        .title = strbuf_text(&title),
        .version = sql_number(store_sql(k->collection.store), "SELECT COUNT(*) FROM analyses", SQL_NO_VALUES, 0)};
    const struct errors_page_options page = {
        .title = o.title, .pages = form == FORM_HTML ? args_text(a, "pages") : NULL, .quiz = args_has(a, "quiz")};
    bool ok = true;
    diags_init(&d, output);
    if (form == FORM_TABLE)
        errors_table(list, out);
    else if (form == FORM_CSV)
        errors_csv(list, out);
    else if (form == FORM_JSON)
        errors_json(list, out);
    else if (form == FORM_ANKI)
        ok = cards_anki(list, &o, out, &d);
    else
        ok = write_page(list, &page, form, out, &d);
    terminal_diags(&d);
    diags_done(&d);
    strbuf_done(&title);
    return ok;
}

struct request {
    struct error_query query;
    enum form form;
};

static int answer(struct asking *k, const struct args *a, void *wanted)
{
    struct error_query *q = &((struct request *)wanted)->query;
    const enum form form = ((struct request *)wanted)->form;
    struct costly_list list;
    struct strbuf text = {0};
    int result = EXIT_NOTHING;
    q->match = k->filter;
    if (!errors_of(k->collection.store, q, &list)) {
        result = asking_failed(k);
    } else if (list.n == 0) {
        say_error("%s: no error fits", store_name(k->collection.store));
    } else {
        explain(k, &list);
        if (write_form(k, a, form, &list, &text))
            result = answer_write(a, &text);
        if (list.n_more > 0)
            say("%zu more errors fit; --worst shows more than %d", list.n_more, q->worst);
    }
    strbuf_done(&text);
    errors_done(&list);
    return result;
}

static int run(const struct args *a)
{
    struct request w;
    if (!read_form(a, &w.form) || !read_query(a, &w.query))
        return EXIT_USAGE;
    if (args_has(a, "quiz") && w.form != FORM_HTML)
        return usage_error(a->command, "--quiz is for --format html; decks hide their answers anyway");
    return asking_run(a, answer, &w);
}

static const struct option_row options[] = {
    {"worst", 0, "N", "20", "how many positions; one met often counts once, with all its places"},
    {"kind", 0, "KIND", "any", "chequer, cube, missed-double, wrong-double, wrong-take or wrong-pass"},
    {"phase", 0, "PHASE", NULL, "opening, middle, race or bear-off"},
    {"error-above", 0, "EMG", NULL, "only what cost more than this"},
    {"format", 'f', "FORMAT", NULL,
     "table, html (cards), pdf, csv, json, or anki (a deck to import)\n"
     "[as FILE ends; else a table on a terminal, html]"},
    {"quiz", 0, NULL, NULL, "html: the answers are hidden until they are asked for"},
    {"pages", 0, "FOLDER", "", "html: where the pages of matches are, seen from this one [the same folder]"},
    ASK_OPTIONS,
    {0},
};

const struct command command_errors = {
    .name = "errors",
    .usage = "[--player NAME] [--worst N] [--format table|html|pdf|csv|json|anki]",
    .summary = "show the costliest decisions of a collection, as a table, cards, a quiz, a PDF or an Anki deck",
    .description = "examples:\n  kibitzer errors --player Ann --quiz -o kibitzer-report/quiz.html\n"
                   "  kibitzer errors --player Ann --kind cube --worst 100 --format anki -o ann.apkg\n",
    .options = options,
    .run = run,
};
