/* One report verified: its analysis made again from its certificate (export/certificate.h), and compared. */
#ifndef KIBITZER_VERIFY_REPORT_H
#define KIBITZER_VERIFY_REPORT_H

#include <stdint.h>

#include "base/span.h"
#include "engine/pool.h"
#include "match/record.h"

enum verdict { VERDICT_EQUAL, VERDICT_DIFFERS, VERDICT_IMPOSSIBLE }; /* ORDER VERDICT */

enum { ANCHOR_ROOM = 32 };

struct certified_event { /* of an event of the match */
    char anchor[ANCHOR_ROOM]; /* of its card in reports; empty = it has none */
    bool analysed, drawn, checked, differs;
};

/* What nothing vouches for: words and looks of the report's own, and, unless the file is given, what its record says
 * beside the play. */
enum unproven { UNPROVEN_TITLE, UNPROVEN_STYLE, UNPROVEN_WARNINGS, UNPROVEN_FACTS, UNPROVEN_KINDS };

struct verified {
    const char *file;
    enum verdict verdict;
    char *why; /* why it is impossible, or what is wrong with the page; NULL = nothing */
    struct certified_event *place;
    size_t n_places, decisions, checked, differing;
    bool unproven[UNPROVEN_KINDS];
};

struct verify_setting {
    double sample; /* of the decisions, 0..1 */
    uint64_t seed; /* of the sample */
    const char *made; /* file for the report as it was written again; NULL = none */
    struct engine_pool pool;
    struct matches given; /* what the reports must be about, if anything is given */
    bool given_lost; /* part of that could not be read */
    const char *read_with; /* how it was read: reading.h */
};

/* Fills in all but the file; false if it was cancelled. `why` and `place` are the caller's to release. */
bool verify_report(const struct verify_setting *s, struct span report, struct verified *out);

#endif
