/* A disagreement of `kibitzer compare`, with its board; see compare_private.h. */
#include "base/language.h"
#include "report/compare_private.h"

#include <math.h>
#include <string.h>

#include "document/columns.h"
#include "format/posid.h"
#include "report/lessons.h"
#include "report/match_report.h"

/* ---- a disagreement with its board ---- */

enum { ACTION_NAME, ACTION_A, ACTION_B, ACTION_ROLLOUT, ACTION_COLUMNS };

#define LOSS_COLUMN(text)                                                                                              \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_EMG, ROLE_DIFFERENCE, NOBODY, 1, false, true                                          \
    }
static const struct column action_columns[ACTION_COLUMNS] = {
    {COLUMN_WORDS(N_("EMG lost")), UNIT_NONE, ROLE_ACTION, NOBODY, 1, true, false},
    LOSS_COLUMN(""),
    LOSS_COLUMN(""),
    LOSS_COLUMN(N_("Rollout")),
};

static bool is_settled(const struct compared_decision *d)
{
    return d->settled.how >= SETTLED_FIRST;
}

/* A choice of which something is known: what each loses by it, the rollout's loss, whether it is right. */
struct shown_choice {
    const struct compared_choice *choice;
    float lost[2], rolled;
    enum { NOT_KNOWN, IS_RIGHT, IS_WRONG } known;
};

/* The choice of one of the two. */
static struct shown_choice choice_of(const struct compared_decision *d, int which)
{
    const bool alike = choices_are_equal(&d->view[0].best, &d->view[1].best);
    struct shown_choice out = {.choice = &d->view[which].best, .rolled = NAN};
    out.lost[!which] = alike ? 0 : d->view[!which].over;
    return out;
}

static struct shown_choice choice_played(const struct compared_decision *d)
{
    return (struct shown_choice){
        .choice = &d->played, .lost = {d->view[0].lost, d->view[1].lost}, .rolled = NAN, .known = IS_WRONG};
}

/* What the rollout says of the two that were rolled out. Without one, the choice of both is right. */
static void judge_choices(const struct compared_decision *d, struct shown_choice *first, struct shown_choice *second)
{
    const float better = is_settled(d) ? d->settled.difference : 0;
    const bool apart = d->settled.how == SETTLED_FIRST || d->settled.how == SETTLED_SECOND;
    if (is_settled(d)) {
        first->rolled = fmaxf(-better, 0);
        second->rolled = fmaxf(better, 0);
    }
    first->known = d->elsewhere && !apart ? NOT_KNOWN : better < 0 ? IS_WRONG : IS_RIGHT;
    second->known = d->elsewhere && !apart ? NOT_KNOWN : better < 0 ? IS_RIGHT : IS_WRONG;
}

/* Those that are rolled out come first: both choices; where they are as good to one of the two, the choice that was not
 * played, and the play made (settle.c). Then what was played where it is neither. Returns how many. */
static int choices_of(const struct compared_decision *d, struct shown_choice out[3])
{
    const struct compared_view *v = d->view;
    const bool decided = d->played.action != ACTION_NONE;
    const int first = !d->elsewhere && choices_are_equal(&v[0].best, &d->played);
    int n = 0;
    out[n++] = choice_of(d, first);
    if (d->elsewhere)
        out[n++] = choice_of(d, 1);
    if (decided && !choices_are_equal(&d->played, out[0].choice) &&
        !(n > 1 && choices_are_equal(&d->played, out[1].choice)))
        out[n++] = choice_played(d);
    if (n > 1)
        judge_choices(d, &out[0], &out[1]);
    else
        out[0].known = IS_RIGHT;
    return n;
}

static void action_row(struct draft *b, const struct compared_decision *d, const struct shown_choice *s)
{
    const bool played = choices_are_equal(s->choice, &d->played);
    struct node *row = node_begin(b, NODE_ROW,
                                  s->known == IS_RIGHT             ? ROLE_BEST
                                  : played && s->known == IS_WRONG ? ROLE_PLAYED
                                                                   : ROLE_NONE);
    if (row->role == ROLE_PLAYED)
        row->mark = SKILL_BAD;
    cell_begin(b, ACTION_NAME);
    put_choice(b, d, s->choice);
    if (played) {
        node_begin(b, NODE_SPAN, ROLE_SMALL);
        put_words(b, " (played)");
        node_end(b);
    }
    node_end(b);
    for (int i = 0; i < 2; i++)
        loss_cell(b, ACTION_A + i, s->lost[i]);
    if (is_settled(d))
        loss_cell(b, ACTION_ROLLOUT, s->rolled);
    node_end(b);
}

/* The table is read when the block that it is in ends, and so are its columns. */
static void actions(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    struct column *columns = arena_alloc(b->arena, sizeof action_columns);
    struct named_title *titles = arena_alloc(b->arena, ACTION_COLUMNS * sizeof *titles);
    struct shown_choice list[3];
    const int n = choices_of(d, list);
    memcpy(columns, action_columns, sizeof action_columns);
    name_pair(columns, titles, c, ACTION_A, 1, "{0}");
    table_begin(b, ROLE_NONE, columns, is_settled(d) ? ACTION_COLUMNS : ACTION_ROLLOUT);
    for (int i = 0; i < n; i++)
        action_row(b, d, &list[i]);
    node_end(b);
}

/* ---- why the two differ ---- */

static const struct column chance_columns[2] = {
    ROW_HEAD(""),
    {COLUMN_WORDS(N_("Win g bg \xe2\x80\x93 lose g bg, %")), UNIT_CHANCE, ROLE_CHANCES, NOBODY, 2, false, true}};

/* Which of what `which` knows the chances of is this choice. */
static int chances_at(const struct compared_decision *d, int which, const struct compared_choice *choice)
{
    return choices_are_equal(choice, &d->view[which].best)    ? COMPARED_OWN
           : choices_are_equal(choice, &d->view[!which].best) ? COMPARED_OTHERS
                                                              : COMPARED_PLAYED;
}

/* A row for each of the two. */
static void chances_by(struct draft *b, const struct comparison *c, const struct compared_decision *d,
                       const struct compared_choice *choice)
{
    for (int i = 0; i < 2; i++) {
        const struct outcome *o = &d->view[i].chances[chances_at(d, i, choice)];
        node_begin(b, NODE_ROW, ROLE_NONE);
        cell_begin(b, 0);
        if (d->kind == COMPARED_PLAY) {
            put_choice(b, d, choice);
            put_words(b, ", ");
        }
        put_text(b, c->shown[i]);
        node_end(b);
        cell_begin(b, 1);
        if (o->win > 0)
            phrase_chances(b, *o);
        node_end(b);
        node_end(b);
    }
}

/* The chances that each sees, of the cube once: they are those of the position. */
static void chances(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    struct shown_choice list[3];
    const int n = d->kind == COMPARED_PLAY ? choices_of(d, list) : 1;
    if (!(d->view[0].chances[COMPARED_OWN].win > 0) && !(d->view[1].chances[COMPARED_OWN].win > 0))
        return;
    table_begin(b, ROLE_NONE, chance_columns, 2);
    for (int i = 0; i < n; i++)
        chances_by(b, c, d, d->kind == COMPARED_PLAY ? list[i].choice : &d->view[0].best);
    node_end(b);
}

/* What the figures of each say: "XG, 8/3 6/3: Wins 66.2% of the games instead of 70.6%.", "XG: With 70.7% wins, 2.5%
 * gammons, not doubling is worth 0.005 more." */
static void why(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    for (int i = 0; i < 2; i++) {
        struct strbuf words = {0};
        const struct compared_choice *best = &d->view[i].best, *other = &d->view[!i].best;
        if (lesson_words(&d->view[i].why, &d->position.board, &best->play, &words)) {
            node_begin(b, NODE_PARAGRAPH, ROLE_WHY);
            put_text(b, c->shown[i]);
            if (d->kind == COMPARED_PLAY) {
                put_words(b, ", ");
                put_choice(b, d, choices_are_equal(best, other) ? &d->played : other);
            }
            put_words(b, ": ");
            put_text(b, draft_string(b, "%s", strbuf_text(&words)));
            node_end(b);
        }
        strbuf_done(&words);
    }
}

static void verdict(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    static const char *const words[2][SETTLEMENTS] = {
        {[SETTLED_IMPOSSIBLE] = N_("No rollout can show who is right."),
         [SETTLED_FIRST] = N_("{0} is right: after {1} games each, what was played loses {2} EMG (95%)."),
         [SETTLED_SECOND] = N_("{0} is right: after {1} games each, what was played loses {2} EMG (95%)."),
         [SETTLED_EVEN] = N_("Both are equally near: after {1} games each, what was played loses {2} EMG (95%)."),
         [SETTLED_OPEN] =
             N_("Open after {1} games each: what was played loses {2} EMG (95%), which does not tell them apart.")},
        {[SETTLED_IMPOSSIBLE] = N_("No rollout can show who is right."),
         [SETTLED_FIRST] = N_("{0} is right: after {1} games each, its choice is better by {2} EMG (95%)."),
         [SETTLED_SECOND] = N_("{0} is right: after {1} games each, its choice is better by {2} EMG (95%)."),
         [SETTLED_EVEN] = N_("Both choices are equally good: after {1} games each, they differ by {2} EMG (95%)."),
         [SETTLED_OPEN] = N_("Open after {1} games each: they differ by {2} EMG (95%).")},
    };
    const struct settled *s = &d->settled;
    if (s->how == SETTLED_NOT_ASKED)
        return;
    const double difference = (double)s->difference;
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, words[d->elsewhere][s->how], NULL, 0);
    put_text(b, c->shown[s->how == SETTLED_SECOND]);
    put_count(b, s->trials);
    put_number(b, (struct number){.value = d->elsewhere ? fabs(difference) : difference,
                                  .range = (double)s->sure,
                                  .decimals = 3,
                                  .unit = UNIT_EMG});
    node_end(b);
    node_end(b);
}

/* Where it is, and levels other than the usual ones. */
static void place_and_levels(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_place(b, c, d);
    put_words(b, "; ");
    words_begin(b, "{0}, {1}", NULL, 0);
    put_words(b, phase_name(d->phase));
    put_words(b, plan_name(d->plan));
    node_end(b);
    for (int i = 0; i < 2; i++) {
        const char *usual = c->usual[i][d->kind == COMPARED_PLAY], *level = d->view[i].level;
        if (level == NULL || usual == NULL || strcmp(level, usual) == 0)
            continue;
        words_begin(b, "; {0} at {1}", NULL, 0);
        put_text(b, c->shown[i]);
        put_text(b, level);
        node_end(b);
    }
    node_end(b);
}

static void line(struct draft *b, const struct comparison *c, const struct compared_decision *d, size_t n)
{
    node_begin(b, NODE_LINE, ROLE_NONE);
    node_begin(b, NODE_SPAN, ROLE_COUNT);
    put_count(b, (long)n);
    node_end(b);
    put_name(b, d->side, compared_player(c, d));
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    put_task(b, d);
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    put_words(b, d->elsewhere ? N_(" (another choice)") : N_(" (the same choice, another cost)"));
    node_end(b);
    node_end(b);
    if (!isnan(d->difference)) {
        node_begin(b, NODE_SPAN, ROLE_BADGE);
        words_begin(b, "differ by {0}", NULL, 0);
        put_number(b, (struct number){.value = (double)d->difference, .decimals = 3, .unit = UNIT_EMG});
        node_end(b);
        node_end(b);
    }
    node_end(b);
}

/* Green is right, red is what was played. */
static enum role arrow_role(const struct compared_decision *d, const struct shown_choice *s)
{
    return s->known == IS_RIGHT ? ROLE_BEST : choices_are_equal(s->choice, &d->played) ? ROLE_PLAYED : ROLE_FINE;
}

/* With the names of its match. */
static void score_below(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    const struct match *around = b->match;
    struct match own = {.length = d->position.length};
    for (int i = 0; i < 2; i++)
        own.player[i].name = c->matches[d->match].player[i];
    b->match = &own;
    score_line(b, &d->position);
    b->match = around;
}

static void diagram(struct draft *b, const struct comparison *c, const struct compared_decision *d)
{
    char id[XGID_MAX];
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = &d->position;
    for (int i = 0; i < 2; i++)
        n->diagram.name[i] = c->matches[d->match].player[i];
    if (d->kind == COMPARED_PLAY) {
        struct shown_choice list[3];
        const int shown = choices_of(d, list);
        for (int i = 0; i < shown && i < NODE_ARROWS; i++)
            n->diagram.arrows[i] = (struct arrows){&list[i].choice->play, arrow_role(d, &list[i])};
    }
    score_below(b, c, d);
    xgid(&d->position, id);
    node_begin(b, NODE_FACTS, ROLE_IDS);
    fact_id(b, "XGID", draft_string(b, "%s", id));
    node_end(b);
    node_end(b);
}

void compare_card(struct draft *b, const struct comparison *c, const struct compared_decision *d, size_t n)
{
    struct node *block = node_begin(b, NODE_DECISION, d->kind == COMPARED_PLAY ? ROLE_CHEQUER : ROLE_CUBE);
    block->side = d->side;
    block->anchor = draft_string(b, "n%zu", n); /* "d" and digits are dice */
    line(b, c, d, n);
    diagram(b, c, d);
    actions(b, c, d);
    verdict(b, c, d);
    chances(b, c, d);
    why(b, c, d);
    place_and_levels(b, c, d);
    node_end(b);
}
