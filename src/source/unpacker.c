/* The process around libarchive and its cell; see unpacker.h. */
#include "source/unpacker.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/charset.h"
#include "base/date.h"
#include "base/format.h"
#include "source/unpacking.h"

enum { LOOK_MS = 100 /* how often *stop is looked at */ };
/* Without anything new for so long, something is wrong: no format needs as much for a mebibyte. */
enum { SECONDS_OF_SILENCE = 10, NEWS = 1 << 20 };

/* How a piece goes through the pipe: this, then `length` bytes. */
struct piece_head {
    uint32_t kind, length;
    uint64_t produced;
    int64_t written;
};

struct unpacker {
    pid_t process;
    int from;
    char text[PIECE_MAX + 1];
};

/* ---- the cell ---- */

static const int allowed_calls[] = {
    __NR_read,        __NR_write,         __NR_lseek,        __NR_brk,       __NR_mmap,         __NR_munmap,
    __NR_mremap,      __NR_mprotect,      __NR_madvise,      __NR_futex,     __NR_fstat,        __NR_newfstatat,
    __NR_setitimer,   __NR_clock_gettime, __NR_gettimeofday, __NR_getrandom, __NR_rt_sigreturn, __NR_rt_sigprocmask,
    __NR_sigaltstack, __NR_getpid,        __NR_gettid,       __NR_tgkill,    __NR_exit,         __NR_exit_group,
};

#if defined __x86_64__
enum { OUR_CALLS = AUDIT_ARCH_X86_64 };
#elif defined __aarch64__
enum { OUR_CALLS = AUDIT_ARCH_AARCH64 };
#else
enum { OUR_CALLS = 0 }; /* not known: no cell */
#endif

enum { N_ALLOWED = sizeof allowed_calls / sizeof *allowed_calls, LINES = N_ALLOWED + 6 };

/* All other system calls fail with EPERM. Where the kernel knows nothing of this, unpacking goes on without. */
static void lock_up(void)
{
    struct sock_filter line[LINES] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)OUR_CALLS, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    for (int i = 0; i < N_ALLOWED; i++)
        line[4 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)allowed_calls[i],
                                                   (uint8_t)(N_ALLOWED - i), 0);
    line[LINES - 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    line[LINES - 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    if (OUR_CALLS != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &(struct sock_fprog){LINES, line});
}

/* Of the address space there is as much more as `memory` says. */
static void limit_memory(size_t memory)
{
    char text[64] = "";
    const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    const size_t present = n > 0 ? strtoul(text, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE) : 0;
    if (present != 0)
        setrlimit(RLIMIT_AS, &(struct rlimit){present + memory, present + memory});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

/* The signals of the process that we come from are none of ours: its handlers clean up. */
static void forget_signals(void)
{
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

enum { OUT = 3, IN = 4 };

/* musl has no close_range(), kernels before 5.9 neither. */
static void close_from(int first)
{
    if (syscall(SYS_close_range, first, ~0u, 0) == 0)
        return;
    for (long fd = sysconf(_SC_OPEN_MAX) - 1; fd >= first; fd--)
        close((int)fd);
}

/* Leaves open only what is needed. */
static void keep_two_files(int *out, int *in)
{
    const int out_above = fcntl(*out, F_DUPFD, IN + 1), in_above = *in >= 0 ? fcntl(*in, F_DUPFD, IN + 1) : -1;
    if (out_above < 0 || (*in >= 0 && in_above < 0) || dup2(out_above, OUT) < 0 || (*in >= 0 && dup2(in_above, IN) < 0))
        _exit(EXIT_FAILURE);
    close_from(*in >= 0 ? IN + 1 : OUT + 1);
    *out = OUT;
    *in = *in >= 0 ? IN : -1;
}

/* ---- its side of the pipe ---- */

static void write_all(int fd, const void *bytes, size_t length)
{
    for (const char *at = bytes; length != 0;) {
        const ssize_t n = write(fd, at, length);
        if (n < 0 && errno != EINTR)
            _exit(EXIT_FAILURE);
        if (n > 0) {
            at += n;
            length -= (size_t)n;
        }
    }
}

/* The kernel ends the process if this is not called again in time (SIGPROF). */
static void set_alarm(void)
{
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = SECONDS_OF_SILENCE}}, NULL);
}

static _Noreturn void send_pieces(int out, struct unpacking *u)
{
    uint64_t news = 0;
    struct piece p;
    set_alarm();
    do {
        p = unpacking_next(u);
        const struct piece_head head = {p.kind, (uint32_t)p.text.length, p.produced, p.written};
        write_all(out, &head, sizeof head);
        write_all(out, p.text.at, p.text.length);
        if (p.produced >= news + NEWS || p.kind == PIECE_MEMBER) {
            news = p.produced;
            set_alarm();
        }
    } while (p.kind != PIECE_NONE && p.kind != PIECE_END && p.kind != PIECE_BROKEN);
    _exit(EXIT_SUCCESS);
}

static _Noreturn void be_the_unpacker(int out, int fd, struct span bytes, bool sure, size_t memory)
{
    forget_signals();
    keep_two_files(&out, &fd);
    limit_memory(memory);
    lock_up();
    (void)setenv("TZ", "UTC0", 1); /* a zip's times have no zone: the same day wherever it is unpacked */
    tzset();
    struct unpacking *u = unpacking_begin(fd, bytes, sure);
    if (u == NULL)
        _exit(EXIT_FAILURE);
    send_pieces(out, u);
}

/* ---- our side ---- */

/* No signal reaches the new process while it has our handlers, and no lock of iconv is taken that it would wait for. */
static pid_t fork_in_peace(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    charset_hold();
    const pid_t process = fork();
    charset_let_go();
    if (process != 0)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    return process;
}

struct unpacker *unpacker_begin(int fd, struct span bytes, bool sure, size_t memory)
{
    int ends[2];
    struct unpacker *u = malloc(sizeof *u);
    if (u == NULL || pipe2(ends, O_CLOEXEC) != 0) {
        free(u);
        return NULL;
    }
    const pid_t process = fork_in_peace();
    if (process == 0)
        be_the_unpacker(ends[1], fd, bytes, sure, memory);
    close(ends[1]);
    u->process = process;
    u->from = ends[0];
    if (process > 0)
        return u;
    close(ends[0]);
    free(u);
    return NULL;
}

void unpacker_end(struct unpacker *u)
{
    if (u == NULL)
        return;
    if (u->process > 0) {
        kill(u->process, SIGKILL);
        while (waitpid(u->process, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close(u->from);
    free(u);
}

/* What a process ended of that said nothing. */
static struct piece last_words(struct unpacker *u)
{
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(u->process, &status, 0)) < 0 && errno == EINTR)
        ;
    u->process = 0;
    const char *why = ended > 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF
                          ? W_("takes too long to unpack")
                          : W_("cannot be unpacked, libarchive gave up");
    snprintf(u->text, sizeof u->text, "%s", why);
    return (struct piece){.kind = PIECE_BROKEN, .text = span_of(u->text)};
}

enum waited { WAITED_READ, WAITED_ENDED, WAITED_STOPPED, WAITED_LONG };

static enum waited read_all(struct unpacker *u, void *to, size_t length, double until,
                            const volatile sig_atomic_t *stop)
{
    for (char *at = to; length != 0;) {
        struct pollfd p = {.fd = u->from, .events = POLLIN};
        if (stop != NULL && *stop)
            return WAITED_STOPPED;
        if (until != 0 && clock_seconds() > until)
            return WAITED_LONG;
        if (poll(&p, 1, LOOK_MS) <= 0)
            continue;
        const ssize_t n = read(u->from, at, length);
        if (n == 0 || (n < 0 && errno != EINTR))
            return stop != NULL && *stop ? WAITED_STOPPED : WAITED_ENDED; /* Ctrl-C reaches both processes */
        at += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return WAITED_READ;
}

struct piece unpacker_next(struct unpacker *u, double seconds, const volatile sig_atomic_t *stop)
{
    struct piece_head head;
    const double until = seconds > 0 ? clock_seconds() + seconds : 0;
    enum waited w = read_all(u, &head, sizeof head, until, stop);
    if (w == WAITED_READ && (head.length > PIECE_MAX || head.kind > PIECE_BROKEN))
        w = WAITED_ENDED;
    if (w == WAITED_READ)
        w = read_all(u, u->text, head.length, until, stop);
    if (w == WAITED_STOPPED)
        return (struct piece){.kind = PIECE_STOPPED};
    if (w == WAITED_LONG)
        return (struct piece){.kind = PIECE_BROKEN,
                              .text = span_of(W_("takes longer to unpack than --max-seconds allows"))};
    if (w == WAITED_ENDED)
        return last_words(u);
    u->text[head.length] = '\0';
    return (struct piece){.kind = (enum piece_kind)head.kind,
                          .text = {u->text, head.length},
                          .written = head.written,
                          .produced = head.produced};
}
