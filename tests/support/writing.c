/* Writers in tests; see writing.h. */
#include "writing.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "assertions.h"

static char *run(const struct match *m, const char *name, const struct export_options *options, bool note)
{
    struct sink sink;
    struct diags diags;
    const struct exporter *e = exporter_find(name);
    assert_non_null(e);
    sink_init(&sink);
    diags_init(&diags, NULL);
    assert_true(e->write(m, options, &sink, &diags));
    char *text = xstrdup(note ? (diags.n > 0 ? diags.at[0].message : "") : strbuf_text(sink_main(&sink)));
    sink_done(&sink);
    diags_done(&diags);
    return text;
}

char *written(const struct match *m, const char *name, const char *style)
{
    struct export_options o;
    export_defaults(&o);
    o.style = style;
    return run(m, name, &o, false);
}

char *written_with(const struct match *m, const char *name, const struct export_options *o)
{
    return run(m, name, o, false);
}

char *lost(const struct match *m, const char *name)
{
    struct export_options o;
    export_defaults(&o);
    return run(m, name, &o, true);
}

void expect_parts(struct match *m, const char *name, const char *const parts[])
{
    char *text = written(m, name, NULL);
    const char *from = text;
    for (; *parts != NULL; parts++) {
        from = strstr(from, *parts);
        if (from == NULL)
            fail_msg("no \"%s\" at its place in\n%s", *parts, text);
    }
    free(text);
    match_free(m);
}

void write_reporting(const struct exporter *e, const struct match *m, const struct export_options *o,
                     struct strbuf *out, struct diags *d)
{
    struct export_options usual;
    struct sink s;
    export_defaults(&usual);
    sink_init(&s);
    assert_true(e->write(m, o != NULL ? o : &usual, &s, d));
    strbuf_clear(out);
    strbuf_add(out, sink_main(&s)->at, sink_main(&s)->length);
    sink_done(&s);
}

void write_bytes(const struct exporter *e, const struct match *m, const struct export_options *o, struct strbuf *out)
{
    struct diags d;
    diags_init(&d, NULL);
    write_reporting(e, m, o, out, &d);
    assert_int_equal(d.n_errors, 0);
    diags_done(&d);
}

int count_in(const struct strbuf *b, const char *what)
{
    int n = 0;
    size_t length = strlen(what);
    for (size_t i = 0; i + length <= b->length; i++)
        n += memcmp(b->at + i, what, length) == 0;
    return n;
}
