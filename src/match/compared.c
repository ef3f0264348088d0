/* Two analyses side by side; see compared.h. */
#include "match/compared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/student.h"
#include "base/xmalloc.h"
#include "match/notation.h"

enum { LEAST_CHOSEN = 3 }; /* below, nothing is said about certainty */

void comparison_begin(struct comparison *c, float limit)
{
    *c = (struct comparison){.arena = arena_new(), .limit = limit};
}

void comparison_done(struct comparison *c)
{
    arena_free(c->arena);
    xfree(c->matches);
    xfree(c->at);
    *c = (struct comparison){.arena = NULL};
}

struct compared_match *comparison_add_match(struct comparison *c, const char *file, const struct match *m)
{
    c->matches = grow(c->matches, c->n_matches, &c->matches_capacity, sizeof *c->matches);
    struct compared_match *added = &c->matches[c->n_matches++];
    *added = (struct compared_match){.file = arena_strdup(c->arena, file), .number = 1};
    for (int i = 0; i < 2; i++)
        added->player[i] = arena_strdup(c->arena, m->player[i].name);
    added->event = arena_strdup(c->arena, m->info.event);
    added->date = arena_strdup(c->arena, m->info.date);
    return added;
}

struct compared_decision *comparison_add(struct comparison *c)
{
    c->at = grow(c->at, c->n, &c->capacity, sizeof *c->at);
    c->at[c->n] = (struct compared_decision){.match = c->n_matches - 1};
    return &c->at[c->n++];
}

/* ---- choices ---- */

bool choices_are_equal(const struct compared_choice *a, const struct compared_choice *b)
{
    return a->action == b->action && (a->action != ACTION_PLAY || board_equal(&a->after, &b->after));
}

void choice_text(const struct compared_decision *d, const struct compared_choice *choice, struct strbuf *out)
{
    static const char *const names[] = {"", "", "no double", "double", "take", "pass", "beaver"};
    const bool redouble = d->position.cube_owner != CUBE_CENTRED && d->kind == COMPARED_DOUBLE;
    if (choice->action == ACTION_PLAY)
        notation_write(out, &d->position.board, &choice->play, NOTATION_MERGED);
    else if (redouble)
        strbuf_puts(out, choice->action == ACTION_DOUBLE ? "redouble" : "no redouble");
    else
        strbuf_puts(out, names[choice->action]);
}

/* ---- the list ---- */

static double size_of(const struct compared_decision *d)
{
    return isnan(d->difference) ? -1 : (double)d->difference;
}

/* As large ones: as they were played. */
static int by_size(const void *a, const void *b)
{
    const struct compared_decision *x = *(const struct compared_decision *const *)a,
                                   *y = *(const struct compared_decision *const *)b;
    if (size_of(x) != size_of(y))
        return size_of(x) < size_of(y) ? 1 : -1;
    return (x > y) - (x < y);
}

const struct compared_decision **comparison_disagreements(const struct comparison *c, size_t *n)
{
    const struct compared_decision **list = xcalloc(c->n + 1, sizeof *list);
    *n = 0;
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].listed)
            list[(*n)++] = &c->at[i];
    qsort(list, *n, sizeof *list, by_size);
    return list;
}

/* ---- totals ---- */

static const char *group_of(const struct compared_decision *d, enum compared_by by, struct strbuf *room)
{
    switch (by) {
    case COMPARED_BY_ABOUT:
        return !d->listed ? "agreed" : d->elsewhere ? "another choice" : "another cost";
    case COMPARED_BY_KIND:
        return compared_kind_name(d->kind);
    case COMPARED_BY_LEVEL:
        strbuf_clear(room);
        strbuf_printf(room, "%s, %s", d->view[0].level, d->view[1].level);
        return strbuf_text(room);
    case COMPARED_BY_PHASE:
        return phase_name(d->phase);
    case COMPARED_BY_PLAN:
        return plan_name(d->plan);
    default:
        return "all";
    }
}

static void add_settled(struct compared_total *t, const struct compared_decision *d)
{
    const enum settlement how = d->settled.how;
    if (how < SETTLED_FIRST)
        return;
    t->rolled++;
    t->even += how == SETTLED_EVEN;
    t->open += how == SETTLED_OPEN;
    for (int i = 0; i < 2; i++)
        t->right[i] += how == (i == 0 ? SETTLED_FIRST : SETTLED_SECOND);
    if (!d->elsewhere)
        return;
    const double better = (double)d->settled.difference;
    t->chosen++;
    t->sum += better;
    t->squares += better * better;
    if (how == SETTLED_FIRST)
        t->lost[1] += better;
    if (how == SETTLED_SECOND)
        t->lost[0] -= better;
}

static int by_decisions(const void *a, const void *b)
{
    const struct compared_total *x = a, *y = b;
    if (x->decisions != y->decisions)
        return x->decisions < y->decisions ? 1 : -1;
    return strcmp(x->group, y->group);
}

struct compared_total *comparison_totals(const struct comparison *c, enum compared_by by, size_t *n)
{
    struct compared_total *list = NULL;
    struct strbuf room = {0};
    size_t capacity = 0;
    *n = 0;
    for (size_t i = 0; i < c->n; i++) {
        const char *group = group_of(&c->at[i], by, &room);
        size_t at = 0;
        while (at < *n && strcmp(list[at].group, group) != 0)
            at++;
        if (at == *n) {
            list = grow(list, *n, &capacity, sizeof *list);
            list[(*n)++] = (struct compared_total){.group = arena_strdup(c->arena, group), .by = by};
        }
        list[at].decisions++;
        list[at].listed += c->at[i].listed;
        list[at].elsewhere += c->at[i].elsewhere;
        add_settled(&list[at], &c->at[i]);
    }
    if (*n > 0)
        qsort(list, *n, sizeof *list, by_decisions);
    strbuf_done(&room);
    return list;
}

struct compared_verdict comparison_verdict(const struct comparison *c)
{
    struct compared_verdict v = {0};
    for (size_t i = 0; i < c->n; i++) {
        const enum settlement how = c->at[i].settled.how;
        v.right[0] += how == SETTLED_FIRST;
        v.right[1] += how == SETTLED_SECOND;
        v.even += how == SETTLED_EVEN;
        v.open += how == SETTLED_OPEN;
        v.impossible += how == SETTLED_IMPOSSIBLE;
        v.left += c->at[i].listed && how == SETTLED_NOT_ASKED;
    }
    return v;
}

double compared_gain(const struct compared_total *t)
{
    return t->chosen > 0 ? 100 * t->sum / (double)t->chosen : (double)NAN;
}

double compared_gain_interval(const struct compared_total *t)
{
    const double n = (double)t->chosen;
    if (t->chosen < LEAST_CHOSEN)
        return NAN;
    const double spread = fmax(0, t->squares - t->sum * t->sum / n) / (n - 1);
    return 100 * sqrt(spread / n) * student_t((int)t->chosen - 1, 0.95);
}

/* ---- names ---- */

/* "XG" for "eXtreme Gammon", "gnubg 2ply" for "GNU Backgammon 2ply". */
static const char *in_few_words(struct arena *a, const char *set)
{
    static const char *const known[][2] = {{"eXtreme Gammon", "XG"}, {"GNU Backgammon", "gnubg"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const size_t length = strlen(known[i][0]);
        struct strbuf text = {0};
        if (strncmp(set, known[i][0], length) != 0)
            continue;
        strbuf_printf(&text, "%s%s", known[i][1], set + length);
        set = arena_strdup(a, strbuf_text(&text));
        strbuf_done(&text);
        break;
    }
    return set;
}

/* What all matches call it; where they differ, the files' own. */
static const char *name_of_side(const struct comparison *c, int side)
{
    for (size_t k = 1; k < c->n_matches; k++)
        if (strcmp(c->matches[k].set[side], c->matches[0].set[side]) != 0)
            return W_("the files' own analyses");
    return c->n_matches != 0 ? c->matches[0].set[side] : NULL;
}

enum { LEVELS = 32 }; /* that are counted: an analysis has a few */

/* An opening book judges the first decision of a game, and no other. */
static const char *usual_level(const struct comparison *c, int set, bool play)
{
    const char *level[LEVELS] = {0};
    size_t count[LEVELS] = {0};
    int n = 0, most = 0;
    for (size_t i = 0; i < c->n; i++) {
        const char *own = c->at[i].view[set].level;
        int k = 0;
        if (own == NULL || (c->at[i].kind == COMPARED_PLAY) != play)
            continue;
        while (k < n && strcmp(level[k], own) != 0)
            k++;
        if (k == LEVELS)
            continue;
        level[k] = own;
        n = k == n ? n + 1 : n;
        count[k]++;
        most = count[k] > count[most] ? k : most;
    }
    return level[most];
}

void comparison_name_sides(struct comparison *c)
{
    for (int i = 0; i < 2; i++) {
        for (int play = 0; play < 2; play++)
            c->usual[i][play] = usual_level(c, i, play == 1);
        c->set[i] = name_of_side(c, i);
        c->shown[i] = c->set[i] != NULL ? in_few_words(c->arena, c->set[i]) : NULL;
    }
    if (c->n_matches != 0 && strcmp(c->shown[0], c->shown[1]) == 0)
        c->shown[0] = "the first", c->shown[1] = "the second";
}

const char *compared_kind_name(enum compared_kind kind)
{
    static const char *const names[COMPARED_KINDS] = {"chequer play", "double", "take or pass"}; /* ORDER COMPARED */
    return names[kind];
}

const char *compared_by_name(enum compared_by by)
{
    static const char *const names[COMPARED_BYS] = {"all", "about", "kind", "level", "phase", "plan"};
    return names[by];
}

const char *settlement_name(enum settlement s)
{
    static const char *const names[SETTLEMENTS] = {NULL, "impossible", "a", "b", "even", "open"}; /* ORDER SETTLEMENT */
    return names[s];
}
