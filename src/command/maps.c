/* Writes maps; see maps.h. */
#include "command/maps.h"

#include <string.h>

#include "base/call.h"
#include "base/language.h"
#include "base/outputs.h"
#include "base/xmalloc.h"

static bool write_file(const struct answers_options *o, const struct asked *q, const struct map *m)
{
    const struct position undoubled = position_undoubled(&q->position);
    const bool offered = q->position.turn != q->position.on_roll;
    struct sink s;
    sink_init(&s);
    if (o->form == MAP_SVG)
        map_svg(sink_main(&s), m);
    else
        map_html(sink_main(&s), q->id, m->of_doubler && offered ? &undoubled : &q->position, m);
    const bool ok = output_write(&s, o->output);
    sink_done(&s);
    return ok;
}

static const char *draw(const struct map_request *r, const struct engine *e, const struct engine_pool *pool,
                        const struct asked *q, struct map *m)
{
    struct arena *memory = arena_new();
    const struct answering a = {e, pool->worker[0], r->options, memory};
    const char *problem = r->draw(&a, q, m);
    arena_free(memory);
    return problem;
}

/* The reason why there is no answer is reported as for any other position. */
static bool make_map(const struct map_request *r, const struct engine_pool *pool, struct asked *q, struct map *m)
{
    const struct id_line id = {span_of(q->id), 1, 0};
    size_t fault;
    struct diags d;
    const struct engine *e = pool->engine;
    const char *problem = id_position(&id, &r->positions->said, &e, &q->position, &fault);
    if (problem == NULL)
        problem = draw(r, e, pool, q, m);
    if (problem == NULL)
        return true;
    diags_init(&d, ARGUMENTS);
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
        ok = write_file(&r->positions->answer, &q, m);
    xfree(m);
    return call_cancelled() ? CALL_CANCELLED : ok ? CALL_CLEAN : CALL_NOTHING;
}

int map_write(const struct map_request *r, int jobs, const char *const *input, size_t n)
{
    struct engine_pool pool;
    if (n != 1 || ids_are_on_stdin(input, n))
        return call_misuse("a picture shows one position: one ID is expected");
    if (!engine_pool_open(&pool, r->files, jobs))
        return CALL_NOTHING;
    const int ending = write_map(r, &pool, input[0]);
    engine_pool_close(&pool);
    return ending;
}

bool map_has_score(const struct position *p, int most, int away[2])
{
    for (int i = 0; i < 2; i++)
        away[i] = p->length - p->score[i == 0 ? p->on_roll : 1 - p->on_roll];
    return p->length > 0 && away[0] <= most && away[1] <= most;
}

const char map_axes[] = N_("Points away: the player on roll down, the opponent across; 1 = post-Crawford");

void map_say(char out[MAP_HINT], struct strbuf *text)
{
    size_t n = text->length < MAP_HINT ? text->length : MAP_HINT - 1;
    while (n > 0 && n < text->length && (text->at[n] & 0xc0) == 0x80) /* no half of a letter */
        n--;
    memcpy(out, strbuf_text(text), n);
    out[n] = '\0';
    strbuf_done(text);
}

/* ---- options ---- */

const struct own_form map_forms[] = {{"text", "txt"}, {"svg", "svg"}, {"html", "html"}, {0}};

bool map_is_asked(const struct positions_options *o)
{
    return o->answer.form == MAP_SVG || o->answer.form == MAP_PAGE;
}

bool map_settle(const struct own_form *own, const struct map_options *m, struct positions_options *o,
                struct option_fault *f)
{
    if (m->out != NULL)
        o->answer.output = m->out;
    return positions_settle(o, own, f);
}

static const struct option_row rows[] = {
    OPTION("out", struct map_options, out, .argument = "FILE", .flags = OPTION_WRITES_FILE | OPTION_HIDDEN,
           .help = "the same as --output"),
    {0},
};

const struct option_group map_group = {.title = "Pictures", .rows = rows};
