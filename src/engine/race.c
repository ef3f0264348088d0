/* Number of rolls of one side in a race, by a net. Its outputs shape a curve over the number of rolls around what pips
 * alone would say. Shape and training: docs/engine.md, "Races". Every operation is plain IEEE arithmetic in a fixed
 * order, so that the same placing gives the same distribution on every machine. */
#include "engine/race.h"

#include <math.h>
#include <string.h>

#include "base/fnv.h"
#include "base/xmalloc.h"
#include "engine/cache.h"

static const double pips_of_a_roll = 49.0 / 6;

/* ---- inputs ---- */

static void set_counts(const int8_t own[RACE_POINTS], float *in)
{
    for (int p = 0; p < RACE_POINTS; p++, in += RACE_STEPS) {
        for (int k = 0; k < RACE_STEPS - 1; k++)
            in[k] = own[p] > k;
        in[RACE_STEPS - 1] = own[p] >= RACE_STEPS ? (float)(own[p] - RACE_STEPS + 1) / 4 : 0;
    }
}

struct summary {
    int chequers, pips, outside, crossing, occupied, highest; /* crossing: pips to bring all home */
};

static struct summary summary_of(const int8_t own[RACE_POINTS])
{
    enum { HOME = 6 };
    struct summary s = {0};
    for (int p = 1; p <= RACE_POINTS; p++) {
        const int n = own[p - 1];
        s.chequers += n;
        s.pips += n * p;
        s.occupied += n > 0;
        s.highest = n > 0 ? p : s.highest;
        s.outside += p > HOME ? n : 0;
        s.crossing += p > HOME ? n * (p - HOME) : 0;
    }
    return s;
}

static void set_extras(const struct summary *s, float extra[RACE_EXTRAS])
{
    extra[0] = (float)s->pips / 100;
    extra[1] = (float)s->chequers / 15;
    extra[2] = (float)s->outside / 10;
    extra[3] = (float)s->crossing / 40;
    extra[4] = (float)s->occupied / 8;
    extra[5] = (float)s->highest / RACE_POINTS;
}

/* ---- forward ---- */

static float positive(float x)
{
    return x > 0 ? x : 0;
}

static void add_scaled(float *restrict sum, const float *restrict row, float by, int n)
{
    for (int i = 0; i < n; i++)
        sum[i] += by * row[i];
}

static void layers(const struct race_net *net, struct race_sums *s)
{
    memcpy(s->unit, net->in_bias, sizeof s->unit);
    for (int i = 0; i < RACE_INPUTS; i++)
        if (s->in[i] != 0)
            add_scaled(s->unit, net->in[i], s->in[i], RACE_UNITS);
    memcpy(s->upper, net->upper_bias, sizeof s->upper);
    for (int u = 0; u < RACE_UNITS; u++)
        if ((s->unit[u] = positive(s->unit[u])) > 0)
            add_scaled(s->upper, net->upper[u], s->unit[u], RACE_UPPER);
    memcpy(s->out, net->out_bias, sizeof s->out);
    for (int v = 0; v < RACE_UPPER; v++)
        if ((s->upper[v] = positive(s->upper[v])) > 0)
            add_scaled(s->out, net->out[v], s->upper[v], RACE_OUTPUTS);
}

/* e^x for x <= 5, from additions and multiplications alone: no library's last bit can differ. Error below 1e-12. */
static double exponential(double x)
{
    if (x < -600)
        return 0;
    const double k = floor(x * 1.4426950408889634 + 0.5), r = x - k * 0.6931471805599453;
    double sum = 1;
    for (int i = 11; i >= 1; i--)
        sum = 1 + sum * r / i;
    return ldexp(sum, (int)k);
}

static double within(double x, double most)
{
    return fmin(most, fmax(-most, x));
}

void race_forward(const struct race_net *net, const int8_t own[RACE_POINTS], struct race_sums *s)
{
    const struct summary a = summary_of(own);
    set_counts(own, s->in);
    set_extras(&a, s->in + RACE_POINTS * RACE_STEPS);
    layers(net, s);
    const double base[2] = {a.pips / pips_of_a_roll + 0.8, a.crossing / pips_of_a_roll + 1.2};
    for (int which = 0; which < 2; which++) {
        const float *o = s->out + which * RACE_SHAPE;
        s->mean[which] = base[which] + o[RACE_MEAN];
        s->deviation[which] = sqrt(0.25 * base[which]) * exponential(0.5 * within(o[RACE_SPREAD], 4));
    }
}

void race_chances(const struct race_sums *s, int which, double chance[BEAROFF_ROLLS])
{
    const float *o = s->out + which * RACE_SHAPE;
    double sum = 0;
    chance[0] = 0;
    for (int i = 1; i < BEAROFF_ROLLS; i++) {
        const double z = (i - s->mean[which]) / s->deviation[which], c = within(z, RACE_CLIP);
        chance[i] = exponential(
            within(-z * z / 2 + c * c * c * (RACE_SKEW_UNIT * o[RACE_SKEW] + RACE_TAIL_UNIT * c * o[RACE_TAIL]), 60));
        sum += chance[i];
    }
    for (int i = 1; i < BEAROFF_ROLLS; i++)
        chance[i] /= sum;
}

/* To 65535ths; the largest entry takes the rounding, so that the sum is certain. */
static void store(const double chance[BEAROFF_ROLLS], uint16_t out[BEAROFF_ROLLS])
{
    int total = 0, largest = 0;
    for (int i = 0; i < BEAROFF_ROLLS; i++) {
        out[i] = (uint16_t)(chance[i] * BEAROFF_CERTAIN + 0.5);
        total += out[i];
        largest = out[i] > out[largest] ? i : largest;
    }
    out[largest] = (uint16_t)(out[largest] - (total - BEAROFF_CERTAIN));
}

void race_distribution(const struct race_net *net, const int8_t own[RACE_POINTS], struct bearoff_distribution *out)
{
    struct race_sums s;
    double chance[BEAROFF_ROLLS];
    int chequers = 0;
    for (int p = 0; p < RACE_POINTS; p++)
        chequers += own[p];
    race_forward(net, own, &s);
    race_chances(&s, 0, chance);
    store(chance, out->all);
    if (chequers == BOARD_CHEQUERS) {
        race_chances(&s, 1, chance);
        store(chance, out->first);
    } else {
        memset(out->first, 0, sizeof out->first);
        out->first[0] = BEAROFF_CERTAIN;
    }
}

/* ---- races on the board ---- */

/* One side's chequers and the highest point that is held; false if one stands beyond all tables or some are missing. */
static bool side_of(const struct board *b, int side, int8_t own[BEAROFF_MAX_POINTS], int *highest)
{
    int n = 0;
    *highest = 0;
    for (int p = 1; p <= BEAROFF_MAX_POINTS; p++) {
        const int count = side == 0 ? b->point[p] : -b->point[25 - p];
        own[p - 1] = (int8_t)(count > 0 ? count : 0);
        *highest = count > 0 ? p : *highest;
        n += own[p - 1];
    }
    return n > 0 && n + b->off[side] == BOARD_CHEQUERS;
}

static bool holds(const struct race_memo *memo, const int8_t own[BEAROFF_MAX_POINTS])
{
    return memo->filled && memcmp(memo->own, own, BEAROFF_MAX_POINTS) == 0;
}

/* False where neither the tables nor the net reach. */
static bool find_out(const struct race_net *net, const struct bearoff *tables, const int8_t own[BEAROFF_MAX_POINTS],
                     int highest, struct race_memo *memo)
{
    memo->filled = false;
    memo->exact = bearoff_side(tables, own, highest, &memo->d);
    if (!memo->exact && highest > RACE_POINTS)
        return false;
    if (!memo->exact)
        race_distribution(net, own, &memo->d);
    memcpy(memo->own, own, BEAROFF_MAX_POINTS);
    return memo->filled = true;
}

static void take_over(struct race_memo *memo, const struct race_memo *other)
{
    memo->filled = true, memo->exact = other->exact, memo->d = other->d;
    memcpy(memo->own, other->own, BEAROFF_MAX_POINTS);
}

/* The distribution of a side; NULL where neither the tables nor the net reach. */
static const struct bearoff_distribution *remembered(const struct race_net *net, const struct bearoff *tables,
                                                     const int8_t own[BEAROFF_MAX_POINTS], int highest,
                                                     struct race_memo *memo)
{
    if (holds(memo, own))
        return &memo->d;
    if (!memo->kept)
        return find_out(net, tables, own, highest, memo) ? &memo->d : NULL;
    struct race_memo *slot = &memo->kept[cache_hash(0, own, BEAROFF_MAX_POINTS) % RACE_KEPT];
    if (!holds(slot, own) && !find_out(net, tables, own, highest, slot))
        return NULL;
    take_over(memo, slot);
    return &memo->d;
}

bool race_outcome(const struct race_net *net, const struct bearoff *tables, const struct board *after,
                  struct race_memo memo[2], struct outcome *out)
{
    int8_t own[2][BEAROFF_MAX_POINTS];
    int highest[2];
    if (!net || board_has_contact(after) || !side_of(after, 0, own[0], &highest[0]) ||
        !side_of(after, 1, own[1], &highest[1]))
        return false;
    const struct bearoff_distribution *mover = remembered(net, tables, own[0], highest[0], &memo[0]);
    if (!mover)
        return false;
    const struct bearoff_distribution *roller = remembered(net, tables, own[1], highest[1], &memo[1]);
    if (!roller)
        return false;
    *out = bearoff_race_outcome(mover, roller, after->off[0] == 0, after->off[1] == 0);
    return true;
}

/* ---- the file: a mark, the weights as little-endian floats, a checksum (FNV-1a) ---- */

static const char mark[8] = "KIBRACE1";

enum { WEIGHTS = sizeof(struct race_net) / sizeof(float), FILE_LENGTH = sizeof mark + 4 * WEIGHTS + 8 };
#define WEIGHT_MOST 1000.0f

static uint64_t get_number(const unsigned char *at, int bytes)
{
    uint64_t v = 0;
    for (int i = bytes - 1; i >= 0; i--)
        v = v << 8 | at[i];
    return v;
}

static void put_number(struct strbuf *out, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        strbuf_putc(out, (char)(v >> 8 * i));
}

void race_net_write(const struct race_net *net, struct strbuf *out)
{
    const size_t begin = out->length;
    strbuf_add(out, mark, sizeof mark);
    for (size_t i = 0; i < WEIGHTS; i++) {
        uint32_t bits;
        memcpy(&bits, (const float *)(const void *)net + i, sizeof bits);
        put_number(out, bits, 4);
    }
    put_number(out, fnv(FNV_START, (const unsigned char *)out->at + begin, out->length - begin), 8);
}

uint64_t race_net_checksum(const struct race_net *net)
{
    struct strbuf bytes = {0};
    uint64_t sum = 0;
    if (net) {
        race_net_write(net, &bytes);
        sum = get_number((const unsigned char *)bytes.at + bytes.length - 8, 8);
    }
    strbuf_done(&bytes);
    return sum;
}

static bool is_whole(const unsigned char *bytes, size_t length, struct diags *d)
{
    const char *problem = NULL;
    if (length != FILE_LENGTH)
        problem = W_("has another length");
    else if (memcmp(bytes, mark, sizeof mark) != 0)
        problem = W_("does not begin with its mark");
    else if (get_number(bytes + FILE_LENGTH - 8, 8) != fnv(FNV_START, bytes, FILE_LENGTH - 8))
        problem = W_("does not have its checksum");
    if (problem)
        diag_at(d, SEVERITY_ERROR, 0, 0, "the net of races %s", problem);
    return !problem;
}

struct race_net *race_net_read(const unsigned char *bytes, size_t length, struct diags *d)
{
    if (!is_whole(bytes, length, d))
        return NULL;
    struct race_net *net = xmalloc(sizeof *net);
    for (size_t i = 0; i < WEIGHTS; i++) {
        const uint32_t bits = (uint32_t)get_number(bytes + sizeof mark + 4 * i, 4);
        float *weight = (float *)(void *)net + i;
        memcpy(weight, &bits, sizeof bits);
        if (!(fabsf(*weight) <= WEIGHT_MOST)) {
            diag_at(d, SEVERITY_ERROR, 0, 0, "the net of races has a weight out of bounds");
            xfree(net);
            return NULL;
        }
    }
    return net;
}
