/* A request: where its messages, output and progress go, and whether to stop. Each thread that works for it has it as
 * its current call, as with attempts (attempt.h); threads_for() hands it on to its threads. Without a current call,
 * messages are dropped. Hooks are called one at a time. */
#ifndef KIBITZER_CALL_H
#define KIBITZER_CALL_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/attempt.h"
#include "base/diag.h"

struct engine_stock;
struct language;
struct options;

struct call_input { /* bytes in the place of standard input */
    const char *at;
    size_t length, used;
};

/* How a run ended; the same meaning in every command. */
enum call_ending {
    CALL_CLEAN = 0, /* everything asked for was done */
    CALL_SOME_FAILED = 1, /* some inputs failed or were refused in part, and that was reported; the rest was done */
    CALL_MISUSE = 2, /* what was asked for makes no sense; nothing was done */
    CALL_NOTHING = 3, /* nothing usable among the inputs, or nothing could be written */
    CALL_CANCELLED = 130 /* files written before it are whole */
};

enum call_kind { CALL_NOTE, CALL_INFO, CALL_WARNING, CALL_ERROR };

struct call_message {
    enum call_kind kind;
    const char *file; /* NULL = about no file */
    int line, column; /* from 1; 0 = not known */
    const char *text; /* what was found, what was expected */
    const char *shown; /* with place and severity, and perhaps the line and a caret: lines without the last \n */
};

enum { CALL_WORDS_MAX = 512 };

struct call {
    void (*on_message)(void *context, const struct call_message *m);
    void *message_context;
    bool (*on_output)(void *context, const void *bytes, size_t length); /* length 0: what came so far is wanted now */
    void *output_context;
    bool (*on_progress)(void *context, double done, const char *what); /* false: stop; what NULL: there is none now */
    void *progress_context;
    int every_ms; /* between two reports of progress */
    enum call_kind least; /* of the messages that are reported */
    const char *about; /* the command, for messages: "analyze" */
    struct attempt_limits limits; /* on each run */
    const struct options *options; /* of the command that runs; NULL = none does */
    const struct language *language; /* of its words, see language.h; NULL = English */
    struct shares *shares; /* of loops, with other workers (helpers.h); NULL = those of the call around, if any */
    struct engine_stock
        *engines; /* what commands take where their options name no engine (engine/pool.h); NULL = none */
    struct call_input *input; /* what "-" is; NULL = standard input */
    double patience; /* seconds that a pipe or a device may take to be read; 0 = as long as it takes */
    volatile sig_atomic_t cancelled;

    bool output_failed;
    char first[CALL_WORDS_MAX]; /* the first error in one line; "" = none */
    enum call_kind worst; /* of `first` */
    double last_progress; /* seconds */
    struct guarded_files { /* see input_guard() in outputs.h; they live as long as the run */
        struct file_identity *at;
        size_t n, capacity;
    } guarded;
    pthread_mutex_t lock; /* held while a hook runs */
};

void call_init(struct call *c);
void call_done(struct call *c);
/* Forgets what the last run has left, its cancellation too. */
void call_reset(struct call *c);

/* work(context) as an attempt of its own with `c` as the current call. False after a message: memory ran out, or what
 * the program brought is damaged. */
bool call_run(struct call *c, void (*work)(void *context), void *context);

/* Of this thread; NULL = none. The second is for threads that work for a call and gives back what was current. */
struct call *call_current(void);
struct call *call_enter(struct call *c);

/* ---- saying ---- */

/* One line. Errors always, the rest as the call wants. */
void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void say_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Why the last attempt of this thread ended, of the file `path`; nothing if the call is cancelled. */
void say_why_ended(const char *path);

/* What a reader, a check or a writer said. */
void call_diags(const struct diags *d);
/* The same of what writing a file said: its notes say what is lost, and count as CALL_INFO. */
void call_losses(const struct diags *d);

/* What was asked for makes no sense: says so and returns CALL_MISUSE. */
int call_misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- output ---- */

/* What the command prints. */
void call_write(const void *bytes, size_t length);
void call_puts(const char *text);
void call_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void call_flush(void);
/* What the call says if it is asked for its error, without a message; nothing if there was another one. */
void call_keep_error(const char *text);
/* Could all that was printed be written? */
bool call_output_is_whole(void);

/* ---- progress and stopping ---- */

void call_progress(double done, const char *what);
void call_progress_end(void);

/* Sets what call_cancelled() gives to threads that work for `c`; from any thread. */
void call_cancel(struct call *c);
bool call_cancelled(void);
/* The cancellation was the usual end of what was done, and nothing was cut short. */
void call_ended_as_usual(void);
/* The flag behind it, non-zero once cancelled; never NULL. */
const volatile sig_atomic_t *call_cancel_flag(void);

#endif
