/* Options about a match; what they do to a record stands in match/swap.h. */
#include "cli/match_options.h"

#include "match/swap.h"

void match_options_apply(const struct args *a, struct match *m, struct diags *d)
{
    const struct match_info told = {
        .date = args_text(a, "date"),
        .event = args_text(a, "event"),
        .round = args_text(a, "round"),
        .place = args_text(a, "place"),
        .annotator = args_text(a, "annotator"),
    };
    const char *player = args_text(a, "player");
    if (player != NULL && !match_put_below(m, player))
        diag_at(d, SEVERITY_NOTE, 0, 0, "no player is called \"%s\": they stay as they are", player);
    match_fill_info(m, &told);
}
