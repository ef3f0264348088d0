/* A stretch of bytes somebody else owns; not terminated. */
#ifndef KIBITZER_SPAN_H
#define KIBITZER_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct span {
    const char *at;
    size_t length;
};

struct span span_of(const char *terminated);
struct span span_sub(struct span s, size_t from, size_t length); /* clipped to s */
struct span span_trim(struct span s); /* blanks, tabs, CR, LF off both ends */
struct span span_word(struct span *rest); /* the next one; *rest is what is behind it, trimmed */
bool span_equal(struct span s, const char *terminated);
bool span_same(struct span a, struct span b);
bool span_equal_nocase(struct span s, const char *terminated); /* ASCII letters only */
/* On, yes, true, 1; off, no, false, 0; in any case, blanks around it. False if it is none of them. */
bool span_switch(struct span text, bool *on);
bool span_starts_nocase(struct span s, const char *terminated);
bool span_ends(struct span s, const char *terminated);
int span_shown(struct span s); /* how much of it a message shows: the precision of a %.*s */
bool span_has(struct span s, const char *terminated); /* anywhere in it */

int hex_digit(char c); /* its value; -1 = it is none */

#endif
