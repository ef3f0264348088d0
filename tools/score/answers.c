/* Answers the yardsticks (see the heads of score_probs.py and score_moves.py for the lines) with the bare net, 0-ply.
 *   answers NET probs < lines "id b0..b25"            prints "id w wg wbg lg lbg"
 *   answers NET moves < lines "id die1 die2 b0..b25"  prints "id b0..b25" */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/net.h"
#include "match/moves.h"

/* The lines give both bars as counts, sometimes with the opponent's negative. */
static bool read_board(const char *text, struct board *b)
{
    int mine = 0, his = 0;
    *b = (struct board){.off = {0}};
    for (int p = 0; p < BOARD_POINTS; p++) {
        char *end;
        const long n = strtol(text, &end, 10);
        if (end == text)
            return false;
        text = end;
        b->point[p] = (int8_t)(p == BOARD_OPPONENT_BAR ? -labs(n) : n);
        mine += b->point[p] > 0 ? b->point[p] : 0;
        his += b->point[p] < 0 ? -b->point[p] : 0;
    }
    b->off[0] = (int8_t)(BOARD_CHEQUERS - mine);
    b->off[1] = (int8_t)(BOARD_CHEQUERS - his);
    return board_problem(b, BOARD_CHEQUERS) == NULL;
}

static bool answer_probs(const struct net_evaluator *e, const char *id, const char *rest)
{
    struct board b;
    struct outcome o;
    if (!read_board(rest, &b))
        return false;
    e->base.eval(&e->base, NULL, &b, 1, &o);
    printf("%s %.6f %.6f %.6f %.6f %.6f\n", id, (double)o.win, (double)o.win_gammon, (double)o.win_backgammon,
           (double)o.lose_gammon, (double)o.lose_backgammon);
    return true;
}

static bool answer_moves(const struct net_evaluator *e, const char *id, const char *rest)
{
    static struct board list[MOVES_MAX];
    static struct outcome value[MOVES_MAX];
    struct board b;
    char *end;
    const int die1 = (int)strtol(rest, &end, 10), die2 = (int)strtol(end, &end, 10);
    if (!read_board(end, &b))
        return false;
    const int n = moves_boards(&b, die1, die2, list);
    if (n == 0)
        return true;
    e->base.eval(&e->base, NULL, list, (size_t)n, value);
    int best = 0;
    for (int i = 1; i < n; i++)
        if (outcome_equity(value[i]) > outcome_equity(value[best]))
            best = i;
    printf("%s", id);
    for (int p = 0; p < BOARD_POINTS; p++)
        printf(" %d", p == BOARD_OPPONENT_BAR ? -list[best].point[p] : list[best].point[p]);
    putchar('\n');
    return true;
}

int main(int argc, char **argv)
{
    struct diags d;
    char line[1024], id[64];
    int used;
    diags_init(&d, argc > 1 ? argv[1] : NULL);
    struct net *net = argc == 3 ? net_load(argv[1], &d) : NULL;
    if (!net) {
        diags_print(&d, SEVERITY_NOTE, stderr);
        fputs("usage: answers NET probs|moves < LINES\n", stderr);
        return 2;
    }
    struct net_evaluator e;
    net_evaluator_init(&e, net);
    while (fgets(line, sizeof line, stdin)) {
        const bool moves = strcmp(argv[2], "moves") == 0;
        if (sscanf(line, "%63s%n", id, &used) != 1 || !(moves ? answer_moves : answer_probs)(&e, id, line + used)) {
            fprintf(stderr, "error: not a position: %s", line);
            return 1;
        }
    }
    net_free(net);
    diags_done(&d);
    return 0;
}
