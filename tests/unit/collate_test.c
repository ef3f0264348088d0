/* The order of names in each language: lists as dictionaries of the language have them. */
#include "base/collate.h"
#include "support/test.h"

#include <string.h>

static void expect_order(const char *language, const char *const *list)
{
    for (size_t i = 0; list[i] != NULL; i++)
        for (size_t k = 0; list[k] != NULL; k++) {
            const int order = collate_in(language, list[i], list[k]), expected = (i > k) - (i < k);
            if ((order > 0) - (order < 0) != expected)
                fail_msg("%s: %s and %s are in the wrong order", language, list[i], list[k]);
        }
}

#define ORDER(language, ...) expect_order(language, (const char *const[]){__VA_ARGS__, NULL})

TEST(english_is_in_the_order_of_bytes)
{
    ORDER("en", "ann", "Ann", "\xc3\x84rne", "Zoe");
}

TEST(letters_come_first_then_accents_then_capitals)
{
    ORDER("de", "!x", "1x", "ann", "Ann", "anna", "M\u00fcller", "Mulligan", "Strasse", "Stra\u00dfe", "Zoe", "\u0391");
    ORDER("fr", "cote", "cot\u00e9", "c\u00f4te", "c\u00f4t\u00e9", "coter");
    ORDER("it", "perche", "perch\u00e9", "perch\u00e8", "pere");
    ORDER("de", "e\u0301a", "e\u0301b", "\u00e9c"); /* accents that combine */
}

TEST(letters_of_languages_have_their_places)
{
    ORDER("da", "Zoe", "\u00c6ble", "\u00d8rsted", "\u00c5ge", "Aarhus");
    ORDER("da", "Anna", "anna", "\u00fcber", "yoga");
    ORDER("fi", "Zoe", "\u00c5bo", "\u00c4ij\u00e4", "\u00d6\u00f6");
    ORDER("es", "nube", "nz", "\u00f1u", "oca");
    ORDER("cs", "cz", "\u010das", "d", "hz", "chata", "ia", "rz", "\u0159eka", "sz", "\u0161ek", "zz", "\u017eena");
    ORDER("tr", "cz", "\u00e7ay", "gz", "\u011f", "hz", "\u0131r", "Ir\u0131z", "ir", "\u0130z", "oz", "\u00f6n", "sz",
          "\u015fen", "uz", "\u00fcn");
}

TEST(a_language_s_own_script_comes_first)
{
    ORDER("ru", "1", "\u0415\u0432\u0430", "\u0451\u043b\u043a\u0430", "\u0435\u043c", "\u0439", "\u044f", "Ann",
          "\u03b1");
    ORDER("el", "\u03b1", "\u03ac", "\u03b1\u03b2", "\u03c9", "Ann", "\u0430");
    ORDER("ja", "Ann", "\u3042", "\u30a2", "\u3044", "\u65e5");
}

TEST_MAIN(NULL, NULL)
