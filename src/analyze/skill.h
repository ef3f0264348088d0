/* How good an action was: marks by error, and what each cube action costs. Plain arithmetic on equities; no engine.
 * Definitions: docs/analysis.md, "Marks" and "Cube decisions". */
#ifndef KIBITZER_SKILL_H
#define KIBITZER_SKILL_H

#include "match/annotation.h"
#include "match/statistics.h"

/* Sets the three limits (doubtful, bad, very bad; EMG) from "gnubg" 0.03/0.06/0.12, "gnubg-classic" 0.04/0.08/0.16,
 * "xg" 0.02/0.08 (its errors are marked bad, its blunders very bad, nothing doubtful), or three rising numbers "a,b,c".
 * False if it is none of these. */
bool thresholds_parse(const char *text, float threshold[3]);

/* The presets by name, NULL-terminated, the default first. */
const char *const *thresholds_names(void);

/* The mark of an error (EMG >= 0): the highest limit strictly exceeded. NAN is not a mark. */
enum skill skill_of_error(float error, const float threshold[3]);

/* Not doubling is a close decision if doubling would cost less than this (EMG). */
#define CUBE_CLOSE 0.16

/* What may change the words, not the equities. */
struct cube_circumstances {
    bool live; /* the double can matter: position_cube_is_live */
    bool beavers; /* the answerer may beaver */
    bool gammons; /* the doubler can still win a gammon that counts */
    struct cube_raises raises;
};

/* Every action of a cube decision with its cost, in EMG, >= 0; the doubler's equities go in. */
struct cube_judgement {
    enum cube_verdict verdict;
    float optimal; /* equity of the proper action, the doubler's */
    float roll_error, double_error; /* the doubler's, by what was done */
    float take_error, pass_error, beaver_error; /* the answerer's */
    bool close; /* not doubling counts as a close decision */
    enum cube_error roll_kind, double_kind; /* the category of the doubler's error, if there is one */
};

void cube_judge(float nd, float dt, float dp, struct cube_circumstances how, struct cube_judgement *out);

#endif
