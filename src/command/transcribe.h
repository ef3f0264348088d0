/* Transcribing: in a dialogue, whose lines are typed, checked, and kept in a file; and what a machine saw. */
#ifndef KIBITZER_BATCH_TRANSCRIBE_H
#define KIBITZER_BATCH_TRANSCRIBE_H

#include "command/convert.h"

/* Reads commands and turns from standard input until it ends or the user does, and saves `path`, a transcript, after
 * each line that was taken. `convert`: how other formats are written. Returns an enum call_ending. */
int transcribe_dialogue(const char *path, const struct convert_options *convert);

struct machine_options {
    const char *file; /* of observations, "-" = standard input; NULL = there is no machine */
    const char *doubts; /* where plies that are not sure go, a page or JSON by its name; NULL = nowhere */
    const char *page, *state, *board; /* live: a report that grows, the state and a picture for an overlay; or NULL */
    double sure; /* what is less certain is asked about */
};

/* Reads what a machine saw, live where something live is wanted, and writes the match to `out` (NULL = nowhere). An
 * enum call_ending. */
int transcribe_machine(const struct machine_options *o, const struct convert_options *convert, const char *out);

#endif
