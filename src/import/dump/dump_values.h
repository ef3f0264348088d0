/* Reader of the native dump: its state, and the values that its lines are made of. Format: docs/formats/dump.md.
 * Every function says where it stands if it finds something else: false, and the match is refused with an error. */
#ifndef KIBITZER_DUMP_VALUES_H
#define KIBITZER_DUMP_VALUES_H

#include "import/import.h"
#include "import/lines.h"

enum dump_level { AT_FILE, AT_MATCH, AT_GAME, AT_EVENT, AT_NOTE, AT_PLAYS, AT_CUBE };

struct dump_reader {
    struct lines lines;
    struct scan s; /* the rest of the current line */
    struct receiver *out;
    struct diags *d;
    struct match *m; /* the open match, or NULL */
    struct game *g; /* the open game: none before the first and after `result` */
    struct event *e;
    struct annotation *a;
    size_t candidates_capacity;
    const struct property **raw; /* where `raw` goes */
    struct rollout_error **stderror; /* where `stderror` goes, or NULL */
    const struct rollout_settings **rollout; /* where `rollout` goes */
    struct cube_maps *maps; /* what `rolls` completes, or NULL */
    struct score_plays *scores; /* of the last play that has some */
    enum dump_level level;
    bool failed; /* this match is refused: lines up to the next `match` are passed over */
};

bool dump_fail(struct dump_reader *r, const char *expected);
bool dump_end_of_line(struct dump_reader *r);
/* Steps over `word` if it comes next. */
bool dump_accept(struct dump_reader *r, const char *word);
bool dump_expect(struct dump_reader *r, const char *word);
bool dump_read_int(struct dump_reader *r, int *out, int least, int most);
/* Any whole number of 64 bits. */
bool dump_read_long(struct dump_reader *r, int64_t *out);
bool dump_read_float(struct dump_reader *r, float *out);
/* One of `names`; *out is its index. */
bool dump_read_name(struct dump_reader *r, const char *const *names, int n, int *out);
bool dump_read_string(struct dump_reader *r, const char **out);
bool dump_read_dice(struct dump_reader *r, int8_t dice[2]);
bool dump_read_play(struct dump_reader *r, struct play *play);
bool dump_read_board(struct dump_reader *r, struct board *b);
bool dump_read_outcome(struct dump_reader *r, struct outcome *o);
bool dump_read_level(struct dump_reader *r, struct eval_level *l);
/* format (string or '-'), name, values; appended to *list. */
bool dump_read_property(struct dump_reader *r, struct property **list);

#endif
