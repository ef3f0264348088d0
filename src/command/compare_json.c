/* `compare --json`; see compare.h. */
#include "command/compare.h"

#include <math.h>

#include "base/jsonw.h"
#include "base/xmalloc.h"
#include "format/posid.h"

static void put_choice(struct jsonw *j, const char *key, const struct compared_decision *d,
                       const struct compared_choice *choice)
{
    struct strbuf text = {0};
    choice_text(d, choice, &text);
    jsonw_string(j, key, text.length > 0 ? strbuf_text(&text) : NULL);
    strbuf_done(&text);
}

static void put_view(struct jsonw *j, const char *key, const struct compared_decision *d, const struct compared_view *v)
{
    jsonw_object_flat(j, key);
    put_choice(j, "best", d, &v->best);
    jsonw_string(j, "level", v->level);
    jsonw_number(j, "lost", (double)v->lost, 6);
    jsonw_number(j, "over", (double)v->over, 6);
    jsonw_end(j);
}

static void put_settled(struct jsonw *j, const struct settled *s)
{
    if (s->how == SETTLED_NOT_ASKED) {
        jsonw_null(j, "settled");
        return;
    }
    jsonw_object_flat(j, "settled");
    jsonw_string(j, "right", settlement_name(s->how));
    jsonw_int(j, "trials", s->trials);
    jsonw_number(j, "difference", s->how > SETTLED_IMPOSSIBLE ? (double)s->difference : (double)NAN, 6);
    jsonw_number(j, "standard_error", s->how > SETTLED_IMPOSSIBLE ? (double)s->error : (double)NAN, 6);
    jsonw_number(j, "interval", s->how > SETTLED_IMPOSSIBLE ? (double)s->sure : (double)NAN, 6);
    jsonw_end(j);
}

static void put_decision(struct jsonw *j, const struct compared_decision *d)
{
    char id[XGID_MAX];
    xgid(&d->position, id);
    jsonw_object(j, NULL);
    jsonw_string(j, "id", id);
    jsonw_int(j, "match", (int64_t)d->match);
    jsonw_int(j, "game", d->game);
    jsonw_int(j, "move", d->number);
    jsonw_int(j, "player", d->side);
    jsonw_string(j, "kind", compared_kind_name(d->kind));
    jsonw_string(j, "phase", phase_name(d->phase));
    jsonw_string(j, "plan", plan_name(d->plan));
    put_choice(j, "played", d, &d->played);
    put_view(j, "a", d, &d->view[0]);
    put_view(j, "b", d, &d->view[1]);
    jsonw_bool(j, "about_choice", d->elsewhere);
    jsonw_number(j, "difference", (double)d->difference, 6);
    put_settled(j, &d->settled);
    jsonw_end(j);
}

static void put_matches(struct jsonw *j, const struct comparison *c)
{
    jsonw_array(j, "matches");
    for (size_t i = 0; i < c->n_matches; i++) {
        const struct compared_match *m = &c->matches[i];
        jsonw_object_flat(j, NULL);
        jsonw_path(j, "file", m->file);
        jsonw_int(j, "number", m->number);
        jsonw_array_flat(j, "players");
        for (int k = 0; k < 2; k++)
            jsonw_string(j, NULL, m->player[k]);
        jsonw_end(j);
        jsonw_string(j, "a", m->set[0]);
        jsonw_string(j, "b", m->set[1]);
        jsonw_end(j);
    }
    jsonw_end(j);
}

static void put_total(struct jsonw *j, const struct compared_total *t, bool settled)
{
    static const char *const lost[2] = {"a_lost", "b_lost"}, *const right[2] = {"a_right", "b_right"};
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "by", compared_by_name(t->by));
    jsonw_string(j, "group", t->group);
    jsonw_int(j, "decisions", t->decisions);
    jsonw_int(j, "disagreements", t->listed);
    jsonw_int(j, "about_choice", t->elsewhere);
    if (settled) {
        for (int i = 0; i < 2; i++)
            jsonw_int(j, right[i], t->right[i]);
        jsonw_int(j, "even", t->even);
        jsonw_int(j, "open", t->open);
        for (int i = 0; i < 2; i++)
            jsonw_number(j, lost[i], t->chosen > 0 ? 100 * t->lost[i] / (double)t->chosen : (double)NAN, 4);
        jsonw_number(j, "a_less_b", compared_gain(t), 4);
        jsonw_number(j, "a_less_b_interval", compared_gain_interval(t), 4);
    }
    jsonw_end(j);
}

static void put_totals(struct jsonw *j, const struct comparison *c)
{
    jsonw_array(j, "totals");
    for (int by = COMPARED_BY_NOTHING; by < COMPARED_BYS; by++) {
        size_t n;
        struct compared_total *list = comparison_totals(c, (enum compared_by)by, &n);
        for (size_t i = 0; i < n; i++)
            put_total(j, &list[i], c->settled_by != NULL);
        xfree(list);
    }
    jsonw_end(j);
}

void comparison_json(const struct comparison *c, struct strbuf *out)
{
    struct jsonw j;
    size_t n;
    const struct compared_decision **list = comparison_disagreements(c, &n);
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/compare/1");
    jsonw_string(&j, "a", c->set[0]);
    jsonw_string(&j, "b", c->set[1]);
    jsonw_number(&j, "above", (double)c->limit, 6);
    jsonw_string(&j, "rolled_out", c->settled_by);
    put_matches(&j, c);
    jsonw_int(&j, "decisions", (int64_t)c->n);
    jsonw_array(&j, "disagreements");
    for (size_t i = 0; i < n; i++)
        put_decision(&j, list[i]);
    jsonw_end(&j);
    put_totals(&j, c);
    jsonw_end(&j);
    jsonw_finish(&j);
    xfree(list);
}
