/* Takes a table of a collection as an Arrow stream, as pandas and DuckDB do, and prints how many rows there were.
 * usage: arrow_rows COLLECTION TABLE */
#include <stdio.h>
#include <stdlib.h>

#include "document/arrow.h"
#include "kibitzer_collection.h"

/* Negative where the stream ends with an error. */
static long long rows_of(struct ArrowArrayStream *stream)
{
    struct ArrowArray batch;
    long long rows = 0;
    int error;
    while ((error = stream->get_next(stream, &batch)) == 0 && batch.release != NULL) {
        rows += batch.length;
        batch.release(&batch);
    }
    return error == 0 ? rows : -1;
}

int main(int argc, char **argv)
{
    struct ArrowArrayStream stream;
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_collection *k = argc == 3 ? kibitzer_collection_open(argv[1], NULL, c) : NULL;
    if (k == NULL || kibitzer_collection_arrow(k, argv[2], &stream, c) != KIBITZER_OK) {
        fprintf(stderr, "usage: arrow_rows COLLECTION TABLE\n");
        return EXIT_FAILURE;
    }
    const long long rows = rows_of(&stream);
    printf("%lld\n", rows);
    stream.release(&stream);
    kibitzer_collection_close(k);
    kibitzer_call_free(c);
    return rows >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
