/* What the sentences about errors are worth: the costliest errors of a collection, each looked at again; how many have
 * a reason, of which kind; and some of them, drawn at random, to be read. docs/lab/why.md. usage: why COLLECTION ERRORS
 * SAMPLE SEED [LEAST MOST]: with these, of errors between, drawn at random */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/double.h"
#include "analyze/lesson.h"
#include "analyze/skill.h"
#include "base/xmalloc.h"
#include "collection/errors.h"
#include "export/board/ascii.h"
#include "match/notation.h"
#include "format/posid.h"
#include "report/errors_page.h"
#include "report/lessons.h"

struct looking {
    struct engine *engine;
    struct worker *worker;
    struct level plays, cube;
};

struct seen {
    const struct costly_question *question;
    struct annotation note;
    struct play_analysis play;
    struct cube_analysis cube;
    struct candidate candidate[2]; /* best, played */
    struct lesson lesson;
    char why[1000];
    float error;
};

static struct candidate candidate_of(const struct ranked_play *r)
{
    return (struct candidate){.play = r->play,
                              .after = r->after,
                              .level = {.kind = EVAL_PLY, .plies = r->plies, .cubeful = true},
                              .outcome = r->outcome,
                              .equity = r->cubeful,
                              .cubeless = r->cubeless};
}

static bool look_at_play(const struct looking *k, const struct position *p, const char *action, struct seen *s)
{
    struct ranked_plays r = {0};
    struct play played;
    struct board after;
    const char *problem;
    if (!notation_read(span_of(action), &p->board, p->dice[0], p->dice[1], &played, &problem, NULL) ||
        !board_play(&p->board, &played, &after))
        return false;
    engine_plays(k->engine, k->worker, p, &k->plays, &after, &r);
    s->candidate[0] = candidate_of(&r.at[0]);
    for (int i = 0; i < r.n; i++)
        if (board_equal(&r.at[i].after, &after))
            s->candidate[1] = candidate_of(&r.at[i]);
    ranked_plays_done(&r);
    s->error = s->candidate[0].equity - s->candidate[1].equity;
    lesson_of_play(k->engine, k->worker, p, &s->candidate[0], &s->candidate[1], &s->lesson);
    s->play =
        (struct play_analysis){.candidates = s->candidate, .n = 2, .n_legal = 2, .played = 1, .lesson = &s->lesson};
    s->note.play = &s->play;
    return true;
}

static enum cube_done done_of(const struct costly_question *q)
{
    const char *action = q->place[0].action;
    return strcmp(action, "take") == 0                                        ? CUBE_TAKEN
           : strcmp(action, "pass") == 0                                      ? CUBE_PASSED
           : strcmp(action, "double") == 0 || strcmp(action, "redouble") == 0 ? CUBE_DOUBLED
                                                                              : CUBE_ROLLED;
}

static bool look_at_cube(const struct looking *k, const struct position *p, const struct costly_question *q,
                         struct seen *s)
{
    const struct position before = position_undoubled(p);
    struct cube_answer c;
    struct cube_judgement j;
    struct cube_lesson found;
    if (!double_value(k->engine, k->worker, &before, &k->cube, &c))
        return false;
    const enum cube_done done = done_of(q);
    cube_judge(c.nd, c.dt, c.dp, (struct cube_circumstances){.live = true}, &j);
    s->error = done == CUBE_TAKEN    ? j.take_error
               : done == CUBE_PASSED ? j.pass_error
               : done == CUBE_ROLLED ? j.roll_error
                                     : j.double_error;
    s->cube = (struct cube_analysis){.level = {.kind = EVAL_PLY, .plies = c.plies},
                                     .branch = {{.outcome = c.outcome[0]}},
                                     .nd = c.nd,
                                     .dt = c.dt,
                                     .dp = c.dp,
                                     .verdict = c.verdict,
                                     .lesson = &s->lesson};
    lesson_of_cube(k->engine, k->worker, &before, &s->cube, done, &k->cube, &found);
    s->lesson = found.why;
    s->note.cube = &s->cube;
    return true;
}

/* False if it is no error after all. */
static bool look_at(const struct looking *k, const struct costly_question *q, struct seen *s)
{
    struct strbuf text = {0};
    *s = (struct seen){.question = q};
    const struct decision d = {.note = &s->note, .before = q->position};
    const bool known = q->asks == ASKS_PLAY ? look_at_play(k, &q->position, q->place[0].action, s)
                                            : look_at_cube(k, &q->position, q, s);
    if (known && s->error > 0 && lesson_text(&d, q->asks != ASKS_PLAY, &text))
        snprintf(s->why, sizeof s->why, "%s", strbuf_text(&text));
    strbuf_done(&text);
    return known && s->error > 0;
}

/* ---- the table ---- */

static void print_counts(const struct seen *s, size_t n)
{
    int count[REASONS][2] = {{0}}, with[2] = {0}, all[2] = {0};
    for (size_t i = 0; i < n; i++) {
        const bool cube = s[i].question->asks != ASKS_PLAY;
        all[cube]++;
        with[cube] += s[i].lesson.n > 0;
        if (s[i].lesson.n > 0)
            count[s[i].lesson.at[0].kind][cube]++;
    }
    printf("%-16s %6s %6s\n", "reason", "plays", "cubes");
    for (int i = 0; i < REASONS; i++)
        printf("%-16s %6d %6d\n", reason_words[i], count[i][0], count[i][1]);
    printf("%-16s %6d %6d\n%-16s %6d %6d\n", "any", with[0], with[1], "errors", all[0], all[1]);
    printf("with a sentence: %.1f%%\n\n", 100.0 * (with[0] + with[1]) / (double)(all[0] + all[1]));
}

/* ---- the sample ---- */

static void print_play(const struct seen *s)
{
    struct strbuf text = {0};
    for (int i = 1; i >= 0; i--) {
        const struct candidate *c = &s->candidate[i];
        strbuf_puts(&text, i == 1 ? "played " : "best   ");
        notation_write(&text, &s->question->position.board, &c->play, NOTATION_MERGED);
        strbuf_printf(&text, "  %.3f   win %.1f g %.1f bg %.1f, lose g %.1f bg %.1f\n", (double)c->equity,
                      100 * (double)c->outcome.win, 100 * (double)c->outcome.win_gammon,
                      100 * (double)c->outcome.win_backgammon, 100 * (double)c->outcome.lose_gammon,
                      100 * (double)c->outcome.lose_backgammon);
    }
    printf("%s", strbuf_text(&text));
    strbuf_done(&text);
}

static void print_cube(const struct seen *s)
{
    const struct outcome *o = &s->cube.branch[0].outcome;
    printf("did: %s   nd %.3f dt %.3f dp %.3f %s   win %.1f g %.1f, lose g %.1f\n", s->question->place[0].action,
           (double)s->cube.nd, (double)s->cube.dt, (double)s->cube.dp, verdict_text(s->cube.verdict, false),
           100 * (double)o->win, 100 * (double)o->win_gammon, 100 * (double)o->lose_gammon);
}

static void print_seen(const struct seen *s, int number)
{
    static const char *const names[2] = {"O", "X"};
    const struct position *p = &s->question->position;
    struct strbuf board = {0}, asked = {0};
    char id[XGID_MAX];
    ascii_board(&board, p, names);
    question_text(s->question, &asked);
    question_state(s->question, (strbuf_puts(&asked, "; "), &asked));
    xgid(p, id);
    printf("---- %d. %s on roll. %s. cost %.3f\n%s\n%s", number, names[p->on_roll], strbuf_text(&asked),
           (double)s->error, id, strbuf_text(&board));
    if (s->question->asks == ASKS_PLAY)
        print_play(s);
    else
        print_cube(s);
    printf("WHY (%s): %s\n\n", s->lesson.n > 0 ? reason_words[s->lesson.at[0].kind] : "-",
           s->why[0] != '\0' ? s->why : "-");
    strbuf_done(&board);
    strbuf_done(&asked);
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Some of `n`, each at most once: the first `i + 1` of them are drawn. */
static size_t draw(size_t i, size_t n, uint64_t *seed)
{
    return i + next_random(seed) % (n - i);
}

/* Of those that have a sentence. */
static void print_sample(struct seen *s, size_t n, int wanted, uint64_t seed)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (s[i].why[0] != '\0')
            s[kept++] = s[i];
    for (int i = 0; i < wanted && (size_t)i < kept; i++) {
        const size_t at = draw((size_t)i, kept, &seed);
        const struct seen chosen = s[at];
        s[at] = s[i];
        s[i] = chosen;
        print_seen(&s[i], i + 1);
    }
}

/* The costliest ones: all are looked at, some printed. */
static void measure_costliest(const struct looking *k, const struct costly_list *list, int sample, uint64_t seed)
{
    struct seen *s = xcalloc(list->n + 1, sizeof *s);
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += look_at(k, &list->at[i], &s[n]);
    print_counts(s, n);
    print_sample(s, n, sample, seed);
    xfree(s);
}

/* Smaller ones are many: they are drawn first, and looked at until enough have a sentence. */
static void measure_drawn(const struct looking *k, struct costly_list *list, double most, int sample, uint64_t seed)
{
    struct seen *s = xcalloc(list->n + 1, sizeof *s);
    size_t n = 0, from = 0;
    int said = 0;
    while (from < list->n && list->at[from].worst > most)
        from++;
    for (size_t i = from; i < list->n && said < sample; i++) {
        const size_t at = draw(i, list->n, &seed);
        const struct costly_question chosen = list->at[at];
        list->at[at] = list->at[i];
        list->at[i] = chosen;
        n += look_at(k, &list->at[i], &s[n]);
        said += n > 0 && s[n - 1].question == &list->at[i] && s[n - 1].why[0] != '\0';
    }
    print_counts(s, n);
    print_sample(s, n, sample, seed);
    xfree(s);
}

static int measure(struct store *store, const struct looking *k, char **argv, int argc)
{
    const struct error_query all = {
        .match = MATCH_FILTER_ALL, .of = {.above = argc > 5 ? atof(argv[5]) : 0}, .worst = atoi(argv[2])};
    const int sample = atoi(argv[3]);
    const uint64_t seed = (uint64_t)atoll(argv[4]);
    struct costly_list list;
    if (!errors_of(store, &all, &list))
        return 1;
    if (argc > 6)
        measure_drawn(k, &list, atof(argv[6]), sample, seed);
    else
        measure_costliest(k, &list, sample, seed);
    errors_done(&list);
    return 0;
}

int main(int argc, char **argv)
{
    struct diags d;
    if (argc != 5 && argc != 7)
        return 2;
    diags_init(&d, argv[1]);
    struct store *store = store_open(argv[1], SQL_READ, &d);
    struct looking k = {.engine = engine_open(&(struct engine_options){0}, &d)};
    if (store == NULL || k.engine == NULL) {
        for (size_t i = 0; i < d.n; i++)
            fprintf(stderr, "%s: %s\n", argv[1], d.at[i].message);
        return 1;
    }
    k.worker = worker_new(k.engine);
    level_parse("2ply", &k.plays);
    k.cube = level_of_cube(&k.plays);
    const int code = measure(store, &k, argv, argc);
    worker_free(k.worker);
    engine_close(k.engine);
    store_close(store);
    diags_done(&d);
    return code;
}
