/* Values of the JSON, fields of OGXM; see gva_values.h. */
#include "import/gva/gva_values.h"

#include <math.h>
#include <string.h>

/* ---- values ---- */

/* Member `key`, or item `i` of a list, is not what it should be. */
struct found {
    json_object *in;
    const char *key;
    size_t i;
    enum severity severity;
};

/* Its text and place, those of diagnostics that are only counted do not matter; NULL if nothing is left to say. */
static struct json_source *source_of(const struct found *f, struct span *text, struct json_place *at)
{
    struct json_source *s = json_source_of(f->in);
    if (s == NULL)
        return NULL;
    *text = s->d->n_dropped == 0 ? json_source_text(f->in, f->key, f->i) : span_sub(s->text, 0, 1);
    *at = json_source_place(s, text->at);
    if (f->key == NULL || json_object_object_get_ex(f->in, f->key, NULL))
        return s;
    diag_at(s->d, f->severity, at->line, at->column, "found no \"%s\", expected it here", f->key);
    return NULL;
}

static void complain(struct found f, const char *expected)
{
    struct span text;
    struct json_place at;
    struct json_source *s = source_of(&f, &text, &at);
    if (s != NULL)
        diag_at(s->d, f.severity, at.line, at.column, "found %.*s, expected %s", span_shown(text), text.at, expected);
}

static void complain_whole(struct found f, int64_t least, int64_t most)
{
    struct span text;
    struct json_place at;
    struct json_source *s = source_of(&f, &text, &at);
    if (s != NULL)
        diag_at(s->d, f.severity, at.line, at.column, "found %.*s, expected a whole number from %lld to %lld",
                span_shown(text), text.at, (long long)least, (long long)most);
}

static void complain_number(struct found f, double least, double most)
{
    struct span text;
    struct json_place at;
    struct json_source *s = source_of(&f, &text, &at);
    if (s != NULL)
        diag_at(s->d, f.severity, at.line, at.column, "found %.*s, expected a number from %g to %g", span_shown(text),
                text.at, least, most);
}

void gva_complain(json_object *o, const char *key, enum severity severity, const char *expected)
{
    complain((struct found){o, key, 0, severity}, expected);
}

void gva_warn(json_object *o, const char *key, const char *expected)
{
    gva_complain(o, key, SEVERITY_WARNING, expected);
}

bool gva_has(json_object *o, const char *key)
{
    if (json_member(o, key) == NULL)
        gva_warn(o, key, W_("a value"));
    return json_member(o, key) != NULL;
}

/* ---- numbers ---- */

bool gva_number(json_object *o, const char *key, double least, double most, double *out)
{
    json_object *v = json_member(o, key);
    const bool is = json_object_is_type(v, json_type_int) || json_object_is_type(v, json_type_double);
    const double n = is ? json_object_get_double(v) : NAN;
    if (v == NULL)
        return false;
    if (!(n >= least && n <= most)) {
        complain_number((struct found){o, key, 0, SEVERITY_WARNING}, least, most);
        return false;
    }
    *out = n;
    return true;
}

bool gva_equity(json_object *o, const char *key, double *out)
{
    enum { EQUITY_MAX = 2000 }; /* that OGXM can hold */
    return gva_number(o, key, -EQUITY_MAX, EQUITY_MAX, out);
}

/* 3.0 is whole too. */
static bool is_whole(json_object *v, int64_t *out)
{
    const double n = json_object_is_type(v, json_type_double) ? json_object_get_double(v) : 0.5;
    const bool is = json_object_is_type(v, json_type_int);
    if (!is && !(floor(n) == n && fabs(n) < 1e15))
        return false;
    *out = is ? json_object_get_int64(v) : (int64_t)n;
    return true;
}

int64_t gva_whole_from(json_object *o, const char *key, int64_t least, int64_t most, int64_t otherwise)
{
    json_object *v = json_member(o, key);
    int64_t n;
    if (v == NULL)
        return otherwise;
    if (is_whole(v, &n) && n >= 0 && ((n >= least && n <= most) || n == otherwise))
        return n;
    complain_whole((struct found){o, key, 0, SEVERITY_WARNING}, least, most);
    return otherwise;
}

int64_t gva_whole(json_object *o, const char *key, int64_t most, int64_t otherwise)
{
    return gva_whole_from(o, key, 0, most, otherwise);
}

static bool must(struct found f, int64_t least, int64_t most, int64_t *out)
{
    json_object *v = f.key != NULL ? json_member(f.in, f.key) : json_object_array_get_idx(f.in, f.i);
    const bool is = is_whole(v, out) && *out >= least && *out <= most;
    if (!is)
        complain_whole(f, least, most);
    return is;
}

bool gva_must_whole(json_object *o, const char *key, int64_t most, int64_t *out)
{
    return must((struct found){o, key, 0, SEVERITY_ERROR}, 0, most, out);
}

bool gva_whole_item(json_object *list, size_t i, int64_t least, int64_t most, int64_t *out)
{
    return must((struct found){list, NULL, i, SEVERITY_ERROR}, least, most, out);
}

/* ---- other values ---- */

static bool has_type(json_object *o, const char *key, json_type type, const char *expected)
{
    json_object *v = json_member(o, key);
    if (v != NULL && !json_object_is_type(v, type))
        gva_warn(o, key, expected);
    return v != NULL && json_object_is_type(v, type);
}

bool gva_truth(json_object *o, const char *key)
{
    json_object *v = json_member(o, key);
    int64_t n;
    if (is_whole(v, &n) && (n == 0 || n == 1))
        return n == 1;
    return has_type(o, key, json_type_boolean, W_("true or false")) && json_object_get_boolean(v);
}

static const char *without_zeros(struct arena *arena, const char *text, size_t length)
{
    struct strbuf clean = {0};
    for (size_t i = 0; i < length; i++)
        strbuf_add(&clean, text[i] != '\0' ? text + i : "\xef\xbf\xbd", text[i] != '\0' ? 1 : 3);
    const char *copy = arena_strdup(arena, strbuf_text(&clean));
    strbuf_done(&clean);
    return copy;
}

const char *gva_text(json_object *o, const char *key)
{
    if (!has_type(o, key, json_type_string, W_("a text")))
        return NULL;
    json_object *v = json_member(o, key);
    const char *text = json_object_get_string(v);
    const size_t length = (size_t)json_object_get_string_len(v);
    struct json_source *s = json_source_of(o);
    if (strlen(text) == length || s == NULL)
        return text;
    gva_warn(o, key, W_("a text without a zero"));
    return without_zeros(s->arena, text, length);
}

const char *gva_name(json_object *o, const char *key)
{
    return gva_has(o, key) ? gva_text(o, key) : NULL;
}

json_object *gva_object(json_object *o, const char *key)
{
    return has_type(o, key, json_type_object, W_("an object")) ? json_member(o, key) : NULL;
}

json_object *gva_list(json_object *o, const char *key, size_t *n)
{
    const bool is = has_type(o, key, json_type_array, W_("a list"));
    *n = is ? json_object_array_length(json_member(o, key)) : 0;
    return is ? json_member(o, key) : NULL;
}

static json_object *item_of(struct found f)
{
    json_object *item = json_object_array_get_idx(f.in, f.i);
    if (json_object_is_type(item, json_type_object))
        return item;
    complain(f, W_("an object"));
    return NULL;
}

json_object *gva_item(json_object *list, size_t i)
{
    return item_of((struct found){list, NULL, i, SEVERITY_WARNING});
}

json_object *gva_must_item(json_object *list, size_t i)
{
    return item_of((struct found){list, NULL, i, SEVERITY_ERROR});
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
    if (!gva_equity(o, key, &value))
        return false;
    ogxm_put_equity(ogxm_bit(r, bit), (float)value);
    return true;
}

void gva_put_probabilities(struct ogxm_out *r, int bit, json_object *eval)
{
    static const char *const keys[] = {"win", "gammon_win", "bg_win", "gammon_loss", "bg_loss"};
    double p[5];
    if (eval == NULL)
        return;
    for (int i = 0; i < 5; i++) {
        if (!gva_has(eval, keys[i]) || !gva_number(eval, keys[i], 0, 1, &p[i]))
            return;
    }
    for (int i = 0; i < 5; i++)
        ogxm_put_bytes(ogxm_bit(r, bit), (uint64_t)lround(p[i] * 1e4), 2);
}

static bool step_of(struct found f, unsigned char *step)
{
    enum { PIPS_AT = 5, FROM_MAX = 25, PIPS_MAX = 6 };
    int64_t pips, from;
    f.in = item_of(f);
    if (f.in == NULL)
        return false;
    f.key = "from";
    const bool known = must(f, 0, FROM_MAX, &from);
    f.key = "pips";
    if (!known || !must(f, 1, PIPS_MAX, &pips))
        return false;
    *step = (unsigned char)(pips << PIPS_AT | from);
    return true;
}

bool gva_steps(const struct gva_steps *s, json_object *of, unsigned char step[GVA_STEPS_MAX], size_t *n)
{
    json_object *moves = gva_list(of, s->key, n);
    if (*n > s->most || (moves == NULL && json_member(of, s->key) != NULL)) {
        gva_complain(of, s->key, s->severity, W_("a list of as many steps as the roll has"));
        return false;
    }
    for (size_t i = 0; i < *n; i++)
        if (!step_of((struct found){moves, NULL, i, s->severity}, &step[i]))
            return false;
    return true;
}
