/* A figure that anybody can verify: what a report must hold so that its analysis can be made again and compared.
 *
 * A certificate has the record without its analysis, the engine (with digests of its nets), its settings, the options
 * of the report that change what is shown, and for each event 32 bits of a SHA-256 digest over all events up to
 * it and its own analysis. It is no signature: who changes the report can change the certificate. What cannot be
 * changed is what a second computation comes to. */
#ifndef KIBITZER_CERTIFICATE_H
#define KIBITZER_CERTIFICATE_H

#include "base/jsonw.h"
#include "base/span.h"
#include "match/record.h"
#include "report/options.h"

enum { CERTIFIED_DIGITS = 8 }; /* of each event, hexadecimal */

/* The digests of all events in the order of the record, one behind the other; dashes where `set` says nothing. */
void certificate_digests(const struct match *m, int set, struct strbuf *out);

/* Can a report on this set carry a certificate? Only the last analysis of a match, if it
 * is our own, can be made again. */
bool certificate_fits(const struct match *m, const struct export_options *o);
/* The certificate of a report, as a member `key` (NULL: the outermost value) of a JSON document. */
void certificate_put(struct jsonw *j, const char *key, const struct match *m, const struct export_options *o);

enum certified_fact { CERTIFIED_VERSION, CERTIFIED_LEVEL, CERTIFIED_SETTINGS, CERTIFIED_MET, CERTIFIED_FACTS };

struct certificate {
    bool page; /* of an HTML page, else of a JSON document */
    struct span fact[CERTIFIED_FACTS]; /* of the annotation set */
    float threshold[3];
    struct span shown; /* options of the report: "name=value" in lines */
    struct span record; /* as a dump, without the analysis */
    struct span digests;
    struct strbuf recipe; /* private */
};

bool certificate_stands_in(struct span report);
/* Reads the certificate of a report (HTML or JSON), which must outlive it. False if it is damaged. Release with
 * certificate_done() in either case. */
bool certificate_read(struct span report, struct certificate *c);
void certificate_done(struct certificate *c);

#endif
