/* Writes .xg files from nothing, after the published list of fields, so that the reader can be tested without files of
 * other people. Not a writer for users: only what the tests of the reader ask about is filled in. */
#ifndef KIBITZER_TEST_XG_FILE_H
#define KIBITZER_TEST_XG_FILE_H

#include "match/record.h"

enum { XG_RECORD = 2560, XG_ROLLOUT = 2184 };

/* The members of a file before they are packed; a test may change them in between. */
struct xg_file {
    struct strbuf records; /* temp.xg */
    struct strbuf comments; /* temp.xgc */
    struct strbuf rollouts; /* temp.xgr; left out if empty */
    int n_comments;
};

/* How xg_pack() lays the file out; zeros are the usual way. */
struct xg_packing {
    bool stored; /* members as they are instead of zlib streams */
    bool plain_registry;
    size_t thumbnail; /* bytes of one between header and data */
    unsigned long crc_flip; /* damages the checksum of temp.xg */
    int size_extra; /* added to the size given for temp.xg */
    int start_extra; /* added to its offset */
};

/* The records of a match with the annotations of set 0. Refused resignations have no form in .xg and are left out;
 * see xg_keeps(). */
void xg_make(struct xg_file *x, const struct match *m);
void xg_pack(const struct xg_file *x, const struct xg_packing *how, struct strbuf *out);
void xg_done(struct xg_file *x);

/* xg_make() and xg_pack() in one. */
void xg_write(const struct match *m, struct strbuf *out);

/* Drops from a record what .xg cannot say: refused resignations, and the size of one where the result says otherwise.
 */
void xg_keeps(struct match *m);
/* False where somebody gives up before the first roll or in answer to a double: XG has no record for that. */
bool xg_holds(const struct match *m);

/* Record number `n` of type `type` (from 0), to be changed in place; ends the test if there is none. */
char *xg_record(struct xg_file *x, int type, int n);

#endif
