/* Loops shared out among helpers; see helpers.h. What is handed on is a row of records: a head, then bytes. */
#include "base/helpers.h"

#include <string.h>

#include "base/call.h"
#include "base/fnv.h"
#include "base/threads.h"
#include "base/xmalloc.h"

enum { RUNS = 8 }; /* of turns, for each helper */

struct head {
    uint64_t about;
    uint32_t loop, turn, length, spare;
};

static struct shares *current(void)
{
    const struct call *c = call_current();
    return c != NULL ? c->shares : NULL;
}

bool shares_helping(void)
{
    const struct shares *s = current();
    return s != NULL && s->of > 0;
}

/* FNV-1a. */
uint64_t shares_mark_text(uint64_t mark, const char *text)
{
    return text != NULL ? fnv(mark, text, strlen(text) + 1) : shares_mark_number(mark, -1);
}

uint64_t shares_mark_number(uint64_t mark, int64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
    return fnv(mark, bytes, sizeof bytes);
}

struct loop {
    const struct shares *shares;
    const struct shares_turn *turn;
    void *context;
    size_t *mine;
    size_t n_mine;
};

static void work_mine(void *context, int hand, size_t k)
{
    struct loop *l = context;
    l->turn->work(l->context, hand, l->mine[k]);
}

static uint64_t about(const struct loop *l, size_t i)
{
    return l->turn->about != NULL ? l->turn->about(l->context, i) : 0;
}

static bool is_there(const struct loop *l, size_t i)
{
    return l->turn->has == NULL || l->turn->has(l->context, i);
}

/* Sets taken[i] of the turns of this loop that helpers have done. */
static void take_given(const struct loop *l, size_t n, bool *taken)
{
    struct head h;
    for (struct span rest = l->shares->given; rest.length >= sizeof h;) {
        memcpy(&h, rest.at, sizeof h);
        const struct span came = span_sub(rest, sizeof h, h.length);
        rest = span_sub(rest, sizeof h + came.length, rest.length);
        if (h.loop == l->shares->loops && h.turn < n && came.length == h.length && !taken[h.turn] &&
            is_there(l, h.turn) && h.about == about(l, h.turn))
            taken[h.turn] = l->turn->take(l->context, h.turn, came);
    }
}

static void hand_on(const struct loop *l)
{
    struct strbuf out = {0}, came = {0};
    for (size_t k = 0; k < l->n_mine; k++) {
        strbuf_clear(&came);
        l->turn->put(l->context, l->mine[k], &came);
        const struct head h = {.about = about(l, l->mine[k]),
                               .loop = l->shares->loops,
                               .turn = (uint32_t)l->mine[k],
                               .length = (uint32_t)came.length};
        strbuf_add(&out, (const char *)&h, sizeof h);
        strbuf_add(&out, strbuf_text(&came), came.length);
    }
    l->shares->hand_on(l->shares->context, strbuf_text(&out), out.length);
    strbuf_done(&came);
    strbuf_done(&out);
}

/* In runs: what follows each other is alike, and finds its replies in the cache. */
static bool is_mine(const struct shares *s, size_t i, size_t n)
{
    const size_t of = (size_t)s->of, runs = of * RUNS;
    return of == 0 || i / ((n + runs - 1) / runs) % of == (size_t)s->index;
}

void shares_for(int threads, size_t n, const struct shares_turn *turn, void *context, const volatile sig_atomic_t *stop)
{
    static const struct shares nobody;
    struct shares *s = current();
    if (s == NULL && turn->has == NULL) {
        threads_for(threads, n, turn->work, context, stop);
        return;
    }
    struct loop l = {s != NULL ? s : &nobody, turn, context, xcalloc(n + 1, sizeof *l.mine), 0};
    bool *taken = xcalloc(n + 1, sizeof *taken);
    take_given(&l, n, taken);
    for (size_t i = 0; i < n; i++)
        if (!taken[i] && (turn->has != NULL ? turn->has(context, i) : is_mine(l.shares, i, n)))
            l.mine[l.n_mine++] = i;
    threads_for(threads, l.n_mine, work_mine, &l, stop);
    if (l.shares->of > 0 && (stop == NULL || !*stop))
        hand_on(&l);
    if (s != NULL) /* then there is one thread */
        s->loops++;
    xfree(taken);
    xfree(l.mine);
}
