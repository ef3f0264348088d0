/* OpenGammon's IDs; see ogid.h. A chequer is a character, the point where it stands in base 26 as White counts upwards:
 * White's own point n is 25 - n. */
#include "format/ogid.h"

#include <stdio.h>
#include <string.h>

#include "base/format.h"

enum ogid_field { /* ORDER OGID */
                  OG_WHITE,
                  OG_BLACK,
                  OG_CUBE,
                  OG_DICE,
                  OG_COLOUR,
                  OG_STATE,
                  OG_SCORE_WHITE,
                  OG_SCORE_BLACK,
                  OG_LENGTH,
                  OG_MOVES,
                  OG_CHEQUERS,
                  OG_FIELDS
};

enum { WHITE = 0, BLACK = 1, BORNE_OFF = 26 };

static const char places[] = "0123456789abcdefghijklmnop";

/* ---- writing ---- */

static char *put_side(char *out, const struct board *b, int sign)
{
    for (int at = 0; at < BOARD_POINTS; at++)
        for (int n = b->point[at] * sign; n > 0; n--)
            *out++ = places[at];
    *out++ = ':';
    return out;
}

static int log2_of(int cube)
{
    int log = 0;
    while (cube > 1) {
        cube /= 2;
        log++;
    }
    return log;
}

static char state_of(const struct position *p)
{
    return position_is_doubled(p) ? 'D' : p->state == GAME_DROPPED ? 'P' : p->dice[0] != 0 ? 'R' : 'C';
}

/* The one who acted last: the doubler while a double waits, else the opponent of who is to act. */
static char colour_of(const struct position *p)
{
    const int last = position_is_doubled(p) ? p->on_roll : 1 - p->on_roll;
    return last == WHITE ? 'W' : 'B';
}

static const char *suffix_of(const struct position *p)
{
    const bool one_away = position_away(p, 0) == 1 || position_away(p, 1) == 1;
    return p->length == 0 ? "" : p->crawford_game ? "C" : one_away && p->rules.crawford ? "L" : "";
}

void ogid(const struct position *p, char out[OGID_MAX])
{
    const struct board b = position_board(p, BLACK); /* whose points are the numbers of an OGID */
    const bool dead = !p->rules.cube || p->crawford_game;
    const int chequers = board_in_play(&p->board) + p->board.off[0];
    const int low = p->dice[0] < p->dice[1] ? p->dice[0] : p->dice[1], high = p->dice[0] + p->dice[1] - low;
    char *at = put_side(put_side(out, &b, -1), &b, 1), *end = out + OGID_MAX;
    at += snprintf(at, (size_t)(end - at), "%c%d%c:",
                   p->cube_owner == WHITE   ? 'W'
                   : p->cube_owner == BLACK ? 'B'
                   : dead                   ? 'D'
                                            : 'N',
                   log2_of(p->cube),
                   position_is_doubled(p)     ? 'O'
                   : p->state == GAME_DROPPED ? 'P'
                                              : 'N');
    if (low != 0)
        at += snprintf(at, (size_t)(end - at), "%d%d", low, high);
    at += snprintf(at, (size_t)(end - at), ":%c:%c:%d:%d:%d%s:0", colour_of(p), state_of(p), p->score[WHITE],
                   p->score[BLACK], p->length, suffix_of(p));
    if (chequers != BOARD_CHEQUERS)
        snprintf(at, (size_t)(end - at), ":%d", chequers);
}

/* ---- reading ---- */

/* The ID without quotation marks, and with colons where an address has %3A: in `room` if need be. */
static struct span plain(struct span id, char room[2 * OGID_MAX])
{
    size_t n = 0;
    id = span_trim(id);
    if (id.length >= 2 && (id.at[0] == '"' || id.at[0] == '\'') && id.at[id.length - 1] == id.at[0])
        id = span_sub(id, 1, id.length - 2);
    if (memchr(id.at, '%', id.length) == NULL)
        return id;
    for (size_t i = 0; i < id.length && n < 2 * OGID_MAX; n++) {
        const bool colon = span_starts_nocase(span_sub(id, i, 3), "%3A");
        room[n] = colon ? ':' : id.at[i];
        i += colon ? 3 : 1;
    }
    return (struct span){room, n};
}

struct og_fields {
    struct span whole, at[OG_FIELDS]; /* missing ones are empty, at the end */
    int n;
};

static size_t label_length(struct span id)
{
    return span_starts_nocase(id, "OGID=") || span_starts_nocase(id, "OGID:") ? strlen("OGID=") : 0;
}

/* False if there are more fields than an OGID has. */
static bool split(struct span id, struct og_fields *f)
{
    const size_t label = label_length(id);
    size_t from = label;
    *f = (struct og_fields){.whole = id};
    for (int i = 0; i < OG_FIELDS; i++)
        f->at[i] = span_sub(id, id.length, 0);
    while (f->n < OG_FIELDS) {
        const char *colon = memchr(id.at + from, ':', id.length - from);
        const size_t end = colon != NULL ? (size_t)(colon - id.at) : id.length;
        f->at[f->n++] = span_sub(id, from, end - from);
        if (colon == NULL)
            return true;
        from = end + 1;
    }
    return false;
}

static int place_of(char c)
{
    const char *found = c != '\0' ? strchr(places, c) : NULL;
    return found != NULL ? (int)(found - places) : c == 'q' ? BORNE_OFF : -1;
}

static bool are_places(struct span field)
{
    for (size_t i = 0; i < field.length; i++)
        if (place_of(field.at[i]) < 0)
            return false;
    return field.length <= BOARD_CHEQUERS;
}

static bool is_one_of(char c, const char *among)
{
    return c != '\0' && strchr(among, c) != NULL;
}

static bool is_cube(struct span field)
{
    const size_t n = field.length;
    if (n < 3 || n > 4 || !is_one_of(field.at[0], "BWND?") || !is_one_of(field.at[n - 1], "OTPN"))
        return false;
    for (size_t i = 1; i + 1 < n; i++)
        if (!is_one_of(field.at[i], "0123456789"))
            return false;
    return true;
}

bool ogid_looks(struct span id)
{
    char room[2 * OGID_MAX];
    struct og_fields f;
    id = plain(id, room);
    return (split(id, &f) || label_length(id) != 0) && f.n > OG_CUBE && are_places(f.at[OG_WHITE]) &&
           are_places(f.at[OG_BLACK]) && is_cube(f.at[OG_CUBE]);
}

struct og_reading {
    struct og_fields f;
    struct position p;
    struct board board; /* seen by Black */
    int chequers; /* of a side */
};

static const char *read_number(struct span field, int usual, int most, int *out)
{
    *out = field.length == 0 ? usual : 0;
    for (size_t i = 0; i < field.length; i++) {
        if (!is_one_of(field.at[i], "0123456789") || *out > most)
            return W_("a number is expected");
        *out = 10 * *out + (field.at[i] - '0');
    }
    return *out <= most ? NULL : W_("the number is too large");
}

static const char *read_chequers(struct og_reading *r)
{
    static const char *const problem = W_("the chequers of a side are a number from 1 to 15");
    if (read_number(r->f.at[OG_CHEQUERS], BOARD_CHEQUERS, BOARD_CHEQUERS, &r->chequers) != NULL || r->chequers < 1)
        return problem;
    if (r->chequers < BOARD_CHEQUERS && r->chequers <= 3)
        r->p.rules.variant = (enum variant)(VARIANT_HYPERGAMMON_1 + r->chequers - 1);
    return NULL;
}

static const char *read_side(struct og_reading *r, struct span field, int sign)
{
    const char *problem = W_("a chequer of an OGID is 0 to 9 or a to p");
    int off = r->chequers;
    if (!are_places(field))
        return field.length > BOARD_CHEQUERS ? "a side has more than fifteen chequers" : problem;
    for (size_t i = 0; i < field.length; i++) {
        const int at = place_of(field.at[i]);
        if (at == BORNE_OFF)
            continue;
        if (at == (sign > 0 ? BOARD_OPPONENT_BAR : BOARD_BAR))
            return W_("a chequer is on the other side's bar");
        if (r->board.point[at] * sign < 0)
            return W_("both sides occupy one point");
        r->board.point[at] = (int8_t)(r->board.point[at] + sign);
        off--;
    }
    r->board.off[sign < 0] = (int8_t)off;
    return off < 0 ? W_("a side has more chequers than the last field says") : NULL;
}

static const char *read_white(struct og_reading *r)
{
    return read_side(r, r->f.at[OG_WHITE], -1);
}

static const char *read_black(struct og_reading *r)
{
    const char *problem = read_side(r, r->f.at[OG_BLACK], 1);
    return problem != NULL ? problem : board_problem(&r->board, 0);
}

static const char *read_cube(struct og_reading *r)
{
    const struct span field = r->f.at[OG_CUBE];
    int log;
    if (!is_cube(field) || read_number(span_sub(field, 1, field.length - 2), 0, CUBE_MAX_LOG2, &log) != NULL)
        return W_("the cube of an OGID is its owner (W, B, N, D or ?), a power of two and N, O, T or P");
    r->p.cube = 1 << log;
    r->p.cube_owner = field.at[0] == 'W' ? WHITE : field.at[0] == 'B' ? BLACK : CUBE_CENTRED;
    r->p.rules.cube = field.at[0] != 'D';
    if (field.at[field.length - 1] == 'O')
        r->p.offer = OFFER_DOUBLE;
    if (field.at[field.length - 1] == 'P')
        r->p.state = GAME_DROPPED;
    return NULL;
}

static const char *read_dice(struct og_reading *r)
{
    const struct span field = r->f.at[OG_DICE];
    if (field.length == 0)
        return NULL;
    if (field.length != 2 || !is_one_of(field.at[0], "123456") || !is_one_of(field.at[1], "123456"))
        return W_("the dice of an OGID are two numbers from 1 to 6, or nothing");
    r->p.dice[0] = field.at[1] - '0'; /* the larger first */
    r->p.dice[1] = field.at[0] - '0';
    if (r->p.dice[0] < r->p.dice[1]) {
        r->p.dice[0] = field.at[0] - '0';
        r->p.dice[1] = field.at[1] - '0';
    }
    return NULL;
}

static const char *read_state(struct og_reading *r)
{
    static const char *const known[] = {"", "IB", "IW", "R", "C", "D", "A", "P", "G", NULL};
    for (int i = 0; known[i] != NULL; i++)
        if (span_equal(r->f.at[OG_STATE], known[i]))
            return NULL;
    return W_("the state of an OGID is IB, IW, R, C, D, A, P, G or nothing");
}

/* Who is to act: see ogid.h. A start of the game without dice names who rolls first. */
static const char *read_colour(struct og_reading *r)
{
    const struct span field = r->f.at[OG_COLOUR], state = r->f.at[OG_STATE];
    if (field.length > 1 || (field.length == 1 && !is_one_of(field.at[0], "WB")))
        return W_("the colour of an OGID is W or B");
    const int colour = field.length == 0 || field.at[0] == 'B' ? BLACK : WHITE;
    const bool begins = state.length == 2 && r->p.dice[0] == 0;
    r->p.on_roll = begins                                   ? (state.at[1] == 'W' ? WHITE : BLACK)
                   : state.length == 0 || field.length == 0 ? colour
                   : r->p.offer != OFFER_NONE               ? colour
                                                            : 1 - colour;
    r->p.turn = r->p.offer != OFFER_NONE ? 1 - r->p.on_roll : r->p.on_roll;
    return NULL;
}

static const char *read_white_score(struct og_reading *r)
{
    return read_number(r->f.at[OG_SCORE_WHITE], 0, MATCH_LENGTH_MAX, &r->p.score[WHITE]);
}

static const char *read_black_score(struct og_reading *r)
{
    return read_number(r->f.at[OG_SCORE_BLACK], 0, MATCH_LENGTH_MAX, &r->p.score[BLACK]);
}

/* "7", "7C" in the Crawford game, "7L" after it; "5G12" says how many games are played at most. */
static const char *read_length(struct og_reading *r)
{
    const struct span field = r->f.at[OG_LENGTH];
    size_t digits = 0;
    while (digits < field.length && is_one_of(field.at[digits], "0123456789"))
        digits++;
    for (size_t i = digits; i < field.length; i++)
        if (!is_one_of(field.at[i], "CLG0123456789"))
            return W_("the length of an OGID is a number, and perhaps C, L or G and a number");
    r->p.crawford_game = memchr(field.at, 'C', field.length) != NULL;
    return read_number(span_sub(field, 0, digits), 0, MATCH_LENGTH_MAX, &r->p.length);
}

static const char *judge_score(const struct og_reading *r)
{
    for (int i = 0; i < 2; i++)
        if (r->p.length > 0 && r->p.score[i] > r->p.length)
            return W_("a score is higher than the match is long");
    return r->p.length == 0 && r->p.crawford_game ? W_("there is no Crawford game in money play") : NULL;
}

static const char *read_moves(struct og_reading *r)
{
    int unused;
    return read_number(r->f.at[OG_MOVES], 0, 1 << 20, &unused);
}

/* Field by field; chequers first, as they say how many are off. */
static const struct {
    enum ogid_field field;
    const char *(*read)(struct og_reading *r);
} steps[] = {
    {OG_CHEQUERS, read_chequers},
    {OG_WHITE, read_white},
    {OG_BLACK, read_black},
    {OG_CUBE, read_cube},
    {OG_DICE, read_dice},
    {OG_STATE, read_state},
    {OG_COLOUR, read_colour},
    {OG_LENGTH, read_length},
    {OG_SCORE_WHITE, read_white_score},
    {OG_SCORE_BLACK, read_black_score},
    {OG_MOVES, read_moves},
};

static void finish(struct og_reading *r)
{
    if (r->p.crawford_game) {
        r->p.cube = 1;
        r->p.cube_owner = CUBE_CENTRED;
        r->p.rules.cube = true; /* it is in use again after this game */
    }
    if (r->p.offer != OFFER_NONE)
        r->p.dice[0] = r->p.dice[1] = 0;
    r->p.board = r->board;
    if (r->p.on_roll == WHITE)
        board_flip(&r->board, &r->p.board);
}

bool ogid_read(struct span id, struct position *p, const char **problem, size_t *fault)
{
    char room[2 * OGID_MAX];
    struct og_reading r = {.p = {.rules = {.crawford = true}, .state = GAME_PLAYING}};
    id = plain(id, room);
    *fault = id.length;
    *problem = split(id, &r.f) ? NULL : W_("an OGID has eleven fields at most");
    if (*problem == NULL && r.f.n <= OG_CUBE)
        *problem = W_("an OGID has three fields at least: White's chequers, Black's, the cube");
    for (size_t i = 0; *problem == NULL && i < sizeof steps / sizeof *steps; i++) {
        *problem = steps[i].read(&r);
        *fault = (size_t)(r.f.at[steps[i].field].at - id.at);
    }
    if (*problem == NULL)
        *problem = judge_score(&r);
    if (*problem != NULL)
        return false;
    finish(&r);
    *p = r.p;
    return true;
}
