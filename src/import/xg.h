/* Private to the eXtreme Gammon reader: the container (xg.c) hands its members to the records (xg_records.c), the first
 * of which is the match header (xg_header.c). */
#ifndef KIBITZER_XG_H
#define KIBITZER_XG_H

#include "base/diag.h"
#include "import/bytes.h"
#include "match/record.h"

/* The members of an .xg file, unpacked. `comments` is empty where the file has none. */
struct xg_members {
    struct span records, comments;
    size_t n_rollouts; /* records of temp.xgr, which are not read */
};

/* Builds the record of temp.xg, or NULL with an error. */
struct match *xg_records(const struct xg_members *members, struct diags *d);

/* ---- between xg_records.c and xg_header.c ---- */

struct xg_source {
    struct match *m;
    struct diags *d;
    const struct span *comments; /* one for each comment of the file */
    size_t n_comments;
    int version;
    size_t offset; /* of the current record, for diagnostics */
};

/* Cuts the file's comments apart; the list lives in the match's arena. */
void xg_find_comments(struct xg_source *s, struct span all);

/* Appends comment `index` of the file as plain text to *comment; an index that names none does nothing. */
void xg_add_comment(struct xg_source *s, const char **comment, int index);

/* Fills in the match from its header; false with an error where that is not one. */
bool xg_match_header(struct xg_source *s, struct bytes *b);

#endif
