/* Players that options name; see named.h. */
#include "batch/named.h"

#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/strbuf.h"
#include "match/swap.h"

void named_begin(struct named_players *p)
{
    *p = (struct named_players){.n = 0};
    pthread_mutex_init(&p->lock, NULL);
}

void named_add(struct named_players *p, const char *option, const char *names)
{
    if (names != NULL && p->n < NAMED_OPTIONS)
        p->at[p->n++] = (struct named_player){.option = option, .names = names};
}

static void note_met(struct named_player *n, const char *name)
{
    int at = 0;
    while (at < NAMED_SHOWN && n->met[at][0] != '\0' && strncmp(name, n->met[at], NAMED_ROOM - 1) > 0)
        at++;
    if (at == NAMED_SHOWN || strncmp(name, n->met[at], NAMED_ROOM - 1) == 0)
        return;
    memmove(n->met[at + 1], n->met[at], sizeof n->met[0] * (size_t)(NAMED_SHOWN - 1 - at));
    snprintf(n->met[at], NAMED_ROOM, "%s", name);
}

void named_look(struct named_players *p, const struct match *m)
{
    if (p->n == 0)
        return;
    pthread_mutex_lock(&p->lock);
    for (struct named_player *n = p->at; n < p->at + p->n; n++) {
        n->found = n->found || match_player_named(m, n->names) != NOBODY;
        for (int who = 0; who < 2; who++)
            note_met(n, m->player[who].name);
    }
    pthread_mutex_unlock(&p->lock);
}

void named_end(struct named_players *p)
{
    for (const struct named_player *n = p->at; n < p->at + p->n; n++) {
        struct strbuf there = {0};
        for (int i = 0; i < NAMED_SHOWN && n->met[i][0] != '\0'; i++)
            strbuf_printf(&there, "%s\"%s\"", i == 0 ? "" : ", ", n->met[i]);
        if (there.length != 0 && !n->found)
            say_warning("--%s: no player is called \"%s\"; there are %s%s", n->option, n->names, there.at,
                        n->met[NAMED_SHOWN - 1][0] != '\0' ? " ..." : "");
        strbuf_done(&there);
    }
    pthread_mutex_destroy(&p->lock);
}
