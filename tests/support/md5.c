/* MD5, written from RFC 1321: pad to blocks of 64 bytes, four rounds of sixteen steps each. */
#include "md5.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64 };

static uint32_t turn(uint32_t x, int bits)
{
    return x << bits | x >> (32 - bits);
}

static uint32_t little_endian(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The mixing function of a step and the word of the block that it takes. */
static uint32_t mix(int step, uint32_t b, uint32_t c, uint32_t d, int *word)
{
    switch (step / 16) {
    case 0:
        *word = step;
        return (b & c) | (~b & d);
    case 1:
        *word = (5 * step + 1) % 16;
        return (d & b) | (~d & c);
    case 2:
        *word = (3 * step + 5) % 16;
        return b ^ c ^ d;
    default:
        *word = 7 * step % 16;
        return c ^ (b | ~d);
    }
}

static void add_block(uint32_t state[4], const unsigned char block[BLOCK], const uint32_t sine[BLOCK])
{
    static const int turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (int i = 0; i < 64; i++) {
        int word = 0;
        const uint32_t f = mix(i, b, c, d, &word);
        const uint32_t sum = a + f + sine[i] + little_endian(block + 4 * word);
        a = d, d = c, c = b;
        b += turn(sum, turns[i / 16][i % 4]);
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}

void md5_hex(const void *bytes, size_t length, char hex[MD5_HEX])
{
    uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    unsigned char tail[2 * BLOCK] = {0};
    const unsigned char *p = bytes;
    const size_t whole = length / BLOCK * BLOCK, rest = length - whole, tail_length = rest < 56 ? BLOCK : 2 * BLOCK;
    uint32_t sine[BLOCK];
    for (int i = 0; i < BLOCK; i++)
        sine[i] = (uint32_t)(fabs(sin(i + 1)) * 4294967296.0);
    for (size_t i = 0; i < whole; i += BLOCK)
        add_block(state, p + i, sine);
    memcpy(tail, p + whole, rest);
    tail[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        tail[tail_length - 8 + i] = (unsigned char)((uint64_t)length * 8 >> (8 * i));
    for (size_t i = 0; i < tail_length; i += BLOCK)
        add_block(state, tail + i, sine);
    for (int i = 0; i < 16; i++)
        snprintf(hex + 2 * i, 3, "%02x", state[i / 4] >> (8 * (i % 4)) & 0xff);
}
