/* Values of the JSON of a .gva file, and fields of OGXM records made from them. A value of another type or out of its
 * range is treated as not given, which is warned of with its place. */
#ifndef KIBITZER_GVA_VALUES_H
#define KIBITZER_GVA_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json_source.h"
#include "format/gva.h"

enum { GVA_STEPS_MAX = 4 }; /* of a play */

void gva_complain(json_object *o, const char *key, enum severity severity, const char *expected);
void gva_warn(json_object *o, const char *key, const char *expected); /* of a member, or that it is missing */
bool gva_has(json_object *o,
             const char *key); /* false: that it is missing was said, null is where members are counted */

bool gva_number(json_object *o, const char *key, double least, double most, double *out);
bool gva_equity(json_object *o, const char *key, double *out);
bool gva_truth(json_object *o, const char *key);
/* A whole number from 0 to `most`, else `otherwise`; which may be in the file as well, unless it is below 0. */
int64_t gva_whole(json_object *o, const char *key, int64_t most, int64_t otherwise);
int64_t gva_whole_from(json_object *o, const char *key, int64_t least, int64_t most, int64_t otherwise);
/* The same without which nothing can be read: false, and an error. */
bool gva_must_whole(json_object *o, const char *key, int64_t most, int64_t *out);
bool gva_whole_item(json_object *list, size_t i, int64_t least, int64_t most, int64_t *out);
/* A zero in it becomes the sign of what is not known, U+FFFD. */
const char *gva_text(json_object *o, const char *key);
const char *gva_name(json_object *o, const char *key); /* the same, which has to be there */
json_object *gva_object(json_object *o, const char *key);
/* A list and its length; NULL and 0 if it is not a list. */
json_object *gva_list(json_object *o, const char *key, size_t *n);
json_object *gva_item(json_object *list, size_t i); /* an object, or NULL */
json_object *gva_must_item(json_object *list, size_t i); /* the same: NULL, and an error */
/* A member that follows from others: it may be missing, but it is `value`, or that is warned of. */
void gva_expect_whole(json_object *o, const char *key, int64_t value);
void gva_expect_truth(json_object *o, const char *key, bool value);
void gva_expect_number(json_object *o, const char *key, double value); /* to four decimals */
void gva_look_at_equity(json_object *o, const char *key); /* it is not read, but has to be one */
bool gva_is_number(json_object *o, const char *key, double *out); /* of any size; says nothing */
void gva_expect_text(json_object *o, const char *key, const char *value);
/* The chances of an evaluation, which may be missing; `other` NULL: they need only be what chances can be. */
void gva_expect_chances(json_object *o, const char *key, json_object *other);
/* The steps of a play, as OGXM packs them, and how many there are; false: those there are no play, and that was said.
 */
struct gva_steps {
    const char *key;
    size_t most;
    enum severity severity; /* of what is said */
};
bool gva_steps(const struct gva_steps *s, json_object *of, unsigned char step[GVA_STEPS_MAX], size_t *n);

/* These set a bit only if there is a value, and it is not the usual one. */
void gva_put_text(struct ogxm_out *r, int bit, const char *text);
void gva_put_whole(struct ogxm_out *r, int bit, int64_t value, int64_t usual);
void gva_put_flag(struct ogxm_out *r, int bit, bool is);
bool gva_put_equity(struct ogxm_out *r, int bit, json_object *o, const char *key);
void gva_put_probabilities(struct ogxm_out *r, int bit, json_object *eval);
/* What is at `key` with more about it, and the word in `eval_level` (NULL = none). */
void gva_put_level(struct ogxm_out *r, int bit, json_object *o, const char *key, const char *word);
void gva_put_all_fields(struct ogxm_out *r, json_object *o, const struct gva_field *fields); /* no others are there */
void gva_put_fields(struct ogxm_out *r, json_object *o, const struct gva_field *fields);

#endif
