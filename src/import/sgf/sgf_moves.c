/* SGF plays; see sgf_moves.h. */
#include "import/sgf/sgf_moves.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "match/legal.h"
#include "match/notation.h"

int sgf_point(char letter, int player)
{
    if (letter == 'y')
        return BOARD_BAR;
    if (letter == 'z')
        return 0;
    if (letter < 'a' || letter > 'x')
        return -1;
    return player == 0 ? letter - 'a' + 1 : BOARD_BAR - (letter - 'a' + 1);
}

int sgf_steps(struct span letters, int player, struct step steps[SGF_STEPS_MAX])
{
    if (letters.length % 2 != 0 || letters.length > 2 * SGF_STEPS_MAX)
        return -1;
    int n = (int)letters.length / 2;
    for (int i = 0; i < n; i++) {
        int from = sgf_point(letters.at[2 * i], player), to = sgf_point(letters.at[2 * i + 1], player);
        if (from <= 0 || to < 0 || to == BOARD_BAR)
            return -1;
        steps[i] = (struct step){(int8_t)from, (int8_t)to};
    }
    return n;
}

/* Steps that use exactly the dice, each one die, so that nothing needs taking apart. */
static bool fits_dice(const struct play *play, const int dice[2])
{
    bool pair = dice[0] == dice[1];
    int used[2] = {0, 0};
    for (int i = 0; i < play->n; i++) {
        int pips = play->step[i].from - play->step[i].to;
        bool off = play->step[i].to == 0;
        if (pair) {
            if (pips != dice[0] && !(off && pips < dice[0]))
                return false;
            continue;
        }
        int die = -1;
        for (int k = 0; k < 2; k++) /* the exact die first */
            if (!used[k] && pips == dice[k])
                die = k;
        for (int k = 0; k < 2 && die < 0; k++)
            if (!used[k] && off && pips < dice[k])
                die = k;
        if (die < 0)
            return false;
        used[die] = 1;
    }
    return true;
}

static bool read_as_notation(const struct step *steps, int n, const struct board *b, const int dice[2],
                             struct play *play)
{
    struct strbuf text = {0};
    const char *problem;
    for (int i = 0; i < n; i++)
        strbuf_printf(&text, "%d/%d ", steps[i].from, steps[i].to);
    bool legal =
        notation_read((struct span){strbuf_text(&text), text.length}, b, dice[0], dice[1], play, &problem, NULL);
    strbuf_done(&text);
    return legal;
}

bool sgf_play(struct span letters, int player, const struct board *b, const int dice[2], struct play *play)
{
    struct step steps[SGF_STEPS_MAX];
    struct board after;
    int n = sgf_steps(letters, player, steps);
    *play = (struct play){.n = -1};
    if (n < 0)
        return false;
    if (n <= PLAY_STEPS) {
        play->n = (int8_t)n;
        memcpy(play->step, steps, (size_t)n * sizeof *steps);
        if (fits_dice(play, dice) && board_play(b, play, &after) && play_is_legal(b, dice[0], dice[1], play, &after))
            return true;
    }
    struct play direct = *play, expanded;
    if (n > 0 && read_as_notation(steps, n, b, dice, &expanded)) {
        *play = expanded;
        return true;
    }
    if (direct.n >= 0 && !board_play(b, &direct, &after))
        play->n = -1;
    return false;
}
