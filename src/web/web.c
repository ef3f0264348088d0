/* The library as a page's worker calls it: a command with its options in, what it says and prints out. Files are those
 * of Emscripten's file system in memory, which the worker fills and empties (engine.js). */
#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/helpers.h"
#include "base/language.h"
#include "kibitzer.h"

/* ---- what is said while a command runs ---- */

/* clang-format off */
EM_JS(void, web_tell_message, (int severity, const char *text, const char *file, int line, int column, const char *display), {
    Module.onMessage(severity, UTF8ToString(text), file ? UTF8ToString(file) : null, line, column, UTF8ToString(display));
})

EM_JS(void, web_tell_output, (const void *bytes, size_t length), {
    Module.onOutput(HEAPU8.slice(bytes, bytes + length));
})

EM_JS(void, web_tell_progress, (double fraction, const char *text), {
    Module.onProgress(fraction, UTF8ToString(text));
})
EM_JS(void, web_tell_share, (void *context, const void *bytes, size_t length), {
    Module.onShare(HEAPU8.slice(bytes, bytes + length));
})
/* clang-format on */

static void on_message(void *context, const struct kibitzer_message *m)
{
    (void)context;
    web_tell_message(kibitzer_message_severity(m), kibitzer_message_text(m), kibitzer_message_file(m),
                     kibitzer_message_line(m), kibitzer_message_column(m), kibitzer_message_display(m));
}

static int on_output(void *context, const void *bytes, size_t length)
{
    (void)context;
    web_tell_output(bytes, length);
    return 0;
}

static int on_progress(void *context, const struct kibitzer_progress *p)
{
    (void)context;
    web_tell_progress(kibitzer_progress_fraction(p), kibitzer_progress_text(p));
    return 0;
}

/* ---- the reader's language ---- */

static const char *reader = "en";

/* From now on messages are in that language, and reports can be. One catalogue behind the other: `pages` bytes of what
 * reports say, `messages` bytes of what messages alone say; they stay where they are. */
void web_words(const char *code, const unsigned char *at, size_t pages, size_t messages);

void web_words(const char *code, const unsigned char *at, size_t pages, size_t messages)
{
    if (language_install(&(struct language){code, at, at + pages, at + pages, at + pages + messages}))
        reader = code;
}

/* ---- commands ---- */

enum { PROGRESS_MS = 100 };

static struct kibitzer_call *call_with_hooks(void)
{
    struct kibitzer_call *c = kibitzer_call_new();
    kibitzer_call_on_message(c, on_message, NULL);
    kibitzer_call_on_output(c, on_output, NULL);
    kibitzer_call_on_progress(c, on_progress, NULL, PROGRESS_MS);
    (void)kibitzer_call_language(c, reader);
    return c;
}

/* Sets `n` options: names and values in turn, each ended by a NUL. */
static int set_all(struct kibitzer_options *o, const char *at, size_t n, struct kibitzer_call *c)
{
    int code = KIBITZER_OK;
    for (size_t i = 0; i < n && code == KIBITZER_OK; i++) {
        const char *name = at, *value = name + strlen(name) + 1;
        at = value + strlen(value) + 1;
        code = kibitzer_options_set(o, name, value, c);
    }
    return code;
}

static int run_inputs(struct kibitzer_options *o, const char *inputs, size_t n, struct kibitzer_call *c)
{
    const char **input = malloc((n + 1) * sizeof *input);
    if (input == NULL)
        return KIBITZER_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        input[i] = inputs;
        inputs += strlen(inputs) + 1;
    }
    const int code = kibitzer_run(o, input, n, c);
    free(input);
    return code;
}

/* How the work of the next command is shared out (helpers.h); `of` 0 and nothing given: not at all. */
void web_share(int index, int of, const char *given, size_t length);

static struct shares next; /* of the worker that this is */

void web_share(int index, int of, const char *given, size_t length)
{
    next = (struct shares){index, of, {given, length}, web_tell_share, NULL, 0};
}

static int run_shared(struct kibitzer_options *o, const char *inputs, size_t n, struct kibitzer_call *c)
{
    struct call around;
    call_init(&around);
    around.shares = next.of != 0 || next.given.length != 0 ? &next : NULL;
    call_enter(&around);
    const int code = run_inputs(o, inputs, n, c);
    call_enter(NULL);
    call_done(&around);
    return code;
}

/* Returns the code of kibitzer_run(), or why it did not come to that. `seconds`: 0 = no limit. */
int web_run(const char *command, const char *options, size_t n_options, const char *inputs, size_t n_inputs,
            double seconds);

int web_run(const char *command, const char *options, size_t n_options, const char *inputs, size_t n_inputs,
            double seconds)
{
    struct kibitzer_call *c = call_with_hooks();
    int code = kibitzer_call_limit(c, 0, seconds);
    struct kibitzer_options *o = kibitzer_options_new(command, c);
    if (o == NULL)
        code = kibitzer_call_code(c);
    if (code == KIBITZER_OK)
        code = set_all(o, options, n_options, c);
    if (code == KIBITZER_OK)
        code = run_shared(o, inputs, n_inputs, c);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
    return code;
}
