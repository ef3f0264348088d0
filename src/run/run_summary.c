/* What a run says; see run.h. */
#include "run/run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/call.h"
#include "base/os.h"
#include "base/xmalloc.h"
#include "collection/grown.h"

enum { NAME_ROOM = 256 };

double batch_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- progress ---- */

void batch_begin_progress(struct batch *b)
{
    b->fraction = xcalloc((size_t)b->pool.jobs, sizeof *b->fraction);
    b->worst = NAN;
    b->began = batch_seconds(CLOCK_MONOTONIC);
    for (size_t i = 0; i < b->inputs.n; i++)
        if (b->list.n == 0 || job_is_open(&b->list.at[i])) {
            b->bytes_total += (double)b->inputs.at[i].size;
            b->n_open++;
        }
}

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
static void show_progress(const struct batch *b, const char *file)
{
    char what[NAME_ROOM] = "";
    const double minutes = (batch_seconds(CLOCK_MONOTONIC) - b->began) / 60;
    double done = b->bytes_done;
    for (int i = 0; i < b->pool.jobs; i++)
        done += b->fraction[i];
    if (b->n_open > 1)
        add(what, "%zu/%zu ", b->n_done < b->n_open ? b->n_done + 1 : b->n_done, b->n_open);
    add(what, "%s", file);
    if (b->n_matches != 0 && minutes > 0.05)
        add(what, ", %.0f/min", (double)b->n_matches / minutes);
    if (!isnan(b->worst))
        add(what, ", worst %.3f", b->worst);
    if (b->collection.away.is)
        add(what, ", lost connection");
    call_progress(b->bytes_total > 0 ? done / b->bytes_total : 0, what);
}

void batch_progress(struct task *t, double done, bool ended)
{
    struct batch *b = t->batch;
    const struct input *in = &b->inputs.at[t->index];
    pthread_mutex_lock(&b->lock);
    b->fraction[t->slot] = ended ? 0 : (double)in->size * done;
    b->bytes_done += ended ? (double)in->size : 0;
    b->n_done += ended;
    show_progress(b, in->shown);
    pthread_mutex_unlock(&b->lock);
}

/* ---- at the end ---- */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void note_cost(const struct batch *b)
{
    struct os_cost c;
    if (os_cost(&c))
        say_note("%.2f s of processor time (%.2f for the collection), at most %ld MB of memory", c.seconds, b->storing,
                 c.megabytes);
}

struct suspects_seen {
    int64_t *at;
    size_t n, capacity;
};

static void note_suspect(void *seen, int64_t match)
{
    struct suspects_seen *s = seen;
    s->at = grow(s->at, s->n, &s->capacity, sizeof *s->at);
    s->at[s->n++] = match;
}

static int by_number(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Among the matches of this run, each once, however many files hold it. */
static size_t count_suspects(const struct batch *b)
{
    struct suspects_seen seen = {.n = 0};
    size_t n = 0;
    bool ok = !b->trouble;
    for (size_t i = 0; ok && i < b->inputs.n; i++)
        if (job_is_open(&b->list.at[i]) && (b->fate[i] == FATE_GOOD || b->fate[i] == FATE_IN_PART))
            ok = store_suspects_of(b->collection.store, b->list.at[i].hash, note_suspect, &seen);
    if (seen.n > 0)
        qsort(seen.at, seen.n, sizeof *seen.at, by_number);
    for (size_t i = 0; i < seen.n; i++)
        n += i == 0 || seen.at[i] != seen.at[i - 1];
    xfree(seen.at);
    return n;
}

static void say_suspects(const struct batch *b)
{
    const size_t n = count_suspects(b);
    if (n != 0)
        say("%zu new match%s may be in the collection twice; `kibitzer db duplicates` says where", n,
            n == 1 ? "" : "es");
}

/* ---- copies that were cut short ---- */

enum { CUT_SHOWN = 10 };

/* As the user named it. */
static const char *shown(const struct batch *b, const char *path)
{
    for (size_t i = 0; i < b->inputs.n; i++)
        if (b->list.at[i].path != NULL && strcmp(b->list.at[i].path, path) == 0)
            return b->inputs.at[i].shown;
    return path;
}

static bool say_cut(void *context, const struct stored_match *m)
{
    const struct batch *batch = *(const struct batch *const *)context;
    if (m->path == NULL || m->whole == NULL)
        return true;
    if (strcmp(m->path, m->whole) == 0)
        say("%s holds the beginning of what it held before: only the whole is counted", shown(batch, m->path));
    else
        say("%s is the beginning of %s: only the whole is counted", shown(batch, m->path), shown(batch, m->whole));
    return true;
}

static void say_cut_short(const struct batch *b)
{
    struct match_filter one = MATCH_FILTER_ALL;
    for (size_t i = 0; i < b->cut.n && i < CUT_SHOWN; i++) {
        one.id = b->cut.match[i];
        (void)store_matches(b->collection.store, &one, say_cut, &b);
    }
    if (b->cut.n > CUT_SHOWN)
        say("%zu more are the beginning of others; the index lists them", b->cut.n - CUT_SHOWN);
}

/* ---- what became of the inputs: each is counted once ---- */

enum input_class { NEW, UNCHANGED, COPIES, OF_POSITIONS, REFUSED, NO_MATCHES, OTHER_SHARES, LEFT, CLASSES };

struct classes {
    size_t n[CLASSES];
    size_t cut_short; /* of the copies */
};

static enum input_class class_of_used(const struct batch *b, size_t i, struct classes *out)
{
    const struct job *j = &b->list.at[i];
    struct content_holds h = {0};
    if (j->copy)
        return COPIES;
    if (!b->trouble)
        (void)store_content_holds(b->collection.store, j->hash, &h); /* nothing: what is noted says it */
    out->cut_short += h.matches > 0 && h.cut_short == h.matches;
    if (h.matches > 0 && h.cut_short + h.others == h.matches)
        return COPIES;
    if (h.matches > 0 && h.positions == h.matches)
        return OF_POSITIONS;
    return j->known ? UNCHANGED : NEW;
}

static void classify_inputs(const struct batch *b, struct classes *out)
{
    *out = (struct classes){.n[REFUSED] = b->inputs.n_failed};
    for (size_t i = 0; i < b->inputs.n; i++) {
        const enum fate fate = b->fate[i];
        out->n[fate == FATE_LEFT         ? LEFT
               : fate == FATE_FAILED     ? REFUSED
               : fate != FATE_SKIPPED    ? class_of_used(b, i, out)
               : b->list.at[i].elsewhere ? OTHER_SHARES
                                         : NO_MATCHES]++;
    }
}

/* "7 files: 2 new, 3 unchanged, 1 copy (1 cut short), 1 refused". */
static void write_classes(const struct classes *c, struct strbuf *out)
{
    static const char *const words[CLASSES][2] = {/* ORDER INPUT_CLASS */
                                                  {"new", "new"},
                                                  {"unchanged", "unchanged"},
                                                  {"copy", "copies"},
                                                  {"of positions", "of positions"},
                                                  {"refused", "refused"},
                                                  {"no match", "no matches"},
                                                  {"of other shares", "of other shares"},
                                                  {"left", "left"}};
    size_t all = 0;
    for (int i = 0; i < CLASSES; i++)
        all += c->n[i];
    strbuf_printf(out, "%zu file%s:", all, plural(all));
    const size_t head = out->length;
    for (int i = 0; i < CLASSES; i++) {
        if (c->n[i] == 0)
            continue;
        strbuf_printf(out, "%s %zu %s", out->length > head ? "," : "", c->n[i], words[i][c->n[i] != 1]);
        if (i == COPIES && c->cut_short != 0)
            strbuf_printf(out, " (%zu cut short)", c->cut_short);
    }
}

static void say_classes(const struct batch *b, bool written)
{
    struct classes classes;
    struct strbuf line = {0};
    classify_inputs(b, &classes);
    write_classes(&classes, &line);
    if (written && b->options->pages.report[0] != NULL)
        strbuf_printf(&line, "; open %s/index.html", b->options->pages.folder);
    else if (written)
        strbuf_printf(&line, "; kept in %s", store_name(b->collection.store));
    say("%s", strbuf_text(&line));
    strbuf_done(&line);
}

static void say_what_was_done(const struct batch *b, const struct fates *fates, bool written)
{
    const size_t used = fates->n[FATE_GOOD] + fates->n[FATE_IN_PART];
    if (b->refusals != NULL && b->n_done == 0 && used != 0)
        return; /* files came that are known, or none that is a match */
    say_classes(b, used != 0 && written);
    if (b->n_corrected != 0)
        say("%zu file%s corrected since the last run: what %s held before was removed", b->n_corrected,
            b->n_corrected == 1 ? " was" : "s were", b->n_corrected == 1 ? "it" : "they");
    if (!b->trouble)
        say_cut_short(b);
    say_suspects(b);
    if (b->options->kept != KEPT_AS_BEFORE)
        collection_say_kept(&b->collection, b->kept, "--keep-candidates asks for");
    else if (b->options->reports.candidates != 0)
        collection_say_kept(&b->collection, KEPT_ALL, "--candidates may show");
    if (fates->n[FATE_IN_PART] != 0)
        say("a part of %zu file%s was refused", fates->n[FATE_IN_PART], plural(fates->n[FATE_IN_PART]));
    if (b->n_refused_before != 0)
        say("%zu file%s, as an earlier run has said; --fresh reads %s again", b->n_refused_before,
            b->n_refused_before == 1 ? " is not a match" : "s are not matches",
            b->n_refused_before == 1 ? "it" : "them");
}

void batch_say_brought(const struct batch *b)
{
    struct strbuf by = {0};
    if (b->n_brought == 0)
        return;
    if (b->brought_by[0] != '\0')
        strbuf_printf(&by, " (%s)", b->brought_by);
    say("%zu match%s came with an analysis%s%s", b->n_brought, b->n_brought == 1 ? "" : "es", strbuf_text(&by),
        b->options->keep ? ", which is reported" : "; --keep reports it instead of a new one");
    strbuf_done(&by);
}

void batch_say(const struct batch *b, const struct fates *fates, bool written)
{
    say_what_was_done(b, fates, written);
    batch_say_brought(b);
    if (b->first && written && b->n_matches != 0 && b->options->said.me == NULL && b->options->pages.report[0] != NULL)
        say("`kibitzer config me NAME` says who you are: you sit at the bottom of boards and come first in the index");
    note_cost(b);
    if (call_cancelled())
        say("interrupted with %zu file%s left", fates->n[FATE_LEFT], plural(fates->n[FATE_LEFT]));
}
