/* How records were read, in words; see reading.h. */
#include "command/reading.h"

#include <string.h>

#include "analyze/analyze.h"
#include "analyze/described.h"
#include "format/keys.h"
#include "match/said_options.h"

/* Corrections may be any words: their names stand there, and the key of what they say. "names+set-date:4711cafe0815" */
static void add_corrections(const struct options *given, struct strbuf *to)
{
    struct strbuf words = {0}, names = {0};
    for (const struct option_row *r = corrections_group.rows; r->name != NULL; r++)
        if (options_given(given, r->name)) {
            strbuf_printf(&words, "%s %s\n", r->name, options_text(given, r->name));
            strbuf_printf(&names, "%s%s", names.length != 0 ? "+" : "", r->name);
        }
    if (words.length != 0) {
        char key[KEY_LENGTH + 1];
        text_key(span_of(strbuf_text(&words)), key);
        strbuf_printf(to, "%s%s %s:%.12s", to->length != 0 ? ", " : "", corrected_words, strbuf_text(&names), key);
    }
    strbuf_done(&words);
    strbuf_done(&names);
}

const char *reading_words(const struct options *given)
{
    struct strbuf text = {0};
    for (const char *const *name = read_with_names; *name != NULL; name++)
        if (strcmp(*name, corrected_words) != 0 && options_given(given, *name))
            strbuf_printf(&text, "%s%s %s", text.length != 0 ? ", " : "", *name, options_text(given, *name));
    add_corrections(given, &text);
    const char *kept = text.length != 0 ? arena_strdup(options_arena(given), strbuf_text(&text)) : NULL;
    strbuf_done(&text);
    return kept;
}

/* The value that `words` have of an option; length 0 = none. */
static struct span value_of(const char *words, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = words;; at += 2) {
        const size_t n = strcspn(at, ",;");
        if (n > length && strncmp(at, name, length) == 0 && at[length] == ' ')
            return (struct span){at + length + 1, n - length - 1};
        at += n;
        if (at[0] != ',' || at[1] == '\0')
            return (struct span){at, 0};
    }
}

/* "--names ... --set-date ...": what they said is not known. */
static void put_corrections(struct span value, struct strbuf *out)
{
    const char *colon = memchr(value.at, ':', value.length);
    const char *end = colon != NULL ? colon : value.at;
    strbuf_puts(out, colon != NULL ? "the same " : "the same corrections (--names, --set-date ...)");
    for (const char *at = value.at; at < end; at += *at == '+') {
        const size_t n = strcspn(at, "+:");
        strbuf_printf(out, "%s--%.*s ...", at > value.at ? " " : "", (int)n, at);
        at += n;
    }
}

static void put_difference(const char *name, struct span theirs, struct span ours, struct strbuf *out)
{
    const bool corrections = strcmp(name, corrected_words) == 0;
    strbuf_puts(out, out->length != 0 ? ", " : "");
    if (theirs.length == 0 && corrections)
        strbuf_printf(out, "no --%.*s", (int)strcspn(ours.at, "+:"), ours.at);
    else if (theirs.length == 0)
        strbuf_printf(out, "no --%s", name);
    else if (corrections)
        put_corrections(theirs, out);
    else
        strbuf_printf(out, "--%s %.*s", name, (int)theirs.length, theirs.at);
}

bool reading_same(const char *theirs, const char *ours, struct strbuf *needed)
{
    const size_t before = needed->length;
    for (const char *const *name = read_with_names; *name != NULL; name++) {
        const struct span a = value_of(theirs, *name), b = value_of(ours, *name);
        if (!span_same(a, b))
            put_difference(*name, a, b, needed);
    }
    return needed->length == before;
}
