/* What a run reports at its end; see run.h. */
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/os.h"
#include "base/xmalloc.h"
#include "collection/grown.h"

static void note_cost(const struct run *run)
{
    struct os_cost c;
    if (os_cost(&c))
        say_note("%.2f s of processor time (%.2f for the collection), at most %ld MB of memory", c.seconds,
                 run->tally.storing, c.megabytes);
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
static size_t count_suspects(const struct run *run)
{
    struct suspects_seen seen = {.n = 0};
    size_t n = 0;
    bool ok = !run->into.trouble;
    for (size_t i = 0; ok && i < run->work.inputs.n; i++)
        if (job_is_open(&run->work.list.at[i]) && (run->work.fate[i] == FATE_GOOD || run->work.fate[i] == FATE_IN_PART))
            ok = store_suspects_of(run->into.collection.store, run->work.list.at[i].hash, note_suspect, &seen);
    if (seen.n > 0)
        qsort(seen.at, seen.n, sizeof *seen.at, by_number);
    for (size_t i = 0; i < seen.n; i++)
        n += i == 0 || seen.at[i] != seen.at[i - 1];
    xfree(seen.at);
    return n;
}

static void say_suspects(const struct run *run)
{
    const size_t n = count_suspects(run);
    if (n != 0)
        say(tr_counted("%zu new match may be in the collection twice; `kibitzer db duplicates` says where",
                       "%zu new matches may be in the collection twice; `kibitzer db duplicates` says where", (long)n),
            n);
}

/* ---- copies that were cut short ---- */

enum { CUT_SHOWN = 10 };

/* As the user named it. */
static const char *shown(const struct run *run, const char *path)
{
    for (size_t i = 0; i < run->work.inputs.n; i++)
        if (run->work.list.at[i].path != NULL && strcmp(run->work.list.at[i].path, path) == 0)
            return run->work.inputs.at[i].shown;
    return path;
}

static bool say_cut(void *context, const struct stored_match *m)
{
    const struct run *run = *(const struct run *const *)context;
    if (m->path == NULL || m->whole == NULL)
        return true;
    if (strcmp(m->path, m->whole) == 0)
        say("%s holds the beginning of what it held before: only the whole is counted", shown(run, m->path));
    else
        say("%s is the beginning of %s: only the whole is counted", shown(run, m->path), shown(run, m->whole));
    return true;
}

static void say_cut_short(const struct run *run)
{
    struct match_filter one = MATCH_FILTER_ALL;
    for (size_t i = 0; i < run->into.cut.n && i < CUT_SHOWN; i++) {
        one.id = run->into.cut.match[i];
        (void)store_matches(run->into.collection.store, &one, say_cut, &run);
    }
    if (run->into.cut.n > CUT_SHOWN)
        say("%zu more are the beginning of others; the index lists them", run->into.cut.n - CUT_SHOWN);
}

/* ---- what became of the inputs: each is counted once ---- */

enum input_class { NEW, UNCHANGED, COPIES, OF_POSITIONS, REFUSED, NO_MATCHES, OTHER_SHARES, LEFT, CLASSES };

struct classes {
    size_t n[CLASSES];
    size_t cut_short; /* of the copies */
};

static enum input_class class_of_used(const struct run *run, size_t i, struct classes *out)
{
    const struct job *j = &run->work.list.at[i];
    struct content_holds h = {0};
    if (j->copy)
        return COPIES;
    if (!run->into.trouble)
        (void)store_content_holds(run->into.collection.store, j->hash, &h); /* nothing: what is noted says it */
    out->cut_short += h.matches > 0 && h.cut_short == h.matches;
    if (h.matches > 0 && h.cut_short + h.others == h.matches)
        return COPIES;
    if (h.matches > 0 && h.positions == h.matches)
        return OF_POSITIONS;
    return j->known ? UNCHANGED : NEW;
}

static void classify_inputs(const struct run *run, struct classes *out)
{
    *out = (struct classes){.n[REFUSED] = run->work.inputs.n_failed};
    for (size_t i = 0; i < run->work.inputs.n; i++) {
        const enum fate fate = run->work.fate[i];
        out->n[fate == FATE_LEFT                ? LEFT
               : fate == FATE_FAILED            ? REFUSED
               : fate != FATE_SKIPPED           ? class_of_used(run, i, out)
               : run->work.list.at[i].elsewhere ? OTHER_SHARES
                                                : NO_MATCHES]++;
    }
}

/* "7 files: 2 new, 3 unchanged, 1 copy (1 cut short), 1 refused". */
static void write_classes(const struct classes *c, struct strbuf *out)
{
    static const char *const words[CLASSES][2] = {/* ORDER INPUT_CLASS */
                                                  {FF_("%zu new", "%zu new")},
                                                  {FF_("%zu unchanged", "%zu unchanged")},
                                                  {FF_("%zu copy", "%zu copies")},
                                                  {FF_("%zu of positions", "%zu of positions")},
                                                  {FF_("%zu refused", "%zu refused")},
                                                  {FF_("%zu no match", "%zu no matches")},
                                                  {FF_("%zu of other shares", "%zu of other shares")},
                                                  {FF_("%zu left", "%zu left")}};
    size_t all = 0;
    for (int i = 0; i < CLASSES; i++)
        all += c->n[i];
    strbuf_say(out, tr_counted("%zu file:", "%zu files:", (long)all), all);
    const size_t head = out->length;
    for (int i = 0; i < CLASSES; i++) {
        if (c->n[i] == 0)
            continue;
        strbuf_puts(out, out->length > head ? ", " : " ");
        strbuf_say(out, tr_counted(words[i][0], words[i][1], (long)c->n[i]), c->n[i]);
        if (i == COPIES && c->cut_short != 0)
            strbuf_say(out, " (%zu cut short)", c->cut_short);
    }
}

static void say_classes(const struct run *run, bool written)
{
    struct classes classes;
    struct strbuf line = {0};
    classify_inputs(run, &classes);
    write_classes(&classes, &line);
    if (written && run->request.options->pages.report[0] != NULL)
        strbuf_say(&line, "; open %s/index.html", run->request.options->pages.folder);
    else if (written)
        strbuf_say(&line, "; kept in %s", store_name(run->into.collection.store));
    say("%s", strbuf_text(&line));
    strbuf_done(&line);
}

/* A file that is damaged now takes nothing away: what it held was played. */
static void say_still_held(const struct run *run)
{
    const char *one = NULL;
    size_t n = 0;
    for (size_t i = 0; !run->into.trouble && i < run->work.inputs.n; i++) {
        const struct job *j = &run->work.list.at[i];
        if (run->work.fate[i] == FATE_FAILED && !j->copy && !j->put && j->path != NULL &&
            store_place_holds(run->into.collection.store, j->path) > 0) {
            one = run->work.inputs.at[i].shown;
            n++;
        }
    }
    if (n == 1)
        say("%s: what it held before stays in the collection; `kibitzer db forget FILE` removes it", one);
    else if (n > 1)
        say("%zu of the files that were refused held something before, which stays in the collection; `kibitzer db "
            "forget FILE` removes it",
            n);
}

static void say_what_was_done(const struct run *run, const struct fates *fates, bool written)
{
    const size_t used = fates->n[FATE_GOOD] + fates->n[FATE_IN_PART];
    if (run->work.refusals != NULL && run->tally.n_done == 0 && used != 0)
        return; /* files came that are known, or none that is a match */
    say_classes(run, used != 0 && written);
    if (run->tally.n_corrected != 0)
        say(tr_counted("%zu file was corrected since the last run: what it held before was removed",
                       "%zu files were corrected since the last run: what they held before was removed",
                       (long)run->tally.n_corrected),
            run->tally.n_corrected);
    if (!run->into.trouble)
        say_cut_short(run);
    say_suspects(run);
    if (used != 0 && written && !run->into.trouble)
        collection_say_alike(run->into.collection.store);
    say_still_held(run);
    if (run->request.options->kept != KEPT_AS_BEFORE)
        collection_say_kept(&run->into.collection, run->into.kept, "--keep-candidates asks for");
    else if (run->request.options->reports.candidates != 0)
        collection_say_kept(&run->into.collection, KEPT_ALL, "--candidates may show");
    if (run->tally.n_refused != 0)
        say(tr_counted("%zu match was refused", "%zu matches were refused", (long)run->tally.n_refused),
            run->tally.n_refused);
    if (fates->n[FATE_IN_PART] != 0)
        say(tr_counted("a part of %zu file was refused", "a part of %zu files was refused",
                       (long)fates->n[FATE_IN_PART]),
            fates->n[FATE_IN_PART]);
    if (run->work.n_refused_before != 0)
        say(tr_counted("%zu file is not a match, as an earlier run has said; --fresh reads it again",
                       "%zu files are not matches, as an earlier run has said; --fresh reads them again",
                       (long)run->work.n_refused_before),
            run->work.n_refused_before);
}

void run_summary(const struct run *run, const struct fates *fates)
{
    const bool written = run->into.indexed;
    say_what_was_done(run, fates, written);
    run_tally_say_brought(&run->tally, run->request.options->keep);
    run_tally_say_stays(&run->tally);
    if (run->into.was_empty && written && run->tally.n_matches != 0 && run->request.options->said.me == NULL &&
        run->request.options->pages.report[0] != NULL)
        say("`kibitzer config me NAME` says who you are: you sit at the bottom of boards and come first in the index");
    note_cost(run);
    if (call_cancelled())
        say(tr_counted("interrupted with %zu file left", "interrupted with %zu files left", (long)fates->n[FATE_LEFT]),
            fates->n[FATE_LEFT]);
}
