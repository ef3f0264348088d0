/* kibitzer as a library: backgammon match files in; analysis, answers, reports and any other format out.
 *
 *     struct kibitzer_call *call = kibitzer_call_new();
 *     struct kibitzer_options *options = kibitzer_options_new("analyze", call);
 *     kibitzer_options_set(options, "level", "1ply", call);
 *     const char *input[] = {"matches/"};
 *     int code = kibitzer_run(options, input, 1, call);
 *
 * Two more headers belong to it: kibitzer_position.h (positions, plays, evaluation of arrays) and
 * kibitzer_collection.h (cursors over a collection). The program `kibitzer` uses nothing else.
 *
 * CALLS. Every function that can fail takes a call: where messages, output and progress go, what may stop it, and,
 * after it, a code and words. NULL is allowed: then nothing is reported. A call serves one request at a time and may be
 * used again. ERRORS. A function that failed returns NULL or a negative code. None ends the process, whatever it is
 * given: NULL and absurd numbers are refused with KIBITZER_MISUSE. MEMORY. `char *` that a function returns is the
 * caller's, to be freed by kibitzer_free(); `const char *` is borrowed. Inputs are copied. Every handle has its own
 * function to free it; NULL is fine there. THREADS. A call, an options handle, a file, a cursor: one thread at a time.
 * An engine: any number at once. kibitzer_call_cancel() may be called from any thread and from a signal handler. */
#ifndef KIBITZER_H
#define KIBITZER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KIBITZER_API __attribute__((visibility("default")))

#define KIBITZER_VERSION_MAJOR 0
#define KIBITZER_VERSION_MINOR 1
#define KIBITZER_VERSION_PATCH 0
#define KIBITZER_VERSION_NUMBER (KIBITZER_VERSION_MAJOR * 10000 + KIBITZER_VERSION_MINOR * 100 + KIBITZER_VERSION_PATCH)

enum kibitzer_code {
    KIBITZER_OK = 0,
    KIBITZER_SOME_FAILED = 1, /* some inputs failed or were refused in part; the rest was done */
    KIBITZER_FAILED = -1, /* nothing usable was found, or nothing could be written: the messages say which */
    KIBITZER_NO_MEMORY = -2, /* nothing has changed; the same call may succeed later */
    KIBITZER_MISUSE = -3, /* NULL, a number out of range, options that do not go together */
    KIBITZER_UNKNOWN = -4, /* no such command, option, format, level or match number */
    KIBITZER_UNREADABLE = -5, /* the file cannot be opened or read */
    KIBITZER_CANCELLED = -6, /* by kibitzer_call_cancel() or by a progress hook; files that are there are whole */
    KIBITZER_BAD_OPTION = -7, /* a value that an option does not take: kibitzer_call_option() names it */
    KIBITZER_LIMIT = -8 /* it took more than kibitzer_call_limit() allows; files that are there are whole */
};

/* "0.1.0", and the number of the library that is running (compare with KIBITZER_VERSION_NUMBER). */
KIBITZER_API const char *kibitzer_version(void);
KIBITZER_API int kibitzer_version_number(void);

/* Frees what a function here has returned as text or bytes. NULL is fine. */
KIBITZER_API void kibitzer_free(void *p);

/* ---- calls ---- */

struct kibitzer_call;
struct kibitzer_message; /* lives while the hook runs */
struct kibitzer_progress; /* likewise */

/* NULL if there is no memory. Without hooks messages are kept for kibitzer_call_messages(), output is dropped. */
KIBITZER_API struct kibitzer_call *kibitzer_call_new(void);
KIBITZER_API void kibitzer_call_free(struct kibitzer_call *c);

/* HOOKS are called one at a time, from the caller's thread or one that works for it; the handles of the call are off
 * limits inside, but for kibitzer_call_cancel(). */
typedef void kibitzer_message_hook(void *context, const struct kibitzer_message *m);
KIBITZER_API void kibitzer_call_on_message(struct kibitzer_call *c, kibitzer_message_hook *hook, void *context);

/* What a command prints; not 0: it could not be written, and the call ends with KIBITZER_FAILED. */
typedef int kibitzer_output_hook(void *context, const void *bytes, size_t length);
KIBITZER_API void kibitzer_call_on_output(struct kibitzer_call *c, kibitzer_output_hook *hook, void *context);

/* At most every `every_ms` milliseconds; not 0: stop. */
typedef int kibitzer_progress_hook(void *context, const struct kibitzer_progress *p);
KIBITZER_API void kibitzer_call_on_progress(struct kibitzer_call *c, kibitzer_progress_hook *hook, void *context,
                                            int every_ms);

/* Stops this call soon; stays set until kibitzer_call_reset(), as kibitzer_call_message() says where a later call ends
 * for that reason. */
KIBITZER_API void kibitzer_call_cancel(struct kibitzer_call *c);
/* Forgets code, words, messages and a cancellation; hooks stay. */
KIBITZER_API void kibitzer_call_reset(struct kibitzer_call *c);

/* What each call with this handle may take at most: memory of the library's own (not of libxml2, SQLite and others
 * below it) in units of 2^20 bytes, and time; 0 = no limit, as at the beginning. A batch goes on without the file that
 * took too much memory. Limits of options (max-memory, max-seconds) hold as well. KIBITZER_MISUSE for NULL and a
 * negative number. */
KIBITZER_API int kibitzer_call_limit(struct kibitzer_call *c, size_t megabytes, double seconds);

/* What the input "-" is from now on, instead of standard input: bytes, which are not copied and stay where they are
 * until other ones are named; each call reads them from their beginning. NULL: there is nothing in it. */
KIBITZER_API void kibitzer_call_input(struct kibitzer_call *c, const void *bytes, size_t length);

/* The language of what the calls with this handle say, by its code ("de"), unless options name another; NULL, and at
 * the beginning: English. Codes and names are English in every language. KIBITZER_UNKNOWN: there is none, all stays. */
KIBITZER_API int kibitzer_call_language(struct kibitzer_call *c, const char *code);
/* English words of ours in that language, such as the help of an option without its ends of lines; the English words
 * themselves where they are not translated. */
KIBITZER_API const char *kibitzer_call_words(const struct kibitzer_call *c, const char *english);

enum kibitzer_severity {
    KIBITZER_NOTE, /* shown on request only */
    KIBITZER_INFO, /* what was done */
    KIBITZER_WARNING,
    KIBITZER_ERROR
};
/* From which severity on messages are reported; KIBITZER_INFO at the beginning. */
KIBITZER_API void kibitzer_call_report(struct kibitzer_call *c, enum kibitzer_severity least);

KIBITZER_API int kibitzer_message_severity(const struct kibitzer_message *m);
KIBITZER_API const char *kibitzer_message_text(const struct kibitzer_message *m); /* what was found, what expected */
KIBITZER_API const char *kibitzer_message_file(const struct kibitzer_message *m); /* NULL = about no file */
KIBITZER_API int kibitzer_message_line(const struct kibitzer_message *m); /* from 1; 0 = the file as a whole */
KIBITZER_API int kibitzer_message_column(const struct kibitzer_message *m); /* from 1, in bytes; 0 = not known */
/* With place, severity, and the line and a caret where the source is text: "final.mat:17:24: error: ...". */
KIBITZER_API const char *kibitzer_message_display(const struct kibitzer_message *m);

KIBITZER_API double kibitzer_progress_fraction(const struct kibitzer_progress *p); /* 0 to 1 */
KIBITZER_API const char *kibitzer_progress_text(const struct kibitzer_progress *p); /* what is being done */

/* After a call: its code, its first error of the worst kind in one line ("" if there is none), the option and the value
 * that KIBITZER_BAD_OPTION is about (NULL otherwise), and without a message hook all messages, a line each. The texts
 * live until the next call with this handle. */
KIBITZER_API int kibitzer_call_code(const struct kibitzer_call *c);
KIBITZER_API const char *kibitzer_call_message(const struct kibitzer_call *c);
KIBITZER_API const char *kibitzer_call_option(const struct kibitzer_call *c);
KIBITZER_API const char *kibitzer_call_value(const struct kibitzer_call *c);
KIBITZER_API const char *kibitzer_call_messages(const struct kibitzer_call *c);

/* ---- options ---- */

/* The options of a command, each with its default. The tables are the program's: names, values and ranges are those of
 * its command line, and kibitzer_options_json() has them for other programs. */
struct kibitzer_options;

KIBITZER_API struct kibitzer_options *kibitzer_options_new(const char *command, struct kibitzer_call *c);
KIBITZER_API void kibitzer_options_free(struct kibitzer_options *o);

/* Sets an option by name ("level", without dashes). Switches take "yes" and "no"; NULL is "yes". What several options
 * say together is checked when they are used. */
KIBITZER_API int kibitzer_options_set(struct kibitzer_options *o, const char *name, const char *text,
                                      struct kibitzer_call *c);
KIBITZER_API int kibitzer_options_set_number(struct kibitzer_options *o, const char *name, double value,
                                             struct kibitzer_call *c);

/* One by one: how many there are, and what the table says of each. A text that there is not is NULL; it lives until the
 * next such call with this handle. */
enum kibitzer_option_text {
    KIBITZER_OPTION_NAME,
    KIBITZER_OPTION_LETTER, /* one letter, or NULL */
    KIBITZER_OPTION_ARGUMENT, /* "FILE"; NULL = a switch */
    KIBITZER_OPTION_DEFAULT,
    KIBITZER_OPTION_HELP, /* lines end with \n, but for the last; NULL = not listed */
    KIBITZER_OPTION_GROUP, /* "What reports show" */
    KIBITZER_OPTION_VALUES, /* those that there are, a line each; NULL = anything in range */
    KIBITZER_OPTION_ALIAS /* an older spelling that still works, or NULL */
};
KIBITZER_API size_t kibitzer_options_count(const struct kibitzer_options *o);
KIBITZER_API const char *kibitzer_options_text(struct kibitzer_options *o, size_t index,
                                               enum kibitzer_option_text which);
/* All of them as a document (docs/options.schema.json). */
KIBITZER_API char *kibitzer_options_json(const char *command, struct kibitzer_call *c);

/* ---- commands ---- */

/* Their names, in the order of `kibitzer --help`; NULL behind the last. */
KIBITZER_API const char *kibitzer_command_name(size_t index);

/* Does what the command does, with the files, folders, positions or words that it takes as `input`. Files are written
 * as the options say; what the command prints goes to the output hook. Returns a code: 0, 1 or negative. */
KIBITZER_API int kibitzer_run(struct kibitzer_options *o, const char *const *input, size_t n, struct kibitzer_call *c);

/* The command's document: the bytes that it prints with its option `json`. They end with a NUL that *length does not
 * count; `length` may be NULL. NULL on failure. Schemas: docs/COMMAND.schema.json. */
KIBITZER_API char *kibitzer_document(struct kibitzer_options *o, const char *const *input, size_t n, size_t *length,
                                     struct kibitzer_call *c);

/* ---- files ---- */

struct kibitzer_file; /* the matches of one file */
struct kibitzer_engine; /* network and tables, loaded once */

/* Reads a file, or bytes in memory (`name` is for messages and may be NULL). `o`: options of any command that reads
 * files (from, encoding, limits); NULL = the defaults. Of an archive or a mail all match files are read, one after the
 * other, and `path` may also be a folder, a URL or "-". NULL if nothing usable was found; KIBITZER_SOME_FAILED if a
 * part of it was refused and the rest is there. */
KIBITZER_API struct kibitzer_file *kibitzer_open(const char *path, struct kibitzer_options *o, struct kibitzer_call *c);
KIBITZER_API struct kibitzer_file *kibitzer_read(const void *bytes, size_t length, const char *name,
                                                 struct kibitzer_options *o, struct kibitzer_call *c);
KIBITZER_API void kibitzer_close(struct kibitzer_file *f);

/* The same match by match, for files with more of them than fit into memory. `match` is a file of one, which lives
 * while the hook runs; kibitzer_close() leaves it alone. Other calls may be made about it, with a call of their own.
 * Not 0: stop, with KIBITZER_CANCELLED. Returns a code. */
typedef int kibitzer_match_hook(void *context, struct kibitzer_file *match);
KIBITZER_API int kibitzer_each(const char *path, kibitzer_match_hook *hook, void *context, struct kibitzer_options *o,
                               struct kibitzer_call *c);

/* How many matches there are; their numbers below begin with 0. */
KIBITZER_API size_t kibitzer_matches(const struct kibitzer_file *f);

/* What is known of a match; NULL = not given. The texts live as long as the file. */
enum kibitzer_match_text {
    KIBITZER_MATCH_FORMAT, /* "mat" */
    KIBITZER_MATCH_PLAYER_0, /* first named in the file */
    KIBITZER_MATCH_PLAYER_1,
    KIBITZER_MATCH_DATE, /* yyyy-mm-dd, yyyy-mm or yyyy; else the file's text that is not a date, or may be two */
    KIBITZER_MATCH_EVENT,
    KIBITZER_MATCH_ROUND,
    KIBITZER_MATCH_PLACE,
    KIBITZER_MATCH_ANNOTATOR
};
KIBITZER_API const char *kibitzer_match_text(const struct kibitzer_file *f, size_t match,
                                             enum kibitzer_match_text which);
enum kibitzer_match_number {
    KIBITZER_MATCH_LENGTH, /* points; 0 = money session */
    KIBITZER_MATCH_SCORE_0, /* after the last game that has a result */
    KIBITZER_MATCH_SCORE_1,
    KIBITZER_MATCH_GAMES,
    KIBITZER_MATCH_SETS /* analyses it carries, those made by kibitzer_analyze() included */
};
/* -1 if there is no such match. */
KIBITZER_API int kibitzer_match_number(const struct kibitzer_file *f, size_t match, enum kibitzer_match_number which);

/* `o`: options of any command with an engine (net, met, bearoff, cache, jobs); NULL = what is compiled in, and no file
 * is read or written. */
KIBITZER_API struct kibitzer_engine *kibitzer_engine_new(struct kibitzer_options *o, struct kibitzer_call *c);
KIBITZER_API void kibitzer_engine_free(struct kibitzer_engine *e);

/* From now on commands and documents with this call ask this engine, unless their options name another (net, met,
 * bearoff, hyper-database); NULL, and at the beginning: each opens its own, which takes some ten milliseconds. The
 * engine has to outlive the call, or to be taken from it. KIBITZER_MISUSE without a call. */
KIBITZER_API int kibitzer_call_engine(struct kibitzer_call *c, struct kibitzer_engine *e);

/* Does this machine compute as it should? A few hundred positions by the instructions that its processor claims to have
 * and by plain C: KIBITZER_OK where every bit is equal, else KIBITZER_FAILED. Milliseconds; for machines that nobody
 * has tried. */
KIBITZER_API int kibitzer_self_test(struct kibitzer_call *c);

/* Analyses a match and adds the result to it as one more annotation set; `o`: options of "analyze" (level, parts, jobs,
 * thresholds ...), NULL = the defaults. The result does not depend on the number of threads. After a failure, or a
 * cancellation, the match is as it was. */
KIBITZER_API int kibitzer_analyze(struct kibitzer_file *f, size_t match, const struct kibitzer_engine *e,
                                  struct kibitzer_options *o, struct kibitzer_call *c);

/* The match in another format, with its last analysis where the format can carry it; `o`: options of "convert" or
 * "analyze" about what reports show and what the file does not say (bottom, date ...), NULL = the defaults. The bytes
 * end with a NUL that *length does not count; `length` may be NULL. NULL on failure. */
KIBITZER_API char *kibitzer_write(const struct kibitzer_file *f, size_t match, const char *format,
                                  struct kibitzer_options *o, size_t *length, struct kibitzer_call *c);

/* ---- cursors ---- */

/* Rows one after the other. A cursor keeps what it goes over open, so the two may be closed in any order. Columns are
 * numbered in each function's comment; numbers never change, new ones are added behind the last. */
struct kibitzer_cursor;

/* 1 = there is a row, 0 = the end, negative = a code. */
KIBITZER_API int kibitzer_cursor_next(struct kibitzer_cursor *k, struct kibitzer_call *c);
KIBITZER_API size_t kibitzer_cursor_columns(const struct kibitzer_cursor *k);
KIBITZER_API const char *kibitzer_cursor_name(const struct kibitzer_cursor *k, size_t column);
/* The value of a column of text (until the next row), of a column of numbers; NULL and NAN where it is not known or the
 * column is of the other kind. */
KIBITZER_API const char *kibitzer_cursor_text(const struct kibitzer_cursor *k, size_t column);
KIBITZER_API double kibitzer_cursor_number(const struct kibitzer_cursor *k, size_t column);
KIBITZER_API void kibitzer_cursor_free(struct kibitzer_cursor *k);

/* The decisions of a match in the order of play, as the last annotation set judges them when the cursor is made: two
 * rows for a roll whose cube decision was analysed, one for any other roll, double, beaver, raccoon, take and drop. All
 * is seen by the player who decides; errors are positive; what is not analysed is not known. Columns: 0 game (number,
 * from 1), 1 move (number in the game), 2 player (0 or 1), 3 kind (text: play, roll for dice without a play, no double,
 * double, beaver, raccoon, take, drop), 4 xgid and 5 gnubg_id (texts: the position, of cube decisions before the roll),
 * 6 dice (text: 31), 7 played (text: 8/5 6/5, nothing where nothing could be moved; of cube decisions the action, as in
 * 3), 8 best (text: the best play, or the proper cube action), 9 error (EMG), 10 error_mwc (match winning chance; in
 * money play points), 11 luck and 12 luck_mwc (of the roll, likewise), 13 mark (text: doubtful, bad, very bad), 14
 * score and 15 opponent_score (before the game), 16 cube (before the action), 17 cube_owner (0 or 1; not known: in the
 * middle), 18 candidates (legal plays), 19 equity (of the play made; EMG) and 20 best_equity, 21 win, 22 win_g, 23
 * win_bg, 24 lose_g, 25 lose_bg (chances after the play made, of cube decisions the doubler's before the roll; gammons
 * include backgammons), 26 no_double, 27 double_take, 28 double_pass (equities of the doubler), 29 level (text: 2-ply,
 * rollout), 30 illegal (1: the play is not legal, and was kept as found), 31 comment (text), 32 themes (text: names
 * with blanks between), 33 why (text: why it was an error). */
KIBITZER_API struct kibitzer_cursor *kibitzer_decisions(struct kibitzer_file *f, size_t match, struct kibitzer_call *c);

/* The games of a match. Columns: 0 game (number, from 1), 1 score_0 and 2 score_1 (before it), 3 crawford (1: no cube
 * in this game), 4 winner (0 or 1; not known: unfinished), 5 points (won, cube included), 6 ending (text: borne off,
 * drop, resigned, forfeit, settled), 7 events (how many), 8 comment (text). */
KIBITZER_API struct kibitzer_cursor *kibitzer_games(struct kibitzer_file *f, size_t match, struct kibitzer_call *c);

/* All that happened in a match, in order. Columns: 0 game, 1 move (number in the game), 2 kind (text: play, roll,
 * double, take, drop, resign, accept ...), 3 player (0 or 1), 4 dice (text: 31), 5 play (text: 8/5 6/5, of the mover),
 * 6 value (the cube, or how much is resigned: 1, 2, 3), 7 illegal and 8 implied (1: kept as found; not in the source,
 * but followed from it), 9 comment (text), 10 xgid (text: the position before it), 11 line (of the source, from 1). */
KIBITZER_API struct kibitzer_cursor *kibitzer_events(struct kibitzer_file *f, size_t match, struct kibitzer_call *c);

/* The plays that the last analysis weighed for each roll, the best first. Columns: 0 game, 1 move, 2 player, 3 rank
 * (from 1), 4 play (text), 5 equity (of the mover, with the cube; EMG), 6 behind (the best, by this much), 7 win, 8
 * win_g, 9 win_bg, 10 lose_g, 11 lose_bg (the mover's chances; gammons include backgammons), 12 level (text), 13 played
 * (1: this one was made). */
KIBITZER_API struct kibitzer_cursor *kibitzer_candidates(struct kibitzer_file *f, size_t match,
                                                         struct kibitzer_call *c);

#ifdef __cplusplus
}
#endif

#endif
