/* Commands that answer about positions: IDs from the inputs or one per line from standard input, answers in the same
 * order. */
#ifndef KIBITZER_ANSWER_POSITIONS_H
#define KIBITZER_ANSWER_POSITIONS_H

#include "command/ids.h"
#include "base/jsonw.h"
#include "base/strbuf.h"
#include "engine/pool.h"
#include "match/said_options.h"
#include "match/position.h"

enum positions_form {
    POSITIONS_TEXT,
    POSITIONS_TERMINAL,
    POSITIONS_TSV,
    POSITIONS_JSON
}; /* terminal: text for a person */

enum { TERMINAL_PLAIN = 1, TERMINAL_COLOUR };

struct positions_options {
    bool tsv, json;
    int terminal; /* 0 = the answer is not shown on one */
    struct variation_option variation;
};

/* The first three; a part for the variation is beside it in the command's list. */
extern const struct option_group positions_group;

struct asked { /* a position, by its ID */
    const char *id; /* as given, without blanks around */
    struct position position;
};

/* How a command answers. */
struct positions_kind {
    const char *header; /* first line of TSV, NULL = none */
    /* Writes the answer to one question: a line of TSV, a JSON object without comma or line end, or a block of text.
     * NULL, or why there is no answer (static text). Called on any thread; worker is the calling one's; `options` are
     * the command's. */
    const char *(*write)(const struct engine_pool *pool, struct worker *w, const void *options, const struct asked *q,
                         enum positions_form form, struct strbuf *out);
};

/* Runs the whole command; returns an enum call_ending. `input`: IDs, or "-" alone: one per line from standard input. */
int positions_answer(const struct positions_options *o, const struct engine_files *files, int jobs,
                     const struct positions_kind *kind, const void *options, const char *const *input, size_t n);

/* The five probabilities as members of the open object: win, win_g, win_bg, lose_g, lose_bg. */
void outcome_json(struct jsonw *j, const struct outcome *o);

/* What the position is as a race: pips, EPC, wastage and mean rolls of both sides; nothing where it is not one. The
 * player on roll comes first. */
void race_text(struct strbuf *out, const struct engine *e, const struct position *p);
void race_json(struct jsonw *j, const struct engine *e, const struct position *p); /* a member "race" */

/* Appends a number with `digits` decimals, never "-0.000"; NAN as `missing`. */
void number_write(struct strbuf *out, double x, int digits, const char *missing);

#endif
