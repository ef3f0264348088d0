/* Lists of position IDs, one a line: Position IDs, GNUbg IDs (Position ID:Match ID) and XGIDs without prefix; also what
 * GNU Backgammon prints above its board ("Position ID: ...", "Match ID   : ..."). IDs: docs/formats/ids.md. */
#include <string.h>

#include "import/lines.h"
#include "import/position_record.h"
#include "import/readers.h"
#include "match/posid.h"

enum { ID_ROOM = 64, LINES_LOOKED_AT = 5, LINES_WEIGHED = 40 };

static bool is_passed_over(struct span line)
{
    return line.length == 0 || line.at[0] == '#' || line.at[0] == ';';
}

static struct span first_word(struct span line)
{
    struct scan scan = scan_of(line);
    return scan_word(&scan);
}

/* What follows "Position ID:" or "Match ID :", "" if the line has no such words. */
static struct span labelled(struct span line, const char *label)
{
    const char *at = memmem(line.at, line.length, label, strlen(label));
    if (at == NULL)
        return (struct span){line.at, 0};
    struct scan scan = scan_of((struct span){at + strlen(label), line.length - (size_t)(at + strlen(label) - line.at)});
    scan_blanks(&scan);
    if (!scan_char(&scan, ':'))
        return (struct span){line.at, 0};
    return scan_word(&scan);
}

static bool is_id(struct span word)
{
    struct position p;
    const char *problem;
    size_t fault;
    return word.length >= POSITION_ID_LENGTH && any_id_read(word, &p, &problem, &fault);
}

/* Lists of IDs are lines of IDs: a quarter of those looked at, or more, as some may be damaged. What GNU Backgammon
 * prints has its label early. */
static int idlist_sniff(struct span head)
{
    struct lines l;
    int seen = 0, ids = 0;
    bool first = false, label = false;
    lines_begin(&l, head);
    while (lines_next(&l) && seen < LINES_WEIGHED) {
        struct span line = span_trim(l.line);
        if (is_passed_over(line))
            continue;
        const bool is = is_id(first_word(line)) && !span_starts_nocase(line, "XGID=");
        first = first || (is && seen == 0);
        label = label || (seen < LINES_LOOKED_AT && is_id(labelled(line, "Position ID")));
        seen++;
        ids += is;
    }
    if (first && 4 * ids >= seen)
        return 75; /* before xgtext, which reads lists that begin with an XGID */
    return label ? 60 : 0;
}

/* `remark` = words behind the ID. */
static bool add(struct span id, struct span remark, struct place place, struct receiver *out, struct diags *d)
{
    struct position p;
    const char *problem;
    size_t fault;
    if (!any_id_read(id, &p, &problem, &fault)) {
        diag_at(d, SEVERITY_ERROR, place.line, place.column + (int)fault,
                "found \"%.*s\": %s, expected a Position ID, a GNUbg ID or an XGID",
                (int)(id.length < ID_ROOM ? id.length : ID_ROOM), id.at, problem);
        return false;
    }
    struct match *m = position_record(&p, place);
    m->format = "idlist";
    if (remark.length != 0)
        comment_append(m, &m->comment, remark);
    match_hand_on(m, out);
    return true;
}

struct id_reader {
    struct lines lines;
    struct receiver *out;
    struct diags *d;
    bool labels; /* what GNU Backgammon printed: other lines are its boards */
    struct span position; /* waits for its Match ID */
    struct place place;
};

/* GNU Backgammon's two labelled lines as one ID. */
static void flush(struct id_reader *r, struct span match)
{
    struct strbuf id = {0};
    if (r->position.length == 0)
        return;
    strbuf_add(&id, r->position.at, r->position.length);
    if (match.length != 0) {
        strbuf_putc(&id, ':');
        strbuf_add(&id, match.at, match.length);
    }
    add((struct span){id.at, id.length}, span_of(""), r->place, r->out, r->d);
    strbuf_done(&id);
    r->position.length = 0;
}

static void read_line(struct id_reader *r, struct span line)
{
    const bool names = memmem(line.at, line.length, " ID", 3) != NULL; /* most lines are spared a closer look */
    const struct span none = {line.at, 0};
    const struct span position = names ? labelled(line, "Position ID") : none;
    const struct span match = names ? labelled(line, "Match ID") : none;
    if (position.length != 0) {
        flush(r, (struct span){line.at, 0});
        r->labels = true;
        r->position = position;
        r->place = lines_place(&r->lines, position.at);
        if (match.length != 0) /* both on one line */
            flush(r, match);
    } else if (match.length != 0)
        flush(r, match);
    else if (!r->labels) {
        const struct span id = first_word(line);
        add(id, span_trim(span_sub(line, id.length, line.length)), lines_place(&r->lines, line.at), r->out, r->d);
    }
}

static bool idlist_read(struct span text, struct receiver *out, struct diags *d)
{
    struct id_reader r = {.out = out, .d = d};
    const size_t before = out->n;
    lines_begin(&r.lines, text);
    while (lines_next(&r.lines))
        if (!is_passed_over(span_trim(r.lines.line)))
            read_line(&r, span_trim(r.lines.line));
    flush(&r, (struct span){"", 0});
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, r.lines.number, 1,
                "found no position, expected a Position ID, GNUbg ID or XGID a line");
    return out->n != before;
}

static const char *const extensions[] = {"txt", "ids", NULL};

const struct importer idlist_importer = {
    .name = "idlist",
    .holds = "positions",
    .title = "List of position IDs",
    .extensions = extensions,
    .sniff = idlist_sniff,
    .read = idlist_read,
};
