/* Packed texts. */
#include <string.h>

#include "support/test.h"

#include "base/pack.h"

static void packs(struct span text)
{
    struct strbuf packed = {0}, again = {0};
    pack_record(text, &packed);
    assert_true(unpack_record((struct span){packed.at, packed.length}, &again));
    assert_int_equal(again.length, text.length);
    assert_memory_equal(strbuf_text(&again), text.at, text.length);
    strbuf_done(&packed);
    strbuf_done(&again);
}

TEST(a_record_comes_back_to_the_letter)
{
    static const char *const texts[] = {"",
                                        " ",
                                        "0.5",
                                        " 0.5",
                                        " 0.5 -0.0244198777 1.40129846e-45 3.40282347e+38 -0.25\n",
                                        " 0.50 .5 00.5 1. 0x1.8 1e5 1.5.5 - --0.5\n",
                                        " 0.1234567890123456789012345678901234567890 0.1",
                                        " \"0.5 is his\" nan inf 0.333333343",
                                        "\1 0.5",
                                        " 0.5\1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        packs(span_of(texts[i]));
}

TEST(figures_take_less_room)
{
    struct strbuf text = {0}, packed[2] = {{0}, {0}};
    for (int i = 1; i < 2000; i++)
        strbuf_printf(&text, "  candidate win %.9g lose %.9g\n", (double)(0.5f + 1.0f / (float)i),
                      (double)(1.0f / 7 / (float)i));
    pack((struct span){text.at, text.length}, &packed[0]);
    pack_record((struct span){text.at, text.length}, &packed[1]);
    assert_true(packed[1].length < packed[0].length * 3 / 4);
    packs((struct span){text.at, text.length});
    strbuf_done(&text);
    strbuf_done(&packed[0]);
    strbuf_done(&packed[1]);
}

TEST(damage_is_seen)
{
    static const char *const texts[] = {"\1", "\1\1"};
    struct strbuf packed = {0}, again = {0};
    for (size_t i = 0; i < 2; i++) { /* words without their figures, and with half of them */
        struct strbuf words = {0};
        strbuf_puts(&words, texts[i]);
        strbuf_add(&words, "\0abcd", 1 + 4 * i);
        strbuf_clear(&packed);
        pack((struct span){words.at, words.length}, &packed);
        assert_false(unpack_record((struct span){packed.at, packed.length}, &again));
        strbuf_done(&words);
    }
    strbuf_done(&packed);
    strbuf_done(&again);
}

TEST_MAIN(NULL, NULL)
