/* Matches that were given; see verify_given.h. */
#include "command/verify_given.h"

#include <string.h>

#include "base/format.h"
#include "base/span.h"
#include "export/record/dump.h"
#include "match/same.h"
#include "match/swap.h"

static struct span next_line(struct span *text)
{
    const char *end = text->length > 0 ? memchr(text->at, '\n', text->length) : NULL;
    const struct span line = span_sub(*text, 0, end != NULL ? (size_t)(end - text->at) : text->length);
    *text = span_sub(*text, line.length + 1, text->length);
    return span_trim(line);
}

/* Where two dumps part: the game and the event (0: before the first), and what each says there. */
static void first_difference(struct span report, struct span file, struct strbuf *why)
{
    int game = 0, event = 0;
    struct span a, b;
    do {
        a = next_line(&report);
        b = next_line(&file);
        if (span_starts_nocase(a, "game "))
            game++, event = 0;
        event += span_starts_nocase(a, "0 ") || span_starts_nocase(a, "1 ");
    } while (span_same(a, b) && (report.length > 0 || file.length > 0));
    if (game > 0)
        strbuf_say(why, "game %d, event %d: ", game, event);
    strbuf_say(why, "found `%.*s`, expected `%.*s`", span_shown(a), a.at, span_shown(b), b.at);
}

static bool same_words(const struct match *m, const struct match *given, struct strbuf *why)
{
    struct strbuf a = {0}, b = {0};
    dump_bare(m, 0, &a);
    dump_bare(given, 0, &b);
    const bool same = a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
    if (!same && why != NULL && why->length == 0)
        first_difference((struct span){a.at, a.length}, (struct span){b.at, b.length}, why);
    strbuf_done(&a);
    strbuf_done(&b);
    return same;
}

static enum given compare(struct match *given, const struct match *m, struct strbuf *why)
{
    if (!match_equal(given, m, NULL))
        return GIVEN_ANOTHER;
    if (same_words(m, given, NULL))
        return GIVEN_WHOLE;
    const struct match_info of_file = given->info;
    match_fill_info(given, &m->info);
    const bool filled = same_words(m, given, NULL);
    given->info = of_file;
    if (filled || given->format == NULL || m->format == NULL || strcmp(given->format, m->format) != 0)
        return GIVEN_PLAYED;
    (void)same_words(m, given, why);
    return GIVEN_OTHER_WORDS;
}

enum given verify_given(const struct matches *given, const struct match *m, struct strbuf *why)
{
    enum given best = GIVEN_ANOTHER;
    for (size_t i = 0; i < given->n; i++)
        for (int turned = 0; turned < 2; turned++) {
            const enum given is = compare(given->at[i], m, why);
            best = is < best ? is : best;
            match_swap_players(given->at[i]);
        }
    return best;
}
