/* Transcripts: the shortest text that the reader makes the same record of. A turn is a line; who acts, results and
 * scores are only written where they do not follow from the play. Format: docs/formats/transcript.md. */
#include <string.h>

#include "export/export.h"
#include "export/record/mat_write.h"
#include "match/loss.h"
#include "match/notation.h"
#include "format/posid.h"
#include "format/terse.h"

/* ---- text ---- */

static void put_quoted(struct strbuf *out, const char *text)
{
    struct strbuf escaped = {0};
    for (const char *s = text; *s != '\0'; s++) {
        strbuf_puts(&escaped, *s == '"' || *s == '\\' || *s == '\n' ? "\\" : "");
        strbuf_putc(&escaped, *s == '\n' ? 'n' : *s);
    }
    strbuf_putc(out, '"');
    mat_put_text(out, strbuf_text(&escaped));
    strbuf_putc(out, '"');
    strbuf_done(&escaped);
}

/* As it stands, or in quotation marks where the reader would not find its ends; `also` would end it as well. */
static void put_text(struct strbuf *out, const char *text, char also)
{
    const bool plain = (unsigned char)text[0] > ' ' && text[0] != 0x7F && text[0] != '"' &&
                       strchr(text, '\n') == NULL && (also == '\0' || strchr(text, also) == NULL);
    if (plain)
        mat_put_text(out, text);
    else
        put_quoted(out, text);
}

/* Every line of it behind a #. */
static void put_comment(struct strbuf *out, const char *comment)
{
    struct strbuf line = {0};
    while (comment != NULL) {
        const char *end = strchr(comment, '\n');
        strbuf_clear(&line);
        strbuf_add(&line, comment, end != NULL ? (size_t)(end - comment) : strlen(comment));
        strbuf_puts(out, line.length > 0 ? "# " : "#");
        mat_put_text(out, strbuf_text(&line));
        strbuf_putc(out, '\n');
        comment = end != NULL ? end + 1 : NULL;
    }
    strbuf_done(&line);
}

/* ---- the head ---- */

static void put_rules(struct strbuf *out, const struct match *m)
{
    const struct rules *r = &m->rules;
    const bool money = m->length == 0;
    char limit[24];
    snprintf(limit, sizeof limit, "cube-limit %d", r->cube_limit);
    const struct {
        bool is;
        const char *word;
    } words[] = {
        {r->variant != VARIANT_BACKGAMMON, variant_names[r->variant]},
        {!r->cube, "no-cube"},
        {r->cube_limit > 0, limit},
        {!money && !r->crawford, "no-crawford"},
        {money && r->jacoby, "jacoby"},
        {money && m->jacoby_known && !r->jacoby, "no-jacoby"},
        {money && !r->beavers, "no-beavers"},
        {money && r->one_beaver, "no-raccoons"},
        {money && r->automatic, "automatic"},
    };
    bool any = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        strbuf_puts(out, !words[i].is ? "" : any ? " " : "rules ");
        strbuf_puts(out, words[i].is ? words[i].word : "");
        any = any || words[i].is;
    }
    strbuf_puts(out, any ? "\n" : "");
}

static void put_head(struct strbuf *out, const struct match *m)
{
    const struct match_info *i = &m->info;
    const struct {
        const char *word, *text;
    } facts[] = {{"date", i->date}, {"event", i->event},         {"round", i->round}, {"place", i->place},
                 {"site", i->site}, {"annotator", i->annotator}, {"time", i->time},   {"match", i->match_id}};
    strbuf_puts(out, "names ");
    put_text(out, m->player[0].name, ',');
    strbuf_puts(out, ", ");
    put_text(out, m->player[1].name, '\0');
    strbuf_printf(out, "\nlength %d\n", m->length);
    put_rules(out, m);
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        if (facts[k].text != NULL) {
            strbuf_printf(out, "%s ", facts[k].word);
            put_text(out, facts[k].text, '\0');
            strbuf_putc(out, '\n');
        }
    put_comment(out, m->comment);
}

/* ---- events ---- */

struct pen {
    struct strbuf *out;
    const struct walk *w;
    struct replay before; /* the event */
    bool mid_line;
    int dice[2]; /* last written, in their order */
};

static void begin_turn(struct pen *p, int expected)
{
    strbuf_puts(p->out, p->mid_line ? " " : "");
    p->mid_line = true;
    if (p->w->event->player != expected)
        strbuf_puts(p->out, p->w->event->player == 0 ? "a " : "b ");
}

static void end_line(struct pen *p)
{
    strbuf_puts(p->out, p->mid_line ? "\n" : "");
    p->mid_line = false;
}

/* The first roll says who begins by which die is the larger one. */
static void put_dice(struct pen *p)
{
    const struct event *e = p->w->event;
    const bool opening = !p->before.started;
    const bool turned = opening && (e->dice[0] < e->dice[1]) != e->player;
    begin_turn(p, opening ? e->dice[0] == e->dice[1] ? !e->player : e->player : replay_actor(&p->before, EVENT_PLAY));
    for (int i = 0; i < 2; i++) {
        p->dice[i] = e->dice[turned ^ i];
        strbuf_int(p->out, p->dice[i]);
    }
}

static void put_illegal(struct pen *p)
{
    const struct event *e = p->w->event;
    char id[POSITION_ID_LENGTH + 1];
    struct board after;
    const bool rolled = e->dice[0] > 0 && e->dice[1] > 0;
    if (rolled && e->play.n > 0 && board_play(&p->w->before.board, &e->play, &after)) {
        strbuf_putc(p->out, ' ');
        notation_write(p->out, &p->w->before.board, &e->play, NOTATION_PARTS);
    } else if (e->text != NULL && e->play.n <= 0) {
        strbuf_putc(p->out, ' ');
        put_quoted(p->out, e->text);
    }
    strbuf_putc(p->out, '!');
    if ((e->flags & EVENT_AFTER_GIVEN) && board_problem(event_board(e), 0) == NULL) {
        position_id(event_board(e), id);
        strbuf_printf(p->out, "@%s", id);
    }
}

static void put_play(struct pen *p)
{
    const struct event *e = p->w->event;
    struct strbuf text = {0};
    put_dice(p);
    const bool rolled = e->dice[0] > 0 && e->dice[1] > 0;
    if (!(e->flags & EVENT_ILLEGAL) && rolled &&
        terse_write(&text, &p->w->before.board, p->dice[0], p->dice[1], &e->play, &p->w->played)) {
        strbuf_puts(p->out, text.at[0] != '.' ? " " : "");
        strbuf_puts(p->out, text.at);
    } else {
        put_illegal(p);
    }
    strbuf_done(&text);
}

static void put_word(struct pen *p, const char *word)
{
    begin_turn(p, replay_actor(&p->before, p->w->event->kind));
    strbuf_puts(p->out, word);
}

/* With what is on the cube where that is not twice as much as before. */
static void put_raise(struct pen *p, const char *word)
{
    const struct replay *r = &p->before;
    const int usual = 2 * (position_is_doubled(&r->now) ? r->offered : r->now.cube);
    put_word(p, word);
    if (p->w->event->value > 1 && p->w->event->value != usual)
        strbuf_int(p->out, p->w->event->value);
}

static void put_resignation(struct pen *p)
{
    const struct event *e = p->w->event;
    const bool last = p->w->index + 1 == p->w->game->n_events;
    const enum event_kind next = last ? EVENT_COMMENT : e[1].kind;
    put_word(p, "r");
    if (e->value != 1)
        strbuf_int(p->out, e->value);
    strbuf_puts(p->out, next == EVENT_RESIGN_REFUSE ? " n" : next == EVENT_RESIGN_ACCEPT ? "" : " -");
}

static void put_set_up(struct pen *p)
{
    const struct event *e = p->w->event;
    char id[POSITION_ID_LENGTH + 1];
    end_line(p);
    if (e->kind == EVENT_SET_BOARD) {
        position_id(event_board(e), id);
        strbuf_printf(p->out, "board %c %s\n", 'a' + e->player, id);
    } else {
        strbuf_printf(p->out, "cube %d %c\n", e->value, e->owner == 0 ? 'a' : e->owner == 1 ? 'b' : '-');
    }
}

static bool is_last(const struct walk *w)
{
    return w->index + 1 == w->game->n_events;
}

static void put_event(struct pen *p)
{
    switch (p->w->event->kind) {
    case EVENT_PLAY:
        put_play(p);
        break;
    case EVENT_ROLL:
        put_dice(p);
        strbuf_putc(p->out, '-');
        break;
    case EVENT_SET_DICE:
        if (is_last(p->w)) {
            put_dice(p);
            strbuf_putc(p->out, '-');
        }
        break;
    case EVENT_DOUBLE:
        put_raise(p, "d");
        break;
    case EVENT_BEAVER:
        put_raise(p, "be");
        break;
    case EVENT_RACCOON:
        put_raise(p, "ra");
        break;
    case EVENT_TAKE:
        put_word(p, "t");
        break;
    case EVENT_DROP:
        put_word(p, "p");
        break;
    case EVENT_RESIGN:
        put_resignation(p);
        break;
    case EVENT_SET_BOARD:
    case EVENT_SET_CUBE:
        put_set_up(p);
        break;
    default:
        break;
    }
}

static bool stays_on_line(enum event_kind kind)
{
    return kind == EVENT_DOUBLE || kind == EVENT_BEAVER || kind == EVENT_RACCOON;
}

/* ---- games ---- */

struct course { /* of the match, as the reader will see it */
    const struct match *m;
    bool crawford_seen, undecided; /* undecided: the last game */
};

/* Does what is written of the game begin with a turn? Else a remark at its beginning would be the last game's. */
static bool begins_with_turn(const struct game *g)
{
    const enum event_kind first = g->n_events > 0 ? g->events[0].kind : EVENT_COMMENT;
    return first != EVENT_COMMENT && first != EVENT_SET_SCORE && (first != EVENT_SET_DICE || g->n_events == 1);
}

static void put_score(struct course *c, const struct game *g, struct strbuf *out)
{
    const bool first = g == c->m->games;
    const int length = c->m->length;
    int score[2];
    for (int i = 0; i < 2; i++)
        score[i] = first ? 0 : g[-1].score[i] + (g[-1].winner == i ? g[-1].points : 0);
    const bool one_away = length > 1 && (g->score[0] == length - 1) != (g->score[1] == length - 1);
    const bool crawford = c->m->rules.crawford && one_away && !c->crawford_seen;
    const bool follows = score[0] == g->score[0] && score[1] == g->score[1] && crawford == g->crawford_game &&
                         g->number == (int)(g - c->m->games) + 1 && g->automatic_doubles == 0;
    c->crawford_seen = c->crawford_seen || crawford;
    if (follows && !c->undecided && g->comment == NULL && begins_with_turn(g))
        return;
    strbuf_printf(out, "score %d-%d", g->score[0], g->score[1]);
    if (crawford != g->crawford_game)
        strbuf_puts(out, g->crawford_game ? " crawford" : " post-crawford");
    if (g->number != (int)(g - c->m->games) + 1)
        strbuf_printf(out, " game %d", g->number);
    if (g->automatic_doubles != 0)
        strbuf_printf(out, " cube %d", 1 << g->automatic_doubles);
    strbuf_putc(out, '\n');
    put_comment(out, g->comment);
}

static bool result_follows(const struct game *g, const struct walk *w)
{
    return g->winner == NOBODY || g->points == 0 || (w->winner == g->winner && w->points == g->points);
}

static void put_game(struct course *c, const struct game *g, struct strbuf *out)
{
    struct walk w;
    struct pen p = {.out = out, .w = &w};
    put_score(c, g, out);
    for (walk_begin(&w, c->m, g), p.before = w.replay; walk_next(&w); p.before = w.replay) {
        put_event(&p);
        if (w.event->comment != NULL) {
            strbuf_puts(out, p.mid_line ? " " : "");
            p.mid_line = false;
            put_comment(out, w.event->comment);
        } else if (is_last(&w) || !stays_on_line(w.event->kind)) {
            end_line(&p);
        }
    }
    c->undecided = g->winner == NOBODY;
    if (!result_follows(g, &w)) {
        const int won[2] = {g->winner == 0 ? g->points : 0, g->winner == 1 ? g->points : 0};
        strbuf_printf(out, "= %d-%d\n", g->score[0] + won[0], g->score[1] + won[1]);
    }
}

/* ---- what is lost ---- */

/* Scores set by hand, of those before anything was played or of the others. */
static int scores_set(const struct game *g, bool begun)
{
    int n = 0;
    bool playing = false;
    for (size_t i = 0; i < g->n_events; i++) {
        playing = playing || g->events[i].kind <= EVENT_RESIGN_REFUSE;
        n += g->events[i].kind == EVENT_SET_SCORE && playing == begun;
    }
    return n;
}

/* How the reader will find that the game has ended. */
static bool ending_survives(const struct match *m, const struct game *g)
{
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);)
        ;
    if (g->winner == NOBODY)
        return true;
    if (w.winner != NOBODY)
        return g->ending == (w.winner == g->winner ? w.ending : ENDING_SETTLED);
    return g->ending == loss_ending_by_result(m, g, true);
}

static void report_losses(const struct match *m, struct diags *d)
{
    const uint64_t carried = CARRIES(NAMES) | CARRIES(LENGTH) | CARRIES(SCORES) | CARRIES(CRAWFORD) |
                             CARRIES(COMMENTS) | CARRIES(MATCH_COMMENT) | CARRIES(ILLEGAL_BOARDS) | CARRIES(WORDS) |
                             CARRIES(REFUSALS) | CARRIES(RESIGNATIONS) | CARRIES(RESULTS) | CARRIES(AUTOMATIC_DOUBLES) |
                             CARRIES(PLACE) | CARRIES(RULES) | CARRIES(OFFERS);
    struct losses lost;
    loss_count(&lost, m, NULL);
    lost.count[LOSS_ENDINGS] = lost.count[LOSS_START_POSITIONS] = lost.count[LOSS_POSITIONS] = 0;
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        lost.count[LOSS_ENDINGS] += !ending_survives(m, g);
        lost.count[LOSS_START_POSITIONS] += scores_set(g, false);
        lost.count[LOSS_POSITIONS] += scores_set(g, true);
        lost.count[LOSS_SET_DICE] += g->n_events > 0 && g->events[g->n_events - 1].kind == EVENT_SET_DICE;
    }
    losses_report(&lost, carried, d);
}

bool transcript_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct course c = {.m = m};
    (void)o;
    put_head(sink_main(sink), m);
    for (size_t i = 0; i < m->n_games; i++)
        put_game(&c, &m->games[i], sink_main(sink));
    report_losses(m, d);
    return true;
}
