/* One input as bytes and as records; see inputs.h. */
#include "source/inputs.h"

#include <errno.h>
#include <string.h>

#include "base/charset.h"
#include "base/sink.h"

const char *input_address(const struct input *in)
{
    return in->address != NULL ? in->address : in->path;
}

const char *input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

static bool file_bytes(const struct input *in, size_t limit, struct strbuf *room, const char **why)
{
    const bool good = file_read(in->path, limit, room);
    *why = good ? NULL : file_problem(errno);
    return good;
}

bool input_bytes(const struct input *in, size_t limit, struct member_found *room, struct span *bytes, struct diags *d)
{
    const struct strbuf *from = in->in_memory ? &in->bytes : &room->bytes;
    const char *why = NULL;
    bool good = true;
    if (in->archive != NULL && in->number == NUMBER_UNKNOWN)
        good = members_find(in->archive, in->path, room, &why);
    else if (in->archive != NULL)
        good = members_take(in->archive, in->number, in->path, room, &why);
    else if (in->web != NULL)
        good = url_read(input_address(in), in->web, &room->bytes, d);
    else if (!in->in_memory)
        good = file_bytes(in, limit, &room->bytes, &why);
    const int problem = errno;
    if (!good && why != NULL)
        diag_at(d, SEVERITY_ERROR, 0, 0, "cannot be read: %s", why);
    errno = problem;
    *bytes = (struct span){strbuf_text(from), from->length};
    return good;
}

/* Are these the bytes that the list spoke of? */
static bool is_as_listed(const struct input *in, struct span bytes, struct diags *d)
{
    char hash[HASH_LENGTH + 1];
    if (!in->listed)
        return true;
    bytes_hash(bytes, hash);
    if (strcmp(hash, in->hash) == 0)
        return true;
    diag_at(d, SEVERITY_ERROR, 0, 0,
            "not the file of the list: found %zu bytes, SHA-256 %.12s..., expected %lld, %.12s...", bytes.length, hash,
            in->size, in->hash);
    return false;
}

/* Does a mail say which charset its text has, one that the text does not show by itself? */
static bool says_charset(const struct member_found *m)
{
    const struct span name = span_of(m->charset);
    return name.length != 0 && !span_starts_nocase(name, "UTF") && !span_equal_nocase(name, "US-ASCII") &&
           charset_known(m->charset);
}

bool load_each(struct loaded *l, const struct input *in, const struct import_options *how, struct receiver *out)
{
    *l = (struct loaded){0};
    diags_init(&l->diags, input_name(in->path));
    struct span bytes;
    if (!input_bytes(in, how->bytes_max, &l->from, &bytes, &l->diags)) {
        l->lost = in->listed || in->web != NULL;
        l->unreadable = l->lost || (in->archive == NULL && errno != EFBIG);
        return false;
    }
    l->lost = l->unreadable = !is_as_listed(in, bytes, &l->diags);
    struct import_options said = *how;
    if (how->encoding == NULL && says_charset(&l->from))
        said.encoding = l->from.charset;
    return !l->lost && import_with(bytes, strcmp(in->path, "-") == 0 ? NULL : in->path, &said, out, &l->diags);
}

bool input_is_as_listed(const struct input *in)
{
    struct member_found room = {.written = 0};
    struct span bytes;
    struct diags d;
    diags_init(&d, NULL);
    const bool same = input_bytes(in, 0, &room, &bytes, &d) && is_as_listed(in, bytes, &d);
    diags_done(&d);
    strbuf_done(&room.bytes);
    return same;
}

bool load(struct loaded *l, const struct input *in, const struct import_options *how)
{
    struct matches all = {.n = 0};
    const bool good = load_each(l, in, how, matches_receiver(&all));
    l->matches = all;
    return good;
}

void loaded_done(struct loaded *l)
{
    diags_done(&l->diags);
    matches_done(&l->matches);
    strbuf_done(&l->from.bytes);
}
