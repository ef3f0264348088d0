/* What the parts of the tool share. One thread. */
#ifndef KIBITZER_TOOLS_CUBE_MODEL_H
#define KIBITZER_TOOLS_CUBE_MODEL_H

#include "engine/engine.h"

struct desk {
    struct engine *engine;
    struct worker *worker;
};
struct desk desk_open(void); /* engine NULL with a message if that failed */
void desk_close(struct desk *d);

/* Rolls out the decisions numbered `from` to `to` - 1 of the series `seed` and prints a line for each. A decision
 * depends on seed and number alone. */
int collect(const struct desk *d, uint64_t seed, long from, long to);

/* Prints a line for each cube decision that a file's own analysis looked at deeply. */
int read_cubes(const struct desk *d, char **files);

/* Prints what a model may know of the decisions in a file of such lines. */
int features(const struct desk *d, const char *path);

#endif
