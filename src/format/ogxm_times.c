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

/* ---- clock and record ---- */

/* Markers take no time of their own. */
static int64_t taken_at(const struct ogxm_plies *p, size_t i)
{
    return p->event[i] != NULL ? event_timing(p->event[i])->taken : 0;
}

static bool is_timed(const struct ogxm_plies *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->event[i] != NULL && event_timing(p->event[i])->taken >= 0)
            return true;
    return false;
}

bool ogxm_clock_of(const struct match *m, const struct ogxm_plies *plies, struct arena *arena, struct ogxm_clock *out)
{
    static const struct clock none = {.kind = CLOCK_NONE};
    const struct clock *c = m->clock != NULL ? m->clock : &none;
    const int64_t most = UINT32_MAX;
    uint64_t now = 0;
    *out = (struct ogxm_clock){.reserve = (uint32_t)(c->reserve < most ? c->reserve : most),
                               .delay = (uint32_t)(c->delay < most ? c->delay : most),
                               .increment = (uint32_t)(c->increment < most ? c->increment : most),
                               .start = (uint32_t)(c->started < most ? c->started : 0),
                               .berserk = (unsigned)c->berserk,
                               .unit = OGXM_CLOCK_UNIT};
    out->reading = arena_alloc(arena, (plies->n + 1) * sizeof *out->reading);
    for (size_t i = 0; i + 1 < plies->n && taken_at(plies, i) >= 0; i++) {
        now += (uint64_t)taken_at(plies, i);
        out->reading[out->n++] = now;
        out->unit = now % OGXM_CLOCK_UNIT != 0 ? 1 : out->unit;
    }
    while (out->n > 0 && plies->event[out->n - 1] == NULL)
        out->n--; /* after the last time that is known */
    return m->clock != NULL || (out->n > 0 && is_timed(plies));
}

void ogxm_take_clock(struct match *m, const struct ogxm_plies *plies, const struct ogxm_clock *clock)
{
    struct clock *c = arena_alloc(m->arena, sizeof *c);
    *c = (struct clock){.kind = clock->increment > 0 && clock->delay == 0 ? CLOCK_FISCHER : CLOCK_DELAY,
                        .reserve = clock->reserve,
                        .delay = clock->delay,
                        .increment = clock->increment,
                        .started = clock->start,
                        .berserk = (int)clock->berserk};
    if (c->reserve > 0 || c->delay > 0 || c->increment > 0 || c->started > 0 || c->berserk != 0)
        m->clock = c; /* else times alone are known */
    for (size_t i = 0; i < clock->n && i < plies->n; i++)
        if (plies->event[i] != NULL)
            event_time(m, (struct event *)(uintptr_t)plies->event[i])->taken =
                (int64_t)(clock->reading[i] - (i > 0 ? clock->reading[i - 1] : 0));
}

bool ogxm_clock_agrees(const struct match *m, const struct ogxm_plies *plies, const struct ogxm_clock *kept)
{
    const struct clock none = {.kind = CLOCK_NONE}, *c = m->clock != NULL ? m->clock : &none;
    if (c->reserve != kept->reserve || c->delay != kept->delay || c->increment != kept->increment ||
        c->started != kept->start || c->berserk != (int)kept->berserk)
        return false;
    for (size_t i = 0; i < plies->n; i++) {
        const int64_t said =
            i < kept->n ? (int64_t)(kept->reading[i] - (i > 0 ? kept->reading[i - 1] : 0)) : INT64_C(-1);
        if (plies->event[i] != NULL && event_timing(plies->event[i])->taken != said)
            return false;
    }
    return true;
}

/* ---- video and record ---- */

/* Where the mark of a place in the game stands, else n. */
static size_t ply_of_mark(const struct ogxm_plies *p, const struct ogxm_mark *mark)
{
    size_t first = 0;
    while (first < p->n && p->game[first] < mark->game)
        first++;
    const size_t at = first + mark->ply;
    return at < p->n && p->game[at] == mark->game ? at : p->n;
}

static int64_t place_of(const struct ogxm_video *v, const struct ogxm_mark *mark)
{
    const int64_t at = (int64_t)mark->video + v->offset;
    return at > 0 ? at : 0;
}

bool ogxm_video_of(const struct match *m, const struct ogxm_plies *plies, struct arena *arena, struct ogxm_video *out)
{
    const struct video *v = m->video;
    size_t in_game = 0;
    *out = (struct ogxm_video){.url = {"", 0}};
    if (v != NULL) {
        out->kind = (unsigned)v->kind;
        out->flags = v->live;
        if (v->url != NULL && strlen(v->url) <= OGXM_URL_MAX)
            out->url = span_of(v->url);
    }
    out->mark = arena_alloc(arena, (plies->n + 1) * sizeof *out->mark);
    for (size_t i = 0; i < plies->n; i++) {
        in_game = i > 0 && plies->game[i] == plies->game[i - 1] ? in_game + 1 : 0;
        const int64_t at = plies->event[i] != NULL ? event_timing(plies->event[i])->video : -1;
        if (at >= 0 && at < UINT32_MAX && plies->game[i] <= UINT8_MAX && in_game <= UINT16_MAX)
            out->mark[out->n++] = (struct ogxm_mark){.game = (unsigned)plies->game[i],
                                                     .ply = (unsigned)in_game,
                                                     .video = (uint32_t)at,
                                                     .wall = OGXM_WALL_UNKNOWN,
                                                     .lag = OGXM_LAG_NONE};
    }
    return v != NULL || out->n > 0;
}

void ogxm_take_video(struct match *m, const struct ogxm_plies *plies, const struct ogxm_video *video)
{
    struct video *v = arena_alloc(m->arena, sizeof *v);
    *v = (struct video){(int)video->kind, video->flags & 1,
                        video->url.length > 0 ? arena_span(m->arena, video->url) : NULL};
    if (v->kind != 0 || v->live || v->url != NULL)
        m->video = v; /* else places in it alone are known */
    for (size_t i = 0; i < video->n; i++) {
        const size_t at = ply_of_mark(plies, &video->mark[i]);
        if (at < plies->n && plies->event[at] != NULL)
            event_time(m, (struct event *)(uintptr_t)plies->event[at])->video = place_of(video, &video->mark[i]);
    }
}

static bool same_address(const struct video *v, struct span url)
{
    return url.length == 0 ? v->url == NULL : v->url != NULL && span_equal(url, v->url);
}

bool ogxm_video_agrees(const struct match *m, const struct ogxm_plies *plies, const struct ogxm_video *kept)
{
    size_t marked = 0, said = 0;
    const struct video none = {0}, *v = m->video != NULL ? m->video : &none;
    if (v->kind != (int)kept->kind || v->live != (kept->flags & 1) || !same_address(v, kept->url))
        return false;
    for (size_t i = 0; i < plies->n; i++)
        marked += plies->event[i] != NULL && event_timing(plies->event[i])->video >= 0;
    for (size_t i = 0; i < kept->n; i++) {
        const size_t at = ply_of_mark(plies, &kept->mark[i]);
        if (at == plies->n || plies->event[at] == NULL)
            continue;
        said++;
        if (event_timing(plies->event[at])->video != place_of(kept, &kept->mark[i]))
            return false;
    }
    return marked == said;
}
