/* What the parts of the writer of .gva share. It makes the bytes of an OGXM file, and these become JSON. */
#ifndef KIBITZER_GVA_WRITE_H
#define KIBITZER_GVA_WRITE_H

#include "document/jsonw.h"
#include "format/gva.h"
#include "format/gva_members.h"
#include "format/ogxm_play.h"
#include "match/loss.h"

enum { GVA_BLOCKS_MAX = 64, GVA_DECIMALS = 4, GVA_SCOPES = 5 };

/* An analysis, and its next decision. */
struct gva_block {
    struct ogxm_record head;
    struct ogxm_in decisions;
    bool any;
    uint64_t ply, kind;
    struct ogxm_record next;
};

struct gva_note {
    struct ogxm_record record;
    uint64_t scope, ref;
};

struct gva_writer {
    struct jsonw j;
    struct arena *arena;
    struct losses *losses;
    struct gva_block block[GVA_BLOCKS_MAX];
    size_t n_blocks;
    struct gva_note *note;
    size_t n_notes, capacity;
    size_t next_note[GVA_SCOPES]; /* in ascending order of what they are about */
    uint64_t ply; /* over all games */
};

const char *gva_string(struct gva_writer *w, struct span text);
void gva_put_members(struct gva_writer *w, const struct ogxm_record *r, const struct gva_field *fields);
void gva_put_steps(struct gva_writer *w, const char *key, const unsigned char *step, size_t n);

/* Heads of the analyses, and what they say of a ply. */
void gva_take_analysis(struct gva_writer *w, struct span head);
void gva_take_decisions(struct gva_writer *w, struct span decisions);
void gva_put_heads(struct gva_writer *w);
void gva_put_decisions(struct gva_writer *w, unsigned action);

/* Annotations, and the words that no member of ours is there for, of match, game or ply. */
void gva_take_notes(struct gva_writer *w, struct span notes);
void gva_put_notes(struct gva_writer *w, enum gva_scope scope, uint64_t ref, const struct gva_member *members);
const char *gva_site(struct gva_writer *w); /* NULL = none */

#endif
