/* See dense_net.h; the arithmetic is that of engine/net_layout.h, layer by layer. Integers up to
 * 2^53 are exact in doubles, so that clips fall where the kernels' do. */
#include "dense_net.h"

#include <cblas.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/features.h"
#include "engine/kernel.h"

static double *matrix(size_t rows, size_t columns)
{
    double *m = calloc(rows * columns, sizeof *m);
    if (m == NULL)
        abort();
    return m;
}

/* c += a b: a of n rows and k columns, b of k rows and m columns. */
static void multiply_add(const double *a, const double *b, double *c, size_t n, size_t k, size_t m)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)n, (blasint)m, (blasint)k, 1, a, (blasint)k, b,
                (blasint)m, 1, c, (blasint)m);
}

static double limited(double z, double least, double most)
{
    return z < least ? least : z > most ? most : z;
}

static double leaky(double z)
{
    return z > 0 ? z : z * (double)LEAK;
}

/* ---- inputs ---- */

static void rows_of(const struct board *b, double *on)
{
    uint16_t rows[NET_ACTIVE];
    const int n = inputs_rows(b, rows);
    for (int i = 0; i < n; i++)
        on[rows[i]] += 1; /* the sixth chequer of a stack and those above share a row */
}

static void features_of(const struct board *b, double *out)
{
    int16_t f[1][NET_FEATURES];
    net_kernel_choose()->features(input_tables(), &b, 1, f);
    for (int i = 0; i < NET_FEATURES; i++)
        out[i] = f[0][i];
}

/* What stands on an occupied place, as the pair rows have it. */
static int state_of(int chequers)
{
    return chequers > 0 ? chequers > 1 : 2 + (chequers < -1);
}

static void pairs_of(const struct board *b, double *on)
{
    for (int q = 1; q < BOARD_POINTS; q++)
        for (int p = 0; p < q; p++)
            if (b->point[p] != 0 && b->point[q] != 0)
                on[pair_upper(q, state_of(b->point[q])) + pair_lower(p, state_of(b->point[p]))] = 1;
}

/* ---- layers: each takes a matrix with a row for every board and gives one ---- */

static double *first_sums(const struct net_weights *w, const double *rows, const double *features, size_t n)
{
    double *sums = matrix(n, NET_SUMS), *fed = matrix(n, NET_FED);
    double *row = matrix(NET_ROWS, NET_SUMS), *feature = matrix(NET_FEATURES, NET_FED);
    for (size_t i = 0; i < (size_t)NET_ROWS * NET_SUMS; i++)
        row[i] = w->row[i / NET_SUMS][i % NET_SUMS];
    for (size_t i = 0; i < (size_t)NET_FEATURES * NET_FED; i++)
        feature[i] = w->feature[i / NET_FED / 2][i % NET_FED][i / NET_FED % 2];
    for (size_t i = 0; i < n * NET_SUMS; i++)
        sums[i] = w->bias1[i % NET_SUMS];
    multiply_add(rows, row, sums, n, NET_ROWS, NET_SUMS);
    multiply_add(features, feature, fed, n, NET_FEATURES, NET_FED);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < NET_FED; k++)
            sums[i * NET_SUMS + k] += limited(floor(fed[i * NET_FED + k] / FEATURE_ONE), INT16_MIN, INT16_MAX);
    free(feature), free(row), free(fed);
    return sums;
}

static double *units(const double *sums, size_t n)
{
    double *out = matrix(n, NET_UNITS);
    for (size_t i = 0; i < n; i++)
        for (int u = 0; u < NET_UNITS; u++) {
            const double *value = sums + i * NET_SUMS + value_of_unit(u);
            out[i * NET_UNITS + (size_t)u] =
                floor(limited(value[0], 0, NET_ONE) * limited(value[NET_GROUP], 0, 2 * NET_ONE) / NET_ONE);
        }
    return out;
}

/* The second layer, with the rows of the pairs. */
static double *hidden(const struct net_weights *w, const double *unit, const double *pairs, size_t n)
{
    double *second = matrix(n, NET_H2), *weights = matrix(NET_UNITS, NET_H2), *pair = matrix(NET_PAIRS, NET_H2);
    for (size_t i = 0; i < (size_t)NET_UNITS * NET_H2; i++)
        weights[i] = w->w2[i / NET_H2 / 2][i % NET_H2][i / NET_H2 % 2];
    for (size_t i = 0; i < (size_t)NET_PAIRS * NET_H2; i++)
        pair[i] = w->pair[i / NET_H2][i % NET_H2] * (NET_ONE * W2_ONE / PAIR_ONE);
    multiply_add(unit, weights, second, n, NET_UNITS, NET_H2);
    multiply_add(pairs, pair, second, n, NET_PAIRS, NET_H2);
    for (size_t i = 0; i < n * NET_H2; i++)
        second[i] = leaky(second[i] / (NET_ONE * W2_ONE) + (double)w->bias2[i % NET_H2]);
    free(pair), free(weights);
    return second;
}

static double *deep(const struct net_weights *w, const double *second, size_t n)
{
    double *out = matrix(n, NET_H3), *weights = matrix(NET_H2, NET_H3);
    for (size_t i = 0; i < (size_t)NET_H2 * NET_H3; i++)
        weights[i] = (double)w->deep[i / NET_H3][i % NET_H3];
    for (size_t i = 0; i < n * NET_H3; i++)
        out[i] = (double)w->bias_deep[i % NET_H3];
    multiply_add(second, weights, out, n, NET_H2, NET_H3);
    for (size_t i = 0; i < n * NET_H3; i++)
        out[i] = leaky(out[i]);
    free(weights);
    return out;
}

/* Adds what hidden units, the net's from `first` on, give to the logits. */
static void add_to_logits(const struct net_weights *w, const double *h, int first, int count, double *logits, size_t n)
{
    double *weights = matrix((size_t)count, DENSE_OUT);
    for (int k = 0; k < count; k++)
        for (int o = 0; o < DENSE_OUT; o++)
            weights[k * DENSE_OUT + o] = (double)w->out[(first + k) / 2][o][(first + k) % 2];
    multiply_add(h, weights, logits, n, (size_t)count, DENSE_OUT);
    free(weights);
}

void dense_net(const struct net_weights *w, const struct board *const *boards, size_t n, double (*out)[DENSE_OUT])
{
    double *rows = matrix(n, NET_ROWS), *features = matrix(n, NET_FEATURES), *pairs = matrix(n, NET_PAIRS);
    for (size_t i = 0; i < n; i++) {
        rows_of(boards[i], rows + i * NET_ROWS);
        features_of(boards[i], features + i * NET_FEATURES);
        pairs_of(boards[i], pairs + i * NET_PAIRS);
    }
    double *sums = first_sums(w, rows, features, n), *unit = units(sums, n);
    double *second = hidden(w, unit, pairs, n), *third = deep(w, second, n), *logits = out[0];
    for (size_t i = 0; i < n * DENSE_OUT; i++)
        logits[i] = (double)w->bias_out[i % DENSE_OUT][0];
    add_to_logits(w, second, 0, NET_H2, logits, n);
    add_to_logits(w, third, NET_H2, NET_H3, logits, n);
    for (size_t i = 0; i < n * DENSE_OUT; i++)
        logits[i] = 1 / (1 + exp(-logits[i]));
    free(third), free(second), free(unit), free(sums), free(pairs), free(features), free(rows);
}
