/* The hypergammon databases that are at hand; see hyper.h. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/format.h"
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
    struct limit { /* by what answers a double, two turns of the cube each */
        struct attempt_once made;
        struct hyper_limit *table;
    } limit[HYPER_RAISES][LIMITS];
    struct attempt_once limits_looked;
    struct hyper_limits *limits; /* a file of them; final once it was looked for, as are the next */
    struct hyper_limit *of_limits[HYPER_RAISES]; /* its values */
    struct strbuf limits_problem;
};

struct hyper_shelf {
    char *file, *limits_file; /* one of them, or none */
    char *beside; /* the folder of that file */
    char *folder;
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
        strbuf_printf(why, "%s: %s", path, diag_words(&d.at[0]));
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
    if (shelf->beside != NULL) {
        strbuf_printf(&path, "%s/hyper%d.bd", shelf->beside, s->chequers);
        s->found = open_file(path.at, s->chequers, NULL);
        strbuf_clear(&path);
    }
    if (s->found == NULL && shelf->folder != NULL) {
        strbuf_printf(&path, "%s/hyper%d.bd", shelf->folder, s->chequers);
        s->found = open_file(path.at, s->chequers, NULL);
    }
    if (s->found == NULL && s->chequers > MADE_ON_NEED)
        strbuf_puts(&s->problem,
                    W_("hypergammon with 3 chequers needs its database: `kibitzer bearoff make --hyper 3 FILE` "
                       "makes it, --hyper-database FILE names it"));
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

static char *folder_of(const char *file)
{
    const char *end = strrchr(file, '/');
    char *folder = xstrdup(end == NULL ? "." : file);
    if (end != NULL)
        folder[end > file ? end - file : 1] = '\0';
    return folder;
}

struct hyper_shelf *hyper_shelf_new(const char *file, const char *folder, int threads)
{
    struct hyper_shelf *s = xcalloc(1, sizeof *s);
    if (file != NULL) {
        *(hyper_limits_are(file) ? &s->limits_file : &s->file) = xstrdup(file);
        s->beside = folder_of(file);
    }
    s->folder = folder != NULL ? xstrdup(folder) : NULL;
    s->threads = threads > 0 ? threads : 1;
    for (int i = 0; i < HYPER_CHEQUERS_MAX; i++) {
        pthread_mutex_init(&s->place[i].looked.lock, NULL);
        pthread_mutex_init(&s->place[i].limits_looked.lock, NULL);
        for (int k = 0; k < HYPER_RAISES * LIMITS; k++)
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
        pthread_mutex_destroy(&s->place[i].limits_looked.lock);
        hyper_limits_close(s->place[i].limits);
        strbuf_done(&s->place[i].limits_problem);
        for (int r = 0; r < HYPER_RAISES; r++)
            hyper_limit_free(s->place[i].of_limits[r]);
        for (int k = 0; k < HYPER_RAISES * LIMITS; k++) {
            hyper_limit_free(s->place[i].limit[k / LIMITS][k % LIMITS].table);
            pthread_mutex_destroy(&s->place[i].limit[k / LIMITS][k % LIMITS].made.lock);
        }
    }
    xfree(s->file), xfree(s->limits_file), xfree(s->beside), xfree(s->folder);
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

struct limits_search {
    struct hyper_shelf *shelf;
    const struct hyper *database;
    int chequers;
};

static struct hyper_limits *open_limits(const char *path, int chequers, struct strbuf *why)
{
    struct diags d;
    diags_init(&d, path);
    struct hyper_limits *f = hyper_limits_open(path, chequers, &d);
    if (f == NULL && why->length == 0 && d.n > 0)
        strbuf_printf(why, "%s: %s", path, d.at[0].message);
    diags_done(&d);
    return f;
}

/* The one for the highest limit in a folder. */
static struct hyper_limits *limits_in(const char *folder, int chequers, struct strbuf *why)
{
    struct hyper_limits *found = NULL;
    struct strbuf path = {0};
    for (int turns = CUBE_LEVELS - 1; folder != NULL && found == NULL && turns > 0; turns--) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/hyper%d-limit%d.bd", folder, chequers, 1 << turns);
        if (os_access(path.at, F_OK))
            found = open_limits(path.at, chequers, why);
    }
    strbuf_done(&path);
    return found;
}

static void look_for_limits(void *search)
{
    const struct limits_search *s = search;
    const struct hyper_shelf *shelf = s->shelf;
    struct place *p = &s->shelf->place[s->chequers - 1];
    struct strbuf problem = {0};
    struct hyper_limits *found = NULL;
    struct hyper_limit *of[HYPER_RAISES] = {NULL};
    if (shelf->limits_file != NULL)
        found = open_limits(shelf->limits_file, s->chequers, &problem);
    if (found == NULL)
        found = limits_in(shelf->beside, s->chequers, &problem);
    if (found == NULL)
        found = limits_in(shelf->folder, s->chequers, &problem);
    for (int r = 0; found != NULL && r < HYPER_RAISES; r++)
        of[r] = hyper_limit_of_file(found, s->database, (enum hyper_raises)r);
    p->limits = found, p->limits_problem = problem;
    memcpy(p->of_limits, of, sizeof of);
}

struct limit_wanted {
    const struct hyper_shelf *shelf;
    const struct hyper *database;
    int chequers;
    enum hyper_raises raises;
    struct limit *at;
    const struct hyper_limit *below;
};

static void make_limit(void *wanted)
{
    const struct limit_wanted *w = wanted;
    struct hyper_settling how = {.threads = w->shelf->threads, .converge = HYPER_FINEST};
    w->at->table = hyper_limit_make(w->database, w->below, w->chequers, w->raises, &how);
}

const struct hyper_limit *hyper_shelf_limit(const struct hyper_shelf *shared, int chequers, int turns,
                                            enum hyper_raises raises)
{
    struct hyper_shelf *s = (struct hyper_shelf *)shared;
    struct place *p = &s->place[chequers - 1];
    const char *unheard;
    struct limit_wanted w = {.shelf = s, .chequers = chequers, .raises = raises};
    if ((w.database = hyper_shelf_get(s, chequers, &unheard)) == NULL)
        return NULL;
    attempt_once(&p->limits_looked, look_for_limits, &(struct limits_search){s, w.database, chequers});
    if (p->limits != NULL && hyper_limits_turns(p->limits) >= turns)
        return p->of_limits[raises];
    for (int i = 0; chequers <= HYPER_LIMIT_CHEQUERS && i * HYPER_LIMIT_TURNS < turns; i++) {
        /* a cube that can be turned twice can be raised once */
        w.raises = i == 0 && raises == HYPER_ONE_BEAVER ? HYPER_BEAVERS : raises;
        w.at = &p->limit[w.raises][i];
        attempt_once(&w.at->made, make_limit, &w);
        w.below = w.at->table;
    }
    return w.below;
}

const char *hyper_shelf_limit_problem(const struct hyper_shelf *s, int chequers)
{
    return strbuf_text(&s->place[chequers - 1].limits_problem);
}
