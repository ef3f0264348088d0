/* Installed files; see shared_file.h. */
#include "base/shared_file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sink.h"

static bool read_in(struct strbuf *folder, const char *name, struct strbuf *out)
{
    strbuf_printf(folder, "/kibitzer/%s", name);
    strbuf_clear(out);
    const bool ok = file_read(strbuf_text(folder), 0, out);
    strbuf_done(folder);
    return ok;
}

static bool read_of_user(const char *name, struct strbuf *out)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct strbuf folder = {0};
    if (data != NULL && data[0] == '/')
        strbuf_puts(&folder, data);
    else if (home != NULL && home[0] == '/')
        strbuf_printf(&folder, "%s/.local/share", home);
    return folder.length > 0 && read_in(&folder, name, out);
}

static bool read_beside_program(const char *name, struct strbuf *out)
{
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    struct strbuf folder = {0};
    strbuf_printf(&folder, "%s/../share", path);
    return read_in(&folder, name, out);
}

static bool read_of_machine(const char *name, struct strbuf *out)
{
    const char *at = getenv("XDG_DATA_DIRS");
    if (at == NULL || *at == '\0')
        at = "/usr/local/share:/usr/share";
    for (bool found = false;; at++) {
        const size_t length = strcspn(at, ":");
        struct strbuf folder = {0};
        strbuf_add(&folder, at, length);
        found = at[0] == '/' && read_in(&folder, name, out);
        strbuf_done(&folder);
        at += length;
        if (found || *at == '\0')
            return found;
    }
}

bool shared_file_read(const char *name, struct strbuf *out)
{
    return read_of_user(name, out) || read_beside_program(name, out) || read_of_machine(name, out);
}
