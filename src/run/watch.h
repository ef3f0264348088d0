/* Waiting for files to appear in folders. */
#ifndef KIBITZER_WATCH_H
#define KIBITZER_WATCH_H

#include <stdbool.h>

/* NULL after a message. */
struct watch *watch_begin(void);
void watch_end(struct watch *w);

/* A folder to watch from now on; naming it again does no harm. For inputs_collect(), which meets the folder before
 * it looks into it: what appears meanwhile is not missed. One that cannot be watched is reported. */
void watch_folder(void *watch, const char *path);

/* Waits until something has appeared or changed and then nothing for half a second, so that a file which is being
 * copied is seen whole. False: interrupted. */
bool watch_wait(struct watch *w);

#endif
