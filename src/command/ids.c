/* IDs of positions as they come in; see ids.h. */
#include "command/ids.h"

#include <string.h>

#include "base/sink.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "format/id_text.h"

bool ids_are_on_stdin(const char *const *input, size_t n)
{
    return n == 1 && strcmp(input[0], "-") == 0;
}

void ids_of_text(struct span text, int line, void *context, void (*take)(void *context, struct id_line id))
{
    const struct span all = span_trim(text);
    struct position p;
    struct id_found found;
    const char *problem;
    size_t fault, at = 0;
    if (!any_id_read(all, &p, &problem, &fault))
        for (; id_next(text, at, &found); at = found.to)
            take(context, (struct id_line){span_sub(text, found.from, found.to - found.from), line, found.from});
    const struct span match = at == 0 ? id_find_match(all) : span_sub(all, 0, 0), id = match.length != 0 ? match : all;
    if (at == 0)
        take(context, (struct id_line){id, line, (size_t)(id.at - text.at)});
}

void ids_of_line(struct span text, int line, void *context, void (*take)(void *context, struct id_line id))
{
    if (line == 1)
        text = utf8_skip_mark(text);
    const struct span all = span_trim(text);
    const bool remark =
        all.length != 0 &&
        (all.at[0] == ';' || (all.at[0] == '#' && !(all.length > 1 && all.at[1] >= '0' && all.at[1] <= '9')));
    if (all.length != 0 && !remark)
        ids_of_text(text, line, context, take);
}

char *id_text(const struct id_line *id)
{
    struct position p;
    struct id_found found;
    const char *problem;
    size_t fault;
    if (!any_id_read(id->id, &p, &problem, &fault) && id_find(id->id, 0, &found))
        return xstrdup(found.text);
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
        return W_("a side has more chequers than this variation");
    p->board.off[0] = (int8_t)(chequers - board_in_play(&p->board));
    p->board.off[1] = (int8_t)(chequers - board_opponent_in_play(&p->board));
    if (p->board.off[0] == chequers && p->board.off[1] == chequers)
        return W_("both sides have borne off all their chequers");
    return engine_knows(e, variant, &problem) ? NULL : problem;
}

const char *id_position(const struct id_line *id, const struct id_said *said, const struct engine **e,
                        struct position *out, size_t *fault)
{
    const char *problem = NULL;
    *fault = 0;
    if (!id_read_in_text(id->id, out, &problem, fault))
        return problem;
    rules_take(&out->rules, &said->rules, out->length);
    problem = set_variant(*e, said->rules.variant, out);
    if (problem == NULL)
        *e = engine_of_stronger(*e, said->better.stronger, out, &problem);
    return problem;
}

const char *position_over(const struct position *p)
{
    if (board_won(&p->board) != 0 || board_lost(&p->board) != 0)
        return W_("the game is over in this position");
    if (position_away(p, 0) <= 0 || position_away(p, 1) <= 0)
        return W_("the match is over at this score");
    return NULL;
}

/* ---- lists ---- */

static void add(void *list, struct id_line id)
{
    struct id_list *l = list;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    l->at[l->n++] = id;
}

static bool read_stdin(struct id_list *l)
{
    diags_init(&l->diags, "<stdin>");
    if (!file_read("-", 0, &l->text)) {
        diag_at(&l->diags, SEVERITY_ERROR, 0, 0, "cannot be read");
        return false;
    }
    const char *at = strbuf_text(&l->text), *end = at + l->text.length;
    for (int line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((stop != NULL ? stop : end) - at);
        ids_of_line((struct span){at, length}, line, l, add);
        at += length + 1;
    }
    return true;
}

bool id_list_read(struct id_list *l, const char *const *input, size_t n)
{
    *l = (struct id_list){0};
    if (ids_are_on_stdin(input, n))
        return read_stdin(l);
    diags_init(&l->diags, ARGUMENTS);
    for (size_t i = 0; i < n; i++)
        ids_of_text(span_of(input[i]), (int)i + 1, l, add);
    return true;
}

void id_list_done(struct id_list *l)
{
    diags_done(&l->diags);
    strbuf_done(&l->text);
    xfree(l->at);
    *l = (struct id_list){0};
}

void id_note(struct diags *d, const struct id_line *id)
{
    size_t at = 0;
    char *text = id_text(id);
    const char *note = id_note_on(span_of(text), &at);
    if (note != NULL)
        diag_at(d, SEVERITY_NOTE, id->line, (int)(id->before + at) + 1, "%s", note);
    xfree(text);
}

void id_note_interpolated(struct diags *d, const struct id_line *id, const struct engine *e, const struct position *p,
                          bool *said)
{
    struct strbuf note = {0};
    if (!*said && engine_interpolates(e, p, &note)) {
        diag_at(d, SEVERITY_NOTE, id->line, (int)id->before + 1, "%s", note.at);
        *said = true;
    }
    strbuf_done(&note);
}

void id_refuse(struct diags *d, const struct id_line *id, size_t fault, const char *problem)
{
    diag_at(d, SEVERITY_ERROR, id->line, (int)(id->before + fault) + 1, "%s", problem);
}
