/* Diagnostics and progress on stderr. Everything printed passes through one lock that first wipes the
 * bar, so that threads may report whenever they like. */
#include "cli/terminal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/os.h"
#include "base/utf8.h"
#include "kibitzer.h"

enum { BAR_WIDTH = 30, REDRAW_MS = 100, SHORTEST_NAME = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
    bool quiet, colour, is_terminal; /* of stderr */
    bool stdout_is_terminal, stdout_colour;
    bool bar_drawn;
    double started; /* seconds; 0 = not yet */
} screen;

static void look_at_terminal(bool quiet, bool no_colour_wanted)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    const bool dumb = term != NULL && strcmp(term, "dumb") == 0;
    const bool colour = !dumb && !no_colour_wanted && (no_colour == NULL || no_colour[0] == '\0');
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

static const char *colour_of(const char *line)
{
    if (strstr(line, ": error: ") != NULL)
        return "\033[31m";
    if (strstr(line, ": warning: ") != NULL)
        return "\033[33m";
    return NULL;
}

/* A file's name must not steer the terminal. */
static void put_harmless(const char *text, size_t length)
{
    for (size_t i = 0, n; i < length; i += n != 0 ? n : 1) {
        n = utf8_steers((struct span){text + i, length - i});
        fputc(n != 0 ? '?' : text[i], stderr);
    }
}

static void print_line(const char *line, size_t length)
{
    char copy[512];
    size_t n = length < sizeof copy ? length : sizeof copy - 1;
    memcpy(copy, line, n);
    copy[n] = '\0';
    const char *colour = screen.colour ? colour_of(copy) : NULL;
    if (colour != NULL)
        fputs(colour, stderr);
    put_harmless(line, length);
    fputs(colour != NULL ? "\033[0m\n" : "\n", stderr);
}

static void print_lines(const char *text, size_t length)
{
    pthread_mutex_lock(&lock);
    wipe_bar();
    for (const char *at = text, *end = text + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = stop != NULL ? (size_t)(stop - at) : (size_t)(end - at);
        print_line(at, n);
        at += n + 1;
    }
    fflush(stderr);
    pthread_mutex_unlock(&lock);
}

void terminal_say_what_is_read(void)
{
    static const char waiting[] = "kibitzer: waiting for positions, an ID (XGID=...) on each line; Ctrl-D ends";
    if (screen.is_terminal && !screen.quiet && os_is_terminal(STDIN_FILENO))
        print_lines(waiting, strlen(waiting));
}

/* ---- the bar ---- */

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void print_remaining(double seconds)
{
    if (seconds >= 5940)
        fprintf(stderr, " %.0f h left", seconds / 3600);
    else if (seconds >= 90)
        fprintf(stderr, " %.0f min left", seconds / 60);
    else
        fprintf(stderr, " %.0f s left", seconds);
}

static int columns(void)
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
        put_harmless(text, length);
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
    put_harmless(text, stop);
    fputs("...", stderr);
    put_harmless(text + start, length - start);
}

static void draw_bar(double done, const char *what, double elapsed)
{
    int filled = (int)(done * BAR_WIDTH + 0.5), room = columns() - BAR_WIDTH - 30;
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
    print_lines(kibitzer_message_display(m), strlen(kibitzer_message_display(m)));
}

/* Lines stand on a terminal before what is said about them; of itself the C library of Windows keeps them back. */
static int print_output(void *context, const void *bytes, size_t length)
{
    (void)context;
    const bool good = fwrite(bytes, 1, length, stdout) == length;
    const bool ends = length == 0 || (screen.stdout_is_terminal && ((const char *)bytes)[length - 1] == '\n');
    return good && (!ends || fflush(stdout) == 0) ? 0 : 1;
}

static void show_bar(double done, const char *what)
{
    pthread_mutex_lock(&lock);
    const double now = seconds_now();
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

void terminal_begin(struct kibitzer_call *c, bool quiet, bool verbose, bool no_colour)
{
    look_at_terminal(quiet, no_colour);
    kibitzer_call_report(c, quiet ? KIBITZER_ERROR : verbose ? KIBITZER_NOTE : KIBITZER_INFO);
    kibitzer_call_on_message(c, show_message, NULL);
    kibitzer_call_on_output(c, print_output, NULL);
    kibitzer_call_on_progress(c, show_progress, NULL, REDRAW_MS);
}
