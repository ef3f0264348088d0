/* A program whose functions are called as those inside the library are: both keep their own. */
#include <stdio.h>
#include <string.h>

#include "kibitzer.h"

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void xfree(void *p);
void *grow(void *array, size_t count, size_t *capacity, size_t element_size);
void say(const char *format, ...);
void note(const char *text);
void attempt_fail(void);

static int called; /* by the library: none of these ever is */

void *xmalloc(size_t size)
{
    called++;
    (void)size;
    return NULL;
}

void *xcalloc(size_t count, size_t size)
{
    called++;
    (void)count, (void)size;
    return NULL;
}

void xfree(void *p)
{
    called++;
    (void)p;
}

void *grow(void *array, size_t count, size_t *capacity, size_t element_size)
{
    called++;
    (void)count, (void)capacity, (void)element_size;
    return array;
}

void say(const char *format, ...)
{
    called++;
    (void)format;
}

void note(const char *text)
{
    called++;
    (void)text;
}

void attempt_fail(void)
{
    called++;
}

int main(void)
{
    static const char *const start[] = {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"};
    struct kibitzer_call *call = kibitzer_call_new();
    struct kibitzer_options *options = kibitzer_options_new("hint", call);
    char *text = kibitzer_options_set(options, "level", "0ply", call) == KIBITZER_OK
                     ? kibitzer_document(options, start, 1, NULL, call)
                     : NULL;
    const int right = text != NULL && strstr(text, "8/5 6/5") != NULL && called == 0;
    printf("%s, %d calls\n", text != NULL ? "a document" : kibitzer_call_message(call), called);
    kibitzer_free(text);
    kibitzer_options_free(options);
    kibitzer_call_free(call);
    return !right;
}
