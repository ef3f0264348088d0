/* Cards of single decisions; see card.h. */
#include "report/card.h"

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

enum skill card_mark(const struct card *c)
{
    const struct annotation *a = c->decision.note;
    return a == NULL ? SKILL_NONE : c->cube ? a->cube_skill : a->play_skill;
}

void card_task(struct draft *b, const struct card *c)
{
    phrase_task(b, &c->decision, c->cube);
}

void card_line(struct draft *b, const struct card *c, long number)
{
    decision_line(b, &c->decision, c->cube, number);
}

void card_question(struct draft *b, const struct card *c)
{
    decision_question(b, &c->decision, c->cube);
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
