/* Requests; see call.h. Messages are composed outside the lock and handed on inside it. */
#include "base/call.h"
#include "base/date.h"
#include "base/format.h"
#include "base/secrets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct call *current;

void call_init(struct call *c)
{
    *c = (struct call){.least = CALL_INFO, .every_ms = 100};
    pthread_mutex_init(&c->lock, NULL);
}

void call_done(struct call *c)
{
    pthread_mutex_destroy(&c->lock);
}

void call_reset(struct call *c)
{
    c->cancelled = 0;
    c->output_failed = false;
    c->first[0] = '\0';
    c->worst = CALL_NOTE;
    c->last_progress = 0;
    c->patience = 0;
    if (c->input != NULL)
        c->input->used = 0;
}

struct call *call_current(void)
{
    return current;
}

struct call *call_enter(struct call *c)
{
    struct call *before = current;
    current = c;
    return before;
}

bool call_run(struct call *c, void (*work)(void *context), void *context)
{
    struct call *before = call_enter(c);
    struct shares *own = c->shares;
    if (own == NULL && before != NULL)
        c->shares = before->shares;
    const bool limited = c->limits.bytes != 0 || c->limits.seconds > 0;
    const bool whole = limited ? attempt_within_call(&c->limits, work, context) : attempt(work, context);
    if (!whole && !attempt_was_cancelled())
        say_error("%s", attempt_why_text());
    free(c->guarded.at);
    c->guarded = (struct guarded_files){0};
    c->shares = own;
    call_enter(before);
    return whole;
}

/* ---- saying ---- */

static void keep_first(struct call *c, const struct call_message *m)
{
    if (m->kind < CALL_WARNING || (c->first[0] != '\0' && m->kind <= c->worst))
        return;
    c->worst = m->kind;
    snprintf(c->first, sizeof c->first, "%s%s%s", m->file != NULL ? m->file : "", m->file != NULL ? ": " : "", m->text);
}

void call_keep_error(const char *text)
{
    if (current != NULL && current->worst < CALL_ERROR)
        keep_first(current, &(struct call_message){.kind = CALL_ERROR, .text = tr(text)});
}

static void hand_on(struct call *c, const struct call_message *m)
{
    pthread_mutex_lock(&c->lock);
    keep_first(c, m);
    if (c->on_message != NULL && m->kind >= c->least)
        c->on_message(c->message_context, m);
    pthread_mutex_unlock(&c->lock);
}

/* The prefix and the words, of malloc(); NULL where there is no memory. */
static char *compose(const char *prefix, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int length = format_in(language_current(), NULL, 0, format, again);
    va_end(again);
    const size_t before = strlen(prefix), room = before + (size_t)(length < 0 ? 0 : length) + 1;
    char *text = malloc(room);
    if (text == NULL)
        return NULL;
    snprintf(text, room, "%s", prefix);
    (void)format_in(language_current(), text + before, room - before, format, args);
    secrets_mask(text + before);
    return text;
}

/* `about`: the command, or NULL; the severity is printed before what is neither misuse nor information. */
static void say_as(enum call_kind kind, const char *about, const char *severity, const char *format, va_list args)
{
    struct call *c = current;
    char prefix[128];
    snprintf(prefix, sizeof prefix, "kibitzer%s%s: %s%s", about != NULL ? " " : "", about != NULL ? about : "",
             severity != NULL ? tr(severity) : "", severity != NULL ? ": " : "");
    char *shown = c != NULL ? compose(prefix, format, args) : NULL;
    if (shown == NULL)
        return;
    hand_on(c, &(struct call_message){.kind = kind, .text = shown + strlen(prefix), .shown = shown});
    free(shown);
}

#define SAY_AS(kind, about, severity)                                                                                  \
    va_list args;                                                                                                      \
    va_start(args, format);                                                                                            \
    say_as(kind, about, severity, format, args);                                                                       \
    va_end(args)

void say_error(const char *format, ...)
{
    SAY_AS(CALL_ERROR, NULL, severity_name(SEVERITY_ERROR));
}

void say_warning(const char *format, ...)
{
    SAY_AS(CALL_WARNING, NULL, severity_name(SEVERITY_WARNING));
}

void say(const char *format, ...)
{
    SAY_AS(CALL_INFO, NULL, NULL);
}

void say_note(const char *format, ...)
{
    SAY_AS(CALL_NOTE, NULL, severity_name(SEVERITY_NOTE));
}

void say_why_ended(const char *path)
{
    if (!attempt_was_cancelled())
        say_error("%s: %s", path, attempt_why_text());
}

int call_misuse(const char *format, ...)
{
    SAY_AS(CALL_ERROR, current != NULL ? current->about : NULL, NULL);
    return CALL_MISUSE;
}

struct handing {
    struct call *call;
    const char *file;
    bool losses;
};

static void hand_diag_on(void *handing, const struct diag *g, const char *shown)
{
    const struct handing *h = handing;
    static const enum call_kind kinds[] = {CALL_NOTE, CALL_WARNING, CALL_ERROR}; /* ORDER SEVERITY */
    struct call_message m = {.kind = kinds[g->severity], .file = h->file, .text = diag_words(g), .shown = shown};
    if (h->losses && m.kind == CALL_NOTE)
        m.kind = CALL_INFO;
    m.line = g->line;
    m.column = g->line > 0 && g->column <= 0 ? 1 : g->column;
    hand_on(h->call, &m);
}

static void hand_diags_on(const struct diags *d, bool losses)
{
    static const enum severity least[] = {SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_WARNING, SEVERITY_ERROR};
    struct call *c = current;
    struct handing h = {.call = c, .file = d->file, .losses = losses};
    if (c != NULL)
        diags_show(d, losses && c->least <= CALL_INFO ? SEVERITY_NOTE : least[c->least], hand_diag_on, &h);
}

void call_diags(const struct diags *d)
{
    hand_diags_on(d, false);
}

void call_losses(const struct diags *d)
{
    hand_diags_on(d, true);
}

/* ---- output ---- */

void call_write(const void *bytes, size_t length)
{
    struct call *c = current;
    if (c == NULL || c->on_output == NULL)
        return;
    pthread_mutex_lock(&c->lock);
    c->output_failed = c->output_failed || !c->on_output(c->output_context, bytes, length);
    pthread_mutex_unlock(&c->lock);
}

void call_puts(const char *text)
{
    if (text[0] != '\0')
        call_write(text, strlen(text));
}

void call_printf(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    const int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0)
        attempt_fail();
    call_puts(text);
    free(text);
}

void call_flush(void)
{
    call_write("", 0);
}

bool call_output_is_whole(void)
{
    return current == NULL || !current->output_failed;
}

/* ---- progress and stopping ---- */

static void report_progress(struct call *c, double done, const char *what)
{
    pthread_mutex_lock(&c->lock);
    if (!c->on_progress(c->progress_context, done, what))
        call_cancel(c);
    pthread_mutex_unlock(&c->lock);
}

void call_progress(double done, const char *what)
{
    struct call *c = current;
    if (c == NULL || c->on_progress == NULL)
        return;
    const double time = clock_seconds();
    pthread_mutex_lock(&c->lock);
    const bool due = time - c->last_progress >= 1e-3 * c->every_ms;
    if (due)
        c->last_progress = time;
    pthread_mutex_unlock(&c->lock);
    if (due)
        report_progress(c, done < 0 ? 0 : done > 1 ? 1 : done, what);
}

void call_progress_end(void)
{
    if (current != NULL && current->on_progress != NULL)
        report_progress(current, 1, NULL);
}

/* Threads at work look at the flag now and then, as they do where a signal handler has set it: one word and no lock. */
__attribute__((no_sanitize("thread"))) void call_cancel(struct call *c)
{
    c->cancelled = 1;
}

void call_ended_as_usual(void)
{
    if (current != NULL)
        current->cancelled = 0;
}

bool call_cancelled(void)
{
    return current != NULL && current->cancelled != 0;
}

const volatile sig_atomic_t *call_cancel_flag(void)
{
    static const volatile sig_atomic_t never = 0;
    return current != NULL ? &current->cancelled : &never;
}
