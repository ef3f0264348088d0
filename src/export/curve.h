/* The curve over the match: player 0's winning chances (in money play his points) at every decision of a report. Where
 * its points and lines stand; painting is the writer's. Coordinates: of the frame, y downwards. */
#ifndef KIBITZER_CURVE_H
#define KIBITZER_CURVE_H

#include "report/decision.h"

struct curve_frame {
    float left, right, top, bottom;
};

struct curve {
    const struct report *r;
    struct curve_frame frame;
    double low, high, step; /* of the y axis */
    size_t known; /* decisions whose value is told: below 2 there is nothing to show */
};

void curve_init(struct curve *c, const struct report *r, struct curve_frame frame);

float curve_x(const struct curve *c, size_t decision);
float curve_y(const struct curve *c, double value);

bool curve_begins_game(const struct curve *c, size_t decision);
double curve_value(const struct curve *c, size_t decision); /* NAN = not told: the line breaks */
double curve_value_near(const struct curve *c, size_t decision); /* or the last one told in its game */

/* Lines of the axis, from the lowest: their value, and whether it is that of an even game. */
int curve_lines(const struct curve *c);
double curve_line(const struct curve *c, int line, bool *even);

#endif
