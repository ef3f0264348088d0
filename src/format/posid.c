/* Position ID, Match ID and XGID; every field is described in docs/formats/ids.md. The first two are a
 * string of bits, lowest bit of the first byte first, written six to a character (base64). */
#include "format/posid.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "format/ogid.h"

enum {
    POSITION_BITS = 8 * POSITION_BYTES,
    MATCH_BITS = 8 * MATCH_BYTES,
    LEGACY_LENGTH = 20,
    BYTES = 10,
    XGID_FIELDS = 10,
    XGID_MAX_CUBE = 10
};

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- bits ---- */

struct bits {
    uint8_t byte[BYTES];
    int at;
};

/* Bits beyond the end, as a board with too many chequers would give, are left out. */
static void put_bit(struct bits *b, int bit)
{
    if (b->at < 8 * BYTES)
        b->byte[b->at / 8] = (uint8_t)(b->byte[b->at / 8] | bit << b->at % 8);
    b->at++;
}

static void put(struct bits *b, int value, int n)
{
    for (int i = 0; i < n; i++)
        put_bit(b, value >> i & 1);
}

/* Character i holds bits 6i.. of the bytes read from the most significant bit on. */
static void encode(const struct bits *b, int length, char *out)
{
    for (int i = 0; i < length; i++) {
        const int at = 6 * i / 8; /* they are in this byte and the next */
        const int two = (at < BYTES ? b->byte[at] << 8 : 0) | (at + 1 < BYTES ? b->byte[at + 1] : 0);
        out[i] = alphabet[two >> (10 - 6 * i % 8) & 63];
    }
    out[length] = '\0';
}

static bool fail(const char **problem, size_t *fault, const char *what, size_t where)
{
    *problem = what;
    *fault = where;
    return false;
}

/* Bits to be taken, the next one lowest. */
struct source {
    uint64_t low, high;
    int taken;
};

static struct source source_of(const struct bits *b)
{
    struct source s = {.high = b->byte[8] | (uint64_t)b->byte[9] << 8};
    for (int i = 0; i < 8; i++)
        s.low |= (uint64_t)b->byte[i] << 8 * i;
    return s;
}

static void drop(struct source *s, int n) /* 1 to 63 of them */
{
    s->low = s->low >> n | s->high << (64 - n);
    s->high >>= n;
    s->taken += n;
}

static int get(struct source *s, int n) /* 1 to 31 of them */
{
    const int value = (int)(s->low & ((1u << n) - 1));
    drop(s, n);
    return value;
}

/* The six bits of a character, or -1. */
static int six_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* `n_bytes` at most; the bits of the last character that belong to none of them must be zero. */
static bool decode(struct span id, int n_bytes, struct source *s, const char **problem, size_t *fault)
{
    struct bits b = {0};
    unsigned held = 0;
    int n_held = 0, n = 0;
    for (size_t i = 0; i < id.length; i++) {
        const int six = six_of(id.at[i]);
        if (six < 0)
            return fail(problem, fault, W_("an ID has only letters, digits, + and /"), i);
        held = held << 6 | (unsigned)six;
        n_held += 6;
        if (n_held >= 8 && n < n_bytes)
            b.byte[n++] = (uint8_t)(held >> (n_held -= 8));
        held &= (1u << n_held) - 1;
    }
    if (held != 0)
        return fail(problem, fault, W_("the last character of a Position ID is A, Q, g or w"), id.length - 1);
    *s = source_of(&b);
    return true;
}

static int letters_for(int n_bytes)
{
    return (8 * n_bytes + 5) / 6;
}

void id_of_bytes(const uint8_t *bytes, int n, char *out)
{
    struct bits b = {0};
    memcpy(b.byte, bytes, (size_t)n);
    encode(&b, letters_for(n), out);
}

bool id_to_bytes(const char *id, uint8_t *out, int n)
{
    struct source s;
    const char *problem;
    size_t fault;
    const struct span text = span_of(id);
    if (text.length != (size_t)letters_for(n) || !decode(text, n, &s, &problem, &fault))
        return false;
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)(i < 8 ? s.low >> 8 * i : s.high >> 8 * (i - 8));
    return true;
}

/* ---- Position ID ---- */

static void put_chequers(struct bits *bits, int n)
{
    put(bits, (1 << n) - 1, n);
    put_bit(bits, 0);
}

void position_id(const struct board *b, char out[POSITION_ID_LENGTH + 1])
{
    struct bits bits = {0};
    for (int p = 24; p >= 0; p--)
        put_chequers(&bits, b->point[p] < 0 ? -b->point[p] : 0);
    for (int p = 1; p <= BOARD_BAR; p++)
        put_chequers(&bits, b->point[p] > 0 ? b->point[p] : 0);
    encode(&bits, POSITION_ID_LENGTH, out);
}

/* One side's 25 numbers, ace point first, bar last; false if the bits run out or there are too many chequers. They are
 * the lowest 40 bits at most: as many ones as there are chequers, and a zero behind each number. */
static bool get_side(struct source *s, int count[26], int *total)
{
    uint64_t rest = s->low;
    int sum = 0;
    for (int p = 1; p <= 25; p++) {
        const int ones = __builtin_ctzll(~rest | 1u << (BOARD_CHEQUERS + 1)); /* sixteen are too many as it is */
        count[p] = ones;
        sum += ones;
        if (sum > BOARD_CHEQUERS)
            return false;
        rest >>= ones + 1;
    }
    *total = sum;
    drop(s, sum + 25);
    return s->taken <= POSITION_BITS;
}

static bool is_closed(const int count[26])
{
    for (int p = 1; p <= 6; p++)
        if (count[p] < 2)
            return false;
    return true;
}

static const char *place_sides(const int theirs[26], const int mine[26], struct board *b)
{
    for (int p = 1; p <= 24; p++)
        if (mine[p] > 0 && theirs[25 - p] > 0)
            return W_("both sides hold the same point");
    if (mine[25] > 0 && theirs[25] > 0 && is_closed(mine) && is_closed(theirs))
        return W_("both sides are on the bar against closed boards");
    for (int p = 1; p <= 25; p++) {
        b->point[p] = (int8_t)(b->point[p] + mine[p]);
        b->point[25 - p] = (int8_t)(b->point[25 - p] - theirs[p]);
    }
    return NULL;
}

static bool board_of_bits(struct source s, struct board *b, const char **problem, size_t *fault)
{
    int theirs[26], mine[26], their_total, my_total;
    if (!get_side(&s, theirs, &their_total) || !get_side(&s, mine, &my_total))
        return fail(problem, fault, "a side has more than fifteen chequers", 0);
    if ((s.low | s.high) != 0)
        return fail(problem, fault, W_("there are chequers left over behind the bar"), POSITION_ID_LENGTH - 1);
    *b = (struct board){.off = {(int8_t)(BOARD_CHEQUERS - my_total), (int8_t)(BOARD_CHEQUERS - their_total)}};
    *problem = place_sides(theirs, mine, b);
    if (*problem == NULL)
        *problem = board_problem(b, 0);
    *fault = 0;
    return *problem == NULL;
}

bool position_id_read(struct span id, struct board *b, const char **problem, size_t *fault)
{
    struct source bits;
    if (id.length != POSITION_ID_LENGTH)
        return fail(problem, fault, "a Position ID has 14 characters", id.length);
    return decode(id, POSITION_BITS / 8, &bits, problem, fault) && board_of_bits(bits, b, problem, fault);
}

/* The old form: two letters A..P for each byte, the high half first. */
static bool legacy_id_read(struct span id, struct board *b, const char **problem, size_t *fault)
{
    struct bits bits = {0};
    for (size_t i = 0; i < LEGACY_LENGTH; i++) {
        if (id.at[i] < 'A' || id.at[i] > 'P')
            return fail(problem, fault, W_("an old Position ID has 20 letters from A to P"), i);
        bits.byte[i / 2] = (uint8_t)(bits.byte[i / 2] << 4 | (id.at[i] - 'A'));
    }
    return board_of_bits(source_of(&bits), b, problem, fault);
}

/* ---- Match ID ---- */

static int log2_of(int cube)
{
    int n = 0;
    while (cube >> (n + 1) > 0)
        n++;
    return n;
}

static void put_dice(struct bits *bits, const int dice[2])
{
    const int larger = dice[0] > dice[1] ? dice[0] : dice[1];
    put(bits, larger, 3);
    put(bits, dice[0] + dice[1] - larger, 3);
}

void match_id(const struct position *p, char out[MATCH_ID_LENGTH + 1])
{
    struct bits bits = {0};
    put(&bits, log2_of(p->cube), 4);
    put(&bits, p->cube_owner == CUBE_CENTRED ? 3 : p->cube_owner, 2);
    put(&bits, p->on_roll, 1);
    put(&bits, p->crawford_game, 1);
    put(&bits, (int)p->state, 3);
    put(&bits, p->turn, 1);
    put(&bits, (p->offer == OFFER_RESIGNATION ? p->under : p->offer) != OFFER_NONE, 1);
    put(&bits, p->offer == OFFER_RESIGNATION ? p->resigned : 0, 2);
    put_dice(&bits, p->dice);
    put(&bits, p->length, 15);
    put(&bits, p->score[0], 15);
    put(&bits, p->score[1], 15);
    put(&bits, p->length > 0 || !p->rules.jacoby, 1);
    encode(&bits, MATCH_ID_LENGTH, out);
}

static const char *score_problem(const struct position *p)
{
    for (int i = 0; i < 2; i++)
        if (p->score[i] < 0 || (p->length > 0 && p->score[i] > p->length))
            return W_("a score is higher than the match is long");
    return p->length == 0 && p->crawford_game ? W_("there is no Crawford game in money play") : NULL;
}

static const char *match_problem(const struct position *p, int state)
{
    if (state > GAME_DROPPED)
        return W_("the game's state is not one of 0 to 4");
    for (int i = 0; i < 2; i++)
        if (p->dice[i] > 6 || (p->dice[i] == 0) != (p->dice[!i] == 0))
            return W_("the dice are not two numbers from 1 to 6");
    return score_problem(p);
}

bool match_id_read(struct span id, struct position *p, const char **problem, size_t *fault)
{
    struct source bits;
    struct position found = {.board = p->board};
    if (id.length != MATCH_ID_LENGTH)
        return fail(problem, fault, "a Match ID has 12 characters", id.length);
    if (!decode(id, MATCH_BITS / 8, &bits, problem, fault))
        return false;
    found.cube = 1 << get(&bits, 4);
    const int owner = get(&bits, 2);
    found.cube_owner = owner <= 1 ? owner : CUBE_CENTRED;
    found.on_roll = get(&bits, 1);
    found.crawford_game = get(&bits, 1) != 0;
    const int state = get(&bits, 3);
    found.state = (enum game_state)state;
    found.turn = get(&bits, 1);
    const bool doubled = get(&bits, 1) != 0;
    found.resigned = get(&bits, 2);
    found.offer = doubled ? OFFER_DOUBLE : OFFER_NONE;
    if (found.resigned > 0)
        found.under = found.offer, found.offer = OFFER_RESIGNATION;
    found.dice[0] = get(&bits, 3);
    found.dice[1] = get(&bits, 3);
    found.length = get(&bits, 15);
    found.score[0] = get(&bits, 15);
    found.score[1] = get(&bits, 15);
    found.rules = (struct rules){.cube = true, .crawford = true};
    found.rules.jacoby = get(&bits, 1) == 0 && found.length == 0;
    *fault = 0;
    *problem = match_problem(&found, state);
    if (*problem == NULL)
        *p = found;
    return *problem == NULL;
}

/* ---- XGID ---- */

static char xg_point(int count)
{
    return (char)(count == 0 ? '-' : count > 0 ? 'A' + count - 1 : 'a' - count - 1);
}

static void xg_board(const struct position *p, char out[27])
{
    const struct board b = position_board(p, 1);
    for (int i = 0; i < BOARD_POINTS; i++)
        out[i] = xg_point(b.point[i]);
    out[BOARD_POINTS] = '\0';
}

/* ORDER XG OFFER: the letters of enum offer; what has none is a cube decision like any other. */
static const char offer_letter[] = {
    [OFFER_NONE] = '\0', [OFFER_DOUBLE] = 'D', [OFFER_BEAVER] = 'B', [OFFER_RACCOON] = 'R', [OFFER_RESIGNATION] = '\0'};

static void xg_dice(const struct position *p, char out[3])
{
    const char letter = offer_letter[p->offer == OFFER_RESIGNATION ? p->under : p->offer];
    out[0] = letter != '\0' ? letter : (char)('0' + p->dice[0]);
    out[1] = letter != '\0' ? '\0' : (char)('0' + p->dice[1]);
    out[2] = '\0';
}

static int xg_player(int player)
{
    return player == 1 ? 1 : player == 0 ? -1 : 0;
}

void xgid(const struct position *p, char out[XGID_MAX])
{
    char board[BOARD_POINTS + 1], dice[3];
    const int money = (p->rules.jacoby ? 1 : 0) + (p->rules.beavers ? 2 : 0);
    xg_board(p, board);
    xg_dice(p, dice);
    const int log = log2_of(p->cube), usual = log < XGID_MAX_CUBE ? XGID_MAX_CUBE : log + 1;
    const int limit = p->rules.cube_limit > 0 ? log2_of(p->rules.cube_limit) : usual;
    snprintf(out, XGID_MAX, "XGID=%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", board, log, xg_player(p->cube_owner),
             xg_player(p->on_roll), dice, p->score[1], p->score[0], p->length > 0 ? p->crawford_game : money, p->length,
             p->rules.cube ? limit : log);
}

const char *xgid_kept(struct arena *a, const struct position *p)
{
    char *id = arena_alloc(a, XGID_MAX);
    xgid(p, id);
    return id;
}

static int count_of(char c)
{
    if (c >= 'A' && c <= 'O')
        return c - 'A' + 1;
    return c >= 'a' && c <= 'o' ? -(c - 'a' + 1) : 0;
}

/* The board seen by player 1. */
static const char *xg_board_read(struct span field, struct board *b, size_t *fault)
{
    int total[2] = {0, 0};
    *fault = field.length;
    if (field.length != BOARD_POINTS)
        return W_("the position of an XGID has 26 characters");
    *b = (struct board){0};
    for (size_t i = 0; i < field.length; i++) {
        const int count = count_of(field.at[i]);
        *fault = i;
        if (count == 0 && field.at[i] != '-')
            return W_("a point of an XGID is -, A to O or a to o");
        if ((i == BOARD_OPPONENT_BAR && count > 0) || (i == BOARD_BAR && count < 0))
            return W_("the first bar of an XGID is player 2's (a to o), the last player 1's (A to O)");
        b->point[i] = (int8_t)count;
        total[count < 0] += count < 0 ? -count : count;
        if (total[count < 0] > BOARD_CHEQUERS)
            return W_("a side has more than fifteen chequers");
    }
    *fault = 0;
    b->off[0] = (int8_t)(BOARD_CHEQUERS - total[0]);
    b->off[1] = (int8_t)(BOARD_CHEQUERS - total[1]);
    return board_problem(b, 0);
}

/* A whole number in [least, most], nothing else in the field. */
static bool read_number(struct span field, int least, int most, int *value)
{
    size_t i = 0;
    const bool negative = field.length > 0 && field.at[0] == '-';
    i += negative;
    if (i == field.length || field.length - i > 6)
        return false;
    for (*value = 0; i < field.length; i++) {
        if (field.at[i] < '0' || field.at[i] > '9')
            return false;
        *value = 10 * *value + (field.at[i] - '0');
    }
    if (negative)
        *value = -*value;
    return *value >= least && *value <= most;
}

static const char *xg_dice_read(struct span field, struct position *p)
{
    const char *const problem = W_("the dice of an XGID are 00, two numbers from 1 to 6, D, B or R");
    if (field.length < 1 || field.length > 2 || (field.length == 1 && isdigit((unsigned char)field.at[0])))
        return problem;
    const char first = (char)toupper((unsigned char)field.at[0]);
    const char second = (char)toupper((unsigned char)field.at[field.length - 1]);
    for (int offer = OFFER_DOUBLE; offer <= OFFER_RACCOON; offer++)
        if (first == offer_letter[offer] && second == first) {
            p->offer = (enum offer)offer;
            return NULL;
        }
    p->dice[0] = first - '0';
    p->dice[1] = second - '0';
    for (int i = 0; i < 2; i++)
        if (p->dice[i] < 0 || p->dice[i] > 6 || (p->dice[i] == 0) != (p->dice[!i] == 0))
            return problem;
    return NULL;
}

struct xg_fields {
    struct span at[XGID_FIELDS];
    int n;
};

static bool split(struct span text, struct xg_fields *f)
{
    for (f->n = 0; f->n < XGID_FIELDS; f->n++) {
        const char *colon = text.length > 0 ? memchr(text.at, ':', text.length) : NULL;
        const size_t length = colon != NULL ? (size_t)(colon - text.at) : text.length;
        f->at[f->n] = span_sub(text, 0, length);
        if (colon == NULL) {
            f->n++;
            return f->n >= XGID_FIELDS - 1;
        }
        text = span_sub(text, length + 1, text.length);
    }
    return false;
}

/* ORDER XGID: number fields behind the position, with their bounds; -1 = the dice, which are not a number. */
enum { XG_CUBE = 1, XG_OWNER, XG_TURN, XG_DICE, XG_SCORE1, XG_SCORE2, XG_RULES, XG_LENGTH, XG_MAX_CUBE };

static const struct {
    int least, most;
    const char *problem;
} xg_number[XGID_FIELDS] = {
    [XG_CUBE] = {0, CUBE_MAX_LOG2, W_("the cube of an XGID is a power of two, 0 to 15")},
    [XG_OWNER] = {-1, 1, W_("the cube's owner of an XGID is -1, 0 or 1")},
    [XG_TURN] = {-1, 1, W_("the turn of an XGID is 1 or -1")},
    [XG_SCORE1] = {0, MATCH_LENGTH_MAX, W_("a score of an XGID is a number from 0")},
    [XG_SCORE2] = {0, MATCH_LENGTH_MAX, W_("a score of an XGID is a number from 0")},
    [XG_RULES] = {0, 3, W_("the rules of an XGID are 0 or 1 in a match, 0 to 3 in money play")},
    [XG_LENGTH] = {0, MATCH_LENGTH_MAX, W_("the match length of an XGID is a number from 0")},
    [XG_MAX_CUBE] = {0, 30, W_("the cube limit of an XGID is a power of two, 0 to 30")},
};

static bool read_numbers(const struct xg_fields *f, int value[XGID_FIELDS], const char **problem, size_t *fault)
{
    for (int i = XG_CUBE; i < f->n; i++) {
        if (i == XG_DICE || (i == XG_MAX_CUBE && f->at[i].length == 0))
            continue;
        if (!read_number(f->at[i], xg_number[i].least, xg_number[i].most, &value[i]))
            return fail(problem, fault, xg_number[i].problem, (size_t)(f->at[i].at - f->at[0].at));
    }
    if (value[XG_TURN] == 0)
        return fail(problem, fault, xg_number[XG_TURN].problem, (size_t)(f->at[XG_TURN].at - f->at[0].at));
    if (value[XG_LENGTH] > 0 && value[XG_RULES] > 1)
        return fail(problem, fault, xg_number[XG_RULES].problem, (size_t)(f->at[XG_RULES].at - f->at[0].at));
    return true;
}

/* How often a double, beaver or raccoon that waits would turn the cube. */
static int turns_offered(struct span dice)
{
    return dice.length == 1 && strchr("DBRdbr", dice.at[0]) != NULL;
}

/* A limit below the cube (as it is offered) is none, and programs without a limit write 0; eXtreme Gammon's
 * usual one is none either, as long as the cube is below it, nor is one that no cube of a record can reach. */
static bool is_limit(int limit, int cube)
{
    return limit > 0 && limit >= cube && limit <= CUBE_MAX_LOG2;
}

/* Cube, score and rules; in the Crawford game there is no cube, whatever the fields say. */
static void set_numbers(struct position *p, const int value[XGID_FIELDS])
{
    p->length = value[XG_LENGTH];
    p->score[1] = value[XG_SCORE1];
    p->score[0] = value[XG_SCORE2];
    p->rules = (struct rules){.cube = true, .crawford = true};
    if (value[XG_CUBE] >= XGID_MAX_CUBE && value[XG_MAX_CUBE] == XGID_MAX_CUBE)
        p->rules.cube_limit = CUBE_LIMIT_USUAL;
    else if (is_limit(value[XG_MAX_CUBE], value[XG_CUBE] + (p->offer != OFFER_NONE)))
        rules_set_cube_limit(&p->rules, 1L << value[XG_MAX_CUBE]);
    p->crawford_game = p->length > 0 && (value[XG_RULES] & 1);
    p->rules.jacoby = p->length == 0 && (value[XG_RULES] & 1);
    p->rules.beavers = p->length == 0 && (value[XG_RULES] & 2);
    p->cube = p->crawford_game ? 1 : 1 << value[XG_CUBE];
    p->cube_owner = value[XG_OWNER] == 0 || p->crawford_game ? CUBE_CENTRED : value[XG_OWNER] == 1;
    p->on_roll = value[XG_TURN] == 1;
    p->state = GAME_PLAYING;
}

static bool xgid_fields_read(const struct xg_fields *f, struct position *p, const char **problem, size_t *fault)
{
    int value[XGID_FIELDS] = {[XG_MAX_CUBE] = XGID_MAX_CUBE};
    struct position found = {.offer = OFFER_NONE};
    *problem = xg_board_read(f->at[0], &found.board, fault);
    if (*problem != NULL || !read_numbers(f, value, problem, fault))
        return false;
    *problem = xg_dice_read(f->at[XG_DICE], &found);
    if (*problem != NULL)
        return fail(problem, fault, *problem, (size_t)(f->at[XG_DICE].at - f->at[0].at));
    set_numbers(&found, value);
    if (found.on_roll == 0)
        board_flip(&found.board, &found.board);
    /* on roll is who doubled: the opponent answers doubles and raccoons, the doubler the beaver */
    found.turn = found.offer == OFFER_DOUBLE || found.offer == OFFER_RACCOON ? !found.on_roll : found.on_roll;
    *problem = score_problem(&found);
    if (*problem != NULL)
        return fail(problem, fault, *problem, (size_t)(f->at[XG_SCORE1].at - f->at[0].at));
    *p = found;
    return true;
}

bool xgid_read(struct span id, struct position *p, const char **problem, size_t *fault)
{
    struct xg_fields fields;
    const size_t prefix = span_starts_nocase(id, "XGID=") ? strlen("XGID=") : 0;
    if (!split(span_sub(id, prefix, id.length), &fields))
        return fail(problem, fault, W_("an XGID has ten fields, or nine, between colons"), id.length);
    if (xgid_fields_read(&fields, p, problem, fault))
        return true;
    *fault += prefix;
    return false;
}

static const char *limit_note(const struct xg_fields *f)
{
    int cube, limit;
    if (f->n < XGID_FIELDS)
        return NULL;
    if (f->at[XG_MAX_CUBE].length == 0)
        return W_("the last field of this XGID, its cube limit, is not a number: read as no limit");
    if (!read_number(f->at[XG_CUBE], 0, CUBE_MAX_LOG2, &cube) || !read_number(f->at[XG_MAX_CUBE], 0, 30, &limit) ||
        limit > CUBE_MAX_LOG2 || is_limit(limit, cube + turns_offered(f->at[XG_DICE])))
        return NULL;
    return limit == 0 ? W_("the cube limit of this XGID is 0: read as no limit")
                      : W_("the cube limit of this XGID is less than its cube: read as no limit");
}

/* A Crawford game is the first after one player came within a point of the match; in a match to 1 all is. */
static bool no_crawford_there(const struct xg_fields *f)
{
    int length, score[2], crawford;
    return read_number(f->at[XG_LENGTH], 0, MATCH_LENGTH_MAX, &length) &&
           read_number(f->at[XG_RULES], 0, 3, &crawford) &&
           read_number(f->at[XG_SCORE1], 0, MATCH_LENGTH_MAX, &score[0]) &&
           read_number(f->at[XG_SCORE2], 0, MATCH_LENGTH_MAX, &score[1]) && length > 1 && (crawford & 1) &&
           score[0] != length - 1 && score[1] != length - 1;
}

static const char *xgid_note(struct span id, size_t *at)
{
    struct xg_fields f;
    const size_t prefix = span_starts_nocase(id, "XGID=") ? strlen("XGID=") : 0;
    if (!split(span_sub(id, prefix, id.length), &f))
        return NULL;
    const bool no_crawford = no_crawford_there(&f);
    const char *note = no_crawford ? W_("this XGID names a Crawford game, but no player is a point away from winning")
                                   : limit_note(&f);
    if (note != NULL)
        *at = (size_t)(f.at[no_crawford ? XG_RULES : XG_MAX_CUBE].at - id.at);
    return note;
}

/* ---- any ---- */

static void money_position(struct position *p, const struct board *b)
{
    *p = (struct position){.board = *b,
                           .on_roll = 1,
                           .turn = 1,
                           .cube = 1,
                           .cube_owner = CUBE_CENTRED,
                           .rules = {.cube = true, .crawford = true},
                           .state = GAME_PLAYING};
}

static bool read_alone(struct span id, struct position *p, const char **problem, size_t *fault)
{
    struct board b;
    if (id.length == MATCH_ID_LENGTH) {
        struct position found = {.offer = OFFER_NONE};
        board_start(&found.board, VARIANT_BACKGAMMON);
        const bool ok = match_id_read(id, &found, problem, fault);
        if (ok)
            *p = found;
        return ok;
    }
    if (id.length != POSITION_ID_LENGTH && id.length != LEGACY_LENGTH)
        return fail(problem, fault, W_("neither a Position ID (14 characters), a pair of IDs, an XGID nor an OGID"), 0);
    if (!(id.length == LEGACY_LENGTH ? legacy_id_read : position_id_read)(id, &b, problem, fault))
        return false;
    money_position(p, &b);
    return true;
}

static bool read_pair(struct span id, size_t colon, struct position *p, const char **problem, size_t *fault)
{
    const struct span first = span_sub(id, 0, colon), second = span_sub(id, colon + 1, id.length);
    const bool position_first = first.length >= second.length;
    struct position found = {.offer = OFFER_NONE};
    if (!position_id_read(position_first ? first : second, &found.board, problem, fault)) {
        *fault += position_first ? 0 : colon + 1;
        return false;
    }
    if (!match_id_read(position_first ? second : first, &found, problem, fault)) {
        *fault += position_first ? colon + 1 : 0;
        return false;
    }
    *p = found;
    return true;
}

static bool read_shape(struct span id, struct position *p, const char **problem, size_t *fault)
{
    const char *colon = id.length > 0 ? memchr(id.at, ':', id.length) : NULL;
    if (ogid_looks(id) || span_starts_nocase(id, "OGID"))
        return ogid_read(id, p, problem, fault);
    if (span_starts_nocase(id, "XGID=") || (colon != NULL && colon - id.at == BOARD_POINTS))
        return xgid_read(id, p, problem, fault);
    if (colon == NULL)
        return read_alone(id, p, problem, fault);
    const size_t at = (size_t)(colon - id.at);
    if (memchr(colon + 1, ':', id.length - at - 1) != NULL)
        return xgid_read(id, p, problem, fault);
    return read_pair(id, at, p, problem, fault);
}

/* As forums and programs write it: GNUID=4HPwATDgc/ABMA:cAkAAAAAAAAA. */
static struct span skip_label(struct span id)
{
    static const char *const labels[] = {"GNUID=", "GNUBGID="};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (span_starts_nocase(id, labels[i]))
            return span_sub(id, strlen(labels[i]), id.length);
    return id;
}

const char *id_note_on(struct span id, size_t *at)
{
    const struct span trimmed = skip_label(span_trim(id));
    if (trimmed.length != MATCH_ID_LENGTH)
        return xgid_note(id, at);
    *at = (size_t)(trimmed.at - id.at);
    return W_("a Match ID without a Position ID: the starting position is taken");
}

bool any_id_read(struct span id, struct position *p, const char **problem, size_t *fault)
{
    const struct span trimmed = skip_label(span_trim(id));
    const size_t skipped = (size_t)(trimmed.at - id.at);
    if (read_shape(trimmed, p, problem, fault))
        return true;
    *fault += skipped;
    return false;
}
