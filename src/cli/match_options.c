/* Options about a match; what they do to a record stands in match/swap.h. */
#include "cli/match_options.h"

#include "match/swap.h"

/* Options whose values name a player. */
static const char *const naming[] = {"player", "only-player"};

static void warn_if_nobody(const struct args *a, const char *option, const struct match *m, struct diags *d)
{
    const char *names = args_knows(a, option) ? args_text(a, option) : NULL;
    if (names != NULL && match_player_named(m, names) == NOBODY)
        diag_at(d, SEVERITY_WARNING, 0, 0, "--%s: no player is called \"%s\"; the players are \"%s\" and \"%s\"",
                option, names, m->player[0].name, m->player[1].name);
}

void match_options_fill(const struct args *a, struct match *m)
{
    const struct match_info given = {
        .date = args_text(a, "date"),
        .event = args_text(a, "event"),
        .round = args_text(a, "round"),
        .place = args_text(a, "place"),
        .annotator = args_text(a, "annotator"),
    };
    match_fill_info(m, &given);
}

bool match_options_turn(const struct args *a, struct match *m, struct diags *d)
{
    const char *below = args_text(a, "player"), *first = m->player[0].name;
    if (below != NULL)
        match_put_below(m, below);
    for (size_t i = 0; i < sizeof naming / sizeof *naming; i++)
        warn_if_nobody(a, naming[i], m, d);
    return m->player[0].name != first;
}

void match_options_apply(const struct args *a, struct match *m, struct diags *d)
{
    (void)match_options_turn(a, m, d);
    match_options_fill(a, m);
}
