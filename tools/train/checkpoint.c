/* Checkpoints: the whole state of a run in one file, written under another name first. Of the machine that wrote it:
 * no portability is promised, the net file is for that. */
#include "train.h"

#include <string.h>

static const char magic[8] = "KIBTRNA\n";

typedef bool transfer(FILE *f, void *at, size_t size);

static bool put(FILE *f, void *at, size_t size)
{
    return size == 0 || fwrite(at, size, 1, f) == 1;
}

static bool get(FILE *f, void *at, size_t size)
{
    return size == 0 || fread(at, size, 1, f) == 1;
}

static bool adam_state(FILE *f, transfer *io, struct adam *a)
{
    size_t n = a->n;
    return io(f, &n, sizeof n) && n == a->n && io(f, &a->step, sizeof a->step) &&
           io(f, &a->slow_step, sizeof a->slow_step) && io(f, a->value, n * sizeof(float)) &&
           io(f, a->first, n * sizeof(float)) && io(f, a->second, n * sizeof(float)) &&
           io(f, a->average, n * sizeof(float));
}

static bool window_state(FILE *f, transfer *io, struct window *w)
{
    size_t capacity = w->capacity;
    return io(f, &capacity, sizeof capacity) && capacity == w->capacity && io(f, &w->n, sizeof w->n) &&
           io(f, &w->next, sizeof w->next) && io(f, &w->total, sizeof w->total) && w->n <= capacity &&
           io(f, w->at, w->n * sizeof *w->at);
}

static bool state(FILE *f, transfer *io, struct trainer *t)
{
    char head[sizeof magic];
    uint32_t only = t->only;
    memcpy(head, magic, sizeof head);
    bool good = io(f, head, sizeof head) && memcmp(head, magic, sizeof head) == 0 && io(f, &only, sizeof only) &&
                only == t->only && io(f, &t->nets, sizeof t->nets) && io(f, &t->seed, sizeof t->seed) &&
                io(f, &t->round, sizeof t->round) && io(f, &t->games, sizeof t->games) &&
                io(f, &t->origin, sizeof t->origin) && io(f, &t->stage, sizeof t->stage) &&
                io(f, &t->stage_labels, sizeof t->stage_labels) && io(f, t->new_labels, sizeof t->new_labels) &&
                adam_state(f, io, &t->rank);
    for (int c = 0; c < NET_CLASSES && good; c++)
        good = adam_state(f, io, &t->of[c]) && window_state(f, io, &t->window[c]);
    return good && io(f, &t->doubts, sizeof t->doubts);
}

bool checkpoint_write(const struct trainer *t, const char *path)
{
    char temporary[4096];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    FILE *f = fopen(temporary, "wb");
    bool good = f && state(f, put, (struct trainer *)t);
    if (f)
        good = fclose(f) == 0 && good;
    return good && rename(temporary, path) == 0;
}

bool checkpoint_read(struct trainer *t, const char *path)
{
    FILE *f = fopen(path, "rb");
    const bool good = f && state(f, get, t);
    if (f)
        fclose(f);
    return good;
}
