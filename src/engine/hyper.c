/* Reading hypergammon databases; see hyper.h. */
#include "engine/hyper.h"

#include <errno.h>
#include <string.h>

#include "base/mapping.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "engine/bearoff.h"
#include "engine/hyper_file.h"

#define SCALE 16777215.0 /* 24 bits */
#define EQUITY_SPAN 6.0 /* from -3 to +3 */
enum { FIELD = HYPER_EQUITY, FIRST_EQUITY = 15, DIGIT_AT = 7 };

struct hyper {
    struct mapping file;
    int chequers;
    size_t n; /* placings of a side */
};

/* ---- layout ---- */

void hyper_header(int chequers, char header[HYPER_HEADER])
{
    memset(header, 'x', HYPER_HEADER);
    memcpy(header, "gnubg-H", DIGIT_AT);
    header[DIGIT_AT] = (char)('0' + chequers);
    header[HYPER_HEADER - 1] = '\n';
}

static void put_field(unsigned char *at, double v)
{
    const double kept = v < 0 ? 0 : v > 1 ? 1 : v;
    const unsigned long whole = (unsigned long)(kept * SCALE + 0.5);
    at[0] = whole & 0xff, at[1] = whole >> 8 & 0xff, at[2] = whole >> 16 & 0xff;
}

static double get_field(const unsigned char *at)
{
    return (at[0] | at[1] << 8 | at[2] << 16) / SCALE;
}

void hyper_put_equity(unsigned char at[HYPER_EQUITY], double equity)
{
    put_field(at, equity / EQUITY_SPAN + 0.5);
}

double hyper_get_equity(const unsigned char at[HYPER_EQUITY])
{
    return (get_field(at) - 0.5) * EQUITY_SPAN;
}

void hyper_encode(const struct hyper_value *v, unsigned char entry[HYPER_ENTRY])
{
    const struct outcome *o = &v->outcome;
    const float chance[] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    memset(entry, 0, HYPER_ENTRY);
    for (int i = 0; i < FIRST_EQUITY / FIELD; i++)
        put_field(entry + FIELD * i, chance[i]);
    for (int c = 0; c < HYPER_CUBES; c++)
        hyper_put_equity(entry + FIRST_EQUITY + FIELD * c, (double)v->equity[c]);
}

/* What others' makers have rounded on the way does not count as damage, nor what makehyper makes of throws without a
 * play: by that the opponent's cube may seem to be worth 0.02 more than it is. */
static bool plausible(const struct hyper_value *v)
{
    const struct outcome *o = &v->outcome;
    const float slack = 1e-4f, owners = 0.05f;
    if (o->win_gammon > o->win + slack || o->win_backgammon > o->win_gammon + slack ||
        o->lose_gammon > 1 - o->win + slack || o->lose_backgammon > o->lose_gammon + slack)
        return false;
    const float *e = v->equity;
    return e[HYPER_OWNED] + owners >= e[HYPER_CENTRED] && e[HYPER_CENTRED] + owners >= e[HYPER_OPPONENT_OWNS];
}

bool hyper_decode(const unsigned char entry[HYPER_ENTRY], struct hyper_value *out)
{
    float chance[FIRST_EQUITY / FIELD];
    for (int i = 0; i < FIRST_EQUITY / FIELD; i++)
        chance[i] = (float)get_field(entry + FIELD * i);
    out->outcome = (struct outcome){chance[0], chance[1], chance[2], chance[3], chance[4]};
    for (int c = 0; c < HYPER_CUBES; c++)
        out->equity[c] = (float)hyper_get_equity(entry + FIRST_EQUITY + FIELD * c);
    return plausible(out);
}

/* ---- opening ---- */

static bool refuse(struct diags *d, long offset, const char *problem)
{
    diag_offset(d, SEVERITY_ERROR, offset, "hypergammon database: %s", problem);
    return false;
}

static bool header_ok(struct span f, int chequers, int *found, struct diags *d)
{
    char expected[HYPER_HEADER];
    *found = f.length > DIGIT_AT ? f.at[DIGIT_AT] - '0' : 0;
    if (*found < 1 || *found > HYPER_CHEQUERS_MAX)
        *found = chequers > 0 ? chequers : HYPER_CHEQUERS_MAX;
    hyper_header(*found, expected);
    if (f.length < HYPER_HEADER || memcmp(f.at, expected, HYPER_HEADER) != 0)
        return refuse(d, 0, "found no header line of 40 bytes that begins with gnubg-H1, gnubg-H2 or gnubg-H3");
    if (chequers != 0 && *found != chequers) {
        diag_offset(d, SEVERITY_ERROR, DIGIT_AT, "hypergammon database: found %d chequers, expected %d", *found,
                    chequers);
        return false;
    }
    return true;
}

static bool entries_ok(const struct hyper *h, struct diags *d)
{
    const unsigned char *at = (const unsigned char *)h->file.bytes.at + HYPER_HEADER;
    for (size_t i = 0; i < h->n * h->n; i++, at += HYPER_ENTRY) {
        struct hyper_value v;
        if (!hyper_decode(at, &v) || at[HYPER_ENTRY - 1] != 0)
            return refuse(d, (long)(HYPER_HEADER + i * HYPER_ENTRY), "found values that no position has (damaged?)");
    }
    return true;
}

static bool check(struct hyper *h, int chequers, struct diags *d)
{
    if (!header_ok(h->file.bytes, chequers, &h->chequers, d))
        return false;
    h->n = bearoff_positions(h->chequers, BEAROFF_WHOLE_BOARD);
    const size_t expected = HYPER_HEADER + h->n * h->n * HYPER_ENTRY;
    if (h->file.bytes.length == expected)
        return entries_ok(h, d);
    diag_offset(d, SEVERITY_ERROR, HYPER_HEADER, "hypergammon database: found %zu bytes, expected %zu; chequers: %d",
                h->file.bytes.length, expected, h->chequers);
    return false;
}

struct hyper *hyper_open(const char *path, int chequers, struct diags *d)
{
    struct hyper *h = xcalloc(1, sizeof *h);
    if (!mapping_open(&h->file, path))
        diag_at(d, SEVERITY_ERROR, 0, 0, "hypergammon database: %s", file_problem(errno));
    else if (check(h, chequers, d))
        return h;
    hyper_close(h);
    return NULL;
}

void hyper_close(struct hyper *h)
{
    if (h == NULL)
        return;
    mapping_close(&h->file);
    xfree(h);
}

/* ---- looking up ---- */

void hyper_value_of_ids(const struct hyper *h, size_t us, size_t them, struct hyper_value *out)
{
    const size_t entry = us * h->n + them;
    (void)hyper_decode((const unsigned char *)h->file.bytes.at + HYPER_HEADER + entry * HYPER_ENTRY, out);
}

bool hyper_value(const struct hyper *h, const struct board *on_roll, struct hyper_value *out)
{
    if (board_in_play(on_roll) + on_roll->off[0] != h->chequers ||
        board_opponent_in_play(on_roll) + on_roll->off[1] != h->chequers)
        return false;
    const long us = bearoff_side_id(on_roll, 0, h->chequers, BEAROFF_WHOLE_BOARD);
    const long them = bearoff_side_id(on_roll, 1, h->chequers, BEAROFF_WHOLE_BOARD);
    if (us < 0 || them < 0)
        return false;
    hyper_value_of_ids(h, (size_t)us, (size_t)them, out);
    return true;
}

/* ---- the evaluator ---- */

/* Never asked about a position that is not in the database: question_ask() chooses by the variant. */
static void eval(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                 struct outcome *out)
{
    const struct hyper *h = ((const struct hyper_evaluator *)self)->database;
    (void)w;
    for (size_t i = 0; i < n; i++) {
        struct hyper_value v = {0};
        struct board next;
        if (outcome_if_over(&boards[i], &out[i]))
            continue;
        board_flip(&boards[i], &next);
        (void)hyper_value(h, &next, &v);
        out[i] = outcome_flip(v.outcome);
    }
}

void hyper_evaluator_init(struct hyper_evaluator *e, const struct hyper *database)
{
    *e = (struct hyper_evaluator){.base = {.name = "hypergammon", .eval = eval}, .database = database};
}
