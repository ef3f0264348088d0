/* FIBS board lines (boardstyle 3), as telnet clients log them: every `board:` line is a record of its own. "You" are
 * the record's first player. Fields: docs/formats/fibsboard.md. */
#include <string.h>

#include "import/lines.h"
#include "import/position_record.h"
#include "import/readers.h"

enum { FIELDS = 52, UNLIMITED = 9999 };

enum field { /* numbered as in the protocol's description, `board` being field 0 */
             YOUR_NAME = 1,
             HIS_NAME,
             LENGTH,
             YOUR_SCORE,
             HIS_SCORE,
             POINTS, /* 26 of them */
             TURN = 32,
             YOUR_DICE,
             HIS_DICE = 35,
             CUBE = 37,
             YOU_MAY_DOUBLE,
             HE_MAY_DOUBLE,
             WAS_DOUBLED,
             COLOUR,
             DIRECTION
};

struct board_line {
    struct span text[FIELDS + 1];
    long value[FIELDS + 1]; /* of all but the names */
};

int fibsboard_sniff(struct span head)
{
    struct lines l;
    lines_begin(&l, head);
    while (lines_next(&l) && l.number <= 200)
        if (span_starts_nocase(l.line, "board:"))
            return 80;
    return 0;
}

/* Cuts the line at its colons; false with the field that is missing or no number. */
static bool cut(struct span line, struct board_line *b, int *wrong)
{
    for (int i = 0; i <= FIELDS; i++) {
        const char *colon = line.length != 0 ? memchr(line.at, ':', line.length) : NULL;
        const size_t length = colon != NULL ? (size_t)(colon - line.at) : line.length;
        *wrong = i;
        b->text[i] = span_trim(span_sub(line, 0, length));
        if (i > HIS_NAME && !span_int(b->text[i], &b->value[i]) && i <= DIRECTION)
            return false;
        if (colon == NULL)
            return i >= DIRECTION; /* what follows repeats the board */
        line = span_sub(line, length + 1, line.length);
    }
    return true;
}

static bool is_between(const struct board_line *b, int field, long least, long most, int *wrong)
{
    *wrong = field;
    return b->value[field] >= least && b->value[field] <= most;
}

static bool is_sound(const struct board_line *b, int *wrong)
{
    for (int i = 0; i < BOARD_POINTS; i++)
        if (!is_between(b, POINTS + i, -BOARD_CHEQUERS, BOARD_CHEQUERS, wrong))
            return false;
    for (int i = YOUR_DICE; i < CUBE; i++)
        if (!is_between(b, i, 0, 6, wrong))
            return false;
    const long cube = b->value[CUBE];
    *wrong = CUBE;
    if (cube < 1 || cube > 1 << CUBE_MAX_LOG2 || (cube & (cube - 1)) != 0)
        return false;
    if (!is_between(b, LENGTH, 0, MATCH_LENGTH_MAX, wrong) || !is_between(b, YOUR_SCORE, 0, MATCH_LENGTH_MAX, wrong) ||
        !is_between(b, HIS_SCORE, 0, MATCH_LENGTH_MAX, wrong) || !is_between(b, TURN, -1, 1, wrong))
        return false;
    *wrong = b->value[COLOUR] == 1 || b->value[COLOUR] == -1 ? DIRECTION : COLOUR;
    return *wrong == DIRECTION && (b->value[DIRECTION] == 1 || b->value[DIRECTION] == -1);
}

/* The board as you see it: FIBS numbers the points one way for both. */
static struct board your_board(const struct board_line *b)
{
    struct board board = {0};
    for (int i = 0; i < BOARD_POINTS; i++) {
        const int at = b->value[DIRECTION] == -1 ? i : BOARD_BAR - i;
        board.point[at] = (int8_t)(b->value[POINTS + i] * b->value[COLOUR]);
    }
    board.off[0] = (int8_t)(BOARD_CHEQUERS - board_in_play(&board));
    board.off[1] = (int8_t)(BOARD_CHEQUERS - board_opponent_in_play(&board));
    return board;
}

/* Whose cube it is follows from who may double; where nobody may (Crawford game) it is centred. */
static int cube_owner(const struct board_line *b)
{
    const bool you = b->value[YOU_MAY_DOUBLE] != 0, opponent = b->value[HE_MAY_DOUBLE] != 0;
    return you == opponent ? CUBE_CENTRED : you ? 0 : 1;
}

static void set_dice(const struct board_line *b, struct position *p)
{
    const int field = p->on_roll == 0 ? YOUR_DICE : HIS_DICE;
    for (int i = 0; i < 2; i++)
        p->dice[i] = (int)b->value[field + i];
    if (p->dice[0] == 0 || p->dice[1] == 0)
        p->dice[0] = p->dice[1] = 0;
}

static struct position position_of(const struct board_line *b)
{
    const long length = b->value[LENGTH] == UNLIMITED ? 0 : b->value[LENGTH];
    struct position p = {.board = your_board(b), .length = (int)length, .state = GAME_PLAYING};
    p.rules = (struct rules){.cube = true, .crawford = length > 0, .jacoby = length == 0};
    p.score[0] = (int)b->value[YOUR_SCORE];
    p.score[1] = (int)b->value[HIS_SCORE];
    p.on_roll = b->value[TURN] == 0 || b->value[TURN] == b->value[COLOUR] ? 0 : 1;
    p.cube = (int)b->value[CUBE];
    p.cube_owner = cube_owner(b);
    if (b->value[WAS_DOUBLED] != 0) { /* to you; a negative number: by you */
        p.offer = OFFER_DOUBLE;
        p.on_roll = b->value[WAS_DOUBLED] > 0 ? 1 : 0;
        p.cube_owner = p.cube == 1 ? CUBE_CENTRED : p.on_roll;
    }
    p.turn = p.offer == OFFER_DOUBLE ? 1 - p.on_roll : p.on_roll;
    const bool nobody_may = b->value[YOU_MAY_DOUBLE] == 0 && b->value[HE_MAY_DOUBLE] == 0;
    const bool one_away = length - p.score[0] == 1 || length - p.score[1] == 1;
    p.crawford_game = length > 1 && nobody_may && one_away && p.cube == 1 && p.offer == OFFER_NONE;
    if (p.on_roll != 0)
        board_flip(&p.board, &p.board);
    if (p.offer == OFFER_NONE)
        set_dice(b, &p);
    return p;
}

/* False with an error: the line is left out. */
static bool read_line(const struct lines *l, struct receiver *out, struct diags *d)
{
    struct board_line b = {0};
    int wrong = 0;
    if (!cut(l->line, &b, &wrong) || !is_sound(&b, &wrong)) {
        const struct span at = b.text[wrong].at != NULL ? b.text[wrong] : l->line;
        diag_at(d, SEVERITY_ERROR, l->number, (int)(at.at - l->line.at) + 1,
                "found \"%.*s\" as field %d of a FIBS board, expected a number in its range", span_shown(at), at.at,
                wrong);
        return false;
    }
    struct position p = position_of(&b);
    const char *problem = board_problem(&p.board, BOARD_CHEQUERS);
    if (problem != NULL) {
        diag_at(d, SEVERITY_ERROR, l->number, 1, "found an impossible board: %s, expected a FIBS board", problem);
        return false;
    }
    struct match *m = position_record(&p, (struct place){.line = l->number, .column = 1, .offset = -1});
    m->format = "fibsboard";
    for (int i = 0; i < 2; i++)
        m->player[i].name = arena_span(m->arena, b.text[YOUR_NAME + i]);
    match_hand_on(m, out);
    return true;
}

bool fibsboard_read(struct span text, struct receiver *out, struct diags *d)
{
    struct lines l;
    const size_t before = out->n;
    lines_begin(&l, text);
    while (lines_next(&l)) /* a log holds other lines too */
        if (span_starts_nocase(l.line, "board:"))
            read_line(&l, out, d);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, l.number, 1, "found no usable board, expected a line \"board:you:him:5:...\"");
    return out->n != before;
}
