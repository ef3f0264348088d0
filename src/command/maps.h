/* Maps of one position into a file: what `cube` and `hint --temperature` have in common. */
#ifndef KIBITZER_ANSWER_MAPS_H
#define KIBITZER_ANSWER_MAPS_H

#include "command/positions.h"
#include "export/map.h"

struct map_options {
    const char *file; /* .svg or .html; NULL = nothing is drawn */
};

extern const struct option_group map_group;

struct map_request {
    const char *file;
    const struct positions_options *positions;
    const struct engine_files *files;
    /* Makes the map of a position; NULL, or why there is none (static text). `options` are the command's. */
    const char *(*draw)(const struct engine_pool *pool, const void *options, const struct asked *q, struct map *m);
    const void *options;
};

/* Writes the map of the one ID given; returns an enum call_ending. */
int map_write(const struct map_request *r, int jobs, const char *const *input, size_t n);

#endif
