/* States of a maker of hypergammon databases: what a killed run goes on from. One block of figures, then the equities
 * and, once these are done, the chances, then a hash of it all. For the machine that wrote it. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/mapping.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "engine/cache.h"
#include "engine/hyper_maker.h"

struct state {
    char mark[24]; /* text, so that `file` and people see what it is */
    uint32_t byte_order; /* as this machine writes it */
    int32_t chequers;
    double converge;
    struct {
        double change[REMEMBERED], rate;
        int32_t sweeps, done;
    } course[SWEEPS];
};

#define MARK "kibitzer hyper state 1\n"
enum { BYTE_ORDER_MARK = 0x01020304 };

static struct state state_of(const struct hyper_maker *m)
{
    struct state s;
    memset(&s, 0, sizeof s); /* the padding is hashed */
    memcpy(s.mark, MARK, sizeof MARK);
    s.byte_order = BYTE_ORDER_MARK;
    s.chequers = m->game.chequers;
    s.converge = m->converge;
    for (int kind = 0; kind < SWEEPS; kind++) {
        const struct convergence *c = &m->course[kind];
        memcpy(s.course[kind].change, c->change, sizeof c->change);
        s.course[kind].rate = c->rate, s.course[kind].sweeps = c->sweeps, s.course[kind].done = c->done;
    }
    return s;
}

struct output {
    struct file_out file;
    uint64_t hash;
};

static void put(struct output *o, const void *bytes, size_t length)
{
    o->hash = cache_hash(o->hash, bytes, length);
    file_out_add(&o->file, bytes, length);
}

/* The lanes that are in use, a row at a time. */
static void put_rows(struct output *o, const struct hyper_maker *m, const float (*at)[LEFT_LANES], int used,
                     float *packed)
{
    const size_t n = m->game.n;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++)
            memcpy(packed + k * used, at[i * n + k], used * sizeof(float));
        put(o, packed, n * used * sizeof(float));
    }
}

bool hyper_state_save(const struct hyper_maker *m, const char *path)
{
    float *packed = xmalloc(m->game.n * LEFT_LANES * sizeof *packed);
    const struct state s = state_of(m);
    struct output o = {.hash = 1};
    file_out_begin(&o.file, path);
    put(&o, &s, sizeof s);
    put_rows(&o, m, m->left, LEFT_USED, packed);
    if (m->course[SWEEP_EQUITIES].done)
        put_rows(&o, m, m->chance, CHANCE_USED, packed);
    file_out_add(&o.file, &o.hash, sizeof o.hash);
    const bool ok = file_out_end(&o.file, true);
    const int saved = errno;
    xfree(packed);
    errno = saved;
    return ok;
}

/* Could a run have come so far? */
static bool course_ok(const struct state *s)
{
    for (int kind = 0; kind < SWEEPS; kind++) {
        const int32_t sweeps = s->course[kind].sweeps;
        bool ok = sweeps >= 0 && sweeps < INT32_MAX && s->course[kind].rate >= 0;
        for (int i = 0; i < REMEMBERED; i++)
            ok = ok && s->course[kind].change[i] >= 0 && isfinite(s->course[kind].change[i]);
        if (!ok)
            return false;
    }
    return true;
}

/* Equities and chances are between -3 and 3. */
static bool values_ok(const char *at, const char *end)
{
    for (; at < end; at += sizeof(float)) {
        float v;
        memcpy(&v, at, sizeof v);
        if (!(fabsf(v) <= 3.001f))
            return false;
    }
    return true;
}

/* What is wrong with it, or NULL. */
static const char *problem_of(const struct hyper_maker *m, struct span f, struct state *s)
{
    if (f.length < sizeof *s || memcmp(f.at, MARK, sizeof MARK) != 0)
        return W_("found something else than the state of an interrupted run");
    memcpy(s, f.at, sizeof *s);
    if (s->byte_order != BYTE_ORDER_MARK)
        return W_("found a state that a machine of another kind wrote");
    if (s->chequers != m->game.chequers)
        return W_("found the state of another number of chequers");
    if (s->converge != m->converge)
        return W_("found the state of a run with another --converge");
    uint64_t hash = 1, expected;
    const size_t n = m->game.n, equities = n * LEFT_USED * sizeof(float), chances = n * CHANCE_USED * sizeof(float);
    const size_t all = n * (equities + (s->course[SWEEP_EQUITIES].done ? chances : 0));
    if (f.length != sizeof *s + all + sizeof hash)
        return W_("found a state that is cut off or too long");
    const char *at = f.at + sizeof *s, *end = at + all;
    hash = cache_hash(hash, s, sizeof *s);
    for (const char *last = at + n * equities; at < last; at += equities)
        hash = cache_hash(hash, at, equities);
    for (; at < end; at += chances)
        hash = cache_hash(hash, at, chances);
    memcpy(&expected, end, sizeof expected);
    return hash == expected && course_ok(s) && values_ok(f.at + sizeof *s, end) ? NULL : "found a damaged state";
}

static const char *get_rows(const char *at, float (*to)[LEFT_LANES], size_t positions, int used)
{
    for (size_t i = 0; i < positions; i++, at += used * sizeof(float))
        memcpy(to[i], at, used * sizeof(float));
    return at;
}

static void take_over(struct hyper_maker *m, struct span f, const struct state *s)
{
    const size_t n = m->game.n;
    const char *at = f.at + sizeof *s;
    for (int kind = 0; kind < SWEEPS; kind++) {
        struct convergence *c = &m->course[kind];
        memcpy(c->change, s->course[kind].change, sizeof c->change);
        c->rate = s->course[kind].rate, c->sweeps = s->course[kind].sweeps, c->done = s->course[kind].done != 0;
    }
    at = get_rows(at, m->left, n * n, LEFT_USED);
    if (m->course[SWEEP_EQUITIES].done)
        (void)get_rows(at, m->chance, n * n, CHANCE_USED);
}

bool hyper_state_load(struct hyper_maker *m, const char *path, struct diags *d)
{
    struct mapping file;
    struct state s;
    if (!mapping_open(&file, path)) {
        if (errno != ENOENT)
            diag_at(d, SEVERITY_WARNING, 0, 0, "%s: %s; starting again", path, file_problem(errno));
        return false;
    }
    const char *problem = problem_of(m, file.bytes, &s);
    if (problem == NULL)
        take_over(m, file.bytes, &s);
    else
        diag_at(d, SEVERITY_WARNING, 0, 0, "%s: %s; starting again", path, problem);
    mapping_close(&file);
    return problem == NULL;
}
