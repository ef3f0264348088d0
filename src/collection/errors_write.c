/* Costly decisions as text for programs, and their words. */
#include "collection/errors.h"

#include <math.h>

#include "base/jsonw.h"
#include "base/utf8.h"
#include "collection/csv.h"
#include "collection/groups.h"
#include "match/phase.h"

void question_text(const struct costly_question *c, struct strbuf *out)
{
    const struct position *p = &c->position;
    if (c->asks == ASKS_PLAY)
        strbuf_printf(out, "To play %d%d", p->dice[0], p->dice[1]);
    else if (c->asks == ASKS_DOUBLE)
        strbuf_puts(out, p->cube_owner == CUBE_CENTRED ? "Double?" : "Redouble?");
    else
        strbuf_printf(out, "Doubled to %d: take or pass?", 2 * p->cube);
}

static void away_text(struct strbuf *out, const struct position *p, int side)
{
    if (p->length == 0) {
        strbuf_puts(out, "money");
        return;
    }
    strbuf_printf(out, "%d-away against %d-away%s", p->length - p->score[side], p->length - p->score[1 - side],
                  p->crawford_game ? ", Crawford game" : "");
}

void question_state(const struct costly_question *c, struct strbuf *out)
{
    const struct position *p = &c->position;
    away_text(out, p, c->side);
    strbuf_printf(out, ", cube %d", p->cube);
    if (p->cube_owner != CUBE_CENTRED)
        strbuf_puts(out, p->cube_owner == c->side ? " own" : " opponent's");
}

static void id_of(const struct costly_question *c, char out[XGID_MAX])
{
    xgid(&c->position, out);
}

/* ---- JSON ---- */

static void json_place(struct jsonw *j, const struct error_place *p)
{
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "match", p->stem);
    jsonw_int(j, "game", p->game);
    jsonw_int(j, "move", p->number);
    jsonw_string(j, "date", p->date);
    jsonw_string(j, "event", p->event);
    jsonw_string(j, "player", p->player);
    jsonw_string(j, "opponent", p->opponent);
    jsonw_string(j, "action", p->action);
    jsonw_number(j, "error", p->error, 6);
    jsonw_number(j, "error_mwc", p->error_mwc, 6);
    jsonw_end(j);
}

static void json_alternative(struct jsonw *j, const struct alternative *a)
{
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "action", a->text);
    jsonw_number(j, "equity", a->equity, 6);
    jsonw_number(j, "difference", a->difference, 6);
    jsonw_bool(j, "played", a->played);
    jsonw_end(j);
}

static void json_question(struct jsonw *j, const struct costly_question *c)
{
    struct strbuf text = {0};
    char id[XGID_MAX];
    id_of(c, id);
    question_text(c, &text);
    jsonw_object(j, NULL);
    jsonw_string(j, "key", c->key);
    jsonw_string(j, "question", strbuf_text(&text));
    jsonw_string(j, "kind", error_kind_name(c->kind));
    jsonw_string(j, "phase", c->phase >= 0 ? phase_name((enum phase)c->phase) : NULL);
    jsonw_string(j, "plan", c->plan >= 0 ? plan_name((enum plan)c->plan) : NULL);
    jsonw_string(j, "why", c->why);
    themes_json(c->themes, j, "themes");
    jsonw_string(j, "xgid", id);
    jsonw_string(j, "best", c->best);
    jsonw_number(j, "error", c->worst, 6);
    jsonw_number(j, "total_error", c->total, 6);
    jsonw_array(j, "alternatives");
    for (size_t i = 0; i < c->n_alternatives; i++)
        json_alternative(j, &c->alternative[i]);
    jsonw_end(j);
    jsonw_array(j, "places");
    for (size_t i = 0; i < c->n_places; i++)
        json_place(j, &c->place[i]);
    jsonw_end(j);
    jsonw_end(j);
    strbuf_done(&text);
}

void errors_json(const struct costly_list *list, struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_array(&j, "errors");
    for (size_t i = 0; i < list->n; i++)
        json_question(&j, &list->at[i]);
    jsonw_end(&j);
    jsonw_int(&j, "more", (int64_t)list->n_more);
    jsonw_end(&j);
    jsonw_finish(&j);
}

/* ---- CSV: a line for each place ---- */

void errors_csv(const struct costly_list *list, struct strbuf *out)
{
    strbuf_puts(
        out,
        "rank,kind,phase,plan,themes,xgid,match,game,move,date,event,player,opponent,action,best,error,error_mwc\r\n");
    for (size_t i = 0; i < list->n; i++) {
        const struct costly_question *c = &list->at[i];
        char id[XGID_MAX];
        id_of(c, id);
        for (size_t k = 0; k < c->n_places; k++) {
            const struct error_place *p = &c->place[k];
            struct strbuf themes = {0};
            themes_text(c->themes, " ", &themes);
            const char *const texts[] = {error_kind_name(c->kind),
                                         c->phase >= 0 ? phase_name((enum phase)c->phase) : "",
                                         c->plan >= 0 ? plan_name((enum plan)c->plan) : "",
                                         strbuf_text(&themes),
                                         id,
                                         p->stem};
            const char *const more[] = {p->date, p->event, p->player, p->opponent, p->action, c->best};
            strbuf_printf(out, "%zu", i + 1);
            for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
                csv_cell(out, texts[t]);
            strbuf_printf(out, ",%d,%d", p->game, p->number);
            for (size_t t = 0; t < sizeof more / sizeof *more; t++)
                csv_cell(out, more[t]);
            csv_figure(out, p->error, 6);
            csv_figure(out, p->error_mwc, 6);
            strbuf_puts(out, "\r\n");
            strbuf_done(&themes);
        }
    }
}

/* ---- the table ---- */

/* A cell and its width in letters; what follows a longer text stands two columns further right. */
static void table_cell(struct strbuf *out, const char *text, size_t width)
{
    const size_t from = out->length;
    strbuf_puts(out, text != NULL ? text : "-");
    utf8_disarm(out, from, '?', false);
    const size_t wide = utf8_count(strbuf_text(out) + from);
    strbuf_fill(out, ' ', (wide < width ? width - wide : 0) + 2);
}

static void table_question(struct strbuf *out, const struct costly_question *c)
{
    struct strbuf asked = {0};
    if (c->asks == ASKS_ANSWER)
        strbuf_puts(&asked, "Take or pass?");
    else
        question_text(c, &asked);
    table_cell(out, strbuf_text(&asked), 13);
    strbuf_done(&asked);
}

static void table_place(struct strbuf *out, const struct costly_question *c)
{
    const struct error_place *p = &c->place[0];
    const size_t from = out->length;
    strbuf_printf(out, "%s, %s game %d move %d", p->player, p->stem, p->game, p->number);
    if (c->n_places > 1)
        strbuf_printf(out, " and %zu more", c->n_places - 1);
    utf8_disarm(out, from, '?', false);
    strbuf_putc(out, '\n');
}

void errors_table(const struct costly_list *list, struct strbuf *out)
{
    strbuf_puts(out, "  no.   cost  decision       played                  best                    where\n");
    for (size_t i = 0; i < list->n; i++) {
        const struct costly_question *c = &list->at[i];
        strbuf_printf(out, "%5zu %6.3f  ", i + 1, c->worst);
        table_question(out, c);
        table_cell(out, c->place[0].action, 22);
        table_cell(out, c->best, 22);
        table_place(out, c);
    }
}
