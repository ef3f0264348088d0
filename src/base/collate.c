/* Order by the rules of a language; see collate.h. */
#include "base/collate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"

/* ---- tables ---- */

enum { STEP = 16 }; /* places behind each letter */

/* A letter with an accent is its letter, then the accent: in the order of accents, pairs of the two. */
static const struct accent {
    uint32_t mark; /* that combines */
    const char *pairs;
} accents[] = {
    {0x301, "aáeéiíoóuúyýcćlĺnńrŕsśzźwẃαάεέηήιίοόυύωώ"},
    {0x300, "aàeèiìoòuùnǹwẁyỳ"},
    {0x306, "aăeĕgğiĭoŏuŭ"},
    {0x302, "aâcĉeêgĝhĥiîjĵoôsŝuûwŵyŷ"},
    {0x30c, "cčdďeělľnňrřsštťzžaǎgǧ"},
    {0x30a, "aåuů"},
    {0x308, "aäeëiïoöuüyÿwẅеёιϊυϋ"},
    {0x30b, "oőuű"},
    {0x303, "aãiĩnñoõuũyỹ"},
    {0x307, "cċeėgġzż"},
    {0x338, "lłoø"},
    {0x327, "cçgģkķlļnņrŗsştţ"},
    {0x328, "aąeęiįuų"},
    {0x304, "aāeēiīoōuū"},
    {0x326, "sștț"},
    {0x344, "ιΐυΰ"},
};

/* Letters of a place of their own behind another, and the same with an accent. */
struct place {
    const char *behind;
    int step; /* 0 = the letter itself, with accents */
    const char *letters;
};

static const struct place root[] = {{"d", 8, "đ"}, {"d", 9, "ð"}, {"h", 8, "ħ"}, {"i", 8, "ı"}, {"n", 8, "ŋ"},
                                    {"t", 8, "ŧ"}, {"г", 1, "ґ"}, {"г", 2, "ѓ"}, {"д", 1, "ђ"}, {"е", 1, "є"},
                                    {"з", 1, "ѕ"}, {"и", 1, "і"}, {"и", 2, "ї"}, {"й", 1, "ј"}, {"л", 1, "љ"},
                                    {"н", 1, "њ"}, {"т", 1, "ћ"}, {"у", 1, "ў"}, {"ц", 1, "џ"}, {NULL, 0, NULL}};
static const struct place danish[] = {{"z", 1, "æä"}, {"z", 2, "øöő"}, {"z", 3, "å"}, {"y", 0, "yüű"}, {NULL, 0, NULL}};
static const struct place finnish[] = {{"z", 1, "å"}, {"z", 2, "äæ"}, {"z", 3, "öø"}, {"y", 0, "yü"}, {NULL, 0, NULL}};
static const struct place spanish[] = {{"n", 1, "ñ"}, {NULL, 0, NULL}};
static const struct place czech[] = {{"c", 1, "č"}, {"r", 1, "ř"}, {"s", 1, "š"}, {"z", 1, "ž"}, {NULL, 0, NULL}};
static const struct place turkish[] = {{"c", 1, "ç"}, {"g", 1, "ğ"}, {"h", 9, "ı"},  {"o", 1, "ö"},
                                       {"s", 1, "ş"}, {"u", 1, "ü"}, {NULL, 0, NULL}};

enum script { SCRIPT_SIGNS, SCRIPT_DIGITS, SCRIPT_OWN, SCRIPT_LATIN, SCRIPT_GREEK, SCRIPT_CYRILLIC, SCRIPT_OTHERS };

/* `own`: that script comes before Latin. `pair`: two letters that are one, in the place of `as`. */
static const struct tailoring {
    const char *language;
    const struct place *places;
    const char *pair;
    struct place as;
    enum script own;
    bool capitals_first;
} tailorings[] = {
    {"cs", czech, "ch", {"h", 1, ""}, SCRIPT_OWN, false},
    {"da", danish, "aa", {"z", 3, ""}, SCRIPT_OWN, true},
    {"el", NULL, NULL, {NULL, 0, NULL}, SCRIPT_GREEK, false},
    {"es", spanish, NULL, {NULL, 0, NULL}, SCRIPT_OWN, false},
    {"fi", finnish, NULL, {NULL, 0, NULL}, SCRIPT_OWN, false},
    {"ru", NULL, NULL, {NULL, 0, NULL}, SCRIPT_CYRILLIC, false},
    {"tr", turkish, NULL, {NULL, 0, NULL}, SCRIPT_OWN, false},
};
static const struct tailoring usual = {"", NULL, NULL, {NULL, 0, NULL}, SCRIPT_OWN, false};

/* ---- what a text consists of ---- */

enum level { LETTERS, ACCENTS, CAPITALS, LEVELS };

struct element {
    uint32_t weight[LEVELS]; /* 0 = has none at that level */
};

struct reading {
    const char *at;
    const struct tailoring *rules;
    struct element more; /* of a letter that is two: the second */
};

static uint32_t first_of(const char *text)
{
    return utf8_code_point(span_of(text));
}

static enum script script_of(uint32_t c)
{
    return c >= '0' && c <= '9' ? SCRIPT_DIGITS
           : (c >= 'a' && c <= 'z') || (c >= 0xc0 && c < 0x250 && c != 0xd7 && c != 0xf7) || c == 0xaa || c == 0xba ||
                   (c >= 0x1e00 && c < 0x1f00)
               ? SCRIPT_LATIN
           : (c >= 0x370 && c < 0x400) || (c >= 0x1f00 && c < 0x2000)                ? SCRIPT_GREEK
           : c >= 0x400 && c < 0x530                                                 ? SCRIPT_CYRILLIC
           : c < 0x250 || (c >= 0x2000 && c < 0x2e80) || (c >= 0x3000 && c < 0x3040) ? SCRIPT_SIGNS
                                                                                     : SCRIPT_OTHERS;
}

static uint32_t letter_weight(const struct tailoring *t, uint32_t c, int step)
{
    const enum script s = script_of(c), shown = s == t->own ? SCRIPT_OWN : s;
    return ((uint32_t)shown << 26) + c * STEP + (uint32_t)step + 1;
}

/* The place of a letter in a table; false: it has none there. */
static bool find_place(const struct place *places, const struct tailoring *t, uint32_t c, struct element *out)
{
    for (const struct place *p = places; p != NULL && p->behind != NULL; p++) {
        uint32_t nth = 0;
        for (const char *at = p->letters; *at != '\0'; at += utf8_length(span_of(at)), nth++)
            if (first_of(at) == c) {
                out->weight[LETTERS] = letter_weight(t, first_of(p->behind), p->step);
                out->weight[ACCENTS] = nth;
                return true;
            }
    }
    return false;
}

static bool find_accent(const struct tailoring *t, uint32_t c, struct element *out)
{
    for (uint32_t i = 0; i < sizeof accents / sizeof *accents; i++)
        for (const char *at = accents[i].pairs; *at != '\0';) {
            const char *with = at + utf8_length(span_of(at));
            if (first_of(with) == c) {
                out->weight[LETTERS] = letter_weight(t, first_of(at), 0);
                out->weight[ACCENTS] = i + 1;
                return true;
            }
            at = with + utf8_length(span_of(with));
        }
    return false;
}

static struct element mark_of(uint32_t c)
{
    struct element e = {{0, c, 0}};
    for (uint32_t i = 0; i < sizeof accents / sizeof *accents; i++)
        if (accents[i].mark == c)
            e.weight[ACCENTS] = i + 1;
    return e;
}

/* Letters that are two, as "ae" with a difference of capitals. */
static char second_of(uint32_t small, char *first)
{
    static const struct {
        uint32_t c;
        char first, second;
    } pairs[] = {{0xe6, 'a', 'e'}, {0x153, 'o', 'e'}, {0xdf, 's', 's'}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i].c == small) {
            *first = pairs[i].first;
            return pairs[i].second;
        }
    return '\0';
}

static uint32_t small_of(const struct reading *r, uint32_t c, size_t n)
{
    struct strbuf one = {0}, small = {0};
    if (c < 0x80 && c != 'I')
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if (c == 'I' || c == 0x130) /* of the Turks the one has no dot, and the other is our small i */
        return c == 'I' && strcmp(r->rules->language, "tr") == 0 ? 0x131 : 'i';
    strbuf_add(&one, r->at, n);
    utf8_lower(&small, strbuf_text(&one));
    const uint32_t out = first_of(strbuf_text(&small));
    strbuf_done(&one);
    strbuf_done(&small);
    return out;
}

static void element_of(struct reading *r, uint32_t small, struct element *e)
{
    char first, second;
    if (small < 0x80) {
        e->weight[LETTERS] = letter_weight(r->rules, small, 0);
        return;
    }
    if (find_place(r->rules->places, r->rules, small, e) || find_place(root, r->rules, small, e) ||
        find_accent(r->rules, small, e))
        return;
    if ((second = second_of(small, &first)) != '\0') {
        r->more = (struct element){{letter_weight(r->rules, (uint32_t)second, 0), 0, 2}};
        small = (uint32_t)first;
    }
    const bool katakana = small >= 0x30a1 && small <= 0x30f6; /* as hiragana, behind it */
    e->weight[LETTERS] = letter_weight(r->rules, katakana ? small - 0x60 : small == 0x3c2 ? 0x3c3 : small, 0);
    e->weight[CAPITALS] += katakana || small == 0x3c2;
}

/* Is here the pair of letters that is one? */
static bool at_pair(const struct reading *r)
{
    return r->rules->pair != NULL && span_equal_nocase((struct span){r->at, strnlen(r->at, 2)}, r->rules->pair);
}

static bool next(struct reading *r, struct element *e)
{
    if (r->more.weight[LETTERS] != 0) {
        *e = r->more;
        r->more = (struct element){{0}};
        return true;
    }
    const size_t n = utf8_length(span_of(r->at));
    if (*r->at == '\0')
        return false;
    const uint32_t c = n != 0 ? utf8_code_point(span_of(r->at)) : (unsigned char)*r->at;
    const uint32_t small = n != 0 ? small_of(r, c, n) : c;
    const bool capital = small != c;
    *e = (struct element){{0, 0, capital != r->rules->capitals_first ? 3 : 1}};
    if (at_pair(r)) {
        e->weight[LETTERS] = letter_weight(r->rules, first_of(r->rules->as.behind), r->rules->as.step);
        e->weight[CAPITALS] += 4;
        r->at += 2;
        return true;
    }
    if (c >= 0x300 && c < 0x370)
        *e = mark_of(c);
    else
        element_of(r, small, e);
    r->at += n != 0 ? n : 1;
    return true;
}

/* The next weight of that level; 0 at the end. */
static uint32_t next_weight(struct reading *r, enum level level)
{
    struct element e;
    while (next(r, &e))
        if (level == ACCENTS && e.weight[LETTERS] != 0 && e.weight[ACCENTS] == 0)
            return 1; /* without an accent */
        else if (e.weight[level] != 0)
            return e.weight[level] + (level == ACCENTS);
    return 0;
}

/* ---- the order ---- */

int collate(const char *a, const char *b)
{
    return collate_in(language_current()->code, a, b);
}

int collate_in(const char *language, const char *a, const char *b)
{
    const struct tailoring *rules = &usual;
    for (size_t i = 0; i < sizeof tailorings / sizeof *tailorings; i++)
        if (strcmp(tailorings[i].language, language) == 0)
            rules = &tailorings[i];
    for (enum level level = LETTERS; level < LEVELS; level++) {
        struct reading x = {.at = a, .rules = rules}, y = {.at = b, .rules = rules};
        uint32_t p, q;
        do {
            p = next_weight(&x, level);
            q = next_weight(&y, level);
            if (p != q)
                return p < q ? -1 : 1;
        } while (p != 0);
    }
    return strcmp(a, b);
}
