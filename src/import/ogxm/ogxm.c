/* OGXM, the match format of HedgeHog and GammonView: the container. Format and decisions: docs/formats/ogxm.md. What a
 * record has no field for becomes properties of format "ogxm", from which the writer makes the same bytes again. */
#include "import/ogxm/ogxm.h"

#include <sha256.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "import/readers.h"
#include "format/ogxm_head.h"

enum { HEADER = 16, END = 4, FILE_MAX = 64 << 20, GAMES_MAX = 1000, CRITICAL = 1, LEAST_MINOR = 2 };

/* ---- saying and keeping ---- */

static void say(struct ogxm_reader *r, enum severity s, long offset, const char *format, va_list args)
{
    diag_voffset(r->d, s, offset < 0 || r->base == OGXM_NOWHERE ? -1 : r->base + offset, format, args);
}

void ogxm_remark(struct ogxm_reader *r, long offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(r, SEVERITY_NOTE, offset, format, args);
    va_end(args);
}

void ogxm_warn(struct ogxm_reader *r, long offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(r, SEVERITY_WARNING, offset, format, args);
    va_end(args);
}

bool ogxm_refuse(struct ogxm_reader *r, long offset, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(r, SEVERITY_ERROR, offset, format, args);
    va_end(args);
    return false;
}

struct property *ogxm_keep(struct ogxm_reader *r, struct property **list, const char *name, struct span bytes)
{
    struct strbuf hex = {0};
    ogxm_put_hex(&hex, bytes);
    struct property *p = property_add(r->m, list, "ogxm", name, strbuf_text(&hex));
    strbuf_done(&hex);
    return p;
}

/* ---- sections ---- */

struct section {
    char type[5];
    long offset;
    unsigned flags;
    struct span payload;
};

struct sections {
    struct section *at; /* in the arena of the match */
    size_t n, capacity;
};

static const char *const known[] = {"MTCH", "GAME", "ANAL", "DECS", "SIGN", "CLCK", "VIDO", "ANNO", "MSIG", "CSUM"};

static bool is_known(const char *type)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(type, known[i]) == 0)
            return true;
    return false;
}

static bool is(const struct section *s, const char *type)
{
    return strcmp(s->type, type) == 0;
}

static bool list_sections(struct ogxm_reader *r, struct span file, struct sections *out)
{
    struct bytes b = {.data = span_sub(file, 0, file.length - END), .at = HEADER};
    while (b.at < b.data.length) {
        struct section s = {.offset = (long)b.at};
        const struct span type = bytes_take(&b, 4);
        const uint32_t n = bytes_u32(&b);
        s.flags = bytes_u8(&b);
        s.payload = bytes_take(&b, n);
        if (b.overrun)
            return ogxm_refuse(r, s.offset, "a section of %u bytes, expected no more than the file holds", n);
        memcpy(s.type, type.at, 4);
        if (!is_known(s.type) && (s.flags & CRITICAL))
            return ogxm_refuse(r, s.offset, "found the section \"%.4s\", which no reader may skip, expected one of %s",
                               s.type, W_("version 2.2"));
        out->at = arena_grow(r->m->arena, out->at, out->n, &out->capacity, sizeof *out->at);
        out->at[out->n++] = s;
    }
    return true;
}

static bool read_header(struct ogxm_reader *r, struct span file)
{
    struct bytes b = {.data = file, .at = 4};
    const unsigned major = bytes_u16(&b), minor = bytes_u16(&b), least = bytes_u16(&b), least_minor = bytes_u16(&b);
    const uint32_t size = bytes_u32(&b);
    if (least > 2 || (least == 2 && least_minor > LEAST_MINOR))
        return ogxm_refuse(r, 8, "the file asks for a reader of version %u.%u, expected 2.2 or less", least,
                           least_minor);
    if (major < 2 || least < 2)
        return ogxm_refuse(r, 4, "version %u.%u with %u.%u as the least reader, expected both to be of version 2",
                           major, minor, least, least_minor);
    if (file.length > FILE_MAX)
        return ogxm_refuse(r, 0, "a file of %zu bytes, expected at most 64 MiB", file.length);
    if (size != file.length || memcmp(file.at + file.length - END, "END!", END) != 0)
        return ogxm_refuse(r, 12, "a file of %zu bytes that says it has %u and should end with END! (cut off?)",
                           file.length, size);
    return true;
}

/* "GAME 2": the last section before it that everybody knows. */
static void keep_unknown(struct ogxm_reader *r, const struct sections *list, size_t i)
{
    char behind[16] = "", flags[16];
    struct strbuf hex = {0};
    for (size_t k = i; k-- > 0 && behind[0] == '\0';) {
        size_t n = 0;
        if (!is_known(list->at[k].type))
            continue;
        for (size_t j = 0; j <= k; j++)
            n += is(&list->at[j], list->at[k].type);
        snprintf(behind, sizeof behind, "%s %zu", list->at[k].type, n);
    }
    ogxm_put_hex(&hex, list->at[i].payload);
    snprintf(flags, sizeof flags, "%u", list->at[i].flags);
    struct property *p = property_add(r->m, &r->m->properties, "ogxm", "section", NULL);
    struct strbuf type = {0};
    ogxm_put_hex(&type, (struct span){list->at[i].type, 4});
    property_add_value(r->m, p, strbuf_text(&type));
    property_add_value(r->m, p, behind);
    property_add_value(r->m, p, flags);
    property_add_value(r->m, p, strbuf_text(&hex));
    strbuf_done(&type);
    strbuf_done(&hex);
}

/* ---- what covers what ---- */

/* Of match and games, as an analysis names its match. */
static void match_digest(const struct sections *list, uint8_t out[SHA256_DIGEST_LENGTH])
{
    SHA2_CTX sum;
    SHA256Init(&sum);
    for (size_t i = 0; i < list->n; i++) {
        const struct section *s = &list->at[i];
        if (!is(s, "MTCH") && !is(s, "GAME"))
            continue;
        const uint8_t n[4] = {(uint8_t)s->payload.length, (uint8_t)(s->payload.length >> 8),
                              (uint8_t)(s->payload.length >> 16), (uint8_t)(s->payload.length >> 24)};
        SHA256Update(&sum, n, sizeof n);
        SHA256Update(&sum, (const uint8_t *)s->payload.at, s->payload.length);
    }
    SHA256Final(out, &sum);
}

static void check_sum(struct ogxm_reader *r, struct span file, const struct section *s)
{
    struct ogxm_in in = ogxm_in(s->payload);
    struct ogxm_record sum;
    uint8_t sha[SHA256_DIGEST_LENGTH];
    if (!ogxm_record(&in, &ogxm_sum, &sum)) {
        ogxm_warn(r, s->offset, "check sum: %s", ogxm_problem(&in));
        return;
    }
    const uint64_t algorithm = ogxm_number(sum.must[0]);
    struct ogxm_in held = ogxm_in(sum.must[1]);
    const size_t n = (size_t)ogxm_varint(&held, 32);
    const struct span digest = bytes_take(&held.b, n);
    const size_t covered = (size_t)s->offset;
    bool right = false;
    if (algorithm == 0 && digest.length == 4) {
        const uint32_t crc = (uint32_t)crc32(crc32(0, NULL, 0), (const Bytef *)file.at, (uInt)covered);
        struct bytes b = {.data = digest};
        right = bytes_u32(&b) == crc;
    } else if (algorithm == 1 && digest.length == sizeof sha) {
        SHA2_CTX c;
        SHA256Init(&c);
        SHA256Update(&c, (const uint8_t *)file.at, covered);
        SHA256Final(sha, &c);
        right = memcmp(sha, digest.at, sizeof sha) == 0;
        property_add(r->m, &r->m->properties, "ogxm", "checksum", "sha-256");
    }
    if (!right)
        ogxm_warn(r, s->offset, "the check sum does not fit the file, which may be damaged");
}

/* ---- the whole ---- */

static int rank_of(const struct section *s)
{
    static const int ranks[] = {0, 1, 2, 2, 2, 3, 4, 5, 6, 7}; /* of games, analyses, signatures: any number */
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is(s, known[i]))
            return ranks[i];
    return -1;
}

static void check_order(struct ogxm_reader *r, const struct sections *list)
{
    int last = -1;
    size_t seen[8] = {0};
    for (size_t i = 0; i < list->n; i++) {
        const struct section *s = &list->at[i];
        const int rank = rank_of(s);
        if (rank < 0)
            continue;
        if (rank < last)
            ogxm_warn(r, s->offset, "%s is out of place", s->type);
        last = rank > last ? rank : last;
        if (++seen[rank] > 1 && rank != 1 && rank != 2 && rank != 6)
            ogxm_warn(r, s->offset, "%s occurs twice; the first one counts", s->type);
        const bool critical = rank <= 1 || rank == 7;
        if ((s->flags & CRITICAL) != critical)
            ogxm_warn(r, s->offset, "%s should%s be marked as critical", s->type, critical ? "" : W_(" not"));
    }
    if (seen[7] == 0)
        ogxm_warn(r, -1, "the file has no check sum");
}

static const struct section *find(const struct sections *list, const char *type)
{
    for (size_t i = 0; i < list->n; i++)
        if (is(&list->at[i], type))
            return &list->at[i];
    return NULL;
}

static bool read_games(struct ogxm_reader *r, const struct sections *list)
{
    for (size_t i = 0; i < list->n; i++) {
        r->offset = list->at[i].offset;
        if (!is(&list->at[i], "GAME"))
            continue;
        if (r->m->n_games == GAMES_MAX)
            return ogxm_refuse(r, r->offset, "more than %d games", GAMES_MAX);
        if (!ogxm_read_game(r, list->at[i].payload))
            return false;
    }
    return true;
}

static void keep_heads(struct ogxm_reader *r, const struct sections *list)
{
    struct span *games = arena_alloc(r->m->arena, (r->m->n_games + 1) * sizeof *games);
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (is(&list->at[i], "GAME"))
            games[n++] = list->at[i].payload;
    ogxm_keep_heads(r, find(list, "MTCH")->payload, games);
}

/* What exactly is signed is not published: a reader is told that nobody has looked. */
static void say_signature(struct ogxm_reader *r, long offset, const struct property *p)
{
    struct strbuf key = {0};
    if (ogxm_key_of_signature(p, &key))
        ogxm_remark(r, offset, "signed with the key \"%.*s\": not checked", span_shown(span_of(key.at)), key.at);
    else
        ogxm_remark(r, offset, "signed: not checked");
    strbuf_done(&key);
}

/* Head, decisions, signature. */
static void read_blocks(struct ogxm_reader *r, const struct sections *list)
{
    uint8_t digest[SHA256_DIGEST_LENGTH];
    size_t n = 0;
    match_digest(list, digest);
    for (size_t i = 0; i < list->n; i++) {
        const struct section *s = &list->at[i];
        const bool decided = i + 1 < list->n && is(&s[1], "DECS");
        r->offset = s->offset;
        if (is(s, "DECS") && (i == 0 || !is(&s[-1], "ANAL")))
            ogxm_warn(r, s->offset, "decisions without the head of their analysis: left out");
        if (is(s, "ANAL") && ++n == OGXM_BLOCKS_MAX + 1)
            ogxm_warn(r, s->offset, "more than %d analyses: the rest is left out", OGXM_BLOCKS_MAX);
        if (!is(s, "ANAL") || n > OGXM_BLOCKS_MAX)
            continue;
        const size_t sets = r->m->n_sets;
        ogxm_read_analysis(r, s->payload, decided ? s[1].payload : (struct span){"", 0},
                           (struct span){(const char *)digest, sizeof digest});
        if (decided && i + 2 < list->n && is(&s[2], "SIGN") && r->m->n_sets > sets) {
            char name[32];
            snprintf(name, sizeof name, "signature %zu", sets + 1);
            say_signature(r, s[2].offset, ogxm_keep(r, &r->m->properties, name, s[2].payload));
        }
    }
}

static void keep_signature(struct ogxm_reader *r, const struct sections *list, const struct section *signature,
                           const struct section *clock)
{
    uint8_t digest[SHA256_DIGEST_LENGTH];
    char about[OGXM_DIGEST + 1];
    match_digest(list, digest);
    ogxm_digest((struct span){(const char *)digest, sizeof digest},
                clock != NULL ? clock->payload : (struct span){"", 0}, about);
    struct property *p = ogxm_keep(r, &r->m->properties, "signature", signature->payload);
    property_add_value(r->m, p, about);
    say_signature(r, signature->offset, p);
}

static void read_the_rest(struct ogxm_reader *r, struct span file, const struct sections *list)
{
    const struct section *notes = find(list, "ANNO"), *clock = find(list, "CLCK"), *video = find(list, "VIDO");
    const struct section *sum = find(list, "CSUM");
    r->offset = clock != NULL ? clock->offset : video != NULL ? video->offset : r->offset;
    ogxm_read_times(r, clock != NULL ? clock->payload : (struct span){"", 0},
                    video != NULL ? video->payload : (struct span){"", 0});
    if (notes != NULL) {
        r->offset = notes->offset;
        ogxm_read_notes(r, notes->payload);
    }
    for (size_t i = 0; i < list->n; i++)
        if (is(&list->at[i], "MSIG"))
            keep_signature(r, list, &list->at[i], clock);
    if (sum != NULL)
        check_sum(r, file, sum);
    for (size_t i = 0; i < list->n; i++)
        if (!is_known(list->at[i].type))
            keep_unknown(r, list, i);
}

/* Versions above what the content asks for. */
static void keep_version(struct ogxm_reader *r, struct span file, const struct section *match)
{
    struct bytes b = {.data = file, .at = 6};
    struct ogxm_in in = ogxm_in(match->payload);
    struct ogxm_record head;
    const int minor = bytes_u16(&b);
    bytes_u16(&b);
    const int least = bytes_u16(&b);
    ogxm_record(&in, &ogxm_match, &head);
    const struct ogxm_version v = ogxm_version(r->m, head.mask);
    char text[32];
    if (r->base == OGXM_NOWHERE || (minor == v.minor && least == v.least_minor))
        return;
    snprintf(text, sizeof text, "%d %d", minor, least);
    property_add(r->m, &r->m->properties, "ogxm", "version", text);
}

static bool read_file(struct ogxm_reader *r, struct span file)
{
    struct sections list = {0};
    if (!read_header(r, file) || !list_sections(r, file, &list))
        return false;
    const struct section *match = find(&list, "MTCH");
    if (match == NULL || find(&list, "GAME") == NULL)
        return ogxm_refuse(r, HEADER, "found no %s, expected a match with its games%s",
                           match == NULL ? W_("match") : W_("game"),
                           find(&list, "ANAL") != NULL ? W_(" (this is an analysis apart from its match)") : "");
    r->offset = match->offset;
    check_order(r, &list);
    if (!ogxm_read_match(r, match->payload) || !read_games(r, &list))
        return false;
    keep_heads(r, &list);
    keep_version(r, file, match);
    const struct section *notes = find(&list, "ANNO");
    r->gammonview = r->gammonview || (notes != NULL && ogxm_notes_of_gammonview(notes->payload));
    read_blocks(r, &list);
    read_the_rest(r, file, &list);
    return true;
}

/* ---- files one behind the other ---- */

static void read_one(struct span file, size_t at, struct receiver *out, struct diags *d)
{
    struct bytes b = {.data = file, .at = 4};
    struct ogxm_reader r = {.d = d, .base = (long)at};
    if (bytes_u16(&b) == 1) {
        ogxm_read_v1(file, r.base, out, d);
        return;
    }
    r.m = match_new();
    r.m->format = "ogxm";
    if (read_file(&r, file))
        match_hand_on(r.m, out);
    else
        match_free(r.m);
}

/* How many bytes the file at the start of `rest` has: 0 = the next one cannot be found, for a reason that was given. A
 * file that stands alone is read whatever it says, as its reader can say more about it. */
static size_t size_of_next(struct span rest, size_t at, struct diags *d)
{
    enum { SIZE_AT = 12, LEAST = 28 };
    struct bytes b = {.data = rest, .at = SIZE_AT};
    if (rest.length < HEADER) {
        diag_offset(d, SEVERITY_ERROR, (int64_t)at, "found %zu bytes, expected another file: the stream is cut off",
                    rest.length);
        return 0;
    }
    if (memcmp(rest.at, "OGXM", 4) != 0) {
        diag_offset(
            d, SEVERITY_ERROR, (int64_t)at,
            "found no header, expected OGXM, with which the next file of the stream begins: the rest is left out");
        return 0;
    }
    const uint32_t size = bytes_u32(&b);
    if (at == 0 && size >= rest.length)
        return rest.length;
    if (size < LEAST || size > FILE_MAX) {
        diag_offset(d, SEVERITY_ERROR, (int64_t)at + SIZE_AT,
                    "a file of %u bytes in a stream, expected %d to %d: the rest is left out", size, LEAST, FILE_MAX);
        return 0;
    }
    if (size > rest.length) {
        diag_offset(d, SEVERITY_ERROR, (int64_t)at + SIZE_AT,
                    "found %zu bytes of a file that has %u: the stream is cut off", rest.length, size);
        return 0;
    }
    return size;
}

bool ogxm_read_made(struct span file, struct receiver *out, struct diags *d)
{
    struct ogxm_reader r = {.m = match_new(), .d = d, .base = OGXM_NOWHERE, .gammonview = true};
    r.m->format = "gva";
    const bool read = read_file(&r, file);
    if (read)
        match_hand_on(r.m, out);
    else
        match_free(r.m);
    return read;
}

bool ogxm_read(struct span stream, struct receiver *out, struct diags *d)
{
    const size_t before = out->n;
    if (stream.length < HEADER + END || memcmp(stream.at, "OGXM", 4) != 0) {
        diag_offset(d, SEVERITY_ERROR, 0, "found no header, expected OGXM and its version");
        return false;
    }
    for (size_t at = 0, size; at < stream.length; at += size) {
        const struct span rest = span_sub(stream, at, stream.length);
        size = size_of_next(rest, at, d);
        if (size == 0)
            break;
        read_one(span_sub(rest, 0, size), at, out, d);
    }
    return out->n > before;
}

int ogxm_sniff(struct span head)
{
    return head.length >= HEADER && memcmp(head.at, "OGXM", 4) == 0 ? 100 : 0;
}
