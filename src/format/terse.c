/* Terse plays; see terse.h. What a legal play does is taken from the boards before and after it: the points that
 * chequers leave and those that they reach, whichever way they go. A text fits if its parts are among those and what is
 * left over can still be moved. */
#include "format/terse.h"

#include <stdlib.h>
#include <string.h>

#include "match/legal.h"
#include "match/notation.h"

enum { ANY = -1 };

struct part {
    int from, to; /* to ANY: not said */
};

struct terse {
    struct part part[PLAY_STEPS];
    int n, n_bare; /* bare: without `to` */
    uint32_t marked; /* points with a star */
    bool hits; /* a star that names no point */
};

/* ---- reading ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool skip(struct span *text, const char *word)
{
    const bool there = span_starts_nocase(*text, word);
    if (there)
        *text = span_sub(*text, strlen(word), text->length);
    return there;
}

static int read_number(struct span *text)
{
    int n = 0;
    while (text->length > 0 && is_digit(text->at[0]) && n < 100) {
        n = 10 * n + (text->at[0] - '0');
        *text = span_sub(*text, 1, text->length);
    }
    return n;
}

/* A point, the bar as 25, off as 0; ANY = none of these. */
static int read_point(struct span *text)
{
    if (text->length > 0 && is_digit(text->at[0])) {
        const int point = read_number(text);
        return point <= BOARD_BAR ? point : ANY;
    }
    if (skip(text, "bar") || skip(text, "b"))
        return BOARD_BAR;
    return skip(text, "off") || skip(text, "o") ? 0 : ANY;
}

static bool read_stars(struct terse *t, struct span *text, int point)
{
    if (!skip(text, "*"))
        return false;
    t->marked |= 1u << point;
    while (skip(text, "*"))
        ;
    return true;
}

/* from{/to}, stars, a count. */
static bool read_part(struct terse *t, struct span *text)
{
    struct part p = {read_point(text), ANY};
    int count = 1;
    if (p.from < 1)
        return false;
    if (skip(text, "*"))
        t->hits = true;
    while (skip(text, "/")) {
        p.to = read_point(text);
        if (p.to < 0 || p.to == BOARD_BAR)
            return false;
        read_stars(t, text, p.to);
    }
    if (skip(text, "(")) {
        count = read_number(text);
        if (!skip(text, ")"))
            return false;
    }
    if (p.to > 0)
        read_stars(t, text, p.to);
    if (count < 1 || t->n + count > PLAY_STEPS)
        return false;
    t->n_bare += p.to == ANY ? count : 0;
    while (count-- > 0)
        t->part[t->n++] = p;
    return true;
}

static bool read_all(struct terse *t, struct span text)
{
    *t = (struct terse){0};
    for (text = span_trim(text); text.length > 0; text = span_trim(text)) {
        while (skip(&text, ","))
            text = span_trim(text);
        if (text.length > 0 && !read_part(t, &text))
            return false;
        if (text.length > 0 && strchr(" \t,", text.at[0]) == NULL)
            return false;
    }
    return true;
}

bool terse_is_part(struct span word)
{
    struct terse t = {0};
    return read_part(&t, &word) && word.length == 0;
}

/* ---- fitting ---- */

/* What a play changes for the mover, point by point. */
struct change {
    int leaves[BOARD_POINTS], reaches[BOARD_POINTS];
};

static int own(const struct board *b, int point)
{
    return b->point[point] > 0 ? b->point[point] : 0;
}

static void find_change(struct change *c, const struct board *before, const struct board *after)
{
    *c = (struct change){.reaches[0] = after->off[0] - before->off[0]};
    for (int p = 1; p < BOARD_POINTS; p++) {
        const int gone = own(before, p) - own(after, p);
        c->leaves[p] = gone > 0 ? gone : 0;
        c->reaches[p] = gone < 0 ? -gone : 0;
    }
}

/* Is it what some of the dice make together? Bearing off may take less. */
static bool is_distance(const struct part *p, int die1, int die2)
{
    const int way = p->from - p->to, total = die1 == die2 ? PLAY_STEPS * die1 : die1 + die2;
    if (p->to == 0 || way <= 0)
        return way > 0 && way <= total;
    return die1 == die2 ? way <= total && way % die1 == 0 : way == die1 || way == die2 || way == total;
}

static bool take_part(struct change *c, const struct part *p, int die1, int die2)
{
    if (c->leaves[p->from] == 0)
        return false;
    if (p->to != ANY && (c->reaches[p->to] == 0 || !is_distance(p, die1, die2)))
        return false;
    c->leaves[p->from]--;
    if (p->to != ANY)
        c->reaches[p->to]--;
    return true;
}

/* Can the chequers left over all go forward? The rearmost goes to the rearmost place. */
static bool rest_moves_forward(const struct change *c, int balance)
{
    for (int p = BOARD_BAR; p >= 0; p--) {
        balance += c->leaves[p] - c->reaches[p];
        if (balance < 0)
            return false;
    }
    return true;
}

static bool marks_fit(const struct terse *t, const struct board *before, const struct board *after)
{
    for (int p = 1; p < BOARD_BAR; p++)
        if ((t->marked >> p & 1) && (before->point[p] != -1 || after->point[p] < 0))
            return false;
    return !t->hits || after->point[BOARD_OPPONENT_BAR] < before->point[BOARD_OPPONENT_BAR];
}

static bool fits(const struct terse *t, const struct board *b, int die1, int die2, const struct board *after)
{
    struct change c;
    find_change(&c, b, after);
    for (int pass = 0; pass < 2; pass++) /* those that say where they go first */
        for (int i = 0; i < t->n; i++)
            if ((t->part[i].to == ANY) == (pass == 1) && !take_part(&c, &t->part[i], die1, die2))
                return false;
    for (int i = 0; i < t->n; i++) /* they have left, but not arrived */
        c.leaves[t->part[i].from] += t->part[i].to == ANY;
    return rest_moves_forward(&c, 0) && marks_fit(t, b, after);
}

static bool step(struct board *b, int from, int die)
{
    bool hit;
    if (!step_is_legal(b, from, die))
        return false;
    step_execute(b, from, die, &hit);
    return true;
}

/* Two points in the order of two different dice, whichever of them has to be played first. */
static bool by_dice(const struct terse *t, const struct board *b, int die1, int die2, struct board *after)
{
    if (t->n != 2 || t->n_bare != 2 || die1 == die2)
        return false;
    *after = *b;
    if (step(after, t->part[0].from, die1) && step(after, t->part[1].from, die2))
        return true;
    *after = *b;
    return step(after, t->part[1].from, die2) && step(after, t->part[0].from, die1);
}

static bool leave_only(struct move_list *list, const struct board *after)
{
    for (int i = 0; i < list->n; i++)
        if (board_equal(&list->at[i].after, after)) {
            list->at[0] = list->at[i];
            list->n = 1;
            return true;
        }
    return false;
}

/* Can the steps that `left` has be made, in any order, one die each? */
static bool steps_can_be_made(const struct board *b, const struct play *play, unsigned left, const int dice[2],
                              const int uses[2])
{
    for (int i = 0; i < play->n; i++)
        for (int d = 0; d < 2 && (left >> i & 1); d++) {
            struct board next = *b;
            bool hit;
            if (uses[d] > 0 && step_is_legal(b, play->step[i].from, dice[d]) &&
                step_execute(&next, play->step[i].from, dice[d], &hit) == play->step[i].to &&
                steps_can_be_made(&next, play, left & ~(1u << i), dice,
                                  (int[2]){uses[0] - (d == 0), uses[1] - (d == 1)}))
                return true;
        }
    return left == 0;
}

/* Is it a way to play, not only where it ends? */
static bool is_a_way(const struct board *b, int die1, int die2, const struct play *play)
{
    const bool same = die1 == die2;
    return steps_can_be_made(b, play, (1u << play->n) - 1, (int[2]){die1, die2},
                             (int[2]){same ? PLAY_STEPS : 1, !same});
}

static bool is_complete(struct span text, const struct board *b, int die1, int die2, struct move_list *list)
{
    struct play play;
    struct board after;
    const char *problem;
    return notation_read(text, b, die1, die2, &play, &problem, NULL) && board_play(b, &play, &after) &&
           leave_only(list, &after) && (!is_a_way(b, die1, die2, &play) || (list->at[0].play = play, true));
}

int terse_filter(struct span text, const struct board *b, int die1, int die2, struct move_list *list)
{
    struct terse t;
    struct board after;
    int kept = 0;
    text = span_trim(text);
    if (text.length == 0 || is_complete(text, b, die1, die2, list))
        return list->n;
    if (!read_all(&t, text))
        return list->n = 0;
    if (by_dice(&t, b, die1, die2, &after) && leave_only(list, &after))
        return 1;
    for (int i = 0; i < list->n; i++)
        if (fits(&t, b, die1, die2, &list->at[i].after))
            list->at[kept++] = list->at[i];
    return list->n = kept;
}

/* ---- writing ---- */

/* The steps of a play, those of one chequer joined. */
static int join(const struct play *play, struct part out[PLAY_STEPS])
{
    int n = 0;
    for (int i = 0; i < play->n; i++) {
        int k = 0;
        while (k < n && out[k].to != play->step[i].from)
            k++;
        if (k == n)
            out[n++].from = play->step[i].from;
        out[k].to = play->step[i].to;
    }
    return n;
}

static void put_point(struct strbuf *out, int point)
{
    if (point == BOARD_BAR)
        strbuf_putc(out, 'b');
    else
        strbuf_int(out, point);
}

enum { FORM_NONE, FORM_FROM, FORM_WHOLE, FORMS };

static void put_part(struct strbuf *out, const struct part *p, int form)
{
    if (form == FORM_NONE)
        return;
    strbuf_puts(out, out->length > 0 ? " " : "");
    put_point(out, p->from);
    if (form == FORM_WHOLE) {
        strbuf_putc(out, '/');
        put_point(out, p->to);
    }
}

struct search {
    const struct board *board, *after;
    int die1, die2;
    const struct move_list *legal;
    struct move_list room;
    const struct play *way; /* to be read again */
    struct strbuf best;
};

static bool has_step(const struct play *play, struct step s)
{
    for (int i = 0; i < play->n; i++)
        if (play->step[i].from == s.from && play->step[i].to == s.to)
            return true;
    return false;
}

/* Of two ways from one board to another. */
static bool is_same_way(const struct play *x, const struct play *y)
{
    for (int i = 0; i < x->n; i++)
        if (!has_step(y, x->step[i]))
            return false;
    return x->n == y->n;
}

/* Keeps `text` if it is shorter than the best and fits the play alone. */
static void try_text(struct search *s, const struct strbuf *text)
{
    if (text->length == 0 || (s->best.length > 0 && s->best.length <= text->length))
        return;
    memcpy(s->room.at, s->legal->at, (size_t)s->legal->n * sizeof *s->legal->at);
    s->room.n = s->legal->n;
    const struct span typed = {text->at, text->length};
    if (terse_filter(typed, s->board, s->die1, s->die2, &s->room) == 1 && board_equal(&s->room.at[0].after, s->after) &&
        is_same_way(&s->room.at[0].play, s->way)) {
        strbuf_clear(&s->best);
        strbuf_add(&s->best, text->at, text->length);
    }
}

/* Every choice of how much of each part is written. */
static void try_forms(struct search *s, const struct play *play)
{
    struct part part[PLAY_STEPS];
    const int n = join(play, part);
    int choices = 1;
    for (int i = 0; i < n; i++)
        choices *= FORMS;
    for (int choice = 1; choice < choices; choice++) {
        struct strbuf text = {0};
        for (int i = 0, left = choice; i < n; i++, left /= FORMS)
            put_part(&text, &part[i], left % FORMS);
        try_text(s, &text);
        strbuf_done(&text);
    }
}

static void try_by_dice(struct search *s, const struct play *play)
{
    for (int first = 0; first < 2 && play->n == 2; first++) {
        struct strbuf text = {0};
        for (int i = 0; i < 2; i++)
            put_part(&text, &(struct part){play->step[i ^ first].from, ANY}, FORM_FROM);
        try_text(s, &text);
        strbuf_done(&text);
    }
}

static void try_notation(struct search *s, const struct play *play, enum notation_style style)
{
    struct strbuf text = {0};
    notation_write(&text, s->board, play, style);
    try_text(s, &text);
    strbuf_done(&text);
}

bool terse_write(struct strbuf *out, const struct board *b, int die1, int die2, const struct play *played,
                 const struct board *after)
{
    struct move_list legal = {0};
    struct search s = {.board = b, .after = after, .die1 = die1, .die2 = die2, .legal = &legal};
    const struct play *play = NULL;
    moves_list(b, die1, die2, &legal);
    moves_list(b, die1, die2, &s.room);
    for (int i = 0; i < legal.n && play == NULL; i++)
        if (board_equal(&legal.at[i].after, after))
            play = &legal.at[i].play;
    s.way = play;
    if (play != NULL && !is_same_way(played, play) && is_a_way(b, die1, die2, played)) {
        s.way = played;
        try_notation(&s, played, NOTATION_PARTS);
    } else if (play != NULL && legal.n > 1) {
        try_forms(&s, play);
        try_by_dice(&s, play);
        try_notation(&s, play, NOTATION_MERGED);
        try_notation(&s, play, NOTATION_PARTS);
    } else if (play != NULL || (legal.n == 0 && board_equal(b, after))) {
        strbuf_putc(&s.best, '.');
    }
    strbuf_add(out, strbuf_text(&s.best), s.best.length);
    const bool found = s.best.length > 0;
    strbuf_done(&s.best);
    moves_free(&legal);
    moves_free(&s.room);
    return found;
}
