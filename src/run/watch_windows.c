/* watch.h by looking twice a second: it also sees folders of other machines, of which Windows reports nothing. */
#include "run/watch.h"

#include <string.h>
#include <time.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/os.h"
#include "base/xmalloc.h"

struct watched {
    char *path;
    uint64_t seen; /* what was in it */
};

struct watch {
    struct watched *at;
    size_t n, capacity;
};

struct watch *watch_begin(void)
{
    return xcalloc(1, sizeof(struct watch));
}

void watch_end(struct watch *w)
{
    for (size_t i = 0; i < w->n; i++)
        xfree(w->at[i].path);
    xfree(w->at);
    xfree(w);
}

/* ---- what is in a folder ---- */

struct look {
    const char *folder;
    uint64_t sum; /* of all names, whatever their order */
};

/* FNV-1a. */
static uint64_t mixed(uint64_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *b = bytes; length > 0; b++, length--)
        hash = (hash ^ *b) * 1099511628211U;
    return hash;
}

/* Folders count by their names: their own times change with what is written into them. */
static void add_name(void *look, const char *name)
{
    struct look *l = look;
    struct strbuf path = {0};
    struct os_facts f;
    strbuf_printf(&path, "%s/%s", l->folder, name);
    uint64_t hash = mixed(14695981039346656037U, name, strlen(name));
    if (name[0] != '.' && os_facts(path.at, &f)) {
        if (f.kind == OS_FILE)
            hash = mixed(mixed(hash, &f.size, sizeof f.size), &f.changed, sizeof f.changed);
        l->sum += hash;
    }
    strbuf_done(&path);
}

static uint64_t seen_in(const char *folder)
{
    struct look l = {.folder = folder};
    (void)os_each_name(folder, add_name, &l);
    return l.sum;
}

/* ---- watching ---- */

void watch_folder(void *watch, const char *path)
{
    struct watch *w = watch;
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->at[i].path, path) == 0)
            return;
    w->at = grow(w->at, w->n, &w->capacity, sizeof *w->at);
    w->at[w->n] = (struct watched){xstrdup(path), seen_in(path)};
    attempt_pass_on(w->at[w->n++].path, w);
}

/* True if anything is not as it was. */
static bool look_again(struct watch *w)
{
    bool any = false;
    for (size_t i = 0; i < w->n; i++) {
        const uint64_t now = seen_in(w->at[i].path);
        any = any || now != w->at[i].seen;
        w->at[i].seen = now;
    }
    return any;
}

static void wait_half_a_second(void)
{
    enum { STEPS = 5 }; /* between which an interrupt is seen */
    for (int i = 0; i < STEPS && !call_cancelled(); i++)
        nanosleep(&(struct timespec){.tv_nsec = 500000000 / STEPS}, NULL);
}

bool watch_wait(struct watch *w)
{
    for (bool stirred = false, changed; !call_cancelled(); stirred = changed) {
        wait_half_a_second();
        changed = look_again(w);
        if (stirred && !changed)
            return !call_cancelled();
    }
    return false;
}
