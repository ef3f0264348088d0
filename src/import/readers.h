/* Every reader there is: how sure it is of a text, and what it reads (import.h); import.c puts them in a table. One
 * line each, so that additions do not meet. */
#ifndef KIBITZER_READERS_H
#define KIBITZER_READERS_H

#include "import/import.h"

#define READS(id)                                                                                                      \
    int id##_sniff(struct span head);                                                                                  \
    bool id##_read(struct span text, struct receiver *out, struct diags *d)
READS(dump);
READS(sgf);
READS(xg);
READS(sgg);
READS(tmg);
READS(bgammon);
READS(party);
READS(bgroom);
READS(ogxm);
READS(gva);
READS(bgf);
READS(gnubgtext);
READS(xgtext);
READS(fibsboard);
READS(idlist);
READS(pos);
READS(snowiepos);
READS(oldmoves);
READS(mat);
READS(gam);
READS(transcript);
READS(bgobs);
#undef READS
#define gam_read mat_read /* what makes them two is how sure each is */

#endif
