/* Looking over the inputs; see worklist.h. */
#include "run/worklist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/call.h"
#include "base/threads.h"
#include "base/xmalloc.h"

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
    j->path = place_of(in->path);
    if (in->hash[0] != '\0') { /* where it is not so, load() will see that */
        memcpy(j->hash, in->hash, sizeof j->hash);
        return;
    }
    struct member_found room = {.written = 0};
    struct span bytes;
    struct diags d; /* load() will say it again */
    diags_init(&d, NULL);
    j->unreadable = !input_bytes(in, 0, &room, &bytes, &d);
    diags_done(&d);
    bytes_hash(bytes, j->hash);
    strbuf_done(&room.bytes);
}

/* What will not be loaded because its listed bytes are known may have others: then load() shall say so. */
static void check_listed(void *context, int worker, size_t index)
{
    (void)worker;
    const struct hashing *h = context;
    struct job *j = &h->list->at[index];
    const struct input *in = &h->inputs->at[index];
    if (in->listed && in->web == NULL && (j->known || j->copy) && !input_is_as_listed(in))
        j->known = j->copy = false;
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

static bool ask_about(struct job *j, struct store *store, const struct analysis_wanted *w, bool fresh)
{
    struct content_known k;
    if (!store_knows_content(store, j->hash, w, &k))
        return false;
    j->known = k.complete && !fresh;
    j->stored = !k.complete && k.n_errors != 0 && !w->of_files && !fresh;
    j->n_errors = k.n_errors;
    return store_stem(store, j->hash, j->stem);
}

/* ---- names of pages ---- */

static int by_fold(const void *a, const void *b)
{
    return strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

struct given_stems {
    const char **at; /* what the list of inputs gave, sorted */
    size_t n;
    char base[STEM_ROOM]; /* where the last search for a free number ended: equal names come in a row */
    int number;
};

static bool is_given(const struct given_stems *given, const char *stem)
{
    return bsearch(&stem, given->at, given->n, sizeof *given->at, by_fold) != NULL;
}

/* A name that the list of inputs gave may belong to an older match: then the next number that is free. */
static void choose_stem(struct job *j, const char *proposed, struct store *store, struct given_stems *given)
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
    struct given_stems given = {.at = xcalloc(s->n + inputs->n_elsewhere + 1, sizeof *given.at)};
    for (size_t i = 0; i < s->n; i++)
        given.at[given.n++] = inputs->at[i].stem;
    for (size_t i = 0; i < inputs->n_elsewhere; i++)
        given.at[given.n++] = inputs->stem_elsewhere[i];
    qsort(given.at, given.n, sizeof *given.at, by_fold);
    for (size_t i = 0; i < s->n; i++)
        if (!s->at[i].copy && s->at[i].stem[0] == '\0')
            choose_stem(&s->at[i], inputs->at[i].stem, store, &given);
    xfree(given.at);
}

/* ---- all of it ---- */

static bool ask_about_all(struct worklist *s, struct collection *c, const struct analysis_wanted *w, bool fresh)
{
    for (size_t i = 0; i < s->n; i++) {
        struct job *j = &s->at[i];
        if (!j->unreadable && !j->copy && !ask_about(j, c->store, w, fresh))
            return false;
    }
    return true;
}

bool worklist_make(struct worklist *s, const struct inputs *inputs, struct collection *c,
                   const struct analysis_wanted *w, struct shard shard, bool fresh, int jobs)
{
    *s = (struct worklist){.at = xcalloc(inputs->n + 1, sizeof *s->at), .n = inputs->n};
    threads_for(jobs, s->n, hash_input, &(struct hashing){s, inputs}, call_cancel_flag());
    if (call_cancelled())
        return true;
    find_copies(s);
    if (!ask_about_all(s, c, w, fresh))
        return false;
    threads_for(jobs, s->n, check_listed, &(struct hashing){s, inputs}, call_cancel_flag());
    for (size_t i = 0; i < s->n; i++) {
        struct job *j = &s->at[i];
        j->elsewhere = !j->unreadable && !shard_takes(shard, j->hash);
        s->n_elsewhere += j->elsewhere;
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
