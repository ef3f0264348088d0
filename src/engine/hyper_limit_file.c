/* Files of hypergammon near the limit of the cube; see hyper_limit.h.
 *
 * A line of 40 bytes, then a plane for every number of turns and each answer to a double that makes a difference
 * (plane_of()), then a hash of all of it. A plane has four equities, in the order of enum hyper_cube, of every pair of
 * placings that fits on a board with chequers of both, by their ids, the player on roll first: three bytes each, as in
 * the databases. */
#include <errno.h>
#include <string.h>

#include "base/attempt.h"
#include "base/mapping.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "engine/bearoff.h"
#include "engine/cache.h"
#include "engine/hyper_file.h"
#include "engine/hyper_limit.h"
#include "engine/hyper_plays.h"

enum { QUAD = HYPER_CUBES * HYPER_EQUITY, WORD = 64, TURNS_MAX = CUBE_LEVELS - 1, HASH = 8 };

#define BEGINNING "kibitzer hyper limit "

/* ---- which pairs of placings there are ---- */

struct pairs {
    size_t n, words; /* placings of a side; words of a row */
    uint64_t *fits; /* [us * words ...]: a bit for each placing of the opponent that fits */
    uint32_t *before; /* [us * words + w]: pairs before that word's first; one more at the end */
};

static uint32_t points_of(size_t id, int chequers)
{
    int8_t own[BEAROFF_WHOLE_BOARD];
    uint32_t points = 0;
    bearoff_placing(id, chequers, BEAROFF_WHOLE_BOARD, own);
    for (int p = 1; p < HYPER_BAR; p++)
        points |= (uint32_t)(own[p - 1] > 0) << p;
    return points;
}

static void pairs_init(struct pairs *p, int chequers)
{
    uint32_t count = 0;
    p->n = bearoff_positions(chequers, BEAROFF_WHOLE_BOARD);
    p->words = (p->n + WORD - 1) / WORD;
    p->fits = xcalloc(p->n * p->words, sizeof *p->fits);
    p->before = xcalloc(p->n * p->words + 1, sizeof *p->before);
    uint32_t *points = xcalloc(p->n, sizeof *points);
    for (size_t id = 0; id < p->n; id++)
        points[id] = points_of(id, chequers);
    for (size_t us = 0; us < p->n; us++) {
        const uint32_t mine = hyper_mirrored(points[us]);
        uint64_t *row = p->fits + us * p->words;
        for (size_t them = 1; us > 0 && them < p->n; them++)
            row[them / WORD] |= (uint64_t)((points[them] & mine) == 0) << them % WORD;
        for (size_t w = 0; w < p->words; w++) {
            p->before[us * p->words + w] = count;
            count += (uint32_t)__builtin_popcountll(row[w]);
        }
    }
    p->before[p->n * p->words] = count;
    xfree(points);
}

static void pairs_done(struct pairs *p)
{
    xfree(p->fits), xfree(p->before);
}

static size_t pairs_all(const struct pairs *p)
{
    return p->before[p->n * p->words];
}

/* Of one placing on roll. */
static size_t pairs_in_row(const struct pairs *p, size_t us)
{
    return p->before[(us + 1) * p->words] - p->before[us * p->words];
}

static bool pair_fits(const struct pairs *p, size_t us, size_t them)
{
    return (p->fits[us * p->words + them / WORD] >> them % WORD & 1) != 0;
}

static size_t pair_number(const struct pairs *p, size_t us, size_t them)
{
    const size_t word = us * p->words + them / WORD;
    const uint64_t lower = p->fits[word] & (((uint64_t)1 << them % WORD) - 1);
    return p->before[word] + (size_t)__builtin_popcountll(lower);
}

/* ---- layout ---- */

/* A cube that can be turned once cannot be beavered, one that can be turned twice not be raised after that. */
static int first_turn_with(enum hyper_raises raises)
{
    return raises == HYPER_NO_BEAVERS ? 1 : raises == HYPER_BEAVERS ? 2 : 3;
}

/* In the file for `most` turns of the cube. */
static int plane_of(int most, int turns, enum hyper_raises raises)
{
    const enum hyper_raises like = turns < 2                                 ? HYPER_NO_BEAVERS
                                   : turns < 3 && raises == HYPER_ONE_BEAVER ? HYPER_BEAVERS
                                                                             : raises;
    int plane = turns - first_turn_with(like);
    for (int r = 0; r < (int)like; r++)
        plane += most - first_turn_with((enum hyper_raises)r) + 1;
    return plane;
}

static int planes_of(int most)
{
    int n = 0;
    for (int r = 0; r < HYPER_RAISES; r++)
        n += most >= first_turn_with((enum hyper_raises)r) ? most - first_turn_with((enum hyper_raises)r) + 1 : 0;
    return n;
}

static void header_of(int chequers, int turns, char header[HYPER_HEADER])
{
    char text[HYPER_HEADER];
    const int length = snprintf(text, sizeof text, BEGINNING "%d H%d ", 1 << turns, chequers);
    memset(header, 'x', HYPER_HEADER);
    memcpy(header, text, (size_t)length);
    header[HYPER_HEADER - 1] = '\n';
}

/* ---- making ---- */

struct writing {
    struct hyper_limit_order *order;
    struct pairs pairs;
    uint16_t *number; /* of hyper_plays.h, by id */
    unsigned char *row;
    struct file_out out;
    uint64_t hash;
    int table, tables;
};

static void put(struct writing *w, const void *bytes, size_t length)
{
    w->hash = cache_hash(w->hash, bytes, length);
    file_out_add(&w->out, bytes, length);
}

static void write_plane(struct writing *w, const struct hyper_limit *l, int turns)
{
    const size_t n = w->pairs.n;
    for (size_t us = 0; us < n; us++) {
        unsigned char *at = w->row;
        attempt_goes_on();
        for (size_t them = 0; them < n; them++) {
            if (!pair_fits(&w->pairs, us, them))
                continue;
            const float *value = hyper_limit_row(l, turns, w->number[us] * n + w->number[them]);
            for (int c = 0; c < HYPER_CUBES; c++, at += HYPER_EQUITY)
                hyper_put_equity(at, (double)value[c]);
        }
        put(w, w->row, (size_t)(at - w->row));
    }
}

static void on_progress(void *context, const struct hyper_progress *p)
{
    const struct writing *w = context;
    const struct hyper_settling *how = &w->order->how;
    struct hyper_progress of = *p;
    of.table = w->table, of.tables = w->tables;
    if (how->progress != NULL)
        how->progress(how->context, &of);
}

static struct hyper_limit *make_table(struct writing *w, const struct hyper_limit *below, enum hyper_raises raises)
{
    struct hyper_settling *all = &w->order->how, how = *all;
    how.progress = on_progress, how.context = w;
    w->table++;
    struct hyper_limit *l = hyper_limit_make(w->order->database, below, w->order->chequers, raises, &how);
    all->sweeps += how.sweeps;
    all->error = how.error > all->error ? how.error : all->error;
    return l;
}

enum { TABLES = (TURNS_MAX + HYPER_LIMIT_TURNS - 1) / HYPER_LIMIT_TURNS };

static void write_table(struct writing *w, const struct hyper_limit *l, enum hyper_raises raises)
{
    const int first = first_turn_with(raises);
    for (int turns = hyper_limit_turns(l); turns < hyper_limit_turns(l) + HYPER_LIMIT_TURNS; turns++)
        if (turns >= first && turns <= w->order->turns)
            write_plane(w, l, turns);
}

/* Each number of turns above the one before. With one beaver all begins above the first table of beavers, and that is
 * all that is kept of them. */
static void write_tables(struct writing *w)
{
    struct hyper_limit *kept = NULL;
    for (int r = 0; r < HYPER_RAISES; r++) {
        const enum hyper_raises raises = (enum hyper_raises)r;
        struct hyper_limit *table[TABLES] = {NULL};
        for (int i = 0; i * HYPER_LIMIT_TURNS < w->order->turns && w->order->turns >= first_turn_with(raises); i++) {
            const bool again = raises == HYPER_ONE_BEAVER && i == 0;
            table[i] = again ? kept : make_table(w, i > 0 ? table[i - 1] : NULL, raises);
            if (!again)
                write_table(w, table[i], raises);
        }
        kept = raises == HYPER_BEAVERS ? table[0] : NULL;
        for (int i = TABLES - 1; i >= 0; i--)
            if (table[i] != kept)
                hyper_limit_free(table[i]);
    }
}

static int count_tables(int turns)
{
    const int each = (turns + HYPER_LIMIT_TURNS - 1) / HYPER_LIMIT_TURNS;
    return each + (turns >= 2 ? each : 0) + (turns >= 3 ? each - 1 : 0);
}

static void write_all(void *context)
{
    struct writing *w = context;
    const int chequers = w->order->chequers;
    char header[HYPER_HEADER];
    struct hyper_game g;
    pairs_init(&w->pairs, chequers);
    w->row = xmalloc(w->pairs.n * QUAD);
    hyper_game_init(&g, chequers);
    w->number = xcalloc(g.n, sizeof *w->number);
    memcpy(w->number, g.number, g.n * sizeof *g.number);
    hyper_game_done(&g);
    w->tables = count_tables(w->order->turns);
    header_of(chequers, w->order->turns, header);
    put(w, header, sizeof header);
    write_tables(w);
    file_out_add(&w->out, &w->hash, HASH);
    pairs_done(&w->pairs);
    xfree(w->row), xfree(w->number);
}

enum hyper_end hyper_limits_make(struct hyper_limit_order *o)
{
    struct writing w = {.order = o, .hash = 1};
    o->how.sweeps = 0, o->how.error = 0;
    file_out_begin(&w.out, o->file);
    const bool whole = attempt_until_cancelled(write_all, &w), cancelled = !whole && attempt_was_cancelled();
    const bool written = file_out_end(&w.out, whole);
    if (!whole)
        return cancelled ? HYPER_STOPPED : HYPER_NO_MEMORY;
    return written ? HYPER_DONE : HYPER_NOT_WRITTEN;
}

/* ---- opening ---- */

struct hyper_limits {
    struct mapping file;
    int chequers, turns;
    struct pairs pairs;
};

bool hyper_limits_are(const char *path)
{
    struct mapping m;
    if (!mapping_open(&m, path))
        return false;
    const bool are = m.bytes.length >= sizeof BEGINNING && memcmp(m.bytes.at, BEGINNING, sizeof BEGINNING - 1) == 0;
    mapping_close(&m);
    return are;
}

static bool refuse(struct diags *d, long offset, const char *problem)
{
    diag_offset(d, SEVERITY_ERROR, offset, "hypergammon near a cube limit: %s", problem);
    return false;
}

static bool header_ok(struct hyper_limits *f, int chequers, struct diags *d)
{
    const struct span bytes = f->file.bytes;
    char expected[HYPER_HEADER];
    for (f->chequers = 1; f->chequers <= HYPER_CHEQUERS_MAX; f->chequers++)
        for (f->turns = 1; f->turns <= TURNS_MAX; f->turns++) {
            header_of(f->chequers, f->turns, expected);
            if (bytes.length < HYPER_HEADER || memcmp(bytes.at, expected, HYPER_HEADER) != 0)
                continue;
            if (f->chequers == chequers)
                return true;
            diag_offset(d, SEVERITY_ERROR, 0, "hypergammon near a cube limit: found %d chequers, expected %d",
                        f->chequers, chequers);
            return false;
        }
    return refuse(d, 0, "found no header line of 40 bytes that begins with \"" BEGINNING "\"");
}

static uint64_t hash_of(const struct hyper_limits *f)
{
    const char *at = f->file.bytes.at;
    uint64_t hash = cache_hash(1, at, HYPER_HEADER);
    at += HYPER_HEADER;
    for (int plane = 0; plane < planes_of(f->turns); plane++)
        for (size_t us = 0; us < f->pairs.n; us++) {
            const size_t length = pairs_in_row(&f->pairs, us) * QUAD;
            hash = cache_hash(hash, at, length);
            at += length;
        }
    return hash;
}

static bool check(struct hyper_limits *f, int chequers, struct diags *d)
{
    uint64_t hash;
    if (!header_ok(f, chequers, d))
        return false;
    pairs_init(&f->pairs, chequers);
    const size_t expected = HYPER_HEADER + (size_t)planes_of(f->turns) * pairs_all(&f->pairs) * QUAD + HASH;
    if (f->file.bytes.length != expected) {
        diag_offset(d, SEVERITY_ERROR, HYPER_HEADER, "hypergammon near a cube limit: found %zu bytes, expected %zu",
                    f->file.bytes.length, expected);
        return false;
    }
    memcpy(&hash, f->file.bytes.at + expected - HASH, HASH);
    return hash == hash_of(f) || refuse(d, (long)(expected - HASH), "damaged: the hash does not fit");
}

struct hyper_limits *hyper_limits_open(const char *path, int chequers, struct diags *d)
{
    struct hyper_limits *f = xcalloc(1, sizeof *f);
    if (!mapping_open(&f->file, path))
        diag_at(d, SEVERITY_ERROR, 0, 0, "hypergammon near a cube limit: %s", file_problem(errno));
    else if (check(f, chequers, d))
        return f;
    hyper_limits_close(f);
    return NULL;
}

void hyper_limits_close(struct hyper_limits *f)
{
    if (f == NULL)
        return;
    mapping_close(&f->file);
    pairs_done(&f->pairs);
    xfree(f);
}

int hyper_limits_turns(const struct hyper_limits *f)
{
    return f->turns;
}

int hyper_limits_chequers(const struct hyper_limits *f)
{
    return f->chequers;
}

float hyper_limits_value(const struct hyper_limits *f, int turns, enum hyper_raises raises, enum hyper_cube cube,
                         size_t us, size_t them)
{
    const size_t plane = (size_t)plane_of(f->turns, turns, raises);
    const size_t quad = plane * pairs_all(&f->pairs) + pair_number(&f->pairs, us, them);
    const char *at = f->file.bytes.at + HYPER_HEADER + quad * QUAD + (size_t)cube * HYPER_EQUITY;
    return (float)hyper_get_equity((const unsigned char *)at);
}
