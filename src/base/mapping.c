/* Mapped files; see mapping.h. */
#include "base/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool mapping_open(struct mapping *m, const char *path)
{
    struct stat s;
    void *at = NULL;
    *m = (struct mapping){{"", 0}};
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool ok = fstat(fd, &s) == 0;
    if (ok && !S_ISREG(s.st_mode)) {
        errno = S_ISDIR(s.st_mode) ? EISDIR : ENODEV;
        ok = false;
    }
    if (ok && s.st_size > 0) {
        at = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        ok = at != MAP_FAILED;
    }
    const int saved = errno;
    close(fd);
    errno = saved;
    if (ok && s.st_size > 0)
        m->bytes = (struct span){at, (size_t)s.st_size};
    return ok;
}

void mapping_close(struct mapping *m)
{
    if (m->bytes.length > 0)
        munmap((void *)(uintptr_t)m->bytes.at, m->bytes.length);
    *m = (struct mapping){{"", 0}};
}
