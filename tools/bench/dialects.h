/* Records written in the formats that kibitzer reads but does not write, as long inputs for the bench. Plays, rolls,
 * cube actions and results only: what the readers spend their time on. Formats: docs/formats/. */
#ifndef KIBITZER_BENCH_DIALECTS_H
#define KIBITZER_BENCH_DIALECTS_H

#include "base/strbuf.h"
#include "match/record.h"

/* Each appends the whole of `m` as one file. */
void tell_sgg(struct strbuf *out, const struct match *m);
void tell_tmg(struct strbuf *out, const struct match *m);
void tell_party(struct strbuf *out, const struct match *m);
void tell_bgroom(struct strbuf *out, const struct match *m);
void tell_oldmoves(struct strbuf *out, const struct match *m);

/* One `board:` line, the first player being "you". */
void tell_fibsboard(struct strbuf *out, const struct match *m, const struct position *p);

#endif
