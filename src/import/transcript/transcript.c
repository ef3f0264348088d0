/* Transcripts: what a person types at a board, as short as it can be. Lines of a head, then turns: dice and as much of
 * a play as only one legal play has. Whose turn it is, and what can be played, is known from the replay (guesses.h), so
 * that nothing of it has to be typed. Grammar: docs/formats/transcript.md. */
#include <string.h>

#include "import/readers.h"
#include "import/transcript/transcript.h"
#include "format/posid.h"

struct place transcript_place(const struct transcript *t, const char *at)
{
    return lines_place(&t->lines, at);
}

/* ---- comments ---- */

void transcript_comment(struct transcript *t, struct span text)
{
    struct game *last = t->m->n_games > 0 ? &t->m->games[t->m->n_games - 1] : NULL;
    if (t->b.g != NULL)
        guesses_comment(&t->guesses, text);
    else if (last != NULL)
        comment_append(t->m, last->n_events > 0 ? &last->events[last->n_events - 1].comment : &last->comment, text);
    else
        comment_append(t->m, &t->m->comment, text);
}

void transcript_not_understood(struct transcript *t, struct span what, const char *expected)
{
    const struct place p = transcript_place(t, what.at);
    diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column, "found \"%.*s\", expected %s: kept as a comment",
            span_shown(what), what.at, expected);
    transcript_comment(t, what);
}

struct span transcript_quoted(struct transcript *t)
{
    struct strbuf text = {0};
    scan_char(&t->s, '"');
    for (; t->s.at < t->s.end && *t->s.at != '"'; t->s.at++) {
        const bool escaped = *t->s.at == '\\' && t->s.at + 1 < t->s.end;
        t->s.at += escaped;
        strbuf_putc(&text, escaped && *t->s.at == 'n' ? '\n' : *t->s.at);
    }
    scan_char(&t->s, '"');
    const struct span copy = {arena_strndup(t->m->arena, strbuf_text(&text), text.length), text.length};
    strbuf_done(&text);
    return copy;
}

/* ---- games ---- */

static bool is_open(const struct transcript *t)
{
    return t->b.g != NULL && !guesses_over(&t->guesses, false);
}

void transcript_end_game(struct transcript *t, int winner, int points, const char *at)
{
    if (t->b.g == NULL)
        return;
    guesses_settle(&t->guesses);
    builder_end(&t->b, winner, points, transcript_place(t, at));
    match_final_score(t->m, t->score);
}

void transcript_begin_game(struct transcript *t, const char *at)
{
    const int length = t->m->length, *score = t->score;
    transcript_end_game(t, NOBODY, 0, at);
    builder_game(&t->b, score[0], score[1], transcript_place(t, at));
    builder_crawford(&t->b, length > 1 && t->m->rules.crawford && (score[0] == length - 1) != (score[1] == length - 1));
    guesses_begin(&t->guesses, &t->b);
}

void transcript_need_game(struct transcript *t, const char *at)
{
    if (!is_open(t))
        transcript_begin_game(t, at);
}

/* ---- players and boards ---- */

int transcript_letter(struct span word)
{
    return span_equal_nocase(word, "a") ? 0 : span_equal_nocase(word, "b") ? 1 : NOBODY;
}

int transcript_player(const struct transcript *t, struct span word)
{
    int found = NOBODY;
    if (transcript_letter(word) != NOBODY)
        return transcript_letter(word);
    for (int i = 0; i < 2 && word.length > 0; i++) {
        char *begin = arena_strndup(t->m->arena, word.at, word.length);
        if (span_starts_nocase(span_of(t->m->player[i].name), begin)) {
            if (found != NOBODY)
                return NOBODY;
            found = i;
        }
    }
    return found;
}

bool transcript_board(const struct transcript *t, struct span id, struct board *b)
{
    const char *problem;
    size_t fault;
    if (!position_id_read(id, b, &problem, &fault))
        return false;
    const int all = variant_chequers(t->m->rules.variant);
    b->off[0] = (int8_t)(all - board_in_play(b));
    b->off[1] = (int8_t)(all - board_opponent_in_play(b));
    return b->off[0] >= 0 && b->off[1] >= 0;
}

/* ---- the file ---- */

bool transcript_read(struct span text, struct receiver *out, struct diags *d)
{
    struct transcript t = {.m = match_new(), .named = NOBODY};
    builder_begin(&t.b, t.m, d);
    t.m->format = "transcript";
    t.m->rules.variant = out->variant;
    t.m->rules.beavers = true; /* in money play, unless the head says otherwise */
    guesses_allow(&t.guesses, text.length);
    lines_begin(&t.lines, text);
    while (lines_next(&t.lines))
        if (transcript_head(&t))
            transcript_turns(&t);
    if (t.b.g != NULL)
        guesses_settle(&t.guesses);
    guesses_done(&t.guesses);
    if (t.m->length > 0)
        t.m->rules.beavers = t.m->rules.one_beaver = false;
    if (t.headed && t.m->n_games == 0) {
        builder_done(&t.b);
        match_hand_on(t.m, out);
        return true;
    }
    return builder_finish(&t.b, out, t.lines.number, W_("dice and a play, like 31 8/5 6/5"));
}

/* Certain where the head says so; without one the first ten lines are turns. */
int transcript_sniff(struct span head)
{
    struct lines l;
    int turns = 0;
    bool known = false;
    for (lines_begin(&l, head); lines_next(&l) && turns < 10;) {
        const struct span line = span_trim(l.line);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        const enum head_word word = transcript_head_word(line);
        if (word == HEAD_NONE && !transcript_is_turns(line))
            break;
        known = known || word == HEAD_CERTAIN;
        turns += word == HEAD_NONE;
    }
    return known ? 80 : turns >= 2 ? 20 : 0;
}
