/* Unpacking where there are no processes: libarchive at our side. In a browser the page's worker is the cell. */
#include "source/unpacker.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/format.h"
#include "source/unpacking.h"

struct unpacker {
    struct unpacking *work;
    int fd; /* -1 = none */
    struct ration {
        size_t most, left; /* bytes */
    } ration;
    char text[PIECE_MAX + 1];
};

/* ---- memory: tools/cross makes libarchive and liblzma ask here ---- */

void *rationed_malloc(size_t size);
void *rationed_calloc(size_t n, size_t size);
void *rationed_realloc(void *old, size_t size);
void rationed_free(void *at);

static _Thread_local struct ration *ration; /* of the unpacker at work */

static bool is_denied(size_t size)
{
    const bool denied = ration != NULL && size > ration->left;
    if (denied)
        errno = ENOMEM;
    return denied;
}

static void *counted(void *at)
{
    const size_t size = at != NULL ? malloc_usable_size(at) : 0;
    if (ration != NULL)
        ration->left -= size < ration->left ? size : ration->left;
    return at;
}

/* Some names were not taken here, but from strdup(). */
static void give_back(size_t size)
{
    if (ration != NULL)
        ration->left += size < ration->most - ration->left ? size : ration->most - ration->left;
}

void *rationed_malloc(size_t size)
{
    return is_denied(size) ? NULL : counted(malloc(size));
}

void *rationed_calloc(size_t n, size_t size)
{
    return is_denied(size != 0 && n > SIZE_MAX / size ? SIZE_MAX : n * size) ? NULL : counted(calloc(n, size));
}

void *rationed_realloc(void *old, size_t size)
{
    const size_t before = old != NULL ? malloc_usable_size(old) : 0;
    if (is_denied(size > before ? size - before : 0))
        return NULL;
    void *at = realloc(old, size);
    if (at == NULL)
        return NULL;
    give_back(before);
    return counted(at);
}

void rationed_free(void *at)
{
    if (at != NULL)
        give_back(malloc_usable_size(at));
    free(at);
}

/* ---- at work ---- */

struct unpacker *unpacker_begin(int fd, struct span bytes, bool sure, size_t memory)
{
    struct unpacker *u = malloc(sizeof *u);
    if (u == NULL)
        return NULL;
    u->ration = (struct ration){memory, memory};
    u->fd = fd >= 0 ? dup(fd) : -1; /* the caller closes its own */
    u->work = u->fd >= 0 || fd < 0 ? unpacking_begin(u->fd, bytes, sure) : NULL;
    if (u->work != NULL)
        return u;
    unpacker_end(u);
    return NULL;
}

void unpacker_end(struct unpacker *u)
{
    if (u == NULL)
        return;
    ration = &u->ration;
    unpacking_end(u->work);
    ration = NULL;
    if (u->fd >= 0)
        close(u->fd);
    free(u);
}

struct piece unpacker_next(struct unpacker *u, double seconds, const volatile sig_atomic_t *stop)
{
    const time_t begun = time(NULL);
    if (stop != NULL && *stop)
        return (struct piece){.kind = PIECE_STOPPED};
    ration = &u->ration;
    struct piece p = unpacking_next(u->work);
    ration = NULL;
    if (seconds > 0 && difftime(time(NULL), begun) > seconds)
        return (struct piece){.kind = PIECE_BROKEN,
                              .text = span_of(W_("takes longer to unpack than --max-seconds allows"))};
    memcpy(u->text, p.text.at, p.text.length);
    u->text[p.text.length] = '\0';
    p.text.at = u->text;
    return p;
}
