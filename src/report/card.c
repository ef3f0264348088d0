/* Cards of single decisions; see card.h. */
#include "base/language.h"
#include "report/card.h"

#include <math.h>
#include <string.h>

#include "report/match_report.h"

static bool is_of_kind(const struct decision *d, enum card_kind kind)
{
    switch (kind) {
    case CARD_ANSWER:
        return decision_is_answer(d);
    case CARD_DOUBLE:
        return d->event->kind == EVENT_DOUBLE || d->event->kind == EVENT_PLAY || d->event->kind == EVENT_ROLL;
    case CARD_PLAY:
        break;
    }
    return d->event->kind == EVENT_PLAY;
}

bool card_find(struct card *c, const struct match *m, int set, int game, int number, enum card_kind kind)
{
    struct report_walk walk;
    *c = (struct card){.match = m, .set = set, .cube = kind != CARD_PLAY};
    for (size_t g = 0; g < m->n_games; g++) {
        if (m->games[g].number != game)
            continue;
        for (report_walk_begin(&walk, m, &m->games[g], set, NULL); report_walk_next(&walk, &c->decision);)
            if (c->decision.number == number && is_of_kind(&c->decision, kind))
                return true;
    }
    return false;
}

/* ---- the one that is meant ---- */

static bool has_plays(const struct decision *d)
{
    return d->note != NULL && d->note->play != NULL && d->note->play->n > 0;
}

static bool has_cube(const struct decision *d)
{
    return d->note != NULL && d->note->cube != NULL && !isnan(d->note->cube->nd);
}

/* A roll with its play is about the play, unless the cube is meant. */
static bool is_about_cube(const struct decision *d)
{
    return decision_is_cube_action(d) || (!has_plays(d) && has_cube(d));
}

static bool is_place(const struct decision *d, const char *place, bool *cube)
{
    const size_t length = strlen(d->anchor);
    if (strncmp(place, d->anchor, length) != 0 || (place[length] != '\0' && strcmp(place + length, "c") != 0))
        return false;
    *cube = place[length] == 'c' || is_about_cube(d);
    return true;
}

static bool is_meant(struct card *c, const struct match *m, const struct export_options *o)
{
    const struct decision *d = &c->decision;
    if (o->place != NULL)
        return is_place(d, o->place, &c->cube);
    c->cube = is_about_cube(d);
    if (o->position != NULL)
        return d->event->kind <= EVENT_DROP && decision_stands_at(d, o->position);
    return match_is_position(m) && (has_plays(d) || has_cube(d) || decision_asks_acceptance(d));
}

/* The costliest of the match. */
static bool find_costliest(struct card *c, const struct match *m, const struct export_options *o)
{
    struct match_report r = {.m = m, .o = o, .set = c->set};
    survey(&r);
    const bool found = r.n_costly > 0 && survey_find(&r, &r.costly[0], &c->decision);
    c->cube = found && r.costly[0].cube;
    survey_done(&r);
    return found;
}

bool card_at(struct card *c, const struct match *m, const struct export_options *o)
{
    struct report_walk walk;
    *c = (struct card){.match = m, .set = export_set(m, o)};
    if (o->place == NULL && o->position == NULL && !match_is_position(m))
        return find_costliest(c, m, o);
    for (size_t g = 0; g < m->n_games; g++)
        for (report_walk_begin(&walk, m, &m->games[g], c->set, NULL); report_walk_next(&walk, &c->decision);)
            if (is_meant(c, m, o))
                return true;
    return false;
}

/* ---- its parts ---- */

enum skill card_mark(const struct card *c)
{
    const struct annotation *a = c->decision.note;
    return a == NULL ? SKILL_NONE : c->cube ? a->cube_skill : a->play_skill;
}

void card_task(struct draft *b, const struct card *c)
{
    phrase_task(b, &c->decision, c->cube);
}

void card_seat(struct draft *b, int side)
{
    put_words(b, side == 0 ? N_(" (light chequers, at the bottom)") : N_(" (dark chequers, at the bottom)"));
}

void card_line(struct draft *b, const struct card *c, long number)
{
    decision_line(b, &c->decision, c->cube, number);
}

void card_question(struct draft *b, const struct card *c, bool brief)
{
    decision_question(b, &c->decision, c->cube, brief);
}

void card_picture(struct draft *b, const struct card *c)
{
    decision_picture(b, &c->decision, c->cube);
    node_end(b);
}

void card_diagram(struct draft *b, const struct card *c)
{
    decision_diagram(b, &c->decision, c->cube, true);
}

/* The parts of a report put what they make into its own draft: it is lent the one at hand. */
void card_answer(struct draft *b, const struct card *c, const struct export_options *o)
{
    struct match_report r = {.draft = *b, .m = c->match, .o = o, .set = c->set, .card = true};
    decision_comments(&r, &c->decision, c->cube);
    decision_figures(&r, &c->decision, c->cube);
    *b = r.draft;
}

void card_build(const struct card *c, const struct export_options *o, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, c->match, to);
    node_begin(&b, NODE_PARAGRAPH, ROLE_ACTION);
    node_begin(&b, NODE_SPAN, ROLE_STRONG);
    card_task(&b, c);
    node_end(&b);
    card_seat(&b, decision_player(&c->decision));
    node_end(&b);
    card_diagram(&b, c);
    decision_marks(&b, &c->decision, c->cube); /* documents of several cards have them in card_line() */
    card_answer(&b, c, o);
    themes_paragraph(&b, decision_themes(&c->decision, c->cube));
    draft_end(&b);
}
