/* Nets: reading, checking, writing, and the evaluator on top of the kernels.
 *
 * A net file, little-endian:
 *   0   8 bytes  "KIBNET\r\n"
 *   8   u32      version of the file and of the inputs (any change of what a row or feature means is a new version)
 *   12  u32 x 8  rows, sums, features, fed sums, second layer, third layer, ranking layer, nets (2 to 5)
 *   44  u64      FNV-1a of everything after byte 52
 *   52  1024     training record, text padded with zeros
 *   then struct net_weights for every class (contact, race, many chequers back, past, behind; the last three may be
 *   missing) and struct rank_weights, without padding: int16 or float32, see net_layout.h
 *
 * In older files the third layer has THIRD_OLD units instead of NET_H3; the others are zero then.
 *
 * The file is to become small when it is compressed, in a page above all. So of each member of the structs it has the
 * difference from what can be expected (modulo 65536): the nets of `past` and `behind` were begun as copies of others;
 * many chequers back are paired much as others are; a row is like that of the point before. Integers are written by
 * net_pack.c, and of floats all first bytes come first, then all second ones and so on. Bits of integers are turned:
 * many bytes are zero, and linkers for WebAssembly break data wherever a few zeros stand together, with some bytes for
 * each piece.
 *
 * Older files are still read: versions 5 and 6 have differences from the copied nets alone, integers of twice their
 * amount, less 1 where negative, all low bytes before all high ones, in version 5 not turned; version 4 has integers as
 * they are. All have floats as they are. */
#include "engine/net.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "engine/features.h"
#include "engine/kernel.h"
#include "engine/net_pack.h"

enum { VERSION = 7, VERSION_TURNED = 6, VERSION_PLAIN = 4 };
enum { HEADER = 52, SHAPES = 8, THIRD = 5, THIRD_OLD = 32, TURNED = 0xffff };

const char *const net_class_names[NET_CLASSES] = {
    [NET_CONTACT] = "contact", [NET_RACE] = "race", [NET_BACK] = "back", [NET_PAST] = "past", [NET_BEHIND] = "behind"};

static const char magic[8] = "KIBNET\r\n";
/* The last is the most nets that a file may have. */
static const uint32_t shape[SHAPES] = {NET_ROWS, NET_SUMS, NET_FEATURES, NET_FED, NET_H2, NET_H3, RANK_H, NET_CLASSES};

/* Every block of weights, in the order of the file, and what they may be: the clips that the trainer keeps
 * (net_layout.h). Beyond them sums could overflow. */
struct block {
    void *at;
    size_t size;
    enum { TEXT, INT16, FLOAT } kind;
    float most; /* of the amount of a weight */
    const int16_t *base; /* of the net that this one was begun as, or NULL */
    const int16_t *like; /* what is similar, or NULL */
    size_t lag; /* so many integers earlier is what is similar; 0: nothing */
    size_t row, stride; /* bytes of a row in the file, and from row to row in memory */
};
enum { PAIRS = 4, BLOCKS_OF_NET = 10, BLOCKS_OF_RANK = 4, BLOCKS = 1 + NET_CLASSES * BLOCKS_OF_NET + BLOCKS_OF_RANK };

#define FLOAT_MOST 100.0f
#define RANK_CLIP 8.0f
#define BLOCK(field, what, limit)                                                                                      \
    (struct block)                                                                                                     \
    {                                                                                                                  \
        .at = field, .size = sizeof(field), .kind = what, .most = limit, .row = sizeof(field), .stride = sizeof(field) \
    }

/* A table of which the file has the first `row` bytes of each row. */
static struct block begin_of_rows(struct block b, size_t row, size_t stride)
{
    b.size = b.size / stride * row;
    b.row = row;
    b.stride = stride;
    return b;
}

/* A table of rows (net_layout.h). */
static struct block rows_by_stack(struct block b, size_t sums)
{
    b.lag = ROWS_STACK * sums;
    return b;
}

/* `third`: units of the third layer that the file has. */
static struct block *blocks_of_class(struct net_weights *w, int third, struct block *out)
{
    const size_t units = (size_t)third, outs = (NET_H2 + units) / 2 * sizeof w->out[0];
    *out++ = rows_by_stack(BLOCK(w->row, INT16, ROW_CLIP * NET_ONE), NET_SUMS);
    *out++ = BLOCK(w->bias1, INT16, BIAS_CLIP * NET_ONE);
    *out++ = BLOCK(w->feature, INT16, INT16_MAX);
    *out++ = BLOCK(w->w2, INT16, W2_CLIP * W2_ONE);
    *out++ = BLOCK(w->pair, INT16, PAIR_CLIP * PAIR_ONE);
    *out++ = BLOCK(w->bias2, FLOAT, FLOAT_MOST);
    *out++ = begin_of_rows(BLOCK(w->deep, FLOAT, FLOAT_MOST), units * sizeof(float), sizeof w->deep[0]);
    *out++ = begin_of_rows(BLOCK(w->bias_deep, FLOAT, FLOAT_MOST), units * sizeof(float), sizeof w->bias_deep);
    *out++ = begin_of_rows(BLOCK(w->out, FLOAT, FLOAT_MOST), outs, sizeof w->out);
    *out++ = BLOCK(w->bias_out, FLOAT, FLOAT_MOST);
    return out;
}

/* Returns how many there are. */
static int blocks_of(struct net *net, int nets, int third, struct block *out)
{
    struct block *const first = out, *of[NET_CLASSES];
    *out++ = BLOCK(net->record, TEXT, 0);
    for (int c = 0; c < nets; c++)
        out = blocks_of_class(&net->of[c], third, of[c] = out);
    if (nets > NET_BACK)
        of[NET_BACK][PAIRS].like = net->of[NET_CONTACT].pair[0];
    for (int c = NET_PAST; c < nets; c++)
        for (int i = 0; i < BLOCKS_OF_NET; i++)
            of[c][i].base = of[c][i].kind == INT16 ? of[net_answering((enum net_class)c, c)][i].at : NULL;
    *out++ = rows_by_stack(BLOCK(net->rank.row, INT16, ROW_CLIP * NET_ONE), RANK_H);
    *out++ = BLOCK(net->rank.bias, INT16, BIAS_CLIP * NET_ONE);
    *out++ = BLOCK(net->rank.w, INT16, RANK_CLIP * W2_ONE);
    *out = (struct block){.at = &net->rank.bias2, .kind = FLOAT, .most = FLOAT_MOST};
    out->size = out->row = out->stride = sizeof net->rank.bias2;
    out++;
    return (int)(out - first);
}

/* Until version 6 floats and text are in the file as they are in memory, in version 4 integers too. */
static void unpack_plain(const struct block *b, const unsigned char *from)
{
    for (size_t at = 0; at < b->size; at += b->row)
        memcpy((char *)b->at + at / b->row * b->stride, from + at, b->row);
}

/* A block of integers of version 5 or 6. */
static void unpack_halves(const struct block *b, const unsigned char *from, unsigned turned)
{
    const size_t n = b->size / sizeof(int16_t);
    int16_t *const to = b->at;
    for (size_t i = 0; i < n; i++) {
        const unsigned twice = (from[i] | (unsigned)from[n + i] << 8) ^ turned,
                       base = b->base ? (uint16_t)b->base[i] : 0;
        to[i] = (int16_t)(uint16_t)((twice >> 1 ^ (0u - (twice & 1))) + base);
    }
}

/* Half of what is only similar, a multiple of 8: trained rows are multiples of 4 and, more of them, of 8. */
static unsigned half(int similar)
{
    return (unsigned)((similar >> 1) + 4) & ~7u;
}

/* Adds to integers what can be expected of them, in their order. */
static void add_expected(const struct block *b)
{
    const size_t n = b->size / sizeof(int16_t);
    int16_t *const v = b->at;
    if (b->base)
        for (size_t i = 0; i < n; i++)
            v[i] = (int16_t)(uint16_t)((unsigned)v[i] + (unsigned)b->base[i]);
    else if (b->like)
        for (size_t i = 0; i < n; i++)
            v[i] = (int16_t)(uint16_t)((unsigned)v[i] + half(b->like[i]));
    else if (b->lag)
        for (size_t i = b->lag; i < n; i++)
            v[i] = (int16_t)(uint16_t)((unsigned)v[i] + half(v[i - b->lag]));
}

static void pack_integers(const struct block *b, struct strbuf *out)
{
    const size_t n = b->size / sizeof(int16_t);
    const int16_t *const from = b->at;
    int16_t *const less = xmalloc(b->size);
    for (size_t i = 0; i < n; i++)
        less[i] = (int16_t)(uint16_t)((unsigned)from[i] - (b->base                 ? (unsigned)b->base[i]
                                                           : b->like               ? half(b->like[i])
                                                           : b->lag && i >= b->lag ? half(from[i - b->lag])
                                                                                   : 0));
    integers_pack(out, less, n);
    xfree(less);
}

/* Text, or floats by bytes: the next byte of the file's, whose place in memory begins at {0, 0}. */
struct place {
    size_t row, at;
};

static unsigned char *next_byte(const struct block *b, struct place *p)
{
    const size_t width = b->kind == FLOAT ? sizeof(float) : 1;
    unsigned char *const byte = (unsigned char *)b->at + p->row + p->at;
    p->at += width;
    if (p->at >= b->row) {
        p->at %= width;
        p->row += b->stride;
        if (p->row == b->size / b->row * b->stride)
            *p = (struct place){0, p->at + 1};
    }
    return byte;
}

static bool unpack(const struct block *b, const unsigned char **at, const unsigned char *end)
{
    struct place p = {0};
    if (b->kind == INT16) {
        const bool whole = integers_unpack(at, end, b->at, b->size / sizeof(int16_t));
        add_expected(b);
        return whole;
    }
    if ((size_t)(end - *at) < b->size)
        return false;
    for (size_t i = 0; i < b->size; i++)
        *next_byte(b, &p) = *(*at)++;
    return true;
}

static void pack(const struct block *b, struct strbuf *out)
{
    struct place p = {0};
    if (b->kind == INT16)
        pack_integers(b, out);
    else
        for (size_t i = 0; i < b->size; i++)
            strbuf_putc(out, (char)*next_byte(b, &p));
}

static double weight_of(const struct block *b, size_t i)
{
    return b->kind == INT16 ? ((const int16_t *)b->at)[i] : (double)((const float *)b->at)[i];
}

/* Half a unit is the rounding of what the trainer has clipped. */
static bool weights_are_sound(const struct block *block, int n_blocks, struct diags *d)
{
    for (int k = 0; k < n_blocks; k++) {
        const struct block *b = &block[k];
        const size_t n = b->kind == TEXT ? 0 : b->size / (b->kind == INT16 ? sizeof(int16_t) : sizeof(float));
        for (size_t i = 0; i < n; i++) {
            if (fabs(weight_of(b, i)) <= (double)b->most + 0.5) /* false for what is not a number */
                continue;
            diag_at(d, SEVERITY_ERROR, 0, 0, "net file with a weight of %g, expected -%g to %g", weight_of(b, i),
                    (double)b->most, (double)b->most);
            return false;
        }
    }
    return true;
}

static size_t file_size(int nets, int third)
{
    static struct net any;
    struct block block[BLOCKS];
    size_t size = HEADER;
    const int n = blocks_of(&any, nets, third, block);
    for (int i = 0; i < n; i++)
        size += block[i].size;
    return size;
}

static uint64_t sum_of_blocks(const struct block *block, int n)
{
    uint64_t hash = FNV_START;
    for (int i = 0; i < n; i++)
        hash = fnv(hash, block[i].at, block[i].size);
    return hash;
}

struct announced {
    int nets, third;
};

/* A file may have fewer nets, and a narrower third layer. */
static bool is_shape(const uint32_t word[SHAPES], struct announced *a, struct diags *d)
{
    const uint32_t nets = word[SHAPES - 1], third = word[THIRD];
    *a = (struct announced){nets >= NET_LEAST && nets < NET_CLASSES ? (int)nets : NET_CLASSES,
                            third == THIRD_OLD ? THIRD_OLD : NET_H3};
    for (int i = 0; i < SHAPES; i++) {
        const uint32_t expected = i == SHAPES - 1 ? (uint32_t)a->nets : i == THIRD ? (uint32_t)a->third : shape[i];
        if (word[i] != expected) {
            diag_at(d, SEVERITY_ERROR, 0, 0, "net of another shape: size %d is %u, expected %u", i + 1, word[i],
                    expected);
            return false;
        }
    }
    return true;
}

/* Reads the header; false with a message if it is not a good one. */
static bool announce(const unsigned char *data, size_t size, struct announced *a, struct diags *d)
{
    uint32_t word[1 + SHAPES];
    if (size < HEADER || memcmp(data, magic, sizeof magic) != 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "this is not a net file, expected it to begin with KIBNET");
        return false;
    }
    memcpy(word, data + 8, sizeof word);
    if (word[0] < VERSION_PLAIN || word[0] > VERSION) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "net file of version %u, expected %d to %d", word[0], VERSION_PLAIN, VERSION);
        return false;
    }
    if (!is_shape(word + 1, a, d))
        return false;
    const size_t expects = file_size(a->nets, a->third);
    const bool good = word[0] == VERSION || size == expects;
    if (!good)
        diag_at(d, SEVERITY_ERROR, 0, 0, "net file of %zu bytes, expected %zu", size, expects);
    return good;
}

/* False where a file of today's version does not end with its last block. */
static bool read_blocks(const struct block *block, int n, uint32_t version, const unsigned char *at,
                        const unsigned char *end)
{
    bool whole = true;
    for (int i = 0; i < n && whole; i++) {
        if (version == VERSION) {
            whole = unpack(&block[i], &at, end);
            continue;
        }
        if (version != VERSION_PLAIN && block[i].kind == INT16)
            unpack_halves(&block[i], at, version == VERSION_TURNED ? TURNED : 0);
        else
            unpack_plain(&block[i], at);
        at += block[i].size;
    }
    return whole && at == end;
}

/* `known`: the file has been checked when the program was made. */
static struct net *read_net(const unsigned char *at, size_t size, bool known, struct diags *d)
{
    struct block block[BLOCKS];
    uint64_t sum;
    struct announced a;
    if (!announce(at, size, &a, d))
        return NULL;
    memcpy(&sum, at + 44, sizeof sum);
    const uint64_t found = known ? sum : fnv(FNV_START, at + HEADER, size - HEADER);
    struct net *net = xaligned(sizeof *net);
    memset(net, 0, sizeof *net);
    net->n = a.nets;
    const bool whole = read_blocks(block, blocks_of(net, a.nets, a.third, block), at[8], at + HEADER, at + size);
    if (found != sum || !whole || net->record[NET_RECORD - 1] != 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "damaged net file: checksum %016llx, expected %016llx",
                (unsigned long long)found, (unsigned long long)sum);
        net_free(net);
        return NULL;
    }
    if (!known && !weights_are_sound(block, blocks_of(net, a.nets, NET_H3, block), d)) {
        net_free(net);
        return NULL;
    }
    for (int c = 0; c < a.nets; c++)
        net_prepare(&net->of[c]);
    for (int c = a.nets; c < NET_CLASSES; c++)
        net->of[c] = net->of[net_answering((enum net_class)c, a.nets)];
    rank_prepare(&net->rank);
    return net;
}

struct net *net_read(const void *data, size_t size, struct diags *d)
{
    return read_net(data, size, false, d);
}

struct net *net_read_known(const void *data, size_t size, struct diags *d)
{
    return read_net(data, size, true, d);
}

struct net *net_load(const char *path, struct diags *d)
{
    struct strbuf bytes = {0};
    struct net *net = NULL;
    if (file_read(path, 2 * file_size(NET_CLASSES, NET_H3), &bytes) || errno == EFBIG)
        net = net_read(strbuf_text(&bytes), bytes.length, d);
    else
        diag_at(d, SEVERITY_ERROR, 0, 0, "the net cannot be read: %s", file_problem(errno));
    strbuf_done(&bytes);
    return net;
}

void net_free(struct net *net)
{
    xaligned_free(net);
}

const char *net_record(const struct net *net)
{
    return net->record;
}

uint64_t net_checksum(const struct net *net)
{
    struct block block[BLOCKS];
    const int n = blocks_of((struct net *)net, net->n, NET_H3, block);
    return sum_of_blocks(block, n);
}

static void put_net(struct strbuf *out, const struct net *net)
{
    const uint32_t version = VERSION, nets = (uint32_t)net->n;
    struct block block[BLOCKS];
    const int n = blocks_of((struct net *)net, net->n, NET_H3, block);
    uint64_t sum = 0;
    strbuf_add(out, magic, sizeof magic);
    strbuf_add(out, (const char *)&version, sizeof version);
    strbuf_add(out, (const char *)shape, sizeof shape - sizeof nets);
    strbuf_add(out, (const char *)&nets, sizeof nets);
    strbuf_add(out, (const char *)&sum, sizeof sum);
    for (int i = 0; i < n; i++)
        pack(&block[i], out);
    sum = fnv(FNV_START, (const unsigned char *)out->at + HEADER, out->length - HEADER);
    memcpy(out->at + HEADER - sizeof sum, &sum, sizeof sum);
}

bool net_save(const struct net *net, const char *path, struct diags *d)
{
    struct strbuf bytes = {0};
    put_net(&bytes, net);
    const bool good = file_write_atomic(path, bytes.at, bytes.length);
    const int error = errno;
    strbuf_done(&bytes);
    if (!good)
        diag_at(d, SEVERITY_ERROR, 0, 0, "the net cannot be written to %s: %s", path, file_problem(error));
    return good;
}

static bool has_say(const struct net_weights *w, int unit)
{
    for (int o = 0; o < NET_OUT; o++)
        if (w->out[(NET_H2 + unit) / 2][o][unit % 2] != 0.0f)
            return true;
    return false;
}

void net_prepare(struct net_weights *w)
{
    int units = NET_H3;
    while (units > 0 && !has_say(w, units - 1))
        units--;
    w->third = (units + THIRD_STEP - 1) / THIRD_STEP * THIRD_STEP;
}

static void add_row(int16_t *to, const int16_t *before, const int16_t *row)
{
    for (int i = 0; i < RANK_H; i++)
        to[i] = (int16_t)(before[i] + row[i]);
}

void rank_prepare(struct rank_weights *w)
{
    memset(w->place, 0, sizeof w->place);
    for (int p = 0; p < RANK_PLACES; p++)
        for (int k = 1; k <= BOARD_CHEQUERS; k++) {
            const bool on_board = p < BOARD_POINTS;
            int16_t(*at)[RANK_H] = &w->place[p][RANK_NONE];
            if (!on_board)
                add_row(at[k], at[k - 1], w->row[row_of_off(p - BOARD_POINTS, k)]);
            if (on_board && p != BOARD_OPPONENT_BAR)
                add_row(at[k], at[k - 1], w->row[row_of(0, p, k)]);
            if (on_board && p != BOARD_BAR)
                add_row(at[-k], at[1 - k], w->row[row_of(1, 25 - p, k)]);
        }
}

/* ---- evaluation ---- */

static float limited(float p, float most) /* in the form that processors have instructions for */
{
    const float positive = p > 0.0f ? p : 0.0f;
    return positive < most ? positive : most;
}

/* Some chequer of one side still has to pass one of the other (board_has_contact). */
static bool in_contact(struct occupied o)
{
    return o.mine && o.theirs && 31 - __builtin_clz(o.mine) > __builtin_ctz(o.theirs);
}

enum { ITS_HOME_AND_BAR = 0x7f, MY_FAR_HOME_AND_BAR = 0x3f80000 };

static struct outcome consistent(const float p[5], const struct board *b, struct occupied at)
{
    const bool contact = in_contact(at);
    struct outcome o = {.win = limited(p[0], 1.0f)};
    /* Without contact a chequer that has left the winner's home cannot be caught there any more. */
    if (b->off[1] == 0) {
        o.win_gammon = limited(p[1], o.win);
        o.win_backgammon = contact || (at.theirs & ITS_HOME_AND_BAR) ? limited(p[2], o.win_gammon) : 0.0f;
    }
    if (b->off[0] == 0) {
        o.lose_gammon = limited(p[3], 1.0f - o.win);
        o.lose_backgammon = contact || (at.mine & MY_FAR_HOME_AND_BAR) ? limited(p[4], o.lose_gammon) : 0.0f;
    }
    return o;
}

/* The exact outcome of a game that is over, if `b` is the end of one. */
static bool is_finished(const struct board *b, struct outcome *o)
{
    const int won = board_won(b), lost = won ? 0 : board_lost(b);
    *o = (struct outcome){.win = won > 0,
                          .win_gammon = won > 1,
                          .win_backgammon = won > 2,
                          .lose_gammon = lost > 1,
                          .lose_backgammon = lost > 2};
    return won > 0 || lost > 0;
}

enum { CHUNK = 256 };

/* Sorts the boards that need a net by class, keeping their order. */
static void chunk(const struct net_evaluator *e, const struct board *boards, size_t n, struct outcome *out)
{
    const struct board *asked[NET_CLASSES][CHUNK];
    size_t place[NET_CLASSES][CHUNK], n_asked[NET_CLASSES] = {0};
    float p[CHUNK][NET_OUT];
    struct occupied at[CHUNK];
    e->kernel->occupied(boards, n, at);
    for (size_t i = 0; i < n; i++) {
        if ((at[i].mine == 0 || at[i].theirs == 0) && is_finished(&boards[i], &out[i]))
            continue;
        const enum net_class of = in_contact(at[i]) ? net_class_in_contact(&boards[i]) : NET_RACE,
                             c = net_answering(of, e->net->n); /* not a copy: more boards to a call */
        place[c][n_asked[c]] = i;
        asked[c][n_asked[c]++] = &boards[i];
    }
    for (int c = 0; c < NET_CLASSES; c++) {
        e->kernel->eval(&e->net->of[c], input_tables(), asked[c], n_asked[c], p);
        for (size_t k = 0; k < n_asked[c]; k++)
            out[place[c][k]] = consistent(p[k], asked[c][k], at[place[c][k]]);
    }
}

static void eval(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                 struct outcome *out)
{
    (void)w;
    for (size_t at = 0; at < n; at += CHUNK)
        chunk((const struct net_evaluator *)self, boards + at, n - at < CHUNK ? n - at : CHUNK, out + at);
}

void net_evaluator_init(struct net_evaluator *e, const struct net *net)
{
    *e = (struct net_evaluator){.base = {"net", eval}, .net = net, .kernel = net_kernel_choose()};
}

void net_rank(const struct net_evaluator *e, const struct board *boards, size_t n, float *equity)
{
    e->kernel->rank(&e->net->rank, boards, n, equity);
}
