/* Fuzzing of what reads single words and lines: IDs, plays, the lines of a .mat file. Nothing is opened and nothing is
 * kept, so that millions of inputs go through in a minute. */
#include "fuzz_files.h"

#include <string.h>

#include "base/base64.h"
#include "base/pack.h"
#include "export/certificate.h"
#include "export/html/page.h"
#include "import/cells.h"
#include "import/lines.h"
#include "import/mat/mat_header.h"
#include "match/moves.h"
#include "match/notation.h"
#include "format/posid.h"

static void ids_come_back(const struct position *p)
{
    char id[POSITION_ID_LENGTH + 1], text[2][XGID_MAX];
    const char *problem;
    size_t fault;
    struct board b;
    struct position again = *p;
    position_id(&p->board, id);
    must(position_id_read(span_of(id), &b, &problem, &fault) && memcmp(&b.point, &p->board.point, sizeof b.point) == 0);
    for (int i = 0; i < 2; i++) { /* what an XGID does not hold is gone after the first time */
        xgid(&again, text[i]);
        if (!xgid_read(span_of(text[i]), &again, &problem, &fault))
            return; /* a number that fits a Match ID and not an XGID */
    }
    xgid(&again, text[0]);
    must(strcmp(text[0], text[1]) == 0);
}

void try_ids(struct span bytes)
{
    struct position p;
    const char *problem = NULL;
    size_t fault = 0;
    if (any_id_read(bytes, &p, &problem, &fault)) {
        must(board_problem(&p.board, 0) == NULL); /* an OGID may have three chequers a side */
        ids_come_back(&p);
    } else {
        must(problem != NULL && fault <= bytes.length);
    }
}

/* Whatever is legal is written in every style and read again: the same board comes out. */
static void play_comes_back(const struct board *b, const int dice[2], const struct play *play)
{
    struct board after, again;
    must(board_play(b, play, &after));
    for (enum notation_style style = NOTATION_MERGED; style <= NOTATION_XG; style++) {
        struct strbuf text = {0};
        struct play second;
        const char *problem = NULL;
        notation_write(&text, b, play, style);
        must(notation_read((struct span){strbuf_text(&text), text.length}, b, dice[0], dice[1], &second, &problem,
                           NULL));
        must(board_play(b, &second, &again) && board_equal(&after, &again));
        strbuf_done(&text);
    }
}

/* Dice, then perhaps a position, then a play. */
void try_plays(struct span bytes)
{
    static const char *const boards[] = {POSITION_ID_START, "5naDAFDYbhkCIA", "2G4ZAiBzu0EAKA", "4HPhAQDg848BUA",
                                         "/wAAAAAAAAAAAA",  "NgAAACAAAAAAAA", "jGfwATBg4+ABQA"};
    struct board b;
    struct play play = {0};
    const char *problem = NULL;
    size_t fault = 0;
    if (bytes.length < 2)
        return;
    const unsigned char first = (unsigned char)bytes.at[0], second = (unsigned char)bytes.at[1];
    const int dice[2] = {first % 6 + 1, first / 6 % 6 + 1};
    struct span text = span_sub(bytes, 2, bytes.length);
    char id[POSITION_ID_LENGTH + 1];
    if (second % 8 == 7 && text.length >= POSITION_BYTES) {
        id_of_bytes((const uint8_t *)text.at, POSITION_BYTES, id);
        text = span_sub(text, POSITION_BYTES, text.length);
    } else {
        strcpy(id, boards[second % 7]);
    }
    if (!position_id_read(span_of(id), &b, &problem, &fault))
        return;
    if (notation_read(text, &b, dice[0], dice[1], &play, &problem, &fault))
        play_comes_back(&b, dice, &play);
    else
        must(problem != NULL && fault <= text.length && play.n >= -1 && play.n <= PLAY_STEPS);
    (void)notation_says_dance(text);
}

static bool lies_in(struct span inner, struct span outer)
{
    return inner.length == 0 || (inner.at >= outer.at && inner.at + inner.length <= outer.at + outer.length);
}

static void try_header(struct span line)
{
    struct mat_player side[2];
    struct span a, b, names[2];
    long n;
    struct span tail;
    (void)mat_match_line(line, &n, &tail);
    (void)mat_game_line(line, &n);
    if (mat_players_line(line, side))
        must(lies_in(side[0].name, line) && lies_in(side[1].name, line) && lies_in(side[1].rating, line));
    if (mat_comment_line(line, &a)) {
        must(lies_in(a, line));
        if (mat_tag(a, &b, &names[0]))
            must(lies_in(b, line) && lies_in(names[0], line));
    }
    if (mat_two_names(line, names))
        must(lies_in(names[0], line) && lies_in(names[1], line));
}

static void try_cells(struct span line)
{
    struct cell cells[CELLS_MAX];
    (void)line_is_numbered(line);
    (void)line_is_cell(line);
    const int n = cells_cut(line, cells);
    must(n >= 0 && n <= CELLS_MAX);
    for (int i = 0; i < n; i++)
        must(cells[i].kind <= CELL_UNKNOWN && (cells[i].player & ~1) == 0 && lies_in(cells[i].text, line));
}

void try_lines(struct span bytes)
{
    struct lines l;
    int n = 0;
    lines_begin(&l, bytes);
    while (lines_next(&l)) {
        long whole;
        double real;
        must(l.number == ++n && lies_in(l.line, bytes));
        try_header(l.line);
        try_cells(l.line);
        (void)span_int(l.line, &whole);
        (void)span_double(l.line, &real);
    }
}

static bool certificate_reads(struct span report)
{
    struct certificate c;
    const bool ok = certificate_read(report, &c);
    must(ok == (c.why.length == 0));
    must(c.shown.length + c.record.length <= c.text.length);
    certificate_done(&c);
    return ok;
}

/* The bytes as a report, and as the text that the certificate of one holds. */
void try_certificate(struct span bytes)
{
    struct strbuf text = {0}, packed = {0}, report = {0};
    if (certificate_reads(bytes))
        must(certificate_look(bytes) == REPORT_CERTIFIED);
    must(html_anchor(bytes, bytes.length / 2).length < bytes.length + 1);
    strbuf_printf(&text, "kibitzer-certificate 2\n%.*s", (int)bytes.length, bytes.at);
    pack_record((struct span){text.at, text.length}, &packed);
    strbuf_puts(&report, "{\"certificate\": {\"data\": \"");
    base64_write((struct span){packed.at, packed.length}, &report);
    strbuf_puts(&report, "\"}}");
    must(certificate_look((struct span){report.at, report.length}) == REPORT_CERTIFIED);
    (void)certificate_reads((struct span){report.at, report.length});
    strbuf_done(&text);
    strbuf_done(&packed);
    strbuf_done(&report);
}
