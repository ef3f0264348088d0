/* Wrappers of the allocating functions; see failing.h. */
#include "failing.h"

#include <errno.h>
#include <iconv.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_long countdown; /* 0: nothing fails; 1: the next one does */
static atomic_bool only;
static atomic_long failed, live;

void failing_from(long n, bool one_only)
{
    atomic_store(&failed, 0);
    atomic_store(&only, one_only);
    atomic_store(&countdown, n);
}

long failing_stop(void)
{
    atomic_store(&countdown, 0);
    return atomic_load(&failed);
}

bool failing_now(void)
{
    if (atomic_load(&countdown) == 0)
        return false;
    const long left = atomic_fetch_sub(&countdown, 1);
    if (left > 1)
        return false;
    atomic_store(&countdown, atomic_load(&only) ? 0 : 1);
    atomic_fetch_add(&failed, 1);
    errno = ENOMEM;
    return true;
}

long failing_live(void)
{
    return atomic_load(&live);
}

static void *counted(void *p)
{
    live += p != NULL;
    return p;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void __real_free(void *p);
iconv_t __real_iconv_open(const char *to, const char *from);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void __wrap_free(void *p);
iconv_t __wrap_iconv_open(const char *to, const char *from);

void *__wrap_malloc(size_t size)
{
    return failing_now() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
    return failing_now() ? NULL : counted(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t size)
{
    if (failing_now())
        return NULL;
    void *bigger = __real_realloc(p, size);
    live += p == NULL && bigger != NULL;
    return bigger;
}

void __wrap_free(void *p)
{
    live -= p != NULL;
    __real_free(p);
}

iconv_t __wrap_iconv_open(const char *to, const char *from)
{
    return failing_now() ? (iconv_t)-1 : __real_iconv_open(to, from);
}

void *malloc_for_real(size_t size)
{
    return __real_malloc(size);
}

void *realloc_for_real(void *p, size_t size)
{
    return __real_realloc(p, size);
}

void free_for_real(void *p)
{
    __real_free(p);
}
