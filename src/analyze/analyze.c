/* The analysis of a match: see analyze.h. The walk makes a list of questions, one for each event; workers
 * answer them in any order, each answer in its question's own place; then the answers go into the record in the order
 * of the events. So the record is the same for any number of workers. Definitions: docs/analysis.md. */
#include "analyze/analyze.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/about.h"
#include "analyze/decisions.h"
#include "analyze/described.h"
#include "analyze/double.h"
#include "analyze/lesson.h"
#include "analyze/luck.h"
#include "analyze/maps.h"
#include "analyze/noted.h"
#include "analyze/resignation.h"
#include "analyze/rolled.h"
#include "analyze/skill.h"
#include "analyze/stats.h"
#include "analyze/units.h"
#include "base/fnv.h"
#include "base/helpers.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "engine/engine_options.h"
#include "engine/hyper.h"
#include "match/rates.h"
#include "match/swap.h"

/* Plays that rollers roll out lose no more than this against the best at 2 plies; cube decisions are closer to turning
 * than that of PR_NO_DOUBLE. */
#define ROLLER_CLOSE 0.06

enum want { WANT_PLAY = 1, WANT_LUCK = 2, WANT_CUBE = 4, WANT_RESIGNATION = 8 };

/* A question and its answer. */
struct item {
    size_t game, event;
    unsigned want; /* enum want */
    bool answered;
    struct position before; /* the roll with its dice */
    struct position undoubled; /* the doubler before rolling: of WANT_CUBE */
    bool legal;
    bool asks; /* a position: nobody has decided yet */
    struct board played; /* the board after the play made, seen by the mover */
    struct candidate *candidates; /* kept ones, best first; ours */
    int n, n_legal, index_played;
    bool irrelevant; /* all plays have the same equity */
    struct cube_answer cube;
    bool cube_alive; /* false: a double that was made with a dead or forbidden cube */
    bool cube_rolled; /* then: */
    struct rolled_cube rolled;
    struct cube_maps *maps; /* NULL = not wanted */
    struct score_plays *scores; /* likewise */
    struct luck luck;
    struct resignation resignation;
};

struct job {
    struct match *match;
    const struct engine *engine;
    const struct analysis_options *options;
    const struct analysis_hooks *hooks;
    struct worker *const *workers; /* one a thread */
    int n_workers;
    struct item *items;
    size_t n_items;
    pthread_mutex_t lock; /* of done and the progress hook */
    size_t done, total; /* of progress */
    uint64_t about; /* about_set() */
};

void analysis_defaults(struct analysis_options *o)
{
    *o = (struct analysis_options){.moves = true, .cube = true, .luck = true, .candidates = 5};
    struct level level;
    level_parse("2ply", &level);
    analysis_set_level(o, &level);
    thresholds_parse("gnubg", o->threshold);
    memcpy(o->luck_threshold, luck_limits, sizeof luck_limits);
    o->rollout_close = 0.04;
    rolled_defaults(&o->rollout);
}

void analysis_set_level(struct analysis_options *o, const struct level *l)
{
    o->level = *l;
    o->cube_level = o->luck_level = level_of_cube(l);
}

bool analysis_level_named(struct analysis_options *o, const char *name)
{
    struct level l;
    const char *like = rolled_like(&o->rollout, name);
    if (!level_parse(like != NULL ? "2ply" : name, &l))
        return false;
    analysis_set_level(o, &l);
    o->rolled_like = like;
    if (like != NULL)
        o->rollout_close = ROLLER_CLOSE;
    return true;
}

/* ---- questions ---- */

/* A double is a question for its answer too, even if the doubler is left out. */
static unsigned wanted(const struct decisions *d, const struct analysis_options *o)
{
    unsigned want = 0;
    const bool theirs = !o->leave_out[d->walk.event->player], answered = !o->leave_out[!d->walk.event->player];
    if (d->roll && d->walk.event->kind == EVENT_PLAY && o->moves && theirs)
        want |= WANT_PLAY;
    if (d->roll && o->luck)
        want |= WANT_LUCK;
    if (o->cube && ((d->may_double && theirs) || (d->doubles && (theirs || answered))))
        want |= WANT_CUBE;
    if (d->asks && d->before.dice[0] != 0 && o->moves)
        want |= WANT_PLAY;
    if (d->asks && d->before.dice[0] == 0 && o->cube)
        want |= WANT_CUBE;
    if (d->asks_acceptance && o->cube)
        want |= WANT_RESIGNATION;
    return want;
}

static bool is_in_part(const struct walk *w, const struct match_part *part)
{
    return match_part_holds(part, w->game, w->move_number);
}

/* A double is a question for its answer too, which has the next number. */
static bool is_asked(const struct decisions *d, const struct match_part *part)
{
    return is_in_part(&d->walk, part) || (d->doubles && match_part_holds(part, d->walk.game, d->walk.move_number + 1));
}

static struct item *list_items(const struct match *m, const struct analysis_options *o, size_t *n)
{
    struct item *items = NULL;
    size_t capacity = 0;
    *n = 0;
    for (size_t g = 0; g < m->n_games; g++) {
        struct decisions d;
        for (decisions_begin(&d, m, &m->games[g]); decisions_next(&d);) {
            unsigned want = wanted(&d, o);
            if (!want || !is_asked(&d, &o->part))
                continue;
            items = grow(items, *n, &capacity, sizeof *items);
            items[(*n)++] = (struct item){.game = g,
                                          .event = d.walk.index,
                                          .want = want,
                                          .before = d.before,
                                          .undoubled = d.undoubled,
                                          .legal = d.legal,
                                          .asks = d.asks,
                                          .played = d.walk.played,
                                          .index_played = -1};
        }
    }
    return items;
}

/* Both lists are in the order of the record. */
static void leave_only(struct item *items, size_t *n, const struct event_list *only)
{
    size_t kept = 0;
    for (size_t i = 0, k = 0; i < *n; i++) {
        while (k < only->n && (only->at[k].game < items[i].game ||
                               (only->at[k].game == items[i].game && only->at[k].event < items[i].event)))
            k++;
        if (k < only->n && only->at[k].game == items[i].game && only->at[k].event == items[i].event)
            items[kept++] = items[i];
    }
    *n = kept;
}

void analysis_warn_interpolated(const struct engine *e, const struct match *m, struct diags *d)
{
    struct position start;
    struct strbuf note = {0};
    position_start(&start, &m->rules, m->length, (const int[2]){0, 0}, false);
    if (engine_interpolates(e, &start, &note))
        diag_at(d, SEVERITY_WARNING, 0, 0, "%s", note.at);
    strbuf_done(&note);
}

size_t analyze_work(const struct match *m)
{
    const struct analysis_options everything = {.moves = true, .cube = true, .luck = true};
    size_t n;
    xfree(list_items(m, &everything, &n));
    return n;
}

static void items_free(struct item *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        xfree(items[i].candidates);
    xfree(items);
}

/* ---- answers: chequer play ---- */

/* Of all plays, not only of those that are kept. */
static bool all_equal(const struct ranked_plays *r, const struct level *l)
{
    for (int i = 1; i < r->n; i++)
        if (l->cubeful ? r->at[i].cubeful != r->at[0].cubeful : r->at[i].cubeless != r->at[0].cubeless)
            return false;
    return r->n > 0;
}

static int find_board(const struct ranked_plays *r, const struct board *b)
{
    for (int i = 0; i < r->n; i++)
        if (board_equal(&r->at[i].after, b))
            return i;
    return -1;
}

/* The best ones and the play made. A play is known by where it leads, not by how it was played. */
static void keep_candidates(struct item *it, const struct ranked_plays *r, const struct analysis_options *o)
{
    int most = o->candidates > 1 ? o->candidates : 1, played = it->legal ? find_board(r, &it->played) : -1;
    it->n_legal = r->n;
    it->irrelevant = all_equal(r, &o->level);
    it->n = r->n < most ? r->n : most;
    it->candidates = xcalloc((size_t)it->n + 1, sizeof *it->candidates);
    for (int i = 0; i < it->n; i++)
        it->candidates[i] = noted_play(&r->at[i], &o->level);
    it->index_played = played < it->n ? played : it->n;
    if (played >= it->n)
        it->candidates[it->n++] = noted_play(&r->at[played], &o->level);
}

static void answer_play(const struct job *job, struct item *it, struct worker *w)
{
    struct ranked_plays ranked = {.n = 0};
    engine_plays(job->engine, w, &it->before, &job->options->level, it->legal ? &it->played : NULL, &ranked);
    keep_candidates(it, &ranked, job->options);
    ranked_plays_done(&ranked);
}

/* ---- answers: luck ---- */

/* What the net's deeper looks find on average was measured for the net: a database finds nothing. */
static void answer_luck(const struct job *job, struct item *it, struct worker *w)
{
    struct hyper_value known;
    engine_luck(job->engine, w, &it->before, &job->options->luck_level, &it->luck);
    if (!luck_looks_deeper(job->options) || it->n == 0 || it->candidates[0].level.plies != 2 ||
        !board_has_contact(&it->before.board) || engine_hyper(job->engine, &it->before, &known))
        return;
    const float own = luck_found_deeper(it->candidates[0].equity, it->luck.worth);
    it->luck.emg += own;
    it->luck.mwc += own * (float)units_per_emg(engine_met(job->engine), &it->before, it->before.on_roll);
}

/* ---- answers: cube ---- */

/* ---- the workers ---- */

/* Of progress. An event has three parts, its cube, its play and the rest, as one alone can take seconds. */
enum { EVENT_WORK = 3, ROLLOUT_WORK = 200 * EVENT_WORK };

static bool is_cancelled(const struct job *job)
{
    return job->hooks && job->hooks->cancel && *job->hooks->cancel;
}

static void report_progress(struct job *job, size_t work)
{
    if (!job->hooks || !job->hooks->progress)
        return;
    pthread_mutex_lock(&job->lock);
    job->done += work;
    job->hooks->progress(job->hooks->context, job->done, job->total);
    pthread_mutex_unlock(&job->lock);
}

static void answer_item(struct job *job, struct item *it, struct worker *w)
{
    const struct analysis_options *o = job->options;
    if (it->want & WANT_CUBE)
        it->cube_alive = double_value(job->engine, w, &it->undoubled, &o->cube_level, &it->cube);
    report_progress(job, 1);
    if (it->want & WANT_PLAY)
        answer_play(job, it, w);
    report_progress(job, 1);
    if (it->want & WANT_LUCK)
        answer_luck(job, it, w);
    if (it->want & WANT_RESIGNATION)
        resignation_judge(job->engine, w, &it->before, &o->level, &it->resignation);
    it->answered = true;
}

static void answer_next(void *context, int hand, size_t i)
{
    struct job *job = context;
    struct item it = job->items[i];
    answer_item(job, &it, job->workers[hand]);
    job->items[i] = it; /* in the last step, as a turn may be left */
    report_progress(job, EVENT_WORK - 2);
}

/* ---- answers by helpers (helpers.h) ---- */

/* An answer so far, its candidates behind it; and a candidate: nothing that differs between machines, as pointers. */
struct answer {
    int n, n_legal, index_played;
    bool irrelevant, cube_alive;
    struct cube_answer cube;
    struct luck luck;
    struct resignation resignation;
};

struct answer_candidate {
    struct board after;
    struct play play;
    struct outcome outcome;
    float equity, cubeless, mwc, noise;
    int32_t kind, plies, trials;
    bool cubeful;
};

static uint64_t about_answer(const void *context, size_t i)
{
    const struct job *job = context;
    const struct item *it = &job->items[i];
    const uint64_t before = about_position(job->about, &it->before, it->want);
    const uint64_t played = it->legal ? fnv(before, &it->played, sizeof it->played) : before;
    return it->want & WANT_CUBE ? about_position(played, &it->undoubled, it->asks) : played;
}

/* What lies between members is zero in all that is handed on: another machine gets it. */
static void candidate_out(const struct candidate *c, struct answer_candidate *out)
{
    memset(out, 0, sizeof *out);
    memcpy(&out->after, &c->after, sizeof c->after);
    out->play.n = c->play.n;
    for (int i = 0; i < c->play.n; i++)
        out->play.step[i] = c->play.step[i];
    out->outcome = c->outcome;
    out->equity = c->equity, out->cubeless = c->cubeless, out->mwc = c->mwc, out->noise = c->level.noise;
    out->kind = c->level.kind, out->plies = c->level.plies, out->trials = c->level.trials;
    out->cubeful = c->level.cubeful;
}

static void cube_out(const struct cube_answer *c, struct cube_answer *out)
{
    out->outcome[0] = c->outcome[0], out->outcome[1] = c->outcome[1];
    out->cubeless[0] = c->cubeless[0], out->cubeless[1] = c->cubeless[1];
    out->nd = c->nd, out->dt = c->dt, out->dp = c->dp;
    out->raises.limited = c->raises.limited;
    out->raises.beaver = c->raises.beaver, out->raises.raccoon = c->raises.raccoon;
    out->mwc_nd = c->mwc_nd, out->mwc_dt = c->mwc_dt, out->mwc_dp = c->mwc_dp;
    out->verdict = c->verdict, out->optimal = c->optimal, out->plies = c->plies;
}

static void resignation_out(const struct resignation *r, struct resignation *out)
{
    out->accept = r->accept, out->refuse = r->refuse;
    out->right = r->right;
    out->outcome = r->outcome;
    out->plies = r->plies;
}

static struct candidate candidate_in(const struct answer_candidate *c)
{
    return (struct candidate){.after = c->after,
                              .play = c->play,
                              .outcome = c->outcome,
                              .equity = c->equity,
                              .cubeless = c->cubeless,
                              .mwc = c->mwc,
                              .level = {.noise = c->noise,
                                        .kind = (enum eval_kind)c->kind,
                                        .plies = c->plies,
                                        .trials = c->trials,
                                        .cubeful = c->cubeful}};
}

static void put_answer(const void *context, size_t i, struct strbuf *out)
{
    const struct item *it = &((const struct job *)context)->items[i];
    struct answer a;
    memset(&a, 0, sizeof a);
    a.n = it->n, a.n_legal = it->n_legal, a.index_played = it->index_played;
    a.irrelevant = it->irrelevant, a.cube_alive = it->cube_alive;
    a.luck = it->luck;
    cube_out(&it->cube, &a.cube);
    resignation_out(&it->resignation, &a.resignation);
    strbuf_add(out, (const char *)&a, sizeof a);
    for (int k = 0; k < it->n; k++) {
        struct answer_candidate c;
        candidate_out(&it->candidates[k], &c);
        strbuf_add(out, (const char *)&c, sizeof c);
    }
}

static bool take_answer(void *context, size_t i, struct span came)
{
    struct job *job = context;
    struct item *it = &job->items[i];
    struct answer a;
    struct answer_candidate c;
    if (came.length < sizeof a)
        return false;
    memcpy(&a, came.at, sizeof a);
    if (a.n < 0 || came.length != sizeof a + (size_t)a.n * sizeof c)
        return false;
    it->n = a.n, it->n_legal = a.n_legal, it->index_played = a.index_played;
    it->irrelevant = a.irrelevant, it->cube_alive = a.cube_alive;
    it->cube = a.cube, it->luck = a.luck, it->resignation = a.resignation;
    it->answered = true;
    it->candidates = xcalloc((size_t)a.n + 1, sizeof *it->candidates);
    for (int k = 0; k < a.n; k++) {
        memcpy(&c, came.at + sizeof a + (size_t)k * sizeof c, sizeof c);
        it->candidates[k] = candidate_in(&c);
    }
    report_progress(job, EVENT_WORK);
    return true;
}

/* ---- rollouts of costly or close decisions ---- */

static struct cube_judgement judge(const struct item *it)
{
    const struct cube_answer *c = &it->cube;
    const struct position *p = &it->undoubled;
    struct cube_judgement j;
    cube_judge(
        c->nd, c->dt, c->dp,
        (struct cube_circumstances){.live = it->cube_alive, .beavers = position_may_raise(p), .raises = c->raises}, &j);
    return j;
}

/* What the answer to the double cost; 0 where nobody doubled. */
static float answer_error(const struct job *job, const struct item *it, const struct cube_judgement *j)
{
    const struct game *g = &job->match->games[it->game];
    const enum event_kind next = it->event + 1 < g->n_events ? g->events[it->event + 1].kind : EVENT_ROLL;
    if (g->events[it->event].kind != EVENT_DOUBLE)
        return 0;
    return next == EVENT_TAKE ? j->take_error : next == EVENT_DROP ? j->pass_error : 0;
}

/* What the worse of the two did: the doubler, who answered. */
static float cube_error(const struct job *job, const struct item *it, const struct cube_judgement *j)
{
    const bool doubled = job->match->games[it->game].events[it->event].kind == EVENT_DOUBLE;
    return fmaxf(doubled ? j->double_error : j->roll_error, answer_error(job, it, j));
}

static bool cube_is_rolled(const struct job *job, const struct item *it)
{
    if (!(it->want & WANT_CUBE) || !it->cube_alive)
        return false;
    const struct cube_judgement j = judge(it);
    if (job->options->rolled_like != NULL)
        return (double)fmaxf(j.roll_error, j.double_error) < PR_NO_DOUBLE;
    return (double)cube_error(job, it, &j) >= job->options->rollout_errors;
}

static bool play_is_rolled(const struct job *job, const struct item *it)
{
    if (job->options->rolled_like != NULL)
        return it->want & WANT_PLAY && it->n > 1 &&
               (double)(it->candidates[0].equity - it->candidates[1].equity) <= job->options->rollout_close;
    return it->want & WANT_PLAY && it->index_played > 0 &&
           (double)(it->candidates[0].equity - it->candidates[it->index_played].equity) >= job->options->rollout_errors;
}

static void roll_out_item(struct job *job, struct item *it)
{
    const struct rolled_setup s = {.engine = job->engine,
                                   .workers = job->workers,
                                   .n_workers = job->n_workers,
                                   .options = &job->options->rollout,
                                   .name = job->options->rolled_like,
                                   .cancel = job->hooks ? job->hooks->cancel : NULL,
                                   .arena = job->match->arena};
    if (play_is_rolled(job, it)) {
        rolled_play(&s, &it->before, job->options->rollout_close, it->candidates, it->n, &it->index_played);
        report_progress(job, ROLLOUT_WORK);
    }
    if (cube_is_rolled(job, it)) {
        it->cube_rolled = rolled_cube(&s, &it->undoubled, &it->cube, &it->rolled);
        it->cube.dp = 1;
        report_progress(job, ROLLOUT_WORK);
    }
}

static bool rolls_out(const struct analysis_options *o)
{
    return o->rollout_errors > 0 || o->rolled_like != NULL;
}

/* One after the other, each by all workers. */
static void roll_out(struct job *job)
{
    if (!rolls_out(job->options))
        return;
    for (size_t i = 0; i < job->n_items; i++)
        job->total +=
            ROLLOUT_WORK * ((size_t)play_is_rolled(job, &job->items[i]) + (size_t)cube_is_rolled(job, &job->items[i]));
    for (size_t i = 0; i < job->n_items && !is_cancelled(job); i++)
        roll_out_item(job, &job->items[i]);
}

/* ---- maps of errors ---- */

static void make_maps(void *context, int hand, size_t i)
{
    struct job *job = context;
    struct item *it = &job->items[i];
    if (it->maps != NULL)
        maps_fill(it->maps, job->engine, job->workers[hand], &it->undoubled, &job->options->cube_level,
                  &job->options->level);
    if (it->scores != NULL)
        (void)score_plays_fill(it->scores, job->engine, job->workers[hand], &it->before, &job->options->level);
}

static bool is_cube_error(const struct job *job, const struct item *it)
{
    if (!(it->want & WANT_CUBE) || it->asks || !it->cube_alive)
        return false;
    const struct cube_judgement j = judge(it);
    return skill_of_error(cube_error(job, it, &j), job->options->threshold) != SKILL_NONE;
}

/* 0 for forced plays; an illegal play has no error figure. */
static float play_error(const struct item *it)
{
    if (it->index_played > 0)
        return fmaxf(0, it->candidates[0].equity - it->candidates[it->index_played].equity);
    return it->index_played == 0 || it->n_legal == 0 ? 0 : NAN;
}

static bool is_play_error(const struct job *job, const struct item *it)
{
    return it->want & WANT_PLAY && it->n > 0 && skill_of_error(play_error(it), job->options->threshold) != SKILL_NONE;
}

static void map_errors(struct job *job)
{
    const struct analysis_options *o = job->options;
    if (!o->cube_maps && !o->play_maps)
        return;
    for (size_t i = 0; i < job->n_items; i++) {
        struct item *it = &job->items[i];
        if (o->cube_maps && is_cube_error(job, it))
            it->maps = arena_alloc(job->match->arena, sizeof *it->maps);
        if (o->play_maps && is_play_error(job, it))
            it->scores = arena_alloc(job->match->arena, sizeof *it->scores);
    }
    threads_for(job->n_workers, job->n_items, make_maps, job, job->hooks != NULL ? job->hooks->cancel : NULL);
}

/* ---- into the record ---- */

static struct annotation *blank_annotation(struct match *m, struct event *e, int set)
{
    struct annotation *a = event_annotate(m, e, set);
    a->luck = a->luck_mwc = NAN;
    return a;
}

static void record_play(const struct job *job, const struct item *it, struct annotation *a)
{
    struct play_analysis *p = arena_alloc(job->match->arena, sizeof *p);
    size_t size = (size_t)it->n * sizeof *it->candidates;
    *p = (struct play_analysis){.n = it->n,
                                .n_legal = it->n_legal,
                                .played = it->index_played,
                                .irrelevant = it->irrelevant,
                                .scores = it->scores};
    p->candidates = arena_alloc(job->match->arena, size ? size : 1);
    if (size)
        memcpy(p->candidates, it->candidates, size);
    if (p->n > 0)
        p->mwc = (float)units_mwc(engine_met(job->engine), &it->before, it->before.on_roll, p->candidates[0].equity);
    p->error = p->error_mwc = play_error(it);
    if (p->played > 0) {
        double unit = units_per_emg(engine_met(job->engine), &it->before, it->before.on_roll);
        p->error_mwc = (float)(p->error * unit);
    }
    a->play = p;
    a->play_skill = skill_of_error(p->error, job->options->threshold);
}

static float in_mwc(const struct job *job, const struct item *it, float error)
{
    return (float)(error * units_per_emg(engine_met(job->engine), &it->undoubled, it->undoubled.on_roll));
}

static struct cube_analysis *new_cube(const struct job *job, const struct item *it)
{
    struct cube_analysis *out = arena_alloc(job->match->arena, sizeof *out);
    noted_cube(out, &it->cube, &job->options->cube_level);
    if (it->cube_rolled) {
        out->level = it->rolled.level;
        out->rollout = it->rolled.settings;
        for (int i = 0; i < 2; i++)
            out->branch[i].stderror = it->rolled.error[i];
    }
    return out;
}

static void mark_cube(const struct job *job, const struct item *it, float error, struct annotation *a)
{
    a->cube_skill = skill_of_error(error, job->options->threshold);
    if (a->cube_skill != SKILL_NONE)
        a->cube->maps = it->maps;
}

static void record_cube(const struct job *job, const struct item *it, const struct event *e, struct annotation *a)
{
    struct cube_judgement j = judge(it);
    a->cube = new_cube(job, it);
    if (it->asks || it->cube.verdict == VERDICT_NOTHING_AT_STAKE)
        return;
    a->cube->double_error = e->kind == EVENT_DOUBLE ? j.double_error : j.roll_error;
    a->cube->double_error_mwc = in_mwc(job, it, a->cube->double_error);
    mark_cube(job, it, a->cube->double_error, a);
}

static void record_item(const struct job *job, const struct item *it, struct event *e, int set)
{
    struct annotation *a = blank_annotation(job->match, e, set);
    a->race = noted_race(job->engine, &it->before, job->match->arena);
    if (it->want & WANT_PLAY)
        record_play(job, it, a);
    if (it->want & WANT_CUBE)
        record_cube(job, it, e, a);
    if (it->want & WANT_RESIGNATION) {
        a->resigned = arena_alloc(job->match->arena, sizeof *a->resigned);
        *a->resigned = (struct resigned_analysis){it->resignation.accept, it->resignation.refuse};
    }
    if (it->want & WANT_LUCK) {
        a->luck = it->luck.emg, a->luck_mwc = it->luck.mwc;
        a->luck_mark = luck_mark_of(it->luck.emg, job->options->luck_threshold);
    }
}

/* The answer is judged by the analysis of the double. */
static void record_answer(const struct job *job, const struct item *it, struct event *e, int set)
{
    struct cube_judgement j = judge(it);
    struct annotation *a = blank_annotation(job->match, e, set);
    a->cube = new_cube(job, it);
    if (it->cube.verdict == VERDICT_NOTHING_AT_STAKE)
        return;
    a->cube->answer_error = e->kind == EVENT_TAKE   ? j.take_error
                            : e->kind == EVENT_DROP ? j.pass_error
                                                    : j.beaver_error;
    a->cube->answer_error_mwc = in_mwc(job, it, a->cube->answer_error);
    mark_cube(job, it, a->cube->answer_error, a);
}

/* Goes through the games as list_items() did; `it` is the next question, `doubled` that of the last double. Without
 * what others answer: of a helper. */
static void record_all(const struct job *job, int set)
{
    const struct item *it = job->items, *end = job->n_items != 0 ? it + job->n_items : it, *doubled = NULL;
    const bool *leave_out = job->options->leave_out;
    const struct match_part *part = &job->options->part;
    for (size_t g = 0; g < job->match->n_games; g++) {
        struct decisions d;
        for (decisions_begin(&d, job->match, &job->match->games[g]); decisions_next(&d);) {
            struct event *e = &job->match->games[g].events[d.walk.index];
            const bool asked = it < end && it->game == g && it->event == d.walk.index, mine = asked && it->answered;
            if (d.doubles)
                doubled = mine ? it : NULL;
            if (mine && is_in_part(&d.walk, part) && (!d.doubles || !leave_out[e->player]))
                record_item(job, it, e, set);
            it += asked;
            if (d.answers_double && doubled && is_in_part(&d.walk, part) && !leave_out[e->player])
                record_answer(job, doubled, e, set);
        }
        doubled = NULL;
    }
}

const struct engine *analysis_engine(const struct engine *e, const struct match *m, const struct analysis_options *o,
                                     const char **problem)
{
    const int who = o->stronger != NULL ? match_player_named(m, o->stronger) : NOBODY;
    *problem = NULL;
    if (!met_players_differ(engine_met(e)))
        *problem = o->stronger != NULL ? stronger_alike : NULL;
    else if (m->length == 0)
        return e;
    else if (o->stronger == NULL)
        *problem =
            W_("the match equity table is for players of unlike strength: --stronger NAME says who is the better one");
    else if (who == NOBODY)
        *problem = W_("--stronger names neither player of this match");
    else if (match_names_fit_both(m, o->stronger))
        *problem = W_("--stronger names both players of this match");
    return *problem == NULL ? engine_with_stronger(e, who) : NULL;
}

int analyze_match(struct match *m, const struct engine *e, struct worker *const *workers, int n_workers,
                  const struct analysis_options *o, const struct analysis_hooks *hooks)
{
    struct job job = {.match = m,
                      .engine = e,
                      .options = o,
                      .hooks = hooks,
                      .workers = workers,
                      .n_workers = n_workers,
                      .lock = PTHREAD_MUTEX_INITIALIZER};
    int set = -1;
    struct annotation_set described;
    analysis_describe(e, o, m->arena, &described);
    job.about = about_set(&described);
    job.items = list_items(m, o, &job.n_items);
    if (hooks != NULL && hooks->only != NULL)
        leave_only(job.items, &job.n_items, hooks->only);
    job.total = EVENT_WORK * job.n_items;
    shares_for(n_workers, job.n_items, &(struct shares_turn){answer_next, put_answer, take_answer, NULL, about_answer},
               &job, hooks != NULL ? hooks->cancel : NULL);
    const bool whole = !shares_helping();
    if (whole) {
        roll_out(&job);
        map_errors(&job);
    }
    if ((whole || !rolls_out(o)) && !is_cancelled(&job)) { /* a rollout may find that it was no error */
        set = match_add_set(m, &described);
        record_all(&job, set);
        if (explain_errors(m, set, e, workers, n_workers, &o->cube_level, hooks != NULL ? hooks->cancel : NULL)) {
            statistics_fill(m, set, engine_met(e));
        } else {
            match_drop_sets(m, (size_t)set);
            set = -1;
        }
    }
    pthread_mutex_destroy(&job.lock);
    items_free(job.items, job.n_items);
    return whole ? set : -1;
}
