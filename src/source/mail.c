/* A walk over the parts of mails; see mail.h. What is here belongs to no attempt, so it asks for memory as plain C
 * does.
 */
#include "source/mail.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/format.h"
#include "base/mime.h"
#include "base/utf8.h"

enum { DEEP = 50 /* multiparts in multiparts */, STEM_MAX = 80, NAME_ROOM = 512, LOOK_FOR_BOUNDARY = 8 << 10 };

enum state {
    AT_THE_BEGINNING,
    AT_A_MAIL,
    AT_A_PART,
    AT_A_NAMED_PART,
    IN_A_DAMAGED_PART,
    IN_A_PART,
    BEHIND_A_PART,
    AT_THE_END
};

struct part {
    struct mime_head head;
    struct span body, behind; /* text that the encoding of the body does not hold for */
    bool damaged, alternative;
};

/* A multipart that is open. */
struct multipart {
    struct span boundary;
    bool alternative; /* its parts say the same in several ways */
    size_t begun; /* parts */
};

/* What ends a part: a boundary, or the end of its mail. */
struct border {
    int level; /* of the multipart whose boundary it is, from 0; -1 = the mail ends */
    bool last;
};

/* Hashes of the names that were given, as a table that is half empty at least. */
struct names {
    uint64_t *at;
    size_t n, room;
};

struct mail {
    enum state state;
    struct span rest; /* of the file, from the mail at hand or the next one */
    struct span text; /* of the mail at hand, what is not read yet */
    bool several;
    size_t n_mails, n_parts; /* so far; parts of the mail at hand */
    int64_t written; /* the mail at hand; 0 = not known */
    struct multipart open[DEEP];
    int depth;
    struct border border; /* behind the last part, `text` then begins behind it */
    struct part part;
    struct mime_decoder decoder;
    struct names names;
    char stem[STEM_MAX + 1];
    char path[NAME_ROOM];
    uint64_t produced;
    char bytes[PIECE_MAX];
};

static const char damaged[] = W_("is damaged or cut off; only what is left of it was read");

/* ---- names ---- */

/* The file's own name without its ending, and without the brackets of a stream's: "<stdin>". */
static void take_stem(struct mail *m, const char *name)
{
    const char *slash = strrchr(name, '/'), *own = slash != NULL ? slash + 1 : name;
    own += *own == '<';
    const char *dot = strrchr(own, '.');
    struct span stem = span_sub(span_of(own), 0, dot != NULL && dot != own ? (size_t)(dot - own) : strcspn(own, ">"));
    stem.length = utf8_fitting(stem, STEM_MAX);
    snprintf(m->stem, sizeof m->stem, "%.*s", (int)stem.length, stem.at);
}

static bool grow_names(struct names *names)
{
    const size_t room = names->room != 0 ? 2 * names->room : 64;
    uint64_t *at = calloc(room, sizeof *at);
    if (at == NULL)
        return false;
    for (size_t i = 0; i < names->room; i++)
        if (names->at[i] != 0) {
            size_t k = names->at[i] & (room - 1);
            while (at[k] != 0)
                k = (k + 1) & (room - 1);
            at[k] = names->at[i];
        }
    free(names->at);
    names->at = at;
    names->room = room;
    return true;
}

/* Never 0. */
static uint64_t hash_of(const char *name)
{
    const uint64_t hash = fnv(FNV_START, name, strlen(name));
    return hash != 0 ? hash : 1;
}

/* Notes a name; false where it was given before. */
static bool is_new(struct names *names, const char *name)
{
    const uint64_t hash = hash_of(name);
    size_t k = hash & (names->room - 1);
    while (names->at[k] != 0 && names->at[k] != hash)
        k = (k + 1) & (names->room - 1);
    const bool is = names->at[k] == 0;
    names->n += is;
    names->at[k] = hash;
    return is;
}

static struct span ending_of(const struct mime_head *h, char room[STEM_MAX])
{
    struct span kind = h->subtype.length != 0 ? h->subtype : span_of("plain");
    if (span_equal_nocase(kind, "rfc822"))
        kind = span_of("eml");
    kind = span_sub(kind, 0, STEM_MAX);
    for (size_t i = 0; i < kind.length; i++)
        room[i] = isalnum((unsigned char)kind.at[i]) || strchr("+-", kind.at[i]) != NULL ? kind.at[i] : '_';
    return (struct span){room, kind.length};
}

/* What the part is called: its own name, or that of the mail; `number` > 0 stands before the ending. */
static void put_name(struct mail *m, size_t at, size_t number)
{
    char room[STEM_MAX], own[STEM_MAX + 24];
    const char *name = m->part.head.name, *dot = strrchr(name, '.');
    struct span stem = span_sub(span_of(name), 0, dot != NULL ? (size_t)(dot - name) : strlen(name));
    struct span ending = span_of(dot != NULL ? dot + 1 : "");
    char *to = m->path + at;
    const size_t size = sizeof m->path - at;
    if (name[0] == '\0') {
        snprintf(own, sizeof own, m->several ? "%s-%zu" : "%s", m->stem, m->n_mails);
        stem = span_of(own);
        ending = ending_of(&m->part.head, room);
    }
    int n = snprintf(to, size, "%.*s", (int)stem.length, stem.at);
    if (number > 0)
        n += snprintf(to + n, size - (size_t)n, "-%zu", number);
    if (dot != NULL || name[0] == '\0')
        snprintf(to + n, size - (size_t)n, ".%.*s", (int)ending.length, ending.at);
}

/* Into m->path: no two parts have the same. False without memory. */
static bool name_part(struct mail *m)
{
    size_t at = 0, number = 0;
    if (2 * m->names.n >= m->names.room && !grow_names(&m->names))
        return false;
    if (m->several)
        at = (size_t)snprintf(m->path, sizeof m->path, "%s-%zu.eml/", m->stem, m->n_mails);
    if (m->part.head.name[0] == '\0' && (m->n_parts > 1 || m->border.level >= 0))
        number = m->n_parts;
    put_name(m, at, number);
    for (number = m->n_parts; !is_new(&m->names, m->path); number++)
        put_name(m, at, number);
    return true;
}

/* ---- from one part to the next ---- */

static bool find_border(const struct mail *m, struct span line, struct border *b)
{
    for (b->level = m->depth - 1; b->level >= 0; b->level--)
        if (mime_is_boundary(line, m->open[b->level].boundary, &b->last))
            return true;
    return false;
}

/* The line end before a boundary belongs to it. */
static struct span without_line_end(struct span text)
{
    if (text.length > 0 && text.at[text.length - 1] == '\n')
        text.length--;
    if (text.length > 0 && text.at[text.length - 1] == '\r')
        text.length--;
    return text;
}

/* Takes what comes before the next boundary of an open multipart, or all there is, as the body of the part. */
static void take_body(struct mail *m)
{
    const struct span from = m->text;
    m->border = (struct border){.level = -1};
    m->part.body = from;
    if (m->depth == 0)
        m->text = (struct span){"", 0};
    while (m->text.length != 0) {
        const size_t before = from.length - m->text.length;
        if (find_border(m, mime_line(&m->text), &m->border)) {
            m->part.body = without_line_end(span_sub(from, 0, before));
            break;
        }
    }
    bool torn;
    const struct span body = m->part.body;
    const size_t length = mime_extent(body, m->part.head.encoding, &torn);
    m->part.body = span_sub(body, 0, length);
    m->part.behind = span_sub(body, length, body.length);
    m->part.damaged = m->part.damaged || torn;
}

/* Is there something in it? What has a name may be empty. */
static bool is_part(struct mail *m)
{
    const bool is = m->part.head.name[0] != '\0' || span_trim(m->part.body).length != 0;
    m->n_parts += is;
    return is;
}

/* Text around the parts of a multipart, which is for programs that know no MIME. */
static bool take_words(struct mail *m)
{
    m->part = (struct part){.damaged = false};
    take_body(m);
    return is_part(m);
}

/* The same of text below what is encoded, as lists put it there. */
static bool take_words_behind(struct mail *m)
{
    m->part = (struct part){.body = m->part.behind};
    return is_part(m);
}

/* Is the part a text that says the same as one before it? */
static bool is_alternative(const struct mail *m)
{
    bool is = false;
    for (int i = 0; i < m->depth; i++)
        is = is || (m->open[i].alternative && m->open[i].begun > 1);
    return is && m->part.head.name[0] == '\0' && span_equal_nocase(m->part.head.type, "text");
}

/* Begins with a mail or a part of it at its head; false where that is a multipart with nothing before its parts. */
static bool enter(struct mail *m)
{
    struct mime_head *h = &m->part.head;
    m->part = (struct part){.damaged = false};
    m->text = span_sub(m->text, mime_head_read(m->text, h), m->text.length);
    if (m->n_parts == 0 && m->depth == 0)
        m->written = h->written;
    const bool headless = m->depth == 0 && h->type.length == 0 && h->encoding == MIME_PLAIN;
    const bool multipart = span_equal_nocase(h->type, "multipart");
    if (h->boundary.length == 0 && (multipart || headless))
        h->boundary = mime_boundary_of(span_sub(m->text, 0, LOOK_FOR_BOUNDARY));
    if (h->boundary.length != 0 && (multipart || headless) && m->depth < DEEP) {
        m->open[m->depth++] =
            (struct multipart){.boundary = h->boundary, .alternative = span_equal_nocase(h->subtype, "alternative")};
        return take_words(m);
    }
    m->part.damaged = multipart && h->boundary.length == 0;
    m->part.alternative = is_alternative(m);
    take_body(m);
    return is_part(m);
}

/* Goes on in the mail; false at its end. */
static bool next_part(struct mail *m)
{
    if (take_words_behind(m))
        return true;
    while (m->border.level >= 0) {
        m->depth = m->border.level + !m->border.last;
        m->open[m->border.level].begun++;
        if (m->border.last ? take_words(m) : enter(m))
            return true;
    }
    return false;
}

/* Where the next mail of several begins, else the end. */
static size_t mail_length(const struct mail *m)
{
    struct span rest = m->rest;
    (void)mime_line(&rest);
    while (m->several && rest.length != 0 && !mime_is_mbox(rest))
        (void)mime_line(&rest);
    return m->several ? m->rest.length - rest.length : m->rest.length;
}

static void begin_mail(struct mail *m)
{
    m->rest = utf8_skip_mark(m->rest);
    while (m->rest.length != 0 && (*m->rest.at == '\n' || *m->rest.at == '\r'))
        m->rest = span_sub(m->rest, 1, m->rest.length);
    m->several = m->n_mails++ > 0 || mime_is_mbox(m->rest);
    const size_t length = mail_length(m);
    m->text = span_sub(m->rest, 0, length);
    m->several = m->n_mails > 1 || length < m->rest.length;
    m->rest = span_sub(m->rest, length, m->rest.length);
    struct span head = m->text;
    if (span_starts_nocase(mime_line(&head), "From ")) /* as who has stored it writes */
        m->text = head;
    m->depth = 0;
    m->n_parts = 0;
    m->state = enter(m) || next_part(m) ? AT_A_PART : BEHIND_A_PART;
}

/* ---- pieces ---- */

static struct piece piece_of(enum piece_kind kind, const char *text)
{
    return (struct piece){.kind = kind, .text = span_of(text)};
}

static struct piece begin_part(struct mail *m)
{
    if (m->state == AT_A_PART && (m->part.head.no_memory || !name_part(m)))
        return piece_of(PIECE_NO_MEMORY, "");
    m->decoder = (struct mime_decoder){.encoding = m->part.head.encoding, .rest = m->part.body};
    m->state = m->part.damaged ? IN_A_DAMAGED_PART : IN_A_PART;
    return (struct piece){.kind = PIECE_MEMBER,
                          .text = span_of(m->path),
                          .charset = m->part.head.charset,
                          .is_part = true,
                          .written = m->written,
                          .is_alternative = m->part.alternative,
                          .produced = m->produced};
}

/* What is left of the part follows under the same name. */
static struct piece say_damaged(struct mail *m)
{
    m->part.damaged = false;
    m->state = AT_A_NAMED_PART;
    return piece_of(PIECE_REFUSED, damaged);
}

static struct piece read_on(struct mail *m)
{
    const size_t n = mime_decode(&m->decoder, m->bytes, sizeof m->bytes);
    m->produced += n;
    if (n == 0)
        m->state = BEHIND_A_PART;
    return (struct piece){.kind = n != 0 ? PIECE_DATA : PIECE_WHOLE, .text = {m->bytes, n}, .produced = m->produced};
}

/* Between parts: goes to the next one, in this mail or another. */
static struct piece go_on(struct mail *m)
{
    if (next_part(m)) {
        m->state = AT_A_PART;
        return begin_part(m);
    }
    if (m->depth > 0) { /* its last boundary is missing */
        m->depth = 0;
        return piece_of(PIECE_REFUSED, damaged);
    }
    m->state = span_trim(m->rest).length != 0 ? AT_A_MAIL : AT_THE_END;
    return piece_of(PIECE_PASSED, "");
}

struct mail *mail_begin(struct span bytes, const char *name)
{
    struct mail *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->rest = bytes;
    take_stem(m, name);
    return m;
}

struct piece mail_next(struct mail *m)
{
    switch (m->state) {
    case AT_THE_BEGINNING:
        m->state = AT_A_MAIL;
        return piece_of(PIECE_ARCHIVE, "");
    case AT_A_MAIL:
        begin_mail(m);
        return piece_of(PIECE_PASSED, "");
    case AT_A_PART:
    case AT_A_NAMED_PART:
        return begin_part(m);
    case IN_A_DAMAGED_PART:
        return say_damaged(m);
    case IN_A_PART:
        return read_on(m);
    case BEHIND_A_PART:
        return go_on(m);
    case AT_THE_END:
        break;
    }
    return piece_of(PIECE_END, "");
}

void mail_end(struct mail *m)
{
    if (m == NULL)
        return;
    free(m->names.at);
    free(m);
}
