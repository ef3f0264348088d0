/* Catalogues, compiled in; see catalogues.h. mk/po.mk makes the list and names it in CATALOGUES: a line CATALOGUE(de,
 * "build/release/po/de.words", "build/release/po/de.rest") for each. A build without it speaks English. */
#include "base/catalogues.h"

#ifdef CATALOGUES
#include "base/embed.h"

#define CATALOGUE(code, pages, rest)                                                                                   \
    EMBED(kibitzer_words_##code, pages);                                                                               \
    EMBED(kibitzer_rest_##code, rest);
#include CATALOGUES
#undef CATALOGUE
#endif

const struct language catalogues[] = {
#ifdef CATALOGUES
#define CATALOGUE(code, pages, rest)                                                                                   \
    {#code, kibitzer_words_##code##_begin, kibitzer_words_##code##_end, kibitzer_rest_##code##_begin,                  \
     kibitzer_rest_##code##_end},
#include CATALOGUES
#undef CATALOGUE
#endif
    {0},
};
