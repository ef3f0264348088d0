/* Time and errors of a match: how well both players decided in their quick, usual and long decisions, and in time
 * trouble. Nothing is called an effect of time: ranges stand beside the figures, and hard decisions take longer. */
#include <math.h>

#include "document/columns.h"
#include "match/pace.h"
#include "report/match_report.h"

static const struct column columns[] = {ROW_HEAD("Decisions"), FIGURE_PAIR("PR", UNIT_PR, ROLE_NONE),
                                        FIGURE_PAIR("Number", UNIT_NONE, ROLE_NONE)};
enum { NAME, PR_0, PR_1, NUMBER_0, NUMBER_1, COLUMNS };

static struct number ranged(const struct ratio *p, double times)
{
    const double mean = ratio_value(p), half = ratio_interval(p);
    return (struct number){.value = times * mean,
                           .range = isnan(half) ? 0 : times * half,
                           .decimals = 1,
                           .why = isnan(mean) ? ABSENT_NO_DECISIONS : ABSENT_NOT};
}

static void row(struct draft *b, const char *name, const struct ratio *first, const struct ratio *second)
{
    enum { PR_FACTOR = 500 };
    const struct ratio *const of[2] = {first, second};
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, NAME);
    put_words(b, name);
    node_end(b);
    for (int who = 0; who < 2; who++) {
        struct number pr = ranged(of[who], PR_FACTOR);
        pr.unit = UNIT_PR;
        cell_ranged(b, PR_0 + who, pr);
    }
    for (int who = 0; who < 2; who++)
        cell_count(b, NUMBER_0 + who, (long)of[who]->n);
    node_end(b);
}

/* What took how long, and what came of it. */
static void spent(struct draft *b, const struct pace *p, int who)
{
    enum { LEAST = 10 };
    if (p->free_.n < LEAST || p->costly.n < LEAST)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
    words_begin(b, "{0} took {1} s on average where nothing was lost, {2} s where 0.020 or more was lost.", NULL, 0);
    put_player(b, who);
    put_number(b, ranged(&p->free_, 1));
    put_number(b, ranged(&p->costly, 1));
    node_end(b);
    node_end(b);
}

/* Nothing where no decision has both a time and a judgement. */
static void thirds(struct match_report *r)
{
    struct draft *b = &r->draft;
    struct pace p[2];
    if (!pace_of(r->m, r->set, p))
        return;
    draft_table(b, ROLE_NONE, columns, COLUMNS);
    row(b, N_("quick third"), &p[0].third[0], &p[1].third[0]);
    row(b, N_("usual third"), &p[0].third[1], &p[1].third[1]);
    row(b, N_("long third"), &p[0].third[2], &p[1].third[2]);
    if (p[0].trouble.units + p[1].trouble.units > 0)
        row(b, N_("time trouble"), &p[0].trouble, &p[1].trouble);
    draft_close(b);
    for (int who = 0; who < 2; who++)
        spent(b, &p[who], who);
    note(b, ROLE_NOTE, pace_note);
}

static bool is_wanted(const struct match_report *r)
{
    return r->o->statistics && !r->position && r->only.game == 0;
}

static bool is_known(const struct time_course *c)
{
    return c->seconds_known || c->left_known;
}

bool time_is_known(struct match_report *r)
{
    struct time_course course;
    if (!is_wanted(r))
        return false;
    time_course_of(r, &course);
    const bool known = is_known(&course);
    time_course_done(&course);
    return known;
}

void pace_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    struct time_course course;
    if (!is_wanted(r))
        return;
    time_course_of(r, &course);
    if (is_known(&course)) {
        draft_section(b, ROLE_STATISTICS, 2, "time", C_("taken by decisions", "Time"));
        time_plot(r, &course);
        thirds(r);
        time_games(r, &course);
        draft_close(b);
    }
    time_course_done(&course);
}
