/* `hint`: what to do in a position: the answer to a resignation that waits, the plays in order of merit when dice are
 * set, the answer to a double that was offered, else the cube decision. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/double.h"
#include "analyze/maps.h"
#include "analyze/noted.h"
#include "analyze/resignation.h"
#include "analyze/units.h"
#include "command/chosen_plays.h"
#include "command/hint_record.h"
#include "command/hint_temperature.h"
#include "command/hint_terminal.h"
#include "command/maps.h"
#include "command/play_scores.h"
#include "command/position_page.h"
#include "base/command.h"
#include "base/figure.h"
#include "base/xmalloc.h"
#include "base/language.h"
#include "match/notation.h"
#include "format/posid.h"
#include "match/replies.h"

struct hint_options {
    struct positions_options positions;
    bool temperature, scores, best_first;
    struct option_texts plays; /* these alone; none = all */
    struct level again; /* chosen ones are looked at once more, or without a name not */
    struct map_options map;
    struct level_option level;
    struct jobs_option jobs;
    struct engine_files files;
};

/* ---- the record ---- */

static const struct answer_field looked_fields[] = {
    ANSWER(struct ranked_play, plies, "Plies", .help = "search depth"),
    POSITION_EQUITY("equity", struct ranked_play, cubeful, "Equity", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED,
                    .help = "with the cube; null if nothing is at stake"),
    POSITION_EQUITY("cubeless", struct ranked_play, cubeless, "Cubeless", .missing = ANSWER_NULL,
                    .flags = ANSWER_SIGNED, .help = "without it"),
    ANSWER_IN(struct ranked_play, outcome, NULL, &chances_rows, .flags = ANSWER_INLINE),
    {0}};
static const struct answer_rows looked_rows = {"LookedAt", NULL, sizeof(struct ranked_play), looked_fields};

static const struct answer_field look_fields[] = {
    ANSWER_TO(struct hint_look, at, NULL, &looked_rows, .flags = ANSWER_INLINE),
    POSITION_EQUITY(
        "behind", struct hint_look, behind, "Behind", .missing = ANSWER_NULL,
        .help = "equity that the play is worse than the best of all; a guess where it was looked at less deeply"),
    POSITION_MWC("mwc", struct hint_look, mwc, "MWC", .help = "match winning chance; in matches only"),
    ANSWER(struct hint_look, rank, "Rank", .help = "of all plays, the best is 1"),
    {0}};
static const struct answer_rows look_rows = {"Look", NULL, sizeof(struct hint_look), look_fields};

static const struct answer_field play_fields[] = {
    ANSWER(struct hint_play, play, "Play", .flags = ANSWER_KEY, .example = "8/5 6/5"),
    ANSWER(struct hint_play, position_id_after, "Position after it", .example = "sGfwATDgc/ABMA",
           .help = "seen by the opponent, who is then on roll"),
    ANSWER_IN(struct hint_play, look, NULL, &look_rows, .flags = ANSWER_INLINE),
    POSITION_EQUITY("cubeless_money", struct hint_play, cubeless_money, "Cubeless, money", .flags = ANSWER_SIGNED,
                    .help = "equity without a cube, for money"),
    ANSWER_TO(struct hint_play, again, NULL, &look_rows, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
              .help = "at the level of --again"),
    {0}};
static const struct answer_rows play_rows = {"RankedPlay", NULL, sizeof(struct hint_play), play_fields};

static const struct answer_field plays_fields[] = {
    ANSWER_ARRAY(struct hint_plays, dice, "Dice", .help = "of an ID with dice"),
    ANSWER_LIST(struct hint_plays, plays, NULL, &play_rows,
                .help = "best first; empty if no play is legal; with --plays those alone"),
    ANSWER_NAMED("again_level", struct hint_plays, again, "Again at", .missing = ANSWER_NULL, .flags = ANSWER_OMIT),
    {0}};
static const struct answer_rows plays_rows = {"Plays", NULL, sizeof(struct hint_plays), plays_fields};

static const struct answer_field reply_fields[] = {
    POSITION_EQUITY("equity", struct reply_record, equity, "Equity", .help = "of the player who answers"),
    POSITION_EQUITY("cost", struct reply_record, cost, "Cost", .help = "against the best answer"),
    POSITION_MWC("mwc", struct reply_record, mwc, "MWC", .help = "match winning chance; in matches only"),
    {0}};
static const struct answer_rows reply_rows = {"Reply", NULL, sizeof(struct reply_record), reply_fields};

static const struct answer_field seen_fields[] = {
    ANSWER_IN(struct hint_chances, outcome, NULL, &chances_rows, .flags = ANSWER_INLINE),
    ANSWER(struct hint_chances, plies, "Plies", .help = "search depth"),
    {0}};
static const struct answer_rows seen_rows = {"Seen", NULL, sizeof(struct hint_chances), seen_fields};

static const char *const answer_words[] = {"accept", "refuse", "take", "pass", "beaver", "raccoon"};

#define REPLY(name) ANSWER_TO(struct hint_record, name, NULL, &reply_rows, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT)
#define INLINE(name, rows)                                                                                             \
    ANSWER_TO(struct hint_record, name, NULL, rows, .missing = ANSWER_ZERO, .flags = ANSWER_INLINE)
static const struct answer_field hint_fields[] = {
    POSITION_ID(struct hint_record),
    POSITION_XGID(struct hint_record),
    INLINE(plays, &plays_rows),
    ANSWER(struct hint_record, resigned, "Resigned", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
           .help = "points offered, in units of the cube; only if the ID has a pending resignation, seen by the player "
                   "who answers"),
    INLINE(action, &cube_figures_rows),
    ANSWER(struct hint_record, answer, "Best answer", ANSWER_WORDS(answer_words), .missing = ANSWER_NULL,
           .flags = ANSWER_OMIT,
           .help = "only if the ID has a pending resignation, double, beaver or raccoon; seen by the player who "
                   "answers, in units of the cube before the double"),
    REPLY(accept),
    REPLY(refuse),
    REPLY(take),
    REPLY(pass),
    REPLY(beaver),
    REPLY(raccoon),
    INLINE(chances, &seen_rows),
    INLINE(here, &stakes_rows),
    POSITION_RACE(struct hint_record),
    POSITION_SETTINGS(struct hint_record),
    POSITION_STRONGER(struct hint_record),
    {0}};
#undef REPLY
#undef INLINE
static const struct answer_rows hint_rows = {"Hint", NULL, sizeof(struct hint_record), hint_fields};

struct hint_line {
    const char *id, *play, *position_id_after;
    double equity, other_equity, mwc, other_mwc, behind, bluff, again;
    int rank; /* of chosen plays, or 0 */
    const struct outcome *chances;
    const struct cube_stakes *here;
};

static const struct answer_field line_fields[] = {
    POSITION_ID(struct hint_line),
    ANSWER(struct hint_line, play, "Best"),
    ANSWER(struct hint_line, position_id_after, "Position after it", .missing = ANSWER_NULL,
           .flags = ANSWER_WIDE | ANSWER_ID),
    POSITION_EQUITY("equity", struct hint_line, equity, "Equity", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED),
    POSITION_EQUITY("other_equity", struct hint_line, other_equity, "Alternative", .missing = ANSWER_NULL,
                    .flags = ANSWER_SIGNED),
    POSITION_MWC("mwc", struct hint_line, mwc, "MWC", .help = NULL),
    POSITION_MWC("other_mwc", struct hint_line, other_mwc, "Alternative MWC", .help = NULL),
    ANSWER(struct hint_line, rank, "Rank", .missing = ANSWER_ZERO),
    POSITION_EQUITY("again_equity", struct hint_line, again, "Again", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED),
    POSITION_EQUITY("behind", struct hint_line, behind, "Behind", .missing = ANSWER_NULL, .flags = ANSWER_WIDE),
    ANSWER(struct hint_line, bluff, "Bluff", .unit = UNIT_SHARE, .decimals = 6, .shown = 1, .missing = ANSWER_NULL,
           .flags = ANSWER_WIDE),
    ANSWER_TO(struct hint_line, chances, NULL, &chances_rows, .missing = ANSWER_ZERO,
              .flags = ANSWER_INLINE | ANSWER_DATA),
    ANSWER_TO(struct hint_line, here, NULL, &stakes_rows, .missing = ANSWER_ZERO, .flags = ANSWER_INLINE | ANSWER_DATA),
    {0}};
static const struct answer_rows line_rows = {"HintLine", NULL, sizeof(struct hint_line), line_fields};
static const struct answer_document hint_document = {
    "hint",
    1,
    "Hints",
    "What to do in positions, in the order given: the plays of a roll, a cube decision, or answers to what waits. "
    "Seen by the player on roll; equities are normalised to the cube.",
    .rows = &hint_rows,
    .several = ANSWER_LINES,
    .lines = &line_rows};
static const struct answer_document hint_lines = {
    "hint", 1, "Hints", NULL, .rows = &line_rows, .several = ANSWER_SEVERAL};

/* ---- filling it ---- */

static void *keep(const struct answering *a, const void *record, size_t size)
{
    return memcpy(arena_alloc(a->memory, size), record, size);
}

static const struct reply_record *keep_reply(const struct answering *a, const struct hint_record *r, double equity,
                                             double cost)
{
    return keep(a, &(struct reply_record){equity, cost, mwc_at(&r->line, equity)}, sizeof(struct reply_record));
}

static const struct hint_chances *keep_chances(const struct answering *a, struct outcome o, int plies)
{
    return keep(a, &(struct hint_chances){o, plies}, sizeof(struct hint_chances));
}

static const char *id_after(const struct answering *a, const struct board *after)
{
    char id[POSITION_ID_LENGTH + 1];
    struct board opponent;
    board_flip(after, &opponent);
    position_id(&opponent, id);
    return arena_strdup(a->memory, id);
}

static const char *play_text(const struct answering *a, const struct board *b, const struct play *play)
{
    struct strbuf text = {0};
    notation_write(&text, b, play, NOTATION_MERGED);
    const char *kept = arena_strdup(a->memory, strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

static bool at_stake(const struct answering *a, const struct position *p)
{
    const struct met_score s = units_score(p);
    return p->length == 0 || met_stake(engine_met(a->engine), &s, p->cube) != 0;
}

/* Those chosen were looked at to the end and stand before others that may be better. */
static int rank_of(const struct ranked_plays *r, size_t at, bool chosen)
{
    int better = 0;
    for (int i = 0; chosen && i < r->n; i++)
        better += r->at[i].cubeful > r->at[at].cubeful;
    return !chosen || at == 0 ? (int)at + 1 : better > 0 ? better + 1 : 2;
}

/* All plays as they are ranked at a level, those chosen looked at to its end. */
static struct hint_look *look_at_plays(const struct answering *a, const struct position *p, const struct level *l,
                                       const struct chosen_plays *chosen, const struct mwc_line *line, size_t *n)
{
    struct ranked_plays ranked = {0};
    engine_plays_with(a->engine, a->worker, p, l, chosen->after, chosen->n, &ranked);
    *n = (size_t)ranked.n;
    struct ranked_play *kept = arena_alloc(a->memory, (*n + 1) * sizeof *kept);
    struct hint_look *looks = arena_alloc(a->memory, (*n + 1) * sizeof *looks);
    for (size_t i = 0; i < *n; i++) {
        kept[i] = ranked.at[i];
        if (!at_stake(a, p))
            kept[i].cubeful = kept[i].cubeless = NAN;
        looks[i] =
            (struct hint_look){&kept[i], rank_of(&ranked, i, chosen->n > 0), kept[i].plies == kept[0].plies,
                               (double)(kept[0].cubeful - kept[i].cubeful), mwc_at(line, (double)kept[i].cubeful)};
    }
    ranked_plays_done(&ranked);
    return looks;
}

static const struct hint_look *look_of(const struct hint_look *looks, size_t n, const struct board *after)
{
    for (size_t i = 0; i < n; i++)
        if (board_equal(&looks[i].at->after, after))
            return &looks[i];
    return NULL;
}

/* For a page: all plays, best first. */
static struct play_analysis *note_plays(const struct answering *a, const struct level *l, const struct hint_look *looks,
                                        size_t n)
{
    struct play_analysis *out = arena_alloc(a->memory, sizeof *out);
    *out = (struct play_analysis){.n = (int)n, .n_legal = (int)n, .played = -1, .error = NAN, .error_mwc = NAN};
    out->candidates = arena_alloc(a->memory, (n + 1) * sizeof *out->candidates);
    for (size_t i = 0; i < n; i++)
        out->candidates[i] = noted_play(looks[i].at, l);
    return out;
}

static struct cube_analysis *note_cube(const struct answering *a, const struct cube_answer *c, const struct level *l,
                                       const struct cube_stakes *here)
{
    struct cube_analysis *out = arena_alloc(a->memory, sizeof *out);
    noted_cube(out, c, l);
    out->stakes = here;
    return out;
}

static struct hint_line play_line(const struct hint_record *r, const struct hint_play *play, bool chosen)
{
    return (struct hint_line){.id = r->id,
                              .play = play->play,
                              .position_id_after = play->position_id_after,
                              .equity = (double)play->look.at->cubeful,
                              .other_equity = NAN,
                              .rank = chosen ? play->look.rank : 0,
                              .behind = play->look.behind,
                              .bluff = NAN,
                              .again = play->again != NULL ? (double)play->again->at->cubeful : NAN,
                              .chances = &play->look.at->outcome};
}

/* Lines: the best play, or all that were chosen. */
static const char *fill_plays(const struct answering *a, const struct asked *q, struct hint_record *r,
                              struct answer_list *lines)
{
    const struct hint_options *o = a->options;
    const struct position *p = &q->position;
    struct chosen_plays chosen = {0};
    struct hint_plays *out = arena_alloc(a->memory, sizeof *out);
    size_t n, n_again = 0, n_lines = 0;
    const char *problem = o->plays.n > 0 ? chosen_plays_read(&o->plays, p, a->memory, &chosen) : NULL;
    if (problem != NULL)
        return problem;
    const struct hint_look *looks = look_at_plays(a, p, &o->level.level, &chosen, &r->line, &n), *again = NULL;
    if (o->again.name != NULL)
        again = look_at_plays(a, p, &o->again, &chosen, &r->line, &n_again);
    struct hint_play *plays = arena_alloc(a->memory, (n + 1) * sizeof *plays);
    struct hint_line *line = arena_alloc(a->memory, (n + 1) * sizeof *line);
    *out = (struct hint_plays){
        {p->dice[0], p->dice[1]}, {plays, 0}, o->again.name, o->plays.n > 0, n > 0 ? looks[0].at->plies : 0};
    for (size_t i = 0; i < n; i++) {
        const struct ranked_play *at = looks[i].at;
        bool wanted = !out->chosen;
        for (size_t k = 0; k < chosen.n; k++)
            wanted = wanted || board_equal(&chosen.after[k], &at->after);
        if (!wanted)
            continue;
        struct hint_play *play = &plays[out->plays.n++];
        *play = (struct hint_play){play_text(a, &p->board, &at->play), id_after(a, &at->after), looks[i],
                                   (double)outcome_equity(at->outcome), look_of(again, n_again, &at->after)};
        if (out->chosen || i == 0)
            line[n_lines++] = play_line(r, play, out->chosen);
    }
    if (n_lines == 0)
        line[n_lines++] = (struct hint_line){.id = q->id,
                                             .play = play_text(a, &p->board, &(struct play){0}),
                                             .position_id_after = id_after(a, &p->board),
                                             .equity = NAN,
                                             .other_equity = NAN,
                                             .behind = NAN,
                                             .bluff = NAN,
                                             .again = NAN};
    r->plays = out;
    r->note.play = note_plays(a, &o->level.level, looks, n);
    *lines = (struct answer_list){line, n_lines};
    return NULL;
}

/* ---- cube ---- */

static void fill_action(const struct answering *a, const struct asked *q, struct hint_record *r, struct hint_line *line)
{
    const struct hint_options *o = a->options;
    struct position p = q->position;
    struct cube_answer c = {.nd = NAN, .dt = NAN, .dp = NAN};
    p.offer = OFFER_NONE; /* the whole decision, also when a double is already on the table */
    p.turn = p.on_roll;
    const struct level level = level_of_cube(&o->level.level);
    if (!engine_cube(a->engine, a->worker, &p, &level, &c))
        c.dt = c.dp = NAN;
    struct cube_figures f;
    cube_figures_of(&f, &p, &c, &r->line);
    r->action = keep(a, &f, sizeof f);
    r->chances = keep_chances(a, c.outcome[0], c.plies);
    r->here = stakes_of(a, &p, &c.outcome[0]);
    r->note.cube = note_cube(a, &c, &level, r->here);
    *line = (struct hint_line){.id = q->id,
                               .play = f.verdict,
                               .equity = f.equity[0],
                               .other_equity = f.equity[1],
                               .behind = NAN,
                               .bluff = f.bluff,
                               .again = NAN};
}

/* ---- the answer to a double ---- */

static struct hint_line reply_line(const struct hint_record *r, const struct reply_record *one,
                                   const struct reply_record *other)
{
    return (struct hint_line){.id = r->id,
                              .play = r->answer,
                              .equity = one->equity,
                              .other_equity = other->equity,
                              .behind = NAN,
                              .bluff = NAN,
                              .again = NAN};
}

/* Everything from the seat of the player who was doubled, in cubes before the double. */
static void fill_replies(const struct answering *a, const struct asked *q, struct hint_record *r,
                         struct hint_line *line)
{
    const struct hint_options *o = a->options;
    const struct position p = position_undoubled(&q->position);
    struct cube_answer c;
    struct replies replies;
    const struct reply_record *of[REPLIES];
    const struct level level = level_of_cube(&o->level.level);
    double_value(a->engine, a->worker, &p, &level, &c);
    replies_to(&q->position, c.dt, c.dp, &c.raises, &replies);
    const bool beavered = q->position.offer == OFFER_BEAVER; /* the doubler himself answers */
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        of[i] = keep_reply(a, r, (double)replies.equity[i], (double)replies.cost[i]);
    r->answer = reply_name(&q->position, replies.best);
    r->take = of[REPLY_TAKE];
    r->pass = of[REPLY_PASS];
    if (replies.may_raise)
        *(beavered ? &r->raccoon : &r->beaver) = of[REPLY_RAISE];
    r->chances = keep_chances(a, beavered ? c.outcome[1] : outcome_flip(c.outcome[1]), c.plies);
    r->replies = keep(a, &replies, sizeof replies);
    r->here = stakes_of(a, &p, &c.outcome[1]);
    r->note.cube = note_cube(a, &c, &level, r->here);
    *line = reply_line(r, r->take, r->pass);
}

/* ---- the answer to a resignation ---- */

/* From the seat of the player to whom it is offered. */
static void fill_resignation(const struct answering *a, const struct asked *q, struct hint_record *r,
                             struct hint_line *line)
{
    const struct hint_options *o = a->options;
    struct resignation judged;
    resignation_judge(a->engine, a->worker, &q->position, &o->level.level, &judged);
    const float best = fmaxf(judged.accept, judged.refuse);
    r->resigned = q->position.resigned;
    r->answer = judged.right ? N_("accept") : N_("refuse");
    r->accept = keep_reply(a, r, (double)judged.accept, (double)(best - judged.accept));
    r->refuse = keep_reply(a, r, (double)judged.refuse, (double)(best - judged.refuse));
    r->chances = keep_chances(a, judged.outcome, judged.plies);
    r->note.resigned = arena_alloc(a->memory, sizeof *r->note.resigned);
    *r->note.resigned = (struct resigned_analysis){judged.accept, judged.refuse};
    *line = reply_line(r, r->accept, r->refuse);
}

/* ---- temperature and every score ---- */

static const char *fill_temperature(const struct answering *a, const struct asked *q, struct position_answer *out)
{
    const struct hint_options *o = a->options;
    return hint_temperature_fill(a, q, &o->level.level, o->positions.said.better.stronger, out);
}

static const char *draw_temperature(const struct answering *a, const struct asked *q, struct map *out)
{
    const struct hint_options *o = a->options;
    return hint_temperature_draw(a, q, &o->level.level, out);
}

static void temperature_text(const void *options, const void *record, struct strbuf *out)
{
    (void)options;
    hint_temperature_text(record, out);
}

static const char *fill_scores(const struct answering *a, const struct asked *q, struct position_answer *out)
{
    const struct hint_options *o = a->options;
    return play_scores_fill(a, q, &o->level.level, o->positions.said.better.stronger, out);
}

static const char *draw_scores(const struct answering *a, const struct asked *q, struct map *out)
{
    const struct hint_options *o = a->options;
    return play_scores_draw(a, q, &o->level.level, out);
}

static void scores_text(const void *options, const void *record, struct strbuf *out)
{
    (void)options;
    play_scores_text(record, out);
}

/* ---- the command ---- */

static void finish_lines(const struct hint_record *r, struct answer_list lines)
{
    struct hint_line *line = (struct hint_line *)(uintptr_t)lines.at;
    for (size_t i = 0; i < lines.n; i++) {
        line[i].mwc = mwc_at(&r->line, line[i].equity);
        line[i].other_mwc = mwc_at(&r->line, line[i].other_equity);
        line[i].here = r->here;
        if (r->chances != NULL)
            line[i].chances = &r->chances->outcome;
    }
}

static const char *fill(const struct answering *a, const struct asked *q, struct position_answer *out)
{
    const struct hint_options *o = a->options;
    const struct position *p = &q->position;
    const char *problem = position_over(p);
    if (problem != NULL)
        return problem;
    struct hint_record *r = arena_alloc(a->memory, sizeof *r);
    struct hint_line *line = arena_alloc(a->memory, sizeof *line);
    struct answer_list lines = {line, 1};
    r->id = q->id;
    r->xgid = q->xgid;
    r->asked = keep(a, q, sizeof *q);
    r->note.luck = r->note.luck_mwc = NAN;
    const bool doubled = position_is_doubled(p);
    const struct position undoubled = position_undoubled(p);
    r->line = mwc_line_of(a, &o->positions, doubled ? &undoubled : p,
                          p->offer == OFFER_RESIGNATION ? p->turn : position_answerer(p));
    if (o->plays.n > 0 && (p->dice[0] == 0 || p->offer == OFFER_RESIGNATION))
        return W_("--plays is for a position in which a roll is to be played");
    if (p->offer == OFFER_RESIGNATION)
        fill_resignation(a, q, r, line);
    else if (p->dice[0] != 0)
        problem = fill_plays(a, q, r, &lines);
    else if (doubled)
        fill_replies(a, q, r, line);
    else
        fill_action(a, q, r, line);
    if (problem != NULL)
        return problem;
    finish_lines(r, lines);
    r->race = race_fill(a, p);
    r->note.race = noted_race(a->engine, p, a->memory);
    r->settings = settings_of(a, &o->level.level, r->plays == NULL && p->offer != OFFER_RESIGNATION);
    r->stronger = stronger_word(o->positions.said.better.stronger);
    *out = (struct position_answer){r, lines};
    return NULL;
}

static void write_terminal(const struct hint_record *r, bool colour, bool best_first, bool board_seen,
                           struct strbuf *out)
{
    const struct hint_shown shown = {r->asked, &r->line, r->chances, r->here, colour, best_first, board_seen};
    if (r->plays != NULL)
        hint_show_plays(out, &shown, r->plays);
    else if (r->replies != NULL)
        hint_show_answers(out, &shown, r->replies);
    else
        hint_show_cube(out, &shown, r->action);
}

void hint_show(const struct engine *e, struct worker *w, const struct position *p, struct strbuf *out)
{
    struct hint_options o = {.level = {.level = {0}}};
    struct arena *memory = arena_new();
    const struct answering a = {e, w, &o, memory};
    struct position_answer answer;
    level_parse("2ply", &o.level.level);
    const char *problem = fill(&a, &(struct asked){"", "", *p}, &answer);
    if (problem != NULL)
        strbuf_printf(out, "%s\n", tr(problem));
    else
        write_terminal(answer.record, false, false, true, out);
    arena_free(memory);
}

static void write_text(const void *options, const void *record, struct strbuf *out)
{
    const struct hint_record *r = record;
    const struct hint_options *all = options;
    const struct answers_options *o = &all->positions.answer;
    if (r->resigned == 0 && o->terminal != 0 && strcmp(o->output, "-") == 0)
        write_terminal(r, o->terminal == TERMINAL_COLOUR, all->best_first, false, out);
    else
        hint_text(out, r, all->best_first);
    settings_text(out, r->settings);
    race_text(out, r->race);
}

static void stronger_fact(const void *stronger, struct draft *b)
{
    fact_text(b, "Stronger", stronger);
}

static bool write_page(const void *options, const void *records, size_t n, struct strbuf *out)
{
    const struct hint_options *o = options;
    const struct hint_record *r = records;
    const char *stronger = stronger_word(o->positions.said.better.stronger);
    struct paged_position *at = xcalloc(n + 1, sizeof *at);
    for (size_t i = 0; i < n; i++)
        at[i] = (struct paged_position){&r[i].asked->position, &r[i].note, r[i].settings, NULL};
    const struct position_page page = {.title = hint_document.title,
                                       .at = at,
                                       .n = n,
                                       .candidates = HINT_LISTED,
                                       .facts = stronger != NULL ? stronger_fact : NULL,
                                       .context = stronger};
    const bool ok = position_page(&page, DOCUMENT_HTML, out);
    xfree(at);
    return ok;
}

static int hint_run(const void *options, const char *const *input, size_t n)
{
    const struct hint_options *o = options;
    static const struct positions_kind hints = {&hint_document, &hint_lines, fill, write_text, write_page},
                                       rolls = {&temperature_document, &temperature_lines, fill_temperature,
                                                temperature_text, NULL},
                                       scores = {&play_scores_document, &play_scores_lines, fill_scores, scores_text,
                                                 NULL};
    const struct map_request map = {&o->positions, &o->files, o->scores ? draw_scores : draw_temperature, o};
    if ((o->scores || o->temperature) && map_is_asked(&o->positions))
        return map_write(&map, o->jobs.jobs, input, n);
    return positions_answer(&o->positions, &o->files, o->jobs.jobs,
                            o->temperature ? &rolls
                            : o->scores    ? &scores
                                           : &hints,
                            o, input, n);
}

static const struct option_row rows[] = {
    OPTION("temperature", struct hint_options, temperature,
           .help = "show the equity after each of the 21 rolls, as a 6x6 map"),
    OPTION("scores", struct hint_options, scores, .excludes = "temperature",
           .help = "the best play at every score to 7-away and for money, whoever owns the cube, as maps"),
    OPTION("plays", struct hint_options, plays, .argument = "PLAYS", .excludes = "temperature",
           .help = "these plays of the roll alone, whatever their rank: \"24/18 13/11; 8/2 6/2\""),
    OPTION("again", struct hint_options, again, .argument = "LEVEL", .parse = level_option_parse,
           .listed = level_option_listed, .needs = "plays", .help = "with --plays: look at them at this level as well"),
    OPTION("best-first", struct hint_options, best_first,
           .help = "the text lists cube actions best first, not as no double, take, pass"),
    {0},
};

static const struct option_group own_group = {.title = "What is asked", .rows = rows};

static const struct option_part parts[] = {
    {&positions_group, offsetof(struct hint_options, positions)},
    {&answers_more_group, offsetof(struct hint_options, positions.answer)},
    {&map_group, offsetof(struct hint_options, map)},
    {&rules_group, offsetof(struct hint_options, positions.said.rules)},
    {&stronger_group, offsetof(struct hint_options, positions.said.better)},
    {&own_group, 0},
    {&mwc_group, offsetof(struct hint_options, positions)},
    {&level_group, offsetof(struct hint_options, level)},
    {&jobs_group, offsetof(struct hint_options, jobs)},
    {&engine_group, offsetof(struct hint_options, files)},
    {0},
};

/* The hints themselves are a page, but for plays that were chosen: these need not have the best among them. */
static const struct own_form page_forms[] = {{"text", "txt"}, {"html", "html"}, {0}};

static bool hint_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct hint_options *o = all;
    (void)given;
    if (o->again.name != NULL)
        level_change_noise(&o->again, &o->level.changes);
    if (o->scores && o->plays.n > 0)
        return option_refuse(f, NULL, NULL, "--plays has no effect with --scores");
    return map_settle(o->temperature || o->scores ? map_forms
                      : o->plays.n == 0           ? page_forms
                                                  : NULL,
                      &o->map, &o->positions, f);
}

static const struct answer_document *const answers[] = {&hint_document, &temperature_document, &play_scores_document,
                                                        NULL};

const struct command hint_command = {
    {"hint", sizeof(struct hint_options), parts, hint_settle}, .run = hint_run, .answers = answers};
