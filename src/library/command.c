/* Commands of the public library: options settled, inputs looked at, the command run. See kibitzer.h. */
#include <stdlib.h>
#include <string.h>

#include "base/language_option.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "library/library.h"

struct running {
    struct kibitzer_call *call;
    struct kibitzer_options *options;
    const char *const *input;
    size_t n;
};

const void *library_settle(struct kibitzer_call *c, struct kibitzer_options *o, int *code)
{
    struct option_fault f = {0};
    const void *settled = options_settle(o->options, &f);
    if (settled == NULL)
        *code = library_refuse_option(c, &f);
    option_fault_done(&f);
    return settled;
}

static int code_of(int ending)
{
    switch ((enum call_ending)ending) {
    case CALL_CLEAN:
        return KIBITZER_OK;
    case CALL_SOME_FAILED:
        return KIBITZER_SOME_FAILED;
    case CALL_MISUSE:
        return KIBITZER_MISUSE;
    case CALL_NOTHING:
        return KIBITZER_FAILED;
    case CALL_CANCELLED:
        return KIBITZER_CANCELLED;
    }
    return KIBITZER_FAILED;
}

static bool inputs_are_there(const struct running *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->input == NULL || r->input[i] == NULL)
            return false;
    return r->options != NULL;
}

/* What --max-seconds allows an input, where the command has it, holds for every file that it reads. */
static double patience_of(const struct options *o)
{
    return options_asked(o, "max-seconds") ? strtod(options_text(o, "max-seconds"), NULL) : 0;
}

struct command_at_work {
    const struct command *command;
    const void *settled;
    const struct running *r;
    int ending;
};

static void work_at_command(void *at_work)
{
    struct command_at_work *w = at_work;
    w->ending = w->command->run(w->settled, w->r->input, w->r->n);
}

static int run_command(const struct command *c, const void *settled, const struct running *r)
{
    struct command_at_work w = {.command = c, .settled = settled, .r = r, .ending = CALL_CANCELLED};
    if (c->finishes)
        work_at_command(&w);
    else
        attempt_turn(work_at_command, &w);
    return code_of(w.ending);
}

static void guard_input(void *unused, const char *path)
{
    (void)unused;
    input_guard(path);
}

static int settle_and_run(void *running)
{
    struct running *r = running;
    int code = KIBITZER_OK;
    if (!inputs_are_there(r))
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected options and inputs");
    struct options *options = r->options->options;
    call_current()->about = r->options->command->options.command;
    call_current()->patience = patience_of(options);
    language_asked(options);
    call_current()->options = options;
    options_each_input(options, guard_input, NULL);
    input_guard("-"); /* whether or not the command reads it: who names it as an output has made a slip */
    const void *settled = library_settle(r->call, r->options, &code);
    if (settled != NULL)
        code = run_command(r->options->command, settled, r);
    call_current()->options = NULL;
    if (code != KIBITZER_OK && call_cancelled()) /* whatever could not be read for that reason */
        code = KIBITZER_CANCELLED;
    if (call_output_is_whole() || code < 0)
        return code;
    call_keep_error("the output could not be written"); /* who takes it knows why, and may say so */
    return KIBITZER_FAILED;
}

int kibitzer_run(struct kibitzer_options *o, const char *const *input, size_t n, struct kibitzer_call *c)
{
    struct running r = {.call = c, .options = o, .input = input, .n = n};
    return library_call(c, settle_and_run, &r);
}

/* ---- documents ---- */

struct document {
    struct running running;
    char *bytes; /* of malloc(): they grow while a lock is held */
    size_t length, room;
    bool asks_for_json; /* it was not set before */
    char *text;
};

static bool add_to_document(void *document, const void *bytes, size_t length)
{
    struct document *d = document;
    if (length == 0)
        return true;
    if (d->length + length > d->room) {
        const size_t room = 2 * (d->length + length) + 4096;
        char *more = realloc(d->bytes, room);
        if (more == NULL)
            return false;
        d->bytes = more;
        d->room = room;
    }
    memcpy(d->bytes + d->length, bytes, length);
    d->length += length;
    return true;
}

static char *text_of(const struct document *d)
{
    char *text = xmalloc(d->length + 1);
    memcpy(text, d->bytes, d->length);
    text[d->length] = '\0';
    return text;
}

static int make_document(void *document)
{
    struct document *d = document;
    struct option_fault f = {0};
    struct call *current = call_current();
    if (!inputs_are_there(&d->running))
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected options and inputs");
    struct options *options = d->running.options->options;
    const bool was_set = options_asked(options, "json");
    if (!options_set(options, "json", NULL, &f)) {
        option_fault_done(&f);
        return library_refuse(KIBITZER_UNKNOWN, "this command has no document");
    }
    d->asks_for_json = !was_set;
    current->on_output = add_to_document;
    current->output_context = d;
    const int code = settle_and_run(&d->running);
    if (code >= 0 && d->length != 0)
        d->text = text_of(d);
    return code;
}

/* However the request ended: memory may have run out in the middle of it. */
static void leave_as_before(const struct document *d)
{
    if (d->asks_for_json)
        options_clear_switch(d->running.options->options, "json");
    if (d->running.call != NULL)
        library_hear(d->running.call);
}

char *kibitzer_document(struct kibitzer_options *o, const char *const *input, size_t n, size_t *length,
                        struct kibitzer_call *c)
{
    struct document d = {.running = {.call = c, .options = o, .input = input, .n = n}};
    const int code = library_call(c, make_document, &d);
    leave_as_before(&d);
    free(d.bytes);
    if (length != NULL)
        *length = code >= 0 ? d.length : 0;
    return code >= 0 ? d.text : NULL;
}
