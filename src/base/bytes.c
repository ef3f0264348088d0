/* Checked little-endian reading; see bytes.h. */
#include "base/bytes.h"

#include <string.h>

struct span bytes_take(struct bytes *b, size_t length)
{
    if (b->at > b->data.length || length > b->data.length - b->at) {
        b->overrun = true;
        b->at = b->data.length;
        return (struct span){b->data.at, 0};
    }
    struct span taken = {b->data.at + b->at, length};
    b->at += length;
    return taken;
}

void bytes_skip(struct bytes *b, size_t length)
{
    bytes_take(b, length);
}

void bytes_align(struct bytes *b, size_t size)
{
    if (b->at % size != 0)
        bytes_take(b, size - b->at % size);
}

static uint64_t little_endian(struct bytes *b, size_t size)
{
    if (b->aligned)
        bytes_align(b, size);
    struct span s = bytes_take(b, size);
    uint64_t value = 0;
    for (size_t i = s.length; i-- > 0;)
        value = value << 8 | (unsigned char)s.at[i];
    return value;
}

int8_t bytes_i8(struct bytes *b)
{
    return (int8_t)little_endian(b, 1);
}

int16_t bytes_i16(struct bytes *b)
{
    return (int16_t)little_endian(b, 2);
}

int32_t bytes_i32(struct bytes *b)
{
    return (int32_t)little_endian(b, 4);
}

uint32_t bytes_u32(struct bytes *b)
{
    return (uint32_t)little_endian(b, 4);
}

uint8_t bytes_u8(struct bytes *b)
{
    return (uint8_t)little_endian(b, 1);
}

uint16_t bytes_u16(struct bytes *b)
{
    return (uint16_t)little_endian(b, 2);
}

uint64_t bytes_u64(struct bytes *b)
{
    return little_endian(b, 8);
}

float bytes_f32(struct bytes *b)
{
    uint32_t bits = (uint32_t)little_endian(b, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double bytes_f64(struct bytes *b)
{
    uint64_t bits = little_endian(b, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

struct span bytes_short_string(struct bytes *b, size_t room)
{
    struct span all = bytes_take(b, room + 1);
    if (all.length == 0)
        return all;
    size_t length = (unsigned char)all.at[0];
    return span_sub(all, 1, length < room ? length : room);
}
