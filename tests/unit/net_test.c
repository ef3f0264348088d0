/* The net: equal bits from every kernel, sums carried along, features against plain definitions, consistent answers,
 * damaged files refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/test.h"

#include "support/dense_net.h"

#include "base/sink.h"
#include "engine/features.h"
#include "engine/kernel.h"
#include "engine/net.h"
#include "engine/net_pack.h"
#include "match/moves.h"

static uint64_t random_state = 7;

static int random_below(int n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)n);
}

enum { MANY = 600 };

/* Boards of random games, every kind up to the last chequers. */
static void random_boards(struct board *out, int n)
{
    static struct board list[MOVES_MAX];
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    for (int i = 0; i < n;) {
        const int plays = moves_boards(&b, 1 + random_below(6), 1 + random_below(6), list);
        const struct board after = plays ? list[random_below(plays)] : b;
        if (board_won(&after)) {
            board_start(&b, VARIANT_BACKGAMMON);
            continue;
        }
        out[i++] = after;
        board_flip(&after, &b);
    }
}

TEST(every_kernel_gives_the_bits_of_plain_c)
{
    for (const struct net_kernel *const *k = net_kernels; *k; k++)
        if ((*k)->runs_here())
            assert_true(net_kernel_agrees(*k));
}

static void eval_a_little_wrong(const struct net_weights *w, const struct input_tables *t,
                                const struct board *const *boards, size_t n, float (*out)[NET_OUT])
{
    net_kernel_choose()->eval(w, t, boards, n, out);
    for (size_t i = 0; i < n; i++)
        out[i][0] += 1e-6f;
}

TEST(a_kernel_that_errs_is_found)
{
    struct net_kernel wrong = *net_kernel_choose();
    wrong.eval = eval_a_little_wrong;
    assert_false(net_kernel_agrees(&wrong));
}

TEST(every_kernel_agrees_with_plain_matrix_products)
{
    static struct board boards[MANY];
    static float found[MANY][NET_OUT];
    static double expected[MANY][DENSE_OUT];
    const struct board *list[MANY];
    random_boards(boards, MANY);
    for (int i = 0; i < MANY; i++)
        list[i] = &boards[i];
    for (int c = 0; c < NET_CLASSES; c++) {
        dense_net(&net_builtin()->of[c], list, MANY, expected);
        for (const struct net_kernel *const *k = net_kernels; *k; k++) {
            if (!(*k)->runs_here())
                continue;
            (*k)->eval(&net_builtin()->of[c], input_tables(), list, MANY, found);
            for (int i = 0; i < MANY; i++)
                for (int o = 0; o < DENSE_OUT; o++)
                    assert_true(fabs(expected[i][o] - (double)found[i][o]) < 1e-5);
        }
    }
}

TEST(a_board_has_the_same_value_alone_and_in_a_list)
{
    static struct board boards[MANY];
    static struct outcome together[MANY], alone;
    struct net_evaluator e;
    random_boards(boards, MANY);
    net_evaluator_init(&e, net_builtin());
    e.base.eval(&e.base, NULL, boards, MANY, together);
    for (int i = 0; i < MANY; i++) {
        e.base.eval(&e.base, NULL, &boards[i], 1, &alone);
        assert_memory_equal(&alone, &together[i], sizeof alone);
    }
}

TEST(outcomes_are_consistent_and_impossible_ones_are_zero)
{
    static struct board boards[MANY];
    static struct outcome out[MANY];
    struct net_evaluator e;
    random_boards(boards, MANY);
    net_evaluator_init(&e, net_builtin());
    e.base.eval(&e.base, NULL, boards, MANY, out);
    for (int i = 0; i < MANY; i++) {
        const struct outcome *o = &out[i];
        assert_true(0 <= o->win_backgammon && o->win_backgammon <= o->win_gammon && o->win_gammon <= o->win);
        assert_true(0 <= o->lose_backgammon && o->lose_backgammon <= o->lose_gammon && o->lose_gammon <= 1 - o->win);
        assert_true(boards[i].off[1] == 0 || o->win_gammon == 0.0f);
        assert_true(boards[i].off[0] == 0 || o->lose_gammon == 0.0f);
    }
}

TEST(a_finished_game_has_its_exact_value)
{
    struct board b = {.point = {[3] = -1, [20] = -14}, .off = {15, 0}}, lost;
    struct outcome o;
    struct net_evaluator e;
    net_evaluator_init(&e, net_builtin());
    e.base.eval(&e.base, NULL, &b, 1, &o);
    assert_true(outcome_equity(o) == 3.0f);
    board_flip(&b, &lost);
    e.base.eval(&e.base, NULL, &lost, 1, &o);
    assert_true(outcome_equity(o) == -3.0f);
}

/* Rolls of 36 that hit, by the definition: some legal play leaves more of the other side's chequers on the bar. */
static int rolls_that_hit(const struct board *b)
{
    static struct board list[MOVES_MAX];
    int rolls = 0;
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= 6; die2++) {
            const int n = moves_boards(b, die1, die2, list);
            bool hits = false;
            for (int i = 0; i < n; i++)
                hits = hits || list[i].point[BOARD_OPPONENT_BAR] < b->point[BOARD_OPPONENT_BAR];
            rolls += hits;
        }
    return rolls;
}

TEST(the_feature_of_hits_counts_the_rolls_that_hit)
{
    static struct board boards[MANY];
    int differ = 0, compared = 0;
    random_boards(boards, MANY);
    for (int i = 0; i < MANY; i++) {
        int16_t f[1][NET_FEATURES];
        const struct board *one = &boards[i];
        struct board b;
        net_kernel_choose()->features(input_tables(), &one, 1, f);
        board_flip(&boards[i], &b);
        if (b.off[0] > 0)
            continue;
        compared++;
        /* A legal play must use both dice; the feature forgives what that forbids, which is rare. */
        differ += rolls_that_hit(&b) * FEATURE_ONE / 36 != f[0][FEATURES_PER_SIDE + FEATURE_HIT];
    }
    assert_true(compared > MANY / 2);
    assert_in_range(differ, 0, compared / 25);
}

static int feature_of(const struct board *b, enum feature f)
{
    int16_t out[1][NET_FEATURES];
    net_kernel_choose()->features(input_tables(), &b, 1, out);
    return out[0][f];
}

TEST(features_of_a_known_position_are_right)
{
    /* The mover has a prime from the 4 to the 9 point against one chequer on the bar. */
    struct board b = {
        .point = {
            [4] = 2, [5] = 2, [6] = 2, [7] = 2, [8] = 2, [9] = 2, [20] = 3, [0] = -1, [12] = -5, [18] = -5, [17] = -4}};
    assert_int_equal(feature_of(&b, FEATURE_PRIME_6), FEATURE_ONE);
    assert_int_equal(feature_of(&b, FEATURE_CONTAIN), FEATURE_ONE);
    assert_int_equal(feature_of(&b, FEATURE_HOLD), FEATURE_ONE);
    assert_int_equal(feature_of(&b, FEATURE_HOME_CLOSED), FEATURE_ONE / 2);
    assert_int_equal(feature_of(&b, FEATURE_DANCE_NOW), FEATURE_ONE / 4);
    assert_int_equal(feature_of(&b, FEATURE_PIPS), (2 * (4 + 5 + 6 + 7 + 8 + 9) + 60) * FEATURE_ONE / 200);
    assert_int_equal(feature_of(&b, FEATURE_ONE_ANCHOR), FEATURE_ONE);
    assert_int_equal(feature_of(&b, FEATURE_TWO_ANCHORS), 0);
    assert_int_equal(feature_of(&b, FEATURES_PER_SIDE + FEATURE_HIT), 0);
}

TEST(nothing_escapes_a_full_prime)
{
    const struct input_tables *t = input_tables();
    assert_int_equal(t->last[0], 36);
    assert_int_equal(t->last[0x3f], 0);
    assert_int_equal(t->last[0x7e], 0);
    /* Six away is closed: nine mixed rolls of more than six pips, 44 and 55 pass; 22, 33 and 66 land on it. */
    assert_int_equal(t->last[1 << 5], 9 * 2 + 2);
}

static unsigned char *slurp(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    unsigned char *data = malloc(*size);
    assert_int_equal(fread(data, 1, *size, f), *size);
    fclose(f);
    return data;
}

static void is_refused(const unsigned char *data, size_t size)
{
    struct diags d;
    diags_init(&d, "bad.net");
    assert_null(net_read(data, size, &d));
    assert_int_equal(d.n_errors, 1);
    diags_done(&d);
}

TEST(damaged_files_are_refused_and_good_ones_come_back)
{
    char path[] = "/tmp/kibitzer-net-XXXXXX";
    struct diags d;
    size_t size;
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    diags_init(&d, path);
    assert_true(net_save(net_builtin(), path, &d));
    struct net *again = net_load(path, &d);
    assert_non_null(again);
    assert_true(net_checksum(again) == net_checksum(net_builtin()));
    assert_string_equal(net_record(again), net_record(net_builtin()));
    net_free(again);
    unsigned char *data = slurp(path, &size);
    is_refused(data, size - 1);
    is_refused(data, 20);
    data[size / 2] ^= 1;
    is_refused(data, size);
    data[size / 2] ^= 1;
    data[8]++;
    is_refused(data, size);
    data[8]--;
    data[0] = 'k';
    is_refused(data, size);
    free(data);
    diags_done(&d);
    remove(path);
}

/* The engine takes both for granted when it starts. */
TEST(the_net_that_is_compiled_in_is_sound_and_has_its_checksum)
{
    struct diags d;
    diags_init(&d, "data/kibitzer.net");
    struct net *checked = net_load("data/kibitzer.net", &d);
    assert_non_null(checked);
    assert_int_equal(net_checksum(checked), net_builtin_checksum);
    assert_int_equal(net_checksum(net_builtin()), net_builtin_checksum);
    net_free(checked);
    diags_done(&d);
}

/* FNV-1a of what stands behind the header, as net.c describes the file. */
static void sign(unsigned char *data, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 52; i < size; i++)
        hash = (hash ^ data[i]) * 0x100000001b3u;
    memcpy(data + 44, &hash, sizeof hash);
}

TEST(weights_beyond_their_bounds_are_refused_even_with_a_right_checksum)
{
    struct strbuf file = {0};
    assert_true(file_read("data/kibitzer.net", 0, &file));
    unsigned char *data = (unsigned char *)file.at;
    const size_t last_float = file.length - sizeof(float); /* alone in its block */
    const float endless = INFINITY, none = NAN;
    struct diags d;
    diags_init(&d, "net");
    memcpy(data + last_float, &endless, sizeof endless);
    sign(data, file.length);
    is_refused(data, file.length);
    memcpy(data + last_float, &none, sizeof none);
    sign(data, file.length);
    is_refused(data, file.length);
    memset(data + last_float, 0, sizeof none);
    sign(data, file.length);
    struct net *good = net_read(data, file.length, &d);
    assert_non_null(good);
    net_free(good);
    data[52 + NET_RECORD + 1] = 0; /* the first row's first weight: the code of the largest numbers */
    sign(data, file.length);
    is_refused(data, file.length);
    diags_done(&d);
    strbuf_done(&file);
}

/* Breaks off, or goes on, under a right checksum. */
TEST(files_of_another_length_are_refused)
{
    struct strbuf file = {0};
    assert_true(file_read("data/kibitzer.net", 0, &file));
    unsigned char *data = (unsigned char *)file.at;
    for (size_t size = 52; size < file.length; size += 100003) {
        sign(data, size);
        is_refused(data, size);
    }
    sign(data, file.length - 1);
    is_refused(data, file.length - 1);
    strbuf_putc(&file, 0);
    sign((unsigned char *)file.at, file.length);
    is_refused((unsigned char *)file.at, file.length);
    strbuf_done(&file);
}

static void come_back(const int16_t *v, size_t n)
{
    struct strbuf packed = {0};
    int16_t *const again = malloc(n * sizeof *again);
    strbuf_putc(&packed, 0); /* an offset */
    integers_pack(&packed, v, n);
    const unsigned char *const first = (const unsigned char *)packed.at + 1, *const end = first + packed.length - 1;
    const unsigned char *at = first;
    assert_true(integers_unpack(&at, end, again, n));
    assert_ptr_equal(at, end);
    assert_memory_equal(again, v, n * sizeof *again);
    for (size_t less = 1; less < packed.length; less += less < 20 ? 1 : 997) {
        at = first;
        assert_false(integers_unpack(&at, end - less, again, n));
    }
    packed.at[1] |= 15; /* significant bits that nobody writes */
    at = first;
    assert_false(integers_unpack(&at, end, again, n));
    free(again);
    strbuf_done(&packed);
}

TEST(integers_of_every_size_come_back)
{
    static int16_t all[65536];
    static const int16_t least[] = {INT16_MIN}, zeros[] = {0, 0, 0}, even[] = {-64, 0, 64, 2112};
    for (int shift = 0; shift < 16; shift++) {
        for (int i = 0; i < 65536; i++)
            all[i] = (int16_t)(uint16_t)((unsigned)i << shift);
        come_back(all, 65536);
    }
    come_back(least, 1);
    come_back(zeros, 3);
    come_back(even, 4);
    struct strbuf packed = {0};
    integers_pack(&packed, even, 4); /* -1, 0, 1, 33 times 64: 1, 0, 2 and 66 turned; 66 is 33 and a bit that is 0 */
    static const unsigned char expected[] = {0x66, 0xfe, 0xff, 0xfd, 0xff - (33 + 32), 0};
    assert_int_equal(packed.length, sizeof expected);
    assert_memory_equal(packed.at, expected, sizeof expected);
    strbuf_done(&packed);
}

TEST(the_net_that_answers_follows_from_the_chequers_back)
{
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    assert_int_equal(net_class_of(&b), NET_CONTACT);
    const struct board three = {.point = {[25] = 1, [24] = 1, [19] = 1, [18] = 5, [6] = 7, [5] = -3, [13] = -12}};
    const struct board four = {.point = {[25] = 1, [24] = 2, [19] = 1, [6] = 11, [5] = -3, [13] = -12}};
    const struct board theirs = {.point = {[0] = -1, [1] = -1, [6] = -2, [7] = -5, [24] = 3, [8] = 12, [12] = -6}};
    const struct board apart = {.point = {[6] = 15, [19] = -15}};
    assert_int_equal(net_class_of(&three), NET_CONTACT);
    assert_int_equal(net_class_of(&four), NET_BACK);
    assert_int_equal(net_class_of(&theirs), NET_BACK);
    const struct board mine_past = {.point = {[13] = 3, [6] = 7, [5] = 5, [1] = -2, [12] = -8, [19] = -5}};
    const struct board theirs_past = {.point = {[24] = 1, [13] = 2, [6] = 7, [5] = 5, [18] = -10, [19] = -5}};
    const struct board both_past = {.point = {[13] = 3, [6] = 7, [5] = 5, [12] = -8, [19] = -7}};
    assert_int_equal(net_class_of(&mine_past), NET_PAST);
    assert_int_equal(net_class_of(&theirs_past), NET_BEHIND);
    assert_int_equal(net_class_of(&both_past), NET_PAST);
    assert_int_equal(net_class_of(&apart), NET_RACE);
}

/* As it comes back from a file. */
static struct net *through_a_file(const struct net *net)
{
    char path[] = "/tmp/kibitzer-net-XXXXXX";
    struct diags d;
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0);
    diags_init(&d, path);
    assert_true(net_save(net, path, &d));
    struct net *again = net_load(path, &d);
    assert_non_null(again);
    diags_done(&d);
    remove(path);
    return again;
}

/* The net that is compiled in, for changing. */
static struct net *copy_of_builtin(int nets)
{
    struct net *whole = through_a_file(net_builtin());
    whole->n = nets;
    struct net *net = through_a_file(whole);
    assert_int_equal(net->n, nets);
    net_free(whole);
    return net;
}

TEST(classes_that_a_file_has_no_net_for_take_that_which_they_began_with)
{
    for (int nets = NET_LEAST; nets <= NET_CLASSES; nets++) {
        struct net *net = copy_of_builtin(nets);
        for (int c = nets; c < NET_CLASSES; c++) {
            const int begun_with = c == NET_BEHIND && nets > NET_PAST ? NET_PAST : NET_CONTACT;
            assert_memory_equal(&net->of[c], &net->of[begun_with], sizeof net->of[c]);
        }
        for (int c = 0; c < nets; c++)
            assert_memory_equal(&net->of[c], &net_builtin()->of[c], sizeof net->of[c]);
        net_free(net);
    }
}

TEST(nets_far_from_those_they_began_with_come_back)
{
    struct net *net = copy_of_builtin(NET_CLASSES);
    net->of[NET_CONTACT].feature[0][0][0] = INT16_MAX;
    net->of[NET_PAST].feature[0][0][0] = -INT16_MAX;
    net->of[NET_BEHIND].feature[0][0][0] = INT16_MAX;
    net->of[NET_BACK].pair[0][0] = -100;
    net->of[NET_PAST].row[3][5] = -1000;
    net->of[NET_BEHIND].row[3][5] = 1000;
    net->of[NET_PAST].pair[0][0]++;
    net->of[NET_PAST].bias2[0] += 1.0f;
    struct net *again = through_a_file(net);
    for (int c = 0; c < NET_CLASSES; c++)
        assert_memory_equal(&again->of[c], &net->of[c], sizeof net->of[c]);
    assert_true(net_checksum(again) == net_checksum(net));
    net_free(again);
    net_free(net);
}

static void put_rank(struct strbuf *out, const struct rank_weights *w)
{
    strbuf_add(out, (const char *)w->row, sizeof w->row);
    strbuf_add(out, (const char *)w->bias, sizeof w->bias);
    strbuf_add(out, (const char *)w->w, sizeof w->w);
    strbuf_add(out, (const char *)&w->bias2, sizeof w->bias2);
}

/* Signs the file, reads it and lets go of it. */
static void is_read_as(struct strbuf *file, const struct net *net)
{
    struct diags d;
    sign((unsigned char *)file->at, file->length);
    diags_init(&d, "net");
    struct net *again = net_read(file->at, file->length, &d);
    assert_non_null(again);
    assert_true(net_checksum(again) == net_checksum(net));
    net_free(again);
    diags_done(&d);
    strbuf_done(file);
}

/* Version 4: the weights as they lie in memory. */
TEST(a_file_with_its_weights_as_they_lie_in_memory_is_read)
{
    const struct net *net = net_builtin();
    struct strbuf file = {0};
    assert_true(file_read("data/kibitzer.net", 0, &file));
    file.length = 52;
    file.at[8] = 4;
    strbuf_add(&file, net->record, sizeof net->record);
    for (int c = 0; c < net->n; c++)
        strbuf_add(&file, (const char *)&net->of[c], offsetof(struct net_weights, third));
    put_rank(&file, &net->rank);
    is_read_as(&file, net);
}

struct halves {
    struct strbuf *out;
    unsigned turned;
};

/* Integers of versions 5 and 6: twice the difference from `base`, all low bytes before all high ones. */
static void put_halves(const struct halves *h, const void *values, const void *base, size_t size)
{
    const int16_t *const v = values, *const less = base;
    for (int shift = 0; shift < 16; shift += 8)
        for (size_t i = 0; i < size / sizeof *v; i++) {
            const int16_t left = (int16_t)(v[i] - (less ? less[i] : 0));
            const unsigned twice = (unsigned)(left < 0 ? -2 * left - 1 : 2 * left) ^ h->turned;
            strbuf_putc(h->out, (char)(twice >> shift));
        }
}

static void put_class(const struct halves *h, const struct net_weights *w, const struct net_weights *base)
{
#define PUT(member) put_halves(h, w->member, base ? base->member : NULL, sizeof w->member)
    PUT(row);
    PUT(bias1);
    PUT(feature);
    PUT(w2);
    PUT(pair);
#undef PUT
    strbuf_add(h->out, (const char *)w->bias2,
               offsetof(struct net_weights, third) - offsetof(struct net_weights, bias2));
}

TEST(files_with_halves_of_integers_are_read)
{
    const struct net *net = net_builtin();
    for (int version = 5; version <= 6; version++) {
        struct strbuf file = {0};
        const struct halves h = {&file, version == 5 ? 0 : 0xffff};
        assert_true(file_read("data/kibitzer.net", 0, &file));
        file.length = 52;
        file.at[8] = (char)version;
        strbuf_add(&file, net->record, sizeof net->record);
        for (int c = 0; c < net->n; c++)
            put_class(&h, &net->of[c], c < NET_PAST ? NULL : &net->of[net_answering((enum net_class)c, c)]);
        put_halves(&h, net->rank.row, NULL, sizeof net->rank.row);
        put_halves(&h, net->rank.bias, NULL, sizeof net->rank.bias);
        put_halves(&h, net->rank.w, NULL, sizeof net->rank.w);
        strbuf_add(&file, (const char *)&net->rank.bias2, sizeof net->rank.bias2);
        is_read_as(&file, net);
    }
}

/* A class as files have it whose third layer is as wide as the second; what is beyond that in `w` becomes zero. */
static void put_narrow(struct strbuf *out, struct net_weights *w)
{
    strbuf_add(out, (const char *)w, offsetof(struct net_weights, deep));
    for (int j = 0; j < NET_H2; j++) {
        strbuf_add(out, (const char *)w->deep[j], NET_H2 * sizeof(float));
        memset(w->deep[j] + NET_H2, 0, (NET_H3 - NET_H2) * sizeof(float));
    }
    strbuf_add(out, (const char *)w->bias_deep, NET_H2 * sizeof(float));
    memset(w->bias_deep + NET_H2, 0, (NET_H3 - NET_H2) * sizeof(float));
    strbuf_add(out, (const char *)w->out, NET_H2 * sizeof w->out[0]);
    memset(w->out + NET_H2, 0, (NET_H3 - NET_H2) / 2 * sizeof w->out[0]);
    w->third = NET_H2;
    strbuf_add(out, (const char *)w->bias_out, sizeof w->bias_out);
}

TEST(a_file_with_a_narrower_third_layer_is_read)
{
    struct net *net = copy_of_builtin(net_builtin()->n);
    struct strbuf file = {0};
    struct diags d;
    assert_true(file_read("data/kibitzer.net", 0, &file));
    const uint32_t narrow = NET_H2;
    file.length = 52;
    file.at[8] = 4;
    memcpy(file.at + 32, &narrow, sizeof narrow);
    strbuf_add(&file, net->record, sizeof net->record);
    for (int c = 0; c < net->n; c++)
        put_narrow(&file, &net->of[c]);
    put_rank(&file, &net->rank);
    sign((unsigned char *)file.at, file.length);
    diags_init(&d, "net");
    struct net *again = net_read(file.at, file.length, &d);
    assert_non_null(again);
    for (int c = 0; c < NET_CLASSES; c++)
        assert_memory_equal(&again->of[c], &net->of[c], sizeof net->of[c]);
    is_refused((unsigned char *)file.at, file.length - 1);
    net_free(again);
    net_free(net);
    diags_done(&d);
    strbuf_done(&file);
}

/* Changes the net of one class: only boards of that class have other values then. */
static void only_its_class_changes(enum net_class c)
{
    static struct board boards[MANY];
    static struct outcome before[MANY], after[MANY];
    struct net *net = copy_of_builtin(NET_CLASSES);
    struct net_evaluator e;
    int changed = 0, of_class = 0;
    random_boards(boards, MANY);
    net_evaluator_init(&e, net);
    e.base.eval(&e.base, NULL, boards, MANY, before);
    net->of[c].bias_out[0][0] += 0.5f;
    e.base.eval(&e.base, NULL, boards, MANY, after);
    for (int i = 0; i < MANY; i++) {
        const bool same = before[i].win == after[i].win, is_of_class = net_class_of(&boards[i]) == c;
        assert_true(same || is_of_class);
        changed += !same;
        of_class += is_of_class;
    }
    assert_in_range(of_class, MANY / 100, MANY * 19 / 20);
    assert_true(changed > of_class * 9 / 10); /* a few are as good as won or lost */
    net_free(net);
}

TEST(each_board_of_a_list_is_answered_for_by_the_net_of_its_class)
{
    only_its_class_changes(NET_BACK);
    only_its_class_changes(NET_PAST);
    only_its_class_changes(NET_BEHIND);
}

TEST_MAIN(NULL, NULL)
