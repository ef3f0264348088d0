/* GammonView's .gva: the members of its JSON that are fields of OGXM records, for the reader and the writer. Members
 * and what they mean: docs/formats/gva.md. */
#ifndef KIBITZER_FORMAT_GVA_H
#define KIBITZER_FORMAT_GVA_H

#include "format/ogxm.h"

enum gva_form {
    GVA_A_TEXT,
    GVA_A_NUMBER,
    GVA_A_CURRENCY, /* equities are normalised whatever they were: only 0, cubeless, says something */
    GVA_A_FLAG,
    GVA_AN_EQUITY,
    GVA_CHANCES,
    GVA_A_LEVEL,
    GVA_A_ROLLOUT,
    GVA_A_SEED
};

/* A member and the bit of its field, in ascending order; NULL behind the last. */
struct gva_field {
    const char *key;
    int bit;
    enum gva_form form;
    int64_t most; /* of numbers */
};

extern const struct gva_field gva_event_fields[], gva_profile_fields[], gva_level_fields[], gva_rollout_fields[],
    gva_checker_fields[], gva_alternative_fields[], gva_luck_fields[], gva_resignation_fields[], gva_info_fields[];

/* ORDER: the numbers of OGXM. What an annotation is about: */
enum gva_scope { GVA_OF_MATCH, GVA_OF_GAME, GVA_OF_PLY, GVA_OF_DECISION, GVA_OF_ALTERNATIVE };
enum { GVA_VARIANTS = 4, GVA_ACTIONS = 7, GVA_CHANCES_EACH = 5, GVA_CUBE_EQUITIES = 3 };
extern const char *const gva_variants[GVA_VARIANTS];
extern const char *const gva_actions[GVA_ACTIONS]; /* of cube decisions */
extern const char *const gva_chances[GVA_CHANCES_EACH];
extern const char *const gva_cube_equities[GVA_CUBE_EQUITIES];

/* What the word of a level ("3ply", "rollout" ...) says; "1ply" searches nothing. */
void gva_level_of_word(struct ogxm_out *level, const char *word);
/* The word for a level: its label, else what it counts. False: there is none. */
bool gva_word_of_level(const struct ogxm_record *level, struct strbuf *word);

#endif
