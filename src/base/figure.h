/* Signed figures as text, as the language writes them. What rounds to zero has no sign: "-0.000" says less than it
 * seems to, and "+0.000" of a loss says the opposite. Reports round in document/leaf.c by the same rule. */
#ifndef KIBITZER_FIGURE_H
#define KIBITZER_FIGURE_H

struct signed_figure {
    char text[32];
};

/* "+0.123", "-0.123" or "0.000", in `f`. */
const char *figure_signed(struct signed_figure *f, double value, int decimals);

/* The same for an argument of printf(): it lasts as long as the block around it. */
#define SIGNED(value, decimals) figure_signed(&(struct signed_figure){""}, (double)(value), decimals)

#endif
