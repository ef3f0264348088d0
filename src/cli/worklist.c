/* Looking over the inputs; see worklist.h. */
#include "cli/worklist.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/sink.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "cli/parallel.h"
#include "cli/terminal.h"

/* ---- hashes ---- */

struct hashing {
    struct worklist *list;
    const struct inputs *inputs;
};

static void hash_input(void *context, int worker, size_t index)
{
    (void)worker;
    const struct hashing *h = context;
    const struct input *in = &h->inputs->at[index];
    struct job *j = &h->list->at[index];
    struct strbuf bytes = {0};
    j->path = place_of(in->path);
    j->unreadable = !in->in_memory && !file_read(in->path, 0, &bytes);
    const struct strbuf *of = in->in_memory ? &in->bytes : &bytes;
    bytes_hash((struct span){strbuf_text(of), of->length}, j->hash);
    strbuf_done(&bytes);
}

/* ---- copies ---- */

static int by_hash_and_path(const void *a, const void *b)
{
    const struct job *x = *(const struct job *const *)a, *y = *(const struct job *const *)b;
    const int order = strcmp(x->hash, y->hash);
    return order != 0 ? order : strcmp(x->path, y->path);
}

/* Of the same bytes the place that sorts first is done: it will own the match (store_owns()). */
static void find_copies(struct worklist *s)
{
    struct job **sorted = xcalloc(s->n + 1, sizeof(struct job *));
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        if (!s->at[i].unreadable)
            sorted[n++] = &s->at[i];
    qsort(sorted, n, sizeof(struct job *), by_hash_and_path);
    for (size_t i = 1; i < n; i++)
        if (strcmp(sorted[i - 1]->hash, sorted[i]->hash) == 0) {
            sorted[i]->copy = true;
            sorted[i]->original = sorted[i - 1]->copy ? sorted[i - 1]->original : (size_t)(sorted[i - 1] - s->at);
        }
    xfree(sorted);
}

/* ---- what is known ---- */

static bool ask_about(struct job *j, struct store *store, const struct wanted *w, bool fresh)
{
    struct known k;
    if (!store_knows(store, j->hash, w, &k))
        return false;
    j->known = k.complete && !fresh;
    j->n_errors = k.n_errors;
    return store_stem(store, j->hash, j->stem);
}

/* ---- names of pages ---- */

static int by_fold(const void *a, const void *b)
{
    return strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

struct stems {
    const char **at; /* what the list of inputs gave, sorted */
    size_t n;
    char base[STEM_ROOM]; /* where the last search for a free number ended: equal names come in a row */
    int number;
};

static bool is_given(const struct stems *given, const char *stem)
{
    return bsearch(&stem, given->at, given->n, sizeof *given->at, by_fold) != NULL;
}

/* A name that the list of inputs gave may belong to an older match: then the next number that is free. */
static void choose_stem(struct job *j, const char *proposed, struct store *store, struct stems *given)
{
    snprintf(j->stem, sizeof j->stem, "%s", proposed);
    if (store_stem_is_free(store, j->stem))
        return;
    const size_t base = strcspn(proposed, ".");
    if (strlen(given->base) != base || strncasecmp(given->base, proposed, base) != 0) {
        snprintf(given->base, sizeof given->base, "%.*s", (int)base, proposed);
        given->number = 1;
    }
    do
        snprintf(j->stem, sizeof j->stem, "%.*s.%d", (int)base, proposed, ++given->number);
    while (is_given(given, j->stem) || !store_stem_is_free(store, j->stem));
}

static void name_pages(struct worklist *s, const struct inputs *inputs, struct store *store)
{
    struct stems given = {.at = xcalloc(s->n + 1, sizeof *given.at)};
    for (size_t i = 0; i < s->n; i++)
        given.at[given.n++] = inputs->at[i].stem;
    qsort(given.at, given.n, sizeof *given.at, by_fold);
    for (size_t i = 0; i < s->n; i++)
        if (!s->at[i].copy && s->at[i].stem[0] == '\0')
            choose_stem(&s->at[i], inputs->at[i].stem, store, &given);
    xfree(given.at);
}

/* ---- all of it ---- */

/* By the bytes alone, so that an input stays with its share whatever else comes into the list. */
static bool is_elsewhere(const struct job *j, struct shard shard)
{
    char digits[9] = {0};
    memcpy(digits, j->hash, 8);
    return shard.of > 1 && (int)(strtoul(digits, NULL, 16) % (unsigned long)shard.of) != shard.index - 1;
}

bool worklist_make(struct worklist *s, const struct inputs *inputs, struct collection *c, const struct wanted *w,
                   struct shard shard, bool fresh, int jobs)
{
    *s = (struct worklist){.at = xcalloc(inputs->n + 1, sizeof *s->at), .n = inputs->n};
    threads_for(jobs, s->n, hash_input, &(struct hashing){s, inputs}, interrupt_flag());
    if (interrupted())
        return true;
    find_copies(s);
    for (size_t i = 0; i < s->n; i++) {
        struct job *j = &s->at[i];
        j->elsewhere = !j->unreadable && is_elsewhere(j, shard);
        s->n_elsewhere += j->elsewhere;
        s->n_copies += j->copy && !j->elsewhere;
        if (j->unreadable || j->copy)
            continue;
        if (!ask_about(j, c->store, w, fresh)) {
            say_error("%s: %s", store_name(c->store), store_error(c->store));
            return false;
        }
        s->n_known += j->known && !j->elsewhere;
    }
    name_pages(s, inputs, c->store);
    return true;
}

bool job_is_open(const struct job *j)
{
    return !j->copy && !j->known && !j->elsewhere && !j->refused;
}

void worklist_done(struct worklist *s)
{
    for (size_t i = 0; i < s->n; i++)
        xfree(s->at[i].path);
    xfree(s->at);
}
