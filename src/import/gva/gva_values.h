/* Values of the JSON of a .gva file, and fields of OGXM records made from them. A value that is missing or has another
 * type is treated as not given. */
#ifndef KIBITZER_GVA_VALUES_H
#define KIBITZER_GVA_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json_in.h"
#include "format/ogxm.h"

enum { GVA_STEPS_MAX = 4 }; /* of a play */

bool gva_number(json_object *o, const char *key, double *out);
bool gva_truth(json_object *o, const char *key);
/* A whole number from 0 to `most`, else `otherwise`. */
int64_t gva_whole(json_object *o, const char *key, int64_t most, int64_t otherwise);
/* A list and its length; NULL and 0 if it is not a list. */
json_object *gva_list(json_object *o, const char *key, size_t *n);
json_object *gva_item(json_object *list, size_t i);
/* The steps of a play, as OGXM packs them; returns how many there are. */
size_t gva_steps(json_object *of, const char *key, unsigned char step[GVA_STEPS_MAX]);

/* These set a bit only if there is a value, and it is not the usual one. */
void gva_put_text(struct ogxm_out *r, int bit, const char *text);
void gva_put_whole(struct ogxm_out *r, int bit, int64_t value, int64_t usual);
void gva_put_flag(struct ogxm_out *r, int bit, bool is);
bool gva_put_equity(struct ogxm_out *r, int bit, json_object *o, const char *key);
void gva_put_probabilities(struct ogxm_out *r, int bit, json_object *eval);

#endif
