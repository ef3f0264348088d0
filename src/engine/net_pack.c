/* Integers of a net file: a byte for each that says how large it is, all of these together, for compressors find few
 * sizes there and can do nothing with the last bits; behind them these last bits as they are.
 *
 *   1 byte   low bits that are 0 in all of them and left out (high four bits), significant bits kept (low four)
 *   n bytes  turned (net.c says why): twice the amount, less 1 where it is negative, as a number of so many significant
 *            bits and, from twice that many on, half as many codes for each power of two
 *   then the bits that are not significant, first to last, the lowest bit of a byte first, filled up with zeros */
#include "engine/net_pack.h"

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
    int extra; /* bits of it that follow */
};

static void mean(struct meaning meaning[256], int keep)
{
    for (unsigned c = 0; c < 256; c++) {
        const unsigned power = c >> (keep - 1), extra = power > 1 ? power - 1 : 0;
        meaning[c ^ TURNED] = (struct meaning){(c - (extra << (keep - 1))) << extra, (int)extra};
    }
}

bool integers_unpack(const unsigned char **at, const unsigned char *end, int16_t *to, size_t n)
{
    if ((size_t)(end - *at) <= n)
        return false;
    const unsigned char *code = *at + 1, *bits = code + n;
    const int shift = **at >> 4, keep = **at & 15;
    struct meaning meaning[256];
    uint32_t waiting = 0;
    int n_waiting = 0;
    if (keep != FINE && keep != COARSE)
        return false;
    mean(meaning, keep);
    for (size_t i = 0; i < n; i++) {
        const struct meaning m = meaning[code[i]];
        for (; n_waiting < m.extra; n_waiting += 8) {
            if (bits == end)
                return false;
            waiting |= (uint32_t)*bits++ << n_waiting;
        }
        const unsigned z = m.first | (waiting & ((1u << m.extra) - 1));
        to[i] = (int16_t)(uint16_t)((unsigned)unfolded(z) << shift);
        waiting >>= m.extra;
        n_waiting -= m.extra;
    }
    *at = bits;
    return true;
}
