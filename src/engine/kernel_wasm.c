/* The kernel for WebAssembly with its vectors of 16 bytes. Compiled with -msimd128 (mk/web.mk), or else empty. */
#include "engine/kernel.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

#define VECTOR_BYTES 16
#include "engine/vectors.h"

static inline i32xn dot2(i32xn acc, i16xn a, i16xn b)
{
    return acc + (i32xn)wasm_i32x4_dot_i16x8((v128_t)a, (v128_t)b);
}

LANEWISE(low16, i16xn, v128_t, wasm_i16x8_min)
LANEWISE(high16, i16xn, v128_t, wasm_i16x8_max)
LANEWISE(plus_clipped, i16xn, v128_t, wasm_i16x8_add_sat)

static inline i16xn packed(i32xn first, i32xn second)
{
    return (i16xn)wasm_i16x8_narrow_i32x4((v128_t)first, (v128_t)second);
}

static inline u16xn high_product(u16xn a, u16xn b)
{
    const v128_t low = wasm_u32x4_extmul_low_u16x8((v128_t)a, (v128_t)b),
                 high = wasm_u32x4_extmul_high_u16x8((v128_t)a, (v128_t)b);
    return (u16xn)wasm_i16x8_shuffle(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
}

static inline f32xn greater_of(f32xn a, f32xn b)
{
    return (f32xn)wasm_f32x4_pmax((v128_t)b, (v128_t)a); /* of two zeros the second, as other processors do it */
}

static inline uint32_t sign_bits(i8x16 v)
{
    return (uint32_t)wasm_i8x16_bitmask((v128_t)v);
}

#include "engine/vectors16.inc"

/* The bytes of the kept lanes of every mask, lowest first. */
#define LANE(i) (4 * (i)), (4 * (i) + 1), (4 * (i) + 2), (4 * (i) + 3)
static const uint8_t kept_bytes[16][16] = {
    {0},
    {LANE(0)},
    {LANE(1)},
    {LANE(0), LANE(1)},
    {LANE(2)},
    {LANE(0), LANE(2)},
    {LANE(1), LANE(2)},
    {LANE(0), LANE(1), LANE(2)},
    {LANE(3)},
    {LANE(0), LANE(3)},
    {LANE(1), LANE(3)},
    {LANE(0), LANE(1), LANE(3)},
    {LANE(2), LANE(3)},
    {LANE(0), LANE(2), LANE(3)},
    {LANE(1), LANE(2), LANE(3)},
    {LANE(0), LANE(1), LANE(2), LANE(3)},
};

static inline int keep_nonzero(i32xn v, uint32_t base, uint32_t step, int32_t *values, uint32_t *places)
{
    const v128_t x = (v128_t)v, zero = wasm_i32x4_eq(x, wasm_i32x4_splat(0));
    const unsigned kept = ~(unsigned)wasm_i32x4_bitmask(zero) & 15;
    const v128_t from = wasm_v128_load(kept_bytes[kept]);
    const i32xn at = (i32xn){0, 1, 2, 3} * (int32_t)step + (int32_t)base;
    wasm_v128_store(values, wasm_i8x16_swizzle(x, from));
    wasm_v128_store(places, wasm_i8x16_swizzle((v128_t)at, from));
    return __builtin_popcount(kept);
}

#include "engine/kernel.inc"

static bool always(void)
{
    return true; /* a machine without vectors refuses the module as a whole */
}

const struct net_kernel net_kernel_wasm = {"WebAssembly", always, features, eval, rank, occupied};
#else
const struct net_kernel net_kernel_wasm = {.name = "WebAssembly", .runs_here = net_kernel_never};
#endif
