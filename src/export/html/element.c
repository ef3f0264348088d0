/* Elements of pages found again, by tags as browsers read them: what scripts, style sheets and comments hold is none,
 * whatever it looks like. */
#include <string.h>

#include "export/html/page.h"

static const char blanks[] = " \t\r\n\f/"; /* between attributes a slash is one too */

struct tag {
    struct span name, id; /* .at NULL: it has none */
};

static bool accept(struct span *text, const char *what)
{
    const bool ok = span_starts_nocase(*text, what);
    if (ok)
        *text = span_sub(*text, strlen(what), text->length);
    return ok;
}

/* What stands before the first of these letters. */
static struct span take_until(struct span *text, const char *letters)
{
    size_t n = 0;
    while (n < text->length && (text->at[n] == '\0' || strchr(letters, text->at[n]) == NULL))
        n++;
    const struct span taken = span_sub(*text, 0, n);
    *text = span_sub(*text, n, text->length);
    return taken;
}

static void skip_blanks(struct span *text)
{
    while (text->length > 0 && text->at[0] != '\0' && strchr(blanks, text->at[0]) != NULL)
        *text = span_sub(*text, 1, text->length);
}

/* What stands before the first `what`, or all; `text` goes on there. */
static struct span take_before(struct span *text, const char *what)
{
    const char *at = text->length > 0 ? memmem(text->at, text->length, what, strlen(what)) : NULL;
    const struct span taken = span_sub(*text, 0, at != NULL ? (size_t)(at - text->at) : text->length);
    *text = span_sub(*text, taken.length, text->length);
    return taken;
}

static struct span take_value(struct span *text)
{
    static const char *const quotes[] = {"\"", "'"};
    skip_blanks(text);
    for (int i = 0; i < 2; i++)
        if (accept(text, quotes[i])) {
            const struct span value = take_before(text, quotes[i]);
            (void)accept(text, quotes[i]);
            return value;
        }
    return take_until(text, " \t\r\n\f>");
}

/* Up to the end of the tag. */
static void read_attributes(struct span *text, struct tag *t)
{
    for (skip_blanks(text); text->length > 0 && !accept(text, ">"); skip_blanks(text)) {
        (void)accept(text, "="); /* part of a name where it begins one */
        const struct span name = take_until(text, " \t\r\n\f/>=");
        skip_blanks(text);
        const struct span value = accept(text, "=") ? take_value(text) : (struct span){NULL, 0};
        if (t->id.at == NULL && span_equal_nocase(name, "id"))
            t->id = value;
    }
}

/* The next tag that opens an element; `text` goes on behind it. */
static bool next_tag(struct span *text, struct tag *t)
{
    for (;;) {
        (void)take_before(text, "<");
        if (!accept(text, "<"))
            return false;
        if (accept(text, "!--")) {
            (void)take_before(text, "-->");
            continue;
        }
        *t = (struct tag){.name = take_until(text, " \t\r\n\f/>")};
        read_attributes(text, t);
        if (t->name.length > 0 && t->name.at[0] != '!')
            return true;
    }
}

/* What an element holds whose text has no tags. */
static struct span take_raw(struct span *text, const struct tag *t)
{
    const struct span all = *text;
    const char *end = span_equal_nocase(t->name, "script") ? "</script" : "</style";
    if (!span_equal_nocase(t->name, end + 2))
        return (struct span){NULL, 0};
    while (text->length > 0 && !span_starts_nocase(*text, end)) {
        *text = span_sub(*text, 1, text->length);
        (void)take_before(text, "</");
    }
    return span_sub(all, 0, all.length - text->length);
}

struct span html_script(struct span page, const char *id)
{
    struct span found = {NULL, 0};
    for (struct tag t; next_tag(&page, &t);) {
        const struct span inside = take_raw(&page, &t);
        if (span_equal(t.id, id) && span_equal_nocase(t.name, "script"))
            found = inside;
    }
    return found;
}

struct span html_anchor(struct span page, size_t at)
{
    struct span rest = page, found = {NULL, 0};
    for (struct tag t; next_tag(&rest, &t) && rest.at <= page.at + at;) {
        (void)take_raw(&rest, &t);
        if (t.id.length > 1 && t.id.at[0] == 'g' && t.id.at[1] >= '1' && t.id.at[1] <= '9')
            found = t.id;
    }
    return found;
}
