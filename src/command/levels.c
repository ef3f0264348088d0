/* `levels`: how deep can be looked, by name. */
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/jsonw.h"
#include "engine/engine.h"
#include "engine/engine_options.h"

struct levels_options {
    bool json;
};

static void write_filters(struct strbuf *out, const struct level *l)
{
    for (int i = 0; i < l->plies; i++) {
        const struct move_filter *f = &l->filter[i];
        strbuf_puts(out, i != 0 ? "/" : "");
        if (f->accept < 0)
            strbuf_putc(out, '-');
        else
            strbuf_printf(out, "%d,%d,%g", f->accept, f->extra, (double)f->threshold);
    }
}

static void row_text(struct strbuf *out, const struct level *l)
{
    strbuf_printf(out, "%-14s %5d %-8s %6g ", l->name, l->plies, l->cubeful ? "cubeful" : "cubeless", (double)l->noise);
    if (l->plies == 0)
        strbuf_putc(out, '-');
    write_filters(out, l);
    strbuf_putc(out, '\n');
}

static void row_json(struct jsonw *j, const struct level *l)
{
    jsonw_object(j, NULL);
    jsonw_string(j, "name", l->name);
    jsonw_int(j, "plies", l->plies);
    jsonw_bool(j, "cubeful", l->cubeful);
    jsonw_number(j, "noise", l->noise, 4);
    jsonw_number(j, "close", l->close, 4);
    jsonw_array(j, "filters");
    for (int i = 0; i < l->plies; i++) {
        jsonw_object_flat(j, NULL);
        if (l->filter[i].accept < 0)
            jsonw_null(j, "accept");
        else
            jsonw_int(j, "accept", l->filter[i].accept);
        jsonw_int(j, "extra", l->filter[i].extra);
        jsonw_number(j, "threshold", l->filter[i].threshold, 4);
        jsonw_end(j);
    }
    jsonw_end(j);
    jsonw_end(j);
}

static void write_json(struct strbuf *out)
{
    struct jsonw j;
    struct level l;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/levels/1");
    jsonw_array(&j, "levels");
    for (size_t i = 0; level_option_listed(i) != NULL; i++)
        if (level_parse(level_option_listed(i), &l))
            row_json(&j, &l);
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
}

static void write_text(struct strbuf *out)
{
    struct level l;
    strbuf_printf(out, "%-14s %5s %-8s %6s %s\n", "NAME", "PLIES", "CUBE", "NOISE", "FILTERS");
    for (size_t i = 0; level_option_listed(i) != NULL; i++)
        if (level_parse(level_option_listed(i), &l))
            row_text(out, &l);
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct levels_options *o = options;
    struct strbuf out = {0};
    if (n != 0)
        return call_misuse("unexpected `%s`: `levels` takes no operands", input[0]);
    if (o->json)
        write_json(&out);
    else
        write_text(&out);
    call_write(out.at, out.length);
    strbuf_done(&out);
    return CALL_CLEAN;
}

static const struct option_row rows[] = {
    OPTION("json", struct levels_options, json, .help = "print a JSON document"),
    {0},
};

static const struct option_group group = {.title = "Answers", .rows = rows};

static const struct option_part parts[] = {{&group, 0}, {0}};

const struct command levels_command = {{"levels", sizeof(struct levels_options), parts, NULL}, .run = run};
