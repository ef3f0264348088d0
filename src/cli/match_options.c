/* Options about a match; what they do to a record stands in match/swap.h. */
#include "cli/match_options.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cli/terminal.h"
#include "match/swap.h"

enum { NAMES_SHOWN = 4, NAME_ROOM = 80 };

/* Options whose values name a player, and whom the matches had instead. */
static struct naming {
    const char *option;
    bool found; /* in one of the matches */
    char name[NAMES_SHOWN][NAME_ROOM]; /* that come first in the alphabet: whatever the order of the matches */
} naming[] = {{.option = "player"}, {.option = "only-player"}, {.option = "analyze-player"}};

enum { N_NAMING = sizeof naming / sizeof *naming };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note_name(struct naming *n, const char *name)
{
    int at = 0;
    while (at < NAMES_SHOWN && n->name[at][0] != '\0' && strncmp(name, n->name[at], NAME_ROOM - 1) > 0)
        at++;
    if (at == NAMES_SHOWN || strncmp(name, n->name[at], NAME_ROOM - 1) == 0)
        return;
    memmove(n->name[at + 1], n->name[at], sizeof n->name[0] * (size_t)(NAMES_SHOWN - 1 - at));
    snprintf(n->name[at], NAME_ROOM, "%s", name);
}

void match_options_look(const struct args *a, const struct match *m)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < N_NAMING; i++) {
        const char *names = args_knows(a, naming[i].option) ? args_text(a, naming[i].option) : NULL;
        if (names == NULL)
            continue;
        naming[i].found = naming[i].found || match_player_named(m, names) != NOBODY;
        for (int who = 0; who < 2; who++)
            note_name(&naming[i], m->player[who].name);
    }
    pthread_mutex_unlock(&lock);
}

void match_options_conclude(const struct args *a)
{
    for (const struct naming *n = naming; n < naming + N_NAMING; n++) {
        struct strbuf there = {0};
        for (int i = 0; i < NAMES_SHOWN && n->name[i][0] != '\0'; i++)
            strbuf_printf(&there, "%s\"%s\"", i == 0 ? "" : ", ", n->name[i]);
        if (there.length != 0 && !n->found)
            say_warning("--%s: no player is called \"%s\"; there are %s%s", n->option, args_text(a, n->option),
                        there.at, n->name[NAMES_SHOWN - 1][0] != '\0' ? " ..." : "");
        strbuf_done(&there);
    }
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

bool match_options_turn(const struct args *a, struct match *m)
{
    const char *below = args_text(a, "player"), *first = m->player[0].name;
    match_options_look(a, m);
    if (below != NULL)
        match_put_below(m, below);
    return m->player[0].name != first;
}

void match_options_apply(const struct args *a, struct match *m)
{
    (void)match_options_turn(a, m);
    match_options_fill(a, m);
}
