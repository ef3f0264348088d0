/* The vector types of the kernels: 64 bytes of the compiler's own vectors, whatever the processor has. */
#ifndef KIBITZER_VECTORS_H
#define KIBITZER_VECTORS_H

#include <stdint.h>

typedef int16_t i16x8 __attribute__((vector_size(16)));
typedef int16_t i16x32 __attribute__((vector_size(64)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef float f32x8 __attribute__((vector_size(32)));
typedef float f32x16 __attribute__((vector_size(64)));

/* Who stands where, as seen by the mover: bit p = point p; bit 25 his bar, bit 0 the opponent's. */
struct occupancy {
    uint32_t mine, mine_made, his, his_made;
};

#endif
