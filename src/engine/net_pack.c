/* Integers of a net file: a byte for each that says how large it is, all of these together, for compressors find few
 * sizes there and can do nothing with the last bits; behind them these last bits as they are.
 *
 *   1 byte   low bits that are 0 in all of them and left out (high four bits), significant bits kept (low four)
 *   n bytes  turned (net.c says why): twice the amount, less 1 where it is negative, as a number of so many significant
 *            bits and, from twice that many on, half as many codes for each power of two
 *   then the bits that are not significant, first to last, the lowest bit of a byte first, filled up with zeros */
#include "engine/net_pack.h"

#include <string.h>

enum { FINE = 6, FINE_BITS = 12, COARSE = 5, TURNED = 0xff }; /* 6 bits have codes for numbers below 2^12 */

static unsigned folded(int v)
{
    return (unsigned)(v < 0 ? -2 * v - 1 : 2 * v);
}

static int unfolded(unsigned z)
{
    return (int)(z >> 1) ^ -(int)(z & 1);
}

/* How many bits of z are not significant. */
static int left_over(unsigned z, int keep)
{
    const int bits = z ? 32 - __builtin_clz(z) : 0;
    return bits > keep ? bits - keep : 0;
}

static unsigned char head_of(const int16_t *from, size_t n)
{
    unsigned any = 0, all = 0;
    for (size_t i = 0; i < n; i++)
        any |= (uint16_t)from[i];
    const int shift = any ? __builtin_ctz(any) : 0;
    for (size_t i = 0; i < n; i++)
        all |= folded(from[i] >> shift);
    return (unsigned char)(shift << 4 | (all >> FINE_BITS ? COARSE : FINE));
}

void integers_pack(struct strbuf *out, const int16_t *from, size_t n)
{
    const unsigned char head = head_of(from, n);
    const int shift = head >> 4, keep = head & 15;
    uint32_t waiting = 0;
    int n_waiting = 0;
    strbuf_putc(out, (char)head);
    for (size_t i = 0; i < n; i++) {
        const unsigned z = folded(from[i] >> shift);
        const int extra = left_over(z, keep);
        strbuf_putc(out, (char)(((z >> extra) + ((unsigned)extra << (keep - 1))) ^ TURNED));
    }
    for (size_t i = 0; i < n; i++) {
        const unsigned z = folded(from[i] >> shift);
        const int extra = left_over(z, keep);
        waiting |= (z & ((1u << extra) - 1)) << n_waiting;
        for (n_waiting += extra; n_waiting >= 8; n_waiting -= 8, waiting >>= 8)
            strbuf_putc(out, (char)waiting);
    }
    if (n_waiting > 0)
        strbuf_putc(out, (char)waiting);
}

/* What a code stands for. */
struct meaning {
    uint32_t first; /* the least number that has this code */
    uint32_t mask; /* of the bits of it that follow */
    int extra; /* so many */
};

static void mean(struct meaning meaning[256], int keep)
{
    for (unsigned c = 0; c < 256; c++) {
        const unsigned power = c >> (keep - 1), extra = power > 1 ? power - 1 : 0;
        meaning[c ^ TURNED] = (struct meaning){(c - (extra << (keep - 1))) << extra, (1u << extra) - 1, (int)extra};
    }
}

enum { AT_ONCE = 4 }; /* numbers whose bits are all in one word, wherever in a byte these begin */

/* The bits from `at` on: as many as are there, then zeros. */
static uint64_t word_at(const unsigned char *bits, size_t size, size_t at)
{
    uint64_t word = 0;
    if (at / 8 + sizeof word <= size)
        memcpy(&word, bits + at / 8, sizeof word);
    else if (at / 8 < size)
        memcpy(&word, bits + at / 8, size - at / 8);
    return word >> at % 8;
}

bool integers_unpack(const unsigned char **at, const unsigned char *end, int16_t *to, size_t n)
{
    if ((size_t)(end - *at) <= n)
        return false;
    const unsigned char *const code = *at + 1, *const bits = code + n;
    const int unit = 1 << (**at >> 4), keep = **at & 15;
    const size_t size = (size_t)(end - bits);
    struct meaning meaning[256];
    uint64_t word = 0;
    size_t used = 0;
    if (keep != FINE && keep != COARSE)
        return false;
    mean(meaning, keep);
    for (size_t i = 0; i < n; i++) {
        const struct meaning m = meaning[code[i]];
        if (i % AT_ONCE == 0)
            word = word_at(bits, size, used);
        to[i] = (int16_t)(unfolded(m.first | ((unsigned)word & m.mask)) * unit);
        word >>= m.extra;
        used += (size_t)m.extra;
    }
    if (used > 8 * size)
        return false;
    *at = bits + (used + 7) / 8;
    return true;
}
