/* libarchive at work, a piece at a time. */
#include "source/unpacking.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/mime.h"

enum { PASSED_AT_A_TIME = 1 << 20, FILTERS_DEEP = 2 };

enum state { AT_THE_BEGINNING, AT_AN_ENTRY, IN_A_MEMBER, PASSING_OVER, BEHIND_AN_ENTRY, AT_THE_END };

struct unpacking {
    enum state state;
    int fd; /* -1: */
    struct span bytes;
    bool sure;
    int status; /* of libarchive, after the last entry */
    struct archive *archive;
    struct archive_entry *entry;
    uint64_t data; /* bytes of members, handed out or passed over */
    uint64_t reported; /* with the last piece */
    int64_t written; /* the member at hand; 0 = not known */
    struct span held; /* of it, read ahead: what comes next */
    char chunk[PIECE_MAX];
};

/* ---- pieces ---- */

/* What filters put out counts as well, whether a member has it or not. */
static uint64_t produced(const struct unpacking *u)
{
    const bool packed = u->archive != NULL && archive_filter_count(u->archive) > 1 /* that of no filter */;
    const la_int64_t filtered = packed ? archive_filter_bytes(u->archive, 0) : 0;
    return filtered > 0 && (uint64_t)filtered > u->data ? (uint64_t)filtered : u->data;
}

static struct piece piece_of(struct unpacking *u, enum piece_kind kind, const char *bytes, size_t length)
{
    u->reported = produced(u);
    return (struct piece){.kind = kind, .text = {bytes, length}, .written = u->written, .produced = u->reported};
}

static struct piece text_piece(struct unpacking *u, enum piece_kind kind, const char *text)
{
    const size_t length = strlen(text);
    return piece_of(u, kind, text, length < PIECE_MAX ? length : PIECE_MAX - 1);
}

static struct piece last(struct unpacking *u, enum piece_kind kind, const char *text)
{
    u->state = AT_THE_END;
    return text_piece(u, kind, text);
}

static const char *why(struct archive *a)
{
    const char *text = archive_error_string(a);
    if (text != NULL && strstr(text, "codec is unsupported") != NULL)
        return W_("compressed in a way that cannot be unpacked here; a .zip can");
    return text != NULL ? text : W_("damaged, cannot be unpacked");
}

/* ---- opening ---- */

/* Formats that hold several files. */
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

/* What is only compressed is one file; gzip is left to those who read that file, as they make do with its beginning. */
static bool is_one_file(struct archive *a)
{
    return archive_format(a) == ARCHIVE_FORMAT_RAW;
}

static bool is_unpacked_by_readers(struct archive *a)
{
    const int n = archive_filter_count(a);
    return is_one_file(a) && (n < 2 || (n == 2 && archive_filter_code(a, 0) == ARCHIVE_FILTER_GZIP));
}

/* Looks into a stream of gzip; the bytes read for that are the first to be given later. */
static bool holds_a_mail(struct unpacking *u)
{
    const void *bytes;
    size_t length;
    la_int64_t offset;
    if (archive_filter_count(u->archive) < 2 ||
        archive_read_data_block(u->archive, &bytes, &length, &offset) != ARCHIVE_OK)
        return false;
    u->held = (struct span){bytes, length};
    return mime_begins(span_sub(u->held, 0, PIECE_MAX));
}

static void allow_what_is_known(struct archive *a, bool sure)
{
    if (!sure)
        archive_read_support_format_raw(a);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        formats[i](a);
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        if (is_built_in(filters[i]))
            filters[i](a);
}

/* An archive of which nothing can be read may still be one: the entry that is not there says why. */
static struct piece open_archive(struct unpacking *u)
{
    struct archive *a = archive_read_new();
    if (a == NULL)
        return last(u, u->sure ? PIECE_BROKEN : PIECE_NONE, "out of memory");
    u->archive = a;
    allow_what_is_known(a, u->sure);
    u->status = u->fd >= 0 ? archive_read_open_fd(a, u->fd, PIECE_MAX)
                           : archive_read_open_memory(a, u->bytes.at, u->bytes.length);
    if (u->status == ARCHIVE_OK)
        u->status = archive_read_next_header(a, &u->entry);
    const bool opened = u->status == ARCHIVE_OK || u->status == ARCHIVE_WARN;
    if (!u->sure && (opened ? is_unpacked_by_readers(a) && !holds_a_mail(u) : archive_errno(a) != ENOMEM))
        return last(u, PIECE_NONE, "");
    u->state = AT_AN_ENTRY;
    return text_piece(u, PIECE_ARCHIVE, "");
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

/* Packers that leave times out write the first that their format has: 1970 or 1980. */
static int64_t time_of(struct archive_entry *entry)
{
    static const int64_t first = 315619200; /* 1980-01-02 */
    const int64_t t = archive_entry_mtime_is_set(entry) ? (int64_t)archive_entry_mtime(entry) : 0;
    return t >= first ? t : 0;
}

/* The path of an entry that is a file to be read, else NULL. */
static const char *member_path(struct archive_entry *entry)
{
    const char *path = archive_entry_pathname_utf8(entry);
    if (path == NULL) /* bytes of another code page */
        path = archive_entry_pathname(entry);
    return archive_entry_filetype(entry) == AE_IFREG && path != NULL && !is_hidden(path) ? path : NULL;
}

/* Reads and forgets, since libarchive would do the same without a word to us. */
static struct piece pass_over(struct unpacking *u)
{
    const void *bytes;
    size_t length;
    la_int64_t offset;
    while (archive_read_data_block(u->archive, &bytes, &length, &offset) == ARCHIVE_OK) {
        u->data += length;
        if (produced(u) >= u->reported + PASSED_AT_A_TIME)
            return text_piece(u, PIECE_PASSED, "");
    }
    u->state = BEHIND_AN_ENTRY;
    return text_piece(u, PIECE_PASSED, "");
}

static struct piece begin_entry(struct unpacking *u)
{
    if (u->status == ARCHIVE_EOF)
        return last(u, PIECE_END, "");
    if (u->status != ARCHIVE_OK && u->status != ARCHIVE_WARN)
        return last(u, PIECE_BROKEN, why(u->archive));
    if (archive_filter_count(u->archive) > FILTERS_DEEP + 1 /* that of no filter */)
        return last(u, PIECE_BROKEN, W_("is compressed more than twice"));
    const char *path = member_path(u->entry);
    u->state = path != NULL ? IN_A_MEMBER : PASSING_OVER;
    u->written = time_of(u->entry);
    return path == NULL ? pass_over(u) : text_piece(u, PIECE_MEMBER, is_one_file(u->archive) ? "" : path);
}

static struct piece give_held(struct unpacking *u)
{
    const struct span piece = span_sub(u->held, 0, PIECE_MAX);
    u->held = span_sub(u->held, piece.length, u->held.length);
    u->data += piece.length;
    return piece_of(u, PIECE_DATA, piece.at, piece.length);
}

static struct piece read_on(struct unpacking *u)
{
    if (archive_entry_is_encrypted(u->entry)) {
        u->state = BEHIND_AN_ENTRY;
        return text_piece(u, PIECE_REFUSED, W_("is encrypted, expected an archive without a password"));
    }
    if (u->held.length != 0)
        return give_held(u);
    const la_ssize_t n = archive_read_data(u->archive, u->chunk, sizeof u->chunk);
    if (n < 0)
        return last(u, PIECE_BROKEN, why(u->archive));
    if (n > 0) {
        u->data += (uint64_t)n;
        return piece_of(u, PIECE_DATA, u->chunk, (size_t)n);
    }
    u->state = BEHIND_AN_ENTRY;
    return text_piece(u, PIECE_WHOLE, "");
}

struct unpacking *unpacking_begin(int fd, struct span bytes, bool sure)
{
    struct unpacking *u = calloc(1, sizeof *u);
    if (u != NULL) {
        u->fd = fd;
        u->bytes = bytes;
        u->sure = sure;
    }
    return u;
}

struct piece unpacking_next(struct unpacking *u)
{
    if (u->state == BEHIND_AN_ENTRY) {
        u->status = archive_read_next_header(u->archive, &u->entry);
        u->state = AT_AN_ENTRY;
    }
    switch (u->state) {
    case AT_THE_BEGINNING:
        return open_archive(u);
    case IN_A_MEMBER:
        return read_on(u);
    case PASSING_OVER:
        return pass_over(u);
    case AT_AN_ENTRY:
    case BEHIND_AN_ENTRY:
        return begin_entry(u);
    case AT_THE_END:
        break;
    }
    return text_piece(u, PIECE_END, "");
}

void unpacking_end(struct unpacking *u)
{
    if (u == NULL)
        return;
    archive_read_free(u->archive);
    free(u);
}
