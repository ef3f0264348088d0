/* Annotations of a .gva file as records of OGXM. Members that the reader does not know become annotations as well, or
 * are counted where OGXM has no place for them. */
#ifndef KIBITZER_GVA_NOTES_H
#define KIBITZER_GVA_NOTES_H

#include "base/arena.h"
#include "base/json_in.h"
#include "base/strbuf.h"
#include "format/gva.h"
#include "format/gva_members.h"

/* A note that names the analysis it is of, which gets its ID later. */
struct gva_pledge {
    size_t at, block; /* where the ID goes in the records */
};

struct gva_notes { /* zero-initialised */
    struct strbuf records;
    struct arena *arena;
    struct gva_pledge *pledge;
    size_t n_pledges, capacity;
    long drawings, words; /* that are lost */
};

void gva_note(struct gva_notes *to, enum gva_scope scope, size_t ref, const char *key, const char *value);
/* All annotations of an object; `kind`: of decisions, enum ogxm_decision_kind, else -1; `alternative`: its number. */
struct gva_target {
    enum gva_scope scope;
    size_t ref;
    int kind;
    size_t alternative;
};
void gva_annotations(struct gva_notes *to, const struct gva_target *target, json_object *of);
void gva_name_analysis(struct gva_notes *to, size_t block, const char id[16]); /* in the notes on it */

/* Whose words are noted. */
struct gva_subject {
    enum gva_scope scope;
    size_t ref;
    const char *part; /* of it, and a dot; "" = the whole */
};

/* Looks at the types of members that are not read. Kept and unknown ones are noted with the object that they describe,
 * those of analyses, which have no place, are counted. */
void gva_keep_members(struct gva_notes *to, const struct gva_subject *subject, json_object *of,
                      const struct gva_member *members);
void gva_count_members(struct gva_notes *to, json_object *of, const struct gva_member *members);

#endif
