/* Diagnostics and progress on stderr. Everything printed passes through one lock that first wipes the
 * bar, so that threads may report whenever they like. */
#include "cli/terminal.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"

enum { BAR_WIDTH = 30, REDRAW_MS = 100, SHORTEST_NAME = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
    enum severity least;
    bool quiet, colour, is_terminal; /* of stderr */
    bool stdout_is_terminal, stdout_colour;
    bool bar_drawn;
    double started, drawn; /* seconds; 0 = not yet */
} screen = {.least = SEVERITY_WARNING};

void terminal_setup(const struct args *a)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    screen.quiet = args_has(a, "quiet");
    screen.least = screen.quiet ? SEVERITY_ERROR : args_has(a, "verbose") ? SEVERITY_NOTE : SEVERITY_WARNING;
    const bool dumb = term != NULL && strcmp(term, "dumb") == 0;
    const bool colour = !dumb && !args_has(a, "no-color") && (no_colour == NULL || no_colour[0] == '\0');
    screen.is_terminal = isatty(STDERR_FILENO) != 0 && !dumb;
    screen.colour = screen.is_terminal && colour;
    screen.stdout_is_terminal = isatty(STDOUT_FILENO) != 0;
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

static void print_diags(const struct diags *d, enum severity least)
{
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL)
        return;
    diags_print(d, least, memory);
    fclose(memory);
    if (length != 0)
        print_lines(text, length);
    free(text);
}

void terminal_diags(const struct diags *d)
{
    print_diags(d, screen.least);
}

void terminal_losses(const struct diags *d)
{
    print_diags(d, screen.quiet ? screen.least : SEVERITY_NOTE);
}

static void say_line(const char *prefix, const char *format, va_list args)
{
    char *text = NULL, *line = NULL;
    if (vasprintf(&text, format, args) < 0)
        return;
    int length = asprintf(&line, "%s%s", prefix, text);
    if (length >= 0) {
        print_lines(line, (size_t)length);
        free(line);
    }
    free(text);
}

void say_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say_line("kibitzer: error: ", format, args);
    va_end(args);
}

void say_warning(const char *format, ...)
{
    if (screen.least > SEVERITY_WARNING)
        return;
    va_list args;
    va_start(args, format);
    say_line("kibitzer: warning: ", format, args);
    va_end(args);
}

void say(const char *format, ...)
{
    if (screen.quiet)
        return;
    va_list args;
    va_start(args, format);
    say_line("kibitzer: ", format, args);
    va_end(args);
}

void say_note(const char *format, ...)
{
    if (screen.least > SEVERITY_NOTE)
        return;
    va_list args;
    va_start(args, format);
    say_line("kibitzer: note: ", format, args);
    va_end(args);
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
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0 ? w.ws_col : 80;
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

void progress_show(double done, const char *what)
{
    if (!screen.is_terminal || screen.quiet)
        return;
    pthread_mutex_lock(&lock);
    double now = seconds_now();
    if (screen.started == 0)
        screen.started = now;
    if (now - screen.drawn >= REDRAW_MS * 1e-3) {
        screen.drawn = now;
        draw_bar(done < 0 ? 0 : done > 1 ? 1 : done, what, now - screen.started);
    }
    pthread_mutex_unlock(&lock);
}

void progress_clear(void)
{
    pthread_mutex_lock(&lock);
    wipe_bar();
    fflush(stderr);
    pthread_mutex_unlock(&lock);
}
