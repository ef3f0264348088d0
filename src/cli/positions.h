/* Commands that answer about positions: IDs from the arguments or one per line from stdin, answers in the same order.
 */
#ifndef KIBITZER_POSITIONS_H
#define KIBITZER_POSITIONS_H

#include "base/jsonw.h"
#include "base/strbuf.h"
#include "cli/format_names.h"
#include "cli/options.h"
#include "cli/thinking.h"
#include "match/position.h"

enum answer_form { ANSWER_TEXT, ANSWER_TERMINAL, ANSWER_TSV, ANSWER_JSON }; /* terminal: text for a person */

/* Rows for the options of these commands. */
/* clang-format off */
#define POSITIONS_OPTIONS \
    {"tsv", 0, NULL, NULL, "one line per position, columns separated by tabs"}, \
    {"json", 0, NULL, NULL, "one JSON array with an object for each position"}, \
    VARIATION_OPTION
/* clang-format on */

struct question {
    const char *id; /* as given, without blanks around */
    struct position position;
};

/* Writes the answer to one question: a line of TSV, a JSON object without comma or line end, or a block of text.
 * NULL, or why there is no answer (static text). Called on any thread; worker is the calling one's. */
typedef const char *(*answer_writer)(const struct thinking *t, struct worker *w, const struct question *q,
                                     enum answer_form form, struct strbuf *out);

/* Runs the whole command; returns an enum exit_code. `header`: first line of TSV, NULL = none. */
int positions_answer(const struct args *a, const char *header, answer_writer write);

/* The five probabilities as members of the open object: win, win_g, win_bg, lose_g, lose_bg. */
void outcome_json(struct jsonw *j, const struct outcome *o);

/* What the position is as a race: pips, EPC, wastage and mean rolls of both sides; nothing where it is not one. The
 * player on roll comes first. */
void race_text(struct strbuf *out, const struct engine *e, const struct position *p);
void race_json(struct jsonw *j, const struct engine *e, const struct position *p); /* a member "race" */

/* Makes `p`, as an ID gave it, a position of this variant: an ID says what stands on the board, the rest is off. NULL,
 * or why it is none or cannot be answered for. */
const char *variation_set(const struct engine *e, enum variant variant, struct position *p);

/* Appends a number with `digits` decimals, never "-0.000"; NAN as `missing`. */
void number_write(struct strbuf *out, double x, int digits, const char *missing);

#endif
