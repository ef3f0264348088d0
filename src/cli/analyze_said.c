/* What a run of analyze says; see analyze_batch.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/analyze_batch.h"
#include "cli/parallel.h"
#include "cli/terminal.h"

enum { NAME_ROOM = 256 };

void batch_show_progress(const struct batch *b, const char *file, double seconds)
{
    char what[NAME_ROOM] = "";
    double done = b->bytes_done;
    for (int i = 0; i < b->thinking.jobs; i++)
        done += b->fraction[i];
    const size_t at = b->n_done < b->n_open ? b->n_done + 1 : b->n_done;
    if (b->n_open > 1)
        snprintf(what, sizeof what, "%zu/%zu ", at, b->n_open);
    size_t n = strlen(what);
    snprintf(what + n, sizeof what - n, "%s", file);
    const double minutes = seconds / 60;
    n = strlen(what);
    if (b->n_matches != 0 && minutes > 0.05)
        snprintf(what + n, sizeof what - n, ", %.0f/min", (double)b->n_matches / minutes);
    n = strlen(what);
    if (!isnan(b->worst))
        snprintf(what + n, sizeof what - n, ", worst %.3f", b->worst);
    progress_show(b->bytes_total > 0 ? done / b->bytes_total : 0, what);
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void note_cost(const struct batch *b)
{
    struct rusage u;
    if (getrusage(RUSAGE_SELF, &u) != 0)
        return;
    double seconds =
        (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    say_note("%.2f s of processor time (%.2f for the collection), at most %ld MB of memory", seconds, b->storing,
             u.ru_maxrss / 1024);
}

static void say_what_was_done(const struct batch *b, const struct tally *tally, bool written)
{
    const size_t used = tally->n[FATE_GOOD] + tally->n[FATE_IN_PART], known = b->list.n_known + b->list.n_copies;
    const size_t fresh = used > known ? used - known : 0;
    if (b->refusals != NULL && b->n_done == 0 && used != 0)
        return; /* files came that are known, or none that is a match */
    struct strbuf where = {0};
    if (b->pages.report[0] != NULL)
        strbuf_printf(&where, "open %s/index.html", b->pages.folder);
    else
        strbuf_printf(&where, "kept in %s", store_name(b->collection.store));
    if (used != 0 && written && known == 0)
        say("%zu file%s analysed; %s", fresh, plural(fresh), where.at);
    else if (used != 0 && written)
        say("%zu unchanged, %zu new; %s", used - fresh, fresh, where.at);
    strbuf_done(&where);
    if (tally->n[FATE_IN_PART] != 0)
        say("of %zu file%s a part was refused", tally->n[FATE_IN_PART], plural(tally->n[FATE_IN_PART]));
    if (tally->n[FATE_FAILED] != 0)
        say("%zu file%s could not be used", tally->n[FATE_FAILED], plural(tally->n[FATE_FAILED]));
}

void batch_say_brought(const struct batch *b)
{
    struct strbuf by = {0};
    if (b->n_brought == 0)
        return;
    if (b->brought_by[0] != '\0')
        strbuf_printf(&by, " (%s)", b->brought_by);
    say("%zu match%s came with an analysis%s%s", b->n_brought, b->n_brought == 1 ? "" : "es", strbuf_text(&by),
        b->keep ? ", which is reported" : "; --keep reports it instead of a new one");
    strbuf_done(&by);
}

void batch_say(const struct batch *b, const struct tally *tally, bool written)
{
    say_what_was_done(b, tally, written);
    batch_say_brought(b);
    note_cost(b);
    if (interrupted())
        say("interrupted with %zu file%s left", tally->n[FATE_LEFT], plural(tally->n[FATE_LEFT]));
}
