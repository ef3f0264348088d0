/* A league table to hang up: one page, ranked, with what the figures mean below. */
#include <math.h>
#include <string.h>

#include "base/language.h"
#include "report/league_page.h"
#include "report/bar_plot.h"
#include "report/stats_page.h"
#include "collection/career.h"
#include "document/columns.h"
#include "document/draft.h"
#include "match/rates.h"

static const struct column columns[] = {FIGURE("Rank"),   ROW_HEAD("Player"),       FIGURE("Won \xe2\x80\x93 lost"),
                                        FIGURE("Points"), FIGURE("+/\xe2\x88\x92"), FIGURE("PR"),
                                        COLUMN("Grade"),  FIGURE("Decisions"),      FIGURE("Result less luck"),
                                        FIGURE("Elo")};

enum { RANK, PLAYER, WON, POINTS, BALANCE, PR, GRADE, DECISIONS, ADJUSTED, ELO, COLUMNS };

static void figure(struct draft *b, int column, struct number n)
{
    if (n.why == ABSENT_NOT && isnan(n.value))
        n.why = ABSENT_NOTHING;
    cell_ranged(b, column, n);
}

static void pair(struct draft *b, int column, int first, int second)
{
    cell_score(b, column, (const int[2]){first, second});
}

static void player(struct draft *b, const struct league_row *r, bool linked)
{
    char page[PAGE_NAME_ROOM];
    cell_begin(b, PLAYER);
    if (linked) {
        career_page_name(r->name, page);
        link_begin(b, draft_string(b, "players/%s.html", page), NULL);
    }
    put_text(b, r->name);
    if (linked)
        node_end(b);
    node_end(b);
}

static void row(struct draft *b, const struct league_row *r, bool linked, double full)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    figure(b, RANK, (struct number){.value = r->rank, .why = r->rank > 0 ? ABSENT_NOT : ABSENT_NOTHING});
    player(b, r, linked);
    pair(b, WON, r->won, r->lost);
    pair(b, POINTS, r->points[0], r->points[1]);
    figure(b, BALANCE, (struct number){.value = r->balance, .sign = true});
    figure(b, PR,
           (struct number){.value = r->pr,
                           .range = isnan(r->range) ? 0 : r->range,
                           .decimals = 2,
                           .unit = UNIT_PR,
                           .full = full,
                           .faint = r->rank == 0 || r->decisions < DECISIONS_LEAST});
    cell_begin(b, GRADE);
    if (r->grade != NULL)
        put_words(b, r->grade);
    node_end(b);
    figure(b, DECISIONS, (struct number){.value = r->decisions});
    figure(b, ADJUSTED, (struct number){.value = r->adjusted, .decimals = 1, .unit = UNIT_MWC, .sign = true});
    figure(b, ELO, (struct number){.value = r->elo});
    node_end(b);
}

static void what_it_means(struct draft *b, const struct league *l)
{
    struct strbuf out = {0};
    draft_section(b, ROLE_LEGEND, 2, "legend", "How to read it");
    note(b, ROLE_NOTE,
         "PR: what the average decision cost, the lower the better; behind it the range that holds 95%. Result less "
         "luck: "
         "winning chances a match, with even dice. Elo: FIBS's formula over these matches alone, in the order of their "
         "dates; everybody begins with 1500.");
    if (l->n_left_out > 0) {
        node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
        words_begin(b, "{0} player has too few decisions for a rank: it takes {1}.",
                    "{0} players have too few decisions for a rank: it takes {1}.", (long)l->n_left_out);
        put_count(b, (long)l->n_left_out);
        put_count(b, l->least);
        node_end(b);
        node_end(b);
    }
    if (l->n_unfinished > 0) {
        node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
        put_counted(b, "{0} player has no rank, without a finished match.",
                    "{0} players have no rank, without a finished match.", (long)l->n_unfinished);
        node_end(b);
    }
    left_out_text(&l->stats.left_out, &out);
    quote(b, out.length > 0 ? strbuf_text(&out) : NULL);
    draft_close(b);
    strbuf_done(&out);
}

/* The event; of a pattern what stands before its asterisk: "Tuesday" of "Tuesday*". */
static const char *title_of(struct draft *b, const struct league *l)
{
    const size_t length = l->title != NULL ? strcspn(l->title, "*?") : 0;
    const char *rest = l->title != NULL ? l->title + length : "";
    return length > 0 && strspn(rest, "*") == strlen(rest) ? draft_string(b, "%.*s", (int)length, l->title)
                                                           : N_("League table");
}

/* Of the ranked ones. Bars are numbered, as names would run into each other. */
static void ranks(struct draft *b, const struct league *l)
{
    struct bar pr[BARS_MOST], adjusted[BARS_MOST];
    const char *labels[BARS_MOST];
    int n = 0, ranked = 0;
    for (size_t i = 0; i < l->n; i++)
        ranked += l->at[i].rank > 0;
    if (ranked < 2)
        return;
    draft_section(b, ROLE_PROGRESS, 2, "ranks", "PR by rank");
    for (size_t i = 0; i < l->n && n < BARS_MOST; i++) {
        const struct league_row *r = &l->at[i];
        if (r->rank == 0)
            continue;
        pr[n] = (struct bar){.value = r->pr, .low = fmax(0, r->pr - r->range), .high = r->pr + r->range};
        if (isnan(r->range))
            pr[n].low = pr[n].high = NAN;
        adjusted[n] = (struct bar){.value = r->adjusted, .low = NAN, .high = NAN};
        labels[n++] = draft_string(b, "%d", r->rank);
    }
    const struct bar_panel panels[] = {{ROLE_BARS, UNIT_PR, 1, false, pr}, {ROLE_LUCK, UNIT_MWC, 0.05, true, adjusted}};
    bar_plot_begin(b, panels, 2, n, labels, "table");
    note(b, ROLE_LUCK, "Result less luck");
    note(b, ROLE_NOTE,
         "From the first rank to the last: the PR with the range that holds 95%, lower is better; the result "
         "less luck, higher is better.");
    node_end(b);
    draft_close(b);
}

void league_page(const struct league *l, struct node_receiver *to)
{
    struct draft b;
    double full = 1;
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_INDEX, title_of(&b, l));
    node_begin(&b, NODE_PARAGRAPH, ROLE_BRIEF);
    put_counted(&b, "{0} match", "{0} matches", l->matches);
    put_counted(&b, " \xc2\xb7 {0} player", " \xc2\xb7 {0} players", (long)l->n);
    put_words(&b, " \xc2\xb7 ranked by ");
    put_words(&b, league_order_words(l->order));
    node_end(&b);
    draft_close(&b);
    draft_section(&b, ROLE_MATCHES, 2, "table", "Players");
    draft_table(&b, ROLE_MATCHES, columns, COLUMNS);
    for (size_t i = 0; i < l->n; i++)
        full = l->at[i].pr > full ? l->at[i].pr : full;
    for (size_t i = 0; i < l->n; i++)
        row(&b, &l->at[i], l->linked, full);
    draft_close(&b);
    draft_close(&b);
    ranks(&b, l);
    what_it_means(&b, l);
    draft_close(&b);
    draft_end(&b);
}
