/* Assertions in backgammon's words; see assertions.h. */
#include "assertions.h"
#include "match/same.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void board_describe(struct strbuf *out, const struct board *b)
{
    for (int p = BOARD_BAR; p >= 1; p--)
        if (b->point[p] > 0)
            strbuf_printf(out, "%d:%d ", p, b->point[p]);
    strbuf_puts(out, "| theirs ");
    for (int p = BOARD_OPPONENT_BAR; p < BOARD_BAR; p++)
        if (b->point[p] < 0)
            strbuf_printf(out, "%d:%d ", p, -b->point[p]);
    strbuf_printf(out, "| off %d %d", b->off[0], b->off[1]);
}

static void fail_with(struct strbuf *why, const char *file, int line)
{
    print_error("%s\n", strbuf_text(why));
    strbuf_done(why);
    _fail(file, line);
}

void expect_boards_equal(const struct board *a, const struct board *b, const char *file, int line)
{
    struct strbuf why = {0};
    if (board_equal(a, b))
        return;
    strbuf_puts(&why, "boards differ:\n  ");
    board_describe(&why, a);
    strbuf_puts(&why, "\n  ");
    board_describe(&why, b);
    fail_with(&why, file, line);
}

static void position_describe(struct strbuf *out, const struct position *p)
{
    strbuf_printf(out, "%d on roll, %d to decide, dice %d%d, cube %d of %d, offer %d, resigned %d, %d-%d to %d%s",
                  p->on_roll, p->turn, p->dice[0], p->dice[1], p->cube, p->cube_owner, (int)p->offer, p->resigned,
                  p->score[0], p->score[1], p->length, p->crawford_game ? " Crawford" : "");
    strbuf_printf(out, ", rules %d%d%d%d%d %d, state %d: ", p->rules.cube, p->rules.crawford, p->rules.jacoby,
                  p->rules.beavers, p->rules.automatic, (int)p->rules.variant, (int)p->state);
    board_describe(out, &p->board);
}

void expect_positions_equal(const struct position *a, const struct position *b, const char *file, int line)
{
    struct strbuf why = {0};
    if (position_equal(a, b))
        return;
    strbuf_puts(&why, "positions differ:\n  ");
    position_describe(&why, a);
    strbuf_puts(&why, "\n  ");
    position_describe(&why, b);
    fail_with(&why, file, line);
}

void expect_matches_equal(const struct match *a, const struct match *b, const char *file, int line)
{
    struct strbuf why = {0};
    if (!match_equal(a, b, &why))
        fail_with(&why, file, line);
}

static void describe_all(struct strbuf *why, const struct diags *d)
{
    for (size_t i = 0; i < d->n; i++)
        strbuf_printf(why, "\n  %d:%d: %s: %s", d->at[i].line, d->at[i].column, severity_name(d->at[i].severity),
                      d->at[i].message);
}

void expect_diag(const struct diags *d, enum severity s, int at_line, int at_column, const char *part, const char *file,
                 int line)
{
    struct strbuf why = {0};
    for (size_t i = 0; i < d->n; i++)
        if (d->at[i].severity == s && (at_line == 0 || d->at[i].line == at_line) &&
            (at_column == 0 || d->at[i].column == at_column) && strstr(d->at[i].message, part) != NULL)
            return;
    strbuf_printf(&why, "no %s at %d:%d with \"%s\"; there is:", severity_name(s), at_line, at_column, part);
    describe_all(&why, d);
    fail_with(&why, file, line);
}

void expect_no_diags(const struct diags *d, enum severity least, const char *file, int line)
{
    struct strbuf why = {0};
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++)
        n += d->at[i].severity >= least;
    if (n == 0)
        return;
    strbuf_puts(&why, "nothing should have been said, but there is:");
    describe_all(&why, d);
    fail_with(&why, file, line);
}
