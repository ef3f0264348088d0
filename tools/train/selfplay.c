/* Self-play. A game is a chain of boards after a play, each seen by its mover, each with the value the net gave it when
 * it was chosen. Labels are made backwards from the end of the chain.
 *
 *   TD        y[t] = lambda flip(y[t+1]) + (1 - lambda) flip(V[t+1])
 *   expected  y[t] = P1[t] + lambda flip(y[t+1] - V[t+1]),  P1 = mean over the 21 rolls of the best reply's value
 *
 * Where a plan has plays chosen one ply ahead, V[t+1] is the value of the reply that P1 has for the roll, not of the
 * one that was played: its mean over the rolls is P1.
 *
 * The second takes the luck of the dice out: with lambda 0 it is the value one ply ahead, with lambda 1 a whole game
 * with variance reduction. The chain is cut where a play was not the best one. */
#include "train.h"

#include <math.h>
#include <string.h>

#include "match/moves.h"

enum { LONGEST = 600, FULL = 6, RESTING = 3 };

/* So far behind in the ranking net's equity that the net need not look; some five times that net's error. */
#define HOPELESS 0.25f

/* So far behind the best play a rival may be to be labelled. */
#define RIVAL 0.12f

/* So many plies after the last board that is learnt from a game is cut: with lambda 0.8 what comes later would have a
 * tenth of the say. */
enum { BEYOND = 10 };

/* A net that learns beside others of contact hears of one position in so many of theirs too: nets that never hear of
 * what lies beyond the border disagree there. */
enum { HEARSAY = 8 };

/* The equity that a ply of search must move to make a position doubtful; four times what it moves on average. */
#define DOUBT 0.08f

struct link {
    struct board board; /* after the play, seen by its mover */
    struct outcome value, ahead; /* the net's; one ply ahead */
    struct outcome expected; /* the value that the mean over the rolls has for the one that was thrown */
    bool is_ahead; /* `ahead` is known already */
    bool exact; /* value is the truth: the chain ends here */
    bool best; /* the play that led here was the best one */
    bool has_rival; /* `rival` was nearly as good as `board`, and a net learns from it */
    struct board rival;
    bool is_deep; /* the two are compared two plies ahead, else one */
    struct outcome rival_ahead, deep_ahead; /* of the rival, one ply or two; of `board`, two */
};

struct choice {
    struct board board;
    struct outcome value;
    float equity;
};

struct game {
    const struct net_evaluator *e;
    const struct play_plan *plan;
    struct rng *rng;
    int n;
    struct link at[LONGEST];
    struct board list[MOVES_MAX];
    float rough[MOVES_MAX];
};

static bool is_over(const struct board *b)
{
    return board_in_play(b) == 0 || board_opponent_in_play(b) == 0;
}

/* The value of a play to `b` is the truth, not the net's. */
static bool is_known(const struct board *b)
{
    struct outcome any;
    return is_over(b) || table_outcome(b, &any);
}

static void values(const struct game *g, const struct board *boards, int n, struct outcome *out)
{
    g->e->base.eval(&g->e->base, NULL, boards, (size_t)n, out);
    for (int i = 0; i < n; i++)
        table_outcome(&boards[i], &out[i]);
}

/* The FULL roughly best of n boards to the front, in the order they had, less those that are hopelessly behind. */
static int front(struct game *g, int n)
{
    if (n <= FULL)
        return n;
    net_rank(g->e, g->list, (size_t)n, g->rough);
    float least[FULL];
    int kept = 0;
    for (int i = 0; i < n; i++) {
        int at = kept < FULL ? kept++ : FULL;
        for (; at > 0 && g->rough[i] > least[at - 1]; at--)
            if (at < FULL)
                least[at] = least[at - 1];
        if (at < FULL)
            least[at] = g->rough[i];
    }
    const float bar = least[0] - HOPELESS > least[FULL - 1] ? least[0] - HOPELESS : least[FULL - 1];
    int k = 0;
    for (int i = 0; i < n && k < FULL; i++)
        if (g->rough[i] >= bar)
            g->list[k++] = g->list[i];
    return k;
}

/* Ranks the replies to a roll on `b` (seen by the player on roll): the first `most` of the best. Returns how many. */
static int replies(struct game *g, const struct board *b, int die1, int die2, struct choice *out, int most)
{
    struct outcome value[FULL];
    int n = moves_boards(b, die1, die2, g->list), kept = 0;
    if (n == 0) {
        g->list[0] = *b;
        n = 1;
    }
    n = front(g, n);
    values(g, g->list, n, value);
    for (int i = 0; i < n; i++) {
        const struct choice c = {g->list[i], value[i], outcome_equity(value[i])};
        int at = kept < most ? kept++ : most;
        for (; at > 0 && c.equity > out[at - 1].equity; at--)
            if (at < most)
                out[at] = out[at - 1];
        if (at < most)
            out[at] = c;
    }
    return kept;
}

static void add_scaled(struct outcome *sum, struct outcome o, float w)
{
    sum->win += w * o.win;
    sum->win_gammon += w * o.win_gammon;
    sum->win_backgammon += w * o.win_backgammon;
    sum->lose_gammon += w * o.lose_gammon;
    sum->lose_backgammon += w * o.lose_backgammon;
}

static struct link *append(struct game *g, const struct choice *c, bool best)
{
    struct link *l = &g->at[g->n++];
    *l = (struct link){.board = c->board, .value = c->value, .expected = c->value, .best = best};
    l->exact = is_known(&l->board);
    return l;
}

/* Chooses among the best few: mostly the best. */
static int pick(struct game *g, int n)
{
    return n > 1 && rng_unit(g->rng) < g->plan->explore ? 1 + rng_below(g->rng, n - 1) : 0;
}

/* Plays the roll by the value of the replies alone. */
static void play_roll(struct game *g, const struct board *b)
{
    struct choice choice[RESTING];
    const int n = replies(g, b, 1 + rng_below(g->rng, 6), 1 + rng_below(g->rng, 6), choice, RESTING);
    const int i = pick(g, n);
    append(g, &choice[i], i == 0);
}

/* Value so many plies (1 or more) ahead of a board after a play, for its mover; after the best reply to each roll. */
static struct outcome look_ahead(struct game *g, const struct board *after, int plies)
{
    struct outcome sum = {0};
    struct choice best = {0};
    struct board b;
    board_flip(after, &b);
    for (int a = 1; a <= 6; a++)
        for (int c = 1; c <= a; c++) {
            replies(g, &b, a, c, &best, 1);
            const bool ends = plies == 1 || is_known(&best.board);
            add_scaled(&sum, ends ? best.value : look_ahead(g, &best.board, plies - 1), a == c ? 1.0f / 36 : 2.0f / 36);
        }
    return outcome_flip(sum);
}

static enum net_class class_of(const struct game *g, const struct board *b)
{
    const enum net_class c = net_class_of(b);
    return g->plan->together && c != NET_RACE ? NET_CONTACT : c;
}

static bool learns(const struct game *g, enum net_class c)
{
    return g->plan->learns >> c & 1;
}

/* Does the net of a class learn from the board? The net of many back hears of all with one less, the others of
 * contact of a few beyond their borders. */
static bool hears(const struct game *g, enum net_class c, const struct board *b)
{
    const enum net_class own = class_of(g, b);
    if (!learns(g, c))
        return false;
    if (own == c || own == NET_RACE || c == NET_RACE)
        return own == c;
    const int back = net_most_back(b);
    return c == NET_BACK ? back == NET_MANY_BACK - 1 : back <= NET_MANY_BACK && rng_below(g->rng, HEARSAY) == 0;
}

/* Does a net learn from both? */
static bool may_be_rival(const struct game *g, const struct link *l, const struct choice *c)
{
    return !l->exact && !is_known(&c->board) && learns(g, class_of(g, &c->board)) && learns(g, class_of(g, &l->board));
}

/* Notes one of the plays that the best one was preferred to, if it is near enough. */
static void add_rival(struct game *g, struct link *l, const struct choice *choice, int n)
{
    if (n < 2 || l->exact || rng_unit(g->rng) >= g->plan->siblings)
        return;
    const struct choice *c = &choice[1 + rng_below(g->rng, n - 1)];
    if (choice[0].equity - c->equity > RIVAL || !may_be_rival(g, l, c))
        return;
    l->has_rival = true;
    l->rival = c->board;
    l->is_deep = g->plan->deep > 0.0f && rng_unit(g->rng) < g->plan->deep;
    l->rival_ahead = look_ahead(g, &c->board, l->is_deep ? 2 : 1);
    if (l->is_deep)
        l->deep_ahead = look_ahead(g, &l->board, 2);
}

/* Plays what is best one ply ahead of the `n` first choices, which are nearly as good as one another. Another of them
 * is its rival. */
static void play_ahead(struct game *g, const struct choice *choice, int n)
{
    struct outcome ahead[RESTING];
    int best = 0;
    for (int i = 0; i < n; i++) {
        ahead[i] = is_known(&choice[i].board) ? choice[i].value : look_ahead(g, &choice[i].board, 1);
        best = outcome_equity(ahead[i]) > outcome_equity(ahead[best]) ? i : best;
    }
    struct link *l = append(g, &choice[best], true);
    l->expected = choice[0].value;
    l->ahead = ahead[best];
    l->is_ahead = true;
    const int other = (best + 1 + rng_below(g->rng, n - 1)) % n;
    if (may_be_rival(g, l, &choice[other])) {
        l->has_rival = true;
        l->rival = choice[other].board;
        l->rival_ahead = ahead[other];
    }
}

static int how_many_near(const struct choice *choice, int n, float near)
{
    int i = 1;
    while (i < n && choice[0].equity - choice[i].equity < near)
        i++;
    return i;
}

/* Notes the expectation over all 21 rolls at `from`, and plays one of them. */
static void play_expected(struct game *g, struct link *from, const struct board *b)
{
    const int die1 = 1 + rng_below(g->rng, 6), die2 = 1 + rng_below(g->rng, 6);
    struct choice choice[RESTING];
    if (!from->is_ahead)
        from->ahead = look_ahead(g, &from->board, 1);
    const int n = replies(g, b, die1, die2, choice, RESTING), i = pick(g, n),
              near = how_many_near(choice, n, g->plan->near);
    if (i == 0 && near > 1) {
        play_ahead(g, choice, near);
        return;
    }
    struct link *l = append(g, &choice[i], i == 0);
    if (i == 0)
        add_rival(g, l, choice, n);
}

/* Nothing left to learn: the result is as good as sure. */
static bool is_settled(const struct outcome *o)
{
    return (o->win < 0.0003f && o->lose_gammon < 0.0003f) || (o->win > 0.9997f && o->win_gammon < 0.0003f);
}

static void scramble(struct game *g, struct board *b)
{
    for (int left = rng_below(g->rng, 12); left > 0; left--) {
        const int n = moves_boards(b, 1 + rng_below(g->rng, 6), 1 + rng_below(g->rng, 6), g->list);
        struct board next = n ? g->list[rng_below(g->rng, n)] : *b;
        if (is_over(&next))
            return;
        board_flip(&next, b);
    }
}

/* Goes on from the last link of the chain until the end is known, or has little to say about what is learnt from. */
static void play_on(struct game *g, bool races)
{
    for (int beyond = 0; g->n < LONGEST && beyond < BEYOND;) {
        struct link *last = &g->at[g->n - 1];
        const bool race = !board_has_contact(&last->board);
        struct board b;
        if (last->exact || is_settled(&last->value) || (race && !races))
            return;
        beyond = learns(g, class_of(g, &last->board)) ? 0 : beyond + 1;
        board_flip(&last->board, &b);
        if (g->plan->method == METHOD_TD)
            play_roll(g, &b);
        else
            play_expected(g, last, &b);
    }
}

static struct sample *note(struct played *out, enum net_class c, const struct board *b, const struct outcome *y)
{
    struct sample *s = samples_add(&out->of[c]);
    *s = (struct sample){
        .board = *b,
        .target = {y->win, y->win_gammon, y->win_backgammon, y->lose_gammon, y->lose_backgammon},
    };
    return s;
}

/* A play with its label and, behind it, its rival. The rival's label is its value one ply ahead, corrected by what the
 * game taught about the play preferred to it: the two differ by what a ply of search says (two plies where the plan
 * has it so), and stand at a level that the whole game vouches for. A rival of another class is for another net. */
static void note_link(const struct game *g, struct played *out, const struct link *l, const struct outcome *y)
{
    const enum net_class of_rival = l->has_rival ? class_of(g, &l->rival) : NET_CLASSES;
    const bool paired = of_rival == class_of(g, &l->board);
    struct outcome rival = *y;
    if (l->has_rival) {
        add_scaled(&rival, l->is_deep ? l->deep_ahead : l->ahead, -1.0f);
        add_scaled(&rival, l->rival_ahead, 1.0f);
    }
    for (enum net_class c = 0; c < NET_CLASSES; c++) {
        if (!hears(g, c, &l->board))
            continue;
        note(out, c, &l->board, y)->has_rival = paired;
        if (paired)
            note(out, c, &l->rival, &rival);
    }
    if (l->has_rival && !paired)
        note(out, of_rival, &l->rival, &rival);
}

/* flip() of a difference of outcomes. */
static struct outcome flipped_difference(struct outcome a, struct outcome b)
{
    return (struct outcome){b.win - a.win, a.lose_gammon - b.lose_gammon, a.lose_backgammon - b.lose_backgammon,
                            a.win_gammon - b.win_gammon, a.win_backgammon - b.win_backgammon};
}

/* The label of link `t`, given that of the next one. */
static struct outcome label_of(const struct game *g, int t, struct outcome next_label, float lambda)
{
    const struct link *next = &g->at[t + 1];
    const float trust = next->best ? lambda : 0.0f;
    struct outcome y = {0};
    if (g->plan->method == METHOD_TD) {
        add_scaled(&y, outcome_flip(next_label), trust);
        add_scaled(&y, outcome_flip(next->value), 1.0f - trust);
    } else {
        y = g->at[t].ahead;
        add_scaled(&y, flipped_difference(next_label, next->expected), trust);
    }
    return y;
}

/* Labels the chain backwards; the last link is exact, or has the net's value where the game was cut. */
static struct outcome label(struct game *g, float lambda, struct played *out)
{
    struct outcome y = g->at[g->n - 1].value;
    for (int t = g->n - 2; t >= 0; t--) {
        y = label_of(g, t, y, lambda);
        if (out)
            note_link(g, out, &g->at[t], &y);
    }
    return y;
}

/* Notes the position of the chain that a ply of search says most against. */
static void note_doubt(const struct game *g, struct played *out)
{
    float most = DOUBT;
    const struct link *doubtful = NULL;
    for (int t = 0; t < g->n - 1; t++) {
        const float apart = fabsf(outcome_equity(g->at[t].ahead) - outcome_equity(g->at[t].value));
        const enum net_class c = class_of(g, &g->at[t].board);
        if (apart > most && c != NET_RACE && learns(g, c)) {
            most = apart;
            doubtful = &g->at[t];
        }
    }
    if (doubtful)
        samples_add(&out->doubts)->board = doubtful->board;
}

void played_free(struct played *p)
{
    for (int c = 0; c < NET_CLASSES; c++)
        samples_free(&p->of[c]);
    samples_free(&p->doubts);
}

/* The chain begins with a board after a play. */
static void begin_with(struct game *g, const struct board *b)
{
    struct choice start = {.board = *b};
    values(g, b, 1, &start.value);
    append(g, &start, true);
}

struct outcome play_rollout(const struct net_evaluator *e, const struct board *b, struct rng *r)
{
    static _Thread_local struct game g;
    const struct play_plan plan = {.method = METHOD_EXPECTED, .learns = ~0u};
    g.e = e;
    g.plan = &plan;
    g.rng = r;
    g.n = 0;
    begin_with(&g, b);
    play_on(&g, true);
    return label(&g, 1.0f, NULL);
}

/* The position that a game begins with, the player on roll to move. */
static void beginning(struct game *g, bool seeded, struct board *b)
{
    if (g->plan->races_only)
        race_position(b, g->rng);
    else if (seeded)
        seed_position(b, g->rng);
    else {
        board_start(b, VARIANT_BACKGAMMON);
        if (rng_unit(g->rng) < g->plan->scrambled)
            scramble(g, b);
    }
}

/* Plays, without looking ahead, until a class that learns is reached, and forgets what was before. False if none ever
 * is. */
static bool reach_class(struct game *g)
{
    struct board b;
    while (!learns(g, class_of(g, &g->at[g->n - 1].board))) {
        const struct link *last = &g->at[g->n - 1];
        if (last->exact || !board_has_contact(&last->board) || g->n == LONGEST)
            return false;
        board_flip(&last->board, &b);
        play_roll(g, &b);
    }
    g->at[0] = g->at[g->n - 1];
    g->n = 1;
    return true;
}

/* The first play of a game by its plan. Returns whether the game is to be learnt with the lambda of seeded games. */
static bool begin(struct game *g)
{
    const struct play_plan *plan = g->plan;
    struct rng *r = g->rng;
    const float kind = plan->races_only ? 0.0f : rng_unit(r);
    const bool seeded = plan->races_only || kind < plan->seeded;
    const struct board *doubtful = !seeded && kind < plan->seeded + plan->doubted ? doubts_draw(plan->doubts, r) : NULL;
    struct board b;
    g->n = 0;
    if (doubtful) {
        begin_with(g, doubtful);
        return true;
    }
    do {
        g->n = 0;
        beginning(g, seeded, &b);
        play_roll(g, &b);
    } while (!reach_class(g));
    return seeded;
}

void play_games(const struct net_evaluator *e, const struct play_plan *plan, struct rng *r, struct played *out)
{
    static _Thread_local struct game g;
    g.e = e;
    g.plan = plan;
    g.rng = r;
    for (int i = 0; i < plan->games; i++) {
        const bool seeded = begin(&g);
        play_on(&g, rng_unit(r) < plan->races);
        label(&g, seeded ? plan->seeded_lambda : plan->lambda, out);
        if (plan->doubted > 0.0f)
            note_doubt(&g, out);
        out->games++;
    }
}
