/* Losses of all plays; see quiz_values.h. */
#include "pages/quiz_values.h"

#include <math.h>

#include "base/xmalloc.h"
#include "engine/pool.h"
#include "match/notation.h"

enum { ALL_PLAYS = 1 << 20, LEAST = 1 }; /* LEAST: thousandths; the record holds one that is at least as good */

/* What loses more at a glance is not looked at more closely: it takes most of the time and teaches nothing. */
#define HOPELESS 0.2f

/* The same look differs by no more. */
#define SAME 0.0005

struct quiz_values {
    struct engine_pool pool;
    struct level level;
};

struct quiz_values *quiz_values_new(void)
{
    struct quiz_values *v = xcalloc(1, sizeof *v);
    level_parse("1ply", &v->level);
    for (int i = 0; i < v->level.plies; i++)
        v->level.filter[i] = (struct move_filter){.accept = 1, .extra = ALL_PLAYS, .threshold = HOPELESS};
    v->level.close = 0;
    if (engine_pool_open(&v->pool, &(struct engine_files){.cache = true}, 1))
        return v;
    xfree(v);
    return NULL;
}

void quiz_values_free(struct quiz_values *v)
{
    if (v == NULL)
        return;
    engine_pool_close(&v->pool);
    xfree(v);
}

/* ---- the record's own figures ---- */

struct known {
    bool *has; /* by ranked play */
    double shift, apart; /* from our values to the record's differences; how far the plays differ in it */
    int n;
};

static int place_of(const struct ranked_plays *r, const struct position *p, const char *text)
{
    struct play play;
    struct board after;
    const char *problem;
    if (!notation_read(span_of(text), &p->board, p->dice[0], p->dice[1], &play, &problem, NULL) ||
        !board_play(&p->board, &play, &after))
        return -1;
    for (int i = 0; i < r->n; i++)
        if (board_equal(&r->at[i].after, &after))
            return i;
    return -1;
}

static void compare(const struct ranked_plays *r, const struct costly_question *c, const struct position *p, int plies,
                    struct known *out)
{
    double least = INFINITY, most = -INFINITY, sum = 0;
    *out = (struct known){.has = xcalloc((size_t)r->n + 1, sizeof *out->has)};
    for (size_t i = 0; i < c->n_alternatives; i++) {
        const int at = place_of(r, p, c->alternative[i].text);
        if (at < 0)
            continue;
        const double shift = c->alternative[i].difference - (double)r->at[at].cubeful;
        out->has[at] = true;
        if (r->at[at].plies < plies)
            continue;
        out->n++;
        sum += shift;
        least = fmin(least, shift);
        most = fmax(most, shift);
    }
    out->shift = out->n > 0 ? sum / out->n : 0;
    out->apart = out->n > 0 ? most - least : 0;
}

/* ---- words ---- */

static int own_at(const struct board *b, int point)
{
    return point == 0 ? b->off[0] : b->point[point] > 0 ? b->point[point] : 0;
}

static void put_letters(struct strbuf *out, const struct board *from, const struct board *to, char first)
{
    for (int p = 0; p <= BOARD_BAR; p++)
        for (int n = own_at(from, p) - own_at(to, p); n > 0; n--)
            strbuf_putc(out, (char)(first + p));
}

static void put_play(struct strbuf *out, const struct board *before, const struct board *after, double difference)
{
    bool hit = false;
    put_letters(out, before, after, 'A');
    put_letters(out, after, before, 'a');
    for (int p = 1; p < BOARD_BAR; p++)
        if (before->point[p] == -1 && after->point[p] >= 0) {
            strbuf_printf(out, "%s%c", hit ? "" : "*", 'a' + p);
            hit = true;
        }
    strbuf_printf(out, "%ld", lround(fmax(-1000 * difference, LEAST)));
}

bool quiz_values_put(void *values, const struct costly_question *c, const struct position *p, struct strbuf *out)
{
    struct quiz_values *v = values;
    struct ranked_plays r = {0};
    struct known known;
    const char *problem = NULL;
    bool glance = false;
    if (!engine_knows(v->pool.engine, p->rules.variant, &problem))
        return true;
    engine_plays(v->pool.engine, v->pool.worker[0], p, &v->level, NULL, &r);
    compare(&r, c, p, v->level.plies, &known);
    for (int i = 0; known.n > 0 && i < r.n; i++)
        if (!known.has[i]) {
            glance = glance || r.at[i].plies < v->level.plies;
            put_play(out, &p->board, &r.at[i].after, (double)r.at[i].cubeful + known.shift);
        }
    xfree(known.has);
    ranked_plays_done(&r);
    return glance || known.apart > SAME;
}
