/* Archives in archives as one walk; see archive.h. What is here belongs to no attempt, so it asks for memory as plain C
 * does. */
#include "source/archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/attempt.h"
#include "base/mime.h"
#include "base/os.h"
#include "source/mail.h"
#include "source/unpacker.h"

enum { DEPTH_MAX = 100, INPUT_USUAL = 256 << 20, MEMORY_USUAL = 512 << 20, TAR_HEAD = 512, ZIP_END = 128 << 10 };

/* ---- how archives begin ---- */

/* How files begin that are archives, and those that may hold one. */
static const struct mark {
    size_t at;
    struct span bytes;
    bool sure;
} marks[] = {
    {0, {"PK\3\4", 4}, true},
    {0, {"PK\5\6", 4}, true},
    {0, {"7z\xbc\xaf\x27\x1c", 6}, true},
    {0, {"Rar!\x1a\x07", 6}, true},
    {257, {"ustar", 5}, true},
    {0, {"\x1f\x8b\x08", 3}, false}, /* gzip */
    {0, {"BZh", 3}, false}, /* bzip2 */
    {0, {"\xfd\x37zXZ", 5}, false}, /* xz */
    {0, {"\x5d\0\0", 3}, false}, /* lzma */
    {0, {"\x28\xb5\x2f\xfd", 4}, false}, /* zstd */
    {0, {"\x04\x22\x4d\x18", 4}, false}, /* lz4 */
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

/* The first bytes of a gzip stream; *ended if that is all. */
static size_t gunzip_head(struct span head, char out[ARCHIVE_HEAD], bool *ended)
{
    z_stream z = {.next_in = (Bytef *)(uintptr_t)head.at,
                  .avail_in = (uInt)(head.length < ARCHIVE_HEAD ? head.length : ARCHIVE_HEAD),
                  .next_out = (Bytef *)out,
                  .avail_out = ARCHIVE_HEAD};
    *ended = false;
    if (inflateInit2(&z, 16 + MAX_WBITS) != Z_OK)
        return 0;
    *ended = inflate(&z, Z_SYNC_FLUSH) == Z_STREAM_END;
    inflateEnd(&z);
    return ARCHIVE_HEAD - z.avail_out;
}

/* A tar of before 1988 has no mark, but a sum over its first header. */
static bool is_old_tar(struct span head)
{
    enum { SUM_AT = 148, SUM_LENGTH = 8 };
    unsigned sum = 0;
    char text[SUM_LENGTH + 1] = "", *end;
    if (head.length < TAR_HEAD || head.at[0] == '\0')
        return false;
    for (size_t i = 0; i < TAR_HEAD; i++)
        sum += i - SUM_AT < SUM_LENGTH ? ' ' : (unsigned char)head.at[i];
    memcpy(text, head.at + SUM_AT, SUM_LENGTH);
    return strtoul(text, &end, 8) == sum && end != text;
}

/* Most that is compressed by gzip is a single match. */
static bool gzip_may_hold_one(struct span head)
{
    char out[ARCHIVE_HEAD];
    bool ended;
    const size_t n = gunzip_head(head, out, &ended);
    const struct span inside = {out, n};
    return mark_of(inside) != NULL || is_old_tar(inside) || mime_begins(inside) || (n < TAR_HEAD && !ended);
}

static bool is_mail(struct span head)
{
    return mark_of(head) == NULL && mime_begins(head);
}

bool archive_begins(struct span head)
{
    const struct mark *mark = mark_of(head);
    return mark != NULL ? mark->bytes.at[0] != '\x1f' || gzip_may_hold_one(head) : is_old_tar(head) || is_mail(head);
}

static bool begins_surely(struct span head)
{
    char out[ARCHIVE_HEAD];
    bool ended;
    const struct mark *mark = mark_of(head);
    if (mark == NULL || mark->bytes.at[0] != '\x1f')
        return mark != NULL ? mark->sure : is_old_tar(head);
    const struct span inside = {out, gunzip_head(head, out, &ended)};
    const struct mark *held = mark_of(inside);
    return held != NULL ? held->sure : is_old_tar(inside);
}

/* A .zip ends with its list of members and what says where that begins, perhaps with a comment. */
static bool has_end_of_zip(struct span last)
{
    enum { END_LENGTH = 22 };
    return last.length >= END_LENGTH && span_has(span_sub(last, 0, last.length - END_LENGTH + 4), "PK\5\6");
}

/* Members before the place where one was cut off are unpacked without a word. */
static bool zip_is_cut_off(int fd, struct span bytes)
{
    struct os_facts f;
    if (fd < 0)
        return !has_end_of_zip(span_sub(bytes, bytes.length > ZIP_END ? bytes.length - ZIP_END : 0, bytes.length));
    char *last = os_facts_of_open(fd, &f) ? malloc(ZIP_END) : NULL;
    const ssize_t n = last != NULL ? os_read_at(fd, last, ZIP_END, f.size > ZIP_END ? f.size - ZIP_END : 0) : -1;
    const bool cut = n >= 0 && !has_end_of_zip((struct span){last, (size_t)n});
    free(last);
    return cut;
}

/* ---- a walk ---- */

struct level { /* an archive, or one in it */
    struct unpacker *unpacker; /* or, of a mail: */
    struct mail *mail;
    char *name;
    char *bytes; /* of an archive in an archive, or of a mail in a file */
    size_t length;
    uint64_t produced; /* so far */
    int64_t written; /* as struct archive_member */
    bool cut_off; /* what cannot be told from a whole one by its members */
};

struct archive_walk {
    struct archive_limits limits;
    struct archive_spent own, *spent;
    struct level level[DEPTH_MAX + 1];
    int depth; /* levels that are open */
    enum archive_step only; /* what there is to say instead of members, where that is not MEMBER */
    bool in_member, too_large; /* the file at hand */
    struct archive_member member;
    size_t room;
    char why[300];
};

static const char refused_bytes[] = W_("the archive unpacks to more than --max-unpacked allows");
static const char refused_members[] = W_("the archive has more files than --max-members allows");
static const char refused_depth[] = W_("archives are nested more deeply than --max-depth allows");
static const char refused_rest[] = W_("is damaged or cut off; only what is left of it was read");
static const char refused_input[] = W_("is larger than --max-input allows");

static char *copy_of(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

void archive_member_done(struct archive_member *m)
{
    free(m->name);
    free(m->bytes);
    *m = (struct archive_member){0};
}

static void pop(struct archive_walk *w)
{
    struct level *l = &w->level[--w->depth];
    unpacker_end(l->unpacker);
    mail_end(l->mail);
    free(l->name);
    free(l->bytes);
}

void archive_walk_end(struct archive_walk *w)
{
    if (w == NULL)
        return;
    while (w->depth > 0)
        pop(w);
    archive_member_done(&w->member);
    free(w);
}

static size_t memory_of(const struct archive_limits *l)
{
    return l->memory != 0 ? l->memory : MEMORY_USUAL;
}

/* Begins with an archive; `bytes` is freed with it, `name` too. False where that fails. */
static bool push(struct archive_walk *w, int fd, struct span head, char *name, char *bytes)
{
    struct level *l = &w->level[w->depth];
    *l = (struct level){.name = name, .bytes = bytes, .length = head.length};
    l->cut_off = span_starts_nocase(head, "PK\3\4") && zip_is_cut_off(fd, head);
    if (name != NULL && is_mail(head))
        l->mail = mail_begin(head, name);
    else if (name != NULL)
        l->unpacker = unpacker_begin(fd, head, begins_surely(head), memory_of(&w->limits));
    const bool good = l->mail != NULL || l->unpacker != NULL;
    w->depth += good;
    if (!good) {
        free(name);
        free(bytes);
    }
    return good;
}

static size_t input_of(const struct archive_limits *l)
{
    return l->input != 0 ? l->input : INPUT_USUAL;
}

/* A mail is read as a whole; one that is too large is left to those who say so of any file. */
static bool open_mail(struct archive_walk *w, int fd, const char *name)
{
    struct os_facts f;
    if (!os_facts_of_open(fd, &f))
        return false;
    if (f.size < 0 || (uint64_t)f.size > input_of(&w->limits)) {
        w->only = ARCHIVE_STEP_NOT_ONE;
        return true;
    }
    char *bytes = malloc((size_t)f.size + 1);
    const ssize_t n = bytes != NULL ? os_read_at(fd, bytes, (size_t)f.size, 0) : -1;
    if (n >= 0)
        return push(w, -1, (struct span){bytes, (size_t)n}, copy_of(name), bytes);
    free(bytes);
    return false;
}

static bool open_file(struct archive_walk *w, const char *path, const char *name)
{
    char head[ARCHIVE_HEAD];
    const int fd = os_open(path, O_RDONLY);
    const ssize_t n = fd >= 0 ? os_read_at(fd, head, sizeof head, 0) : -1;
    const struct span begin = {head, n > 0 ? (size_t)n : 0};
    bool good = n >= 0;
    if (good && !archive_begins(begin))
        w->only = ARCHIVE_STEP_NOT_ONE;
    else if (good && is_mail(begin))
        good = open_mail(w, fd, name);
    else if (good)
        good = push(w, fd, begin, copy_of(name), NULL);
    const int problem = errno;
    if (fd >= 0)
        close(fd);
    errno = problem;
    return good;
}

struct archive_walk *archive_walk_begin(const struct archive_source *from, const char *name,
                                        const struct archive_limits *limits, struct archive_spent *spent)
{
    struct archive_walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->limits = *limits;
    w->spent = spent != NULL ? spent : &w->own;
    bool good = true;
    if (from->path != NULL)
        good = open_file(w, from->path, name);
    else if (archive_begins(from->bytes))
        good = push(w, -1, from->bytes, copy_of(name), NULL);
    else
        w->only = ARCHIVE_STEP_NOT_ONE;
    if (good)
        return w;
    const int problem = errno;
    archive_walk_end(w);
    errno = problem;
    return NULL;
}

/* Hands over what is at hand. */
static enum archive_step give(struct archive_walk *w, enum archive_step step, struct archive_member *m)
{
    *m = w->member;
    m->why = w->why;
    w->member = (struct archive_member){0};
    w->in_member = false;
    return step;
}

/* Leaves out the file at hand, or, where there is none, what is left of the archive. */
static enum archive_step refuse(struct archive_walk *w, const char *why, struct archive_member *m)
{
    snprintf(w->why, sizeof w->why, "%s", why);
    if (!w->in_member)
        w->member.name = copy_of(w->level[w->depth - 1].name);
    return w->member.name != NULL ? give(w, ARCHIVE_STEP_REFUSED, m) : ARCHIVE_STEP_NO_MEMORY;
}

/* The same, and nothing that follows is looked at. */
static enum archive_step refuse_all(struct archive_walk *w, const char *why, struct archive_member *m)
{
    const enum archive_step step = refuse(w, why, m);
    while (w->depth > 0)
        pop(w);
    return step;
}

struct span archive_name_inside(struct span archive)
{
    static const char *const endings[] = {".gz", ".bz2", ".xz", ".lzma", ".zst", ".lz4"};
    size_t from = archive.length;
    while (from > 0 && archive.at[from - 1] != '/')
        from--;
    struct span name = span_sub(archive, from, archive.length);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (name.length > strlen(endings[i]) && span_ends(name, endings[i]))
            return span_sub(name, 0, name.length - strlen(endings[i]));
    return name;
}

static bool begin_member(struct archive_walk *w, const struct piece *p)
{
    const char *archive = w->level[w->depth - 1].name;
    const size_t length = strlen(archive);
    archive_member_done(&w->member);
    w->room = 0;
    w->in_member = true;
    w->too_large = false;
    const struct span own = p->text.length > 0 ? p->text : archive_name_inside((struct span){archive, length});
    char *name = malloc(length + 1 + own.length + 1);
    if (name == NULL)
        return false;
    memcpy(name, archive, length);
    name[length] = '/';
    memcpy(name + length + 1, own.at, own.length);
    name[length + 1 + own.length] = '\0';
    w->member.name = name;
    w->member.written = p->written;
    w->member.is_part = p->is_part;
    w->member.is_alternative = p->is_alternative;
    if (p->charset != NULL)
        snprintf(w->member.charset, sizeof w->member.charset, "%s", p->charset);
    return true;
}

static bool reserve(struct archive_walk *w, size_t wanted)
{
    if (w->member.bytes != NULL && wanted < w->room)
        return true;
    const size_t room = wanted < w->room * 2 ? w->room * 2 : wanted + PIECE_MAX;
    char *bytes = realloc(w->member.bytes, room);
    if (bytes == NULL)
        return false;
    w->member.bytes = bytes;
    w->room = room;
    return true;
}

static bool add_data(struct archive_walk *w, struct span data)
{
    struct archive_member *m = &w->member;
    w->too_large = w->too_large || data.length > input_of(&w->limits) - m->length;
    if (w->too_large)
        return true;
    if (!reserve(w, m->length + data.length + 1))
        return false;
    memcpy(m->bytes + m->length, data.at, data.length);
    m->length += data.length;
    return true;
}

static bool member_is_an_archive(const struct archive_walk *w)
{
    return w->member.bytes != NULL && w->depth <= DEPTH_MAX &&
           archive_begins((struct span){w->member.bytes, w->member.length});
}

/* A file is complete: it is handed over, unless it is an archive itself. */
static enum archive_step end_member(struct archive_walk *w, struct archive_member *m, bool *go_on)
{
    struct archive_member *own = &w->member;
    if (w->too_large)
        return refuse(w, refused_input, m);
    if (own->bytes == NULL && !reserve(w, 1))
        return ARCHIVE_STEP_NO_MEMORY;
    own->bytes[own->length] = '\0';
    if (!member_is_an_archive(w))
        return give(w, ARCHIVE_STEP_MEMBER, m);
    struct span bytes = {own->bytes, own->length};
    const struct archive_member archive = *own;
    *own = (struct archive_member){0};
    w->in_member = false;
    *go_on = push(w, -1, bytes, archive.name, archive.bytes);
    if (*go_on)
        w->level[w->depth - 1].written = archive.written;
    return ARCHIVE_STEP_NO_MEMORY;
}

/* An archive that turns out to be none is a file of its own. */
static enum archive_step end_no_archive(struct archive_walk *w, struct archive_member *m)
{
    struct level *l = &w->level[w->depth - 1];
    if (w->depth == 1) {
        pop(w);
        return w->only = ARCHIVE_STEP_NOT_ONE;
    }
    *m = (struct archive_member){.name = l->name, .bytes = l->bytes, .length = l->length, .written = l->written};
    l->name = l->bytes = NULL;
    pop(w);
    return ARCHIVE_STEP_MEMBER;
}

static enum archive_step break_off(struct archive_walk *w, const char *why, struct archive_member *m)
{
    const enum archive_step step = refuse(w, why, m);
    pop(w);
    return step;
}

/* Counts what a piece cost; false where that is too much. */
static bool pay(struct archive_walk *w, const struct piece *p)
{
    struct level *l = &w->level[w->depth - 1];
    if (p->produced < l->produced)
        return true;
    const uint64_t more = p->produced - l->produced;
    l->produced = p->produced;
    if (w->spent->bytes > w->limits.bytes || more > w->limits.bytes - w->spent->bytes)
        return false;
    w->spent->bytes += (size_t)more;
    return true;
}

/* Takes in a piece; *go_on where another one is needed before there is something to hand over. */
static enum archive_step take(struct archive_walk *w, const struct piece *p, struct archive_member *m, bool *go_on)
{
    *go_on = false;
    if (!pay(w, p))
        return refuse_all(w, refused_bytes, m);
    switch (p->kind) {
    case PIECE_NONE:
        return end_no_archive(w, m);
    case PIECE_WHOLE:
        return end_member(w, m, go_on);
    case PIECE_REFUSED:
        return refuse(w, p->text.at, m);
    case PIECE_BROKEN:
        return break_off(w, p->text.at, m);
    case PIECE_STOPPED:
        return ARCHIVE_STEP_STOPPED;
    case PIECE_NO_MEMORY:
        return ARCHIVE_STEP_NO_MEMORY;
    case PIECE_ARCHIVE:
        if (w->depth > w->limits.depth)
            return break_off(w, refused_depth, m);
        break;
    case PIECE_MEMBER:
        if (!begin_member(w, p))
            return ARCHIVE_STEP_NO_MEMORY;
        if (w->spent->members >= w->limits.members)
            return refuse_all(w, refused_members, m);
        w->spent->members++;
        break;
    case PIECE_DATA:
        if (!add_data(w, p->text))
            return ARCHIVE_STEP_NO_MEMORY;
        break;
    case PIECE_END:
        if (w->level[w->depth - 1].cut_off)
            return break_off(w, refused_rest, m);
        pop(w);
        break;
    case PIECE_PASSED:
        break;
    }
    *go_on = true;
    return ARCHIVE_STEP_MEMBER;
}

static struct piece next_piece(struct archive_walk *w)
{
    const struct level *l = &w->level[w->depth - 1];
    if (l->mail == NULL)
        return unpacker_next(l->unpacker, w->limits.seconds, w->limits.stop);
    if (w->limits.stop != NULL && *w->limits.stop)
        return (struct piece){.kind = PIECE_STOPPED};
    return mail_next(l->mail);
}

enum archive_step archive_walk_next(struct archive_walk *w, struct archive_member *m)
{
    bool go_on = true;
    enum archive_step step = w->only;
    *m = (struct archive_member){0};
    if (step != ARCHIVE_STEP_MEMBER)
        return step;
    while (go_on && w->depth > 0) {
        const struct piece p = next_piece(w);
        step = take(w, &p, m, &go_on);
    }
    return go_on ? ARCHIVE_STEP_END : step;
}

/* ---- all of them ---- */

void archive_adopt(struct archive_member *m, struct strbuf *to)
{
    char *bytes = m->bytes;
    m->bytes = NULL;
    attempt_hold(bytes, free);
    *to = (struct strbuf){bytes, m->length, m->length + 1};
}

static void end_walk(void *walk)
{
    archive_walk_end(walk);
}

static void done_member(void *member)
{
    archive_member_done(member);
}

static void take_member(struct archive_taker *out, struct archive_member *m)
{
    struct strbuf bytes = {0};
    archive_adopt(m, &bytes);
    out->take(out, m, &bytes);
    strbuf_done(&bytes);
}

enum archive_found archive_each(const struct archive_source *from, const char *name,
                                const struct archive_limits *limits, struct archive_spent *spent,
                                struct archive_taker *out, struct diags *d)
{
    struct archive_walk *w = archive_walk_begin(from, name, limits, spent);
    struct archive_member m = {0};
    enum archive_found found = ARCHIVE_READ;
    enum archive_step step;
    if (w == NULL && errno == ENOMEM)
        attempt_fail();
    if (w == NULL) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s: cannot be read: %s", name, strerror(errno));
        return ARCHIVE_IN_PART;
    }
    attempt_hold(w, end_walk);
    attempt_hold(&m, done_member);
    while ((step = archive_walk_next(w, &m)) == ARCHIVE_STEP_MEMBER || step == ARCHIVE_STEP_REFUSED) {
        if (step == ARCHIVE_STEP_MEMBER) {
            take_member(out, &m);
        } else {
            diag_at(d, SEVERITY_ERROR, 0, 0, "%s: %s", m.name, m.why);
            found = ARCHIVE_IN_PART;
        }
        archive_member_done(&m);
    }
    attempt_release(&m, done_member);
    attempt_release(w, end_walk);
    if (step == ARCHIVE_STEP_NO_MEMORY)
        attempt_fail();
    return step == ARCHIVE_STEP_NOT_ONE ? ARCHIVE_NONE : step == ARCHIVE_STEP_STOPPED ? ARCHIVE_IN_PART : found;
}
