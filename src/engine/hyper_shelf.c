/* The hypergammon databases that are at hand; see hyper.h. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/os.h"
#include "base/sink.h"
#include "base/strbuf.h"
#include "base/xmalloc.h"
#include "engine/hyper.h"
#include "engine/hyper_limit.h"

enum { MADE_ON_NEED = 2 /* chequers: more take minutes */, LIMITS = (CUBE_LEVELS - 1) / HYPER_LIMIT_TURNS };

struct place { /* of one number of chequers */
    struct attempt_once looked;
    struct hyper *open; /* final once it was looked for, as is the next */
    struct strbuf problem;
    struct limit { /* without beavers and with them, two turns of the cube each */
        struct attempt_once made;
        struct hyper_limit *table;
    } limit[2][LIMITS];
};

struct hyper_shelf {
    char *file, *folder;
    int threads;
    struct place place[HYPER_CHEQUERS_MAX];
};

struct search { /* for one of them */
    struct hyper_shelf *shelf;
    int chequers;
    struct hyper *found;
    struct strbuf problem;
};

/* Opens `path`; where that fails and `why` is not NULL, it says why. */
static struct hyper *open_file(const char *path, int chequers, struct strbuf *why)
{
    struct diags d;
    diags_init(&d, path);
    struct hyper *h = hyper_open(path, chequers, &d);
    if (h == NULL && why != NULL && d.n > 0)
        strbuf_printf(why, "%s: %s", path, d.at[0].message);
    diags_done(&d);
    return h;
}

static void make_file(struct search *s, const char *path)
{
    const struct hyper_order o = {.chequers = s->chequers,
                                  .threads = s->shelf->threads,
                                  .converge = HYPER_FINEST,
                                  .file = path,
                                  .save_every = -1};
    struct hyper_made made;
    struct diags unheard;
    diags_init(&unheard, path);
    const bool done = hyper_make(&o, &made, &unheard) == HYPER_DONE;
    const int problem = errno;
    s->found = open_file(path, s->chequers, done ? &s->problem : NULL); /* another process may have been faster */
    if (s->found == NULL && !done)
        strbuf_printf(&s->problem, "%s: the hypergammon database cannot be made: %s", path, file_problem(problem));
    diags_done(&unheard);
}

/* A file without a name is as good as memory once it is mapped. */
static void make_and_forget(struct search *s)
{
    struct strbuf path = {0};
    const int fd = os_open_temporary(&path);
    if (fd >= 0) {
        close(fd);
        make_file(s, path.at);
        os_remove_later(path.at);
    } else {
        strbuf_printf(&s->problem, "%s: %s", path.at, file_problem(errno));
    }
    strbuf_done(&path);
}

static void find(struct search *s)
{
    const struct hyper_shelf *shelf = s->shelf;
    struct strbuf path = {0};
    if (shelf->file != NULL)
        s->found = open_file(shelf->file, s->chequers, &s->problem);
    if (s->found != NULL || shelf->file != NULL)
        return;
    if (shelf->folder != NULL) {
        strbuf_printf(&path, "%s/hyper%d.bd", shelf->folder, s->chequers);
        s->found = open_file(path.at, s->chequers, NULL);
    }
    if (s->found == NULL && s->chequers > MADE_ON_NEED)
        strbuf_printf(
            &s->problem,
            "hypergammon with %d chequers needs its database: `kibitzer bearoff make --hyper %d FILE` makes it, "
            "--hyper-database FILE names it",
            s->chequers, s->chequers);
    else if (s->found == NULL && shelf->folder != NULL)
        make_file(s, path.at);
    else if (s->found == NULL)
        make_and_forget(s);
    strbuf_done(&path);
}

static void look(void *search)
{
    struct search *s = search;
    find(s);
    struct place *p = &s->shelf->place[s->chequers - 1];
    p->open = s->found, p->problem = s->problem;
}

struct hyper_shelf *hyper_shelf_new(const char *file, const char *folder, int threads)
{
    struct hyper_shelf *s = xcalloc(1, sizeof *s);
    s->file = file != NULL ? xstrdup(file) : NULL;
    s->folder = folder != NULL ? xstrdup(folder) : NULL;
    s->threads = threads > 0 ? threads : 1;
    for (int i = 0; i < HYPER_CHEQUERS_MAX; i++) {
        pthread_mutex_init(&s->place[i].looked.lock, NULL);
        for (int k = 0; k < 2 * LIMITS; k++)
            pthread_mutex_init(&s->place[i].limit[k / LIMITS][k % LIMITS].made.lock, NULL);
    }
    return s;
}

void hyper_shelf_free(struct hyper_shelf *s)
{
    if (s == NULL)
        return;
    for (int i = 0; i < HYPER_CHEQUERS_MAX; i++) {
        hyper_close(s->place[i].open);
        strbuf_done(&s->place[i].problem);
        pthread_mutex_destroy(&s->place[i].looked.lock);
        for (int k = 0; k < 2 * LIMITS; k++) {
            hyper_limit_free(s->place[i].limit[k / LIMITS][k % LIMITS].table);
            pthread_mutex_destroy(&s->place[i].limit[k / LIMITS][k % LIMITS].made.lock);
        }
    }
    xfree(s->file), xfree(s->folder);
    xfree(s);
}

const struct hyper *hyper_shelf_get(const struct hyper_shelf *shared, int chequers, const char **problem)
{
    struct hyper_shelf *s = (struct hyper_shelf *)shared;
    struct place *p = &s->place[chequers - 1];
    struct search search = {.shelf = s, .chequers = chequers};
    attempt_once(&p->looked, look, &search);
    if (p->open == NULL)
        *problem = strbuf_text(&p->problem);
    return p->open;
}

/* ---- near the limit of the cube ---- */

struct limit_wanted {
    const struct hyper_shelf *shelf;
    const struct hyper *database;
    int chequers;
    bool beavers;
    struct limit *at;
    const struct hyper_limit *below;
};

static void make_limit(void *wanted)
{
    const struct limit_wanted *w = wanted;
    w->at->table = hyper_limit_make(w->database, w->below, w->chequers, w->beavers, w->shelf->threads);
}

const struct hyper_limit *hyper_shelf_limit(const struct hyper_shelf *shared, int chequers, int turns, bool beavers)
{
    struct hyper_shelf *s = (struct hyper_shelf *)shared;
    const char *unheard;
    struct limit_wanted w = {.shelf = s, .chequers = chequers, .beavers = beavers};
    if (chequers > HYPER_LIMIT_CHEQUERS || (w.database = hyper_shelf_get(s, chequers, &unheard)) == NULL)
        return NULL;
    for (int i = 0; i * HYPER_LIMIT_TURNS < turns; i++) {
        w.at = &s->place[chequers - 1].limit[beavers][i];
        attempt_once(&w.at->made, make_limit, &w);
        w.below = w.at->table;
    }
    return w.below;
}
