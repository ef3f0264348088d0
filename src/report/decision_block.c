/* A decision in the report: its line, and behind it diagram, plays, cube, luck, words. */
#include <math.h>

#include "format/ogid.h"
#include "format/posid.h"
#include "base/language.h"
#include "report/match_report.h"

bool decision_is_two(const struct decision *d)
{
    return d->event->kind <= EVENT_ROLL && d->note != NULL && d->note->cube_skill != SKILL_NONE;
}

/* ---- the line ---- */

static void error_badge(struct draft *b, float error, enum skill skill)
{
    if (isnan(error) || (!(error >= VISIBLE_ERROR) && skill == SKILL_NONE))
        return;
    node_begin(b, NODE_SPAN, ROLE_BADGE)->mark = skill;
    put_emg(b, -(double)error);
    if (skill != SKILL_NONE) {
        put_words(b, " ");
        put_mark(b, skill);
    }
    node_end(b);
}

static void luck_badge(struct draft *b, const struct annotation *a)
{
    if (a == NULL || a->luck_mark == LUCK_NONE || isnan(a->luck))
        return;
    node_begin(b, NODE_SPAN, a->luck_mark > 0 ? ROLE_LUCKY : ROLE_UNLUCKY);
    words_begin(b, "{0} {1}", NULL, 0);
    put_words(b, luck_name(a->luck_mark));
    put_emg(b, (double)a->luck);
    node_end(b);
    node_end(b);
}

static void problem_badge(struct draft *b, const char *problem)
{
    if (problem == NULL)
        return;
    node_begin(b, NODE_SPAN, ROLE_ILLEGAL);
    put_words(b, problem);
    node_end(b);
}

/* Good marks have no colour of their own. */
static void author_badge(struct draft *b, enum role role, enum mark mark, const char *what, bool owner, bool undoubled)
{
    if (what[0] == '\0')
        return;
    node_begin(b, NODE_SPAN, role)->mark = mark <= MARK_VERY_BAD ? (enum skill)mark : SKILL_NONE;
    if (undoubled)
        put_words(b, "no double: ");
    words_begin(b, owner ? N_("{0}, says the owner") : N_("{0}, says the author"), NULL, 0);
    put_words(b, what);
    node_end(b);
    node_end(b);
}

/* Marks that the file's author, or the owner, set by hand, whoever analysed since. */
static void author_badges(struct draft *b, const struct decision *d, bool cube)
{
    const struct author_marks m = event_author_marks(d->event);
    const enum mark mark = cube ? m.cube : m.play;
    const bool action = decision_is_cube_action(d), owner = (d->event->flags & EVENT_MARKED_HERE) && cube == action,
               owner_undoubled = (d->event->flags & EVENT_UNDOUBLED_MARKED_HERE) != 0;
    author_badge(b, ROLE_BADGE, mark, mark_name(mark), cube && !action ? owner_undoubled : owner, false);
    if (!cube && !decision_is_two(d))
        author_badge(b, ROLE_BADGE, m.cube, mark_name(m.cube), owner_undoubled, true);
    if (!cube || action)
        author_badge(b, m.luck > 0 ? ROLE_LUCKY : ROLE_UNLUCKY, MARK_NONE, luck_name(m.luck), false, false);
}

void decision_marks(struct draft *b, const struct decision *d, bool cube)
{
    const struct author_marks m = event_author_marks(d->event);
    if ((cube ? m.cube : m.play) == MARK_NONE && m.luck == LUCK_NONE)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_MARKS);
    author_badges(b, d, cube);
    node_end(b);
}

static void badges(struct draft *b, const struct decision *d, bool cube)
{
    const struct annotation *a = d->note;
    problem_badge(b, d->problem);
    author_badges(b, d, cube);
    if (a != NULL && cube)
        error_badge(b, decision_cube_error(d), a->cube_skill);
    else if (a != NULL && a->play != NULL)
        error_badge(b, a->play->error, a->play_skill);
    if (!cube || decision_is_cube_action(d))
        luck_badge(b, a);
}

/* How long it took; where a recording can be opened there, this is the way to it. */
static void time_badge(struct draft *b, const struct decision *d)
{
    const struct timing *t = event_timing(d->event);
    struct strbuf link = {0};
    if (t->taken < 0 && t->video < 0)
        return;
    const bool linked = video_link(b->match, d->event, &link);
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    if (linked)
        link_begin(b, draft_string(b, "%s", link.at), NULL);
    if (t->taken >= 0) {
        words_begin(b, "{0} s", NULL, 0);
        put_number(b, (struct number){.value = (double)t->taken / 1000, .decimals = 1});
        node_end(b);
    } else if (linked)
        put_words(b, "recording");
    if (linked)
        node_end(b);
    node_end(b);
    strbuf_done(&link);
}

static bool is_missed(const struct decision *d, bool cube)
{
    return cube && !decision_is_cube_action(d) && !decision_is_position(d);
}

void decision_line(struct draft *b, const struct decision *d, bool cube, long number)
{
    bool missed = is_missed(d, cube);
    node_begin(b, NODE_LINE, ROLE_NONE);
    if (number > 0) {
        node_begin(b, NODE_SPAN, ROLE_COUNT);
        put_count(b, number);
        node_end(b);
    }
    put_player(b, decision_player(d));
    if (d->event->dice[0] > 0 && !missed)
        put_roll(b, d->event->dice);
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    if (missed)
        put_words(b, "does not double");
    else
        phrase_action(b, d);
    node_end(b);
    badges(b, d, cube);
    if (!missed)
        time_badge(b, d);
    node_end(b);
}

/* ---- the diagram ---- */

static void score_of(struct draft *b, const struct position *p, int who)
{
    node_begin(b, NODE_SPAN, ROLE_POINTS)->side = who;
    words_begin(b, "{0} {1}", NULL, 0);
    put_player(b, who);
    put_count(b, p->score[who]);
    node_end(b);
    node_end(b);
}

/* Whose it is, as whoever decides would say. */
static void cube_of(struct draft *b, const struct position *p)
{
    if (p->cube < 2 || !p->rules.cube)
        return;
    words_begin(b,
                p->cube_owner == CUBE_CENTRED ? N_(", cube {0}")
                : p->cube_owner == p->turn    ? N_(", own cube {0}")
                                              : N_(", opponent\xe2\x80\x99s cube {0}"),
                NULL, 0);
    put_count(b, p->cube);
    node_end(b);
}

void score_line(struct draft *b, const struct position *p)
{
    int bottom = p->turn, mine = board_pips(&p->board), other = board_opponent_pips(&p->board);
    bool turned = p->turn != p->on_roll;
    node_begin(b, NODE_PARAGRAPH, ROLE_SCORE_LINE);
    score_of(b, p, bottom);
    put_words(b, ", ");
    score_of(b, p, 1 - bottom);
    if (p->length > 0) {
        put_counted(b, " to {0}", NULL, p->length);
    } else {
        put_words(b, ", money");
    }
    if (p->crawford_game)
        put_words(b, ", Crawford");
    cube_of(b, p);
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    words_begin(b, ", pips {0}\xe2\x80\x93{1}", NULL, 0);
    put_count(b, turned ? other : mine);
    put_count(b, turned ? mine : other);
    node_end(b);
    node_end(b);
    node_end(b);
}

static void identities(struct draft *b, const struct position *p)
{
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX], og[OGID_MAX];
    position_id(&p->board, id);
    match_id(p, match);
    xgid(p, xg);
    ogid(p, og);
    node_begin(b, NODE_FACTS, ROLE_IDS);
    fact_id(b, "XGID", xg);
    fact_id(b, "GNU Backgammon ID", draft_string(b, "%s:%s", id, match));
    fact_id(b, "OGID", og);
    node_end(b);
}

static void set_arrows(struct node *n, const struct decision *d)
{
    const struct play_analysis *play = d->note != NULL ? d->note->play : NULL;
    bool wrong = play != NULL && d->note->play_skill != SKILL_NONE && play->n > 0 && play->played != 0;
    if (d->event->kind == EVENT_PLAY && d->problem == NULL)
        n->diagram.arrows[0] = (struct arrows){&d->event->play, wrong ? ROLE_PLAYED : ROLE_FINE};
    if (decision_is_position(d) && play != NULL && play->n > 0)
        n->diagram.arrows[0] = (struct arrows){&play->candidates[0].play, ROLE_BEST};
    if (wrong)
        n->diagram.arrows[1] = (struct arrows){&play->candidates[0].play, ROLE_BEST};
}

/* The position as the decider of the cube sees it: before the roll. */
static const struct position *position_of(struct draft *b, const struct decision *d, bool cube)
{
    struct position *p = arena_alloc(b->arena, sizeof *p);
    *p = d->before;
    if (cube)
        p->dice[0] = p->dice[1] = 0;
    return p;
}

static struct node *diagram_begin(struct draft *b, const struct position *p)
{
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = p;
    for (int who = 0; who < 2; who++)
        n->diagram.name[who] = draft_player_name(b, who);
    score_line(b, p);
    return n;
}

void whole_diagram(struct draft *b, const struct position *p)
{
    diagram_begin(b, p);
    identities(b, p);
    node_end(b);
}

void decision_picture(struct draft *b, const struct decision *d, bool cube)
{
    struct node *n = diagram_begin(b, position_of(b, d, cube));
    if (!cube)
        set_arrows(n, d);
}

void decision_question(struct draft *b, const struct decision *d, bool cube, bool brief)
{
    const struct position *p = position_of(b, d, cube);
    char id[XGID_MAX];
    diagram_begin(b, p);
    if (brief) {
        xgid(p, id);
        node_begin(b, NODE_FACTS, ROLE_IDS);
        fact_id(b, "XGID", id);
        node_end(b);
    } else
        identities(b, p);
    node_end(b);
}

void decision_diagram(struct draft *b, const struct decision *d, bool cube, bool board)
{
    const struct position *p = position_of(b, d, cube);
    if (board)
        decision_picture(b, d, cube);
    else
        score_line(b, p);
    identities(b, p);
    if (board)
        node_end(b);
}

/* ---- race, luck and words ---- */

static void race(struct draft *b, const struct decision *d)
{
    const struct race_count *c = d->note != NULL ? d->note->race : NULL;
    if (c == NULL)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_RACE);
    words_begin(b, "Race: effective pip counts {0} (wastage {1}) and {2} (wastage {3})", NULL, 0);
    for (int i = 0; i < 2; i++) {
        put_number(b, (struct number){.value = (double)c->epc[i], .decimals = 1, .unit = UNIT_PIPS});
        put_number(b, (struct number){.value = (double)c->wastage[i], .decimals = 1, .unit = UNIT_PIPS});
    }
    node_end(b);
    put_words(b, c->exact ? "." : N_(", estimated."));
    node_end(b);
}

static void luck(struct match_report *r, const struct decision *d)
{
    struct draft *b = &r->draft;
    const struct annotation *a = d->note;
    if (a == NULL || isnan(a->luck) || d->event->dice[0] == 0)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_LUCK);
    words_begin(b, isnan(a->luck_mwc) ? N_("Luck {0}") : N_("Luck {0} ({1})"), NULL, 0);
    put_emg(b, (double)a->luck);
    put_value(b, (double)a->luck_mwc, 2);
    node_end(b);
    if (a->luck_mark != LUCK_NONE) {
        put_words(b, ", ");
        put_words(b, luck_name(a->luck_mark));
    }
    put_words(b, ".");
    node_end(b);
}

/* ---- set-ups and comments between the moves ---- */

static void set_up(struct draft *b, const struct decision *d, const struct position *after)
{
    const struct event *e = d->event;
    node_begin(b, NODE_PARAGRAPH, ROLE_SETUP);
    switch (e->kind) {
    case EVENT_SET_DICE:
        words_begin(b, "Dice set to {0} for {1}.", NULL, 0);
        put_roll(b, e->dice);
        put_player(b, e->player);
        break;
    case EVENT_SET_CUBE:
        words_begin(b,
                    e->owner == CUBE_CENTRED ? N_("Cube set to {0}, centred.") : N_("Cube set to {0}, owned by {1}."),
                    NULL, 0);
        put_count(b, e->value);
        put_player(b, e->owner == 1);
        break;
    case EVENT_SET_SCORE:
        words_begin(b, "Score set to {0}.", NULL, 0);
        put_score(b, e->score);
        break;
    default:
        words_begin(b, "Position set up, {0} to roll.", NULL, 0);
        put_player(b, e->player);
    }
    node_end(b);
    node_end(b);
    if (e->kind == EVENT_SET_BOARD)
        whole_diagram(b, after);
}

static void aside(struct match_report *r, const struct decision *d)
{
    struct draft *b = &r->draft;
    struct node *n = node_begin(b, NODE_DECISION, ROLE_ASIDE);
    n->anchor = d->anchor;
    n->side = d->event->player;
    if (d->problem != NULL)
        note(b, ROLE_ILLEGAL, d->problem);
    if (d->event->kind != EVENT_COMMENT)
        set_up(b, d, &d->after);
    comment(r, d->event->text, LOSS_COMMENTS);
    comment(r, d->event->comment, LOSS_COMMENTS);
    kept_facts(b, d->event->properties, 0);
    node_end(b);
}

/* ---- what stands behind a decision ---- */

static void after_illegal(struct match_report *r, const struct decision *d)
{
    struct draft *b = &r->draft;
    if (!(d->event->flags & EVENT_AFTER_GIVEN))
        return;
    note(b, ROLE_NOTE, "The position after it:");
    whole_diagram(b, &d->after);
}

void decision_comments(struct match_report *r, const struct decision *d, bool cube)
{
    if (!is_missed(d, cube) || r->card)
        comment(r, d->event->comment, LOSS_COMMENTS);
}

void decision_figures(struct match_report *r, const struct decision *d, bool cube)
{
    const bool action = decision_is_cube_action(d);
    if (cube)
        evaluation_of_cube(r, d);
    if (is_missed(d, cube))
        return;
    evaluation_of_play(r, d);
    if (!action && !cube && !decision_is_two(d))
        evaluation_of_cube(r, d);
    comment(r, decision_is_position(d) ? d->event->text : NULL, LOSS_COMMENTS);
    race(&r->draft, d);
    luck(r, d);
    after_illegal(r, d);
    kept_facts(&r->draft, d->event->properties, 0);
}

/* ---- the block ---- */

static enum role role_of(const struct decision *d)
{
    if (game_asks_reply(d->game) && decision_is_cube_action(d) && !decision_asks_reply(d))
        return ROLE_ASIDE; /* the double before the beaver that waits */
    if (decision_is_position(d))
        return d->note != NULL && d->note->play != NULL ? ROLE_CHEQUER : ROLE_CUBE;
    if (d->event->kind > EVENT_RESIGN_REFUSE)
        return ROLE_ASIDE;
    if (d->event->kind >= EVENT_RESIGN)
        return ROLE_RESIGNATION;
    return decision_is_cube_action(d) ? ROLE_CUBE : ROLE_CHEQUER;
}

static struct node *block_begin(struct match_report *r, const struct decision *d, enum role role, const char *anchor,
                                bool cube, enum skill mark)
{
    struct node *n = node_begin(&r->draft, NODE_DECISION, role);
    n->anchor = anchor;
    n->side = decision_player(d);
    n->mark = mark;
    n->themes = mark != SKILL_NONE ? decision_themes(d, cube) : 0;
    n->rank = mark != SKILL_NONE ? survey_rank(r, anchor) : 0;
    n->value = r->position ? NAN : (float)decision_value(r->m, d);
    n->value_unit = r->m->length > 0 ? UNIT_CHANCE : UNIT_POINTS;
    n->folded = mark == SKILL_NONE && d->problem == NULL && !r->position;
    return n;
}

static void missed_double(struct match_report *r, const struct decision *d, bool board)
{
    struct draft *b = &r->draft;
    struct node *n = block_begin(r, d, ROLE_CUBE, draft_string(b, "%sc", d->anchor), true, d->note->cube_skill);
    decision_line(b, d, true, d->number);
    decision_diagram(b, d, true, board);
    decision_figures(r, d, true);
    themes_paragraph(b, n->themes);
    node_end(b);
}

/* The set-ups of a single position are what its diagram shows. */
static bool says_something(const struct event *e)
{
    return e->kind == EVENT_COMMENT || e->comment != NULL || e->text != NULL || e->properties != NULL;
}

void decision_blocks(struct match_report *r, const struct decision *d, int nth)
{
    struct draft *b = &r->draft;
    bool action = decision_is_cube_action(d), two = decision_is_two(d);
    bool board = report_shows_board(r->o, d, nth);
    enum skill mark = d->note == NULL ? SKILL_NONE : action ? d->note->cube_skill : d->note->play_skill;
    const bool fine = mark == SKILL_NONE && d->problem == NULL;
    if (role_of(d) == ROLE_ASIDE) {
        if ((!r->position || says_something(d->event)) && r->blocks != BLOCKS_FINE)
            aside(r, d);
        return;
    }
    if (two && report_wants_cube(r->o, d) && r->blocks != BLOCKS_FINE)
        missed_double(r, d, board);
    if (r->blocks == (fine ? BLOCKS_MARKED : BLOCKS_FINE))
        return;
    struct node *n = block_begin(r, d, role_of(d), d->anchor, action, mark);
    decision_line(b, d, action, d->number);
    decision_comments(r, d, action);
    decision_diagram(b, d, action, board);
    decision_figures(r, d, action);
    themes_paragraph(b, n->themes);
    node_end(b);
}
