/* The nearest word by the number of edits: a letter inserted, left out, replaced, or swapped with its neighbour
 * (the optimal string alignment distance). */
#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { WORD_MAX = 32, PREFIX_MIN = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many there are, WORD_MAX + 1 if more than WORD_MAX. */
static size_t letters(const char *word, unsigned out[WORD_MAX + 1])
{
    size_t n = 0;
    while (n <= WORD_MAX && (out[n] = utf8_next_bare(&word)) != 0)
        n++;
    return n;
}

static size_t edits(const unsigned *a, size_t n, const unsigned *b, size_t m)
{
    size_t row[3][WORD_MAX + 1]; /* of the prefixes of a: two back, one back, this one */
    size_t *older = row[0], *old = row[1], *now = row[2];
    for (size_t k = 0; k <= m; k++)
        old[k] = k;
    for (size_t i = 1; i <= n; i++) {
        now[0] = i;
        for (size_t k = 1; k <= m; k++) {
            const size_t replaced = old[k - 1] + (a[i - 1] != b[k - 1]);
            now[k] = least(replaced, least(old[k], now[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                now[k] = least(now[k], older[k - 2] + 1);
        }
        size_t *const next = older;
        older = old;
        old = now;
        now = next;
    }
    return old[m];
}

void suggest(struct suggestion *s, const char *known)
{
    unsigned word[WORD_MAX + 1], other[WORD_MAX + 1];
    const size_t n = letters(s->word, word), m = letters(known, other);
    if (n == 0 || n > WORD_MAX || m > WORD_MAX)
        return;
    const size_t most = least(n, m) / 3 > 1 ? least(n, m) / 3 : 1; /* a third of the letters may be wrong */
    size_t distance = edits(word, n, other, m);
    if (n >= PREFIX_MIN && n < m && memcmp(word, other, n * sizeof *word) == 0)
        distance = 1; /* the beginning of a word is as good as one slip */
    if (distance > most || distance >= least(n, m) || (s->nearest != NULL && distance >= s->distance))
        return;
    s->nearest = known;
    s->distance = distance;
}

const char *suggestion_in(struct suggestion *s, const char *words, const char *before)
{
    s->text[0] = '\0';
    if (s->nearest != NULL)
        snprintf(s->text, sizeof s->text, words, before, s->nearest);
    return s->text;
}
