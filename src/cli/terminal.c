/* The terminal; see terminal.h. What goes to stderr passes through one lock that first wipes the bar, so that threads
 * may report whenever they like. */
#include "cli/terminal.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/os.h"
#include "base/secrets.h"
#include "base/utf8.h"
#include "cli/reader.h"
#include "kibitzer.h"

enum { BAR_WIDTH = 30, REDRAW_MS = 100, SHORTEST_NAME = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
    bool quiet, colour, is_terminal; /* of stderr */
    bool stdout_is_terminal, stdout_colour, bold_is_ours, looked_at;
    bool bar_drawn;
    double started; /* seconds; 0 = not yet */
} screen;

static void look_at_terminal(bool quiet, bool no_colour_wanted)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    const bool dumb = term != NULL && strcmp(term, "dumb") == 0;
    const bool colour = !dumb && !no_colour_wanted && (no_colour == NULL || no_colour[0] == '\0');
    screen.looked_at = true;
    screen.quiet = quiet;
    screen.is_terminal = os_is_terminal(STDERR_FILENO) && !dumb;
    screen.colour = screen.is_terminal && colour;
    screen.stdout_is_terminal = os_is_terminal(STDOUT_FILENO);
    screen.stdout_colour = screen.stdout_is_terminal && colour;
}

bool terminal_is_stdout(void)
{
    return screen.stdout_is_terminal;
}

bool terminal_may_colour_stdout(void)
{
    return screen.stdout_colour;
}

static void wipe_bar(void)
{
    if (screen.bar_drawn)
        fputs("\r\033[K", stderr);
    screen.bar_drawn = false;
}

static const char *colour_of(int severity)
{
    return severity == KIBITZER_ERROR ? "\033[31m" : severity == KIBITZER_WARNING ? "\033[33m" : NULL;
}

/* ---- what may be shown ---- */

/* Directions of Arabic and Hebrew, and ends of lines that are none here: U+061C, U+200E, U+200F, U+2028, U+2029. */
static bool turns_or_breaks(struct span s)
{
    static const char *const marks[] = {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xa9"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (s.length >= strlen(marks[i]) && memcmp(s.at, marks[i], strlen(marks[i])) == 0)
            return true;
    return false;
}

/* Length of our own sequence at the start of `s`, 0 if there is none: the best line is bold. */
static size_t own_sequence(struct span s)
{
    static const char on[] = "\033[1m >", off[] = "\033[0m\n";
    if (!screen.bold_is_ours)
        return 0;
    return s.length >= strlen(on) && memcmp(s.at, on, strlen(on)) == 0      ? strlen(on)
           : s.length >= strlen(off) && memcmp(s.at, off, strlen(off)) == 0 ? strlen(off)
                                                                            : 0;
}

/* How much of `s` goes out together, as it is or (false) as one question mark. */
static bool may_be_shown(struct span s, size_t *n)
{
    const bool ends_line = s.at[0] == '\n' || s.at[0] == '\t' || (s.at[0] == '\r' && s.length > 1 && s.at[1] == '\n');
    if ((*n = own_sequence(s)) != 0)
        return true;
    if ((*n = utf8_isolates(s)) != 0) /* tables have them around names; at worst they keep the rest of a line apart */
        return true;
    *n = ends_line ? 1 : utf8_steers(s);
    if (*n != 0)
        return ends_line;
    *n = utf8_length(s);
    if (*n != 0)
        return !turns_or_breaks(s);
    *n = 1;
    return false;
}

/* The beginning of a character, or of a line's end, of which the rest is to come? */
static bool is_begun(struct span s)
{
    enum { LONGEST = 4 };
    const unsigned char first = (unsigned char)s.at[0];
    const size_t whole = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
    return s.length < LONGEST && ((first == '\r' && s.length == 1) || (first < 0xf5 && s.length < whole));
}

/* Returns how much of it went out: all, unless `more` is to come. False as *good if it could not be written. */
static size_t put_harmless(FILE *to, struct span s, bool more, bool *good)
{
    size_t i = 0;
    for (size_t n; i < s.length; i += n) {
        const struct span rest = {s.at + i, s.length - i};
        if (more && is_begun(rest))
            break;
        const bool shown = may_be_shown(rest, &n);
        *good = fwrite(shown ? rest.at : "?", 1, shown ? n : 1, to) == (shown ? n : 1) && *good;
    }
    return i;
}

static void say_harmless(const char *text, size_t length)
{
    bool good = true;
    (void)put_harmless(stderr, (struct span){text, length}, false, &good);
}

static char begun[4]; /* of stdout: what is_begun() held back */
static size_t n_begun;

static bool show_begun(void)
{
    bool good = true;
    (void)put_harmless(stdout, (struct span){begun, n_begun}, false, &good);
    n_begun = 0;
    return good;
}

/* Output comes in pieces that may end inside a character; length 0: nothing more is to come for now. */
static bool show_piece(const char *bytes, size_t length)
{
    bool good = true;
    while (n_begun != 0 && length != 0) {
        begun[n_begun++] = *bytes++;
        length--;
        if (!is_begun((struct span){begun, n_begun}))
            good = show_begun() && good;
    }
    const size_t out = put_harmless(stdout, (struct span){bytes, length}, true, &good);
    memcpy(begun + n_begun, bytes + out, length - out);
    n_begun += length - out;
    return good;
}

bool terminal_is_heard(bool good)
{
    if (!good && errno == EPIPE)
        os_end_by_pipe();
    return good;
}

static bool print(const char *bytes, size_t length)
{
    if (!screen.stdout_is_terminal)
        return terminal_is_heard(fwrite(bytes, 1, length, stdout) == length);
    return length != 0 ? show_piece(bytes, length) : show_begun();
}

/* ---- lines on stderr ---- */

static void print_line(const char *line, size_t length, const char *colour)
{
    if (colour != NULL)
        fputs(colour, stderr);
    say_harmless(line, length);
    fputs(colour != NULL ? "\033[0m\n" : "\n", stderr);
}

/* The first in its colour: what follows is of the source. */
static void print_lines(const char *text, int severity)
{
    const char *colour = screen.colour ? colour_of(severity) : NULL;
    pthread_mutex_lock(&lock);
    wipe_bar();
    for (const char *at = text; *at != '\0'; colour = NULL) {
        const size_t n = strcspn(at, "\n");
        print_line(at, n, colour);
        at += n + (at[n] == '\n');
    }
    fflush(stderr);
    pthread_mutex_unlock(&lock);
}

void terminal_say_what_is_read(void)
{
    const char *waiting = words("kibitzer: waiting for positions, an ID (XGID=...) on each line; Ctrl-D ends");
    if (screen.is_terminal && !screen.quiet && os_is_terminal(STDIN_FILENO))
        print_lines(waiting, KIBITZER_INFO);
}

/* ---- the bar ---- */

static void print_remaining(double seconds)
{
    if (seconds >= 5940)
        fprintf(stderr, " %.0f h left", seconds / 3600);
    else if (seconds >= 90)
        fprintf(stderr, " %.0f min left", seconds / 60);
    else
        fprintf(stderr, " %.0f s left", seconds);
}

int terminal_columns(void)
{
    const int width = os_terminal_width();
    return width > 0 ? width : 80;
}

static bool is_inside_character(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* At most `room` characters: what is too long loses its middle, since names tend to differ at their ends. */
static void put_shortened(const char *text, size_t room)
{
    const size_t length = strlen(text), count = utf8_count(text);
    if (count <= room) {
        say_harmless(text, length);
        return;
    }
    const size_t head = (room - 3) / 2, tail = room - 3 - head;
    size_t stop = 0, start = length;
    for (size_t n = 0; n < head && stop < length; n++)
        for (stop++; is_inside_character(text[stop]);)
            stop++;
    for (size_t n = 0; n < tail && start > stop; n++)
        for (start--; start > stop && is_inside_character(text[start]);)
            start--;
    say_harmless(text, stop);
    fputs("...", stderr);
    say_harmless(text + start, length - start);
}

static void draw_bar(double done, const char *what, double elapsed)
{
    int filled = (int)(done * BAR_WIDTH + 0.5), room = terminal_columns() - BAR_WIDTH - 30;
    fputs("\r\033[K[", stderr);
    for (int i = 0; i < BAR_WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fprintf(stderr, "] %3.0f %%", done * 100);
    if (done > 0.005 && elapsed > 1)
        print_remaining(elapsed * (1 - done) / done);
    if (room >= SHORTEST_NAME) {
        fputs("  ", stderr);
        put_shortened(what, (size_t)room);
    }
    fflush(stderr);
    screen.bar_drawn = true;
}

static void clear_bar(void)
{
    pthread_mutex_lock(&lock);
    wipe_bar();
    fflush(stderr);
    pthread_mutex_unlock(&lock);
}

/* ---- the call ---- */

static void show_message(void *context, const struct kibitzer_message *m)
{
    (void)context;
    print_lines(kibitzer_message_display(m), kibitzer_message_severity(m));
}

/* Lines stand on a terminal before what is said about them; of itself the C library of Windows keeps them back. */
static int print_output(void *context, const void *bytes, size_t length)
{
    (void)context;
    const bool good = print(bytes, length);
    const bool ends = length == 0 || (screen.stdout_is_terminal && ((const char *)bytes)[length - 1] == '\n');
    return good && (!ends || terminal_is_heard(fflush(stdout) == 0)) ? 0 : 1;
}

static void show_bar(double done, const char *what)
{
    pthread_mutex_lock(&lock);
    const double now = clock_seconds();
    if (screen.started == 0)
        screen.started = now;
    draw_bar(done, what, now - screen.started);
    pthread_mutex_unlock(&lock);
}

static int show_progress(void *context, const struct kibitzer_progress *p)
{
    (void)context;
    const char *what = kibitzer_progress_text(p);
    if (what == NULL)
        clear_bar();
    else if (screen.is_terminal && !screen.quiet)
        show_bar(kibitzer_progress_fraction(p), what);
    return 0;
}

/* ---- without a call ---- */

void terminal_printf(FILE *to, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    if (!screen.looked_at)
        look_at_terminal(false, false);
    va_start(args, format);
    const int length = vasprintf(&text, words(format), args);
    va_end(args);
    if (length < 0)
        return;
    if (to == stdout) {
        (void)print(text, (size_t)length);
    } else {
        secrets_mask(text);
        say_harmless(text, strlen(text));
    }
    free(text);
}

void terminal_end(void)
{
    (void)show_begun();
}

void terminal_bold_is_ours(void)
{
    screen.bold_is_ours = true;
}

void terminal_begin(struct kibitzer_call *c, bool quiet, bool verbose, bool no_colour)
{
    look_at_terminal(quiet, no_colour);
    kibitzer_call_report(c, quiet ? KIBITZER_ERROR : verbose ? KIBITZER_NOTE : KIBITZER_INFO);
    kibitzer_call_on_message(c, show_message, NULL);
    kibitzer_call_on_output(c, print_output, NULL);
    kibitzer_call_on_progress(c, show_progress, NULL, REDRAW_MS);
}
