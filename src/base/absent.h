/* What Linux's C library has and Windows' lacks, with the meanings of its manual. The compiler reads this before every
 * file for Windows (mk/windows.mk). */
#ifndef KIBITZER_ABSENT_H
#define KIBITZER_ABSENT_H
#ifdef _WIN32

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <winerror.h>
#undef SEVERITY_ERROR /* base/diag.h has its own */

void *memmem(const void *hay, size_t hay_length, const void *needle, size_t needle_length);
void *memrchr(const void *s, int c, size_t n);
char *strcasestr(const char *hay, const char *needle);
char *strsep(char **rest, const char *ends);
ssize_t getline(char **line, size_t *room, FILE *f);

char *mkdtemp(char *path);
int setenv(const char *name, const char *value, int replace);
int unsetenv(const char *name);
int getentropy(void *to, size_t length);

/* As functions of any type of number: the system's are choices between three, all of which the compiler looks at. */
#undef isnan
#undef isinf
#undef isfinite
#undef signbit
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)

#define timegm _mkgmtime
#define malloc_usable_size _msize
#define CLOCK_MONOTONIC_COARSE CLOCK_MONOTONIC

#endif
#endif
