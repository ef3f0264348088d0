/* libarchive at work, in a process that has nothing but it and a pipe: what fails here, fails alone. */
#include "source/unpacking.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Without anything new for so long, something is wrong: no format needs as much for a mebibyte. */
enum { SECONDS_OF_SILENCE = 10, PASSED_AT_A_TIME = 1 << 20, FILTERS_DEEP = 2 };

struct unpacking {
    int out;
    struct archive *archive;
    uint64_t data; /* bytes of members, handed out or passed over */
    uint64_t reported; /* at the last mebibyte */
    int64_t written; /* the member at hand; 0 = not known */
};

/* ---- the pipe ---- */

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

/* What filters put out counts as well, whether a member has it or not. */
static uint64_t produced(const struct unpacking *u)
{
    const bool packed = u->archive != NULL && archive_filter_count(u->archive) > 1 /* that of no filter */;
    const la_int64_t filtered = packed ? archive_filter_bytes(u->archive, 0) : 0;
    return filtered > 0 && (uint64_t)filtered > u->data ? (uint64_t)filtered : u->data;
}

static void hand(struct unpacking *u, enum piece_kind kind, const char *text, size_t length)
{
    const struct piece_head head = {kind, (uint32_t)length, produced(u), u->written};
    write_all(u->out, &head, sizeof head);
    write_all(u->out, text, length);
    if (head.produced >= u->reported + PASSED_AT_A_TIME || kind == PIECE_MEMBER) {
        u->reported = head.produced;
        set_alarm();
    }
}

static void hand_text(struct unpacking *u, enum piece_kind kind, const char *text)
{
    const size_t length = strlen(text);
    hand(u, kind, text, length < PIECE_MAX ? length : PIECE_MAX - 1);
}

static _Noreturn void end(struct unpacking *u, enum piece_kind kind, const char *text)
{
    hand_text(u, kind, text);
    _exit(EXIT_SUCCESS);
}

static const char *why(struct archive *a)
{
    const char *text = archive_error_string(a);
    return text != NULL ? text : "damaged, cannot be unpacked";
}

/* ---- opening ---- */

/* Formats that hold several files. A compressed file alone is not an archive: its reader unpacks it. */
static int (*const formats[])(struct archive *) = {
    archive_read_support_format_zip, archive_read_support_format_tar,  archive_read_support_format_7zip,
    archive_read_support_format_rar, archive_read_support_format_rar5,
};

/* What they may be compressed with. libarchive knows more filters, but runs programs for some of them (lrzip, grzip,
 * lzop), whichever PATH has: no input shall choose a program. */
static int (*const filters[])(struct archive *) = {
    archive_read_support_filter_gzip, archive_read_support_filter_bzip2, archive_read_support_filter_xz,
    archive_read_support_filter_lzma, archive_read_support_filter_zstd,  archive_read_support_filter_lz4,
};

/* A libarchive that was built without a compression library says ARCHIVE_WARN and would run a program instead. */
static bool is_built_in(int (*filter)(struct archive *))
{
    struct archive *trial = archive_read_new();
    const bool good = trial != NULL && filter(trial) == ARCHIVE_OK;
    archive_read_free(trial);
    return good;
}

static void allow_what_is_known(struct archive *a)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        formats[i](a);
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        if (is_built_in(filters[i]))
            filters[i](a);
}

/* The first member, or the end of the process. */
static struct archive_entry *open_archive(struct unpacking *u, int fd, struct span bytes, bool sure)
{
    struct archive *a = archive_read_new();
    struct archive_entry *entry = NULL;
    if (a == NULL)
        end(u, sure ? PIECE_BROKEN : PIECE_NONE, "out of memory");
    allow_what_is_known(a);
    int status = fd >= 0 ? archive_read_open_fd(a, fd, PIECE_MAX) : archive_read_open_memory(a, bytes.at, bytes.length);
    if (status == ARCHIVE_OK)
        status = archive_read_next_header(a, &entry);
    const bool opened = status == ARCHIVE_OK || status == ARCHIVE_WARN;
    if (!opened && !sure && archive_errno(a) != ENOMEM)
        end(u, PIECE_NONE, "");
    u->archive = a;
    hand_text(u, PIECE_ARCHIVE, "");
    if (!opened)
        end(u, status == ARCHIVE_EOF ? PIECE_END : PIECE_BROKEN, status == ARCHIVE_EOF ? "" : why(a));
    if (archive_filter_count(a) > FILTERS_DEEP + 1 /* that of no filter */)
        end(u, PIECE_BROKEN, "is compressed more than twice");
    return entry;
}

/* ---- members ---- */

/* As in folders: what begins with a dot, and what one system's packer adds for itself. */
static bool is_hidden(const char *path)
{
    if (strncmp(path, "__MACOSX/", 9) == 0)
        return true;
    for (const char *at = path; at != NULL; at = strchr(at, '/')) {
        at += *at == '/';
        if (at[0] == '.' && at[1] != '/' && at[1] != '.')
            return true;
    }
    return false;
}

static void read_member(struct unpacking *u)
{
    char chunk[PIECE_MAX];
    la_ssize_t n;
    while ((n = archive_read_data(u->archive, chunk, sizeof chunk)) > 0) {
        u->data += (uint64_t)n;
        hand(u, PIECE_DATA, chunk, (size_t)n);
    }
    if (n < 0)
        end(u, PIECE_BROKEN, why(u->archive));
    hand_text(u, PIECE_WHOLE, "");
}

/* Reads and forgets, since libarchive would do the same without a word to us. */
static void pass_over(struct unpacking *u)
{
    const void *bytes;
    size_t length;
    la_int64_t offset;
    while (archive_read_data_block(u->archive, &bytes, &length, &offset) == ARCHIVE_OK) {
        u->data += length;
        if (produced(u) >= u->reported + PASSED_AT_A_TIME)
            hand_text(u, PIECE_PASSED, "");
    }
}

/* Packers that leave times out write the first that their format has: 1970 or 1980. */
static int64_t time_of(struct archive_entry *entry)
{
    static const int64_t first = 315619200; /* 1980-01-02 */
    const int64_t t = archive_entry_mtime_is_set(entry) ? (int64_t)archive_entry_mtime(entry) : 0;
    return t >= first ? t : 0;
}

static void unpack_entry(struct unpacking *u, struct archive_entry *entry)
{
    const char *path = archive_entry_pathname_utf8(entry);
    if (path == NULL) /* bytes of another code page */
        path = archive_entry_pathname(entry);
    if (archive_entry_filetype(entry) != AE_IFREG || path == NULL || is_hidden(path)) {
        pass_over(u);
        return;
    }
    u->written = time_of(entry);
    hand_text(u, PIECE_MEMBER, path);
    if (archive_entry_is_encrypted(entry))
        hand_text(u, PIECE_REFUSED, "is encrypted, expected an archive without a password");
    else
        read_member(u);
}

_Noreturn void unpack_into(int out, int fd, struct span bytes, bool sure)
{
    struct unpacking u = {.out = out};
    (void)setenv("TZ", "UTC0", 1); /* a zip's times have no zone: the same day wherever it is unpacked */
    tzset();
    set_alarm();
    struct archive_entry *entry = open_archive(&u, fd, bytes, sure);
    int status;
    do {
        unpack_entry(&u, entry);
        status = archive_read_next_header(u.archive, &entry);
    } while (status == ARCHIVE_OK || status == ARCHIVE_WARN);
    if (status != ARCHIVE_EOF)
        end(&u, PIECE_BROKEN, why(u.archive));
    end(&u, PIECE_END, "");
}
