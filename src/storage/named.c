/* Players that options name; see named.h. */
#include "storage/named.h"

#include <stdio.h>
#include <string.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/strbuf.h"
#include "collection/people.h"
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

void named_must(struct named_players *p, const char *option, const char *names)
{
    named_add(p, option, names);
    if (names != NULL)
        p->at[p->n - 1].must = true;
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

/* ---- before the work ---- */

struct looking {
    struct receiver receiver;
    struct named_players *players;
    const struct input *input;
    const struct input_options *how;
};

static void look_at(struct receiver *self, struct match *m)
{
    named_look(((struct looking *)self)->players, m);
    match_free(m);
}

static void look_into(void *looking)
{
    struct looking *l = looking;
    struct loaded loaded;
    (void)load_each(&loaded, l->input, &l->how->how, &l->receiver); /* what it says will be said when it is used */
    loaded_done(&loaded);
}

static bool is_one_missing(const struct named_players *p)
{
    bool missing = false;
    for (int i = 0; i < p->n; i++)
        missing = missing || (p->at[i].must && !p->at[i].found);
    return missing;
}

static void whom_there_are(const struct named_player *n, struct strbuf *out)
{
    for (int i = 0; i < NAMED_SHOWN && n->met[i][0] != '\0'; i++)
        strbuf_printf(out, "%s\"%s\"", i == 0 ? "" : ", ", n->met[i]);
    strbuf_puts(out, n->met[NAMED_SHOWN - 1][0] != '\0' ? " ..." : "");
}

static void say_missing(const struct named_player *n, bool wrong)
{
    struct strbuf there = {0};
    whom_there_are(n, &there);
    if (there.length != 0 && wrong)
        (void)call_misuse("--%s: no player is called \"%s\"; there are %s", n->option, n->names, there.at);
    else if (there.length != 0)
        say_warning("--%s: no player is called \"%s\"; there are %s", n->option, n->names, there.at);
    strbuf_done(&there);
}

int named_look_ahead(struct named_players *p, const struct inputs *list, const struct input_options *how)
{
    struct looking l = {.receiver = {.take = look_at}, .players = p, .how = how};
    bool whole = true;
    for (size_t i = 0; i < list->n && is_one_missing(p) && !call_cancelled(); i++) {
        l.input = &list->at[i];
        if (l.input->archive != NULL || l.input->web != NULL)
            whole = false;
        else
            (void)attempt_within(&how->work, look_into, &l);
    }
    if (!whole || call_cancelled())
        return CALL_CLEAN;
    for (int i = 0; i < p->n; i++)
        if (p->at[i].must && !p->at[i].found && p->at[i].met[0][0] != '\0') {
            say_missing(&p->at[i], true);
            return CALL_MISUSE;
        }
    return CALL_CLEAN;
}

static bool look_at_player(void *players, const struct stored_player *who)
{
    struct named_players *p = players;
    for (struct named_player *n = p->at; n < p->at + p->n; n++) {
        n->found = n->found || player_named((const char *const[]){who->name, ""}, n->names) != NOBODY;
        note_met(n, who->name);
    }
    return true;
}

bool named_in(struct named_players *p, struct store *s)
{
    if (!is_one_missing(p) || !store_players(s, look_at_player, p))
        return true; /* what the database says will be said again */
    for (int i = 0; i < p->n; i++)
        if (p->at[i].must && !p->at[i].found) {
            say_missing(&p->at[i], true);
            return p->at[i].met[0][0] == '\0';
        }
    return true;
}

/* ---- after it ---- */

int named_end(struct named_players *p, bool whole, int result)
{
    for (const struct named_player *n = p->at; n < p->at + p->n; n++) {
        const bool wrong = n->must && whole && n->met[0][0] != '\0' && result != CALL_MISUSE;
        if (n->found)
            continue;
        if (result != CALL_MISUSE) /* else it has been said */
            say_missing(n, wrong);
        result = wrong ? CALL_MISUSE : result;
    }
    pthread_mutex_destroy(&p->lock);
    return result;
}
