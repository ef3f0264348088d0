/* Plies of a match that a machine read and is not sure of: as a page with both boards, as JSON. */
#ifndef KIBITZER_COMMAND_DOUBTS_H
#define KIBITZER_COMMAND_DOUBTS_H

#include "document/answer.h"
#include "match/record.h"
#include "watched/watched.h"

struct doubts {
    const struct match *match;
    const struct watched_ply *plies;
    size_t n;
    double sure; /* less certain ones are doubtful */
    const char *media; /* the address of the video, or NULL */
};

extern const struct answer_document doubts_document;

size_t doubts_count(const struct doubts *d);
/* Appended to `out`; false after a message. */
bool doubts_page(const struct doubts *d, struct strbuf *out);
void doubts_json(const struct doubts *d, struct strbuf *out);

#endif
