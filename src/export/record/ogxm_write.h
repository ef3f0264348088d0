/* What the parts of the OGXM writer share. */
#ifndef KIBITZER_OGXM_WRITE_H
#define KIBITZER_OGXM_WRITE_H

#include <stdint.h>

#include "match/loss.h"
#include "format/ogxm.h"
#include "match/record.h"

/* The ply of an event. */
struct ogxm_ref {
    uint64_t ply; /* of its own, or the one before it */
    bool own, any; /* it has one; there is one in its game */
    unsigned action; /* of its own */
};

enum { OGXM_SETS_MAX = 64 };

struct ogxm_writer {
    const struct match *m;
    struct arena *arena; /* scratch */
    struct losses *losses;
    struct strbuf *out;
    size_t begin; /* of the file in `out` */
    bool equities; /* in matches, too, with answers by the doubler, and nothing signed: what .gva has */
    struct ogxm_ref **refs; /* [game][event] */
    uint64_t n_plies;
    uint64_t *plies_before; /* each game, and behind the last */
    uint8_t digest[32]; /* of match and games */
    char ids[OGXM_SETS_MAX][16]; /* of the analyses */
    char old_ids[OGXM_SETS_MAX][16]; /* as they were read */
    int counted[16]; /* sections of each kind */
};

/* The whole file, with what it does not carry in `losses`; false, and an error: it cannot hold the match. */
bool ogxm_make(const struct match *m, bool equities, struct strbuf *out, struct losses *losses, struct diags *d);
#define OGXM_CARRIES                                                                                                   \
    (CARRIES(LENGTH) | CARRIES(MATCH_COMMENT) | CARRIES(ILLEGAL_BOARDS) | CARRIES(OFFERS) | CARRIES(RESULTS) |         \
     CARRIES(AUTOMATIC_DOUBLES) | CARRIES(ENDINGS) | CARRIES(REFUSALS) | CARRIES(RESIGNATIONS))

/* A section, and those that nobody knows which stood behind it. */
void ogxm_section(struct ogxm_writer *w, const char *type, struct span payload);

/* Makes the payload of a game, and notes the plies of its events. */
void ogxm_game_payload(struct ogxm_writer *w, size_t game, struct strbuf *out);
void ogxm_head_record(const struct ogxm_writer *w, const struct game *g, struct strbuf *out, uint64_t *mask);
void ogxm_analyses(struct ogxm_writer *w);
void ogxm_notes(struct ogxm_writer *w);

#endif
