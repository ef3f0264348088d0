/* Bearoff databases as files. 40 bytes of text name the kind, then come plain little-endian numbers; a
 * reader believes nothing and checks sizes, offsets and sums. Layout: docs/engine.md, "Bearoff databases". */
#include "engine/bearoff.h"

#include <md5.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

enum { HEADER = 40, TYPE_AT = 6, POINTS_AT = 9, CHEQUERS_AT = 12, G_AT = 15, C_AT = 17, ND_AT = 19 };

/* ---- writing ---- */

static void put_header(struct strbuf *out, const char *text)
{
    strbuf_puts(out, text);
    strbuf_fill(out, 'x', HEADER - 1 - strlen(text));
    strbuf_putc(out, '\n');
}

static void put_word(struct strbuf *out, uint16_t v)
{
    const char bytes[2] = {(char)(v & 0xff), (char)(v >> 8)};
    strbuf_add(out, bytes, sizeof bytes);
}

static void put_words(struct strbuf *out, const uint16_t *v, int n)
{
    for (int i = 0; i < n; i++)
        put_word(out, v[i]);
}

/* The stretch from the first to the last non-zero entry. */
struct run {
    int begin, length;
};

static struct run run_of(const uint16_t d[BEAROFF_ROLLS])
{
    struct run r = {0, BEAROFF_ROLLS};
    while (r.length > 0 && d[r.length - 1] == 0)
        r.length--;
    while (r.begin < r.length && d[r.begin] == 0)
        r.begin++;
    r.length -= r.begin;
    return r;
}

static void put_run_index(struct strbuf *out, struct run r)
{
    strbuf_putc(out, (char)r.length);
    strbuf_putc(out, (char)r.begin);
}

static void put_index(struct strbuf *out, const struct bearoff_one *t, bool gammons)
{
    uint32_t offset = 0;
    for (size_t id = 0; id < t->n; id++) {
        const struct run all = run_of(t->at[id].all), first = run_of(t->at[id].first);
        put_word(out, (uint16_t)offset), put_word(out, (uint16_t)(offset >> 16));
        put_run_index(out, all);
        if (gammons)
            put_run_index(out, first);
        offset += (uint32_t)(all.length + (gammons ? first.length : 0));
    }
}

static void put_distribution(struct strbuf *out, const uint16_t d[BEAROFF_ROLLS], bool compressed)
{
    const struct run r = compressed ? run_of(d) : (struct run){0, BEAROFF_ROLLS};
    put_words(out, d + r.begin, r.length);
}

void bearoff_one_write(const struct bearoff_one *t, bool gammons, bool compressed, struct strbuf *out)
{
    char text[HEADER];
    snprintf(text, sizeof text, "gnubg-OS-%02d-15-%d-%d-0", t->points, gammons, compressed);
    put_header(out, text);
    if (compressed)
        put_index(out, t, gammons);
    for (size_t id = 0; id < t->n; id++) {
        put_distribution(out, t->at[id].all, compressed);
        if (gammons)
            put_distribution(out, t->at[id].first, compressed);
    }
}

void bearoff_two_write(const struct bearoff_two *t, bool cubeful, struct strbuf *out)
{
    char text[HEADER];
    snprintf(text, sizeof text, "gnubg-TS-%02d-%02d-%d", t->points, t->chequers, cubeful);
    put_header(out, text);
    for (size_t i = 0; i < t->n * t->n; i++)
        put_words(out, t->at[i], cubeful ? BEAROFF_CUBES : 1);
}

/* ---- reading ---- */

static uint16_t get_word(const char *at)
{
    return (uint16_t)((unsigned char)at[0] | (unsigned char)at[1] << 8);
}

static int get_digits(const char *at, int n)
{
    int v = 0;
    for (int i = 0; i < n; i++)
        v = at[i] >= '0' && at[i] <= '9' ? 10 * v + at[i] - '0' : 1000;
    return v;
}

static bool refuse(struct diags *d, long offset, const char *problem)
{
    diag_offset(d, SEVERITY_ERROR, offset, "bearoff database: %s", problem);
    return false;
}

/* Checks what both kinds have in common; `kind` is "OS" or "TS". */
static bool header_ok(struct span f, const char *kind, struct diags *d)
{
    if (f.length < HEADER || memcmp(f.at, "gnubg-", TYPE_AT) != 0 || f.at[HEADER - 1] != '\n')
        return refuse(d, 0, "found no header line of 40 bytes that begins with gnubg-");
    if (memcmp(f.at + TYPE_AT, kind, 2) != 0) {
        diag_offset(d, SEVERITY_ERROR, TYPE_AT, "bearoff database: found kind %c%c, expected %s", f.at[TYPE_AT],
                    f.at[TYPE_AT + 1], kind);
        return false;
    }
    const int points = get_digits(f.at + POINTS_AT, 2), chequers = get_digits(f.at + CHEQUERS_AT, 2);
    if (points < 1 || points > BEAROFF_MAX_POINTS)
        return refuse(d, POINTS_AT, "expected 01 to 18 points");
    if (chequers < 1 || chequers > BOARD_CHEQUERS)
        return refuse(d, CHEQUERS_AT, "expected 01 to 15 chequers");
    return true;
}

static bool flag_at(struct span f, int offset)
{
    return f.at[offset] == '1';
}

/* One stored run: where it lies and how many words. */
static bool get_run(struct span f, size_t at, int begin, int length, uint16_t out[BEAROFF_ROLLS], struct diags *d)
{
    if (begin + length > BEAROFF_ROLLS)
        return refuse(d, (long)at, "a distribution has more than 32 entries");
    if (at + 2 * (size_t)length > f.length)
        return refuse(d, (long)at, "a distribution lies beyond the end of the file");
    uint32_t sum = 0;
    for (int i = 0; i < length; i++)
        sum += out[begin + i] = get_word(f.at + at + 2 * i);
    if (sum != BEAROFF_CERTAIN)
        return refuse(d, (long)at, "the chances of a distribution do not add up to 65535");
    return true;
}

static bool get_compressed(struct span f, struct bearoff_one *t, struct diags *d)
{
    const size_t entry = t->gammons ? 8 : 6, data = HEADER + t->n * entry;
    size_t expected = data;
    if (data > f.length)
        return refuse(d, (long)f.length, "the file ends inside the index");
    for (size_t id = 0; id < t->n; id++) {
        const char *e = f.at + HEADER + id * entry;
        const size_t at = data + 2 * (get_word(e) | (size_t)get_word(e + 2) << 16);
        const int n_all = (unsigned char)e[4], n_first = t->gammons ? (unsigned char)e[6] : 0;
        if (!get_run(f, at, (unsigned char)e[5], n_all, t->at[id].all, d))
            return false;
        if (t->gammons && !get_run(f, at + 2 * (size_t)n_all, (unsigned char)e[7], n_first, t->at[id].first, d))
            return false;
        expected += 2 * (size_t)(n_all + n_first);
    }
    return expected == f.length || refuse(d, (long)expected, "the file does not end with the last distribution");
}

static bool get_plain(struct span f, struct bearoff_one *t, struct diags *d)
{
    const size_t entry = (t->gammons ? 4 : 2) * BEAROFF_ROLLS;
    if (f.length != HEADER + t->n * entry)
        return refuse(d, HEADER, "the size does not fit the header");
    for (size_t id = 0; id < t->n; id++) {
        const size_t at = HEADER + id * entry;
        if (!get_run(f, at, 0, BEAROFF_ROLLS, t->at[id].all, d))
            return false;
        if (t->gammons && !get_run(f, at + entry / 2, 0, BEAROFF_ROLLS, t->at[id].first, d))
            return false;
    }
    return true;
}

struct bearoff_one *bearoff_one_read(struct span f, struct diags *d)
{
    if (!header_ok(f, "OS", d))
        return NULL;
    if (flag_at(f, ND_AT)) {
        refuse(d, ND_AT, "the normal-distribution variant is not read");
        return NULL;
    }
    if (get_digits(f.at + CHEQUERS_AT, 2) != BOARD_CHEQUERS) {
        refuse(d, CHEQUERS_AT, "a one-sided database is for 15 chequers");
        return NULL;
    }
    const int points = get_digits(f.at + POINTS_AT, 2);
    const size_t n = bearoff_positions(BOARD_CHEQUERS, points);
    if (n > BEAROFF_MEMORY_MAX / sizeof(struct bearoff_distribution)) {
        refuse(d, POINTS_AT, "a database of so many points takes too much memory");
        return NULL;
    }
    if (f.length < n * 6) { /* before asking for memory: an index entry is the least there is of a placing */
        refuse(d, (long)f.length, "the file is too short for its points");
        return NULL;
    }
    struct bearoff_one *t = xcalloc(1, sizeof *t);
    struct bearoff_distribution *at = xcalloc(n, sizeof *at);
    *t = (struct bearoff_one){.points = points, .gammons = flag_at(f, G_AT), .n = n, .at = at};
    const bool ok = flag_at(f, C_AT) ? get_compressed(f, t, d) : get_plain(f, t, d);
    if (ok)
        return t;
    xfree(t), xfree(at);
    return NULL;
}

/* Whoever has finished has won; a finished player is never on roll against another who is finished. */
static bool borders_ok(const struct bearoff_two *t)
{
    for (int c = 0; c < (t->cubeful ? BEAROFF_CUBES : 1); c++)
        for (size_t i = 1; i < t->n; i++)
            if (t->at[i][c] != 65535 || t->at[i * t->n][c] != 0)
                return false;
    return true;
}

/* Owning the cube is worth at least as much as anything else, and less is never worse for the opponent; the slack is
 * the rounding of the integers on the way. */
static bool order_ok(const struct bearoff_two *t, size_t *where)
{
    enum { SLACK = 64 };
    for (size_t i = 0; t->cubeful && i < t->n * t->n; i++) {
        const uint16_t *e = t->at[i];
        *where = i;
        if (e[BEAROFF_OWNED] + SLACK < e[BEAROFF_CENTRED] || e[BEAROFF_CENTRED] + SLACK < e[BEAROFF_OPPONENT_OWNS] ||
            e[BEAROFF_OWNED] + SLACK < e[BEAROFF_CUBELESS] || e[BEAROFF_CUBELESS] + SLACK < e[BEAROFF_OPPONENT_OWNS])
            return false;
    }
    return true;
}

/* MD5 of the databases that GNU Backgammon's manual prints, cube positions included: a flipped bit anywhere shows. */
static const struct {
    int chequers, points;
    const char *md5;
} known_sums[] = {{6, 6, "44b6040b49b46cb9dd2ce8caa947044d"}, {7, 6, "9eb8b042d4d2ddf8d40e74a892745ad5"}};

static bool sum_ok(struct span f, const struct bearoff_two *t, struct diags *d)
{
    for (size_t i = 0; i < sizeof known_sums / sizeof *known_sums; i++) {
        char found[MD5_DIGEST_STRING_LENGTH];
        if (!t->cubeful || known_sums[i].chequers != t->chequers || known_sums[i].points != t->points)
            continue;
        if (strcmp(MD5Data((const uint8_t *)f.at, f.length, found), known_sums[i].md5) == 0)
            return true;
        diag_offset(d, SEVERITY_ERROR, 0, "bearoff database: found MD5 sum %s, expected %s (damaged?)", found,
                    known_sums[i].md5);
        return false;
    }
    return true;
}

static bool get_entries(struct span f, struct bearoff_two *t, struct diags *d)
{
    const size_t values = t->cubeful ? BEAROFF_CUBES : 1;
    const char *at = f.at + HEADER;
    for (size_t i = 0; i < t->n * t->n; i++)
        for (size_t c = 0; c < values; c++, at += 2)
            t->at[i][c] = get_word(at);
    size_t where = 0;
    if (!borders_ok(t))
        return refuse(d, HEADER, "a finished side has not won");
    if (!order_ok(t, &where))
        return refuse(d, (long)(HEADER + where * values * 2), "owning the cube is worth less than not owning it");
    return sum_ok(f, t, d);
}

struct bearoff_two *bearoff_two_read(struct span f, struct diags *d)
{
    if (!header_ok(f, "TS", d))
        return NULL;
    const int points = get_digits(f.at + POINTS_AT, 2), chequers = get_digits(f.at + CHEQUERS_AT, 2);
    const bool cubeful = flag_at(f, G_AT);
    const size_t n = bearoff_positions(chequers, points), entry = cubeful ? 2 * BEAROFF_CUBES : 2;
    if (n > f.length || f.length != HEADER + n * n * entry) {
        refuse(d, HEADER, "the size does not fit the header");
        return NULL;
    }
    struct bearoff_two *t = xcalloc(1, sizeof *t);
    uint16_t(*at)[BEAROFF_CUBES] = xcalloc(n * n, sizeof *at);
    *t = (struct bearoff_two){.chequers = chequers, .points = points, .cubeful = cubeful, .n = n, .at = at};
    const bool ok = get_entries(f, t, d);
    if (ok)
        return t;
    xfree(t), xfree(at);
    return NULL;
}
