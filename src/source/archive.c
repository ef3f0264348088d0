/* Archives through libarchive; the contract stands in archive.h. */
#include "source/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"

enum { CHUNK = 64 << 10 };

struct unpacking {
    const struct archive_limits *limits;
    struct archive_taker *out;
    struct diags *d;
    size_t members, bytes; /* so far */
    bool complete;
};

/* How files begin that are archives, and those that may hold one. */
static const struct mark {
    size_t at;
    struct span bytes;
    bool sure;
} marks[] = {
    {0, {"PK\3\4", 4}, true},
    {0, {"PK\5\6", 4}, true},
    {0, {"7z\xbc\xaf\x27\x1c", 6}, true},
    {257, {"ustar", 5}, true},
    {0, {"\x1f\x8b\x08", 3}, false}, /* gzip */
    {0, {"BZh", 3}, false}, /* bzip2 */
    {0, {"\xfd\x37zXZ", 5}, false}, /* xz */
    {0, {"\x28\xb5\x2f\xfd", 4}, false}, /* zstd */
};

static const struct mark *mark_of(struct span head)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const struct mark *m = &marks[i];
        if (head.length >= m->at + m->bytes.length && memcmp(head.at + m->at, m->bytes.at, m->bytes.length) == 0)
            return m;
    }
    return NULL;
}

bool archive_begins(struct span head)
{
    return mark_of(head) != NULL;
}

static void refuse(struct unpacking *u, const char *name, const char *why)
{
    diag_at(u->d, SEVERITY_ERROR, 0, 0, "%s: %s", name, why);
    u->complete = false;
}

static void close_archive(void *a)
{
    archive_read_free(a);
}

/* Formats that hold several files, compressed or not. A compressed file alone is not an archive: its reader unpacks it.
 */
static struct archive *open_archive(struct span bytes)
{
    struct archive *a = archive_read_new();
    if (a == NULL)
        return NULL;
    archive_read_support_filter_all(a);
    archive_read_support_format_zip(a);
    archive_read_support_format_tar(a);
    archive_read_support_format_7zip(a);
    attempt_hold(a, close_archive);
    if (archive_read_open_memory(a, bytes.at, bytes.length) == ARCHIVE_OK)
        return a;
    attempt_release(a, close_archive);
    return NULL;
}

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

/* Reads the member at hand; false where that failed, after an error. */
static bool read_member(struct unpacking *u, struct archive *a, const char *name, struct strbuf *out)
{
    static const char damaged[] = "damaged, cannot be unpacked";
    char chunk[CHUNK];
    la_ssize_t n;
    while ((n = archive_read_data(a, chunk, sizeof chunk)) > 0) {
        if ((size_t)n > u->limits->bytes - u->bytes) {
            refuse(u, name, "the archive unpacks to more than --max-unpacked allows");
            return false;
        }
        u->bytes += (size_t)n;
        strbuf_add(out, chunk, (size_t)n);
    }
    if (n == 0)
        return true;
    const char *why = archive_error_string(a);
    refuse(u, name, why != NULL ? why : damaged);
    return false;
}

static enum archive_found unpack(struct unpacking *u, struct span bytes, const char *name, int depth);

/* Hands a member on, or what an archive among the members holds. */
static void take_member(struct unpacking *u, const char *name, struct strbuf *bytes, int depth)
{
    const struct span all = {strbuf_text(bytes), bytes->length};
    if (!archive_begins(all) || unpack(u, all, name, depth + 1) == ARCHIVE_NONE)
        u->out->take(u->out, name, bytes);
}

/* False where nothing more can be read. */
static bool unpack_entry(struct unpacking *u, struct archive *a, struct archive_entry *entry, const char *archive,
                         int depth)
{
    const char *path = archive_entry_pathname_utf8(entry);
    if (path == NULL) /* bytes of another code page */
        path = archive_entry_pathname(entry);
    if (archive_entry_filetype(entry) != AE_IFREG || path == NULL || is_hidden(path))
        return true;
    struct strbuf name = {0}, bytes = {0};
    strbuf_printf(&name, "%s/%s", archive, path);
    bool good = true;
    if (u->members == u->limits->members) {
        refuse(u, name.at, "the archive has more files than --max-members allows");
        good = false;
    } else if (archive_entry_is_encrypted(entry)) {
        refuse(u, name.at, "is encrypted, expected an archive without a password");
    } else {
        u->members++;
        good = read_member(u, a, name.at, &bytes);
        if (good)
            take_member(u, name.at, &bytes, depth);
    }
    strbuf_done(&bytes);
    strbuf_done(&name);
    return good;
}

static void refuse_as_it_says(struct unpacking *u, const char *name, struct archive *a)
{
    const char *why = a != NULL ? archive_error_string(a) : NULL;
    refuse(u, name, why != NULL ? why : "damaged archive, cannot be unpacked");
}

static void unpack_all(struct unpacking *u, struct archive *a, struct archive_entry *entry, const char *name, int depth)
{
    int status;
    do {
        if (!unpack_entry(u, a, entry, name, depth))
            return;
        status = archive_read_next_header(a, &entry);
    } while (status == ARCHIVE_OK || status == ARCHIVE_WARN);
    if (status != ARCHIVE_EOF)
        refuse_as_it_says(u, name, a);
}

static enum archive_found unpack(struct unpacking *u, struct span bytes, const char *name, int depth)
{
    const struct mark *mark = mark_of(bytes);
    struct archive *a = mark != NULL ? open_archive(bytes) : NULL;
    struct archive_entry *entry;
    const int status = a != NULL ? archive_read_next_header(a, &entry) : ARCHIVE_FATAL;
    bool is_one = mark != NULL && mark->sure;
    if (status == ARCHIVE_OK || status == ARCHIVE_WARN) {
        is_one = true;
        if (depth > u->limits->depth)
            refuse(u, name, "archives lie deeper in one another than --max-depth allows");
        else
            unpack_all(u, a, entry, name, depth);
    } else if (is_one && status != ARCHIVE_EOF) {
        refuse_as_it_says(u, name, a);
    }
    if (a != NULL)
        attempt_release(a, close_archive);
    return !is_one ? ARCHIVE_NONE : u->complete ? ARCHIVE_READ : ARCHIVE_IN_PART;
}

enum archive_found archive_each(struct span bytes, const char *name, const struct archive_limits *limits,
                                struct archive_taker *out, struct diags *d)
{
    struct unpacking u = {.limits = limits, .out = out, .d = d, .complete = true};
    return unpack(&u, bytes, name, 1);
}
