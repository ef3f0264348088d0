/* Private to the eXtreme Gammon reader: the container (xg.c) hands its members to the records (xg_records.c), the first
 * of which is the match header (xg_header.c); the decisions name rollouts by their number (xg_rollouts.c). */
#ifndef KIBITZER_XG_H
#define KIBITZER_XG_H

#include "base/diag.h"
#include "base/bytes.h"
#include "match/record.h"

/* The members of an .xg file, unpacked: temp.xg, temp.xgc, temp.xgr; the last two are empty where the file has none. */
struct xg_members {
    struct span records, comments, rollouts;
};

/* Builds the record of temp.xg, or NULL with an error. */
struct match *xg_records(const struct xg_members *members, struct diags *d);

/* ---- between the three files of records ---- */

struct xg_source {
    struct match *m;
    struct diags *d;
    const struct span *comments; /* one for each comment of the file */
    size_t n_comments;
    struct span rollouts;
    bool *rollout_used; /* one for each */
    int version;
    size_t offset; /* of the current record, for diagnostics */
};

/* Cuts the file's comments apart; the list lives in the match's arena. */
void xg_find_comments(struct xg_source *s, struct span all);

/* Appends comment `index` of the file as plain text to *comment; an index that names none does nothing. */
void xg_add_comment(struct xg_source *s, const char **comment, int index);

/* XG's level codes; its n-ply is (n-1)-ply here. */
struct eval_level xg_level(int code);

enum { XG_ROLLOUT_SIZE = 2184 };

/* How a decision was rolled out. [0]: the play, or no double; [1]: double and take. */
struct xg_rollout {
    int trials[2]; /* games; 0 = not given */
    float error[2]; /* standard errors of the equity, NAN = not given */
    bool cubeless; /* of the equity without the cube */
    const struct rollout_settings *settings;
    const struct property *words; /* what settings have no field for, or NULL */
};

/* Cuts temp.xgr into its records, which stay where they are. */
void xg_find_rollouts(struct xg_source *s, struct span all);
size_t xg_rollout_count(const struct xg_source *s);

/* Reads record `index`, marking it as used; false if the file has none of that number. */
bool xg_rollout(struct xg_source *s, int index, struct xg_rollout *out);

/* Notes about what of the rollouts is left out. */
void xg_report_rollouts(struct xg_source *s);

/* Fills in the match from its header; false with an error where that is not one. */
bool xg_match_header(struct xg_source *s, struct bytes *b);

#endif
