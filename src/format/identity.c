/* Identity of a match; see identity.h, the comparison it follows in record.c. */
#include "format/identity.h"

#include <string.h>

#include "format/posid.h"
#include "match/walk.h"

static void put_int(struct strbuf *out, int n)
{
    strbuf_int(out, n);
    strbuf_putc(out, ' ');
}

static void put_roll(struct strbuf *out, const struct event *e)
{
    const int a = e->dice[0], b = e->dice[1];
    put_int(out, a > b ? a : b);
    put_int(out, a > b ? b : a);
}

/* The length keeps a name with blanks or digits from reading as something else. */
static void put_text(struct strbuf *out, const char *text)
{
    put_int(out, (int)strlen(text));
    strbuf_puts(out, text);
}

static void put_board(struct strbuf *out, const struct board *b)
{
    char id[POSITION_ID_LENGTH + 1];
    position_id(b, id);
    strbuf_puts(out, id);
    put_int(out, board_in_play(b));
    put_int(out, board_opponent_in_play(b));
}

static void put_cube(struct strbuf *out, const struct position *p)
{
    put_int(out, p->cube);
    put_int(out, p->cube_owner);
    put_int(out, p->offer);
}

static void put_event(struct strbuf *out, const struct walk *w)
{
    const struct event *e = w->event;
    put_int(out, (int)e->kind);
    put_int(out, e->player);
    put_roll(out, e);
    put_board(out, &w->after.board);
    put_cube(out, &w->after);
    put_int(out, w->after.resigned);
    put_int(out, w->after.score[0]);
    put_int(out, w->after.score[1]);
}

static void put_game(struct strbuf *out, const struct match *m, const struct game *g)
{
    const int facts[] = {g->score[0], g->score[1], g->crawford_game, g->automatic_doubles, g->winner, g->points};
    struct walk w;
    strbuf_putc(out, '\n');
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        put_int(out, facts[i]);
    walk_begin(&w, m, g);
    while (walk_next(&w))
        if (w.event->kind != EVENT_COMMENT && w.event->kind != EVENT_TAKE)
            put_event(out, &w);
    put_int(out, w.after.cube);
    put_int(out, w.after.cube_owner);
}

static void put_rules(struct strbuf *out, const struct match *m)
{
    const struct rules *r = &m->rules;
    put_int(out, (int)r->variant);
    put_int(out, r->cube);
    if (r->cube_limit > 0)
        put_int(out, r->cube_limit);
    if (m->length > 0) {
        put_int(out, r->crawford);
        return;
    }
    put_int(out, r->jacoby);
    put_int(out, r->beavers);
    if (r->one_beaver)
        put_text(out, "one beaver");
    put_int(out, r->automatic);
}

void match_identity(const struct match *m, struct strbuf *out)
{
    put_text(out, m->player[0].name);
    put_text(out, m->player[1].name);
    put_int(out, m->length);
    put_rules(out, m);
    for (size_t i = 0; i < m->n_games; i++)
        put_game(out, m, &m->games[i]);
}

int game_dice(const struct game *g, struct strbuf *out)
{
    int n = 0;
    for (size_t i = 0; i < g->n_events; i++)
        if (g->events[i].kind == EVENT_PLAY || g->events[i].kind == EVENT_ROLL) {
            put_roll(out, &g->events[i]);
            n++;
        }
    return n;
}

void match_dice(const struct match *m, struct strbuf *out)
{
    put_int(out, m->length);
    for (size_t i = 0; i < m->n_games; i++) {
        strbuf_putc(out, '\n');
        (void)game_dice(&m->games[i], out);
    }
}
