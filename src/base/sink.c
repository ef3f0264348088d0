/* Sinks and whole-file reading and writing; the contract stands in sink.h. */
#include "base/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/xmalloc.h"

enum { DEFAULT_LIMIT = 256 << 20, CHUNK = 64 << 10 };

struct strbuf *sink_add_part(struct sink *s, const char *suffix)
{
    s->parts = grow(s->parts, s->n, &s->capacity, sizeof *s->parts);
    s->parts[s->n] = (struct sink_part){.suffix = xstrdup(suffix)};
    return &s->parts[s->n++].text;
}

void sink_init(struct sink *s)
{
    *s = (struct sink){0};
    sink_add_part(s, "");
}

void sink_done(struct sink *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->parts[i].suffix);
        strbuf_done(&s->parts[i].text);
    }
    free(s->parts);
    *s = (struct sink){0};
}

struct strbuf *sink_main(struct sink *s)
{
    return &s->parts[0].text;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length != 0) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

/* Name of the temporary file that one writer, the first of several at once, has in hand. */
static _Atomic(const char *) in_hand;

static bool take_in_hand(const char *temporary)
{
    const char *none = NULL;
    return atomic_compare_exchange_strong(&in_hand, &none, temporary);
}

void file_write_abandon(void)
{
    const char *temporary = atomic_load(&in_hand);
    if (temporary != NULL)
        unlink(temporary);
}

static int create_beside(struct strbuf *name, const char *path)
{
    for (unsigned i = 0; i < 1000; i++) { /* O_CREAT with 0666 lets the umask decide, as mkstemp would not */
        strbuf_clear(name);
        strbuf_printf(name, "%s.%ld-%u.tmp", path, (long)getpid(), i);
        int fd = open(name->at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* A device or a pipe is written to, never replaced by a file of its name. */
static bool is_no_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

static bool write_through(const char *path, const char *bytes, size_t length)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && write_all(fd, bytes, length);
    if (fd >= 0 && close(fd) != 0)
        ok = false;
    return ok;
}

bool file_write_atomic(const char *path, const char *bytes, size_t length)
{
    if (is_no_file(path))
        return write_through(path, bytes, length);
    struct strbuf temporary = {0};
    int fd = create_beside(&temporary, path);
    bool held = fd >= 0 && take_in_hand(temporary.at);
    bool ok = fd >= 0 && write_all(fd, bytes, length) && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0)
        ok = false;
    ok = ok && rename(temporary.at, path) == 0;
    int saved = errno;
    if (!ok && fd >= 0)
        unlink(temporary.at);
    if (held)
        atomic_store(&in_hand, NULL);
    strbuf_done(&temporary);
    errno = saved;
    return ok;
}

bool file_read(const char *path, size_t limit, struct strbuf *out)
{
    int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (limit == 0)
        limit = DEFAULT_LIMIT;
    char *chunk = xmalloc(CHUNK);
    ssize_t n;
    while ((n = read(fd, chunk, CHUNK)) > 0 || (n < 0 && errno == EINTR)) {
        if (n > 0)
            strbuf_add(out, chunk, (size_t)n);
        if (out->length > limit) {
            errno = EFBIG;
            n = -1;
            break;
        }
    }
    int saved = errno;
    free(chunk);
    if (fd != STDIN_FILENO)
        close(fd);
    errno = saved;
    return n == 0;
}
