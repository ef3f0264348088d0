/* Leaving away plays that were looked at; see kept.h. */
#include "match/kept.h"

#include <string.h>

#include "match/difficulty.h"

const char *const kept_names[KEPT_KINDS] = {"none", "errors", "all"}; /* ORDER KEPT */

/* What follows from a file's analysis is worked out again when its record is read: that something hung on the choice is
 * seen from a play that is worth less. Our own says so itself. */
static int worse_play(const struct play_analysis *p)
{
    for (int i = 1; i < p->n; i++)
        if (p->candidates[i].equity != p->candidates[0].equity)
            return i;
    return 0;
}

static void keep_least(struct play_analysis *p, bool own)
{
    float hard[2];
    if (play_difficulty(p, hard))
        memcpy(p->hard, hard, sizeof hard);
    const int played = p->played;
    const bool says = own || (played > 0 && p->candidates[played].equity != p->candidates[0].equity);
    const int worse = says ? 0 : worse_play(p);
    int n = 1;
    for (int i = 1; i < p->n; i++)
        if (i == played || i == worse) {
            p->played = i == played ? n : p->played;
            p->candidates[n++] = p->candidates[i];
        }
    p->n = n;
}

void match_keep(struct match *m, enum kept kept)
{
    for (size_t g = 0; kept != KEPT_ALL && g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++)
            for (struct annotation *a = m->games[g].events[i].annotations; a != NULL; a = a->next)
                if (a->play != NULL && a->play->n > 1 && (kept == KEPT_LEAST || a->play_skill == SKILL_NONE))
                    keep_least(a->play, m->sets[a->set].own);
}
