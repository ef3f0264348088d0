/* Plays of a transcript that the rules do not know: what is nearest to them, and how they are kept. */
#include "import/transcript/transcript.h"
#include "match/notation.h"
#include "format/terse.h"

enum { NEAREST = 6, DESCRIBED = 100 }; /* plays that a message names; faults whose message does */

/* How many of the words fit this play. */
static int words_that_fit(const struct legal_play *play, const struct board *b, const struct roll *r)
{
    struct scan s = scan_of(r->text);
    int n = 0;
    while (!scan_done(&s)) {
        struct legal_play copy = *play;
        struct move_list alone = {.n = 1, .at = &copy, .capacity = 1};
        n += terse_filter(scan_word(&s), b, r->dice[0], r->dice[1], &alone);
    }
    return n;
}

/* The legal plays nearest to what was typed: those that most of its words fit. */
static void put_nearest(struct strbuf *out, const struct board *b, const struct roll *r)
{
    struct move_list legal = {0};
    const int n = moves_list(b, r->dice[0], r->dice[1], &legal);
    int most = 0, named = 0;
    for (int i = 0; i < n; i++) {
        const int fit = words_that_fit(&legal.at[i], b, r);
        most = fit > most ? fit : most;
    }
    for (int i = 0; i < n && named <= NEAREST; i++)
        if (words_that_fit(&legal.at[i], b, r) == most && named++ < NEAREST) {
            strbuf_puts(out, named > 1 ? ", " : "");
            notation_write(out, b, &legal.at[i].play, NOTATION_MERGED);
        }
    strbuf_puts(out, n == 0 ? W_("nothing can be moved") : named > NEAREST ? " ..." : "");
    moves_free(&legal);
}

void transcript_warn_of_play(struct transcript *t, const struct roll *r)
{
    const struct board b = position_board(&guesses_now(&t->guesses)->now, r->player);
    const struct place p = r->text.length > 0 ? transcript_place(t, r->text.at) : r->place;
    struct strbuf near = {0};
    if (t->b.d->n_warnings < DESCRIBED)
        put_nearest(&near, &b, r);
    if (r->text.length > 0)
        diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column, "found \"%.*s\", which is not a play of %d%d%s%s",
                span_shown(r->text), r->text.at, r->dice[0], r->dice[1], near.length > 0 ? W_("; nearest: ") : "",
                strbuf_text(&near));
    else
        diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column, "%d%d is not forced%s%s", r->dice[0], r->dice[1],
                near.length > 0 ? W_("; legal: ") : "", strbuf_text(&near));
    strbuf_done(&near);
}

void transcript_play_as_typed(struct transcript *t, const struct roll *r)
{
    struct play play = {0};
    const char *problem;
    struct board board;
    guesses_settle(&t->guesses);
    board = position_board(&t->b.r.now, r->player);
    const bool legal = !r->words && notation_read(r->text, &board, r->dice[0], r->dice[1], &play, &problem, NULL);
    if (r->words || r->text.length == 0 || (!legal && play.n < 0))
        builder_dance(&t->b, r->player, r->dice[0], r->dice[1], r->place);
    else
        builder_play(&t->b, r->player, r->dice[0], r->dice[1], r->text, r->place);
    struct event *e = &t->b.g->events[t->b.g->n_events - 1];
    if (e->text == NULL && r->text.length > 0 && !legal)
        e->text = arena_span(t->m->arena, r->text);
    if (r->id.length > 0 && transcript_board(t, r->id, &board)) {
        e->flags |= EVENT_AFTER_GIVEN;
        event_set_board(t->m, e, &board);
        t->b.r = t->b.before_roll;
        replay_apply(&t->b.r, e, NULL);
    }
    guesses_begin(&t->guesses, &t->b);
}
