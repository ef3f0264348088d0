/* The seam of writers: one file per format, one row in export.c. A record in, bytes in a sink out. */
#ifndef KIBITZER_EXPORT_H
#define KIBITZER_EXPORT_H

#include "base/diag.h"
#include "base/sink.h"
#include "match/record.h"
#include "report/report_options.h"

struct answer_document;

enum export_scope { EXPORT_POSITION = 1, EXPORT_GAME = 2, EXPORT_MATCH = 4, EXPORT_MATCHES = 8 };

/* False with an error in `d`. What the format cannot carry is reported as a note ("lost: 3 comments"). */
typedef bool export_function(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d);

struct exporter {
    const char *name, *title, *extension;
    unsigned scope; /* enum export_scope */
    bool annotations; /* can carry analysis */
    bool every_set; /* and that of several programs side by side; else the last set is written */
    export_function *write;
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

/* Every writer there is; export.c puts them in a table. */
export_function mat_write, sgf_write, dump_write, ogxm_write, gva_write, bgammon_write, transcript_write;
export_function json_write, ndjson_write, csv_write;
export_function text_write, html_write, pdf_write, ps_write, latex_write, md_write, tree_write;
export_function svg_write, png_write, eps_write; /* pictures of a position */
export_function gam_write, snowietxt_write; /* relatives of .mat */
export_function pos_write, snowiepos_write, xgid_write, ogid_write; /* single positions */
export_function forum_write, snippet_write; /* single decisions */
extern const char *const mat_styles[]; /* whose layout: options.style */
extern const struct answer_document match_document; /* what json and ndjson write: document/answer.h */

extern const struct exporter *const exporters[]; /* NULL-terminated */
const struct exporter *exporter_find(const char *name);
bool exporter_has_style(const struct exporter *e, const char *style); /* style NULL = its usual one: true */

#endif
