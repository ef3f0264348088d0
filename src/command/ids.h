/* IDs of positions as they come in: the inputs of a command, or one per line of standard input. */
#ifndef KIBITZER_ANSWER_IDS_H
#define KIBITZER_ANSWER_IDS_H

#include "base/diag.h"
#include "engine/engine_options.h"
#include "match/said_options.h"

struct id_line {
    struct span id; /* without words around */
    int line; /* from 1; of inputs their number */
    size_t before; /* bytes of the line before it */
};

/* True if standard input is asked for: "-" alone. */
bool ids_are_on_stdin(const char *const *input, size_t n);

/* Each ID of an input or of a line, wherever it stands among words, and the whole where there is none. `line`: of
 * inputs their number, from 1. A line that is empty or a remark asks nothing. */
void ids_of_text(struct span text, int line, void *context, void (*take)(void *context, struct id_line id));
void ids_of_line(struct span text, int line, void *context, void (*take)(void *context, struct id_line id));

/* A copy of the ID alone, as programs write it; freed by the caller. */
char *id_text(const struct id_line *id);

/* What is said about positions besides their IDs. */
struct id_said {
    struct rules_given rules;
    struct stronger_option better;
};

/* The position: an ID says what stands on the board, the rest is off. NULL, or why there is none or nothing can be said
 * about it (static text); *fault = offset into the ID. *e becomes the engine that answers for it: to whom the better
 * player is the one that was named. */
const char *id_position(const struct id_line *id, const struct id_said *said, const struct engine **e,
                        struct position *out, size_t *fault);

/* Why nothing can be asked about a position, or NULL: the game or the match is over. */
const char *position_over(const struct position *p);

/* All of them, for commands that begin when they know all. */
struct id_list {
    struct id_line *at;
    size_t n, capacity;
    struct strbuf text; /* of standard input */
    struct diags diags; /* about them: "<arguments>" or "<stdin>" */
};

/* False with the reason in l->diags if they cannot be read. Release with id_list_done() in either case. */
bool id_list_read(struct id_list *l, const char *const *input, size_t n);
void id_list_done(struct id_list *l);

/* A note for `d` where an ID that was read is not taken by its word. */
void id_note(struct diags *d, const struct id_line *id);

/* A note where the position is one of those whose values are interpolated, once: *said is set then. */
void id_note_interpolated(struct diags *d, const struct id_line *id, const struct engine *e, const struct position *p,
                          bool *said);

/* An error at a place in an ID, for `d`, the diags about it. */
void id_refuse(struct diags *d, const struct id_line *id, size_t fault, const char *problem);

#endif
