/* `errors`: the costliest decisions of a collection, to be looked at, learned from, asked again. */
#include "report/errors_page.h"

#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "command/ask.h"
#include "command/errors_answer.h"
#include "collection/people.h"
#include "pages/costly.h"
#include "export/cards.h"
#include "export/export.h"
#include "export/shown_options.h"

struct errors_options {
    struct ask_options ask;
    int worst;
    bool timed; /* --slower-than was given */
    double slower_than;
    bool quiz;
    const char *pages;
    struct board_look look;
};

enum { OWN_ANKI = PAGE_FORMS_END };

static const struct own_form own_forms[] = {PAGE_FORMS, {"anki", "apkg"}, {0}};

/* ---- the answer ---- */

static bool write_deck(struct costly_records *r, const struct costly_list *list, const struct errors_page_options *page,
                       struct strbuf *out, struct diags *d)
{
    struct export_options shown;
    const struct errors_page_options own = costly_page(r, page, &shown);
    const struct card_options o = {.title = own.title, .page = &own, .version = errors_version(r->store)};
    return cards_anki(list, &o, out, d);
}

static bool write_form(struct costly_records *r, const struct errors_options *o, const char *title,
                       const struct costly_list *list, struct strbuf *out)
{
    struct diags d;
    struct errors_page_options page = {.title = title,
                                       .pages = o->ask.answer.form == PAGE_HTML ? o->pages : NULL,
                                       .quiz = o->quiz,
                                       .look = &o->look,
                                       .columns = answers_text_width(&o->ask.answer)};
    bool ok = true;
    diags_init(&d, o->ask.answer.output);
    if (o->ask.answer.form == OWN_ANKI)
        ok = write_deck(r, list, &page, out, &d);
    else
        ok = costly_write(r, list, &page, (enum document_form)(o->ask.answer.form - PAGE_HTML), out, &d);
    call_diags(&d);
    diags_done(&d);
    return ok;
}

static int answer_list(struct store *s, const struct collection_query *q, const struct errors_options *o,
                       struct costly_list *list)
{
    struct costly_records records = {.store = s};
    struct strbuf text = {0}, title = {0};
    int ending = CALL_NOTHING;
    if (list->n == 0) {
        say_error("%s: no error fits", store_name(s));
        if (answers_are_data(&o->ask.answer))
            (void)errors_put(&o->ask.answer, list);
        return CALL_NOTHING;
    }
    costly_explain(&records, list);
    strbuf_puts(&title, q->player != NULL ? "Costly decisions of " : "Costly decisions");
    if (q->player != NULL)
        (void)store_name_of(s, q->match.player, &title);
    if (o->ask.answer.form < ANSWER_STYLES)
        ending = errors_put(&o->ask.answer, list);
    else if (write_form(&records, o, strbuf_text(&title), list, &text))
        ending = answers_put_text(&o->ask.answer, &text);
    if (list->n_more > 0)
        say("%zu more errors fit; --worst shows more than %d", list->n_more, o->worst);
    costly_records_done(&records);
    strbuf_done(&title);
    strbuf_done(&text);
    return ending;
}

static int answer(struct store *s, const struct collection_query *q, const void *options)
{
    const struct errors_options *o = options;
    const struct error_query query = {
        .match = q->match, .of = q->of, .worst = o->worst, .timed = o->timed, .slower_than = o->slower_than};
    struct costly_list list;
    const int ending = errors_of(s, &query, &list) ? answer_list(s, q, o, &list) : collection_unread(s);
    errors_done(&list);
    return ending;
}

static int errors_run(const void *options, const char *const *input, size_t n)
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
     .help = "number of positions; one that occurs several times counts once, with all its places"},
    {.name = "slower-than",
     .argument = "SECONDS",
     OPTION_FIELD(struct errors_options, slower_than),
     .least = 0,
     .most = 1000000,
     .help = "only decisions that took as long or longer, of matches whose files have times"},
    {.name = "format",
     .letter = 't',
     .argument = "FORMAT",
     OPTION_FIELD(struct errors_options, ask.answer.format),
     .alias = "to",
     .help = "table, json, ndjson, csv, tsv; cards as html, pdf, text, markdown or latex; anki (a deck\n"
             "to import) [as FILE ends; else table]"},
    {.name = "quiz",
     OPTION_FIELD(struct errors_options, quiz),
     .help = "html: a quiz that counts what wrong answers cost; pdf, text and markdown: a sheet\n"
             "to write on, its answers at the end"},
    {.name = "pages",
     .argument = "FOLDER",
     .initial = "",
     OPTION_FIELD(struct errors_options, pages),
     .help = "html: the folder of the match pages, relative to this page [the same folder]"},
    {0},
};

static const struct option_group group = {.title = "Errors", .rows = rows};

static const struct option_part parts[] = {
    {&group, 0}, {&look_group, offsetof(struct errors_options, look)}, ASK_PARTS(struct errors_options), {0}};

static bool errors_settle(const struct options *all, void *options, struct option_fault *f)
{
    struct errors_options *o = options;
    const bool form_given = o->ask.answer.json || o->ask.answer.format != NULL;
    o->timed = options_given(all, "slower-than");
    if (!answers_settle(&o->ask.answer, own_forms, o->quiz ? PAGE_HTML : ANSWER_TABLE, f))
        return false;
    if (!form_given && strcmp(o->ask.answer.output, "-") != 0 && o->ask.answer.form == PAGE_TEXT && !o->quiz)
        o->ask.answer.form = ANSWER_TABLE; /* errors.txt: a sheet is for a quiz */
    return !o->quiz || (o->ask.answer.form >= PAGE_HTML && o->ask.answer.form <= PAGE_LATEX) ||
           option_refuse(f, NULL, NULL,
                         "--quiz is for --format html, pdf, text, markdown and latex; decks hide their answers anyway");
}

static const struct answer_document *const answers[] = {&errors_document, NULL};

const struct command errors_command = {
    {"errors", sizeof(struct errors_options), parts, errors_settle}, .run = errors_run, .answers = answers};
