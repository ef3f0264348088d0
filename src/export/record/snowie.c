/* Snowie's position line; see snowie.h. Every field ends with a semicolon, which therefore cannot
 * be part of a name. */
#include "export/record/snowie.h"

#include "base/utf8.h"

static void field(struct strbuf *out, long value)
{
    strbuf_int(out, value);
    strbuf_putc(out, ';');
}

static void name_field(struct strbuf *out, const char *name)
{
    size_t start = out->length;
    utf8_clean(out, name);
    for (size_t i = start; i < out->length; i++)
        if (out->at[i] == ';' || (unsigned char)out->at[i] < 0x20 || out->at[i] == 0x7F)
            out->at[i] = ' ';
    strbuf_putc(out, ';');
}

void snowie_line(struct strbuf *out, const struct match *m, const struct position *p, int index)
{
    int who = p->on_roll, owner = p->cube_owner;
    bool money = p->length == 0;
    field(out, p->length);
    field(out, money && p->rules.jacoby);
    field(out, 0);
    field(out, money && p->rules.beavers);
    field(out, index);
    name_field(out, m->player[who].name);
    name_field(out, m->player[!who].name);
    field(out, p->crawford_game);
    field(out, p->score[who]);
    field(out, p->score[!who]);
    field(out, p->cube);
    field(out, owner == CUBE_CENTRED ? 0 : owner == who ? 1 : -1);
    for (int i = BOARD_OPPONENT_BAR; i <= BOARD_BAR; i++)
        field(out, p->board.point[i]);
    field(out, p->dice[0]);
    field(out, p->dice[1]);
}
