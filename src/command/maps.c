/* Writes maps; see maps.h. */
#include "command/maps.h"

#include <string.h>

#include "base/call.h"
#include "base/outputs.h"
#include "base/xmalloc.h"

static bool has_extension(const char *path, const char *extension)
{
    const size_t n = strlen(path), k = strlen(extension);
    return n > k && strcmp(path + n - k, extension) == 0;
}

static bool write_file(const char *path, const struct asked *q, const struct map *m)
{
    struct sink s;
    sink_init(&s);
    if (has_extension(path, ".svg"))
        map_svg(sink_main(&s), m);
    else
        map_html(sink_main(&s), q->id, &q->position, m);
    const bool ok = output_write(&s, path);
    sink_done(&s);
    return ok;
}

/* The reason why there is no answer is reported as for any other position. */
static bool make_map(const struct map_request *r, const struct engine_pool *pool, struct asked *q, struct map *m)
{
    const struct id_line id = {span_of(q->id), 1, 0};
    size_t fault;
    struct diags d;
    const char *problem = id_position(&id, pool->engine, r->positions->variation.variant, &q->position, &fault);
    if (problem == NULL)
        problem = r->draw(pool, r->options, q, m);
    if (problem == NULL)
        return true;
    diags_init(&d, "<arguments>");
    id_refuse(&d, &id, fault, problem);
    call_diags(&d);
    diags_done(&d);
    return false;
}

static int write_map(const struct map_request *r, const struct engine_pool *pool, const char *id)
{
    struct asked q = {.id = id};
    struct map *m = xcalloc(1, sizeof *m);
    bool ok = make_map(r, pool, &q, m);
    if (ok && !call_cancelled())
        ok = write_file(r->file, &q, m);
    xfree(m);
    return call_cancelled() ? CALL_CANCELLED : ok ? CALL_CLEAN : CALL_NOTHING;
}

int map_write(const struct map_request *r, int jobs, const char *const *input, size_t n)
{
    struct engine_pool pool;
    if (n != 1 || ids_are_on_stdin(input, n) || r->positions->tsv || r->positions->json)
        return call_misuse("--output draws one position: one ID, without --tsv or --json");
    if (!engine_pool_open(&pool, r->files, jobs))
        return CALL_NOTHING;
    const int ending = write_map(r, &pool, input[0]);
    engine_pool_close(&pool);
    return ending;
}

/* ---- options ---- */

static bool parse_file(const struct option_value *v)
{
    if (!has_extension(v->text, ".svg") && !has_extension(v->text, ".html"))
        return option_wrong(v, "expected a file with the extension .svg or .html");
    *(const char **)v->field = arena_strdup(v->arena, v->text);
    return true;
}

static const struct option_row rows[] = {
    OPTION("output", struct map_options, file, .letter = 'o', .argument = "FILE", .alias = "out", .parse = parse_file,
           .flags = OPTION_WRITES_FILE, .help = "draw it into FILE.svg, or FILE.html as a page, instead"),
    {0},
};

const struct option_group map_group = {.title = "Pictures", .rows = rows};
