/* What unit tests want of glob(), for Windows: names in order, each "*" any part of one name. */
#ifndef KIBITZER_TESTS_GLOB_H
#define KIBITZER_TESTS_GLOB_H

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/xmalloc.h"

typedef struct {
    size_t gl_pathc, room;
    char **gl_pathv;
} glob_t;

static inline bool glob_fits(const char *name, const char *pattern, size_t length)
{
    if (length == 0)
        return *name == '\0';
    if (*pattern == '*')
        return glob_fits(name, pattern + 1, length - 1) || (*name != '\0' && glob_fits(name + 1, pattern, length));
    return *name == *pattern && glob_fits(name + 1, pattern + 1, length - 1);
}

static inline void glob_below(glob_t *g, const char *folder, const char *pattern)
{
    const size_t length = strcspn(pattern, "/");
    DIR *d = opendir(folder[0] != '\0' ? folder : ".");
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        struct strbuf path = {0};
        if (e->d_name[0] == '.' || !glob_fits(e->d_name, pattern, length))
            continue;
        strbuf_printf(&path, "%s%s%s", folder, folder[0] != '\0' ? "/" : "", e->d_name);
        if (pattern[length] == '/') {
            glob_below(g, path.at, pattern + length + 1);
        } else {
            g->gl_pathv = grow(g->gl_pathv, g->gl_pathc, &g->room, sizeof *g->gl_pathv);
            g->gl_pathv[g->gl_pathc++] = xstrdup(path.at);
        }
        strbuf_done(&path);
    }
    if (d != NULL)
        closedir(d);
}

static inline int glob_by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static inline int glob(const char *pattern, int flags, void *failed, glob_t *g)
{
    (void)flags, (void)failed;
    *g = (glob_t){0};
    glob_below(g, "", pattern);
    qsort(g->gl_pathv, g->gl_pathc, sizeof *g->gl_pathv, glob_by_bytes);
    return g->gl_pathc == 0;
}

static inline void globfree(glob_t *g)
{
    for (size_t i = 0; i < g->gl_pathc; i++)
        xfree(g->gl_pathv[i]);
    xfree(g->gl_pathv);
}

#endif
