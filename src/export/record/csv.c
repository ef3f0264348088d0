/* CSV: one row per decision, for spreadsheets and data frames. A roll makes up to two rows: the cube decision before it
 * (where it was analysed) and the chequer play. Columns: docs/formats/csv.md. Quoting: RFC 4180. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "export/export.h"
#include "match/loss.h"
#include "report/decision.h"
#include "report/lessons.h"
#include "match/notation.h"
#include "format/posid.h"
#include "match/walk.h"

static const char header[] =
    "player_0,player_1,length,game,move,player,score,opponent_score,cube,cube_owner,decision,action,roll,play,best,"
    "candidates,equity,best_equity,error,error_mwc,error_points,mark,luck,luck_mwc,luck_points,win,win_g,win_bg,lose_g,"
    "lose_bg,no_double,double_take,double_pass,level,illegal,xgid,gnubg_id,comment,themes,why\n";

struct writer {
    struct strbuf *out;
    const struct match *m;
    const struct export_options *o;
    int set;
    struct strbuf scratch;
    bool begun; /* a field stands on the line */
};

/* ---- fields ---- */

static void comma(struct writer *w)
{
    if (w->begun)
        strbuf_putc(w->out, ',');
    w->begun = true;
}

static void text_field(struct writer *w, const char *text)
{
    comma(w);
    if (text == NULL || text[0] == '\0')
        return;
    bool quoted = strpbrk(text, ",\"\n\r") != NULL;
    size_t start = w->out->length;
    strbuf_puts(w->out, quoted ? "\"" : "");
    if (w->o->csv_safe && strchr("=+-@\t", text[0]) != NULL)
        strbuf_putc(w->out, '\'');
    for (const char *quote; (quote = strchr(text, '"')) != NULL; text = quote + 1) {
        strbuf_clear(&w->scratch);
        strbuf_add(&w->scratch, text, (size_t)(quote - text));
        utf8_clean(w->out, strbuf_text(&w->scratch));
        strbuf_puts(w->out, "\"\"");
    }
    utf8_clean(w->out, text);
    strbuf_puts(w->out, quoted ? "\"" : "");
    for (size_t i = start; i < w->out->length; i++)
        if ((unsigned char)w->out->at[i] < 0x20 && w->out->at[i] != '\n')
            w->out->at[i] = ' ';
}

static void int_field(struct writer *w, long n)
{
    comma(w);
    strbuf_int(w->out, n);
}

static void number_field(struct writer *w, double x)
{
    comma(w);
    if (isfinite(x))
        strbuf_fixed(w->out, x, 6);
}

/* The same figure as MWC in matches, as points in money play. */
static void worth_fields(struct writer *w, double x)
{
    number_field(w, w->m->length > 0 ? x : NAN);
    number_field(w, w->m->length > 0 ? NAN : x);
}

static void empty_fields(struct writer *w, int n)
{
    while (n-- > 0)
        comma(w);
}

static void play_field(struct writer *w, const struct board *b, const struct play *play)
{
    strbuf_clear(&w->scratch);
    if (play != NULL && play->n > 0)
        notation_write(&w->scratch, b, play, NOTATION_MERGED);
    comma(w);
    strbuf_puts(w->out, strbuf_text(&w->scratch));
}

static void roll_field(struct writer *w, const int8_t dice[2])
{
    comma(w);
    if (dice[0] == 0)
        return;
    strbuf_int(w->out, dice[0]);
    strbuf_int(w->out, dice[1]);
}

static void level_field(struct writer *w, const struct eval_level *l)
{
    struct strbuf name = {0};
    eval_level_name(l, &name);
    text_field(w, strbuf_text(&name));
    strbuf_done(&name);
}

static void outcome_fields(struct writer *w, const struct outcome *o)
{
    const float figures[] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    for (int i = 0; i < 5; i++)
        number_field(w, figures[i]);
}

/* ---- rows ---- */

static void first_fields(struct writer *w, const struct walk *walk, int who)
{
    const struct position *p = &walk->before;
    text_field(w, w->m->player[0].name);
    text_field(w, w->m->player[1].name);
    int_field(w, w->m->length);
    int_field(w, walk->game->number);
    int_field(w, walk->move_number);
    int_field(w, who);
    int_field(w, p->score[who]);
    int_field(w, p->score[!who]);
    int_field(w, p->cube);
    comma(w);
    if (p->cube_owner != CUBE_CENTRED)
        strbuf_int(w->out, p->cube_owner);
}

static void lesson_fields(struct writer *w, const struct decision *d, bool cube)
{
    struct strbuf text = {0};
    const bool shown = w->o->analysis && d->note != NULL;
    themes_text(shown ? decision_themes(d, cube) : 0, " ", &text);
    text_field(w, strbuf_text(&text));
    strbuf_clear(&text);
    text_field(w, shown && lesson_text(d, cube, &text) ? strbuf_text(&text) : NULL);
    strbuf_done(&text);
}

/* `p`: the position that the row is about. */
static void last_fields(struct writer *w, const struct walk *walk, const struct decision *d, bool cube,
                        const struct position *p)
{
    char xg[XGID_MAX], id[POSITION_ID_LENGTH + MATCH_ID_LENGTH + 2];
    xgid(p, xg);
    position_id(&p->board, id);
    id[POSITION_ID_LENGTH] = ':';
    match_id(p, id + POSITION_ID_LENGTH + 1);
    int_field(w, (walk->event->flags & EVENT_ILLEGAL) != 0);
    text_field(w, xg);
    text_field(w, id);
    text_field(w, w->o->annotations ? walk->event->comment : NULL);
    lesson_fields(w, d, cube);
    strbuf_putc(w->out, '\n');
    w->begun = false;
}

static void analysed_play_fields(struct writer *w, const struct walk *walk, const struct annotation *a)
{
    const struct play_analysis *p = a != NULL ? a->play : NULL;
    const struct candidate *best = p != NULL && p->n > 0 ? &p->candidates[0] : NULL;
    const struct candidate *played = best != NULL && p->played >= 0 ? &p->candidates[p->played] : NULL;
    play_field(w, &walk->before.board, best != NULL ? &best->play : NULL);
    if (p != NULL)
        int_field(w, p->n_legal);
    else
        comma(w);
    number_field(w, played != NULL ? played->equity : NAN);
    number_field(w, best != NULL ? best->equity : NAN);
    number_field(w, p != NULL ? p->error : NAN);
    worth_fields(w, p != NULL ? p->error_mwc : NAN);
    text_field(w, a != NULL ? skill_name(a->play_skill) : NULL);
    number_field(w, a != NULL ? a->luck : NAN);
    worth_fields(w, a != NULL ? a->luck_mwc : NAN);
    if (played != NULL)
        outcome_fields(w, &played->outcome);
    else
        empty_fields(w, 5);
    empty_fields(w, 3);
    if (played != NULL)
        level_field(w, &played->level);
    else
        comma(w);
}

static void move_row(struct writer *w, const struct walk *walk, const struct decision *d, const struct annotation *a)
{
    const struct event *e = walk->event;
    first_fields(w, walk, e->player);
    text_field(w, e->kind == EVENT_PLAY ? "move" : "roll");
    text_field(w, event_kind_name(e->kind));
    roll_field(w, e->dice);
    play_field(w, &walk->before.board, e->kind == EVENT_PLAY ? &e->play : NULL);
    analysed_play_fields(w, walk, a);
    last_fields(w, walk, d, false, &walk->before);
}

/* Of the player who acts: the doubler (or roller), or the answerer; equities are the doubler's. */
static void cube_row(struct writer *w, const struct walk *walk, const struct decision *d, const char *action)
{
    const struct annotation *a = w->o->analysis ? d->note : NULL;
    const struct cube_analysis *c = a != NULL ? a->cube : NULL;
    bool redouble = walk->before.cube_owner != CUBE_CENTRED;
    first_fields(w, walk, walk->event->player);
    text_field(w, "cube");
    text_field(w, action);
    empty_fields(w, 2);
    text_field(w, c != NULL && c->verdict != VERDICT_NONE ? verdict_text(c->verdict, redouble) : NULL);
    empty_fields(w, 3);
    number_field(w, c != NULL ? decision_cube_error(d) : NAN);
    worth_fields(w, c != NULL ? decision_cube_error_mwc(d) : NAN);
    text_field(w, a != NULL ? skill_name(a->cube_skill) : NULL);
    empty_fields(w, 3);
    if (c != NULL) {
        outcome_fields(w, &c->branch[0].outcome);
        number_field(w, c->nd);
        number_field(w, c->dt);
        number_field(w, c->dp);
        level_field(w, &c->level);
    } else {
        empty_fields(w, 9);
    }
    const struct position before = position_before_roll(&walk->before);
    last_fields(w, walk, d, true, &before);
}

static void event_rows(struct writer *w, const struct walk *walk, const struct decision *d)
{
    const struct event *e = walk->event;
    const struct annotation *a = w->o->analysis ? d->note : NULL;
    switch (e->kind) {
    case EVENT_PLAY:
    case EVENT_ROLL:
        if (a != NULL && a->cube != NULL && report_wants_cube(w->o, d))
            cube_row(w, walk, d, "no double");
        if (report_wants_play(w->o, d))
            move_row(w, walk, d, a);
        break;
    case EVENT_DOUBLE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
    case EVENT_TAKE:
    case EVENT_DROP:
        if (report_wants_cube(w->o, d))
            cube_row(w, walk, d, event_kind_name(e->kind));
        break;
    default:
        break;
    }
}

static bool has_row(enum event_kind kind)
{
    return kind == EVENT_PLAY || kind == EVENT_ROLL || kind == EVENT_DOUBLE || kind == EVENT_BEAVER ||
           kind == EVENT_RACCOON || kind == EVENT_TAKE || kind == EVENT_DROP;
}

/* Comments on what has a row are carried; marks of luck follow from it where it is known. */
static void report_losses(const struct writer *w, struct diags *d)
{
    const unsigned lost = CARRIES(MATCH_COMMENT) | CARRIES(OTHER_SETS) | CARRIES(REFUSALS) | CARRIES(RESIGNATIONS) |
                          CARRIES(RESULTS) | CARRIES(ENDINGS) | CARRIES(RATINGS) | CARRIES(PLACE) | CARRIES(RULES) |
                          (CARRIES_DETAILS & ~CARRIES(LESSONS)) | CARRIES(PROPERTIES) | CARRIES(COMMENTS) |
                          CARRIES(MARKS);
    struct losses l;
    loss_count(&l, w->m, NULL);
    l.count[LOSS_COMMENTS] = l.count[LOSS_MARKS] = 0;
    for (size_t g = 0; g < w->m->n_games; g++) {
        const struct game *game = &w->m->games[g];
        l.count[LOSS_COMMENTS] += game->comment != NULL;
        for (size_t i = 0; i < game->n_events; i++) {
            const struct event *e = &game->events[i];
            const struct annotation *a = event_annotation(e, w->set);
            l.count[LOSS_COMMENTS] += e->comment != NULL && !has_row(e->kind);
            l.count[LOSS_MARKS] += a != NULL && a->luck_mark != LUCK_NONE && isnan(a->luck);
        }
    }
    losses_report(&l, CARRIES_EVERYTHING & ~lost, d);
}

static bool write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct writer w = {.out = sink_main(sink), .m = m, .o = o, .set = export_set(m, o)};
    if (w.out->length == 0)
        strbuf_puts(w.out, header);
    for (size_t g = 0; g < m->n_games; g++) {
        struct walk walk;
        for (walk_begin(&walk, m, &m->games[g]); walk_next(&walk);) {
            struct decision decision;
            decision_of(&decision, &walk, w.set);
            event_rows(&w, &walk, &decision);
        }
    }
    strbuf_done(&w.scratch);
    report_losses(&w, d);
    return true;
}

const struct exporter exporter_csv = {
    .name = "csv",
    .title = "CSV, one row per decision",
    .extension = "csv",
    .scope = EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES,
    .annotations = true,
    .write = write,
};
