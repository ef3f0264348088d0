/* Files of a folder; see folder.h. */
#include "service/folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/os.h"

static const char *type_of(const char *path)
{
    static const char *const known[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".json", "application/json"},
                                           {".webmanifest", "application/manifest+json"},
                                           {".wasm", "application/wasm"},
                                           {".svg", "image/svg+xml"},
                                           {".png", "image/png"},
                                           {".ico", "image/x-icon"},
                                           {".woff2", "font/woff2"},
                                           {".txt", "text/plain; charset=utf-8"}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof known / sizeof *known; i++)
        if (strcmp(dot, known[i][0]) == 0)
            return known[i][1];
    return "application/octet-stream";
}

/* No way out of the folder, no hidden files. */
static bool is_within(const char *path)
{
    return path[0] == '/' && strstr(path, "/.") == NULL && strchr(path, '\\') == NULL;
}

/* Nor by links. */
static bool is_really_within(const char *folder, const char *file)
{
    struct strbuf root = {0}, real = {0};
    const bool there = os_path_real(folder, &root) && os_path_real(file, &real);
    const bool within = there && os_path_is_below(strbuf_text(&root), strbuf_text(&real));
    strbuf_done(&root);
    strbuf_done(&real);
    return within;
}

bool folder_answer(const struct addressee *r, const char *folder, const char *path, enum MHD_Result *result)
{
    struct strbuf file = {0};
    struct os_facts f;
    char tag[64];
    if (!is_within(path))
        return false;
    strbuf_printf(&file, "%s%s%s", folder, path, path[strlen(path) - 1] == '/' ? "index.html" : "");
    const int fd = is_really_within(folder, strbuf_text(&file)) ? os_open_to_read(strbuf_text(&file)) : -1;
    const char *type = type_of(strbuf_text(&file));
    strbuf_done(&file);
    if (fd < 0)
        return false;
    if (!os_facts_of_open(fd, &f) || f.kind != OS_FILE) {
        close(fd);
        return false;
    }
    snprintf(tag, sizeof tag, "%llx-%llx", (unsigned long long)f.size, (unsigned long long)f.changed);
    if (reply_is_known(r->connection, tag)) {
        close(fd);
        *result = reply_unchanged(r, tag);
    } else
        *result = reply_file(r, fd, (size_t)f.size, type, tag);
    return true;
}
