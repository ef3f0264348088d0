/* Assertions that fail in the project's own words: boards, records and diagnostics instead of pointers and bytes. */
#ifndef KIBITZER_TEST_ASSERTIONS_H
#define KIBITZER_TEST_ASSERTIONS_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "match/record.h"
#include "test.h"

/* A board in one line: "25:1 24:2 13:5 | theirs 0:1 19:5 | off 3 9", points and bars (25, 0) by the viewer. */
void board_describe(struct strbuf *out, const struct board *b);

void expect_boards_equal(const struct board *a, const struct board *b, const char *file, int line);
void expect_positions_equal(const struct position *a, const struct position *b, const char *file, int line);
void expect_matches_equal(const struct match *a, const struct match *b, const char *file, int line);
void expect_diag(const struct diags *d, enum severity s, int at_line, int at_column, const char *part, const char *file,
                 int line);
void expect_no_diags(const struct diags *d, enum severity least, const char *file, int line);

#define assert_boards_equal(a, b) expect_boards_equal((a), (b), __FILE__, __LINE__)
#define assert_positions_equal(a, b) expect_positions_equal((a), (b), __FILE__, __LINE__)
#define assert_matches_equal(a, b) expect_matches_equal((a), (b), __FILE__, __LINE__)

/* Some diagnostic has this severity and place and contains `part`. Line 0 and column 0 fit any place. */
#define assert_diag(d, severity, line, column, part)                                                                   \
    expect_diag((d), (severity), (line), (column), (part), __FILE__, __LINE__)

/* No diagnostic of this severity or worse. */
#define assert_no_diags(d, least) expect_no_diags((d), (least), __FILE__, __LINE__)

#endif
