/* Reader of Jellyfish .pos: one position in signed 16-bit little-endian numbers, versions 124 to 126. The names' length
 * decides where the rest stands, so everything is read in order and every read is checked. Format: docs/formats/pos.md.
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "import/decode.h"
#include "import/position_record.h"
#include "import/readers.h"

enum { FIRST_VERSION = 124, LAST_VERSION = 126, BIAS = 20, SMALLEST = 130, LARGEST = 1200, TURN_ROLLED_MAX = 2 };

struct pos {
    struct position p;
    struct span name[2];
    const char *problem; /* or NULL */
    long fault; /* offset of what is wrong */
};

static struct span take_name(struct bytes *b)
{
    struct span length = bytes_take(b, 1);
    return bytes_take(b, length.length > 0 ? (unsigned char)length.at[0] : 0);
}

static void wrong(struct pos *s, const struct bytes *b, const char *problem)
{
    if (s->problem == NULL) {
        s->problem = problem;
        s->fault = (long)b->at - 2;
    }
}

/* A number that must lie between two limits. */
static int number(struct pos *s, struct bytes *b, int least, int most, const char *problem)
{
    int n = bytes_i16(b);
    if (n < least || n > most)
        wrong(s, b, problem);
    return n;
}

static void read_rules(struct pos *s, struct bytes *b, int version)
{
    s->p.rules = (struct rules){.cube = true, .jacoby = false, .beavers = true};
    if (version == LAST_VERSION)
        bytes_skip(b, 4); /* caution, unused */
    if (version > FIRST_VERSION) {
        s->p.rules.cube = bytes_i16(b) != 0;
        s->p.rules.jacoby = bytes_i16(b) != 0;
        s->p.rules.beavers = bytes_i16(b) != 0;
    }
}

static void read_cube(struct pos *s, struct bytes *b)
{
    s->p.cube = number(s, b, 1, 1 << CUBE_MAX_LOG2, W_("not a cube value"));
    if ((s->p.cube & (s->p.cube - 1)) != 0)
        wrong(s, b, W_("the cube value is not a power of two"));
    s->p.cube_owner = number(s, b, 0, 2, W_("not a cube owner, expected 0, 1 or 2")) - 1;
}

static void read_score(struct pos *s, struct bytes *b, bool match)
{
    s->p.length = number(s, b, 0, MATCH_LENGTH_MAX, W_("not a match length"));
    for (int i = 0; i < 2; i++)
        s->p.score[i] = number(s, b, 0, MATCH_LENGTH_MAX, W_("not a score"));
    if (!match)
        s->p.length = 0;
    s->p.rules.crawford = s->p.length > 0;
    if (s->p.length > 0)
        s->p.rules.jacoby = s->p.rules.beavers = false;
}

/* 26 pairs (new, old); negative = player 1, ours 0, whose points are the indices. */
static void read_board(struct pos *s, struct bytes *b, int on_roll)
{
    struct board *board = &s->p.board;
    int sum[2] = {0, 0};
    for (int i = 0; i < BOARD_POINTS; i++) {
        int n = BIAS - number(s, b, BIAS - BOARD_CHEQUERS, BIAS + BOARD_CHEQUERS, W_("not a number of chequers"));
        bytes_skip(b, 2);
        board->point[i] = (int8_t)n;
        sum[n < 0] += abs(n);
    }
    for (int i = 0; i < 2; i++)
        board->off[i] = (int8_t)(sum[i] <= BOARD_CHEQUERS ? BOARD_CHEQUERS - sum[i] : 0);
    if (sum[0] > BOARD_CHEQUERS || sum[1] > BOARD_CHEQUERS || board_problem(board, 0) != NULL)
        wrong(s, b, W_("not a possible board"));
    if (on_roll == 1)
        board_flip(board, board);
}

static void parse(struct span data, struct pos *s)
{
    struct bytes b = {.data = data};
    *s = (struct pos){.p = {.state = GAME_PLAYING}};
    int version = number(s, &b, FIRST_VERSION, LAST_VERSION, W_("not a version that is known, expected 124 to 126"));
    if (s->problem != NULL)
        return;
    read_rules(s, &b, version);
    read_cube(s, &b);
    int turn = number(s, &b, 0, 4, W_("not a player on roll, expected 0 to 4"));
    bytes_skip(&b, 6); /* moves left, unused */
    bool match = bytes_i16(&b) == 1;
    bytes_skip(&b, 4); /* opponent, level */
    read_score(s, &b, match);
    s->name[0] = take_name(&b);
    s->name[1] = take_name(&b);
    bytes_skip(&b, 2); /* lower die left */
    s->p.crawford_game = bytes_i16(&b) == 2 && s->p.length > 0;
    bytes_skip(&b, 2); /* played last */
    take_name(&b); /* last move */
    for (int i = 0; i < 2; i++)
        s->p.dice[i] = abs(number(s, &b, -6, 6, W_("not a die")));
    s->p.on_roll = s->p.turn = turn > 0 ? (turn - 1) % 2 : 0;
    if (turn == 0 || turn > TURN_ROLLED_MAX || s->p.dice[0] == 0 || s->p.dice[1] == 0)
        s->p.dice[0] = s->p.dice[1] = 0;
    read_board(s, &b, s->p.on_roll);
    if (b.overrun) {
        s->problem = W_("the file ends too early");
        s->fault = (long)data.length;
    }
}

/* Names are of the program's own time: one byte a letter. */
static const char *name_text(struct match *m, struct span name, struct diags *d)
{
    struct strbuf text = {0};
    decode_text(name, NULL, &text, d);
    const char *copy = arena_strdup(m->arena, strbuf_text(&text));
    strbuf_done(&text);
    return copy;
}

bool pos_read(struct span data, struct receiver *out, struct diags *d)
{
    struct pos s;
    parse(data, &s);
    if (s.problem != NULL) {
        diag_offset(d, SEVERITY_ERROR, s.fault, "%s", s.problem);
        return false;
    }
    struct match *m = position_record(&s.p, (struct place){.offset = 0});
    m->format = "pos";
    for (int i = 0; i < 2; i++)
        m->player[i].name = name_text(m, s.name[i], d);
    match_hand_on(m, out);
    return true;
}

/* Truncated files of this kind are recognised too, so that the reader can say what is wrong with them. */
int pos_sniff(struct span head)
{
    struct pos s;
    if (head.length < 2 || (unsigned char)head.at[0] < FIRST_VERSION || (unsigned char)head.at[0] > LAST_VERSION ||
        head.at[1] != 0)
        return 0;
    parse(head, &s);
    return s.problem == NULL && head.length >= SMALLEST && head.length <= LARGEST ? 95 : 30;
}
