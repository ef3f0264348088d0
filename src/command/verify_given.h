/* The matches that reports must be about, beside one that a report is about. */
#ifndef KIBITZER_VERIFY_GIVEN_H
#define KIBITZER_VERIFY_GIVEN_H

#include "base/strbuf.h"
#include "match/record.h"

enum given {
    GIVEN_WHOLE, /* all that the record says */
    GIVEN_PLAYED, /* the same match; that file cannot vouch for the comments and facts: it is in another format, or the
                     owner has filled in what it lacks */
    GIVEN_OTHER_WORDS, /* the same match, but the same file says something else about it */
    GIVEN_ANOTHER /* match */
};
/* The best that any of them is. `why` gets the first thing that GIVEN_OTHER_WORDS differ in. */
enum given verify_given(const struct matches *given, const struct match *m, struct strbuf *why);

#endif
