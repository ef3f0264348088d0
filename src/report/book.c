/* A player's year as a book; see book.h. Chapters are parts of which most have a builder of their own. */
#include "base/language.h"
#include "report/book.h"

#include <string.h>

#include "document/columns.h"
#include "document/draft.h"
#include "report/career_sheet.h"
#include "report/report.h"
#include "report/study_section.h"

struct binding { /* a book in the making */
    const struct book *book;
    struct draft draft;
    struct diags *d;
};

/* ---- parts ---- */

static struct sheet sheet_begin(struct binding *k, struct draft_part *part)
{
    const struct career *c = k->book->career;
    struct sheet p = {.c = c, .all = c->stats.players.at[0], .extension = "html", .up = ""};
    *part = draft_part(&k->draft);
    draft_begin(&p.draft, NULL, &part->receiver);
    return p;
}

/* ---- the figures ---- */

struct month { /* matches of one after the other */
    char name[8]; /* yyyy-mm */
    int matches, score[2];
    struct ratio own;
};

static const struct column month_columns[] = {ROW_HEAD("Month"), FIGURE("Matches"), FIGURE("Won \xe2\x80\x93 lost"),
                                              FIGURE("Decisions"), FIGURE("PR")};

static void month_row(struct draft *b, const struct month *m)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, 0);
    put_date(b, m->name);
    node_end(b);
    cell_count(b, 1, m->matches);
    cell_score(b, 2, m->score);
    cell_count(b, 3, (int64_t)m->own.n);
    cell_ranged(b, 4, sheet_rate(&m->own));
    node_end(b);
}

/* The first match of the next month that has one; *out is that month up to there. */
static size_t month_of(const struct career *c, size_t from, struct month *out)
{
    enum { LENGTH = sizeof "2025-03" - 1 };
    size_t i = from;
    *out = (struct month){.matches = 0};
    for (; i < c->n_matches; i++) {
        const struct career_match *m = &c->match[i];
        if (m->date == NULL || strlen(m->date) < LENGTH)
            continue;
        if (out->matches > 0 && strncmp(m->date, out->name, LENGTH) != 0)
            break;
        memcpy(out->name, m->date, LENGTH);
        out->matches++;
        out->score[m->won == 0] += m->won >= 0;
        ratio_add(&out->own, m->own.e, m->own.n);
    }
    return i;
}

static void months(struct sheet *p)
{
    struct month m;
    if (month_of(p->c, 0, &m) == p->c->n_matches)
        return;
    sheet_section(p, ROLE_MATCHES, "months", "Month by month", month_columns, 5);
    for (size_t i = 0; i < p->c->n_matches;) {
        i = month_of(p->c, i, &m);
        if (m.matches > 0)
            month_row(&p->draft, &m);
    }
    sheet_section_end(p);
}

static void figures(struct binding *k)
{
    struct draft_part part;
    struct sheet p = sheet_begin(k, &part);
    sheet_trend(&p);
    months(&p);
    sheet_rates(&p);
    sheet_luck(&p);
    sheet_opponents(&p);
    sheet_matches(&p);
    sheet_legend(&p);
    draft_end(&p.draft);
}

/* ---- what to study, and what was ---- */

static void leaks(struct binding *k)
{
    const struct study_sheet s = {.name = k->book->name, .study = &k->book->career->study};
    struct draft_part part;
    struct sheet p = sheet_begin(k, &part);
    study_section(&p.draft, &s);
    draft_end(&p.draft);
}

static bool was_studied(const struct book *k)
{
    return k->studied != NULL;
}

static void studied(struct binding *k)
{
    struct draft_part part = draft_part(&k->draft);
    note(&k->draft, ROLE_NONE,
         "A plan of study was made in this time. This is what became of the leaks it named, in all matches before that "
         "day and since.");
    helped_page(k->book->studied, &part.receiver);
}

/* ---- errors ---- */

static bool has_errors(const struct book *k)
{
    return k->errors->n > 0;
}

static size_t theme_end(const struct book *k, size_t from)
{
    size_t i = from;
    while (i < k->errors->n && k->theme[i] == k->theme[from])
        i++;
    return i;
}

static void theme_section(struct binding *k, size_t from, size_t to)
{
    struct draft *b = &k->draft;
    const enum decision_theme t = k->book->theme[from];
    draft_open(b, NODE_SECTION, ROLE_ERRORS, draft_string(b, "theme-%s", t != THEMES ? theme_name(t) : "none"))->level =
        3;
    heading_begin(b, 3);
    words_begin(b, "{0} ({1})", NULL, 0);
    put_words(b, t != THEMES ? theme_words(t) : N_("no theme"));
    put_count(b, (int64_t)(to - from));
    node_end(b);
    node_end(b);
    draft_ready(b);
    for (size_t i = from; i < to; i++)
        errors_example(b, &k->book->errors->at[i], k->book->page, i + 1, false);
    draft_close(b);
}

static void errors(struct binding *k)
{
    note(
        &k->draft, ROLE_NONE,
        "The costliest errors for which there is a reason in words; where one position stands for others like it, only "
        "the costliest is shown. The theme that cost most comes first. An error that has several themes is in the "
        "first of their sections.");
    for (size_t i = 0, end; i < k->book->errors->n; i = end) {
        end = theme_end(k->book, i);
        theme_section(k, i, end);
    }
}

/* ---- the quiz ---- */

static bool has_quiz(const struct book *k)
{
    return k->quiz->n > 0;
}

static void quiz_part(struct binding *k, enum role only, enum role without)
{
    struct draft_part part = draft_part(&k->draft);
    struct errors_page_options page = *k->book->page;
    page.title = k->book->name;
    page.anchors = "q";
    page.quiz = page.sheet = true;
    part.only = only;
    part.without = without;
    errors_page(k->book->quiz, &page, &part.receiver);
}

static void quiz(struct binding *k)
{
    note(&k->draft, ROLE_NONE,
         "Every third of the instructive errors is asked here and is not in the chapter before. The answers are at the "
         "end of the book.");
    quiz_part(k, ROLE_NONE, ROLE_ANSWERS);
}

static void answers(struct binding *k)
{
    quiz_part(k, ROLE_ANSWERS, ROLE_NONE);
}

/* ---- openings, the best match ---- */

static bool has_openings(const struct book *k)
{
    return k->career->n_openings > 0;
}

static void openings(struct binding *k)
{
    struct draft_part part;
    struct sheet p = sheet_begin(k, &part);
    sheet_openings(&p);
    sheet_scores(&p);
    draft_end(&p.draft);
}

static bool is_better(const struct career_match *a, const struct career_match *than)
{
    const bool long_enough = a->own.n >= BOOK_DECISIONS;
    if (a->own.n == 0 || (a->won < 0 && a->length > 0))
        return false;
    if (than == NULL || long_enough != (than->own.n >= BOOK_DECISIONS))
        return than == NULL || long_enough;
    return long_enough ? a->own.e / a->own.n < than->own.e / than->own.n : a->own.n > than->own.n;
}

const struct career_match *book_best_match(const struct career *c)
{
    const struct career_match *best = NULL;
    for (size_t i = 0; i < c->n_matches; i++)
        if (is_better(&c->match[i], best))
            best = &c->match[i];
    return best;
}

static bool has_match(const struct book *k)
{
    return k->best != NULL;
}

static void best_match(struct binding *k)
{
    struct draft_part part = draft_part(&k->draft);
    node_begin(&k->draft, NODE_PARAGRAPH, ROLE_NONE);
    put_counted(
        &k->draft,
        "The match with the lowest PR among those with at least {0} decision that counts, won or lost; if there "
        "is none, the one with most decisions.",
        "The match with the lowest PR among those with at least {0} decisions that count, won or lost; if there "
        "is none, the one with most decisions.",
        BOOK_DECISIONS);
    node_end(&k->draft);
    part.without = ROLE_ERRORS; /* each error is with its game */
    report_build(k->book->best, k->book->best_shown, &part.receiver, k->d);
}

/* ---- the book ---- */

static const struct chapter {
    const char *anchor, *heading;
    void (*put)(struct binding *k);
    bool (*is_there)(const struct book *k); /* NULL: always */
} chapters[] = {{"the-figures", N_("The figures"), figures, NULL},
                {"the-leaks", N_("Leaks"), leaks, NULL},
                {"the-plan", N_("What was studied"), studied, was_studied},
                {"the-errors", N_("The most instructive errors"), errors, has_errors},
                {"the-quiz", N_("Quiz"), quiz, has_quiz},
                {"the-openings", N_("Openings"), openings, has_openings},
                {"the-match", N_("The best match"), best_match, has_match},
                {"the-answers", N_("Answers to the quiz"), answers, has_quiz}};
enum { CHAPTERS = sizeof chapters / sizeof *chapters };

static bool is_there(const struct binding *k, const struct chapter *c)
{
    return c->is_there == NULL || c->is_there(k->book);
}

static void title(struct binding *k)
{
    struct draft *b = &k->draft;
    heading_begin(b, 1);
    if (k->book->period != NULL) {
        words_begin(b, "{0}, {1}", NULL, 0);
        put_name(b, NOBODY, k->book->name);
        put_text(b, k->book->period);
        node_end(b);
    } else {
        put_name(b, NOBODY, k->book->name);
    }
    node_end(b);
    draft_ready(b);
}

static void contents(struct binding *k)
{
    struct draft *b = &k->draft;
    node_begin(b, NODE_NAV, ROLE_CONTENTS);
    for (int i = 0; i < CHAPTERS; i++)
        if (is_there(k, &chapters[i])) {
            link_begin(b, NULL, chapters[i].anchor);
            put_words(b, chapters[i].heading);
            node_end(b);
        }
    link_begin(b, NULL, "glossary");
    put_words(b, "Glossary");
    node_end(b);
    node_end(b);
}

static void cover(struct binding *k)
{
    struct draft *b = &k->draft;
    struct draft_part part;
    struct sheet p = sheet_begin(k, &part);
    draft_open(b, NODE_SECTION, ROLE_HEAD, NULL)->level = 1;
    title(k);
    note(b, ROLE_BRIEF, k->book->year ? N_("A year of backgammon") : N_("A book of backgammon"));
    node_begin(b, NODE_PARAGRAPH, ROLE_BRIEF);
    put_counted(b, "{0} match", "{0} matches", p.all->tally.matches);
    put_counted(b, " \xc2\xb7 {0} decision", " \xc2\xb7 {0} decisions", p.all->tally.decisions);
    node_end(b);
    sheet_figures(&p);
    draft_close(b);
    contents(k);
    draft_end(&p.draft);
}

void book_build(const struct book *k, struct node_receiver *to, struct diags *d)
{
    struct binding own = {.book = k, .d = d};
    struct draft *b = &own.draft;
    draft_begin(b, NULL, to);
    draft_open(b, NODE_DOCUMENT, ROLE_BOOK, NULL);
    title(&own);
    cover(&own);
    for (int i = 0; i < CHAPTERS; i++)
        if (is_there(&own, &chapters[i])) {
            draft_section(b, ROLE_CHAPTER, 2, chapters[i].anchor, chapters[i].heading);
            chapters[i].put(&own);
            draft_close(b);
        }
    draft_close(b);
    draft_end(b);
}
