/* `study`: what costs a player more than it costs others of the same level, and a quiz of it. */
#include "report/study_section.h"

#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/jsonw.h"
#include "base/outputs.h"
#include "base/utf8.h"
#include "command/ask.h"
#include "pages/costly.h"
#include "command/study.h"
#include "collection/people.h"
#include "export/export.h"
#include "export/shown_options.h"
#include "match/said_options.h"

struct study_options {
    struct collection_options where;
    struct answer_options answer;
    const char *quiz;
    int worst;
    const char *pages;
    const char *me; /* who is meant where nobody is named; or NULL */
    struct board_look look;
    int form, quiz_form; /* of forms[], of quiz_forms[] */
};

enum { FORM_TABLE, FORM_HTML, FORM_PDF, FORM_MARKDOWN, FORM_JSON };

/* ORDER FORM */
static const struct form forms[] = {{"table", "txt"},   {"html", "html"}, {"pdf", "pdf"},
                                    {"markdown", "md"}, {"json", "json"}, {0}};

/* ORDER DOCUMENT_FORM */
static const struct form quiz_forms[] = {{"html", "html"}, {"pdf", "pdf"}, {"text", "txt"}, {"markdown", "md"}, {0}};

/* ---- examples and quiz ---- */

static const struct costly_question *not_shown_yet(const struct study_examples *e, const struct costly_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        bool shown = false;
        for (int k = 0; k < e->n; k++)
            shown = shown || (e->at[k] != NULL && strcmp(e->at[k]->key, list->at[i].key) == 0);
        if (!shown)
            return &list->at[i];
    }
    return list->n > 0 ? &list->at[0] : NULL;
}

/* A position may belong to several leaks: each gets one of its own. */
bool study_examples(struct store *s, int64_t person, const struct study *st, struct study_examples *out)
{
    bool ok = true;
    *out = (struct study_examples){.n = 0};
    while (ok && out->n < st->n_leaks) {
        struct costly_list *list = &out->list[out->n];
        ok = study_errors(s, person, UINT64_C(1) << st->leak[out->n].class, LEAKS, list);
        if (ok)
            costly_explain(s, list);
        out->at[out->n] = ok ? not_shown_yet(out, list) : NULL;
        out->n++;
    }
    return ok;
}

void study_examples_done(struct study_examples *e)
{
    for (int i = 0; i < e->n; i++)
        errors_done(&e->list[i]);
}

static uint64_t classes_of_leaks(const struct study *st)
{
    uint64_t classes = 0;
    for (int i = 0; i < st->n_leaks; i++)
        classes |= UINT64_C(1) << st->leak[i].class;
    return classes;
}

bool study_quiz(struct store *s, const struct study_quiz *q, struct strbuf *out, struct diags *d)
{
    struct costly_list list;
    struct strbuf title = {0};
    strbuf_printf(&title, "Backgammon: a quiz for %s", q->name);
    const struct errors_page_options page = {
        .title = strbuf_text(&title), .pages = q->pages, .quiz = true, .look = q->look};
    bool ok = study_errors(s, q->person, classes_of_leaks(q->study), q->worst, &list);
    if (ok) {
        costly_explain(s, &list);
        ok = costly_write(s, &list, &page, q->form, out, d);
    }
    errors_done(&list);
    strbuf_done(&title);
    return ok;
}

/* ---- the answer ---- */

static void json_leak(struct jsonw *j, const struct leak *l)
{
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "name", l->what.name);
    jsonw_string(j, "kind", study_class_kind(&l->what));
    jsonw_number(j, "cost_pr", l->cost, 4);
    jsonw_number(j, "low", l->low, 4);
    jsonw_number(j, "high", l->high, 4);
    jsonw_int(j, "decisions", l->decisions);
    jsonw_number(j, "lost_pr", l->lost, 4);
    jsonw_number(j, "expected_pr", l->expected, 4);
    jsonw_end(j);
}

static void study_json(const char *name, const struct study *st, struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "player", name);
    jsonw_number(&j, "pr", st->pr, 4);
    jsonw_int(&j, "matches", st->matches);
    jsonw_int(&j, "decisions", st->decisions);
    jsonw_int(&j, "field_players", st->players);
    jsonw_array(&j, "leaks");
    for (int i = 0; i < st->n_leaks; i++)
        json_leak(&j, &st->leak[i]);
    jsonw_end(&j);
    jsonw_int(&j, "more_decisions", st->more);
    jsonw_end(&j);
    jsonw_finish(&j);
}

static void table_leak(const struct leak *l, const struct costly_question *example, struct strbuf *out)
{
    strbuf_printf(out, "\n%s (%s): %.2f PR, %.2f to %.2f\n  ", l->what.name, study_class_kind(&l->what), l->cost,
                  l->low, l->high);
    study_sentence(l, out);
    strbuf_puts(out, ".\n");
    if (example == NULL)
        return;
    strbuf_puts(out, "  For example ");
    const size_t from = out->length;
    strbuf_printf(out, "%s game %d move %d: %s, better %s (%.3f)", example->place[0].stem, example->place[0].game,
                  example->place[0].number, example->place[0].action, example->best != NULL ? example->best : "-",
                  example->worst);
    utf8_disarm(out, from, '?', false);
    strbuf_putc(out, '\n');
}

static void study_table(const char *name, const struct study *st, const struct study_examples *e, struct strbuf *out)
{
    strbuf_puts(out, name);
    utf8_disarm(out, 0, '?', false);
    if (st->decisions > 0)
        strbuf_printf(out, ": PR %.2f over %d decisions", st->pr, st->decisions);
    strbuf_putc(out, '\n');
    for (int i = 0; i < st->n_leaks; i++)
        table_leak(&st->leak[i], e->at[i], out);
    if (st->n_leaks > 0)
        return;
    study_nothing(st, out);
    strbuf_putc(out, '\n');
}

static void build(void *sheet, struct node_receiver *to, struct diags *d)
{
    (void)d;
    study_page(sheet, to);
}

struct asked {
    const struct study_options *o;
    struct store *store;
    int64_t person;
    const char *name;
    struct study study;
    struct study_examples examples;
};

static bool write_document(struct asked *a, struct strbuf *out, struct diags *d)
{
    static const enum document_form documents[] = {
        [FORM_HTML] = DOCUMENT_HTML, [FORM_PDF] = DOCUMENT_PDF, [FORM_MARKDOWN] = DOCUMENT_MARKDOWN};
    struct export_options shown;
    const struct errors_page_options page = costly_page(
        a->store,
        &(struct errors_page_options){.pages = a->o->form == FORM_HTML ? a->o->pages : NULL, .look = &a->o->look},
        &shown);
    struct study_sheet sheet = {.name = a->name, .study = &a->study, .options = &page, .quiz = a->o->quiz};
    for (int i = 0; i < LEAKS; i++)
        sheet.example[i] = a->examples.at[i];
    return document_write(&(struct printed_document){build, &sheet, NULL}, documents[a->o->form], &shown, out, d);
}

static int write_answer(struct asked *a)
{
    struct strbuf text = {0};
    struct diags d;
    bool ok = true;
    diags_init(&d, a->o->answer.output);
    if (a->o->form == FORM_JSON)
        study_json(a->name, &a->study, &text);
    else if (a->o->form == FORM_TABLE)
        study_table(a->name, &a->study, &a->examples, &text);
    else
        ok = write_document(a, &text, &d);
    call_diags(&d);
    diags_done(&d);
    const int ending = ok ? answer_write(&a->o->answer, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
}

static int write_quiz(struct asked *a)
{
    struct strbuf text = {0};
    struct diags d;
    const struct answer_options to = {.output = a->o->quiz};
    const struct study_quiz q = {.person = a->person,
                                 .look = &a->o->look,
                                 .name = a->name,
                                 .study = &a->study,
                                 .worst = a->o->worst,
                                 .form = (enum document_form)a->o->quiz_form,
                                 .pages = a->o->quiz_form == DOCUMENT_HTML ? a->o->pages : NULL};
    if (a->study.n_leaks == 0) {
        say("%s: no quiz was written: there is no leak to ask about", a->o->quiz);
        return CALL_CLEAN;
    }
    diags_init(&d, a->o->quiz);
    const bool ok = study_quiz(a->store, &q, &text, &d);
    call_diags(&d);
    diags_done(&d);
    const int ending = ok ? answer_write(&to, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
}

static int answer(struct asked *a)
{
    struct field field;
    if (!field_of(a->store, &field) || !study_person(a->store, a->person, &field, &a->study))
        return collection_unread(a->store);
    const bool ok = study_examples(a->store, a->person, &a->study, &a->examples);
    int ending = ok ? write_answer(a) : collection_unread(a->store);
    if (ending == CALL_CLEAN && a->o->quiz != NULL)
        ending = write_quiz(a);
    study_examples_done(&a->examples);
    return ending;
}

/* Whom it is about; false after a message. */
static bool find_person(struct asked *a, const char *named, struct strbuf *name)
{
    struct collection_query q = {.player = named, .match = MATCH_FILTER_ALL};
    if (named != NULL) {
        strbuf_puts(name, named);
        const bool found = query_people(&q, a->store);
        a->person = q.match.player;
        return found;
    }
    if (!store_first_of(a->store, a->o->me, &a->person, name))
        (void)collection_unread(a->store);
    else if (a->person == 0)
        say_error("%s: nobody in the collection is called so; name a player, `kibitzer db players` lists them",
                  a->o->me);
    return a->person != 0;
}

static int run(const void *options, const char *const *input, size_t n)
{
    struct asked a = {.o = options};
    struct strbuf name = {0};
    struct collection c;
    if (n > 1 || (n == 0 && a.o->me == NULL))
        return call_misuse(
            "expected the name of a player, or `kibitzer config me NAME` once; `kibitzer db players` lists "
            "them");
    if (!collection_open(&c, &a.o->where, NULL, SQL_READ))
        return CALL_NOTHING;
    a.store = c.store;
    const bool found = find_person(&a, n != 0 ? input[0] : NULL, &name);
    a.name = strbuf_text(&name);
    const int ending = found ? answer(&a) : CALL_NOTHING;
    strbuf_done(&name);
    collection_close(&c);
    return ending;
}

/* ---- options ---- */

static const struct option_row rows[] = {
    {.name = "quiz",
     .argument = "FILE",
     OPTION_FIELD(struct study_options, quiz),
     .flags = OPTION_WRITES_FILE,
     .help = "a quiz of the positions in which the leaks cost most: .html, or .pdf, .txt or\n"
             ".md to be written on, with the answers at the end"},
    {.name = "worst",
     .argument = "N",
     .initial = "30",
     OPTION_FIELD(struct study_options, worst),
     .least = 1,
     .most = 100000,
     .help = "how many positions the quiz has"},
    {.name = "format",
     .letter = 't',
     .argument = "FORMAT",
     OPTION_FIELD(struct study_options, answer.format),
     .alias = "to",
     .help = "table, html, pdf, markdown or json [as FILE ends; else table]"},
    {.name = "pages",
     .argument = "FOLDER",
     .initial = "",
     OPTION_FIELD(struct study_options, pages),
     .help = "html: where the pages of matches are, seen from this one [the same folder]"},
    {.name = "me",
     .argument = "NAMES",
     OPTION_FIELD(struct study_options, me),
     .parse = parse_names,
     .help = "who is meant where no player is named: you (\"Lasse, LMDN\"); `kibitzer config me`\nkeeps it"},
    {0},
};

static const struct option_group group = {.title = "Study", .rows = rows};

static const struct option_part parts[] = {{&group, 0},
                                           {&look_group, offsetof(struct study_options, look)},
                                           {&reports_group, offsetof(struct study_options, where)},
                                           {&answer_group, offsetof(struct study_options, answer)},
                                           {0}};

static bool settle(const struct options *all, void *options, struct option_fault *f)
{
    struct study_options *o = options;
    (void)all;
    o->quiz_form = DOCUMENT_HTML;
    if (o->quiz != NULL) {
        const struct answer_options quiz = {.output = o->quiz};
        if (!answer_form_settle(&quiz, quiz_forms, DOCUMENT_HTML, &o->quiz_form, f))
            return false;
    }
    return answer_form_settle(&o->answer, forms, FORM_TABLE, &o->form, f);
}

const struct command study_command = {{"study", sizeof(struct study_options), parts, settle}, .run = run};
