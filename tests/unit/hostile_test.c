/* Readers against hostile input: files cut off anywhere, single bits flipped, absurd numbers, endless lines. Nothing
 * may crash, hang or swallow memory, and what is refused is refused with an error. HOSTILE=all in the environment tries
 * every byte and every bit of small files and hundreds of each large one (minutes), where the unit test takes samples
 * (seconds). */
#include "support/assertions.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"
#include "support/script.h"
#include "support/xg_file.h"

#ifdef SANITIZED
enum { SLOWER = 12 };
#else
enum { SLOWER = 1 };
#endif

static bool thorough(void)
{
    return getenv("HOSTILE") != NULL;
}

enum { SMALL = 2500, SAMPLES = 300 }; /* bytes of a file that is tried whole; places of a larger one */

/* How far apart the places are that are tried in a file of that length. */
static size_t stride(size_t length, size_t samples)
{
    if (thorough())
        return length <= SMALL ? 1 : 1 + length / SAMPLES;
    return 1 + (is_light() ? 3 : 1) * length / samples;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- one input ---- */

static struct match *dumped_and_read(const struct match *m)
{
    struct sink sink;
    struct diags d;
    struct matches again = {0};
    struct export_options o;
    export_defaults(&o);
    sink_init(&sink);
    diags_init(&d, NULL);
    assert_true(exporter_find("dump")->write(m, &o, &sink, &d));
    const struct strbuf *text = sink_main(&sink);
    const bool good =
        import_bytes((struct span){strbuf_text(text), text->length}, NULL, importer_find("dump"), &again, &d);
    if (!good)
        diags_print(&d, SEVERITY_ERROR, stderr);
    assert_true(good);
    struct match *first = again.at[0];
    again.n = 0;
    matches_done(&again);
    diags_done(&d);
    sink_done(&sink);
    return first;
}

/* Reads, and sees that a refusal is explained. A record that came out can be written as dump and read again. */
static void try(struct span bytes, const struct importer *from, bool write)
{
    struct matches out = {0};
    struct diags d;
    diags_init(&d, NULL);
    const bool good = import_bytes(bytes, NULL, from, &out, &d);
    assert_true(good == (out.n > 0));
    assert_true(good || d.n_errors > 0);
    for (size_t i = 0; write && i < out.n && i < 4; i++) {
        struct match *again = dumped_and_read(out.at[i]);
        assert_matches_equal(again, out.at[i]);
        match_free(again);
    }
    matches_done(&out);
    diags_done(&d);
}

/* A copy of exactly that size, so that a sanitizer sees a step beyond the end. */
static void try_exact(const char *bytes, size_t length, const struct importer *from, bool write)
{
    char *copy = malloc(length != 0 ? length : 1);
    if (length != 0)
        memcpy(copy, bytes, length);
    try((struct span){copy, length}, from, write);
    free(copy);
}

/* ---- the fixtures ---- */

typedef void on_file(const char *path, const struct strbuf *bytes);

static bool is_input(const char *name)
{
    const char *dot = strrchr(name, '.');
    return name[0] != '.' && dot != NULL && strcmp(dot, ".err") != 0 && strcmp(dot, ".html") != 0;
}

static int each_file(const char *folder, on_file *use)
{
    int n = 0;
    struct dirent **list;
    const int count = scandir(folder, &list, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        struct strbuf path = {0}, bytes = {0};
        strbuf_printf(&path, "%s/%s", folder, list[i]->d_name);
        if (list[i]->d_name[0] != '.' && list[i]->d_type == DT_DIR)
            n += each_file(path.at, use);
        else if (list[i]->d_type == DT_REG && is_input(list[i]->d_name) && file_read(path.at, 0, &bytes)) {
            use(path.at, &bytes);
            n++;
        }
        strbuf_done(&path);
        strbuf_done(&bytes);
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    return n;
}

/* Reading is a search among all plays of every roll: a smaller sample will do. */
static bool is_searched(const char *path)
{
    return strstr(path, ".bgobs") != NULL;
}

static void cut_everywhere(const char *path, const struct strbuf *bytes)
{
    const size_t step = stride(bytes->length, is_searched(path) ? 6 : 24);
    for (size_t length = 0; length <= bytes->length; length += step)
        try_exact(bytes->at, length, NULL, !thorough() || length % 16 == 0);
}

TEST(files_cut_off_anywhere_are_read_or_refused)
{
    assert_true(each_file("fixtures", cut_everywhere) > 10);
}

/* Bits of every byte in turn, or all of them. */
static void flip_bits(const struct strbuf *bytes, size_t from, size_t step, bool write)
{
    char *copy = malloc(bytes->length + 1);
    memcpy(copy, strbuf_text(bytes), bytes->length);
    for (size_t at = from; at < bytes->length; at += step)
        for (unsigned bit = thorough() ? 0 : (unsigned)(at / step % 8); bit < 8; bit += thorough() ? 1 : 8) {
            copy[at] = (char)(copy[at] ^ 1 << bit);
            try((struct span){copy, bytes->length}, NULL, write && (!thorough() || at % 16 == 2 * bit));
            copy[at] = bytes->at[at];
        }
    free(copy);
}

static void flip_small_files(const char *path, const struct strbuf *bytes)
{
    print_message("bits of %s\n", path); /* what fails says nothing of it */
    if (bytes->length <= 2500 || thorough())
        flip_bits(bytes, 0, stride(bytes->length, is_searched(path) ? 20 : 200), true);
}

TEST(single_bits_flipped_are_read_or_refused)
{
    assert_true(each_file("fixtures", flip_small_files) > 10);
}

/* The packed members of an .xg file hide their bits behind a checksum, so here they are stored. */
static void flip_stored_xg(const struct match *m)
{
    struct xg_file x;
    struct strbuf bytes = {0};
    xg_make(&x, m);
    xg_pack(&x, &(struct xg_packing){.stored = true, .plain_registry = true}, &bytes);
    flip_bits(&bytes, 8232, thorough() ? 3 : 11, true);
    strbuf_done(&bytes);
    xg_done(&x);
}

TEST(bits_flipped_in_xg_records_are_read_or_refused)
{
    struct match *m = match_new();
    m->length = 3;
    script_game(m, "0 31: 8/5 6/5; 1 double 2; 0 take; 1 41: 24/23 13/9; 0 roll 66");
    flip_stored_xg(m);
    match_free(m);
}

TEST(bits_flipped_in_xg_rollouts_are_read_or_refused)
{
    struct strbuf text = {0};
    struct matches list = {0};
    struct diags d;
    diags_init(&d, NULL);
    assert_true(file_read("fixtures/xg/rolled-out.dump", 0, &text));
    assert_true(import_bytes((struct span){text.at, text.length}, NULL, NULL, &list, &d));
    flip_stored_xg(list.at[0]);
    matches_done(&list);
    diags_done(&d);
    strbuf_done(&text);
}

/* ---- absurd numbers ---- */

TEST(absurd_numbers_are_read_or_refused)
{
    static const char *const texts[] = {
        "99999 point match\n\n Game 1\n Ann : 0  Bo : 0\n 1) 31: 8/5 6/5\n",
        "-1 point match\n\n Game 1\n Ann : 0  Bo : 0\n 1) 31: 8/5 6/5\n",
        "5 point match\n\n Game 99999999999999999999\n Ann : -7  Bo : 2147483648\n 1) 31: 8/5 6/5\n",
        "5 point match\n\n Game 1\n Ann : 0  Bo : 0\n 1) 31: 8/5 6/5  Doubles => 1099511627776\n 2) Takes\n",
        "0 point match\n\n Game 1\n Ann : 0  Bo : 0\n 1) 31: 8/5 6/5  Doubles => 2147483648\n 2) Takes\n     Wins "
        "4294967296 points\n",
        "5 point match\n\n Game 1\n Ann : 0  Bo : 0\n 1) 31: 99999999999/5 6/-5 8/5(99999999)\n",
        "(;FF[4]GM[6]AP[x:99999]MI[length:99999][game:2147483648][ws:-5][bs:99999999999]RU[Crawford];B[31abcd])",
        "(;FF[4]GM[6]CV[1099511627776];CP[c];W[double];B[take];CV[-1];CV[0];PL[W];DI[99];AE[a:z]AW[a:99])",
        "(;FF[4]GM[6];B[31hece]A[0][hece E ver 3 1e999 nan inf -inf 0.1 0.2 0.3 0.4 99999999999C 0.0 1]LU[nan]DA[E ver "
        "99])",
        "XGID=-b----E-C---eE---c-e----B-:40:1:1:31:0:0:0:99999:10\n",
        "XGID=-b----E-C---eE---c-e----B-:-40:1:1:77:99999999999:-1:9:7:99\n",
        "Ann vs. Bo\nGridGammon\nMatch Length: 99999\nGame 1. 99999999999-1/99999\n11: Automatic double\n1\t31: 8/5, "
        "6/5\nAnn wins 99999 points.\n",
        "MatchID: 1\nPlayer1: 1 A\nPlayer2: 2 B\nLength: -4\nGame 1: 99999999-99999999\n 1 1 31:\n 1 4 8/5 6/5\n 1 5 "
        "Double to 1099511627776\n 2 14 1 A wins 99999999 points\n",
        "BOARDID=1\nCREATOR=x\nMATCHLENGTH=99999\nGAME_1_GAMEPLAY=1 0 0 31 8/5 "
        "6/5\nGAME_1_SCORE1=99999999999\nGAME_1_SCORE2=-1\n",
        "BGF version 1\nGame 99999999999 - A (X) vs. B (0)\nSingle\n1.X:(99999999999 1) 8/5\n",
        "Score is 99999999999-0 in a 99999 point match.\nAnn is X - Bo is O\nX: (3 1) 8-5 6-5\n",
        "board:A:B:99999:-1:-2:99:0:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:9:9:0:0:1099511627776:1:1:0:1:"
        "-1:0:25:0:0:0:0:2:0:0:0\n",
        "99999;0;0;0;1;A;B;0;99999;2;1099511627776;9;-1;0;0;2;2;3;2;1;0;2;0;0;-1;1;0;0;0;-2;-3;-2;-3;0;-2;0;2;99;3;\n",
        "kibitzer-dump 1\nmatch\n  length 99999\nend\n",
        "kibitzer-dump 1\nmatch\n  length 5\n  variant backgammon\n  rules cube\n  player 0 \"\"\n  player 1 \"\"\n  "
        "game 2147483648\n    score 0 0\n    0 double 1099511627776\n    result 7 9 drop\nend\n",
        "kibitzer-dump 1\nmatch\n  length 0\n  variant backgammon\n  rules cube\n  player 0 \"\"\n  player 1 \"\"\n  "
        "game 1\n    score 0 0\n    automatic-doubles 99\n"
        "    0 set-board -128 127 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 99 off 99 -99\n    0 set-cube "
        "2147483647 1\n    0 play 31 127/-1 6/5\n    result - 0 none\nend\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        try_exact(texts[i], strlen(texts[i]), NULL, true);
        for (size_t k = 0; importers[k] != NULL; k++)
            try_exact(texts[i], strlen(texts[i]), importers[k], true);
    }
}

/* ---- size ---- */

static void within(double seconds, double started, const char *what, const char *whose)
{
    const double took = now() - started;
    if (took > seconds * SLOWER)
        fail_msg("%s took %.1f s with %s, expected at most %.1f s", what, took, whose, seconds);
}

TEST(endless_lines_take_linear_time)
{
    static const char *const patterns[] = {
        "a",  "1",   " ",    "(",           ";",        "(;",        "\t",         "[",    "{",    "\\",
        "=",  ":",   "8/5 ", "1) 31: 8/5 ", "XGID=",    "[x",        ";B[31hece]", "1;",   "#",    "\"",
        "A:", "31 ", "bar/", "\xff",        "\xc3\xa9", "X: (3 1) ", "board:",     "vs. ", "wins "};
    const size_t size = thorough() ? 10 << 20 : 100 << 10;
    char *text = malloc(size + 64);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        const size_t length = strlen(patterns[i]);
        for (size_t at = 0; at < size; at += length)
            memcpy(text + at, patterns[i], length);
        for (size_t k = 0; importers[k] != NULL; k++) {
            const double started = now();
            try((struct span){text, size / length * length}, importers[k], false);
            within(thorough() ? 20 : 1, started, patterns[i], importers[k]->name);
        }
    }
    free(text);
}

struct repeated {
    const char *reader, *head, *body, *tail;
};

static const struct repeated LONG_ONES[] = {
    {"mat", "0 point match\n\n Game 1\n Ann : 0  Bo : 0\n", "  1) 31: 8/5 6/5              42: 8/4 6/4\n", ""},
    {"mat", "0 point match\n", "\n Game 1\n Ann : 0  Bo : 0\n 1) 31: 8/5 6/5  Doubles => 2\n 2) Drops\n", ""},
    {"mat", "; [Site \"x\"]\n", "; [Event \"x\"]\n", "5 point match\n"},
    {"mat", "", "; comment\n", "5 point match\n\n Game 1\n A : 0  B : 0\n 1) 31: 8/5 6/5\n"},
    {"sgf", "(;FF[4]GM[6]", ";B[31hece];W[42hdfd]", ")"},
    {"sgf", "(;FF[4]GM[6]", "C[x]", ")"},
    {"sgf", "(;FF[4]GM[6];B[31hece]", "(;W[42hdfd])", ")"},
    {"sgf", "", "(;FF[4]GM[6]", ""},
    {"sgf", "", "(;GM[6])", ""},
    {"sgg", "Ann vs. Bo\nGridGammon\nGame 1. 0-0\n", "1\t31: 8/5, 6/5\n1\t\t42: 8/4, 6/4\nchat\n", ""},
    {"sgg", "Ann vs. Bo\nGridGammon\nGame 1. 0-0\n", "chat\n", ""},
    {"sgg", "Ann vs. Bo\nGridGammon\n", "Key: value\n", "Game 1. 0-0\n"},
    {"bgammon", "i A B 5 0 0 1 1 0\n", "1 r 3-1 8/5 6/5\n2 r 4-2 17/21 19/21\n", ""},
    {"bgammon", "", "i A B 5 0 0 1 1 0\n", ""},
    {"gnubgtext", "", "The score (after 0 games) is: A 0, B 0 (match to 5 points)\n", ""},
    {"gnubgtext", "The score (after 0 games) is: A 0, B 0 (match to 5 points)\n",
     "Move number 1:  A to play 31\n GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n  Match ID   : MIBlAAAAAAAE\n"
     "* A moves 8/5 6/5\nRolled 31 (+0.243):\n*    1. Cubeful 0-ply    8/5 6/5     Eq.: +0.243\nwords\n",
     ""},
    {"gnubgtext",
     "The score (after 0 games) is: A 0, B 0 (match to 5 points)\nMove number 1:  A to play 31\n"
     " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n  Match ID   : MIBlAAAAAAAE\n* A moves 8/5 6/5\nRolled 31 "
     "(+0.243):\n",
     "*    1. Cubeful 0-ply    8/5 6/5     Eq.: +0.243\nwords\n", ""},
    {"gnubgtext",
     "The score (after 0 games) is: A 0, B 0 (match to 5 points)\nMove number 1:  A on roll, cube decision?\n"
     " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n  Match ID   : MABgAAAAAAAE\n",
     "* A moves 8/5 6/5\n", ""},
    {"tmg", "MatchID: 1\nPlayer1: 1 A\nPlayer2: 2 B\nGame 1: 0-0\n",
     " 1 1 31:\n 1 4 8/5 6/5\n -1 1 42:\n -1 4 8/4 6/4\n", ""},
    {"tmg", "MatchID: 1\nPlayer1: 1 A\nPlayer2: 2 B\n", "Game 1: 0-0\n", ""},
    {"party", "BOARDID=1\nCREATOR=x\nGAME_1_GAMEPLAY=", "1 0 0 31 8/5 6/5#2 0 0 42 8/4 6/4#", "\n"},
    {"party", "BOARDID=1\nCREATOR=x\n", "GAME_1_GAMEPLAY=1 0 0 31 8/5 6/5\nGAME_1_SCORE1=0\nGAME_1_SCORE2=1\n", ""},
    {"bgroom", "BGF version 1\nGame 1 - A (X) vs. B (0)\n", "1.X:(3 1) 8/5 6/5\n2.0:(4 2) 8/4 6/4\n", ""},
    {"xgtext", "", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n", ""},
    {"xgtext", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n",
     " 1. 3-ply 8/5 6/5 eq:+0.1\n 55.00% (G:17.00% B:0.80%)\n", ""},
    {"xgtext", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10\n", "words 0.5\n", ""},
};

TEST(long_files_take_linear_time)
{
    const size_t times = thorough() ? 1000000 : 4000;
    for (size_t i = 0; i < sizeof LONG_ONES / sizeof *LONG_ONES; i++) {
        const struct repeated *l = &LONG_ONES[i];
        struct strbuf text = {0};
        strbuf_puts(&text, l->head);
        for (size_t k = 0; k < times; k++)
            strbuf_puts(&text, l->body);
        strbuf_puts(&text, l->tail);
        const double started = now();
        try((struct span){text.at, text.length}, importer_find(l->reader), false);
        within(thorough() ? 60 : 1, started, l->body, l->reader);
        strbuf_done(&text);
    }
}

TEST(memory_stays_bounded)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    assert_true(thorough() || used.ru_maxrss < (512l << 10) * SLOWER); /* KiB */
}

/* ---- encodings ---- */

TEST(wrong_encodings_are_read_or_refused)
{
    static const struct {
        const char *bytes;
        size_t length;
    } inputs[] = {
        {"\xff\xfe", 2},
        {"\xfe\xff", 2},
        {"\xef\xbb\xbf", 3},
        {"\xff\xfe\x35", 3},
        {"\xff\xfe\x00\xd8\x00\xd8", 6}, /* two first halves of a surrogate pair */
        {"\xfe\xff\xdc\x00\x00\x35", 6},
        {"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", 10}, /* gzip without content */
        {"\x1f\x8b\x08\x1c\xff\xff", 6},
        {"\0\0\0\0\0\0\0\0", 8},
        {"\0(;GM[6])\0", 10},
        {"5 point match\r\r\n\n\r Game 1\r Ann\xc3 : 0  B\xf6 : 0\r 1) 31: 8/5\0 6/5\r", 62},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        try_exact(inputs[i].bytes, inputs[i].length, NULL, true);
        for (size_t k = 0; importers[k] != NULL; k++)
            try_exact(inputs[i].bytes, inputs[i].length, importers[k], true);
    }
}

int main(int argc, char **argv) /* a pattern of names, to run some only */
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return unit_tests_run(NULL, NULL);
}
