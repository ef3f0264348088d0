/* Fuzzing of archives: any bytes into what unpacks them. Members are handed on, whole and in their order; what they
 * hold the targets of the readers see. */
#include "fuzz_files.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/utf8.h"
#include "source/archive.h"
#include "source/mail.h"

static const struct archive_limits limits = {.members = 200, .bytes = 4 << 20, .depth = 3, .seconds = 10};

struct counting {
    struct archive_taker taker;
    size_t members, bytes;
};

static void count(struct archive_taker *self, const struct archive_member *m, struct strbuf *bytes)
{
    struct counting *c = (struct counting *)self;
    must(strncmp(m->name, "fuzz/", 5) == 0);
    c->members++;
    c->bytes += bytes->length;
}

static void unpack(struct span bytes)
{
    struct counting c = {.taker = {.take = count}};
    struct diags d;
    diags_init(&d, "fuzz");
    const struct archive_source from = {.bytes = bytes};
    const enum archive_found found = archive_each(&from, "fuzz", &limits, NULL, &c.taker, &d);
    must((found == ARCHIVE_IN_PART) == (d.n_errors != 0));
    must(c.members <= limits.members && c.bytes <= limits.bytes);
    must(found != ARCHIVE_NONE || c.members == 0);
    must(found == ARCHIVE_NONE || archive_begins(bytes));
    diags_done(&d);
}

/* Right checksums over headers: what is looked for lies behind them. */
static void mend_tar(struct strbuf *file)
{
    enum { BLOCK = 512, SUM = 148, SUM_LENGTH = 8, MAGIC = 257 };
    for (size_t at = 0; at + BLOCK <= file->length; at += BLOCK) {
        unsigned char *b = (unsigned char *)file->at + at;
        unsigned sum = 0;
        if (memcmp(b + MAGIC, "ustar", 5) != 0)
            continue;
        memset(b + SUM, ' ', SUM_LENGTH);
        for (size_t i = 0; i < BLOCK; i++)
            sum += b[i];
        snprintf((char *)b + SUM, SUM_LENGTH, "%06o", sum);
    }
}

static void put_32(char *at, uint32_t n)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(n >> 8 * i);
}

static void mend_7zip(struct strbuf *file)
{
    enum { HEAD = 32, START = 12 };
    uint64_t offset = 0, size = 0;
    if (file->length < HEAD || memcmp(file->at, "7z\xbc\xaf\x27\x1c", 6) != 0)
        return;
    memcpy(&offset, file->at + START, sizeof offset);
    memcpy(&size, file->at + START + 8, sizeof size);
    if (offset <= file->length - HEAD && size <= file->length - HEAD - offset)
        put_32(file->at + START + 16, (uint32_t)crc32(0, (const Bytef *)file->at + HEAD + offset, (unsigned)size));
    put_32(file->at + 8, (uint32_t)crc32(0, (const Bytef *)file->at + START, HEAD - START));
}

void try_archive(struct span bytes)
{
    struct strbuf file = {0};
    unpack(bytes);
    if (!archive_begins(bytes))
        return;
    strbuf_add(&file, bytes.at, bytes.length);
    mend_tar(&file);
    mend_7zip(&file);
    if (memcmp(file.at, bytes.at, bytes.length) != 0)
        unpack((struct span){file.at, file.length});
    strbuf_done(&file);
}

/* ---- mails ---- */

/* A name leads into no other folder than that of its mail in a mailbox. */
static void check_name(struct span name)
{
    must(name.length != 0 && utf8_valid(name));
    for (size_t i = 0; i < name.length; i++)
        must((unsigned char)name.at[i] >= ' ' && (name.at[i] != '/' || memmem(name.at, i + 1, ".eml/", 5) != NULL));
}

/* Each byte belongs to one part at most, and what it encodes is no longer. */
void try_mail(struct span bytes)
{
    struct mail *m = mail_begin(bytes, "fuzz.eml");
    size_t members = 0, whole = 0, refused = 0, data = 0;
    struct piece p;
    must(m != NULL);
    do {
        p = mail_next(m);
        if (p.kind == PIECE_MEMBER)
            check_name(p.text);
        members += p.kind == PIECE_MEMBER;
        whole += p.kind == PIECE_WHOLE;
        refused += p.kind == PIECE_REFUSED;
        data += p.kind == PIECE_DATA ? p.text.length : 0;
    } while (p.kind != PIECE_END);
    must(whole <= members && members <= whole + refused && whole <= bytes.length && data <= bytes.length);
    mail_end(m);
    unpack(bytes);
}
