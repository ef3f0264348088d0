/* The table of what players of a level lose, made from a collection: rows of src/collection/field_table.inc.
 * usage: field COLLECTION DECISIONS   (players with fewer are left out) */
#include <stdio.h>
#include <stdlib.h>

#include "collection/field.h"

static void print(const struct field *f)
{
    for (int i = 0; i < class_count(); i++) {
        const struct field_class *c = &f->at[i];
        struct study_class class;
        class_of(i, &class);
        printf("{%.2f, %.2f, %.2f, %.0f, %d}, /* %s: %s */\n", c->at_5, c->at_15, c->spread, c->noise, c->players,
               class.by == BY_NOTHING ? "all" : stats_by_name(class.by), class.name);
    }
}

int main(int argc, char **argv)
{
    struct diags d;
    struct field f;
    diags_init(&d, NULL);
    struct store *s = argc == 3 ? store_open(argv[1], SQL_READ, &d) : NULL;
    const bool ok = s != NULL && field_fit(s, atoi(argv[2]), &f);
    if (ok)
        print(&f);
    else
        fprintf(stderr, "usage: field COLLECTION DECISIONS\n");
    store_close(s);
    diags_done(&d);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
