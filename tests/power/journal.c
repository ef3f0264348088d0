/* Loaded with LD_PRELOAD: notes what a program does to the files below POWER_FOLDER, in order, in the file POWER_LOG:
 * which bytes were written where, what was forced to the disk, what was renamed. states.py makes of it what a disk may
 * hold after the power has failed. Memory maps are not seen: SQLite's -shm file, which it makes anew, is the only one.
 * A record: kind, file descriptor, two numbers, the lengths of two texts, the texts; see `struct head`. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FILES = 1024 };

struct head {
    char kind; /* o open, f open a folder, w write, t truncate, s sync, d sync of a folder, r rename, u unlink */
    char made; /* o: the file was not there */
    char spare[2];
    int32_t file; /* a number for each opening */
    int64_t at; /* w, t: offset or length */
    uint32_t length[2];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1, openings;
static const char *folder;
static struct {
    int opening; /* 0 = not below the folder */
    bool is_folder;
} files[FILES];

static void put(const void *bytes, size_t length)
{
    for (const char *at = bytes; length > 0;) {
        const ssize_t n = syscall(SYS_write, log_file, at, length);
        if (n <= 0)
            abort();
        at += n, length -= (size_t)n;
    }
}

static void note(struct head h, const void *first, size_t length0, const void *second, size_t length1)
{
    h.length[0] = (uint32_t)length0, h.length[1] = (uint32_t)length1;
    put(&h, sizeof h);
    put(first, length0);
    put(second, length1);
}

static bool begin(void)
{
    pthread_mutex_lock(&lock);
    if (log_file < 0 && (folder = getenv("POWER_FOLDER")) != NULL && getenv("POWER_LOG") != NULL)
        log_file =
            (int)syscall(SYS_openat, AT_FDCWD, getenv("POWER_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    return log_file >= 0;
}

static void end(void)
{
    const int kept = errno;
    pthread_mutex_unlock(&lock);
    errno = kept;
}

/* The path from the folder on, or NULL. */
static const char *below(const char *path, char room[PATH_MAX])
{
    char dir[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const size_t n = folder != NULL ? strlen(folder) : 0;
    if (n == 0 || strlen(path) >= PATH_MAX)
        return NULL;
    memcpy(dir, slash != NULL ? path : ".", slash != NULL ? (size_t)(slash - path) + 1 : 2);
    dir[slash != NULL ? (size_t)(slash - path) + 1 : 1] = '\0';
    if (realpath(dir, room) == NULL || strncmp(room, folder, n) != 0 || (room[n] != '/' && room[n] != '\0'))
        return NULL;
    strncat(room, "/", PATH_MAX - strlen(room) - 1);
    strncat(room, slash != NULL ? slash + 1 : path, PATH_MAX - strlen(room) - 1);
    return room + n + 1;
}

static bool is_known(int fd)
{
    return fd >= 0 && fd < FILES && files[fd].opening != 0;
}

static int note_open(int fd, const char *path, int flags, bool made)
{
    char room[PATH_MAX];
    const char *name = below(path, room);
    struct stat st;
    if (fd < 0 || fd >= FILES || name == NULL || fstat(fd, &st) != 0)
        return fd;
    files[fd].opening = ++openings;
    files[fd].is_folder = S_ISDIR(st.st_mode);
    const char kind = files[fd].is_folder ? 'f' : 'o';
    note((struct head){.kind = kind, .made = (char)made, .file = openings}, name, strlen(name), "", 0);
    if (kind == 'o' && flags & O_TRUNC && !made)
        note((struct head){.kind = 't', .file = openings}, "", 0, "", 0);
    return fd;
}

static int open_any(int at, const char *path, int flags, mode_t mode)
{
    const bool on = begin();
    const bool there = faccessat(at, path, F_OK, 0) == 0;
    int fd = (int)syscall(SYS_openat, at, path, flags, mode);
    if (on && (at == AT_FDCWD || path[0] == '/'))
        fd = note_open(fd, path, flags, !there);
    end();
    return fd;
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(more, int) : 0;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        const int fd = open_any(AT_FDCWD, path, flags, mode_of(flags, more));                                          \
        va_end(more);                                                                                                  \
        return fd;                                                                                                     \
    }
OPEN(open)
OPEN(open64)

int close(int fd)
{
    begin();
    if (is_known(fd))
        files[fd].opening = 0;
    const int result = (int)syscall(SYS_close, fd);
    end();
    return result;
}

static ssize_t write_any(int fd, const void *bytes, size_t n, off_t at)
{
    const bool on = begin() && is_known(fd);
    const off_t from = at >= 0 ? at : on ? lseek(fd, 0, SEEK_CUR) : 0;
    const ssize_t done = at >= 0 ? syscall(SYS_pwrite64, fd, bytes, n, at) : syscall(SYS_write, fd, bytes, n);
    if (on && done > 0)
        note((struct head){.kind = 'w', .file = files[fd].opening, .at = from}, bytes, (size_t)done, "", 0);
    end();
    return done;
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    return write_any(fd, bytes, n, -1);
}
ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    return write_any(fd, bytes, n, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t at)
{
    return write_any(fd, bytes, n, at);
}

static int truncate_any(int fd, off_t length)
{
    const bool on = begin() && is_known(fd);
    const int result = (int)syscall(SYS_ftruncate, fd, length);
    if (on && result == 0)
        note((struct head){.kind = 't', .file = files[fd].opening, .at = length}, "", 0, "", 0);
    end();
    return result;
}

int ftruncate(int fd, off_t length)
{
    return truncate_any(fd, length);
}
int ftruncate64(int fd, off_t length)
{
    return truncate_any(fd, length);
}

/* Nothing is really forced to the disk: that would only take time. */
static int sync_any(int fd)
{
    if (begin() && is_known(fd))
        note((struct head){.kind = files[fd].is_folder ? 'd' : 's', .file = files[fd].opening}, "", 0, "", 0);
    end();
    return 0;
}

int fsync(int fd)
{
    return sync_any(fd);
}
int fdatasync(int fd)
{
    return sync_any(fd);
}

int rename(const char *from, const char *to)
{
    char room[2][PATH_MAX];
    const bool on = begin();
    const char *old = on ? below(from, room[0]) : NULL, *new = on ? below(to, room[1]) : NULL;
    const int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (old != NULL && new != NULL && result == 0)
        note((struct head){.kind = 'r'}, old, strlen(old), new, strlen(new));
    end();
    return result;
}

int unlink(const char *path)
{
    char room[PATH_MAX];
    const bool on = begin();
    const char *name = on ? below(path, room) : NULL;
    const int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (name != NULL && result == 0)
        note((struct head){.kind = 'u'}, name, strlen(name), "", 0);
    end();
    return result;
}
