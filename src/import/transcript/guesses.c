/* Positions that are possible; see guesses.h. */
#include "import/transcript/guesses.h"

#include <string.h>

#include "base/xmalloc.h"
#include "import/result.h"
#include "match/notation.h"
#include "format/terse.h"

/* TYPED_MAX: what stays open so long is settled. WORK: plays; a lost one costs some 600, two in a row some 30,000.
 * PLAYS: of a roll, seldom more. */
enum {
    GUESSES_MAX = 2048,
    WORK_LEAST = 60000,
    WORK_PER_BYTE = 20,
    PER_BOARD = 4,
    PLAYS = 64,
    TYPED_MAX = 300,
    NAMED = 6
};

void guesses_allow(struct guesses *g, size_t length)
{
    g->work = WORK_LEAST + WORK_PER_BYTE * length;
}

static void spend(struct guesses *g, size_t work)
{
    g->work -= work < g->work ? work : g->work;
}

void guesses_done(struct guesses *g)
{
    xfree(g->at);
    xfree(g->next);
    xfree(g->links);
    xfree(g->typed);
    *g = (struct guesses){0};
}

static void add(struct guesses *g, const struct replay *now, int link)
{
    g->next = grow(g->next, g->n_next, &g->next_capacity, sizeof *g->next);
    g->next[g->n_next++] = (struct guess){*now, link};
}

/* What was added takes the place of what was there. */
static void turn_over(struct guesses *g)
{
    struct guess *was = g->at;
    const size_t capacity = g->capacity;
    g->at = g->next;
    g->capacity = g->next_capacity;
    g->next = was;
    g->next_capacity = capacity;
    g->n = g->n_next;
    g->n_next = 0;
}

void guesses_begin(struct guesses *g, struct builder *b)
{
    g->b = b;
    g->n_next = g->n_links = g->n_typed = 0;
    g->cut = false;
    add(g, &b->r, -1);
    turn_over(g);
}

const struct replay *guesses_now(const struct guesses *g)
{
    return &g->at[0].now;
}

/* ---- plays ---- */

static int fitting(struct guesses *g, size_t guess, int player, const int dice[2], struct span text,
                   struct board *board, struct move_list *list)
{
    *board = position_board(&g->at[guess].now.now, player);
    const int n = moves_list(board, dice[0], dice[1], list);
    spend(g, guess > 0 ? PER_BOARD + (size_t)n : 0);
    return terse_filter(text, board, dice[0], dice[1], list);
}

bool guesses_fit(struct guesses *g, int player, const int dice[2], struct span text)
{
    struct move_list list = {0};
    struct board board;
    bool fit = false;
    if (g->work == 0 && g->n > 1)
        guesses_settle(g);
    for (size_t i = 0; i < g->n && !fit; i++)
        fit = fitting(g, i, player, dice, text, &board, &list) > 0;
    moves_free(&list);
    return fit;
}

/* The position after `before` is played on; where the roll is a dance, `play` is empty. */
static void follow(struct guesses *g, const struct guess *before, const struct typed *typed, const struct board *board,
                   const struct play *play)
{
    struct event e = {.kind = EVENT_PLAY, .player = (int8_t)typed->player, .play = *play};
    struct replay after = before->now;
    event_set_dice(&e, typed->dice[0], typed->dice[1]);
    replay_apply(&after, &e, NULL);
    g->links = grow(g->links, g->n_links, &g->links_capacity, sizeof *g->links);
    g->links[g->n_links] = (struct guess_link){before->link, g->n_typed, *play, *board};
    add(g, &after, (int)g->n_links++);
}

static bool is_dance(const struct board *board, const int dice[2], struct span text)
{
    struct move_list list = {0};
    const int n = moves_list(board, dice[0], dice[1], &list);
    moves_free(&list);
    return n == 0 && span_trim(text).length == 0;
}

/* How many may be kept: as many as the work left pays for once more. All plays on a single board always may. */
static size_t most_kept(const struct guesses *g)
{
    const size_t n = g->work / PLAYS;
    if (g->n < 2)
        return SIZE_MAX;
    return n < 2 ? 2 : n < GUESSES_MAX ? n : GUESSES_MAX;
}

/* Adds what comes of one guess, and returns how many there are then. `list` is room to work in. */
static size_t follow_one(struct guesses *g, size_t guess, struct typed *typed, struct span text, enum play_entry how,
                         struct move_list *list)
{
    const struct guess *before = &g->at[guess];
    struct board board;
    const int n = fitting(g, guess, typed->player, typed->dice, text, &board, list);
    typed->open = typed->open || (n > 1 && how != PLAY_FORCED);
    for (int k = 0; k < n && (how != PLAY_FORCED || n == 1); k++)
        follow(g, before, typed, &board, &list->at[k].play);
    if (n == 0 && is_dance(&board, typed->dice, text))
        follow(g, before, typed, &board, &(struct play){0});
    return g->n_next;
}

static size_t follow_all(struct guesses *g, struct typed *typed, struct span text, enum play_entry how)
{
    struct move_list list = {0};
    const size_t room = most_kept(g);
    size_t found = 0, at = 0;
    g->n_next = 0;
    while (at < g->n && found < room)
        found = follow_one(g, at++, typed, text, how, &list);
    moves_free(&list);
    spend(g, found > 1 ? PER_BOARD * found : 0);
    g->cut = g->cut || at < g->n;
    if (found > 0)
        turn_over(g);
    return found;
}

static struct typed *keep_typed(struct guesses *g, const struct typed *typed)
{
    g->typed = grow(g->typed, g->n_typed, &g->typed_capacity, sizeof *g->typed);
    g->typed[g->n_typed] = *typed;
    return &g->typed[g->n_typed++];
}

bool guesses_play(struct guesses *g, int player, const int dice[2], struct span text, enum play_entry how,
                  struct place place)
{
    struct typed typed = {
        .kind = EVENT_PLAY, .player = player, .dice = {dice[0], dice[1]}, .place = place, .lost = how == PLAY_LOST};
    const size_t n = follow_all(g, &typed, text, how);
    if (n == 0)
        return false;
    keep_typed(g, &typed);
    if (n == 1 || g->work == 0 || g->n_typed > TYPED_MAX)
        guesses_settle(g);
    return true;
}

/* ---- other events ---- */

void guesses_event(struct guesses *g, enum event_kind kind, int player, const int dice[2], int value,
                   struct place place)
{
    struct event e = {.kind = kind, .player = (int8_t)player, .value = value};
    event_set_dice(&e, dice[0], dice[1]);
    for (size_t i = 0; i < g->n; i++)
        replay_apply(&g->at[i].now, &e, NULL);
    keep_typed(
        g, &(struct typed){.kind = kind, .player = player, .dice = {dice[0], dice[1]}, .value = value, .place = place});
    if (g->n == 1)
        guesses_settle(g);
}

void guesses_comment(struct guesses *g, struct span text)
{
    keep_typed(g, &(struct typed){.kind = EVENT_COMMENT, .comment = text});
    if (g->n == 1)
        guesses_settle(g);
}

/* ---- the end of a game ---- */

bool guesses_over(const struct guesses *g, bool any)
{
    for (size_t i = 0; i < g->n; i++)
        if ((g->at[i].now.winner != NOBODY) == any)
            return any;
    return !any;
}

void guesses_keep(struct guesses *g, bool over)
{
    size_t kept = 0;
    for (size_t i = 0; i < g->n; i++)
        if ((g->at[i].now.winner != NOBODY) == over)
            g->at[kept++] = g->at[i];
    g->n = kept;
    if (g->n == 1)
        guesses_settle(g);
}

/* ---- settling ---- */

static const struct guess_link *link_of(const struct guesses *g, size_t guess, size_t typed)
{
    int at = g->at[guess].link;
    while (at >= 0 && g->links[at].typed != typed)
        at = g->links[at].before;
    return at >= 0 ? &g->links[at] : NULL;
}

static void put_play(struct strbuf *out, const struct guess_link *l)
{
    notation_write(out, &l->board, &l->play, NOTATION_MERGED);
}

/* The different plays that the guesses make of an event, ", " between them, the first NAMED of them: how many there
 * are. */
static size_t put_choices(const struct guesses *g, size_t typed, struct strbuf *out)
{
    struct strbuf all = {0}, one = {0};
    size_t n = 0, named = 0;
    strbuf_puts(&all, ", ");
    for (size_t i = 0; i < g->n; i++) {
        strbuf_clear(&one);
        strbuf_puts(&one, ", ");
        put_play(&one, link_of(g, i, typed));
        strbuf_puts(&one, ", ");
        if (strstr(all.at, one.at) != NULL)
            continue;
        strbuf_puts(&all, one.at + 2);
        if (++n <= NAMED)
            named = all.length - 2;
    }
    strbuf_add(out, all.at + 2, named - 2);
    strbuf_puts(out, n > NAMED ? " ..." : "");
    strbuf_done(&all);
    strbuf_done(&one);
    return n;
}

/* Says what became of a play that its text left open. Where it is open still, the event gets a comment. */
static void explain(struct guesses *g, size_t index, const struct guess_link *chosen)
{
    const struct typed *s = &g->typed[index];
    if (!s->open)
        return;
    struct strbuf choices = {0}, play = {0};
    const size_t n = put_choices(g, index, &choices);
    const char *what = s->lost ? W_("the play was lost") : W_("the text fits several plays");
    put_play(&play, chosen);
    if (n > 1 || g->cut) {
        struct strbuf mark = {0};
        strbuf_printf(&mark, "%s; %s%zu fit%s: %s", what, g->cut ? "at least " : "", n, n == 1 ? "s" : "", choices.at);
        comment_append(g->b->m, &g->b->g->events[g->b->g->n_events - 1].comment, (struct span){mark.at, mark.length});
        diag_at(g->b->d, SEVERITY_WARNING, s->place.line, s->place.column,
                g->cut ? F_("%d%d: %s; %s is assumed; plays that fit: at least %zu (%s)")
                       : F_("%d%d: %s; %s is assumed; plays that fit: %zu (%s)"),
                s->dice[0], s->dice[1], what, strbuf_text(&play), n, choices.at);
        strbuf_done(&mark);
    } else {
        diag_at(g->b->d, SEVERITY_NOTE, s->place.line, s->place.column, "%d%d: %s; only %s fits what follows",
                s->dice[0], s->dice[1], what, strbuf_text(&play));
    }
    strbuf_done(&choices);
    strbuf_done(&play);
}

static void build_play(struct guesses *g, size_t index)
{
    const struct typed *s = &g->typed[index];
    const struct guess_link *chosen = link_of(g, 0, index);
    struct strbuf text = {0};
    notation_write(&text, &chosen->board, &chosen->play, NOTATION_PARTS);
    builder_play(g->b, s->player, s->dice[0], s->dice[1], (struct span){strbuf_text(&text), text.length}, s->place);
    strbuf_done(&text);
    explain(g, index, chosen);
}

/* A remark belongs to the decision before it, or to the game. */
static void build_comment(struct builder *b, struct span text)
{
    comment_append(b->m, b->g->n_events > 0 ? &b->g->events[b->g->n_events - 1].comment : &b->g->comment, text);
}

static void build(struct guesses *g, size_t index)
{
    const struct typed *s = &g->typed[index];
    struct builder *b = g->b;
    switch (s->kind) {
    case EVENT_PLAY:
        build_play(g, index);
        break;
    case EVENT_ROLL:
        builder_roll(b, s->player, s->dice[0], s->dice[1], s->place);
        break;
    case EVENT_RESIGN:
        builder_resign(b, s->player, s->value, s->place);
        break;
    case EVENT_RESIGN_REFUSE:
        builder_refuse(b, s->player, s->place);
        break;
    case EVENT_RESIGN_ACCEPT:
        event_append(b->m, b->g, &b->r, EVENT_RESIGN_ACCEPT, s->player, s->place);
        break;
    case EVENT_COMMENT:
        build_comment(b, s->comment);
        break;
    default:
        builder_cube_to(b, s->kind, s->player, s->value, s->place);
    }
}

void guesses_settle(struct guesses *g)
{
    for (size_t i = 0; i < g->n_typed; i++)
        build(g, i);
    guesses_begin(g, g->b);
}
