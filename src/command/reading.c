/* How records were read, in words; see reading.h. */
#include "command/reading.h"

#include <string.h>

#include "analyze/analyze.h"
#include "format/keys.h"
#include "match/said_options.h"

/* Corrections may be any words: they go by their key. */
static void add_corrections(const struct options *given, struct strbuf *to)
{
    struct strbuf words = {0};
    for (const struct option_row *r = corrections_group.rows; r->name != NULL; r++)
        if (options_given(given, r->name))
            strbuf_printf(&words, "%s %s\n", r->name, options_text(given, r->name));
    if (words.length != 0) {
        char key[KEY_LENGTH + 1];
        text_key(span_of(strbuf_text(&words)), key);
        strbuf_printf(to, "%s%s %.12s", to->length != 0 ? ", " : "", corrected_words, key);
    }
    strbuf_done(&words);
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
