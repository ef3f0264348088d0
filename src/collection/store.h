/* The collection: a database of analysed matches, in a file or on a server. Callers, the engine and the writers of
 * reports do not depend on the kind of database (sql.h).
 *
 * A match is stored in one transaction, completely or not at all. Content and columns: docs/collection.md. A store
 * is used by one thread at a time; match_entry_new() may be called by any thread.
 *
 * Functions that return bool return false if the database reports an error; store_error() gives the message. Unknown
 * values are NULL in the database, NAN, -1 or NULL here, never 0. */
#ifndef KIBITZER_STORE_H
#define KIBITZER_STORE_H

#include "base/date.h"
#include "base/diag.h"
#include "match/difficulty.h"
#include "match/kept.h"
#include "match/record.h"
#include "collection/codes.h"
#include "match/ratio.h"
#include "format/keys.h"
#include "collection/rows.h"
#include "sql/sql.h"

struct store;

/* `where` as in sql_open(). NULL with an error in `d`, which names no password. */
struct store *store_open(const char *where, enum sql_mode mode, struct diags *d);
void store_close(struct store *s); /* NULL is fine */
const char *store_name(const struct store *s); /* for messages: the file, or the URL without its password */
const char *store_error(const struct store *s);
bool store_is_only_read(const struct store *s); /* was it opened so? */
bool store_is_lost(const struct store *s); /* its server has gone away */
/* For questions of one's own: prepared statements only, see sql.h. */
struct sql *store_sql(struct store *s);

/* Several changes at once, whole or not at all. */
bool store_begin(struct store *s);
bool store_end(struct store *s, bool keep); /* keeps or undoes what was done since; true if it was kept */
/* After an attempt (base/attempt.h) in which memory ran out: nothing is begun any more, and nothing locked. */
void store_recover(struct store *s);

/* ---- putting matches in ---- */

/* Bytes that were read, and where they lay. */
struct content {
    const char *hash; /* bytes_hash() */
    long long size;
    const char *path; /* absolute where it is a file */
    const char *stem; /* the name of the pages of its first match, if that match is this file's */
    int n_matches; /* in it; -1 = not all were stored yet */
    size_t n_errors, n_warnings; /* what reading it said */
    const char *messages; /* as text, or NULL */
};

/* Makes the content and the place where it lies known; with n_matches given also what reading it said. */
bool store_content(struct store *s, const struct content *c);
/* The same of the place alone, where the content is known; else nothing. */
bool store_place(struct store *s, const struct content *c);

/* A match ready to be stored: what takes time is done by match_entry_new(), without the store. */
struct match_entry;

/* `record`: the match with all its annotations as a dump (docs/formats/dump.md), to be kept as it is; match_keep(m,
 * kept) was done before. `set`: the analysis that is stored. The match must outlive the entry. */
struct match_entry *match_entry_new(const struct match *m, int set, enum kept kept, struct span record);
void match_entry_free(struct match_entry *e);
const char *match_entry_fingerprint(const struct match_entry *e);
double match_entry_worst(const struct match_entry *e); /* the costliest error, EMG; NAN = none */

enum { STEM_ROOM = 128 };

/* The day that a file speaks of by its name, or by its own time: a guess, kept beside the date and never as one. */
enum guessed_by { GUESSED_NOT, GUESSED_BY_NAME, GUESSED_BY_TIME }; /* numbers in the database */
struct date_guess {
    enum guessed_by by;
    char date[DAY_ROOM]; /* yyyy-mm-dd */
};

struct origin { /* where a match comes from */
    const char *hash, *path; /* of known content */
    int number; /* of the match in it, from 1 */
    const char *stem; /* the name that its pages have if it is this file's match */
    struct date_guess guess;
};

struct match_put {
    int64_t match, analysis; /* ids; analysis 0 = it was linked only */
    bool known; /* the same record was there already */
    bool linked; /* and it is another file's, with this analysis: nothing but the link was added */
    char stem[STEM_ROOM]; /* the name of its pages */
    char old_stem[STEM_ROOM]; /* the name they had before */
};

/* Stores it, in one transaction or in the one that has begun. A match belongs to the file whose path sorts first among
 * those that hold it, so that the order in which they come makes no difference: its record, names and analyses are the
 * ones kept. Another file's match is linked; its analysis is added only where none has its fingerprint. */
bool store_put_match(struct store *s, const struct match_entry *e, const struct origin *from, struct match_put *out);
/* Links the content's match to a record that is there; *found false if it is not. */
bool store_link(struct store *s, const char *hash, int number, const char *record_key, bool *found);

/* ---- what a run asks before it works ---- */

/* The analyses that a run is out for. */
struct analysis_wanted {
    const char *player; /* whose decisions alone are analysed, as for match_player_named(); NULL = both players' */
    char fingerprint[3][KEY_LENGTH + 1]; /* of player 0, of player 1, of neither; with `player` NULL the first alone */
    bool of_files; /* one that a file brought will do, and is preferred */
};

/* The fingerprint of the analysis that is wanted of a match between these two. */
const char *fingerprint_wanted(const struct analysis_wanted *w, const char *name0, const char *name1);

struct content_known {
    int n_matches; /* in these bytes, those that were refused among them; -1 = not known, or not all was stored */
    bool complete; /* each of them has a wanted analysis */
    size_t n_errors; /* when they were read */
};

bool store_knows_content(struct store *s, const char *hash, const struct analysis_wanted *w, struct content_known *out);

/* Does the file at `path` stand first among those that hold the match (or nobody does)? Its record is the one kept. */
bool store_owns(struct store *s, const char *record_key, const char *path);
/* Do these bytes hold that match before their match `number`, too? The first one counts. */
bool store_holds_before(struct store *s, const char *record_key, const char *hash, int number);
bool store_has(struct store *s, const char *record_key, const char *fingerprint);

/* No content has this name for its pages; capitals do not matter. */
bool store_stem_is_free(struct store *s, const char *stem);
/* The name of known content; "" = it is not known. */
bool store_stem(struct store *s, const char *hash, char out[STEM_ROOM]);

/* Of the matches in known bytes: all of them, those that are cut short, those that belong to other bytes (another file
 * of the same match, whose path sorts first), and single positions. Zeros where the bytes are not known. */
struct content_holds {
    int64_t matches, cut_short, others, positions;
};
bool store_content_holds(struct store *s, const char *hash, struct content_holds *out);

/* The matches in known bytes (`hash` NULL = in all), with their wanted analysis (NULL = the chosen one); a file's own
 * analyses come last. File by file, in each as they come. */
struct match_held {
    int64_t match, analysis;
    const char *stem, *fingerprint; /* stem: of its pages where it belongs */
    const char *hash, *file_stem; /* of the content */
    int number; /* in it, from 1 */
    enum kept kept; /* of the plays that the record had */
    bool bare; /* nothing was decided in it: if it is not empty it is a position */
};
typedef bool (*match_held_visitor)(void *context, const struct match_held *h);
bool store_matches_held(struct store *s, const char *hash, const struct analysis_wanted *w, match_held_visitor visit,
                        void *context);

/* A page that was written, and how: what need not be written again. */
struct page_written {
    const char *folder_key, *name_key;
    const char *settings; /* a key of all that its bytes follow from */
    int64_t match; /* 0 = it speaks of all */
};
bool store_page_is(struct store *s, const struct page_written *p);
bool store_page_put(struct store *s, const struct page_written *p);
/* Appends words that change whenever something in the collection does that the index shows. */
bool store_state(struct store *s, struct strbuf *out);

/* ---- asking for matches ---- */

enum { STORE_ANY = -1 };

/* A match with its chosen analysis: the own one of most plies, else a file's. Texts are good until the next row. */
struct stored_match {
    int64_t id, analysis; /* analysis 0 = none */
    const char *record_key, *stem, *format;
    int length, variant;
    int64_t player[2]; /* ids under which they are counted, aliases resolved; 0 = not given */
    const char *name[2]; /* as the match has them; "" = not given */
    const char *person[2]; /* under which they are counted */
    int score[2], winner; /* NOBODY = not finished */
    const char *date, *date_text; /* yyyy, yyyy-mm or yyyy-mm-dd; what else the file said */
    const char *guess; /* of the date, where there is none; never to be taken for one */
    enum guessed_by guess_by;
    const char *event, *round, *place;
    const char *engine, *version, *level;
    bool own;
    const char *fingerprint; /* of the analysis */
    int n_games;
    const char *path; /* of the file it belongs to */
    size_t n_warnings; /* of reading it */
    const char *messages; /* likewise, or NULL */
    const char *whole, *whole_stem; /* of a copy cut short: the file and the pages of the whole; else NULL */
};

/* Which matches; zero and NULL = any, `length` STORE_ANY. One with an id is found whether it counts or not. */
struct match_filter {
    int64_t id;
    int64_t player, opponent; /* ids of persons, see store_person() */
    const char *since, *until; /* dates, inclusive; undated matches are left out where one is given */
    const char *event; /* the whole event, capitals do not matter */
    const char *event_like; /* in its place a pattern of SQL, where `event` has wildcards; or NULL */
    int length; /* 0 = money sessions */
    bool cut_short; /* copies that were cut short (parts.h) in place of the matches that count */
    bool positions; /* records without a decision too: single positions, which are no matches */
};

#define MATCH_FILTER_ALL ((struct match_filter){.length = STORE_ANY})
#define MATCH_FILTER_OF(person) ((struct match_filter){.player = (person), .length = STORE_ANY})

typedef bool (*match_visitor)(void *context, const struct stored_match *m); /* false stops */

/* Is there no match yet? */
bool store_is_empty(struct store *s);

/* In an order that depends on nothing but the matches: by date (undated ones last), then by record key. */
bool store_matches(struct store *s, const struct match_filter *f, match_visitor visit, void *context);

/* Likewise, in less time: without `n_games` (0), the file, and what reading it said (0 and NULL). */
bool store_matches_alone(struct store *s, const struct match_filter *f, match_visitor visit, void *context);

/* How many matches and positions the file at `path` has held, whatever its bytes were. */
int64_t store_place_holds(struct store *s, const char *path);

/* Every path that was read, in no order. */
typedef bool (*path_visitor)(void *context, const char *path);
bool store_paths(struct store *s, path_visitor visit, void *context);

/* The record of an analysis, as it was handed to match_entry_new(). False also if there is none. */
bool store_record(struct store *s, int64_t analysis, struct strbuf *out);

/* How many plays records keep: of the analysis that was stored last (an empty collection: all of them). */
bool store_kept_last(struct store *s, enum kept *out);
/* Of a play that lost so much (EMG): does the analysis keep the least alone? */
bool store_keeps_least(struct store *s, int64_t analysis, double error);
/* Analyses that count and keep less than that. */
int64_t store_keep_less(struct store *s, enum kept kept);

/* ---- asking for decisions ---- */

/* Which decisions of the matches; side: of the filter's player where there is one, else of both. */
struct decision_filter {
    struct match_filter match;
    bool counted_only; /* leaves out what the performance rating does not count */
    double error_above; /* EMG; 0 = all */
    const char *position; /* Position ID, or NULL */
    bool brief; /* what figures and rankings need alone, in a tenth of the time: see struct stored_decision */
};

/* In brief the position (unless a game starts with it), dice and plays after a player's first, the Match ID, words,
 * level, `best_code`, `n_legal`, `error_mwc` and luck may be missing: store_decision() has them. */
struct stored_decision {
    int64_t match, analysis;
    int64_t player; /* the person who decides, 0 = not given */
    struct decision_row row; /* texts are good until the next row */
    struct circumstances given; /* what its Match ID follows from, where the row holds none */
};

/* Adds the words to a decision that has position, dice and play. The texts lie in `action` and `best`. */
void decision_words(struct stored_decision *d, struct strbuf *action, struct strbuf *best);

typedef bool (*decision_visitor)(void *context, const struct stored_decision *d);

/* Decisions with what the chosen analysis says, match by match in the order of store_matches(), in each as they were
 * played. */
bool store_decisions(struct store *s, const struct decision_filter *f, decision_visitor visit, void *context);

/* The whole of a decision that was given in brief. */
bool store_decision(struct store *s, const struct stored_decision *brief, decision_visitor visit, void *context);

/* Every position that somebody decided in, once, in no order: Position IDs, read from an index. */
typedef bool (*position_visitor)(void *context, const char *id);
bool store_positions(struct store *s, position_visitor visit, void *context);

/* How SQLite goes about that question, a line for each step: for tests that nothing is read from end to end. */
bool store_decisions_plan(struct store *s, const struct decision_filter *f, struct strbuf *out);

/* ---- sums ---- */

/* Sums over the decisions of one player in one game (or match) as the chosen analysis assesses them: the table `sums`.
 * Errors EMG, `_mwc` as in struct decision_row. */
struct stored_sums {
    int64_t match;
    int side, game; /* game 0 = the whole match */
    int moves, unforced, plays; /* plays made, forced ones too; not forced; of those judged */
    double play_error, play_error_mwc;
    int cubes, close, judged; /* cube decisions; close or actions; judged */
    double cube_error, cube_error_mwc;
    int counted_plays, counted_cubes; /* by the performance rating */
    double counted_play_error, counted_cube_error, counted_error_mwc;
    int lucks; /* rolls whose luck is known */
    double luck, luck_mwc;
    double luck_played; /* of luck_mwc, that of games that were not given away */
    struct ratio rating; /* errors of the decisions that the performance rating counts, over games */
    int marked[4]; /* errors by enum skill, by the thresholds of the analysis; [0] unused */
    int bold, timid; /* cube errors that the rating counts: too bold, too timid */
    double worst; /* the costliest error, NAN = none */
    int worst_game, worst_number; /* its place: the move's number in the game */
    double threshold; /* of the analysis: the least error that is marked */
    double gain; /* what the results were worth to the player, MWC (points); NAN = not known for all games, or given
                    away */
    double hidden; /* the part of it that is the luck of rolls which nobody played; NAN = not known */
    double ahead; /* MWC before the first of the games, less one half */
    struct difficulty difficulty; /* of those that the rating counts; `unknown` where it was never asked */
    int given_away; /* games that one of the two left or resigned though they were not lost, or whose record has a gap
                       (analyze/abandoned.h) */
};

typedef bool (*sums_visitor)(void *context, const struct stored_sums *s);

/* For every match that fits: player 0, then player 1, in the order of store_matches(); `by_game`: for each game. */
bool store_sums(struct store *s, const struct match_filter *f, bool by_game, sums_visitor visit, void *context);

/* The same one after the other, for callers that go through matches at the same time. NULL at the end, and on an error,
 * which sums_walk_end() reports. */
struct sums_walk;
struct sums_walk *sums_walk_new(struct store *s, const struct match_filter *f, bool by_game);
const struct stored_sums *sums_walk_next(struct sums_walk *w);
bool sums_walk_end(struct sums_walk *w); /* false if something went wrong */

/* ---- people ---- */

/* The person called `name`, by name or alias: 0 = nobody is. */
int64_t store_person(struct store *s, const char *name);

#endif
