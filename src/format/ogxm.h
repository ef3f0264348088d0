/* OGXM on the wire: what its reader and its writer share. A file is made of records: a mask says which fields are
 * there, and fields that nobody here knows stand at the end, so that they can be kept. Layouts: docs/formats/ogxm.md.
 */
#ifndef KIBITZER_OGXM_H
#define KIBITZER_OGXM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/strbuf.h"

/* ---- reading ---- */

struct ogxm_in {
    struct bytes b;
    const char *problem; /* the first that was met; a read beyond the end is one too: see ogxm_problem() */
};

struct ogxm_in ogxm_in(struct span s);
const char *ogxm_problem(const struct ogxm_in *in); /* NULL = none */
bool ogxm_more(const struct ogxm_in *in); /* something is left and nothing was wrong */
uint64_t ogxm_varint(struct ogxm_in *in, int bits); /* of at most 32 or 64 bits */

enum ogxm_form {
    OGXM_FLAG,
    OGXM_VARINT,
    OGXM_VARINT64,
    OGXM_STRING,
    OGXM_PAIR, /* two varints */
    OGXM_BYTE,
    OGXM_2_BYTES,
    OGXM_4_BYTES,
    OGXM_8_BYTES,
    OGXM_PROBABILITIES,
    OGXM_16_BYTES,
    OGXM_BOARD,
    OGXM_32_BYTES,
    OGXM_STEPS, /* a varint and as many bytes */
    OGXM_LIST, /* a varint and as many varints */
    OGXM_LIST_16, /* a varint and as many times 16 bytes */
    OGXM_RECORD,
    OGXM_RECORDS /* a varint and as many records */
};

struct ogxm_field {
    const char *name;
    enum ogxm_form form;
    const struct ogxm_layout *of; /* of records */
};

struct ogxm_layout {
    const char *name;
    int n_must, n_may;
    const struct ogxm_field *must, *may;
};

enum { OGXM_MUST_MAX = 4, OGXM_MAY_MAX = 26 };

/* The fields of a record as they stand in the file. */
struct ogxm_record {
    const struct ogxm_layout *layout;
    uint64_t mask;
    struct span must[OGXM_MUST_MAX], may[OGXM_MAY_MAX];
    struct span rest; /* data of unknown bits */
};

/* False with a problem in `in`. */
bool ogxm_record(struct ogxm_in *in, const struct ogxm_layout *layout, struct ogxm_record *out);
/* The same where mask and fields fill `s`, without the length before them. */
bool ogxm_record_within(struct span s, const struct ogxm_layout *layout, struct ogxm_record *out, const char **problem);
bool ogxm_has(const struct ogxm_record *r, int bit);

uint64_t ogxm_number(struct span field); /* of a varint */
enum { OGXM_SMALL = 1 << 20 };
/* Of a varint that may be there: OGXM_SMALL where it is larger (no cube is), `otherwise` where it is not there. */
int ogxm_small_number(const struct ogxm_record *r, int bit, int otherwise);
float ogxm_equity(struct span field); /* of an equity in millionths */
struct span ogxm_words(struct span field); /* of a string */

/* A field as text and back: numbers and strings as they are, the rest as hexadecimal digits. */
void ogxm_field_text(const struct ogxm_field *f, struct span field, struct strbuf *out);
bool ogxm_field_of_text(const struct ogxm_field *f, const char *text, struct strbuf *out);
void ogxm_put_hex(struct strbuf *out, struct span bytes);
bool ogxm_hex(const char *text, struct strbuf *out); /* the bytes; false if they are none */

/* ORDER: the bits of the layouts. */
enum ogxm_match_field {
    MTCH_WHITE_NAME,
    MTCH_BLACK_NAME,
    MTCH_RULES,
    MTCH_CUBE_LIMIT,
    MTCH_SCORE_START,
    MTCH_SCORE_FINAL,
    MTCH_RESULT,
    MTCH_SOURCE,
    MTCH_STARTED_AT,
    MTCH_COMPLETED_AT,
    MTCH_PLAYER_SEAT,
    MTCH_CRAWFORD_BEFORE_START,
    MTCH_EVENT,
    MTCH_EVENT_YEAR,
    MTCH_DATE_PRECISION,
    MTCH_STAGE,
    MTCH_ROUND,
    MTCH_TABLE,
    MTCH_CITY,
    MTCH_COUNTRY,
    MTCH_EVENT_URL,
    MTCH_SITE,
    MTCH_MATCH_REF,
    MTCH_WHITE_PLAYER,
    MTCH_BLACK_PLAYER,
    MTCH_RATED
};
enum ogxm_game_field {
    GAME_WINNER,
    GAME_POINTS_WON,
    GAME_IS_LAST,
    GAME_INITIAL_BOARD,
    GAME_INITIAL_CUBE,
    GAME_INITIAL_OWNER,
    GAME_AUTO_DOUBLES,
    GAME_TERMINATION
};
enum ogxm_extra {
    EXTRA_DICE,
    EXTRA_RESIGN_VALUE,
    EXTRA_CUBE_VALUE,
    EXTRA_ILLEGAL,
    EXTRA_SETTLE_VALUE,
    EXTRA_STEPS,
    EXTRA_BOARD,
    EXTRA_ACTION,
    EXTRA_CUBE_OWNER
};
enum ogxm_analysis_field {
    ANAL_DIGEST,
    ANAL_PRODUCER,
    ANAL_LEVEL,
    ANAL_COMPLETE,
    ANAL_COVERAGE,
    ANAL_MODEL_ID,
    ANAL_MODEL_NAME,
    ANAL_MODEL_DIGEST,
    ANAL_ENGINE_BUILD,
    ANAL_CURRENCY,
    ANAL_CUBE_EFFICIENCY,
    ANAL_MET_ID
};
enum ogxm_level_field { LEVEL_PRESET, LEVEL_CHECKER_PLY, LEVEL_CUBE_PLY, LEVEL_ROLLOUT, LEVEL_NO_ROLLOUT };
enum ogxm_rollout_field { ROLLOUT_TRIALS, ROLLOUT_TRUNCATION, ROLLOUT_MOVE_PLY, ROLLOUT_VARIANCE, ROLLOUT_SEED };
enum ogxm_checker_field { CHECKER_ALTERNATIVES, CHECKER_TOTAL, CHECKER_BEST, CHECKER_LOSS, CHECKER_LEVEL };
enum ogxm_alternative_field {
    ALTERNATIVE_PROBS,
    ALTERNATIVE_LEVEL,
    ALTERNATIVE_PLAYED,
    ALTERNATIVE_SE,
    ALTERNATIVE_CUBELESS
};
enum ogxm_cube_field {
    CUBE_NO_DOUBLE,
    CUBE_DOUBLE_TAKE,
    CUBE_DOUBLE_PASS,
    CUBE_PROBS,
    CUBE_LOSS,
    CUBE_TAKE_POINT,
    CUBE_WINDOW,
    CUBE_LEVEL,
    CUBE_OPTIONAL,
    CUBE_FREE,
    CUBE_TAKE_VALUE,
    CUBE_CURRENCY
};
enum ogxm_note_field {
    NOTE_KEY,
    NOTE_KIND,
    NOTE_ALTERNATIVE,
    NOTE_LANG,
    NOTE_AUTHOR,
    NOTE_AT,
    NOTE_DRAWINGS,
    NOTE_SET
};
enum ogxm_note_must { NOTE_SCOPE, NOTE_REF, NOTE_VALUE };

extern const struct ogxm_layout ogxm_match, ogxm_game, ogxm_extras, ogxm_analysis, ogxm_level, ogxm_rollout,
    ogxm_alternative, ogxm_note, ogxm_sum, ogxm_signature, ogxm_match_signature;
/* Of decisions of a kind; NULL = not known. Their mandatory fields begin with ply and kind. */
enum ogxm_decision_kind { OGXM_CHECKER, OGXM_CUBE, OGXM_RESIGN, OGXM_LUCK, OGXM_KINDS };
const struct ogxm_layout *ogxm_decision(uint64_t kind);

/* ---- writing ---- */

/* Zero-initialised; bits in ascending order. */
struct ogxm_out {
    uint64_t mask;
    struct strbuf must, may;
};

void ogxm_put_varint(struct strbuf *to, uint64_t value);
void ogxm_put_bytes(struct strbuf *to, uint64_t value, int n); /* the low `n` bytes, lowest first */
void ogxm_put_string(struct strbuf *to, struct span text);
void ogxm_put_equity(struct strbuf *to, float value);
struct strbuf *ogxm_bit(struct ogxm_out *r, int bit); /* sets it; what is its data goes in here */
void ogxm_put_record(struct strbuf *to, struct ogxm_out *r); /* and releases it */
/* The fields of both records; where both have one, that of `nearer`. */
void ogxm_merge(struct ogxm_out *to, const struct ogxm_record *nearer, const struct ogxm_record *other);
/* 64 digits of SHA-256 over both: what a signature or an analysis was about. */
enum { OGXM_DIGEST = 64 };
void ogxm_digest(struct span a, struct span b, char out[OGXM_DIGEST + 1]);

void ogxm_put_section(struct strbuf *to, const char type[4], int flags, struct span payload);

#endif
