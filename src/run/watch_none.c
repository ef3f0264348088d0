/* Where folders cannot be watched. */
#include "run/watch.h"

#include "base/call.h"

struct watch *watch_begin(void)
{
    say_error("--watch: this kibitzer cannot watch folders");
    return NULL;
}

void watch_end(struct watch *w)
{
    (void)w;
}

void watch_folder(void *watch, const char *path)
{
    (void)watch, (void)path;
}

bool watch_wait(struct watch *w)
{
    (void)w;
    return false;
}
