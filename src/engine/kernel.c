/* The choice of a kernel. */
#include "engine/kernel.h"

extern const struct net_kernel net_kernel_avx512, net_kernel_avx2, net_kernel_wasm, net_kernel_plain;

const struct net_kernel *const net_kernels[] = {&net_kernel_avx512, &net_kernel_avx2, &net_kernel_wasm,
                                                &net_kernel_plain, NULL};

bool net_kernel_never(void)
{
    return false;
}

const struct net_kernel *net_kernel_choose(void)
{
    const struct net_kernel *const *k = net_kernels;
    while (k[1] != NULL && !(*k)->runs_here())
        k++;
    return *k;
}
