/* How to read the report, in a player's words. */
#include "base/language.h"
#include "report/match_report.h"

static void thresholds(struct match_report *r)
{
    struct draft *b = &r->draft;
    const float *t = r->set >= 0 ? r->m->sets[r->set].threshold : NULL;
    if (t == NULL || !(t[0] > 0))
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
    words_begin(
        b,
        N_("A decision is marked {0} (doubtful) from {1} of equity lost, {2} (bad) from {3}, {4} (very bad) from {5}."),
        NULL, 0);
    for (int i = 0; i < 3; i++) {
        put_mark(b, (enum skill)(i + 1));
        put_number(b, (struct number){.value = (double)t[i], .decimals = 3});
    }
    node_end(b);
    node_end(b);
}

void legend_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    draft_section(b, ROLE_LEGEND, 2, "legend", "How to read this report");
    note(b, ROLE_NONE,
         "Whoever decides sits at the bottom of a board and moves towards its lower right; points are numbered from "
         "that side. Arrows show what was played (orange), what was better (green), and a play that was fine (blue). A "
         "cube "
         "that nobody has turned shows 64.");
    note(
        b, ROLE_NONE,
        "A percentage behind the proper cube action, as in \xe2\x80\x9cNo double, take (16.6%)\xe2\x80\x9d, is how "
        "often "
        "the opponent would have to answer wrongly for the other action to be right. A figure after \xc2\xb1 behind an "
        "equity is the standard error of a rollout.");
    thresholds(r);
    draft_close(b);
}
