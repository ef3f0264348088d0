/* Maps of one position into a file: what `cube` and `hint --temperature` have in common. */
#ifndef KIBITZER_CLI_MAPS_H
#define KIBITZER_CLI_MAPS_H

#include "cli/positions.h"
#include "export/map.h"

#define MAP_OPTION                                                                                                     \
    {                                                                                                                  \
        "out", 'o', "FILE", NULL, "draw it into FILE.svg, or FILE.html as a page, instead"                             \
    }

/* Makes the map of a position; NULL, or why there is none (static text). */
typedef const char *(*map_maker)(const struct thinking *t, struct worker *w, const struct question *q, struct map *m);

/* Writes the map of the one ID given to the file of MAP_OPTION; returns an enum exit_code. */
int map_write(const struct args *a, map_maker make);

/* Why nothing can be asked about a position, or NULL: the game or the match is over. */
const char *position_over(const struct position *p);

#endif
