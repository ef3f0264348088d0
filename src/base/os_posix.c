/* The operating system is one of the POSIX family; see os.h. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/attempt.h"
#include "base/os.h"

void os_begin(void)
{
}

int os_error(int code)
{
    return code == EDQUOT ? ENOSPC : code;
}

/* ---- paths ---- */

const char os_null_device[] = "/dev/null";

void os_path_tidy(char *path)
{
    (void)path;
}

bool os_path_is_absolute(const char *path)
{
    return path[0] == '/';
}

bool os_path_real(const char *path, struct strbuf *out)
{
    char real[PATH_MAX];
    const bool there = realpath(path, real) != NULL;
    if (there)
        strbuf_puts(out, real);
    return there;
}

void os_path_absolute(const char *path, struct strbuf *out)
{
    char here[PATH_MAX];
    if (path[0] != '/' && getcwd(here, sizeof here) != NULL)
        strbuf_printf(out, "%s/", here);
    strbuf_puts(out, path);
}

/* XDG Base Directory Specification. */
bool os_folder(enum os_folder which, struct strbuf *out)
{
    static const struct {
        const char *variable, *at_home;
    } folders[] = {/* ORDER os_folder */
                   {"XDG_CACHE_HOME", "/.cache"},
                   {"XDG_CONFIG_HOME", "/.config"},
                   {"XDG_DATA_HOME", "/.local/share"}};
    const char *own = getenv(folders[which].variable), *home = getenv("HOME");
    if (own != NULL && own[0] == '/')
        strbuf_printf(out, "%s/kibitzer", own);
    else if (home != NULL && home[0] == '/')
        strbuf_printf(out, "%s%s/kibitzer", home, folders[which].at_home);
    return out->length > 0;
}

bool os_program(struct strbuf *path)
{
    char room[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", room, sizeof room);
    if (length > 0)
        strbuf_add(path, room, (size_t)length);
    return length > 0;
}

/* ---- files ---- */

static bool take_facts(int failed, const struct stat *s, struct os_facts *f)
{
    if (failed != 0)
        return false;
    *f = (struct os_facts){.kind = S_ISREG(s->st_mode)   ? OS_FILE
                                   : S_ISDIR(s->st_mode) ? OS_FOLDER
                                                         : OS_DEVICE,
                           .device = s->st_dev,
                           .number = s->st_ino,
                           .size = s->st_size,
                           .changed = s->st_mtime,
                           .named = s->st_nlink != 0};
    return true;
}

bool os_facts(const char *path, struct os_facts *f)
{
    struct stat s;
    return take_facts(stat(path, &s), &s, f);
}

bool os_facts_of_link(const char *path, struct os_facts *f)
{
    struct stat s;
    return take_facts(lstat(path, &s), &s, f);
}

bool os_facts_of_open(int fd, struct os_facts *f)
{
    struct stat s;
    return take_facts(fstat(fd, &s), &s, f);
}

bool os_access(const char *path, int mode)
{
    return access(path, mode) == 0;
}

int os_open(const char *path, int flags)
{
    return open(path, flags | O_CLOEXEC, 0666);
}

int os_open_to_read(const char *path)
{
    return os_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
}

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

static int step(int folder, const char *name, int flags)
{
    const int fd = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC);
    const int saved = errno;
    close(folder);
    errno = saved;
    return fd;
}

int os_open_below(const char *folder, const char *path)
{
    char name[NAME_MAX + 1];
    int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (size_t n; at >= 0 && path[n = strcspn(path, "/")] != '\0'; path += n + 1) {
        snprintf(name, sizeof name, "%.*s", (int)n, path);
        at = step(at, name, O_PATH | O_DIRECTORY);
    }
    return at >= 0 ? step(at, path, O_RDONLY | O_NONBLOCK | O_NOCTTY) : -1;
}

int os_open_to_write(const char *path)
{
    return os_open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY);
}

bool os_is_pipe(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && S_ISFIFO(s.st_mode);
}

ssize_t os_write_some(int fd, const void *bytes, size_t length)
{
    return write(fd, bytes, length);
}

ssize_t os_read(int fd, void *to, size_t room)
{
    return read(fd, to, room);
}

bool os_write(int fd, const void *bytes, size_t length)
{
    for (const char *at = bytes; length != 0;) {
        const ssize_t n = write(fd, at, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

bool os_is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

int os_open_temporary(struct strbuf *path)
{
    const char *folder = getenv("TMPDIR");
    strbuf_printf(path, "%s/kibitzer-XXXXXX", folder != NULL && *folder != '\0' ? folder : "/tmp");
    return mkostemp(path->at, O_CLOEXEC);
}

ssize_t os_read_at(int fd, void *to, size_t room, int64_t at)
{
    size_t done = 0;
    while (done < room) {
        const ssize_t n = pread(fd, (char *)to + done, room - done, (off_t)(at + (int64_t)done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        done += (size_t)n;
    }
    return (ssize_t)done;
}

bool os_make_room(int fd, size_t size)
{
    const int problem = ftruncate(fd, 0) != 0 ? errno : posix_fallocate(fd, 0, (off_t)size);
    errno = problem;
    return problem == 0;
}

bool os_force(int fd)
{
    return fsync(fd) == 0;
}

static bool cannot_be_forced(int error)
{
    return error == EINVAL || error == ENOTSUP || error == EROFS || error == EACCES;
}

bool os_force_folder_of(const char *path)
{
    int problem = 0;
    const char *slash = strrchr(path, '/');
    struct strbuf folder = {0};
    strbuf_add(&folder, path, slash != NULL ? (size_t)(slash - path) + 1 : 0);
    const int fd = open(slash != NULL ? folder.at : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        problem = fsync(fd) != 0 && !cannot_be_forced(errno) ? errno : 0;
        close(fd);
    }
    strbuf_done(&folder);
    errno = problem;
    return problem == 0;
}

bool os_lock(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) == 0;
}

bool os_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool os_remove(const char *path)
{
    return unlink(path) == 0;
}

void os_remove_later(const char *path)
{
    (void)os_remove(path);
}

bool os_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0;
}

static void close_folder(void *folder)
{
    (void)closedir(folder);
}

bool os_each_name(const char *folder, void (*take)(void *context, const char *name), void *context)
{
    DIR *d = opendir(folder);
    if (d == NULL)
        return false;
    attempt_hold(d, close_folder);
    for (const struct dirent *e; (e = readdir(d)) != NULL;)
        take(context, e->d_name);
    attempt_release(d, close_folder);
    return true;
}

/* ---- memory ---- */

void *os_map(int fd, size_t size, bool shared)
{
    void *at = mmap(NULL, size, shared ? PROT_READ | PROT_WRITE : PROT_READ, shared ? MAP_SHARED : MAP_PRIVATE, fd, 0);
    return at != MAP_FAILED ? at : NULL;
}

void os_unmap(void *at, size_t size)
{
    munmap(at, size);
}

void os_map_force(void *at, size_t size, int fd)
{
    (void)fd;
    msync(at, size, MS_SYNC);
}

void os_map_leave(void *at, size_t size)
{
    madvise(at, size, MADV_DONTNEED); /* shared: what was written stays in the file */
}

size_t os_memory_held(void)
{
    char text[128] = "";
    unsigned long size = 0, pages = 0;
    const int fd = os_open("/proc/self/statm", O_RDONLY);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    return n > 0 && sscanf(text, "%lu %lu", &size, &pages) == 2 ? pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

/* ---- the process ---- */

bool os_cost(struct os_cost *c)
{
    struct rusage u;
    if (getrusage(RUSAGE_SELF, &u) != 0)
        return false;
    c->seconds =
        (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    c->megabytes = u.ru_maxrss / 1024;
    return true;
}

bool os_process_lives(long process)
{
    return kill((pid_t)process, 0) == 0 || errno != ESRCH;
}

bool os_is_terminal(int fd)
{
    return isatty(fd) != 0;
}

int os_terminal_width(void)
{
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 ? w.ws_col : 0;
}

bool os_is_remote(const char *path)
{
    (void)path;
    return false;
}

bool os_has_own_window(void)
{
    return false;
}

bool os_show(const char *path)
{
    (void)path;
    return false;
}

bool os_input_waits(int fd, int milliseconds)
{
    struct pollfd in = {.fd = fd, .events = POLLIN};
    return poll(&in, 1, milliseconds) > 0;
}

bool os_output_waits(int fd, int milliseconds)
{
    struct pollfd out = {.fd = fd, .events = POLLOUT};
    return poll(&out, 1, milliseconds) > 0;
}

static void go_on(int number)
{
    (void)number;
}

void os_on_interrupt(void (*handler)(int number))
{
    struct sigaction action = {.sa_handler = handler}, present, pipes = {.sa_handler = go_on, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &present) == 0 && present.sa_handler != SIG_IGN) /* else nohup wants us to go on */
        sigaction(SIGHUP, &action, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    if (sigaction(SIGPIPE, NULL, &present) == 0 && present.sa_handler == SIG_DFL)
        sigaction(SIGPIPE, &pipes,
                  NULL); /* so is a pipe that nobody reads; programs that are started have the default */
}

void os_end_by_pipe(void)
{
    struct sigaction present;
    if (sigaction(SIGPIPE, NULL, &present) != 0 || present.sa_handler != go_on)
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}
