/* A -> B -> A for every pair of formats that are both written and read, at every scope; and the judge of it. */
#include "support/pairs.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "import/import.h"
#include "support/annotated.h"
#include "support/assertions.h"
#include "support/facts.h"
#include "support/script.h"

static void expect_no_faults(struct pairs *p)
{
    if (p->n_faults > 0)
        fail_msg("%zu losses without a word, or words without a loss:\n%.4000s", p->n_faults, p->faults.at);
    for (int a = 0; a < CARRIERS; a++)
        for (int b = 0; b < CARRIERS; b++)
            assert_int_equal(p->equal[a][b], p->tried[a][b]);
}

/* Returns the number of records. */
static int run_file(struct pairs *p, const char *path)
{
    struct matches list = {0};
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    assert_true(file_read(path, 0, &bytes));
    import_bytes((struct span){bytes.at, bytes.length}, path, NULL, &list, &d);
    int n = (int)list.n;
    for (int i = 0; i < n; i++)
        pairs_run_all(p, list.at[i], path);
    matches_done(&list);
    strbuf_done(&bytes);
    diags_done(&d);
    return n;
}

/* What readers make of fixtures is in the dumps beside them: those would only repeat it. What fuzzing has kept lies in
 * archives, which no reader is given as they are. */
static bool is_source(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (strstr(path, "/fuzz/") != NULL)
        return false;
    bool dump = strcmp(dot, ".dump") == 0, first = strstr(path, "/dump/") != NULL || strstr(path, "/export/") != NULL ||
                                                   strstr(path, "/outputs/") != NULL;
    return dump ? first : !first && strcmp(dot, ".err") != 0 && strstr(path, "/fuzz/") == NULL;
}

TEST(fixtures_go_through_every_pair)
{
    struct pairs p = {0};
    glob_t found;
    int records = 0;
    assert_int_equal(glob("fixtures/*/*.*", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (is_source(found.gl_pathv[i]) && (!is_light() || i % 3 == 0))
            records += run_file(&p, found.gl_pathv[i]);
    globfree(&found);
    assert_true(records >= (is_light() ? 20 : 60));
    for (int a = 0; a < CARRIERS; a++)
        for (int b = 0; b < CARRIERS; b++)
            assert_true(p.tried[a][b] > 0 || (carriers[a].matches_only && carriers[b].scope != PAIR_MATCH) ||
                        (carriers[b].matches_only && carriers[a].scope != PAIR_MATCH));
    expect_no_faults(&p);
    pairs_done(&p);
}

/* Records that nobody would write by hand: second tags, control characters at the ends of names, trees left open. */
LONG_TEST(what_fuzzing_kept_goes_through_every_pair)
{
    struct pairs p = {0};
    glob_t found;
    int records = 0;
    assert_int_equal(glob("fixtures/fuzz/statistics/*", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        records += run_file(&p, found.gl_pathv[i]);
    globfree(&found);
    assert_true(records >= 50);
    expect_no_faults(&p);
    pairs_done(&p);
}

/* Doubles, beavers, raccoons, resignations at any moment, every length and variant. PAIRS_SEEDS=500: so many more of
 * them. */
LONG_TEST(random_matches_go_through_every_pair)
{
    /* 7 and 79: given up before the first roll; 16 and 35: instead of an answer to a double */
    static const uint64_t chosen[] = {0, 3, 4, 7, 9, 14, 16, 35, 79};
    enum { CHOSEN = sizeof chosen / sizeof *chosen };
    struct pairs p = {0};
    const char *more = getenv("PAIRS_SEEDS");
    const uint64_t n = CHOSEN + (more != NULL ? strtoull(more, NULL, 10) : 0);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t seed = i < CHOSEN ? chosen[i] : 100 + i - CHOSEN;
        const enum variant variant = seed % 5 == 4 ? (enum variant)(seed / 5 % VARIANTS) : VARIANT_BACKGAMMON;
        struct match *m = random_match(seed, seed % 3 == 0 ? 0 : (int)(seed % 26), 2, variant);
        char where[32];
        snprintf(where, sizeof where, "random match %d", (int)seed);
        pairs_run_all(&p, m, where);
        match_free(m);
    }
    expect_no_faults(&p);
    pairs_done(&p);
}

/* ---- the judge ---- */

static int differences(const struct match *a, const struct match *b, int differing[FACT_KINDS])
{
    struct facts x, y;
    int n = 0;
    facts_of(&x, a);
    facts_of(&y, b);
    facts_compare(&x, &y, differing, NULL);
    for (int i = 0; i < FACT_KINDS; i++)
        n += differing[i];
    facts_done(&x);
    facts_done(&y);
    return n;
}

TEST(every_change_of_a_record_is_seen)
{
    struct match *a = annotated_match(3), *b = annotated_match(3);
    int d[FACT_KINDS];
    assert_int_equal(differences(a, b, d), 0);
    b->games[0].events[1].comment = "because";
    differences(a, b, d);
    assert_int_equal(d[FACT_COMMENTS], 2); /* one is gone, one is new */
    b->games[0].events[1].annotations->luck += 0.01f;
    b->player[0].rating = "1700";
    b->info.event = "Cup";
    b->games[0].events[0].dice[1] = 2;
    property_add(b, &b->games[0].events[0].properties, "xg", "flag", "yes");
    differences(a, b, d);
    assert_int_equal(d[FACT_LUCK], 1);
    assert_int_equal(d[FACT_RATINGS], 1);
    assert_int_equal(d[FACT_MATCH_FACTS], 1);
    assert_int_equal(d[FACT_PROPERTIES], 1);
    assert_true(d[FACT_COURSE] >= 2);
    match_free(a);
    match_free(b);
}

TEST(notes_are_understood)
{
    struct diags d;
    struct strbuf unknown = {0};
    bool listed[FACT_KINDS];
    diags_init(&d, NULL);
    diag_at(&d, SEVERITY_NOTE, 0, 0, "lost: match length, 3 comments, luck of 12 rolls, 2 hats");
    assert_false(facts_listed(&d, listed, &unknown));
    assert_true(listed[FACT_LENGTH] && listed[FACT_COMMENTS] && listed[FACT_LUCK]);
    assert_false(listed[FACT_MATCH_COMMENT] || listed[FACT_MARKS]);
    assert_string_equal(unknown.at, "2 hats\n");
    diag_at(&d, SEVERITY_NOTE, 0, 0, "lost: all but one position (12 events)");
    assert_true(facts_listed(&d, listed, NULL));
    strbuf_done(&unknown);
    diags_done(&d);
}

TEST_MAIN(NULL, NULL)
