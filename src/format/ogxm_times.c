/* Clock readings and video marks; see ogxm_times.h. */
#include "format/ogxm_times.h"

#include <string.h>

#include "base/bytes.h"
#include "base/format.h"
#include "format/ogxm.h"

/* ---- the clock: low bits of the differences in words of 64 bits, then their high parts in ones before a zero ---- */

enum { BERSERK_MAX = 3, LOW_MAX = 31, WORD = 64, BYTE = 8 };

static bool bit_at(struct span s, size_t i)
{
    return (unsigned char)s.at[i / BYTE] >> (i % BYTE) & 1;
}

/* False where the high parts do not fill `s`. */
static bool add_high_parts(struct span s, unsigned low, uint64_t *difference, size_t n)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++, at++)
        for (; at < s.length * BYTE && bit_at(s, at); at++)
            difference[i] += (uint64_t)1 << low;
    if (at > s.length * BYTE || (at + BYTE - 1) / BYTE != s.length)
        return false;
    for (; at < s.length * BYTE; at++)
        if (bit_at(s, at))
            return false;
    return true;
}

static void take_low_parts(struct bytes *b, unsigned low, uint64_t *difference, size_t n)
{
    const size_t each = WORD / low;
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++, word >>= low) {
        if (i % each == 0)
            word = bytes_u64(b);
        difference[i] = word & (((uint64_t)1 << low) - 1);
    }
}

const char *ogxm_read_clock(struct span payload, size_t n_plies, struct arena *arena, struct ogxm_clock *out)
{
    struct bytes b = {.data = payload};
    *out = (struct ogxm_clock){
        .reserve = bytes_u32(&b), .delay = bytes_u32(&b), .increment = bytes_u32(&b), .start = bytes_u32(&b)};
    out->berserk = bytes_u8(&b);
    const bool zeros = bytes_u8(&b) == 0 && bytes_u8(&b) == 0 && bytes_u8(&b) == 0;
    const uint32_t n = bytes_u32(&b);
    const unsigned low = bytes_u8(&b);
    out->unit = bytes_u32(&b);
    if (b.overrun || out->berserk > BERSERK_MAX || !zeros || low > LOW_MAX || out->unit == 0)
        return W_("its head is not one of a clock");
    if (n > 0 && n >= n_plies)
        return W_("it has more readings than the match has plies");
    if (n > 0 && low == 0)
        return W_("its differences have no bits");
    if (n == 0)
        return b.at != payload.length ? W_("something follows it") : NULL;
    out->reading = arena_alloc(arena, n * sizeof *out->reading);
    take_low_parts(&b, low, out->reading, n);
    if (b.overrun || !add_high_parts(span_sub(payload, b.at, payload.length), low, out->reading, n))
        return W_("its readings do not fill it");
    out->n = n;
    for (size_t i = 0; i < n; i++)
        out->reading[i] = out->reading[i] * out->unit + (i > 0 ? out->reading[i - 1] : 0);
    return NULL;
}

static uint64_t in_units(const struct ogxm_clock *c, size_t i)
{
    return (c->reading[i] + c->unit / 2) / c->unit;
}

static uint64_t difference_at(const struct ogxm_clock *c, size_t i)
{
    return in_units(c, i) - (i > 0 ? in_units(c, i - 1) : 0);
}

/* Bytes of the readings where so many bits are low. */
static uint64_t size_with(const struct ogxm_clock *c, unsigned low)
{
    const size_t each = WORD / low;
    uint64_t bits = c->n;
    for (size_t i = 0; i < c->n; i++)
        bits += difference_at(c, i) >> low;
    return (c->n + each - 1) / each * sizeof(uint64_t) + (bits + BYTE - 1) / BYTE;
}

static unsigned best_low(const struct ogxm_clock *c)
{
    unsigned best = 1;
    for (unsigned low = 2; low <= LOW_MAX; low++)
        if (size_with(c, low) < size_with(c, best))
            best = low;
    return best;
}

static void put_readings(struct strbuf *to, const struct ogxm_clock *c, unsigned low)
{
    const size_t each = WORD / low;
    for (size_t i = 0; i < c->n; i += each) {
        uint64_t word = 0;
        for (size_t k = 0; k < each && i + k < c->n; k++)
            word |= (difference_at(c, i + k) & (((uint64_t)1 << low) - 1)) << (k * low);
        ogxm_put_bytes(to, word, sizeof word);
    }
    unsigned byte = 0, bits = 0;
    for (size_t i = 0; i < c->n; i++)
        for (uint64_t high = difference_at(c, i) >> low, k = 0; k <= high; k++) {
            byte |= (k < high ? 1U : 0) << bits;
            if (++bits == BYTE) {
                ogxm_put_bytes(to, byte, 1);
                byte = bits = 0;
            }
        }
    if (bits > 0)
        ogxm_put_bytes(to, byte, 1);
}

void ogxm_put_clock(struct strbuf *to, const struct ogxm_clock *clock)
{
    const unsigned low = clock->n > 0 ? best_low(clock) : 0;
    ogxm_put_bytes(to, clock->reserve, 4);
    ogxm_put_bytes(to, clock->delay, 4);
    ogxm_put_bytes(to, clock->increment, 4);
    ogxm_put_bytes(to, clock->start, 4);
    ogxm_put_bytes(to, clock->berserk, 4);
    ogxm_put_bytes(to, clock->n, 4);
    ogxm_put_bytes(to, low, 1);
    ogxm_put_bytes(to, clock->unit, 4);
    if (clock->n > 0)
        put_readings(to, clock, low);
}

/* ---- the video ---- */

enum { VIDEO_VERSION = 1, VIDEO_HEAD = 22, MARK = 14, KIND_MAX = 3, MARKS_MAX = 1 << 20 };

static struct ogxm_mark take_mark(struct bytes *b)
{
    struct ogxm_mark m = {.game = bytes_u8(b), .ply = bytes_u16(b)};
    m.by_hand = bytes_u8(b);
    m.video = bytes_u32(b);
    m.wall = bytes_u32(b);
    m.lag = bytes_u16(b);
    return m;
}

const char *ogxm_read_video(struct span payload, size_t n_games, struct arena *arena, struct ogxm_video *out)
{
    struct bytes b = {.data = payload};
    *out = (struct ogxm_video){.kind = 0};
    const unsigned version = bytes_u8(&b);
    out->kind = bytes_u8(&b);
    out->flags = bytes_u16(&b);
    out->offset = bytes_i32(&b);
    out->wall = bytes_u64(&b);
    const unsigned url = bytes_u16(&b);
    const uint32_t count = bytes_u32(&b);
    if (b.overrun || version != VIDEO_VERSION || out->kind > KIND_MAX)
        return W_("its head is not one of video marks");
    if (url > OGXM_URL_MAX || count > MARKS_MAX || payload.length != VIDEO_HEAD + url + (size_t)count * MARK)
        return W_("its length is not that of its marks");
    out->url = bytes_take(&b, url);
    out->mark = arena_alloc(arena, (count + 1) * sizeof *out->mark);
    for (; out->n < count; out->n++) {
        const struct ogxm_mark m = out->mark[out->n] = take_mark(&b);
        const struct ogxm_mark *last = out->n > 0 ? &out->mark[out->n - 1] : &out->mark[0];
        if (m.game < last->game || (m.game == last->game && m.ply < last->ply))
            return W_("its marks are not in order");
        if (m.game >= n_games)
            return W_("a mark is in a game that is not there");
    }
    return NULL;
}

void ogxm_put_video(struct strbuf *to, const struct ogxm_video *video)
{
    ogxm_put_bytes(to, VIDEO_VERSION, 1);
    ogxm_put_bytes(to, video->kind, 1);
    ogxm_put_bytes(to, video->flags, 2);
    ogxm_put_bytes(to, (uint32_t)video->offset, 4);
    ogxm_put_bytes(to, video->wall, 8);
    ogxm_put_bytes(to, video->url.length, 2);
    ogxm_put_bytes(to, video->n, 4);
    strbuf_add(to, video->url.at, video->url.length);
    for (size_t i = 0; i < video->n; i++) {
        const struct ogxm_mark *m = &video->mark[i];
        ogxm_put_bytes(to, m->game, 1);
        ogxm_put_bytes(to, m->ply, 2);
        ogxm_put_bytes(to, m->by_hand, 1);
        ogxm_put_bytes(to, m->video, 4);
        ogxm_put_bytes(to, m->wall, 4);
        ogxm_put_bytes(to, m->lag, 2);
    }
}
