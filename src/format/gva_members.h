/* The members of the objects of a .gva file: what becomes of each, and what it has to be. */
#ifndef KIBITZER_GVA_MEMBERS_H
#define KIBITZER_GVA_MEMBERS_H

#include <stdint.h>

enum gva_use {
    GVA_READ, /* and looked at where it is read */
    GVA_FOLLOWS, /* from others: not read */
    GVA_KEPT /* as a word that has no other place */
};
/* null is a value of those that are nullable; others it is not taken for, though they may be missing. */
enum gva_type { GVA_ANYTHING, GVA_NULLABLE, GVA_WHOLE, GVA_NUMBER, GVA_TRUTH, GVA_TEXT, GVA_LIST, GVA_OBJECT };

struct gva_member {
    const char *name; /* NULL behind the last */
    enum gva_use use;
    enum gva_type type;
    int64_t most; /* of whole numbers; 0 = any */
};

extern const struct gva_member gva_of_match[], gva_of_profile[], gva_of_clock[], gva_of_video[], gva_of_game[],
    gva_of_ply[], gva_of_annotation[], gva_of_info[], gva_of_roll[], gva_of_resignation[], gva_of_alternative[],
    gva_of_cube[];

/* NULL: nobody knows it. */
const struct gva_member *gva_member_named(const struct gva_member *list, const char *name);

#endif
