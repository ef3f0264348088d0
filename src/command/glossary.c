/* `glossary`: what the terms of reports mean. */

#include "base/call.h"
#include "base/command.h"
#include "base/suggest.h"
#include "base/xmalloc.h"
#include "command/answers.h"
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

static void fill_row(struct term_row *row, const struct glossary_term *t)
{
    size_t n = 0;
    while (n < GLOSSARY_FORMS && t->forms[n] != NULL)
        n++;
    *row = (struct term_row){t->name, t->text, {t->forms, n}};
}

static int unknown_term(const char *word)
{
    struct suggestion s = {.word = word};
    for (size_t i = 0; i < glossary_count; i++) {
        suggest(&s, glossary[i].name);
        for (int f = 0; f < GLOSSARY_FORMS && glossary[i].forms[f] != NULL; f++)
            suggest(&s, glossary[i].forms[f]);
    }
    return call_misuse("`%s` is not a term of reports%s", word, suggestion_text(&s, ""));
}

static int glossary_run(const void *options, const char *const *input, size_t n)
{
    const size_t count = n > 0 ? n : glossary_count;
    struct term_row *rows = xcalloc(count, sizeof *rows);
    for (size_t i = 0; i < count; i++) {
        const struct glossary_term *t = n > 0 ? glossary_named(input[i]) : &glossary[i];
        if (t == NULL) {
            xfree(rows);
            return unknown_term(input[i]);
        }
        fill_row(&rows[i], t);
    }
    const int ending = answers_put(options, &glossary_answer, &(struct terms){{rows, count}});
    xfree(rows);
    return ending;
}

static const struct option_part parts[] = {{&answers_group, 0}, {0}};
static const struct answer_document *const answers[] = {&glossary_answer, NULL};

const struct command glossary_command = {
    {"glossary", sizeof(struct answers_options), parts, NULL}, .run = glossary_run, .answers = answers};
