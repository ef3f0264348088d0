/* Installed files; see shared_file.h. */
#include "base/shared_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/sink.h"

static bool read_in(struct strbuf *folder, const char *name, struct strbuf *out)
{
    strbuf_printf(folder, "/%s", name);
    strbuf_clear(out);
    const bool ok = file_read(strbuf_text(folder), 0, out);
    strbuf_done(folder);
    return ok;
}

static bool read_of_user(const char *name, struct strbuf *out)
{
    struct strbuf folder = {0};
    return os_folder(OS_DATA, &folder) && read_in(&folder, name, out);
}

static bool read_beside_program(const char *name, struct strbuf *out)
{
    struct strbuf path = {0}, folder = {0};
    const char *slash = os_program(&path) ? strrchr(path.at, '/') : NULL;
    if (slash != NULL)
        strbuf_printf(&folder, "%.*s/../share/kibitzer", (int)(slash - path.at), path.at);
    strbuf_done(&path);
    return slash != NULL && read_in(&folder, name, out);
}

static bool read_of_machine(const char *name, struct strbuf *out)
{
    const char *at = getenv("XDG_DATA_DIRS");
    if (at == NULL || *at == '\0')
        at = "/usr/local/share:/usr/share";
    for (bool found = false;; at++) {
        const size_t length = strcspn(at, ":");
        struct strbuf folder = {0};
        strbuf_printf(&folder, "%.*s/kibitzer", (int)length, at);
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
