/* Writing JSON straight into a string: no tree is built, so that a big document costs its own bytes only. Keys and
 * commas are looked after here; nesting is the caller's promise. Reading JSON is json-c's business, whose names this
 * module keeps clear of.
 *
 *     jsonw_begin(&j, out);
 *     jsonw_object(&j, NULL);
 *     jsonw_string(&j, "name", player);
 *     jsonw_end(&j);
 *     jsonw_finish(&j);
 *
 * Every call takes the key, or NULL inside an array and for the outermost value. */
#ifndef KIBITZER_JSONW_H
#define KIBITZER_JSONW_H

#include <stdbool.h>

#include "base/strbuf.h"

enum { JSON_DEPTH = 32 };

struct jsonw {
    struct strbuf *out;
    int depth; /* of open objects and arrays */
    int flat; /* depth from which all stands on one line; 0 = none */
    bool empty; /* nothing written yet in the innermost */
    char closer[JSON_DEPTH];
};

void jsonw_begin(struct jsonw *j, struct strbuf *out);
void jsonw_finish(struct jsonw *j); /* the last line feed; all must be closed */

void jsonw_object(struct jsonw *j, const char *key);
void jsonw_array(struct jsonw *j, const char *key);
void jsonw_object_flat(struct jsonw *j, const char *key); /* with all that it holds on one line */
void jsonw_array_flat(struct jsonw *j, const char *key);
void jsonw_end(struct jsonw *j); /* closes the innermost */

void jsonw_null(struct jsonw *j, const char *key);
void jsonw_bool(struct jsonw *j, const char *key, bool value);
void jsonw_int(struct jsonw *j, const char *key, int64_t value);
/* At most `decimals` (0..9) figures after the point, without trailing zeros, never -0; NAN and infinities are null. */
void jsonw_number(struct jsonw *j, const char *key, double value, int decimals);
void jsonw_raw(struct jsonw *j, const char *key, const char *json); /* a value, as it stands */
/* NULL is null. Bytes that are not UTF-8 become U+FFFD. */
void jsonw_string(struct jsonw *j, const char *key, const char *value);
/* Bytes that are not UTF-8 (names of files may have any) become "\udc80" to "\udcff", which stand for nothing else:
 * Python's os.fsencode() makes the bytes of them again. */
void jsonw_path(struct jsonw *j, const char *key, const char *path);

#endif
