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

static const char *read_text(const char *text, const struct position *p, struct arena *memory, struct chosen_plays *out)
{
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
    return NULL;
}

const char *chosen_plays_read(const struct option_texts *list, const struct position *p, struct arena *memory,
                              struct chosen_plays *out)
{
    size_t most = 0;
    const char *problem = NULL;
    if (p->dice[0] == 0 || p->offer == OFFER_RESIGNATION)
        return W_("--plays is for a position in which a roll is to be played");
    for (size_t i = 0; i < list->n; i++)
        most += strlen(list->at[i]) / 2 + 1;
    *out = (struct chosen_plays){arena_alloc(memory, most * sizeof *out->play),
                                 arena_alloc(memory, most * sizeof *out->after), 0};
    for (size_t i = 0; i < list->n && problem == NULL; i++)
        problem = read_text(list->at[i], p, memory, out);
    return problem != NULL || out->n > 0
               ? problem
               : W_("--plays names no play: plays like \"24/18 13/11; 8/2 6/2\" are expected");
}
