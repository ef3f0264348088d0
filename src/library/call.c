/* Calls of the public library: hooks in, code and words out. See kibitzer.h. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/language.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "library/library.h"

const char *kibitzer_version(void)
{
    return KIBITZER_VERSION;
}

int kibitzer_version_number(void)
{
    return KIBITZER_VERSION_NUMBER;
}

void kibitzer_free(void *p)
{
    xfree(p);
}

/* ---- messages ---- */

struct kibitzer_message {
    const struct call_message *of;
};

int kibitzer_message_severity(const struct kibitzer_message *m)
{
    return m != NULL ? (int)m->of->kind : -1; /* ORDER SEVERITY */
}

const char *kibitzer_message_text(const struct kibitzer_message *m)
{
    return m != NULL ? m->of->text : "";
}

const char *kibitzer_message_file(const struct kibitzer_message *m)
{
    return m != NULL ? m->of->file : NULL;
}

int kibitzer_message_line(const struct kibitzer_message *m)
{
    return m != NULL ? m->of->line : 0;
}

int kibitzer_message_column(const struct kibitzer_message *m)
{
    return m != NULL ? m->of->column : 0;
}

const char *kibitzer_message_display(const struct kibitzer_message *m)
{
    return m != NULL ? m->of->shown : "";
}

/* Where nobody listens they are kept; where memory is short, one less. */
static void keep_message(struct kibitzer_call *c, const char *line)
{
    const size_t length = strlen(line);
    char *more = realloc(c->messages, c->messages_length + length + 2);
    if (more == NULL)
        return;
    memcpy(more + c->messages_length, line, length);
    more[c->messages_length + length] = '\n';
    more[c->messages_length + length + 1] = '\0';
    c->messages = more;
    c->messages_length += length + 1;
}

static void on_message(void *context, const struct call_message *m)
{
    struct kibitzer_call *c = context;
    const struct kibitzer_message message = {m};
    if (c->message != NULL)
        c->message(c->message_context, &message);
    else
        keep_message(c, m->shown);
}

static bool on_output(void *context, const void *bytes, size_t length)
{
    struct kibitzer_call *c = context;
    return c->output == NULL || c->output(c->output_context, bytes, length) == 0;
}

/* ---- progress ---- */

struct kibitzer_progress {
    double done;
    const char *what;
};

double kibitzer_progress_fraction(const struct kibitzer_progress *p)
{
    return p != NULL ? p->done : 0;
}

const char *kibitzer_progress_text(const struct kibitzer_progress *p)
{
    return p != NULL ? p->what : "";
}

static bool on_progress(void *context, double done, const char *what)
{
    struct kibitzer_call *c = context;
    const struct kibitzer_progress progress = {done, what};
    return c->progress(c->progress_context, &progress) == 0;
}

/* ---- the handle ---- */

void library_hear(struct kibitzer_call *c)
{
    c->call.on_output = on_output;
    c->call.output_context = c;
}

static void call_prepare(struct kibitzer_call *c)
{
    call_init(&c->call);
    c->call.on_message = on_message;
    c->call.message_context = c;
    c->call.progress_context = c;
    library_hear(c);
}

struct kibitzer_call *kibitzer_call_new(void)
{
    struct kibitzer_call *c = calloc(1, sizeof *c);
    if (c != NULL)
        call_prepare(c);
    return c;
}

static void forget(struct kibitzer_call *c)
{
    free(c->option);
    free(c->value);
    free(c->messages);
    c->option = c->value = c->messages = NULL;
    c->messages_length = 0;
    c->code = KIBITZER_OK;
}

void kibitzer_call_free(struct kibitzer_call *c)
{
    if (c == NULL)
        return;
    forget(c);
    call_done(&c->call);
    free(c);
}

void kibitzer_call_reset(struct kibitzer_call *c)
{
    if (c == NULL)
        return;
    forget(c);
    call_reset(&c->call);
}

void kibitzer_call_on_message(struct kibitzer_call *c, kibitzer_message_hook *hook, void *context)
{
    if (c == NULL)
        return;
    c->message = hook;
    c->message_context = context;
}

void kibitzer_call_on_output(struct kibitzer_call *c, kibitzer_output_hook *hook, void *context)
{
    if (c == NULL)
        return;
    c->output = hook;
    c->output_context = context;
}

void kibitzer_call_on_progress(struct kibitzer_call *c, kibitzer_progress_hook *hook, void *context, int every_ms)
{
    if (c == NULL)
        return;
    c->progress = hook;
    c->progress_context = context;
    c->call.on_progress = hook != NULL ? on_progress : NULL;
    c->call.every_ms = every_ms < 0 ? 0 : every_ms;
}

void kibitzer_call_cancel(struct kibitzer_call *c)
{
    if (c != NULL)
        call_cancel(&c->call);
}

int kibitzer_call_limit(struct kibitzer_call *c, size_t megabytes, double seconds)
{
    if (c == NULL || !(seconds >= 0) || megabytes > SIZE_MAX >> 20)
        return KIBITZER_MISUSE;
    c->call.limits = (struct attempt_limits){.bytes = megabytes << 20, .seconds = seconds};
    return KIBITZER_OK;
}

void kibitzer_call_input(struct kibitzer_call *c, const void *bytes, size_t length)
{
    if (c == NULL)
        return;
    c->given = (struct call_input){.at = bytes != NULL ? bytes : "", .length = bytes != NULL ? length : 0};
    c->call.input = &c->given;
}

void kibitzer_call_report(struct kibitzer_call *c, enum kibitzer_severity least)
{
    if (c != NULL)
        c->call.least = least < KIBITZER_NOTE ? CALL_NOTE : least > KIBITZER_ERROR ? CALL_ERROR : (enum call_kind)least;
}

int kibitzer_call_language(struct kibitzer_call *c, const char *code)
{
    const struct language *l = code != NULL ? language_named(code) : NULL;
    if (c == NULL)
        return KIBITZER_MISUSE;
    if (code != NULL && l == NULL)
        return KIBITZER_UNKNOWN;
    c->language = l;
    return KIBITZER_OK;
}

const char *kibitzer_call_words(const struct kibitzer_call *c, const char *english)
{
    if (english == NULL)
        return NULL;
    return language_words(c != NULL && c->language != NULL ? c->language : language_named("en"), english);
}

int kibitzer_call_code(const struct kibitzer_call *c)
{
    return c != NULL ? c->code : KIBITZER_MISUSE;
}

const char *kibitzer_call_message(const struct kibitzer_call *c)
{
    return c != NULL ? c->call.first : "";
}

const char *kibitzer_call_option(const struct kibitzer_call *c)
{
    return c != NULL ? c->option : NULL;
}

const char *kibitzer_call_value(const struct kibitzer_call *c)
{
    return c != NULL ? c->value : NULL;
}

const char *kibitzer_call_messages(const struct kibitzer_call *c)
{
    return c != NULL && c->messages != NULL ? c->messages : "";
}

/* ---- carrying out ---- */

struct request {
    int (*work)(void *context);
    void *context;
    int code;
};

static void work_attempted(void *request)
{
    struct request *r = request;
    r->code = r->work(r->context);
}

/* It is cancelled until the last step. */
static void work_until_cancelled(void *request)
{
    struct request *r = request;
    r->code = KIBITZER_CANCELLED;
    attempt_turn(work_attempted, r);
}

/* For programmers, in English: their users have pressed something and know. */
static const char cancelled_before[] =
    "the call was cancelled before this request began; kibitzer_call_reset() makes it usable again";

static int carry_out(struct kibitzer_call *c, int (*work)(void *context), void *context, void (*how)(void *request))
{
    struct kibitzer_call unheard = {0};
    struct request r = {.work = work, .context = context};
    if (c == NULL)
        call_prepare(&unheard);
    struct kibitzer_call *mine = c != NULL ? c : &unheard;
    const sig_atomic_t cancelled = mine->call.cancelled; /* one that came before still counts */
    kibitzer_call_reset(mine);
    mine->call.cancelled = cancelled;
    mine->call.language = mine->language;
    if (!call_run(&mine->call, how, &r))
        r.code = attempt_was_cancelled()       ? KIBITZER_CANCELLED
                 : attempt_hit_limit_of_call() ? KIBITZER_LIMIT
                 : attempt_why() == NULL       ? KIBITZER_NO_MEMORY
                                               : KIBITZER_FAILED;
    if (r.code == KIBITZER_CANCELLED && mine->call.first[0] == '\0')
        snprintf(mine->call.first, sizeof mine->call.first, "%s", cancelled ? cancelled_before : "cancelled");
    mine->code = r.code;
    if (c == NULL) {
        forget(&unheard);
        call_done(&unheard.call);
    }
    return r.code;
}

int library_call(struct kibitzer_call *c, int (*work)(void *context), void *context)
{
    return carry_out(c, work, context, work_attempted);
}

int library_ask(struct kibitzer_call *c, int (*work)(void *context), void *context)
{
    return carry_out(c, work, context, work_until_cancelled);
}

int library_refuse(int code, const char *format, ...)
{
    char text[CALL_WORDS_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    say_error("%s", text);
    return code;
}
