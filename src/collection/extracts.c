/* Extracts: all decisions of a player in an analysis in brief, in one row. Figures by phase, plan or score over ten
 * thousand matches, and the costliest decisions of them, are made from these: reading the millions of rows they follow
 * from takes ten times as long (docs/collection.md has the figures). `kibitzer db check` makes them again and compares.
 */
#include "collection/packed.h"
#include "collection/store_private.h"

struct writing {
    struct brief last[2];
    struct strbuf bytes[2];
};

static bool add_decision(void *context, const struct stored_decision *d)
{
    struct writing *w = context;
    const int side = d->row.side != 0;
    brief_add(&w->last[side], &d->row, &w->bytes[side]);
    return true;
}

static bool write_extracts(struct sql *db, int64_t analysis, struct writing *w)
{
    *w = (struct writing){.last = {BRIEF_BEGIN, BRIEF_BEGIN}};
    return decisions_of_analysis(db, analysis, add_decision, w);
}

static void writing_done(struct writing *w)
{
    for (int side = 0; side < 2; side++)
        strbuf_done(&w->bytes[side]);
}

static struct span bytes_of(const struct writing *w, int side)
{
    return (struct span){strbuf_text(&w->bytes[side]), w->bytes[side].length};
}

bool extracts_make(struct sql *db, int64_t analysis)
{
    struct writing w;
    bool ok = write_extracts(db, analysis, &w) &&
              sql_run(db, "DELETE FROM extracts WHERE analysis_id = ?", SQL(sql_int(analysis)));
    for (int side = 0; ok && side < 2; side++)
        ok = sql_run(db, "INSERT INTO extracts (analysis_id, side, bytes) VALUES (?, ?, ?)",
                     SQL(sql_int(analysis), sql_int(side), sql_blob(bytes_of(&w, side))));
    writing_done(&w);
    return ok;
}

static const char *const of_analysis = "SELECT side, bytes FROM extracts WHERE analysis_id = ? ORDER BY side";
#define OF_SIDE "SELECT side, bytes FROM extracts WHERE analysis_id = ? AND side = ?"

bool extracts_agree(struct sql *db, int64_t analysis, bool *agree)
{
    struct writing w;
    int n = 0;
    bool ok = write_extracts(db, analysis, &w);
    struct sql_rows *r = ok ? sql_ask(db, of_analysis, SQL(sql_int(analysis))) : NULL;
    for (*agree = true; r != NULL && sql_next(r); n++)
        *agree = *agree && span_same(sql_get_bytes(r, 1), bytes_of(&w, sql_get_int(r, 0) != 0));
    *agree = *agree && n == 2;
    ok = sql_done(r) && ok;
    writing_done(&w);
    return ok;
}

/* ---- reading ---- */

static bool fetch(struct sql *db, int64_t analysis, int side, struct extracts *x)
{
    struct sql_rows *r = side == NOBODY ? sql_ask(db, of_analysis, SQL(sql_int(analysis)))
                                        : sql_ask(db, OF_SIDE, SQL(sql_int(analysis), sql_int(side)));
    for (int i = 0; i < 2; i++)
        strbuf_clear(&x->bytes[i]);
    for (x->n = 0; r != NULL && sql_next(r); x->n++) {
        const struct span bytes = sql_get_bytes(r, 1);
        strbuf_add(&x->bytes[sql_get_int(r, 0) != 0], bytes.at, bytes.length);
    }
    return sql_done(r);
}

struct sql_rows *extracts_plan(struct sql *db)
{
    return sql_ask(db, "EXPLAIN QUERY PLAN " OF_SIDE, SQL(sql_int(0), sql_int(0)));
}

static bool take(struct extracts *x, int side)
{
    struct decision_row *d = &x->next[side];
    x->is_there[side] = brief_next(&x->last[side], &x->rest[side], d);
    d->side = side;
    return x->is_there[side];
}

bool extracts_open(struct extracts *x, struct sql *db, int64_t analysis, int side, bool *there)
{
    if (!fetch(db, analysis, side, x))
        return false;
    *there = x->n == (side == NOBODY ? 2 : 1);
    for (int i = 0; i < 2; i++) {
        x->last[i] = BRIEF_BEGIN;
        x->rest[i] = (struct span){strbuf_text(&x->bytes[i]), x->bytes[i].length};
        (void)take(x, i);
    }
    return true;
}

/* The earlier one of the two players'. */
bool extracts_next(struct extracts *x, struct decision_row *out)
{
    const int side = !x->is_there[0] || (x->is_there[1] && x->next[1].n < x->next[0].n);
    if (!x->is_there[side])
        return false;
    *out = x->next[side];
    (void)take(x, side);
    return true;
}

void extracts_done(struct extracts *x)
{
    for (int side = 0; side < 2; side++)
        strbuf_done(&x->bytes[side]);
}
