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
                                           {".txt", "text/plain; charset=utf-8"},
                                           {".md", "text/markdown; charset=utf-8"},
                                           {".csv", "text/csv; charset=utf-8"},
                                           {".tsv", "text/tab-separated-values; charset=utf-8"},
                                           {".pdf", "application/pdf"},
                                           {".epub", "application/epub+zip"}};
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

/* Nor by links: the true path has none, so that one that is met on it was put there meanwhile, and is not followed. */
static int open_within(const char *folder, const char *file)
{
    struct strbuf root = {0}, real = {0};
    const bool there = os_path_real(folder, &root) && os_path_real(file, &real);
    const int fd = there && os_path_is_below(strbuf_text(&root), strbuf_text(&real))
                       ? os_open_below(strbuf_text(&root), os_path_below(strbuf_text(&root), strbuf_text(&real)))
                       : -1;
    strbuf_done(&root);
    strbuf_done(&real);
    return fd;
}

/* The file, open, and what is known about it; -1 = there is none. */
static int open_file(const char *folder, const char *path, struct os_facts *f, const char **type)
{
    struct strbuf file = {0};
    if (!is_within(path))
        return -1;
    strbuf_printf(&file, "%s%s%s", folder, path, path[strlen(path) - 1] == '/' ? "index.html" : "");
    const int fd = open_within(folder, strbuf_text(&file));
    *type = type_of(strbuf_text(&file));
    strbuf_done(&file);
    if (fd < 0 || (os_facts_of_open(fd, f) && f->kind == OS_FILE))
        return fd;
    close(fd);
    return -1;
}

bool folder_has(const char *folder, const char *path)
{
    struct os_facts f;
    const char *type;
    const int fd = open_file(folder, path, &f, &type);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* ---- what kibitzer's page wants to know: is it served by a service? ---- */

static const char unmarked[] = "kibitzer-service:none", marked[] = "kibitzer-service:here"; /* of equal length */
enum { MARKED_MAX = 1 << 20 };

/* The page, and its service worker, which browsers fetch anew when it has changed. */
static bool may_be_marked(const char *path)
{
    const char *name = strrchr(path, '/');
    return strcmp(name, "/") == 0 || strcmp(name, "/index.html") == 0 || strcmp(name, "/service.js") == 0;
}

static bool read_marked(int fd, size_t size, struct strbuf *out)
{
    strbuf_fill(out, '\0', size);
    for (size_t at = 0; at < size;) {
        const ssize_t n = read(fd, out->at + at, size - at);
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    for (char *at = out->at; (at = strstr(at, unmarked)) != NULL;)
        memcpy(at, marked, sizeof marked - 1);
    return true;
}

static enum MHD_Result reply_marked(const struct addressee *r, int fd, size_t size, const char *type, const char *tag)
{
    struct strbuf bytes = {0};
    const bool whole = read_marked(fd, size, &bytes);
    close(fd);
    if (whole)
        return reply_read(r, type, tag, &bytes);
    strbuf_done(&bytes);
    return MHD_NO;
}

bool folder_answer(const struct addressee *r, const char *folder, const char *path, enum MHD_Result *result)
{
    struct os_facts f;
    const char *type;
    char tag[64];
    const int fd = open_file(folder, path, &f, &type);
    if (fd < 0)
        return false;
    const bool marks = may_be_marked(path) && f.size <= MARKED_MAX;
    snprintf(tag, sizeof tag, "%llx-%llx%s", (unsigned long long)f.size, (unsigned long long)f.changed,
             marks ? "-here" : "");
    if (reply_is_known(r->connection, tag)) {
        close(fd);
        *result = reply_unchanged(r, tag);
    } else if (marks)
        *result = reply_marked(r, fd, (size_t)f.size, type, tag);
    else
        *result = reply_file(r, fd, (size_t)f.size, type, tag);
    return true;
}
