/* Installed files; see shared_file.h. */
#include "base/shared_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/span.h"

/* Is it in this folder, or below it? */
static bool is_in(struct span folder, const char *below, const char *name, struct strbuf *path)
{
    strbuf_clear(path);
    strbuf_printf(path, "%.*s%s/%s", (int)folder.length, folder.at, below, name);
    return folder.length > 0 && os_access(path->at, R_OK);
}

static bool is_with_user(const char *name, struct strbuf *path)
{
    struct strbuf folder = {0};
    const bool found = os_folder(OS_DATA, &folder) && is_in(span_of(folder.at), "", name, path);
    strbuf_done(&folder);
    return found;
}

static bool is_beside_program(const char *name, struct strbuf *path)
{
    struct strbuf program = {0};
    const char *slash = os_program(&program) ? strrchr(program.at, '/') : NULL;
    const struct span folder = {program.at, slash != NULL ? (size_t)(slash - program.at) : 0};
    const bool found = is_in(folder, "/../share/kibitzer", name, path) || is_in(folder, "/share/kibitzer", name, path);
    strbuf_done(&program);
    return found;
}

static bool is_on_machine(const char *name, struct strbuf *path)
{
    const char *at = getenv("XDG_DATA_DIRS");
    if (at == NULL || *at == '\0')
        at = "/usr/local/share:/usr/share";
    for (;; at++) {
        const struct span folder = {at, strcspn(at, ":")};
        if (at[0] == '/' && is_in(folder, "/kibitzer", name, path))
            return true;
        at += folder.length;
        if (*at == '\0')
            return false;
    }
}

bool shared_file_find(const char *name, struct strbuf *path)
{
    return is_with_user(name, path) || is_beside_program(name, path) || is_on_machine(name, path);
}
