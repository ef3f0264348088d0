/* Mapped files; see mapping.h. */
#include "base/mapping.h"

#include <errno.h>

#include "base/os.h"
#include "base/sink.h"

bool mapping_open(struct mapping *m, const char *path)
{
    struct os_facts s;
    void *at = NULL;
    *m = (struct mapping){{"", 0}};
    if (!os_facts(path, &s))
        return false;
    if (s.kind != OS_FILE) { /* opening a pipe would wait for a writer */
        errno = s.kind == OS_FOLDER ? EISDIR : FILE_IS_NONE;
        return false;
    }
    const int fd = os_open(path, O_RDONLY);
    if (fd < 0)
        return false;
    const bool ok = os_facts_of_open(fd, &s) && (s.size == 0 || (at = os_map(fd, (size_t)s.size, false)) != NULL);
    const int saved = errno;
    close(fd);
    errno = saved;
    if (at != NULL)
        m->bytes = (struct span){at, (size_t)s.size};
    return ok;
}

void mapping_close(struct mapping *m)
{
    if (m->bytes.length > 0)
        os_unmap((void *)(uintptr_t)m->bytes.at, m->bytes.length);
    *m = (struct mapping){{"", 0}};
}
