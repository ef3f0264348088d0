/* Terms and where they stand in words. */
#include "support/assertions.h"

#include <string.h>
#include <strings.h>

#include "base/strbuf.h"
#include "document/glossary.h"

/* The names of what is found, "|" between them. */
static void expect(const char *words, const char *names)
{
    struct glossary_index index;
    struct glossary_used used = {{0}};
    struct strbuf found = {0};
    glossary_index_fill(&index);
    glossary_note(&used, &index, words);
    for (size_t i = 0; i < glossary_count; i++)
        if (glossary_has(&used, i))
            strbuf_printf(&found, "%s%s", found.length > 0 ? "|" : "", glossary[i].name);
    assert_string_equal(strbuf_text(&found), names);
    strbuf_done(&found);
}

TEST(terms_are_words_of_their_own)
{
    expect("PR", "PR");
    expect("PR of the match", "PR");
    expect("APR PRO PR2", "");
    expect("pr", "");
    expect("luck, Luck; unlucky", "luck|unlucky");
    expect("{0}-ply", "ply");
    expect("Rollouts are rolled out", "rollout");
    expect("rolloutss", "");
    expect(" \xc2\xb1 ", "\xc2\xb1");
    expect("", "");
}

TEST(the_longest_counts)
{
    expect("Luck rate", "luck rate");
    expect("Result less luck, MWC", "MWC|Result less luck");
    expect("Luck adjusted result", "Result less luck");
    expect("Missed doubles below CP (EMG, MWC)", "above CP|EMG|missed double|MWC");
    expect("Moves marked very bad", "marked|very bad");
    expect("Snowie error rate, mEMG per move of both", "mEMG|Snowie error rate");
}

TEST(capitals_make_a_word_of_one_table)
{
    expect("Even", "Even");
    expect("even", "");
    expect("Errors", "Errors");
    expect("errors", "");
}

TEST(terms_are_named_whatever_the_case)
{
    assert_string_equal(glossary_named("pr")->name, "PR");
    assert_string_equal(glossary_named("Performance Rating")->name, "PR");
    assert_string_equal(glossary_named("LUCK")->name, "luck");
    assert_null(glossary_named("backgammonn"));
    assert_null(glossary_named(""));
}

/* One form leads to one term, and each term says something. */
TEST(the_table_is_in_order)
{
    for (size_t i = 0; i < glossary_count; i++) {
        const struct glossary_term *t = &glossary[i];
        assert_ptr_equal(glossary_named(t->name), t);
        assert_true(strlen(t->text) > 15 && strlen(t->text) < 260);
        assert_int_equal(t->text[strlen(t->text) - 1], '.');
        for (int f = 0; f < GLOSSARY_FORMS && t->forms[f] != NULL; f++) {
            assert_ptr_equal(glossary_named(t->forms[f]), t);
            assert_null(strpbrk(t->forms[f], "|\"<&"));
        }
        if (i > 0)
            assert_true(strcasecmp(glossary[i - 1].name, t->name) < 0 ||
                        (unsigned char)glossary[i - 1].name[0] >= 0x80);
    }
}

TEST_MAIN(NULL, NULL)
