/* `glossary`: what the terms of reports mean. */

#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/language.h"
#include "base/suggest.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "command/commands.h"
#include "document/glossary.h"

struct term_row {
    const char *term, *meaning;
    struct answer_list forms;
};

struct terms {
    struct answer_list terms;
};

static const struct answer_field term_fields[] = {
    ANSWER(struct term_row, term, "Term", .example = "PR", .flags = ANSWER_KEY, .help = "as a heading"),
    ANSWER(struct term_row, meaning, "Meaning", .help = "a sentence or two: meaning, unit, viewpoint"),
    ANSWER_LIST_OF(const char *, struct term_row, forms, NULL, .flags = ANSWER_DATA,
                   .help = "its other forms; one that begins with a small letter may begin with a capital one too"),
    {0}};
static const struct answer_rows term_rows = {"Term", NULL, sizeof(struct term_row), term_fields};

static const struct answer_field terms_fields[] = {ANSWER_LIST(struct terms, terms, NULL, &term_rows), {0}};
static const struct answer_rows terms_rows = {"Glossary", NULL, sizeof(struct terms), terms_fields};

static const struct answer_document glossary_answer = {"glossary", 1, "Glossary", "What the terms of reports mean.",
                                                       .rows = &terms_rows};

/* In the reader's language, but for programs. */
static void fill_row(struct term_row *row, const struct glossary_term *t, bool data)
{
    size_t n = 0;
    while (n < GLOSSARY_FORMS && t->forms[n] != NULL)
        n++;
    *row = (struct term_row){data ? t->name : tr(t->name), data ? t->text : tr(t->text), {t->forms, n}};
}

/* For `kibitzer help WORD` too. */
static void suggest_words(struct suggestion *s)
{
    for (size_t i = 0; i < glossary_count; i++) {
        suggest(s, glossary[i].name);
        for (int f = 0; f < GLOSSARY_FORMS && glossary[i].forms[f] != NULL; f++)
            suggest(s, glossary[i].forms[f]);
    }
    for (const struct command *const *c = commands; *c != NULL; c++)
        suggest(s, (*c)->options.command);
}

static bool is_command(const char *word)
{
    for (const struct command *const *c = commands; *c != NULL; c++)
        if (strcmp((*c)->options.command, word) == 0)
            return true;
    return false;
}

/* All of them in one message. */
static int unknown_terms(const char *const *word, size_t n)
{
    struct strbuf text = {0};
    size_t unknown = 0;
    const char *last = NULL;
    for (size_t i = 0; i < n; i++) {
        if (glossary_named(word[i]) != NULL)
            continue;
        if (is_command(word[i]))
            return call_misuse("`%s` is a command, not a term of reports", word[i]);
        last = word[i];
        strbuf_printf(&text, "%s`%s`", unknown++ > 0 ? ", " : "", word[i]);
    }
    struct suggestion s = {.word = last};
    if (unknown == 1)
        suggest_words(&s);
    const int ending = unknown == 1 ? call_misuse("%s is neither a term of reports nor a command%s", strbuf_text(&text),
                                                  suggestion_text(&s, ""))
                                    : call_misuse("neither terms of reports nor commands: %s", strbuf_text(&text));
    strbuf_done(&text);
    return ending;
}

/* The words of one term may be given one by one. */
static const struct glossary_term *term_of_all(const char *const *word, size_t n)
{
    struct strbuf all = {0};
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&all, "%s%s", i > 0 ? " " : "", word[i]);
    const struct glossary_term *t = glossary_named(strbuf_text(&all));
    strbuf_done(&all);
    return t;
}

static int glossary_run(const void *options, const char *const *input, size_t n)
{
    const bool data = answers_are_data(options);
    const struct glossary_term *whole = n > 0 ? term_of_all(input, n) : NULL;
    const size_t count = whole != NULL ? 1 : n > 0 ? n : glossary_count;
    struct term_row *rows = xcalloc(count, sizeof *rows);
    size_t *order = xcalloc(glossary_count, sizeof *order);
    glossary_order(order);
    for (size_t i = 0; i < count; i++) {
        const struct glossary_term *t = whole != NULL ? whole
                                        : n > 0       ? glossary_named(input[i])
                                                      : &glossary[data ? i : order[i]];
        if (t == NULL) {
            xfree(rows);
            xfree(order);
            return unknown_terms(input, n);
        }
        fill_row(&rows[i], t, data);
    }
    const int ending = answers_put(options, &glossary_answer, &(struct terms){{rows, count}});
    xfree(rows);
    xfree(order);
    return ending;
}

static const struct option_part parts[] = {{&answers_group, 0}, {0}};
static const struct answer_document *const answers[] = {&glossary_answer, NULL};

const struct command glossary_command = {
    {"glossary", sizeof(struct answers_options), parts, NULL}, .run = glossary_run, .answers = answers};
