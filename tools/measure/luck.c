/* How well luck and errors explain results. A result is luck and skill and nothing else: over a match, what is left of
 * it when luck is taken out should be the opponent's errors less one's own, all in MWC. The difference of the two is
 * noise of the analysis; its root mean square over many matches needs no reference to compare with. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/restate.h"
#include "base/sink.h"
#include "import/import.h"
#include "match/rates.h"
#include "luck_sources.h"
#include "measure.h"

struct balance_sheet {
    struct receiver receiver;
    const struct desk *desk;
    const char *file;
    struct analysis_options options;
    struct sum step[LUCK_SOURCES]; /* of our analysis, by match */
    struct sum ours, theirs; /* of the differences; of the analyses that files brought */
    int unfinished, money, abandoned;
};

static bool is_complete(const struct match *m)
{
    int score[2];
    match_final_score(m, score);
    for (size_t i = 0; i < m->n_games; i++)
        if (m->games[i].winner == NOBODY)
            return false;
    return score[0] >= m->length || score[1] >= m->length;
}

/* A result that somebody gave away is neither luck nor skill. */
static bool is_abandoned(const struct statistics *s)
{
    return s->side[0].abandoned + s->side[1].abandoned > 0;
}

/* A game that is off by so much has a reason that is worth knowing. */
#define FAR_OFF 0.15

static void name_game(const struct game *g, const struct luck_steps *s)
{
    printf("           game %d is off by %+.2f %%:", g->number, 100 * s->all);
    for (int i = 0; i < LUCK_SOURCES; i++)
        if (fabs(s->of[i]) > FAR_OFF / 3)
            printf(" %+.2f %% %s;", 100 * s->of[i], luck_source_names[i]);
    putchar('\n');
}

static void add_steps(struct balance_sheet *b, const struct match *m, int set)
{
    struct luck_steps sum = {.all = 0};
    for (size_t i = 0; i < m->n_games; i++) {
        struct luck_steps s;
        luck_steps_of(m, &m->games[i], set, engine_met(b->desk->engine), &s);
        for (int k = 0; k < LUCK_SOURCES; k++)
            sum.of[k] += s.of[k];
        if (fabs(s.all) > FAR_OFF)
            name_game(&m->games[i], &s);
    }
    for (int k = 0; k < LUCK_SOURCES; k++)
        sum_add(&b->step[k], sum.of[k]);
}

static void add(const struct balance_sheet *b, const struct match *m, int set, struct sum *to)
{
    struct rates r;
    rates_of(&m->statistics[set], m->length, &r);
    const double by_luck = r.side[0].luck_adjusted, by_errors = r.side[1].error.mwc - r.side[0].error.mwc;
    const bool abandoned = is_abandoned(&m->statistics[set]);
    if (isnan(by_luck) || isnan(by_errors))
        return;
    if (!abandoned)
        sum_add(to, by_luck - by_errors);
    printf("%-10s %+7.2f %%  %+7.2f %%  %+7.2f %%  %2d  %s%s\n", m->sets[set].engine, 100 * by_luck, 100 * by_errors,
           100 * (by_luck - by_errors), m->length, b->file, abandoned ? ": left out, a game was abandoned" : "");
}

static void take_match(struct receiver *self, struct match *m)
{
    struct balance_sheet *b = (struct balance_sheet *)self;
    b->money += m->length == 0;
    b->unfinished += m->length > 0 && !is_complete(m);
    if (m->length > 0 && is_complete(m)) {
        const int brought = (int)m->n_sets;
        restate_match(m, engine_met(b->desk->engine), NULL);
        for (int i = 0; i < brought; i++)
            add(b, m, i, &b->theirs);
        const int ours = analyze_match(m, b->desk->engine, &b->desk->worker, 1, &b->options, NULL);
        b->abandoned += is_abandoned(&m->statistics[ours]);
        add(b, m, ours, &b->ours);
        if (!is_abandoned(&m->statistics[ours]))
            add_steps(b, m, ours);
    }
    match_free(m);
}

static void read_file(struct balance_sheet *b, const char *path)
{
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    b->file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (!file_read(path, 0, &bytes))
        perror(path);
    else
        import_each((struct span){bytes.at, bytes.length}, path, NULL, &b->receiver, &d);
    diags_done(&d);
    strbuf_done(&bytes);
}

static void print_sum(const char *whose, const struct sum *s)
{
    if (s->n > 0)
        printf("%s: %.0f matches, luck-adjusted result less (opponent's errors - own errors): mean %+.2f %%, root mean "
               "square %.2f %%\n",
               whose, s->n, 100 * sum_mean(s), 100 * sum_rms(s));
}

static void print_steps(const struct balance_sheet *b)
{
    printf("\nWhere kibitzer's differences come from, each match as a whole:\n");
    for (int i = 0; i < LUCK_SOURCES; i++)
        printf("%6.2f %% (mean %+.2f)  %s\n", 100 * sum_rms(&b->step[i]), 100 * sum_mean(&b->step[i]),
               luck_source_names[i]);
}

int measure_luck(const struct desk *d, const struct level *level, const struct level *luck, char **files)
{
    struct balance_sheet b = {.receiver = {.take = take_match}, .desk = d};
    const double start = cpu_ms();
    int n = 0;
    analysis_defaults(&b.options);
    b.options.level = b.options.cube_level = *level;
    b.options.luck_level = *luck;
    for (int i = 0; files[i] != NULL; i++)
        if (i % d->every == 0)
            read_file(&b, files[i]), n++;
    print_sum("kibitzer", &b.ours);
    print_sum("the files' own", &b.theirs);
    if (b.ours.n > 0)
        print_steps(&b);
    printf("%d files, %d unfinished matches, %d money sessions, %d matches left out in which a game was abandoned that "
           "was "
           "not lost; %.1f s of processor time\n",
           n, b.unfinished, b.money, b.abandoned, (cpu_ms() - start) / 1e3);
    return b.ours.n > 0 ? 0 : 1;
}
