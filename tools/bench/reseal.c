/* Makes every digest of a collection again: imitate.py fills up a collection without them, and what has none is not
 * merged. usage: reseal COLLECTION */
#include <stdio.h>
#include <stdlib.h>

#include "collection/seal.h"
#include "collection/store.h"

static const struct rows_of {
    enum sealed what;
    const char *keys;
    int n;
} tables[] = {
    {SEALED_MATCH, "SELECT id FROM matches", 1},        {SEALED_ANALYSIS, "SELECT id FROM analyses", 1},
    {SEALED_CONTENT, "SELECT hash FROM contents", 1},   {SEALED_SOURCE, "SELECT path_key, hash FROM sources", 2},
    {SEALED_HOLD, "SELECT hash, number FROM holds", 2}, {SEALED_PLAYER, "SELECT id FROM players", 1},
};

static bool seal_all(struct sql *db, const struct rows_of *t)
{
    bool ok = true;
    struct sql_rows *r = sql_ask_many(db, t->keys, SQL_NO_VALUES);
    while (r != NULL && ok && sql_next(r)) {
        struct sql_value key[2];
        for (int i = 0; i < t->n; i++)
            key[i] = sql_get_value(r, i);
        ok = seal(db, t->what, key, t->n);
    }
    return sql_done(r) && ok;
}

static bool reseal(struct store *s)
{
    bool ok = store_begin(s);
    for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; i++)
        ok = seal_all(store_sql(s), &tables[i]);
    return store_end(s, ok);
}

int main(int argc, char **argv)
{
    struct diags d;
    diags_init(&d, NULL);
    struct store *s = argc == 2 ? store_open(argv[1], SQL_WRITE, &d) : NULL;
    const bool ok = s != NULL && reseal(s);
    if (!ok)
        fprintf(stderr, "reseal: %s\n", s != NULL ? store_error(s) : "usage: reseal COLLECTION");
    store_close(s);
    diags_done(&d);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
