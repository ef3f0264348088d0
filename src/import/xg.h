/* Private to the eXtreme Gammon reader: the container (xg.c) hands its members to the records (xg_records.c). */
#ifndef KIBITZER_XG_H
#define KIBITZER_XG_H

#include "base/diag.h"
#include "match/record.h"

/* The members of an .xg file, unpacked. `comments` is empty where the file has none. */
struct xg_members {
    struct span records, comments;
    size_t n_rollouts; /* records of temp.xgr, which are not read */
};

/* Builds the record of temp.xg, or NULL with an error. */
struct match *xg_records(const struct xg_members *members, struct diags *d);

#endif
