/* What the bench reads and writes: records from the fixtures, and long texts made of them. */
#ifndef KIBITZER_BENCH_STOCK_H
#define KIBITZER_BENCH_STOCK_H

#include "match/record.h"

struct stock {
    struct matches plain; /* moves, cubes and results alone */
    struct matches analysed; /* with kibitzer's annotations */
    struct match session; /* the games of `plain` again and again, as one money session: for formats of one match */
    struct matches single; /* a record for each position before a roll of `plain` */
    struct position *positions; /* the same */
    size_t n_positions, positions_capacity;
};

/* Reads `n` files, separated by whether they bring annotations. False, with words on stderr, if one cannot be read. */
bool stock_open(struct stock *s, char *const *paths, int n);
void stock_close(struct stock *s);

/* Appends the stock to `out` in one format, at least `length` bytes. */
struct telling_row {
    const char *title;
    void (*put)(struct strbuf *out, const struct stock *s, size_t length);
    double wanted; /* MB/s */
};

extern const struct telling_row telling_rows[]; /* ends with a NULL title */

#endif
