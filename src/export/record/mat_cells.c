/* The lines of a game in .mat and its relatives: two columns of cells, comments between them, the result. The
 * events of a game become cells, and `struct mat_columns` lays cells out, beginning a new numbered line whenever the
 * wanted column is taken. Format: docs/formats/mat.md. */
#include "export/record/mat_write.h"

#include <string.h>

#include "base/utf8.h"
#include "export/record/snowie.h"
#include "match/notation.h"

enum { NO_LINE, LINE_EMPTY, LINE_LEFT, LINE_FULL };

/* ---- text ---- */

/* Appends text made fit for one line: valid UTF-8, no control characters. */
void mat_put_text(struct strbuf *out, const char *text)
{
    size_t start = out->length;
    utf8_clean(out, text);
    for (size_t i = start; i < out->length; i++)
        if ((unsigned char)out->at[i] < 0x20 || out->at[i] == 0x7F)
            out->at[i] = ' ';
}

/* Comment lines; a reader gives them to the event before them. */
void mat_comment_lines(struct strbuf *out, const char *comment, size_t column)
{
    struct span rest = span_of(comment);
    struct strbuf line = {0};
    for (const char *end = rest.at; end != NULL;) {
        end = rest.length != 0 ? memchr(rest.at, '\n', rest.length) : NULL;
        size_t length = end != NULL ? (size_t)(end - rest.at) : rest.length;
        strbuf_clear(&line);
        strbuf_add(&line, rest.at, length);
        strbuf_fill(out, ' ', column);
        strbuf_puts(out, "; ");
        mat_put_text(out, line.at);
        strbuf_putc(out, '\n');
        rest = (struct span){rest.at + length + 1, end != NULL ? rest.length - length - 1 : 0};
    }
    strbuf_done(&line);
}

/* ---- columns ---- */

void mat_pad_to(struct mat_columns *c, size_t column)
{
    size_t length = c->out->length - c->start;
    if (length < column)
        strbuf_fill(c->out, ' ', column - length);
}

void mat_end_line(struct mat_columns *c)
{
    if (c->state == NO_LINE)
        return;
    if (c->state == LINE_FULL)
        mat_pad_to(c, c->layout->line_end);
    strbuf_putc(c->out, '\n');
    c->state = NO_LINE;
}

static void begin_line(struct mat_columns *c)
{
    c->start = c->out->length;
    c->number++;
    strbuf_fill(c->out, ' ', c->number < 10 ? 2 : c->number < 100 ? 1 : 0);
    strbuf_int(c->out, c->number);
    strbuf_puts(c->out, ") ");
    c->state = LINE_EMPTY;
}

/* Puts the text in c->cell into the column of player `who` and empties it. */
static void place_cell(struct mat_columns *c, int who)
{
    if (c->state == LINE_FULL || (who == 0 && c->state != LINE_EMPTY))
        mat_end_line(c);
    if (c->state == NO_LINE)
        begin_line(c);
    if (who == 1) {
        mat_pad_to(c, c->layout->right - 1);
        strbuf_putc(c->out, ' ');
    }
    strbuf_add(c->out, strbuf_text(&c->cell), c->cell.length);
    strbuf_clear(&c->cell);
    c->state = who == 0 ? LINE_LEFT : LINE_FULL;
}

static void place_word(struct mat_columns *c, int who, const char *word)
{
    strbuf_putc(&c->cell, ' ');
    strbuf_puts(&c->cell, word);
    place_cell(c, who);
}

/* ---- cells ---- */

/* Dice at the end are what was rolled, however they came there. */
bool mat_is_set_up(const struct game *g, const struct event *e)
{
    return e->kind == EVENT_SET_BOARD || e->kind == EVENT_SET_CUBE || e->kind == EVENT_SET_SCORE ||
           (e->kind == EVENT_SET_DICE && e != &g->events[g->n_events - 1]) || e->kind == EVENT_COMMENT;
}

bool mat_has_cells(const struct game *g)
{
    for (size_t i = 0; i < g->n_events; i++)
        if (g->events[i].kind <= EVENT_DROP || (g->events[i].kind == EVENT_SET_DICE && i + 1 == g->n_events))
            return true;
    return false;
}

static void put_dice(struct mat_columns *c, const int8_t dice[2])
{
    strbuf_int(&c->cell, dice[0]);
    strbuf_int(&c->cell, dice[1]);
    strbuf_putc(&c->cell, ':');
}

/* The position that the opponent met after a play that cannot be executed, with the opponent's roll if that came next.
 */
static void put_illegal(struct mat_columns *c, const struct walk *w)
{
    const char *words = w->event->text;
    if (words != NULL && strchr(words, ';') != NULL) {
        strbuf_puts(&c->cell, "Illegal play (");
        mat_put_text(&c->cell, words);
        strbuf_putc(&c->cell, ')');
        return;
    }
    struct position p = w->after;
    const struct event *next = w->index + 1 < w->game->n_events ? w->event + 1 : NULL;
    if (next != NULL && (next->kind == EVENT_PLAY || next->kind == EVENT_ROLL)) {
        p.dice[0] = next->dice[0];
        p.dice[1] = next->dice[1];
    }
    strbuf_puts(&c->cell, "Illegal play (");
    size_t start = c->cell.length;
    snowie_line(&c->cell, w->match, &p, w->event->player);
    for (size_t i = start; i < c->cell.length; i++)
        if (c->cell.at[i] == '(' || c->cell.at[i] == ')') /* of names: the first one ends the cell */
            c->cell.at[i] = ' ';
    strbuf_putc(&c->cell, ')');
}

static void put_parts(struct mat_columns *c, const struct walk *w)
{
    size_t before = c->cell.length;
    notation_write(&c->cell, &w->before.board, &w->event->play, NOTATION_PARTS);
    if (c->cell.length != before && w->event->play.n < PLAY_STEPS)
        strbuf_putc(&c->cell, ' ');
}

/* Words with dice in them would be read as another cell. */
static bool holds_dice(const char *words)
{
    for (const char *colon = strchr(words, ':'); colon != NULL; colon = strchr(colon + 1, ':'))
        if (colon - words >= 2 && colon[-1] >= '0' && colon[-1] <= '9' && colon[-2] >= '0' && colon[-2] <= '9')
            return true;
    return false;
}

/* Words without a point in them would be read as a remark. */
static bool names_points(const char *words)
{
    return strpbrk(words, "0123456789/") != NULL;
}

/* After a play that cannot be executed a reader gives up, unless it is given the position. What ends the game is read
 * as a roll without a play if it is nothing or no play. */
bool mat_needs_board(const struct game *g, const struct event *e)
{
    bool goes_on = false;
    if (e->kind != EVENT_PLAY || !(e->flags & EVENT_ILLEGAL) || e->play.n > 0)
        return false;
    for (const struct event *next = e + 1; next < g->events + g->n_events; next++)
        goes_on = goes_on || next->kind <= EVENT_DROP;
    return e->text == NULL ? !goes_on : goes_on || holds_dice(e->text) || !names_points(e->text);
}

/* Words of the source are kept where the play is not legal, for they are all there is to it. */
static bool keeps_words(const struct walk *w)
{
    const struct event *e = w->event;
    bool mat = w->match->format != NULL && strcmp(w->match->format, "mat") == 0;
    return (e->flags & EVENT_ILLEGAL) && e->text != NULL && (mat || e->play.n <= 0);
}

bool mat_has_impossible_dice(const struct event *e)
{
    return e->kind == EVENT_PLAY && e->text != NULL && (e->dice[0] == 0 || e->dice[1] == 0);
}

/* Where just one play was possible, nothing (or Cannot Move) would be read as that play; "????" with the other player
 * going on is read as nothing moved. */
static const char *dance_words(const struct mat_columns *c, const struct walk *w)
{
    struct move_list list = {0};
    bool forced = (w->event->flags & EVENT_ILLEGAL) &&
                  moves_list(&w->before.board, w->event->dice[0], w->event->dice[1], &list) == 1;
    moves_free(&list);
    return forced ? "????" : c->layout->xg ? "Cannot Move" : "";
}

static void play_cell(struct mat_columns *c, const struct walk *w)
{
    const struct event *e = w->event;
    if (mat_has_impossible_dice(e)) { /* its words are the whole cell */
        mat_put_text(&c->cell, e->text);
        place_cell(c, e->player);
        return;
    }
    put_dice(c, e->dice);
    strbuf_putc(&c->cell, ' ');
    bool given = (e->flags & EVENT_AFTER_GIVEN) != 0;
    if (given || (c->layout->illegal_lines && (e->flags & EVENT_ILLEGAL)) || mat_needs_board(w->game, e))
        put_illegal(c, w);
    else if (keeps_words(w))
        mat_put_text(&c->cell, e->text);
    else if (e->play.n <= 0)
        strbuf_puts(&c->cell, dance_words(c, w));
    else if (c->layout->xg)
        notation_write(&c->cell, &w->before.board, &e->play, NOTATION_XG);
    else
        put_parts(c, w);
    place_cell(c, e->player);
}

/* Dice without a play. A bare `31:` would be read as a dance, or as the only legal play where there is just one. */
static void roll_cell(struct mat_columns *c, const struct walk *w)
{
    const struct event *e = w->event;
    struct move_list list = {0};
    put_dice(c, e->dice);
    if (c->layout->xg || moves_list(&w->before.board, e->dice[0], e->dice[1], &list) < 2)
        strbuf_puts(&c->cell, " ????");
    moves_free(&list);
    place_cell(c, e->player);
}

static void raise_cell(struct mat_columns *c, const struct event *e, const char *word)
{
    strbuf_putc(&c->cell, ' ');
    strbuf_puts(&c->cell, word);
    strbuf_puts(&c->cell, " => ");
    strbuf_int(&c->cell, e->value);
    place_cell(c, e->player);
}

/* After a beaver or raccoon nobody writes the take: the next roll implies it. */
static bool is_silent_take(const struct walk *w)
{
    return w->index > 0 && (w->event[-1].kind == EVENT_BEAVER || w->event[-1].kind == EVENT_RACCOON);
}

void mat_event_cell(struct mat_columns *c, const struct walk *w)
{
    const struct event *e = w->event;
    switch (e->kind) {
    case EVENT_PLAY:
        play_cell(c, w);
        break;
    case EVENT_ROLL:
    case EVENT_SET_DICE:
        roll_cell(c, w);
        break;
    case EVENT_DOUBLE:
        raise_cell(c, e, "Doubles");
        break;
    case EVENT_BEAVER:
    case EVENT_RACCOON:
        raise_cell(c, e, "Beavers");
        break;
    case EVENT_TAKE:
        if (!is_silent_take(w))
            place_word(c, e->player, "Takes");
        break;
    case EVENT_DROP:
        place_word(c, e->player, "Drops");
        break;
    default:
        break;
    }
}

/* ---- the end of a game ---- */

static void put_wins(struct mat_columns *c, const struct match *m, const struct game *g)
{
    bool last = c->layout->scores && m->length > 0 && g->score[g->winner] + g->points >= m->length;
    strbuf_puts(&c->cell, " Wins ");
    strbuf_int(&c->cell, g->points);
    strbuf_puts(&c->cell, g->points == 1 || c->layout->xg ? " point" : " points");
    strbuf_puts(&c->cell, last ? " and the match" : "");
}

/* The result stands beside a drop in the left column, else on a line of its own without number. */
void mat_result_line(struct mat_columns *c, const struct match *m, const struct game *g)
{
    if (g->winner == NOBODY) {
        mat_end_line(c);
        return;
    }
    bool beside = c->state == LINE_LEFT && g->winner == 1 && g->ending == ENDING_DROP;
    if (!beside) {
        mat_end_line(c);
        c->start = c->out->length;
        strbuf_fill(c->out, ' ', 5);
        c->state = LINE_EMPTY;
    }
    put_wins(c, m, g);
    place_cell(c, g->winner);
    mat_end_line(c);
}
