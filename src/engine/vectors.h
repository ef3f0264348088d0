/* The vector types of the kernels: the compiler's own vectors, as wide as the processor's registers. A kernel says
 * VECTOR_BYTES before it includes this. */
#ifndef KIBITZER_VECTORS_H
#define KIBITZER_VECTORS_H

#include <stdint.h>

enum { LANES16 = VECTOR_BYTES / 2, LANES32 = VECTOR_BYTES / 4 };

typedef int16_t i16xn __attribute__((vector_size(VECTOR_BYTES)));
typedef int8_t i8xh __attribute__((vector_size(VECTOR_BYTES / 4))); /* a byte for each lane of i16xh */
typedef int8_t i8x16 __attribute__((vector_size(16)));
typedef uint16_t u16xn __attribute__((vector_size(VECTOR_BYTES)));
typedef int16_t i16xh __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef int32_t i32xn __attribute__((vector_size(VECTOR_BYTES)));
typedef uint32_t u32xn __attribute__((vector_size(VECTOR_BYTES)));
typedef int64_t i64xn __attribute__((vector_size(VECTOR_BYTES)));
typedef float f32xn __attribute__((vector_size(VECTOR_BYTES)));

/* An operation on two vectors that the processor has as one instruction. */
#define LANEWISE(name, type, register_type, instruction)                                                               \
    static inline type name(type a, type b)                                                                            \
    {                                                                                                                  \
        return (type)instruction((register_type)a, (register_type)b);                                                  \
    }

/* Who stands where, as seen by the mover: bit p = point p; bit 25 the mover's bar, bit 0 the opponent's. */
struct occupancy {
    uint32_t mine, mine_made, mine_many, theirs, their_made, their_many; /* chequers, two or more, three or more */
};

#endif
