/* IDs of positions as they come in; see ids.h. */
#include "answer/ids.h"

#include <string.h>

#include "base/sink.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "match/posid.h"

bool ids_are_on_stdin(const char *const *input, size_t n)
{
    return n == 1 && strcmp(input[0], "-") == 0;
}

static struct id_line place_of(struct span text, int line)
{
    const struct span id = span_trim(text);
    return (struct id_line){id, line, (size_t)(id.at - text.at)};
}

struct id_line id_of_input(const char *input, size_t index)
{
    return place_of(span_of(input), (int)index + 1);
}

bool id_of_line(struct span text, int line, struct id_line *out)
{
    *out = place_of(line == 1 ? utf8_skip_mark(text) : text, line);
    return out->id.length != 0 && out->id.at[0] != '#';
}

char *id_text(const struct id_line *id)
{
    char *text = xcalloc(id->id.length + 1, 1);
    memcpy(text, id->id.at, id->id.length);
    return text;
}

/* ---- positions ---- */

static const char *set_variant(const struct engine *e, enum variant variant, struct position *p)
{
    const char *problem = NULL;
    const int chequers = variant_chequers(variant);
    p->rules.variant = variant;
    if (chequers == BOARD_CHEQUERS)
        return NULL;
    if (board_in_play(&p->board) > chequers || board_opponent_in_play(&p->board) > chequers)
        return "a side has more chequers than this variation";
    p->board.off[0] = (int8_t)(chequers - board_in_play(&p->board));
    p->board.off[1] = (int8_t)(chequers - board_opponent_in_play(&p->board));
    if (p->board.off[0] == chequers && p->board.off[1] == chequers)
        return "both sides have borne off all their chequers";
    return engine_knows(e, variant, &problem) ? NULL : problem;
}

const char *id_position(const struct id_line *id, const struct engine *e, enum variant variant, struct position *out,
                        size_t *fault)
{
    const char *problem = NULL;
    *fault = 0;
    return any_id_read(id->id, out, &problem, fault) ? set_variant(e, variant, out) : problem;
}

const char *position_over(const struct position *p)
{
    if (board_won(&p->board) != 0 || board_lost(&p->board) != 0)
        return "the game is over in this position";
    if (position_away(p, 0) <= 0 || position_away(p, 1) <= 0)
        return "the match is over at this score";
    return NULL;
}

/* ---- lists ---- */

static void add(struct id_list *l, struct id_line id)
{
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    l->at[l->n++] = id;
}

static bool read_stdin(struct id_list *l)
{
    struct id_line id;
    diags_init(&l->diags, "<stdin>");
    if (!file_read("-", 0, &l->text)) {
        diag_at(&l->diags, SEVERITY_ERROR, 0, 0, "cannot be read");
        return false;
    }
    const char *at = strbuf_text(&l->text), *end = at + l->text.length;
    for (int line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((stop != NULL ? stop : end) - at);
        if (id_of_line((struct span){at, length}, line, &id))
            add(l, id);
        at += length + 1;
    }
    return true;
}

bool id_list_read(struct id_list *l, const char *const *input, size_t n)
{
    *l = (struct id_list){0};
    if (ids_are_on_stdin(input, n))
        return read_stdin(l);
    diags_init(&l->diags, "<arguments>");
    for (size_t i = 0; i < n; i++)
        add(l, id_of_input(input[i], i));
    return true;
}

void id_list_done(struct id_list *l)
{
    diags_done(&l->diags);
    strbuf_done(&l->text);
    xfree(l->at);
    *l = (struct id_list){0};
}

void id_refuse(struct diags *d, const struct id_line *id, size_t fault, const char *problem)
{
    diag_at(d, SEVERITY_ERROR, id->line, (int)(id->before + fault) + 1, "%s", problem);
}
