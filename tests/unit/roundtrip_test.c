/* Written and read again: the same record, whatever the format in between. */
#include "support/annotated.h"
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "import/import.h"

static struct match *through(const struct match *m, const char *format)
{
    char *text = written(m, format, NULL);
    struct matches list = {0};
    struct diags d;
    diags_init(&d, format);
    if (!import_bytes(span_of(text), NULL, importer_find(format), &list, &d) || list.n != 1)
        fail_msg("%s is not read again:\n%s", format, text);
    struct match *read = list.at[0];
    list.n = 0;
    matches_done(&list);
    diags_done(&d);
    free(text);
    return read;
}

static void expect_same_after(struct match *m, const char *const formats[])
{
    struct match *now = m;
    for (; *formats != NULL; formats++) {
        struct match *next = through(now, *formats);
        if (now != m)
            match_free(now);
        now = next;
    }
    assert_matches_equal(m, now);
    match_free(now);
}

/* .mat has no word for a resignation that was refused. */
static void forget_refusals(struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++) {
        struct game *g = &m->games[i];
        size_t kept = 0;
        for (size_t e = 0; e < g->n_events; e++) {
            if (e + 1 < g->n_events && g->events[e + 1].kind == EVENT_RESIGN_REFUSE)
                e++;
            else
                g->events[kept++] = g->events[e];
        }
        g->n_events = kept;
    }
}

TEST(random_matches_survive_sgf_and_dump_whole)
{
    static const char *const chain[] = {"sgf", "dump", NULL};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct match *m = random_match(seed, seed % 2 != 0 ? 7 : 0, 4, VARIANT_BACKGAMMON);
        expect_same_after(m, chain);
        match_free(m);
    }
}

static void forget_the_words(struct annotation *a)
{
    for (; a != NULL; a = a->next) {
        for (int i = 0; a->play != NULL && i < a->play->n; i++)
            a->play->candidates[i].raw = NULL;
        if (a->cube != NULL)
            a->cube->raw = NULL;
    }
}

/* The fixture's rollouts without GNU Backgammon's own words, so that the writer has to find them. */
TEST(rollouts_survive_sgf_and_dump_whole)
{
    static const char *const chain[] = {"sgf", "dump", "sgf", NULL};
    struct strbuf bytes = {0};
    struct matches list = {0};
    struct diags d;
    diags_init(&d, NULL);
    assert_true(file_read("fixtures/sgf/rollouts.sgf", 0, &bytes));
    assert_true(import_bytes((struct span){bytes.at, bytes.length}, NULL, NULL, &list, &d));
    struct game *g = &list.at[0]->games[0];
    for (size_t i = 0; i < g->n_events; i++)
        forget_the_words(g->events[i].annotations);
    char *text = written(list.at[0], "sgf", NULL);
    assert_non_null(strstr(text, "DA[X ver 3 Eq Trials 36 NoDouble Output 0.4467299283 "));
    assert_non_null(strstr(text, "[mhxv X ver 3 Score 0.2687236369 "));
    free(text);
    g->properties = NULL; /* its statistics, which the writer makes anew */
    expect_same_after(list.at[0], chain);
    matches_done(&list);
    diags_done(&d);
    strbuf_done(&bytes);
}

TEST(random_matches_survive_every_chain)
{
    static const char *const chains[][4] = {{"dump"}, {"sgf"}, {"mat"}, {"mat", "sgf", "mat"}, {"sgf", "mat", "dump"}};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct match *m = random_match(seed, seed % 2 != 0 ? 5 : 0, 4, VARIANT_BACKGAMMON);
        forget_refusals(m);
        for (size_t c = 0; c < sizeof chains / sizeof *chains; c++)
            expect_same_after(m, chains[c]);
        match_free(m);
    }
}

TEST(variants_survive)
{
    static const char *const chain[] = {"mat", "sgf", "mat", "dump", NULL};
    for (enum variant v = VARIANT_NACKGAMMON; v <= VARIANT_HYPERGAMMON_3; v++) {
        struct match *m = random_match(7, 3, 0, v);
        forget_refusals(m);
        expect_same_after(m, chain);
        match_free(m);
    }
}

static void expect_same_dump(struct match *m, const char *format)
{
    struct match *now = through(m, format);
    m->format = now->format = "";
    m->generator = now->generator = NULL;
    char *before = written(m, "dump", NULL), *after = written(now, "dump", NULL);
    assert_string_equal(before, after);
    free(before);
    free(after);
    match_free(now);
    match_free(m);
}

TEST(a_dump_holds_annotations_to_the_last_bit)
{
    expect_same_dump(annotated_match(3), "dump");
    expect_same_dump(annotated_match(0), "dump");
}

static struct match *match_with_everything(void)
{
    struct match *m = match_new();
    m->player[0].name = "A]\\nn\"e";
    m->player[1].name = "B: 2";
    m->player[0].rating = "1700.5";
    m->player[1].experience = "300";
    m->length = 7;
    m->info = (struct match_info){"2026-11-20", "Open [A]", "final", NULL, "me", "Galaxy", "77", "16:15"};
    m->comment = "first\nsecond";
    property_add(m, &m->properties, "mat", "Unrated", "a:b]c");
    struct game *g =
        script_game(m, "0 31: 8/5 6/5; 1 resign 1; 0 refuse; 1 62: 24/18 13/11; 0 double 2; 1 take; 0 roll 44; "
                       "0 resign 2; 1 accept");
    g->winner = 1, g->points = 4, g->ending = ENDING_RESIGNED;
    g->comment = "of the game";
    g->events[3].comment = "a\\b]\nc";
    property_add(m, &g->events[3].properties, "sgf", "ZZ", "kept");
    return m;
}

TEST(sgf_carries_all_but_annotations_of_others)
{
    expect_same_dump(match_with_everything(), "sgf");
}

TEST(variations_stay_where_they_branched_off)
{
    const char *text = "(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[a]PB[b]\n;W[31hefe](;B[41ablp](;W[62xrrp])"
                       "(;W[62xrmk]C[x\\]]))(;B[41lplk]))";
    struct matches list = {0};
    struct diags d;
    diags_init(&d, NULL);
    assert_true(import_bytes(span_of(text), NULL, NULL, &list, &d));
    char *out = written(list.at[0], "sgf", NULL);
    assert_non_null(
        strstr(out, "\n;W[31hefe]\n(\n;B[41ablp]\n(\n;W[62xrrp]\n)\n(;W[62xrmk]C[x\\]])\n)\n(;B[41lplk])\n)\n"));
    free(out);
    matches_done(&list);
    diags_done(&d);
}

TEST_MAIN(NULL, NULL)
