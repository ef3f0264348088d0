/* `errors`: the costliest decisions of a collection, to be looked at, learned from, asked again. */
#include "collection/errors.h"

#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "command/ask.h"
#include "pages/costly.h"
#include "export/cards.h"
#include "export/export.h"
#include "export/shown_options.h"

struct errors_options {
    struct ask_options ask;
    int worst;
    bool quiz;
    const char *pages;
    struct board_look look;
    int form; /* of forms[] */
};

enum { FORM_TABLE, FORM_HTML, FORM_PDF, FORM_TEXT, FORM_MARKDOWN, FORM_CSV, FORM_JSON, FORM_ANKI };

/* ORDER FORM */
static const struct form forms[] = {{"table", "txt"}, {"html", "html"},   {"pdf", "pdf"},
                                    {"text", "txt"},  {"markdown", "md"}, {"csv", "csv"},
                                    {"json", "json"}, {"anki", "apkg"},   {0}};

/* ---- the answer ---- */

static bool write_deck(struct store *s, const struct costly_list *list, const struct errors_page_options *page,
                       struct strbuf *out, struct diags *d)
{
    struct export_options shown;
    const struct errors_page_options own = costly_page(s, page, &shown);
    const struct card_options o = {.title = own.title, .page = &own, .version = errors_version(s)};
    return cards_anki(list, &o, out, d);
}

static void title_of(const struct collection_query *q, struct strbuf *out)
{
    strbuf_printf(out, q->player != NULL ? "Backgammon: costly decisions of %s" : "Backgammon: costly decisions",
                  q->player);
}

static bool write_form(struct store *s, const struct errors_options *o, const char *title,
                       const struct costly_list *list, struct strbuf *out)
{
    struct diags d;
    struct errors_page_options page = {
        .title = title, .pages = o->form == FORM_HTML ? o->pages : NULL, .quiz = o->quiz, .look = &o->look};
    bool ok = true;
    diags_init(&d, o->ask.answer.output);
    if (o->form == FORM_TABLE)
        errors_table(list, out);
    else if (o->form == FORM_CSV)
        errors_csv(list, out);
    else if (o->form == FORM_JSON)
        errors_json(list, out);
    else if (o->form == FORM_ANKI)
        ok = write_deck(s, list, &page, out, &d);
    else
        ok = costly_write(s, list, &page, (enum document_form)(o->form - FORM_HTML), out, &d);
    call_diags(&d);
    diags_done(&d);
    return ok;
}

static int answer_list(struct store *s, const struct collection_query *q, const struct errors_options *o,
                       struct costly_list *list)
{
    struct strbuf text = {0}, title = {0};
    if (list->n == 0) {
        say_error("%s: no error fits", store_name(s));
        return CALL_NOTHING;
    }
    costly_explain(s, list);
    title_of(q, &title);
    const bool ok = write_form(s, o, strbuf_text(&title), list, &text);
    const int ending = ok ? answer_write(&o->ask.answer, &text) : CALL_NOTHING;
    if (list->n_more > 0)
        say("%zu more errors fit; --worst shows more than %d", list->n_more, o->worst);
    strbuf_done(&title);
    strbuf_done(&text);
    return ending;
}

static int answer(struct store *s, const struct collection_query *q, const void *options)
{
    const struct errors_options *o = options;
    const struct error_query query = {.match = q->match, .of = q->of, .worst = o->worst};
    struct costly_list list;
    const int ending = errors_of(s, &query, &list) ? answer_list(s, q, o, &list) : collection_unread(s);
    errors_done(&list);
    return ending;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct errors_options *o = options;
    return collection_ask(&o->ask, input, n, answer, o);
}

/* ---- options ---- */

static const struct option_row rows[] = {
    {.name = "worst",
     .argument = "N",
     .initial = "20",
     OPTION_FIELD(struct errors_options, worst),
     .least = 1,
     .most = 100000,
     .help = "how many positions; one met often counts once, with all its places"},
    {.name = "format",
     .letter = 't',
     .argument = "FORMAT",
     OPTION_FIELD(struct errors_options, ask.answer.format),
     .alias = "to",
     .help = "table, html (cards), pdf, text, markdown, csv, json, or anki (a deck to import)\n"
             "[as FILE ends; else a table on a terminal, html]"},
    {.name = "quiz",
     OPTION_FIELD(struct errors_options, quiz),
     .help = "html: a quiz that counts what wrong answers cost; pdf, text and markdown: a sheet\n"
             "to write on, its answers at the end"},
    {.name = "pages",
     .argument = "FOLDER",
     .initial = "",
     OPTION_FIELD(struct errors_options, pages),
     .help = "html: where the pages of matches are, seen from this one [the same folder]"},
    {0},
};

static const struct option_group group = {.title = "Errors", .rows = rows};

static const struct option_part parts[] = {
    {&group, 0}, {&look_group, offsetof(struct errors_options, look)}, ASK_PARTS(struct errors_options), {0}};

static bool settle(const struct options *all, void *options, struct option_fault *f)
{
    struct errors_options *o = options;
    const bool shown = o->ask.answer.terminal != 0 && strcmp(o->ask.answer.output, "-") == 0 && !o->quiz;
    (void)all;
    if (!answer_form_settle(&o->ask.answer, forms, shown ? FORM_TABLE : FORM_HTML, &o->form, f))
        return false;
    if (o->quiz && o->form == FORM_TABLE && o->ask.answer.format == NULL) /* as the file ends */
        o->form = FORM_TEXT;
    return !o->quiz || (o->form >= FORM_HTML && o->form <= FORM_MARKDOWN) ||
           option_refuse(f, NULL, NULL,
                         "--quiz is for --format html, pdf, text and markdown; decks hide their answers anyway");
}

const struct command errors_command = {{"errors", sizeof(struct errors_options), parts, settle}, .run = run};
