/* Pieces of sentences that several parts of the report share. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/language.h"
#include "match/replies.h"
#include "report/match_report.h"

/* ---- score and result ---- */

void phrase_length(struct draft *d)
{
    int length = d->match->length;
    if (length == 0) {
        put_words(d, "money session");
        return;
    }
    put_counted(d, "{0}-point match", NULL, length);
}

void phrase_score(struct draft *d, const struct game *g)
{
    words_begin(d, "{0} {1}, {2} {3}", NULL, 0);
    for (int who = 0; who < 2; who++) {
        put_player(d, who);
        put_count(d, g->score[who]);
    }
    node_end(d);
    if (d->match->length > 0) {
        put_counted(d, " to {0}", NULL, d->match->length);
    }
    if (g->crawford_game)
        put_words(d, ", Crawford game");
}

/* Cube at the end of the game, which turns points into single, gammon, backgammon; 0 = not known. */
static int last_cube(const struct match *m, const struct game *g)
{
    struct walk w;
    walk_begin(&w, m, g);
    int cube = w.before.cube;
    while (walk_next(&w))
        cube = w.after.cube;
    return cube;
}

static const char *manner(const struct match *m, const struct game *g)
{
    static const char *const resigned[] = {N_("resigned"), N_("gammon, resigned"), N_("backgammon, resigned")};
    static const char *const borne_off[] = {NULL, N_("gammon"), N_("backgammon")};
    switch (g->ending) {
    case ENDING_DROP:
        return N_("double passed");
    case ENDING_FORFEIT:
        return N_("forfeit");
    case ENDING_SETTLED:
        return N_("settled");
    case ENDING_NONE:
    case ENDING_BORNE_OFF:
    case ENDING_RESIGNED:
        break;
    }
    int cube = last_cube(m, g);
    int kind = cube > 0 && g->points == 2 * cube ? 1 : cube > 0 && g->points == 3 * cube ? 2 : 0;
    return g->ending == ENDING_RESIGNED ? resigned[kind] : borne_off[kind];
}

void phrase_result(struct draft *d, const struct game *g)
{
    if (g->winner == NOBODY) {
        put_words(d, "not finished");
        return;
    }
    words_begin(d, "{0} wins {1} point", "{0} wins {1} points", g->points);
    put_player(d, g->winner);
    put_count(d, g->points);
    node_end(d);
    const char *how = manner(d->match, g);
    if (how == NULL)
        return;
    words_begin(d, " ({0})", NULL, 0);
    put_words(d, how);
    node_end(d);
}

/* ---- what is done ---- */

static void counted(struct draft *d, const char *pattern, int64_t n)
{
    put_counted(d, pattern, NULL, n);
}

static void play(struct draft *d, const struct decision *at)
{
    const struct event *e = at->event;
    if (e->text != NULL && at->problem != NULL)
        put_text(d, e->text); /* an illegal play in its own words */
    else if (e->play.n >= 0)
        put_play(d, &at->before.board, &e->play);
    else
        put_words(d, "no play that can be made");
}

static const char *resignation(int cubes)
{
    static const char *const words[] = {N_("resigns"), N_("resigns a single game"), N_("resigns a gammon"),
                                        N_("resigns a backgammon")};
    return words[cubes >= 0 && cubes <= 3 ? cubes : 0];
}

static void question(struct draft *d, const struct decision *at)
{
    words_begin(d, "{0} to {1}: {2}", NULL, 0);
    put_words(d, offer_made(&at->before));
    put_count(d, at->event->value);
    put_words(d, reply_choice(&at->before));
    node_end(d);
}

void phrase_action(struct draft *d, const struct decision *at)
{
    const struct event *e = at->event;
    bool redouble = e->value > 2 && at->before.cube_owner != CUBE_CENTRED;
    if (decision_asks_reply(at)) {
        question(d, at);
        return;
    }
    switch (e->kind) {
    case EVENT_PLAY:
        play(d, at);
        break;
    case EVENT_ROLL:
        put_words(d, "no play recorded");
        break;
    case EVENT_DOUBLE:
        counted(d, redouble ? N_("redoubles to {0}") : N_("doubles to {0}"), e->value);
        break;
    case EVENT_BEAVER:
        counted(d, "beavers to {0}", e->value);
        break;
    case EVENT_RACCOON:
        counted(d, "raccoons to {0}", e->value);
        break;
    case EVENT_TAKE:
        put_words(d, "takes");
        break;
    case EVENT_DROP:
        put_words(d, "passes");
        break;
    case EVENT_RESIGN:
        put_words(d, resignation(e->value));
        if (decision_asks_acceptance(at))
            put_words(d, ": accept or refuse?");
        break;
    case EVENT_RESIGN_ACCEPT:
        put_words(d, "accepts the resignation");
        break;
    case EVENT_RESIGN_REFUSE:
        put_words(d, "refuses the resignation");
        break;
    default:
        put_words(d, !decision_is_position(at) ? event_kind_name(e->kind)
                     : at->note->play != NULL  ? "to play"
                                               : N_("cube decision"));
    }
}

void phrase_better(struct draft *d, const struct decision *at, bool cube)
{
    if (!cube) {
        if (at->note->play->n > 0)
            put_play(d, &at->before.board, &at->note->play->candidates[0].play);
    } else if (decision_is_answer(at)) {
        put_words(d, at->note->cube->dt > at->note->cube->dp ? N_("pass") : N_("take"));
    } else {
        put_words(d, verdict_in_line(d, verdict_text(at->note->cube->verdict, at->before.cube_owner != CUBE_CENTRED)));
    }
}

void phrase_task(struct draft *d, const struct decision *at, bool cube)
{
    const struct event *e = at->event;
    if (cube && !decision_is_answer(at)) {
        words_begin(d, "{0} on roll, cube decision", NULL, 0);
        put_player(d, e->player);
    } else if (cube) {
        words_begin(d, "{0} to answer a double to {1}", NULL, 0);
        put_player(d, e->player);
        put_count(d, 2 * at->before.cube);
    } else {
        words_begin(d, "{0} to play {1}", NULL, 0);
        put_player(d, e->player);
        put_roll(d, e->dice);
    }
    node_end(d);
}

/* ---- how it was evaluated ---- */

static void level_words(struct draft *d, const struct eval_level *level)
{
    if (level->name != NULL) {
        put_text(d, level->name);
        return;
    }
    switch (level->kind) {
    case EVAL_PLY:
        counted(d, level->cubeful ? N_("{0}-ply") : N_("{0}-ply cubeless"), level->plies);
        break;
    case EVAL_ROLLOUT:
        counted(d, "rollout {0}", level->trials);
        break;
    case EVAL_BOOK:
        put_words(d, "book");
        break;
    case EVAL_EXACT:
        put_words(d, "exact");
        break;
    case EVAL_NONE:
    case EVAL_OTHER:
        put_words(d, "other");
        break;
    }
}

void phrase_level(struct draft *d, const struct eval_level *level, const struct export_options *o)
{
    level_words(d, level);
    if (!o->parameters || level->kind == EVAL_NONE)
        return;
    if (level->cubeful || level->kind != EVAL_PLY || level->name != NULL) /* else it has been said */
        put_words(d, level->cubeful ? N_(", cubeful") : N_(", cubeless"));
    if (level->noise > 0) {
        words_begin(d, ", noise {0}", NULL, 0);
        put_number(d, (struct number){.value = (double)level->noise, .decimals = 4});
        node_end(d);
    }
    if (level->kind == EVAL_ROLLOUT && level->name != NULL)
        counted(d, ", {0} games", level->trials);
}

static void rollout_players(struct draft *d, const struct rollout_players *p)
{
    if (p->chequer.kind != EVAL_NONE) {
        put_words(d, ", chequers ");
        level_words(d, &p->chequer);
    }
    if (p->cube.kind != EVAL_NONE) {
        put_words(d, ", cube ");
        level_words(d, &p->cube);
    }
}

static void rollout_ends(struct draft *d, const struct rollout_settings *s)
{
    if (s->truncation > 0)
        counted(d, "truncated after {0} half-rolls", s->truncation);
    else
        put_words(d, "played out");
    if (s->stop_two_sided)
        put_words(d, ", to the two-sided bearoff database");
    if (s->stop_one_sided)
        put_words(d, ", to the one-sided bearoff database");
    if (s->last.chequer.kind != EVAL_NONE) {
        put_words(d, ", evaluated at the end");
        rollout_players(d, &s->last);
    }
}

void phrase_rollout(struct draft *d, const struct rollout_settings *s)
{
    rollout_ends(d, s);
    if (s->variance_reduction)
        put_words(d, ", variance reduction");
    if (s->quasi_random)
        put_words(d, ", quasi-random dice");
    if (s->opening)
        put_words(d, ", no doublet first");
    rollout_players(d, &s->early);
    if (s->late_from > 0) {
        counted(d, ", from half-roll {0}", s->late_from);
        rollout_players(d, &s->late);
    }
    if (s->max_trials > 0) {
        words_begin(d, ", {0} to {1} games asked for", NULL, 0);
        put_count(d, s->min_trials);
        put_count(d, s->max_trials);
        node_end(d);
    }
    if (s->dice != NULL) {
        put_words(d, ", dice ");
        put_text(d, s->dice);
    }
    counted(d, ", seed {0}", s->seed);
}

/* ---- chances ---- */

void phrase_chances(struct draft *d, struct outcome o)
{
    const float values[6] = {o.win, o.win_gammon, o.win_backgammon, 1 - o.win, o.lose_gammon, o.lose_backgammon};
    words_begin(d, "{0} {1} {2} \xe2\x80\x93 {3} {4} {5}", NULL, 0);
    for (int i = 0; i < 6; i++)
        put_number(d, (struct number){.value = (double)values[i], .decimals = 1, .unit = UNIT_CHANCE, .width = 4});
    node_end(d);
}

void phrase_standard_errors(struct draft *d, const struct rollout_error *e)
{
    const struct outcome *o = &e->outcome;
    const float values[6] = {o->win, o->win_gammon, o->win_backgammon, NAN, o->lose_gammon, o->lose_backgammon};
    words_begin(d, "chances {0} {1} {2} \xe2\x80\x93 {4} {5}, cubeless {6}, value {7}", NULL, 0);
    for (int i = 0; i < 6; i++)
        put_number(d, (struct number){.value = (double)values[i], .decimals = 1, .unit = UNIT_CHANCE});
    put_number(d, (struct number){.value = (double)e->cubeless, .decimals = 3});
    put_number(d, (struct number){.value = (double)e->mwc, .decimals = 3});
    node_end(d);
}

/* ---- blocks ---- */

/* Sums that programs write for each other (GNU Backgammon's GS: ours are counted from the decisions), and variations as
 * they stand in a file. */
static bool is_for_programs_in_sgf(const struct property *p)
{
    return strcmp(p->name, "GS") == 0 || (p->n_values > 0 && strncmp(p->values[0], "(;", 2) == 0);
}

/* Bytes of a file that are written again as they were, codes, and that a field is missing: what they say is in the
 * record, and so elsewhere in the report, or nobody can read it. Numbers may follow ("analysis 1"). */
static bool is_for_programs_in_ogxm(const struct property *p)
{
    static const char *const names[] = {"analysis",     "annotation",  "checksum", "clock",   "date_precision",
                                        "player_seat",  "plies",       "ply",      "rules",   "section",
                                        "signature",    "source",      "unknown",  "version", "video",
                                        "white_player", "black_player"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t n = strlen(names[i]);
        if (strncmp(p->name, names[i], n) == 0 && (p->name[n] == '\0' || p->name[n] == ' '))
            return true;
    }
    return p->n_values == 0;
}

static bool is_for_programs(const struct property *p)
{
    const char *format = p->format != NULL ? p->format : "";
    return strcmp(format, "sgf") == 0 ? is_for_programs_in_sgf(p)
                                      : strcmp(format, "ogxm") == 0 && is_for_programs_in_ogxm(p);
}

/* Properties that count from 1970, in `unit` parts of a second. */
static const struct moment_kind {
    const char *format, *name, *label;
    int unit;
} moment_kinds[] = {{"bgammon", "start", C_("of a match or game", "start"), 1},
                    {"ogxm", "started_at", C_("of a match or game", "start"), 1000},
                    {"ogxm", "completed_at", C_("of a match or game", "end"), 1000}};

static const struct moment_kind *moment_kind_of(const struct property *p)
{
    for (size_t i = 0; i < sizeof moment_kinds / sizeof *moment_kinds; i++)
        if (p->format != NULL && strcmp(p->format, moment_kinds[i].format) == 0 &&
            strcmp(p->name, moment_kinds[i].name) == 0)
            return &moment_kinds[i];
    return NULL;
}

/* False: the value is no moment. */
static bool put_moment(struct draft *d, const struct moment_kind *kind, const char *value)
{
    enum { YEAR_0 = 1900, YEAR_MOST = 9999, ROOM = 24 };
    char *end, date[ROOM], hour[ROOM];
    struct tm utc;
    const time_t seconds = (time_t)(strtoull(value, &end, 10) / (unsigned)kind->unit);
    if (end == value || *end != '\0' || gmtime_r(&seconds, &utc) == NULL || utc.tm_year + YEAR_0 > YEAR_MOST)
        return false;
    strftime(date, sizeof date, "%Y-%m-%d", &utc);
    strftime(hour, sizeof hour, " %H:%M UTC", &utc);
    put_date(d, draft_string(d, "%s", date));
    put_text(d, draft_string(d, "%s", hour));
    return true;
}

static void kept_fact(struct draft *d, const struct property *p, int game)
{
    const struct moment_kind *moment = moment_kind_of(p);
    const char *name = moment != NULL ? tr(moment->label) : p->name;
    node_begin(d, NODE_FACT, ROLE_NONE);
    put_text(d, game > 0 ? draft_fill(d, "Game {0}, {1}", TR_INT(game), name) : name);
    for (size_t i = 0; i < p->n_values; i++) {
        if (i > 0)
            put_words(d, ", ");
        if (moment == NULL || !put_moment(d, moment, p->values[i]))
            put_text(d, p->values[i]);
    }
    node_end(d);
}

void kept_facts(struct draft *d, const struct property *list, int game)
{
    while (list != NULL && is_for_programs(list))
        list = list->next;
    if (list == NULL)
        return;
    node_begin(d, NODE_FACTS, ROLE_KEPT);
    for (const struct property *k = list; k != NULL; k = k->next)
        if (!is_for_programs(k))
            kept_fact(d, k, game);
    node_end(d);
}

void comment(struct match_report *r, const char *text, enum loss kind)
{
    if (text == NULL)
        return;
    if (r->o->annotations)
        quote(&r->draft, text);
    else
        r->left.count[kind]++;
}
