/* The shape of a net in memory. Only the net, its kernels and the trainer look in here; everybody else uses net.h.
 *
 *   30 active rows of NET_ROWS (one for every chequer)        --int16-->  NET_SUMS sums: a value and a gate a unit
 *   NET_FEATURES computed features                            --int16-->  added, clipped to -32..32, to the first
 *                                                                         NET_FED of these sums
 *   clip(value, 0, 1) times clip(gate, 0, 2): NET_UNITS units --int16-->  NET_H2 sums  --float-->  leaky: hidden
 *   one of NET_PAIRS pair rows for every two occupied places  --int16-->  added to the NET_H2 sums
 *   hidden  --float-->  NET_H3 or fewer, leaky: deep;   hidden and deep  --float-->  5 logits
 *
 * The sums come in groups: the values of NET_GROUP units, then their gates; those of the first group are the fed ones.
 *
 * A row says "the k-th chequer of this side stands on this point", so the sums of a neighbouring position follow by
 * adding one row and subtracting one for every chequer that has moved. Scales: 1.0 is NET_ONE in the first sums and in
 * the units, FEATURE_ONE in the features, W2_ONE in the weights of the second layer. The clips below are kept by
 * the trainer; they guarantee that no integer sum can overflow, whatever the position:
 *   first sums:  30 rows * ROW_CLIP + BIAS_CLIP < 32 = 32768 / NET_ONE
 *   second sums: NET_UNITS * W2_CLIP * W2_ONE * 2 * NET_ONE + pairs < 2^31
 *   features:    NET_FEATURES * FEATURE_MAX * 2^15 < 2^31
 *   pairs:       26 * 25 / 2 * PAIR_CLIP * PAIR_ONE < 32768 */
#ifndef KIBITZER_NET_LAYOUT_H
#define KIBITZER_NET_LAYOUT_H

#include <stdint.h>
#include <string.h>

#include "match/board.h"

enum {
    ROWS_STACK = 6, /* chequers 1..5 of a stack have rows of their own, the others share the sixth */
    ROWS_OFF = 25 * ROWS_STACK, /* then one row for every chequer borne off */
    ROWS_PER_SIDE = ROWS_OFF + BOARD_CHEQUERS,
    NET_ROWS = 2 * ROWS_PER_SIDE, /* the mover's, then the opponent's, each in that player's numbering */
    NET_ACTIVE = 2 * BOARD_CHEQUERS,
    NET_UNITS = 256,
    NET_GROUP = 128,
    NET_SUMS = 2 * NET_UNITS,
    FEATURES_PER_SIDE = 48,
    NET_FEATURES = 2 * FEATURES_PER_SIDE,
    NET_FED = 2 * NET_GROUP,
    NET_H2 = 32,
    NET_H3 = 128,
    THIRD_STEP = 32,
    NET_HIDDEN = NET_H2 + NET_H3,
    NET_OUT = 8, /* five and padding */
    NET_PAIRS = BOARD_POINTS * (BOARD_POINTS - 1) / 2 * 16,
    RANK_H = 64,
    RANK_PLACES = BOARD_POINTS + 2,
    RANK_NONE = BOARD_CHEQUERS, /* no chequers */
    NET_ONE = 1024,
    FEATURE_ONE = 256,
    FEATURE_MAX = 511,
    W2_ONE = 1024,
    PAIR_ONE = 256,
};

#define ROW_CLIP 1.0f
#define BIAS_CLIP 1.9f
#define FEATURE_CLIP 31.0f
#define W2_CLIP (900.0f / NET_UNITS)
#define PAIR_CLIP 0.39f
#define LEAK 0.0625f

/* Position classes with a net of their own. The last three are younger than the form of the file: a file may do without
 * them, and the net that such a one began with answers then. */
enum net_class { NET_CONTACT, NET_RACE, NET_BACK, NET_PAST, NET_BEHIND, NET_CLASSES };
enum { NET_LEAST = NET_BACK }; /* so many nets a file has at least */
extern const char *const net_class_names[NET_CLASSES];

/* The class whose net answers for a class in a file with so many nets. */
static inline enum net_class net_answering(enum net_class c, int nets)
{
    if (c == NET_BEHIND && nets <= NET_BEHIND)
        c = NET_PAST;
    return (int)c < nets ? c : NET_CONTACT;
}

/* So many chequers of one side in the other's home or on the bar: backgames, and what comes of them. */
enum { NET_MANY_BACK = 4 };

struct net_weights {
    _Alignas(64) int16_t row[NET_ROWS][NET_SUMS];
    int16_t bias1[NET_SUMS];
    int16_t feature[NET_FEATURES / 2][NET_FED][2]; /* in pairs, as the multiply-add instructions want them */
    int16_t w2[NET_UNITS / 2][NET_H2][2];
    int16_t pair[NET_PAIRS][NET_H2];
    float bias2[NET_H2];
    float deep[NET_H2][NET_H3];
    float bias_deep[NET_H3];
    float out[NET_HIDDEN / 2][NET_OUT][2]; /* of the hidden ones, then of the deep ones; in pairs again */
    float bias_out[NET_OUT][2]; /* the second of each is 0 */
    int third; /* so many units of the third layer are computed, the others having no say; by net_prepare() */
};
void net_prepare(struct net_weights *w);

/* The little net that puts candidates in order: rows only, one output, an equity. */
struct rank_weights {
    _Alignas(64) int16_t row[NET_ROWS][RANK_H];
    int16_t bias[RANK_H];
    int16_t w[RANK_H];
    float bias2;
    /* Made from `row` by rank_prepare(): the sum of the rows of everything on a place (a point, a bar, borne off by the
     * mover, by the opponent), by the signed number of chequers there + RANK_NONE. */
    _Alignas(64) int16_t place[RANK_PLACES][2 * BOARD_CHEQUERS + 2][RANK_H];
};

enum { NET_RECORD = 1024 };

struct net {
    int n; /* nets that the file has, NET_LEAST to NET_CLASSES; the others are copies of those that answer */
    struct net_weights of[NET_CLASSES];
    struct rank_weights rank;
    char record[NET_RECORD]; /* how it was trained, a line of text */
};

/* Chequers back: those of a side in the other's home or on the bar. */
struct net_back {
    int mine, theirs;
};

static inline struct net_back net_chequers_back(const struct board *b)
{
    typedef int8_t both_sides __attribute__((vector_size(16)));
    const both_sides owner = {-1, -1, -1, -1, -1, -1, -1, 0, 0, 1, 1, 1, 1, 1, 1, 1}; /* 0: a point too many */
    both_sides back;
    uint64_t theirs, mine;
    memcpy(&back, b->point + BOARD_OPPONENT_BAR, 8);
    memcpy((char *)&back + 8, b->point + BOARD_BAR - 7, 8);
    back *= owner;
    back &= back > 0;
    memcpy(&theirs, &back, 8);
    memcpy(&mine, (char *)&back + 8, 8);
    return (struct net_back){.mine = (int)(mine * 0x0101010101010101u >> 56), /* the sum of the bytes */
                             .theirs = (int)(theirs * 0x0101010101010101u >> 56)};
}

static inline int net_most_back(const struct board *b)
{
    const struct net_back n = net_chequers_back(b);
    return n.mine > n.theirs ? n.mine : n.theirs;
}

/* The class of a position with contact: many back, nobody of the mover's back, nobody of the opponent's alone, or both
 * sides with some. */
static inline enum net_class net_class_in_contact(const struct board *b)
{
    const struct net_back n = net_chequers_back(b);
    return n.mine >= NET_MANY_BACK || n.theirs >= NET_MANY_BACK ? NET_BACK
           : n.mine == 0                                        ? NET_PAST
           : n.theirs == 0                                      ? NET_BEHIND
                                                                : NET_CONTACT;
}

static inline enum net_class net_class_of(const struct board *b)
{
    return board_has_contact(b) ? net_class_in_contact(b) : NET_RACE;
}

/* The row of the k-th chequer (from 1) on own point 1..25 (25 = bar), and of the k-th one borne off. */
static inline int row_of(int side, int point, int k)
{
    return side * ROWS_PER_SIDE + (point - 1) * ROWS_STACK + (k < ROWS_STACK ? k : ROWS_STACK) - 1;
}

/* Fills in what is derived of the ranking net's weights. */
void rank_prepare(struct rank_weights *w);

/* The row of two occupied places p < q of the board (0 and 25 are the bars) is pair_upper(q) + pair_lower(p). State: 0
 * the mover's blot, 1 the mover's point, 2 and 3 the opponent's. */
static inline int pair_upper(int place, int state)
{
    return place * (place - 1) / 2 * 16 + 4 * state;
}

static inline int pair_lower(int place, int state)
{
    return place * 16 + state;
}

/* Where the value of a unit stands among the sums; its gate is NET_GROUP later. */
static inline int value_of_unit(int unit)
{
    return unit + unit / NET_GROUP * NET_GROUP;
}

static inline int row_of_off(int side, int k)
{
    return side * ROWS_PER_SIDE + ROWS_OFF + k - 1;
}

#endif
