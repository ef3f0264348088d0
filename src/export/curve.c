/* Where the points of the curve over the match stand; the contract is in curve.h. */
#include "export/curve.h"

#include <math.h>

/* A round step that parts the range into at most six. */
static double round_step(double range)
{
    static const double steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps && range / steps[i] > 6)
        i++;
    return steps[i];
}

/* Matches: 0..1 in quarters. Money: from and to whole steps around all values, zero among them. */
void curve_init(struct curve *c, const struct report *r, struct curve_frame frame)
{
    bool money = r->match->length == 0;
    *c = (struct curve){.r = r, .frame = frame, .low = 0, .high = 1, .step = 0.25};
    for (size_t i = 0; i < r->n_decisions; i++) {
        double v = curve_value(c, i);
        if (isnan(v))
            continue;
        c->known++;
        c->low = money ? fmin(c->low, v) : c->low;
        c->high = money ? fmax(c->high, v) : c->high;
    }
    if (money) {
        c->step = round_step(c->high - c->low);
        c->low = floor(c->low / c->step) * c->step;
        c->high = ceil(c->high / c->step) * c->step;
    }
}

float curve_x(const struct curve *c, size_t decision)
{
    size_t n = c->r->n_decisions;
    return c->frame.left + (c->frame.right - c->frame.left) * (float)decision / (float)(n > 1 ? n - 1 : 1);
}

float curve_y(const struct curve *c, double value)
{
    double height = (double)(c->frame.bottom - c->frame.top);
    return (float)((double)c->frame.bottom - height * (value - c->low) / (c->high - c->low));
}

bool curve_begins_game(const struct curve *c, size_t decision)
{
    const struct decision *d = &c->r->decisions[decision];
    return decision == 0 || d[-1].game != d->game;
}

double curve_value(const struct curve *c, size_t decision)
{
    return decision_value(c->r->match, &c->r->decisions[decision]);
}

double curve_value_near(const struct curve *c, size_t decision)
{
    const struct game *g = c->r->decisions[decision].game;
    for (size_t back = decision + 1; back-- > 0 && c->r->decisions[back].game == g;) {
        double v = curve_value(c, back);
        if (!isnan(v))
            return v;
    }
    return NAN;
}

int curve_lines(const struct curve *c)
{
    return (int)lround((c->high - c->low) / c->step) + 1;
}

double curve_line(const struct curve *c, int line, bool *even)
{
    double v = c->low + c->step * line;
    *even = c->r->match->length == 0 ? fabs(v) < c->step / 2 : line == 2;
    return v;
}
