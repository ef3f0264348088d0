/* Are leaks leaks? Each player's matches of a collection are cut into two halves: what is found in one should cost more
 * than expected in the other too. docs/analysis.md, "What to study".
 * usage: halves COLLECTION MATCHES_A_HALF... */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/xmalloc.h"
#include "collection/people.h"
#include "collection/study.h"

struct half {
    struct player_sums sums;
    int both[CLASSES_MOST][CLASSES_MOST];
};

struct halves {
    struct store *store;
    struct field field;
    int a_half;
    int64_t match; /* at hand */
    int matches; /* of the stretch, so far */
    struct half *half[2];
    /* results */
    int pairs, classes, classes_above;
    struct {
        int leaks, again;
        double predicted, found;
    } of[LEAK_SURE + 1]; /* by certainty */
};

static void begin(struct halves *h)
{
    for (int i = 0; i < 2; i++) {
        xfree(h->half[i]);
        h->half[i] = xcalloc(1, sizeof *h->half[i]);
        h->half[i]->sums.both = h->half[i]->both;
    }
    h->matches = 0;
}

/* What the class cost beyond what is expected, over all decisions; NAN = it was not met. */
static double excess(const struct halves *h, const struct player_sums *p, int class)
{
    const struct class_sums *s = &p->at[class];
    if (s->decisions == 0)
        return NAN;
    return (500 * s->sum[0] - field_rate(&h->field, class, player_pr(p)) * s->sum[1]) / p->sum[1];
}

static void compare(struct halves *h, const struct player_sums *here, const struct player_sums *there)
{
    struct study st;
    study_of(here, &h->field, &st);
    for (int i = 0; i < st.n_leaks; i++) {
        const double x = excess(h, there, st.leak[i].class);
        if (isnan(x))
            continue;
        h->of[st.leak[i].certainty].leaks++;
        h->of[st.leak[i].certainty].again += x > 0;
        h->of[st.leak[i].certainty].predicted += st.leak[i].cost;
        h->of[st.leak[i].certainty].found += x;
    }
    for (int c = CLASS_FIRST; c < class_count(); c++) {
        const double x = excess(h, there, c);
        h->classes += !isnan(x);
        h->classes_above += x > 0;
    }
}

static void end(struct halves *h)
{
    if (h->matches < 2 * h->a_half)
        return;
    for (int i = 0; i < 2; i++)
        player_sums_end(&h->half[i]->sums);
    if (fmax(player_pr(&h->half[0]->sums), player_pr(&h->half[1]->sums)) > FIELD_HIGHEST_PR)
        return;
    h->pairs++;
    compare(h, &h->half[0]->sums, &h->half[1]->sums);
    compare(h, &h->half[1]->sums, &h->half[0]->sums);
}

/* Turn by turn to one half and the other, so that getting better is in both. */
static bool add(void *context, const struct stored_decision *d)
{
    struct halves *h = context;
    if (d->match != h->match) {
        if (h->matches == 2 * h->a_half) {
            end(h);
            begin(h);
        }
        h->matches++;
        h->match = d->match;
    }
    player_sums_add(&h->half[h->matches % 2]->sums, d->match, &d->row);
    return true;
}

static bool add_player(void *context, const struct stored_player *p)
{
    struct halves *h = context;
    struct decision_filter d = {.match = MATCH_FILTER_ALL, .brief = true};
    if (*p->counted_as != '\0')
        return true;
    d.match.player = p->id;
    h->match = 0;
    begin(h);
    const bool ok = store_decisions(h->store, &d, add, h);
    end(h);
    return ok;
}

static void print(const struct halves *h)
{
    printf("%3d matches a half: %3d pairs of halves; of any class %.0f %% cost more than expected in the other half\n",
           h->a_half, h->pairs, 100.0 * h->classes_above / h->classes);
    for (int i = LEAK_SURE; i >= LEAK_WEAK; i--)
        printf(
            "    %-6s %3d leaks, the other half lost more there too: %d (%.0f %%); cost %.2f estimated, %.2f found\n",
            certainty_word(i), h->of[i].leaks, h->of[i].again, 100.0 * h->of[i].again / h->of[i].leaks,
            h->of[i].predicted / h->of[i].leaks, h->of[i].found / h->of[i].leaks);
}

static bool run(struct store *s, int n, char **a_half)
{
    bool ok = true;
    for (int i = 0; ok && i < n; i++) {
        struct halves h = {.store = s, .field = field_table, .a_half = atoi(a_half[i])};
        ok = store_players(s, add_player, &h);
        print(&h);
        xfree(h.half[0]);
        xfree(h.half[1]);
    }
    return ok;
}

int main(int argc, char **argv)
{
    struct diags d;
    diags_init(&d, NULL);
    struct store *s = argc > 2 ? store_open(argv[1], SQL_READ, &d) : NULL;
    const bool ok = s != NULL && run(s, argc - 2, argv + 2);
    if (!ok)
        fprintf(stderr, "usage: halves COLLECTION MATCHES_A_HALF...\n");
    store_close(s);
    diags_done(&d);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
