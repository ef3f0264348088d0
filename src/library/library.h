/* What the files of the public library share: handles, and how a request from outside is carried out. */
#ifndef KIBITZER_LIBRARY_H
#define KIBITZER_LIBRARY_H

#include "base/call.h"
#include "base/command.h"
#include "base/threads.h"
#include "engine/pool.h"
#include "kibitzer.h"

struct kibitzer_call {
    struct call call;
    struct call_input given; /* see kibitzer_call_input() */
    const struct language *language; /* NULL = English, until options say it again */
    int code;
    char *option, *value; /* of KIBITZER_BAD_OPTION; of malloc(), as is what follows: they outlive attempts */
    char *messages;
    size_t messages_length;
    kibitzer_message_hook *message;
    void *message_context;
    kibitzer_output_hook *output;
    void *output_context;
    kibitzer_progress_hook *progress;
    void *progress_context;
};

struct kibitzer_options {
    struct options *options;
    const struct command *command;
    char letter[2], *text; /* what kibitzer_options_text() gave last */
};

struct kibitzer_engine {
    struct engine_stock stock;
    int stronger; /* of positions, which have no names: enum stronger */
};

struct kibitzer_position {
    struct position position;
};

/* Who has won the game, and how many points; NOBODY, 0 until then. */
int library_winner(const struct position *p, int *points);
/* Why a board of the public header cannot be, or NULL; and the board that it is. */
const char *library_board_problem(const int8_t points[26]);
struct board library_board(const int8_t points[26]);
/* KIBITZER_MISUSE: an argument is NULL. */
int library_refuse_null(void);

/* Why nothing can be asked about a position, or NULL. */
const char *library_over(const struct position *p);
/* The engine that answers for a position; NULL with a problem, too, where it knows nothing of it. */
const struct engine *library_engine(const struct kibitzer_engine *e, const struct position *p, const char **problem);

struct cursor_value {
    const char *text; /* until the next row; NULL = not known, or a number */
    double number; /* NAN = not known, or a text */
};

/* A cursor; the kinds embed it first. */
struct kibitzer_cursor {
    const char *const *names; /* of the columns */
    size_t columns;
    struct cursor_value *values; /* [columns], of the row at hand */
    int (*next)(struct kibitzer_cursor *k); /* 1 = a row, 0 = the end, or a code */
    void (*done)(struct kibitzer_cursor *k); /* all but the cursor itself and its values */
    bool on_row;
};
/* `size` bytes, zeroed, with room for the values. */
void *library_cursor_new(size_t size, const char *const *names, size_t columns);

/* Carries out work(context) as an attempt of its own with `c` (NULL: nobody listens) as the current call. What work()
 * gives back is the code, but for memory that ran out. */
int library_call(struct kibitzer_call *c, int (*work)(void *context), void *context);

/* The same for work that can be left where it stands once it is cancelled (attempt_until_cancelled()). */
int library_ask(struct kibitzer_call *c, int (*work)(void *context), void *context);

/* Output goes to the hook of the call. */
void library_hear(struct kibitzer_call *c);

/* For work(): says why it cannot be done and returns `code`. */
int library_refuse(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same about an option. */
int library_refuse_option(struct kibitzer_call *c, const struct option_fault *f);

/* The options settled: the struct of the command, or NULL after library_refuse_option() as *code. */
const void *library_settle(struct kibitzer_call *c, struct kibitzer_options *o, int *code);

/* A collection stays open while somebody holds it. */
struct kibitzer_collection;
void library_hold(struct kibitzer_collection *k);
void library_let_go(struct kibitzer_collection *k);
/* Between these two the store works; where memory runs out there, the next call puts it right. The second returns
 * `ok`. */
struct store *library_enter(struct kibitzer_collection *k);
bool library_leave(struct kibitzer_collection *k, bool ok);
/* KIBITZER_UNREADABLE after a message. */
int library_unread(struct kibitzer_collection *k);

/* A copy of a match, for callers that change it; NULL after a message, with *code. */
struct match;
struct match *library_match(const struct kibitzer_file *f, size_t match, int *code);

#endif
