/* The seam of writers: one file per format, one row in export.c. A record in, bytes in a sink out. */
#ifndef KIBITZER_EXPORT_H
#define KIBITZER_EXPORT_H

#include "base/diag.h"
#include "base/sink.h"
#include "match/record.h"
#include "report/report_options.h"

struct answer_document;

enum export_scope { EXPORT_POSITION = 1, EXPORT_GAME = 2, EXPORT_MATCH = 4, EXPORT_MATCHES = 8 };

struct exporter {
    const char *name, *title, *extension;
    unsigned scope; /* enum export_scope */
    bool annotations; /* can carry analysis */
    bool every_set; /* and that of several programs side by side; else the last set is written */
    /* False with an error in `d`. What the format cannot carry is reported as a note ("lost: 3 comments"). */
    bool (*write)(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d);
    enum figures_wanted figures; /* what callers make of a file's own annotations first (restate_for()) */
    const char *const *styles; /* variants that options.style names, NULL-terminated; NULL = the format has none */
    bool positions; /* can put several positions on one page: options.more */
    bool follow; /* its documents may follow one another: many files make one */
    bool splits; /* makes its parts itself where options ask for one per game */
};

/* What a caller that offers options uses: the writer, and one part for each game where asked for ("", "_002", "_003"
 * ...). */
bool export_write(const struct exporter *e, const struct match *m, const struct export_options *o, struct sink *out,
                  struct diags *d);

/* A record of game `index` alone that shares all with `m`: valid as long as `m` is unchanged, never freed. */
struct match export_game_alone(const struct match *m, size_t index);

/* One row each; listed in export.c. */
extern const struct exporter exporter_dump, exporter_mat, exporter_sgf, exporter_json, exporter_text, exporter_csv,
    exporter_ndjson;
extern const struct answer_document match_document; /* what json and ndjson write: document/answer.h */
extern const struct exporter exporter_tree, exporter_html, exporter_pdf, exporter_ps, exporter_latex, exporter_md;
extern const struct exporter exporter_svg, exporter_png, exporter_eps; /* pictures of a position */
extern const struct exporter exporter_gam, exporter_snowie; /* relatives of .mat */
extern const struct exporter exporter_ogxm, exporter_bgammon, exporter_transcript;
extern const struct exporter exporter_pos, exporter_snowie_position, exporter_xgid,
    exporter_ogid; /* single positions */
extern const struct exporter exporter_forum, exporter_snippet; /* single decisions */

extern const struct exporter *const exporters[]; /* NULL-terminated */
const struct exporter *exporter_find(const char *name);
bool exporter_has_style(const struct exporter *e, const char *style); /* style NULL = its usual one: true */

#endif
