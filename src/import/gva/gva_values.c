/* Values of the JSON, fields of OGXM; see gva_values.h. */
#include "import/gva/gva_values.h"

#include <math.h>

/* ---- values ---- */

bool gva_number(json_object *o, const char *key, double *out)
{
    json_object *v = json_member(o, key);
    if (!json_object_is_type(v, json_type_int) && !json_object_is_type(v, json_type_double))
        return false;
    *out = json_object_get_double(v);
    return isfinite(*out);
}

int64_t gva_whole(json_object *o, const char *key, int64_t most, int64_t otherwise)
{
    json_object *v = json_member(o, key);
    if (!json_object_is_type(v, json_type_int))
        return otherwise;
    const int64_t n = json_object_get_int64(v);
    return n >= 0 && n <= most ? n : otherwise;
}

bool gva_truth(json_object *o, const char *key)
{
    json_object *v = json_member(o, key);
    return json_object_is_type(v, json_type_boolean) && json_object_get_boolean(v);
}

json_object *gva_list(json_object *o, const char *key, size_t *n)
{
    json_object *v = json_member(o, key);
    const bool is = json_object_is_type(v, json_type_array);
    *n = is ? json_object_array_length(v) : 0;
    return is ? v : NULL;
}

json_object *gva_item(json_object *list, size_t i)
{
    return json_object_array_get_idx(list, i);
}

/* ---- fields of records ---- */

void gva_put_text(struct ogxm_out *r, int bit, const char *text)
{
    if (text != NULL && text[0] != '\0')
        ogxm_put_string(ogxm_bit(r, bit), span_of(text));
}

void gva_put_whole(struct ogxm_out *r, int bit, int64_t value, int64_t usual)
{
    if (value != usual)
        ogxm_put_varint(ogxm_bit(r, bit), (uint64_t)value);
}

void gva_put_flag(struct ogxm_out *r, int bit, bool is)
{
    if (is)
        (void)ogxm_bit(r, bit);
}

bool gva_put_equity(struct ogxm_out *r, int bit, json_object *o, const char *key)
{
    double value;
    if (!gva_number(o, key, &value))
        return false;
    ogxm_put_equity(ogxm_bit(r, bit), (float)value);
    return true;
}

void gva_put_probabilities(struct ogxm_out *r, int bit, json_object *eval)
{
    static const char *const keys[] = {"win", "gammon_win", "bg_win", "gammon_loss", "bg_loss"};
    double p[5];
    for (int i = 0; i < 5; i++)
        if (!gva_number(eval, keys[i], &p[i]) || p[i] < 0 || p[i] > 1)
            return;
    for (int i = 0; i < 5; i++)
        ogxm_put_bytes(ogxm_bit(r, bit), (uint64_t)lround(p[i] * 1e4), 2);
}

size_t gva_steps(json_object *of, const char *key, unsigned char step[GVA_STEPS_MAX])
{
    enum { PIPS_AT = 5, FROM_MAX = 25 };
    size_t n;
    json_object *moves = gva_list(of, key, &n);
    if (n > GVA_STEPS_MAX)
        n = GVA_STEPS_MAX;
    for (size_t i = 0; i < n; i++)
        step[i] = (unsigned char)(gva_whole(gva_item(moves, i), "pips", 6, 0) << PIPS_AT |
                                  gva_whole(gva_item(moves, i), "from", FROM_MAX, 0));
    return n;
}
