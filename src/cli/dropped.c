/* See dropped.h: such words are all there is, and the window is the program's own. */
#include "cli/dropped.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/outputs.h"

bool dropped_are(int n, char **word)
{
    if (!os_has_own_window())
        return false;
    for (int i = 0; i < n; i++)
        if (!os_access(word[i], F_OK))
            return false;
    return n > 0;
}

/* Where reports on `path` go; NULL if memory ran out. */
static char *report_folder(const char *path)
{
    const char *end = path + strlen(path), *slash = strrchr(path, '/');
    if (!path_is_folder(path))
        end = slash != NULL ? slash : path;
    char *folder;
    const int length = asprintf(&folder, "%.*s%skibitzer-report", (int)(end - path), path, end > path ? "/" : "");
    return length >= 0 ? folder : NULL;
}

static bool show_index(const char *folder)
{
    char *index;
    if (asprintf(&index, "%s/index.html", folder) < 0)
        return false;
    const bool good = os_show(index);
    free(index);
    return good;
}

int dropped_run(const struct manual *analyze, int n, char **path)
{
    enum { BEFORE = 2 };
    char out[] = "--out", *folder = report_folder(path[0]);
    char **word = calloc((size_t)n + BEFORE, sizeof *word);
    int result = EXIT_NOTHING;
    bool shown = false;
    if (folder != NULL && word != NULL) {
        word[0] = out;
        word[1] = folder;
        memcpy(word + BEFORE, path, (size_t)n * sizeof *word);
        result = client_run(analyze, n + BEFORE, word);
        shown = (result == EXIT_CLEAN || result == EXIT_SOME_FAILED) && show_index(folder);
    } else {
        fputs("kibitzer: error: out of memory\n", stderr);
    }
    free(word);
    free(folder);
    if (result != EXIT_CLEAN || !shown)
        dropped_wait();
    return result;
}

void dropped_wait(void)
{
    if (!os_has_own_window())
        return;
    fflush(stdout);
    fputs("\nPress Enter to close this window.\n", stderr);
    fflush(stderr);
    for (int c = 0; c != EOF && c != '\n';)
        c = getchar();
}
