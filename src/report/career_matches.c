/* A player's matches one by one: costliest decisions, opponents, openings, results. */
#include <math.h>

#include "base/language.h"
#include "document/columns.h"
#include "document/leaf.h"
#include "match/notation.h"
#include "collection/errors.h"
#include "report/axis.h"
#include "report/career_sheet.h"
#include "report/decision.h"
#include "report/theme_list.h"

enum { MATCHES_SHOWN = 500, OPPONENTS_SHOWN = 200, LUCK_SHOWN = 60, OPENINGS_DRAWN = 6 };

/* ---- the costliest decisions ---- */

static const char *page_of(struct sheet *p, const struct career_match *m)
{
    return draft_string(&p->draft, "%s%s.%s", p->up, m->stem, p->extension);
}

static const char *name_of(const struct career_match *m)
{
    return m->opponent_name[0] != '\0' ? m->opponent_name : tr("an unnamed player");
}

/* A guess is marked as one. */
static void put_day(struct draft *b, const struct career_match *m)
{
    if (m->date != NULL) {
        put_date(b, m->date);
    } else if (m->day != NULL) {
        words_begin(b, "\xe2\x89\x88 {0}", NULL, 0);
        put_date(b, m->day);
        node_end(b);
    } else {
        put_words(b, "undated");
    }
}

static void match_link(struct sheet *p, const struct career_match *m, const char *anchor, const char *words)
{
    struct draft *b = &p->draft;
    link_begin(b, page_of(p, m), anchor);
    words_begin(b, words, NULL, 0);
    put_text(b, name_of(m));
    put_day(b, m);
    node_end(b);
    node_end(b);
}

struct drawing { /* of an error */
    struct position position;
    struct play played, best;
    const char *names[2];
};

static bool is_answer(const struct decision_row *d)
{
    return d->kind == DECISION_TAKE || d->kind == DECISION_PASS;
}

static void read_play(const char *text, const struct position *p, struct play *out)
{
    const char *problem;
    if (text == NULL || !notation_read(span_of(text), &p->board, p->dice[0], p->dice[1], out, &problem, NULL))
        *out = (struct play){.n = 0};
}

static bool draw(const struct decision_row *d, struct drawing *out)
{
    *out = (struct drawing){.names = {"", ""}};
    if (!position_of_row(d, &out->position))
        return false;
    if (d->dice == 0)
        return true;
    read_play(d->action, &out->position, &out->played);
    read_play(d->best, &out->position, &out->best);
    return true;
}

static void picture(struct draft *b, const struct drawing *v)
{
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = &v->position;
    n->diagram.name[0] = v->names[0];
    n->diagram.name[1] = v->names[1];
    if (v->played.n > 0)
        n->diagram.arrows[0] = (struct arrows){&v->played, ROLE_PLAYED};
    if (v->best.n > 0)
        n->diagram.arrows[1] = (struct arrows){&v->best, ROLE_BEST};
    node_end(b);
}

static void task(struct draft *b, const struct decision_row *d, const struct position *position)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_ACTION);
    if (d->dice != 0) {
        words_begin(b, "To play {0}", NULL, 0);
        put_roll(b, (const int8_t[2]){(int8_t)(d->dice / 10), (int8_t)(d->dice % 10)});
        node_end(b);
    } else {
        put_words(b, is_answer(d) ? N_("Doubled: take or pass?") : N_("Double?"));
    }
    if (position->length > 0) {
        words_begin(b, " \xc2\xb7 needs {0} of {1} points, the opponent {2}", NULL, 0);
        put_count(b, d->away[0]);
        put_count(b, position->length);
        put_count(b, d->away[1]);
        node_end(b);
    }
    node_end(b);
}

static void answer(struct draft *b, const struct decision_row *d)
{
    node_begin(b, NODE_FACTS, ROLE_ACTION);
    node_begin(b, NODE_FACT, ROLE_PLAYED);
    put_words(b, "played");
    put_text(b, tr(d->action));
    node_end(b);
    node_begin(b, NODE_FACT, ROLE_BEST);
    put_words(b, "better");
    put_text(b, d->best != NULL ? verdict_in_line(b, d->best) : "");
    node_end(b);
    node_end(b);
}

static void error_card(struct sheet *p, const struct career_error *e)
{
    struct draft *b = &p->draft;
    struct drawing v;
    if (!draw(&e->row, &v))
        return;
    struct node *card = node_begin(b, NODE_CARD, ROLE_TOP);
    card->side = e->row.side;
    heading_begin(b, 3);
    match_link(p, &p->c->match[e->match], draft_string(b, "g%dm%d", e->row.game, e->row.number), "{0}, {1}");
    node_begin(b, NODE_SPAN, ROLE_COST)->mark = SKILL_VERY_BAD;
    put_words(b, " ");
    put_emg(b, -e->row.error);
    node_end(b);
    node_end(b);
    task(b, &e->row, &v.position);
    picture(b, &v);
    answer(b, &e->row);
    if (e->why != NULL) {
        node_begin(b, NODE_PARAGRAPH, ROLE_WHY);
        put_text(b, e->why);
        node_end(b);
    }
    themes_paragraph(b, e->row.themes);
    node_end(b);
}

void sheet_errors(struct sheet *p)
{
    draft_section(&p->draft, ROLE_ERRORS, 2, "errors", "Costliest decisions");
    for (int i = 0; i < p->c->n_worst; i++)
        error_card(p, &p->c->worst[i]);
    if (p->c->n_worst == 0)
        note(&p->draft, ROLE_NOTE, "There are no errors.");
    draft_close(&p->draft);
}

void sheet_newest(struct sheet *p)
{
    if (p->c->n_newest == 0)
        return;
    draft_section(&p->draft, ROLE_ERRORS, 2, "newest", "Newest errors");
    for (int i = 0; i < p->c->n_newest; i++)
        error_card(p, &p->c->newest[i]);
    draft_close(&p->draft);
}

/* ---- luck ---- */

static const char *luck_label(struct draft *b, const struct career_match *m)
{
    struct strbuf day = {0}, luck = {0};
    const struct node figure = {.kind = NODE_NUMBER,
                                .number = {.value = m->luck, .decimals = 1, .unit = UNIT_MWC, .sign = true}};
    tr_date(&day, m->day != NULL ? m->day : tr("undated"));
    leaf_text(&figure, &typography_plain, &luck);
    const char *label =
        draft_fill(b, m->won == 0 ? N_("{0}, {1}: net luck {2}, lost") : N_("{0}, {1}: net luck {2}, won"),
                   strbuf_text(&day), name_of(m), strbuf_text(&luck));
    strbuf_done(&day);
    strbuf_done(&luck);
    return label;
}

static struct plot_dot dot_of_luck(struct sheet *p, const struct career_match *m, int x)
{
    struct draft *b = &p->draft;
    return (struct plot_dot){.x = x,
                             .at = (float)m->luck,
                             .from = NAN,
                             .to = NAN,
                             .hollow = m->won == 0,
                             .page = page_of(p, m),
                             .label = luck_label(b, m)};
}

/* Of the matches in which one had more or less luck than the opponent: how many were won. */
static void luck_words(struct draft *b, const int won[2], const int of[2])
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_words(
        b,
        "Bars: net luck (one's own less the opponent's) in winning chances; dots are full where the match was won. ");
    words_begin(b, "With more luck than the opponent {0} of {1} were won, with less {2} of {3}.", NULL, 0);
    put_count(b, won[1]);
    put_count(b, of[1]);
    put_count(b, won[0]);
    put_count(b, of[0]);
    node_end(b);
    node_end(b);
}

void sheet_luck(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct career *c = p->c;
    int n = 0, won[2] = {0, 0}, of[2] = {0, 0};
    size_t first = c->n_matches;
    for (; first > 0 && n < LUCK_SHOWN; first--)
        n += c->match[first - 1].won >= 0 && !isnan(c->match[first - 1].luck);
    if (n < 2)
        return;
    draft_section(b, ROLE_PROGRESS, 2, "luck", "Luck and results");
    struct node *plot = node_begin(b, NODE_PLOT, ROLE_PROGRESS);
    float *luck = arena_alloc(b->arena, (size_t)n * sizeof *luck);
    struct plot_dot *dots = arena_alloc(b->arena, (size_t)n * sizeof *dots);
    n = 0;
    for (size_t i = first; i < c->n_matches; i++) {
        const struct career_match *m = &c->match[i];
        if (m->won < 0 || isnan(m->luck))
            continue;
        luck[n] = (float)m->luck;
        dots[n] = dot_of_luck(p, m, n);
        of[m->luck > 0]++;
        won[m->luck > 0] += m->won > 0;
        n++;
    }
    struct series s = {.role = ROLE_LUCK, .unit = UNIT_MWC, .side = NOBODY, .bars = true, .at = luck};
    axis_fit(&s, &(struct axis_data){.series = &s, .n_series = 1, .n = n}, 0.1, 4);
    plot->plot.series = &s;
    plot->plot.n_series = 1;
    plot->plot.n = n;
    plot->plot.dots = dots;
    plot->plot.n_dots = n;
    plot->plot.table = "matches";
    luck_words(b, won, of);
    node_end(b);
    draft_close(b);
}

/* ---- tables that sort ---- */

static void own_page_link(struct draft *b, const char *name)
{
    char file[PAGE_NAME_ROOM];
    career_page_name(name, file);
    link_begin(b, draft_string(b, "%s.html", file), NULL);
    put_text(b, name);
    node_end(b);
}

static void left_over(struct sheet *p, size_t n, size_t shown, const char *one, const char *many)
{
    struct draft *b = &p->draft;
    if (n <= shown)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_counted(b, one, many, (long)(n - shown));
    node_end(b);
}

static const struct column opponent_columns[] = {
    ROW_HEAD("Opponent"), FIGURE("Matches"), FIGURE("Won \xe2\x80\x93 lost"),
    FIGURE("PR"),         FIGURE("Theirs"),  FIGURE("Net luck a match")};

static void opponent_row(struct draft *b, const struct career_opponent *o)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, 0);
    own_page_link(b, o->name);
    node_end(b);
    sheet_count(b, 1, o->matches);
    cell_score(b, 2, (const int[2]){o->won, o->lost});
    cell_ranged(b, 3, sheet_rate(&o->own));
    cell_ranged(b, 4, sheet_rate(&o->theirs));
    cell_ranged(b, 5,
                (struct number){.value = o->lucky > 0 ? o->luck / o->lucky : (double)NAN,
                                .decimals = 1,
                                .unit = UNIT_MWC,
                                .sign = true,
                                .why = o->lucky > 0 ? ABSENT_NOT : ABSENT_NOTHING});
    node_end(b);
}

void sheet_opponents(struct sheet *p)
{
    struct draft *b = &p->draft;
    sheet_section(p, ROLE_MATCHES, "opponents", "Opponents", opponent_columns, 6);
    for (size_t i = 0; i < p->c->n_opponents && i < OPPONENTS_SHOWN; i++)
        opponent_row(b, &p->c->opponent[i]);
    draft_close(b);
    left_over(p, p->c->n_opponents, OPPONENTS_SHOWN, "{0} more was met less often.", "{0} more were met less often.");
    draft_close(b);
}

static const struct column opening_columns[] = {ROW_HEAD("Roll"), COLUMN("Played"), COLUMN("Best"), FIGURE("Times"),
                                                FIGURE("Lost each time")};

static void opening_row(struct draft *b, const struct career_opening *o)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    sheet_count(b, 0, o->dice);
    cell_text(b, 1, tr(o->action));
    cell_text(b, 2, o->row.best != NULL ? tr(o->row.best) : "");
    sheet_count(b, 3, o->times);
    cell_ranged(b, 4, (struct number){.value = o->lost / o->times, .decimals = 3, .unit = UNIT_EMG});
    node_end(b);
}

/* What cost most in all, among those after `given`. */
static const struct career_opening *next_costly(const struct career *c, const struct career_opening *given)
{
    const struct career_opening *found = NULL;
    for (size_t i = 0; i < c->n_openings; i++) {
        const struct career_opening *o = &c->opening[i];
        const bool later = given == NULL || o->lost < given->lost || (o->lost == given->lost && o > given);
        if (later && o->lost / o->times >= CAREER_SMALLEST && (found == NULL || o->lost > found->lost))
            found = o;
    }
    return found;
}

static void opening_card(struct sheet *p, const struct career_opening *o)
{
    struct draft *b = &p->draft;
    struct drawing v;
    if (!draw(&o->row, &v))
        return;
    node_begin(b, NODE_CARD, ROLE_TOP);
    heading_begin(b, 3);
    words_begin(b, "{0}, {1} time", "{0}, {1} times", o->times);
    put_roll(b, (const int8_t[2]){(int8_t)(o->dice / 10), (int8_t)(o->dice % 10)});
    put_count(b, o->times);
    node_end(b);
    node_begin(b, NODE_SPAN, ROLE_COST)->mark = SKILL_BAD;
    put_words(b, " ");
    put_emg(b, -o->lost / o->times);
    node_end(b);
    node_end(b);
    picture(b, &v);
    answer(b, &o->row);
    node_end(b);
}

/* Boards of those that cost most, then all. */
void sheet_openings(struct sheet *p)
{
    struct draft *b = &p->draft;
    const struct career_opening *o = NULL;
    if (next_costly(p->c, NULL) != NULL) {
        draft_section(b, ROLE_ERRORS, 2, "opening-errors", "Openings that cost most");
        for (int i = 0; i < OPENINGS_DRAWN && (o = next_costly(p->c, o)) != NULL; i++)
            opening_card(p, o);
        draft_close(b);
    }
    sheet_section(p, ROLE_MATCHES, "openings", "Openings played", opening_columns, 5);
    for (size_t i = 0; i < p->c->n_openings; i++)
        opening_row(b, &p->c->opening[i]);
    sheet_section_end(p);
}

/* ---- matches ---- */

static const struct column match_columns[] = {
    ROW_HEAD("Date"), COLUMN("Opponent"), COLUMN_LATER("Event"),
    FIGURE("Length"), FIGURE("Score"),    FIGURE("PR"),
    FIGURE("Theirs"), FIGURE("Net luck"), FIGURE_LATER("Result less luck", UNIT_NONE),
};

static struct number rate_of_share(const struct addend *s)
{
    return (struct number){.value = SHEET_PR_SCALE * s->e / s->n,
                           .decimals = 2,
                           .unit = UNIT_PR,
                           .why = s->n > 0 ? ABSENT_NOT : ABSENT_NOTHING};
}

/* Winning chances; in money play points. */
static struct number stake(const struct career_match *m, double value)
{
    return (struct number){.value = value,
                           .decimals = m->length > 0 ? 1 : 2,
                           .unit = m->length > 0 ? UNIT_MWC : UNIT_POINTS,
                           .sign = true,
                           .why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT};
}

static void date_and_opponent(struct sheet *p, const struct career_match *m)
{
    struct draft *b = &p->draft;
    cell_begin(b, 0);
    link_begin(b, page_of(p, m), NULL);
    put_day(b, m);
    node_end(b);
    node_end(b);
    cell_begin(b, 1);
    if (m->opponent != 0)
        own_page_link(b, m->opponent_name);
    node_end(b);
    cell_begin(b, 2);
    if (m->event != NULL)
        put_text(b, m->event);
    node_end(b);
}

static void match_row(struct sheet *p, const struct career_match *m)
{
    struct draft *b = &p->draft;
    struct number own = rate_of_share(&m->own);
    own.range = sheet_interval(&m->games, SHEET_PR_SCALE);
    node_begin(b, NODE_ROW, ROLE_NONE);
    date_and_opponent(p, m);
    cell_begin(b, 3);
    if (m->length > 0)
        put_count(b, m->length);
    else
        put_words(b, "money");
    node_end(b);
    cell_score(b, 4, m->score);
    cell_ranged(b, 5, own);
    cell_ranged(b, 6, rate_of_share(&m->theirs));
    cell_ranged(b, 7, stake(m, m->luck));
    cell_ranged(b, 8, stake(m, m->adjusted));
    node_end(b);
}

void sheet_matches(struct sheet *p)
{
    struct draft *b = &p->draft;
    sheet_section(p, ROLE_MATCHES, "matches", "Matches", match_columns, 9);
    for (size_t i = 0; i < p->c->n_matches && i < MATCHES_SHOWN; i++)
        match_row(p, &p->c->match[p->c->n_matches - 1 - i]);
    draft_close(b);
    left_over(p, p->c->n_matches, MATCHES_SHOWN, "{0} older match is in the index.",
              "{0} older matches are in the index.");
    draft_close(b);
}
