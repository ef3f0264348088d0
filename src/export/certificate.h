/* Certificates: everything a report must contain so that it can be recomputed and compared.
 *
 * A report is a function of its certificate: of the record with the analysis shown, and of the options that affect
 * the report. A certificate is not a signature: whoever changes the report can change its certificate too, but not
 * the result of a second computation. */
#ifndef KIBITZER_CERTIFICATE_H
#define KIBITZER_CERTIFICATE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/span.h"
#include "document/answer.h"
#include "format/keys.h"
#include "match/record.h"
#include "report/report_options.h"

/* Can a report on this set carry a certificate? Only the last analysis of a match, if it
 * is our own, can be made again. */
bool certificate_fits(const struct match *m, const struct export_options *o);

struct certificate_record { /* as reports contain it */
    const char *engine, *version, *settings, *met;
    char match[KEY_LENGTH + 1];
    const char *data;
};
extern const struct answer_rows certificate_rows;
/* The certificate of an HTML page or of a JSON document. */
void certificate_fill(struct certificate_record *c, const struct match *m, const struct export_options *o, bool page,
                      struct arena *a);

struct certificate {
    bool page; /* of an HTML page, else of a JSON document */
    bool live; /* the page has an engine inside */
    struct span shown; /* options of the report: see report_options_again() */
    struct span record; /* as a dump, with the analysis of its last set */
    struct export_options own; /* beside these: style sheet, links, warnings; nothing else is filled in */
    struct strbuf why; /* it cannot be read */
    struct diags warnings; /* private, as what follows */
    struct strbuf text;
    struct arena *arena;
};

/* Pages are read as browsers read tags, documents by json-c. One that is no longer JSON counts as certified where it
 * speaks of a certificate. */
enum report_kind { REPORT_NONE, REPORT_BARE /* without a certificate */, REPORT_CERTIFIED };
enum report_kind certificate_look(struct span report);
/* Reads the certificate of a report (HTML or JSON). False, with why, if it is damaged or has what no report can have;
 * whether each of its bytes is as it must be shows when the report is made again. Release with certificate_done() in
 * either case. */
bool certificate_read(struct span report, struct certificate *c);
void certificate_done(struct certificate *c);

#endif
