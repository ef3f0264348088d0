/* Facts of records; see facts.h. Events are numbered by those that every format of games holds:
 * takes, set-ups, resignations and remarks belong to the number before them. */
#include "facts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "export/export.h"
#include "export/record/position.h"
#include "format/posid.h"
#include "match/walk.h"

/* ORDER FACT: as notes say it, one and many; NULL = never lost by itself. */
static const struct {
    const char *one, *many;
} words[FACT_KINDS] = {
    [FACT_NAMES] = {"name", "names"},
    [FACT_LENGTH] = {"match length", "match length"},
    [FACT_SCORES] = {"score", "scores"},
    [FACT_CRAWFORD] = {"mark of the Crawford game", "marks of the Crawford game"},
    [FACT_RULES] = {"rule", "rules"},
    [FACT_RATINGS] = {"rating", "ratings"},
    [FACT_MATCH_FACTS] = {"fact about the match", "facts about the match"},
    [FACT_MATCH_COMMENT] = {"match comment", "match comments"},
    [FACT_COMMENTS] = {"comment", "comments"},
    [FACT_PROPERTIES] = {"property of another format", "properties of other formats"},
    [FACT_SIGNATURES] = {"signature", "signatures"},
    [FACT_TIMES] = {"time of 1 decision", "times of %d decisions"},
    [FACT_CLOCK] = {"fact about clock or recording", "facts about clock or recording"},
    [FACT_OTHER_SETS] = {"further annotation set", "further annotation sets"},
    [FACT_ANALYSIS] = {"analysed decision", "analysed decisions"},
    [FACT_LEVELS] = {"level's name", "levels' names"},
    [FACT_ROLLOUTS] = {"rollout's details", "rollouts' details"},
    [FACT_LESSONS] = {"reason of an error", "reasons of errors"},
    [FACT_MAPS] = {"set of maps", "sets of maps"},
    [FACT_ANALYSIS_WORDS] = {"the source's words on 1 evaluation", "the source's words on %d evaluations"},
    [FACT_FIGURES] = {"figures of 1 decision in part", "figures of %d decisions in part"},
    [FACT_LUCK] = {"luck", "luck"},
    [FACT_MARKS] = {"mark", "marks"},
    [FACT_START_POSITIONS] = {"starting position", "starting positions"},
    [FACT_SET_UPS] = {"set-up within a game", "set-ups within games"},
    [FACT_SET_DICE] = {"roll set by hand", "rolls set by hand"},
    [FACT_ILLEGAL_BOARDS] = {"position after an illegal play", "positions after illegal plays"},
    [FACT_REFUSALS] = {"refused resignation", "refused resignations"},
    [FACT_RESIGNATIONS] = {"resignation", "resignations"},
    [FACT_AUTOMATIC_DOUBLES] = {"automatic double", "automatic doubles"},
    [FACT_ENDINGS] = {"way a game ended", "ways games ended"},
    [FACT_WORDS] = {"wording of an illegal play", "wordings of illegal plays"},
    [FACT_OFFERS] = {"offer", "offers"},
    [FACT_RESULTS] = {"result by resignation", "results by resignation"},
};

const char *fact_kind_name(enum fact_kind kind)
{
    return words[kind].many != NULL ? words[kind].many : "course of play";
}

/* ---- gathering ---- */

static struct fact *add(struct facts *f, enum fact_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static struct fact *add(struct facts *f, enum fact_kind kind, const char *format, ...)
{
    char *line = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&line, format, args) < 0)
        abort();
    va_end(args);
    f->at = arena_grow(f->arena, f->at, f->n, &f->capacity, sizeof *f->at);
    struct fact *last = &f->at[f->n++];
    *last = (struct fact){.kind = kind, .text = arena_strdup(f->arena, line)};
    free(line);
    return last;
}

static void value(struct fact *f, float x)
{
    f->value[f->n++] = x;
}

/* Text as every format can have it: valid UTF-8, control characters as blanks, none at the ends of lines. */
static const char *plain(struct facts *f, const char *text)
{
    struct strbuf clean = {0};
    size_t kept = 0, solid = 0; /* solid: behind the last character of the line that is not a blank */
    utf8_clean(&clean, text);
    for (size_t i = 0; i < clean.length; i++) {
        char c = clean.at[i];
        bool blank = ((unsigned char)c < 0x20 && c != '\n') || c == 0x7F || c == ' ';
        if (c == '\n')
            kept = solid;
        clean.at[kept++] = blank ? ' ' : c;
        solid = blank ? solid : kept;
    }
    const char *copy = arena_strndup(f->arena, strbuf_text(&clean), solid);
    strbuf_done(&clean);
    return copy;
}

static void optional(struct facts *f, enum fact_kind kind, const char *name, const char *text)
{
    if (text != NULL)
        add(f, kind, "%s \"%s\"", name, plain(f, text));
}

/* What is off follows from the game that is played, which is a fact among the rules: formats of positions do not say
 * it. */
static const char *board_words(const struct board *b, char out[POSITION_ID_LENGTH + 1])
{
    position_id(b, out);
    return out;
}

/* Raw values of SGF may have their brackets escaped. */
static const char *raw(struct facts *f, const char *text)
{
    char *copy = arena_strdup(f->arena, plain(f, text)), *end = copy;
    for (const char *at = copy; *at != '\0'; at++)
        if (*at != '\\')
            *end++ = *at;
    *end = '\0';
    return copy;
}

/* Without the ID of the analysis that an annotation of OGXM speaks of, which is another one where that has changed. */
static const char *without_id(struct facts *f, const struct property *p, const char *value)
{
    enum { ID_DIGITS = 32 };
    const size_t length = strlen(value);
    const bool annotation = p->format != NULL && strcmp(p->format, "ogxm") == 0 && strcmp(p->name, "annotation") == 0;
    unsigned mask[2] = {0};
    if (!annotation || length <= ID_DIGITS || sscanf(value, "%2x%2x", &mask[0], &mask[1]) != 2 ||
        !(mask[0] & 128 && mask[1] & 1))
        return value;
    return arena_strndup(f->arena, value, length - ID_DIGITS);
}

static void properties(struct facts *f, enum fact_kind kind, const char *where, const struct property *p)
{
    for (; p != NULL; p = p->next) {
        struct strbuf text = {0};
        for (size_t i = 0; i < p->n_values; i++)
            strbuf_printf(&text, "%s \"%s\"", i > 0 ? "," : "", raw(f, without_id(f, p, p->values[i])));
        if (p->n_values == 0)
            strbuf_puts(&text, " \"\"");
        const char *format = p->format != NULL ? p->format : "*";
        if (strcmp(format, "ogxm") == 0 && (strcmp(p->name, "source") == 0 || strncmp(p->name, "analysis ", 9) == 0))
            continue; /* the format that a file was made from; heads of analyses, which name what they are about */
        bool root = strcmp(where, "match") == 0 && strcmp(format, "sgf") == 0; /* SGF's roots are those of games */
        add(f, property_is_signature(p) ? FACT_SIGNATURES : kind, "%s %s:%s%s", root ? "game 1" : where, format,
            p->name, strbuf_text(&text));
        strbuf_done(&text);
    }
}

/* ---- the match ---- */

static void rules(struct facts *f, const struct rules *r, int length)
{
    add(f, FACT_RULES, "variant %d, cube %d", r->variant, r->cube);
    if (length > 0)
        add(f, FACT_RULES, "crawford %d", r->crawford);
    else
        add(f, FACT_RULES, "jacoby %d beavers %d automatic %d", r->jacoby, r->beavers, r->automatic);
}

static void names(struct facts *f, const struct match *m)
{
    for (int who = 0; who < 2; who++)
        add(f, FACT_NAMES, "name %d \"%s\"", who, plain(f, m->player[who].name));
}

static void match_facts(struct facts *f, const struct match *m)
{
    const struct match_info *i = &m->info;
    names(f, m);
    add(f, FACT_LENGTH, "length %d", m->length);
    rules(f, &m->rules, m->length);
    if (m->length == 0)
        add(f, FACT_RULES, "jacoby known %d", m->jacoby_known || m->rules.jacoby);
    for (int who = 0; who < 2; who++) {
        optional(f, FACT_RATINGS, who == 0 ? "rating 0" : "rating 1", m->player[who].rating);
        optional(f, FACT_RATINGS, who == 0 ? "experience 0" : "experience 1", m->player[who].experience);
    }
    optional(f, FACT_MATCH_FACTS, "date", i->date);
    optional(f, FACT_MATCH_FACTS, "event", i->event);
    optional(f, FACT_MATCH_FACTS, "round", i->round);
    optional(f, FACT_MATCH_FACTS, "place", i->place);
    optional(f, FACT_MATCH_FACTS, "annotator", i->annotator);
    optional(f, FACT_MATCH_FACTS, "site", i->site);
    optional(f, FACT_MATCH_FACTS, "match id", i->match_id);
    optional(f, FACT_MATCH_FACTS, "time", i->time);
    optional(f, FACT_MATCH_COMMENT, "comment", m->comment);
    struct strbuf text = {0};
    if (m->clock != NULL) {
        clock_put(m->clock, &text);
        optional(f, FACT_CLOCK, "clock", strbuf_text(&text));
    }
    strbuf_clear(&text);
    if (m->video != NULL) {
        video_put(m->video, &text);
        optional(f, FACT_CLOCK, "recording", strbuf_text(&text));
    }
    strbuf_done(&text);
    properties(f, FACT_PROPERTIES, "match", m->properties);
}

static void set_facts(struct facts *f, enum fact_kind kind, const struct annotation_set *s)
{
    struct fact *t = add(f, kind, "engine \"%s\" own %d", s->engine != NULL ? s->engine : "", s->own);
    for (int i = 0; i < 3; i++)
        value(t, s->threshold[i]);
    optional(f, kind, "version", s->version);
    optional(f, kind, "level", s->level);
    optional(f, kind, "settings", s->settings);
    optional(f, kind, "met", s->met);
}

/* ---- annotations ---- */

/* Where an annotation stands. */
struct spot {
    struct facts *f;
    const struct match *m;
    const struct walk *w;
    char text[64];
    bool last; /* of the last set: that is the one that writers show */
};

static enum fact_kind kind_in(const struct spot *s, enum fact_kind kind)
{
    return s->last ? kind : FACT_OTHER_SETS;
}

static void outcome(struct fact *t, const struct outcome *o)
{
    value(t, o->win);
    value(t, o->win_gammon);
    value(t, o->win_backgammon);
    value(t, o->lose_gammon);
    value(t, o->lose_backgammon);
}

static void level(struct spot *s, const char *of, const struct eval_level *l, enum fact_kind kind)
{
    struct fact *t = add(s->f, kind_in(s, kind), "%s %s level %d %d-ply cubeful %d \"%s\"", s->text, of, l->kind,
                         l->plies, l->cubeful, l->name != NULL ? l->name : "");
    value(t, l->noise);
    if (l->trials != 0)
        add(s->f, kind_in(s, FACT_ROLLOUTS), "%s %s trials %d", s->text, of, l->trials);
}

static void players(struct spot *s, const char *of, const char *which, const struct rollout_players *p)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s chequer", of, which);
    level(s, name, &p->chequer, FACT_ROLLOUTS);
    snprintf(name, sizeof name, "%s %s cube", of, which);
    level(s, name, &p->cube, FACT_ROLLOUTS);
}

static void settings(struct spot *s, const char *of, const struct rollout_settings *r)
{
    if (r == NULL)
        return;
    add(s->f, kind_in(s, FACT_ROLLOUTS), "%s %s rollout %d%d%d%d%d truncated %d late %d trials %d %d seed %lld \"%s\"",
        s->text, of, r->variance_reduction, r->quasi_random, r->opening, r->stop_two_sided, r->stop_one_sided,
        r->truncation, r->late_from, r->min_trials, r->max_trials, (long long)r->seed, r->dice != NULL ? r->dice : "");
    players(s, of, "early", &r->early);
    if (r->late_from > 0)
        players(s, of, "late", &r->late);
    if (r->truncation > 0)
        players(s, of, "last", &r->last);
}

static void errors_of_rollout(struct spot *s, const char *of, const struct rollout_error *e)
{
    if (e == NULL)
        return;
    struct fact *t = add(s->f, kind_in(s, FACT_ROLLOUTS), "%s %s standard errors", s->text, of);
    outcome(t, &e->outcome);
    value(t, e->cubeless);
    value(t, s->m->length > 0 ? e->mwc : e->cubeful); /* what SGF holds; the other follows */
}

/* The source's words for a rollout repeat what was understood of them; whether they are kept depends on the program
 * that wrote the file. */
static void words_kept(struct spot *s, const struct eval_level *l, const struct property *raw_words)
{
    if (l->kind != EVAL_ROLLOUT)
        properties(s->f, kind_in(s, FACT_ANALYSIS_WORDS), s->text, raw_words);
}

static void candidate(struct spot *s, int i, const struct candidate *c)
{
    struct board after = {0};
    char id[POSITION_ID_LENGTH + 1], of[32];
    snprintf(of, sizeof of, "candidate %d", i);
    board_play(&s->w->before.board, &c->play, &after);
    struct fact *t = add(s->f, kind_in(s, FACT_ANALYSIS), "%s %s %s", s->text, of, board_words(&after, id));
    value(t, c->equity);
    outcome(add(s->f, kind_in(s, FACT_FIGURES), "%s %s chances", s->text, of), &c->outcome);
    level(s, of, &c->level, FACT_LEVELS);
    errors_of_rollout(s, of, c->stderror);
    settings(s, of, c->rollout);
    words_kept(s, &c->level, c->raw);
}

static void cube(struct spot *s, const struct cube_analysis *c)
{
    bool match = s->m->length > 0;
    for (int i = 0; i < 2; i++) {
        char of[32];
        snprintf(of, sizeof of, "cube branch %d", i);
        struct fact *t = add(s->f, kind_in(s, FACT_ANALYSIS), "%s %s", s->text, of);
        value(t, match ? c->branch[i].mwc : i == 0 ? c->nd : c->dt);
        if (match)
            value(t, i == 0 ? c->nd : c->dt);
        t->either = match;
        struct fact *figures = add(s->f, kind_in(s, FACT_FIGURES), "%s %s chances", s->text, of);
        outcome(figures, &c->branch[i].outcome);
        value(figures, c->branch[i].cubeless);
        errors_of_rollout(s, of, c->branch[i].stderror);
    }
    level(s, "cube", &c->level, FACT_LEVELS);
    settings(s, "cube", c->rollout);
    words_kept(s, &c->level, c->raw);
}

static void lesson(struct spot *s, const char *of, const struct lesson *l)
{
    for (int i = 0; l != NULL && i < l->n; i++) {
        const struct reason *x = &l->at[i];
        struct fact *t = add(s->f, kind_in(s, FACT_LESSONS), "%s %s why %s %d %d %d %u", s->text, of,
                             reason_words[x->kind], x->point, x->count[0], x->count[1], x->rolls);
        for (int k = 0; k < REASON_FIGURES; k++)
            value(t, x->figure[k]);
    }
}

static void annotation(struct spot *s, const struct annotation *a)
{
    for (int i = 0; a->play != NULL && i < a->play->n; i++)
        candidate(s, i, &a->play->candidates[i]);
    if (a->play != NULL)
        add(s->f, kind_in(s, FACT_ANALYSIS), "%s played %d", s->text, a->play->played);
    if (a->play != NULL)
        lesson(s, "play", a->play->lesson);
    if (a->cube != NULL) {
        lesson(s, "cube", a->cube->lesson);
        cube(s, a->cube);
    }
    if (!isnan(a->luck))
        value(add(s->f, kind_in(s, FACT_LUCK), "%s luck", s->text), a->luck);
    if (!s->last && (a->luck_mark != LUCK_NONE || a->play_skill != SKILL_NONE || a->cube_skill != SKILL_NONE))
        add(s->f, FACT_OTHER_SETS, "%s marks %d %d %d", s->text, a->luck_mark, a->play_skill, a->cube_skill);
    if (a->raw != NULL && (a->raw->format == NULL || strcmp(a->raw->format, "ogxm") != 0))
        properties(s->f, kind_in(s, FACT_ANALYSIS_WORDS), s->text, a->raw); /* OGXM's repeat what was understood */
}

/* Of the set that is shown, and by hand. A bad mark by hand on what the set does not mark is one of these: what has no
 * figure is by hand wherever it is read. */
static void marks(struct facts *f, const char *where, const struct match *m, const struct event *e)
{
    const struct annotation *a = event_annotation(e, (int)m->n_sets - 1);
    const bool roll = e->kind == EVENT_PLAY || e->kind == EVENT_ROLL;
    int play = a != NULL ? (int)a->play_skill : 0, cube = a != NULL ? (int)a->cube_skill : 0;
    const int luck = a != NULL ? (int)a->luck_mark : 0;
    int *slot = roll ? &play : &cube, by_hand = e->mark;
    if (*slot == 0 && by_hand <= MARK_VERY_BAD)
        *slot = by_hand, by_hand = 0;
    if (luck != 0 || play != 0 || cube != 0)
        add(f, FACT_MARKS, "%s marks %d %d %d", where, luck, play, cube)->loose =
            luck == 0 && (a == NULL || (a->play == NULL && a->cube == NULL));
    if (by_hand != 0)
        add(f, FACT_MARKS, "%s by hand %d", where, by_hand)->loose = true;
}

/* ---- events ---- */

/* Gathered over a game: comments at one place are given as one. */
struct course {
    struct facts *f;
    const struct match *m;
    size_t game;
    int number; /* of the last event that counts */
    bool begun; /* something was played */
    bool set_up; /* a position was set up before */
    struct strbuf comment;
    int comment_number;
};

static void times(const struct course *c, const struct event *e)
{
    struct strbuf text = {0};
    if (e->timing != NULL) {
        timing_put(e->timing, &text);
        add(c->f, FACT_TIMES, "game %zu event %d %s took %s", c->game, c->number, event_kind_name(e->kind),
            strbuf_text(&text));
    }
    strbuf_done(&text);
}

static void flush_comment(struct course *c)
{
    if (c->comment.length != 0)
        add(c->f, FACT_COMMENTS, "game %zu event %d \"%s\"", c->game, c->comment_number, plain(c->f, c->comment.at));
    strbuf_clear(&c->comment);
}

static void comment(struct course *c, const char *text)
{
    if (text == NULL)
        return;
    if (c->number != c->comment_number)
        flush_comment(c);
    c->comment_number = c->number;
    strbuf_puts(&c->comment, c->comment.length != 0 ? "\n" : "");
    strbuf_puts(&c->comment, text);
}

/* Dice at the end of a game are where it stands, however they came there. */
static bool is_last_roll(const struct game *g, const struct event *e)
{
    return e->kind == EVENT_SET_DICE && e == &g->events[g->n_events - 1];
}

static bool counts(const struct game *g, const struct event *e)
{
    return is_last_roll(g, e) || e->kind == EVENT_PLAY || e->kind == EVENT_ROLL || e->kind == EVENT_DOUBLE ||
           e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON || e->kind == EVENT_DROP;
}

/* The position that a game begins with, where it is not the usual one. */
static void start_position(struct course *c, const struct position *p, const struct game *g)
{
    struct position usual;
    struct board b = p->board;
    char id[POSITION_ID_LENGTH + 1];
    position_start(&usual, &c->m->rules, c->m->length, g->score, g->crawford_game);
    if (p->on_roll != 0)
        board_flip(&b, &b);
    bool cube = p->cube != 1 << g->automatic_doubles || p->cube_owner != CUBE_CENTRED;
    if (c->set_up && (cube || !board_equal(&b, &usual.board)))
        add(c->f, FACT_START_POSITIONS, "game %zu begins with board %s, cube %d of %d", c->game, board_words(&b, id),
            p->cube, p->cube_owner);
    c->set_up = false;
}

static void set_up(struct course *c, const struct event *e)
{
    char id[POSITION_ID_LENGTH + 1];
    enum fact_kind kind = c->begun ? FACT_SET_UPS : FACT_START_POSITIONS;
    c->set_up = c->set_up || !c->begun;
    if (!c->begun && e->kind != EVENT_SET_DICE && e->kind != EVENT_SET_SCORE)
        return;
    if (e->kind == EVENT_SET_BOARD)
        add(c->f, kind, "game %zu event %d board of %d %s", c->game, c->number, e->player,
            board_words(event_board(e), id));
    else if (e->kind == EVENT_SET_CUBE)
        add(c->f, kind, "game %zu event %d cube %d of %d", c->game, c->number, e->value, e->owner);
    else if (e->kind == EVENT_SET_SCORE)
        add(c->f, kind, "game %zu event %d score %d %d", c->game, c->number, e->score[0], e->score[1]);
    else
        add(c->f, FACT_SET_DICE, "game %zu event %d dice of %d %d%d", c->game, c->number, e->player, e->dice[0],
            e->dice[1]);
}

static void resignation(struct course *c, const struct walk *w)
{
    const struct event *e = w->event;
    bool refused = e->kind == EVENT_RESIGN && w->index + 1 < w->game->n_events && e[1].kind == EVENT_RESIGN_REFUSE;
    bool accepted = e->kind == EVENT_RESIGN && w->index + 1 < w->game->n_events && e[1].kind == EVENT_RESIGN_ACCEPT;
    if (e->kind == EVENT_RESIGN_REFUSE)
        return;
    enum fact_kind kind = refused ? FACT_REFUSALS : accepted ? FACT_ENDINGS : FACT_RESIGNATIONS;
    if (e->kind == EVENT_RESIGN)
        add(c->f, kind, "game %zu event %d resign %d by %d", c->game, c->number, e->value, e->player);
}

static void played(struct course *c, const struct walk *w)
{
    const struct event *e = w->event;
    char id[POSITION_ID_LENGTH + 1];
    bool given = e->kind == EVENT_PLAY && (e->flags & EVENT_AFTER_GIVEN);
    const char *board = board_words(e->kind == EVENT_PLAY ? &w->played : &w->after.board, id);
    const char *kind = event_kind_name(e->kind == EVENT_SET_DICE ? EVENT_ROLL : e->kind);
    int low = e->dice[0] < e->dice[1] ? e->dice[0] : e->dice[1], high = e->dice[0] + e->dice[1] - low;
    add(c->f, e->kind == EVENT_DROP ? FACT_ENDINGS : FACT_COURSE,
        "game %zu event %d %s of %d, roll %d%d, board %s, cube %d of %d, offer %d%s", c->game, c->number, kind,
        e->player, high, low, board, w->after.cube, w->after.cube_owner, w->after.offer,
        e->flags & EVENT_ILLEGAL ? ", illegal" : "");
    if (e->kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) && e->play.n <= 0 && !given && e->text != NULL)
        add(c->f, FACT_WORDS, "game %zu event %d \"%s\"", c->game, c->number, plain(c->f, e->text));
}

static void event(struct course *c, const struct walk *w)
{
    const struct event *e = w->event;
    if (counts(w->game, e)) {
        if (!c->begun)
            start_position(c, &w->before, w->game);
        c->number += e->kind != EVENT_DROP; /* a way to end a game, in which nothing else is played */
        c->begun = true;
        played(c, w);
    } else if (e->kind >= EVENT_SET_BOARD && e->kind <= EVENT_SET_SCORE) {
        set_up(c, e);
    } else if (e->kind >= EVENT_RESIGN && e->kind <= EVENT_RESIGN_REFUSE) {
        resignation(c, w);
    }
    struct spot s = {.f = c->f, .m = c->m, .w = w};
    for (const struct annotation *a = e->annotations; a != NULL; a = a->next) {
        s.last = a->set == (int)c->m->n_sets - 1;
        snprintf(s.text, sizeof s.text, "game %zu event %d %s", c->game, c->number,
                 event_kind_name(is_last_roll(w->game, e) ? EVENT_ROLL : e->kind));
        annotation(&s, a);
    }
    comment(c, e->comment);
    snprintf(s.text, sizeof s.text, "game %zu event %d %s", c->game, c->number,
             event_kind_name(is_last_roll(w->game, e) ? EVENT_ROLL : e->kind));
    marks(c->f, s.text, c->m, e);
    snprintf(s.text, sizeof s.text, "game %zu event %d", c->game, c->number);
    properties(c->f, FACT_PROPERTIES, s.text, e->properties);
}

static void game(struct facts *f, const struct match *m, size_t index)
{
    const struct game *g = &m->games[index];
    struct course c = {.f = f, .m = m, .game = index + 1};
    struct walk w;
    char where[32];
    snprintf(where, sizeof where, "game %zu", index + 1);
    add(f, FACT_SCORES, "%s number %d score %d-%d", where, g->number, g->score[0], g->score[1]);
    if (m->length > 0)
        add(f, FACT_CRAWFORD, "%s crawford %d", where, g->crawford_game);
    if (g->automatic_doubles != 0)
        add(f, FACT_AUTOMATIC_DOUBLES, "%s %d automatic doubles", where, g->automatic_doubles);
    comment(&c, g->comment);
    properties(f, FACT_PROPERTIES, where, g->properties);
    for (walk_begin(&w, m, g); walk_next(&w);) {
        event(&c, &w);
        times(&c, w.event);
    }
    if (!c.begun)
        start_position(&c, &w.replay.now, g);
    flush_comment(&c);
    strbuf_done(&c.comment);
    const bool capped = m->length > 0 && w.winner == g->winner && g->points < w.points &&
                        position_away(&w.after, g->winner) == g->points; /* sites count what the match needs */
    if (capped)
        add(f, FACT_SCORES, "%s counted %d", where, g->points);
    add(f, FACT_COURSE, "%s result %d %d, %d events", where, g->winner, capped ? w.points : g->points, c.number);
    add(f, FACT_ENDINGS, "%s ended %d", where, g->ending);
}

/* ---- the whole ---- */

static int by_text(const void *a, const void *b)
{
    const struct fact *x = a, *y = b;
    return x->kind != y->kind ? (int)x->kind - (int)y->kind : strcmp(x->text, y->text);
}

static void sort(struct facts *f)
{
    if (f->n > 1)
        qsort(f->at, f->n, sizeof *f->at, by_text);
}

void facts_of(struct facts *f, const struct match *m)
{
    *f = (struct facts){.arena = arena_new()};
    match_facts(f, m);
    bool any[FACT_KINDS] = {false};
    for (size_t i = 0; i < m->n_games; i++)
        game(f, m, i);
    for (size_t i = 0; i < f->n; i++)
        any[f->at[i].kind] = any[f->at[i].kind] || !f->at[i].loose;
    for (size_t i = 0; i + 1 < m->n_sets; i++)
        set_facts(f, FACT_OTHER_SETS, &m->sets[i]);
    enum fact_kind kind = any[FACT_ANALYSIS] ? FACT_ANALYSIS : any[FACT_LUCK] ? FACT_LUCK : FACT_MARKS;
    if (any[kind] && m->n_sets > 0) /* the annotator goes with the annotations */
        set_facts(f, kind, &m->sets[m->n_sets - 1]);
    sort(f);
}

/* What a game says by its events, and a position by itself. */
static bool is_of_course(enum fact_kind k)
{
    return k == FACT_COURSE || k == FACT_LENGTH || k == FACT_SCORES || k == FACT_CRAWFORD || k == FACT_RULES ||
           k == FACT_START_POSITIONS || k == FACT_SET_UPS || k == FACT_SET_DICE || k == FACT_REFUSALS ||
           k == FACT_RESIGNATIONS || k == FACT_AUTOMATIC_DOUBLES || k == FACT_ENDINGS || k == FACT_WORDS;
}

static bool is_of_surroundings(enum fact_kind k)
{
    return k == FACT_NAMES || k == FACT_RATINGS || k == FACT_MATCH_FACTS || k == FACT_MATCH_COMMENT;
}

void facts_of_position(struct facts *f, const struct match *m, bool alone)
{
    size_t kept = 0;
    facts_of(f, m);
    for (size_t i = 0; i < f->n; i++)
        if (alone ? !is_of_course(f->at[i].kind) : is_of_surroundings(f->at[i].kind))
            f->at[kept++] = f->at[i];
    f->n = kept;
    struct export_options o;
    struct position p;
    char id[POSITION_ID_LENGTH + 1];
    export_defaults(&o);
    if (export_position(m, &o, &p)) {
        struct board b = p.board;
        if (p.on_roll != 0)
            board_flip(&b, &b);
        add(f, FACT_COURSE, "board %s, %d on roll, cube %d of %d", board_words(&b, id), p.on_roll, p.cube,
            p.cube_owner);
        add(f, FACT_SET_DICE, "dice %d%d", p.dice[0] > p.dice[1] ? p.dice[0] : p.dice[1],
            p.dice[0] > p.dice[1] ? p.dice[1] : p.dice[0]);
        add(f, FACT_OFFERS, "offer %d resigned %d", p.offer, p.resigned);
        add(f, FACT_LENGTH, "length %d", p.length);
        add(f, FACT_SCORES, "score %d-%d", p.score[0], p.score[1]);
        if (p.length > 0)
            add(f, FACT_CRAWFORD, "crawford %d", p.crawford_game);
        rules(f, &p.rules, p.length);
    }
    sort(f);
}

void facts_done(struct facts *f)
{
    arena_free(f->arena);
    *f = (struct facts){0};
}

/* ---- comparing ---- */

static bool is_near(double x, double y, double rounding)
{
    return fabs(x - y) <= 1.1e-5 + rounding + 1e-6 * fabs(x);
}

/* Chances of winning the match and equities: a table makes one of the other. */
static bool either_equal(const struct fact *a, const struct fact *b, double rounding)
{
    bool known = false, common = false;
    for (int i = 0; i < a->n; i++) {
        const double x = a->value[i], y = b->value[i];
        known = known || !isnan(x) || !isnan(y);
        if (isnan(x) || isnan(y))
            continue;
        common = true;
        if (!is_near(x, y, rounding))
            return false;
    }
    return common || !known;
}

static bool values_equal(const struct fact *a, const struct fact *b, double rounding)
{
    const bool rounded = a->kind == FACT_ANALYSIS || a->kind == FACT_LUCK || a->kind == FACT_ROLLOUTS;
    const double more = rounded ? rounding : 0;
    if (a->either && b->either && more > 0)
        return either_equal(a, b, more);
    const int n = a->either && b->either ? 1 : a->n > b->n ? a->n : b->n;
    for (int i = 0; i < n; i++) {
        double x = a->value[i], y = b->value[i];
        if (isnan(x) != isnan(y) || !(isnan(x) || is_near(x, y, more)))
            return false;
    }
    return a->n == b->n;
}

void facts_compare(const struct facts *a, const struct facts *b, int differing[FACT_KINDS],
                   const char *example[FACT_KINDS])
{
    memset(differing, 0, FACT_KINDS * sizeof *differing);
    for (int i = 0; example != NULL && i < FACT_KINDS; i++)
        example[i] = NULL;
    for (size_t i = 0, k = 0; i < a->n || k < b->n;) {
        int order = i == a->n ? 1 : k == b->n ? -1 : by_text(&a->at[i], &b->at[k]);
        const struct fact *one = order <= 0 ? &a->at[i] : &b->at[k];
        if (order != 0 || !values_equal(&a->at[i], &b->at[k], a->rounding)) {
            differing[one->kind]++;
            if (example != NULL && example[one->kind] == NULL)
                example[one->kind] = one->text;
        }
        i += order <= 0;
        k += order >= 0;
    }
}

static int kind_of(struct span item)
{
    size_t digits = 0;
    if (span_equal(span_sub(item, 0, 4), "luck"))
        return FACT_LUCK;
    if (span_equal(span_sub(item, 0, 19), "the source's words "))
        return FACT_ANALYSIS_WORDS;
    if (span_equal(span_sub(item, 0, 11), "figures of "))
        return FACT_FIGURES;
    if (span_equal(span_sub(item, 0, 5), "time ") || span_equal(span_sub(item, 0, 6), "times "))
        return FACT_TIMES;
    while (digits < item.length && item.at[digits] >= '0' && item.at[digits] <= '9')
        digits++;
    struct span text = span_sub(item, digits + (digits > 0), item.length);
    for (int i = 0; i < FACT_KINDS; i++)
        if (words[i].one != NULL && (span_equal(text, words[i].one) || span_equal(text, words[i].many)))
            return i;
    return -1;
}

/* The items of one note. */
static bool read_items(struct span rest, bool listed[FACT_KINDS], struct strbuf *unknown)
{
    bool position = false;
    while (rest.length > 0) {
        const char *comma = memmem(rest.at, rest.length, ", ", 2);
        struct span item = {rest.at, comma != NULL ? (size_t)(comma - rest.at) : rest.length};
        rest = comma != NULL ? span_sub(rest, item.length + 2, rest.length) : (struct span){"", 0};
        int kind = kind_of(item);
        if (span_equal(span_sub(item, 0, 20), "all but one position"))
            position = true;
        else if (kind >= 0)
            listed[kind] = true;
        else if (unknown != NULL)
            strbuf_printf(unknown, "%.*s\n", (int)item.length, item.at);
    }
    return position;
}

/* SGF's notes on what its own words for rollouts leave out. */
static bool is_of_rollouts(const char *message)
{
    static const char end[] = " rollouts";
    const size_t length = strlen(message);
    return strstr(message, " rollouts became ") != NULL ||
           (length > strlen(end) && strcmp(message + length - strlen(end), end) == 0);
}

bool facts_listed(const struct diags *d, bool listed[FACT_KINDS], struct strbuf *unknown)
{
    static const char begin[] = "lost: ";
    bool position = false;
    memset(listed, 0, FACT_KINDS * sizeof *listed);
    for (size_t i = 0; i < d->n; i++)
        if (strncmp(d->at[i].message, begin, strlen(begin)) == 0 && is_of_rollouts(d->at[i].message))
            listed[FACT_LEVELS] = listed[FACT_ROLLOUTS] = listed[FACT_ANALYSIS_WORDS] = true;
        else if (strncmp(d->at[i].message, begin, strlen(begin)) == 0)
            position = read_items(span_of(d->at[i].message + strlen(begin)), listed, unknown) || position;
    return position;
}
