/* What tests/support/dense_net.c wants of a BLAS, for targets without one. */
#ifndef KIBITZER_TESTS_CBLAS_H
#define KIBITZER_TESTS_CBLAS_H

#include <stddef.h>

typedef size_t blasint;
enum { CblasRowMajor, CblasNoTrans };

static inline void cblas_dgemm(int order, int a_as, int b_as, blasint n, blasint m, blasint k, double alpha,
                               const double *a, blasint lda, const double *b, blasint ldb, double beta, double *c,
                               blasint ldc)
{
    (void)order, (void)a_as, (void)b_as;
    for (blasint i = 0; i < n; i++)
        for (blasint j = 0; j < m; j++) {
            double sum = 0;
            for (blasint l = 0; l < k; l++)
                sum += a[i * lda + l] * b[l * ldb + j];
            c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
        }
}

#endif
