/* Writes maps; the contract is in maps.h. */
#include "cli/maps.h"

#include <string.h>

#include "base/sink.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "match/posid.h"

const char *position_over(const struct position *p)
{
    if (board_won(&p->board) != 0 || board_lost(&p->board) != 0)
        return "the game is over in this position";
    if (position_away(p, 0) <= 0 || position_away(p, 1) <= 0)
        return "the match is over at this score";
    return NULL;
}

static bool has_extension(const char *path, const char *extension)
{
    const size_t n = strlen(path), k = strlen(extension);
    return n > k && strcmp(path + n - k, extension) == 0;
}

static bool write_file(const char *path, const struct question *q, const struct map *m)
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
static bool make_map(const struct thinking *t, enum variant variant, const char *id, map_maker make, struct question *q,
                     struct map *m)
{
    const char *problem = NULL;
    size_t fault = 0;
    struct diags d;
    *q = (struct question){.id = id};
    if (any_id_read(span_of(id), &q->position, &problem, &fault) &&
        (problem = variation_set(t->engine, variant, &q->position)) == NULL)
        problem = make(t, t->worker[0], q, m);
    if (problem == NULL)
        return true;
    diags_init(&d, "<arguments>");
    diag_at(&d, SEVERITY_ERROR, 1, (int)fault + 1, "%s", problem);
    terminal_diags(&d);
    diags_done(&d);
    return false;
}

int map_write(const struct args *a, map_maker make)
{
    static struct map m;
    const char *path = args_text(a, "out");
    struct thinking t;
    struct question q;
    enum variant variant;
    int result;
    if (!variation_read(a, &variant))
        return EXIT_USAGE;
    if (a->n_operands != 1 || args_has(a, "tsv") || args_has(a, "json"))
        return usage_error(a->command, "--out draws one position: one ID, without --tsv or --json");
    if (!has_extension(path, ".svg") && !has_extension(path, ".html"))
        return usage_error(a->command, "--out %s: expected a file with the extension .svg or .html", path);
    if (!thinking_begin(&t, a, &result))
        return result;
    result = make_map(&t, variant, a->operand[0], make, &q, &m) && write_file(path, &q, &m) ? EXIT_CLEAN : EXIT_NOTHING;
    thinking_done(&t);
    return result;
}
