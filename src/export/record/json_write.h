/* What the parts of the JSON of a match have in common. */
#ifndef KIBITZER_JSON_WRITE_H
#define KIBITZER_JSON_WRITE_H

#include "document/answer.h"
#include "export/export.h"
#include "format/posid.h"
#include "match/walk.h"
#include "report/decision.h"

enum { EQUITY_DECIMALS = 6 };

#define JSON_FIGURE(s, f, title, u, ...)                                                                               \
    ANSWER(s, f, title, .unit = u, .decimals = EQUITY_DECIMALS, .missing = ANSWER_NULL, __VA_ARGS__)
#define JSON_TEXT(s, f, title, ...) ANSWER(s, f, title, .missing = ANSWER_NULL, __VA_ARGS__)
#define JSON_PLAYER(s, f, title, words) ANSWER(s, f, title, .missing = ANSWER_BELOW_ZERO, .help = words)
#define JSON_LEFT_OUT .missing = ANSWER_NULL, .flags = ANSWER_OMIT
#define JSON_FLAT_OR_LEFT_OUT .missing = ANSWER_NULL, .flags = ANSWER_OMIT | ANSWER_FLAT
#define JSON_FLAT_OR_NULL .missing = ANSWER_NULL, .flags = ANSWER_FLAT

/* A figure that matches have as winning chances and money play as points: the other one is INFINITY, which is left out.
 */
struct worth {
    double mwc, points;
};
struct worth worth_of(const struct match *m, double x);
#define WORTH(s, f, prefix, title)                                                                                     \
    ANSWER_NAMED(prefix "mwc", s, f.mwc, title, .unit = UNIT_MWC, .decimals = EQUITY_DECIMALS,                         \
                 .missing = ANSWER_INFINITE, .help = "the same as match winning chances; in matches"),                 \
        ANSWER_NAMED(prefix "points", s, f.points, title, .unit = UNIT_POINTS, .decimals = EQUITY_DECIMALS,            \
                     .missing = ANSWER_INFINITE, .help = "the same in points; in money play")

/* The plies of a match, game after game. What a ply's record points at is gone with the next one. */
struct plies {
    const struct match *m;
    const struct export_options *o;
    int set; /* -1 = none */
    struct arena *arena; /* of the ply that is written */
    struct strbuf text; /* for whoever makes one */
    struct walk walk;
    struct decision decision; /* of that ply */
};
extern const struct answer_rows json_ply_rows;
struct answer_series json_plies_of(struct plies *w, const struct game *g);

/* Words of the source. */
extern const struct answer_rows json_tag_rows;
struct answer_series json_tags_of(const struct property *p, struct arena *a);

struct ids {
    char xgid[XGID_MAX], gnubg_id[POSITION_ID_LENGTH + MATCH_ID_LENGTH + 2];
};
extern const struct answer_rows json_ids_rows;
struct ids json_ids_of(const struct position *p);

/* What is said about the ply; NULL where there is nothing. */
extern const struct answer_rows json_moves_rows, json_cube_rows, json_replies_rows, json_acceptance_rows;
const char *json_play_text(struct plies *w, const struct play *p);
const struct moves_record *json_moves_of(struct plies *w, const struct play_analysis *p);
const struct cube_record *json_cube_of(struct plies *w, const struct cube_analysis *c);
const struct replies_record *json_replies_of(const struct plies *w, const struct cube_analysis *c);
const struct acceptance_record *json_acceptance_of(const struct plies *w, const struct annotation *a);

/* The players' figures of the match and of its games, of annotation set `set` (-1 = none). */
struct statistics_record;
extern const struct answer_rows statistics_rows;
const struct statistics_record *statistics_record_of(const struct match *m, int set, struct arena *a);

#endif
