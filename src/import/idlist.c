/* Lists of position IDs: Position IDs, GNUbg IDs (Position ID:Match ID), XGIDs, OGIDs, in any order, several on a line,
 * numbered, with remarks; also what GNU Backgammon prints above its board ("Position ID: ...", "Match ID   : ...").
 * Format: docs/formats/idlist.md. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "import/lines.h"
#include "import/position_record.h"
#include "import/readers.h"
#include "import/xgtext.h"
#include "format/id_text.h"

enum {
    ID_ROOM = 64,
    LINES_LOOKED_AT = 5,
    LINES_WEIGHED = 40,
    WORDS_BEFORE = 6,
    MATCH_WORDS = 3, /* "Match ID: QYkqASAAIAAA" */
    WEIGHT_LISTED = 4,
    WEIGHT_IN_SENTENCE = 2
};

/* "# words" and "; words"; "#12 4HPw..." has a number. */
static bool is_remark(struct span line)
{
    return line.length != 0 &&
           (line.at[0] == ';' || (line.at[0] == '#' && (line.length == 1 || !isdigit((unsigned char)line.at[1]))));
}

/* "... Position ID" before an ID, as GNU Backgammon writes it. */
static bool is_labelled(struct span *before)
{
    static const char *const labels[] = {"Position ID", "Position-ID", "PositionID"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        const size_t n = strlen(labels[i]);
        if (before->length < n || !span_equal_nocase(span_sub(*before, before->length - n, n), labels[i]))
            continue;
        *before = span_trim(span_sub(*before, 0, before->length - n));
        if (span_equal(*before, "GNU Backgammon"))
            before->length = 0;
        return true;
    }
    return false;
}

/* ---- choice ---- */

static int words_in(struct span s)
{
    struct scan scan = scan_of(s);
    int n = 0;
    while (scan_word(&scan).length != 0)
        n++;
    return n;
}

static bool is_xgid_alone(struct span line)
{
    return span_starts_nocase(line, "XGID=") && memchr(line.at, ' ', line.length) == NULL &&
           memchr(line.at, '\t', line.length) == NULL;
}

/* How many lines the line may vouch for as one of a list: an ID within a sentence is weak evidence, in a long one none.
 */
static int weight_of(struct span line, bool *labelled)
{
    struct id_found id;
    if (!id_find(line, 0, &id))
        return id_find_match(line).length != 0 && words_in(line) <= MATCH_WORDS;
    struct span before = id_words_before(span_sub(line, 0, id.from), 0);
    const struct span after = id_words_after(span_sub(line, id.to, line.length));
    *labelled = !id.is_xgid && is_labelled(&before);
    if (before.length == 0 || after.length == 0)
        return WEIGHT_LISTED;
    return words_in(before) <= WORDS_BEFORE ? WEIGHT_IN_SENTENCE : 0;
}

/* Of a list a quarter of the lines looked at, or more, have IDs, as some may be remarks or damaged; and what shows more
 * than IDs, or XGIDs alone, is left to xgtext. What GNU Backgammon prints has its label early. */
int idlist_sniff(struct span head)
{
    struct lines l;
    int seen = 0, weight = 0;
    bool label = false, shown = false, other = false;
    lines_begin(&l, head);
    while (lines_next(&l)) {
        const struct span line = span_trim(l.line);
        bool labelled = false;
        if (line.length == 0)
            continue;
        other = other || !is_xgid_alone(line);
        if (is_remark(line) || (seen >= LINES_WEIGHED && (shown || !xgtext_shows_analysis(line))))
            continue; /* one that changes nothing any more */
        const int vouches = weight_of(line, &labelled);
        label = label || (seen < LINES_LOOKED_AT && labelled);
        shown = shown || (vouches == 0 && xgtext_shows_analysis(line));
        if (seen < LINES_WEIGHED) {
            seen++;
            weight += vouches;
        }
    }
    if (weight != 0 && weight >= seen && !shown && other)
        return 75; /* before xgtext */
    return label ? 60 : 0;
}

/* ---- reading ---- */

struct id_reader {
    struct lines lines;
    struct receiver *out;
    struct diags *d;
    bool labels; /* what GNU Backgammon printed: its boards are not read */
    bool open; /* a position waits for its remarks, perhaps for its Match ID */
    long n; /* positions so far */
    struct id_found id; /* the one that is open */
    struct place place;
    struct strbuf remarks, next_remarks; /* of the open position, of the one to come */
    struct span names[2]; /* O, X: beside the board of the open position */
    struct span match; /* a Match ID that came before its position; "" = none */
};

static void keep(struct strbuf *remarks, struct span words)
{
    if (words.length == 0)
        return;
    strbuf_add(remarks, words.at, words.length);
    strbuf_putc(remarks, '\n');
}

static void finish(struct id_reader *r)
{
    if (!r->open)
        return;
    struct match *m = position_record(&r->id.position, r->place);
    m->format = "idlist";
    for (int i = 0; i < 2; i++) {
        if (r->names[i].length != 0)
            m->player[i].name = arena_span(m->arena, r->names[i]);
        r->names[i].length = 0;
    }
    if (r->remarks.length != 0)
        comment_append(m, &m->comment, (struct span){r->remarks.at, r->remarks.length - 1});
    strbuf_clear(&r->remarks);
    r->open = false;
    match_hand_on(m, r->out);
}

static void refuse(struct id_reader *r, struct span word)
{
    struct position p;
    const char *problem = W_("damaged");
    size_t fault = 0;
    if (any_id_read(word, &p, &problem, &fault)) /* as an argument it has the starting position */
        problem = W_("a Match ID without a position");
    const struct place place = lines_place(&r->lines, word.at);
    diag_at(r->d, SEVERITY_ERROR, place.line, place.column + (int)fault,
            "found \"%.*s\": %s, expected a Position ID, a GNUbg ID, an XGID or an OGID", span_shown(word), word.at,
            problem);
}

static void begin(struct id_reader *r, const struct id_found *id, const char *at);

/* One that no Position ID claims is of a starting position. */
static void begin_alone(struct id_reader *r)
{
    const struct span match = r->match;
    struct id_found id = {.from = 0};
    const char *problem;
    size_t fault;
    r->match.length = 0;
    snprintf(id.text, sizeof id.text, "%.*s", (int)match.length, match.at);
    if (match.length != 0 && any_id_read(match, &id.position, &problem, &fault))
        begin(r, &id, match.at);
}

/* A Match ID belongs to the Position ID before it, else to the next one. */
static void take_match_id(struct id_reader *r, struct span match)
{
    const char *problem;
    size_t fault;
    if (r->open && r->id.is_alone) {
        match_id_read(match, &r->id.position, &problem, &fault);
        r->id.is_alone = false;
    } else {
        begin_alone(r);
        r->match = match;
    }
}

static void begin(struct id_reader *r, const struct id_found *id, const char *at)
{
    size_t noted = 0;
    finish(r);
    r->id = *id;
    r->place = lines_place(&r->lines, at);
    const char *note = id_note_on(span_of(id->text), &noted);
    if (note != NULL)
        diag_at(r->d, SEVERITY_NOTE, r->place.line, r->place.column + (int)noted, "%s", note);
    r->open = true;
    r->n++;
    const struct strbuf empty = r->remarks;
    r->remarks = r->next_remarks;
    r->next_remarks = empty;
    if (r->match.length != 0)
        take_match_id(r, r->match);
    r->match.length = 0;
}

/* Words before the first ID of a line. */
static void read_before(struct id_reader *r, struct span words, bool perhaps_labelled)
{
    words = id_words_before(words, r->n + 1);
    if (perhaps_labelled && is_labelled(&words))
        r->labels = true;
    keep(&r->next_remarks, words);
}

/* Words behind an ID up to the next one, or the end of the line. */
static void read_behind(struct id_reader *r, struct span words)
{
    keep(&r->remarks, id_words_after(words));
}

/* Words between two IDs of a line, but for the number of the second. */
static void read_between(struct id_reader *r, struct span words, struct strbuf *remarks)
{
    if (id_words_before(words, r->n + 1).length != 0)
        keep(remarks, id_words_after(words));
}

/* An address and its words name one ID twice: "<a href=...XGID=...>XGID=...</a>", "[XGID=...](...XGID=...)". */
static bool is_address(struct span between)
{
    for (size_t i = 0; i < between.length; i++)
        if (strchr("<>[](){}\"=", between.at[i]) != NULL)
            return true;
    return false;
}

/* All IDs of a line; false if it has none. Words behind a damaged one belong to the next, or to the one before. */
static bool read_ids(struct id_reader *r, struct span line)
{
    struct id_found id;
    bool good = false;
    size_t at = 0;
    for (; id_next(line, at, &id); at = id.to) {
        const struct span words = span_sub(line, at, id.from - at);
        if (good)
            read_between(r, words, &r->remarks);
        else if (at == 0)
            read_before(r, words, !id.is_xgid && !id.damaged);
        else
            read_between(r, words, &r->next_remarks);
        if (id.damaged) {
            refuse(r, span_sub(line, id.from, id.to - id.from));
            good = false;
            continue;
        }
        if (!good || strcmp(r->id.text, id.text) != 0 || !is_address(words))
            begin(r, &id, line.at + id.from);
        good = true;
    }
    if (good)
        read_behind(r, span_sub(line, at, line.length));
    else if (at != 0)
        keep(r->open ? &r->remarks : &r->next_remarks, id_words_after(span_sub(line, at, line.length)));
    return at != 0;
}

static bool is_board(struct span line)
{
    return line.at[0] == '|' || line.at[0] == '+' || (line.length > 1 && line.at[1] == '|');
}

/* "+12-11-...-+     O: Ann" */
static void read_names(struct id_reader *r, struct span line)
{
    for (size_t i = 1; i + 2 < line.length; i++) {
        const bool mark = (line.at[i] == 'O' || line.at[i] == 'X') && line.at[i + 1] == ':' && line.at[i + 2] == ' ';
        if (mark && (line.at[i - 1] == ' ' || line.at[i - 1] == '\t')) {
            r->names[line.at[i] == 'X'] = span_trim(span_sub(line, i + 2, line.length));
            return;
        }
    }
}

static void read_line(struct id_reader *r, struct span line)
{
    struct id_found id;
    if (is_remark(line)) {
        if (id_find(line, 0, &id))
            diag_at(r->d, SEVERITY_NOTE, r->lines.number, 1, "an ID behind '%c' is a remark", line.at[0]);
        keep(&r->next_remarks, span_trim(span_sub(line, 1, line.length)));
    } else if (!read_ids(r, line)) {
        const struct span match = id_find_match(line);
        if (match.length != 0)
            take_match_id(r, match);
        else if (r->labels && is_board(line))
            read_names(r, line);
        else
            keep(r->open ? &r->remarks : &r->next_remarks, line);
    }
}

bool idlist_read(struct span text, struct receiver *out, struct diags *d)
{
    struct id_reader r = {.out = out, .d = d};
    const size_t before = out->n;
    lines_begin(&r.lines, text);
    while (lines_next(&r.lines))
        if (span_trim(r.lines.line).length != 0)
            read_line(&r, span_trim(r.lines.line));
    begin_alone(&r);
    strbuf_add(&r.remarks, strbuf_text(&r.next_remarks), r.next_remarks.length);
    finish(&r);
    strbuf_done(&r.remarks);
    strbuf_done(&r.next_remarks);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, r.lines.number, 1,
                "found no position, expected a Position ID, GNUbg ID, XGID or OGID a line");
    return out->n != before;
}
