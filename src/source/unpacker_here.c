/* Unpacking where there are no processes: libarchive at our side. In a browser the page's worker is the cell. What it
 * may take of memory is what the whole program may. */
#include "source/unpacker.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "source/unpacking.h"

struct unpacker {
    struct unpacking *work;
    int fd; /* -1 = none */
    char text[PIECE_MAX + 1];
};

struct unpacker *unpacker_begin(int fd, struct span bytes, bool sure, size_t memory)
{
    struct unpacker *u = malloc(sizeof *u);
    (void)memory;
    if (u == NULL)
        return NULL;
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
    unpacking_end(u->work);
    if (u->fd >= 0)
        close(u->fd);
    free(u);
}

struct piece unpacker_next(struct unpacker *u, double seconds, const volatile sig_atomic_t *stop)
{
    const time_t begun = time(NULL);
    if (stop != NULL && *stop)
        return (struct piece){.kind = PIECE_STOPPED};
    struct piece p = unpacking_next(u->work);
    if (seconds > 0 && difftime(time(NULL), begun) > seconds)
        return (struct piece){.kind = PIECE_BROKEN,
                              .text = span_of("takes longer to unpack than --max-seconds allows")};
    memcpy(u->text, p.text.at, p.text.length);
    u->text[p.text.length] = '\0';
    p.text.at = u->text;
    return p;
}
