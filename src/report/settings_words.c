/* Settings in words; see settings_words.h. */
#include "report/settings_words.h"

#include <stdbool.h>
#include <string.h>

#include "base/language.h"
#include "base/span.h"

/* What analysis_describe() and rollout_describe() put between the separators below; a hole is a word. */
static const char *const phrases[] = {
    N_("chequer play {0} cubeful"),
    N_("chequer play {0} cubeless"),
    N_("chequer play not analysed"),
    N_("cube {0} cubeful"),
    N_("cube {0} cubeless"),
    N_("cube not analysed"),
    N_("luck {0} cubeful"),
    N_("luck {0} cubeless"),
    N_("luck not analysed"),
    N_("noise {0}"),
    N_("seed {0}"),
    N_("filter {0}"),
    N_("plays without the cube"),
    N_("with the cube"),
    N_("as --cubeless is of plays alone"),
    N_("half of what {0} plays find added to luck"),
    N_("decisions of player {0} not analysed"),
    N_("{0} candidates"),
    N_("only {0}"),
    N_("maps of cube errors"),
    N_("maps of errors of play"),
    N_("luck marked from {0} and {1}"),
    N_("errors of {0} or more rolled out with plays within {1}"),
    N_("plays within {0}"),
    N_("stronger by the equity table"),
    N_("{0} trials"),
    N_("up to {0} trials"),
    N_("cubeful"),
    N_("cubeless"),
    N_("truncated after {0} half-rolls and evaluated at {1}"),
    N_("played to the end"),
    N_("played out to the bearoff databases"),
    N_("the cube priced after {0} half-rolls"),
    N_("play {0}"),
    N_("cube {0}"),
    N_("opponent play {0}"),
    N_("from half-roll {0} play {1}"),
    N_("variance reduction at {0}"),
    N_("random dice"),
    N_("stratified dice"),
    N_("the first throw without doubles"),
    N_("XG counts one ply more"),
    N_("candidates dropped at {0} joint standard errors"),
    N_("stopped at a standard error of {0}"),
    N_("of cube actions with the cube played"),
    N_("the {0} largest disagreements"),
};

/* Between them; the last three begin a phrase themselves, behind a blank. */
static const char *const separators[] = {", ", "; ", ": ", " (", ")", " noise ", " seed ", " filter "};
enum { OPEN_ENDED = 5, SEPARATORS = sizeof separators / sizeof *separators, HOLES = 2 };

static const char read_with[] = "read with ";

/* Bytes of the separator at the start; 0 = there is none. */
static size_t separator_at(const char *text)
{
    for (size_t i = 0; i < SEPARATORS; i++)
        if (strncmp(text, separators[i], strlen(separators[i])) == 0)
            return i < OPEN_ENDED ? strlen(separators[i]) : 1;
    return 0;
}

static void put_separator(struct strbuf *out, struct span separator)
{
    const char *id = span_equal(separator, ", ") ? N_(", ") : span_equal(separator, "; ") ? N_("; ") : NULL;
    if (id != NULL)
        strbuf_puts(out, tr(id));
    else
        strbuf_add(out, separator.at, separator.length);
}

/* Is it that phrase? Holes are noted. */
static bool fits(const char *phrase, struct span text, struct span hole[HOLES])
{
    size_t at = 0;
    for (; *phrase != '\0'; phrase++)
        if (*phrase == '{') {
            struct span *h = &hole[phrase[1] - '0'];
            h->at = text.at + at;
            for (h->length = 0; at < text.length && text.at[at] != ' '; at++)
                h->length++;
            phrase += 2;
            if (h->length == 0)
                return false;
        } else if (at >= text.length || text.at[at++] != *phrase) {
            return false;
        }
    return at == text.length;
}

static void put_filled(struct strbuf *out, const char *id, const struct span hole[HOLES])
{
    struct strbuf text[HOLES] = {{0}};
    const char *filling[HOLES];
    for (int i = 0; i < HOLES; i++) {
        strbuf_add(&text[i], hole[i].at, hole[i].length);
        filling[i] = strbuf_text(&text[i]);
    }
    tr_put(out, tr(id), filling, HOLES);
    for (int i = 0; i < HOLES; i++)
        strbuf_done(&text[i]);
}

static void put_phrase(struct strbuf *out, struct span text)
{
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        struct span hole[HOLES] = {{"", 0}, {"", 0}};
        if (fits(phrases[i], text, hole)) {
            put_filled(out, phrases[i], hole);
            return;
        }
    }
    strbuf_add(out, text.at, text.length);
}

/* The options that a file was read with are those of the command line, up to the next setting. */
static size_t put_read_with(struct strbuf *out, const char *text)
{
    const size_t n = strcspn(text, ";"), before = strlen(read_with);
    put_filled(out, N_("read with {0}"), (const struct span[HOLES]){{text + before, n - before}, {"", 0}});
    return n;
}

void settings_words(const char *settings, struct strbuf *out)
{
    for (const char *at = settings; *at != '\0';) {
        size_t n = 0;
        if (strncmp(at, read_with, strlen(read_with)) == 0) {
            at += put_read_with(out, at);
        } else {
            while (at[n] != '\0' && separator_at(at + n) == 0)
                n++;
            put_phrase(out, (struct span){at, n});
            at += n;
        }
        n = separator_at(at);
        put_separator(out, (struct span){at, n});
        at += n;
    }
}

const char *settings_of_draft(struct draft *b, const char *settings)
{
    struct strbuf words = {0};
    if (settings == NULL)
        return NULL;
    settings_words(settings, &words);
    const char *kept = draft_string(b, "%s", strbuf_text(&words));
    strbuf_done(&words);
    return kept;
}
