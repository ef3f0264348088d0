/* Costly decisions in words. */
#include "collection/errors.h"

#include "base/strbuf.h"

void question_text(const struct costly_question *c, struct strbuf *out)
{
    const struct position *p = &c->position;
    if (c->asks == ASKS_PLAY)
        strbuf_printf(out, "To play %d%d", p->dice[0], p->dice[1]);
    else if (c->asks == ASKS_DOUBLE)
        strbuf_puts(out, p->cube_owner == CUBE_CENTRED ? "Double?" : "Redouble?");
    else
        strbuf_printf(out, "Doubled to %d: take or pass?", 2 * p->cube);
}

static void away_text(struct strbuf *out, const struct position *p, int side)
{
    if (p->length == 0) {
        strbuf_puts(out, "money");
        return;
    }
    strbuf_printf(out, "%d-away against %d-away%s", p->length - p->score[side], p->length - p->score[1 - side],
                  p->crawford_game ? ", Crawford game" : "");
}

void question_state(const struct costly_question *c, struct strbuf *out)
{
    const struct position *p = &c->position;
    away_text(out, p, c->side);
    strbuf_printf(out, ", cube %d", p->cube);
    if (p->cube_owner != CUBE_CENTRED)
        strbuf_puts(out, p->cube_owner == c->side ? " own" : " opponent's");
}
