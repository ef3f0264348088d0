/* Records as Arrow columns: the C data and C stream interfaces of Apache Arrow, through which programs hand tables to
 * each other in memory (https://arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html). The three
 * structs are that ABI's, whose layout never changes. */
#ifndef KIBITZER_ARROW_H
#define KIBITZER_ARROW_H

#include <stdint.h>

#include "document/answer.h"

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_NULLABLE 2

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *); /* NULL = released, or moved elsewhere */
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out); /* 0 or an errno */
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out); /* at the end `out` is released */
    const char *(*get_last_error)(struct ArrowArrayStream *);
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif

/* The plain values of such records (answer_cells()): whole numbers are int64 (`l`), figures float64 (`g`), truth values
 * bool (`b`), texts UTF-8 (`u`). Every column may have nulls. The caller releases `out`. */
void arrow_schema(const struct answer_rows *rows, struct ArrowSchema *out);

/* Records gathered into columns. */
struct arrow_batch;
struct arrow_batch *arrow_batch_new(const struct answer_rows *rows);
void arrow_batch_add(struct arrow_batch *b, const void *record);
int64_t arrow_batch_rows(const struct arrow_batch *b);
/* Time to hand it on: ends of texts are numbers of 32 bits. */
bool arrow_batch_is_full(const struct arrow_batch *b);
/* Hands all on and frees `b`. What `out` has may be released on any thread, its children each for itself. */
void arrow_batch_take(struct arrow_batch *b, struct ArrowArray *out);
void arrow_batch_free(struct arrow_batch *b);

#endif
