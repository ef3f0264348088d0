/* Figures of players; see stats.h. */
#include "collection/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/by_text.h"
#include "base/collate.h"
#include "base/strbuf.h"
#include "base/xmalloc.h"
#include "collection/field.h"
#include "collection/groups.h"
#include "collection/paces.h"
#include "collection/times.h"

/* ORDER STATS_BY */
static const char *const by_names[STATS_BY] = {"",      "year", "month",     "opponent", "length",      "event",
                                               "phase", "plan", "score",     "cube",     "cube-action", "opening",
                                               "theme", "time", "error-kind"};

const char *stats_by_name(enum stats_by by)
{
    return by_names[by];
}

enum stats_by stats_by_named(const char *name)
{
    for (enum stats_by by = BY_YEAR; by < STATS_BY; by++)
        if (strcmp(name, by_names[by]) == 0)
            return by;
    return BY_NOTHING;
}

/* ---- the matches ---- */

/* All games of a match are in the same groups. */
struct figures_of_side {
    struct figures *all, *group[BY_PHASE]; /* NULL = not asked for */
};

struct gathering {
    const struct stats_query *query;
    struct stats *out;
    struct known_match *match;
    size_t n_matches, capacity;
    size_t at; /* of the match whose rows come */
    struct by_text figures; /* of `out`, by player and group */
    struct strbuf key; /* of those looked for */
    struct stored_sums *rows; /* of one match */
    size_t n_rows, row_capacity;
    struct slot *slot; /* figures of groups of decisions, by number */
    size_t n_slots, slots_room; /* used; a power of two */
    struct game_errors { /* of one game and side, by kind */
        const struct known_match *match;
        int game, decisions, errors[ERROR_KINDS];
        double lost[ERROR_KINDS];
    } of_game[2];
    struct times times; /* where groups by time are asked for */
    struct paces paces;
    const struct known_match *of_match; /* whose decisions come, and the figures that they are added to */
    struct figures_of_side of_side[2];
};

static bool keep_match(void *context, const struct stored_match *m)
{
    struct gathering *g = context;
    const struct stats_query *q = g->query;
    g->match = grow(g->match, g->n_matches, &g->capacity, sizeof *g->match);
    struct known_match *k = &g->match[g->n_matches++];
    *k = (struct known_match){.id = m->id, .length = m->length, .winner = m->winner};
    k->date = arena_strdup(g->out->arena, m->date);
    k->guess = m->date == NULL ? arena_strdup(g->out->arena, m->guess) : NULL;
    k->event = arena_strdup(g->out->arena, m->event);
    k->judge = judge_of(m->own, m->level);
    k->passed[0] = k->passed[1] = q->to_points && m->length == 0;
    g->out->left_out.sessions += k->passed[0] && m->analysis != 0;
    for (int i = 0; i < 2; i++) {
        k->player[i] = m->player[i];
        k->person[i] = arena_strdup(g->out->arena, m->person[i]);
        g->out->left_out.unnamed += m->player[i] == 0;
    }
    g->out->left_out.not_analysed += m->analysis == 0;
    g->out->left_out.other_variants += m->variant != VARIANT_BACKGAMMON;
    g->out->left_out.abandoned += m->analysis != 0 && m->length > 0 && m->winner == NOBODY;
    return q->each_match == NULL || q->each_match(q->context, m);
}

static bool count_undated(void *context, const struct stored_match *m)
{
    struct gathering *g = context;
    g->out->left_out.undated += m->date == NULL;
    return true;
}

static bool keep_match_by_date(void *context, const struct stored_match *m)
{
    struct gathering *g = context;
    struct left_out *l = &g->out->left_out;
    l->stand_apart = g->query->last == 0; /* else pass_over() counts them */
    if (l->stand_apart && m->date == NULL)
        *(m->guess != NULL ? &l->guessed : &l->undated) += 1;
    return keep_match(context, m);
}

/* Rows come in the order of the matches. */
static const struct known_match *match_of(struct gathering *g, int64_t id)
{
    while (g->at < g->n_matches && g->match[g->at].id != id)
        g->at++;
    return g->at < g->n_matches ? &g->match[g->at] : NULL;
}

/* ---- whose figures ---- */

static void add_figures(struct figures_list *to, struct figures *f)
{
    to->at = grow(to->at, to->n, &to->capacity, sizeof(struct figures *));
    to->at[to->n++] = f;
}

/* `group` NULL or without a name: all of the player's. */
static struct figures *figures_of(struct gathering *g, const struct known_match *m, int side, enum stats_by by,
                                  const struct group *group)
{
    const bool is_group = group != NULL && group->name[0] != '\0';
    strbuf_clear(&g->key);
    strbuf_printf(&g->key, "%lld %d %s", (long long)m->player[side], is_group ? (int)by : (int)BY_NOTHING,
                  is_group ? group->name : "");
    struct figures *f = by_text_find(&g->figures, strbuf_text(&g->key));
    if (f != NULL)
        return f;
    f = xcalloc(1, sizeof *f);
    f->player = m->player[side];
    f->name = m->person[side];
    f->same = (struct difficulty_range){NAN, NAN, NAN, 0};
    f->in_part = traits_choose_errors(&g->query->of);
    if (is_group) {
        f->by = by;
        f->group = arena_strdup(g->out->arena, group->name);
        f->order = arena_strdup(g->out->arena, group->order);
    }
    add_figures(is_group ? &g->out->groups : &g->out->players, f);
    by_text_add(&g->figures, arena_strdup(g->out->arena, strbuf_text(&g->key)), f);
    return f;
}

static bool is_by_date(enum stats_by by)
{
    return by == BY_YEAR || by == BY_MONTH;
}

static bool is_asked(const struct stats_query *q, enum stats_by by)
{
    return q->by == by || (q->also >> by & 1) != 0;
}

static bool is_wanted(const struct gathering *g, const struct known_match *m, int side)
{
    const int64_t who = g->query->match.player;
    return m->player[side] != 0 && (who == 0 || who == m->player[side]) && !m->passed[side];
}

static void add_row(struct tallies *t, const struct known_match *m, int game, const struct row_figures *row)
{
    tally_add(t, m->id, game, row->share);
    judged_add(&t->judged, m->judge, row->decisions);
    difficulty_join(&t->difficulty, &row->difficulty);
    t->decisions += row->decisions;
    t->errors += row->errors;
}

/* ---- from sums by game ---- */

static const struct stored_sums *of_opponent(const struct gathering *g, const struct stored_sums *own)
{
    for (size_t k = 0; k < g->n_rows; k++)
        if (g->rows[k].side != own->side && g->rows[k].game == own->game)
            return &g->rows[k];
    return NULL;
}

/* Of the rows of a game that are wanted. */
static bool is_first_of_game(const struct gathering *g, const struct known_match *m, const struct stored_sums *own)
{
    return own->side == 0 || !is_wanted(g, m, 0) || of_opponent(g, own) == NULL;
}

static void find_figures(struct gathering *g, const struct known_match *m, int side, struct figures_of_side *out)
{
    out->all = figures_of(g, m, side, BY_NOTHING, NULL);
    for (enum stats_by by = BY_YEAR; by < BY_PHASE; by++) {
        struct group group = {.name = ""};
        if (is_asked(g->query, by))
            group_of_match(by, m, side, &group);
        out->group[by] = group.name[0] != '\0' ? figures_of(g, m, side, by, &group) : NULL;
        if (out->group[by] != NULL)
            out->group[by]->guessed += is_by_date(by) && m->guess != NULL;
    }
}

/* Of most groups of a collection only the sums are kept. */
static void pause_figures(const struct figures_of_side *f)
{
    if (f->all != NULL)
        tally_pause(&f->all->tally);
    for (enum stats_by by = BY_YEAR; by < BY_PHASE; by++)
        if (f->group[by] != NULL)
            tally_pause(&f->group[by]->tally);
}

/* What a player's luck-adjusted result of a match has to be put right by. */
static double adjusted_correction(const struct gathering *g, const struct known_match *m, int side)
{
    bool seen[FIGURES] = {false};
    double sum = 0, ahead = NAN;
    bool first = true;
    for (size_t i = 0; i < g->n_rows; i++) {
        struct row_figures row;
        if (g->rows[i].side != side)
            continue;
        row_of_sums(m, &g->rows[i], of_opponent(g, &g->rows[i]), seen, &row);
        sum += row.share[FIGURE_ADJUSTED].e;
        ahead = first ? g->rows[i].ahead : ahead;
        first = false;
    }
    return adjusted_within(sum, ahead) - sum;
}

static void end_match(struct gathering *g)
{
    const struct known_match *m = g->n_rows > 0 ? match_of(g, g->rows[0].match) : NULL;
    struct row_figures row;
    bool seen[2][FIGURES] = {{false}};
    struct figures_of_side of[2] = {{.all = NULL}, {.all = NULL}};
    for (size_t i = 0; m != NULL && i < g->n_rows; i++) {
        const struct stored_sums *own = &g->rows[i];
        if (!is_wanted(g, m, own->side))
            continue;
        g->out->left_out.given_away += own->given_away && is_first_of_game(g, m, own);
        row_of_sums(m, own, of_opponent(g, own), seen[own->side], &row);
        if (row.share[FIGURE_ADJUSTED].n > 0)
            row.share[FIGURE_ADJUSTED].e += adjusted_correction(g, m, own->side);
        const struct figures_of_side *f = &of[own->side];
        if (f->all == NULL)
            find_figures(g, m, own->side, &of[own->side]);
        add_row(&f->all->tally, m, own->game, &row);
        for (enum stats_by by = BY_YEAR; by < BY_PHASE; by++)
            if (f->group[by] != NULL)
                add_row(&f->group[by]->tally, m, own->game, &row);
    }
    for (int side = 0; side < 2; side++)
        pause_figures(&of[side]);
    g->n_rows = 0;
}

static bool take_sums(void *context, const struct stored_sums *s)
{
    struct gathering *g = context;
    if (g->n_rows > 0 && g->rows[0].match != s->match)
        end_match(g);
    g->rows = grow(g->rows, g->n_rows, &g->row_capacity, sizeof *g->rows);
    g->rows[g->n_rows++] = *s;
    return g->query->each_sums == NULL || g->query->each_sums(g->query->context, s);
}

/* ---- from decisions ---- */

/* Figures by player and number of the group: names are made once for each group, not for each decision. */
struct slot {
    int64_t player, number;
    enum stats_by by;
    struct figures *figures; /* NULL = free */
};

static struct slot *slot_for(struct slot *at, size_t room, int64_t player, enum stats_by by, int64_t number)
{
    const uint64_t key = ((uint64_t)player * 31 + (uint64_t)by) * 0x9e3779b97f4a7c15U + (uint64_t)number;
    size_t i = (key * 0x9e3779b97f4a7c15U >> 32) & (room - 1);
    while (at[i].figures != NULL && (at[i].player != player || at[i].by != by || at[i].number != number))
        i = (i + 1) & (room - 1);
    return &at[i];
}

static void make_room(struct gathering *g)
{
    if (2 * (g->n_slots + 1) <= g->slots_room)
        return;
    const size_t room = g->slots_room > 0 ? 2 * g->slots_room : 256;
    struct slot *larger = xcalloc(room, sizeof *larger);
    for (size_t i = 0; i < g->slots_room; i++)
        if (g->slot[i].figures != NULL)
            *slot_for(larger, room, g->slot[i].player, g->slot[i].by, g->slot[i].number) = g->slot[i];
    xfree(g->slot);
    g->slot = larger;
    g->slots_room = room;
}

/* Of a group that the decision belongs to. */
static struct figures *figures_of_group(struct gathering *g, const struct known_match *m, enum stats_by by,
                                        const struct decision_row *d, int64_t number)
{
    struct group group = {.name = ""};
    make_room(g);
    struct slot *slot = slot_for(g->slot, g->slots_room, m->player[d->side], by, number);
    if (slot->figures == NULL) {
        group_of_decision(by, d, number, &group);
        *slot = (struct slot){m->player[d->side], number, by, figures_of(g, m, d->side, by, &group)};
        g->n_slots++;
    }
    return slot->figures;
}

/* Shares of one rating: what was lost by errors of each kind, divided by all decisions. */
static void end_game_errors(struct gathering *g, int side)
{
    struct game_errors *e = &g->of_game[side];
    for (int k = 0; e->match != NULL && k < ERROR_KINDS; k++) {
        struct row_figures row;
        struct group group;
        row_of_errors(e->decisions, e->errors[k], e->lost[k], &row);
        group_of_error(k, &group);
        add_row(&figures_of(g, e->match, side, BY_ERROR_KIND, &group)->tally, e->match, e->game, &row);
    }
    *e = (struct game_errors){.match = NULL};
}

static void add_error(struct gathering *g, const struct known_match *m, const struct decision_row *d)
{
    struct game_errors *e = &g->of_game[d->side];
    const int kind = error_kind_meant(&g->query->of, d);
    if (e->match != m || e->game != d->game)
        end_game_errors(g, d->side);
    e->match = m;
    e->game = d->game;
    e->decisions += d->counted != COUNTED_NOT;
    if (kind >= 0) {
        e->errors[kind]++;
        e->lost[kind] += d->error;
    }
}

/* Figures and groups of matches come from sums of games, but where only some decisions are asked for. */
static void add_to_all(struct gathering *g, const struct known_match *m, const struct decision_row *d,
                       const struct row_figures *row)
{
    struct figures_of_side *of = &g->of_side[d->side];
    if (g->of_match != m)
        g->of_side[0] = g->of_side[1] = (struct figures_of_side){.all = NULL};
    g->of_match = m;
    if (of->all == NULL)
        find_figures(g, m, d->side, of);
    add_row(&of->all->tally, m, d->game, row);
    for (enum stats_by by = BY_YEAR; by < BY_PHASE; by++)
        if (of->group[by] != NULL)
            add_row(&of->group[by]->tally, m, d->game, row);
}

static bool take_decision(void *context, const struct stored_decision *d)
{
    struct gathering *g = context;
    const struct known_match *m = match_of(g, d->match);
    if (m == NULL || !is_wanted(g, m, d->row.side))
        return true;
    struct row_figures row;
    if (!decision_fits(&g->query->of, &d->row))
        return true;
    row_of_decision(&d->row, &row);
    const bool meant = !traits_choose_errors(&g->query->of) || error_kind_meant(&g->query->of, &d->row) >= 0;
    if (!meant)
        row_without_error(&row);
    if (!traits_are_any(&g->query->of))
        add_to_all(g, m, &d->row, &row);
    if (is_asked(g->query, BY_ERROR_KIND))
        add_error(g, m, &d->row);
    if (is_asked(g->query, BY_TIME))
        paces_add(&g->paces, m, &d->row, time_of(&g->times, d->match, d->row.n), meant);
    for (enum stats_by by = BY_PHASE; by < BY_ERROR_KIND; by++) {
        int64_t number = is_asked(g->query, by) ? group_number(by, &d->row, 0) : -1;
        for (; number >= 0; number = group_number(by, &d->row, number + 1))
            add_row(&figures_of_group(g, m, by, &d->row, number)->tally, m, d->row.game, &row);
    }
    return g->query->each == NULL || g->query->each(g->query->context, d);
}

/* ---- by time ---- */

static struct figures *figures_of_pace(struct gathering *g, const struct paced *d, enum pace_group pace)
{
    struct group group;
    group_of_number(BY_TIME, (int)pace, &group);
    return figures_of(g, d->match, d->side, BY_TIME, &group);
}

static void add_paced(void *context, const struct paced *d, enum pace_group pace, const struct row_figures *row)
{
    struct figures *f = figures_of_pace(context, d, pace);
    if (f->tally.decisions == 0)
        f->quickest = f->slowest = d->taken;
    f->quickest = d->taken < f->quickest ? d->taken : f->quickest;
    f->slowest = d->taken > f->slowest ? d->taken : f->slowest;
    add_row(&f->tally, d->match, d->game, row);
}

static void set_apart(void *context, const struct paced *last, const struct contrast of[PACE_GROUPS])
{
    for (int pace = 0; pace < PACE_GROUPS; pace++)
        if (of[pace].here.n > 0)
            figures_of_pace(context, last, (enum pace_group)pace)->apart = of[pace];
}

static bool take_decisions(struct store *s, struct gathering *g)
{
    const struct decision_filter d = {.match = g->query->match, .brief = true};
    g->at = 0;
    const bool ok =
        (!is_asked(g->query, BY_TIME) || times_of(s, &d.match, &g->times)) && store_decisions(s, &d, take_decision, g);
    end_game_errors(g, 0);
    end_game_errors(g, 1);
    paces_visit(&g->paces, &(struct pace_visitor){add_paced, set_apart, g});
    return ok;
}

/* ---- the last N decisions ---- */

static bool count_decisions(void *context, const struct stored_sums *s)
{
    struct gathering *g = context;
    struct known_match *m = (struct known_match *)match_of(g, s->match);
    if (m != NULL)
        m->decisions[s->side] += s->counted_plays + s->counted_cubes;
    return true;
}

/* From the newest match back: what lies before the last N decisions of a player is passed over, and what has no date.
 */
static void pass_over(struct gathering *g)
{
    for (size_t i = g->n_matches; i-- > 0;)
        for (int side = 0; side < 2; side++) {
            struct known_match *m = &g->match[i];
            if (!is_wanted(g, m, side))
                continue;
            struct figures *f = figures_of(g, m, side, BY_NOTHING, NULL);
            m->passed[side] = m->date == NULL || f->seen >= g->query->last;
            g->out->left_out.undated += m->date == NULL && side == 0;
            if (!m->passed[side])
                f->seen += m->decisions[side];
        }
}

/* ---- the whole ---- */

static bool gather_matches(struct store *s, struct gathering *g)
{
    const struct match_filter *f = &g->query->match;
    struct match_filter any_date = *f;
    any_date.since = any_date.until = NULL;
    if (f->since == NULL && f->until == NULL)
        return store_matches_alone(s, f, is_by_date(g->query->by) ? keep_match_by_date : keep_match, g);
    return store_matches_alone(s, &any_date, count_undated, g) && store_matches_alone(s, f, keep_match, g);
}

static bool gather(struct store *s, struct gathering *g)
{
    const struct match_filter *f = &g->query->match;
    if (!gather_matches(s, g))
        return false;
    if (g->query->last > 0) {
        if (!store_sums(s, f, true, count_decisions, g))
            return false;
        pass_over(g);
    }
    g->at = 0;
    if (!traits_are_any(&g->query->of))
        return take_decisions(s, g);
    if (!store_sums(s, f, true, take_sums, g))
        return false;
    end_match(g);
    const bool of_decisions = g->query->by >= BY_PHASE || g->query->also >> BY_PHASE != 0;
    return !of_decisions || take_decisions(s, g);
}

static int in_order(const struct figures *x, const struct figures *y, int names)
{
    if (names != 0 || x->group == NULL)
        return names != 0 ? names : (x->player > y->player) - (x->player < y->player);
    if (x->by != y->by)
        return x->by < y->by ? -1 : 1;
    const int order = strcmp(x->order, y->order);
    return order != 0 ? order : strcmp(x->group, y->group);
}

static int by_name(const void *a, const void *b)
{
    const struct figures *x = *(struct figures *const *)a, *y = *(struct figures *const *)b;
    return in_order(x, y, strcmp(x->name, y->name));
}

static int by_name_read(const void *a, const void *b)
{
    const struct figures *x = *(struct figures *const *)a, *y = *(struct figures *const *)b;
    return in_order(x, y, collate(x->name, y->name));
}

void stats_for_reader(struct stats *st)
{
    struct figures_list *const lists[] = {&st->players, &st->groups};
    for (int i = 0; i < 2; i++)
        if (lists[i]->n > 0)
            qsort(lists[i]->at, lists[i]->n, sizeof(struct figures *), by_name_read);
}

static void finish(struct figures_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        tally_end(&list->at[i]->tally);
    if (list->n > 0)
        qsort(list->at, list->n, sizeof(struct figures *), by_name);
}

bool stats_of(struct store *s, const struct stats_query *q, struct stats *out)
{
    *out = (struct stats){.arena = arena_new()};
    struct gathering g = {.query = q, .out = out};
    const bool ok = gather(s, &g);
    finish(&out->players);
    finish(&out->groups);
    by_text_free(&g.figures);
    strbuf_done(&g.key);
    xfree(g.match);
    xfree(g.rows);
    xfree(g.slot);
    times_done(&g.times);
    paces_done(&g.paces);
    return ok;
}

/* ---- players of the same level ---- */

static double known_or_0(double rate)
{
    return isnan(rate) ? 0 : rate;
}

static double pr_of(const struct figures *f)
{
    return 500 * ratio_value(tally_ratio(&f->tally, FIGURE_PR));
}

/* Of chequer play and the cube by the PR of the figures themselves. */
static void compare_kinds(struct figures *f, const struct field *field)
{
    const double pr = pr_of(f);
    if (isnan(pr) || f->by >= BY_PHASE)
        return;
    f->level[1] = known_or_0(field_rate(field, CLASS_CHEQUER, pr));
    f->level[2] = known_or_0(field_rate(field, CLASS_CUBE, pr));
}

static double pr_of_player(const struct stats *st, int64_t player)
{
    for (size_t i = 0; i < st->players.n; i++)
        if (st->players.at[i]->player == player)
            return pr_of(st->players.at[i]);
    return NAN;
}

static void compare_group(struct figures *f, double pr, const struct field *field)
{
    const int class = f->by >= BY_PHASE ? class_of_group(f->by, f->group) : -1;
    f->same = difficulty_range(&f->tally.difficulty, pr);
    if (class >= 0 && !class_is_of_choice(class))
        f->level[0] = known_or_0(field_rate(field, class, pr));
}

void stats_compare(struct stats *st, const struct field *field)
{
    for (size_t i = 0; i < st->players.n; i++) {
        compare_kinds(st->players.at[i], field);
        st->players.at[i]->same = difficulty_range(&st->players.at[i]->tally.difficulty, pr_of(st->players.at[i]));
    }
    for (size_t i = 0; i < st->groups.n; i++) {
        compare_kinds(st->groups.at[i], field);
        compare_group(st->groups.at[i], pr_of_player(st, st->groups.at[i]->player), field);
    }
}

static void list_done(struct figures_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        xfree(list->at[i]);
    xfree(list->at);
}

void stats_done(struct stats *st)
{
    list_done(&st->players);
    list_done(&st->groups);
    arena_free(st->arena);
}

double error_of_judges(const struct figures *f)
{
    return f->by == BY_ERROR_KIND || f->in_part ? (double)NAN : judged_error(&f->tally.judged);
}

double share_of_rating(const struct stats *st, const struct figures *f)
{
    for (size_t i = 0; i < st->players.n; i++)
        if (st->players.at[i]->player == f->player)
            return ratio_value(tally_ratio(&f->tally, FIGURE_PR)) /
                   ratio_value(tally_ratio(&st->players.at[i]->tally, FIGURE_PR));
    return NAN;
}
