/* What the styles of answers have in common: values and columns. */
#ifndef KIBITZER_ANSWER_PRIVATE_H
#define KIBITZER_ANSWER_PRIVATE_H

#include <stdint.h>

#include "document/answer.h"

enum { ANSWER_DEPTH = 4 };

/* A column: a plain field, or one of the records inside. */
struct answer_leaf {
    const struct answer_field *under[ANSWER_DEPTH]; /* the records that it is in, outermost first */
    int depth;
    const struct answer_field *field;
    const void *value; /* NULL = the record that it is in is missing, or there is none */
};

/* The plain values of a record, or, with `record` NULL, what columns there are. People do not see all. */
void answer_leaves(const struct answer_rows *rows, const void *record, bool people,
                   void (*visit)(void *context, const struct answer_leaf *leaf), void *context);
void answer_leaf_name(const struct answer_leaf *leaf, struct strbuf *out); /* "range_low" */

bool answer_is_list(const struct answer_field *f); /* of records */
bool answer_seen(const struct answer_field *f, bool people);
/* The list so called, or the first; NULL = none. */
const struct answer_field *answer_list_named(const struct answer_rows *rows, const char *name);

/* A value at its place; numbers of fields that are numbers. */
bool answer_value_missing(const struct answer_field *f, const void *value);
int64_t answer_int(const struct answer_field *f, const void *value);
double answer_real(const struct answer_field *f, const void *value);
/* Of texts, and of numbers that have names; NULL = missing. */
const char *answer_text(const struct answer_field *f, const void *value);
const void *answer_record(const struct answer_field *f, const void *value); /* NULL = missing */
struct answer_list answer_list_at(const void *value);
const void *answer_item(const struct answer_field *f, const void *value, size_t i); /* of an array, or of a list */
size_t answer_items(const struct answer_field *f, const void *value);
struct answer_field answer_item_field(const struct answer_field *f); /* as one of its items is */
bool answer_is_array(const struct answer_field *f); /* of values or records */
bool answer_is_number(const struct answer_field *f); /* set right in tables */
bool answer_is_words(const struct answer_field *f); /* in quotes in CSV */

/* As one text, nothing where it is missing; those of an array with blanks between. */
void answer_cell(const struct answer_field *f, const void *value, bool people, struct strbuf *out);

void answer_table(const struct answer_document *a, const void *record, const struct answer_form *form,
                  struct strbuf *out);

#endif
