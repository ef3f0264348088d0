/* Which form of words a number takes, by rules as catalogues have them. */
#include "base/plural.h"
#include "support/test.h"

static void expect(const char *rule, const unsigned long *n, const unsigned long *form, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (plural_form(rule, n[i]) != form[i])
            fail_msg("%s of %lu: found %lu, expected %lu", rule, n[i], plural_form(rule, n[i]), form[i]);
}

TEST(languages_of_one_two_and_three_forms)
{
    static const unsigned long n[] = {0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111, 112};
    static const unsigned long one[14] = {0}, german[] = {1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                               french[] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                               russian[] = {2, 0, 1, 1, 2, 2, 2, 2, 0, 1, 2, 0, 2, 2},
                               czech[] = {2, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    expect("0;", n, one, 14);
    expect("(n != 1);\n", n, german, 14);
    expect("n > 1;", n, french, 14);
    expect("(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);", n, russian, 14);
    expect("(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", n, czech, 14);
}

TEST(a_rule_that_is_none_chooses_the_first_form)
{
    assert_int_equal(plural_form("", 5), 0);
    assert_int_equal(plural_form("n % 0", 5), 0);
    assert_int_equal(plural_form("n / 0 + !n", 5), 0);
}

TEST_MAIN(NULL, NULL)
