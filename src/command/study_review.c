/* A tournament's review as rows and as text; see study_review.h. */
#include "command/study_review.h"

#include <math.h>

#include "base/language.h"
#include "base/utf8.h"
#include "report/review_page.h"

struct part_row {
    const char *kind, *name, *round;
    int decisions;
    double pr, usual, difference, low, high;
    const char *verdict;
};

struct review_answer {
    const char *player, *event;
    int matches, decisions;
    double pr;
    int usual_matches, usual_decisions;
    bool of_year;
    double usual_pr;
    struct answer_list parts;
};

#define PR_FIELD(s, field, title, ...)                                                                                 \
    ANSWER(s, field, title, .unit = UNIT_PR, .decimals = 4, .shown = 2, .missing = ANSWER_NULL, .help = __VA_ARGS__)
static const struct answer_field part_fields[] = {
    ANSWER(struct part_row, kind, "Part", .example = "half", .flags = ANSWER_KEY,
           .help = "all, match, half (of each match's decisions) or score"),
    ANSWER(struct part_row, name, "Name", .example = "second half", .flags = ANSWER_KEY,
           .help = "the opponent of a match; first half, ahead ..."),
    ANSWER(struct part_row, round, "Round", .missing = ANSWER_NULL, .flags = ANSWER_WIDE | ANSWER_OWN,
           .help = "of a match, if its file names one"),
    ANSWER(struct part_row, decisions, "Decisions", .help = "that count for the performance rating"),
    PR_FIELD(struct part_row, pr, "PR", "in these decisions"),
    PR_FIELD(struct part_row, usual, "Usual", "what the player usually has in such decisions, if they are as hard"),
    ANSWER_NAMED("difference_pr", struct part_row, difference, "Difference", .unit = UNIT_PR, .decimals = 4, .shown = 2,
                 .missing = ANSWER_NULL, .help = "pr less usual"),
    PR_FIELD(struct part_row, low, "From", "of its 95% range; of parts, so that all of them hold together"),
    PR_FIELD(struct part_row, high, "To", NULL),
    ANSWER(struct part_row, verdict, "Verdict", .example = "worse", .missing = ANSWER_NULL,
           .help = "better or worse; null: the range includes no difference"),
    {0}};
static const struct answer_rows part_rows = {"ReviewPart", NULL, sizeof(struct part_row), part_fields};

static const struct answer_field review_fields[] = {
    ANSWER(struct review_answer, player, "Player", .flags = ANSWER_OWN),
    ANSWER(struct review_answer, event, "Event", .flags = ANSWER_OWN, .help = "as requested"),
    ANSWER(struct review_answer, matches, "Matches", .help = "there"),
    ANSWER(struct review_answer, decisions, "Decisions"),
    PR_FIELD(struct review_answer, pr, "PR", "there"),
    ANSWER(struct review_answer, usual_matches, "Usual matches", .help = "that everything is compared with"),
    ANSWER(struct review_answer, usual_decisions, "Usual decisions"),
    ANSWER_NAMED("usual_of_year", struct review_answer, of_year, NULL, .flags = ANSWER_DATA,
                 .help = "matches of the year before the event; else all others of the player"),
    PR_FIELD(struct review_answer, usual_pr, "Usual PR", NULL),
    ANSWER_LIST(struct review_answer, parts, NULL, &part_rows, .flags = ANSWER_FLAT,
                .help = "the whole first; parts with fewer than 20 decisions, there or usually, are left out"),
    {0}};
#undef PR_FIELD
static const struct answer_rows review_rows = {"Review", NULL, sizeof(struct review_answer), review_fields};
const struct answer_document review_document = {
    "review", 1, "A tournament's review",
    "How a player played at an event, against the usual level (docs/analysis.md, A tournament). Figures in PR.",
    .rows = &review_rows};

static const char *verdict(const struct review_part *p)
{
    return p->verdict > 0 ? N_("worse") : p->verdict < 0 ? N_("better") : NULL;
}

int review_put(const struct answers_options *to, const char *name, const char *event, const struct review *r)
{
    struct part_row rows[REVIEW_PARTS];
    for (int i = 0; i < r->n; i++) {
        const struct review_part *p = &r->part[i];
        rows[i] = (struct part_row){.kind = review_kind_name(p->kind),
                                    .name = p->name,
                                    .round = p->round,
                                    .decisions = p->decisions,
                                    .pr = p->pr,
                                    .usual = p->usual,
                                    .difference = p->difference,
                                    .low = p->low,
                                    .high = p->high,
                                    .verdict = verdict(p)};
    }
    const struct review_answer answer = {
        name,       event,       r->matches,          r->decisions, r->pr, r->usual_matches, r->usual_decisions,
        r->of_year, r->usual_pr, {rows, (size_t)r->n}};
    return answers_put(to, &review_document, &answer);
}

static void part_text(const struct review_part *p, struct strbuf *out)
{
    const size_t from = out->length;
    strbuf_printf(out, "\n%s%s", p->round != NULL ? p->round : "", p->round != NULL ? ", " : "");
    if (p->kind == REVIEW_MATCH)
        tr_add(out, "against {0}", p->name);
    else
        strbuf_puts(out, tr(p->name));
    utf8_disarm(out, from + 1, '?', false);
    strbuf_puts(out, ": ");
    tr_add(out, "PR {0} in {1} decisions, usually {2} in such", TR_REAL(p->pr, 2), TR_INT(p->decisions),
           TR_REAL(p->usual, 2));
    strbuf_puts(out, "\n  ");
    tr_add(out, p->kind == REVIEW_WHOLE ? N_("{0}, with 95% certainty {1} to {2}") : N_("{0}, range {1} to {2}"),
           TR_FORMAT("%+.2f", p->difference), TR_FORMAT("%+.2f", p->low), TR_FORMAT("%+.2f", p->high));
    if (p->verdict != 0)
        strbuf_printf(out, ": %s", tr(verdict(p)));
    strbuf_putc(out, '\n');
}

void review_text(const char *name, const char *event, const struct review *r, struct strbuf *out)
{
    struct strbuf left_out = {0};
    struct strbuf shown = {0};
    review_event(event, &shown);
    tr_add(out, "{0} at {1}", name, strbuf_text(&shown));
    strbuf_done(&shown);
    utf8_disarm(out, 0, '?', false);
    strbuf_puts(out, ": ");
    tr_add_counted(out, "{0} match, {1} decisions", "{0} matches, {1} decisions", r->matches, TR_INT(r->matches),
                   TR_INT(r->decisions));
    if (!isnan(r->pr))
        tr_add(out, ", PR {0}", TR_REAL(r->pr, 2));
    strbuf_putc(out, '\n');
    review_words(r, out);
    strbuf_putc(out, '\n');
    for (int i = 0; i < r->n; i++)
        if (review_shows(r, i))
            part_text(&r->part[i], out);
    review_left_out(r, &left_out);
    if (left_out.length > 0)
        strbuf_printf(out, "\n%s\n", strbuf_text(&left_out));
    strbuf_done(&left_out);
    if (r->n <= 1)
        return;
    strbuf_putc(out, '\n');
    tr_add(out, "The ranges of the {0} parts hold all of them together, with 95% certainty.", TR_INT(r->n - 1));
    strbuf_putc(out, '\n');
}
