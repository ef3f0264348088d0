/* Five cubeless probabilities of how a game ends, always of one named player (each user says of whom).
 * Gammons include backgammons. The probability of losing is 1 - win. */
#ifndef KIBITZER_OUTCOME_H
#define KIBITZER_OUTCOME_H

struct outcome {
    float win, win_gammon, win_backgammon, lose_gammon, lose_backgammon;
};

/* The same outcome seen by the opponent: win' = 1 - win, their wins are my losses. */
struct outcome outcome_flip(struct outcome o);

/* Cubeless money equity in points per unit of cube: 2 win - 1 + wg + wbg - lg - lbg. */
float outcome_equity(struct outcome o);

#endif
