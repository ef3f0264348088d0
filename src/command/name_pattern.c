/* Patterns of names; see name_pattern.h. */
#include "command/name_pattern.h"

#include <stdio.h>
#include <string.h>

#include "base/span.h"

static const char *const fields[] = {"date",  "player0", "player1", "length", "event",
                                     "round", "place",   "site",    "name",   NULL};
#define FIELDS "{date}, {player0}, {player1}, {length}, {event}, {round}, {place}, {site} and {name}"

/* The next field at or behind `at`: its braces included; false if there is none, *open where one is not closed. */
static bool field_next(const char *at, struct span *field, bool *open)
{
    const char *from = strchr(at, '{'), *to = from != NULL ? strchr(from, '}') : NULL;
    *open = from != NULL && to == NULL;
    *field = (struct span){from, to != NULL ? (size_t)(to - from) + 1 : 0};
    return to != NULL;
}

static int field_named(struct span field)
{
    const struct span name = span_sub(field, 1, field.length - 2);
    for (int i = 0; fields[i] != NULL; i++)
        if (span_equal(name, fields[i]))
            return i;
    return -1;
}

bool name_pattern_parse(const struct option_value *v)
{
    struct span field;
    bool open, any = false;
    for (const char *at = v->text; field_next(at, &field, &open); at = field.at + field.length, any = true)
        if (field_named(field) < 0)
            return option_wrong(v, "found %.*s, expected " FIELDS, (int)field.length, field.at);
    if (open || !any)
        return option_wrong(v, open ? "found { without }, expected " FIELDS : "expected one at least of " FIELDS);
    *(const char **)v->field = arena_strdup(v->arena, v->text);
    return true;
}

static const char *value_of(int field, const struct match *m, const char *stem, char number[16])
{
    const struct match_info *i = &m->info;
    const char *const values[] = {i->date,  m->player[0].name, m->player[1].name, number, i->event,
                                  i->round, i->place,          i->site,           stem};
    snprintf(number, 16, "%d", m->length);
    return values[field] != NULL ? values[field] : "";
}

void name_pattern_fill(const char *pattern, const struct match *m, const char *stem, struct strbuf *out)
{
    static const char loose[] = " -_";
    struct strbuf name = {0};
    struct span field;
    char number[16];
    bool open;
    const char *at = pattern;
    for (; field_next(at, &field, &open); at = field.at + field.length) {
        strbuf_add(&name, at, (size_t)(field.at - at));
        strbuf_puts(&name, value_of(field_named(field), m, stem, number));
    }
    strbuf_puts(&name, at);
    /* No name contains what Windows refuses, so that names are the same everywhere. */
    for (size_t i = 0; i < name.length; i++)
        name.at[i] = strchr("/\\:*?\"<>|", name.at[i]) != NULL || (unsigned char)name.at[i] < ' ' ? '-' : name.at[i];
    struct span all = {strbuf_text(&name), name.length};
    while (all.length > 0 && strchr(loose, all.at[0]) != NULL)
        all = span_sub(all, 1, all.length - 1);
    while (all.length > 0 && strchr(loose, all.at[all.length - 1]) != NULL)
        all.length--;
    strbuf_add(out, all.at, all.length);
    strbuf_done(&name);
}
