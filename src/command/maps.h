/* Pictures of one position's maps: what `cube` and `hint --temperature` have in common. */
#ifndef KIBITZER_COMMAND_MAPS_H
#define KIBITZER_COMMAND_MAPS_H

#include "command/positions.h"
#include "export/map.h"

/* positions_settle()'s forms of these commands. ORDER MAP_FORM */
enum { MAP_SVG = ANSWERS_TEXT + 1, MAP_PAGE };
extern const struct own_form map_forms[];

/* An older name of --output. */
struct map_options {
    const char *out;
};
extern const struct option_group map_group;
/* `own`: map_forms, or NULL where nothing can be drawn. */
bool map_settle(const struct own_form *own, const struct map_options *m, struct positions_options *o,
                struct option_fault *f);

struct map_request {
    const struct positions_options *positions;
    const struct engine_files *files;
    /* Makes the map of a position; NULL, or why there is none (static text). */
    const char *(*draw)(const struct answering *a, const struct asked *q, struct map *m);
    const void *options; /* of the command */
};

/* How many points the player on roll and the opponent need; false for money and scores beyond `most`. */
bool map_has_score(const struct position *p, int most, int away[2]);

/* What its axes are, to be translated. */
extern const char map_axes[];
/* The text becomes a hint or a note, and is freed. */
void map_say(char out[MAP_HINT], struct strbuf *text);

/* Is a picture asked for? */
bool map_is_asked(const struct positions_options *o);
/* Writes the map of the one ID given; returns an enum call_ending. */
int map_write(const struct map_request *r, int jobs, const char *const *input, size_t n);

#endif
