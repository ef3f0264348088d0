/* What `verify` answers, as rows and in words; see verify_answer.h. */
#include "command/verify_answer.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/xmalloc.h"

static const char *const verdict_names[] = {"equal", "differs", "impossible"}; /* ORDER VERDICT */
static const char *const unproven_names[] = {W_("title"), W_("style sheet"), W_("warnings"),
                                             W_("comments and facts")}; /* ORDER UNPROVEN */

static double chance_to_find(double sample, int changed)
{
    return 1 - pow(1 - sample, changed);
}

/* ---- rows ---- */

struct report_row {
    const char *file;
    enum verdict verdict;
    size_t decisions, checked;
    struct answer_list differ, unproven;
    const char *why;
};

struct verify_row {
    double sample;
    uint64_t seed; /* 0 = all decisions were made again */
    double finds_one;
    struct answer_list reports, without_certificate;
};

static const struct answer_field report_fields[] = {
    ANSWER(struct report_row, file, "Report", .flags = ANSWER_KEY | ANSWER_PATH),
    ANSWER(struct report_row, verdict, "Verdict", ANSWER_WORDS(verdict_names),
           .help = "equal, differs, or impossible: made by another engine, table or match, or damaged"),
    ANSWER(struct report_row, decisions, "Decisions", .help = "analysed in the report"),
    ANSWER(struct report_row, checked, "Made again", .flags = ANSWER_WIDE),
    ANSWER_LIST_OF(const char *, struct report_row, differ, "Differ", .help = "their anchors in the report: g2m14"),
    ANSWER_LIST_OF(const char *, struct report_row, unproven, "Unproven", .flags = ANSWER_WIDE,
                   .help = "parts that cannot be proven: title, style sheet, warnings; comments and facts, unless the "
                           "match's file is given and agrees"),
    ANSWER(struct report_row, why, "Why", .missing = ANSWER_NULL,
           .help = "why it is impossible; or line:column of the first difference"),
    {0}};
static const struct answer_rows report_rows = {"VerifiedReport", NULL, sizeof(struct report_row), report_fields};

static const struct answer_field verify_fields[] = {
    ANSWER(struct verify_row, sample, "Sample", .decimals = 9, .shown = 3,
           .help = "share of the decisions recomputed, 0..1"),
    ANSWER(struct verify_row, seed, "Seed", .missing = ANSWER_ZERO,
           .help = "of the sample; null = all decisions were recomputed"),
    ANSWER(struct verify_row, finds_one, "Finds a change", .decimals = 9, .shown = 3,
           .help = "probability of finding one changed decision, 0..1"),
    ANSWER_LIST(struct verify_row, reports, NULL, &report_rows),
    ANSWER_LIST_OF(const char *, struct verify_row, without_certificate, "Without a certificate",
                   .flags = ANSWER_TALL | ANSWER_PATH,
                   .help = "other pages and documents in the folders, which were not verified"),
    {0}};
static const struct answer_rows verify_rows = {"Verify", NULL, sizeof(struct verify_row), verify_fields};

static const struct answer_document verify_document = {
    "verify", 1, "Verified reports", "Reports whose analyses were made again, in the order of the inputs.",
    .rows = &verify_rows};
const struct answer_document *const verify_answers[] = {&verify_document, NULL};

static void fill_report(struct report_row *row, const struct verified *v)
{
    const char **differ = xcalloc(v->differing + 1, sizeof *differ),
               **unproven = xcalloc(UNPROVEN_KINDS, sizeof *unproven);
    *row = (struct report_row){v->file, v->verdict, v->decisions, v->checked, {differ, 0}, {unproven, 0}, v->why};
    for (size_t i = 0; i < v->n_places; i++)
        if (v->place[i].differs)
            differ[row->differ.n++] = v->place[i].anchor;
    for (int i = 0; i < UNPROVEN_KINDS; i++)
        if (v->unproven[i])
            unproven[row->unproven.n++] = unproven_names[i];
}

static int put_rows(const struct answers_options *to, const struct verify_found *f)
{
    const double sample = f->setting->sample;
    struct report_row *row = xcalloc(f->n + 1, sizeof *row);
    for (size_t i = 0; i < f->n; i++)
        fill_report(&row[i], &f->at[i]);
    const int ending = answers_put(
        to, &verify_document,
        &(struct verify_row){
            sample, sample < 1 ? f->setting->seed : 0, chance_to_find(sample, 1), {row, f->n}, {f->bare, f->n_bare}});
    for (size_t i = 0; i < f->n; i++) {
        xfree((void *)row[i].differ.at);
        xfree((void *)row[i].unproven.at);
    }
    xfree(row);
    return ending;
}

/* ---- words ---- */

static void put_unproven(const struct verified *v, struct strbuf *out)
{
    struct strbuf list = {0};
    for (int i = 0; i < UNPROVEN_KINDS; i++)
        if (v->unproven[i]) {
            strbuf_puts(&list, list.length > 0 ? ", " : "");
            strbuf_puts(&list, format_words(unproven_names[i]));
        }
    if (list.length > 0)
        strbuf_say(out, "; nothing vouches for its %s", list.at);
    strbuf_done(&list);
}

static void put_counts(const struct verified *v, struct strbuf *out)
{
    if (v->differing == 0) {
        strbuf_say(out, "%zu of %zu decisions made again, all equal", v->checked, v->decisions);
        return;
    }
    strbuf_say(out, "%zu of %zu decisions made again, %zu differ:", v->checked, v->decisions, v->differing);
    for (size_t i = 0; i < v->n_places; i++)
        if (v->place[i].differs)
            strbuf_printf(out, " %s", v->place[i].anchor[0] != '\0' ? v->place[i].anchor : "?");
}

static void put_text(const struct verify_found *f, const struct verified *v, struct strbuf *out)
{
    strbuf_printf(out, "%s: ", v->file);
    if (v->verdict == VERDICT_IMPOSSIBLE) {
        strbuf_say(out, "cannot be verified: %s",
                   v->why != NULL ? v->why : W_("it could not be read within its limits"));
        strbuf_putc(out, '\n');
        return;
    }
    if (v->why != NULL) { /* the verdict comes first */
        strbuf_say(out, "not in order");
        strbuf_printf(out, "\n%s:%s\n%s: ", v->file, v->why, v->file);
    }
    put_counts(v, out);
    if (v->why == NULL && v->differing == 0)
        strbuf_say(out, f->setting->sample >= 1 ? F_("; the report shows them as they are")
                                                : F_("; the report shows what it holds"));
    put_unproven(v, out);
    strbuf_putc(out, '\n');
}

static void put_sample_text(const struct verify_setting *s, struct strbuf *out)
{
    if (s->sample >= 1)
        return;
    strbuf_say(out,
               "A sample of %g%%, seed %llu: of one changed decision it finds %.1f%%, of ten at least one with %.1f%%.",
               100 * s->sample, (unsigned long long)s->seed, 100 * chance_to_find(s->sample, 1),
               100 * chance_to_find(s->sample, 10));
    strbuf_putc(out, '\n');
}

/* What to do about that, where the answer is of many lines: once. */
static void put_advice(const struct verify_found *f, struct strbuf *out)
{
    bool unproven = false;
    for (size_t i = 0; i < f->n; i++)
        unproven = unproven || f->at[i].unproven[UNPROVEN_FACTS];
    if (!unproven || f->setting->given.n > 0)
        return;
    strbuf_say(out, "Comments and facts are compared if the match files are given, too.");
    strbuf_putc(out, '\n');
}

static void put_bare_text(const struct verify_found *f, struct strbuf *out)
{
    enum { NAMED = 5 };
    if (f->n_bare == 0)
        return;
    strbuf_say(out, "Without a certificate (pages of an index or a player have none), so that nothing was verified:");
    for (size_t i = 0; i < f->n_bare && i < NAMED; i++)
        strbuf_printf(out, "%s %s", i > 0 ? "," : "", f->bare[i]);
    if (f->n_bare > NAMED)
        strbuf_say(out, " and %zu more", f->n_bare - NAMED);
    strbuf_puts(out, ".\n");
}

int verify_answer(const struct answers_options *to, const struct verify_found *f)
{
    struct strbuf text = {0};
    if (to->form != ANSWERS_TEXT)
        return put_rows(to, f);
    for (size_t i = 0; i < f->n; i++)
        put_text(f, &f->at[i], &text);
    put_advice(f, &text);
    put_sample_text(f->setting, &text);
    put_bare_text(f, &text);
    const int ending = answers_put_text(to, &text);
    strbuf_done(&text);
    return ending;
}
