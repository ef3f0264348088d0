/* Reader of the native dump, format in docs/formats/dump.md. The idea: each line is a keyword with a handler from a
 * table, and each handler knows at which level of the record it may stand. Strict, for the file is ours: the first
 * fault refuses the match it is in. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "import/dump/dump_values.h"
#include "import/readers.h"
#include "match/walk.h"

enum { VERSION = 1, SETS_MAX = 64 };

/* ---- lines of the match ---- */

static bool on_format(struct dump_reader *r)
{
    return dump_read_string(r, &r->m->format);
}

static bool on_generator(struct dump_reader *r)
{
    return dump_read_string(r, &r->m->generator);
}

static bool on_length(struct dump_reader *r)
{
    return dump_read_int(r, &r->m->length, 0, MATCH_LENGTH_MAX);
}

static bool on_variant(struct dump_reader *r)
{
    int variant;
    if (!dump_read_name(r, variant_names, VARIANTS, &variant))
        return false;
    r->m->rules.variant = (enum variant)variant;
    return true;
}

static bool on_rules(struct dump_reader *r)
{
    struct rules *rules = &r->m->rules;
    rules->cube = dump_accept(r, "cube");
    if (dump_accept(r, "limit")) {
        int limit;
        if (!dump_read_int(r, &limit, 2, 1 << CUBE_MAX_LOG2))
            return false;
        rules_set_cube_limit(rules, limit);
    }
    rules->crawford = dump_accept(r, "crawford");
    rules->jacoby = dump_accept(r, "jacoby");
    rules->beavers = dump_accept(r, "beavers");
    rules->one_beaver = dump_accept(r, "no-raccoons");
    rules->automatic = dump_accept(r, "automatic");
    r->m->jacoby_known = dump_accept(r, "jacoby-known");
    dump_accept(r, "-");
    return true;
}

static bool read_player(struct dump_reader *r, int *player)
{
    return dump_read_int(r, player, 0, 1);
}

static bool on_player(struct dump_reader *r)
{
    int i;
    return read_player(r, &i) && dump_read_string(r, &r->m->player[i].name);
}

static bool on_rating(struct dump_reader *r)
{
    int i;
    return read_player(r, &i) && dump_read_string(r, &r->m->player[i].rating);
}

static bool on_experience(struct dump_reader *r)
{
    int i;
    return read_player(r, &i) && dump_read_string(r, &r->m->player[i].experience);
}

#define INFO_LINE(field)                                                                                               \
    static bool on_##field(struct dump_reader *r)                                                                      \
    {                                                                                                                  \
        return dump_read_string(r, &r->m->info.field);                                                                 \
    }
INFO_LINE(date)
INFO_LINE(event)
INFO_LINE(round)
INFO_LINE(place)
INFO_LINE(annotator)
INFO_LINE(site)
INFO_LINE(match_id)
INFO_LINE(time)

static bool on_set(struct dump_reader *r)
{
    struct annotation_set set = {0};
    if (r->m->n_games > 0)
        return dump_fail(r, W_("sets before the first game"));
    if (r->m->n_sets >= SETS_MAX)
        return dump_fail(r, W_("at most 64 sets"));
    if (!dump_read_string(r, &set.engine))
        return false;
    const struct {
        const char *word;
        const char **field;
    } fields[] = {{"version", &set.version}, {"level", &set.level}, {"settings", &set.settings}, {"met", &set.met}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (dump_accept(r, fields[i].word) && !dump_read_string(r, fields[i].field))
            return false;
    set.own = dump_accept(r, "own");
    if (!dump_expect(r, "thresholds"))
        return false;
    for (int i = 0; i < 3; i++)
        if (!dump_read_float(r, &set.threshold[i]))
            return false;
    match_add_set(r->m, &set);
    return true;
}

/* ---- lines of a game ---- */

static bool on_game(struct dump_reader *r)
{
    if (r->g != NULL)
        return dump_fail(r, W_("the result of the game before"));
    r->g = match_add_game(r->m);
    r->g->place = (struct place){.line = r->lines.number, .column = 1, .offset = -1};
    r->e = NULL;
    r->a = NULL;
    r->level = AT_GAME;
    return dump_read_int(r, &r->g->number, 0, 1000000000);
}

static bool on_score(struct dump_reader *r)
{
    return dump_read_int(r, &r->g->score[0], 0, 1000000) && dump_read_int(r, &r->g->score[1], 0, 1000000);
}

static bool on_crawford_game(struct dump_reader *r)
{
    return r->g->crawford_game = true;
}

static bool on_automatic_doubles(struct dump_reader *r)
{
    return dump_read_int(r, &r->g->automatic_doubles, 0, CUBE_MAX_LOG2);
}

static bool on_result(struct dump_reader *r)
{
    static const char *const endings[] = {"none", "borne-off", "drop", "resigned", "forfeit", "settled"};
    int ending;
    struct game *g = r->g;
    g->winner = NOBODY;
    if (!dump_accept(r, "-") && !read_player(r, &g->winner))
        return false;
    if (!dump_read_int(r, &g->points, 0, 1000000) || !dump_read_name(r, endings, 6, &ending))
        return false;
    g->ending = (enum ending)ending;
    r->g = NULL;
    r->e = NULL;
    r->a = NULL;
    r->level = AT_MATCH;
    return true;
}

/* ---- events ---- */

static bool read_event_board(struct dump_reader *r, struct event *e)
{
    struct board b;
    bool good = dump_read_board(r, &b);
    if (good)
        event_set_board(r->m, e, &b);
    return good;
}

static bool read_owner(struct dump_reader *r, struct event *e)
{
    int owner = CUBE_CENTRED;
    bool good = dump_accept(r, "-") || read_player(r, &owner);
    e->owner = (signed char)owner;
    return good;
}

static bool read_event_values(struct dump_reader *r, struct event *e)
{
    switch (e->kind) {
    case EVENT_PLAY:
        return dump_read_dice(r, e->dice) && dump_read_play(r, &e->play);
    case EVENT_ROLL:
    case EVENT_SET_DICE:
        return dump_read_dice(r, e->dice);
    case EVENT_DOUBLE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
    case EVENT_RESIGN:
        return dump_read_int(r, &e->value, 0, EVENT_VALUE_MAX);
    case EVENT_SET_BOARD:
        return read_event_board(r, e);
    case EVENT_SET_CUBE:
        return dump_read_int(r, &e->value, 0, EVENT_VALUE_MAX) && read_owner(r, e);
    case EVENT_SET_SCORE:
        return dump_read_int(r, &e->score[0], 0, 1000000) && dump_read_int(r, &e->score[1], 0, 1000000);
    default:
        return true;
    }
}

static bool on_event_line(struct dump_reader *r)
{
    int player, kind = 0;
    if (!read_player(r, &player))
        return false;
    while (kind < EVENT_KINDS && !dump_accept(r, event_kind_name((enum event_kind)kind)))
        kind++;
    scan_blanks(&r->s);
    if (kind == EVENT_KINDS)
        return dump_fail(r, W_("a kind of event"));
    r->e = game_add_event(r->m, r->g, (enum event_kind)kind, player);
    r->e->place = (struct place){.line = r->lines.number, .column = 1, .offset = -1};
    r->a = NULL;
    r->level = AT_EVENT;
    if (!read_event_values(r, r->e))
        return false;
    if (dump_accept(r, "illegal"))
        r->e->flags |= EVENT_ILLEGAL;
    if (dump_accept(r, "implied"))
        r->e->flags |= EVENT_IMPLIED;
    return true;
}

static bool on_after(struct dump_reader *r)
{
    r->e->flags |= EVENT_AFTER_GIVEN;
    return read_event_board(r, r->e);
}

static bool on_text(struct dump_reader *r)
{
    return dump_read_string(r, &r->e->text);
}

static bool read_mark(struct dump_reader *r, bool undoubled)
{
    int mark;
    if (!dump_read_name(r, mark_words, MARKS, &mark))
        return false;
    if (dump_accept(r, "owner"))
        event_mark_here(r->e, undoubled, (enum mark)mark);
    else
        *(undoubled ? &r->e->undoubled_mark : &r->e->mark) = (int8_t)mark;
    return true;
}

static bool on_mark(struct dump_reader *r)
{
    return read_mark(r, false);
}

static bool on_undoubled_mark(struct dump_reader *r)
{
    return (r->e->kind <= EVENT_ROLL || dump_fail(r, W_("a roll before it"))) && read_mark(r, true);
}

static bool on_took(struct dump_reader *r)
{
    const char *text = "";
    return dump_read_string(r, &text) && (timing_of_text(text, event_time(r->m, r->e)) ||
                                          dump_fail(r, "five times in ms, '-' for one that is not known"));
}

static bool on_clock(struct dump_reader *r)
{
    const char *text = "";
    return dump_read_string(r, &text) && ((r->m->clock = clock_of_text(text, r->m->arena)) != NULL ||
                                          dump_fail(r, "a kind of clock and five numbers"));
}

static bool on_video(struct dump_reader *r)
{
    const char *text = "";
    return dump_read_string(r, &text) && ((r->m->video = video_of_text(text, r->m->arena)) != NULL ||
                                          dump_fail(r, "a kind of recording, live or recorded, an address"));
}

static bool on_comment(struct dump_reader *r)
{
    if (r->e != NULL)
        return dump_read_string(r, &r->e->comment);
    return dump_read_string(r, r->g != NULL ? &r->g->comment : &r->m->comment);
}

static bool on_property(struct dump_reader *r)
{
    if (r->e != NULL)
        return dump_read_property(r, &r->e->properties);
    return dump_read_property(r, r->g != NULL ? &r->g->properties : &r->m->properties);
}

/* ---- annotations ---- */

static bool on_note(struct dump_reader *r)
{
    int set;
    if (!dump_read_int(r, &set, 0, (int)r->m->n_sets - 1))
        return false;
    r->a = event_annotate(r->m, r->e, set);
    r->raw = &r->a->raw;
    r->stderror = NULL;
    r->rollout = NULL;
    r->level = AT_NOTE;
    return true;
}

static bool on_raw(struct dump_reader *r)
{
    return dump_read_property(r, (struct property **)(uintptr_t)r->raw);
}

static bool on_luck(struct dump_reader *r)
{
    static const char *const marks[] = {"very-unlucky", "unlucky", "-", "lucky", "very-lucky"};
    int mark;
    if (!dump_read_float(r, &r->a->luck) || !dump_read_float(r, &r->a->luck_mwc) || !dump_read_name(r, marks, 5, &mark))
        return false;
    r->a->luck_mark = (enum luck_mark)(mark + LUCK_VERY_UNLUCKY);
    return true;
}

static bool on_resigned(struct dump_reader *r)
{
    struct resigned_analysis *c = r->a->resigned = arena_alloc(r->m->arena, sizeof *c);
    return dump_read_float(r, &c->accept) && dump_read_float(r, &c->refuse);
}

static bool on_race(struct dump_reader *r)
{
    static const char *const kinds[] = {"estimated", "exact"};
    struct race_count *c = r->a->race = arena_alloc(r->m->arena, sizeof *c);
    int kind;
    for (int i = 0; i < 2; i++)
        if (!dump_read_float(r, &c->epc[i]) || !dump_read_float(r, &c->wastage[i]))
            return false;
    if (!dump_read_name(r, kinds, 2, &kind))
        return false;
    c->exact = kind == 1;
    return true;
}

static bool on_skill(struct dump_reader *r)
{
    static const char *const skills[] = {"-", "doubtful", "bad", "very-bad"};
    int play, cube;
    if (!dump_read_name(r, skills, 4, &play) || !dump_read_name(r, skills, 4, &cube))
        return false;
    r->a->play_skill = (enum skill)play;
    r->a->cube_skill = (enum skill)cube;
    return true;
}

static bool on_plays(struct dump_reader *r)
{
    struct play_analysis *p = r->a->play = arena_alloc(r->m->arena, sizeof *p);
    p->played = -1;
    r->candidates_capacity = 0;
    r->level = AT_PLAYS;
    if (!dump_read_int(r, &p->n_legal, 0, 1000000) ||
        (!dump_accept(r, "-") && !dump_read_int(r, &p->played, 0, 1000000)) || !dump_read_float(r, &p->error) ||
        !dump_read_float(r, &p->error_mwc) || (dump_accept(r, "value") && !dump_read_float(r, &p->mwc)))
        return false;
    p->irrelevant = dump_accept(r, "irrelevant");
    return !dump_accept(r, "hard") || (dump_read_float(r, &p->hard[0]) && dump_read_float(r, &p->hard[1]));
}

static bool on_candidate(struct dump_reader *r)
{
    struct play_analysis *p = r->a->play;
    p->candidates =
        arena_grow(r->m->arena, p->candidates, (size_t)p->n, &r->candidates_capacity, sizeof *p->candidates);
    struct candidate *c = &p->candidates[p->n++];
    *c = (struct candidate){.mwc = NAN};
    r->raw = &c->raw;
    r->stderror = &c->stderror;
    r->rollout = &c->rollout;
    return dump_read_play(r, &c->play) && dump_read_outcome(r, &c->outcome) && dump_expect(r, "equity") &&
           dump_read_float(r, &c->equity) && dump_expect(r, "cubeless") && dump_read_float(r, &c->cubeless) &&
           (!dump_accept(r, "value") || dump_read_float(r, &c->mwc)) && dump_read_level(r, &c->level);
}

static bool on_stderror(struct dump_reader *r)
{
    if (r->stderror == NULL)
        return dump_fail(r, W_("a candidate or branch before it"));
    struct rollout_error *e = *r->stderror = arena_alloc(r->m->arena, sizeof *e);
    e->mwc = NAN;
    return dump_read_outcome(r, &e->outcome) && dump_expect(r, "equity") && dump_read_float(r, &e->cubeful) &&
           dump_expect(r, "cubeless") && dump_read_float(r, &e->cubeless) &&
           (!dump_accept(r, "value") || dump_read_float(r, &e->mwc));
}

static bool read_players(struct dump_reader *r, const char *when, struct rollout_players *p)
{
    return !dump_accept(r, when) || (dump_read_level(r, &p->chequer) && dump_read_level(r, &p->cube));
}

static bool read_rollout_numbers(struct dump_reader *r, struct rollout_settings *s)
{
    return (!dump_accept(r, "truncation") || dump_read_int(r, &s->truncation, 0, INT_MAX)) &&
           (!dump_accept(r, "late-from") || dump_read_int(r, &s->late_from, 0, INT_MAX)) &&
           (!dump_accept(r, "min") || dump_read_int(r, &s->min_trials, 0, INT_MAX)) &&
           (!dump_accept(r, "max") || dump_read_int(r, &s->max_trials, 0, INT_MAX)) &&
           (!dump_accept(r, "seed") || dump_read_long(r, &s->seed));
}

static bool on_rollout(struct dump_reader *r)
{
    struct rollout_settings *s = arena_alloc(r->m->arena, sizeof *s);
    if (r->rollout == NULL)
        return dump_fail(r, W_("a candidate or cube before it"));
    *r->rollout = s;
    s->variance_reduction = dump_accept(r, "variance-reduction");
    s->quasi_random = dump_accept(r, "quasi-random");
    s->opening = dump_accept(r, "opening");
    s->stop_two_sided = dump_accept(r, "stop-two-sided");
    s->stop_one_sided = dump_accept(r, "stop-one-sided");
    return read_rollout_numbers(r, s) && (!dump_accept(r, "dice") || dump_read_string(r, &s->dice)) &&
           read_players(r, "early", &s->early) && read_players(r, "late", &s->late) &&
           read_players(r, "last", &s->last);
}

static bool on_cube(struct dump_reader *r)
{
    int verdict;
    struct cube_analysis *c = r->a->cube = arena_alloc(r->m->arena, sizeof *c);
    *c = (struct cube_analysis){
        .double_error = NAN, .double_error_mwc = NAN, .answer_error = NAN, .answer_error_mwc = NAN};
    r->raw = &c->raw;
    r->stderror = NULL;
    r->rollout = &c->rollout;
    r->maps = NULL;
    r->level = AT_CUBE;
    if (!dump_read_float(r, &c->nd) || !dump_read_float(r, &c->dt) || !dump_read_float(r, &c->dp) ||
        !dump_read_name(r, verdict_dump_names, VERDICTS, &verdict))
        return false;
    c->verdict = (enum cube_verdict)verdict;
    return dump_read_level(r, &c->level);
}

static bool on_errors(struct dump_reader *r)
{
    struct cube_analysis *c = r->a->cube;
    return dump_read_float(r, &c->double_error) && dump_read_float(r, &c->double_error_mwc) &&
           dump_read_float(r, &c->answer_error) && dump_read_float(r, &c->answer_error_mwc);
}

static bool on_raises(struct dump_reader *r)
{
    struct cube_raises *raises = &r->a->cube->raises;
    raises->limited = true;
    return dump_read_float(r, &raises->beaver) && dump_read_float(r, &raises->raccoon);
}

static bool on_market(struct dump_reader *r)
{
    float *market = &r->a->cube->market;
    return dump_read_float(r, market) && ((*market > 0 && *market <= 1) || dump_fail(r, "a share"));
}

static bool on_stakes(struct dump_reader *r)
{
    float read[4];
    struct cube_stakes *s = arena_alloc(r->m->arena, sizeof *s);
    for (int i = 0; i < 4; i++)
        if (!dump_read_float(r, &read[i]))
            return false;
    *s = (struct cube_stakes){NAN, (double)read[0], (double)read[1], (double)read[2], (double)read[3]};
    r->a->cube->stakes = s;
    return true;
}

static bool read_reason(struct dump_reader *r, struct reason *f)
{
    enum { COUNT_MOST = 1 << 20, ROLLS_MOST = (1 << CUBE_MAP_ROLLS) - 1 };
    int kind, rolls;
    if (!dump_read_name(r, reason_words, REASONS, &kind) || !dump_read_int(r, &f->point, 0, BOARD_BAR) ||
        !dump_read_int(r, &f->count[0], 0, COUNT_MOST) || !dump_read_int(r, &f->count[1], 0, COUNT_MOST))
        return false;
    f->kind = (enum reason_kind)kind;
    for (int i = 0; i < REASON_FIGURES; i++)
        if (!dump_read_float(r, &f->figure[i]))
            return false;
    if (!dump_read_int(r, &rolls, 0, ROLLS_MOST))
        return false;
    f->rolls = (unsigned)rolls;
    return true;
}

/* Of the play or the cube, whichever came last. */
static bool on_why(struct dump_reader *r)
{
    const struct lesson **to = r->level == AT_PLAYS ? &r->a->play->lesson : &r->a->cube->lesson;
    struct lesson *l = arena_alloc(r->m->arena, sizeof *l);
    *l = *to != NULL ? **to : (struct lesson){.n = 0};
    if (l->n == LESSON_MOST)
        return dump_fail(r, W_("no more reasons"));
    if (!read_reason(r, &l->at[l->n]))
        return false;
    l->n++;
    *to = l;
    return true;
}

static bool read_verdicts(struct dump_reader *r, unsigned char *at, size_t n)
{
    scan_blanks(&r->s);
    for (size_t i = 0; i < n; i++) {
        const char *letter = r->s.at < r->s.end ? memchr(verdict_letters, *r->s.at, VERDICTS) : NULL;
        if (letter == NULL)
            return dump_fail(r, W_("letters of verdicts"));
        at[i] = (unsigned char)(letter - verdict_letters);
        r->s.at++;
    }
    return true;
}

static bool read_letters(struct dump_reader *r, char *at, size_t n)
{
    scan_blanks(&r->s);
    for (size_t i = 0; i < n; i++, r->s.at++) {
        const char c = r->s.at < r->s.end ? *r->s.at : '\0';
        const int letter = c >= 'a' ? c - 'a' : c - 'A';
        if (c != '-' && c != '?' && (letter < 0 || letter >= SCORE_PLAYS))
            return dump_fail(r, W_("letters of plays"));
        at[i] = c;
    }
    return true;
}

/* With the lines `best-there` after it. */
static bool on_play_scores(struct dump_reader *r)
{
    struct score_plays *s = arena_alloc(r->m->arena, sizeof *s);
    if (!read_letters(r, &s->money, 1))
        return false;
    for (int i = 0; i < PLAY_MAP_AWAY; i++)
        if (!read_letters(r, s->at[i], PLAY_MAP_AWAY))
            return false;
    r->a->play->scores = r->scores = s;
    return true;
}

static bool on_best_there(struct dump_reader *r)
{
    if (r->a->play->scores == NULL || r->scores->n == SCORE_PLAYS)
        return dump_fail(r, W_("play-scores before it, and no more plays than it may have"));
    return dump_read_play(r, &r->scores->play[r->scores->n++]);
}

/* Complete with the line `rolls` after it. */
static bool on_scores(struct dump_reader *r)
{
    struct cube_maps *m = arena_alloc(r->m->arena, sizeof *m);
    r->maps = NULL;
    if (!read_verdicts(r, &m->money, 1))
        return false;
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        if (!read_verdicts(r, m->at[i], CUBE_MAP_AWAY))
            return false;
    r->maps = m;
    return true;
}

static bool on_rolls(struct dump_reader *r)
{
    if (r->maps == NULL)
        return dump_fail(r, W_("scores before it"));
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        if (!dump_read_float(r, &r->maps->roll[i]))
            return false;
    r->a->cube->maps = r->maps;
    return true;
}

static bool on_branch(struct dump_reader *r)
{
    static const char *const names[] = {"no-double", "double-take"};
    int which;
    if (!dump_read_name(r, names, 2, &which))
        return false;
    struct cube_branch *b = &r->a->cube->branch[which];
    r->stderror = &b->stderror;
    return dump_read_outcome(r, &b->outcome) && dump_expect(r, "cubeless") && dump_read_float(r, &b->cubeless) &&
           dump_expect(r, "value") && dump_read_float(r, &b->mwc);
}

/* ---- the table ---- */

static const struct keyword {
    const char *word;
    enum dump_level from, to; /* levels at which it may stand */
    bool (*read)(struct dump_reader *r);
} keywords[] = {
    {"candidate", AT_PLAYS, AT_PLAYS, on_candidate},
    {"note", AT_EVENT, AT_CUBE, on_note},
    {"luck", AT_NOTE, AT_NOTE, on_luck},
    {"resigned", AT_NOTE, AT_NOTE, on_resigned},
    {"race", AT_NOTE, AT_NOTE, on_race},
    {"skill", AT_NOTE, AT_NOTE, on_skill},
    {"plays", AT_NOTE, AT_NOTE, on_plays},
    {"cube", AT_NOTE, AT_PLAYS, on_cube},
    {"branch", AT_CUBE, AT_CUBE, on_branch},
    {"errors", AT_CUBE, AT_CUBE, on_errors},
    {"why", AT_PLAYS, AT_CUBE, on_why},
    {"play-scores", AT_PLAYS, AT_PLAYS, on_play_scores},
    {"best-there", AT_PLAYS, AT_PLAYS, on_best_there},
    {"raises", AT_CUBE, AT_CUBE, on_raises},
    {"market", AT_CUBE, AT_CUBE, on_market},
    {"stakes", AT_CUBE, AT_CUBE, on_stakes},
    {"scores", AT_CUBE, AT_CUBE, on_scores},
    {"rolls", AT_CUBE, AT_CUBE, on_rolls},
    {"stderror", AT_PLAYS, AT_CUBE, on_stderror},
    {"rollout", AT_PLAYS, AT_CUBE, on_rollout},
    {"raw", AT_NOTE, AT_CUBE, on_raw},
    {"comment", AT_MATCH, AT_EVENT, on_comment},
    {"property", AT_MATCH, AT_EVENT, on_property},
    {"text", AT_EVENT, AT_EVENT, on_text},
    {"mark", AT_EVENT, AT_EVENT, on_mark},
    {"undoubled-mark", AT_EVENT, AT_EVENT, on_undoubled_mark},
    {"took", AT_EVENT, AT_EVENT, on_took},
    {"after", AT_EVENT, AT_EVENT, on_after},
    {"result", AT_GAME, AT_CUBE, on_result},
    {"game", AT_MATCH, AT_MATCH, on_game},
    {"score", AT_GAME, AT_GAME, on_score},
    {"crawford-game", AT_GAME, AT_GAME, on_crawford_game},
    {"automatic-doubles", AT_GAME, AT_GAME, on_automatic_doubles},
    {"format", AT_MATCH, AT_MATCH, on_format},
    {"generator", AT_MATCH, AT_MATCH, on_generator},
    {"length", AT_MATCH, AT_MATCH, on_length},
    {"variant", AT_MATCH, AT_MATCH, on_variant},
    {"rules", AT_MATCH, AT_MATCH, on_rules},
    {"player", AT_MATCH, AT_MATCH, on_player},
    {"rating", AT_MATCH, AT_MATCH, on_rating},
    {"experience", AT_MATCH, AT_MATCH, on_experience},
    {"date", AT_MATCH, AT_MATCH, on_date},
    {"event", AT_MATCH, AT_MATCH, on_event},
    {"round", AT_MATCH, AT_MATCH, on_round},
    {"place", AT_MATCH, AT_MATCH, on_place},
    {"annotator", AT_MATCH, AT_MATCH, on_annotator},
    {"site", AT_MATCH, AT_MATCH, on_site},
    {"match-id", AT_MATCH, AT_MATCH, on_match_id},
    {"time", AT_MATCH, AT_MATCH, on_time},
    {"clock", AT_MATCH, AT_MATCH, on_clock},
    {"video", AT_MATCH, AT_MATCH, on_video},
    {"set", AT_MATCH, AT_MATCH, on_set},
};

/* The boards that candidates lead to are not written: replay gives the board they start from. */
static void place_candidates(struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++) {
        struct walk w;
        for (walk_begin(&w, m, &m->games[i]); walk_next(&w);)
            for (const struct annotation *a = w.event->annotations; a != NULL; a = a->next)
                for (int k = 0; a->play != NULL && k < a->play->n; k++) {
                    struct candidate *c = &a->play->candidates[k];
                    c->after = w.before.board;
                    board_play(&w.before.board, &c->play, &c->after);
                }
    }
}

static void check_played(struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++)
        for (size_t k = 0; k < m->games[i].n_events; k++)
            for (const struct annotation *a = m->games[i].events[k].annotations; a != NULL; a = a->next)
                if (a->play != NULL && a->play->played >= a->play->n)
                    a->play->played = -1;
}

static void close_match(struct dump_reader *r)
{
    struct match *m = r->m;
    r->m = NULL;
    r->g = NULL;
    r->e = NULL;
    r->a = NULL;
    r->level = AT_FILE;
    if (m == NULL)
        return;
    if (r->failed) {
        match_free(m);
        return;
    }
    check_played(m);
    place_candidates(m);
    match_hand_on(m, r->out);
}

static void open_match(struct dump_reader *r)
{
    if (r->m != NULL && !r->failed)
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, 1, "a new match, expected \"end\" of the one before");
    close_match(r);
    r->failed = false;
    r->m = match_new();
    r->level = AT_MATCH;
}

static bool read_keyword(struct dump_reader *r)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const struct keyword *k = &keywords[i];
        struct scan before = r->s;
        if (!dump_accept(r, k->word))
            continue;
        if (r->level >= k->from && r->level <= k->to)
            return k->read(r) && dump_end_of_line(r);
        r->s = before;
        scan_blanks(&r->s);
        return dump_fail(r, W_("a line that is allowed here"));
    }
    scan_blanks(&r->s);
    return dump_fail(r, W_("a keyword of this format"));
}

static bool read_version(struct dump_reader *r)
{
    int version;
    if (!dump_expect(r, "kibitzer-dump") || !dump_read_int(r, &version, VERSION, VERSION))
        return false;
    return dump_end_of_line(r);
}

static void read_line(struct dump_reader *r)
{
    r->s = scan_of(r->lines.line);
    scan_blanks(&r->s);
    if (r->s.at == r->s.end || *r->s.at == '#')
        return;
    if (r->m == NULL && !r->failed && span_starts_nocase(scan_rest(&r->s), "kibitzer-dump ")) {
        read_version(r); /* dumps put one after the other */
        return;
    }
    bool event = *r->s.at == '0' || *r->s.at == '1';
    if (dump_accept(r, "match")) {
        open_match(r);
        dump_end_of_line(r);
    } else if (r->failed) {
        return;
    } else if (r->m == NULL) {
        dump_fail(r, "\"match\"");
    } else if (dump_accept(r, "end")) {
        if (r->g != NULL)
            dump_fail(r, W_("the result of the game before"));
        dump_end_of_line(r);
        close_match(r);
    } else if (event && r->level >= AT_GAME) {
        if (on_event_line(r))
            dump_end_of_line(r);
    } else {
        read_keyword(r);
    }
}

bool dump_read(struct span text, struct receiver *out, struct diags *d)
{
    struct dump_reader r = {.out = out, .d = d};
    size_t before = out->n;
    lines_begin(&r.lines, text);
    lines_next(&r.lines);
    r.s = scan_of(r.lines.line);
    if (!read_version(&r))
        return false;
    while (lines_next(&r.lines))
        read_line(&r);
    if (r.m != NULL && !r.failed)
        diag_at(d, SEVERITY_WARNING, r.lines.number, 1, "the file ends here, expected \"end\": it was truncated");
    close_match(&r);
    if (out->n == before && d->n_errors == 0)
        diag_at(d, SEVERITY_ERROR, r.lines.number, 1, "no match in this dump, expected \"match\"");
    return out->n > before;
}

int dump_sniff(struct span head)
{
    return span_starts_nocase(head, "kibitzer-dump ") ? 100 : 0;
}
