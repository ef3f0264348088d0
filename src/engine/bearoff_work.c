/* Room for makers of bearoff databases; see bearoff_work.h. A file of work begins with a page that
 * names it and counts the steps done; the rest is as it was in memory. It is of use on this machine only. */
#include "engine/bearoff_work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/xmalloc.h"

enum { FIRST_PAGE = 4096, DONE_AT = 2048, NAME_ROOM = 128, SAVE_EVERY = 30 /* seconds */ };

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

/* True if the file holds work of this name and has its size. */
static bool is_ours(int fd, const char name[NAME_ROOM], size_t size)
{
    char found[NAME_ROOM];
    struct os_facts f;
    return os_facts_of_open(fd, &f) && f.size == (int64_t)(size + FIRST_PAGE) &&
           os_read_at(fd, found, NAME_ROOM, 0) == NAME_ROOM && memcmp(found, name, NAME_ROOM) == 0;
}

static bool map_file(struct bearoff_work *w, const char *kind)
{
    char name[NAME_ROOM];
    name_of(kind, w->size, name);
    if (w->fd < 0 || !os_lock(w->fd)) /* EWOULDBLOCK: another run is using it */
        return false;
    const bool go_on = is_ours(w->fd, name, w->size);
    if (!go_on && !os_make_room(w->fd, w->size + FIRST_PAGE))
        return false;
    char *at = os_map(w->fd, w->size + FIRST_PAGE, true);
    if (at == NULL)
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
    *w = (struct bearoff_work){.size = size, .memory = o->memory, .fd = -1, .saved = clock_seconds()};
    *end = BEAROFF_NOT_WRITTEN;
    if (!o->state) {
        w->at = xcalloc(1, size);
        return w;
    }
    w->path = xstrdup(o->state);
    w->fd = output_is_input(w->path) ? -1 : os_open(w->path, O_RDWR | O_CREAT);
    if (map_file(w, kind))
        return w;
    const int saved = errno;
    if (w->fd >= 0)
        close(w->fd);
    if (saved == ENOSPC)
        os_remove(w->path);
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
    os_map_force(page, w->size + FIRST_PAGE, w->fd);
    memcpy(page + DONE_AT, &done, sizeof done);
    os_map_force(page, FIRST_PAGE, w->fd);
    w->saved = clock_seconds();
}

void bearoff_work_mark(struct bearoff_work *w, uint64_t done)
{
    if (w->path && clock_seconds() - w->saved >= SAVE_EVERY)
        bearoff_work_save(w, done);
}

/* ---- memory ---- */

void bearoff_work_trim(const struct bearoff_work *w)
{
    if (w->path && os_memory_held() > w->memory)
        os_map_leave(first_page(w), w->size + FIRST_PAGE);
}

void bearoff_work_close(struct bearoff_work *w, bool keep)
{
    if (!w)
        return;
    if (!w->path)
        xfree(w->at);
    else
        os_unmap(first_page(w), w->size + FIRST_PAGE);
    if (w->path && !keep)
        os_remove(w->path);
    if (w->fd >= 0)
        close(w->fd);
    xfree(w->path);
    xfree(w);
}
