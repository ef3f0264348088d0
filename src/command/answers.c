/* Answers of commands; see answers.h. */
#include "command/answers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/call.h"
#include "base/language_option.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "export/documents.h"

/* ORDER ANSWER_STYLE */
static const char *const extensions[ANSWER_STYLES] = {"txt", "json", "ndjson", "csv", "tsv", "md", "html", "tex"};

/* ---- which form ---- */

static const char *form_name(const struct own_form *own, int form)
{
    return form < ANSWER_STYLES ? answer_style_names[form] : own[form - ANSWER_STYLES].name;
}

static const char *form_extension(const struct own_form *own, int form)
{
    return form < ANSWER_STYLES ? extensions[form] : own[form - ANSWER_STYLES].extension;
}

static int n_forms(const struct own_form *own)
{
    int n = ANSWER_STYLES;
    for (; own != NULL && own->name != NULL; own++)
        n++;
    return n;
}

/* Those a command writes: its own, and of the styles for records all or none. */
struct forms {
    const struct own_form *own;
    int first; /* 0, or ANSWER_STYLES */
};

/* The last that is called so: the command's own come first. */
static int form_called(const struct forms *forms, const char *name, const char *(*of)(const struct own_form *, int))
{
    for (int i = n_forms(forms->own); i-- > forms->first;)
        if (of(forms->own, i) != NULL && strcasecmp(of(forms->own, i), name) == 0)
            return i;
    return -1;
}

/* "table, json ... or latex", each once. */
static void list_forms(const struct forms *forms, const char *(*of)(const struct own_form *, int), const char *before,
                       struct strbuf *out)
{
    const struct own_form *own = forms->own;
    const int n = n_forms(own);
    int last = -1;
    for (int i = forms->first; i < n; i++)
        if (of(own, i) != NULL && form_called(forms, of(own, i), of) == i)
            last = i;
    for (int i = forms->first; i < n; i++)
        if (of(own, i) != NULL && form_called(forms, of(own, i), of) == i)
            strbuf_printf(out, "%s%s%s", out->length == 0 ? "" : i == last ? tr(" or ") : ", ", before, of(own, i));
}

static bool form_named(struct answers_options *o, const struct forms *forms, const char *name, struct option_fault *f)
{
    struct strbuf known = {0};
    o->form = form_called(forms, name, form_name);
    if (o->form < 0) /* "md" */
        o->form = form_called(forms, name, form_extension);
    if (o->form < 0 && forms->first == 0 && strcasecmp(name, "text") == 0) /* of whoever has no words of his own */
        o->form = ANSWER_TABLE;
    if (o->form >= 0)
        return true;
    list_forms(forms, form_name, "", &known);
    (void)option_refuse(f, "format", name, "%s is expected", strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

static bool form_of_file(struct answers_options *o, const struct forms *forms, struct option_fault *f)
{
    struct strbuf known = {0};
    const char *name = path_name(o->output), *ending = strrchr(name, '.');
    if (ending == NULL || ending == name)
        return true;
    o->form = form_called(forms, ending + 1, form_extension);
    if (o->form >= 0)
        return true;
    list_forms(forms, form_extension, ".", &known);
    (void)option_refuse(f, "output", o->output, "no format has this name; expected one that ends in %s, or --format",
                        strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

static bool settle_form(struct answers_options *o, const struct forms *forms, int otherwise, struct option_fault *f)
{
    o->list = NULL;
    if (path_is_folder(o->output))
        return option_refuse(f, "output", o->output, "is a folder, expected the name of a file");
    if (o->json && o->format != NULL && strcasecmp(o->format, "json") != 0)
        return option_refuse(f, NULL, NULL, "--json or --format %s, not both", o->format);
    if (o->json || o->format != NULL)
        return form_named(o, forms, o->json ? "json" : o->format, f);
    o->form = otherwise;
    return strcmp(o->output, "-") == 0 || form_of_file(o, forms, f);
}

static bool settle(struct answers_options *o, const struct forms *forms, int otherwise, struct option_fault *f)
{
    const bool ok = settle_form(o, forms, otherwise, f);
    o->is_text = ok && forms->own != NULL && strcmp(form_name(forms->own, o->form), "text") == 0; /* no style is */
    return ok;
}

bool answers_settle(struct answers_options *o, const struct own_form *own, int otherwise, struct option_fault *f)
{
    return settle(o, &(struct forms){.own = own}, otherwise, f);
}

bool answers_settle_document(struct answers_options *o, const struct own_form *own, int otherwise,
                             struct option_fault *f)
{
    return settle(o, &(struct forms){.own = own, .first = ANSWER_STYLES}, otherwise, f);
}

static bool settle_text(const struct options *all, void *group, struct option_fault *f)
{
    static const struct own_form text[] = {{"text", "txt"}, {0}};
    (void)all;
    return answers_settle(group, text, ANSWERS_TEXT, f);
}

static bool settle_table(const struct options *all, void *group, struct option_fault *f)
{
    (void)all;
    return answers_settle(group, NULL, ANSWER_TABLE, f);
}

/* ---- the answer ---- */

enum { ANY_WIDTH = -1, NARROWEST_TABLE = 20, USUAL_WIDTH = 80 };

static bool parse_width(const struct option_value *v)
{
    int *width = v->field;
    char *end;
    *width = strcmp(v->text, "any") == 0 ? ANY_WIDTH : (int)strtol(v->text, &end, 10);
    return *width == ANY_WIDTH || (*width >= NARROWEST_TABLE && *width <= 10000 && *end == '\0') ||
           option_wrong(v, "columns from 20 to 10000 are expected, or any");
}

int answers_text_width(const struct answers_options *o)
{
    const int shown = strcmp(o->output, "-") == 0 ? o->terminal_width : 0; /* a file is the same everywhere */
    return o->width == ANY_WIDTH ? 0 : o->width != 0 ? o->width : shown;
}

static int table_width(const struct answers_options *o)
{
    return o->width == ANY_WIDTH || answers_text_width(o) != 0 ? answers_text_width(o) : USUAL_WIDTH;
}

void answers_fold(const struct answers_options *o, struct strbuf *text, size_t from)
{
    if (o->is_text)
        answer_fold(text, from, answers_text_width(o));
}

void answers_fold_prose(const struct answers_options *o, struct strbuf *text)
{
    if (o->is_text)
        answer_fold(text, 0, table_width(o));
}

struct page {
    const struct answer_document *a;
    const void *record;
};

static void build_page(void *context, struct node_receiver *to, struct diags *d)
{
    const struct page *p = context;
    (void)d;
    answer_page(p->a, p->record, to);
}

/* ORDER ANSWER_STYLE, from ANSWER_MARKDOWN on */
static const enum document_form pages[] = {DOCUMENT_MARKDOWN, DOCUMENT_HTML, DOCUMENT_LATEX};

static bool write_page(const struct answers_options *o, const struct answer_document *a, const void *record,
                       struct strbuf *out)
{
    struct page p = {a, record};
    struct export_options shown;
    struct diags d;
    export_defaults(&shown);
    diags_init(&d, NULL);
    const bool ok = document_write(&(struct printed_document){.build = build_page, .context = &p},
                                   pages[o->form - ANSWER_MARKDOWN], &shown, out, &d);
    call_diags(&d);
    diags_done(&d);
    return ok;
}

bool answers_are_data(const struct answers_options *o)
{
    return o->form >= ANSWER_JSON && o->form <= ANSWER_TSV;
}

int answers_put(const struct answers_options *o, const struct answer_document *a, const void *record)
{
    if (a->several && ((const struct answer_list *)record)->n == 0 && !answers_are_data(o))
        return CALL_CLEAN;
    const struct answer_form form = {(enum answer_style)o->form, table_width(o), o->safe, o->list, false};
    struct strbuf text = {0};
    int ending = CALL_NOTHING;
    if (o->form < ANSWER_MARKDOWN)
        answer_print(a, record, &form, &text);
    if (o->form < ANSWER_MARKDOWN || write_page(o, a, record, &text))
        ending = answers_put_text(o, &text);
    strbuf_done(&text);
    return ending;
}

void answers_json(const struct answer_document *a, const void *record)
{
    (void)answers_put(&(struct answers_options){.output = "-", .form = ANSWER_JSON}, a, record);
}

int answers_put_text(const struct answers_options *o, const struct strbuf *text)
{
    struct sink s;
    sink_init(&s);
    strbuf_add(sink_main(&s), strbuf_text(text), text->length);
    answers_fold(o, sink_main(&s), 0);
    const bool ok = output_write(&s, o->output);
    sink_done(&s);
    return ok ? CALL_CLEAN : CALL_NOTHING;
}

/* ---- piece by piece ---- */

struct answers_stream {
    const struct answers_options *options;
    const struct answer_document *document;
    struct answer_writer *writer; /* NULL where rows are kept, and where the command writes */
    struct strbuf text;
    struct file_out file;
    bool is_file;
    char *kept; /* rows */
    size_t n, room;
};

bool answers_keep(const struct answers_options *o)
{
    return o->form == ANSWER_TABLE || (o->form >= ANSWER_MARKDOWN && o->form < ANSWER_STYLES);
}

struct answers_stream *answers_begin(const struct answers_options *o, const struct answer_document *a,
                                     const void *record)
{
    const struct answer_form form = {(enum answer_style)o->form, 0, o->safe, o->list, false};
    struct answers_stream *s = xcalloc(1, sizeof *s);
    s->options = o;
    s->document = a;
    s->is_file = strcmp(o->output, "-") != 0 && !answers_keep(o);
    if (s->is_file)
        file_out_begin(&s->file, o->output);
    if (o->form < ANSWER_STYLES && !answers_keep(o))
        s->writer = answer_begin(a, record, &form, &s->text);
    return s;
}

static void pass_on(struct answers_stream *s)
{
    answers_fold(s->options, &s->text, 0);
    if (s->is_file)
        file_out_add(&s->file, strbuf_text(&s->text), s->text.length);
    else
        call_write(strbuf_text(&s->text), s->text.length);
    strbuf_clear(&s->text);
}

void answers_row(struct answers_stream *s, const void *row)
{
    const size_t size = answer_row_size(s->document);
    if (s->writer != NULL) {
        answer_row(s->writer, row);
        pass_on(s);
        return;
    }
    s->kept = grow(s->kept, s->n, &s->room, size);
    memcpy(s->kept + s->n++ * size, row, size);
}

struct strbuf *answers_own_text(struct answers_stream *s)
{
    return &s->text;
}

void answers_flush(struct answers_stream *s)
{
    pass_on(s);
    call_flush();
}

static int put_kept(const struct answers_stream *s, const void *record)
{
    const struct answer_list rows = {s->kept, s->n};
    void *whole = answer_with_rows(s->document, record, &rows);
    const int ending = answers_put(s->options, s->document, whole != NULL ? whole : &rows);
    xfree(whole);
    return ending;
}

static int end_file(struct answers_stream *s)
{
    const bool cancelled = call_cancelled();
    if (file_out_end(&s->file, !cancelled))
        return CALL_CLEAN;
    if (!cancelled)
        say_error("%s: cannot be written: %s", s->options->output, file_problem(errno));
    return CALL_NOTHING;
}

int answers_end(struct answers_stream *s, const void *record)
{
    int ending;
    if (s->writer != NULL)
        answer_end(s->writer, record);
    pass_on(s);
    if (answers_keep(s->options))
        ending = put_kept(s, record);
    else
        ending = s->is_file ? end_file(s) : call_output_is_whole() ? CALL_CLEAN : CALL_NOTHING;
    strbuf_done(&s->text);
    xfree(s->kept);
    xfree(s);
    return ending;
}

/* ---- options ---- */

static const struct option_word terminals[] = {{"no", 0}, {"plain", TERMINAL_PLAIN}, {"colour", TERMINAL_COLOUR}, {0}};

#define JSON OPTION("json", struct answers_options, json, .help = "a JSON document: the same as --format json")
#define PRINTED                                                                                                        \
    OPTION("width", struct answers_options, width, .argument = "COLUMNS", .parse = parse_width,                        \
           .help = "of tables and texts; any = no limit [the terminal's; else tables have 80]"),                       \
        OPTION("for-terminal", struct answers_options, terminal, .argument = "HOW", .initial = "no",                   \
               .words = terminals, .flags = OPTION_HIDDEN, .help = "for a person at a terminal: no, plain or colour"), \
        OPTION("terminal-width", struct answers_options, terminal_width, .argument = "COLUMNS", .most = 10000,         \
               .flags = OPTION_HIDDEN, .help = "of the terminal"),                                                     \
    {                                                                                                                  \
        0                                                                                                              \
    }
#define REST                                                                                                           \
    JSON,                                                                                                              \
        OPTION("output", struct answers_options, output, .letter = 'o', .argument = "FILE", .initial = "-",            \
               .flags = OPTION_WRITES_FILE, .help = "the output file; its extension selects the format"),              \
        OPTION("csv-safe", struct answers_options, safe,                                                               \
               .help = "CSV for spreadsheets: a text that begins like a formula gets an apostrophe in front"),         \
        LANGUAGE_ROW(struct answers_options, language), PRINTED

static const struct option_row rows[] = {
    OPTION("format", struct answers_options, format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "table, json, ndjson, csv, tsv, markdown, html or latex [as FILE ends; else table]"),
    REST};
static const struct option_row text_rows[] = {
    OPTION("format", struct answers_options, format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "text, table, json, ndjson, csv, tsv, markdown, html or latex [as FILE ends; else text]"),
    REST};
static const struct option_row more_rows[] = {REST};

static const struct option_row printed_rows[] = {
    OPTION("format", struct answers_options, format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "text, table, json, ndjson, csv, tsv, markdown, html or latex [text]"),
    JSON, PRINTED};

static void print(void *group)
{
    struct answers_options *o = group;
    o->output = "-";
    o->language = NULL; /* the reports' own option */
}

const struct option_group answers_group = {.title = "Answers", .rows = rows, .settle = settle_table};
const struct option_group answers_text_group = {.title = "Answers", .rows = text_rows, .settle = settle_text};
const struct option_group answers_more_group = {.title = "Answers", .rows = more_rows};
const struct option_group answers_printed_group = {
    .title = "Answers", .rows = printed_rows, .defaults = print, .settle = settle_text};
