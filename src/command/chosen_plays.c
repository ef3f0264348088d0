/* Chosen plays; see chosen_plays.h. */
#include "command/chosen_plays.h"

#include <string.h>

#include "base/span.h"
#include "match/notation.h"

static const char *refuse(struct arena *memory, struct span play, const int dice[2], const char *problem)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "--plays \"%.*s\" with %d%d: %s", span_shown(play), play.at, dice[0], dice[1], problem);
    problem = arena_strdup(memory, strbuf_text(&text));
    strbuf_done(&text);
    return problem;
}

/* Another that comes to the same position is the same play. */
static void add(struct chosen_plays *c, const struct play *play, const struct board *after)
{
    for (size_t i = 0; i < c->n; i++)
        if (board_equal(&c->after[i], after))
            return;
    c->play[c->n] = *play;
    c->after[c->n++] = *after;
}

const char *chosen_plays_read(const char *text, const struct position *p, struct arena *memory,
                              struct chosen_plays *out)
{
    const size_t most = strlen(text) / 2 + 1;
    *out = (struct chosen_plays){arena_alloc(memory, most * sizeof *out->play),
                                 arena_alloc(memory, most * sizeof *out->after), 0};
    for (const char *at = text; at != NULL;) {
        const char *end = strchr(at, ';'), *problem;
        const struct span name = span_trim((struct span){at, end != NULL ? (size_t)(end - at) : strlen(at)});
        struct play play;
        struct board after;
        at = end != NULL ? end + 1 : NULL;
        if (name.length == 0)
            continue;
        if (!notation_read(name, &p->board, p->dice[0], p->dice[1], &play, &problem, NULL))
            return refuse(memory, name, p->dice, problem);
        board_play(&p->board, &play, &after);
        add(out, &play, &after);
    }
    return out->n > 0 ? NULL : "--plays names no play: plays like \"24/18 13/11; 8/2 6/2\" are expected";
}
