/* Counts of a run; see run_tally.h. */
#include "run/run_tally.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/strbuf.h"
#include "base/xmalloc.h"

double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void run_tally_begin(struct run_tally *t, int n_workers)
{
    *t = (struct run_tally){.n_workers = n_workers, .worst = NAN};
    t->fraction = xcalloc((size_t)n_workers, sizeof *t->fraction);
    pthread_mutex_init(&t->lock, NULL);
}

void run_tally_done(struct run_tally *t)
{
    pthread_mutex_destroy(&t->lock);
    xfree(t->fraction);
}

/* What comes in memory has no size before it is read, and is work all the same. */
static double weight(int64_t bytes)
{
    return bytes > 0 ? (double)bytes : 1;
}

void run_tally_expect(struct run_tally *t, int64_t bytes)
{
    t->bytes_total += weight(bytes);
    if (t->n_open++ == 0)
        t->began = seconds_of(CLOCK_MONOTONIC);
}

/* ---- progress ---- */

enum { NAME_ROOM = 256 };

static void add(char text[NAME_ROOM], const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(char text[NAME_ROOM], const char *format, ...)
{
    const size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, NAME_ROOM - n, format, args);
    va_end(args);
}

/* "4/10 final.mat, 37/min, worst 0.412"; the caller holds the lock. */
static void show_progress(const struct run_tally *t, const struct file_progress *p)
{
    char what[NAME_ROOM] = "";
    const double minutes = (seconds_of(CLOCK_MONOTONIC) - t->began) / 60;
    double done = t->bytes_done;
    for (int i = 0; i < t->n_workers; i++)
        done += t->fraction[i];
    if (t->n_open > 1)
        add(what, "%zu/%zu ", t->n_done < t->n_open ? t->n_done + 1 : t->n_done, t->n_open);
    add(what, "%s", p->name);
    if (t->n_matches != 0 && minutes > 0.05)
        add(what, ", %.0f/min", (double)t->n_matches / minutes);
    if (!isnan(t->worst))
        add(what, ", worst %.3f", t->worst);
    if (p->offline)
        add(what, ", lost connection");
    call_progress(t->bytes_total > 0 ? done / t->bytes_total : 0, what);
}

void run_tally_progress(struct run_tally *t, const struct file_progress *p, double done)
{
    pthread_mutex_lock(&t->lock);
    t->fraction[p->worker] = weight(p->bytes) * done;
    show_progress(t, p);
    pthread_mutex_unlock(&t->lock);
}

void run_tally_file(struct run_tally *t, const struct file_progress *p)
{
    pthread_mutex_lock(&t->lock);
    t->fraction[p->worker] = 0;
    t->bytes_done += weight(p->bytes);
    t->n_done++;
    show_progress(t, p);
    pthread_mutex_unlock(&t->lock);
}

/* ---- counts ---- */

void run_tally_match(struct run_tally *t, double worst)
{
    pthread_mutex_lock(&t->lock);
    t->worst = fmax(t->worst, worst); /* NAN gives way */
    t->n_matches++;
    pthread_mutex_unlock(&t->lock);
}

void run_tally_brought(struct run_tally *t, const struct match *m)
{
    const char *engine = m->sets[m->n_sets - 1].engine;
    engine = engine != NULL ? engine : "";
    pthread_mutex_lock(&t->lock);
    if (t->n_brought++ == 0)
        snprintf(t->brought_by, sizeof t->brought_by, "%s", engine);
    else if (strncmp(t->brought_by, engine, sizeof t->brought_by - 1) != 0)
        t->brought_by[0] = '\0';
    pthread_mutex_unlock(&t->lock);
}

void run_tally_corrected(struct run_tally *t)
{
    pthread_mutex_lock(&t->lock);
    t->n_corrected++;
    pthread_mutex_unlock(&t->lock);
}

void run_tally_refused(struct run_tally *t, size_t n)
{
    pthread_mutex_lock(&t->lock);
    t->n_refused += n;
    pthread_mutex_unlock(&t->lock);
}

void run_tally_storing(struct run_tally *t, double began)
{
    pthread_mutex_lock(&t->lock);
    t->storing += seconds_of(CLOCK_THREAD_CPUTIME_ID) - began;
    pthread_mutex_unlock(&t->lock);
}

void run_tally_stays(struct run_tally *t, size_t n)
{
    pthread_mutex_lock(&t->lock);
    t->n_stays += n;
    pthread_mutex_unlock(&t->lock);
}

void run_tally_say_stays(const struct run_tally *t)
{
    const size_t n = t->n_known_stay + t->n_stays;
    if (n != 0)
        say(tr_counted("%zu match keeps what the file says of date, event or place; `kibitzer db set` changes it",
                       "%zu matches keep what the file says of date, event or place; `kibitzer db set` changes it",
                       (long)n),
            n);
}

void run_tally_say_brought(const struct run_tally *t, bool kept)
{
    struct strbuf by = {0};
    if (t->n_brought == 0)
        return;
    if (t->brought_by[0] != '\0')
        strbuf_printf(&by, " (%s)", t->brought_by);
    say(tr_counted("%zu match came with an analysis%s%s", "%zu matches came with an analysis%s%s", (long)t->n_brought),
        t->n_brought, strbuf_text(&by),
        kept ? W_(", which is reported") : W_("; --keep reports it instead of a new one"));
    strbuf_done(&by);
}
