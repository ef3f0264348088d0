/* A cursor over little-endian binary data that checks every read: past the end it gives zeros and remembers. */
#ifndef KIBITZER_BYTES_H
#define KIBITZER_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct bytes {
    struct span data;
    size_t at; /* offset of the next read */
    bool aligned; /* align numbers to their size, as Pascal records do */
    bool overrun; /* something was read beyond the end */
};

struct span bytes_take(struct bytes *b, size_t length); /* empty and overrun if there are not that many */
void bytes_skip(struct bytes *b, size_t length);
void bytes_align(struct bytes *b, size_t size);
int8_t bytes_i8(struct bytes *b);
int16_t bytes_i16(struct bytes *b);
uint8_t bytes_u8(struct bytes *b);
int32_t bytes_i32(struct bytes *b);
uint16_t bytes_u16(struct bytes *b);
uint32_t bytes_u32(struct bytes *b);
uint64_t bytes_u64(struct bytes *b);
float bytes_f32(struct bytes *b);
double bytes_f64(struct bytes *b);
struct span bytes_short_string(struct bytes *b, size_t room); /* length byte + `room` bytes */

#endif
