/* What a machine saw at the board, a line of JSON each: src/watched finds the match behind it. Plies that are not sure
 * get a remark that names the others. Format: docs/formats/bgobs.md. */
#include "base/attempt.h"
#include "import/lines.h"
#include "import/readers.h"
#include "watched/watched.h"

int bgobs_sniff(struct span head)
{
    return watched_sniff(head);
}

static struct match *settle(struct watched *w, struct diags *d, int line)
{
    struct match *m = watched_match(w, WATCHED_SURE);
    size_t n, doubtful = 0;
    const struct watched_ply *plies = watched_plies(w, &n);
    (void)watched_report(w, d);
    if (m == NULL)
        diag_at(d, SEVERITY_ERROR, line, 1, "no ply was seen, expected lines with dice, boards or turns");
    for (size_t i = 0; m != NULL && i < n; i++)
        doubtful += plies[i].certainty < WATCHED_SURE;
    if (doubtful > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "%zu of %zu plies are less than 95%% sure", doubtful, n);
    return m;
}

bool bgobs_read(struct span text, struct receiver *out, struct diags *d)
{
    struct watched *w = watched_new();
    struct lines l;
    lines_begin(&l, text);
    while (lines_next(&l)) {
        attempt_goes_on();
        watched_line(w, l.line, d);
    }
    struct match *m = settle(w, d, l.number);
    watched_free(w);
    if (m != NULL)
        match_hand_on(m, out);
    return m != NULL;
}
