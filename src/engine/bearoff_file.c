/* Bearoff databases as files. 40 bytes of text name the kind, then come plain little-endian numbers; a
 * reader believes nothing and checks sizes, offsets and sums. Layout: docs/engine.md, "Bearoff databases". */
#include "engine/bearoff.h"

#include <errno.h>
#include <math.h>
#include <md5.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "base/xmalloc.h"
#include "engine/bearoff_work.h"

enum { HEADER = 40, TYPE_AT = 6, POINTS_AT = 9, CHEQUERS_AT = 12, G_AT = 15, C_AT = 17, ND_AT = 19 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tables are used as they lie in their files");

/* ---- writing ---- */

enum { BUFFER = 1 << 16, TRIM_EVERY = 1 << 14 /* placings */, PIECE = 1 << 22 /* bytes */ };

/* Small pieces on their way. */
struct pen {
    struct bearoff_out out;
    size_t used;
    char buffer[BUFFER];
};

static void pen_flush(struct pen *p)
{
    p->out.add(p->out.context, p->buffer, p->used);
    p->used = 0;
}

static void put(struct pen *p, const void *bytes, size_t length)
{
    if (p->used + length > BUFFER)
        pen_flush(p);
    memcpy(p->buffer + p->used, bytes, length);
    p->used += length;
}

static void put_header(struct pen *p, const char *text)
{
    char header[HEADER];
    memset(header, 'x', HEADER);
    for (size_t i = 0; i < HEADER - 1 && text[i] != '\0'; i++)
        header[i] = text[i];
    header[HEADER - 1] = '\n';
    put(p, header, HEADER);
}

/* The stretch from the first to the last non-zero entry. */
struct run {
    uint8_t length, begin;
};

static struct run run_of(const uint16_t d[BEAROFF_ROLLS])
{
    struct run r = {BEAROFF_ROLLS, 0};
    while (r.length > 0 && d[r.length - 1] == 0)
        r.length--;
    while (r.begin < r.length && d[r.begin] == 0)
        r.begin++;
    r.length = (uint8_t)(r.length - r.begin);
    return r;
}

/* Gives memory back on the way through a table that was made in a file. */
static void pass(const struct bearoff_work *w, size_t id)
{
    if (w && id % TRIM_EVERY == 0)
        bearoff_work_trim(w);
}

static void put_index(struct pen *p, const struct bearoff_one *t, bool gammons)
{
    uint32_t offset = 0;
    for (size_t id = 0; id < t->n; id++) {
        struct bearoff_distribution d;
        pass(t->work, id);
        bearoff_one_get(t, id, &d);
        const struct run all = run_of(d.all), first = run_of(d.first);
        put(p, &offset, sizeof offset);
        put(p, &all, sizeof all);
        if (gammons)
            put(p, &first, sizeof first);
        offset += (uint32_t)(all.length + (gammons ? first.length : 0));
    }
}

static void put_distribution(struct pen *p, const uint16_t d[BEAROFF_ROLLS], bool compressed)
{
    const struct run r = compressed ? run_of(d) : (struct run){BEAROFF_ROLLS, 0};
    put(p, d + r.begin, r.length * sizeof *d);
}

/* Mean and standard deviation in rolls. */
static void put_moments(struct pen *p, const uint16_t d[BEAROFF_ROLLS])
{
    double sum = 0, squares = 0;
    for (int i = 1; i < BEAROFF_ROLLS; i++) {
        sum += i * (d[i] / (double)BEAROFF_CERTAIN);
        squares += i * i * (d[i] / (double)BEAROFF_CERTAIN);
    }
    const float moments[2] = {(float)sum, (float)sqrt(fmax(0, squares - sum * sum))};
    put(p, moments, sizeof moments);
}

static void put_placing(struct pen *p, const struct bearoff_distribution *d, struct bearoff_form form)
{
    for (int first = 0; first <= form.gammons; first++)
        if (form.normal)
            put_moments(p, first ? d->first : d->all);
        else
            put_distribution(p, first ? d->first : d->all, form.compressed);
}

void bearoff_one_write(const struct bearoff_one *t, struct bearoff_form form, struct bearoff_out out)
{
    char text[HEADER];
    struct pen *p = xcalloc(1, sizeof *p);
    p->out = out;
    if (form.normal)
        form.gammons = true, form.compressed = false;
    snprintf(text, sizeof text, "gnubg-OS-%02d-15-%d-%d-%d", t->points, form.gammons, form.compressed, form.normal);
    put_header(p, text);
    if (form.compressed)
        put_index(p, t, form.gammons);
    for (size_t id = 0; id < t->n; id++) {
        struct bearoff_distribution d;
        pass(t->work, id);
        bearoff_one_get(t, id, &d);
        put_placing(p, &d, form);
    }
    pen_flush(p);
    xfree(p);
}

static void put_pieces(struct bearoff_out out, const struct bearoff_two *t)
{
    for (size_t at = 0; at < t->bytes.length; at += PIECE) {
        const struct span piece = span_sub(t->bytes, at, PIECE);
        out.add(out.context, piece.at, piece.length);
        pass(t->work, 0);
    }
}

void bearoff_two_write(const struct bearoff_two *t, bool cubeful, struct bearoff_out out)
{
    char text[HEADER];
    struct pen *p = xcalloc(1, sizeof *p);
    p->out = out;
    snprintf(text, sizeof text, "gnubg-TS-%02d-%02d-%d", t->points, t->chequers, cubeful);
    put_header(p, text);
    pen_flush(p);
    if (cubeful == t->cubeful)
        put_pieces(out, t);
    else
        for (size_t i = 0; i < t->n * t->n; i++) /* a table without the cube has no more to give */
            put(p, t->bytes.at + i * sizeof(uint16_t[BEAROFF_CUBES]), sizeof(uint16_t));
    pen_flush(p);
    xfree(p);
}

static void add_text(void *text, const void *bytes, size_t length)
{
    strbuf_add(text, bytes, length);
}

void bearoff_one_text(const struct bearoff_one *t, struct bearoff_form form, struct strbuf *out)
{
    bearoff_one_write(t, form, (struct bearoff_out){add_text, out});
}

void bearoff_two_text(const struct bearoff_two *t, bool cubeful, struct strbuf *out)
{
    bearoff_two_write(t, cubeful, (struct bearoff_out){add_text, out});
}

/* ---- reading ---- */

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

/* One placing's entry in a file: where its two runs lie. */
struct entry {
    size_t at[2]; /* in the bytes after the header */
    struct run run[2]; /* all, first; the second of length 0 where there are no gammons */
};

static size_t index_entry(const struct bearoff_one *t)
{
    return t->form.gammons ? 8 : 6;
}

static struct entry entry_of(const struct bearoff_one *t, size_t id)
{
    struct entry e = {{0}, {{0, 0}, {0, 0}}};
    const struct run whole = {BEAROFF_ROLLS, 0};
    if (t->form.compressed) {
        const char *in = t->bytes.at + id * index_entry(t);
        uint32_t offset;
        memcpy(&offset, in, sizeof offset);
        memcpy(e.run, in + sizeof offset, index_entry(t) - sizeof offset);
        e.at[0] = t->n * index_entry(t) + sizeof(uint16_t) * (size_t)offset;
    } else {
        e.run[0] = whole;
        e.run[1] = t->form.gammons ? whole : e.run[1];
        e.at[0] = id * sizeof(uint16_t[BEAROFF_ROLLS]) * (t->form.gammons ? 2 : 1);
    }
    e.at[1] = e.at[0] + sizeof(uint16_t) * e.run[0].length;
    return e;
}

/* The normal distribution with these moments, by rolls; the largest entry takes the rounding. */
static void bell(const float moments[2], uint16_t out[BEAROFF_ROLLS])
{
    const double width = fmax(moments[1], 1e-3) * sqrt(2);
    int total = 0, largest = 0;
    for (int i = 0; i < BEAROFF_ROLLS; i++) {
        const double below = i == 0 ? -INFINITY : (i - 0.5 - moments[0]) / width,
                     above = i == BEAROFF_ROLLS - 1 ? INFINITY : (i + 0.5 - moments[0]) / width;
        out[i] = (uint16_t)lrint(BEAROFF_CERTAIN * (erf(above) - erf(below)) / 2);
        total += out[i];
        largest = out[i] > out[largest] ? i : largest;
    }
    out[largest] = (uint16_t)(out[largest] - (total - BEAROFF_CERTAIN));
}

enum { MOMENTS = 2 * 2 }; /* floats of a placing */

static void get_normal(const struct bearoff_one *t, size_t id, struct bearoff_distribution *out)
{
    float moments[MOMENTS];
    memcpy(moments, t->bytes.at + id * sizeof moments, sizeof moments);
    bell(moments, out->all);
    bell(moments + 2, out->first);
}

void bearoff_one_get(const struct bearoff_one *t, size_t id, struct bearoff_distribution *out)
{
    if (t->form.normal) {
        get_normal(t, id, out);
        return;
    }
    const struct entry e = entry_of(t, id);
    memset(out, 0, sizeof *out);
    memcpy(out->all + e.run[0].begin, t->bytes.at + e.at[0], sizeof(uint16_t) * e.run[0].length);
    memcpy(out->first + e.run[1].begin, t->bytes.at + e.at[1], sizeof(uint16_t) * e.run[1].length);
}

uint16_t bearoff_two_get(const struct bearoff_two *t, size_t us, size_t them, enum bearoff_cube cube)
{
    uint16_t v;
    const size_t width = t->cubeful ? BEAROFF_CUBES : 1;
    memcpy(&v, t->bytes.at + sizeof v * ((us * t->n + them) * width + (size_t)cube), sizeof v);
    return v;
}

/* ---- believing ---- */

static bool run_ok(const struct bearoff_one *t, size_t at, struct run r, struct diags *d)
{
    uint32_t sum = 0;
    if (r.begin + r.length > BEAROFF_ROLLS)
        return refuse(d, (long)(HEADER + at), "a distribution has more than 32 entries");
    if (at + sizeof(uint16_t) * r.length > t->bytes.length)
        return refuse(d, (long)(HEADER + at), "a distribution extends beyond the end of the file");
    for (int i = 0; i < r.length; i++) {
        uint16_t v;
        memcpy(&v, t->bytes.at + at + sizeof v * (size_t)i, sizeof v);
        sum += v;
    }
    return sum == BEAROFF_CERTAIN ||
           refuse(d, (long)(HEADER + at), "the chances of a distribution do not add up to 65535");
}

static bool moments_ok(const struct bearoff_one *t, size_t id, struct diags *d)
{
    float m[MOMENTS];
    memcpy(m, t->bytes.at + id * sizeof m, sizeof m);
    for (int i = 0; i < MOMENTS; i++)
        if (!(m[i] >= 0 && m[i] < BEAROFF_ROLLS))
            return refuse(d, (long)(HEADER + id * sizeof m), "a mean or a deviation is not between 0 and 32 rolls");
    return true;
}

/* Looks at every placing. */
static bool placings_ok(const struct bearoff_one *t, struct diags *d)
{
    size_t expected = t->form.compressed ? t->n * index_entry(t) : 0;
    for (size_t id = 0; id < t->n; id++) {
        if (t->form.normal) {
            if (!moments_ok(t, id, d))
                return false;
            continue;
        }
        const struct entry e = entry_of(t, id);
        if (!run_ok(t, e.at[0], e.run[0], d) || (t->form.gammons && !run_ok(t, e.at[1], e.run[1], d)))
            return false;
        expected += sizeof(uint16_t) * (size_t)(e.run[0].length + e.run[1].length);
    }
    return !t->form.compressed || expected == t->bytes.length ||
           refuse(d, (long)(HEADER + expected), "the file does not end with the last distribution");
}

/* What a placing takes at least. */
static bool size_ok(const struct bearoff_one *t, struct diags *d)
{
    if (t->form.compressed)
        return t->bytes.length >= t->n * index_entry(t) ||
               refuse(d, (long)(HEADER + t->bytes.length), "the file ends inside the index");
    const size_t each =
        t->form.normal ? sizeof(float[MOMENTS]) : sizeof(uint16_t[BEAROFF_ROLLS]) * (t->form.gammons ? 2 : 1);
    return t->bytes.length == t->n * each || refuse(d, HEADER, "the size does not fit the header");
}

/* MD5 of whole files, as GNU Backgammon's manual prints them: a flipped bit anywhere shows. What a file's kind is by is
 * what was understood of its header. Those that every engine opens have a quicker sum too. */
static const struct known_sum {
    const char *kind, *md5;
    uint64_t quick; /* 0 = none */
} known_sums[] = {
    {"OS-01-1-1-0", "c789f049ec98ce4e307b471257999f39", 0},
    {"OS-02-1-1-0", "b6e61c1625ae4b3b164e93ab064192b9", 0},
    {"OS-03-1-1-0", "346dae6139ccb4b227c534373e5c52e4", 0},
    {"OS-04-1-1-0", "653255f5f9f22fd50277f7ff25b2a343", 0},
    {"OS-05-1-1-0", "2064f9a56b23117d053a573c96a92fa2", 0},
    {"OS-06-1-1-0", "3dc7b833c4670849cee00479a9e21b49", 0xf91cc7cc6d484136},
    {"OS-07-1-1-0", "67235c8e0ee152df5daf36cbeae5b3c2", 0},
    {"OS-08-1-1-0", "a4acbb5c7e9e1f08e561afe0af934e5c", 0x60573803f2aa61fe},
    {"TS-06-01-1", "7ed6f8e7fce16ea2b80e07a4a516653c", 0},
    {"TS-06-02-1", "e9d760bf213841c285245ed757a52f4d", 0},
    {"TS-06-03-1", "9d67da3db32ad4720cc38eecf9a67967", 0},
    {"TS-06-04-1", "9156f37032d1d4b0352a41186e632dfc", 0},
    {"TS-06-05-1", "0db19ab08feae1feb33ddbd709479f62", 0},
    {"TS-06-06-1", "44b6040b49b46cb9dd2ce8caa947044d", 0x56cec4b3885b21ae},
    {"TS-06-07-1", "9eb8b042d4d2ddf8d40e74a892745ad5", 0},
    {"TS-06-08-1", "fcdbbc80b7ef84ddc81b839d0f26bed1", 0},
    {"TS-06-09-1", "a11b2d410d51401143d05e73f9ffac15", 0},
};

/* Reads at the speed of memory, which MD5 does not: four sums side by side, of every fourth word each. A step loses
 * nothing, so that a word that differs always makes another sum. */
static uint64_t quick_sum(struct span f)
{
    enum { LANES = 4 };
    uint64_t sum[LANES] = {f.length}, word[LANES], all = 0;
    for (size_t at = 0; at < f.length; at += sizeof word) {
        const size_t left = f.length - at;
        memset(word, 0, sizeof word);
        memcpy(word, f.at + at, left < sizeof word ? left : sizeof word);
        for (int i = 0; i < LANES; i++) {
            sum[i] = (sum[i] ^ word[i]) * 0x9e3779b97f4a7c15u;
            sum[i] ^= sum[i] >> 32;
        }
    }
    for (int i = 0; i < LANES; i++)
        all = (all ^ sum[i]) * 0x9e3779b97f4a7c15u;
    return all;
}

struct sum {
    const char *expected; /* NULL = not known */
    char found[MD5_DIGEST_STRING_LENGTH];
    bool right; /* the file is whole: nobody need look at its entries */
};

static struct sum sum_of(struct span f, const char *kind)
{
    struct sum s = {.expected = NULL};
    for (size_t i = 0; i < sizeof known_sums / sizeof *known_sums; i++) {
        const struct known_sum *known = &known_sums[i];
        if (strcmp(known->kind, kind) != 0)
            continue;
        s.expected = known->md5;
        s.right = (known->quick != 0 && quick_sum(f) == known->quick) ||
                  strcmp(MD5Data((const uint8_t *)f.at, f.length, s.found), s.expected) == 0;
    }
    return s;
}

static bool sum_ok(const struct sum *s, struct diags *d)
{
    if (s->right || s->expected == NULL)
        return true;
    diag_offset(d, SEVERITY_ERROR, 0, "bearoff database: found MD5 sum %s, expected %s (damaged?)", s->found,
                s->expected);
    return false;
}

struct bearoff_one *bearoff_one_view(struct span f, struct diags *d)
{
    if (!header_ok(f, "OS", d))
        return NULL;
    if (get_digits(f.at + CHEQUERS_AT, 2) != BOARD_CHEQUERS) {
        refuse(d, CHEQUERS_AT, "a one-sided database is for 15 chequers");
        return NULL;
    }
    const int points = get_digits(f.at + POINTS_AT, 2);
    struct bearoff_one seen = {.points = points,
                               .form = {flag_at(f, G_AT), flag_at(f, C_AT), flag_at(f, ND_AT)},
                               .n = bearoff_positions(BOARD_CHEQUERS, points),
                               .bytes = span_sub(f, HEADER, f.length - HEADER)};
    if (seen.form.normal && (!seen.form.gammons || seen.form.compressed)) {
        refuse(d, ND_AT, "a database of normal distributions has gammons and is not compressed");
        return NULL;
    }
    char kind[HEADER];
    snprintf(kind, sizeof kind, "OS-%02d-%d-%d-%d", points, seen.form.gammons, seen.form.compressed, seen.form.normal);
    const struct sum sum = sum_of(f, kind);
    if (!sum.right && (!size_ok(&seen, d) || !placings_ok(&seen, d) || !sum_ok(&sum, d)))
        return NULL;
    struct bearoff_one *t = xmalloc(sizeof *t);
    *t = seen;
    return t;
}

/* Whoever has finished has won; a finished player is never on roll against another who is finished. */
static bool borders_ok(const struct bearoff_two *t)
{
    for (int c = 0; c < (t->cubeful ? BEAROFF_CUBES : 1); c++)
        for (size_t i = 1; i < t->n; i++)
            if (bearoff_two_get(t, 0, i, c) != 65535 || bearoff_two_get(t, i, 0, c) != 0)
                return false;
    return true;
}

/* Owning the cube is worth at least as much as anything else, and less is never worse for the opponent; the slack is
 * the rounding of the integers on the way. */
static bool order_ok(const struct bearoff_two *t, size_t *where)
{
    enum { SLACK = 64 };
    for (size_t i = 0; t->cubeful && i < t->n * t->n; i++) {
        uint16_t e[BEAROFF_CUBES];
        memcpy(e, t->bytes.at + i * sizeof e, sizeof e);
        *where = i;
        if (e[BEAROFF_OWNED] + SLACK < e[BEAROFF_CENTRED] || e[BEAROFF_CENTRED] + SLACK < e[BEAROFF_OPPONENT_OWNS] ||
            e[BEAROFF_OWNED] + SLACK < e[BEAROFF_CUBELESS] || e[BEAROFF_CUBELESS] + SLACK < e[BEAROFF_OPPONENT_OWNS])
            return false;
    }
    return true;
}

static bool entries_ok(struct span f, const struct bearoff_two *t, struct diags *d)
{
    size_t where = 0;
    char kind[HEADER];
    snprintf(kind, sizeof kind, "TS-%02d-%02d-%d", t->points, t->chequers, t->cubeful);
    const struct sum sum = sum_of(f, kind);
    if (sum.right)
        return true;
    if (!borders_ok(t))
        return refuse(d, HEADER, "a finished side has not won");
    if (!order_ok(t, &where))
        return refuse(d, (long)(HEADER + where * sizeof(uint16_t[BEAROFF_CUBES])),
                      "owning the cube is worth less than not owning it");
    return sum_ok(&sum, d);
}

struct bearoff_two *bearoff_two_view(struct span f, struct diags *d)
{
    if (!header_ok(f, "TS", d))
        return NULL;
    const int points = get_digits(f.at + POINTS_AT, 2), chequers = get_digits(f.at + CHEQUERS_AT, 2);
    struct bearoff_two seen = {.chequers = chequers,
                               .points = points,
                               .cubeful = flag_at(f, G_AT),
                               .n = bearoff_positions(chequers, points),
                               .bytes = span_sub(f, HEADER, f.length - HEADER)};
    const size_t entry = sizeof(uint16_t) * (seen.cubeful ? BEAROFF_CUBES : 1);
    if (seen.n > f.length || seen.bytes.length != seen.n * seen.n * entry) {
        refuse(d, HEADER, "the size does not fit the header");
        return NULL;
    }
    if (!entries_ok(f, &seen, d))
        return NULL;
    struct bearoff_two *t = xmalloc(sizeof *t);
    *t = seen;
    return t;
}

/* ---- mapped ---- */

static bool map(struct mapping *m, const char *path, struct diags *d)
{
    if (mapping_open(m, path))
        return true;
    diag_at(d, SEVERITY_ERROR, 0, 0, "cannot be opened: %s", file_problem(errno));
    return false;
}

struct bearoff_one *bearoff_one_open(const char *path, struct diags *d)
{
    struct mapping m;
    struct bearoff_one *t = map(&m, path, d) ? bearoff_one_view(m.bytes, d) : NULL;
    if (t)
        t->mapping = m;
    else
        mapping_close(&m);
    return t;
}

struct bearoff_two *bearoff_two_open(const char *path, struct diags *d)
{
    struct mapping m;
    struct bearoff_two *t = map(&m, path, d) ? bearoff_two_view(m.bytes, d) : NULL;
    if (t)
        t->mapping = m;
    else
        mapping_close(&m);
    return t;
}

void bearoff_one_free(struct bearoff_one *t)
{
    if (!t)
        return;
    mapping_close(&t->mapping);
    bearoff_work_close(t->work, t->keep);
    xfree(t);
}

void bearoff_two_free(struct bearoff_two *t)
{
    if (!t)
        return;
    mapping_close(&t->mapping);
    bearoff_work_close(t->work, t->keep);
    xfree(t);
}
