/* SGF (FF[4] GM[6]) as GNU Backgammon writes and reads it: one game tree per game, one node per event, our annotations
 * in A, DA, LU and their marks, statistics in GS. Unknown properties that came from an SGF file are written back as
 * they stood; what SGF has no word for goes into the private property KT, which other programs skip. Format:
 * docs/formats/sgf.md. Colours: W = player 0, B = player 1. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/date.h"
#include "base/version.h"
#include "export/record/sgf_write.h"

/* ---- what SGF has no word for ---- */

/* KT holds what SGF has no property for, as [format:name:value]; our own facts have an empty format. */
static void private_value(const struct sgf_writer *w, bool *any, const char *format, const char *name,
                          const char *value)
{
    if (value == NULL)
        return;
    strbuf_puts(w->out, *any ? "[" : "KT[");
    sgf_put_text(w->out, format != NULL ? format : "*");
    strbuf_putc(w->out, ':');
    sgf_put_part(w->out, name);
    strbuf_putc(w->out, ':');
    sgf_put_text(w->out, value);
    strbuf_putc(w->out, ']');
    *any = true;
}

/* Words of other formats: the first value, and the others behind it as [+::value]. Those of a game are marked with @,
 * for the root speaks of the match as well. */
static void private_properties(const struct sgf_writer *w, bool *any, const char *mark, const struct property *p)
{
    for (; p != NULL; p = p->next) {
        char format[64];
        if (property_is_sgf_word(p) || sgf_is_variation(p))
            continue;
        snprintf(format, sizeof format, "%s%s", mark, p->format != NULL ? p->format : "*");
        private_value(w, any, format, p->name, p->n_values > 0 ? p->values[0] : "");
        for (size_t i = 1; i < p->n_values; i++)
            private_value(w, any, "+", "", p->values[i]);
    }
}

/* SGF does not say how high a double goes; readers take it from the cube. */
static bool tells_cube(const struct sgf_writer *w, const struct event *e)
{
    const struct position *p = &w->replay.now;
    bool raises = e->kind == EVENT_DOUBLE || e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON;
    return raises && e->value != p->cube * (p->offer == OFFER_NONE ? 2 : 4);
}

/* KT of an event: the source's words of an illegal play, and words of other formats. */
static void private_event_values(const struct sgf_writer *w, const struct event *e, bool any)
{
    char cube[16];
    snprintf(cube, sizeof cube, "%d", e->value);
    private_value(w, &any, "", "cube", tells_cube(w, e) ? cube : NULL);
    if (e->flags & EVENT_AFTER_GIVEN)
        private_value(w, &any, "", "after", "next node");
    private_value(w, &any, "", "implied", e->flags & EVENT_IMPLIED ? "yes" : NULL);
    private_value(w, &any, "", "text", e->text);
    private_value(w, &any, "", "mark", e->mark != MARK_NONE && !sgf_has_mark_word(w, e) ? mark_words[e->mark] : NULL);
    private_value(w, &any, "", "undoubled-mark",
                  e->undoubled_mark != MARK_NONE && !sgf_has_undoubled_word(w, e) ? mark_words[e->undoubled_mark]
                                                                                  : NULL);
    struct strbuf time = {0};
    if (e->timing != NULL)
        timing_put(e->timing, &time);
    private_value(w, &any, "", "took", e->timing != NULL ? strbuf_text(&time) : NULL);
    strbuf_done(&time);
    private_value(w, &any, "", "unplayable", e->play.n < 0 ? "yes" : NULL);
    private_properties(w, &any, "", e->properties);
}

/* ---- nodes ---- */

static void begin_node(const struct sgf_writer *w)
{
    strbuf_puts(w->out, "\n;");
}

/* Invalid dice, as read from a damaged file, cannot be part of a move. */
static bool has_impossible_dice(const struct event *e)
{
    return e->kind == EVENT_PLAY && (e->dice[0] == 0 || e->dice[1] == 0);
}

/* Words of our own annotations: an older file's are not repeated beside them. */
static const char *const annotations[] = {"A", "DA", "MR", "CR", "LU", "GB", "GW", "BM", "DO", "BC", "DC", NULL};
enum { N_ANNOTATIONS = sizeof annotations / sizeof *annotations - 1 };

/* Everything that can follow a node's own word. */
static void end_node(const struct sgf_writer *w, const struct event *e)
{
    bool private_kind = e->kind == EVENT_RESIGN || e->kind == EVENT_RESIGN_REFUSE || has_impossible_dice(e);
    if (private_kind) /* goes on with the values of KT that say what it is */
        private_event_values(w, e, true);
    sgf_annotation_properties(w, e);
    if (sgf_has_mark_word(w, e))
        sgf_mark_property(w, e);
    if (sgf_has_undoubled_word(w, e))
        sgf_undoubled_property(w, e);
    sgf_text_property(w->out, "C", e->comment);
    if (!private_kind)
        private_event_values(w, e, false);
    const bool annotated = w->set >= 0 && event_annotation(e, w->set) != NULL;
    sgf_kept_properties(w->out, e->properties, annotated ? annotations : annotations + N_ANNOTATIONS);
}

static void impossible_node(const struct sgf_writer *w, const struct event *e)
{
    char what[] = {sgf_colour(e->player), (char)('0' + e->dice[0]), (char)('0' + e->dice[1]), '\0'};
    bool any = false;
    private_value(w, &any, "", "dice", what);
}

static void move_node(const struct sgf_writer *w, const struct event *e)
{
    strbuf_putc(w->out, sgf_colour(e->player));
    strbuf_putc(w->out, '[');
    sgf_put_dice(w->out, e->dice);
    sgf_put_steps(w->out, e->player, &e->play);
    strbuf_putc(w->out, ']');
}

static void dice_node(const struct sgf_writer *w, const struct event *e)
{
    strbuf_puts(w->out, "PL[");
    strbuf_putc(w->out, sgf_colour(e->player));
    strbuf_puts(w->out, "]DI[");
    sgf_put_dice(w->out, e->dice);
    strbuf_putc(w->out, ']');
}

static void cube_action_node(const struct sgf_writer *w, const struct event *e)
{
    strbuf_putc(w->out, sgf_colour(e->player));
    strbuf_puts(w->out, e->kind == EVENT_TAKE ? "[take]" : e->kind == EVENT_DROP ? "[drop]" : "[double]");
}

/* One value for each chequer of player `who` on `b`, which is seen by `viewer`. */
static void chequer_property(const struct sgf_writer *w, const struct board *b, int viewer, int who)
{
    bool any = false;
    for (int i = BOARD_OPPONENT_BAR; i <= BOARD_BAR; i++) {
        int count = who == viewer ? b->point[i] : -b->point[i];
        char letter = sgf_point_letter(who, who == viewer ? i : BOARD_BAR - i);
        for (; count > 0; count--, any = true) {
            if (!any)
                strbuf_puts(w->out, who == 0 ? "AW" : "AB");
            strbuf_putc(w->out, '[');
            strbuf_putc(w->out, letter);
            strbuf_putc(w->out, ']');
        }
    }
}

static void board_node(const struct sgf_writer *w, const struct board *b, int viewer, int on_roll)
{
    strbuf_puts(w->out, "PL[");
    strbuf_putc(w->out, sgf_colour(on_roll));
    strbuf_puts(w->out, "]AE[a:y]");
    chequer_property(w, b, viewer, 0);
    chequer_property(w, b, viewer, 1);
}

static void cube_node(const struct sgf_writer *w, const struct event *e)
{
    sgf_int_property(w->out, "CV", e->value);
    begin_node(w);
    strbuf_puts(w->out, e->owner == 0 ? "CP[w]" : e->owner == 1 ? "CP[b]" : "CP[c]");
}

/* The board after a play that letters cannot express, in a node of its own. */
static void after_node(const struct sgf_writer *w, const struct event *e)
{
    begin_node(w);
    board_node(w, event_board(e), e->player, !e->player);
}

/* Offers to resign that were not accepted: the others follow from the root's RE. */
static void resignation_node(const struct sgf_writer *w, const struct event *e)
{
    char what[] = {sgf_colour(e->player), (char)('0' + (e->value >= 0 && e->value <= 3 ? e->value : 0)), '\0'};
    bool any = false;
    private_value(w, &any, "", e->kind == EVENT_RESIGN ? "resign" : "refuse", what);
}

static void event_node(const struct sgf_writer *w, const struct event *e)
{
    begin_node(w);
    switch (e->kind) {
    case EVENT_PLAY:
        (has_impossible_dice(e) ? impossible_node : move_node)(w, e);
        break;
    case EVENT_ROLL:
    case EVENT_SET_DICE:
        dice_node(w, e);
        break;
    case EVENT_SET_BOARD:
        board_node(w, event_board(e), e->player, e->player);
        break;
    case EVENT_SET_CUBE:
        cube_node(w, e);
        break;
    case EVENT_RESIGN:
    case EVENT_RESIGN_REFUSE:
        resignation_node(w, e);
        break;
    case EVENT_RESIGN_ACCEPT: /* only its comment */
    case EVENT_COMMENT:
        break;
    default:
        cube_action_node(w, e);
    }
    end_node(w, e);
    if (e->kind == EVENT_PLAY && (e->flags & EVENT_AFTER_GIVEN))
        after_node(w, e);
}

/* A source may count no more points than the winner needed. Programs that replay a game work its result out from the
 * cube, and take less for an unfinished match: what was played goes into RE, the source's own figure into KT. */
static int points_played(const struct match *m, const struct game *g)
{
    if (g->winner == NOBODY || m->length == 0 || g->points != m->length - g->score[g->winner])
        return g->points;
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);)
        continue;
    return w.winner == g->winner && w.points > g->points ? w.points : g->points;
}

/* Resignations that ended the game live in the root's RE, unless something is said of them or it would
 * be read as another; scores in its MI. */
static bool has_node(const struct match *m, const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    bool accepted = i + 1 < g->n_events && e[1].kind == EVENT_RESIGN_ACCEPT;
    bool follows = e->kind == EVENT_RESIGN_ACCEPT ||
                   (e->kind == EVENT_RESIGN && accepted && !loss_of_resignation(m, g, e, points_played(m, g), true));
    return e->kind != EVENT_SET_SCORE && (!follows || e->comment != NULL || e->properties != NULL);
}

/* ---- statistics ---- */

#define PAIR(field) put_pair(out, s->side[0].field, s->side[1].field)

/* The first pair follows the block's letter and colon at once. */
static void put_pair(struct strbuf *out, int a, int b)
{
    if (out->at[out->length - 1] != ':')
        strbuf_putc(out, ' ');
    strbuf_int(out, a);
    strbuf_putc(out, ' ');
    strbuf_int(out, b);
}

static void put_amount(struct strbuf *out, struct amount a)
{
    sgf_put_number(out, a.emg);
    sgf_put_number(out, a.mwc);
}

static void move_statistics(struct strbuf *out, const struct statistics *s)
{
    strbuf_puts(out, "[M:");
    PAIR(unforced_moves);
    PAIR(total_moves);
    for (int k = SKILL_VERY_BAD; k >= SKILL_NONE; k--)
        PAIR(skill[k]);
    put_amount(out, s->side[0].move_error);
    put_amount(out, s->side[1].move_error);
    strbuf_putc(out, ']');
}

static void cube_statistics(struct strbuf *out, const struct statistics *s)
{
    strbuf_puts(out, "[C:");
    PAIR(cube_decisions);
    PAIR(doubles);
    PAIR(takes);
    PAIR(passes);
    for (int k = 0; k < CUBE_ERRORS; k++)
        PAIR(cube_errors[k]);
    for (int who = 0; who < 2; who++)
        for (int k = 0; k < CUBE_ERRORS; k++)
            put_amount(out, s->side[who].cube_error[k]);
    strbuf_putc(out, ']');
}

static void luck_statistics(struct strbuf *out, const struct statistics *s)
{
    strbuf_puts(out, "[D:");
    for (int k = 0; k < 5; k++)
        PAIR(luck[k]);
    put_amount(out, s->side[0].luck_total);
    put_amount(out, s->side[1].luck_total);
    strbuf_putc(out, ']');
}

/* False if there are none of our own to write. */
static bool statistics_property(const struct sgf_writer *w, const struct game *g)
{
    const struct statistics *s = w->set >= 0 && g->statistics != NULL ? &g->statistics[w->set] : NULL;
    if (s == NULL || !(s->moves_analysed || s->cube_analysed || s->luck_analysed))
        return false;
    strbuf_puts(w->out, "GS");
    if (s->moves_analysed)
        move_statistics(w->out, s);
    if (s->cube_analysed)
        cube_statistics(w->out, s);
    if (s->luck_analysed)
        luck_statistics(w->out, s);
    return true;
}

/* ---- the root ---- */

/* Who made the annotations: SGF itself knows only the program that wrote the file. */
static void private_set_values(const struct sgf_writer *w, bool *any)
{
    if (w->set < 0)
        return;
    const struct annotation_set *s = &w->m->sets[w->set];
    char thresholds[64];
    snprintf(thresholds, sizeof thresholds, "%.9g %.9g %.9g", (double)s->threshold[0], (double)s->threshold[1],
             (double)s->threshold[2]);
    private_value(w, any, "", "set-engine", s->engine);
    private_value(w, any, "", "set-version", s->version);
    private_value(w, any, "", "set-level", s->level);
    private_value(w, any, "", "set-settings", s->settings);
    private_value(w, any, "", "set-met", s->met);
    private_value(w, any, "", "set-own", s->own ? "yes" : NULL);
    private_value(w, any, "", "set-thresholds", thresholds);
}

/* 2009-12-16, or a list as in 2009-12-16,17: other text is not a date in SGF. */
static bool is_sgf_date(const char *date)
{
    const char *comma = strchr(date, ',');
    char first[DAY_ROOM] = "";
    const size_t n = comma != NULL ? (size_t)(comma - date) : strlen(date);
    memcpy(first, date, n < sizeof first ? n : sizeof first - 1);
    return date_is_iso(first) && date[strspn(date, "0123456789-,")] == '\0';
}

static void private_match_values(const struct sgf_writer *w, bool *any)
{
    const struct match *m = w->m;
    bool money = m->length == 0;
    private_value(w, any, "", "site", m->info.site);
    private_value(w, any, "", "place", m->info.site != NULL ? m->info.place : NULL); /* else PC is the site */
    private_value(w, any, "", "match-id", m->info.match_id);
    private_value(w, any, "", "time", m->info.time);
    private_value(w, any, "", "date", m->info.date != NULL && !is_sgf_date(m->info.date) ? m->info.date : NULL);
    private_value(w, any, "", "experience0", m->player[0].experience);
    private_value(w, any, "", "experience1", m->player[1].experience);
    private_value(w, any, "", "jacoby", money && !m->jacoby_known ? "unknown" : NULL);
    private_value(w, any, "", "beavers", !money ? NULL : !m->rules.beavers ? "off" : m->rules.one_beaver ? "1" : "on");
    char limit[12];
    snprintf(limit, sizeof limit, "%d", m->rules.cube_limit);
    private_value(w, any, "", "cube-limit", m->rules.cube_limit > 0 ? limit : NULL);
    private_value(w, any, "", "automatic", m->rules.automatic ? "on" : NULL);
    struct strbuf clock = {0}, video = {0};
    if (m->clock != NULL)
        clock_put(m->clock, &clock);
    if (m->video != NULL)
        video_put(m->video, &video);
    private_value(w, any, "", "clock", m->clock != NULL ? strbuf_text(&clock) : NULL);
    private_value(w, any, "", "video", m->video != NULL ? strbuf_text(&video) : NULL);
    strbuf_done(&clock);
    strbuf_done(&video);
    private_properties(w, any, "", m->properties);
}

static void rules_property(const struct sgf_writer *w, const struct game *g)
{
    static const char *const variants[] = {NULL, "Nackgammon", "Hypergammon1", "Hypergammon2", "Hypergammon3"};
    const struct rules *r = &w->m->rules;
    const char *const words[] = {
        r->cube ? NULL : "NoCube",
        r->crawford && w->m->length > 0 ? "Crawford" : NULL,
        g->crawford_game ? "CrawfordGame" : NULL,
        r->jacoby && w->m->length == 0 ? "Jacoby" : NULL,
        variants[r->variant],
    };
    bool any = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && sgf_kept(g->properties, "RU") == NULL; i++) {
        if (words[i] == NULL)
            continue;
        strbuf_puts(w->out, any ? ":" : "RU[");
        strbuf_puts(w->out, words[i]);
        any = true;
    }
    if (any)
        strbuf_putc(w->out, ']');
}

static void result_property(const struct sgf_writer *w, const struct game *g)
{
    if (g->winner == NOBODY || sgf_kept(g->properties, "RE") != NULL) /* the source's words: replay knows the winner */
        return;
    bool given_up = g->ending == ENDING_RESIGNED || g->ending == ENDING_FORFEIT || g->ending == ENDING_SETTLED;
    strbuf_puts(w->out, "RE[");
    strbuf_putc(w->out, sgf_colour(g->winner));
    strbuf_putc(w->out, '+');
    strbuf_int(w->out, points_played(w->m, g));
    strbuf_puts(w->out, given_up ? "R]" : "]");
}

static void first_game_properties(const struct sgf_writer *w)
{
    const struct match_info *i = &w->m->info;
    sgf_text_property(w->out, "WR", w->m->player[0].rating);
    sgf_text_property(w->out, "BR", w->m->player[1].rating);
    sgf_text_property(w->out, "DT", i->date != NULL && is_sgf_date(i->date) ? i->date : NULL);
    sgf_text_property(w->out, "EV", i->event);
    sgf_text_property(w->out, "RO", i->round);
    sgf_text_property(w->out, "PC", i->place != NULL ? i->place : i->site);
    sgf_text_property(w->out, "AN", i->annotator);
    sgf_text_property(w->out, "GC", w->m->comment);
}

static void match_property(const struct sgf_writer *w, const struct game *g)
{
    strbuf_puts(w->out, "MI[length:");
    strbuf_int(w->out, w->m->length);
    strbuf_puts(w->out, "][game:");
    strbuf_int(w->out, g->number - 1);
    strbuf_puts(w->out, "][ws:");
    strbuf_int(w->out, g->score[0]);
    strbuf_puts(w->out, "][bs:");
    strbuf_int(w->out, g->score[1]);
    strbuf_putc(w->out, ']');
    const struct property *others = sgf_kept(g->properties, "MI");
    for (size_t i = 0; others != NULL && i < others->n_values; i++)
        sgf_raw_value(w->out, others->values[i]);
}

/* What a root has of its own: not repeated as it came. */
static const char *const with_statistics[] = {"GS", "MI", NULL};

static void root_node(const struct sgf_writer *w, const struct game *g, bool first)
{
    strbuf_puts(w->out, "(;FF[4]GM[6]CA[UTF-8]AP[kibitzer:" KIBITZER_VERSION "]");
    match_property(w, g);
    strbuf_puts(w->out, "PW[");
    sgf_put_text(w->out, w->m->player[0].name);
    strbuf_puts(w->out, "]PB[");
    sgf_put_text(w->out, w->m->player[1].name);
    strbuf_putc(w->out, ']');
    if (first)
        first_game_properties(w);
    rules_property(w, g);
    if (g->automatic_doubles > 0 && g->automatic_doubles <= CUBE_MAX_LOG2)
        sgf_int_property(w->out, "CV", 1L << g->automatic_doubles);
    result_property(w, g);
    bool own_statistics = statistics_property(w, g), any = false;
    if (first) {
        private_match_values(w, &any);
        private_set_values(w, &any);
    }
    private_value(w, &any, "", "ending",
                  g->ending == ENDING_FORFEIT   ? "forfeit"
                  : g->ending == ENDING_SETTLED ? "settled"
                                                : NULL);
    char points[16];
    snprintf(points, sizeof points, "%d", g->points);
    private_value(w, &any, "", "points", points_played(w->m, g) != g->points ? points : NULL);
    private_properties(w, &any, "@", g->properties);
    sgf_text_property(w->out, "C", g->comment);
    const char *const *written = own_statistics ? with_statistics : with_statistics + 1;
    if (first)
        sgf_kept_properties(w->out, w->m->properties, written);
    sgf_kept_properties(w->out, g->properties, written);
}

static const struct property *variations_of(const struct game *g, size_t i)
{
    const struct property *p = i == 0 ? g->properties : g->events[i - 1].properties;
    while (p != NULL && !sgf_is_variation(p))
        p = p->next;
    return p;
}

/* Variations follow, as trees of their own, the tree that the main line goes on in; nested ones the inner first. */
static void end_variations(const struct sgf_writer *w, const struct game *g, size_t last)
{
    for (size_t i = last + 1; i-- > 0;) {
        const struct property *p = variations_of(g, i);
        if (p != NULL)
            strbuf_puts(w->out, "\n)");
        for (; p != NULL; p = p->next)
            for (size_t v = 0; sgf_is_variation(p) && v < p->n_values; v++) {
                strbuf_putc(w->out, '\n');
                strbuf_puts(w->out, p->values[v]);
            }
    }
}

/* Place i in a game is before its event i; variations of place i branch off there. */
static void game_tree(struct sgf_writer *w, const struct game *g, bool first)
{
    root_node(w, g, first);
    replay_begin(&w->replay, w->m, g);
    for (size_t i = 0; i <= g->n_events; i++) {
        if (variations_of(g, i) != NULL)
            strbuf_puts(w->out, "\n(");
        if (i < g->n_events && has_node(w->m, g, i))
            event_node(w, &g->events[i]);
        if (i < g->n_events)
            replay_apply(&w->replay, &g->events[i], NULL);
    }
    end_variations(w, g, g->n_events);
    strbuf_puts(w->out, "\n)\n");
}

/* ---- what is lost ---- */

static void report_losses(const struct sgf_writer *w, struct diags *d)
{
    const struct match *m = w->m;
    struct losses l;
    loss_count(&l, m, NULL);
    const uint64_t counted =
        CARRIES_DETAILS | CARRIES(ANALYSIS) | CARRIES(POSITIONS) | CARRIES(START_POSITIONS); /* below */
    for (int i = 0; i < LOSS_KINDS; i++)
        l.count[i] = counted & (UINT64_C(1) << i) ? 0 : l.count[i];
    for (size_t g = 0; g < m->n_games; g++) {
        bool begun = false;
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct event *e = &m->games[g].events[i];
            sgf_count_annotation(w, e, &l);
            begun = begun || e->kind < EVENT_SET_BOARD;
            l.count[begun ? LOSS_POSITIONS : LOSS_START_POSITIONS] += e->kind == EVENT_SET_SCORE;
        }
    }
    losses_report(&l, CARRIES_EVERYTHING & ~(counted | CARRIES(OTHER_SETS)), d);
}

bool sgf_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    int plain = 0, cut = 0;
    struct sgf_writer w = {.out = sink_main(sink),
                           .m = m,
                           .set = o->analysis ? export_set(m, o) : -1,
                           .plain_rollouts = &plain,
                           .cut_rollouts = &cut};
    if (m->n_games == 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "the record holds no game, which SGF cannot express");
        return false;
    }
    for (size_t g = 0; g < m->n_games; g++)
        game_tree(&w, &m->games[g], g == 0);
    if (plain > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: %d rollouts became evaluations, their match winning chances are unknown",
                plain);
    if (cut > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0,
                "lost: names of levels, limits and further words in the settings of %d rollouts", cut);
    report_losses(&w, d);
    return true;
}
