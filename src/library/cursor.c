/* Cursors of the public library: what all kinds have in common. See kibitzer.h. */
#include <math.h>
#include <stdlib.h>

#include "base/xmalloc.h"
#include "library/library.h"

void *library_cursor_new(size_t size, const char *const *names, size_t columns)
{
    struct kibitzer_cursor *k = xcalloc(1, size);
    k->names = names;
    k->columns = columns;
    k->values = xcalloc(columns, sizeof *k->values);
    return k;
}

static int next(void *cursor)
{
    struct kibitzer_cursor *k = cursor;
    if (k == NULL)
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected a cursor");
    k->on_row = false;
    const int found = k->next(k);
    k->on_row = found == 1;
    return found;
}

int kibitzer_cursor_next(struct kibitzer_cursor *k, struct kibitzer_call *c)
{
    return library_call(c, next, k);
}

size_t kibitzer_cursor_columns(const struct kibitzer_cursor *k)
{
    return k != NULL ? k->columns : 0;
}

const char *kibitzer_cursor_name(const struct kibitzer_cursor *k, size_t column)
{
    return k != NULL && column < k->columns ? k->names[column] : NULL;
}

const char *kibitzer_cursor_text(const struct kibitzer_cursor *k, size_t column)
{
    return k != NULL && k->on_row && column < k->columns ? k->values[column].text : NULL;
}

double kibitzer_cursor_number(const struct kibitzer_cursor *k, size_t column)
{
    return k != NULL && k->on_row && column < k->columns ? k->values[column].number : NAN;
}

void kibitzer_cursor_free(struct kibitzer_cursor *k)
{
    if (k == NULL)
        return;
    k->done(k);
    xfree(k->values);
    xfree(k);
}
