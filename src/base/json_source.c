/* Places of JSON values; see json_source.h. The text was parsed before, so that nothing here checks its form. */
#include "base/json_source.h"

#include <stdlib.h>
#include <string.h>

struct mark { /* user data of objects and lists */
    struct json_source *source;
    size_t at;
};

struct scan {
    struct json_source *source;
    struct span text;
    size_t at;
};

/* ---- over the text ---- */

static char next(struct scan *s)
{
    while (s->at < s->text.length && strchr(" \t\r\n", s->text.at[s->at]) != NULL)
        s->at++;
    return s->at < s->text.length ? s->text.at[s->at] : '\0';
}

static bool skip(struct scan *s, char c)
{
    const bool there = next(s) == c && s->at < s->text.length;
    s->at += there;
    return there;
}

static struct span skip_string(struct scan *s)
{
    const size_t from = s->at++;
    while (s->at < s->text.length && s->text.at[s->at] != '"')
        s->at += s->text.at[s->at] == '\\' ? 2 : 1;
    s->at = s->at < s->text.length ? s->at + 1 : s->text.length;
    return span_sub(s->text, from, s->at - from);
}

static void skip_word(struct scan *s)
{
    const size_t from = s->at;
    while (s->at < s->text.length && strchr(",:]} \t\r\n", s->text.at[s->at]) == NULL)
        s->at++;
    if (s->at == from && s->at < s->text.length)
        s->at++;
}

static struct span skip_value(struct scan *s)
{
    long depth = 0;
    (void)next(s);
    const size_t from = s->at;
    do {
        const char c = next(s);
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        if (c == '"')
            (void)skip_string(s);
        else if (strchr("{[}],:", c) != NULL)
            s->at += s->at < s->text.length;
        else
            skip_word(s);
    } while (depth > 0 && s->at < s->text.length);
    return span_sub(s->text, from, s->at - from);
}

/* ---- names ---- */

/* A name without its quotes, as the tree has it. */
static const char *name_of(struct scan *s, struct span quoted)
{
    struct strbuf copy = {0};
    const char *name;
    json_object *read = NULL;
    strbuf_add(&copy, quoted.at, quoted.length);
    if (memchr(quoted.at, '\\', quoted.length) != NULL)
        read = json_tokener_parse(strbuf_text(&copy));
    name = read != NULL ? arena_strdup(s->source->arena, json_object_get_string(read))
                        : arena_span(s->source->arena, span_sub(quoted, 1, quoted.length - 2));
    json_object_put(read);
    strbuf_done(&copy);
    return name;
}

struct name {
    struct span quoted;
    struct name *before;
};

static int in_order(const void *a, const void *b)
{
    const struct span x = *(const struct span *)a, y = *(const struct span *)b;
    const int d = memcmp(x.at, y.at, x.length < y.length ? x.length : y.length);
    return d != 0 ? d : x.length != y.length ? (x.length < y.length ? -1 : 1) : x.at < y.at ? -1 : 1;
}

static void warn_of_twins(struct scan *s, const struct name *last, size_t n)
{
    struct span *list = arena_alloc(s->source->arena, n * sizeof *list);
    for (size_t i = 0; i < n; i++, last = last->before)
        list[i] = last->quoted;
    qsort(list, n, sizeof *list, in_order);
    for (size_t i = 1; i < n; i++)
        if (span_same(list[i - 1], list[i])) {
            const struct json_place at = json_source_place(s->source, list[i].at);
            diag_at(s->source->d, SEVERITY_WARNING, at.line, at.column,
                    "found %.*s twice in one object, expected it once: the last one counts", span_shown(list[i]),
                    list[i].at);
        }
}

/* ---- marks ---- */

static void mark(struct scan *s, json_object *o, json_type type)
{
    if (!json_object_is_type(o, type))
        return;
    struct mark *m = arena_alloc(s->source->arena, sizeof *m);
    *m = (struct mark){s->source, s->at};
    json_object_set_userdata(o, m, NULL);
}

static void walk(struct scan *s, json_object *o);

static void walk_object(struct scan *s, json_object *o)
{
    struct name *last = NULL;
    size_t n = 0;
    mark(s, o, json_type_object);
    for (s->at++; s->at < s->text.length && !skip(s, '}'); (void)skip(s, ','), n++) {
        struct name *name = arena_alloc(s->source->arena, sizeof *name);
        (void)next(s);
        *name = (struct name){skip_string(s), last};
        last = name;
        (void)skip(s, ':');
        walk(s, json_member(o, name_of(s, name->quoted)));
    }
    if (json_object_is_type(o, json_type_object) && n > (size_t)json_object_object_length(o))
        warn_of_twins(s, last, n);
}

static void walk_list(struct scan *s, json_object *o)
{
    const bool is = json_object_is_type(o, json_type_array);
    const size_t n = is ? json_object_array_length(o) : 0;
    mark(s, o, json_type_array);
    s->at++;
    for (size_t i = 0; s->at < s->text.length && !skip(s, ']'); (void)skip(s, ','), i++)
        walk(s, i < n ? json_object_array_get_idx(o, i) : NULL);
}

static void walk(struct scan *s, json_object *o)
{
    const char c = next(s);
    if (c == '{')
        walk_object(s, o);
    else if (c == '[')
        walk_list(s, o);
    else
        (void)skip_value(s);
}

/* ---- what is asked ---- */

static void say_broken(struct json_source *s, const struct json_fault *f)
{
    const struct json_place at = json_source_place(s, s->text.at + f->at);
    const struct span rest = span_sub(s->text, f->at, s->text.length);
    if (f->cut)
        diag_at(s->d, SEVERITY_ERROR, at.line, at.column, "found the end of the file, expected the rest of its JSON");
    else
        diag_at(s->d, SEVERITY_ERROR, at.line, at.column, "found \"%.*s\", expected JSON: %s", span_shown(rest),
                rest.at, f->what);
}

/* ---- what breaks off ---- */

enum { OPEN_MAX = 64 };

struct opened { /* containers around a place */
    bool is_list[OPEN_MAX], is_wanted[OPEN_MAX];
    int n;
};

static void close_all(const struct opened *o, struct strbuf *out)
{
    strbuf_clear(out);
    for (int i = o->n - 1; i >= 0; i--)
        strbuf_putc(out, o->is_list[i] ? ']' : '}');
}

static bool is_among(struct span quoted, const char *const *names)
{
    while (*names != NULL && !(quoted.length > 1 && span_equal(span_sub(quoted, 1, quoted.length - 2), *names)))
        names++;
    return *names != NULL;
}

/* Where the last item that is whole ends, 0 = there is none; `closing` ends the text there. */
static size_t end_of_whole(struct span text, const char *const *lists, struct strbuf *closing)
{
    struct scan s = {.text = text};
    struct opened o = {.n = 0};
    struct span name = {0};
    size_t end = 0;
    for (char c; (c = next(&s)) != '\0' && s.at < text.length;) {
        if (c == '"') {
            name = skip_string(&s);
            continue;
        }
        s.at++;
        if ((c == '{' || c == '[') && o.n == OPEN_MAX)
            return 0;
        if (c == '{' || c == '[') {
            o.is_list[o.n] = c == '[';
            o.is_wanted[o.n++] = c == '[' && is_among(name, lists);
        } else if (c == '}' || c == ']') {
            o.n -= o.n > 0;
            if (o.n > 0 && o.is_wanted[o.n - 1]) {
                end = s.at;
                close_all(&o, closing);
            }
        }
    }
    return end;
}

/* The text without what is torn, in its place; false where nothing of it is whole. */
static bool mend(struct json_source *s, const char *const *lists, struct strbuf *closing)
{
    const size_t end = end_of_whole(s->text, lists, closing);
    struct strbuf whole = {0};
    if (end == 0)
        return false;
    strbuf_add(&whole, s->text.at, end);
    strbuf_puts(&whole, strbuf_text(closing));
    s->text = (struct span){arena_strdup(s->arena, strbuf_text(&whole)), whole.length};
    s->torn = (int)closing->length;
    strbuf_done(&whole);
    return true;
}

json_object *json_source_read(struct json_source *s, const char *const *lists)
{
    struct json_fault f = {0};
    struct strbuf closing = {0};
    json_object *root = json_parse(s->text, &f);
    if (root == NULL && f.what == NULL && !f.cut)
        diag_at(s->d, SEVERITY_ERROR, 0, 0, "it has more than 64 MB of JSON");
    else if (root == NULL)
        say_broken(s, &f);
    if (root == NULL && f.cut && mend(s, lists, &closing))
        root = json_parse(s->text, &f);
    if (root != NULL)
        walk(&(struct scan){s, s->text, 0}, root);
    strbuf_done(&closing);
    return root;
}

static struct mark *mark_of(json_object *o)
{
    const bool is = json_object_is_type(o, json_type_object) || json_object_is_type(o, json_type_array);
    return is ? json_object_get_userdata(o) : NULL;
}

struct json_source *json_source_of(json_object *container)
{
    const struct mark *m = mark_of(container);
    return m != NULL ? m->source : NULL;
}

struct span json_source_text(json_object *container, const char *key, size_t i)
{
    const struct mark *m = mark_of(container);
    if (m == NULL)
        return (struct span){0};
    struct scan s = {m->source, m->source->text, m->at};
    struct span found = span_sub(s.text, m->at, 1);
    const bool object = next(&s) == '{';
    s.at++;
    for (size_t k = 0; s.at < s.text.length && !skip(&s, object ? '}' : ']'); (void)skip(&s, ','), k++) {
        (void)next(&s);
        const struct span name = object ? skip_string(&s) : (struct span){0};
        (void)(object && skip(&s, ':'));
        const struct span value = skip_value(&s);
        const char *from = object ? name.at : value.at;
        if (object ? key != NULL && strcmp(name_of(&s, name), key) == 0 : k == i)
            found = (struct span){from, (size_t)(value.at + value.length - from)};
    }
    return found;
}

struct span json_source_next(struct span list, size_t *at)
{
    struct scan s = {NULL, list, *at};
    const bool ends = !skip(&s, *at == 0 ? '[' : ',') || next(&s) == ']';
    const struct span item = ends ? span_sub(list, list.length, 0) : skip_value(&s);
    *at = s.at;
    return item;
}

struct span json_source_member(struct span object, const char *name)
{
    struct scan s = {.text = object};
    struct span found = {0};
    for (bool inside = skip(&s, '{'); inside && s.at < s.text.length && !skip(&s, '}'); (void)skip(&s, ',')) {
        (void)next(&s);
        const struct span key = skip_string(&s);
        (void)skip(&s, ':');
        const struct span value = skip_value(&s);
        if (key.length > 1 && span_equal(span_sub(key, 1, key.length - 2), name))
            found = value;
    }
    return found;
}

struct json_place json_source_place(const struct json_source *s, const char *at)
{
    struct json_place place = {1, 1};
    const char *line = s->text.at, *end;
    for (; (end = memchr(line, '\n', (size_t)(at - line))) != NULL; line = end + 1)
        place.line++;
    place.column = (int)(at - line) + 1;
    return place;
}
