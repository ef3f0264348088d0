/* Values of the JSON, fields of OGXM; see gva_values.h. */
#include "import/gva/gva_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    if (!json_object_object_get_ex(o, key, NULL))
        gva_warn(o, key, W_("a value"));
    return json_member(o, key) != NULL;
}

static bool is_named(const char *names, const char *name)
{
    const size_t length = strcspn(name, ", ");
    for (const char *at = names; length > 0 && name[length] == '\0' && (at = strstr(at, name)) != NULL; at++)
        if ((at == names || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

/* No others are there, and each has a value. */
static void expect_names(json_object *o, const char *names)
{
    if (!json_object_is_type(o, json_type_object))
        return;
    json_object_object_foreach(o, name, value)
    {
        const bool known = is_named(names, name);
        if (!known || value == NULL)
            gva_warn(o, name, known ? W_("a value") : names);
    }
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

/* ---- what follows from others ---- */

void gva_expect_whole(json_object *o, const char *key, int64_t value)
{
    char expected[24];
    const int64_t n = gva_whole(o, key, INT64_MAX - 1, -1);
    snprintf(expected, sizeof expected, "%lld", (long long)value);
    if (n >= 0 && n != value)
        gva_warn(o, key, expected);
}

void gva_expect_truth(json_object *o, const char *key, bool value)
{
    const size_t before = json_source_of(o) != NULL ? json_source_of(o)->d->n : 0;
    const bool is = gva_truth(o, key);
    if (json_member(o, key) != NULL && is != value && json_source_of(o) != NULL && json_source_of(o)->d->n == before)
        gva_warn(o, key, value ? "true" : "false");
}

/* Each of the numbers that it follows from may have been rounded. */
static bool is_near(double a, double b)
{
    return fabs(a - b) < 4e-4;
}

void gva_expect_number(json_object *o, const char *key, double value)
{
    char expected[32];
    double n;
    if (!gva_equity(o, key, &n) || is_near(n, value))
        return;
    snprintf(expected, sizeof expected, "%.6g", round(value * 1e4) / 1e4);
    gva_warn(o, key, expected);
}

void gva_look_at_equity(json_object *o, const char *key)
{
    double n;
    (void)gva_equity(o, key, &n);
}

bool gva_is_number(json_object *o, const char *key, double *out)
{
    json_object *v = json_member(o, key);
    const bool is = json_object_is_type(v, json_type_int) || json_object_is_type(v, json_type_double);
    *out = is ? json_object_get_double(v) : 0;
    return is;
}

void gva_expect_text(json_object *o, const char *key, const char *value)
{
    const char *text = gva_text(o, key);
    if (text != NULL && strcmp(text, value) != 0)
        gva_warn(o, key, value);
}

static void expect_names_of_chances(json_object *eval)
{
    expect_names(eval, "win, gammon_win, bg_win, gammon_loss, bg_loss, equity");
}

/* The equity of these files lacks the lost games; that which has them is right as well. */
static void expect_equity(json_object *eval, const double p[5])
{
    const double stated = p[0] + p[1] + p[2] - p[3] - p[4], whole = stated - 1 + p[0];
    double n;
    if (!gva_equity(eval, "equity", &n) || !is_near(n, whole))
        gva_expect_number(eval, "equity", stated);
}

void gva_expect_chances(json_object *o, const char *key, json_object *other)
{
    json_object *eval = gva_object(o, key);
    double p[5], same;
    bool all = true;
    expect_names_of_chances(eval);
    for (int i = 0; eval != NULL && i < 5; i++) {
        const bool known = gva_has(eval, gva_chances[i]) && gva_number(eval, gva_chances[i], 0, 1, &p[i]);
        all = all && known;
        if (known && other != NULL && gva_is_number(other, gva_chances[i], &same))
            gva_expect_number(eval, gva_chances[i], same);
    }
    if (eval != NULL && all)
        expect_equity(eval, p);
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
    double p[5];
    if (eval == NULL)
        return;
    expect_names_of_chances(eval);
    for (int i = 0; i < 5; i++) {
        if (!gva_has(eval, gva_chances[i]) || !gva_number(eval, gva_chances[i], 0, 1, &p[i]))
            return;
    }
    expect_equity(eval, p);
    for (int i = 0; i < 5; i++)
        ogxm_put_bytes(ogxm_bit(r, bit), (uint64_t)lround(p[i] * 1e4), 2);
}

void gva_put_all_fields(struct ogxm_out *r, json_object *o, const struct gva_field *fields)
{
    struct strbuf known = {0};
    gva_put_fields(r, o, fields);
    for (const struct gva_field *f = fields; f->key != NULL; f++)
        strbuf_printf(&known, "%s%s", f > fields ? ", " : "", f->key);
    expect_names(o, strbuf_text(&known));
    strbuf_done(&known);
}

/* Without a label of its own, a level has the word for it where that says something else. */
static void put_label(struct ogxm_out *level, json_object *o, const char *word)
{
    struct strbuf bytes = {0}, expected = {0};
    struct ogxm_record read;
    struct ogxm_out copy = {0};
    copy.mask = level->mask;
    strbuf_add(&copy.may, strbuf_text(&level->may), level->may.length);
    ogxm_put_record(&bytes, &copy);
    struct ogxm_in in = ogxm_in((struct span){bytes.at, bytes.length});
    (void)gva_word_of_level(ogxm_record(&in, &ogxm_level, &read) ? &read : &(struct ogxm_record){0}, &expected);
    if (word != NULL && strcmp(strbuf_text(&expected), word) != 0 && json_member(o, "preset") == NULL) {
        struct ogxm_out labelled = {0};
        gva_put_text(&labelled, LEVEL_PRESET, word);
        labelled.mask |= level->mask;
        strbuf_add(&labelled.may, strbuf_text(&level->may), level->may.length);
        strbuf_done(&level->may);
        *level = labelled;
    }
    strbuf_done(&bytes);
    strbuf_done(&expected);
}

void gva_put_level(struct ogxm_out *r, int bit, json_object *o, const char *key, const char *word)
{
    json_object *object = gva_object(o, key);
    struct ogxm_out level = {0};
    if (object == NULL && word == NULL)
        return;
    if (object != NULL) {
        gva_put_all_fields(&level, object, gva_level_fields);
        put_label(&level, object, word);
    } else
        gva_level_of_word(&level, word);
    ogxm_put_record(ogxm_bit(r, bit), &level);
}

/* A number of 64 bits in a text. */
static void put_seed(struct ogxm_out *r, int bit, json_object *o, const char *key)
{
    const char *text = gva_text(o, key);
    if (text == NULL)
        return;
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0' || strlen(text) > 20)
        gva_warn(o, key, "\"0\" ... \"18446744073709551615\"");
    else
        ogxm_put_bytes(ogxm_bit(r, bit), strtoull(text, NULL, 10), 8);
}

static void put_rollout(struct ogxm_out *r, int bit, json_object *o)
{
    struct ogxm_out rollout = {0};
    if (o == NULL)
        return;
    gva_put_all_fields(&rollout, o, gva_rollout_fields);
    ogxm_put_record(ogxm_bit(r, bit), &rollout);
}

void gva_put_fields(struct ogxm_out *r, json_object *o, const struct gva_field *f)
{
    for (; f->key != NULL; f++)
        switch (f->form) {
        case GVA_A_TEXT:
            gva_put_text(r, f->bit, gva_text(o, f->key));
            break;
        case GVA_A_NUMBER:
            gva_put_whole(r, f->bit, gva_whole(o, f->key, f->most, -1), -1);
            break;
        case GVA_A_CURRENCY:
            gva_put_whole(r, f->bit, gva_whole(o, f->key, f->most, 1) == 0 ? 0 : -1, -1);
            break;
        case GVA_A_FLAG:
            gva_put_flag(r, f->bit, gva_truth(o, f->key));
            break;
        case GVA_AN_EQUITY:
            gva_put_equity(r, f->bit, o, f->key);
            break;
        case GVA_CHANCES:
            gva_put_probabilities(r, f->bit, gva_object(o, f->key));
            break;
        case GVA_A_LEVEL:
            gva_put_level(r, f->bit, o, f->key, strcmp(f->key, "level") == 0 ? gva_text(o, "eval_level") : NULL);
            break;
        case GVA_A_ROLLOUT:
            put_rollout(r, f->bit, gva_object(o, f->key));
            break;
        case GVA_A_SEED:
            put_seed(r, f->bit, o, f->key);
            break;
        }
}

static bool step_of(struct found f, unsigned char *step)
{
    enum { PIPS_AT = 5, FROM_MAX = 25, PIPS_MAX = 6 };
    int64_t pips, from;
    f.in = item_of(f);
    if (f.in == NULL)
        return false;
    expect_names(f.in, "from, pips");
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
