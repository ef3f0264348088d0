/* Rows of stakes; see stakes.h. */
#include "report/stakes.h"

#define HERE(key, title, ...) ANSWER_NAMED(#key, struct cube_stakes, key, title, .decimals = 6, __VA_ARGS__)
#define TAKE_POINT(key, title, words)                                                                                  \
    HERE(key, title, .unit = UNIT_MWC, .shown = 2, .missing = ANSWER_NULL, .flags = ANSWER_WIDE, .help = words)
static const struct answer_field here_fields[] = {
    HERE(cubeless_money, "Cubeless, money", .unit = UNIT_EMG, .shown = 4, .flags = ANSWER_SIGNED | ANSWER_WIDE,
         .help = "equity without a cube, for money"),
    HERE(gammon_value, "Gammon value", .shown = 3, .flags = ANSWER_WIDE,
         .help =
             "what a gammon is worth with the cube as it stands; money: 0.5, and 0 where Jacoby's rule counts none"),
    HERE(opponent_gammon_value, "Opponent's gammon value", .shown = 3, .flags = ANSWER_WIDE,
         .help = "of the opponent's"),
    TAKE_POINT(
        take_point_dead, "Take, dead",
        "the winning chance that a double by the player on roll leaves the taker to need, with the gammons there "
        "are, if the cube is not turned again; null where there may be no double"),
    TAKE_POINT(take_point_live, "Take, live", "the same of a cube that is turned at the best moment"),
    {0}};
#undef HERE
#undef TAKE_POINT
const struct answer_rows stakes_rows = {"Here", NULL, sizeof(struct cube_stakes), here_fields};
