/* Room for makers of bearoff databases; see bearoff_work.h. A file of work begins with a page that
 * names it and counts the steps done; the rest is as it was in memory. It is of use on this machine only. */
#include "engine/bearoff_work.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/xmalloc.h"

enum { FIRST_PAGE = 4096, DONE_AT = 2048, NAME_ROOM = 128, SAVE_EVERY = 30 /* seconds */ };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char *first_page(const struct bearoff_work *w)
{
    return (char *)w->at - FIRST_PAGE;
}

/* ---- the file ---- */

/* Everything that must be equal to go on; the number shows the order of bytes. */
static void name_of(const char *kind, size_t size, char name[NAME_ROOM])
{
    const uint32_t order = 0x01020304;
    memset(name, 0, NAME_ROOM);
    snprintf(name, NAME_ROOM - sizeof order, "kibitzer bearoff work, %s, %zu bytes\n", kind, size);
    memcpy(name + NAME_ROOM - sizeof order, &order, sizeof order);
}

static bool take_room(int fd, size_t size)
{
    const int problem = ftruncate(fd, 0) != 0 ? errno : posix_fallocate(fd, 0, (off_t)(size + FIRST_PAGE));
    errno = problem;
    return problem == 0;
}

/* True if the file holds work of this name and has its size. */
static bool is_ours(int fd, const char name[NAME_ROOM], size_t size)
{
    char found[NAME_ROOM];
    struct stat s;
    return fstat(fd, &s) == 0 && s.st_size == (off_t)(size + FIRST_PAGE) &&
           pread(fd, found, NAME_ROOM, 0) == NAME_ROOM && memcmp(found, name, NAME_ROOM) == 0;
}

static bool map_file(struct bearoff_work *w, const char *kind)
{
    char name[NAME_ROOM];
    name_of(kind, w->size, name);
    if (w->fd < 0 || flock(w->fd, LOCK_EX | LOCK_NB) != 0) /* EWOULDBLOCK: another run is using it */
        return false;
    const bool go_on = is_ours(w->fd, name, w->size);
    if (!go_on && !take_room(w->fd, w->size))
        return false;
    char *at = mmap(NULL, w->size + FIRST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, w->fd, 0);
    if (at == MAP_FAILED)
        return false;
    w->at = at + FIRST_PAGE;
    if (go_on)
        memcpy(&w->done, at + DONE_AT, sizeof w->done);
    else
        memcpy(at, name, NAME_ROOM);
    return true;
}

struct bearoff_work *bearoff_work_open(const char *kind, size_t size, const struct bearoff_order *o,
                                       enum bearoff_end *end)
{
    if (!o->state && size > o->memory) {
        *end = BEAROFF_NO_MEMORY;
        return NULL;
    }
    struct bearoff_work *w = xcalloc(1, sizeof *w);
    *w = (struct bearoff_work){.size = size, .memory = o->memory, .fd = -1, .saved = now()};
    *end = BEAROFF_NOT_WRITTEN;
    if (!o->state) {
        w->at = xcalloc(1, size);
        return w;
    }
    w->path = xstrdup(o->state);
    w->fd = open(w->path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (map_file(w, kind))
        return w;
    const int saved = errno;
    if (w->fd >= 0)
        close(w->fd);
    if (saved == ENOSPC)
        unlink(w->path);
    xfree(w->path);
    xfree(w);
    errno = saved;
    return NULL;
}

void bearoff_work_save(struct bearoff_work *w, uint64_t done)
{
    if (!w->path)
        return;
    char *page = first_page(w);
    msync(page, w->size + FIRST_PAGE, MS_SYNC);
    memcpy(page + DONE_AT, &done, sizeof done);
    msync(page, FIRST_PAGE, MS_SYNC);
    w->saved = now();
}

void bearoff_work_mark(struct bearoff_work *w, uint64_t done)
{
    if (w->path && now() - w->saved >= SAVE_EVERY)
        bearoff_work_save(w, done);
}

/* ---- memory ---- */

/* What the process holds now; 0 where the system does not say. */
static size_t resident(void)
{
    char text[128] = "";
    unsigned long size = 0, pages = 0;
    const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    return n > 0 && sscanf(text, "%lu %lu", &size, &pages) == 2 ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

void bearoff_work_trim(const struct bearoff_work *w)
{
    if (w->path && resident() > w->memory)
        madvise(first_page(w), w->size + FIRST_PAGE, MADV_DONTNEED); /* shared: what was written stays in the file */
}

void bearoff_work_close(struct bearoff_work *w, bool keep)
{
    if (!w)
        return;
    if (!w->path)
        xfree(w->at);
    else
        munmap(first_page(w), w->size + FIRST_PAGE);
    if (w->path && !keep)
        unlink(w->path);
    if (w->fd >= 0)
        close(w->fd);
    xfree(w->path);
    xfree(w);
}
