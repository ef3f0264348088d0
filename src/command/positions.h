/* Commands that answer about positions: IDs from the inputs or one per line from standard input, answers in the same
 * order. A command fills the record of one position; this writes them, in any form, as they come. */
#ifndef KIBITZER_COMMAND_POSITIONS_H
#define KIBITZER_COMMAND_POSITIONS_H

#include "base/figure.h"
#include "command/answers.h"
#include "command/ids.h"
#include "engine/pool.h"
#include "match/cube_table.h"
#include "match/position.h"
#include "report/stakes.h"

struct positions_options {
    struct answers_options answer;
    bool tsv, header;
    bool mwc; /* texts show MWC, not equities, at match scores; of commands that have mwc_group */
    struct id_said said;
};

/* --format, --tsv, --header; answers_more_group, rules_group and stronger_group are beside it in the command's
 * list. */
extern const struct option_group positions_group, mwc_group;

/* To be called by the command's settle(). `own`: its own forms, NULL = text alone, which is the usual one. */
bool positions_settle(struct positions_options *o, const struct own_form *own, struct option_fault *f);

struct asked { /* a position, by its ID */
    const char *id; /* as given, without blanks around */
    const char *xgid; /* of the position, with the rules that options give */
    struct position position;
};

struct answering { /* with what */
    const struct engine *engine;
    struct worker *worker;
    const void *options; /* of the command */
    struct arena *memory; /* holds what the answer is made of */
};

struct position_answer {
    const void *record; /* of the kind's document */
    struct answer_list lines; /* records of the kind's lines, if it has any */
};

/* How a command answers. */
struct positions_kind {
    const struct answer_document *document; /* one of several records */
    const struct answer_document *lines; /* likewise, of tables, CSV and TSV; NULL = as the document */
    /* NULL, or why there is no answer (static text). Called on any thread. */
    const char *(*fill)(const struct answering *a, const struct asked *q, struct position_answer *out);
    void (*text)(const void *options, const void *record, struct strbuf *out); /* for people */
    /* A document of the command's own (a form beyond `text`) of all records, one behind the other; false after a
     * message. NULL = it has none. */
    bool (*page)(const void *options, const void *records, size_t n, struct strbuf *out);
};

/* Runs the whole command; returns an enum call_ending. `input`: IDs, or "-" alone: one per line from standard input. */
int positions_answer(const struct positions_options *o, const struct engine_files *files, int jobs,
                     const struct positions_kind *kind, const void *options, const char *const *input, size_t n);

/* ---- what their records have in common ---- */

#define POSITION_ID(s)                                                                                                 \
    ANSWER(s, id, "Position", .flags = ANSWER_KEY | ANSWER_ID, .example = "4HPwATDgc/ABMA", .help = "as given")
#define POSITION_XGID(s)                                                                                               \
    ANSWER(s, xgid, NULL, .flags = ANSWER_DATA, .example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",      \
           .help = "of the position and its rules, however they were given; without the variation and a resignation")
/* An equity of the player that the document names, or another figure in its units. */
#define POSITION_EQUITY(key, s, f, title_, ...)                                                                        \
    ANSWER_NAMED(key, s, f, title_, .unit = UNIT_EMG, .decimals = 6, .shown = 4, __VA_ARGS__)

extern const struct answer_rows chances_rows; /* of struct outcome; inline */

/* From equities of a player to MWC: along a straight line. */
struct mwc_line {
    bool match, shown; /* texts show MWC */
    double even, one; /* MWC at equity 0; what one unit of equity adds */
};
struct mwc_line mwc_line_of(const struct answering *a, const struct positions_options *o, const struct position *p,
                            int who);
double mwc_at(const struct mwc_line *m, double equity); /* NAN in money play */
#define POSITION_MWC(key, s, f, title_, ...)                                                                           \
    ANSWER_NAMED(key, s, f, title_, .unit = UNIT_MWC, .decimals = 6, .shown = 2, .missing = ANSWER_NULL,               \
                 .flags = ANSWER_OMIT | ANSWER_WIDE, __VA_ARGS__)

/* An equity, or a difference of two, as text, for an argument of printf() (base/figure.h): with --mwc in per cent. */
const char *equity_shown(struct signed_figure *f, const struct mwc_line *m, double equity, int decimals);
const char *difference_shown(struct signed_figure *f, const struct mwc_line *m, double difference, int decimals);
#define EQUITY(m, value, decimals) equity_shown(&(struct signed_figure){""}, m, (double)(value), decimals)
/* Without a sign. */
const char *loss_shown(struct signed_figure *f, const struct mwc_line *m, double loss, int decimals);
#define LOSS(m, value, decimals) loss_shown(&(struct signed_figure){""}, m, (double)(value), decimals)
#define DIFFERENCE(m, value, decimals) difference_shown(&(struct signed_figure){""}, m, (double)(value), decimals)

/* `p`: before the roll, nothing offered; `o`: chances of the player on roll. */
const struct cube_stakes *stakes_of(const struct answering *a, const struct position *p, const struct outcome *o);
/* Two lines: what is won, what is lost. */
void chances_text(struct strbuf *out, const struct outcome *o, int decimals);
void stakes_text(struct strbuf *out, const char *indent, const struct cube_stakes *h);

/* A cube decision, of the player on roll. */
struct cube_figures {
    const char *verdict;
    double equity[3], difference[3], mwc[3]; /* no double; double and take; double and pass */
    double cubeless, bluff;
    const char *problem; /* why there may be no double, or it does not matter; or NULL */
    bool redouble, too_good; /* too_good: the bluff is a wrong take, else a wrong pass */
    struct cube_table table;
    struct mwc_line line;
};
extern const struct answer_rows cube_figures_rows; /* inline */
/* `c` without a double that may be made has NAN there. */
void cube_figures_of(struct cube_figures *out, const struct position *p, const struct cube_answer *c,
                     const struct mwc_line *line);
/* The proper action, put into the hole of the heading, with the bluff that would do, and a line of cubeless equities.
 */
void cube_figures_text(struct strbuf *out, const char *heading, const struct cube_figures *f,
                       const struct cube_stakes *h);

/* What a position is as a race: both sides, seen by the player on roll. */
struct race_record {
    const struct race_side *on_roll, *opponent;
};
extern const struct answer_rows race_rows;

/* NULL unless the position is a race. */
const struct race_record *race_fill(const struct answering *a, const struct position *p);
void race_text(struct strbuf *out, const struct race_record *r); /* nothing for NULL */

/* What level_describe_unusual() says of a level, or NULL; a line of it. */
const char *settings_of(const struct answering *a, const struct level *l, bool cube);
void settings_text(struct strbuf *out, const char *settings); /* nothing for NULL */
#define POSITION_SETTINGS(s)                                                                                           \
    ANSWER(s, settings, "Evaluated", .missing = ANSWER_NULL, .flags = ANSWER_OMIT,                                     \
           .example = "noise 0.02 seed 4, plays without the cube",                                                     \
           .help = "what of --noise, --cubeless and --filter the figures have; absent: nothing")
/* Whom --stronger named: a word of enum stronger, or NULL. */
#define POSITION_STRONGER(s)                                                                                           \
    ANSWER(s, stronger, "Stronger", .missing = ANSWER_NULL, .flags = ANSWER_OMIT, .example = "on-roll",                \
           .help = "the stronger player, of a match equity table for unequal players: on-roll, opponent, X or O")
void stronger_text(struct strbuf *out, int stronger); /* a line of it; nothing for STRONGER_UNSAID */

#define POSITION_RACE(s)                                                                                               \
    ANSWER_TO(s, race, NULL, &race_rows, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT | ANSWER_DATA,                   \
              .help = "where the position is a race")

#endif
