/* Positions that are never learnt from, with values rolled out: what tools/score/rollouts.c prints. */
#include "train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The 26 numbers of a board at *text, which moves on; the opponent's bar may come with either sign. */
static bool read_board(char **text, struct board *b)
{
    int mine = 0, theirs = 0;
    memset(b, 0, sizeof *b);
    for (int p = 0; p < BOARD_POINTS; p++) {
        const long n = strtol(*text, text, 10);
        const long signed_n = p == BOARD_OPPONENT_BAR ? -labs(n) : n;
        if (labs(n) > BOARD_CHEQUERS)
            return false;
        b->point[p] = (int8_t)signed_n;
        mine += signed_n > 0 ? (int)signed_n : 0;
        theirs -= signed_n < 0 ? (int)signed_n : 0;
    }
    b->off[0] = (int8_t)(BOARD_CHEQUERS - mine);
    b->off[1] = (int8_t)(BOARD_CHEQUERS - theirs);
    return board_problem(b, BOARD_CHEQUERS) == NULL;
}

/* id, class, position ID, board, five probabilities, standard error of the equity. */
static bool read_line(char *line, struct held_out *h)
{
    char *at = line;
    for (int column = 0; column < 3; column++) {
        at = strchr(at, '\t');
        if (!at++)
            return false;
    }
    struct sample s;
    memset(&s, 0, sizeof s);
    if (!read_board(&at, &s.board))
        return false;
    for (int o = 0; o < OUTPUTS; o++)
        s.target[o] = strtof(at, &at);
    const float error = strtof(at, &at);
    *samples_add(&h->samples) = s;
    h->noise += (double)error * (double)error;
    return *at == '\n';
}

bool held_out_read(struct held_out *h, const char *path)
{
    FILE *f = fopen(path, "r");
    char line[1024];
    const char *slash = strrchr(path, '/');
    snprintf(h->name, sizeof h->name, "%.*s", (int)strcspn(slash ? slash + 1 : path, "."), slash ? slash + 1 : path);
    if (!f) {
        fprintf(stderr, "%s: error: cannot be read\n", path);
        return false;
    }
    bool good = true;
    for (int at = 1; good && fgets(line, sizeof line, f); at++)
        if (line[0] != '#' && !read_line(line, h)) {
            fprintf(stderr, "%s:%d: error: not a position with its values\n", path, at);
            good = false;
        }
    fclose(f);
    return good && h->samples.n > 0;
}

double held_out_error(const struct held_out *h, const struct net_evaluator *e)
{
    double sum = 0.0;
    for (size_t i = 0; i < h->samples.n; i++) {
        const struct sample *s = &h->samples.at[i];
        struct outcome o;
        e->base.eval(&e->base, NULL, &s->board, 1, &o);
        const double apart = (double)(outcome_equity(o) - sample_equity(s));
        sum += apart * apart;
    }
    return sqrt(fmax(0.0, (sum - h->noise) / (double)h->samples.n));
}
