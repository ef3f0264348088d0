/* What the files of the store share among themselves. */
#ifndef KIBITZER_STORE_PRIVATE_H
#define KIBITZER_STORE_PRIVATE_H

#include "store/store.h"

struct store {
    struct sql *db;
    struct strbuf name;
    bool begun; /* a transaction of the caller's: what is put joins it */
};

#endif
