/* Every decision that the performance rating counts, with what each choice would have lost: what
 * tools/study/difficulty.py fits its model of players to. A line: player's number, match, p or c (chequer play, the
 * cube), what was lost, what each choice loses (the best first). Lines of a match come one after the other. usage:
 * choices COLLECTION */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collection/rows.h"
#include "collection/store.h"
#include "engine/met.h"
#include "match/difficulty.h"
#include "storage/collection.h"

struct writing {
    struct store *store;
    int64_t match, player[2];
};

static void print_row(const struct writing *w, const struct decision_row *r)
{
    float lost[DIFFICULTY_CHOICES];
    const bool play = r->counted == COUNTED_PLAY;
    const int n = r->note == NULL || r->counted == COUNTED_NOT ? 0
                  : play                                       ? play_choices(r->note->play, lost)
                         : cube_choices(r->note->cube, r->kind == DECISION_TAKE || r->kind == DECISION_PASS, lost);
    if (n < 2 || isnan(r->error))
        return;
    static const char kinds[] = "prc"; /* ORDER DIFFICULTY_KIND */
    const enum difficulty_kind kind = play ? play_difficulty_kind(r->note->play) : DIFFICULTY_CUBE;
    printf("%lld %lld %d %c %d %s%s%d %.6g", (long long)w->player[r->side], (long long)w->match, r->game, kinds[kind],
           r->plan, r->position, r->state, r->dice, r->error);
    for (int i = 0; i < n; i++)
        printf(" %.6g", (double)lost[i]);
    putchar('\n');
}

static bool print_match(void *context, const struct stored_match *m)
{
    struct writing *w = context;
    struct strbuf text = {0};
    struct decision_rows rows;
    struct match *record = m->analysis != 0 && store_record(w->store, m->analysis, &text)
                               ? record_of_text(&text, met_default(), "")
                               : NULL;
    strbuf_done(&text);
    if (record == NULL)
        return true;
    w->match = m->id;
    w->player[0] = m->player[0], w->player[1] = m->player[1];
    rows_of(record, 0, &rows);
    for (size_t i = 0; i < rows.n; i++)
        print_row(w, &rows.at[i]);
    rows_done(&rows);
    match_free(record);
    return true;
}

int main(int argc, char **argv)
{
    struct diags d;
    const struct match_filter all = MATCH_FILTER_ALL;
    diags_init(&d, NULL);
    struct store *s = argc == 2 ? store_open(argv[1], SQL_READ, &d) : NULL;
    struct writing w = {.store = s};
    const bool ok = s != NULL && store_matches(s, &all, print_match, &w);
    if (!ok)
        fprintf(stderr, "usage: choices COLLECTION\n");
    store_close(s);
    diags_done(&d);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
