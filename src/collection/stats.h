/* What a collection says about its players: figures of each, and of groups of decisions. The sums and which
 * decisions count come from the store; here they are put together and divided. Definitions: docs/analysis.md, "Over
 * many matches". */
#ifndef KIBITZER_STATS_H
#define KIBITZER_STATS_H

#include "collection/tally.h"
#include "collection/query.h"

enum stats_by { /* ORDER STATS_BY: names in stats.c */
                BY_NOTHING,
                BY_YEAR,
                BY_MONTH,
                BY_OPPONENT,
                BY_LENGTH,
                BY_EVENT,
                BY_PHASE,
                BY_PLAN,
                BY_SCORE,
                BY_CUBE,
                BY_CUBE_ACTION,
                BY_OPENING,
                BY_THEME, /* a decision may have several */
                BY_TIME, /* the player's own thirds, and time trouble: paces.h */
                BY_ERROR_KIND,
                STATS_BY
};

const char *stats_by_name(enum stats_by by); /* "error-kind"; "" = BY_NOTHING */
/* BY_NOTHING where there is none of that name. */
enum stats_by stats_by_named(const char *name);

struct stats_query {
    struct match_filter match; /* of a player: only that player's figures */
    enum stats_by by;
    unsigned also; /* more groups in the same pass: a bit 1 << enum stats_by for each */
    struct decision_traits of; /* figures of such decisions alone, in which errors that are not meant count as none */
    bool to_points; /* no money sessions: they are counted as left out */
    int last; /* each player's last N decisions, the match at the cut-off whole; 0 = all */
    match_visitor each_match; /* sees every match that fits; or NULL */
    sums_visitor each_sums; /* likewise all sums of games */
    decision_visitor each; /* sees every decision that groups are made of, in brief; or NULL */
    void *context; /* of all three */
};

struct figures {
    int64_t player;
    const char *name; /* of the player */
    const char *group; /* "2025-03", "race"; NULL = all decisions */
    enum stats_by by; /* what groups it */
    const char *order; /* of groups: what they are sorted by */
    int guessed; /* its matches whose month or year is a guess */
    struct tallies tally;
    double level[3]; /* PR, chequer and cube PR that players with the player's PR have there; 0 = not known */
    struct difficulty_range same; /* the PR that players with the player's PR have in the same decisions; NAN = not
                                     known */
    bool in_part; /* of the errors only some are counted: the rating is their share */
    int64_t quickest, slowest; /* ms; of groups by time */
    struct contrast apart; /* of groups by time: what a decision here costs, and any other with a time */
    int seen; /* private: decisions, from the newest back */
};

struct figures_list {
    struct figures **at;
    size_t n, capacity;
};

/* What no figure includes. */
struct left_out {
    int not_analysed; /* matches */
    int unnamed; /* sides of matches whose player is not named */
    int undated; /* matches that a date would have been asked of */
    int guessed; /* likewise, but a guess (struct date_guess) puts them into a group: in no count above */
    bool stand_apart; /* the undated ones are in a group of their own, and in no other */
    int abandoned; /* matches without a winner: in no result, luck or loss per match */
    int given_away; /* games that were left or resigned though not lost, or have gaps in their records: in no result,
                       no luck */
    int sessions; /* for money, where matches to points are asked for */
    int other_variants; /* nackgammon, hypergammon: they are counted with the others, and said */
};

struct stats {
    struct figures_list players, groups; /* by name; by name of the player, what groups, and order */
    struct left_out left_out;
    struct arena *arena; /* private: of texts */
};

/* False on an error of the database, store_error() says which. Release with stats_done() in either case. */
bool stats_of(struct store *s, const struct stats_query *q, struct stats *out);
/* Players in the order of the reader's language (base/collate.h); data stay in that of bytes. */
void stats_for_reader(struct stats *st);
void stats_done(struct stats *st);

/* Fills in what players of the same PR have, where all decisions were asked for. */
struct field;
void stats_compare(struct stats *st, const struct field *f);

/* How far the PR may be off because the evaluator is, see judged.h; NAN = not known. What errors of a kind add to the
 * PR has none of its own. */
double error_of_judges(const struct figures *f);

/* Of groups of errors: which part of the player's rating they make; NAN = not known. */
double share_of_rating(const struct stats *st, const struct figures *f);

#endif
