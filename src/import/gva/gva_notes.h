/* Annotations of a .gva file as records of OGXM. Members that the reader does not know become annotations as well, or
 * are counted where OGXM has no place for them. */
#ifndef KIBITZER_GVA_NOTES_H
#define KIBITZER_GVA_NOTES_H

#include "base/json_in.h"
#include "base/strbuf.h"

/* What a note is about; numbers of the format. */
enum gva_scope { GVA_OF_MATCH, GVA_OF_GAME, GVA_OF_PLY, GVA_OF_DECISION, GVA_OF_ALTERNATIVE };

struct gva_notes { /* zero-initialised */
    struct strbuf records;
    long drawings, words; /* that are lost */
};

void gva_note(struct gva_notes *to, enum gva_scope scope, size_t ref, const char *key, const char *value);
/* All annotations of an object; `kind`: of decisions, enum ogxm_decision_kind, else -1. */
void gva_annotations(struct gva_notes *to, enum gva_scope scope, size_t ref, int kind, json_object *of);

/* Whose words are noted. */
struct gva_subject {
    enum gva_scope scope;
    size_t ref;
    const char *part; /* of it, and a dot; "" = the whole */
};

#endif
