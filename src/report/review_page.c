/* A tournament's review; see review_page.h. */
#include "base/language.h"
#include "report/review_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/columns.h"
#include "document/draft.h"

static const struct column columns[] = {ROW_HEAD(""),         FIGURE_LATER("Decisions", UNIT_NONE),
                                        FIGURE("PR"),         FIGURE("Usual"),
                                        FIGURE("Difference"), COLUMN("")};

static struct number pr(double value)
{
    return (struct number){.value = value, .decimals = 2, .unit = UNIT_PR};
}

static int certain(const struct review *r)
{
    int n = 0;
    for (int i = 0; i < r->n; i++)
        n += r->part[i].verdict != 0;
    return n;
}

void review_event(const char *event, struct strbuf *out)
{
    size_t length = strcspn(event, "*?");
    if (length == 0 || event[length + strspn(event + length, "*")] != '\0')
        length = strlen(event);
    while (length > 0 && event[length - 1] == ' ')
        length--;
    strbuf_add(out, event, length);
}

void review_words(const struct review *r, struct strbuf *out)
{
    if (r->usual_matches < REVIEW_USUAL_MATCHES) {
        tr_add(out, "What is usual is not known: it takes {0} other matches.", TR_INT(REVIEW_USUAL_MATCHES));
        return;
    }
    tr_add(out,
           r->of_year ? N_("Usually PR {0} over {1} decisions, in {2} matches of the year before. ")
                      : N_("Usually PR {0} over {1} decisions, in {2} other matches. "),
           TR_REAL(r->usual_pr, 2), TR_INT(r->usual_decisions), TR_INT(r->usual_matches));
    if (r->n == 0)
        tr_add(out, "Too few decisions: it takes {0} on either side.", TR_INT(REVIEW_DECISIONS));
    else if (certain(r) == 0)
        strbuf_puts(out, tr("Every difference here may be chance."));
    else
        strbuf_puts(out, tr("Only differences that are called better or worse are more than chance would make."));
    if (r->n > 0)
        strbuf_puts(out, tr(" Each part is compared with what is usual in decisions as hard as its own."));
}

static int of_matches(const struct review *r)
{
    int n = 0;
    for (int i = 0; i < r->n; i++)
        n += r->part[i].kind == REVIEW_MATCH;
    return n;
}

/* In units of its range. */
static double distance(const struct review_part *p)
{
    return fabs(p->difference) / (p->high - p->low);
}

bool review_shows(const struct review *r, int part)
{
    const struct review_part *p = &r->part[part];
    int further = 0;
    if (p->kind != REVIEW_MATCH || p->verdict != 0 || of_matches(r) <= REVIEW_SHOWN)
        return true;
    for (int i = 0; i < r->n; i++)
        further += r->part[i].kind == REVIEW_MATCH &&
                   (distance(&r->part[i]) > distance(p) || (i < part && distance(&r->part[i]) == distance(p)));
    return further < REVIEW_SHOWN;
}

void review_left_out(const struct review *r, struct strbuf *out)
{
    const int few = r->matches - of_matches(r);
    int alike = 0;
    for (int i = 0; i < r->n; i++)
        alike += !review_shows(r, i);
    if (r->n == 0)
        return;
    if (alike > 0)
        tr_add_counted(out, "Not listed: {0} match nearer to the usual level.",
                       "Not listed: {0} matches nearer to the usual level.", alike, TR_INT(alike));
    if (alike > 0 && few > 0)
        strbuf_putc(out, ' ');
    if (few > 0 && of_matches(r) == REVIEW_MATCHES)
        tr_add_counted(out, "Not compared: {0} match beyond the first {1}.",
                       "Not compared: {0} matches beyond the first {1}, or with too few decisions.", few, TR_INT(few),
                       TR_INT(REVIEW_MATCHES));
    else if (few > 0)
        tr_add_counted(out, "Not compared: {0} match with fewer than {1} decisions.",
                       "Not compared: {0} matches with fewer than {1} decisions.", few, TR_INT(few),
                       TR_INT(REVIEW_DECISIONS));
}

static void name_cell(struct draft *b, const struct review_sheet *s, const struct review_part *p)
{
    const bool linked = p->stem != NULL && s->options->pages != NULL;
    cell_begin(b, 0);
    if (linked)
        link_begin(b, draft_string(b, "%s%s%s.html", s->options->pages, *s->options->pages != '\0' ? "/" : "", p->stem),
                   NULL);
    if (p->round != NULL)
        put_text(b, draft_string(b, "%s, ", p->round));
    put_text(b, p->kind == REVIEW_MATCH ? draft_fill(b, "against {0}", p->name) : tr(p->name));
    if (linked)
        node_end(b);
    node_end(b);
}

static void row(struct draft *b, const struct review_sheet *s, const struct review_part *p)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    name_cell(b, s, p);
    cell_count(b, 1, p->decisions);
    cell_ranged(b, 2, pr(p->pr));
    cell_ranged(b, 3, pr(p->usual));
    struct number difference = pr(p->difference);
    difference.sign = true;
    difference.range = (p->high - p->low) / 2;
    cell_ranged(b, 4, difference);
    cell_begin(b, 5);
    put_words(b, p->verdict > 0 ? N_("worse") : p->verdict < 0 ? N_("better") : "");
    node_end(b);
    node_end(b);
}

static void parts(struct draft *b, const struct review_sheet *s)
{
    const struct review *r = s->review;
    struct strbuf words = {0};
    draft_section(b, ROLE_STATISTICS, 2, "review", "Against the usual level");
    review_words(r, &words);
    note(b, ROLE_NOTE, draft_string(b, "%s", strbuf_text(&words)));
    strbuf_clear(&words);
    if (r->n > 0) {
        draft_table(b, ROLE_MATCHES, columns, sizeof columns / sizeof *columns);
        for (int i = 0; i < r->n; i++)
            if (review_shows(r, i))
                row(b, s, &r->part[i]);
        draft_close(b);
        review_left_out(r, &words);
        if (words.length > 0)
            note(b, ROLE_NOTE, draft_string(b, "%s", strbuf_text(&words)));
        note(b, ROLE_NOTE,
             "Usual: what the player usually has in such decisions, if they are as hard as these. The range of the "
             "whole holds 95%; those of its parts hold all of them together with 95%, so that none is called a "
             "difference for being one of many. Other opponents, formats and search depths are in no range.");
    }
    strbuf_done(&words);
    draft_close(b);
}

static void worst(struct draft *b, const struct review_sheet *s)
{
    if (s->worst->n == 0)
        return;
    draft_section(b, ROLE_ERRORS, 2, "errors", "Costliest decisions");
    for (size_t i = 0; i < s->worst->n; i++)
        errors_example(b, &s->worst->at[i], s->options, i + 1, false);
    draft_close(b);
}

void review_page(const struct review_sheet *s, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    struct strbuf event = {0};
    review_event(s->event, &event);
    draft_titled(&b, ROLE_POSITIONS, draft_fill(&b, "{0} at {1}", s->name, strbuf_text(&event)));
    strbuf_done(&event);
    node_begin(&b, NODE_PARAGRAPH, ROLE_BRIEF);
    put_counted(&b, "{0} match", "{0} matches", s->review->matches);
    put_counted(&b, " \xc2\xb7 {0} decision", " \xc2\xb7 {0} decisions", s->review->decisions);
    if (!isnan(s->review->pr)) {
        words_begin(&b, " \xc2\xb7 PR {0}", NULL, 0);
        put_number(&b, pr(s->review->pr));
        node_end(&b);
    }
    node_end(&b);
    draft_close(&b);
    parts(&b, s);
    worst(&b, s);
    draft_close(&b);
    draft_end(&b);
}
