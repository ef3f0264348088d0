/* The native dump: the whole record, one fact a line, in the order of docs/formats/dump.md. Every line is
 * put together by line_begin(), words, and line_end(); strings are quoted so that any byte comes back. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "export/export.h"
#include "export/record/dump.h"

/* ---- words ---- */

static void line_begin(struct strbuf *out, int level, const char *keyword)
{
    strbuf_fill(out, ' ', 2 * (size_t)level);
    strbuf_puts(out, keyword);
}

static void line_end(struct strbuf *out)
{
    strbuf_putc(out, '\n');
}

static void put_word(struct strbuf *out, const char *word)
{
    strbuf_putc(out, ' ');
    strbuf_puts(out, word);
}

static void put_int(struct strbuf *out, int64_t n)
{
    strbuf_putc(out, ' ');
    strbuf_int(out, n);
}

static void put_float(struct strbuf *out, double x)
{
    if (!isfinite(x))
        put_word(out, "-");
    else if (x == floor(x) && fabs(x) < 1e6 && !signbit(x))
        put_int(out, (long)x);
    else
        strbuf_printf(out, " %.9g", x);
}

/* Of a double that was rounded so. */
static void put_millionths(struct strbuf *out, double x)
{
    if (isnan(x))
        put_word(out, "-");
    else
        strbuf_printf(out, " %.7g", x);
}

static void put_escaped(struct strbuf *out, char c)
{
    switch (c) {
    case '"':
        strbuf_puts(out, "\\\"");
        break;
    case '\\':
        strbuf_puts(out, "\\\\");
        break;
    case '\n':
        strbuf_puts(out, "\\n");
        break;
    case '\t':
        strbuf_puts(out, "\\t");
        break;
    case '\r':
        strbuf_puts(out, "\\r");
        break;
    default:
        strbuf_printf(out, "\\x%02X", (unsigned char)c);
    }
}

static bool is_plain(char c)
{
    return (unsigned char)c >= 0x20 && (unsigned char)c < 0x7F && c != '"' && c != '\\';
}

static void put_string(struct strbuf *out, const char *s)
{
    strbuf_puts(out, " \"");
    struct span rest = span_of(s);
    while (rest.length != 0) {
        size_t good = 0, n = 1;
        while (good < rest.length && n != 0) {
            n = is_plain(rest.at[good]) ? 1 : 0;
            if ((unsigned char)rest.at[good] >= 0x80)
                n = utf8_length((struct span){rest.at + good, rest.length - good});
            good += n;
        }
        strbuf_add(out, rest.at, good);
        if (good < rest.length)
            put_escaped(out, rest.at[good++]);
        rest = (struct span){rest.at + good, rest.length - good};
    }
    strbuf_putc(out, '"');
}

/* A line of one string; nothing for NULL. */
static void string_line(struct strbuf *out, int level, const char *keyword, const char *s)
{
    if (s == NULL)
        return;
    line_begin(out, level, keyword);
    put_string(out, s);
    line_end(out);
}

static void property_lines(struct strbuf *out, int level, const char *keyword, const struct property *p)
{
    for (; p != NULL; p = p->next) {
        line_begin(out, level, keyword);
        if (p->format != NULL)
            put_string(out, p->format);
        else
            put_word(out, "-");
        put_string(out, p->name);
        for (size_t i = 0; i < p->n_values; i++)
            put_string(out, p->values[i]);
        line_end(out);
    }
}

static void put_player(struct strbuf *out, int who)
{
    if (who == 0 || who == 1)
        put_int(out, who);
    else
        put_word(out, "-");
}

static void put_board(struct strbuf *out, const struct board *b)
{
    for (int i = 0; i < BOARD_POINTS; i++)
        put_int(out, b->point[i]);
    put_word(out, "off");
    put_int(out, b->off[0]);
    put_int(out, b->off[1]);
}

static void put_steps(struct strbuf *out, const struct play *play)
{
    if (play->n <= 0)
        put_word(out, play->n < 0 ? "?" : "-");
    for (int i = 0; i < play->n; i++) {
        put_int(out, play->step[i].from);
        strbuf_putc(out, '/');
        strbuf_int(out, play->step[i].to);
    }
}

static void put_dice(struct strbuf *out, const int8_t dice[2])
{
    put_int(out, dice[0]);
    strbuf_int(out, dice[1]);
}

/* ---- annotations ---- */

static void put_outcome(struct strbuf *out, const struct outcome *o)
{
    put_word(out, "win");
    put_float(out, o->win);
    put_float(out, o->win_gammon);
    put_float(out, o->win_backgammon);
    put_word(out, "lose");
    put_float(out, o->lose_gammon);
    put_float(out, o->lose_backgammon);
}

static void put_level(struct strbuf *out, const struct eval_level *l)
{
    static const char *const kinds[] = {"none", "ply", "rollout", "book", "exact", "other"};
    put_word(out, "level");
    put_word(out, kinds[l->kind]);
    put_int(out, l->plies);
    if (l->cubeful)
        put_word(out, "cubeful");
    if (l->noise != 0) {
        put_word(out, "noise");
        put_float(out, l->noise);
    }
    if (l->trials != 0) {
        put_word(out, "trials");
        put_int(out, l->trials);
    }
    if (l->name != NULL) {
        put_word(out, "name");
        put_string(out, l->name);
    }
}

static void stderror_line(struct strbuf *out, int level, const struct rollout_error *e)
{
    if (e == NULL)
        return;
    line_begin(out, level, "stderror");
    put_outcome(out, &e->outcome);
    put_word(out, "equity");
    put_float(out, e->cubeful);
    put_word(out, "cubeless");
    put_float(out, e->cubeless);
    if (!isnan(e->mwc)) {
        put_word(out, "value");
        put_float(out, e->mwc);
    }
    line_end(out);
}

static void put_players(struct strbuf *out, const char *when, const struct rollout_players *p)
{
    if (p->chequer.kind == EVAL_NONE && p->cube.kind == EVAL_NONE)
        return;
    put_word(out, when);
    put_level(out, &p->chequer);
    put_level(out, &p->cube);
}

static void rollout_line(struct strbuf *out, int level, const struct rollout_settings *s)
{
    if (s == NULL)
        return;
    const struct {
        const char *word;
        int64_t value;
    } numbers[] = {{"truncation", s->truncation},
                   {"late-from", s->late_from},
                   {"min", s->min_trials},
                   {"max", s->max_trials},
                   {"seed", s->seed}};
    const struct {
        const char *word;
        bool set;
    } flags[] = {{"variance-reduction", s->variance_reduction},
                 {"quasi-random", s->quasi_random},
                 {"opening", s->opening},
                 {"stop-two-sided", s->stop_two_sided},
                 {"stop-one-sided", s->stop_one_sided}};
    line_begin(out, level, "rollout");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (flags[i].set)
            put_word(out, flags[i].word);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].value != 0) {
            put_word(out, numbers[i].word);
            put_int(out, numbers[i].value);
        }
    if (s->dice != NULL) {
        put_word(out, "dice");
        put_string(out, s->dice);
    }
    put_players(out, "early", &s->early);
    put_players(out, "late", &s->late);
    put_players(out, "last", &s->last);
    line_end(out);
}

static void candidate_lines(struct strbuf *out, const struct candidate *c)
{
    line_begin(out, 5, "candidate");
    put_steps(out, &c->play);
    put_outcome(out, &c->outcome);
    put_word(out, "equity");
    put_float(out, c->equity);
    put_word(out, "cubeless");
    put_float(out, c->cubeless);
    if (!isnan(c->mwc) && (c->level.kind == EVAL_ROLLOUT || isnan(c->equity))) {
        put_word(out, "value");
        put_float(out, c->mwc);
    }
    put_level(out, &c->level);
    line_end(out);
    stderror_line(out, 6, c->stderror);
    rollout_line(out, 6, c->rollout);
    property_lines(out, 6, "raw", c->raw);
}

static void lesson_lines(struct strbuf *out, const struct lesson *l)
{
    for (int i = 0; l != NULL && i < l->n; i++) {
        const struct reason *f = &l->at[i];
        line_begin(out, 5, "why");
        put_word(out, reason_words[f->kind]);
        put_int(out, f->point);
        put_int(out, f->count[0]);
        put_int(out, f->count[1]);
        for (int k = 0; k < REASON_FIGURES; k++)
            put_float(out, f->figure[k]);
        put_int(out, (long)f->rolls);
        line_end(out);
    }
}

static void score_plays_lines(struct strbuf *out, const struct score_plays *s)
{
    if (s == NULL)
        return;
    line_begin(out, 5, "play-scores");
    strbuf_printf(out, " %c", s->money);
    for (int i = 0; i < PLAY_MAP_AWAY; i++)
        strbuf_printf(out, " %.*s", PLAY_MAP_AWAY, s->at[i]);
    line_end(out);
    for (int i = 0; i < s->n; i++) {
        line_begin(out, 5, "best-there");
        put_steps(out, &s->play[i]);
        line_end(out);
    }
}

static void play_lines(struct strbuf *out, const struct play_analysis *p)
{
    if (p == NULL)
        return;
    line_begin(out, 4, "plays");
    put_int(out, p->n_legal);
    if (p->played >= 0)
        put_int(out, p->played);
    else
        put_word(out, "-");
    put_float(out, p->error);
    put_float(out, p->error_mwc);
    if (p->mwc != 0) {
        put_word(out, "value");
        put_float(out, p->mwc);
    }
    if (p->irrelevant)
        put_word(out, "irrelevant");
    if (p->hard[1] != 0) {
        put_word(out, "hard");
        put_float(out, p->hard[0]);
        put_float(out, p->hard[1]);
    }
    line_end(out);
    lesson_lines(out, p->lesson);
    score_plays_lines(out, p->scores);
    for (int i = 0; i < p->n; i++)
        candidate_lines(out, &p->candidates[i]);
}

static void branch_lines(struct strbuf *out, const char *name, const struct cube_branch *b)
{
    line_begin(out, 5, "branch");
    put_word(out, name);
    put_outcome(out, &b->outcome);
    put_word(out, "cubeless");
    put_float(out, b->cubeless);
    put_word(out, "value");
    put_float(out, b->mwc);
    line_end(out);
    stderror_line(out, 5, b->stderror);
}

static void cube_error_line(struct strbuf *out, const struct cube_analysis *c)
{
    if (isnan(c->double_error) && isnan(c->double_error_mwc) && isnan(c->answer_error) && isnan(c->answer_error_mwc))
        return;
    line_begin(out, 5, "errors");
    put_float(out, c->double_error);
    put_float(out, c->double_error_mwc);
    put_float(out, c->answer_error);
    put_float(out, c->answer_error_mwc);
    line_end(out);
}

static void map_lines(struct strbuf *out, const struct cube_maps *m)
{
    if (m == NULL)
        return;
    line_begin(out, 5, "scores");
    strbuf_printf(out, " %c", verdict_letters[m->money]);
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            strbuf_printf(out, k == 0 ? " %c" : "%c", verdict_letters[m->at[i][k]]);
    line_end(out);
    line_begin(out, 5, "rolls");
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        put_float(out, m->roll[i]);
    line_end(out);
}

static void cube_lines(struct strbuf *out, const struct cube_analysis *c)
{
    if (c == NULL)
        return;
    line_begin(out, 4, "cube");
    put_float(out, c->nd);
    put_float(out, c->dt);
    put_float(out, c->dp);
    put_word(out, verdict_dump_names[c->verdict]);
    put_level(out, &c->level);
    line_end(out);
    cube_error_line(out, c);
    lesson_lines(out, c->lesson);
    if (c->raises.limited) {
        line_begin(out, 5, "raises");
        put_float(out, c->raises.beaver);
        put_float(out, c->raises.raccoon);
        line_end(out);
    }
    if (c->market > 0) {
        line_begin(out, 5, "market");
        put_float(out, c->market);
        line_end(out);
    }
    if (c->stakes != NULL) {
        line_begin(out, 5, "stakes");
        put_millionths(out, c->stakes->gammon_value);
        put_millionths(out, c->stakes->opponent_gammon_value);
        put_millionths(out, c->stakes->take_point_dead);
        put_millionths(out, c->stakes->take_point_live);
        line_end(out);
    }
    map_lines(out, c->maps);
    rollout_line(out, 5, c->rollout);
    branch_lines(out, "no-double", &c->branch[0]);
    branch_lines(out, "double-take", &c->branch[1]);
    property_lines(out, 5, "raw", c->raw);
}

void dump_note(const struct annotation *a, struct strbuf *out)
{
    static const char *const lucks[] = {"very-unlucky", "unlucky", "-", "lucky", "very-lucky"};
    line_begin(out, 3, "note");
    put_int(out, a->set);
    line_end(out);
    property_lines(out, 4, "raw", a->raw);
    if (!isnan(a->luck) || !isnan(a->luck_mwc) || a->luck_mark != LUCK_NONE) {
        line_begin(out, 4, "luck");
        put_float(out, a->luck);
        put_float(out, a->luck_mwc);
        put_word(out, lucks[a->luck_mark - LUCK_VERY_UNLUCKY]);
        line_end(out);
    }
    if (a->resigned != NULL) {
        line_begin(out, 4, "resigned");
        put_float(out, a->resigned->accept);
        put_float(out, a->resigned->refuse);
        line_end(out);
    }
    if (a->race != NULL) {
        line_begin(out, 4, "race");
        for (int i = 0; i < 2; i++) {
            put_float(out, a->race->epc[i]);
            put_float(out, a->race->wastage[i]);
        }
        put_word(out, a->race->exact ? "exact" : "estimated");
        line_end(out);
    }
    if (a->play_skill != SKILL_NONE || a->cube_skill != SKILL_NONE) {
        line_begin(out, 4, "skill");
        put_word(out, a->play_skill != SKILL_NONE ? mark_words[a->play_skill] : "-");
        put_word(out, a->cube_skill != SKILL_NONE ? mark_words[a->cube_skill] : "-");
        line_end(out);
    }
    play_lines(out, a->play);
    cube_lines(out, a->cube);
}

/* ---- events ---- */

static void put_event_values(struct strbuf *out, const struct event *e)
{
    switch (e->kind) {
    case EVENT_PLAY:
        put_dice(out, e->dice);
        put_steps(out, &e->play);
        break;
    case EVENT_ROLL:
    case EVENT_SET_DICE:
        put_dice(out, e->dice);
        break;
    case EVENT_DOUBLE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
    case EVENT_RESIGN:
        put_int(out, e->value);
        break;
    case EVENT_SET_BOARD:
        put_board(out, event_board(e));
        break;
    case EVENT_SET_CUBE:
        put_int(out, e->value);
        put_player(out, e->owner);
        break;
    case EVENT_SET_SCORE:
        put_int(out, e->score[0]);
        put_int(out, e->score[1]);
        break;
    default:
        break;
    }
}

static void mark_line(struct strbuf *out, const char *word, int mark, bool owner)
{
    if (mark == MARK_NONE && !owner)
        return;
    line_begin(out, 3, word);
    put_word(out, mark_words[mark]);
    if (owner)
        put_word(out, "owner");
    line_end(out);
}

static void timing_line(struct strbuf *out, const struct timing *t)
{
    struct strbuf text = {0};
    if (t == NULL)
        return;
    timing_put(t, &text);
    string_line(out, 3, "took", strbuf_text(&text));
    strbuf_done(&text);
}

static void event_lines(const struct event *e, struct strbuf *out)
{
    line_begin(out, 2, e->player == 1 ? "1" : "0");
    put_word(out, event_kind_name(e->kind));
    put_event_values(out, e);
    if (e->flags & EVENT_ILLEGAL)
        put_word(out, "illegal");
    if (e->flags & EVENT_IMPLIED)
        put_word(out, "implied");
    line_end(out);
    if (e->flags & EVENT_AFTER_GIVEN) {
        line_begin(out, 3, "after");
        put_board(out, event_board(e));
        line_end(out);
    }
    string_line(out, 3, "text", e->text);
    mark_line(out, "mark", e->mark, (e->flags & EVENT_MARKED_HERE) != 0);
    mark_line(out, "undoubled-mark", e->undoubled_mark, (e->flags & EVENT_UNDOUBLED_MARKED_HERE) != 0);
    timing_line(out, e->timing);
    string_line(out, 3, "comment", e->comment);
    property_lines(out, 3, "property", e->properties);
}

/* Which notes are written: those of the first `sets` annotation sets; of all but `whole` only marks that an author set
 * by hand, without the figures of others. */
struct notes {
    size_t sets;
    int whole; /* ALL_SETS; NO_SET */
};
enum { ALL_SETS = -1, NO_SET = -2 };

static void note_lines(struct strbuf *out, const struct event *e, struct notes notes)
{
    for (const struct annotation *a = e->annotations; a != NULL; a = a->next) {
        const bool whole = notes.whole == ALL_SETS || a->set == notes.whole;
        const struct annotation marks = {.set = a->set,
                                         .luck = NAN,
                                         .luck_mwc = NAN,
                                         .luck_mark = isnan(a->luck) ? a->luck_mark : LUCK_NONE,
                                         .play_skill = a->play == NULL ? a->play_skill : SKILL_NONE,
                                         .cube_skill = a->cube == NULL ? a->cube_skill : SKILL_NONE};
        const bool marked =
            marks.play_skill != SKILL_NONE || marks.cube_skill != SKILL_NONE || marks.luck_mark != LUCK_NONE;
        if ((size_t)a->set < notes.sets && (whole || marked))
            dump_note(whole ? a : &marks, out);
    }
}

/* ---- games and matches ---- */

static void result_line(struct strbuf *out, const struct game *g)
{
    static const char *const endings[] = {"none", "borne-off", "drop", "resigned", "forfeit", "settled"};
    line_begin(out, 2, "result");
    put_player(out, g->winner);
    put_int(out, g->points);
    put_word(out, endings[g->ending]);
    line_end(out);
}

static void game_lines(struct strbuf *out, const struct game *g, struct notes notes)
{
    line_begin(out, 1, "game");
    put_int(out, g->number);
    line_end(out);
    line_begin(out, 2, "score");
    put_int(out, g->score[0]);
    put_int(out, g->score[1]);
    line_end(out);
    if (g->crawford_game) {
        line_begin(out, 2, "crawford-game");
        line_end(out);
    }
    if (g->automatic_doubles != 0) {
        line_begin(out, 2, "automatic-doubles");
        put_int(out, g->automatic_doubles);
        line_end(out);
    }
    string_line(out, 2, "comment", g->comment);
    property_lines(out, 2, "property", g->properties);
    for (size_t i = 0; i < g->n_events; i++) {
        event_lines(&g->events[i], out);
        note_lines(out, &g->events[i], notes);
    }
    result_line(out, g);
}

static void rules_line(struct strbuf *out, const struct match *m)
{
    const struct rules *r = &m->rules;
    char limit[24];
    snprintf(limit, sizeof limit, "limit %d", r->cube_limit);
    const struct {
        bool on;
        const char *word;
    } rules[] = {{r->cube, "cube"},           {r->cube_limit > 0, limit},       {r->crawford, "crawford"},
                 {r->jacoby, "jacoby"},       {r->beavers, "beavers"},          {r->one_beaver, "no-raccoons"},
                 {r->automatic, "automatic"}, {m->jacoby_known, "jacoby-known"}};
    bool any = false;
    line_begin(out, 1, "rules");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].on) {
            put_word(out, rules[i].word);
            any = true;
        }
    if (!any)
        put_word(out, "-");
    line_end(out);
}

static void player_lines(struct strbuf *out, const char *keyword, int who, const char *text)
{
    if (text == NULL)
        return;
    line_begin(out, 1, keyword);
    put_int(out, who);
    put_string(out, text);
    line_end(out);
}

void dump_set(const struct annotation_set *s, struct strbuf *out)
{
    const struct {
        const char *keyword, *value;
    } words[] = {{"version", s->version}, {"level", s->level}, {"settings", s->settings}, {"met", s->met}};
    line_begin(out, 1, "set");
    put_string(out, s->engine != NULL ? s->engine : "");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].value != NULL) {
            put_word(out, words[i].keyword);
            put_string(out, words[i].value);
        }
    if (s->own)
        put_word(out, "own");
    put_word(out, "thresholds");
    for (int i = 0; i < 3; i++)
        put_float(out, s->threshold[i]);
    line_end(out);
}

static void clock_lines(struct strbuf *out, const struct match *m)
{
    struct strbuf clock = {0}, video = {0};
    if (m->clock != NULL) {
        clock_put(m->clock, &clock);
        string_line(out, 1, "clock", strbuf_text(&clock));
    }
    if (m->video != NULL) {
        video_put(m->video, &video);
        string_line(out, 1, "video", strbuf_text(&video));
    }
    strbuf_done(&clock);
    strbuf_done(&video);
}

static void header_lines(struct strbuf *out, const struct match *m)
{
    const struct match_info *i = &m->info;
    if (m->format != NULL && m->format[0] != '\0')
        string_line(out, 1, "format", m->format);
    string_line(out, 1, "generator", m->generator);
    line_begin(out, 1, "length");
    put_int(out, m->length);
    line_end(out);
    line_begin(out, 1, "variant");
    put_word(out, variant_names[m->rules.variant]);
    line_end(out);
    rules_line(out, m);
    for (int who = 0; who < 2; who++) {
        player_lines(out, "player", who, m->player[who].name != NULL ? m->player[who].name : "");
        player_lines(out, "rating", who, m->player[who].rating);
        player_lines(out, "experience", who, m->player[who].experience);
    }
    string_line(out, 1, "date", i->date);
    string_line(out, 1, "event", i->event);
    string_line(out, 1, "round", i->round);
    string_line(out, 1, "place", i->place);
    string_line(out, 1, "annotator", i->annotator);
    string_line(out, 1, "site", i->site);
    string_line(out, 1, "match-id", i->match_id);
    string_line(out, 1, "time", i->time);
    clock_lines(out, m);
    string_line(out, 1, "comment", m->comment);
    property_lines(out, 1, "property", m->properties);
}

static void match_lines(struct strbuf *out, const struct match *m, struct notes notes)
{
    if (out->length == 0)
        strbuf_puts(out, "kibitzer-dump 1\n");
    strbuf_puts(out, "match\n");
    header_lines(out, m);
    for (size_t s = 0; s < notes.sets; s++)
        dump_set(&m->sets[s], out);
    for (size_t g = 0; g < m->n_games; g++)
        game_lines(out, &m->games[g], notes);
    strbuf_puts(out, "end\n");
}

void dump_bare(const struct match *m, size_t sets, struct strbuf *out)
{
    match_lines(out, m, (struct notes){sets, NO_SET});
}

void dump_with(const struct match *m, int set, struct strbuf *out)
{
    match_lines(out, m, (struct notes){m->n_sets, set});
}

bool dump_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    (void)o, (void)d;
    match_lines(sink_main(sink), m, (struct notes){m->n_sets, ALL_SETS});
    return true;
}
