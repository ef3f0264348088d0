/* A walk that stops where it was asked for something; see members.h. */
#include "source/members.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/xmalloc.h"

static const size_t ANY = (size_t)-1; /* number */

enum { KEPT_BYTES = 32 << 20, KEPT_MEMBERS = 4096, WALKS_MAX = 16 };

struct kept { /* passed over: asked for soon, or never */
    struct kept *next; /* later in the archive */
    size_t number;
    struct archive_member member;
};

struct members {
    char *path, *name;
    struct strbuf bytes;
    struct archive_limits limits;
    pthread_mutex_t lock; /* of all that follows; no memory of attempts is asked for under it */
    struct archive_walk *walk; /* or NULL */
    struct archive_spent spent;
    size_t at; /* the number of what the walk comes to next */
    struct kept *first, **last;
    size_t kept_bytes, kept;
    struct members *next_open; /* of those with a walk, the last one used first */
};

/* ---- few processes at a time ---- */

static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static struct members *open_ones;

static void unlist(struct members *m)
{
    struct members **at = &open_ones;
    while (*at != NULL && *at != m)
        at = &(*at)->next_open;
    if (*at == m)
        *at = m->next_open;
}

/* Ends the walk and forgets what it passed over. */
static void end_walk(struct members *m)
{
    archive_walk_end(m->walk);
    m->walk = NULL;
    while (m->first != NULL) {
        struct kept *gone = m->first;
        m->first = gone->next;
        archive_member_done(&gone->member);
        free(gone);
    }
    m->last = &m->first;
    m->kept_bytes = m->kept = 0;
}

/* Puts `m` first; beyond WALKS_MAX the one that was used longest ago is closed if nobody is at it. */
static void list_open(struct members *m)
{
    pthread_mutex_lock(&open_lock);
    unlist(m);
    m->next_open = open_ones;
    open_ones = m;
    struct members *oldest = NULL;
    int n = 0;
    for (struct members *o = m->next_open; o != NULL; o = o->next_open)
        if (++n >= WALKS_MAX && pthread_mutex_trylock(&o->lock) == 0) {
            if (oldest != NULL)
                pthread_mutex_unlock(&oldest->lock);
            oldest = o;
        }
    if (oldest != NULL) {
        unlist(oldest);
        end_walk(oldest);
        pthread_mutex_unlock(&oldest->lock);
    }
    pthread_mutex_unlock(&open_lock);
}

static void unlist_open(struct members *m)
{
    pthread_mutex_lock(&open_lock);
    unlist(m);
    pthread_mutex_unlock(&open_lock);
}

/* ---- what was passed over ---- */

/* Is this the member that is wanted? `number` ANY: the name alone says so. */
static bool is_wanted(size_t at, const struct archive_member *member, size_t number, const char *name)
{
    return number == ANY ? strcmp(member->name, name) == 0 : at == number;
}

static void drop_first(struct members *m)
{
    struct kept *gone = m->first;
    m->first = gone->next;
    if (m->first == NULL)
        m->last = &m->first;
    m->kept_bytes -= gone->member.length;
    m->kept--;
    archive_member_done(&gone->member);
    free(gone);
}

static void keep(struct members *m, struct archive_member *member)
{
    struct kept *k = malloc(sizeof *k);
    if (k == NULL) { /* then it is unpacked again */
        archive_member_done(member);
        return;
    }
    *k = (struct kept){.number = m->at, .member = *member};
    *m->last = k;
    m->last = &k->next;
    m->kept_bytes += member->length;
    m->kept++;
    while (m->kept_bytes > KEPT_BYTES || m->kept > KEPT_MEMBERS)
        drop_first(m);
}

static bool take_kept(struct members *m, size_t number, const char *name, struct archive_member *out)
{
    struct kept **at = &m->first;
    while (*at != NULL && !is_wanted((*at)->number, &(*at)->member, number, name))
        at = &(*at)->next;
    if (*at == NULL)
        return false;
    struct kept *k = *at;
    *at = k->next;
    if (m->last == &k->next)
        m->last = at;
    m->kept_bytes -= k->member.length;
    m->kept--;
    *out = k->member;
    free(k);
    return true;
}

/* ---- the walk ---- */

static bool begin(struct members *m)
{
    const struct archive_source from = {m->path, {strbuf_text(&m->bytes), m->bytes.length}};
    end_walk(m);
    m->spent = (struct archive_spent){0};
    m->at = 0;
    m->walk = archive_walk_begin(&from, m->name, &m->limits, &m->spent);
    if (m->walk != NULL)
        list_open(m);
    return m->walk != NULL;
}

static void close_walk(struct members *m)
{
    unlist_open(m);
    end_walk(m);
}

static const char *why_ended(enum archive_step step)
{
    return step == ARCHIVE_STEP_NO_MEMORY ? NULL
           : step == ARCHIVE_STEP_STOPPED ? W_("interrupted while its archive was unpacked")
                                          : W_("its archive has changed since it was looked over");
}

/* Goes on to the next member, those that are refused passed over. */
static enum archive_step step_on(struct members *m, struct archive_member *out)
{
    enum archive_step step;
    while ((step = archive_walk_next(m->walk, out)) == ARCHIVE_STEP_REFUSED)
        archive_member_done(out);
    return step;
}

/* To the member that is wanted, or to the end. */
static enum archive_step walk_on(struct members *m, size_t number, const char *name, struct archive_member *out)
{
    enum archive_step step;
    while ((step = step_on(m, out)) == ARCHIVE_STEP_MEMBER) {
        const bool found = is_wanted(m->at, out, number, name);
        if (!found)
            keep(m, out);
        m->at++;
        if (found)
            return step;
    }
    close_walk(m);
    return step;
}

static bool walk_to(struct members *m, size_t number, const char *name, struct archive_member *out, const char **why)
{
    const bool further = m->walk != NULL && (number == ANY || m->at <= number);
    enum archive_step step = further ? walk_on(m, number, name, out) : ARCHIVE_STEP_END;
    if (step == ARCHIVE_STEP_END && !(further && number != ANY)) {
        if (!begin(m)) {
            *why = errno == ENOMEM ? NULL : W_("its archive cannot be read any more");
            return false;
        }
        step = walk_on(m, number, name, out);
    }
    if (step != ARCHIVE_STEP_MEMBER)
        *why = why_ended(step);
    return step == ARCHIVE_STEP_MEMBER;
}

static bool take(struct members *m, size_t number, const char *name, struct member_found *out, const char **why)
{
    struct archive_member found = {0};
    *why = NULL;
    pthread_mutex_lock(&m->lock);
    bool good = take_kept(m, number, name, &found) || walk_to(m, number, name, &found, why);
    pthread_mutex_unlock(&m->lock);
    if (good && strcmp(found.name, name) != 0) {
        *why = why_ended(ARCHIVE_STEP_END);
        good = false;
    }
    free(found.name);
    found.name = NULL;
    if (good) {
        out->written = found.written;
        memcpy(out->charset, found.charset, sizeof out->charset);
        archive_adopt(&found, &out->bytes);
    }
    archive_member_done(&found);
    if (!good && *why == NULL)
        attempt_fail();
    return good;
}

bool members_take(struct members *m, size_t number, const char *name, struct member_found *out, const char **why)
{
    return take(m, number, name, out, why);
}

bool members_find(struct members *m, const char *name, struct member_found *out, const char **why)
{
    return take(m, ANY, name, out, why);
}

/* ---- the whole ---- */

/* Of an attempt that ends early, too, in whatever order: its memory (path, name, bytes) may be gone by then. */
static void release_members(void *members)
{
    struct members *m = members;
    close_walk(m);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

struct members *members_new(const char *path, struct strbuf *bytes, const char *name,
                            const struct archive_limits *limits)
{
    struct members *m = calloc(1, sizeof *m);
    if (m == NULL)
        attempt_fail();
    /* cppcheck-suppress nullPointerRedundantCheck ; attempt_fail() does not return */
    *m = (struct members){.last = &m->first};
    pthread_mutex_init(&m->lock, NULL);
    attempt_hold(m, release_members);
    m->path = path != NULL ? xstrdup(path) : NULL;
    m->name = xstrdup(name);
    m->limits = *limits;
    if (bytes != NULL) {
        m->bytes = *bytes;
        *bytes = (struct strbuf){0};
    }
    return m;
}

void members_free(struct members *m)
{
    if (m == NULL)
        return;
    close_walk(m);
    strbuf_done(&m->bytes);
    xfree(m->path);
    xfree(m->name);
    attempt_release(m, release_members);
}
