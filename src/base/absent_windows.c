/* See absent.h. */
#include "base/absent.h"

#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <bcrypt.h> /* which wants windows.h first */

void *memmem(const void *hay, size_t hay_length, const void *needle, size_t needle_length)
{
    const char *at = hay;
    if (needle_length == 0)
        return (void *)(size_t)hay;
    for (const char *end = at + hay_length; (size_t)(end - at) >= needle_length; at++) {
        at = memchr(at, *(const char *)needle, (size_t)(end - at) - needle_length + 1);
        if (at == NULL)
            return NULL;
        if (memcmp(at, needle, needle_length) == 0)
            return (void *)(size_t)at;
    }
    return NULL;
}

void *memrchr(const void *s, int c, size_t n)
{
    const unsigned char *at = s;
    while (n > 0)
        if (at[--n] == (unsigned char)c)
            return (void *)(size_t)(at + n);
    return NULL;
}

char *strcasestr(const char *hay, const char *needle)
{
    const size_t length = strlen(needle);
    for (;; hay++) {
        if (strncasecmp(hay, needle, length) == 0)
            return (char *)(size_t)hay;
        if (*hay == '\0')
            return NULL;
    }
}

char *strsep(char **rest, const char *ends)
{
    char *word = *rest;
    if (word == NULL)
        return NULL;
    char *end = word + strcspn(word, ends);
    *rest = *end != '\0' ? end + 1 : NULL;
    *end = '\0';
    return word;
}

ssize_t getline(char **line, size_t *room, FILE *f)
{
    size_t n = 0;
    for (int c; (c = getc(f)) != EOF;) {
        if (*line == NULL || n + 2 > *room) {
            const size_t more = *room < 128 ? 128 : *room * 2;
            char *bigger = realloc(*line, more);
            if (bigger == NULL)
                return -1;
            *line = bigger;
            *room = more;
        }
        (*line)[n++] = (char)c;
        if (c == '\n')
            break;
    }
    if (n == 0)
        return -1;
    (*line)[n] = '\0';
    return (ssize_t)n;
}

int getentropy(void *to, size_t length)
{
    const bool good = BCryptGenRandom(NULL, to, (ULONG)length, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
    errno = good ? errno : EIO;
    return good ? 0 : -1;
}

char *mkdtemp(char *path)
{
    return _mktemp(path) != NULL && _mkdir(path) == 0 ? path : NULL;
}

int setenv(const char *name, const char *value, int replace)
{
    return replace || getenv(name) == NULL ? _putenv_s(name, value) : 0;
}

int unsetenv(const char *name)
{
    return _putenv_s(name, "");
}
