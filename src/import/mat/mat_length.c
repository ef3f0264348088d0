/* Lengths in words and in other languages than ours; see mat_length.h. */
#include "import/mat/mat_length.h"

#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "import/lines.h"

enum word {
    WORD_OTHER = 0,
    WORD_FILL = 1, /* to */
    WORD_MATCH = 2,
    WORD_POINT = 4,
    WORD_LENGTH = 8, /* says that the number is the length: "length", "race" */
    WORD_DOUBT = 16 /* "best of" games or points? */
};

static const struct {
    int is;
    const char *words; /* between blanks; a star stands for any end */
} vocabulary[] = {
    {WORD_MATCH | WORD_POINT,
     " pointmatch ポイントマッチ 点マッチ 点赛 点比赛 点制 分赛 分制 포인트매치 punktematch punktespiel "
     "poängsmatch punktkamp "},
    {WORD_LENGTH,
     " length matchlength race first länge matchlänge spiellänge longueur longitud lunghezza длина délka "},
    {WORD_MATCH,
     " match* partie partida partita encuentro* incontro* jogo マッチ 比赛 매치 ματς αγώνας матч* maç* ottelu* "
     "zápas* wedstrijd* mecz* meccs* meci meč* kamp* "},
    {WORD_POINT,
     " point* pt pts punkt* pkt punt* ponto* pont* puncte poäng* poen* pst ポイント 点 分 점 포인트 πόντ* очк* очок "
     "точк* puan* sayı* pist* bod body bodů bodu bodova p "},
    {WORD_FILL,
     " to up until till til of the a à in en jusqu au aux auf bis nach sur tot zu zum al ai a los de di do до σε "
     "στους är până la na playing played "},
    {WORD_DOUBT, " best of meilleur beste al mejor "},
};

static const char *const numbers[] = {
    /* ORDER: its place is the number */
    "",
    " one ein eine un une uno una ",
    " two zwei deux dos due ",
    " three drei trois tres tre ",
    " four vier quatre cuatro quattro ",
    " five fünf cinq cinco cinque ",
    " six sechs seis sei ",
    " seven sieben sept siete sette ",
    " eight acht huit ocho otto ",
    " nine neun neuf nueve nove ",
    " ten zehn dix diez dieci ",
    " eleven elf onze once undici ",
    " twelve zwölf douze doce dodici ",
    " thirteen dreizehn treize trece tredici ",
    " fourteen vierzehn quatorze catorce quattordici ",
    " fifteen fünfzehn quinze quince quindici ",
    " sixteen sechzehn seize dieciséis sedici ",
    " seventeen siebzehn diecisiete diciassette ",
    " eighteen achtzehn dieciocho diciotto ",
    " nineteen neunzehn diecinueve diciannove ",
    " twenty zwanzig vingt veinte venti ",
    " twentyone einundzwanzig veintiuno ventuno ",
    " twentytwo zweiundzwanzig veintidós ventidue ",
    " twentythree dreiundzwanzig veintitrés ventitré ",
    " twentyfour vierundzwanzig veinticuatro ventiquattro ",
    " twentyfive fünfundzwanzig veinticinco venticinque ",
};
enum { NUMBERS = sizeof numbers / sizeof *numbers, TWENTY = 20, WORD_MAX = 40 };

static bool is_among(const char *words, struct span word)
{
    for (const char *at = words + 1; *at != '\0'; at = strchr(at, ' ') + 1) {
        const size_t n = strcspn(at, " ");
        const bool any_end = at[n - 1] == '*';
        if ((any_end ? word.length >= n - 1 : word.length == n) && memcmp(at, word.at, any_end ? n - 1 : n) == 0)
            return true;
    }
    return false;
}

static int number_of(struct span word)
{
    for (int i = 1; i < NUMBERS; i++)
        if (is_among(numbers[i], word))
            return i;
    return 0;
}

struct reading {
    int words; /* all that were met */
    int others, n_numbers;
    long number;
};

static void take_number(struct reading *r, long number)
{
    if (r->n_numbers == 1 && r->number == TWENTY && number < 10) { /* twenty-one */
        r->number += number;
        return;
    }
    r->number = number;
    r->n_numbers++;
}

static void take_word(struct reading *r, struct span word)
{
    const int number = number_of(word);
    if (number != 0) {
        take_number(r, number);
        return;
    }
    int is = WORD_OTHER;
    for (size_t i = 0; is == WORD_OTHER && i < sizeof vocabulary / sizeof *vocabulary; i++)
        is = is_among(vocabulary[i].words, word) ? vocabulary[i].is : WORD_OTHER;
    r->words |= is;
    r->others += is == WORD_OTHER;
}

static size_t letter_at(struct span s)
{
    return isalpha((unsigned char)s.at[0]) ? 1 : utf8_letter(s);
}

static void take_all(struct reading *r, struct span s)
{
    while (s.length > 0) {
        size_t n = 0;
        long number;
        struct scan digits = scan_of(s);
        while (n < s.length && letter_at(span_sub(s, n, s.length)) > 0)
            n += letter_at(span_sub(s, n, s.length));
        if (n > 0) {
            take_word(r, span_sub(s, 0, n));
        } else if (isdigit((unsigned char)s.at[0]) && scan_int(&digits, &number)) {
            take_number(r, number);
            n = (size_t)(digits.at - s.at);
        }
        s = span_sub(s, n > 0 ? n : 1, s.length);
    }
}

/* What is set off behind the words, "final". */
static struct span cut_off(struct span *line)
{
    static const char *const marks[] = {" - ", " – ", " — ", ", ", "; ", " ("};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = memmem(line->at, line->length, marks[i], strlen(marks[i]));
        if (at != NULL) {
            const struct span whole = *line;
            const size_t n = (size_t)(at - whole.at);
            *line = span_sub(whole, 0, n);
            return span_trim(span_sub(whole, n + (at[1] == '(' ? 1 : strlen(marks[i])), whole.length));
        }
    }
    return (struct span){"", 0};
}

static enum mat_length judge(const struct reading *r)
{
    const bool match = (r->words & WORD_MATCH) != 0, point = (r->words & WORD_POINT) != 0,
               length = (r->words & WORD_LENGTH) != 0, doubt = (r->words & WORD_DOUBT) != 0;
    if (r->n_numbers == 1 && r->others == 0 && !doubt && r->number > 0 &&
        (point || length || (match && (r->words & WORD_FILL) != 0)))
        return MAT_LENGTH_CERTAIN;
    return (match && point) || (r->n_numbers > 0 && (match || point || doubt || (length && r->others == 0)))
               ? MAT_LENGTH_UNCERTAIN
               : MAT_LENGTH_NONE;
}

/* Full-width digits are digits. */
static void add_with_digits(struct strbuf *out, struct span s)
{
    for (size_t i = 0; i < s.length; i++) {
        const unsigned char *c = (const unsigned char *)s.at + i;
        const bool wide = s.length - i >= 3 && c[0] == 0xEF && c[1] == 0xBC && c[2] >= 0x90 && c[2] <= 0x99;
        strbuf_putc(out, wide ? (char)('0' + c[2] - 0x90) : s.at[i]);
        i += wide ? 2 : 0;
    }
}

enum mat_length mat_length_in_words(struct span line, long *length, struct span *tail)
{
    struct strbuf small = {0}, copy = {0};
    struct reading r = {0};
    line = span_trim(line);
    *tail = cut_off(&line);
    add_with_digits(&copy, line);
    utf8_lower(&small, strbuf_text(&copy));
    take_all(&r, (struct span){strbuf_text(&small), small.length});
    *length = r.number;
    strbuf_done(&small);
    strbuf_done(&copy);
    return judge(&r);
}
