/* Time along the match: what each decision took, with the errors on it, and what was left in reserve; a table of the
 * games has the same in figures. */
#include <math.h>
#include <stddef.h>

#include "base/xmalloc.h"
#include "document/columns.h"
#include "report/axis.h"
#include "report/match_report.h"

enum { A_SECOND = 1000, A_MINUTE = 60000, PANELS = 3 };

static float in(int64_t ms, double unit)
{
    return ms < 0 ? NAN : (float)((double)ms / unit);
}

static struct moment moment_of(const struct decision *d, const struct clock_run *clock)
{
    const bool acts = d->event->player == 0 || d->event->player == 1;
    struct moment m = {.seconds = acts ? in(event_timing(d->event)->taken, A_SECOND) : NAN,
                       .side = (signed char)(d->event->player == 1)};
    for (int who = 0; who < 2; who++)
        m.left[who] = in(clock_left(clock, d->event, who), A_MINUTE);
    return m;
}

static bool is_used(const struct moment *before, const struct moment *now)
{
    return before->left[0] > now->left[0] || before->left[1] > now->left[1]; /* NAN is neither */
}

void time_course_of(struct match_report *r, struct time_course *out)
{
    size_t n = 0;
    *out = (struct time_course){.at = xcalloc(r->n_decisions + 1, sizeof *out->at)};
    for (size_t g = 0; g < r->m->n_games; g++) {
        struct report_walk ds;
        struct decision d;
        for (report_walk_begin(&ds, r->m, &r->m->games[g], r->set, r->o); report_walk_next(&ds, &d); n++) {
            out->at[n] = moment_of(&d, &ds.walk.clock);
            out->seconds_known = out->seconds_known || !isnan(out->at[n].seconds);
            out->left_known = out->left_known || (n > 0 && is_used(&out->at[n - 1], &out->at[n]));
        }
    }
}

/* ---- the plot ---- */

static void seconds_series(struct match_report *r, const struct time_course *a, struct series *s)
{
    const size_t n = r->n_decisions;
    float *at = arena_alloc(r->draft.arena, (n + 1) * sizeof *at);
    enum bar_tone *tones = arena_alloc(r->draft.arena, (n + 1) * sizeof *tones);
    for (size_t i = 0; i < n; i++) {
        at[i] = a->at[i].seconds;
        tones[i] = a->at[i].side == 0 ? TONE_LIGHT : TONE_FULL; /* as their chequers are */
    }
    *s = (struct series){.role = ROLE_BARS, .side = NOBODY, .bars = true, .tones = tones, .at = at};
    axis_fit(s, &(struct axis_data){.series = s, .n_series = 1, .n = (int)n}, 1, 4);
}

static void left_series(struct match_report *r, const struct time_course *a, struct series s[2])
{
    for (int who = 0; who < 2; who++) {
        float *at = arena_alloc(r->draft.arena, (r->n_decisions + 1) * sizeof *at);
        for (size_t i = 0; i < r->n_decisions; i++)
            at[i] = a->at[i].left[who];
        s[who] = (struct series){.role = ROLE_COST, .side = who, .over = who > 0, .at = at};
    }
    axis_fit(&s[0], &(struct axis_data){.series = s, .n_series = 2, .n = (int)r->n_decisions}, 1, 3);
}

void time_plot(struct match_report *r, const struct time_course *a)
{
    struct draft *b = &r->draft;
    struct series series[PANELS];
    struct node *n = node_begin(b, NODE_PLOT, ROLE_PROGRESS);
    const int first = a->seconds_known;
    if (a->seconds_known)
        seconds_series(r, a, &series[0]);
    if (a->left_known)
        left_series(r, a, &series[first]);
    n->plot.series = series;
    n->plot.n_series = first + 2 * a->left_known;
    progress_plot(r, n);
    n->plot.table = "times";
    if (a->seconds_known)
        progress_caption(r, ROLE_BARS, 1, N_("Seconds that decisions took: {0} the dark bars, {1} the light ones"));
    if (a->left_known)
        progress_caption(r, ROLE_COST, 0, N_("Minutes left in reserve: {0} the thick line, {1} the thin one"));
    if (r->n_costly > 0)
        note(b, ROLE_NOTE, "Dots are errors: the larger, the costlier.");
    node_end(b);
}

/* ---- the table ---- */

static const struct column columns[] = {ROW_HEAD("Game"), FIGURE_PAIR("Mean, s", UNIT_NONE, ROLE_NONE),
                                        FIGURE_PAIR("Most, s", UNIT_NONE, ROLE_NONE),
                                        FIGURE_PAIR("Left, min", UNIT_NONE, ROLE_NONE)};
enum { GAME, MEAN, MOST = MEAN + 2, LEFT = MOST + 2, COLUMNS = LEFT + 2 };

struct spell { /* what a player's decisions of a game took */
    int n;
    double sum, most;
    float left; /* before the last decision of the game */
};

static struct spell spell_of(const struct match_report *r, const struct time_course *a, size_t game, int who)
{
    struct spell s = {.left = NAN};
    for (int i = r->first[game]; i < r->first[game + 1]; i++) {
        const struct moment *m = &a->at[i];
        s.left = isnan(m->left[who]) ? s.left : m->left[who];
        if (m->side != who || isnan(m->seconds))
            continue;
        s.n++;
        s.sum += (double)m->seconds;
        s.most = fmax(s.most, (double)m->seconds);
    }
    return s;
}

static void figure(struct draft *b, int column, double value)
{
    cell_begin(b, column);
    put_number(b, (struct number){.value = value, .decimals = 1, .why = isnan(value) ? ABSENT_NOTHING : ABSENT_NOT});
    node_end(b);
}

static void row(struct match_report *r, const struct time_course *a, size_t game)
{
    struct draft *b = &r->draft;
    const int number = r->m->games[game].number;
    node_begin(b, NODE_ROW, ROLE_GAME);
    cell_begin(b, GAME);
    link_begin(b, page_of_game(r, game), draft_string(b, "g%d", number));
    put_counted(b, "Game {0}", NULL, number);
    node_end(b);
    node_end(b);
    const struct spell s[2] = {spell_of(r, a, game, 0), spell_of(r, a, game, 1)};
    for (int who = 0; who < 2; who++)
        figure(b, MEAN + who, s[who].n > 0 ? s[who].sum / s[who].n : NAN);
    for (int who = 0; who < 2; who++)
        figure(b, MOST + who, s[who].n > 0 ? s[who].most : NAN);
    for (int who = 0; who < 2 && a->left_known; who++)
        figure(b, LEFT + who, (double)s[who].left);
    node_end(b);
}

void time_games(struct match_report *r, const struct time_course *a)
{
    struct draft *b = &r->draft;
    draft_section(b, ROLE_STATISTICS, 3, "times", "Games");
    draft_table(b, ROLE_NONE, columns, a->left_known ? COLUMNS : LEFT);
    for (size_t g = 0; g < r->m->n_games; g++)
        row(r, a, g);
    draft_close(b);
    draft_close(b);
}

void time_course_done(struct time_course *a)
{
    xfree(a->at);
}
