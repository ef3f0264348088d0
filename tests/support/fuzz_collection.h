/* A small collection for fuzzing, and all that is asked of one. Private to the targets "collection" and "schema". */
#ifndef KIBITZER_TEST_FUZZ_COLLECTION_H
#define KIBITZER_TEST_FUZZ_COLLECTION_H

#include "base/strbuf.h"
#include "collection/store.h"

/* One analysed match, as the bytes of a file; it is made at `path`. */
const struct strbuf *fuzz_good_collection(const char *path);
/* NULL after an error. */
struct store *fuzz_open_collection(const char *path, enum sql_mode mode);
/* Removes fuzz_scratch(".db") and the files beside it. */
void fuzz_forget_collection(void);

/* A change: column, kind of value, row, value. What a constraint forbids stays as it was. */
void fuzz_change_value(struct sql *db, const unsigned char at[8]);

/* Asks one thing of everything that is asked of collections. */
void fuzz_ask(struct store *s, int what);

#endif
